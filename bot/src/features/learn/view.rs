//! What an exercise says and shows.

use rules::{AnyGame, Refusal};
use serde_json::Value;
use tracing::error;

use crate::commands::board::description::{DescriptionContext, color, describe};
use crate::commands::board::move_entry::Entry;
use crate::commands::board::pictures::{BoardPicture, Overlay};
use crate::commands::board::{position, words};
use crate::commands::{App, Viewer, rules_refusal};
use crate::discord::{Language, Layout, OutgoingMessage, Picture, Style, button, localize, row};
use crate::error_chain::causes;
use crate::features::guided_play::press::GuideButton;
use crate::features::learn::button::{LearnAction, LearnButton};
use crate::features::learn::exercises::{ALL, Exercise, Shortfall};
use crate::features::learn::service::Progress;

/// The text of the button that leads from the last exercise to one that is not solved.
pub const AFTER_LAST: &str = "left";

/// An exercise and who solves it.
pub struct Lesson<'a> {
    pub app: &'a App,
    pub language: Language,
    pub viewer: Viewer,
    pub exercise: &'static Exercise,
    pub progress: Progress,
}

impl Lesson<'_> {
    /// White at the bottom.
    pub fn is_turned(&self) -> bool {
        self.viewer.flips(None)
    }

    fn text(&self, part: &str) -> String {
        self.language.attribute(self.exercise.key, part)
    }

    /// Which exercise it is: `**Exercise 3 of 10: Move sideways**`.
    fn title(&self) -> String {
        let name = self.language.localize(self.exercise.key, &[]);
        localize!(self.language, "learn-title", number = self.exercise.number(), count = ALL.len(), name = name)
    }

    fn button(&self, action: LearnAction, played: &[String], label: String, style: Style) -> Value {
        button(&LearnButton::of(action, self.exercise.key, played), label, style)
    }
}

/// The task, below a sentence about what came before.
pub async fn task(lesson: &Lesson<'_>, played: &[String], sentence: &str) -> OutgoingMessage {
    render_step(lesson, played, sentence, true).await
}

/// The task of the first exercise that is not solved, after the last one.
pub async fn task_after_last(lesson: &Lesson<'_>) -> OutgoingMessage {
    let left = ALL.len() - lesson.progress.count();
    let sentence = if left == 0 { String::new() } else { localize!(lesson.language, "learn-left", left = left) };
    render_step(lesson, &[], &sentence, true).await
}

pub async fn hint(lesson: &Lesson<'_>, played: &[String]) -> OutgoingMessage {
    let hint = localize!(lesson.language, "learn-hint", hint = lesson.text("hint"));
    render_step(lesson, played, &hint, false).await
}

/// A move that the rules refuse, and why.
pub async fn illegal(lesson: &Lesson<'_>, played: &[String], typed: &str, refusal: &Refusal) -> OutgoingMessage {
    let why = rules_refusal::illegal(lesson.language, Some(typed.to_owned()), refusal);
    render_step(lesson, played, &why, true).await
}

/// A legal move that is not what was asked for, and why.
pub async fn short(lesson: &Lesson<'_>, played: &[String], notation: &str, shortfall: &Shortfall) -> OutgoingMessage {
    let language = lesson.language;
    let why = match shortfall {
        Shortfall::Count { moved, wanted } => {
            localize!(language, "learn-short-count", notation = notation, moved = moved, wanted = wanted)
        }
        Shortfall::Sideways { wanted } => {
            let wanted = if *wanted { "sideways" } else { "inline" };
            localize!(language, "learn-short-sideways", notation = notation, wanted = wanted)
        }
        Shortfall::Elsewhere { cells } => {
            localize!(language, "learn-short-elsewhere", notation = notation, cells = cells)
        }
        Shortfall::Push { pushed, wanted } => {
            localize!(language, "learn-short-push", notation = notation, pushed = pushed, wanted = wanted)
        }
        Shortfall::NoEjection => localize!(language, "learn-short-ejection", notation = notation),
        Shortfall::Threat { cell, turn } => {
            localize!(language, "learn-short-threat", notation = notation, cell = cell, turn = turn)
        }
        Shortfall::TooSlow => localize!(language, "learn-short-slow", notation = notation),
    };
    render_step(lesson, played, &why, true).await
}

/// The first of two moves was right.
pub async fn goes_on(lesson: &Lesson<'_>, played: &[String], reply: &str) -> OutgoingMessage {
    let sentence = localize!(lesson.language, "learn-goes-on", reply = reply);
    render_step(lesson, played, &sentence, true).await
}

async fn render_step(lesson: &Lesson<'_>, played: &[String], sentence: &str, has_hint: bool) -> OutgoingMessage {
    let language = lesson.language;
    let solved = if lesson.progress.is_solved(lesson.exercise) { " ✓" } else { "" };
    let mut text = vec![format!("{}{solved}", lesson.title()), lesson.text("task")];
    text.extend((!sentence.is_empty()).then(|| sentence.to_owned()));
    let secondary = |action, label| lesson.button(action, played, label, Style::Secondary);
    let mut buttons = vec![
        lesson.button(LearnAction::Menu, played, localize!(language, "button-move"), Style::Primary),
        secondary(LearnAction::Type, localize!(language, "button-type")),
    ];
    if has_hint {
        buttons.push(secondary(LearnAction::Hint, localize!(language, "button-learn-hint")));
    }
    buttons.push(secondary(LearnAction::Solution, localize!(language, "button-learn-solution")));
    buttons.extend(next(lesson, Style::Secondary));
    let Ok(game) = lesson.exercise.after(played) else { return OutgoingMessage::text(text.join("\n")) };
    render_board(lesson, &*game, Overlay::default(), &text.join("\n")).await.rows(vec![row(&buttons)])
}

