//! Tournaments in words and pictures.

use clubs::domain::tournament::rounds::groups;
use clubs::domain::tournament::standings::{has_places, left_out, table, team_scores};
use clubs::domain::tournament::{Format, Pairing, Skipping, StoredTournament, TeamScore, Tournament, TournamentPhase};
use discord::{CreateActionRow, CreateButton, OutgoingMessage, Style, button, escape_markdown, row};
use games::domain::{Game, GameId, MINUTE_MS, Pauses, Setup, TimeControl, UserId};
use pairing::standings::Standing;

use crate::commands::rules_refusal::capitalized;
use crate::commands::setup_words::{game_name, option_lines, start_and_pace_of};
use crate::features::tournament::button::{EventButton, press};
use crate::features::tournament::pictures::{
    Page, counted_note, group_letter, is_unplayed, legend, plain_team, points, result, shown_tie_breaks,
    tie_break_column, tie_break_value, unplayed_line,
};
use crate::features::tournament::tie_breaks;
use crate::localization::time_in_words::in_words;
use crate::localization::{Language, localize};
use crate::views::game_lines::{fit_message, with_thread_link};

/// Lines of a page of text, whose links are long.
const PAGE: usize = 12;

pub(super) fn name_of(stored: &StoredTournament) -> String {
    escape_markdown(&stored.name)
}

pub(super) fn mention(user: UserId) -> String {
    format!("<@{}>", user.0)
}

fn format_name(language: Language, format: Format) -> String {
    language.localize(&format!("event-format-{format}"), &[])
}

pub fn terms(language: Language, stored: &StoredTournament) -> String {
    let tournament = &stored.tournament;
    let setup = Setup::stored(tournament.setup.clone());
    let mut parts = vec![format_name(language, tournament.format)];
    if tournament.format.traits().is_swiss {
        parts.push(localize!(language, "event-rounds", rounds = tournament.planned_rounds));
    }
    parts.push(game_name(language, &setup));
    if let Ok(time_control) = tournament.time_control.parse::<TimeControl>() {
        parts.extend(start_and_pace_of(language, &setup, time_control));
    }
    parts.extend(option_lines(language, &setup));
    if !tournament.is_live() && tournament.pauses != Pauses::Asked {
        parts.push(language.localize(&format!("event-pauses-{}", tournament.pauses), &[]));
    }
    if !tournament.is_rated {
        parts.push(localize!(language, "seeks-casual"));
    }
    capitalized(&parts.join(" · "))
}

/// The range of ratings that may take part.
pub(super) fn ratings(language: Language, from: Option<i32>, to: Option<i32>) -> String {
    let text = |rating: Option<i32>| rating.map(|rating| rating.to_string()).unwrap_or_default();
    match (from, to) {
        (Some(_), Some(_)) => localize!(language, "event-ratings", from = text(from), to = text(to)),
        (Some(_), None) => localize!(language, "event-ratings-from", from = text(from)),
        (None, _) => localize!(language, "event-ratings-to", to = text(to)),
    }
}

