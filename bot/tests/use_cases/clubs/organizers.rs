//! `/organize`: permissions, effects on a game, and the log.

use std::collections::BTreeSet;

use base::clock::Clock as _;
use bot::features::proposals::adjourn;
use bot::features::resign;
use clubs::domain::Decision;
use clubs::organizers;
use clubs::ratings::{self, recomputation};
use clubs::store::Clubs as _;
use games::domain::rating::{RatingGroup, RatingKey};
use games::domain::{
    Annulled, AuditAction, AuditEntry, GameId, GuildId, Notice, Organizer, OrganizerError, Phase, Reminder, UserId,
};
use games::{GameError, alarms};
use serde_json::{Value, json};

use crate::refused;
use crate::use_cases::support::fixture::{ADA, BRUNO, CHLOE, DINA, HOUR};
use crate::use_cases::support::harness::{Harness, SentMessage};

const GUILD: GuildId = GuildId(9);
/// Discord's permission bits: manage events; and everyone's, view and send.
const ORGANIZER: u64 = 1 << 33;
const EVERYBODY: u64 = 1 << 10 | 1 << 11;

/// Chloé, who plays in none of the games, organizes.
async fn organize(harness: &Harness, name: &str, options: Value) -> SentMessage {
    harness.command_as(CHLOE, Some(ORGANIZER), &format!("organize {name}"), options).await
}

fn by(harness: &Harness, user: UserId) -> Organizer {
    Organizer { request: harness.request(), guild: GUILD, user, reason: Some("for a test".to_owned()) }
}

/// The actions in the log, the newest first.
async fn log(harness: &Harness) -> Vec<AuditAction> {
    let entries = harness.store.audit_log(GUILD, 0, 99).await.expect("a store in memory");
    entries.into_iter().map(|entry| entry.action).collect()
}

/// A game in which both players have moved.
async fn played(harness: &Harness) -> GameId {
    let game = harness.under_way().await;
    harness.notices().await;
    game
}

const COMMANDS: [&str; 5] = ["adjudicate", "annul", "extend", "pause", "resume"];

fn options(game: GameId) -> Value {
    json!({ "reason": "he left", "game": game.to_string(), "draw": true, "days": 2 })
}

#[tokio::test]
async fn only_organizers_of_the_server_decide_on_its_games() {
    let harness = Harness::new();
    let game = played(&harness).await;
    let before = harness.record(game).await;
    for name in COMMANDS {
        let command = format!("organize {name}");
        let said = harness.command_as(CHLOE, Some(EVERYBODY), &command, options(game)).await;
        assert!(said.private && said.text.starts_with("Only organizers of this server"), "{name}: {said:?}");
        let said = harness.command_as(CHLOE, None, &command, options(game)).await;
        assert!(said.text.starts_with("This command is for servers"), "{name}: {said:?}");
        let elsewhere = |json: &mut Value| {
            json["guild_id"] = json!("10");
            json["member"]["permissions"] = json!(ORGANIZER.to_string());
        };
        let said = harness.command_changed(CHLOE, &command, options(game), elsewhere).await;
        assert!(said.text.starts_with("This game isn't played on this server."), "{name}: {said:?}");
        let mut unknown = options(game);
        unknown["game"] = json!("000000007");
        assert!(organize(&harness, name, unknown).await.text.contains("doesn't exist"), "{name}");
        let mut silent = options(game);
        silent["reason"] = json!(" \u{202e}");
        let expected = if name == "resume" { "This game isn't paused." } else { "Say why in `reason`." };
        let said = organize(&harness, name, silent).await;
        assert!(said.text.starts_with(expected), "{name}: {said:?}");
    }
    let said = harness.command_as(CHLOE, Some(EVERYBODY), "organize log", json!({})).await;
    assert!(said.text.starts_with("Only organizers"), "{said:?}");
    assert_eq!((harness.record(game).await, log(&harness).await), (before, vec![]));
    assert_eq!(harness.complete_as(CHLOE, EVERYBODY, "organize annul", "game", json!({ "game": "" })).await, []);
}

