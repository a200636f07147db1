//! What a store promises: one suite on every implementation, and what only a file, or only a server, can show.

#[path = "../../../tests/src/postgres.rs"]
#[expect(dead_code, reason = "the stories use the rest of it")]
mod cluster;
mod file;
mod messages;
mod people;
mod server;
mod together;

use std::sync::Arc;

use bot::games::lines::DEPTH;
use bot::store::{
    Absence, Branch, ChannelId, Commit, CommitError, DrawOffer, Game, GameId, Line, Notice, Outage, Phase, Place, Ply,
    Proposal, RequestId, Seated, SetLine, Span, Store, Terms, Timestamp, UserId, Wish, memory::Memory, sqlite,
};
use cluster::Cluster;
use messages::{
    a_message_waits_for_its_retry_and_a_dead_one_blocks_nobody, a_try_of_unknown_outcome_leaves_a_message_in_doubt,
    messages_of_one_game_come_in_order_and_are_hidden_while_they_are_leased, one_notice_may_stand_in_several_places,
    what_was_given_up_is_listed_and_taken_up_again, who_comes_back_after_the_lease_frees_nothing,
};
use people::{
    a_game_knows_who_of_its_players_is_away, a_vacation_is_ended_once_and_rings_once_per_lease,
    of_many_choices_at_once_none_is_lost, of_two_vacations_that_are_added_at_once_one_is_refused,
    people_and_notes_are_remembered, reminders_are_counted_and_digests_claimed_once,
    two_facts_about_a_person_do_not_undo_each_other, who_chose_anew_meanwhile_is_not_overruled,
};
use together::{
    a_game_is_written_whole_whichever_way_it_is_written, many_games_and_people_are_found_in_one_question,
    of_many_changes_at_once_each_stands_for_itself, one_bad_change_of_many_fails_alone,
};

type Outcome = anyhow::Result<()>;

const ADA: UserId = UserId(100);
const BRUNO: UserId = UserId(u64::MAX - 5);

/// A fresh database of the throw-away server.
async fn on_server(setting: &str) -> anyhow::Result<Arc<dyn Store>> {
    let address = format!("{}{setting}", Cluster::shared()?.database()?);
    Ok(address.parse::<Place>()?.open().await?)
}

/// Makes the tests of each promise: on a fresh file, on PostgreSQL, on PostgreSQL where any transaction may be told to begin
/// anew, and in memory.
macro_rules! on_every_store {
    ($($promise:ident)*) => {
        mod in_a_file {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $promise() -> super::Outcome {
                let folder = tempfile::tempdir()?;
                let store = super::sqlite::open(&folder.path().join("deep/games.db")).await?;
                super::$promise(super::Arc::new(store)).await
            })*
        }
        mod on_a_server {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $promise() -> super::Outcome {
                super::$promise(super::on_server("").await?).await
            })*
        }
        mod on_a_serializable_server {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $promise() -> super::Outcome {
                super::$promise(super::on_server("?options[default_transaction_isolation]=serializable").await?).await
            })*
        }
        mod in_memory {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $promise() -> super::Outcome {
                super::$promise(super::Arc::new(super::Memory::new())).await
            })*
        }
    };
}

on_every_store! {
    a_game_comes_back_as_it_was_written
    moves_that_are_taken_back_make_room_for_others
    lines_are_kept_only_on_the_game_they_were_decided_on
    a_line_that_does_not_read_is_left_out_and_the_longest_one_reads
    the_same_request_is_carried_out_once
    of_many_changes_at_once_each_stands_for_itself
    a_game_is_written_whole_whichever_way_it_is_written
    one_bad_change_of_many_fails_alone
    many_games_and_people_are_found_in_one_question
    a_decision_on_an_old_version_changes_nothing
    of_many_at_once_exactly_one_wins_and_other_games_are_not_disturbed
    messages_of_one_game_come_in_order_and_are_hidden_while_they_are_leased
    a_message_waits_for_its_retry_and_a_dead_one_blocks_nobody
    due_games_are_claimed_once_per_lease
    lists_show_what_waits_for_me_first_and_threads_find_their_game
    what_a_person_plays_and_offers_is_counted
    people_and_notes_are_remembered
    two_facts_about_a_person_do_not_undo_each_other
    who_chose_anew_meanwhile_is_not_overruled
    of_many_choices_at_once_none_is_lost
    one_notice_may_stand_in_several_places
    a_try_of_unknown_outcome_leaves_a_message_in_doubt
    what_was_given_up_is_listed_and_taken_up_again
    who_comes_back_after_the_lease_frees_nothing
    a_stranger_may_be_called_anything
    the_oldest_of_what_is_due_comes_first
    a_channel_names_a_game_only_when_it_is_the_only_one
    where_a_game_lives_is_not_part_of_its_version
    signs_of_life_and_their_absence_are_remembered
    reminders_are_counted_and_digests_claimed_once
    of_several_games_lost_on_time_within_a_day_the_first_counts
    of_two_vacations_that_are_added_at_once_one_is_refused
    a_vacation_is_ended_once_and_rings_once_per_lease
    a_game_knows_who_of_its_players_is_away
}

