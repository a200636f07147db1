//! Seasons of a ladder, and its divisions.

use std::cmp::Reverse;
use std::collections::HashMap;

use games::domain::ids::{Timestamp, UserId};
use serde::{Deserialize, Serialize};

use crate::domain::ladder::event::{LadderChange, Reason};
use crate::domain::ladder::rules::{LadderRules, SeasonReset};
use crate::domain::ladder::timers::Timer;
use crate::domain::ladder::{GROUND, Ladder};

const HONORED: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Season {
    /// 1 is the ladder's first season.
    pub number: u32,
    pub began: Timestamp,
    /// Scheduled end; `None` if an organizer ends it.
    pub ends: Option<Timestamp>,
}

impl LadderRules {
    /// The division of a place among this many players, 1 at the top; `None` without divisions.
    pub fn division(&self, place: usize, players: usize) -> Option<usize> {
        let size = self.division? as usize;
        Some(((place - 1) / size + 1).min(divisions(size, players)))
    }
}

/// A remainder smaller than half a division joins the division above.
fn divisions(size: usize, players: usize) -> usize {
    ((players + size / 2) / size).max(1)
}

impl Ladder {
    /// `None` before the first season.
    pub const fn season(&self) -> Option<Season> {
        self.season
    }

    /// Begins the first season with the first player, if seasons have a length.
    pub(super) fn begin_first_season(&mut self, at: Timestamp) {
        if self.season.is_none() && self.rules.season.is_some() && !self.order.is_empty() {
            self.begin_season(1, at);
        }
    }

    fn begin_season(&mut self, number: u32, at: Timestamp) {
        if let Some(ends) = self.season.and_then(|season| season.ends) {
            self.timers.remove(ends, Timer::Season);
        }
        let ends = self.rules.season.map(|season| at.plus(season));
        self.season = Some(Season { number, began: at, ends });
        self.start_season_timer();
    }

    pub(super) fn start_season_timer(&mut self) {
        if let Some(ends) = self.season.and_then(|season| season.ends) {
            self.timers.insert(ends, Timer::Season);
        }
    }

    /// Ends the running season and begins the next one with its table, or begins the first one. Challenges stay open.
    pub(super) fn begin_next_season(&mut self, at: Timestamp) -> Vec<LadderChange> {
        let Some(previous) = self.season else {
            self.begin_season(1, at);
            return Vec::new();
        };
        let mut changes = self.honors(previous.began);
        match self.rules.reset {
            SeasonReset::Keep => changes.extend(self.promote_and_relegate()),
            SeasonReset::ByRating => {
                self.order.sort_by(|one, other| self.members[other].rating.total_cmp(&self.members[one].rating));
                self.begin_on_the_ground();
            }
            // Seeded by the instant, so that replaying the events gives the same order.
            SeasonReset::Random => {
                self.order.sort_by_key(|player| Reverse(mix(player.0 ^ at.0.cast_unsigned())));
                self.begin_on_the_ground();
            }
        }
        self.renumber(0..self.order.len());
        self.begin_season(previous.number + 1, at);
        changes
    }

    /// Top places of players who have played since then; an uncontested place is no honor.
    fn honors(&self, since: Timestamp) -> Vec<LadderChange> {
        let has_played = |player: &UserId| self.members[player].last_games.values().any(|ended| since <= *ended);
        let first = self.order.iter().zip(1..).take(HONORED).filter(|(player, _)| has_played(player));
        let honor = |(player, place): (&UserId, usize)| {
            let reason = Reason::SeasonEnded;
            LadderChange { player: *player, from: Some(place), to: Some(place), reason }
        };
        first.map(honor).collect()
    }

    fn begin_on_the_ground(&mut self) {
        for player in &self.order {
            if let Some(member) = self.members.get_mut(player) {
                member.step = GROUND;
            }
        }
    }

    /// Swaps the last players of each division with the first of the next. Lists the lowest first, so that the changes
    /// can be undone one by one.
    fn promote_and_relegate(&mut self) -> Vec<LadderChange> {
        let Some(size) = self.rules.division.map(|size| size as usize) else { return Vec::new() };
        let before = self.order.clone();
        for division in 1..divisions(size, before.len()) {
            let (border, count) = (division * size, self.rules.promoted as usize);
            self.order[border - count..border + count].rotate_left(count);
        }
        let places: HashMap<UserId, usize> = self.order.iter().copied().zip(1..).collect();
        let movers = (1..).zip(before).filter(|(from, player)| places[player] != *from);
        let change = |(from, player): (usize, UserId)| {
            let to = places[&player];
            let reason = if to < from { Reason::Promoted } else { Reason::Relegated };
            LadderChange { player, from: Some(from), to: Some(to), reason }
        };
        let mut changes: Vec<LadderChange> = movers.map(change).collect();
        changes.reverse();
        changes
    }
}

