//! The thread of a game: its members, its name, and its archiving.

use discord::AutoArchiveDuration;

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_cannot_be_added_holds_no_board_back() {
    // The fake's first thread has the id of the challenge.
    for (status, code, times) in [(403, 50_001, 2), (500, 0, 1), (404, 99_999, 20)] {
        let fixture = Fixture::new();
        let game = fixture.challenge().await;
        // Its place is recorded after posting.
        let challenge = loop {
            if let Some(posted) = fixture.store.posted_messages(game).await.expect("readable").first() {
                break posted.discord_id;
            }
            tokio::task::yield_now().await;
        };
        fixture.fail("member", ChannelId(challenge), Refused(status, code), times);
        fixture.accept(game, CHANNEL).await;
        let board = || fixture.boards(ChannelId(challenge)) == 1;
        fixture.through_retries(&format!("the first board after {code}"), board).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_begins_in_the_channel_where_its_thread_has_to_wait() {
    let fixture = Fixture::new();
    let game = fixture.challenge().await;
    fixture.fail("thread", CHANNEL, RateLimited(1800, 0), 1);
    fixture.accept(game, CHANNEL).await;
    fixture.until_boards(CHANNEL, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_pause_delays_the_thread_of_a_game() {
    let fixture = Fixture::new();
    let game = fixture.challenge().await;
    fixture.fail("thread", CHANNEL, RateLimited(20, 0), 1);
    fixture.accept(game, CHANNEL).await;
    fixture.until_requests("thread", CHANNEL, 1).await;
    fixture.through_retries("the board", || fixture.requests("thread", CHANNEL) == 2).await;
    let thread = fixture.thread(game).await;
    fixture.until_boards(thread, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_thread_of_a_finished_game_is_archived_with_its_result() {
    let fixture = Fixture::new();
    let game = fixture.challenge().await;
    fixture.accept(game, CHANNEL).await;
    let thread = fixture.thread(game).await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(thread, 2).await;
    assert!(fixture.archived(thread).is_empty(), "the game goes on");
    assert_eq!(fixture.thread_members(thread), [ADA, BEN]);
    fixture.resign(game, BEN).await;
    fixture.until("the thread in the archive", || !fixture.archived(thread).is_empty()).await;
    let names = fixture.archived(thread);
    assert_eq!(names.len(), 1, "{names:?}");
    assert!(
        names[0].ends_with("· Black wins")
            && names[0].starts_with("#1 person 1 – ")
            && names[0].contains(" · Standard · "),
        "{names:?}"
    );
    // Nothing in an archived thread can be changed.
    assert_eq!(fixture.armed(thread), 1, "only the last message has buttons");
}

/// The heading of a board in a channel with other games.
fn heading(name: &str) -> String {
    format!("`{name}` · Black <@{}>, White <@{}>\n", ADA.0, BEN.0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_outside_the_thread_of_its_game_names_the_game_and_its_players() {
    let fixture = Fixture::new();
    let board = |channel: ChannelId| {
        let boards = fixture.messages(channel);
        boards.into_iter().rfind(is_board).map(|board| board.text).unwrap_or_default()
    };
    fixture.fail("thread", CHANNEL, Refused(403, 50013), 1);
    fixture.begin_game(CHANNEL).await;
    assert!(board(CHANNEL).starts_with(&heading("#1")), "{}", board(CHANNEL));

    let by_dm = fixture.offered(CHANNEL, None).await;
    fixture.accept(by_dm, CHANNEL).await;
    fixture.until("the boards", || [ADA, BEN].iter().all(|user| fixture.boards(dm_channel(*user)) == 1)).await;
    for user in [ADA, BEN] {
        assert!(board(dm_channel(user)).starts_with(&heading("@1")), "{}", board(dm_channel(user)));
    }

    let before = fixture.messages(CHANNEL).len();
    let game = fixture.offered(CHANNEL, Some(GUILD)).await;
    fixture.until("the challenge", || fixture.messages(CHANNEL).len() > before).await;
    fixture.accept(game, CHANNEL).await;
    let thread = fixture.thread(game).await;
    fixture.until_boards(thread, 1).await;
    assert!(board(thread).starts_with("**The game begins**"), "{}", board(thread));
    // Once the thread is locked, boards go to the channel.
    fixture.fail("post", thread, Refused(403, 160_005), 1);
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(CHANNEL, 2).await;
    assert!(board(CHANNEL).starts_with(&heading("#2")), "{}", board(CHANNEL));
}

/// A game accepted before its challenge was posted.
async fn accepted_unsent(fixture: &Fixture) -> GameId {
    let before = fixture.requests("post", CHANNEL);
    fixture.fail("post", CHANNEL, RateLimited(20, 0), 1);
    let game = fixture.offered(CHANNEL, Some(GUILD)).await;
    fixture.until("the try", || fixture.requests("post", CHANNEL) > before).await;
    fixture.accept(game, CHANNEL).await;
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_a_thread_gets_it_with_a_later_board() {
    let fixture = Fixture::new();
    fixture.fail("thread", CHANNEL, Refused(403, 50013), 1);
    let game = fixture.begin_game(CHANNEL).await;
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(CHANNEL, 2).await;
    assert_eq!(fixture.requests("thread", CHANNEL), 1, "it is not asked again at once");
    fixture.clock.advance(11 * 60_000);
    fixture.play(game, BEN, "i9h8").await;
    let thread = fixture.thread(game).await;
    fixture.until_boards(thread, 1).await;
    fixture.play(game, ADA, "b2c3").await;
    fixture.until_boards(thread, 2).await;
    assert_eq!(fixture.messages(CHANNEL).len(), 3, "the challenge and the first two boards");
    assert_eq!(fixture.threads().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_game_waits_for_no_thread() {
    let fixture = Fixture::new();
    fixture.fail("thread", CHANNEL, Refused(403, 50013), 1);
    let game = fixture.begin_game(CHANNEL).await;
    fixture.clock.advance(11 * 60_000);
    // Anti-spam, after which the first board of a game tries a few times again.
    fixture.fail("thread", CHANNEL, RateLimited(2, 20_026), 1);
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(CHANNEL, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_thread_leaves_no_message_without_one() {
    // The message is deleted at once; the deletion fails at first.
    for failures in [0, 1] {
        let fixture = Fixture::new();
        fixture.fail("thread", CHANNEL, Refused(403, 50013), u32::MAX);
        fixture.fail("delete", CHANNEL, Refused(502, 0), failures);
        let game = accepted_unsent(&fixture).await;
        fixture.through_retries("the first board", || fixture.boards(CHANNEL) == 1).await;
        assert_eq!(fixture.messages(CHANNEL).len(), 1, "{:#?}", fixture.discord);
        let before = fixture.requests("thread", CHANNEL);
        fixture.play(game, ADA, "a1b2").await;
        fixture.until_boards(CHANNEL, 2).await;
        fixture.clock.advance(11 * 60_000);
        fixture.play(game, BEN, "i9h8").await;
        fixture.until_boards(CHANNEL, 3).await;
        assert_eq!(fixture.requests("thread", CHANNEL), before + 1, "once in ten minutes");
        assert_eq!(fixture.messages(CHANNEL).len(), 3, "{:#?}", fixture.discord);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_whose_response_was_lost_is_found_again() {
    for is_first in [true, false] {
        for how in [Lost, Refused(502, 0)] {
            let fixture = Fixture::new();
            let game = if is_first {
                fixture.fail("thread", CHANNEL, how, 1);
                accepted_unsent(&fixture).await
            } else {
                fixture.fail("thread", CHANNEL, Refused(403, 50013), 1);
                let game = fixture.begin_game(CHANNEL).await;
                fixture.clock.advance(11 * 60_000);
                fixture.fail("thread", CHANNEL, how, 1);
                fixture.play(game, ADA, "a1b2").await;
                game
            };
            let count = || fixture.threads().keys().map(|thread| fixture.boards(*thread)).sum::<usize>();
            fixture.through_retries("the board", || count() == 1).await;
            let thread = fixture.thread(game).await;
            assert!(fixture.threads().keys().eq([&thread]), "{how:?}: {:#?}", fixture.discord);
            assert_eq!(fixture.boards(CHANNEL), usize::from(!is_first), "{how:?}");
        }
    }
}

/// The number of boards in the channel that mention the limit of threads.
fn told_of_limit(fixture: &Fixture) -> usize {
    let boards = fixture.messages(CHANNEL).into_iter();
    boards.filter(|board| is_board(board) && board.text.contains("limit of active threads")).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_at_its_limit_of_threads_is_told_once_a_day() {
    let store: Arc<Store> = InMemoryStore::new().shared();
    let fixture = Fixture::over(Arc::clone(&store));
    fixture.fail("thread", CHANNEL, Refused(400, 160_006), 2);
    // The hint of the failed first try appears in the message that is sent.
    fixture.meanwhile("thread", CHANNEL, {
        let discord = Arc::clone(&fixture.discord);
        async move { discord.fail("post", CHANNEL, Refused(502, 0), 1) }
    });
    let game = fixture.challenge().await;
    fixture.accept(game, CHANNEL).await;
    fixture.through_retries("the first board", || fixture.boards(CHANNEL) == 1).await;
    assert_eq!(told_of_limit(&fixture), 1, "{:#?}", fixture.discord);
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(CHANNEL, 2).await;
    assert_eq!(told_of_limit(&fixture), 1);

    // Another process knows the limit. Once there is room again, threads are archived sooner.
    let later = Fixture::over(Arc::clone(&store));
    later.requests.store(1000, Ordering::Relaxed);
    later.clock.advance(HOUR);
    later.fail("thread", CHANNEL, Refused(400, 160_006), 1);
    let second = later.begin_game(CHANNEL).await;
    assert_eq!(told_of_limit(&later), 0);
    later.clock.advance(HOUR);
    later.play(second, ADA, "a1b2").await;
    let thread = later.thread(second).await;
    assert_eq!(later.threads()[&thread], AutoArchiveDuration::OneHour);
    later.clock.advance(23 * HOUR);
    let third = later.offered(CHANNEL, Some(GUILD)).await;
    later.accept(third, CHANNEL).await;
    let thread = later.thread(third).await;
    assert_eq!(later.threads()[&thread], AutoArchiveDuration::ThreeDays);
    later.fail("thread", CHANNEL, Refused(400, 160_006), 1);
    let fourth = later.offered(CHANNEL, Some(GUILD)).await;
    later.accept(fourth, CHANNEL).await;
    later.until("the news of another day", || told_of_limit(&later) == 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_cannot_be_opened_again_names_the_limit_on_the_board() {
    let fixture = Fixture::new();
    let (game, thread) = fixture.begin_in_thread().await;
    fixture.fail("post", thread, Refused(400, 160_006), 1);
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(CHANNEL, 1).await;
    assert_eq!(told_of_limit(&fixture), 1, "{:#?}", fixture.discord);
    fixture.play(game, BEN, "i9h8").await;
    fixture.until_boards(thread, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_in_an_archived_thread_loses_its_buttons_after_the_next_one() {
    let fixture = Fixture::new();
    let (game, thread) = fixture.begin_in_thread().await;
    fixture.fail("edit", thread, Refused(400, 50_083), 1);
    fixture.play(game, ADA, "a1b2").await;
    fixture.until_boards(thread, 2).await;
    fixture.until("the refused edit", || fixture.requests("edit", thread) == 1).await;
    assert_eq!(fixture.armed(thread), 2, "the thread was archived meanwhile");
    fixture.play(game, BEN, "i9h8").await;
    fixture
        .until("only the third board has buttons", || fixture.boards(thread) == 3 && fixture.armed(thread) == 1)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_the_boards_of_hidden_colors_only_the_newest_stays() {
    let fixture = Fixture::new();
    let game = fixture.offered_to(&[BEN], "abalone colors=one", CHANNEL, Some(GUILD)).await;
    fixture.until_armed(CHANNEL, 1).await;
    fixture.accept(game, CHANNEL).await;
    let thread = fixture.thread(game).await;
    fixture.until_boards(thread, 1).await;
    for (ply, (user, text)) in (2..).zip([(ADA, "a1b2"), (BEN, "i9h8"), (ADA, "b1c2")]) {
        fixture.play(game, user, text).await;
        fixture.until_requests("post", thread, ply).await;
        fixture.until_delivered().await;
    }
    // The sequence of boards would tell which marbles are whose.
    let is_newest = |message: &FakeMessage| message.text.contains("`b1c2`");
    fixture.until("only the newest board", || matches!(&fixture.messages(thread)[..], [one] if is_newest(one))).await;
}
