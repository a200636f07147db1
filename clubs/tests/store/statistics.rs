//! Statistics of servers: each finished game is counted once.

use super::*;

const GUILD: GuildId = GuildId(u64::MAX - 1);
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A game of this many moves that ends at this instant.
async fn finish(store: &Store, id: i64, guild: Option<GuildId>, setup: &str, ply: u32, at: i64) -> TestResult {
    let mut new = game(id);
    (new.place.guild_id, new.setup, new.ply) = (guild, Setup::stored(setup), ply);
    let seat = |seat, user: UserId| SeatedPlayer {
        seat: Seat(seat),
        player: user.into(),
        name: "name".into(),
        agreed: true,
        clock: None,
    };
    let seats = Some(vec![seat(0, ADA), seat(1, BRUNO)]);
    store.create(Commit { game: new.clone(), seats, ..creation(id, id.cast_unsigned()) }).await?;
    let ending = Some(Ending::of(EndReason::Resignation));
    let over = Game { version: 1, phase: Phase::Over, ending, ..new };
    store.commit(Commit { now: Timestamp(at), ..commit(over, 1000 + id.cast_unsigned(), vec![]) }).await?;
    Ok(())
}

pub async fn annulled_games_are_taken_out_of_the_statistics(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    finish(&store, 1, Some(GUILD), "abalone", 40, 70 * DAY).await?;
    finish(&store, 2, Some(GUILD), "abalone", 10, 80 * DAY).await?;
    let games = clubs.untallied_games(10).await?;
    assert!(clubs.tally_games(&games).await?);
    assert_eq!(clubs.annulled_but_tallied(9).await?, []);
    let setup = Setup::stored("abalone");
    for id in [1, 2] {
        let mut annulled = Game { version: 2, phase: Phase::Void, ply: games[id - 1].moves, ..game(id as i64) };
        (annulled.place.guild_id, annulled.setup) = (Some(GUILD), setup.clone());
        annulled.ending = Some(Ending::of(EndReason::Annulled));
        store.commit(commit(annulled, 2000 + id as u64, vec![])).await?;
        let found = clubs.annulled_but_tallied(9).await?;
        assert_eq!(found, [games[id - 1].clone()]);
        assert!(clubs.untally_games(&found).await?);
        assert!(!clubs.untally_games(&found).await?, "once");
        assert_eq!(clubs.annulled_but_tallied(9).await?, []);
        let left = if id == 1 { Tallied { games: 1, moves: 10 } } else { Tallied::default() };
        assert_eq!(clubs.club_total(GUILD).await?, left);
        assert_eq!(clubs.club_players(GUILD).await?, if id == 1 { 2 } else { 0 });
        let layouts = clubs.club_most(GUILD, TallyKind::Layout, 9).await?;
        assert_eq!(layouts.len(), usize::from(id == 1), "{layouts:?}");
    }
    assert_eq!(clubs.untallied_games(9).await?, []);
    Ok(())
}

pub async fn finished_games_are_counted_up_once(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    let week = week_of(Timestamp(70 * DAY));
    finish(&store, 1, Some(GUILD), "abalone", 40, 70 * DAY).await?;
    finish(&store, 2, Some(GUILD), "abalone layout=belgian-daisy", 10, 71 * DAY).await?;
    finish(&store, 3, Some(GUILD), "abalone layout=belgian-daisy sprint=25", 5, 80 * DAY).await?;
    finish(&store, 4, Some(GuildId(7)), "notalone", 3, 80 * DAY).await?;
    finish(&store, 5, None, "abalone", 3, 81 * DAY).await?;
    let running = Commit { game: game(6), ..creation(6, 6) };
    store.create(running).await?;

    assert_eq!(clubs.untallied_games(2).await?.iter().map(|game| game.game.0).collect::<Vec<_>>(), [1, 2]);
    let games = clubs.untallied_games(10).await?;
    assert_eq!(games.iter().map(|game| game.game).collect::<Vec<_>>(), [1, 2, 3, 4, 5].map(GameId));
    let players = &games[0].players;
    assert!(players.contains(&ADA) && players.contains(&BRUNO) && players.len() == 2, "{players:?}");
    assert!(clubs.tally_games(&games[..2]).await?);
    assert!(!clubs.tally_games(&games).await?, "two of them are counted up already");
    assert_eq!(clubs.club_total(GUILD).await?, Tallied { games: 2, moves: 50 });
    let games = clubs.untallied_games(10).await?;
    assert!(clubs.tally_games(&games).await?);
    assert!(clubs.untallied_games(10).await?.is_empty());

    assert_eq!(clubs.club_total(GUILD).await?, Tallied { games: 3, moves: 55 });
    assert_eq!((clubs.club_players(GUILD).await?, clubs.club_players(GuildId(8)).await?), (2, 0));
    let layouts = clubs.club_most(GUILD, TallyKind::Layout, 9).await?;
    let expected = [("belgian-daisy", Tallied { games: 2, moves: 15 }), ("standard", Tallied { games: 1, moves: 40 })];
    assert_eq!(layouts, expected.map(|(item, tallied)| (item.to_owned(), tallied)));
    assert_eq!(clubs.club_most(GUILD, TallyKind::Layout, 1).await?.len(), 1);
    let weeks = clubs.club_weeks(GUILD, &[week - 1, week, week + 1]).await?;
    assert_eq!(weeks, [(week, Tallied { games: 2, moves: 50 }), (week + 1, Tallied { games: 1, moves: 5 })]);
    assert_eq!(clubs.club_weeks(GUILD, &[week + 1]).await?.len(), 1);
    assert_eq!(clubs.club_total(GuildId(7)).await?, Tallied { games: 1, moves: 3 });
    Ok(())
}

pub async fn of_concurrent_tallies_of_one_game_exactly_one_counts(store: Arc<Store>) -> TestResult {
    let clubs = store.clubs();
    finish(&store, 1, Some(GUILD), "abalone", 40, DAY).await?;
    let games = clubs.untallied_games(10).await?;
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let (store, games) = (Arc::clone(&store), games.clone());
        tasks.spawn(async move { store.clubs().tally_games(&games).await });
    }
    let mut counted = 0;
    while let Some(done) = tasks.join_next().await {
        counted += u32::from(done??);
    }
    assert_eq!((counted, clubs.club_total(GUILD).await?.games), (1, 1));
    Ok(())
}
