//! Boards for readers of text: what happened in words, then the position, as a grid or row by row.

use rules::{Color, Diagram, Seat, SeatInfo};

use crate::commands::board::description::{DescriptionContext, color, orientation, placement, plain_name, text_board};
use crate::commands::board::viewer::Viewer;
use crate::commands::board::words;
use crate::discord::localization::mention_in_sentence;
use crate::discord::{Language, escape_markdown};
use crate::domain::{GameRecord, Phase, SeatedPlayer};
use crate::games::ReplayedGame;

/// Turns of one message that are told; the notation of all stands below.
const LATEST: usize = 3;

/// A name in a description of a picture, which knows no mentions.
const LONGEST_NAME: usize = 60;

/// A text between the words for a turn and its position.
pub fn around(language: Language, replayed: &ReplayedGame, reader: &Viewer, flip: bool, text: &str) -> String {
    let (told, position) = (describe_board(language, replayed), position(language, replayed, reader, flip));
    let parts = [told.as_str(), text, &position];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// What happened and what the next turn can do, then the position.
pub fn spelling(language: Language, replayed: &ReplayedGame, reader: &Viewer, flip: bool) -> String {
    format!("{}\n{}", describe_board(language, replayed), position(language, replayed, reader, flip))
        .trim_start()
        .to_owned()
}

/// What stands where: a grid and a list of marbles, or only words, row by row.
fn position(language: Language, replayed: &ReplayedGame, reader: &Viewer, flip: bool) -> String {
    let diagram = replayed.any_game.diagram();
    if reader.words_only {
        return words::rows(language, &diagram, flip);
    }
    // Unlike the description of a picture, this is read as Markdown.
    let names: Vec<String> =
        names(language, &replayed.record, &diagram).iter().map(|name| escape_markdown(name)).collect();
    let known = DescriptionContext { names: &names, last_by: None };
    let (lies, stands) = (orientation(language, &diagram, flip), placement(language, &diagram, known));
    format!("{}\n{lies} {stands}", text_board(language, &diagram, flip))
}

/// The names of the seats, empty where there are none.
pub fn names(language: Language, record: &GameRecord, diagram: &Diagram) -> Vec<String> {
    let name = |seat: &SeatedPlayer| plain_name(language, seat, LONGEST_NAME);
    let name = |seat| record.at(seat).map_or_else(String::new, name);
    (0..diagram.seats.len() as u8).map(Seat).map(name).collect()
}

/// The turns that came last, each in words, and what the next one can eject.
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

/// The turns before the last one that came in the same message, because they had been decided before. While colors are hidden none:
/// move by move it would be plain which marbles are whose.
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

/// Who made the last turn of this position, which may be one that is only tried out.
fn last_mover(replayed: &ReplayedGame, diagram: &Diagram) -> Option<Seat> {
    if replayed.any_game.partial_turn().is_some() {
        return diagram.to_move;
    }
    let played = diagram.ply.checked_sub(1).and_then(|ply| replayed.record.plies.get(ply as usize));
    if let Some(ply) = played {
        return replayed.record.seat_of(ply.player);
    }
    match (diagram.seats.len(), diagram.to_move) {
        // The first turn that is tried out is that of the player on turn.
        _ if diagram.ply as usize == replayed.record.plies.len() + 1 => replayed.record.game.turn.to_move,
        (2, Some(next)) => Some(Seat(1 - next.0.min(1))),
        _ => None,
    }
}

fn mention(seat: &SeatedPlayer) -> String {
    mention_in_sentence(seat.player)
}

/// Who plays a color: the player, or the color where several do.
fn name_color(language: Language, record: &GameRecord, seats: &[SeatInfo], of: Color) -> String {
    let mut playing = seats.iter().zip(0..).filter(|(seat, _)| seat.color == of).map(|(_, index)| Seat(index));
    match (playing.next().and_then(|seat| record.at(seat)), playing.next()) {
        (Some(seat), None) => mention(seat),
        _ => color(language, of),
    }
}
