//! Seasons of a ladder: their end, their records, and organizers' actions.

use clubs::domain::ladder::{EndedSeason, LadderEventKind};
use clubs::ladders::{players, tables};
use clubs::ratings::recomputation;
use clubs::store::Clubs as _;
use games::domain::rating::{Rating, RatingGroup, RatingKey};
use games::domain::{AuditAction, UserId};
use serde_json::json;

use crate::use_cases::support::fixture::{ADA, BRUNO, CHLOE, person};
use crate::use_cases::support::harness::SentMessage;

use super::{Club, GUILD};

/// A user who is on no ladder.
const ORGANIZER: UserId = UserId(99);

/// Discord's permission bits: manage the server; and everyone's, view and send.
const MANAGER: u64 = 32;
const EVERYBODY: u64 = 1 << 10 | 1 << 11;

const DAY: i64 = 24;

async fn season(club: &Club, number: u32) -> Option<EndedSeason> {
    club.store.clubs().ladder_season(club.ladder, number).await.expect("readable")
}

async fn running(club: &Club) -> Option<u32> {
    let stored = club.store.clubs().ladder(club.ladder).await.expect("readable").expect("there");
    stored.ladder.season().map(|season| season.number)
}

fn users(numbers: &[u64]) -> Vec<UserId> {
    numbers.iter().copied().map(UserId).collect()
}

async fn ask(club: &Club, options: serde_json::Value) -> SentMessage {
    club.command_as(ORGANIZER, Some(MANAGER), "organize ladder season", options).await
}

#[tokio::test]
async fn a_season_ends_at_its_time_and_once() {
    let club = Club::new("leapfrog", "season=30d division=3 promoted=1 again=none", 6).await;
    let show = |options| club.command(UserId(6), "ladder show", options);
    assert!(show(json!({})).await.text.contains("Season 1 ends <t:"));
    club.wait(DAY);
    club.lost(3, 2, 2).await;
    club.wait(DAY);
    club.lost(6, 5, 6).await;
    assert_eq!(club.table().await, [1, 3, 2, 4, 5, 6]);
    let refused = club.command(UserId(4), "ladder challenge", json!({ "user": "2" })).await;
    assert!(refused.text.contains("<@2> is in division 1, you are in division 2."), "{refused:?}");
    // A game that is still running then.
    club.wait(27 * DAY);
    let crossing = club.played(5, 4).await;
    club.wait(DAY - 1);
    assert_eq!((club.table().await, running(&club).await), (vec![1, 3, 2, 4, 5, 6], Some(1)));
    club.wait(2);
    assert_eq!((club.table().await, running(&club).await), (vec![1, 3, 4, 2, 5, 6], Some(2)));
    let over = season(&club, 1).await.expect("it is over");
    assert_eq!((over.standings, over.span.until.since(over.span.from)), (users(&[1, 3, 2, 4, 5, 6]), 30 * 86_400_000));

    let shown = club.command(UserId(6), "ladder history", json!({ "season": "1" })).await;
    let expected = ["**Club ladder**: season 1 is over", "🥈 <@3>\n🥉 <@2>\n", "▲ Promoted: <@4>", "▼ Relegated: <@2>"];
    assert!(expected.iter().all(|part| shown.text.contains(part)) && !shown.text.contains("🥇"), "{shown:?}");
    assert!(shown.text.contains("Season 2 ends <t:") && !shown.png.is_empty(), "{shown:?}");
    let alt = "1. person 1, =, Division 1";
    assert!(shown.alt.contains(alt) && shown.alt.contains("2. person 3, +1, Won–lost 1–0"), "{}", shown.alt);
    assert!(shown.alt.contains("4. person 4, =, Division 2"), "{}", shown.alt);
    let unknown = club.command(ADA, "ladder history", json!({ "season": "2" })).await;
    assert_eq!(unknown.text, "This ladder has no such season. Season 1 is over.");
    let found = club.complete(ADA, "ladder history", "season", json!({ "season": "" })).await;
    assert!(found.len() == 1 && found[0].0.starts_with("Season 1: 20") && found[0].1 == "1", "{found:?}");
    let profile = club.command(ADA, "profile show", json!({ "user": "3" })).await;
    assert!(profile.text.contains("place 2 in a season of Club ladder"), "{profile:?}");

    // The game counts for the season in which it ends, by the players' places at that time.
    club.resign(crossing, 4).await;
    assert_eq!(club.table().await, [1, 3, 5, 4, 2, 6]);
    club.wait(30 * DAY);
    club.table().await;
    let second = season(&club, 2).await.expect("it is over");
    assert_eq!(second.standings, users(&[1, 3, 5, 4, 2, 6]));
    let shown = club.command(ADA, "ladder history", json!({ "season": "2" })).await;
    assert!(shown.text.contains("🥉 <@5>") && !shown.text.contains("🥈"), "only who has played in it: {shown:?}");
    assert!(shown.alt.contains("3. person 5, +2, Won–lost 1–0"), "without the games before: {}", shown.alt);
}

