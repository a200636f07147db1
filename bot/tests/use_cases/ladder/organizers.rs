//! `/organize ladder`: permissions and effects.

use clubs::ClubError;
use clubs::domain::ladder::{LadderError, LadderEventKind};
use clubs::ladders::{LadderEdit, organizers, players};
use clubs::store::{Clubs as _, LeaderRole};
use discord::RoleChange;
use games::domain::{AuditAction, ChannelId, Notice, Phase, PostKind, RoleId, Timestamp, UserId};
use games::store::PostGroup;
use serde_json::{Value, json};

use crate::use_cases::support::fixture::{ADA, BRUNO, CHANNEL, CHLOE, DEPARTED, person};
use crate::use_cases::support::harness::{Harness, SentMessage};

use super::{Club, GUILD};

/// A user who is on no ladder.
const ORGANIZER: UserId = UserId(99);

/// Discord's permission bits: manage the server; and everyone's, view and send.
const MANAGER: u64 = 32;
const MINUTE: i64 = 60_000;
const EVERYBODY: u64 = 1 << 10 | 1 << 11;

async fn manage(harness: &Harness, name: &str, options: Value) -> SentMessage {
    harness.command_as(ORGANIZER, Some(MANAGER), &format!("organize ladder {name}"), options).await
}

/// Removes a player from the ladder, and confirms the question.
async fn remove(harness: &Harness, options: Value) -> SentMessage {
    let asked = manage(harness, "remove", options).await;
    assert!(asked.private, "{asked:?}");
    harness.press_as(ORGANIZER, MANAGER, asked.control("ladder-remove!")).await
}

#[tokio::test]
async fn the_review_shows_who_climbs_by_games_that_nobody_plays() {
    let club = Club::new("ogs", "again=none", 5).await;
    let review = || club.command_as(ADA, Some(1 << 33), "organize review", json!({}));
    for defender in [4, 3, 2] {
        assert!(!review().await.text.contains("before everyone had moved"), "against {defender}");
        let game = club.challenge(5, defender).await.expect("in reach");
        club.resign(game, defender).await;
        club.follow().await;
    }
    let shown = review().await.text;
    assert!(shown.contains("won before everyone had moved**\n• <@5>: 3"), "{shown}");
}

#[tokio::test]
async fn only_managers_of_a_server_organize_its_ladders() {
    let club = Club::new("swap", "", 3).await;
    let before = club.store.clubs().ladder(club.ladder).await.expect("readable");
    for (name, options) in [
        ("create", json!({ "name": "Mine", "preset": "ogs" })),
        ("edit", json!({ "name": "Mine" })),
        ("close", json!({})),
        ("add", json!({ "player": "2" })),
        ("remove", json!({ "player": "1", "reason": "gone" })),
        ("channel", json!({ "where": "here" })),
        ("add", json!({ "player": "3", "place": 1 })),
    ] {
        let name = format!("organize ladder {name}");
        let reply = club.command_as(CHLOE, Some(EVERYBODY), &name, options.clone()).await;
        assert!(reply.private && reply.text.starts_with("Only organizers of this server can do that"), "{reply:?}");
        let reply = club.command_as(CHLOE, None, &name, options).await;
        assert!(reply.private && reply.text.contains("server"), "{name}: {reply:?}");
    }
    assert_eq!(club.store.clubs().ladder(club.ladder).await.expect("readable"), before);
    assert_eq!(club.store.clubs().ladders_of(GUILD).await.expect("readable").len(), 1);
}

#[tokio::test]
async fn a_ladder_is_created_in_one_command() {
    let harness = Harness::new();
    assert!(harness.command(BRUNO, "ladder show", json!({})).await.text.contains("no ladder yet"));
    let reply = manage(
        &harness,
        "create",
        json!({ "name": "Club *ladder*", "preset": "leapfrog", "layout": "German Daisy", "pace": "days:2", "set": "reach=2 out=2" }),
    )
    .await;
    for part in [
        "Club \\*ladder\\*",
        "`/ladder join`",
        "2 places above you",
        "2 open challenges to others",
        "A player can be challenged by 1 player at a time.",
        "Layout: **German Daisy**",
    ] {
        assert!(reply.text.contains(part), "{part}: {}", reply.text);
    }
    let head = harness.store.clubs().ladders_of(GUILD).await.expect("readable").remove(0);
    assert!(head.setup.contains("layout=german-daisy") && head.time_control.starts_with("days:2"), "{head:?}");
    let again = manage(&harness, "create", json!({ "name": "CLUB *LADDER*", "preset": "ogs" })).await;
    assert!(again.text.starts_with("Another ladder of this server has that name"), "{again:?}");
}

