//! Log lines: the cause of each refusal appears once.

use std::sync::Mutex;

use tempfile::NamedTempFile;
use tracing::subscriber::DefaultGuard;

use super::*;

/// The log of this thread, on which the whole fixture must run.
pub(super) struct Log {
    file: NamedTempFile,
    _guard: DefaultGuard,
}

impl Log {
    pub(super) fn start() -> Self {
        let file = NamedTempFile::new().expect("a file");
        let writer = Mutex::new(file.reopen().expect("a file"));
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(writer);
        Self { file, _guard: tracing::subscriber::set_default(subscriber.finish()) }
    }

    /// The lines of this level that contain these words.
    pub(super) fn lines(&self, level: &str, words: &str) -> Vec<String> {
        let text = std::fs::read_to_string(self.file.path()).expect("text");
        text.lines().filter(|line| line.contains(level) && line.contains(words)).map(str::to_owned).collect()
    }
}

#[tokio::test]
async fn a_refused_thread_is_one_warning_for_its_channel() {
    let log = Log::start();
    let fixture = Fixture::new();
    fixture.started(CHANNEL).await;
    fixture.fail("thread", CHANNEL, Refused(403, 50013), 1);
    let game = fixture.offered(CHANNEL, Some(GuildId(9))).await;
    fixture.until_armed(CHANNEL, 2).await;
    fixture.accept(game, CHANNEL).await;
    fixture.until_boards(CHANNEL, 2).await;
    let lines = log.lines("WARN", "refuses a thread in channel 100");
    assert!(lines.len() == 1 && lines[0].contains("50013"), "{lines:#?}");
}

#[tokio::test]
async fn a_closed_channel_is_one_warning_while_it_stays_closed() {
    let log = Log::start();
    let fixture = Fixture::new();
    let game = fixture.started(CHANNEL).await;
    // Each move tries again, as if ten minutes had passed.
    fixture.fail("post", CHANNEL, Refused(403, 50001), 2);
    for (number, (user, text)) in [(ADA, "a1b2"), (BEN, "i9h8")].into_iter().enumerate() {
        fixture.play(game, user, text).await;
        let boards = || [ADA, BEN].iter().all(|user| fixture.boards(dm_channel(*user)) == number + 1);
        fixture.until("the boards by direct message", boards).await;
        fixture.clock.advance(11 * 60_000);
    }
    assert_eq!(fixture.requests("post", CHANNEL), 4, "the challenge, the first board, two refusals");
    let lines = log.lines("WARN", "refuses the messages of game");
    assert!(lines.len() == 1 && lines[0].contains("channel 100") && lines[0].contains("50001"), "{lines:#?}");
}

#[tokio::test]
async fn closed_direct_messages_are_named_with_their_code_once() {
    let log = Log::start();
    let fixture = Fixture::new();
    let game = fixture.started(CHANNEL).await;
    fixture.fail("post", CHANNEL, Refused(403, 50001), 1);
    fixture.fail("post", HIS, Refused(403, 50278), 1);
    for (number, (user, text)) in [(ADA, "a1b2"), (BEN, "i9h8"), (ADA, "b2a1")].into_iter().enumerate() {
        fixture.play(game, user, text).await;
        fixture.until("Ada's board", || fixture.boards(HERS) == number + 1).await;
    }
    let lines = log.lines("WARN", "Could not reach 1");
    assert!(lines.len() == 1 && lines[0].contains("50278"), "{lines:#?}");
}

#[tokio::test]
async fn direct_messages_that_were_opened_too_fast_are_one_warning() {
    let log = Log::start();
    let fixture = Fixture::new();
    // In the order in which they are written to.
    let users = [BEN, ADA].map(dm_channel);
    for channel in users {
        fixture.fail("open", channel, Refused(403, 40003), 1);
    }
    fixture.offered(CHANNEL, None).await;
    for channel in users {
        fixture.until("a refusal", || fixture.requests("open", channel) > 0).await;
        while fixture.requests("open", channel) == 1 {
            // Longer than the pause between two tries, since the refusal may not be recorded yet.
            fixture.wait(5000);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    fixture.until("the challenge", || users.iter().all(|user| fixture.messages(*user).len() == 1)).await;
    assert_eq!(log.lines("WARN", "40003").len(), 1, "{:#?}", log.lines("", "40003"));
    assert!(log.lines("ERROR", "40003").is_empty());
}
