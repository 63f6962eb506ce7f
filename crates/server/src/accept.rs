//! Taking connections: each has a time in which it must say what it wants, and no address has too many of them.
use crate::app::App;
use crate::bounded_stream::{BoundedStream, Received};
use crate::limits::Open;
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 16 * 1024;

/// Takes connections until told to stop, then lets those under way come to their end.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Arc<App>,
    router: Router,
    mut stopped: watch::Receiver<bool>,
) {
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            // An error means that the server itself is gone: the same as being told to stop.
            _ = stopped.wait_for(|stop| *stop) => break,
            accepted = listener.accept() => accepted,
            Some(_) = connections.join_next(), if !connections.is_empty() => continue,
        };
        match accepted {
            Ok((stream, peer)) => {
                connections.spawn(connection(
                    stream,
                    peer,
                    app.clone(),
                    router.clone(),
                    stopped.clone(),
                ));
            }
            Err(why) => {
                // Out of files, most likely: those who leave make room.
                tracing::warn!(%why, "a connection cannot be taken");
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    app: Arc<App>,
    router: Router,
    mut stopped: watch::Receiver<bool>,
) {
    // Behind a proxy all connections are the proxy's.
    let is_counted = !app.settings.behind_proxy;
    let place = is_counted.then(|| app.limiter.open(Open::Connection, peer.ip()));
    if matches!(place, Some(None)) {
        crate::metrics::count(&app.metrics.refused_by_limit);
        return;
    }
    // A move is a few hundred bytes: it shall not wait for more.
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let received = Received::new();
    let sent = received.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(sent.clone());
        router.call(request)
    });
    let within = Duration::from_secs(u64::from(app.settings.limits.head_seconds));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(within).max_buf_size(LONGEST_HEAD);
    let limit = Duration::from_secs(u64::from(app.settings.limits.write_seconds));
    let stream = TokioIo::new(BoundedStream::new(stream, limit, received));
    let serving = http.serve_connection(stream, service).with_upgrades();
    tokio::pin!(serving);
    let stopping = tokio::select! {
        // How a connection ends is up to whoever is at its other end.
        _ = serving.as_mut() => false,
        _ = stopped.wait_for(|stop| *stop) => true,
    };
    if stopping {
        serving.as_mut().graceful_shutdown();
        let _ = serving.await;
    }
}