#[tokio::test]
async fn all_seasons_of_an_outage_end_and_earlier_days_stay_as_they_were() {
    let club = Club::new("leapfrog", "season=30d reset=random again=none", 8).await;
    club.wait(DAY);
    club.lost(4, 2, 2).await;
    assert_eq!(club.table().await, [1, 4, 2, 3, 5, 6, 7, 8]);
    let before = club.clock_now();
    club.wait(70 * DAY);
    let table = club.table().await;
    assert_eq!(running(&club).await, Some(3));
    let [first, second] = [1, 2].map(|number| season(&club, number));
    let (first, second) = (first.await.expect("over"), second.await.expect("over"));
    assert_eq!((first.standings.clone(), season(&club, 3).await), (users(&[1, 4, 2, 3, 5, 6, 7, 8]), None));
    assert_eq!(first.span.until, second.span.from);
    assert!(second.standings != first.standings && second.standings != users(&table), "{table:?}");
    let stored = club.store.clubs().ladder(club.ladder).await.expect("readable").expect("there");
    for (at, expected) in [
        (before, &first.standings),
        (first.span.until.plus(-1), &first.standings),
        (first.span.until, &second.standings),
        (second.span.until, &users(&table)),
    ] {
        assert_eq!(&tables::order_at(&club.games, &stored, at).await.expect("readable"), expected, "{at:?}");
    }
    let history = club.command(ADA, "ladder history", json!({})).await.text;
    assert!(history.matches('•').count() == 8 + 1 + 2, "a reset is no change of a place: {history}");
}

#[tokio::test]
async fn a_season_by_rating_begins_with_the_ratings_of_its_first_instant() {
    let club = Club::new("leapfrog", "season=30d reset=rating", 3).await;
    let rate = async |points: [f64; 3]| {
        let rating = |(user, points): (u64, f64)| {
            let (group, guild, at) = (RatingGroup::Standard, Some(GUILD), Some(club.clock_now()));
            let key = RatingKey { user: UserId(user), group, guild };
            (key, Rating { rating: points, deviation: 60.0, volatility: 0.06, games: 9, at })
        };
        let ratings = (1..).zip(points).map(rating).collect();
        let replaced =
            recomputation::replace_ratings(&club.games, 0, RatingGroup::Standard, ratings, Vec::new(), Vec::new());
        assert!(replaced.await.expect("stored"));
    };
    rate([1500.0, 1600.0, 1700.0]).await;
    club.wait(30 * DAY);
    assert_eq!(club.table().await, [3, 2, 1]);
    let kinds = club.store.clubs().ladder_events(club.ladder).await.expect("readable");
    let rated = kinds.iter().filter(|recorded| matches!(recorded.event.kind, LadderEventKind::Rating { .. }));
    assert_eq!(rated.count(), 2, "of those whose rating the ladder did not know");
    let asked = ask(&club, json!({})).await;
    assert!(asked.text.contains("A new season starts in the order of ratings."), "{asked:?}");
    club.press_as(ORGANIZER, MANAGER, asked.control("ladder-season!")).await;
    assert_eq!((club.table().await, running(&club).await), (vec![3, 2, 1], Some(3)));
}

