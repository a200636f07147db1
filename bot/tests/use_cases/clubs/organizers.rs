//! `/organize`: permissions, effects on a game, and the log.

use super::*;
use clubs::organizers;

/// `/organize` by Chloé, who plays in none of the games.
async fn organize(harness: &Harness, line: &str) -> SentMessage {
    harness.say_as(CHLOE, MANAGES_EVENTS, &format!("organize {line}")).await
}

/// A button under an answer to her.
async fn press(harness: &Harness, custom_id: &str) -> SentMessage {
    harness.press_as(CHLOE, MANAGES_EVENTS, custom_id).await
}

/// *Yes* to a question to her.
async fn confirm(harness: &Harness, question: &SentMessage) -> SentMessage {
    press(harness, question.control("organize-confirm")).await
}

fn by_chloe(harness: &Harness) -> Organizer {
    Organizer { request: harness.request(), guild: GUILD, user: CHLOE, reason: Some("for a test".to_owned()) }
}

/// The actions in the log, the newest first.
async fn log(harness: &Harness) -> Vec<AuditAction> {
    harness.log().await.into_iter().map(|entry| entry.action).collect()
}

/// The notice that is sent now, and who is mentioned by it.
async fn posted(harness: &Harness, game: GameId, notice: Notice) -> (SentMessage, Vec<UserId>) {
    assert_eq!(harness.notices().await, std::slice::from_ref(&notice));
    harness.notice(game, harness.game(game).await.version, notice).await.expect("a notice")
}

/// A game in which both players have moved.
async fn played(harness: &Harness) -> GameId {
    let game = harness.under_way().await;
    harness.notices().await;
    game
}

#[tokio::test]
async fn only_organizers_of_the_server_decide_on_its_games() {
    let harness = Harness::new();
    let game = played(&harness).await;
    let before = harness.record(game).await;
    for (command, without_reason) in [
        ("adjudicate draw:true", "Say why in `reason`."),
        ("annul", "Say why in `reason`."),
        ("extend days:2", "Say why in `reason`."),
        ("pause days:2", "Say why in `reason`."),
        ("resume", "This game isn't paused."),
    ] {
        let line = format!("organize {command} game:{game} reason:he left");
        harness.say_as(CHLOE, EVERYBODY, &line).await.privately().begins("Only organizers of this server");
        harness.say_directly(CHLOE, &line).await.begins("This command is for servers");
        let elsewhere = |json: &mut Value| {
            json["guild_id"] = json!("10");
            json["member"]["permissions"] = json!(MANAGES_EVENTS.to_string());
        };
        harness.say_changed(CHLOE, &line, elsewhere).await.begins("This game isn't played on this server.");
        organize(&harness, &format!("{command} game:000000007 reason:he left")).await.says("doesn't exist");
        organize(&harness, &format!("{command} game:{game} reason: \u{202e}")).await.begins(without_reason);
    }
    harness.say_as(CHLOE, EVERYBODY, "organize log").await.begins("Only organizers");
    assert_eq!((harness.record(game).await, log(&harness).await), (before, vec![]));
    assert_eq!(harness.complete_as(CHLOE, EVERYBODY, "organize annul game:").await, []);
}

#[tokio::test]
async fn a_role_may_organize_that_the_server_has_chosen() {
    let harness = Harness::new();
    let game = played(&harness).await;
    let with_role = |json: &mut Value| {
        json["member"]["permissions"] = json!(EVERYBODY.to_string());
        json["member"]["roles"] = json!(["77", "78"]);
    };
    let line = format!("organize pause game:{game} days:2 reason:he left");
    let pause = || harness.say_changed(CHLOE, &line, with_role);
    pause().await.begins("Only organizers");
    harness.say_as(DINA, MANAGES_SERVER, "setup organizers role:9").await.reads("Choose a role that not everyone has.");
    harness.say_as(CHLOE, EVERYBODY, "setup organizers role:78").await.begins("Only people who can manage this server");
    harness
        .say_as(DINA, MANAGES_SERVER, "setup organizers role:78")
        .await
        .begins("**Organizers of this server**\n• Organizers: everyone")
        .says("<@&78>")
        .says("*Integrations*");
    pause().await.begins("You paused game");
    harness.say_as(DINA, MANAGES_SERVER, "setup organizers nobody:true").await.omits("<@&");
    pause().await.begins("Only organizers");
    assert_eq!(log(&harness).await, [AuditAction::SetUp, AuditAction::Paused, AuditAction::SetUp]);
}

