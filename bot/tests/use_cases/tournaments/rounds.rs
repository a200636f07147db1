//! Rounds: substitutes, random layouts, live evenings, team matches, and players who are gone.

use std::collections::BTreeSet;

use base::clock::Clock as _;
use bot::features::tournament::{posts, view};
use bot::localization::Language;
use clubs::ClubError;
use clubs::domain::tournament::rounds::groups;
use clubs::domain::tournament::standings::{report, table, team_scores};
use clubs::domain::tournament::{Format, TournamentError, TournamentPhase};
use clubs::tournaments::decisions::remove_and_forfeit;
use clubs::tournaments::entrants;
use clubs::tournaments::organizers::{self, EarlyEnd, substitute};
use games::domain::{EndReason, Phase, PostKind, UserId};
use pairing::dutch;
use pairing::trf::Report;

use crate::use_cases::support::fixture::person;

use super::{Event, points};

const MINUTE: i64 = 60_000;

#[tokio::test]
async fn somebody_takes_over_a_vacant_place_from_the_next_round_on() {
    let event = Event::new(Format::RoundRobin, None, 4).await;
    event.begin().await;
    let (games, gone, new) = (&event.harness.games, UserId(4), person(UserId(9)));
    let early = substitute(games, &event.by("work"), event.id, Some(gone), &new).await;
    assert!(matches!(early, Err(ClubError::Tournament(TournamentError::StillIn(_)))), "{early:?}");
    entrants::withdraw(games, event.id, gone).await.expect("in");
    substitute(games, &event.by("work"), event.id, Some(gone), &new).await.expect("vacant");
    let twice = substitute(games, &event.by("work"), event.id, None, &new).await;
    assert!(matches!(twice, Err(ClubError::Tournament(TournamentError::PlaysAlready(_)))), "{twice:?}");
    assert!(event.open().await.iter().all(|(_, first, second)| *first != new.user && *second != new.user));
    let first_round = view::pairings(Language::of("en-US"), &event.stored().await, 1, &[], None, None);
    let round_of_gone: Vec<UserId> = playing(&event).await;
    assert!(round_of_gone.contains(&gone), "the game goes on");
    event.play_round().await;
    let stored = event.follow().await;
    assert_eq!(stored.tournament.current_round(), 2);
    let playing = playing(&event).await;
    assert!(playing.contains(&new.user) && !playing.contains(&gone), "{playing:?}");
    assert!(first_round.content.contains("<@4>"));
    let back = entrants::enter(games, event.id, &person(gone), &[], None).await;
    assert!(matches!(back, Err(ClubError::Tournament(TournamentError::Withdrawn))), "{back:?}");
}

async fn playing(event: &Event) -> Vec<UserId> {
    let mut playing = Vec::new();
    for (game, ..) in event.open().await {
        let record = event.harness.record(game).await.expect("there");
        playing.extend(record.seats.iter().filter_map(|seat| seat.player.person()));
    }
    playing
}

#[tokio::test]
async fn the_free_place_of_an_odd_round_robin_can_be_taken() {
    let event = Event::new(Format::RoundRobin, None, 3).await;
    event.begin().await;
    let new = person(UserId(9));
    substitute(&event.harness.games, &event.by("came late"), event.id, None, &new).await.expect("an odd number");
    for _ in 0..3 {
        event.play_round().await;
    }
    let stored = event.follow().await;
    assert_eq!((stored.tournament.phase, stored.tournament.rounds.len()), (TournamentPhase::Over, 3));
    assert_eq!(stored.tournament.rounds[1].pairings.iter().filter(|it| it.second.is_some()).count(), 2);
    let full = substitute(&event.harness.games, &event.by("too"), event.id, None, &person(UserId(10))).await;
    assert!(matches!(full, Err(ClubError::Tournament(TournamentError::Over))), "{full:?}");
}

#[tokio::test]
async fn all_boards_of_a_round_have_the_layout_that_is_drawn_for_it() {
    let event = Event::with(Format::RoundRobin, None, 6, |new| {
        new.setup = "abalone layout=random".to_owned();
        new.rules.draws_by_round = true;
    })
    .await;
    event.begin().await;
    let mut seen = BTreeSet::new();
    for round in 1..=2 {
        let mut setups = BTreeSet::new();
        for (game, ..) in event.open().await {
            setups.insert(event.harness.record(game).await.expect("there").game.setup.to_string());
        }
        assert_eq!(setups.len(), 1, "{setups:?}");
        let overview = view::pairings(Language::of("en-US"), &event.stored().await, round, &[], None, None);
        let text = overview.content.clone();
        assert!(text.contains("Random layout: number "), "{text}");
        seen.extend(setups);
        for (game, loser, _) in event.open().await {
            event.harness.resign(game, loser).await;
        }
    }
    assert_eq!(seen.len(), 2, "each round has its own");
}

