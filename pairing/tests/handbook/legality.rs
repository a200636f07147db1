//! In random tournaments, each round follows the rules, and a pairing is found whenever there is one.

use std::collections::{BTreeSet, HashSet};

use pairing::{Bye, Color, PairingError, RoundPairing, Slot, StartNumber, Tournament, dutch, monrad};

use super::random::{Rng, entry_list};

/// A player's history, as the rules need it.
struct Past {
    number: StartNumber,
    met: BTreeSet<StartNumber>,
    colors: Vec<Color>,
    may_have_bye: bool,
    points: u32,
}

impl Past {
    fn of(tournament: &Tournament, number: StartNumber) -> Self {
        let slots = tournament.slots(number);
        let wins_without_game = |slot: &Slot| match slot {
            Slot::Game { outcome, color, .. } => outcome.is_forfeit() && outcome.winner() == Some(*color),
            Slot::Bye(bye) => matches!(bye, Bye::PairingAllocated | Bye::FullPoint),
        };
        Self {
            number,
            met: slots.iter().filter_map(|slot| Some(slot.played()?.0)).collect(),
            colors: slots.iter().filter_map(|slot| Some(slot.played()?.1)).collect(),
            may_have_bye: !slots.iter().any(wins_without_game),
            points: tournament.score(number).0,
        }
    }

    /// Whether the player must not get this color.
    fn is_barred(&self, color: Color) -> bool {
        let had = self.colors.iter().filter(|had| **had == color).count();
        let twice = self.colors.len() > 1 && self.colors[self.colors.len() - 2..].iter().all(|had| *had == color);
        twice || 2 * had >= self.colors.len() + 2
    }
}

/// The rules of a system about two players.
struct Law<'a> {
    tournament: &'a Tournament,
    with_colors: bool,
    is_last: bool,
}

impl Law<'_> {
    fn is_topscorer(&self, past: &Past) -> bool {
        self.is_last && past.points > u32::from(self.tournament.next_round() - 1)
    }

    fn may_meet(&self, one: &Past, other: &Past) -> bool {
        let pair = [one.number.min(other.number), one.number.max(other.number)];
        let is_apart = one.met.contains(&other.number) || self.tournament.forbidden().any(|apart| apart == pair);
        let fits = |white: &Past, black: &Past| !white.is_barred(Color::White) && !black.is_barred(Color::Black);
        let exempt = !self.with_colors || self.is_topscorer(one) || self.is_topscorer(other);
        !is_apart && (exempt || fits(one, other) || fits(other, one))
    }

    fn check(&self, pasts: &[Past], pairing: &RoundPairing, what: &str) {
        let of = |number| pasts.iter().find(|past| past.number == number).expect("a player who is there");
        let in_games = pairing.games.iter().flat_map(|pair| [pair.white, pair.black]);
        let seen: Vec<_> = in_games.chain(pairing.bye).collect();
        assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), seen.len(), "{what}: somebody is paired twice");
        assert_eq!(seen.len(), pasts.len(), "{what}: somebody is not paired");
        assert_eq!(pairing.bye.is_some(), pasts.len() % 2 == 1, "{what}");
        assert!(pairing.bye.is_none_or(|number| of(number).may_have_bye), "{what}: a second bye");
        for pair in &pairing.games {
            let [white, black] = [of(pair.white), of(pair.black)];
            assert!(self.may_meet(white, black), "{what}: {pair:?}");
            let exempt = !self.with_colors || self.is_topscorer(white) || self.is_topscorer(black);
            let barred = white.is_barred(Color::White) || black.is_barred(Color::Black);
            assert!(exempt || !barred, "{what}: the colors of {pair:?}");
        }
    }

    /// Searches for a pairing; `waiting` has a bit for each unpaired player.
    fn is_possible(&self, pasts: &[Past], waiting: u128, bye_is_free: bool, dead: &mut HashSet<(u128, bool)>) -> bool {
        if waiting == 0 {
            return true;
        }
        let first = waiting.trailing_zeros() as usize;
        let rest = waiting & !(1 << first);
        if dead.contains(&(waiting, bye_is_free)) {
            return false;
        }
        let with_bye = bye_is_free && pasts[first].may_have_bye && self.is_possible(pasts, rest, false, dead);
        let possible = with_bye
            || (first + 1..pasts.len()).filter(|other| rest >> other & 1 == 1).any(|other| {
                self.may_meet(&pasts[first], &pasts[other])
                    && self.is_possible(pasts, rest & !(1 << other), bye_is_free, dead)
            });
        if !possible {
            dead.insert((waiting, bye_is_free));
        }
        possible
    }
}

type System = fn(&Tournament) -> Result<RoundPairing, PairingError>;

/// Plays tournaments and returns the number of rounds that were paired, and of those that could not be.
fn play_all(tournaments: u64, system: System, with_colors: bool) -> (usize, usize) {
    let (mut paired, mut impossible) = (0, 0);
    for seed in 0..tournaments {
        let mut rng = Rng(seed);
        let size = match rng.below(20) {
            0..13 => 4 + rng.below(9),
            13..19 => 13 + rng.below(16),
            _ => 29 + rng.below(36),
        };
        let rounds = 3 + rng.below(7) as u16;
        let (trouble, forfeits) = (rng.below(25), rng.below(12));
        let mut tournament = entry_list(size, rounds);
        for round in 1..=rounds {
            rng.stir(&mut tournament, trouble);
            let what = format!("seed {seed}, round {round}");
            let pasts: Vec<_> = tournament.present().map(|player| Past::of(&tournament, player.number)).collect();
            let law = Law { tournament: &tournament, with_colors, is_last: round == rounds };
            match system(&tournament) {
                Ok(pairing) => {
                    law.check(&pasts, &pairing, &what);
                    paired += 1;
                    rng.play(&mut tournament, &pairing.games, pairing.bye, forfeits);
                }
                Err(PairingError::TooFewPlayers(there)) => {
                    assert!(there == pasts.len() && there < 2, "{what}");
                    break;
                }
                Err(error) => {
                    assert_eq!(error, PairingError::NoLegalPairing(round), "{what}");
                    let everybody = (1 << pasts.len()) - 1;
                    let odd = pasts.len() % 2 == 1;
                    assert!(
                        !law.is_possible(&pasts, everybody, odd, &mut HashSet::new()),
                        "{what}: there is a pairing"
                    );
                    impossible += 1;
                    break;
                }
            }
        }
    }
    (paired, impossible)
}

#[test]
fn ten_thousand_dutch_tournaments_follow_the_absolute_rules() {
    let (paired, impossible) = play_all(10_000, dutch::pair, true);
    assert!(paired > 40_000, "{paired}");
    assert!(impossible > 100, "small tournaments with many rounds run out of opponents: {impossible}");
}

#[test]
fn a_thousand_monrad_tournaments_end_only_when_everybody_has_met() {
    let (paired, impossible) = play_all(1_000, monrad::pair, false);
    assert!(paired > 4_000 && impossible > 10, "{paired} {impossible}");
}

#[test]
fn a_large_field_is_paired_by_monrad() {
    let mut tournament = entry_list(255, 9);
    let mut rng = Rng(1);
    for round in 1..=5 {
        let pairing = monrad::pair(&tournament).expect("nobody has met everybody");
        let pasts: Vec<_> = tournament.present().map(|player| Past::of(&tournament, player.number)).collect();
        let law = Law { tournament: &tournament, with_colors: true, is_last: false };
        law.check(&pasts, &pairing, &format!("round {round}"));
        rng.play(&mut tournament, &pairing.games, pairing.bye, 2);
    }
}
