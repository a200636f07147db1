//! What organizers and the players of their games read.

use crate::commands::board::description::plain_name;
use crate::commands::board::message;
use crate::commands::setup_words::short_kind;
use crate::commands::time_in_words::in_words;
use crate::commands::{Button, word};
use crate::discord::{Language, OutgoingMessage, Style, button, escape_markdown, localize, row, sentence};
use crate::domain::{
    ANNOUNCED_FOR_MS, Annulled, DAY_MS, Decision, DecisionForAll, GameRecord, MINUTE_MS, OrganizerError,
    OrganizerQuestion, Phase, Player, SeatedPlayer, Timestamp, UserId,
};
use crate::features::board::view::sentence_with_board;
use crate::features::competition::Annulment;
use crate::features::organize::CONFIRM;
use crate::features::organize::service::all_games::AskedForAll;
use crate::games::ReplayedGame;
use crate::views::competition::describe_fixed_players;
use crate::views::notice_context::NoticeContext;

/// The question before a decision that nobody can undo.
pub(crate) fn question(
    language: Language,
    record: &GameRecord,
    question: &OrganizerQuestion,
    decision: Decision,
    annulment: Option<&Annulment>,
) -> OutgoingMessage {
    let (id, players) = (record.game.name(), message::mentions(record.seats.iter()));
    let reason = sentence(&question.reason);
    let mut text = match decision {
        Decision::Win(winner) => {
            localize!(language, "organize-ask-win", id = id, players = players, winner = winner.0, reason = reason)
        }
        Decision::Draw => localize!(language, "organize-ask-draw", id = id, players = players, reason = reason),
        Decision::Annul if record.game.phase == Phase::Over => {
            let mut lines = vec![localize!(language, "organize-ask-annul-over", id = id, players = players)];
            if record.game.challenge.is_rated {
                lines.push(localize!(language, "organize-annul-rated"));
            }
            lines.push(localize!(language, "organize-annul-counts", reason = reason));
            lines.join("\n")
        }
        Decision::Annul => localize!(language, "organize-ask-annul", id = id, players = players, reason = reason),
    };
    if let Some(annulment) = annulment {
        text = format!("{text}\n{}", annulment.describe(language));
    }
    let label = match decision {
        Decision::Annul => localize!(language, "button-annul"),
        Decision::Win(_) | Decision::Draw => localize!(language, "button-adjudicate"),
    };
    let yes = format!("{CONFIRM}{}", question.request.0);
    let back = Button::of(word::BOARD, record.game.game_id);
    let rows = vec![row(&[
        button(&yes, label, Style::Danger),
        button(&back, localize!(language, "button-back"), Style::Secondary),
    ])];
    OutgoingMessage::text(text).rows(rows)
}

/// The question before a decision on all games of a competition.
pub(super) fn question_for_all(language: Language, asked: &AskedForAll) -> OutgoingMessage {
    let (key, time) = match asked.decision {
        DecisionForAll::Pause { days } => ("organize-ask-all-pause", i64::from(days) * DAY_MS),
        DecisionForAll::Extend { minutes } => ("organize-ask-all-extend", i64::from(minutes) * MINUTE_MS),
        DecisionForAll::Resume => ("organize-ask-all-resume", 0),
    };
    let (name, time) = (escape_markdown(&asked.name), in_words(language, time));
    let asks = localize!(language, key, count = asked.count, name = name, time = time);
    let reason = localize!(language, "ladder-ask-reason", reason = sentence(&asked.question.reason));
    let yes = format!("{CONFIRM}{}", asked.question.request.0);
    let label = localize!(language, "button-for-all", count = asked.count);
    OutgoingMessage::text(format!("{asks}\n{reason}")).rows(vec![row(&[button(&yes, label, Style::Danger)])])
}

/// What the organizer reads who has decided on all games of a competition.
pub(super) fn confirmed_for_all(language: Language, asked: &AskedForAll) -> OutgoingMessage {
    let key = match asked.decision {
        DecisionForAll::Pause { .. } => "organize-all-paused",
        DecisionForAll::Extend { .. } => "organize-all-extended",
        DecisionForAll::Resume => "organize-all-resumed",
    };
    let name = escape_markdown(&asked.name);
    OutgoingMessage::text(localize!(language, key, count = asked.count, name = name))
}

