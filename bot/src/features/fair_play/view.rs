//! Figures about fair play, in words.

use crate::discord::localization::{Language, localize};
use crate::discord::message::OutgoingMessage;
use crate::features::fair_play::service::{NEW_ACCOUNT_DAYS, REVIEW_DAYS, Review};

/// What organizers may want to look at. Nobody is notified.
pub(crate) fn review(language: Language, review: &Review) -> OutgoingMessage {
    let mut lines = vec![localize!(language, "review-title", days = REVIEW_DAYS, games = review.rated)];
    if review.pairs.is_empty() && review.broken_off.is_empty() && review.new_accounts.is_empty() {
        lines.push(localize!(language, "review-nothing"));
        return OutgoingMessage::text(lines.join("\n"));
    }
    if !review.pairs.is_empty() {
        lines.push(localize!(language, "review-pairs"));
    }
    for pair in &review.pairs {
        lines.push(localize!(
            language,
            "review-pair",
            one = pair.players[0].0,
            other = pair.players[1].0,
            games = pair.games,
            wonone = pair.won[0],
            wonother = pair.won[1],
            allone = pair.of[0],
            allother = pair.of[1]
        ));
    }
    if !review.broken_off.is_empty() {
        lines.push(localize!(language, "review-broken-off"));
    }
    for pair in &review.broken_off {
        lines.push(localize!(
            language,
            "review-broken-off-pair",
            one = pair.players[0].0,
            other = pair.players[1].0,
            aborted = pair.aborted,
            timedout = pair.timed_out
        ));
    }
    if !review.new_accounts.is_empty() {
        lines.push(localize!(language, "review-new-accounts", days = NEW_ACCOUNT_DAYS));
    }
    for account in &review.new_accounts {
        lines.push(localize!(
            language,
            "review-new-account",
            player = account.user.0,
            age = account.age_days,
            games = account.games,
            lost = account.lost,
            winner = account.winner.0.0,
            count = account.winner.1
        ));
    }
    lines.push(localize!(language, "review-hint"));
    OutgoingMessage::text(lines.join("\n"))
}
