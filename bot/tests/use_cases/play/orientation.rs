//! One orientation for each player, from the menu to the opponent's answer.

use games::domain::{GameId, Notice, UserId};

use crate::use_cases::support::{ADA, BRUNO, Harness, SentMessage};

const COMPASS: [&str; 4] = ["north", "south", "east", "west"];

/// Whether row a is at the bottom of this board, by its description, its grid or its list of rows.
fn is_upright(message: &SentMessage) -> bool {
    let words = format!("{}\n{}", message.text, message.alt);
    let upright = ["row a at the bottom", "Black's view"].iter().any(|sign| words.contains(sign));
    let turned = ["row a at the top", "White's view"].iter().any(|sign| words.contains(sign));
    assert_ne!(upright, turned, "{words}");
    upright
}

fn label_of(message: &SentMessage, step: &str) -> String {
    let buttons = message.controls.iter().filter(|id| !id.starts_with("v1:from:"));
    let found = buttons.zip(&message.labels).find(|(id, _)| id.ends_with(&format!(":{step}")));
    found.unwrap_or_else(|| panic!("no {step} below {:?}", message.labels)).1.clone()
}

/// One whole move by the menu, and the opponent's view after it. `sees` tells whether a player's boards are upright.
async fn walk(harness: &Harness, game: GameId, mover: (UserId, &str), other: UserId, sees: impl Fn(UserId) -> bool) {
    let (who, step) = mover;
    let ply = harness.game(game).await.ply;
    let entry = harness.press(who, &format!("v1:move:{game}:{ply}")).await;
    let answer = harness.choose(who, entry.control("from"), &step[..2]).await;
    let label = label_of(&answer, step);
    // Black goes up on an upright board, White on a turned one.
    let goes_up = (who == ADA) == sees(who);
    let (arrow, name) = if goes_up { ('↗', "northeast") } else { ('↙', "southwest") };
    assert!(label.contains(arrow) || label.contains(name), "{label}");
    let button = answer.controls.iter().find(|id| id.ends_with(&format!(":{step}"))).expect("its button");
    let preview = harness.press_private(who, button).await;
    let played = harness.press_private(who, preview.control("play")).await;
    let own = harness.say(who, "board").await;
    let stale = harness.press(who, &format!("v1:move:{game}:{ply}")).await;
    for (message, name) in [
        (&entry, "menu"),
        (&answer, "directions"),
        (&preview, "preview"),
        (&played, "answer"),
        (&own, "/board"),
        (&stale, "an old button"),
    ] {
        assert_eq!(is_upright(message), sees(who), "{name} of {}", who.0);
    }
    let (thread, _) = harness.current_notice(game, Notice::Board { ply: ply + 1 }).await;
    assert!(is_upright(&thread), "everybody's board lies as ever");
    let reply = harness.say(other, "board").await;
    assert_eq!(is_upright(&reply), sees(other), "/board of {}", other.0);
    // Messages for both players contain no directions, which depend on the board's orientation.
    for message in [&preview, &played, &own, &stale, &thread, &reply] {
        let words = format!("{}\n{}", message.text, message.alt);
        assert!(COMPASS.iter().all(|way| !words.contains(way)), "{words}");
        assert!(words.contains("marbles from "), "the move is told by its cells: {words}");
    }
}

#[tokio::test]
async fn a_whole_move_is_seen_from_one_side_in_both_seats() {
    for style in ["picture", "text", "words"] {
        for (chosen, seen) in [
            (None, [true, false]),
            (Some("own"), [true, false]),
            (Some("white"), [false, false]),
            (Some("black"), [true, true]),
        ] {
            let (harness, game) = Harness::with_game().await;
            for who in [ADA, BRUNO] {
                let orientation = chosen.map_or_else(String::new, |side| format!("orientation:{side}"));
                harness.say(who, &format!("settings picture {orientation} style:{style}")).await;
            }
            let sees = |who| if who == ADA { seen[0] } else { seen[1] };
            walk(&harness, game, (ADA, "a1b2"), BRUNO, sees).await;
            walk(&harness, game, (BRUNO, "i9h8"), ADA, sees).await;
        }
    }
}
