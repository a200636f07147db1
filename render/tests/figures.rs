//! Plots, tables and strips with few data, many data and bad data, and their alternative texts.

use std::error::Error;
use std::time::{Duration, Instant};

use image::RgbImage;
use render::{
    Align, Bracket, BracketRound, Column, DataPoint, Entry, Mark, Match, Plot, Row, Scale, Series, Side, Strip, Table,
    Theme,
};
use rules::Color;

use crate::scenes::{self, figures, open};

/// A picture that takes longer hangs. Generous, because the machine may be busy.
const LIMIT: Duration = Duration::from_mins(1);

fn within(limit: Duration, what: &str, draw: impl Fn() -> Vec<u8>) -> Vec<u8> {
    let timer = Instant::now();
    let picture = draw();
    assert!(timer.elapsed() < limit, "{what}: {:?}", timer.elapsed());
    picture
}

#[test]
fn a_plot_of_any_number_of_points_is_small_and_quick() -> Result<(), Box<dyn Error>> {
    for theme in Theme::all() {
        for count in [0, 1, 2, 10_000] {
            for (scale, stepped) in [(figures::dates(), false), (Scale::Count, true)] {
                let curve = Series { stepped, ..figures::rating("Ada", 3, count) };
                let plot = Plot { scale, series: vec![curve], theme, ..figures::rating_of_one() };
                let picture = within(LIMIT, "many points", || render::plot(&plot));
                assert!(picture.len() <= 40 << 10, "{theme}, {count} points: {} bytes", picture.len());
                assert_eq!(open(&picture)?.dimensions(), (1024, 640));
            }
        }
    }
    Ok(())
}

#[test]
fn the_figures_that_are_looked_at_are_small() {
    for (name, picture) in figures::all() {
        let most = if name.starts_with("strip") { 100 } else { 40 };
        assert!(picture.len() <= most << 10, "{name}: {} bytes", picture.len());
    }
}

#[test]
fn bad_numbers_and_times_leave_a_plot() -> Result<(), Box<dyn Error>> {
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, f64::MIN_POSITIVE, -0.0, 1e300];
    let times = [i64::MIN, i64::MAX, 0, -1, 1, 20_000 * figures::DAY];
    let bad = || odd.into_iter().zip(times.into_iter().cycle());
    let points = |deviation: f64| bad().map(move |(value, at)| DataPoint { at, value, deviation });
    for deviation in odd {
        for (scale, stepped) in [(figures::dates(), false), (Scale::Count, true), (Scale::Count, false)] {
            let curve = Series { name: "x".to_owned(), marble: None, stepped, points: points(deviation).collect() };
            let plot = Plot { scale, target: Some(deviation), series: vec![curve; 20], ..figures::rating_of_one() };
            let picture = within(LIMIT, "odd numbers", || render::plot(&plot));
            assert_eq!(open(&picture)?.dimensions(), (1024, 640));
            assert!(!plot.alt().contains("NaN") && !plot.alt().contains("inf"), "{}", plot.alt());
        }
    }
    Ok(())
}

#[test]
fn points_that_are_no_numbers_are_as_if_they_were_not_there() {
    let clean = figures::rating_of_one();
    let mut bad = clean.clone();
    let at = bad.series[0].points[4].at;
    bad.series[0].points.insert(5, DataPoint::new(at, f64::NAN));
    assert!(render::plot(&bad) == render::plot(&clean));
    assert_eq!(bad.alt(), clean.alt());
}

#[test]
fn a_plot_says_that_there_are_too_few_points_in_place_of_axes() -> Result<(), Box<dyn Error>> {
    for (scale, count) in [(figures::dates(), 0), (figures::dates(), 1), (Scale::Count, 1)] {
        let few = |too_few: &str| {
            let too_few = too_few.to_owned();
            Plot {
                scale: scale.clone(),
                too_few,
                series: vec![figures::rating("", 3, count)],
                ..figures::rating_of_one()
            }
        };
        let (said, silent) = (few("Not enough games yet"), few(""));
        let [picture, empty] = [open(&render::plot(&said))?, open(&render::plot(&silent))?];
        assert!(picture != empty && said.alt().contains("Not enough games yet"), "{}", said.alt());
        // Nothing but the title is drawn.
        let page = empty.get_pixel(0, 0);
        assert!(empty.enumerate_pixels().all(|(_, y, pixel)| y < 80 || pixel == page), "{scale:?} {count}");
    }
    Ok(())
}

