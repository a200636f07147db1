//! Berger tables as printed in the handbook (C.05, annex 1), and invariants of those that it does not print.

use std::collections::HashMap;

use pairing::Score;
use pairing::round_robin::{Cycles, board_colors, match_points, round_count, rounds, snake};

/// Rounds separated by `;`, numbers from 1, White first.
const TABLES: [(usize, &str); 4] = [
    (4, "1-4 2-3; 4-3 1-2; 2-4 3-1"),
    (6, "1-6 2-5 3-4; 6-4 5-3 1-2; 2-6 3-1 4-5; 6-5 1-4 2-3; 3-6 4-2 5-1"),
    (
        8,
        "1-8 2-7 3-6 4-5; 8-5 6-4 7-3 1-2; 2-8 3-1 4-7 5-6; 8-6 7-5 1-4 2-3; 3-8 4-2 5-1 6-7; 8-7 1-6 2-5 3-4; 4-8 5-3 6-2 7-1",
    ),
    (
        10,
        "1-10 2-9 3-8 4-7 5-6; 10-6 7-5 8-4 9-3 1-2; 2-10 3-1 4-9 5-8 6-7; 10-7 8-6 9-5 1-4 2-3; 3-10 4-2 5-1 6-9 7-8; \
         10-8 9-7 1-6 2-5 3-4; 4-10 5-3 6-2 7-1 8-9; 10-9 1-8 2-7 3-6 4-5; 5-10 6-4 7-3 8-2 9-1",
    ),
];

fn written(rounds: &[Vec<[usize; 2]>]) -> String {
    let meeting = |[white, black]: &[usize; 2]| format!("{}-{}", white + 1, black + 1);
    let round = |round: &Vec<[usize; 2]>| round.iter().map(meeting).collect::<Vec<_>>().join(" ");
    rounds.iter().map(round).collect::<Vec<_>>().join("; ")
}

#[test]
fn the_tables_are_those_of_the_handbook() {
    for (participants, table) in TABLES {
        assert_eq!(written(&rounds(participants, Cycles::Single)), table, "{participants}");
    }
    // The opponent of the missing last player rests.
    assert_eq!(written(&rounds(5, Cycles::Single)), "2-5 3-4; 5-3 1-2; 3-1 4-5; 1-4 2-3; 4-2 5-1");
    assert_eq!(written(&rounds(2, Cycles::Double)), "1-2; 2-1");
    assert!(rounds(1, Cycles::Double).is_empty() && rounds(0, Cycles::Single).is_empty());
    assert_eq!([0, 1, 2].map(|participants| round_count(participants, Cycles::Double)), [0, 0, 2]);
}

#[test]
fn everybody_meets_everybody_with_fair_colors() {
    for participants in 2..=40 {
        for (cycles, games) in [(Cycles::Single, 1), (Cycles::Double, 2)] {
            let rounds = rounds(participants, cycles);
            assert_eq!(rounds.len(), round_count(participants, cycles), "{participants}");
            let mut met: HashMap<[usize; 2], usize> = HashMap::new();
            let mut colors = vec![String::new(); participants];
            for round in &rounds {
                let mut seen: Vec<_> = round.iter().flatten().collect();
                seen.sort_unstable();
                seen.dedup();
                assert_eq!(seen.len(), participants / 2 * 2, "{participants}: once a round");
                for [white, black] in round {
                    *met.entry([*white.min(black), *white.max(black)]).or_default() += 1;
                    colors[*white].push('W');
                    colors[*black].push('B');
                }
            }
            assert_eq!(met.len(), participants * (participants - 1) / 2, "{participants}");
            assert!(met.values().all(|times| *times == games), "{participants}");
            for had in colors {
                let white = had.matches('W').count();
                assert!(white.abs_diff(had.len() - white) <= 1, "{participants}: {had}");
                assert!(!had.contains("WWW") && !had.contains("BBB"), "{participants} {cycles:?}: {had}");
            }
        }
    }
}

#[test]
fn groups_are_dealt_forth_and_back() {
    assert_eq!(snake(1..=10, 3), [vec![1, 6, 7], vec![2, 5, 8], vec![3, 4, 9, 10]]);
    assert_eq!(snake(1..=2, 3), [vec![1], vec![2], vec![]]);
    assert!(snake(1..=2, 0).is_empty());
}

#[test]
fn boards_of_a_team_match_alternate() {
    use pairing::Color::{Black, White};
    assert_eq!(board_colors(4), [White, Black, White, Black]);
    assert_eq!(match_points(Score(5), Score(3)), [2, 0]);
    assert_eq!(match_points(Score(4), Score(4)), [1, 1]);
    assert_eq!(match_points(Score(3), Score(5)), [0, 2]);
}
