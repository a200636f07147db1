//! `sumito bench load`: how many moves are answered in time where more come than can be served. Interactions come in as JSON and
//! end in a Discord that only counts; what lies between is the program itself, with its database, its pictures and its outbox.

use std::collections::{HashMap, VecDeque};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use async_trait::async_trait;
use clap::Args;
use futures::{StreamExt as _, TryStreamExt as _};
use serde_json::{Map, Value, json};
use tokio::sync::{Mutex, Notify, mpsc};
use tokio::task::JoinHandle;
use tokio::time::Interval;
use tokio_util::sync::CancellationToken;

use crate::cli::bench::timers::{check_unused, empty, some_moves};
use crate::cli::bench::{percentile, settings};
use crate::cli::out::print;
use crate::cli::run::runtime;
use crate::cli::{Failure, Outcome};
use crate::clock::SystemClock;
use crate::commands::board::pictures::Pictures;
use crate::commands::context::App;
use crate::config;
use crate::delivery::outbox::{self, Outbox};
use crate::discord::api::{DiscordApi, InteractionApi};
use crate::discord::auto_archive::AutoArchive;
use crate::discord::error::DiscordError;
use crate::discord::interaction::Interaction;
use crate::discord::message::OutgoingMessage;
use crate::discord::responder::Responder;
use crate::domain::{ChannelId, GameId, GuildId, Origin, Person, RequestId, RoleId, UserId};
use crate::features::challenge::service::{ColorChoice, NewChallenge};
use crate::games::Games;
use crate::store::{Database, DatabaseUrl, Store};

/// What Discord waits for.
const IN_TIME: Duration = Duration::from_secs(3);

/// What has no answer after so long never gets one.
const LOST: Duration = Duration::from_secs(4);

/// People who wait for an answer at the same time while the most that can be served is measured.
const AT_ONCE: usize = 64;

/// Messages a second, as Discord allows and the bot keeps.
const MESSAGES: u64 = 45;

/// A channel that belongs to no game.
const ELSEWHERE: ChannelId = ChannelId(7);

/// Moves of a game.
const PLIES: usize = 150;

/// `sumito bench load`
#[derive(Debug, Args)]
pub(crate) struct Load {
    /// Games in which people move.
    #[arg(long, default_value_t = 4_000, value_parser = clap::value_parser!(u32).range(100..=100_000))]
    games: u32,
    /// Seconds of each measurement.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
    /// What is offered, as multiples of the most that can be served.
    #[arg(long, value_delimiter = ',', default_values_t = [0.5, 1.0, 2.0, 3.0])]
    loads: Vec<f64>,
    /// What is offered, in moves a second, instead of `loads`: how much can be served is not measured first.
    #[arg(long, value_delimiter = ',', conflicts_with = "loads", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rates: Vec<u32>,
    /// Milliseconds that Discord takes for each request.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(0..=1_000))]
    latency: u64,
    /// How many of a hundred moves come from outside the game's thread. They are answered with a picture; the others with one line.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(0..=100))]
    elsewhere: u64,
    /// A database that is empty, or does not exist: a file is removed in the end, a database of PostgreSQL is yours to drop.
    #[arg(long, default_value = "sqlite://sumito-bench.db")]
    database: String,
}

impl Load {
    pub(crate) fn run(&self) -> Outcome {
        let place: DatabaseUrl =
            self.database.parse().map_err(|problem| Failure::Input(format!("--database: {problem}")))?;
        if let Some(load) = self.loads.iter().find(|load| !(0.01..=100.0).contains(*load)) {
            return Err(Failure::Input(format!("--loads: {load} is not from 0.01 to 100")));
        }
        runtime()?.block_on(self.measure(&place))?;
        Ok(ExitCode::SUCCESS)
    }

