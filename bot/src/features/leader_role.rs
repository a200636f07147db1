//! `/setup leader`: the role that the leader of a ladder has.

use async_trait::async_trait;
use serenity::all::Permissions;

use crate::commands::settings_menus::with_menus;
use crate::commands::{Answer, App, Choices, Feature, Problem};
use crate::discord::command_definition::{CommandDefinition, OptionDefinition};
use crate::discord::{
    Interaction, Language, OutgoingMessage, Reply, RoleChange, command_definition as define, interaction, localize,
};
use crate::domain::{AuditAction, AuditEntry, GameId, GuildId, LadderId, Organizer, RoleId, Timestamp, UserId};
use crate::features::ladder;
use crate::features::ladder::command::ladder_of;
use crate::features::ladder::service::taking_in;
use crate::games::GameError;
use crate::games::change::internal_request;
use crate::store::LeaderRole;

pub struct LeaderRoles;

#[async_trait]
impl Feature for LeaderRoles {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![define::command("setup", [define::subcommand("leader", options())]).for_managers()]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        choose_or_show(app, language, interaction).await
    }

    async fn complete(&self, app: &App, _: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (option, typed) = interaction.focused_option();
        match option {
            "ladder" => ladder::command::complete(app, interaction, typed).await,
            _ => Ok(Choices::new()),
        }
    }
}

fn options() -> [OptionDefinition; 3] {
    [define::role("role"), define::flag("nobody"), ladder::definition::ladder()]
}

/// `/setup leader`: without an option it shows what counts. The role is given at once, which shows whether the bot may.
async fn choose_or_show(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let guild = interaction.managed_server()?;
    let by = Organizer::of(interaction, guild);
    let ladder = ladder_of(app, interaction).await?;
    let role = match interaction.options.get("role") {
        None => None,
        Some(value) => Some(RoleId(interaction::id(value).ok_or(Problem::Key("error-no-such-choice"))?)),
    };
    let before = app.games.store.leader_role(ladder).await.map_err(GameError::from)?;
    // The menus name no ladder: they are for the only one.
    let options = if interaction.text("ladder").is_none() { &options()[..] } else { &[] };
    let answer =
        |said| Reply::ephemeral(with_menus(language, "setup leader", options, &[], OutgoingMessage::text(said)));
    if role.is_none() && !interaction.flag("nobody") {
        let said = match before.filter(|before| !before.is_ended()) {
            None => localize!(language, "leader-role-none"),
            Some(before) if before.problem.is_some() => {
                localize!(language, "leader-role-refused", role = before.role.0)
            }
            Some(before) => localize!(language, "leader-role", role = before.role.0),
        };
        return Ok(answer(said));
    }
    // The bot may more than who asks it.
    if !interaction.manages_roles() {
        return Err(Problem::Key("error-your-manage-roles"));
    }
    if let Some(role) = role {
        check_role(language, interaction, guild, role)?;
        if app.games.server_settings(guild).await?.organizer_role == Some(role) {
            return Err(Problem::Key("error-leader-organizes"));
        }
    }
    if before.as_ref().is_some_and(|before| before.is_claimed(app.clock.now())) {
        return Err(Problem::Key("error-role-busy"));
    }
    let said = match role {
        Some(role) => choose(app, language, &by, ladder, role, before).await?,
        None => end(app, language, &by, ladder, before).await?,
    };
    Ok(answer(said))
}

/// Who asks for a role could have given it, and so can the bot.
fn check_role(language: Language, interaction: &Interaction, guild: GuildId, role: RoleId) -> Result<(), Problem> {
    if role.0 == guild.0 {
        return Err(Problem::Key("error-everybody-organizes"));
    }
    if !interaction.is_within_own_permissions(role) {
        return Err(Problem::Text(localize!(language, "error-role-allows-more", role = role.0)));
    }
    if !interaction.missing_permissions(Permissions::MANAGE_ROLES).is_empty() {
        return Err(Problem::Key("error-manage-roles"));
    }
    Ok(())
}

/// No role. The task that assigns roles takes it back.
async fn end(
    app: &App,
    language: Language,
    by: &Organizer,
    ladder: LadderId,
    before: Option<LeaderRole>,
) -> Result<String, Problem> {
    if let Some(before) = before.filter(|before| !before.is_ended()) {
        let ended = LeaderRole {
            seen: LeaderRole::ENDED,
            set_by: by.user,
            next_at: Timestamp(0),
            is_told: false,
            problem: None,
            ..before.clone()
        };
        write(app, Some(&before), &ended, Some(&log_choice(app, by, ladder, "off"))).await?;
    }
    Ok(localize!(language, "leader-role-none"))
}

