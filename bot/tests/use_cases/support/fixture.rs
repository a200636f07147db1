//! Players, an in-memory store and a manual clock.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base::clock::{Clock as _, ManualClock, ManualUptime, Uptime};
use bot::features::proposals::draw::{self, DrawAction};
use bot::features::proposals::{self, ProposalAnswer, abort, takeback};
use bot::features::{rematch, resign};
use bot::scheduler::heartbeat::Heartbeat;
use clubs::ratings;
use clubs::ratings::recomputation::{self, Recomputed};
use clubs::store::Clubs as _;
use discord::{DiscordApi, DiscordError, ErrorClass, OutgoingMessage, RoleChange};
use games::alarms::{self, AlarmOutcome};
use games::challenges::{self, NewChallenge};
use games::domain::rating::{Rating, RatingKey};
use games::domain::{
    ChannelId, Game, GameId, GameRecord, GuildId, Limits, Notice, Origin, Pace, Person, RequestId, RoleId, SeekFilter,
    TimeControl, Timestamp, UserId, Vacation, VacationAllowance,
};
use games::moves::{self, PlayMove};
use games::offers::ColorChoice;
use games::seeks::{self, NewSeek};
use games::vacations;
use games::{Done, GameError, Games, Rates, Settings};
use tokio::sync::Notify;

use crate::in_memory_store::InMemoryStore;

/// Challenges, and plays Black unless a test says otherwise.
pub const ADA: UserId = UserId(1);
pub const BRUNO: UserId = UserId(2);
/// Is not part of the game.
pub const CHLOE: UserId = UserId(3);
pub const DINA: UserId = UserId(4);
/// The bot's own user.
pub const BOT: UserId = UserId(4_000);
/// Has left the server.
pub const DEPARTED: UserId = UserId(5);
/// The channel of challenges.
pub const CHANNEL: ChannelId = ChannelId(100);
pub const HIDDEN_FROM_CHLOE: ChannelId = ChannelId(109);
pub const MINUTE: i64 = 60_000;
pub const HOUR: i64 = 60 * MINUTE;
pub const DAY: i64 = 24 * HOUR;
/// The command `/game draw`, for the current state of the game.
pub const ASK: DrawAction = DrawAction::OfferOrAccept { expected_revision: None };
/// Four plies after which the board is as before.
pub const ROUND: [&str; 4] = ["a1b2", "i9h8", "d4c3", "f6g7"];

/// Records the direct messages and posts that belong to no game.
#[derive(Default)]
pub struct RecordingSender {
    /// Reader, text and nonce.
    pub direct_messages: Mutex<Vec<(UserId, String, String)>>,
    /// Direct messages that were deleted.
    pub withdrawn: Mutex<Vec<u64>>,
    /// Channel and text.
    pub posts: Mutex<Vec<(ChannelId, String)>>,
    /// The members of the server that a lookup finds.
    pub members: Mutex<Vec<Person>>,
    pub file: Mutex<Option<Vec<u8>>>,
    /// Makes Discord not answer lookups.
    pub is_silent: Mutex<bool>,
    /// Number of requests to Discord.
    pub requests: AtomicU64,
    /// Roles that were given (`true`) and taken.
    pub roles: Mutex<Vec<(bool, UserId, RoleId)>>,
    /// The failure of the next messages; they arrive if not set.
    pub next_failure: Mutex<Option<ErrorClass>>,
    /// The results of the next changes of roles; done after them.
    pub next_roles: Mutex<VecDeque<RoleOutcome>>,
}

#[derive(Clone, Copy)]
pub enum RoleOutcome {
    Done,
    NotAMember,
    Refused,
    /// A later try may succeed.
    Failed,
}

/// The DM channel of a user.
const fn dm_channel(user: UserId) -> ChannelId {
    ChannelId(FIRST_DM_CHANNEL + user.0)
}

const FIRST_DM_CHANNEL: u64 = 1_000_000;

