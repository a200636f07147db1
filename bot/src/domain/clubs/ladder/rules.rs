//! The rules of a ladder, and the presets.

use serde::{Deserialize, Serialize};

use crate::domain::competition::Pauses;
use crate::domain::named::named;
use crate::domain::time_control::pace::DAY_MS;

named! {
    /// Rules that clubs elsewhere play by.
    pub enum RulePreset, "preset" {
        /// Online Go Server.
        Ogs = "ogs",
        /// Dragon Go Server.
        Dragon = "dragon",
        Leapfrog = "leapfrog",
        Swap = "swap",
        Pyramid = "pyramid",
        Stairs = "stairs",
    }
}

/// How far up one may challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// So many places.
    Places(u32),
    /// So many percent of those above, rounded up.
    Percent(u32),
    /// So many places beyond one's place in the order of ratings.
    BeyondRatingOrder(u32),
    /// The same tier or the next one up; tiers hold 1, 2, 3, … places.
    Tier,
    /// The same step or the next one up.
    Step,
    All,
}

/// Most open challenges to one player, by place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncomingLimit {
    /// Up to and including a place, from the top down: place, limit.
    pub bands: Vec<(u32, u32)>,
    /// At all other places.
    pub below: u32,
}

impl IncomingLimit {
    pub fn at_place(&self, place: usize) -> u32 {
        let band = self.bands.iter().find(|(last, _)| place <= *last as usize);
        band.map_or(self.below, |(_, limit)| *limit)
    }
}

named! {
    /// What it means that a challenge is not answered in time. Declining means the same, except that nobody can decline where silence
    /// accepts.
    pub enum Silence, "silence" {
        Accepted = "accepted",
        Declined = "declined",
        /// The challenger wins.
        Forfeited = "forfeited",
    }
}

named! {
    /// What a challenger gains who wins and stands below the defender.
    pub enum WinEffect, "effect of a win" {
        /// The defender's place; everybody between moves down by one.
        Insert = "insert",
        /// Both change places.
        Swap = "swap",
        /// One step up, and the defender one down, unless the challenger stands on a higher step.
        Step = "step",
    }
}

named! {
    pub enum DrawEffect, "effect of a draw" {
        None = "none",
        /// The challenger goes directly below the defender, unless they stand higher.
        Below = "below",
    }
}

named! {
    /// What a challenger loses who loses.
    pub enum LossEffect, "effect of a loss" {
        None = "none",
        /// One step down, and the defender one up.
        Step = "step",
        Last = "last",
    }
}

named! {
    /// What a loss on time means.
    pub enum TimeOut, "effect of a loss on time" {
        AsPlayed = "played",
        /// The loser leaves the ladder, after the winner has moved as after any win.
        Leaves = "leaves",
        /// A defender goes directly below the challenger, unless they stand lower. A challenger goes last.
        Falls = "falls",
    }
}

/// When the same two may play again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    AtOnce,
    /// So many milliseconds after their last game.
    After(i64),
    /// The challenger finishes a game against somebody else before.
    OtherGameFirst,
}

named! {
    /// Where a new player is put.
    pub enum Join, "place of a new player" {
        Last = "last",
        /// Above the first player, from the top, who has a lower rating.
        ByRating = "rating",
    }
}

named! {
    /// Which place of the defender a game is about, when another game has moved them meanwhile.
    pub enum Decided, "place that is played for" {
        AtEnd = "end",
        AtChallenge = "challenge",
    }
}

