//! Tournaments in words and pictures.

use pairing::standings::{Standing, TieBreak, TieBreakValue};
use render::{Align, Column, Entry, Row, Table, Theme};
use serde_json::Value;

use crate::commands::button::Button;
use crate::commands::setup_words::{game_name, option_lines, start_and_pace_of};
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, TextFile, button, code, escape_markdown, row};
use crate::domain::clubs::tournament::refusal::TournamentError;
use crate::domain::clubs::tournament::rounds::{groups, report, table, tie_breaks};
use crate::domain::clubs::tournament::stored::StoredTournament;
use crate::domain::clubs::tournament::{BoardScore, Format, Pairing, TournamentPhase};
use crate::domain::{Game, GameId, Setup, TimeControl, UserId};
use crate::features::tournament::word;
use crate::views::game_lines::fit_message;

/// Rows of a picture of standings.
const MOST_ROWS: usize = 25;

/// The last rounds in a picture of standings.
const MOST_ROUNDS: usize = 5;

/// Tie-breaks in a picture of standings.
const MOST_TIE_BREAKS: usize = 2;

fn press(stored: &StoredTournament, word: &'static str) -> Button {
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

/// Half points as people write them: `2½`.
fn points(half_points: u32) -> String {
    match (half_points / 2, half_points % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// A tie-break as people write it: `7½`. A dash where it says nothing.
fn tie_break_value(value: &TieBreakValue) -> String {
    let Some(quarters) = value.value else { return "–".to_owned() };
    let (sign, amount) = (if quarters.0 < 0 { "−" } else { "" }, quarters.0.unsigned_abs());
    let fraction = ["", "¼", "½", "¾"][(amount % 4) as usize];
    match amount / 4 {
        0 if !fraction.is_empty() => format!("{sign}{fraction}"),
        whole => format!("{sign}{whole}{fraction}"),
    }
}

/// A cell of the cross-table: against whom, and how it ended.
fn cell(pairing: &Pairing, number: u32) -> String {
    let Some(second) = pairing.second else { return "+".to_owned() };
    let (is_first, opponent) = (pairing.first == number, if pairing.first == number { second } else { pairing.first });
    let result = match pairing.result.map(|result| result.score) {
        None => "…",
        Some(BoardScore::Draw) => "½",
        Some(BoardScore::BothLose) => "0",
        Some(score) if score.winner() == Some(is_first) => "1",
        Some(_) => "0",
    };
    format!("{result} ({opponent})")
}

/// The standings with the last rounds, as a picture.
pub fn standings_table(language: Language, stored: &StoredTournament, reader: Option<UserId>, theme: Theme) -> Table {
    let tournament = &stored.tournament;
    let rows = table(tournament);
    let (shown_rounds, shown_breaks) = shown(stored);
    let mut columns =
        vec![Column::new("#", Align::Right), Column::new(&localize!(language, "ladder-column-player"), Align::Left)];
    columns.extend(shown_rounds.clone().map(|round| Column::new(&(round + 1).to_string(), Align::Right)));
    columns.push(Column::new(&localize!(language, "event-column-points"), Align::Right));
    columns.extend(
        shown_breaks
            .iter()
            .map(|it| Column::new(&language.localize(&format!("event-column-{}", it.as_str()), &[]), Align::Right)),
    );
    let line = |standing: &Standing| {
        let number = u32::from(standing.number.0);
        let user = tournament.entrant(number).map(|entrant| entrant.user);
        let name = user.map_or("", |user| stored.name_of(user));
        let mut entries = vec![Entry::text(standing.place.to_string()), Entry::text(format!("{name} ({number})"))];
        entries.extend(shown_rounds.clone().map(|round| {
            let found = tournament.rounds[round].pairings.iter().find(|pairing| pairing.has(number));
            found.map_or(Entry::Empty, |pairing| Entry::text(cell(pairing, number)))
        }));
        entries.push(Entry::text(points(standing.score.0)));
        let values = standing.tie_breaks.iter().take(shown_breaks.len());
        entries.extend(values.map(|value| Entry::text(tie_break_value(value))));
        let line = Row::new(entries);
        if user.is_some() && user == reader { line.highlight() } else { line }
    };
    let count = rows.len();
    Table {
        title: stored.name.clone(),
        note: if count > MOST_ROWS { format!("1–{MOST_ROWS} / {count}") } else { String::new() },
        columns,
        rows: rows.iter().take(MOST_ROWS).map(line).collect(),
        theme,
    }
}

/// Rounds, from 0, and tie-breaks that a picture has room for.
fn shown(stored: &StoredTournament) -> (std::ops::Range<usize>, &'static [TieBreak]) {
    let rounds = stored.tournament.rounds.len();
    let breaks = tie_breaks(stored.tournament.format);
    (rounds.saturating_sub(MOST_ROUNDS)..rounds, &breaks[..breaks.len().min(MOST_TIE_BREAKS)])
}

pub fn standings_text(language: Language, stored: &StoredTournament) -> String {
    let rows = table(&stored.tournament);
    let (_, breaks) = shown(stored);
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
                Some(group) => format!("{}", char::from(b'A' + group as u8)),
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
