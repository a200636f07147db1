//! The daily puzzle in the channels of servers, and then the number of its solvers.

use std::sync::Arc;

use discord::{DiscordApi, ErrorClass, OutgoingMessage};
use games::GameError;
use games::domain::{Day, Timestamp};
use games::store::{Post, Store, StoreError};
use tracing::info;

use crate::commands::{App, Viewer};
use crate::features::puzzle::service::{puzzle_of, puzzle_of_day};
use crate::features::puzzle::view;
use crate::localization::Language;

/// Today's message. A later version of the program may lack this puzzle.
pub(crate) async fn daily(
    app: &App,
    language: Language,
    post: &mut Post,
    now: Timestamp,
) -> Result<Option<OutgoingMessage>, GameError> {
    let day = Day::of(now);
    let Some(puzzle) = puzzle_of_day(&app.games, day).await? else { return Ok(None) };
    (post.shown, post.message) = (day.0, None);
    let viewer = Viewer::of(app, None, Some(post.guild)).await;
    Ok(Some(view::post(app, language, &viewer, day, puzzle).await))
}

/// Adds the number of solvers to the last message. Failures are ignored, because nothing depends on it.
pub(crate) async fn tell_solvers(
    store: &Store,
    discord: &Arc<dyn DiscordApi>,
    language: Language,
    last: &Post,
) -> Result<(), StoreError> {
    let (day, Some(message)) = (Day(last.shown), last.message) else { return Ok(()) };
    let Some(puzzle) = store.puzzle_of_day(day).await?.and_then(|number| puzzle_of(number.into())) else {
        return Ok(());
    };
    let solvers = store.puzzle_solvers(day).await?;
    let text = view::post_text(language, day, puzzle, Some(solvers));
    match discord.edit(last.channel, message, &text.edit()).await {
        Err(error) if error.class() != ErrorClass::Gone => {
            info!(guild = last.guild.0, %error, "Could not say how many have solved a daily puzzle: {error}");
        }
        _ => {}
    }
    Ok(())
}
