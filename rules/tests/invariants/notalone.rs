//! Invariants of Notalone from every layout, on seeded random play and on random positions.

use std::collections::HashMap;

use proptest::prelude::*;
use rules::board::hex::{Cell, Direction, Hexagon, Line};
use rules::conformance::{SeededRng, check};
use rules::games::abalone::{Move, layouts};
use rules::games::notalone::{Notalone, Phase, Position, judge, perft as fast};
use rules::perft::perft;
use rules::ruleset::MoveList;
use rules::{Color, Game, Ruleset, open_at};

fn every_setup() -> impl Iterator<Item = Notalone> {
    let two = layouts().iter().filter(|layout| layout.seats == 2);
    let setups = two.map(|layout| format!("notalone layout={}", layout.name));
    let random = ["notalone layout=random seed=1", "notalone layout=random-free seed=2"].map(str::to_owned);
    setups.chain(random).map(|setup| setup.parse().expect("a layout for two"))
}

#[test]
fn every_layout_keeps_the_invariants_in_200_games() {
    let (mut setups, mut ended, mut plies) = (0, 0, 0);
    for rules in every_setup() {
        let is_standard = rules.setup() == "notalone";
        setups += 1;
        for game in 0..200 {
            let plies_at_most = if is_standard { 120 } else { 4 + game / 20 };
            let seed = u64::from(setups * 1_000 + game);
            let summary = check(&rules, seed, plies_at_most).unwrap_or_else(|broken| panic!("{broken}"));
            ended += summary.ended;
            plies += summary.plies;
        }
    }
    assert_eq!(setups, 70);
    assert!(ended > 200 && plies > 120_000, "{ended} ended, {plies} plies");
}

#[test]
fn games_end_by_the_sisters_and_either_color_wins() {
    let rules = Notalone::standard();
    let mut rng = SeededRng::new(17);
    let mut won = HashMap::new();
    for _ in 0..100 {
        let mut game = Game::new(rules.clone());
        while rules.outcome(game.position_value()).is_none() {
            let moves = rules.legal_moves(game.position_value());
            game.play_move(&moves[rng.below(moves.len())]).expect("legal");
        }
        let outcome = rules.outcome(game.position_value()).expect("over");
        *won.entry((outcome.reason.as_str(), outcome.winner.map(|team| team.0))).or_insert(0) += 1;
    }
    assert!(won[&("sisters", Some(0))] > 10 && won[&("sisters", Some(1))] > 10, "{won:?}");
    assert!(won.keys().all(|(reason, winner)| *reason == "sisters" && winner.is_some()), "{won:?}");
}

/// Positions of random play from every layout, including those of the placing.
fn met(seed: u64) -> Vec<Position> {
    let mut rng = SeededRng::new(seed);
    let mut met = Vec::new();
    for rules in every_setup() {
        let mut game = Game::new(rules.clone());
        for _ in 0..60 {
            let moves = rules.legal_moves(game.position_value());
            if moves.is_empty() {
                break;
            }
            if rng.below(6) == 0 {
                met.push(*game.position_value());
            }
            game.play_move(&moves[rng.below(moves.len())]).expect("legal");
        }
    }
    met
}

/// Crowded random positions, whose sisters are in long rows and often barred.
fn random_positions(seed: u64, count: usize) -> Vec<Position> {
    let rules = Notalone::standard();
    let mut rng = SeededRng::new(seed);
    let cells: Vec<Cell> = Hexagon::STANDARD.cells().collect();
    let mut positions = Vec::new();
    while positions.len() < count {
        let sisters = [0; 2].map(|_| cells[rng.below(61)]);
        if sisters[0] == sisters[1] {
            continue;
        }
        let came_by = sisters.map(|sister| {
            let from: Vec<Direction> = Direction::ALL
                .into_iter()
                .filter(|by| Hexagon::STANDARD.step(sister, by.opposite()).is_some())
                .collect();
            // Half of them have not moved yet.
            from.get(rng.below(2 * from.len())).map_or("-", |by| by.name())
        });
        let mut rows = Vec::new();
        for row in (0..9).rev() {
            let letter = |cell| if sisters.contains(&cell) { 'n' } else { ['1', 'b', 'b', 'w', 'w'][rng.below(5)] };
            rows.push(Hexagon::STANDARD.row(row).map(letter).collect::<String>());
        }
        let (rows, turn) = (rows.join("/"), ['b', 'w'][rng.below(2)]);
        let line = format!("{rows} {turn} 0-0 9 sis={}:{},{}:{}", sisters[0], came_by[0], sisters[1], came_by[1]);
        positions.push(rules.read_position(&line).unwrap_or_else(|error| panic!("{line}: {error}")));
    }
    positions
}

