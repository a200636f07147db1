//! Players do not organize for or against those they play with: every action by an outsider, by a player whom another
//! organizer can replace, and by the only organizer.

use base::clock::Clock as _;
use clubs::ClubError;
use clubs::domain::tournament::Format;
use clubs::store::Clubs as _;
use clubs::tournaments::entrants;
use clubs::tournaments::settings::{self, TournamentEdit};
use games::GameError;
use games::domain::{AuditAction, AuditEntry, OrganizerError, PostKind, UserId};
use serde_json::{Value, json};

use crate::use_cases::ladder::Club;
use crate::use_cases::support::carry_out_decisions;
use crate::use_cases::support::fixture::{ADA, BRUNO, CHANNEL, CHLOE, DEPARTED, DINA, Fixture, person};
use crate::use_cases::support::harness::{Harness, SentMessage};

use super::{Event, GUILD, MANAGES_EVENTS, ORGANIZER};

/// An organizer who plays nowhere.
const OTHER: UserId = UserId(98);

/// An organizer's action, and a player of its game, ladder or event as organizer.
struct Act {
    harness: Harness,
    player: UserId,
    command: &'static str,
    options: Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Done,
    Announced,
    Refused,
}

async fn newest(harness: &Harness) -> Option<AuditEntry> {
    harness.store.audit_log(GUILD, 0, 1).await.expect("readable").pop()
}

/// Sends a command, and confirms its question.
async fn send(act: &Act, who: UserId) -> (Outcome, SentMessage) {
    let before = newest(&act.harness).await;
    let mut said = act.harness.command_as(who, Some(MANAGES_EVENTS), act.command, act.options.clone()).await;
    let yes =
        ["organize-confirm", "ladder-remove!", "ladder-season!", "ladder-close!", "event-cancel!", "event-round!"];
    let yes = yes.into_iter().find(|yes| said.verbs().contains(yes)).map(|yes| said.control(yes).to_owned());
    if let Some(yes) = yes {
        said = act.harness.press_as(who, MANAGES_EVENTS, &yes).await;
    }
    let after = newest(&act.harness).await;
    let outcome = match after.as_ref().filter(|_| after != before).map(|entry| entry.action) {
        None => Outcome::Refused,
        Some(AuditAction::Announced) => Outcome::Announced,
        Some(_) => Outcome::Done,
    };
    (outcome, said)
}

/// Another user has organized here before.
async fn other_has_organized(harness: &Harness, who: UserId) {
    let (request, now) = (harness.request(), harness.clock.now());
    let entry = AuditEntry::of(GUILD, request, Some(who), AuditAction::SetUp, now);
    harness.store.record_audit(&entry).await.expect("a store in memory");
}

/// An event with Dina as a player and an unknown organizer, and one of its games without her.
async fn event() -> (Event, String) {
    let event = Event::over(Fixture::new(), Format::Swiss, Some(3), 0, |_| {}).await;
    for player in [ADA, BRUNO, DINA, DEPARTED, UserId(6), UserId(7)] {
        entrants::enter(&event.harness.games, event.id, &person(player), &[], None).await.expect("joins");
    }
    event.begin().await;
    let open = event.open().await;
    let (game, ..) = open.into_iter().find(|(_, one, other)| [one, other].contains(&&BRUNO)).expect("a game");
    (event, game.to_string())
}

async fn in_event(command: &'static str, options: impl FnOnce(&str) -> Value) -> Act {
    let (event, game) = event().await;
    match command {
        // Four weeks of a pause are left.
        "organize resume" => {
            let by = event.by("a holiday");
            let game = game.parse().expect("a game");
            clubs::organizers::pause(&event.harness.games, by, game, 60).await.expect("running");
        }
        "event substitute" => drop(entrants::withdraw(&event.harness.games, event.id, DEPARTED).await.expect("in")),
        _ => {}
    }
    event.harness.wait(24 * 31);
    Act { harness: event.harness, player: DINA, command, options: options(&game) }
}

async fn on_ladder(command: &'static str, options: impl FnOnce(&str) -> Value) -> Act {
    let club = Club::new("leapfrog", "", 4).await;
    let game = club.played(4, 1).await;
    let chosen = AuditEntry::of(GUILD, club.request(), None, AuditAction::LadderPresented, club.clock_now());
    club.store.set_post_channel(PostKind::Table, club.ladder, Some(CHANNEL), &chosen).await.expect("a store in memory");
    Act { harness: club.harness, player: CHLOE, command, options: options(&game.to_string()) }
}

async fn in_own_game(command: &'static str, options: impl FnOnce(&str) -> Value) -> Act {
    let harness = Harness::new();
    let game = harness.under_way().await;
    Act { harness, player: ADA, command, options: options(&game.to_string()) }
}

