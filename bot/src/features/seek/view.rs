//! Open challenges in words: the answer to `/seek`, and the list.

use base::clean::clean;
use discord::custom_id::CustomId as _;
use discord::{OutgoingMessage, Style, button, row};
use games::ReplayedGame;
use games::domain::rating::RatingGroup;
use games::domain::{ChannelId, GameRecord, GameSummary, Phase, SeatedPlayer, SeekFilter, UserId};
use games::seeks::ListedSeek;

use crate::board::description::seats_and_boards;
use crate::board::message;
use crate::commands::ChallengeButton;
use crate::commands::setup_words::{game_name, option_lines, start_and_pace};
use crate::features::challenge::view::{accepted, conditions, render_closed_challenge};
use crate::localization::{Language, localize, name_player};

/// Discord's limits: buttons in a row, and buttons of a message.
const IN_A_ROW: usize = 5;
const MAX_BUTTONS: usize = 5 * IN_A_ROW;

/// Characters of a list, with room for the line that counts the rest.
const MAX_LIST: usize = 1900;

/// The answer to `/seek`: the challenge is posted, or was matched with an equal one.
pub(crate) fn answer(language: Language, user: UserId, replayed: &ReplayedGame) -> OutgoingMessage {
    let record = &replayed.record;
    let game = &record.game;
    if game.challenge.challenger != user {
        let intro = localize!(language, "you-matched", player = game.challenge.challenger.0);
        return OutgoingMessage::text(format!("{intro}\n{}", accepted(language, user, replayed)));
    }
    if game.phase != Phase::Offered {
        return render_closed_challenge(language, record);
    }
    let withdraw = ChallengeButton::Withdraw.about(game.game_id);
    let rows = vec![row([button(&withdraw, localize!(language, "button-withdraw"), Style::Danger)])];
    let until = game.turn.deadline_at.map_or(0, |at| at.0 / 1000);
    let confirmation = localize!(language, "seek-sent", until = until);
    // The conditions, as they were parsed.
    let filter = game.challenge.seek.map_or_else(SeekFilter::default, |seek| seek.filter);
    let conditions = conditions(language, filter, &game.setup).into_iter().map(|condition| format!("• {condition}"));
    OutgoingMessage::text(std::iter::once(confirmation).chain(conditions).collect::<Vec<_>>().join("\n")).rows(rows)
}

/// The link to the game, for the person who accepted an open challenge.
pub fn render_begun_game(
    language: Language,
    record: &GameRecord,
    player: &SeatedPlayer,
    thread: ChannelId,
) -> OutgoingMessage {
    let color = message::color_at(language, &seats_and_boards(&record.game).0, player.seat);
    let owner = record.game.challenge.challenger;
    OutgoingMessage::text(localize!(language, "seek-begun", player = owner.0, color = color, channel = thread.0))
}

/// The open challenges that a person may read, numbered, with a button for each that they may answer. In direct
/// messages only their own can be listed.
pub(crate) fn list(language: Language, user: UserId, listed: &[ListedSeek], is_in_server: bool) -> OutgoingMessage {
    if listed.is_empty() {
        return OutgoingMessage::text(
            language.localize(if is_in_server { "seeks-none" } else { "seeks-none-direct" }, &[]),
        );
    }
    let title = if is_in_server { "seeks-title" } else { "seeks-title-direct" };
    let (mut text, mut buttons) = (language.localize(title, &[]), Vec::new());
    let mut shown_count = 0;
    for seek in listed {
        let number = shown_count + 1;
        let line = format!("\n{number}. {}", parts(language, Some(user), seek).join(" · "));
        if text.chars().count() + line.chars().count() > MAX_LIST || buttons.len() == MAX_BUTTONS {
            break;
        }
        text.push_str(&line);
        shown_count += 1;
        let game = seek.summary.game.game_id;
        if seek.summary.game.challenge.challenger == user {
            let label = format!("{} · {number}", localize!(language, "button-withdraw"));
            buttons.push(button(&ChallengeButton::Withdraw.about(game), label, Style::Danger));
        } else if seek.is_acceptable {
            let label = format!("{} · {number} · {}", localize!(language, "button-accept"), owner_name(&seek.summary));
            buttons.push(button(&ChallengeButton::Accept.about(game), label, Style::Success));
        }
    }
    if shown_count < listed.len() {
        text.push('\n');
        text.push_str(&localize!(language, "games-more", count = listed.len() - shown_count));
    }
    OutgoingMessage::text(text).rows(buttons.chunks(IN_A_ROW).map(|buttons| row(buttons.to_vec())).collect())
}

fn owner_name(summary: &GameSummary) -> String {
    let owner = summary.seats.iter().find(|seat| seat.player == summary.game.challenge.challenger);
    owner.map_or_else(String::new, |owner| clean(&owner.name, 30))
}

/// One open challenge: owner, setup, and conditions. A reader who is nobody may not answer it.
pub(crate) fn parts(language: Language, user: Option<UserId>, seek: &ListedSeek) -> Vec<String> {
    let (game, seats) = (&seek.summary.game, &seek.summary.seats);
    let owner = game.challenge.challenger;
    let mut parts = vec![name_player(language, owner), game_name(language, &game.setup)];
    parts.extend(start_and_pace(language, game));
    parts.extend(option_lines(language, &game.setup));
    if !game.challenge.has_random_colors
        && let Some(seat) = seats.iter().find(|seat| seat.player == owner)
    {
        let color = message::color_at(language, &seats_and_boards(game).0, seat.seat);
        parts.push(localize!(language, "seeks-color", color = color));
    }
    if RatingGroup::of(&game.setup).is_some() {
        parts.push(language.localize(if game.challenge.is_rated { "seeks-rated" } else { "seeks-casual" }, &[]));
    }
    parts.extend(game.challenge.seek.iter().flat_map(|seek| conditions(language, seek.filter, &game.setup)));
    if user.is_some_and(|user| owner != user) && !seek.is_acceptable {
        parts.push(localize!(language, "seeks-not-for-you"));
    }
    if let Some(at) = game.turn.deadline_at {
        parts.push(format!("<t:{}:R>", at.0 / 1000));
    }
    parts
}
