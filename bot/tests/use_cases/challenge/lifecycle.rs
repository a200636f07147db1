//! Challenges: from the command to the first turn, or to their end without a game.

use bot::features::resign;
use games::challenges::{self, NewChallenge};
use games::domain::{Notice, Phase, UserId};
use games::offers::ColorChoice;
use games::{GameError, GameSelection};
use rules::Seat;

use crate::refused;
use crate::use_cases::support::{ADA, BRUNO, CHANNEL, CHLOE, Fixture, HIDDEN_FROM_CHLOE, Harness, person};

#[tokio::test]
async fn an_impossible_challenge_is_refused_and_stores_nothing() {
    let fixture = Fixture::new();
    let new_challenge = || fixture.new_challenge();
    refused!(
        challenges::challenge(&fixture.games, NewChallenge { opponents: vec![person(ADA)], ..new_challenge() }).await,
        GameError::Yourself
    );
    for setup in ["", "chess", "abalone layout=nowhere", "abalone sprint=5", "abalone target=99"] {
        let new_challenge = NewChallenge { setup: setup.to_owned(), ..new_challenge() };
        refused!(challenges::challenge(&fixture.games, new_challenge).await, GameError::BadSetup(_));
    }
    for pace in ["", "days:0", "days:31", "fischer:7d+1d/6d", "total:15"] {
        let new_challenge = NewChallenge { pace: pace.to_owned(), ..new_challenge() };
        refused!(challenges::challenge(&fixture.games, new_challenge).await, GameError::BadPace(named) if named == pace);
    }
    assert!(fixture.games.list(ADA, &[Phase::Offered, Phase::Playing], 9).await.expect("a list").is_empty());
    assert!(fixture.notices().await.is_empty());
}

#[tokio::test]
async fn own_challenges_and_games_count_towards_the_limit_until_they_are_closed() {
    let fixture = Fixture::new();
    fixture.started().await;
    fixture.offered().await;
    fixture.offered().await;
    let last = fixture.offered().await;
    refused!(challenges::challenge(&fixture.games, fixture.new_challenge()).await, GameError::TooMany(4));
    fixture.withdraw(last, ADA).await.expect("withdrawn");
    fixture.offered().await;
}

#[tokio::test]
async fn challenges_by_others_do_not_count_towards_the_limit() {
    let fixture = Fixture::new();
    for stranger in [CHLOE, UserId(4)] {
        for _ in 0..3 {
            let new_challenge =
                NewChallenge { challenger: person(stranger), opponents: vec![person(ADA)], ..fixture.new_challenge() };
            challenges::challenge(&fixture.games, new_challenge).await.expect("three to one person");
        }
    }
    fixture.offered().await;
}

#[tokio::test]
async fn open_challenges_to_one_person_are_limited() {
    let fixture = Fixture::new();
    for _ in 0..3 {
        fixture.offered().await;
    }
    refused!(challenges::challenge(&fixture.games, fixture.new_challenge()).await, GameError::TooManyToOne(3));
    let back = NewChallenge { challenger: person(BRUNO), opponents: vec![person(ADA)], ..fixture.new_challenge() };
    challenges::challenge(&fixture.games, back).await.expect("the other way is another matter");
    let other = NewChallenge { opponents: vec![person(CHLOE)], ..fixture.new_challenge() };
    challenges::challenge(&fixture.games, other).await.expect("so is somebody else");
}

#[tokio::test]
async fn a_player_at_the_limit_cannot_accept_a_challenge() {
    let fixture = Fixture::new();
    let mut last = None;
    for _ in 0..4 {
        last = Some(fixture.started().await);
    }
    let new_challenge = NewChallenge { challenger: person(CHLOE), ..fixture.new_challenge() };
    let one_more = fixture.challenge(new_challenge).await;
    fixture.notices().await;
    refused!(fixture.accept(one_more).await, GameError::TooMany(4));
    assert_eq!(fixture.game(one_more).await.phase, Phase::Offered);
    assert!(fixture.notices().await.is_empty());
    resign::resign(&fixture.games, fixture.request(), last.expect("four"), BRUNO, None).await.expect("room for one");
    let request = fixture.request();
    challenges::accept(&fixture.games, request, one_more, person(BRUNO)).await.expect("accepted");
    assert!(
        challenges::accept(&fixture.games, request, one_more, person(BRUNO)).await.expect("the same answer").repeated
    );
}

