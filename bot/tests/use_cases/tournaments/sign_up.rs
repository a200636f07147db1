//! Permission to sign up, and the start of an event.

use base::clock::Clock as _;
use clubs::ClubError;
use clubs::domain::tournament::{Format, TournamentError, TournamentPhase};
use clubs::store::Clubs as _;
use clubs::tournaments::entrants;
use clubs::tournaments::organizers::{self, EarlyEnd, close};
use clubs::tournaments::settings::{TournamentEdit, edit};
use games::domain::{RoleId, UserId};
use serde_json::{Value, json};

use crate::use_cases::support::fixture::{Fixture, person};
use crate::use_cases::support::harness::{Harness, SentMessage};

use super::{Event, GUILD, MANAGES_EVENTS, ORGANIZER, modal};

async fn join(event: &Event, user: u64, roles: &[RoleId]) -> Result<(), TournamentError> {
    match entrants::enter(&event.harness.games, event.id, &person(UserId(user)), roles, None).await {
        Ok(_) => Ok(()),
        Err(ClubError::Tournament(refused)) => Err(refused),
        Err(other) => panic!("{other}"),
    }
}

async fn change(event: &Event, wanted: TournamentEdit) {
    edit(&event.harness.games, &event.by("limits"), event.id, wanted).await.expect("it has not begun");
}

#[tokio::test]
async fn only_who_has_the_role_and_the_rating_may_join() {
    let event = Event::new(Format::Swiss, None, 0).await;
    change(&event, TournamentEdit { role: Some(Some(RoleId(7))), ..TournamentEdit::default() }).await;
    assert_eq!(join(&event, 1, &[RoleId(8)]).await, Err(TournamentError::NeedsRole(RoleId(7))));
    assert_eq!(join(&event, 1, &[RoleId(8), RoleId(7)]).await, Ok(()));
    assert_eq!(join(&event, 1, &[RoleId(7)]).await, Err(TournamentError::AlreadyIn));
    let (role, rating_to) = (Some(None), Some(Some(1700)));
    change(&event, TournamentEdit { role, rating_to, ..TournamentEdit::default() }).await;
    let refused = join(&event, 2, &[]).await;
    assert_eq!(refused, Err(TournamentError::RatingOutside { from: None, to: Some(1700), rating: None }));
    let said = event.harness.command(UserId(2), "event join", json!({})).await;
    assert!(said.text.starts_with("This event is for ratings up to 1700. You have no rating"), "{said:?}");
    let reversed = TournamentEdit { rating_from: Some(Some(1800)), ..TournamentEdit::default() };
    let refused = edit(&event.harness.games, &event.by("limits"), event.id, reversed).await;
    assert!(matches!(refused, Err(ClubError::Tournament(TournamentError::RatingsReversed))), "{refused:?}");
}

#[tokio::test]
async fn nobody_joins_what_is_closed_until_it_is_open_again() {
    let event = Event::new(Format::Swiss, None, 2).await;
    let (games, by) = (&event.harness.games, event.by("enough"));
    close(games, &by, event.id, false).await.expect("open");
    assert_eq!(join(&event, 3, &[]).await, Err(TournamentError::SignUpClosed));
    event.begin().await;
    assert_eq!(join(&event, 3, &[]).await, Err(TournamentError::NoLateEntries), "nor late");
    close(games, &event.by("one more"), event.id, true).await.expect("closed");
    assert_eq!(join(&event, 3, &[]).await, Ok(()));
}

#[tokio::test]
async fn it_begins_with_so_many_players() {
    let event = Event::new(Format::RoundRobin, None, 2).await;
    change(&event, TournamentEdit { begins_with: Some(Some(3)), ..TournamentEdit::default() }).await;
    assert_eq!(event.follow().await.tournament.phase, TournamentPhase::SignUp);
    join(&event, 3, &[]).await.expect("there is room");
    assert_eq!(event.follow().await.tournament.phase, TournamentPhase::Running);
}

#[tokio::test]
async fn organizers_choose_limits_by_a_command_and_the_form() {
    let event = Event::new(Format::TeamMatch, None, 0).await;
    let show = async || event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event show", json!({})).await;
    let form = event.harness.press_as(ORGANIZER, MANAGES_EVENTS, show().await.control("event-form")).await;
    let limits = modal(&[
        ("days", "7"),
        ("first-move", "48"),
        ("rating-from", "1200"),
        ("rating-to", "1800"),
        ("begins-with", "8"),
    ]);
    event.harness.use_as(ORGANIZER, MANAGES_EVENTS, form.control("event-form-limits"), limits).await;
    let options = json!({ "unfinished": "organizer", "teams": "Red / Blue", "role": "7" });
    let shown = event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event edit", options).await;
    for said in [
        "a round closes after 7 days; an organizer decides open games",
        "time for the first move: 2 days",
        "ratings from 1200 to 1800",
        "for <@&7>",
        "starts with 8 players",
        "Red (0): ",
    ] {
        assert!(shown.text.contains(said), "{said} in {shown:?}");
    }
    assert!(shown.labels.contains(&"Join Blue".to_owned()), "{shown:?}");
    let wrong = json!({ "teams": "Red" });
    let refused = event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event edit", wrong).await;
    assert!(refused.text.starts_with("Write two names with a slash between"), "{refused:?}");
    let drawn = json!({ "one-layout": true });
    let refused = event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event edit", drawn).await;
    assert!(
        refused.text.starts_with("If all games of a round share one layout, it has to be a random one"),
        "{refused:?}"
    );
}

