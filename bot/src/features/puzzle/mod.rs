//! `/puzzle`: positions in which one turn reaches a goal, near the strength of who solves them, and one for everybody each day.

pub mod button;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::board::move_entry::MoveEntry;
use crate::commands::board::turn_button::MOVE_FIELD;
use crate::commands::{Answer, App, Feature, Problem, Viewer};
use crate::discord::command_definition::{CommandDefinition, command, flag};
use crate::discord::{Deferral, Interaction, InteractionType, Language, OutgoingMessage, Reply};
use crate::domain::Day;
use crate::features::puzzle::button::{PuzzleAction, PuzzleButton};
use crate::features::puzzle::service::{ShownPuzzle, Tried};
use crate::features::puzzle::view::Session;

/// An id that no message of ours has: a puzzle or a turn that is not there.
const CHANGED: Problem = Problem::Key("error-puzzle-changed");

pub struct Puzzles;

#[async_trait]
impl Feature for Puzzles {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("puzzle", [flag("daily")])]
    }

    fn words(&self) -> &'static [&'static str] {
        PuzzleAction::NAMES
    }

    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        PuzzleButton::deferral(interaction)
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let post = if interaction.flag("daily") {
            open_day(app, language, interaction, Day::of(app.clock.now())).await?
        } else {
            open_next(app, language, interaction).await?
        };
        Ok(Reply::ephemeral(post))
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button: PuzzleButton = interaction.name.parse().map_err(|_| Problem::UNKNOWN_BUTTON)?;
        let post = match button.action {
            PuzzleAction::Next => open_next(app, language, interaction).await?,
            PuzzleAction::Day => open_day(app, language, interaction, Day(button.position)).await?,
            // Nothing is asked of the store: a form comes at once.
            PuzzleAction::Type if interaction.kind == InteractionType::Component => {
                return Ok(button.form(language));
            }
            _ => press(app, language, interaction, &button).await?,
        };
        Ok(interaction.private_reply(post))
    }
}

async fn session<'a>(
    app: &'a App,
    language: Language,
    interaction: &Interaction,
    shown: ShownPuzzle,
    opened_for: Option<Day>,
) -> Session<'a> {
    let viewer = Viewer::of(app, interaction.person.user, interaction.origin.guild_id).await;
    Session { app, language, viewer, shown, opened_for }
}

async fn open_next(app: &App, language: Language, interaction: &Interaction) -> Result<OutgoingMessage, Problem> {
    let Some(shown) = service::open_next(&app.games, interaction.person.user).await? else {
        return Ok(view::all_solved(language));
    };
    begin(&session(app, language, interaction, shown, None).await).await
}

async fn open_day(
    app: &App,
    language: Language,
    interaction: &Interaction,
    day: Day,
) -> Result<OutgoingMessage, Problem> {
    let shown = service::open_day(&app.games, interaction.person.user, day).await?.ok_or(CHANGED)?;
    begin(&session(app, language, interaction, shown, Some(day)).await).await
}

async fn begin(session: &Session<'_>) -> Result<OutgoingMessage, Problem> {
    let game = service::position_after(session.shown.puzzle, &[]).ok_or(CHANGED)?;
    Ok(view::task(session, &*game, &[]).await)
}

/// A button, a select or the form of a puzzle that this person has been shown.
async fn press(
    app: &App,
    language: Language,
    interaction: &Interaction,
    button: &PuzzleButton,
) -> Result<OutgoingMessage, Problem> {
    let user = interaction.person.user;
    let puzzle = service::puzzle_of(button.position).ok_or(CHANGED)?;
    let shown = service::find_shown(&app.games, user, puzzle).await?;
    let shown = shown.ok_or(Problem::Key("error-puzzle-not-yours"))?;
    let played = &button.played;
    let game = service::position_after(puzzle, played).ok_or(CHANGED)?;
    let session = session(app, language, interaction, shown, None).await;
    let (is_turned, in_words) = (session.is_turned(), session.viewer.reads_words_only());
    let menu = MoveEntry { language, game: &*game, is_turned, in_words, ids: button, again: None };
    Ok(match button.action {
        PuzzleAction::Next | PuzzleAction::Day | PuzzleAction::Open => view::task(&session, &*game, played).await,
        PuzzleAction::Solution => {
            let rated = service::give_up(&app.games, user, puzzle).await?;
            view::solution(&session, rated).await
        }
        PuzzleAction::Menu | PuzzleAction::From | PuzzleAction::Step => match button.enter(&menu, interaction) {
            Some(entry) => view::entry(&session, entry).await,
            None => view::task(&session, &*game, played).await,
        },
        PuzzleAction::Play => answer_turn(&session, interaction, played, &button.text).await?,
        PuzzleAction::Type => match interaction.text(MOVE_FIELD) {
            Some(typed) => answer_turn(&session, interaction, played, typed).await?,
            None => view::task(&session, &*game, played).await,
        },
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
        Tried::Illegal(refusal) => view::illegal(session, &*game, played, typed, &refusal).await,
        Tried::Wrong { notation, rated } => {
            let after = game.after(&notation).unwrap_or(game);
            view::wrong(session, &*after, played, &notation, rated).await
        }
        Tried::GoesOn { notation, reply } => {
            let played = [played, std::slice::from_ref(&notation)].concat();
            let game = service::position_after(puzzle, &played).ok_or(CHANGED)?;
            view::goes_on(session, &*game, &played, &notation, &reply).await
        }
        Tried::Solved { notation, rated, day } => view::solved(session, &notation, rated, day).await,
    })
}
