//! Fuzzes `quinta_fuzz::notation`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| quinta_fuzz::notation(data));
