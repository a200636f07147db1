//! The action due in a game, as pure functions of its state and the current time.

use crate::domain::clock::reminder_plan::ReminderPlan;
use crate::domain::clock::turn;
use crate::domain::game::{Game, Phase, SeatedPlayer};
use crate::domain::ids::Timestamp;
use crate::domain::people::player::EngineLevel;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    Nothing,
    Expire,
    Resume,
    Lose,
    Move(EngineLevel),
    Remind { step: u32 },
}

/// All that a game in this state has to do without anybody acting, and when. Of several things that are due, the first
/// counts. Sent reminders are tracked by time, because the plan may change during a turn. A tournament ends its rounds
/// itself.
fn schedule(game: &Game, seats: &[SeatedPlayer], plan: &ReminderPlan) -> Vec<(Timestamp, Due)> {
    let lost_at = game.turn.deadline_at.filter(|_| !game.is_due_with_round());
    match (game.phase, game.agreements.adjourned) {
        (Phase::Offered, _) => lost_at.map(|at| (at, Due::Expire)).into_iter().collect(),
        // No reminders in an adjourned game.
        (Phase::Playing, Some(adjourned)) => vec![(adjourned.until, Due::Resume)],
        (Phase::Playing, None) => {
            // Engines lose on time too: one without a move would block its opponent forever.
            let end = lost_at.map(|at| (at, Due::Lose));
            if let Some(level) = turn::on_turn(game, seats).and_then(|seat| seat.player.engine()) {
                return end.into_iter().chain([(game.turn.started_at, Due::Move(level))]).collect();
            }
            let is_open = |at: &Timestamp| game.turn.reminded_until.is_none_or(|until| *at > until);
            let steps = (0..).zip(plan.due_times(game)).filter(|(_, at)| is_open(at));
            let mut reminders: Vec<_> = steps.map(|(step, at)| (at, Due::Remind { step })).collect();
            // Steps that fall due together are sent as one, the latest.
            reminders.reverse();
            end.into_iter().chain(reminders).collect()
        }
        (Phase::Over | Phase::Void, _) => Vec::new(),
    }
}

pub fn next_alarm(game: &Game, seats: &[SeatedPlayer], plan: &ReminderPlan) -> Option<Timestamp> {
    schedule(game, seats, plan).into_iter().map(|(at, _)| at).min()
}

pub fn due(game: &Game, seats: &[SeatedPlayer], plan: &ReminderPlan, now: Timestamp) -> Due {
    schedule(game, seats, plan).into_iter().find(|(at, _)| *at <= now).map_or(Due::Nothing, |(_, due)| due)
}

#[cfg(test)]
pub mod tests {
    use rules::Seat;

    use crate::domain::game::agreements::Adjourned;
    use crate::domain::game::setup::Setup;
    use crate::domain::game::{Challenge, GameLocation, TurnClock};
    use crate::domain::ids::{ChannelId, GameId, UserId};
    use crate::domain::people::player::Player;
    use crate::domain::time_control::control::TimeControl;
    use crate::domain::time_control::pace::{HOUR_MS, Pace};

    use super::*;

    const STEPS: [u32; 2] = [24, 3];

    pub fn playing(days: i64) -> Game {
        let time_control = TimeControl::of(Pace::Days(u32::try_from(days).expect("a few days")));
        let place = GameLocation { guild_id: None, channel_id: ChannelId(1), thread_id: None };
        let challenge = Challenge {
            challenger: UserId(1),
            has_random_colors: false,
            is_rated: false,
            created_at: Timestamp(0),
            seek: None,
        };
        let offered = Game::offered(GameId(1), Setup::stored("abalone"), time_control, place, challenge);
        let turn =
            TurnClock { to_move: Some(Seat(0)), deadline_at: Some(Timestamp(days * 24 * HOUR_MS)), ..offered.turn };
        Game { version: 1, phase: Phase::Playing, turn, ..offered }
    }

    const fn hours(hours: i64) -> Timestamp {
        Timestamp(hours * HOUR_MS)
    }

    #[test]
    fn a_turn_of_three_days_rings_a_day_before_then_three_hours_before_then_at_its_end() {
        let mut game = playing(3);
        assert_eq!(next_alarm(&game, &[], &ReminderPlan::hours(&STEPS)), Some(hours(48)));
        assert_eq!(due(&game, &[], &ReminderPlan::hours(&STEPS), hours(47)), Due::Nothing);
        assert_eq!(due(&game, &[], &ReminderPlan::hours(&STEPS), hours(48)), Due::Remind { step: 0 });
        game.turn.reminded_until = Some(hours(48));
        assert_eq!(due(&game, &[], &ReminderPlan::hours(&STEPS), hours(48)), Due::Nothing);
        assert_eq!(next_alarm(&game, &[], &ReminderPlan::hours(&STEPS)), Some(hours(69)));
        assert_eq!(due(&game, &[], &ReminderPlan::hours(&STEPS), hours(69)), Due::Remind { step: 1 });
        game.turn.reminded_until = Some(hours(69));
        assert_eq!(next_alarm(&game, &[], &ReminderPlan::hours(&STEPS)), Some(hours(72)));
        assert_eq!(due(&game, &[], &ReminderPlan::hours(&STEPS), hours(72)), Due::Lose);
    }

