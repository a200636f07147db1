//! The controls of the form.

use discord::custom_id::{About, buttons};
use games::domain::RequestId;

buttons! {
    pub enum Control {
        Open = "guide-open",
        /// Choose the opponent (a select).
        Whom = "guide-whom",
        /// Challenge anyone; the first to accept plays.
        Anybody = "guide-anybody",
        Engine = "guide-engine",
        /// Choose a game or a preset (a select).
        Game = "guide-game",
        Pace = "guide-pace",
        /// Repeat the last challenge's options.
        Last = "guide-last",
        /// Show the options that are not on the first page.
        More = "guide-more",
        /// Choose a group of them (a select).
        Group = "guide-group",
        Back = "guide-back",
        /// Set an option (a select), or toggle it (a button).
        Set { option: String } = "guide-set",
        /// Choose variants (a select).
        Flags = "guide-flags",
        /// Choose all other players (a select).
        People = "guide-people",
        /// Enter special cells (a modal).
        Cells = "guide-cells",
        Send = "guide-send",
    }
}

/// A control, with the form that it belongs to.
pub type GuideButton = About<RequestId, Control>;

/// Opens a form from any message.
pub const OPEN_GUIDE: GuideButton = GuideButton { subject: RequestId(0), button: Control::Open };
