//! Explains a touch that means no step, in the words in which a typed move is refused.

use rules::board::fanorona::{self, Point};
use rules::board::hex;
use rules::diagram::Board;
use rules::{AnyGame, Refusal};

use crate::web::problem::PageProblem;

/// The problem with a step between these places, after the beginning of a turn: the marbles that are taken, and the
/// place that was touched.
pub(in crate::web) fn explain(game: &dyn AnyGame, begun: &str, places: &str) -> PageProblem {
    let places: Vec<&str> = places.split_whitespace().take(5).collect();
    let joint = if begun.is_empty() { "" } else { game.separator() };
    let refuse = |step: &str| {
        let text = format!("{begun}{joint}{step}");
        Some((game.after(&text).err()?, text))
    };
    let is_continued = !begun.is_empty() && matches!(game.diagram().boards.first(), Some(Board::Fanorona(_)));
    let refused = match places[..] {
        [place] => return alone(game, place, refuse),
        [_, to] if is_continued => refuse(to),
        [from, to] => refuse(&format!("{from}{to}")),
        [first, .., last, to] => refuse(&format!("{first}{last}{to}")).and_then(|(refusal, text)| {
            if refusal.code != "not-sideways" {
                return Some((refusal, text));
            }
            // Along the line, the marble at its other end pushes.
            refuse(&format!("{first}{to}")).or_else(|| refuse(&format!("{last}{to}")))
        }),
        [] => None,
    };
    match refused {
        Some((refusal, text)) => PageProblem::Refused(games::GameError::Illegal(refusal), Some(text)),
        None => PageProblem::NotFound,
    }
}

/// The problem with a place where no step begins.
fn alone(game: &dyn AnyGame, place: &str, refuse: impl Fn(&str) -> Option<(Refusal, String)>) -> PageProblem {
    let steps = if game.diagram().placing { vec![format!("@{place}")] } else { steps_from(game, place) };
    if steps.is_empty() {
        return PageProblem::NotFound;
    }
    let mut reasons = steps.iter().filter_map(|step| refuse(step)).map(|(refusal, _)| refusal);
    let first = reasons.next();
    // Another reason in another direction: the marble is there, and has nowhere to go.
    let is_same = first.as_ref().is_some_and(|first| reasons.all(|other| other.text == first.text));
    PageProblem::NoStep { place: place.to_owned(), reason: first.filter(|_| is_same) }
}

/// A step from a place in each direction; none if there is no such place.
fn steps_from(game: &dyn AnyGame, place: &str) -> Vec<String> {
    let next: Vec<String> = match game.diagram().boards.first() {
        Some(Board::Hex(board)) => {
            let (hexagon, ways) = (board.hexagon(), hex::Direction::ALL);
            let cell = hexagon.parse(place).ok();
            let next = |cell| ways.into_iter().filter_map(move |way| hexagon.step(cell, way));
            cell.into_iter().flat_map(next).map(|next| next.to_string()).collect()
        }
        Some(Board::Fanorona(_)) => {
            let point = place.parse::<Point>().ok();
            let next = |point: Point| fanorona::Direction::ALL.into_iter().filter_map(move |way| point.step(way));
            point.into_iter().flat_map(next).map(|next| next.to_string()).collect()
        }
        None => Vec::new(),
    };
    next.into_iter().map(|next| format!("{place}{next}")).collect()
}
