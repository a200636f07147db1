//! `/setup channels`, `/setup thread` and `/setup organizers`: where and how things are posted for a server, and who organizes it.

use crate::commands::organizers::check_permissions;
use crate::commands::shared_options::Choice;
use crate::commands::{Answer, App, Problem};
use crate::discord::{Delivery, Interaction, Language, OutgoingMessage, Reply, interaction, localize};
use crate::domain::{AuditAction, AuditEntry, BoardPosts, ChannelId, GuildId, GuildPreferences, Organizer, RoleId};
use crate::features::settings::{service, setup_menus};
use crate::store::{LadderDigest, PuzzleChannel};

/// The entry of the log about a choice of the server.
pub(super) fn audit_entry(app: &App, interaction: &Interaction, guild: GuildId, what: &str) -> AuditEntry {
    let entry = Organizer::of(interaction, guild).entry(AuditAction::SetUp, app.clock.now());
    AuditEntry { detail: Some(what.to_owned()), ..entry }
}

/// What an option asks for: this channel, or none.
fn wanted(interaction: &Interaction, option: &str) -> Result<Choice<ChannelId>, Problem> {
    match interaction.text(option) {
        None => Ok(None),
        Some("here") => Ok(Some(Some(interaction.origin.channel_id))),
        Some("off") => Ok(Some(None)),
        Some(_) => Err(Problem::Key("error-no-such-choice")),
    }
}

/// `/setup channels`: without an option it shows what counts.
pub async fn channels(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = interaction.managed_server()?;
    let (seeks, results) = (wanted(interaction, "seeks")?, wanted(interaction, "results")?);
    let (ladders, puzzles) = (wanted(interaction, "ladders")?, wanted(interaction, "puzzles")?);
    let chosen = [
        ("seeks", "channel-seeks", seeks),
        ("results", "channel-results", results),
        ("ladders", "channel-ladders", ladders),
        ("puzzles", "channel-puzzles", puzzles),
    ];
    let here = chosen.iter().filter(|(_, _, channel)| matches!(channel, Some(Some(_))));
    let here: Vec<String> = here.map(|(_, key, _)| of_guild(interaction).localize(key, &[])).collect();
    if !here.is_empty() {
        check_permissions(language, interaction)?;
        let said = localize!(of_guild(interaction), "channels-first", list = here.join(", "));
        let nonce = format!("c{}", interaction.request.0);
        match app.sender.post(interaction.origin.channel_id, &OutgoingMessage::text(said), &nonce).await {
            Delivery::Done => {}
            Delivery::Unreachable | Delivery::Refused => return Err(Problem::Key("error-results-unreachable")),
            Delivery::Failed => return Err(Problem::Key("error-results-not-now")),
        }
    }
    let changed = chosen.iter().filter_map(|(name, _, channel)| {
        channel.map(|channel| channel.map_or_else(|| format!("{name}: off"), |id| format!("{name}: <#{}>", id.0)))
    });
    let changed: Vec<String> = changed.collect();
    let mut server = app.games.server_settings(guild).await?;
    if !changed.is_empty() {
        let audit = audit_entry(app, interaction, guild, &changed.join(", "));
        let locale = interaction.guild_locale.clone();
        let change = move |chosen: &mut GuildPreferences| {
            chosen.seeks_channel = seeks.unwrap_or(chosen.seeks_channel);
            chosen.results_channel = results.unwrap_or(chosen.results_channel);
            chosen.locale = locale.clone().or(chosen.locale.take());
            Ok(())
        };
        if let Some(channel) = ladders {
            service::set_ladder_digest(&app.games, guild, channel, &audit).await?;
        }
        if let Some(channel) = puzzles {
            service::set_puzzle_channel(&app.games, guild, channel, &audit).await?;
        }
        // The entry of the log is the same: it is written once.
        server = app.games.update_server_preferences(guild, Some(&audit), change).await?;
    }
    let digest = service::ladder_digest(&app.games, guild).await?;
    let puzzles = service::puzzle_channel(&app.games, guild).await?;
    let lines =
        channel_lines(language, &server, digest.as_ref(), puzzles.as_ref()).into_iter().map(|line| format!("• {line}"));
    let lines: Vec<String> = std::iter::once(localize!(language, "setup-channels-title")).chain(lines).collect();
    Ok(Reply::ephemeral(setup_menus(language, "setup channels", OutgoingMessage::text(lines.join("\n")))))
}

