//! Deadline, alarm and notices of the running turn, computed with each commit, and clocks that stop by agreement or by an
//! organizer's decision.

use jiff::tz::TimeZone;
use rules::Seat;

use crate::Games;
use crate::change::Change;
use crate::domain::clock::calendar::zone;
use crate::domain::clock::due::next_alarm;
use crate::domain::clock::turn;
use crate::domain::people::vacation::end_of_consecutive;
use crate::domain::{
    Action, Adjourned, Agreements, ClockHours, DAY_MS, Game, GameRecord, Notice, NoticeKind, Pace, PersonRecord, Phase,
    Reminder, ReminderPlan, SeatedPlayer, TimeSpan, Timestamp, TurnClock, UserId, Vacation,
};
use crate::refusal::GameError;
use crate::store::StoreError;

impl Games {
    /// The time zone of this person; UTC by default.
    pub async fn zone_of(&self, user: UserId) -> Result<TimeZone, GameError> {
        let zone = self.hours_of(user).await?.and_then(|hours| zone(&hours.zone).ok());
        Ok(zone.unwrap_or(TimeZone::UTC))
    }

    /// Zone and sleep hours of a person; `None` without a zone, or with one that this program does not know.
    pub async fn hours_of(&self, user: UserId) -> Result<Option<ClockHours>, StoreError> {
        let preferences = self.store.player(user).await?.preferences;
        let valid_zone = preferences.zone.filter(|name| zone(name).is_ok());
        Ok(valid_zone.map(|zone| ClockHours { zone, sleep: preferences.sleep }))
    }

    /// Updates the clock after a change of a game. A turn that begins takes over the hours of its player.
    pub async fn with_deadline(&self, mut change: Change, before: &GameRecord) -> Result<Change, GameError> {
        let (game, old) = (&mut change.game, &before.game);
        if game.phase != Phase::Playing {
            return Ok(change);
        }
        let seats = change.seats.as_deref().unwrap_or(&before.seats);
        let begins = old.phase != Phase::Playing || game.ply != old.ply || game.turn.started_at != old.turn.started_at;
        if begins {
            game.turn.pauses.clear();
            game.turn.clock_hours = match turn::on_turn(game, seats).and_then(|seat| seat.player.person()) {
                Some(user) if game.time_control.pace != Pace::Unlimited => self.hours_of(user).await?,
                _ => None,
            };
        }
        let mut vacations = before.vacations.clone();
        let is_new = |seat: &&SeatedPlayer| before.seats.iter().all(|other| other.player != seat.player);
        // A player who takes the free seat of an open challenge was not in the game when it was read.
        for user in seats.iter().filter(is_new).filter_map(|seat| seat.player.person()) {
            let of_player = self.store.vacations_of(user).await?.into_iter();
            let is_near = |span: TimeSpan| span.until > game.turn.started_at && span.from < span.until;
            vacations.extend(of_player.filter(|vacation| is_near(vacation.span)));
        }
        let mut reminded_until = old.turn.reminded_until;
        // More time was given.
        let is_extended = !begins && turn::time(game, seats) != turn::time(old, &before.seats);
        if begins || is_extended || game.turn.pauses != old.turn.pauses {
            game.turn.deadline_at = turn::deadline(game, seats, &vacations)?;
            let old_deadline = turn::deadline(old, &before.seats, &before.vacations)?;
            let known_game =
                || Game { turn: TurnClock { deadline_at: old_deadline, ..old.turn.clone() }, ..old.clone() };
            if let (Some(until), Some(due_at)) = (reminded_until.filter(|_| !begins), game.due_at())
                && let Some(due_before) = known_game().due_at()
            {
                // Reminders that were sent stay sent, and the others are still to come: the covered time moves with
                // the deadline, which stays where it was if the clock was paused anyway. After more time was given,
                // reminders of the old deadline are repeated for the new one.
                if !is_extended {
                    reminded_until = Some(until.plus(due_at.since(due_before)));
                }
                // The notice of an adjournment or a vacation removes outdated reminders itself.
                if due_at != due_before && change.notices.is_empty() {
                    change.notices.push(Notice::DeadlineMoved { not_before: None });
                }
            }
            if !begins && old_deadline != old.turn.deadline_at {
                // A vacation that this game does not know yet; this commit announces it.
                change.notices.extend(deadline_change(before, old_deadline, self.clock.now()).notices);
            }
        }
        if !begins {
            // A reminder, or the board of a game that resumes, extends the covered time.
            let update = Some(game.turn.reminded_until).filter(|until| *until != old.turn.reminded_until);
            game.turn.reminded_until = update.flatten().max(reminded_until);
        }
        Ok(change)
    }
}

