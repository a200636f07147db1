//! Ladder rules and presets.

use base::named::named;
use games::domain::competition::Pauses;
use games::domain::time_control::pace::DAY_MS;
use serde::{Deserialize, Serialize};

named! {
    /// Rules used by established clubs.
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    Places(u32),
    /// This percentage of the players above, rounded up.
    Percent(u32),
    /// This many places beyond one's place by rating.
    BeyondRatingOrder(u32),
    /// The same tier or the next one up; tiers hold 1, 2, 3, … places.
    Tier,
    /// The same step or the next one up.
    Step,
    All,
}

/// Limit of open challenges to one player, by place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncomingLimit {
    /// `(last_place, limit)` from the top down; the place is inclusive.
    pub bands: Vec<(u32, u32)>,
    /// Limit at all other places.
    pub below: u32,
}

impl IncomingLimit {
    pub fn at_place(&self, place: usize) -> u32 {
        let band = self.bands.iter().find(|(last, _)| place <= *last as usize);
        band.map_or(self.below, |(_, limit)| *limit)
    }
}

named! {
    /// The effect of an unanswered challenge. Declining has the same effect, but is impossible where silence accepts.
    pub enum Silence, "silence" {
        Accepted = "accepted",
        Declined = "declined",
        /// The challenger wins.
        Forfeited = "forfeited",
    }
}

impl Silence {
    /// Whether the game begins. Nobody can decline it then.
    pub const fn accepts(self) -> bool {
        match self {
            Self::Accepted => true,
            Self::Declined | Self::Forfeited => false,
        }
    }

    /// Whether declining costs nothing.
    pub const fn is_free(self) -> bool {
        match self {
            Self::Declined => true,
            Self::Accepted | Self::Forfeited => false,
        }
    }

    /// Whether the defender loses, by declining too.
    pub const fn loses(self) -> bool {
        match self {
            Self::Forfeited => true,
            Self::Accepted | Self::Declined => false,
        }
    }
}

named! {
    /// The reward of a winning challenger who stands below the defender.
    pub enum WinEffect, "effect of a win" {
        /// The challenger takes the defender's place; players between move down by one.
        Insert = "insert",
        /// The two swap places.
        Swap = "swap",
        /// One step up, and the defender one down, unless the challenger already stands on a higher step.
        Step = "step",
    }
}

named! {
    pub enum DrawEffect, "effect of a draw" {
        None = "none",
        /// The challenger moves directly below the defender, unless already higher.
        Below = "below",
    }
}

named! {
    pub enum LossEffect, "effect of a loss" {
        None = "none",
        /// One step down, and the defender one up.
        Step = "step",
        Last = "last",
    }
}

named! {
    pub enum TimeOut, "effect of a loss on time" {
        AsPlayed = "played",
        /// The loser leaves the ladder after the winner has moved as for any win.
        Leaves = "leaves",
        /// A defender moves directly below the challenger, unless already lower. A challenger moves to the last place.
        Falls = "falls",
    }
}

// Effects that move players by places fit no ladder with steps, and steps no ladder without.

impl DrawEffect {
    pub(super) const fn fits(self, has_steps: bool) -> bool {
        match self {
            Self::None => true,
            Self::Below => !has_steps,
        }
    }
}

impl LossEffect {
    pub(super) const fn fits(self, has_steps: bool) -> bool {
        match self {
            Self::None => true,
            Self::Step => has_steps,
            Self::Last => !has_steps,
        }
    }
}

impl TimeOut {
    pub(super) const fn fits(self, has_steps: bool) -> bool {
        match self {
            Self::AsPlayed | Self::Leaves => true,
            Self::Falls => !has_steps,
        }
    }
}

impl Join {
    pub(super) const fn fits(self, has_steps: bool) -> bool {
        match self {
            Self::Last => true,
            Self::ByRating => !has_steps,
        }
    }
}

/// When the same two may play again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    AtOnce,
    /// This many milliseconds after their last game.
    After(i64),
    /// The challenger must first finish a game against someone else.
    OtherGameFirst,
}

named! {
    pub enum Join, "place of a new player" {
        Last = "last",
        /// Above the first player, from the top, with a lower rating.
        ByRating = "rating",
    }
}

named! {
    /// The defender's place at stake, if another game has moved them since the challenge.
    pub enum Decided, "place that is played for" {
        AtEnd = "end",
        AtChallenge = "challenge",
    }
}

named! {
    /// The effect on the limit of one's open challenges of a game that the opponent's vacation pauses.
    pub enum PausedGames, "effect of paused games" {
        Count = "count",
        Free = "free",
    }
}

named! {
    pub enum SeasonReset, "order of a new season" {
        Keep = "keep",
        ByRating = "rating",
        Random = "random",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LadderRules {
    /// The most generous one applies. `Tier` and `Step` are never combined with others.
    pub reach: Vec<Reach>,
    /// Limit of open challenges by one player.
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
    /// A player who finishes no game for this many milliseconds moves one place or step down.
    pub idle: Option<i64>,
    /// The first challenge after joining may go to anybody above.
    pub is_first_challenge_free: bool,
    pub decided: Decided,
    pub pauses: Pauses,
    pub paused: PausedGames,
    /// Length of a season in milliseconds; the next one follows at once. `None`: organizers end seasons.
    pub season: Option<i64>,
    pub reset: SeasonReset,
    /// Places per division, counted from the top. Players challenge within their division.
    pub division: Option<u32>,
    /// Number of players who change between neighboring divisions at the end of a season.
    pub promoted: u32,
}

impl LadderRules {
    pub fn of(preset: RulePreset) -> Self {
        // Shared by most presets.
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
            paused: PausedGames::Count,
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
                paused: PausedGames::Free,
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

    pub fn compares_ratings(&self) -> bool {
        self.join == Join::ByRating || self.reach.iter().any(|reach| matches!(reach, Reach::BeyondRatingOrder(_)))
    }

    /// Whether the ladder is a pyramid, whose tiers hold 1, 2, 3, … places.
    pub fn has_tiers(&self) -> bool {
        self.reach.contains(&Reach::Tier)
    }

    pub fn has_steps(&self) -> bool {
        self.win == WinEffect::Step
    }
}
