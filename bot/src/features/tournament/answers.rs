//! Private answers about a tournament: confirmations, and a player's own events.

use clubs::domain::tournament::standings::{has_places, left_out, report, table};
use clubs::domain::tournament::{Entrant, Pairing, Skip, StoredTournament, TournamentPhase};
use clubs::tournaments::decisions::{BoardChoice, Verdict, decided_board};
use clubs::tournaments::organizers::EarlyEnd;
use discord::{OutgoingMessage, Style, TextFile, button, row, select_row, user_select};
use games::domain::{Game, GameId, UserId};

use crate::features::ladder::view::{MOST_ADDED, NotAdded, list_others};
use crate::features::tournament::button::{EventButton, press};
use crate::features::tournament::pictures::points;
use crate::features::tournament::view::{mention, name_of, pair_button, player};
use crate::localization::{Language, localize};
use crate::views::game_lines::{fit_message, with_thread_link};

/// Games shown of an event whose games are played at once.
const MOST_GAMES: usize = 10;

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
    let round = tournament.current_round();
    let rows = table(tournament);
    // Before the first point, everybody would be first.
    let is_fresh = rows.iter().all(|row| row.score.0 == 0);
    let row = rows.into_iter().find(|row| u32::from(row.number.0) == number);
    let place = match row {
        _ if round == 0 => Some(localize!(language, "event-waits-for-first")),
        _ if is_fresh || !has_places(tournament) => Some(localize!(language, "event-mine-round", round = round)),
        None => None,
        Some(row) => {
            let points = points(row.score.0);
            Some(localize!(language, "event-mine-place", round = round, place = row.place, points = points))
        }
    };
    let current = tournament.rounds.last().map_or(&[][..], |round| &round.pairings);
    // A substitute plays from the next round on.
    let is_theirs = tournament.user_in(number, round) == Some(reader);
    let own: Vec<&Pairing> = current.iter().filter(|pairing| is_theirs && pairing.has(number)).collect();
    // Of many games at once, those that are over say nothing new.
    let shown = own.iter().filter(|pairing| own.len() == 1 || !pairing.is_done()).take(MOST_GAMES);
    let line = |pairing: &&Pairing| match pairing.second {
        None => localize!(language, "event-mine-rests"),
        Some(second) => {
            let opponent = player(stored, if pairing.first == number { second } else { pairing.first });
            let game = pairing.game.and_then(|game| games.iter().find(|(id, _)| *id == game));
            let link = game.map_or_else(|| "…".to_owned(), |(_, game)| with_thread_link(game, &game.name()));
            let key = if pairing.is_done() { "event-mine-played" } else { "event-mine-plays" };
            localize!(language, key, opponent = opponent, game = link)
        }
    };
    let lines: Vec<String> = shown.map(line).collect();
    let game = (!lines.is_empty()).then(|| lines.join(" · "));
    let is_skipped = |entrant: &Entrant| entrant.skip_in(round).is_some();
    let skipped = tournament.entrant(number).is_some_and(is_skipped).then(|| localize!(language, "event-mine-skips"));
    let withdrawn = (!tournament.is_in(reader)).then(|| localize!(language, "event-mine-withdrawn"));
    let parts: Vec<String> = place.into_iter().chain(withdrawn.or(game).or(skipped)).collect();
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
    } else if stored.tournament.phase == TournamentPhase::Running && stored.tournament.is_all_at_once() {
        localize!(language, "event-you-came-back", name = name)
    } else if stored.tournament.phase == TournamentPhase::Running {
        localize!(language, "event-you-joined-late", name = name)
    } else {
        localize!(language, "event-you-joined", name = name)
    })
}

pub(super) fn ask_whom_to_add(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    let text = localize!(language, "event-ask-add", name = name_of(stored));
    let whom = localize!(language, "ladder-add-whom");
    let menu = user_select(&press(stored, EventButton::Add), &whom, [], MOST_ADDED);
    OutgoingMessage::text(text).rows(vec![select_row(menu)])
}

