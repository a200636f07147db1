//! The table `game`: its columns, and how games are written to it and read from it.

use rules::Seat;
use serde_json::Value;

use crate::domain::{
    Agreements, Challenge, ChannelId, CompetitionTag, DrawOffer, EndReason, Ending, Game, GameLocation, Seek, Setup,
    TimeSpan, Timestamp, TurnClock,
};
use crate::store::commit::Commit;
use crate::store::error::Result;
use crate::store::rows::{Reader, competition};
use crate::store::write::json_rows::row;

/// The only list of the columns of a game: the keys on which each change is conditional, those that a commit changes,
/// those fixed at creation, and those that other statements write. `$make` is the macro that uses them.
macro_rules! game_columns {
    ([$($make:tt)*] $(, $with:tt)*) => {
        $($make)*! {
            { $($with)* }
            { int game_id, int version, int conditional_moves_version }
            { text phase, text setup, text time_control, int ply, int to_move, int draw_offer, int draw_offer_version, text result,
              text reason, int loser, int turn_at, int deadline_at, int round_ends_at, int reminded_until, int wake_at, int has_random_colors,
              users agreements, text clock_hours, text pauses, int allowance_ms }
            { int guild_id, int channel_id, int thread_id, user challenger, int created_at, int is_rated, text seek,
              int seek_number, text competition, int competition_id, text competition_label,
              text competition_board }
            { int number, int ended_at, int excused, int is_counted, int is_tallied }
        }
    };
}

macro_rules! list_columns {
    ({} { int game_id $(, $key_type:ident $key:ident)* } { $($type:ident $name:ident),* } { $($first_type:ident $first:ident),* }
     { $($other_type:ident $other:ident),* }) => {
        concat!(
            "game.game_id" $(, ", game.", stringify!($key))* $(, ", game.", stringify!($name))*
            $(, ", game.", stringify!($first))* $(, ", game.", stringify!($other))*
        )
    };
}

/// The columns of a game, to be selected; the id comes first.
macro_rules! select_game {
    () => {
        $crate::store::games::game_row::game_columns!([$crate::store::games::game_row::list_columns])
    };
}

macro_rules! select_game_and_seat {
    () => {
        concat!(
            $crate::store::games::game_row::select_game!(),
            ", seat.seat, seat.user_id, seat.engine, seat.name, seat.agreed, seat.clock"
        )
    };
}

pub(crate) use game_columns;
pub(crate) use list_columns;
pub(crate) use select_game;
pub(crate) use select_game_and_seat;

/// The row of a game, which is also the row of its event.
pub fn game_row(commit: &Commit) -> Value {
    let game = &commit.game;
    let seek = game.challenge.seek.map(|seek| serde_json::to_string(&seek.filter).expect("a filter is plain data"));
    row! {
        game_id: game.game_id.0,
        version: game.version,
        phase: game.phase.as_str(),
        setup: game.setup.as_str(),
        time_control: game.time_control.to_string().as_str(),
        guild_id: game.place.guild_id,
        channel_id: game.place.channel_id.0,
        thread_id: game.place.thread_id,
        ply: game.ply,
        to_move: game.turn.to_move.map(|seat| i64::from(seat.0)),
        challenger: game.challenge.challenger.0,
        draw_offer: game.draw_offer.map(|offer| i64::from(offer.seat.0)),
        draw_offer_version: game.draw_offer.map(|offer| offer.version),
        result: game.result().as_ref().map(ToString::to_string).as_deref(),
        reason: game.end_reason().map(EndReason::as_str),
        loser: game.loser().map(|seat| i64::from(seat.0)),
        created_at: game.challenge.created_at.0,
        seek: seek.as_deref(),
        seek_number: game.challenge.seek.map(|seek| i64::from(seek.number)),
        competition: game.competition.as_ref().map(|tag| tag.competition.kind()),
        competition_id: game.competition.as_ref().map(|tag| tag.competition.id()),
        competition_label: game.competition.as_ref().map(|tag| tag.label.as_str()),
        competition_board: game.competition.as_ref().and_then(|tag| tag.board).map(|board| board.to_string()).as_deref(),
        turn_at: game.turn.started_at.0,
        deadline_at: game.turn.deadline_at,
        round_ends_at: game.competition.as_ref().and_then(|tag| tag.round_ends_at),
        reminded_until: game.turn.reminded_until,
        wake_at: game.turn.wake_at,
        has_random_colors: game.challenge.has_random_colors,
        is_rated: game.challenge.is_rated,
        agreements: format_agreements(game).as_deref(),
        clock_hours: game.turn.clock_hours.as_ref().map(ToString::to_string).as_deref(),
        pauses: format_pauses(&game.turn.pauses).as_deref(),
        allowance_ms: game.turn.allowance_ms,
        conditional_moves_version: game.conditional_moves_version,
        request_id: commit.request.0,
        actor: commit.actor,
        action: commit.action.as_str(),
        at: commit.now.0,
        detail: commit.detail.as_deref(),
    }
}

