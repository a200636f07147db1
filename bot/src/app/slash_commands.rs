//! Which slash command goes to which feature.

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::features::{
    audit, challenge, fair_play, guided_play, help, ladder, leader_role, learn, organize, presets, privacy, profile,
    ratings, reminders, replacement, rules_pages, seek, settings, statistics, vacation,
};

/// Answers a slash command.
pub async fn command(app: &App, language: Language, interaction: &Interaction) -> Answer {
    match interaction.name.as_str() {
        "play" => guided_play::command::play(app, language, interaction).await,
        "challenge" if interaction.options.is_empty() => guided_play::command::play(app, language, interaction).await,
        "challenge" => challenge::command::challenge(app, language, interaction).await,
        "seek" => seek::command::seek(app, language, interaction).await,
        "seeks" => seek::command::seeks(app, language, interaction).await,
        "profile" => profile::command::command(app, language, interaction).await,
        "statistics" => statistics::command::statistics(app, language, interaction).await,
        "top" => ratings::command::top(app, language, interaction).await,
        "ladder show" => ladder::command::show(app, language, interaction).await,
        "ladder join" => ladder::command::join(app, language, interaction).await,
        "ladder leave" => ladder::command::leave(app, language, interaction).await,
        "ladder challenge" => ladder::command::challenge(app, language, interaction).await,
        "ladder history" => ladder::command::history(app, language, interaction).await,
        "ladder rules" => ladder::command::rules(app, language, interaction).await,
        "settings show" => settings::command::show(app, language, interaction).await,
        "settings picture" => settings::picture::picture(app, language, interaction).await,
        "settings takeback" => settings::command::takeback(app, language, interaction).await,
        "settings moves" => settings::command::moves(app, language, interaction).await,
        "settings clock" => settings::command::clock(app, language, interaction).await,
        "vacation start" => vacation::command::start(app, language, interaction).await,
        "vacation stop" => vacation::command::stop(app, language, interaction).await,
        "vacation status" => vacation::command::status(app, language, interaction).await,
        "settings reminders" => reminders::command::reminders(app, language, interaction).await,
        "settings digest" => reminders::command::digest(app, language, interaction).await,
        "settings test" => reminders::command::test(app, language, interaction).await,
        "settings block" => settings::block::block(app, language, interaction).await,
        "settings unblock" => settings::block::unblock(app, language, interaction).await,
        "settings presets" => presets::command::own(app, language, interaction).await,
        "setup presets" => presets::command::of_server(app, language, interaction).await,
        "setup show" => settings::command::show_server(app, language, interaction).await,
        "setup channels" => settings::channels::channels(app, language, interaction).await,
        "setup thread" => settings::channels::thread(app, language, interaction).await,
        "setup organizers" => settings::channels::organizers(app, language, interaction).await,
        "setup leader" => leader_role::command::leader(app, language, interaction).await,
        "setup picture" => settings::command::server_picture(app, language, interaction).await,
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
        "privacy show" => privacy::command::show(app, language, interaction).await,
        "privacy export" => privacy::command::export(app, language, interaction).await,
        "privacy delete" => privacy::command::delete(app, language, interaction).await,
        "rules" => Ok(rules_pages::command::command(app, language, interaction).await),
        "learn" => learn::command::learn(app, language, interaction).await,
        "help" => help::command::help(app, language, interaction).await,
        _ => Err(Problem::UNKNOWN_COMMAND),
    }
}
