//! Reminders of the player on turn, scheduled with each commit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::Games;
use crate::change::Change;
use crate::domain::clock::due::next_alarm;
use crate::domain::{
    Game, Notice, NoticeKind, PersonRecord, Phase, Reminder, ReminderPlan, SeatedPlayer, Timestamp, UserId,
};
use crate::store::StoreError;

/// When this process last sent people a test reminder, within the last minute.
pub type TestReminders = Arc<Mutex<HashMap<UserId, Timestamp>>>;

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
