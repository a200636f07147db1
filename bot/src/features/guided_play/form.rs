//! What the form shows.

use rules::AnyGame;

use crate::domain::challenge_draft::ChallengeDraft;
use crate::domain::{SeekFilter, TimeControl};
use crate::features::guided_play::options::Group;
use crate::games::offers::{ColorChoice, Offer};

/// Which part of the form is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    First,
    More(Group),
}

/// What a draft says, as the rules and the clocks read it.
pub(crate) struct Preview {
    pub(crate) offer: Offer,
    pub(crate) any_game: Box<dyn AnyGame>,
    pub(crate) color: ColorChoice,
    pub(crate) is_rated: bool,
    pub(crate) filter: SeekFilter,
}

/// Everything that the form shows.
pub(crate) struct Form {
    pub(crate) draft: ChallengeDraft,
    pub(crate) page: Page,
    /// `None`: what is chosen does not go together.
    pub(crate) preview: Option<Preview>,
    /// Why not, or why the challenge was not sent.
    pub(crate) problem: Option<String>,
    pub(crate) usual: TimeControl,
    pub(crate) presets: Vec<String>,
    /// *Same as last time* does something.
    pub(crate) has_last: bool,
    pub(crate) is_in_server: bool,
}
