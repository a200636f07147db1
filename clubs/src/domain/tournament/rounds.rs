//! Pairings of a tournament, computed with the `pairing` crate, in which White moves first.

use pairing::knock_out::{Bracket, MatchId, Seed, seeds_of_groups};
use pairing::round_robin::{self, Cycles};
use pairing::standings::{Unplayed, standings};
use pairing::{Color, PairingError, RoundPairing, dutch, monrad};

use crate::domain::tournament::standings::{history, start_number, sum_games, tie_breaks};
use crate::domain::tournament::{BoardScore, Format, Pairing, Tournament};

/// Minimum number of players per group, if there are more than two groups.
const GROUP: usize = 4;

/// Players per group who advance to the knock-out.
const GO_ON: usize = 2;

/// The slot of the match for third place; 1 is the final, 2 and 3 are the semifinals.
pub const THIRD_PLACE: u32 = 0;

/// Pairings of the next round, once all games so far are over; `None` after the last round.
pub(super) fn next_round(tournament: &Tournament) -> Option<Vec<Pairing>> {
    match tournament.format {
        Format::Swiss => next_swiss_round(tournament, dutch::pair),
        Format::Monrad => next_swiss_round(tournament, monrad::pair),
        Format::KnockOut => next_matches(tournament, &all(tournament)),
        Format::Groups => fixed_round(tournament, tournament.rounds.len()).or_else(|| {
            let players = tournament.qualified.clone().unwrap_or_else(|| qualified(tournament));
            next_matches(tournament, &players)
        }),
        Format::RoundRobin | Format::DoubleRoundRobin | Format::TeamMatch => {
            fixed_round(tournament, tournament.rounds.len())
        }
    }
}

/// Pairings of a round, from 0, that the format fixes whatever the results, among those who take part now.
pub(super) fn fixed_round(tournament: &Tournament, index: usize) -> Option<Vec<Pairing>> {
    let of_all = |cycles| {
        let rounds = round_robin::rounds(tournament.entrants.len(), cycles);
        if tournament.is_all_at_once() {
            // Nobody rests in such a round.
            let mut boards = seat(tournament, &all(tournament), &rounds.concat());
            boards.retain(|pairing| pairing.second.is_some());
            return (index == 0).then_some(boards);
        }
        rounds.get(index).map(|meetings| seat(tournament, &all(tournament), meetings))
    };
    match tournament.format {
        Format::RoundRobin | Format::DoubleRoundRobin => of_all(tournament.format.traits().cycles?),
        Format::Groups => {
            let groups = groups(tournament);
            let tables: Vec<_> = groups.iter().map(|group| round_robin::rounds(group.len(), Cycles::Single)).collect();
            let of_group = |(group, rounds): (&Vec<u32>, &Vec<Vec<round_robin::Meeting>>)| {
                rounds.get(index).map(|meetings| seat(tournament, group, meetings)).unwrap_or_default()
            };
            let is_fixed = tables.iter().any(|rounds| index < rounds.len());
            is_fixed.then(|| groups.iter().zip(&tables).flat_map(of_group).collect())
        }
        Format::TeamMatch => (index < TEAM_ROUNDS).then(|| team_round(tournament, index)),
        Format::Swiss | Format::Monrad | Format::KnockOut => None,
    }
}

/// The number of rounds; `None` where it depends on drawn games.
pub(super) fn round_count(tournament: &Tournament) -> Option<u32> {
    let players = tournament.entrants.len();
    match tournament.format {
        Format::Swiss | Format::Monrad => Some(tournament.planned_rounds),
        Format::RoundRobin | Format::DoubleRoundRobin if tournament.is_all_at_once() => Some(1),
        Format::RoundRobin | Format::DoubleRoundRobin => {
            Some(round_robin::round_count(players, tournament.format.traits().cycles?) as u32)
        }
        Format::TeamMatch => Some(TEAM_ROUNDS as u32),
        Format::KnockOut | Format::Groups => None,
    }
}

/// Two teams meet twice, at home and away.
const TEAM_ROUNDS: usize = 2;

/// The boards of a team match, the strongest players of both teams first. Colors alternate from board to board and are
/// swapped in the second round.
fn team_round(tournament: &Tournament, index: usize) -> Vec<Pairing> {
    let boards = (tournament.entrants.len() / 2) as u32;
    let colors = round_robin::board_colors(boards as usize);
    let board = |(board, color): (u32, Color)| {
        let (home, away) = (board, boards + board);
        let home_first = (color == Color::White) == tournament.first_moves_first;
        let (first, second) = if home_first == (index == 0) { (home, away) } else { (away, home) };
        match (is_there(tournament, first), is_there(tournament, second)) {
            (true, true) => Some(Pairing::of(first, Some(second))),
            (true, false) => Some(Pairing::of(first, None)),
            (false, true) => Some(Pairing::of(second, None)),
            (false, false) => None,
        }
    };
    (1..).zip(colors).filter_map(board).collect()
}

