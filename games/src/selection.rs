//! The games of a player, and which one is meant if none is named.

use std::collections::HashMap;

use rules::{Choice, Synonyms};

use crate::Games;
use crate::domain::{ChannelId, Game, GameId, GameRecord, GameSummary, GuildId, Origin, Phase, UserId};
use crate::questions::Question;
use crate::refusal::GameError;

/// Limit of games searched for one person.
const MAX_GAMES: u32 = 200;

/// The required certainty about a game that was not named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameSelection {
    /// For viewing: of several games, the only one in which it is their turn.
    Likely,
    /// For moving: of several games, one in which it is their turn.
    Turn,
    /// For actions that cannot be undone: no choice among several.
    Certain,
}

impl Games {
    /// Games and open challenges of a person, those that wait for them first; at most `limit`.
    pub async fn list(&self, user: UserId, phases: &[Phase], limit: u32) -> Result<Vec<GameSummary>, GameError> {
        Ok(self.games_of(user, phases, limit.min(MAX_GAMES)).await?)
    }

    /// Finds a named game: `#128` or `128` in its server, or an id. Elsewhere a number means a game of their own, and
    /// `@128` one in direct messages.
    /// Numbers can be guessed, so a game of others is found only where it is played, or everywhere in a server that
    /// posts all results.
    ///
    /// # Errors
    /// [`GameError::WhichGame`] if several games have this number: one of this server, and own ones in other places.
    /// [`GameError::PlayedElsewhere`] if others play it in another channel.
    pub async fn game_named(&self, typed: &str, user: UserId, origin: Origin) -> Result<GameId, GameError> {
        let guild = origin.guild_id;
        let mut games = match read_name(typed)? {
            GameName::Id(id) => return Ok(id),
            GameName::Number(number) => self.store.games_numbered(number, guild, user).await?,
            GameName::Private(number) => {
                let mut games = self.store.games_numbered(number, None, user).await?;
                games.retain(|summary| summary.game.place.guild_id.is_none());
                games
            }
        };
        let is_own = |summary: &GameSummary| summary.seats.iter().any(|seat| seat.player == user);
        let is_seen = |summary: &GameSummary| is_seen_from(summary, user, origin.channel_id);
        if let Some(guild) = guild
            && !games.iter().all(is_seen)
            && self.store.guild_preferences(guild).await?.results_channel.is_none()
        {
            games.retain(is_seen);
            if games.is_empty() {
                return Err(GameError::PlayedElsewhere);
            }
        }
        let is_here = |summary: &&GameSummary| guild.is_some() && summary.game.place.guild_id == guild;
        match (games.as_slice(), games.iter().find(is_here)) {
            ([], _) => Err(GameError::NoSuchGame),
            ([only], _) => Ok(only.game.game_id),
            (_, Some(here)) if is_own(here) => Ok(here.game.game_id),
            _ => Err(GameError::WhichGame(games)),
        }
    }

    /// Like [`Games::game_named`], for a game of this server, whatever the person plays elsewhere.
    pub async fn game_named_in(&self, typed: &str, guild: GuildId) -> Result<GameId, GameError> {
        let number = match read_name(typed)? {
            GameName::Id(id) => return Ok(id),
            GameName::Number(number) => number,
            GameName::Private(_) => return Err(GameError::NoSuchGame),
        };
        let games = self.store.games_numbered(number, Some(guild), UserId(0)).await?;
        games.first().map(|summary| summary.game.game_id).ok_or(GameError::NoSuchGame)
    }

    pub async fn names_of(&self, games: &[GameId]) -> Result<HashMap<GameId, String>, GameError> {
        let numbers = self.store.numbers_of(games).await?;
        let name = |game: &GameId| match numbers.get(game) {
            Some((number, guild)) => Game::name_of(*number, *guild),
            None => game.to_string(),
        };
        Ok(games.iter().map(|game| (*game, name(game))).collect())
    }

