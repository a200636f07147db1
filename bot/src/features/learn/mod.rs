//! `/learn`: ten small exercises on the board, from the first move to the sixth ejection.

pub mod button;
pub mod exercises;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::board::move_entry::MoveEntry;
use crate::commands::board::turn_button::MOVE_FIELD;
use crate::commands::{Answer, App, Feature, Problem, Viewer};
use crate::discord::command_definition::{CommandDefinition, command};
use crate::discord::{Deferral, Interaction, InteractionType, Language, OutgoingMessage, Reply};
use crate::features::learn::button::{LearnAction, LearnButton};
use crate::features::learn::exercises::{Attempt, Exercise};
use crate::features::learn::view::{AFTER_LAST, Lesson};

pub struct Learn;

#[async_trait]
impl Feature for Learn {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("learn", [])]
    }

    fn words(&self) -> &'static [&'static str] {
        LearnAction::NAMES
    }

    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        LearnButton::deferral(interaction)
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        Ok(Reply::ephemeral(next_task(app, language, interaction).await?))
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button = interaction.name.parse().map_err(|_| Problem::UNKNOWN_BUTTON)?;
        press(app, language, interaction, &button).await
    }
}

/// The first exercise that is not solved.
async fn next_task(app: &App, language: Language, interaction: &Interaction) -> Result<OutgoingMessage, Problem> {
    let progress = service::exercises_of(&app.games, interaction.person.user).await?;
    let lesson = lesson(app, language, interaction, progress.next()).await?;
    Ok(view::task(&lesson, &[], "").await)
}

async fn lesson<'a>(
    app: &'a App,
    language: Language,
    interaction: &Interaction,
    exercise: &'static Exercise,
) -> Result<Lesson<'a>, Problem> {
    let user = interaction.person.user;
    let progress = service::exercises_of(&app.games, user).await?;
    let viewer = Viewer::of(app, user, interaction.origin.guild_id).await;
    Ok(Lesson { app, language, viewer, exercise, progress })
}

/// A button, a select or the form of an exercise.
async fn press(app: &App, language: Language, interaction: &Interaction, button: &LearnButton) -> Answer {
    // An exercise of an earlier version, or a forged id.
    let changed = || Problem::Key("error-learn-changed");
    if button.is_next() {
        return Ok(interaction.private_reply(next_task(app, language, interaction).await?));
    }
    let exercise = Exercise::of(&button.position).ok_or_else(changed)?;
    let game = exercise.after(&button.played).map_err(|_| changed())?;
    if button.played.len() >= exercise.moves() {
        return Err(changed());
    }
    let lesson = lesson(app, language, interaction, exercise).await?;
    let played = &button.played;
    let (is_turned, in_words) = (lesson.is_turned(), lesson.viewer.reads_words_only());
    let menu = MoveEntry { language, game: &*game, is_turned, in_words, ids: button, again: None };
    let post = match button.action {
        LearnAction::Open if button.text == AFTER_LAST => view::task_after_last(&lesson).await,
        LearnAction::Open => view::task(&lesson, &[], "").await,
        LearnAction::Hint => view::hint(&lesson, played).await,
        LearnAction::Solution => view::solution(&lesson).await.map_err(|_| changed())?,
        LearnAction::Menu | LearnAction::From | LearnAction::Step => match button.enter(&menu, interaction) {
            Some(entry) => view::entry(&lesson, entry, played).await,
            None => view::task(&lesson, played, "").await,
        },
        LearnAction::Play => answer_turn(app, interaction, lesson, played, &button.text).await?,
        LearnAction::Type => match interaction.text(MOVE_FIELD) {
            Some(typed) => answer_turn(app, interaction, lesson, played, typed).await?,
            None if interaction.kind == InteractionType::Component => return Ok(button.form(language)),
            None => view::task(&lesson, played, "").await,
        },
    };
    Ok(interaction.private_reply(post))
}

async fn answer_turn(
    app: &App,
    interaction: &Interaction,
    lesson: Lesson<'_>,
    played: &[String],
    text: &str,
) -> Result<OutgoingMessage, Problem> {
    let attempt = lesson.exercise.attempt(played, text).map_err(|_| Problem::Key("error-learn-changed"))?;
    Ok(match attempt {
        Attempt::Illegal(refusal) => view::illegal(&lesson, played, text, &refusal).await,
        Attempt::Short { notation, shortfall } => view::short(&lesson, played, &notation, &shortfall).await,
        Attempt::GoesOn { notation, reply } => {
            let played = [played, &[notation]].concat();
            view::goes_on(&lesson, &played, reply).await
        }
        Attempt::Solved { notation, game } => {
            let progress = service::solve_exercise(&app.games, interaction.person.user, lesson.exercise).await?;
            view::solved(&Lesson { progress, ..lesson }, &notation, game).await
        }
    })
}
