//! Everything about time, as pure functions of the state and of now.

use crate::store::{Game, Phase, Timestamp};

/// One hour in milliseconds.
pub const HOUR_MS: i64 = 60 * 60 * 1000;

/// What an alarm finds to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// Nothing yet.
    Nothing,
    /// The challenge has expired.
    Expire,
    /// The turn is lost.
    Lose,
    /// Remind the player on turn; the steps that fell due together are sent as the latest of them.
    Remind {
        /// The step, counted from 0 for the first one.
        step: u32,
        /// Steps done after this one.
        reminded: u32,
    },
}

/// When the reminders of the running turn are due, in order. A step as long as the whole turn, or longer, is left out.
pub fn reminders<'a>(game: &'a Game, hours_before: &'a [u32]) -> impl Iterator<Item = Timestamp> + 'a {
    let playing = game.phase == Phase::Playing;
    hours_before.iter().filter_map(move |hours| {
        let at = game.deadline_at?.plus(-i64::from(*hours) * HOUR_MS);
        (playing && at > game.turn_at).then_some(at)
    })
}

/// The one alarm of a game: the next reminder or the deadline, whichever comes first. `hours_before` is descending.
pub fn next_wake(game: &Game, hours_before: &[u32]) -> Option<Timestamp> {
    if !matches!(game.phase, Phase::Offered | Phase::Playing) {
        return None;
    }
    let reminder = reminders(game, hours_before).nth(game.reminded as usize);
    reminder.into_iter().chain(game.deadline_at).min()
}

/// What is due now.
pub fn due(game: &Game, hours_before: &[u32], now: Timestamp) -> Due {
    let passed = game.deadline_at.is_some_and(|deadline| deadline <= now);
    match game.phase {
        Phase::Offered if passed => Due::Expire,
        Phase::Playing if passed => Due::Lose,
        Phase::Playing => {
            let reached = reminders(game, hours_before).take_while(|at| *at <= now).count() as u32;
            if reached > game.reminded { Due::Remind { step: reached - 1, reminded: reached } } else { Due::Nothing }
        }
        _ => Due::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{ChannelId, GameId, UserId};

    const STEPS: [u32; 2] = [24, 3];

    fn playing(days: i64) -> Game {
        Game {
            game_id: GameId(1),
            version: 1,
            phase: Phase::Playing,
            setup: "abalone".into(),
            pace: format!("days:{days}"),
            guild_id: None,
            channel_id: ChannelId(1),
            thread_id: None,
            ply: 0,
            to_move: Some(0),
            challenger: UserId(1),
            by_lot: false,
            draw_offer: None,
            result: None,
            reason: None,
            created_at: Timestamp(0),
            turn_at: Timestamp(0),
            deadline_at: Some(Timestamp(days * 24 * HOUR_MS)),
            reminded: 0,
            wake_at: None,
        }
    }

    const fn hours(hours: i64) -> Timestamp {
        Timestamp(hours * HOUR_MS)
    }

    #[test]
    fn a_turn_of_three_days_rings_a_day_before_then_three_hours_before_then_at_its_end() {
        let mut game = playing(3);
        assert_eq!(next_wake(&game, &STEPS), Some(hours(48)));
        assert_eq!(due(&game, &STEPS, hours(47)), Due::Nothing);
        assert_eq!(due(&game, &STEPS, hours(48)), Due::Remind { step: 0, reminded: 1 });
        game.reminded = 1;
        assert_eq!(due(&game, &STEPS, hours(48)), Due::Nothing);
        assert_eq!(next_wake(&game, &STEPS), Some(hours(69)));
        assert_eq!(due(&game, &STEPS, hours(69)), Due::Remind { step: 1, reminded: 2 });
        game.reminded = 2;
        assert_eq!(next_wake(&game, &STEPS), Some(hours(72)));
        assert_eq!(due(&game, &STEPS, hours(72)), Due::Lose);
    }

    #[test]
    fn a_step_as_long_as_the_turn_is_left_out() {
        let game = playing(1);
        assert_eq!(next_wake(&game, &STEPS), Some(hours(21)));
        assert_eq!(due(&game, &STEPS, hours(21)), Due::Remind { step: 0, reminded: 1 });
    }

    #[test]
    fn steps_missed_together_are_sent_as_one() {
        assert_eq!(due(&playing(3), &STEPS, hours(70)), Due::Remind { step: 1, reminded: 2 });
    }

    #[test]
    fn a_challenge_rings_once_at_its_end_and_a_finished_game_never() {
        let mut game = playing(3);
        game.phase = Phase::Offered;
        assert_eq!(next_wake(&game, &STEPS), Some(hours(72)));
        assert_eq!(due(&game, &STEPS, hours(71)), Due::Nothing);
        assert_eq!(due(&game, &STEPS, hours(72)), Due::Expire);
        game.phase = Phase::Over;
        assert_eq!(next_wake(&game, &STEPS), None);
        assert_eq!(due(&game, &STEPS, hours(100)), Due::Nothing);
    }

    #[test]
    fn a_game_without_a_deadline_never_rings() {
        let mut game = playing(3);
        game.deadline_at = None;
        assert_eq!(next_wake(&game, &STEPS), None);
        assert_eq!(due(&game, &STEPS, hours(10_000)), Due::Nothing);
    }
}
