//! What a store promises: one suite on every implementation, and what only a file, or only a server, can show.

#[path = "../../../tests/src/postgres.rs"]
#[expect(dead_code, reason = "the stories use the rest of it")]
mod cluster;
mod file;
mod server;
mod together;

use std::sync::Arc;

use bot::games::lines::DEPTH;
use bot::store::{
    Absence, Branch, ChannelId, Commit, CommitError, DrawOffer, Game, GameId, GuildPreferences, Line, Notice, Outage,
    Phase, Place, Player, Ply, Posted, Preferences, Proposal, RequestId, Seated, SetLine, Span, Store, Terms,
    Timestamp, Tried, UserId, Wish, memory::Memory, sqlite,
};
use cluster::Cluster;
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

async fn of_two_vacations_that_are_added_at_once_one_is_refused(store: Arc<dyn Store>) -> Outcome {
    let (one, other) = (absence(BRUNO, 1, span(10, 20)), absence(BRUNO, 1, span(15, 40)));
    let (first, second) = tokio::join!(store.add_absence(&one), store.add_absence(&other));
    assert_ne!(first?, second?, "one of them");
    let stored = store.absences_of(BRUNO).await?;
    assert!(stored == [one] || stored == [other], "{stored:?}");
    assert!(store.add_absence(&absence(BRUNO, 2, span(50, 60))).await?);
    assert!(store.add_absence(&absence(ADA, 1, span(50, 60))).await?, "another person's are counted apart");
    let numbers: Vec<u32> = store.absences_of(BRUNO).await?.iter().map(|absence| absence.number).collect();
    assert_eq!(numbers, [1, 2]);
    assert_eq!(store.absences_of(BRUNO).await?[1], absence(BRUNO, 2, span(50, 60)));
    Ok(())
}

async fn a_vacation_is_ended_once_and_rings_once_per_lease(store: Arc<dyn Store>) -> Outcome {
    let known = absence(BRUNO, 1, span(10, 90));
    store.add_absence(&known).await?;
    assert_eq!(store.claim_absences(Timestamp(9), Timestamp(30), 9).await?, []);
    let claimed = store.claim_absences(Timestamp(10), Timestamp(30), 9).await?;
    assert_eq!(claimed, [Absence { wake_at: Some(Timestamp(30)), ..known.clone() }]);
    assert_eq!(store.claim_absences(Timestamp(29), Timestamp(60), 9).await?, [], "somebody has it");
    // Stopped while it is looked at: the new alarm stands.
    assert!(store.end_absence(&known, Timestamp(25), RequestId(5), Timestamp(25)).await?);
    assert!(!store.end_absence(&known, Timestamp(26), RequestId(6), Timestamp(26)).await?, "once");
    store.set_absence_alarm(&claimed[0], None).await?;
    let again = store.claim_absences(Timestamp(25), Timestamp(60), 9).await?;
    assert_eq!((again[0].span, again[0].ended_by), (span(10, 25), Some(RequestId(5))));
    store.set_absence_alarm(&again[0], None).await?;
    assert_eq!(store.claim_absences(Timestamp(i64::MAX), Timestamp(i64::MAX), 9).await?, []);
    Ok(())
}

