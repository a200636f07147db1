//! A server that wants one board in each thread: it is edited, and a line mentions the player on turn.

use bot::features::proposals::adjourn;
use games::domain::{BoardPosts, GuildPreferences};

use super::*;

fn is_board(message: &FakeMessage) -> bool {
    message.picture
}

async fn want(fixture: &Fixture, posts: BoardPosts) {
    let change = move |chosen: &mut GuildPreferences| {
        chosen.posts = Some(posts);
        Ok(())
    };
    fixture.games.update_server_preferences(GUILD, None, change).await.expect("a choice");
}

/// A game in its thread, with its first board.
async fn begin_game(fixture: &Fixture) -> (GameId, ChannelId) {
    want(fixture, BoardPosts::One).await;
    fixture.begin_in_thread().await
}

fn texts(fixture: &Fixture, thread: ChannelId) -> Vec<String> {
    fixture.messages(thread).into_iter().map(|message| message.text).collect()
}

/// Checks that the thread has the board and one line with this text.
async fn shows(fixture: &Fixture, thread: ChannelId, line: &str) {
    let stands = || {
        let messages = fixture.messages(thread);
        messages.len() == 2
            && messages.iter().any(is_board)
            && messages.iter().any(|messages| !is_board(messages) && messages.text.contains(line))
    };
    fixture.through_retries(&format!("one board and the line {line}"), stands).await;
}

fn turn(user: UserId) -> String {
    format!("<@{}>, it's your turn.", user.0)
}

