//! Ratings: counted once and in order, and read back as computed.

use super::*;

const GUILD: GuildId = GuildId(u64::MAX - 1);

fn rated(sequence: i64, ended_at: i64, score: Score) -> RatedGame {
    RatedGame {
        sequence,
        game: GameId(sequence),
        group: RatingGroup::Standard,
        guild: Some(GUILD),
        ended_at: Timestamp(ended_at),
        first: vec![ADA],
        second: vec![BRUNO],
        score,
        is_annulled: false,
    }
}

/// Plays a game to its end at this instant.
async fn finish(store: &Store, id: i64, at: i64, is_rated: bool) -> TestResult {
    let mut new = game(id);
    new.challenge.is_rated = is_rated;
    store.create(Commit { game: new.clone(), ..creation(id, id.cast_unsigned()) }).await?;
    let ending = Some(Ending::of(EndReason::Resignation));
    let over = Game { version: 1, phase: Phase::Over, ending, ..new };
    let commit = Commit { now: Timestamp(at), ..commit(over, 1000 + id.cast_unsigned(), vec![]) };
    store.commit(commit).await?;
    Ok(())
}

fn key(user: UserId, guild: Option<GuildId>) -> RatingKey {
    RatingKey { user, group: RatingGroup::Standard, guild }
}

fn counted(table: &mut RatingTable, game: RatedGame) -> CountedGame {
    let changes = table.count(&game);
    CountedGame { game: game.game, rated: Some((game, changes)) }
}

/// Replaces the ratings of these players at once.
async fn replace(
    store: &Store,
    after: i64,
    group: RatingGroup,
    ratings: &[(RatingKey, Rating)],
    changes: &[RatingChange],
) -> anyhow::Result<bool> {
    let clubs = store.clubs();
    let replacement = Replacement { group, lease_until: Timestamp(2) };
    if !clubs.begin_replacement(after, replacement, Timestamp(1)).await? {
        return Ok(false);
    }
    let mut users: Vec<UserId> = ratings.iter().map(|(key, _)| key.user).collect();
    users.extend(changes.iter().map(|change| change.user));
    let players = ReplacedPlayers { users, ratings: ratings.to_vec(), changes: changes.to_vec() };
    assert!(clubs.replace_players(after + 1, replacement, &players).await?);
    Ok(clubs.end_replacement(after + 1, group).await?)
}

pub async fn ratings_are_replaced_by_one_process_at_a_time(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    for id in 1..=3 {
        finish(&store, id, 10 * id, true).await?;
    }
    let mut table = RatingTable::default();
    let games = [counted(&mut table, rated(1, 10, Score::Win)), counted(&mut table, rated(2, 20, Score::Loss))];
    assert!(clubs.count_games(0, &games).await?);
    assert_eq!(clubs.replacement().await?, None);
    let until = |at| Replacement { group: RatingGroup::Standard, lease_until: Timestamp(at) };
    assert!(clubs.begin_replacement(2, until(50), Timestamp(1)).await?);
    assert_eq!(clubs.replacement().await?, Some(until(50)));
    let third = [counted(&mut table, rated(4, 30, Score::Win))];
    assert!(!clubs.count_games(3, &third).await?, "nothing is counted meanwhile");
    assert!(!clubs.begin_replacement(3, until(90), Timestamp(49)).await?, "somebody works on it");
    let ada = games.iter().flat_map(|game| game.rated.clone().expect("rated").1).filter(|change| change.user == ADA);
    let changes: Vec<RatingChange> = ada.take(1).collect();
    let ratings: Vec<(RatingKey, Rating)> = changes[0].ratings().collect();
    let players = ReplacedPlayers { users: vec![ADA], ratings: ratings.clone(), changes };
    assert!(clubs.replace_players(3, until(60), &players).await?);
    assert_eq!(clubs.replacement().await?, Some(until(60)), "the lease is longer");
    let mut stored = store.ratings_of(&[ADA]).await?;
    stored.sort_by_key(|(key, _)| key.guild.is_some());
    assert_eq!(stored, ratings);
    assert_eq!(store.ratings_of(&[BRUNO]).await?.len(), 2, "he is as he was");
    // Its process has ended.
    let fast = Replacement { group: RatingGroup::Fast, ..until(90) };
    assert!(!clubs.begin_replacement(3, fast, Timestamp(60)).await?, "the other group is finished first");
    assert!(clubs.begin_replacement(3, until(90), Timestamp(60)).await?);
    assert!(!clubs.replace_players(3, until(99), &players).await?, "another process has begun anew");
    assert!(!clubs.end_replacement(3, RatingGroup::Standard).await?);
    assert!(clubs.replace_players(4, until(99), &players).await?);
    assert!(clubs.end_replacement(4, RatingGroup::Standard).await?);
    assert_eq!(clubs.replacement().await?, None);
    Ok(())
}

