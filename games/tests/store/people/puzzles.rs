//! Puzzles: a first try is rated once, regardless of concurrent writes.

use std::collections::BTreeSet;
use std::sync::Arc;

use games::domain::people::puzzle::{first_rating, rate_attempt};
use games::domain::rating::Rating;
use games::domain::{
    AuditAction, AuditEntry, ChannelId, Day, GuildId, PostKind, PuzzleAttempt, PuzzlePlayer, PuzzleResult, RequestId,
    Streak, Timestamp, UserId,
};
use games::store::{Post, PostGroup, RatedAttempt, Store};

use crate::store::{ADA, BRUNO, TestResult};

/// A first try, based on the ratings stored now.
async fn attempt(store: &Store, user: UserId, puzzle: u32, result: PuzzleResult) -> anyhow::Result<RatedAttempt> {
    let player = store.puzzle_player(user).await?.rating;
    let rating = store.puzzle_rating(puzzle).await?.unwrap_or_else(|| first_rating(1400.0));
    let at = Timestamp(9);
    let (player_rating, puzzle_rating) = rate_attempt(&player, &rating, result, at);
    Ok(RatedAttempt { user, puzzle, result, is_shown: false, at, player_rating, puzzle_rating })
}

pub async fn a_first_try_at_a_puzzle_is_written_once(store: Arc<Store>) -> TestResult {
    let solved = attempt(&store, ADA, 3, PuzzleResult::Solved).await?;
    assert!(!store.rate_puzzle(&solved).await?, "she has not been shown it");
    assert_eq!((store.puzzle_ratings().await?, store.puzzle_player(ADA).await?), (vec![], PuzzlePlayer::default()));

    store.open_puzzle(ADA, 3, Timestamp(5)).await?;
    store.open_puzzle(ADA, 3, Timestamp(6)).await?;
    let opened = PuzzleAttempt { puzzle: 3, opened_at: Timestamp(5), result: None, solved_at: None, shown_at: None };
    assert_eq!(store.puzzle_attempts(ADA).await?, [opened]);
    // Before a try nothing else is recorded.
    store.note_puzzle(ADA, 3, false, Timestamp(7)).await?;
    store.note_puzzle(ADA, 3, true, Timestamp(7)).await?;
    assert_eq!(store.puzzle_attempt(ADA, 3).await?, Some(opened));

    assert!(store.rate_puzzle(&solved).await?);
    assert!(!store.rate_puzzle(&solved).await?, "twice");
    let again = attempt(&store, ADA, 3, PuzzleResult::Failed).await?;
    assert!(!store.rate_puzzle(&again).await?, "another result of the same puzzle");
    assert_eq!(store.puzzle_ratings().await?, [(3, solved.puzzle_rating)]);
    assert_eq!(store.puzzle_player(ADA).await?.rating, solved.player_rating);
    let after = PuzzleAttempt { result: Some(PuzzleResult::Solved), solved_at: Some(Timestamp(9)), ..opened };
    assert_eq!(store.puzzle_attempt(ADA, 3).await?, Some(after));
    store.note_puzzle(ADA, 3, false, Timestamp(20)).await?;
    store.note_puzzle(ADA, 3, true, Timestamp(21)).await?;
    let entry = PuzzleAttempt { shown_at: Some(Timestamp(21)), ..after };
    assert_eq!(store.puzzle_attempt(ADA, 3).await?, Some(entry), "the first time that it was solved stays");

    store.open_puzzle(BRUNO, 3, Timestamp(5)).await?;
    let old = RatedAttempt { user: BRUNO, ..solved };
    assert!(!store.rate_puzzle(&old).await?, "computed on the rating of the puzzle before");
    assert_eq!(store.puzzle_player(BRUNO).await?, PuzzlePlayer::default());
    let solution = RatedAttempt { is_shown: true, ..attempt(&store, BRUNO, 3, PuzzleResult::Failed).await? };
    assert!(store.rate_puzzle(&solution).await?);
    let given_up = store.puzzle_attempt(BRUNO, 3).await?.expect("there");
    let (failed, at) = (Some(PuzzleResult::Failed), Some(Timestamp(9)));
    assert_eq!((given_up.result, given_up.solved_at, given_up.shown_at), (failed, None, at));
    assert_eq!(store.puzzle_rating(3).await?.map(|rating| rating.games), Some(2));
    Ok(())
}

