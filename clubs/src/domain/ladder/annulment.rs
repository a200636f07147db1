//! Annulment of games that a ladder has counted.

use std::collections::{HashMap, HashSet};

use games::domain::ids::{GameId, Timestamp, UserId};

use crate::domain::ladder::event::{LadderChange, LadderEvent, LadderEventKind, Reason};
use crate::domain::ladder::{Ladder, past};

/// Limit on the changes put into a readable order; nobody reads longer lists one by one.
const MOST_COMPARED: usize = 200;

impl Ladder {
    /// The ladder as if this game had never been played, and the games to annul: this one, and challenges that are
    /// open only without it. They were closed when a player left who now never left.
    #[must_use]
    pub fn without(&self, game: GameId, events: &[LadderEvent], now: Timestamp) -> (Self, Vec<GameId>) {
        let rules = Self::first_rules(events, self.rules());
        let mut annulled_games = vec![game];
        loop {
            let annul =
                annulled_games.iter().map(|game| LadderEvent { at: now, kind: LadderEventKind::Annul { game: *game } });
            let all: Vec<LadderEvent> = events.iter().cloned().chain(annul).collect();
            let mut ladder = Self::replay(rules.clone(), &all);
            ladder.advance(now);
            let open = ladder.challenges().map(|(game, _)| game);
            let reopened: Vec<GameId> = open.filter(|game| self.challenge(*game).is_none()).collect();
            if reopened.is_empty() {
                return (ladder, annulled_games);
            }
            annulled_games.extend(reopened);
        }
    }

    /// Players whose place differs on the other ladder: moved players first, then displaced ones, each from the top.
    pub fn displaced_in(&self, other: &Self) -> Vec<LadderChange> {
        let (was, is) = (number(&self.order), number(&other.order));
        let all = other.order.iter().chain(self.order.iter().filter(|player| !is.contains_key(player)));
        let change = |&player: &UserId| LadderChange {
            player,
            from: was.get(&player).copied(),
            to: is.get(&player).copied(),
            reason: Reason::Annulled,
        };
        let mut displaced: Vec<LadderChange> = all.map(change).filter(|change| change.from != change.to).collect();
        let movers: HashSet<UserId> = self.changes_to(other).into_iter().map(|change| change.player).collect();
        displaced.sort_by_key(|change| !movers.contains(&change.player));
        displaced
    }

    /// The fewest place changes that lead to the other ladder, because a game was annulled. Other players only make
    /// room.
    pub fn changes_to(&self, other: &Self) -> Vec<LadderChange> {
        changes_between(&self.order, &other.order)
    }
}

/// Maps each player to their place, 1 at the top.
fn number(order: &[UserId]) -> HashMap<UserId, usize> {
    order.iter().copied().zip(1..).collect()
}

/// Changes that turn one order into the other, listed so that [`past::before`] can undo them.
fn changes_between(before: &[UserId], after: &[UserId]) -> Vec<LadderChange> {
    let (was, is) = (number(before), number(after));
    let stay: HashSet<UserId> = longest_in_order(after, &was).into_iter().collect();
    let change = |player: UserId| LadderChange {
        player,
        from: was.get(&player).copied(),
        to: is.get(&player).copied(),
        reason: Reason::Annulled,
    };
    let leavers = before.iter().filter(|player| !is.contains_key(player));
    let mut movers: Vec<UserId> = after.iter().filter(|player| !stay.contains(player)).copied().collect();
    // If two players swap, lists both and nobody between them, also for neighbors.
    let elsewhere: Vec<UserId> = after.iter().filter(|player| was.get(player) != is.get(player)).copied().collect();
    let are_neighbors = elsewhere.len() == 2 && was.len() == is.len();
    if are_neighbors || elsewhere.len() <= movers.len() {
        movers = elsewhere;
    }
    let mut net: Vec<LadderChange> = leavers.copied().chain(movers).map(change).collect();
    if net.len() <= MOST_COMPARED {
        // Prefers the places shown in both tables, if the changes can be undone one by one.
        net.sort_by_key(|change| std::cmp::Reverse(change.from));
        for _ in 0..2 {
            if past::before(after.to_vec(), net.iter().rev()) == before {
                return net;
            }
            net.reverse();
        }
    }
    one_by_one(before, after, &stay)
}

