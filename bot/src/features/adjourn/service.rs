//! Who may adjourn or resume, and what it does to the clocks.

use crate::domain::{
    Action, Adjourned, Agreements, DAY_MS, Game, GameId, Notice, OrganizerError, Pace, ProposalKind, RequestId,
    TimeSpan, Timestamp, TurnClock, UserId,
};
use crate::games::change::{Change, never_done};
use crate::games::proposals::{check_no_open_proposal, proposed};
use crate::games::{Done, GameError, Games};
use rules::Seat;

impl Games {
    /// Most days that a game may be adjourned.
    pub const fn longest_adjournment(&self) -> u32 {
        self.settings.limits.adjourned_days
    }

    /// Proposes to adjourn the game for so many days: clocks are paused, no moves are made.
    pub async fn adjourn(&self, request: RequestId, game: GameId, user: UserId, days: u32) -> Result<Done, GameError> {
        let longest = self.longest_adjournment();
        self.change(request, game, Some(user), never_done, move |replayed, _| {
            let seat = replayed.record.playing_seat(user)?;
            replayed.record.check_not_adjourned()?;
            if replayed.record.game.time_control.pace == Pace::Unlimited {
                return Err(GameError::NoClock);
            }
            if !(1..=longest).contains(&days) {
                return Err(GameError::AdjournedTooLong(longest));
            }
            check_no_open_proposal(&replayed, seat)?;
            Ok(proposed(replayed, seat, ProposalKind::Adjourn { days }, Vec::new()))
        })
        .await
    }

    /// Resumes the game at once; any of its players may. A button is about the adjournment that it stands under.
    pub async fn resume(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        expected: Option<i64>,
    ) -> Result<Done, GameError> {
        self.change(request, game, Some(user), never_done, move |replayed, now| {
            let seat = replayed.record.playing_seat(user)?;
            let Some(adjourned) = replayed.record.game.agreements.adjourned else {
                return Err(GameError::NotAdjourned);
            };
            if adjourned.organizer.is_some() {
                return Err(OrganizerError::Paused(adjourned.until).into());
            }
            if expected.is_some_and(|version| version != adjourned.version) {
                return Err(GameError::Stale(Box::new(replayed)));
            }
            Ok(resumed(ended_early(replayed.record.game, adjourned, now), Some(seat), now))
        })
        .await
    }
}

/// The game whose clocks stop no longer for this adjournment.
pub(crate) fn ended_early(mut game: Game, adjourned: Adjourned, now: Timestamp) -> Game {
    if let Some(pause) = game.turn.pauses.iter_mut().rfind(|pause| pause.until == adjourned.until) {
        pause.until = now.max(pause.from);
    }
    game
}

/// The game once all have agreed to adjourn it.
pub(crate) fn adjourned(game: Game, days: u32, now: Timestamp) -> Change {
    let until = now.plus(i64::from(days) * DAY_MS);
    let mut game = game;
    game.turn.pauses.push(TimeSpan { from: now, until });
    game.agreements.proposal = None;
    game.agreements.adjourned = Some(Adjourned { version: game.version + 1, until, organizer: None });
    Change::of(game, Action::Adjourn, vec![Notice::Adjourned { until }])
}

/// The game as it goes on, with the time that its clocks had before. The board posted now names the deadline, so reminders that
/// would be due by now are left out.
pub(crate) fn resumed(game: Game, seat: Option<Seat>, now: Timestamp) -> Change {
    let notice = Notice::Resumed { seat, ply: game.ply };
    let agreements = Agreements { adjourned: None, ..game.agreements };
    let turn = TurnClock { reminded_until: Some(now), ..game.turn };
    Change::of(Game { turn, agreements, ..game }, Action::Resume, vec![notice])
}
