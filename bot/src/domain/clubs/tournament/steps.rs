//! What happens to a tournament: players come and go, it begins, rounds follow each other, and it ends.

use crate::domain::clubs::tournament::refusal::TournamentError;
use crate::domain::clubs::tournament::{
    Admission, BoardResult, Entrant, Format, MOST_DUTCH, MOST_ENTRANTS, Pairing, Predecessor, Round, Tournament,
    TournamentPhase, rounds,
};
use crate::domain::ids::{GameId, Timestamp, UserId};
use crate::domain::time_control::control::TimeControl;
use crate::domain::time_control::pace::{DAY_MS, MINUTE_MS};

/// The rating of a player without one.
const UNRATED: i32 = 1500;

/// Between the call of the players of a live tournament and its first round.
pub const COUNTDOWN_MS: i64 = 2 * MINUTE_MS;

/// Minutes for a first move in a live game.
const LIVE_FIRST_MOVE_MINUTES: u32 = 3;

/// Between two summaries of a tournament.
const WEEK_MS: i64 = 7 * DAY_MS;

impl Tournament {
    /// Puts a player on the list.
    ///
    /// # Errors
    /// Who is on it, and where nobody can come any more.
    pub fn enter(&mut self, user: UserId, admission: &Admission) -> Result<(), TournamentError> {
        let is_late = match self.phase {
            TournamentPhase::SignUp => Ok(false),
            TournamentPhase::Draft => Err(TournamentError::NotAnnounced),
            TournamentPhase::Running if self.takes_late_entries() => Ok(true),
            TournamentPhase::Running => Err(TournamentError::NoLateEntries),
            TournamentPhase::Over | TournamentPhase::Cancelled => return Err(TournamentError::Over),
        };
        if let Some(number) = self.number_of(user) {
            // Who has withdrawn before the beginning is no longer on the list.
            let has_left = self.entrant(number).is_some_and(|entrant| entrant.left_after.is_some());
            return Err(if has_left { TournamentError::Withdrawn } else { TournamentError::AlreadyIn });
        }
        if self.has_seen(user) {
            return Err(TournamentError::Withdrawn);
        }
        let is_late = is_late?;
        self.sign_up.check(admission)?;
        let is_team = self.format == Format::TeamMatch;
        let team = admission.team.filter(|team| is_team && *team < 2);
        if is_team && team.is_none() {
            return Err(TournamentError::WhichTeam);
        }
        if self.entrants.len() >= MOST_ENTRANTS || is_late && self.entrants.len() >= self.seats() {
            return Err(TournamentError::Full(self.seats()));
        }
        let joins_in = if is_late { self.current_round() + 1 } else { 1 };
        self.entrants.push(Entrant { joins_in, team, ..Entrant::new(user, admission.rating) });
        Ok(())
    }

    /// Puts a player at a place from the next round on: at that of somebody who has withdrawn, or at the free one of an odd round robin.
    ///
    /// # Errors
    /// Where the place is not vacant, or the player has been in it before.
    pub fn substitute(
        &mut self,
        gone: Option<UserId>,
        user: UserId,
        rating: Option<i32>,
    ) -> Result<(), TournamentError> {
        self.check_running()?;
        if self.has_seen(user) {
            return Err(if self.is_in(user) {
                TournamentError::PlaysAlready(user)
            } else {
                TournamentError::Withdrawn
            });
        }
        let round = self.current_round();
        let Some(gone) = gone else {
            let is_odd = self.entrants.len() % 2 == 1 && self.entrants.len() < MOST_ENTRANTS;
            if !is_odd || !matches!(self.format, Format::RoundRobin | Format::DoubleRoundRobin) {
                return Err(TournamentError::NoVacantPlace);
            }
            self.entrants.push(Entrant { joins_in: round + 1, ..Entrant::new(user, rating) });
            return Ok(());
        };
        let number = self.number_of(gone).ok_or(TournamentError::NotIn)?;
        // Who would have gone on in a knock-out has been passed over by the next round.
        let is_cup = matches!(self.format, Format::KnockOut | Format::Groups);
        let entrant = &mut self.entrants[number as usize - 1];
        let left_after = entrant.left_after.ok_or(TournamentError::StillIn(gone))?;
        if is_cup && left_after < round {
            return Err(TournamentError::NoVacantPlace);
        }
        entrant.predecessors.push(Predecessor { user: gone, until_round: round });
        (entrant.user, entrant.rating, entrant.left_after, entrant.is_out) = (user, rating, None, false);
        Ok(())
    }

