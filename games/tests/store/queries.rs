//! Queries for games by player, by channel and by alarm; heartbeats.

use std::sync::Arc;

use games::domain::{
    ChannelId, Competition, CompetitionTag, Game, GameId, Outage, Phase, Timestamp, TournamentId, TurnClock, UserId,
};
use games::store::{Commit, GameChange, Store};
use rules::Seat;

use super::{ADA, BRUNO, TestResult, commit, creation, game, games_of, play};

pub async fn due_games_are_claimed_once_per_lease(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 10)).await?;
    assert!(store.claim_due(Timestamp(49), Timestamp(80), 10).await?.is_empty());
    assert_eq!(store.claim_due(Timestamp(50), Timestamp(80), 10).await?, [GameId(1)]);
    assert!(store.claim_due(Timestamp(51), Timestamp(81), 10).await?.is_empty());
    assert_eq!(store.claim_due(Timestamp(80), Timestamp(110), 10).await?, [GameId(1)]);
    Ok(())
}

pub async fn a_process_learns_of_each_commit_of_its_own(store: Arc<Store>) -> TestResult {
    let mut changes = store.changes();
    for (id, request) in [(1, 10), (2, 20), (3, 30)] {
        store.create(creation(id, request)).await?;
    }
    store.commit(play(&game(1), 11, "a1b2")).await?;
    let last = play(&game(3), 31, "a1b2");
    store.commit(Commit { game: Game { phase: Phase::Over, ..last.game.clone() }, ..last }).await?;
    // What was refused or done before changes nothing.
    assert!(store.commit(play(&game(1), 12, "a1b2")).await.is_err() && store.create(creation(4, 20)).await.is_err());
    let change = |game, version| GameChange { game: GameId(game), version };
    for expected in [change(1, 0), change(2, 0), change(3, 0), change(1, 1), change(3, 1)] {
        assert_eq!(changes.try_recv()?, expected);
    }
    assert!(changes.try_recv().is_err());
    assert_eq!(store.versions_of(&[GameId(1), GameId(9)]).await?, [change(1, 1)]);
    let mut people = store.people_of(&[GameId(1), GameId(2), GameId(9)]).await?;
    people.sort_unstable();
    assert_eq!(people, [ADA, BRUNO]);
    let mut open = store.open_versions_of(&[BRUNO, UserId(1)]).await?;
    open.sort_unstable_by_key(|(_, change)| change.game.0);
    assert_eq!(open, [(BRUNO, change(1, 1)), (BRUNO, change(2, 0))], "not of what is over");
    Ok(())
}

pub async fn lists_begin_with_games_that_wait_for_the_player(store: Arc<Store>) -> TestResult {
    // Phase, deadline, creation.
    let (turn_of_bruno, turn_of_ada) = (Some(Seat(1)), Some(Seat(0)));
    for (id, phase, to_move, deadline_at, created_at) in [
        (1, Phase::Playing, turn_of_ada, Some(10), 1),
        (2, Phase::Playing, turn_of_bruno, None, 2),
        (3, Phase::Offered, None, Some(60), 3),
        (4, Phase::Playing, turn_of_bruno, Some(70), 4),
        (5, Phase::Playing, turn_of_ada, None, 5),
        (6, Phase::Playing, turn_of_ada, None, 6),
        (7, Phase::Playing, turn_of_bruno, Some(70), 7),
        (8, Phase::Over, None, Some(1), 8),
        (9, Phase::Playing, turn_of_ada, Some(80), 9),
    ] {
        let deadline_at = deadline_at.map(Timestamp);
        let mut new = game(id);
        (new.turn.deadline_at, new.challenge.created_at) = (deadline_at, Timestamp(created_at));
        if id == 9 {
            let (competition, label) = (Competition::Tournament(TournamentId(1)), "Cup".to_owned());
            let round_ends_at = Some(Timestamp(5));
            new.competition = Some(CompetitionTag { competition, label, board: None, round_ends_at });
        }
        store.create(Commit { game: new.clone(), ..creation(id, id.cast_unsigned()) }).await?;
        if phase != Phase::Offered {
            let turn = TurnClock { to_move, ..new.turn };
            let game = Game { version: 1, phase, turn, ..new };
            store.commit(commit(game, 10 + id.cast_unsigned(), vec![])).await?;
        }
    }
    store.set_thread(GameId(2), Some(ChannelId(99))).await?;
    let list = async |user, phases: &[Phase], limit| -> anyhow::Result<Vec<i64>> {
        let found = store.games_of(user, phases, limit).await?;
        for summary in &found {
            let seats: Vec<_> = summary.seats.iter().map(|seat| (seat.seat, seat.player.user())).collect();
            assert_eq!(seats, [(Seat(0), Some(ADA)), (Seat(1), Some(BRUNO))], "game {}", summary.game.game_id.0);
        }
        Ok(found.iter().map(|summary| summary.game.game_id.0).collect())
    };
    // Games that wait for Ada come first; each part is sorted by deadline, or the end of the round before it, then newest first.
    let all = [Phase::Offered, Phase::Playing];
    assert_eq!(list(BRUNO, &all, 10).await?, [3, 7, 4, 2, 9, 1, 6, 5]);
    assert_eq!(list(BRUNO, &all, 5).await?, [3, 7, 4, 2, 9], "a limit counts games");
    assert_eq!(list(ADA, &all, 10).await?, [9, 1, 6, 5, 3, 7, 4, 2], "the offer is hers: it waits for Bruno");
    assert_eq!(list(ADA, &[Phase::Over], 10).await?, [8]);
    assert!(list(UserId(1), &all, 10).await?.is_empty());
    assert_eq!(store.game_in(ChannelId(99)).await?, Some(GameId(2)));
    assert_eq!(store.game_in(ChannelId(98)).await?, None);
    Ok(())
}

