//! Everything that a picture can show, on one sheet.

use render::{Card, Marked, Orientation, Sample, Target, Theme};
use rules::hex::{Cell, Direction};
use rules::{Diagram, Place};

use super::Failure;

/// Pictures in a row.
const COLUMNS: u32 = 4;

/// A picture: what it is about, the setup, the position if it is not the start, and the turns that lead on.
struct Example {
    about: &'static str,
    setup: &'static str,
    position: Option<&'static str>,
    turns: &'static [&'static str],
    /// Marbles marked, and arrows offered, as while a move is entered.
    entry: (&'static [&'static str], &'static [(&'static str, Direction)]),
}

impl Example {
    const fn new(about: &'static str, setup: &'static str, turns: &'static [&'static str]) -> Self {
        Self { about, setup, position: None, turns, entry: (&[], &[]) }
    }

    const fn at(self, position: &'static str) -> Self {
        Self { position: Some(position), ..self }
    }
}

const EXAMPLES: [Example; 20] = [
    Example::new("The start", "abalone", &[]),
    Example::new("An ejection", "abalone layout=belgian-daisy", &["e7e8"])
        .at("ww1bb/wwwbbb/1ww1b2/4b3/6bbw/8/1bb1w2/bbbwww/bb1ww b 0-0 24"),
    Example {
        entry: (&["d2", "d3"], &[("d2", Direction::Nw), ("d3", Direction::Ne), ("d3", Direction::E)]),
        ..Example::new("Entering a move", "abalone layout=german-daisy sprint=25", &[])
    },
    Example::new("Placing", "abalone placement=on", &["@e5", "@c4", "@d5"]),
    Example::new("Two moves a turn", "abalone turn=double target=13", &["a1b2,a2b3"]),
    Example::new("Obstacles, holes", "abalone obstacles=e1+e9 holes=f4+g3", &["c1d2"])
        .at("wwww1/wwwwww/o1www2/2o5/#1w5#/1b6/b1bbb2/1bbbbb/bbbb1 b 0-0 20"),
    Example::new("Pivot and ball", "abalone pivot=e5 ball=e4", &[]),
    Example::new("Crowns", "abalone crown=on", &["a1b2"]),
    Example::new("One color", "abalone colors=one", &["a1b2"]),
    Example::new("Notalone", "notalone", &["@d3", "@f6"]),
    Example::new("Two against two", "abalone seats=2x2", &["a1b2", "i9h8"]),
    Example::new("Two boards", "abalone seats=2x2x2 layout=belgian-daisy", &["1:a1b2"]),
    Example::new("Three", "abalone seats=3", &["b1c2", "h4g4"]),
    Example::new("Four", "abalone seats=4", &["b4c5", "d3e4"]),
    Example::new("Six", "abalone seats=6", &["c4d5", "d3e4", "f4f5", "i8i7", "f7e6", "d8d7"]),
    Example::new("Fliporona: placing", "fliporona", &["@d3", "@e4", "@f3", "@a1"]),
    Example::new("Fliporona: all placed", "fliporona", &[])
        .at("wbwwbwbbw/bbwbwwbwb/wbbw1bwbw/wwbwbbwwb/bwbwwbwbb w 44"),
    Example::new("Fliporona: a turn", "fliporona", &["e4e3+f4+e4-e3-d2+e1-"])
        .at("wb1wb1bbw/b3w1b1b/w1bw1bw1w/1w2bb1wb/b1bw1wb1b w 50"),
    Example::new("Fliporona: a step", "fliporona", &["i1h2"]).at("4b4/9/2bw1b3/9/8b b 61"),
    Example::new("Black wins", "abalone target=1", &["e7e8"])
        .at("ww1bb/wwwbbb/1ww1b2/4b3/6bbw/8/1bb1w2/bbbwww/bb1ww b 0-0 24"),
];

/// The sheet in a theme, as PNG.
pub(super) fn draw(theme: Theme) -> Result<Vec<u8>, Failure> {
    let mut drawn: Vec<(&Example, Diagram, Vec<Place>)> = Vec::with_capacity(EXAMPLES.len());
    for example in &EXAMPLES {
        let mut table = match example.position {
            Some(position) => rules::open_at(example.setup, position)?,
            None => rules::open(example.setup)?,
        };
        for turn in example.turns {
            table.play(turn)?;
        }
        drawn.push((example, table.diagram(), table.places()));
    }
    let samples: Vec<Sample<'_>> = drawn
        .iter()
        .map(|(example, diagram, places)| {
            let cell = |name: &str| name.parse::<Cell>().ok();
            let (marked, targets) = example.entry;
            Sample::Card(Card {
                diagram,
                names: places.iter().map(|place| capital(place.color.name())).collect(),
                notes: vec!["2 d 4 h".to_owned(); places.len()],
                headline: example.about.to_owned(),
                detail: diagram.last.clone().unwrap_or_default(),
                orientation: Orientation::BlackAtBottom,
                theme,
                marked: marked.iter().filter_map(|name| cell(name)).map(Marked::Cell).collect(),
                targets: targets
                    .iter()
                    .filter_map(|(name, direction)| Some(Target::Cell(cell(name)?, *direction)))
                    .collect(),
                coordinates: true,
            })
        })
        .collect();
    Ok(render::contact_sheet(&samples, COLUMNS))
}

/// A word with a capital letter.
pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_can_be_played_and_drawn() {
        let Ok(sheet) = draw(Theme::Wood) else { panic!("an example that the rules refuse") };
        assert!(sheet.starts_with(b"\x89PNG"));
    }
}
