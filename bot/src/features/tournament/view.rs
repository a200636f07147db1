//! Tournaments in words and pictures.

use pairing::standings::Standing;
use serde_json::Value;

use crate::commands::button::Button;
use crate::commands::setup_words::{game_name, option_lines, start_and_pace_of};
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, TextFile, button, code, escape_markdown, row};
use crate::domain::clubs::tournament::refusal::TournamentError;
use crate::domain::clubs::tournament::rounds::{groups, report, table};
use crate::domain::clubs::tournament::stored::StoredTournament;
use crate::domain::clubs::tournament::{BoardScore, Format, Pairing, TournamentPhase};
use crate::domain::{Game, GameId, Setup, TimeControl, UserId};
use crate::features::tournament::pictures::{group_letter, points, shown_tie_breaks, tie_break_value};
use crate::features::tournament::word;
use crate::views::game_lines::{fit_message, with_thread_link};

/// A button about this tournament.
pub(super) fn press(stored: &StoredTournament, word: &'static str) -> Button {
    Button::of(word, GameId(stored.tournament_id.0))
}

fn name_of(stored: &StoredTournament) -> String {
    escape_markdown(&stored.name)
}

fn mention(user: UserId) -> String {
    format!("<@{}>", user.0)
}

/// Why something is refused.
pub fn explain(language: Language, error: &TournamentError) -> String {
    match error {
        TournamentError::NoServer => localize!(language, "event-error-no-server"),
        TournamentError::NoTournament => localize!(language, "event-error-none"),
        TournamentError::WhichTournament(names) => {
            let names = names.iter().map(|name| escape_markdown(name)).collect::<Vec<_>>().join(", ");
            localize!(language, "event-error-which", names = names)
        }
        TournamentError::NoSuchTournament(typed) => {
            localize!(language, "event-error-no-such", name = format!("`{}`", code(typed)))
        }
        TournamentError::NameTaken => localize!(language, "event-error-name-taken"),
        TournamentError::TooMany(most) => localize!(language, "event-error-too-many", most = *most),
        TournamentError::AlreadyIn => localize!(language, "event-error-already-in"),
        TournamentError::NotIn => localize!(language, "event-error-not-in"),
        TournamentError::Withdrawn => localize!(language, "event-error-withdrawn"),
        TournamentError::NotAnnounced => localize!(language, "event-error-not-announced"),
        TournamentError::HasBegun => localize!(language, "event-error-has-begun"),
        TournamentError::NotBegun => localize!(language, "event-error-not-begun"),
        TournamentError::Over => localize!(language, "event-error-over"),
        TournamentError::Full(seats) => localize!(language, "event-error-full", seats = *seats),
        TournamentError::TooFew { least, count } => {
            localize!(language, "event-error-too-few", least = *least, count = *count)
        }
        TournamentError::DateInPast => localize!(language, "event-error-date-in-past"),
        TournamentError::NoDate(typed) => {
            localize!(language, "event-error-no-date", typed = format!("`{}`", code(typed)))
        }
        TournamentError::NoSuchBoard => localize!(language, "event-error-no-board"),
    }
}

fn format_name(language: Language, format: Format) -> String {
    language.localize(&format!("event-format-{format}"), &[])
}

/// What is played, and how.
fn terms(language: Language, stored: &StoredTournament) -> String {
    let tournament = &stored.tournament;
    let setup = Setup::stored(tournament.setup.clone());
    let mut parts = vec![format_name(language, tournament.format)];
    if matches!(tournament.format, Format::Swiss | Format::Monrad) {
        parts.push(localize!(language, "event-rounds", rounds = tournament.planned_rounds));
    }
    parts.push(game_name(language, &setup));
    if let Ok(time_control) = tournament.time_control.parse::<TimeControl>() {
        parts.extend(start_and_pace_of(language, &setup, time_control));
    }
    parts.extend(option_lines(language, &setup));
    if !tournament.is_rated {
        parts.push(localize!(language, "seeks-casual"));
    }
    parts.join(" · ")
}

