//! `/ladder`, and the group `ladder` of `/organize`, as registered with Discord.

use clubs::domain::ladder::RulePreset;
use clubs::ladders::{LONGEST_NAME, MOST_PLAYERS};
use games::domain::LONGEST_REASON;

use crate::commands::command_definition::{
    CommandDefinition, OptionDefinition, attachment, command, flag, group, number, subcommand, text, user,
};
use crate::localization::Language;

pub(crate) const PACES: [&str; 7] =
    ["days:1", "days:2", "days:3", "days:5", "days:7", "fischer:7d+1d/14d", "fischer:3d+12h/7d"];

/// The option `ladder`; not needed if the server has one ladder.
pub(crate) fn ladder() -> OptionDefinition {
    text("ladder").autocomplete().max_length(LONGEST_NAME as u16).key("shared-ladder")
}

pub fn ladders() -> CommandDefinition {
    command(
        "ladder",
        [
            subcommand("show", [ladder(), flag("public"), flag("export")]),
            subcommand("join", [ladder()]),
            subcommand("leave", [ladder()]),
            subcommand("challenge", [user("user"), ladder()]),
            subcommand("games", [ladder()]),
            subcommand("history", [user("player"), text("season").autocomplete().max_length(20), ladder()]),
            subcommand("rules", [ladder()]),
        ],
    )
}

fn preset() -> OptionDefinition {
    text("preset").choices(RulePreset::ALL.iter().map(|preset| preset.as_str())).required()
}

/// The presets of a ladder's rules, each with its name.
pub(crate) fn presets(language: Language) -> Vec<(String, String)> {
    preset().choices_in(language, "command-organize-ladder-create")
}

/// The group `ladder` of `/organize`.
pub fn organize() -> OptionDefinition {
    let game_options = || {
        let pace = text("pace").key("command-challenge-pace").choices(PACES);
        let layout = text("layout").autocomplete().key("command-challenge-layout");
        let setup = text("setup").autocomplete().max_length(200).key("shared-ladder-setup");
        let set = text("set").max_length(300).key("shared-ladder-set");
        [layout, pace, set, setup]
    };
    let [layout, pace, set, setup] = game_options();
    let create = [text("name").max_length(LONGEST_NAME as u16).required(), preset(), layout, pace, set, setup];
    let [layout, pace, set, setup] = game_options();
    let name = text("name").max_length(LONGEST_NAME as u16).key("command-organize-ladder-create-name");
    let reason = || text("reason").max_length(LONGEST_REASON as u16).key("shared-ladder-reason");
    let edit = [ladder(), name, layout, pace, set, setup, reason()];
    let player = || user("player").key("shared-ladder-player");
    let place = number("place", 1, MOST_PLAYERS as u32);
    group(
        "ladder",
        [
            subcommand("create", create),
            subcommand("edit", edit),
            subcommand("channel", [text("where").choices(["here", "off"]).required(), ladder()]),
            subcommand("close", [reason(), ladder()]),
            subcommand("season", [reason(), ladder()]),
            subcommand("add", [player(), place, reason(), attachment("file"), ladder()]),
            subcommand("remove", [player().required(), reason().required(), ladder()]),
        ],
    )
}
