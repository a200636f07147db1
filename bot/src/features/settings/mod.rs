//! `/settings` and `/setup`: what players and servers choose.

pub mod block;
pub mod channels;
pub mod command;
pub mod manager;
pub mod picture;
pub mod service;

use async_trait::async_trait;
use render::{BoardStyle, MarbleSet};

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::feature::{Choices, Feature};
use crate::commands::input::{suggestions, time_zones};
use crate::commands::shared_options::use_default;
use crate::discord::command_definition as define;
use crate::discord::command_definition::{
    CommandDefinition, OptionDefinition, choice, flag, role, subcommand, text, user,
};
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;

/// Times that are offered for the begin of sleep: minutes of the day.
const EVENING: [u16; 9] = [1260, 1290, 1320, 1350, 1380, 1410, 0, 30, 60];

/// Times that are offered for its end.
const MORNING: [u16; 9] = [300, 330, 360, 390, 420, 450, 480, 510, 540];

pub struct Settings;

#[async_trait]
impl Feature for Settings {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![settings(), setup()]
    }

    fn words(&self) -> &'static [&'static str] {
        &["look-board", "look-marbles"]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        match interaction.name.as_str() {
            "settings show" => command::show(app, language, interaction).await,
            "settings picture" => picture::picture(app, language, interaction).await,
            "settings takeback" => command::takeback(app, language, interaction).await,
            "settings moves" => command::moves(app, language, interaction).await,
            "settings clock" => command::clock(app, language, interaction).await,
            "settings block" => block::block(app, language, interaction).await,
            "settings unblock" => block::unblock(app, language, interaction).await,
            "setup show" => command::show_server(app, language, interaction).await,
            "setup picture" => command::server_picture(app, language, interaction).await,
            "setup channels" => channels::channels(app, language, interaction).await,
            "setup thread" => channels::thread(app, language, interaction).await,
            "setup organizers" => channels::organizers(app, language, interaction).await,
            _ => Err(Problem::UNKNOWN_COMMAND),
        }
    }

    async fn complete(&self, app: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (option, typed) = interaction.focused_option();
        Ok(match option {
            "sleep-from" => suggestions::times(language, typed, &EVENING, "choice-no-sleep"),
            "sleep-to" => suggestions::times(language, typed, &MORNING, "choice-no-sleep"),
            _ => time_zones::complete(typed, app.clock.now()),
        })
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let select = interaction.name.parse().map_err(|_| Problem::UNKNOWN_BUTTON)?;
        picture::press(app, language, interaction, select).await
    }
}

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

fn settings() -> CommandDefinition {
    let typed = |name, most| text(name).autocomplete().max_length(most);
    define::command(
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
            subcommand("block", [user("user")]),
            subcommand("unblock", [user("user").required()]),
        ],
    )
}

fn setup() -> CommandDefinition {
    define::command(
        "setup",
        [
            subcommand("show", []),
            subcommand("picture", [theme(), marbles(), coordinates()]),
            subcommand("channels", ["seeks", "results", "ladders"].map(|what| text(what).choices(["here", "off"]))),
            subcommand("thread", [text("posts").choices(["each", "one"])]),
            subcommand("organizers", [role("role"), flag("nobody")]),
        ],
    )
    .for_managers()
}
