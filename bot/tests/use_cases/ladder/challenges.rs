//! Challenges on a ladder: every refusal, races, and the effect of silence.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bot::features::proposals::abort;
use bot::features::settings::service as settings;
use clubs::ClubError;
use clubs::competitions;
use clubs::domain::ladder::{LadderError, LadderEventKind, LadderRefusal};
use clubs::ladders::{OrganizerAction, organizers, players, tables};
use clubs::store::Clubs as _;
use games::domain::{Competition, Phase, UserId};
use games::store::{StoreCall, StoreError};
use games::{GameError, Rates, alarms, challenges};
use serde_json::json;

use crate::in_memory_store::{FaultInjector, InMemoryStore};
use crate::refused;
use crate::use_cases::support::fixture::{ADA, BRUNO, CHLOE, DEPARTED, Fixture, HOUR, person};

use super::Club;

#[tokio::test]
async fn a_challenge_against_the_rules_is_refused_with_a_sentence() {
    let club = Club::new("swap", "out=1 in=1 reach=2", 3).await;
    let challenge = async |who: UserId, whom: UserId| {
        let reply = club.command(who, "ladder challenge", json!({ "user": whom.0.to_string() })).await;
        assert!(reply.private, "{reply:?}");
        reply.text
    };
    assert_eq!(challenge(ADA, ADA).await, "You can't challenge yourself.");
    assert_eq!(challenge(ADA, BRUNO).await, "<@2> is 1 place below you. Challenge someone above you.");
    let departed = challenge(ADA, DEPARTED).await;
    assert!(
        departed.contains("no longer in this server") && departed.contains("/organize ladder remove"),
        "{departed}"
    );
    players::leave(&club.games, club.ladder, BRUNO).await.expect("leaves");
    assert_eq!(challenge(CHLOE, BRUNO).await, "<@2> isn't on this ladder.");
    assert_eq!(challenge(BRUNO, ADA).await, "You aren't on this ladder. Join it with `/ladder join`.");
    assert!(challenge(CHLOE, ADA).await.starts_with("Your challenge to <@1> is on its way."));
    assert_eq!(
        challenge(CHLOE, ADA).await,
        "You already have 1 open challenge or game as the challenger. You can challenge again when it's over."
    );
    players::join(&club.games, club.ladder, &person(BRUNO)).await.expect("joins");
    assert_eq!(
        challenge(BRUNO, ADA).await,
        "<@1> has already been challenged by 1 player. Wait until that challenge or game is over."
    );
}

#[tokio::test]
async fn of_two_challenges_at_the_same_instant_one_wins() {
    let club = Club::new("dragon", "in=1", 9).await;
    let challenges = (2..=9).map(|challenger| club.challenge(challenger, 1));
    let outcomes = futures::future::join_all(challenges).await;
    let won = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
    let in_limit = |refused: &ClubError| {
        matches!(refused, ClubError::Ladder(LadderError::Refused { refusal: LadderRefusal::InLimit { open: 1 }, .. }))
    };
    assert!(won == 1 && outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).all(in_limit), "{outcomes:?}");
    assert_eq!(club.open().await, 1);
}

#[tokio::test]
async fn the_same_interaction_challenges_once() {
    let club = Club::new("swap", "out=3", 3).await;
    let new = club.new_challenge(3, 1);
    let outcomes = futures::future::join_all([(); 3].map(|()| players::challenge(&club.games, new.clone()))).await;
    let game = |(_, done): (_, games::Done)| done.replayed.record.game.game_id;
    let games: Vec<_> = outcomes.into_iter().map(|outcome| game(outcome.expect("repeated"))).collect();
    let (_, again) = players::challenge(&club.games, new).await.expect("repeated");
    assert!(again.repeated && games.iter().all(|id| *id == again.replayed.record.game.game_id));
    assert_eq!((club.open().await, club.events().await.len()), (1, 1));
}

