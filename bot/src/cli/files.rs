//! Handwritten files and those of other programs.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::cli::Failure;
use crate::cli::out::print_warning;

/// The byte order mark at the beginning of some programs' UTF-8 files.
const BOM: &[u8] = b"\xef\xbb\xbf";

pub(crate) fn problem(file: &Path, problem: &str) -> Failure {
    Failure::Input(format!("{}: {problem}", file.display()))
}

/// Limit of the longest line, and of the largest game, in bytes.
pub(crate) const LARGEST: usize = 64 * 1024 * 1024;

/// Opens a file, or standard input for `-`.
pub(crate) fn open(file: &Path) -> Result<Box<dyn BufRead>, Failure> {
    let source: io::Result<Box<dyn Read>> = if file == Path::new("-") {
        Ok(Box::new(io::stdin()))
    } else {
        File::open(file).map(|file| Box::new(file) as _)
    };
    let source = source.map_err(|error| problem(file, &error.to_string()))?;
    Ok(Box::new(BufReader::new(source)))
}

/// The lines of a file with their line breaks, or the error of one.
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

/// Reads a whole file.
pub(crate) fn read_bytes(file: &Path, most: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = open(file)?.take(most as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| problem(file, &error.to_string()))?;
    if bytes.len() > most {
        return Err(problem(file, &format!("larger than {} MiB: split it", most / 1024 / 1024)));
    }
    Ok(bytes)
}

/// Reads a whole file of another program. If it is no UTF-8, a warning says in which encoding it is read.
pub(crate) fn read_text(file: &Path, most: usize) -> Result<String, Failure> {
    let (text, foreign_line) = decode(read_bytes(file, most)?).map_err(|cause| problem(file, &cause))?;
    if let Some(line) = foreign_line {
        let name = file.display();
        print_warning(&format!("{name}: line {line} is no UTF-8 text; the file is read as Windows-1252 (Latin-1)"));
    }
    Ok(text)
}

/// Characters of Windows-1252 in place of the control characters 80 to 9F of Latin-1; `-` stands for itself.
const WINDOWS_1252: &str = "€-‚ƒ„…†‡ˆ‰Š‹Œ-Ž--‘’“”•–—˜™š›œ-žŸ";

/// The text of a file, and its first line that is no UTF-8. The common encodings of western programs take its place.
fn decode(bytes: Vec<u8>) -> Result<(String, Option<usize>), String> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err("it is UTF-16; save it as UTF-8".to_owned());
    }
    let error = match String::from_utf8(bytes) {
        Ok(text) => return Ok((text, None)),
        Err(error) => error,
    };
    let bytes = error.as_bytes();
    let letter = |byte: &u8| match byte {
        0x80..=0x9f => {
            let letter = WINDOWS_1252.chars().nth(usize::from(byte - 0x80));
            letter.filter(|letter| *letter != '-').unwrap_or(char::from(*byte))
        }
        _ => char::from(*byte),
    };
    let line = count_lines(&bytes[..error.utf8_error().valid_up_to()]) + 1;
    Ok((bytes.iter().map(letter).collect(), Some(line)))
}

/// The number of line breaks: LF, CRLF or CR.
pub(crate) fn count_lines(bytes: &[u8]) -> usize {
    let next = bytes.iter().skip(1).map(Some).chain([None]);
    bytes.iter().zip(next).filter(|(byte, next)| **byte == b'\n' || **byte == b'\r' && *next != Some(&b'\n')).count()
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

    #[test]
    fn text_that_is_no_utf_8_is_read_as_windows_1252() {
        let read = |bytes: &[u8]| decode(bytes.to_vec());
        assert_eq!(read("é\n".as_bytes()), Ok(("é\n".to_owned(), None)));
        assert_eq!(read(b"a\r\n\r\nMu\xf1oz \x80\x9c\x81"), Ok(("a\r\n\r\nMuñoz €œ\u{81}".to_owned(), Some(3))));
        assert_eq!(read(b"\xff\xfea\0"), Err("it is UTF-16; save it as UTF-8".to_owned()));
        assert_eq!(WINDOWS_1252.chars().count(), 32);
    }
}
