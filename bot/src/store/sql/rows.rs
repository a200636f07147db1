//! Converts rows to domain types. A row that cannot be read is [`StoreError::Corrupt`] and does not affect other games.

use rules::Seat;
use std::str::FromStr;

use crate::domain::named::UnknownName;
use crate::domain::{
    Agreements, Challenge, ChannelId, ConditionalMoves, DrawOffer, Ending, Finished, Game, GameId, GameLocation,
    GameRecord, GuildId, ParseTimeControlError, Phase, Player, Ply, RequestId, SeatedPlayer, Seek, Setup, TimeSpan,
    Timestamp, TurnClock, UserId, Vacation,
};
use crate::store::error::Each;
use crate::store::error::StoreError;
use crate::store::json;
use crate::store::json::is_first_report;
use crate::store::outbox::{DeadMessage, Message, PostedMessage};
use crate::store::sql::connection::engine::Engine;
use tracing::error;

/// Columns of a game, in the order in which they are read.
macro_rules! game_columns {
    () => {
        "game.game_id, game.version, game.phase, game.setup, game.time_control, game.guild_id, game.channel_id, game.thread_id, \
         game.ply, game.to_move, game.challenger, game.has_random_colors, game.draw_offer, game.result, game.reason, game.created_at, game.turn_at, \
         game.deadline_at, game.reminded_until, game.wake_at, game.draw_offer_version, game.loser, game.agreements, game.clock_hours, \
         game.pauses, game.allowance_ms, game.conditional_moves_version, game.is_rated, \
         game.seek, game.seek_number, game.number"
    };
}

/// Games with everything that belongs to them, where `$which` holds: one row per seat. The first row also has the moves and
/// the vacations of the players, as text with one line each. One statement sees one instant and costs one round trip. `$1` is
/// a line feed.
macro_rules! whole_games {
    ($which:literal) => {
        concat!(
            "select ",
            $crate::store::sql::rows::game_columns!(),
            ", seat.seat, seat.user_id, seat.name, seat.agreed, seat.clock, case when coalesce(seat.seat, 0) = 0 then (select string_agg(\
             ply.number || ' ' || ply.played_at || ' ' || ply.user_id || ' ' || ply.version || ' ' || ply.notation, $1 order by ply.number) \
             from ply where ply.game_id = game.game_id) end, case when coalesce(seat.seat, 0) = 0 then (select string_agg(\
             away.user_id || ' ' || away.number || ' ' || away.from_at || ' ' || away.until_at || ' ' || away.automatic || ' ' || \
             away.request_id || ' ' || coalesce(away.ended_by || '', '-') || ' ' || coalesce(away.wake_at || '', '-'), \
             $1 order by away.user_id, away.number) from vacation as away where away.until_at > game.turn_at \
             and away.from_at < away.until_at and away.user_id in \
             (select who.user_id from seat as who where who.game_id = game.game_id)) end from game left join seat on seat.game_id = game.game_id \
             where game.game_id ",
            $which
        )
    };
}

/// Reads the columns of one row in order. Errors name the table and the row.
pub(crate) struct Reader<'r, DB: Engine> {
    row: &'r DB::Row,
    table: &'static str,
    key: String,
    column: usize,
}

impl<'r, DB: Engine> Reader<'r, DB> {
    pub(crate) fn new(table: &'static str, row: &'r DB::Row) -> Self {
        let key = match (DB::int(row, 0), table) {
            (Ok(Some(game)), "game" | "seat" | "ply" | "conditional_moves" | "event" | "posted") => {
                format!("game {}", GameId(game))
            }
            (Ok(Some(key)), _) => format!("row {key}"),
            _ => "row ?".to_owned(),
        };
        Self { row, table, key, column: 0 }
    }

    pub(crate) fn corrupt(&self, problem: impl std::fmt::Display) -> StoreError {
        StoreError::Corrupt { table: self.table, row: self.key.clone(), problem: problem.to_string() }
    }

    pub(crate) fn opt_int(&mut self) -> Result<Option<i64>, StoreError> {
        let value = DB::int(self.row, self.column);
        self.column += 1;
        value.map_err(|error| self.corrupt(error))
    }

    pub(crate) fn opt_text(&mut self) -> Result<Option<String>, StoreError> {
        let value = DB::text(self.row, self.column);
        self.column += 1;
        value.map_err(|error| self.corrupt(error))
    }

    pub(crate) fn int(&mut self) -> Result<i64, StoreError> {
        let column = self.column;
        self.opt_int()?.ok_or_else(|| self.corrupt(format_args!("column {column} is null")))
    }

    pub(crate) fn text(&mut self) -> Result<String, StoreError> {
        let column = self.column;
        self.opt_text()?.ok_or_else(|| self.corrupt(format_args!("column {column} is null")))
    }