#[tokio::test]
async fn bad_input_of_an_organizer_gets_one_sentence() {
    let harness = Harness::new();
    for (options, part) in [
        (json!({ "name": "\u{202e} ", "preset": "ogs" }), "a name with at least one letter or digit"),
        (json!({ "name": "A", "preset": "chess" }), "That choice doesn't exist"),
        (
            json!({ "name": "A", "preset": "ogs", "set": "rech=3" }),
            "There's no parameter `rech`. You can set reach, out",
        ),
        (json!({ "name": "A", "preset": "ogs", "set": "reach=0" }), "`reach=0` isn't possible. Try `reach=10,40%`"),
        (json!({ "name": "A", "preset": "ogs", "set": "reach" }), "`reach` has no value"),
        (json!({ "name": "A", "preset": "ogs", "set": "win=step" }), "Steps need `reach=step`"),
        (json!({ "name": "A", "preset": "ogs", "set": "reach=tier,3" }), "can't be combined"),
        (json!({ "name": "A", "preset": "leapfrog", "set": "answer=0" }), "needs `silence=accepted`"),
        (json!({ "name": "A", "preset": "ogs", "setup": "chess" }), "chess"),
        (json!({ "name": "A", "preset": "ogs", "setup": "abalone seats=4" }), "for two players"),
        (json!({ "name": "A", "preset": "ogs", "pace": "soon" }), "`soon`"),
    ] {
        let reply = manage(&harness, "create", options.clone()).await;
        assert!(reply.private && reply.text.contains(part), "{options}: {}", reply.text);
    }
    assert_eq!(harness.store.clubs().ladders_of(GUILD).await.expect("readable"), []);
}

#[tokio::test]
async fn players_are_added_moved_and_removed_with_a_reason() {
    let club = Club::new("swap", "", 2).await;
    let reply = manage(&club, "add", json!({ "player": "3", "reason": "back from **school**" })).await;
    assert_eq!(reply.text, "**Club ladder** · \u{200e}<@3>\u{200e}: → **3** · joined");
    let again = manage(&club, "add", json!({ "player": "3" })).await;
    assert_eq!(again.text, "<@3> is already on this ladder.");
    assert!(manage(&club, "add", json!({ "player": "5" })).await.text.contains("no longer in this server"));
    let reply = manage(&club, "add", json!({ "player": "3", "place": 1, "reason": "a mistake" })).await;
    assert_eq!(reply.text, "**Club ladder** · \u{200e}<@3>\u{200e}: 3 → **1** · moved by an organizer");
    let reply = manage(&club, "add", json!({ "player": "3", "place": 1 })).await;
    assert_eq!(reply.text, "<@3> already has that place on **Club ladder**.");
    let history = club.command(ADA, "ladder history", json!({})).await.text;
    assert!(history.contains("(a mistake)") && history.contains("(back from \\*\\*school\\*\\*)"), "{history}");
    // A user who has left the server.
    players::join(&club.games, club.ladder, &person(DEPARTED)).await.expect("joins");
    let reply = remove(&club, json!({ "player": "5", "reason": "gone" })).await;
    assert_eq!(
        reply.text,
        "**Club ladder** · \u{200e}<@5>\u{200e} (place 4) is no longer on the ladder · removed by an organizer"
    );
    let again = manage(&club, "remove", json!({ "player": "5", "reason": "gone" })).await;
    assert_eq!(again.text, "<@5> isn't on this ladder.");
    let again = manage(&club, "add", json!({ "player": "5", "place": 1 })).await;
    assert!(again.text.contains("no longer in this server"), "{again:?}");
    assert_eq!(club.table().await, [3, 1, 2]);
    let events = club.store.clubs().ladder_events(club.ladder).await.expect("readable");
    let last = events.last().expect("events");
    assert_eq!((last.actor, last.note.as_deref()), (Some(ORGANIZER), Some("gone")));
    let log = club.store.audit_log(GUILD, 0, 9).await.expect("readable");
    let noted: Vec<_> = log.iter().map(|entry| (entry.action, entry.player, entry.reason.as_deref())).collect();
    let expected = [
        (AuditAction::LadderPlayerRemoved, Some(DEPARTED), Some("gone")),
        (AuditAction::LadderPlayerMoved, Some(CHLOE), None),
        (AuditAction::LadderPlayerMoved, Some(CHLOE), Some("a mistake")),
        (AuditAction::LadderPlayerAdded, Some(CHLOE), Some("back from **school**")),
    ];
    assert_eq!(noted.iter().filter(|entry| expected.contains(entry)).count(), noted.len(), "{noted:?}");
    assert!(noted.len() >= 3, "{noted:?}");
}

#[tokio::test]
async fn rules_that_are_edited_hold_from_then_on() {
    let club = Club::new("swap", "", 6).await;
    assert!(club.challenge(6, 1).await.is_err());
    let nothing = manage(&club, "edit", json!({})).await;
    assert!(nothing.text.starts_with("Name at least one thing"), "{nothing:?}");
    let reply = manage(&club, "edit", json!({ "set": "reach=5 idle=10d", "name": "Spring", "pace": "days:7" })).await;
    assert!(reply.text.contains("**Spring**") && reply.text.contains("5 places"), "{}", reply.text);
    let game = club.challenge(6, 1).await.expect("in reach now");
    assert!(club.game(game).await.time_control.to_string().starts_with("days:7"));
    let taken = organizers::create(&club.games, super::new_ladder("spring", "ogs", "")).await;
    assert!(taken.is_err(), "the new name counts");
    organizers::create(&club.games, super::new_ladder("Other", "ogs", "")).await.expect("another one");
    let taken = manage(&club, "edit", json!({ "ladder": "Other", "name": "SPRING" })).await;
    assert!(taken.text.starts_with("Another ladder"), "{taken:?}");
}