#[tokio::test]
async fn a_role_may_organize_that_the_server_has_chosen() {
    let harness = Harness::new();
    let game = played(&harness).await;
    let with_role = |json: &mut Value| {
        json["member"]["permissions"] = json!(EVERYBODY.to_string());
        json["member"]["roles"] = json!(["77", "78"]);
    };
    let pause = || harness.command_changed(CHLOE, "organize pause", options(game), with_role);
    assert!(pause().await.text.starts_with("Only organizers"));
    let everyone = harness.command_as(DINA, Some(1 << 5), "setup organizers", json!({ "role": "9" })).await;
    assert_eq!(everyone.text, "Choose a role that not everyone has.");
    let said = harness.command_as(CHLOE, Some(EVERYBODY), "setup organizers", json!({ "role": "78" })).await;
    assert!(said.text.starts_with("Only people who can manage this server"), "{said:?}");
    let said = harness.command_as(DINA, Some(1 << 5), "setup organizers", json!({ "role": "78" })).await;
    assert!(said.text.starts_with("**Organizers of this server**\n• Organizers: everyone"), "{said:?}");
    assert!(said.text.contains("<@&78>") && said.text.contains("*Integrations*"), "{said:?}");
    assert!(pause().await.text.starts_with("You paused game"));
    let said = harness.command_as(DINA, Some(1 << 5), "setup organizers", json!({ "nobody": true })).await;
    assert!(!said.text.contains("<@&"), "{said:?}");
    assert!(pause().await.text.starts_with("Only organizers"));
    assert_eq!(log(&harness).await, [AuditAction::SetUp, AuditAction::Paused, AuditAction::SetUp]);
}

#[tokio::test]
async fn a_game_is_adjudicated_once_its_organizer_has_confirmed() {
    let harness = Harness::new();
    let game = played(&harness).await;
    let wanted =
        |winner: u64| json!({ "reason": "he **left**", "game": game.to_string(), "winner": winner.to_string() });
    assert!(organize(&harness, "adjudicate", wanted(3)).await.text.starts_with("<@3> doesn't play in this game."));
    for unclear in [json!({ "reason": "x", "game": game.to_string() }), {
        let mut both = wanted(1);
        both["draw"] = json!(true);
        both
    }] {
        assert!(organize(&harness, "adjudicate", unclear).await.text.starts_with("Choose one: the winner in `winner`"));
    }
    let asked = organize(&harness, "adjudicate", wanted(2)).await;
    assert!(asked.private && asked.text.contains("with a win for <@2>? This can't be undone."), "{asked:?}");
    assert!(asked.text.contains("he \\*\\*left\\*\\*"), "{asked:?}");
    assert_eq!((harness.game(game).await.phase, log(&harness).await), (Phase::Playing, vec![]), "nothing is done yet");
    let yes = asked.control("organize-confirm").to_owned();

    // Another user, and a user without the permission.
    let said = harness.press_as(DINA, ORGANIZER, &yes).await;
    assert!(said.text.starts_with("This question is more than a day old"), "{said:?}");
    let said = harness.press_as(CHLOE, EVERYBODY, &yes).await;
    assert!(said.text.starts_with("Only organizers"), "{said:?}");
    let said = harness.press_as(CHLOE, ORGANIZER, "v1:organize-confirm:5").await;
    assert!(said.text.starts_with("This question is more than a day old"), "{said:?}");
    assert_eq!(harness.game(game).await.phase, Phase::Playing);

    let done = harness.press_as(CHLOE, ORGANIZER, &yes).await;
    assert!(done.updates && done.text.contains("**<@2> beat <@1>"), "{done:?}");
    let after = harness.game(game).await;
    assert_eq!(
        (after.phase, after.end_reason().map(games::domain::EndReason::as_str)),
        (Phase::Over, Some("adjudication"))
    );
    assert_eq!(after.result().expect("a result").to_string(), "white");
    let notice = Notice::Adjudicated { organizer: CHLOE, reason: "he **left**".to_owned() };
    assert_eq!(harness.notices().await, std::slice::from_ref(&notice));
    let (posted, mentioned) = harness.notice(game, after.version, notice).await.expect("a notice");
    assert!(posted.text.contains("organizer <@3> decided this game. Reason: he \\*\\*left"), "{posted:?}");
    assert!(posted.text.contains("by an organizer's decision.") && !posted.png.is_empty(), "{posted:?}");
    assert_eq!(mentioned, [ADA, BRUNO]);

    let again = harness.press_as(CHLOE, ORGANIZER, &yes).await;
    assert!(again.text.contains("**<@2> beat <@1>"), "{again:?}");
    assert_eq!(harness.game(game).await, after, "a second press does nothing");
    let entries = harness.store.audit_log(GUILD, 0, 9).await.expect("readable");
    let [entry] = entries.as_slice() else { panic!("{entries:?}") };
    assert_eq!((entry.action, entry.actor, entry.player), (AuditAction::Adjudicated, Some(CHLOE), Some(BRUNO)));
    assert_eq!((entry.game, entry.reason.as_deref()), (Some(game), Some("he **left**")));
    let said = organize(&harness, "adjudicate", wanted(1)).await;
    assert_eq!(said.text, "The game is over.");
    let problem = games::replay::consistency::problem(harness.store.as_ref(), game).await.expect("readable");
    assert_eq!(problem, None);
}

