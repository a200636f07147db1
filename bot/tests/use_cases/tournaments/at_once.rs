//! Round robins whose games are all opened at once.

use std::collections::BTreeMap;

use clubs::ClubError;
use clubs::domain::tournament::standings::report;
use clubs::domain::tournament::{Format, MOST_AT_ONCE, Opening, TournamentError, TournamentPhase};
use clubs::tournaments::decisions::{self, BoardChoice, Verdict};
use clubs::tournaments::{organizers, sync};
use games::domain::{EndReason, UserId};
use pairing::trf::Report;
use serde_json::json;

use crate::use_cases::support::fixture::person;

use super::{Event, MANAGES_EVENTS, ORGANIZER, points};

async fn at_once(format: Format, players: u64) -> Event {
    Event::with(format, None, players, |new| new.rules.opening = Opening::AllAtOnce).await
}

#[tokio::test]
async fn all_games_of_a_double_round_robin_are_played_at_once() {
    let event = at_once(Format::DoubleRoundRobin, 6).await;
    event.begin().await;
    // Two processes go on with what a third one has left open.
    let (games, id) = (&event.harness.games, event.id);
    let (one, other) = tokio::join!(sync::update_tournament(games, id), sync::update_tournament(games, id));
    assert!(one.is_ok() && other.is_ok());
    let open = event.open().await;
    assert_eq!(open.len(), 30, "six players meet twice");
    let mut firsts: BTreeMap<UserId, u32> = BTreeMap::new();
    for (_, first, _) in &open {
        *firsts.entry(*first).or_default() += 1;
    }
    assert!(firsts.values().all(|count| *count == 5), "each moves first in half of the games: {firsts:?}");
    let mine = event.harness.command(UserId(1), "event mine", json!({})).await;
    assert_eq!(mine.text.matches("against <@").count(), 10, "{mine:?}");
    for (game, first, second) in open {
        event.lose(game, first.max(second)).await;
    }
    let stored = event.follow().await;
    assert_eq!((stored.tournament.phase, stored.tournament.current_round()), (TournamentPhase::Over, 1));
    assert_eq!(points(&stored), [(1, 20), (2, 16), (3, 12), (4, 8), (5, 4), (6, 0)]);
    let table = event.harness.command(UserId(1), "event standings", json!({})).await;
    assert!(table.alt.contains("1 1"), "two games share a cell: {table:?}");
    let read = Report::read(&report(&stored)).expect("a good report").tournament;
    assert_eq!(read.rounds().iter().map(|round| round.games().len()).sum::<usize>(), 30);
}

#[tokio::test]
async fn the_table_of_games_at_once_counts_those_that_are_over() {
    let event = at_once(Format::RoundRobin, 5).await;
    event.begin().await;
    let open = event.open().await;
    assert_eq!(open.len(), 10, "nobody rests");
    let (game, first, second) = open[3];
    event.lose(game, second).await;
    let stored = event.follow().await;
    assert_eq!(points(&stored)[0], (first.0, 2));
    let none =
        organizers::substitute(&event.harness.games, &event.by("late"), event.id, None, &person(UserId(9))).await;
    assert!(matches!(none, Err(ClubError::Tournament(TournamentError::NoVacantPlace))), "{none:?}");
}

#[tokio::test]
async fn an_organizer_names_the_board_of_a_player_with_many() {
    let event = at_once(Format::RoundRobin, 4).await;
    event.begin().await;
    let stored = event.follow().await;
    let decide = async |board: Option<u32>| {
        let choice = BoardChoice { board, ..UserId(1).into() };
        decisions::decide(&event.harness.games, &event.by("away"), event.id, choice, Verdict::Loss).await
    };
    let which = decide(None).await;
    let Err(ClubError::Tournament(TournamentError::WhichBoard(boards))) = which else { panic!("{which:?}") };
    assert_eq!(boards.len(), 3);
    let options = json!({ "player": "1", "result": "loss", "reason": "away" });
    let said = event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event decide", options).await;
    assert!(said.text.starts_with("This player has several games in this round."), "{said:?}");
    decide(Some(boards[1])).await.expect("open");
    let number = stored.tournament.number_of(UserId(1)).expect("in");
    let board = &event.stored().await.tournament.rounds[0].pairings[boards[1] as usize - 1];
    assert!(board.winner().is_some_and(|winner| winner != number), "{board:?}");
    // A player who is taken out loses all that is open.
    decisions::remove_and_forfeit(&event.harness.games, &event.by("banned"), event.id, UserId(1)).await.expect("in");
    let stored = event.follow().await;
    let own: Vec<_> = stored.tournament.rounds[0].pairings.iter().filter(|board| board.has(number)).collect();
    for board in own {
        assert!(board.winner().is_some_and(|winner| winner != number), "{board:?}");
        let record = event.harness.record(board.game.expect("open")).await.expect("there");
        assert_eq!(record.game.end_reason(), Some(EndReason::Adjudication));
    }
}

#[tokio::test]
async fn games_at_once_are_for_small_round_robins() {
    let edit = async |event: &Event| {
        let options = json!({ "rounds": "all-at-once" });
        event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event edit", options).await.text
    };
    let swiss = Event::new(Format::Swiss, Some(3), 4).await;
    assert!(edit(&swiss).await.starts_with("Only round robins with days for a move"));
    let live = Event::with(Format::RoundRobin, None, 4, |new| new.pace = Some("total:10m".to_owned())).await;
    assert!(edit(&live).await.starts_with("Only round robins with days for a move"));
    let large = Event::new(Format::RoundRobin, None, MOST_AT_ONCE as u64 + 1).await;
    assert!(edit(&large).await.contains("all games at once"));
    let stored = large.stored().await;
    assert!(stored.tournament.is_waiting(UserId(MOST_AT_ONCE as u64 + 1)), "the last one waits for a place");
}