/// Mixes bits like `SplitMix64`.
const fn mix(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use games::domain::ids::GameId;
    use games::domain::time_control::pace::DAY_MS;

    use crate::domain::ladder::event::{EndedBy, LadderEvent, LadderEventKind};
    use crate::domain::ladder::past;
    use crate::domain::ladder::rules::RulePreset;
    use crate::domain::ladder::setting::LadderSettingError;

    use super::*;

    fn rules(settings: &str) -> LadderRules {
        LadderRules::of(RulePreset::Dragon).with(settings.split_whitespace()).expect("settings that hold")
    }

    /// Players 1, 2, 3, … from the top; lower places have higher ratings.
    fn club(rules: LadderRules, players: u64) -> (Ladder, Vec<LadderEvent>) {
        let mut club = (Ladder::new(rules), Vec::new());
        for player in 1..=players {
            let rating = Some(1_500.0 + (player / 2) as f64);
            happen(&mut club, 0, LadderEventKind::Join { player: UserId(player), rating });
        }
        club
    }

    fn happen((ladder, events): &mut (Ladder, Vec<LadderEvent>), day: i64, kind: LadderEventKind) -> Vec<LadderChange> {
        let event = LadderEvent { at: Timestamp(day * DAY_MS), kind };
        let timed = ladder.advance(event.at).into_iter().map(|timed| timed.change);
        let mut changes: Vec<LadderChange> = timed.collect();
        changes.extend(ladder.apply(&event));
        events.push(event);
        changes
    }

    fn challenge(game: i64, challenger: u64, defender: u64) -> LadderEventKind {
        LadderEventKind::Challenge { game: GameId(game), challenger: UserId(challenger), defender: UserId(defender) }
    }

    fn won_by(game: i64, winner: u64) -> LadderEventKind {
        LadderEventKind::Result { game: GameId(game), winner: Some(UserId(winner)), how: EndedBy::Played }
    }

    fn order(ladder: &Ladder) -> Vec<u64> {
        ladder.table().map(|place| place.player.0).collect()
    }

    fn players(changes: &[LadderChange], reason: Reason) -> Vec<u64> {
        let of = changes.iter().filter(|change| change.reason == reason);
        of.map(|change| change.player.0).collect()
    }

    #[test]
    fn the_last_and_the_first_change_divisions_when_a_season_ends() {
        let mut club = club(rules("season=30d division=4 promoted=2"), 10);
        happen(&mut club, 1, challenge(1, 3, 2));
        happen(&mut club, 2, won_by(1, 2));
        // A player on vacation moves too.
        happen(&mut club, 3, LadderEventKind::Vacation { player: UserId(5), until: Timestamp(40 * DAY_MS) });
        let (ladder, events) = &mut club;
        assert!(ladder.advance(Timestamp(30 * DAY_MS - 1)).is_empty());
        let before: Vec<UserId> = ladder.table().map(|place| place.player).collect();
        let changes: Vec<LadderChange> =
            ladder.advance(Timestamp(30 * DAY_MS)).into_iter().map(|timed| timed.change).collect();
        // 9 and 10 are half a division.
        assert_eq!(order(ladder), [1, 2, 5, 6, 3, 4, 9, 10, 7, 8]);
        assert_eq!(players(&changes, Reason::SeasonEnded), [2, 3], "the first one has not played");
        assert_eq!(players(&changes, Reason::Promoted), [10, 9, 6, 5]);
        assert_eq!(players(&changes, Reason::Relegated), [8, 7, 4, 3]);
        let now: Vec<UserId> = ladder.table().map(|place| place.player).collect();
        assert_eq!(past::before(now, changes.iter().rev()), before);
        let ends = Some(Timestamp(60 * DAY_MS));
        assert_eq!(ladder.season(), Some(Season { number: 2, began: Timestamp(30 * DAY_MS), ends }));
        let mut replayed = Ladder::replay(ladder.rules().clone(), &*events);
        replayed.advance(Timestamp(30 * DAY_MS));
        assert_eq!(&replayed, ladder);
    }

    #[test]
    fn too_few_for_a_division_belong_to_the_one_above() {
        let rules = rules("division=10");
        let last = |players| rules.division(players, players);
        assert_eq!([1, 10, 14, 15, 20, 24, 25].map(last), [1, 1, 1, 2, 2, 2, 3].map(Some));
        assert_eq!(rules.division(11, 14), Some(1));
        assert_eq!(rules.division(11, 15), Some(2));
        let mut club = club(self::rules("season=1d division=4 promoted=2"), 5);
        happen(&mut club, 1, LadderEventKind::Leave { player: UserId(9) });
        assert_eq!(order(&club.0), [1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_season_can_begin_in_a_random_order() {
        let end = Timestamp(DAY_MS);
        let shuffled = |end| {
            let (mut ladder, _) = club(rules("season=1d reset=random"), 9);
            ladder.advance(end);
            order(&ladder)
        };
        assert_ne!(shuffled(end), order(&club(rules(""), 9).0));
        assert_eq!(shuffled(end), shuffled(end));
        assert_ne!(shuffled(end), shuffled(Timestamp(2 * DAY_MS)));
    }

    #[test]
    fn a_new_order_on_stairs_begins_on_the_ground() {
        let stairs = LadderRules::of(RulePreset::Stairs);
        let mut kept = club(stairs.clone().with(["season=10d"]).expect("holds"), 3);
        let mut reset = club(stairs.with(["season=10d", "reset=rating"]).expect("holds"), 3);
        for club in [&mut kept, &mut reset] {
            happen(club, 1, challenge(1, 3, 1));
            happen(club, 2, won_by(1, 3));
            happen(club, 10, LadderEventKind::Leave { player: UserId(9) });
        }
        let steps = |ladder: &Ladder| ladder.table().map(|place| (place.player.0, place.step)).collect::<Vec<_>>();
        assert_eq!(steps(&kept.0), [(3, 2), (1, 1), (2, 1)]);
        assert_eq!(steps(&reset.0), [(3, 1), (2, 1), (1, 1)]);
    }

    #[test]
    fn an_organizer_begins_seasons() {
        let mut club = club(rules("division=2 promoted=1"), 4);
        assert_eq!(club.0.season(), None);
        assert_eq!(happen(&mut club, 5, LadderEventKind::NextSeason), []);
        let first = Season { number: 1, began: Timestamp(5 * DAY_MS), ends: None };
        assert_eq!(club.0.season(), Some(first));
        let edit = |settings: &str| {
            let edit = crate::domain::ladder::event::RulesEdit { before: rules(""), rules: rules(settings) };
            LadderEventKind::Rules(Box::new(edit))
        };
        happen(&mut club, 8, edit("season=10d division=2 promoted=1"));
        let ends = Some(Timestamp(18 * DAY_MS));
        assert_eq!(club.0.season(), Some(Season { ends, ..first }), "its time counts from the edit");
        let changes = happen(&mut club, 9, LadderEventKind::NextSeason);
        assert_eq!((order(&club.0), changes.len()), (vec![1, 3, 2, 4], 2));
        assert!(club.0.advance(Timestamp(19 * DAY_MS - 1)).is_empty(), "nothing is left of the first one");
        assert_eq!(club.0.advance(Timestamp(19 * DAY_MS)).len(), 2);
        happen(&mut club, 20, edit("season=off division=2 promoted=1"));
        assert_eq!((club.0.season().map(|season| season.number), club.0.next_timer()), (Some(3), None));
    }

    #[test]
    fn seasons_pass_one_after_the_other_after_a_pause() {
        let (mut ladder, _) = club(rules("season=30d division=2 promoted=1"), 4);
        let saved = serde_json::to_string(&ladder).expect("plain data");
        let changes = ladder.advance(Timestamp(75 * DAY_MS));
        let instants: Vec<i64> = changes.iter().map(|timed| timed.at.0 / DAY_MS).collect();
        assert_eq!(instants, [30, 30, 60, 60]);
        assert_eq!((order(&ladder), ladder.season().map(|season| season.number)), (vec![1, 2, 3, 4], Some(3)));
        let mut read: Ladder = serde_json::from_str(&saved).expect("written above");
        read.advance(Timestamp(75 * DAY_MS));
        assert_eq!(read, ladder);
        let (mut alone, _) = club(rules("season=30d division=2 promoted=1"), 1);
        assert!(alone.advance(Timestamp(75 * DAY_MS)).is_empty());
        let (mut nobody, _) = club(rules("season=30d"), 0);
        assert!(nobody.advance(Timestamp(75 * DAY_MS)).is_empty() && nobody.season().is_none());
    }

    #[test]
    fn divisions_and_steps_do_not_mix() {
        let wrong = |preset, setting| LadderRules::of(preset).with([setting]);
        assert_eq!(wrong(RulePreset::Stairs, "division=9"), Err(LadderSettingError::Divisions));
        assert_eq!(wrong(RulePreset::Pyramid, "division=9"), Err(LadderSettingError::Divisions));
        assert_eq!(wrong(RulePreset::Ogs, "division=3"), Err(LadderSettingError::Divisions));
    }
}
