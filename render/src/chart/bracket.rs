//! The matches of a cup, round by round from left to right.

use crate::assets::fonts::{self, NAME, SENTENCE, Weight, clean, fit, line};
use crate::assets::theme::Theme;
use crate::chart::figure::Figure;
use crate::raster::color::blend;
use crate::raster::text::read_aloud;

/// The matches of a cup. Texts may be anything.
///
/// # Examples
/// ```
/// use render::{Bracket, BracketRound, Match, Side, Theme};
///
/// let side = |name: &str, score: &str| Side { name: name.to_owned(), score: score.to_owned(), ..Side::default() };
/// let last = Match { sides: [Side { has_won: true, ..side("Ada", "1") }, side("Grace", "0")] };
/// let bracket = Bracket {
///     title: "Autumn cup".to_owned(),
///     rounds: vec![BracketRound { name: "Final".to_owned(), matches: vec![last] }],
///     third_place: None,
///     theme: Theme::WOOD,
/// };
/// assert!(render::bracket(&bracket).starts_with(b"\x89PNG"));
/// assert_eq!(bracket.alt(1024), "Autumn cup. Final: Ada 1 – Grace 0.");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bracket {
    /// The heading.
    pub title: String,
    /// The rounds, the final last. Each has half as many matches as the one before; match `i` is between the winners
    /// of the matches `2i` and `2i + 1` of that one. The last [`MAX_BRACKET_ROUNDS`] are drawn.
    pub rounds: Vec<BracketRound>,
    /// The name of the match for third place, and that match.
    pub third_place: Option<(String, Match)>,
    /// The theme.
    pub theme: Theme,
}

/// A round of a cup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BracketRound {
    /// Its name, for example "Final".
    pub name: String,
    /// Its matches, from the top; those after the eighth are not drawn.
    pub matches: Vec<Match>,
}

/// A match of a cup.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Match {
    /// The upper and the lower side.
    pub sides: [Side; 2],
}

/// A player of a match, or the place for one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Side {
    /// The player's name; empty while unknown.
    pub name: String,
    /// The player's score in the match; may be empty.
    pub score: String,
    /// Whether the player won the match.
    pub has_won: bool,
    /// Whether the player stands out, for example as the reader.
    pub is_highlighted: bool,
}

/// The most rounds drawn, with eight matches in the first of them.
pub const MAX_BRACKET_ROUNDS: usize = 4;

const WIDTH: f32 = 1024.0;
/// Least and greatest width of a match.
const MATCH: [f32; 2] = [214.0, 300.0];
/// Height of one side of a match.
const SIDE: f32 = 42.0;
/// Vertical distance of matches in the first round.
const STEP: f32 = 106.0;
/// Horizontal gap between two rounds.
const GAP: f32 = 34.0;
const EDGE: f32 = 28.0;
/// From the upper edge to the middle of the first match.
const TOP: f32 = 174.0;
/// Text sizes of names: usual, and where room is short.
const SIZE: [f32; 2] = [26.0, 22.0];

impl Bracket {
    /// The bracket as one paragraph of at most `most` characters, round by round, for readers who do not see the
    /// picture.
    pub fn alt(&self, most: usize) -> String {
        let read = |text: &str| read_aloud(text, SENTENCE);
        let side = |side: &Side| {
            let name = if side.name.is_empty() { "?".to_owned() } else { read(&side.name) };
            if side.score.is_empty() { name } else { format!("{name} {}", read(&side.score)) }
        };
        let game = |game: &Match| format!("{} – {}", side(&game.sides[0]), side(&game.sides[1]));
        let round = |round: &BracketRound| {
            let games: Vec<String> = round.matches.iter().map(game).collect();
            format!("{}: {}.", read(&round.name), games.join("; "))
        };
        let third = self.third_place.iter().map(|(name, third)| format!("{}: {}.", read(name), game(third)));
        let title = read(&self.title);
        let title = if title.is_empty() { None } else { Some(format!("{title}.")) };
        let whole: Vec<String> = title.into_iter().chain(self.shown_rounds().iter().map(round)).chain(third).collect();
        let whole = whole.join(" ");
        if whole.chars().count() <= most {
            return whole;
        }
        whole.chars().take(most.saturating_sub(1)).chain(std::iter::once('…')).collect()
    }

    fn shown_rounds(&self) -> &[BracketRound] {
        &self.rounds[self.rounds.len().saturating_sub(MAX_BRACKET_ROUNDS)..]
    }
}

