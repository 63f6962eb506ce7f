//! A balancer: each connection goes to the next process that answers. Connections to one that has stopped answering are cut.
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// The addresses of the processes, and whether each answers.
struct Back {
    address: Mutex<SocketAddr>,
    answers: watch::Sender<bool>,
}

pub(crate) struct Balancer {
    pub(crate) address: SocketAddr,
    backs: Arc<Vec<Back>>,
}

impl Balancer {
    pub(crate) async fn start(servers: Vec<SocketAddr>) -> Self {
        let back =
            |address| Back { address: Mutex::new(address), answers: watch::Sender::new(true) };
        let backs: Arc<Vec<_>> = Arc::new(servers.into_iter().map(back).collect());
        for number in 0..backs.len() {
            tokio::spawn(look_after(backs.clone(), number));
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let all = backs.clone();
        tokio::spawn(async move {
            let next = Arc::new(AtomicUsize::new(0));
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, all.clone(), next.clone()));
            }
        });
        Self { address, backs }
    }

    /// A process has started anew.
    pub(crate) fn set(&self, number: usize, address: SocketAddr) {
        *self.backs[number].address.lock().unwrap() = address;
    }
}

/// Asks a process twice a second whether it is ready.
async fn look_after(backs: Arc<Vec<Back>>, number: usize) {
    let back = &backs[number];
    loop {
        let address = *back.address.lock().unwrap();
        let ready =
            matches!(timeout(Duration::from_secs(2), is_ready(address)).await, Ok(Some(true)));
        back.answers.send_if_modified(|answers| std::mem::replace(answers, ready) != ready);
        sleep(Duration::from_millis(500)).await;
    }
}

async fn is_ready(address: SocketAddr) -> Option<bool> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    let ask = format!("GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(ask.as_bytes()).await.ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.ok()?;
    Some(answer.starts_with("HTTP/1.1 200"))
}

async fn carry(mut client: TcpStream, backs: Arc<Vec<Back>>, next: Arc<AtomicUsize>) {
    for _ in 0..backs.len() {
        let number = next.fetch_add(1, Ordering::Relaxed) % backs.len();
        let back = &backs[number];
        let mut answers = back.answers.subscribe();
        let address = *back.address.lock().unwrap();
        if !*answers.borrow() {
            continue;
        }
        let Ok(Ok(mut server)) = timeout(Duration::from_secs(1), TcpStream::connect(address)).await
        else {
            continue;
        };
        tokio::select! {
            _ = copy_bidirectional(&mut client, &mut server) => {}
            _ = answers.wait_for(|answers| !*answers) => {}
        }
        return;
    }
}
