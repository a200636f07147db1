//! Seasons of a ladder: their end, their records, and organizers' actions.

use super::*;
use clubs::ladders::tables;

const DAY: i64 = 24;

async fn season(club: &Club, number: u32) -> Option<EndedSeason> {
    club.store.clubs().ladder_season(club.ladder, number).await.expect("readable")
}

async fn running(club: &Club) -> Option<u32> {
    club.stored().await.ladder.season().map(|season| season.number)
}

fn users(numbers: &[u64]) -> Vec<UserId> {
    numbers.iter().copied().map(UserId).collect()
}

#[tokio::test]
async fn a_season_ends_at_its_time_and_once() {
    let club = Club::new("leapfrog", "season=30d division=3 promoted=1 again=none", 6).await;
    club.say(UserId(6), "ladder show").await.says("Season 1 ends <t:");
    club.wait(DAY);
    club.lost(3, 2, 2).await;
    club.wait(DAY);
    club.lost(6, 5, 6).await;
    assert_eq!(club.table().await, [1, 3, 2, 4, 5, 6]);
    club.say(UserId(4), "ladder challenge user:2").await.says("<@2> is in division 1, you are in division 2.");
    // A game that is still running then.
    club.wait(27 * DAY);
    let crossing = club.played(5, 4).await;
    club.wait(DAY - 1);
    assert_eq!((club.table().await, running(&club).await), (vec![1, 3, 2, 4, 5, 6], Some(1)));
    club.wait(2);
    assert_eq!((club.table().await, running(&club).await), (vec![1, 3, 4, 2, 5, 6], Some(2)));
    let over = season(&club, 1).await.expect("it is over");
    assert_eq!((over.standings, over.span.until.since(over.span.from)), (users(&[1, 3, 2, 4, 5, 6]), 30 * 86_400_000));

    let answer = club.say(UserId(6), "ladder history season:1").await;
    answer
        .says("**Club ladder**: season 1 is over")
        .says("🥈 <@3>\n🥉 <@2>\n")
        .says("▲ Promoted: <@4>")
        .says("▼ Relegated: <@2>")
        .says("Season 2 ends <t:")
        .omits("🥇");
    assert!(!answer.png.is_empty(), "{answer:?}");
    answer
        .draws("1. person 1, =, Division 1")
        .draws("2. person 3, +1, Won–lost 1–0")
        .draws("4. person 4, =, Division 2");
    club.say(ADA, "ladder history season:2").await.reads("This ladder has no such season. Season 1 is over.");
    let found = club.complete(ADA, "ladder history season:").await;
    assert!(found.len() == 1 && found[0].0.starts_with("Season 1: 20") && found[0].1 == "1", "{found:?}");
    club.say(ADA, "profile show user:3").await.says("place 2 in a season of Club ladder");

    // The game counts for the season in which it ends, by the players' places at that time.
    club.resign(crossing, 4).await;
    assert_eq!(club.table().await, [1, 3, 5, 4, 2, 6]);
    club.wait(30 * DAY);
    club.table().await;
    let second = season(&club, 2).await.expect("it is over");
    assert_eq!(second.standings, users(&[1, 3, 5, 4, 2, 6]));
    let answer = club.say(ADA, "ladder history season:2").await;
    // Only who has played in it, without the games before.
    answer.says("🥉 <@5>").omits("🥈").draws("3. person 5, +2, Won–lost 1–0");
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
    let stored = club.stored().await;
    for (at, expected) in [
        (before, &first.standings),
        (first.span.until.plus(-1), &first.standings),
        (first.span.until, &second.standings),
        (second.span.until, &users(&table)),
    ] {
        assert_eq!(&tables::order_at(&club.games, &stored, at).await.expect("readable"), expected, "{at:?}");
    }
    let history = club.say(ADA, "ladder history").await.text;
    assert!(history.matches('•').count() == 8 + 1 + 2, "a reset is no change of a place: {history}");
}

