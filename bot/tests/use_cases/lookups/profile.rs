//! `/profile show`: results and reliability of players.

use games::alarms::{self, AlarmOutcome};
use games::challenges::NewChallenge;
use games::reliability;

use crate::use_cases::support::{ADA, BOT, BRUNO, CHLOE, Harness, person};

/// Ada and Bruno finish `count` games by Bruno's resignation or Ada's loss on time.
async fn finish(harness: &Harness, count: usize, on_time: bool) {
    for _ in 0..count {
        let game = harness.started().await;
        if on_time {
            harness.wait(73);
            assert_eq!(alarms::run_alarm(&harness.games, game).await.expect("sound"), AlarmOutcome::TimedOut);
        } else {
            harness.resign(game, BRUNO).await;
        }
    }
}

#[tokio::test]
async fn a_profile_shows_results_and_reliability() {
    let harness = Harness::new();
    let own = harness.say(ADA, "profile show").await;
    own.privately().says_all(&["not enough games yet", "No finished games yet"]);
    finish(&harness, 2, false).await;
    finish(&harness, 1, true).await;
    harness.started().await;
    let of_ada = harness.say(CHLOE, "profile show user:1").await.text;
    assert_eq!(
        of_ada,
        "**<@1>**\n• Reliability: **64%** (games not lost on time; recent games count more)\n\
         • 3 finished games: 2 won, 1 lost, 0 drawn\n• 1 game in progress\n• By color: Black +2 −1\n\
         • By layout: Standard +2 −1\n• Last game lost, best streak of wins 2\n**Last games**\n\
         1. Lost to <@2> · Abalone · <t:1700262800:d>\n2. Won against <@2> · Abalone · <t:1700000000:d>\n\
         3. Won against <@2> · Abalone · <t:1700000000:d>"
    );
    let own = harness.say(BRUNO, "profile show").await.text;
    assert!(own.contains("**100%**") && own.contains("1 won, 2 lost"), "{own}");
    let wrong = harness.say(ADA, "profile show user:nobody").await;
    assert!(!wrong.text.contains('%'), "{}", wrong.text);
}

#[tokio::test]
async fn a_profile_shows_openings_pace_colors_and_games_against_somebody() {
    let harness = Harness::new();
    for layout in ["belgian-daisy", "belgian-daisy", "german-daisy"] {
        let game = harness.started_as(&format!("abalone layout={layout}"), "days:3").await;
        for _ in 0..6 {
            harness.wait(5);
            let replayed = harness.games.load(game, None).await.expect("readable");
            let user = replayed.record.on_turn().expect("somebody").player.person().expect("a person");
            harness.plays(game, user, &replayed.any_game.legal_moves()[0]).await;
        }
        harness.resign(game, ADA).await;
    }
    harness.wait(1);
    let game = harness.started_as("notalone", "days:3").await;
    harness.resign(game, BRUNO).await;
    let profile = harness.say(CHLOE, "profile show user:1 against:2").await;
    for part in [
        "• By game: Abalone +0 −3 · Notalone +1 −0",
        "• By layout: Belgian Daisy +0 −2 · German Daisy +0 −1",
        "• Last game won, best streak 1",
        "×2 (Belgian Daisy)",
        "• Against <@2>: 4 finished games, 1 won, 3 lost, 0 drawn",
    ] {
        assert!(profile.text.contains(part), "{part}: {profile:?}");
    }
    assert!(!profile.text.contains("Usually moves"), "few moves: {profile:?}");
    assert_eq!(
        profile.labels,
        ["Replay 1 · person 2", "Replay 2 · person 2", "Replay 3 · person 2", "Replay 4 · person 2"]
    );
    let replay = harness.press_private(CHLOE, profile.control("replay")).await;
    replay.drawn();
    let of_bruno = harness.say(BRUNO, "profile show").await;
    of_bruno.says("• Last game lost, best streak of wins 3");
    for options in [format!("user:{}", BOT.0), format!("against:{}", BOT.0)] {
        let of_bot = harness.say(ADA, &format!("profile show {options}")).await;
        assert_eq!(of_bot.text, "Bots have no profile. Choose a person.");
    }
    let alone = harness.say(ADA, "profile show against:1").await;
    alone.says("Choose another player to compare with");
    let new = NewChallenge { challenger: person(CHLOE), ..harness.new_challenge() };
    let lost = harness.challenge(new).await;
    harness.accept(lost).await.expect("accepted");
    harness.resign(lost, CHLOE).await;
    let of_chloe = harness.say(CHLOE, "profile show").await;
    of_chloe.says("• Last game lost\n");
    let stranger = harness.say(ADA, "profile show against:3").await;
    stranger.says("• Against <@3>: no finished games");
}

#[tokio::test]
async fn losses_on_time_on_the_same_day_count_once() {
    let harness = Harness::new();
    finish(&harness, 2, false).await;
    let games = [harness.started().await, harness.started().await, harness.started().await];
    harness.wait(73);
    for game in games {
        assert_eq!(alarms::run_alarm(&harness.games, game).await.expect("sound"), AlarmOutcome::TimedOut);
    }
    let finished = harness.store.finished_of(ADA, 9).await.expect("readable");
    assert_eq!(finished.iter().filter(|end| end.game.is_excused).count(), 2);
    assert_eq!(
        reliability::reliability_of(&harness.games, ADA).await.expect("readable"),
        Some(64),
        "as if one of three"
    );
    assert_eq!(reliability::reliability_of(&harness.games, BRUNO).await.expect("readable"), Some(100));
    finish(&harness, 1, true).await;
    assert!(
        reliability::reliability_of(&harness.games, ADA).await.expect("readable") < Some(64),
        "three days later it counts again"
    );
}

#[tokio::test]
async fn a_challenge_shows_known_reliability() {
    let harness = Harness::new();
    let offer = harness.offered().await;
    let words = harness.say(BRUNO, &format!("board game:{offer}")).await.text;
    assert!(!words.contains("Reliability"), "{words}");
    harness.withdraw(offer, ADA).await.expect("withdrawn");
    finish(&harness, 3, true).await;
    let offer = harness.offered().await;
    let words = harness.say(BRUNO, &format!("board game:{offer}")).await.text;
    assert!(words.contains("• Reliability: <@1> 0%, <@2> 100%"), "{words}");
}