/// What the organizer reads who has ended a game.
pub(crate) fn decided(
    language: Language,
    replayed: &ReplayedGame,
    decision: Decision,
    annulment: Option<&Annulment>,
) -> OutgoingMessage {
    let record = &replayed.record;
    let id = record.game.name();
    if decision == Decision::Annul {
        let mut text = localize!(language, "organize-you-annulled", id = id);
        if let Some(annulment) = annulment {
            text = format!("{text}\n{}", annulment.describe(language));
        }
        return OutgoingMessage::text(text);
    }
    let result = message::result(language, record, &replayed.any_game.diagram());
    OutgoingMessage::text(localize!(language, "organize-you-adjudicated", id = id, result = result))
}

/// What the organizer reads who has given time.
pub(crate) fn extended(language: Language, record: &GameRecord) -> OutgoingMessage {
    let player = record.on_turn().map_or(Player::NOBODY, |seat| seat.player);
    let until = record.game.due_at().map_or(0, |at| at.0 / 1000);
    let id = record.game.name();
    OutgoingMessage::text(localize!(language, "organize-you-extended", id = id, player = player, until = until))
}

fn everybody(context: &NoticeContext<'_>) -> (String, Vec<Player>) {
    let seats = &context.record.seats;
    (message::mentions(seats.iter()), seats.iter().map(|seat| seat.player).collect())
}

/// An organizer has decided on the result: with the last board.
pub async fn adjudicated(
    context: &NoticeContext<'_>,
    organizer: UserId,
    reason: &str,
) -> anyhow::Result<OutgoingMessage> {
    let (language, (players, _)) = (context.language, everybody(context));
    let said = localize!(
        language,
        "organize-adjudicated",
        players = players,
        organizer = organizer.0,
        reason = sentence(reason)
    );
    let is_over = context.game().phase == Phase::Over;
    sentence_with_board(context, said, is_over, context.game().ply).await
}

/// An organizer, or the host, has decided that the game counts as not played.
pub fn annulled(context: &NoticeContext<'_>, by: Option<&Annulled>) -> OutgoingMessage {
    let (language, (players, users)) = (context.language, everybody(context));
    let said = if let Some(by) = by {
        localize!(
            language,
            "organize-annulled",
            players = players,
            organizer = by.organizer.0,
            reason = sentence(&by.reason)
        )
    } else {
        // Its number is gone with its server, and nobody knows it by its id.
        let name = |seat: &SeatedPlayer| escape_markdown(&plain_name(language, seat, 40));
        let names: Vec<String> = context.record.seats.iter().map(name).collect();
        let game = short_kind(language, &context.game().setup);
        localize!(language, "organize-annulled-by-host", players = players, names = names.join(" – "), game = game)
    };
    OutgoingMessage::text(said).mention(users)
}

/// The player on turn has more time. `None` once the turn is over.
pub fn more_time(context: &NoticeContext<'_>, organizer: UserId, reason: &str, ply: u32) -> Option<OutgoingMessage> {
    let player = context.record.on_turn().filter(|_| context.is_about_this_turn(ply))?.player;
    let until = context.game().due_at()?.0 / 1000;
    let (language, (players, users)) = (context.language, everybody(context));
    let said = localize!(
        language,
        "organize-extended",
        players = players,
        organizer = organizer.0,
        player = player,
        until = until,
        reason = sentence(reason)
    );
    Some(OutgoingMessage::text(said).mention(users))
}

/// The game is paused. `None` once it goes on.
pub fn render_paused(
    context: &NoticeContext<'_>,
    organizer: UserId,
    reason: &str,
    until: Timestamp,
) -> Option<OutgoingMessage> {
    context.game().agreements.adjourned.filter(|adjourned| adjourned.version == context.version)?;
    let (language, (players, users)) = (context.language, everybody(context));
    let said = localize!(
        language,
        "organize-paused",
        players = players,
        organizer = organizer.0,
        until = until.0 / 1000,
        reason = sentence(reason)
    );
    Some(OutgoingMessage::text(said).mention(users))
}

/// The game goes on, with the board.
pub async fn unpaused(
    context: &NoticeContext<'_>,
    organizer: UserId,
    reason: &str,
    ply: u32,
) -> anyhow::Result<OutgoingMessage> {
    let said = localize!(context.language, "organize-resumed", organizer = organizer.0, reason = sentence(reason));
    sentence_with_board(context, said, context.mentions_now(ply), ply).await
}

/// Why an organizer is refused.
pub(crate) fn explain(language: Language, error: &OrganizerError) -> String {
    match *error {
        OrganizerError::OtherServer => localize!(language, "organize-error-other-server"),
        OrganizerError::OwnSeat(other) => localize!(language, "organize-error-own-seat", other = other.0),
        // The bot announces it then.
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
    }
}