#[tokio::test]
async fn a_closed_ladder_shows_its_table_and_takes_nothing_more() {
    let club = Club::new("leapfrog", "", 3).await;
    let offered = club.challenge(3, 1).await.expect("in reach");
    let asked = manage(&club, "close", json!({})).await;
    assert!(
        asked.text.starts_with("Close **Club ladder**? Its 3 players keep their places")
            && asked.text.contains("Its open challenge is closed"),
        "{asked:?}"
    );
    let yes = asked.control("ladder-close!");
    let stranger = club.press_private(CHLOE, yes).await;
    assert!(stranger.text.starts_with("Only organizers of this server"), "{stranger:?}");
    assert_eq!(club.phase(offered).await, Phase::Offered);
    let reply = club.press_as(ORGANIZER, MANAGER, yes).await;
    assert!(reply.text.starts_with("The ladder **Club ladder** is closed."), "{reply:?}");
    assert_eq!((club.phase(offered).await, club.table().await), (Phase::Void, vec![1, 2, 3]));
    let named = json!({ "ladder": "club ladder" });
    for (command, options) in [
        ("ladder join", named.clone()),
        ("ladder leave", named.clone()),
        ("ladder challenge", named.clone()),
        ("ladder challenge", json!({ "ladder": "club ladder", "user": "1" })),
    ] {
        let reply = club.command(CHLOE, command, options).await;
        assert!(reply.text.starts_with("This ladder is closed."), "{command}: {reply:?}");
    }
    assert!(
        club.command(CHLOE, "ladder show", json!({})).await.text.contains("no ladder yet"),
        "it is not the default"
    );
    let shown = club.command(CHLOE, "ladder show", named).await;
    assert!(shown.text.contains("This ladder is closed.") && !shown.png.is_empty(), "{shown:?}");
    assert_eq!(shown.controls, Vec::<String>::new());
    organizers::create(&club.games, super::new_ladder("Club ladder", "ogs", "")).await.expect("the name is free");
    assert_eq!(UserId(3), CHLOE);
}

#[tokio::test]
async fn taking_a_player_off_says_what_is_lost_and_tells_those_who_play_them() {
    let club = Club::new("leapfrog", "out=2 in=2", 4).await;
    let running = club.played(4, 2).await;
    let offered = club.challenge(3, 2).await.expect("in reach");
    club.table().await;
    club.outbox_of(running).await;
    let asked = manage(&club, "remove", json!({ "player": "2", "reason": "moved *away*" })).await;
    assert!(
        asked.text.starts_with("Take <@2> off **Club ladder**, from place 2? Their 2 open challenges"),
        "{asked:?}"
    );
    assert!(asked.text.ends_with("Reason: moved \\*away\\*"), "{asked:?}");
    assert_eq!(club.table().await, [1, 2, 3, 4], "it was only asked");
    let yes = asked.control("ladder-remove!").to_owned();
    let other = club.press_as(CHLOE, MANAGER, &yes).await;
    assert!(other.text.starts_with("This question is more than a day old"), "{other:?}");
    let stranger = club.press_as(ORGANIZER, EVERYBODY, &yes).await;
    assert!(stranger.text.starts_with("Only organizers of this server"), "{stranger:?}");
    let done = club.press_as(ORGANIZER, MANAGER, &yes).await;
    assert!(
        done.text.contains("<@2>\u{200e} (place 2) is no longer on the ladder · removed by an organizer"),
        "{done:?}"
    );
    assert_eq!(club.table().await, [1, 3, 4]);
    assert_eq!((club.phase(offered).await, club.phase(running).await), (Phase::Void, Phase::Playing));
    let notice = Notice::OffCompetition { competition: "Club ladder".to_owned(), user: Some(BRUNO) };
    assert_eq!(club.outbox_of(running).await.pop().map(|(_, notice)| notice), Some(notice.clone()));
    let (told, mentioned) = club.notice(running, club.game(running).await.version, notice).await.expect("a notice");
    assert!(
        told.text.contains("no longer counts for the ladder **Club ladder**: <@2> is no longer on it."),
        "{told:?}"
    );
    assert_eq!(mentioned.len(), 2);
    let log = club.store.audit_log(GUILD, 0, 9).await.expect("readable");
    assert_eq!(log.len(), 1);
    assert_eq!((log[0].action, log[0].reason.as_deref()), (AuditAction::LadderPlayerRemoved, Some("moved *away*")));
    let again = club.press_as(ORGANIZER, MANAGER, &yes).await;
    assert_eq!(again.text, "<@2> isn't on this ladder.");
}

