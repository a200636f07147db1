//! `/game draw`: offering, accepting and claiming a draw.

use async_trait::async_trait;
use rules::{Seat, team_of};

use crate::commands::board::message;
use crate::commands::game_choices::complete_game_to_ask;
use crate::commands::shared_options::{game, withdraw};
use crate::commands::{Answer, App, Button, Choices, Feature, Problem, game_of, game_of_own, word};
use crate::discord::command_definition::{CommandDefinition, command, subcommand};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, Style, button, localize, row};
use crate::domain::{
    Action, BoardRevision, DrawOffer, EndReason, Game, GameId, Notice, Phase, RequestId, SeatedPlayer, UserId,
};
use crate::features::proposals::open_proposal::withdraw_button;
use crate::games::change::{Change, never_done};
use crate::games::endings::end_game;
use crate::games::{Certainty, Done, GameError, Games, Question, ReplayedGame};
use crate::views::notice_context::NoticeContext;

/// Below one's own offer.
const WITHDRAW: &str = "withdraw-draw";

pub struct Draw;

#[async_trait]
impl Feature for Draw {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("draw", [withdraw(), game()])])]
    }

    fn words(&self) -> &'static [&'static str] {
        &[word::DRAW, word::DRAW_YES, word::DRAW_NO, WITHDRAW]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        run_draw(app, language, interaction).await
    }

    async fn complete(&self, app: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (option, typed) = interaction.focused_option();
        match option {
            "game" => complete_game_to_ask(app, language, interaction, typed, Question::Draw).await,
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button = Button::read(interaction)?;
        let action = match &*button.word {
            word::DRAW_YES => DrawAction::Accept { offer: button.required_number()? },
            word::DRAW_NO => DrawAction::Decline { offer: button.required_number()? },
            WITHDRAW => DrawAction::Withdraw { offer: Some(button.required_number()?) },
            _ => DrawAction::OfferOrAccept { expected_revision: Some(button.required_revision()?) },
        };
        let user = interaction.person.user;
        let done = draw(&app.games, interaction.request, button.game, user, action).await?;
        Ok(interaction.private_reply(match action {
            DrawAction::Decline { .. } => OutgoingMessage::text(localize!(language, "you-declined-draw")),
            DrawAction::Withdraw { .. } => OutgoingMessage::text(localize!(language, "you-withdrew-draw")),
            DrawAction::OfferOrAccept { .. } | DrawAction::Accept { .. } => after_draw(language, user, &done),
        }))
    }
}

