//! `/move`.

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::viewer::{Viewer, plays_white};
use crate::commands::board::{legal_steps, message};
use crate::commands::button::{Button, word};
use crate::commands::context::App;
use crate::commands::game_option::game_of;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, row};
use crate::discord::reply::Reply;
use crate::domain::{ChannelId, GameId, UserId};
use crate::features::game_list;
use crate::features::play::move_menu;
use crate::features::play::service;
use crate::features::play::service::PlayMove;
use crate::games::{Certainty, GameError, ReplayedGame};

pub(super) async fn run_move(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Turn).await?;
    let text = interaction.text("move").unwrap_or_default();
    if confirms(app, interaction.person.user).await {
        match service::preview(&app.games, game, interaction.person.user, text).await {
            Ok(Some((replayed, notation))) if move_menu::fits_button(&replayed, &notation) => {
                let post = move_menu::confirmation(app, language, interaction.person.user, replayed, &notation).await?;
                return Ok(Reply::ephemeral(post));
            }
            // With hidden colors a preview would tell what is legal, and some turns are too long for the button that would play them.
            Ok(_) => {}
            Err(GameError::NotYourTurn) => {
                return Ok(Reply::ephemeral(not_your_turn(app, language, interaction, game).await?));
            }
            Err(error) => return Err(Problem::Game(error, Some(text.to_owned()))),
        }
    }
    let play = PlayMove {
        request: interaction.request,
        game,
        user: interaction.person.user,
        text: text.to_owned(),
        expected_revision: None,
    };
    match service::play(&app.games, play).await {
        Ok(done) => Ok(Reply::ephemeral(played(app, language, interaction, &done.replayed).await?)),
        Err(GameError::NotYourTurn) => Ok(Reply::ephemeral(not_your_turn(app, language, interaction, game).await?)),
        Err(error) => Err(Problem::Game(error, Some(text.to_owned()))),
    }
}

/// Whose turn it is, and what one can do meanwhile.
async fn not_your_turn(
    app: &App,
    language: Language,
    interaction: &Interaction,
    game: GameId,
) -> Result<OutgoingMessage, Problem> {
    let replayed = app.games.load(game, None).await?;
    let on_turn = replayed.record.game.turn.to_move.and_then(|seat| replayed.record.at(seat));
    let text = on_turn.map_or_else(
        || localize!(language, "error-not-your-turn"),
        |seat| localize!(language, "error-turn-of", players = message::mentions(std::iter::once(seat))),
    );
    let post = OutgoingMessage::text(text).rows(vec![board_row(language, game)]);
    if replayed.record.seat_of(interaction.person.user).is_none() || replayed.record.game.hides_colors() {
        return Ok(post);
    }
    let line = Button::of(word::LINE, game);
    Ok(post.add_button(button(&line, localize!(language, "button-line"), Style::Secondary)))
}

async fn confirms(app: &App, user: UserId) -> bool {
    app.games.preferences_of(user).await.is_ok_and(|chosen| chosen.confirm == Some(true))
}

/// The button that shows the board as its reader likes it.
fn board_row(language: Language, game: GameId) -> serde_json::Value {
    let board = Button::of(word::BOARD, game);
    row(&[button(&board, localize!(language, "button-board"), Style::Secondary)])
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
) -> Result<OutgoingMessage, Problem> {
    let here = interaction.origin.channel_id;
    let place = if replayed.record.game.place.thread_id == Some(here) {
        GamePlace::Here
    } else {
        let newest = newest_channel_elsewhere(app, replayed, here).await?;
        newest.map_or(GamePlace::Elsewhere, GamePlace::In)
    };
    Ok(reply(app, language, interaction.person.user, replayed, place).await?)
}

/// The same for a game in this place: one line where everybody's board is seen, the board where it is not.
pub async fn reply(
    app: &App,
    language: Language,
    user: UserId,
    replayed: &ReplayedGame,
    place: GamePlace,
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
    let viewer = Viewer::person(app, user, game.place.guild_id).await;
    if place == GamePlace::Here && !viewer.text_board {
        // Everybody's board comes to the same thread: a second picture would push it off a phone's screen.
        let post = OutgoingMessage::text(text).rows(vec![board_row(language, game.game_id)]);
        return Ok(game_list::command::with_next(app, language, user, game, post).await);
    }
    let flip = viewer.flips(replayed, plays_white(replayed, replayed.record.seat_of(user)));
    let post = message::private(app, language, replayed, &viewer, &text, flip).await?;
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
    let mut post = played(app, language, interaction, &done.replayed).await?;
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
