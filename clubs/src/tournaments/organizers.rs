//! Organizers' acts on tournaments.

use std::sync::{Mutex, PoisonError};

use games::Games;
use games::domain::{
    AuditAction, AuditEntry, ChannelId, Competition, Organizer, Person, PostKind, Timestamp, TournamentId, UserId,
};
use games::store::Post;

use crate::ClubError;
use crate::authority::{authority, recent_log};
use crate::domain::Authority;
use crate::domain::tournament::steps::COUNTDOWN_MS;
use crate::domain::tournament::{Admission, Round, StoredTournament, Tournament, TournamentError, TournamentPhase};
use crate::ladders::player_file::ListedPlayer;
use crate::tournaments::entrants::{name, rating_of};
use crate::tournaments::sync::{change_tournament, draw_layout, update_tournament};
use crate::tournaments::{entry, entry_for_players};

/// Closes the sign-up, or reopens it.
pub async fn close(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    reopens: bool,
) -> Result<StoredTournament, ClubError> {
    let now = games.clock.now();
    change_tournament(games, tournament, |stored| {
        stored.tournament.check_open()?;
        if stored.tournament.sign_up.is_closed != reopens {
            return Ok(None);
        }
        stored.tournament.sign_up.is_closed = !reopens;
        let action = if reopens { AuditAction::TournamentReopened } else { AuditAction::TournamentClosed };
        Ok(Some(entry(by, action, tournament, stored.name.clone(), now)))
    })
    .await
}

/// Adds players, each with the seed, rating and team that the organizer gives, or none of them. Before the start, those
/// who are in it get what is given. Returns those who are new.
pub async fn add_players(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    players: &[(Person, ListedPlayer)],
) -> Result<(StoredTournament, Vec<UserId>), ClubError> {
    let now = games.clock.now();
    let stored = update_tournament(games, tournament).await?;
    let mut admissions = Vec::new();
    for (person, listed) in players {
        let rating = match listed.rating {
            Some(rating) => i32::try_from(rating).ok(),
            // Keeps the one that they have.
            None if stored.tournament.is_in(person.user) => None,
            None => rating_of(games, stored.guild_id, &stored.tournament.setup, person.user).await?,
        };
        let (team, seed) = (listed.team.and_then(|team| team.checked_sub(1)), listed.seed);
        admissions.push((person.user, Admission { rating, team, seed, is_by_organizer: true, ..Admission::default() }));
    }
    let is_seeded = players.iter().any(|(person, listed)| {
        let changes_team = listed.team.is_some() && stored.tournament.is_in(person.user);
        listed.seed.is_some() || listed.rating.is_some() || changes_team
    });
    let action = if is_seeded { AuditAction::TournamentSeeded } else { AuditAction::TournamentPlayerAdded };
    let authority = authority(games, by).await?;
    let added = Mutex::new(Vec::new());
    let stored = change_tournament(games, tournament, |stored| {
        let before = stored.clone();
        let new = stored.tournament.add(&admissions)?;
        for (person, _) in players {
            name(stored, person);
        }
        let is_changed = stored.tournament != before.tournament;
        let mentions = if new.is_empty() { admissions.iter().map(|(user, _)| *user).collect() } else { new.clone() };
        let mentions: Vec<String> = mentions.iter().map(|user| format!("<@{}>", user.0)).collect();
        *added.lock().unwrap_or_else(PoisonError::into_inner) = new;
        if !is_changed {
            return Ok(None);
        }
        let detail = format!("{}\n{}", stored.name, mentions.join(" "));
        Ok(Some(entry_for_players(&authority, action, stored, None, detail, now)?))
    })
    .await?;
    Ok((stored, added.into_inner().unwrap_or_else(PoisonError::into_inner)))
}

/// Puts a player into the place of someone who has withdrawn, or into a free one, from the next round on.
pub async fn substitute(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    replaced_player: Option<UserId>,
    person: &Person,
) -> Result<StoredTournament, ClubError> {
    let now = games.clock.now();
    by.required_reason()?;
    let stored = update_tournament(games, tournament).await?;
    let rating = rating_of(games, stored.guild_id, &stored.tournament.setup, person.user).await?;
    let authority = authority(games, by).await?;
    change_tournament(games, tournament, |stored| {
        stored.tournament.substitute(replaced_player, person.user, rating)?;
        name(stored, person);
        let detail = std::iter::once(stored.name.clone())
            .chain(replaced_player.map(|replaced_player| format!("<@{}>", replaced_player.0)));
        let detail = detail.collect::<Vec<_>>().join("\n");
        let action = AuditAction::TournamentSubstituted;
        Ok(Some(entry_for_players(&authority, action, stored, Some(person.user), detail, now)?))
    })
    .await
}

