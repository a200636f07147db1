//! Events that organizers run by hand: players, pairings, ends and messages.

use base::clock::Clock as _;
use bot::features::tournament::posts;
use bot::localization::Language;
use clubs::ClubError;
use clubs::domain::tournament::standings::table;
use clubs::domain::tournament::{Format, StoredTournament, TournamentError, TournamentPhase};
use clubs::tournaments::organizers::{self, EarlyEnd};
use clubs::tournaments::{entrants, sync};
use games::domain::competition::Unfinished;
use games::domain::{AuditAction, Phase, PostKind, UserId};
use serde_json::{Value, json};

use crate::use_cases::support::fixture::person;
use crate::use_cases::support::harness::SentMessage;

use super::{Event, GUILD, MANAGES_EVENTS, ORGANIZER, points};

async fn organize(event: &Event, command: &str, options: Value) -> SentMessage {
    event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), command, options).await
}

fn users(stored: &StoredTournament) -> Vec<u64> {
    stored.tournament.entrants.iter().map(|entrant| entrant.user.0).collect()
}

fn drawn(stored: &StoredTournament) -> Vec<(u64, Option<u64>)> {
    let user = |number: u32| stored.tournament.entrant(number).expect("a player").user.0;
    let draft = stored.tournament.draft.as_deref().expect("drawn");
    draft.iter().map(|board| (user(board.first), board.second.map(user))).collect()
}

async fn swap(event: &Event, one: u64, other: u64) -> Result<StoredTournament, ClubError> {
    organizers::swap(&event.harness.games, &event.by("a wish"), event.id, [one, other].map(UserId)).await
}

#[tokio::test]
async fn an_organizer_adds_players_with_seeds_and_ratings() {
    let event = Event::new(Format::Swiss, Some(3), 2).await;
    organizers::close(&event.harness.games, &event.by("full"), event.id, false).await.expect("open");
    let said = organize(&event, "event add", json!({ "player": "3" })).await;
    assert!(said.text.starts_with("One player was added to **Spring cup**:\n- <@3>"), "{said:?}");
    // Who is in it gets another seed and rating.
    let again = organize(&event, "event add", json!({ "player": "3", "seed": 1, "rating": 900 })).await;
    assert!(again.text.starts_with("Nobody was added"), "{again:?}");
    organize(&event, "event add", json!({ "player": "2", "seed": 2 })).await;
    let twice = organize(&event, "event add", json!({ "player": "1", "seed": 2 })).await;
    assert_eq!(twice.text, "Two players have the seed 2. Nobody was added.");
    let begun = event.begin().await;
    assert_eq!(users(&begun), [3, 2, 1], "by seeds, then by ratings");
    assert_eq!(begun.tournament.entrants[0].rating, Some(900));
    let log = event.harness.store.audit_log(GUILD, 0, 9).await.expect("readable");
    let count = |action| log.iter().filter(|entry| entry.action == action).count();
    assert_eq!([AuditAction::TournamentPlayerAdded, AuditAction::TournamentSeeded].map(count), [1, 2]);
}

#[tokio::test]
async fn an_organizer_chooses_players_from_a_menu() {
    let event = Event::new(Format::Swiss, Some(3), 0).await;
    let menu = organize(&event, "event add", json!({})).await;
    assert!(menu.text.starts_with("Add players to **Spring cup**"), "{menu:?}");
    let by_player = event.harness.press_as(UserId(1), 0, menu.control("event-add")).await;
    assert!(by_player.text.contains("organizer"), "{by_player:?}");
    assert!(users(&event.stored().await).is_empty());
}

