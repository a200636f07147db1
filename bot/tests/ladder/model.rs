//! A ladder by the description in docs/clubs.md, in the plainest form: lists that are searched linearly. It shares
//! only the data types of events and rules with the engine.
//!
//! Finer points that the page leaves out:
//!
//! - An answer in the second in which the time to answer ends comes too late.
//! - `timeout=falls`: a defender who stands below the challenger stays there.
//! - A player whom an organizer moves on stairs gets the step of the player at that place.
//! - Of players who become inactive at the same instant, the lowest goes down first, and none goes below another of them.
//! - A player who joins again keeps the last rating, unless the event has another one.
//! - Challenges that were allowed stay allowed when a game is annulled. One that was closed because its player left, and would be open without
//!   the annulled game, is annulled too.
//! - When both reach the same step by one game, the challenger stands first.
//! - Of the reasons to refuse a challenge, the first in the order of `CODES` is given.

use clubs::domain::ladder::{
    Again, Decided, DrawEffect, EndedBy, IncomingLimit, Join, LadderEvent, LadderEventKind, LadderRules, LossEffect,
    PausedGames, Reach, SeasonReset, Silence, TimeOut, WinEffect,
};
use games::domain::{GameId, Pauses, Timestamp, UserId};

pub const DAY: i64 = 24 * 60 * 60 * 1000;

/// The presets, written down once more from docs/clubs.md.
pub fn preset(name: &str) -> LadderRules {
    let (reach, (out, low), win, answer, silence, again) = match name {
        "ogs" => (
            vec![Reach::Places(10), Reach::Percent(40), Reach::BeyondRatingOrder(5)],
            (3, 3),
            WinEffect::Insert,
            0,
            Silence::Accepted,
            Again::After(7 * DAY),
        ),
        "dragon" => {
            let again = Again::After(2 * DAY);
            (vec![Reach::Places(10)], (2, 2), WinEffect::Insert, 5, Silence::Forfeited, again)
        }
        "leapfrog" => (vec![Reach::Places(4)], (1, 1), WinEffect::Insert, 5, Silence::Forfeited, Again::OtherGameFirst),
        "swap" => (vec![Reach::Places(3)], (1, 1), WinEffect::Swap, 3, Silence::Declined, Again::After(5 * DAY)),
        "pyramid" => (vec![Reach::Tier], (1, 1), WinEffect::Swap, 5, Silence::Forfeited, Again::After(5 * DAY)),
        "stairs" => (vec![Reach::Step], (2, 2), WinEffect::Step, 3, Silence::Declined, Again::AtOnce),
        _ => panic!("there is no preset {name}"),
    };
    LadderRules {
        reach,
        outgoing: out,
        incoming: IncomingLimit { bands: if name == "ogs" { vec![(5, 5), (10, 4)] } else { vec![] }, below: low },
        answer: answer * DAY,
        silence,
        win,
        draw: if name == "dragon" { DrawEffect::Below } else { DrawEffect::None },
        loss: if name == "stairs" { LossEffect::Step } else { LossEffect::None },
        time_out: match name {
            "ogs" => TimeOut::Leaves,
            "dragon" => TimeOut::Falls,
            _ => TimeOut::AsPlayed,
        },
        again,
        join: Join::Last,
        idle: None,
        is_first_challenge_free: false,
        decided: Decided::AtEnd,
        pauses: Pauses::All,
        paused: if name == "ogs" { PausedGames::Free } else { PausedGames::Count },
        season: None,
        reset: SeasonReset::Keep,
        division: None,
        promoted: 2,
    }
}

#[derive(Debug, Clone)]
struct Player {
    id: UserId,
    step: u32,
    /// When they reached their step, as a number that grows with every event.
    reached: usize,
    joined: i64,
    /// Idle periods that have had their effect since the player joined or last finished a game.
    idled: i64,
    /// When the last of them had its effect.
    idled_at: Option<i64>,
    has_challenged: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Open {
    pub game: GameId,
    pub challenger: UserId,
    pub defender: UserId,
    /// The defender's place at the time of the challenge.
    pub defended: usize,
    made: i64,
    /// The time to answer.
    long: i64,
    silence: Silence,
    is_accepted: bool,
}

#[derive(Debug, Clone, Copy)]
struct Finished {
    challenger: UserId,
    defender: UserId,
    at: i64,
}

#[derive(Debug, Clone)]
pub struct Model {
    began: LadderRules,
    rules: LadderRules,
    /// The earliest begin of idle periods.
    idle_from: i64,
    events: Vec<LadderEvent>,
    players: Vec<Player>,
    open: Vec<Open>,
    finished: Vec<Finished>,
    /// Ratings of all players who were ever rated.
    ratings: Vec<(UserId, f64)>,
    /// Player, start, end.
    vacations: Vec<(UserId, i64, i64)>,
    steps_reached: usize,
    season: Option<Season>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Season {
    pub number: u32,
    pub began: i64,
    pub long: Option<i64>,
}

impl Model {
    pub fn new(rules: LadderRules) -> Self {
        Self {
            began: rules.clone(),
            rules,
            idle_from: 0,
            events: Vec::new(),
            players: Vec::new(),
            open: Vec::new(),
            finished: Vec::new(),
            ratings: Vec::new(),
            vacations: Vec::new(),
            steps_reached: 0,
            season: None,
        }
    }

