//! `/organize ladder`: the acts of organizers on ladders.

use std::str::FromStr as _;

use clubs::ClubError;
use clubs::authority::{confirmed_question, keep_question};
use clubs::domain::QuestionAbout;
use clubs::domain::ladder::{LadderError, LadderHead, RulePreset};
use clubs::ladders::player_file::{FileFor, ListedPlayer};
use clubs::ladders::{self, LadderEdit, NewLadder, OrganizerAction, organizers, player_file, players, sync};
use discord::{Attachment, DiscordError, OutgoingMessage, Reply, ResolvedUser, SentMessage};
use futures::StreamExt as _;
use games::GameError;
use games::domain::{
    AuditAction, Competition, GuildId, LadderId, Organizer, OrganizerError, Person, RequestId, UserId,
};

use crate::commands::layout_names::layout_named;
use crate::commands::organizers::{check_permissions, organized, organizer_without_reason};
use crate::commands::shared_options::{member_of, user_of};
use crate::commands::{Answer, App, Choices, Ctx, Problem};
use crate::features::ladder::command::ladder_of;
use crate::features::ladder::view::{self, NotAdded};
use crate::localization::Language;

/// Members looked up concurrently.
const MEMBERS_AT_ONCE: usize = 4;

pub(super) async fn run(ctx: Ctx<'_>, what: &str) -> Answer {
    let guild = organized(ctx).await?;
    let text = |option: &str| ctx.text(option).map(str::to_owned);
    let by = Organizer { reason: text("reason"), ..organizer_without_reason(ctx, guild) };
    if what == "create" {
        let Games { setup, pace } = read_games(ctx, guild, None).await?;
        let preset = ctx.text("preset").and_then(|word| RulePreset::from_str(word).ok());
        let new = NewLadder {
            guild,
            by: Some(by),
            name: text("name").unwrap_or_default(),
            preset: preset.ok_or(Problem::Key("error-no-such-choice"))?,
            settings: text("set").unwrap_or_default(),
            setup: setup.unwrap_or_else(|| "abalone".to_owned()),
            pace,
        };
        let head = organizers::create(&ctx.app.games, new).await?;
        return Ok(Reply::ephemeral(view::render_new_ladder(ctx.language, &head)));
    }
    let ladder = ladder_of(ctx).await?;
    let missing = Problem::Key("error-no-such-person");
    Ok(Reply::ephemeral(match what {
        "edit" => {
            let usual = sync::ladder_head(&ctx.app.games, ladder).await?.setup;
            let Games { setup, pace } = read_games(ctx, guild, Some(&usual)).await?;
            let edit = LadderEdit { name: text("name"), settings: text("set"), setup, pace };
            let (head, changes) = organizers::edit(&ctx.app.games, ladder, &by, edit).await?;
            if !changes.is_empty() {
                announce(ctx, &head, |theirs| view::changed_rules(theirs, &head, &changes)).await?;
            }
            view::edited(ctx.language, &head, !changes.is_empty())
        }
        "channel" => choose_channel(ctx, ladder, &by).await?,
        "close" => {
            let stored = organizers::check_act(&ctx.app.games, ladder, &by, AuditAction::LadderClosed, None).await?;
            let (players, open) = (stored.ladder.table().len(), stored.ladder.challenges().count());
            view::ask_to_close(ctx.language, &stored.head, players, open)
        }
        "season" => {
            let action = AuditAction::LadderSeasonBegun;
            let stored = organizers::check_act(&ctx.app.games, ladder, &by, action, None).await?;
            let number = stored.ladder.season().map_or(0, |season| season.number);
            let (about, reason) = (QuestionAbout::Season { ladder, number }, by.reason.clone().unwrap_or_default());
            let question = keep_question(&ctx.app.games, &by, about, reason).await?;
            view::ask_for_season(ctx.language, &stored, &question)
        }
        "add" => {
            if let Some(file) = ctx.attachment("file") {
                return add_from_file(ctx, ladder, &by, file).await;
            }
            let Some(user) = user_of(ctx.interaction, "player")? else {
                let head = sync::ladder_head(&ctx.app.games, ladder).await?;
                return Ok(ctx.private_reply(view::ask_whom_to_add(ctx.language, &head)));
            };
            let place = ctx.number("place").map(|place| usize::try_from(place).unwrap_or(0));
            // A player of the ladder can be moved after leaving the server.
            if place.is_none() || !organizers::is_on(&ctx.app.games, ladder, user.person.user).await? {
                member_of(ctx, "player", "ladder-error-not-here")?;
            }
            change_player(ctx.app, ctx.language, ladder, &by, OrganizerAction::Add(user.person.clone(), place)).await?
        }
        // Also works for someone who has left the server.
        "remove" => {
            let user = user_of(ctx.interaction, "player")?.ok_or(missing)?;
            let player = user.person.user;
            let reason = by.required_reason().map_err(GameError::from)?;
            organizers::check_act(&ctx.app.games, ladder, &by, AuditAction::LadderPlayerRemoved, Some(player)).await?;
            let (head, place, open) = players::place_to_leave(&ctx.app.games, ladder, player).await?;
            let about = QuestionAbout::Removal { competition: Competition::Ladder(ladder), player };
            let question = keep_question(&ctx.app.games, &by, about, reason).await?;
            view::ask_to_remove(ctx.language, &head, &question, player, [place, open])
        }
        _ => return Err(Problem::UNKNOWN_COMMAND),
    }))
}

