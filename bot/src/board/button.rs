//! The buttons of games, which several features draw. Each enum belongs to the feature that answers it.

use base::named::named;
use discord::custom_id::{About, CustomId, Field, buttons};
use games::domain::{BoardRevision, GameId, WatchHow};

/// A button of a game.
pub type GamePress<B> = About<GameId, B>;

/// A position and its orientation: White at the bottom (`^`), or not (`_`); `None`: the reader's preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facing<P> {
    pub position: P,
    pub flip: Option<bool>,
}

impl<P: Field> Field for Facing<P> {
    fn write(&self) -> String {
        let mark = match self.flip {
            Some(true) => "^",
            Some(false) => "_",
            None => "",
        };
        format!("{}{mark}", self.position.write())
    }

    fn read(text: &str) -> Option<Self> {
        let (position, flip) = [('^', true), ('_', false)]
            .into_iter()
            .find_map(|(mark, flip)| Some((text.strip_suffix(mark)?, Some(flip))))
            .unwrap_or((text, None));
        Some(Self { position: P::read(position)?, flip })
    }

    fn samples() -> Vec<Self> {
        let of = |position: P| [None, Some(true), Some(false)].map(|flip| Self { position: position.clone(), flip });
        P::samples().into_iter().flat_map(of).collect()
    }
}

buttons! {
    pub enum ChallengeButton {
        Accept = "accept",
        Decline = "decline",
        /// Decline after a warning that this loses the game.
        DeclineYes = "decline!",
        /// Do nothing after that warning.
        DeclineNo = "decline-no",
        Withdraw = "withdraw",
        Rematch = "rematch",
        /// Play an unaccepted challenge against the bot.
        Engine = "engine",
    }
}

named! {
    /// A direction of navigation. It keeps ids distinct, as Discord requires, when two buttons lead to the same
    /// position.
    pub enum Way, "way through a game" {
        First = "f",
        Back = "b",
        Forward = "n",
        /// To the latest position at the time of the press.
        Last = "l",
    }
}

buttons! {
    pub enum BoardButton {
        /// Show the latest board, or the one after so many plies.
        Show { ply: Facing<Option<u32>> } = "board",
        /// Show the board after so many plies, from a step button.
        Step { ply: Facing<u32>, way: Way } = "step",
        /// Ask for the move to go to (a modal), and go there.
        GoTo { from: Facing<u32> } = "go-to",
        /// Answer with a link to the board in the browser.
        Open = "open",
    }
}

impl BoardButton {
    pub const SHOW: Self = Self::facing(None);

    /// The latest board in this orientation.
    pub const fn facing(flip: Option<bool>) -> Self {
        Self::Show { ply: Facing { position: None, flip } }
    }
}

buttons! {
    pub enum PlayButton {
        /// Start move entry in a new private message.
        Move = "move",
        /// Ask for a move (a modal), prefilled with earlier input, and play it.
        Type { typed: String } = "type",
        /// In the private move-entry message: back, or another page.
        Entry { page: usize, begun: String } = "entry",
        /// Something to move was selected.
        From { begun: String } = "from",
        /// A target was chosen: show the result.
        Step { turn: String } = "dir",
        Play { turn: String } = "play",
    }
}

/// Used as the last field of exercise and puzzle ids.
impl Field for PlayButton {
    fn write(&self) -> String {
        self.joined()
    }

    fn read(text: &str) -> Option<Self> {
        let (word, fields) = text.split_once(':').unwrap_or((text, ""));
        CustomId::read(word, fields)
    }

    fn samples() -> Vec<Self> {
        CustomId::samples()
    }
}

/// A button about a move, with the revision of the board above it.
pub type PlayPress = GamePress<About<Facing<BoardRevision>, PlayButton>>;

impl PlayButton {
    pub fn below(self, game: GameId, revision: BoardRevision, flip: Option<bool>) -> PlayPress {
        self.about(Facing { position: revision, flip }).about(game)
    }
}

buttons! {
    pub enum RecordButton {
        Export = "record",
    }
}

buttons! {
    pub enum ReplayButton {
        Replay = "replay",
    }
}

buttons! {
    pub enum HistoryButton {
        /// Show its moves: a page, or the last one.
        Page { page: Option<usize> } = "history",
    }
}

impl HistoryButton {
    pub const LAST: Self = Self::Page { page: None };
}

buttons! {
    pub enum AnalysisButton {
        /// Show the analysis of the whole game, or of the position after so many plies. `way` keeps ids of equal
        /// buttons distinct.
        Show { ply: Option<u32>, way: String } = "analysis",
    }
}

impl AnalysisButton {
    pub const GAME: Self = Self::Show { ply: None, way: String::new() };

    pub fn at(ply: u32, way: &str) -> Self {
        Self::Show { ply: Some(ply), way: way.to_owned() }
    }
}

buttons! {
    pub enum WatchButton {
        Watch { game: GameId } = "watch",
        Stop { game: GameId } = "unwatch",
        /// Stop watching, from below a board, which stays.
        StopBelowBoard { game: GameId } = "unwatch-below",
        Choose { how: WatchHow } = "watch-game",
        ChooseStop = "watch-game-stop",
    }
}

buttons! {
    pub enum ForkButton {
        /// Ask for an opponent to play on from the position after so many plies.
        Ask { ply: u32 } = "fork",
        With { ply: u32 } = "fork-with",
    }
}

buttons! {
    pub enum LineButton {
        /// Ask for a conditional move (a modal), and store it.
        Add = "line",
    }
}

named! {
    pub enum Asked, "question of the panel" {
        Draw = "draw",
        Takeback = "takeback",
        MoreTime = "more-time",
        Adjourn = "adjourn",
    }
}

buttons! {
    pub enum PanelButton {
        /// Show the current actions of a game.
        Show = "game",
        /// Ask about one action.
        Ask { asked: Asked } = "game-ask",
    }
}

buttons! {
    pub enum ResignButton {
        Ask = "resign",
        /// Resign at this version of the game, after confirmation.
        Yes { version: i64 } = "resign!",
    }
}

buttons! {
    pub enum DrawButton {
        Offer { board: BoardRevision } = "draw",
        /// The offer made at this version of the game.
        Accept { offer: i64 } = "draw-yes",
        Decline { offer: i64 } = "draw-no",
        Withdraw { offer: i64 } = "withdraw-draw",
    }
}

buttons! {
    pub enum ProposalButton {
        /// The proposal made at this version of the game.
        Agree { proposal: i64 } = "agree",
        Refuse { proposal: i64 } = "refuse",
        Withdraw { proposal: i64 } = "withdraw-proposal",
    }
}
