//! What organizers do: the log of a server, and what they look at.

use crate::domain::clubs::rating::RatedGame;
use crate::domain::{
    AuditEntry, EndReason, GameId, GameSummary, GuildId, OrganizerQuestion, Phase, QuestionAbout, RequestId, Timestamp,
    UserId,
};
use crate::store::clubs::rating::{read_game, select_rated_games};
use crate::store::connection::engine::{Arg, args};
use crate::store::error::Result;
use crate::store::games::game_row::select_game_and_seat;
use crate::store::rows::{Reader, competition};
use crate::store::statements::Store;
use crate::store::write::audit::insert_audit;

/// When a decision was confirmed that is carried out.
const CARRIED_OUT: i64 = 0;

/// A game that was aborted, or lost on time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenOff {
    pub game: GameId,
    pub reason: EndReason,
    /// In the order of their seats.
    pub players: Vec<UserId>,
}

/// Reads the log, for [`read_audit`].
macro_rules! select_audit {
    ($which:literal) => {
        concat!(
            "select guild_id, request_id, at, actor, action, game_id, competition, competition_id, user_id, detail, reason \
             from audit ",
            $which
        )
    };
}

fn read_audit(read: &mut Reader) -> Result<AuditEntry> {
    Ok(AuditEntry {
        guild: read.guild()?,
        request: read.request()?,
        at: read.time()?,
        actor: read.opt_user()?,
        action: read.parse()?,
        game: read.opt_game()?,
        competition: competition(read)?,
        player: read.opt_user()?,
        detail: read.opt_text()?,
        reason: read.opt_text()?,
    })
}

fn read_question(read: &mut Reader) -> Result<OrganizerQuestion> {
    Ok(OrganizerQuestion {
        request: read.request()?,
        guild: read.guild()?,
        actor: read.user()?,
        about: {
            let (game, version, text) = (read.game()?, read.int()?, read.text()?);
            if let Some(removal) = text.strip_prefix("remove ") {
                let (removed_from, player) = removal.rsplit_once(' ').ok_or_else(|| read.corrupt("it names nobody"))?;
                let competition = removed_from.parse().map_err(|problem| read.corrupt(problem))?;
                let player = UserId(player.parse().map_err(|problem| read.corrupt(problem))?);
                QuestionAbout::Removal { competition, player }
            } else if let Some(season) = text.strip_prefix("season ") {
                let (ladder, number) = season.split_once(' ').ok_or_else(|| read.corrupt("it names no season"))?;
                let ladder = ladder.parse().map_err(|problem| read.corrupt(problem))?;
                let number = number.parse().map_err(|problem| read.corrupt(problem))?;
                QuestionAbout::Season { ladder, number }
            } else if let Some(all) = text.strip_prefix("all ") {
                let (competition, decision) = all
                    .match_indices(' ')
                    .nth(1)
                    .map(|(at, _)| (&all[..at], &all[at + 1..]))
                    .ok_or_else(|| read.corrupt("it decides nothing"))?;
                let competition = competition.parse().map_err(|problem| read.corrupt(problem))?;
                let decision = decision.parse().map_err(|problem| read.corrupt(problem))?;
                QuestionAbout::AllGames { competition, decision }
            } else {
                let decision = text.parse().map_err(|problem| read.corrupt(problem))?;
                QuestionAbout::Game { game, version, decision }
            }
        },
        reason: read.text()?,
        at: read.time()?,
    })
}

impl Store {
    /// Adds an entry to the log of a server; nothing for a request that has one.
    pub async fn record_audit(&self, entry: &AuditEntry) -> Result<()> {
        let (sql, args) = insert_audit(entry);
        self.change(sql, args).await.map(drop)
    }

    /// The log of a server, the newest entry first: those after the first `skipped`, at most `limit`.
    pub async fn audit_log(&self, guild: GuildId, skipped: u32, limit: u32) -> Result<Vec<AuditEntry>> {
        let sql = select_audit!("where guild_id = $1 order by at desc, request_id desc limit $3 offset $2");
        self.list("audit", sql, args![guild.0, skipped, limit], read_audit).await
    }

