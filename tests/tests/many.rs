//! Games of more than two, of several steps, of one color: through the whole program.

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};
use tests::{Person, Stage, control, controls, string, text_of};

type Story = anyhow::Result<()>;

/// A game that several people play in a thread.
struct Table {
    id: String,
    thread: String,
    people: Vec<Person>,
}

/// A challenge of the first to the others, who all accept.
async fn start(stage: &Stage, names: &[&str], mut options: Value) -> anyhow::Result<Table> {
    let mut people = Vec::new();
    for name in names {
        people.push(stage.person(name).await?);
    }
    for (option, person) in ["user", "user2", "user3", "user4", "user5"].iter().zip(&people[1..]) {
        options[*option] = json!(person.id);
    }
    let answer = stage.command(&people[0], &stage.games, "challenge", &options).await?;
    ensure!(answer.text().contains("is on its way"), "{:#}", answer.whole);
    let posted = stage.message(&people[1], &stage.games, "the challenge", |m| control(m, "accept").is_ok()).await?;
    let accept = control(&posted, "accept")?;
    for person in &people[1..] {
        let answer = stage.press(person, &posted, &accept).await?;
        let accepted = ["You have accepted", "Vous avez accepté"].iter().any(|said| answer.text().contains(said));
        ensure!(accepted, "{}", answer.text());
    }
    let thread = stage.thread_of(&people[0], &posted).await?;
    let id = accept.split(':').nth(2).context("no game id")?.to_owned();
    Ok(Table { id, thread, people })
}

impl Table {
    /// The public board after so many plies.
    async fn board(&self, stage: &Stage, ply: u32) -> anyhow::Result<Value> {
        let wanted = format!("v1:draw:{}:{ply}", self.id);
        let is_it = |message: &Value| controls(message).contains(&wanted);
        stage.message(&self.people[0], &self.thread, &format!("the board after {ply} plies"), is_it).await
    }

