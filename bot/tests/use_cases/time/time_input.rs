//! Typed days, times, hours and zones, and their autocomplete.

use games::domain::UserId;
use games::vacations;

use crate::use_cases::support::{ADA, BRUNO, DAY, Fixture, Harness};
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
async fn a_vacation_over_new_year_shows_its_use_of_both_years() {
    let harness = harness_with_vacation();
    let reply = say(&harness, ADA, "settings vacation start days:20 from:2023-12-25").await;
    assert!(reply.contains("It uses 7 d of 2023 and 13 d of 2024. Years change at midnight UTC."), "{reply}");
    assert!(reply.ends_with("Left in 2023: 23 d of 30 d.\nLeft in 2024: 17 d of 30 d."), "{reply}");
    let reply = say(&harness, BRUNO, "settings vacation start days:7 from:2023-12-25").await;
    assert!(!reply.contains("2024"), "it ends with the year: {reply}");
}

#[tokio::test]
async fn a_year_without_used_vacation_is_not_shown() {
    let harness = harness_with_vacation();
    for from in ["2024-03-01", "2023-12-25"] {
        say(&harness, ADA, &format!("settings vacation start days:10 from:{from}")).await;
    }
    let reply = say(&harness, ADA, "settings vacation status").await;
    assert!(reply.contains("Left in 2023: 23 d of 30 d.\nLeft in 2024: 17 d of 30 d."), "{reply}");
    for number in ["1", "2"] {
        say(&harness, ADA, &format!("settings vacation stop which:{number}")).await;
    }
    let reply = say(&harness, ADA, "settings vacation status").await;
    assert!(reply.contains("Left in 2023: 30 d of 30 d.") && !reply.contains("2024"), "{reply}");
}

#[tokio::test]
async fn too_little_vacation_names_what_is_left() {
    let harness = harness_with_vacation();
    say(&harness, ADA, "settings vacation start days:29 from:2023-11-15").await;
    let reply = say(&harness, ADA, "settings vacation start days:2 from:2023-12-20").await;
    assert_eq!(reply, "You don't have enough vacation left in 2023: 1 d. Choose fewer days.");
    say(&harness, ADA, "settings vacation start days:1 from:2023-12-20").await;
    for days in ["days:1 from:2023-12-28", "from:2023-12-28"] {
        let reply = say(&harness, ADA, "settings vacation start", days).await;
        assert_eq!(reply, "You have no vacation left in 2023.");
    }
}

#[tokio::test]
async fn of_several_vacations_any_can_be_stopped() {
    let harness = harness_with_vacation();
    for from in ["2023-12-01", "2023-12-24"] {
        say(&harness, ADA, &format!("settings vacation start days:2 from:{from}")).await;
    }
    let offered = harness.complete(ADA, "settings vacation stop which:").await;
    let view: Vec<&str> = offered.iter().map(|(view, _)| view.as_str()).collect();
    assert_eq!(view, ["planned: 2023-12-01 – 2023-12-03", "planned: 2023-12-24 – 2023-12-26"]);
    let narrowed = harness.complete(ADA, "settings vacation stop which:12-24").await;
    assert_eq!(narrowed, [offered[1].clone()]);
    let stopped = say(&harness, ADA, &format!("settings vacation stop which:{}", offered[1].1)).await;
    let at = day("2023-12-24").0 / 1000;
    assert!(stopped.starts_with(&format!("Your vacation planned for <t:{at}:f> is canceled.")), "{stopped}");
    let leave = vacations::vacation_status(&harness.games, ADA).await.expect("readable");
    assert_eq!(leave.planned.iter().map(|planned| planned.span.from).collect::<Vec<_>>(), [day("2023-12-01")]);
    for gone in [offered[1].1.as_str(), "the first one"] {
        let refused = say(&harness, ADA, &format!("settings vacation stop which:{gone}")).await;
        assert!(refused.starts_with("That vacation is over, or was never planned."), "{refused}");
    }
    say(&harness, ADA, "settings vacation start days:1").await;
    let offered = harness.complete(ADA, "settings vacation stop which:").await;
    assert_eq!(offered[0].0, "current: 2023-11-14 – 2023-11-15");
    assert_eq!(leave.left, 28 * DAY);
}

