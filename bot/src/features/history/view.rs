//! The list of moves, its pages, the captions of positions, and the plot of scores.

use std::collections::HashSet;

use base::clean::clean;
use discord::escape_markdown;
use games::domain::{GameRecord, Ply, SeatedPlayer};
use render::{DataPoint, Plot, Scale, Series};
use rules::record::{PASS, with_passes};
use rules::{Color, Diagram, SeatInfo};

use crate::board::description::{color, player};
use crate::board::{message, words};
use crate::commands::Viewer;
use crate::features::history::service::GameHistory;
use crate::localization::{Language, localize, name_player};

pub(super) const LINES: usize = 30;

/// Characters of a page: a message has 2000, some of which go to the text around it.
pub(super) const CHARS: usize = 1300;

/// Characters of a name in front of a move: a third of a strip has room for both.
const LONGEST_NAME: usize = 10;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) text: String,
    pub(super) until: usize,
}

/// The players with their colors in the order of their first turns, as in the columns: `Black @1, White @2`.
pub fn players(language: Language, history: &GameHistory) -> String {
    let (record, first) = (&history.replayed.record, &history.diagrams[0]);
    let may_pass = history.replayed.any_game.may_pass();
    let turn = |seat: &&SeatedPlayer| {
        // A player who passes has a column too.
        if may_pass {
            return usize::from(seat.seat);
        }
        let of = |diagram: &Diagram| diagram.to_move.is_some_and(|mover| mover == seat.seat);
        history.diagrams.iter().position(of).unwrap_or(usize::MAX)
    };
    let mut seats: Vec<&SeatedPlayer> = record.seats.iter().collect();
    seats.sort_by_key(turn);
    let seat = |seat: &SeatedPlayer| {
        format!("{} {}", message::color_at(language, &first.seats, seat.seat), name_player(language, seat.player))
    };
    seats.into_iter().map(seat).collect::<Vec<_>>().join(", ")
}

/// A line for each round: the number of its first move, then each player's move.
pub(super) fn lines(history: &GameHistory) -> Vec<(usize, String)> {
    let seat_infos = history.replayed.any_game.seats();
    let boards = history.diagrams[0].boards.len();
    let turns = history.diagrams.iter().map(|diagram| diagram.turn_index);
    let moves: Vec<(u32, &str)> =
        turns.zip(&history.replayed.record.plies).map(|(turn, ply)| (turn, ply.notation.as_str())).collect();
    let colors: HashSet<Color> = seat_infos.iter().map(|place| place.color).collect();
    numbered(&moves, (colors.len() * boards).max(1) as u32)
}

/// A line in words for each move: `12. Ada moved two black marbles from c3 c4 to c4 c5. (c3c4)`.
pub(super) fn told_lines(language: Language, history: &GameHistory) -> Vec<(usize, String)> {
    let (record, seat_infos) = (&history.replayed.record, history.replayed.any_game.seats());
    let line = |(ply, after): (&Ply, &Diagram)| {
        let seat = record.seat_of(ply.player).and_then(|seat| record.at(seat));
        let name = seat.map_or_else(String::new, |seat| escape_markdown(&seat.name));
        let color = || seat.map(|seat| player(language, &seat_infos, usize::from(seat.seat), ""));
        let who = if name.is_empty() { color().unwrap_or_default() } else { name };
        let words = words::last_turn(language, after, &who);
        (1, localize!(language, "history-told", move = ply.number, words = words, notation = ply.notation))
    };
    record.plies.iter().zip(history.diagrams.iter().skip(1)).map(line).collect()
}

/// Groups moves with their turn numbers into lines of `in_a_round` turns, with explicit passes. Each line has its
/// number of moves.
fn numbered(moves: &[(u32, &str)], in_a_round: u32) -> Vec<(usize, String)> {
    let turns: Vec<(u32, &str)> =
        with_passes(moves.iter().copied()).map(|(turn, text)| (turn / in_a_round, text)).collect();
    let digits = moves.len().to_string().len();
    // Aligns the columns unless a move is very long.
    let width = moves.iter().map(|(_, text)| text.len()).filter(|width| *width <= 14).max().unwrap_or(0);
    let rows = turns.chunk_by(|(one, _), (other, _)| one == other);
    let mut number = 1;
    rows.map(|row| {
        let moves: Vec<String> = row.iter().map(|(_, text)| format!("{text:<width$}")).collect();
        let line = format!("{number:>digits$}. {}", moves.join("  "));
        let count = row.iter().filter(|(_, text)| *text != PASS).count();
        number += count;
        (count, line.trim_end().to_owned())
    })
    .collect()
}