const fn refusal(status: u16, code: u64) -> DiscordError {
    DiscordError::Refused { status, code, message: String::new() }
}

fn silence() -> DiscordError {
    DiscordError::NoResponse("for a test".to_owned())
}

#[async_trait::async_trait]
impl DiscordApi for RecordingSender {
    async fn open_dm(&self, user: UserId) -> Result<ChannelId, DiscordError> {
        Ok(dm_channel(user))
    }

    async fn post(&self, channel: ChannelId, post: &OutgoingMessage, nonce: &str) -> Result<u64, DiscordError> {
        let discord_id = self.requests.fetch_add(1, Ordering::Relaxed);
        match *self.next_failure.lock().expect("whole") {
            None => {}
            Some(ErrorClass::Unreachable) => return Err(refusal(403, 50_007)),
            Some(ErrorClass::Retry) => return Err(silence()),
            Some(_) => return Err(refusal(400, 50_035)),
        }
        let text = post.content.clone();
        match channel.0.checked_sub(FIRST_DM_CHANNEL) {
            Some(user) => self.direct_messages.lock().expect("whole").push((UserId(user), text, nonce.to_owned())),
            None => self.posts.lock().expect("whole").push((channel, text)),
        }
        Ok(discord_id)
    }

    async fn delete(&self, _: ChannelId, message: u64) -> Result<(), DiscordError> {
        self.withdrawn.lock().expect("whole").push(message);
        Ok(())
    }

    async fn change_role(
        &self,
        change: RoleChange,
        _: GuildId,
        user: UserId,
        role: RoleId,
    ) -> Result<(), DiscordError> {
        match self.next_roles.lock().expect("whole").pop_front().unwrap_or(RoleOutcome::Done) {
            RoleOutcome::Done => self.roles.lock().expect("whole").push((change == RoleChange::Give, user, role)),
            RoleOutcome::NotAMember => return Err(refusal(404, 10_007)),
            RoleOutcome::Refused => return Err(refusal(403, 50_013)),
            RoleOutcome::Failed => return Err(silence()),
        }
        Ok(())
    }

    async fn member(&self, _: GuildId, user: UserId) -> Result<Option<Person>, DiscordError> {
        if *self.is_silent.lock().expect("whole") {
            return Err(silence());
        }
        Ok(self.members.lock().expect("whole").iter().find(|member| member.user == user).cloned())
    }

    async fn download(&self, _: &str, _: usize) -> Result<Vec<u8>, DiscordError> {
        self.file.lock().expect("whole").clone().ok_or_else(silence)
    }
}

#[derive(Clone)]
pub struct Fixture {
    pub games: Games,
    pub store: InMemoryStore,
    pub clock: Arc<ManualClock>,
    settings: Settings,
    pub sender: Arc<RecordingSender>,
    requests: Arc<AtomicU64>,
}

impl Fixture {
    pub fn new() -> Self {
        Self::with_reminders(&[24, 3])
    }

    /// With a game of Ada against Bruno.
    pub async fn with_game() -> (Self, GameId) {
        let fixture = Self::new();
        let game = fixture.started().await;
        (fixture, game)
    }

    /// Without vacations, so that a player who does not move in time loses.
    pub fn with_reminders(hours: &[u32]) -> Self {
        Self::of(InMemoryStore::new(), hours, VacationAllowance { days_per_year: 0, ..VacationAllowance::default() })
    }

    pub fn with_vacation(hours: &[u32]) -> Self {
        Self::of(InMemoryStore::new(), hours, VacationAllowance::default())
    }

    /// On a store that fails as configured.
    pub fn over(store: InMemoryStore) -> Self {
        Self::of(store, &[24, 3], VacationAllowance { days_per_year: 0, ..VacationAllowance::default() })
    }