pub async fn forbid(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    [one, other]: [UserId; 2],
    allows: bool,
) -> Result<StoredTournament, ClubError> {
    let now = games.clock.now();
    let authority = authority(games, by).await?;
    change_tournament(games, tournament, |stored| {
        stored.tournament.forbid(one, other, allows)?;
        let action = if allows { AuditAction::TournamentPairAllowed } else { AuditAction::TournamentPairForbidden };
        let detail = format!("{}\n<@{}> <@{}>", stored.name, one.0.min(other.0), one.0.max(other.0));
        Ok(Some(entry_for_players(&authority, action, stored, None, detail, now)?))
    })
    .await
}

/// Opens the next round as it was drawn at this version, which the organizer has seen.
pub async fn pair_as_drawn(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    after: u32,
    version: i64,
) -> Result<StoredTournament, ClubError> {
    pair_seen(games, by, tournament, Some(after), Some(version)).await
}

/// Pairs the next round. The first one starts the tournament: at once, or in live games a moment after calling the
/// players. `after` is the round that the organizer has seen.
pub async fn pair(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    after: Option<u32>,
) -> Result<StoredTournament, ClubError> {
    pair_seen(games, by, tournament, after, None).await
}

async fn pair_seen(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    after: Option<u32>,
    version: Option<i64>,
) -> Result<StoredTournament, ClubError> {
    // A round that pairs automatically may be due now.
    update_tournament(games, tournament).await?;
    let first = games.random.bits() & 1 == 0;
    let now = games.clock.now();
    change_tournament(games, tournament, |stored| {
        let running = &mut stored.tournament;
        let action = if running.phase == TournamentPhase::Running {
            if after == Some(0) && running.current_round() > 0 {
                return Err(TournamentError::BegunBefore(stored.name.clone()).into());
            }
            if after.is_some_and(|after| after != running.current_round()) {
                // A second press of the button.
                return Ok(None);
            }
            if version.is_some_and(|version| version != stored.version) {
                return Err(TournamentError::DraftChanged.into());
            }
            running.pair_by_hand(now)?;
            draw_layout(running, &*games.random);
            // A preview of the first round is no start yet.
            if running.current_round() == 1 { AuditAction::TournamentBegun } else { AuditAction::TournamentPaired }
        } else {
            if running.is_live() {
                // Checks that it could start.
                running.clone().begin(first)?;
                if !running.call(now, now.plus(COUNTDOWN_MS)) {
                    return Ok(None);
                }
            } else {
                running.begin(first)?;
            }
            AuditAction::TournamentBegun
        };
        Ok(Some(entry(by, action, tournament, stored.name.clone(), now)))
    })
    .await?;
    update_tournament(games, tournament).await
}

/// Draws the next round of a Swiss tournament, without opening it. The first one closes the list of players.
pub async fn draw(games: &Games, tournament: TournamentId) -> Result<StoredTournament, ClubError> {
    update_tournament(games, tournament).await?;
    let first = games.random.bits() & 1 == 0;
    change_tournament(games, tournament, |stored| {
        let running = &mut stored.tournament;
        if running.phase == TournamentPhase::SignUp && running.format.traits().is_swiss {
            running.begin(first)?;
        }
        running.draw_draft()?;
        Ok(None)
    })
    .await
}

/// Moves a tournament to another channel, where its next games and messages appear.
pub async fn move_to(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    channel: ChannelId,
) -> Result<StoredTournament, ClubError> {
    let now = games.clock.now();
    change_tournament(games, tournament, |stored| {
        if stored.tournament.phase.is_ended() {
            return Err(TournamentError::Over.into());
        }
        if stored.channel_id == channel {
            return Ok(None);
        }
        stored.channel_id = channel;
        Ok(Some(entry(by, AuditAction::TournamentMoved, tournament, stored.name.clone(), now)))
    })
    .await
}

/// The card of a tournament, as it stands in its channel.
pub async fn card_of(games: &Games, tournament: TournamentId) -> Result<Option<Post>, ClubError> {
    Ok(games.store.post(PostKind::Card, tournament).await?)
}

