//! A game with its state, seats and moves.

pub mod action;
pub mod agreements;
pub mod board_revision;
pub mod conditional_moves;
pub mod outcome;
pub mod setup;

use base::named::named;
use rules::{Seat, SeatInfo, team_of};

use crate::domain::competition::CompetitionTag;
use crate::domain::game::agreements::Agreements;
use crate::domain::game::board_revision::BoardRevision;
use crate::domain::game::outcome::{EndReason, GameOutcome};
use crate::domain::game::setup::Setup;
use crate::domain::ids::{ChannelId, GameId, GuildId, Timestamp, UserId};
use crate::domain::people::player::Player;
use crate::domain::people::vacation::Vacation;
use crate::domain::seek::{Seek, SoughtGame};
use crate::domain::time_control::control::TimeControl;
use crate::domain::time_off::{ClockHours, TimeSpan};

named! {
    pub enum Phase, "phase" {
        /// A challenge waits for answers.
        Offered = "offered",
        Playing = "playing",
        Over = "over",
        /// Closed without a game (declined, withdrawn, expired), or aborted before all players had moved.
        Void = "void",
    }
}

/// The state of a game. The moves are the source of truth; the rest makes games searchable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    pub game_id: GameId,
    /// Its number in its server, or among the games of direct messages. The store assigns it when the game begins.
    pub number: Option<u32>,
    /// Incremented by each commit; a write names the version it is based on.
    pub version: i64,
    pub phase: Phase,
    pub setup: Setup,
    pub time_control: TimeControl,
    pub place: GameLocation,
    /// Number of plies played, equal to the number of `ply` rows.
    pub ply: u32,
    pub competition: Option<CompetitionTag>,
    pub challenge: Challenge,
    pub turn: TurnClock,
    pub draw_offer: Option<DrawOffer>,
    pub agreements: Agreements,
    pub ending: Option<Ending>,
    /// The loss on time does not count, because it came within a day of another one of the player, or because an
    /// engine played. Computed by the store.
    pub is_excused: bool,
    /// Counts changes of the players' conditional moves. They are not part of `version`, which everybody sees; a
    /// commit is conditional on both. Changes made by commits are not counted, except the first lines of a game: 0
    /// means that there have never been any.
    pub conditional_moves_version: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Challenge {
    pub challenger: UserId,
    /// Colors are assigned at random at acceptance; until then the challenger holds seat 0.
    pub has_random_colors: bool,
    pub is_rated: bool,
    pub created_at: Timestamp,
    /// Set for an open challenge: until somebody accepts it, a seat is missing.
    pub seek: Option<Seek>,
}

/// The running turn and its clock. An open challenge has one too, which ends when the challenge expires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnClock {
    /// The seat on turn while playing.
    pub to_move: Option<Seat>,
    pub started_at: Timestamp,
    /// Time allowed for the turn, in milliseconds, if time control and clock do not determine it.
    pub allowance_ms: Option<i64>,
    /// Time zone and sleep hours of the player on turn when the turn began; `None`: UTC and no sleep.
    pub clock_hours: Option<ClockHours>,
    /// Spans of the turn in which the clock was paused (adjournments, downtime); an open one has no end.
    pub pauses: Vec<TimeSpan>,
    /// When the turn is lost, or the challenge expires.
    pub deadline_at: Option<Timestamp>,
    /// Reminders of this turn up to this instant are done.
    pub reminded_until: Option<Timestamp>,
    pub wake_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    pub reason: EndReason,
    /// `None` without a result, for example in an aborted game.
    pub result: Option<GameOutcome>,
    /// The seat that resigned, lost on time, declined or aborted, if that was the end.
    pub loser: Option<Seat>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameLocation {
    pub guild_id: Option<GuildId>,
    /// The channel of the challenge.
    pub channel_id: ChannelId,
    pub thread_id: Option<ChannelId>,
}

