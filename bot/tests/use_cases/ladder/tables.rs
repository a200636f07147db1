//! The table: pictures, text, pages, earlier days; and which ladder is meant.

use bot::domain::UserId;
use bot::store::LadderStore as _;
use serde_json::json;

use super::{Club, new_ladder};
use crate::support::fixture::{ADA, BRUNO, CHLOE, person};
use crate::support::harness::Harness;

#[tokio::test]
async fn the_table_is_a_picture_with_its_words() {
    let club = Club::new("leapfrog", "", 5).await;
    club.wait(24 * 10);
    let game = club.challenge(5, 1).await.expect("in reach");
    club.accept(game, 1).await.expect("accepts");
    club.resign(game, 1).await;
    let reply = club.command(CHLOE, "ladder show", json!({})).await;
    assert!(reply.private && image::load_from_memory(&reply.png).is_ok(), "{reply:?}");
    assert!(
        reply.alt.starts_with(
            "Club ladder. # 1, +4, Player person 5, Last games W; # 2, -1, Player person 1, Last games L; "
        ),
        "{}",
        reply.alt
    );
    assert_eq!(reply.text, "**Club ladder** · 5 players · 0 open games\nYou are at place **4**.");
    assert_eq!(reply.verbs(), ["ladder-challenge", "ladder-leave"]);

    club.command(CHLOE, "settings picture", json!({ "style": "text" })).await;
    let reply = club.command(CHLOE, "ladder show", json!({})).await;
    assert!(reply.png.is_empty(), "{reply:?}");
    assert!(reply.text.contains("\n1. <@5> ▲4 · W\n2. <@1> ▼1 · L\n3. <@2> ▼1\n"), "{}", reply.text);
}

#[tokio::test]
async fn one_joins_and_leaves_by_command_or_button() {
    let club = Club::new("stairs", "", 1).await;
    let shown = club.command(BRUNO, "ladder show", json!({})).await;
    assert_eq!(shown.verbs(), ["ladder-join"]);
    let joined = club.press_private(BRUNO, shown.control("ladder-join")).await;
    assert!(joined.updates && joined.text.contains("at place 2"), "{joined:?}");
    assert_eq!(joined.verbs(), ["ladder-challenge"]);
    let again = club.command(BRUNO, "ladder join", json!({})).await;
    assert_eq!(again.text, "<@2> is already on this ladder.");
    let left = club.command(BRUNO, "ladder leave", json!({})).await;
    assert!(left.text.starts_with("You have left **Club ladder**. You were at place 2."), "{left:?}");
    assert_eq!(club.command(BRUNO, "ladder leave", json!({})).await.text, "<@2> is not on this ladder.");
    assert_eq!(club.command(BRUNO, "ladder challenge", json!({})).await.text, "<@2> is not on this ladder.");
    let empty = club.command(ADA, "ladder leave", json!({})).await;
    assert!(empty.text.contains("place 1"));
    let shown = club.command(ADA, "ladder show", json!({})).await;
    assert!(shown.text.ends_with("Nobody has joined yet. Be the first.") && shown.png.is_empty(), "{shown:?}");
}

#[tokio::test]
async fn pages_hold_25_players_and_begin_with_ones_own() {
    let club = Club::new("ogs", "", 0).await;
    for player in 10..63 {
        club.games.join_ladder(club.ladder, &person(UserId(player))).await.expect("joins");
    }
    club.games.join_ladder(club.ladder, &person(ADA)).await.expect("joins");
    let own = club.command(ADA, "ladder show", json!({})).await;
    assert!(own.alt.contains("person 1") && own.alt.ends_with("51–54 / 54."), "{}", own.alt);
    assert_eq!(own.verbs(), ["ladder-page", "ladder-challenge", "ladder-leave"]);
    let middle = club.press_private(ADA, own.control("ladder-page")).await;
    assert!(middle.updates && middle.alt.starts_with("Club ladder. # 26, Player person 35;"), "{}", middle.alt);
    assert_eq!(middle.verbs(), ["ladder-page", "ladder-page", "ladder-challenge", "ladder-leave"]);
    let first = club.command(BRUNO, "ladder show", json!({})).await;
    assert!(first.alt.starts_with("Club ladder. # 1, Player person 10;"), "{}", first.alt);
    let far = club.press_private(ADA, &format!("v1:ladder-page:{}:999", club.ladder)).await;
    assert_eq!(far.alt, own.alt, "the last page");
    for id in ["v1:ladder-page:000000007:0", "v1:ladder-page:x:0", "v1:ladder-fly:000000007"] {
        assert!(club.press_private(ADA, id).await.text.starts_with("This button no longer works"), "{id}");
    }
}

