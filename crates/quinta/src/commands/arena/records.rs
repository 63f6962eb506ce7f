//! The records of a match, one for each game.
use crate::{dealt, output};
use anyhow::Result;
use quinta_deal::Deal;
use quinta_lab::arena::Played;
use quinta_record::Record;
use quinta_rules::Rules;
use serde_json::json;
use std::path::{Path, PathBuf};

/// The folder of a series' records.
pub(super) struct Records<'a> {
    pub(super) folder: &'a Path,
    /// The prefix of their names.
    pub(super) prefix: String,
    /// Whether existing files are overwritten.
    pub(super) force: bool,
}

impl Records<'_> {
    fn path(&self, deal: usize, order: &[usize]) -> PathBuf {
        let order: String = order.iter().map(ToString::to_string).collect();
        self.folder.join(format!("{}deal-{deal:06}-order-{order}.json", self.prefix))
    }

    /// Fails if one of the files exists already.
    pub(super) fn vacant(&self, deals: usize, orders: &[Vec<usize>]) -> Result<()> {
        if self.force {
            return Ok(());
        }
        (0..deals).try_for_each(|deal| {
            orders.iter().try_for_each(|order| output::vacant(&self.path(deal, order)))
        })
    }

    /// Writes the record of a game. That of a forfeited one has no result, and says who lost and why.
    pub(super) fn write(&self, rules: &Rules, names: &[&str], played: &Played) -> Result<()> {
        let seats = played.order.len();
        let deal = Deal::new(&played.seed, rules, seats)?;
        let mut game = dealt::begin(rules, &deal, seats, None, false)?;
        for step in &played.log {
            game.step(step)?;
        }
        let mut record = dealt::signed(game, &played.seed, true);
        let short = |name: &&str| name.chars().take(Record::LONGEST_NAME).collect::<String>();
        let names: Vec<_> = names.iter().map(short).collect();
        record.other.insert("names".to_owned(), json!(names));
        if let Some(forfeit) = &played.forfeit {
            let told = json!({ "seat": forfeit.seat, "reason": forfeit.reason });
            record.other.insert("forfeit".to_owned(), told);
        }
        output::write(&self.path(played.deal, &played.order), &record.to_json(), self.force)
    }
}