#[tokio::test]
async fn a_draw_is_a_result_too_and_a_decision_is_about_the_game_that_was_shown() {
    let harness = Harness::new();
    let game = played(&harness).await;
    let draw = json!({ "reason": "agreed by phone", "game": game.to_string(), "draw": true });
    let asked = organize(&harness, "adjudicate", draw.clone()).await;
    harness.play(game, ADA, "d4c3").await.expect("legal");
    let late = harness.press_as(CHLOE, ORGANIZER, asked.control("organize-confirm")).await;
    assert_eq!(harness.game(game).await.phase, Phase::Playing, "{late:?}");
    let asked = organize(&harness, "adjudicate", draw.clone()).await;
    harness.wait(25);
    let late = harness.press_as(CHLOE, ORGANIZER, asked.control("organize-confirm")).await;
    assert!(late.text.starts_with("This question is more than a day old"), "{late:?}");
    let asked = organize(&harness, "adjudicate", draw).await;
    let done = harness.press_as(CHLOE, ORGANIZER, asked.control("organize-confirm")).await;
    assert!(done.text.contains("** by an organizer's decision."), "{done:?}");
    assert_eq!(harness.game(game).await.result(), Some(games::domain::GameOutcome::Draw));
}

#[tokio::test]
async fn the_result_of_an_annulled_game_counts_no_longer() {
    let harness = Harness::new();
    let kept = played(&harness).await;
    resign::resign(&harness.games, harness.request(), kept, ADA, None).await.expect("resigned");
    let game = played(&harness).await;
    resign::resign(&harness.games, harness.request(), game, BRUNO, None).await.expect("resigned");
    ratings::count_results(&harness.games).await.expect("counted");
    let key = RatingKey { user: ADA, group: RatingGroup::Standard, guild: Some(GUILD) };
    let games = async || {
        let ratings = harness.store.ratings_of(&[ADA]).await.expect("readable");
        ratings.into_iter().find(|(of, _)| *of == key).map(|(_, rating)| rating.games)
    };
    assert_eq!(games().await, Some(2));
    let asked = organize(&harness, "annul", json!({ "reason": "sandbagging", "game": game.to_string() })).await;
    assert!(asked.text.contains("It will count as not played"), "{asked:?}");
    let done = harness.press_as(CHLOE, ORGANIZER, asked.control("organize-confirm")).await;
    assert!(done.text.starts_with("You annulled game"), "{done:?}");
    let after = harness.game(game).await;
    assert!(after.is_annulled() && after.result().is_none(), "{after:?}");
    assert_eq!(
        organizers::take_back_annulled(&harness.games).await.expect("readable"),
        1,
        "the loop of results does it"
    );
    assert_eq!(games().await, Some(1));
    let checked = recomputation::recompute(&harness.games, None, false).await.expect("computed");
    assert_eq!((checked.games, checked.different), (2, 0));
    assert_eq!(organizers::take_back_annulled(&harness.games).await.expect("readable"), 0, "it is done once");
    let again = organize(&harness, "annul", json!({ "reason": "x", "game": game.to_string() })).await;
    assert_eq!(again.text, "An organizer annulled this game.");
    assert_eq!(games::replay::consistency::problem(harness.store.as_ref(), game).await.expect("readable"), None);
    let said = harness.command(ADA, "move", json!({ "game": game.to_string(), "move": "a2b3" })).await;
    assert_eq!(said.text, "An organizer annulled this game.");
}

