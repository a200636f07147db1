//! Private answers about a tournament: confirmations, and a player's own events.

use clubs::domain::tournament::rounds::{report, table};
use clubs::domain::tournament::{StoredTournament, TournamentPhase};
use clubs::tournaments::decisions::Verdict;
use discord::{OutgoingMessage, Style, TextFile, button, row};
use games::domain::{Game, GameId, UserId};

use crate::features::tournament::button::{EventButton, press};
use crate::features::tournament::pictures::points;
use crate::features::tournament::view::{name_of, pair_button, player};
use crate::localization::{Language, localize};
use crate::views::game_lines::{fit_message, with_thread_link};

/// A player's current state in an event.
pub(super) fn own_line(
    language: Language,
    stored: &StoredTournament,
    reader: UserId,
    games: &[(GameId, Game)],
) -> String {
    let tournament = &stored.tournament;
    let (name, number) = (name_of(stored), tournament.number_of(reader).unwrap_or(0));
    if tournament.phase == TournamentPhase::Draft {
        return format!("**{name}** · {}", localize!(language, "event-mine-draft"));
    }
    if tournament.phase == TournamentPhase::SignUp {
        let state = match tournament.sign_up.until {
            _ if tournament.is_waiting(reader) => localize!(language, "event-mine-waiting"),
            Some(until) => localize!(language, "event-mine-starts", at = until.0 / 1000),
            None => localize!(language, "event-mine-signed-up"),
        };
        return format!("**{name}** · {state}");
    }
    let row = table(tournament).into_iter().find(|row| u32::from(row.number.0) == number);
    let place = row.map(|row| {
        let points = points(row.score.0);
        localize!(language, "event-mine-place", round = tournament.current_round(), place = row.place, points = points)
    });
    let current = tournament.rounds.last().map_or(&[][..], |round| &round.pairings);
    // A substitute plays from the next round on.
    let is_theirs = tournament.user_in(number, tournament.current_round()) == Some(reader);
    let pairing = current.iter().find(|pairing| is_theirs && pairing.has(number));
    let game = pairing.map(|pairing| match pairing.second {
        None => localize!(language, "event-mine-rests"),
        Some(second) => {
            let opponent = player(stored, if pairing.first == number { second } else { pairing.first });
            let game = pairing.game.and_then(|game| games.iter().find(|(id, _)| *id == game));
            let link = game.map_or_else(|| "…".to_owned(), |(_, game)| with_thread_link(game, &game.name()));
            let key = if pairing.is_done() { "event-mine-played" } else { "event-mine-plays" };
            language.localize(key, &[("opponent", opponent.into()), ("game", link.into())])
        }
    });
    let withdrawn = (!tournament.is_in(reader)).then(|| localize!(language, "event-mine-withdrawn"));
    let parts: Vec<String> = place.into_iter().chain(withdrawn.or(game)).collect();
    format!("**{name}** · {}", parts.join(" · "))
}

pub(super) fn render_own_events(language: Language, lines: Vec<String>) -> OutgoingMessage {
    if lines.is_empty() {
        return OutgoingMessage::text(localize!(language, "event-mine-none"));
    }
    OutgoingMessage::text(fit_message(language, localize!(language, "event-mine"), lines.into_iter(), 0))
}

/// A report in the format of pairing programs, as a file.
pub(super) fn render_export(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    let file = TextFile { name: "event.trf".to_owned(), kind: "text/plain", text: report(stored) };
    OutgoingMessage::text(localize!(language, "event-exported", name = name_of(stored))).files(vec![file])
}

pub(super) fn render_new_event(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    let begin = pair_button(language, stored);
    let text = localize!(language, "event-created", name = name_of(stored), channel = stored.channel_id.0);
    OutgoingMessage::text(text).rows(vec![row([begin])])
}

pub(super) fn render_sign_up(language: Language, stored: &StoredTournament, user: UserId) -> OutgoingMessage {
    let name = name_of(stored);
    OutgoingMessage::text(if stored.tournament.is_waiting(user) {
        localize!(language, "event-you-wait", name = name)
    } else if stored.tournament.phase == TournamentPhase::Running {
        localize!(language, "event-you-joined-late", name = name)
    } else {
        localize!(language, "event-you-joined", name = name)
    })
}

