//! Moves that are taken back by agreement.

use bot::domain::Origin;
use bot::domain::{ChannelId, GameId, Notice, Preferences, ProposalKind, TakebackPreference, UserId};
use bot::features::challenge::service::NewChallenge;
use bot::features::draw::service::DrawAction;
use bot::features::play::service::PlayMove;
use bot::features::proposals::service::Answer;
use bot::games::proposals::Withdrawal;
use bot::games::{GameError, consistency};
use bot::store::{GameStore as _, PlayerStore as _};
use rules::Seat;

use serde_json::json;

use crate::dialogue::Dialogue;
use crate::refused;
use crate::stage::{ADA, BRUNO, CHLOE, DINA, HOUR, ROUND, Stage, id, person};

const DAY: i64 = 24 * HOUR;

async fn ask(stage: &Stage, game: GameId, user: UserId) -> Result<(), GameError> {
    stage.games.take_back(stage.request(), game, user).await.map(|_| ())
}

async fn answer(stage: &Stage, game: GameId, user: UserId, answer: Answer) -> Result<(), GameError> {
    let version = stage.game(game).await.agreements.proposal.map_or(0, |open| open.version);
    stage.games.answer(stage.request(), game, user, version, answer).await.map(|_| ())
}

async fn says(stage: &Stage, user: UserId, takeback: TakebackPreference) {
    let chosen = Preferences { takeback: Some(takeback), ..Preferences::default() };
    assert!(stage.store.set_preferences(user, &Preferences::default(), &chosen).await.expect("a store in memory"));
}

/// The moves that stand.
async fn moves(stage: &Stage, game: GameId) -> Vec<String> {
    let record = stage.store.game(game).await.expect("readable").expect("there");
    record.plies.into_iter().map(|ply| ply.notation).collect()
}

#[tokio::test]
async fn a_turn_is_taken_back_and_the_answer_to_it_too() {
    // How many moves there are, who asks, and how many stay.
    for (count, user, stay) in [(1, ADA, 0), (2, ADA, 0), (2, BRUNO, 1), (3, ADA, 2), (3, BRUNO, 1)] {
        let stage = Stage::new();
        let game = stage.started().await;
        stage.play_all(game, &ROUND[..count]).await;
        stage.notices().await;
        let other = if user == ADA { BRUNO } else { ADA };
        let seat = Seat(u8::from(user == BRUNO));
        ask(&stage, game, user).await.expect("asked");
        assert_eq!(moves(&stage, game).await, ROUND[..count], "nothing happens before the answer");
        answer(&stage, game, other, Answer::Agree).await.expect("agreed");
        assert_eq!(moves(&stage, game).await, ROUND[..stay], "{count} {}", user.0);
        let after = stage.game(game).await;
        assert_eq!((after.ply as usize, after.turn.to_move, after.agreements.proposal), (stay, Some(seat), None));
        assert_eq!(consistency::problem(stage.store.as_ref(), game).await.expect("readable"), None);
        let gone = ROUND[stay..count].iter().map(ToString::to_string).collect();
        let since = i64::try_from(stay).expect("few") + 2;
        let ply = u32::try_from(stay).expect("few");
        let told = [
            Notice::Proposed { seat, proposal: ProposalKind::Takeback { ply } },
            Notice::TakenBack { seat, ply, moves: gone, since },
        ];
        assert_eq!(stage.notices().await, told);
        // Another move takes the place of the one that is gone.
        let instead = ["a2b3", "i8h7"][usize::from(seat)];
        stage.play(game, user, instead).await.expect("legal");
        assert_eq!(moves(&stage, game).await.last().map(String::as_str), Some(instead));
    }
}