#[tokio::test]
async fn one_player_is_not_enough_and_a_date_in_the_past_is_refused() {
    let event = Event::new(Format::Swiss, None, 1).await;
    let refused = organizers::pair(&event.harness.games, &event.by("now"), event.id, None).await;
    assert!(
        matches!(refused, Err(ClubError::Tournament(TournamentError::TooFew { least: 2, count: 1 }))),
        "{refused:?}"
    );
    let past = TournamentEdit { until: Some(Some(games::domain::Timestamp(5))), ..TournamentEdit::default() };
    let refused = edit(&event.harness.games, &event.by("then"), event.id, past).await;
    assert!(matches!(refused, Err(ClubError::Tournament(TournamentError::DateInPast))), "{refused:?}");
}

#[tokio::test]
async fn it_does_not_begin_with_fewer_than_its_format_needs() {
    let event = Event::new(Format::Groups, None, 0).await;
    change(&event, TournamentEdit { begins_with: Some(Some(4)), ..TournamentEdit::default() }).await;
    for (user, phase) in (1..=6).zip([TournamentPhase::SignUp; 5].into_iter().chain([TournamentPhase::Running])) {
        join(&event, user, &[]).await.expect("there is room");
        assert_eq!(event.follow().await.tournament.phase, phase, "with {user}");
    }
}

#[tokio::test]
async fn an_event_with_players_becomes_no_team_match() {
    let event = Event::new(Format::Swiss, None, 2).await;
    let wanted = TournamentEdit { format: Some(Format::TeamMatch), ..TournamentEdit::default() };
    let refused = edit(&event.harness.games, &event.by("teams"), event.id, wanted).await;
    assert!(matches!(refused, Err(ClubError::Tournament(TournamentError::TeamsNotChosen))), "{refused:?}");
    let teams = Event::new(Format::TeamMatch, None, 4).await;
    change(&teams, TournamentEdit { format: Some(Format::RoundRobin), ..TournamentEdit::default() }).await;
    assert!(teams.begin().await.tournament.entrants.iter().all(|entrant| entrant.team.is_none()));
}

#[tokio::test]
async fn a_live_event_that_is_put_off_calls_its_players_again() {
    let event = Event::with(Format::Swiss, Some(2), 2, |new| new.pace = Some("total:10m".to_owned())).await;
    let calls = async || event.stored().await.tournament.sign_up.calls;
    event.begin().await;
    assert_eq!((event.stored().await.tournament.phase, calls().await), (TournamentPhase::SignUp, 1));
    change(&event, TournamentEdit { until: Some(None), ..TournamentEdit::default() }).await;
    event.harness.clock.advance(600_000);
    assert_eq!(event.follow().await.tournament.phase, TournamentPhase::SignUp);
    event.begin().await;
    assert_eq!(calls().await, 2);
    event.harness.clock.advance(121_000);
    assert_eq!(event.follow().await.tournament.phase, TournamentPhase::Running);
}

#[tokio::test]
async fn a_team_match_does_not_begin_with_an_empty_team() {
    let event = Event::new(Format::TeamMatch, None, 0).await;
    for player in 1..=2 {
        entrants::enter(&event.harness.games, event.id, &person(UserId(player)), &[], Some(0)).await.expect("joins");
    }
    let refused = event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event pair", json!({})).await;
    assert!(refused.text.contains("Each team needs at least one player"), "{refused:?}");
}

#[tokio::test]
async fn a_preset_keeps_its_options_with_another_layout_and_starts_when_it_is_said() {
    let harness = Harness::over(Fixture::new());
    let now = harness.clock.now();
    let options =
        json!({ "name": "Evening", "preset": "sprint-evening", "layout": "german daisy", "until": "in 2 days" });
    harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event create", options).await;
    let stored = harness.store.clubs().tournaments_of(GUILD, 9).await.expect("readable").remove(0).tournament;
    assert_eq!(stored.setup, "abalone layout=german-daisy sprint=20");
    assert_eq!(stored.sign_up.until, Some(now.plus(2 * 86_400_000)));
}

