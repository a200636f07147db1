//! The menu *Move…* of a game: its ids, and the boards below its questions.

use render::Marked;
use rules::board::hex::Direction;

use crate::commands::board::legal_steps::{self, Step};
use crate::commands::board::move_entry::{Entry, EntryIds, MoveEntry};
use crate::commands::board::pictures::Overlay;
use crate::commands::board::{message, steps};
use crate::commands::{App, Button, Viewer, word};
use crate::discord::{Language, Layout, OutgoingMessage, Style, button, localize, row};
use crate::domain::{BoardRevision, GameId};
use crate::games::ReplayedGame;

/// What to move has been chosen (a select).
pub(super) const FROM: &str = "from";

/// Where to has been chosen: show the result.
pub(super) const DIR: &str = "dir";

pub(super) fn fits_button(replayed: &ReplayedGame, notation: &str) -> bool {
    Button::with(word::PLAY, replayed.record.game.game_id, replayed.record.game.revision(), notation).fits()
}

/// The ids of the menu of a game, on the board that is shown.
struct GameEntryIds {
    game: GameId,
    revision: BoardRevision,
    flip: Option<bool>,
}

impl GameEntryIds {
    fn button(&self, word: &'static str, text: &str) -> Button {
        Button::with(word, self.game, self.revision, text).facing(self.flip)
    }
}

impl EntryIds for GameEntryIds {
    fn page(&self, page: usize, begun: &str) -> String {
        let text = if begun.is_empty() { page.to_string() } else { format!("{page}.{begun}") };
        self.button(word::ENTRY, &text).to_string()
    }

    fn from(&self, begun: &str) -> String {
        self.button(FROM, begun).to_string()
    }

    fn step(&self, turn: &str) -> String {
        self.button(DIR, turn).to_string()
    }

    fn play(&self, turn: &str) -> Option<String> {
        let play = self.button(word::PLAY, turn);
        play.fits().then(|| play.to_string())
    }

    fn prepares_placings(&self) -> bool {
        true
    }
}

async fn show_entry(
    app: &App,
    language: Language,
    reader: &Viewer,
    replayed: ReplayedGame,
    ask: impl FnOnce(&MoveEntry<'_>) -> Option<Entry>,
) -> anyhow::Result<OutgoingMessage> {
    let game = &replayed.record.game;
    let ids = GameEntryIds { game: game.game_id, revision: game.revision(), flip: reader.facing };
    let (is_turned, again) = (reader.flips(Some(&replayed)), again(&replayed));
    let in_words = reader.reads_words_only();
    let entry = ask(&MoveEntry { language, game: &*replayed.any_game, is_turned, in_words, ids: &ids, again });
    let Some(Entry { game, text, overlay, rows }) = entry else {
        return Ok(hidden_colors(language, &replayed, reader.facing));
    };
    let replayed = replayed.with_game(game);
    Ok(message::render_board(app, language, &replayed, reader, overlay, &text)
        .await?
        .rows(rows)
        .layout(Layout::ControlsFirst))
}

pub async fn choose(
    app: &App,
    language: Language,
    reader: &Viewer,
    replayed: ReplayedGame,
    begun: &str,
    page: usize,
) -> anyhow::Result<OutgoingMessage> {
    show_entry(app, language, reader, replayed, |menu| menu.choose(begun, page)).await
}

pub async fn arrows(
    app: &App,
    language: Language,
    reader: &Viewer,
    replayed: ReplayedGame,
    begun: &str,
    from: &str,
) -> anyhow::Result<OutgoingMessage> {
    show_entry(app, language, reader, replayed, |menu| menu.arrows(begun, from)).await
}

/// Is this a turn that cannot go on?
pub fn is_whole_turn(replayed: &ReplayedGame, turn: &str) -> bool {
    let after = replayed.any_game.after(legal_steps::with_later_placings(turn).0);
    after.is_ok_and(|any_game| any_game.partial_turn().is_none() || any_game.outcome().is_some())
}

/// After a step: the next question, or the board as it would be.
pub async fn preview(
    app: &App,
    language: Language,
    reader: &Viewer,
    replayed: ReplayedGame,
    turn: &str,
) -> anyhow::Result<OutgoingMessage> {
    show_entry(app, language, reader, replayed, |menu| menu.preview(turn)).await
}

/// With hidden colors nothing may reveal what can move, not even to its player.
pub fn hidden_colors(language: Language, replayed: &ReplayedGame, flip: Option<bool>) -> OutgoingMessage {
    let buttons = steps::move_buttons(language, &replayed.record.game, flip);
    OutgoingMessage::text(localize!(language, "entry-hidden-colors")).rows(vec![row(&buttons)])
}

/// The last own move once more: the same marbles one step further.
fn again(replayed: &ReplayedGame) -> Option<Step> {
    let (record, game) = (&replayed.record, &replayed.any_game);
    let mover = record.at(record.game.turn.to_move?)?.player;
    let last = record.plies.iter().rposition(|ply| ply.player == mover)?;
    let before = ReplayedGame::open(record.clone(), Some(u32::try_from(last).ok()?)).ok()?;
    let played = record.plies.get(last)?.notation.as_str();
    let step = legal_steps::steps(&*before.any_game).into_iter().find(|step| step.notation == played)?;
    let direction = step.direction?;
    let mut ahead: Vec<Marked> = step.marked.iter().filter_map(|marked| further(*marked, direction)).collect();
    ahead.sort_unstable();
    legal_steps::steps(&**game).into_iter().find(|next| {
        let mut marked = next.marked.clone();
        marked.sort_unstable();
        next.direction == Some(direction) && next.is_inline() == step.is_inline() && marked == ahead
    })
}

fn further(marked: Marked, direction: Direction) -> Option<Marked> {
    match marked {
        Marked::Cell(cell) => cell.step(direction).map(Marked::Cell),
        Marked::Point(_) => None,
    }
}

/// The board after a typed move of a player who confirms them, with *Play* and *Cancel*.
pub async fn confirmation(
    app: &App,
    language: Language,
    reader: &Viewer,
    replayed: ReplayedGame,
    notation: &str,
) -> anyhow::Result<OutgoingMessage> {
    let (game, revision) = (replayed.record.game.game_id, replayed.record.game.revision());
    let facing = |button: Button| button.facing(reader.facing);
    let rows = vec![row(&[
        button(
            &facing(Button::with(word::PLAY, game, revision, notation)),
            localize!(language, "button-play"),
            Style::Success,
        ),
        button(&facing(Button::of(word::BOARD, game)), localize!(language, "button-cancel"), Style::Secondary),
    ])];
    let overlay = Overlay::turned(reader.flips(Some(&replayed)));
    let text = localize!(language, "entry-preview", notation = notation);
    Ok(message::render_board(app, language, &replayed, reader, overlay, &text)
        .await?
        .rows(rows)
        .layout(Layout::ControlsFirst))
}
