//! Invariants of every ruleset, checked on seeded random playouts.
//!
//! It is part of the library so that rulesets of other crates can be checked too.

use std::collections::HashSet;

use crate::diagram::Board;
use crate::registry::open_at;
pub use crate::rng::SeededRng;
use crate::ruleset::{AnyGame, Game, Ruleset};

/// Counts of a run of the suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Playouts that reached an end by the rules.
    pub ended: u32,
    /// Plies played.
    pub plies: u32,
    /// Spellings read.
    pub spellings: u32,
}

/// Plays at random from the start, up to `plies`, and checks after every move that:
///
/// - the game is over exactly when no seat is to move and no move is legal,
/// - every generated move plays, its text reads back as itself, and no two have the same text,
/// - every accepted spelling reads back as that move,
/// - the position line reads back as the position,
/// - marbles on the board, in hand, ejected and taken off add up to those of the start,
/// - setup and moves, replayed as text, give the same position.
pub fn check<R: Ruleset + Clone + Send + Sync + 'static>(rules: &R, seed: u64, plies: u32) -> Result<Summary, String> {
    check_with(rules, seed, plies, |_, _| Ok(()))
}

/// Like [`check`], with an additional invariant, which is called for every position with its legal moves.
pub fn check_with<R: Ruleset + Clone + Send + Sync + 'static>(
    rules: &R,
    seed: u64,
    plies: u32,
    mut invariant: impl FnMut(&R::Position, &[R::Move]) -> Result<(), String>,
) -> Result<Summary, String> {
    let mut rng = SeededRng::new(seed);
    let mut summary = Summary::default();
    let mut game = Game::new(rules.clone());
    let mut again =
        open_at(&rules.setup(), &rules.start().to_string()).map_err(|refusal| format!("no replay: {refusal}"))?;
    let marbles = |game: &Game<R>| {
        let sides = game.diagram().sides;
        sides
            .iter()
            .map(|side| u32::from(side.on_board) + u32::from(side.in_hand) + u32::from(side.ejected))
            .sum::<u32>()
    };
    let at_start = marbles(&game);
    let mut taken_off = 0;
    // A playout does not end in the middle of a turn.
    while summary.plies < plies {
        let position = game.position_value().clone();
        let violation = |what: &str| format!("{what}: {} at {position} (seed {seed})", rules.setup());
        let moves = rules.legal_moves(&position);
        let is_over = rules.outcome(&position).is_some();
        if is_over != moves.is_empty() || is_over != rules.to_move(&position).is_none() {
            return Err(violation("over and no legal move are not the same"));
        }
        if rules.read_position(&position.to_string()).ok().as_ref() != Some(&position) {
            return Err(violation("the position line does not read back"));
        }
        if marbles(&game) + taken_off != at_start {
            return Err(violation("marbles have come or gone"));
        }
        let mut texts = HashSet::new();
        for mv in &moves {
            let text = mv.to_string();
            if !texts.insert(text.clone()) {
                return Err(violation(&format!("two moves are written {text}")));
            }
            for spelling in rules.spellings(&position, mv) {
                let read = rules.read_move(&position, &spelling);
                if read.as_ref().ok() != Some(mv) {
                    return Err(violation(&format!("`{spelling}` of {text} is read as {read:?}")));
                }
                summary.spellings += 1;
            }
            if let Err(error) = rules.play(&position, mv) {
                return Err(violation(&format!("the generated move {text} is refused: {error}")));
            }
        }
        invariant(&position, &moves).map_err(|problem| violation(&problem))?;
        if game.outcome().is_some() {
            summary.ended += 1;
            break;
        }
        game.play_move(&moves[rng.below(moves.len())]).map_err(|refusal| violation(&refusal.text))?;
        if game.partial_turn().is_none() {
            let text = game.turn().unwrap_or_default();
            let answer = again.play(&text).map_err(|refusal| violation(&format!("replay of {text}: {refusal}")))?;
            if answer != text {
                return Err(violation(&format!("{text} is answered as {answer}")));
            }
            if again.full_position() != game.full_position() || again.outcome() != game.outcome() {
                return Err(violation(&format!("the replay of {text} leads to {}", again.full_position())));
            }
            let is_off = |board: &Board| matches!(board, Board::Fanorona(board) if board.removed);
            taken_off += u32::from(game.diagram().boards.iter().any(is_off));
            summary.plies += 1;
        }
    }
    Ok(summary)
}
