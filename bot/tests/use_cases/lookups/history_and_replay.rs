//! `/game history` and `/game replay`: moves, score and animation of a game.

use bot::localization::Language;
use discord::Picture;
use games::domain::{ChannelId, Notice};

use crate::use_cases::support::{ADA, BRUNO, CHLOE, Harness, ROUND, SentMessage};

/// The number of pictures in a replay, and the size of the first.
fn frames(reply: &SentMessage) -> (usize, (u32, u32)) {
    let [replay] = reply.pictures.as_slice() else { panic!("one picture: {reply:?}") };
    assert!(replay.file_name.contains(".gif") && replay.kind() == "image/gif", "{}", replay.file_name);
    let decoder = gif::DecodeOptions::new().read_info(replay.bytes.as_slice()).expect("a replay");
    let size = (u32::from(decoder.width()), u32::from(decoder.height()));
    (decoder.into_iter().collect::<Result<Vec<_>, _>>().expect("sound pictures").len(), size)
}

fn size(picture: &Picture) -> (u32, u32) {
    image::load_from_memory(&picture.bytes).expect("a picture").to_rgb8().dimensions()
}

/// The lines between the three backticks.
fn moves(reply: &SentMessage) -> Vec<&str> {
    reply.text.split("```").nth(1).unwrap_or_default().lines().filter(|line| !line.is_empty()).collect()
}

#[tokio::test]
async fn the_moves_are_listed_with_the_last_positions() {
    for harness in [Harness::new(), Harness::french()] {
        let game = harness.started().await;
        let reply = harness.say(ADA, "game history").await;
        assert!(reply.pictures.is_empty() && reply.controls.is_empty() && moves(&reply).is_empty(), "{reply:?}");
        harness.play_all(game, &["a1b2", "i9h8", "d4c3"]).await;
        let reply = harness.say(ADA, "game history").await;
        assert_eq!(moves(&reply), ["1. a1b2  i9h8", "3. d4c3"]);
        reply.privately().says_all(&["<@1>", "<@2>"]);
        assert_eq!(reply.own_verbs(), ["replay"]);
        let [strip] = reply.pictures.as_slice() else { panic!("no score before an ejection: {reply:?}") };
        assert!(
            strip.alt.starts_with("1. ") && strip.alt.contains("a1b2, 2. ") && strip.alt.ends_with("d4c3"),
            "{strip:?}"
        );
        assert!(size(strip).0 >= 400 && size(strip).1 >= 200, "{strip:?}");
    }
}

#[tokio::test]
async fn many_moves_are_shown_in_pages() {
    let harness = Harness::new();
    let game = harness.started_as("fliporona", "days:3").await;
    let mut played = 0;
    // Legal moves, one after the other, until there are more than a page holds.
    while played < 70 {
        let replayed = harness.games.load(game, None).await.expect("there");
        let Some(seat) = replayed.any_game.to_move() else { break };
        let mover = replayed.record.at(seat).expect("a player").player.person().expect("a person");
        let mut moves = Vec::new();
        let mut any_game = replayed.any_game.after("").expect("nothing is begun");
        while let Some(step) = any_game.legal_moves().into_iter().next() {
            moves.push(step);
            match replayed.any_game.after(&moves.join(replayed.any_game.separator())) {
                Ok(after) if after.partial_turn().is_some() && after.outcome().is_none() && !after.may_end_turn() => {
                    any_game = after;
                }
                _ => break,
            }
        }
        harness.plays(game, mover, &moves.join(replayed.any_game.separator())).await;
        played += 1;
    }
    let last = harness.say(ADA, "game history").await;
    assert!(last.text.contains("Page 2 of 2") && last.text.chars().count() < 2000, "{last:?}");
    assert_eq!(last.own_verbs(), ["history", "replay"]);
    let first = harness.press_private(ADA, last.control("history")).await;
    assert!(first.updates && first.text.contains("Page 1 of 2") && moves(&first)[0].trim_start().starts_with("1. "));
    assert_ne!(first.pictures[0].bytes, last.pictures[0].bytes, "the positions at the end of each page");
    assert_eq!(first.pictures[1].bytes, last.pictures[1].bytes, "the score of the whole game");
    let again = harness.press_private(ADA, first.control("history")).await;
    assert_eq!((moves(&again), again.text.as_str()), (moves(&last), last.text.as_str()));
    // A page that does not exist shows the last one.
    let none = harness.press_private(ADA, &format!("v1:history:{game}:99")).await;
    assert_eq!(none.text, last.text);
}

