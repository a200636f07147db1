//! Serialized form of a ladder.

use std::collections::{BTreeMap, HashMap};

use games::domain::ids::{GameId, UserId};
use serde::{Deserialize, Serialize};

use crate::domain::ladder::rules::LadderRules;
use crate::domain::ladder::season::Season;
use crate::domain::ladder::timers::{Timer, Timers};
use crate::domain::ladder::{Ladder, Member, OpenChallenge};

/// A ladder without derived data.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Saved {
    pub(super) rules: LadderRules,
    pub(super) order: Vec<UserId>,
    pub(super) members: HashMap<UserId, Member>,
    pub(super) challenges: BTreeMap<GameId, OpenChallenge>,
    pub(super) season: Option<Season>,
}

impl From<Ladder> for Saved {
    fn from(Ladder { rules, order, members, challenges, season, .. }: Ladder) -> Self {
        Self { rules, order, members, challenges, season }
    }
}

impl From<Saved> for Ladder {
    fn from(Saved { rules, order, members, challenges, season }: Saved) -> Self {
        let places = order.iter().enumerate().map(|(index, player)| (*player, index)).collect();
        let mut ladder = Self { rules, order, members, challenges, places, timers: Timers::default(), season };
        let waiting = ladder.challenges.iter();
        let waiting = waiting.filter_map(|(game, open)| Some((open.answer_by?, Timer::Silence(*game))));
        ladder.timers = Timers::of(waiting);
        for player in ladder.order.clone() {
            ladder.start_idle_timer(player);
        }
        ladder.start_season_timer();
        ladder
    }
}
