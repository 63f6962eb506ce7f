//! Posting to a push service: one request, one answer, nothing followed.
use super::endpoint::Endpoint;
use axum::body::Body;
use axum::http::header::{HOST, RETRY_AFTER};
use axum::http::{HeaderName, Request, StatusCode};
use hyper_util::rt::TokioIo;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::OnceCell;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

/// An attempt may take so long, from the name to the answer.
const WITHIN: Duration = Duration::from_secs(10);

/// What a push service said.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It has the message.
    Taken,
    /// The subscription is no more.
    Gone,
    /// Not now: it may go later, after so many seconds if it said so.
    Later(Option<u64>),
    /// It does not want this message.
    Unwanted(u16),
}

impl Outcome {
    fn of(status: StatusCode, retry_after: Option<u64>) -> Self {
        match status.as_u16() {
            200..=299 => Self::Taken,
            404 | 410 => Self::Gone,
            408 | 429 | 500..=599 => Self::Later(retry_after),
            other => Self::Unwanted(other),
        }
    }
}

/// The client; it reads the system's certificates when it first needs them.
#[derive(Default)]
pub(crate) struct Client {
    tls: OnceCell<Option<TlsConnector>>,
}

impl Client {
    /// Posts a body.
    pub(crate) async fn post(
        &self,
        endpoint: &Endpoint,
        headers: &[(HeaderName, String)],
        body: Vec<u8>,
    ) -> Outcome {
        let asked = tokio::time::timeout(WITHIN, self.ask(endpoint, headers, body)).await;
        asked.ok().flatten().unwrap_or(Outcome::Later(None))
    }

    async fn ask(
        &self,
        endpoint: &Endpoint,
        headers: &[(HeaderName, String)],
        body: Vec<u8>,
    ) -> Option<Outcome> {
        let path = endpoint.uri.path_and_query().map_or("/", |path| path.as_str());
        let mut request = Request::post(path).header(HOST, endpoint.uri.authority()?.as_str());
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let request = request.body(Body::from(body)).ok()?;
        let stream = connect(endpoint).await?;
        if !endpoint.tls {
            return exchange(stream, request).await;
        }
        let name = ServerName::try_from(endpoint.host.clone()).ok()?;
        let tls = self.tls.get_or_init(certificates).await.as_ref()?;
        exchange(tls.connect(name, stream).await.ok()?, request).await
    }
}

async fn connect(endpoint: &Endpoint) -> Option<TcpStream> {
    for address in endpoint.addresses().await {
        if let Ok(stream) = TcpStream::connect(address).await {
            return Some(stream);
        }
    }
    None
}

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Body>,
) -> Option<Outcome> {
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.ok()?;
    let driver = tokio::spawn(connection);
    let response = sender.send_request(request).await;
    // Only the status is of interest; the rest is not read.
    driver.abort();
    let response = response.ok()?;
    let seconds = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
    Some(Outcome::of(response.status(), seconds.and_then(|text| text.parse().ok())))
}

/// The certificates that this system trusts.
async fn certificates() -> Option<TlsConnector> {
    let found = tokio::task::spawn_blocking(rustls_native_certs::load_native_certs).await.ok()?;
    let mut roots = RootCertStore::empty();
    let (added, _) = roots.add_parsable_certificates(found.certs);
    if added == 0 {
        tracing::warn!("this system has no certificates: push messages cannot be sent");
        return None;
    }
    let provider = Arc::new(crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .ok()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Some(TlsConnector::from(Arc::new(config)))
}
