//! One step of a ladder while it is decided: events are applied, and everything that has to be written is noted.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::domain::clubs::ladder::event::{EndedBy, LadderChange, LadderEvent, LadderEventKind, RulesEdit};
use crate::domain::clubs::ladder::rules::{LadderRules, Silence};
use crate::domain::clubs::ladder::stored::{
    ChangedLadderGame, LadderGame, LadderHead, LadderMessage, LadderResult, LadderWrite, RecordedChange, RecordedEvent,
    StoredLadder,
};
use crate::domain::clubs::ladder::{Ladder, OpenChallenge};
use crate::domain::{
    AuditEntry, EndReason, GameId, GameOutcome, GameRecord, LadderMove, Notice, Person, Phase, TimeSpan, Timestamp,
    UserId,
};

/// A ladder with what a step has changed so far.
pub(crate) struct Draft {
    pub(crate) head: LadderHead,
    pub(crate) ladder: Ladder,
    pub(crate) now: Timestamp,
    before: LadderHead,
    open_before: BTreeMap<GameId, OpenChallenge>,
    events: Vec<RecordedEvent>,
    changes: Vec<RecordedChange>,
    names: Vec<(UserId, String)>,
    vacations: Vec<(UserId, Option<Timestamp>)>,
    games: Vec<LadderGame>,
    messages: Vec<LadderMessage>,
    audit: Option<AuditEntry>,
    /// Games that were annulled after the ladder had counted them.
    annulled: Vec<LadderGame>,
    is_replayed: bool,
    /// Games that cannot be read now. The ladder looks at them again.
    pub(crate) unreadable: Vec<GameId>,
}

/// Who did something, and what an organizer says about it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Said {
    pub(crate) actor: Option<UserId>,
    pub(crate) note: Option<String>,
}

impl Said {
    pub(crate) const fn by(actor: UserId) -> Self {
        Self { actor: Some(actor), note: None }
    }
}

/// What a step does to games that are still offered. A crash before it leaves a challenge that ends by its own deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aftermath {
    /// The challenge is closed, because this player is no longer on the ladder, or the ladder is closed.
    Close(GameId, Option<UserId>),
    /// Its answer is due then.
    Postpone(GameId, Timestamp),
}

/// Something that a game or a vacation tells a ladder.
struct News {
    at: Timestamp,
    kind: Option<LadderEventKind>,
    game: Option<LadderGame>,
}

impl Draft {
    pub(crate) fn new(stored: StoredLadder, now: Timestamp) -> Self {
        let StoredLadder { head, ladder } = stored;
        Self {
            before: head.clone(),
            open_before: ladder.challenges().map(|(game, open)| (game, open.clone())).collect(),
            // A clock that was set back does not turn the ladder back.
            now: now.max(head.advanced_at),
            head,
            ladder,
            events: Vec::new(),
            changes: Vec::new(),
            names: Vec::new(),
            vacations: Vec::new(),
            games: Vec::new(),
            messages: Vec::new(),
            audit: None,
            annulled: Vec::new(),
            is_replayed: false,
            unreadable: Vec::new(),
        }
    }

    /// Does what happens without anybody doing anything up to this instant.
    pub(crate) fn advance(&mut self, until: Timestamp) {
        let mut silent: Vec<(Timestamp, GameId)> = self.silent_until(until);
        silent.sort_unstable();
        for (at, game) in silent {
            // What comes before it has moved those whom it is about.
            self.note_timed(at.plus(-1));
            let before = self.pair(game).filter(|_| self.ladder.silence(game) == Silence::Forfeited);
            self.note_timed(at);
            self.tell(game, before);
        }
        self.note_timed(until);
        self.head.advanced_at = self.head.advanced_at.max(until);
    }

    /// Challenges that are not answered, with the instants up to this one at which that takes effect.
    pub(crate) fn silent_until(&self, until: Timestamp) -> Vec<(Timestamp, GameId)> {
        let waiting = self.ladder.challenges().filter_map(|(game, open)| Some((open.answer_by?, game)));
        waiting.filter(|(at, _)| *at <= until).collect()
    }

    fn note_timed(&mut self, until: Timestamp) {
        for timed in self.ladder.advance_dated(until) {
            self.note(timed.change, timed.at, timed.game, None);
        }
    }

    /// The players of an open game, each with their place.
    fn pair(&self, game: GameId) -> Option<[(UserId, Option<usize>); 2]> {
        let open = self.ladder.challenge(game)?;
        Some([open.challenger, open.defender].map(|player| (player, self.ladder.place(player))))
    }

