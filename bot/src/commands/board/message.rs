//! A game in words and as a picture: what messages say about a board.

use std::collections::{BTreeMap, HashSet};

use render::{Label, Marked, Target};
use rules::diagram::Board;
use rules::record::Colors;
use rules::{Diagram, Seat, SeatInfo, Team, team_of};
use tracing::error;

use crate::commands::board::description::{
    DescriptionContext, clock_time, color, describe, is_shared, plain_name, score, span, still_to_come,
};
use crate::commands::board::pictures::BoardPicture;
use crate::commands::board::seats::seats_and_boards;
use crate::commands::board::viewer::{PictureStyle, Viewer};
use crate::commands::board::{legal_steps, steps, text};
use crate::commands::button::{Button, ButtonAction};
use crate::commands::context::App;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Picture, Style, button, clean, row};
use crate::domain::clock::turn;
use crate::domain::{EndReason, Game, GameOutcome, GameRecord, MINUTE_MS, Phase, Ply, SeatedPlayer, UserId};
use crate::error_chain::causes;
use crate::games::ReplayedGame;

/// Of a name beside the last move, in the picture.
const LONGEST_NAME: usize = 16;

/// The color that this seat plays.
pub fn color_at(language: Language, seat_infos: &[SeatInfo], seat: Seat) -> String {
    seat_infos.get(usize::from(seat)).map_or_else(String::new, |place| color(language, place.color))
}

/// The same with the player where several play that color: `Black @1`.
fn mover_at(language: Language, seat_infos: &[SeatInfo], seat: &SeatedPlayer) -> String {
    let word = color_at(language, seat_infos, seat.seat);
    if is_shared_at(seat_infos, seat.seat) { format!("{word} <@{}>", seat.user.0) } else { word }
}

/// Do several players share the color of this seat?
pub fn is_shared_at(seat_infos: &[SeatInfo], seat: Seat) -> bool {
    seat_infos.get(usize::from(seat)).is_some_and(|place| is_shared(seat_infos, place.color))
}

/// Who made the last move of this position.
fn last_by<'a>(record: &'a GameRecord, diagram: &Diagram) -> Option<&'a SeatedPlayer> {
    let ply = record.plies.get(diagram.ply.checked_sub(1)? as usize)?;
    record.at(record.seat_of(ply.user)?)
}

/// These people, each as a mention.
pub fn mentions<'a>(seats: impl Iterator<Item = &'a SeatedPlayer>) -> String {
    seats.map(|seat| format!("<@{}>", seat.user.0)).collect::<Vec<_>>().join(", ")
}

/// The players of other teams, who have to agree to a draw that this seat offers.
pub fn others_to_agree(record: &GameRecord, seat: Seat) -> Vec<&SeatedPlayer> {
    record.other_teams(&seats_and_boards(&record.game).0, seat)
}

/// People, each as a mention: `@1, @2 and @3`.
fn mention_list(language: Language, seats: &[&SeatedPlayer]) -> String {
    match seats {
        [rest @ .., last] if !rest.is_empty() => {
            let list = mentions(rest.iter().copied());
            localize!(language, "list-and", list = list, last = mentions(std::iter::once(*last)))
        }
        _ => mentions(seats.iter().copied()),
    }
}

/// Against whom this person plays, each as a mention, and in a team with whom: `with @3 against @2 and @4`.
pub fn against(language: Language, seat_infos: &[SeatInfo], seats: &[SeatedPlayer], user: UserId) -> String {
    let team = |seat: &SeatedPlayer| team_of(seat_infos, seat.seat);
    let own = seats.iter().find(|seat| seat.user == user).and_then(team);
    let (partners, opponents): (Vec<&SeatedPlayer>, Vec<&SeatedPlayer>) =
        seats.iter().filter(|seat| seat.user != user).partition(|seat| own.is_some() && team(seat) == own);
    let (partners, opponents) = (mention_list(language, &partners), mention_list(language, &opponents));
    if partners.is_empty() {
        return localize!(language, "against", opponents = opponents);
    }
    localize!(language, "against-with", opponents = opponents, partners = partners)
}

