//! Players in messages: colors, mentions, teams.

use std::collections::{BTreeMap, HashSet};

use discord::custom_id::CustomId;
use discord::{OutgoingMessage, Style, button, row};
use games::domain::{Game, GameRecord, SeatedPlayer, UserId};
use rules::{Diagram, Seat, SeatInfo, Team, team_of};

use crate::board::button::{BoardButton, GamePress};
use crate::board::description::{color, is_shared, seats_and_boards};
use crate::board::words::join_with_and;
use crate::localization::{Language, localize, mention_in_sentence};

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
