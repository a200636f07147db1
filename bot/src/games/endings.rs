//! How a game ends.

use rules::{Seat, Team};

use crate::domain::{EndReason, Ending, Game, GameOutcome, Phase, TurnClock};
use crate::games::replay::replayed_game::ReplayedGame;

pub(crate) fn end_game(replayed: ReplayedGame, winner: Option<Team>, reason: EndReason) -> Game {
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

pub(crate) fn annul_game(game: Game) -> Game {
    Game {
        phase: Phase::Void,
        turn: TurnClock { to_move: None, deadline_at: None, ..game.turn },
        draw_offer: None,
        ending: Some(Ending::of(EndReason::Annulled)),
        agreements: game.agreements.close(),
        ..game
    }
}

/// The game once the player at this seat has resigned, or has lost on time: their team loses, and all others win, so that no player
/// chooses a winner by stopping.
pub(crate) fn lose_game(replayed: ReplayedGame, seat: Seat, reason: EndReason) -> Game {
    let seat_infos = replayed.any_game.seats();
    let loser = seat_infos.get(usize::from(seat)).map(|place| place.team);
    let outcome = GameOutcome::won_by(seat_infos.iter().filter(|place| Some(place.team) != loser));
    Game {
        ending: Some(Ending { reason, result: Some(outcome), loser: Some(seat) }),
        ..end_game(replayed, None, reason)
    }
}
