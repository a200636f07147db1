//! The menu *Move…* of a game: its ids, and the boards below its questions.

use discord::custom_id::CustomId as _;
use discord::{Layout, OutgoingMessage, Style, button, row};
use games::ReplayedGame;
use render::Marked;
use rules::board::hex::Direction;

use crate::board::legal_steps::{self, Step};
use crate::board::move_entry::{Entry, MoveEntry};
use crate::board::pictures::Overlay;
use crate::board::{message, steps};
use crate::commands::{App, BoardButton, PlayButton, Viewer};
use crate::localization::{Language, localize};

pub(super) fn fits_button(replayed: &ReplayedGame, notation: &str) -> bool {
    let game = &replayed.record.game;
    PlayButton::Play { turn: notation.to_owned() }.below(game.game_id, game.revision(), None).fits()
}

/// After a step: the next question, or the resulting board. `chosen` is the value of a select.
pub async fn enter(
    app: &App,
    language: Language,
    reader: &Viewer,
    replayed: ReplayedGame,
    step: &PlayButton,
    chosen: Option<&str>,
) -> anyhow::Result<OutgoingMessage> {
    let game = &replayed.record.game;
    let menu = MoveEntry {
        language,
        game: &*replayed.any_game,
        is_turned: reader.flips(Some(&replayed)),
        in_words: reader.reads_words_only(),
        ids: &|press| press.below(game.game_id, game.revision(), reader.facing).to_string(),
        prepares_placings: true,
        again: again(&replayed),
    };
    let Some(Entry { game, text, overlay, rows }) = menu.enter(step, chosen) else {
        return Ok(hidden_colors(app, language, &replayed, reader.facing));
    };
    let replayed = replayed.with_game(game);
    Ok(message::render_board(app, language, &replayed, reader, overlay, &text)
        .await?
        .rows(rows)
        .layout(Layout::ControlsFirst))
}

pub fn is_whole_turn(replayed: &ReplayedGame, turn: &str) -> bool {
    let after = replayed.any_game.after(legal_steps::with_later_placings(turn).0);
    after.is_ok_and(|any_game| any_game.partial_turn().is_none() || any_game.outcome().is_some())
}

/// With hidden colors nothing may reveal what can move, not even to the player.
pub fn hidden_colors(app: &App, language: Language, replayed: &ReplayedGame, flip: Option<bool>) -> OutgoingMessage {
    let buttons = steps::move_buttons(app, language, &replayed.record.game, flip);
    OutgoingMessage::text(localize!(language, "entry-hidden-colors")).rows(vec![row(buttons)])
}

/// The last own move repeated: the same marbles one step further.
fn again(replayed: &ReplayedGame) -> Option<Step> {
    let (record, game) = (&replayed.record, &replayed.any_game);
    let mover = record.at(record.game.turn.to_move?)?.player;
    let last = record.plies.iter().rposition(|ply| ply.player == mover)?;
    let before = ReplayedGame::open(record.clone(), Some(u32::try_from(last).ok()?)).ok()?;
    let step = legal_steps::step(&*before.any_game, &record.plies.get(last)?.notation)?;
    let direction = step.direction?;
    let mut ahead: Vec<Marked> = step.marked.iter().filter_map(|marked| further(*marked, direction)).collect();
    ahead.sort_unstable();
    legal_steps::steps(&**game).into_iter().find(|next| {
        let mut marked = next.marked.clone();
        marked.sort_unstable();
        next.direction == Some(direction) && next.is_inline == step.is_inline && marked == ahead
    })
}

fn further(marked: Marked, direction: Direction) -> Option<Marked> {
    match marked {
        Marked::Cell(cell) => cell.step(direction).map(Marked::Cell),
        Marked::Point(_) => None,
    }
}

/// The board after a typed move of a player who confirms moves, with *Play* and *Cancel*.
pub async fn confirmation(
    app: &App,
    language: Language,
    reader: &Viewer,
    replayed: ReplayedGame,
    notation: &str,
) -> anyhow::Result<OutgoingMessage> {
    let (game, revision) = (replayed.record.game.game_id, replayed.record.game.revision());
    let play = PlayButton::Play { turn: notation.to_owned() }.below(game, revision, reader.facing);
    let cancel = BoardButton::facing(reader.facing).about(game);
    let rows = vec![row([
        button(&play, localize!(language, "button-play"), Style::Success),
        button(&cancel, localize!(language, "button-cancel"), Style::Secondary),
    ])];
    let overlay = Overlay::turned(reader.flips(Some(&replayed)));
    let text = localize!(language, "entry-preview", notation = notation);
    Ok(message::render_board(app, language, &replayed, reader, overlay, &text)
        .await?
        .rows(rows)
        .layout(Layout::ControlsFirst))
}