#[tokio::test]
async fn a_live_evening_calls_its_players_and_who_does_not_come_forfeits() {
    let event = Event::with(Format::RoundRobin, None, 4, |new| new.pace = Some("total:10m".to_owned())).await;
    let begun = event.begin().await;
    assert_eq!(begun.tournament.phase, TournamentPhase::SignUp, "it counts down");
    let until = begun.tournament.sign_up.until.expect("a moment");
    assert_eq!(until, event.harness.clock.now().plus(2 * MINUTE));
    assert!(begun.latest_posts().contains(&PostKind::Call(1)));
    let called = posts::call(Language::of("en-US"), &begun);
    assert!(called.content.contains("<@1> <@2> <@3> <@4>"));
    event.begin().await;
    assert_eq!(event.stored().await.tournament.sign_up.until, Some(until), "pressed twice");
    event.harness.clock.advance(2 * MINUTE);
    event.follow().await;
    let open = event.open().await;
    let [(played, first, second), (silent, ..)] = open[..] else { panic!("two games: {open:?}") };
    event.harness.play(played, first, "a1b2").await.expect("legal");
    event.harness.play(played, second, "i9h8").await.expect("legal");
    event.harness.clock.advance(3 * MINUTE / 2);
    event.follow().await;
    event.harness.clock.advance(3 * MINUTE / 2);
    event.follow().await;
    let end = |record: games::domain::GameRecord| record.game.end_reason();
    assert_eq!(end(event.harness.record(silent).await.expect("there")), Some(EndReason::Time));
    assert_eq!(end(event.harness.record(played).await.expect("there")), None);
    event.harness.resign(played, second).await;
    let stored = event.follow().await;
    assert_eq!(stored.tournament.current_round(), 2, "the next round follows at once");
    assert_eq!(stored.tournament.rounds[1].opened_at, event.harness.clock.now());
}

#[tokio::test]
async fn a_team_match_is_played_at_home_and_away() {
    let event = Event::with(Format::TeamMatch, None, 7, |new| {
        new.rules.teams = Some(["Red".to_owned(), "Blue".to_owned()]);
    })
    .await;
    let which = entrants::enter(&event.harness.games, event.id, &person(UserId(8)), &[], None).await;
    assert!(matches!(which, Err(ClubError::Tournament(TournamentError::WhichTeam))), "{which:?}");
    let begun = event.begin().await;
    assert_eq!(begun.tournament.entrants.len(), 6, "three boards: four and three have come");
    let home = |user: UserId| user.0 % 2 == 1;
    let first_round = event.open().await;
    assert!(first_round.iter().all(|(_, first, second)| home(*first) != home(*second)), "{first_round:?}");
    for (game, first, second) in &first_round {
        event.lose(*game, if home(*first) { *second } else { *first }).await;
    }
    let second_round = event.open().await;
    let colors = |games: &[(games::domain::GameId, UserId, UserId)]| -> BTreeSet<(UserId, UserId)> {
        games.iter().map(|(_, first, second)| (*first, *second)).collect()
    };
    let changed: BTreeSet<_> = colors(&first_round).into_iter().map(|(first, second)| (second, first)).collect();
    assert_eq!(colors(&second_round), changed, "the same boards with the other colors");
    for (game, first, second) in &second_round {
        // Blue wins on the board of player 2.
        let loser = if [*first, *second].contains(&UserId(2)) == home(*first) { *first } else { *second };
        event.lose(*game, loser).await;
    }
    let stored = event.follow().await;
    assert_eq!(stored.tournament.phase, TournamentPhase::Over);
    let [red, blue] = team_scores(&stored.tournament);
    assert_eq!([(red.team_points, red.board_points.0), (blue.team_points, blue.board_points.0)], [(4, 10), (0, 2)]);
    let card = view::card(Language::of("en-US"), &stored, None, false);
    let text = &card.content;
    assert!(text.contains("🏆 **Red** wins."), "{text}");
    assert!(text.contains("Red **4** (5) – Blue **0** (1)"), "{text}");
}

#[tokio::test]
async fn somebody_who_is_banned_in_mid_round_forfeits_and_is_out() {
    let event = Event::new(Format::RoundRobin, None, 4).await;
    event.begin().await;
    let open = event.open().await;
    let (game, banned, opponent) = open[0];
    let by = event.by("banned");
    remove_and_forfeit(&event.harness.games, &by, event.id, banned).await.expect("in");
    let record = event.harness.record(game).await.expect("there");
    assert_eq!(record.game.end_reason(), Some(EndReason::Adjudication));
    for (game, first, second) in &open[1..] {
        event.lose(*game, *first.max(second)).await;
    }
    let stored = event.follow().await;
    assert_eq!(stored.tournament.current_round(), 2);
    assert!(!playing(&event).await.contains(&banned));
    assert!(points(&stored).contains(&(opponent.0, 2)));
    let log = event.harness.store.audit_log(super::GUILD, 0, 9).await.expect("readable");
    assert_eq!(log.iter().filter(|entry| entry.player == Some(banned)).count(), 2, "out, and decided");
}

