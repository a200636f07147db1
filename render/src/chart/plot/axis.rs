//! The two axes of a plot, their labels, and the positions of values.

use super::dates::{self, DateFormats};
use super::{DataPoint, EDGE, LABEL, Series};
use crate::assets::fonts::{Weight, line};
use crate::chart::figure::Figure;
use crate::raster::color::blend;
use crate::raster::text::Line;

/// The unit of a plot's horizontal axis.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Scale {
    /// Milliseconds since 1970, labeled with dates in UTC.
    Dates(DateFormats),
    /// Whole numbers, for example plies.
    Count,
}

/// The least distance between two labels.
const GAP: f32 = 24.0;

pub(super) struct Across<'a> {
    scale: &'a Scale,
    from: i64,
    to: i64,
    /// The x coordinates of its ends.
    pub(super) span: [f32; 2],
}

impl<'a> Across<'a> {
    pub(super) fn new<'b>(points: impl Iterator<Item = &'b DataPoint>, scale: &'a Scale, span: [f32; 2]) -> Self {
        let bounds = points.map(|point| point.at).fold(None, |bounds: Option<(i64, i64)>, at| {
            Some(bounds.map_or((at, at), |(low, high)| (low.min(at), high.max(at))))
        });
        let (from, to) = bounds.unwrap_or((0, 0));
        // Every axis begins with the first value. An axis of dates is long enough for labeled days.
        let to = if matches!(scale, Scale::Dates(_)) { to.max(from + 2 * dates::DAY) } else { to };
        Self { scale, from, to, span }
    }

    pub(super) fn width(&self) -> f32 {
        self.span[1] - self.span[0]
    }

    pub(super) fn place(&self, at: i64) -> f32 {
        let share = (at - self.from) as f64 / ((self.to - self.from) as f64).max(1.0);
        self.span[0] + self.width() * share as f32
    }

    pub(super) fn draw(&self, page: &mut Figure, low: f32) {
        let fits = |label: &str| (self.width() / (line(label, LABEL, Weight::Regular).width + GAP)) as usize;
        let ticks = match self.scale {
            Scale::Dates(formats) => dates::ticks(self.from, self.to, formats, fits),
            Scale::Count => {
                let step = nice((self.to - self.from) as f64 / 8.0).max(1.0) as i64;
                let first = self.from.div_euclid(step) + i64::from(self.from.rem_euclid(step) > 0);
                (first..=self.to / step).map(|i| (i * step, (i * step).to_string())).collect()
            }
        };
        let mut free = 0.0;
        let paint = page.paint;
        page.fill([self.span[0], low - 1.0], [self.span[1], low + 1.0], paint.dim);
        for (at, label) in ticks {
            let text = line(&label, LABEL, Weight::Regular);
            let x = self.place(at);
            page.fill([x - 1.0, low], [x + 1.0, low + 8.0], paint.dim);
            let left = (x - text.width / 2.0).min(page.width() as f32 - EDGE - text.width).max(EDGE);
            if left > free {
                page.text(&text, [left, low + 50.0], paint.dim);
                free = left + text.width + GAP;
            }
        }
    }
}

pub(super) struct Up {
    from: f64,
    to: f64,
    step: f64,
    /// The y coordinates of its lower and upper end.
    rise: [f32; 2],
    /// The x coordinates of the ends of its grid lines.
    pub(super) span: [f32; 2],
}

impl Up {
    pub(super) fn new<'a>(
        points: impl Iterator<Item = &'a DataPoint>,
        series: &[Series],
        levels: impl Iterator<Item = f64>,
        rise: [f32; 2],
    ) -> Self {
        let (mut from, mut to) = (f64::MAX, f64::MIN);
        for point in points {
            from = from.min(point.value);
            to = to.max(point.value);
        }
        // Deviations are largest at the beginning: including them would leave little room for the curve.
        for last in series.iter().filter_map(|curve| curve.points.last()) {
            from = from.min(last.value - last.deviation);
            to = to.max(last.value + last.deviation);
        }
        let counts = series.iter().any(|curve| curve.stepped);
        for value in levels.filter(|value| value.is_finite()).chain(counts.then_some(0.0)) {
            let value = value.clamp(-super::LARGEST, super::LARGEST);
            from = from.min(value);
            to = to.max(value);
        }
        if from > to {
            (from, to) = (0.0, 1.0);
        }
        let least = if counts { 1.0 } else { 1e-3 };
        let flat = (from.abs() * 1e-6).max(least);
        if to - from < flat {
            (from, to) = if counts { (from, to + 1.0) } else { (from - 10.0 * flat, to + 10.0 * flat) };
        }
        let step = nice((to - from) / 5.0).max(least);
        // Whole steps at both ends, so that the highest value has a line above it.
        Self { from: (from / step).floor() * step, to: (to / step).ceil() * step, step, rise, span: [0.0; 2] }
    }

    /// The y coordinate of a value, clamped to the axis.
    pub(super) fn within(&self, value: f64) -> f32 {
        self.place(value.clamp(self.from, self.to))
    }

    pub(super) fn place(&self, value: f64) -> f32 {
        let share = (value - self.from) / (self.to - self.from);
        self.rise[0] + (self.rise[1] - self.rise[0]) * share as f32
    }

    fn labels(&self) -> Vec<(f64, Line)> {
        let count = ((self.to - self.from) / self.step).round().clamp(0.0, 20.0) as u32;
        let value = |i: u32| self.from + f64::from(i) * self.step;
        (0..=count).map(|i| (value(i), line(&number(value(i)), LABEL, Weight::Regular))).collect()
    }

    pub(super) fn width(&self) -> f32 {
        self.labels().iter().map(|(_, text)| text.width).fold(0.0, f32::max)
    }

    pub(super) fn draw(&self, page: &mut Figure, goal: Option<f64>) {
        let (paint, [from, to]) = (page.paint, self.span);
        let faint = blend(paint.page, paint.dim, 60);
        for (value, text) in self.labels() {
            let y = self.place(value);
            page.fill([from, y - 1.0], [to, y + 1.0], faint);
            page.text(&text, [from - 16.0 - text.width, y + 14.0], paint.dim);
        }
        if let Some(goal) = goal {
            let y = self.place(goal.clamp(self.from, self.to));
            for i in 0..(to - from) as u32 / 18 {
                let x = from + 18.0 * i as f32;
                page.fill([x, y - 1.5], [x + 9.0, y + 1.5], paint.lead);
            }
        }
    }
}

/// The least of 1, 2, 5, 10, 20, 50 … that is at least `least`.
fn nice(least: f64) -> f64 {
    let power = 10f64.powf(least.max(1e-9).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|i| i * power).find(|step| *step >= least * 0.999).unwrap_or(10.0 * power)
}

/// Formats a value without needless digits.
pub(super) fn number(value: f64) -> String {
    let decimals = usize::from(value.abs() < 1000.0 && (value - value.round()).abs() >= 1e-6);
    let text = format!("{value:.decimals$}");
    if text.trim_start_matches('-').chars().all(|c| matches!(c, '0' | '.')) { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        for (value, text) in [(0.0, "0"), (-0.01, "0"), (6.0, "6"), (1512.4, "1512"), (52.5, "52.5"), (-3.0, "-3")] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn steps_are_round() {
        for (least, step) in [(0.3, 0.5), (1.0, 1.0), (1.2, 2.0), (3.0, 5.0), (70.0, 100.0), (0.0, 1e-9)] {
            assert!((nice(least) / step - 1.0).abs() < 1e-6, "{least}: {}", nice(least));
        }
    }
}
