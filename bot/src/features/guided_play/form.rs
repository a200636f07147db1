//! The data that the form shows.

use games::domain::challenge_draft::ChallengeDraft;
use games::domain::{SeekFilter, TimeControl};
use games::offers::{ColorChoice, Offer};
use rules::AnyGame;

use crate::features::guided_play::options::Group;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    First,
    More(Group),
}

/// A draft, parsed by the rules and the clocks.
pub(crate) struct Preview {
    pub(crate) offer: Offer,
    pub(crate) any_game: Box<dyn AnyGame>,
    pub(crate) color: ColorChoice,
    pub(crate) is_rated: bool,
    pub(crate) filter: SeekFilter,
}

pub(crate) struct Form {
    pub(crate) draft: ChallengeDraft,
    pub(crate) page: Page,
    /// `None` if the options are inconsistent.
    pub(crate) preview: Option<Preview>,
    /// The reason for that, or for the challenge not being sent.
    pub(crate) problem: Option<String>,
    pub(crate) usual: TimeControl,
    pub(crate) presets: Vec<String>,
    /// Whether *Same as last time* has an effect.
    pub(crate) has_last: bool,
    pub(crate) is_in_server: bool,
}
