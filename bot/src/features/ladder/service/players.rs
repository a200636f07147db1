//! What players do on a ladder: join, leave and challenge.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::domain::clubs::ladder::{
    Ladder, LadderError, LadderEventKind, LadderHead, LadderPlace, LadderRefusal, SeasonReset, Silence, StoredLadder,
};
use crate::domain::clubs::rating::RatingGroup;
use crate::domain::{
    ChallengeSilence, Competition, CompetitionTag, GameId, LadderId, Origin, Person, Setup, Timestamp, UserId,
};
use crate::features::challenge::definition::draw_layout;
use crate::features::ladder::draft::{Cause, Draft};
use crate::features::ladder::service::taking_in::{change_ladder, ladder_head, stored_ladder, update_ladder};
use crate::features::ladder::service::{Challengeable, LadderChallenge, MOST_PLAYERS};
use crate::features::{challenge, deadlines};
use crate::games::change::internal_request;
use crate::games::competition::{CompetitionGame, open_game, set_answer};
use crate::games::offers::{ColorChoice, check_blocks};
use crate::games::{Done, GameError, Games};
use crate::random::Random;
use crate::store::clubs::rating::RatingList;

/// Tells the refusal of a player who blocks the challenger from others about the same game.
const DECLINED_BY_BLOCK: u64 = 0x00b1_0c4d;

/// Puts a player on the ladder; gives the place.
pub async fn join(games: &Games, ladder: LadderId, person: &Person) -> Result<(StoredLadder, usize), GameError> {
    let ratings = ratings_on(games, ladder, &[person.user]).await?;
    change_ladder(games, ladder, |draft| put_on(draft, person, &ratings, Cause::by(person.user))).await
}

/// Takes a player off the ladder; gives the place that they had.
pub async fn leave(games: &Games, ladder: LadderId, player: UserId) -> Result<(StoredLadder, usize), GameError> {
    change_ladder(games, ladder, |draft| {
        let place = draft.ladder().place(player).ok_or(LadderError::NotOn(player))?;
        draft.record(draft.now, LadderEventKind::Leave { player }, Cause::by(player));
        Ok(place)
    })
    .await
}

/// The place that a player would lose by leaving, and how many of their challenges are open.
pub async fn place_to_leave(
    games: &Games,
    ladder: LadderId,
    player: UserId,
) -> Result<(LadderHead, usize, usize), GameError> {
    let stored = update_ladder(games, ladder).await?;
    if stored.head.closed_at.is_some() {
        return Err(LadderError::Closed.into());
    }
    let place = stored.ladder.place(player).ok_or(LadderError::NotOn(player))?;
    let own = stored.ladder.challenges().filter(|(_, open)| [open.challenger, open.defender].contains(&player));
    let open = own.count();
    Ok((stored.head, place, open))
}

/// Challenges a player who stands above. The step of the ladder opens the game.
pub async fn challenge(games: &Games, new: LadderChallenge) -> Result<(StoredLadder, Done), GameError> {
    if let Some(game) = games.store.game_of_request(new.request).await? {
        return done_before(games, new.ladder, game).await;
    }
    match Box::pin(challenge_once(games, &new)).await {
        // Another process may have made it meanwhile.
        Err(refused) => match games.store.game_of_request(new.request).await? {
            Some(game) => done_before(games, new.ladder, game).await,
            None => Err(refused),
        },
        done => done,
    }
}

async fn done_before(games: &Games, ladder: LadderId, game: GameId) -> Result<(StoredLadder, Done), GameError> {
    let replayed = games.load(game, None).await?;
    Ok((stored_ladder(games, ladder).await?, Done { replayed, repeated: true, action: None }))
}

async fn challenge_once(games: &Games, new: &LadderChallenge) -> Result<(StoredLadder, Done), GameError> {
    let (challenger, defender) = (new.challenger.user, new.defender);
    let head = ladder_head(games, new.ladder).await?;
    let is_blocked = match check_blocks(games, challenger, &[defender]).await {
        Ok(()) => false,
        // Who blocks somebody declines their challenges, with what that costs; where nobody can decline, a block holds nobody off.
        Err(GameError::NotChallengeable(_)) if head.rules.silence != Silence::Declined => true,
        Err(refused) => return Err(refused),
    };
    if challenger != defender {
        challenge::check_limits(games, challenger, &[defender]).await?;
    }
    let ratings = ratings_on(games, new.ladder, &[challenger, defender]).await?;
    let name = match &new.defender_name {
        Some(name) => name.clone(),
        None => known_name(games, new.ladder, defender).await?,
    };
    // Where the table cannot stand, no game could begin.
    let own = games.store.ladder_channel(new.ladder).await?.filter(|own| own.problem.is_none());
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
        let judged = draft.ladder().judge(challenger, defender, draft.now);
        judged.map_err(|refusal| LadderError::Refused { defender, refusal })?;
        if !is_counted.swap(true, Ordering::Relaxed) {
            challenge::check_rates(games, challenger, &[defender])?;
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
        // The alarm of the game would do the same a little later.
        deadlines::run_alarm(games, game).await?;
    }
    if is_blocked && silence == ChallengeSilence::Loses {
        challenge::service::decline(games, internal_request(game, DECLINED_BY_BLOCK), game, defender).await?;
        return Ok((update_ladder(games, new.ladder).await?, done_with(games, game).await?));
    }
    Ok((stored, done_with(games, game).await?))
}

