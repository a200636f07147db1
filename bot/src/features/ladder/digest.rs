//! The message of a day with the changes of all ladders of a server.

use crate::discord::{Language, OutgoingMessage, escape_markdown, localize};
use crate::domain::Timestamp;
use crate::domain::clubs::ladder::LadderHead;
use crate::features::ladder::service::HistoryEntry;
use crate::features::ladder::view::{between_marks, change_with_opponent};

/// Characters of the message: Discord takes 2,000.
const MOST: usize = 1_850;

/// What has changed on one ladder.
pub(crate) struct Changes {
    pub head: LadderHead,
    /// The newest first.
    pub newest: Vec<HistoryEntry>,
    /// With those that were not read.
    pub count: i64,
}

/// The changes of each ladder, the newest first. The ladders take turns, so that one with many leaves room for the others. Nobody is
/// notified.
pub(crate) fn digest(language: Language, began_at: Timestamp, ladders: &[Changes]) -> OutgoingMessage {
    let mut text = localize!(language, "ladder-digest", at = began_at.0 / 1000);
    let mut room = MOST.saturating_sub(text.chars().count());
    let mut parts = vec![String::new(); ladders.len()];
    let mut open: Vec<_> =
        ladders.iter().zip(&mut parts).map(|(ladder, part)| (ladder, part, ladder.newest.iter())).collect();
    let mut shown = 0;
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
            shown += 1;
            part.push_str(&line);
            true
        });
    }
    text.extend(parts);
    let left_out = ladders.iter().map(|ladder| ladder.count).sum::<i64>() - shown;
    if left_out > 0 {
        text.push('\n');
        text.push_str(&localize!(language, "ladder-digest-more", count = left_out));
    }
    OutgoingMessage::text(text)
}
