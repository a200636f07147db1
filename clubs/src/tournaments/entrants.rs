//! Players' actions: entering a tournament, and withdrawing.

use std::sync::atomic::{AtomicU32, Ordering};

use games::Games;
use games::domain::rating::RatingGroup;
use games::domain::{GuildId, Person, RoleId, Setup, TournamentId, UserId};

use crate::ClubError;
use crate::domain::tournament::{Admission, StoredTournament};
use crate::store::Clubs as _;
use crate::store::rating::RatingList;
use crate::tournaments::load;
use crate::tournaments::sync::change_tournament;

/// Enters a player with these roles, in a team match into a team.
pub async fn enter(
    games: &Games,
    tournament: TournamentId,
    person: &Person,
    roles: &[RoleId],
    team: Option<u8>,
) -> Result<StoredTournament, ClubError> {
    let stored = load(games, tournament).await?;
    let rating = rating_of(games, stored.guild_id, &stored.tournament.setup, person.user).await?;
    let admission = Admission { rating, roles: roles.to_vec(), team, ..Admission::default() };
    change_tournament(games, tournament, |stored| {
        stored.tournament.enter(person.user, &admission)?;
        name(stored, person);
        Ok(None)
    })
    .await
}

/// Withdraws a player. Their open game goes on.
pub async fn withdraw(games: &Games, tournament: TournamentId, user: UserId) -> Result<StoredTournament, ClubError> {
    change_tournament(games, tournament, |stored| {
        stored.tournament.withdraw(user)?;
        Ok(None)
    })
    .await
}

/// Lets a player skip a round, by default the next one, or with `undoes` play it. Returns its number.
pub async fn skip(
    games: &Games,
    tournament: TournamentId,
    user: UserId,
    round: Option<u32>,
    undoes: bool,
) -> Result<(StoredTournament, u32), ClubError> {
    let skipped_round = AtomicU32::new(0);
    let stored = change_tournament(games, tournament, |stored| {
        skipped_round.store(stored.tournament.skip(user, round, undoes)?, Ordering::Relaxed);
        Ok(None)
    })
    .await?;
    Ok((stored, skipped_round.into_inner()))
}

pub(super) fn name(stored: &mut StoredTournament, person: &Person) {
    stored.names.retain(|(user, _)| *user != person.user);
    stored.names.push((person.user, person.name.clone()));
}

/// The rating of a player in the games of a tournament, in its server.
pub(super) async fn rating_of(
    games: &Games,
    guild: GuildId,
    setup: &str,
    user: UserId,
) -> Result<Option<i32>, ClubError> {
    let Some(group) = RatingGroup::of(&Setup::stored(setup.to_owned())) else { return Ok(None) };
    let here = games.store.clubs().ratings_in(RatingList { group, guild: Some(guild) }, &[user]).await?;
    Ok(here.first().map(|(_, rating)| rating.rating.round() as i32))
}
