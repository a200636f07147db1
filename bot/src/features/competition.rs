//! Asks the competition of a game, whatever its kind: each kind is a feature.

use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::{App, Choices, Problem};
use crate::discord::{Interaction, Language, OutgoingMessage};
use crate::domain::clubs::tournament::Unfinished;
use crate::domain::{
    ChannelId, Competition, DecisionForAll, GameId, GuildId, PlaceChange, RequestId, Timestamp, UserId,
};
use crate::features::ladder::service::annulment::LadderAnnulment;
use crate::features::{ladder, tournament};
use crate::games::competition::UpdateRound;
use crate::games::{GameError, Games};
use crate::store::StoreError;
use crate::views::notice_context::NoticeContext;

/// What it does to its competition that a game is annulled.
#[derive(Debug, Clone, PartialEq)]
pub enum Annulment {
    Ladder(LadderAnnulment),
}

impl Annulment {
    pub fn describe(&self, language: Language) -> String {
        match self {
            Self::Ladder(annulment) => ladder::view::describe_annulment(language, annulment),
        }
    }
}

async fn competition_of(games: &Games, game: GameId) -> Result<Option<Competition>, GameError> {
    let record = games.record(game).await?;
    Ok(record.and_then(|record| record.game.competition).map(|tag| tag.competition))
}

/// Takes in what games, vacations and time have done to the competitions of all servers, `limit` at a time, those after `after`. So
/// one that cannot be brought up to date keeps no other waiting. Doing it twice does no harm.
pub async fn take_in_results(
    games: &Games,
    now: Timestamp,
    after: Option<Competition>,
    limit: u32,
) -> Result<UpdateRound, StoreError> {
    // First the ladders, then the tournaments.
    let ladders = match after {
        None => Some(None),
        Some(Competition::Ladder(ladder)) => Some(Some(ladder)),
        Some(Competition::Tournament(_)) => None,
    };
    let mut count = 0;
    if let Some(after) = ladders {
        let round = ladder::service::taking_in::take_in_results(games, now, after, limit).await?;
        if round.next.is_some() {
            return Ok(round);
        }
        count = round.count;
    }
    let after = match after {
        Some(Competition::Tournament(tournament)) => Some(tournament),
        _ => None,
    };
    let round = tournament::service::taking_in::take_in_results(games, now, after, limit).await?;
    Ok(UpdateRound { count: count + round.count, ..round })
}

/// The competition of a server that a name, or what was chosen from the list, means; with its name.
pub async fn find(games: &Games, guild: GuildId, typed: &str) -> Result<(Competition, String), GameError> {
    match ladder::service::find_ladder(games, Some(guild), Some(typed)).await {
        Ok(ladder) => {
            let head = ladder::service::taking_in::ladder_head(games, ladder).await?;
            Ok((Competition::Ladder(ladder), head.name))
        }
        // No ladder is called so: an event, perhaps.
        Err(no_ladder) => match tournament::service::find_tournament(games, Some(guild), Some(typed)).await {
            Ok(stored) => Ok((Competition::Tournament(stored.tournament_id), stored.name)),
            Err(GameError::Tournament(_)) => Err(no_ladder),
            Err(problem) => Err(problem),
        },
    }
}

/// The open competitions of a server, for the option `competition`.
pub async fn complete(app: &App, interaction: &Interaction, typed: &str) -> Result<Choices, Problem> {
    let mut choices = ladder::command::complete(app, interaction, typed).await?;
    choices.extend(tournament::command::complete(app, interaction, typed).await?);
    choices.truncate(MAX_CHOICES);
    Ok(choices)
}

/// Who holds a seat in a competition.
pub async fn players(games: &Games, competition: Competition) -> Result<Vec<UserId>, GameError> {
    Ok(match competition {
        Competition::Ladder(id) => {
            games.store.ladder(id).await?.map(|stored| ladder::service::players_of(&stored.ladder)).unwrap_or_default()
        }
        Competition::Tournament(id) => {
            games.store.tournament(id).await?.map(|stored| stored.tournament.players()).unwrap_or_default()
        }
    })
}

