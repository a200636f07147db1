//! `/organize ladder`: what organizers do with ladders.

use std::str::FromStr as _;

use futures::StreamExt as _;

use crate::commands::layout_names::layout_named;
use crate::commands::organizers::{check_permissions, confirmed_question, keep_question, organized};
use crate::commands::shared_options::{member_of, user_of};
use crate::commands::{Answer, App, Choices, Problem};
use crate::discord::{
    Attachment, Interaction, Language, OutgoingMessage, Reply, ResolvedUser, SentMessage, Unanswered,
};
use crate::domain::clubs::ladder::{LadderError, LadderHead, RulePreset};
use crate::domain::{
    AuditAction, Competition, GuildId, LadderId, Organizer, OrganizerError, Person, QuestionAbout, RequestId, UserId,
};
use crate::features::ladder::command::ladder_of;
use crate::features::ladder::service::{
    self, LadderEdit, MOST_PLAYERS, NewLadder, OrganizerAction, organizers, players, taking_in,
};
use crate::features::ladder::{player_file, view};
use crate::games::GameError;

/// Members that are looked up at the same time.
const MEMBERS_AT_ONCE: usize = 4;

pub(super) async fn run(app: &App, language: Language, interaction: &Interaction, what: &str) -> Answer {
    let guild = organized(app, interaction).await?;
    let text = |option: &str| interaction.text(option).map(str::to_owned);
    let by = Organizer { reason: text("reason"), ..Organizer::of(interaction, guild) };
    let Games { setup, pace } = read_games(app, interaction, guild).await?;
    if what == "create" {
        let preset = interaction.text("preset").and_then(|word| RulePreset::from_str(word).ok());
        let new = NewLadder {
            guild,
            by: Some(by),
            name: text("name").unwrap_or_default(),
            preset: preset.ok_or(Problem::Key("error-no-such-choice"))?,
            settings: text("set").unwrap_or_default(),
            setup: setup.unwrap_or_else(|| "abalone".to_owned()),
            pace,
        };
        let head = organizers::create(&app.games, new).await?;
        return Ok(Reply::ephemeral(view::render_new_ladder(language, &head)));
    }
    let ladder = ladder_of(app, interaction).await?;
    let missing = Problem::Key("error-no-such-person");
    Ok(Reply::ephemeral(match what {
        "edit" => {
            let edit = LadderEdit { name: text("name"), settings: text("set"), setup, pace };
            let (head, changed) = organizers::edit(&app.games, ladder, &by, edit).await?;
            if !changed.is_empty() {
                announce(app, interaction, &head, |theirs| view::changed_rules(theirs, &head, &changed)).await?;
            }
            view::edited(language, &head, !changed.is_empty())
        }
        "channel" => choose_channel(app, language, interaction, ladder, &by).await?,
        "close" => {
            let stored = organizers::check_act(&app.games, ladder, &by, AuditAction::LadderClosed, None).await?;
            let (players, open) = (stored.ladder.table().len(), stored.ladder.challenges().count());
            view::ask_to_close(language, &stored.head, players, open)
        }
        "season" => {
            let action = AuditAction::LadderSeasonBegun;
            let stored = organizers::check_act(&app.games, ladder, &by, action, None).await?;
            let number = stored.ladder.season().map_or(0, |season| season.number);
            let (about, reason) = (QuestionAbout::Season { ladder, number }, by.reason.clone().unwrap_or_default());
            let question = keep_question(&app.games, &by, about, reason).await?;
            view::ask_for_season(language, &stored, &question)
        }
        "add" => {
            if let Some(file) = interaction.attachment("file") {
                return add_from_file(app, language, interaction, ladder, &by, file).await;
            }
            let Some(named) = user_of(interaction, "player")? else {
                let head = taking_in::ladder_head(&app.games, ladder).await?;
                return Ok(interaction.private_reply(view::ask_whom_to_add(language, &head)));
            };
            let place = interaction.number("place").map(|place| usize::try_from(place).unwrap_or(0));
            // Who stands on the ladder can be moved after they have left the server.
            if place.is_none() || !organizers::is_on(&app.games, ladder, named.person.user).await? {
                member_of(language, interaction, "player", "ladder-error-not-here")?;
            }
            change_player(app, language, ladder, &by, OrganizerAction::Add(named.person.clone(), place)).await?
        }
        // Also somebody who has left the server.
        "remove" => {
            let named = user_of(interaction, "player")?.ok_or(missing)?;
            let player = named.person.user;
            let reason = by.required_reason().map_err(GameError::from)?;
            organizers::check_act(&app.games, ladder, &by, AuditAction::LadderPlayerRemoved, Some(player)).await?;
            let (head, place, open) = players::place_to_leave(&app.games, ladder, player).await?;
            let about = QuestionAbout::Removal { competition: Competition::Ladder(ladder), player };
            let question = keep_question(&app.games, &by, about, reason).await?;
            view::ask_to_remove(language, &head, &question, player, [place, open])
        }
        _ => return Err(Problem::UNKNOWN_COMMAND),
    }))
}

