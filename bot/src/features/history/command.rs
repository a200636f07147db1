//! `/game history`: the moves of a game as text, page by page; its last positions and its score as pictures.

use rules::Diagram;

use crate::commands::board::description::{score, still_to_come};
use crate::commands::board::message;
use crate::commands::board::pictures::{GamePicture, GamePictureKind, draw_strip};
use crate::commands::board::steps::step_row;
use crate::commands::{App, Button, Problem, Viewer, word};
use crate::discord::{Language, OutgoingMessage, Picture, Style, button, localize, row};
use crate::domain::{GameId, Phase, UserId};
use crate::features::history::service;
use crate::features::history::view::{
    CHARS, captions, chars_left, lines, pages, players, plot, score_in_words, target, told_lines,
};
use crate::views::annulment;

/// One page of the moves of a game, the last one when none is named.
pub(super) async fn page(
    app: &App,
    language: Language,
    user: UserId,
    game: GameId,
    page: Option<usize>,
) -> Result<OutgoingMessage, Problem> {
    let history = service::history(&app.games, game, user).await?;
    let record = &history.replayed.record;
    let reader = Viewer::of(app, user, record.game.place.guild_id).await;
    let told = score_in_words(language, record, &history.diagrams);
    // With a text board the score is part of the same message.
    let room = if reader.text_board { chars_left(&told) } else { CHARS };
    let flip = reader.flips(Some(&history.replayed));
    let is_told = reader.text_board && reader.words_only;
    let moves = if is_told { told_lines(language, &history) } else { lines(&history) };
    let pages = pages(&moves, record.plies.len(), room);
    let shown = page.unwrap_or(pages.len() - 1).min(pages.len() - 1);
    let until_ply = u32::try_from(pages[shown].until).unwrap_or(u32::MAX);
    let (plot, last) = (plot(language, &history, &reader), history.diagrams.last());

    let mut text = vec![localize!(
        language,
        "history-title",
        id = record.game.name(),
        players = players(language, &history),
        plies = record.plies.len()
    )];
    if record.plies.is_empty() {
        text.push(localize!(language, "history-none"));
    } else {
        text.push(if is_told { pages[shown].text.clone() } else { format!("```\n{}\n```", pages[shown].text) });
    }
    if pages.len() > 1 {
        text.push(localize!(language, "history-page", page = shown + 1, pages = pages.len()));
    }
    if record.game.is_annulled() {
        text.push(annulment::annulled_why(language, record));
    }
    match last {
        Some(last) if record.game.phase == Phase::Over => text.push(message::result(language, record, last)),
        // Where ejections do not count, the text below has the whole score.
        Some(last) if reader.text_board && target(&history.diagrams).is_none() => {
            text.extend(still_to_come(language, last));
        }
        Some(last) => text.push(score(language, last)),
        None => {}
    }
    let mut buttons = Vec::new();
    for (to, key) in [(shown.checked_sub(1), "button-earlier"), (Some(shown + 1), "button-later")] {
        if let Some(to) = to.filter(|to| *to < pages.len()) {
            buttons.push(button(
                &Button::at(word::HISTORY, game, to as i64),
                language.localize(key, &[]),
                Style::Secondary,
            ));
        }
    }
    if record.plies.is_empty() {
        return Ok(OutgoingMessage::text(text.join("\n")));
    }
    buttons.push(button(&Button::of(word::REPLAY, game), localize!(language, "button-replay"), Style::Primary));
    if reader.text_board {
        text.push(told);
        let step = step_row(language, &record.game, until_ply, None);
        let rows = std::iter::once(row(&buttons)).chain(step).collect();
        return Ok(OutgoingMessage::text(text.join("\n")).rows(rows));
    }

    let rows = std::iter::once(row(&buttons)).chain(step_row(language, &record.game, until_ply, None)).collect();
    let (game, version) = (game, record.game.version);
    let game_picture = |kind| GamePicture { kind, game, version, language, picture_style: reader.picture_style, flip };
    let until = pages[shown].until;
    let ply = until_ply;
    let captions = captions(language, &history, until);
    let strip_alt = captions.join(", ");
    let first = until + 1 - captions.len();
    let diagrams: Vec<Diagram> = history.diagrams[first..=until].to_vec();
    let strip = move || draw_strip(&diagrams, captions, true, flip, reader.picture_style);
    let strip = app.pictures.draw_game(game_picture(GamePictureKind::Strip { ply }), strip).await?;
    let score = app.pictures.draw_game(game_picture(GamePictureKind::Score), move || render::plot(&plot)).await?;
    let picture = |what: &str, bytes, alt: &str| Picture::new(format!("{game}-{what}.png"), bytes, alt);
    Ok(OutgoingMessage::text(text.join("\n"))
        .picture(picture("moves", strip, &strip_alt))
        .picture(picture("score", score, &told))
        .rows(rows))
}