#[tokio::test]
async fn a_pairing_is_swapped_before_its_round_opens() {
    let event = Event::new(Format::Swiss, Some(3), 5).await;
    let none = organize(&event, "event swap", json!({ "player": "1", "other": "2" })).await;
    assert!(none.text.contains("hasn't begun"), "{none:?}");
    let preview = organize(&event, "event pair", json!({ "preview": true })).await;
    assert!(preview.private && preview.text.contains("round 1 as drawn"), "{preview:?}");
    let stored = event.follow().await;
    assert_eq!((stored.tournament.phase, stored.tournament.current_round()), (TournamentPhase::Running, 0));
    assert!(!stored.latest_posts().iter().any(|post| matches!(post, PostKind::RoundOver(_))));
    let before = drawn(&stored);
    let [(one, Some(two)), (three, Some(four)), (five, None)] = before[..] else { panic!("{before:?}") };
    swap(&event, two, five).await.expect("both are in it");
    assert_eq!(drawn(&event.stored().await), [(one, Some(five)), (three, Some(four)), (two, None)]);
    let oneself = organize(&event, "event swap", json!({ "player": "1", "other": "1" })).await;
    assert!(oneself.text.contains("no game"), "{oneself:?}");
    let said = organize(&event, "event pair", json!({ "preview": true })).await;
    assert!(said.text.contains(&format!("<@{one}> – <@{five}>")), "{said:?}");
    // The first message shows pairings that have changed since.
    let stale = event.harness.press_as(ORGANIZER, MANAGES_EVENTS, preview.control("event-open")).await;
    assert!(stale.text.starts_with("The pairings have changed"), "{stale:?}");
    let opened = event.harness.press_as(ORGANIZER, MANAGES_EVENTS, said.control("event-open")).await;
    assert!(opened.text.contains("has begun"), "{opened:?}");
    let stored = event.follow().await;
    let first = &stored.tournament.rounds[0].pairings;
    assert_eq!((first.len(), stored.tournament.draft.is_some()), (3, false));
    assert!(
        first
            .iter()
            .any(|board| stored.tournament.user_in(board.first, 1) == Some(UserId(two)) && board.second.is_none())
    );
    let again = event.harness.press_as(ORGANIZER, MANAGES_EVENTS, said.control("event-open")).await;
    assert!(again.text.contains("begun"), "a second press changes nothing: {again:?}");
    assert_eq!(event.stored().await.tournament.current_round(), 1);
}

#[tokio::test]
async fn pairings_are_drawn_anew_when_a_player_leaves_and_keep_to_the_rules() {
    let event = Event::with(Format::Swiss, Some(3), 4, |new| new.rules.pairs_by_hand = true).await;
    event.begin().await;
    let met = event.open().await;
    let early = organize(&event, "event pair", json!({ "preview": true })).await;
    assert!(early.text.contains("2 games of round 1 are still open"), "{early:?}");
    event.play_round().await;
    event.follow().await;
    let preview = organize(&event, "event pair", json!({ "preview": true })).await;
    let [(one, Some(two)), (three, Some(_))] = drawn(&event.stored().await)[..] else { panic!("two boards") };
    let opponent = |user: u64| {
        let board = met.iter().find(|(_, first, second)| [first.0, second.0].contains(&user)).expect("played");
        if board.1.0 == user { board.2.0 } else { board.1.0 }
    };
    // One would meet the opponent of round 1.
    let other = opponent(one);
    let refused = swap(&event, two, other).await;
    let Err(ClubError::Tournament(TournamentError::MayNotMeet(..))) = refused else { panic!("{refused:?}") };
    entrants::withdraw(&event.harness.games, event.id, UserId(three)).await.expect("in");
    let redrawn = drawn(&event.stored().await);
    assert!(redrawn.len() == 2 && !redrawn.iter().any(|(one, two)| [Some(*one), *two].contains(&Some(three))));
    let stale = event.harness.press_as(ORGANIZER, MANAGES_EVENTS, preview.control("event-open")).await;
    assert!(stale.text.starts_with("The pairings have changed"), "{stale:?}");
    let cup = Event::new(Format::KnockOut, None, 4).await;
    let refused = organize(&cup, "event pair", json!({ "preview": true })).await;
    assert!(refused.text.starts_with("This works only in Swiss events."), "{refused:?}");
}

#[tokio::test]
async fn a_round_is_closed_at_once_and_its_games_end_as_the_event_says() {
    for unfinished in [Unfinished::Score, Unfinished::Organizer] {
        let event = Event::with(Format::Swiss, Some(2), 4, |new| new.rules.unfinished = unfinished).await;
        event.begin().await;
        let open = event.open().await;
        event.lose(open[0].0, open[0].2).await;
        let asked = organize(&event, "event end", json!({ "what": "round" })).await;
        assert!(asked.text.contains("Close round 1 of **Spring cup** now? One game is open"), "{asked:?}");
        assert_eq!(event.stored().await.tournament.current_round(), 1, "nothing is done yet");
        for _ in 0..2 {
            let done = event.harness.press_as(ORGANIZER, MANAGES_EVENTS, asked.control("event-round!")).await;
            assert!(done.text.contains("closed") || done.text.contains("over"), "{done:?}");
        }
        let stored = event.follow().await;
        if unfinished == Unfinished::Organizer {
            assert_eq!((stored.tournament.current_round(), stored.tournament.open_games()), (1, 1));
            assert!(stored.latest_posts().contains(&PostKind::Undecided(1)), "an organizer is asked");
        } else {
            assert_eq!(stored.tournament.current_round(), 2);
            assert_eq!(event.harness.record(open[1].0).await.expect("there").game.phase, Phase::Over);
        }
    }
}

