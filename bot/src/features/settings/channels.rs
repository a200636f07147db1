//! `/setup channels`, `/setup thread` and `/setup organizers`: where and how a server's posts appear, and its
//! organizer role.

use discord::{Interaction, OutgoingMessage, Reply, interaction};
use games::GameError;
use games::domain::{AuditAction, AuditEntry, BoardPosts, ChannelId, GuildId, GuildPreferences, PostKind, RoleId};

use crate::commands::organizers::{check_permissions, organizer_without_reason};
use crate::commands::shared_options::Choice;
use crate::commands::{Answer, Ctx, Problem};
use crate::features::settings::definition::setup_menus;
use crate::features::settings::service;
use crate::localization::{Language, localize};

/// The log entry of a server setting.
pub(super) fn audit_entry(ctx: Ctx<'_>, guild: GuildId, what: &str) -> AuditEntry {
    let entry = organizer_without_reason(ctx, guild).entry(AuditAction::SetUp, ctx.app.clock.now());
    AuditEntry { detail: Some(what.to_owned()), ..entry }
}

/// The value of an option: this channel, or none.
fn wanted(interaction: &Interaction, option: &str) -> Result<Choice<ChannelId>, Problem> {
    match interaction.text(option) {
        None => Ok(None),
        Some("here") => Ok(Some(Some(interaction.origin.channel_id))),
        Some("off") => Ok(Some(None)),
        Some(_) => Err(Problem::Key("error-no-such-choice")),
    }
}

/// `/setup channels`: without an option it shows the current values.
pub async fn channels(ctx: Ctx<'_>) -> Answer {
    let guild = ctx.managed_server()?;
    let (seeks, results) = (wanted(ctx.interaction, "seeks")?, wanted(ctx.interaction, "results")?);
    let (ladders, puzzles) = (wanted(ctx.interaction, "ladders")?, wanted(ctx.interaction, "puzzles")?);
    let options = [
        ("seeks", "channel-seeks", seeks),
        ("results", "channel-results", results),
        ("ladders", "channel-ladders", ladders),
        ("puzzles", "channel-puzzles", puzzles),
    ];
    let here = options.iter().filter(|(_, _, channel)| matches!(channel, Some(Some(_))));
    let here: Vec<String> = here.map(|(_, key, _)| of_guild(ctx.interaction).localize(key, &[])).collect();
    if !here.is_empty() {
        check_permissions(ctx)?;
        let text = localize!(of_guild(ctx.interaction), "channels-first", list = here.join(", "));
        let nonce = format!("c{}", ctx.request.0);
        match ctx.app.sender.post(ctx.origin.channel_id, &OutgoingMessage::text(text), &nonce).await {
            Ok(()) => {}
            Err(error) if error.is_temporary() => return Err(Problem::Key("error-results-not-now")),
            Err(_) => return Err(Problem::Key("error-results-unreachable")),
        }
    }
    let changes = options.iter().filter_map(|(name, _, channel)| {
        channel.map(|channel| channel.map_or_else(|| format!("{name}: off"), |id| format!("{name}: <#{}>", id.0)))
    });
    let changes: Vec<String> = changes.collect();
    let mut server = ctx.app.games.server_settings(guild).await?;
    if !changes.is_empty() {
        let audit = audit_entry(ctx, guild, &changes.join(", "));
        let locale = ctx.guild_locale.clone();
        let change = move |preferences: &mut GuildPreferences| {
            preferences.seeks_channel = seeks.unwrap_or(preferences.seeks_channel);
            preferences.results_channel = results.unwrap_or(preferences.results_channel);
            preferences.locale = locale.clone().or(preferences.locale.take());
            Ok(())
        };
        for (kind, channel) in [(PostKind::Changes, ladders), (PostKind::Puzzle, puzzles)] {
            if let Some(channel) = channel {
                service::set_guild_post(&ctx.app.games, kind, guild, channel, &audit).await?;
            }
        }
        // All of these writes share one log entry, which is stored once.
        server = ctx.app.games.update_server_preferences(guild, Some(&audit), change).await?;
    }
    let lines = channel_lines(ctx, guild, &server).await?.into_iter().map(|line| format!("• {line}"));
    let lines: Vec<String> = std::iter::once(localize!(ctx, "setup-channels-title")).chain(lines).collect();
    Ok(Reply::ephemeral(setup_menus(ctx.language, "setup channels", OutgoingMessage::text(lines.join("\n")))))
}

