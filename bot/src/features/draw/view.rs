//! The answers to `/draw` and its buttons.

use crate::commands::board::message;
use crate::commands::button::{Button, ButtonAction};
use crate::discord::localization::{Language, say};
use crate::discord::message::{OutgoingMessage, row};
use crate::domain::{Action, Phase, UserId};
use crate::features::proposals::view::withdraw;
use crate::games::Done;

/// What the player reads who has offered, accepted or claimed a draw; an offer of theirs can be withdrawn there as long as it
/// is open.
pub fn after_draw(language: Language, user: UserId, done: &Done) -> OutgoingMessage {
    let record = &done.view.record;
    let (game, id, seat) = (&record.game, record.game.game_id, record.seat_of(user));
    if game.phase == Phase::Over {
        let against = message::against(language, &done.view.table.seats(), &record.seats, user);
        let named = say!(language, "you-drew", id = id, against = against);
        return OutgoingMessage::text(format!(
            "{named} {}",
            message::result(language, record, &done.view.table.diagram())
        ));
    }
    let open = game.draw_offer.filter(|offer| Some(offer.seat) == seat);
    let Some(seat) = seat.filter(|_| open.is_some() || done.action == Some(Action::OfferDraw)) else {
        return OutgoingMessage::text(say!(language, "you-agreed"));
    };
    let asked = message::mentions(message::others_to_agree(record, seat).into_iter());
    let post = OutgoingMessage::text(say!(language, "you-offered", id = id, opponents = asked));
    match open {
        Some(offer) => {
            let press = Button::at(ButtonAction::WithdrawDraw, id, offer.version);
            post.rows(vec![row(&[withdraw(language, &press)])])
        }
        None => post,
    }
}
