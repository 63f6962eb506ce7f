//! Posting to a push service: one request, one answer, nothing followed.
use super::service::Endpoint;
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
    /// Nothing: there is no such host, or it did not answer in time.
    Silent,
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

/// How long an attempt may take, from the name to the answer.
const TIME_LIMIT: Duration = Duration::from_secs(10);

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
        let asked = tokio::time::timeout(TIME_LIMIT, self.ask(endpoint, headers, body)).await;
        asked.ok().flatten().unwrap_or(Outcome::Silent)
    }

    async fn ask(
        &self,
        endpoint: &Endpoint,
        headers: &[(HeaderName, String)],
        body: Vec<u8>,
    ) -> Option<Outcome> {
        let mut request = Request::post(&endpoint.path).header(HOST, &endpoint.authority);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let request = request.body(Body::from(body)).ok()?;
        let stream = TcpStream::connect((endpoint.host.as_str(), endpoint.port)).await.ok()?;
        if endpoint.scheme == "http" {
            return exchange(stream, request).await;
        }
        let name = ServerName::try_from(endpoint.host.clone()).ok()?;
        let tls = self.tls.get_or_init(certificates).await.as_ref()?;
        exchange(tls.connect(name, stream).await.ok()?, request).await
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    #[tokio::test]
    async fn a_redirect_is_not_followed() {
        let (first, second) = (
            TcpListener::bind("127.0.0.1:0").await.unwrap(),
            TcpListener::bind("127.0.0.1:0").await.unwrap(),
        );
        let elsewhere = format!("http://{}/in", second.local_addr().unwrap());
        let url = format!("http://{}/out", first.local_addr().unwrap());
        let answering = tokio::spawn(async move {
            let (mut stream, _) = first.accept().await.unwrap();
            let mut heard = [0; 1000];
            let _ = stream.read(&mut heard).await.unwrap();
            let answer =
                format!("HTTP/1.1 307 Moved\r\nLocation: {elsewhere}\r\nContent-Length: 0\r\n\r\n");
            stream.write_all(answer.as_bytes()).await.unwrap();
        });
        let endpoint = Endpoint::parse(&url).unwrap();
        let outcome = Client::default().post(&endpoint, &[], b"hello".to_vec()).await;
        assert_eq!(outcome, Outcome::Unwanted(307));
        answering.await.unwrap();
        let waiting = std::future::poll_fn(|context| {
            std::task::Poll::Ready(second.poll_accept(context).is_pending())
        });
        assert!(waiting.await, "nobody went there");
    }
}