/// A row of the table, by whether the action takes sides.
macro_rules! check {
    ($sided:expr, $place:ident, $command:literal, $options:expr) => {{
        let make = async || $place($command, $options).await;
        let with_sides = if $sided { [Outcome::Refused, Outcome::Announced] } else { [Outcome::Done; 2] };
        let act = make().await;
        let (outcome, said) = send(&act, OTHER).await;
        assert_eq!(outcome, Outcome::Done, "{} outside: {said:?}", $command);

        let act = make().await;
        other_has_organized(&act.harness, OTHER).await;
        let (outcome, said) = send(&act, act.player).await;
        assert_eq!(outcome, with_sides[0], "{} beside another one: {said:?}", $command);
        assert!(!$sided || said.text.ends_with("another organizer has to do it: <@98>, for example."), "{said:?}");

        let act = make().await;
        // An organizer who also plays cannot stand in.
        other_has_organized(&act.harness, BRUNO).await;
        let (outcome, said) = send(&act, act.player).await;
        assert_eq!(outcome, with_sides[1], "{} alone: {said:?}", $command);
        if $sided {
            let act_of = newest(&act.harness).await.expect("announced");
            assert!(act_of.reason.is_some() && act_of.actor == Some(act.player), "{act_of:?}");
            let posts = act.harness.sender.posts.lock().expect("whole").clone();
            let (channel, said) = posts.last().expect("announced to everybody");
            assert!(said.contains("Reason: fair play") && *channel == CHANNEL, "{}: {said}", $command);
            act.harness.wait(23);
            let (outcome, said) = send(&act, act.player).await;
            assert_eq!(outcome, Outcome::Refused, "{} too early: {said:?}", $command);
            assert!(said.text.contains("You can do it from <t:"), "{said:?}");
            act.harness.wait(2);
            let (outcome, said) = send(&act, act.player).await;
            assert_eq!(outcome, Outcome::Done, "{} a day later: {said:?}", $command);
        }
    }};
}

#[tokio::test]
async fn who_plays_does_not_decide_on_games_of_the_same_event_or_ladder() {
    let why = "fair play";
    check!(true, in_event, "organize adjudicate", |game| json!({ "game": game, "winner": "2", "reason": why }));
    check!(true, in_event, "organize annul", |game| json!({ "game": game, "reason": why }));
    check!(true, in_event, "organize extend", |game| json!({ "game": game, "hours": 5, "reason": why }));
    check!(true, in_event, "organize pause", |game| json!({ "game": game, "days": 5, "reason": why }));
    check!(true, in_event, "organize resume", |game| json!({ "game": game, "reason": why }));
    check!(true, on_ladder, "organize adjudicate", |game| json!({ "game": game, "winner": "1", "reason": why }));
    check!(true, on_ladder, "organize extend", |game| json!({ "game": game, "hours": 5, "reason": why }));
}

#[tokio::test]
async fn who_plays_does_not_decide_on_all_games_at_once() {
    let why = "fair play";
    let all = |_: &str| json!({ "competition": "Spring cup", "days": 30, "reason": why });
    check!(true, in_event, "organize extend", all);
    check!(true, in_event, "organize pause", all);
    let resume = |_: &str| json!({ "competition": "Spring cup", "reason": why });
    check!(true, in_event, "organize resume", resume);
    let all = |_: &str| json!({ "competition": "Club ladder", "days": 30, "reason": why });
    check!(true, on_ladder, "organize extend", all);
}

#[tokio::test]
async fn who_plays_a_game_does_not_decide_on_it() {
    let why = "fair play";
    check!(true, in_own_game, "organize adjudicate", |game| json!({ "game": game, "winner": "1", "reason": why }));
    check!(true, in_own_game, "organize annul", |game| json!({ "game": game, "reason": why }));
    check!(true, in_own_game, "organize extend", |game| json!({ "game": game, "days": 5, "reason": why }));
    check!(true, in_own_game, "organize pause", |game| json!({ "game": game, "days": 5, "reason": why }));
    let replace = |game: &str| json!({ "game": game, "player": "2", "by": "3", "reason": why });
    check!(true, in_own_game, "organize replace", replace);
}

