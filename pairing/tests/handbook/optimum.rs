//! The Dutch system by search: the best of all pairings of up to ten players, by the criteria in the handbook's
//! wording (C.04.3). It shares no code with the crate: floats, colors and the order of candidates are computed from
//! the results.

use std::collections::BTreeSet;

use pairing::{Bye, Color, Pair, PairingError, RoundPairing, Slot, StartNumber, Tournament, dutch};

use super::random::{Rng, entry_list};

struct Entrant {
    number: StartNumber,
    rank: usize,
    score: i64,
    met: BTreeSet<StartNumber>,
    colors: Vec<Color>,
    /// 1 for a downfloat, -1 for an upfloat; in the last round, and in the one before.
    floats: [i64; 2],
    may_have_bye: bool,
    unplayed: i64,
}

impl Entrant {
    fn difference(&self) -> i64 {
        self.colors.iter().map(|color| if *color == Color::White { 1 } else { -1 }).sum()
    }
    /// The color of both of the last two games, if it is the same.
    fn doubled(&self) -> Option<Color> {
        match self.colors[..] {
            [.., before, last] if before == last => Some(last),
            _ => None,
        }
    }
    /// The preferred color and the strength of the preference: 1 mild, 2 strong, 3 absolute.
    fn preference(&self) -> Option<(Color, i64)> {
        let last = *self.colors.last()?;
        Some(match self.difference() {
            2.. => (Color::Black, 3),
            ..=-2 => (Color::White, 3),
            _ if self.doubled().is_some() => (!last, 3),
            1 => (Color::Black, 2),
            -1 => (Color::White, 2),
            _ => (!last, 1),
        })
    }
}

fn score_before(tournament: &Tournament, number: StartNumber, round: usize) -> i64 {
    tournament.slots(number)[..round].iter().map(|slot| i64::from(tournament.points.points(*slot).0)).sum()
}

fn entrants(tournament: &Tournament) -> Vec<Entrant> {
    let is_paired = |slot: &Slot| matches!(slot, Slot::Game { .. } | Slot::Bye(Bye::PairingAllocated));
    let round = tournament.next_round();
    let is_there = |number| tournament.player(number).is_some_and(|player| player.absence(round).is_none());
    let numbers = tournament.players().map(|player| player.number);
    let numbers = numbers.filter(|number| is_there(*number) || tournament.slots(*number).iter().any(is_paired));
    let ranked: Vec<_> = numbers.enumerate().filter(|(_, number)| is_there(*number)).collect();
    let mut entrants: Vec<_> = ranked
        .into_iter()
        .map(|(rank, number)| {
            let slots = tournament.slots(number);
            let float = |back: usize| -> i64 {
                if slots.len() < back {
                    return 0;
                }
                let round = slots.len() - back;
                match slots[round].played() {
                    Some((opponent, _)) => {
                        (score_before(tournament, number, round) - score_before(tournament, opponent, round)).signum()
                    }
                    None => i64::from(tournament.points.points(slots[round]).0 > 0),
                }
            };
            let unplayed = slots.iter().filter(|slot| slot.played().is_none());
            Entrant {
                number,
                rank,
                score: score_before(tournament, number, slots.len()),
                met: slots.iter().filter_map(|slot| Some(slot.played()?.0)).collect(),
                colors: slots.iter().filter_map(|slot| Some(slot.played()?.1)).collect(),
                floats: [float(1), float(2)],
                may_have_bye: unplayed.clone().all(|slot| tournament.points.points(*slot).0 < 2),
                unplayed: unplayed.count() as i64,
            }
        })
        .collect();
    entrants.sort_by_key(|entrant| (-entrant.score, entrant.rank));
    entrants
}

/// Article 5.2: whether the higher of two gets White.
fn higher_is_white(higher: &Entrant, lower: &Entrant) -> bool {
    let color = match (higher.preference(), lower.preference()) {
        (None, None) => return higher.rank.is_multiple_of(2),
        (Some((color, _)), None) => color,
        (None, Some((color, _))) => !color,
        (Some((own, _)), Some((theirs, _))) if own != theirs => own,
        (Some((color, own)), Some((_, theirs))) if own > theirs => color,
        (Some((color, own)), Some((_, theirs))) if own < theirs => !color,
        (Some((color, 3)), Some(_)) if higher.difference().abs() > lower.difference().abs() => color,
        (Some((color, 3)), Some(_)) if higher.difference().abs() < lower.difference().abs() => !color,
        (Some((color, _)), Some(_)) => {
            let history = higher.colors.iter().rev().zip(lower.colors.iter().rev());
            history.clone().find(|(own, theirs)| own != theirs).map_or(color, |(_, theirs)| *theirs)
        }
    };
    color == Color::White
}

