//! The picture of a board, with its description.

use base::clean::clean;
use discord::Picture;
use games::ReplayedGame;
use games::domain::clock::turn;
use games::domain::{EndReason, GameRecord, Phase, SeatedPlayer};
use rules::{Diagram, Seat, SeatInfo};

use crate::board::description::{DescriptionContext, clock_time, color, describe, known_name, player};
use crate::board::message::people::{is_shared_at, is_unplayed, last_by, next_move, winners, winning_colors};
use crate::board::pictures::{BoardPicture, Overlay, PictureStyle};
use crate::board::{legal_steps, text};
use crate::context::App;
use crate::localization::{Language, localize};

/// Characters of a name in a caption of the picture.
const LONGEST_NAME: usize = 16;

/// Characters of the competition's name.
const LONGEST_LABEL: usize = 24;

pub async fn picture(
    app: &App,
    language: Language,
    replayed: &ReplayedGame,
    picture_style: PictureStyle,
    mut overlay: Overlay,
) -> anyhow::Result<Picture> {
    if picture_style.labels && overlay.labels.is_empty() {
        overlay.labels = legal_steps::names(&*replayed.any_game);
    }
    let board = board_picture(language, &replayed.record, replayed.any_game.diagram(), picture_style, overlay);
    let alt = alt(language, &replayed.record, &board.diagram, board.overlay.flip);
    let file_name = format!("{}-{}.png", replayed.record.game.game_id, replayed.any_game.ply());
    Ok(Picture { file_name, bytes: app.pictures.draw(board).await?, alt })
}

/// The texts and settings of a position's picture. Web pages show the same texts beside their board.
pub fn board_picture(
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
        (Some(last), _) if is_unplayed(record, &diagram) => localize!(language, "detail-unplayed", notation = last),
        (Some(last), Some(seat)) if is_shared_at(&diagram.seats, seat.seat) && !seat.name.is_empty() => {
            localize!(language, "detail-last-by", notation = last, name = short_name(language, &diagram.seats, seat))
        }
        (Some(last), _) => localize!(language, "detail-last", notation = last),
    };
    let competition = record.game.competition.as_ref().map(|tag| clean(&render::legible(&tag.title()), LONGEST_LABEL));
    let mut detail = vec![detail, competition.unwrap_or_default()];
    detail.retain(|text| !text.is_empty());
    let detail = detail.join(" · ");
    // Clocks and the running turn's time as of its start; the diagram has the moves left of a sprint.
    let is_now = record.game.phase == Phase::Playing && diagram.ply == record.game.ply;
    // An unreadable clock shows no time.
    let time = turn::time(&record.game, &record.seats);
    let note = |seat: &SeatedPlayer| {
        if is_now && has_no_moves(&diagram, seat.seat) {
            return localize!(language, "sprint-none-left");
        }
        let turn = time.filter(|_| record.game.turn.to_move == Some(seat.seat));
        turn.or(seat.clock).filter(|_| is_now).map_or_else(String::new, |time| clock_time(language, time))
    };
    let notes = record.seats.iter().map(note).collect();
    // An open challenge has free seats.
    let seat_count = diagram.seats.len().max(record.seats.len()) as u8;
    BoardPicture {
        names: (0..seat_count)
            .map(|seat| {
                record.at(Seat(seat)).map_or_else(String::new, |at| name_or_color(language, &diagram.seats, at))
            })
            .collect(),
        notes,
        winners,
        headline,
        detail,
        picture_style,
        overlay,
        diagram,
    }
}

/// Whether a player of a sprint has made all moves.
fn has_no_moves(diagram: &Diagram, seat: Seat) -> bool {
    let color = diagram.seats.get(usize::from(seat)).map(|place| place.color);
    let side = diagram.sides.iter().position(|side| Some(side.color) == color);
    side.zip(diagram.moves_left.as_ref()).is_some_and(|(side, moves)| moves.get(side) == Some(&0))
}

/// The caption of a player's marbles: the name, or the color if the font has none of its characters.
pub fn name_or_color(language: Language, seat_infos: &[SeatInfo], seat: &SeatedPlayer) -> String {
    let name = drawn_name(language, seat);
    if name.is_empty() { player(language, seat_infos, usize::from(seat.seat), "") } else { name }
}

/// The part of a player's name that the font can draw; maybe empty.
pub fn drawn_name(language: Language, seat: &SeatedPlayer) -> String {
    known_name(language, seat).unwrap_or_else(|| render::legible(&seat.name))
}

