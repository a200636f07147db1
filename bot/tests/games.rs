//! The use cases, without Discord: who may do what, when, and what happens by itself.

use std::sync::Arc;

use bot::clock::{Clock as _, ManualClock};
use bot::games::pace::Pace;
use bot::games::time::HOUR_MS;
use bot::games::{ColorChoice, DrawAction, GameError, Games, Home, NewChallenge, Person, PlayMove, Rang, Settings};
use bot::store::{ChannelId, GameId, Notice, Phase, RequestId, Store, Timestamp, UserId, sqlite};
use tempfile::TempDir;
use tokio::sync::Notify;

type Outcome = anyhow::Result<()>;

const ADA: UserId = UserId(1);
const BRUNO: UserId = UserId(2);
const CHLOE: UserId = UserId(3);

struct Table {
    games: Games,
    store: Arc<dyn Store>,
    clock: Arc<ManualClock>,
    next: std::cell::Cell<u64>,
    _folder: TempDir,
}

fn person(user: UserId) -> Person {
    Person { user, name: format!("person {}", user.0) }
}

impl Table {
    async fn set() -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let store: Arc<dyn Store> = Arc::new(sqlite::open(&folder.path().join("games.db")).await?);
        let clock = ManualClock::at(Timestamp(1_000_000));
        let settings = Settings {
            challenge_expires_hours: 72,
            reminder_hours: vec![24, 3],
            default_pace: Pace::Days(3),
            max_open: 4,
        };
        let games = Games::new(Arc::clone(&store), clock.clone(), settings, Arc::new(Notify::new()));
        Ok(Self { games, store, clock, next: std::cell::Cell::new(1), _folder: folder })
    }

    fn request(&self) -> RequestId {
        self.next.set(self.next.get() + 1);
        RequestId(self.next.get())
    }

    fn wish(&self, setup: &str) -> NewChallenge {
        NewChallenge {
            request: self.request(),
            challenger: person(ADA),
            opponent: person(BRUNO),
            setup: setup.into(),
            pace: "days:2".into(),
            color: ColorChoice::Black,
            home: Home { guild_id: Some(5), channel_id: ChannelId(6) },
        }
    }

    async fn offer(&self) -> anyhow::Result<GameId> {
        Ok(self.games.challenge(self.wish("abalone")).await?.view.record.game.game_id)
    }

    async fn start(&self) -> anyhow::Result<GameId> {
        let game = self.offer().await?;
        self.games.accept(self.request(), game, person(BRUNO)).await?;
        Ok(game)
    }

    fn play(&self, game: GameId, user: UserId, text: &str) -> PlayMove {
        PlayMove { request: self.request(), game, user, text: text.into(), expected_ply: None }
    }

    async fn notices(&self) -> anyhow::Result<Vec<Notice>> {
        let mut all = Vec::new();
        loop {
            let now = self.clock.now();
            let messages = self.store.claim_messages(now, now.plus(1000), 50).await?;
            if messages.is_empty() {
                return Ok(all);
            }
            for message in messages {
                self.store.message_sent(message.message_id, None).await?;
                all.push(message.notice);
            }
        }
    }
}

#[tokio::test]
async fn a_challenge_is_refused_with_its_reason() -> Outcome {
    let table = Table::set().await?;
    let to_self = NewChallenge { opponent: person(ADA), ..table.wish("abalone") };
    assert!(matches!(table.games.challenge(to_self).await, Err(GameError::Yourself)));
    let pace = NewChallenge { pace: "days:99".into(), ..table.wish("abalone") };
    assert!(matches!(table.games.challenge(pace).await, Err(GameError::BadPace(text)) if text == "days:99"));
    for setup in
        ["chess", "abalone layout=nowhere", "abalone sprint=19", "abalone target=14", "abalone sprint=20 sprint=21"]
    {
        assert!(matches!(table.games.challenge(table.wish(setup)).await, Err(GameError::BadSetup(_))), "{setup}");
    }
    for _ in 0..4 {
        table.offer().await?;
    }
    assert!(matches!(table.games.challenge(table.wish("abalone")).await, Err(GameError::TooMany(4))));
    Ok(())
}

