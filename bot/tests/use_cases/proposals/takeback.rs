//! Moves taken back by agreement.

use bot::features::export;
use bot::features::proposals::draw::DrawAction;
use bot::features::proposals::open_proposal::{self, Withdrawal};
use bot::features::proposals::{self, ProposalAnswer, adjourn, takeback};
use games::GameError;
use games::challenges::NewChallenge;
use games::domain::{
    ChannelId, GameId, Notice, Origin, Preferences, ProposalKind, Reminder, TakebackPreference, UserId,
};
use games::moves::{self, PlayMove};
use games::replay::consistency;
use rules::Seat;

use crate::refused;
use crate::use_cases::support::{ADA, BRUNO, CHLOE, DINA, Fixture, Harness, ROUND};

async fn ask(fixture: &Fixture, game: GameId, user: UserId) -> Result<(), GameError> {
    takeback::take_back(&fixture.games, fixture.request(), game, user).await.map(|_| ())
}

async fn says(fixture: &Fixture, user: UserId, takeback: TakebackPreference) {
    let choice = Preferences { takeback: Some(takeback), ..Preferences::default() };
    assert!(fixture.store.set_preferences(user, &Preferences::default(), &choice).await.expect("a store in memory"));
}

#[tokio::test]
async fn a_turn_is_taken_back_and_the_answer_to_it_too() {
    // The number of moves, the requester, and the number of moves that stay.
    for (count, user, stay) in [(1, ADA, 0), (2, ADA, 0), (2, BRUNO, 1), (3, ADA, 2), (3, BRUNO, 1)] {
        let (fixture, game) = Fixture::with_game().await;
        fixture.play_all(game, &ROUND[..count]).await;
        fixture.notices().await;
        let other = if user == ADA { BRUNO } else { ADA };
        let seat = Seat(u8::from(user == BRUNO));
        ask(&fixture, game, user).await.expect("asked");
        assert_eq!(fixture.moves(game).await, ROUND[..count], "nothing happens before the answer");
        fixture.answer(game, other, ProposalAnswer::Agree).await.expect("agreed");
        assert_eq!(fixture.moves(game).await, ROUND[..stay], "{count} {}", user.0);
        let after = fixture.game(game).await;
        assert_eq!((after.ply as usize, after.turn.to_move, after.agreements.proposal), (stay, Some(seat), None));
        assert_eq!(consistency::problem(fixture.store.as_ref(), game).await.expect("readable"), None);
        let rest = ROUND[stay..count].iter().map(ToString::to_string).collect();
        let since = i64::try_from(stay).expect("few") + 2;
        let ply = u32::try_from(stay).expect("few");
        let notice = [
            Notice::Proposed { seat, proposal: ProposalKind::Takeback { ply } },
            Notice::TakenBack { seat, ply, moves: rest, since },
        ];
        assert_eq!(fixture.notices().await, notice);
        // Another move replaces the removed one.
        let instead = ["a2b3", "i8h7"][usize::from(seat)];
        fixture.plays(game, user, instead).await;
        assert_eq!(fixture.moves(game).await.last().map(String::as_str), Some(instead));
    }
}

#[tokio::test]
async fn a_takeback_request_is_answered_once_by_the_opponent() {
    let fixture = Fixture::new();
    let game = fixture.under_way().await;
    ask(&fixture, game, ADA).await.expect("asked");
    refused!(ask(&fixture, game, ADA).await, GameError::AlreadyProposed);
    refused!(ask(&fixture, game, BRUNO).await, GameError::ProposalOpen(record) if record.game.game_id == game);
    refused!(fixture.answer(game, ADA, ProposalAnswer::Agree).await, GameError::AlreadyProposed);
    refused!(fixture.answer(game, CHLOE, ProposalAnswer::Agree).await, GameError::NotAPlayer);
    let first = fixture.game(game).await.agreements.proposal.expect("open").version;
    fixture.notices().await;
    fixture.answer(game, BRUNO, ProposalAnswer::Decline).await.expect("declined");
    let notice = Notice::ProposalDeclined { seat: Seat(1), proposal: ProposalKind::Takeback { ply: 0 } };
    assert_eq!(fixture.notices().await, [notice]);
    refused!(fixture.answer(game, BRUNO, ProposalAnswer::Agree).await, GameError::NoProposal);
    // The buttons of the first request do not answer the second one.
    ask(&fixture, game, ADA).await.expect("asked again");
    let old = proposals::answer(&fixture.games, fixture.request(), game, BRUNO, first, ProposalAnswer::Agree).await;
    refused!(old, GameError::Stale(_));
    assert_eq!(fixture.moves(game).await, ROUND[..2]);
}

