//! `/move`.

use crate::commands::board::{legal_steps, message, steps};
use crate::commands::{Answer, App, Button, Problem, Viewer, game_of, word};
use crate::discord::localization::mention_in_sentence;
use crate::discord::{
    Interaction, InteractionType, Language, Modal, ModalField, OutgoingMessage, Reply, Style, button, localize, row,
};
use crate::domain::{ChannelId, GameId, UserId};
use crate::features::play::press::may_enter;
use crate::features::play::service::PlayMove;
use crate::features::play::{move_menu, service};
use crate::features::{engine, game_list};
use crate::games::{Certainty, ReplayedGame};

/// The field of the form, and the option of the command.
const MOVE_FIELD: &str = "move";

/// The longest turn that can be typed.
pub(super) const MAX_MOVE: u32 = 150;

pub(super) async fn run_move(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Turn).await?;
    play_typed(app, language, interaction, game, interaction.text(MOVE_FIELD).unwrap_or_default(), None).await
}

/// *Type a move…*: asks for it in a form, whose answer has the same id.
pub(super) async fn press_type(app: &App, language: Language, interaction: &Interaction, pressed: &Button) -> Answer {
    if let Some(typed) = interaction.text(MOVE_FIELD) {
        return play_typed(app, language, interaction, pressed.game, typed, Some(pressed)).await;
    }
    if interaction.kind != InteractionType::Component {
        return Err(Problem::UNKNOWN_BUTTON);
    }
    may_enter(&app.games.load(pressed.game, None).await?, interaction, pressed)?;
    let field = ModalField::required(MOVE_FIELD, localize!(language, "type-move"), MAX_MOVE);
    Ok(Reply::Modal(Modal {
        custom_id: pressed.to_string(),
        title: localize!(language, "type-title"),
        fields: vec![ModalField { value: pressed.text.clone().unwrap_or_default(), ..field }],
    }))
}

/// Plays a typed move, or shows the board after it to those who want to see it before it counts.
async fn play_typed(
    app: &App,
    language: Language,
    interaction: &Interaction,
    game: GameId,
    text: &str,
    pressed: Option<&Button>,
) -> Answer {
    let flip = pressed.and_then(|pressed| pressed.flip);
    let (request, user) = (interaction.request, interaction.person.user);
    let refused = |error| Problem::Game(error, Some(text.to_owned()));
    if confirms(app, user).await {
        match service::preview(&app.games, game, user, text).await.map_err(refused)? {
            Some((replayed, notation)) if move_menu::fits_button(&replayed, &notation) => {
                let guild = replayed.record.game.place.guild_id;
                let reader = Viewer::of(app, user, guild).await.facing(flip);
                let post = move_menu::confirmation(app, language, &reader, replayed, &notation).await?;
                return Ok(interaction.private_reply(post));
            }
            // With hidden colors a preview would tell what is legal, and some turns are too long for the button that would play them.
            _ => {}
        }
    }
    let expected_revision = pressed.and_then(Button::revision);
    let play = PlayMove { request, game, user, text: text.to_owned(), expected_revision };
    let done = service::play(&app.games, play).await.map_err(refused)?;
    Ok(interaction.private_reply(played(app, language, interaction, &done.replayed, flip).await?))
}

pub(super) async fn confirms(app: &App, user: UserId) -> bool {
    app.games.preferences_of(user).await.is_ok_and(|chosen| chosen.confirm == Some(true))
}

/// Where a game is, for a mover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GamePlace {
    /// In the thread in which the move was made.
    Here,
    /// In this channel.
    In(ChannelId),
    /// In no channel that could be linked.
    Elsewhere,
}

pub async fn played(
    app: &App,
    language: Language,
    interaction: &Interaction,
    replayed: &ReplayedGame,
    flip: Option<bool>,
) -> Result<OutgoingMessage, Problem> {
    let here = interaction.origin.channel_id;
    let place = if replayed.record.game.place.thread_id == Some(here) {
        GamePlace::Here
    } else {
        let newest = newest_channel_elsewhere(app, replayed, here).await?;
        newest.map_or(GamePlace::Elsewhere, GamePlace::In)
    };
    Ok(reply(app, language, interaction.person.user, replayed, place, flip).await?)
}

