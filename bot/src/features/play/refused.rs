//! Refused moves, with the player's alternatives.

use discord::custom_id::CustomId as _;
use discord::{OutgoingMessage, Style, button, row};
use games::domain::{GameRecord, UserId};
use games::{IllegalMove, ReplayedGame};

use crate::board::message::{self, mentions};
use crate::board::steps::{self, look_buttons};
use crate::commands::{App, Ctx, Facing, LineButton, PlayButton, PlayPress, Viewer, rules_refusal};
use crate::features::play::command::confirms;
use crate::localization::{Language, localize};

/// A move that the rules refuse: the reason, suggestions, and the form with the typed text.
pub async fn illegal(
    app: &App,
    language: Language,
    user: UserId,
    typed: Option<String>,
    illegal: &IllegalMove,
) -> OutgoingMessage {
    let IllegalMove { ref refusal, game, revision, ref examples } = *illegal;
    let examples = examples.as_deref();
    let board = Facing { position: revision, flip: None };
    let retype = steps::type_button(language, game, board, typed.as_deref().unwrap_or_default());
    let why = rules_refusal::illegal(language, typed, refusal);
    let text = match examples {
        Some([]) => format!("{why} {}", localize!(language, "error-illegal-next")),
        Some(_) => format!("{why} {}", localize!(language, "error-illegal-try")),
        None => why,
    };
    // Suggestions are previewed too for players who confirm moves.
    let confirms = confirms(app, user).await;
    let suggestions = examples.unwrap_or_default().iter().map(|example| {
        let turn = example.clone();
        let press = if confirms { PlayButton::Step { turn } } else { PlayButton::Play { turn } };
        (press.below(game, revision, None), example)
    });
    let suggestions = suggestions.filter(|(id, _)| id.fits()).map(|(id, turn)| button(&id, turn, Style::Primary));
    OutgoingMessage::text(text).rows(vec![row(suggestions.chain([retype]))])
}

/// The player on turn, and what the reader can do meanwhile.
pub fn not_your_turn(app: &App, language: Language, record: &GameRecord, user: UserId) -> OutgoingMessage {
    let game = &record.game;
    let on_turn = game.turn.to_move.and_then(|seat| record.at(seat));
    let text = on_turn.map_or_else(
        || localize!(language, "error-not-your-turn"),
        |seat| localize!(language, "error-turn-of", players = mentions(language, std::iter::once(seat))),
    );
    let line = LineButton::Add.about(game.game_id);
    let line = button(&line, localize!(language, "button-line"), Style::Secondary);
    let may_prepare = record.seat_of(user).is_some() && !game.hides_colors();
    OutgoingMessage::text(text)
        .rows(vec![row(look_buttons(app, language, game).into_iter().chain(may_prepare.then_some(line)))])
}

/// A button of an earlier board: says so and shows the current board, with a button to play the move if it is still
/// legal.
pub async fn stale(ctx: Ctx<'_>, replayed: &ReplayedGame) -> anyhow::Result<OutgoingMessage> {
    let user = ctx.user();
    let press = ctx.button::<PlayPress>().ok().map(|press| press.button);
    let flip = press.as_ref().and_then(|press| press.subject.flip);
    let reader = Viewer::of(ctx.app, user, replayed.record.game.place.guild_id).await.facing(flip);
    let sentence = localize!(ctx, "error-stale");
    let post = message::private(ctx.app, ctx.language, replayed, &reader, &sentence).await?;
    let is_on_turn = replayed.record.on_turn().is_some_and(|seat| reader.is(seat.player));
    let Some(PlayButton::Play { turn }) = press.map(|press| press.button) else { return Ok(post) };
    if !is_on_turn || replayed.any_game.hides_colors() {
        return Ok(post);
    }
    let game = &replayed.record.game;
    let play = PlayButton::Play { turn: turn.clone() }.below(game.game_id, game.revision(), flip);
    if replayed.any_game.after(&turn).is_err() || !play.fits() {
        return Ok(post);
    }
    let label = localize!(ctx, "button-play-move", move = turn);
    Ok(post.add_button(button(&play, label, Style::Success)))
}
