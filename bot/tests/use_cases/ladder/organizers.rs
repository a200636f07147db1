//! `/organize ladder`: permissions and effects.

use super::*;
use clubs::ladders::organizers;

const MINUTE: i64 = 60_000;

/// `/organize ladder` by a manager who is on no ladder.
async fn manage(harness: &Harness, line: &str) -> SentMessage {
    harness.say_as(ORGANIZER, MANAGES_SERVER, &format!("organize ladder {line}")).await
}

#[tokio::test]
async fn the_review_shows_who_climbs_by_games_that_nobody_plays() {
    let club = Club::new("ogs", "again=none", 5).await;
    let review = || club.organize("organize review");
    for defender in [4, 3, 2] {
        review().await.omits("before everyone had moved");
        let game = club.offer(5, defender).await;
        club.resign(game, defender).await;
        club.follow().await;
    }
    review().await.says("won before everyone had moved**\n• <@5>: 3");
}

#[tokio::test]
async fn only_managers_of_a_server_organize_its_ladders() {
    let club = Club::new("swap", "", 3).await;
    let before = club.store.clubs().ladder(club.ladder).await.expect("readable");
    for line in [
        "create name:Mine preset:ogs",
        "edit name:Mine",
        "close",
        "add player:2",
        "remove player:1 reason:gone",
        "channel where:here",
        "add player:3 place:1",
    ] {
        let line = format!("organize ladder {line}");
        club.say_as(CHLOE, EVERYBODY, &line).await.privately().begins("Only organizers of this server can do that");
        club.say_directly(CHLOE, &line).await.privately().says("server");
    }
    assert_eq!(club.store.clubs().ladder(club.ladder).await.expect("readable"), before);
    assert_eq!(club.ladders().await.len(), 1);
}

#[tokio::test]
async fn a_ladder_is_created_in_one_command() {
    let harness = Harness::new();
    harness.say(BRUNO, "ladder show").await.says("no ladder yet");
    let reply =
        manage(&harness, "create name:Club *ladder* preset:leapfrog layout:German Daisy pace:days:2 set:reach=2 out=2")
            .await;
    reply.says_all(&[
        "Club \\*ladder\\*",
        "`/ladder join`",
        "2 places above you",
        "2 open challenges to others",
        "A player can be challenged by 1 player at a time.",
        "Layout: **German Daisy**",
    ]);
    let head = harness.ladders().await.remove(0);
    assert!(head.setup.contains("layout=german-daisy") && head.time_control.starts_with("days:2"), "{head:?}");
    manage(&harness, "create name:CLUB *LADDER* preset:ogs")
        .await
        .begins("Another ladder of this server has that name");
}

#[tokio::test]
async fn players_are_added_moved_and_removed_with_a_reason() {
    let club = Club::new("swap", "", 2).await;
    manage(&club, "add player:3 reason:back from **school**")
        .await
        .reads("**Club ladder** · \u{200e}<@3>\u{200e}: → **3** · joined");
    manage(&club, "add player:3").await.reads("<@3> is already on this ladder.");
    manage(&club, "add player:5").await.says("no longer in this server");
    manage(&club, "add player:3 place:1 reason:a mistake")
        .await
        .reads("**Club ladder** · \u{200e}<@3>\u{200e}: 3 → **1** · moved by an organizer");
    manage(&club, "add player:3 place:1").await.reads("<@3> already has that place on **Club ladder**.");
    club.say(ADA, "ladder history").await.says("(a mistake)").says("(back from \\*\\*school\\*\\*)");
    // A user who has left the server.
    club.join(DEPARTED).await;
    let question = manage(&club, "remove player:5 reason:gone").await;
    question.privately();
    club.press_as(ORGANIZER, MANAGES_SERVER, question.control("ladder-remove!"))
        .await
        .reads("**Club ladder** · \u{200e}<@5>\u{200e} (place 4) is no longer on the ladder · removed by an organizer");
    manage(&club, "remove player:5 reason:gone").await.reads("<@5> isn't on this ladder.");
    manage(&club, "add player:5 place:1").await.says("no longer in this server");
    assert_eq!(club.table().await, [3, 1, 2]);
    let events = club.recorded().await;
    let last = events.last().expect("events");
    assert_eq!((last.actor, last.note.as_deref()), (Some(ORGANIZER), Some("gone")));
    let log = club.log().await;
    let entries: Vec<_> = log.iter().map(|entry| (entry.action, entry.player, entry.reason.as_deref())).collect();
    let expected = [
        (AuditAction::LadderPlayerRemoved, Some(DEPARTED), Some("gone")),
        (AuditAction::LadderPlayerMoved, Some(CHLOE), None),
        (AuditAction::LadderPlayerMoved, Some(CHLOE), Some("a mistake")),
        (AuditAction::LadderPlayerAdded, Some(CHLOE), Some("back from **school**")),
    ];
    assert!(entries.len() >= 3 && entries.iter().all(|entry| expected.contains(entry)), "{entries:?}");
}

