//! Challenges on a ladder: every refusal, races, and the effect of silence.

use super::*;
use clubs::ladders::{organizers, tables};
use games::challenges;

#[tokio::test]
async fn a_challenge_against_the_rules_is_refused_with_a_sentence() {
    let club = Club::new("swap", "out=1 in=1 reach=2", 3).await;
    let expect = async |who: UserId, whom: UserId, sentence: &str| {
        club.say(who, &format!("ladder challenge user:{}", whom.0)).await.privately().reads(sentence);
    };
    expect(ADA, ADA, "You can't challenge yourself.").await;
    expect(ADA, BRUNO, "<@2> is 1 place below you. Challenge someone above you.").await;
    club.say(ADA, "ladder challenge user:5")
        .await
        .privately()
        .says("no longer in this server")
        .says("/organize ladder remove");
    players::leave(&club.games, club.ladder, BRUNO).await.expect("leaves");
    expect(CHLOE, BRUNO, "<@2> isn't on this ladder.").await;
    expect(BRUNO, ADA, "You aren't on this ladder. Join it with `/ladder join`.").await;
    club.say(CHLOE, "ladder challenge user:1").await.privately().begins("Your challenge to <@1> is on its way.");
    let sentence =
        "You already have 1 open challenge or game as the challenger. You can challenge again when it's over.";
    expect(CHLOE, ADA, sentence).await;
    club.join(BRUNO).await;
    let sentence = "<@1> has already been challenged by 1 player. Wait until that challenge or game is over.";
    expect(BRUNO, ADA, sentence).await;
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
    let game = club.offer(3, 1).await;
    assert_eq!(club.game(game).await.turn.deadline_at, Some(club.clock_now().plus(5 * 24 * HOUR)));
    club.wait(5 * 24);
    // Neither the alarm of the game nor the ladder has noticed yet.
    refused!(club.accept(game, 1).await, GameError::ChallengeClosed(_));
    assert_eq!(club.table().await, [3, 1, 2]);
    club.run_alarm(game).await;
    assert_eq!((club.phase(game).await, club.table().await), (Phase::Void, vec![3, 1, 2]));
    let page = tables::show_page(&club.games, club.ladder, Some(ADA), None).await.expect("a page");
    assert_eq!(page.rows.iter().map(|row| row.form.len()).collect::<Vec<_>>(), [1, 1, 0], "a forfeit counts as a game");
}

#[tokio::test]
async fn where_silence_accepts_the_game_begins_at_once_or_in_time() {
    let club = Club::new("ogs", "", 3).await;
    club.say(CHLOE, "ladder challenge user:1").await.reads("Your game against <@1> on **Club ladder** has started.");
    assert_eq!(club.open().await, 1);

    let club = Club::new("ogs", "answer=1d", 3).await;
    let game = club.offer(3, 1).await;
    assert_eq!(club.phase(game).await, Phase::Offered);
    refused!(challenges::decline(&club.games, club.request(), game, ADA).await, GameError::CannotDecline);
    club.wait(24);
    alarms::run_alarms(&club.games, vec![game]).await.remove(0).1.expect("rings");
    assert_eq!(club.phase(game).await, Phase::Playing);
    club.resign(game, 1).await;
    assert_eq!(club.table().await, [3, 1, 2]);
}

#[tokio::test]
async fn a_challenge_that_comes_too_fast_leaves_nothing() {
    let rates = Rates { challenges_to_one_per_hour: 1, ..Rates::UNLIMITED };
    let club = Club::over(Fixture::new().hosted(|settings| settings.rates = rates), "swap", "", 3).await;
    let game = club.offer(3, 1).await;
    club.withdraw(game, CHLOE).await.expect("withdrawn");
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
    let first = club.offer(4, 2).await;
    let second = club.offer(3, 2).await;
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
    let reply = club.say(CHLOE, "ladder challenge").await;
    assert_eq!(reply.labels, ["1. person 1", "2. person 2"]);
    let sent = club.press_private(CHLOE, &reply.controls[0]).await;
    assert!(sent.updates && sent.text.starts_with("Your challenge to <@1>"), "{sent:?}");
    club.say(CHLOE, "ladder challenge").await.begins("There's nobody");
    let club = Club::new("swap", "reach=all", 8).await;
    let last = OrganizerAction::Add(person(CHLOE), Some(8));
    organizers::change_player(&club.games, club.ladder, &club.by(UserId(99)), last).await.expect("moves");
    let reply = club.say(CHLOE, "ladder challenge").await;
    assert_eq!(reply.values, ["1", "2", "4", "5", "6", "7", "8"]);
    club.choose(CHLOE, reply.control("ladder-choose"), "2").await.begins("Your challenge to <@2>");
    club.choose(CHLOE, reply.control("ladder-choose"), "99").await.reads("<@99> isn't on this ladder.");
}

