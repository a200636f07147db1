//! `/history`: the moves of a game as text, page by page; its last positions and its score as pictures.

use render::{DataPoint, Orientation, Plot, Scale, Series, Still, Strip};
use rules::record::{PASS, with_passes};
use rules::{Color, Diagram, SeatInfo};

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::description::{color, player, score, still_to_come};
use crate::commands::board::message;
use crate::commands::board::pictures::{GamePicture, GamePictureKind};
use crate::commands::board::viewer::Viewer;
use crate::commands::button::{Button, ButtonAction};
use crate::commands::context::App;
use crate::commands::game_option::game_or_finished;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Picture, Style, button, clean, row};
use crate::discord::reply::Reply;
use crate::domain::{GameId, GameRecord, Phase, Ply, SeatedPlayer, UserId};
use crate::features::history::service::GameHistory;

/// Lines of a page.
const LINES: usize = 30;

/// Characters of a page; a message has room for 2000, and what stands around them needs some.
const CHARS: usize = 1300;

/// Of a name in front of a move: a third of a strip has room for both.
const LONGEST_NAME: usize = 10;

/// The longest description that Discord takes.
const ALT: usize = 1024;

/// `/history`
pub async fn command(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_or_finished(app, interaction).await?;
    Ok(Reply::ephemeral(page(app, language, interaction.person.user, game, None).await?))
}

/// The buttons that turn the pages.
pub(crate) async fn press(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let number = button.number.and_then(|page| usize::try_from(page).ok());
    Ok(interaction.private_reply(page(app, language, interaction.person.user, button.game, number).await?))
}

/// One page of the moves of a game, the last one when none is named.
pub async fn page(
    app: &App,
    language: Language,
    user: UserId,
    game: GameId,
    page: Option<usize>,
) -> Result<OutgoingMessage, Problem> {
    let history = app.games.history(game, user).await?;
    let record = &history.view.record;
    let reader = Viewer::person(app, user, record.game.place.guild_id).await;
    let told = score_in_words(language, &history);
    // With a text board the score is part of the same message.
    let room = if reader.text_board { chars_left(&told) } else { CHARS };
    let pages = pages(&lines(&history), record.plies.len(), room);
    let shown = page.unwrap_or(pages.len() - 1).min(pages.len() - 1);
    let (plot, last) = (plot(language, &history, &reader), history.diagrams.last());

    let mut text = vec![localize!(
        language,
        "history-title",
        id = game,
        players = players(language, &history),
        plies = record.plies.len()
    )];
    if record.plies.is_empty() {
        text.push(localize!(language, "history-none"));
    } else {
        text.push(format!("```\n{}\n```", pages[shown].text));
    }
    if pages.len() > 1 {
        text.push(localize!(language, "history-page", page = shown + 1, pages = pages.len()));
    }
    match last {
        Some(last) if record.game.phase == Phase::Over => text.push(message::result(language, record, last)),
        // Where ejections do not count, the text below has the whole score.
        Some(last) if reader.text_board && target(&history).is_none() => text.extend(still_to_come(language, last)),
        Some(last) => text.push(score(language, last)),
        None => {}
    }
    let mut buttons = Vec::new();
    for (to, key) in [(shown.checked_sub(1), "button-earlier"), (Some(shown + 1), "button-later")] {
        if let Some(to) = to.filter(|to| *to < pages.len()) {
            buttons.push(button(
                &Button::at(ButtonAction::History, game, to as i64),
                language.localize(key, &[]),
                Style::Secondary,
            ));
        }
    }
    if record.plies.is_empty() {
        return Ok(OutgoingMessage::text(text.join("\n")));
    }
    buttons.push(button(&Button::of(ButtonAction::Replay, game), localize!(language, "button-replay"), Style::Primary));
    if reader.text_board {
        text.push(told);
        return Ok(OutgoingMessage::text(text.join("\n")).rows(vec![row(&buttons)]));
    }

    let flip = reader.flips(&history.view, false);
    let (game, version) = (game, record.game.version);
    let game_picture = |kind| GamePicture { kind, game, version, language, picture_style: reader.picture_style, flip };
    let score_alt = told.chars().take(ALT).collect();
    let until = pages[shown].until;
    let ply = u32::try_from(until).unwrap_or(u32::MAX);
    let captions = captions(language, &history, until);
    let strip_alt = captions.join(", ").chars().take(ALT).collect();
    let first = until + 1 - captions.len();
    let diagrams: Vec<Diagram> = history.diagrams[first..=until].to_vec();
    let strip = move || {
        let stills = diagrams.iter().zip(captions).map(|(diagram, caption)| Still { diagram, caption });
        render::strip(&Strip {
            title: String::new(),
            stills: stills.collect(),
            orientation: if flip { Orientation::WhiteAtBottom } else { Orientation::BlackAtBottom },
            coordinates: reader.picture_style.coordinates,
            theme: reader.picture_style.theme,
        })
    };
    let strip = app.pictures.draw_game(game_picture(GamePictureKind::Strip { ply }), strip).await?;
    let score = app.pictures.draw_game(game_picture(GamePictureKind::Score), move || render::plot(&plot)).await?;
    let picture = |what: &str, bytes, alt| Picture { file_name: format!("{game}-{what}.png"), bytes, alt };
    Ok(OutgoingMessage::text(text.join("\n"))
        .picture(picture("moves", strip, strip_alt))
        .picture(picture("score", score, score_alt))
        .rows(vec![row(&buttons)]))
}

