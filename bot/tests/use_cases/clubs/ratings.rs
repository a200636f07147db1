//! Ratings: counted games, display, and recomputation.

use super::*;
use clubs::organizers;
use clubs::ratings;

/// A game of Ada and Bruno in which both have moved and Bruno resigns.
async fn won_by_ada(fixture: &Fixture, rated: Option<bool>) -> GameId {
    let game = fixture.challenge(NewChallenge { rated, ..fixture.new_challenge() }).await;
    fixture.accept(game).await.expect("accepted");
    fixture.play_all(game, &["a1b2", "i9h8"]).await;
    fixture.resign(game, BRUNO).await;
    game
}

async fn rating(fixture: &Fixture, user: UserId, guild: Option<GuildId>) -> Option<Rating> {
    let ratings = ratings::ratings_of(&fixture.games, user).await.expect("readable");
    ratings.into_iter().find(|(key, _)| key.guild == guild).map(|(_, rating)| rating)
}

#[tokio::test]
async fn a_rated_game_changes_the_ratings_here_and_everywhere_once() {
    let fixture = Fixture::new();
    won_by_ada(&fixture, None).await;
    assert_eq!(fixture.count_results().await, 1);
    assert_eq!(fixture.count_results().await, 0, "once");
    for guild in [None, Some(GuildId(9))] {
        let (ada, bruno) = (rating(&fixture, ADA, guild).await, rating(&fixture, BRUNO, guild).await);
        let (ada, bruno) = (ada.expect("a rating"), bruno.expect("a rating"));
        assert!(ada.points() > 1500 && bruno.points() < 1500, "{ada:?} {bruno:?}");
        assert_eq!((ada.games, bruno.games, ada.at), (1, 1, Some(fixture.clock_now())));
    }
}

#[tokio::test]
async fn casual_and_abandoned_games_change_nothing() {
    let fixture = Fixture::new();
    won_by_ada(&fixture, Some(false)).await;
    // Black has moved, White resigns at once.
    let game = fixture.started().await;
    fixture.play(game, ADA, "a1b2").await.expect("legal");
    fixture.resign(game, BRUNO).await;
    while fixture.count_results().await > 0 {}
    assert_eq!(rating(&fixture, ADA, None).await, None);
}

#[tokio::test]
async fn of_games_lost_on_time_within_a_day_the_first_is_rated() {
    let harness = Harness::new();
    let mut games = Vec::new();
    for _ in 0..3 {
        let game = harness.started_as("abalone", "days:3 vacation=off").await;
        harness.play_all(game, &["a1b2", "i9h8"]).await;
        games.push(game);
    }
    let later = harness.started_as("abalone", "days:5 vacation=off").await;
    harness.play_all(later, &["a1b2", "i9h8"]).await;
    harness.wait(73);
    for game in &games {
        harness.run_alarm(*game).await;
    }
    let count = async || while harness.count_results().await > 0 {};
    count().await;
    let of_ada = rating(&harness, ADA, None).await.expect("a rating");
    assert_eq!((of_ada.games, rating(&harness, BRUNO, None).await.map(|rating| rating.games)), (1, Some(1)));
    let computed = harness.recompute(false).await;
    assert_eq!((computed.games, computed.different), (1, 0), "the same from the log");
    for (game, is_rated) in games.into_iter().zip([true, false, false]) {
        let (post, _) = harness.notice(game, 4, Notice::Ended).await.expect("a result");
        let reason = "Not rated: <@1> had already lost a game on time less than 24 hours earlier.";
        assert_eq!(
            (post.text.contains("Ratings: <@1> "), post.text.ends_with(reason)),
            (is_rated, !is_rated),
            "{post:?}"
        );
    }
    harness.wait(48);
    harness.run_alarm(later).await;
    count().await;
    assert_eq!(rating(&harness, ADA, None).await.expect("a rating").games, 2, "two days later");
}

