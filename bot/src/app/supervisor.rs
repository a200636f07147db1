//! Notifies systemd of startup, readiness, health and shutdown by the protocol of `sd_notify(3)`. Does nothing
//! without `NOTIFY_SOCKET`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sd_notify::{NotifyState, notify, watchdog_enabled};
use tracing::debug;

const INTERVAL: Duration = Duration::from_secs(5);

/// Extension of the startup timeout while waiting for a database or migrating large tables.
const START_EXTENSION: Duration = Duration::from_mins(1);

/// The interval of notifications; `None` if no supervisor listens.
pub(crate) fn interval() -> Option<Duration> {
    std::env::var_os("NOTIFY_SOCKET")?;
    Some(watchdog_enabled().map_or(INTERVAL, |limit| INTERVAL.min(limit / 3)))
}

pub(crate) fn extend_start() {
    send(&[NotifyState::ExtendTimeoutUsec(START_EXTENSION.as_micros() as u32), NotifyState::Status("starting")]);
}

pub(crate) fn notify_ready() {
    send(&[NotifyState::Ready, NotifyState::Status("started")]);
}

/// Systemd keeps the last state, so a later notification would hide the one about stopping.
static IS_STOPPING: AtomicBool = AtomicBool::new(false);

/// Notifies that the program runs. Without a report of health for a while, systemd's watchdog restarts it.
pub(crate) fn notify_state(is_healthy: bool, status: &str) {
    if !IS_STOPPING.load(Ordering::Relaxed) {
        send(&state_lines(is_healthy, status));
    }
}

pub(crate) fn notify_stopping() {
    IS_STOPPING.store(true, Ordering::Relaxed);
    send(&[NotifyState::Stopping, NotifyState::Status("stopping")]);
}

fn state_lines(is_healthy: bool, status: &str) -> Vec<NotifyState<'_>> {
    let mut state = vec![NotifyState::Status(status)];
    state.extend(is_healthy.then_some(NotifyState::Watchdog));
    state
}

fn send(state: &[NotifyState<'_>]) {
    if let Err(error) = notify(state) {
        debug!("Could not tell systemd: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_watchdog_is_not_told_of_a_program_that_hangs() {
        let lines = |is_healthy| state_lines(is_healthy, "x").iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(lines(true), ["STATUS=x", "WATCHDOG=1"]);
        assert_eq!(lines(false), ["STATUS=x"]);
    }
}
