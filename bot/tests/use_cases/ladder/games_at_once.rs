//! The games of a ladder: their list, and organizers' actions on all of them at once.

use super::*;

const DAY: i64 = 24 * 60 * 60_000;

async fn organize(club: &Club, line: &str) -> SentMessage {
    club.organize(&format!("organize {line} reason:a holiday")).await
}

/// Five games of ten players.
async fn five_games(club: &Club) -> Vec<GameId> {
    let mut games = Vec::new();
    for defender in [1, 3, 5, 7, 9] {
        games.push(club.played(defender + 1, defender).await);
    }
    games
}

async fn paused(club: &Club, games: &[GameId]) -> usize {
    let mut count = 0;
    for game in games {
        count += usize::from(club.game(*game).await.agreements.adjourned.is_some());
    }
    count
}

/// Makes the next commits of games fail.
#[derive(Default)]
struct FailingCommits(AtomicU32);

#[async_trait]
impl FaultInjector for FailingCommits {
    async fn before(&self, call: StoreCall<'_>) -> Result<(), StoreError> {
        let fails = matches!(call, StoreCall::Commit(_))
            && self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
        if !fails {
            return Ok(());
        }
        Err(StoreError::Database { problem: "no connection".to_owned(), transient: true })
    }
}

#[tokio::test]
async fn all_games_of_a_ladder_are_paused_and_resumed_by_one_decision() {
    let club = Club::new("swap", "", 10).await;
    let games = five_games(&club).await;
    let question = organize(&club, "pause competition:club ladder days:10").await;
    question.privately().begins("Pause 5 games of **Club ladder** for 10 days?");
    assert!(question.text.ends_with("Reason: a holiday") && question.labels == ["Yes, in 5 games"], "{question:?}");
    carry_out_decisions(&club.games).await;
    assert_eq!(paused(&club, &games).await, 0, "it was only asked");
    let yes = question.control("organize-confirm");
    club.press_as(CHLOE, MANAGES_EVENTS, yes).await.begins("This question is more than a day old");
    club.press_as_organizer(yes).await.begins("5 games of **Club ladder** are being paused");
    let until = club.clock_now().plus(10 * DAY);
    club.press_as_organizer(yes).await;
    assert_eq!(carry_out_decisions(&club.games).await, 1);
    assert_eq!(carry_out_decisions(&club.games).await, 0, "it is done");
    for game in &games {
        let adjourned = club.game(*game).await.agreements.adjourned.expect("paused");
        assert_eq!((adjourned.until, adjourned.organizer), (until, Some(ORGANIZER)));
        let notices = club.outbox_of(*game).await;
        let paused = |notice: &Notice| matches!(notice, Notice::Paused { reason, .. } if reason == "a holiday");
        assert_eq!(notices.iter().filter(|(_, notice)| paused(notice)).count(), usize::from(game == &games[0]));
    }
    let log = club.log().await;
    assert_eq!(log.iter().map(|entry| entry.action).collect::<Vec<_>>(), [AuditAction::Paused], "one entry");
    club.organize("organize log").await.says("Club ladder, 5 games, 10 days").says("a holiday");
    organize(&club, "pause competition:Club ladder").await.begins("This applies to none of the games.");
    let question = organize(&club, "resume competition:Club ladder").await;
    question.begins("Resume 5 games of **Club ladder**");
    club.press_as_organizer(question.control("organize-confirm")).await;
    carry_out_decisions(&club.games).await;
    assert_eq!(paused(&club, &games).await, 0);
}

#[tokio::test]
async fn what_fails_is_done_later_and_no_game_gets_time_twice() {
    let faults = Arc::new(FailingCommits::default());
    let store = InMemoryStore::with_faults(Arc::<FailingCommits>::clone(&faults));
    let club = Club::over(Fixture::over(store), "swap", "", 10).await;
    let games = five_games(&club).await;
    let mut before = Vec::new();
    for game in &games {
        before.push(club.game(*game).await.turn.deadline_at.expect("a clock"));
    }
    let question = organize(&club, "extend competition:Club ladder days:2").await;
    question.begins("Give 2 days to the player whose turn it is, in each of 5 games");
    club.press_as_organizer(question.control("organize-confirm")).await;
    faults.0.store(3, Ordering::SeqCst);
    carry_out_decisions(&club.games).await;
    let mut rounds = 1;
    club.clock.advance(60_000);
    while carry_out_decisions(&club.games).await > 0 {
        rounds += 1;
        club.clock.advance(60_000);
    }
    assert!(rounds > 1, "what failed was tried again");
    for (game, before) in games.iter().zip(before) {
        let after = club.game(*game).await.turn.deadline_at.expect("a clock");
        assert_eq!(after, before.plus(2 * DAY), "once");
    }
}

#[tokio::test]
async fn a_decision_on_all_games_names_a_competition_that_is_there_and_no_game_beside() {
    let club = Club::new("swap", "", 4).await;
    let game = club.played(2, 1).await;
    for (options, sentence) in [
        ("competition:Chess", "No ladder of this server is called"),
        (&format!("competition:Club ladder game:{game}"), "Name either `game` or `competition`"),
        ("competition:Club ladder days:4000", "days"),
    ] {
        let reply = organize(&club, &format!("pause {options}")).await;
        assert!(reply.privately().says(sentence).controls.is_empty(), "{reply:?}");
    }
    club.organize("organize pause competition:Club ladder").await.begins("Say why");
    club.say_as(BRUNO, 1 << 10, "organize pause competition:Club ladder").await.begins("Only organizers");
    let found = club.complete_as(ORGANIZER, MANAGES_EVENTS, "organize pause competition:c").await;
    assert_eq!(found.len(), 1, "{found:?}");
}

#[tokio::test]
async fn the_games_of_a_ladder_say_who_is_to_move_until_when_and_who_is_silent() {
    let club = Club::new("swap", "out=2 in=3", 8).await;
    club.say(CHLOE, "ladder games").await.reads("**Club ladder** · no running games · no open challenges");
    let game = club.played(2, 1).await;
    club.wait(24 * 4);
    club.offer(4, 3).await;
    let answer = club.say(CHLOE, "ladder games").await;
    answer.privately();
    let state = club.game(game).await;
    let on_turn = club.record(game).await.expect("there").on_turn().expect("a turn").player.user().expect("a person");
    let lines: Vec<&str> = answer.text.lines().collect();
    assert_eq!(lines[0], "**Club ladder** · 1 running game · 1 open challenge");
    let deadline = state.turn.deadline_at.expect("a clock").0 / 1000;
    let expected = format!("<@{}> to move · <t:{deadline}:R> · **no move** since <t:", on_turn.0);
    assert!(lines[1].contains(&state.name()) && lines[1].contains(&expected), "{}", lines[1]);
    assert!(lines[2].starts_with("• <@4> → <@3> · the answer is due <t:"), "{}", lines[2]);
}

#[tokio::test]
async fn many_games_of_a_ladder_stand_on_pages() {
    let club = Club::new("swap", "", 40).await;
    for defender in (1..40).step_by(2) {
        club.offer(defender + 1, defender).await;
    }
    let first = club.say(CHLOE, "ladder games").await;
    assert_eq!((first.text.lines().count(), first.labels.len()), (13, 1), "{first:?}");
    let second = club.press_private(CHLOE, first.control("ladder-games")).await;
    assert_eq!((second.text.lines().count(), second.labels.len()), (9, 1), "{second:?}");
}
