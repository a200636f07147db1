//! Open challenges. One is a game in the phase *offered* with a free seat for the opponent: the first to accept takes
//! it, by the same conditional commit as any other change.

use std::collections::HashMap;

use base::crash_point::{self, Point};
use rules::Seat;

use crate::change::internal_request;
use crate::domain::rating::{Rating, RatingGroup, RatingKey};
use crate::domain::{
    Challenge, DAY_MS, GameId, GameRecord, GameSummary, GuildId, Origin, Person, Phase, RequestId, SeatedPlayer, Seek,
    SeekFilter, SeekerRecord, Setup, SoughtGame, UserId, WantedRatings,
};
use crate::offers::{ColorChoice, Offer, begin, creation, has_many_open, plays_enough_rated};
use crate::store::{Commit, CommitError, StoreError};
use crate::{Done, GameError, Games, Limited, ReplayedGame, challenges, reliability};

/// Unanswered open challenges of one person, in all servers together.
pub const MAX_SEEKS: u32 = 3;

/// Open challenges of a server that are searched.
const MAX_LISTED: u32 = 500;

/// Attempts to post an open challenge when concurrent ones in its server win.
const ATTEMPTS: u32 = 50;

#[derive(Debug, Clone)]
pub struct NewSeek {
    pub request: RequestId,
    pub owner: Person,
    pub setup: String,
    pub pace: String,
    pub color: ColorChoice,
    pub rated: Option<bool>,
    pub filter: SeekFilter,
    /// The required rating. Not part of the filter, because it may be relative to the owner's own rating.
    pub ratings: Option<WantedRatings>,
    /// Days until it expires; `None`: the host's default.
    pub days: Option<u32>,
    pub origin: Origin,
}

/// The properties of a person that a server's filters check, for all games.
struct Seeker {
    finished: u32,
    reliability: Option<u32>,
    ratings: Vec<(RatingKey, Rating)>,
    guild: Option<GuildId>,
}

impl Seeker {
    /// For one game. The rating is the server's, or the initial one if the person has none there.
    fn for_game(&self, setup: &Setup) -> SeekerRecord {
        let group = rating_group(setup);
        let rating_entry = self.ratings.iter().find(|(key, _)| key.group == group && key.guild == self.guild);
        let rating = rating_entry.map_or_else(Rating::default, |(_, rating)| *rating).points();
        SeekerRecord { finished: self.finished, reliability: self.reliability, rating }
    }
}