#[tokio::test]
async fn a_season_by_rating_begins_with_the_ratings_of_its_first_instant() {
    let club = Club::new("leapfrog", "season=30d reset=rating", 3).await;
    club.rate(&[(1, 1500.0, 60.0), (2, 1600.0, 60.0), (3, 1700.0, 60.0)]).await;
    club.wait(30 * DAY);
    assert_eq!(club.table().await, [3, 2, 1]);
    let events = club.recorded().await;
    let rated = events.iter().filter(|recorded| matches!(recorded.event.kind, LadderEventKind::Rating { .. }));
    assert_eq!(rated.count(), 2, "of those whose rating the ladder did not know");
    let question = club.organize("organize ladder season").await;
    question.says("A new season starts in the order of ratings.");
    club.press_as_organizer(question.control("ladder-season!")).await;
    assert_eq!((club.table().await, running(&club).await), (vec![3, 2, 1], Some(3)));
}

#[tokio::test]
async fn an_organizer_begins_the_first_season_and_ends_it() {
    let club = Club::new("leapfrog", "division=2 promoted=1 again=none", 4).await;
    club.say_as(ADA, EVERYBODY, "organize ladder season").await.begins("Only organizers of this server");
    club.say(ADA, "ladder history season:1").await.reads("No season of this ladder is over yet.");
    let question = club.organize("organize ladder season").await;
    question.privately().begins("Begin season 1 of **Club ladder** now?");
    assert_eq!((question.labels[0].as_str(), running(&club).await), ("Begin the season", None));
    let answer = club.press_as_organizer(question.control("ladder-season!")).await;
    assert_eq!((answer.text.as_str(), running(&club).await), ("Season 1 of **Club ladder** has begun.", Some(1)));
    club.say(BRUNO, "ladder show").await.says("Season 1 has been running since");

    club.wait(100 * DAY);
    club.lost(4, 3, 3).await;
    assert_eq!((club.table().await, running(&club).await), (vec![1, 2, 4, 3], Some(1)));
    let open = club.offer(2, 1).await;
    club.wait(1);
    let question = club.organize("organize ladder season reason:a *break*").await;
    question
        .says("End season 1 of **Club ladder** now, and begin season 2?")
        .says("The open challenge or game counts")
        .says("the last player of each division and the first of the next")
        .ends("Reason: a \\*break\\*");
    let yes = question.control("ladder-season!").to_owned();
    club.press_as(CHLOE, MANAGES_SERVER, &yes).await.begins("This question is more than a day old");
    club.press_as_organizer(&yes).await.reads("Season 2 of **Club ladder** has begun.");
    assert_eq!((club.table().await, running(&club).await, club.open().await), (vec![1, 4, 2, 3], Some(2), 1));
    club.press_as_organizer(&yes).await;
    assert_eq!(running(&club).await, Some(2), "the question was about the first one");
    assert_eq!(season(&club, 1).await.expect("over").standings, users(&[1, 2, 4, 3]));
    let log = club.log().await;
    assert_eq!(log.iter().map(|entry| entry.action).collect::<Vec<_>>(), [AuditAction::LadderSeasonBegun; 2]);
    assert_eq!((log[0].reason.as_deref(), log[0].detail.as_deref()), (Some("a *break*"), Some("Club ladder: 2")));
    club.accept(open, 1).await.expect("it can be played");

    club.say(ADA, "ladder history season:1")
        .await
        .says("▲ Promoted: <@4>\n▼ Relegated: <@2>\nSeason 2 has been running since");
    players::leave(&club.games, club.ladder, UserId(4)).await.expect("leaves");
    club.join(UserId(4)).await;
    assert_eq!(club.table().await, [1, 2, 3, 4]);
}

#[tokio::test]
async fn divisions_stand_in_the_text_of_a_table() {
    let club = Club::new("leapfrog", "division=4", 9).await;
    let answer = club.say(ADA, "ladder show").await;
    assert!(answer.alt.contains("5. person 5, Division 2") && !answer.alt.contains("Division 3"), "{}", answer.alt);
    let harness = club.harness.without_pictures();
    harness.say(ADA, "ladder show").await.says("**Division 1**\n1. <@1>").says("**Division 2**\n5. <@5>");
}
