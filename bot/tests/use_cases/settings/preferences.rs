//! Settings of players and servers, and their scope.

use bot::localization::Language;
use games::domain::{Notice, Preferences, UserId};
use serde_json::json;

use crate::use_cases::support::{ADA, BRUNO, CHLOE, Harness, SentMessage};

/// Discord's permission bits: administrator, manage the server; and everyone's, view and send.
const ADMINISTRATOR: u64 = 8;
const MANAGER: u64 = 32;
const EVERYBODY: u64 = 1 << 10 | 1 << 11;

/// The color of the corner of a picture.
fn page(reply: &SentMessage) -> [u8; 3] {
    let picture = image::load_from_memory(&reply.png).unwrap_or_else(|error| panic!("{error}: {reply:?}")).to_rgb8();
    picture.get_pixel(3, 3).0
}

const WOOD: [u8; 3] = [0x1f, 0x20, 0x25];
const SLATE: [u8; 3] = [0x1b, 0x1d, 0x23];
const PAPER: [u8; 3] = [0xff, 0xff, 0xff];

async fn board(harness: &Harness, who: UserId) -> SentMessage {
    harness.say(who, "board").await
}

/// A player who only uses buttons relies on the arrows, which must match the picture above them.
#[tokio::test]
async fn arrows_on_buttons_point_as_on_the_picture() {
    let (harness, game) = Harness::with_game().await;
    let entry = format!("v1:move:{game}");
    let first = harness.press(ADA, &format!("{entry}:0")).await;
    let black = harness.choose(ADA, first.control("from"), "a1").await;
    assert!(black.labels.contains(&"↗ a1+b2+c3".to_owned()), "{black:?}");
    harness.plays(game, ADA, "a1b2").await;
    // Bruno's own marbles are at the bottom, unless he wants it as in the thread.
    for (chosen, arrow) in [("default", "↗ h4+i5"), ("own", "↗ h4+i5"), ("black", "↙ h4+i5")] {
        harness.say(BRUNO, &format!("settings picture orientation:{chosen}")).await;
        let first = harness.press(BRUNO, &format!("{entry}:1")).await;
        let white = harness.choose(BRUNO, first.control("from"), "i5").await;
        assert!(white.labels.contains(&arrow.to_owned()), "{white:?}");
    }
}

#[tokio::test]
async fn boards_use_the_theme_of_their_reader() {
    let (harness, game) = Harness::with_game().await;
    let reply = harness.say(ADA, "settings picture theme:paper").await;
    assert!(reply.private && reply.text.contains("**Paper**") && page(&reply) == PAPER, "{reply:?}");
    // Every board that only she sees …
    assert_eq!(page(&board(&harness, ADA).await), PAPER);
    let entry = harness.press(ADA, &format!("v1:move:{game}:0")).await;
    assert_eq!(page(&entry), PAPER);
    let arrows = harness.choose(ADA, entry.control("from"), "a1").await;
    assert_eq!(page(&arrows), PAPER);
    assert_eq!(page(&harness.press_private(ADA, arrows.control("dir")).await), PAPER);
    assert_eq!(page(&harness.say(ADA, "rules").await), PAPER);
    assert_eq!(page(&harness.type_move(ADA, "a1b2").await), PAPER);
    assert_eq!(page(&harness.press(ADA, &format!("v1:move:{game}:0")).await), PAPER, "the one that has moved on, too");
    // … and no other person's.
    assert_eq!(page(&board(&harness, BRUNO).await), WOOD);
    let (public, _) = harness.notice(game, 2, Notice::Board { ply: 1 }).await.expect("words");
    assert_eq!(page(&public), WOOD);

    let reply = harness.say(ADA, "settings picture theme:default").await;
    assert!(reply.text.contains("set by the server or the host") && page(&reply) == WOOD, "{reply:?}");
    assert_eq!(harness.store.preferences(ADA).await.expect("reads"), Preferences::default());
}

#[tokio::test]
async fn the_server_theme_applies_to_players_without_their_own() {
    let (harness, game) = Harness::with_game().await;
    harness.plays(game, ADA, "a1b2").await;
    harness.say(BRUNO, "settings picture theme:paper").await;
    let reply = harness.say_as(ADA, MANAGER, "setup picture theme:slate").await;
    assert!(reply.private && reply.text.contains("**Slate**") && page(&reply) == SLATE, "{reply:?}");
    let (public, _) = harness.notice(game, 2, Notice::Board { ply: 1 }).await.expect("words");
    assert_eq!(page(&public), SLATE);
    assert_eq!(page(&board(&harness, ADA).await), SLATE);
    assert_eq!(page(&board(&harness, BRUNO).await), PAPER);
    // In direct messages each reads their own.
    for (user, color) in [(ADA, SLATE), (BRUNO, PAPER)] {
        let notice = harness.notice_to(Some(user), game, 2, Notice::Board { ply: 1 }).await;
        assert_eq!(page(&notice.expect("words").0), color);
    }
    let reply = harness.say_as(CHLOE, ADMINISTRATOR, "setup picture theme:default").await;
    reply.says("**Wood**, set by the host");
    assert_eq!(page(&board(&harness, ADA).await), WOOD);
}

