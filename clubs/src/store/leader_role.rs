//! Roles for the leaders of ladders.

use games::domain::{AuditEntry, GuildId, LadderId, MINUTE_MS, RoleId, Timestamp, UserId};
use games::store::connection::engine::args;
use games::store::error::Result;
use games::store::rows::Reader;
use games::store::write::audit::insert_audit;

use crate::store::ClubStore;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaderRole {
    pub ladder: LadderId,
    pub guild: GuildId,
    pub role: RoleId,
    /// The organizer who chose it, and who is notified if it cannot be granted.
    pub set_by: UserId,
    pub holder: Option<UserId>,
    /// The member to whom it is being granted, and who may already have it.
    pub given: Option<UserId>,
    /// The ladder's number of changes when the role was last checked, or [`Self::NEW`] or [`Self::ENDED`].
    pub seen: i64,
    /// Not processed earlier: claimed, or failed a moment ago.
    pub next_at: Timestamp,
    /// `set_by` was notified that it cannot be granted.
    pub is_told: bool,
    pub problem: Option<String>,
}

impl LeaderRole {
    pub const LEASE_MS: i64 = MINUTE_MS;
    /// Value of `seen`: the current leader must be checked again.
    pub const NEW: i64 = -1;
    /// Value of `seen`: the ladder no longer has a role, and members who may still have it lose it.
    pub const ENDED: i64 = -2;

    /// A role without a holder, claimed until `claim`.
    pub const fn new(ladder: LadderId, guild: GuildId, role: RoleId, set_by: UserId, claim: Timestamp) -> Self {
        Self {
            ladder,
            guild,
            role,
            set_by,
            holder: None,
            given: None,
            seen: Self::NEW,
            next_at: claim,
            is_told: false,
            problem: None,
        }
    }

    pub const fn is_ended(&self) -> bool {
        self.seen == Self::ENDED
    }

    /// Whether a process works on it, or failed a moment ago.
    pub const fn is_claimed(&self, now: Timestamp) -> bool {
        self.next_at.0 > now.0 && self.next_at.0 <= now.0 + Self::LEASE_MS
    }

    /// Records that this person no longer has the role.
    pub fn taken_from(&mut self, user: UserId) {
        self.holder = self.holder.filter(|holder| *holder != user);
        self.given = self.given.filter(|given| *given != user);
    }

    /// Removing the role failed, so it is unknown whether the holder still has it.
    pub const fn doubt_holder(&mut self) {
        if self.given.is_none() {
            self.given = self.holder.take();
        }
    }
}

/// Columns in the order that [`read`] expects.
macro_rules! select_roles {
    ($which:literal) => {
        concat!(
            "select leader_role.ladder_id, leader_role.guild_id, role_id, set_by, holder, given, seen, next_at, is_told, problem \
             from leader_role ",
            $which
        )
    };
}

fn read(read: &mut Reader) -> Result<LeaderRole> {
    Ok(LeaderRole {
        ladder: read.ladder()?,
        guild: read.guild()?,
        role: RoleId(read.id()?),
        set_by: read.user()?,
        holder: read.opt_user()?,
        given: read.opt_user()?,
        seen: read.int()?,
        next_at: read.time()?,
        is_told: read.flag()?,
        problem: read.opt_text()?,
    })
}

impl ClubStore<'_> {
    pub async fn is_leader_role(self, guild: GuildId, role: RoleId) -> Result<bool> {
        let sql = select_roles!("where guild_id = $1 and role_id = $2 limit 100");
        let roles = self.list("leader_role", sql, args![guild, role.0], read).await?;
        Ok(roles.iter().any(|role| !role.is_ended()))
    }

    /// Sets or changes the role, and adds an audit log entry if given. `false` if the stored role is no longer
    /// `before`.
    pub async fn set_leader_role(
        self,
        before: Option<&LeaderRole>,
        role: &LeaderRole,
        audit: Option<&AuditEntry>,
    ) -> Result<bool> {
        let mut args = args![
            role.ladder,
            role.guild,
            role.role.0,
            role.set_by,
            role.holder,
            role.given,
            role.seen,
            role.next_at,
            role.is_told,
            role.problem.as_deref()
        ];
        let sql = match before {
            None => {
                "insert into leader_role (ladder_id, guild_id, role_id, set_by, holder, given, seen, next_at, is_told, problem) \
                 values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (ladder_id) do nothing returning ladder_id"
            }
            Some(before) => {
                // No user has the id 0.
                let [holder, given] = [before.holder, before.given].map(|user| user.unwrap_or(UserId(0)));
                args.extend(args![before.role.0, before.next_at, before.seen, holder, given]);
                "update leader_role set guild_id = $2, role_id = $3, set_by = $4, holder = $5, given = $6, seen = $7, next_at = $8, \
                 is_told = $9, problem = $10 where ladder_id = $1 and role_id = $11 and next_at = $12 and seen = $13 \
                 and coalesce(holder, 0) = $14 and coalesce(given, 0) = $15 returning ladder_id"
            }
        };
        self.write_steps((sql, args), audit.map(insert_audit)).await
    }

    /// Deletes a role, and adds an audit log entry if given. `false` if the claim has ended or another role was
    /// chosen.
    pub async fn remove_leader_role(
        self,
        role: &LeaderRole,
        claim: Timestamp,
        audit: Option<&AuditEntry>,
    ) -> Result<bool> {
        let sql = "delete from leader_role where ladder_id = $1 and role_id = $2 and next_at = $3 returning ladder_id";
        self.write_steps((sql, args![role.ladder, role.role.0, claim]), audit.map(insert_audit)).await
    }

    pub async fn leader_role(self, ladder: LadderId) -> Result<Option<LeaderRole>> {
        self.first("leader_role", select_roles!("where ladder_id = $1"), args![ladder.0], read).await
    }

    /// Claims roles of ladders with new changes, until `until`, which identifies the claim.
    pub async fn claim_leader_roles(self, now: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<LeaderRole>> {
        let sql = select_roles!(
            "join ladder on ladder.ladder_id = leader_role.ladder_id where next_at <= $1 \
             and (given is not null or seen <> ladder.changes) order by next_at, leader_role.ladder_id limit $2"
        );
        let mut roles = Vec::new();
        for role in self.list("leader_role", sql, args![now, limit], read).await? {
            let sql = "update leader_role set next_at = $3 where ladder_id = $1 and next_at = $2 and role_id = $4 and seen = $5 \
                       returning ladder_id";
            if self.change_any(sql, args![role.ladder, role.next_at, until, role.role.0, role.seen]).await? {
                roles.push(LeaderRole { next_at: until, ..role });
            }
        }
        Ok(roles)
    }

    /// Records the state of a role. `false` if the claim has ended or another role was chosen.
    pub async fn write_leader_role(self, role: &LeaderRole, claim: Timestamp) -> Result<bool> {
        let sql = "update leader_role set holder = $4, given = $5, seen = $6, next_at = $7, is_told = $8, problem = $9 \
                   where ladder_id = $1 and role_id = $2 and next_at = $3 returning ladder_id";
        let args = args![
            role.ladder.0,
            role.role.0,
            claim.0,
            role.holder,
            role.given,
            role.seen,
            role.next_at.0,
            role.is_told,
            role.problem.as_deref()
        ];
        self.change_any(sql, args).await
    }
}