    /// # Errors
    /// Before the beginning, and after the end.
    pub const fn check_running(&self) -> Result<(), TournamentError> {
        match self.phase {
            TournamentPhase::Running => Ok(()),
            TournamentPhase::Draft | TournamentPhase::SignUp => Err(TournamentError::NotBegun),
            TournamentPhase::Over | TournamentPhase::Cancelled => Err(TournamentError::Over),
        }
    }

    /// Games of the current round that are not over.
    pub fn open_games(&self) -> usize {
        self.rounds.last().map_or(0, |round| round.pairings.iter().filter(|pairing| !pairing.is_done()).count())
    }

    /// Is it played in one sitting?
    pub fn is_live(&self) -> bool {
        self.time_control.parse::<TimeControl>().is_ok_and(|time_control| time_control.pace.is_live())
    }

    /// The time for a first move: who does not come to a live game forfeits it after a few minutes.
    pub fn first_move_minutes(&self) -> Option<u32> {
        self.rules.first_move_minutes.or_else(|| self.is_live().then_some(LIVE_FIRST_MOVE_MINUTES))
    }

    /// Calls the players of a live tournament, which begins in a moment; `false`: it has nothing to call for, or has done so.
    pub fn call(&mut self, now: Timestamp, until: Timestamp) -> bool {
        let calls = self.phase == TournamentPhase::SignUp
            && self.is_live()
            && self.sign_up.called_for != Some(until)
            && until.plus(-COUNTDOWN_MS) <= now;
        if calls {
            let until = until.max(now.plus(COUNTDOWN_MS));
            (self.sign_up.called_for, self.sign_up.until) = (Some(until), Some(until));
            self.sign_up.calls += 1;
        }
        calls
    }

    /// A Swiss tournament takes players until its last round is paired.
    pub fn takes_late_entries(&self) -> bool {
        matches!(self.format, Format::Swiss | Format::Monrad)
            && self.current_round() < self.planned_rounds
            && !self.sign_up.is_closed
    }

    /// Takes a player out: off the list before the beginning, out of the rounds that follow after it. Their open game goes on to be lost.
    ///
    /// # Errors
    /// Who is not in it, and where it is over.
    pub fn withdraw(&mut self, user: UserId) -> Result<(), TournamentError> {
        let number = self.number_of(user).ok_or(TournamentError::NotIn)?;
        match self.phase {
            TournamentPhase::Draft | TournamentPhase::SignUp => drop(self.entrants.remove(number as usize - 1)),
            TournamentPhase::Running => {
                let round = self.current_round();
                let entrant = &mut self.entrants[number as usize - 1];
                if entrant.left_after.is_some() {
                    return Err(TournamentError::NotIn);
                }
                entrant.left_after = Some(round);
            }
            TournamentPhase::Over | TournamentPhase::Cancelled => return Err(TournamentError::Over),
        }
        Ok(())
    }