async fn a_game_knows_who_of_its_players_is_away(store: Arc<dyn Store>) -> Outcome {
    store.create(creation(1, 10)).await?;
    store.commit(play(&game(1), 11, "a1b2")).await?;
    let stranger = UserId(7);
    // The turn began at 1: what was over then is no matter, and what was cancelled is none.
    let spans = [span(0, 1), span(0, 2), span(30, 30), span(40, 60)];
    for (number, span) in (1..).zip(spans) {
        store.add_absence(&absence(BRUNO, number, span)).await?;
        store.add_absence(&absence(stranger, number, span)).await?;
    }
    let record = store.game(GameId(1)).await?.expect("the game");
    let found: Vec<_> = record.absences.iter().map(|absence| (absence.user, absence.number)).collect();
    assert_eq!(found, [(BRUNO, 2), (BRUNO, 4)]);
    let around = store.absences_around(ADA, Timestamp(2)).await?;
    assert_eq!(around.iter().map(|absence| (absence.user, absence.number)).collect::<Vec<_>>(), [(BRUNO, 4)]);
    assert_eq!(store.absences_around(stranger, Timestamp(0)).await?.len(), 3, "their own");
    Ok(())
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

async fn messages_of_one_game_come_in_order_and_are_hidden_while_they_are_leased(store: Arc<dyn Store>) -> Outcome {
    store.create(creation(1, 10)).await?;
    store.commit(play(&game(1), 11, "a1b2")).await?;
    store.create(creation(2, 20)).await?;
    let claim = async |now| store.claim_messages(Timestamp(now), Timestamp(now + 30), 10).await;
    let first = claim(5).await?;
    assert_eq!(first.len(), 2, "the oldest of each game");
    assert!(first.iter().all(|message| message.notice == Notice::Challenge && message.attempts == 1));
    assert!(claim(6).await?.is_empty(), "leased");
    let of_one = first.iter().find(|message| message.game_id == GameId(1)).expect("game 1");
    let posted = Posted {
        game_id: GameId(1),
        version: 0,
        word: "challenge".into(),
        channel_id: ChannelId(8),
        discord_id: u64::MAX,
    };
    store.message_sent(of_one.message_id, Some(posted.clone())).await?;
    assert_eq!(store.posted(GameId(1)).await?, std::slice::from_ref(&posted));
    store.unpost(&posted).await?;
    assert!(store.posted(GameId(1)).await?.is_empty());
    let next = claim(7).await?;
    assert_eq!(next.iter().map(|message| &message.notice).collect::<Vec<_>>(), [&Notice::Board { ply: 1 }]);
    assert_eq!(claim(40).await?.len(), 2, "the lease is over: both ring again");
    Ok(())
}

async fn a_message_waits_for_its_retry_and_a_dead_one_blocks_nobody(store: Arc<dyn Store>) -> Outcome {
    store.create(creation(1, 10)).await?;
    store.commit(play(&game(1), 11, "a1b2")).await?;
    let first = store.claim_messages(Timestamp(5), Timestamp(35), 10).await?.remove(0);
    store.message_retry(&first, Timestamp(100), Tried::Nothing, "502").await?;
    assert!(store.claim_messages(Timestamp(99), Timestamp(129), 10).await?.is_empty());
    assert_eq!(store.claim_messages(Timestamp(100), Timestamp(130), 10).await?[0].attempts, 2);
    store.message_dead(first.message_id, "gone").await?;
    let next = store.claim_messages(Timestamp(131), Timestamp(160), 10).await?;
    assert_eq!(next[0].notice, Notice::Board { ply: 1 });
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

async fn people_and_notes_are_remembered(store: Arc<dyn Store>) -> Outcome {
    assert_eq!(store.player(ADA).await?, Player::default());
    store.set_locale(ADA, "de").await?;
    store.set_locale(ADA, "fr").await?;
    assert_eq!(store.player(ADA).await?, Player { locale: Some("fr".into()), ..Player::default() });
    assert_eq!(store.note("key").await?, None);
    store.set_note("key", "one").await?;
    store.set_note("key", "two").await?;
    assert_eq!(store.note("key").await?.as_deref(), Some("two"));
    Ok(())
}

async fn two_facts_about_a_person_do_not_undo_each_other(store: Arc<dyn Store>) -> Outcome {
    assert!(!store.set_dm_closed(ADA, false).await?, "nobody refuses before they did");
    assert!(store.set_dm_closed(ADA, true).await?);
    assert!(!store.set_dm_closed(ADA, true).await?, "no news");
    store.set_locale(ADA, "fr").await?;
    assert_eq!(store.player(ADA).await?, Player { locale: Some("fr".into()), dm_closed: true, ..Player::default() });
    assert!(store.set_dm_closed(ADA, false).await?);
    assert_eq!(store.player(ADA).await?, Player { locale: Some("fr".into()), ..Player::default() });
    Ok(())
}

async fn who_chose_anew_meanwhile_is_not_overruled(store: Arc<dyn Store>) -> Outcome {
    let nothing = Preferences::default();
    let slate = Preferences { theme: Some("slate".into()), ..nothing.clone() };
    let bare = Preferences { coordinates: Some(false), ..slate.clone() };
    assert_eq!(store.preferences(BRUNO).await?, nothing);
    assert!(store.set_preferences(BRUNO, &nothing, &slate).await?, "nobody knows them yet");
    assert!(!store.set_preferences(BRUNO, &nothing, &bare).await?, "decided on what is past");
    assert!(store.set_preferences(BRUNO, &slate, &bare).await?);
    assert!(!store.set_dm_closed(BRUNO, false).await?);
    store.set_locale(BRUNO, "fr").await?;
    let known = Player { locale: Some("fr".into()), preferences: bare.clone(), ..Player::default() };
    assert_eq!((store.player(BRUNO).await?, store.preferences(BRUNO).await?), (known, bare.clone()));
    assert_eq!(store.preferences(ADA).await?, nothing);
    assert!(store.set_preferences(BRUNO, &bare, &nothing).await?);
    assert_eq!(store.preferences(BRUNO).await?, nothing);
    assert!(store.set_preferences(BRUNO, &nothing, &slate).await?, "after everything was taken back");
    assert_eq!(store.player(BRUNO).await?.preferences, slate);

    let none = GuildPreferences::default();
    let paper = GuildPreferences { theme: Some("paper".into()), ..none.clone() };
    let server = u64::MAX - 9;
    assert_eq!((store.guild(server).await?, store.guild_preferences(server).await?), (none.clone(), none.clone()));
    assert!(store.set_guild_preferences(server, &none, &paper).await?);
    assert!(!store.set_guild_preferences(server, &none, &paper).await?);
    assert_eq!((store.guild(server).await?, store.guild_preferences(server).await?), (paper.clone(), paper));
    assert_eq!(store.guild(1).await?, none);
    Ok(())
}

async fn of_many_choices_at_once_none_is_lost(store: Arc<dyn Store>) -> Outcome {
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..8 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            loop {
                let from = store.preferences(ADA).await?;
                let mut to = from.clone();
                to.unknown.insert(format!("choice {number}"), true.into());
                if store.set_preferences(ADA, &from, &to).await? {
                    return anyhow::Ok(());
                }
            }
        });
    }
    while let Some(outcome) = tasks.join_next().await {
        outcome??;
    }
    assert_eq!(store.preferences(ADA).await?.unknown.len(), 8);
    Ok(())
}