#[tokio::test]
async fn what_cannot_be_rated_is_casual_or_refused() {
    let fixture = Fixture::new();
    let hidden = NewChallenge { setup: "abalone colors=one".to_owned(), ..fixture.new_challenge() };
    let wish = NewChallenge { rated: Some(true), ..hidden.clone() };
    refused!(challenges::challenge(&fixture.games, wish).await, GameError::CannotBeRated);
    let game = fixture.challenge(hidden).await;
    assert!(!fixture.game(game).await.challenge.is_rated);
    // In direct messages games are casual unless requested otherwise.
    let mut elsewhere = fixture.new_challenge();
    elsewhere.origin.guild_id = None;
    let rated = NewChallenge { rated: Some(true), request: fixture.request(), ..elsewhere.clone() };
    for (challenge, is_rated) in [(elsewhere, false), (rated, true)] {
        let game = fixture.challenge(challenge).await;
        assert_eq!(fixture.game(game).await.challenge.is_rated, is_rated);
    }
}

#[tokio::test]
async fn a_rematch_is_rated_as_the_game_before() {
    let fixture = Fixture::new();
    for rated in [true, false] {
        let game = won_by_ada(&fixture, Some(rated)).await;
        let again = id(&rematch::rematch(&fixture.games, game, person(ADA)).await.expect("offered"));
        assert_eq!(fixture.game(again).await.challenge.is_rated, rated);
        fixture.withdraw(again, ADA).await.expect("withdrawn");
    }
}

#[tokio::test]
async fn a_challenge_as_the_last_game_stays_casual() {
    let harness = Harness::new();
    won_by_ada(&harness, Some(false)).await;
    for (option, is_rated) in [("", false), (" rated:true", true)] {
        let sent = harness.say(ADA, &format!("challenge user:2 game:last{option}")).await;
        let game = sent.control("withdraw").split(':').nth(2).expect("a game").parse().expect("its name");
        assert_eq!(harness.game(game).await.challenge.is_rated, is_rated, "{option}");
        harness.withdraw(game, ADA).await.expect("withdrawn");
    }
}

#[tokio::test]
async fn two_against_two_rates_both_teams() {
    let fixture = Fixture::new();
    let game = fixture.of_four().await;
    for _ in 0..4 {
        let replayed = fixture.games.load(game, None).await.expect("readable");
        let user = replayed.record.on_turn().expect("somebody is on turn").player.person().expect("a person");
        fixture.play(game, user, &replayed.any_game.legal_moves()[0]).await.expect("legal");
    }
    fixture.resign(game, BRUNO).await;
    fixture.count_results().await;
    let mut points = Vec::new();
    for user in [ADA, BRUNO, CHLOE] {
        points.push(rating(&fixture, user, None).await.expect("a rating").points());
    }
    assert!(points[0] > 1500 && points[2] == points[0] && points[1] < 1500, "{points:?}");
}

#[tokio::test]
async fn an_annulled_game_is_undone_and_may_come_back() {
    let fixture = Fixture::new();
    let first = won_by_ada(&fixture, None).await;
    fixture.count_results().await;
    let after_first = rating(&fixture, ADA, None).await;
    fixture.wait(24);
    let second = won_by_ada(&fixture, None).await;
    fixture.count_results().await;
    let after_both = rating(&fixture, ADA, None).await;
    assert!(recomputation::annul(&fixture.games, second, true).await.expect("computed"));
    assert_eq!(rating(&fixture, ADA, None).await, after_first);
    assert!(recomputation::annul(&fixture.games, second, false).await.expect("computed"));
    assert_eq!(rating(&fixture, ADA, None).await, after_both);
    assert!(recomputation::annul(&fixture.games, first, true).await.expect("computed"));
    let only_second = rating(&fixture, ADA, None).await.expect("a rating");
    assert_eq!(only_second.games, 1);
    assert_eq!(fixture.recompute(false).await.different, 0);
}

