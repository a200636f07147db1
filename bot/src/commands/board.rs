//! A game in words and as a picture: everything that is said about a board, whoever asks.

use std::fmt::Write as _;

use rules::diagram::{Board, Stone};
use rules::hex::{Cell, Direction};
use rules::{Color, Diagram};

use super::App;
use super::custom_id::{Press, Verb};
use super::picture::Sheet;
use super::post::{Picture, Post, Style, button, clean, row};
use super::words::{Language, say};
use crate::games::View;
use crate::store::{Game, GameRecord, Phase, Seated};

/// Seats as players know them.
pub fn color(language: Language, seat: u8) -> String {
    say!(language, "color-of", seat = seat)
}

/// These people, each as a mention.
pub fn mentions<'a>(seats: impl Iterator<Item = &'a Seated>) -> String {
    seats.map(|seat| format!("<@{}>", seat.user.0)).collect::<Vec<_>>().join(", ")
}

/// The number of the move that comes after so many plies, as players count: one for each color.
pub const fn move_number(ply: u32) -> u32 {
    ply / 2 + 1
}

/// Score and, in a sprint, moves left, one line each.
pub fn score(language: Language, diagram: &Diagram) -> String {
    let (Some(black), Some(white)) = (diagram.sides.first(), diagram.sides.get(1)) else { return String::new() };
    let mut text =
        say!(language, "score", black = black.ejected, white = white.ejected, target = black.target.unwrap_or(0));
    if let Some([black, white]) = diagram.moves_left.as_deref() {
        text.push('\n');
        text.push_str(&say!(language, "sprint-left", black = black, white = white));
    }
    text
}

/// The last move, if there is one.
fn last_move(language: Language, diagram: &Diagram) -> Option<String> {
    let last = diagram.last.as_ref()?;
    let by = color(language, ((diagram.ply + 1) % 2) as u8);
    let ejects =
        diagram.boards.iter().filter_map(Board::hex).flat_map(|board| &board.last).any(|mv| mv.ejected.is_some());
    Some(say!(language, if ejects { "board-ejects" } else { "board-last" }, notation = last, color = by))
}

/// How a finished game ended, in one sentence.
pub fn result(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    let game = &record.game;
    let winner = match game.result.as_deref() {
        Some("black") => Some(0),
        Some("white") => Some(1),
        _ => None,
    };
    let user = |seat: u8| record.at(seat).map_or(0, |seat| seat.user.0);
    let mut text = match winner {
        Some(seat) => say!(language, "result-wins", winner = user(seat), color = color(language, seat)),
        None => say!(language, "result-draw"),
    };
    let reason = game.reason.as_deref().unwrap_or("agreement");
    let key = match (reason, winner) {
        ("moves-made", None) => "reason-moves-made-draw".to_owned(),
        _ => format!("reason-{reason}"),
    };
    let ejected = |seat: usize| diagram.sides.get(seat).map_or(0, |side| side.ejected);
    let why = say!(
        language,
        &key,
        target = diagram.sides.first().and_then(|side| side.target).unwrap_or(6),
        black = ejected(0),
        white = ejected(1),
        loser = winner.map_or(0, |seat| user(1 - seat)),
    );
    let _ = write!(text, " {why}");
    text
}

/// The words above a board.
pub fn caption(language: Language, view: &View, diagram: &Diagram) -> String {
    let game = &view.record.game;
    let mut lines = Vec::new();
    let on_turn = diagram.to_move.and_then(|seat| view.record.at(seat.0));
    match (game.phase, on_turn) {
        (Phase::Over, _) if diagram.ply == game.ply => lines.push(result(language, &view.record, diagram)),
        (_, Some(player)) if diagram.ply == 0 => {
            lines.push(say!(language, "board-start", player = player.user.0, color = color(language, player.seat)));
        }
        (_, Some(player)) => {
            let (name, number) = (color(language, player.seat), move_number(diagram.ply));
            lines.push(say!(language, "board-turn", move = number, player = player.user.0, color = name));
        }
        _ => {}
    }
    lines.extend(last_move(language, diagram));
    lines.push(score(language, diagram));
    if game.phase == Phase::Playing
        && diagram.ply == game.ply
        && let Some(at) = game.deadline_at
    {
        lines.push(say!(language, "deadline", at = at.0 / 1000));
    }
    lines.join("\n")
}

/// The words above a board that the game has left behind: nobody is called to it.
pub fn caption_of_the_past(language: Language, diagram: &Diagram) -> String {
    let mut lines = vec![say!(language, "after-ply", ply = diagram.ply)];
    lines.extend(last_move(language, diagram));
    lines.push(score(language, diagram));
    lines.join("\n")
}

/// What a picture shows besides the position.
#[derive(Debug, Clone, Default)]
pub struct Look {
    /// White at the bottom.
    pub flip: bool,
    /// Marbles marked for move entry.
    pub marked: Vec<Cell>,
    /// Arrows that can be chosen.
    pub targets: Vec<(Cell, Direction)>,
}