    async fn measure(&self, place: &DatabaseUrl) -> Result<(), Failure> {
        check_unused(place).await?;
        let store = place.open().await.context("opening the database")?;
        let cancel = CancellationToken::new();
        let mut people = self.begin(&store, &cancel).await?;
        let time = Duration::from_secs(self.seconds.into());
        if let Some(rate) = self.rates.first() {
            // The first seconds fill caches.
            people.offer(Offer::PerSecond((*rate).into()), time).await?;
            print(format!("  {COLUMNS}"))?;
            for rate in &self.rates {
                let measured = people.offer(Offer::PerSecond((*rate).into()), time).await?;
                print(format!("  {}", measured.line(time)))?;
            }
        } else {
            people.offer(Offer::AtOnce(AT_ONCE), time).await?;
            let most = people.offer(Offer::AtOnce(AT_ONCE), time).await?.in_time() / time.as_secs_f64();
            print(format!("the most that is served, {AT_ONCE} at once: {most:.0} moves a second"))?;
            print(format!("    load  of the most  {COLUMNS}"))?;
            for load in &self.loads {
                let measured = people.offer(Offer::PerSecond(most * load), time).await?;
                let share = 100.0 * measured.in_time() / time.as_secs_f64() / most;
                print(format!("{load:>7.2}×{share:>11.0} %  {}", measured.line(time)))?;
            }
        }
        if let Some(resident) = resident_memory() {
            print(format!("memory, with the people who move: {:.0} MB", resident as f64 / 1e6))?;
        }
        cancel.cancel();
        people.end().await?;
        // The last task lets go of the database a moment after its work is done.
        let until = Instant::now() + LOST;
        while Arc::strong_count(&store) > 1 && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        empty(place, store).await
    }

    /// The program with its games begun.
    async fn begin(&self, store: &Arc<dyn Database>, cancel: &CancellationToken) -> anyhow::Result<People> {
        let settings = settings(Vec::new());
        let (wake, clock) = (Arc::new(Notify::new()), Arc::new(SystemClock));
        let port: Arc<dyn Store> = Arc::clone(store) as _;
        let games = Games::new(Arc::clone(&port), clock.clone(), settings, Arc::clone(&wake));
        let ids = futures::stream::iter(0..u64::from(self.games)).map(|number| begin_game(&games, number));
        let ids: Vec<GameId> = ids.buffered(AT_ONCE).try_collect().await.context("beginning the games")?;
        for (slot, id) in ids.iter().enumerate() {
            store.set_thread(*id, Some(thread(slot))).await?;
        }
        let (answered, answers) = mpsc::unbounded_channel();
        let discord = Arc::new(CountingDiscord {
            latency: Duration::from_millis(self.latency),
            messages: Mutex::new(tokio::time::interval(Duration::from_secs(1) / MESSAGES as u32)),
            ids: AtomicU64::new(1),
            answered,
        });
        let app = App { games, clock, sender: Arc::new(()), pictures: Pictures::new(8) };
        app.pictures.prepare().await?;
        let settings = config::Outbox { retry_seconds: 2, retry_at_most_seconds: 600, attempts: 60 };
        let background = App { pictures: app.pictures.behind_answers(), ..app.clone() };
        let sending = Outbox::new(background, port, Arc::<CountingDiscord>::clone(&discord), settings);
        let sending = tokio::spawn(outbox::run(sending, wake, outbox::TICK, cancel.clone()));
        let slots = ids.into_iter().map(|id| Slot { id, ply: 0 }).collect::<Vec<_>>();
        Ok(People {
            responder: Arc::new(Responder::new(Arc::new(app), discord)),
            store: Arc::clone(store),
            moves: some_moves(PLIES)?,
            free: (0..slots.len()).collect(),
            slots,
            waiting: HashMap::new(),
            answers,
            next_id: 1 << 40,
            elsewhere: self.elsewhere,
            sending,
        })
    }
}

async fn begin_game(games: &Games, number: u64) -> anyhow::Result<GameId> {
    let [black, white] = players(number);
    let new = NewChallenge {
        request: RequestId((1 << 20) + 2 * number),
        challenger: black,
        opponents: vec![white.clone()],
        setup: "abalone".to_owned(),
        pace: "days:3".to_owned(),
        color: ColorChoice::Black,
        rated: None,
        origin: Origin { guild_id: Some(GuildId(9)), channel_id: ChannelId(100 + number) },
    };
    let game = games.challenge(new).await?.replayed.record.game.game_id;
    games.accept(RequestId((1 << 20) + 2 * number + 1), game, white).await?;
    Ok(game)
}

fn players(number: u64) -> [Person; 2] {
    [2 * number, 2 * number + 1].map(|user| Person { user: UserId(1_000 + user), name: format!("person {user}") })
}

/// The thread of a game.
fn thread(slot: usize) -> ChannelId {
    ChannelId((1 << 32) + slot as u64)
}

/// How moves come.
#[derive(Clone, Copy)]
enum Offer {
    /// So many people wait for an answer, and each goes on when it is there.
    AtOnce(usize),
    /// So many come each second, whatever becomes of them.
    PerSecond(f64),
}

/// What became of the moves that were sent.
#[derive(Default)]
struct Measured {
    sent: usize,
    /// How long each answer took.
    times: Vec<Duration>,
    deferred: usize,
}

