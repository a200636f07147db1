//! Texts for organizers and the players of their games.

use clubs::competitions::Annulment;
use clubs::domain::{ANNOUNCED_FOR_MS, Decision, DecisionForAll, OrganizerQuestion};
use clubs::organizers::all_games::AskedForAll;
use discord::custom_id::CustomId as _;
use discord::{OutgoingMessage, Style, button, escape_markdown, row, sentence};
use games::ReplayedGame;
use games::domain::{
    Annulled, DAY_MS, DecidedScore, GameRecord, MINUTE_MS, OrganizerError, Phase, Player, SeatedPlayer, Timestamp,
    UserId,
};

use crate::board::description::plain_name;
use crate::board::message;
use crate::commands::BoardButton;
use crate::commands::setup_words::short_kind;
use crate::features::board::view::sentence_with_board;
use crate::features::competition::describe_annulment;
use crate::features::organize::OrganizeButton;
use crate::localization::time_in_words::in_words;
use crate::localization::{Language, localize, name_player};
use crate::views::competition::{describe_fixed_players, name_competition};
use crate::views::notice_context::NoticeContext;

/// The question before an irreversible decision.
pub(crate) fn question(
    language: Language,
    record: &GameRecord,
    question: &OrganizerQuestion,
    decision: Decision,
    annulment: Option<&Annulment>,
) -> OutgoingMessage {
    let (id, players) = (record.game.name(), message::mentions(language, record.seats.iter()));
    let reason = sentence(&question.reason);
    let mut text = match decision {
        Decision::Win(winner) => {
            localize!(language, "organize-ask-win", id = id, players = players, winner = winner.0, reason = reason)
        }
        Decision::Draw => localize!(language, "organize-ask-draw", id = id, players = players, reason = reason),
        Decision::Annul | Decision::AnnulAgainst(_) if record.game.phase == Phase::Over => {
            let mut lines = vec![localize!(language, "organize-ask-annul-over", id = id, players = players)];
            if record.game.challenge.is_rated {
                lines.push(localize!(language, "organize-annul-rated"));
            }
            lines.push(localize!(language, "organize-annul-counts", reason = reason));
            lines.join("\n")
        }
        Decision::Annul | Decision::AnnulAgainst(_) => {
            localize!(language, "organize-ask-annul", id = id, players = players, reason = reason)
        }
    };
    if let Some(annulment) = annulment {
        text = format!("{text}\n{}", describe_annulment(language, annulment, decision));
    }
    let label = if decision.is_annulment() { "button-annul" } else { "button-adjudicate" };
    let label = language.localize(label, &[]);
    let yes = OrganizeButton::Confirm { asked: question.request };
    let back = BoardButton::SHOW.about(record.game.game_id);
    let rows = vec![row([
        button(&yes, label, Style::Danger),
        button(&back, localize!(language, "button-back"), Style::Secondary),
    ])];
    OutgoingMessage::text(text).rows(rows)
}

pub(super) fn question_for_all(language: Language, pending: &AskedForAll) -> OutgoingMessage {
    let (key, time) = match pending.decision {
        DecisionForAll::Pause { days } => ("organize-ask-all-pause", i64::from(days) * DAY_MS),
        DecisionForAll::Extend { minutes } => ("organize-ask-all-extend", i64::from(minutes) * MINUTE_MS),
        DecisionForAll::Resume => ("organize-ask-all-resume", 0),
    };
    let (name, time) = (escape_markdown(&pending.name), in_words(language, time));
    let asks = localize!(language, key, count = pending.count, name = name, time = time);
    let reason = localize!(language, "ladder-ask-reason", reason = sentence(&pending.question.reason));
    let yes = OrganizeButton::Confirm { asked: pending.question.request };
    let label = localize!(language, "button-for-all", count = pending.count);
    OutgoingMessage::text(format!("{asks}\n{reason}")).rows(vec![row([button(&yes, label, Style::Danger)])])
}

