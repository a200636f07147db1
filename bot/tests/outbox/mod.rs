//! The guarantees of the outbox, with a manual clock and a Discord that fails as told.

mod challenges;
mod closed_places;
mod clubs;
mod daily_puzzles;
mod fake_discord;
mod log;
mod mentions;
mod one_board;
mod outcomes;
mod seeks;
mod statements;
mod threads;
mod vacation_lines;
mod watches;

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use base::clock::Clock as _;
use base::clock::ManualClock;
use bot::board::pictures::Pictures;
use bot::commands::App;
use bot::delivery::dispatcher;
use bot::delivery::outbox::Outbox;
use bot::delivery::posts::deliver_posts;
use bot::features::proposals::draw::{self, DrawAction};
use bot::features::proposals::{self, ProposalAnswer, takeback};
use bot::features::resign;
use bot::features::settings::service as settings;
use discord::{DiscordApi, MessageSender};
use fake_discord::RequestFailure::{Hangs, Lost, RateLimited, Refused};
use fake_discord::{FakeDiscord, FakeMessage, dm_channel};
use games::challenges::NewChallenge;
use games::domain::{
    AuditAction, ChannelId, GameId, GameRecord, GuildId, Organizer, Origin, Person, PostKind, Preferences,
    ReminderTarget, RequestId, Timestamp, UserId,
};
use games::moves::{self, PlayMove};
use games::offers::ColorChoice;
use games::store::{PostGroup, Store, sqlite};
use games::{Games, Settings, alarms, vacations};
use sqlx::Connection as _;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::in_memory_store::InMemoryStore;
use crate::use_cases::support::fixture::{self, person};

const ADA: UserId = UserId(1);
const BRUNO: UserId = UserId(2);
const CHANNEL: ChannelId = ChannelId(100);
const GUILD: GuildId = GuildId(9);
/// The opponent of Ada in the channel of most tests.
const BEN: UserId = opponent(CHANNEL);
/// The direct messages of Ada and Ben.
const HERS: ChannelId = dm_channel(ADA);
const HIS: ChannelId = dm_channel(BEN);
const OFFER: DrawAction = DrawAction::OfferOrAccept { expected_revision: None };
const HOUR: i64 = 60 * 60 * 1000;
/// Longer than any pause between two tries.
const PAUSE: i64 = 2 * HOUR;
const ATTEMPTS: u32 = 3;

struct Fixture {
    app: App,
    games: Games,
    store: Arc<Store>,
    clock: Arc<ManualClock>,
    discord: Arc<FakeDiscord>,
    wake: Arc<Notify>,
    requests: AtomicU64,
    task: tokio::task::JoinHandle<()>,
}

impl Deref for Fixture {
    type Target = FakeDiscord;

