//! Named points at which a test lets the process die as in a power cut: `SUMITO_CRASH_AT=<name>:<n>` ends it the n-th time the
//! point is reached. Without the variable a point costs one comparison.
//!
//! They stand at every step between an interaction, its commit, its answer, its message and its alarm. docs/reliability.md
//! lists them, and a story dies at each.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use tracing::error;

macro_rules! points {
    ($($(#[doc = $doc:literal])+ $point:ident = $name:literal,)+) => {
        /// A place where the process may die.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Point {
            $($(#[doc = $doc])+ $point,)+
        }

        impl Point {
            /// Every point, in the order of the walk of a move.
            pub const ALL: &[Self] = &[$(Self::$point),+];

            /// As it is written in `SUMITO_CRASH_AT`.
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
    Opened = "opened",
    /// The commands are registered, and that is not noted yet.
    Registered = "registered",
    /// An interaction has arrived; nothing is done about it yet.
    Taken = "interaction-taken",
    /// The answer is put off; the work goes on.
    PutOff = "answer-put-off",
    /// A use case has decided; nothing is written.
    Decided = "decided-not-written",
    /// In the middle of a commit: the game and the request are written, its move and its messages are not.
    HalfWritten = "half-written",
    /// All of a commit is written; its transaction is open.
    Written = "written-not-committed",
    /// It is committed; nobody in the program has heard of it.
    Committed = "committed-not-heard",
    /// It is committed, and the answer is not given.
    NotAnswered = "committed-not-answered",
    /// The answer is given.
    Answered = "answered",
    /// A message is claimed; nothing of it is sent.
    Claimed = "message-claimed",
    /// A thread is started; where the game lives is not noted.
    ThreadStarted = "thread-started",
    /// The first message of a new home stands; its thread is not started.
    HomePosted = "home-posted",
    /// A closed challenge has lost its buttons; that is not noted.
    ChallengeClosed = "challenge-closed",
    /// A message stands at Discord; that is not noted.
    PostedMessage = "posted-not-recorded",
    /// One of several direct messages stands; that is not noted.
    LetterPosted = "letter-posted",
    /// It is noted where a message stands, and the message still waits to be sent.
    Recorded = "recorded-not-removed",
    /// A message has left the outbox; what it makes needless stands.
    Sent = "sent-not-tidied",
    /// An earlier message has lost its buttons, or is deleted; that is not noted.
    Tidied = "tidied-not-noted",
    /// A try has failed; that is not noted.
    Failed = "failed-not-noted",
    /// An alarm is claimed; its game is not looked at.
    AlarmClaimed = "alarm-claimed",
    /// What an alarm has found is committed; nothing is sent.
    AlarmRung = "alarm-rung",
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

/// Dies here if this is the point and the time.
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