#[tokio::test]
async fn silence_loses_where_the_rules_say_so_and_an_answer_comes_too_late() {
    let club = Club::new("leapfrog", "", 3).await;
    let game = club.challenge(3, 1).await.expect("in reach");
    assert_eq!(club.game(game).await.turn.deadline_at, Some(club.clock_now().plus(5 * 24 * HOUR)));
    club.wait(5 * 24);
    // Neither the alarm of the game nor the ladder has noticed yet.
    refused!(club.accept(game, 1).await, GameError::ChallengeClosed(_));
    assert_eq!(club.table().await, [3, 1, 2]);
    alarms::run_alarm(&club.games, game).await.expect("rings");
    assert_eq!((club.phase(game).await, club.table().await), (Phase::Void, vec![3, 1, 2]));
    let page = tables::show_page(&club.games, club.ladder, Some(ADA), None).await.expect("a page");
    assert_eq!(page.rows.iter().map(|row| row.form.len()).collect::<Vec<_>>(), [1, 1, 0], "a forfeit counts as a game");
}

#[tokio::test]
async fn where_silence_accepts_the_game_begins_at_once_or_in_time() {
    let club = Club::new("ogs", "", 3).await;
    let reply = club.command(CHLOE, "ladder challenge", json!({ "user": "1" })).await;
    assert_eq!(reply.text, "Your game against <@1> on **Club ladder** has started.");
    assert_eq!(club.open().await, 1);

    let club = Club::new("ogs", "answer=1d", 3).await;
    let game = club.challenge(3, 1).await.expect("in reach");
    assert_eq!(club.phase(game).await, Phase::Offered);
    refused!(challenges::decline(&club.games, club.request(), game, ADA).await, GameError::CannotDecline);
    club.wait(24);
    alarms::run_alarms(&club.games, vec![game]).await.remove(0).1.expect("rings");
    assert_eq!(club.phase(game).await, Phase::Playing);
    club.resign(game, 1).await;
    assert_eq!(club.table().await, [3, 1, 2]);
}

#[tokio::test]
async fn a_challenge_that_its_challenger_withdraws_or_aborts_counts_for_nothing() {
    let club = Club::new("leapfrog", "", 3).await;
    let game = club.challenge(3, 1).await.expect("in reach");
    challenges::withdraw(&club.games, club.request(), game, CHLOE).await.expect("withdrew");
    let game = club.played(3, 1).await;
    abort::abort(&club.games, club.request(), game, CHLOE, None).await.expect("aborts");
    assert_eq!((club.table().await, club.open().await), (vec![1, 2, 3], 0));
    club.challenge(3, 1).await.expect("once more");
}

#[tokio::test]
async fn a_challenge_that_comes_too_fast_leaves_nothing() {
    let rates = Rates { challenges_to_one_per_hour: 1, ..Rates::UNLIMITED };
    let club = Club::over(Fixture::new().hosted(|settings| settings.rates = rates), "swap", "", 3).await;
    let game = club.challenge(3, 1).await.expect("the first one");
    challenges::withdraw(&club.games, club.request(), game, CHLOE).await.expect("withdrew");
    refused!(club.challenge(3, 1).await, ClubError::Game(GameError::TooFast { .. }));
    assert_eq!((club.table().await, club.open().await, club.events().await.len()), (vec![1, 2, 3], 0, 2));
}

/// While set, the process is treated as dead after each written step of a ladder.
struct CrashAtStep(AtomicBool);

#[async_trait::async_trait]
impl FaultInjector for CrashAtStep {
    async fn before(&self, call: StoreCall<'_>) -> Result<(), StoreError> {
        if matches!(call, StoreCall::Change("write_ladder")) && self.0.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
        Ok(())
    }
}

