//! The players of the next round, as input to all pairing systems.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::colors::{Colors, color_of_higher};
use crate::{Bye, Color, Score, Slot, StartNumber, Tournament};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pair {
    pub white: StartNumber,
    pub black: StartNumber,
}

/// The games of a round, in the order of boards (FIDE handbook C.04.2: by the score of the better player, then of the
/// other one).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundPairing {
    pub games: Vec<Pair>,
    /// The player without an opponent, if the number is odd.
    pub bye: Option<StartNumber>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PairingError {
    #[error("all {0} rounds are played")]
    Finished(u16),
    /// The number of rounds is unknown, but the last round has rules of its own.
    #[error("it is not said how many rounds are played in all")]
    RoundsUnknown,
    #[error("a round needs two players who are there, and {0} {verb} left", verb = if *.0 == 1 { "is" } else { "are" })]
    TooFewPlayers(usize),
    /// Pairing would take too long.
    #[error("this system pairs {limit} players at most, and {players} are there")]
    TooManyPlayers { players: usize, limit: usize },
    /// In any pairing, someone would meet the same opponent again, get a second bye or, in the Dutch system, a third
    /// game of a color in a row.
    #[error("no pairing of round {0} follows the rules: those who are left have met, or may not meet")]
    NoLegalPairing(u16),
}

/// A player's float in a round: down to a lower score group, or up against one from a higher (C.04.3, article 1.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Float {
    Down,
    Up,
    None,
}

#[derive(Debug)]
pub(crate) struct Entrant {
    pub(crate) number: StartNumber,
    /// The rank by start number among all who have ever been in a pairing, from 0.
    rank: usize,
    pub(crate) score: Score,
    pub(crate) colors: Colors,
    /// In the last round, and in the one before.
    pub(crate) floats: [Float; 2],
    /// Whether the player may have the bye: no one gets it twice, or after a win without a game (C2).
    pub(crate) may_have_bye: bool,
    /// Rounds without a game.
    pub(crate) unplayed: u32,
}

/// Everyone present, by score, then by start number.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) entrants: Vec<Entrant>,
    /// A square matrix: whether two have met, or are kept apart.
    apart: Vec<bool>,
    pub(crate) round: u16,
    initial: Color,
    /// The player who was given the bye before the round is paired.
    assigned_bye: Option<StartNumber>,
}

impl Field {
    pub(crate) fn of(tournament: &Tournament) -> Result<Self, PairingError> {
        let round = tournament.next_round();
        if let Some(planned) = tournament.planned_rounds
            && round > planned
        {
            return Err(PairingError::Finished(planned));
        }
        let histories: HashMap<_, _> =
            tournament.players().map(|it| (it.number, History::of(tournament, it.number))).collect();
        let mut entrants = Vec::new();
        let mut rank = 0;
        let mut assigned_bye = None;
        for player in tournament.players() {
            let history = &histories[&player.number];
            let absence = player.absence(round);
            let there = absence.is_none();
            if absence == Some(Bye::PairingAllocated) {
                assigned_bye = Some(player.number);
            } else if !there && !history.was_paired() {
                continue;
            }
            if there {
                entrants.push(history.entrant(tournament, player.number, rank, &histories));
            }
            rank += 1;
        }
        if entrants.len() < 2 {
            return Err(PairingError::TooFewPlayers(entrants.len()));
        }
        entrants.sort_by_key(|entrant| (Reverse(entrant.score), entrant.rank));
        let size = entrants.len();
        let places: HashMap<_, _> =
            entrants.iter().enumerate().map(|(place, entrant)| (entrant.number, place)).collect();
        let mut apart = vec![false; size * size];
        let met = histories.iter().flat_map(|(number, history)| history.met().map(|opponent| [*number, opponent]));
        for [one, other] in met.chain(tournament.forbidden()) {
            if let (Some(one), Some(other)) = (places.get(&one), places.get(&other)) {
                apart[one * size + other] = true;
                apart[other * size + one] = true;
            }
        }
        let initial = tournament.initial_color.or_else(|| initial_color(tournament)).unwrap_or(Color::White);
        Ok(Self { entrants, apart, round, initial, assigned_bye })
    }

    pub(crate) fn len(&self) -> usize {
        self.entrants.len()
    }

