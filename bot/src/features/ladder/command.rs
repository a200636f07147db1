//! `/ladder`: the table, joining and leaving, challenges, history and rules.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use tracing::error;

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::viewer::Viewer;
use crate::commands::context::App;
use crate::commands::layout_names::MAX_CHOICES;
use crate::discord::interaction;
use crate::discord::interaction::{Interaction, ResolvedUser};
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Picture, clean};
use crate::discord::reply::Reply;
use crate::domain::clubs::ladder::refusal::LadderError;
use crate::domain::{DAY_MS, LadderId, Phase, Timestamp, UserId};
use crate::features::challenge;
use crate::features::ladder::service;
use crate::features::ladder::service::players;
use crate::features::ladder::service::tables;
use crate::features::ladder::service::taking_in;
use crate::features::ladder::service::{LadderChallenge, TablePage};
use crate::features::ladder::view;
use crate::games::GameError;

/// The longest description that Discord takes.
const ALT: usize = 1024;

/// The ladder that a command means.
pub(crate) async fn ladder_of(app: &App, interaction: &Interaction) -> Result<LadderId, Problem> {
    Ok(service::find_ladder(&app.games, interaction.origin.guild_id, interaction.text("ladder")).await?)
}

/// The person whom an option names, a member who can see the channel and no bot; `None` when the option is not used.
pub(super) fn person_of<'i>(
    language: Language,
    interaction: &'i Interaction,
    option: &str,
) -> Result<Option<&'i ResolvedUser>, Problem> {
    let Some(user) = user_of(interaction, option)? else { return Ok(None) };
    if user.is_bot {
        return Err(Problem::Key("error-opponent-is-bot"));
    }
    if !user.sees_channel {
        let player = user.person.user.0;
        return Err(Problem::Text(localize!(language, "ladder-error-not-here", player = player)));
    }
    Ok(Some(user))
}

/// The user whom an option names, also one who has left the server.
pub(crate) fn user_of<'i>(interaction: &'i Interaction, option: &str) -> Result<Option<&'i ResolvedUser>, Problem> {
    let Some(id) = interaction.options.get(option) else { return Ok(None) };
    let id = interaction::id(id);
    let found = interaction.users.iter().find(|user| Some(user.person.user.0) == id);
    found.map(Some).ok_or(Problem::Key("error-no-such-person"))
}

/// Is the answer to this command for everybody?
pub fn is_public(interaction: &Interaction) -> bool {
    interaction.name == "ladder show" && interaction.flag("public")
}

/// `/ladder show`
pub(crate) async fn show(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let person = interaction.person.user;
    if is_public(interaction) && app.games.is_thread_of_others(person, interaction.origin.channel_id).await? {
        return Err(Problem::Key("ladder-error-thread-of-others"));
    }
    let ladder = ladder_of(app, interaction).await?;
    if !is_public(interaction) {
        return page(app, language, interaction, ladder, None).await;
    }
    let shown = tables::show_page(&app.games, ladder, None, None).await?;
    let text = view::public_title(language, &shown, person);
    let post = answer_with_picture(app, language, interaction, &shown, text)
        .await
        .rows(view::public_buttons(language, &shown));
    Ok(Reply::Message { private: false, post })
}

/// A page of the table, with its buttons.
pub(super) async fn page(
    app: &App,
    language: Language,
    interaction: &Interaction,
    ladder: LadderId,
    page: Option<u32>,
) -> Answer {
    let asker = interaction.person.user;
    let shown = tables::show_page(&app.games, ladder, Some(asker), page.map(|page| page as usize)).await?;
    let text = view::title(language, &shown);
    let rows = view::table_buttons(language, &shown);
    Ok(interaction.private_reply(answer_with_picture(app, language, interaction, &shown, text).await.rows(rows)))
}

/// The table as it was at an instant.
pub(super) async fn day(
    app: &App,
    language: Language,
    interaction: &Interaction,
    ladder: LadderId,
    at: Timestamp,
    page: u32,
) -> Answer {
    let shown = tables::show_page_at(&app.games, ladder, at, page as usize).await?;
    let text = view::day_title(language, &shown, at);
    let rows = view::day_buttons(language, &shown, at);
    Ok(interaction.private_reply(answer_with_picture(app, language, interaction, &shown, text).await.rows(rows)))
}

/// A page as a picture, or as text for those who prefer it and where it cannot be drawn.
async fn answer_with_picture(
    app: &App,
    language: Language,
    interaction: &Interaction,
    shown: &TablePage,
    text: String,
) -> OutgoingMessage {
    let guild = interaction.origin.guild_id;
    let own = (!is_public(interaction)).then_some(interaction.person.user);
    let reader = match own {
        Some(user) => Viewer::person(app, user, guild).await,
        None => Viewer::everybody(app, guild).await,
    };
    if shown.rows.is_empty() {
        return OutgoingMessage::text(text);
    }
    if !reader.text_board {
        let table = view::table(language, shown, own, reader.picture_style.theme);
        let alt = table.alt(ALT);
        match app.pictures.figure(move || render::table(&table)).await {
            Ok(bytes) => {
                let file_name = "ladder.png".to_owned();
                return OutgoingMessage::text(text).picture(Picture { file_name, bytes, alt });
            }
            Err(cause) => error!("Could not draw a ladder: {cause:#}"),
        }
    }
    OutgoingMessage::text(view::as_text(language, shown, text))
}

/// `/ladder join`
pub(crate) async fn join(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let ladder = ladder_of(app, interaction).await?;
    join_ladder(app, language, interaction, ladder).await
}