/// The settings of rounds and players, if any differ from the default.
fn rules_line(language: Language, stored: &StoredTournament) -> Option<String> {
    let Tournament { rules, sign_up, .. } = &stored.tournament;
    let mut parts = Vec::new();
    if let Some(days) = rules.days {
        parts.push(localize!(language, "event-rule-days", days = days, unfinished = rules.unfinished.as_str()));
    }
    if let Some(minutes) = stored.tournament.first_move_minutes() {
        let time = in_words(language, i64::from(minutes) * MINUTE_MS);
        parts.push(localize!(language, "event-rule-first-move", time = time));
    }
    if rules.pairs_by_hand {
        parts.push(localize!(language, "event-rule-by-hand"));
    }
    if stored.tournament.is_all_at_once() {
        parts.push(localize!(language, "event-rule-all-at-once"));
    }
    if stored.tournament.plays_two_games() {
        parts.push(localize!(language, "event-rule-two-games"));
    }
    if let Some(series) = sign_up.series {
        parts.push(localize!(language, "event-rule-repeats", every = series.every.as_str()));
    }
    if rules.draws_by_round {
        parts.push(localize!(language, "event-rule-one-layout"));
    }
    if stored.tournament.format.traits().is_swiss && rules.skipping != Skipping::default() {
        parts.push(localize!(language, "event-rule-skipping", worth = rules.skipping.as_str()));
    }
    if rules.leaves_out_early && stored.tournament.format.traits().is_round_robin() {
        parts.push(localize!(language, "event-rule-leaves-out"));
    }
    if !rules.tie_breaks.is_empty() {
        let list = tie_breaks::list(language, &rules.tie_breaks);
        parts.push(localize!(language, "event-rule-tie-break", list = list));
    }
    if let Some(edition) = rules.c07 {
        parts.push(localize!(language, "event-rule-c07", year = edition.as_str()));
    }
    if sign_up.rating_from.is_some() || sign_up.rating_to.is_some() {
        parts.push(ratings(language, sign_up.rating_from, sign_up.rating_to));
    }
    if let Some(role) = sign_up.role {
        parts.push(localize!(language, "event-rule-role", role = role.0));
    }
    if let Some(count) = sign_up.begins_with {
        parts.push(localize!(language, "event-rule-begins-with", count = count));
    }
    (!parts.is_empty()).then(|| capitalized(&parts.join(" · ")))
}

fn team_name(language: Language, stored: &StoredTournament, team: usize) -> String {
    match &stored.tournament.rules.teams {
        Some(teams) => escape_markdown(&teams[team]),
        None => localize!(language, "event-team", number = team + 1),
    }
}

/// The score of a team match: `Red 3 (7½) – Blue 1 (4½)`.
fn team_line(language: Language, stored: &StoredTournament) -> Option<String> {
    let is_played = stored.tournament.format.traits().has_teams && !stored.tournament.rounds.is_empty();
    let scores = is_played.then(|| team_scores(&stored.tournament))?;
    let part = |team: usize| {
        let TeamScore { team_points, board_points } = scores[team];
        format!("{} **{team_points}** ({})", team_name(language, stored, team), points(board_points.0))
    };
    Some(format!("{} – {}", part(0), part(1)))
}

