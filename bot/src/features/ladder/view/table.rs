//! The table: a page of it as a picture, as text, and its buttons.

use render::{Align, Column, Entry, Mark, Row, Table, Theme};
use serde_json::Value;

use crate::commands::Button;
use crate::discord::{Language, Style, button, localize, row};
use crate::domain::UserId;
use crate::domain::clubs::ladder::LadderResult;
use crate::domain::clubs::ladder::judging::tier;
use crate::features::ladder::button::{press, word};
use crate::features::ladder::service::{TablePage, TableRow};
use crate::features::ladder::view::parts::name_of;
use crate::features::ladder::view::seasons;
use crate::features::profile::service::Tally;
use crate::views::game_lines::fit_message;

/// What stands above the table.
pub(crate) fn title(language: Language, shown: &TablePage) -> String {
    let name = name_of(&shown.head);
    match &shown.ended_season {
        None => format!("**{name}** · {}", status(language, shown)),
        Some(season) => seasons::title(language, &name, season),
    }
}

/// How the ladder stands now, without its name.
pub(crate) fn status(language: Language, shown: &TablePage) -> String {
    let mut lines = vec![localize!(language, "ladder-counts", players = shown.players, open = shown.open)];
    if shown.head.closed_at.is_some() {
        lines.push(localize!(language, "ladder-is-closed"));
    } else if shown.players == 0 {
        lines.push(localize!(language, "ladder-empty"));
    } else {
        lines.extend(shown.season.map(|season| seasons::describe_running_season(language, season)));
        lines.extend(shown.own_place.map(|place| localize!(language, "ladder-own-place", place = place)));
    }
    lines.join("\n")
}

/// What stands above the table where everybody sees it.
pub(in crate::features::ladder) fn public_title(language: Language, shown: &TablePage, by: UserId) -> String {
    format!("{}\n{}", localize!(language, "ladder-shown-by", player = by.0), title(language, shown))
}

/// Whether the page says on which steps players stand: not where all stand on the ground.
fn has_steps(shown: &TablePage) -> bool {
    shown.head.rules.has_steps() && shown.rows.iter().any(|row| row.standing.step > 1)
}

pub(crate) fn table(language: Language, shown: &TablePage, reader: Option<UserId>, theme: Theme) -> Table {
    let has_steps = has_steps(shown);
    let mut columns = vec![Column::new("#", Align::Right), Column::new("", Align::Left)];
    if has_steps {
        columns.push(Column::new(&localize!(language, "ladder-column-step"), Align::Right));
    }
    let grouping = Grouping::of(shown);
    if let Some(grouping) = grouping {
        columns.push(Column::new(&grouping.column(language), Align::Right));
    }
    columns.push(Column::new(&localize!(language, "ladder-column-player"), Align::Left));
    let has_ratings = shown.rows.iter().any(|row| row.rating.is_some());
    if has_ratings {
        columns.push(Column::new(&localize!(language, "ladder-column-rating"), Align::Right));
    }
    let has_games = shown.rows.iter().any(|row| row.tally.games() > 0);
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
        let first_of = grouping.and_then(|grouping| grouping.begun_by(shown, line));
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
        // The newest game stands last, as one reads.
        let marks: Vec<Mark> = line.form.iter().rev().map(|result| mark(*result)).collect();
        entries.push(Entry::Form { marks, spoken: form(language, &line.form) });
        entries.push(line.reliability.map_or(Entry::Empty, |percent| Entry::text(percent_text(language, percent))));
        let line_drawn = if first_of.is_some() { Row::new(entries).begin_tier() } else { Row::new(entries) };
        if Some(line.standing.player) == reader { line_drawn.highlight() } else { line_drawn }
    };
    Table {
        title: shown.head.name.clone(),
        note: page_note(language, shown),
        columns,
        rows: shown.rows.iter().map(line).collect(),
        theme,
    }
}

fn percent_text(language: Language, percent: u32) -> String {
    localize!(language, "percent", percent = percent)
}

/// A question mark stands behind a provisional rating.
fn rating_text((points, is_provisional): (i64, bool)) -> String {
    format!("{points}{}", if is_provisional { "?" } else { "" })
}

/// Games won and lost, and drawn where there are any: `12–3`. `None` without a game.
fn score(tally: Tally) -> Option<String> {
    let drawn = if tally.drawn > 0 { format!("–{}", tally.drawn) } else { String::new() };
    (tally.games() > 0).then(|| format!("{}–{}{drawn}", tally.won, tally.lost))
}