#[tokio::test]
async fn the_list_leaves_out_who_blocks_and_says_how_many_more_there_are() {
    let club = Club::new("swap", "reach=all", 0).await;
    for player in (10..70).chain([1]) {
        club.join(UserId(player)).await;
    }
    settings::block(&club.games, UserId(69), ADA).await.expect("a choice");
    let reply = club.say(ADA, "ladder challenge").await;
    assert_eq!(
        (reply.values.len(), reply.values.first(), reply.values.last()),
        (25, Some(&"44".into()), Some(&"68".into()))
    );
    reply.ends("34 more aren't in this list. Challenge one of them with `/ladder challenge user:`.");
    club.say(UserId(10), "ladder challenge").await.begins("You're at the top of **Club ladder**");
}

#[tokio::test]
async fn a_defender_who_calls_the_game_off_loses_it_and_a_challenger_does_not() {
    for (preset, after) in [("ogs", [3, 1, 2]), ("leapfrog", [3, 1, 2]), ("swap", [1, 2, 3])] {
        let club = Club::new(preset, "reach=all", 3).await;
        let game = club.offer(3, 1).await;
        if preset != "ogs" {
            club.accept(game, 1).await.expect("offered");
        }
        let question = club.say(ADA, &format!("game abort game:{game}")).await;
        let costs = question.text.contains("On **Club ladder** that counts as a loss: you may lose place 1.");
        assert_eq!(costs, preset != "swap", "{preset}: {question:?}");
        club.say(CHLOE, &format!("game abort game:{game}")).await.omits("counts as a loss");
        club.press_private(ADA, question.control("abort!")).await;
        club.follow().await;
        assert_eq!((club.table().await, club.open().await), (after.to_vec(), 0), "{preset}");
        let again = Club::new(preset, "reach=all", 3).await;
        let game = again.offer(3, 1).await;
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
            let game = club.offer(2, 1).await;
            if preset != "ogs" {
                club.accept(game, 1).await.expect("offered");
            }
            let question = club.say(BRUNO, &format!("game abort game:{game}")).await;
            club.press_private(BRUNO, question.control("abort!")).await;
            club.follow().await;
            question.text.contains("On **Club ladder** that counts as a loss")
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
    let question = club.say(ADA, "settings block user:3").await;
    question.says("• **Club ladder**: declining counts as a loss");
    club.press_private(ADA, question.control("block!")).await.begins("You've blocked <@3>.");
    let game = club.offer(3, 1).await;
    assert_eq!((club.phase(game).await, club.table().await), (Phase::Void, vec![3, 1, 2]));
    // If no one can decline, the game begins; if it costs nothing, no confirmation is asked.
    let club = Club::new("ogs", "", 3).await;
    club.say(ADA, "settings block user:3").await.omits("Club ladder");
    let game = club.offer(3, 1).await;
    assert_eq!(club.phase(game).await, Phase::Playing);
    let club = Club::new("swap", "", 3).await;
    club.say(ADA, "settings block user:3").await;
    assert!(club.challenge(3, 1).await.is_err());
}

#[tokio::test]
async fn what_players_do_in_time_counts_then_however_late_the_ladder_learns_of_it() {
    let club = Club::new("leapfrog", "", 3).await;
    let game = club.offer(3, 1).await;
    club.wait(5 * 24 - 1);
    club.withdraw(game, CHLOE).await.expect("withdrawn");
    club.wait(2);
    assert_eq!(club.table().await, [1, 2, 3], "the silence came later");
    let game = club.offer(3, 1).await;
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
    let game = club.offer(3, 1).await;
    let decline = format!("v1:decline:{game}");
    assert!(!club.press(BRUNO, &decline).await.verbs().contains(&"decline!"), "a stranger");
    let question = club.press(ADA, &decline).await;
    question.privately().says("you may lose place 1");
    assert_eq!(question.verbs(), ["decline!", "decline-no"]);
    assert_eq!(club.phase(game).await, Phase::Offered);
    club.press_private(BRUNO, question.control("decline!")).await.omits("declined");
    assert_eq!(club.phase(game).await, Phase::Offered, "a forged press");
    club.press_private(ADA, question.control("decline!")).await;
    assert_eq!((club.phase(game).await, club.table().await), (Phase::Void, vec![3, 1, 2]));
    club.say(ADA, "ladder history").await.says(&format!(
        "\u{200e}<@3>\u{200e}: 3 → **1** · took the place of \u{200e}<@1>\u{200e} (1 → 2), who didn't accept the challenge · `{game}`"
    ));
    // If it costs nothing, it is done at once.
    let club = Club::new("swap", "", 3).await;
    let game = club.offer(3, 1).await;
    club.press(ADA, &format!("v1:decline:{game}")).await;
    assert_eq!(club.phase(game).await, Phase::Void);
}
