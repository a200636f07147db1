//! One pairing bracket: the players of a score group and those who moved down to it. C.04.3, articles 2 to 4.
//!
//! Many pairings are equal by the criteria. The handbook then takes the first one in a certain order, which amounts
//! to further criteria: which of those who moved down are paired and against whom, how few players change halves, and
//! who meets whom. They are applied in sequence: each decision is fixed before the next criterion.

use std::ops::Range;

use super::Rules;
use super::criteria::{Criteria, Roles};
use crate::matching::{Field, Layout, PairWeight, bits_for, heaviest};

pub(super) struct Bracket<'a> {
    rules: &'a Rules<'a>,
    roles: Roles,
    /// A square matrix by index into the players of the roles. Excluded pairs are [`PairWeight::NONE`].
    weights: Vec<PairWeight>,
    /// The bits of the weights used by the criteria.
    layout: Layout,
    /// Whether a player still needs an opponent. Below the bracket everyone does.
    open: Vec<bool>,
    /// The opponent of each player in the best pairing so far.
    mates: Vec<Option<usize>>,
}

impl<'a> Bracket<'a> {
    /// `moved_down` are the players who moved down to the score group `group`.
    pub(super) fn new(rules: &'a Rules<'a>, moved_down: Vec<usize>, group: Range<usize>) -> Self {
        let field = rules.field;
        let next = if group.end < field.len() { super::end_of_group(field, group.end) } else { group.end };
        let above = moved_down.len();
        let mut players = moved_down;
        players.extend(group.start..field.len());
        players.extend(rules.bye());
        let roles =
            Roles { moved_down: above, residents: above + group.len(), next: above + next - group.start, players };
        let size = roles.players.len();
        Self { rules, roles, weights: Vec::new(), layout: Layout::new(), open: vec![true; size], mates: Vec::new() }
    }

    /// Adds the bracket's pairs and returns those who float down, in their order. `None` if not everyone can be
    /// paired.
    pub(super) fn pair(mut self, pairs: &mut Vec<[usize; 2]>) -> Option<Vec<usize>> {
        if self.roles.residents > 1 {
            self.weigh(None)?;
            if self.decides_bye() {
                self.weigh(Some(usize::from(self.rules.field.round) - 1))?;
            }
            self.pair_moved_down(pairs)?;
            self.pair_residents(pairs)?;
        }
        Some((0..self.roles.residents).filter(|at| self.open[*at]).map(|at| self.roles.players[at]).collect())
    }

    /// Applies the criteria. `None` if not everyone can be paired.
    fn weigh(&mut self, misses: Option<usize>) -> Option<()> {
        let size = self.roles.players.len();
        let (criteria, layout) = Criteria::new(self.rules, &self.roles, misses)?;
        self.layout = layout;
        self.weights = vec![PairWeight::NONE; size * size];
        for higher in 0..size {
            for lower in higher + 1..size {
                self.weights[higher * size + lower] = criteria.weight(self.rules, &self.roles, [higher, lower]);
            }
        }
        self.mates = heaviest(&self.weights, size, layout);
        self.mates.iter().all(Option::is_some).then_some(())
    }

    /// Whether the only downfloater gets the bye; only then does C9 apply.
    fn decides_bye(&self) -> bool {
        let Some(score) = self.rules.bye_score else { return false };
        let group = self.rules.field.entrants[self.roles.players[self.roles.moved_down]].score;
        score >= group && (0..self.roles.residents).filter(|at| !self.is_paired_here(*at)).count() == 1
    }

    fn is_paired_here(&self, at: usize) -> bool {
        self.mates[at].is_some_and(|mate| mate < self.roles.residents)
    }

    /// Articles 3.4 to 3.7: the higher of those who moved down are paired, and against higher opponents.
    fn pair_moved_down(&mut self, pairs: &mut Vec<[usize; 2]>) -> Option<()> {
        let moved_down = self.roles.moved_down;
        if (0..moved_down).any(|at| !self.is_paired_here(at)) {
            let mut layout = self.layout;
            let fields = (0..moved_down).map(|_| layout.bits(1)).collect::<Option<Vec<_>>>()?;
            let residents = self.roles.residents();
            self.refine(layout, |higher, lower, weight| {
                if higher < moved_down && residents.contains(&lower) {
                    weight.add_to(fields[higher], 1);
                }
            })?;
            let paired: Vec<_> = (0..moved_down).map(|at| self.is_paired_here(at)).collect();
            self.keep(|[higher, lower]| higher >= moved_down || residents.contains(&lower) == paired[higher]);
        }
        let opponents: Vec<_> = self.roles.residents().collect();
        let paired: Vec<_> = (0..moved_down).filter(|at| self.is_paired_here(*at)).collect();
        self.pair_each(&paired, &opponents, pairs)
    }