pub async fn unreadable_results_wait_until_they_are_tried_again(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    finish(&store, 1, 10, true).await?;
    finish(&store, 2, 20, true).await?;
    clubs.set_unreadable(&[GameId(1)]).await?;
    assert_eq!(clubs.uncounted_games(9).await?, [(GameId(2), Timestamp(20))]);
    assert_eq!(clubs.retry_unreadable().await?, 1);
    assert_eq!(clubs.uncounted_games(9).await?.len(), 2);
    assert_eq!(clubs.retry_unreadable().await?, 0);
    Ok(())
}

pub async fn results_are_counted_once_and_in_order(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    finish(&store, 1, 30, true).await?;
    finish(&store, 2, 20, true).await?;
    finish(&store, 3, 10, false).await?;
    finish(&store, 4, 40, true).await?;
    let uncounted = clubs.uncounted_games(2).await?;
    assert_eq!(uncounted, [(GameId(2), Timestamp(20)), (GameId(1), Timestamp(30))], "the earliest end first");
    assert_eq!(clubs.last_rated().await?, 0);

    let mut table = RatingTable::default();
    let first = counted(&mut table, RatedGame { game: GameId(2), ..rated(1, 20, Score::Win) });
    let second = counted(&mut table, RatedGame { game: GameId(1), ..rated(2, 30, Score::Draw) });
    let nothing = CountedGame { game: GameId(4), rated: None };
    let games = [first, second, nothing];
    assert!(clubs.count_games(0, &games).await?);
    assert!(!clubs.count_games(0, &games).await?, "the log has grown");
    assert_eq!(clubs.last_rated().await?, 2);
    assert!(clubs.uncounted_games(10).await?.is_empty());

    let mut stored = clubs.all_ratings().await?;
    let mut computed: Vec<(RatingKey, Rating)> = table.iter().map(|(key, rating)| (*key, *rating)).collect();
    stored.sort_by_key(|(key, _)| *key);
    computed.sort_by_key(|(key, _)| *key);
    assert_eq!(stored, computed, "to the last digit");
    assert_eq!(stored.len(), 4, "two players, here and everywhere");
    let log = clubs.rated_games(0, 10).await?;
    assert_eq!(
        log,
        [
            RatedGame { game: GameId(2), ..rated(1, 20, Score::Win) },
            RatedGame { game: GameId(1), ..rated(2, 30, Score::Draw) },
        ]
    );
    assert_eq!(clubs.rated_games(1, 10).await?.len(), 1);
    Ok(())
}