pub(super) fn confirmed_for_all(language: Language, pending: &AskedForAll) -> OutgoingMessage {
    let key = match pending.decision {
        DecisionForAll::Pause { .. } => "organize-all-paused",
        DecisionForAll::Extend { .. } => "organize-all-extended",
        DecisionForAll::Resume => "organize-all-resumed",
    };
    let name = escape_markdown(&pending.name);
    OutgoingMessage::text(localize!(language, key, count = pending.count, name = name))
}

/// The confirmation of an ended game.
pub(crate) fn decided(
    language: Language,
    replayed: &ReplayedGame,
    decision: Decision,
    annulment: Option<&Annulment>,
) -> OutgoingMessage {
    let record = &replayed.record;
    let id = record.game.name();
    if decision.is_annulment() {
        let mut text = localize!(language, "organize-you-annulled", id = id);
        if let Some(annulment) = annulment {
            text = format!("{text}\n{}", describe_annulment(language, annulment, decision));
        }
        return OutgoingMessage::text(text);
    }
    let result = message::result(language, record, &replayed.any_game.diagram());
    OutgoingMessage::text(localize!(language, "organize-you-adjudicated", id = id, result = result))
}

pub(crate) fn extended(language: Language, record: &GameRecord) -> OutgoingMessage {
    let player = record.on_turn().map_or(Player::NOBODY, |seat| seat.player);
    let until = record.game.due_at().map_or(0, |at| at.0 / 1000);
    let id = record.game.name();
    OutgoingMessage::text(localize!(language, "organize-you-extended", id = id, player = player, until = until))
}

fn everybody(context: &NoticeContext<'_>) -> (String, Vec<Player>) {
    let seats = &context.record.seats;
    (message::mentions(context.language, seats.iter()), seats.iter().map(|seat| seat.player).collect())
}

/// Announces an adjudicated result, with the last board.
pub async fn adjudicated(
    context: &NoticeContext<'_>,
    organizer: UserId,
    reason: &str,
) -> anyhow::Result<OutgoingMessage> {
    let (language, (players, _)) = (context.language, everybody(context));
    let text = localize!(
        language,
        "organize-adjudicated",
        players = players,
        organizer = organizer.0,
        reason = sentence(reason)
    );
    let is_over = context.game().phase == Phase::Over;
    sentence_with_board(context, text, is_over, context.game().ply).await
}

/// Announces how a game that is over counts in its event, whatever its own result is.
pub fn decided_for_competition(
    context: &NoticeContext<'_>,
    organizer: UserId,
    reason: &str,
    score: DecidedScore,
) -> Option<OutgoingMessage> {
    let (language, (players, users)) = (context.language, everybody(context));
    let tag = context.game().competition.as_ref()?;
    let (result, winner) = match score {
        DecidedScore::WonBy(seat) => ("win", name_player(language, context.player(seat)?)),
        DecidedScore::Draw => ("draw", String::new()),
        DecidedScore::LostByBoth => ("both-lose", String::new()),
    };
    let text = localize!(
        language,
        "organize-decided-for-event",
        players = players,
        organizer = organizer.0,
        event = name_competition(language, tag),
        result = result,
        winner = winner,
        reason = sentence(reason)
    );
    Some(OutgoingMessage::text(text).mention(users))
}

/// Announces that an organizer or the host has annulled the game.
pub fn annulled(context: &NoticeContext<'_>, by: Option<&Annulled>) -> OutgoingMessage {
    let (language, (players, users)) = (context.language, everybody(context));
    let text = if let Some(by) = by {
        localize!(
            language,
            "organize-annulled",
            players = players,
            organizer = by.organizer.0,
            reason = sentence(&by.reason)
        )
    } else {
        // The game's number was deleted with its server, and players do not know its id.
        let name = |seat: &SeatedPlayer| escape_markdown(&plain_name(language, seat, 40));
        let names: Vec<String> = context.record.seats.iter().map(name).collect();
        let game = short_kind(language, &context.game().setup);
        localize!(language, "organize-annulled-by-host", players = players, names = names.join(" – "), game = game)
    };
    OutgoingMessage::text(text).mention(users)
}

