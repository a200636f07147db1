//! Limits per person: too frequent requests are refused, with the time of the next permitted one.

use std::sync::Arc;

use base::clock::ManualUptime;
use bot::features::resign;
use games::Rates;
use games::domain::UserId;

use crate::use_cases::support::{ADA, BRUNO, CHLOE, Fixture, Harness, SentMessage};

fn harness(rates: Rates) -> Harness {
    Harness::over(Fixture::new().hosted(|settings| settings.rates = rates))
}

async fn challenge(harness: &Harness, to: UserId) -> SentMessage {
    harness.say(ADA, &format!("challenge user:{}", to.0)).await
}

/// Challenges and withdraws.
async fn cycle(harness: &Harness, to: UserId) -> SentMessage {
    let sent = challenge(harness, to).await;
    sent.begins("Your challenge to");
    harness.press_private(ADA, sent.control("withdraw")).await
}

#[tokio::test]
async fn withdrawn_challenges_count() {
    let harness = harness(Rates { challenges_per_hour: 3, ..Rates::UNLIMITED });
    for to in [BRUNO, CHLOE, BRUNO] {
        cycle(&harness, to).await;
    }
    harness.notices().await;
    let refused = challenge(&harness, CHLOE).await;
    refused.privately().begins("You've sent a lot of challenges.");
    // One token returns after a third of an hour.
    let at = harness.clock_now().0 / 1000 + 20 * 60;
    let names_time = |seconds: i64| refused.text.contains(&format!("<t:{}:R>", at + seconds));
    assert!((-5..=1).any(names_time), "{refused:?}");
    assert_eq!(harness.notices().await, [], "nobody is mentioned");
    // Requests refused for another reason cost nothing, and others may continue.
    let other = harness.say(BRUNO, &format!("challenge user:{}", ADA.0)).await;
    other.begins("Your challenge to");
}

#[tokio::test]
async fn a_challenge_that_is_refused_costs_nothing() {
    let harness = harness(Rates { challenges_per_hour: 1, challenges_to_one_per_hour: 1, ..Rates::UNLIMITED });
    for _ in 0..3 {
        let typo = format!("user:{} layout:no such layout", BRUNO.0);
        let refused = harness.say(ADA, &format!("challenge {typo}")).await;
        refused.omits("You've sent a lot of");
    }
    cycle(&harness, BRUNO).await;
}

#[tokio::test]
async fn challenges_to_one_person_have_a_limit_of_their_own() {
    let harness = harness(Rates { challenges_to_one_per_hour: 2, ..Rates::UNLIMITED });
    cycle(&harness, BRUNO).await;
    cycle(&harness, BRUNO).await;
    let refused = challenge(&harness, BRUNO).await;
    refused.begins("You've challenged <@2> many times.");
    cycle(&harness, CHLOE).await;
}

#[tokio::test]
async fn a_rematch_counts_as_a_challenge() {
    let harness = harness(Rates { challenges_per_hour: 1, ..Rates::UNLIMITED });
    let game = harness.started().await;
    resign::resign(&harness.games, harness.request(), game, BRUNO, None).await.expect("resigned");
    let refused = harness.press(ADA, &format!("v1:rematch:{game}")).await;
    refused.begins("You've sent a lot of challenges");
}

#[tokio::test]
async fn lookups_have_a_limit_of_their_own() {
    let harness = harness(Rates { lookups_per_minute: 3, ..Rates::UNLIMITED });
    let game = harness.started().await;
    for name in ["game replay", "game history", "game export"] {
        let reply = harness.say(ADA, name).await;
        reply.omits("You've asked for a lot of");
    }
    for verb in ["replay", "history", "record"] {
        let refused = harness.press(ADA, &format!("v1:{verb}:{game}")).await;
        refused.privately().begins("You've asked for a lot of replays");
    }
    let moved = harness.type_move(ADA, "a1b2").await;
    moved.begins("You played");
}

#[tokio::test]
async fn one_person_can_do_so_much_and_others_as_much() {
    let fixture = Fixture::new().hosted(|settings| {
        settings.rates = Rates { interactions_per_minute: 5, ..Rates::UNLIMITED };
    });
    let uptime = Arc::new(ManualUptime::default());
    let harness = Harness::over(fixture.with_uptime(&uptime));
    let is_allowed = async |who| {
        let reply = harness.say(who, "help").await;
        let refusal = format!("That was a lot at once. Try again <t:{}:R>.", harness.clock_now().0 / 1000 + 12);
        assert!(reply.private && (reply.text == refusal || reply.text.starts_with("**Abalone")), "{reply:?}");
        reply.text != refusal
    };
    for _ in 0..5 {
        assert!(is_allowed(ADA).await);
    }
    assert!(!is_allowed(ADA).await && is_allowed(BRUNO).await);
    // Autocomplete has a bucket of its own.
    harness.started().await;
    let offered = async || harness.complete(ADA, "move move:a1").await.len();
    for _ in 0..5 {
        assert!(offered().await > 0);
    }
    assert_eq!(offered().await, 0);
    uptime.advance(12_000);
    assert!(is_allowed(ADA).await && !is_allowed(ADA).await);
    assert!(offered().await > 0);
}

/// Twenty games, each answered with the menu: marble, direction, play.
#[tokio::test]
async fn the_default_limits_leave_ordinary_play_alone() {
    let config = bot::config::Config::load(None).expect("the defaults load");
    let rates = config.settings().rates;
    let fixture = Fixture::new().hosted(|settings| settings.rates = rates);
    let harness = Harness::over(fixture.hosted(|settings| settings.max_open = 100));
    for _ in 0..20 * 3 {
        harness.games.check_rate(ADA, games::Limited::Interactions).expect("ordinary play");
    }
    let moves = ["a1b2", "i9h8", "d4c3", "f6g7", "a2b3"];
    let game = harness.started().await;
    for (number, text) in moves.into_iter().enumerate() {
        let who = if number % 2 == 0 { ADA } else { BRUNO };
        let moved = harness.type_move(who, text).await;
        assert!(moved.text.starts_with("You played"), "{game}: {moved:?}");
    }
}
