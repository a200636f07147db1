//! Use cases: challenge, accept, play, resign … They decide and return values; no Discord below this line, no SQL above it.

mod alarm;
pub mod audit;
mod challenge;
pub mod claim;
mod course;
mod endings;
mod export;
pub mod limits;
pub mod lines;
pub mod outage;
pub mod pace;
mod play;
mod proposals;
mod questions;
mod remind;
mod settings;
pub mod standing;
pub mod tempo;
pub mod time;
mod vacation;
mod which;

pub use course::Course;
pub use lines::LineError;
pub use play::PlayMove;
pub use proposals::{Answer, Withdrawal};
pub use questions::{Asked, Question, Side};
pub use vacation::{Leave, Short};
pub use which::Guess;

use std::sync::Arc;

use rules::Color;
use rules::table::{Refusal, Table, Team, team_name};

use crate::clock::Clock;
use crate::crash::{self, Point};
use crate::store::{
    ChannelId, Commit, CommitError, Game, GameId, GameRecord, GameSummary, Line, Notice, Phase, Ply, RequestId, Seated,
    Store, StoreError, Timestamp, UserId,
};

/// A person as Discord showed them: the name is a stranger's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Who.
    pub user: UserId,
    /// Display name.
    pub name: String,
}

/// Which color the challenger wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorChoice {
    /// Moves first.
    Black,
    /// Moves second.
    White,
    /// Drawn at acceptance.
    Random,
    /// This seat, counted from 0.
    Seat(u8),
}

/// Where a challenge is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Home {
    /// The server, `None` in a DM.
    pub guild_id: Option<u64>,
    /// The channel.
    pub channel_id: ChannelId,
}

/// A wish to play.
#[derive(Debug, Clone)]
pub struct NewChallenge {
    /// The interaction.
    pub request: RequestId,
    /// Who asks.
    pub challenger: Person,
    /// Who is asked, in the order of the seats that they get.
    pub opponents: Vec<Person>,
    /// Setup line as put together from the options; checked by the rules.
    pub setup: String,
    /// Pace text: `days:3`, `none`.
    pub pace: String,
    /// Wanted color.
    pub color: ColorChoice,
    /// Where.
    pub home: Home,
}

/// A game with its table at the latest position: what every answer shows.
pub struct View {
    /// What the store has.
    pub record: GameRecord,
    /// The match, replayed.
    pub table: Box<dyn Table>,
    /// What players have decided in advance, where a decision has to know; nothing that is shown has it.
    lines: Vec<Line>,
}

impl std::fmt::Debug for View {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View")
            .field("record", &self.record)
            .field("position", &self.table.position())
            .finish_non_exhaustive()
    }
}

/// What a use case did. `repeated` when the same request had done it before: the answer is the same.
pub struct Done {
    /// The game now.
    pub view: View,
    /// The request had been carried out before.
    pub repeated: bool,
    /// What this request did, as the audit calls it; others may have done more since. `None` when it was done before.
    pub action: Option<&'static str>,
}

