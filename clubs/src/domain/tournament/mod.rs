//! A tournament, shown to players as an *event*: its entrants, rounds and results.

pub mod format;
pub mod refusal;
pub mod rounds;
pub mod standings;
pub mod steps;
pub mod stored;

pub use format::Format;
pub use refusal::TournamentError;
pub use rounds::CupMatch;
pub use standings::TeamScore;
pub use stored::{StoredTournament, TournamentWrite};

use base::named::named;
use games::domain::clock::calendar::{Calendar, Weekends};
use games::domain::competition::{BoardNumber, Pauses, Unfinished};
use games::domain::ids::{GameId, RequestId, RoleId, Timestamp, UserId};
use games::domain::time_control::pace::DAY_MS;
use games::domain::time_off::TimeSpan;
use jiff::Span;
use jiff::tz::TimeZone;
use pairing::standings::{Edition, TieBreak};
use serde::{Deserialize, Serialize};

pub const MOST_ENTRANTS: usize = 256;

/// Maximum number of players for the exact Swiss system; larger fields use Monrad's.
pub const MOST_DUTCH: usize = 64;

/// Players mentioned in one message.
pub const MOST_ADDRESSED: usize = 40;

/// Maximum number of players of a round robin whose games are opened at once.
pub const MOST_AT_ONCE: usize = 20;

/// Starts of a series that may pass during an outage.
const MOST_SKIPPED: i64 = 520;

/// Maximum number of rounds of a Swiss tournament.
pub const MOST_ROUNDS: u32 = 20;

named! {
    pub enum TournamentPhase, "phase of a tournament" {
        /// Its organizer is still setting it up.
        Draft = "draft",
        SignUp = "sign-up",
        Running = "running",
        Over = "over",
        Cancelled = "cancelled",
    }
}

impl TournamentPhase {
    /// Announced and not over.
    pub const fn is_open(self) -> bool {
        match self {
            Self::SignUp | Self::Running => true,
            Self::Draft | Self::Over | Self::Cancelled => false,
        }
    }

    /// Over, or canceled.
    pub const fn is_ended(self) -> bool {
        match self {
            Self::Over | Self::Cancelled => true,
            Self::Draft | Self::SignUp | Self::Running => false,
        }
    }