#[tokio::test]
async fn who_has_not_moved_or_does_not_play_takes_nothing_back() {
    let stage = Stage::new();
    let offered = stage.offered().await;
    refused!(ask(&stage, offered, ADA).await, GameError::NotStarted);
    let game = stage.started().await;
    refused!(ask(&stage, game, ADA).await, GameError::NothingToTakeBack);
    stage.play(game, ADA, "a1b2").await.expect("legal");
    refused!(ask(&stage, game, BRUNO).await, GameError::NothingToTakeBack);
    refused!(ask(&stage, game, CHLOE).await, GameError::NotAPlayer);
    refused!(answer(&stage, game, BRUNO, Answer::Agree).await, GameError::NoProposal);
    stage.games.resign(stage.request(), game, ADA, None).await.expect("resigned");
    refused!(ask(&stage, game, ADA).await, GameError::Over);
}

#[tokio::test]
async fn a_question_is_answered_once_by_the_one_it_is_for() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.play_all(game, &ROUND[..2]).await;
    ask(&stage, game, ADA).await.expect("asked");
    refused!(ask(&stage, game, ADA).await, GameError::AlreadyProposed);
    refused!(ask(&stage, game, BRUNO).await, GameError::ProposalOpen(record) if record.game.game_id == game);
    refused!(answer(&stage, game, ADA, Answer::Agree).await, GameError::AlreadyProposed);
    refused!(answer(&stage, game, CHLOE, Answer::Agree).await, GameError::NotAPlayer);
    let first = stage.game(game).await.agreements.proposal.expect("open").version;
    stage.notices().await;
    answer(&stage, game, BRUNO, Answer::Decline).await.expect("declined");
    let told = Notice::ProposalDeclined { seat: Seat(1), proposal: ProposalKind::Takeback { ply: 0 } };
    assert_eq!(stage.notices().await, [told]);
    refused!(answer(&stage, game, BRUNO, Answer::Agree).await, GameError::NoProposal);
    // The buttons of the first question do not answer the second one.
    ask(&stage, game, ADA).await.expect("asked again");
    let old = stage.games.answer(stage.request(), game, BRUNO, first, Answer::Agree).await;
    refused!(old, GameError::Stale(_));
    assert_eq!(moves(&stage, game).await, ROUND[..2]);
}

#[tokio::test]
async fn whoever_has_asked_may_withdraw_the_question_and_nobody_else() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.play_all(game, &ROUND[..2]).await;
    let withdraw = async |user, which| stage.games.withdraw_proposal(stage.request(), game, user, which).await;
    refused!(withdraw(ADA, Withdrawal::Takeback).await, GameError::NoProposal);
    ask(&stage, game, ADA).await.expect("asked");
    let open = stage.game(game).await.agreements.proposal.expect("open");
    refused!(withdraw(BRUNO, Withdrawal::Made(open.version)).await, GameError::NotTheProposer);
    refused!(withdraw(BRUNO, Withdrawal::Takeback).await, GameError::NotTheProposer);
    refused!(withdraw(CHLOE, Withdrawal::Made(open.version)).await, GameError::NotAPlayer);
    refused!(withdraw(ADA, Withdrawal::Adjourn).await, GameError::NoProposal);
    refused!(withdraw(ADA, Withdrawal::Made(open.version - 1)).await, GameError::Stale(_));
    assert_eq!(stage.game(game).await.agreements.proposal.as_ref(), Some(&open));
    stage.notices().await;
    withdraw(ADA, Withdrawal::Made(open.version)).await.expect("hers");
    let told = Notice::ProposalWithdrawn { seat: Seat(0), proposal: ProposalKind::Takeback { ply: 0 } };
    assert_eq!(stage.notices().await, [told]);
    refused!(withdraw(ADA, Withdrawal::Made(open.version)).await, GameError::NoProposal);
    refused!(
        stage.games.answer(stage.request(), game, BRUNO, open.version, Answer::Agree).await,
        GameError::NoProposal
    );
    assert_eq!(moves(&stage, game).await, ROUND[..2]);
    // An old button takes nothing away that is asked later.
    stage.games.adjourn(stage.request(), game, ADA, 3).await.expect("something else");
    refused!(withdraw(ADA, Withdrawal::Made(open.version)).await, GameError::Stale(_));
    refused!(withdraw(ADA, Withdrawal::Takeback).await, GameError::NoProposal);
    withdraw(ADA, Withdrawal::Adjourn).await.expect("hers");
    assert_eq!(stage.game(game).await.agreements.proposal, None);
}

