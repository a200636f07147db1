//! How reliable a player is, and how their games went.

use std::collections::{BTreeMap, HashMap};

use rules::{Color, SeatInfo};

use crate::domain::clubs::rating::{Rating, Score};
use crate::domain::{
    EndReason, Finished, GameId, GameOutcome, GameRecord, GuildId, Phase, SeatedPlayer, Setup, Timestamp, UserId,
};
use crate::games::{GameError, Games};
use crate::store::clubs::statistics::{LadderBest, SeasonHonor};

/// Reliability counts only so many finished games, the newest ones.
const MAX_GAMES: usize = 60;

/// With fewer finished games nothing is said.
const MIN_GAMES: usize = 3;

/// What a game weighs against the next newer one, as a factor.
const DECAY: f64 = 0.95;

/// Finished games that are counted in a profile.
const MAX_PROFILE_GAMES: u32 = 2000;

/// Of the newest games, the moves of so many are looked at.
const STUDIED_GAMES: usize = 60;

const RECENT_GAMES: usize = 5;

const SHOWN_OPENINGS: usize = 3;

/// Seasons that are named among the honors.
const SHOWN_SEASONS: u32 = 5;

/// With fewer moves nothing is said about how long they take.
const MIN_MOVES: usize = 10;

/// How many of a player's finished games were not lost on time by them, in percent, newer games counting more: the newest one
/// weighs 1, each older one 0.95 of the next newer. The newest sixty are looked at. Of several games lost on time within a day
/// only the first counts, and the others are left out as if they had not been played. Rounded down, so that 100 means none.
/// `None` with fewer than three games.
///
/// `newest_first`: was it lost on time, and is it excused?
pub fn reliability(newest_first: impl Iterator<Item = (bool, bool)>) -> Option<u32> {
    let counted: Vec<bool> =
        newest_first.filter(|(_, excused)| !excused).map(|(lost_on_time, _)| lost_on_time).take(MAX_GAMES).collect();
    if counted.len() < MIN_GAMES {
        return None;
    }
    let (mut weight, mut all, mut kept) = (1.0, 0.0, 0.0);
    for lost_on_time in counted {
        all += weight;
        kept += if lost_on_time { 0.0 } else { weight };
        weight *= DECAY;
    }
    // What is 100 shall not become 99 by the way it is added up.
    Some((100.0 * kept / all + 1e-9).floor() as u32)
}

/// Results of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    pub won: u32,
    pub lost: u32,
    pub drawn: u32,
}

impl Tally {
    pub const fn games(self) -> u32 {
        self.won + self.lost + self.drawn
    }

    const fn add(&mut self, score: Score) {
        match score {
            Score::Win => self.won += 1,
            Score::Loss => self.lost += 1,
            Score::Draw => self.drawn += 1,
        }
    }
}

/// Games in a row with the same result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Streak {
    pub score: Score,
    pub games: u32,
}

/// The first three moves of games with the same layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    pub moves: String,
    pub layout: String,
    pub games: u32,
}

/// One of the games that a player finished last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecentGame {
    pub game: GameId,
    pub score: Score,
    pub setup: Setup,
    pub opponents: Vec<SeatedPlayer>,
    pub ended_at: Timestamp,
}

/// Where a player stands, or stood, on a ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderStanding {
    /// Of the ladder: a stranger's text.
    pub name: String,
    /// `None`: no longer on it, or it is closed.
    pub place: Option<u32>,
    pub best: u32,
    /// A place that nobody has played for is no honor.
    pub has_played: bool,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Profile {
    /// In percent; `None` for a new player.
    pub reliability: Option<u32>,
    /// Games being played.
    pub playing: u32,
    pub results: Tally,
    /// At puzzles; one of no game before the first.
    pub puzzles: Rating,
    /// By game, the most played first.
    pub by_game: Vec<(String, Tally)>,
    /// By layout of Abalone for two, the most played first.
    pub by_layout: Vec<(String, Tally)>,
    /// By color in games of two, Black first.
    pub by_color: Vec<(Color, Tally)>,
    /// The last games, as far as they ended alike.
    pub streak: Option<Streak>,
    /// Most games won in a row.
    pub best_streak: u32,
    /// Openings that were played more than once in the last games, the most played first.
    pub openings: Vec<Opening>,
    /// Half of the last moves took less time than this, in milliseconds.
    pub usual_move_ms: Option<i64>,
    pub recent: Vec<RecentGame>,
    /// Results against a given player, in games of two.
    pub against: Option<Tally>,
    pub ladders: Vec<LadderStanding>,
    /// From seasons that are over, the newest first.
    pub seasons: Vec<SeasonHonor>,
}

impl Finished {
    /// Did this person run out of time?
    fn is_lost_on_time(&self) -> bool {
        self.game.end_reason() == Some(EndReason::Time) && self.game.loser() == Some(self.seat.seat)
    }
}