pub async fn tries_at_the_same_time_lose_no_rating(store: Arc<Store>) -> TestResult {
    // Six people try the same three puzzles at once, one of them from two devices.
    let users: Vec<UserId> = (1..=6).chain([1]).map(UserId).collect();
    let mut tasks = tokio::task::JoinSet::new();
    for user in users {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let mut written = 0;
            for puzzle in 1..=3 {
                store.open_puzzle(user, puzzle, Timestamp(1)).await?;
                while store.puzzle_attempt(user, puzzle).await?.is_some_and(|attempt| attempt.result.is_none()) {
                    let rated = attempt(&store, user, puzzle, PuzzleResult::Solved).await?;
                    written += u32::from(store.rate_puzzle(&rated).await?);
                }
            }
            anyhow::Ok(written)
        });
    }
    let mut written = 0;
    while let Some(done) = tasks.join_next().await {
        written += done??;
    }
    assert_eq!(written, 18);
    let games: Vec<(u32, u32)> =
        store.puzzle_ratings().await?.into_iter().map(|(puzzle, rating)| (puzzle, rating.games)).collect();
    assert_eq!(games, [(1, 6), (2, 6), (3, 6)]);
    for user in (1..=6).map(UserId) {
        assert_eq!(store.puzzle_player(user).await?.rating.games, 3);
    }
    Ok(())
}

pub async fn a_day_has_one_puzzle_and_counts_once_for_a_streak(store: Arc<Store>) -> TestResult {
    let day = Day(20_000);
    assert_eq!(store.puzzle_of_day(day).await?, None);
    let mut tasks = tokio::task::JoinSet::new();
    for puzzle in 1..=6 {
        let store = Arc::clone(&store);
        tasks.spawn(async move { store.choose_puzzle_of_day(day, puzzle).await });
    }
    let mut choices = BTreeSet::new();
    while let Some(done) = tasks.join_next().await {
        choices.insert(done??);
    }
    assert_eq!(choices, BTreeSet::from([store.puzzle_of_day(day).await?.expect("chosen")]));

    let none = Streak::default();
    let first = none.after_solving(day).expect("a day");
    assert!(!store.extend_puzzle_streak(ADA, &none, &first).await?, "she has tried no puzzle");
    assert_eq!(store.puzzle_solvers(day).await?, 0);
    store.open_puzzle(ADA, 1, Timestamp(5)).await?;
    assert!(store.rate_puzzle(&attempt(&store, ADA, 1, PuzzleResult::Failed).await?).await?);
    let (one, two) =
        tokio::join!(store.extend_puzzle_streak(ADA, &none, &first), store.extend_puzzle_streak(ADA, &none, &first));
    assert!(one? != two?, "once");
    assert_eq!((store.puzzle_player(ADA).await?.streak, store.puzzle_solvers(day).await?), (first, 1));
    // A rating written later leaves the streak unchanged.
    store.open_puzzle(ADA, 2, Timestamp(5)).await?;
    assert!(store.rate_puzzle(&attempt(&store, ADA, 2, PuzzleResult::Solved).await?).await?);
    assert_eq!(store.puzzle_player(ADA).await?.streak, first);
    // A day whose puzzle no one requested counts for no one.
    let next = first.after_solving(Day(20_001)).expect("another day");
    assert!(!store.extend_puzzle_streak(ADA, &first, &next).await?);
    assert_eq!(store.puzzle_player(ADA).await?.streak, first);
    store.choose_puzzle_of_day(Day(20_001), 5).await?;
    assert!(store.extend_puzzle_streak(ADA, &first, &next).await?);
    assert_eq!(store.puzzle_player(ADA).await?.streak, Streak { days: 2, best: 2, last: Some(Day(20_001)) });
    Ok(())
}

