//! Tournaments of a club: events in the words of their players.

pub mod answers;
pub mod command;
pub mod form;
pub mod pictures;
pub mod posts;
pub mod refusal;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::input::suggestions;
use crate::commands::layout_names::complete_layout;
use crate::commands::{Answer, App, Choices, Feature, Problem};
use crate::discord::command_definition::{
    CommandDefinition, OptionDefinition, command, flag, number, role, subcommand, text, user,
};
use crate::discord::{Deferral, Interaction, Language, OutgoingMessage};
use crate::domain::clubs::tournament::{Format, MOST_ENTRANTS, MOST_ROUNDS, Unfinished};
use crate::domain::{LONGEST_REASON, Pauses};
use crate::features::ladder::definition::PACES;
use crate::features::tournament::form::EventPreset;
use crate::features::tournament::service::LONGEST_NAME;
use crate::features::tournament::service::decisions::Verdict;

/// The words of buttons about a tournament, whose id stands where other buttons have that of a game.
pub(crate) mod word {
    pub const JOIN: &str = "event-join";
    pub const WITHDRAW: &str = "event-withdraw";
    /// Withdraw, after the question.
    pub const WITHDRAW_YES: &str = "event-withdraw!";
    pub const STANDINGS: &str = "event-standings";
    /// Show the pairings of this round.
    pub const ROUND: &str = "event-round";
    /// Pair the first round, or the one after this.
    pub const PAIR: &str = "event-pair";
    /// Cancel it, after the question.
    pub const CANCEL_YES: &str = "event-cancel!";
    /// Show the form of a tournament that has not begun.
    pub const FORM: &str = "event-form";
    pub const FORM_FORMAT: &str = "event-form-format";
    pub const FORM_GAME: &str = "event-form-game";
    pub const FORM_PACE: &str = "event-form-pace";
    pub const FORM_UNTIL: &str = "event-form-until";
    /// Ask for what has no menu (a modal), and set it.
    pub const FORM_DETAILS: &str = "event-form-details";
    /// Ask for limits of rounds and players (a modal), and set them.
    pub const FORM_LIMITS: &str = "event-form-limits";
    /// Set the end of open games that the button names.
    pub const FORM_UNFINISHED: &str = "event-form-unfinished";
    pub const FORM_ANNOUNCE: &str = "event-form-announce";
    pub const FORM_DISCARD: &str = "event-form-discard";
    /// Do none of these.
    pub const KEEP: &str = "event-keep";

    /// Whether this is a word of the form.
    pub fn is_of_form(word: &str) -> bool {
        word.starts_with(FORM)
    }

    pub const ALL: &[&str] = &[
        JOIN,
        WITHDRAW,
        WITHDRAW_YES,
        STANDINGS,
        ROUND,
        PAIR,
        CANCEL_YES,
        KEEP,
        FORM,
        FORM_FORMAT,
        FORM_GAME,
        FORM_PACE,
        FORM_UNTIL,
        FORM_DETAILS,
        FORM_LIMITS,
        FORM_UNFINISHED,
        FORM_ANNOUNCE,
        FORM_DISCARD,
    ];
}

/// Days of a round at most.
const MOST_ROUND_DAYS: u32 = 90;

/// Hours for a first move at most.
const MOST_FIRST_MOVE_HOURS: u32 = 720;

const MOST_RATING: u32 = 4000;

/// What may decide first between players with as many points.
const TIE_BREAKS: [&str; 6] = ["buchholz-cut-1", "buchholz", "sonneborn-berger", "direct-encounter", "wins", "marbles"];

pub struct Tournaments;

/// Which event; not needed where one is open.
fn event() -> OptionDefinition {
    text("event").autocomplete().max_length(LONGEST_NAME as u32).key("shared-event")
}

fn reason() -> OptionDefinition {
    text("reason").max_length(LONGEST_REASON as u32).key("shared-ladder-reason")
}

fn events() -> CommandDefinition {
    let create = [
        text("name").max_length(LONGEST_NAME as u32).required(),
        text("preset").choices(EventPreset::NAMES.iter().copied()),
        text("format").choices(Format::NAMES.iter().copied()),
        number("rounds", 1, MOST_ROUNDS),
        text("layout").autocomplete().key("command-challenge-layout"),
        text("pace").key("command-challenge-pace").choices(PACES),
        text("setup").max_length(200).key("shared-ladder-setup"),
        text("until").autocomplete().max_length(40),
        number("players", 2, MOST_ENTRANTS as u32),
        flag("rated"),
    ];
    // The form asks for the others.
    let edit = [
        text("unfinished").choices(Unfinished::NAMES.iter().copied()),
        text("pairing").choices(["automatic", "by-hand"]),
        flag("one-layout"),
        text("tie-break").choices(TIE_BREAKS),
        text("pauses").choices(Pauses::NAMES.iter().copied()),
        role("role"),
        flag("anyone"),
        text("teams").max_length(2 * LONGEST_NAME as u32),
        event(),
    ];
    command(
        "event",
        [
            subcommand("show", [event()]),
            subcommand("mine", []),
            subcommand("join", [number("team", 1, 2), event()]),
            subcommand("withdraw", [event()]),
            subcommand("standings", [event(), flag("public")]),
            subcommand("pairings", [number("round", 1, 1000), event()]),
            subcommand("create", create),
            subcommand("edit", edit),
            subcommand("close", [flag("reopen"), event()]),
            subcommand("substitute", [user("with").required(), reason().required(), user("place"), event()]),
            subcommand("pair", [event()]),
            subcommand(
                "forbid",
                [user("player").required(), user("other").required(), reason(), flag("allow"), event()],
            ),
            subcommand(
                "decide",
                [
                    user("player").required(),
                    text("result").choices(Verdict::NAMES.iter().copied()).required(),
                    reason().required(),
                    event(),
                ],
            ),
            subcommand("remove", [user("player").required(), reason(), flag("forfeit"), event()]),
            subcommand("cancel", [reason(), event()]),
            subcommand("export", [event()]),
        ],
    )
}

#[async_trait]
impl Feature for Tournaments {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![events()]
    }

    fn words(&self) -> &'static [&'static str] {
        word::ALL
    }

    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        if form::opens_modal(interaction) {
            return Some(Deferral::Never);
        }
        command::is_public(interaction).then_some(Deferral::Public)
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        command::run(app, language, interaction).await
    }

    async fn complete(&self, app: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (option, typed) = interaction.focused_option();
        match option {
            "event" => command::complete(app, interaction, typed).await,
            "layout" => Ok(complete_layout(language, typed)),
            "until" => {
                let zone = app.games.zone_of(interaction.person.user).await?;
                Ok(suggestions::days(language, typed, &zone, app.clock.now()))
            }
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        command::press(app, language, interaction).await
    }

    async fn after_refusal(
        &self,
        app: &App,
        language: Language,
        interaction: &Interaction,
        refusal: OutgoingMessage,
    ) -> OutgoingMessage {
        form::after_refusal(app, language, interaction, refusal).await
    }
}