#[tokio::test]
async fn only_the_challenged_may_answer_and_only_the_challenger_may_withdraw() -> Outcome {
    let table = Table::set().await?;
    let game = table.offer().await?;
    for stranger in [ADA, CHLOE] {
        assert!(matches!(table.games.accept(table.request(), game, person(stranger)).await, Err(GameError::NotForYou)));
        assert!(matches!(table.games.decline(table.request(), game, stranger).await, Err(GameError::NotForYou)));
    }
    for stranger in [BRUNO, CHLOE] {
        assert!(matches!(
            table.games.withdraw(table.request(), game, stranger).await,
            Err(GameError::NotTheChallenger)
        ));
    }
    assert!(matches!(table.games.play(table.play(game, ADA, "a1b2")).await, Err(GameError::NotStarted)));
    let request = table.request();
    assert!(!table.games.accept(request, game, person(BRUNO)).await?.repeated);
    assert!(table.games.accept(request, game, person(BRUNO)).await?.repeated, "the same click, delivered twice");
    assert!(matches!(table.games.accept(table.request(), game, person(BRUNO)).await, Err(GameError::ChallengeClosed)));
    assert!(matches!(table.games.withdraw(table.request(), game, ADA).await, Err(GameError::ChallengeClosed)));
    assert_eq!(table.notices().await?, [Notice::Challenge, Notice::Board { ply: 0 }]);
    Ok(())
}

#[tokio::test]
async fn accepting_and_withdrawing_at_once_has_one_winner() -> Outcome {
    let table = Table::set().await?;
    let game = table.offer().await?;
    let (accepted, withdrawn) = tokio::join!(
        table.games.accept(table.request(), game, person(BRUNO)),
        table.games.withdraw(table.request(), game, ADA)
    );
    assert!(accepted.is_ok() != withdrawn.is_ok());
    Ok(())
}

#[tokio::test]
async fn colors_left_to_chance_fall_both_ways() -> Outcome {
    let mut black = 0;
    for _ in 0..24 {
        let table = Table::set().await?;
        let wish = NewChallenge { color: ColorChoice::Random, ..table.wish("abalone") };
        let game = table.games.challenge(wish).await?.view.record.game.game_id;
        let done = table.games.accept(table.request(), game, person(BRUNO)).await?;
        black += usize::from(done.view.record.seats[0].user == ADA);
    }
    assert!((1..24).contains(&black), "Ada was Black {black} times of 24");
    Ok(())
}

#[tokio::test]
async fn a_move_is_checked_in_order_and_recorded_once() -> Outcome {
    let table = Table::set().await?;
    let game = table.start().await?;
    let games = &table.games;
    assert!(matches!(games.play(table.play(GameId(77), ADA, "a1b2")).await, Err(GameError::NoSuchGame)));
    assert!(matches!(games.play(table.play(game, CHLOE, "a1b2")).await, Err(GameError::NotAPlayer)));
    assert!(matches!(games.play(table.play(game, BRUNO, "i9h8")).await, Err(GameError::NotYourTurn)));
    assert!(matches!(games.play(table.play(game, ADA, "i9h8")).await, Err(GameError::Illegal(_))));
    let button = PlayMove { expected_ply: Some(0), ..table.play(game, ADA, "a1b2") };
    let done = games.play(button.clone()).await?;
    assert_eq!((done.repeated, done.view.record.game.ply), (false, 1));
    assert!(games.play(button.clone()).await?.repeated, "delivered twice");
    let again = PlayMove { request: table.request(), ..button };
    assert!(matches!(games.play(again).await, Err(GameError::Stale(_))), "pressed twice");
    games.play(table.play(game, BRUNO, "i9 sw")).await?;
    assert!(games.play(PlayMove { request: RequestId(999), ..table.play(game, ADA, "a2 ne") }).await.is_ok());
    assert_eq!(games.view(game, Some(1)).await?.table.ply(), 1);
    assert_eq!(games.view(game, None).await?.record.plies[1].notation, "i9h8", "stored in canonical notation");
    Ok(())
}

#[tokio::test]
async fn a_draw_offer_stands_until_it_is_answered_or_the_opponent_moves() -> Outcome {
    let table = Table::set().await?;
    let game = table.start().await?;
    let draw = async |user, action| table.games.draw(table.request(), game, user, action).await;
    assert!(matches!(draw(BRUNO, DrawAction::Accept).await, Err(GameError::NoOffer)));
    draw(ADA, DrawAction::OfferOrAccept).await?;
    assert!(matches!(draw(ADA, DrawAction::OfferOrAccept).await, Err(GameError::AlreadyOffered)));
    assert!(matches!(draw(ADA, DrawAction::Accept).await, Err(GameError::NoOffer)), "not one's own");
    table.games.play(table.play(game, ADA, "a1b2")).await?;
    assert_eq!(table.games.view(game, None).await?.record.game.draw_offer, Some(0), "the offerer's move leaves it");
    table.games.play(table.play(game, BRUNO, "i9h8")).await?;
    assert_eq!(table.games.view(game, None).await?.record.game.draw_offer, None, "the opponent's move declines it");
    draw(BRUNO, DrawAction::OfferOrAccept).await?;
    draw(ADA, DrawAction::Decline).await?;
    draw(BRUNO, DrawAction::OfferOrAccept).await?;
    let done = draw(ADA, DrawAction::OfferOrAccept).await?;
    let game = done.view.record.game;
    assert_eq!(
        (game.phase, game.result.as_deref(), game.reason.as_deref()),
        (Phase::Over, Some("draw"), Some("agreement"))
    );
    assert_eq!(game.wake_at, None);
    Ok(())
}