#[tokio::test]
async fn a_repeated_acceptance_succeeds_and_happens_once() {
    let fixture = Fixture::new();
    let game = fixture.offered().await;
    let request = fixture.request();
    assert!(!challenges::accept(&fixture.games, request, game, person(BRUNO)).await.expect("accepted").repeated);
    assert!(challenges::accept(&fixture.games, request, game, person(BRUNO)).await.expect("accepted before").repeated);
    assert!(fixture.accept(game).await.expect("a second click").repeated);
    assert_eq!(fixture.game(game).await.version, 1);
    assert_eq!(fixture.notices().await, [Notice::Challenge, Notice::Board { ply: 0 }]);
    fixture.resign(game, ADA).await;
    refused!(fixture.accept(game).await, GameError::ChallengeClosed(_));
}

#[tokio::test]
async fn a_challenge_that_is_closed_stays_closed() {
    let fixture = Fixture::new();
    let (declined, withdrawn) = (fixture.offered().await, fixture.offered().await);
    fixture.notices().await;
    fixture.decline(declined, BRUNO).await.expect("declined");
    fixture.withdraw(withdrawn, ADA).await.expect("withdrawn");
    assert_eq!(fixture.notices().await, [Notice::Void, Notice::Void]);
    for (game, reason) in [(declined, "declined"), (withdrawn, "withdrawn")] {
        let closed = fixture.game(game).await;
        assert_eq!(
            (closed.phase, closed.end_reason().map(games::domain::EndReason::as_str), closed.turn.wake_at),
            (Phase::Void, Some(reason), None)
        );
        refused!(fixture.accept(game).await, GameError::ChallengeClosed(_));
        let (decline, withdraw) = (fixture.decline(game, BRUNO).await, fixture.withdraw(game, ADA).await);
        let (again, other) = if game == declined { (decline, withdraw) } else { (withdraw, decline) };
        assert!(again.expect("a second click").repeated);
        refused!(other, GameError::ChallengeClosed(_));
        assert_eq!(fixture.game(game).await, closed);
        refused!(fixture.play(game, ADA, "a1b2").await, GameError::ChallengeClosed(_));
    }
}

#[tokio::test]
async fn of_a_concurrent_acceptance_and_withdrawal_the_first_commit_wins() {
    let fixture = Fixture::new();
    let game = fixture.offered().await;
    let rival = fixture.clone();
    fixture.store.before_next_commit(async move {
        rival.withdraw(game, ADA).await.expect("nothing is in the way");
    });
    refused!(fixture.accept(game).await, GameError::ChallengeClosed(_));
    assert_eq!(fixture.game(game).await.end_reason().map(games::domain::EndReason::as_str), Some("withdrawn"));

    let game = fixture.offered().await;
    fixture.meanwhile(async move |rival| {
        rival.accept(game).await.expect("nothing is in the way");
    });
    refused!(fixture.withdraw(game, ADA).await, GameError::ChallengeClosed(_));
    assert_eq!(fixture.game(game).await.phase, Phase::Playing);
}

#[tokio::test]
async fn chosen_colors_are_kept_and_random_colors_vary() {
    let fixture = Fixture::new();
    let mut has_random_colors = [0, 0];
    for color in [ColorChoice::Black, ColorChoice::White].into_iter().chain([ColorChoice::Random; 64]) {
        let new_challenge = NewChallenge { color, ..fixture.new_challenge() };
        let game = fixture.challenge(new_challenge).await;
        let record = fixture.accept(game).await.expect("accepted").replayed.record;
        let ada = record.seat_of(ADA).expect("Ada plays");
        assert_eq!(record.seat_of(BRUNO), Some(Seat(1 - ada.0)), "{color:?}");
        match color {
            ColorChoice::Black => assert_eq!(ada, Seat(0)),
            ColorChoice::White => assert_eq!(ada, Seat(1)),
            ColorChoice::Random => has_random_colors[usize::from(ada)] += 1,
            ColorChoice::Seat(_) => unreachable!("not tried here"),
        }
        fixture.resign(game, ADA).await;
    }
    // Both colors occur in 64 draws, except with probability 1 in 2^63.
    assert!(has_random_colors[0] > 0 && has_random_colors[1] > 0, "{has_random_colors:?}");
}