#[test]
fn no_axis_begins_before_the_first_value() -> Result<(), Box<dyn Error>> {
    // Of two games on one day, the mark of the first lies where the axis begins.
    let mut curve = figures::rating("", 3, 2);
    curve.points[1].at = curve.points[0].at + figures::DAY / 24;
    let picture = open(&render::plot(&Plot { series: vec![curve.clone()], ..figures::rating_of_one() }))?;
    curve.points[0].at -= figures::DAY / 2;
    curve.points[1].at -= figures::DAY / 2;
    let earlier = open(&render::plot(&Plot { series: vec![curve], ..figures::rating_of_one() }))?;
    // The line is at the same place whatever its first date.
    let line = |picture: &RgbImage| {
        picture.enumerate_pixels().filter(|(_, y, _)| *y < 560).map(|(_, _, p)| *p).collect::<Vec<_>>()
    };
    assert!(line(&picture) == line(&earlier));
    Ok(())
}

#[test]
fn the_order_of_points_does_not_matter() {
    let plot = figures::ratings();
    let mut reversed = plot.clone();
    for curve in &mut reversed.series {
        curve.points.reverse();
    }
    assert!(render::plot(&reversed) == render::plot(&plot));
    assert_eq!(reversed.alt(), plot.alt());
}

#[test]
fn texts_of_any_kind_leave_plots_tables_and_strips() -> Result<(), Box<dyn Error>> {
    let turns = figures::six_turns();
    for text in scenes::hostile_texts() {
        let what: String = text.chars().take(9).collect();
        let name = |curve: Series| Series { name: text.clone(), ..curve };
        let plot = figures::ratings();
        let plot = Plot {
            title: text.clone(),
            x_label: text.clone(),
            series: plot.series.into_iter().map(name).collect(),
            ..plot
        };
        open(&within(LIMIT, &what, || render::plot(&plot)))?;
        assert!(plot.alt().chars().count() < 1024, "{what:?}");
        let row = Row::new((0..30).map(|_| Entry::text(text.clone())));
        let table = Table {
            title: text.clone(),
            note: text.clone(),
            columns: (0..30).map(|i| Column::new(&text, [Align::Left, Align::Right][i % 2])).collect(),
            rows: vec![row; 100],
            theme: Theme::SLATE,
        };
        let picture = open(&within(LIMIT, &what, || render::table(&table)))?;
        assert!(picture.width() <= 1024 && picture.height() < 1500);
        assert!(table.alt(1024).chars().count() <= 1024, "{what:?}");
        let side = Side { name: text.clone(), score: text.clone(), ..Side::default() };
        let game = Match { sides: [side.clone(), side] };
        let round = BracketRound { name: text.clone(), matches: vec![game.clone(); 40] };
        let third_place = Some((text.clone(), game));
        let bracket = Bracket { title: text.clone(), rounds: vec![round; 9], third_place, theme: Theme::FELT };
        let picture = open(&within(LIMIT, &what, || render::bracket(&bracket)))?;
        assert!(picture.width() <= 1024 && picture.height() < 1300);
        assert!(bracket.alt(1024).chars().count() <= 1024, "{what:?}");
        let mut strip = figures::strip(&turns);
        for still in &mut strip.stills {
            still.caption.clone_from(&text);
        }
        open(&within(LIMIT, &what, || render::strip(&strip)))?;
    }
    Ok(())
}

/// Names of which no font has anything, or that are blank. The one in the middle is in a font.
const AWKWARD: [&str; 14] = [
    "🦀🎲",
    "👩🏽\u{200d}🚀\u{fe0f}",
    "🇫🇷",
    "ऄऀ\u{200d}",
    "ကမ္ဘာ",
    "ꦗꦮ",
    "Ada",
    "\u{3164}",
    "\u{3164}\u{3164}",
    "\u{200b}\u{200d}",
    "\u{e123}\u{f8ff}",
    "\u{378}",
    "\u{1d173}",
    "\u{301}\u{302}",
];

