//! Events where something comes twice, late, or from a player who organizes.

use clubs::domain::tournament::Repeat;
use clubs::ratings;
use rules::Seat;
use serde_json::Value;

use crate::use_cases::support::fixture::HOUR;

use super::*;

fn drawn(stored: &StoredTournament) -> Vec<(u32, Option<u32>)> {
    let draft = stored.tournament.draft.as_deref().expect("drawn");
    draft.iter().map(|board| (board.first, board.second)).collect()
}

async fn draw(event: &Event) -> StoredTournament {
    organizers::draw(&event.harness.games, event.id).await.expect("enough players")
}

async fn change(event: &Event, wanted: TournamentEdit) -> Tournament {
    settings::edit(&event.harness.games, &event.by("a change"), event.id, wanted).await.expect("not begun").tournament
}

#[tokio::test]
async fn a_swap_that_comes_twice_is_made_once() {
    let event = Event::new(Format::Swiss, Some(3), 4).await;
    let [(one, Some(two)), (three, Some(four))] = drawn(&draw(&event).await)[..] else { panic!("two boards") };
    let by = event.by("a wish");
    for _ in 0..2 {
        let users = [two, four].map(|number| UserId(number.into()));
        let stored = organizers::swap(&event.harness.games, &by, event.id, users).await.expect("both are in it");
        assert_eq!(drawn(&stored), [(one, Some(four)), (three, Some(two))]);
    }
    let log = event.harness.store.audit_log(GUILD, 0, 9).await.expect("readable");
    assert_eq!(log.iter().filter(|entry| entry.action == AuditAction::TournamentSwapped).count(), 1);
}

#[tokio::test]
async fn the_last_to_join_does_not_meet_whom_they_block() {
    let event = Event::new(Format::Swiss, Some(3), 5).await;
    draw(&event).await;
    // Start numbers 3 and 6 would meet in round 1.
    service::block(&event.harness.games, UserId(6), UserId(3)).await.expect("another person");
    entrants::enter(&event.harness.games, event.id, &person(UserId(6)), &[], None).await.expect("it is Swiss");
    let boards = drawn(&event.stored().await);
    let meets =
        |one: u32, other: u32| boards.iter().any(|board| *board == (one, Some(other)) || *board == (other, Some(one)));
    assert!(boards.len() == 3 && !meets(3, 6), "{boards:?}");
}

#[tokio::test]
async fn an_event_that_ended_with_an_unopened_board_is_not_due_any_more() {
    let event = Event::new(Format::RoundRobin, None, 40).await;
    let start = event.begin().await;
    let pairing = start.tournament.rounds[0].pairings.iter().find(|board| board.game.is_some()).expect("eight");
    let loser = start.tournament.user_in(pairing.first, 1).expect("a player");
    event.lose(pairing.game.expect("open"), loser).await;
    organizers::end(&event.harness.games, &event.by("rain"), event.id, EarlyEnd::AsItStands).await.expect("running");
    let over = event.follow().await;
    assert_eq!((over.tournament.phase, over.next_timer_at()), (TournamentPhase::Over, None));
    assert!(over.tournament.unopened().next().is_some(), "it was too many for one step");
    event.harness.clock.advance(HOUR);
    let later = sync::update_tournament(&event.harness.games, event.id).await.expect("there");
    assert_eq!(later, over, "nothing is written any more");
}

#[tokio::test]
async fn an_organizer_does_not_seed_themself_by_a_file() {
    const PLAYER: UserId = UserId(80_351_110_224_678_912);
    let event = Event::new(Format::Swiss, Some(3), 2).await;
    let harness = &event.harness;
    let entry = AuditEntry::of(GUILD, harness.request(), Some(UserId(98)), AuditAction::SetUp, harness.clock.now());
    harness.store.record_audit(&entry).await.expect("a store in memory");
    harness.sender.members.lock().expect("whole").push(person(PLAYER));
    let send = async |text: String| {
        *harness.sender.file.lock().expect("whole") = Some(text.into_bytes());
        let attached = |json: &mut Value| {
            let file =
                json!({ "id": "77", "filename": "players.csv", "size": 99, "url": "https://cdn.discordapp.com/77" });
            json["data"]["resolved"]["attachments"] = json!({ "77": file });
            json["member"]["permissions"] = MANAGES_EVENTS.to_string().into();
        };
        harness.say_changed(PLAYER, "event add file:77", attached).await.text
    };
    let is_in = async || event.stored().await.tournament.is_in(PLAYER);
    for columns in ["user,seed", "user,rating"] {
        let refused = send(format!("{columns}\n{},1\n", PLAYER.0)).await;
        assert!(refused.starts_with("You take part in this yourself"), "{columns}: {refused}");
        assert!(!is_in().await, "{columns}");
    }
    let added = send(format!("user\n{}\n", PLAYER.0)).await;
    assert!(added.starts_with("One player was added to **Spring cup**") && is_in().await, "{added}");
}

