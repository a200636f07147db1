//! The effect of a downtime on many games.

use serde_json::json;
use tests::{DAY, HOUR, Harness, MINUTE, TestResult};

/// Games besides the played one: too many to get their time back before the first answer.
const OTHERS: i64 = 6_000;

#[tokio::test(flavor = "multi_thread")]
async fn a_start_answers_before_all_games_have_their_time_back_and_a_kill_repeats_none() -> TestResult {
    let mut harness = Harness::start_on_sqlite("many-clocks").await?;
    let (game, [ada, _]) = harness.start_first_game(json!({ "pace": "days:3" })).await?;
    harness.board(&game, 0).await?;
    harness.wait_until_idle().await?;
    harness.kill_bot().await?;
    // The alarms of half of them are past when the bot returns.
    let began = harness.client.now_ms().await?;
    let numbers = format!("with recursive n(i) as (select 1 union all select i + 1 from n where i < {OTHERS})");
    let mut database = harness.database().await?;
    database
        .run(&format!(
            "begin; {numbers} insert into game (game_id, version, phase, setup, time_control, channel_id, ply, to_move, challenger, \
             has_random_colors, created_at, turn_at, deadline_at, wake_at) \
             select i, 1, 'playing', 'abalone', 'days:3', 1, 0, 0, 100000 + i, 0, {began}, {began} - i % 2 * {DAY}, \
             {began} + (3 - i % 2) * {DAY}, {began} + (3 - i % 2) * {DAY} - {HOUR} from n; \
             {numbers} insert into seat (game_id, seat, user_id, name) \
             select i, seat, 100000 + 2 * i + seat, 'player' from n cross join (select 0 as seat union all select 1); commit"
        ))
        .await?;
    harness.advance(2 * DAY + 2 * HOUR).await?;
    harness.start_bot(&[]).await?;
    let played = harness.play(&game, &ada, "a1b2").await?;
    assert!(played.text().contains("a1b2"), "{}", played.text());
    let given_back = "of an outage back to";
    assert!(!harness.bot_log().contains(given_back), "the answer came first: {}", harness.bot_log());
    let credited = "action = 'downtime'";
    harness
        .until("the first games", async || {
            Ok((harness.database().await?.count("event", credited).await? > 1).then_some(()))
        })
        .await?;
    harness.kill_bot().await?;
    let count = database.count("event", credited).await?;
    assert!(count < OTHERS, "killed in the middle: {count}");

    harness.advance(MINUTE).await?;
    harness.start_bot(&[]).await?;
    harness.wait_for_log(given_back).await?;
    harness.wait_until_idle().await?;
    assert_eq!(database.count("event", credited).await?, OTHERS + 1, "each game once");
    assert_eq!(database.count("game", "phase <> 'playing'").await?, 0, "nobody has lost");
    let lasted = "(select until_at - max(from_at, game.turn_at) from outage)";
    let is_wrong = format!("game_id <= {OTHERS} and deadline_at <> turn_at + {} + {lasted}", 3 * DAY);
    assert_eq!(database.count("game", &is_wrong).await?, 0, "every clock is right");
    Ok(())
}