/// What the card in the channel and `/event show` say. `reader` is who alone sees it.
pub fn card(
    language: Language,
    stored: &StoredTournament,
    reader: Option<UserId>,
    is_organizer: bool,
) -> OutgoingMessage {
    let tournament = &stored.tournament;
    let mut lines = vec![format!("**{}**", name_of(stored)), terms(language, stored)];
    let mut buttons = Vec::new();
    let push = |buttons: &mut Vec<Value>, word, key: &str, style| {
        buttons.push(button(&press(stored, word), language.localize(key, &[]), style));
    };
    match tournament.phase {
        TournamentPhase::Draft => {}
        TournamentPhase::SignUp => {
            lines.push(match tournament.sign_up.until {
                Some(until) => localize!(language, "event-sign-up-until", at = until.0 / 1000),
                None => localize!(language, "event-sign-up"),
            });
            lines.push(entrants_line(language, stored));
            if reader.is_none_or(|reader| !tournament.is_in(reader)) {
                push(&mut buttons, word::JOIN, "button-event-join", Style::Success);
            }
            if reader.is_none_or(|reader| tournament.is_in(reader)) {
                push(&mut buttons, word::WITHDRAW, "button-event-withdraw", Style::Secondary);
            }
            if is_organizer {
                push(&mut buttons, word::BEGIN, "button-event-begin", Style::Primary);
                push(&mut buttons, word::FORM, "button-event-edit", Style::Secondary);
            }
        }
        TournamentPhase::Running => {
            let (round, open) = (tournament.current_round(), open_games(stored));
            lines.push(localize!(language, "event-running", round = round, open = open));
            push(&mut buttons, word::STANDINGS, "button-event-standings", Style::Primary);
            push(&mut buttons, word::ROUND, "button-event-pairings", Style::Secondary);
            if tournament.takes_late_entries() && reader.is_none_or(|reader| tournament.number_of(reader).is_none()) {
                push(&mut buttons, word::JOIN, "button-event-join", Style::Success);
            }
            if reader.is_some_and(|reader| tournament.is_in(reader)) {
                push(&mut buttons, word::WITHDRAW, "button-event-withdraw", Style::Secondary);
            }
        }
        TournamentPhase::Over => {
            lines.push(winners_line(language, stored));
            push(&mut buttons, word::STANDINGS, "button-event-standings", Style::Primary);
            push(&mut buttons, word::ROUND, "button-event-pairings", Style::Secondary);
        }
        TournamentPhase::Cancelled => lines.push(localize!(language, "event-is-cancelled")),
    }
    let post = OutgoingMessage::text(lines.join("\n"));
    if buttons.is_empty() { post } else { post.rows(vec![row(&buttons)]) }
}

/// What the form says above its menus.
pub(super) fn draft(language: Language, stored: &StoredTournament) -> String {
    let sign_up = stored.tournament.sign_up;
    let mut lines = vec![format!("**{}**", name_of(stored)), terms(language, stored)];
    lines.push(match sign_up.until {
        Some(until) => localize!(language, "event-sign-up-until", at = until.0 / 1000),
        None => localize!(language, "event-sign-up"),
    });
    if let Some(most) = sign_up.most {
        lines.push(localize!(language, "event-form-places", most = most));
    }
    if stored.tournament.phase == TournamentPhase::Draft {
        lines.push(localize!(language, "event-form-draft", channel = stored.channel_id.0));
    }
    lines.join("\n")
}

/// Whether its games are played in one sitting.
pub(super) fn is_live(stored: &StoredTournament) -> bool {
    stored.tournament.time_control.parse::<TimeControl>().is_ok_and(|time_control| time_control.pace.is_live())
}

fn open_games(stored: &StoredTournament) -> usize {
    let current = stored.tournament.rounds.last().map_or(&[][..], |round| &round.pairings);
    current.iter().filter(|pairing| !pairing.is_done()).count()
}

fn entrants_line(language: Language, stored: &StoredTournament) -> String {
    let tournament = &stored.tournament;
    let (seated, waiting) = tournament.entrants.split_at(tournament.entrants.len().min(tournament.seats()));
    let list = |entrants: &[crate::domain::clubs::tournament::Entrant]| {
        let shown: Vec<String> = entrants.iter().take(40).map(|entrant| mention(entrant.user)).collect();
        let more = if entrants.len() > shown.len() { " …" } else { "" };
        format!("{}{more}", shown.join(" "))
    };
    let count = seated.len();
    let mut line = match tournament.sign_up.most {
        Some(most) => localize!(language, "event-entrants-of", count = count, most = most, list = list(seated)),
        None => localize!(language, "event-entrants", count = count, list = list(seated)),
    };
    if !waiting.is_empty() {
        line = format!("{line}\n{}", localize!(language, "event-waiting", list = list(waiting)));
    }
    line
}