#[tokio::test]
async fn a_game_is_adjudicated_once_its_organizer_has_confirmed() {
    let harness = Harness::new();
    let game = played(&harness).await;
    let adjudicate =
        async |options: &str| organize(&harness, &format!("adjudicate reason:he **left** game:{game}{options}")).await;
    adjudicate(" winner:3").await.begins("<@3> doesn't play in this game.");
    for unclear in ["", " winner:1 draw:true"] {
        adjudicate(unclear).await.begins("Choose one: the winner in `winner`");
    }
    let question = adjudicate(" winner:2").await;
    question.privately().says("with a win for <@2>? This can't be undone.").says("he \\*\\*left\\*\\*");
    assert_eq!((harness.game(game).await.phase, log(&harness).await), (Phase::Playing, vec![]), "nothing is done yet");
    let yes = question.control("organize-confirm");

    // Another user, and a user without the permission.
    harness.press_as(DINA, MANAGES_EVENTS, yes).await.begins("This question is more than a day old");
    harness.press_as(CHLOE, EVERYBODY, yes).await.begins("Only organizers");
    press(&harness, "v1:organize-confirm:5").await.begins("This question is more than a day old");
    assert_eq!(harness.game(game).await.phase, Phase::Playing);

    let done = press(&harness, yes).await;
    assert!(done.updates && done.text.contains("**<@2> beat <@1>"), "{done:?}");
    let after = harness.game(game).await;
    assert_eq!((after.phase, after.end_reason()), (Phase::Over, Some(EndReason::Adjudication)));
    assert_eq!(after.result().expect("a result").to_string(), "white");
    let notice = Notice::Adjudicated { organizer: CHLOE, reason: "he **left**".to_owned() };
    let (post, mentioned) = posted(&harness, game, notice).await;
    post.says("organizer <@3> decided this game. Reason: he \\*\\*left").says("by an organizer's decision.");
    assert!(!post.png.is_empty() && mentioned == [ADA, BRUNO], "{post:?}");

    press(&harness, yes).await.says("**<@2> beat <@1>");
    assert_eq!(harness.game(game).await, after, "a second press does nothing");
    let entries = harness.log().await;
    let [entry] = entries.as_slice() else { panic!("{entries:?}") };
    assert_eq!((entry.action, entry.actor, entry.player), (AuditAction::Adjudicated, Some(CHLOE), Some(BRUNO)));
    assert_eq!((entry.game, entry.reason.as_deref()), (Some(game), Some("he **left**")));
    adjudicate(" winner:1").await.reads("The game is over.");
    assert_eq!(harness.problem(game).await, None);
}

#[tokio::test]
async fn a_draw_is_a_result_too_and_a_decision_is_about_the_game_that_was_shown() {
    let harness = Harness::new();
    let game = played(&harness).await;
    let line = format!("adjudicate reason:agreed by phone game:{game} draw:true");
    let question = organize(&harness, &line).await;
    harness.play(game, ADA, "d4c3").await.expect("legal");
    confirm(&harness, &question).await;
    assert_eq!(harness.game(game).await.phase, Phase::Playing, "it was about the game before");
    let question = organize(&harness, &line).await;
    harness.wait(25);
    confirm(&harness, &question).await.begins("This question is more than a day old");
    let question = organize(&harness, &line).await;
    confirm(&harness, &question).await.says("** by an organizer's decision.");
    assert_eq!(harness.game(game).await.result(), Some(games::domain::GameOutcome::Draw));
}

