//! What an analysis says: the whole game with its mistakes, and one position of it.

use engine::{Analysis, FORCED, Judged, Score, WIN, chance_to_win};
use render::{DataPoint, Plot, Scale, Series};
use rules::{Diagram, Seat, SeatInfo};
use serde_json::Value;

use crate::commands::board::description::player;
use crate::commands::board::message;
use crate::commands::board::pictures::{GamePicture, GamePictureKind, Overlay, draw_strip};
use crate::commands::board::steps::step_buttons;
use crate::commands::{App, Button, Problem, Viewer, word};
use crate::discord::{Language, OutgoingMessage, Picture, Style, button, clean, escape_markdown, localize, row};
use crate::domain::{GameRecord, UserId};
use crate::features::analysis::service::AnalyzedGame;
use crate::features::history::service::GameHistory;
use crate::features::history::view::{caption, players};
use crate::games::ReplayedGame;

/// Mistakes that are shown, of a game on one board.
const MISTAKES: usize = 3;

/// Turns of a line that are shown.
const LONGEST_LINE: usize = 5;

/// Who plays a seat, as messages say it: the color, and the name where several play it.
fn name_player(language: Language, record: &GameRecord, seat_infos: &[SeatInfo], seat: Seat) -> String {
    let name = record.at(seat).map_or_else(String::new, |seated| escape_markdown(&seated.name));
    player(language, seat_infos, usize::from(seat), &name)
}

fn percent(value: f64) -> i64 {
    value.round() as i64
}

/// The turns of a line, as far as they are shown.
fn show_line(turns: &[String]) -> String {
    turns.iter().take(LONGEST_LINE).map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// How many mistakes fit into one picture, each with the better turn.
fn most_mistakes(history: &GameHistory) -> usize {
    MISTAKES.min(render::max_stills(history.diagrams[0].boards.len()) / 2)
}

/// The whole game: accuracy, biggest mistakes, and the curve of the chance to win.
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

    let accuracies = (0..seat_infos.len()).filter_map(|seat| {
        let seat = Seat(seat as u8);
        let accuracy = percent(analysis.accuracy(seat)?);
        Some(localize!(language, "analysis-player", player = name(seat), accuracy = accuracy))
    });
    let list = accuracies.collect::<Vec<_>>().join(" · ");
    let mut text = vec![
        localize!(language, "analysis-title", id = record.game.name(), players = players(language, &history)),
        localize!(language, "analysis-accuracy", list = list),
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
    let mut buttons: Vec<Value> = vec![button(
        &Button::with(word::ANALYSIS, game, 0, "start"),
        localize!(language, "button-analysis-steps"),
        Style::Primary,
    )];
    buttons.extend(mistakes.iter().map(|(index, _)| {
        let number = index + 1;
        let id = Button::with(word::ANALYSIS, game, number as i64, "mistake");
        button(&id, localize!(language, "button-analysis-mistake", move = number), Style::Secondary)
    }));
    let message = OutgoingMessage::text(text.join("\n")).rows(vec![row(&buttons)]);
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
        let chosen: Vec<(usize, String)> =
            mistakes.iter().map(|(index, judged)| (*index, judged.better.turn.clone())).collect();
        let draw = move || draw_strip(&diagrams_of_mistakes(&history, &chosen), captions, false, flip, picture_style);
        let strip = app.pictures.draw_game(game_picture(GamePictureKind::Mistakes), draw).await?;
        message = message.picture(picture("mistakes", strip, &strip_alt));
    }
    Ok(message)
}

/// What stands below the boards of the mistakes: first of what was played, then of what was better.
fn caption_mistakes(
    language: Language,
    record: &GameRecord,
    seat_infos: &[SeatInfo],
    mistakes: &[(usize, &Judged)],
) -> Vec<String> {
    let played = mistakes.iter().filter_map(|(index, judged)| {
        let played = caption(language, record, record.plies.get(*index)?, seat_infos);
        Some(localize!(language, "analysis-played", played = played, loss = percent(judged.loss)))
    });
    let better = mistakes
        .iter()
        .map(|(index, judged)| localize!(language, "analysis-better", move = index + 1, notation = judged.better.turn));
    played.chain(better).collect()
}

/// The boards after the mistakes, then the boards after what was better: pairs stand below each other.
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
    let played = mistakes.iter().filter_map(|(index, _)| history.diagrams.get(index + 1).cloned());
    played.chain(mistakes.iter().filter_map(better)).collect()
}

/// The chance to win after each move: one line of two players, else one for each.
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

/// The chance of a player to win after each move. Of two players each move says it of both, else only one's own.
fn chances(analysis: &Analysis, seat: Seat, is_for_two: bool) -> Vec<DataPoint> {
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

/// One position: what the last move was worth, who stands better, and how the engine would go on.
pub(super) async fn render_position(
    app: &App,
    language: Language,
    user: UserId,
    analyzed: &AnalyzedGame,
    ply: u32,
) -> Result<OutgoingMessage, Problem> {
    let AnalyzedGame { history, analysis } = analyzed;
    let (record, turns) = (&history.replayed.record, &analysis.turns);
    let (game, last) = (&record.game, record.game.ply);
    let ply = ply.min(last);
    let reader = Viewer::of(app, user, game.place.guild_id).await;
    let replayed = ReplayedGame::open(record.clone(), Some(ply))?;
    let seat_infos = history.replayed.any_game.seats();
    let name = |seat| name_player(language, record, &seat_infos, seat);

    let mut text = vec![localize!(language, "analysis-position", ply = ply, plies = last, id = game.name())];
    let (played, next) = ((ply as usize).checked_sub(1).and_then(|index| turns.get(index)), turns.get(ply as usize));
    text.extend(played.map(|judged| judge_in_words(language, judged, &name(judged.seat))));
    let evaluation = next.map(|next| (next.seat, next.before)).or(played.map(|last| (last.seat, last.after)));
    let goes_on = next.is_some();
    text.extend(evaluation.map(|(seat, score)| evaluate_in_words(language, &seat_infos, seat, score, goes_on, &name)));
    text.extend(next.map(|next| localize!(language, "analysis-next", line = show_line(&next.better.line))));

    let overlay = Overlay::turned(reader.flips(Some(&replayed)));
    let message = message::render_board(app, language, &replayed, &reader, overlay, &text.join("\n")).await?;
    let overview = Button::of(word::ANALYSIS, game.game_id);
    let overview = button(&overview, localize!(language, "button-analysis-overview"), Style::Secondary);
    let buttons: Vec<Value> = step_buttons(word::ANALYSIS, game, ply, None).into_iter().chain([overview]).collect();
    Ok(message.rows(vec![row(&buttons)]))
}

/// What a move that was played was worth.
fn judge_in_words(language: Language, judged: &Judged, player: &str) -> String {
    let (notation, loss) = (&judged.turn, percent(judged.loss));
    if judged.turn == judged.better.turn || loss == 0 {
        return localize!(language, "analysis-best", player = player, notation = notation);
    }
    let line = show_line(&judged.better.line);
    localize!(language, "analysis-lost", player = player, notation = notation, loss = loss, line = line)
}

/// Who stands better, seen from one seat.
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
    let say = |seat, chance| localize!(language, "analysis-chance", player = name(seat), chance = chance);
    let chance = percent(chance_to_win(score));
    match (is_for_two, seat.0) {
        (false, _) => say(seat, chance),
        (true, 0) => format!("{} · {}", say(seat, chance), say(other, 100 - chance)),
        (true, _) => format!("{} · {}", say(other, 100 - chance), say(seat, chance)),
    }
}