fn winners_line(language: Language, stored: &StoredTournament) -> String {
    let rows = table(&stored.tournament);
    let first: Vec<String> =
        rows.iter().filter(|row| row.place == 1).map(|row| player(stored, row.number.0.into())).collect();
    localize!(language, "event-over", players = first.join(", "), count = first.len())
}

fn player(stored: &StoredTournament, number: u32) -> String {
    stored.tournament.entrant(number).map_or_else(String::new, |entrant| mention(entrant.user))
}

/// What stands above the standings.
pub fn title(language: Language, stored: &StoredTournament) -> String {
    let state = if stored.tournament.phase == TournamentPhase::Over {
        winners_line(language, stored)
    } else {
        let (round, open) = (stored.tournament.current_round(), open_games(stored));
        localize!(language, "event-running", round = round, open = open)
    };
    format!("**{}**\n{state}", name_of(stored))
}

pub fn standings_text(language: Language, stored: &StoredTournament) -> String {
    let rows = table(&stored.tournament);
    let breaks = shown_tie_breaks(stored.tournament.format);
    let line = |standing: &Standing| {
        let values: Vec<String> = breaks
            .iter()
            .zip(&standing.tie_breaks)
            .map(|(it, value)| {
                let name = language.localize(&format!("event-column-{}", it.as_str()), &[]);
                format!("{name} {}", tie_break_value(value))
            })
            .collect();
        let points = localize!(language, "event-points", points = points(standing.score.0));
        format!("{}. {} · {points} · {}", standing.place, player(stored, standing.number.0.into()), values.join(" · "))
    };
    let lines: Vec<String> = rows.iter().map(line).collect();
    fit_message(language, title(language, stored), lines.into_iter(), 0)
}

pub fn standings_buttons(language: Language, stored: &StoredTournament) -> Vec<Value> {
    let pairings = button(&press(stored, word::ROUND), localize!(language, "button-event-pairings"), Style::Secondary);
    vec![row(&[pairings])]
}

/// The pairings of a round, with links to the games and their results.
pub fn pairings(
    language: Language,
    stored: &StoredTournament,
    round: u32,
    games: &[(GameId, Game)],
) -> OutgoingMessage {
    let tournament = &stored.tournament;
    let found = tournament.rounds.get(round as usize - 1).map_or(&[][..], |round| &round.pairings);
    let by_group = tournament.format == Format::Groups && found.iter().all(|pairing| pairing.slot.is_none());
    let groups = if by_group { groups(tournament) } else { Vec::new() };
    let line = |(board, pairing): (usize, &Pairing)| {
        let place = match pairing.slot {
            Some(1) => localize!(language, "event-final"),
            Some(0) => localize!(language, "event-third-place"),
            _ => match groups.iter().position(|group| group.contains(&pairing.first)) {
                Some(group) => group_letter(group).to_string(),
                None => board.to_string(),
            },
        };
        let first = player(stored, pairing.first);
        let Some(second) = pairing.second else {
            return localize!(language, "event-bye", board = place, player = first);
        };
        let result = match pairing.result.map(|result| result.score) {
            None => "–".to_owned(),
            Some(BoardScore::FirstWins) => "**1 – 0**".to_owned(),
            Some(BoardScore::SecondWins) => "**0 – 1**".to_owned(),
            Some(BoardScore::Draw) => "**½ – ½**".to_owned(),
            Some(BoardScore::BothLose) => "**0 – 0**".to_owned(),
        };
        let game = pairing.game.and_then(|game| games.iter().find(|(id, _)| *id == game));
        let link = game.map(|(_, game)| match game.place.thread_id {
            Some(thread) => format!(" · {} <#{}>", game.name(), thread.0),
            None => format!(" · `{}`", game.name()),
        });
        format!("{place}. {first} {result} {}{}", player(stored, second), link.unwrap_or_default())
    };
    let title = localize!(language, "event-round-title", name = name_of(stored), round = round);
    let lines: Vec<String> = (1..).zip(found).map(line).collect();
    let text = fit_message(language, title, lines.into_iter(), 0);
    let turn = |round: u32, key: &str| {
        let id = Button { number: Some(round.into()), ..press(stored, word::ROUND) };
        button(&id, language.localize(key, &[]), Style::Secondary)
    };
    let mut buttons = Vec::new();
    if round > 1 {
        buttons.push(turn(round - 1, "button-event-earlier"));
    }
    if round < tournament.current_round() {
        buttons.push(turn(round + 1, "button-event-later"));
    }
    buttons.push(button(
        &press(stored, word::STANDINGS),
        localize!(language, "button-event-standings"),
        Style::Primary,
    ));
    OutgoingMessage::text(text).rows(vec![row(&buttons)])
}

