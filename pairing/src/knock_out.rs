//! Knock-out: a bracket of matches, the highest seeds apart for as long as can be. Who wins a match is said by the caller, drawn games or not.

use std::fmt;

/// Somebody in the bracket, by their place in the seeding, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub usize);

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A match of the bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MatchId {
    /// A match on the way to the final.
    Main {
        /// From 0; the final is in the last one.
        round: usize,
        /// From the top, from 0. The winner plays in match `index / 2` of the next round.
        index: usize,
    },
    /// The losers of the semifinals.
    ThirdPlace,
}

/// Who plays a match, and who has won it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// Which match.
    pub id: MatchId,
    /// Upper and lower player, once they are known. In the first round, `None` is a bye.
    pub players: [Option<Seed>; 2],
    /// Who goes on. A bye is won from the start.
    pub winner: Option<Seed>,
}

impl Match {
    /// Who does not go on, once the match is decided; a bye has no loser.
    pub fn loser(&self) -> Option<Seed> {
        let winner = self.winner?;
        self.players.into_iter().flatten().find(|player| *player != winner)
    }
}

/// What a bracket does not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KnockOutError {
    /// A cup needs two.
    #[error("a knock-out needs two players at least")]
    TooFewPlayers,
    /// There is no such match.
    #[error("there is no such match")]
    NoMatch,
    /// Both players are not known.
    #[error("the match waits for its players")]
    NotReady,
    /// A player who is said to have won does not play.
    #[error("seed {0} does not play this match")]
    NotInMatch(Seed),
    /// The next match is decided.
    #[error("the match that follows is decided already; undo that one first")]
    NextIsDecided,
}

/// A bracket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bracket {
    /// The players of the first round, two for each match; `None` is a bye.
    first: Vec<Option<Seed>>,
    /// The winners that the caller named, by round and match.
    winners: Vec<Vec<Option<Seed>>>,
    has_third_place: bool,
    third: Option<Seed>,
}

impl Bracket {
    /// For so many players. The highest seeds have byes up to the next power of two. A match for the third place needs four players.
    ///
    /// # Errors
    ///
    /// If there are fewer than two.
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

    /// How many rounds there are; the final is in the last one.
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

    /// Matches whose players are known, and that are not decided.
    pub fn open(&self) -> Vec<Match> {
        let is_open = |game: &Match| game.winner.is_none() && game.players.iter().all(Option::is_some);
        self.matches().into_iter().filter(is_open).collect()
    }

    /// One match.
    pub fn get(&self, id: MatchId) -> Option<Match> {
        match id {
            MatchId::Main { round, index } => {
                let named = *self.winners.get(round)?.get(index)?;
                let players = if round == 0 {
                    [self.first[2 * index], self.first[2 * index + 1]]
                } else {
                    [2 * index, 2 * index + 1].map(|index| self.get(MatchId::Main { round: round - 1, index })?.winner)
                };
                let bye = if round == 0 && players.contains(&None) { players[0].or(players[1]) } else { None };
                Some(Match { id, players, winner: named.or(bye) })
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

    /// Names the winner of a match, or another one than before.
    ///
    /// # Errors
    ///
    /// If the match has no two players, the winner is none of them, or what follows is decided.
    pub fn decide(&mut self, id: MatchId, winner: Seed) -> Result<(), KnockOutError> {
        self.set(id, Some(winner))
    }

    /// Takes back who won a match.
    ///
    /// # Errors
    ///
    /// If what follows is decided.
    pub fn undo(&mut self, id: MatchId) -> Result<(), KnockOutError> {
        self.set(id, None)
    }

    fn set(&mut self, id: MatchId, winner: Option<Seed>) -> Result<(), KnockOutError> {
        let game = self.get(id).ok_or(KnockOutError::NoMatch)?;
        if game.players.contains(&None) {
            return Err(KnockOutError::NotReady);
        }
        if let Some(winner) = winner.filter(|winner| !game.players.contains(&Some(*winner))) {
            return Err(KnockOutError::NotInMatch(winner));
        }
        let MatchId::Main { round, index } = id else {
            self.third = winner;
            return Ok(());
        };
        let next = self.get(MatchId::Main { round: round + 1, index: index / 2 });
        let third = self.third.filter(|_| round + 2 == self.rounds());
        if winner != game.winner && (next.is_some_and(|next| next.winner.is_some()) || third.is_some()) {
            return Err(KnockOutError::NextIsDecided);
        }
        self.winners[round][index] = winner;
        Ok(())
    }

    /// The first places, as far as they are decided: winner and loser of the final, then the third and the fourth if there is a match for them.
    pub fn podium(&self) -> Vec<Seed> {
        let last = MatchId::Main { round: self.rounds() - 1, index: 0 };
        let matches = [Some(last), self.has_third_place.then_some(MatchId::ThirdPlace)].into_iter().flatten();
        let decided = matches.map_while(|id| self.get(id).filter(|game| game.winner.is_some()));
        decided.flat_map(|game| [game.winner, game.loser()]).flatten().collect()
    }
}

/// The order of the seeds from the top of the bracket: 1 meets the last one, and the two highest meet in the final only.
fn seeding(size: usize) -> Vec<Seed> {
    let mut order = vec![1];
    while order.len() < size {
        let sum = order.len() * 2 + 1;
        order = order
            .iter()
            .enumerate()
            .flat_map(|(index, seed)| {
                // Lower halves are turned, so that the better seed of a pair is at the outside of the bracket.
                if index % 2 == 0 { [*seed, sum - seed] } else { [sum - seed, *seed] }
            })
            .collect();
    }
    order.into_iter().map(Seed).collect()
}
