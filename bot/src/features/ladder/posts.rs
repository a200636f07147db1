//! The messages of ladders that stand in channels.

use clubs::ClubError;
use clubs::ladders::{list_ladders, tables};
use discord::OutgoingMessage;
use games::domain::{DAY_MS, LadderId, Timestamp};
use games::store::{ChangeSpan, LastChanges, Post};

use crate::commands::{App, Viewer};
use crate::features::ladder::command::standing_table;
use crate::features::ladder::{digest, pictures, view};
use crate::localization::Language;

pub(crate) async fn table(
    app: &App,
    language: Language,
    ladder: LadderId,
    post: &mut Post,
) -> Result<OutgoingMessage, ClubError> {
    let page = tables::show_page(&app.games, ladder, None, Some(0)).await?;
    post.shown = page.head.version;
    Ok(standing_table(app, language, &page).await)
}

pub(crate) async fn season(
    app: &App,
    language: Language,
    ladder: LadderId,
    number: u32,
    post: &mut Post,
) -> Result<OutgoingMessage, ClubError> {
    let season = tables::show_season(&app.games, ladder, number, None).await?;
    post.shown = season.table.head.version;
    let reader = Viewer::of(app, None, Some(post.guild)).await;
    let text = view::season(language, &season);
    Ok(pictures::draw_page(app, language, reader, None, &season.table, text).await)
}

/// The changes of all ladders of a server. Each day has a new message.
pub(crate) async fn changes(
    app: &App,
    language: Language,
    post: &mut Post,
    now: Timestamp,
) -> Result<OutgoingMessage, ClubError> {
    let mut span = post.span.take().unwrap_or_else(|| ChangeSpan::after(LastChanges::new(), now));
    if now.since(span.began_at) >= DAY_MS {
        span = ChangeSpan::after(span.shown, now);
        post.message = None;
    }
    let heads = list_ladders(&app.games, post.guild).await?;
    span.shown = heads.iter().map(|head| (head.ladder_id, head.changes)).collect();
    post.shown = span.shown.values().sum();
    let changed = tables::changes_since(&app.games, heads, &span.since).await?;
    let message = digest::digest(language, span.began_at, &changed);
    post.span = Some(span);
    Ok(message)
}
