//! From the wish to the first turn, or to nothing.

use bot::domain::{Notice, Phase, UserId};
use bot::features::challenge::service::{ColorChoice, NewChallenge};
use bot::games::{Certainty, GameError};
use bot::store::GameStore as _;
use rules::Seat;

use crate::refused;
use crate::stage::{ADA, BRUNO, CHANNEL, CHLOE, HOUR, Stage, id, person};

#[tokio::test]
async fn a_challenge_waits_for_its_answer_for_as_long_as_the_settings_say() {
    let stage = Stage::new();
    let game = stage.game(stage.offered().await).await;
    assert_eq!((game.phase, game.version, game.turn.to_move), (Phase::Offered, 0, None));
    assert_eq!(game.turn.deadline_at, Some(game.challenge.created_at.plus(48 * HOUR)));
    assert_eq!(game.turn.wake_at, game.turn.deadline_at);
    assert_eq!(stage.notices().await, [Notice::Challenge]);
}

#[tokio::test]
async fn a_challenge_that_arrives_twice_is_one() {
    let stage = Stage::new();
    let wish = stage.wish();
    let first = stage.games.challenge(wish.clone()).await.expect("made");
    let second = stage.games.challenge(wish).await.expect("answered again");
    assert!(!first.repeated && second.repeated);
    assert_eq!(id(&first), id(&second));
    assert_eq!(stage.notices().await, [Notice::Challenge]);
}

#[tokio::test]
async fn what_cannot_be_played_is_refused_and_leaves_nothing_behind() {
    let stage = Stage::new();
    let wish = || stage.wish();
    refused!(stage.games.challenge(NewChallenge { opponents: vec![person(ADA)], ..wish() }).await, GameError::Yourself);
    for setup in ["", "chess", "abalone layout=nowhere", "abalone sprint=5", "abalone target=99"] {
        let wish = NewChallenge { setup: setup.to_owned(), ..wish() };
        refused!(stage.games.challenge(wish).await, GameError::BadSetup(_));
    }
    for pace in ["", "days:0", "days:31", "fischer:7d+1d/6d", "total:15"] {
        let wish = NewChallenge { pace: pace.to_owned(), ..wish() };
        refused!(stage.games.challenge(wish).await, GameError::BadPace(named) if named == pace);
    }
    assert!(stage.games.list(ADA, &[Phase::Offered, Phase::Playing], 9).await.expect("a list").is_empty());
    assert!(stage.notices().await.is_empty());
}

#[tokio::test]
async fn own_challenges_and_games_count_towards_the_limit_until_they_are_closed() {
    let stage = Stage::new();
    stage.started().await;
    stage.offered().await;
    stage.offered().await;
    let last = stage.offered().await;
    refused!(stage.games.challenge(stage.wish()).await, GameError::TooMany(4));
    stage.games.withdraw(stage.request(), last, ADA).await.expect("withdrawn");
    stage.offered().await;
}

#[tokio::test]
async fn what_others_offer_does_not_count_towards_the_limit() {
    let stage = Stage::new();
    for stranger in [CHLOE, UserId(4)] {
        for _ in 0..3 {
            let wish = NewChallenge { challenger: person(stranger), opponents: vec![person(ADA)], ..stage.wish() };
            stage.games.challenge(wish).await.expect("three to one person");
        }
    }
    stage.offered().await;
}

#[tokio::test]
async fn one_person_is_not_flooded_by_another() {
    let stage = Stage::new();
    for _ in 0..3 {
        stage.offered().await;
    }
    refused!(stage.games.challenge(stage.wish()).await, GameError::TooManyToOne(3));
    let back = NewChallenge { challenger: person(BRUNO), opponents: vec![person(ADA)], ..stage.wish() };
    stage.games.challenge(back).await.expect("the other way is another matter");
    let other = NewChallenge { opponents: vec![person(CHLOE)], ..stage.wish() };
    stage.games.challenge(other).await.expect("so is somebody else");
}

#[tokio::test]
async fn whoever_plays_as_much_as_is_allowed_accepts_nothing_more() {
    let stage = Stage::new();
    let mut last = None;
    for _ in 0..4 {
        last = Some(stage.started().await);
    }
    let wish = NewChallenge { challenger: person(CHLOE), ..stage.wish() };
    let one_more = id(&stage.games.challenge(wish).await.expect("made"));
    stage.notices().await;
    refused!(stage.accept(one_more).await, GameError::TooMany(4));
    assert_eq!(stage.game(one_more).await.phase, Phase::Offered);
    assert!(stage.notices().await.is_empty());
    stage.games.resign(stage.request(), last.expect("four"), BRUNO, None).await.expect("room for one");
    let request = stage.request();
    stage.games.accept(request, one_more, person(BRUNO)).await.expect("accepted");
    assert!(stage.games.accept(request, one_more, person(BRUNO)).await.expect("the same answer").repeated);
}

