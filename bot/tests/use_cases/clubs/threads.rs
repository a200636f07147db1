//! A server's choice of boards for its games, and messages of finished games.

use games::challenges;

use super::*;
use clubs::organizers;

#[tokio::test]
async fn a_manager_chooses_how_boards_are_posted() {
    let harness = Harness::new();
    let posts = async || harness.store.guild(GUILD).await.expect("readable").posts;
    harness
        .say_as(CHLOE, MANAGES_SERVER, "setup thread")
        .await
        .privately()
        .begins("Threads: a new board for each move");
    assert_eq!(posts().await, None, "it was only shown");
    harness.say_as(CHLOE, 0, "setup thread posts:one").await.says("Only people who can manage this server");
    harness.say_as(CHLOE, MANAGES_SERVER, "setup thread posts:one").await.begins("Threads: one board that is edited");
    assert_eq!(posts().await, Some(BoardPosts::One));
    harness.say_as(CHLOE, MANAGES_SERVER, "setup show").await.says("• Threads: one board that is edited");
    harness.say_as(CHLOE, MANAGES_SERVER, "setup thread posts:each").await;
    assert_eq!(posts().await, Some(BoardPosts::Each));
    harness
        .say_as(CHLOE, MANAGES_SERVER, "organize log")
        .await
        .says("Boards in threads: A new board for each move")
        .says("Boards in threads: One board that is edited");
}

/// All waiting notices of this game, in order.
async fn waiting(harness: &Harness) -> Vec<Notice> {
    let now = harness.clock_now();
    let mut notices = Vec::new();
    while let [message] = harness.store.claim_messages(now, now.plus(1), 1).await.expect("in memory").as_slice() {
        harness.store.message_sent(message.message_id, None).await.expect("in memory");
        notices.push(message.notice.clone());
    }
    notices
}

#[tokio::test]
async fn every_end_of_a_game_is_told_where_it_was_offered_as_the_last_thing() {
    let (harness, game) = Harness::with_game().await;
    harness.resign(game, BRUNO).await;
    assert!(waiting(&harness).await.ends_with(&[Notice::Ended, Notice::Outcome]));
    annul(&harness, game).await;
    assert!(matches!(waiting(&harness).await.as_slice(), [Notice::Annulled { .. }, Notice::Outcome]));
    let game = harness.started().await;
    abort::abort(&harness.games, harness.request(), game, ADA, None).await.expect("aborted");
    assert!(matches!(waiting(&harness).await.as_slice(), [.., Notice::Aborted { .. }, Notice::Outcome]));
    let lost = harness.started().await;
    harness.wait(73);
    harness.run_alarm(lost).await;
    assert!(waiting(&harness).await.ends_with(&[Notice::Ended, Notice::Outcome]));
    let offered = harness.offered().await;
    challenges::decline(&harness.games, harness.request(), offered, BRUNO).await.expect("declined");
    assert!(!waiting(&harness).await.contains(&Notice::Outcome), "no game has begun");
}

#[tokio::test]
async fn the_thread_of_a_variant_is_named_by_the_rules_that_were_chosen() {
    let harness = Harness::over(Fixture::new().hosted(|settings| settings.max_open = 20));
    for (setup, name) in [
        ("abalone placement=on", "Placement"),
        ("abalone layout=belgian-daisy", "Belgian Daisy"),
        ("abalone triangles=on crown=on", "Standard · Triangles · Crown"),
        ("abalone holes=e5 sprint=20", "Standard · Sprint 20 · Holes"),
        ("abalone target=3 turn=double", "Standard · 3 ejections · Two moves a turn"),
        ("abalone target=4", "Standard · Blitz"),
        ("abalone obstacles=e5", "Standard · Obstacles"),
        ("abalone pivot=e5:fixed", "Standard · Pivot"),
        ("abalone ball=e5", "Standard · Ball"),
        ("abalone colors=one", "Standard · Hidden colors"),
        ("grand-abalone", "Grand Abalone"),
        ("fliporona", "Fliporona"),
    ] {
        // Reaches the hourly limit of challenges.
        harness.wait(1);
        let game = harness.started_as(setup, "days:3").await;
        let record = harness.record(game).await.expect("there");
        let thread = render_notice::thread_name(harness.app(), &record).await;
        // The first player differs.
        let game = thread.split_once(" · ").map(|(_, game)| game);
        assert_eq!(game, Some(name), "{setup}: {thread}");
    }
}