/// 100,000 games of 300 players in three servers, some of them annulled later.
#[tokio::test]
async fn ratings_computed_again_equal_those_that_grew_game_by_game() {
    let fixture = Fixture::new();
    let store = &fixture.store;
    store.allow_results_without_games();
    let mut chance = SeededRng::new(20);
    let mut at = 1_700_000_000_000;
    let mut table = RatingTable::default();
    for batch in 0..10_i64 {
        let games: Vec<CountedGame> = (1..=1000)
            .map(|number| {
                let one = 1 + chance.below(300) as u64;
                let other = 1 + (one + chance.below(299) as u64) % 300;
                at += chance.below(100_000) as i64;
                let game = RatedGame {
                    sequence: batch * 1000 + number,
                    game: GameId(batch * 1000 + number),
                    group: RatingGroup::ALL[chance.below(3)],
                    guild: [None, Some(GuildId(7)), Some(GuildId(8)), Some(GuildId(9))][chance.below(4)],
                    ended_at: Timestamp(at),
                    first: vec![UserId(one)],
                    second: vec![UserId(other)],
                    score: Score::ALL[chance.below(3)],
                    is_annulled: false,
                };
                let changes = table.count(&game);
                CountedGame { game: game.game, rated: Some((game, changes)) }
            })
            .collect();
        assert!(store.clubs().count_games(batch * 1000, &games).await.expect("a store in memory"));
    }
    let computed = fixture.recompute(false).await;
    assert_eq!((computed.games, computed.different), (10_000, 0));
    for _ in 0..50 {
        let game = GameId(1 + chance.below(10_000) as i64);
        assert!(store.clubs().set_annulled(game, true).await.expect("a store in memory").is_some());
    }
    let computed = fixture.recompute(false).await;
    assert!(computed.different > 100, "{computed:?}");
    fixture.recompute(true).await;
    let log = store.clubs().rated_games(0, 10_000).await.expect("a store in memory");
    let anew = RatingTable::replay(log.iter().filter(|game| !game.is_annulled));
    for (key, rating) in fixture.all_ratings().await {
        assert_eq!(rating, anew.get(key), "{key:?}");
    }
}

#[tokio::test]
async fn challenges_profiles_and_the_top_show_ratings() {
    let harness = Harness::new();
    let game = harness.offered().await;
    let (card, _) = harness.notice(game, 0, Notice::Challenge).await.expect("a challenge");
    let rated: Vec<&str> = card.text.lines().filter(|line| line.contains("rating") || line.contains("Rated")).collect();
    assert_eq!(rated, ["• Rated: the result changes your ratings"], "{card:?}");
    harness.accept(game).await.expect("accepted");
    harness.play_all(game, &["a1b2", "i9h8"]).await;
    harness.resign(game, BRUNO).await;
    harness.count_results().await;
    harness.wait(24);
    won_by_ada(&harness, None).await;
    harness.count_results().await;
    let profile = harness.say(CHLOE, "profile show user:1").await;
    profile.says("• Standard: **1").says("here (2 rated games)");
    assert!(profile.alt.starts_with("Rating: Standard. 1500 (13 Nov 2023) … "), "{profile:?}");
    let top = harness.say(CHLOE, "profile top").await;
    top.says("Nobody has an established rating yet").says("2 players");
    let lines: Vec<&str> = top.text.lines().collect();
    assert_eq!(lines[2], "Provisional, not ranked yet:");
    assert!(lines[3].starts_with("• <@") && lines[3].ends_with("? (2 games)"), "{top:?}");
    let top = harness.say(CHLOE, "profile top group:notalone everywhere:true").await;
    let lines: Vec<&str> = top.text.lines().skip(1).collect();
    let here = "There are ratings for: **Standard**. See them with `/profile top group:`.";
    assert_eq!(lines, ["Nobody has played a rated game in this group yet.", here], "{top:?}");
    for (options, title) in [
        ("period:month", "**Standard: this month on this server**"),
        ("period:quarter", "**Standard: this quarter on this server**"),
        ("period:year everywhere:true", "**Standard: this year on all servers**"),
    ] {
        let top = harness.say(CHLOE, &format!("profile top {options}")).await;
        let lines: Vec<&str> = top.text.lines().collect();
        assert_eq!(lines[..2], [title, "1. <@1> **+0** · 2 won of 2 games"]);
        // Who won and gained nothing is no leader.
        top.omits("<@2>");
    }
    harness
        .say(CHLOE, "profile top group:fast period:month")
        .await
        .says("Nobody has finished a rated game in this period.");
    for forged in ["period:week", "group:all"] {
        harness.say(CHLOE, &format!("profile top {forged}")).await.begins("That choice doesn't exist.");
    }
}