/// The same for a game in this place: one line where everybody's board is seen, the board where it is not.
pub async fn reply(
    app: &App,
    language: Language,
    user: UserId,
    replayed: &ReplayedGame,
    place: GamePlace,
    flip: Option<bool>,
) -> anyhow::Result<OutgoingMessage> {
    // Conditional moves may have been played since, the player's own too.
    let now = replayed.record.plies.last().map_or(0, |ply| ply.version);
    let own = replayed.record.plies.iter().rev().find(|ply| ply.player == user);
    let first = replayed.record.plies.iter().find(|ply| ply.player == user && ply.version == now);
    let own = first.or(own);
    let against = message::against(language, &replayed.record.game, &replayed.record.seats, user);
    let mut text = own
        .map_or_else(String::new, |ply| localize!(language, "you-played", notation = ply.notation, against = against));
    let game = &replayed.record.game;
    let way = match place {
        GamePlace::Here => String::new(),
        GamePlace::In(channel) => localize!(language, "game-in", id = game.name(), channel = channel.0),
        GamePlace::Elsewhere => localize!(language, "game-is", id = game.name()),
    };
    if !way.is_empty() {
        text = format!("{text} {way}");
    }
    let viewer = Viewer::of(app, user, game.place.guild_id).await.facing(flip);
    let is_own_turn = replayed.record.on_turn().is_some_and(|seat| seat.player == user);
    if is_own_turn {
        let answered = replayed.record.plies.last().filter(|last| last.player != user && last.version == now);
        if let Some(answer) = answered {
            let player = mention_in_sentence(answer.player);
            let key = if answer.player.engine().is_some() { "you-played-engine" } else { "you-played-answered" };
            let sentence = localize!(language, key, players = player, notation = answer.notation);
            text = format!("{text}\n{sentence}");
        }
    }
    if let Some(wait) = engine::view::describe_wait(language, &app.games, &replayed.record) {
        text = format!("{text}\n{wait}");
    }
    if place == GamePlace::Here && !viewer.text_board {
        // Everybody's board comes to the same thread: a second picture would push it off a phone's screen.
        let board = button(
            &Button::of(word::BOARD, game.game_id).facing(flip),
            localize!(language, "button-board"),
            Style::Secondary,
        );
        let enter = if is_own_turn { steps::move_buttons(language, game, flip) } else { Vec::new() };
        let post = OutgoingMessage::text(text).rows(vec![row(&enter.into_iter().chain([board]).collect::<Vec<_>>())]);
        return Ok(game_list::command::with_next(app, language, user, game, post).await);
    }
    let post = message::private(app, language, replayed, &viewer, &text).await?;
    Ok(game_list::command::with_next(app, language, user, game, post).await)
}

/// The channel in which the newest message about this game stands, where that is another than this one and one to go to: a
/// direct message is its reader's own. Discord is not asked whether a thread is still there: where the outbox finds it deleted,
/// it records the new one.
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
pub(super) async fn press_play(app: &App, language: Language, interaction: &Interaction, pressed: &Button) -> Answer {
    let text = pressed.text.clone().unwrap_or_default();
    let expected_revision = Some(pressed.required_revision()?);
    let (request, user) = (interaction.request, interaction.person.user);
    let (now, later) = legal_steps::with_later_placings(&text);
    let play = PlayMove { request, game: pressed.game, user, text: now.to_owned(), expected_revision };
    let refused = |error| Problem::Game(error, Some(now.to_owned()));
    let (done, prepared) = service::play_and_prepare(&app.games, play, &later).await.map_err(refused)?;
    let mut post = played(app, language, interaction, &done.replayed, pressed.flip).await?;
    if later.is_empty() {
        return Ok(interaction.private_reply(post));
    }
    if !prepared.placings.is_empty() {
        post = post.prepend(&localize!(language, "entry-prepares", list = prepared.placings.join(" ")));
    }
    if prepared.replaces_lines {
        post = post.prepend(&localize!(language, "entry-replaces-lines"));
    }
    Ok(interaction.private_reply(post))
}
