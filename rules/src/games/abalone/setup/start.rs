//! The starting position from options and layouts, and the combinations that are refused.

use crate::board::bitboard::Bitboard;
use crate::board::hex::Cell;
use crate::color::Color;
use crate::games::abalone::position::{Position, read_marbles};
use crate::games::abalone::rules::{Abalone, MARBLES};
use crate::games::abalone::setup::values::{Origin, Seating, TurnKind};
use crate::games::abalone::variant::Variant;
use crate::notation::setup_line::SetupError;
use crate::rng::SeededRng;

pub(in crate::games::abalone) fn bad(option: &str, value: &str, expected: &'static str) -> SetupError {
    SetupError::BadValue { option: option.to_owned(), value: value.to_owned(), expected }
}

fn needs_two(option: &str, seats: &str) -> SetupError {
    SetupError::NeedsTwo { first: option.to_owned(), second: seats.to_owned() }
}

pub(in crate::games::abalone) fn contradiction(first: &str, second: &str) -> SetupError {
    SetupError::Contradiction { first: first.to_owned(), second: second.to_owned() }
}

impl<V: Variant> Abalone<V> {
    /// Refuses setups that can be replayed but are unfit for a new game: a board that does not match its seed and,
    /// with `colors=one`, a start whose colors the players have never seen.
    pub(crate) fn check_sense(&self) -> Result<(), SetupError> {
        let expected = match self.origin {
            Origin::Random { seed } => random_marbles(&self.terrain(), true, seed),
            Origin::RandomFree { seed } => random_marbles(&self.terrain(), false, seed),
            Origin::Named(_) | Origin::Custom | Origin::Placement => Some(self.full_start),
        };
        if expected != Some(self.full_start) {
            return Err(contradiction(&self.layout_word(), "board=…"));
        }
        let is_unseen = matches!(self.origin, Origin::Random { .. } | Origin::RandomFree { .. } | Origin::Custom);
        if self.one_color && is_unseen { Err(contradiction(&self.layout_word(), "colors=one")) } else { Ok(()) }
    }

    fn terrain(&self) -> Position<V> {
        Position { marbles: [V::Bits::EMPTY; 6], ..self.start }
    }

    /// Places the neutral marbles and the terrain, which must not overlap.
    pub(in crate::games::abalone) fn put_neutral(&mut self) -> Result<(), SetupError> {
        let start = &mut self.start;
        start.pivot = self.pivot.map_or(V::Bits::EMPTY, |(cell, _)| V::Bits::of(cell));
        start.ball = self.ball.map_or(V::Bits::EMPTY, V::Bits::of);
        let sets = [(start.walls, "obstacles"), (start.holes, "holes"), (start.pivot, "pivot"), (start.ball, "ball")];
        for (index, &(one, first)) in sets.iter().enumerate() {
            for &(other, second) in &sets[index + 1..] {
                let both = one & other;
                if !both.is_empty() {
                    let cells = both.join("+");
                    let (first, second) = (format!("{first}={cells}"), format!("{second}={cells}"));
                    return Err(SetupError::Overlap { first, second, cells: both.join(" ") });
                }
            }
        }
        Ok(())
    }