/// Draws the board of a view.
pub async fn picture(app: &App, language: Language, view: &View, look: Look) -> anyhow::Result<Picture> {
    let diagram = view.table.diagram();
    let alt = alt(language, &view.record, &diagram);
    let over = view.record.game.phase == Phase::Over && diagram.ply == view.record.game.ply;
    let headline = match (over, view.record.game.result.as_deref()) {
        (true, Some("black")) => say!(language, "headline-wins", color = color(language, 0)),
        (true, Some("white")) => say!(language, "headline-wins", color = color(language, 1)),
        (true, _) => say!(language, "headline-draw"),
        (false, _) if diagram.ply == 0 => say!(language, "headline-start"),
        (false, _) => say!(language, "headline-move", move = move_number(diagram.ply)),
    };
    let detail = diagram.last.as_ref().map_or_else(String::new, |last| say!(language, "detail-last", notation = last));
    let sheet = Sheet {
        names: view.record.seats.iter().map(|seat| seat.name.clone()).collect(),
        // The moves left of a sprint are drawn from the diagram.
        notes: vec![String::new(); view.record.seats.len()],
        headline,
        detail,
        flip: look.flip,
        marked: look.marked,
        targets: look.targets,
        diagram,
    };
    let file_name = format!("{}-{}.png", view.record.game.game_id, view.table.ply());
    Ok(Picture { file_name, png: app.pictures.draw(sheet).await?, alt })
}

/// The description of a picture: enough to play without seeing it. At most 1024 characters.
pub fn alt(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    // An earlier position of a game that is over had somebody to move.
    let over = record.game.phase == Phase::Over && diagram.ply >= record.game.ply;
    let to_move = diagram.to_move.filter(|_| !over);
    let on_turn = to_move.and_then(|seat| record.at(seat.0)).map(|seat| clean(&seat.name, 60));
    let name = on_turn.filter(|name| !name.is_empty()).map_or_else(String::new, |name| format!(" ({name})"));
    describe(language, &Diagram { to_move, ..diagram.clone() }, &name)
}

/// The same without a game: `name` follows the color that is to move.
pub fn describe(language: Language, diagram: &Diagram, name: &str) -> String {
    let mut parts = vec![say!(language, "alt-board")];
    parts.push(match diagram.to_move {
        Some(seat) => say!(language, "alt-to-move", color = color(language, seat.0), name = name),
        None => say!(language, "alt-over"),
    });
    if let Some(last) = &diagram.last {
        parts.push(say!(language, "alt-last", notation = last));
    }
    if let [black, white, ..] = diagram.sides.as_slice() {
        parts.push(say!(language, "alt-score", black = black.ejected, white = white.ejected));
    }
    for seat in 0..2_u8 {
        let cells: Vec<String> = diagram
            .boards
            .iter()
            .filter_map(Board::hex)
            .flat_map(|board| &board.stones)
            .filter(|(_, stone)| *stone == Stone::Owned(Color::ALL[usize::from(seat)]))
            .map(|(cell, _)| cell.to_string())
            .collect();
        let cells = if cells.is_empty() { say!(language, "alt-none") } else { cells.join(" ") };
        parts.push(say!(language, "alt-marbles", seat = seat, cells = cells));
    }
    parts.join(" ").chars().take(1024).collect()
}

/// The board as rows of letters: `@` Black, `O` White, `·` empty. Numbers stand at the end of their diagonals. Turned, row `a`
/// is on top, and everything is read from the other side.
pub fn letters(diagram: &Diagram, flip: bool) -> String {
    let stones = diagram.boards.first().and_then(Board::hex).map_or(&[][..], |board| &board.stones);
    let letter = |cell: Cell| match stones.iter().find(|(at, _)| *at == cell) {
        Some((_, Stone::Owned(Color::Black))) => "@",
        Some((_, Stone::Owned(_))) => "O",
        Some(_) => "n",
        None => "·",
    };
    let rows = (0..9_u8).rev().map(|row| {
        let name = ((b'a' + row) as char).to_string();
        // Below the middle a diagonal ends beside the row.
        let number = if row < 4 { (row + 6).to_string() } else { String::new() };
        let mut cells: Vec<&str> = Cell::in_row(row).map(letter).collect();
        let indent = " ".repeat(usize::from(row.abs_diff(4)));
        if flip {
            cells.reverse();
            return format!("{indent} {number:1} {}  {name}", cells.join(" "));
        }
        format!("{indent}{name}  {} {number}", cells.join(" ")).trim_end().to_owned()
    });
    let mut lines: Vec<String> = rows.collect();
    lines.push("        1 2 3 4 5".to_owned());
    if flip {
        lines.reverse();
        "      5 4 3 2 1".clone_into(&mut lines[0]);
    }
    format!("```\n{}\n```", lines.join("\n"))
}

/// The buttons under the board that everybody sees.
pub fn buttons(language: Language, game: &Game) -> Vec<serde_json::Value> {
    if game.phase != Phase::Playing {
        return Vec::new();
    }
    let id = game.game_id;
    vec![row(&[
        button(&Press::at(Verb::Move, id, game.ply), say!(language, "button-move"), Style::Primary),
        button(&Press::of(Verb::Board, id), say!(language, "button-board"), Style::Secondary),
        button(&Press::at(Verb::Draw, id, game.ply), say!(language, "button-draw"), Style::Secondary),
        button(&Press::at(Verb::Resign, id, game.version), say!(language, "button-resign"), Style::Danger),
    ])]
}

/// The board for one person, with a sentence before it.
pub async fn private(app: &App, language: Language, view: &View, sentence: &str, flip: bool) -> anyhow::Result<Post> {
    let caption = caption(language, view, &view.table.diagram());
    let picture = picture(app, language, view, Look { flip, ..Look::default() }).await?;
    let verb = if flip { Verb::Board } else { Verb::Flip };
    // The position that is shown, which may be an earlier one.
    let press = Press::at(verb, view.record.game.game_id, view.table.ply());
    let turn = button(&press, say!(language, "button-flip"), Style::Secondary);
    let text = if sentence.is_empty() { caption } else { format!("{sentence}\n{caption}") };
    Ok(Post::text(text).picture(picture).rows(vec![row(&[turn])]))
}
