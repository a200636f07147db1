//! A step of a ladder in progress: applies events and collects all writes.

use std::collections::{BTreeMap, HashMap};

use games::competition::OfferChange;
use games::domain::{
    EndReason, GameId, GameOutcome, GameRecord, Notice, Person, Phase, PhaseChange, PlaceChange, TimeSpan, Timestamp,
    UserId,
};
use games::store::Commit;

use crate::domain::ladder::{
    CountedGame, EndedBy, EndedSeason, Ladder, LadderChange, LadderEvent, LadderEventKind, LadderHead, LadderMessage,
    LadderResult, LadderRules, LadderWrite, OpenChallenge, RecordedChange, RecordedEvent, RulesEdit, Season,
    StoredLadder,
};

/// A ladder with the changes of this step so far.
pub(crate) struct Draft {
    /// Everything to write, if anything has changed.
    pub(crate) write: LadderWrite,
    pub(crate) now: Timestamp,
    before: LadderHead,
    timer_before: Option<Timestamp>,
    open_before: BTreeMap<GameId, OpenChallenge>,
    /// The game that this step opens.
    pub(crate) opens: Option<Commit>,
    /// Games that were annulled after the ladder had counted them.
    annulled: Vec<CountedGame>,
    /// Games that cannot be read now. The next step retries them.
    pub(crate) unreadable: Vec<GameId>,
}

/// The originator of an event, and an organizer's note.
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

pub(crate) struct Step {
    pub(crate) write: LadderWrite,
    pub(crate) is_changed: bool,
    pub(crate) opens: Option<Commit>,
    /// Changes of games that are still offered.
    pub(crate) offers: Vec<(GameId, OfferChange)>,
}

/// The players of a challenge with their places, the challenger first.
type Pair = [(UserId, Option<usize>); 2];

/// The consequence of a game's phase for its ladder.
enum PhaseMeaning {
    Event(Timestamp, LadderEventKind),
    /// The challenge has expired. The ladder applies this at its own deadline.
    Expired,
    /// The game was annulled after it had counted.
    TakenBack(CountedGame),
    Nothing,
    Unreadable,
}

impl Draft {
    pub(crate) fn new(stored: StoredLadder, now: Timestamp) -> Self {
        let open = stored.ladder.challenges();
        Self {
            open_before: open.map(|(game, open)| (game, open.clone())).collect(),
            before: stored.head.clone(),
            timer_before: stored.ladder.next_timer(),
            // Ladder time never goes back, even if the clock does.
            now: now.max(stored.head.advanced_at),
            write: LadderWrite::of(stored),
            opens: None,
            annulled: Vec::new(),
            unreadable: Vec::new(),
        }
    }

    pub(crate) const fn ladder(&self) -> &Ladder {
        &self.write.ladder
    }

    /// Applies all timers up to this instant.
    pub(crate) fn advance(&mut self, until: Timestamp) {
        let mut silent: Vec<(Timestamp, GameId)> = self.silent_until(until);
        silent.sort_unstable();
        for (at, game) in silent {
            // Earlier timers may have moved these players.
            self.note_timed(at.plus(-1));
            let before = self.pair(game).filter(|_| self.write.ladder.silence(game).loses());
            self.note_timed(at);
            self.count(game, before, LadderResult::Won, at);
        }
        self.note_timed(until);
        self.write.head.advanced_at = self.write.head.advanced_at.max(until);
    }

    /// Unanswered challenges whose silence takes effect by this instant, with its time.
    pub(crate) fn silent_until(&self, until: Timestamp) -> Vec<(Timestamp, GameId)> {
        let waiting = self.write.ladder.challenges().filter_map(|(game, open)| Some((open.answer_by?, game)));
        waiting.filter(|(at, _)| *at <= until).collect()
    }

    fn note_timed(&mut self, until: Timestamp) {
        while let Some(end) = self.ladder().season().and_then(|season| season.ends).filter(|end| *end <= until) {
            self.note_changes(end.plus(-1));
            self.archive_season(end);
            self.note_changes(end);
        }
        self.note_changes(until);
    }

    fn note_changes(&mut self, until: Timestamp) {
        for timed in self.write.ladder.advance(until) {
            self.note(timed.change, timed.at, timed.game, None);
        }
    }

    /// Stores the final table of the season that ends now.
    fn archive_season(&mut self, at: Timestamp) {
        if let Some(Season { number, began, .. }) = self.ladder().season() {
            let standings = self.ladder().table().map(|place| place.player).collect();
            let (span, changes) = (TimeSpan { from: began, until: at }, self.write.head.changes);
            self.write.ended_seasons.push(EndedSeason { number, span, changes, standings });
        }
    }

