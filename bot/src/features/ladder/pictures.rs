//! A page of a table as a message.

use clubs::ladders::TablePage;
use discord::message::LONGEST_ALT;
use discord::{OutgoingMessage, Picture};
use games::domain::UserId;
use tracing::error;

use crate::commands::{App, Viewer};
use crate::features::ladder::view;
use crate::localization::Language;

/// A page as a picture, or as text for those who prefer it and as a fallback. The row of `own` is highlighted.
pub(crate) async fn draw_page(
    app: &App,
    language: Language,
    reader: Viewer,
    own: Option<UserId>,
    table_page: &TablePage,
    text: String,
) -> OutgoingMessage {
    if table_page.rows.is_empty() {
        return OutgoingMessage::text(text);
    }
    if !reader.text_board {
        let table = view::table(language, table_page, own, reader.picture_style.theme);
        let alt = table.alt(LONGEST_ALT);
        match app.pictures.figure(move || render::table(&table)).await {
            Ok(bytes) => {
                let file_name = "ladder.png".to_owned();
                return OutgoingMessage::text(text).picture(Picture { file_name, bytes, alt });
            }
            Err(cause) => error!("Could not draw a ladder: {cause:#}"),
        }
    }
    OutgoingMessage::text(view::as_text(language, table_page, text))
}
