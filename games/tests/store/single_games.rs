//! One game: reading it back, and concurrent commits.

use std::sync::Arc;

use games::domain::{
    Agreements, Branch, Challenge, ChannelId, ConditionalMoves, DrawOffer, EndReason, Ending, EngineLevel, Game,
    GameId, GameLocation, GuildId, MAX_DEPTH, Phase, Player, Ply, Proposal, ProposalKind, RequestId,
    SetConditionalMoves, Timestamp, TurnClock, UserId,
};
use games::store::{Commit, CommitError, Store};
use rules::Seat;

use super::{ADA, BRUNO, TestResult, commit, creation, game, play, read, span};

pub async fn a_game_is_read_as_it_was_written(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 10)).await?;
    let kind = ProposalKind::Takeback { ply: 0 };
    let proposal = Proposal { seat: Seat(1), version: 1, kind, agreed: vec![Seat(0), Seat(2)] };
    let full = Game {
        version: 1,
        phase: Phase::Over,
        ply: 1,
        challenge: Challenge { has_random_colors: false, ..game(1).challenge },
        turn: TurnClock {
            to_move: Some(Seat(1)),
            deadline_at: None,
            clock_hours: Some("Europe/Paris 23:00-07:00".parse()?),
            pauses: vec![span(5, 9), span(20, i64::MAX)],
            allowance_ms: Some(77),
            reminded_until: Some(Timestamp(40)),
            wake_at: None,
            ..game(1).turn
        },
        draw_offer: Some(DrawOffer { seat: Seat(0), version: 1 }),
        ending: Some(Ending { result: Some(games::domain::GameOutcome::Draw), ..Ending::of(EndReason::Agreement) }),
        agreements: Agreements { proposal: Some(proposal), taken_back: Some(7), ..Agreements::default() },
        ..game(1)
    };
    let row = Ply { number: 1, notation: "a1b2".into(), played_at: Timestamp(9), player: BRUNO.into(), version: 1 };
    store.commit(Commit { plies: vec![row.clone()], ..commit(full.clone(), 11, vec![]) }).await?;
    let record = read(&store, 1).await?;
    assert_eq!(record.game, full);
    assert_eq!(record.plies, [row]);
    assert_eq!(record.seats[1].player, BRUNO);
    assert_eq!(store.game(GameId(2)).await?, None);
    Ok(())
}

pub async fn an_engine_sits_and_moves_without_a_user(store: Arc<Store>) -> TestResult {
    let engine = Player::Engine(EngineLevel(u8::MAX));
    let mut offered = creation(1, 1);
    let seats = offered.seats.as_mut().expect("two seats");
    (seats[1].player, seats[1].name) = (engine, "engine".to_owned());
    let written = seats.clone();
    store.create(offered).await?;
    let mut moved = play(&game(1), 2, "a1b2");
    moved.plies[0].player = engine;
    store.commit(moved.clone()).await?;
    // Also as a batch.
    let mut batch = vec![play(&moved.game, 3, "i9h8")];
    batch[0].plies[0].player = ADA.into();
    store.create(creation(2, 4)).await?;
    batch.push(play(&game(2), 5, "a1b2"));
    batch[1].plies[0].player = engine;
    for outcome in store.commit_all(batch).await {
        outcome?;
    }
    let record = read(&store, 1).await?;
    assert_eq!(record.seats, written);
    assert_eq!(record.plies.iter().map(|ply| ply.player).collect::<Vec<_>>(), [engine, ADA.into()]);
    let record = read(&store, 2).await?;
    assert_eq!(record.plies.iter().map(|ply| ply.player).collect::<Vec<_>>(), [engine]);
    assert_eq!(store.games_of(ADA, &[Phase::Playing], 9).await?[0].seats.len(), 2);

    // The engine loses on time, and no player is blamed for it.
    let ending = Some(Ending { loser: Some(Seat(1)), ..Ending::of(EndReason::Time) });
    let over = Game { version: 3, ply: 2, phase: Phase::Over, ending, ..game(1) };
    store.commit(commit(over, 6, vec![])).await?;
    let finished = store.finished_of(ADA, 9).await?;
    assert_eq!(
        finished.iter().map(|end| (end.seat.player, end.game.is_excused)).collect::<Vec<_>>(),
        [(ADA.into(), true)]
    );
    assert!(store.finished_of_each(&[ADA, BRUNO], Timestamp(i64::MAX), 9).await?.is_empty(), "not among people");
    Ok(())
}

