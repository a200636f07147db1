//! What a puzzle says and shows.

use engine::puzzle::{Goal, Puzzle};
use rules::{AnyGame, Color, Refusal};
use serde_json::Value;

use crate::commands::board::move_entry::Entry;
use crate::commands::board::pictures::{BoardPicture, Overlay};
use crate::commands::board::position;
use crate::commands::{App, Viewer, rules_refusal};
use crate::discord::{Language, Layout, OutgoingMessage, Style, button, localize, row};
use crate::domain::{Day, HOUR_MS, Streak, Timestamp};
use crate::features::puzzle::button::{PuzzleAction, PuzzleButton};
use crate::features::puzzle::service::{DayOutcome, RatedTry, RatingStep, ShownPuzzle, position_of_line};

/// A puzzle and who solves it.
pub struct Session<'a> {
    pub app: &'a App,
    pub language: Language,
    pub viewer: Viewer,
    pub shown: ShownPuzzle,
    /// The day whose puzzle it is, if it was opened as that.
    pub opened_for: Option<Day>,
}

impl Session<'_> {
    /// White at the bottom.
    pub fn is_turned(&self) -> bool {
        self.viewer.flips_for(color_to_move(self.shown.puzzle))
    }

    fn now(&self) -> Timestamp {
        self.app.clock.now()
    }

    fn button(&self, action: PuzzleAction, played: &[String], label: String, style: Style) -> Value {
        button(&PuzzleButton::of(action, self.shown.puzzle.number, played), label, style)
    }

    /// Which puzzle it is, and what is to be done.
    fn head(&self) -> Vec<String> {
        let Self { language, ref shown, .. } = *self;
        let (number, rating) = (shown.puzzle.number, shown.rating.write_points(self.now()));
        let title = if shown.is_daily {
            localize!(language, "puzzle-title-daily", number = number, rating = rating)
        } else {
            localize!(language, "puzzle-title", number = number, rating = rating)
        };
        vec![title, goal(language, shown.puzzle)]
    }

    /// What the player is told of themselves before they begin.
    fn describe_player(&self) -> Vec<String> {
        let Self { language, ref shown, .. } = *self;
        let Streak { best, .. } = shown.player.streak;
        let days = shown.player.streak.current(shown.today);
        let rating = shown.player.rating.write_points(self.now());
        let mut lines = vec![localize!(language, "puzzle-you", rating = rating, days = days, best = best)];
        if shown.attempt.result.is_some() {
            lines.push(localize!(language, "puzzle-practice"));
        }
        if let Some(day) = self.opened_for.filter(|day| *day != shown.today) {
            lines.push(localize!(language, "puzzle-day-past", date = date(day)));
        }
        lines
    }

    fn next(&self, style: Style) -> Value {
        button(&PuzzleButton::next(), localize!(self.language, "button-puzzle-next"), style)
    }

    /// The way to the solution: it fails a puzzle that has not been tried, and says so.
    fn solution_button(&self, is_tried: bool) -> Value {
        let label = if is_tried {
            localize!(self.language, "button-puzzle-solution")
        } else {
            localize!(self.language, "button-puzzle-give-up")
        };
        self.button(PuzzleAction::Solution, &[], label, Style::Secondary)
    }

    async fn render(&self, game: &dyn AnyGame, overlay: Overlay, lines: &[String]) -> OutgoingMessage {
        let Self { app, language, ref viewer, ref shown, .. } = *self;
        let flip = self.is_turned();
        let headline = localize!(language, "puzzle-headline", number = shown.puzzle.number);
        let board = position::picture(language, viewer, game.diagram(), flip, headline);
        let overlay = Overlay { flip, ..overlay };
        let board = BoardPicture { overlay, ..board };
        let file_name = format!("puzzle-{}.png", shown.puzzle.number);
        let post = position::with_board(app, language, viewer, lines.join("\n"), board, &file_name).await;
        // A message that has its controls first once keeps them there.
        if viewer.text_board { post } else { post.layout(Layout::ControlsFirst) }
    }
}

