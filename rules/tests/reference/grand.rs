//! A literal implementation of Grand Abalone on a board of characters, independent of the library. It tries every
//! marble, line and direction.

use std::collections::{BTreeMap, BTreeSet};

/// Row and column, counted from 0 at the bottom left.
pub type Place = (i32, i32);

/// Steps east, northeast, northwest, west, southwest, southeast.
pub const STEPS: [Place; 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// A position between two moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// `b` or `w` on each cell that is not empty.
    pub marbles: BTreeMap<Place, char>,
    /// The color on turn.
    pub own: char,
    /// Marbles that black and white have lost.
    pub lost: [u32; 2],
    /// Turns played.
    pub ply: u32,
    /// Whether the first of two moves is made.
    pub is_mid_turn: bool,
}

/// Whether there is such a cell: six cells a side, rows a to k.
fn is_on(at: Place) -> bool {
    let (row, col) = at;
    (0..=10).contains(&row) && (0..=10).contains(&col) && (row - col).abs() <= 5
}

fn after(at: Place, step: Place) -> Place {
    (at.0 + step.0, at.1 + step.1)
}

/// `a1`
pub fn name(at: Place) -> String {
    format!("{}{}", (b'a' + at.0 as u8) as char, at.1 + 1)
}

/// The board of a position line.
pub fn read(line: &str) -> Board {
    let words: Vec<&str> = line.split(' ').collect();
    let mut marbles = BTreeMap::new();
    for (row, text) in (0..=10).rev().zip(words[0].split('/')) {
        let mut cells = (0..=10).map(|col| (row, col)).filter(|at| is_on(*at));
        let mut digits = String::new();
        for letter in text.chars().chain([' ']) {
            if letter.is_ascii_digit() {
                digits.push(letter);
                continue;
            }
            for _ in 0..digits.parse::<u32>().unwrap_or(0) {
                cells.next().expect("a cell");
            }
            digits.clear();
            if letter != ' ' {
                marbles.insert(cells.next().expect("a cell"), letter);
            }
        }
        assert!(cells.next().is_none(), "row {row} of {line}");
    }
    let lost: Vec<u32> = words[2].split('-').map(|count| count.parse().expect("a count")).collect();
    Board {
        marbles,
        own: words[1].chars().next().expect("a color"),
        lost: [lost[0], lost[1]],
        ply: words[3].parse().expect("a ply"),
        is_mid_turn: words.contains(&"half=own"),
    }
}

impl Board {
    fn has_won(&self, color: char, target: u32) -> bool {
        self.lost[usize::from(color == 'b')] >= target
    }

    /// Every move in notation, with the board after it, before the turn passes on.
    pub fn moves(&self) -> BTreeMap<String, Board> {
        let mut found = BTreeMap::new();
        let mine: Vec<Place> =
            self.marbles.iter().filter(|(_, color)| **color == self.own).map(|(at, _)| *at).collect();
        for &tail in &mine {
            for step in STEPS {
                if let Some(next) = self.inline(tail, step) {
                    found.insert(format!("{}{}", name(tail), name(after(tail, step))), next);
                }
            }
            for along in [(0, 1), (1, 1), (1, 0)] {
                let mut line = vec![tail];
                while line.len() < 4 {
                    let next = after(line[line.len() - 1], along);
                    if self.marbles.get(&next) != Some(&self.own) {
                        break;
                    }
                    line.push(next);
                    for step in STEPS {
                        if step == along || step == (-along.0, -along.1) {
                            continue;
                        }
                        if let Some(next) = self.sideways(&line, step) {
                            let last = line[line.len() - 1];
                            let text = format!("{}{}{}", name(tail), name(last), name(after(tail, step)));
                            found.insert(text, next);
                        }
                    }
                }
            }
        }
        found
    }

    fn sideways(&self, line: &[Place], step: Place) -> Option<Board> {
        let mut next = self.clone();
        for &at in line {
            let target = after(at, step);
            if !is_on(target) || self.marbles.contains_key(&target) {
                return None;
            }
            next.marbles.remove(&at);
            next.marbles.insert(target, self.own);
        }
        Some(next)
    }

    fn inline(&self, tail: Place, step: Place) -> Option<Board> {
        let mut row = vec![tail];
        let mut at = after(tail, step);
        while self.marbles.get(&at) == Some(&self.own) {
            row.push(at);
            at = after(at, step);
        }
        let own = row.len();
        if own > 4 || !is_on(at) {
            return None;
        }
        let mut theirs = 0;
        while self.marbles.contains_key(&at) && self.marbles.get(&at) != Some(&self.own) {
            row.push(at);
            theirs += 1;
            at = after(at, step);
        }
        // Fewer pushed than pushing, and nothing behind them.
        if theirs >= own || self.marbles.contains_key(&at) {
            return None;
        }
        let mut next = self.clone();
        for &at in row.iter().rev() {
            let color = next.marbles.remove(&at).expect("a marble");
            let target = after(at, step);
            if is_on(target) {
                next.marbles.insert(target, color);
            } else {
                next.lost[usize::from(color == 'w')] += 1;
            }
        }
        Some(next)
    }

    /// The board after a move of [`Self::moves`], with the next color on turn. The first turn has one move, later
    /// ones two if possible.
    fn pass_on(mut self, target: u32) -> Board {
        let is_first_of_two = self.ply > 0 && !self.is_mid_turn;
        if is_first_of_two && !self.has_won('b', target) && !self.has_won('w', target) && !self.moves().is_empty() {
            self.is_mid_turn = true;
            return self;
        }
        self.is_mid_turn = false;
        self.ply += 1;
        self.own = if self.own == 'b' { 'w' } else { 'b' };
        self
    }

    /// Counts sequences of this many turns.
    pub fn perft(&self, turns: u32, target: u32) -> u64 {
        if turns == 0 {
            return 1;
        }
        if self.has_won('b', target) || self.has_won('w', target) {
            return 0;
        }
        let after = self.moves().into_values().map(|next| next.pass_on(target));
        after.map(|next| next.perft(if next.is_mid_turn { turns } else { turns - 1 }, target)).sum()
    }

    /// The notation of every move.
    pub fn texts(&self) -> BTreeSet<String> {
        self.moves().into_keys().collect()
    }
}
