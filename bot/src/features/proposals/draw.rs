//! `/game draw`: offering, accepting and claiming a draw.

use async_trait::async_trait;
use discord::custom_id::{CustomId as _, Words};
use discord::{OutgoingMessage, Reply, Style, button, row};
use games::change::{Change, no_precondition};
use games::domain::{
    Action, BoardRevision, DrawOffer, EndReason, Game, GameId, Notice, Phase, RequestId, SeatedPlayer, UserId,
};
use games::endings::end_game;
use games::{Done, GameError, GameSelection, Games, Question, ReplayedGame};
use rules::{Seat, team_of};

use crate::board::message;
use crate::commands::command_definition::{CommandDefinition, command, subcommand};
use crate::commands::game_option::complete_game_to_ask;
use crate::commands::shared_options::{game, withdraw};
use crate::commands::{Answer, Choices, Ctx, DrawButton, Feature, GamePress, Problem, game_of, game_of_own};
use crate::features::proposals::open_proposal::withdraw_button;
use crate::localization::{Language, localize};
use crate::views::notice_context::NoticeContext;

pub struct Draw;

#[async_trait]
impl Feature for Draw {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("draw", [withdraw(), game()])])]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<DrawButton>>()
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        run_draw(ctx).await
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (option, typed) = ctx.focused_option();
        match option {
            "game" => complete_game_to_ask(ctx, typed, Question::Draw).await,
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let GamePress { subject: game, button } = ctx.button()?;
        let action = match button {
            DrawButton::Offer { board } => DrawAction::OfferOrAccept { expected_revision: Some(board) },
            DrawButton::Accept { offer } => DrawAction::Accept { offer },
            DrawButton::Decline { offer } => DrawAction::Decline { offer },
            DrawButton::Withdraw { offer } => DrawAction::Withdraw { offer: Some(offer) },
        };
        let user = ctx.user();
        let outcome = draw(&ctx.app.games, ctx.request, game, user, action).await?;
        Ok(ctx.private_reply(match action {
            DrawAction::Decline { .. } => OutgoingMessage::text(localize!(ctx, "you-declined-draw")),
            DrawAction::Withdraw { .. } => OutgoingMessage::text(localize!(ctx, "you-withdrew-draw")),
            DrawAction::OfferOrAccept { .. } | DrawAction::Accept { .. } => after_draw(ctx.language, user, &outcome),
        }))
    }
}

async fn run_draw(ctx: Ctx<'_>) -> Answer {
    let user = ctx.user();
    if ctx.flag("withdraw") {
        let game = game_of_own(ctx, Question::Draw).await?;
        draw(&ctx.app.games, ctx.request, game, user, DrawAction::Withdraw { offer: None }).await?;
        return Ok(Reply::ephemeral(OutgoingMessage::text(localize!(ctx, "you-withdrew-draw"))));
    }
    let game = game_of(ctx, GameSelection::Certain).await?;
    let action = DrawAction::OfferOrAccept { expected_revision: None };
    let outcome = draw(&ctx.app.games, ctx.request, game, user, action).await?;
    Ok(Reply::ephemeral(after_draw(ctx.language, user, &outcome)))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawAction {
    /// Offer a draw, or accept the opponent's open offer. On the own turn after 200 plies without an ejection: claim a
    /// draw.
    OfferOrAccept {
        /// The board revision of the button; `None` for the command.
        expected_revision: Option<BoardRevision>,
    },
    Accept {
        /// The version of the game at which it was made.
        offer: i64,
    },
    Decline {
        /// The version of the game at which it was made.
        offer: i64,
    },
    Withdraw {
        /// The version of the game at which it was made; `None` for the command.
        offer: Option<i64>,
    },
}

/// Offers, accepts, declines, withdraws or claims a draw. A button only acts on its own board or offer; otherwise the
/// error is [`GameError::Stale`].
pub async fn draw(
    games: &Games,
    request: RequestId,
    game: GameId,
    user: UserId,
    action: DrawAction,
) -> Result<Done, GameError> {
    games
        .change(request, game, Some(user), no_precondition, move |replayed, _| {
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
                    let with_reset_agreement =
                        |other: SeatedPlayer| SeatedPlayer { agreed: other.seat == seat, ..other };
                    let seats = replayed.record.seats.into_iter().map(with_reset_agreement).collect();
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

/// Agrees to the offered draw. The game is drawn once a player of each team has agreed.
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

/// The confirmation of an offered, accepted or claimed draw. An open offer has a button to withdraw it.
pub fn after_draw(language: Language, user: UserId, outcome: &Done) -> OutgoingMessage {
    let record = &outcome.replayed.record;
    let (game, id, seat) = (&record.game, record.game.game_id, record.seat_of(user));
    if game.phase == Phase::Over {
        let summary = message::about_game(language, "you-drew", record, user);
        return OutgoingMessage::text(format!(
            "{summary} {}",
            message::result(language, record, &outcome.replayed.any_game.diagram())
        ));
    }
    let open = game.draw_offer.filter(|offer| Some(offer.seat) == seat);
    let Some(seat) = seat.filter(|_| open.is_some() || outcome.action == Some(Action::OfferDraw)) else {
        return OutgoingMessage::text(localize!(language, "you-agreed"));
    };
    let opponents = message::mentions(language, message::others_to_agree(record, seat).into_iter());
    let post = OutgoingMessage::text(localize!(language, "you-offered", id = game.name(), opponents = opponents));
    match open {
        Some(offer) => {
            let withdraw = DrawButton::Withdraw { offer: offer.version }.about(id);
            post.rows(vec![row([withdraw_button(language, &withdraw)])])
        }
        None => post,
    }
}

/// Announces a draw offer, with its answer buttons. `None` once the offer is no longer open.
pub fn render_offer(context: &NoticeContext<'_>, seat: Seat) -> Option<OutgoingMessage> {
    let (game, language) = (context.game(), context.language);
    let offer = DrawOffer { seat, version: context.version };
    let player = context.player(seat).filter(|_| game.draw_offer == Some(offer))?;
    let addressees = message::others_to_agree(context.record, seat);
    let (id, offer) = (game.game_id, context.version);
    let (accept, decline) = (DrawButton::Accept { offer }.about(id), DrawButton::Decline { offer }.about(id));
    let mut buttons = vec![
        button(&accept, localize!(language, "button-draw-yes"), Style::Success),
        button(&decline, localize!(language, "button-draw-no"), Style::Secondary),
    ];
    // Direct messages go only to the other players, who cannot withdraw it.
    if context.reader.is_none() {
        buttons.push(withdraw_button(language, &DrawButton::Withdraw { offer }.about(id)));
    }
    let opponents = message::mentions(language, addressees.iter().copied());
    let text = localize!(language, "draw-offered", opponents = opponents, player = player);
    Some(OutgoingMessage::text(text).mention(addressees.iter().map(|seat| seat.player)).rows(vec![row(buttons)]))
}
