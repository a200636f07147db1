//! Making a move: typed, or chosen step by step in the menu *Move…*.

pub(crate) mod view;

use async_trait::async_trait;
use discord::custom_id::{About, Words};
use discord::{InteractionType, Modal, ModalField, OutgoingMessage, Reply};
use games::domain::{BoardRevision, ChannelId, GameId, UserId};
use games::moves::{self, PlayMove};
use games::{GameError, GameSelection, ReplayedGame};
use rules::Choice;

use crate::board::legal_steps;
use crate::commands::command_definition::{CommandDefinition, command, text};
use crate::commands::game_option::complete_game;
use crate::commands::input::words::MOVE_WORDS;
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::shared_options::game;
use crate::commands::{Answer, App, Choices, Ctx, Facing, Feature, PlayButton, PlayPress, Problem, Viewer, game_of};
use crate::localization::{Language, localize};

/// The field of the form, and the option of the command.
const MOVE_FIELD: &str = "move";

/// Characters of the longest typed turn.
const MAX_MOVE: u16 = 150;

pub struct Play;

#[async_trait]
impl Feature for Play {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("move", [text(MOVE_FIELD).required().autocomplete().max_length(MAX_MOVE), game()])]
    }

    fn words(&self) -> Words {
        Words::of::<PlayPress>()
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let game = game_of(ctx, GameSelection::Turn).await?;
        play_typed(ctx, game, ctx.text(MOVE_FIELD).unwrap_or_default(), None).await
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (option, typed) = ctx.focused_option();
        match option {
            MOVE_FIELD => complete_move(ctx, typed).await,
            "game" => complete_game(ctx, typed, self.phases()).await,
            _ => Ok(Choices::new()),
        }
    }

    /// A step in the menu, or a move. Without preview, the last step plays at once.
    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let About { subject: game, button: About { subject: board, button } } = ctx.button::<PlayPress>()?;
        match button {
            PlayButton::Type { typed } => return press_type(ctx, game, board, typed).await,
            PlayButton::Play { turn } => return press_play(ctx, game, board, &turn).await,
            // A button has the turn in its id; a select sends it as its values: a turn, or several placings.
            PlayButton::Step { ref turn } if plays_at_once(ctx.app, ctx.user()).await => {
                let replayed = ctx.app.games.load(game, None).await?;
                let turn = if ctx.values.is_empty() { turn.clone() } else { ctx.values.join(" ") };
                if !replayed.any_game.hides_colors() && view::is_whole_turn(&replayed, &turn) {
                    return press_play(ctx, game, board, &turn).await;
                }
            }
            _ => {}
        }
        Ok(ctx.private_reply(enter(ctx, game, board, &button).await?))
    }
}

async fn complete_move(ctx: Ctx<'_>, typed: &str) -> Result<Choices, Problem> {
    let game = game_of(ctx, GameSelection::Likely).await?;
    let moves = ctx.app.games.complete_moves(game, ctx.user(), typed, &MOVE_WORDS).await?;
    Ok(moves.into_iter().take(MAX_CHOICES).map(|choice| (label_move(ctx.language, &choice), choice.notation)).collect())
}

fn label_move(language: Language, choice: &Choice) -> String {
    let mut label = choice.notation.clone();
    for (tag, key) in [("eject", "choice-eject"), ("push", "choice-push"), ("broadside", "choice-broadside")] {
        if choice.tags.contains(&tag) {
            label = format!("{label} · {}", language.localize(key, &[]));
            break;
        }
    }
    label.chars().take(100).collect()
}

async fn enter(
    ctx: Ctx<'_>,
    game: GameId,
    board: Facing<BoardRevision>,
    button: &PlayButton,
) -> Result<OutgoingMessage, Problem> {
    let replayed = check_entry(ctx.app.games.load(game, None).await?, ctx.user(), board.position)?;
    if replayed.any_game.hides_colors() {
        // Even for a forged button: a preview of a move would reveal whether it is legal.
        return Ok(view::hidden_colors(ctx.app, ctx.language, &replayed, board.flip));
    }
    let reader = Viewer::of(ctx.app, ctx.user(), replayed.record.game.place.guild_id).await.facing(board.flip);
    let selection = (!ctx.values.is_empty()).then(|| ctx.values.join(" "));
    Ok(view::enter(ctx.app, ctx.language, &reader, replayed, button, selection.as_deref()).await?)
}

async fn plays_at_once(app: &App, user: UserId) -> bool {
    app.games.preferences_of(user).await.is_ok_and(|chosen| chosen.preview == Some(false))
}

/// The game, if this person is on turn on this board of it.
fn check_entry(replayed: ReplayedGame, user: UserId, board: BoardRevision) -> Result<ReplayedGame, GameError> {
    let seat = replayed.record.playing_seat(user)?;
    if board != replayed.record.game.revision() {
        return Err(GameError::Stale(Box::new(replayed)));
    }
    if replayed.record.game.turn.to_move != Some(seat) {
        return Err(GameError::NotYourTurn(Box::new(replayed.record)));
    }
    Ok(replayed)
}

