//! Knock-out: a bracket of matches that keeps the highest seeds apart for as long as possible. The caller decides who
//! wins a match, also after drawn games.

use std::fmt;

/// A player in the bracket, by seed from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub usize);

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MatchId {
    /// A match before the final, or the final.
    Main {
        /// From 0; the final is in the last round.
        round: usize,
        /// From the top, from 0. The winner plays in match `index / 2` of the next round.
        index: usize,
    },
    /// The match between the losers of the semifinals.
    ThirdPlace,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    pub id: MatchId,
    /// Upper and lower player, once they are known. In the first round, `None` is a bye.
    pub players: [Option<Seed>; 2],
    /// The winner. A bye is won from the start.
    pub winner: Option<Seed>,
}

impl Match {
    /// The loser of a decided match; a bye has none.
    pub fn loser(&self) -> Option<Seed> {
        let winner = self.winner?;
        self.players.into_iter().flatten().find(|player| *player != winner)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KnockOutError {
    #[error("a knock-out needs two players at least")]
    TooFewPlayers,
    #[error("there is no such match")]
    NoMatch,
    /// The players are not both known.
    #[error("the match waits for its players")]
    NotReady,
    #[error("seed {0} does not play this match")]
    NotInMatch(Seed),
    #[error("the match that follows is decided already; undo that one first")]
    NextIsDecided,
}

/// Matches of a cup, round by round, with the winners known so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bracket {
    /// The players of the first round, two for each match; `None` is a bye.
    first: Vec<Option<Seed>>,
    /// The winners named by the caller, by round and match.
    winners: Vec<Vec<Option<Seed>>>,
    has_third_place: bool,
    third: Option<Seed>,
}

impl Bracket {
    /// A bracket for this many players. The highest seeds have byes up to the next power of two. A match for the
    /// third place needs four players.
    ///
    /// # Errors
    ///
    /// If there are fewer than two players.
    pub fn new(players: usize, third_place: bool) -> Result<Self, KnockOutError> {
        if players < 2 {
            return Err(KnockOutError::TooFewPlayers);
        }
        let size = players.next_power_of_two();
        let first = seeding(size).into_iter().map(|seed| (seed.0 <= players).then_some(seed)).collect();
        let rounds = size.trailing_zeros();
        let winners = (0..rounds).map(|round| vec![None; size >> (round + 1)]).collect();
        Ok(Self { first, winners, has_third_place: third_place && players >= 4, third: None })
    }

    /// The number of rounds; the final is in the last one.
    pub fn rounds(&self) -> usize {
        self.winners.len()
    }

    /// All matches, round by round; the one for the third place comes before the final.
    pub fn matches(&self) -> Vec<Match> {
        let main = |round: usize| (0..self.winners[round].len()).map(move |index| MatchId::Main { round, index });
        let last = self.rounds() - 1;
        let ids = (0..last).flat_map(main).chain(self.has_third_place.then_some(MatchId::ThirdPlace)).chain(main(last));
        ids.filter_map(|id| self.get(id)).collect()
    }

    /// Undecided matches whose players are known.
    pub fn open(&self) -> Vec<Match> {
        let is_open = |game: &Match| game.winner.is_none() && game.players.iter().all(Option::is_some);
        self.matches().into_iter().filter(is_open).collect()
    }

    pub fn get(&self, id: MatchId) -> Option<Match> {
        match id {
            MatchId::Main { round, index } => {
                let winner = *self.winners.get(round)?.get(index)?;
                let players = if round == 0 {
                    [self.first[2 * index], self.first[2 * index + 1]]
                } else {
                    [2 * index, 2 * index + 1].map(|index| self.get(MatchId::Main { round: round - 1, index })?.winner)
                };
                let bye = if round == 0 && players.contains(&None) { players[0].or(players[1]) } else { None };
                Some(Match { id, players, winner: winner.or(bye) })
            }
            MatchId::ThirdPlace => {
                if !self.has_third_place {
                    return None;
                }
                let round = self.rounds() - 2;
                let players = [0, 1].map(|index| self.get(MatchId::Main { round, index })?.loser());
                Some(Match { id, players, winner: self.third })
            }
        }
    }

    /// Names the winner of a match, replacing any previous one.
    ///
    /// # Errors
    ///
    /// If the match lacks a player, the winner does not play in it, or the next match is decided.
    pub fn decide(&mut self, id: MatchId, winner: Seed) -> Result<(), KnockOutError> {
        let game = self.get(id).ok_or(KnockOutError::NoMatch)?;
        if game.players.contains(&None) {
            return Err(KnockOutError::NotReady);
        }
        if !game.players.contains(&Some(winner)) {
            return Err(KnockOutError::NotInMatch(winner));
        }
        let MatchId::Main { round, index } = id else {
            self.third = Some(winner);
            return Ok(());
        };
        let next = self.get(MatchId::Main { round: round + 1, index: index / 2 });
        let third = self.third.filter(|_| round + 2 == self.rounds());
        if Some(winner) != game.winner && (next.is_some_and(|next| next.winner.is_some()) || third.is_some()) {
            return Err(KnockOutError::NextIsDecided);
        }
        self.winners[round][index] = Some(winner);
        Ok(())
    }

