//! The answers to `/draw` and its buttons.

use crate::commands::board::message;
use crate::commands::button::{Button, ButtonAction};
use crate::commands::proposal::withdraw;
use crate::discord::localization::{Language, say};
use crate::discord::message::{OutgoingMessage, row};
use crate::domain::{Phase, UserId};
use crate::games::Done;

/// The confirmation for the player who has offered, accepted or claimed a draw. An open offer has a button that withdraws it.
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
    let Some(seat) = seat.filter(|_| open.is_some() || done.action.as_deref() == Some("offer-draw")) else {
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
