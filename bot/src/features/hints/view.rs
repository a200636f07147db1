//! The hints.

use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button};
use crate::features::hints::service::Hint;

/// The `custom_id` of *No more hints*.
pub const OFF: &str = "v1:hints-off";

/// Characters that a message must have left for a hint.
const ROOM: usize = 500;

/// Whether a hint and its button fit.
pub(crate) fn has_room(post: &OutgoingMessage) -> bool {
    let length = post.body.get("content").and_then(|content| content.as_str()).map_or(0, |text| text.chars().count());
    let rows = post.body.get("components").and_then(|rows| rows.as_array()).map_or(0, Vec::len);
    length + ROOM <= 2000 && rows < 5
}

/// An answer with a hint below it.
pub(crate) fn with_hint(language: Language, post: OutgoingMessage, hint: Hint) -> OutgoingMessage {
    let text = match hint {
        Hint::Move => localize!(language, "hint-move"),
        Hint::Push => localize!(language, "hint-push"),
        Hint::Win => localize!(language, "hint-win"),
    };
    let off = button(&OFF, localize!(language, "hint-button-off"), Style::Secondary);
    post.append(&format!("💡 {text}")).add_button(off)
}

pub(crate) fn off(language: Language) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "hint-off"))
}

/// What a person has chosen of hints.
pub fn line(language: Language, are_shown: bool) -> String {
    localize!(language, "settings-hints", shown = if are_shown { "yes" } else { "no" })
}
