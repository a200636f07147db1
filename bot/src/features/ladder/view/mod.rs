//! Ladders in words and pictures.

mod changes;
mod game_pages;
mod parts;
mod rules;
mod seasons;
mod table;

use base::clean::clean;
use clubs::domain::OrganizerQuestion;
use clubs::domain::ladder::{
    LadderChange, LadderError, LadderHead, LadderPlace, LadderRefusal, LadderSettingError, StoredLadder,
};
use clubs::ladders::Challengeable;
use clubs::ladders::annulment::LadderAnnulment;
use discord::{OutgoingMessage, Style, button, code, escape_markdown, row, select, select_row, sentence, user_select};
use games::domain::{ChannelId, PlaceChange, Timestamp, UserId};

use crate::features::ladder::button::{LadderButton, press};
use crate::features::ladder::refusal::describe_refusal;
use crate::features::ladder::view::changes::describe_change;
pub(super) use crate::features::ladder::view::changes::{between_marks, change_with_opponent, history};
pub(super) use crate::features::ladder::view::game_pages::games;
pub(crate) use crate::features::ladder::view::parts::name_of;
use crate::features::ladder::view::parts::{MOST_NAMED, mention, question};
pub(super) use crate::features::ladder::view::rules::rules;
pub(crate) use crate::features::ladder::view::seasons::season;
pub(super) use crate::features::ladder::view::seasons::{ask_for_season, season_begun};
pub(super) use crate::features::ladder::view::table::{as_text, public_title, table_buttons, title};
pub(crate) use crate::features::ladder::view::table::{status, table};
use crate::localization::{Language, localize, name_player};
use crate::views::game_lines::fit_message;

/// Players offered as buttons; more become a select.
const MAX_BUTTONS: usize = 5;

/// Players selectable at once, Discord's limit.
pub(crate) const MOST_ADDED: u8 = 25;

const LONGEST_NAME: usize = 40;

/// Untrusted text in a code span.
fn quoted(text: &str) -> String {
    format!("`{}`", code(text))
}

pub fn explain(language: Language, error: &LadderError, reader: UserId) -> String {
    match error {
        LadderError::NoServer => localize!(language, "ladder-error-no-server"),
        LadderError::NoLadder => localize!(language, "ladder-error-none"),
        LadderError::WhichLadder(names) => {
            let names = names.iter().map(|name| escape_markdown(name)).collect::<Vec<_>>().join(", ");
            localize!(language, "ladder-error-which", names = names)
        }
        LadderError::NoSuchLadder(typed) => localize!(language, "ladder-error-no-such", name = quoted(typed)),
        LadderError::Closed => localize!(language, "ladder-error-closed"),
        LadderError::NoSuchPlace(last) => localize!(language, "ladder-error-no-such-place", last = *last),
        LadderError::NoSuchSeason(last) => localize!(language, "ladder-error-no-such-season", last = *last),
        LadderError::NameTaken => localize!(language, "ladder-error-name-taken"),
        LadderError::NoName => localize!(language, "ladder-error-no-name"),
        LadderError::TooMany(most) => localize!(language, "ladder-error-too-many", most = *most),
        LadderError::Full(most) => localize!(language, "ladder-error-full", most = *most),
        LadderError::NotEmpty => localize!(language, "ladder-error-not-empty"),
        LadderError::AlreadyOn(player) if *player == reader => localize!(language, "ladder-error-you-are-on"),
        LadderError::AlreadyOn(player) => localize!(language, "ladder-error-already-on", player = mention(*player)),
        LadderError::NotOn(absent) | LadderError::Refused { refusal: LadderRefusal::NotOnLadder(absent), .. }
            if *absent == reader =>
        {
            localize!(language, "ladder-error-you-are-not-on")
        }
        LadderError::NotOn(player) => localize!(language, "ladder-refused-not-on-ladder", player = mention(*player)),
        LadderError::Refused { defender, refusal } => {
            let time = |at: Timestamp| format!("<t:{}:f>", (at.0 + 999) / 1000);
            describe_refusal(language, *refusal, *defender, &mention, &time)
        }
        LadderError::Setting(error) => explain_setting(language, error),
        LadderError::NotForTwo => localize!(language, "ladder-error-not-for-two"),
        LadderError::FileLine { number, line } => {
            let line = code(&clean(line, 60));
            localize!(language, "ladder-error-file-line", number = *number, line = line)
        }
        LadderError::FileNumber { number, line } => {
            let line = code(&clean(line, 60));
            localize!(language, "event-error-file-number", number = *number, line = line)
        }
        LadderError::FileEmpty => localize!(language, "ladder-error-file-empty"),
        LadderError::FileNoText => localize!(language, "ladder-error-file-no-text"),
        LadderError::FileTooLarge(most) => localize!(language, "ladder-error-file-too-large", most = *most),
        LadderError::FileUnread => localize!(language, "ladder-error-file-unread"),
        LadderError::NothingToChange => localize!(language, "ladder-error-nothing"),
    }
}

