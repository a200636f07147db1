//! Results of earlier rounds: decided anew, annulled, and by two organizers at once.

use clubs::ClubError;
use clubs::domain::tournament::rounds::knock_out;
use clubs::domain::tournament::{Format, Pairing, StoredTournament, TournamentError, TournamentPhase};
use clubs::tournaments::decisions::{self, BoardChoice, Verdict};
use games::domain::{GameId, Organizer, UserId};
use serde_json::{Value, json};

use crate::use_cases::support::harness::SentMessage;

use super::{Event, MANAGES_EVENTS, ORGANIZER, points};

/// An organizer who plays nowhere.
const OTHER: UserId = UserId(98);

const LATER: i64 = 2 * 60_000;

async fn organize(event: &Event, who: UserId, command: &str, options: Value) -> SentMessage {
    event.harness.command_as(who, Some(MANAGES_EVENTS), command, options).await
}

async fn annul(event: &Event, who: UserId, game: GameId, mut options: Value) -> (SentMessage, SentMessage) {
    options["game"] = game.to_string().into();
    options["reason"] = "an engine".into();
    let asked = organize(event, who, "organize annul", options).await;
    let done = event.harness.press_as(who, MANAGES_EVENTS, asked.control("organize-confirm")).await;
    (asked, done)
}

fn pairs(stored: &StoredTournament, round: usize) -> Vec<(u32, Option<u32>)> {
    stored.tournament.rounds[round - 1].pairings.iter().map(|pairing| (pairing.first, pairing.second)).collect()
}

fn score_of(stored: &StoredTournament, user: UserId) -> u32 {
    points(stored).into_iter().find(|(id, _)| *id == user.0).expect("a player").1
}

/// A Swiss event in its second round, and the first game of its first round: who won it and who lost it.
async fn second_round() -> (Event, GameId, UserId, UserId) {
    let event = Event::new(Format::Swiss, Some(3), 4).await;
    event.begin().await;
    let (game, first, second) = event.open().await[0];
    event.play_round().await;
    event.follow().await;
    (event, game, first.min(second), first.max(second))
}

#[tokio::test]
async fn a_result_of_an_earlier_round_is_mended_and_later_rounds_stay_as_paired() {
    let (event, _, winner, loser) = second_round().await;
    let before = event.stored().await;
    assert_eq!([winner, loser].map(|user| score_of(&before, user)), [2, 0]);
    let options = json!({ "player": winner.0.to_string(), "result": "loss", "round": 1, "reason": "an engine" });
    let said = organize(&event, ORGANIZER, "event decide", options.clone()).await;
    assert!(said.text.contains("counts as a loss") && said.text.contains("a game of round 1"), "{said:?}");
    let mended = event.follow().await;
    assert_eq!([winner, loser].map(|user| score_of(&mended, user)), [0, 2]);
    assert_eq!(pairs(&mended, 2), pairs(&before, 2));
    let log = organize(&event, ORGANIZER, "organize log", json!({})).await;
    let board = mended.tournament.rounds[0].pairings.iter().position(|pairing| pairing.decision.is_some());
    let line = format!("Spring cup · 1.{}: Loss", board.expect("decided") + 1);
    assert!(log.text.contains(&line), "{line}: {log:?}");
    // By `/organize adjudicate`, too.
    let game = mended.tournament.rounds[0].pairings[board.expect("decided")].game.expect("played");
    let options = json!({ "game": game.to_string(), "draw": true, "reason": "a wrong note" });
    let said = organize(&event, ORGANIZER, "organize adjudicate", options).await;
    assert!(said.text.contains("counts as a draw") && said.text.contains("a game of round 1"), "{said:?}");
    let mended = event.follow().await;
    assert_eq!([winner, loser].map(|user| score_of(&mended, user)), [1, 1]);
    let none = json!({ "player": "1", "result": "loss", "round": 3, "reason": "an engine" });
    let said = organize(&event, ORGANIZER, "event decide", none).await;
    assert_eq!(said.text, "This event has 2 rounds.");
}

