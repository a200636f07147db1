//! What people and servers choose, and where it shows.

use bot::discord::localization::Language;
use bot::domain::{Notice, Preferences, UserId};
use bot::store::{GuildStore as _, PlayerStore as _};
use serde_json::json;

use crate::support::fixture::{ADA, BRUNO, CHLOE};
use crate::support::harness::{Dialogue, Said};

/// Discord's bits: administrator, manage the server; and what everybody has, view and send.
const ADMINISTRATOR: u64 = 8;
const MANAGER: u64 = 32;
const EVERYBODY: u64 = 1 << 10 | 1 << 11;

/// The color of the corner of a picture.
fn page(said: &Said) -> [u8; 3] {
    let picture = image::load_from_memory(&said.png).unwrap_or_else(|error| panic!("{error}: {said:?}")).to_rgb8();
    picture.get_pixel(3, 3).0
}

const WOOD: [u8; 3] = [0x1f, 0x20, 0x25];
const SLATE: [u8; 3] = [0x1b, 0x1d, 0x23];
const PAPER: [u8; 3] = [0xff, 0xff, 0xff];

async fn board(people: &Dialogue, who: UserId) -> Said {
    people.command(who, "board", json!({})).await
}

/// Whoever plays with buttons alone goes by the arrows: they have to point as on the picture above them.
#[tokio::test]
async fn arrows_on_buttons_point_as_on_the_picture() {
    let people = Dialogue::new();
    let game = people.started().await;
    let entry = format!("v1:move:{game}");
    let first = people.press(ADA, &format!("{entry}:0")).await;
    let black = people.choose(ADA, first.control("from"), "a1").await;
    assert!(black.labels.contains(&"↗ a1b2".to_owned()), "{black:?}");
    people.play(game, ADA, "a1b2").await.expect("legal");
    // White's board is turned: what goes down for Black goes up.
    let first = people.press(BRUNO, &format!("{entry}:1")).await;
    let white = people.choose(BRUNO, first.control("from"), "i5").await;
    assert!(white.labels.contains(&"↗ i5h4".to_owned()), "{white:?}");
}

#[tokio::test]
async fn boards_look_as_their_reader_has_chosen() {
    let people = Dialogue::new();
    let game = people.started().await;
    let said = people.command(ADA, "settings picture", json!({ "theme": "paper" })).await;
    assert!(said.private && said.text.contains("**Paper**") && page(&said) == PAPER, "{said:?}");
    // Every board that only she sees …
    assert_eq!(page(&board(&people, ADA).await), PAPER);
    let entry = people.press(ADA, &format!("v1:move:{game}:0")).await;
    assert_eq!(page(&entry), PAPER);
    let arrows = people.choose(ADA, entry.control("from"), "a1").await;
    assert_eq!(page(&arrows), PAPER);
    assert_eq!(page(&people.press_private(ADA, arrows.control("dir")).await), PAPER);
    assert_eq!(page(&people.command(ADA, "rules", json!({})).await), PAPER);
    assert_eq!(page(&people.command(ADA, "move", json!({ "move": "a1b2" })).await), PAPER);
    assert_eq!(page(&people.press(ADA, &format!("v1:move:{game}:0")).await), PAPER, "the one that has moved on, too");
    // … and nobody else's.
    assert_eq!(page(&board(&people, BRUNO).await), WOOD);
    let (public, _) = people.notice(game, 2, Notice::Board { ply: 1 }).await.expect("words");
    assert_eq!(page(&public), WOOD);

    let said = people.command(ADA, "settings picture", json!({ "theme": "default" })).await;
    assert!(said.text.contains("as chosen by the server or the host") && page(&said) == WOOD, "{said:?}");
    assert_eq!(people.store.preferences(ADA).await.expect("reads"), Preferences::default());
}

#[tokio::test]
async fn a_server_chooses_for_whoever_has_not_chosen() {
    let people = Dialogue::new();
    let game = people.started().await;
    people.play(game, ADA, "a1b2").await.expect("legal");
    people.command(BRUNO, "settings picture", json!({ "theme": "paper" })).await;
    let said = people.command_as(ADA, Some(MANAGER), "setup picture", json!({ "theme": "slate" })).await;
    assert!(said.private && said.text.contains("**Slate**") && page(&said) == SLATE, "{said:?}");
    let (public, _) = people.notice(game, 2, Notice::Board { ply: 1 }).await.expect("words");
    assert_eq!(page(&public), SLATE);
    assert_eq!(page(&board(&people, ADA).await), SLATE);
    assert_eq!(page(&board(&people, BRUNO).await), PAPER);
    // In direct messages each reads their own.
    for (user, color) in [(ADA, SLATE), (BRUNO, PAPER)] {
        let notice = people.notice_to(Some(user), game, 2, Notice::Board { ply: 1 }).await;
        assert_eq!(page(&notice.expect("words").0), color);
    }
    let said = people.command_as(CHLOE, Some(ADMINISTRATOR), "setup picture", json!({ "theme": "default" })).await;
    assert!(said.text.contains("as chosen by the host, **Wood**"), "{said:?}");
    assert_eq!(page(&board(&people, ADA).await), WOOD);
}

#[tokio::test]
async fn only_those_who_manage_a_server_change_it() {
    let people = Dialogue::new();
    for command in ["setup show", "setup picture"] {
        for rights in [0, EVERYBODY, !(ADMINISTRATOR | MANAGER)] {
            let said = people.command_as(ADA, Some(rights), command, json!({ "theme": "slate" })).await;
            let no = Language::English.say("error-not-the-manager", &[]);
            assert_eq!((said.text, said.private), (no, true), "{command} {rights}");
        }
        let said = people.command_as(ADA, None, command, json!({})).await;
        assert_eq!(said.text, Language::English.say("error-no-server", &[]));
    }
    assert_eq!(people.store.guild(bot::domain::GuildId(9)).await.expect("reads").theme, None);
}

