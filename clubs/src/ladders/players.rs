//! Players' actions on a ladder: joining, leaving and challenging.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use games::change::internal_request;
use games::competition::{CompetitionGame, open_game, set_answer};
use games::domain::rating::RatingGroup;
use games::domain::{
    ChallengeSilence, Competition, CompetitionTag, GameId, LadderId, Origin, Person, PostKind, Setup, Timestamp, UserId,
};
use games::offers::{ColorChoice, check_blocks, draw_layout};
use games::random::Random;
use games::{Done, GameError, Games, alarms, challenges};

use crate::ClubError;
use crate::domain::ladder::{
    Ladder, LadderError, LadderEventKind, LadderHead, LadderPlace, LadderRefusal, SeasonReset, Silence, StoredLadder,
};
use crate::ladders::draft::{Cause, Draft};
use crate::ladders::sync::{change_ladder, ladder_head, stored_ladder, update_ladder};
use crate::ladders::{Challengeable, LadderChallenge, MOST_PLAYERS};
use crate::store::Clubs as _;
use crate::store::rating::RatingList;

/// Distinguishes the request id of a blocked challenge's refusal from other ids about the same game.
const DECLINED_BY_BLOCK: u64 = 0x00b1_0c4d;

pub async fn join(games: &Games, ladder: LadderId, person: &Person) -> Result<(StoredLadder, usize), ClubError> {
    let ratings = ratings_on(games, ladder, &[person.user]).await?;
    change_ladder(games, ladder, |draft| put_on(draft, person, &ratings, Cause::by(person.user))).await
}

pub async fn leave(games: &Games, ladder: LadderId, player: UserId) -> Result<(StoredLadder, usize), ClubError> {
    change_ladder(games, ladder, |draft| {
        let place = draft.ladder().place(player).ok_or(LadderError::NotOn(player))?;
        draft.record(draft.now, LadderEventKind::Leave { player }, Cause::by(player));
        Ok(place)
    })
    .await
}

/// The place that a player would lose by leaving, and the number of their open challenges.
pub async fn place_to_leave(
    games: &Games,
    ladder: LadderId,
    player: UserId,
) -> Result<(LadderHead, usize, usize), ClubError> {
    let stored = update_ladder(games, ladder).await?;
    if stored.head.closed_at.is_some() {
        return Err(LadderError::Closed.into());
    }
    let place = stored.ladder.place(player).ok_or(LadderError::NotOn(player))?;
    let own = stored.ladder.challenges().filter(|(_, open)| [open.challenger, open.defender].contains(&player));
    let open = own.count();
    Ok((stored.head, place, open))
}

/// Challenges a higher player. The ladder's step opens the game.
pub async fn challenge(games: &Games, new: LadderChallenge) -> Result<(StoredLadder, Done), ClubError> {
    if let Some(game) = games.store.game_of_request(new.request).await? {
        return done_before(games, new.ladder, game).await;
    }
    match Box::pin(challenge_once(games, &new)).await {
        // Another process may have created it meanwhile.
        Err(refusal) => match games.store.game_of_request(new.request).await? {
            Some(game) => done_before(games, new.ladder, game).await,
            None => Err(refusal),
        },
        done => done,
    }
}

async fn done_before(games: &Games, ladder: LadderId, game: GameId) -> Result<(StoredLadder, Done), ClubError> {
    Ok((stored_ladder(games, ladder).await?, done_with(games, game, true).await?))
}