#[tokio::test]
async fn the_result_of_an_annulled_game_counts_no_longer() {
    let harness = Harness::new();
    let other = played(&harness).await;
    harness.resign(other, ADA).await;
    let game = played(&harness).await;
    harness.resign(game, BRUNO).await;
    harness.count_results().await;
    let key = RatingKey { user: ADA, group: RatingGroup::Standard, guild: Some(GUILD) };
    let games = async || {
        let ratings = harness.store.ratings_of(&[ADA]).await.expect("readable");
        ratings.into_iter().find(|(of, _)| *of == key).map(|(_, rating)| rating.games)
    };
    assert_eq!(games().await, Some(2));
    let question = organize(&harness, &format!("annul reason:sandbagging game:{game}")).await;
    question.says("It will count as not played");
    confirm(&harness, &question).await.begins("You annulled game");
    let after = harness.game(game).await;
    assert!(after.is_annulled() && after.result().is_none(), "{after:?}");
    let take_back = async || organizers::take_back_annulled(&harness.games).await.expect("readable");
    assert_eq!((take_back().await, games().await), (1, Some(1)), "the loop of results does it");
    let checked = harness.recompute(false).await;
    assert_eq!((checked.games, checked.different), (2, 0));
    assert_eq!(take_back().await, 0, "it is done once");
    organize(&harness, &format!("annul reason:x game:{game}")).await.reads("An organizer annulled this game.");
    assert_eq!(harness.problem(game).await, None);
    harness.say(ADA, &format!("move game:{game} move:a2b3")).await.reads("An organizer annulled this game.");
}

#[tokio::test]
async fn a_result_that_is_counted_while_its_game_is_annulled_is_taken_back() {
    let harness = Harness::new();
    let game = played(&harness).await;
    harness.resign(game, BRUNO).await;
    // Counted by a process that had read the game before.
    harness.count_results().await;
    harness.store.tamper(game, |record| {
        record.game.phase = Phase::Void;
        record.game.ending = Some(games::domain::Ending::of(EndReason::Annulled));
    });
    assert_eq!(organizers::take_back_annulled(&harness.games).await.expect("readable"), 1);
    assert_eq!(organizers::take_back_annulled(&harness.games).await.expect("readable"), 0);
    assert_eq!(harness.all_ratings().await, []);
}

#[tokio::test]
async fn a_running_game_is_annulled_at_any_move() {
    let harness = Harness::new();
    let game = played(&harness).await;
    let question = harness.request();
    let by = Organizer { request: question, ..by_chloe(&harness) };
    organizers::ask_to_decide(&harness.games, &by, game, Decision::Annul).await.expect("asked");
    let decide = || organizers::decide(&harness.games, harness.request(), GUILD, CHLOE, question);
    let (_, first) = decide().await.expect("annulled");
    let (_, second) = decide().await.expect("the same answer");
    assert!(!first.repeated && second.repeated);
    let after = harness.game(game).await;
    assert_eq!((after.phase, after.turn.deadline_at, after.turn.wake_at), (Phase::Void, None, None));
    let notice = Notice::Annulled { by: Some(Annulled { organizer: CHLOE, reason: "for a test".to_owned() }) };
    let (post, mentioned) = posted(&harness, game, notice).await;
    post.says("organizer <@3> annulled this game.");
    assert_eq!(mentioned, [ADA, BRUNO]);
    assert_eq!(harness.problem(game).await, None);
    let offered = harness.offered().await;
    refused!(
        organizers::ask_to_decide(&harness.games, &by_chloe(&harness), offered, Decision::Annul).await,
        GameError::NotStarted
    );
}

