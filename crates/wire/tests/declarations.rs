//! The TypeScript declarations in the repository are those of the types.
#[test]
fn wire_d_ts_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/wire.d.ts");
    let made = quinta_wire::typescript::declarations();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &made).expect("wire.d.ts can be written");
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == made, "wire.d.ts is old: run UPDATE=1 cargo test -p quinta-wire");
}
