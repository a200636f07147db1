//! Buttons and selects about a ladder.

use clubs::domain::ladder::LadderHead;
use discord::custom_id::{About, CustomId as _, buttons};
use games::domain::{LadderId, RequestId, UserId};

buttons! {
    pub(super) enum LadderButton {
        Page { page: u32 } = "ladder-page",
        Join = "ladder-join",
        Leave = "ladder-leave",
        /// Leave, after confirmation.
        LeaveYes = "ladder-leave!",
        /// Close the ladder, after confirmation.
        CloseYes = "ladder-close!",
        /// Remove a player, confirming the question of this request.
        RemoveYes { asked: RequestId } = "ladder-remove!",
        /// End the season or start the first one, confirming the question of this request.
        SeasonYes { asked: RequestId } = "ladder-season!",
        Add = "ladder-add",
        /// Cancel any of these.
        Keep = "ladder-keep",
        /// Show this page of the history, of all players or of one.
        History { page: u32, player: Option<UserId> } = "ladder-history",
        Games { page: u32 } = "ladder-games",
        /// Show the players that one may challenge.
        Challenge = "ladder-challenge",
        Defender { player: UserId } = "ladder-defender",
        Choose = "ladder-choose",
    }
}

pub(super) type LadderPress = About<LadderId, LadderButton>;

pub(super) fn press(head: &LadderHead, button: LadderButton) -> LadderPress {
    button.about(head.ladder_id)
}