    /// Each player with their step, from the top.
    pub fn table(&self) -> Vec<(UserId, u32)> {
        self.players.iter().map(|player| (player.id, player.step)).collect()
    }

    pub const fn season(&self) -> Option<Season> {
        self.season
    }

    /// Open games, each with the time at which silence takes effect.
    pub fn open(&self) -> Vec<(Open, Option<Timestamp>)> {
        let mut open: Vec<_> =
            self.open.iter().map(|open| (*open, (!open.is_accepted).then(|| Timestamp(self.due(open))))).collect();
        open.sort_by_key(|(open, _)| open.game);
        open
    }

    /// The place, from 0.
    fn index(&self, id: UserId) -> Option<usize> {
        self.players.iter().position(|player| player.id == id)
    }

    pub fn rating(&self, id: UserId) -> f64 {
        self.ratings.iter().rev().find(|(rated, _)| *rated == id).map_or(1500.0, |(_, rating)| *rating)
    }

    // Challenges.

    /// The code of the refusal; `None` if the challenge is allowed.
    pub fn refusal(&self, challenger: UserId, defender: UserId, now: i64) -> Option<&'static str> {
        if challenger == defender {
            return Some("self");
        }
        let (Some(low), Some(high)) = (self.index(challenger), self.index(defender)) else {
            return Some("not-on-ladder");
        };
        if self.division(low) != self.division(high) {
            return Some("division");
        }
        if self.is_lower(low, high) {
            return Some("lower");
        }
        let is_free = self.rules.is_first_challenge_free && !self.players[low].has_challenged;
        if !is_free && !self.rules.reach.iter().any(|reach| self.reaches(*reach, low, high)) {
            return Some("too-high");
        }
        let is_away = |player: UserId| {
            self.vacations.iter().any(|(who, from, until)| *who == player && *from <= now && now < *until)
        };
        let counts = |open: &&Open| self.rules.paused == PausedGames::Count || !is_away(open.defender);
        let own = self.open.iter().filter(|open| open.challenger == challenger);
        if own.filter(counts).count() >= self.rules.outgoing as usize {
            return Some("out-limit");
        }
        let mut limit = self.rules.incoming.below;
        for (last, at_most) in self.rules.incoming.bands.iter().rev() {
            if high < *last as usize {
                limit = *at_most;
            }
        }
        if self.open.iter().filter(|open| open.defender == defender).count() >= limit as usize {
            return Some("in-limit");
        }
        let are_the_two = |one: UserId, other: UserId| {
            (one == challenger && other == defender) || (one == defender && other == challenger)
        };
        if self.open.iter().any(|open| are_the_two(open.challenger, open.defender)) {
            return Some("already-playing");
        }
        if let Again::After(pause) = self.rules.again
            && self.finished.iter().any(|game| are_the_two(game.challenger, game.defender) && now < game.at + pause)
        {
            return Some("too-soon");
        }
        if is_away(defender) {
            return Some("vacation");
        }
        let last = self.finished.iter().rfind(|game| game.challenger == challenger || game.defender == challenger);
        if self.rules.again == Again::OtherGameFirst
            && last.is_some_and(|game| are_the_two(game.challenger, game.defender))
        {
            return Some("last-pair");
        }
        None
    }

    /// Whether the defender is below. On the same tier or step no one is.
    fn is_lower(&self, challenger: usize, defender: usize) -> bool {
        if self.rules.win == WinEffect::Step {
            self.players[defender].step < self.players[challenger].step
        } else if self.rules.reach == [Reach::Tier] {
            tier(defender) > tier(challenger)
        } else {
            defender > challenger
        }
    }

