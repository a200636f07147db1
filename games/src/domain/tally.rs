//! Won, lost and drawn games.

use crate::domain::rating::Score;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    pub won: u32,
    pub lost: u32,
    pub drawn: u32,
}

impl Tally {
    pub const fn games(self) -> u32 {
        self.won + self.lost + self.drawn
    }

    pub const fn add(&mut self, score: Score) {
        match score {
            Score::Win => self.won += 1,
            Score::Loss => self.lost += 1,
            Score::Draw => self.drawn += 1,
        }
    }
}
