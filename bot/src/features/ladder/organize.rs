//! The group `ladder` of `/setup`: what organizers do with ladders.

use std::str::FromStr as _;

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::layout_names::layout_named;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::reply::Reply;
use crate::domain::ladder::refusal::LadderError;
use crate::domain::ladder::rules::RulePreset;
use crate::domain::{AuditAction, LadderId, UserId};
use crate::features::audit::service::Organizer;
use crate::features::ladder::command::{ladder_of, person_of, user_of};
use crate::features::ladder::service::{LadderEdit, NewLadder, OrganizerAction};
use crate::features::ladder::view;
use crate::features::organize::permission::organized;
use crate::games::GameError;

/// `/setup ladder create`
pub(crate) async fn create(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = organized(app, interaction).await?;
    let preset = interaction.text("preset").and_then(|word| RulePreset::from_str(word).ok());
    let new = NewLadder {
        guild,
        name: interaction.text("name").unwrap_or_default().to_owned(),
        preset: preset.ok_or(Problem::Key("error-no-such-choice"))?,
        settings: interaction.text("set").unwrap_or_default().to_owned(),
        setup: setup_line(interaction).unwrap_or_else(|| "abalone".to_owned()),
        pace: interaction.text("pace").map(str::to_owned),
    };
    let head = app.games.create_ladder(new).await?;
    note(app, interaction, AuditAction::LadderCreated, head.ladder_id, None, Some(head.name.clone())).await?;
    Ok(Reply::ephemeral(view::created(language, &head)))
}

/// `/setup ladder edit`
pub(crate) async fn edit(app: &App, language: Language, interaction: &Interaction) -> Answer {
    organized(app, interaction).await?;
    let ladder = ladder_of(app, interaction).await?;
    let text = |option: &str| interaction.text(option).map(str::to_owned);
    let edit =
        LadderEdit { name: text("name"), settings: text("set"), setup: setup_line(interaction), pace: text("pace") };
    let head = app.games.edit_ladder(ladder, interaction.person.user, edit).await?;
    note(app, interaction, AuditAction::LadderEdited, ladder, None, Some(head.name.clone())).await?;
    Ok(Reply::ephemeral(view::edited(language, &head)))
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
    let stored = app.games.followed_ladder(ladder).await?;
    if stored.head.closed_at.is_some() {
        return Err(GameError::from(LadderError::Closed).into());
    }
    Ok(Reply::ephemeral(view::ask_to_close(language, &stored.head, stored.ladder.challenges().count())))
}

/// *Close* below the question.
pub(super) async fn confirm_close(
    app: &App,
    language: Language,
    interaction: &Interaction,
    ladder: LadderId,
) -> Answer {
    organized(app, interaction).await?;
    let head = app.games.close_ladder(ladder).await?;
    note(app, interaction, AuditAction::LadderClosed, ladder, None, Some(head.name.clone())).await?;
    Ok(interaction.private_reply(view::closed(language, &head)))
}

/// `/setup ladder add`
pub(crate) async fn add(app: &App, language: Language, interaction: &Interaction) -> Answer {
    organized(app, interaction).await?;
    let user = person_of(language, interaction, "player")?.ok_or(Problem::Key("error-no-such-person"))?;
    carried_out(app, language, interaction, OrganizerAction::Add(user.person.clone())).await
}

/// `/setup ladder remove`: also somebody who has left the server.
pub(crate) async fn remove(app: &App, language: Language, interaction: &Interaction) -> Answer {
    organized(app, interaction).await?;
    let user = user_of(interaction, "player")?.ok_or(Problem::Key("error-no-such-person"))?;
    carried_out(app, language, interaction, OrganizerAction::Remove(user.person.user)).await
}

/// `/setup ladder move`
pub(crate) async fn place(app: &App, language: Language, interaction: &Interaction) -> Answer {
    organized(app, interaction).await?;
    let user = user_of(interaction, "player")?.ok_or(Problem::Key("error-no-such-person"))?;
    let place = interaction.number("place").and_then(|place| usize::try_from(place).ok()).unwrap_or(1).max(1);
    carried_out(app, language, interaction, OrganizerAction::Move(user.person.user, place)).await
}

async fn carried_out(app: &App, language: Language, interaction: &Interaction, action: OrganizerAction) -> Answer {
    let ladder = ladder_of(app, interaction).await?;
    let player = match &action {
        OrganizerAction::Add(person) => person.user,
        OrganizerAction::Remove(player) | OrganizerAction::Move(player, _) => *player,
    };
    let done = match &action {
        OrganizerAction::Add(_) => AuditAction::LadderPlayerAdded,
        OrganizerAction::Remove(_) => AuditAction::LadderPlayerRemoved,
        OrganizerAction::Move(..) => AuditAction::LadderPlayerMoved,
    };
    let said = interaction.text("reason").map(str::to_owned);
    let (stored, change) = app.games.organize_ladder(ladder, interaction.person.user, action, said).await?;
    let place = change.as_ref().and_then(|change| change.to).map(|place| format!("{}: {place}", stored.head.name));
    if change.is_some() {
        note(app, interaction, done, ladder, Some(player), place.or_else(|| Some(stored.head.name.clone()))).await?;
    }
    Ok(Reply::ephemeral(view::organized(language, &stored, player, change)))
}

/// Adds it to the log of the server.
async fn note(
    app: &App,
    interaction: &Interaction,
    action: AuditAction,
    ladder: LadderId,
    player: Option<UserId>,
    detail: Option<String>,
) -> Result<(), Problem> {
    let Some(guild) = interaction.origin.guild_id else { return Ok(()) };
    let reason = interaction.text("reason").map(str::to_owned);
    let by = Organizer { reason, ..Organizer::of(interaction, guild) };
    Ok(app.games.note_on_ladder(&by, action, ladder, player, detail).await?)
}
