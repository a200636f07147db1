//! Named points at which a test lets the process die as in a power cut: `SUMITO_CRASH_AT=<name>:<n>` ends it the n-th time the
//! point is reached. Without the variable a point costs one comparison.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

struct Plan {
    name: String,
    left: AtomicU32,
}

static PLAN: LazyLock<Option<Plan>> = LazyLock::new(|| {
    let text = std::env::var("SUMITO_CRASH_AT").ok()?;
    let (name, count) = text.rsplit_once(':')?;
    Some(Plan { name: name.to_owned(), left: AtomicU32::new(count.parse().ok()?) })
});

/// Dies here if this is the point and the time.
pub fn point(name: &str) {
    if let Some(plan) = PLAN.as_ref()
        && plan.name == name
        && plan.left.fetch_sub(1, Ordering::SeqCst) == 1
    {
        std::process::abort();
    }
}
