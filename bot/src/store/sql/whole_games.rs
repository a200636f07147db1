//! Games as they are read, with their seats, moves and the vacations of their players.

use rules::Seat;

use crate::domain::{
    EngineLevel, Finished, Game, GameId, GameRecord, Player, Ply, RequestId, SeatedPlayer, TimeSpan, Timestamp, UserId,
    Vacation,
};
use crate::store::error::{Each, StoreError};
use crate::store::sql::connection::engine::Engine;
use crate::store::sql::game_row::read_game;
use crate::store::sql::rows::{Reader, readable};

/// Games with everything that belongs to them, where `$which` holds: one row per seat. The first row also has the moves and
/// the vacations of the players, as text with one line each. One statement sees one instant and costs one round trip. `$1` is
/// a line feed.
macro_rules! whole_games {
    ($which:literal) => {
        concat!(
            "select ",
            $crate::store::sql::game_row::select_game_and_seat!(),
            ", case when coalesce(seat.seat, 0) = 0 then (select string_agg(\
             ply.number || ' ' || ply.played_at || ' ' || coalesce(ply.user_id || '', 'engine:' || ply.engine) || ' ' || ply.version || ' ' || ply.notation, $1 order by ply.number) \
             from ply where ply.game_id = game.game_id) end as moves, case when coalesce(seat.seat, 0) = 0 then (select string_agg(\
             away.user_id || ' ' || away.number || ' ' || away.from_at || ' ' || away.until_at || ' ' || away.automatic || ' ' || \
             away.request_id || ' ' || coalesce(away.ended_by || '', '-') || ' ' || coalesce(away.wake_at || '', '-'), \
             $1 order by away.user_id, away.number) from vacation as away where away.until_at > game.turn_at \
             and away.from_at < away.until_at and away.user_id in \
             (select who.user_id from seat as who where who.game_id = game.game_id)) end as absences from game left join seat on seat.game_id = game.game_id \
             where game.game_id ",
            $which
        )
    };
}

pub(crate) use whole_games;

/// A game and one of its seats.
pub(crate) fn game_and_seat<DB: Engine>(row: &DB::Row) -> Result<(Game, SeatedPlayer), StoreError> {
    let mut read = Reader::<DB>::new("game", row);
    Ok((read_game(&mut read)?, read_seat(&mut read)?))
}

/// A finished game and one of its seats.
pub(crate) fn finished<DB: Engine>(row: &DB::Row) -> Result<Finished, StoreError> {
    let mut read = Reader::<DB>::new("game", row);
    let (game, seat) = (read_game(&mut read)?, read_seat(&mut read)?);
    let ended_at = read.at("ended_at").time()?;
    Ok(Finished { game, seat, ended_at, excused: read.at("excused").int()? != 0 })
}

fn read_seat<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<SeatedPlayer, StoreError> {
    Ok(SeatedPlayer {
        seat: Seat(read.at("seat").small()?),
        player: read_player(read)?,
        name: read.at("name").text()?,
        agreed: read.at("agreed").int()? != 0,
        clock: read.at("clock").opt_int()?,
    })
}

fn read_player<DB: Engine>(read: &mut Reader<'_, DB>) -> Result<Player, StoreError> {
    match read.at("engine").opt_small()? {
        Some(level) => Ok(Player::Engine(EngineLevel(level))),
        None => Ok(UserId(read.at("user_id").id()?).into()),
    }
}

/// A game and a seat, whose columns are all null where there is none, with moves in order, on each line
/// `number played_at player version notation`, and the vacations of its players, on each line
/// `user_id number from_at until_at automatic request_id ended_by wake_at`.
fn whole_game<DB: Engine>(row: &DB::Row) -> Result<WholeGame, StoreError> {
    let mut read = Reader::<DB>::new("game", row);
    let game = read_game(&mut read)?;
    let is_seat = read.at("seat").opt_int()?.is_some();
    let seat = if is_seat { Some(read_seat(&mut read)?) } else { None };
    let moves = read.at("moves").opt_text()?.unwrap_or_default();
    let corrupt = || Reader::<DB>::new("ply", row).corrupt("a move without its number, time, player or notation");
    let moves = moves.lines().map(|line| ply(line).ok_or_else(corrupt)).collect::<Result<_, _>>()?;
    let vacations = read.at("absences").opt_text()?.unwrap_or_default();
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
        player: player(words.next()?)?,
        version: words.next()?.parse().ok()?,
        notation: words.next()?.to_owned(),
    })
}

/// A player in a line: an id is signed there, as in its column.
fn player(word: &str) -> Option<Player> {
    match word.parse::<i64>() {
        Ok(user) => Some(UserId(user.cast_unsigned()).into()),
        Err(_) => word.parse().ok(),
    }
}
