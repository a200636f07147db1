//! Positions outside games, as their reader prefers: samples, exercises, puzzles.

use std::fmt::Display;

use base::error_chain::causes;
use discord::custom_id::Field;
use discord::{Modal, ModalField, OutgoingMessage, Picture, Reply};
use rules::Diagram;
use tracing::error;

use crate::board::description::{DescriptionContext, color, describe, text_board};
use crate::board::pictures::{BoardPicture, Overlay};
use crate::board::viewer::Viewer;
use crate::board::words;
use crate::context::App;
use crate::localization::{Language, localize};

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

/// The field of the form that asks for a move.
pub const MOVE_FIELD: &str = "move";

/// The person's own turns so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turns(pub Vec<String>);

impl Field for Turns {
    fn write(&self) -> String {
        self.0.join(".")
    }

    fn read(text: &str) -> Option<Self> {
        Some(Self(text.split('.').filter(|turn| !turn.is_empty()).map(str::to_owned).collect()))
    }

    fn samples() -> Vec<Self> {
        ["", "e5e6", "e5e6.c3c5d3"].into_iter().filter_map(Self::read).collect()
    }
}

/// A form that asks for a move; its submission has this id.
pub fn turn_form(language: Language, id: &impl Display) -> Reply {
    Reply::Modal(Modal {
        custom_id: id.to_string(),
        title: localize!(language, "type-title"),
        fields: vec![ModalField::required(MOVE_FIELD, localize!(language, "type-move"), 20)],
    })
}
