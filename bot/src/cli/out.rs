//! What a command prints. Standard output may be closed or full at any line, and what is printed may come from a stranger.

use std::fmt::Display;
use std::io;
use std::io::{BufWriter, ErrorKind, IsTerminal as _, StdoutLock, Write as _};
use std::time::{Duration, Instant};

use crate::cli::Failure;

/// Prints a line to standard output.
pub(crate) fn print(line: impl Display) -> Result<(), Failure> {
    writeln!(io::stdout().lock(), "{line}").map_err(not_written)
}

/// Standard output for many lines, written in large pieces: a line at a time takes a system call each.
pub(crate) struct Printer(BufWriter<StdoutLock<'static>>);

impl Printer {
    pub(crate) fn new() -> Self {
        Self(BufWriter::with_capacity(64 * 1024, io::stdout().lock()))
    }
    /// Prints a line, now or later.
    pub(crate) fn print(&mut self, line: impl Display) -> Result<(), Failure> {
        writeln!(self.0, "{line}").map_err(not_written)
    }
    /// Writes what is left.
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

/// Prints a sentence on standard error. Errors of writing are ignored.
pub(crate) fn print_error(sentence: &str) {
    let _ = writeln!(io::stderr().lock(), "sumito: {}", one_line(sentence));
}

/// Prints a line on standard error that names its place in a file. Errors of writing are ignored.
pub(crate) fn print_warning(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", one_line(line));
}

/// The text without what moves the cursor, changes colors or turns the direction of writing around.
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

/// How long a command may be silent.
const SILENCE: Duration = Duration::from_secs(2);

/// How often the line of a progress is written anew.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);

/// Says on a terminal how far a command has come, if it takes longer than a moment.
pub(crate) struct Progress {
    what: &'static str,
    began: Instant,
    shown_at: Option<Instant>,
}

impl Progress {
    pub(crate) fn new(what: &'static str) -> Self {
        Self { what, began: Instant::now(), shown_at: None }
    }

    /// So many are done.
    pub(crate) fn show(&mut self, done: u64) {
        self.show_line(|what| format!("{done} {what}"));
    }

    /// So many of all are done, and this part, such as a table, is being worked on.
    pub(crate) fn show_part(&mut self, part: &str, done: u64, of: u64) {
        self.show_line(|what| format!("{} {done} of {of} {what}, {part}", bar(done, of)));
    }

    fn show_line(&mut self, line: impl FnOnce(&str) -> String) {
        let is_due = match self.shown_at {
            None => self.began.elapsed() >= SILENCE,
            Some(at) => at.elapsed() >= PROGRESS_INTERVAL,
        };
        if is_due && io::stderr().is_terminal() {
            let seconds = self.began.elapsed().as_secs();
            // What stood there before may have been longer.
            let _ = write!(io::stderr().lock(), "\r{}, {seconds} s \x1b[K", line(self.what));
            self.shown_at = Some(Instant::now());
        }
    }

    /// Leaves the line to what comes next.
    pub(crate) fn finish(&self) {
        if self.shown_at.is_some() {
            let _ = writeln!(io::stderr().lock());
        }
    }
}

/// `[#####.....]`: a half.
fn bar(done: u64, of: u64) -> String {
    const WIDTH: usize = 20;
    let full = (done.min(of) * WIDTH as u64).checked_div(of).unwrap_or(0) as usize;
    format!("[{}{}]", "#".repeat(full), ".".repeat(WIDTH - full))
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn a_stranger_s_text_stays_text() {
        assert_eq!(one_line("move 1, `\u{1b}[31ma1\n`: é ü"), "move 1, `\\u{1b}[31ma1 `: é ü");
        assert_eq!(one_line("a\u{202e}b\r"), "a\\u{202e}b\\r");
    }

    #[test]
    fn a_bar_is_as_full_as_the_work_is_done() {
        assert_eq!(bar(0, 0), "[....................]");
        assert_eq!(bar(1, 2), "[##########..........]");
        assert_eq!(bar(9, 9), "[####################]");
    }
}