#[test]
fn generated_moves_are_exactly_the_legal_moves() {
    let rules = Notalone::standard();
    let lines: Vec<Line> = Hexagon::STANDARD
        .cells()
        .flat_map(|one| {
            Hexagon::STANDARD
                .cells()
                .filter(move |other| one < *other)
                .filter_map(move |other| Line::between(one, other))
        })
        .collect();
    let placings = Hexagon::STANDARD.cells().map(|cell| Move::Place { cell });
    let every_move: Vec<Move> = placings
        .chain(Direction::ALL.into_iter().flat_map(|direction| {
            let inline = Hexagon::STANDARD.cells().map(move |tail| Move::Inline { tail, direction });
            inline.chain(lines.iter().map(move |&line| Move::Broadside { line, direction }))
        }))
        .collect();
    let (mut moves, mut with_sisters, mut ejecting) = (0, 0, 0);
    for position in met(7).into_iter().chain(random_positions(8, 3_000)) {
        if rules.outcome(&position).is_some() {
            continue;
        }
        let generated: Vec<Move> = rules.legal_moves(&position);
        let legal: Vec<Move> = every_move.iter().filter(|&&mv| judge(&position, mv).is_ok()).copied().collect();
        assert_eq!(legal.len(), generated.len(), "{position}");
        assert!(legal.iter().all(|mv| generated.contains(mv)), "{position}");
        let mut ejections = MoveList::new();
        rules.generate_ejections(&position, &mut ejections);
        let ejects = |mv: &&Move| judge(&position, **mv).is_ok_and(|effect| effect.ejected.is_some());
        assert_eq!(ejections.into_vec(), generated.iter().filter(ejects).copied().collect::<Vec<_>>(), "{position}");
        ejecting += legal.iter().filter(ejects).count();
        moves += legal.len();
        with_sisters += legal.iter().filter(|&&mv| judge(&position, mv).is_ok_and(|effect| effect.sisters)).count();
    }
    assert!(moves > 100_000 && with_sisters > 10_000, "{moves}, {with_sisters} of them with sisters");
    assert!(ejecting > 1_000, "{ejecting} of them eject");
}

#[test]
fn fast_perft_equals_generic_perft() {
    let rules = Notalone::standard();
    for position in met(19).into_iter().step_by(9).chain(random_positions(20, 300)) {
        for depth in 0..=2 {
            let slow = perft(&rules, &position, depth);
            assert_eq!(fast::perft(&rules, &position, depth), slow, "{position} depth {depth}");
            assert_eq!(fast::perft_played(&rules, &position, depth), slow, "{position} depth {depth}");
        }
    }
}

/// A symmetry of the board.
struct Carry {
    cell: fn(Cell) -> Cell,
    direction: fn(Direction) -> Direction,
    /// Whether each player's half maps to itself.
    keeps_halves: bool,
}

const CARRIES: [Carry; 2] = [
    Carry {
        cell: |cell| Hexagon::STANDARD.rotated(cell),
        direction: |direction| direction.rotated(1),
        keeps_halves: false,
    },
    Carry {
        cell: |cell| Hexagon::STANDARD.mirrored(cell),
        direction: |direction| Direction::ALL[(9 - direction as usize) % 6],
        keeps_halves: true,
    },
];

fn map_cells(text: &str, map: fn(Cell) -> Cell) -> String {
    let (sign, cells) = text.strip_prefix('@').map_or(("", text), |cells| ("@", cells));
    let cell = |at: usize| map(cells[2 * at..2 * at + 2].parse().expect("a cell")).to_string();
    format!("{sign}{}", (0..cells.len() / 2).map(cell).collect::<String>())
}