#[tokio::test]
async fn a_process_that_ends_before_a_challenge_is_written_blocks_nobody() {
    let crash = Arc::new(CrashAtStep(AtomicBool::new(false)));
    let club = Club::over(Fixture::over(InMemoryStore::with_faults(crash.clone())), "swap", "", 3).await;
    crash.0.store(true, Ordering::Relaxed);
    let new = club.new_challenge(3, 1);
    let challenge = || players::challenge(&club.games, new.clone());
    let cut_off = tokio::time::timeout(std::time::Duration::from_millis(20), challenge()).await;
    crash.0.store(false, Ordering::Relaxed);
    assert!(cut_off.is_err() && club.open().await == 0, "neither the challenge nor its game is there");
    let (_, done) = challenge().await.expect("nothing is in the way");
    assert_eq!((done.repeated, club.open().await, club.events().await.len()), (false, 1, 1));
}

#[tokio::test]
async fn a_crash_between_the_end_of_a_game_and_the_step_of_its_ladder_loses_nothing() {
    let crash = Arc::new(CrashAtStep(AtomicBool::new(false)));
    let club = Club::over(Fixture::over(InMemoryStore::with_faults(crash.clone())), "leapfrog", "out=2 in=2", 4).await;
    let first = club.challenge(4, 2).await.expect("in reach");
    let second = club.challenge(3, 2).await.expect("in reach");
    for game in [first, second] {
        club.accept(game, 2).await.expect("accepts");
    }
    // The later challenge ends first.
    club.resign(second, 2).await;
    club.clock.advance(1_000);
    club.resign(first, 4).await;
    crash.0.store(true, Ordering::Relaxed);
    let take_in = || competitions::sync_results(&club.games);
    let cut_off = tokio::time::timeout(std::time::Duration::from_millis(20), take_in()).await;
    crash.0.store(false, Ordering::Relaxed);
    assert!(cut_off.is_err() && club.events().await.len() == 2, "only the challenges are known");
    let competition = Competition::Ladder(club.ladder);
    assert_eq!(club.store.clubs().phase_changes(competition).await.expect("readable").len(), 4);
    // Several processes look at the same time after the lease of the one that died, and it counts once.
    club.clock.advance(60_000);
    for taken_in in futures::future::join_all([take_in(), take_in(), take_in()]).await {
        taken_in.expect("a store in memory");
    }
    let results = club.events().await.into_iter().filter_map(|kind| match kind {
        LadderEventKind::Result { game, .. } => Some(game),
        _ => None,
    });
    assert_eq!(results.collect::<Vec<_>>(), [second, first], "in the order in which they ended");
    assert_eq!(club.store.clubs().phase_changes(competition).await.expect("readable"), []);
    assert_eq!(club.table().await, [1, 3, 2, 4]);
}

#[tokio::test]
async fn buttons_show_whom_one_can_challenge() {
    let club = Club::new("swap", "in=2", 8).await;
    let reply = club.command(CHLOE, "ladder challenge", json!({})).await;
    assert_eq!(reply.labels, ["1. person 1", "2. person 2"]);
    let sent = club.press_private(CHLOE, &reply.controls[0]).await;
    assert!(sent.updates && sent.text.starts_with("Your challenge to <@1>"), "{sent:?}");
    assert!(club.command(CHLOE, "ladder challenge", json!({})).await.text.starts_with("There's nobody"));
    let club = Club::new("swap", "reach=all", 8).await;
    let last = OrganizerAction::Add(person(CHLOE), Some(8));
    organizers::change_player(&club.games, club.ladder, &club.by(UserId(99)), last).await.expect("moves");
    let reply = club.command(CHLOE, "ladder challenge", json!({})).await;
    assert_eq!(reply.values, ["1", "2", "4", "5", "6", "7", "8"]);
    let sent = club.choose(CHLOE, reply.control("ladder-choose"), "2").await;
    assert!(sent.text.starts_with("Your challenge to <@2>"), "{sent:?}");
    let reply = club.choose(CHLOE, reply.control("ladder-choose"), "99").await;
    assert_eq!(reply.text, "<@99> isn't on this ladder.");
}

