//! `/game replay`: a whole game as an animation.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use async_trait::async_trait;
use discord::custom_id::Words;
use discord::{Deferral, Interaction, OutgoingMessage, Picture, Reply};
use games::domain::{Game, GameId, Phase, UserId};
use render::{Frame, Replay};

use crate::board::message;
use crate::board::pictures::{GamePicture, GamePictureKind, PictureStyle, orientation};
use crate::commands::command_definition::{CommandDefinition, command, flag, subcommand};
use crate::commands::shared_options::any_game;
use crate::commands::{Answer, App, Ctx, Feature, GamePress, Problem, ReplayButton, Viewer, game_or_finished};
use crate::features::history;
use crate::features::history::service::GameHistory;
use crate::features::history::view::{caption, players};
use crate::localization::{Language, localize};

pub struct GameReplay;

#[async_trait]
impl Feature for GameReplay {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("replay", [any_game(), flag("public")])])]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<ReplayButton>>()
    }

    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        // The board stays above the animation.
        Some(if !interaction.is_ephemeral && is_public(interaction) { Deferral::Public } else { Deferral::Ephemeral })
    }

    fn is_lookup(&self, _: &Interaction) -> bool {
        true
    }

    fn phases(&self) -> &'static [Phase] {
        &[Phase::Playing, Phase::Over]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        run_replay(ctx).await
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let GamePress { subject: game, button: ReplayButton::Replay } = ctx.button()?;
        Ok(Reply::ephemeral(render_replay(ctx.app, ctx.language, ctx.user(), game, true).await?))
    }
}

/// Whether everyone sees the answer.
fn is_public(interaction: &Interaction) -> bool {
    interaction.name == "game replay" && interaction.flag("public")
}

async fn run_replay(ctx: Ctx<'_>) -> Answer {
    let private = !is_public(ctx.interaction);
    if !private && ctx.app.games.is_thread_of_others(ctx.user(), ctx.origin.channel_id).await? {
        return Err(Problem::Key("error-thread-of-others"));
    }
    let game = game_or_finished(ctx).await?;
    Ok(Reply::Message { private, post: render_replay(ctx.app, ctx.language, ctx.user(), game, private).await? })
}

/// The animation of a game in this person's style, or in the server's if everyone sees it.
pub(crate) async fn render_replay(
    app: &App,
    language: Language,
    user: UserId,
    game: GameId,
    private: bool,
) -> Result<OutgoingMessage, Problem> {
    let history = history::history(&app.games, game, user).await?;
    let replayed = &history.replayed;
    let record = &replayed.record;
    let guild = record.game.place.guild_id;
    let reader = Viewer::of(app, private.then_some(user), guild).await;
    let count = record.plies.len();
    let mut text =
        localize!(language, "replay", id = record.game.name(), players = players(language, &history), plies = count);
    if !private {
        // A public answer names the person who asked for it.
        text = format!("{}\n{text}", localize!(language, "replay-shown-by", player = user.0));
    }
    let last = replayed.any_game.diagram();
    if record.game.phase == Phase::Over {
        text = format!("{text}\n{}", message::result(language, record, &last));
    }
    let flip = reader.flips(Some(replayed));
    let alt =
        format!("{} {}", localize!(language, "replay-alt", plies = count), message::alt(language, record, &last, flip));
    let bytes = draw(app, language, history, (reader.picture_style, flip)).await?;
    Ok(OutgoingMessage::text(text).picture(Picture::new(format!("{game}.gif"), bytes, &alt)))
}

/// The animation of a game in this style and orientation.
pub async fn draw(
    app: &App,
    language: Language,
    history: GameHistory,
    (picture_style, flip): (PictureStyle, bool),
) -> anyhow::Result<Arc<Vec<u8>>> {
    let Game { game_id: game, version, .. } = history.replayed.record.game;
    let mut names = DefaultHasher::new();
    history.replayed.record.seats.iter().for_each(|seat| seat.name.hash(&mut names));
    let kind = GamePictureKind::Replay { names: names.finish() };
    let game_picture = GamePicture { kind, game, version, language, picture_style, flip };
    let draw = move || {
        let seat_infos = &history.diagrams[0].seats;
        let name = |seat| message::name_or_color(language, seat_infos, seat);
        render::replay(&Replay {
            names: history.replayed.record.seats.iter().map(name).collect(),
            frames: frames(language, history),
            abridged: localize!(language, "replay-abridged"),
            orientation: orientation(flip),
            coordinates: picture_style.coordinates,
            theme: picture_style.theme,
        })
    };
    app.pictures.draw_game(game_picture, draw).await
}

/// A frame for each position with its move; the last one shows the result.
fn frames(language: Language, history: GameHistory) -> Vec<Frame<'static>> {
    let GameHistory { replayed, mut diagrams } = history;
    let (record, seat_infos) = (&replayed.record, replayed.any_game.seats());
    let moves = record.plies.iter().map(|ply| caption(language, record, ply, &seat_infos));
    let mut captions: Vec<String> =
        std::iter::once(message::headline(language, record, &diagrams[0])).chain(moves).collect();
    if let (Phase::Over, Some(diagram), Some(caption)) = (record.game.phase, diagrams.last_mut(), captions.last_mut()) {
        diagram.to_move = None;
        let end = message::headline(language, record, diagram);
        *caption = if record.plies.is_empty() { end } else { format!("{caption} · {end}") };
    }
    let frame = |(diagram, caption)| Frame { diagram: Cow::Owned(diagram), caption };
    diagrams.into_iter().zip(captions).map(frame).collect()
}
