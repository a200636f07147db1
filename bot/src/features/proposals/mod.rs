//! Proposals during a game: one player proposes, the others agree or decline. Each kind has its texts in its feature.

pub mod abort;
pub mod adjourn;
pub mod draw;
pub mod more_time;
pub mod open_proposal;
pub mod panel;
pub mod takeback;

use async_trait::async_trait;
use discord::custom_id::{CustomId as _, Words};
use discord::{CreateButton, OutgoingMessage, Style, button, row};
use games::change::{Change, no_precondition};
use games::domain::{Action, GameId, GameRecord, Notice, Proposal, ProposalKind, RequestId, UserId};
use games::running_turn::stop_clocks;
use games::{Done, GameError, Games, ReplayedGame};
use rules::Seat;

use crate::commands::{Answer, Ctx, Feature, GamePress, ProposalButton};
use crate::features::proposals::open_proposal::{Withdrawal, withdraw_button, withdraw_proposal};
use crate::features::proposals::takeback::undo_turn;
use crate::localization::{Language, localize};
use crate::views::notice_context::NoticeContext;

pub struct Proposals;

#[async_trait]
impl Feature for Proposals {
    fn words(&self) -> Words {
        Words::of::<GamePress<ProposalButton>>()
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let GamePress { subject: game, button } = ctx.button()?;
        match button {
            ProposalButton::Agree { proposal } => press_answer(ctx, game, proposal, ProposalAnswer::Agree).await,
            ProposalButton::Refuse { proposal } => press_answer(ctx, game, proposal, ProposalAnswer::Decline).await,
            ProposalButton::Withdraw { proposal } => {
                let withdrawn = withdraw_proposal(ctx, game, Withdrawal::OfVersion(proposal)).await?;
                Ok(ctx.private_reply(OutgoingMessage::text(withdrawn)))
            }
        }
    }
}