async fn run_draw(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    if interaction.flag("withdraw") {
        let game = game_of_own(app, interaction, Question::Draw).await?;
        draw(&app.games, interaction.request, game, user, DrawAction::Withdraw { offer: None }).await?;
        return Ok(Reply::ephemeral(OutgoingMessage::text(localize!(language, "you-withdrew-draw"))));
    }
    let game = game_of(app, interaction, Certainty::Certain).await?;
    let action = DrawAction::OfferOrAccept { expected_revision: None };
    let done = draw(&app.games, interaction.request, game, user, action).await?;
    Ok(Reply::ephemeral(after_draw(language, user, &done)))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawAction {
    /// Offer one; when the opponent's offer is open, this accepts it; after 200 plies without an ejection, if it is one's turn, this claims it.
    OfferOrAccept {
        /// The board that the button was drawn for; `None` for the command.
        expected_revision: Option<BoardRevision>,
    },
    Accept {
        /// The version it was made with.
        offer: i64,
    },
    Decline {
        /// The version it was made with.
        offer: i64,
    },
    Withdraw {
        /// The version it was made with; `None` when it was asked for by command.
        offer: Option<i64>,
    },
}

/// Offers, accepts, declines, withdraws or claims a draw. A button is about the board, or the offer, that it stands under: any other is
/// [`GameError::Stale`].
pub async fn draw(
    games: &Games,
    request: RequestId,
    game: GameId,
    user: UserId,
    action: DrawAction,
) -> Result<Done, GameError> {
    games
        .change(request, game, Some(user), never_done, move |replayed, _| {
            let seat = replayed.record.playing_seat(user)?;
            let claims = replayed.any_game.may_claim_draw();
            let open = replayed.record.game.draw_offer;
            let stale = match (action, open) {
                (DrawAction::OfferOrAccept { expected_revision }, _) => {
                    expected_revision.is_some_and(|revision| revision != replayed.record.game.revision())
                }
                (DrawAction::Accept { offer } | DrawAction::Decline { offer }, Some(open)) if open.seat != seat => {
                    offer != open.version
                }
                (DrawAction::Accept { offer } | DrawAction::Decline { offer }, Some(open)) if offer == open.version => {
                    return Err(GameError::AlreadyOffered);
                }
                (DrawAction::Withdraw { .. }, Some(open)) if open.seat != seat => {
                    return Err(GameError::NotTheProposer);
                }
                (DrawAction::Withdraw { offer }, Some(open)) => offer.is_some_and(|offer| offer != open.version),
                _ => return Err(GameError::NoOffer),
            };
            if stale {
                return Err(GameError::Stale(Box::new(replayed)));
            }
            Ok(match (action, open) {
                (DrawAction::Decline { .. }, Some(open)) if is_own_side(&replayed, open.seat, seat) => {
                    return Err(GameError::OwnSide);
                }
                (DrawAction::Decline { .. }, _) => {
                    let game = Game { draw_offer: None, ..replayed.record.game };
                    Change::of(game, Action::DeclineDraw, vec![Notice::DrawDeclined { seat }])
                }
                (DrawAction::Withdraw { .. }, _) => {
                    let game = Game { draw_offer: None, ..replayed.record.game };
                    Change::of(game, Action::WithdrawDraw, vec![Notice::DrawWithdrawn { seat }])
                }
                (DrawAction::OfferOrAccept { .. }, _) if claims => {
                    let winner = replayed.any_game.winner_by_claim();
                    Change::of(end_game(replayed, winner, EndReason::Claim), Action::ClaimDraw, vec![Notice::Ended])
                }
                (_, Some(open)) if open.seat == seat => return Err(GameError::AlreadyOffered),
                (_, Some(_)) => agree(replayed, seat)?,
                (_, None) if replayed.record.is_against_engine(seat) => return Err(GameError::EnginePlaysOn),
                (_, None) => {
                    let offer = DrawOffer { seat, version: replayed.record.game.version + 1 };
                    let agreed = |other: SeatedPlayer| SeatedPlayer { agreed: other.seat == seat, ..other };
                    let seats = replayed.record.seats.into_iter().map(agreed).collect();
                    let game = Game { draw_offer: Some(offer), ..replayed.record.game };
                    let change = Change::of(game, Action::OfferDraw, vec![Notice::DrawOffer { seat }]);
                    Change { seats: Some(seats), ..change }
                }
            })
        })
        .await
}

fn is_own_side(replayed: &ReplayedGame, one: Seat, other: Seat) -> bool {
    let seat_infos = replayed.any_game.seats();
    team_of(&seat_infos, one) == team_of(&seat_infos, other)
}

/// A player agrees to the draw that is offered. The game is drawn when a player of each team has agreed.
fn agree(replayed: ReplayedGame, seat: Seat) -> Result<Change, GameError> {
    let mut seats = replayed.record.seats.clone();
    for other in seats.iter_mut().filter(|other| other.seat == seat) {
        if other.agreed {
            return Err(GameError::AlreadyAgreed);
        }
        other.agreed = true;
    }
    let seat_infos = replayed.any_game.seats();
    let agrees = |team| seats.iter().any(|other| other.agreed && team_of(&seat_infos, other.seat) == Some(team));
    let change = if seat_infos.iter().all(|place| agrees(place.team)) {
        Change::of(end_game(replayed, None, EndReason::Agreement), Action::AcceptDraw, vec![Notice::Ended])
    } else {
        Change::of(replayed.record.game, Action::AgreeToDraw, vec![Notice::DrawAgreed { seat }])
    };
    Ok(Change { seats: Some(seats), ..change })
}

/// The confirmation for the player who has offered, accepted or claimed a draw. An open offer has a button that withdraws it.
pub fn after_draw(language: Language, user: UserId, done: &Done) -> OutgoingMessage {
    let record = &done.replayed.record;
    let (game, id, seat) = (&record.game, record.game.game_id, record.seat_of(user));
    if game.phase == Phase::Over {
        let named = message::about_game(language, "you-drew", record, user);
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
            let custom_id = Button::at(WITHDRAW, id, offer.version);
            post.rows(vec![row(&[withdraw_button(language, &custom_id)])])
        }
        None => post,
    }
}

/// A draw is offered, with the buttons that answer it. `None` once the offer is no longer open.
pub fn render_offer(context: &NoticeContext<'_>, seat: Seat) -> Option<OutgoingMessage> {
    let (game, language) = (context.game(), context.language);
    let offer = DrawOffer { seat, version: context.version };
    let player = context.player(seat).filter(|_| game.draw_offer == Some(offer))?;
    let asked = message::others_to_agree(context.record, seat);
    let custom_id = |verb| Button::at(verb, game.game_id, context.version);
    let mut buttons = vec![
        button(&custom_id(word::DRAW_YES), localize!(language, "button-draw-yes"), Style::Success),
        button(&custom_id(word::DRAW_NO), localize!(language, "button-draw-no"), Style::Secondary),
    ];
    // Direct messages about it go to the others alone, who have nothing to withdraw.
    if context.reader.is_none() {
        buttons.push(withdraw_button(language, &custom_id(WITHDRAW)));
    }
    let opponents = message::mentions(asked.iter().copied());
    let text = localize!(language, "draw-offered", opponents = opponents, player = player);
    Some(OutgoingMessage::text(text).mention(asked.iter().map(|seat| seat.player)).rows(vec![row(&buttons)]))
}
