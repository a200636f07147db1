//! Players do not organize for or against those they play with: every action by an outsider, by a player whom another
//! organizer can replace, and by the only organizer.

use super::*;

/// An organizer who plays nowhere.
const OTHER: UserId = UserId(98);

/// An organizer's command, and a player of its game, ladder or event as organizer.
struct Act {
    harness: Harness,
    player: UserId,
    line: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Done,
    Announced,
    Refused,
}

async fn newest(harness: &Harness) -> Option<AuditEntry> {
    harness.log().await.into_iter().next()
}

/// Sends the command, and confirms its question.
async fn send(act: &Act, who: UserId) -> (Outcome, SentMessage) {
    let before = newest(&act.harness).await;
    let mut answer = act.harness.say_as(who, MANAGES_EVENTS, &act.line).await;
    let yes =
        ["organize-confirm", "ladder-remove!", "ladder-season!", "ladder-close!", "event-cancel!", "event-round!"];
    let yes = yes.into_iter().find(|yes| answer.verbs().contains(yes)).map(|yes| answer.control(yes).to_owned());
    if let Some(yes) = yes {
        answer = act.harness.press_as(who, MANAGES_EVENTS, &yes).await;
    }
    let after = newest(&act.harness).await;
    let outcome = match after.as_ref().filter(|_| after != before).map(|entry| entry.action) {
        None => Outcome::Refused,
        Some(AuditAction::Announced) => Outcome::Announced,
        Some(_) => Outcome::Done,
    };
    (outcome, answer)
}

async fn expect(act: &Act, who: UserId, outcome: Outcome) -> SentMessage {
    let (actual, answer) = send(act, who).await;
    assert_eq!(actual, outcome, "{} by {who:?}: {answer:?}", act.line);
    answer
}

/// Another user has organized here before.
async fn other_has_organized(harness: &Harness, who: UserId) {
    let (request, now) = (harness.request(), harness.clock.now());
    let entry = AuditEntry::of(GUILD, request, Some(who), AuditAction::SetUp, now);
    harness.store.record_audit(&entry).await.expect("a store in memory");
}

/// An event with Dina as a player and an unknown organizer, and one of its games without her.
async fn event() -> (Event, GameId) {
    let event = Event::new(Format::Swiss, Some(3), 0).await;
    for player in [ADA, BRUNO, DINA, DEPARTED, UserId(6), UserId(7)] {
        event.enter(player.0).await.expect("joins");
    }
    let event = event.started().await;
    let open = event.open().await;
    let (game, ..) = open.into_iter().find(|(_, one, other)| [one, other].contains(&&BRUNO)).expect("a game");
    (event, game)
}

/// A command of Dina a month later.
fn act_in(event: Event, line: &str) -> Act {
    event.harness.wait(24 * 31);
    Act { harness: event.harness, player: DINA, line: line.to_owned() }
}

#[derive(Clone, Copy)]
enum Place {
    Event,
    Ladder,
    OwnGame,
}

/// A command in this place; `GAME` in it stands for a game.
async fn act(place: Place, line: &str) -> Act {
    let (harness, player, game) = match place {
        Place::Event => {
            let (event, game) = event().await;
            if line.starts_with("organize resume") {
                // Four weeks of a pause are left.
                let by = event.by("a holiday");
                clubs::organizers::pause(&event.games, by, game, 60).await.expect("running");
            }
            if line.starts_with("event substitute") {
                event.withdraw(DEPARTED).await;
            }
            return act_in(event, &line.replace("GAME", &game.to_string()));
        }
        Place::Ladder => {
            let club = Club::new("leapfrog", "", 4).await;
            let game = club.played(4, 1).await;
            let entry = AuditEntry::of(GUILD, club.request(), None, AuditAction::LadderPresented, club.clock_now());
            let outcome = club.store.set_post_channel(PostKind::Table, club.ladder, Some(CHANNEL), &entry).await;
            outcome.expect("a store in memory");
            (club.harness, CHLOE, game)
        }
        Place::OwnGame => {
            let harness = Harness::new();
            let game = harness.under_way().await;
            (harness, ADA, game)
        }
    };
    Act { harness, player, line: line.replace("GAME", &game.to_string()) }
}

