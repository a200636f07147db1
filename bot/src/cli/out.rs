//! What a command prints. Standard output may be closed or full at any line, and what is printed may come from a stranger.

use std::fmt::Display;
use std::io;
use std::io::{BufWriter, ErrorKind, IsTerminal as _, Stderr, StdoutLock, Write};
use std::pin::pin;
use std::time::{Duration, Instant};

use crate::cli::Failure;
use crate::cli::log::journal;

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
    let priority = if journal::is_stderr() { journal::ERROR } else { "" };
    let _ = writeln!(io::stderr().lock(), "{priority}sumito: {}", one_line(sentence));
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

/// Says how far a command has come, if it takes longer than a moment: again and again on a terminal, and elsewhere once at its end.
pub(crate) struct Progress<W: Write = Stderr> {
    what: &'static str,
    began: Instant,
    silence: Duration,
    shown_at: Option<Instant>,
    out: W,
    is_terminal: bool,
}

impl Progress {
    pub(crate) fn new(what: &'static str) -> Self {
        let is_terminal = io::stderr().is_terminal();
        Self { what, began: Instant::now(), silence: SILENCE, shown_at: None, out: io::stderr(), is_terminal }
    }
}

impl<W: Write> Progress<W> {
    /// So many are done.
    pub(crate) fn show(&mut self, done: u64) {
        self.show_line(|what| format!("{done} {what}"));
    }

    /// So many of all are done.
    pub(crate) fn show_of(&mut self, done: u64, of: u64) {
        self.show_line(|what| format!("{} {done} of {of} {what}", bar(done, of)));
    }

    /// So many of all are done, and this part, such as a table, is being worked on.
    pub(crate) fn show_part(&mut self, part: &str, done: u64, of: u64) {
        self.show_line(|what| format!("{} {done} of {of} {what}, {part}", bar(done, of)));
    }

    /// Does work that tells nothing of itself, and shows meanwhile that it goes on.
    pub(crate) async fn watch<T>(self, work: impl Future<Output = T>) -> T {
        self.watch_line(str::to_owned, work).await
    }

    /// The same, with what is known from elsewhere of how far it is.
    pub(crate) async fn watch_line<T>(mut self, line: impl Fn(&str) -> String, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            if let Ok(done) = tokio::time::timeout(PROGRESS_INTERVAL, &mut work).await {
                self.finish();
                return done;
            }
            self.show_line(&line);
        }
    }

    /// Prints a line on standard error that names its place in a file, where the progress stood.
    pub(crate) fn warn(&mut self, line: &str) {
        if self.is_terminal && self.shown_at.is_some() {
            let _ = write!(self.out, "\r\x1b[K");
        }
        let _ = writeln!(self.out, "{}", one_line(line));
    }

    fn show_line(&mut self, line: impl FnOnce(&str) -> String) {
        let is_due = match self.shown_at {
            None => self.began.elapsed() >= self.silence,
            Some(at) => at.elapsed() >= PROGRESS_INTERVAL,
        };
        if is_due && self.is_terminal {
            let seconds = self.began.elapsed().as_secs();
            // What stood there before may have been longer.
            let _ = write!(self.out, "\r{}, {seconds} s \x1b[K", line(self.what));
            let _ = self.out.flush();
            self.shown_at = Some(Instant::now());
        }
    }

    /// Leaves the line to what comes next. Where there is no terminal, one line says what has taken so long.
    pub(crate) fn finish(&mut self) {
        if self.shown_at.take().is_some() {
            let _ = writeln!(self.out);
        } else if !self.is_terminal && self.began.elapsed() >= self.silence {
            let _ = writeln!(self.out, "{}, {} s", self.what, self.began.elapsed().as_secs());
        }
    }
}

/// A mistake that ends the work is told on a line of its own.
impl<W: Write> Drop for Progress<W> {
    fn drop(&mut self) {
        if self.shown_at.is_some() {
            let _ = writeln!(self.out);
        }
    }
}

/// How much of a file is written.
pub(crate) fn written(bytes: u64, of: u64) -> String {
    const MB: u64 = 1_000_000;
    format!("{} {} of {} MB", bar(bytes, of), bytes / MB, of.div_ceil(MB))
}

/// `[#####.....]`: a half.
fn bar(done: u64, of: u64) -> String {
    const WIDTH: usize = 20;
    let full = (done.min(of) * WIDTH as u64).checked_div(of).unwrap_or(0) as usize;
    format!("[{}{}]", "#".repeat(full), ".".repeat(WIDTH - full))
}

#[cfg(test)]
mod tests {
    use tokio::sync::Notify;

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
        assert_eq!(written(120_400_000, 300_000_001), "[########............] 120 of 301 MB");
    }

    /// A progress of work that may be silent for so long.
    fn progress(silence: Duration, is_terminal: bool) -> Progress<Vec<u8>> {
        Progress { what: "checking", began: Instant::now(), silence, shown_at: None, out: Vec::new(), is_terminal }
    }

    fn text(progress: &Progress<Vec<u8>>) -> String {
        String::from_utf8_lossy(&progress.out).into_owned()
    }

    #[test]
    fn a_terminal_sees_each_step_and_a_log_the_whole_at_its_end() {
        let mut terminal = progress(Duration::ZERO, true);
        terminal.show(7);
        terminal.show(8);
        assert_eq!(text(&terminal), "\r7 checking, 0 s \x1b[K", "twice a second is enough");
        terminal.warn("line 3: wrong");
        terminal.finish();
        assert_eq!(text(&terminal), "\r7 checking, 0 s \x1b[K\r\x1b[Kline 3: wrong\n\n");
        let mut log = progress(Duration::ZERO, false);
        log.show(7);
        log.warn("line 3: wrong");
        assert_eq!(text(&log), "line 3: wrong\n");
        log.finish();
        assert_eq!(text(&log), "line 3: wrong\nchecking, 0 s\n");
    }

    #[test]
    fn a_mistake_that_ends_the_work_stands_on_a_line_of_its_own() {
        let (mut out, what, began) = (Vec::new(), "checking", Instant::now());
        let mut work =
            Progress { what, began, silence: Duration::ZERO, shown_at: None, out: &mut out, is_terminal: true };
        work.show(7);
        drop(work);
        assert_eq!(String::from_utf8_lossy(&out), "\r7 checking, 0 s \x1b[K\n");
    }

    #[test]
    fn what_takes_a_moment_says_nothing() {
        for is_terminal in [false, true] {
            let mut short = progress(Duration::from_mins(1), is_terminal);
            short.show(7);
            short.finish();
            assert_eq!(text(&short), "");
        }
    }

    #[tokio::test]
    async fn work_that_tells_nothing_is_shown_while_it_goes_on() {
        let (mut out, shown) = (Vec::new(), Notify::new());
        let (what, began, silence) = ("checking", Instant::now(), Duration::ZERO);
        let watched = Progress { what, began, silence, shown_at: None, out: &mut out, is_terminal: true };
        let line = |what: &str| {
            shown.notify_one();
            format!("{what} it")
        };
        let work = async {
            shown.notified().await;
            42
        };
        assert_eq!(watched.watch_line(line, work).await, 42);
        assert!(String::from_utf8_lossy(&out).starts_with("\rchecking it, "));
    }
}