pub async fn moves_taken_back_are_replaced_by_new_ones(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 10)).await?;
    let mut now = game(1);
    for (request, notation) in [(11, "a1b2"), (12, "i9h8"), (13, "b2c3")] {
        let change = play(&now, request, notation);
        now = change.game.clone();
        store.commit(change).await?;
    }
    let back = Game { version: now.version + 1, ply: 1, ..now.clone() };
    let detail = Some("2 i9h8, 3 b2c3".to_owned());
    store.commit(Commit { keep: Some(1), detail, ..commit(back.clone(), 14, vec![]) }).await?;
    let notations = async || -> anyhow::Result<Vec<(String, i64)>> {
        let plies = read(&store, 1).await?.plies;
        Ok(plies.into_iter().map(|ply| (ply.notation, ply.version)).collect())
    };
    assert_eq!(notations().await?, [("a1b2".to_owned(), 1)]);
    // Several moves in one commit, in place of those that were taken back.
    let both = Game { version: back.version + 1, ply: 3, ..back.clone() };
    let row = |number, notation: &str| Ply {
        number,
        notation: notation.into(),
        played_at: Timestamp(4),
        player: ADA.into(),
        version: both.version,
    };
    store.commit(Commit { plies: vec![row(2, "i8h7"), row(3, "a2b3")], ..commit(both.clone(), 15, vec![]) }).await?;
    let stands = [("a1b2".to_owned(), 1), ("i8h7".to_owned(), 5), ("a2b3".to_owned(), 5)];
    assert_eq!(notations().await?, stands);
    let late = Commit { keep: Some(0), ..commit(Game { ply: 0, ..both }, 16, vec![]) };
    assert!(matches!(store.commit(late).await, Err(CommitError::Stale)));
    assert_eq!(notations().await?, stands, "what is refused takes nothing back");
    Ok(())
}

pub async fn conditional_moves_are_stored_only_for_the_version_they_were_decided_on(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 10)).await?;
    let line = |user, turn: &str| {
        let answer = Branch { turn: "i9h8".into(), then: Vec::new() };
        ConditionalMoves { user, tree: vec![Branch { turn: turn.into(), then: vec![answer] }] }
    };
    let change = |version, conditional_moves_version, line| SetConditionalMoves {
        game: GameId(1),
        version,
        conditional_moves_version,
        line,
    };
    assert!(store.conditional_moves(GameId(1)).await?.is_empty());
    assert!(store.set_conditional_moves(change(0, 0, line(BRUNO, "a1b2"))).await?);
    assert!(!store.set_conditional_moves(change(0, 0, line(ADA, "a1b2"))).await?, "the lines have changed");
    assert!(!store.set_conditional_moves(change(1, 1, line(ADA, "a1b2"))).await?, "there is no such version yet");
    assert!(store.set_conditional_moves(change(0, 1, line(BRUNO, "a2b3"))).await?);
    assert!(store.set_conditional_moves(change(0, 2, line(ADA, "a1b2"))).await?);
    let mut lines = store.conditional_moves(GameId(1)).await?;
    lines.sort_by_key(|line| line.user);
    assert_eq!(lines, [line(ADA, "a1b2"), line(BRUNO, "a2b3")]);
    let now = read(&store, 1).await?.game;
    assert_eq!((now.version, now.conditional_moves_version), (0, 3), "no version of the game tells of it");

    // A commit decided before conditional moves changed is stale.
    let unseen = Game { conditional_moves_version: 2, ..now.clone() };
    assert!(matches!(store.commit(play(&unseen, 11, "a2b3")).await, Err(CommitError::Stale)));
    let result = play(&now, 12, "a2b3");
    store.commit(Commit { conditional_moves: Some(vec![line(BRUNO, "c1d2")]), ..result.clone() }).await?;
    assert_eq!(store.conditional_moves(GameId(1)).await?, [line(BRUNO, "c1d2")]);
    let after = play(&result.game, 13, "i9h8");
    store.commit(after.clone()).await?;
    assert_eq!(store.conditional_moves(GameId(1)).await?.len(), 1, "a change that does not speak of lines leaves them");
    let none = ConditionalMoves { user: BRUNO, tree: Vec::new() };
    assert!(store.set_conditional_moves(change(2, 3, none)).await?);
    assert!(store.conditional_moves(GameId(1)).await?.is_empty());
    assert!(
        !store
            .set_conditional_moves(SetConditionalMoves { game: GameId(9), ..change(0, 0, line(ADA, "a1b2")) })
            .await?,
        "no such game"
    );

    // The first lines of a game may come with a move; from then on they are counted.
    store.create(creation(2, 20)).await?;
    let first = read(&store, 2).await?.game;
    let placed = play(&first, 21, "a1b2");
    store.commit(Commit { conditional_moves: Some(vec![line(BRUNO, "c1d2")]), ..placed }).await?;
    let now = read(&store, 2).await?.game;
    assert_eq!((now.version, now.conditional_moves_version), (1, 1));
    assert_eq!(store.conditional_moves(GameId(2)).await?, [line(BRUNO, "c1d2")]);
    Ok(())
}

