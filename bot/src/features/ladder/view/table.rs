//! The table: a page of it as a picture, as text, and its buttons.

use clubs::domain::ladder::LadderResult;
use clubs::domain::ladder::judging::tier;
use clubs::ladders::{TablePage, TableRow};
use discord::{CreateActionRow, Style, button, row};
use games::domain::{Tally, UserId};
use render::{Align, Column, Entry, Mark, Row, Table, Theme};

use crate::features::ladder::button::{LadderButton, press};
use crate::features::ladder::view::parts::name_of;
use crate::features::ladder::view::seasons;
use crate::localization::{Language, localize, name_player};
use crate::views::game_lines::fit_message;

pub(crate) fn title(language: Language, table_page: &TablePage) -> String {
    let name = name_of(&table_page.head);
    match &table_page.ended_season {
        None => format!("**{name}** · {}", status(language, table_page)),
        Some(season) => seasons::title(language, &name, season),
    }
}

/// The current state of the ladder, without its name.
pub(crate) fn status(language: Language, table_page: &TablePage) -> String {
    let mut lines = vec![localize!(language, "ladder-counts", players = table_page.players, open = table_page.open)];
    if table_page.head.closed_at.is_some() {
        lines.push(localize!(language, "ladder-is-closed"));
    } else if table_page.players == 0 {
        lines.push(localize!(language, "ladder-empty"));
    } else {
        lines.extend(table_page.season.map(|season| seasons::describe_running_season(language, season)));
        lines.extend(table_page.own_place.map(|place| localize!(language, "ladder-own-place", place = place)));
    }
    lines.join("\n")
}

pub(in crate::features::ladder) fn public_title(language: Language, table_page: &TablePage, by: UserId) -> String {
    format!("{}\n{}", localize!(language, "ladder-shown-by", player = by.0), title(language, table_page))
}

/// Whether the page shows steps: not if all players are on the ground.
fn has_steps(table_page: &TablePage) -> bool {
    table_page.head.rules.has_steps() && table_page.rows.iter().any(|row| row.standing.step > 1)
}

pub(crate) fn table(language: Language, table_page: &TablePage, reader: Option<UserId>, theme: Theme) -> Table {
    let has_steps = has_steps(table_page);
    let mut columns = vec![Column::new("#", Align::Right), Column::new("", Align::Left)];
    if has_steps {
        columns.push(Column::new(&localize!(language, "ladder-column-step"), Align::Right));
    }
    let grouping = Grouping::of(table_page);
    if let Some(grouping) = grouping {
        columns.push(Column::new(&grouping.column(language), Align::Right));
    }
    columns.push(Column::new(&localize!(language, "ladder-column-player"), Align::Left));
    let has_ratings = table_page.rows.iter().any(|row| row.rating.is_some());
    if has_ratings {
        columns.push(Column::new(&localize!(language, "ladder-column-rating"), Align::Right));
    }
    let has_games = table_page.rows.iter().any(|row| row.tally.games() > 0);
    if has_games {
        columns.push(Column::new(&localize!(language, "ladder-column-score"), Align::Right));
    }
    columns.extend([
        Column::new(&localize!(language, "ladder-column-form"), Align::Left),
        Column::new(&localize!(language, "ladder-column-reliability"), Align::Right),
    ]);
    let line = |line: &TableRow| {
        let mut entries =
            vec![Entry::text(line.standing.place.to_string()), line.movement.map_or(Entry::Empty, Entry::Movement)];
        if has_steps {
            entries.push(Entry::text(line.standing.step.to_string()));
        }
        let first_of = grouping.and_then(|grouping| grouping.begun_by(table_page, line));
        if grouping.is_some() {
            entries.push(first_of.map_or(Entry::Empty, |group| Entry::text(group.to_string())));
        }
        entries.push(Entry::text(if line.name.is_empty() { "?" } else { line.name.as_str() }));
        if has_ratings {
            entries.push(line.rating.map_or(Entry::Empty, |rating| Entry::text(rating_text(rating))));
        }
        if has_games {
            entries.push(score(line.tally).map_or(Entry::Empty, Entry::text));
        }
        // The newest game is last, in reading order.
        let marks: Vec<Mark> = line.form.iter().rev().map(|result| mark(*result)).collect();
        entries.push(Entry::Form { marks, spoken: form(language, &line.form) });
        entries.push(line.reliability.map_or(Entry::Empty, |percent| Entry::text(percent_text(language, percent))));
        let line_drawn = if first_of.is_some() { Row::new(entries).begin_tier() } else { Row::new(entries) };
        if Some(line.standing.player) == reader { line_drawn.highlight() } else { line_drawn }
    };
    Table {
        title: table_page.head.name.clone(),
        note: page_note(language, table_page),
        columns,
        rows: table_page.rows.iter().map(line).collect(),
        theme,
    }
}

fn percent_text(language: Language, percent: u32) -> String {
    localize!(language, "percent", percent = percent)
}

/// A provisional rating has a question mark.
fn rating_text((points, is_provisional): (i64, bool)) -> String {
    format!("{points}{}", if is_provisional { "?" } else { "" })
}

/// Wins and losses, with draws if any: `12–3`. `None` without a game.
fn score(tally: Tally) -> Option<String> {
    let draws = if tally.drawn > 0 { format!("–{}", tally.drawn) } else { String::new() };
    (tally.games() > 0).then(|| format!("{}–{}{draws}", tally.won, tally.lost))
}

