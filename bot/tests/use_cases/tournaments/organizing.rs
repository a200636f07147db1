//! Organizers' decisions on boards and places.

use super::*;

#[tokio::test]
async fn a_decided_game_ends_on_its_board_once() {
    let event = Event::begun(Format::RoundRobin, None, 4).await;
    let open = event.open().await;
    let [(won, winner, _), (lost, loser, _)] = open[..] else { panic!("two games: {open:?}") };
    event.decide(winner, Verdict::Win).await.expect("it is running");
    let game = event.game(won).await;
    assert_eq!(game.end_reason(), Some(EndReason::Adjudication));
    // Again, as another command.
    let before = event.stored().await.version;
    event.decide(winner, Verdict::Win).await.expect("it is decided");
    event.follow().await;
    assert_eq!((event.game(won).await.version, event.stored().await.version), (game.version, before));
    event.decide(loser, Verdict::BothLose).await.expect("it is running");
    assert_eq!(event.game(lost).await.phase, Phase::Void);
    let stored = event.follow().await;
    assert_eq!(stored.tournament.current_round(), 2, "nothing is open in the first round");
    assert_eq!(points(&stored).into_iter().filter(|(_, points)| *points > 0).collect::<Vec<_>>(), [(winner.0, 2)]);
}

#[tokio::test]
async fn a_board_is_decided_whose_game_is_not_open_yet() {
    let event = Event::new(Format::RoundRobin, None, 40).await;
    let start = event.begin().await;
    let (board, pairing) = start.tournament.unopened().last().expect("eight are opened at once");
    let player = start.tournament.entrant(pairing.first).expect("a player").user;
    event.decide(player, Verdict::Loss).await.expect("it is running");
    let stored = event.follow().await;
    let decided = &stored.tournament.rounds[0].pairings[board as usize - 1];
    assert_eq!(decided.game, None, "it is not opened any more");
    assert!(decided.result.expect("decided").is_forfeit);
    let running = event.games.list(player, &[Phase::Offered, Phase::Playing], 9).await.expect("readable");
    assert!(running.is_empty());
}

#[tokio::test]
async fn an_organizer_chooses_what_decides_first_and_which_vacations_count() {
    let event = Event::new(Format::Swiss, Some(3), 4).await;
    event
        .organize("event edit tie-break:wins, BWG,lots pauses:none c07:2024")
        .await
        .says("Tie-breaks: Wins, Wins moving second, Lots, then the usual ones")
        .says("byes and absences count as in FIDE C.07 of 2024");
    let tournament = event.stored().await.tournament;
    assert_eq!(tournament.pauses, Pauses::None);
    assert_eq!(edition(&tournament), Edition::Of2024);
    let all = tie_breaks(&tournament);
    assert_eq!(all[..3], [TieBreak::Wins, TieBreak::BlackWins, TieBreak::BuchholzCut1]);
    assert_eq!(all.last(), Some(&TieBreak::Lots), "nothing is left to decide after them");
    let edit = async |typed: &str| event.organize(&format!("event edit tie-break:{typed}")).await;
    let names = "Buchholz −1, Buchholz, Sonneborn–Berger, Direct encounter, ";
    edit("wins, luck").await.begins(&format!("There's no tie-break `luck`. Choose from {names}"));
    let offered = event.complete(ORGANIZER, "event edit tie-break:wins, pro").await;
    assert_eq!(offered, [("Wins, Progressive score".to_owned(), "wins,progressive".to_owned())]);
    event.begin().await;
    event.play_round().await;
    event.say(UserId(1), "event standings").await.draws("WIN ").draws("BWG ");
    let places: Vec<usize> = table(&event.stored().await.tournament).iter().map(|row| row.place).collect();
    assert_eq!(places, [1, 2, 3, 4], "lots leave nobody level");
}

#[tokio::test]
async fn who_is_removed_loses_the_open_game_also_after_withdrawing_and_not_by_an_opponent() {
    let event = Event::begun(Format::RoundRobin, None, 4).await;
    let [(game, first, second), ..] = event.open().await[..] else { panic!("two games") };
    let by_opponent = Organizer { user: second, ..event.by("gone") };
    refused!(
        decisions::remove_and_forfeit(&event.games, &by_opponent, event.id, first).await,
        ClubError::Game(GameError::Organizer(OrganizerError::OwnSeat(ORGANIZER)))
    );
    assert!(event.stored().await.tournament.is_in(first), "nothing half done");
    event.withdraw(first).await;
    event.ban(first).await.expect("the game is open");
    assert_eq!(event.game(game).await.end_reason(), Some(EndReason::Adjudication));
}

#[tokio::test]
async fn a_decision_on_a_round_that_has_just_begun_is_refused_once() {
    let event = Event::begun(Format::RoundRobin, None, 4).await;
    let mut last = UserId(0);
    for (_, first, _) in event.open().await {
        event.decide(first, Verdict::Win).await.expect("open");
        last = first;
    }
    // Another organizer has seen the same board.
    event_refused!(event.decide(last, Verdict::Win).await, RoundJustBegun(2));
    event.clock.advance(61_000);
    event.decide(last, Verdict::Win).await.expect("open");
}