#[tokio::test]
async fn whoever_resigns_loses_even_on_the_opponents_turn() -> Outcome {
    let table = Table::set().await?;
    let game = table.start().await?;
    assert!(matches!(table.games.resign(table.request(), game, CHLOE, None).await, Err(GameError::NotAPlayer)));
    let version = table.games.view(game, None).await?.record.game.version;
    assert!(matches!(
        table.games.resign(table.request(), game, BRUNO, Some(version - 1)).await,
        Err(GameError::Stale(_))
    ));
    let done = table.games.resign(table.request(), game, BRUNO, Some(version)).await?;
    assert_eq!(done.view.record.game.result.as_deref(), Some("black"));
    assert!(matches!(table.games.resign(table.request(), game, ADA, None).await, Err(GameError::Over)));
    assert!(matches!(table.games.play(table.play(game, ADA, "a1b2")).await, Err(GameError::Over)));
    Ok(())
}

#[tokio::test]
async fn time_reminds_then_ends_the_game_and_a_move_cancels_it() -> Outcome {
    let table = Table::set().await?;
    let game = table.start().await?;
    table.notices().await?;
    assert_eq!(table.games.ring(game).await?, Rang::Nothing);
    table.clock.advance(24 * HOUR_MS);
    assert_eq!(table.games.ring(game).await?, Rang::Reminded);
    assert_eq!(table.games.ring(game).await?, Rang::Nothing, "once");
    assert_eq!(table.notices().await?, [Notice::Reminder { step: 0, ply: 0 }]);
    table.games.play(table.play(game, ADA, "a1b2")).await?;
    table.clock.advance(24 * HOUR_MS - 1);
    assert_eq!(table.games.ring(game).await?, Rang::Nothing, "the move began a new turn");
    // Both steps fell into an outage: one reminder.
    table.clock.advance(23 * HOUR_MS);
    assert_eq!(table.games.ring(game).await?, Rang::Reminded);
    assert_eq!(table.notices().await?, [Notice::Board { ply: 1 }, Notice::Reminder { step: 1, ply: 1 }]);
    table.clock.advance(2 * HOUR_MS);
    assert_eq!(table.games.ring(game).await?, Rang::TimedOut);
    assert_eq!(table.games.ring(game).await?, Rang::Nothing);
    let game = table.games.view(game, None).await?.record.game;
    assert_eq!((game.result.as_deref(), game.reason.as_deref()), (Some("black"), Some("time")));
    Ok(())
}

#[tokio::test]
async fn a_late_move_counts_until_the_loss_is_recorded() -> Outcome {
    let table = Table::set().await?;
    let game = table.start().await?;
    table.clock.advance(49 * HOUR_MS);
    table.games.play(table.play(game, ADA, "a1b2")).await?;
    assert_eq!(table.games.ring(game).await?, Rang::Nothing);
    Ok(())
}

#[tokio::test]
async fn a_challenge_expires_by_itself() -> Outcome {
    let table = Table::set().await?;
    let game = table.offer().await?;
    table.clock.advance(72 * HOUR_MS);
    assert_eq!(table.games.ring(game).await?, Rang::Expired);
    assert!(matches!(table.games.accept(table.request(), game, person(BRUNO)).await, Err(GameError::ChallengeClosed)));
    assert_eq!(table.notices().await?, [Notice::Challenge, Notice::Void]);
    Ok(())
}

#[tokio::test]
async fn the_game_that_is_meant_is_found() -> Outcome {
    let table = Table::set().await?;
    assert_eq!(table.games.game_for(ADA, ChannelId(1)).await?, None);
    let first = table.start().await?;
    table.store.set_thread(first, Some(ChannelId(50))).await?;
    assert_eq!(table.games.game_for(ADA, ChannelId(1)).await?, Some(first), "the only one");
    let second = table.start().await?;
    table.store.set_thread(second, Some(ChannelId(51))).await?;
    assert_eq!(table.games.game_for(ADA, ChannelId(1)).await?, None, "it is their turn in both");
    assert_eq!(table.games.game_for(ADA, ChannelId(51)).await?, Some(second), "by its thread");
    table.games.play(table.play(first, ADA, "a1b2")).await?;
    assert_eq!(table.games.game_for(ADA, ChannelId(1)).await?, Some(second), "the only one on turn");
    assert!(table.games.complete_moves(first, ADA, "").await?.is_empty(), "not their turn");
    assert_eq!(table.games.complete_moves(first, BRUNO, "").await?.len(), 25);
    Ok(())
}