    fn deref(&self) -> &FakeDiscord {
        &self.discord
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Fixture {
    fn new() -> Self {
        Self::over(InMemoryStore::new().shared())
    }

    fn over(store: Arc<Store>) -> Self {
        let (wake, clock) = (Arc::new(Notify::new()), ManualClock::at(Timestamp(1_700_000_000_000)));
        let settings = Settings { reminder_hours: vec![24], ..fixture::settings() };
        let games = Games::new(Arc::clone(&store), Arc::<ManualClock>::clone(&clock), settings, Arc::clone(&wake));
        let app = App {
            games: games.clone(),
            clock: Arc::<ManualClock>::clone(&clock),
            pictures: Pictures::new(4),
            sender: MessageSender::new(Arc::new(())),
        };
        let discord = Arc::new(FakeDiscord::default());
        let settings = bot::config::Outbox { retry_seconds: 2, retry_at_most_seconds: 60, attempts: ATTEMPTS };
        let sending = Outbox::new(app.clone(), Arc::clone(&store), Arc::<FakeDiscord>::clone(&discord), settings);
        let task =
            tokio::spawn(dispatcher::run(sending, Arc::clone(&wake), dispatcher::TICK, CancellationToken::new()));
        Self { app, games, store, clock, discord, wake, requests: AtomicU64::new(1), task }
    }

    fn api(&self) -> Arc<dyn DiscordApi> {
        Arc::<FakeDiscord>::clone(&self.discord) as _
    }

    /// A round of posts; returns the number of those that were due.
    async fn deliver(&self, group: PostGroup) -> usize {
        deliver_posts(&self.app, &self.api(), group).await.expect("a store in memory")
    }

    /// A command of an organizer.
    fn by(&self, guild: GuildId, user: UserId) -> Organizer {
        Organizer { request: self.request(), guild, user, reason: None }
    }

    async fn choose_channel(&self, kind: PostKind, guild: GuildId, channel: Option<ChannelId>) {
        let entry = self.by(guild, ADA).entry(AuditAction::SetUp, self.clock.now());
        settings::set_guild_post(&self.games, kind, guild, channel, &entry).await.expect("stored");
    }

    fn request(&self) -> RequestId {
        RequestId(self.requests.fetch_add(1, Ordering::Relaxed))
    }

    async fn offered(&self, channel: ChannelId, guild_id: Option<GuildId>) -> GameId {
        self.offered_to(&[opponent(channel)], "abalone", channel, guild_id).await
    }

    async fn offered_to(&self, them: &[UserId], setup: &str, channel: ChannelId, guild_id: Option<GuildId>) -> GameId {
        let new_challenge = NewChallenge {
            request: self.request(),
            challenger: person(ADA),
            opponents: them.iter().copied().map(person).collect(),
            setup: setup.to_owned(),
            pace: "days:3".to_owned(),
            color: ColorChoice::Black,
            rated: None,
            origin: Origin { guild_id, channel_id: channel },
        };
        games::challenges::challenge(&self.games, new_challenge)
            .await
            .expect("a plain challenge")
            .replayed
            .record
            .game
            .game_id
    }

    async fn accept(&self, game: GameId, channel: ChannelId) {
        self.accept_by(game, opponent(channel)).await;
    }

    async fn accept_by(&self, game: GameId, user: UserId) {
        games::challenges::accept(&self.games, self.request(), game, person(user)).await.expect("accepts");
    }

    async fn challenge(&self) -> GameId {
        let game = self.offered(CHANNEL, Some(GUILD)).await;
        self.until_armed(CHANNEL, 1).await;
        game
    }

    /// A game whose first board is in its thread.
    async fn begin_in_thread(&self) -> (GameId, ChannelId) {
        let game = self.challenge().await;
        self.accept(game, CHANNEL).await;
        let thread = self.thread(game).await;
        self.until_boards(thread, 1).await;
        self.until_armed(CHANNEL, 0).await;
        (game, thread)
    }

    async fn begin_by_dm(&self) -> GameId {
        let game = self.offered(CHANNEL, None).await;
        self.accept(game, CHANNEL).await;
        game
    }

    /// A game played in its channel, because threads are refused there.
    async fn started(&self, channel: ChannelId) -> GameId {
        self.fail("thread", channel, Refused(403, 50013), u32::MAX);
        self.begin_game(channel).await
    }

    /// A game whose first board is in its channel.
    async fn begin_game(&self, channel: ChannelId) -> GameId {
        let game = self.offered(channel, Some(GUILD)).await;
        self.until_armed(channel, 1).await;
        self.accept(game, channel).await;
        self.until_boards(channel, 1).await;
        game
    }

    async fn record(&self, game: GameId) -> GameRecord {
        self.store.game(game).await.expect("readable").expect("there")
    }

    async fn thread(&self, game: GameId) -> ChannelId {
        let thread = async || self.record(game).await.game.place.thread_id;
        self.poll("a thread", 0, async || thread().await.is_some()).await;
        thread().await.expect("just seen")
    }

    async fn play(&self, game: GameId, user: UserId, text: &str) {
        let request = self.request();
        let play = PlayMove { request, game, user, text: text.to_owned(), expected_revision: None };
        moves::play(&self.games, play).await.unwrap_or_else(|error| panic!("{text}: {error}"));
    }

    async fn resign(&self, game: GameId, user: UserId) {
        resign::resign(&self.games, self.request(), game, user, None).await.expect("a player resigns");
    }

    async fn agree(&self, game: GameId, user: UserId) {
        let open = self.record(game).await.game.agreements.proposal.expect("a proposal").version;
        let outcome = proposals::answer(&self.games, self.request(), game, user, open, ProposalAnswer::Agree).await;
        outcome.expect("agreed");
    }

    /// Lets the first reminder of a turn come due.
    async fn remind(&self, game: GameId) {
        self.clock.advance(50 * HOUR);
        alarms::run_alarm(&self.games, game).await.expect("a reminder is due");
    }

    async fn take_vacation(&self, user: UserId, days: i64, from: Option<Timestamp>) {
        let vacation = vacations::start_vacation(&self.games, self.request(), user, Some(days), from).await;
        let vacation = vacation.expect("there is enough");
        vacations::run_vacation_alarm(&self.games, &vacation).await.expect("sound games");
    }

    async fn prefer(&self, user: UserId, change: impl Fn(&mut Preferences) + Send + Sync) {
        let change = |chosen: &mut Preferences| {
            change(chosen);
            Ok(())
        };
        self.games.update_preferences(user, change).await.expect("a choice");
    }

    fn wait(&self, millis: i64) {
        self.clock.advance(millis);
        self.wake.notify_one();
    }

    /// Polls until `there` is true, advancing the clock by `millis` each time.
    async fn poll(&self, what: &str, millis: i64, mut there: impl AsyncFnMut() -> bool) {
        let start = Instant::now();
        while !there().await {
            assert!(start.elapsed() < Duration::from_secs(20), "waited in vain: {what}\n{:#?}", self.discord);
            if millis > 0 {
                self.wait(millis);
            }
            tokio::time::sleep(Duration::from_millis(if millis > 0 { 10 } else { 5 })).await;
        }
    }

    async fn until(&self, what: &str, there: impl Fn() -> bool) {
        self.poll(what, 0, async || there()).await;
    }

    async fn until_boards(&self, channel: ChannelId, count: usize) {
        self.until("the boards", || self.boards(channel) == count).await;
    }

    async fn until_messages(&self, channel: ChannelId, count: usize) {
        self.until("the messages", || self.messages(channel).len() == count).await;
    }

    async fn until_requests(&self, what: &str, channel: ChannelId, least: usize) {
        self.until("the requests", || self.requests(what, channel) >= least).await;
    }

    /// Waits until so many messages have buttons.
    async fn until_armed(&self, channel: ChannelId, count: usize) {
        self.until("the buttons", || self.armed(channel) == count).await;
    }

    async fn until_delivered(&self) {
        let backlog = async || self.store.outbox_backlog().await.expect("readable");
        self.poll("everything is delivered", 0, async || backlog().await.waiting == 0).await;
    }

    /// Lets hours pass after everything is delivered. Earlier, they would end leases of messages being sent, and
    /// repeat those.
    async fn pass(&self, millis: i64) {
        self.until_delivered().await;
        self.clock.advance(millis);
    }

    /// Lets the time of all retries pass until this is true.
    async fn through_retries(&self, what: &str, there: impl Fn() -> bool) {
        self.poll(what, PAUSE / 100, async || there()).await;
    }

    /// Lets the time of all retries pass until a message is given up.
    async fn until_given_up(&self) {
        self.poll("a message is given up", PAUSE / 100, async || !self.dead().await.is_empty()).await;
    }

    async fn dead(&self) -> Vec<String> {
        let dead = self.store.dead_messages().await.expect("readable");
        dead.into_iter().map(|message| message.reason).collect()
    }

    fn boards(&self, channel: ChannelId) -> usize {
        self.messages(channel).iter().filter(|message| is_board(message)).count()
    }

    fn armed(&self, channel: ChannelId) -> usize {
        self.messages(channel).iter().filter(|message| message.buttons > 0).count()
    }
}

fn is_board(message: &FakeMessage) -> bool {
    message.picture && message.text.contains("Score: ")
}

const fn opponent(channel: ChannelId) -> UserId {
    UserId(BRUNO.0 + channel.0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_never_answers_blocks_no_other() {
    let fixture = Fixture::new();
    let slow: Vec<ChannelId> = (0..9).map(ChannelId).collect();
    for channel in &slow {
        fixture.fail("post", *channel, Hangs, 1);
        fixture.offered(*channel, Some(GUILD)).await;
    }
    fixture.until("all of them hang", || slow.iter().all(|channel| fixture.requests("post", *channel) == 1)).await;
    for channel in (100..150).map(ChannelId) {
        fixture.offered(channel, Some(GUILD)).await;
    }
    fixture.until("the others", || (100..150).all(|id| fixture.messages(ChannelId(id)).len() == 1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_limit_holds_back_goes_out_once_a_message_succeeds_in_the_channel() {
    let fixture = Fixture::new();
    // All but the last try.
    fixture.fail("post", CHANNEL, RateLimited(300, 0), 45);
    fixture.fail("post", ChannelId(8), RateLimited(300, 0), 1);
    fixture.offered(ChannelId(8), Some(GUILD)).await;
    for number in 0..46 {
        fixture.offered_to(&[UserId(1000 + number)], "abalone", CHANNEL, Some(GUILD)).await;
    }
    fixture.until_messages(CHANNEL, 46).await;
    assert_eq!(fixture.requests("post", CHANNEL), 45 + 46);
    assert!(fixture.messages(ChannelId(8)).is_empty(), "another channel waits");
    fixture.through_retries("the other channel", || fixture.messages(ChannelId(8)).len() == 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_retried_forever_and_a_reminder_a_few_times() {
    let fixture = Fixture::new();
    let game = fixture.started(CHANNEL).await;
    fixture.fail("post", CHANNEL, Refused(502, 0), ATTEMPTS + 4);
    fixture.play(game, ADA, "a1b2").await;
    fixture.through_retries("the board", || fixture.boards(CHANNEL) == 2).await;
    assert!(fixture.dead().await.is_empty());

    fixture.fail("post", CHANNEL, Refused(502, 0), ATTEMPTS);
    let before = fixture.requests("post", CHANNEL);
    fixture.remind(game).await;
    fixture.until_given_up().await;
    // A lease that ends while its message is being sent counts as a try.
    let tries = fixture.requests("post", CHANNEL) - before;
    assert!((1..=ATTEMPTS as usize).contains(&tries), "{tries}");
    fixture.play(game, BEN, "i9h8").await;
    fixture.through_retries("the next board", || fixture.boards(CHANNEL) == 3).await;
    assert_eq!(fixture.dead().await.len(), 1, "the reminder");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_permanently_refused_message_is_given_up_and_can_be_retried() {
    let fixture = Fixture::new();
    let game = fixture.started(CHANNEL).await;
    // With and without its picture and buttons.
    fixture.fail("post", CHANNEL, Refused(400, 50035), 2);
    fixture.play(game, ADA, "a1b2").await;
    fixture.play(game, BEN, "i9h8").await;
    fixture.until_boards(CHANNEL, 2).await;
    let dead = fixture.dead().await;
    assert!(dead.len() == 1 && dead[0].contains("50035"), "{dead:?}");
    assert_eq!(fixture.store.retry_dead_messages().await.expect("writable"), 1);
    fixture.wait(1);
    fixture.until_boards(CHANNEL, 3).await;
    let late = fixture.messages(CHANNEL).pop().expect("it stands");
    assert!(late.text.contains("a1b2") && late.buttons == 0 && !late.text.contains("to move"), "{late:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_was_given_up_is_deleted_after_a_month() {
    let fixture = Fixture::new();
    let game = fixture.started(CHANNEL).await;
    fixture.fail("post", CHANNEL, Refused(400, 50035), 2);
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_given_up().await;
    let dead = async || fixture.store.dead_messages().await.expect("readable").len();
    fixture.wait(29 * 24 * HOUR);
    fixture.play(game, BEN, "i9h8").await;
    fixture.until_boards(CHANNEL, 2).await;
    assert_eq!(dead().await, 1, "the host may want it");
    fixture.wait(2 * 24 * HOUR);
    fixture.poll("it is deleted", 0, async || dead().await == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_whose_response_was_lost_is_deleted_after_the_move() {
    let fixture = Fixture::new();
    let game = fixture.started(CHANNEL).await;
    fixture.clock.advance(50 * HOUR);
    fixture.fail("post", CHANNEL, Lost, 1);
    alarms::run_alarm(&fixture.games, game).await.expect("a reminder is due");
    let reminders = || fixture.messages(CHANNEL).iter().filter(|s| s.text.contains("deadline") && !s.picture).count();
    fixture.until("the reminder", || reminders() == 1).await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.through_retries("the board", || fixture.boards(CHANNEL) == 2).await;
    fixture.until("no reminder", || reminders() == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_draw_offer_keeps_its_buttons_after_its_proposers_move() {
    let fixture = Fixture::new();
    let game = fixture.started(CHANNEL).await;
    draw::draw(&fixture.games, fixture.request(), game, ADA, OFFER).await.expect("offered");
    fixture.until_armed(CHANNEL, 2).await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(CHANNEL, 2).await;
    fixture.until_armed(CHANNEL, 2).await;
    let offer = |message: &FakeMessage| message.text.contains("draw");
    assert!(fixture.messages(CHANNEL).iter().any(|message| offer(message) && message.buttons > 0));
    fixture.play(game, BEN, "i9h8").await;
    fixture
        .until("only the newest board has buttons", || fixture.boards(CHANNEL) == 3 && fixture.armed(CHANNEL) == 1)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delivered_direct_message_is_not_repeated_when_another_fails() {
    let fixture = Fixture::new();
    fixture.fail("post", HERS, Refused(500, 0), 1);
    fixture.offered(CHANNEL, None).await;
    fixture.until_requests("post", HERS, 1).await;
    fixture.forget_nonces();
    fixture.through_retries("her copy", || fixture.messages(HERS).len() == 1).await;
    assert_eq!(fixture.messages(HIS).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_obsolete_direct_message_is_searched_in_its_own_channel() {
    let fixture = Fixture::new();
    let game = fixture.begin_by_dm().await;
    fixture.until("the board", || fixture.boards(HIS) == 1 && fixture.boards(HERS) == 1).await;
    fixture.clock.advance(50 * HOUR);
    fixture.fail("post", HERS, Lost, 1);
    let before = fixture.requests("post", HERS);
    alarms::run_alarm(&fixture.games, game).await.expect("a reminder is due");
    fixture.until("her reminder", || fixture.requests("post", HERS) > before).await;
    let requests = fixture.requests("post", HIS);
    fixture.play(game, ADA, "a1b2").await;
    fixture.through_retries("the next board", || fixture.boards(HIS) == 2).await;
    assert_eq!(fixture.requests("post", HIS), requests + 1, "the board and nothing else");
}

#[tokio::test(flavor = "multi_thread")]
async fn updates_of_a_direct_message_are_in_the_language_of_its_reader() {
    let fixture = Fixture::new();
    for (user, locale) in [(ADA, "en-US"), (BEN, "fr")] {
        fixture.store.set_locale(user, locale).await.expect("writable");
    }
    let stands = |who: UserId, text: &str| fixture.messages(dm_channel(who)).iter().any(|it| it.text.contains(text));
    let game = fixture.begin_by_dm().await;
    fixture.until_boards(HERS, 1).await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(HERS, 2).await;
    // While Bruno's Discord speaks English, text and buttons of the edited board change together.
    let labels = |away: &str| {
        let boards = fixture.messages(HIS);
        boards.into_iter().rfind(|it| it.picture && it.text.contains(away)).map(|board| board.labels.join(", "))
    };
    assert!(labels("").is_some_and(|labels| labels.contains("Voir l'image")), "{:#?}", fixture.discord);
    fixture.store.set_locale(BEN, "en-US").await.expect("writable");
    fixture.take_vacation(BEN, 5, Some(fixture.clock.now().plus(24 * HOUR))).await;
    fixture.until("the new deadline", || labels("On vacation:").is_some()).await;
    assert!(labels("On vacation:").is_some_and(|labels| labels.contains("Show picture")), "{:#?}", fixture.discord);
    fixture.store.set_locale(BEN, "fr").await.expect("writable");
    takeback::take_back(&fixture.games, fixture.request(), game, ADA).await.expect("asked");
    fixture.agree(game, BEN).await;
    fixture.until("the board that is gone", || stands(ADA, "taken back") && stands(BEN, "repris")).await;

    // If all messages are in a channel, no DM channel is looked up.
    let opened = || [ADA, BEN].map(|user| fixture.requests("open", dm_channel(user)));
    let before = opened();
    fixture.started(CHANNEL).await;
    assert_eq!(opened(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_cannot_be_replayed_does_not_block_other_deliveries() {
    let store_in_memory = InMemoryStore::new();
    let fixture = Fixture::over(store_in_memory.shared());
    let (broken, sound) = (fixture.started(CHANNEL).await, fixture.started(ChannelId(200)).await);
    fixture.fail("post", CHANNEL, Refused(502, 0), 1);
    fixture.play(broken, ADA, "a1b2").await;
    fixture.until("the first try", || fixture.requests("post", CHANNEL) == 3).await;
    store_in_memory.tamper(broken, |record| record.plies[0].notation = "nonsense".to_owned());
    fixture.until_given_up().await;
    fixture.play(sound, ADA, "a1b2").await;
    fixture.until_boards(ChannelId(200), 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_temporary_database_failure_delays_a_message_and_repeats_none() -> anyhow::Result<()> {
    // Before the claim is written, when the posted message is recorded, and when the row is deleted from the outbox.
    for (channel, on) in [(1, "update on outbox"), (2, "insert on posted"), (3, "delete on outbox")] {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("games.db");
        let (channel, store) = (ChannelId(channel), Arc::new(sqlite::open(&path).await?));
        let fixture = Fixture::over(store);
        execute_sql(&path, &format!("create trigger broken before {on} begin select raise(abort, 'no'); end")).await?;
        let game = fixture.offered(channel, Some(GUILD)).await;
        if on == "update on outbox" {
            tokio::time::sleep(Duration::from_millis(100)).await;
            assert!(fixture.messages(channel).is_empty(), "nothing is sent that was not claimed");
        } else {
            fixture.until_messages(channel, 1).await;
        }
        execute_sql(&path, "drop trigger broken").await?;
        fixture.through_retries("the challenge", || fixture.messages(channel).len() == 1).await;
        // The next message is sent after this one is finished.
        fixture.accept(game, channel).await;
        fixture.through_retries("the challenge without buttons", || fixture.armed(channel) == 0).await;
        assert_eq!(fixture.messages(channel).len(), 1, "{on}");
    }
    Ok(())
}

/// Runs one statement directly on the database.
async fn execute_sql(path: &Path, sql: &str) -> anyhow::Result<()> {
    let mut connection = sqlx::SqliteConnection::connect(&format!("sqlite://{}", path.display())).await?;
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut connection).await?;
    Ok(connection.close().await?)
}