fn explain_setting(language: Language, error: &LadderSettingError) -> String {
    match error {
        LadderSettingError::UnknownKey { key, known } => {
            localize!(language, "ladder-error-set-key", key = quoted(key), known = known.join(", "))
        }
        LadderSettingError::Value { key, value, example } => {
            let (setting, example) = (quoted(&format!("{key}={value}")), format!("{key}={example}"));
            localize!(language, "ladder-error-set-value", setting = setting, example = example)
        }
        LadderSettingError::NoValue(setting) => {
            localize!(language, "ladder-error-set-no-value", setting = quoted(setting))
        }
        LadderSettingError::Steps => localize!(language, "ladder-error-set-steps"),
        LadderSettingError::Reach => localize!(language, "ladder-error-set-reach"),
        LadderSettingError::Answer => localize!(language, "ladder-error-set-answer"),
        LadderSettingError::Divisions => localize!(language, "ladder-error-set-divisions"),
    }
}

pub(super) fn render_joined(language: Language, head: &LadderHead, place: usize) -> OutgoingMessage {
    if place == 1 {
        return OutgoingMessage::text(localize!(language, "ladder-joined-first", name = name_of(head)));
    }
    let challenge =
        button(&press(head, LadderButton::Challenge), localize!(language, "button-ladder-challenge"), Style::Primary);
    let text = localize!(language, "ladder-joined", name = name_of(head), place = place);
    OutgoingMessage::text(text).rows(vec![row([challenge])])
}

pub(super) fn render_left(language: Language, head: &LadderHead, place: usize) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "ladder-left", name = name_of(head), place = place))
}

pub(super) fn ask_to_leave(language: Language, head: &LadderHead, place: usize, open: usize) -> OutgoingMessage {
    let text = localize!(language, "ladder-ask-leave", name = name_of(head), place = place, open = open);
    question(language, head, text, LadderButton::LeaveYes, "button-ladder-leave-yes")
}

pub(super) fn ask_to_close(language: Language, head: &LadderHead, players: usize, open: usize) -> OutgoingMessage {
    let text = localize!(language, "ladder-ask-close", name = name_of(head), players = players, open = open);
    question(language, head, text, LadderButton::CloseYes, "button-ladder-close-yes")
}

/// The question before an organizer removes a player from the ladder.
pub(super) fn ask_to_remove(
    language: Language,
    head: &LadderHead,
    pending: &OrganizerQuestion,
    player: UserId,
    [place, open]: [usize; 2],
) -> OutgoingMessage {
    let (name, player) = (name_of(head), mention(player));
    let mut text = localize!(language, "ladder-ask-remove", name = name, player = player, place = place, open = open);
    if !pending.reason.is_empty() {
        let reason = localize!(language, "ladder-ask-reason", reason = sentence(&pending.reason));
        text = format!("{text}\n{reason}");
    }
    question(language, head, text, LadderButton::RemoveYes { asked: pending.request }, "button-ladder-remove-yes")
}

