//! What becomes of the games of competitions, and their messages that are edited.

use crate::domain::{AuditEntry, ChannelId, Competition, LadderId, PhaseChange, PostPart, Timestamp};
use crate::store::connection::engine::{Statement, args};
use crate::store::connection::pool::Connection;
use crate::store::error::Result;
use crate::store::rows::Reader;
use crate::store::statements::Store;
use crate::store::write::audit::insert_audit;

/// A message of a competition that is edited as it goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompetitionPost {
    pub competition: Competition,
    pub part: PostPart,
    pub channel: ChannelId,
    pub message_id: Option<u64>,
    /// The version of the competition that it shows.
    pub shown: i64,
    /// It is not looked at before.
    pub next_at: Timestamp,
    /// Of the last try.
    pub problem: Option<String>,
}

impl CompetitionPost {
    /// What it shows before it stands there.
    pub const NEW: i64 = -1;

    /// Not posted yet, deleted, or its channel has just been chosen.
    pub const fn is_new(&self) -> bool {
        self.message_id.is_none() || self.shown == Self::NEW
    }
}

/// The channel that an organizer has chosen for a ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderChannel {
    pub channel: ChannelId,
    /// Its table.
    pub message_id: Option<u64>,
    /// Why the table could not be posted or edited at the last try.
    pub problem: Option<String>,
}

/// Asks for a message, unless it is there.
pub(crate) fn add_post(competition: Competition, part: PostPart, channel: ChannelId) -> Statement {
    let sql = "insert into competition_post (competition, competition_id, part, number, channel_id, shown, next_at) \
               values ($1, $2, $3, $4, $5, -1, 0) on conflict do nothing";
    (sql, args![competition.kind(), competition.id(), part.word(), part.number(), channel])
}

/// Deletes what a competition takes in, in the transaction of its step.
pub(crate) async fn delete_taken_in(connection: &mut Connection, taken_in: &[PhaseChange]) -> sqlx::Result<()> {
    for change in taken_in {
        let sql = "delete from competition_inbox where game_id = $1 and version = $2 and phase = $3";
        connection.run(sql, args![change.game.0, change.version, change.phase.as_str()]).await?;
    }
    Ok(())
}

impl Store {
    /// The new phases of the games of a competition that it has not taken in, in the order in which they came about. The write that
    /// takes them in deletes them.
    pub async fn phase_changes(&self, competition: Competition) -> Result<Vec<PhaseChange>> {
        let sql = "select inbox.game_id, inbox.version, inbox.phase, event.at from competition_inbox as inbox \
                   join event on event.game_id = inbox.game_id and event.version = inbox.version \
                   where inbox.competition = $1 and inbox.competition_id = $2 \
                   order by event.at, inbox.game_id, inbox.version";
        self.list("competition_inbox", sql, args![competition.kind(), competition.id()], |read| {
            Ok(PhaseChange { game: read.game()?, version: read.int()?, phase: read.parse()?, at: read.time()? })
        })
        .await
    }

    /// Forgets them: the competition is over.
    pub async fn discard_phase_changes(&self, competition: Competition) -> Result<()> {
        let sql = "delete from competition_inbox where competition = $1 and competition_id = $2";
        self.change(sql, args![competition.kind(), competition.id()]).await.map(drop)
    }

    /// The channel of a ladder, in which its table stands and its games begin; `None`: it has none.
    pub async fn ladder_channel(&self, ladder: LadderId) -> Result<Option<LadderChannel>> {
        let sql = "select channel_id, message_id, problem from competition_post \
                   where competition = 'ladder' and competition_id = $1 and part = 'table'";
        let read = |read: &mut Reader| {
            Ok(LadderChannel { channel: read.channel()?, message_id: read.opt_id()?, problem: read.opt_text()? })
        };
        self.first("competition_post", sql, args![ladder.0], read).await
    }

    /// Chooses that channel, or none, and adds an entry to the log of the server. The table is posted there, or brought up to date.
    pub async fn set_ladder_channel(
        &self,
        ladder: LadderId,
        channel: Option<ChannelId>,
        audit: &AuditEntry,
    ) -> Result<()> {
        let step = match channel {
            Some(channel) => (
                "insert into competition_post (competition, competition_id, part, number, channel_id, shown, next_at) \
                 values ('ladder', $1, 'table', 0, $2, -1, 0) \
                 on conflict (competition, competition_id, part, number) do update \
                 set message_id = case when competition_post.channel_id = excluded.channel_id then competition_post.message_id end, \
                 channel_id = excluded.channel_id, shown = -1, next_at = 0, problem = null returning competition_id",
                args![ladder.0, channel],
            ),
            None => (
                "delete from competition_post where competition = 'ladder' and competition_id = $1 and part = 'table' \
                 returning competition_id",
                args![ladder.0],
            ),
        };
        self.write_steps(step, [insert_audit(audit)]).await.map(drop)
    }

    /// Claims messages that show an earlier version of their competition, until `until`, which identifies the claim.
    pub async fn claim_competition_posts(
        &self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<CompetitionPost>> {
        let sql = "select post.competition, post.competition_id, post.part, post.number, post.channel_id, post.message_id, \
                   post.shown, post.next_at, post.problem from competition_post as post \
                   left join tournament on post.competition = 'tournament' and tournament.tournament_id = post.competition_id \
                   left join ladder on post.competition = 'ladder' and ladder.ladder_id = post.competition_id \
                   where post.shown < coalesce(tournament.version, ladder.version) and post.next_at <= $1 \
                   order by post.next_at, post.competition, post.competition_id, post.part, post.number limit $2";
        let read = |read: &mut Reader| {
            let (kind, id, word) = (read.text()?, read.int()?, read.text()?);
            let number = u32::try_from(read.int()?).map_err(|problem| read.corrupt(problem))?;
            Ok(CompetitionPost {
                competition: Competition::of(&kind, id).map_err(|problem| read.corrupt(problem))?,
                part: PostPart::of(&word, number).map_err(|problem| read.corrupt(problem))?,
                channel: read.channel()?,
                message_id: read.opt_id()?,
                shown: read.int()?,
                next_at: read.time()?,
                problem: read.opt_text()?,
            })
        };
        let mut claimed = Vec::new();
        for post in self.list("competition_post", sql, args![now, limit], read).await? {
            let sql = "update competition_post set next_at = $6 where competition = $1 and competition_id = $2 \
                       and part = $3 and number = $4 and next_at = $5 returning competition_id";
            let (competition, part) = (post.competition, post.part);
            let row = args![competition.kind(), competition.id(), part.word(), part.number(), post.next_at, until];
            if self.change_any(sql, row).await? {
                claimed.push(CompetitionPost { next_at: until, ..post });
            }
        }
        Ok(claimed)
    }

    /// Notes what became of a message that was claimed; nothing where the claim is over, or the channel was chosen meanwhile.
    pub async fn write_competition_post(&self, post: &CompetitionPost, claim: Timestamp) -> Result<()> {
        let sql = "update competition_post set message_id = $6, shown = $7, next_at = $8, problem = $9 \
                   where competition = $1 and competition_id = $2 and part = $3 and number = $4 and next_at = $5";
        let row = args![
            post.competition.kind(),
            post.competition.id(),
            post.part.word(),
            post.part.number(),
            claim,
            post.message_id.map(u64::cast_signed),
            post.shown,
            post.next_at,
            post.problem.as_deref(),
        ];
        self.change(sql, row).await.map(drop)
    }
}
