//! `/board`: shows a game and steps through it.

pub mod view;

use async_trait::async_trait;
use discord::custom_id::Words;
use discord::{CreateButton, Deferral, Interaction, InteractionType, Modal, ModalField, OutgoingMessage, Reply, row};
use games::GameSelection;
use games::domain::{GameId, Phase};
use serde_json::Value;

use crate::board::pictures::Overlay;
use crate::board::{buttons, message};
use crate::commands::command_definition::{CommandDefinition, command, flag, number, text};
use crate::commands::shared_options::game;
use crate::commands::{Answer, BoardButton, Ctx, Facing, Feature, GamePress, Problem, Viewer, Way, game_of};
use crate::features::challenge;
use crate::localization::localize;

pub struct Board;

#[async_trait]
impl Feature for Board {
    fn commands(&self) -> Vec<CommandDefinition> {
        let style = text("style").choices(["picture", "text", "words"]);
        vec![command("board", [game(), number("ply", 0, 10_000), style, flag("flip")])]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<BoardButton>>()
    }

    /// Discord takes a form only as an immediate answer. The board stays above a link.
    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        let press: GamePress<BoardButton> = interaction.button()?;
        match press.button {
            BoardButton::GoTo { .. } if interaction.kind == InteractionType::Component => Some(Deferral::Never),
            BoardButton::Open => Some(Deferral::Ephemeral),
            _ => None,
        }
    }

    fn phases(&self) -> &'static [Phase] {
        &[Phase::Playing, Phase::Offered]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let game = game_of(ctx, GameSelection::Likely).await?;
        let ply = ctx.number("ply").and_then(|ply| u32::try_from(ply).ok());
        let text = ctx.text("style").map(|style| (style != "picture", style == "words"));
        let flip = ctx.options.get("flip").and_then(Value::as_bool);
        Ok(Reply::ephemeral(board_message(ctx, game, ply, BoardRequest { text, flip }).await?))
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let pressed: GamePress<BoardButton> = ctx.button()?;
        let game = pressed.subject;
        match &pressed.button {
            BoardButton::Show { ply } => show_position(ctx, game, *ply).await,
            // If moves were taken back since, the answer says so and shows the last position.
            BoardButton::Step { ply, way } => {
                let position = (*way != Way::Last).then_some(ply.position);
                show_position(ctx, game, Facing { position, flip: ply.flip }).await
            }
            BoardButton::GoTo { .. } => go_to(ctx, &pressed).await,
            BoardButton::Open => open_board(ctx, game).await,
        }
    }
}

const MOVE_FIELD: &str = "move";

/// The requested form of a board. `None` means the reader's preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BoardRequest {
    /// A text board, and if so only its words.
    pub text: Option<(bool, bool)>,
    pub flip: Option<bool>,
}

