//! Direct messages to one player in their language: turns, deadlines, the digest.

use discord::custom_id::CustomId as _;
use discord::{CreateActionRow, OutgoingMessage, Style, button, code, row};
use games::domain::{
    Game, GameId, GameRecord, GameSummary, MINUTE_MS, Preferences, Reminder, ReminderTarget, SeatedPlayer, Timestamp,
    UserId,
};
use games::reminders;
use games::store::StoreError;
use games::vacations::{self, Unsaved};

use crate::board::message;
use crate::commands::game_option::names;
use crate::commands::input::{time_zones, times};
use crate::commands::{App, BoardButton};
use crate::features::game_list;
use crate::localization::{Language, localize, time_in_words};
use crate::views::game_lines;
use crate::views::notice_context::NoticeContext;

/// The language of a person; English if unknown.
async fn language_of(app: &App, user: UserId) -> Language {
    app.language_of(user).await.unwrap_or(Language::ENGLISH)
}

/// A private message that it is this player's turn, with a link to the game.
pub async fn turn_by_direct_message(app: &App, record: &GameRecord, user: UserId) -> OutgoingMessage {
    turn_message(app, language_of(app, user).await, &record.game, &record.seats, user)
}

fn turn_message(app: &App, language: Language, game: &Game, seats: &[SeatedPlayer], user: UserId) -> OutgoingMessage {
    let against = message::against(language, game, seats, user);
    let place = game.place.channel().0;
    let mut text = localize!(language, "dm-turn", id = game.name(), against = against, channel = place);
    if let Some(deadline) = message::deadline_text(language, game, "dm-deadline") {
        text.push(' ');
        text.push_str(&deadline);
    }
    OutgoingMessage::text(text).rows(message::buttons(app, language, game))
}

/// Games of a list that have a button: two rows.
const MOST_BUTTONS: usize = 10;

/// All games of which a player was reminded, in one private message.
pub struct ReminderList {
    pub games: Vec<GameId>,
    pub post: OutgoingMessage,
}

/// The list of this player; `None` if it is empty.
pub async fn reminder_list(app: &App, user: UserId) -> Result<Option<ReminderList>, StoreError> {
    let (reminded, stops_at) = reminders::reminded_games(&app.games, user).await?;
    let language = language_of(app, user).await;
    let games: Vec<GameId> = reminded.iter().map(|summary| summary.game.game_id).collect();
    let on_turn: Vec<&Game> = reminded.iter().map(|summary| &summary.game).collect();
    let unsaved = vacations::unsaved_games(&app.games, user, &on_turn).await?;
    let post = match reminded.as_slice() {
        [] => return Ok(None),
        [only] => say_unsaved(language, turn_message(app, language, &only.game, &only.seats, user), &unsaved),
        _ => {
            let title = localize!(language, "dm-reminders", count = reminded.len());
            let names = names(language, &reminded);
            let lines = lines_with_scores(app, language, &reminded, user).await;
            let line = |(line, game): (String, &GameId)| match unsaved.iter().find(|(unsaved, _)| unsaved == game) {
                Some((_, why)) => format!("{line}\n  {}", why_unsaved(language, *why)),
                None => line,
            };
            let lines: Vec<String> = lines.into_iter().zip(&games).map(line).collect();
            let text = game_lines::fit_message(language, title, lines.into_iter(), 200);
            let next = row([game_list::view::play_next(language)]);
            let boards = board_buttons(app, language, &reminded, &names);
            OutgoingMessage::text(text).rows(std::iter::once(next).chain(boards).collect())
        }
    };
    Ok(Some(ReminderList { games, post: with_end(language, post, stops_at) }))
}

/// A line for each game. Scores are omitted if loading fails.
async fn lines_with_scores(app: &App, language: Language, list: &[GameSummary], user: UserId) -> Vec<String> {
    let games: Vec<GameId> = list.iter().map(|summary| summary.game.game_id).collect();
    let replayed = app.games.replay_all(&games).await.unwrap_or_default();
    let line = |(name, summary): (&String, &GameSummary)| {
        game_lines::line_with(language, name, summary, user, replayed.get(&summary.game.game_id), None)
    };
    names(language, list).iter().zip(list).map(line).collect()
}

fn why_unsaved(language: Language, why: Unsaved) -> String {
    let why = match why {
        Unsaved::Agreed => "agreed",
        Unsaved::NotPlaying => "turn",
        Unsaved::NoneLeft => "left",
    };
    localize!(language, "reminder-unsaved", why = why)
}

/// Adds the reason why no vacation will save a game.
fn say_unsaved(language: Language, post: OutgoingMessage, unsaved: &[(GameId, Unsaved)]) -> OutgoingMessage {
    unsaved.iter().fold(post, |post, (_, why)| post.append(&why_unsaved(language, *why)))
}

/// A button for the board of each game, the most urgent first.
fn board_buttons(app: &App, language: Language, reminded: &[GameSummary], names: &[String]) -> Vec<CreateActionRow> {
    let (press, key) = if app.games.has_pages() {
        (BoardButton::Open, "button-open-of")
    } else {
        (BoardButton::SHOW, "button-board-of")
    };
    let board = |(summary, name): (&GameSummary, &String)| {
        let label = localize!(language, key, id = name);
        button(&press.clone().about(summary.game.game_id), label, Style::Secondary)
    };
    let buttons: Vec<_> = reminded.iter().zip(names).take(MOST_BUTTONS).map(board).collect();
    buttons.chunks(5).map(|buttons| row(buttons.to_vec())).collect()
}

