//! Endings of games.

use rules::{Seat, Team};

use crate::change::Change;
use crate::domain::{Action, Annulled, EndReason, Ending, Game, GameOutcome, Notice, Phase, TurnClock, UserId};
use crate::replay::ReplayedGame;

pub fn end_game(replayed: ReplayedGame, winner: Option<Team>, reason: EndReason) -> Game {
    let outcome = GameOutcome::of(winner, &replayed.any_game.seats());
    Game {
        phase: Phase::Over,
        turn: TurnClock { to_move: None, deadline_at: None, ..replayed.record.game.turn },
        draw_offer: None,
        ending: Some(Ending { reason, result: Some(outcome), loser: None }),
        agreements: replayed.record.game.agreements.close(),
        ..replayed.record.game
    }
}

/// Ends a game by an organizer's decision: this player and their team win, or nobody does.
pub fn adjudicate(replayed: ReplayedGame, winner: Option<UserId>, by: Annulled) -> Change {
    let seat_infos = replayed.any_game.seats();
    let seat = winner.and_then(|winner| replayed.record.seat_of(winner));
    let team = seat.and_then(|seat| seat_infos.get(usize::from(seat))).map(|place| place.team);
    let game = end_game(replayed, team, EndReason::Adjudication);
    let Annulled { organizer, reason } = by;
    Change::of(game, Action::Adjudicate, vec![Notice::Adjudicated { organizer, reason }])
}

/// Annuls a game by an organizer's decision, because of the player at a seat if that is named.
pub fn annul(game: Game, against: Option<Seat>, by: Annulled) -> Change {
    let mut game = annul_game(game);
    game.ending = Some(Ending { loser: against, ..Ending::of(EndReason::Annulled) });
    game.agreements.annulled = Some(Box::new(by.clone()));
    Change::of(game, Action::Annul, vec![Notice::Annulled { by: Some(by) }])
}

pub fn annul_game(game: Game) -> Game {
    Game {
        phase: Phase::Void,
        turn: TurnClock { to_move: None, deadline_at: None, ..game.turn },
        draw_offer: None,
        ending: Some(Ending::of(EndReason::Annulled)),
        agreements: game.agreements.close(),
        ..game
    }
}

/// The game after the player at this seat has resigned or lost on time. Their team loses and all others win, so that
/// no player chooses a winner by stopping.
pub fn lose_game(replayed: ReplayedGame, seat: Seat, reason: EndReason) -> Game {
    let seat_infos = replayed.any_game.seats();
    let loser = seat_infos.get(usize::from(seat)).map(|place| place.team);
    let outcome = GameOutcome::won_by(seat_infos.iter().filter(|place| Some(place.team) != loser));
    Game {
        ending: Some(Ending { reason, result: Some(outcome), loser: Some(seat) }),
        ..end_game(replayed, None, reason)
    }
}