#[tokio::test]
async fn a_random_layout_is_drawn_for_each_game() {
    let harness = Harness::new();
    let reply = manage(&harness, "create", json!({ "name": "A", "preset": "swap", "layout": "random" })).await;
    assert!(reply.text.contains("**A**") && !reply.text.contains("seed"), "{}", reply.text);
    let head = harness.store.clubs().ladders_of(GUILD).await.expect("readable").remove(0);
    assert!(!head.setup.contains("seed=") && !head.setup.contains("board="), "{}", head.setup);
    let club = Club { ladder: head.ladder_id, harness };
    for player in 1..=4 {
        players::join(&club.games, club.ladder, &person(UserId(player))).await.expect("joins");
    }
    let mut setups = Vec::new();
    for (challenger, defender) in [(2, 1), (4, 3)] {
        let game = club.challenge(challenger, defender).await.expect("in reach");
        setups.push(club.game(game).await.setup.to_string());
    }
    assert!(setups[0].contains("layout=random") && setups[0] != setups[1], "{setups:?}");
    let fixed = json!({ "name": "B", "preset": "swap", "setup": "abalone layout=random seed=7" });
    assert!(manage(&club, "create", fixed).await.text.contains("**B**"));
}

#[tokio::test]
async fn a_setup_without_its_game_is_one_of_abalone_and_its_mistake_is_named() {
    let harness = Harness::new();
    let create = async |name: &str, setup: &str| {
        let options = json!({ "name": name, "preset": "leapfrog", "setup": setup });
        manage(&harness, "create", options).await.text
    };
    let refused = create("Club", "sprint=99").await;
    assert!(refused.contains("`99` isn't possible for `sprint`; write a number from 20 to 30"), "{refused}");
    let made = create("Club", "sprint=25").await;
    assert!(made.starts_with("The ladder **Club** is open."), "{made}");
}

#[tokio::test]
async fn a_preset_of_the_server_says_what_is_played() {
    let harness = Harness::new();
    let game = harness.started_as("abalone layout=german-daisy sprint=25", "days:7").await;
    harness.resign(game, ADA).await;
    let saved = harness.command_as(ADA, Some(MANAGER), "setup presets", json!({ "save": "Fast Daisy" })).await;
    assert!(saved.text.contains("Fast Daisy"), "{saved:?}");
    let found = harness.complete_as(ADA, MANAGER, "organize ladder create", "setup", json!({ "setup": "dai" })).await;
    assert_eq!(found.len(), 1, "{found:?}");
    for (name, pace, expected) in [("A", None, "days:7"), ("B", Some("days:1"), "days:1")] {
        let options = json!({ "name": name, "preset": "swap", "setup": "fast daisy", "pace": pace });
        let made = manage(&harness, "create", options).await;
        assert!(made.text.contains("German Daisy"), "{made:?}");
        let ladders = harness.store.clubs().ladders_of(GUILD).await.expect("readable");
        let head = ladders.iter().find(|head| head.name == name).expect("made");
        assert!(head.setup.contains("sprint=25") && head.time_control.starts_with(expected), "{head:?}");
    }
}

#[tokio::test]
async fn of_two_ladders_renamed_at_once_one_keeps_its_name() {
    let club = Club::new("swap", "", 1).await;
    let other =
        organizers::create(&club.games, super::new_ladder("Other", "ogs", "")).await.expect("another one").ladder_id;
    let edit = LadderEdit { name: Some("Spring".to_owned()), ..LadderEdit::default() };
    let by = [club.by(ADA), club.by(ADA)];
    let renames = [club.ladder, other].into_iter().zip(&by);
    let renames = renames.map(|(ladder, by)| organizers::edit(&club.games, ladder, by, edit.clone()));
    let outcomes = futures::future::join_all(renames).await;
    let refused: Vec<_> = outcomes.into_iter().filter_map(Result::err).collect();
    assert!(matches!(refused[..], [ClubError::Ladder(LadderError::NameTaken)]), "{refused:?}");
}

#[tokio::test]
async fn rules_that_are_edited_are_an_event() {
    let club = Club::new("swap", "", 3).await;
    manage(&club, "edit", json!({ "set": "reach=5" })).await;
    manage(&club, "edit", json!({ "set": "reach=5", "name": "Spring" })).await;
    let events = club.store.clubs().ladder_events(club.ladder).await.expect("readable");
    let edits: Vec<_> =
        events.iter().filter(|recorded| matches!(recorded.event.kind, LadderEventKind::Rules(_))).collect();
    assert_eq!(edits.len(), 1, "what changes nothing is none");
    assert_eq!(edits[0].actor, Some(ORGANIZER));
}

