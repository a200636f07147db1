//! `/challenge`.

use crate::commands::shared_options::DEFAULT;
use crate::commands::{Answer, App, Button, Problem, word};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, Style, button, interaction, localize};
use crate::domain::people::preset::Preset;
use crate::domain::{EngineLevel, Game, Pace, Person, Phase, TimeControl};
use crate::features::challenge::definition::{draw_layout, named_preset, names_a_setup, setup_line};
use crate::features::challenge::service::{self, NewChallenge};
use crate::features::challenge::view::{accepted, ask_to_decline, render_sent_challenge};
use crate::features::engine::service::{NewEngineGame, USUAL_LEVEL, begin_engine_game, begin_instead};
use crate::features::rematch::render_begun_rematch;
use crate::features::seek::command as seek;
use crate::features::{engine, presets, rematch};
use crate::games::GameError;
use crate::games::competition::refusal_cost;
use crate::games::offers::ColorChoice;

pub(crate) async fn challenge(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let level = level_of(interaction)?;
    let Some(id) = interaction.options.get("user") else {
        return match level {
            Some(level) => challenge_engine(app, language, interaction, level).await,
            None => seek::seek(app, language, interaction).await,
        };
    };
    if is_engine(interaction, interaction::id(id)) {
        return challenge_engine(app, language, interaction, level.unwrap_or(USUAL_LEVEL)).await;
    }
    if level.is_some() {
        return Err(Problem::Key("error-level-for-person"));
    }
    let opponent = opponent(language, interaction, interaction::id(id))?;
    challenge_people(app, language, interaction, vec![opponent]).await
}

/// Whether this is the bot itself.
pub(crate) fn is_engine(interaction: &Interaction, id: Option<u64>) -> bool {
    interaction.application.is_some_and(|application| id == Some(application.0))
}

/// How strong the engine is to play, if the options say so.
pub(crate) fn level_of(interaction: &Interaction) -> Result<Option<EngineLevel>, Problem> {
    let Some(level) = interaction.text("level") else { return Ok(None) };
    level.parse().map(|level| Some(EngineLevel(level))).map_err(|_| GameError::NoSuchLevel.into())
}

/// Begins a game against the engine, as the options say.
pub(crate) async fn challenge_engine(
    app: &App,
    language: Language,
    interaction: &Interaction,
    level: EngineLevel,
) -> Answer {
    let Terms { setup, pace, color, rated } = terms(app, interaction, 2).await?;
    let new = NewEngineGame {
        request: interaction.request,
        person: interaction.person.clone(),
        level,
        setup,
        pace,
        color,
        origin: interaction.origin,
        follows: None,
    };
    let done = begin_engine_game(&app.games, new).await?;
    let user = interaction.person.user;
    Ok(Reply::ephemeral(engine::view::render_begun(language, user, &done.replayed, rated == Some(true))))
}

/// Challenges these people, in the order of their seats, to what the options say.
pub(crate) async fn challenge_people(
    app: &App,
    language: Language,
    interaction: &Interaction,
    opponents: Vec<Person>,
) -> Answer {
    let Terms { setup, pace, color, rated } = terms(app, interaction, opponents.len() + 1).await?;
    let new = NewChallenge {
        request: interaction.request,
        challenger: interaction.person.clone(),
        opponents,
        setup,
        pace,
        color,
        rated,
        origin: interaction.origin,
    };
    let done = service::challenge(&app.games, new).await?;
    Ok(Reply::ephemeral(render_sent_challenge(language, &done.replayed.record)))
}

/// What is played, at which pace, and with which color.
pub(crate) struct Terms {
    pub(crate) setup: String,
    pub(crate) pace: String,
    pub(crate) color: ColorChoice,
    pub(crate) rated: Option<bool>,
}

/// What the options of a challenge between so many people say.
pub(crate) async fn terms(app: &App, interaction: &Interaction, people: usize) -> Result<Terms, Problem> {
    if people == 5 {
        return Err(Problem::Key("error-five-people"));
    }
    let color = match interaction.text("color") {
        Some("black") => ColorChoice::Black,
        Some("white") => ColorChoice::White,
        _ => ColorChoice::Random,
    };
    let usual = app.games.default_time_control();
    let random = &*app.games.random;
    let preset = preset_of(app, interaction).await?;
    let is_casual = preset.as_ref().is_some_and(|preset| preset.is_casual);
    let wanted = interaction.options.get("rated").map(|_| interaction.flag("rated"));
    let rated = wanted.or(is_casual.then_some(false));
    let (setup, usual) = match preset {
        None => (setup_line(&interaction.options, people, random), usual),
        // What is no longer a pace is as if the preset named none.
        Some(preset) => (draw_layout(&preset.setup, random), preset.pace.parse().unwrap_or(usual)),
    };
    Ok(Terms { rated, setup, pace: pace_line(usual, interaction), color })
}