#[tokio::test]
async fn the_player_on_turn_gets_more_time_and_is_reminded_of_the_new_deadline() {
    let harness = Harness::new();
    let game = played(&harness).await;
    let before = harness.game(game).await.turn.deadline_at.expect("a deadline");
    harness.wait(49);
    harness.run_alarm(game).await;
    harness.notices().await;
    organize(&harness, &format!("extend reason:in hospital game:{game} days:2 hours:1 minutes:30"))
        .await
        .begins("<@1> has more time in game");
    let after = harness.game(game).await;
    let until = after.turn.deadline_at.expect("a deadline");
    assert_eq!(until.since(before), 49 * HOUR + HOUR / 2);
    let notice = Notice::Extended { organizer: CHLOE, reason: "in hospital".to_owned(), ply: 2 };
    posted(&harness, game, notice.clone()).await.0.says(&format!("Deadline: <t:{}:f>", until.0 / 1000));
    // A day before the new deadline.
    assert_eq!(after.turn.wake_at, Some(until.plus(-24 * HOUR)));
    harness.clock.advance(until.since(harness.clock_now()) - 24 * HOUR);
    harness.run_alarm(game).await;
    assert!(matches!(harness.notices().await.as_slice(), [Notice::Reminder(Reminder::Step { .. })]));
    harness.play(game, ADA, "d4c3").await.expect("in time");
    assert!(harness.notice(game, after.version, notice).await.is_none(), "the turn is over");
    assert_eq!(harness.game(game).await.turn.allowance_ms, None, "it holds for one turn");

    for millis in [0, -1, i64::MAX] {
        refused!(
            organizers::extend(&harness.games, by_chloe(&harness), game, millis).await,
            GameError::Organizer(OrganizerError::BadExtension(365))
        );
    }
    let timeless = harness.started_as("abalone", "none").await;
    refused!(organizers::extend(&harness.games, by_chloe(&harness), timeless, HOUR).await, GameError::NoClock);
}

#[tokio::test]
async fn time_given_to_a_clock_that_runs_down_is_kept_for_later_turns() {
    let harness = Harness::new();
    let game = harness.started_as("abalone", "total:10d").await;
    harness.wait(9 * 24);
    organizers::extend(&harness.games, by_chloe(&harness), game, 48 * HOUR).await.expect("extended");
    harness.wait(24);
    harness.play(game, ADA, "a1b2").await.expect("in time");
    let record = harness.record(game).await.expect("there");
    assert_eq!(record.seats[0].clock, Some(48 * HOUR), "10 days and 2, of which 10 are used");
    assert_eq!(record.seats[1].clock, Some(10 * 24 * HOUR));
}

#[tokio::test]
async fn the_same_request_gives_time_once() {
    let harness = Harness::new();
    let game = played(&harness).await;
    let organizer = by_chloe(&harness);
    organizers::extend(&harness.games, organizer.clone(), game, HOUR).await.expect("extended");
    let once = harness.game(game).await;
    assert!(organizers::extend(&harness.games, organizer, game, HOUR).await.expect("the same answer").repeated);
    assert_eq!(harness.game(game).await, once);
    assert_eq!(log(&harness).await, [AuditAction::Extended]);
}

#[tokio::test]
async fn only_organizers_end_the_pause_of_an_organizer_early() {
    let harness = Harness::new();
    let game = played(&harness).await;
    let before = harness.game(game).await.turn.deadline_at.expect("a deadline");
    let options = format!("reason:the site was down game:{game}");
    let pause = format!("pause {options} days:3");
    organize(&harness, &pause).await.begins("You paused game");
    let paused = harness.game(game).await;
    let until = harness.clock_now().plus(72 * HOUR);
    let notice = Notice::Paused { organizer: CHLOE, reason: "the site was down".to_owned(), until };
    let (post, mentioned) = posted(&harness, game, notice.clone()).await;
    post.says("paused this game");
    assert!(post.controls.is_empty() && mentioned == [ADA, BRUNO], "{post:?}");
    for line in [format!("game resume game:{game}"), format!("move game:{game} move:a2b3")] {
        harness.say(ADA, &line).await.begins("An organizer paused this game until");
    }
    harness.press(ADA, &format!("v1:resume:{game}:{}", paused.version)).await.begins("An organizer paused");
    organize(&harness, &pause).await.begins("An organizer paused");
    harness.wait(24);
    organize(&harness, &format!("resume {options}")).await.ends("continues.");
    let after = harness.game(game).await;
    assert_eq!(after.turn.deadline_at.map(|at| at.since(before)), Some(24 * HOUR), "what was left is left");
    assert!(harness.notice(game, paused.version, notice).await.is_none(), "the pause is over");
    let notice = Notice::Unpaused { organizer: CHLOE, reason: "the site was down".to_owned(), ply: 2 };
    let (post, _) = posted(&harness, game, notice).await;
    assert!(!post.says("<@3> resumed this game").png.is_empty(), "{post:?}");
    organize(&harness, &format!("resume {options}")).await.reads("This game isn't paused.");
    assert_eq!(log(&harness).await, [AuditAction::Resumed, AuditAction::Paused]);
}