/// The pairings, each followed by one with changed colors.
pub(super) fn with_returns(pairings: Vec<Pairing>) -> Vec<Pairing> {
    let return_of = |pairing: &Pairing| {
        let (first, second) = (pairing.second?, Some(pairing.first));
        Some(Pairing { first, second, ..pairing.clone() })
    };
    let pairs = pairings.into_iter().map(|pairing| (return_of(&pairing), pairing));
    pairs.flat_map(|(back, pairing)| std::iter::once(pairing).chain(back)).collect()
}

/// Neighbors play each other if the system finds no pairing, and players of whom one has blocked the other only if there
/// is none without that. If all but one skip the round, that one has the bye.
fn next_swiss_round(
    tournament: &Tournament,
    pair: impl Fn(&pairing::Tournament) -> Result<RoundPairing, PairingError>,
) -> Option<Vec<Pairing>> {
    if tournament.current_round() >= tournament.planned_rounds {
        return None;
    }
    let before = history(tournament);
    let present: Vec<u32> = before.present().map(|player| player.number.0.into()).collect();
    let staying = tournament.entrants.iter().filter(|entrant| entrant.left_after.is_none()).count();
    if present.len() < 2 && staying > 1 {
        return Some(present.into_iter().map(|number| Pairing::of(number, None)).collect());
    }
    let mut apart = before.clone();
    for pair in &tournament.blocked {
        if let [Some(one), Some(other)] = pair.map(|user| tournament.number_of(user)) {
            let _ = apart.forbid(start_number(one), start_number(other));
        }
    }
    let mut rounds = [&apart, &before].into_iter().map(|history| pair(history).or_else(|_| monrad::pair(history)));
    let round = rounds.find_map(Result::ok)?;
    let games = round.games.iter().map(|pair| Pairing::of(pair.white.0.into(), Some(pair.black.0.into())));
    Some(games.chain(round.bye.map(|player| Pairing::of(player.0.into(), None))).collect())
}

pub(super) fn all(tournament: &Tournament) -> Vec<u32> {
    (1..=tournament.entrants.len() as u32).collect()
}

/// Whether this player is paired in the next round.
pub(super) fn is_there(tournament: &Tournament, number: u32) -> bool {
    tournament.entrant(number).is_some_and(|entrant| entrant.left_after.is_none())
}

/// The meetings of a table between these players. Withdrawn players are left out, and their opponents have no game.
fn seat(tournament: &Tournament, players: &[u32], meetings: &[round_robin::Meeting]) -> Vec<Pairing> {
    let mut pairings = Vec::new();
    let mut resting: Vec<u32> = players.iter().copied().filter(|number| is_there(tournament, *number)).collect();
    for [white, black] in meetings {
        let [white, black] = [players[*white], players[*black]];
        if is_there(tournament, white) && is_there(tournament, black) {
            resting.retain(|number| ![white, black].contains(number));
            pairings.push(Pairing::of(white, Some(black)));
        }
    }
    pairings.extend(resting.into_iter().map(|number| Pairing::of(number, None)));
    pairings
}

/// Groups by start numbers in serpentine order. There are two, four or eight, so that everybody who advances plays in
/// the first round of the knock-out.
pub fn groups(tournament: &Tournament) -> Vec<Vec<u32>> {
    let players = tournament.entrants.len();
    let count = [8, 4, 2].into_iter().find(|count| players / count >= GROUP).unwrap_or(2);
    round_robin::snake(all(tournament), count)
}

/// Players who advance from the groups after their last round, in the order of their seeds.
pub(super) fn qualified(tournament: &Tournament) -> Vec<u32> {
    let rows = standings(&history(tournament), &tie_breaks(tournament), Unplayed::RoundRobin);
    let best_of = |group: &Vec<u32>| -> Vec<u32> {
        let of_group = rows.iter().map(|row| u32::from(row.number.0)).filter(|number| group.contains(number));
        of_group.filter(|number| is_there(tournament, *number)).take(GO_ON).collect()
    };
    seeds_of_groups(&groups(tournament).iter().map(best_of).collect::<Vec<_>>())
}

/// The slot of a match: 1 is the final, 2 and 3 are the semifinals.
fn slot_of(bracket: &Bracket, id: MatchId) -> u32 {
    match id {
        MatchId::Main { round, index } => (1 << (bracket.rounds() - 1 - round)) + index as u32,
        MatchId::ThirdPlace => THIRD_PLACE,
    }
}