pub async fn running_games_and_open_challenges_are_counted(store: Arc<Store>) -> TestResult {
    for id in 1..=4 {
        store.create(creation(id, id.cast_unsigned())).await?;
    }
    store.commit(play(&game(1), 11, "a1b2")).await?;
    let declined = Game { version: 1, phase: Phase::Void, ..game(2) };
    store.commit(commit(declined, 12, vec![])).await?;
    assert_eq!(store.open_of(ADA).await?, 3, "one is played, two are offered");
    assert_eq!(store.open_of(BRUNO).await?, 1, "one is played");
    assert_eq!(store.open_of(UserId(1)).await?, 0);
    assert_eq!(store.offers_between(ADA, BRUNO).await?, 2);
    assert_eq!(store.offers_between(BRUNO, ADA).await?, 0);
    Ok(())
}

pub async fn the_oldest_due_alarms_and_messages_are_claimed_first(store: Arc<Store>) -> TestResult {
    for id in 1..=4_i64 {
        let change = creation(id, id.cast_unsigned());
        let turn = TurnClock { wake_at: Some(Timestamp(100 - id * 10)), ..change.game.turn.clone() };
        store.create(Commit { game: Game { turn, ..change.game }, now: Timestamp(50 - id), ..change }).await?;
    }
    let mut due = store.claim_due(Timestamp(100), Timestamp(200), 2).await?;
    due.sort();
    assert_eq!(due, [GameId(3), GameId(4)], "the two that have waited longest");
    assert_eq!(store.claim_due(Timestamp(85), Timestamp(200), 10).await?, [GameId(2)], "game 1 is due at 90");
    let mut messages = store.claim_messages(Timestamp(100), Timestamp(200), 2).await?;
    messages.sort_by_key(|message| message.game_id);
    assert_eq!(games_of(&messages), [GameId(3), GameId(4)]);
    Ok(())
}

pub async fn a_channel_finds_a_game_only_if_it_has_one(store: Arc<Store>) -> TestResult {
    let origin = ChannelId(8);
    store.create(creation(1, 1)).await?;
    assert_eq!(store.game_in(origin).await?, None, "a challenge is no running game");
    store.commit(play(&game(1), 11, "a1b2")).await?;
    assert_eq!(store.game_in(origin).await?, Some(GameId(1)));
    store.create(creation(2, 2)).await?;
    store.commit(play(&game(2), 12, "a1b2")).await?;
    assert_eq!(store.game_in(origin).await?, None, "one of two");
    store.set_thread(GameId(2), Some(ChannelId(99))).await?;
    assert_eq!(store.game_in(origin).await?, Some(GameId(1)), "the other one lives in a thread");
    Ok(())
}

pub async fn heartbeats_and_outages_are_stored(store: Arc<Store>) -> TestResult {
    let outage = |from, until| Outage { from: Timestamp(from), until: Timestamp(until) };
    assert_eq!(store.last_beat().await?, None);
    for at in [70, 90, 80] {
        store.beat(Timestamp(at)).await?;
        assert_eq!(store.last_beat().await?, Some(Timestamp(at)), "a clock may be put back");
    }
    // Two processes find the same outage at different times.
    store.record_outage(outage(80, 200)).await?;
    store.record_outage(outage(80, 201)).await?;
    store.record_outage(outage(30, 40)).await?;
    assert_eq!(store.open_outages().await?, [outage(30, 40), outage(80, 200)]);
    assert_eq!(store.last_beat().await?, Some(Timestamp(200)), "its end was a sign of life");
    store.close_outage(Timestamp(30)).await?;
    store.close_outage(Timestamp(30)).await?;
    assert_eq!(store.open_outages().await?, [outage(80, 200)]);
    let since = async |instant| store.outages_since(Timestamp(instant)).await;
    assert_eq!(since(39).await?, [outage(30, 40), outage(80, 200)], "those too after which all is done");
    assert_eq!((since(40).await?, since(200).await?), (vec![outage(80, 200)], vec![]));
    // Deadlines at 50. Finished games and games without a limit have none.
    for id in 1..=5 {
        store.create(creation(id, id.cast_unsigned())).await?;
    }
    store.commit(commit(Game { version: 1, phase: Phase::Over, ..game(2) }, 20, vec![])).await?;
    let turn = TurnClock { deadline_at: None, ..game(4).turn };
    store.commit(commit(Game { version: 1, turn, ..game(4) }, 21, vec![])).await?;
    let found = async |instant, after: Option<i64>, limit| {
        let found = store.games_due_after(Timestamp(instant), after.map(GameId), limit).await?;
        anyhow::Ok(found.into_iter().map(|game| game.0).collect::<Vec<_>>())
    };
    assert_eq!(found(49, None, 9).await?, [1, 3, 5]);
    assert_eq!(found(49, None, 2).await?, [1, 3]);
    assert_eq!(found(49, Some(3), 2).await?, [5]);
    assert_eq!(found(50, None, 9).await?, Vec::<i64>::new());
    Ok(())
}