/// Gives the player on turn more time. Returns the game, and the seats if a clock has changed.
pub fn add_time(record: GameRecord, millis: i64) -> (Game, Option<Vec<SeatedPlayer>>) {
    let GameRecord { mut game, mut seats, .. } = record;
    let on_turn = seats.iter_mut().find(|seat| Some(seat.seat) == game.turn.to_move);
    // A clock that runs down over several turns keeps the gift.
    if let Some(clock) = on_turn.and_then(|seat| seat.clock.as_mut()) {
        *clock = clock.saturating_add(millis);
        return (game, Some(seats));
    }
    let time = game.turn.allowance_ms.or_else(|| game.time_control.pace.time(None)).unwrap_or(0);
    game.turn.allowance_ms = Some(time.saturating_add(millis));
    (game, None)
}

/// The game with its current deadline, and the notice that explains it to the players.
pub fn deadline_change(record: &GameRecord, lost_at: Option<Timestamp>, now: Timestamp) -> Change {
    let (old, ply) = (&record.game, record.game.ply);
    let game = Game { turn: TurnClock { deadline_at: lost_at, ..old.turn.clone() }, ..old.clone() };
    let user = turn::on_turn(&game, &record.seats).and_then(|seat| seat.player.person());
    let theirs = || record.vacations.iter().filter(|vacation| Some(vacation.user) == user);
    let notice = match (old.turn.deadline_at, lost_at, user) {
        (Some(before), Some(after), Some(user)) if after > before => {
            // Of several vacations, the one that was added last.
            let stopping = TimeSpan { from: old.turn.started_at, until: after };
            let reason =
                theirs().filter(|vacation| vacation.span.overlaps(stopping)).max_by_key(|vacation| vacation.number);
            reason.map(|Vacation { span, automatic, .. }| Notice::VacationBegan {
                user,
                from: span.from,
                until: end_of_consecutive(&theirs().map(|vacation| vacation.span).collect::<Vec<_>>(), span.until),
                // If the time of the turn was not over, it is a vacation like any other.
                automatic: *automatic && before <= now,
                ply,
            })
        }
        (Some(_), Some(_), Some(user)) => Some(Notice::VacationEnded { user, ply, canceled: false }),
        _ => None,
    };
    Change::of(game, Action::SetClock, notice.into_iter().collect())
}

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

pub struct OnTurn {
    pub user: UserId,
    pub player: PersonRecord,
}

impl Games {
    pub async fn on_turn(&self, game: &Game, seats: &[SeatedPlayer]) -> Result<Option<OnTurn>, StoreError> {
        let seat = game.turn.to_move.filter(|_| game.phase == Phase::Playing);
        let seated = seats.iter().find(|seated| Some(seated.seat) == seat);
        let Some(user) = seated.and_then(|seated| seated.player.person()) else { return Ok(None) };
        Ok(Some(OnTurn { user, player: self.store.player(user).await? }))
    }

    pub fn plan(&self, on_turn: Option<&OnTurn>) -> ReminderPlan {
        on_turn.map_or_else(ReminderPlan::default, |on_turn| {
            ReminderPlan::of(&on_turn.player.preferences, &self.settings.reminder_hours)
        })
    }

    /// Completes a decision with the alarm, and with the direct message to a player who wants one when their turn
    /// begins.
    pub async fn with_alarm_and_turn_notice(
        &self,
        mut change: Change,
        before: &[SeatedPlayer],
    ) -> Result<Change, StoreError> {
        let seats = change.seats.as_deref().unwrap_or(before);
        let on_turn = self.on_turn(&change.game, seats).await?;
        change.game.turn.wake_at = next_alarm(&change.game, seats, &self.plan(on_turn.as_ref()));
        let has_board = change.notices.iter().any(|notice| notice.kind() == NoticeKind::Board);
        // In direct messages, everybody gets the board itself.
        if let (true, Some(on_turn), Some(_)) = (has_board, on_turn, change.game.place.guild_id) {
            let PersonRecord { preferences, dm_closed, .. } = on_turn.player;
            if preferences.wants_turn_notice() && preferences.reminder_target().by_dm() && !dm_closed {
                change.notices.push(Notice::Reminder(Reminder::Turn { ply: change.game.ply }));
            }
        }
        if let Some(notice) = self.result_notice(&change.game).await? {
            change.notices.push(notice);
        }
        if change.game.place.guild_id.is_some() && has_ended(&change.game) {
            change.notices.push(Notice::Outcome);
        }
        Ok(change)
    }

    /// The result notice, if the game is over and its server has a channel for results.
    pub async fn result_notice(&self, game: &Game) -> Result<Option<Notice>, StoreError> {
        match game.place.guild_id {
            Some(guild) if game.phase == Phase::Over => {
                let wants = self.store.guild_preferences(guild).await?.results_channel.is_some();
                Ok(wants.then_some(Notice::Result))
            }
            _ => Ok(None),
        }
    }
}

/// Whether a game has begun and is over, however it ended.
fn has_ended(game: &Game) -> bool {
    game.phase == Phase::Over || game.phase == Phase::Void && game.number.is_some()
}
