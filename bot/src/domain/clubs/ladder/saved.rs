//! How a ladder is kept.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use crate::domain::clubs::ladder::rules::LadderRules;
use crate::domain::clubs::ladder::season::Season;
use crate::domain::clubs::ladder::timers::{Timer, Timers};
use crate::domain::clubs::ladder::{Ladder, Member, OpenChallenge};
use crate::domain::ids::{GameId, UserId};

/// A ladder without what can be computed from the rest.
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
