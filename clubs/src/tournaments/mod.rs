//! Tournaments of a server: signing up, rounds, and organizers' decisions.

pub mod deadlines;
pub mod decisions;
pub mod entrants;
pub mod organizers;
pub mod settings;
pub mod sync;

use games::Games;
use games::domain::{
    AuditAction, AuditEntry, Competition, Game, GameId, GuildId, Organizer, OrganizerError, Timestamp, TournamentId,
    UserId,
};

use crate::ClubError;
use crate::domain::tournament::{StoredTournament, TournamentError, TournamentPhase};
use crate::domain::{Authority, Subject};
use crate::store::Clubs as _;

/// Open tournaments of one server.
pub const MOST_OPEN: usize = 25;

/// Tournaments that an option lists.
pub(super) const MOST_LISTED: u32 = 100;

pub const LONGEST_NAME: usize = 40;

/// The audit entry of an act that may give players of a tournament an advantage or disadvantage.
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

/// The announced tournaments of a server: open ones first, then the newest.
pub async fn list_tournaments(games: &Games, guild: GuildId) -> Result<Vec<StoredTournament>, ClubError> {
    let mut all = games.store.clubs().tournaments_of(guild, MOST_LISTED).await?;
    all.retain(|stored| stored.tournament.phase != TournamentPhase::Draft);
    Ok(all)
}

/// The tournaments of a server that have not begun: its drafts, which only organizers see, and those that take players.
pub async fn list_editable(games: &Games, guild: GuildId) -> Result<Vec<StoredTournament>, ClubError> {
    let mut all = games.store.clubs().tournaments_of(guild, MOST_LISTED).await?;
    all.retain(|stored| settings::check_editable(stored).is_ok());
    Ok(all)
}

pub async fn load(games: &Games, tournament: TournamentId) -> Result<StoredTournament, ClubError> {
    let not_found = || TournamentError::NoSuchTournament(tournament.to_string());
    Ok(games.store.clubs().tournament(tournament).await?.ok_or_else(not_found)?)
}

/// The tournament with this name or id; without one the server's only open one, else the last one.
pub async fn find_tournament(
    games: &Games,
    guild: Option<GuildId>,
    typed: Option<&str>,
) -> Result<StoredTournament, ClubError> {
    let guild = guild.ok_or(TournamentError::NoServer)?;
    choose(list_tournaments(games, guild).await?, typed)
}

/// The same for an organizer who changes one, among drafts too.
pub async fn find_editable(games: &Games, guild: GuildId, typed: Option<&str>) -> Result<StoredTournament, ClubError> {
    let editable = list_editable(games, guild).await?;
    // Without one, the refusal says why the others cannot be changed.
    let is_typed = |stored: &StoredTournament| typed.is_some_and(|typed| stored.is_called(typed));
    if editable.is_empty() || typed.is_some() && !editable.iter().any(is_typed) {
        return find_tournament(games, Some(guild), typed).await;
    }
    choose(editable, typed)
}

fn choose(mut all: Vec<StoredTournament>, typed: Option<&str>) -> Result<StoredTournament, ClubError> {
    if let Some(typed) = typed.map(str::trim) {
        let index = all
            .iter()
            .position(|stored| stored.is_called(typed))
            .ok_or_else(|| TournamentError::NoSuchTournament(typed.to_owned()))?;
        return Ok(all.swap_remove(index));
    }
    let open = all.iter().filter(|stored| !stored.tournament.phase.is_ended());
    let open: Vec<String> = open.map(|stored| stored.name.clone()).collect();
    if open.len() > 1 {
        return Err(TournamentError::WhichTournament(open).into());
    }
    Ok(all.into_iter().next().ok_or(TournamentError::NoTournament)?)
}

/// The readable games of a round that have been opened.
pub async fn games_of_round(
    games: &Games,
    stored: &StoredTournament,
    round: u32,
) -> Result<Vec<(GameId, Game)>, ClubError> {
    let round = stored.tournament.rounds.get((round as usize).wrapping_sub(1));
    let ids: Vec<GameId> = round.iter().flat_map(|round| &round.pairings).filter_map(|pairing| pairing.game).collect();
    let records = games.records(&ids).await?;
    Ok(records.into_iter().filter_map(|(game, record)| Some((game, record.ok()?.game))).collect())
}
