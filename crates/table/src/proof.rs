//! What a record proves about its luck: the one place that decides it.
use crate::table::from_hex;
use quinta_deal::{Deal, Seed, fair};
use quinta_record::{Moment, Record, Replay};
use quinta_rules::{Chance, Seat, Step};
use quinta_wire::hex;
use serde_json::Value;
use std::fmt::{self, Display};
use std::str::FromStr;

/// The longest time for which a finished game may be sealed, in days: whoever could name any time would never have to reveal a seed.
const LONGEST_SEAL: u64 = 31;
const DAY: u64 = 24 * 60 * 60 * 1000;

/// A commitment to a secret: a SHA-256 hash, written as 64 hexadecimal digits in lower case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Commitment([u8; 32]);

/// A text that is no commitment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommitmentError {
    /// Too short or too long.
    #[error("a commitment has 64 hexadecimal digits, not {0}")]
    Length(usize),
    /// Not a digit, or a capital one.
    #[error("a commitment has hexadecimal digits in lower case, which {0:?} is not")]
    Digit(char),
}

impl FromStr for Commitment {
    type Err = CommitmentError;

    fn from_str(text: &str) -> Result<Self, CommitmentError> {
        if let Some(c) = text.chars().find(|c| !matches!(c, '0'..='9' | 'a'..='f')) {
            return Err(CommitmentError::Digit(c));
        }
        let bytes = hex::read(text).and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or(CommitmentError::Length(text.len()))
    }
}

impl Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::write(&self.0))
    }
}

/// What whoever checks a record knows beside it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known {
    /// The game's commitment as it was seen before the deal.
    pub commitment: Option<Commitment>,
    /// The time, in milliseconds since 1970. Without it no seal is believed.
    pub now: u64,
}

/// What a record tells about its luck, as far as that is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Nothing: it was played at a table, or by another program.
    Untold,
    /// Nothing was promised, but it names the seed that deals it, and every shuffle and outcome follows from that.
    Dealt,
    /// A promise, and the seed is not revealed yet: the game goes on.
    NotYet(Promise),
    /// A promise of a game that is over, whose seed is kept back until this time, in milliseconds since 1970.
    Sealed(Promise, u64),
    /// The seed is the promised one. Every shuffle and outcome follows from it and from what the seats added, unless luck was fresh.
    Kept(Promise),
}

/// A promise that was made of a game's luck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Promise {
    /// The commitment in the record.
    pub commitment: Commitment,
    /// Whether that is the one that was seen before the deal. If nobody saw it, the promise proves nothing: whoever writes a record can
    /// make one to fit.
    pub seen: bool,
    /// Whether a player's own browser made it, which knew the secret.
    pub in_tab: bool,
    /// Whether luck was drawn anew at some point, so that no outcome could be checked.
    pub fresh_luck: bool,
}

/// Why the luck of a record is not what it claims to be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfair {
    /// A commitment was seen, and the record has none.
    #[error("it has no commitment, and the one that you saw is {0}")]
    NoCommitment(Commitment),
    /// A commitment was seen, and the record has another.
    #[error("its commitment is {told}, and the one that you saw is {seen}")]
    OtherCommitment {
        /// The record's.
        told: Commitment,
        /// The one that was seen.
        seen: Commitment,
    },
    /// The game is over, and there is no seed.
    #[error("the game is over, and its seed is kept back")]
    NoSeed,
    /// The seal has ended, and there is no seed.
    #[error("the game was sealed until {}, and its seed is still kept back", Utc(*.0))]
    SealEnded(u64),
    /// The seal does not end soon enough.
    #[error("the game is sealed until {}: a seal of more than {LONGEST_SEAL} days is not believed", Utc(*.0))]
    LongSeal(u64),
    /// Another seed than was promised.
    #[error("the seed is not the one that was promised")]
    OtherSeed,
    /// A field under `fair` is missing or wrong.
    #[error("fair.{0}")]
    Field(String),
    /// What happened does not follow from the seed.
    #[error("{0}")]
    Dealt(String),
}