#[tokio::test]
async fn a_result_that_is_counted_while_its_game_is_annulled_is_taken_back() {
    let harness = Harness::new();
    let game = played(&harness).await;
    resign::resign(&harness.games, harness.request(), game, BRUNO, None).await.expect("resigned");
    // Counted by a process that had read the game before.
    ratings::count_results(&harness.games).await.expect("counted");
    harness.store.tamper(game, |record| {
        record.game.phase = Phase::Void;
        record.game.ending = Some(games::domain::Ending::of(games::domain::EndReason::Annulled));
    });
    assert_eq!(organizers::take_back_annulled(&harness.games).await.expect("readable"), 1);
    assert_eq!(organizers::take_back_annulled(&harness.games).await.expect("readable"), 0);
    assert_eq!(harness.store.clubs().all_ratings().await.expect("readable"), []);
}

#[tokio::test]
async fn a_running_game_is_annulled_at_any_move() {
    let harness = Harness::new();
    let game = played(&harness).await;
    let question = harness.request();
    let asked = Organizer { request: question, ..by(&harness, CHLOE) };
    organizers::ask_to_decide(&harness.games, &asked, game, Decision::Annul).await.expect("asked");
    let decide = || organizers::decide(&harness.games, harness.request(), GUILD, CHLOE, question);
    let (_, first) = decide().await.expect("annulled");
    let (_, second) = decide().await.expect("the same answer");
    assert!(!first.repeated && second.repeated);
    let after = harness.game(game).await;
    assert_eq!((after.phase, after.turn.deadline_at, after.turn.wake_at), (Phase::Void, None, None));
    let notice = Notice::Annulled { by: Some(Annulled { organizer: CHLOE, reason: "for a test".to_owned() }) };
    assert_eq!(harness.notices().await, std::slice::from_ref(&notice));
    let (posted, mentioned) = harness.notice(game, after.version, notice).await.expect("a notice");
    assert!(posted.text.contains("organizer <@3> annulled this game.") && mentioned == [ADA, BRUNO]);
    assert_eq!(games::replay::consistency::problem(harness.store.as_ref(), game).await.expect("readable"), None);
    let offered = harness.offered().await;
    refused!(
        organizers::ask_to_decide(&harness.games, &by(&harness, CHLOE), offered, Decision::Annul).await,
        GameError::NotStarted
    );
}

#[tokio::test]
async fn the_player_on_turn_gets_more_time_and_is_reminded_of_the_new_deadline() {
    let harness = Harness::new();
    let game = played(&harness).await;
    let before = harness.game(game).await.turn.deadline_at.expect("a deadline");
    harness.wait(49);
    alarms::run_alarm(&harness.games, game).await.expect("reminded");
    harness.notices().await;
    let said = organize(
        &harness,
        "extend",
        json!({ "reason": "in hospital", "game": game.to_string(), "days": 2, "hours": 1, "minutes": 30 }),
    )
    .await;
    assert!(said.text.starts_with("<@1> has more time in game"), "{said:?}");
    let after = harness.game(game).await;
    let until = after.turn.deadline_at.expect("a deadline");
    assert_eq!(until.since(before), 49 * HOUR + HOUR / 2);
    let notice = Notice::Extended { organizer: CHLOE, reason: "in hospital".to_owned(), ply: 2 };
    assert_eq!(harness.notices().await, std::slice::from_ref(&notice));
    let (posted, _) = harness.notice(game, after.version, notice.clone()).await.expect("a notice");
    assert!(posted.text.contains(&format!("Deadline: <t:{}:f>", until.0 / 1000)), "{posted:?}");
    // A day before the new deadline.
    assert_eq!(after.turn.wake_at, Some(until.plus(-24 * HOUR)));
    harness.clock.advance(until.since(harness.clock_now()) - 24 * HOUR);
    alarms::run_alarm(&harness.games, game).await.expect("reminded again");
    assert!(matches!(harness.notices().await.as_slice(), [Notice::Reminder(Reminder::Step { .. })]));
    harness.play(game, ADA, "d4c3").await.expect("in time");
    assert!(harness.notice(game, after.version, notice).await.is_none(), "the turn is over");
    assert_eq!(harness.game(game).await.turn.allowance_ms, None, "it holds for one turn");

    for millis in [0, -1, i64::MAX] {
        refused!(
            organizers::extend(&harness.games, by(&harness, CHLOE), game, millis).await,
            GameError::Organizer(OrganizerError::BadExtension(365))
        );
    }
    let timeless = harness.started_as("abalone", "none").await;
    refused!(organizers::extend(&harness.games, by(&harness, CHLOE), timeless, HOUR).await, GameError::NoClock);
}