#[tokio::test]
async fn of_an_answer_and_a_withdrawal_at_the_same_time_one_wins() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.play_all(game, &ROUND[..2]).await;
    ask(&stage, game, ADA).await.expect("asked");
    let version = stage.game(game).await.agreements.proposal.expect("open").version;
    let rival = stage.clone();
    stage.store.before_next_commit(async move {
        rival.games.answer(rival.request(), game, BRUNO, version, Answer::Agree).await.expect("agreed");
    });
    let late = stage.games.withdraw_proposal(stage.request(), game, ADA, Withdrawal::Made(version)).await;
    refused!(late, GameError::NoProposal);
    assert!(moves(&stage, game).await.is_empty(), "taken back");
}

#[tokio::test]
async fn what_one_has_proposed_is_withdrawn_by_button_or_by_command() {
    let people = Dialogue::new();
    let game = people.started().await;
    people.play_all(game, &ROUND[..2]).await;
    for (command, wish, told) in [
        ("takeback", ProposalKind::Takeback { ply: 0 }, "<@1> withdraws the takeback request."),
        ("adjourn", ProposalKind::Adjourn { days: 90 }, "<@1> withdraws the proposal to adjourn."),
    ] {
        for by_button in [true, false] {
            let asked = people.command(ADA, command, json!({})).await;
            assert_eq!((asked.private, asked.verbs()), (true, vec!["withdraw-wish"]), "{asked:?}");
            let version = people.game(game).await.version;
            let (posted, mentioned) = people
                .notice(game, version, Notice::Proposed { seat: Seat(0), proposal: wish })
                .await
                .expect("a question");
            assert_eq!((posted.verbs(), mentioned), (vec!["agree", "refuse", "withdraw-wish"], vec![BRUNO]));
            let forged = people.press(BRUNO, posted.control("withdraw-wish")).await;
            assert_eq!(forged.text, "Only the player who proposed this can withdraw it.");
            let forged = people.command(BRUNO, command, json!({ "withdraw": true })).await;
            assert_eq!(forged.text, "Only the player who proposed this can withdraw it.");
            let done = if by_button {
                people.press_private(ADA, asked.control("withdraw-wish")).await
            } else {
                people.command(ADA, command, json!({ "withdraw": true })).await
            };
            assert!(done.private && done.text.starts_with("You withdrew your proposal."), "{done:?}");
            let word =
                people.notice(game, version + 1, Notice::ProposalWithdrawn { seat: Seat(0), proposal: wish }).await;
            let (word, mentioned) = word.expect("a word");
            assert!(word.text.starts_with(told) && word.controls.is_empty() && mentioned.is_empty(), "{word:?}");
            let none = people.press(ADA, posted.control("withdraw-wish")).await;
            assert!(none.text.starts_with("There is nothing to withdraw"), "{none:?}");
            let none = people.command(ADA, command, json!({ "withdraw": true })).await;
            assert!(none.text.starts_with("There is nothing to withdraw"), "{none:?}");
        }
    }
}