impl GameLocation {
    pub fn channel(&self) -> ChannelId {
        self.thread_id.unwrap_or(self.channel_id)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawOffer {
    pub seat: Seat,
    /// The version of the game that made the offer; distinguishes it from an earlier offer of the same seat.
    pub version: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatedPlayer {
    /// 0 moves first.
    pub seat: Seat,
    /// With random colors, the challenger holds seat 0 until the challenge is accepted.
    pub player: Player,
    /// Display name when the seat was taken; untrusted input.
    pub name: String,
    /// Agrees to the challenge while it is offered, or to the draw while one is offered.
    pub agreed: bool,
    /// The player's clock at the start of their turn, in milliseconds; `None` if no clock runs down.
    pub clock: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// 1 is the first move.
    pub number: u32,
    /// Canonical notation.
    pub notation: String,
    pub played_at: Timestamp,
    pub player: Player,
    /// The version of the game that committed the move. After a takeback, a new move of the same number has a later
    /// one.
    pub version: i64,
}

/// A game with its seats (in seat order) and moves (in order).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    pub game: Game,
    pub seats: Vec<SeatedPlayer>,
    pub plies: Vec<Ply>,
    /// Vacations of its players that had not ended when the running turn began.
    pub vacations: Vec<Vacation>,
}

/// A row of `/games` and of the completion of `game`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSummary {
    pub game: Game,
    pub seats: Vec<SeatedPlayer>,
}

impl TurnClock {
    /// A turn that begins now, without pauses.
    pub const fn starting(to_move: Option<Seat>, now: Timestamp) -> Self {
        Self {
            to_move,
            started_at: now,
            allowance_ms: None,
            clock_hours: None,
            pauses: Vec::new(),
            deadline_at: None,
            reminded_until: None,
            wake_at: None,
        }
    }
}

impl Ply {
    /// Whether the game started with this move; nobody made it here.
    pub const fn is_given(&self) -> bool {
        self.version == 0
    }
}

impl Ending {
    pub const fn of(reason: EndReason) -> Self {
        Self { reason, result: None, loser: None }
    }
}

impl Game {
    pub fn offered(
        game_id: GameId,
        setup: Setup,
        time_control: TimeControl,
        place: GameLocation,
        challenge: Challenge,
    ) -> Self {
        Self {
            game_id,
            number: None,
            version: 0,
            phase: Phase::Offered,
            setup,
            time_control,
            place,
            ply: 0,
            competition: None,
            challenge,
            turn: TurnClock::starting(None, challenge.created_at),
            draw_offer: None,
            agreements: Agreements::default(),
            ending: None,
            is_excused: false,
            conditional_moves_version: 0,
        }
    }

    pub fn revision(&self) -> BoardRevision {
        BoardRevision { taken_back: self.agreements.taken_back.unwrap_or(0), ply: self.ply }
    }

    /// How players refer to it: `#128` in its server, `@128` in direct messages, its id until it begins.
    pub fn name(&self) -> String {
        self.number.map_or_else(|| self.game_id.to_string(), |number| Self::name_of(number, self.place.guild_id))
    }

    /// The name of the game with this number in this server, or in direct messages, which have numbers of their own.
    pub fn name_of(number: u32, guild: Option<GuildId>) -> String {
        let sign = if guild.is_some() { '#' } else { '@' };
        format!("{sign}{number}")
    }

    /// When it ends without a move: the clock of the player on turn runs out, or the round closes.
    pub fn due_at(&self) -> Option<Timestamp> {
        if self.is_due_with_round() { self.round_ends_at() } else { self.turn.deadline_at }
    }

    /// Whether its round closes before the clock of the player on turn runs out.
    pub fn is_due_with_round(&self) -> bool {
        let is_first = |at| self.turn.deadline_at.is_none_or(|lost_at| at < lost_at);
        self.round_ends_at().is_some_and(is_first)
    }

    pub fn round_ends_at(&self) -> Option<Timestamp> {
        self.competition.as_ref().filter(|_| self.phase == Phase::Playing)?.round_ends_at
    }

    pub fn result(&self) -> Option<GameOutcome> {
        self.ending.and_then(|ending| ending.result)
    }

    pub fn end_reason(&self) -> Option<EndReason> {
        self.ending.map(|ending| ending.reason)
    }

    pub fn loser(&self) -> Option<Seat> {
        self.ending.and_then(|ending| ending.loser)
    }

    /// Whether the game was aborted after it had begun.
    pub fn is_aborted(&self) -> bool {
        self.phase == Phase::Void && self.end_reason() == Some(EndReason::Aborted)
    }