/// The bracket of these players, the best first, with all decided matches. A player whose opponent has withdrawn
/// advances.
pub(super) fn bracket(tournament: &Tournament, players: &[u32]) -> Option<Bracket> {
    let mut bracket = Bracket::new(players.len(), true).ok()?;
    loop {
        let mut is_changed = false;
        for open in bracket.open() {
            let [Some(one), Some(other)] = open.players else { continue };
            let number = |seed: Seed| players[seed.0 - 1];
            let winner = match (is_there(tournament, number(one)), is_there(tournament, number(other))) {
                _ if let Some(winner) = advanced(tournament, slot_of(&bracket, open.id), [one, other].map(number)) => {
                    [one, other].into_iter().find(|seed| number(*seed) == winner)
                }
                (true, false) => Some(one),
                (false, true) => Some(other),
                (false, false) => Some(one.min(other)),
                (true, true) => None,
            };
            if let Some(winner) = winner {
                is_changed |= bracket.decide(open.id, winner).is_ok();
            }
        }
        if !is_changed {
            return Some(bracket);
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CupMatch {
    /// 1 is the final, 2 and 3 are the semifinals, and so on; [`THIRD_PLACE`].
    pub slot: u32,
    /// Start numbers; `None` while unknown, and for a place that stays free.
    pub players: [Option<u32>; 2],
    pub winner: Option<u32>,
}

/// The matches of the knock-out, round by round; `None` before it begins.
pub fn knock_out(tournament: &Tournament) -> Option<Vec<CupMatch>> {
    let players = cup_players(tournament)?;
    let bracket = bracket(tournament, &players)?;
    let number = |seed: Seed| players[seed.0 - 1];
    let cup_match = |found: pairing::knock_out::Match| CupMatch {
        slot: slot_of(&bracket, found.id),
        players: found.players.map(|seed| seed.map(number)),
        winner: found.winner.map(number),
    };
    Some(bracket.matches().into_iter().map(cup_match).collect())
}

/// The players of the knock-out, the best first, once they are known.
pub(super) fn cup_players(tournament: &Tournament) -> Option<Vec<u32>> {
    let traits = tournament.format.traits();
    match (traits.has_knock_out, traits.has_groups) {
        (true, false) => Some(all(tournament)),
        (true, true) => tournament.qualified.clone(),
        (false, _) => None,
    }
}

/// Matches that can be played now. A drawn game is played once more with colors reversed.
fn next_matches(tournament: &Tournament, players: &[u32]) -> Option<Vec<Pairing>> {
    let bracket = bracket(tournament, players)?;
    let pairing = |open: pairing::knock_out::Match| {
        let [Some(one), Some(other)] = open.players.map(|seed| seed.map(|seed| players[seed.0 - 1])) else {
            return None;
        };
        let slot = slot_of(&bracket, open.id);
        let replay = games_of(tournament, slot).last().and_then(|game| Some((game.second?, game.first)));
        let (first, second) = replay.unwrap_or_else(|| choose_first(tournament, one, other));
        Some(Pairing { slot: Some(slot), ..Pairing::of(first, Some(second)) })
    };
    let open: Vec<Pairing> = bracket.open().into_iter().filter_map(pairing).collect();
    (!open.is_empty()).then_some(open)
}

/// Decides who moves first: the player who did so less often, or by the random choice of the tournament if equal.
fn choose_first(tournament: &Tournament, one: u32, other: u32) -> (u32, u32) {
    let firsts = |number: u32| {
        let pairings = tournament.rounds.iter().flat_map(|round| &round.pairings);
        pairings.filter(|pairing| pairing.first == number && pairing.second.is_some()).count()
    };
    let (low, high) = (one.min(other), one.max(other));
    let (low_firsts, high_firsts) = (firsts(low), firsts(high));
    let is_low = if low_firsts == high_firsts { tournament.first_moves_first } else { low_firsts < high_firsts };
    if is_low { (low, high) } else { (high, low) }
}

pub fn games_of(tournament: &Tournament, slot: u32) -> impl Iterator<Item = &Pairing> {
    let pairings = tournament.rounds.iter().flat_map(|round| &round.pairings);
    pairings.filter(move |pairing| pairing.slot == Some(slot))
}

/// The player who goes on from a match. A pairing of a later match stands, even if this one is decided anew.
fn advanced(tournament: &Tournament, slot: u32, [one, other]: [u32; 2]) -> Option<u32> {
    let plays = |slot: u32, player: u32| games_of(tournament, slot).any(|game| game.has(player));
    let goes_on = |(winner, loser): (u32, u32)| {
        let later = std::iter::successors(Some(slot / 2), |slot| Some(slot / 2)).take_while(|slot| *slot > 0);
        let is_semifinal = slot / 2 == 1;
        later.into_iter().any(|slot| plays(slot, winner)) || is_semifinal && plays(THIRD_PLACE, loser)
    };
    let paired = [(one, other), (other, one)].into_iter().find(|players| goes_on(*players));
    paired.map(|(winner, _)| winner).or_else(|| match_winner(tournament, slot))
}

/// The winner of a match by points. After two games that leave it level the marbles decide, then the lower start
/// number, which also decides if neither player played.
fn match_winner(tournament: &Tournament, slot: u32) -> Option<u32> {
    let games: Vec<&Pairing> = games_of(tournament, slot).collect();
    let last = games.last()?;
    let (low, high) = (last.first.min(last.second?), last.first.max(last.second?));
    if games.len() == 1 && last.result.is_some_and(|result| result.score == BoardScore::Draw) {
        return None;
    }
    Some(if sum_games(&games, high)? > sum_games(&games, low)? { high } else { low })
}