    pub(in crate::games::abalone) fn put_marbles(
        &mut self,
        name: Option<String>,
        board: Option<&str>,
        seed: Option<u32>,
    ) -> Result<(), SetupError> {
        let only_two = |what: &str| match self.seating {
            Seating::Two | Seating::TwoByTwo => Ok(()),
            seating => Err(needs_two(what, &format!("seats={}", seating.as_str()))),
        };
        if self.placement {
            only_two("placement=on")?;
            if let Some(name) = name {
                return Err(contradiction(&format!("layout={name}"), "placement=on"));
            }
        }
        let name = name.unwrap_or_else(|| V::standard_layout(self.seating).name.clone());
        if !matches!(name.as_str(), "random" | "random-free") && seed.is_some() {
            return Err(contradiction("seed=…", &format!("layout={name}")));
        }
        if !matches!(name.as_str(), "random" | "random-free" | "custom") && board.is_some() {
            return Err(contradiction("board=…", &format!("layout={name}")));
        }
        let random = |symmetric: bool| -> Result<[V::Bits; 6], SetupError> {
            match (board, seed) {
                (Some(board), _) => {
                    let marbles = read_board::<V::Bits>(board, 2)?;
                    let full = marbles[..2].iter().all(|set| set.count() == u32::from(MARBLES));
                    if full {
                        Ok(marbles)
                    } else {
                        Err(bad("board", board, "fourteen marbles of each color in a random layout"))
                    }
                }
                (None, Some(seed)) => random_marbles(&self.start, symmetric, seed)
                    .ok_or_else(|| contradiction(&format!("layout={name}"), "obstacles, holes, pivot and ball")),
                (None, None) => Err(SetupError::MissingSeed { layout: name.clone() }),
            }
        };
        let (origin, marbles) = match name.as_str() {
            _ if self.placement => (Origin::Placement, [V::Bits::EMPTY; 6]),
            "random" => {
                only_two("layout=random")?;
                let marbles = random(true)?;
                let mirror = |set: V::Bits| V::Bits::collect(set.cells().map(|cell| V::Bits::BOARD.opposite(cell)));
                if mirror(marbles[0]) != marbles[1] {
                    return Err(bad("board", board.unwrap_or_default(), "point-symmetric in a random layout"));
                }
                (Origin::Random { seed: seed.unwrap_or(0) }, marbles)
            }
            "random-free" => {
                only_two("layout=random-free")?;
                (Origin::RandomFree { seed: seed.unwrap_or(0) }, random(false)?)
            }
            "custom" => {
                let board = board.ok_or(SetupError::NoBoard)?;
                (Origin::Custom, read_board(board, self.seating.colors())?)
            }
            _ => {
                let layout = V::layout(&name).ok_or_else(|| SetupError::UnknownLayout { layout: name.clone() })?;
                if layout.seats != self.seating.colors() {
                    return Err(contradiction(
                        &format!("layout={}", layout.name),
                        &format!("seats={}", self.seating.as_str()),
                    ));
                }
                let marbles = read_marbles(&layout.board, layout.seats).expect("our own layouts are boards");
                (Origin::Named(layout), marbles)
            }
        };
        let start = &self.start;
        for (set, option) in
            [(start.walls, "obstacles"), (start.holes, "holes"), (start.pivot, "pivot"), (start.ball, "ball")]
        {
            let both = set & marbles.iter().fold(V::Bits::EMPTY, |all, &marbles| all | marbles);
            if !both.is_empty() {
                let (first, second) = (format!("layout={name}"), format!("{option}={}", both.join("+")));
                return Err(SetupError::Overlap { first, second, cells: both.join(" ") });
            }
        }
        self.start.marbles = marbles;
        self.full_start = marbles;
        self.start.placing = self.placement;
        self.origin = origin;
        Ok(())
    }

    pub(in crate::games::abalone) fn check_combination(&self) -> Result<(), SetupError> {
        let many = !matches!(self.seating, Seating::Two | Seating::TwoByTwo);
        let seats = format!("seats={}", self.seating.as_str());
        let turn = format!("turn={}", self.turn.as_str());
        if many && matches!(self.turn, TurnKind::OwnFoe | TurnKind::FoeOwn | TurnKind::Mixed) {
            return Err(needs_two(&turn, &seats));
        }
        if let Some((color, count)) = self.handicap {
            let handicap = format!("handicap={}:{count}", color.name());
            if many {
                return Err(needs_two(&handicap, &seats));
            }
            if count >= self.target {
                return Err(contradiction(&handicap, &format!("target={}", self.target)));
            }
        }
        if many && self.crown.is_some() {
            return Err(needs_two(&self.crown_word(), &seats));
        }
        if self.placement && self.crown.is_some() {
            return Err(contradiction(&self.crown_word(), "placement=on"));
        }
        let target = format!("target={}", self.target);
        if self.placement {
            let free = self.start.empty().count();
            if free < u32::from(2 * MARBLES) {
                return Err(contradiction("placement=on", "obstacles and holes that leave too few cells"));
            }
        } else {
            let marbles = |color: Color| self.start.on_board(color);
            let layout = self.layout_word();
            if self.start.colors_in_play().any(|color| marbles(color) == 0) {
                return Err(bad("board", &self.board_word(), "a board with marbles of every color"));
            }
            let seats = self.seating.seats();
            let of_others = |color: Color| {
                let team = self.team(color);
                seats.iter().filter(|seat| seat.team != team).map(|seat| marbles(seat.color)).sum::<u8>()
            };
            let marbles = self.start.colors_in_play().map(of_others).min().unwrap_or(0);
            if marbles < self.target {
                return Err(SetupError::TooFewMarbles { layout, marbles, target });
            }
        }
        Ok(())
    }

