//! `/settings block` and `/settings unblock`: people from whom no challenges are accepted.

use discord::custom_id::buttons;
use discord::{Interaction, OutgoingMessage, Reply, Style, button, escape_markdown, interaction, row};
use games::domain::{Preferences, UserId};
use serde_json::json;

use crate::commands::command_button::with_menus;
use crate::commands::{Answer, CommandButton, Ctx, Problem};
use crate::features::settings::service::{self, PlaceAtStake};
use crate::localization::{Language, localize};

buttons! {
    pub enum SettingsButton {
        /// Block this person, after confirmation.
        Block { other: UserId } = "block!",
        /// Sign out of every browser.
        SignOut = "sign-out",
    }
}

/// `/settings block`: without a person, it lists the blocked ones.
pub async fn block(ctx: Ctx<'_>) -> Answer {
    let user = ctx.user();
    let preferences = match read_user(ctx.interaction)? {
        Some(other) if ctx.names_bot(other) => return Err(Problem::Key("error-block-bot")),
        Some(other) => {
            let at_stake = service::places_at_stake(&ctx.app.games, ctx.origin.guild_id, user, other).await?;
            if !at_stake.is_empty() {
                return Ok(Reply::ephemeral(ask_to_block(ctx.language, other, &at_stake)));
            }
            block_person(ctx, other).await?
        }
        None => ctx.app.games.preferences(user).await?,
    };
    Ok(Reply::ephemeral(with_menus(ctx.language, "settings block", &[], &[], list(ctx.language, &preferences))))
}

/// *Block* below the question.
pub async fn confirm(ctx: Ctx<'_>, other: UserId) -> Answer {
    let preferences = block_person(ctx, other).await?;
    Ok(ctx.private_reply(list(ctx.language, &preferences)))
}

async fn block_person(ctx: Ctx<'_>, other: UserId) -> Result<Preferences, Problem> {
    let user = ctx.user();
    let preferences = service::block(&ctx.app.games, user, other).await?;
    service::decline_ladder_challenges(&ctx.app.games, ctx.request, user, other).await?;
    Ok(preferences)
}

/// On ladders a block is a decline, and may cost a place.
fn ask_to_block(language: Language, other: UserId, at_stake: &[PlaceAtStake]) -> OutgoingMessage {
    let mut lines = vec![localize!(language, "settings-block-ask", person = other.0)];
    lines.extend(at_stake.iter().map(|PlaceAtStake { ladder, place }| {
        localize!(language, "settings-block-place", name = escape_markdown(ladder), place = *place)
    }));
    let yes = SettingsButton::Block { other };
    let back = CommandButton::new("settings block", json!({}));
    let buttons = [
        button(&yes, localize!(language, "button-block-yes"), Style::Danger),
        button(&back, localize!(language, "button-back"), Style::Secondary),
    ];
    OutgoingMessage::text(lines.join("\n")).rows(vec![row(buttons)])
}

pub async fn unblock(ctx: Ctx<'_>) -> Answer {
    let other = read_user(ctx.interaction)?.ok_or(Problem::Key("error-no-such-person"))?;
    let preferences = service::unblock(&ctx.app.games, ctx.user(), other).await?;
    Ok(Reply::ephemeral(with_menus(ctx.language, "settings block", &[], &[], list(ctx.language, &preferences))))
}

fn read_user(interaction: &Interaction) -> Result<Option<UserId>, Problem> {
    let Some(user_id) = interaction.options.get("user") else { return Ok(None) };
    interaction::id(user_id).map(|id| Some(UserId(id))).ok_or(Problem::Key("error-no-such-person"))
}

/// The blocked people. The message is private and pings no one, but mentions have to be allowed so that names are
/// shown.
fn list(language: Language, preferences: &Preferences) -> OutgoingMessage {
    let people: Vec<String> = preferences.blocked.iter().map(|user| format!("<@{}>", user.0)).collect();
    OutgoingMessage::text(match people.as_slice() {
        [] => localize!(language, "settings-blocked-none"),
        people => localize!(language, "settings-blocked", people = people.join(", ")),
    })
}
