//! `/organize`: from the options to what is done, and the questions before what cannot be undone.

use crate::commands::game_option::fits;
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::organizers::organized;
use crate::commands::{Answer, App, Choices, Problem};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, clean, interaction, localize};
use crate::domain::{
    DAY_MS, Decision, DecisionForAll, GameId, GuildId, HOUR_MS, LONGEST_REASON, MINUTE_MS, Organizer, OrganizerError,
    RequestId, UserId,
};
use crate::features::organize::service::all_games;
use crate::features::organize::view;
use crate::features::proposals::adjourn;
use crate::features::{competition, organize};
use crate::games::GameError;

/// Days of a pause whose length is not named.
const USUAL_PAUSE: i64 = 7;

/// The organizer who sends a command, and the game that is meant.
pub(crate) async fn organizer(app: &App, interaction: &Interaction) -> Result<(Organizer, GameId), Problem> {
    let guild = organized(app, interaction).await?;
    let by = named_reason(interaction, guild);
    let named = match interaction.text("game") {
        Some(text) => Some(app.games.game_named_in(text, guild).await?),
        None => None,
    };
    let (channel, finished) = (interaction.origin.channel_id, interaction.name == "organize annul");
    let game = organize::game_to_organize(&app.games, guild, channel, named, finished).await?;
    Ok((by, game))
}

fn named_reason(interaction: &Interaction, guild: GuildId) -> Organizer {
    let reason = clean(interaction.text("reason").unwrap_or_default(), LONGEST_REASON);
    Organizer { reason: Some(reason), ..Organizer::of(interaction, guild) }
}

/// `/organize adjudicate`: asks before it is done.
pub async fn adjudicate(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let (by, game) = organizer(app, interaction).await?;
    let winner = interaction.options.get("winner").and_then(interaction::id).map(UserId);
    let decision = match (winner, interaction.flag("draw")) {
        (Some(winner), false) => Decision::Win(winner),
        (None, true) => Decision::Draw,
        _ => return Err(GameError::from(OrganizerError::NoWinner).into()),
    };
    ask_to_confirm(app, language, &by, game, decision).await
}

/// `/organize annul`: asks before it is done.
pub async fn annul(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let (by, game) = organizer(app, interaction).await?;
    ask_to_confirm(app, language, &by, game, Decision::Annul).await
}

async fn ask_to_confirm(app: &App, language: Language, by: &Organizer, game: GameId, decision: Decision) -> Answer {
    let (replayed, question) = organize::ask_to_decide(&app.games, by, game, decision).await?;
    let annulment = match decision {
        Decision::Annul => competition::preview_annulment(&app.games, game).await?,
        Decision::Win(_) | Decision::Draw => None,
    };
    Ok(Reply::ephemeral(view::question(language, &replayed.record, &question, decision, annulment.as_ref())))
}

/// *Yes* to the question.
pub(super) async fn confirm(
    app: &App,
    language: Language,
    interaction: &Interaction,
    guild: GuildId,
    asked: RequestId,
) -> Answer {
    let user = interaction.person.user;
    if let Some(confirmed) = all_games::confirm(&app.games, interaction.request, guild, user, asked).await? {
        return Ok(interaction.private_reply(view::confirmed_for_all(language, &confirmed)));
    }
    let (decision, done) = organize::decide(&app.games, interaction.request, guild, user, asked).await?;
    let annulment = match decision {
        Decision::Annul => competition::take_back_annulled(&app.games, done.replayed.record.game.game_id).await,
        Decision::Win(_) | Decision::Draw => None,
    };
    Ok(interaction.private_reply(view::decided(language, &done.replayed, decision, annulment.as_ref())))
}

/// The question about all games of a competition, where one is named in place of a game.
async fn ask_for_all(
    app: &App,
    language: Language,
    interaction: &Interaction,
    decision: impl FnOnce() -> DecisionForAll + Send,
) -> Result<Option<Reply>, Problem> {
    let Some(typed) = interaction.text("competition") else { return Ok(None) };
    if interaction.text("game").is_some() {
        return Err(GameError::from(OrganizerError::GameOrCompetition).into());
    }
    let guild = organized(app, interaction).await?;
    let asked = all_games::ask(&app.games, &named_reason(interaction, guild), typed, decision()).await?;
    Ok(Some(Reply::ephemeral(view::question_for_all(language, &asked))))
}

pub async fn extend(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let of = |option: &str, unit: i64| interaction.number(option).unwrap_or(0).saturating_mul(unit);
    let millis = of("days", DAY_MS).saturating_add(of("hours", HOUR_MS)).saturating_add(of("minutes", MINUTE_MS));
    let minutes = || DecisionForAll::Extend { minutes: u32::try_from(millis / MINUTE_MS).unwrap_or(u32::MAX) };
    if let Some(asked) = ask_for_all(app, language, interaction, minutes).await? {
        return Ok(asked);
    }
    let (by, game) = organizer(app, interaction).await?;
    let done = organize::extend(&app.games, by, game, millis).await?;
    Ok(Reply::ephemeral(view::extended(language, &done.replayed.record)))
}

pub async fn pause(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let days = interaction.number("days").unwrap_or(USUAL_PAUSE.min(adjourn::longest_adjournment(&app.games).into()));
    let days = u32::try_from(days).unwrap_or(0);
    if let Some(asked) = ask_for_all(app, language, interaction, || DecisionForAll::Pause { days }).await? {
        return Ok(asked);
    }
    let (by, game) = organizer(app, interaction).await?;
    let done = organize::pause(&app.games, by, game, days).await?;
    let until = done.replayed.record.game.agreements.adjourned.map_or(0, |adjourned| adjourned.until.0 / 1000);
    Ok(Reply::ephemeral(OutgoingMessage::text(localize!(
        language,
        "organize-you-paused",
        id = done.replayed.record.game.name(),
        until = until
    ))))
}

pub async fn resume(app: &App, language: Language, interaction: &Interaction) -> Answer {
    if let Some(asked) = ask_for_all(app, language, interaction, || DecisionForAll::Resume).await? {
        return Ok(asked);
    }
    let (by, game) = organizer(app, interaction).await?;
    let done = organize::unpause(&app.games, by, game).await?;
    let id = done.replayed.record.game.name();
    Ok(Reply::ephemeral(OutgoingMessage::text(localize!(language, "organize-you-resumed", id = id))))
}

/// The games of the server, for the option `game`.
pub async fn complete(app: &App, interaction: &Interaction, option: &str, typed: &str) -> Result<Choices, Problem> {
    if option == "competition" {
        organized(app, interaction).await?;
        return competition::complete(app, interaction, typed).await;
    }
    if option != "game" {
        return Ok(Choices::new());
    }
    let guild = organized(app, interaction).await?;
    let games = organize::games_to_organize(&app.games, guild, interaction.name == "organize annul").await?;
    let named = games.iter().map(|summary| {
        let longest = 70 / summary.seats.len().max(1);
        let names: Vec<String> = summary.seats.iter().map(|seat| clean(&seat.name, longest)).collect();
        let id = summary.game.game_id.to_string();
        (format!("{} · {}", names.join(" – "), summary.game.name()).chars().take(100).collect::<String>(), id)
    });
    Ok(named.filter(fits(typed)).take(MAX_CHOICES).collect())
}
