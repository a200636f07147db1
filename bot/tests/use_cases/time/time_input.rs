//! Typed days, times, hours and zones, and their autocomplete.

use games::domain::UserId;

use crate::use_cases::support::{ADA, Fixture, Harness};
use crate::use_cases::time::vacation::{day, harness_with_vacation};

fn french() -> Harness {
    Harness::over(Fixture::with_vacation(&[24, 3])).in_french()
}

async fn say(harness: &Harness, who: UserId, line: &str) -> String {
    let reply = harness.say(who, line).await;
    reply.privately();
    reply.text
}

// The fixture's clock starts at 2023-11-14, 22:13 in UTC: a Tuesday; 23:13 in Paris.

#[tokio::test]
async fn a_vacation_starts_on_the_named_day() {
    for (typed, from) in [("tomorrow", "2023-11-15"), ("2023-12-24 18h", "2023-12-24 18:00"), ("friday", "2023-11-17")]
    {
        let harness = harness_with_vacation();
        say(&harness, ADA, &format!("settings vacation start days:2 from:{typed}")).await;
        let vacations = harness.store.vacations_of(ADA).await.expect("readable");
        assert_eq!(vacations[0].span.from, day(from), "{typed}");
    }
    let harness = french();
    say(&harness, ADA, "settings clock zone:paris").await;
    say(&harness, ADA, "settings vacation start days:2 from:vendredi").await;
    let vacations = harness.store.vacations_of(ADA).await.expect("readable");
    assert_eq!(vacations[0].span.from, day("2023-11-16 23:00"), "midnight in Paris");
    let refused = say(&harness, ADA, "settings vacation start days:2 from:un de ces jours").await;
    assert!(
        refused.starts_with("Je n'arrive pas à lire `un de ces jours` comme une date. Écrivez `24.12.2026`"),
        "{refused}"
    );
}

#[tokio::test]
async fn a_vacation_stopped_at_once_uses_no_time() {
    let harness = harness_with_vacation();
    say(&harness, ADA, "settings vacation start days:2").await;
    harness.clock.advance(20_000);
    let reply = say(&harness, ADA, "settings vacation stop").await;
    assert!(reply.ends_with("Left in 2023: 30 d of 30 d."), "{reply}");
}

#[tokio::test]
async fn default_and_never_work_in_every_time_option() {
    for (harness, nothing, default) in [(harness_with_vacation(), "never", "default"), (french(), "aucun", "défaut")] {
        for none in [nothing, default] {
            say(&harness, ADA, "settings clock zone:Asia/Tokyo sleep-from:23h sleep-to:7").await;
            say(&harness, ADA, "settings reminders quiet:22h-7h steps:5h").await;
            say(&harness, ADA, "settings digest at:18h30").await;
            let choice = harness.games.preferences(ADA).await.expect("readable");
            assert!(choice.sleep.is_some() && choice.quiet.is_some() && choice.digest == Some(1110), "{choice:?}");
            say(&harness, ADA, &format!("settings clock sleep-from:{none}")).await;
            say(&harness, ADA, &format!("settings reminders quiet:{none} steps:{none}")).await;
            say(&harness, ADA, &format!("settings digest at:{none}")).await;
            let choice = harness.games.preferences(ADA).await.expect("readable");
            assert_eq!((choice.sleep, choice.quiet, choice.digest), (None, None, None), "{none}");
            assert_eq!(choice.steps, (none == nothing).then(Vec::new));
            say(&harness, ADA, &format!("settings clock zone:{none}")).await;
            assert_eq!(harness.games.preferences(ADA).await.expect("readable").zone, None);
        }
    }
}