    /// Moves that match the typed text; none if it is not this person's turn. At most 25.
    pub async fn complete_moves(
        &self,
        game: GameId,
        user: UserId,
        typed: &str,
        words: &Synonyms,
    ) -> Result<Vec<Choice>, GameError> {
        let replayed = self.load(game, None).await?;
        let seat = replayed.record.seat_of(user).ok_or(GameError::NotAPlayer)?;
        if replayed.record.game.turn.to_move != Some(seat) {
            return Ok(Vec::new());
        }
        Ok(replayed.any_game.complete_with(typed, 25, words))
    }

    /// The game that a player means who names none: their own of this place, else the one of this thread, else the
    /// only one they play. For viewing, if they play none, the game of this channel, the only challenge, or the game
    /// that they finished last.
    ///
    /// # Errors
    /// [`GameError::WhichGame`] with the candidates, [`GameError::NoGame`] if there are none.
    pub async fn game_for(
        &self,
        user: UserId,
        channel: ChannelId,
        certainty: GameSelection,
    ) -> Result<GameId, GameError> {
        let running = self.list(user, &[Phase::Playing], MAX_GAMES).await?;
        let (here, elsewhere): (Vec<_>, Vec<_>) =
            running.into_iter().partition(|summary| is_played_in(&summary.game, channel));
        if !here.is_empty() {
            return select_one(here, user, certainty);
        }
        let channel_game = match self.store.game_in(channel).await? {
            Some(game) => self.store.game(game).await?.map(|record| record.game),
            None => None,
        };
        match channel_game {
            // A thread is about its game, for everybody; in a shared channel, one's own games come first.
            Some(game) if game.place.thread_id == Some(channel) => return Ok(game.game_id),
            Some(game) if elsewhere.is_empty() && certainty != GameSelection::Certain => return Ok(game.game_id),
            _ => {}
        }
        if elsewhere.is_empty() {
            let offered = self.list(user, &[Phase::Offered], MAX_GAMES).await?;
            if offered.is_empty() && certainty == GameSelection::Likely {
                let last = self.store.finished_of(user, 1).await?;
                return last.first().map(|last| last.game.game_id).ok_or(GameError::NoGame);
            }
            return select_one(offered, user, certainty);
        }
        select_one(elsewhere, user, certainty)
    }

    /// The game in which a player who names none withdraws a question: the one of this thread, else the only one of
    /// this channel in which it is open, else the only one anywhere.
    ///
    /// # Errors
    /// [`GameError::WhichGame`] with the games in which it is open; [`GameError::NothingToWithdraw`] if it is open in
    /// none of several.
    pub async fn game_to_withdraw_in(
        &self,
        user: UserId,
        channel: ChannelId,
        question: Question,
    ) -> Result<GameId, GameError> {
        let running = self.list(user, &[Phase::Playing], MAX_GAMES).await?;
        let is_thread = running.iter().any(|summary| summary.game.place.thread_id == Some(channel));
        let asking = running.into_iter().filter(|summary| summary.asks(user, question));
        let (here, elsewhere): (Vec<_>, Vec<_>) = asking.partition(|summary| is_played_in(&summary.game, channel));
        if !here.is_empty() {
            return select_one(here, user, GameSelection::Certain);
        }
        if !is_thread && !elsewhere.is_empty() {
            return select_one(elsewhere, user, GameSelection::Certain);
        }
        match self.game_for(user, channel, GameSelection::Certain).await {
            Err(GameError::WhichGame(_)) => Err(GameError::NothingToWithdraw),
            result => result,
        }
    }

    /// Whether this is the thread of a game that others play, and what is posted there concerns only them.
    pub async fn is_thread_of_others(&self, user: UserId, channel: ChannelId) -> Result<bool, GameError> {
        let Some(game) = self.store.game_in(channel).await? else { return Ok(false) };
        let record = self.store.game(game).await?;
        Ok(record.is_some_and(|record| record.game.place.thread_id == Some(channel) && record.seat_of(user).is_none()))
    }