/// Who plays what, in the order of their first turns, which is that of the columns: `Black @1, White @2`.
pub fn players(language: Language, history: &GameHistory) -> String {
    let (record, first) = (&history.view.record, &history.diagrams[0]);
    let may_pass = history.view.any_game.may_pass();
    let turn = |seat: &&SeatedPlayer| {
        // A player who passes has a column too.
        if may_pass {
            return usize::from(seat.seat);
        }
        let of = |diagram: &Diagram| diagram.to_move.is_some_and(|mover| mover == seat.seat);
        history.diagrams.iter().position(of).unwrap_or(usize::MAX)
    };
    let mut seats: Vec<&SeatedPlayer> = record.seats.iter().collect();
    seats.sort_by_key(turn);
    let seat =
        |seat: &SeatedPlayer| format!("{} <@{}>", message::color_at(language, &first.seats, seat.seat), seat.user.0);
    seats.into_iter().map(seat).collect::<Vec<_>>().join(", ")
}

/// A line for each move of the players: its number, and what each of them did.
fn lines(history: &GameHistory) -> Vec<(usize, String)> {
    let seat_infos = history.view.any_game.seats();
    let boards = history.diagrams[0].boards.len();
    let turns = history.diagrams.iter().map(|diagram| diagram.turn_index);
    let moves: Vec<(u32, &str)> =
        turns.zip(&history.view.record.plies).map(|(turn, ply)| (turn, ply.notation.as_str())).collect();
    numbered(&moves, |turn| message::move_number(turn, &seat_infos, boards))
}

/// Moves with their turns as lines, passes written out, each with how many moves stand on it.
fn numbered(moves: &[(u32, &str)], number: impl Fn(u32) -> u32) -> Vec<(usize, String)> {
    let turns: Vec<(u32, &str)> = with_passes(moves.iter().copied()).map(|(turn, text)| (number(turn), text)).collect();
    let digits = turns.last().map_or(1, |(number, _)| number.to_string().len());
    // Columns stand below each other as long as nobody goes on and on.
    let width = moves.iter().map(|(_, text)| text.len()).filter(|width| *width <= 14).max().unwrap_or(0);
    let rows = turns.chunk_by(|(one, _), (other, _)| one == other);
    rows.map(|row| {
        let moves: Vec<String> = row.iter().map(|(_, text)| format!("{text:<width$}")).collect();
        let line = format!("{:>digits$}. {}", row[0].0, moves.join("  "));
        (row.iter().filter(|(_, text)| *text != PASS).count(), line.trim_end().to_owned())
    })
    .collect()
}