/// What the places of a table are grouped into.
#[derive(Clone, Copy)]
enum Grouping {
    Tiers,
    Divisions,
}

impl Grouping {
    fn of(shown: &TablePage) -> Option<Self> {
        let rules = &shown.head.rules;
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

    /// The tier or division that begins with this row, also where the page begins in its middle.
    fn begun_by(self, shown: &TablePage, row: &TableRow) -> Option<usize> {
        let group = |place| match self {
            Self::Tiers => tier(place),
            Self::Divisions => shown.head.rules.division(place, shown.players).unwrap_or(1),
        };
        let place = row.standing.place;
        let is_first = shown.rows.first().is_some_and(|first| first.standing.place == place);
        (is_first || group(place) != group(place - 1)).then(|| group(place))
    }
}

fn page_note(language: Language, shown: &TablePage) -> String {
    let past = shown.ended_season.as_ref().map(|season| localize!(language, "ladder-season", number = season.number));
    let places = match (shown.rows.first(), shown.rows.last()) {
        (Some(first), Some(last)) if shown.pages > 1 => {
            Some(format!("{}–{} / {}", first.standing.place, last.standing.place, shown.players))
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

/// The last games in letters, the newest last.
fn form(language: Language, newest_first: &[LadderResult]) -> String {
    let letter = |result: &LadderResult| match result {
        LadderResult::Won => localize!(language, "ladder-form-won"),
        LadderResult::Lost => localize!(language, "ladder-form-lost"),
        LadderResult::Drawn => localize!(language, "ladder-form-drawn"),
    };
    newest_first.iter().rev().map(letter).collect::<Vec<_>>().join(" ")
}

pub(in crate::features::ladder) fn as_text(language: Language, shown: &TablePage, title: String) -> String {
    let (has_steps, grouping) = (has_steps(shown), Grouping::of(shown));
    let line = |line: &TableRow| {
        let moved = match line.movement.unwrap_or(0) {
            0 => String::new(),
            up @ 1.. => format!(" ▲{up}"),
            down => format!(" ▼{}", down.unsigned_abs()),
        };
        let step = has_steps.then(|| localize!(language, "ladder-step", step = line.standing.step));
        let games = (!line.form.is_empty()).then(|| form(language, &line.form));
        let reliability = line.reliability.map(|percent| percent_text(language, percent));
        let player = format!("{}. {}{moved}", line.standing.place, language.mention(line.standing.player));
        let rating = line.rating.map(rating_text);
        let parts = [Some(player), step, rating, score(line.tally), games, reliability];
        let line_text = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        match grouping.and_then(|grouping| Some((grouping, grouping.begun_by(shown, line)?))) {
            Some((grouping, group)) => format!("**{}**\n{line_text}", grouping.title(language, group)),
            None => line_text,
        }
    };
    fit_message(language, title, shown.rows.iter().map(line), 0)
}

/// The buttons below the table: pages, and what one can do. Below one that everybody sees, that is what anybody may do.
pub(in crate::features::ladder) fn table_buttons(language: Language, shown: &TablePage, is_public: bool) -> Vec<Value> {
    let earlier = shown.page.checked_sub(1).map(|page| (page, "button-ladder-above"));
    let later = Some((shown.page + 1, "button-ladder-below")).filter(|(page, _)| *page < shown.pages);
    let turn = |(page, key): (usize, &str)| {
        let press = Button { number: Some(page as i64), ..press(&shown.head, word::PAGE) };
        button(&press, language.localize(key, &[]), Style::Secondary)
    };
    let mut buttons: Vec<Value> = earlier.into_iter().chain(later).map(turn).collect();
    if shown.head.closed_at.is_none() {
        let is_on = shown.own_place.is_some();
        for (is_shown, word, label, style) in [
            (is_public || is_on, word::CHALLENGE, "button-ladder-challenge", Style::Primary),
            (!is_public && is_on, word::LEAVE, "button-ladder-leave", Style::Danger),
            (is_public || !is_on, word::JOIN, "button-ladder-join", Style::Success),
        ] {
            if is_shown {
                buttons.push(button(&press(&shown.head, word), language.localize(label, &[]), style));
            }
        }
    }
    if buttons.is_empty() { Vec::new() } else { vec![row(&buttons)] }
}