fn color_to_move(puzzle: &Puzzle) -> Color {
    let Some(game) = position_of_line(puzzle, 0) else { return Color::Black };
    let seats = game.seats();
    game.to_move().and_then(|seat| seats.get(usize::from(seat))).map_or(Color::Black, |place| place.color)
}

fn signed(change: i64) -> String {
    if change < 0 { format!("−{}", change.unsigned_abs()) } else { format!("+{change}") }
}

/// By noon of the day it is the same date nearly everywhere.
fn date(day: Day) -> String {
    format!("<t:{}:D>", day.begins_at().plus(12 * HOUR_MS).0 / 1000)
}

/// What is to be reached, in how many turns.
fn goal(language: Language, puzzle: &Puzzle) -> String {
    let color = if color_to_move(puzzle) == Color::White { "white" } else { "black" };
    let moves = u32::from(puzzle.moves);
    match puzzle.goal {
        Goal::Marble => localize!(language, "puzzle-goal-marble", color = color, moves = moves),
        Goal::Win => localize!(language, "puzzle-goal-win", color = color, moves = moves),
    }
}

/// What a first try has changed; that nothing has changed after a later one.
fn rated_line(session: &Session<'_>, rated: Option<RatedTry>) -> String {
    let language = session.language;
    let Some(RatedTry { player, puzzle }) = rated else { return localize!(language, "puzzle-unrated") };
    let now = session.now();
    let change = |step: RatingStep| signed(step.after.points() - step.before.points());
    localize!(
        language,
        "puzzle-rated",
        rating = player.after.write_points(now),
        change = change(player),
        puzzle = puzzle.after.write_points(now),
        puzzleChange = change(puzzle)
    )
}

/// The puzzle at this position, below sentences about what came before.
async fn task_with(session: &Session<'_>, game: &dyn AnyGame, played: &[String], said: Vec<String>) -> OutgoingMessage {
    let language = session.language;
    let secondary = |action, label| session.button(action, played, label, Style::Secondary);
    let buttons = [
        session.button(PuzzleAction::Menu, played, localize!(language, "button-move"), Style::Primary),
        secondary(PuzzleAction::Type, localize!(language, "button-type")),
        session.solution_button(session.shown.attempt.result.is_some()),
    ];
    let lines = [session.head(), said].concat();
    session.render(game, Overlay::default(), &lines).await.rows(vec![row(&buttons)])
}

pub async fn task(session: &Session<'_>, game: &dyn AnyGame, played: &[String]) -> OutgoingMessage {
    task_with(session, game, played, session.describe_player()).await
}

/// A turn that the rules refuse, and why. It is no try.
pub async fn illegal(
    session: &Session<'_>,
    game: &dyn AnyGame,
    played: &[String],
    typed: &str,
    refusal: &Refusal,
) -> OutgoingMessage {
    let why = rules_refusal::illegal(session.language, Some(typed.to_owned()), refusal);
    task_with(session, game, played, vec![why]).await
}

/// A right turn, after which more have to follow.
pub async fn goes_on(
    session: &Session<'_>,
    game: &dyn AnyGame,
    played: &[String],
    notation: &str,
    reply: &str,
) -> OutgoingMessage {
    let left = usize::from(session.shown.puzzle.moves).saturating_sub(played.len());
    let said = localize!(session.language, "puzzle-goes-on", notation = notation, reply = reply, left = left);
    task_with(session, game, played, vec![said]).await
}

/// A legal turn that is not the one.
pub async fn wrong(
    session: &Session<'_>,
    game: &dyn AnyGame,
    played: &[String],
    notation: &str,
    rated: Option<RatedTry>,
) -> OutgoingMessage {
    let language = session.language;
    let mut lines = session.head();
    lines.push(localize!(language, "puzzle-wrong", notation = notation));
    lines.push(rated_line(session, rated));
    if session.shown.is_daily {
        lines.push(localize!(language, "puzzle-day-open"));
    }
    let again = localize!(language, "button-puzzle-again");
    let buttons = [
        session.button(PuzzleAction::Open, played, again, Style::Primary),
        session.solution_button(true),
        session.next(Style::Secondary),
    ];
    session.render(game, Overlay::default(), &lines).await.rows(vec![row(&buttons)])
}

