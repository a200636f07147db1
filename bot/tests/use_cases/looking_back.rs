//! What people see of a whole game: its moves, its score, its film.

use bot::discord::localization::Language;
use bot::domain::{ChannelId, Notice};
use image::AnimationDecoder as _;
use serde_json::json;

use crate::dialogue::{Dialogue, Said};
use crate::stage::{ADA, BRUNO, CHLOE, ROUND};

/// The number of pictures in a film, and the size of the first.
fn frames(said: &Said) -> (usize, (u32, u32)) {
    let [film] = said.pictures.as_slice() else { panic!("one picture: {said:?}") };
    assert!(film.file_name.contains(".gif") && film.kind() == "image/gif", "{}", film.file_name);
    let decoder = image::codecs::gif::GifDecoder::new(std::io::Cursor::new(film.bytes.as_slice())).expect("a film");
    let frames = decoder.into_frames().collect_frames().expect("sound pictures");
    (frames.len(), frames[0].buffer().dimensions())
}

/// The lines between the three backticks.
fn moves(said: &Said) -> Vec<&str> {
    said.text.split("```").nth(1).unwrap_or_default().lines().filter(|line| !line.is_empty()).collect()
}

#[tokio::test]
async fn the_moves_are_listed_with_the_last_positions_and_the_score() {
    for (people, score) in [(Dialogue::new(), "Marbles ejected"), (Dialogue::french(), "Billes éjectées")] {
        let game = people.started().await;
        let said = people.command(ADA, "history", json!({})).await;
        assert!(said.pictures.is_empty() && said.controls.is_empty() && moves(&said).is_empty(), "{said:?}");
        people.play_all(game, &["a1b2", "i9h8", "d4c3"]).await;
        let said = people.command(ADA, "history", json!({})).await;
        assert_eq!(moves(&said), ["1. a1b2  i9h8", "2. d4c3"]);
        assert!(said.text.contains("<@1>") && said.text.contains("<@2>") && said.private, "{said:?}");
        assert_eq!(said.verbs(), ["replay"]);
        let [strip, plot] = said.pictures.as_slice() else { panic!("two pictures: {said:?}") };
        assert!(
            strip.alt.starts_with("1. ") && strip.alt.contains("a1b2, 1. ") && strip.alt.ends_with("d4c3"),
            "{strip:?}"
        );
        assert!(plot.alt.starts_with(score) && plot.alt.contains("person 1"), "{plot:?}");
        for picture in [strip, plot] {
            let size = image::load_from_memory(&picture.bytes).expect("a picture").to_rgb8().dimensions();
            assert!(size.0 >= 400 && size.1 >= 200, "{size:?}");
        }
    }
}

#[tokio::test]
async fn many_moves_are_turned_over_page_by_page() {
    let people = Dialogue::new();
    let game = people.started_as("fliporona", "days:3").await;
    let mut played = 0;
    // Legal moves, one after the other, until there are more than a page holds.
    while played < 70 {
        let view = people.games.view(game, None).await.expect("there");
        let Some(seat) = view.table.to_move() else { break };
        let mover = view.record.at(seat).expect("a player").user;
        let mut moves = Vec::new();
        let mut table = view.table.after("").expect("nothing is begun");
        while let Some(step) = table.legal_moves().into_iter().next() {
            moves.push(step);
            match view.table.after(&moves.join(view.table.separator())) {
                Ok(after) if after.partial_turn().is_some() && after.outcome().is_none() && !after.may_end_turn() => {
                    table = after;
                }
                _ => break,
            }
        }
        people.play(game, mover, &moves.join(view.table.separator())).await.expect("legal");
        played += 1;
    }
    let last = people.command(ADA, "history", json!({})).await;
    assert!(last.text.contains("Page 2 of 2") && last.text.chars().count() < 2000, "{last:?}");
    assert_eq!(last.verbs(), ["history", "replay"]);
    let first = people.press_private(ADA, last.control("history")).await;
    assert!(first.updates && first.text.contains("Page 1 of 2") && moves(&first)[0].trim_start().starts_with("1. "));
    assert_ne!(first.pictures[0].bytes, last.pictures[0].bytes, "the positions at the end of each page");
    assert_eq!(first.pictures[1].bytes, last.pictures[1].bytes, "the score of the whole game");
    let again = people.press_private(ADA, first.control("history")).await;
    assert_eq!((moves(&again), again.text.as_str()), (moves(&last), last.text.as_str()));
    // A page that there is not is the last one.
    let none = people.press_private(ADA, &format!("v1:history:{game}:99")).await;
    assert_eq!(none.text, last.text);
}