/// Violations of a pair by color: C10, C11, C12, C13.
fn color_wrongs(higher: &Entrant, lower: &Entrant) -> [i64; 4] {
    let color = if higher_is_white(higher, lower) { Color::White } else { Color::Black };
    let mut wrongs = [0; 4];
    for (entrant, color) in [(higher, color), (lower, !color)] {
        let step = if color == Color::White { 1 } else { -1 };
        let preference = entrant.preference().filter(|(wanted, _)| *wanted != color);
        wrongs[0] += i64::from((entrant.difference() + step).abs() > 2);
        wrongs[1] += i64::from(entrant.doubled() == Some(color));
        wrongs[2] += i64::from(preference.is_some());
        wrongs[3] += i64::from(preference.is_some_and(|(_, strength)| strength == 2));
    }
    wrongs
}

/// Key, pairs, bye.
type Best = (Vec<i64>, Vec<[usize; 2]>, Option<usize>);

struct Search<'a> {
    tournament: &'a Tournament,
    entrants: Vec<Entrant>,
    best: Option<Best>,
}

impl Search<'_> {
    fn may_meet(&self, one: usize, other: usize) -> bool {
        let [one, other] = [&self.entrants[one], &self.entrants[other]];
        let apart = [one.number.min(other.number), one.number.max(other.number)];
        let round = self.tournament.next_round();
        let top =
            |entrant: &Entrant| Some(round) == self.tournament.planned_rounds && entrant.score > i64::from(round - 1);
        let absolute = |entrant: &Entrant| entrant.preference().filter(|(_, strength)| *strength == 3);
        let clash = absolute(one).is_some() && absolute(one) == absolute(other);
        !one.met.contains(&other.number)
            && !self.tournament.forbidden().any(|pair| pair == apart)
            && (!clash || top(one) || top(other))
    }

    fn all(&mut self, waiting: &[usize], pairs: &mut Vec<[usize; 2]>, bye: Option<usize>) {
        let Some((first, rest)) = waiting.split_first() else {
            let key = self.key(pairs, bye);
            if self.best.as_ref().is_none_or(|(best, ..)| key < *best) {
                self.best = Some((key, pairs.clone(), bye));
            }
            return;
        };
        if bye.is_none() && self.entrants.len() % 2 == 1 && self.entrants[*first].may_have_bye {
            self.all(rest, pairs, Some(*first));
        }
        for (index, other) in rest.iter().enumerate() {
            if self.may_meet(*first, *other) {
                pairs.push([*first, *other]);
                let mut left = rest.to_vec();
                left.remove(index);
                self.all(&left, pairs, bye);
                pairs.pop();
            }
        }
    }

    /// All criteria in their order, from the top bracket to the last; less is better.
    fn key(&self, pairs: &[[usize; 2]], bye: Option<usize>) -> Vec<i64> {
        let score = |at: usize| self.entrants[at].score;
        let mut key = vec![bye.map_or(0, score)];
        let scores: Vec<i64> = {
            let all: BTreeSet<i64> = self.entrants.iter().map(|entrant| entrant.score).collect();
            all.into_iter().rev().collect()
        };
        // Players of this bracket or above who are not paired there: their opponent is further down, or they have
        // none.
        let down = |group: i64| -> Vec<usize> {
            let opponent = |at: usize| {
                pairs.iter().find(|pair| pair.contains(&at)).map(|[one, other]| if *one == at { *other } else { *one })
            };
            (0..self.entrants.len())
                .filter(|at| score(*at) >= group && opponent(*at).is_none_or(|other| score(other) < group))
                .collect()
        };
        let count_and_scores = |floaters: &[usize], key: &mut Vec<i64>| {
            key.push(floaters.len() as i64);
            key.extend(floaters.iter().map(|at| score(*at)));
        };
        for (index, group) in scores.iter().enumerate() {
            let group = *group;
            let floaters = down(group);
            count_and_scores(&floaters, &mut key);
            if let Some(next) = scores.get(index + 1) {
                count_and_scores(&down(*next), &mut key);
            }
            key.push(match (&floaters[..], bye) {
                ([only], Some(bye)) if *only == bye => self.entrants[bye].unplayed,
                _ => 0,
            });
            let here: Vec<[usize; 2]> = pairs.iter().copied().filter(|[_, lower]| score(*lower) == group).collect();
            let mut wrongs = [0; 4];
            for [higher, lower] in &here {
                for (sum, wrong) in wrongs.iter_mut().zip(color_wrongs(&self.entrants[*higher], &self.entrants[*lower]))
                {
                    *sum += wrong;
                }
            }
            key.extend(wrongs);
            let moved_down: Vec<usize> = if index == 0 { Vec::new() } else { down(scores[index - 1]) };
            let float = |at: usize, back: usize| self.entrants[at].floats[back];
            for back in 0..2 {
                key.push(floaters.iter().filter(|at| score(**at) == group && float(**at, back) == 1).count() as i64);
                key.push(
                    here.iter().filter(|[higher, lower]| score(*higher) > group && float(*lower, back) == -1).count()
                        as i64,
                );
            }
            for back in 0..2 {
                key.extend(scores[..index].iter().map(|above| {
                    moved_down
                        .iter()
                        .filter(|at| score(**at) == *above && floaters.contains(at) && float(**at, back) == 1)
                        .count() as i64
                }));
                key.extend(scores[..index].iter().map(|above| {
                    here.iter().filter(|[higher, lower]| score(*higher) == *above && float(*lower, back) == -1).count()
                        as i64
                }));
            }
            self.push_order(&here, &moved_down, group, &mut key);
        }
        key
    }

    /// Articles 3 and 4: the order of equal candidates.
    fn push_order(&self, here: &[[usize; 2]], moved_down: &[usize], group: i64, key: &mut Vec<i64>) {
        let opponent = |at: usize| here.iter().find(|pair| pair[0] == at).map(|pair| pair[1]);
        key.extend(moved_down.iter().map(|at| i64::from(opponent(*at).is_none())));
        key.extend(moved_down.iter().filter_map(|at| opponent(*at)).map(|at| at as i64));
        let opponents: Vec<usize> = moved_down.iter().filter_map(|at| opponent(*at)).collect();
        let rest: Vec<usize> = (0..self.entrants.len())
            .filter(|at| self.entrants[*at].score == group && !opponents.contains(at))
            .collect();
        let number = |at: usize| rest.iter().position(|other| *other == at).expect("of the rest") as i64;
        let mut uppers: Vec<usize> = rest.iter().copied().filter(|at| opponent(*at).is_some()).collect();
        uppers.sort_unstable();
        let (s1, s2) = rest.split_at(uppers.len());
        let left: Vec<i64> = s1.iter().filter(|at| !uppers.contains(at)).map(|at| number(*at)).collect();
        let came: Vec<i64> = s2.iter().filter(|at| uppers.contains(at)).map(|at| number(*at)).collect();
        key.push(came.len() as i64);
        key.push(came.iter().sum::<i64>() - left.iter().sum::<i64>());
        key.extend(left.iter().rev().map(|at| -at));
        key.extend(came);
        key.extend(uppers.iter().filter_map(|at| opponent(*at)).map(|at| at as i64));
    }
}

