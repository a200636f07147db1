//! One step of a ladder while it is decided: events are applied, and everything that has to be written is noted.

use std::collections::{BTreeMap, HashMap};

use crate::domain::clubs::ladder::event::{EndedBy, LadderChange, LadderEvent, LadderEventKind, RulesEdit};
use crate::domain::clubs::ladder::rules::{LadderRules, Silence};
use crate::domain::clubs::ladder::stored::{
    CountedGame, LadderHead, LadderMessage, LadderResult, LadderWrite, RecordedChange, RecordedEvent, StoredLadder,
};
use crate::domain::clubs::ladder::{Ladder, OpenChallenge};
use crate::domain::{
    AuditEntry, EndReason, GameId, GameOutcome, GameRecord, Notice, Person, Phase, PhaseChange, PlaceChange, TimeSpan,
    Timestamp, UserId,
};
use crate::games::competition::OfferChange;
use crate::store::Commit;

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
    counted: Vec<CountedGame>,
    taken_in: Vec<PhaseChange>,
    messages: Vec<LadderMessage>,
    audit: Option<AuditEntry>,
    /// The game that this step opens.
    pub(crate) opens: Option<Commit>,
    /// Games that were annulled after the ladder had counted them.
    annulled: Vec<CountedGame>,
    is_replayed: bool,
    /// Games that cannot be read now. The ladder looks at them again.
    pub(crate) unreadable: Vec<GameId>,
}

/// Who caused an event, and what an organizer says about it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cause {
    pub(crate) actor: Option<UserId>,
    pub(crate) note: Option<String>,
}

impl Cause {
    pub(crate) const fn by(actor: UserId) -> Self {
        Self { actor: Some(actor), note: None }
    }
}

/// A step of a ladder that was decided.
pub(crate) struct Step {
    /// `None`: nothing has changed.
    pub(crate) write: Option<LadderWrite>,
    pub(crate) opens: Option<Commit>,
    /// The ladder after it.
    pub(crate) stored: StoredLadder,
    /// What becomes of games that are still offered.
    pub(crate) offers: Vec<(GameId, OfferChange)>,
}

/// The players of a challenge, the challenger first, each with their place.
type Pair = [(UserId, Option<usize>); 2];

/// What a game or a vacation means for a ladder.
enum Happening {
    Event(LadderEventKind),
    /// The challenge has expired. The ladder loses it by its own time.
    Expired(GameId),
}

/// What the phase of a game means for its ladder.
enum Meaning {
    Happening(Timestamp, Happening),
    /// It was annulled after it had counted.
    TakenBack(CountedGame),
    Nothing,
    /// The game cannot be read.
    Unknown,
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
            counted: Vec::new(),
            taken_in: Vec::new(),
            messages: Vec::new(),
            audit: None,
            opens: None,
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
            self.count(game, before, LadderResult::Won, at);
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

    fn pair(&self, game: GameId) -> Option<Pair> {
        let open = self.ladder.challenge(game)?;
        Some([open.challenger, open.defender].map(|player| (player, self.ladder.place(player))))
    }

    /// Notes a game that has counted, and tells its players where it has brought them.
    fn count(&mut self, game: GameId, before: Option<Pair>, result: LadderResult, ended_at: Timestamp) {
        let Some(before) = before.filter(|_| self.ladder.challenge(game).is_none()) else { return };
        let [(challenger, _), (defender, _)] = before;
        self.counted.push(CountedGame { game, challenger, defender, result: Some(result), ended_at });
        self.announce(game, before);
    }

    /// Tells players where they stand, and where they stood.
    fn announce(&mut self, game: GameId, before: Pair) {
        let moves = before.map(|(user, from)| PlaceChange { user, from, to: self.ladder.place(user) });
        let competition = self.head.name.clone();
        let notice = Notice::CompetitionChanged { competition, moves: moves.to_vec() };
        self.messages.push(LadderMessage { game, notice });
    }

    fn note(&mut self, change: LadderChange, at: Timestamp, game: Option<GameId>, note: Option<String>) {
        self.head.changes += 1;
        self.changes.push(RecordedChange { number: self.head.changes, change, at, game, note });
    }