#[tokio::test]
async fn a_result_is_mended_after_the_end_of_the_event() {
    let (event, _, winner, loser) = second_round().await;
    event.play_round().await;
    event.play_round().await;
    assert_eq!(event.follow().await.tournament.phase, TournamentPhase::Over);
    let choice = BoardChoice { round: Some(1), ..winner.into() };
    let before = score_of(&event.stored().await, loser);
    decisions::decide(&event.harness.games, &event.by("an engine"), event.id, choice, Verdict::Loss)
        .await
        .expect("over");
    let mended = event.follow().await;
    assert_eq!((mended.tournament.phase, score_of(&mended, loser)), (TournamentPhase::Over, before + 2));
}

#[tokio::test]
async fn the_opponent_of_a_cheat_gets_the_point_when_a_game_is_annulled() {
    let (event, game, cheat, innocent) = second_round().await;
    let stranger = json!({ "against": "77", "game": game.to_string(), "reason": "an engine" });
    let said = organize(&event, ORGANIZER, "organize annul", stranger).await;
    assert!(said.text.starts_with("<@77> doesn't play in this game."), "{said:?}");
    let (asked, done) = annul(&event, ORGANIZER, game, json!({ "against": cheat.0.to_string() })).await;
    assert!(asked.text.contains("In the event **Spring cup**, <@"), "{asked:?}");
    assert!(asked.text.contains("the opponent gets the point"), "{asked:?}");
    assert!(done.text.starts_with("You annulled game"), "{done:?}");
    let stored = event.follow().await;
    assert_eq!([cheat, innocent].map(|user| score_of(&stored, user)), [0, 2]);
    let board = stored.tournament.board_of(game).expect("of the event").1;
    assert!(board.result.expect("a result").is_forfeit, "the game counts as not played");

    // Nobody is named: both lose it.
    let (event, game, one, other) = second_round().await;
    let (asked, _) = annul(&event, ORGANIZER, game, json!({})).await;
    assert!(asked.text.contains("both lose it"), "{asked:?}");
    let stored = event.follow().await;
    assert_eq!([one, other].map(|user| score_of(&stored, user)), [0, 0]);

    // A decision on the board stays.
    let (event, game, cheat, innocent) = second_round().await;
    let choice = BoardChoice { round: Some(1), ..cheat.into() };
    decisions::decide(&event.harness.games, &event.by("an engine"), event.id, choice, Verdict::Loss)
        .await
        .expect("there");
    let (asked, _) = annul(&event, ORGANIZER, game, json!({})).await;
    assert!(asked.text.contains("what <@99> has decided stays"), "{asked:?}");
    assert_eq!(score_of(&event.follow().await, innocent), 2);
}

#[tokio::test]
async fn of_two_organizers_at_once_the_second_learns_who_has_decided() {
    let event = Event::new(Format::RoundRobin, None, 4).await;
    event.begin().await;
    let [(_, one, _), (game, other, _)] = event.open().await[..] else { panic!("two games") };
    let decide = async |who: UserId, player: UserId, verdict: Verdict| {
        let by = Organizer { user: who, ..event.by("away") };
        decisions::decide(&event.harness.games, &by, event.id, player, verdict).await
    };
    decide(ORGANIZER, one, Verdict::Win).await.expect("open");
    let second = decide(OTHER, one, Verdict::Loss).await;
    let by_first = |error: &ClubError| {
        matches!(error, ClubError::Tournament(TournamentError::DecidedBy { organizer: ORGANIZER, .. }))
    };
    assert!(second.as_ref().is_err_and(by_first), "{second:?}");
    // The first decision has ended the round.
    decide(ORGANIZER, other, Verdict::Win).await.expect("open");
    assert_eq!(event.stored().await.tournament.current_round(), 2);
    let second = decide(OTHER, other, Verdict::Loss).await;
    assert!(second.as_ref().is_err_and(by_first), "{second:?}");
    let options = json!({ "game": game.to_string(), "draw": true, "reason": "away" });
    let said = organize(&event, OTHER, "organize adjudicate", options.clone()).await;
    assert!(said.text.starts_with("<@99> decided this game <t:"), "{said:?}");
    event.harness.clock.advance(LATER);
    let said = organize(&event, OTHER, "organize adjudicate", options).await;
    assert!(said.text.contains("counts as a draw"), "who has seen the decision changes it: {said:?}");
}