#[tokio::test]
async fn a_pause_ends_by_itself_and_one_of_the_players_is_ended_by_an_organizer_too() {
    let harness = Harness::new();
    let game = harness.started_as("abalone", "none").await;
    organizers::pause(&harness.games, by_chloe(&harness), game, 1).await.expect("also without a clock");
    refused!(
        organizers::pause(&harness.games, by_chloe(&harness), game, 0).await,
        GameError::Organizer(OrganizerError::Paused(_))
    );
    harness.wait(24);
    harness.run_alarm(game).await;
    assert_eq!(harness.game(game).await.agreements.adjourned, None);
    refused!(organizers::pause(&harness.games, by_chloe(&harness), game, 0).await, GameError::AdjournedTooLong(90));
    refused!(organizers::pause(&harness.games, by_chloe(&harness), game, 91).await, GameError::AdjournedTooLong(90));

    let game = played(&harness).await;
    adjourn::propose(&harness.games, harness.request(), game, ADA, 5).await.expect("proposed");
    let version = harness.game(game).await.version;
    harness.press(BRUNO, &format!("v1:agree:{game}:{version}")).await;
    assert!(harness.game(game).await.agreements.adjourned.is_some());
    organizers::unpause(&harness.games, by_chloe(&harness), game).await.expect("resumed");
    assert_eq!(harness.game(game).await.agreements.adjourned, None);
}

#[tokio::test]
async fn the_log_is_shown_in_pages_and_handed_out_as_a_file() {
    let harness = Harness::new();
    organize(&harness, "log").await.reads("Organizers haven't done anything here yet.");
    let game = played(&harness).await;
    for hours in 1..=12 {
        let reason = Some(format!("`reason` {hours}"));
        let organizer = Organizer { reason, ..by_chloe(&harness) };
        organizers::extend(&harness.games, organizer, game, hours * HOUR).await.expect("extended");
        harness.wait(1);
    }
    let first = organize(&harness, "log").await;
    first.privately().says("(page 1 of 2)");
    assert_eq!(first.text.lines().count(), 11);
    first.says("<@3> · gave more time · <@1> · 12 hours · ").says("reason\\` 12");
    assert_eq!(first.labels, ["Older"]);
    let second = press(&harness, first.control("organize-log")).await;
    assert!(second.updates && second.text.contains("(page 2 of 2)"), "{second:?}");
    assert_eq!((second.text.lines().count(), second.labels.clone()), (3, vec!["Newer".to_owned()]));
    let far = press(&harness, "v1:organize-log:4000000000").await;
    assert_eq!(far.text, second.text);
    harness.press_as(DINA, EVERYBODY, "v1:organize-log:0").await.begins("Only organizers");
    let exported = organize(&harness, "log export:true").await;
    let [file] = exported.files.as_slice() else { panic!("{exported:?}") };
    let lines: Vec<Value> = file.text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((lines.len(), file.name.as_str()), (12, "log.jsonl"));
    assert_eq!(lines[0]["reason"], "`reason` 12");
    assert_eq!((lines[0]["actor"].as_str(), lines[0]["player"].as_str()), (Some("3"), Some("1")));
    assert_eq!(lines[0]["game"], game.to_string());
    // More than are read at once, many of the same instant.
    let entry = harness.log().await.remove(0);
    for n in 0..2_500 {
        let reason = Some(format!("n{n}"));
        let entry = AuditEntry { request: harness.request(), at: entry.at.plus(n / 700), reason, ..entry.clone() };
        harness.store.record_audit(&entry).await.expect("a store in memory");
    }
    let exported = organize(&harness, "log export:true").await;
    assert!(exported.text.contains("2,512") || exported.text.contains("2512"), "{}", exported.text);
    let reasons: BTreeSet<String> = exported.files[0]
        .text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["reason"].to_string())
        .collect();
    assert_eq!((exported.files[0].text.lines().count(), reasons.len()), (2_512, 2_512), "each once");
}