fn short_name(language: Language, seat_infos: &[SeatInfo], seat: &SeatedPlayer) -> String {
    clean(&name_or_color(language, seat_infos, seat), LONGEST_NAME)
}

/// The end of a finished game in a few words, without mentions.
pub fn short_reason(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    let reason = record.game.end_reason().unwrap_or(EndReason::Agreement);
    let loser = record.game.loser().and_then(|seat| record.at(seat));
    let name = loser.map_or_else(String::new, |seat| short_name(language, &diagram.seats, seat));
    let target = diagram.sides.iter().find_map(|side| side.target).unwrap_or(0);
    localize!(language, &format!("ended-{reason}"), name = name, target = target)
}

/// The headline of a position: the number of the next move, or of the one that is tried, or the result.
pub fn headline(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    let over = record.game.phase == Phase::Over && diagram.ply == record.game.ply;
    let colors = winning_colors(language, record);
    let winners: Vec<String> =
        winners(record, diagram).map(|seat| short_name(language, &diagram.seats, seat)).collect();
    match (over, colors.is_empty()) {
        (true, false) if winners.len() == 1 => localize!(language, "headline-player-wins", name = &winners[0]),
        (true, false) if colors.contains(',') => localize!(language, "headline-win-together", colors = colors),
        (true, false) => localize!(language, "headline-wins", color = colors),
        (true, true) => localize!(language, "headline-draw"),
        (false, _) if diagram.ply == 0 => {
            let first = diagram.seats.first().map_or_else(String::new, |place| color(language, place.color));
            localize!(language, "headline-start", color = first)
        }
        (false, _) => {
            let played = if is_unplayed(record, diagram) { diagram.ply - 1 } else { diagram.ply };
            localize!(language, "headline-move", move = next_move(played))
        }
    }
}

/// The alt text of a picture: enough to play without seeing it. At most 1024 characters.
pub fn alt(language: Language, record: &GameRecord, diagram: &Diagram, flip: bool) -> String {
    // Earlier positions of a finished game still have a player to move.
    let over = record.game.phase == Phase::Over && diagram.ply >= record.game.ply;
    let to_move = diagram.to_move.filter(|_| !over);
    let names = text::names(language, record, diagram);
    let seated = if over { Vec::new() } else { diagram.seated.clone() };
    let last_by = last_by(record, diagram).map(|seat| seat.seat);
    let context = DescriptionContext { names: &names, last_by, is_unplayed: is_unplayed(record, diagram) };
    describe(language, &Diagram { to_move, seated, ..diagram.clone() }, flip, context)
}

#[cfg(test)]
mod tests {
    use games::domain::UserId;

    use super::*;

    #[test]
    fn no_two_players_have_one_label_though_nothing_of_their_names_can_be_drawn() {
        let labels = |setup: &str, language: Language, names: &[&str]| -> Vec<String> {
            let seat_infos = rules::open(setup).map(|game| game.seats()).unwrap_or_default();
            let seated = names.iter().zip(0..).map(|(name, seat)| SeatedPlayer {
                seat: Seat(seat),
                player: UserId(u64::from(seat) + 1).into(),
                name: (*name).to_owned(),
                agreed: true,
                clock: None,
            });
            let label = |seat: SeatedPlayer| {
                let name = name_or_color(language, &seat_infos, &seat);
                assert_eq!(short_name(language, &seat_infos, &seat), name, "results name players as labels do");
                name
            };
            seated.map(label).collect()
        };
        let (english, german) = (Language::ENGLISH, Language::of("de"));
        assert_eq!(labels("abalone", english, &["\u{3164}", "\u{3164}"]), ["Black", "White"]);
        assert_eq!(labels("abalone", german, &["\u{3164}", "สมชาย"]), ["Schwarz", "สมชาย"]);
        let pairs = labels("abalone seats=2x2x2", english, &["\u{200b}"; 4]);
        assert_eq!(pairs, ["Black 1", "White 1", "Black 2", "White 2"]);
    }

    #[test]
    fn a_player_of_a_sprint_runs_out_of_moves() {
        let diagram = rules::open("abalone sprint=20").map(|game| game.diagram()).unwrap_or_default();
        let last = Diagram { moves_left: Some(vec![0, 1]), ..diagram.clone() };
        assert_eq!([0, 1].map(|seat| has_no_moves(&last, Seat(seat))), [true, false]);
        assert!(!has_no_moves(&diagram, Seat(0)));
    }
}