    fn of(store: InMemoryStore, hours: &[u32], vacation: VacationAllowance) -> Self {
        let clock = ManualClock::at(Timestamp(1_700_000_000_000));
        let settings = Settings { reminder_hours: hours.to_vec(), max_open: 4, vacation, ..settings() };
        let games = games_over(&store, &clock, settings.clone());
        Self { games, store, clock, settings, sender: Arc::default(), requests: Arc::default() }
    }

    /// The same games after the host has changed the reminder steps.
    pub fn reminding(&self, hours: &[u32]) -> Self {
        self.hosted(|settings| settings.reminder_hours = hours.to_vec())
    }

    /// The same games after the host has changed a setting.
    pub fn hosted(&self, set: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = self.settings.clone();
        set(&mut settings);
        Self { games: games_over(&self.store, &self.clock, settings.clone()), settings, ..self.clone() }
    }

    /// The same games with rate limits measured by this clock.
    pub fn with_uptime(&self, uptime: &Arc<ManualUptime>) -> Self {
        let uptime: Arc<dyn Uptime> = Arc::<ManualUptime>::clone(uptime);
        Self { games: self.games.clone().with_uptime(&uptime), ..self.clone() }
    }

    pub fn request(&self) -> RequestId {
        RequestId(1_000 + self.requests.fetch_add(1, Ordering::Relaxed))
    }

    pub fn new_challenge(&self) -> NewChallenge {
        NewChallenge {
            request: self.request(),
            challenger: person(ADA),
            opponents: vec![person(BRUNO)],
            setup: "abalone".to_owned(),
            pace: "days:3".to_owned(),
            color: ColorChoice::Black,
            rated: None,
            origin: Origin { guild_id: Some(games::domain::GuildId(9)), channel_id: CHANNEL },
        }
    }

    /// An open challenge of Ada, for anyone, with random colors.
    pub fn new_seek(&self) -> NewSeek {
        NewSeek {
            request: self.request(),
            owner: person(ADA),
            setup: "abalone".to_owned(),
            pace: "days:3".to_owned(),
            color: ColorChoice::Random,
            rated: None,
            filter: SeekFilter::default(),
            ratings: None,
            days: None,
            origin: Origin { guild_id: Some(games::domain::GuildId(9)), channel_id: CHANNEL },
        }
    }

    pub async fn sought(&self) -> GameId {
        id(&seeks::seek(&self.games, self.new_seek()).await.expect("a plain open challenge"))
    }

    pub async fn offered(&self) -> GameId {
        self.challenge(self.new_challenge()).await
    }

    /// Makes a challenge that succeeds.
    pub async fn challenge(&self, new: NewChallenge) -> GameId {
        id(&challenges::challenge(&self.games, new).await.expect("a challenge"))
    }

    /// Ada with Black against these people, in the order of the seats, accepted by all.
    pub async fn started_with(&self, setup: &str, others: &[UserId]) -> GameId {
        let opponents = others.iter().map(|user| person(*user)).collect();
        let game = self.challenge(NewChallenge { opponents, setup: setup.to_owned(), ..self.new_challenge() }).await;
        for user in others {
            self.accept_by(game, *user).await.expect("accepts");
        }
        game
    }

    /// A game of Ada and Chloé against Bruno and Dina on one board.
    pub async fn of_four(&self) -> GameId {
        self.started_with("abalone seats=2x2", &[BRUNO, CHLOE, DINA]).await
    }

    pub async fn started(&self) -> GameId {
        self.started_as("abalone", "days:3").await
    }

    /// The same after a move of each player, since a loss on time is not averted before that.
    pub async fn under_way(&self) -> GameId {
        let game = self.started().await;
        self.play_all(game, &ROUND[..2]).await;
        game
    }

    pub async fn started_as(&self, setup: &str, pace: &str) -> GameId {
        let new_challenge = NewChallenge { setup: setup.to_owned(), pace: pace.to_owned(), ..self.new_challenge() };
        let game = self.challenge(new_challenge).await;
        self.accept(game).await.expect("the challenged person accepts");
        game
    }