#[tokio::test]
async fn who_plays_an_event_takes_nobody_out_and_keeps_nobody_apart() {
    let why = "fair play";
    check!(true, in_event, "event remove", |_| json!({ "player": "2", "reason": why }));
    check!(true, in_event, "event remove", |_| json!({ "player": "2", "forfeit": true, "reason": why }));
    check!(true, in_event, "event forbid", |_| json!({ "player": "1", "other": "2", "reason": why }));
    let allow = |_: &str| json!({ "player": "1", "other": "2", "allow": true, "reason": why });
    check!(true, in_event, "event forbid", allow);
    check!(true, in_event, "event decide", |_| json!({ "player": "2", "result": "both-lose", "reason": why }));
    check!(true, in_event, "event substitute", |_| json!({ "with": "3", "place": "5", "reason": why }));
    check!(true, in_event, "event cancel", |_| json!({ "reason": why }));
    check!(true, in_event, "event end", |_| json!({ "what": "round", "reason": why }));
    check!(true, in_event, "event add", |_| json!({ "player": "3", "rating": 900, "reason": why }));
    check!(false, in_event, "event add", |_| json!({ "player": "3" }));
    check!(false, in_event, "event message", |_| json!({ "text": why }));
    check!(false, in_event, "event close", |_| json!({}));
}

#[tokio::test]
async fn who_stands_on_a_ladder_changes_nothing_of_its_rules_and_places() {
    let why = "fair play";
    check!(true, on_ladder, "organize ladder edit", |_| json!({ "set": "reset=random", "reason": why }));
    check!(true, on_ladder, "organize ladder season", |_| json!({ "reason": why }));
    check!(true, on_ladder, "organize ladder close", |_| json!({ "reason": why }));
    check!(true, on_ladder, "organize ladder remove", |_| json!({ "player": "2", "reason": why }));
    check!(true, on_ladder, "organize ladder add", |_| json!({ "player": "2", "place": 4, "reason": why }));
    check!(false, on_ladder, "organize ladder edit", |_| json!({ "name": "Spring" }));
    check!(false, on_ladder, "organize ladder channel", |_| json!({ "where": "here" }));
}

#[tokio::test]
async fn what_nobody_would_read_is_not_announced() {
    let club = Club::new("leapfrog", "", 4).await;
    let options = json!({ "set": "reset=random", "reason": "fair play" });
    let act = Act { harness: club.harness, player: CHLOE, command: "organize ladder edit", options };
    let (outcome, said) = send(&act, CHLOE).await;
    assert!(outcome == Outcome::Refused && said.text.contains("/organize ladder channel"), "{said:?}");
    assert!(act.harness.sender.posts.lock().expect("whole").is_empty());
}

#[tokio::test]
async fn who_is_on_no_ladder_does_not_join_it_above_others() {
    let club = Club::new("swap", "", 2).await;
    other_has_organized(&club, OTHER).await;
    let options = json!({ "player": "3", "place": 1 });
    let said = club.command_as(CHLOE, Some(MANAGES_EVENTS), "organize ladder add", options).await;
    assert!(said.text.starts_with("You take part in this yourself"), "{said:?}");
    let said = club.command_as(CHLOE, Some(MANAGES_EVENTS), "organize ladder add", json!({ "player": "3" })).await;
    assert!(said.text.contains("→ **3**"), "the last place is for everybody: {said:?}");
}

#[tokio::test]
async fn nobody_who_has_joined_loses_the_seat_to_a_smaller_event() {
    let event = Event::new(Format::Swiss, Some(3), 4).await;
    let cut = |by, most| {
        let edit = TournamentEdit { most: Some(Some(most)), rounds: Some(5), ..TournamentEdit::default() };
        settings::edit(&event.harness.games, by, event.id, edit)
    };
    let player = games::domain::Organizer { user: UserId(1), ..event.by("a small room") };
    let refused = cut(&player, 3).await;
    assert!(
        matches!(refused, Err(ClubError::Game(GameError::Organizer(OrganizerError::OwnSeat(ORGANIZER))))),
        "{refused:?}"
    );
    cut(&player, 4).await.expect("nobody waits");
    cut(&event.by("a small room"), 3).await.expect("of somebody who does not play");
}