/// The card in the channel and of `/event show`. `reader` is set if only they see it.
pub fn card(
    language: Language,
    stored: &StoredTournament,
    reader: Option<UserId>,
    is_organizer: bool,
) -> OutgoingMessage {
    let tournament = &stored.tournament;
    let mut lines = vec![format!("**{}**", name_of(stored)), terms(language, stored)];
    lines.extend(rules_line(language, stored));
    let mut buttons = Vec::new();
    let push = |buttons: &mut Vec<CreateButton>, pressed, key: &str, style| {
        buttons.push(button(&press(stored, pressed), language.localize(key, &[]), style));
    };
    match tournament.phase {
        TournamentPhase::Draft => {}
        TournamentPhase::SignUp => {
            lines.push(status(language, stored));
            lines.push(entrants_line(language, stored));
            let can_join = !tournament.sign_up.is_closed && reader.is_none_or(|reader| !tournament.is_in(reader));
            if can_join && tournament.format.traits().has_teams {
                buttons.extend([0, 1].map(|team: u8| {
                    let id = press(stored, EventButton::Join { team: Some(team) });
                    let team = plain_team(language, stored, team.into());
                    button(&id, localize!(language, "button-event-join-team", team = team), Style::Success)
                }));
            } else if can_join {
                push(&mut buttons, EventButton::Join { team: None }, "button-event-join", Style::Success);
            }
            if reader.is_none_or(|reader| tournament.is_in(reader)) {
                push(&mut buttons, EventButton::Withdraw, "button-event-withdraw", Style::Secondary);
            }
            if is_organizer {
                buttons.push(pair_button(language, stored));
                push(&mut buttons, EventButton::Form, "button-event-edit", Style::Secondary);
            }
        }
        TournamentPhase::Running => {
            let (round, open) = (tournament.current_round(), stored.tournament.open_games());
            let waits = tournament.waits_for_organizer();
            lines.push(if waits && round == 0 {
                localize!(language, "event-waits-for-first")
            } else if waits {
                localize!(language, "event-waits-for-organizer", round = round)
            } else {
                localize!(language, "event-running", round = round, open = open)
            });
            if is_organizer && waits {
                buttons.push(pair_button(language, stored));
            }
            push(&mut buttons, EventButton::Standings { page: None }, "button-event-standings", Style::Primary);
            push(
                &mut buttons,
                EventButton::Round { round: None, page: None },
                "button-event-pairings",
                Style::Secondary,
            );
            let is_new = reader.is_none_or(|reader| tournament.number_of(reader).is_none());
            let comes_back = reader.is_some_and(|reader| tournament.can_come_back(reader));
            if tournament.takes_late_entries(false) && is_new || comes_back {
                push(&mut buttons, EventButton::Join { team: None }, "button-event-join", Style::Success);
            }
            if reader.is_some_and(|reader| tournament.is_in(reader)) {
                push(&mut buttons, EventButton::Withdraw, "button-event-withdraw", Style::Secondary);
            }
        }
        TournamentPhase::Over => {
            lines.push(status(language, stored));
            push(&mut buttons, EventButton::Standings { page: None }, "button-event-standings", Style::Primary);
            push(
                &mut buttons,
                EventButton::Round { round: None, page: None },
                "button-event-pairings",
                Style::Secondary,
            );
        }
        TournamentPhase::Cancelled => lines.push(status(language, stored)),
    }
    let post = OutgoingMessage::text(lines.join("\n"));
    if buttons.is_empty() { post } else { post.rows(vec![row(buttons)]) }
}

/// The text above the menus of the form.
pub(super) fn draft(language: Language, stored: &StoredTournament) -> String {
    let sign_up = stored.tournament.sign_up;
    let mut lines = vec![format!("**{}**", name_of(stored)), terms(language, stored)];
    lines.extend(rules_line(language, stored));
    lines.push(sign_up_line(language, &stored.tournament));
    if let Some(most) = sign_up.most {
        lines.push(localize!(language, "event-form-places", most = most));
    }
    if stored.tournament.phase == TournamentPhase::Draft {
        lines.push(localize!(language, "event-form-draft", channel = stored.channel_id.0));
    }
    lines.join("\n")
}

fn entrants_line(language: Language, stored: &StoredTournament) -> String {
    let tournament = &stored.tournament;
    let (seated, waiting) = tournament.entrants.split_at(tournament.entrants.len().min(tournament.seats()));
    let list = |entrants: &[clubs::domain::tournament::Entrant]| {
        let mentions: Vec<String> = entrants.iter().take(40).map(|entrant| mention(entrant.user)).collect();
        let more = if entrants.len() > mentions.len() { " …" } else { "" };
        format!("{}{more}", mentions.join(" "))
    };
    let count = seated.len();
    if tournament.format.traits().has_teams {
        let of_team = |team: u8| {
            let seated: Vec<_> = seated.iter().filter(|entrant| entrant.team == Some(team)).cloned().collect();
            let (name, count) = (team_name(language, stored, team.into()), seated.len());
            format!("{name} ({count}): {}", list(&seated))
        };
        return format!("{}\n{}", of_team(0), of_team(1));
    }
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
    if let Some(line) = team_line(language, stored) {
        let [home, away] = team_scores(&stored.tournament);
        let result = match home.cmp(&away) {
            std::cmp::Ordering::Equal => localize!(language, "event-teams-drawn"),
            order => {
                let team = usize::from(order == std::cmp::Ordering::Less);
                localize!(language, "event-over", players = team_name(language, stored, team), count = 1_usize)
            }
        };
        return format!("{result}\n{line}");
    }
    let rows = table(&stored.tournament);
    let first: Vec<String> =
        rows.iter().filter(|row| row.place == 1).map(|row| player(stored, row.number.0.into())).collect();
    if first.is_empty() {
        return localize!(language, "event-nobody-left");
    }
    localize!(language, "event-over", players = first.join(", "), count = first.len())
}