pub async fn conditional_moves_too_deep_to_read_are_left_out(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 10)).await?;
    let line = |user, depth: usize| {
        let longer = |then: Vec<Branch>, _| vec![Branch { turn: "a1b2".into(), then }];
        ConditionalMoves { user, tree: (0..depth).fold(Vec::new(), longer) }
    };
    let change = |conditional_moves_version, line| SetConditionalMoves {
        game: GameId(1),
        version: 0,
        conditional_moves_version,
        line,
    };
    assert!(store.set_conditional_moves(change(0, line(BRUNO, MAX_DEPTH))).await?);
    assert!(store.set_conditional_moves(change(1, line(ADA, 100))).await?);
    let lines = store.conditional_moves(GameId(1)).await?;
    assert!(lines.contains(&line(BRUNO, MAX_DEPTH)), "the other one's line stops nothing");
    let now = read(&store, 1).await?.game;
    store.commit(Commit { conditional_moves: Some(vec![line(BRUNO, 1)]), ..play(&now, 11, "a1b2") }).await?;
    assert_eq!(store.conditional_moves(GameId(1)).await?, [line(BRUNO, 1)], "and goes with the next change");
    Ok(())
}

pub async fn the_same_request_is_committed_once(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 10)).await?;
    assert!(matches!(store.create(creation(2, 10)).await, Err(CommitError::Duplicate)));
    assert_eq!(store.game_of_request(RequestId(10)).await?, Some(GameId(1)));
    assert_eq!(store.request_of(GameId(1), 0).await?, Some(RequestId(10)));
    assert_eq!(store.action_of_request(RequestId(10)).await?, Some(games::domain::Action::Play));
    assert_eq!(store.action_of_request(RequestId(11)).await?, None);
    assert_eq!(store.request_of(GameId(2), 0).await?, None);
    store.commit(play(&game(1), 11, "a1b2")).await?;
    assert_eq!(store.request_of(GameId(1), 1).await?, Some(RequestId(11)));
    assert!(matches!(store.commit(play(&game(1), 11, "a1b2")).await, Err(CommitError::Duplicate)));
    assert_eq!(read(&store, 1).await?.plies.len(), 1);
    Ok(())
}

pub async fn a_commit_on_an_old_version_is_stale(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 10)).await?;
    store.commit(play(&game(1), 11, "a1b2")).await?;
    assert!(matches!(store.commit(play(&game(1), 12, "a2b3")).await, Err(CommitError::Stale)));
    let record = read(&store, 1).await?;
    assert_eq!((record.game.version, record.plies[0].notation.as_str()), (1, "a1b2"));
    assert_eq!(store.game_of_request(RequestId(12)).await?, None, "what was refused left no trace");
    Ok(())
}

