//! The Monrad system as clubs play it: in the order of points, then start number, each player meets the next one
//! below that they have not met.
//!
//! Weighted matching applies that order, so a pairing is found whenever there is one. Two players with the same
//! absolute color preference (two more of one color, or two in a row) meet only if nothing else is possible. The bye
//! goes to the last player who may have it.

use crate::Tournament;
use crate::field::{Field, PairingError, RoundPairing};
use crate::matching::{Layout, PairWeight, bits_for, heaviest};

/// The greatest number of players; more would take many seconds.
pub const MOST_PLAYERS: usize = 512;

/// Clubs use this system above this number of players.
pub const USUAL_ABOVE: usize = 64;

/// Players whose opponents one matching determines. With more, a matching is slower than two of them.
const TOGETHER: usize = 24;

/// Pairs the next round. The number of rounds need not be known.
///
/// # Errors
///
/// If all rounds are played, fewer than two players are present, or no pairing avoids a repetition.
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
        // The players of this batch have their final opponents; the others are matched again without them.
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