#[tokio::test]
async fn of_two_who_adjudicate_a_game_the_second_learns_who_has() {
    let event = Event::new(Format::RoundRobin, None, 4).await;
    event.begin().await;
    let (game, first, second) = event.open().await[0];
    let ask = async |who: UserId, options: Value| {
        let mut options = options;
        options["game"] = game.to_string().into();
        options["reason"] = "away".into();
        organize(&event, who, "organize adjudicate", options).await
    };
    let one = ask(ORGANIZER, json!({ "winner": first.0.to_string() })).await;
    let same = ask(OTHER, json!({ "winner": first.0.to_string() })).await;
    let other = ask(UserId(97), json!({ "winner": second.0.to_string() })).await;
    let confirm = async |who, asked: &SentMessage| {
        event.harness.press_as(who, MANAGES_EVENTS, asked.control("organize-confirm")).await
    };
    confirm(ORGANIZER, &one).await;
    for (who, asked) in [(OTHER, &same), (UserId(97), &other)] {
        let said = confirm(who, asked).await;
        assert!(said.text.starts_with("<@99> has already decided this game."), "{said:?}");
    }
    let again = confirm(ORGANIZER, &one).await;
    assert!(again.text.starts_with("You decided game"), "a second press: {again:?}");
}

#[tokio::test]
async fn who_has_gone_on_in_a_cup_stays_in_it() {
    for format in [Format::KnockOut, Format::Groups] {
        let event = Event::new(format, None, 8).await;
        event.begin().await;
        let cup_begins = if format == Format::Groups { 4 } else { 1 };
        for _ in 0..cup_begins {
            event.play_round().await;
        }
        let before = event.follow().await;
        let round = before.tournament.current_round();
        assert!(round > 1 && before.tournament.rounds[round as usize - 1].pairings[0].slot.is_some());
        event.harness.clock.advance(LATER);
        for earlier in 1..round {
            let boards = &before.tournament.rounds[earlier as usize - 1].pairings;
            let winners = boards.iter().filter_map(|board| before.tournament.user_in(board.winner()?, earlier));
            for winner in winners {
                let choice = BoardChoice { round: Some(earlier), ..winner.into() };
                let by = event.by("an engine");
                decisions::decide(&event.harness.games, &by, event.id, choice, Verdict::Loss).await.expect("decided");
            }
        }
        let mended = event.follow().await;
        assert_eq!(pairs(&mended, round as usize), pairs(&before, round as usize), "{format}");
        while event.follow().await.tournament.phase == TournamentPhase::Running {
            event.play_round().await;
        }
        let over = event.stored().await;
        let seats = |stored: &StoredTournament| -> Vec<(u32, [Option<u32>; 2])> {
            let matches = knock_out(&stored.tournament).expect("a cup").into_iter();
            matches.map(|of| (of.slot, of.players)).collect()
        };
        let paired =
            over.tournament.rounds.iter().flat_map(|round| &round.pairings).filter(|board| board.slot.is_some());
        for board in paired {
            let (_, players) = seats(&over).into_iter().find(|(slot, _)| Some(*slot) == board.slot).expect("a match");
            assert!([Some(board.first), board.second].iter().all(|player| players.contains(player)), "{format}");
        }
        let last = over.tournament.rounds.last().expect("a final");
        let final_winner = last.pairings.iter().find(|board| board.slot == Some(1)).and_then(Pairing::winner);
        let user = over.tournament.user_in(final_winner.expect("decided"), 1).expect("a player");
        assert_eq!(points_of_first(&over), user, "{format}");
    }
}

fn points_of_first(stored: &StoredTournament) -> UserId {
    UserId(points(stored)[0].0)
}