    /// Not started yet, so that its settings can be changed.
    pub const fn is_editable(self) -> bool {
        match self {
            Self::Draft | Self::SignUp => true,
            Self::Running | Self::Over | Self::Cancelled => false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tournament {
    pub format: Format,
    /// Rounds of a Swiss tournament; other formats have as many as their players need.
    pub planned_rounds: u32,
    pub setup: String,
    pub time_control: String,
    pub pauses: Pauses,
    pub is_rated: bool,
    pub rules: RoundRules,
    pub sign_up: SignUp,
    /// The creator, who is asked to make an organizer's decisions.
    pub organizer: UserId,
    pub phase: TournamentPhase,
    /// In the order of signing up; once begun, in the order of start numbers, from 1.
    pub entrants: Vec<Entrant>,
    pub rounds: Vec<Round>,
    /// When the next summary of the standings is due, and how many were posted.
    pub summary_at: Option<Timestamp>,
    pub summaries: u32,
    /// Pairs who never meet in a Swiss round, each listed once.
    pub forbidden: Vec<[UserId; 2]>,
    /// Players who got a seat from the waiting list, step by step.
    pub moved_up: Vec<Vec<UserId>>,
    /// A random number for tie-breaks by lots.
    pub lots: u64,
    /// Whether the first player of round 1 moves first; chosen at random before it.
    pub first_moves_first: bool,
    /// Pairings of the next round that an organizer may still change. The round opens when they say so.
    pub draft: Option<Vec<Pairing>>,
    /// Requests that have changed the draft, so that each does so once.
    pub swaps: Vec<RequestId>,
    pub messages: Vec<PlayerMessage>,
    /// Pairs of whom one has blocked the other, as read for the next pairing; never stored.
    #[serde(skip)]
    pub blocked: Vec<[UserId; 2]>,
    /// Players who went on from the groups to the knock-out, the best seed first; `None` before it begins.
    pub qualified: Option<Vec<u32>>,
}

/// What an organizer wrote to all players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerMessage {
    pub request: RequestId,
    pub organizer: UserId,
    pub at: Timestamp,
    /// Untrusted input.
    pub text: String,
    /// The number of its posts, each of which mentions up to [`MOST_ADDRESSED`] players.
    pub parts: usize,
}

#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RoundRules {
    /// Length of a round in days; `None`: it closes with its last game.
    pub days: Option<u32>,
    /// How games that are open at the close end.
    pub unfinished: Unfinished,
    /// A player who has had this many minutes for a first move, and was reminded, loses by forfeit.
    pub first_move_minutes: Option<u32>,
    /// The next round waits until an organizer pairs it.
    pub pairs_by_hand: bool,
    pub opening: Opening,
    /// Two players of a round play two games, with changed colors.
    pub two_games: bool,
    /// All boards of a round share one random layout.
    pub draws_by_round: bool,
    pub skipping: Skipping,
    /// The first tie-breaks; the usual ones follow, and lots come last.
    pub tie_breaks: Vec<TieBreak>,
    /// The edition of C.07; `None`: the one in force.
    pub c07: Option<Edition>,
    /// Players who withdraw from a round robin before half of their games are left out of its table.
    pub leaves_out_early: bool,
    /// Team names of a team match; untrusted input.
    pub teams: Option<[String; 2]>,
}

named! {
    /// When the games of a round robin are opened.
    #[derive(Default)]
    pub enum Opening, "opening of rounds" {
        #[default]
        OneByOne = "one-by-one",
        AllAtOnce = "all-at-once",
    }
}

named! {
    /// The worth of a round that a player skips.
    #[derive(Default)]
    pub enum Skipping, "worth of a skipped round" {
        /// Half a point for one round of a player, nothing for others.
        #[default]
        Half = "half",
        Zero = "zero",
        /// Nobody can skip a round.
        Off = "off",
    }
}

impl Opening {
    const fn is_at_once(self) -> bool {
        match self {
            Self::OneByOne => false,
            Self::AllAtOnce => true,
        }
    }
}

impl Skipping {
    /// Whether the next skipped round is worth half a point for a player who had half a point before or not; `None`:
    /// nobody can skip it.
    pub const fn is_half_point(self, had_half_point: bool) -> Option<bool> {
        match self {
            Self::Half => Some(!had_half_point),
            Self::Zero => Some(false),
            Self::Off => None,
        }
    }
}

named! {
    pub enum Repeat, "repetition" {
        Weekly = "weekly",
        Monthly = "monthly",
    }
}

/// A series of events with the same settings, of which one takes players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    pub every: Repeat,
    pub starts_at: Timestamp,
    /// The start that the organizer has chosen, whose day of the month stays where a month has it.
    pub first_at: Timestamp,
    /// The chosen format; too many players may change that of one event.
    pub format: Format,
}

impl Series {
    /// The first start after `now`, at the same time of the day in this zone.
    pub fn next_start(self, zone: &TimeZone, now: Timestamp) -> Option<Timestamp> {
        let in_zone =
            |at: Timestamp| Some(jiff::Timestamp::from_millisecond(at.0).ok()?.to_zoned_datetime(zone.clone()));
        let (current, day) = (in_zone(self.starts_at)?, in_zone(self.first_at)?.day());
        let at = |count: i64| {
            let at = match self.every {
                Repeat::Weekly => current.checked_add(Span::new().try_weeks(count).ok()?).ok()?,
                Repeat::Monthly => {
                    let at = current.checked_add(Span::new().try_months(count).ok()?).ok()?;
                    at.with().day(day.min(at.days_in_month())).build().ok()?
                }
            };
            Some(Timestamp(at.timestamp().as_millisecond()))
        };
        (1..=MOST_SKIPPED).map_while(at).find(|at| *at > now)
    }
}