#[tokio::test]
async fn the_list_leaves_out_who_blocks_and_says_how_many_more_there_are() {
    let club = Club::new("swap", "reach=all", 0).await;
    for player in (10..70).chain([1]) {
        players::join(&club.games, club.ladder, &person(UserId(player))).await.expect("joins");
    }
    settings::block(&club.games, UserId(69), ADA).await.expect("a choice");
    let reply = club.command(ADA, "ladder challenge", json!({})).await;
    assert_eq!(
        (reply.values.len(), reply.values.first(), reply.values.last()),
        (25, Some(&"44".into()), Some(&"68".into()))
    );
    assert!(
        reply.text.ends_with("34 more aren't in this list. Challenge one of them with `/ladder challenge user:`."),
        "{}",
        reply.text
    );
    let top = club.command(UserId(10), "ladder challenge", json!({})).await;
    assert!(top.text.starts_with("You're at the top of **Club ladder**"), "{top:?}");
}

#[tokio::test]
async fn a_defender_who_calls_the_game_off_loses_it_and_a_challenger_does_not() {
    for (preset, after) in [("ogs", [3, 1, 2]), ("leapfrog", [3, 1, 2]), ("swap", [1, 2, 3])] {
        let club = Club::new(preset, "reach=all", 3).await;
        let game = club.challenge(3, 1).await.expect("in reach");
        if preset != "ogs" {
            club.accept(game, 1).await.expect("offered");
        }
        let asked = club.command(ADA, "game abort", json!({ "game": game.to_string() })).await;
        let costs = asked.text.contains("On **Club ladder** that counts as a loss: you may lose place 1.");
        assert_eq!(costs, preset != "swap", "{preset}: {asked:?}");
        let unasked = club.command(CHLOE, "game abort", json!({ "game": game.to_string() })).await;
        assert!(!unasked.text.contains("counts as a loss"), "{preset}: {unasked:?}");
        club.press_private(ADA, asked.control("abort!")).await;
        club.follow().await;
        assert_eq!((club.table().await, club.open().await), (after.to_vec(), 0), "{preset}");
        let again = Club::new(preset, "reach=all", 3).await;
        let game = again.challenge(3, 1).await.expect("in reach");
        if preset != "ogs" {
            again.accept(game, 1).await.expect("offered");
        }
        abort::abort(&again.games, again.request(), game, CHLOE, None).await.expect("nobody has moved");
        again.follow().await;
        assert_eq!((again.table().await, again.open().await), (vec![1, 2, 3], 0), "{preset}");
    }
}

#[tokio::test]
async fn a_challenger_who_aborts_again_loses_as_a_defender_does() {
    for (preset, is_lost) in [("ogs", true), ("leapfrog", true), ("swap", false)] {
        let club = Club::new(preset, "reach=all loss=last", 3).await;
        let abort_one = async || {
            let game = club.challenge(2, 1).await.expect("in reach");
            if preset != "ogs" {
                club.accept(game, 1).await.expect("offered");
            }
            let asked = club.command(BRUNO, "game abort", json!({ "game": game.to_string() })).await;
            club.press_private(BRUNO, asked.control("abort!")).await;
            club.follow().await;
            asked.text.contains("On **Club ladder** that counts as a loss")
        };
        assert!(!abort_one().await, "{preset}: once may be a mistake");
        assert_eq!(club.table().await, [1, 2, 3], "{preset}");
        assert_eq!(abort_one().await, is_lost, "{preset}");
        assert_eq!(club.table().await, if is_lost { [1, 3, 2] } else { [1, 2, 3] }, "{preset}");
        if preset == "ogs" {
            refused!(club.challenge(2, 1).await, ClubError::Ladder(LadderError::Refused { .. }));
        }
    }
}

