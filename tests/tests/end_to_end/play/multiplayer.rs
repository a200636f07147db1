//! Games of more than two players, of several steps, and with hidden colors.

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};
use tests::{Answer, Harness, Person, TestResult, controls, form_control, game_in, string, text_of};

/// A game of several players in a thread.
struct MultiplayerGame {
    id: String,
    thread: String,
    people: Vec<Person>,
}

/// Chooses the others in the form of `/play`, and sends it.
async fn choose_people_and_send(harness: &Harness, people: &[Person], form: Answer) -> anyhow::Result<Answer> {
    let host = &people[0];
    let more = harness.press(host, &form.message, &form_control(&form.message, "more")?).await?;
    let players = harness.choose(host, &more.message, &form_control(&more.message, "group")?, "players").await?;
    let others: Vec<&str> = people[1..].iter().map(|person| person.id.as_str()).collect();
    let select = form_control(&players.message, "people")?;
    let id = harness.client.select(&host.id, &players.message, &select, &others).await?;
    let named = harness.answer(&id).await?;
    harness.press(host, &named.message, &form_control(&named.message, "send")?).await
}

/// The first player challenges the others, who all accept.
async fn start(harness: &Harness, names: &[&str], mut options: Value) -> anyhow::Result<MultiplayerGame> {
    let mut people = Vec::new();
    for name in names {
        people.push(harness.person(name).await?);
    }
    options["user"] = json!(people[1].id);
    options["more"] = json!(people.len() > 2);
    let mut answer = harness.command(&people[0], &harness.games, "challenge", &options).await?;
    if people.len() > 2 {
        answer = choose_people_and_send(harness, &people, answer).await?;
    }
    ensure!(answer.text().contains("is on its way"), "{:#}", answer.whole);
    let posted = harness.message_with(&people[1], &harness.games, "accept").await?;
    for person in &people[1..] {
        let answer = harness.press(person, &posted, "accept").await?;
        let accepted =
            ["You accepted the challenge", "Vous avez accepté"].iter().any(|said| answer.text().contains(said));
        ensure!(accepted, "{}", answer.text());
    }
    let thread = harness.thread_of(&people[0], &posted).await?;
    Ok(MultiplayerGame { id: game_in(&posted)?, thread, people })
}

impl MultiplayerGame {
    /// The public board after this many plies.
    async fn board(&self, harness: &Harness, ply: u32) -> anyhow::Result<Value> {
        let wanted = format!("v1:type:{}:{ply}", self.id);
        let is_it = |message: &Value| controls(message).contains(&wanted);
        harness.message(&self.people[0], &self.thread, &format!("the board after {ply} plies"), is_it).await
    }

