//! Everything that a picture can show, on one contact sheet.

use render::{
    Align, Column, DataPoint, Entry, Marked, Orientation, Plot, Row, Scale, Scene, Series, Still, Strip, Table, Target,
    Theme,
};
use rules::board::fanorona::Point;
use rules::board::hex::{Cell, Direction};
use rules::{AnyGame, Color, Diagram, Seat, SeatInfo};

use crate::cli::Failure;
use crate::cli::contact_sheet::contact_sheet;

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

/// Milliseconds of a day, and the first of March 2026.
const DAY: i64 = 86_400_000;

const MARCH: i64 = 20_513 * DAY;

/// Names in many scripts.
const NAMES: [&str; 6] = ["東京のアダ", "김한국 🦀", "🦀🎲", "שלום", "Ελένη", "François Dąbrowski"];

/// A position of Fliporona in which a turn is entered.
const FLIPORONA: &str = "wb1wb1bbw/b3w1b1b/w1bw1bw1w/1w2bb1wb/b1bw1wb1b w 50";

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
pub(crate) fn draw(theme: Theme) -> Result<Vec<u8>, Failure> {
    let mut drawn: Vec<(&Example, Diagram, Vec<SeatInfo>, Vec<Seat>)> = Vec::with_capacity(EXAMPLES.len());
    for example in &EXAMPLES {
        let mut any_game = match example.position {
            Some(position) => rules::open_at(example.setup, position)?,
            None => rules::open(example.setup)?,
        };
        for turn in example.turns {
            any_game.play(turn)?;
        }
        drawn.push((example, any_game.diagram(), any_game.seats(), winners(&*any_game)));
    }
    let scenes = drawn.iter().map(|(example, diagram, seat_infos, winners)| {
        let cell = |name: &str| name.parse::<Cell>().ok();
        let (marked, targets) = example.entry;
        Scene {
            winners: winners.clone(),
            headline: example.about.to_owned(),
            marked: marked.iter().filter_map(|name| cell(name)).map(Marked::Cell).collect(),
            targets: targets
                .iter()
                .filter_map(|(name, direction)| Some(Target::Cell(cell(name)?, *direction)))
                .collect(),
            ..scene(diagram, seat_infos, theme)
        }
    });
    let mut pictures: Vec<Vec<u8>> = scenes.map(|scene| render::png(&scene)).collect();
    let entering = rules::open_at("fliporona", FLIPORONA)?;
    let (entering, seat_infos) = (entering.diagram(), entering.seats());
    let point = |name: &str| name.parse::<Point>().ok();
    pictures.push(render::png(&Scene {
        headline: "Fliporona: entering a turn".to_owned(),
        marked: point("e4").map(Marked::Point).into_iter().collect(),
        targets: point("e4").zip(point("e3")).map(|(from, to)| Target::Point(from, to)).into_iter().collect(),
        ..scene(&entering, &seat_infos, theme)
    }));
    let six = rules::open("abalone seats=6")?;
    let (six, seat_infos) = (six.diagram(), six.seats());
    pictures.push(render::png(&Scene {
        names: NAMES.map(str::to_owned).to_vec(),
        headline: "Names in any script".to_owned(),
        ..scene(&six, &seat_infos, theme)
    }));
    let mut plain = scene(&six, &seat_infos, theme);
    (plain.coordinates, plain.headline) = (false, "No letters and numbers".to_owned());
    pictures.push(render::png(&plain));
    let (board, seat_infos) = middle()?;
    for theme in Theme::combinations() {
        pictures.push(render::png(&Scene { headline: theme.to_string(), ..scene(&board, &seat_infos, theme) }));
    }
    let stills = stills()?;
    pictures.push(render::strip(&Strip {
        title: "The last moves".to_owned(),
        is_one_game: true,
        stills: stills.iter().map(|(diagram, caption)| Still { diagram, caption: caption.clone() }).collect(),
        orientation: Orientation::BlackAtBottom,
        coordinates: false,
        theme,
    }));
    pictures.push(render::plot(&ratings(theme)));
    pictures.push(render::plot(&score(theme)));
    pictures.push(render::table(&ladder(theme)));
    contact_sheet(&pictures, COLUMNS).map_err(|error| Failure::Other(error.into()))
}

/// The seats of the team that has won, if one has.
pub(crate) fn winners(any_game: &dyn AnyGame) -> Vec<Seat> {
    let winner = any_game.outcome().and_then(|outcome| outcome.winner);
    let seats = any_game.seats();
    let won = seats.iter().zip(0..).filter(|(place, _)| Some(place.team) == winner);
    won.map(|(_, seat)| Seat(seat)).collect()
}