    pub async fn accept(&self, game: GameId) -> Result<Done, GameError> {
        self.accept_by(game, BRUNO).await
    }

    pub async fn accept_by(&self, game: GameId, user: UserId) -> Result<Done, GameError> {
        challenges::accept(&self.games, self.request(), game, person(user)).await
    }

    pub async fn decline(&self, game: GameId, user: UserId) -> Result<Done, GameError> {
        challenges::decline(&self.games, self.request(), game, user).await
    }

    pub async fn withdraw(&self, game: GameId, user: UserId) -> Result<Done, GameError> {
        challenges::withdraw(&self.games, self.request(), game, user).await
    }

    pub async fn abort(&self, game: GameId, user: UserId, version: Option<i64>) -> Result<Done, GameError> {
        abort::abort(&self.games, self.request(), game, user, version).await
    }

    pub async fn take_back(&self, game: GameId, user: UserId) -> Result<Done, GameError> {
        takeback::take_back(&self.games, self.request(), game, user).await
    }

    pub async fn rematch(&self, game: GameId, user: UserId) -> Result<Done, GameError> {
        rematch::rematch(&self.games, game, person(user)).await
    }

    pub async fn resign(&self, game: GameId, user: UserId) {
        resign::resign(&self.games, self.request(), game, user, None).await.expect("resigned");
    }

    /// The posts that belong to no game since the last call.
    pub fn take_posts(&self) -> Vec<(ChannelId, String)> {
        std::mem::take(&mut *self.sender.posts.lock().expect("whole"))
    }

    pub async fn draw(&self, game: GameId, user: UserId, action: DrawAction) -> Result<Done, GameError> {
        draw::draw(&self.games, self.request(), game, user, action).await
    }

    pub async fn answer(&self, game: GameId, user: UserId, answer: ProposalAnswer) -> Result<Done, GameError> {
        let version = self.game(game).await.agreements.proposal.map_or(0, |open| open.version);
        proposals::answer(&self.games, self.request(), game, user, version, answer).await
    }

    /// Counts finished games for the ratings; returns their number.
    pub async fn count_results(&self) -> usize {
        ratings::count_results(&self.games).await.expect("a store in memory")
    }

    /// Computes all ratings again, and stores them or compares them only.
    pub async fn recompute(&self, stores: bool) -> Recomputed {
        recomputation::recompute(&self.games, None, stores).await.expect("a store in memory")
    }

    pub async fn all_ratings(&self) -> Vec<(RatingKey, Rating)> {
        self.store.clubs().all_ratings().await.expect("a store in memory")
    }

    /// What is inconsistent in a stored game.
    pub async fn problem(&self, game: GameId) -> Option<String> {
        games::replay::consistency::problem(self.store.as_ref(), game).await.expect("a store in memory")
    }

    pub async fn moves(&self, game: GameId) -> Vec<String> {
        let record = self.read_record(game).await;
        record.plies.into_iter().map(|ply| ply.notation).collect()
    }

    pub async fn possible_turn(&self, game: GameId) -> (UserId, String) {
        let replayed = self.games.load(game, None).await.expect("replayed");
        let user = replayed.record.on_turn().expect("going on").player.person().expect("a person");
        (user, replayed.any_game.turns(1).0.remove(0))
    }

    /// A typed move.
    pub async fn play(&self, game: GameId, user: UserId, text: &str) -> Result<Done, GameError> {
        let done = moves::play(&self.games, self.wanted(game, user, text)).await?;
        // The answer is about the game as it was stored, though it is not read again.
        let stored = self.read_record(game).await;
        if stored.game.version == done.replayed.record.game.version {
            // Another request may have started a vacation meanwhile.
            let vacations = stored.vacations.clone();
            assert_eq!(GameRecord { vacations, ..done.replayed.record.clone() }, stored);
        }
        Ok(done)
    }