/// Adds the time when reminders stop.
fn with_end(language: Language, post: OutgoingMessage, stops_at: Option<Timestamp>) -> OutgoingMessage {
    match stops_at {
        Some(at) => post.append(&localize!(language, "reminder-stops", at = at.0 / 1000)),
        None => post,
    }
}

/// Whether it is in the quiet hours of this player; `false` if unknown.
pub async fn is_quiet_now(app: &App, user: UserId) -> bool {
    reminders::is_quiet_for(&app.games, user, app.clock.now()).await.unwrap_or(false)
}

/// Posted once in the game, where the player reads it: their direct messages are closed.
pub async fn direct_messages_closed(app: &App, user: UserId) -> String {
    localize!(language_of(app, user).await, "dm-closed", player = user.0)
}

/// The games that wait for this player, most urgent first; `None` if there are none.
pub async fn digest(app: &App, user: UserId) -> Result<Option<OutgoingMessage>, StoreError> {
    let waiting: Vec<GameSummary> = reminders::games_waiting_for(&app.games, user).await?;
    if waiting.is_empty() {
        return Ok(None);
    }
    let language = language_of(app, user).await;
    let title = localize!(language, "digest-title", count = waiting.len());
    let lines = lines_with_scores(app, language, &waiting, user).await.into_iter();
    let post = OutgoingMessage::text(game_lines::fit_message(language, title, lines, 0));
    let can_play = waiting.iter().any(|summary| summary.can_move(user));
    Ok(Some(if can_play { post.add_button(game_list::view::play_next(language)) } else { post }))
}

/// The current text of a digest that was already sent.
pub async fn digest_now(app: &App, user: UserId) -> Result<OutgoingMessage, StoreError> {
    match digest(app, user).await? {
        Some(post) => Ok(post),
        None => Ok(OutgoingMessage::text(localize!(language_of(app, user).await, "games-none-wait"))),
    }
}

pub async fn test_reminder(app: &App, user: UserId) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language_of(app, user).await, "reminder-test", player = user.0)).mention([user])
}

/// A reminder in the game's channel. `None` once the player has moved, or while the game is adjourned.
pub async fn render(context: &NoticeContext<'_>, reminder: Reminder) -> Result<Option<OutgoingMessage>, StoreError> {
    let (game, language) = (context.game(), context.language);
    let on_turn = context.record.on_turn().filter(|_| context.mentions_now(reminder.ply()));
    let Some(player) = on_turn.map(|seat| seat.player) else { return Ok(None) };
    let post = |text| OutgoingMessage::text(text).mention([player]).rows(message::buttons(context.app, language, game));
    let turn = localize!(language, "turn", player = player);
    let stops_at = match reminder {
        Reminder::Turn { .. } => return Ok(Some(post(turn))),
        Reminder::Step { stops_at, .. } => stops_at,
    };
    let Some(deadline) = message::deadline_text(language, game, "dm-deadline") else { return Ok(None) };
    let unsaved = match player.person() {
        Some(user) => vacations::unsaved_games(&context.app.games, user, &[game]).await?,
        None => Vec::new(),
    };
    let post = post(format!("{turn} {deadline}"));
    Ok(Some(with_end(language, say_unsaved(language, post, &unsaved), stops_at)))
}

/// The chosen reminders, or the defaults.
pub fn lines(app: &App, language: Language, preferences: &Preferences) -> Vec<String> {
    let (active_steps, is_own) = match &preferences.steps {
        Some(steps) => (steps.clone(), true),
        None => (reminders::default_steps(&app.games), false),
    };
    let steps: Vec<String> =
        active_steps.iter().map(|minutes| time_in_words::span(language, i64::from(*minutes) * MINUTE_MS)).collect();
    let steps = steps.join(", ");
    let place = preferences.reminder_target().as_str();
    if preferences.reminder_target() == ReminderTarget::None {
        return vec![localize!(language, "settings-where", place = place), localize!(language, "settings-nowhere")];
    }
    let mut lines = vec![match (active_steps.is_empty(), is_own) {
        (true, _) => localize!(language, "settings-steps-none"),
        (false, true) => localize!(language, "settings-steps", steps = steps),
        (false, false) => localize!(language, "settings-steps-default", steps = steps),
    }];
    lines.push(localize!(language, "settings-where", place = place));
    lines.push(localize!(
        language,
        "settings-turn",
        called = if preferences.wants_turn_notice() { "yes" } else { "no" }
    ));
    lines.push(match preferences.quiet {
        Some(quiet) => {
            let zone = time_zones::format_zone(preferences.zone.as_deref().unwrap_or("UTC"));
            localize!(language, "settings-quiet", hours = quiet.to_string(), zone = code(&zone))
        }
        None => localize!(language, "settings-quiet-none"),
    });
    lines
}

pub fn digest_line(language: Language, preferences: &Preferences) -> String {
    match preferences.digest {
        Some(minute) => {
            let zone = time_zones::format_zone(preferences.zone.as_deref().unwrap_or("UTC"));
            localize!(language, "settings-digest", time = times::format_minute(minute), zone = code(&zone))
        }
        None => localize!(language, "settings-digest-none"),
    }
}
