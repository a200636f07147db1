//! `/challenge`.

use clubs::competitions::refusal_cost;
use discord::{Interaction, OutgoingMessage, Reply, interaction, row};
use games::GameError;
use games::challenges::{self, NewChallenge};
use games::domain::people::preset::Preset;
use games::domain::{EngineLevel, Game, GameId, Pace, Person, Phase, TimeControl};
use games::offers::{ColorChoice, draw_layout};

use crate::board::buttons::look_buttons;
use crate::commands::shared_options::DEFAULT;
use crate::commands::{Answer, App, Ctx, Problem};
use crate::features::challenge::definition::{named_preset, names_a_setup, setup_line};
use crate::features::challenge::view::{accepted, ask_to_decline, render_sent_challenge};
use crate::features::engine::service::{NewEngineGame, USUAL_LEVEL, begin_engine_game, begin_instead};
use crate::features::rematch::{self, render_begun_rematch};
use crate::features::seek::command as seek;
use crate::features::{engine, presets};
use crate::localization::{Language, localize};

pub(crate) async fn challenge(ctx: Ctx<'_>) -> Answer {
    let level = level_of(ctx.interaction)?;
    let Some(id) = ctx.options.get("user") else {
        return match level {
            Some(level) => challenge_engine(ctx, level).await,
            None => seek::seek(ctx).await,
        };
    };
    if is_engine(ctx.interaction, interaction::id(id)) {
        return challenge_engine(ctx, level.unwrap_or(USUAL_LEVEL)).await;
    }
    if level.is_some() {
        return Err(Problem::Key("error-level-for-person"));
    }
    let opponent = opponent(ctx, interaction::id(id))?;
    challenge_people(ctx, vec![opponent]).await
}

pub(crate) fn is_engine(interaction: &Interaction, id: Option<u64>) -> bool {
    id == Some(interaction.application.0)
}

pub(crate) fn level_of(interaction: &Interaction) -> Result<Option<EngineLevel>, Problem> {
    let Some(level) = interaction.text("level") else { return Ok(None) };
    level.parse().map(|level| Some(EngineLevel(level))).map_err(|_| GameError::NoSuchLevel.into())
}

pub(crate) async fn challenge_engine(ctx: Ctx<'_>, level: EngineLevel) -> Answer {
    let Terms { setup, pace, color, rated } = terms(ctx, 2).await?;
    let new = NewEngineGame {
        request: ctx.request,
        person: ctx.person.clone(),
        level,
        setup,
        pace,
        color,
        origin: ctx.origin,
        follows: None,
        moves: Vec::new(),
    };
    let outcome = begin_engine_game(&ctx.app.games, new).await?;
    let user = ctx.user();
    Ok(Reply::ephemeral(engine::render_begun(ctx.app, ctx.language, user, &outcome.replayed, rated == Some(true))))
}

/// Challenges these people, in seat order, with these options.
pub(crate) async fn challenge_people(ctx: Ctx<'_>, opponents: Vec<Person>) -> Answer {
    let Terms { setup, pace, color, rated } = terms(ctx, opponents.len() + 1).await?;
    let new = NewChallenge {
        request: ctx.request,
        challenger: ctx.person.clone(),
        opponents,
        setup,
        pace,
        color,
        rated,
        origin: ctx.origin,
    };
    let outcome = challenges::challenge(&ctx.app.games, new).await?;
    Ok(Reply::ephemeral(render_sent_challenge(ctx.language, &outcome.replayed.record)))
}

pub(crate) struct Terms {
    pub(crate) setup: String,
    pub(crate) pace: String,
    pub(crate) color: ColorChoice,
    pub(crate) rated: Option<bool>,
}

/// The terms of a challenge between `people` players, from its options.
pub(crate) async fn terms(ctx: Ctx<'_>, people: usize) -> Result<Terms, Problem> {
    if people == 5 {
        return Err(Problem::Key("error-five-people"));
    }
    let color = match ctx.text("color") {
        Some("black") => ColorChoice::Black,
        Some("white") => ColorChoice::White,
        _ => ColorChoice::Random,
    };
    let usual = ctx.app.games.default_time_control();
    let random = &*ctx.app.games.random;
    let preset = preset_of(ctx).await?;
    let is_casual = preset.as_ref().is_some_and(|preset| preset.is_casual);
    let rated_option = ctx.options.get("rated").map(|_| ctx.flag("rated"));
    let rated = rated_option.or(is_casual.then_some(false));
    let (setup, usual) = match preset {
        None => (setup_line(&ctx.options, people, random), usual),
        // A preset's pace that can no longer be parsed is ignored.
        Some(preset) => (draw_layout(&preset.setup, random), preset.pace.parse().unwrap_or(usual)),
    };
    Ok(Terms { rated, setup, pace: pace_line(usual, ctx.interaction), color })
}

/// The preset of a challenge, which excludes other setup options.
pub(crate) async fn preset_of(ctx: Ctx<'_>) -> Result<Option<Preset>, Problem> {
    let Some(name) = named_preset(ctx.interaction) else { return Ok(None) };
    let preset = presets::find_preset(&ctx.app.games, ctx.user(), ctx.origin.guild_id, name).await?;
    if names_a_setup(ctx.interaction) { Err(Problem::Key("error-preset-and-options")) } else { Ok(Some(preset)) }
}

