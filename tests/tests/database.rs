//! What a host does with the database: backups, checks, and the way from one engine to the other.

use serde_json::json;
use tests::Stage;
use tests::postgres::Cluster;

type Story = anyhow::Result<()>;

#[tokio::test(flavor = "multi_thread")]
async fn games_are_backed_up_while_they_are_played_and_move_from_a_file_to_a_server() -> Story {
    let mut stage = Stage::open_in_a_file("database").await?;
    let (ada, dmitri) = (stage.person("Ada").await?, stage.person("Dmitri").await?);
    let game = stage.start_game(&ada, &dmitri, json!({})).await?;
    stage.play(&game, &ada, "a1b2").await?;
    stage.board(&game, 1).await?;
    let folder = tempfile::tempdir()?;
    let backup = folder.path().join("backup.db").display().to_string();
    stage.ask_as_host(&["db", "backup", &backup]).await?;
    let refused = stage.ask_as_host(&["db", "backup", &backup]).await.expect_err("it exists").to_string();
    assert!(refused.contains("this file exists"), "{refused}");
    stage.play(&game, &dmitri, "i9h8").await?;
    stage.board(&game, 2).await?;
    stage.stop_bot().await?;

    let server = Cluster::shared()?.database()?;
    let copied = stage.ask_as_host(&["db", "copy", "--to", &server]).await?;
    assert!(copied.contains("game: 1\n") && copied.contains("ply: 2\n"), "{copied}");
    stage.keep_games_in(&server);
    stage.start_bot(&[]).await?;
    stage.play(&game, &ada, "a2b3").await?;
    stage.board(&game, 3).await?;
    assert_eq!(stage.ask_as_host(&["db", "check"]).await?, "1 games, 0 failed\n");
    let refused = stage.ask_as_host(&["db", "backup", &backup]).await.expect_err("no file").to_string();
    assert!(refused.contains("pg_dump"), "{refused}");
    stage.stop_bot().await?;

    stage.keep_games_in(&format!("sqlite://{}", folder.path().join("deep/restored.db").display()));
    stage.ask_as_host(&["db", "restore", &backup]).await?;
    stage.ask_as_host(&["db", "restore", &backup]).await.expect_err("there is one now");
    assert_eq!(stage.ask_as_host(&["db", "migrate"]).await?, "up to date\n");
    assert_eq!(stage.ask_as_host(&["db", "check"]).await?, "1 games, 0 failed\n");
    stage.start_bot(&[]).await?;
    let answer = stage.command(&dmitri, &stage.games, "board", &json!({ "game": game.id })).await?;
    assert!(answer.text().contains("a1b2") && !answer.text().contains("i9h8"), "{}", answer.text());
    Ok(())
}