/// Commands that take sides: another organizer carries them out, or they are announced a day before.
async fn check_sided(place: Place, lines: &[&str]) {
    for line in lines {
        let line = format!("{line} reason:fair play");
        expect(&Box::pin(act(place, &line)).await, OTHER, Outcome::Done).await;
        let beside = Box::pin(act(place, &line)).await;
        other_has_organized(&beside.harness, OTHER).await;
        let refusal = expect(&beside, beside.player, Outcome::Refused).await;
        refusal.ends("another organizer has to do it: <@98>, for example.");
        let alone = Box::pin(act(place, &line)).await;
        // An organizer who also plays cannot stand in.
        other_has_organized(&alone.harness, BRUNO).await;
        expect(&alone, alone.player, Outcome::Announced).await;
        let entry = newest(&alone.harness).await.expect("announced");
        assert!(entry.reason.is_some() && entry.actor == Some(alone.player), "{entry:?}");
        let posts = alone.harness.sender.posts.lock().expect("whole").clone();
        let (channel, text) = posts.last().expect("announced to everybody");
        assert!(text.contains("Reason: fair play") && *channel == CHANNEL, "{line}: {text}");
        alone.harness.wait(23);
        expect(&alone, alone.player, Outcome::Refused).await.says("You can do it from <t:");
        alone.harness.wait(2);
        expect(&alone, alone.player, Outcome::Done).await;
    }
}

async fn check_unsided(place: Place, lines: &[&str]) {
    for line in lines {
        expect(&act(place, line).await, OTHER, Outcome::Done).await;
        for organizer in [OTHER, BRUNO] {
            let act = act(place, line).await;
            other_has_organized(&act.harness, organizer).await;
            expect(&act, act.player, Outcome::Done).await;
        }
    }
}

#[tokio::test]
async fn who_plays_does_not_decide_on_games_of_the_same_event_or_ladder() {
    let lines = [
        "organize adjudicate game:GAME winner:2",
        "organize annul game:GAME",
        "organize extend game:GAME hours:5",
        "organize pause game:GAME days:5",
        "organize resume game:GAME",
    ];
    check_sided(Place::Event, &lines).await;
    let lines = ["organize adjudicate game:GAME winner:1", "organize extend game:GAME hours:5"];
    check_sided(Place::Ladder, &lines).await;
}

#[tokio::test]
async fn who_plays_does_not_decide_on_all_games_at_once() {
    let lines = [
        "organize extend competition:Spring cup days:30",
        "organize pause competition:Spring cup days:30",
        "organize resume competition:Spring cup",
    ];
    check_sided(Place::Event, &lines).await;
    check_sided(Place::Ladder, &["organize extend competition:Club ladder days:30"]).await;
}

#[tokio::test]
async fn who_plays_a_game_does_not_decide_on_it() {
    let lines = [
        "organize adjudicate game:GAME winner:1",
        "organize annul game:GAME",
        "organize extend game:GAME days:5",
        "organize pause game:GAME days:5",
        "organize replace game:GAME player:2 by:3",
    ];
    check_sided(Place::OwnGame, &lines).await;
}

#[tokio::test]
async fn who_plays_an_event_takes_nobody_out_and_keeps_nobody_apart() {
    let lines = [
        "event remove player:2",
        "event remove player:2 forfeit:true",
        "event forbid player:1 other:2",
        "event forbid player:1 other:2 allow:true",
        "event decide player:2 result:both-lose",
        "event substitute with:3 place:5",
        "event cancel",
        "event end what:round",
        "event add player:3 rating:900",
    ];
    check_sided(Place::Event, &lines).await;
    check_unsided(Place::Event, &["event add player:3", "event message text:fair play", "event close"]).await;
}

#[tokio::test]
async fn who_stands_on_a_ladder_changes_nothing_of_its_rules_and_places() {
    let lines = [
        "organize ladder edit set:reset=random",
        "organize ladder season",
        "organize ladder close",
        "organize ladder remove player:2",
        "organize ladder add player:2 place:4",
    ];
    check_sided(Place::Ladder, &lines).await;
    check_unsided(Place::Ladder, &["organize ladder edit name:Spring", "organize ladder channel where:here"]).await;
}

#[tokio::test]
async fn what_nobody_would_read_is_not_announced() {
    let Club { harness, .. } = Club::new("leapfrog", "", 4).await;
    let line = "organize ladder edit set:reset=random reason:fair play".to_owned();
    let act = Act { harness, player: CHLOE, line };
    expect(&act, CHLOE, Outcome::Refused).await.says("/organize ladder channel");
    assert!(act.harness.sender.posts.lock().expect("whole").is_empty());
}

#[tokio::test]
async fn who_is_on_no_ladder_does_not_join_it_above_others() {
    let club = Club::new("swap", "", 2).await;
    other_has_organized(&club, OTHER).await;
    club.say_as(CHLOE, MANAGES_EVENTS, "organize ladder add player:3 place:1")
        .await
        .begins("You take part in this yourself");
    let answer = club.say_as(CHLOE, MANAGES_EVENTS, "organize ladder add player:3").await;
    assert!(answer.text.contains("→ **3**"), "the last place is for everybody: {answer:?}");
}