#[tokio::test]
async fn rules_that_are_edited_hold_from_then_on() {
    let club = Club::new("swap", "", 6).await;
    assert!(club.challenge(6, 1).await.is_err());
    manage(&club, "edit").await.begins("Name at least one thing");
    manage(&club, "edit set:reach=5 idle=10d name:Spring pace:days:7").await.says("**Spring**").says("5 places");
    let game = club.offer(6, 1).await;
    assert!(club.game(game).await.time_control.to_string().starts_with("days:7"));
    manage(&club, "create name:spring preset:ogs").await.begins("Another ladder");
    manage(&club, "create name:Other preset:ogs").await;
    manage(&club, "edit ladder:Other name:SPRING").await.begins("Another ladder");
    // What changes nothing is no event.
    manage(&club, "edit ladder:Spring set:reach=5").await;
    let events = club.recorded().await.into_iter();
    let edits: Vec<_> = events.filter(|recorded| matches!(recorded.event.kind, LadderEventKind::Rules(_))).collect();
    assert_eq!((edits.len(), edits[0].actor), (1, Some(ORGANIZER)));
}

#[tokio::test]
async fn a_closed_ladder_shows_its_table_and_takes_nothing_more() {
    let club = Club::new("leapfrog", "", 3).await;
    let offered = club.offer(3, 1).await;
    let question = manage(&club, "close").await;
    question.begins("Close **Club ladder**? Its 3 players keep their places").says("Its open challenge is closed");
    let yes = question.control("ladder-close!");
    club.press_private(CHLOE, yes).await.begins("Only organizers of this server");
    assert_eq!(club.phase(offered).await, Phase::Offered);
    club.press_as(ORGANIZER, MANAGES_SERVER, yes).await.begins("The ladder **Club ladder** is closed.");
    assert_eq!((club.phase(offered).await, club.table().await), (Phase::Void, vec![1, 2, 3]));
    for command in ["join", "leave", "challenge", "challenge user:1"] {
        let line = format!("ladder {command} ladder:club ladder");
        club.say(CHLOE, &line).await.begins("This ladder is closed.");
    }
    // It is not the default.
    club.say(CHLOE, "ladder show").await.says("no ladder yet");
    let answer = club.say(CHLOE, "ladder show ladder:club ladder").await;
    assert!(!answer.says("This ladder is closed.").png.is_empty(), "{answer:?}");
    assert_eq!(answer.controls, Vec::<String>::new());
    organizers::create(&club.games, super::new_ladder("Club ladder", "ogs", "")).await.expect("the name is free");
}

