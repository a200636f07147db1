//! The messages of an exercise.

use base::error_chain::causes;
use discord::custom_id::{About, CustomId as _, buttons};
use discord::{CreateButton, Layout, OutgoingMessage, Picture, Style, button, row};
use rules::{AnyGame, Refusal};
use tracing::error;

use crate::board::description::{DescriptionContext, color, describe};
use crate::board::move_entry::Entry;
use crate::board::pictures::{BoardPicture, Overlay};
use crate::board::position::{self, Turns};
use crate::board::words;
use crate::commands::{App, PlayButton, Viewer, rules_refusal};
use crate::features::guided_play::press::OPEN_GUIDE;
use crate::features::learn::exercises::{ALL, Exercise, Progress, Shortfall};
use crate::localization::{Language, localize};

pub struct Lesson<'a> {
    pub app: &'a App,
    pub language: Language,
    pub viewer: Viewer,
    pub exercise: &'static Exercise,
    pub progress: Progress,
}

impl Lesson<'_> {
    /// Whether White is at the bottom.
    pub fn is_turned(&self) -> bool {
        self.viewer.flips(None)
    }

    pub fn text(&self, part: &str) -> String {
        self.language.attribute(self.exercise.key, part)
    }

    /// The title of the exercise: `**Exercise 3 of 10: Move sideways**`, with a mark once it is solved.
    pub fn title(&self) -> String {
        let name = self.language.localize(self.exercise.key, &[]);
        let solved = if self.progress.is_solved(self.exercise) { " ✓" } else { "" };
        let number = self.exercise.number();
        localize!(self.language, "learn-title", number = number, count = ALL.len(), name = name) + solved
    }

    /// The next exercise; after the last one, the first unsolved one.
    pub fn following(&self) -> Option<(&'static Exercise, LearnButton)> {
        let (following, open) = match self.exercise.following() {
            Some(following) => (following, LearnButton::Open),
            None if self.progress.is_complete() => return None,
            None => (self.progress.next(), LearnButton::OpenLeft),
        };
        (following.key != self.exercise.key).then_some((following, open))
    }

    fn button(&self, pressed: LearnButton, played: &[String], label: String, style: Style) -> CreateButton {
        button(&press(self.exercise.key, played, pressed), label, style)
    }
}

/// The task, with its title or a sentence about the previous step.
pub async fn task(lesson: &Lesson<'_>, played: &[String], sentence: &str) -> OutgoingMessage {
    render_step(lesson, played, sentence, true, None).await
}

/// The first unsolved exercise, at the end of the series.
pub async fn task_after_last(lesson: &Lesson<'_>) -> OutgoingMessage {
    let left = ALL.len() - lesson.progress.count();
    let sentence = if left == 0 {
        String::new()
    } else {
        format!("{} · {}", lesson.title(), localize!(lesson.language, "learn-left", left = left))
    };
    render_step(lesson, &[], &sentence, true, None).await
}

pub async fn hint(lesson: &Lesson<'_>, played: &[String]) -> OutgoingMessage {
    let hint = localize!(lesson.language, "learn-hint", hint = lesson.text("hint"));
    render_step(lesson, played, &hint, false, None).await
}

/// A move that the rules refuse, with the reason.
pub async fn illegal(lesson: &Lesson<'_>, played: &[String], typed: &str, refusal: &Refusal) -> OutgoingMessage {
    let why = rules_refusal::illegal(lesson.language, Some(typed.to_owned()), refusal);
    render_step(lesson, played, &why, true, None).await
}

/// A legal move that misses the task, with the reason.
pub async fn short(lesson: &Lesson<'_>, played: &[String], notation: &str, shortfall: &Shortfall) -> OutgoingMessage {
    let why = shortfall_sentence(lesson.language, notation, shortfall);
    render_step(lesson, played, &why, true, Some(notation)).await
}