impl Measured {
    fn in_time(&self) -> f64 {
        self.times.iter().filter(|time| **time <= IN_TIME).count() as f64
    }

    /// Its figures in the order of [`COLUMNS`].
    fn line(mut self, time: Duration) -> String {
        format!(
            "{:>9.0}{:>11.0}{:>10.0?}{:>10.0?}{:>10}{:>11}",
            self.sent as f64 / time.as_secs_f64(),
            self.in_time() / time.as_secs_f64(),
            percentile(&mut self.times, 50),
            percentile(&mut self.times, 99),
            self.deferred,
            self.sent - self.times.len(),
        )
    }
}

/// The heads of what [`Measured::line`] gives.
const COLUMNS: &str = "offered/s  in time/s    median       p99  deferred  no answer";

/// A game in which somebody moves next.
struct Slot {
    id: GameId,
    ply: usize,
}

/// All people, who move one after the other.
struct People {
    responder: Arc<Responder>,
    store: Arc<dyn Database>,
    moves: Vec<String>,
    slots: Vec<Slot>,
    /// Games in which nobody waits for an answer.
    free: VecDeque<usize>,
    waiting: HashMap<u64, (usize, Instant)>,
    answers: mpsc::UnboundedReceiver<Response>,
    next_id: u64,
    /// See [`Load::elsewhere`].
    elsewhere: u64,
    /// The outbox.
    sending: JoinHandle<()>,
}

impl People {
    /// Waits until nobody uses the database any more.
    async fn end(self) -> anyhow::Result<()> {
        self.responder.finish(LOST).await;
        Ok(self.sending.await?)
    }

    /// Moves for so long, and waits for the last answers.
    async fn offer(&mut self, offer: Offer, time: Duration) -> anyhow::Result<Measured> {
        let mut measured = Measured::default();
        let begin = Instant::now();
        loop {
            let elapsed = begin.elapsed();
            if elapsed < time {
                let wanted = match offer {
                    Offer::AtOnce(count) => count.saturating_sub(self.waiting.len()),
                    Offer::PerSecond(rate) => ((elapsed.as_secs_f64() * rate) as usize).saturating_sub(measured.sent),
                };
                for _ in 0..wanted {
                    self.send()?;
                    measured.sent += 1;
                }
            } else if self.waiting.is_empty() {
                return Ok(measured);
            }
            let first = tokio::time::timeout(Duration::from_millis(2), self.answers.recv()).await;
            let mut response = first.ok().flatten();
            while let Some(answer) = response {
                self.read(&answer, &mut measured).await?;
                response = self.answers.try_recv().ok();
            }
            let is_lost = |(_, (_, sent)): &(&u64, &(usize, Instant))| sent.elapsed() > LOST;
            let lost: Vec<u64> = self.waiting.iter().filter(is_lost).map(|(id, _)| *id).collect();
            for id in lost {
                if let Some((slot, _)) = self.waiting.remove(&id) {
                    self.look_again(slot).await?;
                }
            }
        }
    }

    /// The next move of the game that has rested longest.
    fn send(&mut self) -> anyhow::Result<()> {
        let slot = self.free.pop_front().context("no game is left to move in: --games has to be larger")?;
        let Slot { id, ply } = self.slots[slot];
        let text = self.moves.get(ply).context("the games are over: --games has to be larger")?;
        let [black, white] = players(slot as u64);
        let person = if ply.is_multiple_of(2) { black } else { white };
        self.next_id += 1;
        let is_elsewhere = self.next_id % 100 < self.elsewhere;
        let channel = if is_elsewhere { ELSEWHERE } else { thread(slot) };
        let json = json!({
            "id": self.next_id.to_string(),
            "type": 2,
            "token": "t",
            "guild_id": "9",
            "channel_id": channel.0.to_string(),
            "locale": "en-US",
            "member": { "user": { "id": person.user.0.to_string(), "username": person.name } },
            "data": {
                "name": "move",
                "options": [
                    { "name": "move", "type": 3, "value": text },
                    { "name": "game", "type": 3, "value": id.to_string() },
                ],
            },
        });
        let interaction = Interaction::read(&json).context("reading an interaction")?;
        self.waiting.insert(self.next_id, (slot, Instant::now()));
        self.responder.take(interaction);
        Ok(())
    }