/// The setup and pace of games, as far as options give them.
pub(crate) struct Games {
    pub setup: Option<String>,
    pub pace: Option<String>,
}

/// Reads the setup and pace. `setup` may name a preset of the server, which also has a pace. Without `setup`, a layout
/// goes into the usual setup.
pub(crate) async fn read_games(ctx: Ctx<'_>, guild: GuildId, usual: Option<&str>) -> Result<Games, Problem> {
    let (layout, pace) = (ctx.text("layout"), ctx.text("pace").map(str::to_owned));
    let Some(typed) = ctx.text("setup") else {
        return Ok(Games { setup: layout.map(|layout| setup_line(usual.unwrap_or_default(), Some(layout))), pace });
    };
    let presets = ctx.app.games.server_settings(guild).await?.presets;
    Ok(match presets.into_iter().find(|preset| preset.is_called(typed.trim())) {
        Some(preset) => Games { setup: Some(setup_line(&preset.setup, layout)), pace: pace.or(Some(preset.pace)) },
        None => Games { setup: Some(setup_line(typed, layout)), pace },
    })
}

/// Completes the option `setup` with the server's presets.
pub(super) async fn complete_setup(ctx: Ctx<'_>, typed: &str) -> Result<Choices, Problem> {
    let guild = organized(ctx).await?;
    let names = ctx.app.games.server_settings(guild).await?.presets.into_iter().map(|preset| preset.name);
    let fitting = names.filter(|name| name.to_lowercase().contains(&typed.to_lowercase()));
    Ok(fitting.map(|name| (name.clone(), name)).collect())
}

/// A setup line with this layout instead of its own. Abalone may go without its name.
fn setup_line(typed: &str, layout: Option<&str>) -> String {
    let layout = layout.map(|typed| {
        let name = layout_named(typed)
            .map_or_else(|| typed.trim().to_lowercase().replace(' ', "-"), |found| found.name.clone());
        format!("layout={name}")
    });
    let is_nameless = typed.split_whitespace().next().is_none_or(|word| word.contains('='));
    // A random layout has a seed and its board.
    let is_other_layout =
        |word: &str| layout.is_some() && ["layout=", "seed=", "board="].iter().any(|option| word.starts_with(option));
    let words = typed.split_whitespace().filter(|word| !is_other_layout(word));
    let words = is_nameless.then_some("abalone").into_iter().chain(words).chain(layout.as_deref());
    words.collect::<Vec<_>>().join(" ")
}

/// *Close* below the question.
pub(super) async fn confirm_close(ctx: Ctx<'_>, ladder: LadderId) -> Answer {
    let guild = organized(ctx).await?;
    let head = organizers::close(&ctx.app.games, ladder, &organizer_without_reason(ctx, guild)).await?;
    announce(ctx, &head, |theirs| view::render_closed_ladder(theirs, &head)).await?;
    Ok(ctx.private_reply(view::render_closed_ladder(ctx.language, &head)))
}

/// Sets the channel of a ladder: this one, or none. The table in the old channel is deleted.
async fn choose_channel(ctx: Ctx<'_>, ladder: LadderId, by: &Organizer) -> Result<OutgoingMessage, Problem> {
    let channel = match ctx.text("where") {
        Some("here") => Some(ctx.origin.channel_id),
        Some("off") => None,
        _ => return Err(Problem::Key("error-no-such-choice")),
    };
    if channel.is_some() {
        check_permissions(ctx)?;
    }
    let (head, before) = organizers::set_channel(&ctx.app.games, ladder, by, channel).await?;
    if let Some((channel_id, discord_id)) = before.and_then(|before| before.message.map(|id| (before.channel, id))) {
        ctx.app.sender.withdraw(SentMessage { channel_id, discord_id }).await;
    }
    Ok(view::chosen_channel(ctx.language, &head, channel))
}

/// Tells followers of the ladder in the server's language. A failed post does not undo the change.
async fn announce(
    ctx: Ctx<'_>,
    head: &LadderHead,
    said: impl Fn(Language) -> OutgoingMessage + Send,
) -> Result<(), Problem> {
    let locale = ctx.app.games.server_settings(head.guild_id).await?.locale;
    let theirs = Language::of(locale.as_deref().unwrap_or("en-US"));
    for channel in ladders::channels_of_followers(&ctx.app.games, head).await? {
        let nonce = format!("x{:x}{:04x}", ctx.request.0, channel.0 & 0xffff);
        ctx.app.sender.post(channel, &said(theirs), &nonce).await.ok();
    }
    Ok(())
}

