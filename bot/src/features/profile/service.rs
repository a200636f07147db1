//! A player's reliability and results.

use std::collections::{BTreeMap, HashMap};

use clubs::store::Clubs as _;
use clubs::store::statistics::{LadderBest, SeasonHonor};
use games::domain::rating::{Rating, Score};
use games::domain::{
    Finished, GameId, GameOutcome, GameRecord, GuildId, Phase, SeatedPlayer, Setup, Tally, Timestamp, UserId,
};
use games::reliability::reliability;
use games::{GameError, Games};
use rules::{Color, SeatInfo};

/// Finished games counted in a profile.
const MAX_PROFILE_GAMES: u32 = 2000;

/// The newest games whose moves are examined.
const STUDIED_GAMES: usize = 60;

const RECENT_GAMES: usize = 5;

const SHOWN_OPENINGS: usize = 3;

/// Seasons listed among the honors.
const SHOWN_SEASONS: u32 = 5;

/// Moves needed for a usual move time.
const MIN_MOVES: usize = 10;

/// Consecutive games with the same result.
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecentGame {
    pub game: GameId,
    pub score: Score,
    pub setup: Setup,
    pub opponents: Vec<SeatedPlayer>,
    pub ended_at: Timestamp,
}

/// A player's current or former place on a ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderStanding {
    /// The ladder's name: untrusted text.
    pub name: String,
    /// `None` if the player left or the ladder is closed.
    pub place: Option<u32>,
    pub best: u32,
    /// A place without any game played is no honor.
    pub has_played: bool,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Profile {
    /// In percent; `None` for a new player.
    pub reliability: Option<u32>,
    pub playing: u32,
    pub results: Tally,
    /// The puzzle rating; its number of games is 0 before the first puzzle.
    pub puzzles: Rating,
    /// By game, most played first.
    pub by_game: Vec<(String, Tally)>,
    /// By layout of two-player Abalone, most played first.
    pub by_layout: Vec<(String, Tally)>,
    /// By color in two-player games, Black first.
    pub by_color: Vec<(Color, Tally)>,
    /// The current streak.
    pub streak: Option<Streak>,
    /// Length of the longest winning streak.
    pub best_streak: u32,
    /// Openings played more than once in recent games, most played first.
    pub openings: Vec<Opening>,
    /// The median time of recent moves, in milliseconds.
    pub usual_move_ms: Option<i64>,
    pub recent: Vec<RecentGame>,
    /// Results against a given player, in two-player games.
    pub against: Option<Tally>,
    pub ladders: Vec<LadderStanding>,
    /// From past seasons, newest first.
    pub seasons: Vec<SeasonHonor>,
}

/// A player's record, and that against another player.
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
        profile.seasons = games.store.clubs().season_honors(guild, user, SHOWN_SEASONS).await?;
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
            // In team games they may have been partners.
            if seats.of(&game.game.setup).len() == 2 {
                tally.add(seats.score(game));
            }
        }
        profile.against = Some(tally);
    }
    Ok(profile)
}

/// A player's current and former places on the ladders of a server, open ladders first.
async fn ladder_places(games: &Games, guild: GuildId, user: UserId) -> Result<Vec<LadderStanding>, GameError> {
    let mut places = Vec::new();
    for LadderBest { ladder, name, best, has_played, is_closed } in games.store.clubs().best_places(guild, user).await?
    {
        let stored = if is_closed { None } else { games.store.clubs().ladder(ladder).await? };
        let place = stored.and_then(|stored| stored.ladder.place(user));
        let place = place.and_then(|place| u32::try_from(place).ok());
        let best = place.map_or(best, |place| best.min(place));
        places.push(LadderStanding { name, place, best, has_played });
    }
    Ok(places)
}

/// A cache of seats by setup: opening a game is slow, and most games share few setups.
#[derive(Default)]
struct KnownSeats(HashMap<Setup, Vec<SeatInfo>>);

impl KnownSeats {
    fn of(&mut self, setup: &Setup) -> &[SeatInfo] {
        let opened = || setup.open().map(|any_game| any_game.seats()).unwrap_or_default();
        self.0.entry(setup.clone()).or_insert_with(opened)
    }

    /// The result of the game for this player.
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
    /// Adds up results; the newest game comes first.
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

/// Abalone openings that occur in more than one game, most played first.
fn openings(records: &[&GameRecord]) -> Vec<Opening> {
    let mut counts: BTreeMap<(String, &str), u32> = BTreeMap::new();
    for record in records.iter().filter(|record| record.game.setup.game() == "abalone") {
        let setup = &record.game.setup;
        let is_of_two = record.seats.len() == 2;
        if let [first, second, third, ..] = record.plies.as_slice()
            && is_of_two
            && !setup.hides_colors()
        {
            let moves = [first, second, third].map(|ply| ply.notation.as_str()).join(" ");
            *counts.entry((moves, setup.option("layout").unwrap_or("standard"))).or_default() += 1;
        }
    }
    let recurring = counts.into_iter().filter(|(_, games)| *games > 1);
    let mut openings: Vec<Opening> =
        recurring.map(|((moves, layout), games)| Opening { moves, layout: layout.to_owned(), games }).collect();
    openings.sort_by_key(|opening| std::cmp::Reverse(opening.games));
    openings.truncate(SHOWN_OPENINGS);
    openings
}

/// The median time that this player took for a move; `None` with few moves. Sleep and vacations count, because it is
/// how long opponents usually wait.
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
