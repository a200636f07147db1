//! The messages about proposals, and the answers to them. Each kind of proposal has its own words in the view of its feature.

use rules::Seat;
use serde_json::Value;

use crate::commands::button::{Button, word};
use crate::commands::proposal::withdraw;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, row};
use crate::domain::{GameRecord, Proposal, ProposalKind};
use crate::features::notice_context::NoticeContext;
use crate::features::proposals::service;
use crate::features::{adjourn, takeback};
use crate::games::ReplayedGame;

/// What the player reads who has answered a proposal.
pub fn after_answer(language: Language, answer: service::ProposalAnswer, replayed: &ReplayedGame) -> String {
    match (answer, &replayed.record.game.agreements.proposal) {
        (service::ProposalAnswer::Decline, _) => localize!(language, "you-declined-proposal"),
        (service::ProposalAnswer::Agree, Some(_)) => localize!(language, "you-agreed-so-far"),
        (service::ProposalAnswer::Agree, None) => localize!(language, "you-agreed-done"),
    }
}

/// What is proposed, with the buttons that answer it, and the one that withdraws it.
fn proposal(language: Language, record: &GameRecord, open: &Proposal) -> OutgoingMessage {
    let waiting: Vec<_> = record.everybody_else(open.seat).filter(|seat| !open.agreed.contains(&seat.seat)).collect();
    let custom_id = Button::at(word::WITHDRAW_PROPOSAL, record.game.game_id, open.version);
    let withdraw = withdraw(language, &custom_id);
    let buttons: Vec<Value> = answers(language, record, open).into_iter().chain([withdraw]).collect();
    OutgoingMessage::text(proposal_text(language, record, open))
        .mention(waiting.iter().map(|seat| seat.user))
        .rows(vec![row(&buttons)])
}

/// The same for one player who may answer, without the button that withdraws.
pub fn question(language: Language, record: &GameRecord, open: &Proposal) -> OutgoingMessage {
    OutgoingMessage::text(proposal_text(language, record, open)).rows(vec![row(&answers(language, record, open))])
}

fn answers(language: Language, record: &GameRecord, open: &Proposal) -> [Value; 2] {
    let custom_id = |verb| Button::at(verb, record.game.game_id, open.version);
    [
        button(&custom_id(word::AGREE), localize!(language, "button-agree"), Style::Success),
        button(&custom_id(word::REFUSE), localize!(language, "button-refuse"), Style::Secondary),
    ]
}

/// What is proposed, and to whom.
fn proposal_text(language: Language, record: &GameRecord, open: &Proposal) -> String {
    match open.kind {
        ProposalKind::Takeback { ply } => takeback::question(language, record, open, ply),
        ProposalKind::Adjourn { days } => adjourn::view::question(language, record, open, days),
    }
}

/// The notice of a proposal. `None` once it is no longer open.
pub fn proposed(context: &NoticeContext<'_>, seat: Seat) -> Option<OutgoingMessage> {
    let open = context.game().agreements.proposal.as_ref()?;
    let is_open = (open.seat, open.version) == (seat, context.version);
    is_open.then(|| match context.reader {
        Some(_) => question(context.language, context.record, open),
        None => proposal(context.language, context.record, open),
    })
}

/// A player agrees, but not all have.
pub fn agreed(context: &NoticeContext<'_>, seat: Seat) -> Option<OutgoingMessage> {
    let player = context.user(seat)?;
    Some(OutgoingMessage::text(localize!(context.language, "proposal-agreed", player = player.0)))
}

/// A player does not agree.
pub fn declined(context: &NoticeContext<'_>, seat: Seat, kind: ProposalKind) -> Option<OutgoingMessage> {
    let player = context.user(seat)?.0;
    Some(OutgoingMessage::text(match kind {
        ProposalKind::Takeback { .. } => takeback::refusal(context.language, player),
        ProposalKind::Adjourn { .. } => adjourn::view::declined(context.language, player),
    }))
}

/// A player has withdrawn the proposal.
pub fn withdrawn(context: &NoticeContext<'_>, seat: Seat, kind: ProposalKind) -> Option<OutgoingMessage> {
    let player = context.user(seat)?.0;
    Some(OutgoingMessage::text(match kind {
        ProposalKind::Takeback { .. } => takeback::withdrawal(context.language, player),
        ProposalKind::Adjourn { .. } => adjourn::view::withdrawn(context.language, player),
    }))
}