/// Why a use case refused. One variant per thing a player can do differently.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// No such game.
    #[error("there is no such game")]
    NoSuchGame,
    /// None was named, and this person has none.
    #[error("you have no game")]
    NoGame,
    /// None was named, and it may be one of these.
    #[error("it may be one of several games")]
    WhichGame(Vec<GameSummary>),
    /// A stranger tries.
    #[error("you do not play in this game")]
    NotAPlayer,
    /// Only the challenged person may answer.
    #[error("this challenge is not for you")]
    NotForYou,
    /// Only the challenger may withdraw.
    #[error("only the challenger may withdraw it")]
    NotTheChallenger,
    /// It is the opponent's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The button belongs to an earlier board.
    #[error("the board has moved on")]
    Stale(Box<View>),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is still being played.
    #[error("the game is not over")]
    NotOver,
    /// The challenge has been answered, withdrawn or has expired.
    #[error("this challenge is closed")]
    ChallengeClosed,
    /// The challenge has not been accepted yet.
    #[error("this challenge has not been accepted yet")]
    NotStarted,
    /// The game was called off.
    #[error("the game was called off")]
    Aborted,
    /// Everybody has made a move: the game can be lost or drawn, not called off.
    #[error("everybody has made a move")]
    TooLateToAbort,
    /// Under one color nothing is given away before the end.
    #[error("the colors stay hidden until the end")]
    Veiled,
    /// One cannot play oneself.
    #[error("you cannot challenge yourself")]
    Yourself,
    /// One person is named for two seats.
    #[error("one person cannot take two seats")]
    SamePerson,
    /// The game is for another number of people.
    #[error("this game is for {needed}, and {given} are named")]
    WrongNumber {
        /// How many play it, the challenger included.
        needed: usize,
        /// How many there are.
        given: usize,
    },
    /// This person has accepted already; the others have not.
    #[error("you have accepted already")]
    AlreadyAccepted,
    /// What a partner offers is for the others to answer.
    #[error("the offer is your own side's")]
    OwnSide,
    /// This player has agreed already.
    #[error("you have agreed already")]
    AlreadyAgreed,
    /// The setup is refused by the rules.
    #[error("{0}")]
    BadSetup(Refusal),
    /// The pace is not understood: the text as given.
    #[error("I do not know the pace `{0}`")]
    BadPace(String),
    /// Weekends and the like for a live game.
    #[error("the clocks of a live game always run")]
    LiveNeverRests,
    /// A vacation is refused.
    #[error(transparent)]
    Leave(#[from] time::leave::LeaveError),
    /// The move is refused by the rules.
    #[error("{0}")]
    Illegal(Refusal),
    /// The same in a game of one color, where nobody is shown what can be played instead.
    #[error("{0}")]
    IllegalVeiled(Refusal),
    /// The line cannot be kept.
    #[error(transparent)]
    Line(#[from] LineError),
    /// There is nothing that waits for an answer.
    #[error("nothing is proposed")]
    NoProposal,
    /// None was named, and nothing of this person's is open in any of several games.
    #[error("there is nothing to withdraw")]
    NothingToWithdraw,
    /// Only who has proposed something may withdraw it.
    #[error("only who has proposed it may withdraw it")]
    NotTheProposer,
    /// An own proposal is open already.
    #[error("you have proposed something already")]
    AlreadyProposed,
    /// Somebody else's proposal is open: the game.
    #[error("something is proposed already")]
    ProposalOpen(Box<GameRecord>),
    /// The game stands still until then.
    #[error("the game is adjourned")]
    Adjourned(Timestamp),
    /// It does not stand still.
    #[error("the game is not adjourned")]
    NotAdjourned,
    /// No clock runs that could stop.
    #[error("there is no clock")]
    NoClock,
    /// So many days are the most, and one is the least.
    #[error("an adjournment takes 1 to {0} days")]
    AdjournedTooLong(u32),
    /// The deadline decides.
    #[error("the game has a deadline")]
    HasDeadline,
    /// It is this player's own turn, or a partner's.
    #[error("it is no opponent's turn")]
    NobodySilent,
    /// There is time to move until then.
    #[error("they may still move")]
    NotSilentYet(Timestamp),
    /// This player has not moved yet.
    #[error("you have made no move yet")]
    NothingToTakeBack,
    /// This opponent agrees to no takeback.
    #[error("this opponent lets nobody take a move back")]
    NeverTakesBack(UserId),
    /// There is no draw offer to answer.
    #[error("no draw is offered")]
    NoOffer,
    /// An own offer is open already.
    #[error("you have offered a draw already")]
    AlreadyOffered,
    /// This person plays or offers too many games: the limit.
    #[error("you have {0} games and challenges open already")]
    TooMany(u32),
    /// Too many open challenges from this person to that one: the limit.
    #[error("{0} challenges of yours to this person wait for an answer already")]
    TooManyToOne(u32),
    /// Our fault; the log has the cause.
    #[error("something went wrong on our side")]
    Internal(#[from] StoreError),
}

/// What an alarm did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rang {
    /// Nothing was due any more.
    Nothing,
    /// A reminder was committed.
    Reminded,
    /// The clock stands still, or runs again: there is another deadline.
    Retimed,
    /// Lost on time.
    TimedOut,
    /// The game goes on after it had stood still.
    Resumed,
    /// The challenge expired.
    Expired,
}

/// What a player does with a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawAction {
    /// Offer one; when the opponent's offer is open, this accepts it; when 200 calm plies have passed and it is one's turn, this claims it.
    OfferOrAccept {
        /// The board that the button was drawn for, by [`Game::mark`]; `None` when it was asked for by command.
        expected_ply: Option<i64>,
    },
    /// Accept an offer.
    Accept {
        /// The version it was made with.
        offer: i64,
    },
    /// Decline an offer.
    Decline {
        /// The version it was made with.
        offer: i64,
    },
    /// Withdraw one's own offer.
    Withdraw {
        /// The version it was made with; `None` when it was asked for by command.
        offer: Option<i64>,
    },
}