/// How reliable a player is; see [`reliability`].
pub async fn reliability_of(games: &Games, user: UserId) -> Result<Option<u32>, GameError> {
    // Excused ones are left out: there may be many in a row.
    let finished = games.store.finished_among_people(user, 4 * MAX_GAMES as u32).await?;
    Ok(reliability(finished.iter().map(|game| (game.is_lost_on_time(), game.game.is_excused))))
}

/// How many games these players had finished by an instant, at most `4 * 60`, and how reliable they were; in the order of their ids.
pub(crate) async fn reliabilities(
    games: &Games,
    users: &[UserId],
    by: Timestamp,
) -> Result<Vec<(UserId, usize, Option<u32>)>, GameError> {
    let finished = games.store.finished_of_each(users, by, 4 * MAX_GAMES as u32).await?;
    let of_each = finished.chunk_by(|one, next| one.seat.player == next.seat.player);
    let known = of_each.filter_map(|finished_games| {
        let percent = reliability(finished_games.iter().map(|game| (game.is_lost_on_time(), game.game.is_excused)));
        Some((finished_games.first()?.seat.player.user()?, finished_games.len(), percent))
    });
    Ok(known.collect())
}

/// How a player's games went, and those against another one.
pub async fn profile_of(
    games: &Games,
    user: UserId,
    against: Option<UserId>,
    guild: Option<GuildId>,
) -> Result<Profile, GameError> {
    let finished = games.store.finished_among_people(user, MAX_PROFILE_GAMES).await?;
    let mut seats = KnownSeats::default();
    let mut profile = Profile {
        reliability: reliability(finished.iter().map(|game| (game.is_lost_on_time(), game.game.is_excused))),
        playing: games.store.games_of(user, &[Phase::Playing], MAX_PROFILE_GAMES).await?.len() as u32,
        puzzles: games.store.puzzle_player(user).await?.rating,
        ..Profile::default()
    };
    if let Some(guild) = guild {
        profile.ladders = ladder_places(games, guild, user).await?;
        profile.seasons = games.store.season_honors(guild, user, SHOWN_SEASONS).await?;
    }
    profile.count(&finished, &mut seats);
    let newest: Vec<GameId> = finished.iter().take(STUDIED_GAMES).map(|game| game.game.game_id).collect();
    let records = games.store.games(&newest).await?;
    let studied: Vec<&GameRecord> = newest.iter().filter_map(|game| records.get(game)?.as_ref().ok()).collect();
    profile.openings = openings(&studied);
    profile.usual_move_ms = usual_move(&studied, user);
    let recent = finished.iter().take(RECENT_GAMES).map(|game| RecentGame {
        game: game.game.game_id,
        score: seats.score(game),
        setup: game.game.setup.clone(),
        opponents: studied
            .iter()
            .find(|record| record.game.game_id == game.game.game_id)
            .map(|record| record.opponents(user).cloned().collect())
            .unwrap_or_default(),
        ended_at: game.ended_at,
    });
    profile.recent = recent.collect();
    if let Some(other) = against {
        let mut tally = Tally::default();
        for game in &games.store.finished_between(user, other, MAX_PROFILE_GAMES).await? {
            // In others they may have been partners.
            if seats.of(&game.game.setup).len() == 2 {
                tally.add(seats.score(game));
            }
        }
        profile.against = Some(tally);
    }
    Ok(profile)
}

/// Where a player stands, or stood, on the ladders of a server: on the open ones first.
async fn ladder_places(games: &Games, guild: GuildId, user: UserId) -> Result<Vec<LadderStanding>, GameError> {
    let mut places = Vec::new();
    for LadderBest { ladder, name, best, has_played, is_closed } in games.store.best_places(guild, user).await? {
        let stored = if is_closed { None } else { games.store.ladder(ladder).await? };
        let place = stored.and_then(|stored| stored.ladder.place(user));
        let place = place.and_then(|place| u32::try_from(place).ok());
        let best = place.map_or(best, |place| best.min(place));
        places.push(LadderStanding { name, place, best, has_played });
    }
    Ok(places)
}

/// The seats of each setup: opening a game takes time, and most games have the same few setups.
#[derive(Default)]
struct KnownSeats(HashMap<Setup, Vec<SeatInfo>>);

impl KnownSeats {
    fn of(&mut self, setup: &Setup) -> &[SeatInfo] {
        let opened = || setup.open().map(|any_game| any_game.seats()).unwrap_or_default();
        self.0.entry(setup.clone()).or_insert_with(opened)
    }

    /// How the game ended for this player.
    fn score(&mut self, finished: &Finished) -> Score {
        let color = self.of(&finished.game.setup).get(usize::from(finished.seat.seat)).map(|seat| seat.color);
        match finished.game.result() {
            Some(GameOutcome::Draw) => Score::Draw,
            Some(GameOutcome::Won(colors)) if color.is_some_and(|color| colors.has(color)) => Score::Win,
            _ => Score::Loss,
        }
    }
}