pub(super) fn player(stored: &StoredTournament, number: u32) -> String {
    stored.tournament.entrant(number).map_or_else(String::new, |entrant| mention(entrant.user))
}

pub(super) fn player_points(language: Language, half_points: u32) -> String {
    localize!(language, "event-points", points = points(half_points), halves = half_points)
}

pub(super) fn pair_button(language: Language, stored: &StoredTournament) -> CreateButton {
    let round = stored.tournament.current_round();
    let label = match round {
        0 => localize!(language, "button-event-begin"),
        _ => localize!(language, "button-event-pair", round = round + 1),
    };
    let style = if round == 0 { Style::Primary } else { Style::Success };
    button(&press(stored, EventButton::Pair { after: round }), label, style)
}

pub fn title(language: Language, stored: &StoredTournament) -> String {
    let name = name_of(stored);
    let heading = match stored.tournament.phase {
        TournamentPhase::Over => localize!(language, "event-is-over", name = name),
        _ => format!("**{name}**"),
    };
    format!("{heading}\n{}", status(language, stored))
}

/// The progress of the event, without its name.
pub(crate) fn status(language: Language, stored: &StoredTournament) -> String {
    let tournament = &stored.tournament;
    match tournament.phase {
        TournamentPhase::Draft | TournamentPhase::SignUp => sign_up_line(language, tournament),
        TournamentPhase::Running if tournament.current_round() == 0 => localize!(language, "event-waits-for-first"),
        TournamentPhase::Running => {
            let (round, open) = (tournament.current_round(), tournament.open_games());
            let running = localize!(language, "event-running", round = round, open = open);
            let line = team_line(language, stored).map(|line| format!("\n{line}")).unwrap_or_default();
            format!("{running}{line}")
        }
        TournamentPhase::Over => winners_line(language, stored),
        TournamentPhase::Cancelled => localize!(language, "event-is-cancelled"),
    }
}

fn sign_up_line(language: Language, tournament: &Tournament) -> String {
    match tournament.sign_up.until {
        _ if tournament.sign_up.is_closed => localize!(language, "event-sign-up-closed"),
        Some(until) => localize!(language, "event-sign-up-until", at = until.0 / 1000),
        None => localize!(language, "event-sign-up"),
    }
}