#[tokio::test]
async fn new_rules_are_announced_where_people_follow_the_ladder() {
    let club = Club::new("swap", "", 3).await;
    let posts = || std::mem::take(&mut *club.sender.posts.lock().expect("whole"));
    manage(&club, "edit", json!({ "set": "reach=5" })).await;
    assert_eq!(posts(), [], "nobody follows the ladders");
    let by = club.by(ADA);
    let entry = by.entry(AuditAction::SetUp, club.clock_now());
    club.store.set_post_channel(PostKind::Changes, GUILD, Some(ChannelId(77)), &entry).await.expect("stored");
    manage(&club, "edit", json!({ "set": "reach=5" })).await;
    assert_eq!(posts(), [], "nothing has changed");
    manage(&club, "edit", json!({ "name": "The *best*", "set": "reach=4 again=7d" })).await;
    let [(channel, said)] = posts().try_into().expect("one message");
    assert_eq!(channel, ChannelId(77));
    assert!(said.starts_with("The ladder **The \\*best\\*** has changed: "), "{said}");
    for part in ["`reach: 5 → 4`, `again: 5d → 7d`. Open challenges keep", "up to 4 places above you"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    manage(&club, "channel", json!({ "where": "here" })).await;
    let in_french = |json: &mut Value| {
        json["guild_locale"] = "fr".into();
        json["member"]["permissions"] = MANAGER.to_string().into();
    };
    club.command_changed(ORGANIZER, "organize ladder edit", json!({ "set": "reach=5" }), in_french).await;
    let [(own, first), (all, second)] = posts().try_into().expect("in both channels");
    assert_eq!((own, all), (CHANNEL, ChannelId(77)));
    assert!(first == second && first.starts_with("L'échelle **The"), "in the language of the server: {first}");
}

#[tokio::test]
async fn a_ladder_has_a_channel_of_its_own_until_an_organizer_ends_it() {
    let club = Club::new("swap", "", 3).await;
    let elsewhere = |channel: &'static str, permissions: u64| {
        move |json: &mut Value| {
            json["channel_id"] = channel.into();
            json["app_permissions"] = permissions.to_string().into();
            json["member"]["permissions"] = MANAGER.to_string().into();
        }
    };
    let (name, here) = ("organize ladder channel", json!({ "where": "here" }));
    let writes = 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15;
    let said = club.command_changed(ADA, name, here.clone(), elsewhere("888", EVERYBODY)).await;
    assert!(said.text.contains("**Attach Files**"), "{said:?}");
    let said = club.command_changed(ADA, name, here.clone(), elsewhere("888", writes)).await;
    assert!(said.private && said.text.contains("<#888>"), "{said:?}");
    let game = club.challenge(3, 2).await.expect("in reach");
    assert_eq!(club.game(game).await.place.channel_id, ChannelId(888));
    let now = club.clock_now();
    let claimed = club.store.claim_posts(PostGroup::Competitions, now, now, 9).await.expect("readable");
    let [mut posted] = claimed.try_into().expect("one");
    posted.message = Some(4321);
    assert!(club.store.write_post(&posted, now).await.expect("stored"));
    let said = club.command_changed(ADA, name, here, elsewhere("999", writes | 1 << 51)).await;
    assert!(said.text.contains("<#999>") && !said.text.contains("Pin"), "{said:?}");
    assert_eq!(*club.sender.withdrawn.lock().expect("whole"), [4321], "one table is enough");
    let said = manage(&club, "channel", json!({ "where": "off" })).await;
    assert!(said.text.starts_with("**Club ladder** has no channel of its own."), "{said:?}");
    assert_eq!(club.store.post(PostKind::Table, club.ladder).await.expect("readable"), None);
    let game = club.challenge(2, 1).await.expect("in reach");
    assert_eq!(club.game(game).await.place.channel_id, CHANNEL);
}

#[tokio::test]
async fn a_place_that_is_not_there_is_refused_with_those_that_are() {
    let club = Club::new("swap", "", 3).await;
    let reply = manage(&club, "add", json!({ "player": "3", "place": 99 })).await;
    assert_eq!(reply.text, "This ladder has 3 places. Name one from 1 to 3.");
    assert_eq!(club.table().await, [1, 2, 3]);
    assert_eq!(club.store.audit_count(GUILD).await.expect("readable"), 0);
}

#[tokio::test]
async fn an_edit_is_logged_in_words_and_one_that_changes_nothing_is_not() {
    let club = Club::new("swap", "", 2).await;
    let reply = manage(&club, "edit", json!({ "set": "reach=3 answer=3d", "name": "Club  ladder" })).await;
    assert_eq!(reply.text, "Nothing has changed: the ladder was already like that.");
    assert_eq!(club.store.audit_count(GUILD).await.expect("readable"), 0);
    manage(&club, "edit", json!({ "set": "answer=36h idle=30d", "pace": "days:7" })).await;
    let log = club.store.audit_log(GUILD, 0, 9).await.expect("readable");
    assert_eq!(log.len(), 1);
    assert!(log[0].detail.as_deref().is_some_and(|text| text.contains("\nanswer: 3d → 36h\n")), "{log:?}");
    let shown = club.command_as(ADA, Some(1 << 33), "organize log", json!({})).await.text;
    let said = "time to answer: 3 days → 1 day 12 hours, time without a game: off → 30 days";
    assert!(shown.contains(said) && shown.contains("pace: "), "{shown}");
    assert!(!shown.contains("36h"), "{shown}");
}