pub async fn the_channels_of_the_daily_puzzle_are_claimed_once(store: Arc<Store>) -> TestResult {
    let (guild, channel) = (GuildId(u64::MAX - 1), ChannelId(u64::MAX));
    let entry = |request| AuditEntry::of(guild, RequestId(request), Some(ADA), AuditAction::SetUp, Timestamp(1));
    let (today, tomorrow) = (Day(20_000), Day(20_001));
    let at = |day: Day, ms| day.begins_at().plus(ms);
    let claim = async |day, now, until| store.claim_posts(PostGroup::Puzzles, at(day, now), at(day, until), 9).await;
    let choose = async |channel, entry| store.set_post_channel(PostKind::Puzzle, guild, channel, &entry).await;
    assert_eq!(claim(today, 10, 20).await?, []);
    choose(Some(channel), entry(1)).await?;
    let claimed = claim(today, 10, 20).await?;
    let unsent = Post {
        kind: PostKind::Puzzle,
        key: guild.into(),
        guild,
        channel,
        message: None,
        shown: Post::NEW,
        span: None,
        next_at: at(today, 20),
        problem: None,
    };
    assert_eq!(claimed, std::slice::from_ref(&unsent));
    assert_eq!(claim(today, 19, 30).await?, []);
    // The lease is over.
    assert_eq!(claim(today, 20, 40).await?.len(), 1);
    assert!(!store.write_post(&unsent, at(today, 20)).await?, "another claim has begun");
    let sent_post = Post { shown: today.0, message: Some(u64::MAX - 2), next_at: Timestamp(0), ..unsent.clone() };
    assert!(store.write_post(&sent_post, at(today, 40)).await?);
    assert_eq!(store.post(PostKind::Puzzle, guild).await?, Some(sent_post.clone()));
    assert_eq!(claim(today, 90, 99).await?, []);
    // The same channel again changes nothing, and adds no log entry.
    choose(Some(channel), entry(2)).await?;
    assert_eq!(store.post(PostKind::Puzzle, guild).await?, Some(sent_post.clone()));
    assert_eq!(claim(tomorrow, 95, 99).await?, [Post { next_at: at(tomorrow, 99), ..sent_post }]);
    // Another channel: the claim is void, and the day begins anew.
    choose(Some(ChannelId(5)), entry(3)).await?;
    assert!(!store.write_post(&unsent, at(tomorrow, 99)).await?);
    let other = store.post(PostKind::Puzzle, guild).await?.expect("chosen");
    assert_eq!((other.channel, other.shown, other.message), (ChannelId(5), Post::NEW, None));
    choose(None, entry(4)).await?;
    assert_eq!((store.post(PostKind::Puzzle, guild).await?, claim(tomorrow, 98, 99).await?), (None, vec![]));
    let log: Vec<u64> = store.audit_log(guild, 0, 9).await?.into_iter().map(|entry| entry.request.0).collect();
    assert_eq!(log.len(), 3, "{log:?}");
    assert!(!log.contains(&2), "{log:?}");
    Ok(())
}

pub async fn a_rating_of_a_puzzle_is_read_as_it_was_written(store: Arc<Store>) -> TestResult {
    store.open_puzzle(ADA, u32::MAX, Timestamp(5)).await?;
    let odd =
        Rating { rating: 1_234.567_891, deviation: 45.0, volatility: 0.054_321, at: Some(Timestamp(9)), games: 1 };
    let rated = RatedAttempt {
        puzzle_rating: odd,
        player_rating: Rating { rating: 400.0, ..odd },
        ..attempt(&store, ADA, u32::MAX, PuzzleResult::Failed).await?
    };
    assert!(store.rate_puzzle(&rated).await?);
    assert_eq!(store.puzzle_rating(u32::MAX).await?, Some(odd));
    assert_eq!(store.puzzle_player(ADA).await?.rating, rated.player_rating);
    Ok(())
}
