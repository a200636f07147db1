//! Output of commands. Standard output may be closed or full at any line, and texts may be user input.

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use crate::cli::Failure;
use crate::cli::log::journal;

pub(crate) fn print(line: impl Display) -> Result<(), Failure> {
    writeln!(io::stdout().lock(), "{line}").map_err(not_written)
}

/// Buffered standard output for many lines, because a line at a time takes a system call each.
pub(crate) struct Printer(BufWriter<StdoutLock<'static>>);

impl Printer {
    pub(crate) fn new() -> Self {
        Self(BufWriter::with_capacity(64 * 1024, io::stdout().lock()))
    }
    pub(crate) fn print(&mut self, line: impl Display) -> Result<(), Failure> {
        writeln!(self.0, "{line}").map_err(not_written)
    }
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.0.flush().map_err(not_written)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` gives")]
fn not_written(error: io::Error) -> Failure {
    match error.kind() {
        ErrorKind::BrokenPipe => Failure::OutputClosed,
        _ => Failure::Other(anyhow::anyhow!("writing to standard output: {error}")),
    }
}

/// Prints a sentence on standard error. Write errors are ignored.
pub(crate) fn print_error(sentence: &str) {
    let priority = if journal::is_stderr() { journal::ERROR } else { "" };
    let _ = writeln!(io::stderr().lock(), "{priority}sumito: {}", one_line(sentence));
}

/// Prints a line on standard error that names its place in a file. Write errors are ignored.
pub(crate) fn print_warning(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", one_line(line));
}

/// Removes characters that move the cursor, change colors or override the writing direction.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => line.push(' '),
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                line.extend(c.escape_unicode());
            }
            c if c.is_control() => line.extend(c.escape_default()),
            c => line.push(c),
        }
    }
    line
}

/// Shows the progress of a command on a terminal; `set_message` updates it. Elsewhere nothing is shown.
pub(crate) fn progress(what: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {prefix} {msg} {elapsed}").expect("it is a template");
    let bar = ProgressBar::new_spinner().with_style(style).with_prefix(what).with_finish(ProgressFinish::AndClear);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stranger_s_text_stays_text() {
        assert_eq!(one_line("move 1, `\u{1b}[31ma1\n`: é ü"), "move 1, `\\u{1b}[31ma1 `: é ü");
        assert_eq!(one_line("a\u{202e}b\r"), "a\\u{202e}b\\r");
    }
}