    /// A value of an enum, by its name.
    pub(crate) fn named<T: FromStr<Err = UnknownName>>(&mut self) -> Result<T, StoreError> {
        let name = self.text()?;
        name.parse().map_err(|error| self.corrupt(error))
    }

    pub(crate) fn opt_named<T: FromStr<Err = UnknownName>>(&mut self) -> Result<Option<T>, StoreError> {
        let name = self.opt_text()?;
        name.map(|name| name.parse()).transpose().map_err(|error| self.corrupt(error))
    }

    pub(crate) fn small<T: TryFrom<i64>>(&mut self) -> Result<T, StoreError> {
        let value = self.int()?;
        T::try_from(value).map_err(|_| self.corrupt(format_args!("{value} is out of range")))
    }

    fn opt_small<T: TryFrom<i64>>(&mut self) -> Result<Option<T>, StoreError> {
        let Some(value) = self.opt_int()? else { return Ok(None) };
        T::try_from(value).map(Some).map_err(|_| self.corrupt(format_args!("{value} is out of range")))
    }

    pub(crate) fn id(&mut self) -> Result<u64, StoreError> {
        Ok(self.int()?.cast_unsigned())
    }

    pub(crate) fn time(&mut self) -> Result<Timestamp, StoreError> {
        Ok(Timestamp(self.int()?))
    }
}

impl Phase {
    /// As stored.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Offered => "offered",
            Self::Playing => "playing",
            Self::Over => "over",
            Self::Void => "void",
        }
    }
}

/// The next column as a phase.
pub(crate) fn phase<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<Phase, StoreError> {
    let phase = read.text()?;
    [Phase::Offered, Phase::Playing, Phase::Over, Phase::Void]
        .into_iter()
        .find(|known| known.word() == phase)
        .ok_or_else(|| read.corrupt(format_args!("no phase is called {phase:?}")))
}

/// The columns of a game, then `seat, user_id, name, agreed, clock`.
pub(crate) fn game_and_seat<DB: Engine>(row: &DB::Row) -> Result<(Game, SeatedPlayer), StoreError> {
    let mut read = Reader::<DB>::new("game", row);
    Ok((next_game(&mut read)?, next_seat(&mut read)?))
}

/// The same, then `ended_at, excused`.
pub(crate) fn finished<DB: Engine>(row: &DB::Row) -> Result<Finished, StoreError> {
    let mut read = Reader::<DB>::new("game", row);
    let (game, seat) = (next_game(&mut read)?, next_seat(&mut read)?);
    Ok(Finished { game, seat, ended_at: read.time()?, excused: read.int()? != 0 })
}

fn next_seat<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<SeatedPlayer, StoreError> {
    Ok(SeatedPlayer {
        seat: Seat(read.small()?),
        user: UserId(read.id()?),
        name: read.text()?,
        agreed: read.int()? != 0,
        clock: read.opt_int()?,
    })
}

fn next_game<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<Game, StoreError> {
    let game_id = GameId(read.int()?);
    let version = read.int()?;
    let phase = phase(read)?;
    let mut game = Game {
        game_id,
        number: None,
        version,
        phase,
        setup: Setup::stored(read.text()?),
        time_control: {
            let text = read.text()?;
            text.parse().map_err(|error: ParseTimeControlError| read.corrupt(error))?
        },
        place: GameLocation {
            guild_id: read.opt_int()?.map(|id| GuildId(id.cast_unsigned())),
            channel_id: ChannelId(read.id()?),
            thread_id: read.opt_int()?.map(|id| ChannelId(id.cast_unsigned())),
        },
        ply: read.small()?,
        turn: TurnClock::starting(read.opt_small()?.map(Seat), Timestamp(0)),
        challenge: Challenge {
            challenger: UserId(read.id()?),
            has_random_colors: read.int()? != 0,
            is_rated: false,
            created_at: Timestamp(0),
            seek: None,
        },
        draw_offer: read.opt_small()?.map(|seat| DrawOffer { seat: Seat(seat), version: 0 }),
        ending: None,
        agreements: Agreements::default(),
        conditional_moves_version: 0,
    };
    let (result, reason) = (read.opt_named()?, read.opt_named()?);
    game.challenge.created_at = read.time()?;
    game.turn.started_at = read.time()?;
    game.turn.deadline_at = read.opt_int()?.map(Timestamp);
    game.turn.reminded_until = read.opt_int()?.map(Timestamp);
    game.turn.wake_at = read.opt_int()?.map(Timestamp);
    let offered_at = read.opt_int()?;
    let loser = read.opt_small()?.map(Seat);
    game.ending = match reason {
        Some(reason) => Some(Ending { reason, result, loser }),
        None if result.is_some() || loser.is_some() => return Err(read.corrupt("an end without its reason")),
        None => None,
    };
    if let Some(agreements) = read.opt_text()? {
        game.agreements =
            serde_json::from_str(&agreements).map_err(|error| read.corrupt(format_args!("agreements: {error}")))?;
    }
    let clock_hours = read.opt_text()?;
    game.turn.clock_hours = clock_hours.map(|text| text.parse()).transpose().map_err(|error| read.corrupt(error))?;
    if let Some(text) = read.opt_text()? {
        game.turn.pauses = pauses(&text).ok_or_else(|| read.corrupt(format_args!("{text:?} are no spans")))?;
    }
    game.turn.allowance_ms = read.opt_int()?;
    game.conditional_moves_version = read.int()?;
    game.challenge.is_rated = read.int()? != 0;
    let filter = read.opt_text()?;
    if let Some(number) = read.opt_small()? {
        let filter = serde_json::from_str(filter.as_deref().unwrap_or("{}"))
            .map_err(|error| read.corrupt(format_args!("seek: {error}")))?;
        game.challenge.seek = Some(Seek { filter, number });
    }
    game.number = read.opt_small()?;
    if let Some(offer) = &mut game.draw_offer {
        offer.version = offered_at.ok_or_else(|| read.corrupt("a draw offer without its version"))?;
    }
    Ok(game)
}

