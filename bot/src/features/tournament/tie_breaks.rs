//! The option `tie-break`: a list of tie-breaks in their order, separated by commas.

use discord::code;
use pairing::standings::TieBreak;

use crate::commands::layout_names::{MAX_CHOICES, normalized};
use crate::commands::{Choices, Problem};
use crate::localization::{Language, localize};

/// Start numbers say who was better before the event.
fn all() -> impl Iterator<Item = TieBreak> {
    TieBreak::all().filter(|tie_break| *tie_break != TieBreak::Seed)
}

pub(super) fn name(language: Language, tie_break: TieBreak) -> String {
    language.localize(&format!("event-column-{tie_break}"), &[])
}

/// The names of some, as they are typed.
pub(super) fn list(language: Language, tie_breaks: &[TieBreak]) -> String {
    tie_breaks.iter().map(|it| name(language, *it)).collect::<Vec<_>>().join(", ")
}

/// A tie-break by its name in this language or on the command line, or by FIDE's code.
fn find(language: Language, typed: &str) -> Option<TieBreak> {
    let is_named = |it: &TieBreak| normalized(&name(language, *it)) == normalized(typed);
    all().find(|it| typed.parse() == Ok(*it)).or_else(|| all().find(is_named))
}

pub(super) fn read(language: Language, typed: &str) -> Result<Vec<TieBreak>, Problem> {
    let mut tie_breaks = Vec::new();
    for word in typed.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let unknown = || {
            let names = all().map(|it| name(language, it)).collect::<Vec<_>>().join(", ");
            Problem::Text(localize!(language, "event-error-tie-break", typed = code(word), names = names))
        };
        let tie_break = find(language, word).ok_or_else(unknown)?;
        if !tie_breaks.contains(&tie_break) {
            tie_breaks.push(tie_break);
        }
    }
    Ok(tie_breaks)
}

/// Goes on with the list: the tie-breaks that it does not have yet.
pub(super) fn complete(language: Language, typed: &str) -> Choices {
    let (before, last) = typed.rsplit_once(',').unwrap_or(("", typed));
    let Ok(chosen) = read(language, before) else { return Choices::new() };
    let query = normalized(last.trim());
    let fits = |it: &TieBreak| {
        let label = normalized(&name(language, *it));
        !chosen.contains(it) && (label.contains(&query) || it.as_str().contains(&query))
    };
    let list = |last: TieBreak, words: &dyn Fn(TieBreak) -> String, between: &str| {
        chosen.iter().copied().chain([last]).map(words).collect::<Vec<_>>().join(between)
    };
    let choice = |last: TieBreak| {
        let label = list(last, &|it| name(language, it), ", ");
        (label.chars().take(100).collect(), list(last, &|it| it.to_string(), ","))
    };
    let is_short = |(_, value): &(String, String)| value.len() <= 100;
    // The list as it is typed comes first, so that it can be sent.
    let whole = find(language, last.trim()).filter(|it| !chosen.contains(it));
    whole
        .into_iter()
        .chain(all().filter(|it| fits(it) && Some(*it) != whole))
        .map(choice)
        .filter(is_short)
        .take(MAX_CHOICES)
        .collect()
}