/// A page of the moves.
#[derive(Debug, PartialEq, Eq)]
struct Page {
    text: String,
    /// Moves made at its end.
    until: usize,
}

/// Characters of a page beside which this stands in the same message.
fn chars_left(told: &str) -> usize {
    CHARS.saturating_sub(told.chars().count()).max(CHARS / 4)
}

/// As many lines on each page as fit into its room; one page at least.
fn pages(lines: &[(usize, String)], plies: usize, room: usize) -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    let (mut text, mut count, mut until) = (String::new(), 0, 0);
    for (moves, line) in lines {
        if count == LINES || (count > 0 && text.len() + line.len() >= room) {
            pages.push(Page { text: std::mem::take(&mut text), until });
            count = 0;
        }
        if count > 0 {
            text.push('\n');
        }
        text.extend(line.chars().take(room));
        count += 1;
        until += moves;
    }
    pages.push(Page { text, until: plies });
    pages
}

/// What stands below the last boards up to this one: number, color and move of each.
fn captions(language: Language, history: &GameHistory, until: usize) -> Vec<String> {
    let (record, seat_infos) = (&history.view.record, history.view.any_game.seats());
    let boards = history.diagrams[0].boards.len();
    let shown = &record.plies[until.saturating_sub(render::max_stills(boards))..until];
    let turn = |ply: &Ply| history.diagrams[ply.number as usize - 1].turn_index;
    let number = |ply| message::move_number(turn(ply), &seat_infos, boards);
    shown.iter().map(|ply| caption(language, record, ply, &seat_infos, number(ply))).collect()
}

/// One move on one line: `12. Black e6e7`, `3. Ada 1:e6e7` where another player plays black too.
pub fn caption(language: Language, record: &GameRecord, ply: &Ply, seat_infos: &[SeatInfo], number: u32) -> String {
    let seat = record.seat_of(ply.user).and_then(|seat| record.at(seat));
    let mover = seat.map_or_else(String::new, |seat| {
        let name = clean(&seat.name, LONGEST_NAME);
        // The color is seen, and there is no room for both.
        if message::is_shared_at(seat_infos, seat.seat) && !name.is_empty() {
            name
        } else {
            player(language, seat_infos, usize::from(seat.seat), "")
        }
    });
    localize!(language, "history-position", move = number, mover = mover, notation = ply.notation)
}

/// What one color has scored after each move.
struct Score {
    of: Color,
    /// Those who play it.
    names: String,
    /// At the start, and after each move: what was ejected where ejections win, what is on the board where they do not.
    values: Vec<u8>,
}

fn target(history: &GameHistory) -> Option<u8> {
    history.diagrams[0].sides.first().and_then(|side| side.target)
}

fn scores(history: &GameHistory) -> Vec<Score> {
    let (start, target) = (&history.diagrams[0], target(history));
    let names = |of: Color| {
        let plays =
            |seat: &&SeatedPlayer| start.seats.get(usize::from(seat.seat)).is_some_and(|place| place.color == of);
        let names = history.view.record.seats.iter().filter(plays).map(|seat| clean(&seat.name, 30));
        names.filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", ")
    };
    let value = |diagram: &Diagram, index: usize| {
        let side = diagram.sides.get(index);
        side.map_or(0, |side| if target.is_some() { side.ejected } else { side.on_board })
    };
    let colors = start.sides.iter().map(|side| side.color).enumerate();
    let values = |index: usize| history.diagrams.iter().map(|at| value(at, index)).collect();
    colors.map(|(index, of)| Score { of, names: names(of), values: values(index) }).collect()
}

fn score_title(language: Language, history: &GameHistory) -> String {
    language.localize(if target(history).is_some() { "score-ejected" } else { "score-left" }, &[])
}