#[tokio::test]
async fn only_the_proposer_withdraws_a_takeback_request() {
    let fixture = Fixture::new();
    let game = fixture.under_way().await;
    let withdraw =
        async |user, which| open_proposal::withdraw(&fixture.games, fixture.request(), game, user, which).await;
    refused!(withdraw(ADA, Withdrawal::Takeback).await, GameError::NoProposal);
    ask(&fixture, game, ADA).await.expect("asked");
    let open = fixture.game(game).await.agreements.proposal.expect("open");
    refused!(withdraw(BRUNO, Withdrawal::OfVersion(open.version)).await, GameError::NotTheProposer);
    refused!(withdraw(BRUNO, Withdrawal::Takeback).await, GameError::NotTheProposer);
    refused!(withdraw(CHLOE, Withdrawal::OfVersion(open.version)).await, GameError::NotAPlayer);
    refused!(withdraw(ADA, Withdrawal::Adjourn).await, GameError::NoProposal);
    refused!(withdraw(ADA, Withdrawal::OfVersion(open.version - 1)).await, GameError::Stale(_));
    assert_eq!(fixture.game(game).await.agreements.proposal.as_ref(), Some(&open));
    fixture.notices().await;
    withdraw(ADA, Withdrawal::OfVersion(open.version)).await.expect("hers");
    let notice = Notice::ProposalWithdrawn { seat: Seat(0), proposal: ProposalKind::Takeback { ply: 0 } };
    assert_eq!(fixture.notices().await, [notice]);
    refused!(withdraw(ADA, Withdrawal::OfVersion(open.version)).await, GameError::NoProposal);
    refused!(
        proposals::answer(&fixture.games, fixture.request(), game, BRUNO, open.version, ProposalAnswer::Agree).await,
        GameError::NoProposal
    );
    assert_eq!(fixture.moves(game).await, ROUND[..2]);
    // An old button does not affect a later request.
    adjourn::propose(&fixture.games, fixture.request(), game, ADA, 3).await.expect("something else");
    refused!(withdraw(ADA, Withdrawal::OfVersion(open.version)).await, GameError::Stale(_));
    refused!(withdraw(ADA, Withdrawal::Takeback).await, GameError::NoProposal);
    withdraw(ADA, Withdrawal::Adjourn).await.expect("hers");
    assert_eq!(fixture.game(game).await.agreements.proposal, None);
}

