//! Ratings computed from a log, and queries of a large club.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use base::clock::ManualClock;
use bot::features::profile::service as profile;
use clap::Args;
use clubs::domain::rating::{PeriodSpan, RatedGame, RatingTable};
use clubs::ratings::{self, recomputation};
use clubs::statistics;
use clubs::store::Clubs as _;
use clubs::store::rating::RatingList;
use games::Games;
use games::domain::rating::{Rating, RatingGroup, RatingKey, Score};
use games::domain::{
    Action, Challenge, ChannelId, DAY_MS, EndReason, Ending, Game, GameId, GameLocation, GameOutcome, GuildId, Pace,
    Phase, Ply, RequestId, SeatedPlayer, Setup, TimeControl, Timestamp, UserId,
};
use games::store::{Commit, Store};
use rules::record::Colors;
use rules::rng::SeededRng;
use rules::{Color, Seat};
use tokio::sync::Notify;

use crate::{Place, create_tables, percentile, settings};

const GUILD: GuildId = GuildId(7);

/// The end of all games.
const NOW: Timestamp = Timestamp(1_790_000_000_000);

/// Games whose ratings are computed in memory.
const GAMES: i64 = 1_000_000;

/// Players of the club.
const PLAYERS: usize = 100_000;

/// Finished rated games of the club in the database.
const STORED: u32 = 60_000;

/// Repetitions of each query.
const TURNS: usize = 50;

#[derive(Debug, Args)]
pub(crate) struct Ratings {
    #[command(flatten)]
    place: Place,
}

impl Ratings {
    pub(crate) async fn run(&self) -> anyhow::Result<()> {
        pure();
        let (address, _folder) = self.place.find()?;
        let database = create_tables(&address.parse()?).await?;
        measure(&database).await?;
        database.close().await;
        Ok(())
    }
}

fn pure() {
    let mut rng = SeededRng::new(1);
    let games: Vec<RatedGame> = (1..=GAMES).map(|n| rated(n, &mut rng)).collect();
    let start = Instant::now();
    let table = RatingTable::replay(&games);
    println!("{} games in memory: {} ratings in {:.2?}", GAMES, table.len(), start.elapsed());
}

async fn measure(database: &Arc<Store>) -> anyhow::Result<()> {
    let store: Arc<Store> = Arc::clone(database) as _;
    let clock = ManualClock::at(NOW);
    let games = Games::new(Arc::clone(&store), clock, settings(vec![24]), Arc::new(Notify::new()));
    let mut rng = SeededRng::new(2);
    let start = Instant::now();
    for chunk in (1..=STORED).collect::<Vec<_>>().chunks(500) {
        let commits = chunk.iter().map(|number| store.create(finished(*number, &mut rng)));
        for done in futures::future::join_all(commits).await {
            done.context("writing a game")?;
        }
    }
    println!("{} games written in {:.1?}", STORED, start.elapsed());
    let start = Instant::now();
    while ratings::count_results(&games).await.context("counting")? > 0 {}
    let rated = start.elapsed();
    let start = Instant::now();
    while statistics::tally_games(&games).await.context("counting up")? > 0 {}
    let each = |took: Duration| took / STORED;
    let tallied = start.elapsed();
    println!("  each counted in the ratings in {:.1?}, in the statistics in {:.1?}", each(rated), each(tallied));
    let start = Instant::now();
    let found = recomputation::recompute(&games, None, false).await.context("computing")?;
    println!(
        "  recompute --check: {} games, {} ratings, {} different, in {:.2?}",
        found.games,
        found.ratings,
        found.different,
        start.elapsed()
    );
    settle(&games, &store).await?;
    questions(&games, &store).await
}

/// Gives all players settled ratings, like those of a club that has played for long.
async fn settle(games: &Games, store: &Arc<Store>) -> anyhow::Result<()> {
    let mut ratings: Vec<(RatingKey, Rating)> = store.clubs().all_ratings().await.context("reading ratings")?;
    ratings.retain(|(key, _)| key.group == RatingGroup::Standard);
    for (_, rating) in &mut ratings {
        (rating.deviation, rating.volatility, rating.at) = (60.0, 0.06, Some(NOW));
    }
    let mut table = RatingTable::default();
    let mut changes = Vec::new();
    for game in &store.clubs().rated_games(0, u32::MAX).await.context("reading games")? {
        changes.extend(table.count(game));
    }
    let after = store.clubs().last_rated().await.context("reading ratings")?;
    let (count, start) = (ratings.len(), Instant::now());
    let replaced = recomputation::replace_ratings(games, after, RatingGroup::Standard, ratings, changes, Vec::new());
    replaced.await.context("writing ratings")?;
    println!("  {count} ratings with their changes written in {:.1?}", start.elapsed());
    Ok(())
}