    /// Begins it: the list is closed, start numbers go by rating, and who waits for a seat has none.
    ///
    /// # Errors
    /// With fewer than two players, or when it has begun.
    pub fn begin(&mut self, first_moves_first: bool) -> Result<(), TournamentError> {
        match self.phase {
            TournamentPhase::SignUp => {}
            TournamentPhase::Draft => return Err(TournamentError::NotAnnounced),
            TournamentPhase::Running => return Err(TournamentError::HasBegun),
            TournamentPhase::Over | TournamentPhase::Cancelled => return Err(TournamentError::Over),
        }
        let seats = self.seats();
        let mut seated = self.entrants[..self.entrants.len().min(seats)].to_vec();
        seated.sort_by_key(|entrant| (entrant.team, std::cmp::Reverse(entrant.rating.unwrap_or(UNRATED))));
        if self.format == Format::TeamMatch {
            // As many boards as the smaller team has players.
            let (home, away): (Vec<Entrant>, Vec<Entrant>) =
                seated.into_iter().partition(|entrant| entrant.team == Some(0));
            let boards = home.len().min(away.len());
            if boards == 0 && !(home.is_empty() && away.is_empty()) {
                return Err(TournamentError::EmptyTeam);
            }
            seated = home.into_iter().take(boards).chain(away.into_iter().take(boards)).collect();
        }
        let least = self.least_entrants();
        if seated.len() < least {
            return Err(TournamentError::TooFew { least, count: seated.len() });
        }
        self.entrants = seated;
        if self.format == Format::Swiss && self.entrants.len() > MOST_DUTCH {
            self.format = Format::Monrad;
        }
        self.first_moves_first = first_moves_first;
        self.phase = TournamentPhase::Running;
        Ok(())
    }

    /// Whether as many have a seat, and could play, as it is to begin with.
    pub fn is_full(&self) -> bool {
        let seated = &self.entrants[..self.entrants.len().min(self.seats())];
        let of_team = |team: u8| seated.iter().filter(|entrant| entrant.team == Some(team)).count();
        let count = match self.format {
            Format::TeamMatch => 2 * of_team(0).min(of_team(1)),
            _ => seated.len(),
        };
        count >= self.least_entrants() && self.sign_up.begins_with.is_some_and(|wanted| count >= wanted)
    }

    /// How many players it needs.
    pub const fn least_entrants(&self) -> usize {
        match self.format {
            Format::Groups => 6,
            Format::Swiss
            | Format::Monrad
            | Format::RoundRobin
            | Format::DoubleRoundRobin
            | Format::KnockOut
            | Format::TeamMatch => 2,
        }
    }

    /// Notes how a game ended; `false` for one that is not of this tournament, or has this result already.
    pub fn take_result(&mut self, game: GameId, result: BoardResult) -> bool {
        let mut pairings = self.rounds.iter_mut().flat_map(|round| &mut round.pairings);
        let Some(pairing) = pairings.find(|pairing| pairing.game == Some(game)) else { return false };
        let is_new = pairing.decision.is_none() && pairing.result != Some(result);
        if is_new {
            pairing.result = Some(result);
        }
        is_new
    }

    /// Opens the next round, or ends the tournament, where all games of the current one are over. `false`: there is something to wait for.
    pub fn advance(&mut self, now: Timestamp) -> bool {
        let is_done = self.rounds.last().is_none_or(Round::is_done);
        let advances = self.phase == TournamentPhase::Running && is_done && !self.waits_for_organizer();
        if advances {
            self.open_next_round(now);
        }
        advances
    }

    /// Does an organizer pair the next round, all games before it being over?
    pub fn waits_for_organizer(&self) -> bool {
        let is_over = self.phase == TournamentPhase::Running && self.rounds.last().is_some_and(Round::is_done);
        self.rules.pairs_by_hand && is_over && {
            let mut next = self.clone();
            next.take_out_absent();
            rounds::next_round(&next).is_some()
        }
    }

    /// Lets two players never be paired in the rounds that follow; or again, with `allows`.
    ///
    /// # Errors
    /// Where not the points decide who meets whom, for one player, and for somebody who is not in it.
    pub fn forbid(&mut self, one: UserId, other: UserId, allows: bool) -> Result<(), TournamentError> {
        if matches!(self.phase, TournamentPhase::Over | TournamentPhase::Cancelled) {
            return Err(TournamentError::Over);
        }
        if !matches!(self.format, Format::Swiss | Format::Monrad) {
            return Err(TournamentError::NotSwiss);
        }
        if one == other || !self.is_in(one) || !self.is_in(other) {
            return Err(TournamentError::NotIn);
        }
        let pair = [one.min(other), one.max(other)];
        self.forbidden.retain(|forbidden| *forbidden != pair);
        if !allows {
            self.forbidden.push(pair);
        }
        Ok(())
    }