#[tokio::test]
async fn a_round_is_paired_by_hand_once_its_games_are_over() {
    let event = Event::with(Format::Swiss, Some(2), 4, |new| new.rules.pairs_by_hand = true).await.started().await;
    event_refused!(event.pair().await, GamesOpen { round: 1, open: 2 });
    let waits = event.play_rounds(1).await;
    assert_eq!(waits.tournament.current_round(), 1, "an organizer pairs the next round");
    assert!(waits.latest_posts().contains(&PostKind::RoundOver(1)), "and is told");
    let show = async |who: UserId, rights: u64| event.say_as(who, rights, "event show").await;
    let card = show(UserId(1), 0).await;
    assert!(card.text.contains("Round **1** is over") && !format!("{card:?}").contains("event-pair"), "{card:?}");
    let button = show(ORGANIZER, MANAGES_EVENTS).await.control("event-pair").to_owned();
    event.press_as(UserId(1), 0, &button).await.says("organizer");
    for _ in 0..2 {
        // A second press changes nothing.
        event.press_as_organizer(&button).await.reads("Round 2 of **Spring cup** is paired.");
    }
    assert_eq!(event.stored().await.tournament.current_round(), 2);
    event.play_round().await;
    assert_eq!(event.follow().await.tournament.phase, TournamentPhase::Over, "there is no third round to pair");
    let entries = event.log().await;
    assert_eq!(entries.iter().filter(|entry| entry.action == AuditAction::TournamentPaired).count(), 1);
}

#[tokio::test]
async fn a_button_to_pair_a_round_says_that_it_is_paired_or_the_event_is_over() {
    let event = Event::with(Format::Swiss, Some(3), 4, |new| new.rules.pairs_by_hand = true).await.started().await;
    event.play_rounds(1).await;
    let button = event.organize("event show").await.control("event-pair").to_owned();
    event.press_as_organizer(&button).await.reads("Round 2 of **Spring cup** is paired.");
    event.play_rounds(1).await;
    event.organize("event pair").await.reads("Round 3 of **Spring cup** is paired.");
    event.press_as_organizer(&button).await.begins("Round 2 of **Spring cup** was paired before");
    event.cancel().await;
    event.press_as_organizer(&button).await.reads("The event is over.");
}

#[tokio::test]
async fn an_event_whose_rounds_pair_themselves_is_not_paired_by_hand() {
    let event = Event::begun(Format::Swiss, Some(2), 4).await;
    event.play_round().await;
    event.organize("event pair").await.says("2 games of round 2 are still open");
    event.play_round().await;
    event.organize("event pair").await.says("over");
}

#[tokio::test]
async fn who_is_removed_right_after_a_round_began_forfeits_its_game() {
    let event = Event::begun(Format::Swiss, Some(3), 4).await;
    event.play_round().await;
    let (_, player, _) = event.open().await[0];
    event_refused!(event.decide(player, Verdict::Loss).await, RoundJustBegun(2));
    let stored = event.ban(player).await.expect("in");
    assert!(!stored.tournament.is_in(player));
    let number = stored.tournament.number_of(player).expect("known");
    let board = stored.tournament.rounds[1].pairings.iter().find(|board| board.has(number)).expect("paired");
    assert!(board.result.is_some() && board.winner() != Some(number), "{board:?}");
}

#[tokio::test]
async fn a_late_press_on_start_pairs_no_later_round() {
    let event = Event::with(Format::Swiss, Some(3), 4, |new| new.rules.pairs_by_hand = true).await;
    let card = event.organize("event show").await;
    let start = card.control("event-pair").to_owned();
    event.press_as_organizer(&start).await;
    event.play_rounds(1).await;
    event.press_as_organizer(&start).await.begins("**Spring cup** has begun already");
    assert_eq!(event.stored().await.tournament.current_round(), 1);
}

#[tokio::test]
async fn an_event_that_is_over_says_so_to_whoever_comes_late() {
    let event = Event::begun(Format::RoundRobin, None, 2).await;
    event.play_rounds(1).await;
    event.say_as(UserId(1), MANAGES_EVENTS, "event join").await.reads("The event is over.");
    for line in ["event decide player:1 result:draw reason:late", "event cancel", "event pair"] {
        event.organize(line).await.reads("The event is over.");
    }
}

#[tokio::test]
async fn who_takes_over_a_place_is_not_sent_to_the_game_of_the_one_before() {
    let event = Event::begun(Format::KnockOut, None, 4).await;
    event.withdraw(UserId(2)).await;
    let substitute = async |user: u64| {
        let (games, by) = (&event.games, event.by("ill"));
        organizers::substitute(games, &by, event.id, Some(UserId(2)), &person(UserId(user))).await
    };
    event_refused!(substitute(1).await, PlaysAlready(UserId(1)));
    substitute(7).await.expect("a vacant place");
    event.say(UserId(7), "event mine").await.says("Spring cup").omits("#");
}

#[tokio::test]
async fn two_players_who_are_kept_apart_never_meet() {
    let event = Event::new(Format::Swiss, Some(3), 4).await;
    event.say_as(UserId(1), 0, "event forbid player:1 other:2").await.says("organizer");
    event.organize("event forbid player:1 other:1").await.begins("You named <@1> twice.");
    for _ in 0..2 {
        event
            .organize("event forbid player:2 other:1")
            .await
            .reads("<@2> and <@1> won't be paired in **Spring cup** from the next round on.");
    }
    assert_eq!(event.stored().await.tournament.forbidden, [[UserId(1), UserId(2)]]);
    event.begin().await;
    let stored = event.play_rounds(2).await;
    let has_met = stored.tournament.rounds.iter().flat_map(|round| &round.pairings).any(|board| {
        let [one, other] = [1, 2].map(|user| stored.tournament.number_of(UserId(user)).expect("in"));
        board.has(one) && board.has(other)
    });
    assert!(!has_met, "{stored:?}");
    let cup = Event::new(Format::KnockOut, None, 4).await;
    event_refused!(organizers::forbid(&cup.games, &cup.by("no"), cup.id, [1, 2].map(UserId), false).await, NotSwiss);
}