/// What an event is for one of its players now.
pub(super) fn own_line(
    language: Language,
    stored: &StoredTournament,
    reader: UserId,
    games: &[(GameId, Game)],
) -> String {
    let tournament = &stored.tournament;
    let (name, number) = (name_of(stored), tournament.number_of(reader).unwrap_or(0));
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
    let pairing = current.iter().find(|pairing| pairing.has(number));
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

pub(super) fn own_events(language: Language, lines: Vec<String>) -> OutgoingMessage {
    if lines.is_empty() {
        return OutgoingMessage::text(localize!(language, "event-mine-none"));
    }
    OutgoingMessage::text(fit_message(language, localize!(language, "event-mine"), lines.into_iter(), 0))
}

/// A report that pairing programs read, as a file.
pub(super) fn exported(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    let file = TextFile { name: "event.trf".to_owned(), kind: "text/plain", text: report(stored) };
    OutgoingMessage::text(localize!(language, "event-exported", name = name_of(stored))).files(vec![file])
}

pub(super) fn created(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    let begin = button(&press(stored, word::BEGIN), localize!(language, "button-event-begin"), Style::Secondary);
    let text = localize!(language, "event-created", name = name_of(stored), channel = stored.channel_id.0);
    OutgoingMessage::text(text).rows(vec![row(&[begin])])
}

pub(super) fn joined(language: Language, stored: &StoredTournament, user: UserId) -> OutgoingMessage {
    let name = name_of(stored);
    OutgoingMessage::text(if stored.tournament.is_waiting(user) {
        localize!(language, "event-you-wait", name = name)
    } else if stored.tournament.phase == TournamentPhase::Running {
        localize!(language, "event-you-joined-late", name = name)
    } else {
        localize!(language, "event-you-joined", name = name)
    })
}

/// A question with the button that does it, and one that does not.
fn question(
    language: Language,
    stored: &StoredTournament,
    text: String,
    yes: &'static str,
    label: &str,
) -> OutgoingMessage {
    let buttons = [
        button(&press(stored, yes), language.localize(label, &[]), Style::Danger),
        button(&press(stored, word::KEEP), localize!(language, "button-back"), Style::Secondary),
    ];
    OutgoingMessage::text(text).rows(vec![row(&buttons)])
}

pub(super) fn ask_to_withdraw(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    let name = name_of(stored);
    let text = if stored.tournament.phase == TournamentPhase::SignUp {
        localize!(language, "event-ask-leave", name = name)
    } else {
        localize!(language, "event-ask-withdraw", name = name)
    };
    question(language, stored, text, word::WITHDRAW_YES, "button-event-withdraw")
}

pub(super) fn withdrawn(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "event-you-withdrew", name = name_of(stored)))
}

pub(super) fn kept(language: Language) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "event-kept"))
}

pub(super) fn begun(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    let games = stored.tournament.rounds.last().map_or(0, |round| round.pairings.len());
    OutgoingMessage::text(localize!(language, "event-you-began", name = name_of(stored), games = games))
}

pub(super) fn removed(language: Language, stored: &StoredTournament, player: UserId) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "event-you-removed", name = name_of(stored), player = player.0))
}

pub(super) fn ask_to_cancel(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    let text = localize!(language, "event-ask-cancel", name = name_of(stored), open = open_games(stored));
    question(language, stored, text, word::CANCEL_YES, "button-event-cancel")
}

pub(super) fn cancelled(language: Language, stored: &StoredTournament) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "event-you-cancelled", name = name_of(stored)))
}

pub(super) fn decided(
    language: Language,
    stored: &StoredTournament,
    player: UserId,
    wins: Option<bool>,
) -> OutgoingMessage {
    let result = match wins {
        Some(true) => "win",
        Some(false) => "loss",
        None => "draw",
    };
    let (name, player) = (name_of(stored), player.0);
    OutgoingMessage::text(localize!(language, "event-you-decided", name = name, player = player, result = result))
}