    /// The log of a server, the newest entry first: those that come after this one, at most `limit`. What is written meanwhile
    /// shifts nothing.
    pub async fn audit_log_after(
        &self,
        guild: GuildId,
        after: Option<(Timestamp, RequestId)>,
        limit: u32,
    ) -> Result<Vec<AuditEntry>> {
        let sql = select_audit!(
            "where guild_id = $1 and (at, request_id) < ($2, $3) order by at desc, request_id desc limit $4"
        );
        let (at, request) = after.map_or((i64::MAX, i64::MAX), |(at, request)| (at.0, request.0.cast_signed()));
        self.list("audit", sql, args![guild.0, at, request, limit], read_audit).await
    }

    /// The log of a server from this instant on, the newest entry first; at most `limit`.
    pub async fn audit_since(&self, guild: GuildId, since: Timestamp, limit: u32) -> Result<Vec<AuditEntry>> {
        let sql = select_audit!("where guild_id = $1 and at >= $2 order by at desc, request_id desc limit $3");
        self.list("audit", sql, args![guild.0, since, limit], read_audit).await
    }

    /// How many entries the log of a server has.
    pub async fn audit_count(&self, guild: GuildId) -> Result<u32> {
        self.count("select count(*) from audit where guild_id = $1", args![guild]).await
    }

    /// Keeps a decision until it is confirmed, and deletes those from before this instant.
    pub async fn keep_question(&self, question: &OrganizerQuestion, delete_before: Timestamp) -> Result<()> {
        let sql = "delete from organizer_question where at < $1 and (confirmed_at is null or confirmed_at = $2)";
        self.change(sql, args![delete_before.0, CARRIED_OUT]).await?;
        let sql = "insert into organizer_question (request_id, guild_id, actor, game_id, version, decision, reason, at) \
                   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (request_id) do nothing";
        // No game has the id 0.
        let (game, version, decision) = match question.about {
            QuestionAbout::Game { game, version, decision } => (game.0, version, decision.to_string()),
            QuestionAbout::Removal { competition, player } => (0, 0, format!("remove {competition} {}", player.0)),
            QuestionAbout::Season { ladder, number } => (0, 0, format!("season {ladder} {number}")),
            QuestionAbout::AllGames { competition, decision } => (0, 0, format!("all {competition} {decision}")),
        };
        let args = args![
            question.request,
            question.guild,
            question.actor,
            game,
            version,
            decision,
            question.reason.as_str(),
            question.at
        ];
        self.change(sql, args).await.map(drop)
    }

    pub async fn question(&self, request: RequestId) -> Result<Option<OrganizerQuestion>> {
        let sql = "select request_id, guild_id, actor, game_id, version, decision, reason, at from organizer_question \
                   where request_id = $1";
        self.first("organizer_question", sql, args![request.0], read_question).await
    }

    /// Whether a decision on many games was confirmed.
    pub async fn is_confirmed(&self, request: RequestId) -> Result<bool> {
        let sql = "select count(*) from organizer_question where request_id = $1 and confirmed_at is not null";
        Ok(self.count(sql, args![request.0]).await? > 0)
    }

    /// Notes that a decision on many games is confirmed, with an entry for the log; `false`: it was confirmed before.
    pub async fn confirm_question(&self, request: RequestId, now: Timestamp, audit: &AuditEntry) -> Result<bool> {
        let sql = "update organizer_question set confirmed_at = $2 where request_id = $1 and confirmed_at is null returning request_id";
        self.write_steps((sql, args![request, now]), [insert_audit(audit)]).await
    }

    /// Decisions that are confirmed, each with when it was, and not carried out in all games yet; at most `limit`.
    pub async fn confirmed_questions(&self, limit: u32) -> Result<Vec<(OrganizerQuestion, Timestamp)>> {
        let sql = "select request_id, guild_id, actor, game_id, version, decision, reason, at, confirmed_at \
                   from organizer_question where confirmed_at > $1 order by confirmed_at, request_id limit $2";
        self.list("organizer_question", sql, args![CARRIED_OUT, limit], |read| Ok((read_question(read)?, read.time()?)))
            .await
    }

    /// Notes that a confirmed decision is carried out.
    pub async fn finish_question(&self, request: RequestId) -> Result<()> {
        let sql = "update organizer_question set confirmed_at = $2 where request_id = $1";
        self.change(sql, args![request.0, CARRIED_OUT]).await.map(drop)
    }

    /// These games with their seats, by id.
    pub async fn summaries_of(&self, games: &[GameId]) -> Result<Vec<GameSummary>> {
        let sql = concat!(
            "select ",
            select_game_and_seat!(),
            " from game join seat on seat.game_id = game.game_id \
             where game.game_id in (select cast(key as bigint) from jsonb_each($1)) order by game.game_id, seat.seat"
        );
        self.summaries(sql, args![Arg::games(games)]).await
    }

