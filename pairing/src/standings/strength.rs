//! Tie-breaks of a single player: opponents' strength, wins, marbles.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::{Edition, Quarters, Term, TieBreak, TieBreakValue, Unplayed, is_missed};
use crate::{Bye, Color, Outcome, Score, Slot, StartNumber, Tournament};

/// The rating of an opponent without one.
const UNRATED: u16 = 1500;

/// Rating differences for scores of 50 to 100 percent (FIDE handbook B.02, article 8.1.1).
const DIFFERENCES: [i64; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
];

fn difference_for(percent: i64) -> i64 {
    let distance = percent.abs_diff(50) as usize;
    percent.cmp(&50) as i64 * DIFFERENCES[distance.min(50)]
}

#[derive(Clone, Copy)]
struct PlayedRound {
    /// The number, from 1.
    round: u16,
    slot: Slot,
    points: Score,
}

/// All players' rounds, and their worth as opponents.
pub(super) struct Opposition<'a> {
    tournament: &'a Tournament,
    unplayed: Unplayed,
    rounds: HashMap<StartNumber, Vec<PlayedRound>>,
    worth: HashMap<StartNumber, Score>,
}

impl<'a> Opposition<'a> {
    pub(super) fn of(tournament: &'a Tournament, unplayed: Unplayed) -> Self {
        let rounds_of = |number: StartNumber| -> Vec<PlayedRound> {
            let slots = (1..).zip(tournament.slots(number));
            let played = slots.map(|(round, slot)| (round, slot, tournament.points_in(number, round, slot)));
            played.map(|(round, slot, points)| PlayedRound { round, slot, points }).collect()
        };
        let rounds = tournament.players().map(|player| (player.number, rounds_of(player.number))).collect();
        let mut opposition = Self { tournament, unplayed, rounds, worth: HashMap::new() };
        opposition.worth =
            tournament.players().map(|player| (player.number, opposition.worth_of(player.number))).collect();
        opposition
    }

    /// Byes after the last round that the player intended to play count as draws.
    fn worth_of(&self, number: StartNumber) -> Score {
        let rounds = &self.rounds[&number];
        let intended_rounds = rounds.iter().rposition(|round| !self.is_missed(*round)).map_or(0, |last| last + 1);
        let as_draws = rounds.iter().skip(intended_rounds).filter(|round| matches!(round.slot, Slot::Bye(_)));
        let score = i64::from(self.tournament.score(number).0);
        let change = |round: &PlayedRound| i64::from(self.draw().0) - i64::from(round.points.0);
        let worth = if self.all_meet() { score } else { score + as_draws.map(change).sum::<i64>() };
        Score(u32::try_from(worth.max(0)).unwrap_or(u32::MAX))
    }

    fn is_missed(&self, round: PlayedRound) -> bool {
        is_missed(round.slot, self.is_win(round))
    }

    fn is_win(&self, round: PlayedRound) -> bool {
        match round.slot {
            Slot::Game { outcome, color, .. } => outcome.winner() == Some(color),
            Slot::Bye(_) => round.points.0 >= self.tournament.points.win.into(),
        }
    }

    fn draw(&self) -> Score {
        self.tournament.points.points(Slot::Bye(Bye::HalfPoint))
    }

    /// The opponent of a round whose game counts.
    fn opponent(&self, slot: Slot) -> Option<StartNumber> {
        match (slot, self.unplayed) {
            (Slot::Game { opponent, .. }, Unplayed::RoundRobin) => Some(opponent),
            _ => slot.played().map(|(opponent, _)| opponent),
        }
    }

    fn rounds(&self, number: StartNumber) -> impl Iterator<Item = PlayedRound> {
        self.rounds[&number].iter().copied()
    }

    /// The value of `tie_break` for a player. Direct encounters are computed for groups instead.
    pub(super) fn value(&self, tie_break: TieBreak, number: StartNumber) -> TieBreakValue {
        let rank = |rank: usize| {
            let value = Some(Quarters(rank as i64 * 4));
            TieBreakValue { tie_break, value, terms: Vec::new() }
        };
        let terms = match tie_break {
            TieBreak::Buchholz => self.strength(number, |_| Score(2)),
            TieBreak::BuchholzCut1 => {
                let mut terms = self.strength(number, |_| Score(2));
                self.cut(number, &mut terms);
                terms
            }
            TieBreak::SonnebornBerger => self.strength(number, |round| round.points),
            TieBreak::Wins => self.per_round(number, |round| i64::from(self.is_win(round)) * 4),
            TieBreak::StandardPoints => self.per_round(number, |round| match round.points.cmp(&self.draw()) {
                Ordering::Greater => 4,
                Ordering::Equal => 2,
                Ordering::Less => 0,
            }),
            TieBreak::Progressive => {
                let mut sum = Score(0);
                let running = |played: PlayedRound| {
                    sum.0 += played.points.0;
                    Term { round: played.round, opponent: None, value: sum.into(), is_cut: false }
                };
                self.rounds(number).map(running).collect()
            }
            TieBreak::BlackWins => self.per_round(number, |round| match round.slot {
                Slot::Game { color: Color::Black, outcome: Outcome::BlackWins, .. } => 4,
                _ => 0,
            }),
            TieBreak::Performance => return self.performance(number),
            TieBreak::Marbles => self.per_round(number, |round| match round.slot {
                Slot::Game { outcome: Outcome::WhiteWins | Outcome::Draw | Outcome::BlackWins, marbles, .. } => {
                    i64::from(marbles) * 4
                }
                _ => 0,
            }),
            TieBreak::DirectEncounter => Vec::new(),
            TieBreak::Seed => return rank(usize::from(number.0)),
            TieBreak::Lots => {
                let players = self.tournament.players().map(|player| player.number);
                return rank(1 + players.filter(|other| self.lot(*other) < self.lot(number)).count());
            }
        };
        TieBreakValue::of(tie_break, terms)
    }

