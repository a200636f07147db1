//! A ladder: an ordered list of players who challenge those above them. Events are the source of truth; the table is
//! computed from them.

pub mod annulment;
pub mod event;
pub mod judging;
pub mod movement;
pub mod past;
pub mod refusal;
pub mod rules;
mod saved;
pub mod season;
pub mod setting;
pub mod stored;
mod timers;

pub use event::{EndedBy, LadderChange, LadderEvent, LadderEventKind, Reason, RulesEdit, TimedChange};
pub use refusal::{Distance, LadderError, LadderRefusal};
pub use rules::{
    Again, Decided, DrawEffect, IncomingLimit, Join, LadderRules, LossEffect, PausedGames, Reach, RulePreset,
    SeasonReset, Silence, TimeOut, WinEffect,
};
pub use season::Season;
pub use setting::LadderSettingError;
pub use stored::{
    ChangeFilter, CountedGame, EndedSeason, LadderHead, LadderMessage, LadderResult, LadderWrite, RecordedChange,
    RecordedEvent, StoredLadder,
};

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use games::domain::ids::{GameId, Timestamp, UserId};
use serde::{Deserialize, Serialize};

use crate::domain::ladder::saved::Saved;
use crate::domain::ladder::timers::{Due, Timer, Timers};

/// Rating of a player without one: the start of Glicko-2.
pub const UNRATED: f64 = 1500.0;

pub const GROUND: u32 = 1;

/// A current or former player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Member {
    rating: f64,
    /// Only meaningful on a ladder with steps.
    step: u32,
    vacation_until: Timestamp,
    idle_since: Timestamp,
    last_opponent: Option<UserId>,
    /// End of the last game against each opponent.
    last_games: BTreeMap<UserId, Timestamp>,
    /// Challenges issued since joining, without annulled ones.
    challenge_count: u32,
    /// Whether the last game of the player's challenges was aborted by the player.
    has_aborted: bool,
}

/// A challenge whose game is not over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenChallenge {
    pub challenger: UserId,
    pub defender: UserId,
    /// When silence takes effect; `None` once the game is accepted.
    pub answer_by: Option<Timestamp>,
    /// The effect of silence under the rules at the time of the challenge.
    pub silence: Silence,
    /// The defender's place at the time of the challenge; 1 is the top.
    pub defended_place: usize,
}