#[tokio::test]
async fn taking_a_player_off_says_what_is_lost_and_tells_those_who_play_them() {
    let club = Club::new("leapfrog", "out=2 in=2", 4).await;
    let running = club.played(4, 2).await;
    let offered = club.offer(3, 2).await;
    club.table().await;
    club.outbox_of(running).await;
    let question = manage(&club, "remove player:2 reason:moved *away*").await;
    question
        .begins("Take <@2> off **Club ladder**, from place 2? Their 2 open challenges")
        .ends("Reason: moved \\*away\\*");
    assert_eq!(club.table().await, [1, 2, 3, 4], "it was only question");
    let yes = question.control("ladder-remove!").to_owned();
    club.press_as(CHLOE, MANAGES_SERVER, &yes).await.begins("This question is more than a day old");
    club.press_as(ORGANIZER, EVERYBODY, &yes).await.begins("Only organizers of this server");
    club.press_as(ORGANIZER, MANAGES_SERVER, &yes)
        .await
        .says("<@2>\u{200e} (place 2) is no longer on the ladder · removed by an organizer");
    assert_eq!(club.table().await, [1, 3, 4]);
    assert_eq!((club.phase(offered).await, club.phase(running).await), (Phase::Void, Phase::Playing));
    let notice = Notice::OffCompetition { competition: "Club ladder".to_owned(), user: Some(BRUNO) };
    assert_eq!(club.outbox_of(running).await.pop().map(|(_, notice)| notice), Some(notice.clone()));
    let (posted, mentioned) = club.notice(running, club.game(running).await.version, notice).await.expect("a notice");
    posted.says("no longer counts for the ladder **Club ladder**: <@2> is no longer on it.");
    assert_eq!(mentioned.len(), 2);
    let log = club.log().await;
    assert_eq!(log.len(), 1);
    assert_eq!((log[0].action, log[0].reason.as_deref()), (AuditAction::LadderPlayerRemoved, Some("moved *away*")));
    club.press_as(ORGANIZER, MANAGES_SERVER, &yes).await.reads("<@2> isn't on this ladder.");
}

#[tokio::test]
async fn a_random_layout_is_drawn_for_each_game() {
    let harness = Harness::new();
    manage(&harness, "create name:A preset:swap layout:random").await.says("**A**").omits("seed");
    let head = harness.ladders().await.remove(0);
    assert!(!head.setup.contains("seed=") && !head.setup.contains("board="), "{}", head.setup);
    let club = Club { ladder: head.ladder_id, harness };
    for player in 1..=4 {
        club.join(UserId(player)).await;
    }
    let mut setups = Vec::new();
    for (challenger, defender) in [(2, 1), (4, 3)] {
        let game = club.offer(challenger, defender).await;
        setups.push(club.game(game).await.setup.to_string());
    }
    assert!(setups[0].contains("layout=random") && setups[0] != setups[1], "{setups:?}");
    manage(&club, "create name:B preset:swap setup:abalone layout=random seed=7").await.says("**B**");
}

#[tokio::test]
async fn a_preset_of_the_server_says_what_is_played() {
    let harness = Harness::new();
    let game = harness.started_as("abalone layout=german-daisy sprint=25", "days:7").await;
    harness.resign(game, ADA).await;
    harness.say_as(ADA, MANAGES_SERVER, "setup presets save:Fast Daisy").await.says("Fast Daisy");
    let found = harness.complete_as(ADA, MANAGES_SERVER, "organize ladder create setup:dai").await;
    assert_eq!(found.len(), 1, "{found:?}");
    for (name, pace, expected) in [("A", "", "days:7"), ("B", " pace:days:1", "days:1")] {
        manage(&harness, &format!("create name:{name} preset:swap setup:fast daisy{pace}")).await.says("German Daisy");
        let ladders = harness.ladders().await;
        let head = ladders.iter().find(|head| head.name == name).expect("made");
        assert!(head.setup.contains("sprint=25") && head.time_control.starts_with(expected), "{head:?}");
    }
}