/// The kind of groups of a table's places.
#[derive(Clone, Copy)]
enum Grouping {
    Tiers,
    Divisions,
}

impl Grouping {
    fn of(table_page: &TablePage) -> Option<Self> {
        let rules = &table_page.head.rules;
        if rules.has_tiers() { Some(Self::Tiers) } else { rules.division.map(|_| Self::Divisions) }
    }

    fn column(self, language: Language) -> String {
        match self {
            Self::Tiers => localize!(language, "ladder-column-tier"),
            Self::Divisions => localize!(language, "ladder-column-division"),
        }
    }

    fn title(self, language: Language, number: usize) -> String {
        match self {
            Self::Tiers => localize!(language, "ladder-tier", tier = number),
            Self::Divisions => localize!(language, "ladder-division", division = number),
        }
    }

    /// The tier or division that starts with this row, or that the page's first row is in.
    fn begun_by(self, table_page: &TablePage, row: &TableRow) -> Option<usize> {
        let group = |place| match self {
            Self::Tiers => tier(place),
            Self::Divisions => table_page.head.rules.division(place, table_page.players).unwrap_or(1),
        };
        let place = row.standing.place;
        let is_first = table_page.rows.first().is_some_and(|first| first.standing.place == place);
        (is_first || group(place) != group(place - 1)).then(|| group(place))
    }
}

fn page_note(language: Language, table_page: &TablePage) -> String {
    let past =
        table_page.ended_season.as_ref().map(|season| localize!(language, "ladder-season", number = season.number));
    let places = match (table_page.rows.first(), table_page.rows.last()) {
        (Some(first), Some(last)) if table_page.pages > 1 => {
            Some(format!("{}–{} / {}", first.standing.place, last.standing.place, table_page.players))
        }
        _ => None,
    };
    past.into_iter().chain(places).collect::<Vec<_>>().join(" · ")
}

const fn mark(result: LadderResult) -> Mark {
    match result {
        LadderResult::Won => Mark::Won,
        LadderResult::Lost => Mark::Lost,
        LadderResult::Drawn => Mark::Drawn,
    }
}

/// The last results as letters, newest last.
fn form(language: Language, newest_first: &[LadderResult]) -> String {
    let letter = |result: &LadderResult| match result {
        LadderResult::Won => localize!(language, "ladder-form-won"),
        LadderResult::Lost => localize!(language, "ladder-form-lost"),
        LadderResult::Drawn => localize!(language, "ladder-form-drawn"),
    };
    newest_first.iter().rev().map(letter).collect::<Vec<_>>().join(" ")
}

pub(in crate::features::ladder) fn as_text(language: Language, table_page: &TablePage, title: String) -> String {
    let (has_steps, grouping) = (has_steps(table_page), Grouping::of(table_page));
    let line = |line: &TableRow| {
        let movement = match line.movement.unwrap_or(0) {
            0 => String::new(),
            up @ 1.. => format!(" ▲{up}"),
            down => format!(" ▼{}", down.unsigned_abs()),
        };
        let step = has_steps.then(|| localize!(language, "ladder-step", step = line.standing.step));
        let games = (!line.form.is_empty()).then(|| form(language, &line.form));
        let reliability = line.reliability.map(|percent| percent_text(language, percent));
        let player = format!("{}. {}{movement}", line.standing.place, name_player(language, line.standing.player));
        let rating = line.rating.map(rating_text);
        let parts = [Some(player), step, rating, score(line.tally), games, reliability];
        let line_text = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        match grouping.and_then(|grouping| Some((grouping, grouping.begun_by(table_page, line)?))) {
            Some((grouping, group)) => format!("**{}**\n{line_text}", grouping.title(language, group)),
            None => line_text,
        }
    };
    fit_message(language, title, table_page.rows.iter().map(line), 0)
}

/// The buttons below the table: pages, and the reader's actions. A public table has only actions open to everyone.
pub(in crate::features::ladder) fn table_buttons(
    language: Language,
    table_page: &TablePage,
    is_public: bool,
) -> Vec<CreateActionRow> {
    let earlier = table_page.page.checked_sub(1).map(|page| (page, "button-ladder-above"));
    let later = Some((table_page.page + 1, "button-ladder-below")).filter(|(page, _)| *page < table_page.pages);
    let turn = |(page, key): (usize, &str)| {
        let press = press(&table_page.head, LadderButton::Page { page: page as u32 });
        button(&press, language.localize(key, &[]), Style::Secondary)
    };
    let mut buttons: Vec<_> = earlier.into_iter().chain(later).map(turn).collect();
    if table_page.head.closed_at.is_none() {
        let is_on = table_page.own_place.is_some();
        for (is_shown, pressed, label, style) in [
            (is_public || is_on, LadderButton::Challenge, "button-ladder-challenge", Style::Primary),
            (!is_public && is_on, LadderButton::Leave, "button-ladder-leave", Style::Danger),
            (is_public || !is_on, LadderButton::Join, "button-ladder-join", Style::Success),
        ] {
            if is_shown {
                buttons.push(button(&press(&table_page.head, pressed), language.localize(label, &[]), style));
            }
        }
    }
    if buttons.is_empty() { Vec::new() } else { vec![row(buttons)] }
}
