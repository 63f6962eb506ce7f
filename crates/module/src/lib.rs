//! The module that a browser's worker runs: JSON is written into its memory, and its answer read from there.
//!
//! `room` makes room for a question, `ask` answers it, `answer` says where the answer is, `learn` takes a net. A crate of its own, since
//! what is linked last decides how all of it is optimised: this for speed, `quinta-tab` for size. Elsewhere than in WebAssembly it is empty.
#![cfg(target_family = "wasm")]
#![allow(unsafe_code, reason = "names that JavaScript can call; no memory is touched by hand")]
use quinta_bots::clock::Clock;
use quinta_bots::net::Net;
use quinta_tab::Tab;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

#[link(wasm_import_module = "quinta")]
unsafe extern "C" {
    /// Milliseconds since some moment that stays the same.
    safe fn now() -> f64;
}

/// The browser's clock.
struct Performance;

impl Clock for Performance {
    fn now(&self) -> Duration {
        Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
    }
}

/// The tab, the question that is being written, and the answer that is being read.
struct Module {
    tab: Tab,
    question: Vec<u8>,
    answer: String,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::new(Module {
        tab: Tab::new(Arc::new(Performance)),
        question: Vec::new(),
        answer: String::new(),
    });
}

/// Makes room for a question of so many bytes, and returns where it is to be written.
#[unsafe(no_mangle)]
extern "C" fn room(bytes: usize) -> *const u8 {
    MODULE.with_borrow_mut(|module| {
        module.question = vec![0; bytes];
        module.question.as_ptr()
    })
}

/// Answers the question that was written, and returns how long the answer is.
#[unsafe(no_mangle)]
extern "C" fn ask() -> usize {
    MODULE.with_borrow_mut(|module| {
        let question = std::mem::take(&mut module.question);
        module.answer = module.tab.ask(&String::from_utf8_lossy(&question));
        module.answer.len()
    })
}

/// Takes what was written for the net that architects play by. Returns how long the complaint about it is: nothing if it is sound.
#[unsafe(no_mangle)]
extern "C" fn learn() -> usize {
    MODULE.with_borrow_mut(|module| {
        let file = std::mem::take(&mut module.question);
        module.answer = match Net::read(&file) {
            Ok(net) => {
                module.tab.learn(net);
                String::new()
            }
            Err(why) => why.to_string(),
        };
        module.answer.len()
    })
}

/// Returns where the answer is.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    MODULE.with_borrow(|module| module.answer.as_ptr())
}
