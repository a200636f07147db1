//! `/game line`: conditional moves, played automatically when the opponent plays as foreseen.

pub mod view;

use async_trait::async_trait;
use discord::custom_id::{CustomId as _, Words};
use discord::{Deferral, Interaction, InteractionType, Modal, ModalField, OutgoingMessage, Reply, Style, button, row};
use games::conditional_moves::{self, PlayerTree, RemovedLines, paths, prepared, turns_of};
use games::domain::{ConditionalMovesError, GameId};
use games::{GameError, GameSelection};

use crate::board::pictures::Overlay;
use crate::board::{message, text};
use crate::commands::command_definition::{CommandDefinition, command, group, number, subcommand, text};
use crate::commands::game_option::complete_game;
use crate::commands::input::words::MOVE_WORDS;
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::shared_options::game;
use crate::commands::{Answer, BoardButton, Choices, Ctx, Feature, GamePress, LineButton, Problem, Viewer, game_of};
use crate::localization::{Language, localize};
use crate::views::game_lines::fit_message;

pub struct ConditionalLines;

#[async_trait]
impl Feature for ConditionalLines {
    fn commands(&self) -> Vec<CommandDefinition> {
        let turns = |name| text(name).autocomplete().max_length(1500);
        let line_number = || number("number", 1, 200);
        let subcommands = [
            subcommand("add", [turns("if"), turns("then"), turns("moves"), game()]),
            subcommand("show", [line_number(), game()]),
            subcommand("remove", [line_number(), game()]),
        ];
        vec![command("game", [group("line", subcommands)])]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<LineButton>>()
    }

    /// Discord takes a form only as an immediate answer.
    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        (interaction.kind == InteractionType::Component).then_some(Deferral::Never)
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        match ctx.name.as_str() {
            "game line add" => add(ctx).await,
            "game line remove" => remove(ctx).await,
            _ => show(ctx).await,
        }
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (option, typed) = ctx.focused_option();
        match option {
            "if" | "then" | "moves" => complete(ctx, option, typed).await,
            "game" => complete_game(ctx, typed, self.phases()).await,
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        press(ctx, ctx.button()?).await
    }
}

const LINE_FIELD: &str = "moves";

const VALUE: usize = 100;

async fn add(ctx: Ctx<'_>) -> Answer {
    let turns = match (ctx.text("if"), ctx.text("then"), ctx.text("moves")) {
        (Some(others), Some(own), None) => [turns_of(others), turns_of(own)].concat(),
        (None, None, Some(moves)) => turns_of(moves),
        _ => return Err(Problem::Key("error-line-no-moves")),
    };
    let game = game_of(ctx, GameSelection::Certain).await?;
    let lines = conditional_moves::add_conditional_moves(&ctx.app.games, game, ctx.user(), &turns).await?;
    show_lines(ctx, &saved(ctx.language, &lines), lines).await
}

/// *Conditional move…*: asks for a line in a modal with the same custom id.
async fn press(ctx: Ctx<'_>, pressed: GamePress<LineButton>) -> Answer {
    let Some(typed) = ctx.text(LINE_FIELD) else {
        if ctx.kind != InteractionType::Component {
            return Err(Problem::Key("error-line-no-moves"));
        }
        return Ok(Reply::Modal(Modal {
            custom_id: pressed.to_string(),
            title: localize!(ctx, "line-form"),
            fields: vec![ModalField::required(LINE_FIELD, localize!(ctx, "line-form-moves"), 400)],
        }));
    };
    let lines =
        conditional_moves::add_conditional_moves(&ctx.app.games, pressed.subject, ctx.user(), &turns_of(typed)).await?;
    show_lines(ctx, &saved(ctx.language, &lines), lines).await
}

fn saved(language: Language, lines: &PlayerTree) -> String {
    let saved = localize!(language, "you-saved-line");
    if lines.replaces_placings { format!("{saved} {}", localize!(language, "line-replaces-placings")) } else { saved }
}

async fn show(ctx: Ctx<'_>) -> Answer {
    let game = game_of(ctx, GameSelection::Likely).await?;
    let lines = conditional_moves::conditional_moves(&ctx.app.games, game, ctx.user()).await?;
    let number = match number_of(ctx.interaction) {
        Some(number) if number == 0 || number > paths(&lines.tree).len() => {
            return Err(GameError::from(ConditionalMovesError::None).into());
        }
        number => number.unwrap_or(lines.number),
    };
    show_lines(ctx, "", PlayerTree { number, ..lines }).await
}

