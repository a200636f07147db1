//! The result of a command: a reply, or a refusal.

use crate::commands::button::Button;
use crate::discord::{Interaction, OutgoingMessage, Reply};
use crate::domain::{BoardRevision, GuildId};
use crate::games::GameError;

impl Interaction {
    /// The server, when this person manages it. Discord shows such commands to managers only, but others could send them.
    pub(crate) fn managed_server(&self) -> Result<GuildId, Problem> {
        let guild = self.origin.guild_id.ok_or(Problem::Key("error-no-server"))?;
        if self.manages_server() { Ok(guild) } else { Err(Problem::Key("error-not-the-manager")) }
    }

    /// An answer for this person only: it replaces the private message whose button was pressed.
    pub(crate) fn private_reply(&self, post: OutgoingMessage) -> Reply {
        if self.is_ephemeral { Reply::Update(post) } else { Reply::ephemeral(post) }
    }
}

#[derive(Debug)]
pub enum Problem {
    /// The use case refused; the text that was played, if any.
    Game(GameError, Option<String>),
    /// A sentence of ours.
    Key(&'static str),
    Text(String),
    /// Our fault.
    Internal(anyhow::Error),
}

impl Problem {
    /// A button that does not say what it is about does nothing: an earlier version drew it, or it was forged.
    pub const UNKNOWN_BUTTON: Self = Self::Key("error-unknown-button");

    /// Discord still shows a command that this version of the program does not have.
    pub const UNKNOWN_COMMAND: Self = Self::Key("error-unknown-command");
}

impl Button {
    pub fn read(interaction: &Interaction) -> Result<Self, Problem> {
        interaction.name.parse().map_err(|_| Problem::UNKNOWN_BUTTON)
    }

    pub fn required_number(&self) -> Result<i64, Problem> {
        self.number.ok_or(Problem::UNKNOWN_BUTTON)
    }

    pub fn required_revision(&self) -> Result<BoardRevision, Problem> {
        self.revision().ok_or(Problem::UNKNOWN_BUTTON)
    }
}

impl From<GameError> for Problem {
    fn from(error: GameError) -> Self {
        Self::Game(error, None)
    }
}

impl From<anyhow::Error> for Problem {
    fn from(error: anyhow::Error) -> Self {
        Self::Internal(error)
    }
}

pub type Answer = Result<Reply, Problem>;