#[tokio::test]
async fn a_film_shows_every_position() {
    let people = Dialogue::new();
    let game = people.started().await;
    assert_eq!(frames(&people.command(ADA, "replay", json!({})).await).0, 1, "nothing but the start");
    people.play_all(game, &["a1b2", "i9h8", "d4c3"]).await;
    let said = people.command(CHLOE, "replay", json!({ "game": game.to_string() })).await;
    let (count, (width, height)) = frames(&said);
    assert!(count == 4 && (400..=640).contains(&width) && height > 300, "{count} {width} {height}");
    assert!(said.private && said.alt.starts_with("An animation of 3 plies") && said.alt.contains("White"), "{said:?}");
    let public = people.command(CHLOE, "replay", json!({ "game": game.to_string(), "public": true })).await;
    assert!(!public.private && frames(&public).0 == 4, "{public:?}");
    // As whoever looks likes it; where everybody looks, as the server does.
    people.command(CHLOE, "settings picture", json!({ "theme": "slate" })).await;
    let slate = people.command(CHLOE, "replay", json!({ "game": game.to_string() })).await;
    assert_ne!(slate.png, said.png);
    let still = people.command(CHLOE, "replay", json!({ "game": game.to_string(), "public": true })).await;
    assert_eq!(still.png, public.png);
    // Under the last board.
    people.games.resign(people.request(), game, BRUNO, None).await.expect("resigned");
    let (board, _) = people.notice(game, 6, Notice::Ended).await.expect("words");
    let pressed = people.press(ADA, board.control("replay")).await;
    assert!(pressed.private && pressed.text.contains("wins") && frames(&pressed).0 == 4, "{pressed:?}");
    assert_ne!(pressed.png, said.png, "the end is another picture");
}

#[tokio::test]
async fn while_all_marbles_look_alike_nothing_is_shown_of_the_past() {
    let people = Dialogue::new();
    let game = people.started_as("abalone colors=one", "days:3").await;
    people.play_all(game, &["a1b2", "i9h8"]).await;
    let no = Language::English.say("error-hidden-colors", &[]);
    for what in ["replay", "history"] {
        let asked = people.command(ADA, what, json!({ "public": true })).await;
        assert_eq!((asked.text.as_str(), asked.private), (no.as_str(), true), "{what}");
        assert_eq!(people.press(BRUNO, &format!("v1:{what}:{game}")).await.text, no);
    }
    people.games.resign(people.request(), game, BRUNO, None).await.expect("resigned");
    let film = people.command(ADA, "replay", json!({ "game": game.to_string() })).await;
    assert_eq!(frames(&film).0, 3);
    let history = people.command(ADA, "history", json!({ "game": game.to_string() })).await;
    assert_eq!(moves(&history), ["1. a1b2  i9h8"]);
}

#[tokio::test]
async fn who_reads_letters_gets_the_score_in_words() {
    let people = Dialogue::new();
    let game = people.started().await;
    people.play_all(game, &ROUND).await;
    people.command(ADA, "settings picture", json!({ "style": "text" })).await;
    let said = people.command(ADA, "history", json!({})).await;
    let told = "Marbles ejected. Black (person 1): none. White (person 2): none.";
    assert!(said.pictures.is_empty() && said.text.ends_with(told), "{said:?}");
    // Both describe the plot so.
    let said = people.command(BRUNO, "history", json!({})).await;
    assert_eq!(said.pictures[1].alt, told);
    // Where ejections do not count, the words say all that the score says.
    let flips = people.started_as("fliporona", "days:3").await;
    people.play(flips, BRUNO, "@d3").await.expect("legal");
    let said = people.command(ADA, "history", json!({ "game": flips.to_string() })).await;
    assert_eq!(said.text.matches("On the board").count(), 1, "{}", said.text);
    assert!(said.text.contains("\nTo place: Black 22, White 21\n"), "{}", said.text);
}

