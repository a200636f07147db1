//! The audit log, decisions of organizers, and queries for them.

use games::domain::{AuditEntry, EndReason, GameId, GuildId, RequestId, Timestamp, UserId};
use games::store::connection::engine::args;
use games::store::error::Result;
use games::store::jobs::{JobKind, schedule};
use games::store::rows::Reader;
use games::store::write::audit::insert_audit;

use crate::domain::rating::RatedGame;
use crate::domain::{OrganizerQuestion, QuestionAbout};
use crate::store::ClubStore;
use crate::store::rating::{read_game, select_rated_games};

/// A game that was aborted or lost on time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenOff {
    pub game: GameId,
    pub reason: EndReason,
    /// In seat order.
    pub players: Vec<UserId>,
}

fn read_question(read: &mut Reader) -> Result<OrganizerQuestion> {
    Ok(OrganizerQuestion {
        request: read.request()?,
        guild: read.guild()?,
        actor: read.user()?,
        about: {
            let (game, version, text) = (read.game()?, read.int()?, read.text()?);
            if let Some(removal) = text.strip_prefix("remove ") {
                let (name, player) = removal.rsplit_once(' ').ok_or_else(|| read.corrupt("it names nobody"))?;
                let competition = name.parse().map_err(|problem| read.corrupt(problem))?;
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

impl ClubStore<'_> {
    /// Stores a decision to be confirmed. Deletes decisions from before `delete_before`, except confirmed ones that
    /// are not carried out yet.
    pub async fn keep_question(self, question: &OrganizerQuestion, delete_before: Timestamp) -> Result<()> {
        let sql = "delete from organizer_question where at < $1 and not exists \
                   (select 1 from job where job.kind = $2 and job.key = organizer_question.request_id)";
        self.change(sql, args![delete_before.0, JobKind::Decision.as_str()]).await?;
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

    pub async fn question(self, request: RequestId) -> Result<Option<OrganizerQuestion>> {
        let sql = "select request_id, guild_id, actor, game_id, version, decision, reason, at from organizer_question \
                   where request_id = $1";
        self.first("organizer_question", sql, args![request.0], read_question).await
    }

    pub async fn is_confirmed(self, request: RequestId) -> Result<bool> {
        let sql = "select count(*) from organizer_question where request_id = $1 and confirmed_at is not null";
        Ok(self.count(sql, args![request.0]).await? > 0)
    }

    /// Confirms a decision on many games, which schedules it, and adds an audit log entry. `false` if it was already confirmed.
    pub async fn confirm_question(self, request: RequestId, now: Timestamp, audit: &AuditEntry) -> Result<bool> {
        let sql = "update organizer_question set confirmed_at = $2 where request_id = $1 and confirmed_at is null returning request_id";
        let job = schedule(JobKind::Decision, request, Some(now));
        self.write_steps((sql, args![request, now]), [insert_audit(audit), job]).await
    }

    /// A confirmed decision with the time of its confirmation.
    pub async fn confirmed_question(self, request: RequestId) -> Result<Option<(OrganizerQuestion, Timestamp)>> {
        let sql = "select request_id, guild_id, actor, game_id, version, decision, reason, at, confirmed_at \
                   from organizer_question where request_id = $1 and confirmed_at is not null";
        self.first("organizer_question", sql, args![request], |read| Ok((read_question(read)?, read.time()?))).await
    }

    /// Games that were annulled after their result was counted; at most `limit`.
    pub async fn annulled_but_counted(self, limit: u32) -> Result<Vec<GameId>> {
        let sql = "select game_id from game where phase = 'void' and is_counted = 1 order by game_id limit $1";
        self.list("game", sql, args![limit], Reader::game).await
    }

    /// Marks that the result of an annulled game no longer counts.
    pub async fn forget_count(self, game: GameId) -> Result<()> {
        self.change("update game set is_counted = 0 where game_id = $1 and phase = 'void'", args![game.0])
            .await
            .map(drop)
    }

    /// Rated games of a server that ended since this instant, newest first; at most `limit`.
    pub async fn rated_since(self, guild: GuildId, since: Timestamp, limit: u32) -> Result<Vec<RatedGame>> {
        let sql = select_rated_games!(
            "where guild_id = $1 and ended_at >= $2 order by ended_at desc, sequence desc limit $3"
        );
        self.list("rated_game", sql, args![guild, since, limit], read_game).await
    }

    /// Games of a server created since this instant that were aborted or lost on time; at most `limit`.
    pub async fn broken_off_since(self, guild: GuildId, since: Timestamp, limit: u32) -> Result<Vec<BrokenOff>> {
        let sql = "with found as (select game_id as id, reason, created_at from game where guild_id = $1 and created_at >= $2 \
                   and ((phase = 'over' and reason = 'time') or (phase = 'void' and reason = 'aborted')) \
                   order by created_at desc, game_id limit $3) select found.id, found.reason, seat.user_id from found \
                   join seat on seat.game_id = found.id and seat.user_id is not null order by found.created_at desc, found.id, seat.seat";
        let mut games = Vec::<BrokenOff>::new();
        let read = |read: &mut Reader| {
            Ok(BrokenOff { game: read.game()?, reason: read.parse()?, players: vec![read.user()?] })
        };
        for broken_off in self.list("game", sql, args![guild, since, limit], read).await? {
            match games.last_mut() {
                Some(last) if last.game == broken_off.game => last.players.extend(broken_off.players),
                _ => games.push(broken_off),
            }
        }
        Ok(games)
    }

    /// Players who won at least `least` competition games, rated or not, created since this instant, in which not
    /// everybody moved; with the number of these games. At most `limit`.
    pub async fn unplayed_wins_since(
        self,
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
}
