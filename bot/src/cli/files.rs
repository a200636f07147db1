//! Files that people write by hand or in a spreadsheet, read line by line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::cli::Failure;

/// What UTF-8 files of some programs begin with.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// A sentence about a file.
pub(crate) fn problem(file: &Path, problem: &str) -> Failure {
    Failure::Input(format!("{}: {problem}", file.display()))
}

/// Bytes of the longest line, and of the largest game.
pub(crate) const LARGEST: usize = 64 * 1024 * 1024;

/// A file, or standard input for `-`.
pub(crate) fn open(file: &Path) -> Result<Box<dyn BufRead>, Failure> {
    let opened: io::Result<Box<dyn Read>> = if file == Path::new("-") {
        Ok(Box::new(io::stdin()))
    } else {
        File::open(file).map(|file| Box::new(file) as _)
    };
    let opened = opened.map_err(|error| problem(file, &error.to_string()))?;
    Ok(Box::new(BufReader::new(opened)))
}

/// The lines of a file with their ends, or why one cannot be read.
pub(crate) fn lines(mut source: Box<dyn BufRead>) -> impl Iterator<Item = Result<String, String>> {
    let mut number = 0_usize;
    std::iter::from_fn(move || {
        let mut bytes = Vec::new();
        number += 1;
        match (&mut source).take(LARGEST as u64 + 1).read_until(b'\n', &mut bytes) {
            Err(error) => return Some(Err(error.to_string())),
            Ok(0) => return None,
            Ok(length) if length > LARGEST => return Some(Err(format!("line {number} is larger than 64 MiB"))),
            Ok(_) => {}
        }
        if number == 1 && bytes.starts_with(BOM) {
            bytes.drain(..BOM.len());
        }
        Some(String::from_utf8(bytes).map_err(|_| format!("line {number} is no UTF-8 text")))
    })
}

/// The columns of a table, in lower case.
pub(crate) fn columns(reader: &mut csv::Reader<Box<dyn BufRead>>) -> Result<Vec<String>, String> {
    let headers = reader.headers().map_err(|error| format!("line 1: {}", table_problem(&error)))?;
    Ok(headers.iter().map(str::to_lowercase).collect())
}

/// The value of a column, if the line has one.
pub(crate) fn field<'r>(columns: &[String], record: &'r csv::StringRecord, name: &str) -> Option<&'r str> {
    let column = columns.iter().position(|column| column == name)?;
    record.get(column).filter(|value| !value.is_empty())
}

/// Refuses a line that has more or fewer columns than the first.
pub(crate) fn check_length(columns: &[String], record: &csv::StringRecord) -> Result<(), String> {
    if record.len() == columns.len() {
        return Ok(());
    }
    Err(format!("it has {} columns, and the first line has {}", record.len(), columns.len()))
}

/// A table in CSV with a line of columns. Spreadsheets of some languages write semicolons.
pub(crate) fn table(mut source: Box<dyn BufRead>) -> io::Result<csv::Reader<Box<dyn BufRead>>> {
    if source.fill_buf()?.starts_with(BOM) {
        source.consume(BOM.len());
    }
    let first = source.fill_buf()?;
    let header = first.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let delimiter = if header.contains(&b';') && !header.contains(&b',') { b';' } else { b',' };
    let mut builder = csv::ReaderBuilder::new();
    Ok(builder.trim(csv::Trim::All).flexible(true).delimiter(delimiter).from_reader(source))
}

/// Why a line of a table cannot be read, without its number.
pub(crate) fn table_problem(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Utf8 { .. } => "it is no UTF-8 text".to_owned(),
        csv::ErrorKind::Io(error) => error.to_string(),
        // Lines of other lengths are read, and nothing is deserialized.
        _ => "it is no CSV".to_owned(),
    }
}

/// Columns of a table that it must have, and may not have.
pub(crate) fn check_columns(columns: &[String], known: &[&str], required: &[&str]) -> Result<(), Vec<String>> {
    let names = known.join(", ");
    let unknown = columns.iter().filter(|column| !known.contains(&column.as_str()));
    let mut problems: Vec<String> =
        unknown.map(|column| format!("line 1: there is no column `{column}`; the columns are {names}")).collect();
    let missing = required.iter().filter(|name| !columns.iter().any(|column| column == *name));
    problems.extend(missing.map(|name| format!("line 1: the column {name} is missing; the first line names {names}")));
    if columns.iter().enumerate().any(|(index, column)| columns[..index].contains(column)) {
        problems.push("line 1: a column is named twice".to_owned());
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn source(bytes: &[u8]) -> Box<dyn BufRead> {
        Box::new(Cursor::new(bytes.to_vec()))
    }

    #[test]
    fn lines_come_without_the_mark_and_with_what_is_wrong() {
        let read: Vec<_> = lines(source(b"\xef\xbb\xbfa\r\nb\n\xff\n")).collect();
        assert_eq!(read, [Ok("a\r\n".to_owned()), Ok("b\n".to_owned()), Err("line 3 is no UTF-8 text".to_owned())]);
        let long: Vec<_> = lines(source(&vec![b'a'; LARGEST + 9])).take(1).collect();
        assert_eq!(long, [Err("line 1 is larger than 64 MiB".to_owned())]);
    }
}
