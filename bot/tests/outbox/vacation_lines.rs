//! The line about a vacation in the thread is edited when the vacation begins, changes or ends.

use base::clock::Clock as _;

use super::*;

const DAY: i64 = 24 * HOUR;

fn lines(fixture: &Fixture, channel: ChannelId) -> Vec<String> {
    let messages = fixture.messages(channel).into_iter().filter(|message| !message.picture);
    messages.map(|message| message.text).filter(|text| text.contains("vacation")).collect()
}

async fn says(fixture: &Fixture, channel: ChannelId, part: &str) {
    let is_said = || matches!(lines(fixture, channel).as_slice(), [one] if one.contains(part));
    fixture.through_retries(&format!("one line that says {part}"), is_said).await;
    fixture.until_delivered().await;
}

async fn stop(fixture: &Fixture, user: UserId) {
    fixture.clock.advance(HOUR);
    let stopped = vacations::stop_vacation(&fixture.games, fixture.request(), user, None).await.expect("it runs");
    vacations::run_vacation_alarm(&fixture.games, &stopped).await.expect("sound games");
}

/// Lets the time of a turn pass.
async fn lose(fixture: &Fixture, game: GameId) {
    let deadline = fixture.record(game).await.game.turn.deadline_at.expect("a deadline");
    fixture.clock.advance(deadline.since(fixture.clock.now()));
    alarms::run_alarm(&fixture.games, game).await.expect("sound");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_is_one_line_from_its_beginning_to_its_end() {
    let fixture = Fixture::new();
    let (game, thread) = fixture.begin_in_thread().await;
    let posts = || fixture.requests("post", thread);
    let before = posts();
    fixture.take_vacation(ADA, 5, None).await;
    says(&fixture, thread, "is on vacation until").await;
    stop(&fixture, ADA).await;
    says(&fixture, thread, "is back from vacation").await;
    fixture.take_vacation(ADA, 4, None).await;
    says(&fixture, thread, "is on vacation until").await;
    assert_eq!(posts() - before, 1);
    // She moves meanwhile, and returns in a later turn.
    fixture.play(game, ADA, "a1b2").await;
    fixture.play(game, BEN, "i9h8").await;
    fixture.until_boards(thread, 3).await;
    stop(&fixture, ADA).await;
    says(&fixture, thread, "is back from vacation").await;
    assert_eq!(posts() - before, 3, "one line and two boards");
    // After another move, the next vacation gets another line.
    fixture.play(game, ADA, "d4c3").await;
    fixture.until_boards(thread, 4).await;
    fixture.play(game, BEN, "f6g7").await;
    fixture.until_boards(thread, 5).await;
    let is_forgotten = async || {
        let records = fixture.store.posted_messages(game).await.expect("readable");
        records.iter().all(|records| !records.kind.as_str().starts_with("vacation"))
    };
    fixture.poll("the earlier line is forgotten", 0, is_forgotten).await;
    fixture.take_vacation(ADA, 3, None).await;
    fixture.until("another line", || lines(&fixture, thread).len() == 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_on_vacation_have_a_line_each() {
    let fixture = Fixture::new();
    let (game, thread) = fixture.begin_in_thread().await;
    fixture.take_vacation(ADA, 9, None).await;
    says(&fixture, thread, "is on vacation until").await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(thread, 2).await;
    fixture.take_vacation(BEN, 5, None).await;
    fixture.until("two lines", || lines(&fixture, thread).len() == 2).await;
    fixture.until_delivered().await;
    stop(&fixture, BEN).await;
    let is_back = |text: &String| text.starts_with(&format!("<@{}> is back", BEN.0));
    fixture.until("he is back", || lines(&fixture, thread).iter().filter(|text| is_back(text)).count() == 1).await;
    assert!(lines(&fixture, thread)[0].starts_with("<@1> is on vacation"), "{:?}", lines(&fixture, thread));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_that_is_planned_for_later_gets_a_line_of_its_own() {
    let fixture = Fixture::new();
    let (game, thread) = fixture.begin_in_thread().await;
    fixture.take_vacation(ADA, 2, None).await;
    says(&fixture, thread, "is on vacation until").await;
    stop(&fixture, ADA).await;
    says(&fixture, thread, "is back from vacation").await;
    fixture.take_vacation(ADA, 2, Some(fixture.clock.now().plus(20 * DAY))).await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(thread, 2).await;
    let is_forgotten = async || {
        let posts = fixture.store.posted_messages(game).await.expect("readable");
        posts.iter().all(|posts| !posts.kind.as_str().starts_with("vacation"))
    };
    fixture.poll("the earlier line is forgotten", 0, is_forgotten).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_cannot_be_edited_is_posted_anew_and_a_lost_answer_repeats_nothing() {
    let failures = [
        Refused(404, 10_008),
        RateLimited(600, 30_046),
        Refused(403, 50_005),
        Refused(400, 50_083),
        Lost,
        Refused(502, 0),
    ];
    for failure in failures {
        let fixture = Fixture::new();
        let (_, thread) = fixture.begin_in_thread().await;
        fixture.take_vacation(ADA, 5, None).await;
        says(&fixture, thread, "is on vacation until").await;
        fixture.until("the board says so", || fixture.requests("edit", thread) == 1).await;
        let posts = fixture.requests("post", thread);
        // The board is edited too, after the line.
        fixture.fail("edit", thread, failure, 1);
        if matches!(failure, Refused(_, 50_083)) {
            // Archived: a new message opens it.
            fixture.fail("delete", thread, failure, 1);
        } else if !matches!(failure, Lost | Refused(502, _)) {
            // Its answer is lost too; the nonce finds the message.
            fixture.fail("post", thread, Lost, 1);
        }
        stop(&fixture, ADA).await;
        let is_sent = async || fixture.store.outbox_backlog().await.expect("readable").waiting == 0;
        fixture.poll("it is sent", PAUSE / 100, is_sent).await;
        says(&fixture, thread, "is back from vacation").await;
        let count = fixture.requests("post", thread) - posts;
        let is_anew = !matches!(failure, Lost | Refused(502, _));
        assert_eq!(count > 0, is_anew, "{failure:?}");
        assert!(fixture.dead().await.is_empty(), "{failure:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_automatic_vacation_mentions_its_player_and_takes_the_place_of_the_earlier_line() {
    let fixture = Fixture::new();
    let (game, thread) = fixture.begin_in_thread().await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.play(game, BEN, "i9h8").await;
    fixture.until_boards(thread, 3).await;
    fixture.until_delivered().await;
    let posts = fixture.requests("post", thread);
    for count in 1..3 {
        let until = fixture.record(game).await.game.turn.deadline_at.expect("a deadline").plus(3 * DAY);
        lose(&fixture, game).await;
        says(&fixture, thread, &format!("started automatically and lasts until <t:{}:f>", until.0 / 1000)).await;
        assert_eq!(fixture.requests("post", thread) - posts, count, "an edit mentions nobody");
    }
    stop(&fixture, ADA).await;
    says(&fixture, thread, "is back from vacation").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_direct_messages_the_line_of_each_reader_is_edited() {
    let fixture = Fixture::new();
    fixture.begin_by_dm().await;
    fixture.until_boards(HIS, 1).await;
    fixture.take_vacation(ADA, 5, None).await;
    says(&fixture, HIS, "is on vacation until").await;
    stop(&fixture, ADA).await;
    says(&fixture, HIS, "is back from vacation").await;
    assert!(lines(&fixture, HERS).is_empty(), "she knows");
}
