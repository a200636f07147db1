//! The cost of commands on a large ladder with years of changes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::ensure;
use base::clock::{Clock as _, ManualClock};
use bot::features::resign;
use clap::Args;
use clubs::competitions;
use clubs::domain::ladder::{
    LadderEvent, LadderEventKind, LadderWrite, RecordedChange, RecordedEvent, RulePreset, StoredLadder,
};
use clubs::ladders::{ImportedPlayer, LadderChallenge, NewLadder, organizers, players, sync, tables};
use clubs::ratings::recomputation;
use clubs::store::Clubs as _;
use clubs::store::WriteOutcome;
use games::domain::rating::{Rating, RatingGroup, RatingKey};
use games::domain::{
    ChannelId, DAY_MS, GameId, GuildId, LadderId, MINUTE_MS, Origin, Person, RequestId, Timestamp, UserId,
};
use games::store::Store;
use games::{Games, challenges};
use rules::rng::SeededRng;

use crate::{Place, create_tables, percentile, settings};

/// When the ladder begins.
const BEGINNING: Timestamp = Timestamp(1_700_000_000_000);

const GUILD: GuildId = GuildId(9);

/// The first player's id, with the length of Discord's ids.
const FIRST: u64 = 80_351_110_224_678_912;

/// Events per write while the past is created.
const AT_ONCE: usize = 1_000;

/// Players of the ladder.
const PLAYERS: usize = 10_000;

/// Changes of places in its past.
const CHANGES: u32 = 100_000;

/// Open challenges.
const OPEN: u32 = 2_000;

/// Measurements of each command.
const ROUNDS: u32 = 30;

/// Players per page.
const PAGE: usize = 25;

#[derive(Debug, Args)]
pub(crate) struct LadderBench {
    /// Its rules: ogs, dragon, leapfrog, swap, pyramid or stairs.
    #[arg(long, default_value = "ogs")]
    preset: RulePreset,
    #[command(flatten)]
    place: Place,
}

impl LadderBench {
    pub(crate) async fn run(&self) -> anyhow::Result<()> {
        let (address, _folder) = self.place.find()?;
        let store = create_tables(&address.parse()?).await?;
        let clock = ManualClock::at(BEGINNING);
        let port: Arc<Store> = Arc::clone(&store) as _;
        let games = Games::new(Arc::clone(&port), clock.clone(), settings(Vec::new()), Arc::default());
        Box::pin(Bench { games, store: port, clock, rng: SeededRng::new(1) }.measure(self.preset)).await?;
        store.close().await;
        Ok(())
    }
}

struct Bench {
    games: Games,
    store: Arc<Store>,
    clock: Arc<ManualClock>,
    rng: SeededRng,
}

