//! Rows as JSON, so that any number of them is one value of a statement.

use serde_json::Value;

use crate::store::connection::engine::{Arg, args};
use crate::store::connection::pool::{Connection, Row};

/// A row as a JSON object, keyed by column.
#[macro_export]
macro_rules! row {
    ($($name:ident: $value:expr),* $(,)?) => {
        serde_json::Value::Object([$((stringify!($name).to_owned(), $crate::store::connection::engine::Arg::from($value).into_json())),*].into_iter().collect())
    };
}

/// A value of a JSON row, cast to the type of its column.
#[macro_export]
macro_rules! value {
    (int $name:ident) => {
        concat!("cast(value ->> '", stringify!($name), "' as bigint)")
    };
    (user $name:ident) => {
        $crate::store::write::json_rows::value!(int $name)
    };
    (text $name:ident) => {
        concat!("value ->> '", stringify!($name), "'")
    };
    (users $name:ident) => {
        $crate::store::write::json_rows::value!(text $name)
    };
}

#[macro_export]
macro_rules! insert {
    ($table:literal, $rows:literal, $only:literal, $first_type:ident $first:ident $(, $type:ident $name:ident)*) => {
        concat!(
            "insert into ", $table, " (", stringify!($first), $(", ", stringify!($name),)* ") select ",
            $crate::store::write::json_rows::value!($first_type $first), $(", ", $crate::store::write::json_rows::value!($type $name),)* " from jsonb_each(", $rows, ")", $only
        )
    };
}

pub use crate::{insert, row, value};

/// Runs one statement with these rows; does nothing without rows.
pub async fn insert_rows(connection: &mut Connection, sql: &'static str, rows: Vec<Value>) -> sqlx::Result<Vec<Row>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    connection.run(sql, args![Arg::table(rows)]).await
}