    /// Tells the players of a game that has counted where it has brought them.
    fn tell(&mut self, game: GameId, before: Option<[(UserId, Option<usize>); 2]>) {
        let Some(before) = before.filter(|_| self.ladder.challenge(game).is_none()) else { return };
        let moves = before.map(|(user, from)| LadderMove { user, from, to: self.ladder.place(user) });
        let notice = Notice::LadderChanged { ladder: self.head.name.clone(), moves: moves.to_vec() };
        self.messages.push(LadderMessage { game, notice });
    }

    fn note(&mut self, change: LadderChange, at: Timestamp, game: Option<GameId>, note: Option<String>) {
        self.head.changes += 1;
        self.changes.push(RecordedChange { number: self.head.changes, change, at, game, note });
    }

    /// Applies an event and notes it. What is told late counts from now on: events stay in order of time.
    pub(crate) fn record(&mut self, at: Timestamp, kind: LadderEventKind, said: Said) -> Vec<LadderChange> {
        let at = at.max(self.head.advanced_at);
        self.advance(at);
        let event = LadderEvent { at, kind };
        let game = event.kind.game();
        let counts = match event.kind {
            LadderEventKind::Result { .. } => true,
            LadderEventKind::Decline { game } => self.ladder.silence(game) == Silence::Forfeited,
            _ => false,
        };
        let before = game.filter(|_| counts).and_then(|game| self.pair(game));
        let made = self.ladder.apply(&event);
        for change in &made {
            self.note(*change, at, game, said.note.clone());
        }
        if let Some(game) = game {
            self.tell(game, before);
        }
        self.head.events += 1;
        self.events.push(RecordedEvent { sequence: self.head.events, event, actor: said.actor, note: said.note });
        made
    }

    /// Notes the name of a player for the table.
    pub(crate) fn name(&mut self, person: &Person) {
        self.names.push((person.user, person.name.clone()));
    }

    pub(crate) fn note_game(&mut self, game: LadderGame) {
        self.games.retain(|other| other.game_id != game.game_id);
        self.games.push(game);
    }

    /// Plays by other rules from now on.
    pub(crate) fn edit_rules(&mut self, rules: LadderRules, said: Said) {
        let before = self.ladder.rules().clone();
        if before != rules {
            self.head.rules = rules.clone();
            self.record(self.now, LadderEventKind::Rules(Box::new(RulesEdit { before, rules })), said);
        }
    }

    /// Adds what an organizer does to the log of the server, in the same write.
    pub(crate) fn note_audit(&mut self, entry: AuditEntry) {
        self.audit = Some(entry);
    }

    pub(crate) const fn has_annulled(&self) -> bool {
        !self.annulled.is_empty()
    }

    /// Takes games back that were annulled after the ladder had counted them: everything stands as if they had not been played.
    pub(crate) fn take_back_annulled(&mut self, stored: &[RecordedEvent]) {
        let known = stored.iter().filter(|recorded| recorded.sequence <= self.before.events);
        let mut events: Vec<LadderEvent> = known.chain(&self.events).map(|recorded| recorded.event.clone()).collect();
        for known in std::mem::take(&mut self.annulled) {
            let game = known.game_id;
            let pair = [known.challenger, known.defender];
            let from = pair.map(|player| self.ladder.place(player));
            let (ladder, annulled) = self.ladder.without(game, &events, self.now);
            for game in annulled {
                let event = LadderEvent { at: self.now, kind: LadderEventKind::Annul { game } };
                events.push(event.clone());
                self.head.events += 1;
                self.events.push(RecordedEvent { sequence: self.head.events, event, actor: None, note: None });
            }
            for change in self.ladder.changes_to(&ladder) {
                self.note(change, self.now, Some(game), None);
            }
            self.ladder = ladder;
            self.is_replayed = true;
            let to = pair.map(|player| self.ladder.place(player));
            if from != to {
                let moves = (0..2).map(|index| LadderMove { user: pair[index], from: from[index], to: to[index] });
                let notice = Notice::LadderChanged { ladder: self.head.name.clone(), moves: moves.collect() };
                self.messages.push(LadderMessage { game, notice });
            }
            self.note_game(LadderGame {
                phase: Phase::Void,
                is_settled: true,
                result: None,
                ended_at: Some(self.now),
                ..known
            });
        }
    }

    /// Ends the ladder: what is open has no effect.
    pub(crate) fn close(&mut self) {
        let open: Vec<GameId> = self.ladder.challenges().map(|(game, _)| game).collect();
        for game in open {
            self.record(self.now, LadderEventKind::Annul { game }, Said::default());
        }
        self.head.closed_at = Some(self.now);
    }