/// Discord's permission bits: ban members, manage roles.
const BAN: u64 = 4;
const ROLES: u64 = 1 << 28;

/// `/setup leader` by a user with these rights, while the bot has others. Role 66 may ban; the other roles have
/// everyone's permissions only.
async fn leader(club: &Club, options: Value, rights: u64, bot: u64) -> String {
    let change = move |json: &mut Value| {
        json["member"]["permissions"] = json!(rights.to_string());
        json["app_permissions"] = json!(bot.to_string());
        json["data"]["resolved"]["roles"] = json!({
            "9": { "permissions": EVERYBODY.to_string() }, "66": { "permissions": (BAN | EVERYBODY).to_string() },
            "77": { "permissions": "0" }, "78": { "permissions": EVERYBODY.to_string() },
        });
    };
    club.command_changed(CHLOE, "setup leader", options, change).await.text
}

async fn chosen(club: &Club, options: Value) -> String {
    leader(club, options, MANAGER | ROLES | EVERYBODY, ROLES).await
}

async fn row(club: &Club) -> Option<LeaderRole> {
    club.store.clubs().leader_role(club.ladder).await.expect("readable")
}

fn next(club: &Club, changes: &[RoleChange]) {
    club.sender.next_roles.lock().expect("whole").extend(changes);
}

fn changes(club: &Club) -> Vec<(bool, UserId, RoleId)> {
    std::mem::take(&mut *club.sender.roles.lock().expect("whole"))
}

#[tokio::test]
async fn nobody_gives_a_role_by_the_bot_that_they_could_not_give() {
    let club = Club::new("swap", "", 2).await;
    let managers = "Only people who can manage this server";
    let own = "You need the permission **Manage Roles**";
    let more = "<@&66> allows more than you may do yourself.";
    let given = "The leader of this ladder has <@&";
    let events = 1 << 33;
    for (role, rights, said) in [
        ("66", EVERYBODY, managers),
        ("66", ROLES, managers),
        ("66", events | ROLES, managers),
        ("66", MANAGER | EVERYBODY, own),
        ("77", MANAGER | EVERYBODY, own),
        ("66", MANAGER | ROLES | EVERYBODY, more),
        ("78", MANAGER | ROLES, "<@&78> allows more"),
        // A role that Discord does not describe.
        ("79", MANAGER | ROLES | EVERYBODY, "<@&79> allows more"),
        ("66", MANAGER | ROLES | BAN | EVERYBODY, given),
        ("66", 8, given),
        ("79", 8, given),
    ] {
        let answer = leader(&club, json!({ "role": role }), rights, ROLES).await;
        assert!(answer.starts_with(said), "{role} {rights:x}: {answer}");
        assert_eq!(row(&club).await.is_some(), said == given, "{role} {rights:x}");
    }
    assert!(leader(&club, json!({ "nobody": true }), MANAGER, ROLES).await.starts_with(own));
    assert!(row(&club).await.is_some_and(|role| !role.is_ended()));
}

#[tokio::test]
async fn the_leader_is_given_a_role_at_once_where_the_bot_may() {
    let club = Club::new("swap", "", 2).await;
    let roles = MANAGER | ROLES | EVERYBODY;
    assert!(leader(&club, json!({}), MANAGER, ROLES).await.starts_with("The leader of this ladder has no role"));
    assert!(leader(&club, json!({ "role": "77" }), roles, 0).await.contains("Give me the permission **Manage Roles**"));
    assert!(chosen(&club, json!({ "role": "9" })).await.starts_with("Choose a role that not everyone has."));
    next(&club, &[RoleChange::Refused]);
    let said = chosen(&club, json!({ "role": "77" })).await;
    assert!(said.starts_with("I can't give <@&77>. Put my role above it"), "{said}");
    assert_eq!(row(&club).await, None);
    // The attempt is recorded before Discord is asked, so no crash leaves a role that the log omits.
    let log = club.store.audit_log(GUILD, 0, 9).await.expect("readable");
    let mut noted: Vec<&str> = log.iter().filter_map(|entry| entry.detail.as_deref()).collect();
    noted.sort_unstable();
    assert_eq!(noted, ["leader: <@&77>", "leader: <@&77>: refused"]);
    assert_eq!(chosen(&club, json!({ "role": "77" })).await, "The leader of this ladder has <@&77>.");
    assert_eq!(chosen(&club, json!({ "role": "78" })).await, "The leader of this ladder has <@&78>.");
    assert_eq!(leader(&club, json!({}), MANAGER, 0).await, "The leader of this ladder has <@&78>.");
    let (first, second) = (RoleId(77), RoleId(78));
    assert_eq!(changes(&club), [(true, ADA, first), (false, ADA, first), (true, ADA, second)]);
    for _ in 0..2 {
        assert!(chosen(&club, json!({ "nobody": true })).await.starts_with("The leader of this ladder has no role"));
    }
    assert!(leader(&club, json!({}), MANAGER, 0).await.starts_with("The leader of this ladder has no role"));
    let ended = row(&club).await.expect("kept until the role is taken");
    assert_eq!((ended.is_ended(), ended.role, ended.holder, ended.set_by), (true, second, Some(ADA), CHLOE));
    assert_eq!(club.store.audit_count(GUILD).await.expect("readable"), 5);
    // Chosen again before it was taken.
    assert_eq!(chosen(&club, json!({ "role": "77" })).await, "The leader of this ladder has <@&77>.");
    assert_eq!(changes(&club), [(false, ADA, second), (true, ADA, first)]);
}

