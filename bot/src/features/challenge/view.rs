//! A challenge in words: what is played, at which pace, by whom; and what became of it.

use rules::Seat;
use serde_json::Value;

use crate::commands::board::message;
use crate::commands::setup_words::{game_name, option_lines, start_and_pace};
use crate::commands::{App, Button, Viewer, word};
use crate::discord::{Language, OutgoingMessage, Style, button, localize, row};
use crate::domain::clubs::rating::{PAIR_DAYS, PAIR_GAMES};
use crate::domain::{EndReason, GameId, GameRecord, Phase, Player, SeatedPlayer, UserId};
use crate::features::engine::service::may_play_engine_instead;
use crate::features::seek::conditions::conditions;
use crate::features::{ratings, rematch};
use crate::games::ReplayedGame;
use crate::games::competition::RefusalCost;
use crate::views::answers;
use crate::views::competition::{closed_challenge_key, describe_challenge, describe_refusal_cost, name_competition};
use crate::views::notice_context::NoticeContext;

/// A challenge, with the buttons that answer it: all of them for everybody, in direct messages to one player those that are
/// theirs.
pub async fn challenge(
    app: &App,
    language: Language,
    record: &GameRecord,
    reader: &Viewer,
    to: Option<UserId>,
) -> anyhow::Result<OutgoingMessage> {
    let id = record.game.game_id;
    let rows = if let Some(user) = to {
        answers::offer_buttons(language, record, user)
    } else {
        let accept = (word::ACCEPT, "button-accept", Style::Success);
        // An open challenge is for nobody in particular, who could decline it.
        let decline = (!record.game.is_seek()).then_some((word::DECLINE, "button-decline", Style::Secondary));
        let withdraw = (word::WITHDRAW, "button-withdraw", Style::Secondary);
        let all = std::iter::once(accept).chain(decline).chain([withdraw]);
        let all = all.map(|(verb, key, style)| button(&Button::of(verb, id), language.localize(key, &[]), style));
        vec![row(&all.collect::<Vec<_>>())]
    };
    let asked = record.unanswered().map(|seat| seat.player);
    Ok(offer(app, language, record, reader, rows).await?.mention(asked))
}

/// A challenge with the game it is about and these buttons; once it is closed, what became of it.
pub async fn offer(
    app: &App,
    language: Language,
    record: &GameRecord,
    reader: &Viewer,
    rows: Vec<Value>,
) -> anyhow::Result<OutgoingMessage> {
    let game = &record.game;
    if game.phase != Phase::Offered {
        return Ok(render_closed_challenge(language, record));
    }
    if game.competition.is_some() {
        return Ok(competition_card(app, language, record, reader).await.rows(rows));
    }
    let mut replayed = ReplayedGame::open(record.clone(), None)?;
    let seat_infos = replayed.any_game.seats();
    let mut lines = vec![who_challenges(language, record, reader)];
    let mut item = |text: String| lines.push(format!("• {text}"));
    if let Some(about) = language.try_localize(&format!("about-{}", game.setup.game()), &[]) {
        item(about);
    }
    for line in start_and_pace(language, game) {
        item(line);
    }
    for line in rematch::follows(app, language, record).await {
        item(line);
    }
    item(if game.challenge.has_random_colors {
        localize!(language, "challenge-color-random")
    } else {
        let seat = |seat: &SeatedPlayer| {
            format!("{} {}", language.mention(seat.player), message::color_at(language, &seat_infos, seat.seat))
        };
        localize!(
            language,
            "challenge-color-chosen",
            seats = record.seats.iter().map(seat).collect::<Vec<_>>().join(", ")
        )
    });
    for line in option_lines(language, &game.setup) {
        item(line);
    }
    lines.extend(
        game.challenge
            .seek
            .iter()
            .flat_map(|seek| conditions(language, seek.filter, &game.setup))
            .map(|condition| format!("• {condition}")),
    );
    lines.extend(
        message::teams(language, &seat_infos, &record.seats, !game.challenge.has_random_colors)
            .map(|teams| format!("• {teams}")),
    );
    lines.push(format!("• {}", ratings::view::stakes(app, language, record).await));
    if game.agreements.repeated_pair {
        lines.push(format!(
            "• {}",
            localize!(language, "challenge-repeated-pair", games = PAIR_GAMES, days = PAIR_DAYS)
        ));
    }
    let reliability = crate::features::profile::view::reliabilities(app, language, record).await;
    lines.extend(reliability.map(|line| format!("• {line}")));
    if let Some(at) = game.turn.deadline_at {
        lines.push(localize!(language, "challenge-expires", at = at.0 / 1000));
    }
    if game.challenge.has_random_colors {
        // Seats are not assigned yet: the picture names no player.
        for seat in &mut replayed.record.seats {
            seat.name.clear();
        }
    }
    Ok(message::draw_board(app, language, &replayed, reader, lines.join("\n")).await.rows(rows))
}