/// Those who organize a tournament: its creator, and who has acted on it lately.
pub async fn organizers_of(games: &Games, stored: &StoredTournament) -> Result<Vec<UserId>, ClubError> {
    let competition = Some(Competition::Tournament(stored.tournament_id));
    let log = recent_log(games, stored.guild_id).await?;
    let actors = log.into_iter().filter(|entry| entry.competition == competition).filter_map(|entry| entry.actor);
    let mut organizers: Vec<UserId> = std::iter::once(stored.tournament.organizer).chain(actors).collect();
    organizers.retain(|user| !user.is_deleted());
    organizers.sort_unstable();
    organizers.dedup();
    Ok(organizers)
}

pub async fn swap(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    [one, other]: [UserId; 2],
) -> Result<StoredTournament, ClubError> {
    let (authority, now) = (authority(games, by).await?, games.clock.now());
    change_tournament(games, tournament, |stored| {
        // Done by another process, or by a commit whose answer was lost: once more would undo it.
        if stored.tournament.swaps.contains(&by.request) {
            return Ok(None);
        }
        let detail = format!("{}\n<@{}> <@{}>", stored.name, one.0, other.0);
        let entry = entry_for_players(&authority, AuditAction::TournamentSwapped, stored, None, detail, now)?;
        stored.tournament.swap(one, other)?;
        stored.tournament.swaps.push(by.request);
        Ok(Some(entry))
    })
    .await
}

pub async fn write_to_players(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    text: &str,
) -> Result<StoredTournament, ClubError> {
    let now = games.clock.now();
    change_tournament(games, tournament, |stored| {
        if stored.tournament.messages.iter().any(|message| message.request == by.request) {
            return Ok(None);
        }
        stored.tournament.write_to_players(by, text, now)?;
        Ok(Some(entry(by, AuditAction::TournamentWritten, tournament, stored.name.clone(), now)))
    })
    .await
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EarlyEnd {
    /// Without a result. Its games go on and count only for ratings.
    Cancelled,
    /// With the table as it stands.
    AsItStands,
    /// Of this round alone: its open games end as the rules say.
    Round(u32),
}

impl EarlyEnd {
    fn carry_out(self, tournament: &mut Tournament, now: Timestamp) -> Result<AuditAction, TournamentError> {
        match self {
            Self::Cancelled if tournament.phase.is_ended() => Err(TournamentError::Over),
            Self::Cancelled => {
                tournament.phase = TournamentPhase::Cancelled;
                tournament.sign_up.series = None;
                tournament.release_games(now);
                Ok(AuditAction::TournamentCancelled)
            }
            Self::AsItStands => tournament.end(now).map(|()| AuditAction::TournamentEnded),
            Self::Round(_) if tournament.current_round() == 0 => Err(TournamentError::NotBegun),
            Self::Round(round) if round != tournament.current_round() => Err(TournamentError::NoGamesOpen),
            Self::Round(_) => tournament.close_round(now).map(|()| AuditAction::TournamentRoundClosed),
        }
    }
}

pub async fn end(
    games: &Games,
    by: &Organizer,
    tournament: TournamentId,
    end: EarlyEnd,
) -> Result<StoredTournament, ClubError> {
    update_tournament(games, tournament).await?;
    let (authority, now) = (authority(games, by).await?, games.clock.now());
    change_tournament(games, tournament, |stored| {
        let is_closed = |round: &Round| round.closed_at.is_some();
        if matches!(end, EarlyEnd::Round(_)) && stored.tournament.rounds.last().is_some_and(is_closed) {
            // A second press of the button.
            return Ok(None);
        }
        let (entry, tournament) = ending(&authority, stored, end, now)?;
        stored.tournament = tournament;
        Ok(Some(entry))
    })
    .await?;
    update_tournament(games, tournament).await
}

/// Refuses what [`end`] would refuse.
pub async fn check_end(
    games: &Games,
    by: &Organizer,
    stored: &StoredTournament,
    end: EarlyEnd,
) -> Result<(), ClubError> {
    ending(&authority(games, by).await?, stored, end, games.clock.now()).map(drop)
}

fn ending(
    authority: &Authority,
    stored: &StoredTournament,
    end: EarlyEnd,
    at: Timestamp,
) -> Result<(AuditEntry, Tournament), ClubError> {
    let mut tournament = stored.tournament.clone();
    let action = end.carry_out(&mut tournament, at)?;
    Ok((entry_for_players(authority, action, stored, None, stored.name.clone(), at)?, tournament))
}