#[tokio::test]
async fn time_given_to_a_clock_that_runs_down_is_kept_for_later_turns() {
    let harness = Harness::new();
    let game = harness.started_as("abalone", "total:10d").await;
    harness.wait(9 * 24);
    organizers::extend(&harness.games, by(&harness, CHLOE), game, 48 * HOUR).await.expect("extended");
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
    let organizer = by(&harness, CHLOE);
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
    let named = json!({ "reason": "the site was down", "game": game.to_string(), "days": 3 });
    assert!(organize(&harness, "pause", named.clone()).await.text.starts_with("You paused game"));
    let paused = harness.game(game).await;
    let until = harness.clock_now().plus(72 * HOUR);
    let notice = Notice::Paused { organizer: CHLOE, reason: "the site was down".to_owned(), until };
    assert_eq!(harness.notices().await, std::slice::from_ref(&notice));
    let (posted, mentioned) = harness.notice(game, paused.version, notice.clone()).await.expect("a notice");
    assert!(posted.text.contains("paused this game") && posted.controls.is_empty(), "{posted:?}");
    assert_eq!(mentioned, [ADA, BRUNO]);
    for (command, who) in [("game resume", ADA), ("move", ADA)] {
        let said = harness.command(who, command, json!({ "game": game.to_string(), "move": "a2b3" })).await;
        assert!(said.text.starts_with("An organizer paused this game until"), "{command}: {said:?}");
    }
    let forged = harness.press(ADA, &format!("v1:resume:{game}:{}", paused.version)).await;
    assert!(forged.text.starts_with("An organizer paused"), "{forged:?}");
    assert!(organize(&harness, "pause", named.clone()).await.text.starts_with("An organizer paused"));
    harness.wait(24);
    let said = organize(&harness, "resume", named.clone()).await;
    assert!(said.text.ends_with("continues."), "{said:?}");
    let after = harness.game(game).await;
    assert_eq!(after.turn.deadline_at.map(|at| at.since(before)), Some(24 * HOUR), "what was left is left");
    assert!(harness.notice(game, paused.version, notice).await.is_none(), "the pause is over");
    let notice = Notice::Unpaused { organizer: CHLOE, reason: "the site was down".to_owned(), ply: 2 };
    assert_eq!(harness.notices().await, std::slice::from_ref(&notice));
    let (posted, _) = harness.notice(game, after.version, notice).await.expect("a notice");
    assert!(posted.text.starts_with("<@3> resumed this game") || posted.text.contains("<@3> resumed this game"));
    assert!(!posted.png.is_empty());
    assert_eq!(organize(&harness, "resume", named).await.text, "This game isn't paused.");
    assert_eq!(log(&harness).await, [AuditAction::Resumed, AuditAction::Paused]);
}

