//! What a record tells of its luck, changed field by field: nothing panics, and what is changed is not believed.
use quinta_record::{Record, verify};
use quinta_table::{Known, Proof, prove};
use serde_json::{Value, json};

fn record(name: &str) -> Value {
    let path = format!("{}/tests/logs/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn a_field_that_is_changed_is_noticed() {
    let strange = || {
        let texts = ["", "zz", "7", "é", "\u{202e}", "tab-", &"0".repeat(64), &"F".repeat(64)];
        let texts = texts.map(|text| json!(text)).into_iter();
        texts.chain([
            Value::Null,
            json!(true),
            json!(false),
            json!(0),
            json!(-1),
            json!(u64::MAX),
            json!(1.5e300),
            json!([]),
            json!(["", ""]),
            json!([[], {}]),
            json!(["0g", "00"]),
            json!(["00", "00", "00"]),
            json!(vec!["00"; 99]),
            json!({}),
            json!({ "seed": "7" }),
        ])
    };
    let mut tried = 0;
    for name in ["v1/records/two-front", "v2/records/handed-two", "v1/records/undo-free-fresh-luck"]
    {
        let real = record(name);
        let read = |record: &Value| Record::from_json(record.to_string()).unwrap();
        let replay = verify(&read(&real)).unwrap();
        let proven =
            |record: &Value, now| prove(&read(record), &replay, &Known { commitment: None, now });
        let truth = proven(&real, 0).unwrap();
        let Proof::Kept(promise) = truth else { panic!("{truth}") };
        let fields = real["fair"].as_object().unwrap().keys().map(String::as_str);
        let fields = fields.chain(["in_tab", "sealed_until", "version", "deal_seed", "luck"]);
        for field in fields {
            for value in strange() {
                let mut changed = real.clone();
                changed["fair"][field] = value.clone();
                let what = format!("{name}: {field}: {value}");
                tried += 1;
                match proven(&changed, 0) {
                    Ok(Proof::Kept(told)) => {
                        assert_eq!(told.commitment, promise.commitment, "{what}");
                        // What only lowers what is claimed is told; luck that was fresh is checked against nothing.
                        let same = told == promise;
                        let lowered = told.in_tab || told.fresh_luck;
                        let other =
                            ["sealed_until", "version", "deal_seed", "first_by_lot", "in_tab"];
                        assert!(
                            lowered || same && other.contains(&field) || changed == real,
                            "{what}: {told:?}"
                        );
                    }
                    Ok(proof) => panic!("{what}: {proof}"),
                    Err(why) => assert!(!why.to_string().is_empty()),
                }
                // The same where the seed is kept back.
                changed["fair"].as_object_mut().unwrap().remove("seed");
                for now in [0, u64::MAX] {
                    if let Ok(proof) = proven(&changed, now) {
                        let sealed = matches!(proof, Proof::Sealed(_, until) if until > now);
                        assert!(sealed, "{what}: {proof}");
                    }
                }
            }
        }
        let mut changed = real.clone();
        for value in strange() {
            changed["fair"] = value;
            let proof = proven(&changed, 0);
            assert!(matches!(proof, Ok(Proof::Untold) | Err(_)), "{proof:?}");
        }
    }
    assert!(tried > 500, "{tried}");
}