/// For each column of a part of a picture, rows `from` to `to`, whether anything differs from the color at its left
/// end.
fn ink(picture: &RgbImage, [left, right]: [u32; 2], [from, to]: [u32; 2]) -> Vec<bool> {
    let inked = |x: u32| (from..to).any(|y| picture.get_pixel(x, y) != picture.get_pixel(left, y));
    (left..right).map(inked).collect()
}

#[test]
fn every_row_of_a_table_shows_a_name_that_no_other_row_has() -> Result<(), Box<dyn Error>> {
    for highlighted in [false, true] {
        let row = |name: &&str| Row { is_highlighted: highlighted, ..Row::new([Entry::text(*name)]) };
        let columns = vec![Column::new("Player", Align::Left)];
        let table = Table { columns, rows: AWKWARD.iter().map(row).collect(), ..figures::ladder() };
        let picture = open(&render::table(&table))?;
        let rows: Vec<Vec<bool>> = (0..AWKWARD.len() as u32)
            .map(|number| ink(&picture, [20, picture.width() - 20], [130 + 50 * number + 2, 130 + 50 * number + 48]))
            .collect();
        for (i, (name, row)) in AWKWARD.iter().zip(&rows).enumerate() {
            assert!(row.iter().filter(|inked| **inked).count() > 15, "{name:?} is an empty row");
            assert!(!rows[..i].contains(row), "{name:?} looks like a name above it");
        }
    }
    Ok(())
}

#[test]
fn every_line_of_a_plot_has_a_name_that_no_other_line_has() -> Result<(), Box<dyn Error>> {
    let mut seen = Vec::new();
    for name in AWKWARD {
        let curve = Series { name: name.to_owned(), ..figures::rating("", 3, 5) };
        let picture = open(&render::plot(&Plot { series: vec![curve], ..figures::rating_of_one() }))?;
        // Beside the sample of the line.
        let name_drawn = ink(&picture, [95, 360], [70, 110]);
        assert!(name_drawn.iter().filter(|inked| **inked).count() > 15, "{name:?} is not in the legend");
        assert!(!seen.contains(&name_drawn), "{name:?} looks like a name before it");
        seen.push(name_drawn);
    }
    Ok(())
}

#[test]
fn a_table_may_be_empty_or_ragged() -> Result<(), Box<dyn Error>> {
    let table = figures::ladder();
    let ragged: Vec<Row> = (0..9).map(|i| Row::new((0..i).map(|_| Entry::Movement(i32::MIN)))).collect();
    let none = Table { columns: Vec::new(), rows: Vec::new(), ..table.clone() };
    let form = |count| Entry::Form { marks: vec![Mark::Won; count], spoken: "W ".repeat(count) };
    let forms: Vec<Row> = (0..30).map(|count| Row::new((0..12).map(|_| form(count)))).collect();
    let forms = Table { rows: forms, ..table.clone() };
    for table in [Table { rows: Vec::new(), ..table.clone() }, Table { rows: ragged, ..table }, none, forms] {
        let picture = open(&render::table(&table))?;
        assert!((640..=1024).contains(&picture.width()));
    }
    Ok(())
}

#[test]
fn a_bracket_shows_the_last_rounds_and_may_be_empty() -> Result<(), Box<dyn Error>> {
    let (sixteen, more) = (figures::cup(4), figures::cup(5));
    let [sixteen, more] = [&sixteen, &more].map(render::bracket).map(|bytes| open(&bytes));
    assert_eq!(sixteen?.dimensions(), more?.dimensions());
    let cup = figures::cup(3);
    let ragged = BracketRound { name: String::new(), matches: Vec::new() };
    for rounds in [Vec::new(), vec![ragged; 3]] {
        open(&render::bracket(&Bracket { rounds, ..cup.clone() }))?;
    }
    let reader = |name: &str| {
        let mut cup = cup.clone();
        for side in cup.rounds.iter_mut().flat_map(|round| &mut round.matches).flat_map(|game| &mut game.sides) {
            side.is_highlighted = side.name == name;
        }
        render::bracket(&cup)
    };
    assert!(reader("Ada") != reader("Bo") && reader("Bo") != reader(""));
    Ok(())
}

