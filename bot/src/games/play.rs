//! Making a move.

use super::time::turn;
use super::{BOARDS, Change, Done, GameError, Games, ended};
use crate::store::{Game, GameId, GameRecord, Notice, Ply, Proposal, RequestId, Terms, UserId};

/// A move as a player wrote or pressed it.
#[derive(Debug, Clone)]
pub struct PlayMove {
    /// The interaction.
    pub request: RequestId,
    /// The game.
    pub game: GameId,
    /// Who.
    pub user: UserId,
    /// The move, in any accepted spelling.
    pub text: String,
    /// The board that the button was drawn for, by [`Game::mark`]; `None` when the move was typed.
    pub expected_ply: Option<i64>,
}

impl Games {
    /// Plays a move. A move that arrives after its deadline but before the loss on time was recorded still counts: the kinder
    /// reading, and the only one that does not depend on how busy the program is. A second click on the same button finds its
    /// move made.
    pub async fn play(&self, play: PlayMove) -> Result<Done, GameError> {
        self.change(play.request, play.game, Some(play.user), is_made(play.clone()), move |mut view, now| {
            let seat = view.record.playing_seat(play.user)?;
            if play.expected_ply.is_some_and(|mark| mark != view.record.game.mark()) {
                return Err(GameError::Stale(Box::new(view)));
            }
            if view.record.game.to_move != Some(seat) {
                return Err(GameError::NotYourTurn);
            }
            let notation = view.table.play(&play.text).map_err(GameError::Illegal)?;
            let places = view.table.places();
            let team = |seat: u8| places.get(usize::from(seat)).map(|place| place.team);
            let game = view.record.game.clone();
            let pace = game.stored_tempo()?.pace;
            let ply = game.ply + 1;
            let mut seats = view.record.seats.clone();
            let spent = turn::spent(&game, &seats, &view.record.absences, now)?;
            for own in seats.iter_mut().filter(|own| own.seat == seat) {
                own.clock = pace.after_turn(own.clock, spent);
            }
            // Of three, one who has agreed has answered.
            let has_agreed = seats.iter().any(|own| own.seat == seat && own.agreed);
            let runs_down = pace.clock().is_some();
            let answered = |open: &Proposal| team(open.seat) == team(seat) || open.agreed.contains(&seat);
            let proposal = game.terms.proposal.clone().filter(|open| open.wish.outlasts(answered(open)));
            let next = view.table.to_move().map(|seat| seat.0);
            let game = Game {
                ply,
                to_move: next,
                // An offer stands until the opponent answers it, by moving too.
                draw_offer: game.draw_offer.filter(|offer| team(offer.seat) == team(seat) || has_agreed),
                turn_at: now,
                time: None,
                reminded_until: None,
                terms: Terms { proposal, ..game.terms },
                ..game
            };
            let outcome = view.table.outcome();
            view.record.game = game;
            let game = match outcome {
                Some(outcome) => ended(view, outcome.winner, outcome.reason.word()),
                None => view.record.game,
            };
            let change = Change::of(game, "play", vec![Notice::Board { ply }]);
            let version = change.game.version + 1;
            let row = Ply { number: ply, notation, played_at: now, user: play.user, version };
            Ok(Change { plies: vec![row], seats: runs_down.then_some(seats), ..change })
        })
        .await
    }
}

/// Has this person made this very move on the board that the button was drawn for?
fn is_made(play: PlayMove) -> impl Fn(&GameRecord) -> bool {
    move |record| {
        let is_of_these = |mark: &i64| mark / BOARDS == record.game.terms.taken_back.unwrap_or(0);
        let ply = play.expected_ply.filter(is_of_these).and_then(|mark| usize::try_from(mark % BOARDS).ok());
        let made = ply.and_then(|ply| record.plies.get(ply));
        made.is_some_and(|made| made.user == play.user && made.notation == play.text)
    }
}