#[tokio::test]
async fn in_letters_to_the_others_nothing_is_to_be_withdrawn() {
    let people = Dialogue::new();
    let origin = Origin { guild_id: None, channel_id: ChannelId(200) };
    let done = people.games.challenge(NewChallenge { origin, ..people.wish() }).await.expect("a challenge");
    let game = id(&done);
    people.accept(game).await.expect("accepted");
    people.play(game, ADA, "a1b2").await.expect("legal");
    for (command, verbs) in
        [("adjourn", ["agree", "refuse"]), ("takeback", ["agree", "refuse"]), ("draw", ["draw-yes", "draw-no"])]
    {
        people.notices().await;
        let asked = people.command(ADA, command, json!({})).await;
        assert_eq!(asked.verbs().len(), 1, "it is withdrawn where it was proposed: {asked:?}");
        let notice = people.notices().await.remove(0);
        let version = people.game(game).await.version;
        let (direct_message, _) = people.notice_to(Some(BRUNO), game, version, notice).await.expect("still open");
        assert_eq!(direct_message.verbs(), verbs, "{direct_message:?}");
        if command != "draw" {
            let refused = people.command(ADA, command, json!({})).await;
            assert!(refused.text.contains("press *Withdraw* or use the option `withdraw`"), "{refused:?}");
            people.press_private(ADA, asked.control("withdraw-wish")).await;
        }
    }
}

#[tokio::test]
async fn any_move_makes_the_question_needless() {
    for on_turn in [true, false] {
        let stage = Stage::new();
        let game = stage.started().await;
        stage.play_all(game, &ROUND[..if on_turn { 2 } else { 1 }]).await;
        ask(&stage, game, ADA).await.expect("asked");
        let (user, text) = if on_turn { (ADA, ROUND[2]) } else { (BRUNO, ROUND[1]) };
        stage.play(game, user, text).await.expect("legal");
        assert_eq!(stage.game(game).await.agreements.proposal, None);
        refused!(answer(&stage, game, BRUNO, Answer::Agree).await, GameError::NoProposal);
    }
}

#[tokio::test]
async fn of_a_move_and_an_agreement_at_the_same_time_one_wins() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.play(game, ADA, "a1b2").await.expect("legal");
    ask(&stage, game, ADA).await.expect("asked");
    let version = stage.game(game).await.agreements.proposal.expect("open").version;
    let rival = stage.clone();
    stage.store.before_next_commit(async move {
        rival.play(game, BRUNO, "i9h8").await.expect("legal");
    });
    let late = stage.games.answer(stage.request(), game, BRUNO, version, Answer::Agree).await;
    refused!(late, GameError::NoProposal);
    assert_eq!(moves(&stage, game).await, ROUND[..2]);
}

#[tokio::test]
async fn a_player_may_always_agree_or_never() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.play_all(game, &ROUND[..2]).await;
    stage.notices().await;
    says(&stage, ADA, TakebackPreference::Never).await;
    refused!(ask(&stage, game, BRUNO).await, GameError::NeverTakesBack(user) if user == ADA);
    assert!(stage.notices().await.is_empty());
    ask(&stage, game, ADA).await.expect("what she grants to others is another matter");
    answer(&stage, game, BRUNO, Answer::Decline).await.expect("declined");
    says(&stage, BRUNO, TakebackPreference::Always).await;
    ask(&stage, game, ADA).await.expect("granted");
    assert!(moves(&stage, game).await.is_empty());
    assert!(matches!(stage.notices().await.last(), Some(Notice::TakenBack { .. })));
}

#[tokio::test]
async fn of_three_all_others_agree_and_everything_since_goes() {
    let stage = Stage::new();
    let wish = NewChallenge {
        opponents: vec![person(BRUNO), person(CHLOE)],
        setup: "abalone seats=3".to_owned(),
        ..stage.wish()
    };
    let game = id(&stage.games.challenge(wish).await.expect("a challenge"));
    for user in [BRUNO, CHLOE] {
        stage.games.accept(stage.request(), game, person(user)).await.expect("accepts");
    }
    for user in [ADA, BRUNO, CHLOE] {
        let view = stage.games.view(game, None).await.expect("a view");
        let text = view.table.legal_moves().remove(0);
        stage.play(game, user, &text).await.expect("legal");
    }
    stage.notices().await;
    ask(&stage, game, BRUNO).await.expect("asked");
    answer(&stage, game, CHLOE, Answer::Agree).await.expect("agreed");
    refused!(answer(&stage, game, CHLOE, Answer::Agree).await, GameError::AlreadyAgreed);
    assert_eq!(moves(&stage, game).await.len(), 3);
    answer(&stage, game, ADA, Answer::Agree).await.expect("agreed");
    let after = stage.game(game).await;
    assert_eq!((after.ply, after.turn.to_move), (1, Some(Seat(1))));
    let notices = stage.notices().await;
    assert_eq!(notices[1], Notice::ProposalAgreed { seat: Seat(2) });
    assert!(
        matches!(&notices[2], Notice::TakenBack { seat: Seat(1), ply: 1, moves, .. } if moves.len() == 2),
        "{notices:?}"
    );
}