#[tokio::test]
async fn the_table_of_an_earlier_day_is_shown() {
    let club = Club::new("leapfrog", "", 3).await;
    let day = |days: i64| {
        let at = jiff::Timestamp::from_millisecond(club.clock_now().0 - days * 86_400_000).expect("in range");
        at.to_string()[..10].to_owned()
    };
    club.wait(24 * 4);
    let game = club.challenge(3, 1).await.expect("in reach");
    club.accept(game, 1).await.expect("accepts");
    club.resign(game, 1).await;
    club.games.leave_ladder(club.ladder, BRUNO).await.expect("leaves");
    club.wait(24 * 4);
    for (days, table) in [
        (9, "Nobody has joined yet"),
        (5, "# 1, Player person 1; # 2, Player person 2; # 3, Player person 3"),
        (4, "# 1, Player person 3; # 2, Player person 1"),
        (0, "# 1, Player person 3; # 2, Player person 1"),
    ] {
        let reply = club.command(ADA, "ladder history", json!({ "date": day(days) })).await;
        if days == 9 {
            assert!(reply.png.is_empty() && reply.text.contains("0 players"), "{reply:?}");
        } else {
            let seen = reply.alt.replace(", Last games W", "").replace(", Last games L", "");
            assert!(seen.contains(table), "{days}: {}", reply.alt);
        }
    }
    for typed in [day(-1), "yesterday".to_owned()] {
        let reply = club.command(ADA, "ladder history", json!({ "date": typed })).await;
        assert!(reply.text.contains("is not a past day"), "{typed}: {reply:?}");
    }
}

#[tokio::test]
async fn of_several_ladders_one_is_chosen_by_name() {
    let club = Club::new("ogs", "", 1).await;
    club.games.create_ladder(new_ladder("Beginners", "stairs", "")).await.expect("another one");
    let reply = club.command(ADA, "ladder show", json!({})).await;
    assert!(reply.text.contains("Beginners, Club ladder"), "{reply:?}");
    assert!(club.command(ADA, "ladder join", json!({ "ladder": "BEGINNERS" })).await.text.contains("**Beginners**"));
    let none = club.command(ADA, "ladder rules", json!({ "ladder": "`x`" })).await;
    assert!(none.text.starts_with("No ladder of this server is called `ˋxˋ`"), "{none:?}");
    let choices = club.complete(ADA, "ladder", "ladder", json!({ "ladder": "club" })).await;
    assert_eq!(choices, [("Club ladder".to_owned(), club.ladder.to_string())]);
    let by_id = club.command(ADA, "ladder show", json!({ "ladder": club.ladder.to_string() })).await;
    assert!(by_id.text.contains("Club ladder"), "{by_id:?}");
    let outside = club.command_as(ADA, None, "ladder show", json!({})).await;
    assert!(outside.text.starts_with("Ladders belong to a server"), "{outside:?}");
}

#[tokio::test]
async fn the_rules_of_every_preset_are_said_in_both_languages() {
    for (french, harness) in [(false, Harness::new()), (true, Harness::french())] {
        for preset in ["ogs", "dragon", "leapfrog", "swap", "pyramid", "stairs"] {
            let name = format!("The {preset}");
            harness.games.create_ladder(new_ladder(&name, preset, "idle=30d first=free")).await.expect("a ladder");
            let text = harness.command(ADA, "ladder rules", json!({ "ladder": name })).await.text;
            assert!(text.lines().count() >= 9 && text.chars().count() < 1900, "{text}");
            assert!(!text.contains("ladder-") && !text.contains('{') && !text.contains("choice-"), "{text}");
            assert_eq!(text.contains("Whoever finishes no game for 30 d"), !french, "{text}");
        }
    }
    let names = Harness::new();
    assert_eq!(names.store.ladders_of(super::GUILD).await.expect("readable"), []);
}
