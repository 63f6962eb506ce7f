//! Fuzzes `quinta_fuzz::record`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| quinta_fuzz::record(data));
