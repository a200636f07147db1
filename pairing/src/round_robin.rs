//! Round robins: Berger tables (FIDE handbook C.05 annex 1), groups, and boards of team matches.

use crate::Color;

/// Two participants who meet, by their index in the drawn order, from 0. The first one has White.
pub type Meeting = [usize; 2];

/// The number of times that each two participants meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cycles {
    Single,
    /// Twice, with both colors. The last two rounds of the first cycle are exchanged, so that no one has a color
    /// three times in a row (C.05, annex 1).
    Double,
}

impl Cycles {
    pub const fn count(self) -> usize {
        match self {
            Self::Single => 1,
            Self::Double => 2,
        }
    }
}

pub const fn round_count(participants: usize, cycles: Cycles) -> usize {
    if participants < 2 { 0 } else { cycles.count() * (participants.next_multiple_of(2) - 1) }
}

/// The rounds of this many participants, each with its meetings in the order of the table. With an odd number, one
/// participant has no meeting in each round. Fewer than two have no rounds.
pub fn rounds(participants: usize, cycles: Cycles) -> Vec<Vec<Meeting>> {
    let mut rounds = berger(participants);
    match cycles {
        Cycles::Single => {}
        Cycles::Double => {
            let second: Vec<Vec<Meeting>> =
                rounds.iter().map(|round| round.iter().map(|[white, black]| [*black, *white]).collect()).collect();
            if let [.., before, last] = &mut rounds[..] {
                std::mem::swap(before, last);
            }
            rounds.extend(second);
        }
    }
    rounds
}

/// The last place is fixed and alternates its color; all others move on by half the table each round.
fn berger(participants: usize) -> Vec<Vec<Meeting>> {
    if participants < 2 {
        return Vec::new();
    }
    let even = participants.next_multiple_of(2);
    let (last, circle) = (even - 1, even - 1);
    let round = |number: usize| {
        let first = number * (even / 2) % circle;
        let top = if number.is_multiple_of(2) { [first, last] } else { [last, first] };
        let others = (1..even / 2).map(|step| [(first + step) % circle, (first + circle - step) % circle]);
        // With an odd number, the last place is empty.
        std::iter::once(top).chain(others).filter(|[white, black]| *white.max(black) < participants).collect()
    };
    (0..circle).map(round).collect()
}

/// Deals participants, the strongest first, to groups of equal strength, in alternating direction.
pub fn snake<T>(participants: impl IntoIterator<Item = T>, groups: usize) -> Vec<Vec<T>> {
    let mut dealt: Vec<Vec<T>> = (0..groups).map(|_| Vec::new()).collect();
    let there_and_back = (0..groups).chain((0..groups).rev()).cycle();
    for (participant, group) in participants.into_iter().zip(there_and_back) {
        dealt[group].push(participant);
    }
    dealt
}

/// The colors of the team that is named first, by board: White on the first board, then alternating (FIDE handbook
/// C.05 and the rules of the Olympiad). The home team is named first; the return match exchanges the teams.
pub fn board_colors(boards: usize) -> Vec<Color> {
    (0..boards).map(|board| if board % 2 == 0 { Color::White } else { Color::Black }).collect()
}

/// The match points of both teams, from the points of their boards: 2 for a win, 1 for a draw.
pub fn match_points(home: crate::Score, away: crate::Score) -> [u32; 2] {
    match home.cmp(&away) {
        std::cmp::Ordering::Greater => [2, 0],
        std::cmp::Ordering::Equal => [1, 1],
        std::cmp::Ordering::Less => [0, 2],
    }
}
