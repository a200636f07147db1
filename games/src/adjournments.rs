//! Clocks that stop by agreement, or by an organizer's decision.

use rules::Seat;

use crate::Games;
use crate::change::Change;
use crate::domain::{Action, Adjourned, Agreements, DAY_MS, Game, Notice, TimeSpan, Timestamp, TurnClock};

pub const fn longest_adjournment(games: &Games) -> u32 {
    games.settings.limits.adjourned_days
}

/// Shortens this adjournment's pause of the clocks.
pub fn end_early(mut game: Game, adjourned: Adjourned, now: Timestamp) -> Game {
    if let Some(pause) = game.turn.pauses.iter_mut().rfind(|pause| pause.until == adjourned.until) {
        pause.until = now.max(pause.from);
    }
    game
}

/// The change that adjourns the game once all have agreed.
pub fn stop_clocks(game: Game, days: u32, now: Timestamp) -> Change {
    let until = now.plus(i64::from(days) * DAY_MS);
    let mut game = game;
    game.turn.pauses.push(TimeSpan { from: now, until });
    game.agreements.proposal = None;
    game.agreements.adjourned = Some(Adjourned { version: game.version + 1, until, organizer: None });
    Change::of(game, Action::Adjourn, vec![Notice::Adjourned { until }])
}

/// The change that resumes the game with its clocks as before. The board posted now shows the deadline, so reminders
/// already due are skipped.
pub fn start_clocks(game: Game, seat: Option<Seat>, now: Timestamp) -> Change {
    let notice = Notice::Resumed { seat, ply: game.ply };
    let agreements = Agreements { adjourned: None, ..game.agreements };
    let turn = TurnClock { reminded_until: Some(now), ..game.turn };
    Change::of(Game { turn, agreements, ..game }, Action::Resume, vec![notice])
}
