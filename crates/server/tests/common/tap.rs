//! A recording proxy: it keeps everything that the server sends, byte for byte and in order.
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The traffic of one connection.
#[derive(Clone, Default)]
pub(crate) struct Line {
    /// What the client sent.
    pub(crate) asked: Vec<u8>,
    /// What the server sent.
    pub(crate) sent: Vec<u8>,
    /// The offsets of its chunks and their arrival, as numbers that increase over all connections.
    pieces: Vec<(usize, u64)>,
}

impl Line {
    /// When the byte at this offset arrived.
    pub(crate) fn when(&self, place: usize) -> u64 {
        let piece = self.pieces.partition_point(|(start, _)| *start <= place);
        self.pieces[piece - 1].1
    }
}

type Lines = Arc<Mutex<Vec<Arc<Mutex<Line>>>>>;

/// The proxy.
pub(crate) struct Tap {
    pub(crate) address: SocketAddr,
    lines: Lines,
}

impl Tap {
    pub(crate) async fn on(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let lines = Lines::default();
        let (all, clock) = (lines.clone(), Arc::new(AtomicU64::new(0)));
        tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                let line = Arc::new(Mutex::new(Line::default()));
                all.lock().unwrap().push(line.clone());
                tokio::spawn(carry(client, server, line, clock.clone()));
            }
        });
        Self { address, lines }
    }

    /// Everything that came so far.
    pub(crate) fn lines(&self) -> Vec<Line> {
        self.lines.lock().unwrap().iter().map(|line| line.lock().unwrap().clone()).collect()
    }
}

async fn carry(
    client: TcpStream,
    server: SocketAddr,
    line: Arc<Mutex<Line>>,
    clock: Arc<AtomicU64>,
) {
    let server = TcpStream::connect(server).await.unwrap();
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let kept = line.clone();
    let up = async move {
        let mut bytes = vec![0; 16 * 1024];
        while let Ok(count @ 1..) = from_client.read(&mut bytes).await {
            kept.lock().unwrap().asked.extend(&bytes[..count]);
            if to_server.write_all(&bytes[..count]).await.is_err() {
                break;
            }
        }
        let _ = to_server.shutdown().await;
    };
    let down = async move {
        let mut bytes = vec![0; 64 * 1024];
        while let Ok(count @ 1..) = from_server.read(&mut bytes).await {
            {
                let mut line = line.lock().unwrap();
                let start = line.sent.len();
                line.pieces.push((start, clock.fetch_add(1, Ordering::SeqCst)));
                line.sent.extend(&bytes[..count]);
            }
            if to_client.write_all(&bytes[..count]).await.is_err() {
                break;
            }
        }
        let _ = to_client.shutdown().await;
    };
    tokio::join!(up, down);
}