/// *Type a move…*: asks for it in a modal with the same custom id.
async fn press_type(ctx: Ctx<'_>, game: GameId, board: Facing<BoardRevision>, before: String) -> Answer {
    if let Some(typed) = ctx.text(MOVE_FIELD) {
        return play_typed(ctx, game, typed, Some(board)).await;
    }
    if ctx.kind != InteractionType::Component {
        return Err(Problem::UNKNOWN_BUTTON);
    }
    check_entry(ctx.app.games.load(game, None).await?, ctx.user(), board.position)?;
    let field = ModalField::required(MOVE_FIELD, localize!(ctx, "type-move"), MAX_MOVE);
    Ok(Reply::Modal(Modal {
        custom_id: ctx.name.clone(),
        title: localize!(ctx, "type-title"),
        fields: vec![ModalField { value: before, ..field }],
    }))
}

/// Plays a typed move, or first shows its board to players who confirm moves.
async fn play_typed(ctx: Ctx<'_>, game: GameId, text: &str, board: Option<Facing<BoardRevision>>) -> Answer {
    let flip = board.and_then(|board| board.flip);
    let (request, user) = (ctx.request, ctx.user());
    let refusal = |error| Problem::Game(error, Some(text.to_owned()));
    if view::confirms(ctx.app, user).await {
        match moves::preview(&ctx.app.games, game, user, text).await.map_err(refusal)? {
            Some((replayed, notation)) if view::fits_button(&replayed, &notation) => {
                let guild = replayed.record.game.place.guild_id;
                let reader = Viewer::of(ctx.app, user, guild).await.facing(flip);
                let post = view::confirmation(ctx.app, ctx.language, &reader, replayed, &notation).await?;
                return Ok(ctx.private_reply(post));
            }
            // With hidden colors a preview would reveal what is legal; other turns are too long for the button's
            // custom id.
            _ => {}
        }
    }
    let expected_revision = board.map(|board| board.position);
    let play = PlayMove { request, game, user, text: text.to_owned(), expected_revision };
    let outcome = moves::play(&ctx.app.games, play).await.map_err(refusal)?;
    Ok(ctx.private_reply(played(ctx, &outcome.replayed, flip).await?))
}

async fn played(ctx: Ctx<'_>, replayed: &ReplayedGame, flip: Option<bool>) -> Result<OutgoingMessage, Problem> {
    let here = ctx.origin.channel_id;
    let place = if replayed.record.game.place.thread_id == Some(here) {
        view::GamePlace::Here
    } else {
        let newest = newest_channel_elsewhere(ctx.app, replayed, here).await?;
        newest.map_or(view::GamePlace::Elsewhere, view::GamePlace::In)
    };
    Ok(view::reply(ctx.app, ctx.language, ctx.user(), replayed, place, flip).await?)
}

/// The channel of the newest message about this game, if it is another linkable channel; direct messages are private.
/// Does not ask Discord whether the thread still exists: the outbox records a new one if it was deleted.
async fn newest_channel_elsewhere(
    app: &App,
    replayed: &ReplayedGame,
    here: ChannelId,
) -> Result<Option<ChannelId>, Problem> {
    let game = &replayed.record.game;
    let newest = app.games.newest_channel_of(game.game_id).await?;
    let delivery_targets = [game.place.thread_id, game.place.guild_id.map(|_| game.place.channel_id)];
    let is_reachable = |channel: &ChannelId| *channel != here && delivery_targets.contains(&Some(*channel));
    Ok(newest.filter(is_reachable))
}

/// *Play* at the end of the menu.
async fn press_play(ctx: Ctx<'_>, game: GameId, board: Facing<BoardRevision>, turn: &str) -> Answer {
    let expected_revision = Some(board.position);
    let (request, user) = (ctx.request, ctx.user());
    let (now, later) = legal_steps::with_later_placings(turn);
    let play = PlayMove { request, game, user, text: now.to_owned(), expected_revision };
    let refusal = |error| Problem::Game(error, Some(now.to_owned()));
    let (outcome, prepared) = moves::play_and_prepare(&ctx.app.games, play, &later).await.map_err(refusal)?;
    let mut post = played(ctx, &outcome.replayed, board.flip).await?;
    if later.is_empty() {
        return Ok(ctx.private_reply(post));
    }
    if !prepared.placings.is_empty() {
        post = post.prepend(&localize!(ctx, "entry-prepares", list = prepared.placings.join(" ")));
    }
    if prepared.replaces_lines {
        post = post.prepend(&localize!(ctx, "entry-replaces-lines"));
    }
    Ok(ctx.private_reply(post))
}