/// A rating of a player in the server of the tests.
fn rating_of(user: u64, rating: f64, at: i64) -> (RatingKey, Rating) {
    let key = RatingKey { user: UserId(user), group: RatingGroup::Standard, guild: Some(GuildId(9)) };
    (key, Rating { rating, deviation: 60.0, volatility: 0.06, at: Some(Timestamp(at)), games: 30 })
}

/// The games that led to these ratings.
fn changes_to(ratings: &[(RatingKey, Rating)], sequence: i64) -> Vec<RatingChange> {
    let change = |(key, rating): &(RatingKey, Rating)| {
        let step = RatingStep { before: rating.rating, was_settled: true, after: *rating };
        let (score, club) = (Score::Draw, Some(step));
        RatingChange { user: key.user, group: key.group, sequence, guild: key.guild, score, overall: step, club }
    };
    ratings.iter().map(change).collect()
}

/// Replaces the ratings of standard games with their games, like a recomputation.
async fn set_ratings(harness: &Harness, ratings: Vec<(RatingKey, Rating)>, changes: Vec<RatingChange>) {
    let after = harness.store.clubs().last_rated().await.expect("readable");
    let group = RatingGroup::Standard;
    let replaced = recomputation::replace_ratings(&harness.games, after, group, ratings, changes, Vec::new());
    assert!(replaced.await.expect("a store in memory"));
}

#[tokio::test]
async fn the_top_is_whole_when_the_best_have_paused_and_shows_how_ratings_are_distributed() {
    let harness = Harness::new();
    let now = harness.clock_now().0;
    // A hundred better players have not played for three years.
    let away = (100..200).map(|user| rating_of(user, 2000.0, now - 3 * 365 * 24 * HOUR));
    let here = (1..=25).map(|user| rating_of(user, 1500.0 + 10.0 * user as f64, now));
    let ratings: Vec<(RatingKey, Rating)> = away.chain(here).collect();
    set_ratings(&harness, ratings, Vec::new()).await;
    let top = harness.say(ADA, "profile top").await;
    let lines: Vec<&str> = top.text.lines().collect();
    assert_eq!(lines[0], "**Standard: the best players of this server**");
    assert_eq!((lines[1], lines[20]), ("1. <@25> **1750** (30 games)", "20. <@6> **1560** (30 games)"));
    assert_eq!(lines.len(), 22, "{top:?}");
    assert!(lines[21].starts_with("125 players have a rating"), "{top:?}");
    assert!(!top.png.is_empty() && top.alt.starts_with("Players by rating."), "{top:?}");
    top.draws("max 100");
}

#[tokio::test]
async fn a_rated_challenge_says_what_it_would_change_for_ratings_that_are_established() {
    let harness = Harness::new();
    let now = harness.clock_now().0;
    let provisional = Rating { deviation: 200.0, ..rating_of(2, 1741.0, now).1 };
    let ratings = vec![rating_of(1, 1640.0, now), (rating_of(2, 0.0, now).0, provisional)];
    set_ratings(&harness, ratings, Vec::new()).await;
    let game = harness.offered().await;
    let (card, _) = harness.notice(game, 0, Notice::Challenge).await.expect("a challenge");
    card.says("\n• Rated: the result changes your ratings\n  <@1> 1640: win +")
        .says(", loss −")
        .omits("1741")
        .omits("<@2>:");
}