/// The score move by move, to be heard: who ejected how many, and with which moves.
fn score_in_words(language: Language, history: &GameHistory) -> String {
    let (seat_infos, boards) = (history.view.any_game.seats(), history.diagrams[0].boards.len());
    let ejects = target(history).is_some();
    let mut said = vec![format!("{}.", score_title(language, history))];
    for Score { of, names, values } in scores(history) {
        let word = color(language, of);
        let who = if names.is_empty() { word } else { format!("{word} ({names})") };
        let (first, last) = (values.first().copied().unwrap_or(0), values.last().copied().unwrap_or(0));
        if !ejects {
            let (least, most) = (values.iter().min().copied(), values.iter().max().copied());
            let (least, most) = (least.unwrap_or(first), most.unwrap_or(first));
            said.push(localize!(
                language,
                "score-summary-left",
                who = who,
                first = first,
                least = least,
                most = most,
                last = last
            ));
            continue;
        }
        if first > 0 {
            said.push(localize!(language, "score-summary-initial", who = who, count = first));
        }
        let scored = values.windows(2).zip(&history.diagrams).filter(|(pair, _)| pair[0] < pair[1]);
        let mut moves: Vec<u32> =
            scored.map(|(_, before)| message::move_number(before.turn_index, &seat_infos, boards)).collect();
        moves.dedup();
        let moves = moves.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        said.push(localize!(language, "score-summary", who = who, count = last.saturating_sub(first), moves = moves));
    }
    said.join(" ")
}

/// The score after each move, to be seen.
fn plot(language: Language, history: &GameHistory, reader: &Viewer) -> Plot {
    let curve = |Score { of, names, values }| {
        let word = color(language, of);
        Series {
            name: if names.is_empty() { word } else { format!("{word} · {names}") },
            marble: Some(of),
            stepped: true,
            points: values.iter().zip(0..).map(|(value, ply)| DataPoint::new(ply, f64::from(*value))).collect(),
        }
    };
    Plot {
        title: score_title(language, history),
        scale: Scale::Count,
        x_label: localize!(language, "score-axis"),
        target: target(history).map(f64::from),
        series: scores(history).into_iter().map(curve).collect(),
        theme: reader.picture_style.theme,
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn a_seat_that_passes_keeps_its_column() {
        let moves = [(0, "a1b2"), (2, "e8d7"), (3, "a4a3"), (5, "f8e7")];
        let lines = numbered(&moves, |turn| turn / 3 + 1);
        assert_eq!(lines, [(2, "1. a1b2  --    e8d7".to_owned()), (2, "2. a4a3  --    f8e7".to_owned())]);
    }

    #[test]
    fn a_page_ends_where_the_next_line_does_not_fit() {
        let line = |length: usize| (2, "x".repeat(length));
        assert_eq!(pages(&[], 0, CHARS), [Page { text: String::new(), until: 0 }]);
        let many = pages(&vec![line(10); 61], 121, CHARS);
        assert_eq!(many.iter().map(|page| page.until).collect::<Vec<_>>(), [60, 120, 121]);
        assert_eq!(many[0].text.lines().count(), LINES);
        let long = pages(&vec![line(600); 5], 10, CHARS);
        assert_eq!(long.iter().map(|page| page.until).collect::<Vec<_>>(), [4, 8, 10]);
        for page in pages(&vec![line(5000); 3], 6, CHARS) {
            assert_eq!(page.text.len(), CHARS);
        }
        // The text of the score takes its room off each page.
        let told = "é".repeat(600);
        let beside = pages(&vec![line(50); 61], 121, chars_left(&told));
        assert!(beside.iter().all(|page| page.text.len() <= CHARS - 600), "{beside:?}");
        assert!(beside.len() > pages(&vec![line(50); 61], 121, CHARS).len());
        assert_eq!(pages(&vec![line(10); 3], 6, chars_left(&"x".repeat(5000))).len(), 1);
    }
}