#[tokio::test]
async fn a_rating_that_an_organizer_gave_stays_when_a_seed_follows() {
    let fixture = Fixture::new();
    let game = fixture.under_way().await;
    fixture.resign(game, BRUNO).await;
    ratings::count_results(&fixture.games).await.expect("counted");
    let event = Event::over(fixture, Format::Swiss, Some(3), 0, |_| {}).await;
    let add = async |options: &str| {
        event.harness.say_as(ORGANIZER, MANAGES_EVENTS, &format!("event add {options}")).await;
        event.stored().await.tournament.entrants[0].clone()
    };
    let own = add("player:1").await.rating;
    assert!(own.is_some_and(|rating| rating > 1500), "{own:?}");
    add("player:1 rating:900").await;
    let seeded = add("player:1 seed:1").await;
    assert_eq!((seeded.rating, seeded.seed), (Some(900), Some(1)));
}

#[tokio::test]
async fn skips_go_with_the_swiss_formats() {
    let event = Event::new(Format::Swiss, Some(3), 4).await;
    event.harness.say(ADA, "event skip round:2").await;
    for (format, skips) in [(Format::Monrad, 1), (Format::RoundRobin, 0), (Format::Swiss, 0)] {
        let edited = change(&event, TournamentEdit { format: Some(format), ..TournamentEdit::default() }).await;
        assert_eq!(edited.entrants[0].skips.len(), skips, "{format}");
    }
}

#[tokio::test]
async fn players_are_added_to_an_event_from_a_menu() {
    let event = Event::new(Format::Swiss, Some(3), 2).await;
    let menu = event.harness.say_as(ORGANIZER, MANAGES_EVENTS, "event add").await;
    let user = |id: &str| (id.to_owned(), json!({ "id": id, "username": format!("user {id}") }));
    let mut users: serde_json::Map<String, Value> = ["2", "3", "5", "7"].into_iter().map(user).collect();
    users["7"]["bot"] = true.into();
    // Who has left the server has no member object.
    let member = json!({ "permissions": "3072" });
    let members = json!({ "2": member, "3": member, "7": member });
    let data = json!({ "values": ["2", "3", "5", "7"], "resolved": { "users": users, "members": members } });
    for (said, already) in [
        ("One player was added to **Spring cup**:\n- <@3>\n", "Already in: <@2>"),
        ("Nobody was added to **Spring cup**", "Already in: <@2> <@3>"),
    ] {
        let added = event.harness.use_as(ORGANIZER, MANAGES_EVENTS, menu.control("event-add"), data.clone()).await;
        added.begins(said).ends(already);
        added.says("Not added: <@5> (not in this server, or can't see this channel)");
        added.says("Not added: <@7> (bots can't play here)");
    }
    assert_eq!(event.stored().await.tournament.entrants.len(), 3);
}

#[tokio::test]
async fn who_aborts_a_game_of_an_event_reads_that_it_is_lost() {
    let event = Event::new(Format::RoundRobin, None, 2).await;
    event.begin().await;
    let [(game, first, _)] = event.open().await[..] else { panic!("one game") };
    let cost = "In **Spring cup · 1.1** that counts as a loss.";
    let question = event.harness.say(first, "game abort").await;
    assert!(question.text.contains(cost) && !question.text.contains("no result"), "{question:?}");
    let done = event.harness.press_private(first, question.control("abort!")).await;
    assert!(done.text.starts_with("You aborted game") && done.text.ends_with(cost), "{done:?}");
    let again = abort::abort(&event.harness.games, event.harness.request(), game, first, None).await;
    assert!(again.is_ok(), "pressed twice");
    let version = event.harness.game(game).await.version;
    let notice = event.harness.notice(game, version, Notice::Aborted { seat: Seat(0) }).await;
    let (message, _) = notice.expect("the opponent reads it");
    assert!(message.text.ends_with(cost) && !message.text.contains("No result"), "{message:?}");
}

