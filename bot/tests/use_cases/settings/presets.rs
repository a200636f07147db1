//! Challenges saved by name.

use bot::features::presets;
use games::GameError;
use games::domain::people::preset::{MOST_OWN_PRESETS, MOST_SERVER_PRESETS};
use games::domain::{Organizer, UserId};

use crate::refused;
use crate::use_cases::support::{ADA, BRUNO, Harness, SentMessage};

const MANAGE_GUILD: u64 = 1 << 5;

async fn challenge(harness: &Harness, who: UserId, options: &str) -> SentMessage {
    harness.say(who, &format!("challenge user:3 {options}")).await
}

/// Setup and pace of this person's last offer.
async fn newest(harness: &Harness, who: UserId) -> (String, String) {
    let game = harness.store.newest_of(who).await.expect("readable").expect("there");
    harness.wait(1);
    (game.setup.to_string(), game.time_control.to_string())
}

#[tokio::test]
async fn a_challenge_is_repeated_as_the_newest_game_with_another_opponent_or_for_anybody() {
    let harness = Harness::new();
    let none = challenge(&harness, ADA, "game:last").await;
    assert_eq!(none.text, "You haven't played or offered a game yet.");
    let first = harness.challenge_in_form(ADA, "user:2 sprint:25 pace:days:5", &[("pauses", "weekends=pause")]).await;
    first.begins("Your challenge to <@2>");
    let terms = newest(&harness, ADA).await;
    assert_eq!(terms, ("abalone sprint=25".to_owned(), "days:5 weekends=pause".to_owned()));
    challenge(&harness, ADA, "game:Last").await.begins("Your challenge to <@3>");
    assert_eq!(newest(&harness, ADA).await, terms);
    harness.say(ADA, "seek game:last").await.begins("Your open challenge");
    assert_eq!(newest(&harness, ADA).await, terms);
}

#[tokio::test]
async fn pace_pauses_and_color_go_with_a_preset_and_the_options_of_the_game_do_not() {
    let prepare = async || {
        let harness = Harness::new();
        harness.challenge_in_form(ADA, "user:3 sprint:25 pace:days:5", &[("pauses", "weekends=pause")]).await;
        harness.wait(1);
        harness
    };
    for (options, pauses, pace) in [
        ("game:last pace:days:2", None, "days:2 weekends=pause"),
        ("game:last", Some("vacation=off"), "days:5 vacation=off"),
        ("game:last", Some("default"), "days:5"),
        ("game:last color:white", None, "days:5 weekends=pause"),
    ] {
        for in_form in [pauses.is_some(), true] {
            let harness = prepare().await;
            let options = format!("user:3 {options}");
            let menus: Vec<(&str, &str)> = pauses.iter().map(|pauses| ("pauses", *pauses)).collect();
            let sent = if in_form {
                harness.challenge_in_form(ADA, &options, &menus).await
            } else {
                harness.say(ADA, &format!("challenge {options}")).await
            };
            sent.begins("Your challenge to");
            assert_eq!(newest(&harness, ADA).await, ("abalone sprint=25".to_owned(), pace.to_owned()));
        }
    }
    let harness = prepare().await;
    for options in [
        "game:last sprint:20",
        "game:last layout:standard",
        "game:last options:crown=on",
        "game:last options:crown=on more:true",
    ] {
        let refused = challenge(&harness, ADA, options).await;
        refused.begins("A preset already sets the game.");
    }
}

