//! A move that is not made, with what its player can do in its place.

use crate::commands::board::message::mentions;
use crate::commands::board::{message, steps};
use crate::commands::{App, Button, Viewer, rules_refusal, word};
use crate::discord::{Interaction, Language, OutgoingMessage, Style, button, localize, row};
use crate::domain::{GameRecord, UserId};
use crate::features::play::command::confirms;
use crate::features::play::move_menu::DIR;
use crate::games::{IllegalMove, ReplayedGame};

/// A move that the rules refuse: why, what was meant perhaps, and the form with what was typed.
pub async fn illegal(
    app: &App,
    language: Language,
    user: UserId,
    typed: Option<String>,
    illegal: &IllegalMove,
) -> OutgoingMessage {
    let IllegalMove { ref refusal, game, revision, ref examples } = *illegal;
    let examples = examples.as_deref();
    let retype =
        steps::type_button(language, Button::at(word::TYPE, game, revision), typed.as_deref().unwrap_or_default());
    let why = rules_refusal::illegal(language, typed, refusal);
    let text = match examples {
        Some([]) => format!("{why} {}", localize!(language, "error-illegal-next")),
        Some(_) => format!("{why} {}", localize!(language, "error-illegal-try")),
        None => why,
    };
    // Who wants to see typed moves before they count sees these, too.
    let play = if confirms(app, user).await { DIR } else { word::PLAY };
    let offered = examples.unwrap_or_default().iter().map(|turn| (Button::with(play, game, revision, turn), turn));
    let offered = offered.filter(|(id, _)| id.fits()).map(|(id, turn)| button(&id, turn, Style::Primary));
    OutgoingMessage::text(text).rows(vec![row(&offered.chain([retype]).collect::<Vec<_>>())])
}

/// Whose turn it is, and what one can do meanwhile.
pub fn not_your_turn(language: Language, record: &GameRecord, user: UserId) -> OutgoingMessage {
    let game = &record.game;
    let on_turn = game.turn.to_move.and_then(|seat| record.at(seat));
    let text = on_turn.map_or_else(
        || localize!(language, "error-not-your-turn"),
        |seat| localize!(language, "error-turn-of", players = mentions(std::iter::once(seat))),
    );
    let board = button(&Button::of(word::BOARD, game.game_id), localize!(language, "button-board"), Style::Secondary);
    let line = Button::of(word::LINE, game.game_id);
    let line = button(&line, localize!(language, "button-line"), Style::Secondary);
    let may_prepare = record.seat_of(user).is_some() && !game.hides_colors();
    OutgoingMessage::text(text)
        .rows(vec![row(&std::iter::once(board).chain(may_prepare.then_some(line)).collect::<Vec<_>>())])
}

/// A button of an earlier board: says so, and shows the board as it is. A move that is still possible can be made at once.
pub async fn stale(
    app: &App,
    language: Language,
    interaction: &Interaction,
    replayed: &ReplayedGame,
) -> anyhow::Result<OutgoingMessage> {
    let user = interaction.person.user;
    let pressed: Option<Button> = interaction.name.parse().ok();
    let flip = pressed.as_ref().and_then(|pressed| pressed.flip);
    let reader = Viewer::of(app, user, replayed.record.game.place.guild_id).await.facing(flip);
    let sentence = localize!(language, "error-stale");
    let post = message::private(app, language, replayed, &reader, &sentence).await?;
    let is_on_turn = replayed.record.on_turn().is_some_and(|seat| reader.is(seat.player));
    let meant = pressed.filter(|button| button.word == word::PLAY);
    let Some(turn) = meant.and_then(|button| button.text).filter(|_| is_on_turn && !replayed.any_game.hides_colors())
    else {
        return Ok(post);
    };
    let play =
        Button::with(word::PLAY, replayed.record.game.game_id, replayed.record.game.revision(), &turn).facing(flip);
    if replayed.any_game.after(&turn).is_err() || !play.fits() {
        return Ok(post);
    }
    let label = localize!(language, "button-play-move", move = turn);
    Ok(post.add_button(button(&play, label, Style::Success)))
}