/// Spans as stored: `1700000000000-1700000060000`, more with a comma; `None` when there are none.
pub(crate) fn written_pauses(pauses: &[TimeSpan]) -> Option<String> {
    let written = pauses.iter().map(|span| format!("{}-{}", span.from.0, span.until.0)).collect::<Vec<_>>().join(",");
    (!pauses.is_empty()).then_some(written)
}

fn pauses(text: &str) -> Option<Vec<TimeSpan>> {
    let instant = |text: &str| text.parse().ok().map(Timestamp);
    let span = |text: &str| {
        let (from, until) = text.split_once('-')?;
        Some(TimeSpan { from: instant(from)?, until: instant(until)? })
    };
    text.split(',').map(span).collect()
}

/// The columns of a game and a seat, all null where there is none, then moves in order, on each line
/// `number played_at user_id version notation`, and the vacations of its players, on each line
/// `user_id number from_at until_at automatic request_id ended_by wake_at`.
fn whole_game<DB: Engine>(row: &DB::Row) -> Result<WholeGame, StoreError> {
    let mut read = Reader::<DB>::new("game", row);
    let game = next_game(&mut read)?;
    let (first, is_seat) = (read.column, read.opt_int()?.is_some());
    read.column = first;
    let seat = if is_seat { Some(next_seat(&mut read)?) } else { None };
    read.column = first + 5;
    let moves = read.opt_text()?.unwrap_or_default();
    let corrupt = || Reader::<DB>::new("ply", row).corrupt("a move without its number, time, player or notation");
    let moves = moves.lines().map(|line| ply(line).ok_or_else(corrupt)).collect::<Result<_, _>>()?;
    let vacations = read.opt_text()?.unwrap_or_default();
    // A vacation that cannot be read is left out.
    let readable = |line: &str| {
        let corrupt = || Reader::<DB>::new("vacation", row).corrupt(format_args!("`{line}` is no vacation"));
        let user = line.split(' ').next().and_then(|user| user.parse::<i64>().ok()).unwrap_or(0);
        readable(user.cast_unsigned(), vacation(line).ok_or_else(corrupt))
    };
    let vacations = vacations.lines().filter_map(readable).collect();
    Ok((game, seat, moves, vacations))
}

/// Reads rows of [`whole_games`].
pub(crate) fn read_games<DB: Engine>(rows: &[DB::Row]) -> Each<GameId, GameRecord> {
    let mut found = Each::new();
    for row in rows {
        let Some(id) = DB::int(row, 0).ok().flatten().map(GameId) else { continue };
        match whole_game::<DB>(row) {
            Err(problem) => drop(found.insert(id, Err(problem))),
            Ok((game, seat, moves, vacations)) => {
                let empty = GameRecord { game, seats: Vec::new(), plies: Vec::new(), vacations: Vec::new() };
                if let Ok(record) = found.entry(id).or_insert(Ok(empty)) {
                    record.seats.extend(seat);
                    record.plies.extend(moves);
                    record.vacations.extend(vacations);
                }
            }
        }
    }
    for (id, found) in &mut found {
        let Ok(GameRecord { game, plies, .. }) = found else { continue };
        if plies.len() != game.ply as usize || plies.iter().zip(1..).any(|(ply, number)| ply.number != number) {
            let problem = format!("{} moves are stored where the game has {}", plies.len(), game.ply);
            *found = Err(StoreError::Corrupt { table: "ply", row: format!("game {id}"), problem });
        }
    }
    found
}