#[tokio::test]
async fn nobody_who_has_joined_loses_the_seat_to_a_smaller_event() {
    let event = Event::new(Format::Swiss, Some(3), 4).await;
    let cut = |by, most| {
        let edit = TournamentEdit { most: Some(Some(most)), rounds: Some(5), ..TournamentEdit::default() };
        settings::edit(&event.games, by, event.id, edit)
    };
    let player = games::domain::Organizer { user: UserId(1), ..event.by("a small room") };
    refused!(cut(&player, 3).await, ClubError::Game(GameError::Organizer(OrganizerError::OwnSeat(ORGANIZER))));
    cut(&player, 4).await.expect("nobody waits");
    cut(&event.by("a small room"), 3).await.expect("of somebody who does not play");
}

#[tokio::test]
async fn any_organizer_stops_what_is_announced_and_nothing_happens() {
    let (event, _) = event().await;
    let id = event.id;
    let act = act_in(event, "event remove player:2 reason:rude *words*");
    let harness = &act.harness;
    let stored = async || harness.store.clubs().tournament(id).await.expect("readable").expect("there");
    expect(&act, DINA, Outcome::Announced).await.privately().says("So I announced it in <#100>.");
    let [(_, posted)] = harness.sender.posts.lock().expect("whole").clone().try_into().expect("one post");
    let expected = "Organizer <@4> is going to take a player out of an event · <@2> · Spring cup\n";
    assert!(posted.starts_with(&format!("{expected}Reason: rude \\*words\\*\n")), "{posted}");
    assert!(stored().await.tournament.is_in(BRUNO));

    let announced = newest(harness).await.expect("announced");
    let stop = format!("v1:organize-stop:{}", announced.request.0);
    harness.press_as(BRUNO, 0, &stop).await.begins("Only organizers of this server");
    let press = async |id: &str| harness.press_as(OTHER, MANAGES_EVENTS, id).await;
    press("v1:organize-stop:5").await.begins("This is no longer pending");
    press(&stop).await.reads("You stopped it. The log of this server shows that.");
    press(&stop).await.begins("This is no longer pending");
    let posts = harness.sender.posts.lock().expect("whole").clone();
    assert!(posts.last().expect("a post").1.starts_with("Organizer <@98> stopped what was announced"), "{posts:?}");
    harness
        .say_as(OTHER, MANAGES_EVENTS, "organize log")
        .await
        .says("<@98> · stopped · <@2> · take a player out of an event")
        .says("<@4> · announced · <@2> · take a player");
    harness.wait(25);
    // Somebody else is known now.
    expect(&act, DINA, Outcome::Refused).await;
    assert!(stored().await.tournament.is_in(BRUNO));
}

#[tokio::test]
async fn an_announcement_is_for_one_act_and_one_week() {
    let mut act = act_in(event().await.0, "");
    for (days, hours, line, outcome) in [
        (0, 0, "event remove player:2 reason:fair play", Outcome::Announced),
        // The announcement is too old.
        (9, 0, "event remove player:2 reason:fair play", Outcome::Announced),
        // It was about somebody else.
        (0, 25, "event remove player:1 reason:fair play", Outcome::Announced),
        (0, 0, "event remove player:2 reason:fair play", Outcome::Done),
        // The game was not to be lost.
        (0, 25, "event remove player:1 reason:fair play forfeit:true", Outcome::Announced),
        // The reason was announced.
        (0, 0, "event remove player:1", Outcome::Done),
    ] {
        act.harness.wait(24 * days + hours);
        line.clone_into(&mut act.line);
        expect(&act, DINA, outcome).await;
    }
}

#[tokio::test]
async fn time_for_all_is_given_once_for_an_announcement_that_can_be_read() {
    let (event, game) = event().await;
    let mut act = act_in(event, "organize extend competition:Spring cup hours:5 reason:fair play");
    let fail = |failure| *act.harness.sender.next_failure.lock().expect("whole") = failure;
    fail(Some(discord::ErrorClass::GiveUp));
    expect(&act, DINA, Outcome::Refused).await.says("couldn't post the announcement in <#100>");
    fail(None);
    let with_reason = std::mem::replace(&mut act.line, "organize extend competition:Spring cup hours:5".to_owned());
    send(&act, DINA).await.1.begins("Say why");
    act.line = with_reason;
    expect(&act, DINA, Outcome::Announced).await;
    act.harness.wait(25);
    let question = act.harness.say_as(DINA, MANAGES_EVENTS, &act.line).await;
    let yes = question.control("organize-confirm");
    let deadline = async || act.harness.game(game).await.turn.deadline_at.expect("a clock");
    let before = deadline().await;
    for _ in 0..2 {
        act.harness.press_as(DINA, MANAGES_EVENTS, yes).await.says("Spring cup");
        while carry_out_decisions(&act.harness.games).await > 0 {}
        assert_eq!(deadline().await.since(before), 5 * 60 * 60_000);
    }
    // It was done.
    expect(&act, DINA, Outcome::Announced).await;
}
