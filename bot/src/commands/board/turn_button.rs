//! The buttons of a position that is no game: an exercise, a puzzle. Their ids hold which one it is and the turns that are played in it, so
//! they work after a restart and a year later.

use std::fmt;
use std::str::FromStr;

use crate::commands::board::move_entry::{Entry, EntryIds, MoveEntry};
use crate::commands::button::{LONGEST_ID, ParseButtonError};
use crate::discord::{Deferral, Interaction, InteractionType, Language, Modal, ModalField, Reply, localize};

/// The field of the form that asks for a move.
pub const MOVE_FIELD: &str = "move";

/// The words of the buttons of one feature; here are those for a turn.
pub trait TurnAction: Copy + Eq + fmt::Display + FromStr + Sync {
    /// Ask what to move.
    const MENU: Self;
    /// What to move has been chosen (a select).
    const FROM: Self;
    /// Where to has been chosen.
    const STEP: Self;
    /// Make the move.
    const PLAY: Self;
    /// Ask for a move (a modal), and make it.
    const TYPE: Self;
}

/// `v1:<action>:<position>:<turns played>:<text>`. The position may be one that does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnButton<A, P> {
    pub action: A,
    /// The key of an exercise, the number of a puzzle.
    pub position: P,
    /// One's own turns so far.
    pub played: Vec<String>,
    /// A turn, a page.
    pub text: String,
}

impl<A: TurnAction, P: Clone + fmt::Display + FromStr> TurnButton<A, P> {
    pub fn of(action: A, position: impl Into<P>, played: &[String]) -> Self {
        Self { action, position: position.into(), played: played.to_vec(), text: String::new() }
    }

    #[must_use]
    pub fn with(&self, action: A, text: impl Into<String>) -> Self {
        Self { action, text: text.into(), ..self.clone() }
    }

    /// A form comes at once.
    pub fn deferral(interaction: &Interaction) -> Option<Deferral> {
        let is_button = interaction.kind == InteractionType::Component;
        let opens_form = is_button && interaction.name.parse::<Self>().is_ok_and(|button| button.action == A::TYPE);
        opens_form.then_some(Deferral::Never)
    }

    /// Asks for a move; the answer has the same id.
    pub fn form(&self, language: Language) -> Reply {
        Reply::Modal(Modal {
            custom_id: self.to_string(),
            title: localize!(language, "type-title"),
            fields: vec![ModalField::required(MOVE_FIELD, localize!(language, "type-move"), 20)],
        })
    }

    /// The next question of the menu *Move…*, after what was chosen.
    pub fn enter(&self, menu: &MoveEntry<'_>, interaction: &Interaction) -> Option<Entry> {
        let chosen = interaction.values.first().map(String::as_str);
        if self.action == A::MENU {
            let (page, begun) = self.text.split_once('.').unwrap_or((&self.text, ""));
            menu.choose(begun, page.parse().unwrap_or(0))
        } else if self.action == A::FROM {
            menu.arrows(&self.text, chosen.unwrap_or_default())
        } else {
            menu.preview(chosen.unwrap_or(&self.text))
        }
    }
}

impl<A: fmt::Display, P: fmt::Display> fmt::Display for TurnButton<A, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v1:{}:{}:{}:{}", self.action, self.position, self.played.join("."), self.text)
    }
}

impl<A: FromStr, P: FromStr> FromStr for TurnButton<A, P> {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        let mut parts = text.strip_prefix("v1:").ok_or(ParseButtonError)?.splitn(4, ':');
        let mut next = || parts.next().ok_or(ParseButtonError);
        let (action, position, played, text) = (next()?, next()?, next()?, next()?);
        Ok(Self {
            action: action.parse().map_err(|_| ParseButtonError)?,
            position: position.parse().map_err(|_| ParseButtonError)?,
            played: played.split('.').filter(|turn| !turn.is_empty()).map(str::to_owned).collect(),
            text: text.to_owned(),
        })
    }
}

impl<A: TurnAction, P: Clone + fmt::Display + FromStr + Sync> EntryIds for TurnButton<A, P> {
    fn page(&self, page: usize, begun: &str) -> String {
        self.with(A::MENU, format!("{page}.{begun}")).to_string()
    }

    fn from(&self, begun: &str) -> String {
        self.with(A::FROM, begun).to_string()
    }

    fn step(&self, turn: &str) -> String {
        self.with(A::STEP, turn).to_string()
    }

    fn play(&self, turn: &str) -> Option<String> {
        let play = self.with(A::PLAY, turn).to_string();
        (play.chars().count() <= LONGEST_ID).then_some(play)
    }
}