fn question(
    language: Language,
    stored: &StoredTournament,
    text: String,
    yes: EventButton,
    label: &str,
) -> OutgoingMessage {
    let buttons = [
        button(&press(stored, yes), language.localize(label, &[]), Style::Danger),
        button(&press(stored, EventButton::Keep), localize!(language, "button-back"), Style::Secondary),
    ];
    OutgoingMessage::text(text).rows(vec![row(buttons)])
}

pub(super) fn ask_to_withdraw(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    let name = name_of(stored);
    let text = if stored.tournament.phase == TournamentPhase::SignUp {
        localize!(language, "event-ask-leave", name = name)
    } else {
        localize!(language, "event-ask-withdraw", name = name)
    };
    question(language, stored, text, EventButton::WithdrawYes, "button-event-withdraw")
}

pub(super) fn render_withdrawal(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "event-you-withdrew", name = name_of(stored)))
}

pub(super) fn render_unchanged(language: Language) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "event-kept"))
}

pub(super) fn render_pairing(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    if let (TournamentPhase::SignUp, Some(until)) = (stored.tournament.phase, stored.tournament.sign_up.until) {
        let at = until.0 / 1000;
        return OutgoingMessage::text(localize!(language, "event-you-called", name = name_of(stored), at = at));
    }
    if stored.tournament.current_round() > 1 {
        let (name, round) = (name_of(stored), stored.tournament.current_round());
        return OutgoingMessage::text(localize!(language, "event-you-paired", name = name, round = round));
    }
    let pairings = stored.tournament.rounds.iter().flat_map(|round| &round.pairings);
    let games = pairings.filter(|pairing| pairing.second.is_some()).count();
    OutgoingMessage::text(localize!(language, "event-you-began", name = name_of(stored), games = games))
}

pub(super) fn render_closed_sign_up(language: Language, stored: &StoredTournament, reopens: bool) -> OutgoingMessage {
    let name = name_of(stored);
    OutgoingMessage::text(if reopens {
        localize!(language, "event-you-reopened", name = name)
    } else {
        localize!(language, "event-you-closed", name = name)
    })
}

pub(super) fn render_forbidden_pair(
    language: Language,
    stored: &StoredTournament,
    [one, other]: [UserId; 2],
    allows: bool,
) -> OutgoingMessage {
    let name = name_of(stored);
    OutgoingMessage::text(if allows {
        localize!(language, "event-you-allowed", name = name, one = one.0, other = other.0)
    } else {
        localize!(language, "event-you-forbade", name = name, one = one.0, other = other.0)
    })
}

pub(super) fn render_substitution(
    language: Language,
    stored: &StoredTournament,
    gone: Option<UserId>,
    player: UserId,
) -> OutgoingMessage {
    let name = name_of(stored);
    OutgoingMessage::text(match gone {
        Some(gone) => {
            localize!(language, "event-you-substituted", name = name, player = player.0, former = gone.0)
        }
        None => localize!(language, "event-you-filled", name = name, player = player.0),
    })
}

pub(super) fn render_removal(language: Language, stored: &StoredTournament, player: UserId) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "event-you-removed", name = name_of(stored), player = player.0))
}

pub(super) fn ask_to_cancel(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    let text = localize!(language, "event-ask-cancel", name = name_of(stored), open = stored.tournament.open_games());
    question(language, stored, text, EventButton::CancelYes, "button-event-cancel")
}

pub(super) fn render_cancellation(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "event-you-cancelled", name = name_of(stored)))
}

pub(super) fn render_decision(
    language: Language,
    stored: &StoredTournament,
    player: UserId,
    verdict: Verdict,
) -> OutgoingMessage {
    let (name, player, result) = (name_of(stored), player.0, verdict.as_str());
    OutgoingMessage::text(localize!(language, "event-you-decided", name = name, player = player, result = result))
}