#[tokio::test]
async fn a_command_without_the_game_option_finds_the_right_game() {
    let fixture = Fixture::new();
    let elsewhere = games::domain::ChannelId(555);
    let find_game = async |user, channel, guess| fixture.games.game_for(user, channel, guess).await;
    for guess in [GameSelection::Likely, GameSelection::Certain] {
        refused!(find_game(ADA, CHANNEL, guess).await, GameError::NoGame);
    }
    let first = fixture.offered().await;
    assert_eq!(
        find_game(BRUNO, elsewhere, GameSelection::Likely).await.expect("one"),
        first,
        "the only challenge, to look at"
    );
    fixture.accept(first).await.expect("accepted");
    for guess in [GameSelection::Likely, GameSelection::Certain] {
        assert_eq!(find_game(ADA, elsewhere, guess).await.expect("one"), first, "the only one running");
        refused!(find_game(CHLOE, elsewhere, guess).await, GameError::NoGame);
    }
    assert_eq!(find_game(CHLOE, CHANNEL, GameSelection::Likely).await.expect("one"), first, "the only one here");
    refused!(find_game(CHLOE, CHANNEL, GameSelection::Certain).await, GameError::NoGame);

    let second = fixture.started().await;
    for channel in [CHANNEL, elsewhere] {
        refused!(find_game(ADA, channel, GameSelection::Likely).await, GameError::WhichGame(games) if games.len() == 2);
    }
    fixture.plays(first, ADA, "a1b2").await;
    assert_eq!(find_game(ADA, elsewhere, GameSelection::Likely).await.expect("one"), second, "her turn in one");
    refused!(find_game(ADA, elsewhere, GameSelection::Certain).await, GameError::WhichGame(games) if games.len() == 2);
    fixture.store.set_thread(first, Some(elsewhere)).await.expect("moved");
    for guess in [GameSelection::Likely, GameSelection::Certain] {
        for anybody in [ADA, CHLOE] {
            assert_eq!(find_game(anybody, elsewhere, guess).await.expect("one"), first, "its thread");
        }
        assert_eq!(find_game(ADA, CHANNEL, guess).await.expect("one"), second, "hers of this channel");
    }
    fixture.resign(first, ADA).await;
    assert_eq!(find_game(ADA, elsewhere, GameSelection::Likely).await.expect("one"), first, "still its thread");
    fixture.wait(1);
    fixture.resign(second, ADA).await;
    let anywhere = games::domain::ChannelId(556);
    assert_eq!(find_game(ADA, anywhere, GameSelection::Likely).await.expect("one"), second, "the one that ended last");
    refused!(find_game(ADA, anywhere, GameSelection::Certain).await, GameError::NoGame);
}

#[tokio::test]
async fn in_a_shared_channel_the_callers_own_game_comes_first() {
    let fixture = Fixture::new();
    fixture.started().await;
    let own = NewChallenge {
        challenger: person(CHLOE),
        opponents: vec![person(games::domain::UserId(4))],
        origin: games::domain::Origin { guild_id: None, channel_id: games::domain::ChannelId(200) },
        ..fixture.new_challenge()
    };
    let own = fixture.challenge(own).await;
    fixture.accept_by(own, games::domain::UserId(4)).await.expect("accepted");
    assert_eq!(fixture.games.game_for(CHLOE, CHANNEL, GameSelection::Likely).await.expect("one"), own);
}

#[tokio::test]
async fn a_person_who_does_not_see_the_channel_cannot_be_challenged_there() {
    let harness = Harness::new();
    let answer = harness.say_in(HIDDEN_FROM_CHLOE, ADA, "challenge user:3").await;
    answer.privately().says("<@3> can't see this channel");
    assert!(harness.notices().await.is_empty(), "nothing waits for her");
    let answer = harness.say(ADA, "challenge user:3").await;
    answer.says("<@3>").omits("can't see");
}

#[tokio::test]
async fn who_answers_their_own_challenge_is_told_who_can() {
    let harness = Harness::new();
    let game = harness.offered().await;
    for verb in ["accept", "decline"] {
        let reply = harness.press(ADA, &format!("v1:{verb}:{game}")).await;
        let words = "This is your own challenge, and only <@2> can answer it. To withdraw it, use the button below it.";
        assert_eq!(reply.text, words, "{verb}");
    }
}

#[tokio::test]
async fn a_button_of_a_closed_challenge_says_what_became_of_it() {
    let harness = Harness::new();
    let (accepted, declined) = (harness.started().await, harness.offered().await);
    harness.thread(accepted, 501).await;
    harness.decline(declined, BRUNO).await.expect("declined");
    for (game, ended) in [(accepted, "**Accepted.** Go to the game: <#501>"), (declined, "**Declined** by <@2>.")] {
        let reply = harness.press_private(ADA, &format!("v1:withdraw:{game}")).await;
        let words = format!("This challenge is closed.\n<@1> challenged <@2> to a game of Abalone. {ended}");
        assert_eq!(reply.text, words);
    }
}