impl OpenChallenge {
    pub fn is_lost_by_decline(&self, by: UserId) -> bool {
        by == self.defender && self.silence.loses()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LadderPlace {
    /// 1 is the top.
    pub place: usize,
    pub player: UserId,
    /// 1 is the ground; always 1 on a ladder without steps.
    pub step: u32,
}

/// A ladder at one instant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "Saved", into = "Saved")]
pub struct Ladder {
    rules: LadderRules,
    /// From the top.
    order: Vec<UserId>,
    members: HashMap<UserId, Member>,
    challenges: BTreeMap<GameId, OpenChallenge>,
    /// Index in `order` of each player on the ladder.
    places: HashMap<UserId, usize>,
    timers: Timers,
    season: Option<Season>,
}

impl Ladder {
    pub fn new(rules: LadderRules) -> Self {
        Saved { rules, order: Vec::new(), members: HashMap::new(), challenges: BTreeMap::new(), season: None }.into()
    }

    /// Replays events, sorted by time, from the initial rules. Annulled games have no effect anywhere. Challenges are
    /// not judged again, because each was allowed when it was made.
    pub fn replay<'a>(rules: LadderRules, events: impl IntoIterator<Item = &'a LadderEvent> + Clone) -> Self {
        let annulled_games: HashSet<GameId> =
            events.clone().into_iter().filter_map(|event| event.kind.annulled_game()).collect();
        let mut ladder = Self::new(rules);
        for event in events {
            ladder.advance(event.at);
            if event.kind.game().is_none_or(|game| !annulled_games.contains(&game)) {
                ladder.apply(event);
            }
        }
        ladder
    }

    /// The initial rules, taken from the first rules edit if there is one.
    pub fn first_rules<'a>(events: impl IntoIterator<Item = &'a LadderEvent>, now: &'a LadderRules) -> &'a LadderRules {
        let edit = events.into_iter().find_map(|event| match &event.kind {
            LadderEventKind::Rules(edit) => Some(&edit.before),
            _ => None,
        });
        edit.unwrap_or(now)
    }

    /// Switches the rules. Changed inactivity and season lengths count from now on.
    fn set_rules(&mut self, rules: LadderRules, at: Timestamp) {
        let mut saved = Saved::from(std::mem::replace(self, Self::new(rules.clone())));
        if saved.rules.idle != rules.idle {
            for member in saved.members.values_mut() {
                member.idle_since = if rules.pauses.holds_timers() { at.max(member.vacation_until) } else { at };
            }
        }
        let is_other_season = saved.rules.season != rules.season;
        if let Some(season) = saved.season.as_mut().filter(|_| is_other_season) {
            season.ends = rules.season.map(|long| at.plus(long));
        }
        *self = Self::from(Saved { rules, ..saved });
        self.begin_first_season(at);
    }

    pub const fn rules(&self) -> &LadderRules {
        &self.rules
    }

    /// From the top.
    pub fn table(&self) -> impl ExactSizeIterator<Item = LadderPlace> {
        self.order.iter().enumerate().map(|(index, player)| LadderPlace {
            place: index + 1,
            player: *player,
            step: self.members[player].step,
        })
    }

    /// 1 is the top; `None` for players who are not on the ladder.
    pub fn place(&self, player: UserId) -> Option<usize> {
        self.places.get(&player).map(|index| index + 1)
    }

    pub fn rating(&self, player: UserId) -> Option<f64> {
        self.members.get(&player).map(|member| member.rating)
    }

    pub fn challenge(&self, game: GameId) -> Option<&OpenChallenge> {
        self.challenges.get(&game)
    }

    /// Whether this player loses the game by aborting it once it has begun. The defender does if declining loses, or
    /// if nobody can decline, because aborting would be the only way out. The challenger does the second time, because
    /// a new game would draw another layout and other colors.
    pub fn is_lost_by_abort(&self, game: GameId, by: UserId) -> bool {
        let Some(open) = self.challenges.get(&game).filter(|open| !open.silence.is_free()) else {
            return false;
        };
        by == open.defender || by == open.challenger && self.members[&by].has_aborted
    }

    /// The effect if this challenge stays unanswered.
    pub fn silence(&self, game: GameId) -> Silence {
        self.challenges.get(&game).map_or(self.rules.silence, |open| open.silence)
    }

    pub fn challenges(&self) -> impl Iterator<Item = (GameId, &OpenChallenge)> {
        self.challenges.iter().map(|(game, open)| (*game, open))
    }

    /// The next silence, inactivity or end of a season.
    pub fn next_timer(&self) -> Option<Timestamp> {
        self.timers.first()
    }

    /// Fires all timers up to and including `now`.
    pub fn advance(&mut self, now: Timestamp) -> Vec<TimedChange> {
        let mut changes = Vec::new();
        while let Some((at, due)) = self.timers.pop_due(now) {
            match due {
                Due::Silence(game) => {
                    let moves = self.end_silence(game, at).into_iter();
                    changes.extend(moves.map(|change| TimedChange { at, game: Some(game), change }));
                }
                Due::Season => {
                    let moves = self.begin_next_season(at).into_iter();
                    changes.extend(moves.map(|change| TimedChange { at, game: None, change }));
                }
                Due::Idle(mut players) => {
                    // The lowest moves first, and inactive players do not move below one another.
                    players.sort_by_key(|player| Reverse(self.places.get(player).copied()));
                    let together: HashSet<UserId> = players.iter().copied().collect();
                    for player in players {
                        let moves = self.move_down_for_inactivity(player, at, &together).into_iter();
                        changes.extend(moves.map(|change| TimedChange { at, game: None, change }));
                    }
                }
            }
        }
        changes
    }

    /// Treats every unanswered challenge as expired, earliest first.
    pub fn end_waiting(&mut self) {
        let waiting = |ladder: &Self| {
            let waiting = ladder.challenges().filter_map(|(game, open)| Some((open.answer_by?, game)));
            waiting.min()
        };
        while let Some((at, game)) = waiting(self) {
            self.end_silence(game, at);
        }
    }

    fn end_silence(&mut self, game: GameId, at: Timestamp) -> Vec<LadderChange> {
        if self.silence(game).accepts() {
            self.accept(game);
        }
        self.decline(game, at)
    }

    /// Applies an event. Challenges must already be judged. Events without effect are ignored, such as the result of a
    /// game whose player has left. Annulling a finished game takes [`Ladder::replay`].
    pub fn apply(&mut self, event: &LadderEvent) -> Vec<LadderChange> {
        use LadderEventKind as Kind;
        let at = event.at;
        match event.kind {
            Kind::Join { player, rating } => return self.join(player, rating, at),
            Kind::Leave { player } => return self.leave(player, Reason::Left).into_iter().collect(),
            Kind::Remove { player } => return self.leave(player, Reason::Removed).into_iter().collect(),
            Kind::Result { game, winner, how } => return self.finish(game, winner, how, at),
            Kind::Move { player, place } => return self.move_to(player, place),
            Kind::NextSeason => return self.begin_next_season(at),
            Kind::Decline { game } => {
                if self.challenges.get(&game).is_some_and(|open| open.answer_by.is_some()) {
                    return self.decline(game, at);
                }
            }
            Kind::Challenge { game, challenger, defender } => self.open(game, challenger, defender, at),
            Kind::Accept { game } => self.accept(game),
            // As if the challenge had never been made, as in a replay.
            Kind::Annul { game } | Kind::Abort { game } => {
                if let Some(open) = self.close(game) {
                    let challenger = self.member(open.challenger, at);
                    challenger.challenge_count = challenger.challenge_count.saturating_sub(1);
                    challenger.has_aborted |= matches!(event.kind, Kind::Abort { .. });
                }
            }
            Kind::Postpone { game, until } => self.postpone(game, until),
            Kind::Vacation { player, until } => self.begin_vacation(player, until, at),
            Kind::Rating { player, rating } => self.member(player, at).rating = rating,
            Kind::Rules(ref edit) => self.set_rules(edit.rules.clone(), at),
        }
        Vec::new()
    }

    fn member(&mut self, player: UserId, at: Timestamp) -> &mut Member {
        self.members.entry(player).or_insert_with(|| Member {
            rating: UNRATED,
            step: GROUND,
            vacation_until: Timestamp(i64::MIN),
            idle_since: at,
            last_opponent: None,
            last_games: BTreeMap::new(),
            challenge_count: 0,
            has_aborted: false,
        })
    }

    fn join(&mut self, player: UserId, rating: Option<f64>, at: Timestamp) -> Vec<LadderChange> {
        let is_on = self.places.contains_key(&player);
        let member = self.member(player, at);
        if let Some(rating) = rating {
            member.rating = rating;
        }
        if is_on {
            return Vec::new();
        }
        let rating = member.rating;
        (member.step, member.challenge_count) = (GROUND, 0);
        let index = match self.rules.join {
            Join::Last => self.order.len(),
            Join::ByRating => {
                let lower = self.order.iter().position(|other| self.members[other].rating < rating);
                lower.unwrap_or(self.order.len())
            }
        };
        self.order.insert(index, player);
        self.begin_first_season(at);
        self.renumber(index..self.order.len());
        self.count_inactivity_from(player, at);
        vec![LadderChange { player, from: None, to: Some(index + 1), reason: Reason::Joined }]
    }

    fn leave(&mut self, player: UserId, reason: Reason) -> Option<LadderChange> {
        self.stop_idle_timer(player);
        let index = self.places.remove(&player)?;
        self.order.remove(index);
        self.renumber(index..self.order.len());
        let with = |open: &OpenChallenge| open.challenger == player || open.defender == player;
        let games: Vec<GameId> = self.challenges.iter().filter(|(_, open)| with(open)).map(|(game, _)| *game).collect();
        for game in games {
            self.close(game);
        }
        Some(LadderChange { player, from: Some(index + 1), to: None, reason })
    }

    fn open(&mut self, game: GameId, challenger: UserId, defender: UserId, at: Timestamp) {
        let Some(defended_place) = self.place(defender).filter(|_| self.places.contains_key(&challenger)) else {
            return;
        };
        let waits = !self.rules.silence.accepts() || self.rules.answer > 0;
        let answer_by = waits.then(|| {
            // The time to answer is paused during a vacation, even one that began before the challenge.
            let vacation = self.vacation_of(defender).map_or(0, |until| until.since(at).max(0));
            at.plus(vacation + self.rules.answer)
        });
        if let Some(answer_by) = answer_by {
            self.timers.insert(answer_by, Timer::Silence(game));
        }
        let silence = self.rules.silence;
        self.member(challenger, at).challenge_count += 1;
        self.challenges.insert(game, OpenChallenge { challenger, defender, answer_by, silence, defended_place });
    }

    fn accept(&mut self, game: GameId) {
        if let Some(open) = self.challenges.get_mut(&game)
            && let Some(answer_by) = open.answer_by.take()
        {
            self.timers.remove(answer_by, Timer::Silence(game));
        }
    }

    /// Moves the time to answer later, never earlier.
    fn postpone(&mut self, game: GameId, until: Timestamp) {
        if let Some(open) = self.challenges.get_mut(&game)
            && let Some(answer_by) = open.answer_by.filter(|answer_by| *answer_by < until)
        {
            open.answer_by = Some(until);
            self.timers.remove(answer_by, Timer::Silence(game));
            self.timers.insert(until, Timer::Silence(game));
        }
    }

    /// Removes a challenge without effect on the table.
    fn close(&mut self, game: GameId) -> Option<OpenChallenge> {
        self.accept(game);
        self.challenges.remove(&game)
    }

    /// Applies a declined challenge. Nobody can decline where silence accepts.
    fn decline(&mut self, game: GameId, at: Timestamp) -> Vec<LadderChange> {
        match self.silence(game) {
            Silence::Accepted => {}
            Silence::Declined => drop(self.close(game)),
            Silence::Forfeited => {
                let challenger = self.challenges.get(&game).map(|open| open.challenger);
                return self.finish(game, challenger, EndedBy::Forfeit, at);
            }
        }
        Vec::new()
    }

    fn finish(&mut self, game: GameId, winner: Option<UserId>, how: EndedBy, at: Timestamp) -> Vec<LadderChange> {
        let Some(open) = self.close(game) else { return Vec::new() };
        if how.is_game() {
            self.member(open.challenger, at).has_aborted = false;
        }
        for (player, opponent) in [(open.challenger, open.defender), (open.defender, open.challenger)] {
            let member = self.member(player, at);
            member.last_games.insert(opponent, at);
            member.last_opponent = Some(opponent);
            self.count_inactivity_from(player, at);
        }
        self.move_after_game(&open, winner, how)
    }

    /// End of the player's last vacation, if the rules count vacations.
    fn vacation_of(&self, player: UserId) -> Option<Timestamp> {
        self.members.get(&player).map(|member| member.vacation_until).filter(|_| self.rules.pauses.holds_timers())
    }

    fn begin_vacation(&mut self, player: UserId, until: Timestamp, at: Timestamp) {
        if !self.rules.pauses.holds_timers() {
            self.member(player, at).vacation_until = until;
            return;
        }
        let member = self.member(player, at);
        let extension = until.since(at).max(0) - member.vacation_until.since(at).max(0);
        let idle_since = member.idle_since.plus(extension);
        self.stop_idle_timer(player);
        let member = self.member(player, at);
        (member.vacation_until, member.idle_since) = (until, idle_since);
        self.start_idle_timer(player);
        for (game, open) in self.challenges.iter_mut().filter(|(_, open)| open.defender == player) {
            if let Some(answer_by) = &mut open.answer_by {
                self.timers.remove(*answer_by, Timer::Silence(*game));
                *answer_by = answer_by.plus(extension);
                self.timers.insert(*answer_by, Timer::Silence(*game));
            }
        }
    }

    /// Restarts the inactivity count, now or at the end of the player's vacation.
    fn count_inactivity_from(&mut self, player: UserId, at: Timestamp) {
        self.stop_idle_timer(player);
        let since = self.vacation_of(player).map_or(at, |until| at.max(until));
        self.member(player, at).idle_since = since;
        self.start_idle_timer(player);
    }

    fn start_idle_timer(&mut self, player: UserId) {
        if let Some(idle) = self.rules.idle.filter(|_| self.places.contains_key(&player)) {
            self.timers.insert(self.members[&player].idle_since.plus(idle), Timer::Idle(player));
        }
    }

    fn stop_idle_timer(&mut self, player: UserId) {
        if let (Some(idle), Some(member)) = (self.rules.idle, self.members.get(&player)) {
            self.timers.remove(member.idle_since.plus(idle), Timer::Idle(player));
        }
    }

    /// Updates the places of the players at these indexes.
    fn renumber(&mut self, range: std::ops::Range<usize>) {
        for index in range {
            self.places.insert(self.order[index], index);
        }
    }
}

#[cfg(test)]
mod tests;