#[test]
fn a_strip_shows_the_last_six() -> Result<(), Box<dyn Error>> {
    let turns = figures::six_turns();
    let whole = figures::strip(&turns);
    let more = Strip { stills: [whole.stills.clone(), whole.stills.clone()].concat(), ..whole.clone() };
    assert!(render::strip(&more) == render::strip(&whole));
    let mut heights = Vec::new();
    for count in 0..=6 {
        let strip = Strip { stills: whole.stills[..count].to_vec(), ..whole.clone() };
        let picture = open(&render::strip(&strip))?;
        assert_eq!(picture.width(), 1024);
        heights.push(picture.height());
    }
    assert!(heights[3] < heights[1] && heights[3] < heights[6], "{heights:?}");
    Ok(())
}

#[test]
fn the_words_tell_what_the_picture_shows() {
    let score = figures::score().alt();
    assert_eq!(
        score,
        "Marbles ejected. Ada: 0 (0) … 6 (84), min 0, max 6. Grace Hopper: 0 (0) … 4 (84), min 0, max 4."
    );
    let rating = figures::rating_of_one().alt();
    assert!(rating.starts_with("Grace Hopper: Rating. 15") && rating.contains("(4 Mar 2026)"), "{rating}");
    assert!(rating.contains("(28 Aug 2026)") && rating.contains('±'), "{rating}");
    let ladder = figures::ladder().alt(1024);
    assert!(ladder.starts_with("Ladder. 1. Ada, =, Rating 1712, Games 61, Won 78 %; 2. "), "{ladder}");
    let short = figures::ladder().alt(160);
    assert!(short.chars().count() <= 160 && short.contains("… 1–12 / 38."), "{short}");
    let cup = figures::cup(2).alt(1024);
    assert_eq!(
        cup,
        "Autumn cup. Semifinals: Ada 1 – Grace Hopper 0; François Dąbrowski-Łukasz ½ 0 – Zoë ½ 1. Final: Ada – Zoë. Third place: ? – ?."
    );
}

#[test]
fn the_form_of_a_player_is_drawn_and_told() -> Result<(), Box<dyn Error>> {
    let with = |marks: &[Mark], spoken: &str| {
        let entry = Entry::Form { marks: marks.to_vec(), spoken: spoken.to_owned() };
        let columns = vec![Column::new("Form", Align::Right)];
        Table { columns, rows: vec![Row::new([entry])], ..figures::ladder() }
    };
    let pictures = [with(&[Mark::Won], "W"), with(&[Mark::Drawn], "D"), with(&[Mark::Lost], "L"), with(&[], "")];
    for (i, one) in pictures.iter().enumerate() {
        for other in &pictures[..i] {
            assert!(render::table(one) != render::table(other), "{} {}", one.alt(99), other.alt(99));
        }
    }
    assert!(with(&[Mark::Won, Mark::Lost], "W L").alt(99).contains("Form W L"));
    open(&render::table(&pictures[0]))?;
    Ok(())
}

#[test]
fn marbles_of_every_color_can_be_lines() -> Result<(), Box<dyn Error>> {
    let series =
        Color::ALL.map(|color| Series { marble: Some(color), ..figures::rating(color.name(), color as i64, 9) });
    let plot = Plot { series: series.to_vec(), ..figures::ratings() };
    let picture = open(&render::plot(&plot))?;
    let plain = open(&render::plot(&Plot { series: Vec::new(), ..plot.clone() }))?;
    assert!(picture != plain);
    Ok(())
}

#[test]
fn names_are_read_out_as_they_are_spoken() {
    let names = ["שלום עולם", "محمّد", "น้ำ", "हिन्दी", "می\u{200c}خواهم", "👩🏽\u{200d}🚀"];
    for name in names {
        let table = Table {
            title: String::new(),
            note: String::new(),
            columns: vec![Column::new("Player", Align::Left)],
            rows: vec![Row::new([Entry::text(format!("\u{202e}{name}\u{0}"))])],
            theme: Theme::WOOD,
        };
        let name = name.replace('🏽', "");
        assert_eq!(table.alt(1024), format!("{name}."));
    }
}