async fn one_notice_may_stand_in_several_places(store: Arc<dyn Store>) -> Outcome {
    store.create(creation(1, 10)).await?;
    let first = store.claim_messages(Timestamp(5), Timestamp(35), 10).await?.remove(0);
    let at = |channel, discord_id| Posted {
        game_id: GameId(1),
        version: 0,
        word: "challenge".into(),
        channel_id: ChannelId(channel),
        discord_id,
    };
    store.note_posted(&at(8, 1)).await?;
    assert!(store.claim_messages(Timestamp(6), Timestamp(36), 10).await?.is_empty(), "its message is not sent yet");
    store.message_sent(first.message_id, Some(at(9, 2))).await?;
    let mut places = store.posted(GameId(1)).await?;
    places.sort_by_key(|posted| posted.channel_id);
    assert_eq!(places, [at(8, 1), at(9, 2)]);
    store.unpost(&at(8, 1)).await?;
    assert_eq!(store.posted(GameId(1)).await?, [at(9, 2)]);
    Ok(())
}

async fn a_try_of_unknown_outcome_leaves_a_message_in_doubt(store: Arc<dyn Store>) -> Outcome {
    store.create(creation(1, 10)).await?;
    let claim = async |now| -> anyhow::Result<_> {
        Ok(store.claim_messages(Timestamp(now), Timestamp(now + 30), 10).await?.remove(0))
    };
    let first = claim(5).await?;
    assert!(!first.in_doubt, "never tried");
    store.message_retry(&first, Timestamp(10), Tried::Nothing, "429").await?;
    assert!(!claim(10).await?.in_doubt, "known not to be done");
    let again = claim(40).await?;
    assert!(again.in_doubt, "the lease ran out: whoever had it is dead");
    store.message_retry(&again, Timestamp(50), Tried::Nothing, "429").await?;
    assert!(claim(50).await?.in_doubt, "what came later does not settle it");

    store.create(creation(2, 20)).await?;
    let other = claim(60).await?;
    assert_eq!((other.game_id, other.in_doubt), (GameId(2), false));
    store.message_retry(&other, Timestamp(70), Tried::Unknown, "no answer").await?;
    assert!(claim(70).await?.in_doubt);
    Ok(())
}

