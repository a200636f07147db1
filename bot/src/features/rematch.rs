//! *Rematch*: the same people play the same game again.

use discord::OutgoingMessage;
use games::challenges::{self, NewChallenge};
use games::change::internal_request;
use games::domain::{Follows, GameId, GameRecord, Origin, Person, Phase, RequestId};
use games::offers::ColorChoice;
use games::{Done, GameError, Games};
use rules::Seat;
use tracing::error;

use crate::board::message;
use crate::commands::App;
use crate::features::engine::service::{NewEngineGame, begin_engine_game};
use crate::localization::{Language, localize};
use crate::views::competition::describe_exclusion;

/// Challenges the same people to the same game again, each one seat further: Black becomes White. Repeating it returns
/// the same challenge; if another player asked first, this accepts their challenge, or returns its game.
pub async fn rematch(games: &Games, game: GameId, who: Person) -> Result<Done, GameError> {
    let record = games.store.game(game).await?.ok_or(GameError::NoSuchGame)?;
    let seat = match record.playing_seat(who.user) {
        Err(GameError::Over) => record.seat_of(who.user).ok_or(GameError::NotAPlayer)?,
        Err(refusal) => return Err(refusal),
        Ok(_) => return Err(GameError::NotOver),
    };
    let request = rematch_request(game, seat);
    for other in record.opponents(who.user) {
        let Some(rematch_game) = find_request(games, game, other.seat).await? else { continue };
        let replayed = games.load(rematch_game, None).await?;
        match replayed.record.game.phase {
            Phase::Offered => return challenges::accept(games, request, rematch_game, who).await,
            Phase::Playing | Phase::Over => return Ok(Done { replayed, repeated: true, action: None }),
            Phase::Void => {}
        }
    }
    let count = record.seats.len() as u8;
    let own = (seat.0 + 1) % count;
    let color = ColorChoice::Seat(Seat(own));
    let origin = Origin { guild_id: record.game.place.guild_id, channel_id: record.game.place.channel_id };
    let (setup, pace) = (record.game.setup.to_string(), record.game.time_control.to_string());
    let follows = Follows { game, ply: None };
    let moves = record.plies.iter().filter(|ply| ply.is_given()).map(|ply| ply.notation.clone()).collect();
    if let Some(level) = record.everybody_else(seat).find_map(|other| other.player.engine()) {
        let follows = Some(follows);
        let new = NewEngineGame { request, person: who, level, setup, pace, color, origin, follows, moves };
        return begin_engine_game(games, new).await;
    }
    // The others, in the order of their new seats.
    let others = (0..count).filter(|to| *to != own).filter_map(|to| record.at(Seat((to + count - 1) % count)));
    let opponents = others.filter_map(|seat| Some(Person { user: seat.player.user()?, name: seat.name.clone() }));
    let opponents = opponents.collect();
    let new = NewChallenge {
        request,
        challenger: who,
        opponents,
        setup,
        pace,
        color,
        rated: Some(record.game.challenge.is_rated),
        origin,
    };
    challenges::challenge_after(games, new, Some(follows), moves).await
}

/// The rematch of a game that was requested and not closed.
pub async fn find_rematch(games: &Games, record: &GameRecord) -> Result<Option<GameRecord>, GameError> {
    for seat in &record.seats {
        if let Some(rematch_game) = find_request(games, record.game.game_id, seat.seat).await?
            && let Some(rematch) = games.store.game(rematch_game).await?
            && rematch.game.game_id != record.game.game_id
            && rematch.game.phase != Phase::Void
        {
            return Ok(Some(rematch));
        }
    }
    Ok(None)
}

async fn find_request(games: &Games, game: GameId, seat: Seat) -> Result<Option<GameId>, GameError> {
    Ok(games.store.game_of_request(rematch_request(game, seat)).await?)
}

/// The request id of a rematch, unique per game and seat. A seat keeps its number when its player's data are deleted,
/// so their rematch is still found.
fn rematch_request(game: GameId, seat: Seat) -> RequestId {
    internal_request(game, 0x7265_6d61_7463_6800 | u64::from(seat.0))
}

/// The lines of a challenge about the game that it follows.
pub async fn follows(app: &App, language: Language, record: &GameRecord) -> Vec<String> {
    let Some(follows) = record.game.agreements.follows else { return Vec::new() };
    // A failed lookup must not prevent the challenge.
    let earlier = app.games.record(follows.game).await.unwrap_or_else(|problem| {
        error!(game = %follows.game, "Could not find the game that another one follows: {problem}");
        None
    });
    let id = earlier.as_ref().map_or_else(|| follows.game.to_string(), |record| record.game.name());
    if let Some(ply) = follows.ply {
        return vec![localize!(language, "challenge-from-game", id = id, plies = ply)];
    }
    let line = localize!(language, "challenge-rematch", id = id);
    let tag = earlier.and_then(|record| record.game.competition);
    let off = tag.map(|tag| describe_exclusion(language, &tag));
    std::iter::once(line).chain(off).collect()
}

/// The answer to a repeated request for a rematch that is already running, with a link to it.
pub(crate) fn render_begun_rematch(language: Language, rematch: &GameRecord) -> OutgoingMessage {
    let text = localize!(language, "rematch-begun", id = rematch.game.name());
    OutgoingMessage::text(match rematch.game.place.thread_id {
        Some(thread) => format!("{text} {}", localize!(language, "game-link", channel = thread.0)),
        None => text,
    })
}

/// The notice in the thread of the earlier game.
pub fn render_rematch(language: Language, rematch: &GameRecord, link: &str) -> OutgoingMessage {
    let opponents = message::mentions(language, rematch.challenged());
    let challenger = rematch.game.challenge.challenger.0;
    OutgoingMessage::text(localize!(
        language,
        "rematch-offered",
        challenger = challenger,
        opponents = opponents,
        link = link
    ))
}