/// The way to the next exercise; after the last one to the first that is not solved.
fn next(lesson: &Lesson<'_>, style: Style) -> Option<Value> {
    let (following, text) = match lesson.exercise.following() {
        Some(following) => (following, ""),
        None if lesson.progress.is_complete() => return None,
        None => (lesson.progress.next(), AFTER_LAST),
    };
    let open = LearnButton { text: text.to_owned(), ..LearnButton::of(LearnAction::Open, following.key, &[]) };
    (following.key != lesson.exercise.key)
        .then(|| button(&open, localize!(lesson.language, "button-learn-next"), style))
}

/// A solved exercise: what it teaches, the board after it, and the way on.
pub async fn solved(lesson: &Lesson<'_>, notation: &str, game: Box<dyn AnyGame>) -> OutgoingMessage {
    let language = lesson.language;
    let (count, all) = (lesson.progress.count(), ALL.len());
    let mut text = vec![
        localize!(language, "learn-solved", title = lesson.title(), notation = notation),
        lesson.text("done"),
        localize!(language, "learn-progress", count = count, all = all),
    ];
    if lesson.progress.is_complete() {
        text.push(localize!(language, "learn-complete"));
    }
    let again = localize!(language, "button-again");
    let again = lesson.button(LearnAction::Open, &[], again, Style::Secondary);
    let mut buttons: Vec<Value> = next(lesson, Style::Success).into_iter().chain([again]).collect();
    if lesson.progress.is_complete() {
        let play = button(&GuideButton::OPEN, localize!(language, "help-button-play"), Style::Primary);
        buttons.insert(0, play);
    }
    render_board(lesson, &*game, Overlay::default(), &text.join("\n")).await.rows(vec![row(&buttons)])
}

/// The solution, with the board after it. It does not count as solved.
pub async fn solution(lesson: &Lesson<'_>) -> Result<OutgoingMessage, Refusal> {
    let language = lesson.language;
    let line = lesson.exercise.solution();
    let (last, first) = line.split_last().unwrap_or((&"", &[]));
    let mut game = lesson.exercise.after(&first.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    game.play(last)?;
    let moves: Vec<String> = line.iter().map(|turn| format!("`{turn}`")).collect();
    let moves = localize!(language, "learn-solution", moves = moves.join(", "), count = line.len());
    let text = [lesson.title(), moves, lesson.text("done")].join("\n");
    let again = lesson.button(LearnAction::Open, &[], localize!(language, "button-again"), Style::Secondary);
    let buttons: Vec<Value> = next(lesson, Style::Primary).into_iter().chain([again]).collect();
    Ok(render_board(lesson, &*game, Overlay::default(), &text).await.rows(vec![row(&buttons)]))
}

/// A question of *Move…*, with a hint and the way to the next exercise.
pub async fn entry(lesson: &Lesson<'_>, entry: Entry, played: &[String]) -> OutgoingMessage {
    let Entry { game, text, overlay, rows } = entry;
    let text = format!("{}\n{}\n{text}", lesson.title(), lesson.text("task"));
    let post = render_board(lesson, &*game, overlay, &text).await.rows(rows);
    let label = localize!(lesson.language, "button-learn-hint");
    let post = post.add_button(lesson.button(LearnAction::Hint, played, label, Style::Secondary));
    match next(lesson, Style::Secondary) {
        Some(next) => post.add_button(next),
        None => post,
    }
}

/// A text with the board below it, as its reader likes it.
async fn render_board(lesson: &Lesson<'_>, game: &dyn AnyGame, overlay: Overlay, text: &str) -> OutgoingMessage {
    let Lesson { app, language, ref viewer, exercise, .. } = *lesson;
    let (diagram, flip) = (game.diagram(), lesson.is_turned());
    let spelled = || {
        let mut lines = vec![text.to_owned(), words::last_turn(language, &diagram, "")];
        lines.extend(words::threats(language, game, |of| color(language, of)));
        lines.push(position::spelled(language, viewer, &diagram, flip));
        lines.retain(|line| !line.is_empty());
        OutgoingMessage::text(lines.join("\n"))
    };
    if viewer.text_board {
        return spelled();
    }
    let headline = language.localize(exercise.key, &[]);
    let overlay = Overlay { flip, ..overlay };
    let board = BoardPicture { overlay, ..position::picture(language, viewer, diagram.clone(), flip, headline) };
    let alt = describe(language, &diagram, flip, DescriptionContext::default());
    match app.pictures.draw(board).await {
        Ok(bytes) => {
            let file_name = format!("{}.png", exercise.key);
            OutgoingMessage::text(text).picture(Picture { file_name, bytes, alt }).layout(Layout::ControlsFirst)
        }
        Err(cause) => {
            error!("Could not draw an exercise, showed it as text: {}", causes(&cause));
            spelled()
        }
    }
}