/// Who plays with whom, where there are partners: `Black @1, Red @3 – White @2, Green @4`, without the colors until they
/// are assigned.
pub fn teams(
    language: Language,
    seat_infos: &[SeatInfo],
    seats: &[SeatedPlayer],
    are_assigned: bool,
) -> Option<String> {
    let teams: HashSet<Team> = seat_infos.iter().map(|place| place.team).collect();
    if teams.len() == seat_infos.len() {
        return None;
    }
    let mut teams: BTreeMap<Team, Vec<String>> = BTreeMap::new();
    for seat in seats {
        let place = seat_infos.get(usize::from(seat.seat))?;
        let of = if are_assigned { format!("{} ", color(language, place.color)) } else { String::new() };
        teams.entry(place.team).or_default().push(format!("{of}<@{}>", seat.user.0));
    }
    let list: Vec<String> = teams.into_values().map(|team| team.join(", ")).collect();
    Some(localize!(language, "teams", list = list.join(" – ")))
}

/// The number of the move that comes next. A move is one player's turn, in every count that players read.
pub const fn next_move(ply: u32) -> u32 {
    ply + 1
}

/// The last move, if there is one.
fn last_move(language: Language, record: &GameRecord, diagram: &Diagram) -> Option<String> {
    let last = diagram.last.as_ref()?;
    let by = mover_at(language, &diagram.seats, last_by(record, diagram)?);
    let ejects =
        diagram.boards.iter().filter_map(Board::hex).flat_map(|board| &board.last).any(|mv| mv.ejected.is_some());
    Some(localize!(language, if ejects { "board-ejects" } else { "board-last" }, notation = last, color = by))
}

/// The last move, or those that were made together because they had been decided before.
pub fn last_moves(language: Language, record: &GameRecord, diagram: &Diagram) -> Option<String> {
    conditional_turns(language, record, diagram).or_else(|| last_move(language, record, diagram))
}

/// Who had no legal move after the last turn, and was passed over; not those who have no marbles left.
fn passes(language: Language, replayed: &ReplayedGame, diagram: &Diagram) -> Option<String> {
    let (record, seats) = (&replayed.record, diagram.seats.len());
    let (last, next) = (last_by(record, diagram)?.seat, diagram.to_move?);
    if !replayed.any_game.may_pass() || diagram.placing {
        return None;
    }
    let has_marbles = |seat: &usize| {
        let color = diagram.seats.get(*seat).map(|place| place.color);
        diagram.sides.iter().any(|side| Some(side.color) == color && side.on_board > 0)
    };
    let passed_over =
        (1..seats).map(|step| (usize::from(last) + step) % seats).take_while(|seat| *seat != usize::from(next));
    let passed: Vec<&SeatedPlayer> =
        passed_over.filter(has_marbles).filter_map(|seat| record.at(Seat(seat as u8))).collect();
    (!passed.is_empty()).then(|| localize!(language, "board-passes", players = mentions(passed.into_iter())))
}

/// Why the deadline is later than the time of the turn: `3 d to think, plus 16 h of sleeping hours`. `None` where it is not.
fn deadline_parts(language: Language, record: &GameRecord) -> Option<String> {
    let parts = turn::deadline_parts(&record.game, &record.seats, &record.vacations).ok()??;
    let time = |millis: i64| (millis >= MINUTE_MS).then(|| span(language, millis));
    let pauses = [
        time(parts.sleep).map(|time| localize!(language, "deadline-sleep", time = time)),
        time(parts.weekends).map(|time| localize!(language, "deadline-weekends", time = time)),
        time(parts.vacation).map(|time| localize!(language, "deadline-vacation", time = time)),
        time(parts.paused).map(|time| localize!(language, "deadline-paused", time = time)),
    ];
    let pauses: Vec<String> = pauses.into_iter().flatten().collect();
    let thinking = clock_time(language, parts.thinking);
    let list = pauses.join(" + ");
    (!pauses.is_empty()).then(|| localize!(language, "deadline-parts", thinking = thinking, pauses = list))
}

