//! `/game history`: the moves of a game, its last positions and its score.

pub mod replay;
pub mod service;
pub mod view;

pub use service::history;

use async_trait::async_trait;
use discord::custom_id::{CustomId as _, Words};
use discord::{Interaction, OutgoingMessage, Picture, Reply, Style, button, row};
use games::domain::{GameId, Phase, UserId};
use rules::Diagram;

use crate::board::buttons::step_row;
use crate::board::description::{score, still_to_come};
use crate::board::message;
use crate::board::pictures::{GamePicture, GamePictureKind, draw_strip};
use crate::commands::command_definition::{CommandDefinition, command, subcommand};
use crate::commands::shared_options::any_game;
use crate::commands::{
    Answer, App, Ctx, Feature, GamePress, HistoryButton, Problem, ReplayButton, Viewer, game_or_finished,
};
use crate::features::history::view::{
    CHARS, captions, chars_left, lines, pages, players, plot, score_in_words, target, told_lines,
};
use crate::localization::{Language, localize};

pub struct History;

#[async_trait]
impl Feature for History {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("history", [any_game()])])]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<HistoryButton>>()
    }

    fn is_lookup(&self, _: &Interaction) -> bool {
        true
    }

    fn phases(&self) -> &'static [Phase] {
        &[Phase::Playing, Phase::Over]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let game = game_or_finished(ctx).await?;
        Ok(Reply::ephemeral(render_page(ctx.app, ctx.language, ctx.user(), game, None).await?))
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let GamePress { subject: game, button: HistoryButton::Page { page } } = ctx.button()?;
        let page = render_page(ctx.app, ctx.language, ctx.user(), game, page).await?;
        Ok(ctx.private_reply(page))
    }
}

/// One page of the moves of a game, by default the last one.
async fn render_page(
    app: &App,
    language: Language,
    user: UserId,
    game: GameId,
    page: Option<usize>,
) -> Result<OutgoingMessage, Problem> {
    let history = service::history(&app.games, game, user).await?;
    let record = &history.replayed.record;
    let reader = Viewer::of(app, user, record.game.place.guild_id).await;
    let score_text = score_in_words(language, record, &history.diagrams);
    // With a text board the score is part of the same message.
    let room = if reader.text_board { chars_left(&score_text) } else { CHARS };
    let flip = reader.flips(Some(&history.replayed));
    let is_told = reader.text_board && reader.words_only;
    let moves = if is_told { told_lines(language, &history) } else { lines(&history) };
    let pages = pages(&moves, record.plies.len(), room);
    let page_index = page.unwrap_or(pages.len() - 1).min(pages.len() - 1);
    let until_ply = u32::try_from(pages[page_index].until).unwrap_or(u32::MAX);
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
        text.push(if is_told {
            pages[page_index].text.clone()
        } else {
            format!("```\n{}\n```", pages[page_index].text)
        });
    }
    if pages.len() > 1 {
        text.push(localize!(language, "history-page", page = page_index + 1, pages = pages.len()));
    }
    if record.game.is_annulled() {
        text.push(message::annulled_why(language, record));
    }
    match last {
        Some(last) if record.game.phase == Phase::Over => text.push(message::result(language, record, last)),
        // Where ejections do not count, the score text below already has the marbles.
        Some(last) if reader.text_board && target(&history.diagrams).is_none() => {
            text.extend(still_to_come(language, last));
        }
        Some(last) => text.push(score(language, last)),
        None => {}
    }
    let mut buttons = Vec::new();
    for (to, key) in [(page_index.checked_sub(1), "button-earlier"), (Some(page_index + 1), "button-later")] {
        if let Some(to) = to.filter(|to| *to < pages.len()) {
            buttons.push(button(
                &HistoryButton::Page { page: Some(to) }.about(game),
                language.localize(key, &[]),
                Style::Secondary,
            ));
        }
    }
    if record.plies.is_empty() {
        return Ok(OutgoingMessage::text(text.join("\n")));
    }
    buttons.push(button(&ReplayButton::Replay.about(game), localize!(language, "button-replay"), Style::Primary));
    if reader.text_board {
        text.push(score_text);
        let step = step_row(language, &record.game, until_ply, None);
        let rows = std::iter::once(row(buttons)).chain(step).collect();
        return Ok(OutgoingMessage::text(text.join("\n")).rows(rows));
    }

    let rows = std::iter::once(row(buttons)).chain(step_row(language, &record.game, until_ply, None)).collect();
    let (game, version) = (game, record.game.version);
    let game_picture = |kind| GamePicture { kind, game, version, language, picture_style: reader.picture_style, flip };
    let until = pages[page_index].until;
    let ply = until_ply;
    let captions = captions(language, &history, until);
    let strip_alt = captions.join(", ");
    let first = until + 1 - captions.len();
    let diagrams: Vec<Diagram> = history.diagrams[first..=until].to_vec();
    let strip = move || draw_strip(&diagrams, captions, true, flip, reader.picture_style.theme);
    let strip = app.pictures.draw_game(game_picture(GamePictureKind::Strip { ply }), strip).await?;
    let picture = |what: &str, bytes, alt: &str| Picture::new(format!("{game}-{what}.png"), bytes, alt);
    let message = OutgoingMessage::text(text.join("\n")).picture(picture("moves", strip, &strip_alt)).rows(rows);
    // Before the first ejection there is nothing to see.
    if plot.series.iter().flat_map(|series| &series.points).all(|point| point.value == 0.0) {
        return Ok(message);
    }
    let score = app.pictures.draw_game(game_picture(GamePictureKind::Score), move || render::plot(&plot)).await?;
    Ok(message.picture(picture("score", score, &score_text)))
}
