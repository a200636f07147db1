//! `/settings block` and `/settings unblock`: whose challenges a person does not want.

use serde_json::json;

use crate::commands::settings_menus::with_menus;
use crate::commands::{Answer, App, Button, CommandButton, Problem};
use crate::discord::interaction;
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, Style, button, escape_markdown, localize, row};
use crate::domain::{GameId, Preferences, UserId};
use crate::features::settings::service::{self, PlaceAtStake};

/// *Yes* to the question.
pub const CONFIRM: &str = "block!";

/// A button about a person is about no game.
const NO_GAME: GameId = GameId(0);

/// `/settings block`: without a person, it shows who is blocked.
pub async fn block(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let chosen = match read_user(interaction)? {
        Some(other) if interaction.names_bot(other) => return Err(Problem::Key("error-block-bot")),
        Some(other) => {
            let at_stake = service::places_at_stake(&app.games, interaction.origin.guild_id, user, other).await?;
            if !at_stake.is_empty() {
                return Ok(Reply::ephemeral(ask_to_block(language, other, &at_stake)));
            }
            block_person(app, interaction, other).await?
        }
        None => app.games.preferences(user).await?,
    };
    Ok(Reply::ephemeral(with_menus(language, "settings block", &[], &[], list(language, &chosen))))
}

/// *Block* below the question.
pub async fn confirm(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let other = UserId(Button::read(interaction)?.required_number()?.cast_unsigned());
    let chosen = block_person(app, interaction, other).await?;
    Ok(interaction.private_reply(list(language, &chosen)))
}

async fn block_person(app: &App, interaction: &Interaction, other: UserId) -> Result<Preferences, Problem> {
    let user = interaction.person.user;
    let chosen = service::block(&app.games, user, other).await?;
    service::decline_ladder_challenges(&app.games, interaction.request, user, other).await?;
    Ok(chosen)
}

/// On ladders a block is a decline, and may cost a place.
fn ask_to_block(language: Language, other: UserId, at_stake: &[PlaceAtStake]) -> OutgoingMessage {
    let mut lines = vec![localize!(language, "settings-block-ask", person = other.0)];
    lines.extend(at_stake.iter().map(|PlaceAtStake { ladder, place }| {
        localize!(language, "settings-block-place", name = escape_markdown(ladder), place = *place)
    }));
    let yes = Button::at(CONFIRM, NO_GAME, other.0.cast_signed());
    let back = CommandButton::new("settings block", json!({}));
    let buttons = [
        button(&yes, localize!(language, "button-block-yes"), Style::Danger),
        button(&back, localize!(language, "button-back"), Style::Secondary),
    ];
    OutgoingMessage::text(lines.join("\n")).rows(vec![row(&buttons)])
}

pub async fn unblock(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let other = read_user(interaction)?.ok_or(Problem::Key("error-no-such-person"))?;
    let chosen = service::unblock(&app.games, interaction.person.user, other).await?;
    Ok(Reply::ephemeral(with_menus(language, "settings block", &[], &[], list(language, &chosen))))
}

fn read_user(interaction: &Interaction) -> Result<Option<UserId>, Problem> {
    let Some(typed) = interaction.options.get("user") else { return Ok(None) };
    interaction::id(typed).map(|id| Some(UserId(id))).ok_or(Problem::Key("error-no-such-person"))
}

/// Who is blocked. Names are shown, and nobody is pinged: the message is private, and mentions have to be allowed.
fn list(language: Language, chosen: &Preferences) -> OutgoingMessage {
    let people: Vec<String> = chosen.blocked.iter().map(|user| format!("<@{}>", user.0)).collect();
    OutgoingMessage::text(match people.as_slice() {
        [] => localize!(language, "settings-blocked-none"),
        people => localize!(language, "settings-blocked", people = people.join(", ")),
    })
}
