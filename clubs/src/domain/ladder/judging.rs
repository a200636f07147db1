//! Checks whether one player may challenge another.

use std::collections::HashMap;

use games::domain::ids::{Timestamp, UserId};

use crate::domain::ladder::Ladder;
use crate::domain::ladder::refusal::{Distance, LadderRefusal};
use crate::domain::ladder::rules::{Again, PausedGames, Reach};

/// A potential challenger, with the counts that all their possible challenges share.
pub struct Challenger<'a> {
    ladder: &'a Ladder,
    user: UserId,
    /// `None`: not on the ladder.
    place: Option<usize>,
    reach: usize,
    /// The defenders in open challenges issued.
    out: Vec<UserId>,
    /// Number of open challenges to each player.
    incoming: HashMap<UserId, usize>,
    /// Opponents in open challenges.
    playing: Vec<UserId>,
}

impl Challenger<'_> {
    pub fn judge(&self, defender: UserId, now: Timestamp) -> Result<(), LadderRefusal> {
        let Self { ladder, user: challenger, .. } = *self;
        let rules = &ladder.rules;
        if challenger == defender {
            return Err(LadderRefusal::Oneself);
        }
        let (Some(from), Some(to)) = (self.place, ladder.place(defender)) else {
            let absent = if self.place.is_none() { challenger } else { defender };
            return Err(LadderRefusal::NotOnLadder(absent));
        };
        let division = |place| rules.division(place, ladder.order.len());
        if let (Some(own), Some(other)) = (division(from), division(to))
            && own != other
        {
            return Err(LadderRefusal::OtherDivision { own, other });
        }
        ladder.judge_reach(challenger, defender, from, to, self.reach)?;
        let is_paused = |other: &UserId| ladder.vacation_of(*other).is_some_and(|until| now < until);
        let counts = |other: &&UserId| match rules.paused {
            PausedGames::Count => true,
            PausedGames::Free => !is_paused(other),
        };
        let out = self.out.iter().filter(counts).count();
        if out >= rules.outgoing as usize {
            return Err(LadderRefusal::OutLimit { open: out });
        }
        let incoming = self.incoming.get(&defender).copied().unwrap_or(0);
        if incoming >= rules.incoming.at_place(to) as usize {
            return Err(LadderRefusal::InLimit { open: incoming });
        }
        if self.playing.contains(&defender) {
            return Err(LadderRefusal::AlreadyPlaying);
        }
        let member = &ladder.members[&challenger];
        let is_last_pair = match rules.again {
            Again::AtOnce => false,
            Again::After(pause) => {
                let until = member.last_games.get(&defender).map(|ended| ended.plus(pause));
                if let Some(until) = until.filter(|until| now < *until) {
                    return Err(LadderRefusal::TooSoon { until });
                }
                false
            }
            Again::OtherGameFirst => member.last_opponent == Some(defender),
        };
        if let Some(until) = ladder.vacation_of(defender).filter(|until| now < *until) {
            return Err(LadderRefusal::Vacation { until });
        }
        if is_last_pair {
            return Err(LadderRefusal::LastPair);
        }
        Ok(())
    }
}

impl Ladder {
    pub fn judge(&self, challenger: UserId, defender: UserId, now: Timestamp) -> Result<(), LadderRefusal> {
        self.of_challenger(challenger).judge(defender, now)
    }

    /// Counts once what all possible challenges of this player share.
    pub fn of_challenger(&self, challenger: UserId) -> Challenger<'_> {
        let place = self.place(challenger);
        let is_first = place.is_some() && self.members[&challenger].challenge_count == 0;
        let free = is_first && self.rules.is_first_challenge_free;
        let reach = place.map_or(0, |from| if free { usize::MAX } else { self.reach(challenger, from) });
        let mut incoming: HashMap<UserId, usize> = HashMap::new();
        let (mut out, mut playing) = (Vec::new(), Vec::new());
        for open in self.challenges.values() {
            *incoming.entry(open.defender).or_default() += 1;
            if open.challenger == challenger {
                out.push(open.defender);
                playing.push(open.defender);
            } else if open.defender == challenger {
                playing.push(open.challenger);
            }
        }
        Challenger { ladder: self, user: challenger, place, reach, out, incoming, playing }
    }

    fn judge_reach(
        &self,
        challenger: UserId,
        defender: UserId,
        from: usize,
        to: usize,
        reach: usize,
    ) -> Result<(), LadderRefusal> {
        let (steps, tiers) = (self.rules.reach.contains(&Reach::Step), self.rules.reach.contains(&Reach::Tier));
        let (own, other) = match (steps, tiers) {
            (true, _) => (self.members[&defender].step as usize, self.members[&challenger].step as usize),
            (_, true) => (tier(from), tier(to)),
            _ => (from, to),
        };
        // `own - other` is how far up the defender stands.
        let unit = if steps {
            Distance::Steps
        } else if tiers {
            Distance::Tiers
        } else {
            Distance::Places
        };
        if other > own || (unit == Distance::Places && other == own) {
            return Err(LadderRefusal::Lower { by: other - own, unit });
        }
        let by = own - other;
        if by > reach { Err(LadderRefusal::TooHigh { by, reach, unit }) } else { Ok(()) }
    }

    /// How far up a player may challenge, in places, tiers or steps.
    fn reach(&self, challenger: UserId, from: usize) -> usize {
        let reach = |reach: &Reach| match *reach {
            Reach::Places(places) => places as usize,
            Reach::Percent(percent) => ((from - 1) * percent as usize).div_ceil(100),
            // Among equal ratings, the higher place comes first.
            Reach::BeyondRatingOrder(places) => {
                let rating = self.members[&challenger].rating;
                let is_before = |(index, other): (usize, &UserId)| {
                    let other = self.members[other].rating;
                    other > rating || (other >= rating && index + 1 < from)
                };
                let before = self.order.iter().enumerate().filter(|other| is_before(*other)).count();
                (from + places as usize).saturating_sub(before + 1)
            }
            Reach::Tier | Reach::Step => 1,
            Reach::All => usize::MAX,
        };
        self.rules.reach.iter().map(reach).max().unwrap_or(0)
    }
}

/// The tier of a place in a pyramid whose tiers hold 1, 2, 3, … players; 1 is the top.
pub fn tier(place: usize) -> usize {
    // The last place of tier t is t(t+1)/2.
    let mut tier = (2.0 * place as f64).sqrt() as usize;
    while tier * (tier + 1) / 2 < place {
        tier += 1;
    }
    while tier > 1 && (tier - 1) * tier / 2 >= place {
        tier -= 1;
    }
    tier
}