/// A solved puzzle, with the board after it.
pub async fn solved(
    session: &Session<'_>,
    notation: &str,
    rated: Option<RatedTry>,
    day: DayOutcome,
) -> OutgoingMessage {
    let language = session.language;
    let mut lines = session.head();
    lines.push(localize!(language, "puzzle-solved", notation = notation));
    lines.push(rated_line(session, rated));
    lines.extend(match day {
        DayOutcome::Other => None,
        DayOutcome::Counted(streak) => {
            Some(localize!(language, "puzzle-day-counted", days = streak.days, best = streak.best))
        }
        DayOutcome::Already(streak) => {
            Some(localize!(language, "puzzle-day-already", days = streak.days, best = streak.best))
        }
        DayOutcome::Shown => Some(localize!(language, "puzzle-day-shown")),
    });
    render_end(session, lines).await
}

/// The solution, with the board after it.
pub async fn solution(session: &Session<'_>, rated: Option<RatedTry>) -> OutgoingMessage {
    let language = session.language;
    let line: Vec<String> = session.shown.puzzle.solution.iter().map(|turn| format!("`{turn}`")).collect();
    let mut lines = session.head();
    lines.push(localize!(language, "puzzle-solution", turns = line.join(", "), count = line.len()));
    lines.push(rated_line(session, rated));
    let today = Day::of(session.app.clock.now());
    if session.shown.is_daily && session.shown.player.streak.after_solving(today).is_some() {
        lines.push(localize!(language, "puzzle-day-shown"));
    }
    render_end(session, lines).await
}

async fn render_end(session: &Session<'_>, lines: Vec<String>) -> OutgoingMessage {
    let puzzle = session.shown.puzzle;
    let again = localize!(session.language, "button-again");
    let buttons = [session.next(Style::Primary), session.button(PuzzleAction::Open, &[], again, Style::Secondary)];
    let Some(game) = position_of_line(puzzle, puzzle.solution.len()) else {
        return OutgoingMessage::text(lines.join("\n")).rows(vec![row(&buttons)]);
    };
    session.render(&*game, Overlay::default(), &lines).await.rows(vec![row(&buttons)])
}

/// A question of *Move…*.
pub async fn entry(session: &Session<'_>, entry: Entry) -> OutgoingMessage {
    let Entry { game, text, overlay, rows } = entry;
    let lines = [session.head(), vec![text]].concat();
    session.render(&*game, overlay, &lines).await.rows(rows)
}

pub fn all_solved(language: Language) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "puzzle-all-solved"))
}

/// The daily puzzle for a channel: everybody solves it for themselves. Afterwards its text says how many have, in `solvers`.
pub fn post_text(language: Language, day: Day, puzzle: &Puzzle, solvers: Option<u32>) -> OutgoingMessage {
    let mut lines =
        vec![localize!(language, "puzzle-post", date = date(day), number = puzzle.number), goal(language, puzzle)];
    lines.extend(solvers.map(|solvers| localize!(language, "puzzle-post-solvers", count = solvers)));
    let solve = button(&PuzzleButton::day(day), localize!(language, "button-puzzle-solve"), Style::Primary);
    OutgoingMessage::text(lines.join("\n")).rows(vec![row(&[solve])])
}

/// The same with the board.
pub async fn post(
    app: &App,
    language: Language,
    viewer: &Viewer,
    day: Day,
    puzzle: &'static Puzzle,
) -> OutgoingMessage {
    let post = post_text(language, day, puzzle, None);
    let Some(game) = position_of_line(puzzle, 0) else { return post };
    let flip = viewer.flips_for(color_to_move(puzzle));
    let headline = localize!(language, "puzzle-headline", number = puzzle.number);
    let board = position::picture(language, viewer, game.diagram(), flip, headline);
    let file_name = format!("puzzle-{}.png", puzzle.number);
    let drawn = position::with_board(app, language, viewer, String::new(), board, &file_name).await;
    OutgoingMessage { pictures: drawn.pictures, ..post }
}