/// Adds the people selected in the menu to the ladder.
pub(super) async fn add_chosen(ctx: Ctx<'_>, ladder: LadderId) -> Answer {
    let guild = organized(ctx).await?;
    let (people, others) = chosen_members(ctx);
    let (head, added) =
        organizers::add_players(&ctx.app.games, ladder, &organizer_without_reason(ctx, guild), &people).await?;
    Ok(ctx.private_reply(view::render_added_players(ctx.language, &head, &added, &others)))
}

/// The people selected in a menu: those who can be added, and the others.
pub(crate) fn chosen_members(ctx: Ctx<'_>) -> (Vec<Person>, Vec<(UserId, NotAdded)>) {
    let of_value = |value: &String| ctx.users.iter().find(|user| user.person.user.0.to_string() == *value);
    let selected = ctx.interaction.values.iter().filter_map(of_value);
    let (members, others): (Vec<&ResolvedUser>, Vec<&ResolvedUser>) =
        selected.partition(|user| !user.is_bot && user.sees_channel);
    let reason = |user: &ResolvedUser| if user.is_bot { NotAdded::Bot } else { NotAdded::Absent };
    let others = others.into_iter().map(|user| (user.person.user, reason(user))).collect();
    (members.into_iter().map(|user| user.person.clone()).collect(), others)
}

/// Adds the people whose ids are in a file to the ladder.
async fn add_from_file(ctx: Ctx<'_>, ladder: LadderId, by: &Organizer, file: &Attachment) -> Answer {
    if ctx.options.contains_key("player") || ctx.options.contains_key("place") {
        return Err(Problem::Key("ladder-error-file-alone"));
    }
    let (listed, others) = listed_members(ctx, by.guild, file, FileFor::Ladder).await?;
    let people: Vec<Person> = listed.into_iter().map(|(person, _)| person).collect();
    let (head, added) = organizers::add_players(&ctx.app.games, ladder, by, &people).await?;
    Ok(ctx.private_reply(view::render_added_players(ctx.language, &head, &added, &others)))
}

/// The people whose ids are in a file: members, with what the file says of them, and the others.
pub(crate) async fn listed_members(
    ctx: Ctx<'_>,
    guild: GuildId,
    file: &Attachment,
    competition: FileFor,
) -> Result<(Vec<(Person, ListedPlayer)>, Vec<(UserId, NotAdded)>), Problem> {
    let unread = |_: DiscordError| ClubError::from(LadderError::FileUnread);
    if file.size as usize > player_file::LARGEST {
        return Err(LadderError::FileTooLarge(player_file::LARGEST / 1024).into());
    }
    let bytes = ctx.app.sender.download(&file.url, player_file::LARGEST).await.map_err(unread)?;
    let players = player_file::read_players(&bytes, competition)?;
    competition.check_count(players.len())?;
    let ask = async |player: ListedPlayer| (player, ctx.app.sender.member(guild, player.user).await);
    let members: Vec<_> = futures::stream::iter(players).map(ask).buffered(MEMBERS_AT_ONCE).collect().await;
    let (mut people, mut others) = (Vec::new(), Vec::new());
    for (player, member) in members {
        match member.map_err(unread)? {
            Some(person) => people.push((person, player)),
            None => others.push((player.user, NotAdded::Unknown)),
        }
    }
    Ok((people, others))
}

/// *Take off* below the question.
pub(super) async fn confirm_removal(ctx: Ctx<'_>, asked: RequestId) -> Answer {
    let guild = organized(ctx).await?;
    let question = confirmed_question(&ctx.app.games, guild, ctx.user(), asked).await?;
    let QuestionAbout::Removal { competition: Competition::Ladder(ladder), player } = question.about else {
        return Err(GameError::from(OrganizerError::Expired).into());
    };
    let reason = Some(question.reason).filter(|reason| !reason.is_empty());
    let by = Organizer { reason, ..organizer_without_reason(ctx, guild) };
    Ok(ctx
        .interaction
        .private_reply(change_player(ctx.app, ctx.language, ladder, &by, OrganizerAction::Remove(player)).await?))
}

/// *End the season* or *Begin the season* below the question.
pub(super) async fn confirm_season(ctx: Ctx<'_>, asked: RequestId) -> Answer {
    let guild = organized(ctx).await?;
    let question = confirmed_question(&ctx.app.games, guild, ctx.user(), asked).await?;
    let QuestionAbout::Season { ladder, number } = question.about else {
        return Err(GameError::from(OrganizerError::Expired).into());
    };
    let reason = Some(question.reason).filter(|reason| !reason.is_empty());
    let by = Organizer { reason, ..organizer_without_reason(ctx, guild) };
    let stored = organizers::begin_season(&ctx.app.games, ladder, &by, number).await?;
    Ok(ctx.private_reply(view::season_begun(ctx.language, &stored)))
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