#[tokio::test]
async fn a_partner_is_asked_too_whose_move_would_go() {
    let stage = Stage::new();
    let game = stage.of_four().await;
    let mut movers = Vec::new();
    for _ in 0..3 {
        let view = stage.games.view(game, None).await.expect("a view");
        let user = view.record.game.turn.to_move.and_then(|seat| view.record.at(seat)).expect("a player").user;
        let text = view.table.legal_moves().remove(0);
        stage.play(game, user, &text).await.expect("legal");
        movers.push(user);
    }
    ask(&stage, game, movers[0]).await.expect("asked");
    let (partner, others): (Vec<UserId>, Vec<UserId>) =
        [ADA, BRUNO, CHLOE, DINA].into_iter().filter(|user| *user != movers[0]).partition(|user| *user == movers[2]);
    for user in others {
        answer(&stage, game, user, Answer::Agree).await.expect("agreed");
        assert_eq!(moves(&stage, game).await.len(), 3, "the partner has not been heard");
    }
    answer(&stage, game, partner[0], Answer::Agree).await.expect("agreed");
    assert!(moves(&stage, game).await.is_empty());
}

#[tokio::test]
async fn time_that_was_used_stays_used_and_what_moves_had_added_goes() {
    // Days for each move: what was left of the turn when its move was made, a day at least.
    for (thought, left) in [(10, 62), (0, 72), (60, 24)] {
        let stage = Stage::new();
        let game = stage.started().await;
        stage.play_all(game, &ROUND[..2]).await;
        stage.wait(thought);
        stage.play(game, ADA, ROUND[2]).await.expect("legal");
        stage.wait(5);
        ask(&stage, game, ADA).await.expect("asked");
        answer(&stage, game, BRUNO, Answer::Agree).await.expect("agreed");
        let after = stage.game(game).await;
        assert_eq!(after.turn.deadline_at.expect("a deadline").since(after.turn.started_at), left * HOUR, "{thought}");
    }
    // A clock: Ada thinks ten hours, Bruno five, and she asks after three more. Two moves had added a day each.
    let stage = Stage::new();
    let game = stage.started_as("abalone", "fischer:7d+1d/14d").await;
    stage.wait(10);
    stage.play(game, ADA, ROUND[0]).await.expect("legal");
    stage.wait(5);
    stage.play(game, BRUNO, ROUND[1]).await.expect("legal");
    stage.wait(3);
    ask(&stage, game, ADA).await.expect("asked");
    answer(&stage, game, BRUNO, Answer::Agree).await.expect("agreed");
    let record = stage.store.game(game).await.expect("readable").expect("there");
    let clocks: Vec<_> = record.seats.iter().map(|seat| seat.clock).collect();
    assert_eq!(clocks, [Some(7 * DAY - 13 * HOUR), Some(7 * DAY - 5 * HOUR)]);
    assert_eq!(record.game.turn.deadline_at, Some(stage.game(game).await.turn.started_at.plus(7 * DAY - 13 * HOUR)));
    // While Bruno thinks, his own time is not lost by it.
    stage.play(game, ADA, ROUND[0]).await.expect("legal");
    stage.wait(30);
    ask(&stage, game, ADA).await.expect("asked");
    answer(&stage, game, BRUNO, Answer::Agree).await.expect("agreed");
    let record = stage.store.game(game).await.expect("readable").expect("there");
    let clocks: Vec<_> = record.seats.iter().map(|seat| seat.clock).collect();
    assert_eq!(clocks, [Some(7 * DAY - 13 * HOUR), Some(7 * DAY - 5 * HOUR)]);
}