/// The turns that came together with the last one, because they had been decided before: in order, each with its color.
fn conditional_turns(language: Language, record: &GameRecord, diagram: &Diagram) -> Option<String> {
    let plies = record.plies.get(..diagram.ply as usize)?;
    let version = plies.last()?.version;
    let together = plies.iter().filter(|ply| ply.version == version && version > 0);
    let turn = |ply: &Ply| {
        let seat = record.at(record.seat_of(ply.user)?)?;
        Some(format!("`{}` ({})", ply.notation, mover_at(language, &diagram.seats, seat)))
    };
    let turns: Vec<String> = together.filter_map(turn).collect();
    (turns.len() > 1).then(|| localize!(language, "board-played-in-a-row", list = turns.join(", ")))
}

/// The seats that won, if any.
fn winners<'a>(record: &'a GameRecord, diagram: &'a Diagram) -> impl Iterator<Item = &'a SeatedPlayer> {
    let seat_infos = &diagram.seats;
    let winners = record.game.result().and_then(GameOutcome::winners);
    let won = move |seat: &&SeatedPlayer| {
        let place = seat_infos.get(usize::from(seat.seat));
        winners.zip(place).is_some_and(|(colors, place)| colors.has(place.color))
    };
    record.seats.iter().filter(won)
}

/// The colors of the team that won: `Black`, `White, Green`; empty after a draw.
pub fn winning_colors(language: Language, record: &GameRecord) -> String {
    let winners = record.game.result().and_then(GameOutcome::winners);
    winners.into_iter().flat_map(Colors::iter).map(|of| color(language, of)).collect::<Vec<_>>().join(", ")
}

/// How a finished game ended, in two lines: who beat whom and how, then how long it was.
pub fn result(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    format!("{}\n{}.", who_won(language, record, diagram), length(language, record).join(", "))
}

/// Who beat whom, by how much and how: `@1 beat @2 6–3 by ejection.`
pub fn who_won(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    let game = &record.game;
    let won: Vec<&SeatedPlayer> = winners(record, diagram).collect();
    let reason = game.end_reason().unwrap_or(EndReason::Agreement);
    let counts: HashSet<u8> = diagram.sides.iter().map(|side| side.on_board).collect();
    let key = match reason {
        EndReason::Rules(rules::EndReason::Sisters) if counts.len() == 1 => "reason-sisters-equal".to_owned(),
        _ => format!("reason-{reason}"),
    };
    let why = localize!(
        language,
        &key,
        loser = game.loser().and_then(|seat| record.at(seat)).map_or(0, |seat| seat.user.0),
        // Of two, the other one is named already.
        many = if record.seats.len() > 2 { "yes" } else { "no" },
    );
    match (record.seats.as_slice(), won.as_slice()) {
        ([first, second], []) => {
            let score = score_of(diagram, first, second);
            localize!(language, "result-drew", one = first.user.0, other = second.user.0, score = score, why = why)
        }
        ([first, second], [winner]) => {
            let loser = if winner.seat == first.seat { second } else { first };
            let score = score_of(diagram, winner, loser);
            localize!(language, "result-beat", one = winner.user.0, other = loser.user.0, score = score, why = why)
        }
        (_, []) => localize!(language, "result-draw", why = why),
        _ => {
            let (winners, colors) = (mention_list(language, &won), winning_colors(language, record));
            let key = if won.len() == 1 { "result-wins" } else { "result-win-together" };
            localize!(language, key, winners = winners, colors = colors, why = why)
        }
    }
}

/// How many moves a finished game had, and how long it took.
pub fn length(language: Language, record: &GameRecord) -> Vec<String> {
    let own_plies = record.own_plies();
    let moves = localize!(language, "result-moves", moves = own_plies.len());
    let time = match own_plies {
        [first, .., last] => Some(duration(language, last.played_at.since(first.played_at))),
        _ => None,
    };
    std::iter::once(moves).chain(time).collect()
}

/// A span of time in its largest unit, in words: `12 days`.
fn duration(language: Language, millis: i64) -> String {
    let minutes = millis.max(0) / MINUTE_MS;
    match (minutes / 1440, minutes / 60) {
        (0, 0) => localize!(language, "duration-minutes", minutes = minutes.max(1)),
        (0, hours) => localize!(language, "duration-hours", hours = hours),
        (days, _) => localize!(language, "duration-days", days = days),
    }
}

