//! Organizers' decisions on boards and places.

use clubs::ClubError;
use clubs::domain::tournament::standings::{edition, table, tie_breaks};
use clubs::domain::tournament::{Format, TournamentError, TournamentPhase};
use clubs::tournaments::decisions::{self, Verdict};
use clubs::tournaments::{entrants, organizers};
use games::GameError;
use games::domain::{AuditAction, EndReason, Organizer, OrganizerError, Pauses, Phase, PostKind, UserId};
use pairing::standings::{Edition, TieBreak};
use serde_json::{Value, json};

use crate::use_cases::support::fixture::person;

use super::{Event, GUILD, MANAGES_EVENTS, ORGANIZER, points};

#[tokio::test]
async fn a_decided_game_ends_on_its_board_once() {
    let event = Event::new(Format::RoundRobin, None, 4).await;
    event.begin().await;
    let open = event.open().await;
    let [(won, winner, _), (lost, loser, _)] = open[..] else { panic!("two games: {open:?}") };
    let (games, by) = (&event.harness.games, event.by("a phone that broke"));
    decisions::decide(games, &by, event.id, winner, Verdict::Win).await.expect("it is running");
    let record = event.harness.record(won).await.expect("there");
    assert_eq!(record.game.end_reason(), Some(EndReason::Adjudication));
    // Again, as another command.
    let before = event.stored().await.version;
    let by = event.by("a phone that broke");
    decisions::decide(games, &by, event.id, winner, Verdict::Win).await.expect("it is decided");
    event.follow().await;
    assert_eq!(event.harness.record(won).await.expect("there").game.version, record.game.version);
    assert_eq!(event.stored().await.version, before);
    let by = event.by("both were away");
    decisions::decide(games, &by, event.id, loser, Verdict::BothLose).await.expect("it is running");
    assert_eq!(event.harness.record(lost).await.expect("there").game.phase, Phase::Void);
    let stored = event.follow().await;
    assert_eq!(stored.tournament.current_round(), 2, "nothing is open in the first round");
    assert_eq!(points(&stored).into_iter().filter(|(_, points)| *points > 0).collect::<Vec<_>>(), [(winner.0, 2)]);
}

#[tokio::test]
async fn a_board_is_decided_whose_game_is_not_open_yet() {
    let event = Event::new(Format::RoundRobin, None, 40).await;
    let begun = event.begin().await;
    let (board, pairing) = begun.tournament.unopened().last().expect("eight are opened at once");
    let player = begun.tournament.entrant(pairing.first).expect("a player").user;
    let (games, by) = (&event.harness.games, event.by("ill"));
    decisions::decide(games, &by, event.id, player, Verdict::Loss).await.expect("it is running");
    let stored = event.follow().await;
    let decided = &stored.tournament.rounds[0].pairings[board as usize - 1];
    assert_eq!(decided.game, None, "it is not opened any more");
    assert!(decided.result.expect("decided").is_forfeit);
    let running = games.list(player, &[Phase::Offered, Phase::Playing], 9).await.expect("readable");
    assert!(running.is_empty());
}

#[tokio::test]
async fn an_organizer_chooses_what_decides_first_and_which_vacations_count() {
    let event = Event::new(Format::Swiss, Some(3), 4).await;
    let options = json!({ "tie-break": "wins, BWG,lots", "pauses": "none", "c07": "2024" });
    let card = event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event edit", options).await;
    assert!(card.text.contains("tie-breaks: Wins, Wins moving second, Lots, then the usual ones"), "{card:?}");
    assert!(card.text.contains("byes and absences count as in FIDE C.07 of 2024"), "{card:?}");
    let tournament = event.stored().await.tournament;
    assert_eq!(tournament.pauses, Pauses::None);
    assert_eq!(edition(&tournament), Edition::Of2024);
    let all = tie_breaks(&tournament);
    assert_eq!(all[..3], [TieBreak::Wins, TieBreak::BlackWins, TieBreak::BuchholzCut1]);
    assert_eq!(all.last(), Some(&TieBreak::Lots), "nothing is left to decide after them");
    let edit = async |typed: &str| {
        let options = json!({ "tie-break": typed });
        event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event edit", options).await
    };
    let refused = edit("wins, luck").await;
    assert!(refused.text.starts_with("There's no tie-break `luck`. Choose from Buchholz −1, "), "{refused:?}");
    let offered =
        event.harness.complete(ORGANIZER, "event edit", "tie-break", json!({ "tie-break": "wins, pro" })).await;
    assert_eq!(offered, [("Wins, Progressive score".to_owned(), "wins,progressive".to_owned())]);
    event.begin().await;
    event.play_round().await;
    let standings = event.harness.command(UserId(1), "event standings", json!({})).await;
    assert!(standings.alt.contains("WIN ") && standings.alt.contains("BWG "), "{standings:?}");
    let places: Vec<usize> = table(&event.stored().await.tournament).iter().map(|row| row.place).collect();
    assert_eq!(places, [1, 2, 3, 4], "lots leave nobody level");
}