#[tokio::test]
async fn only_the_challenged_person_answers_and_only_the_challenger_withdraws() {
    let stage = Stage::new();
    let game = stage.offered().await;
    for stranger in [ADA, CHLOE] {
        refused!(stage.games.accept(stage.request(), game, person(stranger)).await, GameError::NotForYou);
        refused!(stage.games.decline(stage.request(), game, stranger).await, GameError::NotForYou);
    }
    for stranger in [BRUNO, CHLOE] {
        refused!(stage.games.withdraw(stage.request(), game, stranger).await, GameError::NotTheChallenger);
    }
    assert_eq!(stage.game(game).await.phase, Phase::Offered);
    stage.accept(game).await.expect("the challenged person accepts");
}

#[tokio::test]
async fn acceptance_begins_the_first_turn() {
    let stage = Stage::new();
    let game = stage.offered().await;
    stage.notices().await;
    stage.wait(5);
    let view = stage.accept(game).await.expect("accepted").view;
    let game = &view.record.game;
    assert_eq!((game.phase, game.turn.to_move, game.ply), (Phase::Playing, Some(Seat(0)), 0));
    assert_eq!(game.turn.started_at, game.challenge.created_at.plus(5 * HOUR));
    assert_eq!(game.turn.deadline_at, Some(game.turn.started_at.plus(72 * HOUR)));
    assert_eq!(game.turn.wake_at, Some(game.turn.started_at.plus(48 * HOUR)), "the first reminder");
    assert_eq!(stage.notices().await, [Notice::Board { ply: 0 }]);
}

#[tokio::test]
async fn an_acceptance_that_arrives_twice_succeeds_twice_and_happens_once() {
    let stage = Stage::new();
    let game = stage.offered().await;
    let request = stage.request();
    assert!(!stage.games.accept(request, game, person(BRUNO)).await.expect("accepted").repeated);
    assert!(stage.games.accept(request, game, person(BRUNO)).await.expect("accepted before").repeated);
    assert!(stage.accept(game).await.expect("a second click").repeated);
    assert_eq!(stage.game(game).await.version, 1);
    assert_eq!(stage.notices().await, [Notice::Challenge, Notice::Board { ply: 0 }]);
    stage.games.resign(stage.request(), game, ADA, None).await.expect("over");
    refused!(stage.accept(game).await, GameError::ChallengeClosed);
}

#[tokio::test]
async fn a_challenge_that_is_closed_stays_closed() {
    let stage = Stage::new();
    let (declined, withdrawn) = (stage.offered().await, stage.offered().await);
    stage.notices().await;
    stage.games.decline(stage.request(), declined, BRUNO).await.expect("declined");
    stage.games.withdraw(stage.request(), withdrawn, ADA).await.expect("withdrawn");
    assert_eq!(stage.notices().await, [Notice::Void, Notice::Void]);
    for (game, reason) in [(declined, "declined"), (withdrawn, "withdrawn")] {
        let closed = stage.game(game).await;
        assert_eq!(
            (closed.phase, closed.end_reason().map(bot::domain::EndReason::as_str), closed.turn.wake_at),
            (Phase::Void, Some(reason), None)
        );
        refused!(stage.accept(game).await, GameError::ChallengeClosed);
        let (decline, withdraw) = (
            stage.games.decline(stage.request(), game, BRUNO).await,
            stage.games.withdraw(stage.request(), game, ADA).await,
        );
        let (again, other) = if game == declined { (decline, withdraw) } else { (withdraw, decline) };
        assert!(again.expect("a second click").repeated);
        refused!(other, GameError::ChallengeClosed);
        assert_eq!(stage.game(game).await, closed);
        refused!(stage.play(game, ADA, "a1b2").await, GameError::ChallengeClosed);
    }
}

#[tokio::test]
async fn of_acceptance_and_withdrawal_at_the_same_time_the_first_one_written_wins() {
    let stage = Stage::new();
    let game = stage.offered().await;
    let rival = stage.clone();
    stage.store.before_next_commit(async move {
        rival.games.withdraw(rival.request(), game, ADA).await.expect("nothing is in the way");
    });
    refused!(stage.accept(game).await, GameError::ChallengeClosed);
    assert_eq!(stage.game(game).await.end_reason().map(bot::domain::EndReason::as_str), Some("withdrawn"));

    let game = stage.offered().await;
    let rival = stage.clone();
    stage.store.before_next_commit(async move {
        rival.accept(game).await.expect("nothing is in the way");
    });
    refused!(stage.games.withdraw(stage.request(), game, ADA).await, GameError::ChallengeClosed);
    assert_eq!(stage.game(game).await.phase, Phase::Playing);
}