    /// A typed move that is legal.
    pub async fn plays(&self, game: GameId, user: UserId, text: &str) {
        self.play(game, user, text).await.expect("legal");
    }

    /// A typed move, not yet made.
    pub fn wanted(&self, game: GameId, user: UserId, text: &str) -> PlayMove {
        PlayMove { request: self.request(), game, user, text: text.to_owned(), expected_revision: None }
    }

    /// Plays these moves in turn, Ada first.
    pub async fn play_all(&self, game: GameId, moves: &[&str]) {
        for (text, user) in moves.iter().zip([ADA, BRUNO].into_iter().cycle()) {
            self.play(game, user, text).await.unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    }

    /// Does something else between the decision and the write of the next commit.
    pub fn meanwhile<F: Future<Output = ()> + Send + 'static>(&self, act: impl FnOnce(Self) -> F) {
        self.store.before_next_commit(act(self.clone()));
    }

    /// The outcome of an intact game's alarm.
    pub async fn run_alarm(&self, game: GameId) -> AlarmOutcome {
        alarms::run_alarm(&self.games, game).await.expect("a sound game")
    }

    pub async fn game(&self, game: GameId) -> Game {
        self.read_record(game).await.game
    }

    pub async fn read_record(&self, game: GameId) -> GameRecord {
        self.store.game(game).await.expect("readable").expect("there")
    }

    /// Starts a vacation of some days, now or later.
    pub async fn take_vacation(&self, user: UserId, days: i64, from: Option<Timestamp>) -> Vacation {
        vacations::start_vacation(&self.games, self.request(), user, Some(days), from).await.expect("there is enough")
    }

    /// New notices since the last call, in order, except [`Notice::Outcome`], which ends every game.
    pub async fn notices(&self) -> Vec<Notice> {
        let now = self.clock.now();
        let mut notices = Vec::new();
        loop {
            let messages = self.store.claim_messages(now, now.plus(1), 100).await.expect("a store in memory");
            if messages.is_empty() {
                return notices;
            }
            for message in messages {
                self.store.message_sent(message.message_id, None).await.expect("a store in memory");
                if message.notice != Notice::Outcome {
                    notices.push(message.notice);
                }
            }
        }
    }

    /// The heartbeat of a process that starts now, with a manual uptime.
    pub fn heartbeat_loop() -> Heartbeat {
        Heartbeat::new(Arc::new(ManualUptime::default()), Duration::from_mins(5))
    }

    pub fn clock_now(&self) -> Timestamp {
        self.clock.now()
    }

    pub fn wait(&self, hours: i64) {
        self.clock.advance(hours * HOUR);
    }
}

/// The settings of a host, without reminders.
pub fn settings() -> Settings {
    Settings {
        challenge_expires_hours: 48,
        seek_expires_days: 7,
        reminder_hours: Vec::new(),
        default_time_control: TimeControl::of(Pace::Days(3)),
        max_open: u32::MAX,
        hints: false,
        vacation: VacationAllowance::default(),
        public_url: None,
        has_activity: false,
        reminded_days: 14,
        corrections_per_second: 11,
        rates: Rates::UNLIMITED,
        limits: Limits::default(),
    }
}

fn games_over(store: &InMemoryStore, clock: &Arc<ManualClock>, settings: Settings) -> Games {
    Games::new(store.shared(), Arc::<ManualClock>::clone(clock), settings, Arc::new(Notify::new()))
}

pub fn person(user: UserId) -> Person {
    Person { user, name: format!("person {}", user.0) }
}

pub fn id(done: &Done) -> GameId {
    done.replayed.record.game.game_id
}

/// The expected variant of an error, or a panic with the actual result.
#[macro_export]
macro_rules! refused {
    ($outcome:expr, $error:pat $(if $guard:expr)?) => {
        match $outcome {
            Err($error) $(if $guard)? => {}
            Err(other) => panic!("refused with {other:?}"),
            Ok(_) => panic!("not refused"),
        }
    };
}