    async fn read(&mut self, response: &Response, measured: &mut Measured) -> anyhow::Result<()> {
        if response.is_deferral {
            measured.deferred += 1;
            return Ok(());
        }
        let Some((slot, sent)) = self.waiting.remove(&response.interaction) else { return Ok(()) };
        measured.times.push(sent.elapsed());
        if response.has_moved {
            self.slots[slot].ply += 1;
            self.free.push_back(slot);
            Ok(())
        } else {
            self.look_again(slot).await
        }
    }

    /// Whether a move counts that was not answered, the store knows.
    async fn look_again(&mut self, slot: usize) -> anyhow::Result<()> {
        let record = self.store.game(self.slots[slot].id).await?.context("a game that was begun")?;
        ensure!(record.game.ending.is_none(), "a game has ended");
        self.slots[slot].ply = record.plies.len();
        self.free.push_back(slot);
        Ok(())
    }
}

/// What Discord was told about an interaction.
struct Response {
    interaction: u64,
    is_deferral: bool,
    has_moved: bool,
}

/// Bytes of memory that the process has now, where the system tells.
fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

/// Takes its time, and tells of each answer.
struct CountingDiscord {
    latency: Duration,
    /// Messages are paced; answers are not.
    messages: Mutex<Interval>,
    ids: AtomicU64,
    answered: mpsc::UnboundedSender<Response>,
}

impl CountingDiscord {
    async fn paced(&self) -> u64 {
        self.messages.lock().await.tick().await;
        tokio::time::sleep(self.latency).await;
        self.ids.fetch_add(1, Ordering::Relaxed)
    }

    async fn tell(&self, interaction: u64, is_deferral: bool, content: &Value) {
        tokio::time::sleep(self.latency).await;
        let has_moved = content.as_str().is_some_and(|text| text.starts_with("You played"));
        // Nobody listens any more at the end.
        let _ = self.answered.send(Response { interaction, is_deferral, has_moved });
    }
}

#[async_trait]
impl DiscordApi for CountingDiscord {
    async fn post(&self, _: ChannelId, _: &OutgoingMessage, _: &str) -> Result<u64, DiscordError> {
        Ok(self.paced().await)
    }
    async fn edit(&self, _: ChannelId, _: u64, _: &Map<String, Value>) -> Result<(), DiscordError> {
        self.paced().await;
        Ok(())
    }
    async fn replace(&self, _: ChannelId, _: u64, _: &OutgoingMessage) -> Result<(), DiscordError> {
        self.paced().await;
        Ok(())
    }
    async fn delete(&self, _: ChannelId, _: u64) -> Result<(), DiscordError> {
        self.paced().await;
        Ok(())
    }
    async fn start_thread(
        &self,
        _: ChannelId,
        message: u64,
        _: &str,
        _: AutoArchive,
    ) -> Result<ChannelId, DiscordError> {
        self.paced().await;
        Ok(ChannelId(message))
    }

    async fn add_thread_member(&self, _: ChannelId, _: UserId) -> Result<(), DiscordError> {
        Ok(())
    }

    async fn is_member(&self, _: GuildId, _: UserId) -> Result<bool, DiscordError> {
        Ok(true)
    }

    async fn archive_thread(&self, _: ChannelId, _: &str) -> Result<(), DiscordError> {
        Ok(())
    }
    async fn give_role(&self, _: GuildId, _: UserId, _: RoleId) -> Result<(), DiscordError> {
        Ok(())
    }

    async fn take_role(&self, _: GuildId, _: UserId, _: RoleId) -> Result<(), DiscordError> {
        Ok(())
    }

    async fn open_dm(&self, user: UserId) -> Result<ChannelId, DiscordError> {
        Ok(ChannelId(user.0))
    }
    async fn edit_recent_response(&self, _: u64, _: &OutgoingMessage) -> Result<bool, DiscordError> {
        Ok(false)
    }
}

#[async_trait]
impl InteractionApi for CountingDiscord {
    async fn create_interaction_response(
        &self,
        id: u64,
        _: &str,
        kind: u8,
        data: Value,
        _: Option<&OutgoingMessage>,
    ) -> Result<(), DiscordError> {
        self.tell(id, matches!(kind, 5 | 6), &data["content"]).await;
        Ok(())
    }
    async fn edit_original_response(&self, id: u64, _: &str, post: &OutgoingMessage) -> Result<(), DiscordError> {
        self.tell(id, false, &post.body["content"]).await;
        Ok(())
    }
    async fn answer_by_dm(&self, _: UserId, _: &OutgoingMessage, _: &str) -> Result<(), DiscordError> {
        self.paced().await;
        Ok(())
    }
}