    /// Plays turns of the rules, each by the person who is mentioned, and gives the boards.
    async fn play(&self, stage: &Stage, table: &mut dyn rules::AnyGame, turns: &[&str]) -> anyhow::Result<Vec<Value>> {
        let mut boards = Vec::new();
        for turn in turns {
            let ply = table.ply();
            let board = self.board(stage, ply).await?;
            let on_turn = self
                .people
                .iter()
                .find(|person| {
                    let called = |words: &str| text_of(&board).contains(&format!("<@{}> {words}", person.id));
                    called("to move") || called("moves first")
                })
                .context("nobody is called")?;
            for other in self.people.iter().filter(|person| person.id != on_turn.id) {
                let answer = stage.command(other, &self.thread, "move", &json!({ "move": turn })).await?;
                let refused = ["not your turn", "pas votre tour"].iter().any(|said| answer.text().contains(said));
                ensure!(refused, "{}", answer.text());
            }
            let answer = stage.command(on_turn, &self.thread, "move", &json!({ "move": turn })).await?;
            table.play(turn).map_err(|refusal| anyhow::anyhow!("{turn}: {refusal}"))?;
            let played = ["You played", "Vous avez joué"].iter().any(|said| answer.text().contains(said));
            ensure!(played, "{turn}: {}", answer.text());
            if table.outcome().is_none() {
                boards.push(self.board(stage, table.ply()).await?);
            }
        }
        Ok(boards)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_against_two_on_two_boards() -> Story {
    let mut stage = Stage::open("two-boards").await?;
    let game =
        start(&stage, &["Ada", "Dmitri", "Emma", "Chloé"], json!({ "seats": "2x2x2-counter", "color": "black" }))
            .await?;
    let mut table = rules::open("abalone seats=2x2x2 phase=counter")?;
    let first = game.play(&stage, table.as_mut(), &["a1b2", "2:a1b2", "i5h5", "2:i9h8"]).await?;
    // Black 1, Black 2, White 1, White 2; then Black 1 again.
    let called = ["Emma", "Dmitri", "Chloé", "Ada"];
    for (board, name) in first.iter().zip(called) {
        let id = &stage.person(name).await?.id;
        assert!(text_of(board).contains(&format!("<@{id}> to move")), "{name}: {}", text_of(board));
    }
    let alt = string(&first[3]["attachments"][0]["description"]);
    assert!(alt.contains("Board 1, where the next move is made:") && alt.contains("Board 2:"), "{alt}");
    // Nothing is lost by a restart in the middle of a round.
    game.play(&stage, table.as_mut(), &["b2c3"]).await?;
    stage.kill_bot().await?;
    stage.start_bot(&[]).await?;
    game.play(&stage, table.as_mut(), &["2:b2c3", "2:h5g5", "1:h8g7"]).await?;
    // Who gives up loses for the team.
    let chloe = stage.person("Chloé").await?;
    let ask = stage.command(&chloe, &game.thread, "resign", &json!({})).await?;
    stage.press(&chloe, &ask.message, &control(&ask.message, "resign!")?).await?;
    let (ada, emma) = (stage.person("Ada").await?, stage.person("Emma").await?);
    let result = format!("**<@{}>, <@{}> (Black) win** because <@{}> resigned.", ada.id, emma.id, chloe.id);
    stage.message(&ada, &game.thread, "the result", |message| text_of(message).starts_with(&result)).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn six_people_play_around_the_board() -> Story {
    let stage = Stage::open("six").await?;
    let names = ["Ada", "Dmitri", "Emma", "Chloé", "Bruno", "Farid"];
    let game = start(&stage, &names, json!({ "color": "black", "sprint": 20 })).await?;
    let mut table = rules::open("abalone seats=6 sprint=20")?;
    let mut turns = Vec::new();
    let mut ahead = rules::open("abalone seats=6 sprint=20")?;
    for _ in 0..8 {
        let turn = ahead.legal_moves().remove(0);
        ahead.play(&turn).map_err(|refusal| anyhow::anyhow!("{refusal}"))?;
        turns.push(turn);
    }
    let turns: Vec<&str> = turns.iter().map(String::as_str).collect();
    let boards = game.play(&stage, table.as_mut(), &turns).await?;
    let alt = string(&boards[7]["attachments"][0]["description"]);
    for color in ["Black", "White", "Red", "Green", "Yellow", "Blue"] {
        assert!(alt.contains(&format!("{color} marbles: ")), "{alt}");
    }
    // Three against three: one of the other team agrees, and it is a draw.
    let (ada, chloe) = (&game.people[0], &game.people[3]);
    stage.command(ada, &game.thread, "draw", &json!({})).await?;
    let offer = stage.message(chloe, &game.thread, "the offer", |m| control(m, "draw-yes").is_ok()).await?;
    assert!(
        !text_of(&offer).contains(&format!("<@{}>, <@{}> offers", game.people[2].id, ada.id)),
        "partners are not asked"
    );
    stage.press(chloe, &offer, &control(&offer, "draw-yes")?).await?;
    let result = "**The game is a draw** by agreement.";
    stage.message(ada, &game.thread, "the draw", |message| text_of(message).starts_with(result)).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn fliporona_is_placed_and_chained_to_the_end() -> Story {
    let stage = Stage::open("fliporona").await?;
    let game = start(&stage, &["Ada", "Dmitri"], json!({ "game": "fliporona", "color": "white" })).await?;
    let mut table = rules::open("fliporona")?;
    let mut ply = 0_usize;
    while table.outcome().is_none() && ply < 60 {
        // Whoever is to move takes the longest of the first turns.
        let (turns, _) = table.turns(40);
        let turn = turns.into_iter().max_by_key(String::len).context("a turn")?;
        let who = &game.people[ply % 2];
        let answer = stage.command(who, &game.thread, "move", &json!({ "move": turn })).await?;
        table.play(&turn).map_err(|refusal| anyhow::anyhow!("{turn}: {refusal}"))?;
        ensure!(answer.text().contains("You played"), "{turn}: {}", answer.text());
        ply += 1;
        if table.outcome().is_none() {
            game.board(&stage, table.ply()).await?;
        }
    }
    assert!(ply > 44, "all pieces are placed, then moved");
    let text = stage.command(&game.people[0], &game.thread, "board", &json!({ "style": "text" })).await?.text();
    assert!(text.contains("   a b c d e f g h i"), "{text}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn one_color_tells_a_spectator_nothing_before_the_end() -> Story {
    let stage = Stage::open("one-color").await?;
    let game = start(&stage, &["Ada", "Dmitri"], json!({ "one-color": true, "color": "black" })).await?;
    let mut table = rules::open("abalone colors=one")?;
    game.play(&stage, table.as_mut(), &["a1b2", "i9h8", "b1c2"]).await?;
    let spectator = stage.person("Emma").await?;
    // Move by move the boards would tell the colors: only the newest stands.
    stage
        .until("the earlier boards to go", async || {
            let boards = stage.messages(&spectator, &game.thread).await?;
            let boards = boards.iter().filter(|message| text_of(message).contains("Ejected: "));
            Ok((boards.count() == 1).then_some(()))
        })
        .await?;
    let before = stage.messages(&spectator, &game.thread).await?;
    let board = stage.command(&spectator, &game.thread, "board", &json!({ "game": game.id, "style": "text" })).await?;
    let mut surfaces: Vec<String> = before.iter().map(Value::to_string).collect();
    surfaces.push(board.whole.to_string());
    for surface in &surfaces {
        for telling in ["Black marbles", "White marbles", "@ @", "O O", "v1:move:"] {
            assert!(!surface.contains(telling), "{telling:?} in {surface}");
        }
    }
    // Whatever is illegal is refused alike.
    let mut answers = Vec::new();
    for mv in ["b2c3", "e5e6", "i6i5"] {
        let answer = stage.command(&game.people[1], &game.thread, "move", &json!({ "move": mv })).await?;
        answers.push(answer.text().replace(mv, "…"));
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
    let choices = stage.complete(&game.people[1], &game.thread, "move", "move", "").await?;
    assert!(choices.is_empty(), "{choices:?}");
    let ask = stage.command(&game.people[1], &game.thread, "resign", &json!({})).await?;
    stage.press(&game.people[1], &ask.message, &control(&ask.message, "resign!")?).await?;
    let shown = |message: &Value| message.to_string().contains("Black marbles: ");
    stage.message(&spectator, &game.thread, "the board with its colors", shown).await?;
    Ok(())
}
