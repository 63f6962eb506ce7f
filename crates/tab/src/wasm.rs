//! The module's few functions: requests and answers lie in one piece of memory, as UTF-8.
#![allow(unsafe_code, reason = "exported functions have plain names, and the page lends its clock")]
use crate::Tab;
use quinta_bots::clock::Clock;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since some moment that stays the same.
    safe fn now() -> f64;
}

/// The clock of the page.
struct PageClock;

impl Clock for PageClock {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(now().max(0.0) / 1000.0)
    }
}

thread_local! {
    static TAB: RefCell<Tab> = RefCell::new(Tab::new(Arc::new(PageClock)));
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Returns where at least so many bytes can be written and read.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *const u8 {
    ROOM.with_borrow_mut(|room| {
        if room.len() < length {
            room.resize(length, 0);
        }
        room.as_ptr()
    })
}

/// Answers the request of this length in the room; the answer takes its place. Returns the answer's length.
#[unsafe(no_mangle)]
extern "C" fn ask(length: usize) -> usize {
    ROOM.with_borrow_mut(|room| {
        let request = String::from_utf8_lossy(&room[..length.min(room.len())]);
        *room = TAB.with_borrow_mut(|tab| tab.ask(&request)).into_bytes();
        room.len()
    })
}

/// Takes the net of this length in the room. Returns whether it is sound.
#[unsafe(no_mangle)]
extern "C" fn learn(length: usize) -> bool {
    ROOM.with_borrow_mut(|room| {
        let net = std::mem::take(room);
        TAB.with_borrow_mut(|tab| tab.learn(&net[..length.min(net.len())]).is_ok())
    })
}
