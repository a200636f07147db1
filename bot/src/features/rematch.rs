//! *Rematch*: the same people play the same game again.

use rules::Seat;
use tracing::error;

use crate::commands::App;
use crate::commands::board::message;
use crate::discord::{Language, OutgoingMessage, localize};
use crate::domain::{Follows, GameId, GameRecord, Origin, Person, Phase, RequestId};
use crate::features::challenge::service::{self as challenge, NewChallenge};
use crate::features::engine::service::{NewEngineGame, begin_engine_game};
use crate::games::change::internal_request;
use crate::games::offers::ColorChoice;
use crate::games::{Done, GameError, Games};
use crate::views::competition::describe_exclusion;

/// Challenges the same people to the same game again, each a seat further: who had Black has White. Asking again gives the
/// same challenge; where another one has asked before, this takes that challenge, or is the game that has come of it.
pub async fn rematch(games: &Games, game: GameId, who: Person) -> Result<Done, GameError> {
    let record = games.store.game(game).await?.ok_or(GameError::NoSuchGame)?;
    let seat = match record.playing_seat(who.user) {
        Err(GameError::Over) => record.seat_of(who.user).ok_or(GameError::NotAPlayer)?,
        Err(refused) => return Err(refused),
        Ok(_) => return Err(GameError::NotOver),
    };
    let request = rematch_request(game, seat);
    for other in record.opponents(who.user) {
        let Some(asked) = find_request(games, game, other.seat).await? else { continue };
        let replayed = games.load(asked, None).await?;
        match replayed.record.game.phase {
            Phase::Offered => return challenge::accept(games, request, asked, who).await,
            Phase::Playing | Phase::Over => return Ok(Done { replayed, repeated: true, action: None }),
            Phase::Void => {}
        }
    }
    let count = record.seats.len() as u8;
    let own = (seat.0 + 1) % count;
    let color = ColorChoice::Seat(Seat(own));
    let origin = Origin { guild_id: record.game.place.guild_id, channel_id: record.game.place.channel_id };
    let (setup, pace) = (record.game.setup.to_string(), record.game.time_control.to_string());
    let follows = Follows { game, number: record.game.number, ply: None };
    if let Some(level) = record.everybody_else(seat).find_map(|other| other.player.engine()) {
        let follows = Some(follows);
        let new = NewEngineGame { request, person: who, level, setup, pace, color, origin, follows };
        return begin_engine_game(games, new).await;
    }
    // The others in the order of the seats that they get.
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
    let made = record.plies.iter().filter(|ply| ply.is_given()).map(|ply| ply.notation.clone()).collect();
    challenge::challenge_after(games, new, Some(follows), made).await
}

/// The rematch of a game that somebody has asked for and nobody has closed.
pub async fn find_rematch(games: &Games, record: &GameRecord) -> Result<Option<GameRecord>, GameError> {
    for seat in &record.seats {
        if let Some(asked) = find_request(games, record.game.game_id, seat.seat).await?
            && let Some(rematch) = games.store.game(asked).await?
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

/// The request of a rematch: the same for the same game and seat. A seat keeps its number when the data of its player are deleted, so their
/// rematch is still found.
fn rematch_request(game: GameId, seat: Seat) -> RequestId {
    internal_request(game, 0x7265_6d61_7463_6800 | u64::from(seat.0))
}

/// What a challenge says of the game that it follows, a line each.
pub async fn follows(app: &App, language: Language, record: &GameRecord) -> Vec<String> {
    let Some(follows) = record.game.agreements.follows else { return Vec::new() };
    let id = follows.name();
    if let Some(ply) = follows.ply {
        return vec![localize!(language, "challenge-from-game", id = id, plies = ply)];
    }
    // A challenge comes without it rather than not at all.
    let earlier = app.games.record(follows.game).await.unwrap_or_else(|problem| {
        error!(game = %follows.game, "Could not find the competition of a game: {problem}");
        None
    });
    let line = localize!(language, "challenge-rematch", id = id);
    let tag = earlier.and_then(|record| record.game.competition);
    let off = tag.map(|tag| describe_exclusion(language, &tag));
    std::iter::once(line).chain(off).collect()
}

/// Said to a player who asks again for a rematch that is played already, with the way to it.
pub(crate) fn render_begun_rematch(language: Language, rematch: &GameRecord) -> OutgoingMessage {
    let text = localize!(language, "rematch-begun", id = rematch.game.name());
    OutgoingMessage::text(match rematch.game.place.thread_id {
        Some(thread) => format!("{text} {}", localize!(language, "game-link", channel = thread.0)),
        None => text,
    })
}

/// Said in the thread of the earlier game.
pub fn render_rematch(language: Language, rematch: &GameRecord, link: &str) -> OutgoingMessage {
    let opponents = message::mentions(rematch.challenged());
    let challenger = rematch.game.challenge.challenger.0;
    OutgoingMessage::text(localize!(
        language,
        "rematch-offered",
        challenger = challenger,
        opponents = opponents,
        link = link
    ))
}