#[tokio::test]
async fn a_pause_ends_by_itself_and_one_of_the_players_is_ended_by_an_organizer_too() {
    let harness = Harness::new();
    let game = harness.started_as("abalone", "none").await;
    organizers::pause(&harness.games, by(&harness, CHLOE), game, 1).await.expect("also without a clock");
    refused!(
        organizers::pause(&harness.games, by(&harness, CHLOE), game, 0).await,
        GameError::Organizer(OrganizerError::Paused(_))
    );
    harness.wait(24);
    alarms::run_alarm(&harness.games, game).await.expect("resumed");
    assert_eq!(harness.game(game).await.agreements.adjourned, None);
    refused!(organizers::pause(&harness.games, by(&harness, CHLOE), game, 0).await, GameError::AdjournedTooLong(90));
    refused!(organizers::pause(&harness.games, by(&harness, CHLOE), game, 91).await, GameError::AdjournedTooLong(90));

    let game = played(&harness).await;
    adjourn::propose(&harness.games, harness.request(), game, ADA, 5).await.expect("proposed");
    let version = harness.game(game).await.version;
    harness.press(BRUNO, &format!("v1:agree:{game}:{version}")).await;
    assert!(harness.game(game).await.agreements.adjourned.is_some());
    organizers::unpause(&harness.games, by(&harness, CHLOE), game).await.expect("resumed");
    assert_eq!(harness.game(game).await.agreements.adjourned, None);
}

#[tokio::test]
async fn the_log_is_shown_in_pages_and_handed_out_as_a_file() {
    let harness = Harness::new();
    let empty = organize(&harness, "log", json!({})).await;
    assert_eq!(empty.text, "Organizers haven't done anything here yet.");
    let game = played(&harness).await;
    for hours in 1..=12 {
        let reason = Some(format!("`reason` {hours}"));
        let organizer = Organizer { reason, ..by(&harness, CHLOE) };
        organizers::extend(&harness.games, organizer, game, hours * HOUR).await.expect("extended");
        harness.wait(1);
    }
    let first = organize(&harness, "log", json!({})).await;
    assert!(first.private && first.text.contains("(page 1 of 2)"), "{first:?}");
    assert_eq!(first.text.lines().count(), 11);
    assert!(first.text.contains("<@3> · gave more time · <@1> · 12 hours · ") && first.text.contains("reason\\` 12"));
    assert_eq!(first.labels, ["Older"]);
    let second = harness.press_as(CHLOE, ORGANIZER, first.control("organize-log")).await;
    assert!(second.updates && second.text.contains("(page 2 of 2)"), "{second:?}");
    assert_eq!((second.text.lines().count(), second.labels.clone()), (3, vec!["Newer".to_owned()]));
    let far = harness.press_as(CHLOE, ORGANIZER, "v1:organize-log:4000000000").await;
    assert_eq!(far.text, second.text);
    let forged = harness.press_as(DINA, EVERYBODY, "v1:organize-log:0").await;
    assert!(forged.text.starts_with("Only organizers"), "{forged:?}");
    let exported = organize(&harness, "log", json!({ "export": true })).await;
    let [file] = exported.files.as_slice() else { panic!("{exported:?}") };
    let lines: Vec<Value> = file.text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((lines.len(), file.name.as_str()), (12, "log.jsonl"));
    assert_eq!(lines[0]["reason"], "`reason` 12");
    assert_eq!((lines[0]["actor"].as_str(), lines[0]["player"].as_str()), (Some("3"), Some("1")));
    assert_eq!(lines[0]["game"], game.to_string());
    // More than are read at once, many of the same instant.
    let entry = harness.store.audit_log(GUILD, 0, 1).await.expect("readable").remove(0);
    for n in 0..2_500 {
        let reason = Some(format!("n{n}"));
        let entry = AuditEntry { request: harness.request(), at: entry.at.plus(n / 700), reason, ..entry.clone() };
        harness.store.record_audit(&entry).await.expect("a store in memory");
    }
    let exported = organize(&harness, "log", json!({ "export": true })).await;
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
    let here = organize(&harness, "pause", json!({ "reason": "x1" })).await;
    assert!(here.text.contains("`#1`"), "{here:?}");
    let over = played(&harness).await;
    resign::resign(&harness.games, harness.request(), over, BRUNO, None).await.expect("resigned");
    let complete = |name: &'static str, typed: &'static str| {
        harness.complete_as(CHLOE, ORGANIZER, name, "game", json!({ "game": typed }))
    };
    let playing = complete("organize pause", "").await;
    assert_eq!(playing, [("person 1 – person 2 · #1".to_owned(), game.to_string())]);
    assert_eq!(complete("organize annul", "").await.len(), 2);
    assert_eq!(complete("organize annul", "nobody").await, []);
    let by_id =
        harness.complete_as(CHLOE, ORGANIZER, "organize annul", "game", json!({ "game": over.to_string() })).await;
    assert!(by_id.len() == 1 && by_id[0].1 == over.to_string(), "an id completes as well: {by_id:?}");
    let nowhere = Harness::new();
    let said = organize(&nowhere, "annul", json!({ "reason": "x1" })).await;
    assert!(said.text.starts_with("There are no games"), "{said:?}");
}

