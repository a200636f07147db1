//! The message of a day with the changes of all ladders of a server.

use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, escape_markdown};
use crate::domain::Timestamp;
use crate::domain::ladder::stored::{LadderHead, RecordedChange};
use crate::features::ladder::view::{changed, reason};

/// Characters of the message: Discord takes 2,000.
const MOST: usize = 1_850;

/// The changes of each ladder, the newest first. Nobody is notified.
pub(crate) fn digest(
    language: Language,
    began_at: Timestamp,
    ladders: &[(LadderHead, Vec<RecordedChange>)],
) -> OutgoingMessage {
    let mut text = localize!(language, "ladder-digest", at = began_at.0 / 1000);
    let mut left_out = 0_u32;
    for (head, changes) in ladders.iter().filter(|(_, changes)| !changes.is_empty()) {
        let mut has_title = false;
        for recorded in changes {
            let title = if has_title { String::new() } else { format!("\n**{}**", escape_markdown(&head.name)) };
            let reason = reason(language, recorded.change.reason);
            let line =
                format!("{title}\n• <t:{}:t> {}", recorded.at.0 / 1000, changed(language, &recorded.change, &reason));
            if left_out > 0 || text.chars().count() + line.chars().count() > MOST {
                left_out += 1;
                continue;
            }
            text.push_str(&line);
            has_title = true;
        }
    }
    if left_out > 0 {
        text.push('\n');
        text.push_str(&localize!(language, "ladder-digest-more", count = left_out));
    }
    OutgoingMessage::text(text)
}
