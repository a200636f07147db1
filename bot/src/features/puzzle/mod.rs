//! `/puzzle`: positions in which one turn reaches a goal: some near the solver's strength, and a shared one each day.

pub(crate) mod posts;
pub mod service;
pub mod view;

use async_trait::async_trait;
use discord::custom_id::{About, Words};
use discord::{Deferral, Interaction, InteractionType, OutgoingMessage, Reply};
use games::domain::Day;

use crate::board::move_entry::MoveEntry;
use crate::board::position::{MOVE_FIELD, Turns, turn_form};
use crate::commands::command_definition::{CommandDefinition, command, flag};
use crate::commands::{Answer, Ctx, Feature, PlayButton, Problem, Viewer};
use crate::features::board::personal_link;
use crate::features::puzzle::service::{AttemptOutcome, ShownPuzzle};
use crate::features::puzzle::view::{PuzzleButton, PuzzlePress, Session};
use crate::localization::localize;

/// The id names a puzzle or turn that does not exist, so no current message has it.
const CHANGED: Problem = Problem::Key("error-puzzle-changed");

pub struct Puzzles;

#[async_trait]
impl Feature for Puzzles {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("puzzle", [flag("daily")])]
    }

    fn words(&self) -> Words {
        Words::of::<PuzzlePress>()
    }

    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        let press: PuzzlePress = interaction.button()?;
        match press.button.button {
            PuzzleButton::Turn { press: PlayButton::Type { .. } } if interaction.kind == InteractionType::Component => {
                Some(Deferral::Never)
            }
            // The puzzle stays above a link.
            PuzzleButton::Browser => Some(Deferral::Ephemeral),
            _ => None,
        }
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let post =
            if ctx.flag("daily") { open_day(ctx, Day::of(ctx.app.clock.now())).await? } else { open_next(ctx).await? };
        Ok(Reply::ephemeral(post))
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let press_id: PuzzlePress = ctx.button()?;
        let post = match press_id.button.button {
            PuzzleButton::Next => open_next(ctx).await?,
            PuzzleButton::Day { day } => open_day(ctx, Day(day)).await?,
            PuzzleButton::Browser => {
                let text = localize!(ctx, "task-link");
                let page = format!("puzzle/{}", press_id.subject);
                return Ok(Reply::ephemeral(personal_link(ctx, None, &page, &text, "button-open").await?));
            }
            // Answered without the store, because Discord takes a form only as an immediate answer.
            PuzzleButton::Turn { press: PlayButton::Type { .. } } if ctx.kind == InteractionType::Component => {
                return Ok(turn_form(ctx.language, &press_id));
            }
            _ => press(ctx, press_id).await?,
        };
        Ok(ctx.private_reply(post))
    }
}

async fn session(ctx: Ctx<'_>, shown: ShownPuzzle, opened_for: Option<Day>) -> Session<'_> {
    let viewer = Viewer::of(ctx.app, ctx.user(), ctx.origin.guild_id).await;
    Session { app: ctx.app, language: ctx.language, viewer, shown, opened_for }
}

async fn open_next(ctx: Ctx<'_>) -> Result<OutgoingMessage, Problem> {
    let Some(puzzle) = service::open_next(&ctx.app.games, ctx.user()).await? else {
        return Ok(view::all_solved(ctx.language));
    };
    begin(&session(ctx, puzzle, None).await).await
}

async fn open_day(ctx: Ctx<'_>, day: Day) -> Result<OutgoingMessage, Problem> {
    let puzzle = service::open_day(&ctx.app.games, ctx.user(), day).await?.ok_or(CHANGED)?;
    begin(&session(ctx, puzzle, Some(day)).await).await
}

async fn begin(session: &Session<'_>) -> Result<OutgoingMessage, Problem> {
    let game = service::position_after(session.shown.puzzle, &[]).ok_or(CHANGED)?;
    Ok(view::task(session, &*game, &[]).await)
}

/// A button, a select or the form of a puzzle that was shown to this person.
async fn press(ctx: Ctx<'_>, pressed: PuzzlePress) -> Result<OutgoingMessage, Problem> {
    let About { subject: number, button: About { subject: Turns(played), button } } = &pressed;
    let user = ctx.user();
    let puzzle = service::puzzle_of(*number).ok_or(CHANGED)?;
    let shown_puzzle = service::find_shown(&ctx.app.games, user, puzzle).await?;
    let shown_puzzle = shown_puzzle.ok_or(Problem::Key("error-puzzle-not-yours"))?;
    let game = service::position_after(puzzle, played).ok_or(CHANGED)?;
    let session = session(ctx, shown_puzzle, None).await;
    let menu = MoveEntry {
        language: ctx.language,
        game: &*game,
        is_turned: session.is_turned(),
        in_words: session.viewer.reads_words_only(),
        ids: &|press| view::press(*number, played, PuzzleButton::Turn { press }).to_string(),
        prepares_placings: false,
        again: None,
    };
    let entry = match button {
        PuzzleButton::Turn { press } => menu.enter(press, ctx.values.first().map(String::as_str)),
        _ => None,
    };
    if let Some(entry) = entry {
        return Ok(view::entry(&session, entry).await);
    }
    Ok(match button {
        PuzzleButton::Solution => {
            let rating_change = service::give_up(&ctx.app.games, user, puzzle).await?;
            view::end(&session, view::solution_lines(&session, rating_change)).await
        }
        PuzzleButton::Turn { press: PlayButton::Play { turn } } => {
            answer_turn(&session, ctx.interaction, played, turn).await?
        }
        PuzzleButton::Turn { press: PlayButton::Type { .. } } => match ctx.text(MOVE_FIELD) {
            Some(typed) => answer_turn(&session, ctx.interaction, played, typed).await?,
            None => view::task(&session, &*game, played).await,
        },
        _ => view::task(&session, &*game, played).await,
    })
}

async fn answer_turn(
    session: &Session<'_>,
    interaction: &Interaction,
    played: &[String],
    typed: &str,
) -> Result<OutgoingMessage, Problem> {
    let (games, user) = (&session.app.games, interaction.person.user);
    let puzzle = session.shown.puzzle;
    let game = service::position_after(puzzle, played).ok_or(CHANGED)?;
    Ok(match service::try_turn(games, user, &session.shown, played, typed).await? {
        AttemptOutcome::Illegal(refusal) => view::illegal(session, &*game, played, typed, &refusal).await,
        AttemptOutcome::Wrong { notation, rated } => {
            let after = game.after(&notation).unwrap_or(game);
            view::wrong(session, &*after, played, &notation, rated).await
        }
        AttemptOutcome::GoesOn { notation, reply } => {
            let turns = [played, std::slice::from_ref(&notation)].concat();
            let game = service::position_after(puzzle, &turns).ok_or(CHANGED)?;
            view::goes_on(session, &*game, &turns, &notation, &reply).await
        }
        AttemptOutcome::Solved { notation, rated, day } => {
            view::end(session, view::solved_lines(session, &notation, rated, day)).await
        }
    })
}