pub async fn of_concurrent_commits_to_one_game_exactly_one_succeeds(store: Arc<Store>) -> TestResult {
    for id in 0..16 {
        store.create(creation(id, 1000 + id.cast_unsigned())).await?;
    }
    let mut tasks = tokio::task::JoinSet::new();
    for id in 0..16_i64 {
        for rival in 0..8_u64 {
            let store = Arc::clone(&store);
            tasks.spawn(
                async move { store.commit(play(&game(id), 5000 + id.cast_unsigned() * 100 + rival, "a1b2")).await },
            );
        }
    }
    let (mut won, mut stale) = (0, 0);
    while let Some(outcome) = tasks.join_next().await {
        match outcome? {
            Ok(()) => won += 1,
            Err(CommitError::Stale) => stale += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!((won, stale), (16, 16 * 7));
    Ok(())
}

pub async fn any_display_name_is_stored(store: Arc<Store>) -> TestResult {
    let name = "a\0b '); drop table game; -- \u{1f3b2}\u{202e}";
    let mut new = creation(1, 10);
    if let Some(seats) = &mut new.seats {
        name.clone_into(&mut seats[0].name);
    }
    store.create(new).await?;
    let name_read = read(&store, 1).await?.seats[0].name.clone();
    // PostgreSQL rejects NUL characters.
    assert_eq!(name_read.replace('\u{fffd}', "\0"), name);
    Ok(())
}

pub async fn setting_the_thread_keeps_the_version(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 10)).await?;
    store.set_thread(GameId(1), Some(ChannelId(99))).await?;
    let elsewhere = Game {
        place: GameLocation { channel_id: ChannelId(1), thread_id: None, ..game(1).place },
        challenge: Challenge { created_at: Timestamp(40), ..game(1).challenge },
        ..game(1)
    };
    store.commit(play(&elsewhere, 11, "a1b2")).await?;
    let stored = read(&store, 1).await?.game;
    assert_eq!((stored.version, stored.place.thread_id), (1, Some(ChannelId(99))));
    assert_eq!((stored.place.channel_id, stored.challenge.created_at), (ChannelId(8), Timestamp(1)));
    Ok(())
}

pub async fn only_the_first_loss_on_time_within_a_day_counts(store: Arc<Store>) -> TestResult {
    const HOUR: i64 = 3_600_000;
    for id in 1..=7 {
        store.create(creation(id, id.cast_unsigned())).await?;
    }
    let over = |id: i64, reason: EndReason, loser, at| {
        let ending = Ending { loser: Some(Seat(loser)), ..Ending::of(reason) };
        let game = Game { version: 1, phase: Phase::Over, ending: Some(ending), ..game(id) };
        Commit { now: Timestamp(at * HOUR), ..commit(game, 100 + id.cast_unsigned(), vec![]) }
    };
    // Bruno has seat 1. Neither a loss of Ada nor a resignation of Bruno excuses his loss on time.
    store.commit(over(1, EndReason::Resignation, 1, 10)).await?;
    store.commit(over(2, EndReason::Time, 0, 11)).await?;
    let (third, fourth) = (over(3, EndReason::Time, 1, 12), over(4, EndReason::Time, 1, 12));
    let (third, fourth) = tokio::join!(store.commit(third), store.commit(fourth));
    third?;
    fourth?;
    store.commit(over(5, EndReason::Time, 1, 35)).await?;
    store.commit(over(6, EndReason::Time, 1, 36)).await?;
    assert!(matches!(store.commit(over(6, EndReason::Time, 1, 36)).await, Err(CommitError::Duplicate)));
    let ends = |finished: Vec<games::domain::Finished>| {
        finished
            .into_iter()
            .map(|end| (end.game.game_id.0, end.ended_at.0 / HOUR, end.game.is_excused))
            .collect::<Vec<_>>()
    };
    let bruno = store.finished_of(BRUNO, 9).await?;
    assert!(bruno.iter().all(|end| end.seat.player == BRUNO && end.seat.seat == Seat(1)));
    let bruno = ends(bruno);
    // Of two simultaneous losses one counts, and so does one a day later.
    let excused: Vec<i64> = bruno.iter().filter(|(_, _, excused)| *excused).map(|(id, ..)| *id).collect();
    assert!(excused == [5, 3] || excused == [5, 4], "{excused:?}");
    let order: Vec<_> = bruno.iter().map(|(id, at, _)| (*id, *at)).collect();
    assert_eq!(order, [(6, 36), (5, 35), (3, 12), (4, 12), (2, 11), (1, 10)]);
    let ada = ends(store.finished_of(ADA, 2).await?);
    assert_eq!(ada.iter().map(|(id, ..)| *id).collect::<Vec<_>>(), [6, 5], "at most two, the newest");
    let mut each = store.finished_of_each(&[BRUNO, ADA, UserId(7), ADA], Timestamp(i64::MAX), 4).await?;
    for user in [ADA, BRUNO] {
        let own: Vec<_> = each.iter().filter(|end| end.seat.player == user).cloned().collect();
        assert_eq!(ends(own), ends(store.finished_of(user, 4).await?), "the newest first, each once");
    }
    each = store.finished_of_each(&[ADA, BRUNO, UserId(7)], Timestamp(i64::MAX), 2).await?;
    assert_eq!(each.chunk_by(|one, next| one.seat.player == next.seat.player).count(), 2, "by player");
    each.sort_by_key(|end| (end.seat.player, std::cmp::Reverse(end.ended_at)));
    let each: Vec<_> = each.iter().map(|end| (end.seat.player.user(), end.game.game_id.0)).collect();
    let (ada, bruno) = (Some(ADA), Some(BRUNO));
    assert_eq!(each, [(ada, 6), (ada, 5), (bruno, 6), (bruno, 5)]);
    assert!(!store.player(BRUNO).await?.dm_closed, "a loss does not close direct messages");
    Ok(())
}

