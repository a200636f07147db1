//! Players in messages: colors, mentions, teams; and the end of a game.

use std::collections::{BTreeMap, HashSet};

use discord::custom_id::CustomId;
use discord::{OutgoingMessage, Style, button, row};
use games::domain::{EndReason, Game, GameOutcome, GameRecord, Player, SeatedPlayer, UserId};
use rules::record::Colors;
use rules::{Diagram, Seat, SeatInfo, Team, team_of};

use crate::board::button::{BoardButton, GamePress};
use crate::board::description::{color, is_shared, score, seats_and_boards, still_to_come};
use crate::board::words::join_with_and;
use crate::localization::time_in_words::about;
use crate::localization::{Language, localize, mention_in_sentence};

/// The number of the next move. Every count that players read counts one player's turn as a move.
pub const fn next_move(ply: u32) -> u32 {
    ply + 1
}

pub fn color_at(language: Language, seat_infos: &[SeatInfo], seat: Seat) -> String {
    seat_infos.get(usize::from(seat)).map_or_else(String::new, |place| color(language, place.color))
}

/// The color of this seat, with a mention if several players share it: `@1 (Black)`.
pub(super) fn mover_at(language: Language, seat_infos: &[SeatInfo], seat: &SeatedPlayer) -> String {
    let word = color_at(language, seat_infos, seat.seat);
    if is_shared_at(seat_infos, seat.seat) { format!("{} ({word})", mention_in_sentence(seat.player)) } else { word }
}

pub fn is_shared_at(seat_infos: &[SeatInfo], seat: Seat) -> bool {
    seat_infos.get(usize::from(seat)).is_some_and(|place| is_shared(seat_infos, place.color))
}

/// Whether the last turn of this position is only tried: in a preview, or at the end of conditional moves.
pub(super) fn is_unplayed(record: &GameRecord, diagram: &Diagram) -> bool {
    diagram.ply as usize > record.plies.len()
}

pub(super) fn last_by<'a>(record: &'a GameRecord, diagram: &Diagram) -> Option<&'a SeatedPlayer> {
    let ply = record.plies.get(diagram.ply.checked_sub(1)? as usize)?;
    record.at(record.seat_of(ply.player)?)
}

pub fn mentions<'a>(language: Language, seats: impl Iterator<Item = &'a SeatedPlayer>) -> String {
    join_with_and(language, &seats.map(|seat| mention_in_sentence(seat.player)).collect::<Vec<_>>())
}

/// The players of other teams, who must agree to a draw that this seat offers.
pub fn others_to_agree(record: &GameRecord, seat: Seat) -> Vec<&SeatedPlayer> {
    record.other_teams(&seats_and_boards(&record.game).0, seat)
}

/// Mentions of these players: `@1, @2 and @3`.
pub(super) fn mention_list(language: Language, seats: &[&SeatedPlayer]) -> String {
    let mentions: Vec<String> = seats.iter().map(|seat| mention_in_sentence(seat.player)).collect();
    join_with_and(language, &mentions)
}

/// The opponents and team partners of this person as mentions: `with @3 against @2 and @4`.
pub fn against(language: Language, game: &Game, seats: &[SeatedPlayer], user: UserId) -> String {
    let (seat_infos, _) = seats_and_boards(game);
    let team = |seat: &SeatedPlayer| team_of(&seat_infos, seat.seat);
    let own = seats.iter().find(|seat| seat.player == user).and_then(team);
    let (partners, opponents): (Vec<&SeatedPlayer>, Vec<&SeatedPlayer>) =
        seats.iter().filter(|seat| seat.player != user).partition(|seat| own.is_some() && team(seat) == own);
    let (partners, opponents) = (mention_list(language, &partners), mention_list(language, &opponents));
    if partners.is_empty() {
        return localize!(language, "against", opponents = opponents);
    }
    localize!(language, "against-with", opponents = opponents, partners = partners)
}

/// A text about one game, with its name and this person's opponents.
pub fn about_game(language: Language, key: &str, record: &GameRecord, user: UserId) -> String {
    let against = against(language, &record.game, &record.seats, user);
    localize!(language, key, id = record.game.name(), against = against)
}

/// A question about the current game, with answer buttons and a button back to the board.
pub fn question<B: CustomId>(
    language: Language,
    key: &str,
    record: &GameRecord,
    user: UserId,
    answers: impl IntoIterator<Item = (B, &'static str, Style)>,
) -> OutgoingMessage {
    let game = record.game.game_id;
    let answers = answers.into_iter().map(|(press, label, style)| {
        button(&GamePress { subject: game, button: press }, language.localize(label, &[]), style)
    });
    let back = button(&BoardButton::SHOW.about(game), localize!(language, "button-back"), Style::Secondary);
    let buttons: Vec<_> = answers.chain([back]).collect();
    OutgoingMessage::text(about_game(language, key, record, user)).rows(vec![row(buttons)])
}

/// The teams, if players have partners: `Black @1, Red @3 – White @2, Green @4`; without colors until they are
/// assigned.
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
        teams.entry(place.team).or_default().push(format!("{of}{}", mention_in_sentence(seat.player)));
    }
    let list: Vec<String> = teams.into_values().map(|team| team.join(", ")).collect();
    Some(localize!(language, "teams", list = list.join(" – ")))
}