pub async fn ratings_are_listed_and_their_history_found(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    for id in 1..=3 {
        finish(&store, id, 10 * id, true).await?;
    }
    let mut table = RatingTable::default();
    let games: Vec<CountedGame> =
        (1..=3).map(|number| counted(&mut table, rated(number, 10 * number, Score::Win))).collect();
    assert!(clubs.count_games(0, &games).await?);
    let list = RatingList { group: RatingGroup::Standard, guild: Some(GUILD) };
    assert!(clubs.top_rated(list, Timestamp(31), 10).await?.is_empty(), "too uncertain");
    // Settled for a while.
    let settled = |user: UserId, rating: f64, deviation: f64| {
        let rating = Rating { rating, deviation, volatility: 0.06, at: Some(Timestamp(30)), games: 9 };
        (key(user, Some(GUILD)), rating)
    };
    let (best, other) = (settled(ADA, 1700.0, 109.0), settled(BRUNO, 1600.0, 60.0));
    let away = settled(UserId(5), 1600.0, 110.0);
    assert!(replace(&store, 3, RatingGroup::Standard, &[best, other, away], &[]).await?);
    let provisional = clubs.top_provisional(list, Timestamp(31), 9).await?;
    assert_eq!(provisional.iter().map(|(user, _)| *user).collect::<Vec<_>>(), [UserId(5)]);
    let until = best.1.settled_until();
    assert!(until > Timestamp(30) && until < other.1.settled_until());
    for (now, listed) in [
        (Timestamp(31), vec![ADA, BRUNO]),
        (until.plus(-1), vec![ADA, BRUNO]),
        (until, vec![BRUNO]),
        (other.1.settled_until(), vec![]),
    ] {
        let top = clubs.top_rated(list, now, 10).await?;
        assert_eq!(top.iter().map(|(user, _)| *user).collect::<Vec<_>>(), listed, "{now:?}");
    }
    // Players who are left out do not take a place.
    let top = clubs.top_rated(list, until, 1).await?;
    assert_eq!(top, [(BRUNO, other.1)]);
    assert!(clubs.top_rated(RatingList { guild: Some(GuildId(1)), ..list }, Timestamp(31), 10).await?.is_empty());
    let changes: Vec<_> = games.iter().flat_map(|game| game.rated.clone().expect("rated").1).collect();
    let ratings: Vec<(RatingKey, Rating)> = table.iter().map(|(key, rating)| (*key, *rating)).collect();
    assert!(replace(&store, 4, RatingGroup::Standard, &ratings, &changes).await?);
    let spans = clubs.rating_spans(RatingList { guild: None, ..list }).await?;
    assert_eq!(spans.iter().map(|(_, count)| count).sum::<u32>(), 2);
    assert!(spans[0].0 < 30 && spans[1].0 > 30, "{spans:?}");
    for guild in [None, Some(GUILD)] {
        let history = clubs.rating_history(key(BRUNO, guild), 2).await?;
        assert_eq!(history.iter().map(|point| point.at.0).collect::<Vec<_>>(), [20, 30], "the last two, in order");
        assert!(history[1].rating < history[0].rating);
    }
    assert_eq!(store.ratings_of(&[BRUNO, UserId(3)]).await?.len(), 2);
    Ok(())
}

