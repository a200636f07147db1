//! The messages about draws, and the answers to `/draw` and its buttons.

use crate::commands::board::message;
use crate::commands::button::{Button, word};
use crate::commands::proposal::withdraw;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, row};
use crate::domain::{Action, DrawOffer, Phase, UserId};
use crate::features::notice_context::NoticeContext;
use crate::games::Done;
use rules::Seat;

/// The confirmation for the player who has offered, accepted or claimed a draw. An open offer has a button that withdraws it.
pub fn after_draw(language: Language, user: UserId, done: &Done) -> OutgoingMessage {
    let record = &done.replayed.record;
    let (game, id, seat) = (&record.game, record.game.game_id, record.seat_of(user));
    if game.phase == Phase::Over {
        let against = message::against(language, &done.replayed.any_game.seats(), &record.seats, user);
        let named = localize!(language, "you-drew", id = game.name(), against = against);
        return OutgoingMessage::text(format!(
            "{named} {}",
            message::result(language, record, &done.replayed.any_game.diagram())
        ));
    }
    let open = game.draw_offer.filter(|offer| Some(offer.seat) == seat);
    let Some(seat) = seat.filter(|_| open.is_some() || done.action == Some(Action::OfferDraw)) else {
        return OutgoingMessage::text(localize!(language, "you-agreed"));
    };
    let asked = message::mentions(message::others_to_agree(record, seat).into_iter());
    let post = OutgoingMessage::text(localize!(language, "you-offered", id = game.name(), opponents = asked));
    match open {
        Some(offer) => {
            let custom_id = Button::at(word::WITHDRAW_DRAW, id, offer.version);
            post.rows(vec![row(&[withdraw(language, &custom_id)])])
        }
        None => post,
    }
}

/// A draw is offered, with the buttons that answer it. `None` once the offer is no longer open.
pub fn offered(context: &NoticeContext<'_>, seat: Seat) -> Option<OutgoingMessage> {
    let (game, language) = (context.game(), context.language);
    let offer = DrawOffer { seat, version: context.version };
    let player = context.user(seat).filter(|_| game.draw_offer == Some(offer))?;
    let asked = message::others_to_agree(context.record, seat);
    let custom_id = |verb| Button::at(verb, game.game_id, context.version);
    let mut buttons = vec![
        button(&custom_id(word::DRAW_YES), localize!(language, "button-draw-yes"), Style::Success),
        button(&custom_id(word::DRAW_NO), localize!(language, "button-draw-no"), Style::Secondary),
    ];
    // Direct messages about it go to the others alone, who have nothing to withdraw.
    if context.reader.is_none() {
        buttons.push(withdraw(language, &custom_id(word::WITHDRAW_DRAW)));
    }
    let opponents = message::mentions(asked.iter().copied());
    let text = localize!(language, "draw-offered", opponents = opponents, player = player.0);
    Some(OutgoingMessage::text(text).mention(asked.iter().map(|seat| seat.user)).rows(vec![row(&buttons)]))
}

/// A player agrees to the draw, but not all have.
pub fn agreed(context: &NoticeContext<'_>, seat: Seat) -> Option<OutgoingMessage> {
    let player = context.user(seat)?;
    Some(OutgoingMessage::text(localize!(context.language, "draw-agreed", player = player.0)))
}

pub fn declined(context: &NoticeContext<'_>, seat: Seat) -> Option<OutgoingMessage> {
    let player = context.user(seat)?;
    Some(OutgoingMessage::text(localize!(context.language, "draw-declined", player = player.0)))
}

pub fn withdrawn(context: &NoticeContext<'_>, seat: Seat) -> Option<OutgoingMessage> {
    let player = context.user(seat)?;
    Some(OutgoingMessage::text(localize!(context.language, "draw-withdrawn", player = player.0)))
}