#[tokio::test]
async fn an_organizer_begins_the_first_season_and_ends_it() {
    let club = Club::new("leapfrog", "division=2 promoted=1 again=none", 4).await;
    let refused = club.command_as(ADA, Some(EVERYBODY), "organize ladder season", json!({})).await;
    assert!(refused.text.starts_with("Only organizers of this server"), "{refused:?}");
    let none = club.command(ADA, "ladder history", json!({ "season": "1" })).await;
    assert_eq!(none.text, "No season of this ladder is over yet.");
    let asked = ask(&club, json!({})).await;
    assert!(asked.private && asked.text.starts_with("Begin season 1 of **Club ladder** now?"), "{asked:?}");
    assert_eq!((asked.labels[0].as_str(), running(&club).await), ("Begin the season", None));
    let begun = club.press_as(ORGANIZER, MANAGER, asked.control("ladder-season!")).await;
    assert_eq!((begun.text.as_str(), running(&club).await), ("Season 1 of **Club ladder** has begun.", Some(1)));
    assert!(club.command(BRUNO, "ladder show", json!({})).await.text.contains("Season 1 has been running since"));

    club.wait(100 * DAY);
    club.lost(4, 3, 3).await;
    assert_eq!((club.table().await, running(&club).await), (vec![1, 2, 4, 3], Some(1)));
    let open = club.challenge(2, 1).await.expect("in reach");
    club.wait(1);
    let asked = ask(&club, json!({ "reason": "a *break*" })).await;
    let expected = ["End season 1 of **Club ladder** now, and begin season 2?", "The open challenge or game counts"];
    assert!(expected.iter().all(|part| asked.text.contains(part)), "{asked:?}");
    assert!(
        asked.text.contains("the last player of each division and the first of the next")
            && asked.text.ends_with("Reason: a \\*break\\*"),
        "{asked:?}"
    );
    let yes = asked.control("ladder-season!").to_owned();
    let stranger = club.press_as(CHLOE, MANAGER, &yes).await;
    assert!(stranger.text.starts_with("This question is more than a day old"), "{stranger:?}");
    let done = club.press_as(ORGANIZER, MANAGER, &yes).await;
    assert_eq!(done.text, "Season 2 of **Club ladder** has begun.");
    assert_eq!((club.table().await, running(&club).await, club.open().await), (vec![1, 4, 2, 3], Some(2), 1));
    club.press_as(ORGANIZER, MANAGER, &yes).await;
    assert_eq!(running(&club).await, Some(2), "the question was about the first one");
    assert_eq!(season(&club, 1).await.expect("over").standings, users(&[1, 2, 4, 3]));
    let log = club.store.audit_log(GUILD, 0, 9).await.expect("readable");
    assert_eq!(log.iter().map(|entry| entry.action).collect::<Vec<_>>(), [AuditAction::LadderSeasonBegun; 2]);
    assert_eq!((log[0].reason.as_deref(), log[0].detail.as_deref()), (Some("a *break*"), Some("Club ladder: 2")));
    club.accept(open, 1).await.expect("it can be played");

    let text = club.command(ADA, "ladder history", json!({ "season": "1" })).await;
    assert!(text.text.contains("▲ Promoted: <@4>\n▼ Relegated: <@2>\nSeason 2 has been running since"), "{text:?}");
    players::leave(&club.games, club.ladder, UserId(4)).await.expect("leaves");
    players::join(&club.games, club.ladder, &person(UserId(4))).await.expect("joins");
    assert_eq!(club.table().await, [1, 2, 3, 4]);
}

#[tokio::test]
async fn divisions_stand_in_the_text_of_a_table() {
    let club = Club::new("leapfrog", "division=4", 9).await;
    let shown = club.command(ADA, "ladder show", json!({})).await;
    assert!(shown.alt.contains("5. person 5, Division 2") && !shown.alt.contains("Division 3"), "{}", shown.alt);
    let harness = club.harness.without_pictures();
    let text = harness.command(ADA, "ladder show", json!({})).await.text;
    assert!(text.contains("**Division 1**\n1. <@1>") && text.contains("**Division 2**\n5. <@5>"), "{text}");
}