pub(super) async fn channel_lines(
    ctx: Ctx<'_>,
    guild: GuildId,
    preferences: &GuildPreferences,
) -> Result<Vec<String>, GameError> {
    let post = async |kind| service::guild_post(&ctx.app.games, kind, guild).await;
    Ok(vec![
        match preferences.results_channel {
            Some(channel) => localize!(ctx, "setup-results", channel = channel.0),
            None => localize!(ctx, "setup-results-off"),
        },
        match preferences.seeks_channel {
            Some(channel) => localize!(ctx, "setup-seeks", channel = channel.0),
            None => localize!(ctx, "setup-seeks-off"),
        },
        match post(PostKind::Changes).await? {
            Some(post) if post.problem.is_some() => {
                localize!(ctx, "setup-ladders-closed", channel = post.channel.0)
            }
            Some(post) => localize!(ctx, "setup-ladders", channel = post.channel.0),
            None => localize!(ctx, "setup-ladders-off"),
        },
        match post(PostKind::Puzzle).await? {
            Some(post) if post.problem.is_some() => {
                localize!(ctx, "setup-puzzles-closed", channel = post.channel.0)
            }
            Some(post) => localize!(ctx, "setup-puzzles", channel = post.channel.0),
            None => localize!(ctx, "setup-puzzles-off"),
        },
    ])
}

fn of_guild(interaction: &Interaction) -> Language {
    Language::of(interaction.guild_locale.as_deref().unwrap_or(&interaction.locale))
}

/// `/setup thread`: a post for each move, or one board that is edited. Without an option it shows the current value.
pub async fn thread(ctx: Ctx<'_>) -> Answer {
    let guild = ctx.managed_server()?;
    let Some(posts_text) = ctx.text("posts") else {
        let preferences = ctx.app.games.server_settings(guild).await?;
        let post = OutgoingMessage::text(posts_line(ctx.language, &preferences));
        return Ok(Reply::ephemeral(setup_menus(ctx.language, "setup thread", post)));
    };
    let posts: BoardPosts = posts_text.parse().map_err(|_| Problem::Key("error-no-such-choice"))?;
    let audit = audit_entry(ctx, guild, &format!("posts: {posts}"));
    let change = move |preferences: &mut GuildPreferences| {
        preferences.posts = Some(posts);
        Ok(())
    };
    let preferences = ctx.app.games.update_server_preferences(guild, Some(&audit), change).await?;
    let lines = [posts_line(ctx.language, &preferences), localize!(ctx, "setup-posts-next")];
    Ok(Reply::ephemeral(setup_menus(ctx.language, "setup thread", OutgoingMessage::text(lines.join("\n")))))
}

pub(super) fn posts_line(language: Language, preferences: &GuildPreferences) -> String {
    match preferences.posts.unwrap_or_default() {
        BoardPosts::Each => localize!(language, "setup-posts-each"),
        BoardPosts::One => localize!(language, "setup-posts-one"),
    }
}

/// `/setup organizers`: an additional role whose members may use the commands of organizers.
pub async fn organizers(ctx: Ctx<'_>) -> Answer {
    let guild = ctx.managed_server()?;
    let role = match ctx.options.get("role") {
        None => None,
        Some(value) => Some(RoleId(interaction::id(value).ok_or(Problem::Key("error-no-such-choice"))?)),
    };
    if role.is_some_and(|role| role.0 == guild.0) {
        // Discord's role @everyone has the id of the server.
        return Err(Problem::Key("error-everybody-organizes"));
    }
    if let Some(role) = role
        && service::is_leader_role(&ctx.app.games, guild, role).await?
    {
        return Err(Problem::Key("error-leader-organizes"));
    }
    if role.is_none() && !ctx.flag("nobody") {
        let role = ctx.app.games.server_settings(guild).await?.organizer_role;
        let post = OutgoingMessage::text(organizers_answer(ctx.language, role));
        return Ok(Reply::ephemeral(setup_menus(ctx.language, "setup organizers", post)));
    }
    let what = role.map_or_else(|| "organizers: off".to_owned(), |role| format!("organizers: <@&{}>", role.0));
    let audit = audit_entry(ctx, guild, &what);
    let change = move |preferences: &mut GuildPreferences| {
        preferences.organizer_role = role;
        Ok(())
    };
    ctx.app.games.update_server_preferences(guild, Some(&audit), change).await?;
    let mut text = organizers_answer(ctx.language, role);
    if role.is_some() {
        text.push('\n');
        text.push_str(&localize!(ctx, "setup-organizer-hint"));
    }
    Ok(Reply::ephemeral(setup_menus(ctx.language, "setup organizers", OutgoingMessage::text(text))))
}

fn organizers_answer(language: Language, role: Option<RoleId>) -> String {
    format!("{}\n• {}", localize!(language, "setup-organizers-title"), organizer_line(language, role))
}

/// The organizers besides those with the permission.
pub(super) fn organizer_line(language: Language, role: Option<RoleId>) -> String {
    match role {
        Some(role) => localize!(language, "setup-organizer", role = role.0),
        None => localize!(language, "setup-organizer-none"),
    }
}