#[tokio::test(flavor = "multi_thread")]
async fn one_board_is_edited_and_one_line_mentions_who_is_on_turn() {
    let fixture = Fixture::new();
    let (game, thread) = begin_game(&fixture).await;
    let board = || fixture.messages(thread).into_iter().find(is_board).expect("a board");
    fixture.play(game, ADA, "a1b2").await;
    shows(&fixture, thread, &turn(BEN)).await;
    assert!(board().text.contains("**Move 2**") && board().buttons > 0, "{:?}", board());
    fixture.play(game, BEN, "i9h8").await;
    shows(&fixture, thread, &turn(ADA)).await;
    assert!(board().text.contains("**Move 3**") && board().text.contains("`i9h8`"), "{:?}", board());
    let lines = texts(&fixture, thread);
    assert!(lines[1].contains("`i9h8`"), "the line says what was played: {lines:?}");
    assert_eq!(fixture.requests("post", thread), 3, "one board and two lines");
    assert_eq!(fixture.requests("edit", thread), 2, "one edit for each move");
    let is_one = async || {
        let posts = fixture.store.posted_messages(game).await.expect("readable");
        posts.iter().filter(|post| post.kind.is_board()).count() == 1
    };
    fixture.poll("the record of one board", 0, is_one).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_cannot_be_edited_is_posted_anew_and_the_earlier_one_goes() {
    // Deleted, archived, edited too often, not ours.
    let failures = [Refused(404, 10_008), Refused(400, 50_083), RateLimited(600, 30_046), Refused(403, 50_005)];
    for failure in failures {
        let fixture = Fixture::new();
        let (game, thread) = begin_game(&fixture).await;
        fixture.fail("edit", thread, failure, 1);
        fixture.play(game, ADA, "a1b2").await;
        let is_new = || {
            let messages = fixture.messages(thread);
            messages.len() == 1
                && is_board(&messages[0])
                && messages[0].text.contains("`a1b2`")
                && messages[0].buttons > 0
        };
        fixture.through_retries(&format!("a new board after {failure:?}"), is_new).await;
        // The new board itself mentions the player, and is edited from now on.
        fixture.play(game, BEN, "i9h8").await;
        shows(&fixture, thread, &turn(ADA)).await;
        assert_eq!(fixture.requests("post", thread), 3, "{failure:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_of_discord_repeats_neither_the_edit_nor_the_line() {
    for what in ["edit", "post"] {
        let fixture = Fixture::new();
        let (game, thread) = begin_game(&fixture).await;
        fixture.fail(what, thread, Lost, 1);
        fixture.play(game, ADA, "a1b2").await;
        shows(&fixture, thread, &turn(BEN)).await;
        fixture.play(game, BEN, "i9h8").await;
        shows(&fixture, thread, &turn(ADA)).await;
        assert!(fixture.dead().await.is_empty(), "{what}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_is_late_is_no_mention() {
    let fixture = Fixture::new();
    let (game, thread) = begin_game(&fixture).await;
    // The line is posted, but its answer is lost; the game goes on before the next try.
    fixture.fail("post", thread, Lost, 1);
    fixture.play(game, ADA, "a1b2").await;
    fixture.until("the line", || fixture.requests("post", thread) == 2).await;
    fixture.play(game, BEN, "i9h8").await;
    shows(&fixture, thread, &turn(ADA)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_permission_for_pictures_the_one_board_becomes_text() {
    let fixture = Fixture::new();
    let (game, thread) = begin_game(&fixture).await;
    fixture.fail("edit", thread, Refused(403, 50_013), 1);
    fixture.play(game, ADA, "a1b2").await;
    let is_text = || {
        let messages = fixture.messages(thread);
        messages.len() == 2 && !messages[0].picture && messages[0].text.contains("`a1b2`") && messages[0].buttons > 0
    };
    fixture.through_retries("a text board", is_text).await;
    fixture.wait(11 * 60 * 1000);
    fixture.play(game, BEN, "i9h8").await;
    shows(&fixture, thread, &turn(ADA)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn takebacks_pauses_and_the_end_are_shown_on_the_one_board() {
    let fixture = Fixture::new();
    let (game, thread) = begin_game(&fixture).await;
    let board = || fixture.messages(thread).into_iter().find(is_board).expect("a board");
    fixture.play(game, ADA, "a1b2").await;
    shows(&fixture, thread, &turn(BEN)).await;

    takeback::take_back(&fixture.games, fixture.request(), game, ADA).await.expect("asked");
    fixture.until_messages(thread, 3).await;
    fixture.agree(game, BEN).await;
    shows(&fixture, thread, "took back").await;
    assert!(board().text.contains("**The game begins**") && board().buttons > 0, "{:?}", board());
    fixture.play(game, ADA, "a1b2").await;
    shows(&fixture, thread, &turn(BEN)).await;

    adjourn::propose(&fixture.games, fixture.request(), game, ADA, 5).await.expect("asked");
    fixture.agree(game, BEN).await;
    fixture.until("the board at rest", || board().buttons == 0 && board().text.contains("**Adjourned**")).await;
    let version = fixture.record(game).await.game.version;
    adjourn::resume(&fixture.games, fixture.request(), game, BEN, Some(version)).await.expect("resumed");
    shows(&fixture, thread, &turn(BEN)).await;
    assert!(board().buttons > 0, "{:?}", board());

    fixture.resign(game, BEN).await;
    shows(&fixture, thread, &format!("<@{}> and <@{}>: the game is over.", ADA.0, BEN.0)).await;
    // The mentioned player reads the result in the line, which links to the board.
    let line = texts(&fixture, thread).into_iter().find(|text| text.contains("the game is over")).expect("the line");
    assert!(line.contains("beat") && line.contains("by resignation"), "{line}");
    let posts = fixture.store.posted_messages(game).await.expect("readable");
    let board_id = posts.iter().find(|post| post.kind.is_board()).expect("a board").discord_id;
    let link = format!("[Board](https://discord.com/channels/{}/{}/{board_id})", GUILD.0, thread.0);
    assert!(line.ends_with(&link), "{line}");
    fixture.until("the thread in the archive", || !fixture.archived(thread).is_empty()).await;
    assert!(board().text.contains("beat"), "{:?}", board());
    assert_eq!(fixture.archived(thread).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_takes_the_place_of_the_line() {
    let fixture = Fixture::new();
    let (game, thread) = begin_game(&fixture).await;
    fixture.play(game, ADA, "a1b2").await;
    shows(&fixture, thread, &turn(BEN)).await;
    fixture.remind(game).await;
    shows(&fixture, thread, "Your deadline is").await;
    fixture.play(game, BEN, "i9h8").await;
    shows(&fixture, thread, &turn(ADA)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_wants_no_mention_gets_no_line() {
    let fixture = Fixture::new();
    let (game, thread) = begin_game(&fixture).await;
    fixture.prefer(BEN, |chosen| chosen.at_turn = Some(false)).await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.until("the board", || texts(&fixture, thread).iter().any(|text| text.contains("`a1b2`"))).await;
    fixture.play(game, BEN, "i9h8").await;
    shows(&fixture, thread, &turn(ADA)).await;
    assert_eq!(fixture.requests("post", thread), 2, "no line for Bruno");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_may_change_its_mind_in_the_middle_of_a_game() {
    let fixture = Fixture::new();
    let (game, thread) = begin_game(&fixture).await;
    fixture.play(game, ADA, "a1b2").await;
    shows(&fixture, thread, &turn(BEN)).await;
    want(&fixture, BoardPosts::Each).await;
    fixture.play(game, BEN, "i9h8").await;
    fixture
        .until("two boards, and no line", || fixture.boards(thread) == 2 && texts(&fixture, thread).len() == 2)
        .await;
    fixture.until_armed(thread, 1).await;
    want(&fixture, BoardPosts::One).await;
    fixture.play(game, ADA, "b2c3").await;
    fixture.until("the line", || texts(&fixture, thread).iter().any(|text| text.contains(&turn(BEN)))).await;
    assert_eq!(fixture.boards(thread), 2, "the newest one is edited from now on");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_in_a_channel_gets_a_post_for_each_move() {
    let fixture = Fixture::new();
    want(&fixture, BoardPosts::One).await;
    let game = fixture.started(CHANNEL).await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(CHANNEL, 2).await;
}
