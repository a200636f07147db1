//! `/setup leader`: the role of a ladder's leader.

use async_trait::async_trait;
use clubs::ladders::{self, sync};
use clubs::store::{Clubs as _, LeaderRole};
use discord::{OutgoingMessage, Reply, RoleChange, interaction};
use games::GameError;
use games::change::internal_request;
use games::domain::{AuditAction, AuditEntry, GameId, GuildId, LadderId, Organizer, RoleId, Timestamp, UserId};
use serenity::all::Permissions;

use crate::commands::command_button::with_menus;
use crate::commands::command_definition::{self as define, CommandDefinition, OptionDefinition};
use crate::commands::organizers::organizer_without_reason;
use crate::commands::{Answer, App, Choices, Ctx, Feature, Problem};
use crate::features::ladder;
use crate::features::ladder::command::ladder_of;
use crate::localization::{Language, localize};

pub struct LeaderRoles;

#[async_trait]
impl Feature for LeaderRoles {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![define::command("setup", [define::subcommand("leader", options())]).for_managers()]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        choose_or_show(ctx).await
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (option, typed) = ctx.focused_option();
        match option {
            "ladder" => ladder::command::complete(ctx, typed).await,
            _ => Ok(Choices::new()),
        }
    }
}

fn options() -> [OptionDefinition; 3] {
    [define::role("role"), define::flag("nobody"), ladder::definition::ladder()]
}

/// `/setup leader`: without an option it shows the current role. A new role is given at once, which shows whether the
/// bot may.
async fn choose_or_show(ctx: Ctx<'_>) -> Answer {
    let guild = ctx.managed_server()?;
    let by = organizer_without_reason(ctx, guild);
    let ladder = ladder_of(ctx).await?;
    let role = match ctx.options.get("role") {
        None => None,
        Some(value) => Some(RoleId(interaction::id(value).ok_or(Problem::Key("error-no-such-choice"))?)),
    };
    let before = ctx.app.games.store.clubs().leader_role(ladder).await.map_err(GameError::from)?;
    // The menus name no ladder, so they need the server to have only one.
    let options = if ctx.text("ladder").is_none() { &options()[..] } else { &[] };
    let answer =
        |text| Reply::ephemeral(with_menus(ctx.language, "setup leader", options, &[], OutgoingMessage::text(text)));
    if role.is_none() && !ctx.flag("nobody") {
        let text = match before.filter(|before| !before.is_ended()) {
            None => localize!(ctx, "leader-role-none"),
            Some(before) if before.problem.is_some() => {
                localize!(ctx, "leader-role-refused", role = before.role.0)
            }
            Some(before) => localize!(ctx, "leader-role", role = before.role.0),
        };
        return Ok(answer(text));
    }
    // The bot may have more permissions than the person.
    if !ctx.may(Permissions::MANAGE_ROLES) {
        return Err(Problem::Key("error-your-manage-roles"));
    }
    if let Some(role) = role {
        check_role(ctx, guild, role)?;
        if ctx.app.games.server_settings(guild).await?.organizer_role == Some(role) {
            return Err(Problem::Key("error-leader-organizes"));
        }
    }
    if before.as_ref().is_some_and(|before| before.is_claimed(ctx.app.clock.now())) {
        return Err(Problem::Key("error-role-busy"));
    }
    let text = match role {
        Some(role) => choose(ctx.app, ctx.language, &by, ladder, role, before).await?,
        None => end(ctx.app, ctx.language, &by, ladder, before).await?,
    };
    Ok(answer(text))
}

/// Both the person and the bot must be allowed to give the role.
fn check_role(ctx: Ctx<'_>, guild: GuildId, role: RoleId) -> Result<(), Problem> {
    if role.0 == guild.0 {
        return Err(Problem::Key("error-everybody-organizes"));
    }
    if !ctx.is_within_own_permissions(role) {
        return Err(Problem::Text(localize!(ctx, "error-role-allows-more", role = role.0)));
    }
    if !ctx.missing_permissions(Permissions::MANAGE_ROLES).is_empty() {
        return Err(Problem::Key("error-manage-roles"));
    }
    Ok(())
}

/// Removes the setting. The task that assigns roles takes the role back.
async fn end(
    app: &App,
    language: Language,
    by: &Organizer,
    ladder: LadderId,
    before: Option<LeaderRole>,
) -> Result<String, Problem> {
    if let Some(before) = before.filter(|before| !before.is_ended()) {
        let ended_role = LeaderRole {
            seen: LeaderRole::ENDED,
            set_by: by.user,
            next_at: Timestamp(0),
            is_told: false,
            problem: None,
            ..before.clone()
        };
        write(app, Some(&before), &ended_role, Some(&log_choice(app, by, ladder, "off"))).await?;
    }
    Ok(localize!(language, "leader-role-none"))
}