    /// Applies an event and notes it. What is learned late counts from now on: events stay in order of time.
    pub(crate) fn record(&mut self, at: Timestamp, kind: LadderEventKind, cause: Cause) -> Vec<LadderChange> {
        let at = at.max(self.head.advanced_at);
        self.advance(at);
        let event = LadderEvent { at, kind };
        let game = event.kind.game();
        let pair = game.and_then(|game| self.pair(game));
        let result = match (&event.kind, pair) {
            (LadderEventKind::Result { winner: None, .. }, _) => Some(LadderResult::Drawn),
            (LadderEventKind::Result { winner, .. }, Some([(challenger, _), _])) => {
                Some(if *winner == Some(challenger) { LadderResult::Won } else { LadderResult::Lost })
            }
            (LadderEventKind::Decline { game }, _) if self.ladder.silence(*game) == Silence::Forfeited => {
                Some(LadderResult::Won)
            }
            _ => None,
        };
        let made = self.ladder.apply(&event);
        for change in &made {
            self.note(*change, at, game, cause.note.clone());
        }
        if let (Some(game), Some(result)) = (game, result) {
            self.count(game, pair, result, at);
        }
        self.add_event(event, cause);
        made
    }

    fn add_event(&mut self, event: LadderEvent, Cause { actor, note }: Cause) {
        self.head.events += 1;
        self.events.push(RecordedEvent { sequence: self.head.events, event, actor, note });
    }

    /// Notes the name of a player for the table.
    pub(crate) fn name(&mut self, person: &Person) {
        self.names.push((person.user, person.name.clone()));
    }