    /// Games of a server in this phase, the newest first; at most `limit`.
    pub async fn games_of_guild(&self, guild: GuildId, phase: Phase, limit: u32) -> Result<Vec<GameSummary>> {
        let sql = concat!(
            "with newest as (select game_id as id from game where guild_id = $1 and phase = $2 \
             order by created_at desc, game_id limit $3) select ",
            select_game_and_seat!(),
            " from newest join game on game.game_id = newest.id \
             join seat on seat.game_id = game.game_id order by game.created_at desc, game.game_id, seat.seat"
        );
        self.summaries(sql, args![guild, phase.as_str(), limit]).await
    }

    /// Games that were annulled after their result was counted; at most `limit`.
    pub async fn annulled_but_counted(&self, limit: u32) -> Result<Vec<GameId>> {
        let sql = "select game_id from game where phase = 'void' and is_counted = 1 order by game_id limit $1";
        self.list("game", sql, args![limit], Reader::game).await
    }

    /// Notes that the result of an annulled game counts no longer.
    pub async fn forget_count(&self, game: GameId) -> Result<()> {
        self.change("update game set is_counted = 0 where game_id = $1 and phase = 'void'", args![game.0])
            .await
            .map(drop)
    }

    /// The rated games of a server that ended since this instant, the newest first; at most `limit`.
    pub async fn rated_since(&self, guild: GuildId, since: Timestamp, limit: u32) -> Result<Vec<RatedGame>> {
        let sql = select_rated_games!(
            "where guild_id = $1 and ended_at >= $2 order by ended_at desc, sequence desc limit $3"
        );
        self.list("rated_game", sql, args![guild, since, limit], read_game).await
    }

    /// Games of a server that were begun since this instant, and aborted or lost on time; at most `limit`.
    pub async fn broken_off_since(&self, guild: GuildId, since: Timestamp, limit: u32) -> Result<Vec<BrokenOff>> {
        let sql = "with found as (select game_id as id, reason, created_at from game where guild_id = $1 and created_at >= $2 \
                   and ((phase = 'over' and reason = 'time') or (phase = 'void' and reason = 'aborted')) \
                   order by created_at desc, game_id limit $3) select found.id, found.reason, seat.user_id from found \
                   join seat on seat.game_id = found.id and seat.user_id is not null order by found.created_at desc, found.id, seat.seat";
        let mut found = Vec::<BrokenOff>::new();
        let read = |read: &mut Reader| {
            Ok(BrokenOff { game: read.game()?, reason: read.parse()?, players: vec![read.user()?] })
        };
        for broken_off in self.list("game", sql, args![guild, since, limit], read).await? {
            match found.last_mut() {
                Some(last) if last.game == broken_off.game => last.players.extend(broken_off.players),
                _ => found.push(broken_off),
            }
        }
        Ok(found)
    }

    /// Who has won games of competitions that were begun since this instant, rated or not, in which not everybody has moved: `least` of them
    /// or more, with their number; at most `limit`.
    pub async fn unplayed_wins_since(
        &self,
        guild: GuildId,
        since: Timestamp,
        least: u32,
        limit: u32,
    ) -> Result<Vec<(UserId, u32)>> {
        let sql = "select seat.user_id, count(*) from game join seat on seat.game_id = game.game_id and seat.seat <> game.loser \
                   where game.guild_id = $1 and game.created_at >= $2 and game.competition is not null and game.ply < 2 \
                   and game.reason in ('resignation', 'time', 'aborted') and seat.user_id is not null \
                   group by seat.user_id having count(*) >= $3 order by count(*) desc, seat.user_id limit $4";
        self.list("game", sql, args![guild, since, least, limit], |read| Ok((read.user()?, read.small()?))).await
    }

    /// How many rated games of these two were offered since this instant and not closed or aborted.
    pub async fn rated_between(&self, one: UserId, other: UserId, since: Timestamp) -> Result<u32> {
        let sql = "select count(*) from seat join game on game.game_id = seat.game_id where seat.user_id = $1 \
                   and game.is_rated = 1 and game.phase <> 'void' and game.created_at >= $3 \
                   and exists (select 1 from seat as beside where beside.game_id = game.game_id and beside.user_id = $2)";
        self.count(sql, args![one, other, since]).await
    }
}
