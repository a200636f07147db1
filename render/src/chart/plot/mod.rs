//! Lines over time or over moves: a rating history, the score of a game.

mod axis;
mod dates;
mod line_style;

use rules::Color;

use crate::assets::fonts::{self, NAME, SENTENCE, Weight, clean, fit, line};
use crate::assets::theme::Theme;
use crate::chart::figure::Figure;
use crate::raster::text::{Line, read_aloud};
use axis::{Across, Up};
use line_style::Pen;

pub use axis::Scale;
pub use dates::DateFormats;

/// Lines over time or over moves, with a legend and an axis at either side. Any text is safe; values that are not
/// finite are skipped.
///
/// # Examples
/// ```
/// use render::{Series, Plot, Scale, DataPoint, Theme};
/// use rules::Color;
///
/// let score = |color, name: &str, values: [f64; 4]| Series {
///     name: name.to_owned(),
///     marble: Some(color),
///     stepped: true,
///     points: values.into_iter().zip(0..).map(|(value, ply)| DataPoint::new(ply, value)).collect(),
/// };
/// let plot = Plot {
///     title: "Marbles ejected".to_owned(),
///     scale: Scale::Count,
///     x_label: "ply".to_owned(),
///     target: Some(6.0),
///     bounds: None,
///     too_few: "No move yet".to_owned(),
///     series: vec![score(Color::Black, "Ada", [0.0, 1.0, 1.0, 2.0]), score(Color::White, "Grace", [0.0, 0.0, 1.0, 1.0])],
///     theme: Theme::WOOD,
/// };
/// assert!(render::plot(&plot).starts_with(b"\x89PNG"));
/// assert_eq!(plot.alt(), "Marbles ejected. Ada: 0 (0) … 2 (3), min 0, max 2. Grace: 0 (0) … 1 (3), min 0, max 1.");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// The heading.
    pub title: String,
    /// The unit of [`DataPoint::at`].
    pub scale: Scale,
    /// The name of that unit, below the axis; may be empty.
    pub x_label: String,
    /// A value with a line of its own, for example the ejections that win.
    pub target: Option<f64>,
    /// Values that the vertical axis includes in any case, for example 0 and 100.
    pub bounds: Option<[f64; 2]>,
    /// The text in place of the axes while no line has two points.
    pub too_few: String,
    /// The lines; those after the eighth are not drawn.
    pub series: Vec<Series>,
    /// The theme.
    pub theme: Theme,
}

/// One line of a plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// The name in the legend. May be empty for a single line.
    pub name: String,
    /// The color of marbles that marks the line and gives it its color; otherwise the line gets a color of its own.
    pub marble: Option<Color>,
    /// Whether a value holds until the next one, as a score does, unlike a trend.
    pub stepped: bool,
    /// The values, in any order.
    pub points: Vec<DataPoint>,
}

/// One value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DataPoint {
    /// Milliseconds since 1970 or a number of plies, as [`Scale`] says.
    pub at: i64,
    /// The value.
    pub value: f64,
    /// The uncertainty, up and down; 0: certain. Drawn as a band around the line.
    pub deviation: f64,
}

impl DataPoint {
    /// A value without uncertainty.
    pub const fn new(at: i64, value: f64) -> Self {
        Self { at, value, deviation: 0.0 }
    }
}

const WIDTH: usize = 1024;
const HEIGHT: usize = 640;
const EDGE: f32 = 30.0;
/// The most lines that can still be distinguished.
const MOST: usize = 8;
/// Larger than any score or rating.
const LARGEST: f64 = 1e12;
/// Size of all texts but the heading: 11 pixels where Discord shows the picture 290 pixels wide.
const LABEL: f32 = 40.0;
/// The least distance between the baselines of two labels.
const APART: f32 = 42.0;
/// Height of a line of the legend.
const LEGEND_LINE: f32 = 54.0;

impl Plot {
    /// The data as one paragraph for readers who do not see the picture: the first and last value of each line with
    /// their times, the minimum and the maximum. Its only words are those of the plot, `min` and `max`.
    pub fn alt(&self) -> String {
        let time = |at: i64| match &self.scale {
            Scale::Dates(formats) => formats.day(at),
            Scale::Count => at.to_string(),
        };
        let mut out = Vec::new();
        out.extend(Some(clean(&self.title, SENTENCE)).filter(|title| !title.is_empty()));
        let series = self.thinned_series();
        if !has_lines(&series) {
            out.push(clean(&self.too_few, SENTENCE));
        }
        for (curve, whole) in series.iter().zip(&self.series) {
            let name = read_aloud(&whole.name, NAME);
            let name = if name.is_empty() { name } else { format!("{name}: ") };
            let values = || curve.points.iter().map(|point| point.value);
            let (Some(first), Some(last)) = (curve.points.first(), curve.points.last()) else {
                out.push(format!("{name}—"));
                continue;
            };
            let number = axis::number;
            let mut parts = vec![format!("{name}{} ({})", number(first.value), time(first.at))];
            if curve.points.len() > 1 {
                let (low, high) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
                parts[0] = format!("{} … {} ({})", parts[0], number(last.value), time(last.at));
                parts.push(format!("min {}, max {}", number(low), number(high)));
            }
            if last.deviation > 0.0 {
                parts.push(format!("±{}", number(last.deviation)));
            }
            out.push(parts.join(", "));
        }
        out.iter().map(|sentence| format!("{sentence}.")).collect::<Vec<_>>().join(" ")
    }