/// The rating group for the condition; for unrated games the most common group.
pub fn rating_group(setup: &Setup) -> RatingGroup {
    RatingGroup::of(setup).unwrap_or(RatingGroup::Standard)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedSeek {
    pub summary: GameSummary,
    pub is_acceptable: bool,
}

/// Starts the game of an equal open challenge, or stores and announces this one.
pub async fn seek(games: &Games, new: NewSeek) -> Result<Done, GameError> {
    let guild = new.origin.guild_id.ok_or(GameError::SeekNeedsServer)?;
    let channel_id = games.store.guild(guild).await?.seeks_channel.unwrap_or(new.origin.channel_id);
    let mut new = NewSeek { origin: Origin { channel_id, ..new.origin }, ..new };
    let mut is_counted = false;
    let (owner, request) = (new.owner.user, new.request);
    for _ in 0..ATTEMPTS {
        if let Some(earlier) = done_by(games, request).await? {
            return Ok(earlier);
        }
        let offer = Offer::read(&new.setup, &new.pace)?;
        if offer.seat_infos.len() != 2 {
            return Err(GameError::SeekForTwo(offer.seat_infos.len()));
        }
        if let Some(ratings) = new.ratings {
            let own = seeker(games, owner, Some(guild)).await?.for_game(&offer.setup).rating;
            new.filter.ratings = Some(ratings.of(own));
        }
        let seat = offer.seat_of(new.color);
        let is_rated = offer.is_rated(new.rated, true)?;
        // Read before the list: a process that takes the next number has seen all earlier challenges.
        let last = games.store.last_seek(guild).await?;
        let sought = SoughtGame { setup: &offer.setup, time_control: offer.time_control, is_rated, seat };
        let equal = equal_seeks(games, &new, sought, guild).await?;
        let has_many = own_seeks(games, owner).await?.len() >= MAX_SEEKS as usize;
        if !is_counted {
            if has_many_open(games, owner).await? {
                return Err(GameError::TooMany(games.settings.max_open));
            }
            if equal.is_empty() && has_many {
                return Err(GameError::TooManySeeks(MAX_SEEKS));
            }
            games.check_rate(owner, Limited::Challenges)?;
            is_counted = true;
        }
        if let Some(outcome) = match_with_one_of(games, &new, seat, equal).await? {
            return Ok(outcome);
        }
        if has_many {
            return Err(GameError::TooManySeeks(MAX_SEEKS));
        }
        let commit = commit_of_seek(games, &new, offer, is_rated, seat, last.saturating_add(1));
        let id = commit.game.game_id;
        crash_point::point(Point::DecidedNotWritten);
        match games.store.create(commit).await {
            Ok(()) => {
                games.wake.notify_waiters();
                return Ok(Done { replayed: games.load(id, None).await?, repeated: false, action: None });
            }
            // Another open challenge of this server was stored meanwhile, and may be equal; or another process has
            // stored this one.
            Err(CommitError::Stale | CommitError::Duplicate) => {}
            Err(CommitError::Store(error)) => return Err(error.into()),
        }
    }
    let problem = format!("{ATTEMPTS} open challenges were made in server {} while one was decided on", guild.0);
    Err(StoreError::Database { problem, transient: true }.into())
}

/// The earlier effect of this request: an open challenge posted, or an equal one accepted.
async fn done_by(games: &Games, request: RequestId) -> Result<Option<Done>, GameError> {
    let Some(game) = games.store.game_of_request(request).await? else { return Ok(None) };
    let action = games.store.action_of_request(request).await?;
    Ok(Some(Done { replayed: games.load(game, None).await?, repeated: true, action }))
}

/// Equal open challenges of others whose owners this person would accept, oldest first.
async fn equal_seeks(
    games: &Games,
    new: &NewSeek,
    sought: SoughtGame<'_>,
    guild: GuildId,
) -> Result<Vec<GameId>, GameError> {
    let mut equal = games.store.open_seeks(guild, MAX_LISTED).await?;
    equal
        .retain(|summary| summary.game.challenge.challenger != new.owner.user && summary.sought().is_equal_to(&sought));
    if new.filter != SeekFilter::default() && !equal.is_empty() {
        let owners: Vec<UserId> = equal.iter().map(|summary| summary.game.challenge.challenger).collect();
        let seekers = seekers(games, &owners, Some(guild)).await?;
        equal.retain(|summary| {
            let seeker = seekers.get(&summary.game.challenge.challenger);
            seeker.is_some_and(|seeker| new.filter.check(seeker.for_game(sought.setup)).is_ok())
        });
    }
    Ok(equal.into_iter().map(|summary| summary.game.game_id).collect())
}

/// Accepts the first of these open challenges that is still free for this person.
async fn match_with_one_of(
    games: &Games,
    new: &NewSeek,
    seat: Option<Seat>,
    equal: Vec<GameId>,
) -> Result<Option<Done>, GameError> {
    for game in equal {
        match accept_seek(games, new.request, game, new.owner.clone(), seat).await {
            Ok(done) => return Ok(Some(done)),
            // Someone else was faster, or it is not for this person.
            Err(
                GameError::SeekTaken(_)
                | GameError::ChallengeClosed(_)
                | GameError::SeekMismatch(_)
                | GameError::NotMatchable(_)
                | GameError::PairLimit,
            ) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

fn commit_of_seek(
    games: &Games,
    new: &NewSeek,
    offer: Offer,
    is_rated: bool,
    seat: Option<Seat>,
    number: u32,
) -> Commit {
    let (now, owner) = (games.clock.now(), &new.owner);
    let days = new.days.unwrap_or(games.settings.seek_expires_days);
    let challenge = Challenge {
        challenger: owner.user,
        has_random_colors: seat.is_none(),
        is_rated,
        created_at: now,
        seek: Some(Seek { filter: new.filter, number }),
    };
    let seated = SeatedPlayer {
        seat: seat.unwrap_or(Seat(0)),
        player: owner.user.into(),
        name: owner.name.clone(),
        agreed: true,
        clock: offer.time_control.pace.clock(),
    };
    creation(games, new.request, offer, challenge, vec![seated], new.origin, i64::from(days) * DAY_MS)
}

/// Takes the free seat of an open challenge, which starts the game. A requested seat is granted if colors are random.
pub async fn accept_seek(
    games: &Games,
    request: RequestId,
    game: GameId,
    who: Person,
    requested_seat: Option<Seat>,
) -> Result<Done, GameError> {
    let record = games.store.game(game).await?.ok_or(GameError::NoSuchGame)?;
    let owner = record.game.challenge.challenger;
    if owner == who.user {
        return Err(GameError::OwnSeek);
    }
    let is_repeated = record.game.phase == Phase::Offered
        && record.game.challenge.is_rated
        && plays_enough_rated(games, owner, who.user).await?;
    let seed = games.random.bits();
    let is_at_limit = has_many_open(games, who.user).await?;
    let limit = games.settings.max_open;
    let is_blocked = is_blocked(games, owner, who.user).await?;
    let seeker = seeker(games, who.user, record.game.place.guild_id).await?.for_game(&record.game.setup);
    let is_already_accepted =
        |record: &GameRecord| record.game.phase == Phase::Playing && record.seat_of(who.user).is_some();
    games
        .change(request, game, Some(who.user), is_already_accepted, move |mut replayed, now| {
            free_to(&replayed, who.user)?;
            if is_blocked {
                return Err(GameError::NotMatchable(owner));
            }
            let filter = replayed.record.game.challenge.seek.map(|seek| seek.filter).unwrap_or_default();
            filter.check(seeker)?;
            if is_repeated {
                return Err(GameError::PairLimit);
            }
            if is_at_limit {
                return Err(GameError::TooMany(limit));
            }
            let mut seats = replayed.record.seats.clone();
            let challenge = &mut replayed.record.game.challenge;
            let other_of = |seat: Seat| Seat(1 - seat.0.min(1));
            if challenge.has_random_colors
                && let Some(requested_seat) = requested_seat
            {
                challenge.has_random_colors = false;
                for seated in &mut seats {
                    seated.seat = other_of(requested_seat);
                }
            }
            let owner_seat = seats.first().map_or(Seat(0), |owner| owner.seat);
            seats.push(SeatedPlayer {
                seat: other_of(owner_seat),
                player: who.user.into(),
                name: who.name.clone(),
                agreed: true,
                clock: replayed.record.game.time_control.pace.clock(),
            });
            Ok(begin(replayed, seats, seed, now))
        })
        .await
}

/// Withdraws the open challenge of a person who has left its server.
pub async fn withdraw_departed(games: &Games, game: GameId, owner: UserId) -> Result<Done, GameError> {
    challenges::withdraw(games, internal_request(game, owner.0.rotate_left(31)), game, owner).await
}

async fn seeker(games: &Games, user: UserId, guild: Option<GuildId>) -> Result<Seeker, GameError> {
    let mut seekers = seekers(games, &[user], guild).await?;
    Ok(seekers.remove(&user).unwrap_or(Seeker { finished: 0, reliability: None, ratings: Vec::new(), guild }))
}

async fn seekers(
    games: &Games,
    users: &[UserId],
    guild: Option<GuildId>,
) -> Result<HashMap<UserId, Seeker>, GameError> {
    let none = |user: &UserId| (*user, Seeker { finished: 0, reliability: None, ratings: Vec::new(), guild });
    let mut seekers: HashMap<UserId, Seeker> = users.iter().map(none).collect();
    for (user, finished, reliability) in reliability::reliabilities(games, users, games.clock.now()).await? {
        if let Some(seeker) = seekers.get_mut(&user) {
            (seeker.finished, seeker.reliability) = (finished as u32, reliability);
        }
    }
    for (key, rating) in games.store.ratings_of(users).await? {
        if let Some(seeker) = seekers.get_mut(&key.user) {
            seeker.ratings.push((key, rating));
        }
    }
    Ok(seekers)
}

async fn is_blocked(games: &Games, one: UserId, other: UserId) -> Result<bool, GameError> {
    for (user, player) in games.store.players(&[one, other]).await? {
        let from = if user == one { other } else { one };
        if player?.preferences.blocked.contains(&from) {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn own_seeks(games: &Games, user: UserId) -> Result<Vec<GameSummary>, GameError> {
    let mut own = games.games_of(user, &[Phase::Offered], u32::MAX).await?;
    own.retain(|summary| summary.game.is_seek() && summary.game.challenge.challenger == user);
    Ok(own)
}

/// The open challenges that this person may read: their own in all servers, then those of this server, except of
/// people who are blocked in either direction.
pub async fn seeks(games: &Games, user: UserId, guild: Option<GuildId>) -> Result<Vec<ListedSeek>, GameError> {
    let own = own_seeks(games, user).await?.into_iter();
    let mut listed: Vec<ListedSeek> = own.map(|summary| ListedSeek { summary, is_acceptable: false }).collect();
    let Some(guild) = guild else { return Ok(listed) };
    let mut open = games.store.open_seeks(guild, MAX_LISTED).await?;
    open.retain(|summary| summary.game.challenge.challenger != user);
    let mut people: Vec<UserId> = open.iter().map(|summary| summary.game.challenge.challenger).collect();
    people.sort_unstable();
    people.dedup();
    let players = games.store.players(&people).await?;
    let blocked = games.store.player(user).await?.preferences.blocked;
    let seeker = seeker(games, user, Some(guild)).await?;
    for summary in open {
        let (owner, filter) = (summary.game.challenge.challenger, summary.game.challenge.seek.map(|seek| seek.filter));
        // An unreadable person hides only their own challenges.
        let blocks = match players.get(&owner) {
            Some(Ok(player)) => player.preferences.blocked.contains(&user),
            Some(Err(_)) => true,
            None => false,
        };
        if !blocks && !blocked.contains(&owner) {
            let is_acceptable = filter.unwrap_or_default().check(seeker.for_game(&summary.game.setup)).is_ok();
            listed.push(ListedSeek { summary, is_acceptable });
        }
    }
    Ok(listed)
}

fn free_to(replayed: &ReplayedGame, user: UserId) -> Result<(), GameError> {
    let record = &replayed.record;
    match record.game.phase {
        Phase::Offered => Ok(()),
        Phase::Playing | Phase::Over if record.seat_of(user).is_none() => {
            let error = record.challenged().next().map(|taken| GameError::SeekTaken(taken.player));
            Err(error.unwrap_or_else(|| GameError::ChallengeClosed(Box::new(record.clone()))))
        }
        Phase::Playing | Phase::Over | Phase::Void => Err(GameError::ChallengeClosed(Box::new(record.clone()))),
    }
}