#[tokio::test]
async fn colors_are_as_wished_and_a_lot_gives_both() {
    let stage = Stage::new();
    let mut has_random_colors = [0, 0];
    for color in [ColorChoice::Black, ColorChoice::White].into_iter().chain([ColorChoice::Random; 64]) {
        let wish = NewChallenge { color, ..stage.wish() };
        let game = id(&stage.games.challenge(wish).await.expect("made"));
        let record = stage.accept(game).await.expect("accepted").view.record;
        let ada = record.seat_of(ADA).expect("Ada plays");
        assert_eq!(record.seat_of(BRUNO), Some(Seat(1 - ada.0)), "{color:?}");
        match color {
            ColorChoice::Black => assert_eq!(ada, Seat(0)),
            ColorChoice::White => assert_eq!(ada, Seat(1)),
            ColorChoice::Random => has_random_colors[usize::from(ada)] += 1,
            ColorChoice::Seat(_) => unreachable!("not tried here"),
        }
        stage.games.resign(stage.request(), game, ADA, None).await.expect("room for the next one");
    }
    // Both colors in 64 draws, but for one time in 2^63.
    assert!(has_random_colors[0] > 0 && has_random_colors[1] > 0, "{has_random_colors:?}");
}

#[tokio::test]
async fn a_command_without_a_game_finds_the_one_that_is_meant() {
    let stage = Stage::new();
    let elsewhere = bot::domain::ChannelId(555);
    let meant = async |user, channel, guess| stage.games.game_for(user, channel, guess).await;
    for guess in [Certainty::Likely, Certainty::Certain] {
        refused!(meant(ADA, CHANNEL, guess).await, GameError::NoGame);
    }
    let first = stage.offered().await;
    assert_eq!(meant(BRUNO, elsewhere, Certainty::Likely).await.expect("one"), first, "the only challenge, to look at");
    stage.accept(first).await.expect("accepted");
    for guess in [Certainty::Likely, Certainty::Certain] {
        assert_eq!(meant(ADA, elsewhere, guess).await.expect("one"), first, "the only one running");
        refused!(meant(CHLOE, elsewhere, guess).await, GameError::NoGame);
    }
    assert_eq!(meant(CHLOE, CHANNEL, Certainty::Likely).await.expect("one"), first, "the only one here");
    refused!(meant(CHLOE, CHANNEL, Certainty::Certain).await, GameError::NoGame);

    let second = stage.started().await;
    for channel in [CHANNEL, elsewhere] {
        refused!(meant(ADA, channel, Certainty::Likely).await, GameError::WhichGame(games) if games.len() == 2);
    }
    stage.play(first, ADA, "a1b2").await.expect("legal");
    assert_eq!(meant(ADA, elsewhere, Certainty::Likely).await.expect("one"), second, "her turn in one");
    refused!(meant(ADA, elsewhere, Certainty::Certain).await, GameError::WhichGame(games) if games.len() == 2);
    stage.store.set_thread(first, Some(elsewhere)).await.expect("moved");
    for guess in [Certainty::Likely, Certainty::Certain] {
        for anybody in [ADA, CHLOE] {
            assert_eq!(meant(anybody, elsewhere, guess).await.expect("one"), first, "its thread");
        }
        assert_eq!(meant(ADA, CHANNEL, guess).await.expect("one"), second, "hers of this channel");
    }
    stage.games.resign(stage.request(), first, ADA, None).await.expect("over");
    assert_eq!(meant(ADA, elsewhere, Certainty::Likely).await.expect("one"), first, "still its thread");
}

#[tokio::test]
async fn in_a_shared_channel_ones_own_game_comes_before_that_of_others() {
    let stage = Stage::new();
    stage.started().await;
    let own = NewChallenge {
        challenger: person(CHLOE),
        opponents: vec![person(bot::domain::UserId(4))],
        origin: bot::domain::Origin { guild_id: None, channel_id: bot::domain::ChannelId(200) },
        ..stage.wish()
    };
    let own = id(&stage.games.challenge(own).await.expect("made"));
    stage.games.accept(stage.request(), own, person(bot::domain::UserId(4))).await.expect("accepted");
    assert_eq!(stage.games.game_for(CHLOE, CHANNEL, Certainty::Likely).await.expect("one"), own);
}
