//! The running games of a server.

use games::challenges::NewChallenge;
use games::domain::{ChannelId, GameId, Origin};

use crate::use_cases::support::{ADA, BRUNO, CHANNEL, CHLOE, DINA, Fixture, Harness, person};

const ELSEWHERE: ChannelId = ChannelId(109);

const MANAGER: u64 = 1 << 5;

/// A game of Ada against Bruno in this channel.
async fn started_in(harness: &Harness, channel: ChannelId, setup: &str) -> GameId {
    let origin = Origin { guild_id: Some(games::domain::GuildId(9)), channel_id: channel };
    let new = NewChallenge { origin, setup: setup.to_owned(), ..harness.new_challenge() };
    let game = harness.challenge(new).await;
    harness.accept(game).await.expect("accepts");
    game
}

fn numbers(text: &str) -> Vec<&str> {
    let lines = text.lines().filter(|line| line.starts_with('•'));
    lines.filter_map(|line| line.split('`').nth(1)).collect()
}

#[tokio::test]
async fn the_running_games_come_with_the_newest_move_first_and_a_picture() {
    let harness = Harness::over(Fixture::new().hosted(|settings| settings.max_open = 50));
    let none = harness.say(CHLOE, "games show:server").await;
    assert!(
        none.private && none.text.starts_with("There are no games being played") && none.png.is_empty(),
        "{none:?}"
    );
    let mut games = Vec::new();
    for layout in [
        "belgian-daisy",
        "german-daisy",
        "dutch-daisy",
        "standard",
        "swiss-daisy",
        "alliances",
        "domination",
        "infiltration",
    ] {
        games.push(started_in(&harness, CHANNEL, &format!("abalone layout={layout}")).await);
        harness.wait(1);
    }
    let ended = started_in(&harness, CHANNEL, "abalone").await;
    harness.resign(ended, ADA).await;
    // A player moves in the oldest one.
    let played = harness.games.load(games[0], None).await.expect("there");
    let any = played.any_game.legal_moves().into_iter().next().expect("a turn");
    harness.plays(games[0], ADA, &any).await;

    let reply = harness.say(CHLOE, "games show:server").await;
    reply.privately().begins("**Games being played** (8)\n");
    assert_eq!(numbers(&reply.text), ["#1", "#8", "#7", "#6", "#5", "#4"]);
    reply.says("`#1` <@1> and <@2> · move 2 · Belgian");
    assert_eq!((reply.text.matches("· last move <t:").count(), reply.text.matches("· started <t:").count()), (1, 5));
    reply.says("Page 1 of 2");
    assert_eq!(reply.verbs(), ["live-open", "live", "live", "games-show"]);
    let ids: Vec<String> = [0, 7, 6, 5, 4, 3].map(|at: usize| games[at].to_string()).to_vec();
    assert!(reply.values.starts_with(&ids), "{:?}", reply.values);
    reply.draws_first("person 1 – person 2, #1 · Move 2");
    let size = reply.png.len();
    assert!(size > 10_000 && size < 110_000, "{size} bytes");
    if let Ok(path) = std::env::var("SUMITO_LIVE_PICTURE") {
        std::fs::write(path, &reply.png).expect("writable");
    }

    let later = harness.press_private(CHLOE, "v1:live:1").await;
    assert_eq!((numbers(&later.text), later.updates), (vec!["#3", "#2"], true));
    let beyond = harness.press_private(CHLOE, "v1:live:99").await;
    assert_eq!(beyond.text, later.text, "games end while one reads");
    let board = harness.choose(CHLOE, "v1:live-open:1", &games[1].to_string()).await;
    board.privately().updating().says("**The game begins**");
    assert!(board.controls.contains(&"v1:live:1".to_owned()), "{:?}", board.controls);
    let forged = harness.choose(CHLOE, "v1:live-open:1", "zzz").await;
    forged.begins("This button");
}

#[tokio::test]
async fn games_of_other_channels_are_shown_only_where_the_server_posts_all_results() {
    let harness = Harness::new();
    let here = started_in(&harness, CHANNEL, "abalone").await;
    harness.wait(1);
    started_in(&harness, ELSEWHERE, "abalone").await;
    harness.thread(here, 77).await;
    let of = async |who, channel| numbers(&harness.say_in(channel, who, "games show:server").await.text).join(" ");
    assert_eq!(of(CHLOE, CHANNEL).await, "#1");
    assert_eq!(of(CHLOE, ChannelId(77)).await, "#1", "in its thread");
    assert_eq!(of(CHLOE, ChannelId(55)).await, "");
    assert_eq!(of(ADA, CHANNEL).await, "#2 #1", "one's own");
    let reply = harness.say(CHLOE, "games show:server").await;
    reply.says("You see the games of this channel and your own.");
    harness.say_as(DINA, MANAGER, "setup channels results:here").await;
    assert_eq!(of(CHLOE, CHANNEL).await, "#2 #1");
    let reply = harness.say(CHLOE, "games show:server").await;
    reply.omits("You see the games of this channel");
    let in_messages = harness.say_directly(CHLOE, "games show:server").await;
    assert!(in_messages.png.is_empty() && !in_messages.text.contains("#1"), "{}", in_messages.text);
}

#[tokio::test]
async fn hidden_colors_stay_hidden_and_a_text_board_needs_no_picture() {
    let harness = Harness::new();
    started_in(&harness, CHANNEL, "abalone colors=one").await;
    let reply = harness.say(CHLOE, "games show:server").await;
    assert!(!reply.png.is_empty() && !reply.alt.contains("lack"), "{}", reply.alt);
    harness.say(CHLOE, "settings picture style:text").await;
    let reply = harness.say(CHLOE, "games show:server").await;
    assert!(reply.png.is_empty() && numbers(&reply.text) == ["#1"], "{}", reply.text);
    // Names are shown as plain text.
    let new = NewChallenge {
        challenger: games::domain::Person { user: DINA, name: "**@everyone** `x`".to_owned() },
        opponents: vec![person(BRUNO)],
        ..harness.new_challenge()
    };
    let game = harness.challenge(new).await;
    harness.accept(game).await.expect("accepts");
    let reply = harness.say(CHLOE, "games show:server").await;
    reply.omits("everyone");
}