#[tokio::test]
async fn a_proposal_is_withdrawn_by_button_or_command() {
    let harness = Harness::new();
    let game = harness.under_way().await;
    for (command, kind, told) in [
        ("game takeback", ProposalKind::Takeback { ply: 0 }, "<@1> withdrew the takeback request."),
        ("game adjourn", ProposalKind::Adjourn { days: 90 }, "<@1> withdrew the request to adjourn."),
    ] {
        for by_button in [true, false] {
            let reply = harness.say(ADA, command).await;
            assert_eq!((reply.private, reply.verbs()), (true, vec!["withdraw-proposal"]), "{reply:?}");
            let (posted, mentioned) =
                harness.current_notice(game, Notice::Proposed { seat: Seat(0), proposal: kind }).await;
            assert_eq!((posted.verbs(), mentioned), (vec!["agree", "refuse", "withdraw-proposal"], vec![BRUNO]));
            let forged = harness.press(BRUNO, posted.control("withdraw-proposal")).await;
            assert_eq!(forged.text, "Only the player who asked can withdraw this.");
            let forged = harness.say(BRUNO, &format!("{command} withdraw:true")).await;
            assert_eq!(forged.text, "Only the player who asked can withdraw this.");
            let done = if by_button {
                harness.press_private(ADA, reply.control("withdraw-proposal")).await
            } else {
                harness.say(ADA, &format!("{command} withdraw:true")).await
            };
            done.privately().begins("You withdrew your request.");
            let (word, mentioned) =
                harness.current_notice(game, Notice::ProposalWithdrawn { seat: Seat(0), proposal: kind }).await;
            assert!(word.text.contains(told) && word.controls.is_empty() && mentioned.is_empty(), "{word:?}");
            let none = harness.press(ADA, posted.control("withdraw-proposal")).await;
            none.begins("There's nothing to withdraw");
            let none = harness.say(ADA, &format!("{command} withdraw:true")).await;
            none.begins("There's nothing to withdraw");
        }
    }
}

#[tokio::test]
async fn direct_messages_to_opponents_have_no_withdraw_button() {
    let harness = Harness::new();
    let origin = Origin { guild_id: None, channel_id: ChannelId(200) };
    let game = harness.challenge(NewChallenge { origin, ..harness.new_challenge() }).await;
    harness.accept(game).await.expect("accepted");
    harness.plays(game, ADA, "a1b2").await;
    for (command, verbs) in [
        ("game adjourn", ["agree", "refuse"]),
        ("game takeback", ["agree", "refuse"]),
        ("game draw", ["draw-yes", "draw-no"]),
    ] {
        harness.notices().await;
        let reply = harness.say(ADA, command).await;
        assert_eq!(reply.verbs().len(), 1, "it is withdrawn where it was proposed: {reply:?}");
        let notice = harness.notices().await.remove(0);
        let version = harness.game(game).await.version;
        let (direct_message, _) = harness.notice_to(Some(BRUNO), game, version, notice).await.expect("still open");
        assert_eq!(direct_message.verbs(), verbs, "{direct_message:?}");
        let refused = harness.say(ADA, command).await;
        if command == "game draw" {
            refused.says("The offer stays open until your opponent answers or moves.");
        } else {
            refused.says("use the button below it, or the option `withdraw`");
            harness.press_private(ADA, reply.control("withdraw-proposal")).await;
        }
    }
}

#[tokio::test]
async fn a_player_may_always_agree_or_never() {
    let fixture = Fixture::new();
    let game = fixture.under_way().await;
    fixture.notices().await;
    says(&fixture, ADA, TakebackPreference::Never).await;
    refused!(ask(&fixture, game, BRUNO).await, GameError::NeverTakesBack(user) if user == ADA);
    assert!(fixture.notices().await.is_empty());
    ask(&fixture, game, ADA).await.expect("what she grants to others is another matter");
    fixture.answer(game, BRUNO, ProposalAnswer::Decline).await.expect("declined");
    says(&fixture, BRUNO, TakebackPreference::Always).await;
    ask(&fixture, game, ADA).await.expect("granted");
    assert!(fixture.moves(game).await.is_empty());
    assert!(matches!(fixture.notices().await.last(), Some(Notice::TakenBack { .. })));
}

#[tokio::test]
async fn with_three_players_both_others_agree_to_a_takeback() {
    let fixture = Fixture::new();
    let game = fixture.started_with("abalone seats=3", &[BRUNO, CHLOE]).await;
    for user in [ADA, BRUNO, CHLOE] {
        let (on_turn, text) = fixture.possible_turn(game).await;
        assert_eq!(on_turn, user);
        fixture.plays(game, user, &text).await;
    }
    fixture.notices().await;
    ask(&fixture, game, BRUNO).await.expect("asked");
    fixture.answer(game, CHLOE, ProposalAnswer::Agree).await.expect("agreed");
    refused!(fixture.answer(game, CHLOE, ProposalAnswer::Agree).await, GameError::AlreadyAgreed);
    assert_eq!(fixture.moves(game).await.len(), 3);
    fixture.answer(game, ADA, ProposalAnswer::Agree).await.expect("agreed");
    let after = fixture.game(game).await;
    assert_eq!((after.ply, after.turn.to_move), (1, Some(Seat(1))));
    let notices = fixture.notices().await;
    assert_eq!(notices[1], Notice::ProposalAgreed { seat: Seat(2) });
    assert!(
        matches!(&notices[2], Notice::TakenBack { seat: Seat(1), ply: 1, moves, .. } if moves.len() == 2),
        "{notices:?}"
    );
}

