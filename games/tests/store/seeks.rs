//! Open challenges.

use std::collections::BTreeSet;
use std::sync::Arc;

use games::domain::{
    Challenge, EndReason, Ending, Game, GameId, GuildId, Notice, Phase, RatingRange, SeatedPlayer, Seek, SeekFilter,
    UserId,
};
use games::store::{Commit, CommitError, Store};
use rules::Seat;

use crate::store::{ADA, BRUNO, TestResult, commit, creation, game, read};

const GUILD: GuildId = GuildId(7);

/// An open challenge of this number, whose owner has the second seat.
fn seek(id: i64, request: u64, number: u32) -> Commit {
    let filter = SeekFilter {
        reliability: Some(80),
        experienced_only: true,
        ratings: Some(RatingRange { lowest: Some(1400), highest: None }),
    };
    let challenge = Challenge { seek: Some(Seek { filter, number }), ..game(id).challenge };
    let owner = SeatedPlayer { seat: Seat(1), player: ADA.into(), name: "Ada".into(), agreed: true, clock: Some(5) };
    Commit { seats: Some(vec![owner]), ..commit(Game { challenge, ..game(id) }, request, vec![Notice::Challenge]) }
}

pub async fn open_challenges_of_a_server_are_listed_in_order(store: Arc<Store>) -> TestResult {
    let ids = async |store: &Arc<Store>, guild, limit| -> anyhow::Result<Vec<i64>> {
        Ok(store.open_seeks(guild, limit).await?.iter().map(|open| open.game.game_id.0).collect())
    };
    assert_eq!(store.last_seek(GUILD).await?, 0);
    store.create(creation(1, 10)).await?;
    for (id, number) in [(5, 1), (4, 2), (3, 3), (2, 4)] {
        store.create(seek(id, 20 + u64::from(number), number)).await?;
    }
    let mut elsewhere = seek(9, 30, 1);
    elsewhere.game.place.guild_id = Some(GuildId(u64::MAX));
    store.create(elsewhere).await?;
    assert_eq!(ids(&store, GUILD, 9).await?, [5, 4, 3, 2]);
    assert_eq!(ids(&store, GUILD, 2).await?, [5, 4]);
    let waiting = store.waiting_seeks(GameId(3), 3).await?;
    assert_eq!(waiting, [(GameId(4), GUILD, ADA), (GameId(5), GUILD, ADA), (GameId(9), GuildId(u64::MAX), ADA)]);
    assert_eq!(
        store.waiting_seeks(GameId(i64::MIN), 2).await?.iter().map(|(game, ..)| game.0).collect::<Vec<_>>(),
        [2, 3]
    );
    assert_eq!(ids(&store, GuildId(u64::MAX), 9).await?, [9]);
    let newest =
        async |user| -> anyhow::Result<Option<i64>> { Ok(store.newest_of(user).await?.map(|game| game.game_id.0)) };
    // Of challenges made at the same time, the one with the lower number; challenges of other players do not count.
    assert_eq!((newest(ADA).await?, newest(BRUNO).await?), (Some(1), None));
    let last = async |user, guild| -> anyhow::Result<Option<i64>> {
        Ok(store.last_challenge_of(user, guild).await?.map(|game| game.0))
    };
    assert_eq!((last(ADA, Some(GUILD)).await?, last(ADA, Some(GuildId(u64::MAX))).await?), (Some(1), Some(9)));
    assert_eq!((last(ADA, None).await?, last(BRUNO, Some(GUILD)).await?), (None, None));
    assert_eq!((store.last_seek(GUILD).await?, store.last_seek(GuildId(u64::MAX)).await?), (4, 1));

    let written = seek(5, 21, 1);
    let open = &store.open_seeks(GUILD, 1).await?[0];
    assert_eq!((&open.game, Some(&open.seats)), (&written.game, written.seats.as_ref()));
    let record = read(&store, 5).await?;
    assert_eq!((&record.game, Some(&record.seats)), (&written.game, written.seats.as_ref()));

    // Accepted: both have seats, and the original challenge stays recorded.
    let other =
        SeatedPlayer { seat: Seat(0), player: BRUNO.into(), name: "Bruno".into(), agreed: false, clock: Some(5) };
    let seats = vec![other, record.seats[0].clone()];
    let playing = Game { version: 1, phase: Phase::Playing, ..record.game.clone() };
    store.commit(Commit { seats: Some(seats.clone()), ..commit(playing.clone(), 40, vec![]) }).await?;
    assert_eq!((newest(BRUNO).await?, last(BRUNO, Some(GUILD)).await?), (Some(5), None), "the challenge was Ada's");
    let record = read(&store, 5).await?;
    assert_eq!((&record.game, &record.seats), (&playing, &seats));
    // Withdrawn.
    let ending = Some(Ending::of(EndReason::Withdrawn));
    let void = Game { version: 1, phase: Phase::Void, ending, ..seek(3, 23, 3).game };
    store.commit(commit(void, 41, vec![])).await?;
    assert_eq!(ids(&store, GUILD, 9).await?, [4, 2]);
    let mut newer = seek(20, 50, 9);
    newer.game.challenge.created_at = newer.game.challenge.created_at.plus(1);
    let ending = Some(Ending::of(EndReason::Withdrawn));
    let withdrawn = Game { version: 1, phase: Phase::Void, ending, ..newer.game.clone() };
    store.create(newer).await?;
    store.commit(commit(withdrawn, 51, vec![])).await?;
    assert_eq!(newest(ADA).await?, Some(20), "what was offered last, also after its withdrawal");
    assert_eq!(store.last_seek(GUILD).await?, 9, "a number is not used again");
    Ok(())
}

pub async fn of_open_challenges_made_at_once_each_has_a_number_of_its_own(store: Arc<Store>) -> TestResult {
    let mut tasks = tokio::task::JoinSet::new();
    for rival in 0..8_i64 {
        let store = Arc::clone(&store);
        tasks.spawn(async move { (rival, store.create(seek(rival, 100 + rival.cast_unsigned(), 1)).await) });
    }
    // Concurrent writes of other games succeed.
    for other in 50..58_i64 {
        let store = Arc::clone(&store);
        tasks.spawn(async move { (other, store.create(creation(other, 100 + other.cast_unsigned())).await) });
    }
    let (mut won, mut stale) = (BTreeSet::new(), BTreeSet::new());
    while let Some(done) = tasks.join_next().await {
        match done? {
            (id, Ok(())) => drop(won.insert(id)),
            (id, Err(CommitError::Stale)) => drop(stale.insert(id)),
            (id, Err(other)) => panic!("{id}: {other}"),
        }
    }
    assert_eq!((won.len(), stale.len()), (1 + 8, 7), "{won:?} {stale:?}");
    let winner = *won.first().expect("one");
    assert!(winner < 8);
    for id in stale {
        assert_eq!(store.game(GameId(id)).await?, None);
        assert_eq!(store.game_of_request(games::domain::RequestId(100 + id.cast_unsigned())).await?, None);
    }
    // A repeated request succeeds instead of reporting a used number.
    let again = store.create(seek(winner, 100 + winner.cast_unsigned(), 1)).await;
    assert!(matches!(again, Err(CommitError::Duplicate)), "{again:?}");
    assert_eq!(store.open_of(ADA).await?, 1 + 8);
    assert_eq!(store.open_of(UserId(1)).await?, 0);
    Ok(())
}