/// Compares the next round of the crate with the search; `None` if both find none.
fn compare(tournament: &Tournament, what: &str) -> Option<RoundPairing> {
    let entrants = entrants(tournament);
    let everybody: Vec<_> = (0..entrants.len()).collect();
    let mut search = Search { tournament, entrants, best: None };
    search.all(&everybody, &mut Vec::new(), None);
    match (dutch::pair(tournament), search.best) {
        (Err(PairingError::NoLegalPairing(_)), None) => None,
        (Ok(pairing), Some((_, pairs, bye))) => {
            let colored = |[one, other]: [usize; 2]| {
                let [higher, lower] = [&search.entrants[one], &search.entrants[other]];
                let white = higher_is_white(higher, lower);
                if white { (higher.number, lower.number) } else { (lower.number, higher.number) }
            };
            let best: BTreeSet<_> = pairs.into_iter().map(colored).collect();
            let got: BTreeSet<_> = pairing.games.iter().map(|pair| (pair.white, pair.black)).collect();
            assert_eq!(got, best, "{what}");
            assert_eq!(pairing.bye, bye.map(|at| search.entrants[at].number), "{what}");
            Some(pairing)
        }
        (got, best) => panic!("{what}: {got:?}, {best:?}"),
    }
}

#[test]
fn no_pairing_of_ten_players_is_better() {
    let (mut compared, mut impossible) = (0, 0);
    for seed in 0..2_000 {
        let mut rng = Rng(seed + 77_000);
        let rounds = 3 + rng.below(5) as u16;
        let mut tournament = entry_list(4 + rng.below(7), rounds);
        // The search gives the highest seed White in the first round.
        tournament.initial_color = Some(Color::White);
        let (trouble, forfeits) = (rng.below(30), rng.below(15));
        for round in 1..=rounds {
            rng.stir(&mut tournament, trouble);
            if !(2..=10).contains(&tournament.present().count()) {
                break;
            }
            let Some(pairing) = compare(&tournament, &format!("seed {seed}, round {round}")) else {
                impossible += 1;
                break;
            };
            compared += 1;
            rng.play(&mut tournament, &pairing.games, pairing.bye, forfeits);
        }
    }
    assert!(compared > 5_000 && impossible > 100, "{compared} {impossible}");
}