/// Announces added time to the player on turn. `None` once the turn is over.
pub fn more_time(context: &NoticeContext<'_>, organizer: UserId, reason: &str, ply: u32) -> Option<OutgoingMessage> {
    let player = context.record.on_turn().filter(|_| context.is_about_this_turn(ply))?.player;
    let until = context.game().due_at()?.0 / 1000;
    let (language, (players, users)) = (context.language, everybody(context));
    let text = localize!(
        language,
        "organize-extended",
        players = players,
        organizer = organizer.0,
        player = player,
        until = until,
        reason = sentence(reason)
    );
    Some(OutgoingMessage::text(text).mention(users))
}

/// Announces a pause. `None` once the game goes on.
pub fn render_paused(
    context: &NoticeContext<'_>,
    organizer: UserId,
    reason: &str,
    until: Timestamp,
) -> Option<OutgoingMessage> {
    context.game().agreements.adjourned.filter(|adjourned| adjourned.version == context.version)?;
    let (language, (players, users)) = (context.language, everybody(context));
    let text = localize!(
        language,
        "organize-paused",
        players = players,
        organizer = organizer.0,
        until = until.0 / 1000,
        reason = sentence(reason)
    );
    Some(OutgoingMessage::text(text).mention(users))
}

/// Announces that the game goes on, with the board.
pub async fn unpaused(
    context: &NoticeContext<'_>,
    organizer: UserId,
    reason: &str,
    ply: u32,
) -> anyhow::Result<OutgoingMessage> {
    let text = localize!(context.language, "organize-resumed", organizer = organizer.0, reason = sentence(reason));
    sentence_with_board(context, text, context.mentions_now(ply), ply).await
}

pub(crate) fn explain(language: Language, error: &OrganizerError) -> String {
    match *error {
        OrganizerError::OtherServer => localize!(language, "organize-error-other-server"),
        OrganizerError::OwnSeat(other) => localize!(language, "organize-error-own-seat", other = other.0),
        // The bot announces the act then.
        OrganizerError::Unannounced(ref announcement) => {
            let from = announcement.at.plus(ANNOUNCED_FOR_MS).0 / 1000;
            localize!(language, "organize-error-announced", from = from)
        }
        OrganizerError::Announced(from) => localize!(language, "organize-error-announced", from = from.0 / 1000),
        OrganizerError::NoGamesOfAll => localize!(language, "organize-error-no-games-of-all"),
        OrganizerError::GameOrCompetition => localize!(language, "organize-error-game-or-competition"),
        OrganizerError::NoGames => localize!(language, "organize-show", count = 0_u32),
        OrganizerError::NoWinner => localize!(language, "organize-error-no-winner"),
        OrganizerError::NotInGame(user) => localize!(language, "organize-error-not-in-game", player = user.0),
        OrganizerError::BadExtension(days) => localize!(language, "organize-error-extension", days = days),
        OrganizerError::NoReason => localize!(language, "organize-error-no-reason"),
        OrganizerError::Expired => localize!(language, "organize-error-expired"),
        OrganizerError::Paused(until) => localize!(language, "organize-error-paused", until = until.0 / 1000),
        OrganizerError::CannotReplace(user) => localize!(language, "organize-error-cannot-replace", player = user.0),
        OrganizerError::CompetitionGame(competition) => describe_fixed_players(language, competition),
        OrganizerError::NotAsked => localize!(language, "organize-error-not-asked"),
        OrganizerError::Annulled => localize!(language, "organize-error-annulled"),
        OrganizerError::DecidedBy(other) => localize!(language, "organize-error-decided", other = other.0),
    }
}
