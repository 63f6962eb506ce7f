//! Statements that both databases understand, and the values that they take and return.
use sqlx::database::Database;
use sqlx::postgres::PgRow;
use sqlx::query::Query;
use sqlx::sqlite::SqliteRow;
use sqlx::{Encode, FromRow, Type};
use std::borrow::Cow;

/// The value of a column.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Value {
    Text(String),
    Number(i64),
    Bytes(Vec<u8>),
    Flag(bool),
}

macro_rules! value_from {
    ($($from:ty => |$value:ident| $into:expr),* $(,)?) => {
        $(impl From<$from> for Value {
            fn from($value: $from) -> Self {
                $into
            }
        })*
    };
}

value_from! {
    &str => |text| Self::Text(text.to_owned()),
    &String => |text| Self::Text(text.clone()),
    String => |text| Self::Text(text),
    u32 => |number| Self::Number(i64::from(number)),
    u64 => |number| Self::Number(number as i64),
    Vec<u8> => |bytes| Self::Bytes(bytes),
    bool => |flag| Self::Flag(flag),
}

/// A statement, in which `$1` stands for the first of its values.
#[derive(Debug)]
pub(super) struct Statement {
    pub(super) text: Cow<'static, str>,
    pub(super) values: Vec<Value>,
}

/// A statement with these values.
macro_rules! sql {
    ($text:expr $(, $value:expr)* $(,)?) => {
        $crate::store::sql::Statement {
            text: $text.into(),
            values: vec![$($crate::store::sql::Value::from($value)),*],
        }
    };
}
pub(super) use sql;

impl Statement {
    /// The query for one of the databases.
    pub(super) fn query<'q, DB: Database>(&'q self) -> Query<'q, DB, DB::Arguments<'q>>
    where
        &'q str: Encode<'q, DB> + Type<DB>,
        &'q [u8]: Encode<'q, DB> + Type<DB>,
        i64: Encode<'q, DB> + Type<DB>,
        bool: Encode<'q, DB> + Type<DB>,
    {
        self.values.iter().fold(sqlx::query(&self.text), |query, value| match value {
            Value::Text(text) => query.bind(text.as_str()),
            Value::Number(number) => query.bind(*number),
            Value::Bytes(bytes) => query.bind(bytes.as_slice()),
            Value::Flag(flag) => query.bind(*flag),
        })
    }
}

/// A tuple that is read from a row of either database.
pub(super) trait Columns:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send
{
}

impl<T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send> Columns for T {}
