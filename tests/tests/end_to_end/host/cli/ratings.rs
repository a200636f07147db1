//! `sumito ratings annul` and `recompute`, on a database in which a rated game was played.

use serde_json::json;
use tests::{Harness, TestResult};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_annulled_and_ratings_are_computed_again_on_the_command_line() -> TestResult {
    let mut harness = Harness::start("ratings-cli").await?;
    let [ada, emma] = harness.people(["Ada", "Emma"]).await?;
    let game = harness.start_game(&ada, &emma, json!({})).await?;
    harness.play(&game, &ada, "a1b2").await?;
    harness.play(&game, &emma, "i9h8").await?;
    harness.resign(&emma, &game.thread).await?;
    // The message with the result includes the changes of ratings.
    let says = |message: &serde_json::Value| tests::text_of(message).contains("Ratings: ");
    let last = harness.message(&ada, &game.thread, "the result", says).await?;
    assert!(tests::text_of(&last).contains("1500? → **"), "{last:#}");
    harness.wait_until_idle().await?;
    harness.stop_bot().await?;

    let check = async |expected: &str| {
        let printed = harness.run_cli(&["ratings", "recompute", "--check"]).await?;
        assert_eq!(printed, format!("{expected}\n"));
        anyhow::Ok(())
    };
    check("1 games, 4 ratings, 0 different").await?;
    let annulled = harness.run_cli(&["ratings", "annul", &game.id]).await?;
    assert_eq!(annulled, format!("game {} is annulled\n", game.id));
    check("1 games, 0 ratings, 0 different").await?;
    let again = harness.run_cli(&["ratings", "annul", &game.id]).await?;
    assert_eq!(again, annulled, "as it is already");
    let undone = harness.run_cli(&["ratings", "annul", &game.id, "--undo"]).await?;
    assert_eq!(undone, format!("game {} counts again\n", game.id));
    check("1 games, 4 ratings, 0 different").await?;

    for name in ["#1", "1"] {
        assert_eq!(harness.run_cli(&["ratings", "annul", name]).await?, format!("game {name} is annulled\n"));
        assert_eq!(
            harness.run_cli(&["ratings", "annul", name, "--undo"]).await?,
            format!("game {name} counts again\n")
        );
    }
    let none = harness.run_cli(&["ratings", "annul", "#99"]).await.expect_err("no such game").to_string();
    assert!(none.contains("there is no game #99"), "{none}");
    let unknown = harness.run_cli(&["ratings", "annul", "000000001"]).await.expect_err("no such game").to_string();
    assert!(unknown.contains("has not been counted in any rating"), "{unknown}");
    let nonsense = harness.run_cli(&["ratings", "annul", "-"]).await.expect_err("no name").to_string();
    assert!(nonsense.contains("`-` names no game"), "{nonsense}");

    // A damaged rating is found, and repaired.
    let mut database = harness.lock_database().await?;
    database.run("update rating set rating = rating + 1000000 where guild_id = 0").await?;
    database.run("commit").await?;
    database.close().await?;
    let damaged = harness.run_cli(&["ratings", "recompute", "--check"]).await;
    assert!(damaged.is_err(), "{damaged:?}");
    let mended = harness.run_cli(&["ratings", "recompute"]).await?;
    assert_eq!(mended, "1 games, 4 ratings, 2 different\n");
    check("1 games, 4 ratings, 0 different").await
}