async fn annul(harness: &Harness, game: GameId) {
    let reason = Some("a **trick**".to_owned());
    let by = Organizer { request: harness.request(), guild: GUILD, user: DINA, reason };
    organizers::ask_to_decide(&harness.games, &by, game, Decision::Annul).await.expect("asked");
    organizers::decide(&harness.games, harness.request(), GUILD, DINA, by.request).await.expect("annulled");
}

#[tokio::test]
async fn an_annulled_game_still_says_who_played_it_why_it_counts_no_more_and_how_it_stood() {
    let harness = Harness::new();
    let game = harness.under_way().await;
    harness.resign(game, BRUNO).await;
    annul(&harness, game).await;
    for command in ["board", "game history"] {
        let answer = harness.say(ADA, &format!("{command} game:#1")).await;
        answer.says_all(&["`#1`", "<@1>", "<@2>", "**Annulled**", "Organizer <@4>", "a \\*\\*trick\\*\\*", "i9h8"]);
        assert!(!answer.png.is_empty(), "{command}: {answer:?}");
    }
    let other = harness.say(CHLOE, "board game:#1").await;
    assert!(other.png.is_empty(), "it is its players' business: {other:?}");
}

#[tokio::test]
async fn a_rematch_names_the_game_that_it_follows() {
    let harness = Harness::new();
    let game = harness.under_way().await;
    harness.resign(game, BRUNO).await;
    waiting(&harness).await;
    let done = rematch::rematch(&harness.games, game, person(ADA)).await.expect("a rematch");
    let rematch = done.replayed.record.game;
    assert_eq!(rematch.phase, Phase::Offered);
    assert_eq!(waiting(&harness).await, [Notice::Challenge, Notice::Rematch { of: game }]);
    let (posted, _) = harness.notice(rematch.game_id, 0, Notice::Challenge).await.expect("a challenge");
    posted.says("Rematch of game `#1`").omits("ladder");
}

#[tokio::test]
async fn who_asks_again_for_a_rematch_that_has_begun_is_led_to_it() {
    let (harness, game) = Harness::with_game().await;
    harness.resign(game, BRUNO).await;
    let id = format!("v1:rematch:{game}");
    harness.press(ADA, &id).await;
    harness.press(BRUNO, &id).await.begins("You accepted the challenge.");
    for who in [ADA, BRUNO] {
        harness.press(who, &id).await.begins("The rematch has begun: game `#2`.");
    }
}

#[tokio::test]
async fn a_board_that_is_asked_for_elsewhere_names_its_game() {
    let (harness, game) = Harness::with_game().await;
    harness.thread(game, 77).await;
    harness.say_in(ChannelId(77), ADA, "board").await.begins("**The game begins**");
    harness.say(ADA, "board game:#1").await.begins("`#1` · Black <@1>, White <@2>\n**The game begins**");
    // The list links to the thread without repeating its name, which also has the number and the layout.
    harness.say(ADA, "games").await.says("**[#1](https://discord.com/channels/9/77)** <@2>").omits("<#77>");
}

#[tokio::test]
async fn a_move_without_a_game_asks_for_those_in_which_it_is_ones_turn() {
    let harness = Harness::new();
    let mut games = Vec::new();
    for thread in [77, 78, 79] {
        let game = harness.started().await;
        harness.thread(game, thread).await;
        games.push(game);
    }
    harness.play(games[2], ADA, "a1b2").await.expect("legal");
    let question = harness.say(ADA, "move move:a1b2").await;
    let waiting = [games[0], games[1]].map(|game| game.to_string());
    assert_eq!(question.values.len(), 2, "it is Bruno's turn in the third one: {question:?}");
    assert!(waiting.iter().all(|game| question.values.contains(game)), "{question:?}");
    let moved = harness.choose(ADA, &question.controls[0], &waiting[0]).await;
    assert!(moved.updates && moved.text.starts_with("You played `a1b2`"), "what was typed is played: {moved:?}");
    assert_eq!((harness.game(games[0]).await.ply, harness.game(games[1]).await.ply), (1, 0));
}