#[tokio::test]
async fn a_later_vacation_is_canceled_by_its_date() {
    let harness = harness_with_vacation();
    say(&harness, ADA, "settings vacation start days:2 from:tomorrow").await;
    let reply = say(&harness, ADA, "settings vacation start days:3 from:2023-12-24").await;
    assert!(reply.contains("Cancel it with `/settings vacation stop which:`."), "the next one is another: {reply}");
    let overlaps = say(&harness, ADA, "settings vacation start days:3 from:2023-12-25").await;
    assert!(overlaps.contains("End or cancel it with `/settings vacation stop which:`."), "{overlaps}");
    let offered = harness.complete(ADA, "settings vacation stop which:2023-12-25").await;
    assert_eq!(offered, [("planned: 2023-12-24 – 2023-12-27".to_owned(), "2".to_owned())]);
    let refused = say(&harness, ADA, "settings vacation stop which:2023-12-27").await;
    assert!(refused.starts_with("That vacation is over, or was never planned."), "it has ended then: {refused}");
    say(&harness, ADA, "settings vacation stop which:2023-12-25").await;
    let leave = vacations::vacation_status(&harness.games, ADA).await.expect("readable");
    assert_eq!(leave.planned.iter().map(|planned| planned.span.from).collect::<Vec<_>>(), [day("2023-11-15")]);
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

#[tokio::test]
async fn a_time_zone_can_be_a_city_or_a_utc_offset() {
    let harness = harness_with_vacation();
    for (typed, view) in [
        ("paris", "**Europe/Paris** (it's 23:13 there)"),
        ("23:15", "**UTC+1** (it's 23:13 there)"),
        ("utc+2", "**UTC+2** (it's 00:13 there)"),
    ] {
        let reply = say(&harness, ADA, &format!("settings clock zone:{typed}")).await;
        assert!(reply.contains(view), "{reply}");
    }
    say(&harness, ADA, "settings reminders quiet:22-7").await;
    let view = say(&harness, ADA, "settings show").await;
    assert!(view.contains("**22:00-07:00** (`UTC+2`)"), "{view}");
    let refused = say(&harness, ADA, "settings clock zone:utc+1:17").await;
    assert!(
        refused.starts_with("There's no time zone `utc+1:17`. Type a city, such as `Paris`, or your time"),
        "{refused}"
    );
}

#[tokio::test]
async fn turned_off_reminders_show_no_active_settings() {
    let harness = harness_with_vacation();
    let reply = say(&harness, ADA, "settings reminders where:none steps:5h").await;
    assert!(!reply.contains("5 h") && reply.contains("are kept, but have no effect for now"), "{reply}");
    // The notice about a step longer than a turn appears only where reminders are configured.
    harness.started().await;
    for (place, told) in [("thread", true), ("none", false)] {
        let reply = say(&harness, ADA, &format!("settings reminders where:{place} steps:9d 5h")).await;
        assert_eq!(reply.contains("skip it there"), told, "{place}: {reply}");
    }
    say(&harness, ADA, "settings reminders steps:5h").await;
    let reply = say(&harness, ADA, "settings reminders where:thread").await;
    assert!(reply.contains("**5 h**"), "{reply}");
}

#[tokio::test]
async fn times_days_and_steps_have_autocomplete() {
    let harness = french();
    say(&harness, ADA, "settings clock zone:paris").await;
    for (line, value) in [
        ("settings clock sleep-from:", "21:00"),
        ("settings clock sleep-to:7", "07:00"),
        ("settings digest at:18h", "18:00"),
        ("settings reminders quiet:22h", "22:00-06:00"),
        ("settings reminders steps:24h 3", "24h 3h"),
        ("settings clock zone:auck", "Pacific/Auckland"),
        ("settings clock zone:", "Europe/London"),
        ("settings vacation start from:dem", "2023-11-15"),
        ("settings vacation start from:vend", "2023-11-17"),
    ] {
        let offered = harness.complete(ADA, line).await;
        assert_eq!(offered.first().map(|(_, value)| value.as_str()), Some(value), "{line}: {offered:?}");
    }
}