    /// The series as drawn: clean names, points in order and within bounds.
    fn thinned_series(&self) -> Vec<Series> {
        let clean_series = |curve: &Series| {
            let sound = |point: &&DataPoint| point.value.is_finite();
            let bound = |point: &DataPoint| DataPoint {
                at: point.at.clamp(0, dates::LAST),
                value: point.value.clamp(-LARGEST, LARGEST),
                deviation: if point.deviation.is_nan() { 0.0 } else { point.deviation.clamp(0.0, LARGEST) },
            };
            let mut points: Vec<DataPoint> = curve.points.iter().filter(sound).map(bound).collect();
            // Of two values at the same time, the later one in the input wins.
            points.sort_by_key(|point| point.at);
            Series { name: fonts::name(&curve.name), marble: curve.marble, stepped: curve.stepped, points }
        };
        self.series.iter().take(MOST).map(clean_series).collect()
    }
}

/// A single value makes no line and no axis.
fn has_lines(series: &[Series]) -> bool {
    series.iter().any(|curve| curve.points.len() > 1)
}

struct Field<'a> {
    across: Across<'a>,
    up: Up,
}

impl Field<'_> {
    fn at(&self, point: &DataPoint) -> [f32; 2] {
        [self.across.place(point.at), self.up.place(point.value)]
    }
}

pub fn draw(plot: &Plot) -> Figure {
    let mut page = Figure::new(plot.theme, WIDTH, HEIGHT);
    let series = plot.thinned_series();
    let pens: Vec<Pen> = series.iter().enumerate().map(|(i, curve)| Pen::new(page.paint, i, curve)).collect();
    let title = fit(&clean(&plot.title, SENTENCE), 46.0, LABEL, Weight::Bold, WIDTH as f32 - 2.0 * EDGE);
    page.text(&title, [EDGE, 58.0], page.paint.text);
    let top = 98.0 + legend(&mut page, &series, &pens);
    let has_x_label = !plot.x_label.is_empty();
    let low = HEIGHT as f32 - if has_x_label { 118.0 } else { 74.0 };
    if !has_lines(&series) {
        let room = WIDTH as f32 - 2.0 * EDGE;
        let text = fit(&clean(&plot.too_few, SENTENCE), 44.0, 30.0, Weight::Bold, room);
        page.text(&text, [(WIDTH as f32 - text.width) / 2.0, f32::midpoint(top, low) + 15.0], page.paint.dim);
        return page;
    }
    let points = || series.iter().flat_map(|curve| &curve.points);
    let last_labels: Vec<Option<Line>> = series
        .iter()
        .map(|curve| curve.points.last().map(|point| line(&axis::number(point.value), LABEL, Weight::Bold)))
        .collect();
    let last_width = last_labels.iter().flatten().map(|text| text.width).fold(0.0, f32::max);
    let levels = plot.target.into_iter().chain(plot.bounds.into_iter().flatten());
    let mut up = Up::new(points(), &series, levels, [low, top]);
    let across =
        Across::new(points(), &plot.scale, [EDGE + up.width() + 16.0, WIDTH as f32 - EDGE - last_width - 26.0]);
    up.span = across.span;
    let field = Field { across, up };
    field.up.draw(&mut page, plot.target.filter(|goal| goal.is_finite()));
    field.across.draw(&mut page, low);
    if has_x_label {
        let text = fit(&clean(&plot.x_label, NAME), LABEL, LABEL, Weight::Regular, field.across.width());
        page.text(&text, [field.across.span[1] - text.width, HEIGHT as f32 - 22.0], page.paint.dim);
    }
    for (curve, pen) in series.iter().zip(&pens) {
        band(&mut page, &field, curve, pen);
    }
    for (curve, pen) in series.iter().zip(&pens) {
        pen.draw(&mut page, &way(&field, curve));
    }
    // The first line is the main one, so its marks lie on top.
    for (curve, pen) in series.iter().zip(&pens).rev() {
        for point in marked_points(curve) {
            pen.mark(&mut page, field.at(point));
        }
    }
    let mut ends: Vec<(f32, usize)> =
        series.iter().enumerate().filter_map(|(i, curve)| Some((field.at(curve.points.last()?)[1], i))).collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Overlapping labels move apart, and stay above the axis.
    let mut least = top;
    for (i, (y, _)) in ends.iter_mut().enumerate() {
        *y = y.max(least + if i == 0 { 0.0 } else { APART });
        least = *y;
    }
    let mut most = low;
    for (i, (y, _)) in ends.iter_mut().rev().enumerate() {
        *y = y.min(most - if i == 0 { 0.0 } else { APART });
        most = *y;
    }
    for (y, i) in ends {
        if let Some(text) = &last_labels[i] {
            page.text(text, [field.across.span[1] + 22.0, y + 14.0], pens[i].ink);
        }
    }
    page
}

