//! One instant of a game of Abalone, and its line of text.

use std::fmt;

use super::{Abalone, Half};
use crate::board::bitboard;
use crate::board::hex::Cell;
use crate::color::Color;
use crate::notation::position_line::{PositionError, read_rows, small, write_rows};

/// Marbles, whose turn it is, and the counts that later rulings need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Sets of cells, by color; invariant: these, the neutral ones, walls and holes are disjoint.
    pub(super) marbles: [u64; 6],
    /// How many colors play: 2, 3, 4 or 6.
    pub(super) colors: u8,
    pub(super) pivot: u64,
    pub(super) ball: u64,
    /// Who ejected the ball.
    pub(super) ball_by: Option<Color>,
    pub(super) walls: u64,
    pub(super) holes: u64,
    pub(super) to_move: Color,
    /// The move of a two-move turn that is already made.
    pub(super) half: Option<Half>,
    /// The cells that carry a crown, by color; 0 where none stands.
    pub(super) crowns: [u64; 2],
    pub(super) placing: bool,
    pub(super) lost: [u8; 6],
    /// Marbles ejected by each color; kept only where it does not follow from `lost`: for more than two colors.
    pub(super) won: [u8; 6],
    /// Turns that each of more than two colors had to pass over; kept only in a sprint.
    pub(super) passed: [u8; 6],
    pub(super) ply: u32,
    pub(super) plies_since_ejection: u32,
}

/// What is on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    Empty,
    Marble(Color),
    Pivot,
    Ball,
    Wall,
    Hole,
}

impl Position {
    /// Nothing on the board yet.
    pub(super) const fn bare(colors: u8) -> Self {
        Self {
            marbles: [0; 6],
            colors,
            pivot: 0,
            ball: 0,
            ball_by: None,
            walls: 0,
            holes: 0,
            to_move: Color::Black,
            half: None,
            crowns: [0; 2],
            placing: false,
            lost: [0; 6],
            won: [0; 6],
            passed: [0; 6],
            ply: 0,
            plies_since_ejection: 0,
        }
    }

    /// Two colors with these marbles, nothing else on the board; the two sets must be disjoint.
    pub(crate) const fn of_two(
        marbles: [u64; 2],
        to_move: Color,
        lost: [u8; 2],
        ply: u32,
        plies_since_ejection: u32,
    ) -> Self {
        let bare = Self::bare(2);
        let [black, white] = marbles;
        Self {
            marbles: [black, white, 0, 0, 0, 0],
            to_move,
            lost: [lost[0], lost[1], 0, 0, 0, 0],
            ply,
            plies_since_ejection,
            ..bare
        }
    }

    pub(crate) fn content(&self, cell: Cell) -> Content {
        let bit = bitboard::bit(cell);
        if let Some(color) = self.colors_in_play().find(|&color| self.marbles[color as usize] & bit != 0) {
            Content::Marble(color)
        } else if self.walls & bit != 0 {
            Content::Wall
        } else if self.holes & bit != 0 {
            Content::Hole
        } else if self.pivot & bit != 0 {
            Content::Pivot
        } else if self.ball & bit != 0 {
            Content::Ball
        } else {
            Content::Empty
        }
    }

    /// The colors that play, in the order of their turns.
    pub fn colors_in_play(&self) -> impl DoubleEndedIterator<Item = Color> + Clone + use<> {
        Color::ALL.into_iter().take(usize::from(self.colors))
    }
    /// The color of the marble on a cell.
    pub fn at(&self, cell: Cell) -> Option<Color> {
        match self.content(cell) {
            Content::Marble(color) => Some(color),
            _ => None,
        }
    }
    /// Whose turn it is, or would be, were the game not over.
    pub const fn turn(&self) -> Color {
        self.to_move
    }
    /// Marbles of a color on the board.
    pub const fn on_board(&self, color: Color) -> u8 {
        self.marbles[color as usize].count_ones() as u8
    }
    /// Marbles that a color has lost.
    pub const fn lost(&self, color: Color) -> u8 {
        self.lost[color as usize]
    }
    /// Opposing marbles that a color has ejected.
    pub fn won(&self, color: Color) -> u8 {
        if self.colors == 2 { self.lost(color.opponent()) } else { self.won[color as usize] }
    }
    /// Turns played before.
    pub const fn ply(&self) -> u32 {
        self.ply
    }
    /// Turns since the last ejection.
    pub const fn plies_since_ejection(&self) -> u32 {
        self.plies_since_ejection
    }

    /// The cells of one color, ascending.
    pub fn cells(&self, color: Color) -> impl Iterator<Item = Cell> {
        bitboard::sorted(self.marbles[color as usize]).into_iter()
    }
    /// The color whose turn comes after this one's.
    pub(super) const fn after(&self, color: Color) -> Color {
        Color::ALL[(color as usize + 1) % self.colors as usize]
    }
    /// The color whose turn comes before this one's.
    pub(super) const fn before(&self, color: Color) -> Color {
        Color::ALL[(color as usize + self.colors as usize - 1) % self.colors as usize]
    }
    /// The neutral marbles.
    pub(super) const fn neutral(&self) -> u64 {
        self.pivot | self.ball
    }

