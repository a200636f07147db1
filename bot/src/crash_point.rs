//! Named points at which a test ends the process as a power cut would: `SUMITO_CRASH_AT=<name>:<n>` ends it the n-th time the
//! point is reached. Without the variable a point costs one comparison.
//!
//! They lie at every step between an interaction, its commit, its answer, its message and its alarm. docs/reliability.md
//! lists them, and an end-to-end test crashes at each.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use tracing::error;

macro_rules! points {
    ($($(#[doc = $doc:literal])+ $point:ident = $name:literal,)+) => {
        /// A point at which the process may end.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Point {
            $($(#[doc = $doc])+ $point,)+
        }

        impl Point {
            /// Every point, in the order in which a move reaches them.
            pub const ALL: &[Self] = &[$(Self::$point),+];

            /// As written in `SUMITO_CRASH_AT`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$point => $name,)+
                }
            }
        }
    };
}

points! {
    /// The database is open; Discord has not been asked yet.
    DatabaseOpened = "database-opened",
    /// The commands are registered; that is not recorded.
    CommandsRegistered = "commands-registered",
    /// An interaction has arrived; nothing has been done about it.
    InteractionReceived = "interaction-received",
    /// The answer is deferred; the work continues.
    AnswerDeferred = "answer-deferred",
    /// A use case has decided; nothing is written.
    Decided = "decided-not-written",
    /// In the middle of a commit: the game and the request are written, the move and the messages are not.
    HalfWritten = "half-written",
    /// Everything is written; the transaction is open.
    Written = "written-not-committed",
    /// The transaction is committed; the store has not returned yet.
    CommitUnacknowledged = "commit-unacknowledged",
    /// The transaction is committed; the answer is not sent.
    NotAnswered = "committed-not-answered",
    /// The answer is sent.
    Answered = "answered",
    /// A message is claimed; nothing of it is sent.
    MessageClaimed = "message-claimed",
    /// A thread is started; the game's delivery target is not recorded.
    ThreadStarted = "thread-started",
    /// The first message in a new delivery target is posted; its thread is not started.
    NewTargetPosted = "new-target-posted",
    /// A closed challenge has lost its buttons; that is not recorded.
    ChallengeClosed = "challenge-closed",
    /// A board is edited; that is not recorded, and its line is not posted.
    BoardEdited = "board-edited",
    /// A message is posted; that is not recorded.
    MessagePosted = "posted-not-recorded",
    /// One of several direct messages is posted; that is not recorded.
    DirectMessagePosted = "direct-message-posted",
    /// The place of a message is recorded; the message is still in the outbox.
    Recorded = "recorded-not-removed",
    /// A message has left the outbox; the messages that it replaces are still there.
    SentBeforeCleanup = "sent-not-cleaned-up",
    /// An earlier message has lost its buttons or is deleted; that is not recorded.
    CleanedUp = "cleaned-up-not-recorded",
    /// A try to send has failed; that is not recorded.
    SendFailed = "failed-not-recorded",
    /// An alarm is claimed; its game has not been read.
    AlarmClaimed = "alarm-claimed",
    /// The outcome of an alarm is committed; nothing is sent.
    AlarmFired = "alarm-fired",
}

struct Plan {
    name: &'static str,
    left: AtomicU32,
}

static PLAN: LazyLock<Option<Plan>> = LazyLock::new(|| {
    let text = std::env::var("SUMITO_CRASH_AT").ok()?;
    let plan = read(&text);
    if plan.is_none() {
        error!(plan = text, "SUMITO_CRASH_AT is no point and number: `{text}`");
    }
    let (name, count) = plan?;
    Some(Plan { name, left: AtomicU32::new(count) })
});

fn read(text: &str) -> Option<(&'static str, u32)> {
    let (name, count) = text.rsplit_once(':')?;
    let point = Point::ALL.iter().find(|point| point.name() == name)?;
    Some((point.name(), count.parse().ok().filter(|count| *count > 0)?))
}

/// Ends the process if the plan names this point and its count is reached.
pub fn point(point: Point) {
    if let Some(plan) = PLAN.as_ref()
        && plan.name == point.name()
        && plan.left.fetch_sub(1, Ordering::SeqCst) == 1
    {
        std::process::abort();
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn a_plan_names_a_point_and_a_number() {
        for point in Point::ALL {
            assert_eq!(read(&format!("{}:3", point.name())), Some((point.name(), 3)));
        }
        for wrong in ["", "answered", "answered:", "answered:0", "answered:x", "nowhere:1"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_guide_to_reliability_lists_every_point() {
        let guide = include_str!("../../docs/reliability.md");
        let rows = guide.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
        let listed: Vec<&str> = rows.map(|(name, _)| name).collect();
        let points: Vec<&str> = Point::ALL.iter().map(|point| point.name()).collect();
        assert_eq!(listed, points);
    }
}