pub(super) async fn join_ladder(app: &App, language: Language, interaction: &Interaction, ladder: LadderId) -> Answer {
    let (stored, place) = players::join(&app.games, ladder, &interaction.person).await?;
    Ok(interaction.private_reply(view::render_joined(language, &stored.head, place)))
}

/// `/ladder leave`
pub(crate) async fn leave(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let ladder = ladder_of(app, interaction).await?;
    ask_to_leave(app, language, interaction, ladder).await
}

/// The question before leaving.
pub(super) async fn ask_to_leave(app: &App, language: Language, interaction: &Interaction, ladder: LadderId) -> Answer {
    let (head, place, open) = players::place_to_leave(&app.games, ladder, interaction.person.user).await?;
    Ok(interaction.private_reply(view::ask_to_leave(language, &head, place, open)))
}

pub(super) async fn leave_ladder(app: &App, language: Language, interaction: &Interaction, ladder: LadderId) -> Answer {
    let (stored, place) = players::leave(&app.games, ladder, interaction.person.user).await?;
    Ok(interaction.private_reply(view::render_left(language, &stored.head, place)))
}

/// `/ladder challenge`
pub(crate) async fn challenge(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let ladder = ladder_of(app, interaction).await?;
    match person_of(language, interaction, "user")? {
        Some(user) => {
            let person = &user.person;
            challenged(app, language, interaction, ladder, person.user, Some(person.name.clone())).await
        }
        None => choices(app, language, interaction, ladder).await,
    }
}

/// Whom one may challenge now.
pub(super) async fn choices(app: &App, language: Language, interaction: &Interaction, ladder: LadderId) -> Answer {
    let player = interaction.person.user;
    let (stored, found) = players::challengeable(&app.games, ladder, player, MAX_CHOICES).await?;
    let is_first = stored.ladder.place(player) == Some(1);
    Ok(interaction.private_reply(view::choices(language, &stored.head, &found, is_first)))
}

/// A challenge to this player.
pub(super) async fn challenged(
    app: &App,
    language: Language,
    interaction: &Interaction,
    ladder: LadderId,
    defender: UserId,
    defender_name: Option<String>,
) -> Answer {
    let new = LadderChallenge {
        request: interaction.request,
        ladder,
        challenger: interaction.person.clone(),
        defender,
        defender_name,
        origin: interaction.origin,
    };
    let (stored, done) = players::challenge(&app.games, new).await?;
    let record = &done.replayed.record;
    if record.game.phase == Phase::Playing {
        return Ok(interaction.private_reply(view::render_begun_game(language, &stored.head, defender)));
    }
    Ok(interaction.private_reply(challenge::view::render_sent_challenge(language, record)))
}

/// `/ladder history`
pub(crate) async fn history(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let ladder = ladder_of(app, interaction).await?;
    if let Some(typed) = interaction.text("date") {
        let at = end_of_day(typed, app.clock.now()).ok_or_else(|| LadderError::NoSuchDay(typed.to_owned()));
        return day(app, language, interaction, ladder, at.map_err(GameError::from)?, 0).await;
    }
    let player = user_of(interaction, "player")?.map(|user| user.person.user);
    history_page(app, language, interaction, ladder, player, 0).await
}

/// A page of the history, with its buttons.
pub(super) async fn history_page(
    app: &App,
    language: Language,
    interaction: &Interaction,
    ladder: LadderId,
    player: Option<UserId>,
    page: u32,
) -> Answer {
    let shown = tables::show_history(&app.games, ladder, player, page).await?;
    Ok(interaction.private_reply(view::history(language, player, &shown)))
}

/// The end of a day, in UTC, as `2026-11-22`; `None` for what is no day, and for one that is still to come. Today ends now.
fn end_of_day(typed: &str, now: Timestamp) -> Option<Timestamp> {
    let date: Date = typed.trim().parse().ok()?;
    let begins = Timestamp(date.to_zoned_datetime(TimeZone::UTC).ok()?.timestamp().as_millisecond());
    (begins <= now).then(|| begins.plus(DAY_MS - 1).min(now))
}

/// `/ladder rules`
pub(crate) async fn rules(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let ladder = ladder_of(app, interaction).await?;
    let stored = taking_in::update_ladder(&app.games, ladder).await?;
    Ok(Reply::ephemeral(OutgoingMessage::text(view::rules(language, &stored.head))))
}

/// The ladders of the server, for the option `ladder`.
pub async fn complete(app: &App, interaction: &Interaction, typed: &str) -> Result<Vec<(String, String)>, Problem> {
    let Some(guild) = interaction.origin.guild_id else { return Ok(Vec::new()) };
    let typed = typed.to_lowercase();
    let ladders = service::list_ladders(&app.games, guild).await?;
    let fitting = ladders.iter().filter(|head| head.name.to_lowercase().contains(&typed));
    Ok(fitting.take(MAX_CHOICES).map(|head| (clean(&head.name, 100), head.ladder_id.to_string())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_ends_at_midnight_and_today_now() {
        // 2026-11-22 12:00
        let now = Timestamp(1_795_348_800_000);
        assert_eq!(end_of_day("2026-11-21", now), Some(now.plus(-DAY_MS / 2 - 1)));
        assert_eq!(end_of_day(" 2026-11-22 ", now), Some(now));
        for typed in ["2026-11-23", "22.11.2026", "", "2026-02-30", "9999-12-31", "-009999-01-01x"] {
            assert_eq!(end_of_day(typed, now), None, "{typed}");
        }
    }
}
