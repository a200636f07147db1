//! `/organize review`: what organizers look at to judge fair play. The figures decide nothing: nobody is punished by the program.

pub mod service;

use async_trait::async_trait;

use crate::commands::organizers::organized;
use crate::commands::{Answer, App, Feature};
use crate::discord::command_definition::CommandDefinition;
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, command_definition as define, localize};
use crate::features::fair_play::service::{NEW_ACCOUNT_DAYS, REVIEW_DAYS, Review};
use crate::games::Limited;

pub struct FairPlay;

#[async_trait]
impl Feature for FairPlay {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![define::command("organize", [define::subcommand("review", [])]).for_organizers()]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let guild = organized(app, interaction).await?;
        app.games.check_rate(interaction.person.user, Limited::Lookups)?;
        let review = service::review(&app.games, guild).await?;
        Ok(Reply::ephemeral(describe_review(language, &review)))
    }
}

/// What organizers may want to look at. Nobody is notified.
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