#[tokio::test]
async fn who_is_removed_loses_the_open_game_also_after_withdrawing_and_not_by_an_opponent() {
    let event = Event::new(Format::RoundRobin, None, 4).await;
    event.begin().await;
    let [(game, first, second), ..] = event.open().await[..] else { panic!("two games") };
    let games = &event.harness.games;
    let by_opponent = Organizer { user: second, ..event.by("gone") };
    let refused = decisions::remove_and_forfeit(games, &by_opponent, event.id, first).await;
    assert!(
        matches!(refused, Err(ClubError::Game(GameError::Organizer(OrganizerError::OwnSeat(ORGANIZER))))),
        "{refused:?}"
    );
    assert!(event.stored().await.tournament.is_in(first), "nothing half done");
    entrants::withdraw(games, event.id, first).await.expect("in it");
    decisions::remove_and_forfeit(games, &event.by("banned"), event.id, first).await.expect("the game is open");
    assert_eq!(event.harness.record(game).await.expect("there").game.end_reason(), Some(EndReason::Adjudication));
}

#[tokio::test]
async fn a_decision_on_a_round_that_has_just_begun_is_refused_once() {
    let event = Event::new(Format::RoundRobin, None, 4).await;
    event.begin().await;
    let mut last = UserId(0);
    for (_, first, _) in event.open().await {
        decisions::decide(&event.harness.games, &event.by("tired"), event.id, first, Verdict::Win).await.expect("open");
        last = first;
    }
    // Another organizer has seen the same board.
    let again = decisions::decide(&event.harness.games, &event.by("tired"), event.id, last, Verdict::Win).await;
    assert!(matches!(again, Err(ClubError::Tournament(TournamentError::RoundJustBegun(2)))), "{again:?}");
    event.harness.clock.advance(61_000);
    decisions::decide(&event.harness.games, &event.by("tired"), event.id, last, Verdict::Win).await.expect("open");
}

#[tokio::test]
async fn a_round_is_paired_by_hand_once_its_games_are_over() {
    let event = Event::with(Format::Swiss, Some(2), 4, |new| new.rules.pairs_by_hand = true).await;
    event.begin().await;
    let games = &event.harness.games;
    let early = organizers::pair(games, &event.by("too early"), event.id, None).await;
    let is_open =
        |error: &ClubError| matches!(error, ClubError::Tournament(TournamentError::GamesOpen { round: 1, open: 2 }));
    assert!(early.as_ref().is_err_and(is_open), "{early:?}");
    event.play_round().await;
    let waits = event.follow().await;
    assert_eq!(waits.tournament.current_round(), 1, "an organizer pairs the next round");
    assert!(waits.latest_posts().contains(&PostKind::RoundOver(1)), "and is told");
    let show =
        async |who: UserId, rights: u64| event.harness.command_as(who, Some(rights), "event show", json!({})).await;
    let card = show(UserId(1), 0).await;
    assert!(card.text.contains("Round **1** is over") && !format!("{card:?}").contains("event-pair"), "{card:?}");
    let button = show(ORGANIZER, MANAGES_EVENTS).await.control("event-pair").to_owned();
    let forged = event.harness.press_as(UserId(1), 0, &button).await;
    assert!(forged.text.contains("organizer"), "{forged:?}");
    for _ in 0..2 {
        let paired = event.harness.press_as(ORGANIZER, MANAGES_EVENTS, &button).await;
        assert_eq!(paired.text, "Round 2 of **Spring cup** is paired.", "a second press changes nothing");
    }
    assert_eq!(event.stored().await.tournament.current_round(), 2);
    event.play_round().await;
    assert_eq!(event.follow().await.tournament.phase, TournamentPhase::Over, "there is no third round to pair");
    let entries = event.harness.store.audit_log(GUILD, 0, 20).await.expect("readable");
    assert_eq!(entries.iter().filter(|entry| entry.action == AuditAction::TournamentPaired).count(), 1);
}

#[tokio::test]
async fn an_event_whose_rounds_pair_themselves_is_not_paired_by_hand() {
    let event = Event::new(Format::Swiss, Some(2), 4).await;
    event.begin().await;
    event.play_round().await;
    let refused = event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event pair", json!({})).await;
    assert!(refused.text.contains("2 games of round 2 are still open"), "{refused:?}");
    event.play_round().await;
    let over = event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event pair", json!({})).await;
    assert!(over.text.contains("over"), "{over:?}");
}

