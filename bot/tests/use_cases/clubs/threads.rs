//! A server's choice of boards for its games, and messages of finished games.

use bot::delivery::render_notice;
use bot::features::proposals::abort;
use bot::features::{rematch, resign};
use clubs::domain::Decision;
use clubs::organizers;
use games::domain::{BoardPosts, ChannelId, GameId, GuildId, Notice, Organizer, Phase};
use games::{alarms, challenges};
use serde_json::json;

use crate::use_cases::support::fixture::{ADA, BRUNO, CHLOE, DINA, Fixture, person};
use crate::use_cases::support::harness::Harness;

const MANAGER: Option<u64> = Some(1 << 5);
const GUILD: GuildId = GuildId(9);

#[tokio::test]
async fn a_manager_chooses_how_boards_are_posted() {
    let harness = Harness::new();
    let posts = async || harness.store.guild(GUILD).await.expect("readable").posts;
    let said = harness.command_as(CHLOE, MANAGER, "setup thread", json!({})).await;
    assert!(said.private && said.text.starts_with("Threads: a new board for each move"), "{said:?}");
    assert_eq!(posts().await, None, "it was only shown");
    let refused = harness.command_as(CHLOE, Some(0), "setup thread", json!({ "posts": "one" })).await;
    assert!(refused.text.contains("Only people who can manage this server"), "{refused:?}");
    let said = harness.command_as(CHLOE, MANAGER, "setup thread", json!({ "posts": "one" })).await;
    assert!(said.text.starts_with("Threads: one board that is edited"), "{said:?}");
    assert_eq!(posts().await, Some(BoardPosts::One));
    let shown = harness.command_as(CHLOE, MANAGER, "setup show", json!({})).await;
    assert!(shown.text.contains("• Threads: one board that is edited"), "{shown:?}");
    harness.command_as(CHLOE, MANAGER, "setup thread", json!({ "posts": "each" })).await;
    assert_eq!(posts().await, Some(BoardPosts::Each));
    let log = harness.command_as(CHLOE, MANAGER, "organize log", json!({})).await;
    let lines = ["Boards in threads: A new board for each move", "Boards in threads: One board that is edited"];
    assert!(lines.iter().all(|line| log.text.contains(line)), "{log:?}");
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
    resign::resign(&harness.games, harness.request(), game, BRUNO, None).await.expect("resigned");
    assert!(waiting(&harness).await.ends_with(&[Notice::Ended, Notice::Outcome]));
    annul(&harness, game).await;
    assert!(matches!(waiting(&harness).await.as_slice(), [Notice::Annulled { .. }, Notice::Outcome]));
    let game = harness.started().await;
    abort::abort(&harness.games, harness.request(), game, ADA, None).await.expect("aborted");
    assert!(matches!(waiting(&harness).await.as_slice(), [.., Notice::Aborted { .. }, Notice::Outcome]));
    let lost = harness.started().await;
    harness.wait(73);
    alarms::run_alarm(&harness.games, lost).await.expect("lost on time");
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
    resign::resign(&harness.games, harness.request(), game, BRUNO, None).await.expect("resigned");
    annul(&harness, game).await;
    for command in ["board", "game history"] {
        let said = harness.command(ADA, command, json!({ "game": "#1" })).await;
        for part in ["`#1`", "<@1>", "<@2>", "**Annulled**", "organizer <@4>", "a \\*\\*trick\\*\\*", "i9h8"] {
            let part = part.replace("organizer", "Organizer");
            assert!(said.text.contains(&part), "{command} {part}: {said:?}");
        }
        assert!(!said.png.is_empty(), "{command}: {said:?}");
    }
    let other = harness.command(CHLOE, "board", json!({ "game": "#1" })).await;
    assert!(other.png.is_empty(), "it is its players' business: {other:?}");
}

#[tokio::test]
async fn a_rematch_names_the_game_that_it_follows() {
    let harness = Harness::new();
    let game = harness.under_way().await;
    resign::resign(&harness.games, harness.request(), game, BRUNO, None).await.expect("resigned");
    waiting(&harness).await;
    let done = rematch::rematch(&harness.games, game, person(ADA)).await.expect("a rematch");
    let rematch = done.replayed.record.game;
    assert_eq!(rematch.phase, Phase::Offered);
    assert_eq!(waiting(&harness).await, [Notice::Challenge, Notice::Rematch { of: game }]);
    let (posted, _) = harness.notice(rematch.game_id, 0, Notice::Challenge).await.expect("a challenge");
    assert!(posted.text.contains("Rematch of game `#1`"), "{posted:?}");
    assert!(!posted.text.contains("ladder"), "{posted:?}");
}

#[tokio::test]
async fn who_asks_again_for_a_rematch_that_has_begun_is_led_to_it() {
    let (harness, game) = Harness::with_game().await;
    resign::resign(&harness.games, harness.request(), game, BRUNO, None).await.expect("resigned");
    let id = format!("v1:rematch:{game}");
    harness.press(ADA, &id).await;
    let accepted = harness.press(BRUNO, &id).await;
    assert!(accepted.text.starts_with("You accepted the challenge."), "{accepted:?}");
    for who in [ADA, BRUNO] {
        let again = harness.press(who, &id).await;
        assert!(again.text.starts_with("The rematch has begun: game `#2`."), "{again:?}");
    }
}

#[tokio::test]
async fn a_board_that_is_asked_for_elsewhere_names_its_game() {
    let (harness, game) = Harness::with_game().await;
    harness.thread(game, 77).await;
    let here = harness.command_in(ChannelId(77), ADA, "board", json!({})).await;
    assert!(here.text.starts_with("**The game begins**"), "{here:?}");
    let elsewhere = harness.command(ADA, "board", json!({ "game": "#1" })).await;
    assert!(elsewhere.text.starts_with("`#1` · Black <@1>, White <@2>\n**The game begins**"), "{elsewhere:?}");
    // The list links to the thread without repeating its name, which also has the number and the layout.
    let list = harness.command(ADA, "games", json!({})).await;
    assert!(list.text.contains("**[#1](https://discord.com/channels/9/77)** <@2>"), "{list:?}");
    assert!(!list.text.contains("<#77>"), "{list:?}");
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
    let asked = harness.command(ADA, "move", json!({ "move": "a1b2" })).await;
    let waiting = [games[0], games[1]].map(|game| game.to_string());
    assert_eq!(asked.values.len(), 2, "it is Bruno's turn in the third one: {asked:?}");
    assert!(waiting.iter().all(|game| asked.values.contains(game)), "{asked:?}");
    let moved = harness.choose(ADA, &asked.controls[0], &waiting[0]).await;
    assert!(moved.updates && moved.text.starts_with("You played `a1b2`"), "what was typed is played: {moved:?}");
    assert_eq!((harness.game(games[0]).await.ply, harness.game(games[1]).await.ply), (1, 0));
}