    fn reaches(&self, reach: Reach, challenger: usize, defender: usize) -> bool {
        match reach {
            Reach::Places(places) => challenger - defender <= places as usize,
            // Rounded up: places × 100 may exceed the percentage by less than a place.
            Reach::Percent(percent) => (challenger - defender - 1) * 100 < challenger * percent as usize,
            Reach::BeyondRatingOrder(beyond) => {
                let id = self.players[challenger].id;
                let is_better = |index: usize, other: &Player| {
                    let (mine, theirs) = (self.rating(id), self.rating(other.id));
                    theirs > mine || (theirs >= mine && index < challenger)
                };
                let better = self.players.iter().enumerate().filter(|(index, other)| is_better(*index, other)).count();
                defender + beyond as usize >= better
            }
            Reach::Tier => tier(defender) + 1 >= tier(challenger),
            Reach::Step => self.players[defender].step <= self.players[challenger].step + 1,
            Reach::All => true,
        }
    }

    // Time.

    /// The first instant by which the player was off vacation for `long`.
    fn after(&self, id: UserId, from: i64, long: i64) -> i64 {
        let (mut at, mut left) = (from, long);
        while left > 0 {
            let mine = || self.vacations.iter().filter(|(who, ..)| *who == id);
            if let Some((.., until)) = mine().find(|(_, start, until)| *start <= at && at < *until) {
                at = *until;
            } else {
                let next = mine().map(|(_, start, _)| *start).filter(|start| *start > at).min();
                let present = next.map_or(left, |next| left.min(next - at));
                at += present;
                left -= present;
            }
        }
        at
    }

    fn due(&self, open: &Open) -> i64 {
        self.after(open.defender, open.made, open.long)
    }

    /// The end of the next idle period of the player.
    fn idle_at(&self, player: &Player) -> Option<i64> {
        let idle = self.rules.idle?;
        let finished = self.finished.iter().filter(|game| game.challenger == player.id || game.defender == player.id);
        let since = finished.map(|game| game.at).max().unwrap_or(0).max(player.joined).max(self.idle_from);
        Some(self.after(player.id, since, idle * (player.idled + 1)))
    }

    /// Applies everything that happens by itself until then: ends of seasons first, silences before idleness, earlier
    /// challenges first, idle players from the last.
    pub fn advance(&mut self, now: i64) {
        loop {
            let silent = self.open.iter().filter(|open| !open.is_accepted).map(|open| (self.due(open), *open));
            let silent = silent.min_by_key(|(due, open)| (*due, open.game));
            let idle = self.players.iter().rev().filter_map(|player| Some((self.idle_at(player)?, player.id)));
            let idle = idle.min_by_key(|(due, _)| *due);
            let first = silent.map(|(due, _)| due).into_iter().chain(idle.map(|(due, _)| due)).min();
            if let Some(end) = self.season.and_then(|season| Some(season.began + season.long?))
                && end <= now
                && first.is_none_or(|first| end <= first)
            {
                self.begin_next_season(end);
                continue;
            }
            match (silent, idle) {
                (Some((due, open)), idle) if due <= now && idle.is_none_or(|(at, _)| due <= at) => {
                    self.silence(open, due);
                }
                (_, Some((at, id))) if at <= now => self.idle(id, at),
                _ => return,
            }
        }
    }

    fn silence(&mut self, silent: Open, at: i64) {
        match silent.silence {
            Silence::Accepted => self.accept(silent.game),
            Silence::Declined => self.open.retain(|open| open.game != silent.game),
            Silence::Forfeited => self.finish(silent, Some(silent.challenger), EndedBy::Forfeit, at),
        }
    }

    /// The division of an index, counted place by place: the last one is extended unless half a division follows.
    fn division(&self, index: usize) -> usize {
        let Some(size) = self.rules.division else { return 0 };
        let (mut division, mut left) = (0, 0);
        for other in 0..=index {
            let rest = self.players.len() - other;
            if left == size as usize && 2 * rest >= size as usize {
                (division, left) = (division + 1, 0);
            }
            left = (left + 1).min(size as usize);
        }
        division
    }

    fn begin_next_season(&mut self, at: i64) {
        let number = self.season.map_or(0, |season| season.number) + 1;
        self.season = Some(Season { number, began: at, long: self.rules.season });
        if number == 1 {
            return;
        }
        if self.rules.reset == SeasonReset::ByRating {
            let ratings: Vec<(UserId, f64)> =
                self.players.iter().map(|player| (player.id, self.rating(player.id))).collect();
            let rating = |id: UserId| ratings.iter().find(|(other, _)| *other == id).expect("on the ladder").1;
            self.players.sort_by(|one, other| rating(other.id).total_cmp(&rating(one.id)));
            for player in &mut self.players {
                self.steps_reached += 1;
                (player.step, player.reached) = (1, self.steps_reached);
            }
            return;
        }
        let (moved, divisions) = (self.rules.promoted as usize, self.division(self.players.len().max(1) - 1));
        for division in 0..divisions {
            for nth in 0..moved {
                let border = (division + 1) * self.rules.division.expect("several") as usize;
                self.players.swap(border - moved + nth, border + nth);
            }
        }
    }