/// Lists each change with its places in the table left by the earlier changes.
fn one_by_one(before: &[UserId], after: &[UserId], stay: &HashSet<UserId>) -> Vec<LadderChange> {
    let reason = Reason::Annulled;
    let remains: HashSet<UserId> = after.iter().copied().collect();
    let mut order = before.to_vec();
    let mut changes = Vec::new();
    for &player in before.iter().filter(|player| !remains.contains(player)) {
        let index = order.iter().position(|other| *other == player).unwrap_or(0);
        order.remove(index);
        changes.push(LadderChange { player, from: Some(index + 1), to: None, reason });
    }
    let mut above = None;
    for &player in after {
        if !stay.contains(&player) {
            let from = order.iter().position(|other| *other == player);
            if let Some(index) = from {
                order.remove(index);
            }
            let index = above.and_then(|above| order.iter().position(|other| *other == above)).map_or(0, |at| at + 1);
            order.insert(index, player);
            let (from, to) = (from.map(|index| index + 1), Some(index + 1));
            if from != to {
                changes.push(LadderChange { player, from, to, reason });
            }
        }
        above = Some(player);
    }
    changes
}

/// A longest subsequence of `order` whose players stood in the same order before.
fn longest_in_order(order: &[UserId], was: &HashMap<UserId, usize>) -> Vec<UserId> {
    let old_places: Vec<(UserId, usize)> =
        order.iter().filter_map(|player| Some((*player, *was.get(player)?))).collect();
    // Patience sorting: `ends` holds the run of each length that ends highest, `previous` the predecessor of each
    // player.
    let mut ends: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = vec![None; old_places.len()];
    for (index, (_, place)) in old_places.iter().enumerate() {
        let length = ends.partition_point(|end| old_places[*end].1 < *place);
        previous[index] = length.checked_sub(1).map(|shorter| ends[shorter]);
        if length == ends.len() {
            ends.push(index);
        } else {
            ends[length] = index;
        }
    }
    let mut next = ends.last().copied();
    let mut players = Vec::new();
    while let Some(index) = next {
        players.push(old_places[index].0);
        next = previous[index];
    }
    players
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(players: &str) -> Vec<UserId> {
        players.bytes().map(|letter| UserId(letter.into())).collect()
    }

    fn format_changes(before: &str, after: &str) -> String {
        let place = |place: Option<usize>| place.map_or_else(|| "off".to_owned(), |place| place.to_string());
        let changes = changes_between(&order(before), &order(after));
        let lines = changes.iter().map(|change| {
            let player = char::from(change.player.0 as u8);
            format!("{player} {}→{}", place(change.from), place(change.to))
        });
        lines.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn only_those_change_who_do_not_merely_make_room() {
        for (before, after, expected) in [
            ("abcd", "abcd", ""),
            // d had taken b's place.
            ("adbc", "abcd", "d 2→4"),
            // b and d had swapped.
            ("adcb", "abcd", "b 4→2, d 2→4"),
            ("acbd", "abcd", "b 3→2, c 2→3"),
            // c had lost on time and left.
            ("abd", "abcd", "c off→3"),
            ("abcd", "abd", "c 3→off"),
        ] {
            assert_eq!(format_changes(before, after), expected, "{before} to {after}");
        }
    }

    #[test]
    fn whatever_changes_can_be_undone_one_by_one() {
        let mut bits = 7_u64;
        let mut random = move |below: usize| {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (bits >> 33) as usize % below
        };
        for _ in 0..2_000 {
            let before: Vec<UserId> = (0..random(9) as u64).map(UserId).collect();
            let mut after = before.clone();
            after.extend((20..20 + random(3) as u64).map(UserId));
            for _ in 0..random(12) {
                if !after.is_empty() {
                    let player = after.remove(random(after.len()));
                    if random(6) > 0 {
                        after.insert(random(after.len() + 1), player);
                    }
                }
            }
            let changes = changes_between(&before, &after);
            assert_eq!(past::before(after.clone(), changes.iter().rev()), before, "{changes:?} to {after:?}");
            let stay = longest_in_order(&after, &number(&before));
            let stepwise = one_by_one(&before, &after, &stay.into_iter().collect());
            assert_eq!(past::before(after.clone(), stepwise.iter().rev()), before, "{stepwise:?} to {after:?}");
        }
    }
}
