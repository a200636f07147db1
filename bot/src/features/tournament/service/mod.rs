//! Tournaments of a server: signing up, rounds, and what organizers decide.

pub mod deadlines;
pub mod decisions;
pub mod entrants;
pub mod organizers;
pub mod taking_in;

use crate::domain::clubs::tournament::{StoredTournament, TournamentError, TournamentPhase};
use crate::domain::{
    AuditAction, AuditEntry, Authority, Competition, Game, GameId, GuildId, Organizer, OrganizerError, Subject,
    Timestamp, TournamentId, UserId,
};
use crate::games::{GameError, Games};

/// Open tournaments of one server.
pub const MOST_OPEN: usize = 25;

/// Tournaments that an option lists.
pub(super) const MOST_LISTED: u32 = 100;

pub const LONGEST_NAME: usize = 40;

/// The entry of the log about what an organizer does with a tournament, by which its players may win or lose something.
pub(super) fn entry_for_players(
    authority: &Authority,
    action: AuditAction,
    before: &StoredTournament,
    player: Option<UserId>,
    detail: String,
    at: Timestamp,
) -> Result<AuditEntry, OrganizerError> {
    let competition = Some(Competition::Tournament(before.tournament_id));
    let subject = Subject { competition, player, detail: Some(detail), ..Subject::default() };
    authority.entry(action, &before.tournament.players(), subject, at)
}

/// The entry of the log about what an organizer does with a tournament.
pub fn entry(
    by: &Organizer,
    action: AuditAction,
    tournament: TournamentId,
    detail: String,
    at: Timestamp,
) -> AuditEntry {
    let competition = Some(Competition::Tournament(tournament));
    AuditEntry { competition, detail: Some(detail), ..by.entry(action, at) }
}

/// The tournaments of a server that were announced: those that are not over first, then the newest.
pub async fn list_tournaments(games: &Games, guild: GuildId) -> Result<Vec<StoredTournament>, GameError> {
    let mut all = games.store.tournaments_of(guild, MOST_LISTED).await?;
    all.retain(|stored| stored.tournament.phase != TournamentPhase::Draft);
    Ok(all)
}

pub async fn load(games: &Games, tournament: TournamentId) -> Result<StoredTournament, GameError> {
    let gone = || TournamentError::NoSuchTournament(tournament.to_string());
    Ok(games.store.tournament(tournament).await?.ok_or_else(gone)?)
}

/// The tournament that is meant by a name or an id; without one the only one of the server that is not over, else the last one.
pub async fn find_tournament(
    games: &Games,
    guild: Option<GuildId>,
    typed: Option<&str>,
) -> Result<StoredTournament, GameError> {
    let guild = guild.ok_or(TournamentError::NoServer)?;
    let mut all = list_tournaments(games, guild).await?;
    if let Some(typed) = typed.map(str::trim) {
        let id: Option<TournamentId> = typed.parse().ok();
        let is_it = |stored: &StoredTournament| {
            Some(stored.tournament_id) == id || stored.name.to_lowercase() == typed.to_lowercase()
        };
        let found = all.iter().position(is_it).ok_or_else(|| TournamentError::NoSuchTournament(typed.to_owned()))?;
        return Ok(all.swap_remove(found));
    }
    let open = all.iter().filter(|stored| stored.tournament.phase.is_open());
    let open: Vec<String> = open.map(|stored| stored.name.clone()).collect();
    if open.len() > 1 {
        return Err(TournamentError::WhichTournament(open).into());
    }
    Ok(all.into_iter().next().ok_or(TournamentError::NoTournament)?)
}

/// The games of a round, as far as they are open and can be read.
pub async fn games_of_round(
    games: &Games,
    stored: &StoredTournament,
    round: u32,
) -> Result<Vec<(GameId, Game)>, GameError> {
    let round = stored.tournament.rounds.get((round as usize).wrapping_sub(1));
    let ids: Vec<GameId> = round.iter().flat_map(|round| &round.pairings).filter_map(|pairing| pairing.game).collect();
    let records = games.records(&ids).await?;
    Ok(records.into_iter().filter_map(|(game, record)| Some((game, record.ok()?.game))).collect())
}
