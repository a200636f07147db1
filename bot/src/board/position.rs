//! A position without players, shown as its reader prefers: the start of a game, a sample, an exercise.

use base::error_chain::causes;
use discord::{OutgoingMessage, Picture};
use rules::Diagram;
use tracing::error;

use crate::board::description::{DescriptionContext, color, describe, text_board};
use crate::board::pictures::{BoardPicture, Overlay};
use crate::board::viewer::Viewer;
use crate::board::words;
use crate::context::App;
use crate::localization::Language;

/// As text: a text board, or rows in words.
pub fn spelled(language: Language, reader: &Viewer, diagram: &Diagram, flip: bool) -> String {
    if reader.words_only { words::rows(language, diagram, flip) } else { text_board(language, diagram, flip) }
}

/// As a picture: captions are colors instead of names, and nothing is marked.
pub fn picture(language: Language, reader: &Viewer, diagram: Diagram, flip: bool, headline: String) -> BoardPicture {
    BoardPicture {
        names: diagram.seats.iter().map(|place| color(language, place.color)).collect(),
        notes: vec![String::new(); diagram.seats.len()],
        winners: Vec::new(),
        headline,
        detail: String::new(),
        picture_style: reader.picture_style,
        overlay: Overlay::turned(flip),
        diagram,
    }
}

/// A text with this board, without the board if drawing fails.
pub async fn with_board(
    app: &App,
    language: Language,
    reader: &Viewer,
    text: String,
    board: BoardPicture,
    file_name: &str,
) -> OutgoingMessage {
    if reader.text_board {
        let board = spelled(language, reader, &board.diagram, board.overlay.flip);
        // A text board in a code block needs no blank line.
        let gap = if reader.words_only { "\n\n" } else { "\n" };
        return OutgoingMessage::text(format!("{text}{gap}{board}"));
    }
    let alt = describe(language, &board.diagram, board.overlay.flip, DescriptionContext::default());
    match app.pictures.draw(board).await {
        Ok(bytes) => OutgoingMessage::text(text).picture(Picture { file_name: file_name.to_owned(), bytes, alt }),
        Err(cause) => {
            error!("Could not draw {file_name}: {}", causes(&cause));
            OutgoingMessage::text(text)
        }
    }
}
