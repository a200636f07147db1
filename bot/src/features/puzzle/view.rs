//! The messages of a puzzle.

use discord::custom_id::{About, CustomId as _, buttons};
use discord::{CreateButton, Layout, OutgoingMessage, Style, button, row};
use engine::puzzle::{Goal, Puzzle};
use games::domain::{Day, HOUR_MS, Streak, Timestamp};
use rules::{AnyGame, Color, Refusal};

use crate::board::move_entry::Entry;
use crate::board::pictures::{BoardPicture, Overlay};
use crate::board::position::{self, Turns};
use crate::commands::{App, PlayButton, Viewer, rules_refusal};
use crate::features::puzzle::service::{DayOutcome, RatedTry, RatingStep, ShownPuzzle, position_of_line};
use crate::localization::{Language, localize};

pub struct Session<'a> {
    pub app: &'a App,
    pub language: Language,
    pub viewer: Viewer,
    pub shown: ShownPuzzle,
    /// The day whose puzzle it is, if opened as such.
    pub opened_for: Option<Day>,
}

impl Session<'_> {
    /// Whether White is at the bottom.
    pub fn is_turned(&self) -> bool {
        self.viewer.flips_for(color_to_move(self.shown.puzzle))
    }

    fn now(&self) -> Timestamp {
        self.app.clock.now()
    }

    fn button(&self, pressed: PuzzleButton, played: &[String], label: String, style: Style) -> CreateButton {
        button(&press(self.shown.puzzle.number, played, pressed), label, style)
    }

    pub fn title(&self) -> String {
        let Self { language, ref shown, .. } = *self;
        let (number, rating) = (shown.puzzle.number, shown.rating.write_points(self.now()));
        if shown.is_daily {
            localize!(language, "puzzle-title-daily", number = number, rating = rating)
        } else {
            localize!(language, "puzzle-title", number = number, rating = rating)
        }
    }

    /// What is at stake: the solver's rating and streak, or that they stay as they are.
    pub fn stake(&self) -> String {
        let Self { language, ref shown, .. } = *self;
        if let Some(day) = self.opened_for.filter(|day| *day != shown.today) {
            return localize!(language, "puzzle-day-past", date = date(day));
        }
        if shown.attempt.result.is_some() && !shown.is_daily {
            return localize!(language, "puzzle-practice");
        }
        let Streak { best, .. } = shown.player.streak;
        let days = shown.player.streak.current(shown.today);
        let rating = shown.player.rating.write_points(self.now());
        localize!(language, "puzzle-you", rating = rating, days = days, best = best)
    }

    /// The goal, with the number of turns.
    pub fn goal(&self) -> String {
        goal(self.language, self.shown.puzzle)
    }

    fn next(&self, style: Style) -> CreateButton {
        button(&press_anywhere(PuzzleButton::Next), localize!(self.language, "button-puzzle-next"), style)
    }

    /// The button to the solution; warns if that fails an untried puzzle.
    fn solution_button(&self, is_tried: bool) -> CreateButton {
        let label = if is_tried {
            localize!(self.language, "button-puzzle-solution")
        } else {
            localize!(self.language, "button-puzzle-give-up")
        };
        self.button(PuzzleButton::Solution, &[], label, Style::Secondary)
    }

    /// Discord keeps whether a message has a layout, so each one names its own.
    async fn render(
        &self,
        game: &dyn AnyGame,
        overlay: Overlay,
        lines: &[String; 2],
        layout: Layout,
    ) -> OutgoingMessage {
        let Self { app, language, ref viewer, ref shown, .. } = *self;
        let flip = self.is_turned();
        let headline = localize!(language, "puzzle-headline", number = shown.puzzle.number);
        let board = position::picture(language, viewer, game.diagram(), flip, headline);
        let overlay = Overlay { flip, ..overlay };
        let board = BoardPicture { overlay, ..board };
        let file_name = format!("puzzle-{}.png", shown.puzzle.number);
        let post = position::with_board(app, language, viewer, lines.join("\n"), board, &file_name).await;
        if viewer.text_board { post } else { post.layout(layout) }
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

/// At noon UTC the date is the same nearly everywhere.
fn date(day: Day) -> String {
    format!("<t:{}:D>", day.begins_at().plus(12 * HOUR_MS).0 / 1000)
}

/// The goal, with the number of turns.
fn goal(language: Language, puzzle: &Puzzle) -> String {
    let color = if color_to_move(puzzle) == Color::White { "white" } else { "black" };
    let moves = u32::from(puzzle.moves);
    match puzzle.goal {
        Goal::Marble => localize!(language, "puzzle-goal-marble", color = color, moves = moves),
        Goal::Win => localize!(language, "puzzle-goal-win", color = color, moves = moves),
    }
}

/// The rating change of a first try, or that a later try changes nothing; then a sentence about the day.
fn rated_line(session: &Session<'_>, rated: Option<RatedTry>, day: Option<String>) -> String {
    let language = session.language;
    let now = session.now();
    let change = |step: RatingStep| signed(step.after.points() - step.before.points());
    let line = match rated {
        None => localize!(language, "puzzle-unrated"),
        Some(RatedTry { player, puzzle }) => localize!(
            language,
            "puzzle-rated",
            rating = player.after.write_points(now),
            change = change(player),
            puzzle = puzzle.after.write_points(now),
            puzzleChange = change(puzzle)
        ),
    };
    [Some(line), day].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The puzzle at this position, with a sentence above its goal.
async fn task_with(session: &Session<'_>, game: &dyn AnyGame, played: &[String], sentence: String) -> OutgoingMessage {
    let language = session.language;
    let secondary = |pressed, label| session.button(pressed, played, label, Style::Secondary);
    let open = || secondary(PuzzleButton::Browser, localize!(language, "button-open"));
    let buttons = [
        session.button(
            PuzzleButton::Turn { press: PlayButton::Move },
            played,
            localize!(language, "button-move"),
            Style::Primary,
        ),
        secondary(
            PuzzleButton::Turn { press: PlayButton::Type { typed: String::new() } },
            localize!(language, "button-type"),
        ),
        session.solution_button(session.shown.attempt.result.is_some()),
    ];
    let buttons: Vec<_> = session.app.games.has_pages().then(open).into_iter().chain(buttons).collect();
    let lines = [sentence, session.goal()];
    session.render(game, Overlay::default(), &lines, Layout::TextLast).await.rows(vec![row(buttons)])
}

pub async fn task(session: &Session<'_>, game: &dyn AnyGame, played: &[String]) -> OutgoingMessage {
    task_with(session, game, played, format!("{} · {}", session.title(), session.stake())).await
}

/// A turn that the rules refuse, with the reason. It does not count as a try.
pub async fn illegal(
    session: &Session<'_>,
    game: &dyn AnyGame,
    played: &[String],
    typed: &str,
    refusal: &Refusal,
) -> OutgoingMessage {
    let why = rules_refusal::illegal(session.language, Some(typed.to_owned()), refusal);
    task_with(session, game, played, why).await
}

/// That a turn was right, with its reply and the number of turns left after these.
pub fn goes_on_sentence(session: &Session<'_>, turns: usize, notation: &str, reply: &str) -> String {
    let left = usize::from(session.shown.puzzle.moves).saturating_sub(turns);
    localize!(session.language, "puzzle-goes-on", notation = notation, reply = reply, left = left)
}

/// A correct turn that must be followed by more.
pub async fn goes_on(
    session: &Session<'_>,
    game: &dyn AnyGame,
    played: &[String],
    notation: &str,
    reply: &str,
) -> OutgoingMessage {
    task_with(session, game, played, goes_on_sentence(session, played.len(), notation, reply)).await
}

pub fn wrong_lines(session: &Session<'_>, notation: &str, rated: Option<RatedTry>) -> [String; 2] {
    let language = session.language;
    let day = session.shown.is_daily.then(|| localize!(language, "puzzle-day-open"));
    [localize!(language, "puzzle-wrong", notation = notation), rated_line(session, rated, day)]
}

/// A legal but wrong turn.
pub async fn wrong(
    session: &Session<'_>,
    game: &dyn AnyGame,
    played: &[String],
    notation: &str,
    rated: Option<RatedTry>,
) -> OutgoingMessage {
    let again = localize!(session.language, "button-puzzle-again");
    let buttons = [
        session.button(PuzzleButton::Open, played, again, Style::Primary),
        session.solution_button(true),
        session.next(Style::Secondary),
    ];
    let lines = wrong_lines(session, notation, rated);
    session.render(game, Overlay::default(), &lines, Layout::TextLast).await.rows(vec![row(buttons)])
}

pub fn solved_lines(session: &Session<'_>, notation: &str, rated: Option<RatedTry>, day: DayOutcome) -> [String; 2] {
    let language = session.language;
    let day = match day {
        DayOutcome::Other => None,
        DayOutcome::Counted(streak) => {
            Some(localize!(language, "puzzle-day-counted", days = streak.days, best = streak.best))
        }
        DayOutcome::Already(streak) => {
            Some(localize!(language, "puzzle-day-already", days = streak.days, best = streak.best))
        }
        DayOutcome::Shown => Some(localize!(language, "puzzle-day-shown")),
    };
    [localize!(language, "puzzle-solved", notation = notation), rated_line(session, rated, day)]
}

pub fn solution_lines(session: &Session<'_>, rated: Option<RatedTry>) -> [String; 2] {
    let language = session.language;
    let line: Vec<String> = session.shown.puzzle.solution.iter().map(|turn| format!("`{turn}`")).collect();
    let ends_streak =
        session.shown.is_daily && session.shown.player.streak.after_solving(Day::of(session.now())).is_some();
    let day = ends_streak.then(|| localize!(language, "puzzle-day-shown"));
    [
        localize!(language, "puzzle-solution", turns = line.join(", "), count = line.len()),
        rated_line(session, rated, day),
    ]
}

/// A solved puzzle or its solution, with the board after it.
pub async fn end(session: &Session<'_>, lines: [String; 2]) -> OutgoingMessage {
    let puzzle = session.shown.puzzle;
    let again = localize!(session.language, "button-again");
    let buttons = [session.next(Style::Primary), session.button(PuzzleButton::Open, &[], again, Style::Secondary)];
    let Some(game) = position_of_line(puzzle, puzzle.solution.len()) else {
        return OutgoingMessage::text(lines.join("\n")).rows(vec![row(buttons)]);
    };
    session.render(&*game, Overlay::default(), &lines, Layout::TextLast).await.rows(vec![row(buttons)])
}

pub async fn entry(session: &Session<'_>, entry: Entry) -> OutgoingMessage {
    let Entry { game, text, overlay, rows } = entry;
    session.render(&*game, overlay, &[session.goal(), text], Layout::ControlsFirst).await.rows(rows)
}

pub fn all_solved(language: Language) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "puzzle-all-solved"))
}