    /// Takes over what games and vacations have become, in order of time.
    pub(crate) fn follow(
        &mut self,
        games: Vec<ChangedLadderGame>,
        records: &HashMap<GameId, GameRecord>,
        vacations: Vec<(UserId, Option<TimeSpan>)>,
    ) {
        let mut news: Vec<News> = Vec::new();
        for (player, span) in vacations {
            let (at, until) = span.map_or((self.now, self.now), |span| (span.from, span.until));
            self.vacations.push((player, span.map(|span| span.until)));
            news.push(News { at, kind: Some(LadderEventKind::Vacation { player, until }), game: None });
        }
        let changed: HashSet<GameId> = games.iter().map(|changed| changed.known.game_id).collect();
        for changed in games {
            if (changed.known.phase, changed.phase) == (Phase::Over, Some(Phase::Void)) {
                self.annulled.push(changed.known);
                continue;
            }
            let record = records.get(&changed.known.game_id);
            news.extend(self.news_of(changed, record));
        }
        // The players know the time of the game: it is later where time was given back after an outage.
        for (answer_by, game) in self.silent_until(self.now) {
            let deadline = records.get(&game).and_then(|record| record.game.turn.deadline_at);
            if let Some(until) = deadline.filter(|until| *until > answer_by && !changed.contains(&game)) {
                let kind = Some(LadderEventKind::Postpone { game, until });
                news.push(News { at: answer_by.plus(-1), kind, game: None });
            }
        }
        news.sort_by_key(|news| news.at);
        let mut expired = Vec::new();
        for News { at, kind, game } in news {
            let at = at.min(self.now);
            self.advance(at.max(self.head.advanced_at));
            let is_open = game.as_ref().is_none_or(|game| self.ladder.challenge(game.game_id).is_some());
            let counts = is_open || kind.is_none();
            match kind {
                Some(kind) => drop(self.record(at, kind, Said::default())),
                None => expired.extend(game.clone()),
            }
            if let Some(game) = game {
                let result = game.result.filter(|_| counts);
                self.note_game(LadderGame { result, ..game });
            }
        }
        self.advance(self.now);
        // A game whose challenge has expired before its time on the ladder: nobody is blocked by it.
        for game in expired.into_iter().filter(|game| self.ladder.challenge(game.game_id).is_some()).collect::<Vec<_>>()
        {
            self.record(self.now, LadderEventKind::Annul { game: game.game_id }, Said::default());
            self.note_game(LadderGame { result: None, ..game });
        }
    }

    /// What a game tells the ladder.
    fn news_of(&mut self, changed: ChangedLadderGame, record: Option<&GameRecord>) -> Vec<News> {
        let ChangedLadderGame { known, phase, over_at } = changed;
        let game = known.game_id;
        let now = self.now;
        // What was done in time counts as done in time, however late the ladder learns of it.
        let answer_by = self.ladder.challenge(game).and_then(|open| open.answer_by);
        let in_time = |at: Timestamp| answer_by.map_or(at, |until| at.min(until.plus(-1))).min(now);
        let settled = |result, at| LadderGame {
            phase: phase.unwrap_or(Phase::Void),
            is_settled: true,
            result,
            ended_at: Some(at),
            ..known.clone()
        };
        let annulled = || News { at: now, kind: Some(LadderEventKind::Annul { game }), game: Some(settled(None, now)) };
        let Some(phase) = phase else { return vec![annulled()] };
        let Some(record) = record else {
            self.unreadable.push(game);
            // It has begun: the challenge is not lost by silence. What became of it is looked at again.
            let has_begun = matches!(phase, Phase::Playing | Phase::Over) && known.phase == Phase::Offered;
            let known = LadderGame { phase: Phase::Playing, ..known };
            let kind = Some(LadderEventKind::Accept { game });
            return has_begun.then(|| News { at: in_time(now), kind, game: Some(known) }).into_iter().collect();
        };
        let begun_at = record.plies.first().map_or(record.game.turn.started_at, |ply| ply.played_at);
        let accepted = News {
            at: in_time(begun_at),
            kind: Some(LadderEventKind::Accept { game }),
            game: (phase == Phase::Playing).then(|| LadderGame { phase, ..known.clone() }),
        };
        let forfeited = (self.ladder.silence(game) == Silence::Forfeited).then_some(LadderResult::Won);
        match (phase, record.game.end_reason()) {
            (Phase::Offered, _) => Vec::new(),
            (Phase::Playing, _) => vec![accepted],
            (Phase::Over, reason) => {
                let at = over_at.unwrap_or(now);
                let mut news = Vec::new();
                if known.phase == Phase::Offered {
                    news.push(accepted);
                }
                news.push(match winner(record) {
                    Ok(winner) => {
                        let how = match reason {
                            Some(EndReason::Resignation) => EndedBy::Resigned,
                            Some(EndReason::Time) => EndedBy::Time,
                            _ => EndedBy::Played,
                        };
                        let result = match winner {
                            None => LadderResult::Drawn,
                            Some(winner) if winner == known.challenger => LadderResult::Won,
                            Some(_) => LadderResult::Lost,
                        };
                        let kind = LadderEventKind::Result { game, winner, how };
                        News { at, kind: Some(kind), game: Some(settled(Some(result), at)) }
                    }
                    Err(NoResult::None) => annulled(),
                    Err(NoResult::Unreadable) => {
                        self.unreadable.push(game);
                        let known = LadderGame { phase: Phase::Playing, ..known };
                        // What became of it is looked at again.
                        return news
                            .into_iter()
                            .map(|accepted| News { game: Some(known.clone()), ..accepted })
                            .collect();
                    }
                });
                news
            }
            (Phase::Void, Some(EndReason::Declined)) => {
                let at = in_time(now);
                vec![News { at, kind: Some(LadderEventKind::Decline { game }), game: Some(settled(forfeited, at)) }]
            }
            // The silence takes effect by itself.
            (Phase::Void, Some(EndReason::Expired)) => {
                vec![News { at: now, kind: None, game: Some(settled(forfeited, answer_by.unwrap_or(now).min(now))) }]
            }
            (Phase::Void, _) => vec![annulled()],
        }
    }