fn game(id: i64) -> Game {
    Game {
        game_id: GameId(id),
        version: 0,
        phase: Phase::Offered,
        setup: "abalone".into(),
        pace: "days:3".into(),
        guild_id: Some(7),
        channel_id: ChannelId(8),
        thread_id: None,
        ply: 0,
        to_move: None,
        challenger: ADA,
        by_lot: true,
        draw_offer: None,
        result: None,
        loser: None,
        reason: None,
        created_at: Timestamp(1),
        turn_at: Timestamp(1),
        hours: None,
        stops: Vec::new(),
        time: None,
        deadline_at: Some(Timestamp(50)),
        reminded_until: None,
        wake_at: Some(Timestamp(50)),
        terms: Terms::default(),
        lines: 0,
    }
}

fn commit(game: Game, request: u64, notices: Vec<Notice>) -> Commit {
    Commit {
        game,
        request: RequestId(request),
        actor: Some(ADA),
        action: "test",
        seats: None,
        keep: None,
        plies: Vec::new(),
        lines: None,
        detail: None,
        notices,
        reminded: None,
        now: Timestamp(2),
    }
}

fn creation(id: i64, request: u64) -> Commit {
    let seat = |seat, user| Seated { seat, user, name: "name".into(), agreed: false, clock: None };
    Commit { seats: Some(vec![seat(0, ADA), seat(1, BRUNO)]), ..commit(game(id), request, vec![Notice::Challenge]) }
}

fn play(from: &Game, request: u64, notation: &str) -> Commit {
    let ply = from.ply + 1;
    let game =
        Game { version: from.version + 1, phase: Phase::Playing, ply, to_move: Some((ply % 2) as u8), ..from.clone() };
    let row =
        Ply { number: ply, notation: notation.into(), played_at: Timestamp(3), user: BRUNO, version: game.version };
    Commit { plies: vec![row], ..commit(game, request, vec![Notice::Board { ply }]) }
}

async fn a_game_comes_back_as_it_was_written(store: Arc<dyn Store>) -> Outcome {
    store.create(creation(1, 10)).await?;
    let wish = Wish::Takeback { ply: 0 };
    let proposal = Proposal { seat: 1, version: 1, wish, agreed: vec![0, 2] };
    let full = Game {
        version: 1,
        phase: Phase::Over,
        thread_id: None,
        ply: 1,
        to_move: Some(1),
        by_lot: false,
        draw_offer: Some(DrawOffer { seat: 0, version: 1 }),
        result: Some("draw".into()),
        reason: Some("agreement".into()),
        deadline_at: None,
        hours: Some("Europe/Paris 23:00-07:00".parse()?),
        stops: vec![span(5, 9), span(20, i64::MAX)],
        time: Some(77),
        reminded_until: Some(Timestamp(40)),
        wake_at: None,
        terms: Terms { proposal: Some(proposal), taken_back: Some(7), ..Terms::default() },
        ..game(1)
    };
    let row = Ply { number: 1, notation: "a1b2".into(), played_at: Timestamp(9), user: BRUNO, version: 1 };
    store.commit(Commit { plies: vec![row.clone()], ..commit(full.clone(), 11, vec![]) }).await?;
    let record = store.game(GameId(1)).await?.expect("the game");
    assert_eq!(record.game, full);
    assert_eq!(record.plies, [row]);
    assert_eq!(record.seats[1].user, BRUNO);
    assert_eq!(store.game(GameId(2)).await?, None);
    Ok(())
}