#[tokio::test]
async fn a_sample_in_words_stands_apart_from_what_was_chosen() {
    let harness = Harness::new();
    let reply = harness.say(ADA, "settings picture style:words").await;
    let (chosen, sample) = reply.text.split_once("\n\n").unwrap_or_else(|| panic!("one part: {reply:?}"));
    assert!(chosen.lines().count() == 5 && sample.contains("a1"), "{reply:?}");
}

#[tokio::test]
async fn only_server_managers_change_server_settings() {
    let harness = Harness::new();
    for command in ["setup show", "setup picture theme:slate", "setup thread"] {
        for rights in [0, EVERYBODY, !(ADMINISTRATOR | MANAGER)] {
            let reply = harness.say_as(ADA, rights, command).await;
            let no = Language::ENGLISH.localize("error-not-the-manager", &[]);
            assert_eq!((reply.text, reply.private), (no, true), "{command} {rights}");
        }
        let reply = harness.say_directly(ADA, command).await;
        assert_eq!(reply.text, Language::ENGLISH.localize("error-no-server", &[]));
    }
    assert_eq!(harness.store.guild(games::domain::GuildId(9)).await.expect("reads").theme, None);
}

#[tokio::test]
async fn orientation_own_puts_own_marbles_at_the_bottom() {
    let (harness, game) = Harness::with_game().await;
    harness.plays(game, ADA, "a1b2").await;
    let top =
        |reply: &SentMessage| reply.text.split("```").nth(1).and_then(|rows| rows.lines().nth(1)).map(str::to_owned);
    let flip = |reply: &SentMessage| {
        let turns = |id: &&String| id.starts_with("v1:board");
        reply.controls.iter().find(turns).expect("a button").clone()
    };
    let black = Some("    i  O O O O O".to_owned());
    for (wanted, ada_sees_black_below, bruno_does) in
        [("default", true, false), ("own", true, false), ("white", false, false), ("black", true, true)]
    {
        for (who, below) in [(ADA, ada_sees_black_below), (BRUNO, bruno_does)] {
            harness.say(who, &format!("settings picture orientation:{wanted} style:text")).await;
            let reply = board(&harness, who).await;
            assert_eq!(top(&reply) == black, below, "{wanted} {}: {reply:?}", who.0);
            // The button turns the board, and back.
            let turn = flip(&reply);
            let turned = harness.press_private(who, &turn).await;
            assert_eq!(top(&turned) == black, !below, "{wanted} {}: {turned:?}", who.0);
            let back = harness.press_private(who, &flip(&turned)).await;
            assert_eq!(top(&back) == black, below, "{wanted} {}", who.0);
            // A requested orientation counts, and the button below the public board requests none.
            let answer = harness.say(who, &format!("board flip:{below}")).await;
            assert_eq!(top(&answer) == black, !below, "{wanted} {}", who.0);
            let pressed = harness.press(who, &format!("v1:board:{game}")).await;
            assert_eq!(top(&pressed) == black, below, "{wanted} {}", who.0);
        }
    }
}