    /// Cells where a marble may come to stand.
    pub(super) fn empty(&self) -> u64 {
        bitboard::BOARD & !(self.occupied() | self.walls | self.holes)
    }

    fn occupied(&self) -> u64 {
        self.marbles.iter().fold(self.neutral(), |all, set| all | set)
    }

    /// The same position with every cell mapped to another: for symmetries.
    #[must_use]
    pub fn mapped(&self, map: impl Fn(Cell) -> Cell) -> Self {
        let carry = |set| bitboard::cells_of(set).fold(0, |to, cell| to | bitboard::bit(map(cell)));
        Self {
            marbles: self.marbles.map(carry),
            pivot: carry(self.pivot),
            ball: carry(self.ball),
            walls: carry(self.walls),
            holes: carry(self.holes),
            crowns: self.crowns.map(carry),
            ..*self
        }
    }
}

/// Cells of a set in ascending order, joined.
pub(super) fn join(set: u64, between: &str) -> String {
    bitboard::sorted(set).iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = write_rows(|cell| match self.content(cell) {
            Content::Empty => None,
            Content::Marble(color) => Some(color.letter()),
            Content::Pivot | Content::Ball => Some('n'),
            Content::Wall => Some('#'),
            Content::Hole => Some('o'),
        });
        let counts = |counts: &[u8; 6]| {
            self.colors_in_play().map(|color| counts[color as usize].to_string()).collect::<Vec<_>>().join("-")
        };
        write!(f, "{rows} {} {} {}", self.to_move.letter(), counts(&self.lost), self.ply)?;
        if let Some(half) = self.half {
            write!(f, " half={}", half.as_str())?;
        }
        if self.placing {
            write!(f, " placing")?;
        }
        let crowns: Vec<String> = self.crowns.iter().filter(|&&set| set != 0).map(|&set| join(set, "")).collect();
        if !crowns.is_empty() {
            write!(f, " crown={}", crowns.join(","))?;
        }
        match self.ball_by {
            Some(color) => write!(f, " ball={}", color.letter())?,
            None if self.ball != 0 => write!(f, " ball={}", join(self.ball, ""))?,
            None => {}
        }
        for (word, values) in [("won", &self.won), ("passed", &self.passed)] {
            if *values != [0; 6] {
                write!(f, " {word}={}", counts(values))?;
            }
        }
        if self.plies_since_ejection > 0 {
            write!(f, " calm={}", self.plies_since_ejection)?;
        }
        Ok(())
    }
}

/// The marbles of two colors from rows in which these letters name them.
pub(crate) fn read_two(rows: &str, letters: [char; 2]) -> Result<[u64; 2], PositionError> {
    let mut marbles = [0; 2];
    read_rows(rows, |cell, letter| {
        let color = letters.iter().position(|&known| known == letter);
        color.map(|color| marbles[color] |= bitboard::bit(cell)).is_some()
    })?;
    Ok(marbles)
}

/// The marbles of so many colors from rows, in any case.
pub(super) fn read_marbles(rows: &str, colors: u8) -> Result<[u64; 6], PositionError> {
    let mut marbles = [0; 6];
    read_rows(rows, |cell, letter| {
        let color = Color::from_letter(letter.to_ascii_lowercase()).filter(|color| (*color as u8) < colors);
        color.map(|color| marbles[color as usize] |= bitboard::bit(cell)).is_some()
    })?;
    Ok(marbles)
}

