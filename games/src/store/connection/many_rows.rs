//! Inserts many rows in the fastest way of each engine.

use std::fmt::Write as _;

use sqlx::PgConnection;

use crate::store::connection::engine::Arg;

/// Maximum number of values in one insert, because SQLite has a limit. One statement per row would take ten times as
/// long.
const VALUES: usize = 2_000;

/// SQLite: several rows per statement.
pub fn inserts(
    table: &'static str,
    columns: &'static str,
    rows: Vec<Vec<Arg>>,
) -> impl Iterator<Item = (String, Vec<Arg>)> {
    let width = columns.split(',').count();
    let at_once = (VALUES / width).max(1);
    let mut rows = rows.into_iter();
    std::iter::from_fn(move || {
        let count = rows.len().min(at_once);
        (count > 0).then(|| (statement(table, columns, width, count), rows.by_ref().take(count).flatten().collect()))
    })
}

fn statement(table: &str, columns: &str, width: usize, rows: usize) -> String {
    let mut sql = format!("insert into {table} ({columns}) values ");
    for value in 0..rows * width {
        // Unnumbered: SQLite looks up each numbered placeholder among all others, which takes a millisecond for a
        // thousand.
        sql.push_str(match (value % width, value) {
            (0, 0) => "(?",
            (0, _) => "), (?",
            _ => ", ?",
        });
    }
    sql.push(')');
    sql
}

/// PostgreSQL: `copy … from stdin`, in its text format.
pub async fn copy_in(
    connection: &mut PgConnection,
    table: &'static str,
    columns: &'static str,
    rows: Vec<Vec<Arg>>,
) -> sqlx::Result<()> {
    let mut lines = String::new();
    for row in rows {
        for (column, value) in row.into_iter().enumerate() {
            if column > 0 {
                lines.push('\t');
            }
            push_value(&mut lines, value);
        }
        lines.push('\n');
    }
    let mut copy = connection.copy_in_raw(&format!("copy {table} ({columns}) from stdin")).await?;
    match copy.send(lines.as_bytes()).await {
        Ok(_) => copy.finish().await.map(drop),
        Err(error) => {
            // The first error is returned.
            let _ = copy.abort("the connection failed").await;
            Err(error)
        }
    }
}

fn push_value(lines: &mut String, value: Arg) {
    match value {
        Arg::Int(None) | Arg::Text(None) => lines.push_str("\\N"),
        Arg::Int(Some(number)) => {
            let _ = write!(lines, "{number}");
        }
        Arg::Text(Some(text)) => push_text(lines, &text),
        Arg::Table(rows) => push_text(lines, &rows.to_string()),
    }
}

fn push_text(lines: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '\\' => lines.push_str("\\\\"),
            '\t' => lines.push_str("\\t"),
            '\n' => lines.push_str("\\n"),
            '\r' => lines.push_str("\\r"),
            // PostgreSQL texts cannot contain NUL.
            '\0' => lines.push('\u{fffd}'),
            c => lines.push(c),
        }
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn a_text_stays_in_its_column_and_is_not_read_as_null() {
        let mut line = String::new();
        for value in [Arg::from("a\tb\nc\\N\r"), Arg::from("\\N"), Arg::Text(None), Arg::Int(Some(-7)), Arg::from("")] {
            push_value(&mut line, value);
            line.push('|');
        }
        assert_eq!(line, "a\\tb\\nc\\\\N\\r|\\\\N|\\N|-7||");
    }

    #[test]
    fn an_insert_has_a_place_for_each_value() {
        assert_eq!(statement("seat", "a, b", 2, 2), "insert into seat (a, b) values (?, ?), (?, ?)");
    }
}
