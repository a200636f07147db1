//! Messages of open challenges, and their buttons.

use games::domain::{ChannelId, GameId, GuildId, Origin, Phase, SeekFilter, UserId};
use games::offers::ColorChoice;
use games::seeks::{self, NewSeek};
use games::{alarms, challenges};

use super::{ADA, BRUNO, CHANNEL, Fixture, HERS, PAUSE, Refused, dm_channel, person};

async fn seek(fixture: &Fixture, owner: UserId) -> GameId {
    seek_at(fixture, owner, "days:3").await
}

async fn seek_at(fixture: &Fixture, owner: UserId, pace: &str) -> GameId {
    let new = NewSeek {
        request: fixture.request(),
        owner: person(owner),
        setup: "abalone".to_owned(),
        pace: pace.to_owned(),
        color: ColorChoice::Random,
        rated: None,
        filter: SeekFilter::default(),
        ratings: None,
        days: None,
        origin: Origin { guild_id: Some(GuildId(9)), channel_id: CHANNEL },
    };
    seeks::seek(&fixture.games, new).await.expect("posted or matched").replayed.record.game.game_id
}

fn text(fixture: &Fixture) -> String {
    fixture.messages(CHANNEL).first().map_or_else(String::new, |card| card.text.clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_loses_its_buttons_and_says_what_became_of_it() {
    let fixture = Fixture::new();
    let game = seek(&fixture, ADA).await;
    fixture.until_armed(CHANNEL, 1).await;
    fixture.accept_by(game, BRUNO).await;
    fixture.until("the closed card", || text(&fixture).contains("**Accepted** by <@2>")).await;
    assert_eq!(fixture.armed(CHANNEL), 0);
    let thread = fixture.thread(game).await;
    fixture.until_boards(thread, 1).await;

    for (withdraws, words) in [(true, "**Withdrawn.**"), (false, "**Nobody accepted in time.**")] {
        let fixture = Fixture::new();
        let game = seek(&fixture, ADA).await;
        fixture.until_armed(CHANNEL, 1).await;
        // Fails at first.
        fixture.fail("edit", CHANNEL, Refused(502, 0), 1);
        if withdraws {
            challenges::withdraw(&fixture.games, fixture.request(), game, ADA).await.expect("withdrawn");
        } else {
            fixture.wait(7 * 12 * PAUSE);
            alarms::run_alarm(&fixture.games, game).await.expect("an alarm");
        }
        fixture.through_retries("the closed card", || text(&fixture).contains(words)).await;
        // A player who waited in vain can play against the bot.
        assert_eq!(fixture.armed(CHANNEL), usize::from(words.contains("Nobody")), "{words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_card_that_an_equal_one_is_matched_with_is_closed_and_no_second_one_is_posted() {
    let fixture = Fixture::new();
    let game = seek(&fixture, ADA).await;
    fixture.until_armed(CHANNEL, 1).await;
    assert_eq!(seek(&fixture, BRUNO).await, game);
    fixture.until("the closed card", || text(&fixture).contains("**Accepted** by <@2>")).await;
    let thread = fixture.thread(game).await;
    fixture.until_boards(thread, 1).await;
    assert_eq!(fixture.messages(CHANNEL).len(), 1);
    // The answer to the command links there.
    fixture.until("the way to the game", || !fixture.amended().is_empty()).await;
    let (_, said) = fixture.amended().remove(0);
    assert!(said.starts_with("Your game against <@1> has started. You play **"), "{said}");
    assert!(said.ends_with(&format!("Go to the game: <#{}>", thread.0)), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_whose_channel_is_gone_goes_to_direct_messages() {
    let fixture = Fixture::new();
    let game = seek(&fixture, ADA).await;
    fixture.until_armed(CHANNEL, 1).await;
    for what in ["thread", "post", "edit"] {
        fixture.fail(what, CHANNEL, Refused(404, 10003), 9);
    }
    fixture.accept_by(game, BRUNO).await;
    for who in [ADA, BRUNO] {
        fixture.through_retries("the first board", || fixture.boards(dm_channel(who)) == 1).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_of_a_card_that_cannot_be_posted_can_withdraw_it() {
    let fixture = Fixture::new();
    fixture.fail("post", CHANNEL, Refused(403, 50013), 2);
    seek(&fixture, ADA).await;
    fixture.until_armed(HERS, 1).await;
    assert!(fixture.messages(HERS)[0].text.contains("is looking for a game"));

    let fixture = Fixture::new();
    fixture.fail("post", CHANNEL, Refused(403, 50013), 2);
    fixture.fail("post", HERS, Refused(403, 50007), 1);
    seek(&fixture, ADA).await;
    fixture.until("the answer that says so", || !fixture.amended().is_empty()).await;
    let (_, said) = fixture.amended().remove(0);
    assert!(said.starts_with("I can't post your open challenge in this channel.\nIt's still open"), "{said}");
    assert_eq!(fixture.store.dead_messages().await.expect("readable").len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_open_challenge_of_somebody_who_left_the_server_is_withdrawn() {
    let fixture = Fixture::new();
    let (left, stays) = (seek(&fixture, ADA).await, {
        // Bruno's membership is unknown at first.
        fixture.fail("member", ChannelId(9), Refused(403, 50001), 1);
        seek_at(&fixture, BRUNO, "days:5").await
    });
    fixture.until_armed(CHANNEL, 2).await;
    fixture.leave(ADA);
    let phase = async |game| fixture.record(game).await.game.phase;
    for _ in 0..200 {
        if phase(left).await == Phase::Void {
            break;
        }
        fixture.wait(60_000);
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!((phase(left).await, phase(stays).await), (Phase::Void, Phase::Offered));
    let is_closed = || fixture.messages(CHANNEL).iter().any(|card| card.text.contains("**Withdrawn.**"));
    fixture.until("the closed card", is_closed).await;
    assert_eq!(fixture.armed(CHANNEL), 1);
}