    async fn finished_in(&self, user: UserId, channel: ChannelId) -> Result<Option<GameId>, GameError> {
        let Some(game) = self.store.game_in(channel).await? else { return Ok(None) };
        let is_theirs = |record: &GameRecord| {
            let is_here = record.game.place.thread_id == Some(channel) && record.game.phase == Phase::Over;
            is_here && record.seat_of(user).is_some()
        };
        Ok(self.store.game(game).await?.filter(is_theirs).map(|_| game))
    }

    /// The game that a player reviews who names none: the one of this place, else the only one they play that has
    /// moves, else the only one they have finished.
    ///
    /// # Errors
    /// [`GameError::WhichGame`] with all games that have moves, including finished ones; [`GameError::NoGame`] if
    /// there are none.
    pub async fn game_to_review(&self, user: UserId, channel: ChannelId) -> Result<GameId, GameError> {
        if let Some(game) = self.finished_in(user, channel).await? {
            return Ok(game);
        }
        let running = self.list(user, &[Phase::Playing], MAX_GAMES).await?;
        let is_of_place = |summary: &GameSummary| is_played_in(&summary.game, channel);
        let channel_game = self.store.game_in(channel).await?;
        if running.iter().any(is_of_place) || channel_game.is_some() && running.is_empty() {
            return self.game_for(user, channel, GameSelection::Likely).await;
        }
        if let Some(record) = match channel_game {
            Some(game) => self.store.game(game).await?.filter(|record| record.game.place.thread_id == Some(channel)),
            None => None,
        } {
            return Ok(record.game.game_id);
        }
        let has_moves = |summary: &GameSummary| summary.game.ply > 0;
        let mut with_moves: Vec<GameSummary> = running.iter().filter(|summary| has_moves(summary)).cloned().collect();
        if let Ok(only) = select_one(with_moves.clone(), user, GameSelection::Certain) {
            return Ok(only);
        }
        with_moves.extend(self.list(user, &[Phase::Over], MAX_GAMES).await?.into_iter().filter(has_moves));
        // No game has moves, so one without moves is shown.
        select_one(if with_moves.is_empty() { running } else { with_moves }, user, GameSelection::Certain)
    }
}

/// Whether a person can see a game from a channel: it is their own, or it is played there, in its thread or in the
/// channel of the thread. It is unknown who may read other channels.
pub fn is_seen_from(summary: &GameSummary, user: UserId, channel: ChannelId) -> bool {
    let place = summary.game.place;
    let is_own = summary.seats.iter().any(|seat| seat.player == user);
    is_own || place.channel_id == channel || place.thread_id == Some(channel)
}

enum GameName {
    Id(GameId),
    Number(u32),
    /// The number of a game in direct messages.
    Private(u32),
}

fn read_name(text: &str) -> Result<GameName, GameError> {
    let text = text.trim();
    if let Ok(id) = text.parse() {
        return Ok(GameName::Id(id));
    }
    let number = text.strip_prefix(['#', '@']).unwrap_or(text).trim_start();
    let number = number.parse().map_err(|_| GameError::NoSuchGame)?;
    Ok(if text.starts_with('@') { GameName::Private(number) } else { GameName::Number(number) })
}

fn is_played_in(game: &Game, channel: ChannelId) -> bool {
    game.place.channel() == channel
}

fn select_one(games: Vec<GameSummary>, user: UserId, certainty: GameSelection) -> Result<GameId, GameError> {
    if let [only] = games.as_slice() {
        return Ok(only.game.game_id);
    }
    let is_on_turn = |summary: &GameSummary| {
        summary.seats.iter().any(|seat| seat.player == user && summary.game.turn.to_move == Some(seat.seat))
    };
    let mut on_turn = games.iter().filter(|summary| is_on_turn(summary));
    match (certainty, on_turn.next(), on_turn.next()) {
        _ if games.is_empty() => Err(GameError::NoGame),
        (GameSelection::Likely | GameSelection::Turn, Some(only), None) => Ok(only.game.game_id),
        // They cannot move in the others.
        (GameSelection::Turn, Some(_), Some(_)) => {
            Err(GameError::WhichGame(games.into_iter().filter(is_on_turn).collect()))
        }
        _ => Err(GameError::WhichGame(games)),
    }
}