#[tokio::test]
async fn new_rules_are_announced_where_people_follow_the_ladder() {
    let club = Club::new("swap", "", 3).await;
    manage(&club, "edit set:reach=5").await;
    assert_eq!(club.take_posts(), [], "nobody follows the ladders");
    let entry = club.by(ADA).entry(AuditAction::SetUp, club.clock_now());
    club.store.set_post_channel(PostKind::Changes, GUILD, Some(ChannelId(77)), &entry).await.expect("stored");
    manage(&club, "edit set:reach=5").await;
    assert_eq!(club.take_posts(), [], "nothing has changed");
    manage(&club, "edit name:The *best* set:reach=4 again=7d").await;
    let [(channel, text)] = club.take_posts().try_into().expect("one message");
    assert_eq!(channel, ChannelId(77));
    assert!(text.starts_with("The ladder **The \\*best\\*** has changed: "), "{text}");
    for part in ["`reach: 5 → 4`, `again: 5d → 7d`. Open challenges keep", "up to 4 places above you"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    manage(&club, "channel where:here").await;
    let in_french = |json: &mut Value| {
        json["guild_locale"] = "fr".into();
        json["member"]["permissions"] = MANAGES_SERVER.to_string().into();
    };
    club.say_changed(ORGANIZER, "organize ladder edit set:reach=5", in_french).await;
    let [(own, first), (all, second)] = club.take_posts().try_into().expect("in both channels");
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
            json["member"]["permissions"] = MANAGES_SERVER.to_string().into();
        }
    };
    let here = "organize ladder channel where:here";
    let writes = 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15;
    club.say_changed(ADA, here, elsewhere("888", EVERYBODY)).await.says("**Attach Files**");
    club.say_changed(ADA, here, elsewhere("888", writes)).await.privately().says("<#888>");
    let game = club.offer(3, 2).await;
    assert_eq!(club.game(game).await.place.channel_id, ChannelId(888));
    let now = club.clock_now();
    let claimed = club.store.claim_posts(PostGroup::Competitions, now, now, 9).await.expect("readable");
    let [mut posted] = claimed.try_into().expect("one");
    posted.message = Some(4321);
    assert!(club.store.write_post(&posted, now).await.expect("stored"));
    club.say_changed(ADA, here, elsewhere("999", writes | 1 << 51)).await.says("<#999>").omits("Pin");
    assert_eq!(*club.sender.withdrawn.lock().expect("whole"), [4321], "one table is enough");
    manage(&club, "channel where:off").await.begins("**Club ladder** has no channel of its own.");
    assert_eq!(club.store.post(PostKind::Table, club.ladder).await.expect("readable"), None);
    let game = club.offer(2, 1).await;
    assert_eq!(club.game(game).await.place.channel_id, CHANNEL);
}

#[tokio::test]
async fn a_place_that_is_not_there_is_refused_with_those_that_are() {
    let club = Club::new("swap", "", 3).await;
    manage(&club, "add player:3 place:99").await.reads("This ladder has 3 places. Name one from 1 to 3.");
    assert_eq!(club.table().await, [1, 2, 3]);
    assert_eq!(club.log().await.len(), 0);
}

#[tokio::test]
async fn an_edit_is_logged_in_words_and_one_that_changes_nothing_is_not() {
    let club = Club::new("swap", "", 2).await;
    manage(&club, "edit set:reach=3 answer=3d name:Club  ladder")
        .await
        .reads("Nothing has changed: the ladder was already like that.");
    assert_eq!(club.log().await.len(), 0);
    manage(&club, "edit set:answer=36h idle=30d pace:days:7").await;
    let log = club.log().await;
    assert_eq!(log.len(), 1);
    assert!(log[0].detail.as_deref().is_some_and(|text| text.contains("\nanswer: 3d → 36h\n")), "{log:?}");
    club.organize("organize log")
        .await
        .says("time to answer: 3 days → 1 day 12 hours, time without a game: off → 30 days")
        .says("pace: ")
        .omits("36h");
}

/// Discord's permission bits: ban members, manage roles.
const BAN: u64 = 4;
const ROLES: u64 = 1 << 28;

/// `/setup leader` by a user with these rights, while the bot has others. Role 66 may ban; the other roles have
/// everyone's permissions only.
async fn leader(club: &Club, options: &str, rights: u64, bot: u64) -> SentMessage {
    let change = move |json: &mut Value| {
        json["member"]["permissions"] = json!(rights.to_string());
        json["app_permissions"] = json!(bot.to_string());
        json["data"]["resolved"]["roles"] = json!({
            "9": { "permissions": EVERYBODY.to_string() }, "66": { "permissions": (BAN | EVERYBODY).to_string() },
            "77": { "permissions": "0" }, "78": { "permissions": EVERYBODY.to_string() },
        });
    };
    club.say_changed(CHLOE, &format!("setup leader{options}"), change).await
}