#[tokio::test]
async fn a_decision_is_made_by_a_menu_buttons_and_a_form() {
    let (harness, game) = Harness::with_game().await;
    let here = harness.command_as(CHLOE, Some(ORGANIZER), "organize show", json!({})).await;
    assert!(here.labels.contains(&"Annul…".to_owned()), "the only game here: {:?}", here.labels);
    harness.started().await;
    let shown = harness.command_as(CHLOE, Some(ORGANIZER), "organize show", json!({})).await;
    let choose = shown.control("run").to_owned();
    let data = json!({ "values": [game.to_string()] });
    let refused = harness.use_as(CHLOE, EVERYBODY, &choose, data.clone()).await;
    assert!(refused.controls.is_empty(), "who does not organize sees nothing: {}", refused.text);
    let panel = harness.use_as(CHLOE, ORGANIZER, &choose, data).await;
    assert_eq!(panel.labels, ["person 1 wins…", "person 2 wins…", "Draw…", "Pause…", "Give time…", "Annul…"]);
    let form = harness.press_as(CHLOE, ORGANIZER, &panel.controls[1]).await;
    assert_eq!((form.text.as_str(), form.labels.len()), ("Decide the result of a game", 1));
    let typed = |field: &str, text: &str| json!({ "type": 1, "components": [{ "type": 4, "custom_id": field, "value": text }] });
    let reason = json!({ "components": [typed("reason", "left for good")] });
    let asked = harness.use_as(CHLOE, ORGANIZER, &form.controls[0], reason.clone()).await;
    assert!(asked.text.contains("<@2>") && asked.text.contains("left for good"), "{}", asked.text);
    assert_eq!(harness.game(game).await.phase, Phase::Playing, "it is asked first");
    let days = harness.press_as(CHLOE, ORGANIZER, &panel.controls[3]).await;
    assert_eq!(days.labels.len(), 2);
    let wrong = json!({ "components": [typed("reason", "rain"), typed("days", "many")] });
    let refused = harness.use_as(CHLOE, ORGANIZER, &days.controls[0], wrong).await;
    assert!(refused.text.contains("`many`"), "{}", refused.text);
    assert!(refused.private && !refused.updates, "the message with the buttons stays");
    let paused = json!({ "components": [typed("reason", "rain"), typed("days", "3")] });
    harness.use_as(CHLOE, ORGANIZER, &days.controls[0], paused.clone()).await;
    let until = harness.game(game).await.agreements.adjourned.expect("paused").until;
    assert_eq!(until.since(harness.clock.now()), 3 * 86_400_000);
    // A typed command without a game offers a menu, and keeps the reason.
    let which = harness.command_as(CHLOE, Some(ORGANIZER), "organize annul", json!({ "reason": "by mistake" })).await;
    let data = json!({ "values": [game.to_string()] });
    let asked = harness.use_as(CHLOE, ORGANIZER, which.control("run"), data).await;
    assert!(asked.text.contains("by mistake"), "{}", asked.text);
    // Another user sends the same form.
    let forged = harness.use_as(BRUNO, EVERYBODY, &form.controls[0], reason).await;
    assert!(forged.controls.is_empty(), "{}", forged.text);
}