/// Facts about a player who wants to take part.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Admission {
    pub rating: Option<i32>,
    pub roles: Vec<RoleId>,
    /// The team of a team match: 0 or 1.
    pub team: Option<u8>,
    /// An organizer's order of start numbers.
    pub seed: Option<u32>,
    /// An organizer adds the player, whatever the conditions of the sign-up.
    pub is_by_organizer: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SignUp {
    /// Number of seats; later players wait. `None`: [`MOST_ENTRANTS`].
    pub most: Option<usize>,
    /// Start time, if enough players have joined. `None`: an organizer starts it.
    pub until: Option<Timestamp>,
    /// It starts as soon as this many players have joined.
    pub begins_with: Option<usize>,
    /// Range of ratings that may take part, inclusive.
    pub rating_from: Option<i32>,
    pub rating_to: Option<i32>,
    /// Only members with this role may take part.
    pub role: Option<RoleId>,
    /// Once it starts, the next event of the series takes players.
    pub series: Option<Series>,
    /// An organizer closed the sign-up.
    pub is_closed: bool,
    /// The start for which players were last called, and how often they were called.
    pub called_for: Option<Timestamp>,
    pub calls: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    pub user: UserId,
    /// In the rating group of its games, in this server, when the tournament began or the player joined.
    pub rating: Option<i32>,
    /// Players with a seed get the first start numbers, in this order; then the rating decides.
    pub seed: Option<u32>,
    /// First round in which they are paired.
    pub joins_in: u32,
    /// Last round in which they were paired, if they have withdrawn.
    pub left_after: Option<u32>,
    /// They were removed because they forfeited twice in a row.
    pub is_out: bool,
    /// An organizer took them out, so they cannot come back.
    pub is_removed: bool,
    pub skips: Vec<Skip>,
    pub team: Option<u8>,
    /// Previous holders of the place, oldest first.
    pub predecessors: Vec<Predecessor>,
}

/// A round that a player skips: a bye that they asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skip {
    pub round: u32,
    /// Worth half a point; otherwise nothing.
    pub is_half_point: bool,
}

/// A player whose place another one has taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Predecessor {
    pub user: UserId,
    /// The last round they played.
    pub until_round: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    pub opened_at: Timestamp,
    pub pairings: Vec<Pairing>,
    /// The random setup line shared by all boards.
    pub setup: Option<String>,
    /// Time that does not count toward the end of the round.
    pub pauses: Vec<TimeSpan>,
    /// How much later than by its days the round closes.
    pub extended_ms: i64,
    /// An organizer closed it at this instant.
    pub closed_at: Option<Timestamp>,
    /// Requests that have moved the end, so that each does so once.
    pub moved_by: Vec<RequestId>,
    /// When its games are checked next; `None`: nothing is due in them.
    pub check_at: Option<Timestamp>,
    /// The players were warned that the round is about to close.
    pub is_warned: bool,
    /// The round has closed, and an organizer was asked how its games end.
    pub is_asked: bool,
}