#[tokio::test]
async fn the_score_names_the_moves_that_ejected() {
    for (people, english) in [(Dialogue::new(), true), (Dialogue::french(), false)] {
        // Black pushes off the marble at the end of row e.
        let game = people.started_as("abalone layout=custom board=5/6/7/8/5bbbw/8/7/w5/5 target=2", "days:3").await;
        people.play(game, ADA, "e6e7").await.expect("an ejection");
        let said = people.command(ADA, "history", json!({ "game": game.to_string() })).await;
        let told = if english {
            "Marbles ejected. Black (person 1): one, on move 1. White (person 2): none."
        } else {
            "Billes éjectées. Noir (person 1)\u{202f}: une, au coup 1. Blanc (person 2)\u{202f}: aucune."
        };
        assert_eq!(said.pictures[1].alt, told);
    }
    // What is placed and flipped is counted otherwise.
    let people = Dialogue::new();
    let game = people.started_as("fliporona", "days:3").await;
    people.play(game, BRUNO, "@d3").await.expect("legal");
    let said = people.command(ADA, "history", json!({ "game": game.to_string() })).await;
    let title = "On the board. Black (person 1): ";
    assert!(said.pictures[1].alt.starts_with(title), "{}", said.pictures[1].alt);
    let white = "White (person 2): 0 at the start, between 0 and 1 during the game, 1 now.";
    assert!(said.pictures[1].alt.contains(white), "{}", said.pictures[1].alt);
}

#[tokio::test]
async fn what_is_looked_back_at_has_moves() {
    let people = Dialogue::new();
    let elsewhere = ChannelId(555);
    let none = people.command_in(elsewhere, ADA, "history", json!({})).await;
    assert!(none.text.starts_with("You have no games."), "{none:?}");
    people.offered().await;
    let none = people.command_in(elsewhere, ADA, "history", json!({})).await;
    assert!(none.text.starts_with("You have no games."), "a challenge has no moves: {none:?}");
    let fresh = people.started().await;
    let said = people.command_in(elsewhere, ADA, "history", json!({})).await;
    assert!(said.text.contains(&fresh.to_string()) && said.text.contains("No moves have been made yet."), "{said:?}");
    // The only one that has moves is meant, even when it is over.
    let over = people.started().await;
    people.play_all(over, &ROUND[..2]).await;
    people.games.resign(people.request(), over, BRUNO, None).await.expect("resigned");
    for what in ["history", "replay"] {
        let said = people.command_in(elsewhere, ADA, what, json!({})).await;
        assert!(said.text.contains(&over.to_string()), "{what}: {said:?}");
    }
    // Of several, all that have moves are named, finished ones too, and nothing else.
    let (one, other) = (people.started().await, people.started().await);
    for game in [one, other] {
        people.play_all(game, &ROUND[..2]).await;
    }
    for what in ["history", "replay"] {
        let said = people.command_in(elsewhere, ADA, what, json!({})).await;
        assert!(said.text.starts_with("Which game?") && said.text.lines().count() == 4, "{what}: {said:?}");
        for game in [one, other, over] {
            assert!(said.text.contains(&game.to_string()), "{what}: {said:?}");
        }
        let finished = said.text.lines().find(|line| line.contains(&over.to_string())).unwrap_or_default();
        assert!(finished.ends_with("· finished"), "{finished}");
    }
    // Whose turn it is in one of them says nothing about which is looked back at.
    people.play(one, ADA, ROUND[2]).await.expect("legal");
    for what in ["history", "replay"] {
        let said = people.command_in(elsewhere, ADA, what, json!({})).await;
        assert!(said.text.starts_with("Which game?") && said.text.contains(&one.to_string()), "{what}: {said:?}");
    }
}

#[tokio::test]
async fn in_the_thread_of_others_nobody_shows_a_game_to_all() {
    let people = Dialogue::new();
    let game = people.started().await;
    people.thread(game, 501).await;
    people.play_all(game, &ROUND[..2]).await;
    let named = json!({ "game": game.to_string(), "public": true });
    let said = people.command_in(ChannelId(501), CHLOE, "replay", named.clone()).await;
    assert!(said.private && said.text.starts_with("This is the thread of a game you do not play in"), "{said:?}");
    assert!(said.pictures.is_empty());
    // Alone, in a channel, or as a player, one may; and it says who does.
    let said = people.command_in(ChannelId(501), CHLOE, "replay", json!({})).await;
    assert!(said.private && said.text.starts_with("Replay of"), "{said:?}");
    for (who, channel) in [(CHLOE, ChannelId(555)), (BRUNO, ChannelId(501))] {
        let said = people.command_in(channel, who, "replay", named.clone()).await;
        let shown = format!("<@{}> shares a game:\nReplay of", who.0);
        assert!(!said.private && said.text.starts_with(&shown), "{said:?}");
    }
}