#[tokio::test]
async fn the_thread_of_a_game_names_it_and_others_are_completed() {
    let harness = Harness::new();
    let game = played(&harness).await;
    harness.thread(game, 100).await;
    organize(&harness, "pause reason:x1").await.says("`#1`");
    let over = played(&harness).await;
    harness.resign(over, BRUNO).await;
    let complete = async |name: &str, typed: &str| {
        harness.complete_as(CHLOE, MANAGES_EVENTS, &format!("{name} game:{typed}")).await
    };
    let playing = complete("organize pause", "").await;
    assert_eq!(playing, [("person 1 – person 2 · #1".to_owned(), game.to_string())]);
    assert_eq!(complete("organize annul", "").await.len(), 2);
    assert_eq!(complete("organize annul", "nobody").await, []);
    let by_id = harness.complete_as(CHLOE, MANAGES_EVENTS, &format!("organize annul game:{over}")).await;
    assert!(by_id.len() == 1 && by_id[0].1 == over.to_string(), "an id completes as well: {by_id:?}");
    let nowhere = Harness::new();
    organize(&nowhere, "annul reason:x1").await.begins("There are no games");
}

#[tokio::test]
async fn a_decision_is_made_by_a_menu_buttons_and_a_form() {
    let (harness, game) = Harness::with_game().await;
    let here = organize(&harness, "show").await;
    assert!(here.labels.contains(&"Annul…".to_owned()), "the only game here: {:?}", here.labels);
    harness.started().await;
    let answer = organize(&harness, "show").await;
    let choose = answer.control("run").to_owned();
    let data = json!({ "values": [game.to_string()] });
    let refused = harness.use_as(CHLOE, EVERYBODY, &choose, data.clone()).await;
    assert!(refused.controls.is_empty(), "who does not organize sees nothing: {}", refused.text);
    let panel = harness.use_as(CHLOE, MANAGES_EVENTS, &choose, data).await;
    assert_eq!(panel.labels, ["person 1 wins…", "person 2 wins…", "Draw…", "Pause…", "Give time…", "Annul…"]);
    let form = press(&harness, &panel.controls[1]).await;
    assert_eq!((form.text.as_str(), form.labels.len()), ("Decide the result of a game", 1));
    let fields = |fields: &[(&str, &str)]| json!({ "components": form_rows(fields) });
    let reason = fields(&[("reason", "left for good")]);
    harness.use_as(CHLOE, MANAGES_EVENTS, &form.controls[0], reason.clone()).await.says("<@2>").says("left for good");
    assert_eq!(harness.game(game).await.phase, Phase::Playing, "it is asked first");
    let days = press(&harness, &panel.controls[3]).await;
    assert_eq!(days.labels.len(), 2);
    let many = fields(&[("reason", "rain"), ("days", "many")]);
    let refused = harness.use_as(CHLOE, MANAGES_EVENTS, &days.controls[0], many).await;
    assert!(!refused.privately().says("`many`").updates, "the message with the buttons stays");
    let three = fields(&[("reason", "rain"), ("days", "3")]);
    harness.use_as(CHLOE, MANAGES_EVENTS, &days.controls[0], three).await;
    let until = harness.game(game).await.agreements.adjourned.expect("paused").until;
    assert_eq!(until.since(harness.clock.now()), 3 * 86_400_000);
    // A typed command without a game offers a menu, and keeps the reason.
    let which = organize(&harness, "annul reason:by mistake").await;
    harness
        .use_as(CHLOE, MANAGES_EVENTS, which.control("run"), json!({ "values": [game.to_string()] }))
        .await
        .says("by mistake");
    // Another user sends the same form.
    let forged = harness.use_as(BRUNO, EVERYBODY, &form.controls[0], reason).await;
    assert!(forged.controls.is_empty(), "{}", forged.text);
}
