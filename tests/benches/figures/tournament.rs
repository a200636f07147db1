//! The cost of a tournament's round: opening its games, its effect on moves in other games, and the pictures of
//! standings.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::ensure;
use base::clock::ManualClock;
use bot::features::resign;
use bot::features::tournament::pictures::standings_picture;
use bot::localization::Language;
use clap::Args;
use clubs::competitions;
use clubs::domain::tournament::{Format, RoundRules, SignUp};
use clubs::tournaments::organizers;
use clubs::tournaments::settings::{self as drafts, NewTournament};
use clubs::tournaments::{entrants, sync};
use games::Games;
use games::challenges::{self, NewChallenge};
use games::domain::{
    ChannelId, GameId, GuildId, Organizer, Origin, Person, RequestId, Timestamp, TournamentId, UserId,
};
use games::moves::{self, PlayMove};
use games::offers::ColorChoice;
use render::Theme;

use crate::{Place, create_tables, percentile, settings};

const BEGINNING: Timestamp = Timestamp(1_700_000_000_000);

const GUILD: GuildId = GuildId(9);

/// Players of a round of 32 games.
const PLAYERS: u64 = 64;

/// Moves in another game without and during the opening of a round.
const MOVES: usize = 2_000;

/// Pictures that are drawn.
const PICTURES: usize = 60;

#[derive(Debug, Args)]
pub(crate) struct TournamentBench {
    #[command(flatten)]
    place: Place,
}

impl TournamentBench {
    pub(crate) async fn run(&self) -> anyhow::Result<()> {
        let (address, _folder) = self.place.find()?;
        let store = create_tables(&address.parse()?).await?;
        let clock = ManualClock::at(BEGINNING);
        let games = Games::new(Arc::clone(&store), clock.clone(), settings(Vec::new()), Arc::default());
        measure(&games).await?;
        store.close().await;
        Ok(())
    }
}

fn person(number: u64) -> Person {
    Person { user: UserId(number), name: format!("person number {number}") }
}

async fn measure(games: &Games) -> anyhow::Result<()> {
    let event = create(games, Format::Swiss, PLAYERS).await?;
    let mut alone = play_while(games, None).await?;
    let timer = Instant::now();
    let is_opening = Arc::new(AtomicBool::new(true));
    let moves = tokio::spawn({
        let (games, is_opening) = (games.clone(), Arc::clone(&is_opening));
        async move { play_while(&games, Some(is_opening)).await }
    });
    begin(games, event).await?;
    let mut rounds = Vec::new();
    loop {
        let step_timer = Instant::now();
        if competitions::sync_results(games).await? == 0 {
            break;
        }
        rounds.push(step_timer.elapsed());
    }
    let opening = timer.elapsed();
    is_opening.store(false, Ordering::Relaxed);
    let mut meanwhile = moves.await??;
    let stored = sync::update_tournament(games, event).await?;
    let open = stored.tournament.rounds.iter().flat_map(|round| &round.pairings).filter_map(|pairing| pairing.game);
    ensure!(open.count() as u64 == PLAYERS / 2, "not every game is open");
    println!("a round of {} games: {opening:.1?} in {} steps", PLAYERS / 2, rounds.len());
    println!("{:<40}{:>10}{:>10}", "", "median", "p99");
    ensure!(!meanwhile.is_empty(), "nobody moved while the round was opened");
    for (what, times) in
        [("a move while nothing happens", &mut alone), ("a move while the round opens", &mut meanwhile)]
    {
        println!("{what:<40}{:>10.1?}{:>10.1?}", percentile(times, 50), percentile(times, 99));
    }
    for (what, format, players) in [
        ("picture: a table of 12", Format::Swiss, 12),
        ("picture: a cross-table of 12", Format::RoundRobin, 12),
        ("picture: a bracket of 16", Format::KnockOut, 16),
    ] {
        let mut times = draw(games, format, players).await?;
        println!("{what:<40}{:>10.1?}{:>10.1?}", percentile(&mut times, 50), percentile(&mut times, 99));
    }
    Ok(())
}