/// The daily puzzle for a channel, which each reader solves privately. `solvers` is the number of solvers, added after
/// the day.
pub fn post_text(language: Language, day: Day, puzzle: &Puzzle, solvers: Option<u32>) -> OutgoingMessage {
    let mut lines =
        vec![localize!(language, "puzzle-post", date = date(day), number = puzzle.number), goal(language, puzzle)];
    lines.extend(solvers.map(|solvers| localize!(language, "puzzle-post-solvers", count = solvers)));
    let solve = button(
        &press_anywhere(PuzzleButton::Day { day: day.0 }),
        localize!(language, "button-puzzle-solve"),
        Style::Primary,
    );
    OutgoingMessage::text(lines.join("\n")).rows(vec![row([solve])])
}

/// The daily puzzle's post with its board.
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
    let message = position::with_board(app, language, viewer, String::new(), board, &file_name).await;
    OutgoingMessage { pictures: message.pictures, ..post }
}

buttons! {
    pub enum PuzzleButton {
        /// Show the puzzle of a day.
        Day { day: i64 } = "puzzle-day",
        /// Show the next puzzle near the player's rating.
        Next = "puzzle-next",
        /// Show the current puzzle again.
        Open = "puzzle-open",
        /// A step of a turn, or all of it.
        Turn { press: PlayButton } = "puzzle-turn",
        Solution = "puzzle-solution",
        /// A personal link to the puzzle in a browser.
        Browser = "puzzle-browser",
    }
}

/// A button of the puzzle with this number, after these turns.
pub type PuzzlePress = About<i64, About<Turns, PuzzleButton>>;

pub fn press(number: impl Into<i64>, played: &[String], button: PuzzleButton) -> PuzzlePress {
    button.about(Turns(played.to_vec())).about(number.into())
}

/// A button to a puzzle from a message that shows none.
pub fn press_anywhere(button: PuzzleButton) -> PuzzlePress {
    press(0, &[], button)
}

#[cfg(test)]
mod tests {
    use engine::puzzle::puzzles;

    use super::*;

    #[test]
    fn the_last_turn_of_every_puzzle_fits() {
        let longest = puzzles().iter().max_by_key(|puzzle| puzzle.solution.len()).expect("puzzles");
        let played: Vec<String> = longest.solution.iter().step_by(2).map(ToString::to_string).collect();
        let last = press(
            longest.number,
            &played,
            PuzzleButton::Turn { press: PlayButton::Play { turn: "c3c5d3".to_owned() } },
        );
        assert!(last.fits(), "{last}");
    }
}
