//! Every pair of values of two options of Abalone, in a small random set of setups. Each pair is played, or refused
//! because the two exclude each other.

use std::collections::HashSet;

use rules::board::hex::{Cell, Hexagon};
use rules::conformance::{SeededRng, check_with};
use rules::games::abalone::{Abalone, Move, Position, perft};
use rules::{Ruleset as _, open};

/// Each option with the tested values; the first is the default, and an empty word omits the option.
const OPTIONS: [&[&str]; 13] = [
    &[
        "",
        "layout=belgian-daisy",
        "layout=random seed=11",
        "layout=random-free seed=12",
        "layout=custom board=wwww1/wwwwww/1wwww2/8/9/8/2bbbb1/bbbbbb/1bbbb",
        "placement=on",
    ],
    &["", "target=1", "target=2", "target=13"],
    &["", "sprint=20"],
    &["", "handicap=black:4", "handicap=white:1"],
    &["", "turn=double", "turn=own-foe", "turn=foe-own", "turn=mixed"],
    &["", "obstacles=d5+f5"],
    &["", "holes=e5"],
    &["", "pivot=e4:fixed", "pivot=e4:ejectable"],
    &["", "ball=e6"],
    &["", "triangles=on"],
    &["", "colors=one"],
    &["", "crown=on", "crown=b2+b3+c3"],
    &["", "seats=2x2", "seats=3", "seats=4", "seats=6"],
];

type Pair = ((usize, usize), (usize, usize));

fn setup(values: &[usize; OPTIONS.len()]) -> String {
    let words = values.iter().enumerate().map(|(option, &value)| OPTIONS[option][value]);
    std::iter::once("abalone").chain(words.filter(|word| !word.is_empty())).collect::<Vec<_>>().join(" ")
}

fn pairs(values: &[usize; OPTIONS.len()]) -> Vec<Pair> {
    let all = 0..OPTIONS.len();
    all.clone()
        .flat_map(|a| all.clone().skip(a + 1).map(move |b| (a, b)))
        .map(|(a, b)| ((a, values[a]), (b, values[b])))
        .collect()
}

/// Setups that together contain every possible pair, and the refused pairs.
fn array() -> (Vec<String>, Vec<String>) {
    let mut rng = SeededRng::new(2005);
    let mut seen: HashSet<Pair> = HashSet::new();
    let (mut setups, mut refused) = (Vec::new(), Vec::new());
    for a in 0..OPTIONS.len() {
        for b in a + 1..OPTIONS.len() {
            for first in 0..OPTIONS[a].len() {
                for second in 0..OPTIONS[b].len() {
                    if seen.contains(&((a, first), (b, second))) {
                        continue;
                    }
                    let mut alone = [0; OPTIONS.len()];
                    (alone[a], alone[b]) = (first, second);
                    if open(&setup(&alone)).is_err() {
                        refused.push(setup(&alone));
                        continue;
                    }
                    // Of several ways to fill the other options as far as they fit, take the one with the most new
                    // pairs.
                    let fill = |_| {
                        let mut values = alone;
                        for step in 0..OPTIONS.len() * 2 {
                            let option = (step * 5 + rng.below(OPTIONS.len())) % OPTIONS.len();
                            if option != a && option != b && values[option] == 0 {
                                values[option] = rng.below(OPTIONS[option].len());
                                if open(&setup(&values)).is_err() {
                                    values[option] = 0;
                                }
                            }
                        }
                        let gain = pairs(&values).iter().filter(|pair| !seen.contains(*pair)).count();
                        (gain, values)
                    };
                    let (_, values) = (0..40).map(fill).max_by_key(|(gain, _)| *gain).expect("some ways");
                    seen.extend(pairs(&values));
                    setups.push(setup(&values));
                }
            }
        }
    }
    (setups, refused)
}

/// Positions of random games by these rules.
pub fn positions(rules: &Abalone, seed: u64, count: usize) -> Vec<Position> {
    let mut rng = SeededRng::new(seed);
    let mut met = Vec::new();
    while met.len() < count {
        let mut position = rules.start();
        for _ in 0..rng.below(40) {
            let moves = rules.legal_moves(&position);
            let Some(mv) = moves.get(rng.below(moves.len().max(1))) else { break };
            position = rules.play(&position, mv).expect("generated moves are legal");
        }
        met.push(position);
    }
    met
}

