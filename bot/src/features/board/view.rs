//! The boards that everybody sees, posted with each move.

use rules::Diagram;

use crate::commands::board::message;
use crate::commands::button::{Button, ButtonAction};
use crate::commands::context::App;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, row};
use crate::domain::rating::group::RatingGroup;
use crate::domain::{GameOutcome, GameRecord, Phase, SeatedPlayer, UserId};
use crate::features::challenge::view::{game_name, setup_layout};
use crate::features::notice_context::NoticeContext;
use crate::features::{ratings, reminders};
use crate::games::ReplayedGame;

/// The board after so many moves; as it was then, when the game has moved on.
pub async fn board(context: &NoticeContext<'_>, ply: u32) -> anyhow::Result<Option<OutgoingMessage>> {
    let NoticeContext { record, version, .. } = *context;
    let game = context.game();
    // A draw offer or a reminder leaves the turn as it is; an ending without a move has a notice of its own.
    let current =
        ply == game.ply && (game.phase == Phase::Playing || version == game.version) && !context.is_before_takeback();
    if (!current && deletes_past_boards(record)) || context.is_taken_back(ply) {
        return Ok(None);
    }
    let replayed = ReplayedGame::open(record.clone(), Some(ply))?;
    Ok(Some(if current { current_board(context, &replayed, "").await } else { past_board(context, replayed).await }))
}

/// The board at the end of a game that ended without a move.
pub async fn last_board(context: &NoticeContext<'_>) -> anyhow::Result<OutgoingMessage> {
    let replayed = ReplayedGame::open(context.record.clone(), None)?;
    Ok(current_board(context, &replayed, "").await)
}

/// The last board with who won how, for readers who did not follow the game.
pub async fn result(context: &NoticeContext<'_>) -> anyhow::Result<OutgoingMessage> {
    let NoticeContext { app, language, record, viewer, .. } = *context;
    let replayed = ReplayedGame::open(record.clone(), None)?;
    let diagram = replayed.any_game.diagram();
    let mut lines = vec![headline(language, record, &diagram), message::result(language, record, &diagram)];
    lines.extend(ratings::view::changes(app, language, record).await);
    let text = lines.join("\n");
    let post = message::drawn(app, language, &replayed, viewer, text).await;
    let id = record.game.game_id;
    let buttons = [
        button(&Button::of(ButtonAction::Replay, id), localize!(language, "button-replay"), Style::Secondary),
        button(&Button::of(ButtonAction::History, id), localize!(language, "button-history"), Style::Secondary),
        button(&Button::of(ButtonAction::Record, id), localize!(language, "button-record"), Style::Secondary),
    ];
    Ok(post.rows(vec![row(&buttons)]))
}

/// Who won against whom, by how much, and what was played: `@1 (Black) beat @2 (White) 6–3 · Belgian Daisy · 42 moves`.
fn headline(language: Language, record: &GameRecord, diagram: &Diagram) -> String {
    let color = |seat: &SeatedPlayer| message::color_at(language, &diagram.seats, seat.seat);
    let won = record.game.result().and_then(GameOutcome::winners);
    let has_won = |seat: &SeatedPlayer| {
        let place = diagram.seats.get(usize::from(seat.seat));
        won.zip(place).is_some_and(|(colors, place)| colors.has(place.color))
    };
    let players = match record.seats.as_slice() {
        [first, second] => {
            let (one, other) = if has_won(second) { (second, first) } else { (first, second) };
            let ejected = |seat: &SeatedPlayer| {
                let color = diagram.seats.get(usize::from(seat.seat))?.color;
                let side = diagram.sides.iter().find(|side| side.color == color)?;
                side.target.map(|_| side.ejected)
            };
            // Only ejections are a score.
            let score =
                ejected(one).zip(ejected(other)).map_or_else(String::new, |(one, other)| format!(" {one}–{other}"));
            let (one_color, other_color) = (color(one), color(other));
            if won.is_some() {
                localize!(
                    language,
                    "result-beat",
                    one = one.user.0,
                    color = one_color,
                    other = other.user.0,
                    othercolor = other_color,
                    score = score
                )
            } else {
                localize!(
                    language,
                    "result-drew",
                    one = one.user.0,
                    color = one_color,
                    other = other.user.0,
                    othercolor = other_color,
                    score = score
                )
            }
        }
        seats => {
            let all = seats.iter().map(|seat| format!("<@{}> ({})", seat.user.0, color(seat)));
            format!("**{}**", all.collect::<Vec<_>>().join(", "))
        }
    };
    let setup = &record.game.setup;
    let mut parts = vec![players];
    if setup.game() != "abalone" {
        parts.push(game_name(language, setup));
    }
    parts.extend(setup_layout(language, setup));
    if let Some(group @ (RatingGroup::Fast | RatingGroup::Variants | RatingGroup::Teams)) = RatingGroup::of(setup)
        && setup.game() == "abalone"
    {
        parts.push(ratings::view::group_name(language, group));
    }
    let turns = diagram.turn_index;
    let moves = turns.checked_sub(1).map_or(0, |last| message::move_number(last, &diagram.seats, diagram.boards.len()));
    parts.push(localize!(language, "result-moves", moves = moves));
    parts.join(" · ")
}

