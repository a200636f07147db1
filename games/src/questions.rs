//! Open offers and proposals of a game beside its moves, and who has to answer them.

use rules::team_of;

use crate::domain::{GameSummary, Phase, Player, ProposalKind, SeatedPlayer, UserId};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    Draw,
    Takeback,
    Adjourn,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenQuestion {
    pub question: Question,
    pub by: Player,
    pub version: i64,
    pub side: Side,
}

/// Whether a player asks a question or has to answer it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Asks,
    Answers,
}

impl GameSummary {
    /// The open questions of a game that concern this person: their own, and those that wait for them. Questions that
    /// they have answered, or that others answer for them, are left out.
    pub fn open_questions(&self, user: UserId) -> Vec<OpenQuestion> {
        let (game, own) = (&self.game, self.seats.iter().find(|seat| seat.player == user));
        let (Phase::Playing, Some(own)) = (game.phase, own) else { return Vec::new() };
        let open_question = |question, seat, version, answered: bool| {
            let side = match (own.seat == seat, answered) {
                (true, _) => Side::Asks,
                (false, false) => Side::Answers,
                (false, true) => return None,
            };
            let by = self.seats.iter().find(|other| other.seat == seat)?.player;
            Some(OpenQuestion { question, by, version, side })
        };
        let draw = game
            .draw_offer
            .and_then(|offer| open_question(Question::Draw, offer.seat, offer.version, self.has_agreed_to_draw(own)));
        let proposal = game.agreements.proposal.as_ref().and_then(|open| {
            let question = match open.kind {
                ProposalKind::Takeback { .. } => Question::Takeback,
                ProposalKind::Adjourn { .. } => Question::Adjourn,
            };
            open_question(question, open.seat, open.version, open.agreed.contains(&own.seat))
        });
        draw.into_iter().chain(proposal).collect()
    }

    /// Whether a question of others waits for this person's answer.
    pub fn is_asked(&self, user: UserId) -> bool {
        self.open_questions(user).iter().any(|open| open.side == Side::Answers)
    }

    pub fn asks(&self, user: UserId, question: Question) -> bool {
        self.open_questions(user).iter().any(|open| (open.question, open.side) == (question, Side::Asks))
    }

    pub fn is_on_turn(&self, user: UserId) -> bool {
        self.seats.iter().any(|seat| seat.player == user && self.game.turn.to_move == Some(seat.seat))
    }

    /// Whether this person is on turn in a game that is not adjourned.
    pub fn can_move(&self, user: UserId) -> bool {
        self.game.phase == Phase::Playing && self.is_on_turn(user) && self.game.agreements.adjourned.is_none()
    }

    /// Whether this game waits for this person: for their move, their answer to the challenge, or their answer to a
    /// question.
    pub fn waits_for(&self, user: UserId) -> bool {
        let Some(own) = self.seats.iter().find(|seat| seat.player == user) else { return false };
        match self.game.phase {
            Phase::Playing => self.can_move(user) || self.is_asked(user),
            Phase::Offered => self.game.challenge.challenger != user && !own.agreed,
            Phase::Over | Phase::Void => false,
        }
    }

    /// One player of a team agrees to a draw for all of it.
    fn has_agreed_to_draw(&self, own: &SeatedPlayer) -> bool {
        let seat_infos = self.game.setup.open().map(|any_game| any_game.seats()).unwrap_or_default();
        let team = |seat: &SeatedPlayer| team_of(&seat_infos, seat.seat);
        self.seats.iter().any(|other| other.agreed && (other.seat == own.seat || team(other) == team(own)))
    }
}