/// A position with the players called by their colors.
pub(crate) fn scene<'a>(diagram: &'a Diagram, seat_infos: &[SeatInfo], theme: Theme) -> Scene<'a> {
    Scene {
        diagram,
        names: seat_infos.iter().map(|place| capitalize(place.color.name())).collect(),
        notes: vec!["2 d 4 h".to_owned(); seat_infos.len()],
        winners: Vec::new(),
        headline: String::new(),
        detail: diagram.last.clone().unwrap_or_default(),
        orientation: Orientation::BlackAtBottom,
        theme,
        marked: Vec::new(),
        targets: Vec::new(),
        labels: Vec::new(),
        coordinates: true,
    }
}

/// A position in which marbles of both colors stand in the open.
fn middle() -> Result<(Diagram, Vec<SeatInfo>), Failure> {
    let any_game = rules::open_at("abalone", "ww1bb/wwwbbb/1ww1b2/4b3/6bbw/8/1bb1w2/bbbwww/bb1ww b 0-0 24")?;
    Ok((any_game.diagram(), any_game.seats()))
}

/// The positions of a strip, each with its move.
fn stills() -> Result<Vec<(Diagram, String)>, Failure> {
    let mut any_game = rules::open("abalone layout=belgian-daisy")?;
    let mut stills = Vec::new();
    for number in 1..=6 {
        // Any turn, another one each time.
        let (legal, _) = any_game.turns(400);
        let Some(turn) = legal.get(number * 17 % legal.len().max(1)) else { break };
        any_game.play(turn)?;
        stills.push((any_game.diagram(), format!("{number} {turn}")));
    }
    Ok(stills)
}

/// Ratings over some months.
fn ratings(theme: Theme) -> Plot {
    let curve = |name: &str, seed: i64| {
        let mut value = 1500.0;
        let points = (0..40).map(|i: i64| {
            value += ((i * 7919 + seed * 104_729).rem_euclid(101) - 48) as f64 * 0.6;
            let deviation = if seed == 0 { 50.0 + 160.0 * (-0.12 * i as f64).exp() } else { 0.0 };
            DataPoint { at: MARCH + i * 3 * DAY, value, deviation }
        });
        Series { name: name.to_owned(), marble: None, stepped: false, points: points.collect() }
    };
    Plot {
        title: "Rating".to_owned(),
        scale: Scale::Dates,
        x_label: String::new(),
        target: None,
        series: vec![curve(NAMES[0], 0), curve(NAMES[5], 5), curve(NAMES[1], 11)],
        theme,
    }
}

/// Ejections of a game.
fn score(theme: Theme) -> Plot {
    let curve = |color: Color, plies: [i64; 4]| Series {
        name: capitalize(color.name()),
        marble: Some(color),
        stepped: true,
        points: (0..=60).map(|ply| DataPoint::new(ply, plies.iter().filter(|at| **at <= ply).count() as f64)).collect(),
    };
    Plot {
        title: "Marbles ejected".to_owned(),
        scale: Scale::Count,
        x_label: "ply".to_owned(),
        target: Some(6.0),
        series: vec![curve(Color::Black, [13, 21, 37, 50]), curve(Color::White, [26, 28, 42, 90])],
        theme,
    }
}

/// A ladder.
fn ladder(theme: Theme) -> Table {
    let row = |(rank, (name, movement)): (u32, (&str, i32))| {
        let entries = [
            Entry::text(rank.to_string()),
            Entry::Movement(movement),
            Entry::text(name),
            Entry::text((1712 - 13 * rank).to_string()),
        ];
        if rank == 2 { Row::new(entries).highlight() } else { Row::new(entries) }
    };
    Table {
        title: "Ladder".to_owned(),
        note: "1–6 / 6".to_owned(),
        columns: vec![
            Column::new("#", Align::Right),
            Column::new("", Align::Left),
            Column::new("Player", Align::Left),
            Column::new("Rating", Align::Right),
        ],
        rows: (1..).zip(NAMES.into_iter().zip([0, 2, -1, 0, 11, -12])).map(row).collect(),
        theme,
    }
}

/// A word with a capital letter.
pub(crate) fn capitalize(word: &str) -> String {
    let mut text_board = word.chars();
    text_board.next().map_or_else(String::new, |first| first.to_uppercase().chain(text_board).collect())
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn every_example_can_be_played_and_drawn() {
        let Ok(sheet) = draw(Theme::WOOD) else { panic!("an example that the rules refuse") };
        assert!(sheet.starts_with(b"\x89PNG"));
    }
}