/// Checks commitment, shuffles and every outcome of a record; `replay` is the record played through.
pub fn prove(record: &Record, replay: &Replay, known: &Known) -> Result<Proof, Unfair> {
    let told = Told(record.other.get("fair"));
    if told.0.is_none_or(|told| told.get("commitment").is_none()) {
        if let Some(seen) = known.commitment {
            return Err(Unfair::NoCommitment(seen));
        }
        let Some(seed) = told.deal_seed() else { return Ok(Proof::Untold) };
        return follows(record, replay, told, &seed?).map(|()| Proof::Dealt);
    }
    let commitment = told.text("commitment")?;
    let commitment =
        commitment.parse().map_err(|why| Unfair::Field(format!("commitment: {why}")))?;
    if let Some(seen) = known.commitment.filter(|seen| *seen != commitment) {
        return Err(Unfair::OtherCommitment { told: commitment, seen });
    }
    let game = told.text("game")?;
    let promise = Promise {
        commitment,
        seen: known.commitment.is_some(),
        // The ids of a browser's tables begin like this, and no others.
        in_tab: told.flag("in_tab")? || game.starts_with("tab-"),
        fresh_luck: told.flag("fresh_luck")?,
    };
    if told.field("seed").is_none() {
        return if replay.state().is_over() {
            seal(told, known.now).map(|until| Proof::Sealed(promise, until))
        } else {
            Ok(Proof::NotYet(promise))
        };
    }
    let secret = told.seed("seed")?;
    if fair::commitment(&secret, game) != commitment.0 {
        return Err(Unfair::OtherSeed);
    }
    let luck = told.luck(record.setup.players)?;
    if !promise.fresh_luck {
        let parts: Vec<_> = luck.iter().map(Vec::as_slice).collect();
        follows(record, replay, told, &fair::mixed(&secret, game, &parts))?;
    }
    Ok(Proof::Kept(promise))
}

/// Until when a game that is over may keep its seed back.
fn seal(told: Told<'_>, now: u64) -> Result<u64, Unfair> {
    let until = told.field("sealed_until").ok_or(Unfair::NoSeed)?;
    let until = until.as_u64().ok_or_else(|| {
        Unfair::Field("sealed_until is no time in milliseconds since 1970".into())
    })?;
    if until <= now {
        Err(Unfair::SealEnded(until))
    } else if until - now > LONGEST_SEAL * DAY {
        Err(Unfair::LongSeal(until))
    } else {
        Ok(until)
    }
}

/// Checks that the shuffles and every outcome are those of this seed.
fn follows(record: &Record, replay: &Replay, told: Told<'_>, seed: &Seed) -> Result<(), Unfair> {
    let (rules, setup) = (&record.setup.rules, &record.setup);
    let deal = Deal::new(seed, rules, setup.players).map_err(|e| Unfair::Dealt(e.to_string()))?;
    if told.flag("first_by_lot")? && setup.first != deal.first() {
        let (lot, first): (Seat, Seat) = (deal.first(), setup.first);
        return Err(Unfair::Dealt(format!("the lot says that seat {lot} begins, not {first}")));
    }
    let dealt = deal.stacks().into_iter().flatten().chain(deal.supply());
    let written = setup.stacks.iter().flatten().chain(&setup.supply);
    if !written.copied().eq(dealt.copied().map(Some)) {
        return Err(Unfair::Dealt("the expansions were shuffled in another order".into()));
    }
    for Moment { event, before, step, .. } in replay.steps() {
        if let Step::Chance(chance) = step
            && deal.answer(rules, before) != Some(*chance)
        {
            let should = match chance {
                Chance::Draw(_) => "other tiles should have been drawn",
                Chance::TurnUp(_) => "another expansion should have been turned up",
            };
            return Err(Unfair::Dealt(format!("event {event}: {should}")));
        }
    }
    Ok(())
}

/// A record's field `fair`.
#[derive(Clone, Copy)]
struct Told<'a>(Option<&'a Value>);

impl<'a> Told<'a> {
    fn field(self, name: &str) -> Option<&'a Value> {
        self.0?.get(name)
    }

    fn text(self, name: &str) -> Result<&'a str, Unfair> {
        let text = self.field(name).and_then(Value::as_str);
        text.ok_or_else(|| Unfair::Field(format!("{name} is missing or no text")))
    }

    fn seed(self, name: &str) -> Result<Seed, Unfair> {
        let seed = self.field(name).and_then(Value::as_str).and_then(|seed| seed.parse().ok());
        seed.ok_or_else(|| Unfair::Field(format!("{name} is no seed")))
    }

    /// Whether this is said; a word that is neither yes nor no hides something.
    fn flag(self, name: &str) -> Result<bool, Unfair> {
        match self.field(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(Unfair::Field(format!("{name} is neither true nor false"))),
        }
    }

    /// The seed that deals a game for which nothing was promised. Version 1, which had no number, wrote it as `seed`; since version 2
    /// `seed` is a server's secret and nothing else.
    fn deal_seed(self) -> Option<Result<Seed, Unfair>> {
        let name = if self.field("version").is_some() { "deal_seed" } else { "seed" };
        self.field(name).map(|_| self.seed(name))
    }

    /// What each seat added.
    fn luck(self, seats: usize) -> Result<Vec<Vec<u8>>, Unfair> {
        let list = self.field("luck").and_then(Value::as_array);
        let luck: Option<Vec<_>> =
            list.and_then(|list| list.iter().map(|added| from_hex(added.as_str()?)).collect());
        match luck {
            None => Err(Unfair::Field("luck is missing or no list of hex".into())),
            Some(luck) if luck.len() != seats => {
                Err(Unfair::Field("luck has not one entry for each seat".into()))
            }
            Some(luck) => Ok(luck),
        }
    }
}

