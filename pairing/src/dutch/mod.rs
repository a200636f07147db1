//! The FIDE (Dutch) system: handbook C.04.3 in the revision of 2025, in force from February 2026.
//!
//! Players are paired within their score groups, from the top: upper half against lower half. A player who cannot be
//! paired there floats down into the next bracket. Absolute rules (C1 to C4) must hold; further criteria (C5 to C21),
//! in order of importance, should be violated as rarely as possible. Each bracket is a problem of weighted matching:
//! a pair's weight counts each criterion in bits of its own, the most important one at the top. All players below the
//! bracket are part of the problem, so a bracket never leaves over players who cannot be paired further down.
//!
//! Deviations from the handbook, and its open choices:
//!
//! * Accelerated rounds (Baku) are not supported.
//! * Late entries get the last start numbers; no one is renumbered by rating.
//! * The color of the first round is an argument and not drawn here.
//! * If no pairing follows the rules, there is none. The handbook leaves that to the arbiter; [`crate::monrad`] has
//!   no strict rule about colors.

mod bracket;
mod criteria;

use crate::field::{Field, PairingError, RoundPairing};
use crate::matching::{Layout, PairWeight, heaviest};
use crate::{Score, Tournament};
use bracket::Bracket;

/// The greatest number of players; more would take seconds.
pub const MOST_PLAYERS: usize = 256;

/// Pairs the next round.
///
/// # Errors
///
/// If all rounds are played, the number of rounds is unknown, fewer than two players are present, or no pairing
/// follows the rules.
pub fn pair(tournament: &Tournament) -> Result<RoundPairing, PairingError> {
    let field = Field::of(tournament)?;
    let planned = tournament.planned_rounds.ok_or(PairingError::RoundsUnknown)?;
    if field.len() > MOST_PLAYERS {
        return Err(PairingError::TooManyPlayers { players: field.len(), limit: MOST_PLAYERS });
    }
    let most_points = u32::from(tournament.points.win.max(tournament.points.draw)) * u32::from(field.round - 1);
    let rules =
        Rules { top_score: (field.round >= planned).then_some(Score(most_points / 2)), bye_score: None, field: &field };
    let rules = rules.with_bye_score()?;

    let mut pairs = Vec::new();
    let mut floaters: Vec<usize> = Vec::new();
    let mut start = 0;
    while start < field.len() {
        let next = end_of_group(&field, start);
        let bracket = Bracket::new(&rules, floaters, start..next);
        floaters = bracket.pair(&mut pairs).ok_or(PairingError::NoLegalPairing(field.round))?;
        start = next;
    }
    if floaters.len() > 1 || field.is_odd() != (floaters.len() == 1) {
        return Err(PairingError::NoLegalPairing(field.round));
    }
    Ok(field.publish(&pairs, floaters.first().copied()))
}

/// The index after the last player with the score of the one at `start`.
fn end_of_group(field: &Field, start: usize) -> usize {
    let score = field.entrants[start].score;
    field.entrants[start..].iter().position(|entrant| entrant.score != score).map_or(field.len(), |size| start + size)
}

struct Rules<'a> {
    field: &'a Field,
    /// In the last round, players with more than this half of the maximum score may get any color (topscorers,
    /// article 1.8).
    top_score: Option<Score>,
    /// The score of the player who gets the bye.
    bye_score: Option<Score>,
}

impl Rules<'_> {
    /// The index that stands for the bye.
    fn bye(&self) -> Option<usize> {
        self.field.is_odd().then_some(self.field.len())
    }

    /// Whether two may meet (C1 and C3), or one may have the bye (C2 and C5). `one` is the higher.
    fn allow(&self, one: usize, other: usize) -> bool {
        let entrants = &self.field.entrants;
        if Some(other) == self.bye() {
            let one = &entrants[one];
            return one.may_have_bye && self.bye_score.is_none_or(|score| one.score == score);
        }
        if self.field.are_apart(one, other) {
            return false;
        }
        let [one, other] = [&entrants[one], &entrants[other]];
        let is_top = self.top_score.is_some_and(|score| one.score.max(other.score) > score);
        is_top || !(one.colors.is_absolute() && other.colors.is_absolute() && one.colors.clash(&other.colors))
    }

    /// C5: the player with the bye has the lowest possible score, which one matching of all players finds.
    fn with_bye_score(mut self) -> Result<Self, PairingError> {
        let Some(bye) = self.bye() else { return Ok(self) };
        let size = bye + 1;
        let mut layout = Layout::new();
        let fields = layout.field(size / 2).zip(layout.field(size));
        let (all, low) = fields.ok_or(PairingError::NoLegalPairing(self.field.round))?;
        let mut weights = vec![PairWeight::NONE; size * size];
        for one in 0..size {
            for other in one + 1..size {
                if self.allow(one, other) {
                    let weight = &mut weights[one * size + other];
                    weight.add_to(all, 1);
                    if other == bye {
                        weight.add_to(low, end_of_group(self.field, one) as u64);
                    }
                }
            }
        }
        let mates = heaviest(&weights, size, layout);
        let owner = mates[bye].filter(|_| mates.iter().all(Option::is_some));
        self.bye_score = Some(self.field.entrants[owner.ok_or(PairingError::NoLegalPairing(self.field.round))?].score);
        Ok(self)
    }
}
