//! Dispatches to the competition of a game: a ladder or a tournament.

use games::domain::{ChannelId, Competition, GameId, GuildId, Phase, RequestId, Timestamp, UserId};
use games::jobs::run_due;
use games::store::StoreError;
use games::{GameError, Games};

use crate::domain::DecisionForAll;
use crate::ladders::annulment::LadderAnnulment;
use crate::store::Clubs as _;
use crate::{ClubError, ladders, tournaments};

#[derive(Debug, Clone, PartialEq)]
pub enum Annulment {
    Ladder(Box<LadderAnnulment>),
    Tournament {
        /// Untrusted input.
        name: String,
        /// An organizer has decided its board, which stays.
        decided_by: Option<UserId>,
    },
}

async fn competition_of(games: &Games, game: GameId) -> Result<Option<Competition>, GameError> {
    let record = games.record(game).await?;
    Ok(record.and_then(|record| record.game.competition).map(|tag| tag.competition))
}

/// Applies results, vacations and passed time to some competitions, and returns to how many.
pub async fn sync_results(games: &Games) -> Result<usize, StoreError> {
    Ok(run_due(games, &ladders::sync::Ladders).await? + run_due(games, &tournaments::sync::Tournaments).await?)
}

/// The competition with this name or completion value in a server, and its name.
pub async fn find(games: &Games, guild: GuildId, typed: &str) -> Result<(Competition, String), ClubError> {
    match ladders::find_ladder(games, Some(guild), Some(typed)).await {
        Ok(ladder) => {
            let head = ladders::sync::ladder_head(games, ladder).await?;
            Ok((Competition::Ladder(ladder), head.name))
        }
        // No ladder has this name; try events.
        Err(no_ladder) => match tournaments::find_tournament(games, Some(guild), Some(typed)).await {
            Ok(stored) => Ok((Competition::Tournament(stored.tournament_id), stored.name)),
            Err(ClubError::Tournament(_)) => Err(no_ladder),
            Err(problem) => Err(problem),
        },
    }
}

pub async fn players(games: &Games, competition: Competition) -> Result<Vec<UserId>, GameError> {
    Ok(match competition {
        Competition::Ladder(id) => {
            games.store.clubs().ladder(id).await?.map(|stored| ladders::players_of(&stored.ladder)).unwrap_or_default()
        }
        Competition::Tournament(id) => {
            games.store.clubs().tournament(id).await?.map(|stored| stored.tournament.players()).unwrap_or_default()
        }
    })
}

/// The channel of a competition; `None` for a ladder, which has none.
pub async fn channel(games: &Games, competition: Competition) -> Result<Option<ChannelId>, GameError> {
    Ok(match competition {
        Competition::Ladder(id) => match games.store.clubs().ladder_head(id).await? {
            Some(head) => ladders::channels_of_followers(games, &head).await?.first().copied(),
            None => None,
        },
        Competition::Tournament(id) => games.store.clubs().tournament(id).await?.map(|stored| stored.channel_id),
    })
}

pub async fn running_games(games: &Games, competition: Competition) -> Result<Vec<GameId>, ClubError> {
    match competition {
        Competition::Ladder(ladder) => {
            let stored = ladders::sync::update_ladder(games, ladder).await?;
            let running = stored.ladder.challenges().filter(|(_, open)| open.answer_by.is_none());
            Ok(running.map(|(game, _)| game).collect())
        }
        Competition::Tournament(tournament) => {
            let stored = tournaments::sync::update_tournament(games, tournament).await?;
            let current = stored.tournament.rounds.last();
            let pairings = current.iter().flat_map(|round| &round.pairings).filter(|pairing| !pairing.is_done());
            Ok(pairings.filter_map(|pairing| pairing.game).collect())
        }
    }
}

/// The effect of annulling this game on its competition; `None` without a competition.
pub async fn preview_annulment(games: &Games, game: GameId) -> Result<Option<Annulment>, ClubError> {
    match competition_of(games, game).await? {
        Some(Competition::Ladder(ladder)) => {
            ladders::annulment::preview(games, ladder, game).await.map(|found| Some(Annulment::Ladder(Box::new(found))))
        }
        Some(Competition::Tournament(tournament)) => {
            let stored = tournaments::load(games, tournament).await?;
            let pairing = stored.tournament.board_of(game).map(|(_, pairing)| pairing);
            let decided_by = pairing.and_then(|pairing| Some(pairing.decision.as_ref()?.organizer));
            Ok(Some(Annulment::Tournament { name: stored.name, decided_by }))
        }
        None => Ok(None),
    }
}

/// Reverts an annulled game in its competition at once, if possible. Otherwise the periodic update does.
pub async fn take_back_annulled(games: &Games, game: GameId) -> Option<Annulment> {
    let taken_back = async {
        match competition_of(games, game).await? {
            Some(Competition::Ladder(ladder)) => ladders::annulment::take_back(games, ladder, game)
                .await
                .map(|found| Some(Annulment::Ladder(Box::new(found)))),
            Some(Competition::Tournament(tournament)) => {
                tournaments::sync::update_tournament(games, tournament).await.map(|_| None)
            }
            None => Ok::<_, ClubError>(None),
        }
    };
    taken_back.await.unwrap_or_else(|problem| {
        tracing::warn!(%game, "Could not take an annulled game back in its competition yet: {problem}");
        None
    })
}

pub const fn allows_replacement(competition: Competition) -> bool {
    match competition {
        // Its games count for their two players.
        Competition::Ladder(_) | Competition::Tournament(_) => false,
    }
}

pub async fn move_round_end(
    games: &Games,
    competition: Competition,
    request: RequestId,
    decision: DecisionForAll,
    at: Timestamp,
) -> Result<(), ClubError> {
    match competition {
        Competition::Ladder(_) => Ok(()),
        Competition::Tournament(id) => tournaments::deadlines::move_round_end(games, id, request, decision, at).await,
    }
}

/// The cost of declining or aborting a game of a competition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefusalCost {
    /// A loss on the ladder of this name, where the player has this place.
    Place(String, usize),
    /// A lost game in the tournament of this name.
    Game(String),
}

/// The cost for this player of declining an offered game or aborting a running one. `None` if there is none, or if the
/// player is not in it.
pub async fn refusal_cost(games: &Games, game: GameId, user: UserId) -> Result<Option<RefusalCost>, ClubError> {
    let Some(record) = games.record(game).await? else { return Ok(None) };
    let is_open = matches!(record.game.phase, Phase::Offered | Phase::Playing);
    let Some(tag) = record.game.competition.clone().filter(|_| is_open && record.seat_of(user).is_some()) else {
        return Ok(None);
    };
    let ladder = match tag.competition {
        Competition::Tournament(_) => return Ok(Some(RefusalCost::Game(tag.title()))),
        Competition::Ladder(ladder) => ladder,
    };
    let Some(stored) = games.store.clubs().ladder(ladder).await? else { return Ok(None) };
    let loses = match record.game.phase {
        Phase::Playing => stored.ladder.is_lost_by_abort(game, user),
        _ => stored.ladder.challenge(game).is_some_and(|open| open.is_lost_by_decline(user)),
    };
    let place = stored.ladder.place(user).filter(|_| loses);
    Ok(place.map(|place| RefusalCost::Place(tag.label, place)))
}