/// The preset that a challenge names, beside which nothing else says what is played.
pub(crate) async fn preset_of(app: &App, interaction: &Interaction) -> Result<Option<Preset>, Problem> {
    let Some(name) = named_preset(interaction) else { return Ok(None) };
    let preset = presets::find_preset(&app.games, interaction.person.user, interaction.origin.guild_id, name).await?;
    if names_a_setup(interaction) { Err(Problem::Key("error-preset-and-options")) } else { Ok(Some(preset)) }
}

/// The pace with what stops its clocks, as the options of a challenge say, and as usual where they say nothing.
fn pace_line(usual: TimeControl, interaction: &Interaction) -> String {
    let (pace, pauses) = (interaction.text("pace"), interaction.text("pauses"));
    let named = || pace.map_or_else(|| usual.pace.to_string(), str::to_owned);
    match pauses {
        Some(DEFAULT) => named(),
        Some(words) => format!("{} {words}", named()),
        // What the host has set for the clocks holds at any pace; what is no pace is for the use case to refuse.
        None => match pace.map(str::parse::<Pace>) {
            None => usual.to_string(),
            Some(Ok(pace)) => usual.at(pace).to_string(),
            Some(Err(_)) => named(),
        },
    }
}

pub(crate) fn opponent(language: Language, interaction: &Interaction, id: Option<u64>) -> Result<Person, Problem> {
    let found = interaction.users.iter().find(|user| Some(user.person.user.0) == id);
    let Some(user) = found else { return Err(Problem::Key("error-no-such-person")) };
    if user.is_bot {
        return Err(Problem::Key("error-opponent-is-bot"));
    }
    if !user.sees_channel {
        let player = user.person.user.0;
        return Err(Problem::Text(localize!(language, "error-opponent-cannot-see", player = player)));
    }
    Ok(user.person.clone())
}

/// *Accept* below a challenge.
pub(crate) async fn accept(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let done = service::accept(&app.games, interaction.request, button.game, interaction.person.clone()).await?;
    let post = OutgoingMessage::text(accepted(language, interaction.person.user, &done.replayed));
    Ok(interaction.private_reply(with_board_button(language, &done.replayed.record.game, post)))
}

/// A message about a game that has just begun, with the way to its board.
fn with_board_button(language: Language, game: &Game, post: OutgoingMessage) -> OutgoingMessage {
    if game.phase != Phase::Playing {
        return post;
    }
    let board = Button::of(word::BOARD, game.game_id);
    post.add_button(button(&board, localize!(language, "button-board"), Style::Primary))
}

/// *Decline* below a challenge.
pub(crate) async fn decline(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    // Where declining loses a game of a competition, it is asked for first.
    if let Some(cost) = refusal_cost(&app.games, button.game, interaction.person.user).await? {
        return Ok(interaction.private_reply(ask_to_decline(language, button.game, &cost)));
    }
    confirm_decline(app, language, interaction, button).await
}

/// *Decline and lose* below the question.
pub(crate) async fn confirm_decline(
    app: &App,
    language: Language,
    interaction: &Interaction,
    button: &Button,
) -> Answer {
    service::decline(&app.games, interaction.request, button.game, interaction.person.user).await?;
    Ok(interaction.private_reply(OutgoingMessage::text(localize!(language, "you-declined"))))
}

/// *Back* below the question.
pub(crate) fn keep(language: Language, interaction: &Interaction) -> Reply {
    interaction.private_reply(OutgoingMessage::text(localize!(language, "ladder-kept")))
}

/// *Withdraw* below a challenge.
pub(crate) async fn withdraw(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    service::withdraw(&app.games, interaction.request, button.game, interaction.person.user).await?;
    Ok(interaction.private_reply(OutgoingMessage::text(localize!(language, "you-withdrew"))))
}

/// Begins the game of a challenge that nobody has taken, against the engine.
pub(crate) async fn play_engine_instead(
    app: &App,
    language: Language,
    interaction: &Interaction,
    button: &Button,
) -> Answer {
    let done = begin_instead(&app.games, button.game, interaction.person.clone()).await?;
    let user = interaction.person.user;
    Ok(interaction.private_reply(engine::view::render_begun(language, user, &done.replayed, false)))
}

/// *Rematch* below the last board.
pub(crate) async fn rematch(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let user = interaction.person.user;
    let done = rematch::rematch(&app.games, button.game, interaction.person.clone()).await?;
    let again = &done.replayed.record.game;
    if again.challenge.challenger == user && again.phase == Phase::Offered {
        return Ok(interaction.private_reply(render_sent_challenge(language, &done.replayed.record)));
    }
    let is_begun = matches!(again.phase, Phase::Playing | Phase::Over);
    if is_begun && (again.challenge.challenger == user || done.action.is_none()) {
        return Ok(interaction.private_reply(render_begun_rematch(language, &done.replayed.record)));
    }
    // Another player has asked before.
    Ok(interaction.private_reply(OutgoingMessage::text(accepted(language, user, &done.replayed))))
}
