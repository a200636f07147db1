//! `/game export`: a game leaves Discord as files that `sumito records` accepts.

use serde_json::{Value, json};
use tests::program::sumito;
use tests::{Answer, Harness, TestResult, string, world_championship_final};

/// Name, content type and text of each attachment.
async fn files(answer: &Answer) -> anyhow::Result<Vec<(String, String, String)>> {
    let mut files = Vec::new();
    for attachment in answer.message["attachments"].as_array().into_iter().flatten() {
        let text = reqwest::get(string(&attachment["url"])).await?.error_for_status()?.text().await?;
        files.push((string(&attachment["filename"]), string(&attachment["content_type"]), text));
    }
    Ok(files)
}

/// Runs `sumito records`, asserts its exit code and the end of its output, and returns the output.
#[track_caller]
fn assert_records(arguments: &[&str], end: &str, code: i32) -> anyhow::Result<String> {
    let output = sumito(&[&["records"], arguments].concat(), &[])?;
    output.assert_code(code);
    assert!(output.out.ends_with(end), "{output:#?}");
    Ok(output.out)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exported_game_passes_records_check() -> TestResult {
    let harness = Harness::start("export").await?;
    let [ada, dmitri, emma] = harness.people(["Ada", "Dmitri", "Emma"]).await?;
    // A name with characters that are special in records and in Discord.
    let name = "\"] @everyone {; \\";
    harness.client.change_user(&dmitri.id, &json!({ "name": name })).await?;
    let game = harness.start_game(&ada, &dmitri, json!({ "layout": "belgian-daisy", "pace": "days:5" })).await?;
    let moves = &world_championship_final()[..20];
    for (ply, mv) in moves.iter().enumerate() {
        harness.play(&game, game.on_turn(ply), mv).await?;
    }
    let id = json!({ "game": game.id });
    let refused = harness.command(&emma, &harness.games, "game export", &id).await?;
    assert_eq!(refused.text(), "You aren't a player in this game.", "a running game is exported for its players only");
    let running = harness.command(&dmitri, &game.thread, "game export", &json!({})).await?;
    assert!(files(&running).await?[0].2.contains("[Result \"*\"]"));

    harness.resign(&dmitri, &game.thread).await?;
    let last = harness.last_board(&ada, &game.thread).await?;

    // The thread of a finished game is archived: a message by a non-member opens it.
    harness.client.say(&emma.id, &game.thread, "Well played!").await?;

    // The command in the thread, the command with an id, and the button give the same files.
    let by_command = harness.command(&ada, &game.thread, "game export", &json!({})).await?;
    let by_id = harness.command(&emma, &harness.games, "game export", &id).await?;
    let by_button = harness.press(&emma, &last, "record").await?;
    let exported = files(&by_command).await?;
    for answer in [&by_command, &by_id, &by_button] {
        assert!(answer.is_private(), "{:#}", answer.whole);
        assert_eq!(files(answer).await?, exported);
        // User input is in the code block only, where it mentions no one.
        let text = answer.text();
        let before = text.split("```").next().unwrap_or_default();
        assert!(!before.contains("everyone") && answer.message["mention_everyone"] != json!(true));
    }
    let [(text_name, text_kind, text), (json_name, json_kind, document)] = &exported[..] else {
        panic!("{:#}", by_command.message)
    };
    assert_eq!((text_name, json_name), (&format!("sumito-{}.txt", game.id), &format!("sumito-{}.json", game.id)));
    assert!(text_kind.starts_with("text/plain") && json_kind == "application/json", "{text_kind} {json_kind}");
    let white = format!("[White \"{}\"]", name.replace('\\', "\\\\").replace('"', "\\\""));
    assert!(text.lines().any(|line| line == white), "{text}");
    let parsed: Value = serde_json::from_str(document)?;
    assert_eq!((&parsed["seats"][1]["name"], &parsed["result"]), (&json!(name), &json!("1-0")));
    assert_eq!(parsed["moves"].as_array().map(Vec::len), Some(moves.len()));

    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    std::fs::write(path("game.txt"), text)?;
    std::fs::write(path("game.json"), document)?;
    let all = "2 games, 40 plies, 0 failed\n";
    assert_eq!(assert_records(&["check", &path("game.txt"), &path("game.json")], all, 0)?, all);
    let converted = assert_records(&["convert", &path("game.json"), "--to", "record"], "", 0)?;
    assert_eq!(&converted, text, "the JSON document holds all that the record says");

    // A changed move is found.
    std::fs::write(path("game.txt"), text.replacen(&moves[19], "a1a2", 1))?;
    let output = assert_records(&["check", &path("game.txt")], "1 games, 0 plies, 1 failed\n", 2)?;
    assert!(output.contains("move 20 `a1a2`"), "{output}");
    // So is a file without a game, and one that goes on after a draw.
    std::fs::write(path("empty.txt"), "\n")?;
    let end = "empty.txt: there is no game in this file\n0 games, 0 plies, 0 failed\n";
    assert_records(&["check", &path("empty.txt")], end, 2)?;
    std::fs::write(path("long.txt"), "1. c5c6 g5g4 2. c6c5 g4g5 3. c5c6 g5g4 4. c6c5 g4g5 5. c5c6 *")?;
    let output = assert_records(&["check", &path("long.txt")], "", 2)?;
    assert!(output.contains("drawn by repetition at move 8\n"), "{output}");
    let all = "1 games, 9 plies, 0 failed\n";
    assert_eq!(assert_records(&["check", &path("long.txt"), "--ignore-repetition"], all, 0)?, all);
    Ok(())
}
