//! Summaries of turns and threats, checked against the boards.

use std::collections::BTreeSet;

use rules::board::hex::Direction;
use rules::diagram::{Board, Stone};
use rules::rng::SeededRng;
use rules::summary::{self, Ejected, Place, Step, Threat};
use rules::{AnyGame, Color, open, open_at};

/// Every kind of board, turn and marble.
const SETUPS: [&str; 17] = [
    "abalone",
    "abalone layout=belgian-daisy",
    "abalone placement=on",
    "abalone turn=double",
    "abalone turn=mixed triangles=on",
    "abalone turn=own-foe",
    "abalone layout=belgian-daisy holes=e5 obstacles=d3",
    "abalone pivot=e5",
    "abalone ball=e5",
    "abalone seats=2x2",
    "abalone seats=2x2x2",
    "abalone seats=3",
    "abalone seats=4",
    "abalone seats=6",
    "grand-abalone",
    "notalone",
    "fliporona",
];

fn game(setup: &str) -> Box<dyn AnyGame> {
    open(setup).unwrap_or_else(|refusal| panic!("{setup}: {refusal}"))
}

fn at(setup: &str, position: &str) -> Box<dyn AnyGame> {
    open_at(setup, position).unwrap_or_else(|refusal| panic!("{setup} {position}: {refusal}"))
}

/// A random complete turn.
fn random_turn(game: &dyn AnyGame, rng: &mut SeededRng) -> Option<String> {
    let mut turn = String::new();
    loop {
        let now = game.after(&turn).expect("a beginning of a turn");
        let whole = !turn.is_empty() && (now.partial_turn().is_none() || now.outcome().is_some());
        let steps = now.legal_moves();
        if whole || steps.is_empty() {
            return Some(turn).filter(|turn| !turn.is_empty());
        }
        // Ejections are rare, so prefer them every other time.
        let ejecting: Vec<String> = now.threats().into_iter().map(|threat| threat.turn).collect();
        let sharp: Vec<&String> = steps.iter().filter(|step| ejecting.contains(step)).collect();
        let step = match sharp.as_slice() {
            [] => &steps[rng.below(steps.len())],
            some => some[rng.below(some.len())],
        };
        if step == "stop" {
            return Some(turn);
        }
        let plain = step.trim_start_matches("1:").trim_start_matches("2:");
        turn = if turn.is_empty() { step.clone() } else { format!("{turn}{}{plain}", game.separator()) };
    }
}

/// The stones on the board of the last turn.
fn stones(game: &dyn AnyGame, board: usize) -> Vec<(String, Stone)> {
    match &game.diagram().boards[board] {
        Board::Hex(board) => board.stones.iter().map(|(cell, stone)| (cell.to_string(), *stone)).collect(),
        Board::Fanorona(board) => {
            board.pieces.iter().map(|(point, color)| (point.to_string(), Stone::Owned(*color))).collect()
        }
    }
}

#[test]
fn the_first_step_names_what_stood_where_it_began() {
    let mut seen = BTreeSet::new();
    for (setup, seed) in SETUPS.into_iter().flat_map(|setup| (0..4).map(move |seed| (setup, seed))) {
        let (mut game, mut rng) = (game(setup), SeededRng::new(seed));
        assert_eq!(summary::steps(&game.diagram()), [], "{setup}");
        for _ in 0..80 {
            let Some(turn) = random_turn(&*game, &mut rng) else { break };
            let before = game.after("").expect("as it is");
            game.play(&turn).unwrap_or_else(|refusal| panic!("{setup} {turn}: {refusal}"));
            let diagram = game.diagram();
            let board = summary::board_of_last_turn(&diagram).expect("a turn was made");
            let steps = summary::steps(&diagram);
            let stood = stones(&*before, board);
            let stands = stones(&*game, board);
            match steps.first().unwrap_or_else(|| panic!("{setup} {turn}: nothing")) {
                Step::Placed { cell, stone } => {
                    assert!(stands.contains(&(cell.to_string(), *stone)), "{setup} {turn}");
                    seen.insert("placed");
                }
                Step::PiecePlaced { point, color } => {
                    assert!(stands.contains(&(point.to_string(), Stone::Owned(*color))), "{setup} {turn}");
                    seen.insert("piece placed");
                }
                Step::Moved(moved) => {
                    for (cell, stone) in moved.marbles.iter().chain(&moved.pushed) {
                        assert!(stood.contains(&(cell.to_string(), *stone)), "{setup} {turn}: {cell} {stone:?}");
                    }
                    assert!(!moved.marbles.is_empty() && moved.pushed.len() < 4, "{setup} {turn}");
                    let first = moved.marbles[0].0.to_string();
                    assert!(!moved.is_inline || turn.contains(&first), "{setup} {turn}: from {first}");
                    assert!(moved.ejected.is_none_or(|gone| moved.pushed.last() == Some(&(gone.cell, gone.stone))));
                    seen.insert(if moved.is_inline { "inline" } else { "sideways" });
                    if moved.ejected.is_some() {
                        seen.insert("ejected");
                    }
                }
                Step::PieceMoved { path, flipped, .. } => {
                    assert!(turn.starts_with(&path[0].to_string()), "{setup} {turn}");
                    assert_eq!(flipped.is_empty(), !turn.contains(['+', '-']), "{setup} {turn}");
                    seen.insert("piece moved");
                }
            }
        }
    }
    let all = ["ejected", "inline", "piece moved", "piece placed", "placed", "sideways"];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), all);
}