/// Two players of a round, or one without an opponent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// Start number of the player who moves first, or who has no opponent.
    pub first: u32,
    pub second: Option<u32>,
    pub game: Option<GameId>,
    /// Only set with a second player.
    pub result: Option<BoardResult>,
    /// An organizer decided the result; the game no longer affects it.
    pub decision: Option<BoardDecision>,
    /// The last reminder of a first move: the number of moves then, and when.
    pub reminded: Option<(u32, Timestamp)>,
    /// The match of a knock-out, counted from the final: 1 is the final, 2 and 3 the semifinals, 0 the match for third
    /// place.
    pub slot: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardDecision {
    pub organizer: UserId,
    pub at: Timestamp,
    /// Untrusted input.
    pub reason: String,
    /// The game on the board has ended too, or its players were told that it counts otherwise.
    pub has_ended_game: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardResult {
    pub score: BoardScore,
    /// Not played, or not begun: it counts, but not as a game for tie-breaks.
    pub is_forfeit: bool,
    /// Lost on time before both players had moved.
    pub is_silent: bool,
    /// Marbles pushed off by the first player, minus those lost.
    pub marbles: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardScore {
    FirstWins,
    SecondWins,
    Draw,
    /// Neither player played.
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
        Self {
            user,
            rating,
            seed: None,
            joins_in: 1,
            left_after: None,
            is_out: false,
            is_removed: false,
            skips: Vec::new(),
            team: None,
            predecessors: Vec::new(),
        }
    }

    pub fn skip_in(&self, round: u32) -> Option<Skip> {
        self.skips.iter().find(|skip| skip.round == round).copied()
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

    pub const fn is_done(&self) -> bool {
        self.second.is_none() || self.result.is_some()
    }

    /// Whether the game on the board still has to end as an organizer decided, or its players to be told.
    pub fn is_to_be_ended(&self) -> bool {
        self.game.is_some() && self.decision.as_ref().is_some_and(|decision| !decision.has_ended_game)
    }

    /// Whether this player did not show up. A player who resigned did, and an organizer's decision is no no-show.
    pub fn is_missed_by(&self, number: u32) -> bool {
        let is_silent = self.has(number) && self.result.is_some_and(|result| result.is_silent);
        is_silent && self.winner().is_some_and(|winner| winner != number)
    }

    pub fn has(&self, number: u32) -> bool {
        self.first == number || self.second == Some(number)
    }

    /// Half points of a player of this board; `None` while the game is open.
    pub fn points_of(&self, number: u32) -> Option<u32> {
        Some(match (self.result?.score, self.first == number) {
            (BoardScore::FirstWins, true) | (BoardScore::SecondWins, false) => 2,
            (BoardScore::Draw, _) => 1,
            _ => 0,
        })
    }

    /// Marbles pushed off by a player of this board, minus those lost; none while the game is open.
    pub fn marbles_of(&self, number: u32) -> i32 {
        let marbles = self.result.map_or(0, |result| result.marbles);
        if self.first == number { marbles } else { -marbles }
    }

    /// Start number of the winner. A player without an opponent advances.
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
            closed_at: None,
            moved_by: Vec::new(),
            check_at: None,
            is_warned: false,
            is_asked: false,
        }
    }

    /// `None` if rounds have no fixed length, and no organizer has closed this one.
    pub fn closes_at(&self, rules: &RoundRules) -> Option<Timestamp> {
        if self.closed_at.is_some() {
            return self.closed_at;
        }
        let days = rules.days?;
        let calendar = Calendar::new(None, Weekends::Run, self.pauses.clone()).ok()?;
        Some(calendar.deadline(self.opened_at, i64::from(days) * DAY_MS).plus(self.extended_ms))
    }

    /// Excludes this time from the round, once per request.
    pub fn pause(&mut self, request: RequestId, span: TimeSpan) {
        if self.is_moved_by(request, span.from) {
            self.pauses.push(span);
        }
    }

    /// Ends the running pauses, once per request.
    pub fn resume(&mut self, request: RequestId, at: Timestamp) {
        if self.is_moved_by(request, at) {
            for pause in &mut self.pauses {
                pause.until = pause.until.min(at.max(pause.from));
            }
        }
    }

    /// Lets the round close later, once per request; from now on if it has closed.
    pub fn extend(&mut self, rules: &RoundRules, request: RequestId, at: Timestamp, millis: i64) {
        let late = self.closes_at(rules).map_or(0, |closes_at| at.since(closes_at).max(0));
        if self.is_moved_by(request, at) {
            self.extended_ms += late + millis;
        }
    }

    /// Records a request that moves the end, and resets the warning and the question about the old one. `false` if the
    /// request has moved it already or was made before the round began.
    fn is_moved_by(&mut self, request: RequestId, at: Timestamp) -> bool {
        let is_new = at >= self.opened_at && !self.moved_by.contains(&request);
        if is_new {
            self.moved_by.push(request);
            (self.is_warned, self.is_asked, self.check_at, self.closed_at) = (false, false, Some(at), None);
        }
        is_new
    }

    pub fn is_done(&self) -> bool {
        self.pairings.iter().all(Pairing::is_done)
    }
}