/// *Agree* and *Decline*.
async fn press_answer(ctx: Ctx<'_>, game: GameId, version: i64, decision: ProposalAnswer) -> Answer {
    let outcome = answer(&ctx.app.games, ctx.request, game, ctx.user(), version, decision).await?;
    Ok(ctx.private_reply(OutgoingMessage::text(after_answer(ctx.language, decision, &outcome.replayed))))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalAnswer {
    Agree,
    /// Declines and closes the proposal.
    Decline,
}

pub async fn answer(
    games: &Games,
    request: RequestId,
    game: GameId,
    user: UserId,
    version: i64,
    answer: ProposalAnswer,
) -> Result<Done, GameError> {
    games
        .change(request, game, Some(user), no_precondition, move |mut replayed, now| {
            let seat = replayed.record.playing_seat(user)?;
            let Some(mut open) = replayed.record.game.agreements.proposal.clone() else {
                return Err(GameError::NoProposal);
            };
            if open.version != version {
                return Err(GameError::Stale(Box::new(replayed)));
            }
            let others: Vec<Seat> = replayed.record.everybody_else(open.seat).map(|other| other.seat).collect();
            if !others.contains(&seat) {
                return Err(if open.seat == seat { GameError::AlreadyProposed } else { GameError::OwnSide });
            }
            if answer == ProposalAnswer::Decline {
                replayed.record.game.agreements.proposal = None;
                let notice = Notice::ProposalDeclined { seat, proposal: open.kind };
                return Ok(Change::of(replayed.record.game, Action::DeclineProposal, vec![notice]));
            }
            if open.agreed.contains(&seat) {
                return Err(GameError::AlreadyAgreed);
            }
            open.agreed.push(seat);
            if others.iter().all(|other| open.agreed.contains(other)) {
                return match open.kind {
                    ProposalKind::Takeback { ply } => undo_turn(replayed, open.seat, ply, now),
                    ProposalKind::Adjourn { days } => Ok(stop_clocks(replayed.record.game, days, now)),
                };
            }
            replayed.record.game.agreements.proposal = Some(open);
            Ok(Change::of(replayed.record.game, Action::AgreeToProposal, vec![Notice::ProposalAgreed { seat }]))
        })
        .await
}

fn after_answer(language: Language, answer: ProposalAnswer, replayed: &ReplayedGame) -> String {
    match (answer, &replayed.record.game.agreements.proposal) {
        (ProposalAnswer::Decline, _) => localize!(language, "you-declined-proposal"),
        (ProposalAnswer::Agree, Some(_)) => localize!(language, "you-agreed-so-far"),
        (ProposalAnswer::Agree, None) => localize!(language, "you-agreed-done"),
    }
}

/// An open proposal with buttons to answer and to withdraw it.
fn proposal(language: Language, record: &GameRecord, open: &Proposal) -> OutgoingMessage {
    let waiting: Vec<_> = record.everybody_else(open.seat).filter(|seat| !open.agreed.contains(&seat.seat)).collect();
    let withdraw = ProposalButton::Withdraw { proposal: open.version }.about(record.game.game_id);
    let withdraw = withdraw_button(language, &withdraw);
    let buttons: Vec<_> = answers(language, record, open).into_iter().chain([withdraw]).collect();
    OutgoingMessage::text(proposal_text(language, record, open))
        .mention(waiting.iter().map(|seat| seat.player))
        .rows(vec![row(buttons)])
}

/// The proposal for one player who may answer, without the withdraw button.
pub fn question(language: Language, record: &GameRecord, open: &Proposal) -> OutgoingMessage {
    OutgoingMessage::text(proposal_text(language, record, open)).rows(vec![row(answers(language, record, open))])
}

fn answers(language: Language, record: &GameRecord, open: &Proposal) -> [CreateButton; 2] {
    let (id, proposal) = (record.game.game_id, open.version);
    [
        button(&ProposalButton::Agree { proposal }.about(id), localize!(language, "button-agree"), Style::Success),
        button(&ProposalButton::Refuse { proposal }.about(id), localize!(language, "button-refuse"), Style::Secondary),
    ]
}

fn proposal_text(language: Language, record: &GameRecord, open: &Proposal) -> String {
    match open.kind {
        ProposalKind::Takeback { ply } => takeback::write_question(language, record, open, ply),
        ProposalKind::Adjourn { days } => adjourn::write_question(language, record, open, days),
    }
}

/// The notice of a proposal. `None` once it is no longer open.
pub fn render_proposal(context: &NoticeContext<'_>, seat: Seat) -> Option<OutgoingMessage> {
    let open = context.game().agreements.proposal.as_ref()?;
    let is_open = (open.seat, open.version) == (seat, context.version);
    is_open.then(|| match context.reader {
        Some(_) => question(context.language, context.record, open),
        None => proposal(context.language, context.record, open),
    })
}

pub fn render_refusal(context: &NoticeContext<'_>, seat: Seat, kind: ProposalKind) -> Option<OutgoingMessage> {
    let key = match kind {
        ProposalKind::Takeback { .. } => "takeback-declined",
        ProposalKind::Adjourn { .. } => "adjourn-declined",
    };
    context.say_of_player(seat, key)
}

pub fn render_withdrawal(context: &NoticeContext<'_>, seat: Seat, kind: ProposalKind) -> Option<OutgoingMessage> {
    let key = match kind {
        ProposalKind::Takeback { .. } => "takeback-withdrawn",
        ProposalKind::Adjourn { .. } => "adjourn-withdrawn",
    };
    context.say_of_player(seat, key)
}

#[cfg(test)]
mod tests {
    use games::challenges::{self, NewChallenge};
    use games::domain::{ChannelId, GameId, Origin, Person, RequestId, UserId};
    use games::moves::{self, PlayMove};
    use games::offers::ColorChoice;
    use games::{Done, Games};

    use crate::features::proposals::adjourn::after_adjourn;
    use crate::features::proposals::draw::{self, DrawAction, after_draw};
    use crate::features::proposals::open_proposal::{self, Withdrawal};
    use crate::features::proposals::takeback::after_takeback;

    use super::*;

    const ADA: UserId = UserId(1);
    const BRUNO: UserId = UserId(2);

    /// A game in which Ada has moved.
    async fn started() -> (Games, GameId) {
        let (games, ..) = crate::app::test_support::games();
        let person = |user: UserId| Person { user, name: user.0.to_string() };
        let challenge = NewChallenge {
            request: RequestId(1),
            challenger: person(ADA),
            opponents: vec![person(BRUNO)],
            setup: "abalone".to_owned(),
            pace: "days:3".to_owned(),
            color: ColorChoice::Black,
            rated: None,
            origin: Origin { guild_id: Some(games::domain::GuildId(9)), channel_id: ChannelId(5) },
        };
        let game = challenges::challenge(&games, challenge).await.expect("a challenge").replayed.record.game.game_id;
        challenges::accept(&games, RequestId(2), game, person(BRUNO)).await.expect("accepted");
        let request = RequestId(3);
        let play = PlayMove { request, game, user: ADA, text: "a1b2".to_owned(), expected_revision: None };
        moves::play(&games, play).await.expect("legal");
        (games, game)
    }

    /// The text of an answer, and its number of button rows.
    fn text_and_rows(post: &OutgoingMessage) -> (String, usize) {
        (post.content.clone(), post.rows.len())
    }

    #[tokio::test]
    async fn what_was_proposed_is_told_though_it_is_declined_by_now() {
        let (games, game) = started().await;
        let answered = |done: &Done| text_and_rows(&after_draw(Language::ENGLISH, ADA, done));
        let offer = DrawAction::OfferOrAccept { expected_revision: None };
        let offered = draw::draw(&games, RequestId(10), game, ADA, offer).await.expect("offered");
        let (text, rows) = answered(&offered);
        assert!(text.starts_with("You offered <@2> a draw") && rows == 1, "{text}");
        let decline = DrawAction::Decline { offer: offered.replayed.record.game.draw_offer.expect("open").version };
        let declined = draw::draw(&games, RequestId(11), game, BRUNO, decline).await.expect("no");
        assert_eq!(answered(&Done { replayed: declined.replayed, ..offered }), (text.clone(), 0));
        // The same interaction again, as another process of the bot would answer it.
        let again = draw::draw(&games, RequestId(10), game, ADA, offer).await.expect("done before");
        assert!(again.repeated && answered(&again) == (text, 0), "{:?}", again.action);

        let answered = |done: &Done| text_and_rows(&after_adjourn(Language::ENGLISH, ADA, 5, done));
        let request = adjourn::propose(&games, RequestId(12), game, ADA, 5).await.expect("asked");
        let (text, rows) = answered(&request);
        assert!(text.starts_with("You asked <@2> to adjourn") && rows == 1, "{text}");
        let open = request.replayed.record.game.agreements.proposal.as_ref().expect("open").version;
        answer(&games, RequestId(13), game, BRUNO, open, ProposalAnswer::Decline).await.expect("no");
        let others = adjourn::propose(&games, RequestId(15), game, BRUNO, 7).await.expect("his own");
        let after = answered(&Done { replayed: others.replayed, ..request });
        assert_eq!(after, (text, 0), "his is not hers to withdraw");
        open_proposal::withdraw(&games, RequestId(16), game, BRUNO, Withdrawal::Adjourn).await.expect("withdrawn");

        let answered = |done: &Done| text_and_rows(&after_takeback(Language::ENGLISH, ADA, done));
        let request = takeback::take_back(&games, RequestId(17), game, ADA).await.expect("asked");
        let (text, rows) = answered(&request);
        assert!(text.starts_with("You asked <@2>") && rows == 1, "{text}");
        let open = request.replayed.record.game.agreements.proposal.as_ref().expect("open").version;
        let declined = answer(&games, RequestId(18), game, BRUNO, open, ProposalAnswer::Decline).await.expect("no");
        assert_eq!(answered(&Done { replayed: declined.replayed, ..request }), (text.clone(), 0));
        let again = takeback::take_back(&games, RequestId(17), game, ADA).await.expect("done before");
        assert!(again.repeated && answered(&again) == (text, 0), "{:?}", again.action);
    }
}
