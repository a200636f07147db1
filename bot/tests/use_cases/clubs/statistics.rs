//! `/profile statistics`, and ladders in a profile.

use super::*;
use clubs::statistics;

/// Bruno resigns after two moves.
async fn finish(fixture: &Fixture, setup: &str) {
    let game = fixture.started_as(setup, "days:3").await;
    fixture.play_all(game, &["a1b2", "i9h8"]).await;
    fixture.resign(game, BRUNO).await;
}

#[tokio::test]
async fn a_server_sees_what_is_played_in_it() {
    let harness = Harness::new();
    harness.say(ADA, "profile statistics").await.privately().begins("No games have been finished on this server yet.");
    harness.say_directly(ADA, "profile statistics").await.begins("This command is for servers.");

    for setup in ["abalone", "abalone sprint=25", "abalone"] {
        finish(&harness, setup).await;
        harness.wait(7 * 24);
    }
    harness.wait(14 * 24);
    let game = harness.started_as("abalone layout=belgian-daisy", "days:3").await;
    harness.resign(game, ADA).await;
    assert_eq!(statistics::tally_games(&harness.games).await.expect("counted"), 4);
    assert_eq!(statistics::tally_games(&harness.games).await.expect("counted"), 0, "once");
    let answer = harness.say(CHLOE, "profile statistics").await;
    answer.reads(
        "**Statistics of this server**\n• **4** finished games\n• **6** moves\n• **2** players\n\
         • Most played: Standard 3 · Belgian Daisy 1\n• Most active: <@1> 4 · <@2> 4\n\
         • This week: 1 finished game",
    );
    assert!(!answer.png.is_empty(), "{answer:?}");
    // A week without a game counts as one.
    let alt = "Finished games per week. 1 (13 Nov 2023) … 1 (24 Dec 2023), min 0, max 1";
    assert!(answer.alt.starts_with(alt), "{answer:?}");
    harness.in_french().say(CHLOE, "profile statistics").await.begins("**Statistiques de ce serveur**");
}

#[tokio::test]
async fn a_profile_shows_ladders_and_honors() {
    let harness = Harness::new();
    harness.say(ADA, "profile show").await.omits("Ladder").omits("Honors");
    harness
        .say_as(CHLOE, MANAGES_SERVER, "organize ladder create name:Club *one* preset:leapfrog")
        .await
        .says("is open");
    for user in [ADA, BRUNO] {
        harness.say(user, "ladder join").await;
    }
    let of = async |user: UserId| harness.say(CHLOE, &format!("profile show user:{}", user.0)).await;
    // Nobody has played for honors yet.
    of(ADA).await.says("• Ladder Club \\*one\\*: place **1**, best place 1").omits("Honors");
    let ladder = harness.ladders().await[0].ladder_id;
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
    harness.accept_by(game, ADA).await.expect("accepted");
    harness.resign(game, BRUNO).await;
    sync::update_ladder(&harness.games, ladder).await.expect("followed");
    of(ADA).await.says("• Ladder Club \\*one\\*: place **1**, best place 1\n• Honors: led the ladder Club");
    of(BRUNO).await.says("• Ladder Club \\*one\\*: place **2**, best place 2").omits("Honors");
    let question = harness.say(ADA, "ladder leave").await;
    harness.press_private(ADA, question.control("ladder-leave!")).await;
    of(ADA).await.says("• Ladder Club \\*one\\*: best place 1\n• Honors: led");
    of(BRUNO).await.says("place **1**, best place 1");
    harness.say_directly(CHLOE, "profile show user:1").await.omits("Ladder");
    for _ in 0..4 {
        finish(&harness, "abalone").await;
    }
    of(ADA).await.says("led the ladder Club \\*one\\* · 5 wins in a row");
}