#[tokio::test]
async fn a_partner_whose_move_would_be_undone_is_asked_too() {
    let fixture = Fixture::new();
    let game = fixture.of_four().await;
    let mut movers = Vec::new();
    for _ in 0..3 {
        let (user, text) = fixture.possible_turn(game).await;
        fixture.plays(game, user, &text).await;
        movers.push(user);
    }
    ask(&fixture, game, movers[0]).await.expect("asked");
    let (partner, others): (Vec<UserId>, Vec<UserId>) =
        [ADA, BRUNO, CHLOE, DINA].into_iter().filter(|user| *user != movers[0]).partition(|user| *user == movers[2]);
    for user in others {
        fixture.answer(game, user, ProposalAnswer::Agree).await.expect("agreed");
        assert_eq!(fixture.moves(game).await.len(), 3, "the partner has not been heard");
    }
    fixture.answer(game, partner[0], ProposalAnswer::Agree).await.expect("agreed");
    assert!(fixture.moves(game).await.is_empty());
}

#[tokio::test]
async fn a_button_of_a_board_taken_back_does_nothing() {
    let fixture = Fixture::new();
    let game = fixture.under_way().await;
    let old = fixture.game(game).await.revision();
    ask(&fixture, game, BRUNO).await.expect("asked");
    fixture.answer(game, ADA, ProposalAnswer::Agree).await.expect("agreed");
    fixture.plays(game, BRUNO, "i8h7").await;
    // As many moves as before, and Ada's turn as before, but not the board that she saw.
    let now = fixture.game(game).await;
    assert_eq!((now.ply, now.turn.to_move), (2, Some(Seat(0))));
    let press = |revision| PlayMove { expected_revision: Some(revision), ..fixture.wanted(game, ADA, "d4c3") };
    refused!(moves::play(&fixture.games, press(old)).await, GameError::Stale(_));
    let offer = DrawAction::OfferOrAccept { expected_revision: Some(old) };
    refused!(fixture.draw(game, ADA, offer).await, GameError::Stale(_));
    moves::play(&fixture.games, press(now.revision())).await.expect("the board it was drawn for");
    // A second click on the new button finds its move made; one on the removed board's button does not.
    assert!(moves::play(&fixture.games, press(now.revision())).await.expect("made").repeated);
    refused!(moves::play(&fixture.games, press(old)).await, GameError::Stale(_));
}

