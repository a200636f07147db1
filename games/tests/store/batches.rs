//! Batches: commits are independent of each other.

use std::sync::Arc;

use games::domain::{
    Agreements, BoardNumber, Challenge, ChannelId, Competition, CompetitionTag, DrawOffer, EndReason, Ending, Game,
    GameId, GameLocation, LadderId, Notice, Phase, Reminder, SeatedPlayer, Seek, SeekFilter, Setup, TimeSpan,
    Timestamp, TurnClock, UserId,
};
use games::store::{Commit, CommitError, Store};
use rules::Seat;

use super::{ADA, BRUNO, TestResult, commit, creation, game, play, read};

pub async fn commits_of_a_batch_succeed_or_fail_independently(store: Arc<Store>) -> TestResult {
    for id in 1..=9 {
        store.create(creation(id, 10 + id.cast_unsigned())).await?;
    }
    assert!(store.commit_all(Vec::new()).await.is_empty());
    store.commit(play(&game(2), 102, "a1b2")).await?;
    let first = play(&game(4), 104, "a1b2");
    let next = play(&first.game, 105, "i9h8");
    let reminder = |id: i64, at, user| {
        let game = Game { version: 1, ..game(id) };
        let notices = vec![
            Notice::Reminder(Reminder::Turn { ply: 0 }),
            Notice::Reminder(Reminder::Step { step: 0, ply: 0, stops_at: None }),
        ];
        Commit { reminded: Some(user), now: Timestamp(at), ..commit(game, 110 + id.cast_unsigned(), notices) }
    };
    let over = Game { version: 1, phase: Phase::Over, ..game(7) };
    let clock = |seat, user: UserId| SeatedPlayer {
        seat,
        player: user.into(),
        name: "o'clock \u{1f600}\\\"".into(),
        agreed: true,
        clock: Some(5),
    };
    let seats = vec![clock(Seat(0), BRUNO), clock(Seat(1), ADA)];
    let mut outcomes = store
        .commit_all(vec![
            play(&game(3), 103, "a1b2"),
            play(&game(1), 102, "a1b2"),
            play(&game(2), 199, "a1b2"),
            first,
            reminder(5, 4, BRUNO),
            reminder(6, 4, BRUNO),
            commit(over, 117, vec![Notice::Ended]),
            Commit { seats: Some(seats.clone()), ..play(&game(8), 118, "a1b2") },
            play(&Game { game_id: GameId(99), ..game(9) }, 119, "a1b2"),
            Commit { detail: Some("\0 and 'so' on".into()), ..play(&game(9), 120, "a1b2") },
        ])
        .await;
    // Two of one game, in any order.
    outcomes.extend(store.commit_all(vec![play(&game(4), 198, "b1b2"), next]).await);
    let codes: String = outcomes
        .iter()
        .map(|outcome| match outcome {
            Ok(()) => '+',
            Err(CommitError::Duplicate) => 'd',
            Err(CommitError::Stale) => 's',
            Err(CommitError::Store(_)) => '!',
        })
        .collect();
    assert_eq!(codes, "+ds+++++s+s+", "{outcomes:?}");
    let moves = async |id| -> anyhow::Result<Vec<String>> {
        let plies = read(&store, id).await?.plies;
        Ok(plies.into_iter().map(|ply| ply.notation).collect())
    };
    assert_eq!(moves(1).await?, [""; 0], "its request had been carried out in another game");
    assert_eq!(moves(2).await?, ["a1b2"]);
    assert_eq!(moves(3).await?, ["a1b2"]);
    assert_eq!(moves(4).await?, ["a1b2", "i9h8"]);
    assert_eq!(read(&store, 7).await?.game.phase, Phase::Over);
    let eighth = read(&store, 8).await?;
    assert_eq!((eighth.seats, eighth.plies.len()), (seats, 1));
    assert_eq!(store.player(BRUNO).await?.silent_since, Some(Timestamp(4)), "when the first was sent");
    let mut messages = Vec::new();
    loop {
        let claimed = store.claim_messages(Timestamp(5), Timestamp(35), 100).await?;
        if claimed.is_empty() {
            break;
        }
        for message in claimed {
            messages.push((message.game_id.0, message.version, message.notice.kind().as_str()));
            store.message_sent(message.message_id, None).await?;
        }
    }
    messages.retain(|(_, version, _)| *version > 0);
    messages.sort_by_key(|(game, version, _)| (*game, *version));
    let both = |game| [(game, 1, "turn"), (game, 1, "reminder")];
    let mut expected = vec![(2, 1, "board"), (3, 1, "board"), (4, 1, "board"), (4, 2, "board")];
    expected.extend(both(5).into_iter().chain(both(6)));
    expected.extend([(7, 1, "ended"), (8, 1, "board"), (9, 1, "board")]);
    assert_eq!(messages, expected);
    Ok(())
}