#[tokio::test]
async fn the_role_of_the_organizers_is_no_prize() {
    let club = Club::new("swap", "", 2).await;
    let same = "The leader of a ladder and the organizers can't have the same role";
    assert_eq!(chosen(&club, json!({ "role": "77" })).await, "The leader of this ladder has <@&77>.");
    let organizers =
        async |role: &str| club.command_as(ADA, Some(MANAGER), "setup organizers", json!({ "role": role })).await.text;
    assert!(organizers("77").await.starts_with(same));
    assert!(!organizers("78").await.starts_with(same));
    assert!(chosen(&club, json!({ "role": "78" })).await.starts_with(same));
    assert_eq!(row(&club).await.map(|role| role.role), Some(RoleId(77)));
}

#[tokio::test]
async fn a_leader_who_has_left_the_server_does_not_keep_a_role_from_being_chosen() {
    let club = Club::new("swap", "", 2).await;
    next(&club, &[RoleChange::NotAMember]);
    assert_eq!(chosen(&club, json!({ "role": "77" })).await, "The leader of this ladder has <@&77>.");
    let stored = row(&club).await.expect("chosen");
    assert_eq!((stored.role, stored.holder, stored.given), (RoleId(77), None, None));
    // A leader who leaves while they have the role.
    assert_eq!(chosen(&club, json!({ "role": "77" })).await, "The leader of this ladder has <@&77>.");
    next(&club, &[RoleChange::NotAMember, RoleChange::NotAMember]);
    assert_eq!(chosen(&club, json!({ "role": "78" })).await, "The leader of this ladder has <@&78>.");
}

#[tokio::test]
async fn a_choice_of_a_role_leaves_none_behind() {
    let club = Club::new("swap", "", 2).await;
    // Without an answer she may have it, which is recorded.
    next(&club, &[RoleChange::Failed]);
    let said = chosen(&club, json!({ "role": "77" })).await;
    assert!(said.contains("has <@&77>. Discord isn't answering at the moment. I'll give"), "{said}");
    let stored = row(&club).await.expect("chosen");
    assert_eq!((stored.holder, stored.given), (None, Some(ADA)));
    // During the handover no one can intervene.
    for options in [json!({ "role": "78" }), json!({ "nobody": true })] {
        assert!(chosen(&club, options).await.starts_with("I'm handing over this role at the moment."));
    }
    assert_eq!(row(&club).await, Some(stored.clone()));
    assert_eq!(changes(&club), []);
    club.clock.advance(MINUTE);
    // The former role is taken from everyone who may have it.
    let both = LeaderRole { holder: Some(BRUNO), next_at: Timestamp(0), ..stored.clone() };
    assert!(club.store.clubs().set_leader_role(Some(&stored), &both, None).await.expect("written"));
    let (first, second) = (RoleId(77), RoleId(78));
    // If Discord does not answer, it still counts.
    next(&club, &[RoleChange::Done, RoleChange::Failed]);
    let said = chosen(&club, json!({ "role": "78" })).await;
    assert!(said.starts_with("Discord isn't answering at the moment, so the former role"), "{said}");
    assert_eq!(changes(&club), [(false, ADA, first)]);
    let after = row(&club).await.expect("kept");
    assert_eq!((after.role, after.holder, after.given, after.next_at), (first, None, Some(BRUNO), Timestamp(0)));
    assert_eq!(chosen(&club, json!({ "role": "78" })).await, "The leader of this ladder has <@&78>.");
    assert_eq!(changes(&club), [(false, BRUNO, first), (true, ADA, second)]);
    // The new one is refused, so the former one counts, and is given again.
    next(&club, &[RoleChange::Done, RoleChange::Refused]);
    assert!(chosen(&club, json!({ "role": "77" })).await.starts_with("I can't give <@&77>."));
    let after = row(&club).await.expect("kept");
    assert_eq!((after.role, after.holder, after.given, after.seen), (second, None, None, LeaderRole::NEW));
    // The former one cannot be taken, so its holder is named.
    assert_eq!(chosen(&club, json!({ "role": "78" })).await, "The leader of this ladder has <@&78>.");
    next(&club, &[RoleChange::Refused]);
    let said = chosen(&club, json!({ "role": "77" })).await;
    assert!(said.contains("has <@&77>. I couldn't take <@&78> from <@1>."), "{said}");
}