    /// The first places, as far as they are decided: winner and loser of the final, then third and fourth if there is
    /// a match for third place.
    pub fn podium(&self) -> Vec<Seed> {
        let last = MatchId::Main { round: self.rounds() - 1, index: 0 };
        let matches = [Some(last), self.has_third_place.then_some(MatchId::ThirdPlace)].into_iter().flatten();
        let decided = matches.map_while(|id| self.get(id).filter(|game| game.winner.is_some()));
        decided.flat_map(|game| [game.winner, game.loser()]).flatten().collect()
    }
}

/// The seeds of those who go on from groups, each group's best first: the winners of groups in their order, then the
/// others, so that two of one group meet as late as possible, the best two of it in the final only. A winner's first
/// opponent is from another group.
pub fn seeds_of_groups<T: Copy>(groups: &[Vec<T>]) -> Vec<T> {
    let places = groups.iter().map(Vec::len).max().unwrap_or(0);
    let count: usize = groups.iter().map(Vec::len).sum();
    let size = count.next_power_of_two();
    let mut slot_of = vec![0; size];
    for (slot, seed) in seeding(size).into_iter().enumerate() {
        slot_of[seed.0 - 1] = slot;
    }
    // The groups of the seeds so far.
    let mut seeded: Vec<usize> = Vec::with_capacity(count);
    for place in 0..places {
        let here: Vec<usize> = (0..groups.len()).rev().filter(|group| groups[*group].len() > place).collect();
        if place == 0 {
            seeded.extend(here.iter().rev());
            continue;
        }
        let slots = &slot_of[seeded.len()..seeded.len() + here.len()];
        // The round in which this slot meets the first of the group that is seeded already.
        let meets = |slot: usize, group: usize| {
            let others = seeded.iter().zip(&slot_of).filter(|(other, _)| **other == group);
            others.map(|(_, other)| (slot ^ other).checked_ilog2().map_or(0, |bit| bit + 1)).min().unwrap_or(u32::MAX)
        };
        let assigned = (0..=size.ilog2()).rev().find_map(|least| {
            let fits = |slot: usize, group: usize| meets(slots[slot], here[group]) >= least;
            assign(here.len(), fits)
        });
        let order = assigned.unwrap_or_else(|| (0..here.len()).collect());
        let places: Vec<usize> = order.into_iter().map(|index| here[index]).collect();
        seeded.extend(places);
    }
    let mut next = vec![0; groups.len()];
    let player = |group: usize| {
        next[group] += 1;
        groups[group][next[group] - 1]
    };
    seeded.into_iter().map(player).collect()
}

/// Gives each of `count` slots another item that fits it; `None` if that is impossible. The first item is preferred.
fn assign(count: usize, fits: impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
    fn find(
        slot: usize,
        count: usize,
        fits: &impl Fn(usize, usize) -> bool,
        owner: &mut [Option<usize>],
        tried: &mut [bool],
    ) -> bool {
        if let Some(item) = (0..count).find(|item| owner[*item].is_none() && fits(slot, *item)) {
            owner[item] = Some(slot);
            return true;
        }
        for item in 0..count {
            if fits(slot, item) && !std::mem::replace(&mut tried[item], true) {
                let other = owner[item];
                if other.is_none_or(|other| find(other, count, fits, owner, tried)) {
                    owner[item] = Some(slot);
                    return true;
                }
            }
        }
        false
    }
    let mut owner = vec![None; count];
    let is_assigned = (0..count).all(|slot| find(slot, count, &fits, &mut owner, &mut vec![false; count]));
    let mut items = vec![0; count];
    for (item, slot) in owner.into_iter().enumerate() {
        items[slot?] = item;
    }
    is_assigned.then_some(items)
}

/// The order of the seeds from the top of the bracket: 1 meets the last one, and the two highest meet only in the
/// final.
fn seeding(size: usize) -> Vec<Seed> {
    let mut order = vec![1];
    while order.len() < size {
        let sum = order.len() * 2 + 1;
        order = order
            .iter()
            .enumerate()
            .flat_map(|(index, seed)| {
                // Lower halves are mirrored, so that the better seed of a pair is on the outside of the bracket.
                if index % 2 == 0 { [*seed, sum - seed] } else { [sum - seed, *seed] }
            })
            .collect();
    }
    order.into_iter().map(Seed).collect()
}