#[tokio::test]
async fn a_draft_is_found_by_organizers_alone_and_takes_no_place() {
    let harness = Harness::over(Fixture::new());
    let create = async |name: String| {
        harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event create", json!({ "name": name })).await
    };
    let announce = async |form: &SentMessage| {
        harness.press_as(ORGANIZER, MANAGES_EVENTS, form.control("event-form-announce")).await
    };
    announce(&create("Open".to_owned()).await).await;
    create("Secret".to_owned()).await;
    let edit = async |options: Value| harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event edit", options).await;
    let which = edit(json!({})).await;
    assert!(which.text.contains("Open") && which.text.contains("Secret"), "{which:?}");
    let form = edit(json!({ "event": "secret", "pairing": "by-hand" })).await;
    assert!(form.text.contains("Nobody else sees this yet") && form.text.contains("pairs each round"), "{form:?}");
    let mine = harness.command(ORGANIZER, "event mine", json!({})).await;
    assert!(mine.text.contains("**Secret** · not announced yet"), "{mine:?}");
    let theirs = harness.command(UserId(1), "event mine", json!({})).await;
    assert!(!theirs.text.contains("Secret"), "{theirs:?}");
    let offered = async |user, rights, command| -> Vec<String> {
        let choices = harness.complete_as(user, rights, command, "event", json!({ "event": "" })).await;
        let mut names: Vec<String> = choices.into_iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(offered(ORGANIZER, MANAGES_EVENTS, "event edit").await, ["Open", "Secret"]);
    assert_eq!(offered(UserId(1), 0, "event edit").await, ["Open"]);
    assert_eq!(offered(ORGANIZER, MANAGES_EVENTS, "event show").await, ["Open"]);
    // 25 open events, and drafts beside them.
    for number in 2..=25 {
        announce(&create(format!("Open {number}")).await).await;
    }
    let full = announce(&form).await;
    assert!(full.text.contains("This server has 25 events that aren't over."), "{full:?}");
    let refused = create("One more".to_owned()).await;
    assert!(refused.text.contains("This server has 25 events that aren't over."), "{refused:?}");
}

#[tokio::test]
async fn an_event_of_a_series_announces_the_next_one_when_it_starts() {
    const WEEK: i64 = 7 * 86_400_000;
    let event = Event::new(Format::Swiss, Some(2), 3).await;
    let edit =
        async |options: Value| event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event edit", options).await;
    let refused = edit(json!({ "repeat": "weekly" })).await;
    assert!(refused.text.starts_with("An event that repeats needs a start"), "{refused:?}");
    let starts_at = event.harness.clock.now().plus(86_400_000);
    change(&event, TournamentEdit { until: Some(Some(starts_at)), ..TournamentEdit::default() }).await;
    let shown = edit(json!({ "repeat": "weekly", "tie-break": "wins" })).await;
    assert!(shown.text.contains("again every week"), "{shown:?}");
    let series = async || {
        event.follow().await;
        let mut all = event.harness.store.clubs().tournaments_of(GUILD, 9).await.expect("readable");
        all.sort_by_key(|stored| stored.tournament.sign_up.until);
        all.into_iter().map(|stored| (stored.name, stored.tournament)).collect::<Vec<_>>()
    };
    assert_eq!(series().await.len(), 1, "nothing before it starts");
    let text = json!({ "text": "Bring a friend" });
    event.harness.command_as(ORGANIZER, Some(MANAGES_EVENTS), "event message", text).await;
    event.harness.clock.advance(86_400_001);
    let [(_, first), (name, next)] = &series().await[..] else { panic!("two") };
    assert_eq!((first.phase, first.sign_up.series), (TournamentPhase::Running, None), "it has done its part");
    assert_eq!((name.as_str(), next.phase, next.entrants.len()), ("Spring cup #2", TournamentPhase::SignUp, 0));
    assert_eq!(next.sign_up.until, Some(starts_at.plus(WEEK)));
    assert_eq!((&next.rules, &next.setup), (&first.rules, &first.setup));
    assert_eq!((first.messages.len(), next.messages.len()), (1, 0), "its own words");
    assert_eq!(series().await.len(), 2, "once");
    // Nobody comes, and the bot is away for two of them.
    event.harness.clock.advance(3 * WEEK);
    let all = series().await;
    let [_, (_, second), (name, third)] = &all[..] else { panic!("three: {all:?}") };
    assert_eq!((second.phase, name.as_str()), (TournamentPhase::Cancelled, "Spring cup #3"));
    assert_eq!(third.sign_up.until, Some(starts_at.plus(4 * WEEK)));
    // An organizer ends the series.
    let id = event.harness.store.clubs().tournaments_of(GUILD, 9).await.expect("readable");
    let id = id.iter().find(|stored| stored.name == "Spring cup #3").expect("open").tournament_id;
    organizers::end(&event.harness.games, &event.by("enough"), id, EarlyEnd::Cancelled).await.expect("open");
    event.harness.clock.advance(2 * WEEK);
    assert_eq!(series().await.len(), 3);
}
