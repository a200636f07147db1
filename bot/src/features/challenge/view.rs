//! A challenge in words: rules, pace, players, and its outcome.

use clubs::competitions::RefusalCost;
use discord::custom_id::CustomId as _;
use discord::{CreateActionRow, OutgoingMessage, Style, button, row};
use games::ReplayedGame;
use games::domain::rating::{PAIR_DAYS, PAIR_GAMES};
use games::domain::{
    EndReason, GameId, GameRecord, NEW_PLAYER_GAMES, Phase, Player, RatingRange, SeatedPlayer, SeekFilter, Setup,
    UserId,
};
use games::seeks::rating_group;
use rules::Seat;

use crate::board::{buttons, message};
use crate::commands::setup_words::{game_name, group_name, option_lines, start_and_pace};
use crate::commands::{App, ChallengeButton, Viewer};
use crate::features::engine::service::may_play_engine_instead;
use crate::features::{ratings, rematch};
use crate::localization::{Language, localize, name_player};
use crate::views::competition::{
    closed_challenge_key, describe_challenge, describe_loss_by_abort, describe_refusal_cost, is_of_event,
    name_competition,
};
use crate::views::notice_context::NoticeContext;

/// A challenge with its buttons: all of them in public; in a direct message only the recipient's.
pub async fn challenge(
    app: &App,
    language: Language,
    record: &GameRecord,
    reader: &Viewer,
    to: Option<UserId>,
) -> anyhow::Result<OutgoingMessage> {
    let id = record.game.game_id;
    let rows = if let Some(user) = to {
        buttons::offer_buttons(language, record, user)
    } else {
        let accept = (ChallengeButton::Accept, "button-accept", Style::Success);
        // An open challenge has no one who could decline it.
        let decline =
            (!record.game.is_seek()).then_some((ChallengeButton::Decline, "button-decline", Style::Secondary));
        let withdraw = (ChallengeButton::Withdraw, "button-withdraw", Style::Secondary);
        let all = std::iter::once(accept).chain(decline).chain([withdraw]);
        let all = all.map(|(press, key, style)| button(&press.about(id), language.localize(key, &[]), style));
        vec![row(all)]
    };
    let unanswered = record.unanswered().map(|seat| seat.player);
    Ok(offer(app, language, record, reader, rows).await?.mention(unanswered))
}

/// A challenge with its setup and these buttons; its outcome once it is closed.
pub async fn offer(
    app: &App,
    language: Language,
    record: &GameRecord,
    reader: &Viewer,
    rows: Vec<CreateActionRow>,
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
            format!("{} {}", name_player(language, seat.player), message::color_at(language, &seat_infos, seat.seat))
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
        // Seats are not assigned yet, so the picture has no names.
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
    let key = match (game.is_seek(), is_to_one) {
        (true, _) => "seek-posted",
        (false, true) => "challenge-posted",
        (false, false) => "challenge-posted-many",
    };
    localize!(
        language,
        key,
        opponents = message::mentions(language, record.challenged()),
        challenger = game.challenge.challenger.0,
        game = game_name(language, &game.setup),
    )
}

/// The challenge to a game of a competition: short and without a picture, because all its games have the same setup.
async fn competition_card(app: &App, language: Language, record: &GameRecord, reader: &Viewer) -> OutgoingMessage {
    let game = &record.game;
    let mut lines = vec![who_challenges(language, record, reader)];
    lines.extend(describe_challenge(language, game));
    let mut setup_lines = start_and_pace(language, game);
    setup_lines.extend(option_lines(language, &game.setup));
    lines.push(setup_lines.join(" · "));
    lines.push(ratings::view::stakes(app, language, record).await);
    if game.agreements.repeated_pair {
        lines.push(localize!(language, "challenge-repeated-pair", games = PAIR_GAMES, days = PAIR_DAYS));
    }
    lines.extend(game.turn.deadline_at.map(|at| localize!(language, "challenge-expires", at = at.0 / 1000)));
    OutgoingMessage::text(lines.join("\n"))
}

pub fn render_closed_challenge(language: Language, record: &GameRecord) -> OutgoingMessage {
    let is_seek = record.game.is_seek();
    let loss = describe_loss_by_abort(language, &record.game).filter(|_| record.game.is_aborted());
    let key = match (record.game.phase, record.game.end_reason()) {
        (Phase::Void, Some(EndReason::Withdrawn)) if is_seek => "seek-withdrawn",
        (Phase::Void, Some(EndReason::Aborted)) if is_seek => "seek-aborted",
        (Phase::Void, Some(EndReason::Annulled)) if is_seek => "seek-annulled",
        (Phase::Void, _) if is_seek => "seek-expired",
        (Phase::Playing | Phase::Over, _) if is_seek => "seek-accepted",
        (Phase::Void, Some(EndReason::Declined)) => "challenge-declined",
        (Phase::Void, Some(EndReason::Withdrawn)) => "challenge-withdrawn",
        (Phase::Void, Some(EndReason::Aborted)) if loss.is_some() => "aborted-lost",
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
        opponents = message::mentions(language, record.challenged()),
        game = game_name(language, &record.game.setup),
        who = record.game.loser().map_or(Player::NOBODY, |seat| record.player_at(seat)),
        player = record.game.loser().map_or(Player::NOBODY, |seat| record.player_at(seat)),
        silent = message::mentions(language, record.unanswered()),
    );
    if let Some(loss) = loss {
        text = format!("{text} {loss}");
    }
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
    let instead = ChallengeButton::Engine.about(record.game.game_id);
    post.add_button(button(&instead, localize!(language, "button-play-engine"), Style::Secondary))
}