#[tokio::test]
async fn a_replay_shows_every_position() {
    let (harness, game) = Harness::with_game().await;
    assert_eq!(frames(&harness.say(ADA, "game replay").await).0, 1, "nothing but the start");
    harness.play_all(game, &["a1b2", "i9h8", "d4c3"]).await;
    let reply = harness.say(CHLOE, &format!("game replay game:{game}")).await;
    let (count, (width, height)) = frames(&reply);
    assert!(count == 4 && (400..=640).contains(&width) && height > 300, "{count} {width} {height}");
    reply.privately().draws_first("An animation of 3 moves").draws("White");
    let public = harness.say(CHLOE, &format!("game replay game:{game} public:true")).await;
    assert!(!public.private && frames(&public).0 == 4, "{public:?}");
    // Private: the reader's theme. Public: the server's.
    harness.say(CHLOE, "settings picture theme:slate").await;
    let slate = harness.say(CHLOE, &format!("game replay game:{game}")).await;
    assert_ne!(slate.png, reply.png);
    let still = harness.say(CHLOE, &format!("game replay game:{game} public:true")).await;
    assert_eq!(still.png, public.png);
    // Under the last board.
    harness.resign(game, BRUNO).await;
    let (board, _) = harness.notice(game, 6, Notice::Ended).await.expect("words");
    let pressed = harness.press(ADA, board.control("replay")).await;
    assert!(pressed.private && pressed.text.contains("beat") && frames(&pressed).0 == 4, "{pressed:?}");
    assert_ne!(pressed.png, reply.png, "the end is another picture");
}

#[tokio::test]
async fn hidden_colors_show_no_history_before_the_end() {
    let harness = Harness::new();
    let game = harness.started_as("abalone colors=one", "days:3").await;
    harness.play_all(game, &["a1b2", "i9h8"]).await;
    let no = Language::ENGLISH.localize("error-hidden-colors", &[]);
    for (what, option) in [("replay", "public:true"), ("history", "")] {
        let reply = harness.say(ADA, &format!("game {what} {option}")).await;
        assert_eq!((reply.text.as_str(), reply.private), (no.as_str(), true), "{what}");
        assert_eq!(harness.press(BRUNO, &format!("v1:{what}:{game}")).await.text, no);
    }
    harness.resign(game, BRUNO).await;
    let replay = harness.say(ADA, &format!("game replay game:{game}")).await;
    assert_eq!(frames(&replay).0, 3);
    let history = harness.say(ADA, &format!("game history game:{game}")).await;
    assert_eq!(moves(&history), ["1. a1b2  i9h8"]);
}

#[tokio::test]
async fn text_style_shows_the_score_in_words() {
    let (harness, game) = Harness::with_game().await;
    harness.play_all(game, &ROUND).await;
    harness.say(ADA, "settings picture style:text").await;
    let reply = harness.say(ADA, "game history").await;
    let words = "Marbles ejected. Black (person 1): none. White (person 2): none.";
    assert!(reply.pictures.is_empty() && reply.text.ends_with(words), "{reply:?}");
    // If ejections do not count, the words contain the full score.
    let flips = harness.started_as("fliporona", "days:3").await;
    harness.plays(flips, BRUNO, "@d3").await;
    let reply = harness.say(ADA, &format!("game history game:{flips}")).await;
    assert_eq!(reply.text.matches("On the board").count(), 1, "{}", reply.text);
    reply.says("\nLeft to place: Black 22, White 21\n");
}

#[tokio::test]
async fn the_score_names_the_moves_that_ejected() {
    for (harness, english) in [(Harness::new(), true), (Harness::french(), false)] {
        // Black ejects the marble at the end of row e.
        let game = harness.started_as("abalone layout=custom board=5/6/7/8/5bbbw/8/7/w5/5 target=2", "days:3").await;
        harness.play(game, ADA, "e6e7").await.expect("an ejection");
        let reply = harness.say(ADA, &format!("game history game:{game}")).await;
        let text = if english {
            "Marbles ejected. Black (person 1): one, on move 1. White (person 2): none."
        } else {
            "Billes éjectées. Noirs (person 1)\u{202f}: une, au coup 1. Blancs (person 2)\u{202f}: aucune."
        };
        assert_eq!(reply.pictures[1].alt, text);
        assert!(size(&reply.pictures[1]).0 >= 400, "{reply:?}");
    }
    // Placed and flipped pieces are counted differently.
    let harness = Harness::new();
    let game = harness.started_as("fliporona", "days:3").await;
    harness.plays(game, BRUNO, "@d3").await;
    let reply = harness.say(ADA, &format!("game history game:{game}")).await;
    let title = "On the board. Black (person 1): ";
    assert!(reply.pictures[1].alt.starts_with(title), "{}", reply.pictures[1].alt);
    let white = "White (person 2): 0 at the start, between 0 and 1 during the game, 1 now.";
    assert!(reply.pictures[1].alt.contains(white), "{}", reply.pictures[1].alt);
}

#[tokio::test]
async fn a_replay_is_not_public_in_the_thread_of_others() {
    let (harness, game) = Harness::with_game().await;
    harness.thread(game, 501).await;
    harness.play_all(game, &ROUND[..2]).await;
    let line = format!("game replay game:{game} public:true");
    let reply = harness.say_in(ChannelId(501), CHLOE, &line).await;
    reply.privately().begins("This thread belongs to a game you don't play in");
    assert!(reply.pictures.is_empty());
    // Allowed in private, in a channel, or to a player; and the message names the user.
    let reply = harness.say_in(ChannelId(501), CHLOE, "game replay").await;
    reply.privately().begins("Replay of");
    for (who, channel) in [(CHLOE, ChannelId(555)), (BRUNO, ChannelId(501))] {
        let reply = harness.say_in(channel, who, &line).await;
        let text = format!("<@{}> shares a game:\nReplay of", who.0);
        assert!(!reply.private && reply.text.starts_with(&text), "{reply:?}");
    }
}
