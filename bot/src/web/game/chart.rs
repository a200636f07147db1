//! The score of a game, move by move.

use maud::{Markup, html};
use rules::Color;

use crate::board::words::color;
use crate::features::history::view;
use crate::localization::{Language, localize};
use crate::web::game::view::GameView;

pub(super) const WIDTH: f32 = 300.0;
pub(super) const HEIGHT: f32 = 84.0;
/// Margin around the chart: half a marble, and a little. A number is at the right.
pub(super) const EDGE: f32 = 10.0;

/// The most changes of a score that are marked; more marks would be unreadable.
const MOST_MARKS: usize = 24;

pub(super) struct Chart {
    title: String,
    /// The same as text for screen readers.
    words: String,
    /// The score of each color at the start and after each move.
    scores: Vec<(Color, Vec<u8>)>,
    most: u8,
}

impl Chart {
    /// The chart of a game; `None` if no score has changed, or earlier positions are hidden.
    pub(super) fn of(page: &GameView) -> Option<Self> {
        if page.diagrams.is_empty() {
            return None;
        }
        let (language, record, diagrams) = (page.reader.language, &page.replayed.record, &page.diagrams);
        let scores: Vec<_> = view::scores(record, diagrams).into_iter().map(|score| (score.of, score.values)).collect();
        let most = scores.iter().flat_map(|(_, values)| values).copied().max().unwrap_or(0);
        let has_changed = scores.iter().any(|(_, values)| !changes(values).is_empty());
        let (title, words) = (view::score_title(language, diagrams), view::score_in_words(language, record, diagrams));
        has_changed.then_some(Self { title, words, scores, most })
    }

    fn x(&self, ply: usize) -> f32 {
        x(ply, self.scores.first().map_or(0, |(_, values)| values.len().saturating_sub(1)))
    }

    fn y(&self, count: u8) -> f32 {
        y(count.into(), self.most.into())
    }

    /// Renders the chart; each change of a score links to its move.
    pub(super) fn render(&self, language: Language, address: impl Fn(u32) -> String) -> Markup {
        html! {
            section.chart {
                h2 { (self.title) }
                svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="group" aria-label=(self.words) {
                    @for (_, values) in &self.scores { path d=(self.path(values)) {} }
                    @for (of, values) in &self.scores {
                        // The color of the line, and its current score.
                        @let last = values.last().copied().unwrap_or(0);
                        @let changes = changes(values);
                        text x=(WIDTH - 2.0 * EDGE) y=(format!("{:.1}", self.y(last) + 4.0)) { (last) }
                        @for ply in changes.iter().copied().filter(|_| changes.len() <= MOST_MARKS) {
                            @let count = values[ply];
                            @let label = localize!(language, "web-score", color = color(language, *of), count = count, ply = ply);
                            a href=(address(ply as u32)) aria-label=(label) {
                                title { (label) }
                                g transform=(format!("translate({:.1} {:.1})scale(6.5)", self.x(ply), self.y(count))) {
                                    // Large enough for a finger.
                                    circle r="3.4" fill="transparent" {}
                                    use href={ "#" (of.name()) } {}
                                    circle.ring r="1.1" {}
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The steps of a line from the start to the last move.
    fn path(&self, values: &[u8]) -> String {
        let start = format!("M{:.1} {:.1}", self.x(0), self.y(values.first().copied().unwrap_or(0)));
        let steps = changes(values).into_iter().map(|ply| format!("H{:.1}V{:.1}", self.x(ply), self.y(values[ply])));
        let end = format!("H{:.1}", self.x(values.len().saturating_sub(1)));
        std::iter::once(start).chain(steps).chain([end]).collect()
    }
}

/// The place of a move in a game of `last` moves.
pub(super) fn x(ply: usize, last: usize) -> f32 {
    EDGE + (WIDTH - 4.0 * EDGE) * ply as f32 / last.max(1) as f32
}

/// The place of a value, from 0 to `most`.
pub(super) fn y(value: f32, most: f32) -> f32 {
    HEIGHT - EDGE - (HEIGHT - 2.0 * EDGE) * value / most.max(1.0)
}

fn changes(values: &[u8]) -> Vec<usize> {
    let pairs = values.windows(2).zip(1..);
    pairs.filter(|(pair, _)| pair[0] != pair[1]).map(|(_, ply)| ply).collect()
}
