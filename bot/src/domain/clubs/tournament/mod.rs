//! A tournament of a club, an *event* for its players: who takes part, what is played in each round, and what becomes of it.

pub mod refusal;
pub mod rounds;
pub mod steps;
pub mod stored;

pub use refusal::TournamentError;
pub use rounds::{CupMatch, TeamScore};
pub use stored::{StoredTournament, TournamentWrite};

use serde::{Deserialize, Serialize};

use crate::domain::clock::calendar::{Calendar, Weekends};
use crate::domain::competition::Pauses;
use crate::domain::ids::{GameId, RequestId, RoleId, Timestamp, UserId};
use crate::domain::named::named;
use crate::domain::time_control::pace::DAY_MS;
use crate::domain::time_off::TimeSpan;

/// Players of one tournament at most.
pub const MOST_ENTRANTS: usize = 256;

/// Players whom the exact Swiss system pairs; more are paired by Monrad's.
pub const MOST_DUTCH: usize = 64;

/// Rounds of a Swiss tournament at most.
pub const MOST_ROUNDS: u32 = 20;

named! {
    pub enum Format, "format of a tournament" {
        /// FIDE's Dutch system.
        Swiss = "swiss",
        /// Neighbors of the table play each other.
        Monrad = "monrad",
        /// Everybody plays everybody.
        RoundRobin = "round-robin",
        DoubleRoundRobin = "double-round-robin",
        /// Who loses is out; those who lose the semifinals play for the third place.
        KnockOut = "knock-out",
        /// A round robin in each group; the first two of each go on to a knock-out.
        Groups = "groups",
        /// Two teams meet on boards by rating, twice, the second time with the other colors.
        TeamMatch = "team-match",
    }
}

named! {
    #[derive(Default)]
    pub enum Unfinished, "end of unfinished games" {
        /// Who is ahead wins; level is a draw.
        #[default]
        Score = "score",
        /// An organizer decides; the round waits.
        Organizer = "organizer",
        /// Who has more time left wins.
        Clock = "clock",
    }
}

named! {
    pub enum TournamentPhase, "phase of a tournament" {
        /// Its organizer still puts it together.
        Draft = "draft",
        SignUp = "sign-up",
        Running = "running",
        Over = "over",
        Cancelled = "cancelled",
    }
}

impl TournamentPhase {
    /// It was announced, and is not over.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::SignUp | Self::Running)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tournament {
    pub format: Format,
    /// Rounds of a Swiss tournament; the others have as many as their players need.
    pub planned_rounds: u32,
    /// What is played: a setup line, and a time control.
    pub setup: String,
    pub time_control: String,
    pub pauses: Pauses,
    pub is_rated: bool,
    pub rules: RoundRules,
    pub sign_up: SignUp,
    /// Who has created it, and is asked what an organizer has to decide.
    pub organizer: UserId,
    pub phase: TournamentPhase,
    /// In the order of signing up; from the beginning on in that of the start numbers, of which 1 is the first.
    pub entrants: Vec<Entrant>,
    pub rounds: Vec<Round>,
    /// When it is said next how it stands, and how often it was.
    pub summary_at: Option<Timestamp>,
    pub summaries: u32,
    /// Two players who are never paired in a Swiss round, each pair once.
    pub forbidden: Vec<[UserId; 2]>,
    /// Drawn before the first round: whether its first player moves first.
    pub first_moves_first: bool,
}

/// What an organizer chooses about the rounds.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RoundRules {
    /// A round closes so many days after it has begun; `None`: with its last game.
    pub days: Option<u32>,
    /// What becomes of the games that are open when it closes.
    pub unfinished: Unfinished,
    /// Who has had so many minutes for a first move, and has been reminded, loses by forfeit.
    pub first_move_minutes: Option<u32>,
    /// The next round waits for an organizer, who pairs it.
    pub pairs_by_hand: bool,
    /// A random layout is drawn once for all boards of a round.
    pub draws_by_round: bool,
    /// What decides first between players with as many points, as the pairing library calls it; `None`: what is usual.
    pub tie_break: Option<String>,
    /// The names of the teams of a team match: strangers' texts.
    pub teams: Option<[String; 2]>,
}

/// What is known of a player who wants to take part.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Admission {
    pub rating: Option<i32>,
    pub roles: Vec<RoleId>,
    /// The team of a team match: 0 or 1.
    pub team: Option<u8>,
}

/// Who may take part, and until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SignUp {
    /// Seats; who comes later waits for one. `None`: [`MOST_ENTRANTS`].
    pub most: Option<usize>,
    /// It begins then, if enough have come. `None`: an organizer starts it.
    pub until: Option<Timestamp>,
    /// It begins as soon as so many have come.
    pub begins_with: Option<usize>,
    /// Ratings that may take part.
    pub rating_from: Option<i32>,
    pub rating_to: Option<i32>,
    /// Only who has this role may take part.
    pub role: Option<RoleId>,
    /// An organizer has closed it: nobody comes any more.
    pub is_closed: bool,
    /// The players were called for this instant, and how often they were called.
    pub called_for: Option<Timestamp>,
    pub calls: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    pub user: UserId,
    /// In the group of its games, in this server, when the tournament began or the player came.
    pub rating: Option<i32>,
    /// The first round that they are paired in.
    pub joins_in: u32,
    /// The last round that they were paired in, for those who have withdrawn.
    pub left_after: Option<u32>,
    /// They were taken out, because they have forfeited twice running.
    pub is_out: bool,
    /// The team of a team match: 0 or 1.
    pub team: Option<u8>,
    /// Those who had the place before, the first one first.
    pub predecessors: Vec<Predecessor>,
}