    /// Rule: marbles are removed from that player's lowest row first, from its ends inward.
    pub(in crate::games::abalone) fn put_handicap(&mut self) -> Result<(), SetupError> {
        let Some((color, count)) = self.handicap else { return Ok(()) };
        self.start.lost[color as usize] = count;
        if self.placement {
            return Ok(());
        }
        let own = |row: u8| {
            let mut cells: Vec<Cell> =
                V::Bits::BOARD.row(row).filter(|&cell| self.start.at(cell) == Some(color)).collect();
            if color == Color::White {
                cells.reverse();
            }
            cells
        };
        let rows: Vec<u8> = if color == Color::Black {
            (0..V::Bits::BOARD.rows()).collect()
        } else {
            (0..V::Bits::BOARD.rows()).rev().collect()
        };
        let order: Vec<Cell> = rows
            .into_iter()
            .flat_map(|row| {
                let mut cells = std::collections::VecDeque::from(own(row));
                let mut order = Vec::new();
                while let Some(cell) = cells.pop_front() {
                    order.push(cell);
                    order.extend(cells.pop_back());
                }
                order
            })
            .take(usize::from(count))
            .collect();
        for cell in order {
            self.start.marbles[color as usize] &= !V::Bits::of(cell);
        }
        if self.start.marbles[color as usize].is_empty() {
            return Err(contradiction(&format!("handicap={}:{count}", color.name()), &self.layout_word()));
        }
        Ok(())
    }

    pub(in crate::games::abalone) fn put_crown(&mut self) -> Result<(), SetupError> {
        let Some(black) = self.crown else { return Ok(()) };
        let set = |cells: [Cell; 3]| V::Bits::collect(cells);
        let crowns = [set(black.cells()), set(black.cells().map(|cell| V::Bits::BOARD.opposite(cell)))];
        for (color, crown) in Color::TWO.into_iter().zip(crowns) {
            let missing = crown & !self.start.marbles[color as usize];
            if !missing.is_empty() {
                let layout = match self.handicap {
                    Some((handicapped, count)) if handicapped == color => format!("handicap={}:{count}", color.name()),
                    _ => self.layout_word(),
                };
                let cells = missing.join(" ");
                return Err(SetupError::NoCrown { crown: self.crown_word(), color: color.name(), cells, layout });
            }
        }
        self.start.crowns = crowns;
        Ok(())
    }
}

fn read_board<B: Bitboard>(board: &str, colors: u8) -> Result<[B; 6], SetupError> {
    read_marbles(board, colors).map_err(|problem| SetupError::Board(problem.into()))
}

/// Fourteen marbles each on random cells; `None` if there is no room for them.
fn random_marbles<V: Variant>(start: &Position<V>, symmetric: bool, seed: u32) -> Option<[V::Bits; 6]> {
    let board = V::Bits::BOARD;
    let mut rng = SeededRng::new(u64::from(seed));
    let free = start.empty();
    let is_free = |cell: Cell| free.contains(cell);
    let mut take = |cells: &mut Vec<Cell>| (!cells.is_empty()).then(|| cells.swap_remove(rng.below(cells.len())));
    let mut marbles = [V::Bits::EMPTY; 6];
    if symmetric {
        // One cell of each pair, and then its color.
        let mut pairs: Vec<Cell> = board
            .cells()
            .filter(|&cell| cell < board.opposite(cell) && is_free(cell) && is_free(board.opposite(cell)))
            .collect();
        for _ in 0..MARBLES {
            let cell = take(&mut pairs)?;
            let (one, other) = (V::Bits::of(cell), V::Bits::of(board.opposite(cell)));
            let swap = take(&mut vec![cell, board.opposite(cell)])? == cell;
            marbles[usize::from(swap)] |= one;
            marbles[usize::from(!swap)] |= other;
        }
    } else {
        let mut cells: Vec<Cell> = board.cells().filter(|&cell| is_free(cell)).collect();
        for color in [0, 1] {
            for _ in 0..MARBLES {
                marbles[color] |= V::Bits::of(take(&mut cells)?);
            }
        }
    }
    Some(marbles)
}