    /// Plays these turns, each by the player whom the board mentions; returns the boards.
    async fn play(
        &self,
        harness: &Harness,
        any_game: &mut dyn rules::AnyGame,
        turns: &[&str],
    ) -> anyhow::Result<Vec<Value>> {
        let mut boards = Vec::new();
        for turn in turns {
            let ply = any_game.ply();
            let board = self.board(harness, ply).await?;
            let on_turn = self
                .people
                .iter()
                .find(|person| {
                    let is_mentioned = |words: &str| text_of(&board).contains(&format!("<@{}> {words}", person.id));
                    is_mentioned("to move") || is_mentioned("moves first")
                })
                .context("the board mentions no player")?;
            for other in self.people.iter().filter(|person| person.id != on_turn.id) {
                let answer = harness.command(other, &self.thread, "move", &json!({ "move": turn })).await?;
                let refused = ["'s turn.", "de jouer."].iter().any(|said| answer.text().contains(said));
                ensure!(refused, "{}", answer.text());
            }
            let answer = harness.command(on_turn, &self.thread, "move", &json!({ "move": turn })).await?;
            any_game.play(turn).map_err(|refusal| anyhow::anyhow!("{turn}: {refusal}"))?;
            let played = ["You played", "Vous avez joué"].iter().any(|said| answer.text().contains(said));
            ensure!(played, "{turn}: {}", answer.text());
            if any_game.outcome().is_none() {
                boards.push(self.board(harness, any_game.ply()).await?);
            }
        }
        Ok(boards)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_against_two_on_two_boards() -> TestResult {
    let mut harness = Harness::start("two-boards").await?;
    let game = start(
        &harness,
        &["Ada", "Dmitri", "Emma", "Chloé"],
        json!({ "options": "seats=2x2x2 phase=counter", "color": "black" }),
    )
    .await?;
    let mut any_game = rules::open("abalone seats=2x2x2 phase=counter")?;
    let first = game.play(&harness, any_game.as_mut(), &["a1b2", "2:a1b2", "i5h5", "2:i9h8"]).await?;
    // Black 1, Black 2, White 1, White 2; then Black 1 again.
    let on_turn = ["Emma", "Dmitri", "Chloé", "Ada"];
    for (board, name) in first.iter().zip(on_turn) {
        let id = &harness.person(name).await?.id;
        assert!(text_of(board).contains(&format!("<@{id}> to move")), "{name}: {}", text_of(board));
    }
    let alt = string(&first[3]["attachments"][0]["description"]);
    assert!(alt.contains("Board 1, where the next move is played:") && alt.contains("Board 2:"), "{alt}");
    // A restart in the middle of a round loses nothing.
    game.play(&harness, any_game.as_mut(), &["b2c3"]).await?;
    harness.kill_bot().await?;
    harness.start_bot(&[]).await?;
    game.play(&harness, any_game.as_mut(), &["2:b2c3", "2:h5g5", "1:h8g7"]).await?;
    // A resignation loses for the whole team.
    let chloe = harness.person("Chloé").await?;
    harness.resign(&chloe, &game.thread).await?;
    let [ada, emma] = harness.people(["Ada", "Emma"]).await?;
    let result = format!("**<@{}> and <@{}> (Black) won** because <@{}> resigned.", ada.id, emma.id, chloe.id);
    harness.message(&ada, &game.thread, "the result", |message| text_of(message).starts_with(&result)).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn six_people_play_around_the_board() -> TestResult {
    let harness = Harness::start("six").await?;
    let names = ["Ada", "Dmitri", "Emma", "Chloé", "Bruno", "Farid"];
    let game = start(&harness, &names, json!({ "color": "black", "sprint": 20 })).await?;
    let mut any_game = rules::open("abalone seats=6 sprint=20")?;
    let mut turns = Vec::new();
    let mut ahead = rules::open("abalone seats=6 sprint=20")?;
    for _ in 0..8 {
        let turn = ahead.legal_moves().remove(0);
        ahead.play(&turn).map_err(|refusal| anyhow::anyhow!("{refusal}"))?;
        turns.push(turn);
    }
    let turns: Vec<&str> = turns.iter().map(String::as_str).collect();
    let boards = game.play(&harness, any_game.as_mut(), &turns).await?;
    let alt = string(&boards[7]["attachments"][0]["description"]);
    for color in ["Black", "White", "Red", "Green", "Yellow", "Blue"] {
        assert!(alt.contains(&format!("{color} marbles: ")), "{alt}");
    }
    // Three against three: one player of the other team accepts, and the game is a draw.
    let (ada, chloe) = (&game.people[0], &game.people[3]);
    harness.command(ada, &game.thread, "game draw", &json!({})).await?;
    let offer = harness.message_with(chloe, &game.thread, "draw-yes").await?;
    assert!(
        !text_of(&offer).contains(&format!("<@{}>, <@{}> offers", game.people[2].id, ada.id)),
        "partners need not agree"
    );
    harness.press(chloe, &offer, "draw-yes").await?;
    let result = "**The game is a draw** by agreement.";
    harness.message(ada, &game.thread, "the draw", |message| text_of(message).starts_with(result)).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn fliporona_is_played_to_the_end() -> TestResult {
    let harness = Harness::start("fliporona").await?;
    let game = start(&harness, &["Ada", "Dmitri"], json!({ "game": "fliporona", "color": "white" })).await?;
    let mut any_game = rules::open("fliporona")?;
    let mut ply = 0_usize;
    while any_game.outcome().is_none() && ply < 60 {
        // The player on turn takes the longest of the first turns.
        let (turns, _) = any_game.turns(40);
        let turn = turns.into_iter().max_by_key(String::len).context("a turn")?;
        let who = &game.people[ply % 2];
        let answer = harness.command(who, &game.thread, "move", &json!({ "move": turn })).await?;
        any_game.play(&turn).map_err(|refusal| anyhow::anyhow!("{turn}: {refusal}"))?;
        ensure!(answer.text().contains("You played"), "{turn}: {}", answer.text());
        ply += 1;
        if any_game.outcome().is_none() {
            game.board(&harness, any_game.ply()).await?;
        }
    }
    assert!(ply > 44, "all pieces are placed, then moved");
    let text = harness.command(&game.people[0], &game.thread, "board", &json!({ "style": "text" })).await?.text();
    assert!(text.contains("   i h g f e d c b a"), "{text}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_colors_are_not_revealed_to_a_spectator_before_the_end() -> TestResult {
    let harness = Harness::start("hidden-colors").await?;
    let game = start(&harness, &["Ada", "Dmitri"], json!({ "options": "colors=one", "color": "black" })).await?;
    let mut any_game = rules::open("abalone colors=one")?;
    game.play(&harness, any_game.as_mut(), &["a1b2", "i9h8", "b1c2"]).await?;
    let spectator = harness.person("Emma").await?;
    // A sequence of boards would reveal the colors, so only the newest one remains.
    harness
        .until("the earlier boards to go", async || {
            let boards = harness.messages(&spectator, &game.thread).await?;
            let boards = boards.iter().filter(|message| text_of(message).contains("Score: "));
            Ok((boards.count() == 1).then_some(()))
        })
        .await?;
    let before = harness.messages(&spectator, &game.thread).await?;
    let board =
        harness.command(&spectator, &game.thread, "board", &json!({ "game": game.id, "style": "text" })).await?;
    let mut surfaces: Vec<String> = before.iter().map(Value::to_string).collect();
    surfaces.push(board.whole.to_string());
    for surface in &surfaces {
        for revealing in ["Black marbles", "White marbles", "@ @", "O O", "v1:move:"] {
            assert!(!surface.contains(revealing), "{revealing:?} in {surface}");
        }
    }
    // All illegal moves get the same refusal.
    let mut answers = Vec::new();
    for mv in ["b2c3", "e5e6", "i6i5"] {
        let answer = harness.command(&game.people[1], &game.thread, "move", &json!({ "move": mv })).await?;
        answers.push(answer.text().replace(mv, "…"));
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    let choices = harness.complete(&game.people[1], &game.thread, "move", "move", "").await?;
    assert!(choices.is_empty(), "{choices:?}");
    let ask = harness.command(&game.people[1], &game.thread, "game resign", &json!({})).await?;
    harness.press(&game.people[1], &ask.message, "resign!").await?;
    let shown = |message: &Value| message.to_string().contains("Black marbles: ");
    harness.message(&spectator, &game.thread, "the board with its colors", shown).await?;
    Ok(())
}
