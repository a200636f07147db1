//! What the outbox promises, on a clock that stands still until it is moved and a Discord that fails as it is told to.

mod calls;
mod discord;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bot::clock::ManualClock;
use bot::commands::board::pictures::Pictures;
use bot::commands::context::App;
use bot::delivery::outbox;
use bot::delivery::outbox::Outbox;
use bot::domain::Pace;
use bot::domain::TimeControl;
use bot::domain::VacationAllowance;
use bot::domain::{ChannelId, GameId, Preferences, ReminderTarget, RequestId, Timestamp, UserId};
use bot::domain::{GuildId, Limits};
use bot::domain::{Origin, Person};
use bot::features::challenge::service::{ColorChoice, NewChallenge};
use bot::features::draw::service::DrawAction;
use bot::features::play::service::PlayMove;
use bot::games::{Games, Settings};
use bot::store::InMemoryStore;
use bot::store::sqlite;
use bot::store::{GameStore as _, OutboxStore as _, Store};
use discord::{Fake, How, ReliabilityStore, text_board};
use sqlx::Connection as _;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

const ADA: UserId = UserId(1);
const BRUNO: UserId = UserId(2);
const CHANNEL: ChannelId = ChannelId(100);
const HOUR: i64 = 60 * 60 * 1000;
/// Longer than any pause between two tries.
const PAUSE: i64 = 2 * HOUR;
/// Tries of a reminder.
const ATTEMPTS: u32 = 3;