#[tokio::test]
async fn an_event_whose_players_all_withdraw_comes_to_its_end() {
    for format in [Format::Swiss, Format::RoundRobin, Format::KnockOut, Format::Groups] {
        let event = Event::new(format, Some(5), 7).await;
        event.begin().await;
        for player in 1..=7 {
            entrants::withdraw(&event.harness.games, event.id, UserId(player)).await.expect("in");
        }
        event.play_round().await;
        assert_eq!(event.follow().await.tournament.phase, TournamentPhase::Over, "{format}");
    }
}

#[tokio::test]
async fn who_withdraws_from_a_cup_after_the_groups_does_not_change_who_plays_it() {
    let event = Event::new(Format::Groups, None, 8).await;
    event.begin().await;
    for _ in 0..3 {
        event.play_round().await;
    }
    let semifinals = playing(&event).await;
    entrants::withdraw(&event.harness.games, event.id, semifinals[0]).await.expect("in");
    event.play_round().await;
    event.play_round().await;
    let stored = event.follow().await;
    assert_eq!(stored.tournament.phase, TournamentPhase::Over);
    let cup: BTreeSet<u32> =
        stored.tournament.rounds[3..].iter().flat_map(|round| &round.pairings).map(|pairing| pairing.first).collect();
    let users: BTreeSet<UserId> =
        cup.iter().map(|number| stored.tournament.entrant(*number).expect("a player").user).collect();
    assert!(users.is_subset(&semifinals.iter().copied().collect()), "{users:?} of {semifinals:?}");
}

#[tokio::test]
async fn a_running_round_is_neither_in_the_standings_nor_in_a_report() {
    let event = Event::new(Format::Swiss, Some(3), 5).await;
    event.begin().await;
    event.play_round().await;
    event.play_round().await;
    let stored = event.follow().await;
    assert_eq!(stored.tournament.current_round(), 3);
    let before = table(&stored.tournament);
    let halves: u32 = before.iter().map(|row| row.score.0).sum();
    assert_eq!(halves, 2 * 6, "two games and a bye in each of two rounds");
    // A finished game, and players who leave or join, do not change what was finished before.
    let [(game, first, second), (_, gone, _)] = event.open().await[..] else { panic!("two games") };
    event.lose(game, first.max(second)).await;
    entrants::withdraw(&event.harness.games, event.id, gone).await.expect("they play");
    let stored = event.follow().await;
    assert_eq!(table(&stored.tournament), before);

    let text = report(&stored);
    assert!(text.contains("\n### tie-breaks by FIDE C.07 of 2026\n202 BH/C1,BH,DE,WIN\n"), "{text}");
    let read = Report::read(&text).expect("a good report").tournament;
    assert_eq!(read.rounds().len(), 2, "{text}");
    let round = dutch::pair(&read).expect("a third round");
    let paired = round.games.iter().map(|pair| (pair.white.0.into(), Some(pair.black.0.into())));
    let paired: BTreeSet<(u32, Option<u32>)> = paired.chain(round.bye.map(|player| (player.0.into(), None))).collect();
    let pairings = &stored.tournament.rounds[2].pairings;
    assert_eq!(paired, pairings.iter().map(|pairing| (pairing.first, pairing.second)).collect());
}

#[tokio::test]
async fn winners_of_groups_meet_seconds_of_other_groups() {
    let event = Event::new(Format::Groups, None, 16).await;
    event.begin().await;
    for _ in 0..3 {
        event.play_round().await;
    }
    let stored = event.follow().await;
    let groups = groups(&stored.tournament);
    assert_eq!(groups[0], [1, 8, 9, 16]);
    let group_and_place = |number: u32| {
        let of_group = |group: &Vec<u32>| group.iter().position(|player| *player == number);
        groups.iter().enumerate().find_map(|(group, players)| Some((group, of_group(players)?))).expect("a player")
    };
    let pairings = &stored.tournament.rounds[3].pairings;
    assert_eq!(pairings.len(), 4);
    for pairing in pairings {
        let [one, other] = [pairing.first, pairing.second.expect("an opponent")].map(group_and_place);
        assert!(one.0 != other.0 && one.1 + other.1 == 1, "{one:?} meets {other:?}");
    }
}

#[tokio::test]
async fn a_round_without_an_end_can_be_cancelled() {
    let event = Event::with(Format::RoundRobin, None, 2, |new| new.pace = Some("none".to_owned())).await;
    event.begin().await;
    let [(game, ..)] = event.open().await[..] else { panic!("one game") };
    event.harness.clock.advance(365 * 86_400_000);
    assert_eq!(event.follow().await.tournament.current_round(), 1);
    let by = event.by("nobody plays");
    organizers::end(&event.harness.games, &by, event.id, EarlyEnd::Cancelled).await.expect("running");
    assert_eq!(event.follow().await.tournament.phase, TournamentPhase::Cancelled);
    assert_eq!(event.harness.record(game).await.expect("there").game.phase, Phase::Playing, "the game goes on");
}