/// The same by somebody who may.
async fn choose(club: &Club, role: u64) -> SentMessage {
    leader(club, &format!(" role:{role}"), MANAGES_SERVER | ROLES | EVERYBODY, ROLES).await
}

async fn choose_nobody(club: &Club) -> SentMessage {
    leader(club, " nobody:true", MANAGES_SERVER | ROLES | EVERYBODY, ROLES).await
}

fn has_role(role: u64) -> String {
    format!("The leader of this ladder has <@&{role}>.")
}

async fn row(club: &Club) -> Option<LeaderRole> {
    club.store.clubs().leader_role(club.ladder).await.expect("readable")
}

fn next(club: &Club, changes: &[RoleOutcome]) {
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
    let has_role = "The leader of this ladder has <@&";
    for (role, rights, said) in [
        ("66", EVERYBODY, managers),
        ("66", ROLES, managers),
        ("66", MANAGES_EVENTS | ROLES, managers),
        ("66", MANAGES_SERVER | EVERYBODY, own),
        ("77", MANAGES_SERVER | EVERYBODY, own),
        ("66", MANAGES_SERVER | ROLES | EVERYBODY, more),
        ("78", MANAGES_SERVER | ROLES, "<@&78> allows more"),
        // A role that Discord does not describe.
        ("79", MANAGES_SERVER | ROLES | EVERYBODY, "<@&79> allows more"),
        ("66", MANAGES_SERVER | ROLES | BAN | EVERYBODY, has_role),
        ("66", 8, has_role),
        ("79", 8, has_role),
    ] {
        leader(&club, &format!(" role:{role}"), rights, ROLES).await.begins(said);
        assert_eq!(row(&club).await.is_some(), said == has_role, "{role} {rights:x}");
    }
    leader(&club, " nobody:true", MANAGES_SERVER, ROLES).await.begins(own);
    assert!(row(&club).await.is_some_and(|role| !role.is_ended()));
}

#[tokio::test]
async fn the_leader_is_given_a_role_at_once_where_the_bot_may() {
    let club = Club::new("swap", "", 2).await;
    let (roles, no_role) = (MANAGES_SERVER | ROLES | EVERYBODY, "The leader of this ladder has no role");
    leader(&club, "", MANAGES_SERVER, ROLES).await.begins(no_role);
    leader(&club, " role:77", roles, 0).await.says("Give me the permission **Manage Roles**");
    choose(&club, 9).await.begins("Choose a role that not everyone has.");
    next(&club, &[RoleOutcome::Refused]);
    choose(&club, 77).await.begins("I can't give <@&77>. Put my role above it");
    assert_eq!(row(&club).await, None);
    // The attempt is recorded before Discord is question, so no crash leaves a role that the log omits.
    let log = club.log().await;
    let mut details: Vec<&str> = log.iter().filter_map(|entry| entry.detail.as_deref()).collect();
    details.sort_unstable();
    assert_eq!(details, ["leader: <@&77>", "leader: <@&77>: refused"]);
    choose(&club, 77).await.reads(&has_role(77));
    choose(&club, 78).await.reads(&has_role(78));
    leader(&club, "", MANAGES_SERVER, 0).await.reads(&has_role(78));
    let (first, second) = (RoleId(77), RoleId(78));
    assert_eq!(changes(&club), [(true, ADA, first), (false, ADA, first), (true, ADA, second)]);
    for _ in 0..2 {
        choose_nobody(&club).await.begins(no_role);
    }
    leader(&club, "", MANAGES_SERVER, 0).await.begins(no_role);
    let ended = row(&club).await.expect("kept until the role is taken");
    assert_eq!((ended.is_ended(), ended.role, ended.holder, ended.set_by), (true, second, Some(ADA), CHLOE));
    assert_eq!(club.log().await.len(), 5);
    // Chosen again before it was taken.
    choose(&club, 77).await.reads(&has_role(77));
    assert_eq!(changes(&club), [(false, ADA, second), (true, ADA, first)]);
}

