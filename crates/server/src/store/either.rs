//! A connection to either database, and rows whose columns are named by their kinds.
use super::sql::{Statement, Value};
use super::{StoreError, postgres, sqlite};
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{ColumnIndex, Decode, Row, Type};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Number,
    Bytes,
    Flag,
}

/// A connection.
pub(super) enum Either {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// What a row has in columns of these kinds.
fn values<'r, R: Row>(row: &'r R, kinds: &[Kind]) -> Result<Vec<Value>, StoreError>
where
    usize: ColumnIndex<R>,
    String: Decode<'r, R::Database> + Type<R::Database>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
    Vec<u8>: Decode<'r, R::Database> + Type<R::Database>,
    bool: Decode<'r, R::Database> + Type<R::Database>,
{
    let read = |(column, kind): (usize, &Kind)| {
        Ok(match kind {
            Kind::Text => Value::Text(row.try_get(column)?),
            Kind::Number => Value::Number(row.try_get(column)?),
            Kind::Bytes => Value::Bytes(row.try_get(column)?),
            Kind::Flag => Value::Flag(row.try_get(column)?),
        })
    };
    kinds.iter().enumerate().map(read).collect()
}

impl Either {
    /// The rows that a statement selects, with columns of these kinds.
    pub(super) async fn fetch(
        &mut self,
        statement: &Statement,
        kinds: &[Kind],
    ) -> Result<Vec<Vec<Value>>, StoreError> {
        match self {
            Self::Sqlite(connection) => {
                let rows = statement.query::<sqlx::Sqlite>().fetch_all(connection).await?;
                rows.iter().map(|row| values(row, kinds)).collect()
            }
            Self::Postgres(connection) => {
                let rows = statement.query::<sqlx::Postgres>().fetch_all(connection).await?;
                rows.iter().map(|row| values(row, kinds)).collect()
            }
        }
    }

    /// Executes statements in one transaction.
    pub(super) async fn execute(&mut self, statements: &[Statement]) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(connection) => sqlite::execute(connection, statements).await,
            Self::Postgres(connection) => postgres::execute(connection, statements).await,
        }
    }
}
