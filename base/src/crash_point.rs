//! Named points at which a test kills the process: `SUMITO_CRASH_AT=<name>:<n>` kills it the n-th time the point is
//! reached. Without the variable a point costs one comparison.
//!
//! There is one at every step between an interaction, its commit, its answer, its message and its alarm.
//! docs/reliability.md describes the state at each, and an end-to-end test crashes there.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use strum::EnumString;
use tracing::error;

/// In the order in which a move reaches them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[cfg_attr(test, derive(strum::IntoStaticStr, strum::VariantArray))]
#[strum(serialize_all = "kebab-case")]
pub enum Point {
    DatabaseOpened,
    CommandsRegistered,
    InteractionReceived,
    AnswerDeferred,
    DecidedNotWritten,
    HalfWritten,
    WrittenNotCommitted,
    CommitUnacknowledged,
    CommittedNotAnswered,
    Answered,
    MessageClaimed,
    ThreadStarted,
    NewTargetPosted,
    ChallengeClosed,
    BoardEdited,
    PostedNotRecorded,
    DirectMessagePosted,
    SentNotCleanedUp,
    CleanedUpNotRecorded,
    FailedNotRecorded,
    AlarmClaimed,
    AlarmFired,
}

/// The point that kills the process, and how often it is passed before.
static PLAN: LazyLock<Option<(Point, AtomicU32)>> = LazyLock::new(|| {
    let text = std::env::var("SUMITO_CRASH_AT").ok()?;
    let plan = read(&text);
    if plan.is_none() {
        error!(plan = text, "SUMITO_CRASH_AT is no point and number: `{text}`");
    }
    plan.map(|(point, count)| (point, AtomicU32::new(count)))
});

fn read(text: &str) -> Option<(Point, u32)> {
    let (name, count) = text.rsplit_once(':')?;
    Some((name.parse().ok()?, count.parse().ok().filter(|count| *count > 0)?))
}

/// Kills the process if the plan names this point and its count is reached.
pub fn point(point: Point) {
    if let Some((planned, left)) = PLAN.as_ref()
        && *planned == point
        && left.fetch_sub(1, Ordering::SeqCst) == 1
    {
        std::process::abort();
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray as _;

    use super::*;

    #[test]
    fn a_plan_names_a_point_and_a_number() {
        assert_eq!(read("committed-not-answered:3"), Some((Point::CommittedNotAnswered, 3)));
        for wrong in ["", "answered", "answered:", "answered:0", "answered:x", "nowhere:1"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_guide_to_reliability_lists_every_point() {
        let guide = include_str!("../../docs/reliability.md");
        let rows = guide.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
        let listed: Vec<&str> = rows.map(|(name, _)| name).collect();
        let points: Vec<&str> = Point::VARIANTS.iter().map(Into::into).collect();
        assert_eq!(listed, points);
    }
}
