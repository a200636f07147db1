//! Tables in CSV, as spreadsheets write them.

use std::io::Cursor;
use std::sync::Arc;

use crate::cli::files::count_lines;

/// A table with a header line.
pub(crate) struct Table {
    reader: csv::Reader<Cursor<Arc<[u8]>>>,
    text: Arc<[u8]>,
    /// In lower case.
    columns: Vec<String>,
    /// A byte, and the number of its line.
    counted: (usize, usize),
}

/// A line of a table, with as many fields as the first one.
pub(crate) struct Row<'t> {
    columns: &'t [String],
    record: csv::StringRecord,
}

impl Row<'_> {
    /// The value of a column, if the line has one.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        let column = self.columns.iter().position(|column| column == name)?;
        self.record.get(column).filter(|value| !value.is_empty())
    }
}

impl Table {
    /// Reads the header line, or all that is wrong with it. Spreadsheets of some languages write semicolons or tabs.
    pub(crate) fn open(text: &str, known: &[&str], required: &[&str]) -> Result<Self, Vec<String>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let header = text.split(['\n', '\r']).find(|line| !line.is_empty()).unwrap_or_default();
        let delimiter = [b',', b';', b'\t'].into_iter().find(|delimiter| header.contains(char::from(*delimiter)));
        let mut builder = csv::ReaderBuilder::new();
        builder.trim(csv::Trim::All).flexible(true).delimiter(delimiter.unwrap_or(b','));
        let text: Arc<[u8]> = text.as_bytes().into();
        let reader = builder.from_reader(Cursor::new(Arc::clone(&text)));
        let mut table = Self { reader, text, columns: Vec::new(), counted: (0, 1) };
        let line = table.next_line();
        match table.reader.headers() {
            Ok(headers) => table.columns = headers.iter().map(str::to_lowercase).collect(),
            Err(_) => return Err(vec![format!("line {line}: it is no CSV")]),
        }
        check_columns(line, &table.columns, known, required)?;
        Ok(table)
    }

    /// The next line that is not empty, with its number, or the sentence that says what is wrong.
    pub(crate) fn next_row(&mut self) -> Option<(usize, Result<Row<'_>, String>)> {
        let line = self.next_line();
        let mut record = csv::StringRecord::new();
        match self.reader.read_record(&mut record) {
            Ok(false) => None,
            Ok(true) if record.len() == self.columns.len() => Some((line, Ok(Row { columns: &self.columns, record }))),
            Ok(true) => {
                let (here, first) = (record.len(), self.columns.len());
                Some((line, Err(format!("it has {here} columns, and the first line has {first}"))))
            }
            // Other lengths are accepted, the text is UTF-8, and nothing is deserialized.
            Err(_) => Some((line, Err("it is no CSV".to_owned()))),
        }
    }

    /// The number of the line that is read next. The reader's own number is one short after CRLF and empty lines.
    fn next_line(&mut self) -> usize {
        let (counted, mut line) = self.counted;
        let bytes = &self.text;
        let mut start = usize::try_from(self.reader.position().byte()).unwrap_or(bytes.len()).min(bytes.len());
        start += bytes[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        line += count_lines(&bytes[counted..start]);
        self.counted = (start, line);
        line
    }
}

/// Checks that a table has the required columns and no unknown ones.
fn check_columns(line: usize, columns: &[String], known: &[&str], required: &[&str]) -> Result<(), Vec<String>> {
    let names = known.join(", ");
    let unknown = columns.iter().filter(|column| !known.contains(&column.as_str()));
    let mut problems: Vec<String> =
        unknown.map(|column| format!("line {line}: there is no column `{column}`; the columns are {names}")).collect();
    let missing = required.iter().filter(|name| !columns.iter().any(|column| column == *name));
    problems
        .extend(missing.map(|name| format!("line {line}: the column {name} is missing; the first line names {names}")));
    if columns.iter().enumerate().any(|(index, column)| columns[..index].contains(column)) {
        problems.push(format!("line {line}: a column is named twice"));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<(usize, Result<String, String>)> {
        let mut table = Table::open(text, &["a", "b"], &["a"]).expect("a table");
        let mut rows = Vec::new();
        while let Some((line, row)) = table.next_row() {
            let fields = |row: Row<'_>| format!("{}|{}", row.field("a").unwrap_or("-"), row.field("b").unwrap_or("-"));
            rows.push((line, row.map(fields)));
        }
        rows
    }

    #[test]
    fn lines_are_counted_as_an_editor_counts_them() {
        let short = Err("it has 1 columns, and the first line has 2".to_owned());
        for (ends, text) in [
            ("LF", "a,b\n1,2\n\n\n3\n\"4\n5\",6\n7,8\n"),
            ("CRLF", "a,b\r\n1,2\r\n\r\n\r\n3\r\n\"4\n5\",6\r\n7,8\r\n"),
            ("CR", "a,b\r1,2\r\r\r3\r\"4\n5\",6\r7,8"),
        ] {
            let expected = [
                (2, Ok("1|2".to_owned())),
                (5, short.clone()),
                (6, Ok("4\n5|6".to_owned())),
                (8, Ok("7|8".to_owned())),
            ];
            assert_eq!(rows(text), expected, "{ends}");
        }
        assert_eq!(rows("\u{feff}\r\n\r\nA;B\r\n1,5;2\r\n"), [(4, Ok("1,5|2".to_owned()))]);
        assert_eq!(rows("a\tb\n1\t2"), [(2, Ok("1|2".to_owned()))]);
        let problems = Table::open("\r\n\r\nx,a,a\r\n", &["a", "b"], &["b"]).err().expect("it is wrong");
        let sentences = [
            "line 3: there is no column `x`; the columns are a, b",
            "line 3: the column b is missing; the first line names a, b",
            "line 3: a column is named twice",
        ];
        assert_eq!(problems, sentences);
    }
}
