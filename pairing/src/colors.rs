//! Colors: a player's history, preference and its strength, and the colors of a pair. FIDE handbook C.04.3, articles
//! 1.7 and 5.

use std::cmp::Ordering;
use std::ops::Not;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// The side that is named first.
    White,
    Black,
}

impl Not for Color {
    type Output = Self;
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// The strength of a player's color preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Strength {
    /// No game yet.
    None,
    /// The colors are balanced: the player prefers to alternate.
    Mild,
    /// One more game of a color than of the other.
    Strong,
    /// Two more games of a color, or the same color in both of the last two games.
    Absolute,
}

#[derive(Debug, Clone)]
pub(crate) struct Colors {
    /// The latest first. Rounds without a game leave no gap.
    latest: Vec<Color>,
    /// The excess of games of one color over the other.
    imbalance: u32,
    due: Option<Color>,
    strength: Strength,
}

impl Colors {
    /// `games` are the colors in order of play.
    pub(crate) fn of(games: impl DoubleEndedIterator<Item = Color>) -> Self {
        let latest: Vec<_> = games.rev().collect();
        let white = latest.iter().filter(|color| **color == Color::White).count();
        let black = latest.len() - white;
        let rarer = match white.cmp(&black) {
            Ordering::Greater => Some(Color::Black),
            Ordering::Less => Some(Color::White),
            Ordering::Equal => None,
        };
        let alternate = latest.first().map(|color| !*color);
        let imbalance = white.abs_diff(black) as u32;
        let mut colors = Self { latest, imbalance, due: None, strength: Strength::None };
        (colors.due, colors.strength) = match imbalance {
            _ if colors.latest.is_empty() => (None, Strength::None),
            2.. => (rarer, Strength::Absolute),
            _ if colors.repeated().is_some() => (alternate, Strength::Absolute),
            1 => (rarer, Strength::Strong),
            0 => (alternate, Strength::Mild),
        };
        colors
    }

    pub(crate) fn is_absolute(&self) -> bool {
        self.strength == Strength::Absolute
    }

    /// Whether one more game of the wrong color would make a difference of three.
    pub(crate) fn is_imbalanced(&self) -> bool {
        self.imbalance > 1
    }

    /// The color of both of the last two games, if it is the same.
    pub(crate) fn repeated(&self) -> Option<Color> {
        match self.latest[..] {
            [last, before, ..] if last == before => Some(last),
            _ => None,
        }
    }

    pub(crate) fn clash(&self, other: &Self) -> bool {
        self.due.is_some() && self.due == other.due
    }

    /// Whether one of the two, with the same absolute preference, would get a difference of three (C10).
    pub(crate) fn breaks_difference(&self, other: &Self) -> bool {
        self.is_imbalanced() && other.is_imbalanced() && self.clash(other)
    }

    /// Whether one of the two would get the same color three times in a row (C11). The player with the smaller
    /// difference gives way.
    pub(crate) fn breaks_alternation(&self, other: &Self) -> bool {
        if !self.is_absolute() || !other.is_absolute() || !self.clash(other) {
            return false;
        }
        match self.imbalance.cmp(&other.imbalance) {
            Ordering::Equal => self.repeated().is_some() && self.repeated() == other.repeated(),
            Ordering::Less => self.repeated().is_some_and(|color| Some(color) != self.due),
            Ordering::Greater => other.repeated().is_some_and(|color| Some(color) != other.due),
        }
    }

    /// Whether a strong preference of one of the two would not be granted (C13).
    pub(crate) fn breaks_strong(&self, other: &Self) -> bool {
        let both_absolute = self.is_absolute() && other.is_absolute();
        self.clash(other) && self.strength.min(other.strength) >= Strength::Strong && !both_absolute
    }

    /// The color that `self` gets against `other`, unless only their ranks decide (articles 5.2.1 to 5.2.3).
    pub(crate) fn against(&self, other: &Self) -> Option<Color> {
        if !self.clash(other) {
            return self.due.or(other.due.map(|color| !color));
        }
        let need = |colors: &Self| match colors.strength {
            Strength::Absolute => (Strength::Absolute, colors.imbalance),
            strength => (strength, 0),
        };
        match need(self).cmp(&need(other)) {
            Ordering::Greater => self.due,
            Ordering::Less => other.due.map(|color| !color),
            // They alternate from the last round in which one had White and the other Black.
            Ordering::Equal => {
                self.latest.iter().zip(&other.latest).find(|(own, theirs)| own != theirs).map(|(_, theirs)| *theirs)
            }
        }
    }
}

/// The color of the higher of two players. `rank` is that player's rank by start number, from 0 (articles 5.2.4 and
/// 5.2.5).
pub(crate) fn color_of_higher(higher: &Colors, rank: usize, lower: &Colors, initial: Color) -> Color {
    let by_rank = if rank.is_multiple_of(2) { initial } else { !initial };
    higher.against(lower).or(higher.due).unwrap_or(by_rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colors(games: &str) -> Colors {
        Colors::of(games.chars().map(|game| if game == 'W' { Color::White } else { Color::Black }))
    }

    #[test]
    fn what_a_player_should_get_follows_from_their_games() {
        for (games, due, strength) in [
            ("", None, Strength::None),
            ("W", Some(Color::Black), Strength::Strong),
            ("WB", Some(Color::White), Strength::Mild),
            ("WBB", Some(Color::White), Strength::Absolute),
            ("WBWB", Some(Color::White), Strength::Mild),
            ("BWW", Some(Color::Black), Strength::Absolute),
            ("WBW", Some(Color::Black), Strength::Strong),
            // Two more games of White: Black, though White was not the last color.
            ("WWWB", Some(Color::Black), Strength::Absolute),
        ] {
            let colors = colors(games);
            assert_eq!((colors.due, colors.strength), (due, strength), "{games}");
        }
    }

    #[test]
    fn the_stronger_need_gets_its_color_then_history_then_the_higher_place() {
        for (higher, lower, color) in [
            ("W", "B", Color::Black),
            ("", "W", Color::White),
            ("WB", "BWB", Color::Black),
            ("BBWBB", "BB", Color::White),
            ("BB", "BBWBB", Color::Black),
            ("B", "BBWBB", Color::Black),
            // Both prefer White. When their colors last differed, in the second game, the higher one had Black.
            ("WBWB", "BWWB", Color::White),
            ("WBB", "WWBBB", Color::Black),
            ("WB", "WB", Color::White),
            ("", "", Color::White),
        ] {
            assert_eq!(color_of_higher(&colors(higher), 0, &colors(lower), Color::White), color, "{higher} {lower}");
        }
        assert_eq!(color_of_higher(&colors(""), 1, &colors(""), Color::White), Color::Black);
        assert_eq!(color_of_higher(&colors(""), 3, &colors(""), Color::Black), Color::White);
    }
}