    fn pair(&self, game: GameId) -> Option<Pair> {
        let open = self.write.ladder.challenge(game)?;
        Some([open.challenger, open.defender].map(|player| (player, self.write.ladder.place(player))))
    }

    fn count(&mut self, game: GameId, before: Option<Pair>, result: LadderResult, ended_at: Timestamp) {
        let Some(before) = before.filter(|_| self.write.ladder.challenge(game).is_none()) else { return };
        let [(challenger, _), (defender, _)] = before;
        self.write.counted.push(CountedGame { game, challenger, defender, result: Some(result), ended_at });
        self.announce(game, before);
    }

    fn announce(&mut self, game: GameId, before: Pair) {
        let moves = before.map(|(user, from)| PlaceChange { user, from, to: self.write.ladder.place(user) });
        let moves: Vec<PlaceChange> = moves.into_iter().filter(|moved| moved.from != moved.to).collect();
        if !moves.is_empty() {
            let competition = self.write.head.name.clone();
            let notice = Notice::CompetitionChanged { competition, moves };
            self.write.messages.push(LadderMessage { game, notice });
        }
    }

    fn note(&mut self, change: LadderChange, at: Timestamp, game: Option<GameId>, note: Option<String>) {
        self.write.head.changes += 1;
        self.write.changes.push(RecordedChange { number: self.write.head.changes, change, at, game, note });
    }

    /// Applies and records an event. A late event takes effect now, because events stay in order of time.
    pub(crate) fn record(&mut self, at: Timestamp, kind: LadderEventKind, cause: Cause) -> Vec<LadderChange> {
        let at = at.max(self.write.head.advanced_at);
        self.advance(at);
        let event = LadderEvent { at, kind };
        let game = event.kind.game();
        let pair = game.and_then(|game| self.pair(game));
        let result = match (&event.kind, pair) {
            (LadderEventKind::Result { winner: None, .. }, _) => Some(LadderResult::Drawn),
            (LadderEventKind::Result { winner, .. }, Some([(challenger, _), _])) => {
                Some(if *winner == Some(challenger) { LadderResult::Won } else { LadderResult::Lost })
            }
            (LadderEventKind::Decline { game }, _) if self.write.ladder.silence(*game).loses() => {
                Some(LadderResult::Won)
            }
            _ => None,
        };
        if event.kind == LadderEventKind::NextSeason {
            self.archive_season(at);
        }
        let changes = self.write.ladder.apply(&event);
        for change in &changes {
            self.note(*change, at, game, cause.note.clone());
        }
        if let (Some(game), Some(result)) = (game, result) {
            self.count(game, pair, result, at);
        }
        self.add_event(event, cause);
        changes
    }

    fn add_event(&mut self, event: LadderEvent, Cause { actor, note }: Cause) {
        self.write.head.events += 1;
        self.write.events.push(RecordedEvent { sequence: self.write.head.events, event, actor, note });
    }

    /// Records the name of a player for the table.
    pub(crate) fn name(&mut self, person: &Person) {
        self.write.names.push((person.user, person.name.clone()));
    }

    /// Events for those of these ratings that are new to the ladder.
    pub(crate) fn changed_ratings(&self, ratings: &BTreeMap<UserId, f64>) -> Vec<LadderEventKind> {
        let is_changed = |player: UserId, rating: f64| {
            self.ladder().place(player).is_some()
                && self.ladder().rating(player).is_none_or(|current| (current - rating).abs() >= 1.0)
        };
        let new_ratings = ratings.iter().filter(|(player, rating)| is_changed(**player, **rating));
        new_ratings.map(|(player, rating)| LadderEventKind::Rating { player: *player, rating: *rating }).collect()
    }

    /// Applies other rules from now on.
    pub(crate) fn edit_rules(&mut self, rules: LadderRules, cause: Cause) {
        let before = self.write.ladder.rules().clone();
        if before != rules {
            self.write.head.rules = rules.clone();
            self.record(self.now, LadderEventKind::Rules(Box::new(RulesEdit { before, rules })), cause);
        }
    }

    pub(crate) const fn has_annulled(&self) -> bool {
        !self.annulled.is_empty()
    }