/// Characters left for a page beside this text in the same message.
pub(super) fn chars_left(told: &str) -> usize {
    CHARS.saturating_sub(told.chars().count()).max(CHARS / 4)
}

/// Fills pages with lines up to `room` characters; at least one page.
pub(super) fn pages(lines: &[(usize, String)], plies: usize, room: usize) -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    let (mut text, mut count, mut until) = (String::new(), 0, 0);
    for (moves, line) in lines {
        if count == LINES || (count > 0 && text.len() + line.len() >= room) {
            pages.push(Page { text: std::mem::take(&mut text), until });
            count = 0;
        }
        if count > 0 {
            text.push('\n');
        }
        text.extend(line.chars().take(room));
        count += 1;
        until += moves;
    }
    pages.push(Page { text, until: plies });
    pages
}

/// The captions of the last boards up to this one: number, color and move.
pub(super) fn captions(language: Language, history: &GameHistory, until: usize) -> Vec<String> {
    let (record, seat_infos) = (&history.replayed.record, history.replayed.any_game.seats());
    let boards = history.diagrams[0].boards.len();
    let plies = &record.plies[until.saturating_sub(render::max_stills(boards))..until];
    plies.iter().map(|ply| caption(language, record, ply, &seat_infos)).collect()
}

/// One move on one line: `12. Black e6e7`, or `3. Ada 1:e6e7` if players share a color.
pub fn caption(language: Language, record: &GameRecord, ply: &Ply, seat_infos: &[SeatInfo]) -> String {
    let seat = record.seat_of(ply.player).and_then(|seat| record.at(seat));
    let mover = seat.map_or_else(String::new, |seat| {
        let name = clean(&message::drawn_name(language, seat), LONGEST_NAME);
        // The picture shows the color, and there is no room for both.
        if message::is_shared_at(seat_infos, seat.seat) && !name.is_empty() {
            name
        } else {
            player(language, seat_infos, usize::from(seat.seat), "")
        }
    });
    localize!(language, "history-position", move = ply.number, mover = mover, notation = ply.notation)
}

pub(super) fn target(diagrams: &[Diagram]) -> Option<u8> {
    diagrams[0].sides.first().and_then(|side| side.target)
}

/// A color's score after each move.
pub(crate) struct Score {
    pub(crate) of: Color,
    names: Vec<String>,
    /// At the start and after each move: ejections if they win, else marbles on the board.
    pub(crate) values: Vec<u8>,
}

/// The scores of all colors at the start and after each move.
pub(crate) fn scores(record: &GameRecord, diagrams: &[Diagram]) -> Vec<Score> {
    let (start, target) = (&diagrams[0], target(diagrams));
    let names = |of: Color| {
        let plays =
            |seat: &&SeatedPlayer| start.seats.get(usize::from(seat.seat)).is_some_and(|place| place.color == of);
        let names = record.seats.iter().filter(plays).map(|seat| clean(&seat.name, 30));
        names.filter(|name| !name.is_empty()).collect()
    };
    let value = |diagram: &Diagram, index: usize| {
        let side = diagram.sides.get(index);
        side.map_or(0, |side| if target.is_some() { side.ejected } else { side.on_board })
    };
    let colors = start.sides.iter().map(|side| side.color).enumerate();
    let values = |index: usize| diagrams.iter().map(|at| value(at, index)).collect();
    colors.map(|(index, of)| Score { of, names: names(of), values: values(index) }).collect()
}

pub(crate) fn score_title(language: Language, diagrams: &[Diagram]) -> String {
    language.localize(if target(diagrams).is_some() { "score-ejected" } else { "score-left" }, &[])
}

/// The score for listeners: each color's ejections, and the moves that made them.
pub(crate) fn score_in_words(language: Language, record: &GameRecord, diagrams: &[Diagram]) -> String {
    let ejects = target(diagrams).is_some();
    let mut sentences = vec![format!("{}.", score_title(language, diagrams))];
    for Score { of, names, values } in scores(record, diagrams) {
        let word = color(language, of);
        let who = if names.is_empty() { word } else { format!("{word} ({})", names.join(", ")) };
        let (first, last) = (values.first().copied().unwrap_or(0), values.last().copied().unwrap_or(0));
        if !ejects {
            let (least, most) = (values.iter().min().copied(), values.iter().max().copied());
            let (least, most) = (least.unwrap_or(first), most.unwrap_or(first));
            sentences.push(localize!(
                language,
                "score-summary-left",
                who = who,
                first = first,
                least = least,
                most = most,
                last = last
            ));
            continue;
        }
        if first > 0 {
            sentences.push(localize!(language, "score-summary-initial", who = who, count = first));
        }
        let scored = values.windows(2).zip(diagrams).filter(|(pair, _)| pair[0] < pair[1]);
        let moves: Vec<String> = scored.map(|(_, before)| message::next_move(before.ply).to_string()).collect();
        let moves = moves.join(", ");
        sentences.push(localize!(
            language,
            "score-summary",
            who = who,
            count = last.saturating_sub(first),
            moves = moves
        ));
    }
    sentences.join(" ")
}