pub(super) fn render_added_players(
    language: Language,
    stored: &StoredTournament,
    added: &[UserId],
    others: &[(UserId, NotAdded)],
) -> OutgoingMessage {
    let mut lines = vec![localize!(language, "ladder-added", name = name_of(stored), count = added.len())];
    lines.extend(added.iter().map(|user| {
        let player = mention(*user);
        let waits = stored.tournament.is_waiting(*user);
        format!("- {}", if waits { localize!(language, "event-added-waits", player = player) } else { player })
    }));
    lines.extend(list_others(language, others));
    OutgoingMessage::text(fit_message(language, lines.remove(0), lines.into_iter(), 0))
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

pub(super) fn ask_to_withdraw(language: Language, stored: &StoredTournament, user: UserId) -> OutgoingMessage {
    let (name, tournament) = (name_of(stored), &stored.tournament);
    let mut parts = vec![if tournament.phase == TournamentPhase::SignUp {
        localize!(language, "event-ask-leave", name = name)
    } else if tournament.is_all_at_once() {
        localize!(language, "event-ask-withdraw-at-once", name = name)
    } else {
        localize!(language, "event-ask-withdraw", name = name)
    }];
    if tournament.phase == TournamentPhase::Running {
        let can_skip = tournament.format.traits().is_swiss && tournament.rules.skipping.is_half_point(false).is_some();
        parts.extend(can_skip.then(|| localize!(language, "event-ask-withdraw-skip")));
        let mut without = tournament.clone();
        let is_left_out = without.withdraw(user).is_ok()
            && without.number_of(user).is_some_and(|number| left_out(&without).contains(&number));
        parts.extend(is_left_out.then(|| localize!(language, "event-ask-withdraw-left-out")));
    }
    question(language, stored, parts.join(" "), EventButton::WithdrawYes, "button-event-withdraw")
}

pub(super) fn render_withdrawal(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    let mut text = localize!(language, "event-you-withdrew", name = name_of(stored));
    if stored.tournament.phase == TournamentPhase::Running {
        let undo = if stored.tournament.is_all_at_once() {
            localize!(language, "event-withdrew-undo-at-once")
        } else {
            localize!(language, "event-withdrew-undo")
        };
        text = format!("{text} {undo}");
    }
    OutgoingMessage::text(text)
}

pub(super) fn render_skip(language: Language, stored: &StoredTournament, user: UserId, round: u32) -> OutgoingMessage {
    let entrant = stored.tournament.number_of(user).and_then(|number| stored.tournament.entrant(number));
    let name = name_of(stored);
    OutgoingMessage::text(match entrant.and_then(|entrant| entrant.skip_in(round)) {
        Some(Skip { is_half_point: true, .. }) => {
            localize!(language, "event-you-skip-half", name = name, round = round)
        }
        Some(_) => localize!(language, "event-you-skip", name = name, round = round),
        None => localize!(language, "event-you-play", name = name, round = round),
    })
}

pub(super) fn render_unchanged(language: Language) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "event-kept"))
}

