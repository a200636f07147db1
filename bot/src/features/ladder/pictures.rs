//! A page of a table as a message.

use tracing::error;

use crate::commands::{App, Viewer};
use crate::discord::message::LONGEST_ALT;
use crate::discord::{Language, OutgoingMessage, Picture};
use crate::domain::UserId;
use crate::features::ladder::service::TablePage;
use crate::features::ladder::view;

/// A page as a picture, or as text for those who prefer it and where it cannot be drawn. The row of `own` is marked.
pub(crate) async fn draw_page(
    app: &App,
    language: Language,
    reader: Viewer,
    own: Option<UserId>,
    shown: &TablePage,
    text: String,
) -> OutgoingMessage {
    if shown.rows.is_empty() {
        return OutgoingMessage::text(text);
    }
    if !reader.text_board {
        let table = view::table(language, shown, own, reader.picture_style.theme);
        let alt = table.alt(LONGEST_ALT);
        match app.pictures.figure(move || render::table(&table)).await {
            Ok(bytes) => {
                let file_name = "ladder.png".to_owned();
                return OutgoingMessage::text(text).picture(Picture { file_name, bytes, alt });
            }
            Err(cause) => error!("Could not draw a ladder: {cause:#}"),
        }
    }
    OutgoingMessage::text(view::as_text(language, shown, text))
}