    /// The most that the dummy opponent of a round without a game is worth.
    fn limit_of_dummy(&self, slot: Slot, edition: Edition) -> Score {
        match (edition, slot) {
            (Edition::Of2024, _) => Score(u32::MAX),
            (Edition::Of2026, Slot::Game { opponent, .. }) => self.worth[&opponent],
            (Edition::Of2026, Slot::Bye(_)) => Score(self.draw().0 * self.tournament.rounds().len() as u32),
        }
    }

    /// The worth of each opponent, times `times` in half points.
    fn strength(&self, number: StartNumber, times: impl Fn(PlayedRound) -> Score) -> Vec<Term> {
        let own = self.tournament.score(number);
        let term = |played: PlayedRound| {
            let opponent = self.opponent(played.slot);
            let worth = match (opponent, self.unplayed) {
                (Some(opponent), _) => self.worth[&opponent],
                (None, Unplayed::Swiss(edition)) => own.min(self.limit_of_dummy(played.slot, edition)),
                (None, Unplayed::RoundRobin) => return None,
            };
            let value = Quarters(i64::from(worth.0) * i64::from(times(played).0));
            Some(Term { round: played.round, opponent, value, is_cut: false })
        };
        self.rounds(number).filter_map(term).collect()
    }

    /// Cuts the least of the missed rounds or, without any, the least of all (article 16.5).
    fn cut(&self, number: StartNumber, terms: &mut [Term]) {
        let rounds = &self.rounds[&number];
        let missed = |term: &Term| term.opponent.is_none() && self.is_missed(rounds[usize::from(term.round) - 1]);
        if let Some(least) = terms.iter_mut().min_by_key(|term| (!missed(term), term.value)) {
            least.is_cut = true;
        }
    }

    /// The lot of a player; the lowest one is first.
    fn lot(&self, number: StartNumber) -> (u64, StartNumber) {
        // SplitMix64, a generator whose numbers for consecutive seeds are independent.
        let mut z = self.tournament.lots.wrapping_add(u64::from(number.0).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31), number)
    }

    /// The rating performance: the average rating of the opponents, and the difference that the score means (B.02,
    /// article 8.1).
    fn performance(&self, number: StartNumber) -> TieBreakValue {
        let rating = |opponent: StartNumber| {
            let rating = self.tournament.player(opponent).and_then(|player| player.rating);
            i64::from(rating.unwrap_or(UNRATED))
        };
        let (mut terms, mut half_points) = (Vec::new(), 0);
        for played in self.rounds(number) {
            let (Some((opponent, color)), Slot::Game { outcome, .. }) = (played.slot.played(), played.slot) else {
                continue;
            };
            half_points += outcome.winner().map_or(1, |winner| 2 * i64::from(winner == color));
            let value = Quarters(rating(opponent) * 4);
            terms.push(Term { round: played.round, opponent: Some(opponent), value, is_cut: false });
        }
        let games = terms.len() as i64;
        let sum = terms.iter().map(|term| term.value.0 / 4).sum::<i64>();
        // Both are rounded, halves up.
        let value = (games > 0).then(|| {
            let average = (2 * sum + games) / (2 * games);
            let percent = (100 * half_points + games) / (2 * games);
            Quarters((average + difference_for(percent)) * 4)
        });
        TieBreakValue { tie_break: TieBreak::Performance, value, terms }
    }

    /// `value` is in quarters.
    fn per_round(&self, number: StartNumber, value: impl Fn(PlayedRound) -> i64) -> Vec<Term> {
        let term = |played: PlayedRound| {
            let (value, opponent) = (Quarters(value(played)), self.opponent(played.slot));
            Some(Term { round: played.round, opponent, value, is_cut: false }).filter(|term| term.value.0 != 0)
        };
        self.rounds(number).filter_map(term).collect()
    }

    /// Games of a player against some others: round, opponent, points.
    pub(super) fn games_against(&self, number: StartNumber, others: &[StartNumber]) -> Vec<(u16, StartNumber, Score)> {
        let game = |played: PlayedRound| {
            let opponent = self.opponent(played.slot).filter(|opponent| others.contains(opponent))?;
            Some((played.round, opponent, played.points))
        };
        self.rounds(number).filter_map(game).collect()
    }

    /// The direct encounter of each player in a group.
    pub(super) fn encounters(&self, group: &[StartNumber]) -> HashMap<StartNumber, TieBreakValue> {
        let value = |number: &StartNumber| {
            let term = |(round, opponent, points): (u16, StartNumber, Score)| Term {
                round,
                opponent: Some(opponent),
                value: points.into(),
                is_cut: false,
            };
            let terms = self.games_against(*number, group).into_iter().map(term).collect();
            let mut value = TieBreakValue::of(TieBreak::DirectEncounter, terms);
            value.value = value.value.filter(|_| group.len() > 1);
            (*number, value)
        };
        group.iter().map(value).collect()
    }

    pub(super) fn win(&self) -> u32 {
        self.tournament.points.win.into()
    }

    /// Whether everyone is to meet everyone.
    pub(super) fn all_meet(&self) -> bool {
        match self.unplayed {
            Unplayed::Swiss(_) => false,
            Unplayed::RoundRobin => true,
        }
    }
}