/// The corners of a line on the picture. Of many points in one column, only the extremes remain.
fn way(field: &Field<'_>, curve: &Series) -> Vec<[f32; 2]> {
    let mut out: Vec<[f32; 2]> = Vec::new();
    let mut column: Vec<[f32; 2]> = Vec::new();
    let flush = |column: &mut Vec<[f32; 2]>, out: &mut Vec<[f32; 2]>| {
        let low = column.iter().copied().max_by(|a, b| a[1].total_cmp(&b[1]));
        let high = column.iter().copied().min_by(|a, b| a[1].total_cmp(&b[1]));
        let ends = [column.first().copied(), low, high, column.last().copied()];
        out.extend(ends.into_iter().flatten());
        out.dedup();
        column.clear();
    };
    for point in &curve.points {
        let at = field.at(point);
        if column.first().is_some_and(|first| first[0].floor() < at[0].floor()) {
            flush(&mut column, &mut out);
        }
        if curve.stepped
            && let Some(before) = column.last().or(out.last()).copied()
        {
            column.push([at[0], before[1]]);
        }
        column.push(at);
    }
    flush(&mut column, &mut out);
    out
}

/// The points that get a mark: all of them where they are few.
fn marked_points(curve: &Series) -> Vec<&DataPoint> {
    let count = curve.points.len();
    if curve.stepped {
        // The points where the value changes, and the last one.
        let changes: Vec<&DataPoint> = curve
            .points
            .windows(2)
            .filter(|pair| pair[0].value.total_cmp(&pair[1].value).is_ne())
            .map(|pair| &pair[1])
            .collect();
        let each = changes.len().div_ceil(24).max(1);
        return changes.into_iter().step_by(each).chain(curve.points.last()).collect();
    }
    let each = if count <= 24 { 1 } else { count / 8 };
    curve.points.iter().rev().step_by(each.max(1)).collect()
}

/// Draws the uncertainty of the values.
fn band(page: &mut Figure, field: &Field<'_>, curve: &Series, pen: &Pen) {
    if curve.points.iter().all(|point| point.deviation <= 0.0) {
        return;
    }
    let edge = |point: &DataPoint, by: f64| {
        [field.across.place(point.at), field.up.within(point.value + by * point.deviation)]
    };
    let ends = |by: f64| {
        let points = curve.points.iter().map(|point| DataPoint { value: edge(point, by)[1].into(), ..*point });
        points.map(|point| [field.across.place(point.at), point.value as f32]).collect::<Vec<[f32; 2]>>()
    };
    let (high, low) = (ends(1.0), ends(-1.0));
    let (Some(first), Some(last)) = (high.first(), high.last()) else { return };
    let height = |line: &[[f32; 2]], x: f32| {
        let after = line.partition_point(|at| at[0] < x);
        let (Some(b), a) = (line.get(after).or(line.last()), line.get(after.saturating_sub(1))) else { return 0.0 };
        let a = a.unwrap_or(b);
        let share = ((x - a[0]) / (b[0] - a[0]).max(1e-3)).clamp(0.0, 1.0);
        a[1] + (b[1] - a[1]) * share
    };
    for column in first[0] as i32..=last[0] as i32 {
        let x = column as f32 + 0.5;
        let (from, to) = (height(&high, x), height(&low, x));
        for y in from as i32..=to as i32 {
            let covered = (to.min(y as f32 + 1.0) - from.max(y as f32)).clamp(0.0, 1.0);
            page.blend(column, y, pen.ink, (51.0 * covered) as u8);
        }
    }
}

/// Draws the legend above the plot and returns its height.
fn legend(page: &mut Figure, series: &[Series], pens: &[Pen]) -> f32 {
    if series.iter().all(|curve| curve.name.is_empty()) {
        return 0.0;
    }
    let columns = series.len().clamp(1, if series.len() <= 4 { 2 } else { 3 });
    let column = (WIDTH as f32 - 2.0 * EDGE) / columns as f32;
    for (i, (curve, pen)) in series.iter().zip(pens).enumerate() {
        let left = EDGE + column * (i % columns) as f32;
        let y = 108.0 + LEGEND_LINE * (i / columns) as f32;
        pen.draw(page, &[[left, y], [left + 56.0, y]]);
        pen.mark(page, [left + 28.0, y]);
        let name = if curve.name.is_empty() { "—" } else { &curve.name };
        let text = fit(name, LABEL, LABEL, Weight::Regular, column - 70.0 - 18.0);
        page.text(&text, [left + 70.0, y + 14.0], page.paint.text);
    }
    18.0 + LEGEND_LINE * series.len().div_ceil(columns) as f32
}
