//! `/organize`: parses the options, and asks before irreversible acts.

use base::clean::clean;
use clubs::competitions;
use clubs::domain::{Decision, DecisionForAll};
use clubs::organizers::{self, all_games};
use clubs::tournaments::decisions;
use discord::{OutgoingMessage, Reply, interaction};
use games::domain::{
    DAY_MS, GameId, GuildId, HOUR_MS, LONGEST_REASON, MINUTE_MS, Organizer, OrganizerError, RequestId, UserId,
};
use games::{GameError, running_turn};

use crate::commands::game_option::fits;
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::organizers::{organized, organizer_without_reason};
use crate::commands::{Answer, App, Choices, Ctx, Problem};
use crate::features::organize::view;
use crate::features::{competition, tournament};
use crate::localization::{Language, localize};

/// Days of a pause without a given length.
const USUAL_PAUSE: i64 = 7;

/// The organizer who sends a command, and its game.
pub(crate) async fn organizer(ctx: Ctx<'_>) -> Result<(Organizer, GameId), Problem> {
    let guild = organized(ctx).await?;
    let by = named_reason(ctx, guild);
    let game_option = match ctx.text("game") {
        Some(text) => Some(ctx.app.games.game_named_in(text, guild).await?),
        None => None,
    };
    let (channel, finished) = (ctx.origin.channel_id, ctx.name == "organize annul");
    let game = organizers::game_to_organize(&ctx.app.games, guild, channel, game_option, finished).await?;
    Ok((by, game))
}

fn named_reason(ctx: Ctx<'_>, guild: GuildId) -> Organizer {
    let reason = clean(ctx.text("reason").unwrap_or_default(), LONGEST_REASON);
    Organizer { reason: Some(reason), ..organizer_without_reason(ctx, guild) }
}

/// `/organize adjudicate`: asks for confirmation.
pub async fn adjudicate(ctx: Ctx<'_>) -> Answer {
    let (by, game) = organizer(ctx).await?;
    let games = &ctx.app.games;
    let winner = ctx.options.get("winner").and_then(interaction::id).map(UserId);
    let decision = match (winner, ctx.flag("draw")) {
        (Some(winner), false) => Decision::Win(winner),
        (None, true) => Decision::Draw,
        _ => return Err(GameError::from(OrganizerError::NoWinner).into()),
    };
    if let Some((stored, choice, verdict)) = decisions::mend(games, &by, game, decision).await? {
        return Ok(Reply::ephemeral(tournament::answers::render_decision(ctx.language, &stored, choice, verdict)));
    }
    ask_to_confirm(ctx.app, ctx.language, &by, game, decision).await
}

/// `/organize annul`: asks for confirmation.
pub async fn annul(ctx: Ctx<'_>) -> Answer {
    let (by, game) = organizer(ctx).await?;
    let against = ctx.options.get("against").and_then(interaction::id).map(UserId);
    let decision = against.map_or(Decision::Annul, Decision::AnnulAgainst);
    ask_to_confirm(ctx.app, ctx.language, &by, game, decision).await
}

async fn ask_to_confirm(app: &App, language: Language, by: &Organizer, game: GameId, decision: Decision) -> Answer {
    let (replayed, question) = organizers::ask_to_decide(&app.games, by, game, decision).await?;
    let annulment =
        if decision.is_annulment() { competitions::preview_annulment(&app.games, game).await? } else { None };
    Ok(Reply::ephemeral(view::question(language, &replayed.record, &question, decision, annulment.as_ref())))
}

/// *Yes* to the question.
pub(super) async fn confirm(ctx: Ctx<'_>, guild: GuildId, asked: RequestId) -> Answer {
    let user = ctx.user();
    if let Some(confirmed) = all_games::confirm(&ctx.app.games, ctx.request, guild, user, asked).await? {
        return Ok(ctx.private_reply(view::confirmed_for_all(ctx.language, &confirmed)));
    }
    let (decision, done) = organizers::decide(&ctx.app.games, ctx.request, guild, user, asked).await?;
    let game = done.replayed.record.game.game_id;
    let annulment =
        if decision.is_annulment() { competitions::take_back_annulled(&ctx.app.games, game).await } else { None };
    Ok(ctx.private_reply(view::decided(ctx.language, &done.replayed, decision, annulment.as_ref())))
}