/// The places of marbles that legal one-step turns eject or flip; those of longer turns are not covered.
fn ejected_by_playing(game: &dyn AnyGame) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for step in game.legal_moves() {
        let after = game.after(&step).expect("legal");
        for step in summary::steps(&after.diagram()) {
            match step {
                Step::Moved(moved) => found.extend(moved.ejected.map(|gone| gone.cell.to_string())),
                Step::PieceMoved { flipped, .. } => found.extend(flipped.iter().map(ToString::to_string)),
                _ => {}
            }
        }
    }
    found
}

#[test]
fn threats_of_the_player_to_move_are_what_legal_turns_do() {
    let mut found = 0;
    for setup in SETUPS {
        let one_step = !setup.contains("turn=") && !setup.starts_with("grand") && !setup.contains("2x2x2");
        for seed in 0..3 {
            let (mut game, mut rng) = (game(setup), SeededRng::new(seed));
            for _ in 0..60 {
                let Some(turn) = random_turn(&*game, &mut rng) else { break };
                game.play(&turn).expect("legal");
                let Some(mover) = game.to_move() else { break };
                let color = game.seats()[usize::from(mover)].color;
                let diagram = game.diagram();
                let threats: Vec<Threat> = game.threats();
                let own: Vec<&Threat> =
                    threats.iter().filter(|of| of.by == color && of.board == diagram.active).collect();
                for threat in &own {
                    let stood = stones(&*game, threat.board);
                    assert!(stood.contains(&(threat.place.to_string(), threat.stone)), "{setup}: {threat:?}");
                    let after = game.after(&threat.turn).unwrap_or_else(|why| panic!("{setup} {threat:?}: {why}"));
                    if let Place::Cell(_) = threat.place {
                        let steps = summary::steps(&after.diagram());
                        let ejects = |step: &Step| matches!(step, Step::Moved(moved) if moved.ejected.is_some());
                        assert!(steps.last().is_some_and(ejects), "{setup}: {threat:?}");
                    }
                    found += 1;
                }
                if one_step {
                    let places: BTreeSet<String> = own.iter().map(|threat| threat.place.to_string()).collect();
                    assert_eq!(places, ejected_by_playing(&*game), "{setup} {}", game.position());
                }
            }
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn a_push_over_the_rim_is_told_with_all_that_moved() {
    let mut game = at("abalone", "4w/4b1/4b2/8/9/8/7/6/5 b 0-0 20");
    let threats = game.threats();
    let [threat] = threats.as_slice() else { panic!("{threats:?}") };
    assert_eq!(
        (threat.place.to_string().as_str(), threat.by, threat.stone),
        ("i9", Color::Black, Stone::Owned(Color::White))
    );
    assert_eq!(threat.turn, "g7h8");
    game.play("g7h8").expect("two push one");
    let steps = summary::steps(&game.diagram());
    let [Step::Moved(moved)] = steps.as_slice() else { panic!("{steps:?}") };
    let cells =
        |of: &[(rules::board::hex::Cell, Stone)]| of.iter().map(|(cell, _)| cell.to_string()).collect::<Vec<_>>();
    assert_eq!(
        (moved.direction, cells(&moved.marbles), cells(&moved.pushed)),
        (Direction::Ne, vec!["g7".into(), "h8".into()], vec!["i9".into()])
    );
    assert!(matches!(moved.ejected, Some(Ejected { stone: Stone::Owned(Color::White), is_in_hole: false, .. })));
}

#[test]
fn hidden_colors_give_no_threats_and_no_colors() {
    let mut game = game("abalone colors=one layout=belgian-daisy");
    for turn in ["e2e3", "e8e7"] {
        let _ = game.play(turn);
    }
    assert!(game.hides_colors() && game.threats().is_empty());
    for step in summary::steps(&game.diagram()) {
        let Step::Moved(moved) = step else { continue };
        assert!(moved.pushed.is_empty() && moved.marbles.iter().all(|(_, stone)| *stone == Stone::Hidden), "{moved:?}");
    }
}

#[test]
fn two_moves_of_one_turn_may_eject_together() {
    // Two pushes in a row: the first brings the white marble to the rim.
    let game = at("abalone turn=double", "5/4w1/4b2/4b3/9/8/7/6/5 b 0-0 20");
    let threats = game.threats();
    let [threat] = threats.as_slice() else { panic!("{threats:?}") };
    assert_eq!((threat.place.to_string().as_str(), threat.turn.as_str()), ("h8", "f6g7,g7h8"));
}