/// Takes the former role, then gives the new one. What is written down is never less than who may have either.
async fn choose(
    app: &App,
    language: Language,
    by: &Organizer,
    ladder: LadderId,
    role: RoleId,
    before: Option<LeaderRole>,
) -> Result<String, Problem> {
    let claim = app.clock.now().plus(LeaderRole::LEASE_MS);
    let stored = taking_in::update_ladder(&app.games, ladder).await?;
    let leader = stored.ladder.table().next().map(|standing| standing.player);
    let former = match before {
        None => None,
        Some(before) => {
            let keeps = leader.filter(|_| before.role == role);
            Some(take_back(app, before, claim, keeps).await?)
        }
    };
    let chosen = LeaderRole { given: leader, ..LeaderRole::new(ladder, by.guild, role, by.user, claim) };
    // Noted before Discord is asked: a crash after it would leave a role of which the log says nothing.
    let audit = log_choice(app, by, ladder, &format!("<@&{}>", role.0));
    write(app, former.as_ref(), &chosen, Some(&audit)).await?;
    let given = match leader {
        None => RoleChange::NotAMember,
        Some(leader) => app.sender.give_role(by.guild, leader, role).await,
    };
    let mut said = localize!(language, "leader-role", role = role.0);
    let done = match given {
        RoleChange::Done => LeaderRole { holder: leader, given: None, next_at: Timestamp(0), ..chosen.clone() },
        RoleChange::NotAMember => LeaderRole { given: None, next_at: Timestamp(0), ..chosen.clone() },
        // The next try is not made here.
        RoleChange::Failed => {
            said = format!("{said} {}", localize!(language, "leader-role-later"));
            chosen.clone()
        }
        RoleChange::Refused => {
            // After the entry about the choice: the former role counts again.
            let refused = AuditEntry {
                request: internal_request(GameId(ladder.0), by.request.0),
                ..log_choice(app, by, ladder, &format!("<@&{}>: refused", role.0))
            };
            put_back(app, &chosen, former, &refused).await?;
            return Err(Problem::Text(localize!(language, "error-role-above", role = role.0)));
        }
    };
    write(app, Some(&chosen), &done, None).await?;
    if let Some(former) = former.filter(|former| former.role != role) {
        for left in [former.holder, former.given].into_iter().flatten() {
            said.push(' ');
            said.push_str(&localize!(language, "leader-role-left", role = former.role.0, player = left.0));
        }
    }
    Ok(said)
}

/// Takes a role from everybody who may have it, but the one who keeps it; gives what is stored then. Who is still named there did not
/// lose it, because Discord refuses that.
async fn take_back(
    app: &App,
    before: LeaderRole,
    claim: Timestamp,
    keeps: Option<UserId>,
) -> Result<LeaderRole, Problem> {
    let mut held = LeaderRole { next_at: claim, ..before.clone() };
    write(app, Some(&before), &held, None).await?;
    let claimed = held.clone();
    for former in [before.given, before.holder].into_iter().flatten().filter(|former| Some(*former) != keeps) {
        match app.sender.take_role(before.guild, former, before.role).await {
            RoleChange::Done | RoleChange::NotAMember => held.taken_from(former),
            RoleChange::Refused => {}
            RoleChange::Failed => {
                held.doubt_holder();
                let seen = if held.is_ended() { held.seen } else { LeaderRole::NEW };
                let later = LeaderRole { seen, next_at: Timestamp(0), ..held };
                write(app, Some(&claimed), &later, None).await?;
                return Err(Problem::Key("error-role-not-now"));
            }
        }
    }
    write(app, Some(&claimed), &held, None).await?;
    Ok(held)
}

/// The former role counts again, and is given again, where a new one cannot be given.
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
            let removed = app.games.store.remove_leader_role(chosen, chosen.next_at, Some(audit)).await;
            Ok(removed.map(drop).map_err(GameError::from)?)
        }
    }
}

async fn write(
    app: &App,
    before: Option<&LeaderRole>,
    role: &LeaderRole,
    audit: Option<&AuditEntry>,
) -> Result<(), Problem> {
    let written = app.games.store.set_leader_role(before, role, audit).await;
    let is_written = written.map_err(GameError::from)?;
    if is_written { Ok(()) } else { Err(Problem::Key("error-role-busy")) }
}

fn log_choice(app: &App, by: &Organizer, ladder: LadderId, what: &str) -> AuditEntry {
    ladder::service::entry(by, AuditAction::SetUp, ladder, format!("leader: {what}"), app.clock.now())
}
