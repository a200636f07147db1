//! What organizers do with tournaments.

use crate::domain::clubs::rating::group::RatingGroup;
use crate::domain::clubs::tournament::refusal::TournamentError;
use crate::domain::clubs::tournament::stored::StoredTournament;
use crate::domain::clubs::tournament::{
    BoardResult, BoardScore, Format, MOST_ENTRANTS, MOST_ROUNDS, SignUp, Tournament, TournamentPhase,
};
use crate::domain::{AuditAction, ChannelId, GameId, Organizer, Setup, Timestamp, TournamentId, UserId};
use crate::features::ladder::service::organizers::{checked_name, checked_pace, checked_setup};
use crate::features::tournament::service::taking_in::{change_tournament, update_tournament};
use crate::features::tournament::service::{MOST_LISTED, MOST_OPEN, entry};
use crate::games::{GameError, Games};

/// A tournament that an organizer creates.
#[derive(Debug, Clone)]
pub struct NewTournament {
    pub by: Organizer,
    pub channel: ChannelId,
    pub name: String,
    pub format: Format,
    /// Rounds of a Swiss tournament.
    pub rounds: Option<u32>,
    pub setup: String,
    pub pace: Option<String>,
    pub is_rated: Option<bool>,
    /// Seats.
    pub most: Option<usize>,
    /// When it begins by itself.
    pub until: Option<Timestamp>,
}

/// Rounds of a Swiss tournament where nobody says how many.
const USUAL_ROUNDS: u32 = 5;

/// Makes the draft of a tournament, which nobody else sees. Whether the person may do so is for the caller to check.
pub async fn create(games: &Games, new: NewTournament) -> Result<StoredTournament, GameError> {
    let now = games.clock.now();
    let is_open = |stored: &&StoredTournament| {
        !matches!(stored.tournament.phase, TournamentPhase::Over | TournamentPhase::Cancelled)
    };
    let all = games.store.tournaments_of(new.by.guild, MOST_LISTED).await?;
    if all.iter().filter(is_open).count() >= MOST_OPEN {
        return Err(TournamentError::TooMany(MOST_OPEN).into());
    }
    if new.until.is_some_and(|until| until <= now) {
        return Err(TournamentError::DateInPast.into());
    }
    let setup = checked_setup(games, &new.setup)?;
    let can_be_rated = RatingGroup::of(&Setup::stored(setup.clone()));
    if new.is_rated == Some(true) && can_be_rated.is_none() {
        return Err(GameError::CannotBeRated);
    }
    let stored = StoredTournament {
        tournament_id: TournamentId::of_random(games.random.bits()),
        guild_id: new.by.guild,
        channel_id: new.channel,
        name: checked_name(&new.name)?,
        version: 0,
        created_at: now,
        tournament: Tournament {
            format: new.format,
            planned_rounds: new.rounds.unwrap_or(USUAL_ROUNDS).clamp(1, MOST_ROUNDS),
            setup,
            time_control: checked_pace(games, new.pace.as_deref())?,
            is_rated: can_be_rated.is_some() && new.is_rated.unwrap_or(true),
            sign_up: SignUp { most: new.most.map(|most| most.clamp(2, MOST_ENTRANTS)), until: new.until },
            phase: TournamentPhase::Draft,
            entrants: Vec::new(),
            rounds: Vec::new(),
            first_moves_first: true,
        },
        names: Vec::new(),
    };
    games.store.create_tournament(&stored).await?;
    Ok(stored)
}

/// What is changed of a tournament that has not begun; `None` leaves it as it is.
#[derive(Debug, Clone, Default)]
pub struct TournamentEdit {
    pub name: Option<String>,
    pub format: Option<Format>,
    pub rounds: Option<u32>,
    pub setup: Option<String>,
    pub pace: Option<String>,
    /// Seats.
    pub most: Option<Option<usize>>,
    /// When it begins by itself.
    pub until: Option<Option<Timestamp>>,
}

/// Changes a tournament that has not begun.
pub async fn edit(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    wanted: TournamentEdit,
) -> Result<StoredTournament, GameError> {
    let now = games.clock.now();
    if wanted.until.flatten().is_some_and(|until| until <= now) {
        return Err(TournamentError::DateInPast.into());
    }
    let name = wanted.name.as_deref().map(checked_name).transpose()?;
    let setup = wanted.setup.as_deref().map(|setup| checked_setup(games, setup)).transpose()?;
    let pace = wanted.pace.as_deref().map(|pace| checked_pace(games, Some(pace))).transpose()?;
    change_tournament(games, tournament, |stored| {
        check_editable(stored)?;
        let before = stored.clone();
        stored.name.clone_from(name.as_ref().unwrap_or(&before.name));
        let changed = &mut stored.tournament;
        changed.format = wanted.format.unwrap_or(changed.format);
        changed.planned_rounds = wanted.rounds.unwrap_or(changed.planned_rounds).clamp(1, MOST_ROUNDS);
        if let Some(pace) = &pace {
            changed.time_control.clone_from(pace);
        }
        if let Some(setup) = &setup {
            let could_be_rated = RatingGroup::of(&Setup::stored(changed.setup.clone())).is_some();
            let can_be_rated = RatingGroup::of(&Setup::stored(setup.clone())).is_some();
            changed.is_rated = can_be_rated && (changed.is_rated || !could_be_rated);
            changed.setup.clone_from(setup);
        }
        changed.sign_up.most = wanted.most.unwrap_or(changed.sign_up.most);
        changed.sign_up.until = wanted.until.unwrap_or(changed.sign_up.until);
        let is_public = changed.phase == TournamentPhase::SignUp && *stored != before;
        Ok(is_public.then(|| entry(by, AuditAction::TournamentEdited, tournament, stored.name.clone(), now)))
    })
    .await
}

