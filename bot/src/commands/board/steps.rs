//! The buttons that step through a game. Their ids say all that is needed: the game, the position to show and which way the board
//! is turned. So they work after a restart, and for anybody who may see the game.

use serde_json::Value;

use crate::commands::board::viewer::Viewer;
use crate::commands::button::{Button, word};
use crate::commands::context::App;
use crate::discord::{Language, Style, button, localize, row};
use crate::domain::{Game, GameId, Phase};
use crate::games::ReplayedGame;

/// The text of the button that shows a game as it is when it is pressed.
pub const LAST: &str = "l";

/// Where a button leads. Two that lead to the same position still differ, as Discord wants it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    First,
    Back,
    Forward,
    Last,
}

impl Step {
    const ALL: [(Self, &'static str, &'static str); 4] =
        [(Self::First, "f", "⏮"), (Self::Back, "b", "◀"), (Self::Forward, "n", "▶"), (Self::Last, LAST, "⏭")];
}

/// The buttons from a position of a game with so many moves; none before the first move, nor where earlier positions are hidden.
pub fn step_row(language: Language, game: &Game, shown: u32, flip: Option<bool>) -> Option<Value> {
    let is_hidden = game.hides_colors() && game.phase != Phase::Over;
    if game.ply == 0 || is_hidden || !matches!(game.phase, Phase::Playing | Phase::Over) {
        return None;
    }
    let steps = step_buttons(word::STEP, game, shown, flip);
    let go_to = Button::at(word::GO_TO, game.game_id, shown).facing(flip);
    let go_to = button(&go_to, localize!(language, "button-go-to"), Style::Secondary);
    Some(row(&steps.into_iter().chain([go_to]).collect::<Vec<_>>()))
}

/// *⏮ ◀ ▶ ⏭* with this word, from a position of a game.
pub fn step_buttons(word: &'static str, game: &Game, shown: u32, flip: Option<bool>) -> [Value; 4] {
    let last = game.ply;
    Step::ALL.map(|(step, letter, label)| {
        let target = match step {
            Step::First => 0,
            Step::Back => shown.saturating_sub(1),
            Step::Forward => (shown + 1).min(last),
            Step::Last => last,
        };
        let id = Button::with(word, game.game_id, target, letter).facing(flip);
        let mut step = button(&id, label, Style::Secondary);
        if target == shown {
            step["disabled"] = true.into();
        }
        step
    })
}

/// The ways to enter a move. With hidden colors it is typed: nothing may reveal what can move.
pub fn move_buttons(language: Language, game: &Game, flip: Option<bool>) -> Vec<Value> {
    let at = |word| Button::at(word, game.game_id, game.revision()).facing(flip);
    let (id, type_id) = (at(word::MOVE), at(word::TYPE));
    let menu = (!game.hides_colors()).then(|| button(&id, localize!(language, "button-move"), Style::Primary));
    menu.into_iter().chain([type_button(language, type_id, "")]).collect()
}

/// *Open board*, where there are pages for browsers.
pub fn open_button(app: &App, language: Language, game: &Game) -> Option<Value> {
    let is_shown = app.games.has_pages() && matches!(game.phase, Phase::Playing | Phase::Over);
    is_shown
        .then(|| button(&Button::of(word::OPEN, game.game_id), localize!(language, "button-open"), Style::Secondary))
}

/// *Type a move…*. Its form begins with what was typed before, if that fits.
pub fn type_button(language: Language, plain: Button, typed: &str) -> Value {
    let filled = Button { text: Some(typed.to_owned()).filter(|typed| !typed.is_empty()), ..plain.clone() };
    let id = if filled.fits() { filled } else { plain };
    button(&id, localize!(language, "button-type"), Style::Secondary)
}

/// The rows below a board that one person sees, who may watch the game: what they can do in it, and the way to its other positions.
pub fn rows(app: &App, language: Language, replayed: &ReplayedGame, reader: &Viewer, is_watching: bool) -> Vec<Value> {
    let (flip, facing) = (reader.flips(Some(replayed)), reader.facing);
    let (game, shown) = (&replayed.record.game, replayed.any_game.ply());
    let id: GameId = game.game_id;
    let mut own = Vec::new();
    let is_current = game.phase == Phase::Playing && shown == game.ply && game.agreements.adjourned.is_none();
    let is_on_turn = replayed.record.on_turn().is_some_and(|seat| reader.is(seat.player));
    if is_current && is_on_turn {
        own.extend(move_buttons(language, game, facing));
    }
    // The position that is shown, which may be an earlier one.
    own.push(button(
        &Button::at(word::BOARD, id, shown).facing(Some(!flip)),
        localize!(language, "button-flip"),
        Style::Secondary,
    ));
    if game.phase == Phase::Playing && !reader.plays(&replayed.record) {
        own.push(if is_watching {
            // With a number: the board stays.
            let stop = Button::at(word::UNWATCH, id, shown);
            button(&stop, localize!(language, "button-unwatch"), Style::Secondary)
        } else {
            button(&Button::of(word::WATCH, id), localize!(language, "button-watch"), Style::Secondary)
        });
    }
    let plays = reader.plays(&replayed.record);
    if game.phase == Phase::Playing && plays {
        own.push(button(&Button::of(word::GAME, id), localize!(language, "button-game"), Style::Secondary));
    }
    own.extend(open_button(app, language, game));
    let mut whole_game = Vec::new();
    if game.ply > 0 && !replayed.any_game.hides_colors() {
        let mut look = |word, label: &str| {
            whole_game.push(button(&Button::of(word, id), language.localize(label, &[]), Style::Secondary));
        };
        look(word::HISTORY, "button-history");
        look(word::REPLAY, "button-replay");
        if game.phase == Phase::Over {
            look(word::ANALYSIS, "button-analyze");
        }
        if game.phase == Phase::Over || plays {
            look(word::RECORD, "button-export");
        }
    }
    let can_be_forked = game.phase == Phase::Over && replayed.record.seats.len() == 2 && !game.hides_colors();
    if can_be_forked && replayed.any_game.to_move().is_some() {
        let fork = Button::at(word::FORK, id, shown);
        whole_game.push(button(&fork, localize!(language, "button-fork"), Style::Secondary));
    }
    let rows = [own, whole_game].into_iter().filter(|buttons| !buttons.is_empty()).map(|buttons| row(&buttons));
    step_row(language, game, shown, facing).into_iter().chain(rows).collect()
}
