//! `/board`: the current and earlier boards, with their texts and descriptions.

use games::challenges::NewChallenge;
use games::domain::{Notice, Person};
use games::offers::ColorChoice;

use crate::use_cases::support::{ADA, ASK, BRUNO, CHLOE, DINA, Harness, ROUND, SentMessage, person};

#[tokio::test]
async fn a_flipped_board_stays_flipped_until_the_move_is_played() {
    let harness = Harness::new();
    harness.started().await;
    harness.say(ADA, "settings picture style:text").await;
    let is_flipped = |reply: &SentMessage| {
        let rows = reply.text.split("```").nth(1).expect("a text board");
        rows.find('a') < rows.find('i')
    };
    let board = harness.say(ADA, "board").await;
    let flipped = harness.press_private(ADA, board.control("flip")).await;
    let entry = harness.press_private(ADA, flipped.control("move")).await;
    let arrows = harness.choose(ADA, entry.control("from"), "a1").await;
    let preview = harness.press_private(ADA, arrows.control("dir")).await;
    assert!(!is_flipped(&board), "{}", board.text);
    for reply in [&flipped, &entry, &arrows, &preview] {
        assert!(is_flipped(reply), "{}", reply.text);
    }
    assert!(is_flipped(&harness.press_private(ADA, preview.control("play")).await));
}

