//! The tables that both databases have, and the checksum by which they are compared.
use crate::store::either::Kind;
use crate::store::sql::{Statement, Value};
use quinta_wire::hex;
use sha2::{Digest, Sha256};

/// A table. The first columns are its key, by which it is ordered; texts are ordered by their bytes.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) columns: &'static [(&'static str, Kind)],
    pub(super) keys: usize,
}

/// All tables.
pub(super) const TABLES: [Table; 9] = [
    Table { name: "secrets", columns: &[("name", Kind::Text), ("value", Kind::Bytes)], keys: 1 },
    Table {
        name: "events",
        columns: &[("game", Kind::Text), ("number", Kind::Number), ("entry", Kind::Text)],
        keys: 2,
    },
    Table {
        name: "archived",
        columns: &[("game", Kind::Text), ("events", Kind::Number), ("log", Kind::Bytes)],
        keys: 1,
    },
    Table {
        name: "games",
        columns: &[
            ("game", Kind::Text),
            ("stage", Kind::Text),
            ("open", Kind::Flag),
            ("updated", Kind::Number),
            ("lobby", Kind::Text),
            ("maker", Kind::Text),
            ("opening", Kind::Text),
            ("resume", Kind::Flag),
            ("owner", Kind::Text),
            ("address", Kind::Text),
            ("warned", Kind::Number),
        ],
        keys: 1,
    },
    Table { name: "people", columns: &[("who", Kind::Text), ("game", Kind::Text)], keys: 2 },
    Table {
        name: "subscriptions",
        columns: &[
            ("endpoint", Kind::Text),
            ("who", Kind::Text),
            ("p256dh", Kind::Bytes),
            ("auth", Kind::Bytes),
            ("language", Kind::Text),
            ("time", Kind::Number),
        ],
        keys: 1,
    },
    Table {
        name: "guests",
        columns: &[
            ("who", Kind::Text),
            ("name", Kind::Text),
            ("language", Kind::Text),
            ("changed", Kind::Number),
        ],
        keys: 1,
    },
    Table { name: "runs", columns: &[("began", Kind::Number), ("seen", Kind::Number)], keys: 1 },
    Table {
        name: "reviews",
        columns: &[("id", Kind::Text), ("review", Kind::Text), ("time", Kind::Number)],
        keys: 1,
    },
];

impl Table {
    /// The key of a row.
    pub(super) fn key<'a>(&self, row: &'a [Value]) -> &'a [Value] {
        &row[..self.keys]
    }

    fn names(&self, count: usize) -> String {
        let names: Vec<_> = self.columns[..count].iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }

    /// Selects rows in the order of their keys: those after one key, up to another, so many.
    pub(super) fn select(
        &self,
        after: Option<&[Value]>,
        until: Option<&[Value]>,
        most: Option<usize>,
    ) -> Statement {
        let keys = self.names(self.keys);
        let (mut bounds, mut values) = (Vec::new(), Vec::new());
        for (compare, bound) in [(">", after), ("<=", until)] {
            if let Some(bound) = bound {
                let places = places(1 + values.len(), self.keys);
                bounds.push(format!("({keys}) {compare} ({places})"));
                values.extend_from_slice(bound);
            }
        }
        let bounds = if bounds.is_empty() {
            String::new()
        } else {
            format!(" WHERE {}", bounds.join(" AND "))
        };
        let most = most.map_or(String::new(), |most| format!(" LIMIT {most}"));
        let columns = self.names(self.columns.len());
        let text = format!("SELECT {columns} FROM {}{bounds} ORDER BY {keys}{most}", self.name);
        Statement { text: text.into(), values }
    }

    /// Inserts rows, in the place of those that have their keys.
    pub(super) fn put(&self, rows: &[&Vec<Value>]) -> Statement {
        let width = self.columns.len();
        let tuples: Vec<_> =
            (0..rows.len()).map(|row| format!("({})", places(1 + row * width, width))).collect();
        let rest = &self.columns[self.keys..];
        let changes: Vec<_> =
            rest.iter().map(|(name, _)| format!("{name} = excluded.{name}")).collect();
        let then = if changes.is_empty() {
            "NOTHING".to_owned()
        } else {
            format!("UPDATE SET {}", changes.join(", "))
        };
        let text = format!(
            "INSERT INTO {} ({}) VALUES {} ON CONFLICT ({}) DO {then}",
            self.name,
            self.names(width),
            tuples.join(", "),
            self.names(self.keys),
        );
        Statement { text: text.into(), values: rows.iter().copied().flatten().cloned().collect() }
    }

    /// Deletes the row of a key.
    pub(super) fn delete(&self, key: &[Value]) -> Statement {
        let places = places(1, self.keys);
        let text =
            format!("DELETE FROM {} WHERE ({}) = ({places})", self.name, self.names(self.keys));
        Statement { text: text.into(), values: key.to_vec() }
    }
}

/// The places of so many values in a statement.
fn places(first: usize, count: usize) -> String {
    let places: Vec<_> = (first..first + count).map(|place| format!("${place}")).collect();
    places.join(", ")
}

/// The number of rows, and a hash of them in the order in which they come.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) rows: u64,
    hash: Sha256,
}

impl Sum {
    /// Adds a row. Each value tells its kind and its length, so that no two rows look alike.
    pub(super) fn add(&mut self, row: &[Value]) {
        self.rows += 1;
        for value in row {
            let (kind, bytes) = match value {
                Value::Text(text) => (b't', text.as_bytes().to_vec()),
                Value::Number(number) => (b'n', number.to_le_bytes().to_vec()),
                Value::Bytes(bytes) => (b'b', bytes.clone()),
                Value::Flag(flag) => (b'f', vec![u8::from(*flag)]),
            };
            self.hash.update([kind]);
            self.hash.update((bytes.len() as u64).to_le_bytes());
            self.hash.update(bytes);
        }
    }

    /// The number of rows, and the hash.
    pub(super) fn end(self) -> (u64, String) {
        (self.rows, hex::write(&self.hash.finalize()))
    }
}