/// What is played on a ladder, as far as the options say it.
struct Games {
    setup: Option<String>,
    pace: Option<String>,
}

/// Reads what is played. `setup` may name a preset of the server, which has a pace too.
async fn read_games(app: &App, interaction: &Interaction, guild: GuildId) -> Result<Games, Problem> {
    let pace = interaction.text("pace").map(str::to_owned);
    let Some(typed) = interaction.text("setup") else { return Ok(Games { setup: setup_line(interaction), pace }) };
    let presets = app.games.server_settings(guild).await?.presets;
    Ok(match presets.into_iter().find(|preset| preset.is_called(typed.trim())) {
        Some(preset) if interaction.text("layout").is_none() => {
            Games { setup: Some(preset.setup), pace: pace.or(Some(preset.pace)) }
        }
        _ => Games { setup: setup_line(interaction), pace },
    })
}

/// The presets of the server, for the option `setup`.
pub(super) async fn complete_setup(app: &App, interaction: &Interaction, typed: &str) -> Result<Choices, Problem> {
    let guild = organized(app, interaction).await?;
    let names = app.games.server_settings(guild).await?.presets.into_iter().map(|preset| preset.name);
    let fitting = names.filter(|name| name.to_lowercase().contains(&typed.to_lowercase()));
    Ok(fitting.map(|name| (name.clone(), name)).collect())
}

/// The setup line that the options make: a layout, or a whole line.
pub(crate) fn setup_line(interaction: &Interaction) -> Option<String> {
    let layout = interaction.text("layout").map(|typed| {
        let name = layout_named(typed)
            .map_or_else(|| typed.trim().to_lowercase().replace(' ', "-"), |found| found.name.clone());
        format!("layout={name}")
    });
    match (interaction.text("setup"), layout) {
        (None, None) => None,
        (Some(setup), None) if setup.split_whitespace().next().is_some_and(|word| word.contains('=')) => {
            Some(format!("abalone {setup}"))
        }
        (Some(setup), None) => Some(setup.to_owned()),
        (setup, Some(layout)) => Some(format!("{} {layout}", setup.unwrap_or("abalone"))),
    }
}

/// *Close* below the question.
pub(super) async fn confirm_close(
    app: &App,
    language: Language,
    interaction: &Interaction,
    ladder: LadderId,
) -> Answer {
    let guild = organized(app, interaction).await?;
    let head = organizers::close(&app.games, ladder, &Organizer::of(interaction, guild)).await?;
    announce(app, interaction, &head, |theirs| view::render_closed_ladder(theirs, &head)).await?;
    Ok(interaction.private_reply(view::render_closed_ladder(language, &head)))
}

/// The channel of a ladder: this one, or none. The table in the channel before goes.
async fn choose_channel(
    app: &App,
    language: Language,
    interaction: &Interaction,
    ladder: LadderId,
    by: &Organizer,
) -> Result<OutgoingMessage, Problem> {
    let channel = match interaction.text("where") {
        Some("here") => Some(interaction.origin.channel_id),
        Some("off") => None,
        _ => return Err(Problem::Key("error-no-such-choice")),
    };
    if channel.is_some() {
        check_permissions(language, interaction)?;
    }
    let (head, before) = organizers::set_channel(&app.games, ladder, by, channel).await?;
    if let Some((channel_id, discord_id)) = before.and_then(|before| before.message_id.map(|id| (before.channel, id))) {
        app.sender.withdraw(SentMessage { channel_id, discord_id }).await;
    }
    Ok(view::chosen_channel(language, &head, channel))
}

/// Tells those who follow the ladder, in the language of the server. What is done is done, whatever Discord says.
async fn announce(
    app: &App,
    interaction: &Interaction,
    head: &LadderHead,
    said: impl Fn(Language) -> OutgoingMessage + Send,
) -> Result<(), Problem> {
    let locale = app.games.server_settings(head.guild_id).await?.locale;
    let theirs = Language::of(locale.as_deref().unwrap_or("en-US"));
    for channel in service::channels_of_followers(&app.games, head).await? {
        let nonce = format!("x{:x}{:04x}", interaction.request.0, channel.0 & 0xffff);
        app.sender.post(channel, &said(theirs), &nonce).await;
    }
    Ok(())
}