#[tokio::test]
async fn a_preset_is_saved_offered_used_and_removed() {
    let harness = Harness::new();
    let own = async |options| harness.say(ADA, &format!("settings presets {options}")).await.text;
    assert!(own("").await.starts_with("You have no presets."));
    assert_eq!(own("save:x").await, "You haven't played or offered a game yet.");
    harness.say(ADA, "seek layout:random pace:days:7").await;
    harness.wait(1);
    let saved = own("save:  My   `chaos` ").await;
    assert!(saved.starts_with("Saved as `My ˋchaosˋ`.\n**Presets**"), "{saved}");
    let line = "• `My ˋchaosˋ` · Abalone · Layout: **Random, symmetric** · Pace: **7 days** per move";
    assert!(saved.contains(line), "{saved}");
    assert!(own("save:last").await.starts_with("A preset's name has 1 to"));
    let offered = harness.complete(ADA, "challenge game:").await;
    let values: Vec<&str> = offered.iter().map(|(_, value)| value.as_str()).collect();
    let games: Vec<&str> = rules::registry::names().collect();
    assert_eq!(values, [games.as_slice(), &["last", "My `chaos`"]].concat());
    assert!(offered.iter().all(|(label, _)| !label.contains("choice-")), "each game has its words: {offered:?}");
    assert_eq!(offered[games.len()].0, "same as your last game");
    assert_eq!(harness.complete(BRUNO, "seek game:chaos").await, []);

    // Its random layout is new each time.
    let sent = challenge(&harness, ADA, "game:my `CHAOS`").await;
    sent.begins("Your challenge to");
    let (setup, pace) = newest(&harness, ADA).await;
    assert!(setup.starts_with("abalone layout=random seed="), "{setup}");
    assert_eq!(pace, "days:7");
    let others = challenge(&harness, BRUNO, "game:my `chaos`").await;
    assert_eq!(others.text, "There's no game or preset with that name. Choose one from the list.");

    let offered = harness.complete(ADA, "settings presets remove:my").await;
    assert_eq!(offered.len(), 1);
    assert!(own("remove:nothing").await.starts_with("There's no game or preset"));
    assert!(own("save:my `Chaos`").await.starts_with("`my ˋChaosˋ` replaced."));
    let removed = own("remove:my `chaos`").await;
    assert!(removed.starts_with("`my ˋChaosˋ` removed.\nYou have no presets."), "{removed}");
}

#[tokio::test]
async fn presets_of_a_server_are_for_all_and_changed_by_its_managers() {
    let harness = Harness::new();
    challenge(&harness, ADA, "sprint:30").await;
    let setup =
        async |who, rights, options: &str| harness.say_as(who, rights, &format!("setup presets {options}")).await.text;
    assert!(setup(ADA, MANAGE_GUILD, "").await.starts_with("This server has no presets."));
    assert!(setup(ADA, 0, "save:club").await.contains("manage"));
    assert!(setup(ADA, MANAGE_GUILD, "save:Club").await.contains("• `Club` · Abalone"));
    let offered = harness.complete(BRUNO, "seek game:cl").await;
    assert_eq!(offered, [("Club".to_owned(), "Club".to_owned())]);
    let sent = harness.say(BRUNO, "seek game:club").await;
    sent.begins("Your open challenge");
    assert_eq!(newest(&harness, BRUNO).await.0, "abalone sprint=30");
    assert!(
        setup(ADA, MANAGE_GUILD, "remove:club")
            .await
            .ends_with("This server has no presets. `/setup presets save:` saves your last game or challenge as one.")
    );
}

#[tokio::test]
async fn what_was_offered_last_is_kept_also_after_its_withdrawal() {
    let harness = Harness::new();
    let sent = challenge(&harness, ADA, "sprint:22 rated:false").await;
    harness.press_private(ADA, sent.control("withdraw")).await;
    let saved = harness.say(ADA, "settings presets save:quick").await.text;
    assert!(
        saved.starts_with("Saved as `quick`.") && saved.contains("22 moves") && saved.ends_with("casual"),
        "{saved}"
    );
    let again = challenge(&harness, ADA, "game:quick").await;
    again.begins("Your challenge to");
    assert_eq!(newest(&harness, ADA).await.0, "abalone sprint=22");
}

#[tokio::test]
async fn presets_are_limited() {
    let harness = Harness::new();
    harness.offered().await;
    for number in 0..MOST_OWN_PRESETS {
        presets::save_preset(&harness.games, ADA, &format!("own {number}")).await.expect("saved");
    }
    refused!(presets::save_preset(&harness.games, ADA, "more").await, GameError::Preset(_));
    presets::save_preset(&harness.games, ADA, "OWN 3").await.expect("replaced");
    let by = || Organizer { request: harness.request(), guild: games::domain::GuildId(9), user: ADA, reason: None };
    for number in 0..MOST_SERVER_PRESETS {
        presets::save_server_preset(&harness.games, &by(), &format!("club {number}")).await.expect("saved");
    }
    refused!(presets::save_server_preset(&harness.games, &by(), "more").await, GameError::Preset(_));
    let offered = harness.complete(ADA, "seek game:").await;
    assert_eq!(offered.len(), 25);
}
