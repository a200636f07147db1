//! Boards for readers of text: the last turns in words, then the position as a text board or row by row.

use discord::escape_markdown;
use games::ReplayedGame;
use games::domain::{GameRecord, Phase, SeatedPlayer};
use rules::{Color, Diagram, Seat, SeatInfo};

use crate::board::description::{DescriptionContext, color, orientation, placement, plain_name, text_board};
use crate::board::viewer::Viewer;
use crate::board::words;
use crate::localization::{Language, mention_in_sentence};

/// Turns of one message described in words; their notation is listed in full.
const LATEST: usize = 3;

/// Characters of a name in a picture's description, where mentions do not work.
const LONGEST_NAME: usize = 60;

/// A text between the description of the turn and the position.
pub fn around(language: Language, replayed: &ReplayedGame, reader: &Viewer, flip: bool, text: &str) -> String {
    let (turns, position) = (describe_board(language, replayed), position(language, replayed, reader, flip));
    let parts = [turns.as_str(), text, &position];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The last turns and the threats of the next one, then the position.
pub fn spelling(language: Language, replayed: &ReplayedGame, reader: &Viewer, flip: bool) -> String {
    format!("{}\n{}", describe_board(language, replayed), position(language, replayed, reader, flip))
        .trim_start()
        .to_owned()
}

/// The position: a text board and a list of marbles, or rows in words.
fn position(language: Language, replayed: &ReplayedGame, reader: &Viewer, flip: bool) -> String {
    let diagram = replayed.any_game.diagram();
    if reader.words_only {
        return words::rows(language, &diagram, flip);
    }
    // Unlike a picture's description, this is read as Markdown.
    let names: Vec<String> =
        names(language, &replayed.record, &diagram).iter().map(|name| escape_markdown(name)).collect();
    let context = DescriptionContext { names: &names, ..DescriptionContext::default() };
    let (lies, stands) = (orientation(language, &diagram, flip), placement(language, &diagram, context));
    format!("{}\n{lies} {stands}", text_board(language, &diagram, flip))
}

/// The names of the seats, empty where there are none.
pub fn names(language: Language, record: &GameRecord, diagram: &Diagram) -> Vec<String> {
    let name = |seat: &SeatedPlayer| plain_name(language, seat, LONGEST_NAME);
    let name = |seat| record.at(seat).map_or_else(String::new, name);
    (0..diagram.seats.len() as u8).map(Seat).map(name).collect()
}

/// The latest turns, each in words, and what the next one can eject.
pub fn describe_board(language: Language, replayed: &ReplayedGame) -> String {
    let (record, game) = (&replayed.record, &replayed.any_game);
    let diagram = game.diagram();
    let mut lines: Vec<String> = earlier(replayed, &diagram)
        .into_iter()
        .map(|(diagram, user)| words::last_turn(language, &diagram, &user))
        .collect();
    let who = last_mover(replayed, &diagram).and_then(|seat| record.at(seat)).map_or_else(String::new, mention);
    lines.push(words::last_turn(language, &diagram, &who));
    let is_over = record.game.phase == Phase::Over && diagram.ply >= record.game.ply;
    if !is_over {
        lines.extend(words::threats(language, &**game, |of| name_color(language, record, &diagram.seats, of)));
    }
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

/// The turns before the last one of the same message: conditional moves. None while colors are hidden, because single
/// moves would reveal whose marbles are whose.
fn earlier(replayed: &ReplayedGame, diagram: &Diagram) -> Vec<(Diagram, String)> {
    let record = &replayed.record;
    let Some(plies) = record.plies.get(..diagram.ply as usize) else { return Vec::new() };
    let Some(version) = plies.last().map(|ply| ply.version).filter(|version| *version > 0) else { return Vec::new() };
    if replayed.any_game.hides_colors() || replayed.any_game.partial_turn().is_some() {
        return Vec::new();
    }
    let first = plies.iter().position(|ply| ply.version == version).unwrap_or(plies.len());
    let last = plies.len() - 1;
    let before = (first.max(last.saturating_sub(LATEST - 1))..last).map(|index| {
        let then = ReplayedGame::open(record.clone(), Some(index as u32 + 1)).ok()?;
        Some((then.any_game.diagram(), mention_in_sentence(plies[index].player)))
    });
    before.flatten().collect()
}

/// The player of this position's last turn, which may be a preview.
fn last_mover(replayed: &ReplayedGame, diagram: &Diagram) -> Option<Seat> {
    if replayed.any_game.partial_turn().is_some() {
        return diagram.to_move;
    }
    let last_ply = diagram.ply.checked_sub(1).and_then(|ply| replayed.record.plies.get(ply as usize));
    if let Some(ply) = last_ply {
        return replayed.record.seat_of(ply.player);
    }
    match (diagram.seats.len(), diagram.to_move) {
        // The first previewed turn belongs to the player on turn.
        _ if diagram.ply as usize == replayed.record.plies.len() + 1 => replayed.record.game.turn.to_move,
        (2, Some(next)) => Some(Seat(1 - next.0.min(1))),
        _ => None,
    }
}

fn mention(seat: &SeatedPlayer) -> String {
    mention_in_sentence(seat.player)
}

/// The name of a color's player, or the color if several share it.
fn name_color(language: Language, record: &GameRecord, seats: &[SeatInfo], of: Color) -> String {
    let mut playing = seats.iter().zip(0..).filter(|(seat, _)| seat.color == of).map(|(_, index)| Seat(index));
    match (playing.next().and_then(|seat| record.at(seat)), playing.next()) {
        (Some(seat), None) => mention(seat),
        _ => color(language, of),
    }
}
