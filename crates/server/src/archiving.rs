//! Packing old games while the server runs.
use crate::app::App;
use crate::store::Ended;
use crate::store::archive::archive;
use crate::time::now;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::time::MissedTickBehavior;

/// The interval between two runs.
const EVERY: Duration = Duration::from_secs(3600);
/// The pause after each batch, so that packing years of games leaves the disk to others.
const PAUSE: Duration = Duration::from_millis(50);
const DAY: u64 = 24 * 3600 * 1000;

/// Packs games that ended the configured number of days ago, now and every hour.
pub(crate) async fn archive_old_games(app: Arc<App>) {
    let Some(days) = app.settings.archive_after else { return };
    // Where the last batch ended: packed games are not looked at again.
    let mut reached = Ended::default();
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let before = now().saturating_sub(u64::from(days) * DAY);
        while !app.is_stopping() {
            match archive(&*app.store, &reached, before).await {
                Ok(Some((last, packed))) => {
                    reached = last;
                    app.metrics.games_archived.fetch_add(packed.games, Relaxed);
                }
                Ok(None) => break,
                Err(why) => {
                    // The next hour may be better.
                    app.store_failed(&why);
                    break;
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}