#[tokio::test]
async fn the_card_of_a_game_that_cannot_be_rated_says_that_it_is_casual() {
    let harness = Harness::new();
    for setup in ["abalone colors=one", "abalone handicap=black:2"] {
        let new = NewChallenge { setup: setup.to_owned(), request: harness.request(), ..harness.new_challenge() };
        let game = harness.challenge(new).await;
        let (card, _) = harness.notice(game, 0, Notice::Challenge).await.expect("a challenge");
        card.says("\n• Casual: ratings don't change");
    }
}

#[tokio::test]
async fn a_result_says_what_it_changed() {
    let harness = Harness::new();
    let game = won_by_ada(&harness, None).await;
    let (uncounted, _) = harness.notice(game, 4, Notice::Ended).await.expect("a result");
    uncounted.omits("Ratings:");
    harness.count_results().await;
    let ratings = [rating(&harness, ADA, Some(GuildId(9))).await, rating(&harness, BRUNO, Some(GuildId(9))).await];
    let [ada, bruno] = ratings.map(|rating| rating.expect("a rating").points());
    let line = format!("Ratings: <@1> 1500? → **{ada}?**, <@2> 1500? → **{bruno}?**");
    for notice in [Notice::Ended, Notice::Result] {
        let (post, _) = harness.notice(game, 4, notice).await.expect("a result");
        post.ends(&line);
    }
    let casual = won_by_ada(&harness, Some(false)).await;
    harness.count_results().await;
    let (post, _) = harness.notice(casual, 4, Notice::Ended).await.expect("a result");
    post.omits("Ratings:");
}

#[tokio::test]
async fn only_a_provisional_rating_has_a_question_mark_in_a_result() {
    let harness = Harness::new();
    let now = harness.clock_now().0;
    let ratings = vec![rating_of(1, 1640.0, now), rating_of(2, 1700.0, now)];
    let changes = changes_to(&ratings, 0);
    set_ratings(&harness, ratings, changes).await;
    let game = won_by_ada(&harness, None).await;
    harness.count_results().await;
    let (post, _) = harness.notice(game, 4, Notice::Ended).await.expect("a result");
    let line = post.text.lines().last().unwrap_or_default();
    assert!(line.starts_with("Ratings: <@1> 1640 → **16") && !line.contains('?'), "{line}");
    // This game settles Bruno's rating.
    let after = harness.store.clubs().last_rated().await.expect("readable");
    let (key, rating) = rating_of(2, 1612.0, now);
    let ratings = vec![rating_of(1, 1640.0, now), (key, Rating { deviation: 110.5, volatility: 0.06, ..rating })];
    let changes = changes_to(&ratings, after);
    set_ratings(&harness, ratings, changes).await;
    let game = won_by_ada(&harness, None).await;
    harness.count_results().await;
    let (post, _) = harness.notice(game, 4, Notice::Ended).await.expect("a result");
    let line = post.text.lines().last().unwrap_or_default();
    assert!(line.contains("<@2> 1612? → **1") && line.matches('?').count() == 1, "{line}");
}

#[tokio::test]
async fn a_result_that_cannot_be_read_is_not_counted_until_it_can() {
    let fixture = Fixture::new();
    let game = won_by_ada(&fixture, None).await;
    let setup = fixture.game(game).await.setup;
    fixture.store.tamper(game, |record| record.game.setup = Setup::stored("chess of tomorrow"));
    while fixture.count_results().await > 0 {}
    assert_eq!(rating(&fixture, ADA, None).await, None);
    assert!(fixture.store.clubs().uncounted_games(9).await.expect("readable").is_empty(), "it is looked at once");
    // A setup of a later version of the program.
    fixture.store.tamper(game, |record| record.game.setup = setup.clone());
    assert_eq!(fixture.count_results().await, 0);
    fixture.recompute(false).await;
    assert_eq!(rating(&fixture, ADA, None).await, None, "a check changes nothing");
    let computed = fixture.recompute(true).await;
    assert_eq!((computed.games, computed.different), (1, 0));
    assert!(rating(&fixture, ADA, None).await.is_some_and(|rating| rating.games == 1));
}