#[test]
fn no_last_round_after_unfair_colors_is_better() {
    let (mut compared, mut impossible) = (0, 0);
    'tournaments: for seed in 0..6_000 {
        let mut rng = Rng(seed + 990_000);
        let rounds = 3 + rng.below(4) as u16;
        let size = 5 + rng.below(6);
        let mut tournament = entry_list(size, rounds);
        tournament.initial_color = Some(Color::White);
        let skew = rng.below(100);
        for _ in 1..rounds {
            // Random opponents, and half of the field mostly has White, as far as color rules permit.
            let mut order: Vec<_> = entrants(&tournament).into_iter().collect();
            for index in (1..order.len()).rev() {
                order.swap(index, rng.below(index + 1));
            }
            let bye = (size % 2 == 1).then(|| order.pop()).flatten().map(|entrant| entrant.number);
            let mut games = Vec::new();
            for pair in order.chunks(2) {
                let may_have = |entrant: &Entrant, color| {
                    entrant.preference().is_none_or(|(due, strength)| due == color || strength < 3)
                };
                let fits =
                    |white: &Entrant, black: &Entrant| may_have(white, Color::White) && may_have(black, Color::Black);
                let turned = (pair[0].number.0 % 2 < pair[1].number.0 % 2) == rng.percent(skew);
                let [white, black] = if turned { [&pair[1], &pair[0]] } else { [&pair[0], &pair[1]] };
                let [white, black] = if fits(white, black) { [white, black] } else { [black, white] };
                if !fits(white, black) {
                    continue 'tournaments;
                }
                games.push(Pair { white: white.number, black: black.number });
            }
            rng.play(&mut tournament, &games, bye, 5);
        }
        match compare(&tournament, &format!("seed {seed}")) {
            Some(_) => compared += 1,
            None => impossible += 1,
        }
    }
    assert!(compared > 1_000 && impossible > 100, "{compared} {impossible}");
}

#[test]
fn no_exchange_between_the_halves_of_a_group_is_better() {
    let (mut compared, mut impossible) = (0, 0);
    for seed in 0..4_000 {
        let mut rng = Rng(seed + 55_000);
        let size = 7 + rng.below(4);
        let mut tournament = entry_list(size, 5);
        tournament.initial_color = Some(Color::White);
        // All have equal points; pairs are excluded at random, so the halves have to mix.
        let (across, within) = (rng.below(100), rng.below(60));
        for one in 1..=size {
            for other in one + 1..=size {
                let crosses = one <= size / 2 && other > size / 2;
                if rng.percent(if crosses { across } else { within }) {
                    tournament.forbid(StartNumber(one as u16), StartNumber(other as u16)).expect("players");
                }
            }
        }
        match compare(&tournament, &format!("seed {seed}")) {
            Some(_) => compared += 1,
            None => impossible += 1,
        }
    }
    assert!(compared > 2_000 && impossible > 100, "{compared} {impossible}");
}

#[test]
fn of_equal_exchanges_the_highest_player_of_the_lower_half_goes_up() {
    let mut tournament = entry_list(10, 5);
    tournament.initial_color = Some(Color::White);
    // 4 and 5 have to go down; 6 and 9, or 7 and 8, can take their place.
    let within = [[6, 8], [6, 9], [6, 10], [7, 8], [7, 10], [8, 9]];
    let sunk = [4, 5].into_iter().flat_map(|one| (6..=10).map(move |other| [one, other]));
    let upper = [1, 2, 3].into_iter().flat_map(|one| [7, 9, 10].map(|other| [one, other]));
    for [one, other] in sunk.chain(upper).chain(within).chain([[4, 5]]) {
        tournament.forbid(StartNumber(one), StartNumber(other)).expect("players");
    }
    let pairing = compare(&tournament, "two exchanges").expect("a round");
    let pairs: BTreeSet<_> =
        pairing.games.iter().map(|pair| (pair.white.0.min(pair.black.0), pair.white.0.max(pair.black.0))).collect();
    assert!(pairs.contains(&(6, 7)) && pairs.contains(&(9, 10)), "{pairs:?}");
}