#[tokio::test]
async fn an_event_whose_players_all_left_early_names_no_winner() {
    let event = Event::with(Format::RoundRobin, None, 4, |new| new.rules.leaves_out_early = true).await;
    event.begin().await;
    for player in 1..=4 {
        entrants::withdraw(&event.harness.games, event.id, UserId(player)).await.expect("in");
    }
    event.play_round().await;
    assert_eq!(event.follow().await.tournament.phase, TournamentPhase::Over);
    let standings = event.harness.say(ADA, "event standings").await;
    standings.says("Nobody is in the table: all players withdrew early.");
    standings.says("Left out after withdrawing before half of their games: <@1>");
}

#[tokio::test]
async fn an_edit_of_one_event_keeps_the_day_of_its_monthly_series() {
    let event = Event::new(Format::Swiss, Some(3), 2).await;
    let at = |month: &str| {
        let instant: jiff::Timestamp = format!("2024-{month}T18:00:00Z").parse().expect("a day");
        Timestamp(instant.as_millisecond())
    };
    let (until, repeats) = (Some(Some(at("01-31"))), Some(Some(Repeat::Monthly)));
    change(&event, TournamentEdit { until, repeats, ..TournamentEdit::default() }).await;
    let mut id = event.id;
    for (name, start) in [("Spring cup #2", "02-29"), ("Spring cup #3", "03-31")] {
        let edit = TournamentEdit { rounds: Some(4), ..TournamentEdit::default() };
        let stored = settings::edit(&event.harness.games, &event.by("longer"), id, edit).await.expect("not begun");
        let wait = stored.tournament.sign_up.until.expect("a start").since(event.harness.clock.now());
        event.harness.clock.advance(wait + 1);
        event.follow().await;
        let all = event.harness.store.clubs().tournaments_of(GUILD, 9).await.expect("readable");
        let next = all.iter().find(|stored| stored.name == name).expect("announced");
        assert_eq!(next.tournament.sign_up.until, Some(at(start)));
        id = next.tournament_id;
    }
}

#[tokio::test]
async fn the_form_has_the_settings_of_rounds_that_fit_the_format() {
    let harness = Harness::over(Fixture::new());
    let form = harness.organize("event create name:May format:round-robin").await;
    let choose = async |word: &str, value: &str| -> SentMessage {
        harness.use_as(ORGANIZER, MANAGES_EVENTS, form.control(word), json!({ "values": [value] })).await
    };
    let offers = |form: &SentMessage, value: &str| form.values.iter().any(|offered| offered == value);
    assert!(offers(&form, "rounds:all-at-once") && !offers(&form, "rounds:one-by-one"), "{form:?}");
    assert!(!offers(&form, "c07:2024") && !offers(&form, "repeat:weekly"), "Swiss alone, and with a start: {form:?}");
    let at_once = choose("event-form-format", "rounds:all-at-once").await;
    assert!(at_once.text.contains("All games at once") && !offers(&at_once, "rounds:all-at-once"), "{at_once:?}");
    let [daisy, other] = ["german", "belgian"].map(|name| format!("abalone layout={name}-daisy"));
    let chosen = choose("event-form-game", &daisy).await;
    assert!(!offers(&chosen, &daisy) && offers(&chosen, &other), "a layout once: {chosen:?}");
    choose("event-form-format", "rounds:two-games").await;
    choose("event-form-format", "leave-out:yes").await;
    choose("event-form-until", "7d").await;
    let weekly = choose("event-form-until", "repeat:weekly").await;
    assert!(weekly.selected.contains(&"In 7 days".to_owned()), "{weekly:?}");
    for said in ["Two games a round", "left out of the table", "again every week"] {
        assert!(weekly.text.contains(said), "{said} in {weekly:?}");
    }
    assert!(!weekly.text.contains("ll games at once") && offers(&weekly, "leave-out:no"), "{weekly:?}");
    choose("event-form-format", "swiss").await;
    let swiss = choose("event-form-format", "c07:2024").await;
    assert!(offers(&swiss, "c07:2026") && !offers(&swiss, "leave-out:no"), "{swiss:?}");
    let give_details = async |tie_breaks: &str| {
        let fields = [("name", "May"), ("rounds", "5"), ("tie-break", tie_breaks)];
        harness.submit_as_organizer(form.control("event-form-details"), &fields).await
    };
    let unknown = give_details("Luck").await;
    unknown.says("There's no tie-break `Luck`");
    give_details("Wins, lots").await;
    let forged = choose("event-form-format", "rounds:never").await;
    forged.begins("⚠️");
    let rules = harness.store.clubs().tournaments_of(GUILD, 9).await.expect("readable").remove(0).tournament.rules;
    assert_eq!((rules.tie_breaks, rules.c07), (vec![TieBreak::Wins, TieBreak::Lots], Some(Edition::Of2024)));
    assert!(rules.two_games && rules.leaves_out_early);
}