/// The question about all games of a competition, if the options name one instead of a game.
async fn ask_for_all(ctx: Ctx<'_>, decision: impl FnOnce() -> DecisionForAll + Send) -> Result<Option<Reply>, Problem> {
    let Some(typed) = ctx.text("competition") else { return Ok(None) };
    if ctx.text("game").is_some() {
        return Err(GameError::from(OrganizerError::GameOrCompetition).into());
    }
    let guild = organized(ctx).await?;
    let pending = all_games::ask(&ctx.app.games, &named_reason(ctx, guild), typed, decision()).await?;
    Ok(Some(Reply::ephemeral(view::question_for_all(ctx.language, &pending))))
}

pub async fn extend(ctx: Ctx<'_>) -> Answer {
    let of = |option: &str, unit: i64| ctx.number(option).unwrap_or(0).saturating_mul(unit);
    let millis = of("days", DAY_MS).saturating_add(of("hours", HOUR_MS)).saturating_add(of("minutes", MINUTE_MS));
    let minutes = || DecisionForAll::Extend { minutes: u32::try_from(millis / MINUTE_MS).unwrap_or(u32::MAX) };
    if let Some(question) = ask_for_all(ctx, minutes).await? {
        return Ok(question);
    }
    let (by, game) = organizer(ctx).await?;
    let outcome = organizers::extend(&ctx.app.games, by, game, millis).await?;
    Ok(Reply::ephemeral(view::extended(ctx.language, &outcome.replayed.record)))
}

pub async fn pause(ctx: Ctx<'_>) -> Answer {
    let days = ctx.number("days").unwrap_or(USUAL_PAUSE.min(running_turn::longest_adjournment(&ctx.app.games).into()));
    let days = u32::try_from(days).unwrap_or(0);
    if let Some(question) = ask_for_all(ctx, || DecisionForAll::Pause { days }).await? {
        return Ok(question);
    }
    let (by, game) = organizer(ctx).await?;
    let outcome = organizers::pause(&ctx.app.games, by, game, days).await?;
    let until = outcome.replayed.record.game.agreements.adjourned.map_or(0, |adjourned| adjourned.until.0 / 1000);
    Ok(Reply::ephemeral(OutgoingMessage::text(localize!(
        ctx,
        "organize-you-paused",
        id = outcome.replayed.record.game.name(),
        until = until
    ))))
}

pub async fn resume(ctx: Ctx<'_>) -> Answer {
    if let Some(question) = ask_for_all(ctx, || DecisionForAll::Resume).await? {
        return Ok(question);
    }
    let (by, game) = organizer(ctx).await?;
    let outcome = organizers::unpause(&ctx.app.games, by, game).await?;
    let id = outcome.replayed.record.game.name();
    Ok(Reply::ephemeral(OutgoingMessage::text(localize!(ctx, "organize-you-resumed", id = id))))
}

/// Completes the option `game` with the server's games.
pub async fn complete(ctx: Ctx<'_>, option: &str, typed: &str) -> Result<Choices, Problem> {
    if option == "competition" {
        organized(ctx).await?;
        return competition::complete(ctx, typed).await;
    }
    if option != "game" {
        return Ok(Choices::new());
    }
    let guild = organized(ctx).await?;
    let games = organizers::games_to_organize(&ctx.app.games, guild, ctx.name == "organize annul").await?;
    let choices = games.iter().map(|summary| {
        let longest = 70 / summary.seats.len().max(1);
        let names: Vec<String> = summary.seats.iter().map(|seat| clean(&seat.name, longest)).collect();
        let id = summary.game.game_id.to_string();
        (format!("{} · {}", names.join(" – "), summary.game.name()).chars().take(100).collect::<String>(), id)
    });
    Ok(choices.filter(fits(typed)).take(MAX_CHOICES).collect())
}