/// The use cases.
#[derive(Clone)]
pub struct Games {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    settings: Settings,
    wake: Arc<tokio::sync::Notify>,
    trials: remind::Trials,
}

/// Limits and times of the use cases, from the configuration.
#[derive(Debug, Clone)]
pub struct Settings {
    /// A challenge expires after so many hours.
    pub challenge_expires_hours: u32,
    /// Reminder steps: hours before the deadline, descending.
    pub reminder_hours: Vec<u32>,
    /// Pace of a challenge that names none, and what stops its clocks.
    pub default_pace: tempo::Tempo,
    /// Games that a person may play and offer at the same time.
    pub max_open: u32,
    /// How much vacation everybody has.
    pub vacation: time::leave::Allowance,
    /// Reminders after which somebody who does nothing is left alone.
    pub reminders_ignored: u32,
    /// Of what players settle among themselves and claim.
    pub limits: limits::Limits,
}

/// What a use case wants to change; [`Games::change`] makes a commit of it.
struct Change {
    game: Game,
    seats: Option<Vec<Seated>>,
    /// Only so many moves stay.
    keep: Option<u32>,
    plies: Vec<Ply>,
    lines: Option<Vec<Line>>,
    notices: Vec<Notice>,
    action: &'static str,
    /// What is done away with, for the audit.
    detail: Option<String>,
    /// Who is reminded.
    reminded: Option<UserId>,
}

impl Change {
    fn of(game: Game, action: &'static str, notices: Vec<Notice>) -> Self {
        Self {
            game,
            seats: None,
            keep: None,
            plies: Vec::new(),
            lines: None,
            notices,
            action,
            detail: None,
            reminded: None,
        }
    }
}

/// A request that nobody made at Discord: the same for the same game and the same number, and no snowflake, because the top bit
/// is set.
const fn own_request(game: GameId, number: u64) -> RequestId {
    let mixed = game.0.cast_unsigned().wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number;
    RequestId(mixed | 1 << 63)
}

/// Of what cannot be recognised as made already.
const fn never(_: &GameRecord) -> bool {
    false
}

/// Why a game that was called off ended.
const ABORTED: &str = "aborted";

/// Times that a decision is made again because somebody else was faster.
const ATTEMPTS: u32 = 5;