/// Shows a draft to everybody: players can join from now on.
pub async fn announce(games: &Games, by: &Organizer, tournament: TournamentId) -> Result<StoredTournament, GameError> {
    let now = games.clock.now();
    change_tournament(games, tournament, |stored| {
        if stored.tournament.phase != TournamentPhase::Draft {
            // It was pressed twice.
            return Ok(None);
        }
        if stored.tournament.sign_up.until.is_some_and(|until| until <= now) {
            return Err(TournamentError::DateInPast.into());
        }
        stored.tournament.phase = TournamentPhase::SignUp;
        Ok(Some(entry(by, AuditAction::TournamentCreated, tournament, stored.name.clone(), now)))
    })
    .await
}

/// Throws a draft away.
pub async fn discard(games: &Games, tournament: TournamentId) -> Result<(), GameError> {
    Ok(games.store.delete_tournament_draft(tournament).await?)
}

/// Refuses what has begun or is over.
pub fn check_editable(stored: &StoredTournament) -> Result<(), GameError> {
    match stored.tournament.phase {
        TournamentPhase::Draft | TournamentPhase::SignUp => Ok(()),
        TournamentPhase::Running => Err(TournamentError::HasBegun.into()),
        TournamentPhase::Over | TournamentPhase::Cancelled => Err(TournamentError::Over.into()),
    }
}

/// Begins a tournament now.
pub async fn begin(games: &Games, by: &Organizer, tournament: TournamentId) -> Result<StoredTournament, GameError> {
    let first = games.random.bits() & 1 == 0;
    let now = games.clock.now();
    change_tournament(games, tournament, |stored| {
        stored.tournament.begin(first)?;
        Ok(Some(entry(by, AuditAction::TournamentBegun, tournament, stored.name.clone(), now)))
    })
    .await?;
    update_tournament(games, tournament).await
}

/// Ends a tournament without a result. Its games go on and count for nothing but ratings.
pub async fn cancel(games: &Games, by: &Organizer, tournament: TournamentId) -> Result<StoredTournament, GameError> {
    let now = games.clock.now();
    change_tournament(games, tournament, |stored| {
        match stored.tournament.phase {
            TournamentPhase::Draft | TournamentPhase::SignUp | TournamentPhase::Running => {
                stored.tournament.phase = TournamentPhase::Cancelled;
            }
            TournamentPhase::Over | TournamentPhase::Cancelled => return Err(TournamentError::Over.into()),
        }
        Ok(Some(entry(by, AuditAction::TournamentCancelled, tournament, stored.name.clone(), now)))
    })
    .await
}

/// Takes a player out, for the reason that the log keeps.
pub async fn remove(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    player: UserId,
) -> Result<StoredTournament, GameError> {
    let now = games.clock.now();
    change_tournament(games, tournament, |stored| {
        stored.tournament.withdraw(player)?;
        let entry = entry(by, AuditAction::TournamentPlayerRemoved, tournament, stored.name.clone(), now);
        Ok(Some(crate::domain::AuditEntry { player: Some(player), ..entry }))
    })
    .await
}

/// Decides the game of a player in the current round: `None` for a draw, else whether the player wins. Gives the game, which goes on and
/// no longer counts here.
pub async fn decide(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    player: UserId,
    wins: Option<bool>,
) -> Result<(StoredTournament, Option<GameId>), GameError> {
    let now = games.clock.now();
    let reason = by.required_reason()?;
    let stored = change_tournament(games, tournament, |stored| {
        if stored.tournament.phase != TournamentPhase::Running {
            return Err(TournamentError::NotBegun.into());
        }
        let number = stored.tournament.number_of(player).ok_or(TournamentError::NotIn)?;
        let current = stored.tournament.rounds.last_mut().ok_or(TournamentError::NotBegun)?;
        let pairing = current.pairings.iter_mut().find(|pairing| pairing.has(number) && pairing.second.is_some());
        let pairing = pairing.ok_or(TournamentError::NoSuchBoard)?;
        let score = match wins {
            None => BoardScore::Draw,
            Some(wins) if wins == (pairing.first == number) => BoardScore::FirstWins,
            Some(_) => BoardScore::SecondWins,
        };
        pairing.result = Some(BoardResult { score, is_forfeit: true, marbles: 0 });
        pairing.is_decided = true;
        let entry = entry(by, AuditAction::TournamentDecided, tournament, stored.name.clone(), now);
        Ok(Some(crate::domain::AuditEntry { player: Some(player), reason: Some(reason.clone()), ..entry }))
    })
    .await?;
    let game = stored.tournament.number_of(player).and_then(|number| {
        let pairings = stored.tournament.rounds.iter().rev().flat_map(|round| &round.pairings);
        pairings.clone().find(|pairing| pairing.has(number)).and_then(|pairing| pairing.game)
    });
    Ok((stored, game))
}