#[tokio::test]
async fn the_loop_of_results_waits_for_no_process_that_replaces_ratings_and_the_command_line_does() {
    let fixture = Fixture::new();
    let (first, second) = (won_by_ada(&fixture, None).await, won_by_ada(&fixture, None).await);
    while fixture.count_results().await > 0 {}
    fixture.store.tamper(first, |record| {
        record.game.phase = Phase::Void;
        record.game.ending = Some(Ending::of(EndReason::Annulled));
    });
    let replacement = Replacement { group: RatingGroup::Standard, lease_until: fixture.clock_now().plus(60_000) };
    let after = fixture.store.clubs().last_rated().await.expect("readable");
    assert!(fixture.store.clubs().begin_replacement(after, replacement, fixture.clock_now()).await.expect("stored"));
    let outcome = tokio::time::timeout(Duration::from_secs(9), organizers::take_back_annulled(&fixture.games)).await;
    assert!(matches!(outcome, Ok(Err(StoreError::Replacing))), "{outcome:?}");
    let annul = recomputation::annul(&fixture.games, second, true);
    let later = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        fixture.wait(1);
    };
    assert!(tokio::join!(annul, later).0.expect("computed"));
    assert_eq!(organizers::take_back_annulled(&fixture.games).await.expect("computed"), 1);
    assert_eq!(fixture.all_ratings().await, []);
}

#[tokio::test]
async fn ratings_that_a_process_has_left_half_replaced_are_finished_by_another() {
    let fixture = Fixture::new();
    won_by_ada(&fixture, None).await;
    let second = won_by_ada(&fixture, None).await;
    while fixture.count_results().await > 0 {}
    let store = &fixture.store;
    store.clubs().set_annulled(second, true).await.expect("stored");
    // A process recomputes them, replaces Ada's, and ends.
    let group = RatingGroup::Standard;
    let lease_until = fixture.clock_now().plus(60_000);
    let replacement = Replacement { group, lease_until };
    let after = store.clubs().last_rated().await.expect("readable");
    assert!(store.clubs().begin_replacement(after, replacement, fixture.clock_now()).await.expect("stored"));
    let mut table = RatingTable::default();
    let log = store.clubs().rated_games(0, 9).await.expect("readable");
    let changes: Vec<_> = log.iter().flat_map(|game| table.count(game)).filter(|change| change.user == ADA).collect();
    let ratings = table.iter().filter(|(key, _)| key.user == ADA).map(|(key, rating)| (*key, *rating)).collect();
    let players = ReplacedPlayers { users: vec![ADA], ratings, changes };
    assert!(store.clubs().replace_players(after + 1, replacement, &players).await.expect("stored"));
    let games = async |user| rating(&fixture, user, None).await.map(|rating| rating.games);
    assert_eq!((games(ADA).await, games(BRUNO).await), (Some(1), Some(2)), "half done");
    // While it may still be running, nothing is counted.
    let third = won_by_ada(&fixture, None).await;
    assert_eq!(fixture.count_results().await, 0);
    fixture.wait(1);
    assert_eq!(fixture.count_results().await, 1, "finished, and the next one counted");
    assert_eq!((games(ADA).await, games(BRUNO).await), (Some(2), Some(2)));
    assert_eq!(store.clubs().replacement().await.expect("readable"), None);
    assert_eq!(fixture.recompute(false).await.different, 0);
    assert_eq!(store.clubs().rating_moves(third).await.expect("readable").len(), 2);
}
