//! `/settings` and `/setup` as Discord registers them.

use render::{BoardStyle, MarbleSet};

use crate::commands::shared_options::use_default;
use crate::discord::command_definition::{
    CommandDefinition, OptionDefinition, choice, command, flag, role, subcommand, text, user,
};
use crate::domain::people::preset::LONGEST_PRESET_NAME;
use crate::features::{ladder, reminders};

/// Which theme boards have, for a person and for a server alike.
fn theme() -> OptionDefinition {
    let themes = BoardStyle::ALL.map(|board| choice(board.to_string(), format!("theme-{board}")));
    text("theme").key("shared-theme").choices(themes).choices([use_default()])
}

/// Which marbles, likewise.
fn marbles() -> OptionDefinition {
    let sets = MarbleSet::ALL.map(|marbles| choice(marbles.to_string(), format!("marbles-{marbles}")));
    text("marbles").key("shared-marbles").choices(sets).choices([use_default()])
}

fn coordinates() -> OptionDefinition {
    text("coordinates").key("shared-coordinates").choices(["shown", "hidden"]).choices([use_default()])
}

/// Challenges that are kept by name, for a person and for a server alike.
fn presets() -> [OptionDefinition; 2] {
    [
        text("save").key("shared-save").max_length(LONGEST_PRESET_NAME as u32),
        text("remove").key("shared-remove").autocomplete(),
    ]
}

pub fn settings() -> CommandDefinition {
    let typed = |name, most| text(name).autocomplete().max_length(most);
    let [reminders, digest, test] = reminders::definition::subcommands();
    command(
        "settings",
        [
            subcommand("show", []),
            subcommand(
                "picture",
                [
                    theme(),
                    marbles(),
                    coordinates(),
                    text("labels").choices(["coordinates", "off"]),
                    text("orientation").choices(["own", "black", "white"]).choices([use_default()]),
                    text("style").choices(["picture", "text", "words"]),
                ],
            ),
            subcommand("takeback", [text("answer").choices(["never", "casual", "always"])]),
            subcommand("moves", [flag("confirm"), flag("preview"), flag("hints")]),
            subcommand(
                "clock",
                [typed("zone", 60), typed("sleep-from", 20), typed("sleep-to", 20), flag("automatic-vacation")],
            ),
            reminders,
            digest,
            test,
            subcommand("block", [user("user")]),
            subcommand("unblock", [user("user").required()]),
            subcommand("presets", presets()),
        ],
    )
}

pub fn setup() -> CommandDefinition {
    command(
        "setup",
        [
            subcommand("show", []),
            subcommand("picture", [theme(), marbles(), coordinates()]),
            subcommand("presets", presets()),
            subcommand("channels", ["seeks", "results", "ladders"].map(|what| text(what).choices(["here", "off"]))),
            subcommand("thread", [text("posts").choices(["each", "one"])]),
            subcommand("organizers", [role("role"), flag("nobody")]),
            subcommand("leader", [role("role"), flag("nobody"), ladder::definition::ladder()]),
            // Groups of other features.
            ladder::definition::organize(),
        ],
    )
    .for_managers()
}
