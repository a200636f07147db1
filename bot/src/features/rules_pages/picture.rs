//! The picture of a page of `/rules`.

use base::error_chain::causes;
use discord::{OutgoingMessage, Picture};
use render::{Marked, Target};
use rules::board::hex::{Cell, Direction, Line};
use rules::diagram::{Board, Stone};
use rules::{AnyGame, Color, Diagram, team_name};
use tracing::error;

use crate::board::description::{DescriptionContext, color, describe, player, spelled};
use crate::board::pictures::{BoardPicture, Overlay, PictureStyle};
use crate::commands::{App, Viewer};
use crate::features::rules_pages::pages::Page;
use crate::localization::{Language, localize};

/// The game of a page, before the shown move.
pub(super) fn stand(page: &Page) -> Option<Box<dyn AnyGame>> {
    match page.position {
        Some(position) => rules::open_at(page.setup, position),
        None => rules::open(page.setup),
    }
    .ok()
}

/// A text with the picture of a page, or a text board if drawing fails.
pub(super) async fn with_picture(
    app: &App,
    language: Language,
    reader: &Viewer,
    page: &Page,
    file_name: &str,
    title: &str,
    text: String,
) -> OutgoingMessage {
    let Some(mut any_game) = stand(page) else { return OutgoingMessage::text(text) };
    if let Some(turn) = page.shown {
        // A test plays it; if it were refused, the picture would show the board before it.
        let _ = any_game.play(turn);
    }
    let diagram = any_game.diagram();
    let file_name = format!("{file_name}.png");
    let text_board = || OutgoingMessage::text(format!("{text}\n{}", spelled(language, &diagram, false, reader)));
    if reader.text_board {
        return text_board();
    }
    let alt = describe(language, &diagram, false, DescriptionContext::default());
    match app.pictures.draw(board(language, page, any_game.as_ref(), title, reader.picture_style)).await {
        Ok(bytes) => OutgoingMessage::text(text).picture(Picture { file_name, bytes, alt }),
        Err(cause) => {
            error!("Could not draw a page of the rules, showed it as text: {}", causes(&cause));
            text_board()
        }
    }
}

fn board(
    language: Language,
    page: &Page,
    any_game: &dyn AnyGame,
    title: &str,
    picture_style: PictureStyle,
) -> BoardPicture {
    let diagram = any_game.diagram();
    let detail = match (any_game.outcome(), &diagram.last) {
        (Some(outcome), _) => match outcome.winner {
            Some(team) => {
                let team = team_name(&diagram.seats, team);
                let colors = team.split('+').filter_map(Color::from_name).map(|of| color(language, of));
                match colors.collect::<Vec<_>>().as_slice() {
                    [one] => localize!(language, "headline-wins", color = one),
                    colors => localize!(language, "headline-win-together", colors = colors.join(", ")),
                }
            }
            None => localize!(language, "headline-draw"),
        },
        (None, Some(last)) => localize!(language, "detail-last", notation = last),
        (None, None) => String::new(),
    };
    let (marked, targets) = arrows(page, &diagram);
    BoardPicture {
        // Colors, with numbers where partners share one.
        names: (0..diagram.seats.len()).map(|seat| player(language, &diagram.seats, seat, "")).collect(),
        notes: vec![String::new(); diagram.seats.len()],
        winners: Vec::new(),
        headline: title.to_owned(),
        detail,
        picture_style,
        overlay: Overlay {
            marked: marked.into_iter().map(Marked::Cell).collect(),
            targets: targets.into_iter().map(|(cell, way)| Target::Cell(cell, way)).collect(),
            ..Overlay::default()
        },
        diagram,
    }
}

/// The examples of a page on the hexagon: their marbles, and their targets.
fn arrows(page: &Page, diagram: &Diagram) -> (Vec<Cell>, Vec<(Cell, Direction)>) {
    let (mut marked_cells, mut targets) = (Vec::new(), Vec::new());
    let Some(board) = diagram.boards.first().and_then(Board::hex) else { return (marked_cells, targets) };
    let stone = |cell: Cell| board.stones.iter().find(|(at, _)| *at == cell).map(|(_, stone)| *stone);
    for typed in page.legal.iter().copied().chain(page.refused.iter().map(|(typed, _)| *typed)) {
        let (moved_cells, way) = match *read_cells(typed).as_slice() {
            [from, to] => {
                let Some((way, 1)) = from.way_to(to) else { continue };
                let own = stone(from).filter(|stone| *stone != Stone::Sister);
                let run = std::iter::successors(Some(from), |cell| cell.step(way));
                let moved_cells = run
                    .take_while(|cell| stone(*cell).is_some_and(|stone| Some(stone) == own || stone == Stone::Sister));
                (moved_cells.collect(), way)
            }
            [first, last, to] => {
                let (Some(line), Some((way, 1))) = (Line::between(first, last), first.way_to(to)) else { continue };
                (line.cells().collect::<Vec<_>>(), way)
            }
            [first, second, third, to] => {
                let Some((way, 1)) = first.way_to(to) else { continue };
                (vec![first, second, third], way)
            }
            _ => continue,
        };
        // Arrows are drawn in front of the leading marbles.
        targets.extend(
            moved_cells
                .iter()
                .filter(|cell| cell.step(way).is_none_or(|ahead| !moved_cells.contains(&ahead)))
                .map(|cell| (*cell, way)),
        );
        marked_cells.extend(moved_cells);
    }
    marked_cells.sort_unstable();
    marked_cells.dedup();
    (marked_cells, targets)
}

/// The cells of a move in canonical notation, or of the first move of a turn; empty for a placement.
fn read_cells(typed: &str) -> Vec<Cell> {
    let first = typed.split(',').next().unwrap_or_default();
    let first = first.split_once(':').map_or(first, |(_, cells)| cells);
    let pairs = first.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok()?.parse().ok());
    pairs.collect::<Option<Vec<Cell>>>().unwrap_or_default()
}