/// The effect of an annulled game on its ladder; used before and after the annulment.
pub(crate) fn describe_annulment(language: Language, annulment: &LadderAnnulment) -> String {
    let (key, head, changes) = match annulment {
        LadderAnnulment::NotCounted(head) => ("organize-ladder-never", head, &Vec::new()),
        LadderAnnulment::Closed(head) => ("organize-ladder-closed", head, &Vec::new()),
        LadderAnnulment::TakenBack(head, changes) if changes.is_empty() => ("organize-ladder-same", head, changes),
        LadderAnnulment::TakenBack(head, changes) => ("organize-ladder-back", head, changes),
    };
    let place =
        |place: Option<usize>| place.map_or_else(|| localize!(language, "ladder-off"), |place| place.to_string());
    let change =
        |to: &LadderChange| format!("{} {} → **{}**", name_player(language, to.player), place(to.from), place(to.to));
    let mut list: Vec<String> = changes.iter().take(MOST_NAMED).map(change).collect();
    list.extend((changes.len() > MOST_NAMED).then(|| "…".to_owned()));
    localize!(language, key, name = name_of(head), changes = list.join(", "))
}

/// Announces that a running game no longer counts for its ladder.
pub(crate) fn describe_lost_game(language: Language, ladder: &str, user: Option<UserId>) -> String {
    let name = escape_markdown(ladder);
    match user {
        Some(user) => localize!(language, "ladder-no-longer-counts", name = name, player = mention(user)),
        None => localize!(language, "ladder-no-longer-counts-closed", name = name),
    }
}

pub(super) fn render_kept_place(language: Language) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "ladder-kept"))
}

/// The changes of places caused by a game, for its players.
pub(crate) fn describe_moves(language: Language, ladder: &str, moves: &[PlaceChange]) -> String {
    let part = |moved: &PlaceChange| {
        let key = match (moved.from, moved.to) {
            (_, None) => "ladder-told-off",
            (Some(from), Some(to)) if to > from => "ladder-told-down",
            (_, Some(_)) => "ladder-told-up",
        };
        localize!(language, key, player = mention(moved.user), place = moved.to.unwrap_or(0))
    };
    let parts: Vec<String> = moves.iter().map(part).collect();
    format!("**{}**: {}.", escape_markdown(ladder), parts.join(", "))
}

pub(super) fn render_begun_game(language: Language, head: &LadderHead, defender: UserId) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "ladder-begun", name = name_of(head), player = mention(defender)))
}

/// The players that someone may challenge: a few as buttons, more as a select.
pub(super) fn choices(language: Language, head: &LadderHead, found: &Challengeable, is_first: bool) -> OutgoingMessage {
    let Challengeable { players: found, more } = found;
    if found.is_empty() {
        let key = if is_first { "ladder-nobody-above" } else { "ladder-nobody" };
        return OutgoingMessage::text(localize!(language, key, name = name_of(head)));
    }
    let mut text = localize!(language, "ladder-whom", name = name_of(head));
    if *more > 0 {
        text = format!("{text}\n{}", localize!(language, "ladder-whom-more", more = *more));
    }
    let label = |(standing, name): &(LadderPlace, String)| {
        let name: String = base::clean::clean(name, LONGEST_NAME);
        format!("{}. {}", standing.place, if name.is_empty() { "?" } else { &name })
    };
    let parts = if found.len() <= MAX_BUTTONS {
        let part = |found: &(LadderPlace, String)| {
            let challenge = LadderButton::Defender { player: found.0.player };
            button(&press(head, challenge), label(found), Style::Primary)
        };
        row(found.iter().map(part))
    } else {
        let has_steps = head.rules.has_steps();
        let option = |found: &(LadderPlace, String)| {
            let about = has_steps.then(|| localize!(language, "ladder-step", step = found.0.step));
            (found.0.player.0.to_string(), label(found), about.unwrap_or_default())
        };
        let options: Vec<_> = found.iter().map(option).collect();
        select_row(select(&press(head, LadderButton::Choose), &localize!(language, "ladder-choose"), &options))
    };
    OutgoingMessage::text(text).rows(vec![parts])
}

pub(super) fn render_new_ladder(language: Language, head: &LadderHead) -> OutgoingMessage {
    let created = localize!(language, "ladder-created", name = name_of(head));
    OutgoingMessage::text(format!("{created}\n{}", rules(language, head)))
}

pub(super) fn edited(language: Language, head: &LadderHead, is_changed: bool) -> OutgoingMessage {
    if !is_changed {
        return OutgoingMessage::text(localize!(language, "ladder-not-edited"));
    }
    OutgoingMessage::text(format!("{}\n{}", localize!(language, "ladder-edited"), rules(language, head)))
}

