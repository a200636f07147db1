//! The Monrad system as clubs play it: by points, then by start number, and everybody meets the next one below whom they have not met.
//!
//! That order is asked of weighted matching, so a pairing is found whenever there is one. Two players who must both get the same color (two more of
//! one, or two in a row) meet only where nothing else is possible. The bye goes to the last one who may have it.

use crate::Tournament;
use crate::field::{Field, PairingError, RoundPairing};
use crate::matching::{Layout, PairWeight, bits_for, heaviest};

/// How many players are paired at most; beyond it would take many seconds.
pub const MOST_PLAYERS: usize = 512;

/// Where clubs take this system: above so many players.
pub const USUAL_ABOVE: usize = 64;

/// How many players are asked for their opponents in one matching. More make it slower than a second one.
const TOGETHER: usize = 24;

/// The next round. It needs no number of rounds.
///
/// # Errors
///
/// If all rounds are played, fewer than two players are there, or everybody has met.
pub fn pair(tournament: &Tournament) -> Result<RoundPairing, PairingError> {
    let field = Field::of(tournament)?;
    if field.len() > MOST_PLAYERS {
        return Err(PairingError::TooManyPlayers { players: field.len(), limit: MOST_PLAYERS });
    }
    let (pairs, bye) = nearest(&field).ok_or(PairingError::NoLegalPairing(field.round))?;
    Ok(field.publish(&pairs, bye))
}

type Places = (Vec<[usize; 2]>, Option<usize>);

fn nearest(field: &Field) -> Option<Places> {
    let bye = field.is_odd().then_some(field.len());
    let mut waiting: Vec<usize> = (0..field.len()).chain(bye).collect();
    let mut pairs = Vec::new();
    let mut bye_of = None;
    while !waiting.is_empty() {
        let size = waiting.len();
        let together = TOGETHER.min(size);
        let mut layout = Layout::new();
        let all = layout.field(size / 2)?;
        let colors = layout.field(size / 2)?;
        let low = layout.field(size)?;
        let near = (0..together).map(|_| layout.bits(bits_for(size))).collect::<Option<Vec<_>>>()?;
        let mut weights = vec![PairWeight::NONE; size * size];
        for (row, one) in waiting.iter().enumerate() {
            for (column, other) in waiting.iter().enumerate().skip(row + 1) {
                let weight = &mut weights[row * size + column];
                if Some(*other) == bye {
                    if !field.entrants[*one].may_have_bye {
                        continue;
                    }
                    weight.add_to(low, row as u64);
                    weight.add_to(colors, 1);
                } else {
                    if field.are_apart(*one, *other) {
                        continue;
                    }
                    let [one, other] = [one, other].map(|place| &field.entrants[*place].colors);
                    let clash = one.is_absolute() && other.is_absolute() && one.clash(other);
                    weight.add_to(colors, u64::from(!clash));
                    if let Some(near) = near.get(row) {
                        weight.add_to(*near, (size - column) as u64);
                    }
                }
                weight.add_to(all, 1);
            }
        }
        let mates = heaviest(&weights, size, layout);
        // A player who is asked has their final opponent now; the others are asked again without them.
        let mut paired = vec![false; size];
        for row in 0..together {
            let mate = mates[row]?;
            if mate < row {
                continue;
            }
            (paired[row], paired[mate]) = (true, true);
            if Some(waiting[mate]) == bye {
                bye_of = Some(waiting[row]);
            } else {
                pairs.push([waiting[row], waiting[mate]]);
            }
        }
        let mut paired = paired.into_iter();
        waiting.retain(|_| paired.next() == Some(false));
    }
    Some((pairs, bye_of))
}
