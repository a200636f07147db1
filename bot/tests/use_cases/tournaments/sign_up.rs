//! Permission to sign up, and the start of an event.

use super::*;

async fn join(event: &Event, user: u64, roles: &[RoleId]) -> Result<(), TournamentError> {
    match entrants::enter(&event.games, event.id, &person(UserId(user)), roles, None).await {
        Ok(_) => Ok(()),
        Err(ClubError::Tournament(refused)) => Err(refused),
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test]
async fn only_who_has_the_role_and_the_rating_may_join() {
    let event = Event::new(Format::Swiss, None, 0).await;
    event
        .edit(TournamentEdit { role: Some(Some(RoleId(7))), ..TournamentEdit::default() })
        .await
        .expect("it has not begun");
    assert_eq!(join(&event, 1, &[RoleId(8)]).await, Err(TournamentError::NeedsRole(RoleId(7))));
    assert_eq!(join(&event, 1, &[RoleId(8), RoleId(7)]).await, Ok(()));
    assert_eq!(join(&event, 1, &[RoleId(7)]).await, Err(TournamentError::AlreadyIn));
    let (role, rating_to) = (Some(None), Some(Some(1700)));
    event.edit(TournamentEdit { role, rating_to, ..TournamentEdit::default() }).await.expect("it has not begun");
    event_refused!(event.enter(2).await, RatingOutside { from: None, to: Some(1700), rating: None });
    event.say(UserId(2), "event join").await.begins("This event is for ratings up to 1700. You have no rating");
    let reversed = TournamentEdit { rating_from: Some(Some(1800)), ..TournamentEdit::default() };
    event_refused!(event.edit(reversed).await, RatingsReversed);
}

#[tokio::test]
async fn nobody_joins_what_is_closed_until_it_is_open_again() {
    let event = Event::new(Format::Swiss, None, 2).await;
    let close = async |opens| organizers::close(&event.games, &event.by("enough"), event.id, opens).await;
    close(false).await.expect("open");
    event_refused!(event.enter(3).await, SignUpClosed);
    event.begin().await;
    event_refused!(event.enter(3).await, NoLateEntries);
    close(true).await.expect("closed");
    event.enter(3).await.expect("open again");
}

#[tokio::test]
async fn organizers_choose_limits_by_a_command_and_the_form() {
    let event = Event::new(Format::TeamMatch, None, 0).await;
    let card = event.organize("event show").await;
    let form = event.press_as_organizer(card.control("event-form")).await;
    let limits =
        [("days", "7"), ("first-move", "48"), ("rating-from", "1200"), ("rating-to", "1800"), ("begins-with", "8")];
    event.submit_as_organizer(form.control("event-form-limits"), &limits).await;
    let answer = event.organize("event edit unfinished:organizer teams:Red / Blue role:7").await;
    answer.says_all(&[
        "A round closes after 7 days; an organizer decides open games",
        "time for the first move: 2 days",
        "ratings from 1200 to 1800",
        "for <@&7>",
        "starts with 8 players",
        "Red (0): ",
    ]);
    assert!(answer.labels.contains(&"Join Blue".to_owned()), "{answer:?}");
    event.organize("event edit teams:Red").await.begins("Write two names with a slash between");
    event
        .organize("event edit one-layout:true")
        .await
        .begins("If all games of a round share one layout, it has to be a random one");
}

#[tokio::test]
async fn one_player_is_not_enough_and_a_date_in_the_past_is_refused() {
    let event = Event::new(Format::Swiss, None, 1).await;
    event_refused!(event.pair().await, TooFew { least: 2, count: 1 });
    let past = TournamentEdit { until: Some(Some(games::domain::Timestamp(5))), ..TournamentEdit::default() };
    event_refused!(event.edit(past).await, DateInPast);
}

#[tokio::test]
async fn it_begins_with_so_many_players_as_it_waits_for_and_its_format_needs() {
    for (format, wanted, least) in [(Format::RoundRobin, 3, 3), (Format::Groups, 4, 6)] {
        let event = Event::new(format, None, 0).await;
        event
            .edit(TournamentEdit { begins_with: Some(Some(wanted)), ..TournamentEdit::default() })
            .await
            .expect("it has not begun");
        for user in 1..=least {
            event.enter(user).await.expect("there is room");
            let phase = if user < least { TournamentPhase::SignUp } else { TournamentPhase::Running };
            assert_eq!(event.follow().await.tournament.phase, phase, "{format} with {user}");
        }
    }
}

#[tokio::test]
async fn an_event_with_players_becomes_no_team_match() {
    let event = Event::new(Format::Swiss, None, 2).await;
    let wish = TournamentEdit { format: Some(Format::TeamMatch), ..TournamentEdit::default() };
    event_refused!(event.edit(wish).await, TeamsNotChosen);
    let teams = Event::new(Format::TeamMatch, None, 4).await;
    teams
        .edit(TournamentEdit { format: Some(Format::RoundRobin), ..TournamentEdit::default() })
        .await
        .expect("it has not begun");
    assert!(teams.begin().await.tournament.entrants.iter().all(|entrant| entrant.team.is_none()));
}

#[tokio::test]
async fn a_live_event_that_is_put_off_calls_its_players_again() {
    let event = Event::with(Format::Swiss, Some(2), 2, |new| new.pace = Some("total:10m".to_owned())).await;
    let calls = async || event.stored().await.tournament.sign_up.calls;
    event.begin().await;
    assert_eq!((event.stored().await.tournament.phase, calls().await), (TournamentPhase::SignUp, 1));
    event.edit(TournamentEdit { until: Some(None), ..TournamentEdit::default() }).await.expect("it has not begun");
    event.clock.advance(600_000);
    assert_eq!(event.follow().await.tournament.phase, TournamentPhase::SignUp);
    event.begin().await;
    assert_eq!(calls().await, 2);
    event.clock.advance(121_000);
    assert_eq!(event.follow().await.tournament.phase, TournamentPhase::Running);
}

#[tokio::test]
async fn a_team_match_does_not_begin_with_an_empty_team() {
    let event = Event::new(Format::TeamMatch, None, 0).await;
    for player in 1..=2 {
        event.enter_team(player, Some(0)).await.expect("joins");
    }
    event.organize("event pair").await.says("Each team needs at least one player");
}

#[tokio::test]
async fn a_preset_keeps_its_options_with_another_layout_and_starts_when_it_is_said() {
    let harness = Harness::new();
    let now = harness.clock.now();
    harness.organize("event create name:Evening preset:sprint-evening layout:german daisy until:in 2 days").await;
    let stored = events(&harness).await.remove(0).tournament;
    assert_eq!(stored.setup, "abalone layout=german-daisy sprint=20");
    assert_eq!(stored.sign_up.until, Some(now.plus(2 * DAY)));
}

#[tokio::test]
async fn a_setting_that_an_event_cannot_have_is_refused_with_the_cause() {
    let harness = Harness::new();
    harness.organize("event create name:Spring preset:cup").await.says("Nobody else sees this yet");
    let taken = "An event that nobody has announced yet is called **Spring** too";
    harness.organize("event create name:spring").await.begins(taken);
    let other = harness.organize("event create name:Autumn").await;
    let details = other.control("event-form-details");
    harness.submit_as_organizer(details, &[("name", "Spring")]).await.begins(&format!("⚠️ {taken}"));
    for (format, line, cause) in [
        (Format::RoundRobin, "event edit skipping:zero", "`skipping` is for Swiss events"),
        (Format::TeamMatch, "event edit skipping:off", "`skipping` is for Swiss events"),
        (Format::TeamMatch, "event edit leave-out:true", "`leave-out` is for round robins"),
        (Format::TeamMatch, "event add player:3", "In a team match, each player needs a team"),
        (Format::Swiss, "event join team:1", "This event has no teams. Leave `team` out."),
        (Format::Swiss, "event add player:3 team:2", "This event has no teams. Leave `team` out."),
        (Format::Swiss, "event add player:4000", "<@4000> is a bot, and bots can't play in events."),
        (Format::Swiss, "event add player:5", "<@5> isn't in this server, or can't see this channel."),
    ] {
        Event::new(format, None, 0).await.organize(line).await.begins(cause);
    }
}

#[tokio::test]
async fn a_draft_is_found_by_organizers_alone_and_takes_no_place() {
    let harness = Harness::new();
    create_by_form(&harness, "name:Open").await;
    harness.organize("event create name:Secret").await;
    harness.organize("event edit").await.says("Open").says("Secret");
    let form = harness.organize("event edit event:secret pairing:by-hand").await;
    form.says("Nobody else sees this yet").says("pairs each round");
    harness.say(ORGANIZER, "event mine").await.says("**Secret** · not announced yet");
    harness.say(UserId(1), "event mine").await.omits("Secret");
    let offered = async |user, rights, command| -> Vec<String> {
        let choices = harness.complete_as(user, rights, &format!("{command} event:")).await;
        let mut names: Vec<String> = choices.into_iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(offered(ORGANIZER, MANAGES_EVENTS, "event edit").await, ["Open", "Secret"]);
    assert_eq!(offered(UserId(1), 0, "event edit").await, ["Open"]);
    assert_eq!(offered(ORGANIZER, MANAGES_EVENTS, "event show").await, ["Open"]);
    // 25 open events, and drafts beside them.
    for number in 2..=25 {
        create_by_form(&harness, &format!("name:Open {number}")).await;
    }
    let full = "This server has 25 events that aren't over.";
    harness.press_as_organizer(form.control("event-form-announce")).await.says(full);
    harness.organize("event create name:One more").await.says(full);
}

#[tokio::test]
async fn an_event_of_a_series_announces_the_next_one_when_it_starts() {
    const WEEK: i64 = 7 * DAY;
    let event = Event::new(Format::Swiss, Some(2), 3).await;
    event.organize("event edit repeat:weekly").await.begins("An event that repeats needs a start");
    let starts_at = event.clock.now().plus(DAY);
    event
        .edit(TournamentEdit { until: Some(Some(starts_at)), ..TournamentEdit::default() })
        .await
        .expect("it has not begun");
    event.organize("event edit repeat:weekly tie-break:wins").await.says("Again every week");
    let series = async || {
        event.follow().await;
        let mut all = events(&event).await;
        all.sort_by_key(|stored| stored.tournament.sign_up.until);
        all.into_iter().map(|stored| (stored.name, stored.tournament)).collect::<Vec<_>>()
    };
    assert_eq!(series().await.len(), 1, "nothing before it starts");
    event.organize("event message text:Bring a friend").await;
    event.clock.advance(DAY + 1);
    let [(_, first), (name, next)] = &series().await[..] else { panic!("two") };
    assert_eq!((first.phase, first.sign_up.series), (TournamentPhase::Running, None), "it has done its part");
    assert_eq!((name.as_str(), next.phase, next.entrants.len()), ("Spring cup #2", TournamentPhase::SignUp, 0));
    assert_eq!(next.sign_up.until, Some(starts_at.plus(WEEK)));
    assert_eq!((&next.rules, &next.setup), (&first.rules, &first.setup));
    assert_eq!((first.messages.len(), next.messages.len()), (1, 0), "its own words");
    assert_eq!(series().await.len(), 2, "once");
    // Nobody comes, and the bot is away for two of them.
    event.clock.advance(3 * WEEK);
    let all = series().await;
    let [_, (_, second), (name, third)] = &all[..] else { panic!("three: {all:?}") };
    assert_eq!((second.phase, name.as_str()), (TournamentPhase::Cancelled, "Spring cup #3"));
    assert_eq!(third.sign_up.until, Some(starts_at.plus(4 * WEEK)));
    // An organizer ends the series.
    let id = events(&event).await;
    let id = id.iter().find(|stored| stored.name == "Spring cup #3").expect("open").tournament_id;
    organizers::end(&event.games, &event.by("enough"), id, EarlyEnd::Cancelled).await.expect("open");
    event.clock.advance(2 * WEEK);
    assert_eq!(series().await.len(), 3);
}