/// Somebody whose place in a tournament another player has taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Predecessor {
    pub user: UserId,
    /// The last round that they have played.
    pub until_round: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    pub opened_at: Timestamp,
    pub pairings: Vec<Pairing>,
    /// The setup line that was drawn for all of its boards.
    pub setup: Option<String>,
    /// Time that does not count for its end.
    pub pauses: Vec<TimeSpan>,
    /// How much later it closes than by its days.
    pub extended_ms: i64,
    /// The decisions on all games that have moved its end.
    pub moved_by: Vec<RequestId>,
    /// Its games are looked at then; `None`: nothing is due in them.
    pub check_at: Option<Timestamp>,
    /// The players know that it is about to close.
    pub is_warned: bool,
    /// It has closed, and an organizer is asked how its games end.
    pub is_asked: bool,
}

/// Two players of a round, or one who has no opponent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The start number of who moves first, or of who has no opponent.
    pub first: u32,
    pub second: Option<u32>,
    /// The game, once it is open.
    pub game: Option<GameId>,
    /// Where there is a second player.
    pub result: Option<BoardResult>,
    /// An organizer has decided the result: what becomes of the game changes nothing.
    pub decision: Option<BoardDecision>,
    /// Who is to make a first move was reminded: after so many moves, and when.
    pub reminded: Option<(u32, Timestamp)>,
    /// The place of a knock-out that is played for, from the final on: 1 is the final, 2 and 3 the semifinals, 0 the third place.
    pub slot: Option<u32>,
}

/// What an organizer has said about the result of a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardDecision {
    pub organizer: UserId,
    /// A stranger's text.
    pub reason: String,
    /// The game on the board has ended, too.
    pub has_ended_game: bool,
}

/// How a game of a tournament ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardResult {
    pub score: BoardScore,
    /// It was not played, or not begun: it counts, and is no game for tie-breaks.
    pub is_forfeit: bool,
    /// It was lost on time before both had moved.
    pub is_silent: bool,
    /// Marbles that the first player has pushed off, less those lost.
    pub marbles: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardScore {
    FirstWins,
    SecondWins,
    Draw,
    /// Neither has played.
    BothLose,
}

impl RoundRules {
    /// How long before the end of a round its players are warned: a day, or a tenth of a short round.
    pub fn warning_ms(&self) -> i64 {
        let days = i64::from(self.days.unwrap_or_default());
        if days > 2 { DAY_MS } else { days * DAY_MS / 10 }
    }
}

impl SignUp {
    /// # Errors
    /// Who may not take part.
    fn check(&self, admission: &Admission) -> Result<(), TournamentError> {
        if self.is_closed {
            return Err(TournamentError::SignUpClosed);
        }
        if let Some(role) = self.role.filter(|role| !admission.roles.contains(role)) {
            return Err(TournamentError::NeedsRole(role));
        }
        let (from, to) = (self.rating_from, self.rating_to);
        let is_within = |rating: i32| from.is_none_or(|from| rating >= from) && to.is_none_or(|to| rating <= to);
        let is_limited = from.is_some() || to.is_some();
        if is_limited && !admission.rating.is_some_and(is_within) {
            return Err(TournamentError::RatingOutside { from, to, rating: admission.rating });
        }
        Ok(())
    }
}

impl Entrant {
    pub const fn new(user: UserId, rating: Option<i32>) -> Self {
        Self { user, rating, joins_in: 1, left_after: None, is_out: false, team: None, predecessors: Vec::new() }
    }
}

impl BoardScore {
    pub const fn winner(self) -> Option<bool> {
        match self {
            Self::FirstWins => Some(true),
            Self::SecondWins => Some(false),
            Self::Draw | Self::BothLose => None,
        }
    }
}

impl Pairing {
    pub const fn of(first: u32, second: Option<u32>) -> Self {
        Self { first, second, game: None, result: None, decision: None, reminded: None, slot: None }
    }

    /// Is there nothing to wait for?
    pub const fn is_done(&self) -> bool {
        self.second.is_none() || self.result.is_some()
    }

    /// Has the game on the board still to end as an organizer has decided?
    pub fn is_to_be_ended(&self) -> bool {
        self.game.is_some() && self.decision.as_ref().is_some_and(|decision| !decision.has_ended_game)
    }

    /// Has this player not come to the game? Who resigns has, and what an organizer decides is nobody's silence.
    pub fn is_missed_by(&self, number: u32) -> bool {
        let is_silent = self.has(number) && self.result.is_some_and(|result| result.is_silent);
        is_silent && self.winner().is_some_and(|winner| winner != number)
    }

