//! The context that a command needs to answer, and its outcome: a reply or a refusal.

use std::ops::Deref;
use std::sync::Arc;

use base::clock::Clock;
use clubs::ClubError;
use clubs::domain::ladder::LadderError;
use clubs::domain::tournament::TournamentError;
use discord::custom_id::CustomId;
use discord::{Interaction, MessageSender, Reply};
use games::domain::{GuildId, Organizer, UserId};
use games::{GameError, Games};
use serenity::all::Permissions;

use crate::commands::board::pictures::Pictures;
use crate::localization::{Language, Values};

#[derive(Clone)]
pub struct App {
    pub games: Games,
    pub clock: Arc<dyn Clock>,
    pub pictures: Pictures,
    pub sender: MessageSender,
}

impl App {
    /// The language in which a person last used the bot; `None` if they never have.
    pub async fn language_of(&self, user: UserId) -> Option<Language> {
        self.games.locale_of(user).await.ok().flatten().map(|locale| Language::of(&locale))
    }
}

/// An interaction with the context of its answer. Dereferences to the interaction: `ctx.text("game")`.
#[derive(Clone, Copy)]
pub struct Ctx<'a> {
    pub app: &'a App,
    pub language: Language,
    pub interaction: &'a Interaction,
}

impl<'a> Ctx<'a> {
    pub fn new(app: &'a App, interaction: &'a Interaction) -> Self {
        Self { app, language: Language::of(&interaction.locale), interaction }
    }

    pub const fn user(&self) -> UserId {
        self.interaction.person.user
    }

    pub fn localize(&self, key: &str, values: &Values<'_>) -> String {
        self.language.localize(key, values)
    }

    /// The server, if this person may manage it. Discord shows such commands to managers only, but a client can send
    /// them anyway.
    pub fn managed_server(&self) -> Result<GuildId, Problem> {
        let guild = self.origin.guild_id.ok_or(Problem::Key("error-no-server"))?;
        if self.may(Permissions::MANAGE_GUILD) { Ok(guild) } else { Err(Problem::Key("error-not-the-manager")) }
    }

    /// The custom id of the button, select or form.
    pub fn button<B: CustomId>(&self) -> Result<B, Problem> {
        self.interaction.button().ok_or(Problem::UNKNOWN_BUTTON)
    }
}

impl Deref for Ctx<'_> {
    type Target = Interaction;

    fn deref(&self) -> &Interaction {
        self.interaction
    }
}

pub(crate) fn organizer_without_reason(ctx: Ctx<'_>, guild: GuildId) -> Organizer {
    Organizer { request: ctx.interaction.request, guild, user: ctx.user(), reason: None }
}

#[derive(Debug)]
pub enum Problem {
    /// A refusal by the use case, with the played text, if any.
    Game(GameError, Option<String>),
    /// A refusal by a ladder.
    Ladder(LadderError),
    /// A refusal by a tournament.
    Tournament(TournamentError),
    /// The key of a text.
    Key(&'static str),
    Text(String),
    Internal(anyhow::Error),
}

impl Problem {
    /// A custom id that cannot be parsed: drawn by an earlier version, or forged.
    pub const UNKNOWN_BUTTON: Self = Self::Key("error-unknown-button");

    /// A command that Discord still shows but this version no longer has.
    pub const UNKNOWN_COMMAND: Self = Self::Key("error-unknown-command");
}

impl From<GameError> for Problem {
    fn from(error: GameError) -> Self {
        Self::Game(error, None)
    }
}

impl From<ClubError> for Problem {
    fn from(error: ClubError) -> Self {
        match error {
            ClubError::Game(error) => error.into(),
            ClubError::Ladder(error) => error.into(),
            ClubError::Tournament(error) => error.into(),
        }
    }
}

impl From<LadderError> for Problem {
    fn from(error: LadderError) -> Self {
        Self::Ladder(error)
    }
}

impl From<TournamentError> for Problem {
    fn from(error: TournamentError) -> Self {
        Self::Tournament(error)
    }
}

impl From<anyhow::Error> for Problem {
    fn from(error: anyhow::Error) -> Self {
        Self::Internal(error)
    }
}

pub type Answer = Result<Reply, Problem>;