    pub fn is_annulled(&self) -> bool {
        self.phase == Phase::Void && self.end_reason() == Some(EndReason::Annulled)
    }

    pub const fn is_seek(&self) -> bool {
        self.challenge.seek.is_some()
    }

    pub fn hides_colors(&self) -> bool {
        self.setup.hides_colors()
    }
}

impl GameRecord {
    pub fn given_plies(&self) -> u32 {
        u32::try_from(self.plies.iter().filter(|ply| ply.is_given()).count()).unwrap_or(u32::MAX)
    }

    /// Moves made here, without those the game started with.
    pub fn own_plies(&self) -> &[Ply] {
        self.plies.get(self.given_plies() as usize..).unwrap_or_default()
    }

    pub fn seat_of(&self, player: impl Into<Player>) -> Option<Seat> {
        let player = player.into();
        self.seats.iter().find(|seat| seat.player == player).map(|seat| seat.seat)
    }

    pub fn people(&self) -> impl Iterator<Item = UserId> {
        self.seats.iter().filter_map(|seat| seat.player.person())
    }

    /// The player at this seat, or [`Player::NOBODY`].
    pub fn player_at(&self, seat: Seat) -> Player {
        self.at(seat).map_or(Player::NOBODY, |seated| seated.player)
    }

    pub fn at(&self, seat: Seat) -> Option<&SeatedPlayer> {
        self.seats.iter().find(|seated| seated.seat == seat)
    }

    pub fn on_turn(&self) -> Option<&SeatedPlayer> {
        self.game.turn.to_move.and_then(|seat| self.at(seat))
    }

    pub fn challenged(&self) -> impl Iterator<Item = &SeatedPlayer> {
        self.seats.iter().filter(|seat| seat.player != self.game.challenge.challenger)
    }

    pub fn unanswered(&self) -> impl Iterator<Item = &SeatedPlayer> {
        self.challenged().filter(|seat| !seat.agreed)
    }

    pub fn opponents(&self, player: impl Into<Player>) -> impl Iterator<Item = &SeatedPlayer> {
        opponents(&self.seats, player.into())
    }

    pub fn other_teams(&self, seat_infos: &[SeatInfo], seat: Seat) -> Vec<&SeatedPlayer> {
        let own = team_of(seat_infos, seat);
        self.seats.iter().filter(|other| team_of(seat_infos, other.seat) != own).collect()
    }

    /// The players who have to agree to a proposal of this seat: partners too, because it changes their moves and
    /// clocks.
    pub fn everybody_else(&self, seat: Seat) -> impl Iterator<Item = &SeatedPlayer> {
        self.seats.iter().filter(move |other| other.seat != seat)
    }

    /// Whether an engine holds every other seat.
    pub fn is_against_engine(&self, seat: Seat) -> bool {
        self.everybody_else(seat).all(|other| other.player.engine().is_some())
    }
}

impl GameSummary {
    pub fn sought(&self) -> SoughtGame<'_> {
        let game = &self.game;
        let owner = self.seats.iter().find(|seat| seat.player == game.challenge.challenger);
        let seat = owner.filter(|_| !game.challenge.has_random_colors).map(|owner| owner.seat);
        SoughtGame { setup: &game.setup, time_control: game.time_control, is_rated: game.challenge.is_rated, seat }
    }

    pub fn opponents(&self, player: impl Into<Player>) -> impl Iterator<Item = &SeatedPlayer> {
        opponents(&self.seats, player.into())
    }
}

fn opponents(seats: &[SeatedPlayer], player: Player) -> impl Iterator<Item = &SeatedPlayer> {
    seats.iter().filter(move |seat| seat.player != player)
}

/// Of a player's losses on time within this many milliseconds, only the first counts for reliability and ratings.
pub const MASS_TIME_OUT_MS: i64 = 24 * 60 * 60 * 1000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    pub game: Game,
    pub seat: SeatedPlayer,
    pub ended_at: Timestamp,
}

impl Finished {
    pub fn is_lost_on_time(&self) -> bool {
        self.game.end_reason() == Some(EndReason::Time) && self.game.loser() == Some(self.seat.seat)
    }
}
