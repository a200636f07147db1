//! Everybody meets everybody: Berger tables (FIDE handbook C.05 annex 1), groups, and boards of team matches.

use crate::Color;

/// Two participants who meet, by their index in the order of the lots, from 0. The first one has White.
pub type Meeting = [usize; 2];

/// How often everybody meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cycles {
    /// Once.
    Single,
    /// Twice, with both colors. The last two rounds of the first cycle change places, so that nobody has a color three times in a row
    /// (C.05, annex 1).
    Double,
}

/// The rounds of so many participants, each with its meetings in the order of the table. Of an odd number one rests each round and is in none of
/// its meetings. Fewer than two have no rounds.
pub fn rounds(participants: usize, cycles: Cycles) -> Vec<Vec<Meeting>> {
    let mut rounds = berger(participants);
    if cycles == Cycles::Double {
        let second: Vec<Vec<Meeting>> =
            rounds.iter().map(|round| round.iter().map(|[white, black]| [*black, *white]).collect()).collect();
        if let [.., before, last] = &mut rounds[..] {
            std::mem::swap(before, last);
        }
        rounds.extend(second);
    }
    rounds
}

/// The last place stays where it is and changes its color each round; all others move half the table on.
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
        // An odd number leaves the last place empty.
        std::iter::once(top).chain(others).filter(|[white, black]| *white.max(black) < participants).collect()
    };
    (0..circle).map(round).collect()
}

/// Deals participants, the strongest first, to groups: forth and back like a snake, so that the groups are equally strong.
pub fn snake<T>(participants: impl IntoIterator<Item = T>, groups: usize) -> Vec<Vec<T>> {
    let mut dealt: Vec<Vec<T>> = (0..groups).map(|_| Vec::new()).collect();
    let there_and_back = (0..groups).chain((0..groups).rev()).cycle();
    for (participant, group) in participants.into_iter().zip(there_and_back) {
        dealt[group].push(participant);
    }
    dealt
}

/// The colors of the team that is named first, by board: White on the first board, then in turn (FIDE handbook C.05 and the rules of the Olympiad).
/// At home a team is named first; in the return match the other one is.
pub fn board_colors(boards: usize) -> Vec<Color> {
    (0..boards).map(|board| if board % 2 == 0 { Color::White } else { Color::Black }).collect()
}

/// Points of both teams from the points of their boards: 2 for the match that is won, 1 for one that is drawn.
pub fn match_points(home: crate::Score, away: crate::Score) -> [u32; 2] {
    match home.cmp(&away) {
        std::cmp::Ordering::Greater => [2, 0],
        std::cmp::Ordering::Equal => [1, 1],
        std::cmp::Ordering::Less => [0, 2],
    }
}
