//! Buttons and selects about a ladder, whose id stands where other buttons have that of a game.

use crate::commands::Button;
use crate::domain::GameId;
use crate::domain::clubs::ladder::LadderHead;

pub(super) mod word {
    /// Show this page of the table.
    pub const PAGE: &str = "ladder-page";
    pub const JOIN: &str = "ladder-join";
    pub const LEAVE: &str = "ladder-leave";
    /// Leave, after the question.
    pub const LEAVE_YES: &str = "ladder-leave!";
    /// Close the ladder, after the question.
    pub const CLOSE_YES: &str = "ladder-close!";
    /// Take a player off it, after the question of this request.
    pub const REMOVE_YES: &str = "ladder-remove!";
    /// End the season, or begin the first one, after the question of this request.
    pub const SEASON_YES: &str = "ladder-season!";
    /// Put those who are chosen on it.
    pub const ADD: &str = "ladder-add";
    /// Do none of these.
    pub const KEEP: &str = "ladder-keep";
    /// Show this page of the history, of all players or of one.
    pub const HISTORY: &str = "ladder-history";
    /// Show this page of its games.
    pub const GAMES: &str = "ladder-games";
    /// Show whom one may challenge.
    pub const CHALLENGE: &str = "ladder-challenge";
    /// Challenge this player.
    pub const DEFENDER: &str = "ladder-defender";
    /// Challenge the player who is chosen.
    pub const CHOOSE: &str = "ladder-choose";

    pub const ALL: &[&str] = &[
        PAGE, JOIN, LEAVE, LEAVE_YES, CLOSE_YES, REMOVE_YES, SEASON_YES, ADD, KEEP, HISTORY, GAMES, CHALLENGE,
        DEFENDER, CHOOSE,
    ];
}

pub(super) const fn press(head: &LadderHead, word: &'static str) -> Button {
    Button::of(word, GameId(head.ladder_id.0))
}
