//! Jobs: work that becomes due by itself. A job is scheduled in the transaction that makes it due, claimed with a lease,
//! and finished on the condition that nobody has scheduled it again since the claim.

use base::named::named;
use serde_json::{Map, Value};

use crate::domain::{GameId, RequestId, Timestamp, UserId};
use crate::store::connection::engine::{Arg, Statement, args, claim};
use crate::store::error::Result;
use crate::store::rows::Reader;
use crate::store::statements::Store;

named! {
    /// Kinds of jobs; each comment names the key.
    pub enum JobKind, "kind of job" {
        /// A game, whose row has its alarm: a move sets it in the statement that writes the game.
        Alarm = "alarm",
        /// The outages that are not given back to all games; each game records what it was given.
        Outage = "outage",
        /// Ends of games that ratings and statistics do not count yet, as their rows say.
        Result = "result",
        /// The request that began a vacation, at which the games of its player are checked.
        Vacation = "vacation",
        /// The daily digest of a user.
        Digest = "digest",
        /// A user whose data is to be deleted.
        Deletion = "deletion",
        /// A ladder with a timer, a vacation of a player, or a phase of a game that it has not taken in.
        Ladder = "ladder",
        /// A tournament, likewise.
        Tournament = "tournament",
        /// The request of an organizer's decision on all games of a competition.
        Decision = "decision",
    }
}

/// A job that this process does until the lease ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedJob {
    pub kind: JobKind,
    pub key: i64,
    pub due_at: Timestamp,
    /// The end of the lease, which identifies the claim.
    pub leased_until: Timestamp,
    /// Tries since it was scheduled, with this one. Scheduling sets it to 0, so a claimed job has 0 only if it was
    /// scheduled again.
    pub attempts: u32,
}

impl ClaimedJob {
    pub const fn game(&self) -> GameId {
        GameId(self.key)
    }

    pub const fn user(&self) -> UserId {
        UserId(self.key.cast_unsigned())
    }

    pub const fn request(&self) -> RequestId {
        RequestId(self.key.cast_unsigned())
    }
}

/// The instant of the next look at a job. The index of the table has the same expression.
macro_rules! next {
    () => {
        "case when leased_until > due_at then leased_until else due_at end"
    };
}

/// For a job that may be due earlier for another reason.
macro_rules! sooner {
    () => {
        "on conflict (kind, key) do update set attempts = 0, \
         due_at = case when job.due_at < excluded.due_at then job.due_at else excluded.due_at end"
    };
}

/// Makes a job due at this instant instead of another one; `None` deletes it. A process that is doing it keeps its
/// lease, but does not finish it.
pub fn schedule(kind: JobKind, key: impl Into<Arg>, at: Option<Timestamp>) -> Statement {
    let (kind, key) = (Arg::from(kind.as_str()), key.into());
    let Some(at) = at else { return ("delete from job where kind = $1 and key = $2", vec![kind, key]) };
    let sql = "insert into job (kind, key, due_at, leased_until, attempts) values ($1, $2, $3, null, 0) \
               on conflict (kind, key) do update set due_at = $3, attempts = 0";
    (sql, vec![kind, key, at.into()])
}

/// Makes a job due at this instant, or leaves it due earlier.
pub fn schedule_sooner(kind: JobKind, key: impl Into<Arg>, at: Timestamp) -> Statement {
    let sql =
        concat!("insert into job (kind, key, due_at, leased_until, attempts) values ($1, $2, $3, null, 0) ", sooner!());
    (sql, vec![kind.as_str().into(), key.into(), at.into()])
}

/// Makes the open ladders of a player due when a vacation of theirs begins or ends.
pub fn schedule_ladders_of(user: UserId, at: Timestamp) -> Statement {
    // Sorted, so that two processes lock jobs in the same order.
    let sql = concat!(
        "insert into job (kind, key, due_at, leased_until, attempts) \
         select 'ladder', player.ladder_id, cast($2 as bigint), null, 0 from ladder_player as player \
         join ladder on ladder.ladder_id = player.ladder_id where player.user_id = $1 and ladder.closed_at is null \
         order by player.ladder_id ",
        sooner!()
    );
    (sql, args![user, at])
}