/// Characters of the names beside a line of a plot with up to three lines.
const LEGEND: usize = 24;

/// The legend of a plot's line: the names of the color's players as pictures write them, shortened. With many lines
/// there is no room for the color's name, which is visible anyway.
fn legend(color: &str, names: &[String], lines: usize) -> String {
    let longest = LEGEND / names.len().max(1);
    let short = |name: &String| {
        let name = render::legible(name);
        let cut = || name.chars().take(longest - 1).collect::<String>().trim_end().to_owned() + "…";
        if name.chars().count() > longest { cut() } else { name }
    };
    let names: Vec<String> = names.iter().map(short).filter(|name| !name.is_empty()).collect();
    let names = names.join(", ");
    match (names.is_empty(), lines > 3) {
        (true, _) => color.to_owned(),
        (false, true) => names,
        (false, false) => format!("{color} · {names}"),
    }
}

/// The score after each move as a plot.
pub(super) fn plot(language: Language, history: &GameHistory, reader: &Viewer) -> Plot {
    let diagrams = &history.diagrams;
    let scores = scores(&history.replayed.record, diagrams);
    let count = scores.len();
    let curve = |Score { of, names, values }| Series {
        name: legend(&color(language, of), &names, count),
        marble: Some(of),
        stepped: true,
        points: values.iter().zip(0..).map(|(value, ply)| DataPoint::new(ply, f64::from(*value))).collect(),
    };
    Plot {
        title: score_title(language, diagrams),
        scale: Scale::Count,
        x_label: localize!(language, "score-axis"),
        target: target(diagrams).map(f64::from),
        bounds: None,
        too_few: localize!(language, "score-too-few"),
        series: scores.into_iter().map(curve).collect(),
        theme: reader.picture_style.theme,
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn a_seat_that_passes_keeps_its_column() {
        let moves = [(0, "a1b2"), (2, "e8d7"), (3, "a4a3"), (5, "f8e7")];
        let lines = numbered(&moves, 3);
        assert_eq!(lines, [(2, "1. a1b2  --    e8d7".to_owned()), (2, "3. a4a3  --    f8e7".to_owned())]);
    }

    #[test]
    fn a_legend_names_everybody_however_long_their_names_are() {
        let names = ["Alexandra the Great", "Konstantin der Große"].map(str::to_owned);
        assert_eq!(legend("Black", &names, 2), "Black · Alexandra t…, Konstantin…");
        assert_eq!(legend("Black", &names[..1], 2), "Black · Alexandra the Great");
        assert_eq!(legend("Black", &names[..1], 6), "Alexandra the Great");
        assert_eq!(legend("Black", &[], 6), "Black");
        assert_eq!(legend("Black", &["x".repeat(30)], 1).chars().count(), "Black · ".len() - 1 + 24);
    }

    #[test]
    fn a_page_ends_where_the_next_line_does_not_fit() {
        let line = |length: usize| (2, "x".repeat(length));
        assert_eq!(pages(&[], 0, CHARS), [Page { text: String::new(), until: 0 }]);
        let many = pages(&vec![line(10); 61], 121, CHARS);
        assert_eq!(many.iter().map(|page| page.until).collect::<Vec<_>>(), [60, 120, 121]);
        assert_eq!(many[0].text.lines().count(), LINES);
        let long = pages(&vec![line(600); 5], 10, CHARS);
        assert_eq!(long.iter().map(|page| page.until).collect::<Vec<_>>(), [4, 8, 10]);
        for page in pages(&vec![line(5000); 3], 6, CHARS) {
            assert_eq!(page.text.len(), CHARS);
        }
        // The text of the score takes room off each page.
        let text = "é".repeat(600);
        let beside = pages(&vec![line(50); 61], 121, chars_left(&text));
        assert!(beside.iter().all(|page| page.text.len() <= CHARS - 600), "{beside:?}");
        assert!(beside.len() > pages(&vec![line(50); 61], 121, CHARS).len());
        assert_eq!(pages(&vec![line(10); 3], 6, chars_left(&"x".repeat(5000))).len(), 1);
    }
}
