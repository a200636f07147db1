//! Tables and brackets as HTML, like their pictures but of any length.

use maud::{Markup, html};
use render::{Align, Bracket, Entry, Mark, Match, Row, Side, Table};

/// A table that scrolls sideways if it is wider than the page. Columns without an entry are left out.
pub(super) fn table(table: &Table) -> Markup {
    let subject = subject_of(table);
    let columns: Vec<usize> = (0..table.columns.len()).filter(|column| has_entry(table, *column)).collect();
    html! {
        div.scroll tabindex="0" role="region" aria-label=(table.title) {
            table {
                thead {
                    tr {
                        @for column in columns.iter().map(|column| &table.columns[*column]) {
                            @if column.name.is_empty() { td {} }
                            @else { th.number[column.align == Align::Right] scope="col" { (column.name) } }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows { (line(table, row, &columns, subject)) }
                }
            }
        }
    }
}

/// The index of the first named column of words, which holds the row's subject.
fn subject_of(table: &Table) -> Option<usize> {
    table.columns.iter().position(|column| column.align == Align::Left && !column.name.is_empty())
}

fn has_entry(table: &Table, column: usize) -> bool {
    table.rows.iter().filter_map(|row| row.entries.get(column)).any(|entry| match entry {
        Entry::Text(text) => !text.is_empty(),
        Entry::Form { marks, .. } => !marks.is_empty(),
        Entry::Movement(_) => true,
        Entry::Empty => false,
    })
}

fn line(table: &Table, row: &Row, shown: &[usize], subject: Option<usize>) -> Markup {
    let cells = shown.iter().filter_map(|index| Some((*index, table.columns.get(*index)?, row.entries.get(*index)?)));
    html! {
        tr.tier[row.begins_tier] {
            @for (index, column, entry) in cells {
                @if subject == Some(index) { th scope="row" { bdi { (entry_of(entry)) } } }
                @else { td.number[column.align == Align::Right] { (entry_of(entry)) } }
            }
        }
    }
}

fn entry_of(entry: &Entry) -> Markup {
    html! {
        @match entry {
            Entry::Text(text) => (text),
            Entry::Movement(0) => "=",
            Entry::Movement(up @ 1..) => span.up { "▲" (up) },
            Entry::Movement(down) => span.down { "▼" (down.unsigned_abs()) },
            Entry::Form { marks, .. } if marks.is_empty() => {},
            Entry::Form { marks, spoken } => span role="img" aria-label=(spoken) title=(spoken) {
                @for mark in marks {
                    @match mark {
                        Mark::Won => "●",
                        Mark::Drawn => "–",
                        Mark::Lost => "○",
                    }
                }
            },
            Entry::Empty => {}
        }
    }
}

pub(super) fn bracket(bracket: &Bracket) -> Markup {
    let third = bracket.third_place.as_ref().map(|(name, third)| (name, std::slice::from_ref(third)));
    let rounds = bracket.rounds.iter().map(|round| (&round.name, &round.matches[..])).chain(third);
    html! {
        div.scroll tabindex="0" role="region" aria-label=(bracket.title) {
            div.bracket {
                @for (name, matches) in rounds {
                    section {
                        h2 { (name) }
                        @for of in matches { (pair(of)) }
                    }
                }
            }
        }
    }
}

fn pair(of: &Match) -> Markup {
    let side = |side: &Side| {
        html! {
            li.won[side.has_won] {
                bdi { @if side.name.is_empty() { "…" } @else { (side.name) } }
                span.score { (side.score) }
            }
        }
    };
    html! { ul.match { (side(&of.sides[0])) (side(&of.sides[1])) } }
}
