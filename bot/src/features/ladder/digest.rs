//! The daily message with the changes of all ladders of a server.

use clubs::ladders::LadderChanges;
use discord::{OutgoingMessage, escape_markdown};
use games::domain::Timestamp;

use crate::features::ladder::view::{between_marks, change_with_opponent};
use crate::localization::{Language, localize};

/// Characters of the message: Discord takes 2,000.
const MOST: usize = 1_850;

/// The changes of each ladder, newest first. The ladders take turns, so that a busy one leaves room for the others.
/// Mentions no one.
pub(crate) fn digest(language: Language, began_at: Timestamp, ladders: &[LadderChanges]) -> OutgoingMessage {
    let mut text = localize!(language, "ladder-digest", at = began_at.0 / 1000);
    let mut room = MOST.saturating_sub(text.chars().count());
    let mut parts = vec![String::new(); ladders.len()];
    let mut open: Vec<_> =
        ladders.iter().zip(&mut parts).map(|(ladder, part)| (ladder, part, ladder.newest.iter())).collect();
    let mut shown_count = 0;
    while !open.is_empty() {
        open.retain_mut(|(ladder, part, newest)| {
            let Some(entry) = newest.next() else { return false };
            let recorded = &entry.recorded;
            let title = if part.is_empty() {
                format!("\n**{}**", between_marks(&escape_markdown(&ladder.head.name)))
            } else {
                String::new()
            };
            let change = change_with_opponent(language, &ladder.head, &recorded.change, entry.opponent());
            let line = format!("{title}\n• <t:{}:t> {change}", recorded.at.0 / 1000);
            let length = line.chars().count();
            if length > room {
                return false;
            }
            room -= length;
            shown_count += 1;
            part.push_str(&line);
            true
        });
    }
    text.extend(parts);
    let left_out = ladders.iter().map(|ladder| ladder.count).sum::<i64>() - shown_count;
    if left_out > 0 {
        text.push('\n');
        text.push_str(&localize!(language, "ladder-digest-more", count = left_out));
    }
    OutgoingMessage::text(text)
}