#[cfg(test)]
mod tests {
    use crate::domain::{ChannelId, GameId, Origin, Person, RequestId, UserId};
    use crate::features::adjourn::view::after_adjourn;
    use crate::features::challenge::service::{ColorChoice, NewChallenge};
    use crate::features::draw::service::DrawAction;
    use crate::features::draw::view::after_draw;
    use crate::features::play::service::PlayMove;
    use crate::features::takeback::after_takeback;
    use crate::games::proposals::Withdrawal;
    use crate::games::{Done, GameError, Games};

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
            origin: Origin { guild_id: Some(crate::domain::GuildId(9)), channel_id: ChannelId(5) },
        };
        let game = games.challenge(challenge).await.expect("a challenge").replayed.record.game.game_id;
        games.accept(RequestId(2), game, person(BRUNO)).await.expect("accepted");
        let request = RequestId(3);
        let play = PlayMove { request, game, user: ADA, text: "a1b2".to_owned(), expected_revision: None };
        games.play(play).await.expect("legal");
        (games, game)
    }

    fn said(post: &OutgoingMessage) -> (&str, usize) {
        (post.body["content"].as_str().unwrap_or_default(), post.body["components"].as_array().map_or(0, Vec::len))
    }

    #[tokio::test]
    async fn what_was_proposed_is_told_though_it_is_declined_by_now() {
        let (games, game) = started().await;
        let english = Language::ENGLISH;
        let offer = DrawAction::OfferOrAccept { expected_revision: None };
        let offered = games.draw(RequestId(10), game, ADA, offer).await.expect("offered");
        let before = after_draw(english, ADA, &offered);
        let open = offered.replayed.record.game.draw_offer.expect("open").version;
        let declined = games.draw(RequestId(11), game, BRUNO, DrawAction::Decline { offer: open }).await.expect("no");
        let after = after_draw(english, ADA, &Done { replayed: declined.replayed, ..offered });
        assert_eq!((said(&after).0, said(&after).1), (said(&before).0, 0));
        assert!(said(&before).0.starts_with("You offered <@2> a draw") && said(&before).1 == 1);
        // The same interaction once more, as another process of the bot answers it.
        let again = games.draw(RequestId(10), game, ADA, offer).await.expect("done before");
        assert!(again.repeated && said(&after_draw(english, ADA, &again)) == said(&after), "{:?}", again.action);

        let asked = games.adjourn(RequestId(12), game, ADA, 5).await.expect("asked");
        let before = after_adjourn(english, ADA, 5, &asked);
        let open = asked.replayed.record.game.agreements.proposal.as_ref().expect("open").version;
        games
            .answer(RequestId(13), game, BRUNO, open, crate::features::proposals::service::ProposalAnswer::Decline)
            .await
            .expect("no");
        let others = takeback::take_back(&games, RequestId(14), game, BRUNO).await;
        assert!(matches!(others, Err(GameError::NothingToTakeBack)));
        let others = games.adjourn(RequestId(15), game, BRUNO, 7).await.expect("his own");
        let after = after_adjourn(english, ADA, 5, &Done { replayed: others.replayed, ..asked });
        assert_eq!((said(&after).0, said(&after).1), (said(&before).0, 0), "his is not hers to withdraw");
        assert!(said(&before).0.starts_with("You asked <@2> to adjourn") && said(&before).1 == 1);

        games.withdraw_proposal(RequestId(16), game, BRUNO, Withdrawal::Adjourn).await.expect("withdrawn");
        let asked = takeback::take_back(&games, RequestId(17), game, ADA).await.expect("asked");
        let before = after_takeback(english, ADA, &asked);
        let open = asked.replayed.record.game.agreements.proposal.as_ref().expect("open").version;
        let declined = games
            .answer(RequestId(18), game, BRUNO, open, crate::features::proposals::service::ProposalAnswer::Decline)
            .await
            .expect("no");
        let after = after_takeback(english, ADA, &Done { replayed: declined.replayed, ..asked });
        assert_eq!((said(&after).0, said(&after).1), (said(&before).0, 0));
        let again = takeback::take_back(&games, RequestId(17), game, ADA).await.expect("done before");
        assert!(again.repeated && said(&after_takeback(english, ADA, &again)) == said(&after), "{:?}", again.action);
        assert!(said(&before).0.starts_with("You asked <@2>") && said(&before).1 == 1);
    }
}
