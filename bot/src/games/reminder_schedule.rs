//! When the player on turn is reminded, read with each commit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::domain::clock::due::next_alarm;
use crate::domain::{
    Game, Notice, NoticeKind, PersonRecord, Phase, Reminder, ReminderPlan, SeatedPlayer, Timestamp, UserId,
};
use crate::games::Games;
use crate::games::change::Change;
use crate::store::StoreError;

/// When people were last sent a test reminder by this process, as far as that is less than a minute ago.
pub(crate) type TestReminders = Arc<Mutex<HashMap<UserId, Timestamp>>>;

pub(crate) struct OnTurn {
    pub(crate) user: UserId,
    pub(crate) player: PersonRecord,
}

impl Games {
    pub(crate) async fn on_turn(&self, game: &Game, seats: &[SeatedPlayer]) -> Result<Option<OnTurn>, StoreError> {
        let seat = game.turn.to_move.filter(|_| game.phase == Phase::Playing);
        let seated = seats.iter().find(|seated| Some(seated.seat) == seat);
        let Some(user) = seated.and_then(|seated| seated.player.person()) else { return Ok(None) };
        Ok(Some(OnTurn { user, player: self.store.player(user).await? }))
    }

    pub(crate) fn plan(&self, on_turn: Option<&OnTurn>) -> ReminderPlan {
        on_turn.map_or_else(ReminderPlan::default, |on_turn| {
            ReminderPlan::of(&on_turn.player.preferences, &self.settings.reminder_hours)
        })
    }

    /// Completes what was decided: the alarm, and the direct message to a player who wants one when their turn begins.
    pub(crate) async fn with_alarm_and_turn_notice(
        &self,
        mut change: Change,
        before: &[SeatedPlayer],
    ) -> Result<Change, StoreError> {
        let seats = change.seats.as_deref().unwrap_or(before);
        let on_turn = self.on_turn(&change.game, seats).await?;
        change.game.turn.wake_at = next_alarm(&change.game, seats, &self.plan(on_turn.as_ref()));
        let has_board = change.notices.iter().any(|notice| notice.kind() == NoticeKind::Board);
        // In direct messages the board itself comes to everybody.
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

    /// The notice of a result, where a game is over and its server wants results in a channel.
    pub(crate) async fn result_notice(&self, game: &Game) -> Result<Option<Notice>, StoreError> {
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
