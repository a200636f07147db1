//! What the buttons and selects about a ladder do.

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::domain::UserId;
use crate::domain::clubs::ladder::refusal::LadderError;
use crate::features::ladder::button::{LadderButton, LadderVerb};
use crate::features::ladder::service::taking_in;
use crate::features::ladder::{command, organize, view};
use crate::games::GameError;

/// Answers a button or a select. It works only in the server of its ladder.
pub async fn press(app: &App, language: Language, interaction: &Interaction, button: &LadderButton) -> Answer {
    let LadderButton { ladder, verb } = *button;
    if verb == LadderVerb::Keep {
        return Ok(interaction.private_reply(view::render_kept_place(language)));
    }
    let guild = interaction.origin.guild_id.ok_or(LadderError::NoServer).map_err(GameError::from)?;
    match taking_in::ladder_head(&app.games, ladder).await {
        Ok(head) if head.guild_id == guild => {}
        Ok(_) | Err(GameError::Ladder(LadderError::NoSuchLadder(_))) => return Err(Problem::UNKNOWN_BUTTON),
        Err(error) => return Err(error.into()),
    }
    match verb {
        LadderVerb::Keep => Err(Problem::UNKNOWN_BUTTON),
        LadderVerb::LeaveYes => command::leave_ladder(app, language, interaction, ladder).await,
        LadderVerb::CloseYes => organize::confirm_close(app, language, interaction, ladder).await,
        LadderVerb::History(page, player) => {
            command::history_page(app, language, interaction, ladder, player, page).await
        }
        LadderVerb::Page(page) => command::page(app, language, interaction, ladder, Some(page)).await,
        LadderVerb::Day(page, at) => command::day(app, language, interaction, ladder, at, page).await,
        LadderVerb::Join => command::join_ladder(app, language, interaction, ladder).await,
        LadderVerb::Leave => command::ask_to_leave(app, language, interaction, ladder).await,
        LadderVerb::Challenge => command::choices(app, language, interaction, ladder).await,
        LadderVerb::Defender(player) => command::challenged(app, language, interaction, ladder, player, None).await,
        LadderVerb::Choose => {
            let chosen = interaction.values.first().and_then(|value| value.parse().ok());
            let player = UserId(chosen.ok_or(Problem::UNKNOWN_BUTTON)?);
            command::challenged(app, language, interaction, ladder, player, None).await
        }
    }
}
