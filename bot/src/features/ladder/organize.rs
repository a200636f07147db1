//! The group `ladder` of `/setup`: what organizers do with ladders.

use std::str::FromStr as _;

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::layout_names::layout_named;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::reply::Reply;
use crate::domain::clubs::ladder::refusal::LadderError;
use crate::domain::clubs::ladder::rules::RulePreset;
use crate::domain::{GuildId, LadderId};
use crate::features::audit::service::Organizer;
use crate::features::ladder::command::{ladder_of, person_of, user_of};
use crate::features::ladder::service;
use crate::features::ladder::service::organizers;
use crate::features::ladder::service::taking_in;
use crate::features::ladder::service::{LadderEdit, NewLadder, OrganizerAction};
use crate::features::ladder::view;
use crate::features::organize;
use crate::features::organize::permission::organized;
use crate::games::GameError;

/// `/setup ladder create`
pub(crate) async fn create(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = organized(app, interaction).await?;
    let preset = interaction.text("preset").and_then(|word| RulePreset::from_str(word).ok());
    let new = NewLadder {
        guild,
        by: Some(by(interaction, guild)),
        name: interaction.text("name").unwrap_or_default().to_owned(),
        preset: preset.ok_or(Problem::Key("error-no-such-choice"))?,
        settings: interaction.text("set").unwrap_or_default().to_owned(),
        setup: setup_line(interaction).unwrap_or_else(|| "abalone".to_owned()),
        pace: interaction.text("pace").map(str::to_owned),
    };
    let head = organizers::create(&app.games, new).await?;
    Ok(Reply::ephemeral(view::created(language, &head)))
}

/// `/setup ladder edit`
pub(crate) async fn edit(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = organized(app, interaction).await?;
    let ladder = ladder_of(app, interaction).await?;
    let text = |option: &str| interaction.text(option).map(str::to_owned);
    let edit =
        LadderEdit { name: text("name"), settings: text("set"), setup: setup_line(interaction), pace: text("pace") };
    let (head, is_changed) = organizers::edit(&app.games, ladder, &by(interaction, guild), edit).await?;
    Ok(Reply::ephemeral(view::edited(language, &head, is_changed)))
}

/// The setup line that the options make: a layout, or a whole line.
fn setup_line(interaction: &Interaction) -> Option<String> {
    let layout = interaction.text("layout").map(|typed| {
        let name = layout_named(typed)
            .map_or_else(|| typed.trim().to_lowercase().replace(' ', "-"), |found| found.name.clone());
        format!("layout={name}")
    });
    match (interaction.text("setup"), layout) {
        (None, None) => None,
        (Some(setup), None) if setup.split_whitespace().next().is_some_and(|word| word.contains('=')) => {
            Some(format!("abalone {setup}"))
        }
        (Some(setup), None) => Some(setup.to_owned()),
        (setup, Some(layout)) => Some(format!("{} {layout}", setup.unwrap_or("abalone"))),
    }
}

/// `/setup ladder close`
pub(crate) async fn close(app: &App, language: Language, interaction: &Interaction) -> Answer {
    organized(app, interaction).await?;
    let ladder = ladder_of(app, interaction).await?;
    let stored = taking_in::update_ladder(&app.games, ladder).await?;
    if stored.head.closed_at.is_some() {
        return Err(GameError::from(LadderError::Closed).into());
    }
    let (players, open) = (stored.ladder.table().len(), stored.ladder.challenges().count());
    Ok(Reply::ephemeral(view::ask_to_close(language, &stored.head, players, open)))
}

/// *Close* below the question.
pub(super) async fn confirm_close(
    app: &App,
    language: Language,
    interaction: &Interaction,
    ladder: LadderId,
) -> Answer {
    let guild = organized(app, interaction).await?;
    let head = organizers::close(&app.games, ladder, &by(interaction, guild)).await?;
    if let Some(channel) = service::digest_channel(&app.games, guild).await? {
        // Who follows the ladders there learns of it. The ladder is closed, whatever Discord says.
        let locale = app.games.server_settings(guild).await?.locale;
        let theirs = Language::of(locale.as_deref().unwrap_or("en-US"));
        let nonce = format!("x{:x}", interaction.request.0);
        app.sender.post(channel, &view::closed(theirs, &head), &nonce).await;
    }
    Ok(interaction.private_reply(view::closed(language, &head)))
}

/// `/setup ladder add`
pub(crate) async fn add(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = organized(app, interaction).await?;
    let user = person_of(language, interaction, "player")?.ok_or(Problem::Key("error-no-such-person"))?;
    carried_out(app, language, interaction, guild, OrganizerAction::Add(user.person.clone())).await
}

/// `/setup ladder remove`: also somebody who has left the server. It asks first.
pub(crate) async fn remove(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = organized(app, interaction).await?;
    let user = user_of(interaction, "player")?.ok_or(Problem::Key("error-no-such-person"))?;
    let (player, ladder) = (user.person.user, ladder_of(app, interaction).await?);
    let (question, head, place, open) =
        organize::ask_to_remove(&app.games, &by(interaction, guild), ladder, player).await?;
    Ok(Reply::ephemeral(view::ask_to_remove(language, &head, &question, player, [place, open])))
}

/// `/setup ladder move`
pub(crate) async fn place(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = organized(app, interaction).await?;
    let user = user_of(interaction, "player")?.ok_or(Problem::Key("error-no-such-person"))?;
    let place = interaction.number("place").and_then(|place| usize::try_from(place).ok()).unwrap_or(0);
    carried_out(app, language, interaction, guild, OrganizerAction::Move(user.person.user, place)).await
}

async fn carried_out(
    app: &App,
    language: Language,
    interaction: &Interaction,
    guild: GuildId,
    action: OrganizerAction,
) -> Answer {
    let ladder = ladder_of(app, interaction).await?;
    let player = match &action {
        OrganizerAction::Add(person) => person.user,
        OrganizerAction::Remove(player) | OrganizerAction::Move(player, _) => *player,
    };
    let (stored, change) = organizers::change_player(&app.games, ladder, &by(interaction, guild), action).await?;
    Ok(Reply::ephemeral(view::organized(language, &stored, player, change)))
}

/// The person of an interaction, with the reason if there is one.
fn by(interaction: &Interaction, guild: GuildId) -> Organizer {
    let reason = interaction.text("reason").map(str::to_owned);
    Organizer { reason, ..Organizer::of(interaction, guild) }
}