#[tokio::test]
async fn players_are_added_from_a_file() {
    let club = Club::new("swap", "", 2).await;
    let [zoe, hugo, gone] = [80_351_110_224_678_912, 80_351_110_224_678_913, 80_351_110_224_678_914].map(UserId);
    club.sender.members.lock().expect("whole").extend([person(zoe), person(hugo)]);
    let send = async |by: UserId, size: usize, text: &str| {
        *club.sender.file.lock().expect("whole") = Some(text.as_bytes().to_vec());
        let attached = |json: &mut Value| {
            let file =
                json!({ "id": "77", "filename": "players.csv", "size": size, "url": "https://cdn.discordapp.com/77" });
            json["data"]["resolved"]["attachments"] = json!({ "77": file });
            json["member"]["permissions"] = if by == ADA { MANAGER.to_string() } else { "0".to_owned() }.into();
        };
        club.command_changed(by, "organize ladder add", json!({ "file": "77" }), attached).await.text
    };
    let places = async || {
        let stored = club.store.clubs().ladder(club.ladder).await.expect("readable").expect("there");
        stored.ladder.table().map(|place| place.player).collect::<Vec<_>>()
    };
    let text = format!("user,name\n{},Zoe\n{},\n{},gone\n", zoe.0, hugo.0, gone.0);
    let refused = send(BRUNO, 99, &text).await;
    assert!(refused.contains("organizer"), "{refused}");
    for (size, wrong, says) in [
        (99, "user\nZoe\n", "Line 2 of the file has no Discord id: `Zoe`."),
        (99, "user\n", "The file lists no players."),
        (70_000, "", "A file of players can have at most 64 KiB."),
    ] {
        let refused = send(ADA, size, wrong).await;
        assert!(refused.contains(says), "{refused}");
    }
    assert_eq!(places().await.len(), 2, "nobody was added");
    let added = send(ADA, 99, &text).await;
    assert!(added.starts_with("2 players were added to **Club ladder**:"), "{added}");
    assert!(added.contains(&format!("has this id: `{}`", gone.0)), "{added}");
    assert_eq!(places().await[2..], [zoe, hugo], "in the order of the file");
    let again = send(ADA, 99, &text).await;
    assert!(again.starts_with("Nobody was added to **Club ladder**."), "{again}");
    club.sender.members.lock().expect("whole").clear();
    *club.sender.is_silent.lock().expect("whole") = true;
    let unread = send(ADA, 99, &text).await;
    assert!(unread.contains("nobody was added"), "{unread}");
}

#[tokio::test]
async fn players_are_added_many_at_a_time_by_organizers() {
    let club = Club::new("swap", "", 0).await;
    players::join(&club.games, club.ladder, &person(BRUNO)).await.expect("joins");
    let menu = manage(&club, "add", json!({})).await;
    assert!(menu.private && menu.text.starts_with("Who should be added to **Club ladder**?"), "{menu:?}");
    let chosen = [CHLOE, BRUNO, DEPARTED, ADA].map(|user| user.0.to_string());
    let users: serde_json::Map<String, Value> =
        chosen.iter().map(|id| (id.clone(), json!({ "id": id, "username": format!("user {id}") }))).collect();
    let mut members: serde_json::Map<String, Value> =
        chosen.iter().map(|id| (id.clone(), json!({ "permissions": "3072" }))).collect();
    members.remove(&DEPARTED.0.to_string());
    let data = json!({ "values": chosen, "resolved": { "users": users, "members": members } });
    let on = async || club.table().await;
    let forged = club.use_as(BRUNO, 0, menu.control("ladder-add"), data.clone()).await;
    assert_eq!(on().await, [BRUNO.0], "{forged:?}");
    let added = club.use_as(ADA, MANAGER, menu.control("ladder-add"), data.clone()).await;
    assert!(added.text.starts_with("2 players were added to **Club ladder**:\n"), "{added:?}");
    assert!(added.text.contains(&format!("has this id: `{}`", DEPARTED.0)), "{added:?}");
    assert_eq!(on().await, [BRUNO.0, CHLOE.0, ADA.0]);
    // Pressed twice.
    let again = club.use_as(ADA, MANAGER, menu.control("ladder-add"), data).await;
    assert!(again.text.starts_with("Nobody was added to **Club ladder**."), "{again:?}");
    assert_eq!(on().await, [BRUNO.0, CHLOE.0, ADA.0]);
}

#[tokio::test]
async fn an_organizer_may_be_among_those_who_are_added_to_an_empty_ladder() {
    let club = Club::new("swap", "", 0).await;
    let by = club.by(ADA);
    let (_, added) =
        organizers::add_players(&club.games, club.ladder, &by, &[person(ADA), person(BRUNO)]).await.expect("new");
    assert_eq!(added.len(), 2);
}