/// What this player's color has ejected, on all boards together; `None` where ejections do not count.
fn ejected_by(diagram: &Diagram, seat: &SeatedPlayer) -> Option<u8> {
    let color = diagram.seats.get(usize::from(seat.seat))?.color;
    let side = diagram.sides.iter().find(|side| side.color == color)?;
    side.target.map(|_| side.ejected)
}

/// ` 6–3`, for one of two players first; empty where ejections do not count, and where nothing was ejected.
fn score_of(diagram: &Diagram, one: &SeatedPlayer, other: &SeatedPlayer) -> String {
    let score = ejected_by(diagram, one).zip(ejected_by(diagram, other)).filter(|score| *score != (0, 0));
    score.map_or_else(String::new, |(one, other)| format!(" {one}–{other}"))
}

/// Whether the score is that of two players, which is part of the result.
fn is_score_of_two(record: &GameRecord, diagram: &Diagram) -> bool {
    matches!(record.seats.as_slice(), [one, other] if ejected_by(diagram, one).zip(ejected_by(diagram, other)).is_some())
}

/// The score with the names of two players, `@1 2 – 0 @2`, else by colors; what is still to be placed, and the moves left.
fn score_lines(language: Language, record: &GameRecord, diagram: &Diagram) -> Vec<String> {
    let target = diagram.sides.first().and_then(|side| side.target);
    let of_two = match (record.seats.as_slice(), target) {
        ([first, second], Some(target)) => {
            ejected_by(diagram, first).zip(ejected_by(diagram, second)).map(|(one, other)| {
                let (first, second) = (first.user.0, second.user.0);
                localize!(
                    language,
                    "score-of-two",
                    one = first,
                    ejected = one,
                    other = second,
                    lost = other,
                    target = target
                )
            })
        }
        _ => None,
    };
    match of_two {
        Some(score) => std::iter::once(score).chain(still_to_come(language, diagram)).collect(),
        None => vec![score(language, diagram)],
    }
}

/// Which game it is, where several stand together: its name as `/games` has it, and who plays with which color.
pub fn heading(language: Language, record: &GameRecord) -> String {
    let (seat_infos, _) = seats_and_boards(&record.game);
    let seat =
        |seat: &SeatedPlayer| format!("{} {}", color_at(language, &seat_infos, seat.seat), language.mention(seat.user));
    let players: Vec<String> = record.seats.iter().map(seat).collect();
    localize!(language, "board-of", id = record.game.name(), players = players.join(", "))
}

