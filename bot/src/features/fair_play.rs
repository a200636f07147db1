//! `/organize review`: figures for organizers to judge fair play. The program itself takes no action on them.

use async_trait::async_trait;
use clubs::fair_play::{NEW_ACCOUNT_DAYS, REVIEW_DAYS, Review};
use discord::{OutgoingMessage, Reply};
use games::Limited;

use crate::commands::command_definition::{self as define, CommandDefinition};
use crate::commands::organizers::organized;
use crate::commands::{Answer, Ctx, Feature};
use crate::localization::{Language, localize};

pub struct FairPlay;

#[async_trait]
impl Feature for FairPlay {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![define::command("organize", [define::subcommand("review", [])]).for_organizers()]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let guild = organized(ctx).await?;
        ctx.app.games.check_rate(ctx.user(), Limited::Lookups)?;
        let review = clubs::fair_play::review(&ctx.app.games, guild).await?;
        Ok(Reply::ephemeral(describe_review(ctx.language, &review)))
    }
}

/// The review as a message. Mentions no one.
fn describe_review(language: Language, review: &Review) -> OutgoingMessage {
    let mut lines = vec![localize!(language, "review-title", days = REVIEW_DAYS, games = review.rated)];
    if *review == (Review { rated: review.rated, ..Review::default() }) {
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
    if !review.unplayed_wins.is_empty() {
        lines.push(localize!(language, "review-unplayed"));
    }
    for (player, count) in &review.unplayed_wins {
        lines.push(localize!(language, "review-unplayed-wins", player = player.0, count = *count));
    }
    lines.push(localize!(language, "review-hint"));
    OutgoingMessage::text(lines.join("\n"))
}