/// A game with one of its seats, its moves and the vacations of its players.
type WholeGame = (Game, Option<SeatedPlayer>, Vec<Ply>, Vec<Vacation>);

fn vacation(line: &str) -> Option<Vacation> {
    let mut words = line.split(' ');
    let mut number = || words.next()?.parse::<i64>().ok();
    Some(Vacation {
        user: UserId(number()?.cast_unsigned()),
        number: u32::try_from(number()?).ok()?,
        span: TimeSpan { from: Timestamp(number()?), until: Timestamp(number()?) },
        automatic: number()? != 0,
        request: RequestId(number()?.cast_unsigned()),
        ended_by: number().map(|request| RequestId(request.cast_unsigned())),
        wake_at: number().map(Timestamp),
    })
}

fn ply(line: &str) -> Option<Ply> {
    let mut words = line.splitn(5, ' ');
    Some(Ply {
        number: words.next()?.parse().ok()?,
        played_at: Timestamp(words.next()?.parse().ok()?),
        user: UserId(words.next()?.parse::<i64>().ok()?.cast_unsigned()),
        version: words.next()?.parse().ok()?,
        notation: words.next()?.to_owned(),
    })
}

/// `user_id, locale, dm_closed, preferences, silent_since`
pub(crate) fn player<DB: Engine>(row: &DB::Row) -> (UserId, Result<Player, StoreError>) {
    let mut read = Reader::<DB>::new("player", row);
    let user = UserId(read.id().unwrap_or(0));
    let mut player = || {
        let (locale, dm_closed, preferences) = (read.opt_text()?, read.int()? != 0, read.opt_text()?);
        let preferences = json::read_or_default("player", user.0, preferences.as_deref());
        let silent_since = read.opt_int()?.map(Timestamp);
        Ok(Player { locale, dm_closed, silent_since, preferences })
    };
    (user, player())
}

/// `message_id, game_id, version, notice, attempts, created_at, doubts, claimed_until`
pub(crate) fn message<DB: Engine>(row: &DB::Row) -> Result<Message, StoreError> {
    let mut read = Reader::<DB>::new("outbox", row);
    let message_id = read.int()?;
    let game_id = GameId(read.int()?);
    read.key = format!("message {message_id} of game {game_id}");
    let version = read.int()?;
    let notice = read.text()?;
    let notice = serde_json::from_str(&notice).map_err(|error| read.corrupt(error))?;
    let (attempts, created_at) = (read.small()?, read.time()?);
    // This claim counts as one of them.
    let may_be_posted = read.int()? > 1;
    let lease_until = read.time()?;
    Ok(Message { message_id, game_id, version, notice, attempts, may_be_posted, created_at, lease_until })
}

/// `game_id, user_id, tree`
pub(crate) fn conditional_moves<DB: Engine>(row: &DB::Row) -> Result<ConditionalMoves, StoreError> {
    let mut read = Reader::<DB>::new("conditional_moves", row);
    read.int()?;
    let (user, tree) = (UserId(read.id()?), read.text()?);
    // The problem is not logged: conditional moves are a secret of their owner.
    let tree = serde_json::from_str(&tree).map_err(|_| read.corrupt("the tree cannot be parsed"))?;
    Ok(ConditionalMoves { user, tree })
}

/// `message_id, game_id, created_at, dead`
pub(crate) fn dead<DB: Engine>(row: &DB::Row) -> Result<DeadMessage, StoreError> {
    let mut read = Reader::<DB>::new("outbox", row);
    Ok(DeadMessage {
        message_id: read.int()?,
        game_id: GameId(read.int()?),
        created_at: read.time()?,
        reason: read.text()?,
    })
}

/// `game_id, version, kind, channel_id, discord_id`
pub(crate) fn posted<DB: Engine>(row: &DB::Row) -> Result<PostedMessage, StoreError> {
    let mut read = Reader::<DB>::new("posted", row);
    Ok(PostedMessage {
        game_id: GameId(read.int()?),
        version: read.int()?,
        kind: read.named()?,
        channel_id: ChannelId(read.id()?),
        discord_id: read.id()?,
    })
}

/// A vacation, or nothing when it cannot be read, which is logged once per player.
pub(crate) fn readable(user: u64, vacation: Result<Vacation, StoreError>) -> Option<Vacation> {
    vacation
        .inspect_err(|problem| {
            if is_first_report("vacation", user) {
                error!(user, error = %problem, "Ignored a vacation of user {user}: {problem}");
            }
        })
        .ok()
}

pub(crate) use game_columns;
pub(crate) use whole_games;