pub fn draw(bracket: &Bracket) -> Figure {
    let rounds = bracket.shown_rounds();
    let count = rounds.len().max(1) as f32;
    let first = rounds.first().map_or(1, |round| round.matches.len()).clamp(1, 1 << (MAX_BRACKET_ROUNDS - 1));
    let wide = ((WIDTH - 2.0 * EDGE - GAP * (count - 1.0)) / count).clamp(MATCH[0], MATCH[1]);
    let matches_end = 2.0 * EDGE + count * wide + (count - 1.0) * GAP;
    let title = line(&clean(&bracket.title, SENTENCE), 36.0, Weight::Bold);
    let width = matches_end.max(title.width + 2.0 * EDGE).clamp(640.0, WIDTH);
    let middle = |round: usize, index: usize| {
        let span = (1 << round) as f32;
        TOP + STEP * (span * (index as f32 + 0.5) - 0.5)
    };
    let last = rounds.len().saturating_sub(1);
    // Where there is no room below the final, the picture is higher.
    let third = middle(last, 0) + STEP + 44.0;
    let below = if bracket.third_place.is_some() { third } else { 0.0 };
    let height = (TOP + STEP * (first as f32 - 1.0)).max(below) + SIDE + EDGE;
    let mut page = Figure::new(bracket.theme, width as usize, height as usize);
    let paint = page.paint;
    let title = fit(&clean(&bracket.title, SENTENCE), 36.0, 27.0, Weight::Bold, width - 2.0 * EDGE);
    page.text(&title, [EDGE, 52.0], paint.text);
    let lines = blend(paint.page, paint.dim, 140);
    for (number, round) in rounds.iter().enumerate() {
        let left = EDGE + number as f32 * (wide + GAP);
        let name = fit(&clean(&round.name, NAME), SIZE[0], SIZE[1], Weight::Regular, wide);
        page.text(&name, [left, 104.0], paint.dim);
        for (index, game) in round.matches.iter().take(first >> number).enumerate() {
            let at = middle(number, index);
            draw_match(&mut page, game, [left, at], wide);
            if number < last {
                let (end, next) = (left + wide, middle(number + 1, index / 2));
                let turn = end + GAP / 2.0;
                page.fill([end, at - 1.0], [turn + 1.0, at + 1.0], lines);
                page.fill([turn - 1.0, at.min(next) - 1.0], [turn + 1.0, at.max(next) + 1.0], lines);
                if index % 2 == 0 {
                    page.fill([turn, next - 1.0], [end + GAP, next + 1.0], lines);
                }
            }
        }
    }
    if let Some((name, game)) = &bracket.third_place {
        let left = EDGE + last as f32 * (wide + GAP);
        let name = fit(&clean(name, NAME), SIZE[0], SIZE[1], Weight::Regular, wide);
        page.text(&name, [left, third - SIDE - 16.0], paint.dim);
        draw_match(&mut page, game, [left, third], wide);
    }
    page
}

/// Draws one match; `at` is the middle of its left side.
fn draw_match(page: &mut Figure, game: &Match, at: [f32; 2], wide: f32) {
    let paint = page.paint;
    let [left, middle] = at;
    let lines = blend(paint.page, paint.dim, 140);
    for (side, top) in game.sides.iter().zip([middle - SIDE, middle]) {
        let fill = if side.is_highlighted { paint.card_active } else { paint.card };
        page.fill([left, top], [left + wide, top + SIDE], fill);
        if side.has_won {
            page.fill([left, top], [left + 7.0, top + SIDE], paint.lead);
        }
        let weight = if side.has_won { Weight::Bold } else { Weight::Regular };
        let score = fit(&clean(&side.score, NAME), SIZE[0], SIZE[1], weight, wide * 0.3);
        let is_out = !side.has_won && game.sides.iter().any(|side| side.has_won);
        let ink = if is_out { paint.dim } else { paint.text };
        page.text(&score, [left + wide - score.width - 10.0, top + 31.0], ink);
        let name = if side.name.is_empty() { "–".to_owned() } else { fonts::name(&side.name) };
        let name = fit(&name, SIZE[0], SIZE[1], weight, wide - score.width - 40.0);
        page.text(&name, [left + 18.0, top + 31.0], if side.name.is_empty() { paint.dim } else { ink });
    }
    page.fill([left, middle - 1.0], [left + wide, middle + 1.0], lines);
}
