//! The criteria C6 to C21, which should be violated as rarely as possible, as bits of a pair's weight.
//!
//! The handbook counts violations. A weight counts fulfillments, separately for each pair, so the heaviest pairing
//! has the fewest violations.

use std::ops::Range;

use super::Rules;
use crate::Score;
use crate::field::{Entrant, Float};
use crate::matching::{Field, Layout, PairWeight};

/// The roles of a bracket's players, by index: those who moved down, the residents, the next score group, everyone
/// below.
pub(super) struct Roles {
    pub(super) players: Vec<usize>,
    pub(super) moved_down: usize,
    pub(super) residents: usize,
    /// The end of the next score group.
    pub(super) next: usize,
}

impl Roles {
    pub(super) fn residents(&self) -> Range<usize> {
        self.moved_down..self.residents
    }
}

pub(super) struct Criteria {
    /// C4: everyone is paired.
    all: Field,
    /// C6: as many pairs as possible.
    pairs: Field,
    /// C7: downfloaters have few points. One count per score of those who moved down; among residents the number of
    /// pairs decides.
    scores: ByScore,
    /// C8: as many pairs as possible in the next bracket, and then downfloaters with few points from there.
    next_pairs: Field,
    next_scores: ByScore,
    next_residents: Field,
    /// C9: the bye goes to the player with the fewest missed games.
    bye: Option<Field>,
    /// C10 to C13.
    colors: [Field; 4],
    /// C14 to C17, and C18 to C21: no one repeats a float of the last round, or of the one before.
    floats: [Floats; 2],
    float_scores: [[ByScore; 2]; 2],
}

struct Floats {
    down: Field,
    up: Field,
}

/// A count for each score, the highest first.
struct ByScore(Vec<(Score, Field)>);

impl ByScore {
    fn new(layout: &mut Layout, groups: &[(Score, usize)]) -> Option<Self> {
        groups.iter().map(|(score, size)| Some((*score, layout.field(*size)?))).collect::<Option<_>>().map(Self)
    }
    fn add_score(&self, weight: &mut PairWeight, score: Score) {
        if let Some((_, field)) = self.0.iter().find(|(group, _)| *group == score) {
            weight.add_to(*field, 1);
        }
    }
}

impl Criteria {
    /// `None` if a weight has no room for them. `misses`: the largest number of rounds that anyone has missed, if C9
    /// applies.
    pub(super) fn new(rules: &Rules<'_>, roles: &Roles, misses: Option<usize>) -> Option<(Self, Layout)> {
        let mut layout = Layout::new();
        let layout_ref = &mut layout;
        let mut groups: Vec<(Score, usize)> = Vec::new();
        for player in &roles.players[..roles.moved_down] {
            let score = rules.field.entrants[*player].score;
            match groups.last_mut() {
                Some((last, size)) if *last == score => *size += 1,
                _ => groups.push((score, 1)),
            }
        }
        let here = roles.residents;
        let below = roles.next - roles.residents;
        let criteria = Self {
            all: layout_ref.field(roles.players.len() / 2)?,
            pairs: layout_ref.field(here / 2)?,
            scores: ByScore::new(layout_ref, &groups)?,
            next_pairs: layout_ref.field(below)?,
            next_scores: ByScore::new(layout_ref, &groups)?,
            next_residents: layout_ref.field(below)?,
            bye: match misses {
                Some(misses) => Some(layout_ref.field(misses)?),
                None => None,
            },
            colors: [
                layout_ref.field(here / 2)?,
                layout_ref.field(here / 2)?,
                layout_ref.field(here / 2)?,
                layout_ref.field(here / 2)?,
            ],
            floats: [
                Floats { down: layout_ref.field(here)?, up: layout_ref.field(here / 2)? },
                Floats { down: layout_ref.field(here)?, up: layout_ref.field(here / 2)? },
            ],
            float_scores: [
                [ByScore::new(layout_ref, &groups)?, ByScore::new(layout_ref, &groups)?],
                [ByScore::new(layout_ref, &groups)?, ByScore::new(layout_ref, &groups)?],
            ],
        };
        Some((criteria, layout))
    }

    /// The weight of two players, by their indexes in the bracket, the higher one first.
    pub(super) fn weight(&self, rules: &Rules<'_>, roles: &Roles, [higher, lower]: [usize; 2]) -> PairWeight {
        let mut weight = PairWeight::NONE;
        let [one, other] = [roles.players[higher], roles.players[lower]];
        // Two who moved down could have met further up, had that left everyone else an opponent.
        if lower < roles.moved_down || !rules.allow(one, other) {
            return weight;
        }
        weight.add_to(self.all, 1);
        let moved_down = higher < roles.moved_down;
        if Some(other) == rules.bye() {
            if let (Some(field), true) = (self.bye, higher < roles.residents) {
                weight.add_to(field, u64::from(u32::from(rules.field.round) - 1 - rules.field.entrants[one].unplayed));
            }
            return weight;
        }
        let [one, other] = [one, other].map(|player| &rules.field.entrants[player]);
        if lower < roles.residents {
            weight.add_to(self.pairs, 1);
            self.scores.add_score(&mut weight, one.score);
            self.add_colors(&mut weight, one, other);
            self.add_floats(&mut weight, one, other, moved_down);
        } else if lower < roles.next {
            weight.add_to(self.next_pairs, 1);
            self.next_scores.add_score(&mut weight, one.score);
            if roles.residents().contains(&higher) {
                weight.add_to(self.next_residents, 1);
            }
        }
        weight
    }

    fn add_colors(&self, weight: &mut PairWeight, one: &Entrant, other: &Entrant) {
        let [one, other] = [&one.colors, &other.colors];
        let wrongs =
            [one.breaks_difference(other), one.breaks_alternation(other), one.clash(other), one.breaks_strong(other)];
        for (field, wrong) in self.colors.iter().zip(wrongs) {
            weight.add_to(*field, u64::from(!wrong));
        }
    }

    fn add_floats(&self, weight: &mut PairWeight, one: &Entrant, other: &Entrant, moved_down: bool) {
        for (back, (floats, [down_scores, up_scores])) in self.floats.iter().zip(&self.float_scores).enumerate() {
            let fell = |entrant: &Entrant| entrant.floats[back] == Float::Down;
            let rises_again = moved_down && other.floats[back] == Float::Up;
            weight.add_to(floats.down, u64::from(fell(other)) + u64::from(fell(one) && !moved_down));
            weight.add_to(floats.up, u64::from(!rises_again));
            if fell(one) {
                down_scores.add_score(weight, one.score);
            }
            if !rises_again {
                up_scores.add_score(weight, one.score);
            }
        }
    }
}
