//! Direct encounter (C.07, article 6): the games among tied players.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::split;
use super::strength::Opposition;
use crate::StartNumber;

/// Splits a group, the better players first. Each part is split again by its own games, until nothing changes.
pub(super) fn split_by_encounters(opposition: &Opposition<'_>, group: Vec<StartNumber>) -> Vec<Vec<StartNumber>> {
    if group.len() < 2 {
        return vec![group];
    }
    let mut points = HashMap::new();
    let mut most = HashMap::new();
    let mut have_all_met = true;
    for number in &group {
        let games = opposition.games_against(*number, &group);
        let won_points: u32 = games.iter().map(|(_, _, points)| points.0).sum();
        let met: HashSet<_> = games.iter().map(|(_, opponent, _)| *opponent).collect();
        let missing = if opposition.all_meet() { 0 } else { group.len() - 1 - met.len() };
        have_all_met &= missing == 0;
        points.insert(*number, won_points);
        most.insert(*number, won_points + missing as u32 * opposition.win());
    }
    let all = group.len();
    let parts = if have_all_met {
        split(group, |number| Reverse(points[number]))
    } else {
        part_certain_leaders(group, &points, &most)
    };
    if parts.iter().any(|part| part.len() == all) {
        return parts;
    }
    parts.into_iter().flat_map(|part| split_by_encounters(opposition, part)).collect()
}

/// Article 6.2: splits off the players who are first, second and so on whatever the missing games would bring; the
/// others stay tied.
fn part_certain_leaders(
    group: Vec<StartNumber>,
    points: &HashMap<StartNumber, u32>,
    most: &HashMap<StartNumber, u32>,
) -> Vec<Vec<StartNumber>> {
    let mut sorted = group.clone();
    sorted.sort_by_key(|number| Reverse(points[number]));
    let is_certain = |index: &usize| {
        let behind = sorted[index + 1..].iter().map(|number| most[number]).max();
        behind.is_some_and(|behind| points[&sorted[*index]] > behind)
    };
    let leaders = (0..sorted.len()).take_while(is_certain).count();
    let mut parts: Vec<_> = sorted[..leaders].iter().map(|leader| vec![*leader]).collect();
    parts.push(group.into_iter().filter(|number| !sorted[..leaders].contains(number)).collect());
    parts
}