#[tokio::test]
async fn who_is_removed_right_after_a_round_began_forfeits_its_game() {
    let event = Event::new(Format::Swiss, Some(3), 4).await;
    event.begin().await;
    event.play_round().await;
    let (_, player, _) = event.open().await[0];
    let games = &event.harness.games;
    let decided = decisions::decide(games, &event.by("slow"), event.id, player, Verdict::Loss).await;
    let has_just_begun = |error: &ClubError| matches!(error, ClubError::Tournament(TournamentError::RoundJustBegun(2)));
    assert!(decided.as_ref().is_err_and(has_just_begun), "{decided:?}");
    let stored = decisions::remove_and_forfeit(games, &event.by("banned"), event.id, player).await.expect("in");
    assert!(!stored.tournament.is_in(player));
    let number = stored.tournament.number_of(player).expect("known");
    let board = stored.tournament.rounds[1].pairings.iter().find(|board| board.has(number)).expect("paired");
    assert!(board.result.is_some() && board.winner() != Some(number), "{board:?}");
}

#[tokio::test]
async fn a_late_press_on_start_pairs_no_later_round() {
    let event = Event::with(Format::Swiss, Some(3), 4, |new| new.rules.pairs_by_hand = true).await;
    let card = event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event show", json!({})).await;
    let start = card.control("event-pair").to_owned();
    event.harness.press_as(ORGANIZER, MANAGES_EVENTS, &start).await;
    event.play_round().await;
    event.follow().await;
    let late = event.harness.press_as(ORGANIZER, MANAGES_EVENTS, &start).await;
    assert!(late.text.contains("The event has begun."), "{late:?}");
    assert_eq!(event.stored().await.tournament.current_round(), 1);
}

#[tokio::test]
async fn an_event_that_is_over_says_so_to_whoever_comes_late() {
    let event = Event::new(Format::RoundRobin, None, 2).await;
    event.begin().await;
    event.play_round().await;
    event.follow().await;
    let decide = json!({ "player": "1", "result": "draw", "reason": "late" });
    for (who, command, options) in [
        (UserId(1), "event join", json!({})),
        (ORGANIZER, "event decide", decide),
        (ORGANIZER, "event cancel", json!({})),
        (ORGANIZER, "event pair", json!({})),
    ] {
        let refused = event.harness.command_as(who, Some(MANAGES_EVENTS), command, options).await;
        assert_eq!(refused.text, "The event is over.", "{command}");
    }
}

#[tokio::test]
async fn who_takes_over_a_place_is_not_sent_to_the_game_of_the_one_before() {
    let event = Event::new(Format::KnockOut, None, 4).await;
    event.begin().await;
    entrants::withdraw(&event.harness.games, event.id, UserId(2)).await.expect("in");
    let substitute = async |user: u64| {
        let (games, by) = (&event.harness.games, event.by("ill"));
        organizers::substitute(games, &by, event.id, Some(UserId(2)), &person(UserId(user))).await
    };
    let refused = substitute(1).await;
    let plays = |error: &ClubError| matches!(error, ClubError::Tournament(TournamentError::PlaysAlready(UserId(1))));
    assert!(refused.as_ref().is_err_and(plays), "{refused:?}");
    substitute(7).await.expect("a vacant place");
    let own = event.harness.command(UserId(7), "event mine", json!({})).await;
    assert!(own.text.contains("Spring cup") && !own.text.contains('#'), "{own:?}");
}

#[tokio::test]
async fn two_players_who_are_kept_apart_never_meet() {
    let event = Event::new(Format::Swiss, Some(3), 4).await;
    let forbid = async |who: UserId, options: Value| {
        event
            .harness
            .command_as(who, Some(if who == ORGANIZER { MANAGES_EVENTS } else { 0 }), "event forbid", options)
            .await
    };
    let by_player = forbid(UserId(1), json!({ "player": "1", "other": "2" })).await;
    assert!(by_player.text.contains("organizer"), "{by_player:?}");
    let oneself = forbid(ORGANIZER, json!({ "player": "1", "other": "1" })).await;
    assert!(oneself.text.contains("isn't in this event"), "{oneself:?}");
    for _ in 0..2 {
        let kept = forbid(ORGANIZER, json!({ "player": "2", "other": "1" })).await;
        assert_eq!(kept.text, "<@2> and <@1> won't be paired in **Spring cup** from the next round on.");
    }
    assert_eq!(event.stored().await.tournament.forbidden, [[UserId(1), UserId(2)]]);
    event.begin().await;
    for _ in 1..=2 {
        let met =
            |open: &[(games::domain::GameId, UserId, UserId)]| open.iter().any(|(_, one, other)| one.0 + other.0 == 3);
        assert!(!met(&event.open().await));
        event.play_round().await;
        event.follow().await;
    }
    let stored = event.stored().await;
    let has_met = stored.tournament.rounds.iter().flat_map(|round| &round.pairings).any(|board| {
        let [one, other] = [1, 2].map(|user| stored.tournament.number_of(UserId(user)).expect("in"));
        board.has(one) && board.has(other)
    });
    assert!(!has_met, "{stored:?}");
    let cup = Event::new(Format::KnockOut, None, 4).await;
    let refused = organizers::forbid(&cup.harness.games, &cup.by("no"), cup.id, [1, 2].map(UserId), false).await;
    assert!(matches!(refused, Err(ClubError::Tournament(TournamentError::NotSwiss))), "{refused:?}");
}