    fn idle(&mut self, id: UserId, at: i64) {
        let index = self.index(id).expect("only players on the ladder are idle");
        self.players[index].idled += 1;
        self.players[index].idled_at = Some(at);
        if self.rules.win == WinEffect::Step {
            self.stand(id, self.players[index].step - 1);
            self.sort();
        } else if self.players.get(index + 1).is_some_and(|below| below.idled_at != Some(at)) {
            self.players.swap(index, index + 1);
        }
    }

    /// Ends all unanswered challenges, earliest first.
    pub fn end_waiting(&mut self) {
        loop {
            let silent = self.open.iter().filter(|open| !open.is_accepted).map(|open| (self.due(open), *open));
            let Some((due, open)) = silent.min_by_key(|(due, open)| (*due, open.game)) else { return };
            self.silence(open, due);
        }
    }

    // Events.

    /// Applies an event; a challenge must be allowed.
    pub fn apply(&mut self, event: &LadderEvent) {
        self.events.push(event.clone());
        if let LadderEventKind::Annul { game } | LadderEventKind::Abort { game } = event.kind {
            // Replays everything without that game.
            let events = std::mem::take(&mut self.events);
            *self = Self::new(self.began.clone());
            events.iter().filter(|other| other.kind.game() != Some(game)).for_each(|other| self.apply(other));
        }
        self.advance(event.at.0);
        self.happen(event.at.0, &event.kind);
        if self.rules.answer == 0 {
            self.advance(event.at.0);
        }
    }

    fn happen(&mut self, at: i64, kind: &LadderEventKind) {
        match *kind {
            LadderEventKind::Join { player, rating } => self.join(player, rating, at),
            LadderEventKind::Leave { player } | LadderEventKind::Remove { player } => self.leave(player),
            LadderEventKind::Challenge { game, challenger, defender } => {
                let (Some(low), Some(high)) = (self.index(challenger), self.index(defender)) else { return };
                self.players[low].has_challenged = true;
                let defended = high + 1;
                let (long, silence) = (self.rules.answer, self.rules.silence);
                self.open.push(Open {
                    game,
                    challenger,
                    defender,
                    defended,
                    made: at,
                    long,
                    silence,
                    is_accepted: false,
                });
            }
            LadderEventKind::Accept { game } => self.accept(game),
            LadderEventKind::Decline { game } => {
                let waiting = self.open.iter().find(|open| open.game == game && !open.is_accepted);
                if let Some(open) = waiting.copied()
                    && open.silence != Silence::Accepted
                {
                    self.silence(open, at);
                }
            }
            LadderEventKind::Result { game, winner, how } => {
                if let Some(open) = self.open.iter().find(|open| open.game == game).copied() {
                    self.finish(open, winner, how, at);
                }
            }
            LadderEventKind::Annul { .. } | LadderEventKind::Abort { .. } => {}
            LadderEventKind::NextSeason => self.begin_next_season(at),
            LadderEventKind::Postpone { game, until } => {
                let waiting = self.open.iter().position(|open| open.game == game && !open.is_accepted);
                if let Some(index) = waiting {
                    let later = until.0 - self.due(&self.open[index]);
                    self.open[index].long += later.max(0);
                }
            }
            LadderEventKind::Rules(ref edit) => {
                if self.rules.idle != edit.rules.idle {
                    self.idle_from = at;
                    self.players.iter_mut().for_each(|player| player.idled = 0);
                }
                self.rules = edit.rules.clone();
            }
            LadderEventKind::Vacation { player, until } => {
                for vacation in self.vacations.iter_mut().filter(|(who, ..)| *who == player) {
                    vacation.2 = vacation.2.min(at);
                }
                self.vacations.push((player, at, until.0.max(at)));
            }
            LadderEventKind::Rating { player, rating } => self.ratings.push((player, rating)),
            LadderEventKind::Move { player, place } => {
                if let Some(index) = self.index(player) {
                    let to = (place.max(1) - 1).min(self.players.len() - 1);
                    let step = self.players[to].step;
                    let moved = self.players.remove(index);
                    self.players.insert(to, Player { step, ..moved });
                    for player in &mut self.players {
                        self.steps_reached += 1;
                        player.reached = self.steps_reached;
                    }
                }
            }
        }
    }