fn who_challenges(language: Language, record: &GameRecord, reader: &Viewer) -> String {
    let game = &record.game;
    // Only a single opponent is addressed directly.
    let is_to_one = record.challenged().count() == 1 && !reader.is(game.challenge.challenger);
    let posted = match (game.is_seek(), is_to_one) {
        (true, _) => "seek-posted",
        (false, true) => "challenge-posted",
        (false, false) => "challenge-posted-many",
    };
    localize!(
        language,
        posted,
        opponents = message::mentions(record.challenged()),
        challenger = game.challenge.challenger.0,
        game = game_name(language, &game.setup),
    )
}

/// The challenge to a game of a competition: what is played is the same in all of them, so it is short and has no picture.
async fn competition_card(app: &App, language: Language, record: &GameRecord, reader: &Viewer) -> OutgoingMessage {
    let game = &record.game;
    let mut lines = vec![who_challenges(language, record, reader)];
    lines.extend(describe_challenge(language, game));
    let mut played = start_and_pace(language, game);
    played.extend(option_lines(language, &game.setup));
    lines.push(played.join(" · "));
    lines.push(ratings::view::stakes(app, language, record).await);
    if game.agreements.repeated_pair {
        lines.push(localize!(language, "challenge-repeated-pair", games = PAIR_GAMES, days = PAIR_DAYS));
    }
    lines.extend(game.turn.deadline_at.map(|at| localize!(language, "challenge-expires", at = at.0 / 1000)));
    OutgoingMessage::text(lines.join("\n"))
}

pub fn render_closed_challenge(language: Language, record: &GameRecord) -> OutgoingMessage {
    let is_seek = record.game.is_seek();
    let key = match (record.game.phase, record.game.end_reason()) {
        (Phase::Void, Some(EndReason::Withdrawn)) if is_seek => "seek-withdrawn",
        (Phase::Void, Some(EndReason::Aborted)) if is_seek => "seek-aborted",
        (Phase::Void, Some(EndReason::Annulled)) if is_seek => "seek-annulled",
        (Phase::Void, _) if is_seek => "seek-expired",
        (Phase::Playing | Phase::Over, _) if is_seek => "seek-accepted",
        (Phase::Void, Some(EndReason::Declined)) => "challenge-declined",
        (Phase::Void, Some(EndReason::Withdrawn)) => "challenge-withdrawn",
        (Phase::Void, Some(EndReason::Aborted)) => "challenge-aborted",
        (Phase::Void, Some(reason @ (EndReason::LeftCompetition | EndReason::CompetitionClosed))) => {
            closed_challenge_key(&record.game, reason)
        }
        (Phase::Void, Some(EndReason::Annulled)) => "challenge-annulled",
        (Phase::Void, _) => "challenge-expired",
        _ => "challenge-accepted",
    };
    let mut text = localize!(
        language,
        key,
        challenger = record.game.challenge.challenger.0,
        opponents = message::mentions(record.challenged()),
        game = game_name(language, &record.game.setup),
        who = record.game.loser().map_or(Player::NOBODY, |seat| record.player_at(seat)),
        silent = message::mentions(record.unanswered()),
    );
    if let Some(tag) = &record.game.competition {
        text = format!("{} · {text}", name_competition(language, tag));
    }
    if let Some(thread) = record.game.place.thread_id {
        text.push(' ');
        text.push_str(&localize!(language, "game-link", channel = thread.0));
    }
    let post = OutgoingMessage::text(text);
    if !may_play_engine_instead(record) {
        return post;
    }
    let instead = Button::of(word::ENGINE, record.game.game_id);
    post.add_button(button(&instead, localize!(language, "button-play-engine"), Style::Secondary))
}