#[tokio::test]
async fn an_event_ends_with_the_table_as_it_stands() {
    let event = Event::new(Format::Swiss, Some(5), 4).await;
    event.begin().await;
    let nothing = organize(&event, "event end", json!({ "what": "event" })).await;
    assert!(nothing.text.starts_with("Nobody has a point yet."), "{nothing:?}");
    event.play_round().await;
    let open = event.open().await;
    event.lose(open[0].0, open[0].1.max(open[0].2)).await;
    let before = event.follow().await;
    let asked = organize(&event, "event end", json!({ "what": "event" })).await;
    assert!(asked.text.contains("One game continues, but doesn't count for it."), "{asked:?}");
    let done = event.harness.press_as(ORGANIZER, MANAGES_EVENTS, asked.control("event-end!")).await;
    assert!(done.text.contains("is over, with the table as it stands"), "{done:?}");
    let over = event.follow().await;
    assert_eq!((over.tournament.phase, points(&over)), (TournamentPhase::Over, points(&before)));
    assert!(over.latest_posts().contains(&PostKind::Over));
    // The game goes on, and its result changes nothing.
    event.lose(open[1].0, open[1].1).await;
    event.follow().await;
    let later = sync::update_tournament(&event.harness.games, event.id).await.expect("there");
    assert_eq!(table(&later.tournament), table(&before.tournament));
    let again = organizers::end(&event.harness.games, &event.by("again"), event.id, EarlyEnd::AsItStands).await;
    assert!(matches!(again, Err(ClubError::Tournament(TournamentError::Over))), "{again:?}");
}

#[tokio::test]
async fn an_organizer_writes_to_all_players_once_an_hour() {
    let event = Event::new(Format::Swiss, Some(3), 0).await;
    let nobody = organize(&event, "event message", json!({ "text": "Hello" })).await;
    assert_eq!(nobody.text, "Nobody has joined yet.");
    for player in 1..=45 {
        entrants::enter(&event.harness.games, event.id, &person(UserId(player)), &[], None).await.expect("joins");
    }
    let empty = organize(&event, "event message", json!({ "text": " … " })).await;
    assert!(empty.text.starts_with("Write what to say"), "{empty:?}");
    let said = organize(
        &event,
        "event message",
        json!({ "text": format!("Round 1 begins *late*, @everyone. {}", "Wait! ".repeat(65)) }),
    )
    .await;
    assert!(said.text.starts_with("I'm posting it in <#"), "{said:?}");
    let stored = event.stored().await;
    let parts: Vec<PostKind> =
        stored.latest_posts().into_iter().filter(|post| matches!(post, PostKind::Message(_))).collect();
    assert_eq!(parts, [PostKind::Message(1), PostKind::Message(2)], "forty mentions in each");
    let text = |number: usize| {
        let (written, part) = stored.tournament.message_posts().nth(number).expect("written");
        posts::message(Language::of("en-US"), &stored, written, part).content.clone()
    };
    assert!(text(0).starts_with("**Spring cup** · <@99> writes:\nRound 1 begins \\*late\\*"), "{}", text(0));
    assert_eq!(text(0).matches("Wait!").count(), 65, "{}", text(0));
    assert!(text(0).contains("<@40>") && !text(0).contains("<@41>") && text(1).contains("<@41> <@42>"), "{}", text(1));
    let soon = organize(&event, "event message", json!({ "text": "Again" })).await;
    assert!(soon.text.starts_with("Organizers can write to the players once an hour"), "{soon:?}");
    event.harness.clock.advance(60 * 60_000);
    assert!(event.harness.clock.now().0 > 0);
    organize(&event, "event message", json!({ "text": "Again" })).await;
    let tournament = event.stored().await.tournament;
    assert_eq!((tournament.messages.len(), tournament.message_posts().count()), (2, 4), "each text is kept once");
}
