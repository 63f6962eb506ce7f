//! Starting and stopping.
use crate::Doing;
use crate::accept;
use crate::app::{App, expire_old_games};
use crate::archiving::archive_old_games;
use crate::bots::Bots;
use crate::http;
use crate::identity::{Key, random_bytes};
use crate::push::{Push, Vapid};
use crate::settings::{SettingError, Settings};
use crate::store::{Postgres, Sqlite, Store, StoreError};
use crate::time::{Away, now};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

/// Why the server does not start or did not end well.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {why}")]
    Listen {
        /// Which one.
        address: SocketAddr,
        /// Why not.
        why: std::io::Error,
    },
    /// A setting makes no sense.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The data folder cannot be made.
    #[error("cannot use the folder {folder}: {why}")]
    Folder {
        /// Which one.
        folder: PathBuf,
        /// Why not.
        why: std::io::Error,
    },
    /// The store fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something of the operating system.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// A running server.
pub struct Server {
    pub(crate) app: Arc<App>,
    address: SocketAddr,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
    helpers: Vec<JoinHandle<()>>,
}

/// The name of the database's file in the data folder.
pub const DATABASE: &str = "quinta.sqlite";

impl Server {
    /// Starts on the store that the settings name.
    pub fn start(settings: Settings) -> Doing<'static, Result<Self, ServeError>> {
        Box::pin(async move {
            let slow = Duration::from_millis(u64::from(settings.slow_statement));
            let store: Arc<dyn Store> = if let Some(url) = &settings.database {
                Arc::new(Postgres::open(&url.clone().slow_after(slow)).await?)
            } else {
                let folder = settings.data.clone();
                crate::store::private::folder(&folder)
                    .map_err(|why| ServeError::Folder { folder: folder.clone(), why })?;
                Arc::new(Sqlite::open_as(&folder.join(DATABASE), slow).await?)
            };
            Self::start_on(settings, store).await
        })
    }

    /// Starts on this store.
    pub async fn start_on(
        mut settings: Settings,
        store: Arc<dyn Store>,
    ) -> Result<Self, ServeError> {
        settings.check()?;
        let wanted = SocketAddr::new(settings.listen, settings.port);
        let listener = TcpListener::bind(wanted)
            .await
            .map_err(|why| ServeError::Listen { address: wanted, why })?;
        let address = listener.local_addr()?;
        settings.port = address.port();
        App::tell_lost_keys(&*store).await?;
        let key = Key::new(store.secret("cookies", random_bytes(32)).await?);
        let fresh = Vapid::fresh().ok_or_else(|| StoreError::Failed("no new keys".into()))?;
        let vapid = Vapid::read(&store.secret("push", fresh).await?)
            .ok_or_else(|| StoreError::Unreadable("the keys for push messages".into()))?;
        let push = Push::new(vapid, &settings.push_services, store.subscribers().await?);
        let bots = Bots::new(settings.bot_threads)?;
        let runs = store.begin_run(now()).await?;
        let last = runs.iter().map(|run| run.seen).max();
        crate::time::not_before(last.unwrap_or_default());
        let away = Away::between(&runs, now());
        let (here, told_here) = mpsc::unbounded_channel();
        let app = App::new(settings.clone(), store, key, bots, push, away, here);
        app.join().await?;
        let (stop, stopped) = watch::channel(false);
        let router = http::router(app.clone());
        let serving = tokio::spawn(accept::serve(listener, app.clone(), router, stopped));
        tracing::info!(%address, "listening");
        let mut helpers = vec![
            tokio::spawn(app.clone().resume()),
            tokio::spawn(every(Duration::from_secs(1), app.clone(), |app| async move {
                app.beat().await;
            })),
            tokio::spawn(every(Duration::from_millis(500), app.clone(), |app| async move {
                app.tick().await;
            })),
            tokio::spawn(every(Duration::from_secs(10), app.clone(), |app| async move {
                app.sweep().await;
            })),
            tokio::spawn(forget_stale(app.clone())),
            tokio::spawn(archive_old_games(app.clone())),
            tokio::spawn(expire_old_games(app.clone())),
        ];
        // Debug builds are started by tests, many at a time, and few of them send the module.
        if !cfg!(debug_assertions) {
            tokio::task::spawn_blocking(http::compress_large_files);
        }
        if let Some(shared) = app.store.shared() {
            helpers.push(tokio::spawn(app.clone().hear(shared.listen())));
            helpers.push(tokio::spawn(app.clone().tell_here(told_here)));
        }
        Ok(Self { app, address, stop, serving, helpers })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The link for a browser.
    pub fn url(&self) -> String {
        self.app.base_url()
    }

    /// Stops: no new moves, everyone is told to come back, everything is written.
    pub fn stop(self) -> Doing<'static, Result<(), ServeError>> {
        Box::pin(async move {
            self.stop.send_replace(true);
            self.app.begin_shutdown().await;
            for helper in &self.helpers {
                helper.abort();
            }
            // Long polls and sockets end by themselves; whoever holds on longer is cut off.
            let cut_off = self.serving.abort_handle();
            if tokio::time::timeout(Duration::from_secs(5), self.serving).await.is_err() {
                cut_off.abort();
            }
            // Sockets have connections of their own: each says goodbye before it closes.
            let goodbyes = async {
                while self.app.metrics.sockets.load(Ordering::Relaxed) > 0 {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            };
            let _ = tokio::time::timeout(Duration::from_secs(3), goodbyes).await;
            self.app.bots.close();
            self.app.store.still_runs(now()).await?;
            self.app.store.close().await?;
            Ok(())
        })
    }
}

/// Whoever comes back to a server that was away for days has an hour to find a table that has not begun.
async fn forget_stale(app: Arc<App>) {
    let hour = Duration::from_secs(3600);
    tokio::time::sleep(hour).await;
    every(hour, app, |app| async move { app.forget_stale().await }).await;
}

async fn every<F: Future<Output = ()>>(
    period: Duration,
    app: Arc<App>,
    work: impl Fn(Arc<App>) -> F,
) {
    let mut ticks = tokio::time::interval(period);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if app.stopping.load(Ordering::Relaxed) {
            return;
        }
        work(app.clone()).await;
    }
}

impl App {
    /// The link under which this server is reached.
    pub(crate) fn base_url(&self) -> String {
        if let Some(url) = &self.settings.public_url {
            return url.trim_end_matches('/').to_owned();
        }
        let ip = self.settings.listen;
        let ip = if ip.is_unspecified() { crate::lan::address().unwrap_or(ip) } else { ip };
        format!("http://{}", SocketAddr::new(ip, self.settings.port))
    }

    /// Whether the link only works on this machine.
    pub(crate) fn is_local(&self) -> bool {
        self.settings.public_url.is_none() && self.settings.listen.is_loopback()
    }
}
