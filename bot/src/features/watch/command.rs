//! `/game watch`, and the buttons that begin and end it.

use crate::commands::game_option::{find_named_game, fits};
use crate::commands::{Answer, App, Button, Choices, Problem};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, localize};
use crate::domain::{GameId, GameSummary, UserId, WatchHow};
use crate::features::live;
use crate::features::watch::service::{WatchError, WatchedGame};
use crate::features::watch::{STOP, service, view};
use crate::games::GameError;

/// `/game watch`
pub(super) async fn start(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let how = match interaction.text("how") {
        Some("end") => WatchHow::End,
        Some("thread") => WatchHow::Thread,
        _ => WatchHow::Moves,
    };
    let user = interaction.person.user;
    let game = match interaction.text("game") {
        Some(text) => Some(app.games.game_named(text, user, interaction.origin).await.map_err(unknown)?),
        None => service::thread_game_of_others(&app.games, user, interaction.origin.channel_id).await?,
    };
    Ok(Reply::ephemeral(match game {
        Some(game) => begin(app, language, interaction, game, how).await?,
        None => view::which_to_watch(language, &of_others(app, interaction).await?, how),
    }))
}

/// The games of others that are being played here, the newest move first.
async fn of_others(app: &App, interaction: &Interaction) -> Result<Vec<GameSummary>, Problem> {
    let (user, origin) = (interaction.person.user, interaction.origin);
    let Some(guild) = origin.guild_id else { return Ok(Vec::new()) };
    let mut games = live::live_games(&app.games, guild, user, origin).await?.0;
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
pub(super) async fn stop(app: &App, language: Language, interaction: &Interaction) -> Answer {
    if let Some(text) = interaction.text("game") {
        let game = find_named_game(app, interaction, text).await?;
        return Ok(Reply::ephemeral(end(app, language, interaction, game).await?));
    }
    let watched = service::list_watched(&app.games, interaction.person.user).await?;
    let here = |watched: &&WatchedGame| watched.record.game.place.thread_id == Some(interaction.origin.channel_id);
    let game = match (watched.iter().find(here), watched.as_slice()) {
        (Some(watched), _) | (None, [watched]) => watched.watch.game,
        (None, []) => return Ok(Reply::ephemeral(view::list(language, &watched))),
        (None, _) => return Ok(Reply::ephemeral(view::which_to_stop(language, watched))),
    };
    Ok(Reply::ephemeral(end(app, language, interaction, game).await?))
}

pub(super) async fn choose(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = interaction.values.first().and_then(|game| game.parse().ok()).ok_or(Problem::UNKNOWN_BUTTON)?;
    let chosen = interaction.name.rsplit(':').next().unwrap_or_default();
    Ok(interaction.private_reply(match chosen.parse() {
        Ok(how @ (WatchHow::Moves | WatchHow::End | WatchHow::Thread)) => {
            begin(app, language, interaction, game, how).await?
        }
        _ if chosen == STOP => end(app, language, interaction, game).await?,
        _ => return Err(Problem::UNKNOWN_BUTTON),
    }))
}

/// *Watch* below a board.
pub(super) async fn press_start(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    // The board stays.
    Ok(Reply::ephemeral(begin(app, language, interaction, button.game, WatchHow::Moves).await?))
}

/// *Stop watching*, below a board or where one reads that one watches.
pub(super) async fn press_stop(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let post = end(app, language, interaction, button.game).await?;
    Ok(if button.number.is_some() { Reply::ephemeral(post) } else { interaction.private_reply(post) })
}

/// Games of others that are being played, or those that one watches.
pub(super) async fn complete(
    app: &App,
    language: Language,
    interaction: &Interaction,
    typed: &str,
) -> Result<Choices, Problem> {
    let found = if interaction.text("how") == Some(STOP) {
        let watched = service::list_watched(&app.games, interaction.person.user).await?.into_iter();
        watched.map(WatchedGame::into_summary).collect()
    } else {
        of_others(app, interaction).await?
    };
    let choices = found.iter().map(|summary| (view::label(language, summary), summary.game.game_id.to_string()));
    Ok(choices.filter(fits(typed)).take(25).collect())
}

/// Who means a game of others finds none in the list of their own.
fn unknown(error: GameError) -> Problem {
    match error {
        GameError::NoSuchGame => Problem::Key("error-watch-unknown"),
        error => error.into(),
    }
}

async fn begin(
    app: &App,
    language: Language,
    interaction: &Interaction,
    game: GameId,
    how: WatchHow,
) -> Result<OutgoingMessage, Problem> {
    match service::watch(&app.games, interaction.person.user, game, how).await {
        Ok(record) => Ok(view::render_watching(language, &record, how)),
        Err(WatchError::Game(error)) => Err(unknown(error)),
        Err(WatchError::Own) => Err(Problem::Key("error-watch-own")),
        Err(WatchError::TooMany(count)) => {
            Err(Problem::Text(localize!(language, "error-watch-too-many", count = count)))
        }
        Err(WatchError::Full) => Err(Problem::Key("error-watch-full")),
        Err(WatchError::NoThread) => Err(Problem::Key("error-watch-no-thread")),
    }
}

async fn end(
    app: &App,
    language: Language,
    interaction: &Interaction,
    game: GameId,
) -> Result<OutgoingMessage, Problem> {
    let names = app.games.names_of(&[game]).await?;
    let id = names.get(&game).cloned().unwrap_or_default();
    let was_watched = service::stop_watching(&app.games, interaction.person.user, game).await?;
    Ok(view::render_end_of_watch(language, &id, was_watched))
}