/// Reads a position line by these rules; the inverse of `Display`.
pub(super) fn read(rules: &Abalone, text: &str) -> Result<Position, PositionError> {
    let mut words = text.split_whitespace();
    let mut next = |name: &'static str| words.next().ok_or(PositionError::Missing { part: name });
    let bad = |part: &'static str, found: &str| PositionError::Value { part, found: found.to_owned() };
    let colors = rules.start.colors;
    let mut position = Position::bare(colors);
    let mut neutral = 0;
    read_rows(next("rows")?, |cell, letter| {
        let bit = bitboard::bit(cell);
        match letter.to_ascii_lowercase() {
            '#' => position.walls |= bit,
            'o' => position.holes |= bit,
            'n' if rules.pivot.is_some() || rules.ball.is_some() => neutral |= bit,
            letter => match Color::from_letter(letter).filter(|color| (*color as u8) < colors) {
                Some(color) => position.marbles[color as usize] |= bit,
                None => return false,
            },
        }
        true
    })?;
    if (position.walls, position.holes) != (rules.start.walls, rules.start.holes) {
        return Err(PositionError::Terrain);
    }

    let turn = next("color to move")?;
    let mut letters = turn.chars().map(|letter| letter.to_ascii_lowercase());
    position.to_move = letters
        .next()
        .and_then(Color::from_letter)
        .filter(|color| (*color as u8) < colors && letters.next().is_none())
        .ok_or_else(|| bad("color to move", turn))?;
    let counts = |part: &'static str, text: &str| {
        let numbers: Option<Vec<u8>> =
            text.split('-').map(|count| small(count).filter(|&count| count <= 61).map(|count| count as u8)).collect();
        let numbers = numbers.filter(|numbers| numbers.len() == usize::from(colors)).ok_or_else(|| bad(part, text))?;
        let mut all = [0; 6];
        all[..numbers.len()].copy_from_slice(&numbers);
        Ok(all)
    };
    position.lost = counts("lost marbles", next("lost marbles")?)?;
    let ply = next("ply")?;
    position.ply = small(ply).ok_or_else(|| bad("ply", ply))?;

    let mut known: Vec<&'static str> = Vec::new();
    let mut ball_at = None;
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let key = key.to_ascii_lowercase();
        let unknown = || PositionError::Word { word: word.to_owned() };
        let name = ["half", "placing", "crown", "ball", "won", "passed", "calm"].into_iter().find(|name| *name == key);
        let name = name.ok_or_else(unknown)?;
        if known.contains(&name) {
            return Err(PositionError::Twice { word: name });
        }
        known.push(name);
        match name {
            "half" if rules.turn.has_two_moves() => {
                let half = Half::from_name(&value.to_ascii_lowercase()).ok_or_else(|| bad("half", value))?;
                position.half = Some(half).filter(|half| rules.turn.may_begin_with(*half));
                if position.half.is_none() {
                    return Err(bad("half", value));
                }
            }
            "placing" if rules.placement && value.is_empty() => position.placing = true,
            "crown" if rules.crown.is_some() => position.crowns = read_crowns(&position, value)?,
            "ball" if rules.ball.is_some() => match value.chars().next().and_then(Color::from_letter) {
                Some(color) if value.len() == 1 && (color as u8) < colors => position.ball_by = Some(color),
                _ => {
                    let cell: Cell = value.parse().map_err(|_| bad("ball", value))?;
                    ball_at = Some(bitboard::bit(cell));
                }
            },
            "won" if colors > 2 => position.won = counts("won marbles", value)?,
            "passed" if colors > 2 && rules.sprint.is_some() => position.passed = counts("passed turns", value)?,
            "calm" => position.plies_since_ejection = small(value).ok_or_else(|| bad("calm", value))?,
            _ => return Err(unknown()),
        }
    }

    // One sign stands for both kinds of neutral marbles: the word `ball` tells them apart.
    let ball = match ball_at {
        Some(bit) => bit,
        None if rules.ball.is_some() && rules.pivot.is_none() => neutral,
        None => 0,
    };
    position.ball = ball;
    position.pivot = neutral & !ball;
    let most = |set: u64, there: bool| set.count_ones() <= u32::from(there);
    let ball_fits = ball & !neutral == 0 && most(ball, rules.ball.is_some() && position.ball_by.is_none());
    if !ball_fits || !most(position.pivot, rules.pivot.is_some()) {
        return Err(PositionError::Neutral);
    }
    if rules.ball.is_some() && position.ball == 0 && position.ball_by.is_none() {
        return Err(PositionError::Missing { part: "ball" });
    }
    check_fate(rules, &position)?;
    rules.pass_over(&mut position);
    Ok(position)
}

/// What a line may not claim: a placing that is done, or a half turn that is over.
fn check_fate(rules: &Abalone, position: &Position) -> Result<(), PositionError> {
    if position.placing && rules.in_hand(position, position.to_move) == 0 {
        return Err(PositionError::NothingToPlace);
    }
    if position.half.is_some() && (rules.decision(position).is_some() || !rules.may_go_on(position)) {
        return Err(PositionError::HalfOver);
    }
    Ok(())
}

fn read_crowns(position: &Position, text: &str) -> Result<[u64; 2], PositionError> {
    let bad = |why: String| PositionError::Untrue { part: "crown", found: text.to_owned(), why };
    let mut crowns = [0; 2];
    for three in text.split(',') {
        let set = (0..3)
            .map(|at| three.get(2 * at..2 * at + 2)?.parse::<Cell>().ok())
            .try_fold(0, |set, cell| Some(set | bitboard::bit(cell?)))
            .filter(|set: &u64| three.len() == 6 && set.count_ones() == 3);
        let set = set.ok_or_else(|| bad(format!("`{three}` is not three cells, such as b3b4c4")))?;
        let color = Color::TWO.into_iter().find(|&color| set & !position.marbles[color as usize] == 0);
        let color =
            color.ok_or_else(|| bad(format!("on {} there are not three marbles of one color", join(set, " "))))?;
        if crowns[color as usize] != 0 {
            return Err(bad(format!("{} has one crown", color.name())));
        }
        crowns[color as usize] = set;
    }
    Ok(crowns)
}