    pub(crate) fn is_odd(&self) -> bool {
        !self.len().is_multiple_of(2)
    }

    pub(crate) fn are_apart(&self, one: usize, other: usize) -> bool {
        self.apart[one * self.len() + other]
    }

    /// Converts indexes to start numbers, with colors, in the order of boards.
    pub(crate) fn publish(&self, pairs: &[[usize; 2]], bye: Option<usize>) -> RoundPairing {
        let mut pairs: Vec<_> = pairs.iter().map(|[one, other]| [*one.min(other), *one.max(other)]).collect();
        pairs.sort_by_key(|[higher, lower]| {
            let [higher, lower] = [higher, lower].map(|place| &self.entrants[*place]);
            (Reverse((higher.score, lower.score)), higher.rank)
        });
        let games = pairs.iter().map(|pair| {
            let [higher, lower] = pair.map(|place| &self.entrants[place]);
            match color_of_higher(&higher.colors, higher.rank, &lower.colors, self.initial) {
                Color::White => Pair { white: higher.number, black: lower.number },
                Color::Black => Pair { white: lower.number, black: higher.number },
            }
        });
        let bye = bye.map(|place| self.entrants[place].number).or(self.assigned_bye);
        RoundPairing { games: games.collect(), bye }
    }
}

/// A player's results and their points, and the score before each round and after the last.
struct History {
    slots: Vec<Slot>,
    points: Vec<Score>,
    scores: Vec<Score>,
}

impl History {
    fn of(tournament: &Tournament, number: StartNumber) -> Self {
        let slots = tournament.slots(number);
        let points = (1..).zip(&slots).map(|(round, slot)| tournament.points_in(number, round, *slot)).collect();
        Self { slots, points, scores: tournament.running_scores(number) }
    }

    fn was_paired(&self) -> bool {
        self.slots.iter().any(|slot| matches!(slot, Slot::Game { .. } | Slot::Bye(Bye::PairingAllocated)))
    }

    fn met(&self) -> impl Iterator<Item = StartNumber> {
        self.slots.iter().filter_map(|slot| Some(slot.played()?.0))
    }

    fn entrant(
        &self,
        tournament: &Tournament,
        number: StartNumber,
        rank: usize,
        histories: &HashMap<StartNumber, Self>,
    ) -> Entrant {
        let points = tournament.points;
        let float = |back: usize| {
            let Some(round) = self.slots.len().checked_sub(back) else { return Float::None };
            match self.slots[round].played() {
                None if self.points[round].0 > points.loss.into() => Float::Down,
                None => Float::None,
                Some((opponent, _)) => match self.scores[round].cmp(&histories[&opponent].scores[round]) {
                    std::cmp::Ordering::Greater => Float::Down,
                    std::cmp::Ordering::Less => Float::Up,
                    std::cmp::Ordering::Equal => Float::None,
                },
            }
        };
        let wins_without_game = |(slot, worth): (&Slot, &Score)| {
            let unplayed = slot.played().is_none() && worth.0 >= points.win.into();
            unplayed || *slot == Slot::Bye(Bye::PairingAllocated)
        };
        Entrant {
            number,
            rank,
            score: self.scores.last().copied().unwrap_or_default(),
            colors: Colors::of(self.slots.iter().filter_map(|slot| Some(slot.played()?.1))),
            floats: [float(1), float(2)],
            may_have_bye: !self.slots.iter().zip(&self.points).any(wins_without_game),
            unplayed: self.slots.iter().filter(|slot| slot.played().is_none()).count() as u32,
        }
    }
}

/// The color drawn for the highest seed, derived from the first round with games, in which colors alternate by rank.
fn initial_color(tournament: &Tournament) -> Option<Color> {
    let first = tournament.rounds().iter().position(|round| !round.games().is_empty())?;
    let histories = tournament.players().map(|player| tournament.slots(player.number));
    let paired = histories.filter(|slots| {
        slots[..=first].iter().any(|slot| matches!(slot, Slot::Game { .. } | Slot::Bye(Bye::PairingAllocated)))
    });
    let mut colors = paired.enumerate().filter_map(|(rank, slots)| match slots[first] {
        Slot::Game { color, .. } if rank.is_multiple_of(2) => Some(color),
        Slot::Game { color, .. } => Some(!color),
        Slot::Bye(_) => None,
    });
    colors.next()
}