pub fn shortfall_sentence(language: Language, notation: &str, shortfall: &Shortfall) -> String {
    match shortfall {
        Shortfall::Count { moved, wanted } => {
            localize!(language, "learn-short-count", notation = notation, moved = moved, wanted = wanted)
        }
        Shortfall::Sideways { wanted } => {
            let direction = if *wanted { "sideways" } else { "inline" };
            localize!(language, "learn-short-sideways", notation = notation, wanted = direction)
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
    }
}

pub async fn goes_on(lesson: &Lesson<'_>, played: &[String], reply: &str) -> OutgoingMessage {
    let sentence = localize!(lesson.language, "learn-goes-on", reply = reply);
    render_step(lesson, played, &sentence, true, None).await
}

/// The task after these turns, with the board after a wrong one.
async fn render_step(
    lesson: &Lesson<'_>,
    played: &[String],
    sentence: &str,
    has_hint: bool,
    wrong_turn: Option<&str>,
) -> OutgoingMessage {
    let language = lesson.language;
    let first = if sentence.is_empty() { lesson.title() } else { sentence.to_owned() };
    let text = format!("{first}\n{}", lesson.text("task"));
    let secondary = |pressed, label| lesson.button(pressed, played, label, Style::Secondary);
    let open = || secondary(LearnButton::Browser, localize!(language, "button-open"));
    let mut buttons: Vec<_> = lesson.app.games.has_pages().then(open).into_iter().collect();
    buttons.extend([
        lesson.button(
            LearnButton::Turn { press: PlayButton::Move },
            played,
            localize!(language, "button-move"),
            Style::Primary,
        ),
        secondary(
            LearnButton::Turn { press: PlayButton::Type { typed: String::new() } },
            localize!(language, "button-type"),
        ),
    ]);
    if has_hint {
        buttons.push(secondary(LearnButton::Hint, localize!(language, "button-learn-hint")));
    }
    buttons.push(secondary(LearnButton::Solution, localize!(language, "button-learn-solution")));
    let Ok(game) = lesson.exercise.after(played).and_then(|game| game.after(wrong_turn.unwrap_or_default())) else {
        return OutgoingMessage::text(text);
    };
    let post = render_board(lesson, &*game, Overlay::default(), &text, Layout::TextLast).await;
    let post = post.rows(vec![row(buttons)]);
    // A row has room for five.
    next(lesson, Style::Secondary).into_iter().fold(post, OutgoingMessage::add_button)
}

fn next(lesson: &Lesson<'_>, style: Style) -> Option<CreateButton> {
    let (following, open) = lesson.following()?;
    Some(button(&press(following.key, &[], open), localize!(lesson.language, "button-learn-next"), style))
}

pub fn solved_lines(lesson: &Lesson<'_>, notation: &str) -> [String; 2] {
    let (language, progress) = (lesson.language, lesson.progress);
    let solved = localize!(language, "puzzle-solved", notation = notation);
    let count = localize!(language, "learn-progress", count = progress.count(), all = ALL.len());
    let complete = progress.is_complete().then(|| localize!(language, "learn-complete"));
    let done = [Some(lesson.text("done")), complete].into_iter().flatten().collect::<Vec<_>>();
    [format!("{solved} {count}"), done.join(" ")]
}

/// A solved exercise: its lesson, the board after it, and the next button.
pub async fn solved(lesson: &Lesson<'_>, notation: &str, game: Box<dyn AnyGame>) -> OutgoingMessage {
    let language = lesson.language;
    let text = solved_lines(lesson, notation).join("\n");
    let again = localize!(language, "button-again");
    let again = lesson.button(LearnButton::Open, &[], again, Style::Secondary);
    let mut buttons: Vec<_> = next(lesson, Style::Success).into_iter().chain([again]).collect();
    if lesson.progress.is_complete() {
        let play = button(&OPEN_GUIDE, localize!(language, "help-button-play"), Style::Primary);
        buttons.insert(0, play);
    }
    render_board(lesson, &*game, Overlay::default(), &text, Layout::TextLast).await.rows(vec![row(buttons)])
}

/// The solution in words, and the position after it.
pub fn solution_lines(lesson: &Lesson<'_>) -> Result<([String; 2], Box<dyn AnyGame>), Refusal> {
    let line = lesson.exercise.solution();
    let (last, first) = line.split_last().unwrap_or((&"", &[]));
    let mut game = lesson.exercise.after(&first.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    game.play(last)?;
    let moves: Vec<String> = line.iter().map(|turn| format!("`{turn}`")).collect();
    let moves = localize!(lesson.language, "learn-solution", moves = moves.join(", "), count = line.len());
    Ok(([moves, lesson.text("done")], game))
}

/// The solution with its final board. The exercise does not count as solved.
pub async fn solution(lesson: &Lesson<'_>) -> Result<OutgoingMessage, Refusal> {
    let (lines, game) = solution_lines(lesson)?;
    let text = lines.join("\n");
    let again = lesson.button(LearnButton::Open, &[], localize!(lesson.language, "button-again"), Style::Secondary);
    let buttons: Vec<_> = next(lesson, Style::Primary).into_iter().chain([again]).collect();
    Ok(render_board(lesson, &*game, Overlay::default(), &text, Layout::TextLast).await.rows(vec![row(buttons)]))
}

/// A question of *Move…*, with buttons for a hint and the next exercise.
pub async fn entry(lesson: &Lesson<'_>, entry: Entry, played: &[String]) -> OutgoingMessage {
    let Entry { game, text, overlay, rows } = entry;
    let text = format!("{} · {}\n{text}", lesson.title(), lesson.text("task"));
    let post = render_board(lesson, &*game, overlay, &text, Layout::ControlsFirst).await.rows(rows);
    let label = localize!(lesson.language, "button-learn-hint");
    let post = post.add_button(lesson.button(LearnButton::Hint, played, label, Style::Secondary));
    match next(lesson, Style::Secondary) {
        Some(next) => post.add_button(next),
        None => post,
    }
}

/// A text with the board, as its reader prefers.
async fn render_board(
    lesson: &Lesson<'_>,
    game: &dyn AnyGame,
    overlay: Overlay,
    text: &str,
    layout: Layout,
) -> OutgoingMessage {
    let Lesson { app, language, ref viewer, exercise, .. } = *lesson;
    let (diagram, flip) = (game.diagram(), lesson.is_turned());
    let as_text = || {
        let mut lines = vec![text.to_owned(), words::last_turn(language, &diagram, "")];
        lines.extend(words::threats(language, game, |of| color(language, of)));
        lines.push(position::spelled(language, viewer, &diagram, flip));
        lines.retain(|line| !line.is_empty());
        OutgoingMessage::text(lines.join("\n"))
    };
    if viewer.text_board {
        return as_text();
    }
    let headline = language.localize(exercise.key, &[]);
    let overlay = Overlay { flip, ..overlay };
    let board = BoardPicture { overlay, ..position::picture(language, viewer, diagram.clone(), flip, headline) };
    let alt = describe(language, &diagram, flip, DescriptionContext::default());
    match app.pictures.draw(board).await {
        Ok(bytes) => {
            let file_name = format!("{}.png", exercise.key);
            OutgoingMessage::text(text).picture(Picture { file_name, bytes, alt }).layout(layout)
        }
        Err(cause) => {
            error!("Could not draw an exercise, showed it as text: {}", causes(&cause));
            as_text()
        }
    }
}

buttons! {
    pub enum LearnButton {
        /// Start the first unsolved exercise.
        Next = "learn-next",
        Open = "learn-open",
        /// Start it from the end of the previous, unsolved exercise.
        OpenLeft = "learn-left",
        /// A step of a turn, or all of it.
        Turn { press: PlayButton } = "learn-turn",
        Hint = "learn-hint",
        Solution = "learn-solution",
        /// A personal link to the exercise in a browser.
        Browser = "learn-browser",
    }
}

/// A button of the exercise with this key, after these turns.
pub type LearnPress = About<String, About<Turns, LearnButton>>;

pub fn press(key: &str, played: &[String], button: LearnButton) -> LearnPress {
    button.about(Turns(played.to_vec())).about(key.to_owned())
}

/// The button that acts like `/learn`.
pub fn press_next() -> LearnPress {
    press("", &[], LearnButton::Next)
}