async fn create(games: &Games, format: Format, players: u64) -> anyhow::Result<TournamentId> {
    let by = organizer(players);
    let new = NewTournament {
        by: by.clone(),
        channel: ChannelId(100),
        name: format!("{format} of {players}"),
        format,
        rounds: Some(5),
        setup: "abalone".to_owned(),
        pace: None,
        is_rated: None,
        rules: RoundRules::default(),
        sign_up: SignUp::default(),
    };
    let event = drafts::create(games, new).await?.tournament_id;
    drafts::announce(games, &by, event).await?;
    for number in 1..=players {
        entrants::enter(games, event, &person(number), &[], None).await?;
    }
    Ok(event)
}

fn organizer(number: u64) -> Organizer {
    Organizer { request: RequestId((1 << 41) + number), guild: GUILD, user: UserId(9_000), reason: None }
}

async fn begin(games: &Games, event: TournamentId) -> anyhow::Result<()> {
    let by = Organizer { request: RequestId((1 << 42) + event.0.unsigned_abs()), ..organizer(0) };
    organizers::pair(games, &by, event, None).await?;
    Ok(())
}

/// A game of two others, in which both move back and forth.
async fn begin_other_game(games: &Games) -> anyhow::Result<GameId> {
    static BEGUN: AtomicU64 = AtomicU64::new(0);
    let number = BEGUN.fetch_add(1, Ordering::Relaxed);
    let new = NewChallenge {
        request: RequestId((1 << 40) + 2 * number),
        challenger: person(1_001),
        opponents: vec![person(1_002)],
        setup: "abalone".to_owned(),
        pace: "days:3".to_owned(),
        color: ColorChoice::Black,
        rated: None,
        origin: Origin { guild_id: Some(GUILD), channel_id: ChannelId(100) },
    };
    let game = challenges::challenge(games, new).await?.replayed.record.game.game_id;
    challenges::accept(games, RequestId((1 << 40) + 2 * number + 1), game, person(1_002)).await?;
    Ok(game)
}

/// Moves one after the other, a fixed number or while something else goes on. Returns the durations.
async fn play_while(games: &Games, goes_on: Option<Arc<AtomicBool>>) -> anyhow::Result<Vec<Duration>> {
    let mut game = begin_other_game(games).await?;
    let mut times = Vec::new();
    while goes_on.as_ref().map_or(times.len() < MOVES, |goes_on| goes_on.load(Ordering::Relaxed)) {
        let replayed = games.load(game, None).await?;
        let (Some(seat), [text, ..]) = (replayed.record.game.turn.to_move, &replayed.any_game.legal_moves()[..]) else {
            game = begin_other_game(games).await?;
            continue;
        };
        let user = replayed.record.at(seat).and_then(|seat| seat.player.user()).unwrap_or(UserId(0));
        let request = RequestId(game.0.unsigned_abs() << 20 ^ replayed.record.game.version.unsigned_abs());
        let play = PlayMove { request, game, user, text: text.clone(), expected_revision: None };
        let timer = Instant::now();
        moves::play(games, play).await?;
        times.push(timer.elapsed());
    }
    Ok(times)
}

/// Plays an event to its end and draws it from time to time.
async fn draw(games: &Games, format: Format, players: u64) -> anyhow::Result<Vec<Duration>> {
    let event = create(games, format, players).await?;
    begin(games, event).await?;
    for _ in 0..4 {
        while competitions::sync_results(games).await? > 0 {}
        let stored = sync::update_tournament(games, event).await?;
        let Some(round) = stored.tournament.rounds.last() else { break };
        for pairing in round.pairings.iter().filter(|pairing| !pairing.is_done()) {
            let (Some(game), Some(loser)) = (pairing.game, stored.tournament.entrant(pairing.first)) else { continue };
            let request = RequestId(game.0.unsigned_abs() << 20 ^ 0xfffff);
            resign::resign(games, request, game, loser.user, None).await?;
        }
    }
    let stored = sync::update_tournament(games, event).await?;
    let mut times = Vec::new();
    for number in 0..=PICTURES {
        let timer = Instant::now();
        let bytes = standings_picture(Language::of("en-US"), &stored, None, Theme::WOOD, None).draw();
        ensure!(!bytes.is_empty(), "an empty picture");
        // The first one prepares the fonts.
        if number > 0 {
            times.push(timer.elapsed());
        }
    }
    Ok(times)
}
