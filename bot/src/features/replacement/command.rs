//! `/organize replace`, and the answer of who is asked.

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::shared_options::{member_of, user_of};
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::Reply;
use crate::domain::{GameId, ReplacementAnswer};
use crate::features::organize::command::organizer;
use crate::features::replacement;

/// `/organize replace`
pub async fn replace(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let (by, game) = organizer(app, interaction).await?;
    let missing = || Problem::Key("error-no-such-person");
    let former = user_of(interaction, "player")?.ok_or_else(missing)?.person.user;
    let new = member_of(language, interaction, "by", "replacement-not-here")?.ok_or_else(missing)?.person.user;
    let done = replacement::ask_to_replace(&app.games, by, game, former, new).await?;
    let id = done.replayed.record.game.name();
    let said = localize!(language, "replacement-you-asked", id = id, player = former.0, new = new.0);
    Ok(Reply::ephemeral(OutgoingMessage::text(said)))
}

/// *Take over* or *Decline* below the question.
pub(crate) async fn answer(
    app: &App,
    language: Language,
    interaction: &Interaction,
    game: GameId,
    version: i64,
    answer: ReplacementAnswer,
) -> Answer {
    let who = interaction.person.clone();
    let done = replacement::answer_replacement(&app.games, interaction.request, game, who, version, answer).await?;
    let id = done.replayed.record.game.name();
    let said = match answer {
        ReplacementAnswer::Accept => localize!(language, "replacement-you-play", id = id),
        ReplacementAnswer::Decline => localize!(language, "replacement-you-declined", id = id),
    };
    Ok(interaction.private_reply(OutgoingMessage::text(said)))
}
