//! Who may give whom more time, and how much.

use crate::domain::{Action, DAY_MS, GameId, MINUTE_MS, Notice, Pace, RequestId, UserId};
use crate::games::change::{Change, never_done};
use crate::games::running_turn::add_time;
use crate::games::{Done, GameError, Games};

/// The most that is given at once.
pub const LONGEST_GIFT_DAYS: u32 = 14;

/// What is given when nothing is named.
const USUAL_MS: i64 = DAY_MS;
const USUAL_LIVE_MS: i64 = 5 * MINUTE_MS;

/// What is given, in milliseconds, where this was named.
pub const fn gift(pace: Pace, named: Option<i64>) -> i64 {
    match named {
        Some(millis) => millis,
        None if pace.is_live() => USUAL_LIVE_MS,
        None => USUAL_MS,
    }
}

impl Games {
    /// Gives the opponent, who is on turn, so many milliseconds more; the usual gift where none is named. Only in games of two sides: elsewhere a third one would pay
    /// for it.
    pub async fn give_time(
        &self,
        request: RequestId,
        game: GameId,
        giver: UserId,
        named: Option<i64>,
    ) -> Result<Done, GameError> {
        self.change(request, game, Some(giver), never_done, move |replayed, _| {
            let seat = replayed.record.playing_seat(giver)?;
            let pace = replayed.record.game.time_control.pace;
            if pace == Pace::Unlimited {
                return Err(GameError::NoClock);
            }
            let seats = replayed.any_game.seats();
            let team = |seat: rules::Seat| seats.get(usize::from(seat)).map(|info| info.team);
            let on_turn = replayed.record.on_turn().ok_or(GameError::NoClock)?;
            if team(on_turn.seat) == team(seat) {
                return Err(GameError::OwnTime);
            }
            if seats.iter().any(|info| Some(info.team) != team(seat) && Some(info.team) != team(on_turn.seat)) {
                return Err(GameError::TimeOfThird);
            }
            let millis = gift(pace, named);
            if !(MINUTE_MS..=i64::from(LONGEST_GIFT_DAYS) * DAY_MS).contains(&millis) {
                return Err(GameError::BadGift { days: LONGEST_GIFT_DAYS });
            }
            let ply = replayed.record.game.ply;
            let (state, seats) = add_time(replayed.record, millis);
            let change = Change::of(state, Action::GiveTime, vec![Notice::MoreTime { seat, millis, ply }]);
            Ok(Change { seats, ..change })
        })
        .await
    }
}