    /// Articles 3.2, 3.3 and 4: upper half against lower half, with as few exchanges between the halves as possible.
    fn pair_residents(&mut self, pairs: &mut Vec<[usize; 2]>) -> Option<()> {
        let rest: Vec<_> = self.roles.residents().filter(|at| self.open[*at]).collect();
        let uppers = rest.iter().filter(|at| self.is_upper(**at)).count();
        let is_half = |bracket: &Self| rest[..uppers].iter().all(|at| bracket.is_upper(*at));
        if !is_half(self) {
            self.choose_halves(&rest, uppers)?;
        }
        let upper: Vec<_> = rest.iter().copied().filter(|at| self.is_upper(*at)).collect();
        let residents = self.roles.residents();
        self.keep(|[higher, lower]| {
            !(residents.contains(&higher) && residents.contains(&lower))
                || upper.contains(&higher) && !upper.contains(&lower)
        });
        self.pair_each(&upper, &rest, pairs)
    }

    /// Whether the player is the higher one of a pair of residents.
    fn is_upper(&self, at: usize) -> bool {
        self.mates[at].is_some_and(|mate| mate > at && mate < self.roles.residents)
    }

    /// Article 4.3: first the fewest players who change halves, then the least difference of their numbers, then the
    /// lowest ones of the upper half, then the highest ones of the lower half.
    fn choose_halves(&mut self, rest: &[usize], uppers: usize) -> Option<()> {
        let size = rest.len();
        let mut layout = self.layout;
        let stay = layout.field(uppers)?;
        let numbers = layout.field(uppers * size)?;
        // The lowest player of the upper half comes first.
        let mut down = (0..uppers).map(|_| layout.bits(1)).collect::<Option<Vec<_>>>()?;
        down.reverse();
        let up = (uppers..size).map(|_| layout.bits(1)).collect::<Option<Vec<_>>>()?;
        let places = places(rest, self.roles.players.len());
        self.refine(layout, |higher, lower, weight| {
            // The lower player of a pair, or a downfloater, has left the upper half.
            let left = places[lower].or(places[higher]);
            if let Some(field) = left.and_then(|place| down.get(place)) {
                weight.add_to(*field, 1);
            }
            let (Some(higher), Some(_)) = (places[higher], places[lower]) else { return };
            weight.add_to(numbers, (size - higher) as u64);
            match higher.checked_sub(uppers) {
                None => weight.add_to(stay, 1),
                Some(place) => weight.add_to(up[place], 1),
            }
        })
    }

    /// Pairs each player in turn with the first opponent that the criteria allow, in batches as large as the weights
    /// can hold.
    fn pair_each(&mut self, players: &[usize], opponents: &[usize], pairs: &mut Vec<[usize; 2]>) -> Option<()> {
        let bits = bits_for(opponents.len());
        let places = places(opponents, self.roles.players.len());
        let mut waiting = players;
        while !waiting.is_empty() {
            let mut layout = self.layout;
            let together = waiting.len().min((layout.free() / bits) as usize).min(MOST_TOGETHER);
            let (now, later) = waiting.split_at_checked(together).filter(|(now, _)| !now.is_empty())?;
            let fields: Vec<Field> = now.iter().map_while(|_| layout.bits(bits)).collect();
            let turn = self::places(now, self.roles.players.len());
            self.refine(layout, |higher, lower, weight| {
                if let (Some(turn), Some(place)) = (turn[higher], places[lower]) {
                    weight.add_to(fields[turn], (opponents.len() - place) as u64);
                }
            })?;
            for player in now {
                let mate = self.mates[*player]?;
                pairs.push([self.roles.players[*player], self.roles.players[mate]]);
                self.open[*player] = false;
                self.open[mate] = false;
            }
            waiting = later;
        }
        Some(())
    }

    /// Adds further criteria below all others, and finds the best pairing of the open players.
    fn refine(&mut self, layout: Layout, more: impl Fn(usize, usize, &mut PairWeight)) -> Option<()> {
        let all = self.roles.players.len();
        let waiting: Vec<_> = (0..all).filter(|at| self.open[*at]).collect();
        let size = waiting.len();
        let mut weights = vec![PairWeight::NONE; size * size];
        for (row, higher) in waiting.iter().enumerate() {
            for (column, lower) in waiting.iter().enumerate().skip(row + 1) {
                let mut weight = self.weights[higher * all + lower];
                if weight != PairWeight::NONE {
                    more(*higher, *lower, &mut weight);
                    weights[row * size + column] = weight;
                }
            }
        }
        for (at, mate) in waiting.iter().zip(heaviest(&weights, size, layout)) {
            self.mates[*at] = Some(waiting[mate?]);
        }
        Some(())
    }

    /// Excludes all other pairs of the open players.
    fn keep(&mut self, wanted: impl Fn([usize; 2]) -> bool) {
        let size = self.roles.players.len();
        let mut weights = std::mem::take(&mut self.weights);
        for higher in 0..size {
            for lower in higher + 1..size {
                if !wanted([higher, lower]) {
                    weights[higher * size + lower] = PairWeight::NONE;
                }
            }
        }
        self.weights = weights;
    }
}

/// Larger batches would cost more by wider weights than they save in matchings.
const MOST_TOGETHER: usize = 64;

/// For each of `all`, the index in a list, if it is there.
fn places(list: &[usize], all: usize) -> Vec<Option<usize>> {
    let mut places = vec![None; all];
    for (place, at) in list.iter().enumerate() {
        places[*at] = Some(place);
    }
    places
}