#[tokio::test]
async fn a_sample_follows_the_choice_of_board_and_marbles() {
    let harness = Harness::new();
    let reply = harness.say(ADA, "settings picture marbles:ocean").await;
    reply.says("Wood · Ocean");
    let slate = harness.choose(ADA, r#"v1:run:settings picture:{"theme":"?"}"#, "slate").await;
    assert!(slate.text.contains("Slate · Ocean") && page(&slate) == SLATE, "{slate:?}");
    let plain = harness.choose(ADA, r#"v1:run:settings picture:{"marbles":"?"}"#, "default").await;
    assert!(plain.text.contains("**Slate**") && plain.png != slate.png, "{plain:?}");
    let choice = harness.store.preferences(ADA).await.expect("reads");
    assert_eq!((choice.theme.as_deref(), choice.marbles), (Some("slate"), None));
    // A forged choice has no effect.
    harness.choose(ADA, r#"v1:run:settings picture:{"theme":"?"}"#, "glass").await;
    assert_eq!(harness.store.preferences(ADA).await.expect("reads").theme.as_deref(), Some("slate"));
}

#[tokio::test]
async fn names_of_cells_are_shown_to_those_who_want_them() {
    let harness = Harness::new();
    harness.started().await;
    let (plain, his) = (board(&harness, ADA).await, board(&harness, BRUNO).await);
    harness.say(ADA, "settings picture labels:coordinates").await;
    assert_ne!(board(&harness, ADA).await.png, plain.png);
    assert_eq!(board(&harness, BRUNO).await.png, his.png);
    harness.say(ADA, "settings picture labels:off").await;
    assert_eq!(board(&harness, ADA).await.png, plain.png);
}

#[tokio::test]
async fn the_last_move_can_be_repeated_in_its_direction() {
    let (harness, game) = Harness::with_game().await;
    harness.play_all(game, &["a1b2", "i9h8"]).await;
    let entry = harness.press(ADA, &format!("v1:move:{game}:2")).await;
    assert!(entry.labels.contains(&"Same direction: ↗ b2+c3+d4".to_owned()), "{entry:?}");
    let preview = harness.press_private(ADA, &format!("v1:dir:{game}:2:b2c3")).await;
    assert!(preview.verbs().contains(&"play"), "{preview:?}");
}

#[tokio::test]
async fn text_style_sends_no_picture() {
    for harness in [Harness::new(), Harness::french()] {
        let game = harness.started().await;
        let is_text = |reply: &SentMessage| {
            reply.png.is_empty() && reply.text.contains("```") && reply.text.chars().count() < 2000
        };
        for (who, style) in [(ADA, "text"), (BRUNO, "text"), (BRUNO, "picture")] {
            let reply = harness.say(who, &format!("settings picture style:{style}")).await;
            assert_eq!(is_text(&reply), style == "text", "{reply:?}");
        }
        let entry = harness.press(ADA, &format!("v1:move:{game}:0")).await;
        let arrows = harness.choose(ADA, entry.control("from"), "a1").await;
        let preview = harness.press_private(ADA, arrows.control("dir")).await;
        let played = harness.press_private(ADA, preview.control("play")).await;
        let stale = harness.press(ADA, &format!("v1:move:{game}:0")).await;
        let rules = harness.say(ADA, "rules").await;
        for reply in [&entry, &arrows, &preview, &played, &stale, &rules, &board(&harness, ADA).await] {
            assert!(is_text(reply), "{reply:?}");
        }
        assert!(entry.verbs().contains(&"from") && played.own_verbs()[0] == "board");
        let answer = harness.say(ADA, "board style:picture").await;
        assert!(!is_text(&answer) && !answer.png.is_empty(), "a picture that is asked for comes: {answer:?}");
        assert!(!is_text(&board(&harness, BRUNO).await));
        let (public, _) = harness.notice(game, 2, Notice::Board { ply: 1 }).await.expect("words");
        assert!(!is_text(&public), "everybody sees the picture");
        let (own, mentioned) = harness.notice_to(Some(ADA), game, 2, Notice::Board { ply: 1 }).await.expect("words");
        assert!(is_text(&own) && own.controls == public.controls && mentioned == [BRUNO], "{own:?}");
    }
}

#[tokio::test]
async fn every_setting_leads_to_the_others() {
    const MANAGES: u64 = 1 << 5;
    let harness = Harness::new();
    for section in ["show", "picture", "takeback", "moves", "clock", "reminders", "digest", "presets", "block"] {
        let reply = harness.say(ADA, &format!("settings {section}")).await;
        assert!(reply.controls.iter().any(|id| id == "v1:run:settings:{}"), "{section}: {reply:?}");
    }
    for section in ["show", "picture", "channels", "thread", "organizers", "presets"] {
        let reply = harness.say_as(ADA, MANAGES, &format!("setup {section}")).await;
        assert!(reply.controls.iter().any(|id| id == "v1:run:setup:{}"), "{section}: {reply:?}");
    }
    let role = json!({ "values": ["66"] });
    let choice = harness.use_as(ADA, MANAGES, r#"v1:run:setup organizers:{"role":"?"}"#, role.clone()).await;
    choice.says("<@&66>");
    let refused = harness.use_as(BRUNO, 0, r#"v1:run:setup organizers:{"role":"?"}"#, role).await;
    refused.omits("<@&66>");
    let reminders = harness.choose(ADA, r#"v1:run:settings reminders:{"where":"?"}"#, "none").await;
    assert!(reminders.updates && reminders.controls.iter().any(|id| id == "v1:run:settings:{}"), "{reminders:?}");
    let again = harness.choose(ADA, "v1:run:settings:{}", "reminders").await;
    assert_eq!(again.text, reminders.text);
}
