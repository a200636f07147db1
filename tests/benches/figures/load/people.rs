//! Simulated people in front of the whole program.

use std::collections::{HashMap, HashSet};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use base::clock::SystemClock;
use base::metrics::resident_memory;
use bot::board::pictures::Pictures;
use bot::commands::App;
use bot::config;
use bot::delivery::dispatcher;
use bot::delivery::outbox::Outbox;
use discord::responder::Responder;
use discord::{Interaction, MessageSender};
use games::Games;
use games::domain::{ChannelId, GameId};
use games::store::Store;
use rules::rng::SeededRng;
use serde_json::{Value, json};
use tests::RunningGames;
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::load::discord::{CountingDiscord, Response};
use crate::load::measured::Measured;
use crate::load::mix::{Mix, Request};
use crate::settings;

/// A later answer never comes.
pub(super) const LOST: Duration = Duration::from_secs(4);

/// A channel that belongs to no game.
const ELSEWHERE: ChannelId = ChannelId(7);

/// The share of all games in which the people of a process move: `1/4` is the second of four.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) index: u32,
    pub(super) of: u32,
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = |(index, of): (&str, &str)| Some(Self { index: index.parse().ok()?, of: of.parse().ok()? });
        let share = text.split_once('/').and_then(read).filter(|share| share.index < share.of);
        share.ok_or_else(|| format!("`{text}` is no share: write such as `0/4`"))
    }
}

/// The arrival of requests.
#[derive(Debug, Clone, Copy)]
pub(super) enum Offer {
    /// This many people wait for an answer at a time, and continue when it comes.
    AtOnce(usize),
    /// This many requests come each second, regardless of answers.
    PerSecond(f64),
}

#[derive(Debug, Clone)]
pub(super) struct Habits {
    pub(super) mix: Mix,
    /// Percentage of moves made outside of the game's thread.
    pub(super) elsewhere: u64,
    /// Discord's time for each request.
    pub(super) latency: Duration,
    pub(super) share: Share,
}

/// A request that waits for its answer.
struct Waiting {
    request: Request,
    game: u32,
    sent: Instant,
}

pub(super) struct People {
    app: App,
    responder: Arc<Responder>,
    store: Arc<Store>,
    habits: Habits,
    games: u32,
    /// Moves with which each game begins.
    moves: Vec<String>,
    /// The number of moves in each game of this share; `None`: no one can move in it.
    plies: Vec<Option<u32>>,
    /// Games with a move that waits for its answer.
    busy: HashSet<u32>,
    waiting: HashMap<u64, Waiting>,
    answers: mpsc::UnboundedReceiver<Response>,
    next_id: u64,
    /// The number of games considered for the next move.
    looked_at: u64,
    chance: SeededRng,
    sending: JoinHandle<()>,
}

impl People {
    /// The program on a database filled with this many games.
    pub(super) async fn begin(
        store: &Arc<Store>,
        games: u32,
        plies: Vec<Option<u32>>,
        moves: Vec<String>,
        habits: Habits,
        cancel: &CancellationToken,
    ) -> anyhow::Result<Self> {
        let (wake, clock) = (Arc::new(Notify::new()), Arc::new(SystemClock));
        let port: Arc<Store> = Arc::clone(store) as _;
        let use_cases = Games::new(Arc::clone(&port), clock.clone(), settings(Vec::new()), Arc::clone(&wake));
        let Share { index, of } = habits.share;
        let plies = plies.into_iter().skip(index as usize).step_by(of as usize).collect();
        let (answered, answers) = mpsc::unbounded_channel();
        let discord = Arc::new(CountingDiscord::new(habits.latency, of, Arc::clone(store), answered));
        let app = App { games: use_cases, clock, sender: MessageSender::new(Arc::new(())), pictures: Pictures::new(8) };
        app.pictures.prepare().await?;
        let settings = config::Outbox { retry_seconds: 2, retry_at_most_seconds: 600, attempts: 60 };
        let background = App { pictures: app.pictures.behind_answers(), ..app.clone() };
        let sending = Outbox::new(background, port, Arc::<CountingDiscord>::clone(&discord), settings);
        let sending = tokio::spawn(dispatcher::run(sending, wake, dispatcher::TICK, cancel.clone()));
        Ok(Self {
            responder: Arc::new(Responder::new(Arc::new(app.clone()), discord)),
            app,
            store: Arc::clone(store),
            habits,
            games,
            moves,
            plies,
            busy: HashSet::new(),
            waiting: HashMap::new(),
            answers,
            // Request ids stay in the database, which an earlier run may have filled.
            next_id: 1 << 62 | rand::random_range(0..1_u64 << 38) << 24,
            looked_at: 0,
            chance: SeededRng::new(rand::random()),
            sending,
        })
    }