/// The words above a board.
pub fn caption(language: Language, replayed: &ReplayedGame, diagram: &Diagram) -> String {
    let game = &replayed.record.game;
    let mut lines = Vec::new();
    let on_turn = diagram.to_move.and_then(|seat| replayed.record.at(seat));
    match (game.phase, on_turn) {
        (Phase::Over, _) if diagram.ply == game.ply => lines.push(result(language, &replayed.record, diagram)),
        (_, Some(player)) if diagram.ply == 0 => {
            lines.push(localize!(
                language,
                "board-start",
                player = player.user.0,
                color = color_at(language, &diagram.seats, player.seat)
            ));
        }
        (_, Some(player)) => {
            let name = color_at(language, &diagram.seats, player.seat);
            let number = next_move(diagram.ply);
            lines.push(localize!(language, "board-turn", move = number, player = player.user.0, color = name));
        }
        _ => {}
    }
    if on_turn.is_some() && diagram.boards.len() > 1 {
        lines.push(localize!(language, "board-number", board = diagram.active + 1));
        for board in 0..diagram.boards.len() {
            let sits = |seat: &&SeatedPlayer| diagram.seated.get(usize::from(seat.seat)) == Some(&board);
            let people = mentions(replayed.record.seats.iter().filter(sits));
            if !people.is_empty() {
                lines.push(localize!(language, "board-seated", board = board + 1, people = people));
            }
        }
    }
    if on_turn.is_some() && diagram.placing {
        lines.push(localize!(language, "board-place", game = game.setup.game()));
    }
    if let Some(turn) = game.setup.option("turn").filter(|_| (diagram.ply as usize) < diagram.seats.len()) {
        lines.push(localize!(language, "board-two-moves", turn = localize!(language, "option-turn", value = turn)));
    }
    lines.extend(conditional_turns(language, &replayed.record, diagram));
    lines.extend(last_move(language, &replayed.record, diagram));
    lines.extend(passes(language, replayed, diagram));
    let is_over = game.phase == Phase::Over && diagram.ply == game.ply;
    // The result has the score of two players.
    if !is_over || !is_score_of_two(&replayed.record, diagram) {
        lines.extend(score_lines(language, &replayed.record, diagram));
    }
    if (diagram.ply as usize) < diagram.seats.len() {
        lines.extend(teams(language, &diagram.seats, &replayed.record.seats, true));
    }
    let is_now = game.phase == Phase::Playing && diagram.ply == game.ply;
    if let Some(adjourned) = game.agreements.adjourned.filter(|_| is_now) {
        lines.extend(clocks(language, &replayed.record, diagram));
        lines.push(localize!(language, "board-adjourned", until = adjourned.until.0 / 1000));
    } else if is_now && let Some(at) = game.turn.deadline_at {
        lines.extend(clocks(language, &replayed.record, diagram));
        lines.push(localize!(language, "deadline", at = at.0 / 1000));
        lines.extend(deadline_parts(language, &replayed.record));
        let (seats, vacations) = (&replayed.record.seats, &replayed.record.vacations);
        if let Some(away) = turn::vacation(game, seats, vacations, game.turn.started_at) {
            let [from, until] = [away.span.from, away.span.until].map(|at| at.0 / 1000);
            lines.push(localize!(language, "on-vacation", player = away.user.0, from = from, until = until));
        }
    }
    lines.join("\n")
}

/// The words above a board that is no longer current. They mention no one.
pub fn past_caption(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    let mut lines = vec![localize!(language, "after-ply", ply = diagram.ply)];
    lines.extend(last_move(language, record, diagram));
    lines.extend(score_lines(language, record, diagram));
    lines.join("\n")
}

/// What each clock shows at the beginning of the turn that runs; `None` where no clock runs down.
fn clocks(language: Language, record: &GameRecord, diagram: &Diagram) -> Option<String> {
    let is_shared = diagram.seats.len() > diagram.sides.len();
    let clock = |seat: &SeatedPlayer| {
        let shared = || format!("<@{}>", seat.user.0);
        let whose = if is_shared { shared() } else { color_at(language, &diagram.seats, seat.seat) };
        Some(format!("{whose} {}", clock_time(language, seat.clock?)))
    };
    let list: Vec<String> = record.seats.iter().filter_map(clock).collect();
    (!list.is_empty()).then(|| localize!(language, "clocks", list = list.join(", ")))
}

/// What a picture shows besides the position.
#[derive(Debug, Clone, Default)]
pub struct Overlay {
    /// White at the bottom.
    pub flip: bool,
    /// Marbles marked for move entry.
    pub marked: Vec<Marked>,
    /// Arrows that can be chosen.
    pub targets: Vec<Target>,
    /// What is written on marbles and places.
    pub labels: Vec<Label>,
}

/// Draws the board of a game.
pub async fn picture(
    app: &App,
    language: Language,
    replayed: &ReplayedGame,
    picture_style: PictureStyle,
    overlay: Overlay,
) -> anyhow::Result<Picture> {
    let mut overlay = overlay;
    if picture_style.labels && overlay.labels.is_empty() {
        overlay.labels = legal_steps::names(&*replayed.any_game);
    }
    let board = board_picture(language, &replayed.record, replayed.any_game.diagram(), picture_style, overlay);
    let alt = alt(language, &replayed.record, &board.diagram, board.flip);
    let file_name = format!("{}-{}.png", replayed.record.game.game_id, replayed.any_game.ply());
    Ok(Picture { file_name, bytes: app.pictures.draw(board).await?, alt })
}