pub(super) fn chosen_channel(language: Language, head: &LadderHead, channel: Option<ChannelId>) -> OutgoingMessage {
    let Some(channel) = channel else {
        return OutgoingMessage::text(localize!(language, "ladder-channel-off", name = name_of(head)));
    };
    OutgoingMessage::text(localize!(language, "ladder-channel", name = name_of(head), channel = channel.0))
}

/// For followers of the ladder: the changes, and all rules as they are now.
pub(super) fn changed_rules(language: Language, head: &LadderHead, changed: &[String]) -> OutgoingMessage {
    let list = changed.iter().map(|change| quoted(change)).collect::<Vec<_>>().join(", ");
    let summary = localize!(language, "ladder-announced", name = name_of(head), changes = list);
    OutgoingMessage::text(format!("{summary}\n{}", rules(language, head)))
}

pub(super) fn render_closed_ladder(language: Language, head: &LadderHead) -> OutgoingMessage {
    OutgoingMessage::text(localize!(language, "ladder-closed", name = name_of(head)))
}

pub(crate) fn organized(
    language: Language,
    stored: &StoredLadder,
    player: UserId,
    change: Option<LadderChange>,
) -> OutgoingMessage {
    let name = name_of(&stored.head);
    OutgoingMessage::text(match change {
        Some(change) => format!("**{name}** · {}", describe_change(language, &change, None)),
        None => localize!(language, "ladder-stands-there", name = name, player = mention(player)),
    })
}

/// A menu of members, for `/organize ladder add` without a player.
pub(crate) fn ask_whom_to_add(language: Language, head: &LadderHead) -> OutgoingMessage {
    let text = localize!(language, "ladder-ask-add", name = name_of(head));
    let menu = user_select(&press(head, LadderButton::Add), &localize!(language, "ladder-add-whom"), [], MOST_ADDED);
    OutgoingMessage::text(text).rows(vec![select_row(menu)])
}

/// People listed who were not added for the same reason.
const MOST_OTHERS: usize = 40;

/// Why a person was not added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotAdded {
    /// Nobody in the server has this id.
    Unknown,
    /// Not in the server, or unable to see the channel.
    Absent,
    Bot,
    AlreadyIn,
    /// Already in, and now with another seed, rating or team.
    Changed,
}

/// The people who were not added: a line for each reason.
pub(crate) fn list_others(language: Language, others: &[(UserId, NotAdded)]) -> Vec<String> {
    let list = |why: NotAdded, format: fn(UserId) -> String| {
        let users: Vec<UserId> = others.iter().filter(|(_, of)| *of == why).map(|(user, _)| *user).collect();
        let names: Vec<String> = users.iter().take(MOST_OTHERS).copied().map(format).collect();
        let more = if users.len() > MOST_OTHERS { " …" } else { "" };
        (!users.is_empty()).then(|| (users.len(), format!("{}{more}", names.join(" "))))
    };
    // No client shows the name of an unknown id.
    let unknown = list(NotAdded::Unknown, |user| format!("`{}`", user.0));
    let lines = [
        unknown.map(|(count, list)| localize!(language, "ladder-added-others", count = count, list = list)),
        list(NotAdded::Absent, mention).map(|(_, list)| localize!(language, "ladder-added-absent", list = list)),
        list(NotAdded::Bot, mention).map(|(_, list)| localize!(language, "ladder-added-bots", list = list)),
        list(NotAdded::AlreadyIn, mention).map(|(_, list)| localize!(language, "ladder-added-before", list = list)),
        list(NotAdded::Changed, mention).map(|(_, list)| localize!(language, "event-added-changed", list = list)),
    ];
    lines.into_iter().flatten().collect()
}

/// The people added to the ladder with their places, and those who were not.
pub(crate) fn render_added_players(
    language: Language,
    head: &LadderHead,
    added: &[LadderPlace],
    others: &[(UserId, NotAdded)],
) -> OutgoingMessage {
    let name = name_of(head);
    let mut lines = vec![localize!(language, "ladder-added", name = name, count = added.len())];
    lines.extend(added.iter().map(|place| format!("{}. {}", place.place, mention(place.player))));
    lines.extend(list_others(language, others));
    OutgoingMessage::text(fit_message(language, lines.remove(0), lines.into_iter(), 0))
}