#[tokio::test]
async fn what_no_list_offers_is_refused() {
    let people = Dialogue::new();
    for (option, value) in
        [("theme", "glass"), ("theme", ""), ("coordinates", "yes"), ("orientation", "sideways"), ("style", "picture ")]
    {
        let said = people.command(ADA, "settings picture", json!({ option: value })).await;
        assert_eq!(said.text, Language::English.say("error-no-such-choice", &[]), "{option} {value}");
    }
    assert_eq!(people.store.preferences(ADA).await.expect("reads"), Preferences::default());
    for name in ["settings", "settings picture more", "settings nothing", "setup", "picture"] {
        let said = people.command(ADA, name, json!({})).await;
        assert!(said.text.starts_with("This button no longer works"), "{name}: {said:?}");
    }
}

#[tokio::test]
async fn ones_own_marbles_are_at_the_bottom_for_whoever_wants_them_there() {
    let people = Dialogue::new();
    let game = people.started().await;
    people.play(game, ADA, "a1b2").await.expect("legal");
    let top = |said: &Said| said.text.split("```").nth(1).and_then(|rows| rows.lines().nth(1)).map(str::to_owned);
    let black = Some("    i  O O O O O".to_owned());
    for (wanted, ada_sees_black_below, bruno_does) in
        [("default", true, true), ("own", true, false), ("white", false, false), ("black", true, true)]
    {
        for (who, below) in [(ADA, ada_sees_black_below), (BRUNO, bruno_does)] {
            people.command(who, "settings picture", json!({ "orientation": wanted, "style": "text" })).await;
            let said = board(&people, who).await;
            assert_eq!(top(&said) == black, below, "{wanted} {}: {said:?}", who.0);
            // The button turns it to the other side, and back.
            let turn = said.controls.last().expect("a button").clone();
            let turned = people.press_private(who, &turn).await;
            assert_eq!(top(&turned) == black, !below, "{wanted} {}: {turned:?}", who.0);
            let back = people.press_private(who, turned.controls.last().expect("a button")).await;
            assert_eq!(top(&back) == black, below, "{wanted} {}", who.0);
            // What is asked for counts, and the button below the public board asks for nothing.
            let asked = people.command(who, "board", json!({ "flip": below })).await;
            assert_eq!(top(&asked) == black, !below, "{wanted} {}", who.0);
            let pressed = people.press(who, &format!("v1:board:{game}")).await;
            assert_eq!(top(&pressed) == black, below, "{wanted} {}", who.0);
        }
    }
}

#[tokio::test]
async fn who_wants_letters_gets_no_picture() {
    for people in [Dialogue::new(), Dialogue::french()] {
        let game = people.started().await;
        let is_text =
            |said: &Said| said.png.is_empty() && said.text.contains("```") && said.text.chars().count() < 2000;
        for (who, style) in [(ADA, "text"), (BRUNO, "text"), (BRUNO, "picture")] {
            let said = people.command(who, "settings picture", json!({ "style": style })).await;
            assert_eq!(is_text(&said), style == "text", "{said:?}");
        }
        let entry = people.press(ADA, &format!("v1:move:{game}:0")).await;
        let arrows = people.choose(ADA, entry.control("from"), "a1").await;
        let preview = people.press_private(ADA, arrows.control("dir")).await;
        let played = people.press_private(ADA, preview.control("play")).await;
        let stale = people.press(ADA, &format!("v1:move:{game}:0")).await;
        let rules = people.command(ADA, "rules", json!({})).await;
        for said in [&entry, &arrows, &preview, &played, &stale, &rules, &board(&people, ADA).await] {
            assert!(is_text(said), "{said:?}");
        }
        assert!(entry.verbs().contains(&"from") && played.verbs() == ["board"] || played.verbs() == ["flip"]);
        let asked = people.command(ADA, "board", json!({ "style": "picture" })).await;
        assert!(!is_text(&asked) && !asked.png.is_empty(), "a picture that is asked for comes: {asked:?}");
        assert!(!is_text(&board(&people, BRUNO).await));
        let (public, _) = people.notice(game, 2, Notice::Board { ply: 1 }).await.expect("words");
        assert!(!is_text(&public), "everybody sees the picture");
        let (own, mentioned) = people.notice_to(Some(ADA), game, 2, Notice::Board { ply: 1 }).await.expect("words");
        assert!(is_text(&own) && own.controls == public.controls && mentioned == [BRUNO], "{own:?}");
    }
}

#[tokio::test]
async fn choices_that_do_not_read_stop_no_game() {
    let people = Dialogue::new();
    people.started().await;
    people.store.tamper_preferences(ADA, "{\"theme\":");
    for command in ["settings show", "settings picture"] {
        let said = people.command(ADA, command, json!({ "theme": "slate" })).await;
        assert_eq!(said.text, Language::English.say("error-internal", &[]), "{command}");
    }
    assert_eq!(page(&people.command(ADA, "move", json!({ "move": "a1b2" })).await), WOOD);
}

#[tokio::test]
async fn all_settings_are_listed() {
    let people = Dialogue::new();
    people.command(ADA, "settings picture", json!({ "coordinates": "hidden", "orientation": "own" })).await;
    let said = people.command(ADA, "settings show", json!({})).await;
    for part in ["here **Wood**", "**hidden**", "**always your marbles**", "**pictures**", "/settings picture"] {
        assert!(said.text.contains(part), "{part}: {said:?}");
    }
    let said = people.command_as(ADA, Some(MANAGER), "setup show", json!({})).await;
    assert!(said.text.contains("**Wood**") && said.text.contains("**shown**"), "{said:?}");
}