async fn who_comes_back_after_the_lease_frees_nothing(store: Arc<dyn Store>) -> Outcome {
    store.create(creation(1, 10)).await?;
    let claim = async |now| store.claim_messages(Timestamp(now), Timestamp(now + 30), 10).await;
    let frozen = claim(5).await?.remove(0);
    let other = claim(40).await?.remove(0);
    store.message_retry(&frozen, Timestamp(41), Tried::Nothing, "502").await?;
    assert!(claim(50).await?.is_empty(), "the other one is sending it");
    store.message_retry(&other, Timestamp(51), Tried::Nothing, "502").await?;
    assert!(claim(51).await?[0].in_doubt, "what became of the first try, nobody knows");
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

async fn what_was_given_up_is_listed_and_taken_up_again(store: Arc<dyn Store>) -> Outcome {
    store.create(creation(1, 10)).await?;
    assert!(store.dead_messages().await?.is_empty());
    let first = store.claim_messages(Timestamp(5), Timestamp(35), 10).await?.remove(0);
    store.message_dead(first.message_id, "50035").await?;
    assert!(store.claim_messages(Timestamp(99), Timestamp(130), 10).await?.is_empty());
    let dead = store.dead_messages().await?;
    assert_eq!((dead.len(), dead[0].message_id, dead[0].reason.as_str()), (1, first.message_id, "50035"));
    assert_eq!(store.revive_messages().await?, 1);
    let again = store.claim_messages(Timestamp(6), Timestamp(36), 10).await?;
    assert_eq!(
        again.iter().map(|message| (message.message_id, message.attempts)).collect::<Vec<_>>(),
        [(first.message_id, 1)]
    );
    assert_eq!(store.revive_messages().await?, 0);
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

async fn reminders_are_counted_and_digests_claimed_once(store: Arc<dyn Store>) -> Outcome {
    let ignored = async |user| anyhow::Ok(store.player(user).await?.ignored);
    store.heard_from(ADA).await?;
    assert_eq!((ignored(ADA).await?, ignored(BRUNO).await?), (0, 0));
    let reminder = |version, user| {
        let game = Game { version, ..game(1) };
        Commit { reminded: Some(user), ..commit(game, 10 + version.cast_unsigned(), vec![]) }
    };
    store.create(creation(1, 10)).await?;
    store.commit(reminder(1, ADA)).await?;
    assert!(matches!(store.commit(reminder(1, BRUNO)).await, Err(CommitError::Duplicate)));
    assert!(matches!(
        store.commit(Commit { request: RequestId(9), ..reminder(1, BRUNO) }).await,
        Err(CommitError::Stale)
    ));
    store.commit(Commit { keep: Some(0), ..reminder(2, ADA) }).await?;
    store.set_locale(ADA, "fr").await?;
    assert_eq!((ignored(ADA).await?, ignored(BRUNO).await?), (2, 0));
    store.heard_from(ADA).await?;
    assert_eq!(store.player(ADA).await?, Player { locale: Some("fr".into()), ..Player::default() });

    let claim = async |now, until, limit| store.claim_digests(Timestamp(now), Timestamp(until), limit).await;
    assert_eq!(claim(1000, 1060, 9).await?, []);
    let nothing = Preferences::default();
    let at = |minute| Preferences { digest: Some(minute), ..Preferences::default() };
    assert!(store.choose_digest(ADA, &nothing, &at(1), Some(Timestamp(50))).await?);
    assert!(!store.choose_digest(ADA, &nothing, &at(9), Some(Timestamp(9))).await?, "decided on what is past");
    assert!(store.choose_digest(BRUNO, &nothing, &at(2), Some(Timestamp(40))).await?, "nobody knows them yet");
    assert_eq!((store.preferences(ADA).await?, store.preferences(BRUNO).await?), (at(1), at(2)));
    assert_eq!(claim(39, 99, 9).await?, []);
    assert_eq!(claim(50, 99, 1).await?, [BRUNO], "the oldest first");
    assert_eq!(claim(50, 99, 9).await?, [ADA]);
    assert_eq!(claim(98, 158, 9).await?, [], "both are claimed");
    // Ada's is done; whoever comes back after Bruno has chosen anew changes nothing.
    store.next_digest(ADA, Timestamp(99), Some(Timestamp(500))).await?;
    assert!(store.choose_digest(BRUNO, &at(2), &at(3), Some(Timestamp(300))).await?);
    store.next_digest(BRUNO, Timestamp(99), Some(Timestamp(900))).await?;
    store.next_digest(BRUNO, Timestamp(99), None).await?;
    assert_eq!(claim(300, 360, 9).await?, [BRUNO]);
    store.next_digest(BRUNO, Timestamp(360), None).await?;
    assert_eq!(claim(9999, 10_060, 9).await?, [ADA]);
    assert!(store.choose_digest(ADA, &at(1), &nothing, None).await?);
    assert_eq!(claim(99_999, 100_060, 9).await?, [], "chosen no more");
    assert_eq!(store.player(ADA).await?.locale.as_deref(), Some("fr"));
    Ok(())
}