    /// What has to be written, if anything has changed, and what becomes of games that are still offered.
    pub(crate) fn finish(mut self) -> (Option<LadderWrite>, StoredLadder, Vec<Aftermath>) {
        let mut aftermath = Vec::new();
        for (game, before) in std::mem::take(&mut self.open_before) {
            match self.ladder.challenge(game) {
                Some(open) if open.answer_by != before.answer_by => {
                    aftermath.extend(open.answer_by.map(|at| Aftermath::Postpone(game, at)));
                }
                Some(_) => {}
                // Settled already, or ended by silence: the game itself says that it has expired.
                None if self.games.iter().any(|known| known.game_id == game)
                    || before.answer_by.is_some_and(|at| at <= self.head.advanced_at) => {}
                None => {
                    self.games.push(LadderGame {
                        game_id: game,
                        ladder_id: self.head.ladder_id,
                        challenger: before.challenger,
                        defender: before.defender,
                        phase: Phase::Void,
                        is_settled: true,
                        result: None,
                        created_at: self.now,
                        ended_at: Some(self.now),
                    });
                    let has_left = |player: &UserId| self.ladder.place(*player).is_none();
                    let absent = [before.challenger, before.defender].into_iter().find(has_left);
                    if before.answer_by.is_some() {
                        aftermath.push(Aftermath::Close(game, absent));
                    } else {
                        let notice = Notice::OffLadder { ladder: self.head.name.clone(), user: absent };
                        self.messages.push(LadderMessage { game, notice });
                    }
                }
            }
        }
        let open = self.head.closed_at.is_none();
        self.head.next_timer_at = self.ladder.next_timer().filter(|_| open);
        let is_changed = LadderHead { advanced_at: self.before.advanced_at, ..self.head.clone() } != self.before
            || !(self.names.is_empty() && self.vacations.is_empty() && self.games.is_empty());
        if !is_changed {
            return (None, StoredLadder { head: self.head, ladder: self.ladder }, aftermath);
        }
        self.head.version += 1;
        let stored = StoredLadder { head: self.head.clone(), ladder: self.ladder.clone() };
        let write = LadderWrite {
            head: self.head,
            ladder: self.ladder,
            events: self.events,
            changes: self.changes,
            names: self.names,
            vacations: self.vacations,
            games: self.games,
            messages: self.messages,
            audit: self.audit,
            is_replayed: self.is_replayed,
        };
        (Some(write), stored, aftermath)
    }
}

/// Who has won a game of two. An error: it has no result.
fn winner(record: &GameRecord) -> Result<Option<UserId>, NoResult> {
    let colors = match record.game.result().ok_or(NoResult::None)? {
        GameOutcome::Draw => return Ok(None),
        GameOutcome::Won(colors) => colors,
    };
    let seat_infos = record.game.setup.open().map_err(|_| NoResult::Unreadable)?.seats();
    let has_won = |index: usize| seat_infos.get(index).is_some_and(|place| colors.has(place.color));
    let winner = record.seats.iter().find(|seat| has_won(usize::from(seat.seat))).ok_or(NoResult::Unreadable)?;
    Ok(Some(winner.user))
}

/// Why a game that is over has no result.
enum NoResult {
    None,
    /// It has one that cannot be read.
    Unreadable,
}