    /// Opens the next round for an organizer, once that is waited for.
    ///
    /// # Errors
    /// While games of the round are open, and where rounds pair themselves.
    pub fn pair_by_hand(&mut self, now: Timestamp) -> Result<(), TournamentError> {
        self.check_running()?;
        if !self.waits_for_organizer() {
            return Err(TournamentError::GamesOpen { round: self.current_round(), open: self.open_games() });
        }
        self.open_next_round(now);
        Ok(())
    }

    fn open_next_round(&mut self, now: Timestamp) {
        self.take_out_absent();
        match rounds::next_round(self) {
            Some(pairings) => {
                let has_deadlines = self.rules.days.is_some() || self.first_move_minutes().is_some();
                let check_at = has_deadlines.then_some(now);
                self.rounds.push(Round { check_at, ..Round::new(now, pairings) });
                self.summary_at = self.summary_at.or(Some(now.plus(WEEK_MS)));
            }
            None => self.phase = TournamentPhase::Over,
        }
    }

    /// Notes that it is to be said how it stands, once for each week that has passed.
    pub fn summarize(&mut self, now: Timestamp) {
        if self.phase == TournamentPhase::Running && self.summary_at.is_some_and(|at| at <= now) {
            self.summaries += 1;
            self.summary_at = Some(now.plus(WEEK_MS));
        }
    }

    /// Takes players out of a Swiss tournament who have come to neither of their last two games.
    fn take_out_absent(&mut self) {
        let (Format::Swiss | Format::Monrad, [.., before, last]) = (self.format, &self.rounds[..]) else { return };
        let round = self.current_round();
        let has_missed = |number: u32| {
            [before, last].iter().all(|round| round.pairings.iter().any(|pairing| pairing.is_missed_by(number)))
        };
        let absent: Vec<u32> = (1..=self.entrants.len() as u32)
            .filter(|number| has_missed(*number) && self.user_in(*number, round - 1) == self.user_in(*number, round))
            .collect();
        for number in absent {
            let entrant = &mut self.entrants[number as usize - 1];
            if entrant.left_after.is_none() {
                (entrant.left_after, entrant.is_out) = (Some(round), true);
            }
        }
    }

    /// When something is due without anybody doing anything.
    pub fn next_timer_at(&self) -> Option<Timestamp> {
        match self.phase {
            TournamentPhase::SignUp if self.is_live() && self.sign_up.called_for != self.sign_up.until => {
                self.sign_up.until.map(|until| until.plus(-COUNTDOWN_MS))
            }
            TournamentPhase::SignUp => self.sign_up.until,
            // Its games are opened one after the other.
            TournamentPhase::Running if self.unopened().next().is_some() || self.to_be_ended().next().is_some() => {
                Some(Timestamp(0))
            }
            TournamentPhase::Running => {
                self.rounds.last().and_then(|round| round.check_at).into_iter().chain(self.summary_at).min()
            }
            TournamentPhase::Draft => None,
            TournamentPhase::Over | TournamentPhase::Cancelled if self.to_be_ended().next().is_some() => {
                Some(Timestamp(0))
            }
            TournamentPhase::Over | TournamentPhase::Cancelled => self.rounds.last().and_then(|round| round.check_at),
        }
    }

    /// Boards whose games have still to end as an organizer has decided: the number of the round, from 1, that of the board, and the players.
    pub fn to_be_ended(&self) -> impl Iterator<Item = (u32, u32, &Pairing)> {
        let rounds = (1..).zip(&self.rounds);
        let boards = rounds.flat_map(|(number, round)| {
            (1..).zip(&round.pairings).map(move |(board, pairing)| (number, board, pairing))
        });
        boards.filter(|(_, _, pairing)| pairing.is_to_be_ended())
    }

    /// Boards of the current round whose games are not open yet: the number of the board, from 1, and the players.
    pub fn unopened(&self) -> impl Iterator<Item = (u32, &Pairing)> {
        let pairings = self.rounds.last().map_or(&[][..], |round| &round.pairings);
        let is_unopened = |pairing: &Pairing| pairing.second.is_some() && pairing.game.is_none() && !pairing.is_done();
        (1..).zip(pairings).filter(move |(_, pairing)| is_unopened(pairing))
    }
}
