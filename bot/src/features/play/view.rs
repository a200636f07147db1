//! Messages about a move: the answer to it, the menu *Move…*, the board to confirm, and refusals with the player's
//! alternatives.

use discord::custom_id::CustomId as _;
use discord::{Layout, OutgoingMessage, Style, button, row};
use games::domain::{BoardPosts, ChannelId, Game, GameRecord, UserId};
use games::{IllegalMove, ReplayedGame};
use render::Marked;
use rules::board::hex::Direction;

use crate::board::buttons::{self, look_buttons};
use crate::board::legal_steps::{self, Step};
use crate::board::message::{self, mentions};
use crate::board::move_entry::{Entry, MoveEntry};
use crate::board::pictures::Overlay;
use crate::commands::{App, BoardButton, Ctx, Facing, LineButton, PlayButton, PlayPress, Viewer, rules_refusal};
use crate::features::{engine, game_list};
use crate::localization::{Language, localize, mention_in_sentence};

/// The location of a game, relative to its mover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GamePlace {
    /// In the thread of the move.
    Here,
    /// In this channel.
    In(ChannelId),
    /// In no channel that can be linked.
    Elsewhere,
}

/// The answer to a move for a game in this place: only what the public board does not say if that is visible there, else
/// the board.
pub async fn reply(
    app: &App,
    language: Language,
    user: UserId,
    replayed: &ReplayedGame,
    place: GamePlace,
    flip: Option<bool>,
) -> anyhow::Result<OutgoingMessage> {
    // Conditional moves may have been played since, including the player's own.
    let now = replayed.record.plies.last().map_or(0, |ply| ply.version);
    let own = replayed.record.plies.iter().rev().find(|ply| ply.player == user);
    let first = replayed.record.plies.iter().find(|ply| ply.player == user && ply.version == now);
    let own = first.or(own);
    let against = message::against(language, &replayed.record.game, &replayed.record.seats, user);
    let mut text = own
        .map_or_else(String::new, |ply| localize!(language, "you-played", notation = ply.notation, against = against));
    let game = &replayed.record.game;
    let way = match place {
        GamePlace::Here => String::new(),
        GamePlace::In(channel) => localize!(language, "game-in", id = game.name(), channel = channel.0),
        GamePlace::Elsewhere => localize!(language, "game-is", id = game.name()),
    };
    if !way.is_empty() {
        text = format!("{text} {way}");
    }
    let viewer = Viewer::of(app, user, game.place.guild_id).await.facing(flip);
    let is_own_turn = replayed.record.on_turn().is_some_and(|seat| seat.player == user);
    if is_own_turn {
        let answer = replayed.record.plies.last().filter(|last| last.player != user && last.version == now);
        if let Some(answer) = answer {
            let player = mention_in_sentence(answer.player);
            let key = if answer.player.engine().is_some() { "you-played-engine" } else { "you-played-answered" };
            let sentence = localize!(language, key, players = player, notation = answer.notation);
            text = format!("{text}\n{sentence}");
        }
    }
    let wait = engine::describe_wait(language, &app.games, &replayed.record);
    if place == GamePlace::Here && !viewer.text_board {
        // A new public board comes to the same thread, with the move and the buttons of the next one.
        let played = OutgoingMessage::text(text);
        let played = if has_one_board(app, game).await? { played } else { played.fleeting() };
        let post = wait.iter().fold(played, |post, wait| post.append(wait));
        return Ok(game_list::with_next(app, language, user, game, post).await);
    }
    if let Some(wait) = wait {
        text = format!("{text}\n{wait}");
    }
    let post = message::private(app, language, replayed, &viewer, &text).await?;
    Ok(game_list::with_next(app, language, user, game, post).await)
}

/// Whether the board of the game is edited, and may stand far above.
async fn has_one_board(app: &App, game: &Game) -> anyhow::Result<bool> {
    let Some(guild) = game.place.guild_id else { return Ok(false) };
    Ok(app.games.preferences_of_guild(guild).await?.posts == Some(BoardPosts::One))
}

pub(super) async fn confirms(app: &App, user: UserId) -> bool {
    app.games.preferences_of(user).await.is_ok_and(|chosen| chosen.confirm == Some(true))
}

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
    let buttons = buttons::move_buttons(app, language, &replayed.record.game, flip);
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
    let retype = buttons::type_button(language, game, board, typed.as_deref().unwrap_or_default());
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