#[tokio::test]
async fn who_blocks_a_challenger_declines_their_challenges() {
    let club = Club::new("leapfrog", "", 3).await;
    let asked = club.command(ADA, "settings block", json!({ "user": "3" })).await;
    assert!(asked.text.contains("• **Club ladder**: declining counts as a loss"), "{asked:?}");
    let done = club.press_private(ADA, asked.control("block!")).await;
    assert!(done.text.starts_with("You've blocked <@3>."), "{done:?}");
    let game = club.challenge(3, 1).await.expect("declined at once");
    assert_eq!((club.phase(game).await, club.table().await), (Phase::Void, vec![3, 1, 2]));
    // If no one can decline, the game begins; if it costs nothing, no confirmation is asked.
    let club = Club::new("ogs", "", 3).await;
    let told = club.command(ADA, "settings block", json!({ "user": "3" })).await;
    assert!(!told.text.contains("Club ladder"), "{told:?}");
    let game = club.challenge(3, 1).await.expect("begins");
    assert_eq!(club.phase(game).await, Phase::Playing);
    let club = Club::new("swap", "", 3).await;
    club.command(ADA, "settings block", json!({ "user": "3" })).await;
    assert!(club.challenge(3, 1).await.is_err());
}

#[tokio::test]
async fn what_players_do_in_time_counts_then_however_late_the_ladder_learns_of_it() {
    let club = Club::new("leapfrog", "", 3).await;
    let game = club.challenge(3, 1).await.expect("in reach");
    club.wait(5 * 24 - 1);
    challenges::withdraw(&club.games, club.request(), game, CHLOE).await.expect("withdrew");
    club.wait(2);
    assert_eq!(club.table().await, [1, 2, 3], "the silence came later");
    let game = club.challenge(3, 1).await.expect("in reach");
    club.wait(24);
    let declined_at = club.clock_now();
    challenges::decline(&club.games, club.request(), game, ADA).await.expect("declined");
    club.wait(24);
    assert_eq!(club.table().await, [3, 1, 2]);
    let counted = club.store.clubs().counted_games(&[game]).await.expect("readable");
    assert_eq!(counted.first().map(|counted| counted.ended_at), Some(declined_at));
}

#[tokio::test]
async fn a_decline_that_loses_is_asked_for() {
    let club = Club::new("leapfrog", "", 3).await;
    let game = club.challenge(3, 1).await.expect("in reach");
    let decline = format!("v1:decline:{game}");
    let stranger = club.press(BRUNO, &decline).await;
    assert!(!stranger.controls.iter().any(|id| id.contains("decline!")), "{stranger:?}");
    let asked = club.press(ADA, &decline).await;
    assert!(asked.private && asked.text.contains("you may lose place 1"), "{asked:?}");
    assert_eq!(asked.verbs(), ["decline!", "decline-no"]);
    assert_eq!(club.phase(game).await, Phase::Offered);
    let forged = club.press_private(BRUNO, asked.control("decline!")).await;
    assert!(!forged.text.contains("declined") && club.phase(game).await == Phase::Offered, "{forged:?}");
    club.press_private(ADA, asked.control("decline!")).await;
    assert_eq!((club.phase(game).await, club.table().await), (Phase::Void, vec![3, 1, 2]));
    let history = club.command(ADA, "ladder history", json!({})).await.text;
    let line = format!(
        "\u{200e}<@3>\u{200e}: 3 → **1** · took the place of \u{200e}<@1>\u{200e} (1 → 2), who didn't accept the challenge · `{game}`"
    );
    assert!(history.contains(&line), "{history}");
    // If it costs nothing, it is done at once.
    let club = Club::new("swap", "", 3).await;
    let game = club.challenge(3, 1).await.expect("in reach");
    club.press(ADA, &format!("v1:decline:{game}")).await;
    assert_eq!(club.phase(game).await, Phase::Void);
}