async fn done_with(games: &Games, game: GameId) -> Result<Done, GameError> {
    Ok(Done { replayed: games.load(game, None).await?, repeated: false, action: None })
}

/// The ratings of players in the games of a ladder, in its server. Where the rules compare players by rating, those of
/// everybody on the ladder: they change with games that it does not see.
pub(super) async fn ratings_on(
    games: &Games,
    ladder: LadderId,
    users: &[UserId],
) -> Result<BTreeMap<UserId, f64>, GameError> {
    let head = ladder_head(games, ladder).await?;
    let Some(list) = rating_list(&head) else { return Ok(BTreeMap::new()) };
    let mut found: BTreeMap<UserId, f64> = BTreeMap::new();
    if head.rules.compares_ratings() {
        found.extend(games.store.ladder_ratings(ladder, list).await?);
    }
    let here = games.store.ratings_in(list, users).await?.into_iter();
    found.extend(here.map(|(user, rating)| (user, rating.rating)));
    Ok(found)
}

/// The ratings by which a new season begins; none where it begins otherwise.
pub(super) async fn ratings_for_season(games: &Games, head: &LadderHead) -> Result<BTreeMap<UserId, f64>, GameError> {
    match rating_list(head) {
        Some(list) if head.rules.reset == SeasonReset::ByRating => {
            Ok(games.store.ladder_ratings(head.ladder_id, list).await?.into_iter().collect())
        }
        _ => Ok(BTreeMap::new()),
    }
}

/// The ratings of the games of a ladder, in its server.
fn rating_list(head: &LadderHead) -> Option<RatingList> {
    let group = RatingGroup::of(&Setup::stored(head.setup.as_str()))?;
    Some(RatingList { group, guild: Some(head.guild_id) })
}

async fn known_name(games: &Games, ladder: LadderId, player: UserId) -> Result<String, GameError> {
    let names = games.store.ladder_names(ladder, &[player]).await?;
    Ok(names.into_iter().next().map(|(_, name)| name).unwrap_or_default())
}

/// Whom a player may challenge now, the nearest first to be found, at most `limit`; sorted by place.
pub async fn challengeable(
    games: &Games,
    ladder: LadderId,
    player: UserId,
    limit: usize,
) -> Result<(StoredLadder, Challengeable), GameError> {
    let ratings = ratings_on(games, ladder, &[player]).await?;
    let (stored, found) = change_ladder(games, ladder, |draft| {
        let own = draft.ladder().place(player).ok_or(LadderError::NotOn(player))?;
        take_over(draft, &ratings);
        Ok(candidates(draft.ladder(), player, own, draft.now))
    })
    .await?;
    // A player who blocks the challenger is not offered where that holds them off. Looked up for a few more than are shown.
    let (near, far) = found.split_at(found.len().min(2 * limit));
    let users: Vec<UserId> = near.iter().map(|place| place.player).collect();
    let mut shown = Vec::new();
    let mut blocking = HashSet::new();
    let can_block = stored.ladder.rules().silence == Silence::Declined;
    for (user, known) in games.store.players(&users).await? {
        if can_block && known.is_ok_and(|known| known.preferences.blocked.contains(&player)) {
            blocking.insert(user);
        }
    }
    shown.extend(near.iter().filter(|place| !blocking.contains(&place.player)).copied());
    let more = shown.len().saturating_sub(limit) + far.len();
    shown.truncate(limit);
    shown.sort_by_key(|place| place.place);
    let users: Vec<UserId> = shown.iter().map(|place| place.player).collect();
    let names: HashMap<UserId, String> = games.store.ladder_names(ladder, &users).await?.into_iter().collect();
    let with_name = |place: LadderPlace| (place, names.get(&place.player).cloned().unwrap_or_default());
    Ok((stored, Challengeable { players: shown.into_iter().map(with_name).collect(), more }))
}

/// Puts a player on the ladder; gives the place.
pub(super) fn put_on(
    draft: &mut Draft,
    person: &Person,
    ratings: &BTreeMap<UserId, f64>,
    cause: Cause,
) -> Result<usize, GameError> {
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

/// Whom a player may challenge from where they stand: those above from the nearest on, then those below on the same step or tier.
fn candidates(ladder: &Ladder, player: UserId, own: usize, now: Timestamp) -> Vec<LadderPlace> {
    let table: Vec<LadderPlace> = ladder.table().collect();
    let challenger = ladder.of_challenger(player);
    let mut found = Vec::new();
    let above = table[..own - 1].iter().rev();
    let below = table[own..].iter();
    let directions: [Box<dyn Iterator<Item = &LadderPlace>>; 2] = [Box::new(above), Box::new(below)];
    for direction in directions {
        for place in direction {
            match challenger.judge(place.player, now) {
                Ok(()) => found.push(*place),
                // Players further in this direction are refused too.
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
    found
}

pub(super) fn take_over(draft: &mut Draft, ratings: &BTreeMap<UserId, f64>) {
    for kind in draft.changed_ratings(ratings) {
        draft.record(draft.now, kind, Cause::default());
    }
}

/// A setup line whose random layout is drawn, unless the line says what was drawn.
pub(crate) fn draw(setup: &str, random: &dyn Random) -> String {
    let is_drawn = setup.split_whitespace().any(|word| word.starts_with("seed=") || word.starts_with("board="));
    if is_drawn { setup.to_owned() } else { draw_layout(setup, random) }
}