async fn remove(ctx: Ctx<'_>) -> Answer {
    let game = game_of(ctx, GameSelection::Certain).await?;
    let target = number_of(ctx.interaction).map_or(RemovedLines::All, RemovedLines::Numbered);
    let lines = match conditional_moves::remove_conditional_moves(&ctx.app.games, game, ctx.user(), target).await {
        Err(GameError::ConditionalMoves(ConditionalMovesError::None)) if matches!(target, RemovedLines::All) => {
            let lines = conditional_moves::conditional_moves(&ctx.app.games, game, ctx.user()).await?;
            return show_lines(ctx, "", lines).await;
        }
        lines => lines?,
    };
    show_lines(ctx, &localize!(ctx, "line-removed"), lines).await
}

fn number_of(interaction: &Interaction) -> Option<usize> {
    interaction.number("number").map(|number| usize::try_from(number).unwrap_or(0))
}

/// All lines as a list, and the board at the end of one of them.
async fn show_lines(ctx: Ctx<'_>, sentence: &str, lines: PlayerTree) -> Answer {
    let PlayerTree { replayed, tree, number, .. } = lines;
    let user = ctx.user();
    let about = |key| message::about_game(ctx.language, key, &replayed.record, user);
    if let Some(placings) = prepared(&tree) {
        let title = about("line-title-placings");
        let list = localize!(ctx, "entry-prepares", list = placings.join(" "));
        return Ok(Reply::ephemeral(OutgoingMessage::text(format!("{sentence}\n{title}\n{list}").trim_start())));
    }
    let all = paths(&tree);
    let Some(line) = all.get(number.saturating_sub(1)) else {
        let game = replayed.record.game.game_id;
        let buttons = [
            button(&LineButton::Add.about(game), localize!(ctx, "button-line"), Style::Primary),
            button(&BoardButton::SHOW.about(game), localize!(ctx, "button-board"), Style::Secondary),
        ];
        let text = format!("{sentence}\n{}", about("line-none"));
        return Ok(Reply::ephemeral(OutgoingMessage::text(text.trim_start()).rows(vec![row(buttons)])));
    };
    let described = view::describe_lines(ctx.language, &replayed, &all, user)?.into_iter();
    let list = described.enumerate().map(|(index, text)| format!("{}. {text}", index + 1));
    let title = about("line-title");
    let mut any_game = replayed.any_game.after("").map_err(GameError::Illegal)?;
    for turn in line {
        any_game.play(turn).map_err(GameError::Illegal)?;
    }
    let replayed = replayed.with_game(any_game);
    let reader = Viewer::of(ctx.app, user, replayed.record.game.place.guild_id).await;
    let overlay = Overlay::turned(reader.flips(Some(&replayed)));
    let board = localize!(ctx, if reader.text_board { "line-board" } else { "line-picture" }, number = number);
    // A text board is part of the same message.
    let board_length = if reader.text_board {
        text::spelling(ctx.language, &replayed, &reader, overlay.flip).chars().count()
    } else {
        0
    };
    let used_length = [sentence, &board].iter().map(|text| text.chars().count() + 1).sum::<usize>() + board_length;
    let list = fit_message(ctx.language, title, list, used_length);
    let text = format!("{sentence}\n{list}\n{board}").trim_start().to_owned();
    Ok(Reply::ephemeral(message::render_board(ctx.app, ctx.language, &replayed, &reader, overlay, &text).await?))
}

/// Completes `if`, `then` and `moves`: each choice is the whole input plus one turn.
async fn complete(ctx: Ctx<'_>, focused: &str, typed: &str) -> Result<Choices, Problem> {
    let game = game_of(ctx, GameSelection::Certain).await?;
    let base = if focused == "then" { ctx.text("if").map(turns_of).unwrap_or_default() } else { Vec::new() };
    let whole = turns_of(typed);
    let mut choices = Vec::new();
    // Completes the turn being typed, after the complete ones.
    if !typed.ends_with(char::is_whitespace) {
        let (before, last) = whole.split_at(whole.len().saturating_sub(1));
        let last = last.first().map_or("", String::as_str);
        choices = next(ctx, game, &base, before, last).await?;
    }
    // If the whole input is complete turns, offers the next turn too.
    let is_whole = choices.iter().any(|(_, value)| *value == whole.join(" "));
    if focused != "then" && !whole.is_empty() && (is_whole || typed.ends_with(char::is_whitespace)) {
        choices.extend(next(ctx, game, &base, &whole, "").await?);
    }
    choices.truncate(MAX_CHOICES);
    Ok(choices)
}

async fn next(ctx: Ctx<'_>, game: GameId, base: &[String], before: &[String], last: &str) -> Result<Choices, Problem> {
    let turns = [base, before].concat();
    let completions =
        conditional_moves::complete_conditional_moves(&ctx.app.games, game, ctx.user(), &turns, last, &MOVE_WORDS)
            .await?;
    let choice = |notation: String| {
        let value = before.iter().cloned().chain([notation]).collect::<Vec<_>>().join(" ");
        (value.chars().count() <= VALUE).then(|| (value.clone(), value))
    };
    Ok(completions.into_iter().filter_map(|completion| choice(completion.notation)).collect())
}
