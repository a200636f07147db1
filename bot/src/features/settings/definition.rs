//! The options of `/settings` and `/setup`, and the menus of `/setup`.

use discord::OutgoingMessage;
use games::domain::{BoardPosts, OrientationPreference, TakebackPreference, WebPages};
use render::{BoardStyle, MarbleSet};

use crate::commands::command_button::with_menus;
use crate::commands::command_definition::{
    self as define, CommandDefinition, OptionDefinition, choice, flag, role, subcommand, text, user,
};
use crate::commands::shared_options::use_default;
use crate::localization::Language;

/// The theme of boards, for a person or a server.
pub(super) fn theme() -> OptionDefinition {
    let themes = BoardStyle::ALL.iter().map(|board| choice(board.to_string(), format!("theme-{board}")));
    text("theme").key("shared-theme").choices(themes).choices([use_default()])
}

/// The marbles of boards, for a person or a server.
pub(super) fn marbles() -> OptionDefinition {
    let sets = MarbleSet::ALL.iter().map(|marbles| choice(marbles.to_string(), format!("marbles-{marbles}")));
    text("marbles").key("shared-marbles").choices(sets).choices([use_default()])
}

pub(super) fn coordinates() -> OptionDefinition {
    text("coordinates").key("shared-coordinates").choices(["shown", "hidden"]).choices([use_default()])
}

pub(super) fn picture_options() -> [OptionDefinition; 6] {
    [
        theme(),
        marbles(),
        coordinates(),
        text("labels").choices(["coordinates", "off"]),
        text("orientation").choices(OrientationPreference::NAMES.iter().copied()).choices([use_default()]),
        text("style").choices(["picture", "text", "words"]),
    ]
}

pub(super) fn takeback_answer() -> OptionDefinition {
    text("answer").choices(TakebackPreference::NAMES.iter().copied())
}

pub(super) fn settings() -> CommandDefinition {
    let typed_option = |name, most| text(name).autocomplete().max_length(most);
    define::command(
        "settings",
        [
            subcommand("show", []),
            subcommand("picture", picture_options()),
            subcommand("takeback", [takeback_answer()]),
            subcommand("moves", [flag("confirm"), flag("preview"), flag("hints")]),
            subcommand(
                "clock",
                [
                    typed_option("zone", 60),
                    typed_option("sleep-from", 20),
                    typed_option("sleep-to", 20),
                    flag("automatic-vacation"),
                ],
            ),
            subcommand("web", [name_option()]),
            subcommand("block", [user("user")]),
            subcommand("unblock", [user("user").required()]),
        ],
    )
}

pub(super) fn setup() -> CommandDefinition {
    define::command(
        "setup",
        [
            subcommand("show", []),
            subcommand("picture", [theme(), marbles(), coordinates()]),
            subcommand(
                "channels",
                ["seeks", "results", "ladders", "puzzles"].map(|what| text(what).choices(["here", "off"])),
            ),
            subcommand("thread", [text("posts").choices(BoardPosts::NAMES.iter().copied())]),
            subcommand("web", [text("games").choices(WebPages::NAMES.iter().copied())]),
            subcommand("organizers", [role("role"), flag("nobody")]),
        ],
    )
    .for_managers()
}

/// The option of `/settings web`.
pub(super) fn name_option() -> OptionDefinition {
    text("name").choices(["shown", "hidden"])
}

/// The answer of `/setup …` with its menus.
pub(super) fn setup_menus(language: Language, command: &str, post: OutgoingMessage) -> OutgoingMessage {
    with_menus(language, command, setup().options_of(command).unwrap_or_default(), &[], post)
}