/// The notice of a challenge. `None` once it is closed.
pub async fn render_challenge(context: &NoticeContext<'_>) -> anyhow::Result<Option<OutgoingMessage>> {
    let NoticeContext { app, language, record, viewer, reader, .. } = *context;
    // Nobody has asked for a game of a tournament, and nobody answers.
    let is_of_tournament = record.game.competition.as_ref().is_some_and(|tag| tag.board.is_some());
    if record.game.phase != Phase::Offered || is_of_tournament {
        return Ok(None);
    }
    challenge(app, language, record, viewer, reader).await.map(Some)
}

/// A player has accepted, and others have not answered. `None` once all have.
pub fn render_acceptance(context: &NoticeContext<'_>, user: UserId) -> Option<OutgoingMessage> {
    let waiting = message::mentions(context.record.unanswered());
    if context.game().phase != Phase::Offered || waiting.is_empty() {
        return None;
    }
    Some(OutgoingMessage::text(localize!(context.language, "challenge-joined", player = user.0, waiting = waiting)))
}

/// The confirmation for the challenger, with the button that withdraws the challenge.
pub(crate) fn render_sent_challenge(language: Language, record: &GameRecord) -> OutgoingMessage {
    let asked = message::mentions(record.challenged());
    let withdraw = Button::of(word::WITHDRAW, record.game.game_id);
    let rows = vec![row(&[button(&withdraw, localize!(language, "button-withdraw"), Style::Danger)])];
    OutgoingMessage::text(localize!(language, "challenge-sent", opponents = asked)).rows(rows)
}

/// The question before a challenge is declined that is lost by that.
pub(crate) fn ask_to_decline(language: Language, game: GameId, cost: &RefusalCost) -> OutgoingMessage {
    let press = |action| Button::of(action, game);
    let yes = localize!(language, "button-ladder-decline-yes");
    let buttons = [
        button(&press(word::DECLINE_YES), yes, Style::Danger),
        button(&press(word::DECLINE_NO), localize!(language, "button-back"), Style::Secondary),
    ];
    let text = format!("{}\n{}", localize!(language, "ladder-ask-decline"), describe_refusal_cost(language, cost));
    OutgoingMessage::text(text).rows(vec![row(&buttons)])
}

/// What a player is told who has accepted a challenge.
pub(crate) fn accepted(language: Language, user: UserId, replayed: &ReplayedGame) -> String {
    let record = &replayed.record;
    let seat = record.seat_of(user).unwrap_or(Seat(0));
    let waiting = message::mentions(record.unanswered());
    if record.game.phase == Phase::Offered && !waiting.is_empty() {
        return localize!(language, "you-accepted-wait", waiting = waiting);
    }
    let seat_infos = replayed.any_game.seats();
    let accepted = localize!(language, "you-accepted", color = message::color_at(language, &seat_infos, seat));
    let teams = message::teams(language, &seat_infos, &record.seats, true);
    teams.map_or_else(|| accepted.clone(), |teams| format!("{accepted}\n{teams}"))
}
