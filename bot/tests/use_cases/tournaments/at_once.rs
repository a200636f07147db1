//! Round robins whose games are all opened at once.

use super::*;

/// An event that has begun.
async fn at_once(format: Format, players: u64) -> Event {
    Event::with(format, None, players, |new| new.rules.opening = Opening::AllAtOnce).await.started().await
}

#[tokio::test]
async fn all_games_of_a_double_round_robin_are_played_at_once() {
    let event = at_once(Format::DoubleRoundRobin, 6).await;
    let open = event.open().await;
    assert_eq!(open.len(), 30, "six players meet twice");
    let mut firsts: BTreeMap<UserId, u32> = BTreeMap::new();
    for (_, first, _) in &open {
        *firsts.entry(*first).or_default() += 1;
    }
    assert!(firsts.values().all(|count| *count == 5), "each moves first in half of the games: {firsts:?}");
    let mine = event.say(UserId(1), "event mine").await;
    assert_eq!(mine.text.matches("against <@").count(), 10, "{mine:?}");
    for (game, first, second) in open {
        event.lose(game, first.max(second)).await;
    }
    let stored = event.follow().await;
    assert_eq!((stored.tournament.phase, stored.tournament.current_round()), (TournamentPhase::Over, 1));
    assert_eq!(points(&stored), [(1, 20), (2, 16), (3, 12), (4, 8), (5, 4), (6, 0)]);
    // Two games share a cell.
    event.say(UserId(1), "event standings").await.draws("1 1");
    let read = Report::read(&report(&stored)).expect("a good report").tournament;
    assert_eq!(read.rounds().iter().map(|round| round.games().len()).sum::<usize>(), 30);
}

#[tokio::test]
async fn the_table_of_games_at_once_counts_those_that_are_over() {
    let event = at_once(Format::RoundRobin, 5).await;
    let open = event.open().await;
    assert_eq!(open.len(), 10, "nobody rests");
    let (game, first, second) = open[3];
    event.lose(game, second).await;
    let stored = event.follow().await;
    assert_eq!(points(&stored)[0], (first.0, 2));
    event_refused!(
        organizers::substitute(&event.games, &event.by("late"), event.id, None, &person(UserId(9))).await,
        NoVacantPlace
    );
}

#[tokio::test]
async fn an_organizer_names_the_board_of_a_player_with_many() {
    let event = at_once(Format::RoundRobin, 4).await;
    let stored = event.follow().await;
    let decide = async |board: Option<u32>| {
        let choice = BoardChoice { board, ..UserId(1).into() };
        event.decide(choice, Verdict::Loss).await
    };
    let which = decide(None).await;
    let Err(ClubError::Tournament(TournamentError::WhichBoard(boards))) = which else { panic!("{which:?}") };
    assert_eq!(boards.len(), 3);
    event
        .organize("event decide player:1 result:loss reason:away")
        .await
        .begins("This player has several games in this round.");
    decide(Some(boards[1])).await.expect("open");
    let number = stored.tournament.number_of(UserId(1)).expect("in");
    let board = &event.stored().await.tournament.rounds[0].pairings[boards[1] as usize - 1];
    assert!(board.winner().is_some_and(|winner| winner != number), "{board:?}");
    // A player who is taken out loses all that is open.
    event.ban(UserId(1)).await.expect("in");
    let stored = event.follow().await;
    let own: Vec<_> = stored.tournament.rounds[0].pairings.iter().filter(|board| board.has(number)).collect();
    for board in own {
        assert!(board.winner().is_some_and(|winner| winner != number), "{board:?}");
        assert_eq!(event.game(board.game.expect("open")).await.end_reason(), Some(EndReason::Adjudication));
    }
}

#[tokio::test]
async fn who_withdraws_from_games_at_once_reads_what_becomes_of_them() {
    for leaves_out in [false, true] {
        let event = Event::with(Format::RoundRobin, None, 4, |new| {
            new.rules.opening = Opening::AllAtOnce;
            new.rules.leaves_out_early = leaves_out;
        })
        .await
        .started()
        .await;
        event.follow().await;
        let question = event.say(UserId(1), "event withdraw").await;
        question.begins("Withdraw from **Spring cup**? The games you're playing continue");
        question.omits("next round").omits("/event skip");
        assert_eq!(question.text.contains("you're left out of the table"), leaves_out, "{question:?}");
        let answer = event.press_private(UserId(1), question.control("event-withdraw!")).await;
        answer.ends("Until the event is over, `/event join` undoes that.");
        event.say(UserId(1), "event join").await.reads("You're back in **Spring cup**.");
        event.cancel().await;
        event.say(UserId(1), "event withdraw").await.reads("The event is over.");
    }
    let swiss = Event::begun(Format::Swiss, Some(3), 4).await;
    swiss.say(UserId(1), "event withdraw").await.says("until the next round is paired").says("`/event skip` leaves");
}

#[tokio::test]
async fn games_at_once_are_for_small_round_robins() {
    let edit = async |event: &Event| event.organize("event edit rounds:all-at-once").await;
    let swiss = Event::new(Format::Swiss, Some(3), 4).await;
    edit(&swiss).await.begins("Only round robins with days for a move");
    let live = Event::with(Format::RoundRobin, None, 4, |new| new.pace = Some("total:10m".to_owned())).await;
    edit(&live).await.begins("Only round robins with days for a move");
    let large = Event::new(Format::RoundRobin, None, MOST_AT_ONCE as u64 + 1).await;
    edit(&large).await.says("All games at once");
    let stored = large.stored().await;
    assert!(stored.tournament.is_waiting(UserId(MOST_AT_ONCE as u64 + 1)), "the last one waits for a place");
}
