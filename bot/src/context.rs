//! The context that a command needs to answer, and its outcome: a reply or a refusal.

use std::sync::Arc;

use base::clock::Clock;
use clubs::ClubError;
use clubs::domain::ladder::LadderError;
use clubs::domain::tournament::TournamentError;
use discord::{MessageSender, NotManaged, Reply, UnknownButton};
use games::domain::UserId;
use games::store::StoreError;
use games::{GameError, Games};

use crate::board::pictures::Pictures;
use crate::localization::{BotTexts, Language};

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

impl discord::App for App {
    type Texts = BotTexts;
}

pub type Ctx<'a> = discord::Ctx<'a, App>;

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

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        GameError::from(error).into()
    }
}

impl From<UnknownButton> for Problem {
    fn from(_: UnknownButton) -> Self {
        Self::UNKNOWN_BUTTON
    }
}

impl From<NotManaged> for Problem {
    fn from(reason: NotManaged) -> Self {
        Self::Key(match reason {
            NotManaged::NoServer => "error-no-server",
            NotManaged::NotManager => "error-not-the-manager",
        })
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

pub type Choices = Vec<(String, String)>;
