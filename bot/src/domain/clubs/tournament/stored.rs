//! A tournament as it is kept.

use crate::domain::DAY_MS;
use crate::domain::clubs::organizer::AuditEntry;
use crate::domain::clubs::tournament::{Tournament, TournamentPhase};
use crate::domain::competition::{PhaseChange, PostPart};
use crate::domain::ids::{ChannelId, GuildId, Timestamp, TournamentId, UserId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTournament {
    pub tournament_id: TournamentId,
    pub guild_id: GuildId,
    /// Where it is announced, and its games begin.
    pub channel_id: ChannelId,
    /// A stranger's text. Of the open tournaments of a server no two have the same.
    pub name: String,
    /// Counts writes; a write names the version on which it was decided.
    pub version: i64,
    pub created_at: Timestamp,
    pub tournament: Tournament,
    /// Who takes part, as last seen: strangers' texts.
    pub names: Vec<(UserId, String)>,
}

impl StoredTournament {
    /// When something is due without anybody doing anything.
    pub fn next_timer_at(&self) -> Option<Timestamp> {
        match self.tournament.phase {
            TournamentPhase::Draft => Some(self.created_at.plus(DAY_MS)),
            _ => self.tournament.next_timer_at(),
        }
    }

    /// A draft that nobody has announced within a day.
    pub fn is_abandoned(&self, now: Timestamp) -> bool {
        self.tournament.phase == TournamentPhase::Draft && self.next_timer_at().is_some_and(|due| due <= now)
    }

    /// The messages that it has by now, apart from those of earlier rounds.
    pub fn latest_posts(&self) -> Vec<PostPart> {
        let tournament = &self.tournament;
        let round = tournament.current_round();
        let is_asked = tournament.rounds.last().is_some_and(|round| round.is_asked);
        let is_announced = matches!(tournament.phase, TournamentPhase::SignUp | TournamentPhase::Running);
        [
            is_announced.then_some(PostPart::Card),
            (round > 0).then_some(PostPart::Round(round)),
            is_asked.then_some(PostPart::Undecided(round)),
            tournament.waits_for_organizer().then_some(PostPart::RoundOver(round)),
            (tournament.summaries > 0).then_some(PostPart::Summary(tournament.summaries)),
            (tournament.phase == TournamentPhase::Over).then_some(PostPart::Over),
            (tournament.sign_up.calls > 0).then_some(PostPart::Call(tournament.sign_up.calls)),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    pub fn name_of(&self, user: UserId) -> &str {
        self.names.iter().find(|(known, _)| *known == user).map_or("", |(_, name)| name)
    }
}

/// A step of a tournament, with what is written beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentWrite {
    pub stored: StoredTournament,
    pub taken_in: Vec<PhaseChange>,
    pub audit: Option<AuditEntry>,
}