async fn questions(games: &Games, store: &Arc<Store>) -> anyhow::Result<()> {
    let list = RatingList { group: RatingGroup::Standard, guild: Some(GUILD) };
    let mut rng = SeededRng::new(3);
    let mut some_user = || UserId(1 + rng.below(PLAYERS) as u64);
    let mut times: [Vec<Duration>; 5] = Default::default();
    for turn in 0..TURNS as u32 {
        let start = Instant::now();
        ratings::top_rated(games, list, 20).await.context("/top")?;
        ratings::rating_spans(games, list).await.context("/top")?;
        times[0].push(start.elapsed());
        let start = Instant::now();
        ratings::top_of_period(games, list, PeriodSpan::Year, 20).await.context("/top")?;
        times[1].push(start.elapsed());
        let (user, start) = (some_user(), Instant::now());
        profile::profile_of(games, user, None, Some(GUILD)).await.context("/profile")?;
        ratings::ratings_of(games, user).await.context("/profile")?;
        ratings::rating_history(games, RatingKey { user, group: list.group, guild: list.guild })
            .await
            .context("/profile")?;
        times[2].push(start.elapsed());
        let start = Instant::now();
        statistics::club_statistics(games, GUILD).await.context("/statistics")?;
        times[3].push(start.elapsed());
        let commit = finished(STORED + 1 + turn, &mut SeededRng::new(u64::from(turn)));
        let start = Instant::now();
        let record = commit.game.clone();
        store.create(commit).await.context("writing a game")?;
        ratings::count_results(games).await.context("counting")?;
        statistics::tally_games(games).await.context("counting up")?;
        store.clubs().rating_moves(record.game_id).await.context("reading what it changed")?;
        times[4].push(start.elapsed());
    }
    let names = ["/top", "/top of a year", "/profile", "/statistics", "a finished rated game"];
    for (name, mut times) in names.into_iter().zip(times) {
        let (median, worst) = (percentile(&mut times, 50), percentile(&mut times, 100));
        println!("  {name}: median {median:.2?}, worst {worst:.2?}");
    }
    Ok(())
}

/// Two different random players.
fn pair(rng: &mut SeededRng) -> [UserId; 2] {
    let one = rng.below(PLAYERS) as u64;
    let other = (one + 1 + rng.below(PLAYERS - 1) as u64) % PLAYERS as u64;
    [UserId(1 + one), UserId(1 + other)]
}

/// The times of games in the last two years, in order.
fn ended_at(number: i64, all: i64) -> Timestamp {
    NOW.plus(-(2 * 365 * DAY_MS) + number.min(all) * (2 * 365 * DAY_MS / all))
}

fn rated(number: i64, rng: &mut SeededRng) -> RatedGame {
    let [one, other] = pair(rng);
    RatedGame {
        sequence: number,
        game: GameId(number),
        group: RatingGroup::Standard,
        guild: Some(GUILD),
        ended_at: ended_at(number, GAMES),
        first: vec![one],
        second: vec![other],
        score: Score::ALL[rng.below(3)],
        is_annulled: false,
    }
}

/// A game in which both players have moved and one resigns.
fn finished(number: u32, rng: &mut SeededRng) -> Commit {
    let (id, now) = (GameId(i64::from(number)), ended_at(i64::from(number), STORED.into()));
    let people = pair(rng);
    let layout = ["", " layout=belgian-daisy", " layout=german-daisy", " layout=swiss-daisy"][rng.below(4)];
    let loser = rng.below(2) as u8;
    let winner = if loser == 0 { Color::White } else { Color::Black };
    let result = Colors::of([winner]).map(GameOutcome::Won);
    let ending = Ending { loser: Some(Seat(loser)), result, ..Ending::of(EndReason::Resignation) };
    let place = GameLocation { guild_id: Some(GUILD), channel_id: ChannelId(1), thread_id: None };
    let challenge =
        Challenge { challenger: people[0], has_random_colors: false, is_rated: true, created_at: now, seek: None };
    let setup = Setup::stored(format!("abalone{layout}"));
    let offered = Game::offered(id, setup, TimeControl::of(Pace::Days(3)), place, challenge);
    let game = Game { phase: Phase::Over, ply: 2, ending: Some(ending), ..offered };
    let seat = |(seat, user): (u8, UserId)| SeatedPlayer {
        seat: Seat(seat),
        player: user.into(),
        name: "player".to_owned(),
        agreed: true,
        clock: None,
    };
    let ply = |(number, (notation, user)): (u32, (&str, UserId))| Ply {
        number,
        notation: notation.to_owned(),
        played_at: now,
        player: user.into(),
        version: 0,
    };
    Commit {
        seats: Some((0..).zip(people).map(seat).collect()),
        plies: (1..).zip(["a1b2", "i9h8"].into_iter().zip(people)).map(ply).collect(),
        ..Commit::of(game, RequestId(u64::from(number)), Some(people[0]), Action::Resign, now)
    }
}