/// The outbox at work, and all that it works on.
struct World {
    games: Games,
    store: Arc<dyn Store>,
    clock: Arc<ManualClock>,
    discord: Arc<Fake>,
    wake: Arc<Notify>,
    requests: AtomicU64,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for World {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl World {
    fn new() -> Self {
        Self::over(Arc::new(InMemoryStore::new()))
    }

    fn over(store: Arc<dyn Store>) -> Self {
        let (wake, clock) = (Arc::new(Notify::new()), ManualClock::at(Timestamp(1_700_000_000_000)));
        let settings = Settings {
            challenge_expires_hours: 48,
            reminder_hours: vec![24],
            default_time_control: TimeControl::of(Pace::Days(3)),
            max_open: 1000,
            vacation: VacationAllowance::default(),
            limits: Limits::default(),
            reminders_ignored: 10,
        };
        let games = Games::new(Arc::clone(&store), Arc::<ManualClock>::clone(&clock), settings, Arc::clone(&wake));
        let app = App {
            games: games.clone(),
            clock: Arc::<ManualClock>::clone(&clock),
            pictures: Pictures::new(4),
            sender: Arc::new(()),
        };
        let discord = Arc::new(Fake::default());
        let settings = bot::config::Outbox { retry_seconds: 2, retry_at_most_seconds: 60, attempts: ATTEMPTS };
        let sending = Outbox { app, store: Arc::clone(&store), discord: Arc::<Fake>::clone(&discord), settings };
        let task = tokio::spawn(outbox::run(sending, Arc::clone(&wake), CancellationToken::new()));
        Self { games, store, clock, discord, wake, requests: AtomicU64::new(1), task }
    }

    fn request(&self) -> RequestId {
        RequestId(self.requests.fetch_add(1, Ordering::Relaxed))
    }

    async fn offered(&self, channel: ChannelId, guild_id: Option<GuildId>) -> GameId {
        self.offered_to(&[opponent(channel)], "abalone", channel, guild_id).await
    }

    async fn offered_to(&self, them: &[UserId], setup: &str, channel: ChannelId, guild_id: Option<GuildId>) -> GameId {
        let person = |user: UserId| Person { user, name: format!("person {}", user.0) };
        let wish = NewChallenge {
            request: self.request(),
            challenger: person(ADA),
            opponents: them.iter().copied().map(person).collect(),
            setup: setup.to_owned(),
            pace: "days:3".to_owned(),
            color: ColorChoice::Black,
            origin: Origin { guild_id, channel_id: channel },
        };
        self.games.challenge(wish).await.expect("a plain challenge").view.record.game.game_id
    }

    async fn accept(&self, game: GameId, channel: ChannelId) {
        let bruno = Person { user: opponent(channel), name: "Bruno".to_owned() };
        self.games.accept(self.request(), game, bruno).await.expect("the challenged person accepts");
    }

    /// A game whose first board stands in its channel, because its thread was refused.
    async fn started(&self, channel: ChannelId) -> GameId {
        self.discord.fail("thread", channel, How::Refused(403, 50013), 1);
        let game = self.offered(channel, Some(GuildId(9))).await;
        self.until("the challenge", || self.armed(channel) == 1).await;
        self.accept(game, channel).await;
        self.until("the first board", || self.boards(channel) == 1).await;
        game
    }

    async fn play(&self, game: GameId, user: UserId, text: &str) {
        let request = self.request();
        let play = PlayMove { request, game, user, text: text.to_owned(), expected_revision: None };
        self.games.play(play).await.unwrap_or_else(|error| panic!("{text}: {error}"));
    }

    fn wait(&self, millis: i64) {
        self.clock.advance(millis);
        self.wake.notify_one();
    }

    async fn until(&self, what: &str, there: impl Fn() -> bool) {
        let start = Instant::now();
        while !there() {
            assert!(start.elapsed() < Duration::from_secs(20), "waited in vain: {what}\n{:#?}", self.discord);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Lets the time of all retries pass until this is so.
    async fn through_retries(&self, what: &str, there: impl Fn() -> bool) {
        let start = Instant::now();
        while !there() {
            assert!(start.elapsed() < Duration::from_secs(20), "waited in vain: {what}\n{:#?}", self.discord);
            self.wait(PAUSE / 100);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Lets the time of all retries pass until a message is given up.
    async fn until_given_up(&self) {
        let start = Instant::now();
        while self.dead().await.is_empty() {
            assert!(start.elapsed() < Duration::from_secs(20), "{:#?}", self.discord);
            self.wait(PAUSE / 100);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    async fn dead(&self) -> Vec<String> {
        let dead = self.store.dead_messages().await.expect("readable");
        dead.into_iter().map(|message| message.reason).collect()
    }

    fn boards(&self, channel: ChannelId) -> usize {
        self.discord.standing(channel).iter().filter(|standing| is_board(standing)).count()
    }

    fn armed(&self, channel: ChannelId) -> usize {
        self.discord.standing(channel).iter().filter(|standing| standing.buttons > 0).count()
    }
}

fn is_board(standing: &ReliabilityStore) -> bool {
    standing.picture && standing.text.contains("Ejected")
}

/// Whom Ada challenges in this channel.
fn opponent(channel: ChannelId) -> UserId {
    UserId(BRUNO.0 + channel.0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_never_answers_stops_nobody_else() {
    let world = World::new();
    let slow: Vec<ChannelId> = (0..9).map(ChannelId).collect();
    for channel in &slow {
        world.discord.fail("post", *channel, How::Hangs, 1);
        world.offered(*channel, Some(GuildId(9))).await;
    }
    world.until("all of them hang", || slow.iter().all(|channel| world.discord.asked("post", *channel) == 1)).await;
    for channel in (100..150).map(ChannelId) {
        world.offered(channel, Some(GuildId(9))).await;
    }
    world.until("the others", || (100..150).all(|id| world.discord.standing(ChannelId(id)).len() == 1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_tried_for_ever_and_a_reminder_so_often() {
    let world = World::new();
    let game = world.started(CHANNEL).await;
    world.discord.fail("post", CHANNEL, How::Refused(502, 0), ATTEMPTS + 4);
    world.play(game, ADA, "a1b2").await;
    world.through_retries("the board", || world.boards(CHANNEL) == 2).await;
    assert!(world.dead().await.is_empty());

    world.discord.fail("post", CHANNEL, How::Refused(502, 0), ATTEMPTS);
    let before = world.discord.asked("post", CHANNEL);
    world.clock.advance(50 * HOUR);
    world.games.run_alarm(game).await.expect("a reminder is due");
    world.until_given_up().await;
    // A lease that ends while its message is on its way counts as a try.
    let tries = world.discord.asked("post", CHANNEL) - before;
    assert!((1..=ATTEMPTS as usize).contains(&tries), "{tries}");
    world.play(game, opponent(CHANNEL), "i9h8").await;
    world.through_retries("the next board", || world.boards(CHANNEL) == 3).await;
    assert_eq!(world.dead().await.len(), 1, "the reminder");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_discord_refuses_for_good_is_given_up_at_once_and_can_be_taken_up() {
    let world = World::new();
    let game = world.started(CHANNEL).await;
    world.discord.fail("post", CHANNEL, How::Refused(400, 50035), 1);
    world.play(game, ADA, "a1b2").await;
    world.play(game, opponent(CHANNEL), "i9h8").await;
    world.until("the board after it", || world.boards(CHANNEL) == 2).await;
    let dead = world.dead().await;
    assert!(dead.len() == 1 && dead[0].contains("50035"), "{dead:?}");
    assert_eq!(world.store.retry_dead_messages().await.expect("writable"), 1);
    world.wait(1);
    world.until("the lost board", || world.boards(CHANNEL) == 3).await;
    let late = world.discord.standing(CHANNEL).pop().expect("it stands");
    assert!(late.text.contains("a1b2") && late.buttons == 0 && !late.text.contains("<@"), "{late:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_whose_answer_was_lost_is_taken_away_after_the_move() {
    let world = World::new();
    let game = world.started(CHANNEL).await;
    world.clock.advance(50 * HOUR);
    world.discord.fail("post", CHANNEL, How::Lost, 1);
    world.games.run_alarm(game).await.expect("a reminder is due");
    let reminders =
        || world.discord.standing(CHANNEL).iter().filter(|s| s.text.contains("deadline") && !s.picture).count();
    world.until("the reminder", || reminders() == 1).await;
    world.play(game, ADA, "a1b2").await;
    world.through_retries("the board", || world.boards(CHANNEL) == 2).await;
    world.until("no reminder", || reminders() == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_draw_offer_keeps_its_buttons_over_the_move_of_who_made_it() {
    let world = World::new();
    let game = world.started(CHANNEL).await;
    let ask = DrawAction::OfferOrAccept { expected_revision: None };
    world.games.draw(world.request(), game, ADA, ask).await.expect("offered");
    world.until("the offer", || world.armed(CHANNEL) == 2).await;
    world.play(game, ADA, "a1b2").await;
    world.until("the new board", || world.boards(CHANNEL) == 2).await;
    world.until("the old board without buttons", || world.armed(CHANNEL) == 2).await;
    let offer = |standing: &ReliabilityStore| standing.text.contains("draw");
    assert!(world.discord.standing(CHANNEL).iter().any(|standing| offer(standing) && standing.buttons > 0));
    world.play(game, opponent(CHANNEL), "i9h8").await;
    world.until("only the newest board has buttons", || world.boards(CHANNEL) == 3 && world.armed(CHANNEL) == 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_that_stands_is_not_written_again_for_another_that_failed() {
    let world = World::new();
    let bruno = opponent(CHANNEL);
    world.discord.fail("post", text_board(ADA), How::Refused(500, 0), 1);
    world.offered(CHANNEL, None).await;
    world.until("the try", || world.discord.asked("post", text_board(ADA)) == 1).await;
    world.discord.forget_nonces();
    world.through_retries("her copy", || world.discord.standing(text_board(ADA)).len() == 1).await;
    assert_eq!(world.discord.standing(text_board(bruno)).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_in_letters_is_read_by_the_player_on_turn() {
    let world = World::new();
    let bruno = opponent(CHANNEL);
    let game = world.offered(CHANNEL, None).await;
    world.until("the challenge", || world.armed(text_board(bruno)) == 1 && world.armed(text_board(ADA)) == 1).await;
    world.accept(game, CHANNEL).await;
    world.until("the board", || world.boards(text_board(bruno)) == 1 && world.boards(text_board(ADA)) == 1).await;
    world.clock.advance(50 * HOUR);
    world.games.run_alarm(game).await.expect("a reminder is due");
    world.until("her reminder", || world.discord.standing(text_board(ADA)).len() == 3).await;
    world.play(game, ADA, "a1b2").await;
    world.until("the next board", || world.boards(text_board(bruno)) == 2).await;
    assert_eq!(world.discord.standing(text_board(bruno)).len(), 3, "a challenge and two boards");
    world.until("no reminder", || world.discord.standing(text_board(ADA)).len() == 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_that_is_no_longer_needed_is_looked_for_where_it_was_written() {
    let world = World::new();
    let bruno = opponent(CHANNEL);
    let game = world.offered(CHANNEL, None).await;
    world.accept(game, CHANNEL).await;
    world.until("the board", || world.boards(text_board(bruno)) == 1 && world.boards(text_board(ADA)) == 1).await;
    world.clock.advance(50 * HOUR);
    world.discord.fail("post", text_board(ADA), How::Lost, 1);
    let before = world.discord.asked("post", text_board(ADA));
    world.games.run_alarm(game).await.expect("a reminder is due");
    world.until("her reminder", || world.discord.asked("post", text_board(ADA)) > before).await;
    let told = world.discord.asked("post", text_board(bruno));
    world.play(game, ADA, "a1b2").await;
    world.through_retries("the next board", || world.boards(text_board(bruno)) == 2).await;
    assert_eq!(world.discord.asked("post", text_board(bruno)), told + 1, "the board and nothing else");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_becomes_of_a_letter_is_told_in_the_language_of_its_reader() {
    let world = World::new();
    let bruno = opponent(CHANNEL);
    for (user, locale) in [(ADA, "en-US"), (bruno, "fr")] {
        world.store.set_locale(user, locale).await.expect("writable");
    }
    let stands =
        |who: UserId, text: &str| world.discord.standing(text_board(who)).iter().any(|it| it.text.contains(text));
    let declined = world.offered(CHANNEL, None).await;
    world.until("the challenge", || world.armed(text_board(bruno)) == 1 && world.armed(text_board(ADA)) == 1).await;
    world.games.decline(world.request(), declined, bruno).await.expect("declined");
    world.until("what became of it", || stands(ADA, "**Declined") && stands(bruno, "**Refusé")).await;

    let game = world.offered(CHANNEL, None).await;
    world.until("the challenge", || world.armed(text_board(bruno)) == 1 && world.armed(text_board(ADA)) == 1).await;
    world.accept(game, CHANNEL).await;
    world.until("that it is accepted", || stands(ADA, "**Accepted") && stands(bruno, "**Accepté")).await;
    world.play(game, ADA, "a1b2").await;
    world.until("the board", || world.boards(text_board(ADA)) == 2).await;
    world.games.take_back(world.request(), game, ADA).await.expect("asked");
    let open = world.store.game(game).await.expect("readable").expect("there").game.version;
    world
        .games
        .answer(world.request(), game, bruno, open, bot::features::proposals::service::Answer::Agree)
        .await
        .expect("agreed");
    world.until("the board that is gone", || stands(ADA, "taken back") && stands(bruno, "repris")).await;

    // Where all stands in a channel, nobody has to be looked for.
    let opened = || [ADA, bruno].map(|user| world.discord.asked("open", text_board(user)));
    let before = opened();
    world.started(CHANNEL).await;
    assert_eq!(opened(), before);
}

/// Ada's reminders come by direct message, or in both places.
#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_reaches_nobody_is_told_where_it_was_made() {
    let world = World::new();
    let bruno = opponent(CHANNEL);
    world.discord.fail("post", CHANNEL, How::Refused(403, 50013), 1);
    for who in [ADA, bruno] {
        world.discord.fail("post", text_board(who), How::Refused(403, 50007), 1);
    }
    world.offered(CHANNEL, Some(GuildId(9))).await;
    world.until("the answer that says so", || !world.discord.amended().is_empty()).await;
    let amended = world.discord.amended();
    let (request, text) = &amended[0];
    assert_eq!((*request, amended.len()), (1, 1));
    assert!(text.contains(&format!("cannot reach <@{}>", bruno.0)) && text.contains("/games"), "{text}");
    assert_eq!(world.dead().await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_challenge_to_many_is_closed_and_waits_for_nobody() {
    let world = World::new();
    let (first, second) = (opponent(CHANNEL), UserId(7));
    let game = world.offered_to(&[first, second], "abalone seats=3", CHANNEL, Some(GuildId(9))).await;
    world.until("the challenge", || world.armed(CHANNEL) == 1).await;
    world.accept(game, CHANNEL).await;
    world.until("who accepts", || world.discord.standing(CHANNEL).len() == 2).await;
    world.games.decline(world.request(), game, second).await.expect("the other declines");
    world.until("the closed challenge", || world.armed(CHANNEL) == 0).await;
    world.until("the end of it", || world.discord.standing(CHANNEL)[0].text.contains("Declined")).await;
    world.until("nobody is waited for", || world.discord.standing(CHANNEL).len() == 1).await;
    assert_eq!((world.discord.asked("edit", CHANNEL), world.discord.asked("delete", CHANNEL)), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_accepted_is_said_in_one_message_which_goes_when_the_game_begins() {
    let world = World::new();
    let others = [opponent(CHANNEL), UserId(7), UserId(8)];
    let game = world.offered_to(&others, "abalone seats=4", CHANNEL, Some(GuildId(9))).await;
    world.until("the challenge", || world.armed(CHANNEL) == 1).await;
    let joined = || -> Vec<String> {
        let standing = world.discord.standing(CHANNEL).into_iter().map(|message| message.text);
        standing.filter(|text| text.contains("Still waiting for")).collect()
    };
    for (user, waiting) in others.into_iter().zip(["<@7>, <@8>", "<@8>", ""]) {
        let person = bot::domain::Person { user, name: "x".to_owned() };
        world.games.accept(world.request(), game, person).await.expect("accepts");
        world
            .until("one message, or none", || match joined().as_slice() {
                [] => waiting.is_empty(),
                [only] => !waiting.is_empty() && only.contains(&format!("accepts. Still waiting for {waiting}.")),
                _ => false,
            })
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_begins_once_through_every_failure_of_its_beginning() {
    for (what, how) in [
        ("thread", How::Refused(500, 0)),
        ("thread", How::Refused(403, 0)),
        ("thread", How::Lost),
        ("edit", How::Refused(500, 0)),
        ("edit", How::Lost),
    ] {
        let world = World::new();
        let game = world.offered(CHANNEL, Some(GuildId(9))).await;
        world.until("the challenge", || world.armed(CHANNEL) == 1).await;
        world.discord.fail(what, CHANNEL, how, 1);
        world.accept(game, CHANNEL).await;
        world.until("the try", || world.discord.asked(what, CHANNEL) == 1).await;
        let origin = async || world.store.game(game).await.expect("readable").expect("there").game.place.thread_id;
        world.through_retries("the challenge without buttons", || world.armed(CHANNEL) == 0).await;
        let start = Instant::now();
        while origin().await.is_none() || world.boards(origin().await.expect("just seen")) == 0 {
            assert!(start.elapsed() < Duration::from_secs(20), "{what} {how:?}: {:#?}", world.discord);
            world.wait(PAUSE / 100);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(world.boards(origin().await.expect("just seen")), 1, "{what} {how:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_another_process_has_given_its_thread_meanwhile_begins_there() {
    let memory = Arc::new(InMemoryStore::new());
    let world = World::over(Arc::<InMemoryStore>::clone(&memory));
    let game = world.offered(CHANNEL, Some(GuildId(9))).await;
    world.until("the challenge", || world.armed(CHANNEL) == 1).await;
    let (thread, other) = (ChannelId(500), Arc::clone(&memory));
    // Its claim had ended while it was frozen; it has come back, and dies before it says anything.
    memory.before_next_posted(async move {
        other.set_thread(game, Some(thread)).await.expect("memory does not fail");
        for posted in other.posted(game).await.expect("memory does not fail") {
            other.unpost(&posted).await.expect("memory does not fail");
        }
    });
    world.accept(game, CHANNEL).await;
    world.until("the first board", || world.boards(thread) + world.boards(CHANNEL) == 1).await;
    assert_eq!(world.boards(thread), 1, "{:#?}", world.discord);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_cannot_be_replayed_is_given_up_and_the_others_go_on() {
    let memory = Arc::new(InMemoryStore::new());
    let world = World::over(Arc::clone(&memory) as Arc<dyn Store>);
    let (broken, sound) = (world.started(CHANNEL).await, world.started(ChannelId(200)).await);
    world.discord.fail("post", CHANNEL, How::Refused(502, 0), 1);
    world.play(broken, ADA, "a1b2").await;
    world.until("the first try", || world.discord.asked("post", CHANNEL) == 3).await;
    memory.tamper(broken, |record| record.plies[0].notation = "nonsense".to_owned());
    world.until_given_up().await;
    world.play(sound, ADA, "a1b2").await;
    world.until("the other board", || world.boards(ChannelId(200)) == 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_fails_for_a_while_delays_a_message_and_doubles_none() -> anyhow::Result<()> {
    // Before the claim is written, when what stands is noted, and when the row is taken out of the outbox.
    for (channel, on) in [(1, "update on outbox"), (2, "insert on posted"), (3, "delete on outbox")] {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("games.db");
        let (channel, store) = (ChannelId(channel), Arc::new(sqlite::open(&path).await?));
        let world = World::over(store);
        meddle(&path, &format!("create trigger broken before {on} begin select raise(abort, 'no'); end")).await?;
        let game = world.offered(channel, Some(GuildId(9))).await;
        if on == "update on outbox" {
            tokio::time::sleep(Duration::from_millis(100)).await;
            assert!(world.discord.standing(channel).is_empty(), "nothing is sent that was not claimed");
        } else {
            world.until("the challenge", || world.discord.standing(channel).len() == 1).await;
        }
        meddle(&path, "drop trigger broken").await?;
        world.through_retries("the challenge", || world.discord.standing(channel).len() == 1).await;
        // The next message goes when this one is done with.
        world.accept(game, channel).await;
        world.through_retries("the challenge without buttons", || world.armed(channel) == 0).await;
        assert_eq!(world.discord.standing(channel).len(), 1, "{on}");
    }
    Ok(())
}

/// Runs one statement behind the store's back.
async fn meddle(path: &Path, sql: &str) -> anyhow::Result<()> {
    let mut connection = sqlx::SqliteConnection::connect(&format!("sqlite://{}", path.display())).await?;
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut connection).await?;
    Ok(connection.close().await?)
}