/// Every column of a game has a distinct value, on creation and on change, in a batch and singly.
pub async fn every_column_is_written_in_a_batch_and_singly(store: Arc<Store>) -> TestResult {
    let full = |id: i64, from: i64| Game {
        version: from,
        phase: Phase::Playing,
        setup: Setup::stored(format!("abalone {from}")),
        time_control: format!("days:{}", from + 1).parse().expect("a time control"),
        place: GameLocation {
            guild_id: Some(games::domain::GuildId(u64::MAX - 20)),
            channel_id: ChannelId(u64::MAX - 21),
            thread_id: Some(ChannelId(u64::MAX - 22)),
        },
        ply: 0,
        challenge: Challenge {
            challenger: UserId(u64::MAX - 23),
            has_random_colors: from == 0,
            is_rated: true,
            created_at: Timestamp(30),
            seek: Some(Seek {
                filter: SeekFilter { reliability: Some(31), experienced_only: true, ratings: None },
                number: u32::try_from(id).expect("small"),
            }),
        },
        turn: TurnClock {
            to_move: Some(Seat(3)),
            started_at: Timestamp(from + 31),
            clock_hours: Some("Europe/Paris 23:00-07:00".parse().expect("hours")),
            pauses: vec![TimeSpan { from: Timestamp(from + 32), until: Timestamp(from + 33) }],
            allowance_ms: Some(from + 34),
            deadline_at: Some(Timestamp(from + 35)),
            reminded_until: Some(Timestamp(from + 36)),
            wake_at: Some(Timestamp(from + 37)),
        },
        draw_offer: Some(DrawOffer { seat: Seat(4), version: from + 5 }),
        ending: Some(Ending {
            result: if from == 0 { "black" } else { "white" }.parse().ok(),
            loser: Some(Seat(6)),
            reason: if from == 0 { EndReason::Time } else { EndReason::Silence },
        }),
        agreements: Agreements { taken_back: Some(from + 38), ..Agreements::default() },
        competition: Some(CompetitionTag {
            competition: Competition::Ladder(LadderId(i64::MAX - 24)),
            label: "\"Ladder\" of 'us'".to_owned(),
            board: Some(BoardNumber { round: 3, board: 2 }),
            round_ends_at: Some(Timestamp(from + 39)),
        }),
        conditional_moves_version: 0,
        ..game(id)
    };
    for id in 1..=3 {
        let initial = Commit { game: full(id, 0), ..creation(id, 10 + id.cast_unsigned()) };
        store.create(initial).await?;
        assert_eq!(read(&store, id).await?.game, full(id, 0));
    }
    let change = |id: i64| commit(full(id, 1), 20 + id.cast_unsigned(), vec![]);
    for outcome in store.commit_all(vec![change(1), change(2)]).await {
        outcome?;
    }
    store.commit(Commit { keep: Some(0), ..change(3) }).await?;
    for id in 1..=3 {
        assert_eq!(read(&store, id).await?.game, full(id, 1));
    }
    Ok(())
}

pub async fn one_bad_commit_of_a_batch_fails_alone(store: Arc<Store>) -> TestResult {
    for id in 1..=20 {
        store.create(creation(id, 10 + id.cast_unsigned())).await?;
        store.commit(play(&game(id), 100 + id.cast_unsigned(), "a1b2")).await?;
    }
    let next = |id: i64| {
        let good = play(&play(&game(id), 0, "").game, 200 + id.cast_unsigned(), "i9h8");
        let again = Commit { plies: play(&game(id), 0, "b2c3").plies, ..good.clone() };
        if id % 7 == 0 { again } else { good }
    };
    let outcomes = store.commit_all((1..=20).map(next).collect()).await;
    for (id, outcome) in (1..).zip(outcomes) {
        let plies = read(&store, id).await?.plies;
        if id % 7 == 0 {
            assert!(matches!(outcome, Err(CommitError::Store(_))), "game {id} has a first move: {outcome:?}");
            assert_eq!((plies.len(), plies[0].notation.as_str()), (1, "a1b2"));
        } else {
            outcome?;
            assert_eq!(plies.len(), 2, "game {id}");
        }
    }
    Ok(())
}

pub async fn many_games_and_players_are_read_in_one_query(store: Arc<Store>) -> TestResult {
    assert!(store.games(&[]).await?.is_empty() && store.players(&[]).await?.is_empty());
    let ids = [i64::MAX, 1, 7, 3].map(GameId);
    for (GameId(id), request) in ids.into_iter().zip(10..) {
        store.create(creation(id, request)).await?;
    }
    for (request, text) in [(20, "a1b2"), (21, "i9h8")] {
        let now = read(&store, 3).await?.game;
        store.commit(play(&now, request, text)).await?;
    }
    let order = [ids[0], GameId(5), ids[3], ids[1], ids[3]];
    let mut found = store.games(&order).await?;
    assert_eq!(found.len(), 3, "nothing of a game that is not there, and nothing else");
    for id in [ids[0], ids[1], ids[3]] {
        assert_eq!(found.remove(&id).transpose()?, store.game(id).await?);
    }
    store.set_locale(BRUNO, "fr").await?;
    let mut players = store.players(&[BRUNO, ADA]).await?;
    assert_eq!(players.remove(&BRUNO).transpose()?, Some(store.player(BRUNO).await?));
    assert!(players.remove(&ADA).is_none(), "nothing is known of her");
    Ok(())
}
