//! The one place that asks what time it is.

use crate::store::Timestamp;

/// Tells the time. Everything else gets it as an argument.
pub trait Clock: Send + Sync + 'static {
    /// Now.
    fn now(&self) -> Timestamp;
}