impl Tournament {
    pub fn seats(&self) -> usize {
        let limit = if self.is_all_at_once() { MOST_AT_ONCE } else { MOST_ENTRANTS };
        self.sign_up.most.map_or(limit, |most| most.min(limit))
    }

    pub fn can_have_two_games(&self) -> bool {
        !self.format.traits().has_teams && !self.is_live()
    }

    pub fn plays_two_games(&self) -> bool {
        self.rules.two_games && self.can_have_two_games()
    }

    pub fn can_be_at_once(&self) -> bool {
        self.format.traits().is_round_robin() && !self.is_live()
    }

    pub fn is_all_at_once(&self) -> bool {
        self.rules.opening.is_at_once() && self.can_be_at_once()
    }

    /// Start number, or before the start the place in the list; from 1.
    pub fn number_of(&self, user: UserId) -> Option<u32> {
        (1..).zip(&self.entrants).find(|(_, entrant)| entrant.user == user).map(|(number, _)| number)
    }

    pub fn entrant(&self, number: u32) -> Option<&Entrant> {
        self.entrants.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    /// The player who held this place in a round, before somebody took it over.
    pub fn user_in(&self, number: u32, round: u32) -> Option<UserId> {
        let entrant = self.entrant(number)?;
        let before = entrant.predecessors.iter().find(|before| round <= before.until_round);
        Some(before.map_or(entrant.user, |before| before.user))
    }

    /// Whether the player has no seat yet; only before the start.
    pub fn is_waiting(&self, user: UserId) -> bool {
        let number = self.number_of(user).map_or(0, |number| number as usize);
        self.phase == TournamentPhase::SignUp && number > self.seats()
    }

    /// Whether this person takes part, or did so before their place was taken over.
    pub fn has_seen(&self, user: UserId) -> bool {
        let is_it = |entrant: &Entrant| {
            entrant.user == user || entrant.predecessors.iter().any(|predecessor| predecessor.user == user)
        };
        self.entrants.iter().any(is_it)
    }

    pub fn is_in(&self, user: UserId) -> bool {
        self.entrants.iter().any(|entrant| entrant.user == user && entrant.left_after.is_none())
    }

    /// Whether this player has withdrawn, and no round was paired without them yet.
    pub fn can_come_back(&self, user: UserId) -> bool {
        let has_just_left =
            |entrant: &Entrant| entrant.user == user && entrant.left_after == Some(self.current_round());
        self.phase == TournamentPhase::Running && self.entrants.iter().any(has_just_left)
    }

    /// All players, in the parts in which organizers write to them.
    pub fn addressed(&self) -> Vec<Vec<UserId>> {
        let mut players = self.players();
        players.sort_unstable();
        players.dedup();
        players.chunks(MOST_ADDRESSED).map(<[UserId]>::to_vec).collect()
    }

    /// The posts of what organizers wrote to all players: the message, and the part of the players, from 0.
    pub fn message_posts(&self) -> impl Iterator<Item = (&PlayerMessage, usize)> {
        self.messages.iter().flat_map(|message| (0..message.parts).map(move |part| (message, part)))
    }

    /// Present entrants, and everybody paired in the current round.
    pub fn players(&self) -> Vec<UserId> {
        let round = self.current_round();
        let pairings = self.rounds.last().into_iter().flat_map(|round| &round.pairings);
        let numbers = pairings.flat_map(|pairing| [Some(pairing.first), pairing.second]).flatten();
        let users = numbers.filter_map(|number| self.user_in(number, round));
        let present = self.entrants.iter().filter(|entrant| entrant.left_after.is_none());
        present.map(|entrant| entrant.user).chain(users).collect()
    }

    /// The running round, from 1; 0 before the first.
    pub fn current_round(&self) -> u32 {
        self.rounds.len() as u32
    }

    pub fn board_of(&self, game: GameId) -> Option<(BoardNumber, &Pairing)> {
        (1..).zip(&self.rounds).find_map(|(round, of)| {
            let mut boards = (1..).zip(&of.pairings);
            let (board, pairing) = boards.find(|(_, pairing)| pairing.game == Some(game))?;
            Some((BoardNumber { round, board }, pairing))
        })
    }
}