#[test]
fn rotated_and_mirrored_positions_have_rotated_and_mirrored_moves() {
    let rules = Notalone::standard();
    for position in met(3).into_iter().chain(random_positions(4, 300)) {
        let is_placing = matches!(position.phase(), Phase::Placing { .. });
        for Carry { cell: map, direction: turn, .. } in CARRIES.iter().filter(|carry| carry.keeps_halves || !is_placing)
        {
            let there = position.map_cells(map, turn);
            let moves = rules.legal_moves(&position);
            assert_eq!(moves.len(), rules.legal_moves(&there).len(), "{position}");
            assert_eq!(rules.outcome(&position), rules.outcome(&there), "{position}");
            for mv in moves {
                let text = map_cells(&mv.to_string(), *map);
                let same = rules.read_move(&there, &text).unwrap_or_else(|error| panic!("{mv} as {text}: {error}"));
                let after = rules.play(&position, &mv).expect("legal").map_cells(map, turn);
                assert_eq!(rules.play(&there, &same), Ok(after), "{mv} as {text} at {position}");
            }
        }
    }
}

#[test]
fn swapping_colors_swaps_the_result() {
    // With the board rotated by half a turn and the colors swapped, White has Black's moves.
    let rules = Notalone::standard();
    let half: fn(Cell) -> Cell = |cell| Hexagon::STANDARD.opposite(cell);
    for position in met(5).into_iter().chain(random_positions(6, 300)) {
        let line = position.map_cells(half, Direction::opposite).to_string();
        let (rows, rest) = line.split_once(' ').expect("rows");
        let swap = |text: &str| {
            text.chars()
                .map(|letter| match letter {
                    'b' => 'w',
                    'w' => 'b',
                    other => other,
                })
                .collect::<String>()
        };
        let (turn, rest) = rest.split_once(' ').expect("a color");
        let (lost, rest) = rest.split_once(' ').expect("lost marbles");
        let (black, white) = lost.split_once('-').expect("two colors");
        let line = format!("{} {} {white}-{black} {rest}", swap(rows), swap(turn));
        // Black places first, so a board on which White does is impossible.
        let Ok(there) = rules.read_position(&line) else {
            assert!(matches!(position.phase(), Phase::Placing { .. }), "{line}");
            continue;
        };
        let mut moves: Vec<String> = rules.legal_moves(&there).iter().map(ToString::to_string).collect();
        let mut expected: Vec<Move> = rules
            .legal_moves(&position)
            .iter()
            .map(|mv| rules.read_move(&there, &map_cells(&mv.to_string(), half)).expect("legal"))
            .collect();
        moves.sort_unstable();
        let mut expected: Vec<String> = expected.drain(..).map(|mv| mv.to_string()).collect();
        expected.sort_unstable();
        assert_eq!(moves, expected, "{position}");
    }
}

proptest! {
    #[test]
    fn text_that_looks_like_a_move_is_played_or_refused(text in "@?[a-i][0-9][ x>:→-]{0,2}[a-i]?[0-9]?(ne|nw|e|w|se|sw)?[a-i]?[0-9]?", seed in any::<u64>()) {
        for position in random_positions(seed, 2) {
            let mut game = open_at("notalone", &position.to_string()).expect("a position");
            let legal = game.legal_moves();
            if let Ok(notation) = game.play(&text) {
                prop_assert!(legal.contains(&notation), "{} became {} at {}", text, notation, position);
            }
        }
    }

    #[test]
    fn no_position_line_panics(text in "[bwn0-9/]{0,70} [bw] [0-9]-[0-9] [0-9]{1,2}( sis=([a-i][0-9]:(-|ne|e|se),?){0,3})?( placing)?") {
        if let Ok(game) = open_at("notalone", &text) {
            prop_assert_eq!(open_at("notalone", &game.position()).expect("our own line").position(), game.position());
        }
    }

    #[test]
    fn position_lines_read_back(seed in any::<u64>()) {
        for position in random_positions(seed, 4) {
            let game = open_at("notalone", &position.to_string()).expect("our own line");
            prop_assert_eq!(game.position(), position.to_string());
            prop_assert_eq!(game.outcome().is_some(), game.legal_moves().is_empty());
            prop_assert_eq!(game.outcome().is_some(), game.to_move().is_none());
            prop_assert_eq!(game.diagram().sides[0].on_board, position.on_board(Color::Black));
        }
    }
}
