//! Transitions of a tournament: players enter and withdraw, it begins, rounds follow, it ends.

use games::domain::audit::Organizer;
use games::domain::ids::{GameId, Timestamp, UserId};
use games::domain::time_control::control::TimeControl;
use games::domain::time_control::pace::{DAY_MS, HOUR_MS, MINUTE_MS};
use jiff::tz::TimeZone;

use crate::domain::tournament::refusal::TournamentError;
use crate::domain::tournament::{
    Admission, BoardResult, Entrant, MOST_ENTRANTS, Pairing, PlayerMessage, Predecessor, Round, Series, SignUp, Skip,
    Tournament, TournamentPhase, rounds, standings,
};

/// The rating of a player without one.
const UNRATED: i32 = 1500;

/// Time between the call of the players of a live tournament and its first round.
pub const COUNTDOWN_MS: i64 = 2 * MINUTE_MS;

/// Time for a first move in a live game.
const LIVE_FIRST_MOVE_MINUTES: u32 = 3;

/// Time between two summaries.
const WEEK_MS: i64 = 7 * DAY_MS;

impl Tournament {
    /// Adds a player to the list, or lets one come back who has withdrawn since the last pairing.
    ///
    /// # Errors
    /// If the player is on it already, or if it accepts nobody.
    pub fn enter(&mut self, user: UserId, admission: &Admission) -> Result<(), TournamentError> {
        let is_late = match self.phase {
            TournamentPhase::SignUp => Ok(false),
            TournamentPhase::Draft => Err(TournamentError::NotAnnounced),
            TournamentPhase::Running if self.takes_late_entries(admission.is_by_organizer) => Ok(true),
            TournamentPhase::Running => Err(TournamentError::NoLateEntries),
            TournamentPhase::Over | TournamentPhase::Cancelled => return Err(TournamentError::Over),
        };
        if self.can_come_back(user)
            && let Some(entrant) = self.entrants.iter_mut().find(|entrant| entrant.user == user)
            && (admission.is_by_organizer || !entrant.is_removed)
        {
            (entrant.left_after, entrant.is_removed, entrant.is_out) = (None, false, false);
            return Ok(());
        }
        if let Some(number) = self.number_of(user) {
            // A player who withdrew before the start is no longer on the list.
            let has_left = self.entrant(number).is_some_and(|entrant| entrant.left_after.is_some());
            return Err(if has_left { TournamentError::Withdrawn } else { TournamentError::AlreadyIn });
        }
        if self.has_seen(user) {
            return Err(TournamentError::Withdrawn);
        }
        let is_late = is_late?;
        if !admission.is_by_organizer {
            self.sign_up.check(admission)?;
        }
        self.check_team(admission)?;
        let team = admission.team.filter(|team| *team < 2);
        if self.format.traits().has_teams && team.is_none() {
            let by_organizer = admission.is_by_organizer;
            return Err(if by_organizer { TournamentError::AddToWhichTeam } else { TournamentError::WhichTeam });
        }
        if self.entrants.len() >= MOST_ENTRANTS || is_late && self.entrants.len() >= self.seats() {
            return Err(TournamentError::Full(self.seats()));
        }
        let joins_in = if is_late { self.current_round() + 1 } else { 1 };
        self.entrants.push(Entrant { joins_in, team, seed: admission.seed, ..Entrant::new(user, admission.rating) });
        Ok(())
    }

    const fn check_team(&self, admission: &Admission) -> Result<(), TournamentError> {
        if admission.team.is_some() && !self.format.traits().has_teams {
            return Err(TournamentError::NoTeams);
        }
        Ok(())
    }

    /// Refuses fewer seats than the format needs players: it could not begin.
    pub fn check_seats(&self) -> Result<(), TournamentError> {
        let (least, seats) = (self.least_entrants(), self.seats());
        if seats < least { Err(TournamentError::TooFewSeats { least, seats }) } else { Ok(()) }
    }