    /// Reverts games that were annulled after the ladder had counted them, as if they had never been played.
    pub(crate) fn take_back_annulled(&mut self, stored: &[RecordedEvent]) {
        let earlier = stored.iter().filter(|recorded| recorded.sequence <= self.before.events);
        let mut events: Vec<LadderEvent> =
            earlier.chain(&self.write.events).map(|recorded| recorded.event.clone()).collect();
        for counted in std::mem::take(&mut self.annulled) {
            let game = counted.game;
            let before = [counted.challenger, counted.defender].map(|player| (player, self.write.ladder.place(player)));
            let (ladder, more_annulled) = self.write.ladder.without(game, &events, self.now);
            for game in more_annulled {
                let event = LadderEvent { at: self.now, kind: LadderEventKind::Annul { game } };
                events.push(event.clone());
                self.add_event(event, Cause::default());
            }
            for change in self.write.ladder.changes_to(&ladder) {
                self.note(change, self.now, Some(game), None);
            }
            self.write.ladder = ladder;
            self.write.is_replayed = true;
            self.announce(game, before);
            self.write.counted.push(CountedGame { result: None, ..counted });
        }
    }

    /// Closes the ladder: open challenges have no more effect.
    pub(crate) fn close(&mut self) {
        let open: Vec<GameId> = self.write.ladder.challenges().map(|(game, _)| game).collect();
        for game in open {
            self.record(self.now, LadderEventKind::Annul { game }, Cause::default());
        }
        self.write.head.closed_at = Some(self.now);
    }

    /// Applies the new results of games and vacations, in order of time. `counted` are games that counted before;
    /// `ratings` are those for the season that ends now.
    pub(crate) fn apply_results(
        &mut self,
        phases: Vec<PhaseChange>,
        records: &HashMap<GameId, GameRecord>,
        counted: &[CountedGame],
        vacations: Vec<(UserId, Option<TimeSpan>)>,
        ratings: &BTreeMap<UserId, f64>,
    ) {
        let mut timeline: Vec<(Timestamp, LadderEventKind)> = Vec::new();
        for (player, span) in vacations {
            let (at, until) = span.map_or((self.now, self.now), |span| (span.from, span.until));
            self.write.vacations.push((player, span.map(|span| span.until)));
            timeline.push((at, LadderEventKind::Vacation { player, until }));
        }
        // Players see the game's deadline, which is later if an outage was given back.
        for (answer_by, game) in self.silent_until(self.now) {
            let deadline = records.get(&game).and_then(|record| record.game.turn.deadline_at);
            let is_over = phases.iter().any(|change| change.game == game);
            if let Some(until) = deadline.filter(|until| *until > answer_by && !is_over) {
                timeline.push((answer_by.plus(-1), LadderEventKind::Postpone { game, until }));
            }
        }
        if let Some(end) = self.ladder().season().and_then(|season| season.ends) {
            timeline.extend(self.changed_ratings(ratings).into_iter().map(|kind| (end.plus(-1), kind)));
        }
        let mut expired = Vec::new();
        for change in phases {
            let counted_game = counted.iter().find(|counted| counted.game == change.game);
            match self.read_phase(change, records.get(&change.game), counted_game) {
                PhaseMeaning::Unreadable => {
                    self.unreadable.push(change.game);
                    continue;
                }
                PhaseMeaning::Event(at, kind) => timeline.push((at, kind)),
                PhaseMeaning::Expired => expired.push(change.game),
                PhaseMeaning::TakenBack(counted) => self.annulled.push(counted),
                PhaseMeaning::Nothing => {}
            }
            self.write.taken_in.push(change);
        }
        timeline.sort_by_key(|(at, _)| *at);
        for (at, kind) in timeline {
            let at = at.min(self.now);
            self.advance(at.max(self.write.head.advanced_at));
            // Events without effect are skipped: the players have left, or the ladder has closed the challenge itself.
            if kind.game().is_none_or(|game| self.ladder().challenge(game).is_some()) {
                self.record(at, kind, Cause::default());
            }
        }
        self.advance(self.now);
        // Unblocks the players of a challenge that expired before its time on the ladder.
        for game in expired {
            if self.ladder().challenge(game).is_some() {
                self.record(self.now, LadderEventKind::Annul { game }, Cause::default());
            }
        }
    }

