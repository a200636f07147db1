//! The roles that the leaders of ladders have.

use async_trait::async_trait;

use crate::domain::{AuditEntry, GuildId, LadderId, RoleId, Timestamp, UserId};
use crate::store::clubs::leader_role::{LeaderRole, LeaderRoleStore};
use crate::store::error::Result;
use crate::store::sql::connection::engine::{Engine, args};
use crate::store::sql::rows::Reader;
use crate::store::sql::store::SqlStore;
use crate::store::sql::write::audit::{INSERT_AUDIT, audit_args};

/// Reads roles, for [`read`].
macro_rules! select_roles {
    ($which:literal) => {
        concat!(
            "select leader_role.ladder_id, leader_role.guild_id, role_id, set_by, holder, given, seen, next_at, is_told, problem \
             from leader_role ",
            $which
        )
    };
}

fn read<DB: Engine>(row: &DB::Row) -> Result<LeaderRole> {
    let mut read = Reader::<DB>::new("leader_role", row);
    let user = |id: Option<i64>| id.map(|id| UserId(id.cast_unsigned()));
    Ok(LeaderRole {
        ladder: LadderId(read.int()?),
        guild: GuildId(read.id()?),
        role: RoleId(read.id()?),
        set_by: UserId(read.id()?),
        holder: user(read.opt_int()?),
        given: user(read.opt_int()?),
        seen: read.int()?,
        next_at: Timestamp(read.int()?),
        is_told: read.int()? != 0,
        problem: read.opt_text()?,
    })
}

#[async_trait]
impl<DB: Engine> LeaderRoleStore for SqlStore<DB> {
    async fn set_leader_role(
        &self,
        before: Option<&LeaderRole>,
        role: &LeaderRole,
        audit: Option<&AuditEntry>,
    ) -> Result<bool> {
        let user = |user: Option<UserId>| user.map(|user| user.0.cast_signed());
        let mut args = args![
            role.ladder.0,
            role.guild.0,
            role.role.0,
            role.set_by.0,
            user(role.holder),
            user(role.given),
            role.seen,
            role.next_at.0,
            i64::from(role.is_told),
            role.problem.as_deref()
        ];
        let sql = match before {
            None => {
                "insert into leader_role (ladder_id, guild_id, role_id, set_by, holder, given, seen, next_at, is_told, problem) \
                 values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (ladder_id) do nothing returning ladder_id"
            }
            Some(before) => {
                // No user has the id 0.
                let unless_none = |id: Option<UserId>| user(id).unwrap_or(0);
                let (holder, given) = (unless_none(before.holder), unless_none(before.given));
                args.extend(args![before.role.0, before.next_at.0, before.seen, holder, given]);
                "update leader_role set guild_id = $2, role_id = $3, set_by = $4, holder = $5, given = $6, seen = $7, next_at = $8, \
                 is_told = $9, problem = $10 where ladder_id = $1 and role_id = $11 and next_at = $12 and seen = $13 \
                 and coalesce(holder, 0) = $14 and coalesce(given, 0) = $15 returning ladder_id"
            }
        };
        let noted = audit.map(|audit| (INSERT_AUDIT, audit_args(audit))).into_iter().collect();
        self.write_steps((sql, args), noted).await
    }

    async fn remove_leader_role(
        &self,
        role: &LeaderRole,
        claim: Timestamp,
        audit: Option<&AuditEntry>,
    ) -> Result<bool> {
        let sql = "delete from leader_role where ladder_id = $1 and role_id = $2 and next_at = $3 returning ladder_id";
        let noted = audit.map(|audit| (INSERT_AUDIT, audit_args(audit))).into_iter().collect();
        self.write_steps((sql, args![role.ladder.0, role.role.0, claim.0]), noted).await
    }

    async fn leader_role(&self, ladder: LadderId) -> Result<Option<LeaderRole>> {
        let rows = self.rows(select_roles!("where ladder_id = $1"), args![ladder.0]).await?;
        rows.first().map(read::<DB>).transpose()
    }

    async fn claim_leader_roles(&self, now: Timestamp, until: Timestamp, limit: u32) -> Result<Vec<LeaderRole>> {
        let sql = select_roles!(
            "join ladder on ladder.ladder_id = leader_role.ladder_id where next_at <= $1 \
             and (given is not null or seen <> ladder.changes) order by next_at, leader_role.ladder_id limit $2"
        );
        let mut claimed = Vec::new();
        for row in &self.rows(sql, args![now.0, limit]).await? {
            let role = read::<DB>(row)?;
            let sql = "update leader_role set next_at = $3 where ladder_id = $1 and next_at = $2 and role_id = $4 and seen = $5 \
                       returning ladder_id";
            if !self
                .change(sql, args![role.ladder.0, role.next_at.0, until.0, role.role.0, role.seen])
                .await?
                .is_empty()
            {
                claimed.push(LeaderRole { next_at: until, ..role });
            }
        }
        Ok(claimed)
    }

    async fn write_leader_role(&self, role: &LeaderRole, claim: Timestamp) -> Result<bool> {
        let sql = "update leader_role set holder = $4, given = $5, seen = $6, next_at = $7, is_told = $8, problem = $9 \
                   where ladder_id = $1 and role_id = $2 and next_at = $3 returning ladder_id";
        let args = args![
            role.ladder.0,
            role.role.0,
            claim.0,
            role.holder.map(|user| user.0.cast_signed()),
            role.given.map(|user| user.0.cast_signed()),
            role.seen,
            role.next_at.0,
            i64::from(role.is_told),
            role.problem.as_deref()
        ];
        Ok(!self.change(sql, args).await?.is_empty())
    }
}