/// Where people follow a competition; `None`: a ladder has no channel.
pub async fn channel(games: &Games, competition: Competition) -> Result<Option<ChannelId>, GameError> {
    Ok(match competition {
        Competition::Ladder(id) => match games.store.ladder_head(id).await? {
            Some(head) => ladder::service::channels_of_followers(games, &head).await?.first().copied(),
            None => None,
        },
        Competition::Tournament(id) => games.store.tournament(id).await?.map(|stored| stored.channel_id),
    })
}

/// The games of a competition that are played and count for it.
pub async fn running_games(games: &Games, competition: Competition) -> Result<Vec<GameId>, GameError> {
    match competition {
        Competition::Ladder(ladder) => {
            let stored = ladder::service::taking_in::update_ladder(games, ladder).await?;
            let begun = stored.ladder.challenges().filter(|(_, open)| open.answer_by.is_none());
            Ok(begun.map(|(game, _)| game).collect())
        }
        Competition::Tournament(tournament) => {
            let stored = tournament::service::taking_in::update_tournament(games, tournament).await?;
            let current = stored.tournament.rounds.last();
            let pairings = current.iter().flat_map(|round| &round.pairings).filter(|pairing| !pairing.is_done());
            Ok(pairings.filter_map(|pairing| pairing.game).collect())
        }
    }
}

/// What it would do to its competition to annul this game; `None` for one of no competition.
pub async fn preview_annulment(games: &Games, game: GameId) -> Result<Option<Annulment>, GameError> {
    match competition_of(games, game).await? {
        Some(Competition::Ladder(ladder)) => {
            ladder::service::annulment::preview(games, ladder, game).await.map(|found| Some(Annulment::Ladder(found)))
        }
        Some(Competition::Tournament(_)) | None => Ok(None),
    }
}

/// Takes an annulled game back in its competition at once, if that can be. The competition takes it in by itself.
pub async fn take_back_annulled(games: &Games, game: GameId) -> Option<Annulment> {
    let taken_back = async {
        match competition_of(games, game).await? {
            Some(Competition::Ladder(ladder)) => ladder::service::annulment::take_back(games, ladder, game)
                .await
                .map(|found| Some(Annulment::Ladder(found))),
            Some(Competition::Tournament(tournament)) => {
                tournament::service::taking_in::update_tournament(games, tournament).await.map(|_| None)
            }
            None => Ok::<_, GameError>(None),
        }
    };
    taken_back.await.unwrap_or_else(|problem| {
        tracing::warn!(%game, "Could not take an annulled game back in its competition yet: {problem}");
        None
    })
}

/// Whether somebody may take over from a player in the games of this competition.
pub const fn allows_replacement(competition: Competition) -> bool {
    match competition {
        // It counts a game for its two players.
        Competition::Ladder(_) | Competition::Tournament(_) => false,
    }
}

/// The round of this game closes then; `None` once it is over.
pub fn describe_round_end(
    context: &NoticeContext<'_>,
    at: Timestamp,
    unfinished: Unfinished,
) -> Option<OutgoingMessage> {
    tournament::posts::round_closes(context, at, unfinished)
}

/// Who is on turn forfeits the game without a first move; `None` once there is one.
pub fn describe_first_move(context: &NoticeContext<'_>, at: Timestamp, ply: u32) -> Option<OutgoingMessage> {
    tournament::posts::first_move_due(context, at, ply)
}

pub async fn move_round_end(
    games: &Games,
    competition: Competition,
    request: RequestId,
    decision: DecisionForAll,
    at: Timestamp,
) -> Result<(), GameError> {
    match competition {
        Competition::Ladder(_) => Ok(()),
        Competition::Tournament(id) => {
            tournament::service::deadlines::move_round_end(games, id, request, decision, at).await
        }
    }
}

/// What a game has changed in its competition, for its players.
pub fn describe_changes(language: Language, competition: Competition, name: &str, moves: &[PlaceChange]) -> String {
    match competition {
        Competition::Ladder(_) | Competition::Tournament(_) => ladder::view::describe_moves(language, name, moves),
    }
}

/// A game that is being played counts for its competition no longer: this player has left it, or it is closed.
pub fn describe_lost_game(language: Language, competition: Competition, name: &str, absent: Option<UserId>) -> String {
    match competition {
        Competition::Ladder(_) | Competition::Tournament(_) => ladder::view::describe_lost_game(language, name, absent),
    }
}
