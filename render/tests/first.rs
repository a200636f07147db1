//! The first picture of a process prepares only what it needs of its theme. The only test of its program, because
//! preparations by other tests would count.
//! others prepare would count.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

#[path = "../benches/baseline.rs"]
mod baseline;
mod scenes;

/// Limit of processor time, as a multiple of the baseline, of which it takes five. Preparing all pieces or all themes
/// would take far more.
const MOST: f64 = 8.0;

/// Processor time of all threads of this process; other processes do not count.
fn busy() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

fn cost(draw: impl FnOnce() -> Vec<u8>) -> f64 {
    let before = busy();
    assert!(!draw().is_empty());
    busy().saturating_sub(before).as_secs_f64()
}

#[test]
fn the_first_picture_needs_little_more_than_the_baseline() {
    let board = scenes::middle();
    let first = cost(|| render::png(&board.scene()));
    let baselines = [(); 5].map(|()| cost(|| baseline::png(&board.diagram)));
    let least = baselines.into_iter().fold(f64::MAX, f64::min);
    assert!(first <= MOST * least, "{first:.3} s, baseline {least:.3} s: {:.1} times as much", first / least);
    let next = [(); 5].map(|()| cost(|| render::png(&board.scene()))).into_iter().fold(f64::MAX, f64::min);
    assert!(8.0 * next <= least, "prepared and no faster: {next:.4} s, baseline {least:.4} s");
    println!("first {:.1}, later {:.3} of what it costs baseline", first / least, next / least);
}