    /// Adds players for an organizer, or before the start gives them another seed, rating or team. Returns those who
    /// are new.
    ///
    /// # Errors
    /// If two players have one seed, or if one of them cannot be added: then nobody is.
    pub fn add(&mut self, players: &[(UserId, Admission)]) -> Result<Vec<UserId>, TournamentError> {
        let mut added = Vec::new();
        for (user, admission) in players {
            self.check_team(admission)?;
            let entrant =
                self.entrants.iter_mut().find(|entrant| entrant.user == *user && entrant.left_after.is_none());
            match entrant {
                Some(entrant) if self.phase == TournamentPhase::SignUp => {
                    entrant.seed = admission.seed.or(entrant.seed);
                    entrant.rating = admission.rating.or(entrant.rating);
                    entrant.team = admission.team.filter(|_| entrant.team.is_some()).or(entrant.team);
                }
                Some(_) => {}
                None => {
                    self.enter(*user, admission).map_err(|refusal| match refusal {
                        TournamentError::Withdrawn => TournamentError::HasWithdrawn(*user),
                        refusal => refusal,
                    })?;
                    added.push(*user);
                }
            }
        }
        let mut seeds: Vec<u32> = self.entrants.iter().filter_map(|entrant| entrant.seed).collect();
        seeds.sort_unstable();
        match seeds.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) if self.phase == TournamentPhase::SignUp => Err(TournamentError::SeedTwice(pair[0])),
            _ => Ok(added),
        }
    }

    /// Fills a vacant place from the next round on: that of a withdrawn player, or the free one of an odd round robin.
    ///
    /// # Errors
    /// If the place is not vacant, or if the player has been in the tournament before.
    pub fn substitute(
        &mut self,
        former: Option<UserId>,
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
        if self.is_all_at_once() {
            return Err(TournamentError::NoVacantPlace);
        }
        let Some(former) = former else {
            let is_odd = self.entrants.len() % 2 == 1 && self.entrants.len() < MOST_ENTRANTS;
            if !is_odd || !self.format.traits().is_round_robin() {
                return Err(TournamentError::NoVacantPlace);
            }
            self.entrants.push(Entrant { joins_in: round + 1, ..Entrant::new(user, rating) });
            return Ok(());
        };
        let number = self.number_of(former).ok_or(TournamentError::NotIn)?;
        // In a knock-out, the next round has passed over a player who withdrew before it.
        let is_cup = self.format.traits().has_knock_out;
        let entrant = &mut self.entrants[number as usize - 1];
        let left_after = entrant.left_after.ok_or(TournamentError::StillIn(former))?;
        if is_cup && left_after < round {
            return Err(TournamentError::NoVacantPlace);
        }
        entrant.predecessors.push(Predecessor { user: former, until_round: round });
        (entrant.user, entrant.rating, entrant.left_after) = (user, rating, None);
        (entrant.is_out, entrant.is_removed) = (false, false);
        Ok(())
    }

    pub const fn check_open(&self) -> Result<(), TournamentError> {
        match self.phase {
            TournamentPhase::SignUp | TournamentPhase::Running => Ok(()),
            TournamentPhase::Draft => Err(TournamentError::NotAnnounced),
            TournamentPhase::Over | TournamentPhase::Cancelled => Err(TournamentError::Over),
        }
    }

    pub const fn check_running(&self) -> Result<(), TournamentError> {
        match self.phase {
            TournamentPhase::Running => Ok(()),
            TournamentPhase::Draft | TournamentPhase::SignUp => Err(TournamentError::NotBegun),
            TournamentPhase::Over | TournamentPhase::Cancelled => Err(TournamentError::Over),
        }
    }

    /// The round whose pairings are shown: the current one, or the one asked for, if it is paired or fixed in advance.
    ///
    /// # Errors
    /// If it is not.
    pub fn round_to_show(&self, round: Option<u32>) -> Result<u32, TournamentError> {
        let current = self.current_round();
        let round = round.unwrap_or(current);
        if current == 0 {
            return Err(TournamentError::NotBegun);
        }
        let is_fixed = || self.planned_round(round).is_some();
        match rounds::round_count(self) {
            _ if (1..=current).contains(&round) || is_fixed() => Ok(round),
            _ if self.phase != TournamentPhase::Running => Err(TournamentError::NoSuchRound(current)),
            Some(count) if round > count => Err(TournamentError::NoSuchRound(count)),
            _ => Err(TournamentError::NotPaired(round)),
        }
    }

    pub fn check_begun(&self, round: u32) -> Result<(), TournamentError> {
        let current = self.current_round();
        let last = if self.phase == TournamentPhase::Running { rounds::round_count(self) } else { Some(current) };
        match last {
            _ if (1..=current).contains(&round) => Ok(()),
            _ if current == 0 => Err(TournamentError::NotBegun),
            Some(last) if round > last => Err(TournamentError::NoSuchRound(last)),
            _ => Err(TournamentError::RoundNotBegun(round)),
        }
    }

    /// The pairings of a later round, if the format fixes them in advance.
    pub fn planned_round(&self, round: u32) -> Option<Vec<Pairing>> {
        let is_ahead = self.phase == TournamentPhase::Running && round > self.current_round();
        is_ahead.then(|| rounds::fixed_round(self, round as usize - 1)).flatten()
    }

    pub fn open_games(&self) -> usize {
        self.rounds.last().map_or(0, |round| round.pairings.iter().filter(|pairing| !pairing.is_done()).count())
    }

    /// Whether it is played in one sitting.
    pub fn is_live(&self) -> bool {
        self.time_control.parse::<TimeControl>().is_ok_and(|time_control| time_control.pace.is_live())
    }

    /// Time for a first move. A player who does not show up for a live game forfeits it after a few minutes.
    pub fn first_move_minutes(&self) -> Option<u32> {
        self.rules.first_move_minutes.or_else(|| self.is_live().then_some(LIVE_FIRST_MOVE_MINUTES))
    }

    /// Calls the players of a live tournament shortly before its start. `false` if there is nothing to call for, or if
    /// they were called already.
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

    /// A Swiss tournament accepts players until its last round is paired.
    pub fn takes_late_entries(&self, is_by_organizer: bool) -> bool {
        let is_open = is_by_organizer || !self.sign_up.is_closed;
        self.format.traits().is_swiss && self.current_round() < self.planned_rounds && is_open
    }

    /// Removes a player: from the list before the start, from the following rounds after it. Their open game goes on
    /// until it is lost.
    ///
    /// # Errors
    /// If the player is not in it, or if it is over.
    pub fn withdraw(&mut self, user: UserId) -> Result<(), TournamentError> {
        let number = self.number_of(user).ok_or(TournamentError::NotIn)?;
        match self.phase {
            TournamentPhase::Draft | TournamentPhase::SignUp => {
                self.entrants.remove(number as usize - 1);
                self.moved_up.iter_mut().for_each(|users| users.retain(|moved| *moved != user));
            }
            TournamentPhase::Running => {
                let round = self.current_round();
                let entrant = &mut self.entrants[number as usize - 1];
                if entrant.left_after.is_some() {
                    return Err(TournamentError::NotIn);
                }
                entrant.left_after = Some(round);
                entrant.skips.retain(|skip| skip.round <= round);
            }
            TournamentPhase::Over | TournamentPhase::Cancelled => return Err(TournamentError::Over),
        }
        Ok(())
    }

    /// Skips a round ahead, by default the next one, and returns its number; with `undoes` the player is paired in it.
    ///
    /// # Errors
    /// If the format is not Swiss, if it allows no skips, or if the round is not ahead.
    pub fn skip(&mut self, user: UserId, round: Option<u32>, undoes: bool) -> Result<u32, TournamentError> {
        self.check_open()?;
        if !self.format.traits().is_swiss {
            return Err(TournamentError::NotSwiss);
        }
        let skipping = self.rules.skipping;
        if skipping.is_half_point(false).is_none() && !undoes {
            return Err(TournamentError::NoSkipping);
        }
        let (first, last) = (self.current_round() + 1, self.planned_rounds);
        let is_present = |entrant: &&mut Entrant| entrant.user == user && entrant.left_after.is_none();
        let entrant = self.entrants.iter_mut().find(is_present).ok_or(TournamentError::NotIn)?;
        if first > last {
            return Err(TournamentError::NoLaterRound);
        }
        let round = round.unwrap_or(first);
        if !(first..=last).contains(&round) {
            return Err(TournamentError::RoundNotAhead { first, last });
        }
        if undoes {
            entrant.skips.retain(|skip| skip.round != round);
        } else if entrant.skip_in(round).is_none() {
            let had_half_point = entrant.skips.iter().any(|skip| skip.is_half_point);
            let is_half_point = skipping.is_half_point(had_half_point).unwrap_or_default();
            entrant.skips.push(Skip { round, is_half_point });
        }
        Ok(round)
    }

    /// Records who has got a seat from the waiting list by a step.
    pub fn record_moved_up(&mut self, before: &Self) {
        let waited = before.entrants.iter().map(|entrant| entrant.user).filter(|user| before.is_waiting(*user));
        let moved: Vec<UserId> = waited.filter(|user| self.is_in(*user) && !self.is_waiting(*user)).collect();
        if self.phase == TournamentPhase::SignUp && !moved.is_empty() {
            self.moved_up.push(moved);
        }
    }

    /// Starts the tournament: closes the list, numbers the players by rating, and drops those who wait for a seat.
    ///
    /// # Errors
    /// With too few players, or if it has begun.
    pub fn begin(&mut self, first_moves_first: bool) -> Result<(), TournamentError> {
        match self.phase {
            TournamentPhase::SignUp => {}
            TournamentPhase::Draft => return Err(TournamentError::NotAnnounced),
            TournamentPhase::Running => return Err(TournamentError::HasBegun),
            TournamentPhase::Over | TournamentPhase::Cancelled => return Err(TournamentError::Over),
        }
        let seats = self.seats();
        let mut players = self.entrants[..self.entrants.len().min(seats)].to_vec();
        players.sort_by_key(|entrant| {
            let seed = entrant.seed.unwrap_or(u32::MAX);
            (entrant.team, seed, std::cmp::Reverse(entrant.rating.unwrap_or(UNRATED)))
        });
        if self.format.traits().has_teams {
            // There are as many boards as the smaller team has players.
            let (home, away): (Vec<Entrant>, Vec<Entrant>) =
                players.into_iter().partition(|entrant| entrant.team == Some(0));
            let boards = home.len().min(away.len());
            if boards == 0 && !(home.is_empty() && away.is_empty()) {
                return Err(TournamentError::EmptyTeam);
            }
            players = home.into_iter().take(boards).chain(away.into_iter().take(boards)).collect();
        }
        let least = self.least_entrants();
        if players.len() < least {
            return Err(TournamentError::TooFew { least, count: players.len() });
        }
        self.entrants = players;
        // Seats may have become fewer again.
        let seated: Vec<UserId> = self.entrants.iter().map(|entrant| entrant.user).collect();
        self.moved_up.iter_mut().for_each(|users| users.retain(|moved| seated.contains(moved)));
        self.format = self.format.for_players(self.entrants.len());
        self.first_moves_first = first_moves_first;
        self.phase = TournamentPhase::Running;
        Ok(())
    }

    /// Whether enough players have a seat to start before the planned time.
    pub fn is_full(&self) -> bool {
        let players = &self.entrants[..self.entrants.len().min(self.seats())];
        let of_team = |team: u8| players.iter().filter(|entrant| entrant.team == Some(team)).count();
        let count = if self.format.traits().has_teams { 2 * of_team(0).min(of_team(1)) } else { players.len() };
        count >= self.least_entrants() && self.sign_up.begins_with.is_some_and(|minimum| count >= minimum)
    }

    pub const fn least_entrants(&self) -> usize {
        self.format.traits().least_entrants
    }

    /// Records how a game ended. `false` if the game is not in this tournament, or if its result is already recorded
    /// or decided.
    pub fn take_result(&mut self, game: GameId, result: BoardResult) -> bool {
        let mut pairings = self.rounds.iter_mut().flat_map(|round| &mut round.pairings);
        let Some(pairing) = pairings.find(|pairing| pairing.game == Some(game)) else { return false };
        // The event ended while the game was open.
        let is_late = self.phase == TournamentPhase::Over && pairing.result.is_none();
        let is_new = pairing.decision.is_none() && pairing.result != Some(result) && !is_late;
        if is_new {
            pairing.result = Some(result);
        }
        is_new
    }

    /// Opens the next round, or ends the tournament, once all games of the current round are over. `false` if it has
    /// to wait.
    pub fn advance(&mut self, now: Timestamp) -> bool {
        let is_done = self.rounds.last().is_none_or(Round::is_done);
        let advances = self.phase == TournamentPhase::Running && is_done && !self.waits_for_organizer();
        if advances {
            self.open_next_round(now);
        }
        advances
    }

    /// Whether an organizer has to open the next round: all games are over, or they look at its pairings.
    pub fn waits_for_organizer(&self) -> bool {
        if self.draft.is_some() {
            return self.phase == TournamentPhase::Running;
        }
        let is_over = self.phase == TournamentPhase::Running && self.rounds.last().is_some_and(Round::is_done);
        self.rules.pairs_by_hand && is_over && {
            let mut next = self.clone();
            next.take_out_absent();
            rounds::next_round(&next).is_some()
        }
    }

    /// Whether an organizer has to open the round that follows this one.
    pub fn waits_to_follow(&self, round: u32) -> bool {
        round > 0 && self.current_round() == round && self.waits_for_organizer()
    }

    /// Forbids pairing two players in the following rounds, or with `allows` permits it again.
    ///
    /// # Errors
    /// If the format is not Swiss, if both are the same player, or if one of them is not in it.
    pub fn forbid(&mut self, one: UserId, other: UserId, allows: bool) -> Result<(), TournamentError> {
        if self.phase.is_ended() {
            return Err(TournamentError::Over);
        }
        if !self.format.traits().is_swiss {
            return Err(TournamentError::NotSwiss);
        }
        if one == other {
            return Err(TournamentError::SamePlayer(one));
        }
        if !self.is_in(one) || !self.is_in(other) {
            return Err(TournamentError::NotIn);
        }
        let pair = [one.min(other), one.max(other)];
        self.forbidden.retain(|forbidden| *forbidden != pair);
        if !allows {
            self.forbidden.push(pair);
        }
        Ok(())
    }

    /// Opens the next round for an organizer who pairs by hand.
    ///
    /// # Errors
    /// While games of the round are open, or if rounds are paired automatically.
    pub fn pair_by_hand(&mut self, now: Timestamp) -> Result<(), TournamentError> {
        self.check_running()?;
        if !self.waits_for_organizer() {
            return Err(TournamentError::GamesOpen { round: self.current_round(), open: self.open_games() });
        }
        self.open_next_round(now);
        Ok(())
    }

    /// Draws the pairings of the next Swiss round, for an organizer to look at before it opens.
    ///
    /// # Errors
    /// If the format is not Swiss, while games are open, or after the last round.
    pub fn draw_draft(&mut self) -> Result<(), TournamentError> {
        if !self.format.traits().is_swiss {
            return Err(TournamentError::NotSwiss);
        }
        self.check_running()?;
        if self.open_games() > 0 {
            return Err(TournamentError::GamesOpen { round: self.current_round(), open: self.open_games() });
        }
        if self.draft.is_none() {
            self.take_out_absent();
            self.draft = Some(rounds::next_round(self).ok_or(TournamentError::NoLaterRound)?);
        }
        Ok(())
    }

    /// Exchanges two players in the pairings of the next round; two of one board exchange colors.
    ///
    /// # Errors
    /// If nothing is drawn, if both are the same player, if one of them is not paired, or if two would meet who have met
    /// or are kept apart.
    pub fn swap(&mut self, one: UserId, other: UserId) -> Result<(), TournamentError> {
        self.check_running()?;
        if one == other {
            return Err(TournamentError::SamePlayer(one));
        }
        let numbers = [one, other].map(|user| self.number_of(user).filter(|_| self.is_in(user)));
        let [Some(first), Some(second)] = numbers else { return Err(TournamentError::NotIn) };
        let draft = self.draft.clone().ok_or(TournamentError::NoDraft)?;
        if ![first, second].iter().all(|number| draft.iter().any(|board| board.has(*number))) {
            return Err(TournamentError::NoSuchBoard);
        }
        let swapped = |number: u32| match number {
            _ if number == first => second,
            _ if number == second => first,
            number => number,
        };
        let swap = |board: &Pairing| Pairing::of(swapped(board.first), board.second.map(swapped));
        let draft: Vec<Pairing> = draft.iter().map(swap).collect();
        let is_theirs = |board: &&Pairing| board.has(first) || board.has(second);
        for (one, other) in draft.iter().filter(is_theirs).filter_map(|board| Some((board.first, board.second?))) {
            let mut played = self.rounds.iter().flat_map(|round| &round.pairings);
            let has_met = played.any(|board| board.has(one) && board.has(other));
            if has_met || self.are_apart(one, other) {
                let [one, other] = [one, other].map(|number| self.entrants[number as usize - 1].user);
                return Err(TournamentError::MayNotMeet(one, other));
            }
        }
        self.draft = Some(draft);
        Ok(())
    }

    /// Pairs of the drawn round of whom one has blocked the other.
    pub fn blocked_in_draft(&self) -> Vec<[UserId; 2]> {
        let users = |board: &Pairing| Some([self.entrant(board.first)?.user, self.entrant(board.second?)?.user]);
        let is_blocked = |pair: &[UserId; 2]| self.blocked.contains(pair) || self.blocked.contains(&[pair[1], pair[0]]);
        self.draft.iter().flatten().filter_map(users).filter(is_blocked).collect()
    }

    fn are_apart(&self, one: u32, other: u32) -> bool {
        let of_pair = |pair: &[UserId; 2]| pair.map(|user| self.number_of(user));
        self.forbidden
            .iter()
            .map(of_pair)
            .any(|pair| pair == [Some(one), Some(other)] || pair == [Some(other), Some(one)])
    }

    /// Draws the next round anew if its players have changed since, or two of them are kept apart now.
    pub fn refresh_draft(&mut self) {
        let Some(draft) = &self.draft else { return };
        let mut drawn: Vec<u32> = draft.iter().flat_map(|board| [Some(board.first), board.second]).flatten().collect();
        drawn.sort_unstable();
        let present: Vec<u32> = standings::history(self).present().map(|player| player.number.0.into()).collect();
        let is_apart = draft.iter().any(|board| board.second.is_some_and(|second| self.are_apart(board.first, second)));
        if drawn != present || is_apart {
            self.draft = Some(rounds::next_round(self).unwrap_or_default());
        }
    }

    /// Closes the current round now; its open games end as the rules say.
    ///
    /// # Errors
    /// If none of its games is open.
    pub fn close_round(&mut self, now: Timestamp) -> Result<(), TournamentError> {
        self.check_running()?;
        if self.open_games() == 0 {
            return Err(TournamentError::NoGamesOpen);
        }
        if let Some(round) = self.rounds.last_mut() {
            // Its players need no warning: they have no time left to act on one.
            (round.closed_at, round.is_warned, round.check_at) = (Some(now), true, Some(now));
        }
        Ok(())
    }

    /// Ends the tournament with the table as it stands. Games that are open no longer count.
    ///
    /// # Errors
    /// If nobody has a point yet.
    pub fn end(&mut self, now: Timestamp) -> Result<(), TournamentError> {
        self.check_running()?;
        if standings::table(self).iter().all(|row| row.score.0 == 0) {
            return Err(TournamentError::NothingPlayed);
        }
        self.phase = TournamentPhase::Over;
        self.release_games(now);
        Ok(())
    }

    /// The games of the current round no longer end with it.
    pub fn release_games(&mut self, now: Timestamp) {
        self.draft = None;
        self.swaps.clear();
        if let Some(round) = self.rounds.last_mut() {
            round.check_at = Some(now);
        }
    }

    /// Writes to all players.
    ///
    /// # Errors
    /// If there is nobody to write to, or if organizers have written within the last hour.
    pub fn write_to_players(&mut self, by: &Organizer, text: &str, now: Timestamp) -> Result<(), TournamentError> {
        self.check_open()?;
        let next_at = self.messages.last().map(|last| last.at.plus(HOUR_MS));
        if let Some(next_at) = next_at.filter(|at| *at > now) {
            return Err(TournamentError::WrittenJustNow(next_at));
        }
        let parts = self.addressed().len();
        if parts == 0 {
            return Err(TournamentError::NobodyIn);
        }
        let (request, organizer, text) = (by.request, by.user, text.to_owned());
        self.messages.push(PlayerMessage { request, organizer, at: now, text, parts });
        Ok(())
    }

    fn open_next_round(&mut self, now: Timestamp) {
        if self.draft.is_none() {
            // A draft is without them already.
            self.take_out_absent();
        }
        self.refresh_draft();
        self.swaps.clear();
        match self.draft.take().or_else(|| rounds::next_round(self)) {
            Some(pairings) => {
                let begins_cup = self.qualified.is_none() && pairings.iter().any(|pairing| pairing.slot.is_some());
                if begins_cup && self.format.traits().has_groups {
                    self.qualified = Some(rounds::qualified(self));
                }
                let pairings = if self.plays_two_games() { rounds::with_returns(pairings) } else { pairings };
                let has_deadlines = self.rules.days.is_some() || self.first_move_minutes().is_some();
                let check_at = has_deadlines.then_some(now);
                self.rounds.push(Round { check_at, ..Round::new(now, pairings) });
                self.summary_at = self.summary_at.or(Some(now.plus(WEEK_MS)));
            }
            None => self.phase = TournamentPhase::Over,
        }
    }

    /// Counts a new summary if one is due; the next one is due a week later.
    pub fn summarize(&mut self, now: Timestamp) {
        if self.phase == TournamentPhase::Running && self.summary_at.is_some_and(|at| at <= now) {
            self.summaries += 1;
            self.summary_at = Some(now.plus(WEEK_MS));
        }
    }

    /// Removes players from a Swiss tournament who missed their last two games.
    fn take_out_absent(&mut self) {
        let (true, [.., before, last]) = (self.format.traits().is_swiss, &self.rounds[..]) else { return };
        let round = self.current_round();
        let has_missed = |number: u32| {
            [before, last].iter().all(|round| {
                let mut games = round.pairings.iter().filter(|pairing| pairing.has(number)).peekable();
                games.peek().is_some() && games.all(|pairing| pairing.is_missed_by(number))
            })
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

    /// Whether the next event of its series has to be announced.
    pub const fn is_next_due(&self) -> bool {
        self.sign_up.series.is_some() && !self.phase.is_editable()
    }

    /// The event that follows in its series, a draft.
    pub fn next_of_series(&self, zone: &TimeZone, now: Timestamp, lots: u64) -> Option<Self> {
        let series = self.sign_up.series?;
        let starts_at = series.next_start(zone, now)?;
        let sign_up = SignUp {
            until: Some(starts_at),
            series: Some(Series { starts_at, ..series }),
            is_closed: false,
            called_for: None,
            calls: 0,
            ..self.sign_up
        };
        Some(Self {
            phase: TournamentPhase::Draft,
            sign_up,
            entrants: Vec::new(),
            rounds: Vec::new(),
            summary_at: None,
            summaries: 0,
            forbidden: Vec::new(),
            format: series.format,
            moved_up: Vec::new(),
            lots,
            draft: None,
            swaps: Vec::new(),
            messages: Vec::new(),
            qualified: None,
            ..self.clone()
        })
    }

    /// The next instant at which something is due.
    pub fn next_timer_at(&self) -> Option<Timestamp> {
        match self.phase {
            _ if self.is_next_due() => Some(Timestamp(0)),
            TournamentPhase::SignUp if self.is_live() && self.sign_up.called_for != self.sign_up.until => {
                self.sign_up.until.map(|until| until.plus(-COUNTDOWN_MS))
            }
            TournamentPhase::SignUp => self.sign_up.until,
            // Due at once: games are opened and ended one by one.
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

    /// Boards whose games still have to end as an organizer decided, with the numbers of round and board, from 1.
    pub fn to_be_ended(&self) -> impl Iterator<Item = (u32, u32, &Pairing)> {
        let rounds = (1..).zip(&self.rounds);
        let boards = rounds.flat_map(|(number, round)| {
            (1..).zip(&round.pairings).map(move |(board, pairing)| (number, board, pairing))
        });
        boards.filter(|(_, _, pairing)| pairing.is_to_be_ended())
    }

    /// Boards of the current round whose games are not open yet, with the number of the board, from 1.
    pub fn unopened(&self) -> impl Iterator<Item = (u32, &Pairing)> {
        let pairings = self.rounds.last().map_or(&[][..], |round| &round.pairings);
        let is_unopened = |pairing: &Pairing| pairing.second.is_some() && pairing.game.is_none() && !pairing.is_done();
        (1..).zip(pairings).filter(move |(_, pairing)| is_unopened(pairing))
    }
}