    #[test]
    fn a_step_as_long_as_the_turn_is_left_out() {
        let game = playing(1);
        assert_eq!(next_alarm(&game, &[], &ReminderPlan::hours(&STEPS)), Some(hours(21)));
        assert_eq!(due(&game, &[], &ReminderPlan::hours(&STEPS), hours(21)), Due::Remind { step: 0 });
    }

    #[test]
    fn steps_missed_together_are_sent_as_one() {
        assert_eq!(due(&playing(3), &[], &ReminderPlan::hours(&STEPS), hours(70)), Due::Remind { step: 1 });
    }

    #[test]
    fn a_list_that_changes_in_the_middle_of_a_turn_neither_loses_nor_doubles_a_reminder() {
        // The new list after the 24-hour reminder, and the hour of the next alarm.
        for (steps, next) in [
            (&[3][..], 69),
            (&[24][..], 72),
            (&[48, 24, 3][..], 69),
            (&[48, 30][..], 72),
            (&[30, 12, 3][..], 60),
            (&[][..], 72),
        ] {
            let mut game = playing(3);
            game.turn.reminded_until = Some(hours(48));
            assert_eq!(next_alarm(&game, &[], &ReminderPlan::hours(steps)), Some(hours(next)), "{steps:?}");
            assert_eq!(due(&game, &[], &ReminderPlan::hours(steps), hours(next - 1)), Due::Nothing, "{steps:?}");
            assert_ne!(due(&game, &[], &ReminderPlan::hours(steps), hours(next)), Due::Nothing, "{steps:?}");
        }
    }

    #[test]
    fn a_challenge_rings_once_at_its_end_and_a_finished_game_never() {
        let mut game = playing(3);
        game.phase = Phase::Offered;
        assert_eq!(next_alarm(&game, &[], &ReminderPlan::hours(&STEPS)), Some(hours(72)));
        assert_eq!(due(&game, &[], &ReminderPlan::hours(&STEPS), hours(71)), Due::Nothing);
        assert_eq!(due(&game, &[], &ReminderPlan::hours(&STEPS), hours(72)), Due::Expire);
        game.phase = Phase::Over;
        assert_eq!(next_alarm(&game, &[], &ReminderPlan::hours(&STEPS)), None);
        assert_eq!(due(&game, &[], &ReminderPlan::hours(&STEPS), hours(100)), Due::Nothing);
    }

    #[test]
    fn a_game_without_a_deadline_never_rings() {
        let mut game = playing(3);
        game.turn.deadline_at = None;
        assert_eq!(next_alarm(&game, &[], &ReminderPlan::hours(&STEPS)), None);
        assert_eq!(due(&game, &[], &ReminderPlan::hours(&STEPS), hours(10_000)), Due::Nothing);
    }

    #[test]
    fn the_move_of_an_engine_is_due_when_its_turn_begins_and_no_reminder_is() {
        let seat =
            |seat, player| SeatedPlayer { seat: Seat(seat), player, name: String::new(), agreed: false, clock: None };
        let seats = [seat(0, Player::Engine(EngineLevel(3))), seat(1, UserId(1).into())];
        let (mut game, plan) = (playing(3), ReminderPlan::hours(&STEPS));
        game.turn.started_at = hours(1);
        assert_eq!(next_alarm(&game, &seats, &plan), Some(hours(1)));
        for now in [1, 48, 71] {
            assert_eq!(due(&game, &seats, &plan, hours(now)), Due::Move(EngineLevel(3)));
        }
        assert_eq!(due(&game, &seats, &plan, hours(72)), Due::Lose);
        game.agreements.adjourned = Some(Adjourned { until: hours(90), version: 1, organizer: None });
        assert_eq!(next_alarm(&game, &seats, &plan), Some(hours(90)));
        assert_eq!(due(&game, &seats, &plan, hours(50)), Due::Nothing);
        game.agreements.adjourned = None;
        game.turn.to_move = Some(Seat(1));
        assert_eq!(next_alarm(&game, &seats, &plan), Some(hours(48)), "the person on turn is reminded");
        (game.phase, game.turn.to_move) = (Phase::Over, Some(Seat(0)));
        assert_eq!(next_alarm(&game, &seats, &plan), None);
    }
}