pub async fn a_game_and_a_period_tell_what_they_changed(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    for id in 1..=20 {
        finish(&store, id, 10 * id, true).await?;
    }
    let mut table = RatingTable::default();
    // They win alternately, so their ratings settle; then Bruno wins.
    let score = |number| if number % 2 == 1 && number < 15 { Score::Win } else { Score::Loss };
    let games: Vec<CountedGame> =
        (1..=20).map(|number| counted(&mut table, rated(number, 10 * number, score(number)))).collect();
    assert!(clubs.rating_moves(GameId(1)).await?.is_empty(), "not counted yet");
    assert!(clubs.count_games(0, &games[..9]).await?);
    assert!(clubs.count_games(9, &games[9..]).await?);
    let moves = clubs.rating_moves(GameId(1)).await?;
    assert_eq!(moves.iter().map(|step| (step.user, step.before)).collect::<Vec<_>>(), [(ADA, 1500.0), (BRUNO, 1500.0)]);
    assert!(moves[0].after > 1600.0 && moves[1].after < 1400.0, "{moves:?}");
    let mut was_settled = Vec::new();
    for game in &games {
        let changes = &game.rated.as_ref().expect("rated").1;
        let expected: Vec<bool> = changes.iter().map(|change| change.club.expect("in a server").was_settled).collect();
        let moves = clubs.rating_moves(game.game).await?;
        assert_eq!(moves.iter().map(|step| step.was_settled).collect::<Vec<_>>(), expected, "{:?}", game.game);
        was_settled.extend(expected);
    }
    assert!(was_settled.contains(&true) && was_settled.contains(&false));
    let last = clubs.rating_moves(GameId(20)).await?;
    assert!((last[0].after - table.get(key(ADA, Some(GUILD))).rating).abs() < 1e-9 && last[0].after < last[0].before);

    let list = RatingList { group: RatingGroup::Standard, guild: Some(GUILD) };
    let [month, quarter, year] = Period::all_of(Timestamp(10));
    let before = clubs.top_of_period(list, month, 10).await?;
    for period in [month, quarter, year] {
        assert_eq!(clubs.top_of_period(list, period, 10).await?, before);
    }
    let of = |user| before.iter().find(|(other, _)| *other == user).map(|(_, totals)| *totals).expect("a player");
    assert_eq!((of(ADA).games, of(ADA).won, of(BRUNO).games, of(BRUNO).won), (20, 7, 20, 13));
    // The first games gained nothing; Bruno has won the last ones.
    let settled = games.iter().flat_map(|game| &game.rated.as_ref().expect("rated").1).filter_map(|change| change.club);
    let steps = settled.filter(|step| step.was_settled).count();
    assert!((8..30).contains(&steps), "{steps}");
    assert!(of(BRUNO).gained > 0 && of(ADA).gained < 0, "{before:?}");
    assert_eq!(before[0].0, BRUNO);
    assert_eq!(clubs.top_of_period(list, month, 1).await?.len(), 1);
    assert!(clubs.top_of_period(list, Period(197_002), 10).await?.is_empty());
    assert_eq!(clubs.top_of_period(RatingList { guild: None, ..list }, year, 10).await?.len(), 2);
    // Recomputation gives the same.
    let changes: Vec<_> = games.iter().flat_map(|game| game.rated.clone().expect("rated").1).collect();
    let ratings: Vec<(RatingKey, Rating)> = table.iter().map(|(key, rating)| (*key, *rating)).collect();
    assert!(replace(&store, 20, RatingGroup::Standard, &ratings, &changes).await?);
    assert_eq!(clubs.top_of_period(list, month, 10).await?, before);
    Ok(())
}

pub async fn annulled_games_are_marked_and_ratings_replaced(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    for id in 1..=2 {
        finish(&store, id, 10 * id, true).await?;
    }
    let mut table = RatingTable::default();
    let games = [counted(&mut table, rated(1, 10, Score::Win)), counted(&mut table, rated(2, 20, Score::Loss))];
    assert!(clubs.count_games(0, &games).await?);
    assert_eq!(clubs.set_annulled(GameId(1), true).await?, Some(RatingGroup::Standard));
    assert_eq!(clubs.set_annulled(GameId(1), true).await?, Some(RatingGroup::Standard), "as it is already");
    assert_eq!(clubs.set_annulled(GameId(9), true).await?, None, "it is not rated");
    let log = clubs.rated_games(0, 10).await?;
    assert!(log[0].is_annulled && !log[1].is_annulled);
    let mut anew = RatingTable::default();
    let changes: Vec<_> = log.iter().flat_map(|game| anew.count(game)).collect();
    let ratings: Vec<(RatingKey, Rating)> = anew.iter().map(|(key, rating)| (*key, *rating)).collect();
    assert!(!replace(&store, 1, RatingGroup::Standard, &ratings, &changes).await?, "computed from a shorter log");
    assert!(replace(&store, 2, RatingGroup::Fast, &[], &[]).await?, "another group");
    assert!(replace(&store, 3, RatingGroup::Standard, &ratings, &changes).await?);
    assert_eq!(store.ratings_of(&[ADA]).await?[0].1, anew.get(key(ADA, None)));
    assert_eq!(clubs.rating_history(key(ADA, None), 10).await?.len(), 1);
    Ok(())
}