impl Profile {
    /// Adds up results; the latest game comes first.
    fn count(&mut self, finished: &[Finished], seats: &mut KnownSeats) {
        let mut by_game: HashMap<&str, Tally> = HashMap::new();
        let mut by_layout: HashMap<&str, Tally> = HashMap::new();
        let mut by_color: BTreeMap<Color, Tally> = BTreeMap::new();
        let (mut in_a_row, mut is_running) = (0, true);
        for game in finished {
            let score = seats.score(game);
            self.results.add(score);
            let setup = &game.game.setup;
            by_game.entry(setup.game()).or_default().add(score);
            let places = seats.of(setup);
            if let ([_, _], Some(own)) = (places, places.get(usize::from(game.seat.seat))) {
                by_color.entry(own.color).or_default().add(score);
                if setup.game() == "abalone" {
                    by_layout.entry(setup.option("layout").unwrap_or("standard")).or_default().add(score);
                }
            }
            match &mut self.streak {
                Some(streak) if is_running && streak.score == score => streak.games += 1,
                Some(_) => is_running = false,
                streak @ None => *streak = Some(Streak { score, games: 1 }),
            }
            in_a_row = if score == Score::Win { in_a_row + 1 } else { 0 };
            self.best_streak = self.best_streak.max(in_a_row);
        }
        self.by_game = most_played(by_game);
        self.by_layout = most_played(by_layout);
        self.by_color = by_color.into_iter().collect();
    }
}

fn most_played(tallies: HashMap<&str, Tally>) -> Vec<(String, Tally)> {
    let mut tallies: Vec<(String, Tally)> = tallies.into_iter().map(|(name, tally)| (name.to_owned(), tally)).collect();
    tallies.sort_by(|(name, one), (other, two)| two.games().cmp(&one.games()).then_with(|| name.cmp(other)));
    tallies
}

/// The openings of Abalone that stand in more than one game, the most played first.
fn openings(records: &[&GameRecord]) -> Vec<Opening> {
    let mut counted: BTreeMap<(String, &str), u32> = BTreeMap::new();
    for record in records.iter().filter(|record| record.game.setup.game() == "abalone") {
        let setup = &record.game.setup;
        let is_of_two = record.seats.len() == 2;
        if let [first, second, third, ..] = record.plies.as_slice()
            && is_of_two
            && !setup.hides_colors()
        {
            let moves = [first, second, third].map(|ply| ply.notation.as_str()).join(" ");
            *counted.entry((moves, setup.option("layout").unwrap_or("standard"))).or_default() += 1;
        }
    }
    let repeated = counted.into_iter().filter(|(_, games)| *games > 1);
    let mut openings: Vec<Opening> =
        repeated.map(|((moves, layout), games)| Opening { moves, layout: layout.to_owned(), games }).collect();
    openings.sort_by_key(|opening| std::cmp::Reverse(opening.games));
    openings.truncate(SHOWN_OPENINGS);
    openings
}

/// The middle of the times that this player took for a move. `None` with few moves. Sleep and vacations count: it is how long others
/// usually wait.
fn usual_move(records: &[&GameRecord], user: UserId) -> Option<i64> {
    let moves = records.iter().flat_map(|record| record.plies.windows(2));
    let own = moves.filter(|pair| pair[1].player == user && pair[0].player != user && !pair[1].is_given());
    let mut times: Vec<i64> = own.map(|pair| pair[1].played_at.since(pair[0].played_at)).collect();
    if times.len() < MIN_MOVES {
        return None;
    }
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}

#[cfg(test)]
mod tests {

    use super::*;

    /// Newest first: `.` kept, `t` lost on time, `x` lost on time and excused.
    fn of(games: &str) -> Option<u32> {
        reliability(games.chars().map(|game| (game != '.', game == 'x')))
    }

    #[test]
    fn newer_games_weigh_more_and_excused_ones_nothing() {
        for (games, percent) in [
            ("", None),
            ("..", None),
            ("..xxxx", None),
            ("...", Some(100)),
            // 1 + 0.95 + 0.9025 = 2.8525, of which the newest is 1 and the oldest 0.9025.
            ("t..", Some(64)),
            ("..t", Some(68)),
            ("ttt", Some(0)),
            ("xt..", Some(64)),
            (".t.x", Some(66)),
            ("t...................", Some(92)),
            ("...................t", Some(97)),
        ] {
            assert_eq!(of(games), percent, "{games}");
        }
        assert_eq!(of(&format!("{}{}", ".".repeat(60), "t".repeat(9))), Some(100), "the newest sixty");
        assert_eq!(of(&".".repeat(60)), Some(100));
        assert!(of(&format!("{}t", ".".repeat(59))) < Some(100));
    }
}