/// A game at a ply or as it is now. A challenge is shown to its players only, with their actions.
pub async fn board_message(
    ctx: Ctx<'_>,
    game: GameId,
    ply: Option<u32>,
    style: BoardRequest,
) -> Result<OutgoingMessage, Problem> {
    let replayed = ctx.app.games.load(game, ply).await?;
    let user = ctx.user();
    let mut viewer = Viewer::of(ctx.app, user, replayed.record.game.place.guild_id).await.facing(style.flip);
    (viewer.text_board, viewer.words_only) = style.text.unwrap_or((viewer.text_board, viewer.words_only));
    if matches!(replayed.record.game.phase, Phase::Offered | Phase::Void) {
        replayed.record.check_not_others(user)?;
    }
    if replayed.record.game.is_annulled() {
        // Annulled games stay at their last position, without move buttons.
        let text = message::annulled_game(ctx.language, &replayed.record, &replayed.any_game.diagram());
        let overlay = Overlay::turned(viewer.flips(Some(&replayed)));
        return Ok(message::render_board(ctx.app, ctx.language, &replayed, &viewer, overlay, &text).await?);
    }
    if matches!(replayed.record.game.phase, Phase::Offered | Phase::Void) {
        let rows = buttons::offer_buttons(ctx.language, &replayed.record, user);
        return Ok(challenge::view::offer(ctx.app, ctx.language, &replayed.record, &viewer, rows).await?);
    }
    let (shown_ply, current_ply) = (replayed.any_game.ply(), replayed.record.game.ply);
    if shown_ply < current_ply && replayed.any_game.hides_colors() {
        // Step by step, positions would reveal whose marbles are whose.
        return Err(Problem::Key("error-hidden-colors-past"));
    }
    let sentence = match ply {
        Some(ply) if ply > current_ply => localize!(ctx, "ply-not-played", ply = current_ply),
        Some(_) if shown_ply < current_ply => localize!(ctx, "after-ply", ply = shown_ply),
        _ => String::new(),
    };
    // Outside the game's channel the message has to name the game.
    let is_here = replayed.record.game.place.channel() == ctx.origin.channel_id;
    let heading = (!is_here).then(|| message::heading(ctx.language, &replayed.record));
    let sentence = heading.into_iter().chain(Some(sentence).filter(|sentence| !sentence.is_empty()));
    let sentence = sentence.collect::<Vec<_>>().join("\n");
    Ok(message::private(ctx.app, ctx.language, &replayed, &viewer, &sentence).await?)
}

/// *Go to move…*: asks for the move in a modal with the same custom id.
async fn go_to(ctx: Ctx<'_>, pressed: &GamePress<BoardButton>) -> Answer {
    let Some(typed) = ctx.text(MOVE_FIELD) else {
        if ctx.kind != InteractionType::Component {
            return Err(Problem::Key("error-go-to"));
        }
        return Ok(Reply::Modal(Modal {
            custom_id: pressed.to_string(),
            title: localize!(ctx, "go-to-title"),
            fields: vec![ModalField::required(MOVE_FIELD, localize!(ctx, "go-to-move"), 6)],
        }));
    };
    let ply = typed.trim().trim_end_matches('.').parse().map_err(|_| Problem::Key("error-go-to"))?;
    let flip = if let BoardButton::GoTo { from } = &pressed.button { from.flip } else { None };
    show_position(ctx, pressed.subject, Facing { position: Some(ply), flip }).await
}

/// *Board*, *Flip* and the step buttons below a board.
async fn show_position(ctx: Ctx<'_>, game: GameId, ply: Facing<Option<u32>>) -> Answer {
    let style = BoardRequest { flip: ply.flip, text: None };
    Ok(ctx.private_reply(board_message(ctx, game, ply.position, style).await?))
}

/// *Open board*: a board inside Discord, or a personal link to one in the browser.
async fn open_board(ctx: Ctx<'_>, game: GameId) -> Answer {
    let names = ctx.app.games.names_of(&[game]).await?;
    let text = localize!(ctx, "open-link", game = names.get(&game).cloned().unwrap_or_default());
    let message = personal_link(ctx, Some(game), "", &text, "button-open").await?;
    if ctx.app.games.opens_activity(ctx.user()).await? {
        return Ok(Reply::Launch { target: game.0, instead: message });
    }
    Ok(Reply::ephemeral(message))
}

/// A link that signs the person who presses in, below this text. It opens this game, or this page of a task, or else
/// all their games.
pub async fn personal_link(
    ctx: Ctx<'_>,
    game: Option<GameId>,
    page: &str,
    text: &str,
    label: &str,
) -> Result<OutgoingMessage, Problem> {
    let mut link = ctx.app.games.create_web_link(game, ctx.user()).await?.ok_or(Problem::Key("web-off"))?;
    if !page.is_empty() {
        // Also behind `#`, where it ends the secret.
        link = format!("{link}/{page}");
    }
    let text = format!("{text} {}", localize!(ctx, "link-signs-in"));
    let open = CreateButton::new_link(&link).label(ctx.language.localize(label, &[]));
    Ok(OutgoingMessage::text(text).rows(vec![row([open])]))
}