pub(super) fn channel_lines(
    language: Language,
    chosen: &GuildPreferences,
    digest: Option<&LadderDigest>,
    puzzles: Option<&PuzzleChannel>,
) -> Vec<String> {
    vec![
        match chosen.results_channel {
            Some(channel) => localize!(language, "setup-results", channel = channel.0),
            None => localize!(language, "setup-results-off"),
        },
        match chosen.seeks_channel {
            Some(channel) => localize!(language, "setup-seeks", channel = channel.0),
            None => localize!(language, "setup-seeks-off"),
        },
        match digest {
            Some(digest) if digest.problem.is_some() => {
                localize!(language, "setup-ladders-closed", channel = digest.channel.0)
            }
            Some(digest) => localize!(language, "setup-ladders", channel = digest.channel.0),
            None => localize!(language, "setup-ladders-off"),
        },
        match puzzles {
            Some(puzzles) if puzzles.problem.is_some() => {
                localize!(language, "setup-puzzles-closed", channel = puzzles.channel.0)
            }
            Some(puzzles) => localize!(language, "setup-puzzles", channel = puzzles.channel.0),
            None => localize!(language, "setup-puzzles-off"),
        },
    ]
}

fn of_guild(interaction: &Interaction) -> Language {
    Language::of(interaction.guild_locale.as_deref().unwrap_or(&interaction.locale))
}

/// `/setup thread`: a post for each move, or one board that is edited. Without an option it shows what counts.
pub async fn thread(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = interaction.managed_server()?;
    let Some(typed) = interaction.text("posts") else {
        let chosen = app.games.server_settings(guild).await?;
        let post = OutgoingMessage::text(posts_line(language, &chosen));
        return Ok(Reply::ephemeral(setup_menus(language, "setup thread", post)));
    };
    let posts: BoardPosts = typed.parse().map_err(|_| Problem::Key("error-no-such-choice"))?;
    let audit = audit_entry(app, interaction, guild, &format!("posts: {posts}"));
    let change = move |chosen: &mut GuildPreferences| {
        chosen.posts = Some(posts);
        Ok(())
    };
    let chosen = app.games.update_server_preferences(guild, Some(&audit), change).await?;
    let lines = [posts_line(language, &chosen), localize!(language, "setup-posts-next")];
    Ok(Reply::ephemeral(setup_menus(language, "setup thread", OutgoingMessage::text(lines.join("\n")))))
}

/// How boards are shown in threads.
pub(super) fn posts_line(language: Language, chosen: &GuildPreferences) -> String {
    match chosen.posts.unwrap_or_default() {
        BoardPosts::Each => localize!(language, "setup-posts-each"),
        BoardPosts::One => localize!(language, "setup-posts-one"),
    }
}

/// `/setup organizers`: the role whose members may use the commands of organizers too.
pub async fn organizers(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = interaction.managed_server()?;
    let role = match interaction.options.get("role") {
        None => None,
        Some(value) => Some(RoleId(interaction::id(value).ok_or(Problem::Key("error-no-such-choice"))?)),
    };
    if role.is_some_and(|role| role.0 == guild.0) {
        // Discord's role of everybody has the id of the server.
        return Err(Problem::Key("error-everybody-organizes"));
    }
    if let Some(role) = role
        && service::is_leader_role(&app.games, guild, role).await?
    {
        return Err(Problem::Key("error-leader-organizes"));
    }
    if role.is_none() && !interaction.flag("nobody") {
        let role = app.games.server_settings(guild).await?.organizer_role;
        let post = OutgoingMessage::text(organizers_answer(language, role));
        return Ok(Reply::ephemeral(setup_menus(language, "setup organizers", post)));
    }
    let what = role.map_or_else(|| "organizers: off".to_owned(), |role| format!("organizers: <@&{}>", role.0));
    let audit = audit_entry(app, interaction, guild, &what);
    let change = move |chosen: &mut GuildPreferences| {
        chosen.organizer_role = role;
        Ok(())
    };
    app.games.update_server_preferences(guild, Some(&audit), change).await?;
    let mut text = organizers_answer(language, role);
    if role.is_some() {
        text.push('\n');
        text.push_str(&localize!(language, "setup-organizer-hint"));
    }
    Ok(Reply::ephemeral(setup_menus(language, "setup organizers", OutgoingMessage::text(text))))
}

fn organizers_answer(language: Language, role: Option<RoleId>) -> String {
    format!("{}\n• {}", localize!(language, "setup-organizers-title"), organizer_line(language, role))
}

/// Who organizes besides those who have the permission.
pub(super) fn organizer_line(language: Language, role: Option<RoleId>) -> String {
    match role {
        Some(role) => localize!(language, "setup-organizer", role = role.0),
        None => localize!(language, "setup-organizer-none"),
    }
}