    pub fn has(&self, number: u32) -> bool {
        self.first == number || self.second == Some(number)
    }

    /// Who has won: the start number. Who has no opponent goes on.
    pub fn winner(&self) -> Option<u32> {
        let Some(second) = self.second else { return Some(self.first) };
        let first_wins = self.result?.score.winner()?;
        Some(if first_wins { self.first } else { second })
    }
}

impl Round {
    pub const fn new(opened_at: Timestamp, pairings: Vec<Pairing>) -> Self {
        Self {
            opened_at,
            pairings,
            setup: None,
            pauses: Vec::new(),
            extended_ms: 0,
            moved_by: Vec::new(),
            check_at: None,
            is_warned: false,
            is_asked: false,
        }
    }

    /// When it closes, where it has so many days.
    pub fn closes_at(&self, rules: &RoundRules) -> Option<Timestamp> {
        let days = rules.days?;
        let calendar = Calendar::new(None, Weekends::Run, self.pauses.clone()).ok()?;
        Some(calendar.deadline(self.opened_at, i64::from(days) * DAY_MS).plus(self.extended_ms))
    }

    /// Lets this time not count, once for each decision.
    pub fn pause(&mut self, request: RequestId, span: TimeSpan) {
        if self.is_moved_by(request, span.from) {
            self.pauses.push(span);
        }
    }

    /// Ends the pauses that run, once for each decision: time counts from then on.
    pub fn resume(&mut self, request: RequestId, at: Timestamp) {
        if self.is_moved_by(request, at) {
            for pause in &mut self.pauses {
                pause.until = pause.until.min(at.max(pause.from));
            }
        }
    }

    /// Lets it close so much later, once for each decision; from now on, where it is closed.
    pub fn extend(&mut self, rules: &RoundRules, request: RequestId, at: Timestamp, millis: i64) {
        let late = self.closes_at(rules).map_or(0, |closes_at| at.since(closes_at).max(0));
        if self.is_moved_by(request, at) {
            self.extended_ms += late + millis;
        }
    }

    /// `false`: the decision has moved it already, or was made before it began. Players are warned of the new end, and it is asked anew.
    fn is_moved_by(&mut self, request: RequestId, at: Timestamp) -> bool {
        let is_new = at >= self.opened_at && !self.moved_by.contains(&request);
        if is_new {
            self.moved_by.push(request);
            (self.is_warned, self.is_asked, self.check_at) = (false, false, Some(at));
        }
        is_new
    }

    pub fn is_done(&self) -> bool {
        self.pairings.iter().all(Pairing::is_done)
    }
}

impl Tournament {
    pub fn seats(&self) -> usize {
        self.sign_up.most.unwrap_or(MOST_ENTRANTS)
    }

    /// The start number of a player, or the place in the list before the beginning; from 1.
    pub fn number_of(&self, user: UserId) -> Option<u32> {
        (1..).zip(&self.entrants).find(|(_, entrant)| entrant.user == user).map(|(number, _)| number)
    }

    pub fn entrant(&self, number: u32) -> Option<&Entrant> {
        self.entrants.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    /// Who has played at this place in a round, before somebody took it over.
    pub fn user_in(&self, number: u32, round: u32) -> Option<UserId> {
        let entrant = self.entrant(number)?;
        let before = entrant.predecessors.iter().find(|before| round <= before.until_round);
        Some(before.map_or(entrant.user, |before| before.user))
    }

    /// Those who have a seat before it begins; the others wait.
    pub fn is_waiting(&self, user: UserId) -> bool {
        let number = self.number_of(user).map_or(0, |number| number as usize);
        self.phase == TournamentPhase::SignUp && number > self.seats()
    }

    /// Whether this person takes part, or has done so at a place that somebody has taken over.
    pub fn has_seen(&self, user: UserId) -> bool {
        let is_it = |entrant: &Entrant| {
            entrant.user == user || entrant.predecessors.iter().any(|predecessor| predecessor.user == user)
        };
        self.entrants.iter().any(is_it)
    }

    pub fn is_in(&self, user: UserId) -> bool {
        self.entrants.iter().any(|entrant| entrant.user == user && entrant.left_after.is_none())
    }

    /// Those who are in it, and those who have played or play in this round.
    pub fn players(&self) -> Vec<UserId> {
        let round = self.current_round();
        let pairings = self.rounds.last().into_iter().flat_map(|round| &round.pairings);
        let paired = pairings.flat_map(|pairing| [Some(pairing.first), pairing.second]).flatten();
        let paired = paired.filter_map(|number| self.user_in(number, round));
        let present = self.entrants.iter().filter(|entrant| entrant.left_after.is_none());
        present.map(|entrant| entrant.user).chain(paired).collect()
    }

    /// The round that is played, from 1; 0 before the first.
    pub fn current_round(&self) -> u32 {
        self.rounds.len() as u32
    }

    pub fn pairing_of(&self, game: GameId) -> Option<(u32, &Pairing)> {
        (1..).zip(&self.rounds).find_map(|(number, round)| {
            round.pairings.iter().find(|pairing| pairing.game == Some(game)).map(|pairing| (number, pairing))
        })
    }
}
