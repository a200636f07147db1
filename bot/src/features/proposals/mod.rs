//! Proposals while a game is played: one player proposes, and the others agree or decline. Each kind has its words in its feature.

pub mod abort;
pub mod adjourn;
pub mod draw;
pub mod more_time;
pub mod open_proposal;
pub mod panel;
pub mod takeback;

use async_trait::async_trait;
use rules::Seat;
use serde_json::Value;

use crate::commands::{Answer, App, Button, Feature, word};
use crate::discord::{Interaction, Language, OutgoingMessage, Style, button, localize, row};
use crate::domain::{Action, GameId, GameRecord, Notice, Proposal, ProposalKind, RequestId, UserId};
use crate::features::proposals::adjourn::stop_clocks;
use crate::features::proposals::open_proposal::{Withdrawal, withdraw_button, withdraw_proposal};
use crate::features::proposals::takeback::undo_turn;
use crate::games::change::{Change, never_done};
use crate::games::{Done, GameError, Games, ReplayedGame};
use crate::views::notice_context::NoticeContext;

pub struct Proposals;

#[async_trait]
impl Feature for Proposals {
    fn words(&self) -> &'static [&'static str] {
        &[word::AGREE, word::REFUSE, word::WITHDRAW_PROPOSAL]
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button = Button::read(interaction)?;
        match &*button.word {
            word::WITHDRAW_PROPOSAL => press_withdraw(app, language, interaction, &button).await,
            _ => press_answer(app, language, interaction, &button).await,
        }
    }
}

/// *Agree* and *Decline*.
async fn press_answer(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let version = button.required_number()?;
    let agrees = button.word == word::AGREE;
    let said = if agrees { ProposalAnswer::Agree } else { ProposalAnswer::Decline };
    let done = answer(&app.games, interaction.request, button.game, interaction.person.user, version, said).await?;
    Ok(interaction.private_reply(OutgoingMessage::text(after_answer(language, said, &done.replayed))))
}

/// *Withdraw* below one's own proposal.
async fn press_withdraw(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let which = Withdrawal::OfVersion(button.required_number()?);
    Ok(interaction
        .private_reply(OutgoingMessage::text(withdraw_proposal(app, language, interaction, button.game, which).await?)))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalAnswer {
    Agree,
    /// No: the proposal is closed.
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
        .change(request, game, Some(user), never_done, move |mut replayed, now| {
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

/// What is proposed, with the buttons that answer it, and the one that withdraws it.
fn proposal(language: Language, record: &GameRecord, open: &Proposal) -> OutgoingMessage {
    let waiting: Vec<_> = record.everybody_else(open.seat).filter(|seat| !open.agreed.contains(&seat.seat)).collect();
    let custom_id = Button::at(word::WITHDRAW_PROPOSAL, record.game.game_id, open.version);
    let withdraw = withdraw_button(language, &custom_id);
    let buttons: Vec<Value> = answers(language, record, open).into_iter().chain([withdraw]).collect();
    OutgoingMessage::text(proposal_text(language, record, open))
        .mention(waiting.iter().map(|seat| seat.player))
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
    use crate::domain::{ChannelId, GameId, Origin, Person, RequestId, UserId};
    use crate::features::challenge::service::NewChallenge;
    use crate::features::play::service::PlayMove;
    use crate::features::proposals::adjourn::after_adjourn;
    use crate::features::proposals::draw::{self, DrawAction, after_draw};
    use crate::features::proposals::open_proposal::{self, Withdrawal};
    use crate::features::proposals::takeback::after_takeback;
    use crate::features::{challenge, play};
    use crate::games::offers::ColorChoice;
    use crate::games::{Done, Games};

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
        let game = challenge::challenge(&games, challenge).await.expect("a challenge").replayed.record.game.game_id;
        challenge::accept(&games, RequestId(2), game, person(BRUNO)).await.expect("accepted");
        let request = RequestId(3);
        let play = PlayMove { request, game, user: ADA, text: "a1b2".to_owned(), expected_revision: None };
        play::play(&games, play).await.expect("legal");
        (games, game)
    }

    /// The words of an answer, and how many rows of buttons it has.
    fn text_and_rows(post: &OutgoingMessage) -> (String, usize) {
        let rows = post.body["components"].as_array().map_or(0, Vec::len);
        (post.body["content"].as_str().unwrap_or_default().to_owned(), rows)
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
        // The same interaction once more, as another process of the bot answers it.
        let again = draw::draw(&games, RequestId(10), game, ADA, offer).await.expect("done before");
        assert!(again.repeated && answered(&again) == (text, 0), "{:?}", again.action);

        let answered = |done: &Done| text_and_rows(&after_adjourn(Language::ENGLISH, ADA, 5, done));
        let asked = adjourn::propose(&games, RequestId(12), game, ADA, 5).await.expect("asked");
        let (text, rows) = answered(&asked);
        assert!(text.starts_with("You asked <@2> to adjourn") && rows == 1, "{text}");
        let open = asked.replayed.record.game.agreements.proposal.as_ref().expect("open").version;
        answer(&games, RequestId(13), game, BRUNO, open, ProposalAnswer::Decline).await.expect("no");
        let others = adjourn::propose(&games, RequestId(15), game, BRUNO, 7).await.expect("his own");
        let after = answered(&Done { replayed: others.replayed, ..asked });
        assert_eq!(after, (text, 0), "his is not hers to withdraw");
        open_proposal::withdraw(&games, RequestId(16), game, BRUNO, Withdrawal::Adjourn).await.expect("withdrawn");

        let answered = |done: &Done| text_and_rows(&after_takeback(Language::ENGLISH, ADA, done));
        let asked = takeback::take_back(&games, RequestId(17), game, ADA).await.expect("asked");
        let (text, rows) = answered(&asked);
        assert!(text.starts_with("You asked <@2>") && rows == 1, "{text}");
        let open = asked.replayed.record.game.agreements.proposal.as_ref().expect("open").version;
        let declined = answer(&games, RequestId(18), game, BRUNO, open, ProposalAnswer::Decline).await.expect("no");
        assert_eq!(answered(&Done { replayed: declined.replayed, ..asked }), (text.clone(), 0));
        let again = takeback::take_back(&games, RequestId(17), game, ADA).await.expect("done before");
        assert!(again.repeated && answered(&again) == (text, 0), "{:?}", again.action);
    }
}
