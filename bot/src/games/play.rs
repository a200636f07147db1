//! Making a move.

use rules::Refusal;

use super::pace::Pace;
use super::time::turn;
use super::{BOARDS, Change, Done, GameError, Games, View, ended, lines};
use crate::store::{
    Game, GameId, GameRecord, Line, Notice, Phase, Ply, Proposal, RequestId, Seated, Terms, Timestamp, UserId,
};

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
            view.record.goes_on()?;
            if view.record.game.to_move != Some(seat) {
                return Err(GameError::NotYourTurn);
            }
            let pace = view.record.game.stored_tempo()?.pace;
            let spent = turn::spent(&view.record.game, &view.record.seats, &view.record.absences, now)?;
            let illegal =
                if view.record.game.is_of_one_color() { GameError::IllegalVeiled } else { GameError::Illegal };
            let mut turns = Turns::of(&mut view, pace, now);
            turns.play(seat, &play.text, Decided::Now { spent }).map_err(illegal)?;
            turns.answer();
            let Turns { plies, seats, lines, surprised, .. } = turns;
            let runs_down = pace.clock().is_some();
            let had_lines = !view.lines.is_empty();
            let (ply, outcome) = (view.record.game.ply, view.table.outcome());
            let game = match outcome {
                Some(outcome) => ended(view, outcome.winner, outcome.reason.as_str()),
                None => view.record.game,
            };
            let mut notices = vec![Notice::Board { ply }];
            // Where the game is over, nobody has to be told that a line does not fit.
            let told = if game.phase == Phase::Playing { surprised } else { Vec::new() };
            notices.extend(told.into_iter().map(|(user, turn)| Notice::LineDropped { user, turn: Some(turn) }));
            let change = Change::of(game, "play", notices);
            let seats = runs_down.then_some(seats);
            Ok(Change { plies, seats, lines: had_lines.then_some(lines), ..change })
        })
        .await
    }
}

/// When a turn was decided.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Decided {
    /// By the player, now, after so many milliseconds of their clock.
    Now {
        /// How many.
        spent: i64,
    },
    /// Before, by a line: nobody has looked at what else is on the table.
    Before,
}

/// Turns that are played at once: a player's, and what others, or the same player again, have decided to answer.
struct Turns<'v> {
    view: &'v mut View,
    pace: Pace,
    now: Timestamp,
    plies: Vec<Ply>,
    seats: Vec<Seated>,
    lines: Vec<Line>,
    /// Those whose lines did not know a turn, and that turn.
    surprised: Vec<(UserId, String)>,
}

impl<'v> Turns<'v> {
    fn of(view: &'v mut View, pace: Pace, now: Timestamp) -> Self {
        let (seats, lines) = (view.record.seats.clone(), view.lines.clone());
        Self { view, pace, now, plies: Vec::new(), seats, lines, surprised: Vec::new() }
    }

    /// One turn, with all that it changes.
    fn play(&mut self, seat: u8, text: &str, decided: Decided) -> Result<(), Refusal> {
        let notation = self.view.table.play(text)?;
        let places = self.view.table.seats();
        let team = |seat: u8| places.get(usize::from(seat)).map(|place| place.team);
        let (now, game) = (self.now, self.view.record.game.clone());
        let spent = match decided {
            Decided::Now { spent } => spent,
            Decided::Before => 0,
        };
        for own in self.seats.iter_mut().filter(|own| own.seat == seat) {
            own.clock = self.pace.after_turn(own.clock, spent);
        }
        // Of three, one who has agreed has answered.
        let has_agreed = decided == Decided::Before || self.seats.iter().any(|own| own.seat == seat && own.agreed);
        let answered = |open: &Proposal| {
            decided == Decided::Before || team(open.seat) == team(seat) || open.agreed.contains(&seat)
        };
        let proposal = game.terms.proposal.clone().filter(|open| open.wish.outlasts(answered(open)));
        let next = self.view.table.to_move().map(|seat| seat.0);
        let user = self.view.record.at(seat).map_or(UserId(0), |seat| seat.user);
        let ply = game.ply + 1;
        self.plies.push(Ply {
            number: ply,
            notation: notation.clone(),
            played_at: now,
            user,
            version: game.version + 1,
        });
        self.view.record.game = Game {
            ply,
            to_move: next,
            // An offer stands until the opponent answers it, by moving too.
            draw_offer: game.draw_offer.filter(|offer| team(offer.seat) == team(seat) || has_agreed),
            turn_at: now,
            time: None,
            reminded_until: None,
            terms: Terms { proposal, warned: None, ..game.terms },
            ..game
        };
        let (left, surprised) = lines::follow(std::mem::take(&mut self.lines), &notation);
        self.lines = left;
        self.surprised.extend(surprised.into_iter().map(|user| (user, notation.clone())));
        Ok(())
    }

    /// What has been decided before, turn by turn, as long as somebody has an answer.
    fn answer(&mut self) {
        while self.view.table.outcome().is_none()
            && let Some(seat) = self.view.record.game.to_move
            && let Some(user) = self.view.record.at(seat).map(|seat| seat.user)
            && let Some(turn) = lines::answer(&self.lines, user)
        {
            if self.play(seat, &turn, Decided::Before).is_err() {
                // The rules have changed since it was written.
                self.lines.retain(|line| line.user != user);
                self.surprised.push((user, turn));
            }
        }
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
