//! Reads games with their seats, their moves and the vacations of their players.

use rules::Seat;
use tracing::error;

use crate::domain::{
    EngineLevel, Finished, Game, GameId, GameRecord, Player, Ply, RequestId, SeatedPlayer, TimeSpan, Timestamp, UserId,
    Vacation,
};
use crate::store::connection::pool::Row;
use crate::store::error::{Each, Result, StoreError};
use crate::store::games::game_row::read_game;
use crate::store::rows::{Reader, readable_vacation};

/// Complete games for which `$which` holds, one row per seat. The first row also has the moves and the vacations of
/// the players, as text with one line each. A single statement reads a consistent snapshot in one round trip. `$1` is
/// a line feed.
macro_rules! whole_games {
    ($which:literal) => {
        concat!(
            "select ",
            $crate::store::games::game_row::select_game_and_seat!(),
            ", case when coalesce(seat.seat, 0) = 0 then (select string_agg(\
             ply.number || ' ' || ply.played_at || ' ' || coalesce(ply.user_id || '', 'engine:' || ply.engine) || ' ' || ply.version || ' ' || ply.notation, $1 order by ply.number) \
             from ply where ply.game_id = game.game_id) end as moves, case when coalesce(seat.seat, 0) = 0 then (select string_agg(\
             away.user_id || ' ' || away.number || ' ' || away.from_at || ' ' || away.until_at || ' ' || away.automatic || ' ' || \
             away.request_id || ' ' || coalesce(away.ended_by || '', '-'), \
             $1 order by away.user_id, away.number) from vacation as away where away.until_at > game.turn_at \
             and away.from_at < away.until_at and away.user_id in \
             (select who.user_id from seat as who where who.game_id = game.game_id)) end as absences from game left join seat on seat.game_id = game.game_id \
             where game.game_id ",
            $which
        )
    };
}

pub(crate) use whole_games;

pub fn game_and_seat(read: &mut Reader) -> Result<(Game, SeatedPlayer)> {
    Ok((read_game(read)?, read_seat(read)?))
}

/// Reads a row of a list, leaving out a game that cannot be read.
pub fn readable<T>(read: &mut Reader, find: impl Fn(&mut Reader) -> Result<T>) -> Option<T> {
    find(read).inspect_err(|problem| error!(error = %problem, "Left a corrupt game out of a list: {problem}")).ok()
}

/// A finished game and one of its seats.
pub fn finished(read: &mut Reader) -> Result<Finished> {
    let (game, seat) = (read_game(read)?, read_seat(read)?);
    Ok(Finished { game, seat, ended_at: read.at("ended_at").time()? })
}

fn read_seat(read: &mut Reader) -> Result<SeatedPlayer> {
    Ok(SeatedPlayer {
        seat: Seat(read.at("seat").small()?),
        player: read_player(read)?,
        name: read.at("name").text()?,
        agreed: read.at("agreed").flag()?,
        clock: read.at("clock").opt_int()?,
    })
}

fn read_player(read: &mut Reader) -> Result<Player> {
    match read.at("engine").opt_small()? {
        Some(level) => Ok(Player::Engine(EngineLevel(level))),
        None => Ok(read.at("user_id").user()?.into()),
    }
}

/// A game with one seat, whose columns are all null if there is none; its moves in order, as lines of
/// `number played_at player version notation`; and the vacations of its players, as lines of
/// `user_id number from_at until_at automatic request_id ended_by`.
fn whole_game(read: &mut Reader) -> Result<WholeGame> {
    let game = read_game(read)?;
    let is_seat = read.at("seat").opt_int()?.is_some();
    let seat = if is_seat { Some(read_seat(read)?) } else { None };
    let moves = read.at("moves").opt_text()?.unwrap_or_default();
    let corrupt = || read.corrupt_in("ply", "a move without its number, time, player or notation");
    let moves = moves.lines().map(|line| ply(line).ok_or_else(corrupt)).collect::<Result<_>>()?;
    let vacations = read.at("absences").opt_text()?.unwrap_or_default();
    // Unreadable vacations are left out.
    let readable = |line: &str| {
        let corrupt = || read.corrupt_in("vacation", format_args!("`{line}` is no vacation"));
        let user = line.split(' ').next().and_then(|user| user.parse::<i64>().ok()).unwrap_or(0);
        readable_vacation(user.cast_unsigned(), vacation(line).ok_or_else(corrupt))
    };
    let vacations = vacations.lines().filter_map(readable).collect();
    Ok((game, seat, moves, vacations))
}

pub fn read_games(rows: Vec<Row>) -> Each<GameId, GameRecord> {
    let mut games = Each::new();
    for row in rows {
        let mut read = Reader::new("game", row);
        let Ok(id) = read.game() else { continue };
        match whole_game(&mut read) {
            Err(problem) => drop(games.insert(id, Err(problem))),
            Ok((game, seat, moves, vacations)) => {
                let empty = GameRecord { game, seats: Vec::new(), plies: Vec::new(), vacations: Vec::new() };
                if let Ok(record) = games.entry(id).or_insert(Ok(empty)) {
                    record.seats.extend(seat);
                    record.plies.extend(moves);
                    record.vacations.extend(vacations);
                }
            }
        }
    }
    for (id, record) in &mut games {
        let Ok(GameRecord { game, plies, .. }) = record else { continue };
        if plies.len() != game.ply as usize || plies.iter().zip(1..).any(|(ply, number)| ply.number != number) {
            let problem = format!("{} moves are stored where the game has {}", plies.len(), game.ply);
            *record = Err(StoreError::Corrupt { table: "ply", row: format!("game {id}"), problem });
        }
    }
    games
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

/// A player in a line. Ids are signed there, as in the column.
fn player(word: &str) -> Option<Player> {
    match word.parse::<i64>() {
        Ok(user) => Some(UserId(user.cast_unsigned()).into()),
        Err(_) => word.parse().ok(),
    }
}
