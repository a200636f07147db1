//! `/game line`: conditional moves, in words and pictures for their owner alone.

use crate::commands::board::pictures::Overlay;
use crate::commands::board::{message, text};
use crate::commands::input::move_words::MOVE_WORDS;
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::{Answer, App, Button, Choices, Problem, Viewer, game_of, word};
use crate::discord::localization::Localizable as _;
use crate::discord::{
    Interaction, InteractionType, Language, Modal, ModalField, OutgoingMessage, Reply, Style, button, localize, row,
};
use crate::domain::{ConditionalMovesError, GameId};
use crate::features::conditional_moves::service::{PlayerTree, RemovedLines, paths, prepared, turns_of};
use crate::features::conditional_moves::{service, view};
use crate::games::{Certainty, GameError};
use crate::views::game_lines::fit_message;

const LINE_FIELD: &str = "moves";

const VALUE: usize = 100;

/// `/game line add`
pub(super) async fn add(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let turns = match (interaction.text("if"), interaction.text("then"), interaction.text("moves")) {
        (Some(others), Some(own), None) => [turns_of(others), turns_of(own)].concat(),
        (None, None, Some(moves)) => turns_of(moves),
        _ => return Err(Problem::Key("error-line-no-moves")),
    };
    let game = game_of(app, interaction, Certainty::Certain).await?;
    let lines = service::add_conditional_moves(&app.games, game, interaction.person.user, &turns).await?;
    show_lines(app, language, interaction, &saved(language, &lines), lines).await
}

/// *Conditional move…*: asks for a line in a form, whose answer has the same id.
pub(super) async fn press(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let Some(typed) = interaction.text(LINE_FIELD) else {
        if interaction.kind != InteractionType::Component {
            return Err(Problem::Key("error-line-no-moves"));
        }
        return Ok(Reply::Modal(Modal {
            custom_id: button.to_string(),
            title: localize!(language, "line-form"),
            fields: vec![ModalField::required(LINE_FIELD, localize!(language, "line-form-moves"), 400)],
        }));
    };
    let lines =
        service::add_conditional_moves(&app.games, button.game, interaction.person.user, &turns_of(typed)).await?;
    show_lines(app, language, interaction, &saved(language, &lines), lines).await
}

fn saved(language: Language, lines: &PlayerTree) -> String {
    let saved = localize!(language, "you-saved-line");
    if lines.replaces_placings { format!("{saved} {}", localize!(language, "line-replaces-placings")) } else { saved }
}

/// `/game line show`
pub(super) async fn show(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Likely).await?;
    let lines = service::conditional_moves(&app.games, game, interaction.person.user).await?;
    let number = match number_of(interaction) {
        Some(number) if number == 0 || number > paths(&lines.tree).len() => {
            return Err(GameError::from(ConditionalMovesError::None).into());
        }
        number => number.unwrap_or(lines.number),
    };
    show_lines(app, language, interaction, "", PlayerTree { number, ..lines }).await
}

/// `/game line remove`
pub(super) async fn remove(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Certain).await?;
    let removed = number_of(interaction).map_or(RemovedLines::All, RemovedLines::Numbered);
    let lines = match service::remove_conditional_moves(&app.games, game, interaction.person.user, removed).await {
        Err(GameError::ConditionalMoves(ConditionalMovesError::None)) if matches!(removed, RemovedLines::All) => {
            let lines = service::conditional_moves(&app.games, game, interaction.person.user).await?;
            return show_lines(app, language, interaction, "", lines).await;
        }
        lines => lines?,
    };
    show_lines(app, language, interaction, &localize!(language, "line-removed"), lines).await
}

fn number_of(interaction: &Interaction) -> Option<usize> {
    interaction.number("number").map(|number| usize::try_from(number).unwrap_or(0))
}