impl Games {
    /// The use cases over this store; `wake` is told of every commit, so that messages go out at once.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        settings: Settings,
        wake: Arc<tokio::sync::Notify>,
    ) -> Self {
        Self { store, clock, settings, wake, trials: remind::Trials::default() }
    }

    /// The pace of a challenge that names none, and what stops its clocks.
    pub const fn default_pace(&self) -> tempo::Tempo {
        self.settings.default_pace
    }

    /// A game, as it is now or after its first `ply` moves.
    pub async fn view(&self, game: GameId, ply: Option<u32>) -> Result<View, GameError> {
        let record = self.store.game(game).await?.ok_or(GameError::NoSuchGame)?;
        View::open(record, ply)
    }

    /// Loads, decides, commits; decides again when somebody else was faster, and repeats the answer of a request that was
    /// carried out before, or of a second click on what is `made` already.
    async fn change(
        &self,
        request: RequestId,
        game: GameId,
        actor: Option<UserId>,
        made: impl Fn(&GameRecord) -> bool + Send + Sync,
        decide: impl Fn(View, Timestamp) -> Result<Change, GameError> + Send + Sync,
    ) -> Result<Done, GameError> {
        for _ in 0..ATTEMPTS {
            let mut view = self.view(game, None).await?;
            if view.record.game.lines > 0 {
                view.lines = self.store.lines(game).await?;
            }
            // Asked after the view was read, or a request carried out in between would be judged on its own effect.
            if self.store.game_of_request(request).await?.is_some() {
                return Ok(Done { view: self.view(game, None).await?, repeated: true, action: None });
            }
            if made(&view.record) {
                return Ok(Done { view, repeated: true, action: None });
            }
            let now = self.clock.now();
            let GameRecord { game: old, seats, absences, .. } = &view.record;
            let (game_before, seats, absences) = (old.clone(), seats.clone(), absences.clone());
            let before = GameRecord { game: game_before, seats, plies: Vec::new(), absences };
            let change = self.timed(decide(view, now)?, &before).await?;
            let change = self.called(change, &before.seats).await?;
            let action = change.action;
            let action = match self.write(request, actor, change, now).await {
                Ok(()) => Some(action),
                Err(CommitError::Duplicate) => None,
                Err(CommitError::Stale) => continue,
                Err(CommitError::Store(error)) => return Err(error.into()),
            };
            return Ok(Done { view: self.view(game, None).await?, repeated: action.is_none(), action });
        }
        let problem = format!("game {game} changed {ATTEMPTS} times while a decision was made");
        Err(StoreError::Database { problem, transient: true }.into())
    }

    /// What was decided, to be committed.
    fn decided(request: RequestId, actor: Option<UserId>, change: Change, now: Timestamp) -> Commit {
        let Change { mut game, seats, keep, plies, lines, notices, action, detail, reminded } = change;
        // What is over needs no answer any more.
        let lines = if game.phase != Phase::Playing && game.lines > 0 { Some(Vec::new()) } else { lines };
        game.version += 1;
        crash::point(Point::Decided);
        Commit { game, request, actor, action, seats, keep, plies, lines, detail, notices, reminded, now }
    }

    /// Commits what was decided.
    async fn write(
        &self,
        request: RequestId,
        actor: Option<UserId>,
        change: Change,
        now: Timestamp,
    ) -> Result<(), CommitError> {
        let outcome = self.store.commit(Self::decided(request, actor, change, now)).await;
        if matches!(outcome, Ok(()) | Err(CommitError::Duplicate)) {
            self.wake.notify_waiters();
        }
        outcome
    }
}

impl View {
    /// The same game with another table: as it would be after the turns that somebody thinks of.
    #[must_use]
    pub fn with_table(self, table: Box<dyn Table>) -> Self {
        Self { table, ..self }
    }

    /// Replays the moves of a game, all of them or the first `ply`.
    pub fn open(record: GameRecord, ply: Option<u32>) -> Result<Self, GameError> {
        let mut table = rules::open(&record.game.setup)
            .map_err(|refusal| corrupt("game", record.game.game_id, refusal.to_string()))?;
        let count = ply.map_or(record.plies.len(), |ply| record.plies.len().min(ply as usize));
        for ply in &record.plies[..count] {
            table
                .play(&ply.notation)
                .map_err(|refusal| corrupt("ply", record.game.game_id, format!("move {}: {refusal}", ply.number)))?;
        }
        // The end shows all, and all that went before.
        if record.game.phase == Phase::Over {
            table.reveal();
        }
        Ok(Self { record, table, lines: Vec::new() })
    }
}

impl GameRecord {
    /// Where this person sits.
    pub fn seat_of(&self, user: UserId) -> Option<u8> {
        self.seats.iter().find(|seat| seat.user == user).map(|seat| seat.seat)
    }

    /// Who was challenged.
    pub fn challenged(&self) -> impl Iterator<Item = &Seated> {
        self.seats.iter().filter(|seat| seat.user != self.game.challenger)
    }

    /// The challenged who have not answered yet.
    pub fn unanswered(&self) -> impl Iterator<Item = &Seated> {
        self.challenged().filter(|seat| !seat.agreed)
    }