#[tokio::test]
async fn undelivered_notices_of_moves_taken_back_are_not_sent() {
    let (harness, game) = Harness::with_game().await;
    harness.play_all(game, &ROUND[..3]).await;
    ask(&harness, game, ADA).await.expect("asked");
    let question = harness.game(game).await.version;
    let (reply, mentioned) = harness
        .notice(game, question, Notice::Proposed { seat: Seat(0), proposal: ProposalKind::Takeback { ply: 2 } })
        .await
        .expect("an open question");
    assert_eq!((reply.verbs(), mentioned), (vec!["agree", "refuse", "withdraw-proposal"], vec![BRUNO]));
    reply.says("would like to take back `d4c3`.");
    harness.answer(game, BRUNO, ProposalAnswer::Agree).await.expect("agreed");
    let back = harness.game(game).await.version;
    harness.plays(game, ADA, "a2b3").await;

    assert!(harness.notice(game, 4, Notice::Board { ply: 3 }).await.is_none(), "the third move was another one");
    assert!(
        harness
            .notice(game, question, Notice::Proposed { seat: Seat(0), proposal: ProposalKind::Takeback { ply: 2 } })
            .await
            .is_none()
    );
    assert!(
        harness.notice(game, 4, Notice::Reminder(Reminder::Step { step: 0, ply: 3, stops_at: None })).await.is_none(),
        "another turn"
    );
    assert!(
        harness.notice(game, 4, Notice::Reminder(Reminder::Turn { ply: 3 })).await.is_none(),
        "and another one's call"
    );
    let (second, mentioned) = harness.notice(game, 3, Notice::Board { ply: 2 }).await.expect("the second move stands");
    assert!(second.controls.is_empty() && mentioned.is_empty(), "as of the past: {second:?}");
    let news = Notice::TakenBack { seat: Seat(0), ply: 2, moves: vec!["d4c3".to_owned()], since: 4 };
    let (late, _) = harness.notice(game, back, news).await.expect("it is said all the same");
    assert!(late.controls.is_empty() && late.text.contains("took back `d4c3`"), "{late:?}");
    let (board, _) = harness.notice(game, back + 1, Notice::Board { ply: 3 }).await.expect("the new third move");
    assert_eq!(board.control("move"), format!("v1:move:{game}:{}", harness.game(game).await.revision()));
}

#[tokio::test]
async fn the_board_is_posted_again_with_its_buttons() {
    let harness = Harness::new();
    let game = harness.under_way().await;
    ask(&harness, game, ADA).await.expect("asked");
    harness.answer(game, BRUNO, ProposalAnswer::Agree).await.expect("agreed");
    let back = harness.game(game).await.version;
    let moves = ROUND[..2].iter().map(ToString::to_string).collect();
    let news = Notice::TakenBack { seat: Seat(0), ply: 0, moves, since: 2 };
    let (reply, mentioned) = harness.notice(game, back, news).await.expect("told");
    reply.says("\n<@1> took back `a1b2`, and with it the answer `i9h8`.\n");
    assert_eq!((reply.verbs(), mentioned), (vec!["move", "type", "board", "game"], vec![ADA]));
    assert!(harness.notice(game, 1, Notice::Board { ply: 0 }).await.is_some_and(|(old, _)| old.controls.is_empty()));
    // The button of that message plays; its preview shows the current board.
    let entry = harness.press(ADA, reply.control("move")).await;
    assert_eq!(entry.verbs()[0], "from");
}

#[tokio::test]
async fn a_takeback_with_hidden_colors_reveals_nothing() {
    let harness = Harness::new();
    let game = harness.started_as("abalone colors=one", "days:3").await;
    harness.play_all(game, &ROUND[..2]).await;
    ask(&harness, game, ADA).await.expect("asked");
    harness.answer(game, BRUNO, ProposalAnswer::Agree).await.expect("agreed");
    let back = harness.game(game).await.version;
    let news = Notice::TakenBack { seat: Seat(0), ply: 0, moves: vec!["a1b2".to_owned()], since: 2 };
    let (reply, _) = harness.notice(game, back, news).await.expect("told");
    assert!(reply.alt.contains("all the same color") && !reply.verbs().contains(&"move"), "{reply:?}");
    assert!(harness.notice(game, 2, Notice::Board { ply: 1 }).await.is_none(), "no earlier board");
}

#[tokio::test]
async fn a_sprint_does_not_count_moves_taken_back() {
    let fixture = Fixture::new();
    let game = fixture.started_as("abalone sprint=20", "days:3").await;
    fixture.play_all(game, &ROUND[..2]).await;
    ask(&fixture, game, ADA).await.expect("asked");
    fixture.answer(game, BRUNO, ProposalAnswer::Agree).await.expect("agreed");
    let left = fixture.games.load(game, None).await.expect("a replayed").any_game.diagram().moves_left;
    assert_eq!(left, Some(vec![20, 20]));
    let record = export::export(&fixture.games, game, ADA).await.expect("a record").record().to_string();
    assert!(!record.contains("a1b2"), "{record}");
}
