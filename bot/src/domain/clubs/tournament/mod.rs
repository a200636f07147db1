//! A tournament of a club, an *event* for its players: who takes part, what is played in each round, and what becomes of it.

pub mod refusal;
pub mod rounds;
pub mod stored;

use serde::{Deserialize, Serialize};

use crate::domain::clubs::tournament::refusal::TournamentError;
use crate::domain::ids::{GameId, Timestamp, UserId};
use crate::domain::named::named;

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
    pub is_rated: bool,
    pub sign_up: SignUp,
    pub phase: TournamentPhase,
    /// In the order of signing up; from the beginning on in that of the start numbers, of which 1 is the first.
    pub entrants: Vec<Entrant>,
    pub rounds: Vec<Round>,
    /// Drawn before the first round: whether its first player moves first.
    pub first_moves_first: bool,
}

/// Who may take part, and until when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SignUp {
    /// Seats; who comes later waits for one. `None`: [`MOST_ENTRANTS`].
    pub most: Option<usize>,
    /// It begins then, if enough have come. `None`: an organizer starts it.
    pub until: Option<Timestamp>,
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
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    pub opened_at: Timestamp,
    pub pairings: Vec<Pairing>,
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
    pub is_decided: bool,
    /// The place of a knock-out that is played for, from the final on: 1 is the final, 2 and 3 the semifinals, 0 the third place.
    pub slot: Option<u32>,
}

/// How a game of a tournament ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardResult {
    pub score: BoardScore,
    /// It was not played, or not begun: it counts, and is no game for tie-breaks.
    pub is_forfeit: bool,
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
        Self { first, second, game: None, result: None, is_decided: false, slot: None }
    }

    /// Is there nothing to wait for?
    pub const fn is_done(&self) -> bool {
        self.second.is_none() || self.result.is_some()
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

    /// Those who have a seat before it begins; the others wait.
    pub fn is_waiting(&self, user: UserId) -> bool {
        let number = self.number_of(user).map_or(0, |number| number as usize);
        self.phase == TournamentPhase::SignUp && number > self.seats()
    }

    pub fn is_in(&self, user: UserId) -> bool {
        self.entrants.iter().any(|entrant| entrant.user == user && entrant.left_after.is_none())
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

    /// Puts a player on the list.
    ///
    /// # Errors
    /// Who is on it, and where nobody can come any more.
    pub fn enter(&mut self, user: UserId, rating: Option<i32>) -> Result<(), TournamentError> {
        if let Some(number) = self.number_of(user) {
            // Who has withdrawn before the beginning is no longer on the list.
            let has_left = self.entrant(number).is_some_and(|entrant| entrant.left_after.is_some());
            return Err(if has_left { TournamentError::Withdrawn } else { TournamentError::AlreadyIn });
        }
        let is_late = match self.phase {
            TournamentPhase::SignUp => false,
            TournamentPhase::Draft => return Err(TournamentError::NotAnnounced),
            TournamentPhase::Running if self.takes_late_entries() => true,
            TournamentPhase::Running => return Err(TournamentError::HasBegun),
            TournamentPhase::Over | TournamentPhase::Cancelled => return Err(TournamentError::Over),
        };
        if self.entrants.len() >= MOST_ENTRANTS || is_late && self.entrants.len() >= self.seats() {
            return Err(TournamentError::Full(self.seats()));
        }
        let joins_in = if is_late { self.current_round() + 1 } else { 1 };
        self.entrants.push(Entrant { user, rating, joins_in, left_after: None });
        Ok(())
    }

    /// A Swiss tournament takes players until its last round is paired.
    pub fn takes_late_entries(&self) -> bool {
        matches!(self.format, Format::Swiss | Format::Monrad) && self.current_round() < self.planned_rounds
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
        self.entrants.truncate(seats);
        let least = self.least_entrants();
        if self.entrants.len() < least {
            return Err(TournamentError::TooFew { least, count: self.entrants.len() });
        }
        self.entrants.sort_by_key(|entrant| std::cmp::Reverse(entrant.rating.unwrap_or(UNRATED)));
        if self.format == Format::Swiss && self.entrants.len() > MOST_DUTCH {
            self.format = Format::Monrad;
        }
        self.first_moves_first = first_moves_first;
        self.phase = TournamentPhase::Running;
        Ok(())
    }

    /// How many players it needs.
    pub const fn least_entrants(&self) -> usize {
        match self.format {
            Format::Groups => 6,
            Format::Swiss | Format::Monrad | Format::RoundRobin | Format::DoubleRoundRobin | Format::KnockOut => 2,
        }
    }

    /// Notes how a game ended; `false` for one that is not of this tournament, or has this result already.
    pub fn take_result(&mut self, game: GameId, result: BoardResult) -> bool {
        let mut pairings = self.rounds.iter_mut().flat_map(|round| &mut round.pairings);
        let Some(pairing) = pairings.find(|pairing| pairing.game == Some(game)) else { return false };
        let is_new = !pairing.is_decided && pairing.result != Some(result);
        if is_new {
            pairing.result = Some(result);
        }
        is_new
    }

    /// Opens the next round, or ends the tournament, where all games of the current one are over. `false`: there is something to wait for.
    pub fn advance(&mut self, now: Timestamp) -> bool {
        if self.phase != TournamentPhase::Running || self.rounds.last().is_some_and(|round| !round.is_done()) {
            return false;
        }
        match rounds::next_round(self) {
            Some(pairings) => self.rounds.push(Round { opened_at: now, pairings }),
            None => self.phase = TournamentPhase::Over,
        }
        true
    }

    /// When something is due without anybody doing anything.
    pub fn next_timer_at(&self) -> Option<Timestamp> {
        match self.phase {
            TournamentPhase::SignUp => self.sign_up.until,
            // Its games are opened one after the other.
            TournamentPhase::Running => self.unopened().next().map(|_| Timestamp(0)),
            TournamentPhase::Draft | TournamentPhase::Over | TournamentPhase::Cancelled => None,
        }
    }

    /// Boards of the current round whose games are not open yet: the number of the board, from 1, and the players.
    pub fn unopened(&self) -> impl Iterator<Item = (u32, &Pairing)> {
        let pairings = self.rounds.last().map_or(&[][..], |round| &round.pairings);
        let is_unopened = |pairing: &Pairing| pairing.second.is_some() && pairing.game.is_none() && !pairing.is_done();
        (1..).zip(pairings).filter(move |(_, pairing)| is_unopened(pairing))
    }
}

/// The rating of a player without one.
const UNRATED: i32 = 1500;
