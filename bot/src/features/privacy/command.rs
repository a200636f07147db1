//! `/privacy`, and the question before everything is deleted.

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::reply::Reply;
use crate::domain::MINUTE_MS;
use crate::features::privacy::button::{PrivacyButton, PrivacyVerb};
use crate::features::privacy::service;
use crate::features::privacy::service::deletion;
use crate::features::privacy::service::deletion::DeletionRequest;
use crate::features::privacy::view;

/// Bytes of all files together: Discord takes 10 MiB in all servers.
const LARGEST: usize = 9 * 1024 * 1024;

/// The question is about what stands there now.
const ANSWER_WITHIN_MS: i64 = 15 * MINUTE_MS;

/// `/privacy show`
pub async fn show(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let holdings = service::holdings_of(&app.games, interaction.person.user).await?;
    Ok(Reply::ephemeral(view::holdings(language, &holdings)))
}

/// `/privacy export`
pub async fn export(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let export = service::personal_export(&app.games, interaction.person.user, LARGEST).await?;
    Ok(Reply::ephemeral(view::export(language, export)))
}

/// `/privacy delete`
pub async fn ask_before_deletion(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let holdings = service::holdings_of(&app.games, interaction.person.user).await?;
    Ok(Reply::ephemeral(view::ask(language, &holdings, app.clock.now())))
}

/// An answer to the question. A button means the one who presses it.
pub async fn press(app: &App, language: Language, interaction: &Interaction, button: PrivacyButton) -> Answer {
    let (user, now) = (interaction.person.user, app.clock.now());
    if !(0..ANSWER_WITHIN_MS).contains(&now.since(button.asked_at)) {
        return Err(Problem::Key("privacy-asked-long-ago"));
    }
    let resigns = match button.verb {
        PrivacyVerb::Keep => return Ok(interaction.private_reply(view::nothing_deleted(language))),
        PrivacyVerb::Delete => false,
        PrivacyVerb::ResignAndDelete => true,
    };
    let post = match deletion::ask_to_delete(&app.games, user, resigns).await? {
        DeletionRequest::Noted | DeletionRequest::UnderWay => view::deletion_begins(language),
        DeletionRequest::StillPlaying => view::ask(language, &service::holdings_of(&app.games, user).await?, now),
    };
    Ok(interaction.private_reply(post))
}
