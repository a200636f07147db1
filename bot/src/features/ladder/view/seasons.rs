//! Seasons of a ladder: the running one, and past ones.

use clubs::domain::OrganizerQuestion;
use clubs::domain::ladder::{EndedSeason, Reason, Season, SeasonReset, StoredLadder};
use clubs::ladders::SeasonPage;
use discord::{OutgoingMessage, sentence};

use crate::features::ladder::button::LadderButton;
use crate::features::ladder::view::parts::{MOST_NAMED, mention, name_of, question};
use crate::localization::{Language, localize};

pub(super) fn describe_running_season(language: Language, season: Season) -> String {
    match season.ends {
        Some(ends) => localize!(language, "ladder-season-ends", number = season.number, at = ends.0 / 1000),
        None => localize!(language, "ladder-season-runs", number = season.number, at = season.began.0 / 1000),
    }
}

pub(super) fn title(language: Language, name: &str, season: &EndedSeason) -> String {
    let EndedSeason { number, span, .. } = season;
    let (from, until) = (span.from.0 / 1000, span.until.0 / 1000);
    localize!(language, "ladder-season-over", name = name, number = *number, from = from, until = until)
}

/// A past season: its first places, promotions and relegations, and the next season.
pub(crate) fn season(language: Language, season_page: &SeasonPage) -> String {
    let table = &season_page.table;
    let Some(ended_season) = &table.ended_season else { return String::new() };
    let mut lines = vec![title(language, &name_of(&table.head), ended_season)];
    let of = |reason| season_page.changes.iter().filter(move |change| change.reason == reason);
    for change in of(Reason::SeasonEnded) {
        let medal = ["🥇", "🥈", "🥉"].get(change.to.map_or(0, |place| place - 1)).copied().unwrap_or_default();
        lines.push(format!("{medal} {}", mention(change.player)));
    }
    for (reason, key) in [(Reason::Promoted, "ladder-season-promoted"), (Reason::Relegated, "ladder-season-relegated")]
    {
        let mut names: Vec<String> = of(reason).take(MOST_NAMED).map(|change| mention(change.player)).collect();
        names.extend((of(reason).count() > MOST_NAMED).then(|| "…".to_owned()));
        if !names.is_empty() {
            lines.push(localize!(language, key, players = names.join(", ")));
        }
    }
    lines.extend(
        table
            .season
            .filter(|next| next.number == ended_season.number + 1)
            .map(|next| describe_running_season(language, next)),
    );
    lines.join("\n")
}

/// The question before an organizer ends a season, or starts the first one.
pub(in crate::features::ladder) fn ask_for_season(
    language: Language,
    stored: &StoredLadder,
    pending: &OrganizerQuestion,
) -> OutgoingMessage {
    let (head, open) = (&stored.head, stored.ladder.challenges().count());
    let name = name_of(head);
    let (mut text, label) = match stored.ladder.season() {
        None => (localize!(language, "ladder-ask-season-first", name = name), "button-ladder-season-begin"),
        Some(Season { number, began, .. }) => {
            let (next, began) = (number + 1, began.0 / 1000);
            let text = localize!(
                language,
                "ladder-ask-season",
                name = name,
                number = number,
                next = next,
                began = began,
                open = open
            );
            (text, "button-ladder-season-end")
        }
    };
    if stored.ladder.season().is_some() {
        let rules = &head.rules;
        let key = match (rules.reset, rules.division) {
            (SeasonReset::Keep, None) => "ladder-rules-reset-keep",
            (SeasonReset::Keep, Some(_)) => "ladder-rules-promoted",
            (SeasonReset::ByRating, _) => "ladder-rules-reset-rating",
            (SeasonReset::Random, _) => "ladder-rules-reset-random",
        };
        text = format!("{text}\n{}", localize!(language, key, count = rules.promoted));
    }
    if !pending.reason.is_empty() {
        let reason = localize!(language, "ladder-ask-reason", reason = sentence(&pending.reason));
        text = format!("{text}\n{reason}");
    }
    question(language, head, text, LadderButton::SeasonYes { asked: pending.request }, label)
}

pub(in crate::features::ladder) fn season_begun(language: Language, stored: &StoredLadder) -> OutgoingMessage {
    let number = stored.ladder.season().map_or(1, |season| season.number);
    let name = name_of(&stored.head);
    OutgoingMessage::text(localize!(language, "ladder-season-begun", name = name, number = number))
}