/// The title of the standings, and the reader's own line.
pub fn standings_title(language: Language, stored: &StoredTournament, reader: Option<UserId>) -> String {
    let tournament = &stored.tournament;
    let own = reader.and_then(|reader| tournament.number_of(reader));
    let own = own.filter(|_| has_places(tournament));
    let row = table(tournament).into_iter().find(|row| Some(row.number.0.into()) == own);
    let own = row.map(|row| {
        let points = player_points(language, row.score.0);
        localize!(language, "event-own-place", place = row.place, points = points)
    });
    let left_out: Vec<String> = left_out(tournament).into_iter().map(|number| player(stored, number)).collect();
    let left_out = (!left_out.is_empty()).then(|| localize!(language, "event-left-out", players = left_out.join(" ")));
    let lines = [Some(title(language, stored)), own, left_out];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// The legend below the standings, in small print.
pub fn small_legend(language: Language, tournament: &Tournament) -> String {
    let lines = legend(language, tournament);
    lines.iter().flat_map(|line| ["\n-# ", line]).collect()
}

/// The page of the standings as text, and which one it is.
pub fn standings_text(
    language: Language,
    stored: &StoredTournament,
    reader: Option<UserId>,
    chosen: Option<u32>,
) -> (String, Page) {
    let tournament = &stored.tournament;
    let own = reader.and_then(|reader| tournament.number_of(reader));
    let is_own = |row: &Standing| Some(row.number.0.into()) == own;
    let (rows, is_placed) = (table(tournament), has_places(tournament));
    let page = Page::of(rows.len(), PAGE, chosen, rows.iter().position(is_own));
    let breaks = shown_tie_breaks(tournament);
    let line = |standing: &Standing| {
        let player = player(stored, standing.number.0.into());
        if !is_placed {
            return if is_own(standing) { format!("➤ {player}") } else { format!("- {player}") };
        }
        let values = breaks.iter().zip(&standing.tie_breaks);
        let values: Vec<String> = values
            .map(|(it, value)| format!("{} {}", tie_break_column(language, *it), tie_break_value(value)))
            .collect();
        let points = player_points(language, standing.score.0);
        let line = format!("{}. {player} · {points} · {}", standing.place, values.join(" · "));
        if is_own(standing) { format!("➤ {line}") } else { line }
    };
    let notes: Vec<String> = counted_note(language, tournament).into_iter().chain(page.note()).collect();
    let mut title = standings_title(language, stored, reader);
    if !notes.is_empty() {
        title = format!("{title}\n{}", notes.join(" · "));
    }
    let legend = small_legend(language, tournament);
    let text = fit_message(language, title, rows[page.lines()].iter().map(line), legend.chars().count());
    (format!("{text}{legend}"), page)
}

/// Buttons to the pages before and after this one.
fn turn_pages(
    language: Language,
    stored: &StoredTournament,
    page: Page,
    to: impl Fn(Option<u32>) -> EventButton,
) -> Vec<CreateButton> {
    let above = page.number.checked_sub(1).map(|number| (number, "button-ladder-above"));
    let below = Some((page.number + 1, "button-ladder-below")).filter(|(number, _)| *number < page.count);
    let turn = |(number, key): (usize, &str)| {
        let id = press(stored, to(Some(number as u32)));
        button(&id, language.localize(key, &[]), Style::Secondary)
    };
    above.into_iter().chain(below).map(turn).collect()
}

pub fn standings_buttons(language: Language, stored: &StoredTournament, page: Option<Page>) -> Vec<CreateActionRow> {
    let pairings = button(
        &press(stored, EventButton::Round { round: None, page: None }),
        localize!(language, "button-event-pairings"),
        Style::Secondary,
    );
    let pages = page.map(|page| turn_pages(language, stored, page, |page| EventButton::Standings { page }));
    vec![row(pages.unwrap_or_default().into_iter().chain([pairings]))]
}

/// The pairings of a round, with links to the games and their results; or those that the format fixes in advance.
pub fn pairings(
    language: Language,
    stored: &StoredTournament,
    round: u32,
    games: &[(GameId, Game)],
    reader: Option<UserId>,
    chosen: Option<u32>,
) -> OutgoingMessage {
    let tournament = &stored.tournament;
    let opened = tournament.rounds.get(round as usize - 1);
    let round_pairings = match opened {
        Some(round) => round.pairings.clone(),
        None => tournament.planned_round(round).unwrap_or_default(),
    };
    let by_group = tournament.format.traits().has_groups && round_pairings.iter().all(|pairing| pairing.slot.is_none());
    let groups = if by_group { groups(tournament) } else { Vec::new() };
    let user_in = |number: u32| tournament.user_in(number, round);
    let user = |number: u32| user_in(number).map_or_else(String::new, mention);
    let is_own = |pairing: &Pairing| {
        let numbers = [Some(pairing.first), pairing.second].into_iter().flatten();
        reader.is_some() && numbers.map(user_in).any(|user| user == reader)
    };
    let line = |(board, pairing): (usize, &Pairing)| {
        let place = match pairing.slot {
            Some(1) => localize!(language, "event-final"),
            Some(0) => localize!(language, "event-third-place"),
            _ => match groups.iter().position(|group| group.contains(&pairing.first)) {
                Some(group) => group_letter(group).to_string(),
                None => board.to_string(),
            },
        };
        let first = user(pairing.first);
        let line = match pairing.second {
            None => localize!(language, "event-bye", board = place, player = first),
            Some(second) => {
                let result = result(pairing).map_or_else(|| "–".to_owned(), |result| format!("**{result}**"));
                let game = pairing.game.and_then(|game| games.iter().find(|(id, _)| *id == game));
                let link = game.map(|(_, game)| link(game)).unwrap_or_default();
                format!("{place}. {first} {result} {}{link}", user(second))
            }
        };
        if is_own(pairing) { format!("➤ {line}") } else { line }
    };
    let mut title = localize!(language, "event-round-title", name = name_of(stored), round = round);
    if let Some(at) = opened.filter(|round| !round.is_done()).and_then(|round| round.closes_at(&tournament.rules)) {
        title = format!("{title} · {}", localize!(language, "event-round-until", at = at.0 / 1000));
    }
    if opened.is_none() {
        title = format!("{title} · {}", localize!(language, "event-round-planned"));
    }
    let setup = opened.and_then(|round| round.setup.as_deref()).unwrap_or_default();
    if let Some(seed) = setup.split_whitespace().find_map(|word| word.strip_prefix("seed=")) {
        title = format!("{title}\n{}", localize!(language, "event-round-layout", seed = seed));
    }
    let out = tournament.entrants.iter().filter(|entrant| entrant.is_out && entrant.left_after == Some(round - 1));
    let out: Vec<String> = out.map(|entrant| mention(entrant.user)).collect();
    if !out.is_empty() {
        title = format!("{title}\n{}", localize!(language, "event-out", players = out.join(" ")));
    }
    let skips = tournament.entrants.iter().filter(|entrant| entrant.skip_in(round).is_some());
    let skips: Vec<String> = skips.map(|entrant| mention(entrant.user)).collect();
    if !skips.is_empty() {
        title = format!("{title}\n{}", localize!(language, "event-skips", players = skips.join(" ")));
    }
    let page = Page::of(round_pairings.len(), PAGE, chosen, round_pairings.iter().position(is_own));
    if let Some(note) = page.note() {
        title = format!("{title}\n{note}");
    }
    let signs = round_pairings.iter().any(is_unplayed).then(|| unplayed_line(language, tournament));
    let signs = signs.map(|line| format!("\n-# {line}")).unwrap_or_default();
    let lines: Vec<String> = (1..).zip(&round_pairings).skip(page.lines().start).take(PAGE).map(line).collect();
    let text = fit_message(language, title, lines.into_iter(), signs.chars().count());
    let turn = |to: u32, key: &str| {
        let id = press(stored, EventButton::Round { round: Some(to), page: None });
        button(&id, language.localize(key, &[]), Style::Secondary)
    };
    let mut buttons = turn_pages(language, stored, page, |page| EventButton::Round { round: Some(round), page });
    if round > 1 {
        buttons.push(turn(round - 1, "button-event-earlier"));
    }
    if round < tournament.current_round() || tournament.planned_round(round + 1).is_some() {
        buttons.push(turn(round + 1, "button-event-later"));
    }
    buttons.push(button(
        &press(stored, EventButton::Standings { page: None }),
        localize!(language, "button-event-standings"),
        Style::Primary,
    ));
    OutgoingMessage::text(format!("{text}{signs}")).rows(vec![row(buttons)])
}

pub(super) fn link(game: &Game) -> String {
    format!(" · {}", with_thread_link(game, &game.name()))
}
