//! Which slash command goes to which feature.

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::features::{audit, challenge, fair_play, guided_play, ladder, leader_role, organize, replacement, seek};

/// Answers a slash command.
pub async fn command(app: &App, language: Language, interaction: &Interaction) -> Answer {
    match interaction.name.as_str() {
        "challenge" if interaction.options.is_empty() => guided_play::command::play(app, language, interaction).await,
        "challenge" => challenge::command::challenge(app, language, interaction).await,
        "seek" => seek::command::seek(app, language, interaction).await,
        "seeks" => seek::command::seeks(app, language, interaction).await,
        "ladder show" => ladder::command::show(app, language, interaction).await,
        "ladder join" => ladder::command::join(app, language, interaction).await,
        "ladder leave" => ladder::command::leave(app, language, interaction).await,
        "ladder challenge" => ladder::command::challenge(app, language, interaction).await,
        "ladder history" => ladder::command::history(app, language, interaction).await,
        "ladder rules" => ladder::command::rules(app, language, interaction).await,
        "setup leader" => leader_role::command::leader(app, language, interaction).await,
        "setup ladder create" => ladder::organize::create(app, language, interaction).await,
        "setup ladder edit" => ladder::organize::edit(app, language, interaction).await,
        "setup ladder close" => ladder::organize::close(app, language, interaction).await,
        "setup ladder add" => ladder::organize::add(app, language, interaction).await,
        "setup ladder remove" => ladder::organize::remove(app, language, interaction).await,
        "setup ladder move" => ladder::organize::place(app, language, interaction).await,
        "organize adjudicate" => organize::command::adjudicate(app, language, interaction).await,
        "organize annul" => organize::command::annul(app, language, interaction).await,
        "organize extend" => organize::command::extend(app, language, interaction).await,
        "organize pause" => organize::command::pause(app, language, interaction).await,
        "organize resume" => organize::command::resume(app, language, interaction).await,
        "organize replace" => replacement::command::replace(app, language, interaction).await,
        "organize review" => fair_play::command::review(app, language, interaction).await,
        "organize log" => {
            let guild = organize::permission::organized(app, interaction).await?;
            audit::command::log(app, language, interaction, guild).await
        }
        _ => Err(Problem::UNKNOWN_COMMAND),
    }
}