impl Proof {
    /// Its name in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Untold => "untold",
            Self::Dealt => "dealt",
            Self::NotYet(_) => "not_yet",
            Self::Sealed(..) => "sealed",
            Self::Kept(_) => "kept",
        }
    }

    /// What was promised, if anything was.
    pub fn promise(&self) -> Option<&Promise> {
        match self {
            Self::Untold | Self::Dealt => None,
            Self::NotYet(promise) | Self::Sealed(promise, _) | Self::Kept(promise) => Some(promise),
        }
    }

    /// As JSON tells it, the same wherever a record is checked.
    pub fn to_json(&self) -> Value {
        let mut told = serde_json::json!({ "luck": self.name() });
        if let Some(promise) = self.promise() {
            told["commitment"] = promise.commitment.to_string().into();
            told["seen"] = promise.seen.into();
            told["in_tab"] = promise.in_tab.into();
            told["fresh_luck"] = promise.fresh_luck.into();
        }
        if let Self::Sealed(_, until) = self {
            told["sealed_until"] = (*until).into();
        }
        told
    }
}

/// In words, as a part of a line.
impl Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let promise = match self {
            Self::Untold => return f.write_str("nothing told about its luck"),
            Self::Dealt => {
                return f.write_str("luck of the seed that it names, which nobody promised");
            }
            Self::NotYet(promise) => {
                write!(f, "luck not revealed yet; {}", promise.whose())?;
                promise
            }
            Self::Sealed(promise, until) => {
                let until = Utc(*until);
                write!(
                    f,
                    "luck sealed until {until} and not proven before that; {}",
                    promise.whose()
                )?;
                promise
            }
            Self::Kept(promise) => {
                let what = if promise.fresh_luck { "seed" } else { "luck" };
                if promise.seen {
                    write!(
                        f,
                        "{what} as promised by the commitment that you saw, if the seats added what it says"
                    )?;
                } else {
                    let own = promise.commitment;
                    write!(
                        f,
                        "{what} matches its own commitment {own}, which proves nothing unless you saw it before the game"
                    )?;
                }
                promise
            }
        };
        if promise.fresh_luck {
            f.write_str("; luck was drawn anew during the game, so no draw is checked")?;
        }
        if promise.in_tab {
            f.write_str("; dealt in a player's own browser, which knew the secret")?;
        }
        Ok(())
    }
}

impl Promise {
    fn whose(&self) -> String {
        if self.seen {
            "its commitment is the one that you saw".to_owned()
        } else {
            format!("its commitment is {}", self.commitment)
        }
    }
}

/// A time in milliseconds since 1970, to the minute.
struct Utc(u64);

impl Display for Utc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Years that begin in March have their odd day at the end.
        let days = self.0 / DAY + 719_468;
        let (era, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let (day, month) =
            (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
        let year = 400 * era + year + u64::from(month < 3);
        let minutes = self.0 % DAY / 60_000;
        write!(f, "{year}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        for (time, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_825_540_000, "2000-02-29 11:59 UTC"),
            (1_795_046_400_000, "2026-11-19 00:00 UTC"),
            (4_107_542_400_000, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(Utc(time).to_string(), text);
        }
        assert!(Utc(u64::MAX).to_string().ends_with("UTC"));
    }

    #[test]
    fn a_commitment_is_64_digits_in_lower_case() {
        let read = |text: &str| text.parse::<Commitment>().map_err(|why| why.to_string());
        let good = "0123456789abcdef".repeat(4);
        assert_eq!(read(&good).unwrap().to_string(), good);
        for (bad, says) in [
            ("", "has 64 hexadecimal digits, not 0"),
            (&good[1..], "has 64 hexadecimal digits, not 63"),
            (&format!("{good}00"), "has 64 hexadecimal digits, not 66"),
            ("zz", "in lower case, which 'z' is not"),
            (&good.to_uppercase(), "in lower case, which 'A' is not"),
            (&format!(" {good}"), "which ' ' is not"),
            ("\u{202e}", r"which '\u{202e}' is not"),
        ] {
            let why = read(bad).unwrap_err();
            assert!(why.contains(says), "{bad}: {why}");
        }
    }
}