/// As JSON; `None` for the default.
fn format_agreements(game: &Game) -> Option<String> {
    let is_plain = game.agreements == Agreements::default();
    (!is_plain).then(|| serde_json::to_string(&game.agreements).expect("agreements are plain data"))
}

/// Spans as stored: `1700000000000-1700000060000`, separated by commas; `None` if there are none.
fn format_pauses(pauses: &[TimeSpan]) -> Option<String> {
    let text = pauses.iter().map(|span| format!("{}-{}", span.from.0, span.until.0)).collect::<Vec<_>>().join(",");
    (!pauses.is_empty()).then_some(text)
}

fn parse_pauses(text: &str) -> Option<Vec<TimeSpan>> {
    let instant = |text: &str| text.parse().ok().map(Timestamp);
    let span = |text: &str| {
        let (from, until) = text.split_once('-')?;
        Some(TimeSpan { from: instant(from)?, until: instant(until)? })
    };
    text.split(',').map(span).collect()
}

pub fn read_game(read: &mut Reader) -> Result<Game> {
    let draw_offer = match read.at("draw_offer").opt_small()? {
        Some(seat) => {
            let version = read.at("draw_offer_version").opt_int()?;
            Some(DrawOffer {
                seat: Seat(seat),
                version: version.ok_or_else(|| read.corrupt("a draw offer without its version"))?,
            })
        }
        None => None,
    };
    Ok(Game {
        game_id: read.at("game_id").game()?,
        number: read.at("number").opt_small()?,
        version: read.at("version").int()?,
        conditional_moves_version: read.at("conditional_moves_version").int()?,
        phase: read.at("phase").parse()?,
        setup: Setup::stored(read.at("setup").text()?),
        time_control: read.at("time_control").parse()?,
        place: GameLocation {
            guild_id: read.at("guild_id").opt_guild()?,
            channel_id: read.at("channel_id").channel()?,
            thread_id: read.at("thread_id").opt_id()?.map(ChannelId),
        },
        ply: read.at("ply").small()?,
        competition: read_tag(read)?,
        turn: read_turn(read)?,
        challenge: Challenge {
            challenger: read.at("challenger").user()?,
            has_random_colors: read.at("has_random_colors").flag()?,
            is_rated: read.at("is_rated").flag()?,
            created_at: read.at("created_at").time()?,
            seek: read_seek(read)?,
        },
        draw_offer,
        ending: read_ending(read)?,
        is_excused: read.at("excused").flag()?,
        agreements: match read.at("agreements").opt_text()? {
            Some(text) => {
                serde_json::from_str(&text).map_err(|error| read.corrupt(format_args!("agreements: {error}")))?
            }
            None => Agreements::default(),
        },
    })
}

fn read_turn(read: &mut Reader) -> Result<TurnClock> {
    let to_move = read.at("to_move").opt_small()?.map(Seat);
    let mut turn = TurnClock::starting(to_move, read.at("turn_at").time()?);
    turn.deadline_at = read.at("deadline_at").opt_time()?;
    turn.reminded_until = read.at("reminded_until").opt_time()?;
    turn.wake_at = read.at("wake_at").opt_time()?;
    turn.allowance_ms = read.at("allowance_ms").opt_int()?;
    turn.clock_hours = read.at("clock_hours").opt_parse()?;
    if let Some(text) = read.at("pauses").opt_text()? {
        turn.pauses = parse_pauses(&text).ok_or_else(|| read.corrupt(format_args!("{text:?} are no spans")))?;
    }
    Ok(turn)
}

fn read_seek(read: &mut Reader) -> Result<Option<Seek>> {
    let Some(number) = read.at("seek_number").opt_small()? else { return Ok(None) };
    let filter = read.at("seek").opt_text()?;
    let filter = serde_json::from_str(filter.as_deref().unwrap_or("{}"))
        .map_err(|error| read.corrupt(format_args!("seek: {error}")))?;
    Ok(Some(Seek { filter, number }))
}

fn read_tag(read: &mut Reader) -> Result<Option<CompetitionTag>> {
    let Some(competition) = competition(read)? else { return Ok(None) };
    let board = read.at("competition_board").opt_parse()?;
    let round_ends_at = read.at("round_ends_at").opt_time()?;
    Ok(Some(CompetitionTag { competition, label: read.at("competition_label").text()?, board, round_ends_at }))
}

fn read_ending(read: &mut Reader) -> Result<Option<Ending>> {
    let (reason, result) = (read.at("reason").opt_parse()?, read.at("result").opt_parse()?);
    let loser = read.at("loser").opt_small()?.map(Seat);
    match reason {
        Some(reason) => Ok(Some(Ending { reason, result, loser })),
        None if result.is_some() || loser.is_some() => Err(read.corrupt("an end without its reason")),
        None => Ok(None),
    }
}