/// Takes the former role, then gives the new one. The stored record always covers everyone who may have either role.
async fn choose(
    app: &App,
    language: Language,
    by: &Organizer,
    ladder: LadderId,
    role: RoleId,
    before: Option<LeaderRole>,
) -> Result<String, Problem> {
    let claim = app.clock.now().plus(LeaderRole::LEASE_MS);
    let stored = sync::update_ladder(&app.games, ladder).await?;
    let leader = stored.ladder.table().next().map(|standing| standing.player);
    let former = match before {
        None => None,
        Some(before) => {
            let keeps = leader.filter(|_| before.role == role);
            Some(take_back(app, before, claim, keeps).await?)
        }
    };
    let new_role = LeaderRole { given: leader, ..LeaderRole::new(ladder, by.guild, role, by.user, claim) };
    // Recorded before asking Discord: a crash after it would leave a role missing from the log.
    let audit = log_choice(app, by, ladder, &format!("<@&{}>", role.0));
    write(app, former.as_ref(), &new_role, Some(&audit)).await?;
    let outcome = match leader {
        None => Ok(false),
        Some(leader) => app.sender.change_role(RoleChange::Give, by.guild, leader, role).await,
    };
    let mut text = localize!(language, "leader-role", role = role.0);
    let settled_role = match outcome {
        Ok(true) => LeaderRole { holder: leader, given: None, next_at: Timestamp(0), ..new_role.clone() },
        // Nobody leads, or the leader is not a member.
        Ok(false) => LeaderRole { given: None, next_at: Timestamp(0), ..new_role.clone() },
        // The role task retries later.
        Err(error) if error.is_temporary() => {
            text = format!("{text} {}", localize!(language, "leader-role-later"));
            new_role.clone()
        }
        Err(_) => {
            // Logged after the choice: the former role applies again.
            let refusal_entry = AuditEntry {
                request: internal_request(GameId(ladder.0), by.request.0),
                ..log_choice(app, by, ladder, &format!("<@&{}>: refused", role.0))
            };
            put_back(app, &new_role, former, &refusal_entry).await?;
            return Err(Problem::Text(localize!(language, "error-role-above", role = role.0)));
        }
    };
    write(app, Some(&new_role), &settled_role, None).await?;
    if let Some(former) = former.filter(|former| former.role != role) {
        for left in [former.holder, former.given].into_iter().flatten() {
            text.push(' ');
            text.push_str(&localize!(language, "leader-role-left", role = former.role.0, player = left.0));
        }
    }
    Ok(text)
}

/// Takes a role from everyone who may have it, except from `keeps`; returns the stored record. People still named
/// there kept the role because Discord refused to take it.
async fn take_back(
    app: &App,
    before: LeaderRole,
    claim: Timestamp,
    keeps: Option<UserId>,
) -> Result<LeaderRole, Problem> {
    let mut current = LeaderRole { next_at: claim, ..before.clone() };
    write(app, Some(&before), &current, None).await?;
    let claimed_role = current.clone();
    for former in [before.given, before.holder].into_iter().flatten().filter(|former| Some(*former) != keeps) {
        match app.sender.change_role(RoleChange::Take, before.guild, former, before.role).await {
            Ok(_) => current.taken_from(former),
            Err(error) if error.is_temporary() => {
                current.doubt_holder();
                let seen = if current.is_ended() { current.seen } else { LeaderRole::NEW };
                let later = LeaderRole { seen, next_at: Timestamp(0), ..current };
                write(app, Some(&claimed_role), &later, None).await?;
                return Err(Problem::Key("error-role-not-now"));
            }
            Err(_) => {}
        }
    }
    write(app, Some(&claimed_role), &current, None).await?;
    Ok(current)
}

/// Restores the former role, and gives it again, if a new one cannot be given.
async fn put_back(
    app: &App,
    chosen: &LeaderRole,
    former: Option<LeaderRole>,
    audit: &AuditEntry,
) -> Result<(), Problem> {
    match former {
        Some(former) if !former.is_ended() => {
            let again = LeaderRole { seen: LeaderRole::NEW, next_at: Timestamp(0), ..former };
            write(app, Some(chosen), &again, Some(audit)).await
        }
        _ => {
            let removal = app.games.store.clubs().remove_leader_role(chosen, chosen.next_at, Some(audit)).await;
            Ok(removal.map(drop).map_err(GameError::from)?)
        }
    }
}

async fn write(
    app: &App,
    before: Option<&LeaderRole>,
    role: &LeaderRole,
    audit: Option<&AuditEntry>,
) -> Result<(), Problem> {
    let result = app.games.store.clubs().set_leader_role(before, role, audit).await;
    let is_written = result.map_err(GameError::from)?;
    if is_written { Ok(()) } else { Err(Problem::Key("error-role-busy")) }
}

fn log_choice(app: &App, by: &Organizer, ladder: LadderId, what: &str) -> AuditEntry {
    ladders::entry(by, AuditAction::SetUp, ladder, format!("leader: {what}"), app.clock.now())
}
