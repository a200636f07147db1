//! APGN, the Abalone community's PGN: its names of layouts, its position tag, and its order of tags.

use super::error::quote;
use super::{GameResult, Record, RecordError, write_tag, write_words};
use crate::board::hex::Hexagon;
use crate::color::Color;
use crate::games::abalone::{Abalone, Origin, Position, layouts, read_two};
use crate::notation::position_line::{small, write_rows};
use crate::registry::open;
use crate::ruleset::Ruleset as _;

/// APGN's names of layouts, and ours. A layout without one is written as `custom`, with its position.
const NAMES: [(&str, &str); 17] = [
    ("standard", "standard"),
    ("belgian", "belgian-daisy"),
    ("german_daisy", "german-daisy"),
    ("dutch_daisy", "dutch-daisy"),
    ("swiss_daisy", "swiss-daisy"),
    ("alien", "alien-attack"),
    ("alliances", "alliances"),
    ("atomouche", "atomouche"),
    ("centrifugeuse", "centrifuge"),
    ("corners", "corners"),
    ("domination", "domination"),
    ("duel", "duel"),
    ("fujiyama", "fujiyama"),
    ("snakes_variant", "snakes-variant"),
    ("star", "star"),
    ("the_clearing", "the-clearing"),
    ("the_wall", "the-wall"),
];

impl Record {
    /// The game as APGN, which other programs of the community read. It records the layout and the position, but no
    /// sprint and no other target.
    ///
    /// # Errors
    /// Those of [`Record::replay`], because APGN holds only valid games. [`RecordError::NoApgn`] for games and
    /// options that it cannot express.
    pub fn apgn(&self) -> Result<String, RecordError> {
        let game = self.canonical()?;
        let start = game.open().map_err(RecordError::Start)?;
        if start.seats().len() != 2 {
            return Err(RecordError::NoApgn);
        }
        let rules = game.setup().parse::<Abalone>().ok().filter(Abalone::is_classic).ok_or(RecordError::NoApgn)?;
        let position = rules.read_position(&start.full_position()).map_err(|_| RecordError::NoApgn)?;
        let mut text = String::new();
        for (name, missing) in [("Event", "?"), ("Date", "????.??.??"), ("Black", "?"), ("White", "?")] {
            write_tag(&mut text, name, game.tag(name).unwrap_or(missing));
        }
        write_tag(&mut text, "Variant", variant_name(&rules));
        write_tag(&mut text, "Result", &game.result().to_string());
        write_tag(&mut text, "Notation", "Aba-Pro");
        write_tag(&mut text, "SetUp", "1");
        write_tag(&mut text, "Position", &write_position(&position));
        write_tag_if_there(&mut text, &game, "Termination");
        write_tag(&mut text, "Plies", &game.moves().len().to_string());
        for name in ["Source", "BlackElo", "WhiteElo", "TimeControl", "Annotator"] {
            write_tag_if_there(&mut text, &game, name);
        }
        text.push('\n');
        // APGN does not record the count of earlier moves, so the first number is 1.
        let first = u32::from(position.turn() == Color::White);
        let moves = (first..).zip(game.moves().iter().map(String::as_str));
        write_rounds(&mut text, moves, game.result());
        Ok(text)
    }
}

/// Moves of two players, with a number before each round; the first one has three dots if White begins.
fn write_rounds<'a>(text: &mut String, moves: impl Iterator<Item = (u32, &'a str)>, result: GameResult) {
    let mut words = Vec::new();
    for (index, (turn, mv)) in moves.enumerate() {
        match (turn % 2, index) {
            (0, _) => words.push(format!("{}.", turn / 2 + 1)),
            (_, 0) => words.push(format!("{}...", turn / 2 + 1)),
            _ => {}
        }
        words.push(mv.to_owned());
    }
    words.push(result.to_string());
    write_words(text, words.iter().map(String::as_str));
}

fn write_tag_if_there(text: &mut String, game: &Record, name: &str) {
    if let Some(value) = game.tag(name) {
        write_tag(text, name, value);
    }
}

fn variant_name(rules: &Abalone) -> &'static str {
    let layout = match rules.origin() {
        Origin::Named(layout) => layout.name.as_str(),
        _ => "",
    };
    NAMES.iter().find(|(_, ours)| *ours == layout).map_or("custom", |(name, _)| name)
}

/// The setup of a `Variant` tag: APGN's name, a layout's name in either language, or a setup line.
pub(super) fn read_variant(variant: &str) -> Result<String, RecordError> {
    let plain = |text: &str| text.to_lowercase().chars().filter(|letter| letter.is_alphanumeric()).collect::<String>();
    let plain_name = plain(variant);
    if ["abalone", "classic", "classical", "custom"].contains(&plain_name.as_str()) {
        return Ok("abalone".to_owned());
    }
    if let Ok(game) = open(variant) {
        return Ok(game.setup());
    }
    let apgn = NAMES.iter().find(|(name, _)| plain(name) == plain_name).map(|(_, ours)| *ours);
    let layout_name = apgn.or_else(|| {
        let layout = layouts().iter().find(|layout| {
            let names = layout.en.split('/').chain(layout.fr.split('/')).chain([layout.name.as_str()]);
            names.into_iter().any(|name| plain(name) == plain_name)
        });
        layout.map(|layout| layout.name.as_str())
    });
    let unknown = || RecordError::Value { name: "Variant", value: quote(variant) };
    let game = open(&format!("abalone layout={}", layout_name.ok_or_else(unknown)?)).map_err(RecordError::Start)?;
    Ok(game.setup())
}

/// Rows, marbles lost as `-5b4w` if there are any, and the color to move.
fn write_position(position: &Position) -> String {
    let rows = write_rows(Hexagon::STANDARD, |cell| position.at(cell).map(Color::letter));
    let lost = match (position.lost_marbles(Color::Black), position.lost_marbles(Color::White)) {
        (0, 0) => String::new(),
        (black, white) => format!("-{black}b{white}w"),
    };
    format!("{rows}{lost} {}", position.turn().letter())
}

/// The inverse of [`write_position`]; `None` for other text.
pub(super) fn read_position(text: &str) -> Option<Position> {
    let (board, turn) = text.trim().split_once(' ')?;
    let mut letters = turn.trim().chars();
    let letter = letters.next()?;
    let to_move = Color::TWO.into_iter().find(|color| color.letter() == letter)?;
    let (rows, lost) = match board.split_once('-') {
        None => (board, [0, 0]),
        Some((rows, lost)) => {
            let (black, white) = lost.strip_suffix('w')?.split_once('b')?;
            let count = |text| small(text).filter(|&count| count <= 61).map(|count| count as u8);
            (rows, [count(black)?, count(white)?])
        }
    };
    let marbles = read_two(rows, ['b', 'w']).ok()?;
    letters.next().is_none().then(|| Position::of_two(marbles, to_move, lost, u32::from(to_move == Color::White), 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_apgn_is_a_layout_of_ours() {
        for (name, ours) in NAMES {
            assert!(layouts().iter().any(|layout| layout.name == ours), "{name}");
        }
    }
}
