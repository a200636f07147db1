//! The score and the end of a game.

use std::collections::HashSet;

use games::domain::{EndReason, GameOutcome, GameRecord, Player, SeatedPlayer};
use rules::Diagram;
use rules::record::Colors;

use crate::board::description::{color, score, still_to_come};
use crate::board::message::people::mention_list;
use crate::localization::time_in_words::about;
use crate::localization::{Language, localize};

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
