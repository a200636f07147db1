//! Buttons and selects about a tournament.

use clubs::domain::tournament::StoredTournament;
use discord::custom_id::{About, CustomId, buttons};
use games::domain::TournamentId;
use games::domain::competition::Unfinished;

buttons! {
    pub(super) enum EventButton {
        Join { team: Option<u8> } = "event-join",
        Withdraw = "event-withdraw",
        /// Withdraw, after confirmation.
        WithdrawYes = "event-withdraw!",
        /// Show this page of the standings, or the one with the reader.
        Standings { page: Option<u32> } = "event-standings",
        /// Show the pairings of this round, or of the current one.
        Round { round: Option<u32>, page: Option<u32> } = "event-round",
        /// Pair the first round, or the one after this.
        Pair { after: u32 } = "event-pair",
        /// Add the people chosen in a menu.
        Add = "event-add",
        /// Open the round after this one, as it was drawn at this version.
        Open { after: u32, version: i64 } = "event-open",
        /// Cancel it, after confirmation.
        CancelYes = "event-cancel!",
        /// End it with the table as it stands, after confirmation.
        EndYes = "event-end!",
        /// Close this round, after confirmation.
        CloseYes { round: u32 } = "event-round!",
        /// Close the question without action.
        Keep = "event-keep",
        /// Show the form of a tournament that has not started.
        Form = "event-form",
        FormFormat = "event-form-format",
        FormGame = "event-form-game",
        FormPace = "event-form-pace",
        FormUntil = "event-form-until",
        /// Ask for values without a menu (a modal), and set them.
        FormDetails = "event-form-details",
        /// Ask for limits of rounds and players (a modal), and set them.
        FormLimits = "event-form-limits",
        FormUnfinished { unfinished: Unfinished } = "event-form-unfinished",
        FormAnnounce = "event-form-announce",
        FormDiscard = "event-form-discard",
    }
}

impl EventButton {
    pub fn is_of_form(&self) -> bool {
        self.parts()[0].starts_with("event-form")
    }
}

pub(super) type EventPress = About<TournamentId, EventButton>;

pub(super) fn press(stored: &StoredTournament, button: EventButton) -> EventPress {
    button.about(stored.tournament_id)
}
