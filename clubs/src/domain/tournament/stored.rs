//! A stored tournament.

use games::domain::DAY_MS;
use games::domain::audit::AuditEntry;
use games::domain::competition::PhaseChange;
use games::domain::ids::{ChannelId, GameId, GuildId, Timestamp, TournamentId, UserId};
use games::domain::notice::Notice;
use games::domain::post::PostKind;

use crate::domain::tournament::{MOST_ADDRESSED, MOST_ENTRANTS, Tournament, TournamentPhase};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTournament {
    pub tournament_id: TournamentId,
    pub guild_id: GuildId,
    /// The channel of its announcement and its games.
    pub channel_id: ChannelId,
    /// Untrusted input; unique among the open tournaments of a server.
    pub name: String,
    /// Incremented by each write; a write names the version it is based on.
    pub version: i64,
    pub created_at: Timestamp,
    pub tournament: Tournament,
    /// Names of its players as last seen; untrusted input.
    pub names: Vec<(UserId, String)>,
}

impl StoredTournament {
    /// The next instant at which something is due. A draft expires after a day.
    pub fn next_timer_at(&self) -> Option<Timestamp> {
        match self.tournament.phase {
            TournamentPhase::Draft => Some(self.created_at.plus(DAY_MS)),
            _ => self.tournament.next_timer_at(),
        }
    }

    /// Whether a text is its id or its name.
    pub fn is_called(&self, typed: &str) -> bool {
        let typed = typed.trim();
        typed.parse().is_ok_and(|id: TournamentId| id == self.tournament_id)
            || self.name.to_lowercase() == typed.to_lowercase()
    }

    /// Whether nobody announced the draft within a day.
    pub fn is_abandoned(&self, now: Timestamp) -> bool {
        self.tournament.phase == TournamentPhase::Draft && self.next_timer_at().is_some_and(|due| due <= now)
    }

    /// The messages that should exist by now, apart from those of earlier rounds.
    pub fn latest_posts(&self) -> Vec<PostKind> {
        let tournament = &self.tournament;
        let round = tournament.current_round();
        let is_asked = tournament.rounds.last().is_some_and(|round| round.is_asked);
        let earlier = tournament.message_posts().count().saturating_sub(2 * MOST_ENTRANTS.div_ceil(MOST_ADDRESSED));
        let is_announced = tournament.phase.is_open();
        [
            is_announced.then_some(PostKind::Card),
            (round > 0).then_some(PostKind::Round(round)),
            is_asked.then_some(PostKind::Undecided(round)),
            tournament.waits_to_follow(round).then_some(PostKind::RoundOver(round)),
            (tournament.summaries > 0).then_some(PostKind::Summary(tournament.summaries)),
            (tournament.phase == TournamentPhase::Over).then_some(PostKind::Over),
            (!tournament.moved_up.is_empty()).then_some(PostKind::MovedUp(tournament.moved_up.len() as u32)),
            (tournament.sign_up.calls > 0).then_some(PostKind::Call(tournament.sign_up.calls)),
        ]
        .into_iter()
        .flatten()
        // Earlier ones were asked for when they were written.
        .chain((1..).zip(tournament.message_posts()).map(|(number, _)| PostKind::Message(number)).skip(earlier))
        .collect()
    }

    pub fn name_of(&self, user: UserId) -> &str {
        self.names.iter().find(|(id, _)| *id == user).map_or("", |(_, name)| name)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentWrite {
    pub stored: StoredTournament,
    pub taken_in: Vec<PhaseChange>,
    /// Messages to the players of games, sent from this instant on.
    pub messages: Vec<(GameId, Notice, Timestamp)>,
    pub audit: Option<AuditEntry>,
}

impl TournamentWrite {
    /// A step that changes nothing yet.
    pub const fn of(stored: StoredTournament) -> Self {
        Self { stored, taken_in: Vec::new(), messages: Vec::new(), audit: None }
    }
}
