//! An analysis as a message: the whole game with its mistakes, or one position.

use std::sync::Arc;

use base::clean::clean;
use discord::custom_id::CustomId as _;
use discord::{OutgoingMessage, Picture, Style, button, escape_markdown, row};
use engine::{Analysis, FORCED, Judged, Score, WIN, chance_to_win};
use games::ReplayedGame;
use games::domain::{GameRecord, UserId};
use render::{DataPoint, Plot, Scale, Series};
use rules::{Diagram, Seat, SeatInfo};

use crate::board::buttons::step_buttons;
use crate::board::description::player;
use crate::board::message;
use crate::board::pictures::{GamePicture, GamePictureKind, Overlay, draw_strip};
use crate::commands::{AnalysisButton, App, Problem, Viewer};
use crate::features::history::service::GameHistory;
use crate::features::history::view::{caption, players};
use crate::localization::{Language, localize};

/// Mistakes shown for a game on one board.
const MISTAKES: usize = 3;

/// Turns shown of a line.
pub(crate) const LONGEST_LINE: usize = 5;

pub(crate) struct AnalyzedGame {
    pub(super) history: GameHistory,
    pub(super) analysis: Arc<Analysis>,
}

/// The player of a seat in messages: the color, with the name if several share it.
fn name_player(language: Language, record: &GameRecord, seat_infos: &[SeatInfo], seat: Seat) -> String {
    let name = record.at(seat).map_or_else(String::new, |seated| escape_markdown(&seated.name));
    player(language, seat_infos, usize::from(seat), &name)
}

fn percent(value: f64) -> i64 {
    value.round() as i64
}