    pub(super) fn app(&self) -> App {
        self.app.clone()
    }

    /// Waits until the database is no longer in use.
    pub(super) async fn end(self) -> anyhow::Result<()> {
        let Self { app, responder, store, sending, .. } = self;
        responder.finish(LOST).await;
        drop((app, responder));
        sending.await?;
        // The last task releases the database a moment after its work is done.
        let until = Instant::now() + LOST;
        while Arc::strong_count(&store) > 2 && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Ok(())
    }

    /// Makes requests for `time`, and waits for the last answers.
    pub(super) async fn offer(&mut self, offer: Offer, time: Duration) -> anyhow::Result<Measured> {
        let mut measured = Measured::default();
        let (begin, processor_before) = (Instant::now(), processor_ms());
        loop {
            let elapsed = begin.elapsed();
            if elapsed < time {
                let amount = match offer {
                    Offer::AtOnce(count) => count.saturating_sub(self.waiting.len()),
                    Offer::PerSecond(rate) => {
                        ((elapsed.as_secs_f64() * rate) as usize).saturating_sub(measured.sent as usize)
                    }
                };
                for _ in 0..amount {
                    self.send()?;
                    measured.sent += 1;
                }
            } else if self.waiting.is_empty() {
                measured.memory = resident_memory();
                measured.processor_ms = processor_ms().saturating_sub(processor_before);
                return Ok(measured);
            }
            let first = tokio::time::timeout(Duration::from_millis(2), self.answers.recv()).await;
            let mut response = first.ok().flatten();
            while let Some(answer) = response {
                self.read(&answer, &mut measured).await?;
                response = self.answers.try_recv().ok();
            }
            let is_lost = |(_, waiting): &(&u64, &Waiting)| waiting.sent.elapsed() > LOST;
            let lost: Vec<u64> = self.waiting.iter().filter(is_lost).map(|(id, _)| *id).collect();
            for id in lost {
                if let Some(waiting) = self.waiting.remove(&id) {
                    self.look_again(&waiting).await?;
                }
            }
        }
    }

    fn send(&mut self) -> anyhow::Result<()> {
        let request = self.habits.mix.choose(&mut self.chance);
        let game = if request == Request::Move { self.next_game()? } else { self.any_game() };
        self.next_id += 1;
        let json = self.interaction(request, game)?;
        let interaction = Interaction::read(&sandbox::interaction::complete(json)).context("reading an interaction")?;
        if request == Request::Move {
            self.busy.insert(game);
        }
        self.waiting.insert(self.next_id, Waiting { request, game, sent: Instant::now() });
        self.responder.take(interaction);
        Ok(())
    }

    /// The game of the next move. The order puts neighbors in the database far apart.
    fn next_game(&mut self) -> anyhow::Result<u32> {
        let count = self.plies.len() as u64;
        for _ in 0..count {
            self.looked_at += 1;
            // A prime near the golden ratio, larger than any number of games, so that all games come up.
            let place = self.looked_at.wrapping_mul(2_654_435_761) % count;
            let game = place as u32 * self.habits.share.of + self.habits.share.index;
            let can_move = self.plies[place as usize].is_some_and(|ply| (ply as usize) < self.moves.len());
            if can_move && !self.busy.contains(&game) {
                return Ok(game);
            }
        }
        anyhow::bail!("no game is left to move in: ask for more with --games, or for less with --rates")
    }