#[tokio::test]
async fn a_text_board_can_be_flipped() {
    let (harness, game) = Harness::with_game().await;
    harness.plays(game, ADA, "a1b2").await;
    let rows = async |flip: bool| {
        let reply = harness.say(ADA, &format!("board style:text flip:{flip}")).await;
        reply.text.split("```").nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!(
        rows(false).await,
        "
    i  O O O O O
   h  O O O O O O
  g  · · O O O · ·
 f  · · · · · · · ·
e  · · · · · · · · ·
 d  · · · @ · · · · 9
  c  · · @ @ @ · · 8
   b  @ @ @ @ @ @ 7
    a  · @ @ @ @ 6
        1 2 3 4 5
"
    );
    assert_eq!(
        rows(true).await,
        "
      5 4 3 2 1
     6 @ @ @ @ ·  a
    7 @ @ @ @ @ @  b
   8 · · @ @ @ · ·  c
  9 · · · · @ · · ·  d
   · · · · · · · · ·  e
    · · · · · · · ·  f
     · · O O O · ·  g
      O O O O O O  h
       O O O O O  i
"
    );
}

#[tokio::test]
async fn a_text_board_has_a_legend() {
    for (harness, legend) in [(Harness::new(), "`@` black · `O` white"), (Harness::french(), "`@` Noirs · `O` Blancs")]
    {
        let game = harness.started().await;
        let reply = harness.say(ADA, "board style:text").await;
        reply.says(&format!("```\n{legend}\n"));
        let sample = harness.say(ADA, "settings picture style:text").await;
        assert!(sample.text.ends_with(&format!("```\n{legend}")), "no empty line at its end: {sample:?}");
        // A board during move entry is described like any other.
        let entry = harness.press(ADA, &format!("v1:move:{game}:0")).await;
        let rest = entry.text.split(legend).nth(1).unwrap_or_default();
        assert!(rest.contains("a1 a2 a3"), "where the marbles are, in words: {entry:?}");
    }
}

#[tokio::test]
async fn a_challenge_is_shown_as_a_challenge_to_its_players() {
    let harness = Harness::new();
    let new_challenge = NewChallenge { color: ColorChoice::Random, ..harness.new_challenge() };
    let game = harness.challenge(new_challenge).await;
    let line = format!("board game:{game}");
    for (who, told, verbs) in [
        (ADA, "<@1> challenges <@2> to a game", vec!["withdraw"]),
        (BRUNO, "<@2>, <@1> challenges you to a game", vec!["accept", "decline"]),
    ] {
        let board = harness.say(who, &line).await;
        board.begins(told).says("Colors: **random**").omits_all(&["begins", "to move"]);
        assert!(!board.alt.contains("person"), "no one has a color yet: {}", board.alt);
        assert_eq!(board.verbs(), verbs);
    }
    let board = harness.say(CHLOE, &line).await;
    assert_eq!((board.text.as_str(), board.alt.as_str()), ("This challenge isn't for you.", ""));
    harness.decline(game, BRUNO).await.expect("declined");
    let board = harness.say(ADA, &line).await;
    assert!(board.text.contains("**Declined**") && board.verbs() == ["engine"], "{board:?}");
}

#[tokio::test]
async fn display_names_are_not_escaped_in_alt_text() {
    let harness = Harness::new();
    let challenger = Person { user: ADA, name: "a_d*a-1 \u{202e}".to_owned() };
    let new_challenge = NewChallenge { challenger, ..harness.new_challenge() };
    let game = harness.challenge(new_challenge).await;
    harness.accept(game).await.expect("accepted");
    let board = harness.say(ADA, "board").await;
    board.draws("Black (a_d*a-1) to move.");
}

#[tokio::test]
async fn a_display_name_makes_no_link_below_a_text_board() {
    let harness = Harness::new();
    let challenger = Person { user: ADA, name: "[Nitro](https://x.y)".to_owned() };
    let (others, setup) = ([BRUNO, CHLOE, DINA], "abalone seats=2x2x2".to_owned());
    let opponents = others.map(person).to_vec();
    let new_challenge = NewChallenge { challenger, opponents, setup, ..harness.new_challenge() };
    let game = harness.challenge(new_challenge).await;
    for user in others {
        harness.accept_by(game, user).await.expect("accepted");
    }
    let board = harness.say(ADA, "board style:text").await;
    board.says("\\[Nitro\\]").omits("[Nitro](");
}

#[tokio::test]
async fn a_board_sent_late_mentions_no_one() {
    let harness = Harness::new();
    let board = |ply| Notice::Board { ply };
    let game = harness.started().await;
    harness.plays(game, ADA, "a1b2").await;
    let now = |text: &str| text.contains("<@2> to move") && text.contains("Deadline");

    // A draw offer leaves the turn unchanged.
    harness.draw(game, ADA, ASK).await.expect("offered");
    let (reply, mentioned) = harness.notice(game, 2, board(1)).await.expect("words");
    assert!(now(&reply.text) && reply.verbs().contains(&"move") && mentioned == [BRUNO], "{reply:?}");

    // Bruno has moved or resigned: his turn is over, and the result is announced elsewhere.
    let other = harness.started().await;
    harness.play_all(other, &["a1b2", "i9h8"]).await;
    harness.resign(game, BRUNO).await;
    for (game, result) in [(other, None), (game, Some("beat"))] {
        let (reply, mentioned) = harness.notice(game, 2, board(1)).await.expect("words");
        assert!(reply.text.contains("after 1 move") && reply.text.contains("`a1b2`") && !now(&reply.text), "{reply:?}");
        assert!(reply.controls.is_empty() && mentioned.is_empty() && !reply.text.contains("beat"), "{reply:?}");
        reply.draws("White (person 2) to move");
        let Some(result) = result else { continue };
        let (reply, mentioned) = harness.notice(game, 4, Notice::Ended).await.expect("words");
        assert!(reply.text.contains(result) && mentioned == [ADA, BRUNO], "{reply:?}");
    }

    // The move that ends the game reports the result itself.
    let last = harness.started().await;
    harness.play_all(last, &ROUND[..3]).await;
    for (version, is_second) in [(4, false), (5, true)] {
        let (reply, _) = harness.notice(last, version, board(version as u32 - 1)).await.expect("words");
        let says = reply.text.contains("the **second time**; the third time, the game is a draw");
        assert_eq!(says, is_second, "{reply:?}");
        if !is_second {
            harness.plays(last, BRUNO, ROUND[3]).await;
        }
    }
    harness.play_all(last, &ROUND).await;
    let (reply, mentioned) = harness.notice(last, 9, board(8)).await.expect("words");
    assert!(
        reply.text.contains("drew** by threefold repetition.")
            && reply.own_verbs() == ["rematch", "replay", "analysis", "record"],
        "{reply:?}"
    );
    assert_eq!(mentioned, [ADA, BRUNO]);
}

#[tokio::test]
async fn a_board_that_cannot_be_drawn_comes_as_a_text_board() {
    let harness = Harness::new().without_pictures();
    let game = harness.offered().await;
    let (challenge, _) = harness.notice(game, 0, Notice::Challenge).await.expect("words");
    harness.accept(game).await.expect("accepted");
    let (board, _) = harness.notice(game, 1, Notice::Board { ply: 0 }).await.expect("words");
    for post in [challenge, board] {
        assert!(post.pictures.is_empty() && !post.controls.is_empty(), "{post:?}");
        post.says_all(&["<@1>", "```"]);
    }
}