fn beginning(from: &Game, request: u64) -> Commit {
    let game = Game { version: from.version + 1, phase: Phase::Playing, ..from.clone() };
    Commit { action: games::domain::Action::Accept, seats: creation(1, 1).seats, ..commit(game, request, vec![]) }
}

pub async fn games_get_their_numbers_when_they_begin(store: Arc<Store>) -> TestResult {
    let places = [Some(GuildId(7)), Some(GuildId(7)), Some(GuildId(u64::MAX)), None, None, Some(GuildId(7))];
    for (id, guild_id) in (1..).zip(places) {
        let mut creation = creation(id, 10 + id.cast_unsigned());
        creation.game.place.guild_id = guild_id;
        store.create(creation).await?;
    }
    let number = async |id: i64| -> anyhow::Result<Option<u32>> { Ok(read(&store, id).await?.game.number) };
    // In the order in which they begin; the last one never does.
    for id in [2_i64, 1, 3, 5, 4] {
        assert_eq!(number(id).await?, None);
        let offered = read(&store, id).await?.game;
        store.commit(beginning(&offered, 20 + id.cast_unsigned())).await?;
        let repeated = store.commit(beginning(&offered, 20 + id.cast_unsigned())).await;
        assert!(matches!(repeated, Err(CommitError::Duplicate)), "{repeated:?}");
    }
    let mut numbers = Vec::new();
    for id in 1..=6 {
        numbers.push(number(id).await?);
    }
    assert_eq!(numbers, [Some(2), Some(1), Some(1), Some(2), Some(1), None]);
    // A move keeps it.
    let running = read(&store, 1).await?.game;
    store.commit(play(&running, 40, "a1b2")).await?;
    assert_eq!(number(1).await?, Some(2));

    let find = async |number, guild: Option<u64>, user| -> anyhow::Result<Vec<i64>> {
        let found = store.games_numbered(number, guild.map(GuildId), user).await?;
        assert!(found.iter().all(|summary| summary.seats.len() == 2));
        Ok(found.iter().map(|summary| summary.game.game_id.0).collect())
    };
    let stranger = UserId(99);
    assert_eq!(find(2, Some(7), stranger).await?, [1]);
    assert_eq!(find(1, Some(u64::MAX), stranger).await?, [3]);
    assert_eq!(find(1, None, stranger).await?, [0_i64; 0]);
    assert_eq!(find(1, None, ADA).await?, [2, 3, 5]);
    assert_eq!(find(3, Some(7), ADA).await?, [0_i64; 0]);
    let all: Vec<GameId> = (1..9).map(GameId).collect();
    let numbers = store.numbers_of(&all).await?;
    for (id, number, guild) in [(1, 2, Some(7)), (2, 1, Some(7)), (3, 1, Some(u64::MAX)), (4, 2, None), (5, 1, None)] {
        assert_eq!(numbers.get(&GameId(id)), Some(&(number, guild.map(GuildId))), "{id}");
    }
    assert_eq!(numbers.len(), 5);
    Ok(())
}

pub async fn games_that_begin_at_the_same_time_have_different_numbers(store: Arc<Store>) -> TestResult {
    for id in 1..=20_u64 {
        store.create(creation(id.cast_signed(), 100 + id)).await?;
    }
    let begin = (1..=20_u64).map(|id| {
        let (store, begun) = (Arc::clone(&store), beginning(&game(id.cast_signed()), 200 + id));
        tokio::spawn(async move { store.commit(begun).await })
    });
    for begun in futures::future::join_all(begin).await {
        begun??;
    }
    let all: Vec<GameId> = (1..=20).map(GameId).collect();
    let mut numbers: Vec<u32> = store.numbers_of(&all).await?.into_values().map(|(number, _)| number).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=20).collect::<Vec<_>>());
    Ok(())
}
