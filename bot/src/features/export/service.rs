//! A game to take along: who may have it, and what is in it.

use rules::record::{Document, GameResult, Moment, Record, seat_tags};

use crate::domain::{ChannelId, GameId, GameOutcome, GameRecord, Phase, Timestamp, UserId};
use crate::games::{GameError, Games, ReplayedGame};

impl Games {
    /// The game as a document, for this person.
    ///
    /// # Errors
    /// The record of a running game is for its players only, and for no one while colors are hidden. A challenge has none yet.
    pub async fn export(&self, game: GameId, user: UserId) -> Result<Document, GameError> {
        let replayed = self.load(game, None).await?;
        match replayed.record.game.phase {
            Phase::Over => {}
            Phase::Offered | Phase::Void => {
                replayed.record.check_not_others(user)?;
                replayed.record.playing_seat(user)?;
            }
            Phase::Playing => drop(replayed.record.playing_seat(user)?),
        }
        if replayed.any_game.hides_colors() {
            return Err(GameError::ColorsHidden);
        }
        Ok(document(&replayed))
    }

    /// The finished game of this person whose thread this is.
    pub async fn finished_in(&self, user: UserId, channel: ChannelId) -> Result<Option<GameId>, GameError> {
        let Some(game) = self.store.game_in(channel).await? else { return Ok(None) };
        let is_theirs = |record: &GameRecord| {
            let is_here = record.game.place.thread_id == Some(channel) && record.game.phase == Phase::Over;
            is_here && record.seat_of(user).is_some()
        };
        Ok(self.store.game(game).await?.filter(is_theirs).map(|_| game))
    }
}

fn document(replayed: &ReplayedGame) -> Document {
    let GameRecord { game, seats, plies, .. } = &replayed.record;
    let seat_infos = replayed.any_game.seats();
    let moves = plies.iter().map(|ply| ply.notation.clone()).collect();
    let began = replayed.record.own_plies().first().map_or(game.turn.started_at, |ply| ply.played_at);
    let mut record = Record::new(game.setup.as_str(), None, moves)
        .with_tag("Event", "Sumito")
        .with_tag("Site", "Discord")
        .with_tag("Date", &moment(began).map_or_else(|| "????.??.??".to_owned(), Moment::date))
        .with_tag("Round", "-")
        .with_tag("TimeControl", &game.time_control.to_string())
        .with_tag("GameId", &game.game_id.to_string());
    let tags = seat_tags(&seat_infos);
    for seat in seats {
        if let Some(tag) = tags.get(usize::from(seat.seat)) {
            record = record.with_tag(tag, &seat.name);
        }
    }
    if game.phase == Phase::Over {
        let winners = game.result().and_then(GameOutcome::winners);
        let result = winners.map_or(GameResult::Draw, |colors| GameResult::won_by(colors, &seat_infos));
        record = record.with_result(result);
        if let Some(reason) = game.end_reason() {
            record = record.with_tag("Termination", reason.as_str());
        }
    }
    // Nobody played here what the game was begun with.
    let times = plies.iter().map(|ply| if ply.is_given() { None } else { moment(ply.played_at) });
    Document::from(record).with_times(times.collect())
}

fn moment(at: Timestamp) -> Option<Moment> {
    Moment::from_millis(at.0)
}
