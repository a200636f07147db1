//! Databases that are filled to measure: on both engines they hold whole games.

use bot::domain::{GameId, Phase, Timestamp, UserId};
use bot::games::replay::consistency;
use bot::store::{DatabaseUrl, RunningGames};
use rules::rng::SeededRng;

use super::{Cluster, TestResult};

/// More than one server of Discord.
const GAMES: u32 = 410;

async fn check(place: DatabaseUrl) -> TestResult {
    let mut table = rules::open("abalone")?;
    let (mut moves, mut chance) = (Vec::new(), SeededRng::new(1));
    for _ in 0..RunningGames::MOST_MOVES {
        let legal = table.legal_moves();
        moves.push(table.play(&legal[chance.below(legal.len())])?);
    }
    let running = RunningGames { games: GAMES, moves, now: Timestamp(1_700_000_000_000) };
    place.fill_running(&running, &|_| ()).await?;
    let store = place.open_filled().await?;
    let plies = store.plies(GAMES).await?;
    assert_eq!(plies.len(), GAMES as usize);
    for (number, ply) in (0..GAMES).zip(plies) {
        let id = GameId(number.into());
        assert_eq!(consistency::problem(store.as_ref(), id).await?, None);
        let record = store.game(id).await?.expect("filled");
        assert_eq!((Some(record.game.ply), record.plies.len()), (ply, record.game.ply as usize));
        assert!((20..=40).contains(&record.game.ply));
        assert!(record.game.turn.wake_at.is_some_and(|at| at > running.now));
        let players: Vec<UserId> = record.seats.iter().map(|seat| seat.user).collect();
        assert_eq!(players, RunningGames::players(GAMES, number).map(UserId));
        let (guild, thread) = RunningGames::place(GAMES, number);
        assert_eq!(record.game.place.guild_id.map(|id| id.0), Some(guild));
        assert_eq!(record.game.place.thread_id.map(|id| id.0), Some(thread));
    }
    let person = UserId(RunningGames::FIRST_PERSON + 7);
    let of_a_person = store.games_of(person, &[Phase::Playing], 200).await?.len();
    assert!((40..=44).contains(&of_a_person), "{of_a_person}");
    store.close().await;
    drop(store);
    let refused = place.fill_running(&running, &|_| ()).await.expect_err("it has games").to_string();
    assert!(refused.contains("name an empty one"), "{refused}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn running_games_of_a_file_are_whole_and_where_they_are_said_to_be() -> TestResult {
    let folder = tempfile::tempdir()?;
    check(format!("sqlite://{}", folder.path().join("bench.db").display()).parse()?).await
}

#[tokio::test(flavor = "multi_thread")]
async fn running_games_of_a_server_are_whole_and_where_they_are_said_to_be() -> TestResult {
    check(Cluster::shared()?.database()?.parse()?).await
}