    /// Plays by other rules from now on.
    pub(crate) fn edit_rules(&mut self, rules: LadderRules, cause: Cause) {
        let before = self.ladder.rules().clone();
        if before != rules {
            self.head.rules = rules.clone();
            self.record(self.now, LadderEventKind::Rules(Box::new(RulesEdit { before, rules })), cause);
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
        for counted in std::mem::take(&mut self.annulled) {
            let game = counted.game;
            let before = [counted.challenger, counted.defender].map(|player| (player, self.ladder.place(player)));
            let (ladder, annulled) = self.ladder.without(game, &events, self.now);
            for game in annulled {
                let event = LadderEvent { at: self.now, kind: LadderEventKind::Annul { game } };
                events.push(event.clone());
                self.add_event(event, Cause::default());
            }
            for change in self.ladder.changes_to(&ladder) {
                self.note(change, self.now, Some(game), None);
            }
            self.ladder = ladder;
            self.is_replayed = true;
            if before.iter().any(|(player, place)| self.ladder.place(*player) != *place) {
                self.announce(game, before);
            }
            self.counted.push(CountedGame { result: None, ..counted });
        }
    }

    /// Ends the ladder: what is open has no effect.
    pub(crate) fn close(&mut self) {
        let open: Vec<GameId> = self.ladder.challenges().map(|(game, _)| game).collect();
        for game in open {
            self.record(self.now, LadderEventKind::Annul { game }, Cause::default());
        }
        self.head.closed_at = Some(self.now);
    }

    /// Takes in what has become of games and vacations, in order of time. `counted` are games that counted before.
    pub(crate) fn take_in(
        &mut self,
        phases: Vec<PhaseChange>,
        records: &HashMap<GameId, GameRecord>,
        counted: &[CountedGame],
        vacations: Vec<(UserId, Option<TimeSpan>)>,
    ) {
        let mut happened: Vec<(Timestamp, Happening)> = Vec::new();
        for (player, span) in vacations {
            let (at, until) = span.map_or((self.now, self.now), |span| (span.from, span.until));
            self.vacations.push((player, span.map(|span| span.until)));
            happened.push((at, Happening::Event(LadderEventKind::Vacation { player, until })));
        }
        // The players know the time of the game: it is later where time was given back after an outage.
        for (answer_by, game) in self.silent_until(self.now) {
            let deadline = records.get(&game).and_then(|record| record.game.turn.deadline_at);
            let is_over = phases.iter().any(|change| change.game == game);
            if let Some(until) = deadline.filter(|until| *until > answer_by && !is_over) {
                let kind = LadderEventKind::Postpone { game, until };
                happened.push((answer_by.plus(-1), Happening::Event(kind)));
            }
        }
        for change in phases {
            let known = counted.iter().find(|counted| counted.game == change.game);
            match self.meaning(change, records.get(&change.game), known) {
                Meaning::Unknown => {
                    self.unreadable.push(change.game);
                    continue;
                }
                Meaning::Happening(at, happening) => happened.push((at, happening)),
                Meaning::TakenBack(counted) => self.annulled.push(counted),
                Meaning::Nothing => {}
            }
            self.taken_in.push(change);
        }
        happened.sort_by_key(|(at, _)| *at);
        let mut expired = Vec::new();
        for (at, happening) in happened {
            let at = at.min(self.now);
            self.advance(at.max(self.head.advanced_at));
            match happening {
                // What has no effect any more is no event: its players have left, or the ladder has closed it itself.
                Happening::Event(kind) if kind.game().is_some_and(|game| self.ladder.challenge(game).is_none()) => {}
                Happening::Event(kind) => drop(self.record(at, kind, Cause::default())),
                Happening::Expired(game) => expired.push(game),
            }
        }
        self.advance(self.now);
        // A game whose challenge has expired before its time on the ladder: nobody is blocked by it.
        for game in expired {
            if self.ladder.challenge(game).is_some() {
                self.record(self.now, LadderEventKind::Annul { game }, Cause::default());
            }
        }
    }

    fn meaning(&self, change: PhaseChange, record: Option<&GameRecord>, counted: Option<&CountedGame>) -> Meaning {
        let PhaseChange { game, phase, at, .. } = change;
        // What was done in time counts as done in time, however late the ladder learns of it.
        let answer_by = self.ladder.challenge(game).and_then(|open| open.answer_by);
        let in_time = answer_by.map_or(at, |until| at.min(until.plus(-1)));
        let event = |at, kind| Meaning::Happening(at, Happening::Event(kind));
        let annulled = event(self.now, LadderEventKind::Annul { game });
        match (phase, record) {
            (Phase::Offered, _) => Meaning::Nothing,
            (Phase::Playing, _) => event(in_time, LadderEventKind::Accept { game }),
            (Phase::Over | Phase::Void, None) => Meaning::Unknown,
            (Phase::Over, Some(record)) => match winner(record) {
                Ok(winner) => {
                    let how = match record.game.end_reason() {
                        Some(EndReason::Resignation) => EndedBy::Resigned,
                        Some(EndReason::Time) => EndedBy::Time,
                        _ => EndedBy::Played,
                    };
                    event(at, LadderEventKind::Result { game, winner, how })
                }
                Err(NoResult::None) => annulled,
                Err(NoResult::Unreadable) => Meaning::Unknown,
            },
            (Phase::Void, Some(record)) => match (record.game.end_reason(), counted) {
                (Some(EndReason::Declined), _) => event(in_time, LadderEventKind::Decline { game }),
                // The silence takes effect by itself.
                (Some(EndReason::Expired), _) => Meaning::Happening(at, Happening::Expired(game)),
                (Some(EndReason::Annulled), Some(counted)) => Meaning::TakenBack(*counted),
                _ => annulled,
            },
        }
    }

    /// What has to be written, if anything has changed, and what becomes of games that are still offered.
    pub(crate) fn finish(mut self) -> Step {
        let mut offers = Vec::new();
        for (game, before) in std::mem::take(&mut self.open_before) {
            let reached = |phases: &[Phase]| {
                self.taken_in.iter().any(|change| change.game == game && phases.contains(&change.phase))
            };
            match self.ladder.challenge(game) {
                Some(open) if open.answer_by != before.answer_by => {
                    offers.extend(open.answer_by.map(|until| (game, OfferChange::Postpone { until })));
                }
                Some(_) => {}
                // The game has ended, or ends by itself after the silence.
                None if reached(&[Phase::Over, Phase::Void])
                    || before.answer_by.is_some_and(|at| at <= self.head.advanced_at) => {}
                None => {
                    let has_left = |player: &UserId| self.ladder.place(*player).is_none();
                    let absent = [before.challenger, before.defender].into_iter().find(has_left);
                    if before.answer_by.is_some() && !reached(&[Phase::Playing]) {
                        offers.push((game, OfferChange::Close { absent }));
                    } else {
                        let notice = Notice::OffCompetition { competition: self.head.name.clone(), user: absent };
                        self.messages.push(LadderMessage { game, notice });
                    }
                }
            }
        }
        let open = self.head.closed_at.is_none();
        self.head.next_timer_at = self.ladder.next_timer().filter(|_| open);
        let is_changed = LadderHead { advanced_at: self.before.advanced_at, ..self.head.clone() } != self.before
            || !(self.names.is_empty() && self.vacations.is_empty() && self.taken_in.is_empty());
        if !is_changed {
            let stored = StoredLadder { head: self.head, ladder: self.ladder };
            return Step { write: None, opens: None, stored, offers };
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
            counted: self.counted,
            taken_in: self.taken_in,
            messages: self.messages,
            audit: self.audit,
            is_replayed: self.is_replayed,
        };
        Step { write: Some(write), opens: self.opens, stored, offers }
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
    Ok(Some(winner.player.user().ok_or(NoResult::Unreadable)?))
}

/// Why a game that is over has no result.
enum NoResult {
    None,
    /// It has one that cannot be read.
    Unreadable,
}