#[tokio::test]
async fn any_organizer_stops_what_is_announced_and_nothing_happens() {
    let (event, _) = event().await;
    event.harness.wait(24 * 31);
    let options = json!({ "player": "2", "reason": "rude *words*" });
    let act = Act { harness: event.harness, player: DINA, command: "event remove", options };
    let harness = &act.harness;
    let stored = async || harness.store.clubs().tournament(event.id).await.expect("readable").expect("there");
    let (outcome, said) = send(&act, DINA).await;
    assert_eq!(outcome, Outcome::Announced);
    assert!(said.private && said.text.contains("So I announced it in <#100>."), "{said:?}");
    let [(_, posted)] = harness.sender.posts.lock().expect("whole").clone().try_into().expect("one post");
    let expected = "Organizer <@4> is going to take a player out of an event · <@2> · Spring cup\n";
    assert!(posted.starts_with(&format!("{expected}Reason: rude \\*words\\*\n")), "{posted}");
    assert!(stored().await.tournament.is_in(BRUNO));

    let announced = newest(harness).await.expect("announced");
    let stop = format!("v1:organize-stop:{}", announced.request.0);
    let stranger = harness.press_as(BRUNO, 0, &stop).await;
    assert!(stranger.text.starts_with("Only organizers of this server"), "{stranger:?}");
    let unknown = harness.press_as(OTHER, MANAGES_EVENTS, "v1:organize-stop:5").await;
    assert!(unknown.text.starts_with("This is no longer pending"), "{unknown:?}");
    let done = harness.press_as(OTHER, MANAGES_EVENTS, &stop).await;
    assert_eq!(done.text, "You stopped it. The log of this server shows that.");
    let again = harness.press_as(OTHER, MANAGES_EVENTS, &stop).await;
    assert!(again.text.starts_with("This is no longer pending"), "{again:?}");
    let posts = harness.sender.posts.lock().expect("whole").clone();
    assert!(posts.last().expect("a post").1.starts_with("Organizer <@98> stopped what was announced"), "{posts:?}");
    let log = harness.command_as(OTHER, Some(MANAGES_EVENTS), "organize log", json!({})).await.text;
    for line in ["<@98> · stopped · <@2> · take a player out of an event", "<@4> · announced · <@2> · take a player"]
    {
        assert!(log.contains(line), "{line}: {log}");
    }
    harness.wait(25);
    let (outcome, said) = send(&act, DINA).await;
    assert_eq!(outcome, Outcome::Refused, "somebody else is known now: {said:?}");
    assert!(stored().await.tournament.is_in(BRUNO));
}

#[tokio::test]
async fn an_announcement_is_for_one_act_and_one_week() {
    let (event, _) = event().await;
    event.harness.wait(24 * 31);
    let remove = |player: &str| json!({ "player": player, "reason": "fair play" });
    let mut act = Act { harness: event.harness, player: DINA, command: "event remove", options: remove("2") };
    assert_eq!(send(&act, DINA).await.0, Outcome::Announced);
    act.harness.wait(24 * 9);
    assert_eq!(send(&act, DINA).await.0, Outcome::Announced, "that was long ago");
    act.harness.wait(25);
    act.options = remove("1");
    assert_eq!(send(&act, DINA).await.0, Outcome::Announced, "that was about somebody else");
    act.options = remove("2");
    assert_eq!(send(&act, DINA).await.0, Outcome::Done);
    act.harness.wait(25);
    act.options = json!({ "player": "1", "reason": "fair play", "forfeit": true });
    assert_eq!(send(&act, DINA).await.0, Outcome::Announced, "the game was not to be lost");
    act.options = json!({ "player": "1" });
    assert_eq!(send(&act, DINA).await.0, Outcome::Done, "the reason was announced");
}

#[tokio::test]
async fn time_for_all_is_given_once_for_an_announcement_that_can_be_read() {
    let (event, game) = event().await;
    event.harness.wait(24 * 31);
    let options = json!({ "competition": "Spring cup", "hours": 5, "reason": "fair play" });
    let act = Act { harness: event.harness, player: DINA, command: "organize extend", options };
    *act.harness.sender.next_delivery.lock().expect("whole") = Some(discord::Delivery::Refused);
    let (outcome, said) = send(&act, DINA).await;
    assert!(outcome == Outcome::Refused && said.text.contains("couldn't post the announcement in <#100>"), "{said:?}");
    *act.harness.sender.next_delivery.lock().expect("whole") = None;
    let silent = Act { options: json!({ "competition": "Spring cup", "hours": 5 }), ..act };
    assert!(send(&silent, DINA).await.1.text.starts_with("Say why"));
    let options = json!({ "competition": "Spring cup", "hours": 5, "reason": "fair play" });
    let act = Act { options, ..silent };
    assert_eq!(send(&act, DINA).await.0, Outcome::Announced);
    act.harness.wait(25);
    let asked = act.harness.command_as(DINA, Some(MANAGES_EVENTS), act.command, act.options.clone()).await;
    let yes = asked.control("organize-confirm");
    let deadline = async || act.harness.game(game.parse().expect("a game")).await.turn.deadline_at.expect("a clock");
    let before = deadline().await;
    for _ in 0..2 {
        let done = act.harness.press_as(DINA, MANAGES_EVENTS, yes).await;
        assert!(done.text.contains("Spring cup"), "{done:?}");
        while carry_out_decisions(&act.harness.games).await > 0 {}
        assert_eq!(deadline().await.since(before), 5 * 60 * 60_000);
    }
    assert_eq!(send(&act, DINA).await.0, Outcome::Announced, "it was done");
}