/// All lines as a list, and the board at the end of one of them.
async fn show_lines(
    app: &App,
    language: Language,
    interaction: &Interaction,
    sentence: &str,
    lines: PlayerTree,
) -> Answer {
    let PlayerTree { replayed, tree, number, .. } = lines;
    let user = interaction.person.user;
    let about = |key| message::about_game(language, key, &replayed.record, user);
    if let Some(placings) = prepared(&tree) {
        let title = about("line-title-placings");
        let list = localize!(language, "entry-prepares", list = placings.join(" "));
        return Ok(Reply::ephemeral(OutgoingMessage::text(format!("{sentence}\n{title}\n{list}").trim_start())));
    }
    let all = paths(&tree);
    let Some(chosen) = all.get(number.saturating_sub(1)) else {
        let game = replayed.record.game.game_id;
        let buttons = [
            button(&Button::of(word::LINE, game), localize!(language, "button-line"), Style::Primary),
            button(&Button::of(word::BOARD, game), localize!(language, "button-board"), Style::Secondary),
        ];
        let text = format!("{sentence}\n{}", about("line-none"));
        return Ok(Reply::ephemeral(OutgoingMessage::text(text.trim_start()).rows(vec![row(&buttons)])));
    };
    let described = view::describe_lines(language, &replayed, &all, user)?.into_iter();
    let list = described.enumerate().map(|(index, line)| format!("{}. {line}", index + 1));
    let title = about("line-title");
    let mut any_game = replayed.any_game.after("").map_err(GameError::Illegal)?;
    for turn in chosen {
        any_game.play(turn).map_err(GameError::Illegal)?;
    }
    let replayed = replayed.with_game(any_game);
    let reader = Viewer::of(app, user, replayed.record.game.place.guild_id).await;
    let overlay = Overlay::turned(reader.flips(Some(&replayed)));
    let board =
        language.localize(if reader.text_board { "line-board" } else { "line-picture" }, &[("number", number.value())]);
    // A text board is part of the same message.
    let spelled =
        if reader.text_board { text::spelling(language, &replayed, &reader, overlay.flip).chars().count() } else { 0 };
    let taken = [sentence, &board].iter().map(|text| text.chars().count() + 1).sum::<usize>() + spelled;
    let list = fit_message(language, title, list, taken);
    let text = format!("{sentence}\n{list}\n{board}").trim_start().to_owned();
    Ok(Reply::ephemeral(message::render_board(app, language, &replayed, &reader, overlay, &text).await?))
}

/// Completion of `if`, `then` and `moves`: each choice is all that is typed, and one more turn.
pub(super) async fn complete(
    app: &App,
    interaction: &Interaction,
    focused: &str,
    typed: &str,
) -> Result<Choices, Problem> {
    let game = game_of(app, interaction, Certainty::Certain).await?;
    let base = if focused == "then" { interaction.text("if").map(turns_of).unwrap_or_default() } else { Vec::new() };
    let whole = turns_of(typed);
    let mut choices = Vec::new();
    // What is being typed, after the turns before it.
    if !typed.ends_with(char::is_whitespace) {
        let (before, last) = whole.split_at(whole.len().saturating_sub(1));
        let last = last.first().map_or("", String::as_str);
        choices = next(app, interaction, game, &base, before, last).await?;
    }
    // All of it may be whole turns: what comes then.
    let is_whole = choices.iter().any(|(_, value)| *value == whole.join(" "));
    if focused != "then" && !whole.is_empty() && (is_whole || typed.ends_with(char::is_whitespace)) {
        choices.extend(next(app, interaction, game, &base, &whole, "").await?);
    }
    choices.truncate(MAX_CHOICES);
    Ok(choices)
}

async fn next(
    app: &App,
    interaction: &Interaction,
    game: GameId,
    base: &[String],
    before: &[String],
    last: &str,
) -> Result<Choices, Problem> {
    let played = [base, before].concat();
    let found =
        service::complete_conditional_moves(&app.games, game, interaction.person.user, &played, last, &MOVE_WORDS)
            .await?;
    let choice = |notation: String| {
        let value = before.iter().cloned().chain([notation]).collect::<Vec<_>>().join(" ");
        (value.chars().count() <= VALUE).then(|| (value.clone(), value))
    };
    Ok(found.into_iter().filter_map(|found| choice(found.notation)).collect())
}
