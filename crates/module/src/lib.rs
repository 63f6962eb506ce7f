//! The module that a browser's worker runs: JSON is written into its memory, and the response is read from there.
//!
//! `alloc` allocates a request, `request` answers it, `response` says where the response is, `load_net` loads a net. A crate of its own,
//! since the last crate decides how all of it is optimised when it is linked: this one for speed, `quinta-tab` for size. On other targets
//! than WebAssembly it is empty.
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

/// The tab, the request that is being written, and the response that is being read.
struct Module {
    tab: Tab,
    request: Vec<u8>,
    response: String,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::new(Module {
        tab: Tab::new(Arc::new(Performance)),
        request: Vec::new(),
        response: String::new(),
    });
}

/// Allocates so many bytes for a request or a net, and returns where they are to be written.
#[unsafe(no_mangle)]
extern "C" fn alloc(bytes: usize) -> *const u8 {
    MODULE.with_borrow_mut(|module| {
        module.request = vec![0; bytes];
        module.request.as_ptr()
    })
}

/// Answers the request that was written, and returns the length of the response.
#[unsafe(no_mangle)]
extern "C" fn request() -> usize {
    MODULE.with_borrow_mut(|module| {
        let request = std::mem::take(&mut module.request);
        module.response = module.tab.ask(&String::from_utf8_lossy(&request));
        module.response.len()
    })
}

/// Loads the net that was written, for architects. The response is the error, if there is one; returns its length.
#[unsafe(no_mangle)]
extern "C" fn load_net() -> usize {
    MODULE.with_borrow_mut(|module| {
        let file = std::mem::take(&mut module.request);
        module.response = match Net::read(&file) {
            Ok(net) => {
                module.tab.load_net(net);
                String::new()
            }
            Err(why) => why.to_string(),
        };
        module.response.len()
    })
}

/// Returns where the response is.
#[unsafe(no_mangle)]
extern "C" fn response() -> *const u8 {
    MODULE.with_borrow(|module| module.response.as_ptr())
}