async fn challenge_once(games: &Games, new: &LadderChallenge) -> Result<(StoredLadder, Done), ClubError> {
    let (challenger, defender) = (new.challenger.user, new.defender);
    let head = ladder_head(games, new.ladder).await?;
    let is_blocked = match check_blocks(games, challenger, &[defender]).await {
        Ok(()) => false,
        // A player who blocks the challenger declines by that, at the usual cost; where declining is impossible, a
        // block has no effect.
        Err(GameError::NotChallengeable(_)) if !head.rules.silence.is_free() => true,
        Err(refusal) => return Err(refusal.into()),
    };
    if challenger != defender {
        challenges::check_limits(games, challenger, &[defender]).await?;
    }
    let ratings = ratings_on(games, new.ladder, &[challenger, defender]).await?;
    let name = match &new.defender_name {
        Some(name) => name.clone(),
        None => known_name(games, new.ladder, defender).await?,
    };
    // A channel in which the table cannot be posted could not hold a game either.
    let own = games.store.post(PostKind::Table, new.ladder).await?.filter(|own| own.problem.is_none());
    let channel_id = own.map_or(new.origin.channel_id, |own| own.channel);
    let opening = CompetitionGame {
        request: new.request,
        tag: CompetitionTag {
            competition: Competition::Ladder(new.ladder),
            label: head.name,
            board: None,
            round_ends_at: None,
        },
        challenger: new.challenger.clone(),
        opponents: vec![Person { user: defender, name }],
        color: ColorChoice::Random,
        setup: draw(&head.setup, &*games.random),
        pace: head.time_control,
        pauses: head.rules.pauses,
        rated: None,
        place: Origin { channel_id, ..new.origin },
    };
    let opening = open_game(games, opening).await?;
    let game = opening.game.game_id;
    let is_counted = AtomicBool::new(false);
    let (stored, (answer_by, silence)) = change_ladder(games, new.ladder, |draft| {
        take_over(draft, &ratings);
        let verdict = draft.ladder().judge(challenger, defender, draft.now);
        verdict.map_err(|refusal| LadderError::Refused { defender, refusal })?;
        if !is_counted.swap(true, Ordering::Relaxed) {
            challenges::check_rates(games, challenger, &[defender])?;
        }
        draft.record(draft.now, LadderEventKind::Challenge { game, challenger, defender }, Cause::by(challenger));
        draft.name(&new.challenger);
        if let Some(name) = &new.defender_name {
            draft.name(&Person { user: defender, name: name.clone() });
        }
        let answer_by = draft.ladder().challenge(game).and_then(|open| open.answer_by).unwrap_or(draft.now);
        let silence = match draft.ladder().rules().silence {
            Silence::Accepted => ChallengeSilence::Begins,
            Silence::Declined => ChallengeSilence::Closes,
            Silence::Forfeited => ChallengeSilence::Loses,
        };
        let mut opening = opening.clone();
        set_answer(&mut opening, answer_by, silence);
        draft.opens = Some(opening);
        Ok((answer_by, silence))
    })
    .await?;
    if silence == ChallengeSilence::Begins && answer_by <= games.clock.now() {
        // The game's alarm would do the same a little later.
        alarms::run_alarm(games, game).await?;
    }
    if is_blocked && silence == ChallengeSilence::Loses {
        challenges::decline(games, internal_request(game, DECLINED_BY_BLOCK), game, defender).await?;
        return Ok((update_ladder(games, new.ladder).await?, done_with(games, game, false).await?));
    }
    Ok((stored, done_with(games, game, false).await?))
}

async fn done_with(games: &Games, game: GameId, repeated: bool) -> Result<Done, ClubError> {
    Ok(Done { replayed: games.load(game, None).await?, repeated, action: None })
}

/// The ratings of players in the games of a ladder, in its server. If the rules compare ratings, includes everyone on
/// the ladder, because other games change them too.
pub(super) async fn ratings_on(
    games: &Games,
    ladder: LadderId,
    users: &[UserId],
) -> Result<BTreeMap<UserId, f64>, ClubError> {
    let head = ladder_head(games, ladder).await?;
    let Some(list) = rating_list(&head) else { return Ok(BTreeMap::new()) };
    let mut ratings: BTreeMap<UserId, f64> = BTreeMap::new();
    if head.rules.compares_ratings() {
        ratings.extend(games.store.clubs().ladder_ratings(ladder, list).await?);
    }
    let here = games.store.clubs().ratings_in(list, users).await?.into_iter();
    ratings.extend(here.map(|(user, rating)| (user, rating.rating)));
    Ok(ratings)
}

/// The ratings that seed a new season; empty if the rules do not use them.
pub(super) async fn ratings_for_season(games: &Games, head: &LadderHead) -> Result<BTreeMap<UserId, f64>, ClubError> {
    match (head.rules.reset, rating_list(head)) {
        (SeasonReset::ByRating, Some(list)) => {
            Ok(games.store.clubs().ladder_ratings(head.ladder_id, list).await?.into_iter().collect())
        }
        (SeasonReset::ByRating, None) | (SeasonReset::Keep | SeasonReset::Random, _) => Ok(BTreeMap::new()),
    }
}

pub(super) fn rating_list(head: &LadderHead) -> Option<RatingList> {
    let group = RatingGroup::of(&Setup::stored(head.setup.as_str()))?;
    Some(RatingList { group, guild: Some(head.guild_id) })
}