#[tokio::test]
async fn the_role_of_the_organizers_is_no_prize() {
    let club = Club::new("swap", "", 2).await;
    let same = "The leader of a ladder and the organizers can't have the same role";
    choose(&club, 77).await.reads(&has_role(77));
    club.say_as(ADA, MANAGES_SERVER, "setup organizers role:77").await.begins(same);
    club.say_as(ADA, MANAGES_SERVER, "setup organizers role:78").await.omits(same);
    choose(&club, 78).await.begins(same);
    assert_eq!(row(&club).await.map(|role| role.role), Some(RoleId(77)));
}

#[tokio::test]
async fn a_leader_who_has_left_the_server_does_not_keep_a_role_from_being_chosen() {
    let club = Club::new("swap", "", 2).await;
    next(&club, &[RoleOutcome::NotAMember]);
    choose(&club, 77).await.reads(&has_role(77));
    let stored = row(&club).await.expect("chosen");
    assert_eq!((stored.role, stored.holder, stored.given), (RoleId(77), None, None));
    // A leader who leaves while they have the role.
    choose(&club, 77).await.reads(&has_role(77));
    next(&club, &[RoleOutcome::NotAMember, RoleOutcome::NotAMember]);
    choose(&club, 78).await.reads(&has_role(78));
}

#[tokio::test]
async fn a_choice_of_a_role_leaves_none_behind() {
    let club = Club::new("swap", "", 2).await;
    // Without an answer she may have it, which is recorded.
    next(&club, &[RoleOutcome::Failed]);
    choose(&club, 77).await.says("has <@&77>. Discord isn't answering at the moment. I'll give");
    let stored = row(&club).await.expect("chosen");
    assert_eq!((stored.holder, stored.given), (None, Some(ADA)));
    // During the handover no one can intervene.
    for answer in [choose(&club, 78).await, choose_nobody(&club).await] {
        answer.begins("I'm handing over this role at the moment.");
    }
    assert_eq!(row(&club).await, Some(stored.clone()));
    assert_eq!(changes(&club), []);
    club.clock.advance(MINUTE);
    // The former role is taken from everyone who may have it.
    let both = LeaderRole { holder: Some(BRUNO), next_at: Timestamp(0), ..stored.clone() };
    assert!(club.store.clubs().set_leader_role(Some(&stored), &both, None).await.expect("written"));
    let (first, second) = (RoleId(77), RoleId(78));
    // If Discord does not answer, it still counts.
    next(&club, &[RoleOutcome::Done, RoleOutcome::Failed]);
    choose(&club, 78).await.begins("Discord isn't answering at the moment, so the former role");
    assert_eq!(changes(&club), [(false, ADA, first)]);
    let after = row(&club).await.expect("kept");
    assert_eq!((after.role, after.holder, after.given, after.next_at), (first, None, Some(BRUNO), Timestamp(0)));
    choose(&club, 78).await.reads(&has_role(78));
    assert_eq!(changes(&club), [(false, BRUNO, first), (true, ADA, second)]);
    // The new one is refused, so the former one counts, and is given again.
    next(&club, &[RoleOutcome::Done, RoleOutcome::Refused]);
    choose(&club, 77).await.begins("I can't give <@&77>.");
    let after = row(&club).await.expect("kept");
    assert_eq!((after.role, after.holder, after.given, after.seen), (second, None, None, LeaderRole::NEW));
    // The former one cannot be taken, so its holder is named.
    choose(&club, 78).await.reads(&has_role(78));
    next(&club, &[RoleOutcome::Refused]);
    choose(&club, 77).await.says("has <@&77>. I couldn't take <@&78> from <@1>.");
}