named! {
    /// The order in which a new season begins.
    pub enum SeasonReset, "order of a new season" {
        Keep = "keep",
        ByRating = "rating",
        Random = "random",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LadderRules {
    /// The best of these holds. `Tier` and `Step` stand alone.
    pub reach: Vec<Reach>,
    /// Most open challenges of one player.
    pub outgoing: u32,
    pub incoming: IncomingLimit,
    /// Milliseconds for the defender to answer; 0 with [`Silence::Accepted`]: games begin at once.
    pub answer: i64,
    pub silence: Silence,
    pub win: WinEffect,
    pub draw: DrawEffect,
    pub loss: LossEffect,
    pub time_out: TimeOut,
    pub again: Again,
    pub join: Join,
    /// A player who finishes no game for so many milliseconds goes one place or step down.
    pub idle: Option<i64>,
    /// The first challenge after joining may go to anybody above.
    pub is_first_challenge_free: bool,
    pub decided: Decided,
    pub pauses: Pauses,
    /// A season lasts so many milliseconds; the next one follows at once. `None`: as long as organizers like.
    pub season: Option<i64>,
    pub reset: SeasonReset,
    /// So many places from the top on are a division, so many next ones another. One challenges within one's own.
    pub division: Option<u32>,
    /// So many change between neighboring divisions at the end of a season.
    pub promoted: u32,
}

impl LadderRules {
    pub fn of(preset: RulePreset) -> Self {
        // What most presets have in common.
        let base = Self {
            reach: Vec::new(),
            outgoing: 1,
            incoming: IncomingLimit { bands: Vec::new(), below: 1 },
            answer: 5 * DAY_MS,
            silence: Silence::Forfeited,
            win: WinEffect::Insert,
            draw: DrawEffect::None,
            loss: LossEffect::None,
            time_out: TimeOut::AsPlayed,
            again: Again::After(5 * DAY_MS),
            join: Join::Last,
            idle: None,
            is_first_challenge_free: false,
            decided: Decided::AtEnd,
            pauses: Pauses::All,
            season: None,
            reset: SeasonReset::Keep,
            division: None,
            promoted: 2,
        };
        let two = IncomingLimit { bands: Vec::new(), below: 2 };
        match preset {
            RulePreset::Ogs => Self {
                reach: vec![Reach::Places(10), Reach::Percent(40), Reach::BeyondRatingOrder(5)],
                outgoing: 3,
                incoming: IncomingLimit { bands: vec![(5, 5), (10, 4)], below: 3 },
                answer: 0,
                silence: Silence::Accepted,
                time_out: TimeOut::Leaves,
                again: Again::After(7 * DAY_MS),
                ..base
            },
            RulePreset::Dragon => Self {
                reach: vec![Reach::Places(10)],
                outgoing: 2,
                incoming: two,
                draw: DrawEffect::Below,
                time_out: TimeOut::Falls,
                again: Again::After(2 * DAY_MS),
                ..base
            },
            RulePreset::Leapfrog => Self { reach: vec![Reach::Places(4)], again: Again::OtherGameFirst, ..base },
            RulePreset::Swap => Self {
                reach: vec![Reach::Places(3)],
                answer: 3 * DAY_MS,
                silence: Silence::Declined,
                win: WinEffect::Swap,
                ..base
            },
            RulePreset::Pyramid => Self { reach: vec![Reach::Tier], win: WinEffect::Swap, ..base },
            RulePreset::Stairs => Self {
                reach: vec![Reach::Step],
                outgoing: 2,
                incoming: two,
                answer: 3 * DAY_MS,
                silence: Silence::Declined,
                win: WinEffect::Step,
                loss: LossEffect::Step,
                again: Again::AtOnce,
                ..base
            },
        }
    }

    /// Do the rules compare players by their ratings?
    pub fn compares_ratings(&self) -> bool {
        self.join == Join::ByRating || self.reach.iter().any(|reach| matches!(reach, Reach::BeyondRatingOrder(_)))
    }

    /// Is the ladder a pyramid, whose tiers hold 1, 2, 3, … places?
    pub fn has_tiers(&self) -> bool {
        self.reach.contains(&Reach::Tier)
    }

    /// Do players stand on steps?
    pub fn has_steps(&self) -> bool {
        self.win == WinEffect::Step
    }
}