async fn moves_that_are_taken_back_make_room_for_others(store: Arc<dyn Store>) -> Outcome {
    store.create(creation(1, 10)).await?;
    let mut now = game(1);
    for (request, notation) in [(11, "a1b2"), (12, "i9h8"), (13, "b2c3")] {
        let made = play(&now, request, notation);
        now = made.game.clone();
        store.commit(made).await?;
    }
    let back = Game { version: now.version + 1, ply: 1, ..now.clone() };
    let detail = Some("2 i9h8, 3 b2c3".to_owned());
    store.commit(Commit { keep: Some(1), detail, ..commit(back.clone(), 14, vec![]) }).await?;
    let notations = async || -> anyhow::Result<Vec<(String, i64)>> {
        let plies = store.game(GameId(1)).await?.expect("the game").plies;
        Ok(plies.into_iter().map(|ply| (ply.notation, ply.version)).collect())
    };
    assert_eq!(notations().await?, [("a1b2".to_owned(), 1)]);
    // Several moves may come at once, and take the place of those that went.
    let both = Game { version: back.version + 1, ply: 3, ..back.clone() };
    let row = |number, notation: &str| Ply {
        number,
        notation: notation.into(),
        played_at: Timestamp(4),
        user: ADA,
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

fn span(from: i64, until: i64) -> Span {
    Span { from: Timestamp(from), until: Timestamp(until) }
}

fn absence(user: UserId, number: u32, span: Span) -> Absence {
    let request = RequestId(u64::MAX - u64::from(number));
    Absence { user, number, span, automatic: number == 2, request, ended_by: None, wake_at: Some(span.from) }
}

async fn lines_are_kept_only_on_the_game_they_were_decided_on(store: Arc<dyn Store>) -> Outcome {
    store.create(creation(1, 10)).await?;
    let line = |user, turn: &str| {
        let answer = Branch { turn: "i9h8".into(), then: Vec::new() };
        Line { user, tree: vec![Branch { turn: turn.into(), then: vec![answer] }] }
    };
    let wish = |version, lines, line| SetLine { game: GameId(1), version, lines, line };
    assert!(store.lines(GameId(1)).await?.is_empty());
    assert!(store.set_line(wish(0, 0, line(BRUNO, "a1b2"))).await?);
    assert!(!store.set_line(wish(0, 0, line(ADA, "a1b2"))).await?, "the lines have changed");
    assert!(!store.set_line(wish(1, 1, line(ADA, "a1b2"))).await?, "there is no such version yet");
    assert!(store.set_line(wish(0, 1, line(BRUNO, "a2b3"))).await?);
    assert!(store.set_line(wish(0, 2, line(ADA, "a1b2"))).await?);
    let mut kept = store.lines(GameId(1)).await?;
    kept.sort_by_key(|line| line.user);
    assert_eq!(kept, [line(ADA, "a1b2"), line(BRUNO, "a2b3")]);
    let now = store.game(GameId(1)).await?.expect("the game").game;
    assert_eq!((now.version, now.lines), (0, 3), "no version of the game tells of it");

    // Who has decided without having seen a line is told that the game has changed.
    let unseen = Game { lines: 2, ..now.clone() };
    assert!(matches!(store.commit(play(&unseen, 11, "a2b3")).await, Err(CommitError::Stale)));
    let made = play(&now, 12, "a2b3");
    store.commit(Commit { lines: Some(vec![line(BRUNO, "c1d2")]), ..made.clone() }).await?;
    assert_eq!(store.lines(GameId(1)).await?, [line(BRUNO, "c1d2")]);
    let after = play(&made.game, 13, "i9h8");
    store.commit(after.clone()).await?;
    assert_eq!(store.lines(GameId(1)).await?.len(), 1, "a change that does not speak of lines leaves them");
    let none = Line { user: BRUNO, tree: Vec::new() };
    assert!(store.set_line(wish(2, 3, none)).await?);
    assert!(store.lines(GameId(1)).await?.is_empty());
    assert!(!store.set_line(SetLine { game: GameId(9), ..wish(0, 0, line(ADA, "a1b2")) }).await?, "no such game");
    Ok(())
}

async fn a_line_that_does_not_read_is_left_out_and_the_longest_one_reads(store: Arc<dyn Store>) -> Outcome {
    store.create(creation(1, 10)).await?;
    let line = |user, depth: usize| {
        let longer = |then: Vec<Branch>, _| vec![Branch { turn: "a1b2".into(), then }];
        Line { user, tree: (0..depth).fold(Vec::new(), longer) }
    };
    let wish = |lines, line| SetLine { game: GameId(1), version: 0, lines, line };
    assert!(store.set_line(wish(0, line(BRUNO, DEPTH))).await?);
    assert!(store.set_line(wish(1, line(ADA, 100))).await?);
    let kept = store.lines(GameId(1)).await?;
    assert!(kept.contains(&line(BRUNO, DEPTH)), "the other one's line stops nothing");
    let now = store.game(GameId(1)).await?.expect("the game").game;
    store.commit(Commit { lines: Some(vec![line(BRUNO, 1)]), ..play(&now, 11, "a1b2") }).await?;
    assert_eq!(store.lines(GameId(1)).await?, [line(BRUNO, 1)], "and goes with the next change");
    Ok(())
}

async fn the_same_request_is_carried_out_once(store: Arc<dyn Store>) -> Outcome {
    store.create(creation(1, 10)).await?;
    assert!(matches!(store.create(creation(2, 10)).await, Err(CommitError::Duplicate)));
    assert_eq!(store.game_of_request(RequestId(10)).await?, Some(GameId(1)));
    assert_eq!(store.request_of(GameId(1)).await?, Some(RequestId(10)));
    assert_eq!(store.request_of(GameId(2)).await?, None);
    store.commit(play(&game(1), 11, "a1b2")).await?;
    assert!(matches!(store.commit(play(&game(1), 11, "a1b2")).await, Err(CommitError::Duplicate)));
    assert_eq!(store.game(GameId(1)).await?.expect("the game").plies.len(), 1);
    Ok(())
}

async fn a_decision_on_an_old_version_changes_nothing(store: Arc<dyn Store>) -> Outcome {
    store.create(creation(1, 10)).await?;
    store.commit(play(&game(1), 11, "a1b2")).await?;
    assert!(matches!(store.commit(play(&game(1), 12, "a2b3")).await, Err(CommitError::Stale)));
    let record = store.game(GameId(1)).await?.expect("the game");
    assert_eq!((record.game.version, record.plies[0].notation.as_str()), (1, "a1b2"));
    assert_eq!(store.game_of_request(RequestId(12)).await?, None, "what was refused left no trace");
    Ok(())
}

async fn of_many_at_once_exactly_one_wins_and_other_games_are_not_disturbed(store: Arc<dyn Store>) -> Outcome {
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

async fn due_games_are_claimed_once_per_lease(store: Arc<dyn Store>) -> Outcome {
    store.create(creation(1, 10)).await?;
    assert!(store.claim_due(Timestamp(49), Timestamp(80), 10).await?.is_empty());
    assert_eq!(store.claim_due(Timestamp(50), Timestamp(80), 10).await?, [GameId(1)]);
    assert!(store.claim_due(Timestamp(51), Timestamp(81), 10).await?.is_empty());
    assert_eq!(store.claim_due(Timestamp(80), Timestamp(110), 10).await?, [GameId(1)]);
    Ok(())
}

async fn lists_show_what_waits_for_me_first_and_threads_find_their_game(store: Arc<dyn Store>) -> Outcome {
    // What becomes of each, when it has to be done, and when it was made.
    let (turn_of_bruno, turn_of_ada) = (Some(1), Some(0));
    for (id, phase, to_move, deadline_at, created_at) in [
        (1, Phase::Playing, turn_of_ada, Some(10), 1),
        (2, Phase::Playing, turn_of_bruno, None, 2),
        (3, Phase::Offered, None, Some(60), 3),
        (4, Phase::Playing, turn_of_bruno, Some(70), 4),
        (5, Phase::Playing, turn_of_ada, None, 5),
        (6, Phase::Playing, turn_of_ada, None, 6),
        (7, Phase::Playing, turn_of_bruno, Some(70), 7),
        (8, Phase::Over, None, Some(1), 8),
    ] {
        let deadline_at = deadline_at.map(Timestamp);
        let new = Game { deadline_at, created_at: Timestamp(created_at), ..game(id) };
        store.create(Commit { game: new.clone(), ..creation(id, id.cast_unsigned()) }).await?;
        if phase != Phase::Offered {
            let game = Game { version: 1, phase, to_move, ..new };
            store.commit(commit(game, 10 + id.cast_unsigned(), vec![])).await?;
        }
    }
    store.set_thread(GameId(2), Some(ChannelId(99))).await?;
    let list = async |user, phases: &[Phase], limit| -> anyhow::Result<Vec<i64>> {
        let found = store.games_of(user, phases, limit).await?;
        for summary in &found {
            let seats: Vec<_> = summary.seats.iter().map(|seat| (seat.seat, seat.user)).collect();
            assert_eq!(seats, [(0, ADA), (1, BRUNO)], "game {}", summary.game.game_id.0);
        }
        Ok(found.iter().map(|summary| summary.game.game_id.0).collect())
    };
    // First what waits for them, each part by deadline, those without one last, the newer ones first.
    let all = [Phase::Offered, Phase::Playing];
    assert_eq!(list(BRUNO, &all, 10).await?, [3, 7, 4, 2, 1, 6, 5]);
    assert_eq!(list(BRUNO, &all, 5).await?, [3, 7, 4, 2, 1], "a limit counts games");
    assert_eq!(list(ADA, &all, 10).await?, [1, 6, 5, 3, 7, 4, 2], "the offer is hers: it waits for Bruno");
    assert_eq!(list(ADA, &[Phase::Over], 10).await?, [8]);
    assert!(list(UserId(1), &all, 10).await?.is_empty());
    assert_eq!(store.game_in(ChannelId(99)).await?, Some(GameId(2)));
    assert_eq!(store.game_in(ChannelId(98)).await?, None);
    Ok(())
}

async fn what_a_person_plays_and_offers_is_counted(store: Arc<dyn Store>) -> Outcome {
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

async fn a_stranger_may_be_called_anything(store: Arc<dyn Store>) -> Outcome {
    let name = "a\0b '); drop table game; -- \u{1f3b2}\u{202e}";
    let mut new = creation(1, 10);
    if let Some(seats) = &mut new.seats {
        name.clone_into(&mut seats[0].name);
    }
    store.create(new).await?;
    let kept = store.game(GameId(1)).await?.expect("the game").seats[0].name.clone();
    // PostgreSQL has no character of number zero.
    assert_eq!(kept.replace('\u{fffd}', "\0"), name);
    Ok(())
}

async fn the_oldest_of_what_is_due_comes_first(store: Arc<dyn Store>) -> Outcome {
    for id in 1..=4_i64 {
        let wish = creation(id, id.cast_unsigned());
        let wake_at = Some(Timestamp(100 - id * 10));
        store.create(Commit { game: Game { wake_at, ..wish.game }, now: Timestamp(50 - id), ..wish }).await?;
    }
    let mut due = store.claim_due(Timestamp(100), Timestamp(200), 2).await?;
    due.sort();
    assert_eq!(due, [GameId(3), GameId(4)], "the two that have waited longest");
    assert_eq!(store.claim_due(Timestamp(85), Timestamp(200), 10).await?, [GameId(2)], "game 1 is due at 90");
    let mut messages = store.claim_messages(Timestamp(100), Timestamp(200), 2).await?;
    messages.sort_by_key(|message| message.game_id);
    assert_eq!(messages.iter().map(|message| message.game_id).collect::<Vec<_>>(), [GameId(3), GameId(4)]);
    Ok(())
}

async fn a_channel_names_a_game_only_when_it_is_the_only_one(store: Arc<dyn Store>) -> Outcome {
    let home = ChannelId(8);
    store.create(creation(1, 1)).await?;
    assert_eq!(store.game_in(home).await?, None, "a challenge is no running game");
    store.commit(play(&game(1), 11, "a1b2")).await?;
    assert_eq!(store.game_in(home).await?, Some(GameId(1)));
    store.create(creation(2, 2)).await?;
    store.commit(play(&game(2), 12, "a1b2")).await?;
    assert_eq!(store.game_in(home).await?, None, "one of two");
    store.set_thread(GameId(2), Some(ChannelId(99))).await?;
    assert_eq!(store.game_in(home).await?, Some(GameId(1)), "the other one lives in a thread");
    Ok(())
}

async fn where_a_game_lives_is_not_part_of_its_version(store: Arc<dyn Store>) -> Outcome {
    store.create(creation(1, 10)).await?;
    store.set_thread(GameId(1), Some(ChannelId(99))).await?;
    let elsewhere = Game { channel_id: ChannelId(1), thread_id: None, created_at: Timestamp(40), ..game(1) };
    store.commit(play(&elsewhere, 11, "a1b2")).await?;
    let stored = store.game(GameId(1)).await?.expect("the game").game;
    assert_eq!((stored.version, stored.thread_id), (1, Some(ChannelId(99))));
    assert_eq!((stored.channel_id, stored.created_at), (ChannelId(8), Timestamp(1)));
    Ok(())
}

async fn signs_of_life_and_their_absence_are_remembered(store: Arc<dyn Store>) -> Outcome {
    let outage = |from, until| Outage { from: Timestamp(from), until: Timestamp(until) };
    assert_eq!(store.last_beat().await?, None);
    for at in [70, 90, 80] {
        store.beat(Timestamp(at)).await?;
        assert_eq!(store.last_beat().await?, Some(Timestamp(at)), "a clock may be put back");
    }
    // Two processes find the same outage, at different times.
    store.note_outage(outage(80, 200)).await?;
    store.note_outage(outage(80, 201)).await?;
    store.note_outage(outage(30, 40)).await?;
    assert_eq!(store.open_outages().await?, [outage(30, 40), outage(80, 200)]);
    assert_eq!(store.last_beat().await?, Some(Timestamp(200)), "its end was a sign of life");
    store.close_outage(Timestamp(30)).await?;
    store.close_outage(Timestamp(30)).await?;
    assert_eq!(store.open_outages().await?, [outage(80, 200)]);
    let since = async |instant| store.outages_since(Timestamp(instant)).await;
    assert_eq!(since(39).await?, [outage(30, 40), outage(80, 200)], "those too after which all is done");
    assert_eq!((since(40).await?, since(200).await?), (vec![outage(80, 200)], vec![]));
    // Deadlines at 50: what is over has none, what waits without end neither.
    for id in 1..=5 {
        store.create(creation(id, id.cast_unsigned())).await?;
    }
    store.commit(commit(Game { version: 1, phase: Phase::Over, ..game(2) }, 20, vec![])).await?;
    store.commit(commit(Game { version: 1, deadline_at: None, ..game(4) }, 21, vec![])).await?;
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

async fn of_several_games_lost_on_time_within_a_day_the_first_counts(store: Arc<dyn Store>) -> Outcome {
    const HOUR: i64 = 3_600_000;
    for id in 1..=7 {
        store.create(creation(id, id.cast_unsigned())).await?;
    }
    let over = |id: i64, reason: &str, loser, at| {
        let game = Game { version: 1, phase: Phase::Over, reason: Some(reason.into()), loser: Some(loser), ..game(id) };
        Commit { now: Timestamp(at * HOUR), ..commit(game, 100 + id.cast_unsigned(), vec![]) }
    };
    // Bruno holds seat 1. Ada's own loss on time is no excuse for him, nor is a resignation of his.
    store.commit(over(1, "resignation", 1, 10)).await?;
    store.commit(over(2, "time", 0, 11)).await?;
    let (third, fourth) = (over(3, "time", 1, 12), over(4, "time", 1, 12));
    let (third, fourth) = tokio::join!(store.commit(third), store.commit(fourth));
    third?;
    fourth?;
    store.commit(over(5, "time", 1, 35)).await?;
    store.commit(over(6, "time", 1, 36)).await?;
    assert!(matches!(store.commit(over(6, "time", 1, 36)).await, Err(CommitError::Duplicate)));
    let ends = |finished: Vec<bot::store::Finished>| {
        finished.into_iter().map(|end| (end.game.game_id.0, end.ended_at.0 / HOUR, end.excused)).collect::<Vec<_>>()
    };
    let bruno = store.finished_of(BRUNO, 9).await?;
    assert!(bruno.iter().all(|end| end.seat.user == BRUNO && end.seat.seat == 1));
    let bruno = ends(bruno);
    // One of the two that were lost at once counts, and the one that is lost a day after it.
    let excused: Vec<i64> = bruno.iter().filter(|(_, _, excused)| *excused).map(|(id, ..)| *id).collect();
    assert!(excused == [5, 3] || excused == [5, 4], "{excused:?}");
    let order: Vec<_> = bruno.iter().map(|(id, at, _)| (*id, *at)).collect();
    assert_eq!(order, [(6, 36), (5, 35), (3, 12), (4, 12), (2, 11), (1, 10)]);
    let ada = ends(store.finished_of(ADA, 2).await?);
    assert_eq!(ada.iter().map(|(id, ..)| *id).collect::<Vec<_>>(), [6, 5], "at most two, the newest");
    assert!(!store.player(BRUNO).await?.dm_closed, "nobody refuses messages for having lost");
    Ok(())
}