/// Puts those on the ladder who were chosen in the menu.
pub(super) async fn add_chosen(app: &App, language: Language, interaction: &Interaction, ladder: LadderId) -> Answer {
    let guild = organized(app, interaction).await?;
    let chosen: Vec<&ResolvedUser> = interaction
        .values
        .iter()
        .filter_map(|value| interaction.users.iter().find(|user| user.person.user.0.to_string() == *value))
        .collect();
    let (members, others): (Vec<&ResolvedUser>, Vec<&ResolvedUser>) =
        chosen.into_iter().partition(|user| !user.is_bot && user.sees_channel);
    let people: Vec<Person> = members.into_iter().map(|user| user.person.clone()).collect();
    let others: Vec<UserId> = others.into_iter().map(|user| user.person.user).collect();
    let (head, added) =
        organizers::add_players(&app.games, ladder, &Organizer::of(interaction, guild), &people).await?;
    Ok(interaction.private_reply(view::render_added_players(language, &head, &added, &others)))
}

/// Puts those on the ladder whose ids stand in a file.
async fn add_from_file(
    app: &App,
    language: Language,
    interaction: &Interaction,
    ladder: LadderId,
    by: &Organizer,
    file: &Attachment,
) -> Answer {
    if interaction.options.contains_key("player") || interaction.options.contains_key("place") {
        return Err(Problem::Key("ladder-error-file-alone"));
    }
    let unread = |_: Unanswered| GameError::from(LadderError::FileUnread);
    if file.size > player_file::LARGEST as u64 {
        return Err(GameError::from(LadderError::FileTooLarge(player_file::LARGEST / 1024)).into());
    }
    let bytes = app.sender.download(&file.url, player_file::LARGEST).await.map_err(unread)?;
    let users = player_file::read_players(&bytes).map_err(GameError::from)?;
    if users.len() > MOST_PLAYERS {
        return Err(GameError::from(LadderError::Full(MOST_PLAYERS)).into());
    }
    let ask = async |user: UserId| (user, app.sender.member(by.guild, user).await);
    let asked: Vec<_> = futures::stream::iter(users).map(ask).buffered(MEMBERS_AT_ONCE).collect().await;
    let (mut people, mut others) = (Vec::new(), Vec::new());
    for (user, member) in asked {
        match member.map_err(unread)? {
            Some(person) => people.push(person),
            None => others.push(user),
        }
    }
    let (head, added) = organizers::add_players(&app.games, ladder, by, &people).await?;
    Ok(interaction.private_reply(view::render_added_players(language, &head, &added, &others)))
}

/// *Take off* below the question.
pub(super) async fn confirm_removal(
    app: &App,
    language: Language,
    interaction: &Interaction,
    asked: RequestId,
) -> Answer {
    let guild = organized(app, interaction).await?;
    let question = confirmed_question(&app.games, guild, interaction.person.user, asked).await?;
    let QuestionAbout::Removal { competition: Competition::Ladder(ladder), player } = question.about else {
        return Err(GameError::from(OrganizerError::Expired).into());
    };
    let reason = Some(question.reason).filter(|reason| !reason.is_empty());
    let by = Organizer { reason, ..Organizer::of(interaction, guild) };
    Ok(interaction.private_reply(change_player(app, language, ladder, &by, OrganizerAction::Remove(player)).await?))
}

/// *End the season* or *Begin the season* below the question.
pub(super) async fn confirm_season(
    app: &App,
    language: Language,
    interaction: &Interaction,
    asked: RequestId,
) -> Answer {
    let guild = organized(app, interaction).await?;
    let question = confirmed_question(&app.games, guild, interaction.person.user, asked).await?;
    let QuestionAbout::Season { ladder, number } = question.about else {
        return Err(GameError::from(OrganizerError::Expired).into());
    };
    let reason = Some(question.reason).filter(|reason| !reason.is_empty());
    let by = Organizer { reason, ..Organizer::of(interaction, guild) };
    let stored = organizers::begin_season(&app.games, ladder, &by, number).await?;
    Ok(interaction.private_reply(view::season_begun(language, &stored)))
}

async fn change_player(
    app: &App,
    language: Language,
    ladder: LadderId,
    by: &Organizer,
    action: OrganizerAction,
) -> Result<OutgoingMessage, Problem> {
    let player = action.player();
    let (stored, change) = organizers::change_player(&app.games, ladder, by, action).await?;
    Ok(view::organized(language, &stored, player, change))
}
