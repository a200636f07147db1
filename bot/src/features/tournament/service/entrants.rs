//! What players do: they enter a tournament, and withdraw from it.

use crate::domain::clubs::rating::RatingGroup;
use crate::domain::clubs::tournament::{Admission, StoredTournament};
use crate::domain::{GuildId, Person, RoleId, Setup, TournamentId, UserId};
use crate::features::tournament::service::load;
use crate::features::tournament::service::taking_in::change_tournament;
use crate::games::{GameError, Games};
use crate::store::clubs::rating::RatingList;

/// Puts a player with these roles on the list; in a team match on that of a team.
pub async fn enter(
    games: &Games,
    tournament: TournamentId,
    person: &Person,
    roles: &[RoleId],
    team: Option<u8>,
) -> Result<StoredTournament, GameError> {
    let stored = load(games, tournament).await?;
    let rating = rating_of(games, stored.guild_id, &stored.tournament.setup, person.user).await?;
    let admission = Admission { rating, roles: roles.to_vec(), team };
    change_tournament(games, tournament, |stored| {
        stored.tournament.enter(person.user, &admission)?;
        name(stored, person);
        Ok(None)
    })
    .await
}

/// Takes a player out. Their open game goes on.
pub async fn withdraw(games: &Games, tournament: TournamentId, user: UserId) -> Result<StoredTournament, GameError> {
    change_tournament(games, tournament, |stored| {
        stored.tournament.withdraw(user)?;
        Ok(None)
    })
    .await
}

/// Keeps what a player is called.
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
) -> Result<Option<i32>, GameError> {
    let Some(group) = RatingGroup::of(&Setup::stored(setup.to_owned())) else { return Ok(None) };
    let here = games.store.ratings_in(RatingList { group, guild: Some(guild) }, &[user]).await?;
    Ok(here.first().map(|(_, rating)| rating.rating.round() as i32))
}