    fn read_phase(
        &self,
        change: PhaseChange,
        record: Option<&GameRecord>,
        counted: Option<&CountedGame>,
    ) -> PhaseMeaning {
        let PhaseChange { game, phase, at, .. } = change;
        // A timely action counts as timely, however late the ladder learns of it.
        let answer_by = self.ladder().challenge(game).and_then(|open| open.answer_by);
        let in_time = answer_by.map_or(at, |until| at.min(until.plus(-1)));
        let annulment = PhaseMeaning::Event(in_time, LadderEventKind::Annul { game });
        match (phase, record) {
            (Phase::Offered, _) => PhaseMeaning::Nothing,
            (Phase::Playing, _) => PhaseMeaning::Event(in_time, LadderEventKind::Accept { game }),
            (Phase::Over | Phase::Void, None) => PhaseMeaning::Unreadable,
            (Phase::Over, Some(record)) => {
                let Some(outcome) = record.game.result() else { return annulment };
                let Ok(winner) = find_winner(record, outcome) else { return PhaseMeaning::Unreadable };
                let how = match record.game.end_reason() {
                    Some(EndReason::Resignation) => EndedBy::Resigned,
                    Some(EndReason::Time) => EndedBy::Time,
                    _ => EndedBy::Played,
                };
                PhaseMeaning::Event(at, LadderEventKind::Result { game, winner, how })
            }
            (Phase::Void, Some(record)) => match (record.game.end_reason(), counted) {
                (Some(EndReason::Aborted), _) => PhaseMeaning::Event(
                    in_time,
                    self.read_abort(game, record).unwrap_or(LadderEventKind::Annul { game }),
                ),
                (Some(EndReason::Declined), _) => PhaseMeaning::Event(in_time, LadderEventKind::Decline { game }),
                // The ladder's own timer applies the silence.
                (Some(EndReason::Expired), _) => PhaseMeaning::Expired,
                (Some(EndReason::Annulled), Some(counted)) => PhaseMeaning::TakenBack(*counted),
                _ => annulment,
            },
        }
    }

    /// The meaning of an aborted game: lost, or an abort of its challenger. `None`: it counts as not played.
    fn read_abort(&self, game: GameId, record: &GameRecord) -> Option<LadderEventKind> {
        let by = record.at(record.game.loser()?)?.player.user()?;
        let open = self.ladder().challenge(game)?;
        let is_challenger = by == open.challenger;
        if self.ladder().is_lost_by_abort(game, by) {
            let winner = Some(if is_challenger { open.defender } else { open.challenger });
            return Some(LadderEventKind::Result { game, winner, how: EndedBy::Forfeit });
        }
        is_challenger.then_some(LadderEventKind::Abort { game })
    }

    /// All writes, and the changes of games that are still offered.
    pub(crate) fn finish(mut self) -> Step {
        let mut offers = Vec::new();
        for (game, before) in std::mem::take(&mut self.open_before) {
            let reached = |phases: &[Phase]| {
                self.write.taken_in.iter().any(|change| change.game == game && phases.contains(&change.phase))
            };
            match self.write.ladder.challenge(game) {
                Some(open) if open.answer_by != before.answer_by => {
                    offers.extend(open.answer_by.map(|until| (game, OfferChange::Postpone { until })));
                }
                Some(_) => {}
                // The game has ended, or its alarm ends it after the silence.
                None if reached(&[Phase::Over, Phase::Void])
                    || before.answer_by.is_some_and(|at| at <= self.write.head.advanced_at) => {}
                None => {
                    let has_left = |player: &UserId| self.write.ladder.place(*player).is_none();
                    let absent = [before.challenger, before.defender].into_iter().find(has_left);
                    if before.answer_by.is_some() && !reached(&[Phase::Playing]) {
                        offers.push((game, OfferChange::Close { absent }));
                    } else {
                        let notice = Notice::OffCompetition { competition: self.write.head.name.clone(), user: absent };
                        self.write.messages.push(LadderMessage { game, notice });
                    }
                }
            }
        }
        let LadderWrite { head, ladder, names, vacations, taken_in, .. } = &mut self.write;
        let is_changed = ladder.next_timer() != self.timer_before
            || LadderHead { advanced_at: self.before.advanced_at, ..head.clone() } != self.before
            || !(names.is_empty() && vacations.is_empty() && taken_in.is_empty());
        head.version += i64::from(is_changed);
        Step { write: self.write, is_changed, opens: self.opens, offers }
    }
}

/// The winner of a two-player game; `None` after a draw. An error if the game cannot be read.
fn find_winner(record: &GameRecord, outcome: GameOutcome) -> Result<Option<UserId>, ()> {
    let GameOutcome::Won(colors) = outcome else { return Ok(None) };
    let seat_infos = record.game.setup.open().map_err(drop)?.seats();
    let has_won = |index: usize| seat_infos.get(index).is_some_and(|place| colors.has(place.color));
    let winner = record.seats.iter().find(|seat| has_won(usize::from(seat.seat))).ok_or(())?;
    winner.player.user().map(Some).ok_or(())
}