/// The first turns of a line.
fn show_line(turns: &[String]) -> String {
    turns.iter().take(LONGEST_LINE).map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// The number of mistakes that fit into one picture, each above its better turn.
fn most_mistakes(history: &GameHistory) -> usize {
    MISTAKES.min(render::max_stills(history.diagrams[0].boards.len()) / 2)
}

/// The whole game: accuracy, biggest mistakes, and the curve of winning chances.
pub(super) async fn render_overview(
    app: &App,
    language: Language,
    user: UserId,
    analyzed: AnalyzedGame,
) -> Result<OutgoingMessage, Problem> {
    let AnalyzedGame { history, analysis } = analyzed;
    let record = &history.replayed.record;
    let reader = Viewer::of(app, user, record.game.place.guild_id).await;
    let seat_infos = history.replayed.any_game.seats();
    let name = |seat| name_player(language, record, &seat_infos, seat);
    let mistakes = analysis.mistakes(most_mistakes(&history));

    let mut text = vec![
        localize!(language, "analysis-title", id = record.game.name(), players = players(language, &history)),
        describe_accuracy(language, record, &seat_infos, &analysis),
    ];
    if mistakes.is_empty() {
        text.push(localize!(language, "analysis-no-mistakes"));
    }
    text.extend(mistakes.iter().map(|(index, judged)| {
        localize!(
            language,
            "analysis-mistake",
            move = index + 1,
            player = name(judged.seat),
            notation = judged.turn,
            loss = percent(judged.loss),
            line = show_line(&judged.better.line)
        )
    }));

    let game = record.game.game_id;
    let mut buttons: Vec<_> = vec![button(
        &AnalysisButton::at(0, "start").about(game),
        localize!(language, "button-analysis-steps"),
        Style::Primary,
    )];
    buttons.extend(mistakes.iter().map(|(index, _)| {
        let number = index + 1;
        let id = AnalysisButton::at(number as u32, "mistake").about(game);
        button(&id, localize!(language, "button-analysis-mistake", move = number), Style::Secondary)
    }));
    let message = OutgoingMessage::text(text.join("\n")).rows(vec![row(buttons)]);
    if reader.text_board {
        return Ok(message);
    }

    let flip = reader.flips(Some(&history.replayed));
    let (version, picture_style) = (record.game.version, reader.picture_style);
    let game_picture = |kind| GamePicture { kind, game, version, language, picture_style, flip };
    let plot = plot_chances(language, record, &seat_infos, &analysis, &reader);
    let chances_alt = plot.alt();
    let chances = app.pictures.draw_game(game_picture(GamePictureKind::Chances), move || render::plot(&plot)).await?;
    let picture = |what: &str, bytes, alt: &str| Picture::new(format!("{game}-{what}.png"), bytes, alt);
    let mut message = message.picture(picture("chances", chances, &chances_alt));
    if !mistakes.is_empty() {
        let captions = caption_mistakes(language, record, &seat_infos, &mistakes);
        let strip_alt = captions.join("; ").replace('\n', ", ");
        let better_turns: Vec<(usize, String)> =
            mistakes.iter().map(|(index, judged)| (*index, judged.better.turn.clone())).collect();
        let draw = move || {
            draw_strip(&diagrams_of_mistakes(&history, &better_turns), captions, false, flip, picture_style.theme)
        };
        let strip = app.pictures.draw_game(game_picture(GamePictureKind::Mistakes), draw).await?;
        message = message.picture(picture("mistakes", strip, &strip_alt));
    }
    Ok(message)
}

/// The accuracy of each player.
pub(crate) fn describe_accuracy(
    language: Language,
    record: &GameRecord,
    seat_infos: &[SeatInfo],
    analysis: &Analysis,
) -> String {
    let accuracies = (0..seat_infos.len()).filter_map(|seat| {
        let seat = Seat(seat as u8);
        let (player, accuracy) = (name_player(language, record, seat_infos, seat), analysis.accuracy(seat)?);
        Some(localize!(language, "analysis-player", player = player, accuracy = percent(accuracy)))
    });
    localize!(language, "analysis-accuracy", list = accuracies.collect::<Vec<_>>().join(" · "))
}

/// Captions below the boards of the mistakes: first the played turns, then the better ones.
fn caption_mistakes(
    language: Language,
    record: &GameRecord,
    seat_infos: &[SeatInfo],
    mistakes: &[(usize, &Judged)],
) -> Vec<String> {
    let played_captions = mistakes.iter().filter_map(|(index, judged)| {
        let played_move = caption(language, record, record.plies.get(*index)?, seat_infos);
        Some(localize!(language, "analysis-played", played = played_move, loss = percent(judged.loss)))
    });
    let better = mistakes
        .iter()
        .map(|(index, judged)| localize!(language, "analysis-better", move = index + 1, notation = judged.better.turn));
    played_captions.chain(better).collect()
}

/// The boards after the mistakes, then those after the better turns, so that pairs are in one column.
fn diagrams_of_mistakes(history: &GameHistory, mistakes: &[(usize, String)]) -> Vec<Diagram> {
    let record = &history.replayed.record;
    let better = |(index, turn): &(usize, String)| {
        let mut game = record.game.setup.open().ok()?;
        game.ignore_repetition();
        game.reveal_colors();
        for ply in record.plies.get(..*index)? {
            game.play(&ply.notation).ok()?;
        }
        game.play(turn).ok()?;
        Some(game.diagram())
    };
    let played_diagrams = mistakes.iter().filter_map(|(index, _)| history.diagrams.get(index + 1).cloned());
    played_diagrams.chain(mistakes.iter().filter_map(better)).collect()
}

/// The chance to win after each move: one line for two players, else one per player.
fn plot_chances(
    language: Language,
    record: &GameRecord,
    seat_infos: &[SeatInfo],
    analysis: &Analysis,
    reader: &Viewer,
) -> Plot {
    let curve = |seat: usize| {
        let name = record.at(Seat(seat as u8)).map_or_else(String::new, |seated| clean(&seated.name, 24));
        let color = player(language, seat_infos, seat, "");
        Series {
            name: if name.is_empty() { color } else { format!("{color} · {name}") },
            marble: Some(seat_infos[seat].color),
            stepped: false,
            points: chances(analysis, Seat(seat as u8), seat_infos.len() == 2),
        }
    };
    let curves = if seat_infos.len() == 2 { 1 } else { seat_infos.len() };
    Plot {
        title: localize!(language, "analysis-chances"),
        scale: Scale::Count,
        x_label: localize!(language, "score-axis"),
        target: Some(50.0),
        bounds: Some([0.0, 100.0]),
        too_few: localize!(language, "score-too-few"),
        series: (0..curves).map(curve).collect(),
        theme: reader.picture_style.theme,
    }
}

/// A player's winning chance after each move. With two players every move gives a point, else only the player's own
/// moves.
pub(crate) fn chances(analysis: &Analysis, seat: Seat, is_for_two: bool) -> Vec<DataPoint> {
    let start = analysis.turns.first().map(|judged| {
        let chance = chance_to_win(judged.before).round();
        DataPoint::new(0, if judged.seat == seat { chance } else { 100.0 - chance })
    });
    let after = (1..).zip(&analysis.turns).filter_map(|(ply, judged)| {
        let chance = chance_to_win(judged.after).round();
        if judged.seat == seat {
            Some(DataPoint::new(ply, chance))
        } else {
            is_for_two.then(|| DataPoint::new(ply, 100.0 - chance))
        }
    });
    start.filter(|_| is_for_two).into_iter().chain(after).collect()
}

/// One position: the value of the last move, the evaluation, and the engine's continuation.
pub(super) async fn render_position(
    app: &App,
    language: Language,
    user: UserId,
    analyzed: &AnalyzedGame,
    ply: u32,
) -> Result<OutgoingMessage, Problem> {
    let AnalyzedGame { history, analysis } = analyzed;
    let record = &history.replayed.record;
    let (game, last) = (&record.game, record.game.ply);
    let ply = ply.min(last);
    let reader = Viewer::of(app, user, game.place.guild_id).await;
    let replayed = ReplayedGame::open(record.clone(), Some(ply))?;
    let seat_infos = history.replayed.any_game.seats();
    let mut text = vec![localize!(language, "analysis-position", ply = ply, plies = last, id = game.name())];
    text.extend(judge_position(language, record, &seat_infos, analysis, ply).into_iter().flatten());

    let overlay = Overlay::turned(reader.flips(Some(&replayed)));
    let message = message::render_board(app, language, &replayed, &reader, overlay, &text.join("\n")).await?;
    let overview = AnalysisButton::GAME.about(game.game_id);
    let overview = button(&overview, localize!(language, "button-analysis-overview"), Style::Secondary);
    let steps = step_buttons(game, ply, |ply, way| AnalysisButton::at(ply, way.as_str()));
    let buttons: Vec<_> = steps.into_iter().chain([overview]).collect();
    Ok(message.rows(vec![row(buttons)]))
}

/// The judgement of the last move, the evaluation of the position after it, and the engine's continuation.
pub(crate) fn judge_position(
    language: Language,
    record: &GameRecord,
    seat_infos: &[SeatInfo],
    analysis: &Analysis,
    ply: u32,
) -> [Option<String>; 3] {
    let (turns, ply) = (&analysis.turns, ply as usize);
    let name = |seat| name_player(language, record, seat_infos, seat);
    let (played, next) = (ply.checked_sub(1).and_then(|index| turns.get(index)), turns.get(ply));
    let evaluation = next.map(|next| (next.seat, next.before)).or(played.map(|last| (last.seat, last.after)));
    let goes_on = next.is_some();
    [
        played.map(|judged| judge_in_words(language, judged, &name(judged.seat))),
        evaluation.map(|(seat, score)| evaluate_in_words(language, seat_infos, seat, score, goes_on, &name)),
        next.map(|next| localize!(language, "analysis-next", line = show_line(&next.better.line))),
    ]
}

fn judge_in_words(language: Language, judged: &Judged, player: &str) -> String {
    let (notation, loss) = (&judged.turn, percent(judged.loss));
    if judged.turn == judged.better.turn || loss == 0 {
        return localize!(language, "analysis-best", player = player, notation = notation);
    }
    let line = show_line(&judged.better.line);
    localize!(language, "analysis-lost", player = player, notation = notation, loss = loss, line = line)
}

/// The evaluation, seen from one seat.
fn evaluate_in_words(
    language: Language,
    seat_infos: &[SeatInfo],
    seat: Seat,
    score: Score,
    goes_on: bool,
    name: &impl Fn(Seat) -> String,
) -> String {
    let other = Seat(1 - seat.0.min(1));
    let is_for_two = seat_infos.len() == 2;
    let winner = if score > 0 { seat } else { other };
    let turns = (WIN - score.abs()).max(i32::from(goes_on)).unsigned_abs();
    if score.abs() >= FORCED && (score > 0 || is_for_two) {
        return match turns {
            0 => localize!(language, "analysis-won", player = name(winner)),
            turns => localize!(language, "analysis-forced", player = name(winner), moves = turns),
        };
    }
    let chance = percent(chance_to_win(score));
    if !is_for_two {
        return localize!(language, "analysis-chance", player = name(seat), chance = chance);
    }
    let first = if seat.0 == 0 { chance } else { 100 - chance };
    let [one, two] = [Seat(0), Seat(1)].map(name);
    localize!(language, "analysis-chances-of-two", one = one, first = first, two = two, second = 100 - first)
}
