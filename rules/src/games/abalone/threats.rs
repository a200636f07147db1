//! Threats: what each color's next turn can eject.

use std::collections::BTreeMap;

use super::moves::Move;
use super::moves::judge::judge;
use super::moves::play::{path, play_unchecked};
use super::position::Position;
use super::rules::Abalone;
use super::variant::Variant;
use crate::board::bitboard::Bitboard as _;
use crate::board::hex::Cell;
use crate::color::Color;
use crate::ruleset::Ruleset as _;
use crate::summary::{Place, Threat};

pub(super) fn threats<V: Variant>(rules: &Abalone<V>, position: &Position<V>) -> Vec<Threat> {
    if position.placing || rules.outcome(position).is_some() {
        return Vec::new();
    }
    let of = |color| {
        let mut view = *position;
        if color != position.to_move {
            (view.to_move, view.half) = (color, None);
        }
        Search { rules, color, view, found: BTreeMap::new() }.threats()
    };
    position.colors_in_play().flat_map(of).collect()
}

struct Search<'a, V: Variant> {
    rules: &'a Abalone<V>,
    color: Color,
    view: Position<V>,
    /// For each current cell of a threatened marble, the steps that eject it: the shortest, then the first.
    found: BTreeMap<Cell, Vec<Move>>,
}

impl<V: Variant> Search<'_, V> {
    fn threats(mut self) -> Vec<Threat> {
        for mv in self.rules.legal_moves(&self.view) {
            self.note(&self.view.clone(), &[mv]);
        }
        for mv in self.rules.legal_moves(&self.view) {
            let mut next = self.view;
            play_unchecked(self.rules, &mut next, mv);
            if next.half.is_some() && self.rules.outcome(&next).is_none() {
                for second in self.rules.legal_moves(&next) {
                    self.note(&next, &[mv, second]);
                }
            }
        }
        let threat = |(cell, steps): (&Cell, &Vec<Move>)| {
            let stone = self.view.content(*cell).stone()?;
            let (place, turn) = (Place::Cell(*cell), self.rules.write_turn(steps));
            Some(Threat { board: 0, place, stone, by: self.color, turn })
        };
        self.found.iter().filter_map(threat).collect()
    }

    /// Records the ejection by the last of these steps; `before` is the position before it.
    fn note(&mut self, before: &Position<V>, steps: &[Move]) {
        let Some(last) = steps.last() else { return };
        let Some(ejected) = judge(self.rules, before, *last).ok().and_then(|effect| effect.ejected) else { return };
        // The first step may have pushed it there.
        let pushed_by = |mv: &Move| {
            let back = ejected.step(mv.direction()?.opposite())?;
            path::<V>(self.view.occupied(), *mv).contains(back).then_some(back)
        };
        let cell = match steps {
            [first, _] => pushed_by(first).unwrap_or(ejected),
            _ => ejected,
        };
        // If both colors move, a turn may eject a marble of its own player.
        let is_own = self.view.at(cell).is_some_and(|color| self.rules.team(color) == self.rules.team(self.color));
        if !is_own {
            self.found.entry(cell).or_insert_with(|| steps.to_vec());
        }
    }
}