impl Store {
    /// The instant of the next look at each of these kinds.
    pub async fn next_jobs(&self, kinds: &[JobKind]) -> Result<Vec<(JobKind, Timestamp)>> {
        let sql = concat!(
            "select kind, at from (select wanted.key as kind, case wanted.key \
             when 'alarm' then (select wake_at from game where wake_at is not null order by wake_at limit 1) \
             when 'outage' then (select min(from_at) from outage where credited = 0) \
             when 'result' then (select 0 where \
             exists (select 1 from game where phase = 'over' and is_rated = 1 and is_counted = 0 and ended_at is not null) \
             or exists (select 1 from game where phase = 'over' and is_tallied = 0 and ended_at is not null) \
             or exists (select 1 from game where phase = 'void' and is_counted = 1) \
             or exists (select 1 from game where phase = 'void' and is_tallied = 1 and ended_at is not null)) else (select ",
            next!(),
            " from job where job.kind = wanted.key order by ",
            next!(),
            " limit 1) end as at from jsonb_each($1) as wanted) as first where at is not null"
        );
        let names: Map<String, Value> = kinds.iter().map(|kind| (kind.as_str().to_owned(), Value::Null)).collect();
        self.list("job", sql, vec![Arg::Table(names.into())], |read| Ok((read.parse()?, read.time()?))).await
    }

    /// Claims due jobs of this kind until `lease_until`; at most `limit`, oldest first. An alarm, an outage and results
    /// end by what is written about their games.
    pub async fn claim_jobs(
        &self,
        kind: JobKind,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<ClaimedJob>> {
        let claimed = |key| ClaimedJob { kind, key, due_at: now, leased_until: lease_until, attempts: 1 };
        match kind {
            JobKind::Alarm => {
                let games = self.claim_due(now, lease_until, limit).await?;
                return Ok(games.into_iter().map(|game| claimed(game.0)).collect());
            }
            // Any number of processes may work on them.
            JobKind::Outage | JobKind::Result => return Ok(vec![claimed(0)]),
            _ => {}
        }
        let sql = claim!(
            self.engine(),
            concat!("select key from job where kind = $1 and ", next!(), " <= $2 order by ", next!(), ", key limit $4"),
            concat!(
                "update job set leased_until = $3, attempts = attempts + 1 \
                 where kind = $1 and key in (select key from found) and ",
                next!(),
                " <= $2 returning key, due_at, attempts"
            )
        );
        let rows = self.change(sql, args![kind.as_str(), now, lease_until, limit]).await?;
        let mut jobs = rows
            .into_iter()
            .map(|row| {
                let mut read = Reader::new("job", row);
                let (key, due_at) = (read.int()?, read.time()?);
                Ok(ClaimedJob { kind, key, due_at, leased_until: lease_until, attempts: read.count()? })
            })
            .collect::<Result<Vec<_>>>()?;
        jobs.sort_by_key(|job| (job.due_at, job.key));
        Ok(jobs)
    }

    /// Ends a claim: the job is due again at `next`, or deleted. A job that was scheduled again since the claim is due
    /// as it was scheduled.
    pub async fn finish_job(&self, job: &ClaimedJob, next: Option<Timestamp>) -> Result<()> {
        if let Some(next) = next {
            return self.release_job(job, next, 0).await;
        }
        let sql = "delete from job where kind = $1 and key = $2 and leased_until = $3 and attempts = $4 returning key";
        let args = args![job.kind.as_str(), job.key, job.leased_until, job.attempts];
        if self.change_any(sql, args).await? { Ok(()) } else { self.release_job(job, job.due_at, 0).await }
    }

    /// Ends the claim of a job that failed, which is tried again at this instant.
    pub async fn retry_job(&self, job: &ClaimedJob, at: Timestamp) -> Result<()> {
        self.release_job(job, at, job.attempts).await
    }

    async fn release_job(&self, job: &ClaimedJob, next: Timestamp, attempts: u32) -> Result<()> {
        let sql = "update job set due_at = case when attempts = $4 then $5 else due_at end, \
                   attempts = case when attempts = $4 then $6 else attempts end, leased_until = null \
                   where kind = $1 and key = $2 and leased_until = $3";
        let args = args![job.kind.as_str(), job.key, job.leased_until, job.attempts, next, attempts];
        self.change(sql, args).await.map(drop)
    }
}
