//! `/learn`: ten small exercises on the board, from the first move to the sixth ejection.

pub mod exercises;
pub mod view;

use async_trait::async_trait;
use discord::custom_id::{About, Words};
use discord::{Deferral, Interaction, InteractionType, OutgoingMessage, Reply};

use crate::board::move_entry::MoveEntry;
use crate::board::position::{MOVE_FIELD, Turns, turn_form};
use crate::commands::command_definition::{CommandDefinition, command};
use crate::commands::{Answer, Ctx, Feature, PlayButton, Problem, Viewer};
use crate::features::board::personal_link;
use crate::features::learn::exercises::{Attempt, Exercise};
use crate::features::learn::view::{LearnButton, LearnPress, Lesson};
use crate::localization::localize;

pub struct Learn;

#[async_trait]
impl Feature for Learn {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("learn", [])]
    }

    fn words(&self) -> Words {
        Words::of::<LearnPress>()
    }

    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        let press: LearnPress = interaction.button()?;
        match press.button.button {
            LearnButton::Turn { press: PlayButton::Type { .. } } if interaction.kind == InteractionType::Component => {
                Some(Deferral::Never)
            }
            // The exercise stays above a link.
            LearnButton::Browser => Some(Deferral::Ephemeral),
            _ => None,
        }
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        Ok(Reply::ephemeral(next_task(ctx).await?))
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        press(ctx, ctx.button()?).await
    }
}

async fn next_task(ctx: Ctx<'_>) -> Result<OutgoingMessage, Problem> {
    let progress = exercises::exercises_of(&ctx.app.games, ctx.user()).await?;
    let lesson = lesson(ctx, progress.next()).await?;
    Ok(view::task(&lesson, &[], "").await)
}

async fn lesson<'a>(ctx: Ctx<'a>, exercise: &'static Exercise) -> Result<Lesson<'a>, Problem> {
    let user = ctx.user();
    let progress = exercises::exercises_of(&ctx.app.games, user).await?;
    let viewer = Viewer::of(ctx.app, user, ctx.origin.guild_id).await;
    Ok(Lesson { app: ctx.app, language: ctx.language, viewer, exercise, progress })
}

/// A button, a select or the form of an exercise.
async fn press(ctx: Ctx<'_>, pressed: LearnPress) -> Answer {
    let About { subject: key, button: About { subject: Turns(played), button } } = &pressed;
    // The exercise comes from an earlier version, or the id is forged.
    let stale_error = || Problem::Key("error-learn-changed");
    if *button == LearnButton::Next {
        return Ok(ctx.private_reply(next_task(ctx).await?));
    }
    let exercise = Exercise::of(key).ok_or_else(stale_error)?;
    let game = exercise.after(played).map_err(|_| stale_error())?;
    if played.len() >= exercise.moves() {
        return Err(stale_error());
    }
    if *button == LearnButton::Browser {
        let (text, page) = (localize!(ctx, "task-link"), format!("learn/{}", exercise.number()));
        return Ok(Reply::ephemeral(personal_link(ctx, None, &page, &text, "button-open").await?));
    }
    let lesson = lesson(ctx, exercise).await?;
    let menu = MoveEntry {
        language: ctx.language,
        game: &*game,
        is_turned: lesson.is_turned(),
        in_words: lesson.viewer.reads_words_only(),
        ids: &|press| view::press(key, played, LearnButton::Turn { press }).to_string(),
        prepares_placings: false,
        again: None,
    };
    let entry = match button {
        LearnButton::Turn { press } => menu.enter(press, ctx.values.first().map(String::as_str)),
        _ => None,
    };
    if let Some(entry) = entry {
        return Ok(ctx.private_reply(view::entry(&lesson, entry, played).await));
    }
    let post = match button {
        LearnButton::OpenLeft => view::task_after_last(&lesson).await,
        LearnButton::Next | LearnButton::Open | LearnButton::Browser => view::task(&lesson, &[], "").await,
        LearnButton::Hint => view::hint(&lesson, played).await,
        LearnButton::Solution => view::solution(&lesson).await.map_err(|_| stale_error())?,
        LearnButton::Turn { press: PlayButton::Play { turn } } => answer_turn(ctx, lesson, played, turn).await?,
        LearnButton::Turn { press: PlayButton::Type { .. } } => match ctx.text(MOVE_FIELD) {
            Some(typed) => answer_turn(ctx, lesson, played, typed).await?,
            None if ctx.kind == InteractionType::Component => return Ok(turn_form(ctx.language, &pressed)),
            None => view::task(&lesson, played, "").await,
        },
        LearnButton::Turn { .. } => view::task(&lesson, played, "").await,
    };
    Ok(ctx.private_reply(post))
}

async fn answer_turn(
    ctx: Ctx<'_>,
    lesson: Lesson<'_>,
    played: &[String],
    text: &str,
) -> Result<OutgoingMessage, Problem> {
    let attempt = lesson.exercise.attempt(played, text).map_err(|_| Problem::Key("error-learn-changed"))?;
    Ok(match attempt {
        Attempt::Illegal(refusal) => view::illegal(&lesson, played, text, &refusal).await,
        Attempt::Short { notation, shortfall } => view::short(&lesson, played, &notation, &shortfall).await,
        Attempt::GoesOn { notation, reply } => {
            let turns = [played, &[notation]].concat();
            view::goes_on(&lesson, &turns, reply).await
        }
        Attempt::Solved { notation, game } => {
            let progress = exercises::solve_exercise(&ctx.app.games, ctx.user(), lesson.exercise).await?;
            view::solved(&Lesson { progress, ..lesson }, &notation, game).await
        }
    })
}