/// The durations of repeated runs.
struct Times(&'static str, Vec<Duration>);

impl Times {
    fn print(mut self) {
        let (median, worst) = (percentile(&mut self.1, 50), percentile(&mut self.1, 100));
        println!("{:<34}{median:>10.1?}{worst:>10.1?}", self.0);
    }
}

impl Bench {
    async fn measure(mut self, preset: RulePreset) -> anyhow::Result<()> {
        let new = NewLadder {
            guild: GUILD,
            by: None,
            name: "Bench".to_owned(),
            preset,
            settings: String::new(),
            setup: "abalone".to_owned(),
            pace: None,
        };
        let ladder = organizers::create(&self.games, new).await?.ladder_id;
        let imported =
            |number| ImportedPlayer { user: UserId(FIRST + number), name: format!("person {number}"), joined: None };
        let players: Vec<ImportedPlayer> = (0..PLAYERS as u64).map(imported).collect();
        let timer = Instant::now();
        organizers::import(&self.games, ladder, &players).await?;
        let import = timer.elapsed();
        self.rate().await?;
        self.live(ladder).await?;
        println!("{PLAYERS} players by {preset}, {CHANGES} changes, {OPEN} open challenges; imported in {import:.1?}");
        println!("{:<34}{:>10}{:>10}", "", "median", "worst");

        let mut show = Times("the table", Vec::new());
        let mut choices = Times("whom one can challenge", Vec::new());
        let mut challenge = Times("a challenge", Vec::new());
        let mut result = Times("the ladder learns of a result", Vec::new());
        let mut history = Times("the history", Vec::new());
        let mut of_player = Times("the history of a player", Vec::new());
        for round in 0..ROUNDS {
            self.clock.advance(MINUTE_MS);
            let player = UserId(FIRST + self.rng.below(PLAYERS) as u64);
            let timer = Instant::now();
            let page = tables::show_page(&self.games, ladder, Some(player), None).await?;
            show.1.push(timer.elapsed());
            ensure!(page.rows.len() == PAGE, "a page has {} rows", page.rows.len());

            let timer = Instant::now();
            let (stored, found) = players::challengeable(&self.games, ladder, player, PAGE).await?;
            choices.1.push(timer.elapsed());
            if let Some((defender, _)) = found.players.first() {
                let new = LadderChallenge {
                    request: RequestId((1 << 40) + u64::from(round)),
                    ladder,
                    challenger: Person { user: player, name: "person".to_owned() },
                    defender: defender.player,
                    defender_name: None,
                    origin: Origin { guild_id: Some(GUILD), channel_id: ChannelId(100) },
                };
                let timer = Instant::now();
                let (_, done) = players::challenge(&self.games, new).await?;
                challenge.1.push(timer.elapsed());
                let game = done.replayed.record.game.game_id;
                let other = Person { user: defender.player, name: "person".to_owned() };
                let request = RequestId((1 << 41) + 2 * u64::from(round));
                // If silence accepts, the game has already begun.
                drop(challenges::accept(&self.games, request, game, other).await);
                let request = RequestId((1 << 41) + 2 * u64::from(round) + 1);
                resign::resign(&self.games, request, game, defender.player, None).await?;
                let timer = Instant::now();
                competitions::sync_results(&self.games).await?;
                result.1.push(timer.elapsed());
                let now = sync::update_ladder(&self.games, ladder).await?;
                ensure!(now.head.changes > stored.head.changes, "the game has changed nothing");
            }
            let timer = Instant::now();
            tables::show_history(&self.games, ladder, None, round).await?;
            history.1.push(timer.elapsed());
            let timer = Instant::now();
            tables::show_history(&self.games, ladder, Some(player), 0).await?;
            of_player.1.push(timer.elapsed());
        }
        [show, choices, challenge, result, history, of_player].into_iter().for_each(Times::print);
        Ok(())
    }

    /// Gives every player a rating.
    async fn rate(&mut self) -> anyhow::Result<()> {
        let (group, guild) = (RatingGroup::Standard, Some(GUILD));
        let mut rating = |number| {
            let key = RatingKey { user: UserId(FIRST + number), group, guild };
            (key, Rating { rating: 1200.0 + self.rng.below(600) as f64, ..Rating::default() })
        };
        let ratings: Vec<(RatingKey, Rating)> = (0..PLAYERS as u64).map(&mut rating).collect();
        let after = self.store.clubs().last_rated().await?;
        let replaced = recomputation::replace_ratings(&self.games, after, group, ratings, Vec::new(), Vec::new());
        ensure!(replaced.await?, "the ratings are taken");
        Ok(())
    }

    /// Creates the past: four years of wins over players a little above.
    async fn live(&mut self, ladder: LadderId) -> anyhow::Result<()> {
        let mut stored = sync::update_ladder(&self.games, ladder).await?;
        let mut left = CHANGES;
        let apart = 4 * 365 * DAY_MS / i64::from(CHANGES);
        while left > 0 {
            let count = left.min(AT_ONCE as u32);
            left -= count;
            let mut events = Vec::new();
            for _ in 0..count {
                self.clock.advance(apart);
                let player = UserId(FIRST + self.rng.below(PLAYERS) as u64);
                events.push(LadderEventKind::Move { player, place: 0 });
            }
            stored = self.write(stored, events).await?;
        }
        // Each challenges the next one above, so that no one has more than one open challenge.
        let table: Vec<UserId> = stored.ladder.table().map(|place| place.player).collect();
        let pairs = table.chunks_exact(2).zip(0..OPEN);
        let challenges = pairs.map(|(pair, number)| LadderEventKind::Challenge {
            game: GameId(i64::from(number) + 1),
            challenger: pair[1],
            defender: pair[0],
        });
        self.write(stored, challenges.collect()).await?;
        Ok(())
    }

    /// Writes events. A move to place 0 stands for a few places up.
    async fn write(&mut self, stored: StoredLadder, kinds: Vec<LadderEventKind>) -> anyhow::Result<StoredLadder> {
        let StoredLadder { mut head, mut ladder } = stored;
        let (mut events, mut changes) = (Vec::new(), Vec::new());
        for kind in kinds {
            let kind = match kind {
                LadderEventKind::Move { player, place: 0 } => {
                    let from = ladder.place(player).unwrap_or(1);
                    let place = from.saturating_sub(1 + self.rng.below(10)).max(1);
                    LadderEventKind::Move { player, place: if from == 1 { 2 } else { place } }
                }
                other => other,
            };
            let (at, game) = (self.clock.now(), kind.game());
            let event = LadderEvent { at, kind };
            for change in ladder.apply(&event) {
                head.changes += 1;
                changes.push(RecordedChange { number: head.changes, change, at, game, note: None });
            }
            head.events += 1;
            events.push(RecordedEvent { sequence: head.events, event, actor: None, note: None });
        }
        head.version += 1;
        head.advanced_at = self.clock.now();
        let write = LadderWrite {
            head,
            ladder,
            events,
            changes,
            names: Vec::new(),
            vacations: Vec::new(),
            counted: Vec::new(),
            taken_in: Vec::new(),
            messages: Vec::new(),
            audit: None,
            ended_seasons: Vec::new(),
            is_replayed: false,
        };
        ensure!(
            self.store.clubs().write_ladder(&write, None).await? == WriteOutcome::Written,
            "the ladder has changed"
        );
        Ok(StoredLadder { head: write.head, ladder: write.ladder })
    }
}