/// A sentence, and the board after so many moves below it where that is still the current one.
pub async fn sentence_with_board(
    context: &NoticeContext<'_>,
    sentence: String,
    is_current: bool,
    ply: u32,
) -> anyhow::Result<OutgoingMessage> {
    if !is_current {
        return Ok(OutgoingMessage::text(sentence));
    }
    let replayed = ReplayedGame::open(context.record.clone(), Some(ply))?;
    Ok(current_board(context, &replayed, &sentence).await)
}

/// In a game with hidden colors no earlier board may stand: move by move they would tell which marbles are whose.
pub fn deletes_past_boards(record: &GameRecord) -> bool {
    record.game.phase == Phase::Playing && record.game.hides_colors()
}

/// Whom a board mentions: the player on turn, if they want that; all players once the game is over.
pub async fn mentioned(app: &App, replayed: &ReplayedGame) -> Vec<UserId> {
    let game = &replayed.record.game;
    match replayed.any_game.to_move().and_then(|seat| replayed.record.at(seat)) {
        Some(player) if game.phase == Phase::Playing => {
            let known = app.games.player(player.user).await.unwrap_or_default();
            let place = known.preferences.reminder_target();
            // A player who gets direct messages is not mentioned here too.
            let mentions_here = place.in_thread() || known.dm_closed || game.place.guild_id.is_none();
            if mentions_here && known.preferences.wants_turn_notice() { vec![player.user] } else { Vec::new() }
        }
        _ => replayed.record.seats.iter().map(|seat| seat.user).collect(),
    }
}

async fn current_board(context: &NoticeContext<'_>, replayed: &ReplayedGame, sentence: &str) -> OutgoingMessage {
    let NoticeContext { app, language, viewer, .. } = *context;
    let (game, diagram) = (&replayed.record.game, replayed.any_game.diagram());
    let mentioned = mentioned(app, replayed).await;
    let is_silent = match mentioned.as_slice() {
        [player] if game.phase == Phase::Playing => reminders::view::is_quiet_now(app, *player).await,
        _ => false,
    };
    let mut caption = message::caption(language, replayed, &diagram);
    if let Some(changes) = ratings::view::changes(app, language, &replayed.record).await {
        caption = format!("{caption}\n{changes}");
    }
    let text = if sentence.is_empty() { caption } else { format!("{sentence}\n{caption}") };
    let post = message::drawn(app, language, replayed, viewer, text).await;
    let post = post.mention(mentioned).rows(message::buttons(language, game));
    if is_silent { post.silent() } else { post }
}

/// A board that is posted after the game has moved on: as it was then, without buttons, result or mention.
async fn past_board(context: &NoticeContext<'_>, mut replayed: ReplayedGame) -> OutgoingMessage {
    let NoticeContext { app, language, viewer, .. } = *context;
    let game = &mut replayed.record.game;
    (game.phase, game.ending, game.turn.deadline_at) = (Phase::Playing, None, None);
    let caption = message::past_caption(language, &replayed.record, &replayed.any_game.diagram());
    message::drawn(app, language, &replayed, viewer, caption).await
}
