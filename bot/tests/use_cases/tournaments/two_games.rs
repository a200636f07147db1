//! Two games a round, with changed colors.

use super::*;

/// An event that has begun.
async fn two_games(format: Format, rounds: Option<u32>, players: u64) -> Event {
    Event::with(format, rounds, players, |new| new.rules.two_games = true).await.started().await
}

/// Decides one of the two games of a player.
async fn draw(event: &Event, game: GameId, player: UserId) {
    let board = event.stored().await.tournament.board_of(game).expect("of the event").0.board;
    let choice = BoardChoice { board: Some(board), ..player.into() };
    event.decide(choice, Verdict::Draw).await.expect("open");
}

fn score_of(stored: &StoredTournament, user: u64) -> u32 {
    points(stored).into_iter().find(|(id, _)| *id == user).expect("a player").1
}

#[tokio::test]
async fn a_swiss_round_of_two_games_counts_as_one_with_its_points() {
    let event = two_games(Format::Swiss, Some(2), 5).await;
    let open = event.open().await;
    assert_eq!(open.len(), 4, "two players meet twice");
    let [(one, first, second), (back, back_first, back_second), ..] = open[..] else { panic!("{open:?}") };
    assert_eq!((back_first, back_second), (second, first), "with changed colors");
    // A win and a draw.
    event.lose(one, second).await;
    draw(&event, back, first).await;
    let stored = event.play_rounds(1).await;
    assert_eq!(stored.tournament.current_round(), 2, "a bye does not hold up a round");
    assert_eq!([first, second].map(|user| score_of(&stored, user.0)), [3, 1]);
    let bye = stored.tournament.rounds[0].pairings.iter().find(|board| board.second.is_none()).expect("an odd number");
    assert_eq!(score_of(&stored, stored.tournament.entrant(bye.first).expect("in").user.0), 4, "worth both games");
    let opponents = |round: usize| -> BTreeSet<[u32; 2]> {
        let pairs = stored.tournament.rounds[round].pairings.iter().filter_map(|it| Some([it.first, it.second?]));
        pairs.map(|[one, other]| [one.min(other), one.max(other)]).collect()
    };
    assert!(opponents(0).is_disjoint(&opponents(1)), "nobody meets twice in two rounds");
    event.say(UserId(1), "event standings").await.draws("1½ (");
    let over = event.play_rounds(1).await;
    assert_eq!(over.tournament.phase, TournamentPhase::Over);
    // Another program counts the same points.
    let text = report(&over);
    let read = Report::read(&text).unwrap_or_else(|problem| panic!("{problem}: {text}")).tournament;
    let rows = standings(&read, &[TieBreak::Buchholz], Unplayed::Swiss(Edition::default()));
    let scores = |mut scores: Vec<(u16, u32)>| {
        scores.sort_unstable();
        scores
    };
    let of_report = scores(rows.iter().map(|row| (row.number.0, row.score.0)).collect());
    let own = scores(table(&over.tournament).iter().map(|row| (row.number.0, row.score.0)).collect());
    assert_eq!((read.rounds().len(), of_report), (2, own), "{text}");
}

#[tokio::test]
async fn a_cup_of_two_games_is_won_by_points_and_then_by_marbles() {
    let event = two_games(Format::KnockOut, None, 2).await;
    let open = event.open().await;
    let [(one, first, second), (back, ..)] = open[..] else { panic!("{open:?}") };
    event.lose(one, first).await;
    assert_eq!(event.follow().await.tournament.phase, TournamentPhase::Running);
    draw(&event, back, first).await;
    let over = event.follow().await;
    assert_eq!((over.tournament.phase, points(&over)[0].0), (TournamentPhase::Over, second.0));

    // No third game; and three rounds of groups, and a cup of two.
    for (format, players, rounds) in [(Format::KnockOut, 2, 1), (Format::Groups, 6, 5)] {
        let level = two_games(format, None, players).await.play_rounds(rounds).await;
        assert_eq!(level.tournament.phase, TournamentPhase::Over, "{format}");
    }
}

#[tokio::test]
async fn a_round_robin_of_two_games_has_half_of_the_rounds() {
    let event = two_games(Format::RoundRobin, None, 4).await;
    for _ in 0..3 {
        assert_eq!(event.open().await.len(), 4);
        event.play_round().await;
    }
    let over = event.follow().await;
    assert_eq!((over.tournament.phase, points(&over)), (TournamentPhase::Over, vec![(1, 12), (2, 8), (3, 4), (4, 0)]));
    let edit = async |format| Event::new(format, None, 4).await.organize("event edit rounds:two-games").await;
    edit(Format::TeamMatch).await.begins("Only events with days for a move can have two games");
    edit(Format::Swiss).await.says("Two games a round, with changed colors");
}