#[tokio::test]
async fn a_button_of_a_board_that_is_gone_does_nothing_on_the_new_one() {
    let stage = Stage::new();
    let game = stage.started().await;
    stage.play_all(game, &ROUND[..2]).await;
    let old = stage.game(game).await.revision();
    ask(&stage, game, BRUNO).await.expect("asked");
    answer(&stage, game, ADA, Answer::Agree).await.expect("agreed");
    stage.play(game, BRUNO, "i8h7").await.expect("legal");
    // As many moves as before, and Ada's turn as before; but not the board she saw.
    let now = stage.game(game).await;
    assert_eq!((now.ply, now.turn.to_move), (2, Some(Seat(0))));
    let press = |revision| PlayMove { expected_revision: Some(revision), ..stage.wanted(game, ADA, "d4c3") };
    refused!(stage.games.play(press(old)).await, GameError::Stale(_));
    let offer = DrawAction::OfferOrAccept { expected_revision: Some(old) };
    refused!(stage.games.draw(stage.request(), game, ADA, offer).await, GameError::Stale(_));
    stage.games.play(press(now.revision())).await.expect("the board it was drawn for");
    // A second click on it finds its move made; one on the button of the board that is gone does not.
    assert!(stage.games.play(press(now.revision())).await.expect("made").repeated);
    refused!(stage.games.play(press(old)).await, GameError::Stale(_));
}

#[tokio::test]
async fn what_was_not_yet_told_of_moves_that_are_gone_is_not_told_any_more() {
    let people = Dialogue::new();
    let game = people.started().await;
    people.play_all(game, &ROUND[..3]).await;
    ask(&people, game, ADA).await.expect("asked");
    let asked = people.game(game).await.version;
    let (said, mentioned) = people
        .notice(game, asked, Notice::Proposed { seat: Seat(0), proposal: ProposalKind::Takeback { ply: 2 } })
        .await
        .expect("an open question");
    assert_eq!((said.verbs(), mentioned), (vec!["agree", "refuse", "withdraw-wish"], vec![BRUNO]));
    assert!(said.text.contains("would like to take back `d4c3`"), "{}", said.text);
    answer(&people, game, BRUNO, Answer::Agree).await.expect("agreed");
    let back = people.game(game).await.version;
    people.play(game, ADA, "a2b3").await.expect("legal");

    assert!(people.notice(game, 4, Notice::Board { ply: 3 }).await.is_none(), "the third move was another one");
    assert!(
        people
            .notice(game, asked, Notice::Proposed { seat: Seat(0), proposal: ProposalKind::Takeback { ply: 2 } })
            .await
            .is_none()
    );
    assert!(people.notice(game, 4, Notice::Reminder { step: 0, ply: 3, last: false }).await.is_none(), "another turn");
    assert!(people.notice(game, 4, Notice::Turn { ply: 3 }).await.is_none(), "and another one's call");
    let (second, mentioned) = people.notice(game, 3, Notice::Board { ply: 2 }).await.expect("the second move stands");
    assert!(second.controls.is_empty() && mentioned.is_empty(), "as of the past: {second:?}");
    let told = Notice::TakenBack { seat: Seat(0), ply: 2, moves: vec!["d4c3".to_owned()], since: 4 };
    let (late, _) = people.notice(game, back, told).await.expect("it is said all the same");
    assert!(late.controls.is_empty() && late.text.contains("takes back `d4c3`"), "{late:?}");
    let (board, _) = people.notice(game, back + 1, Notice::Board { ply: 3 }).await.expect("the new third move");
    assert_eq!(board.control("move"), format!("v1:move:{game}:{}", people.game(game).await.revision()));
}