/// Everything that a picture of this position of a game shows.
fn board_picture(
    language: Language,
    record: &GameRecord,
    mut diagram: Diagram,
    picture_style: PictureStyle,
    overlay: Overlay,
) -> BoardPicture {
    let over = record.game.phase == Phase::Over && diagram.ply == record.game.ply;
    if over {
        diagram.to_move = None;
    }
    let winners: Vec<Seat> = if over { winners(record, &diagram).map(|seat| seat.seat).collect() } else { Vec::new() };
    let headline = headline(language, record, &diagram);
    let detail = match (&diagram.last, last_by(record, &diagram)) {
        _ if over => short_reason(language, record, &diagram),
        (None, _) => String::new(),
        (Some(last), Some(seat)) if is_shared_at(&diagram.seats, seat.seat) && !clean(&seat.name, 1).is_empty() => {
            localize!(language, "detail-last-by", notation = last, name = plain_name(language, seat, LONGEST_NAME))
        }
        (Some(last), _) => localize!(language, "detail-last", notation = last),
    };
    // What each clock shows, and what time the running turn has, as it began; the moves left of a sprint are drawn from the diagram.
    let is_now = record.game.phase == Phase::Playing && diagram.ply == record.game.ply;
    // A game whose clock cannot be read shows no time.
    let time = turn::time(&record.game, &record.seats);
    let note = |seat: &SeatedPlayer| {
        let turn = time.filter(|_| record.game.turn.to_move == Some(seat.seat));
        turn.or(seat.clock).filter(|_| is_now).map_or_else(String::new, |time| clock_time(language, time))
    };
    let notes = record.seats.iter().map(note).collect();
    // Of an open challenge, a seat is free.
    let seat_count = diagram.seats.len().max(record.seats.len()) as u8;
    BoardPicture {
        names: (0..seat_count)
            .map(|seat| record.at(Seat(seat)).map_or_else(String::new, |at| drawn_name(language, at)))
            .collect(),
        notes,
        winners,
        headline,
        detail,
        picture_style,
        flip: overlay.flip,
        marked: overlay.marked,
        targets: overlay.targets,
        labels: overlay.labels,
        diagram,
    }
}

/// The name of a player as a picture shows it. Of one in emoji, or in a script without a font, nothing could be drawn.
pub fn drawn_name(language: Language, seat: &SeatedPlayer) -> String {
    if seat.user.is_deleted() {
        return language.mention(seat.user);
    }
    if render::is_drawable(&seat.name) { seat.name.clone() } else { localize!(language, "player-nameless") }
}

/// How a finished game ended, in a few words without mentions.
fn short_reason(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    let reason = record.game.end_reason().unwrap_or(EndReason::Agreement);
    let loser = record.game.loser().and_then(|seat| record.at(seat));
    let name = loser.map_or_else(String::new, |seat| plain_name(language, seat, LONGEST_NAME));
    let target = diagram.sides.iter().find_map(|side| side.target).unwrap_or(0);
    localize!(language, &format!("ended-{reason}"), name = name, target = target)
}

/// What stands above a position: which move comes, or how the game ended.
pub fn headline(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    let over = record.game.phase == Phase::Over && diagram.ply == record.game.ply;
    let colors = winning_colors(language, record);
    let winners: Vec<String> = winners(record, diagram).map(|seat| plain_name(language, seat, LONGEST_NAME)).collect();
    match (over, colors.is_empty()) {
        (true, false) if winners.len() == 1 && !winners[0].is_empty() => {
            localize!(language, "headline-player-wins", name = &winners[0])
        }
        (true, false) if colors.contains(',') => localize!(language, "headline-win-together", colors = colors),
        (true, false) => localize!(language, "headline-wins", color = colors),
        (true, true) => localize!(language, "headline-draw"),
        (false, _) if diagram.ply == 0 => {
            let first = diagram.seats.first().map_or_else(String::new, |place| color(language, place.color));
            localize!(language, "headline-start", color = first)
        }
        (false, _) => {
            localize!(language, "headline-move", move = next_move(diagram.ply))
        }
    }
}