/// The notice of a challenge. `None` once it is closed.
pub async fn render_challenge(context: &NoticeContext<'_>) -> anyhow::Result<Option<OutgoingMessage>> {
    let NoticeContext { app, language, record, viewer, reader, .. } = *context;
    // Games of a tournament are paired, not requested, and need no answer.
    if record.game.phase != Phase::Offered || is_of_event(&record.game) {
        return Ok(None);
    }
    challenge(app, language, record, viewer, reader).await.map(Some)
}

/// Announces one acceptance while others have not answered. `None` once all have.
pub fn render_acceptance(context: &NoticeContext<'_>, user: UserId) -> Option<OutgoingMessage> {
    let waiting = message::mentions(context.language, context.record.unanswered());
    if context.game().phase != Phase::Offered || waiting.is_empty() {
        return None;
    }
    Some(OutgoingMessage::text(localize!(context.language, "challenge-joined", player = user.0, waiting = waiting)))
}

/// The confirmation for the challenger, with the button that withdraws the challenge.
pub(crate) fn render_sent_challenge(language: Language, record: &GameRecord) -> OutgoingMessage {
    let opponents = message::mentions(language, record.challenged());
    let withdraw = ChallengeButton::Withdraw.about(record.game.game_id);
    let rows = vec![row([button(&withdraw, localize!(language, "button-withdraw"), Style::Danger)])];
    OutgoingMessage::text(localize!(language, "challenge-sent", opponents = opponents)).rows(rows)
}

/// The question before declining a challenge that would then be lost.
pub(crate) fn ask_to_decline(language: Language, game: GameId, cost: &RefusalCost) -> OutgoingMessage {
    let yes = localize!(language, "button-ladder-decline-yes");
    let buttons = [
        button(&ChallengeButton::DeclineYes.about(game), yes, Style::Danger),
        button(&ChallengeButton::DeclineNo.about(game), localize!(language, "button-back"), Style::Secondary),
    ];
    let text = format!("{}\n{}", localize!(language, "ladder-ask-decline"), describe_refusal_cost(language, cost));
    OutgoingMessage::text(text).rows(vec![row(buttons)])
}

/// The confirmation for a player who has accepted a challenge.
pub(crate) fn accepted(language: Language, user: UserId, replayed: &ReplayedGame) -> String {
    let record = &replayed.record;
    let seat = record.seat_of(user).unwrap_or(Seat(0));
    let waiting = message::mentions(language, record.unanswered());
    if record.game.phase == Phase::Offered && !waiting.is_empty() {
        return localize!(language, "you-accepted-wait", waiting = waiting);
    }
    let seat_infos = replayed.any_game.seats();
    let accepted = localize!(language, "you-accepted", color = message::color_at(language, &seat_infos, seat));
    let teams = message::teams(language, &seat_infos, &record.seats, true);
    teams.map_or_else(|| accepted.clone(), |teams| format!("{accepted}\n{teams}"))
}

pub fn conditions(language: Language, filter: SeekFilter, setup: &Setup) -> Vec<String> {
    let reliable = filter.reliability.map(|percent| localize!(language, "seek-reliability", percent = percent));
    let experienced =
        filter.experienced_only.then(|| localize!(language, "seek-experienced", count = NEW_PLAYER_GAMES));
    let rated = filter.ratings.map(|range| {
        let group = group_name(language, rating_group(setup));
        localize!(language, "seek-ratings", range = range_words(language, range), group = group)
    });
    reliable.into_iter().chain(experienced).chain(rated).collect()
}

/// *from 1400 to 1700*
pub fn range_words(language: Language, range: RatingRange) -> String {
    match (range.lowest, range.highest) {
        (Some(lowest), Some(highest)) => {
            localize!(language, "seek-range", lowest = lowest.to_string(), highest = highest.to_string())
        }
        (lowest, None) => localize!(language, "seek-range-from", lowest = lowest.unwrap_or(0).to_string()),
        (None, Some(highest)) => localize!(language, "seek-range-to", highest = highest.to_string()),
    }
}