pub(super) fn winners<'a>(record: &'a GameRecord, diagram: &'a Diagram) -> impl Iterator<Item = &'a SeatedPlayer> {
    let seat_infos = &diagram.seats;
    let winners = record.game.result().and_then(GameOutcome::winners);
    let has_won = move |seat: &&SeatedPlayer| {
        let place = seat_infos.get(usize::from(seat.seat));
        winners.zip(place).is_some_and(|(colors, place)| colors.has(place.color))
    };
    record.seats.iter().filter(has_won)
}

/// The colors of the winning team: `Black`, `White, Green`; empty after a draw.
pub fn winning_colors(language: Language, record: &GameRecord) -> String {
    let winners = record.game.result().and_then(GameOutcome::winners);
    winners.into_iter().flat_map(Colors::iter).map(|of| color(language, of)).collect::<Vec<_>>().join(", ")
}

/// The end of a finished game in two lines: the result with its reason, then the length.
pub fn result(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    format!("{}\n{}.", who_won(language, record, diagram), length(language, record).join(", "))
}

/// The result with score and reason: `@1 beat @2 6–3 by ejection.`
pub fn who_won(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    let game = &record.game;
    let winning_seats: Vec<&SeatedPlayer> = winners(record, diagram).collect();
    let reason = game.end_reason().unwrap_or(EndReason::Agreement);
    let counts: HashSet<u8> = diagram.sides.iter().map(|side| side.on_board).collect();
    let key = match reason {
        EndReason::Rules(rules::EndReason::Sisters) if counts.len() == 1 => "reason-sisters-equal".to_owned(),
        _ => format!("reason-{reason}"),
    };
    let why = localize!(
        language,
        &key,
        loser = game.loser().map_or(Player::NOBODY, |seat| record.player_at(seat)),
        // With two players the sentence already names the other one.
        many = if record.seats.len() > 2 { "yes" } else { "no" },
    );
    match (record.seats.as_slice(), winning_seats.as_slice()) {
        ([first, second], []) => {
            let score = score_of(diagram, first, second);
            localize!(language, "result-drew", one = first.player, other = second.player, score = score, why = why)
        }
        ([first, second], [winner]) => {
            let loser = if winner.seat == first.seat { second } else { first };
            let score = score_of(diagram, winner, loser);
            localize!(language, "result-beat", one = winner.player, other = loser.player, score = score, why = why)
        }
        (_, []) => localize!(language, "result-draw", why = why),
        _ => {
            let (winners, colors) = (mention_list(language, &winning_seats), winning_colors(language, record));
            let key = if winning_seats.len() == 1 { "result-wins" } else { "result-win-together" };
            localize!(language, key, winners = winners, colors = colors, why = why)
        }
    }
}

/// The number of moves, and the time until the last one: players may have stopped weeks before the game ended.
pub fn length(language: Language, record: &GameRecord) -> Vec<String> {
    let own_plies = record.own_plies();
    let moves = localize!(language, "result-moves", moves = own_plies.len());
    let time = match own_plies {
        [first, .., last] => {
            let time = about(language, last.played_at.since(first.played_at));
            let ended_by_move = record.game.end_reason().is_some_and(|reason| !reason.is_by_people());
            Some(if ended_by_move { time } else { localize!(language, "result-last-move", time = time) })
        }
        _ => None,
    };
    std::iter::once(moves).chain(time).collect()
}

/// Ejections of this player's color, added up over all boards; `None` where ejections do not count.
fn ejected_by(diagram: &Diagram, seat: &SeatedPlayer) -> Option<u8> {
    let color = diagram.seats.get(usize::from(seat.seat))?.color;
    let side = diagram.sides.iter().find(|side| side.color == color)?;
    side.target.map(|_| side.ejected)
}

/// ` 6–3` from the view of the first of two players; empty where ejections do not count or nothing was ejected.
fn score_of(diagram: &Diagram, one: &SeatedPlayer, other: &SeatedPlayer) -> String {
    let score = ejected_by(diagram, one).zip(ejected_by(diagram, other)).filter(|score| *score != (0, 0));
    score.map_or_else(String::new, |(one, other)| format!(" {one}–{other}"))
}

/// Whether two players have a score, which is then part of the result.
pub(super) fn is_score_of_two(record: &GameRecord, diagram: &Diagram) -> bool {
    matches!(record.seats.as_slice(), [one, other] if ejected_by(diagram, one).zip(ejected_by(diagram, other)).is_some())
}

/// The score, by name for two players (`@1 2 – 0 @2`), else by colors; then marbles to place and moves left.
pub(super) fn score_lines(language: Language, record: &GameRecord, diagram: &Diagram) -> Vec<String> {
    let target = diagram.sides.first().and_then(|side| side.target);
    let of_two = match (record.seats.as_slice(), target) {
        ([first, second], Some(target)) => {
            ejected_by(diagram, first).zip(ejected_by(diagram, second)).map(|(one, other)| {
                let (first, second) = (first.player, second.player);
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