async fn known_name(games: &Games, ladder: LadderId, player: UserId) -> Result<String, ClubError> {
    let names = games.store.clubs().ladder_names(ladder, &[player]).await?;
    Ok(names.into_iter().next().map(|(_, name)| name).unwrap_or_default())
}

/// The players that someone may challenge now: the nearest `limit`, sorted by place.
pub async fn challengeable(
    games: &Games,
    ladder: LadderId,
    player: UserId,
    limit: usize,
) -> Result<(StoredLadder, Challengeable), ClubError> {
    let ratings = ratings_on(games, ladder, &[player]).await?;
    let (stored, candidates) = change_ladder(games, ladder, |draft| {
        let own = draft.ladder().place(player).ok_or(LadderError::NotOn(player))?;
        take_over(draft, &ratings);
        Ok(candidates(draft.ladder(), player, own, draft.now))
    })
    .await?;
    // Players who block the challenger are left out if a block prevents challenges. Blocks are looked up for a few
    // more than are shown.
    let (near, far) = candidates.split_at(candidates.len().min(2 * limit));
    let users: Vec<UserId> = near.iter().map(|place| place.player).collect();
    let mut listed = Vec::new();
    let mut blocking = HashSet::new();
    let can_block = stored.ladder.rules().silence.is_free();
    for (user, record) in games.store.players(&users).await? {
        if can_block && record.is_ok_and(|record| record.preferences.blocked.contains(&player)) {
            blocking.insert(user);
        }
    }
    listed.extend(near.iter().filter(|place| !blocking.contains(&place.player)).copied());
    let more = listed.len().saturating_sub(limit) + far.len();
    listed.truncate(limit);
    listed.sort_by_key(|place| place.place);
    let users: Vec<UserId> = listed.iter().map(|place| place.player).collect();
    let names: HashMap<UserId, String> = games.store.clubs().ladder_names(ladder, &users).await?.into_iter().collect();
    let with_name = |place: LadderPlace| (place, names.get(&place.player).cloned().unwrap_or_default());
    Ok((stored, Challengeable { players: listed.into_iter().map(with_name).collect(), more }))
}

pub(super) fn put_on(
    draft: &mut Draft,
    person: &Person,
    ratings: &BTreeMap<UserId, f64>,
    cause: Cause,
) -> Result<usize, ClubError> {
    let player = person.user;
    if draft.ladder().place(player).is_some() {
        return Err(LadderError::AlreadyOn(player).into());
    }
    if draft.ladder().table().len() >= MOST_PLAYERS {
        return Err(LadderError::Full(MOST_PLAYERS).into());
    }
    take_over(draft, ratings);
    let rating = ratings.get(&player).copied();
    draft.record(draft.now, LadderEventKind::Join { player, rating }, cause);
    draft.name(person);
    Ok(draft.ladder().place(player).unwrap_or(0))
}

/// The players that someone may challenge: upwards from the nearest, then downwards on the same step or tier.
fn candidates(ladder: &Ladder, player: UserId, own: usize, now: Timestamp) -> Vec<LadderPlace> {
    let table: Vec<LadderPlace> = ladder.table().collect();
    let challenger = ladder.of_challenger(player);
    let mut allowed = Vec::new();
    let above = table[..own - 1].iter().rev();
    let below = table[own..].iter();
    let directions: [Box<dyn Iterator<Item = &LadderPlace>>; 2] = [Box::new(above), Box::new(below)];
    for direction in directions {
        for place in direction {
            match challenger.judge(place.player, now) {
                Ok(()) => allowed.push(*place),
                // Players further in this direction are refused as well.
                Err(
                    LadderRefusal::TooHigh { .. }
                    | LadderRefusal::Lower { .. }
                    | LadderRefusal::OtherDivision { .. }
                    | LadderRefusal::OutLimit { .. },
                ) => {
                    break;
                }
                Err(_) => {}
            }
        }
    }
    allowed
}

pub(super) fn take_over(draft: &mut Draft, ratings: &BTreeMap<UserId, f64>) {
    for kind in draft.changed_ratings(ratings) {
        draft.record(draft.now, kind, Cause::default());
    }
}

/// Draws a random layout, unless the setup line already has the drawn one.
pub(crate) fn draw(setup: &str, random: &dyn Random) -> String {
    let is_drawn = setup.split_whitespace().any(|word| word.starts_with("seed=") || word.starts_with("board="));
    if is_drawn { setup.to_owned() } else { draw_layout(setup, random) }
}