    /// The seat of somebody who plays in a game that is being played; the reason why not otherwise.
    pub fn playing_seat(&self, user: UserId) -> Result<u8, GameError> {
        let seat = self.seat_of(user).ok_or(GameError::NotAPlayer)?;
        match self.game.phase {
            Phase::Playing => Ok(seat),
            Phase::Offered => Err(GameError::NotStarted),
            Phase::Over => Err(GameError::Over),
            Phase::Void if self.game.is_aborted() => Err(GameError::Aborted),
            Phase::Void => Err(GameError::ChallengeClosed),
        }
    }

    /// The game goes on: it does not stand still.
    fn goes_on(&self) -> Result<(), GameError> {
        self.game.terms.adjourned.map_or(Ok(()), |adjourned| Err(GameError::Adjourned(adjourned.until)))
    }

    /// The seat of somebody who may call the game off: not everybody has made a move.
    pub fn aborting_seat(&self, user: UserId) -> Result<u8, GameError> {
        let seat = self.playing_seat(user)?;
        if (self.game.ply as usize) < self.seats.len() { Ok(seat) } else { Err(GameError::TooLateToAbort) }
    }

    /// Everybody who plays against this person.
    pub fn opponents(&self, user: UserId) -> impl Iterator<Item = &Seated> {
        opponents(&self.seats, user)
    }

    /// Who has to agree to what this seat proposes for the game: partners too, whose moves and clocks are concerned.
    pub fn everybody_else(&self, seat: u8) -> impl Iterator<Item = &Seated> {
        self.seats.iter().filter(move |other| other.seat != seat)
    }

    /// The player at this seat.
    pub fn at(&self, seat: u8) -> Option<&Seated> {
        self.seats.iter().find(|seated| seated.seat == seat)
    }
}

impl GameSummary {
    /// Everybody who plays against this person.
    pub fn opponents(&self, user: UserId) -> impl Iterator<Item = &Seated> {
        opponents(&self.seats, user)
    }
}

fn opponents(seats: &[Seated], user: UserId) -> impl Iterator<Item = &Seated> {
    seats.iter().filter(move |seat| seat.user != user)
}

/// More moves than any game has.
const BOARDS: i64 = 100_000;

impl Game {
    /// The board as it is, for the buttons below it: its number of moves, and which commit last took some back, so that a button
    /// of a board that is gone does nothing on a later one with as many moves.
    pub fn mark(&self) -> i64 {
        self.terms.taken_back.unwrap_or(0) * BOARDS + i64::from(self.ply)
    }

    /// Was it called off after it had begun?
    pub fn is_aborted(&self) -> bool {
        self.phase == Phase::Void && self.reason.as_deref() == Some(ABORTED)
    }

    /// Do all marbles look the same until the end? Asked of the setup, without opening it.
    pub fn is_of_one_color(&self) -> bool {
        self.setup.split_whitespace().any(|word| word == "colors=one")
    }
}

fn corrupt(table: &'static str, game: GameId, problem: String) -> StoreError {
    StoreError::Corrupt { table, row: format!("game {game}"), problem }
}

/// The game as it is once it has ended.
fn ended(view: View, winner: Option<Team>, reason: &str) -> Game {
    let result = winner.map_or_else(|| "draw".to_owned(), |team| team_name(&view.table.places(), team));
    Game {
        phase: Phase::Over,
        to_move: None,
        draw_offer: None,
        result: Some(result),
        reason: Some(reason.to_owned()),
        deadline_at: None,
        terms: view.record.game.terms.closed(),
        ..view.record.game
    }
}

/// The game once the player at this seat has given up, or has run out of time: the team loses, and all others win. Nobody
/// chooses among them by stopping.
fn lost(view: View, seat: u8, reason: &str) -> Game {
    let places = view.table.places();
    let loser = places.get(usize::from(seat)).map(|place| place.team);
    let mut colors: Vec<Color> =
        places.iter().filter(|place| Some(place.team) != loser).map(|place| place.color).collect();
    colors.sort_unstable();
    colors.dedup();
    let result = colors.into_iter().map(Color::name).collect::<Vec<_>>().join("+");
    Game { loser: Some(seat), result: Some(result), ..ended(view, None, reason) }
}