#[test]
fn counted_moves_are_those_of_the_reference_program() {
    for (seed, setup) in (1..).zip(array().0) {
        let rules: Abalone = setup.parse().expect("an array of setups that open");
        for position in positions(&rules, seed, 6) {
            for depth in 1..=2 {
                let slow = crate::reference::abalone(&rules, &position, 1);
                if depth == 2 && slow > 300 {
                    continue;
                }
                let slow = crate::reference::abalone(&rules, &position, depth);
                assert_eq!(perft::perft(&rules, &position, depth), slow, "{setup} at {position}, depth {depth}");
                assert_eq!(perft::perft_played(&rules, &position, depth), slow, "{setup} at {position}, depth {depth}");
            }
        }
    }
}

/// Maps every cell of a move's text.
fn carry(text: &str, map: fn(Cell) -> Cell) -> String {
    let (word, cells) = text.split_at(text.find([':', '@']).map_or(0, |at| at + 1));
    let cells = (0..cells.len() / 2).map(|at| cells[2 * at..2 * at + 2].parse::<Cell>().expect("a cell"));
    cells.fold(word.to_owned(), |text, cell| text + &map(cell).to_string())
}

/// Whether the rotated and the mirrored board give the rotated and the mirrored result.
fn is_symmetric(rules: &Abalone, position: &Position, moves: &[Move]) -> Result<(), String> {
    for map in [(|cell| Hexagon::STANDARD.rotated(cell)) as fn(Cell) -> Cell, |cell| Hexagon::STANDARD.mirrored(cell)] {
        let (carried, turned) = (position.map_cells(map), rules.map_cells(map));
        if moves.len() != turned.legal_moves(&carried).len() {
            return Err(format!("{carried} has another number of moves"));
        }
        for mv in moves {
            let text = carry(&mv.to_string(), map);
            let there = turned.read_move(&carried, &text).map_err(|error| format!("{mv} as {text}: {error}"))?;
            let after = rules.play(position, mv).map_err(|error| format!("{mv}: {error}"))?.map_cells(map);
            if turned.play(&carried, &there).as_ref() != Ok(&after) {
                return Err(format!("{mv} as {text} does not lead to {after}"));
            }
        }
    }
    Ok(())
}

/// Whether the generated moves are exactly those that the judge accepts.
fn is_complete(rules: &Abalone, position: &Position, moves: &[Move]) -> Result<(), String> {
    let legal = if moves.is_empty() { Vec::new() } else { crate::reference::abalone_moves(rules, position) };
    let (legal, generated): (HashSet<_>, HashSet<_>) = (legal.into_iter().collect(), moves.iter().copied().collect());
    if generated == legal { Ok(()) } else { Err(format!("generated {generated:?}, legal {legal:?}")) }
}

#[test]
fn every_pair_of_options_keeps_the_invariants() {
    let (setups, refused) = array();
    assert!(setups.len() >= 30 && setups.len() < 90, "{} setups", setups.len());
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let ended = std::thread::scope(|scope| {
        let play = |thread: usize| {
            let mut ended = 0;
            for (index, setup) in setups.iter().enumerate().skip(thread).step_by(threads) {
                let rules: Abalone = setup.parse().expect("an array of setups that open");
                for seed in 0..200 {
                    // Most games are short; some go far beyond the opening.
                    let turns = if seed % 20 == 0 { 120 } else { 12 + seed % 9 };
                    let summary =
                        check_with(&rules, (index as u64) << 16 | u64::from(seed), turns, |position, moves| {
                            // Checking every position of all games would take many minutes.
                            if seed % 10 > 0 {
                                return Ok(());
                            }
                            is_complete(&rules, position, moves)?;
                            is_symmetric(&rules, position, moves)
                        });
                    ended += summary.unwrap_or_else(|broken| panic!("{broken}")).ended;
                }
            }
            ended
        };
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || play(thread))).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker")).sum::<u32>()
    });
    assert!(ended > 1_000, "only {ended} games reached an end");
    // A table of the pairs that exclude each other, with their messages, for review when options change.
    let why = |setup: &String| format!("{setup} | {}", open(setup).map(|_| ()).expect_err(setup));
    let refused: Vec<String> = refused.iter().map(why).collect();
    let lines = include_str!("../tables/excluded.txt").lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.collect::<Vec<_>>(), refused, "{}", refused.join("\n"));
}