#[tokio::test]
async fn the_board_comes_again_with_its_buttons() {
    let people = Dialogue::new();
    let game = people.started().await;
    people.play_all(game, &ROUND[..2]).await;
    ask(&people, game, ADA).await.expect("asked");
    answer(&people, game, BRUNO, Answer::Agree).await.expect("agreed");
    let back = people.game(game).await.version;
    let moves = ROUND[..2].iter().map(ToString::to_string).collect();
    let told = Notice::TakenBack { seat: Seat(0), ply: 0, moves, since: 2 };
    let (said, mentioned) = people.notice(game, back, told).await.expect("told");
    assert!(said.text.starts_with("<@1> takes back `a1b2`, `i9h8`. Here is the board again:\n"), "{}", said.text);
    assert_eq!((said.verbs(), mentioned), (vec!["move", "board", "draw", "resign"], vec![ADA]));
    assert!(people.notice(game, 1, Notice::Board { ply: 0 }).await.is_some_and(|(old, _)| old.controls.is_empty()));
    // The button that stands there plays; what it shows before is the board as it is.
    let entry = people.press(ADA, said.control("move")).await;
    assert_eq!(entry.verbs()[0], "from");
}

#[tokio::test]
async fn under_one_color_a_takeback_shows_no_more_than_the_board() {
    let people = Dialogue::new();
    let game = people.started_as("abalone colors=one", "days:3").await;
    people.play_all(game, &ROUND[..2]).await;
    ask(&people, game, ADA).await.expect("asked");
    answer(&people, game, BRUNO, Answer::Agree).await.expect("agreed");
    let back = people.game(game).await.version;
    let told = Notice::TakenBack { seat: Seat(0), ply: 0, moves: vec!["a1b2".to_owned()], since: 2 };
    let (said, _) = people.notice(game, back, told).await.expect("told");
    assert!(said.alt.contains("all the same color") && !said.verbs().contains(&"move"), "{said:?}");
    assert!(people.notice(game, 2, Notice::Board { ply: 1 }).await.is_none(), "no earlier board");
}

#[tokio::test]
async fn a_sprint_counts_the_moves_that_stand() {
    let stage = Stage::new();
    let game = stage.started_as("abalone sprint=20", "days:3").await;
    stage.play_all(game, &ROUND[..2]).await;
    ask(&stage, game, ADA).await.expect("asked");
    answer(&stage, game, BRUNO, Answer::Agree).await.expect("agreed");
    let left = stage.games.view(game, None).await.expect("a view").table.diagram().moves_left;
    assert_eq!(left, Some(vec![20, 20]));
    let record = stage.games.export(game, ADA).await.expect("a record").record().to_string();
    assert!(!record.contains("a1b2"), "{record}");
}

#[tokio::test]
async fn what_is_said_to_takebacks_is_a_setting() {
    let people = Dialogue::new();
    for (word, takeback, said) in [
        ("never", TakebackPreference::Never, "Takebacks: **never**"),
        ("always", TakebackPreference::Always, "Takebacks: **always**"),
        ("casual", TakebackPreference::Casual, "Takebacks: **ask me**"),
    ] {
        let answer = people.command(BRUNO, "settings takeback", json!({ "answer": word })).await;
        assert!(answer.private && answer.text.starts_with(said), "{answer:?}");
        let stored = people.store.player(BRUNO).await.expect("a store in memory").preferences.takeback;
        assert_eq!(stored, Some(takeback));
        assert!(people.command(BRUNO, "settings show", json!({})).await.text.contains(said), "{word}");
    }
    let odd = people.command(BRUNO, "settings takeback", json!({ "answer": "perhaps" })).await;
    assert!(odd.text.starts_with("That choice does not exist."), "{odd:?}");
    let game = people.started().await;
    people.play(game, ADA, "a1b2").await.expect("legal");
    people.command(BRUNO, "settings takeback", json!({ "answer": "never" })).await;
    let refused = people.command(ADA, "takeback", json!({})).await;
    assert_eq!(refused.text, "<@2> does not allow takebacks.");
}