#[tokio::test]
async fn players_are_added_from_a_file() {
    let club = Club::new("swap", "", 2).await;
    let [zoe, hugo, absent] = [80_351_110_224_678_912, 80_351_110_224_678_913, 80_351_110_224_678_914].map(UserId);
    club.sender.members.lock().expect("whole").extend([person(zoe), person(hugo)]);
    let send = async |by: UserId, size: usize, text: &str| {
        *club.sender.file.lock().expect("whole") = Some(text.as_bytes().to_vec());
        let attached = |json: &mut Value| {
            let file =
                json!({ "id": "77", "filename": "players.csv", "size": size, "url": "https://cdn.discordapp.com/77" });
            json["data"]["resolved"]["attachments"] = json!({ "77": file });
            json["member"]["permissions"] = if by == ADA { MANAGES_SERVER.to_string() } else { "0".to_owned() }.into();
        };
        club.say_changed(by, "organize ladder add file:77", attached).await
    };
    let text = format!("user,name\n{},Zoe\n{},\n{},gone\n", zoe.0, hugo.0, absent.0);
    send(BRUNO, 99, &text).await.says("organizer");
    for (size, wrong, says) in [
        (99, "user\nZoe\n", "Line 2 of the file has no Discord id: `Zoe`."),
        (99, "user\n", "The file lists no players."),
        (70_000, "", "A file of players can have at most 64 KiB."),
    ] {
        send(ADA, size, wrong).await.says(says);
    }
    assert_eq!(club.table().await.len(), 2, "nobody was added");
    send(ADA, 99, &text)
        .await
        .begins("2 players were added to **Club ladder**:")
        .says(&format!("has this id: `{}`", absent.0));
    assert_eq!(club.table().await[2..], [zoe.0, hugo.0], "in the order of the file");
    send(ADA, 99, &text).await.begins("Nobody was added to **Club ladder**.");
    club.sender.members.lock().expect("whole").clear();
    *club.sender.is_silent.lock().expect("whole") = true;
    send(ADA, 99, &text).await.says("nobody was added");
}

#[tokio::test]
async fn players_are_added_many_at_a_time_by_organizers() {
    let club = Club::new("swap", "", 0).await;
    club.join(BRUNO).await;
    let menu = manage(&club, "add").await;
    menu.privately().begins("Who should be added to **Club ladder**?");
    let ids = [CHLOE, BRUNO, DEPARTED, ADA].map(|user| user.0.to_string());
    let users: serde_json::Map<String, Value> =
        ids.iter().map(|id| (id.clone(), json!({ "id": id, "username": format!("user {id}") }))).collect();
    let mut members: serde_json::Map<String, Value> =
        ids.iter().map(|id| (id.clone(), json!({ "permissions": "3072" }))).collect();
    members.remove(&DEPARTED.0.to_string());
    let data = json!({ "values": ids, "resolved": { "users": users, "members": members } });
    club.use_as(BRUNO, 0, menu.control("ladder-add"), data.clone()).await;
    assert_eq!(club.table().await, [BRUNO.0], "a forged choice");
    club.use_as(ADA, MANAGES_SERVER, menu.control("ladder-add"), data.clone())
        .await
        .begins("2 players were added to **Club ladder**:\n")
        .says(&format!("Not added: <@{}> (not in this server, or can't see this channel)", DEPARTED.0));
    assert_eq!(club.table().await, [BRUNO.0, CHLOE.0, ADA.0]);
    // Pressed twice.
    club.use_as(ADA, MANAGES_SERVER, menu.control("ladder-add"), data)
        .await
        .begins("Nobody was added to **Club ladder**.");
    assert_eq!(club.table().await, [BRUNO.0, CHLOE.0, ADA.0]);
}

#[tokio::test]
async fn an_organizer_may_be_among_those_who_are_added_to_an_empty_ladder() {
    let club = Club::new("swap", "", 0).await;
    let by = club.by(ADA);
    let (_, added) =
        organizers::add_players(&club.games, club.ladder, &by, &[person(ADA), person(BRUNO)]).await.expect("new");
    assert_eq!(added.len(), 2);
}
