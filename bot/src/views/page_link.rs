//! Links from an answer to its page in a browser.

use discord::{OutgoingMessage, link_button};
use games::domain::GuildId;
use games::{GameError, Games};

use crate::localization::{Language, localize};

/// Adds a button to the page at this path, if the server shows its pages.
pub async fn add_page_link(
    games: &Games,
    language: Language,
    guild: GuildId,
    path: String,
    post: OutgoingMessage,
) -> Result<OutgoingMessage, GameError> {
    Ok(match games.public_page(guild, path).await? {
        Some(address) => post.add_button(link_button(&address, localize!(language, "button-page"))),
        None => post,
    })
}
