//! Chaos: processes on one Postgres behind a balancer, people and bots at many tables, and faults at random. No acknowledged move may be lost
//! or doubled, no game may stall for more than 15 s after a fault has ended, every watcher must see every event, and every finished game must verify.
//!
//! `QUINTA_FAULTS` says how many faults (200 before a release), `QUINTA_TABLES` how many tables (100 then), `QUINTA_PROGRAM` which program; with `QUINTA_NEXT`
//! the processes are first replaced by that one in turn, as in a rolling upgrade. CI injects a few faults. As root, one of the
//! three processes lives in a network namespace whose cable is pulled; otherwise that fault is left out, and a line says so.
#![cfg(all(target_os = "linux", feature = "postgres-tests"))]
mod balancer;
mod people;
#[path = "../../../server/tests/common/postgres.rs"]
mod postgres;
mod servers;
mod watcher;

use balancer::Balancer;
use people::{Pace, Player, Progress};
use postgres::Cluster;
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use servers::{Namespace, Server};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A fault of a process or of what it depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    Kill,
    Sleep,
    DropConnections,
    RestartPostgres,
    CutNetwork,
}

/// The longest that a game may stall after a fault.
const LONGEST: Duration = Duration::from_secs(15);
/// On CI's busy machines it only has to go on.
const IN_THE_END: Duration = Duration::from_secs(90);
const PROCESSES: usize = 3;

fn from_environment(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_and_no_game_stands_still_whatever_fails() {
    let mut cluster = Cluster::new();
    let measured = std::env::var_os("QUINTA_FAULTS").is_some();
    let longest = if measured { LONGEST } else { IN_THE_END };
    let faults = from_environment("QUINTA_FAULTS", 5);
    let tables = from_environment("QUINTA_TABLES", 6);
    let longest_sleep = from_environment("QUINTA_SLEEP", if measured { 30 } else { 9 });
    let url = cluster.database();
    let namespace = Namespace::new(cluster.port).await;
    if namespace.is_none() {
        eprintln!("no network namespace can be made here: that fault is left out");
    }
    let over_tcp = cluster.over_tcp(postgres::name(&url), postgres::PASSWORD);
    let mut servers = Vec::new();
    for number in 0..PROCESSES {
        // The last one lives in the namespace, if there is one.
        let place = namespace.as_ref().filter(|_| number + 1 == PROCESSES);
        let url = place.map_or(url.clone(), |place| place.database(&over_tcp, cluster.port));
        servers.push(Server::start(number, &url, place).await);
    }
    let balancer = Balancer::start(servers.iter().map(|server| server.address).collect()).await;
    // All tables together make at most some fifty moves a second.
    let pace = Pace { pause: Duration::from_millis(300 + 18 * tables as u64), longest };
    let mut tasks = Vec::new();
    let mut progress = Vec::new();
    for number in 0..tables {
        let table = Arc::new(Progress::new());
        progress.push(table.clone());
        tasks.push(tokio::spawn(Player::play(balancer.address, number, pace, table)));
    }
    let mut rng = SmallRng::seed_from_u64(from_environment("QUINTA_SEED", 1) as u64);
    let mut kinds = vec![Fault::Kill, Fault::Sleep, Fault::DropConnections, Fault::RestartPostgres];
    kinds.extend(namespace.as_ref().map(|_| Fault::CutNetwork));
    let mut stood: BTreeMap<Fault, Vec<Duration>> = BTreeMap::new();
    // Everyone plays before the first fault.
    let _ = all_move(&progress, &tasks, IN_THE_END).await;
    let start_again = async |server: &mut Server, number: usize| {
        server.start_again(namespace.as_ref().filter(|_| number + 1 == PROCESSES)).await;
        balancer.set(number, server.address);
    };
    if std::env::var_os("QUINTA_NEXT").is_some() {
        for (number, server) in servers.iter_mut().enumerate() {
            server.stop();
            start_again(server, number).await;
            let took = all_move(&progress, &tasks, longest).await;
            assert!(took <= longest, "upgrade of process {number}: a game stood still");
            eprintln!("upgrade of process {number}: {:.1} s", took.as_secs_f64());
        }
    }
    for number in 0..faults {
        // Each kind once, then at random.
        let fault = kinds.get(number).copied().unwrap_or(kinds[rng.random_range(0..kinds.len())]);
        let victim = rng.random_range(0..PROCESSES);
        match fault {
            Fault::Kill => servers[victim].kill(),
            Fault::Sleep => {
                let seconds = rng.random_range(1..=longest_sleep as u64);
                servers[victim].sleep(Duration::from_secs(seconds)).await;
            }
            Fault::DropConnections => drop(cluster.sql(
                "postgres",
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'quinta'",
            )),
            Fault::RestartPostgres => {
                cluster.stop();
                tokio::time::sleep(Duration::from_millis(rng.random_range(0..4000))).await;
                cluster.start();
            }
            Fault::CutNetwork => {
                if let Some(namespace) = &namespace {
                    namespace.cut(Duration::from_secs(rng.random_range(1..=20))).await;
                }
            }
        }
        let took = all_move(&progress, &tasks, longest).await;
        if took > longest {
            let state = progress.iter().map(ToString::to_string).collect::<Vec<_>>();
            panic!("{fault:?} ({number}, process {victim}): a game stood still: {state:#?}");
        }
        eprintln!("fault {number}: {fault:?}, process {victim}: {:.1} s", took.as_secs_f64());
        stood.entry(fault).or_default().push(took);
        if fault == Fault::Kill {
            start_again(&mut servers[victim], victim).await;
        }
    }
    for table in &progress {
        table.stop.store(true, Ordering::Relaxed);
    }
    let (mut moves, mut games, mut again) = (0, 0, 0);
    for task in tasks {
        let told = task.await.expect("nothing is lost, and nothing is doubled");
        (moves, games, again) = (moves + told.moves, games + told.games, again + told.again);
    }
    eprintln!(
        "{faults} faults, {tables} tables: {moves} moves acknowledged, none lost or doubled, all seen by who watched; {again} requests were sent again; {games} finished games verified"
    );
    eprintln!("{:<16} {:>5} {:>22}", "fault", "times", "longest stand-still, s");
    for (fault, took) in stood {
        let most = took.iter().max().map_or(0.0, Duration::as_secs_f64);
        eprintln!("{:<16} {:>5} {most:>22.1}", format!("{fault:?}"), took.len());
    }
}

/// Waits until people have moved twice at every table from now on, so that bots have too; the longest time that any game stood still. It does
/// not wait for one that stands still for longer than allowed.
async fn all_move(
    tables: &[Arc<Progress>],
    tasks: &[tokio::task::JoinHandle<people::Tally>],
    allowed: Duration,
) -> Duration {
    for table in tables {
        table.begin();
    }
    loop {
        // A task that found an error has ended.
        let failed = tasks.iter().position(tokio::task::JoinHandle::is_finished);
        assert!(failed.is_none(), "the player at table {failed:?} has ended");
        let so_far: Vec<_> = tables.iter().map(|table| table.so_far()).collect();
        let longest = so_far.iter().map(|(_, longest)| *longest).max().unwrap_or_default();
        if longest > allowed || so_far.iter().all(|(moves, _)| *moves >= 2) {
            return longest;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
