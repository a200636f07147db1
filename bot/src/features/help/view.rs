//! `/help` in at most ten lines.

use serde_json::Value;

use crate::commands::board::message::mentions;
use crate::commands::button::{Button, word};
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, row};
use crate::domain::{GameRecord, Phase, UserId};
use crate::features::game_list::button::{ListButton, Show, Sort};
use crate::features::guided_play::press::GuideButton;
use crate::features::help::service::{Playing, Role, Situation};
use crate::features::learn::button::LearnButton;
use crate::features::rules_pages::command::INDEX;

/// What one can do here.
pub(crate) fn help(
    language: Language,
    user: UserId,
    situation: &Situation,
    is_organizer: bool,
    is_manager: bool,
) -> OutgoingMessage {
    let (title, mut lines, buttons) = match situation {
        Situation::Server(playing) if playing.is_newcomer() => newcomer(language),
        Situation::Server(playing) => player(language, *playing),
        Situation::Direct(playing) => direct(language, *playing),
        Situation::Thread(record, role) => thread(language, user, record, *role),
    };
    if is_organizer {
        lines.push(localize!(language, "help-organizer"));
    }
    if is_manager {
        lines.push(localize!(language, "help-manager"));
    }
    let lines = lines.into_iter().map(|line| format!("• {line}"));
    let text: Vec<String> = std::iter::once(title).chain(lines).collect();
    OutgoingMessage::text(text.join("\n")).rows(vec![row(&buttons)])
}

type Parts = (String, Vec<String>, Vec<Value>);

fn newcomer(language: Language) -> Parts {
    let title = format!("{}\n{}", localize!(language, "help-title"), localize!(language, "help-goal"));
    let lines = vec![
        localize!(language, "help-play"),
        localize!(language, "help-open"),
        localize!(language, "help-thread"),
        localize!(language, "help-rules"),
        localize!(language, "help-settings"),
    ];
    (title, lines, vec![play(language, Style::Primary), learn(language), rules(language)])
}

fn player(language: Language, playing: Playing) -> Parts {
    let lines = vec![
        localize!(language, "help-games", open = playing.open, waiting = playing.waiting),
        localize!(language, "help-play"),
        localize!(language, "help-open"),
        localize!(language, "help-away"),
        localize!(language, "help-figures"),
        localize!(language, "help-settings"),
    ];
    (localize!(language, "help-title"), lines, vec![play(language, Style::Primary), games(language), rules(language)])
}

fn direct(language: Language, playing: Playing) -> Parts {
    let mut lines = vec![localize!(language, "help-direct"), localize!(language, "help-direct-play")];
    lines.push(localize!(language, "help-direct-reminders"));
    lines.push(localize!(language, "help-away"));
    lines.push(localize!(language, "help-rules"));
    let list = (playing.open > 0).then(|| games(language));
    (localize!(language, "help-title"), lines, list.into_iter().chain([learn(language), rules(language)]).collect())
}

fn thread(language: Language, user: UserId, record: &GameRecord, role: Role) -> Parts {
    let game = &record.game;
    let board = || press(language, record, word::BOARD, "button-board", Style::Secondary);
    let id = game.name();
    match role {
        Role::OnTurn => {
            let mut lines = vec![
                localize!(language, "help-notation"),
                localize!(language, "help-push"),
                localize!(language, "help-questions"),
                localize!(language, "help-away"),
                localize!(language, "help-rules"),
            ];
            let mut buttons = vec![board(), rules(language)];
            if !game.hides_colors() {
                lines.insert(0, localize!(language, "help-move"));
                buttons.insert(0, press(language, record, word::MOVE, "button-move", Style::Primary));
            }
            (localize!(language, "help-your-turn", id = id), lines, buttons)
        }
        Role::Waiting => {
            let on_turn = game.turn.to_move.and_then(|seat| record.at(seat));
            let title = localize!(language, "help-their-turn", id = id, players = mentions(on_turn.into_iter()));
            let mut lines = vec![
                localize!(language, "help-questions"),
                localize!(language, "help-time"),
                localize!(language, "help-away"),
                localize!(language, "help-look"),
            ];
            if !game.hides_colors() {
                lines.insert(0, localize!(language, "help-line"));
            }
            (title, lines, vec![board(), games(language), rules(language)])
        }
        Role::Done => {
            let lines = vec![
                localize!(language, "help-look"),
                localize!(language, "help-export"),
                localize!(language, "help-play"),
                localize!(language, "help-figures"),
            ];
            let mut buttons = vec![play(language, Style::Primary), games(language)];
            if game.phase == Phase::Over {
                buttons.insert(0, press(language, record, word::REMATCH, "button-rematch", Style::Primary));
                buttons.push(board());
            }
            (localize!(language, "help-over", id = id), lines, buttons)
        }
        Role::Spectator => {
            let lines = vec![
                localize!(language, "help-look"),
                localize!(language, "help-play"),
                localize!(language, "help-rules"),
            ];
            let players = mentions(record.seats.iter().filter(|seat| seat.user != user));
            (
                localize!(language, "help-others", id = id, players = players),
                lines,
                vec![board(), play(language, Style::Primary), rules(language)],
            )
        }
    }
}

fn press(language: Language, record: &GameRecord, word: &'static str, key: &str, style: Style) -> Value {
    button(&Button::of(word, record.game.game_id), language.localize(key, &[]), style)
}

fn play(language: Language, style: Style) -> Value {
    button(&GuideButton::OPEN, localize!(language, "help-button-play"), style)
}

fn games(language: Language) -> Value {
    let list = ListButton { show: Show::Open, sort: Sort::Deadline, page: 0 };
    button(&list, localize!(language, "help-button-games"), Style::Secondary)
}

fn learn(language: Language) -> Value {
    button(&LearnButton::next(), localize!(language, "help-button-learn"), Style::Secondary)
}

fn rules(language: Language) -> Value {
    button(&INDEX, localize!(language, "help-button-rules"), Style::Secondary)
}