/// The pace with the pauses of its clocks: from the options, else the default.
fn pace_line(usual: TimeControl, interaction: &Interaction) -> String {
    let (pace, pauses) = (interaction.text("pace"), interaction.text("pauses"));
    let pace_text = || pace.map_or_else(|| usual.pace.to_string(), str::to_owned);
    match pauses {
        Some(DEFAULT) => pace_text(),
        Some(words) => format!("{} {words}", pace_text()),
        // The host's pauses apply to any pace. An invalid pace is refused by the use case.
        None => match pace.map(str::parse::<Pace>) {
            None => usual.to_string(),
            Some(Ok(pace)) => usual.at(pace).to_string(),
            Some(Err(_)) => pace_text(),
        },
    }
}

pub(crate) fn opponent(ctx: Ctx<'_>, id: Option<u64>) -> Result<Person, Problem> {
    let user = ctx.users.iter().find(|user| Some(user.person.user.0) == id);
    let Some(user) = user else { return Err(Problem::Key("error-no-such-person")) };
    if user.is_bot {
        return Err(Problem::Key("error-opponent-is-bot"));
    }
    if !user.sees_channel {
        let player = user.person.user.0;
        return Err(Problem::Text(localize!(ctx, "error-opponent-cannot-see", player = player)));
    }
    Ok(user.person.clone())
}

/// *Accept* below a challenge.
pub(crate) async fn accept(ctx: Ctx<'_>, game: GameId) -> Answer {
    let outcome = challenges::accept(&ctx.app.games, ctx.request, game, ctx.person.clone()).await?;
    let post = OutgoingMessage::text(accepted(ctx.language, ctx.user(), &outcome.replayed));
    Ok(ctx.private_reply(with_board_buttons(ctx.app, ctx.language, &outcome.replayed.record.game, post)))
}

/// A message about a game that has just started, with the buttons to its board.
fn with_board_buttons(app: &App, language: Language, game: &Game, post: OutgoingMessage) -> OutgoingMessage {
    if game.phase != Phase::Playing {
        return post;
    }
    post.rows(vec![row(look_buttons(app, language, game))])
}

/// *Decline* below a challenge.
pub(crate) async fn decline(ctx: Ctx<'_>, game: GameId) -> Answer {
    // Asks for confirmation if declining loses a game of a competition.
    if let Some(cost) = refusal_cost(&ctx.app.games, game, ctx.user()).await? {
        return Ok(ctx.private_reply(ask_to_decline(ctx.language, game, &cost)));
    }
    confirm_decline(ctx, game).await
}

/// *Decline and lose* below the question.
pub(crate) async fn confirm_decline(ctx: Ctx<'_>, game: GameId) -> Answer {
    challenges::decline(&ctx.app.games, ctx.request, game, ctx.user()).await?;
    Ok(ctx.private_reply(OutgoingMessage::text(localize!(ctx, "you-declined"))))
}

/// *Back* below the question.
pub(crate) fn keep(ctx: Ctx<'_>) -> Reply {
    ctx.private_reply(OutgoingMessage::text(localize!(ctx, "ladder-kept")))
}

/// *Withdraw* below a challenge.
pub(crate) async fn withdraw(ctx: Ctx<'_>, game: GameId) -> Answer {
    challenges::withdraw(&ctx.app.games, ctx.request, game, ctx.user()).await?;
    Ok(ctx.private_reply(OutgoingMessage::text(localize!(ctx, "you-withdrew"))))
}

/// Plays an unaccepted challenge against the engine.
pub(crate) async fn play_engine_instead(ctx: Ctx<'_>, game: GameId) -> Answer {
    let outcome = begin_instead(&ctx.app.games, game, ctx.person.clone()).await?;
    let user = ctx.user();
    Ok(ctx.private_reply(engine::render_begun(ctx.app, ctx.language, user, &outcome.replayed, false)))
}

/// *Rematch* below the last board.
pub(crate) async fn rematch(ctx: Ctx<'_>, game: GameId) -> Answer {
    let user = ctx.user();
    let outcome = rematch::rematch(&ctx.app.games, game, ctx.person.clone()).await?;
    let again = &outcome.replayed.record.game;
    if again.challenge.challenger == user && again.phase == Phase::Offered {
        return Ok(ctx.private_reply(render_sent_challenge(ctx.language, &outcome.replayed.record)));
    }
    let is_begun = matches!(again.phase, Phase::Playing | Phase::Over);
    if is_begun && (again.challenge.challenger == user || outcome.action.is_none()) {
        let record = &outcome.replayed.record;
        let is_against_engine = record.seat_of(user).is_some_and(|seat| record.is_against_engine(seat));
        return Ok(ctx.private_reply(if is_against_engine {
            engine::render_begun(ctx.app, ctx.language, user, &outcome.replayed, false)
        } else {
            render_begun_rematch(ctx.language, record)
        }));
    }
    // Another player asked first, so this press accepted their rematch.
    let post = OutgoingMessage::text(accepted(ctx.language, user, &outcome.replayed));
    Ok(ctx.private_reply(with_board_buttons(ctx.app, ctx.language, again, post)))
}
