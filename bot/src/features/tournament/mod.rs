//! Tournaments of a club, called events in player texts.

pub mod answers;
mod button;
pub mod command;
pub mod form;
pub mod pictures;
pub mod posts;
pub mod refusal;
mod tie_breaks;
pub mod view;

use std::str::FromStr;

use async_trait::async_trait;
use clubs::domain::tournament::{Format, MOST_ENTRANTS, MOST_ROUNDS, Opening, Repeat, Skipping};
use clubs::ladders::player_file::MOST_RATING;
use clubs::tournaments::LONGEST_NAME;
use clubs::tournaments::decisions::Verdict;
use discord::custom_id::Words;
use discord::{Deferral, Interaction, OutgoingMessage};
use games::domain::competition::Unfinished;
use games::domain::{LONGEST_REASON, Pauses};
use pairing::standings::Edition;

use crate::commands::command_definition::{
    CommandDefinition, OptionDefinition, attachment, command, flag, number, role, subcommand, text, user,
};
use crate::commands::input::suggestions;
use crate::commands::layout_names::complete_layout;
use crate::commands::{Answer, Choices, Ctx, Feature, Problem};
use crate::features::ladder::definition::PACES;
use crate::features::tournament::button::EventPress;
use crate::features::tournament::form::EventPreset;

/// In characters. Escaped it may be twice as long, and stands beside forty mentions.
const LONGEST_MESSAGE: usize = 450;

const MOST_ROUND_DAYS: u32 = 90;

const MOST_FIRST_MOVE_HOURS: u32 = 720;

/// A choice of `repeat`: the series ends.
const NEVER: &str = "never";

/// A choice of `rounds`: round by round, with two games in each.
const TWO_GAMES: &str = "two-games";

/// A choice of an option; a forged one is refused.
fn read_choice<T: FromStr>(word: &str) -> Result<T, Problem> {
    word.parse().map_err(|_| Problem::Key("error-no-such-choice"))
}

/// A choice of `rounds`: when games are opened, and whether two players play two.
fn read_rounds(word: &str) -> Result<(Opening, bool), Problem> {
    if word == TWO_GAMES { Ok((Opening::OneByOne, true)) } else { Ok((read_choice(word)?, false)) }
}

/// A choice of `repeat`.
fn read_repeat(word: &str) -> Result<Option<Repeat>, Problem> {
    if word == NEVER { Ok(None) } else { read_choice(word).map(Some) }
}

pub struct Tournaments;

/// The option `event`; not needed if one is open.
fn event() -> OptionDefinition {
    text("event").autocomplete().max_length(LONGEST_NAME as u16).key("shared-event")
}

/// The option `round`; not needed for the current one.
fn round() -> OptionDefinition {
    number("round", 1, 1000).key("shared-round")
}

fn reason() -> OptionDefinition {
    text("reason").max_length(LONGEST_REASON as u16).key("shared-ladder-reason")
}

fn events() -> CommandDefinition {
    let create = [
        text("name").max_length(LONGEST_NAME as u16).required(),
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
    // The form has the other settings.
    let edit = [
        text("unfinished").choices(Unfinished::NAMES.iter().copied()),
        text("pairing").choices(["automatic", "by-hand"]),
        text("repeat").choices(Repeat::NAMES.iter().copied().chain([NEVER])),
        flag("one-layout"),
        flag("leave-out"),
        text("tie-break").autocomplete().max_length(200),
        text("c07").choices(Edition::all().map(Edition::as_str)),
        text("rounds").choices(Opening::NAMES.iter().copied().chain([TWO_GAMES])),
        text("skipping").choices(Skipping::NAMES.iter().copied()),
        text("pauses").choices(Pauses::NAMES.iter().copied()),
        role("role"),
        flag("anyone"),
        text("teams").max_length(2 * LONGEST_NAME as u16),
        event(),
    ];
    let add = [
        user("player"),
        number("seed", 1, MOST_ENTRANTS as u32),
        number("rating", 1, MOST_RATING),
        number("team", 1, 2),
        attachment("file"),
        reason(),
        event(),
    ];
    command(
        "event",
        [
            subcommand("show", [event()]),
            subcommand("mine", []),
            subcommand("join", [number("team", 1, 2), event()]),
            subcommand("withdraw", [event()]),
            subcommand("skip", [number("round", 1, MOST_ROUNDS), flag("undo"), event()]),
            subcommand("standings", [event(), flag("public")]),
            subcommand("pairings", [round(), event()]),
            subcommand("create", create),
            subcommand("edit", edit),
            subcommand("close", [flag("reopen"), event()]),
            subcommand("add", add),
            subcommand("substitute", [user("with").required(), reason().required(), user("place"), event()]),
            subcommand("pair", [flag("preview"), event()]),
            subcommand("swap", [user("player").required(), user("other").required(), reason(), event()]),
            subcommand("message", [text("text").max_length(LONGEST_MESSAGE as u16).required(), event()]),
            subcommand("end", [text("what").choices(["round", "event"]).required(), reason(), event()]),
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
                    round(),
                    number("board", 1, 1000),
                    event(),
                ],
            ),
            subcommand("remove", [user("player").required(), reason(), flag("forfeit"), event()]),
            subcommand("move", [event()]),
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

    fn words(&self) -> Words {
        Words::of::<EventPress>()
    }

    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        if form::opens_modal(interaction) {
            return Some(Deferral::Never);
        }
        command::is_public(interaction).then_some(Deferral::Public)
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        command::run(ctx).await
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (option, typed) = ctx.focused_option();
        match option {
            "event" => command::complete(ctx, typed).await,
            "tie-break" => Ok(tie_breaks::complete(ctx.language, typed)),
            "layout" => Ok(complete_layout(ctx.language, typed)),
            "until" => {
                let zone = ctx.app.games.zone_of(ctx.user()).await?;
                Ok(suggestions::days(ctx.language, typed, &zone, ctx.app.clock.now()))
            }
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        command::press(ctx).await
    }

    async fn after_refusal(&self, ctx: Ctx<'_>, refusal: OutgoingMessage) -> OutgoingMessage {
        form::after_refusal(ctx, refusal).await
    }
}