    fn any_game(&mut self) -> u32 {
        self.chance.below(self.plies.len()) as u32 * self.habits.share.of + self.habits.share.index
    }

    /// Discord's interaction for this request in this game.
    fn interaction(&mut self, request: Request, game: u32) -> anyhow::Result<Value> {
        let players = RunningGames::players(self.games, game);
        let (guild, thread) = RunningGames::place(self.games, game);
        let id = GameId(game.into());
        let is_elsewhere = (self.chance.below(100) as u64) < self.habits.elsewhere;
        let channel = if is_elsewhere { ELSEWHERE } else { ChannelId(thread) };
        let (person, data) = match request {
            Request::Move => {
                let ply = self.ply(game).context("a game in which nobody can move")?;
                let text = &self.moves[ply as usize];
                let options = json!([
                    { "name": "move", "type": 3, "value": text },
                    { "name": "game", "type": 3, "value": id.to_string() },
                ]);
                (players[ply as usize % 2], json!({ "name": "move", "options": options }))
            }
            Request::Board => {
                let options = json!([{ "name": "game", "type": 3, "value": id.to_string() }]);
                (players[0], json!({ "name": "board", "options": options }))
            }
            Request::Games => (players[0], json!({ "name": "games" })),
            Request::Challenge => {
                let people = RunningGames::people(self.games) as usize;
                let challenged = RunningGames::FIRST_PERSON + self.chance.below(people) as u64;
                let challenged = if challenged == players[0] { players[1] } else { challenged };
                let key = challenged.to_string();
                let data = json!({
                    "name": "challenge",
                    "options": [{ "name": "user", "type": 6, "value": key }],
                    "resolved": {
                        "users": { key.clone(): { "id": key, "username": format!("person {challenged}") } },
                        "members": { key.clone(): { "permissions": "1024" } },
                    },
                });
                (players[0], data)
            }
        };
        Ok(json!({
            "id": self.next_id.to_string(),
            "type": 2,
            "token": "t",
            "guild_id": guild.to_string(),
            "channel_id": channel.0.to_string(),
            "locale": "en-US",
            "member": { "user": { "id": person.to_string(), "username": format!("person {person}") } },
            "data": data,
        }))
    }

    fn place(&self, game: u32) -> usize {
        (game / self.habits.share.of) as usize
    }

    fn ply(&self, game: u32) -> Option<u32> {
        self.plies[self.place(game)]
    }

    async fn read(&mut self, response: &Response, measured: &mut Measured) -> anyhow::Result<()> {
        if response.is_deferral {
            measured.deferred += 1;
            return Ok(());
        }
        let Some(waiting) = self.waiting.remove(&response.interaction) else { return Ok(()) };
        if !waiting.request.is_done_by(response) {
            return self.look_again(&waiting).await;
        }
        measured.times.add(response.at.duration_since(waiting.sent));
        if waiting.request == Request::Move {
            let place = self.place(waiting.game);
            self.plies[place] = self.plies[place].map(|ply| ply + 1);
            self.busy.remove(&waiting.game);
        }
        Ok(())
    }

    /// Looks up whether an unanswered move was made.
    async fn look_again(&mut self, waiting: &Waiting) -> anyhow::Result<()> {
        if waiting.request == Request::Move {
            let record = self.store.game(GameId(waiting.game.into())).await?.context("a game that was filled in")?;
            ensure!(record.game.ending.is_none(), "a game has ended");
            let place = self.place(waiting.game);
            self.plies[place] = u32::try_from(record.plies.len()).ok();
            self.busy.remove(&waiting.game);
        }
        Ok(())
    }
}

/// Processor time of the process in milliseconds; 0 if unknown on this system.
fn processor_ms() -> u64 {
    const MS_PER_TICK: u64 = 10;
    let status = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The program's name is in parentheses, and may contain anything.
    let fields = status.rsplit_once(')').map_or("", |(_, fields)| fields).split(' ');
    fields.skip(12).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * MS_PER_TICK
}