    fn accept(&mut self, game: GameId) {
        for open in self.open.iter_mut().filter(|open| open.game == game) {
            open.is_accepted = true;
        }
    }

    fn join(&mut self, id: UserId, rating: Option<f64>, at: i64) {
        if let Some(rating) = rating {
            self.ratings.push((id, rating));
        }
        if self.index(id).is_some() {
            return;
        }
        let worse = self.players.iter().position(|player| self.rating(player.id) < self.rating(id));
        let place = worse.filter(|_| self.rules.join == Join::ByRating).unwrap_or(self.players.len());
        let player = Player { id, step: 0, reached: 0, joined: at, idled: 0, idled_at: None, has_challenged: false };
        self.players.insert(place, player);
        self.stand(id, 1);
        self.sort();
        if self.season.is_none() && self.rules.season.is_some() {
            self.begin_next_season(at);
        }
    }

    fn leave(&mut self, id: UserId) {
        self.players.retain(|player| player.id != id);
        self.open.retain(|open| open.challenger != id && open.defender != id);
    }

    /// Puts the player on a step, but never below the ground.
    fn stand(&mut self, id: UserId, step: u32) {
        let index = self.index(id).expect("those who stand are on the ladder");
        if self.players[index].step != step.max(1) {
            self.steps_reached += 1;
            self.players[index].step = step.max(1);
            self.players[index].reached = self.steps_reached;
        }
    }

    fn sort(&mut self) {
        if self.rules.win == WinEffect::Step {
            self.players.sort_by_key(|player| (std::cmp::Reverse(player.step), player.reached));
        }
    }

    fn finish(&mut self, game: Open, winner: Option<UserId>, how: EndedBy, at: i64) {
        let Open { challenger, defender, .. } = game;
        self.open.retain(|open| open.game != game.game);
        self.finished.push(Finished { challenger, defender, at });
        for player in self.players.iter_mut().filter(|player| player.id == challenger || player.id == defender) {
            player.idled = 0;
        }
        let low = self.index(challenger).expect("games of those who leave are over");
        let high = self.index(defender).expect("games of those who leave are over");
        let is_below = low > high;
        match (winner, how, self.rules.time_out) {
            (Some(winner), EndedBy::Time, TimeOut::Leaves) if winner == challenger => {
                self.win(challenger, defender);
                self.leave(defender);
            }
            (Some(_), EndedBy::Time, TimeOut::Leaves) => self.leave(challenger),
            (Some(winner), EndedBy::Time, TimeOut::Falls) if winner == challenger => {
                if is_below {
                    let fallen = self.players.remove(high);
                    // The gap has moved the challenger up.
                    self.players.insert(low, fallen);
                }
            }
            (Some(_), EndedBy::Time, TimeOut::Falls) => self.go_last(low),
            (Some(winner), ..) if winner == challenger => self.win(challenger, defender),
            (Some(_), ..) => match self.rules.loss {
                LossEffect::None => {}
                LossEffect::Step => {
                    let (down, up) = (self.players[low].step - 1, self.players[high].step + 1);
                    self.stand(challenger, down);
                    self.stand(defender, up);
                }
                LossEffect::Last => self.go_last(low),
            },
            (None, ..) => {
                if self.rules.draw == DrawEffect::Below && is_below {
                    let player = self.players.remove(low);
                    self.players.insert(high + 1, player);
                }
            }
        }
        self.sort();
    }

    fn win(&mut self, challenger: UserId, defender: UserId) {
        let low = self.index(challenger).expect("on the ladder");
        let high = self.index(defender).expect("on the ladder");
        match self.rules.win {
            WinEffect::Insert if low > high => {
                let risen = self.players.remove(low);
                self.players.insert(high, risen);
            }
            WinEffect::Swap if low > high => self.players.swap(low, high),
            WinEffect::Step if self.players[low].step <= self.players[high].step => {
                let (up, down) = (self.players[low].step + 1, self.players[high].step - 1);
                self.stand(challenger, up);
                self.stand(defender, down);
            }
            _ => {}
        }
    }

    fn go_last(&mut self, index: usize) {
        let last = self.players.remove(index);
        self.players.push(last);
    }
}

/// The tier of a place from 0, counted place by place.
fn tier(index: usize) -> usize {
    let (mut tier, mut left) = (1, index);
    while left >= tier {
        left -= tier;
        tier += 1;
    }
    tier
}