/// The description of a picture: enough to play without seeing it. At most 1024 characters.
pub fn alt(language: Language, record: &GameRecord, diagram: &Diagram, flip: bool) -> String {
    // An earlier position of a finished game has a player to move.
    let over = record.game.phase == Phase::Over && diagram.ply >= record.game.ply;
    let to_move = diagram.to_move.filter(|_| !over);
    let names = text::names(language, record, diagram);
    let seated = if over { Vec::new() } else { diagram.seated.clone() };
    let known = DescriptionContext { names: &names, last_by: last_by(record, diagram).map(|seat| seat.seat) };
    describe(language, &Diagram { to_move, seated, ..diagram.clone() }, flip, known)
}

/// The buttons under the board that everybody sees.
pub fn buttons(language: Language, game: &Game) -> Vec<serde_json::Value> {
    let id = game.game_id;
    if game.phase == Phase::Over {
        let buttons = row(&[
            button(&Button::of(ButtonAction::Rematch, id), localize!(language, "button-rematch"), Style::Primary),
            button(&Button::of(ButtonAction::Replay, id), localize!(language, "button-replay"), Style::Secondary),
            button(&Button::of(ButtonAction::Record, id), localize!(language, "button-record"), Style::Secondary),
        ]);
        return std::iter::once(buttons).chain(steps::step_row(language, game, game.ply, None)).collect();
    }
    if game.phase != Phase::Playing {
        return Vec::new();
    }
    let enter = button(
        &Button::at(ButtonAction::Move, id, game.revision()),
        localize!(language, "button-move"),
        Style::Primary,
    );
    let others = [
        button(&Button::of(ButtonAction::Board, id), localize!(language, "button-board"), Style::Secondary),
        button(
            &Button::at(ButtonAction::Draw, id, game.revision()),
            localize!(language, "button-draw"),
            Style::Secondary,
        ),
        button(
            &Button::at(ButtonAction::Resign, id, game.version),
            localize!(language, "button-resign"),
            Style::Danger,
        ),
    ];
    // With hidden colors nothing may reveal what can move.
    let all: Vec<_> = (!game.hides_colors()).then_some(enter).into_iter().chain(others).collect();
    vec![row(&all)]
}

/// A text with the board below it, as this person prefers it: a picture or a text board.
pub async fn shown(
    app: &App,
    language: Language,
    replayed: &ReplayedGame,
    reader: &Viewer,
    overlay: Overlay,
    text: &str,
) -> anyhow::Result<OutgoingMessage> {
    if reader.text_board {
        return Ok(text::spelled_below(language, replayed, reader, overlay.flip, text));
    }
    Ok(OutgoingMessage::text(text).picture(picture(app, language, replayed, reader.picture_style, overlay).await?))
}

/// A text with the picture of the board, or with a text board where it cannot be drawn.
pub async fn drawn(
    app: &App,
    language: Language,
    replayed: &ReplayedGame,
    reader: &Viewer,
    text: String,
) -> OutgoingMessage {
    let flip = reader.flips(replayed, false);
    if reader.text_board {
        return text::spelled(language, replayed, reader, flip, &text);
    }
    let overlay = Overlay { flip, ..Overlay::default() };
    match picture(app, language, replayed, reader.picture_style, overlay).await {
        Ok(picture) => OutgoingMessage::text(text).picture(picture),
        Err(cause) => {
            let game = replayed.record.game.game_id;
            error!(event = "board_not_drawn", game.id = %game, "Could not draw a board of game {game}, posted it as text: {}", causes(&cause));
            text::spelled(language, replayed, reader, flip, &text)
        }
    }
}

/// The board for one person, with a sentence before it.
pub async fn private(
    app: &App,
    language: Language,
    replayed: &ReplayedGame,
    reader: &Viewer,
    sentence: &str,
    flip: bool,
) -> anyhow::Result<OutgoingMessage> {
    let caption = caption(language, replayed, &replayed.any_game.diagram());
    let text = if sentence.is_empty() { caption } else { format!("{sentence}\n{caption}") };
    let post = if reader.text_board {
        text::spelled(language, replayed, reader, flip, &text)
    } else {
        let overlay = Overlay { flip, ..Overlay::default() };
        OutgoingMessage::text(text).picture(picture(app, language, replayed, reader.picture_style, overlay).await?)
    };
    Ok(post.rows(steps::rows(language, replayed, reader, flip)))
}
