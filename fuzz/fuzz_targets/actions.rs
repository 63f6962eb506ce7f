//! Fuzzes `quinta_fuzz::actions`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| quinta_fuzz::actions(data));
