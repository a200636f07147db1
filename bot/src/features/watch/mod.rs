//! Following games of others (`/game watch`).

pub mod service;
pub mod view;

pub use service::{forget_closed, list_watched, stop_watching, watch};

use async_trait::async_trait;
use discord::custom_id::Words;
use discord::{Deferral, Interaction, OutgoingMessage, Reply};
use games::GameError;
use games::domain::{GameId, GameSummary, UserId, WatchHow};

use crate::commands::command_definition::{CommandDefinition, command, subcommand, text};
use crate::commands::game_option::{find_named_game, fits};
use crate::commands::shared_options::game;
use crate::commands::{Answer, App, Choices, Ctx, Feature, Problem, WatchButton};
use crate::features::live;
use crate::features::watch::service::{WatchError, WatchedGame};
use crate::localization::{Language, localize};

/// The choice of the command that stops watching.
const STOP: &str = "stop";

pub struct WatchGames;

#[async_trait]
impl Feature for WatchGames {
    fn commands(&self) -> Vec<CommandDefinition> {
        let how = text("how").choices(["moves", "end", "thread", STOP]);
        vec![command("game", [subcommand("watch", [game(), how])])]
    }

    fn words(&self) -> Words {
        Words::of::<WatchButton>()
    }

    /// Below a board the answer is a separate message.
    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        let button = interaction.button();
        let is_below_board = matches!(button, Some(WatchButton::Watch { .. } | WatchButton::StopBelowBoard { .. }));
        is_below_board.then_some(Deferral::Ephemeral)
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        match ctx.text("how") {
            Some(STOP) => stop(ctx).await,
            _ => start(ctx).await,
        }
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (option, typed) = ctx.focused_option();
        match option {
            "game" => complete(ctx, typed).await,
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        press(ctx, ctx.button()?).await
    }
}

async fn start(ctx: Ctx<'_>) -> Answer {
    let how = match ctx.text("how") {
        Some("end") => WatchHow::End,
        Some("thread") => WatchHow::Thread,
        _ => WatchHow::Moves,
    };
    let user = ctx.user();
    let game = match ctx.text("game") {
        Some(text) => Some(ctx.app.games.game_named(text, user, ctx.origin).await.map_err(unknown)?),
        None => service::thread_game_of_others(&ctx.app.games, user, ctx.origin.channel_id).await?,
    };
    Ok(Reply::ephemeral(match game {
        Some(game) => begin(ctx, game, how).await?,
        None => view::which_to_watch(ctx.language, &of_others(ctx).await?, how),
    }))
}

/// Running games of others in this channel or server, newest move first.
async fn of_others(ctx: Ctx<'_>) -> Result<Vec<GameSummary>, Problem> {
    let (user, origin) = (ctx.user(), ctx.origin);
    let Some(guild) = origin.guild_id else { return Ok(Vec::new()) };
    let mut games = live::live_games(&ctx.app.games, guild, user, origin).await?.0;
    games.retain(|summary| summary.seats.iter().all(|seat| seat.player != user));
    Ok(games)
}

/// `/games show:watched`
pub async fn list(app: &App, language: Language, user: UserId) -> Result<OutgoingMessage, Problem> {
    let watched = service::list_watched(&app.games, user).await?;
    service::forget_closed(&app.games, &watched).await?;
    Ok(view::list(language, &watched))
}

/// `/game watch how:stop`
async fn stop(ctx: Ctx<'_>) -> Answer {
    if let Some(text) = ctx.text("game") {
        let game = find_named_game(ctx, text).await?;
        return Ok(Reply::ephemeral(end(ctx, game).await?));
    }
    let watched = service::list_watched(&ctx.app.games, ctx.user()).await?;
    let here = |watched: &&WatchedGame| watched.record.game.place.thread_id == Some(ctx.origin.channel_id);
    let game = match (watched.iter().find(here), watched.as_slice()) {
        (Some(watched), _) | (None, [watched]) => watched.watch.game,
        (None, []) => return Ok(Reply::ephemeral(view::list(ctx.language, &watched))),
        (None, _) => return Ok(Reply::ephemeral(view::which_to_stop(ctx.language, watched))),
    };
    Ok(Reply::ephemeral(end(ctx, game).await?))
}

async fn press(ctx: Ctx<'_>, button: WatchButton) -> Answer {
    let selected_game = || ctx.values.first().and_then(|game| game.parse().ok()).ok_or(Problem::UNKNOWN_BUTTON);
    Ok(match button {
        // The board stays.
        WatchButton::Watch { game } => Reply::ephemeral(begin(ctx, game, WatchHow::Moves).await?),
        WatchButton::StopBelowBoard { game } => Reply::ephemeral(end(ctx, game).await?),
        WatchButton::Stop { game } => ctx.private_reply(end(ctx, game).await?),
        WatchButton::Choose { how: how @ (WatchHow::Moves | WatchHow::End | WatchHow::Thread) } => {
            ctx.private_reply(begin(ctx, selected_game()?, how).await?)
        }
        WatchButton::Choose { .. } => return Err(Problem::UNKNOWN_BUTTON),
        WatchButton::ChooseStop => ctx.private_reply(end(ctx, selected_game()?).await?),
    })
}

/// Completes with running games of others, or with the games that the person watches.
async fn complete(ctx: Ctx<'_>, typed: &str) -> Result<Choices, Problem> {
    let summaries = if ctx.text("how") == Some(STOP) {
        let watched_games = service::list_watched(&ctx.app.games, ctx.user()).await?.into_iter();
        watched_games.map(WatchedGame::into_summary).collect()
    } else {
        of_others(ctx).await?
    };
    let choices =
        summaries.iter().map(|summary| (view::label(ctx.language, summary), summary.game.game_id.to_string()));
    Ok(choices.filter(fits(typed)).take(25).collect())
}

/// A person who means a game of others does not find it among their own.
fn unknown(error: GameError) -> Problem {
    match error {
        GameError::NoSuchGame => Problem::Key("error-watch-unknown"),
        error => error.into(),
    }
}

async fn begin(ctx: Ctx<'_>, game: GameId, how: WatchHow) -> Result<OutgoingMessage, Problem> {
    match service::watch(&ctx.app.games, ctx.user(), game, how).await {
        Ok(record) => Ok(view::render_watching(ctx.language, &record, how)),
        Err(WatchError::Game(error)) => Err(unknown(error)),
        Err(WatchError::Own) => Err(Problem::Key("error-watch-own")),
        Err(WatchError::TooMany(count)) => Err(Problem::Text(localize!(ctx, "error-watch-too-many", count = count))),
        Err(WatchError::Full) => Err(Problem::Key("error-watch-full")),
        Err(WatchError::NoThread) => Err(Problem::Key("error-watch-no-thread")),
    }
}

async fn end(ctx: Ctx<'_>, game: GameId) -> Result<OutgoingMessage, Problem> {
    let names = ctx.app.games.names_of(&[game]).await?;
    let id = names.get(&game).cloned().unwrap_or_default();
    let was_watched = service::stop_watching(&ctx.app.games, ctx.user(), game).await?;
    Ok(view::render_end_of_watch(ctx.language, &id, was_watched))
}
