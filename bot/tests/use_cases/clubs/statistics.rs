//! `/profile statistics`, and ladders in a profile.

use bot::features::resign;
use clubs::ladders::{LadderChallenge, players, sync};
use clubs::statistics;
use clubs::store::Clubs as _;
use games::challenges;
use games::domain::{GameId, GuildId, Origin, UserId};
use serde_json::json;

use crate::use_cases::support::fixture::{ADA, BRUNO, CHANNEL, CHLOE, Fixture, person};
use crate::use_cases::support::harness::Harness;

const MANAGER: Option<u64> = Some(1 << 5);

/// Bruno resigns after two moves.
async fn finish(fixture: &Fixture, setup: &str) -> GameId {
    let game = fixture.started_as(setup, "days:3").await;
    fixture.play_all(game, &["a1b2", "i9h8"]).await;
    resign::resign(&fixture.games, fixture.request(), game, BRUNO, None).await.expect("resigned");
    game
}

#[tokio::test]
async fn a_server_sees_what_is_played_in_it() {
    let harness = Harness::new();
    let none = harness.command(ADA, "profile statistics", json!({})).await;
    assert!(none.private && none.text.starts_with("No games have been finished on this server yet."), "{none:?}");
    let direct = harness.command_as(ADA, None, "profile statistics", json!({})).await;
    assert!(direct.text.starts_with("This command is for servers."), "{direct:?}");

    for setup in ["abalone", "abalone sprint=25", "abalone"] {
        finish(&harness, setup).await;
        harness.wait(7 * 24);
    }
    harness.wait(14 * 24);
    let game = harness.started_as("abalone layout=belgian-daisy", "days:3").await;
    resign::resign(&harness.games, harness.request(), game, ADA, None).await.expect("resigned");
    assert_eq!(statistics::tally_games(&harness.games).await.expect("counted"), 4);
    assert_eq!(statistics::tally_games(&harness.games).await.expect("counted"), 0, "once");
    let shown = harness.command(CHLOE, "profile statistics", json!({})).await;
    assert_eq!(
        shown.text,
        "**Statistics of this server**\n• **4** finished games\n• **6** moves\n• **2** players\n\
         • Most played: Standard 3 · Belgian Daisy 1\n• Most active: <@1> 4 · <@2> 4\n\
         • This week: 1 finished game"
    );
    assert!(!shown.png.is_empty(), "{shown:?}");
    // A week without a game counts as one.
    assert!(
        shown.alt.starts_with("Finished games per week. 1 (2023-11-13) … 1 (2023-12-24), min 0, max 1"),
        "{shown:?}"
    );
    let french = harness.in_french();
    let shown = french.command(CHLOE, "profile statistics", json!({})).await;
    assert!(shown.text.starts_with("**Statistiques de ce serveur**"), "{shown:?}");
}

#[tokio::test]
async fn a_profile_shows_ladders_and_honors() {
    let harness = Harness::new();
    let plain = harness.command(ADA, "profile show", json!({})).await;
    assert!(!plain.text.contains("Ladder") && !plain.text.contains("Honors"), "{plain:?}");
    let options = json!({ "name": "Club *one*", "preset": "leapfrog" });
    let made = harness.command_as(CHLOE, MANAGER, "organize ladder create", options).await;
    assert!(made.text.contains("is open"), "{made:?}");
    for user in [ADA, BRUNO] {
        harness.command(user, "ladder join", json!({})).await;
    }
    let of =
        async |user: UserId| harness.command(CHLOE, "profile show", json!({ "user": user.0.to_string() })).await.text;
    let ada = of(ADA).await;
    assert!(ada.contains("• Ladder Club \\*one\\*: place **1**, best place 1"), "{ada}");
    assert!(!ada.contains("Honors"), "nobody has played for it yet: {ada}");
    let ladder = harness.store.clubs().ladders_of(GuildId(9)).await.expect("readable")[0].ladder_id;
    let challenge = LadderChallenge {
        request: harness.request(),
        ladder,
        challenger: person(BRUNO),
        defender: ADA,
        defender_name: None,
        origin: Origin { guild_id: Some(GuildId(9)), channel_id: CHANNEL },
    };
    let (_, done) = players::challenge(&harness.games, challenge).await.expect("allowed");
    let game = done.replayed.record.game.game_id;
    challenges::accept(&harness.games, harness.request(), game, person(ADA)).await.expect("accepted");
    resign::resign(&harness.games, harness.request(), game, BRUNO, None).await.expect("resigned");
    sync::update_ladder(&harness.games, ladder).await.expect("followed");
    assert!(
        of(ADA).await.contains("• Ladder Club \\*one\\*: place **1**, best place 1\n• Honors: led the ladder Club")
    );
    let bruno = of(BRUNO).await;
    assert!(
        bruno.contains("• Ladder Club \\*one\\*: place **2**, best place 2") && !bruno.contains("Honors"),
        "{bruno}"
    );
    let asked = harness.command(ADA, "ladder leave", json!({})).await;
    harness.press_private(ADA, asked.control("ladder-leave!")).await;
    let ada = of(ADA).await;
    assert!(ada.contains("• Ladder Club \\*one\\*: best place 1\n• Honors: led"), "{ada}");
    assert!(of(BRUNO).await.contains("place **1**, best place 1"));
    let elsewhere = harness.command_as(CHLOE, None, "profile show", json!({ "user": "1" })).await;
    assert!(!elsewhere.text.contains("Ladder"), "{elsewhere:?}");
    for _ in 0..4 {
        finish(&harness, "abalone").await;
    }
    assert!(of(ADA).await.contains("led the ladder Club \\*one\\* · 5 wins in a row"), "{}", of(ADA).await);
}