/// `after`: the round that a pressed button follows.
pub(super) fn render_pairing(language: Language, stored: &StoredTournament, after: Option<u32>) -> OutgoingMessage {
    if let (TournamentPhase::SignUp, Some(until)) = (stored.tournament.phase, stored.tournament.sign_up.until) {
        let at = until.0 / 1000;
        return OutgoingMessage::text(localize!(language, "event-you-called", name = name_of(stored), at = at));
    }
    if stored.tournament.current_round() > 1 {
        let (name, round) = (name_of(stored), stored.tournament.current_round());
        if let Some(wanted) = after.map(|after| after + 1).filter(|wanted| *wanted < round) {
            let text = localize!(language, "event-already-paired", name = name, round = wanted, current = round);
            return OutgoingMessage::text(text);
        }
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

/// The question before an end that cannot be undone.
pub(super) fn ask_to_end(language: Language, stored: &StoredTournament, end: EarlyEnd) -> OutgoingMessage {
    let (name, open) = (name_of(stored), stored.tournament.open_games());
    let unfinished = stored.tournament.rules.unfinished.as_str();
    match end {
        EarlyEnd::Cancelled => ask_to_cancel(language, stored),
        EarlyEnd::AsItStands => {
            let text = localize!(language, "event-ask-end", name = name, open = open);
            question(language, stored, text, EventButton::EndYes, "button-event-end")
        }
        EarlyEnd::Round(round) => {
            let text = localize!(
                language,
                "event-ask-close",
                name = name,
                round = round,
                open = open,
                unfinished = unfinished
            );
            question(language, stored, text, EventButton::CloseYes { round }, "button-event-close")
        }
    }
}

pub(super) fn render_end(language: Language, stored: &StoredTournament, end: EarlyEnd) -> OutgoingMessage {
    let name = name_of(stored);
    OutgoingMessage::text(match end {
        EarlyEnd::Cancelled => localize!(language, "event-you-cancelled", name = name),
        EarlyEnd::AsItStands => localize!(language, "event-you-ended", name = name),
        EarlyEnd::Round(round) => localize!(language, "event-you-closed-round", name = name, round = round),
    })
}

/// The pairings that are drawn for the next round, with a button to open it. Readers learn of no block of their own.
pub(super) fn render_draft(language: Language, stored: &StoredTournament, reader: UserId) -> OutgoingMessage {
    let (after, version) = (stored.tournament.current_round(), stored.version);
    let draft = stored.tournament.draft.as_deref().unwrap_or_default();
    let line = |(board, pairing): (usize, &Pairing)| {
        let first = player(stored, pairing.first);
        match pairing.second {
            Some(second) => format!("{board}. {first} – {}", player(stored, second)),
            None => localize!(language, "event-bye", board = board, player = first),
        }
    };
    let mut title = localize!(language, "event-draft", name = name_of(stored), round = after + 1);
    let blocked = stored.tournament.blocked_in_draft();
    for [one, other] in blocked.into_iter().filter(|pair| !pair.contains(&reader)) {
        title = format!("{title}\n{}", localize!(language, "event-draft-blocked", one = one.0, other = other.0));
    }
    let lines: Vec<String> = (1..).zip(draft).map(line).collect();
    let label = localize!(language, "button-event-open", round = after + 1);
    let open = button(&press(stored, EventButton::Open { after, version }), label, Style::Success);
    OutgoingMessage::text(fit_message(language, title, lines.into_iter(), 0)).rows(vec![row([open])])
}

pub(super) fn render_moved(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "event-you-moved", name = name_of(stored), channel = stored.channel_id.0))
}

pub(super) fn render_written(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    let (name, channel) = (name_of(stored), stored.channel_id.0);
    let count = stored.tournament.addressed().iter().map(Vec::len).sum::<usize>();
    OutgoingMessage::text(localize!(language, "event-you-wrote", name = name, channel = channel, count = count))
}

pub(crate) fn render_decision(
    language: Language,
    stored: &StoredTournament,
    choice: BoardChoice,
    verdict: Verdict,
) -> OutgoingMessage {
    let Some((number, opponent)) = decided_board(&stored.tournament, choice) else {
        return render_unchanged(language);
    };
    let text = localize!(
        language,
        "event-you-decided",
        name = name_of(stored),
        player = choice.player.0,
        opponent = opponent.0,
        round = number.round,
        board = number.board,
        result = verdict.as_str()
    );
    let consequence = match choice.round.filter(|round| *round < stored.tournament.current_round()) {
        Some(round) => localize!(language, "event-you-mended", round = round),
        None => localize!(language, "event-decided-open"),
    };
    OutgoingMessage::text(format!("{text}\n{consequence}"))
}
