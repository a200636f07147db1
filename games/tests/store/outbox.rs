//! The outbox: order, leases, retries, dead messages.

use std::sync::Arc;

use games::domain::{ChannelId, GameId, Notice, NoticeKind, Reminder, Timestamp};
use games::store::{Commit, OutboxBacklog, PostedMessage, SendOutcome, Store};

use super::{BRUNO, TestResult, claim, commit, creation, game, games_of, play};

pub async fn messages_of_a_game_are_claimed_in_order_and_leased(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 10)).await?;
    store.commit(play(&game(1), 11, "a1b2")).await?;
    store.create(creation(2, 20)).await?;
    let claim = async |now| claim(&store, now, now + 30).await;
    let first = claim(5).await?;
    assert_eq!(first.len(), 2, "the oldest of each game");
    assert!(first.iter().all(|message| message.notice == Notice::Challenge && message.attempts == 1));
    assert!(claim(6).await?.is_empty(), "leased");
    let of_one = first.iter().find(|message| message.game_id == GameId(1)).expect("game 1");
    let post = PostedMessage {
        game_id: GameId(1),
        version: 0,
        kind: NoticeKind::Challenge.into(),
        channel_id: ChannelId(8),
        discord_id: u64::MAX,
    };
    store.message_sent(of_one.message_id, Some(post.clone())).await?;
    assert_eq!(store.posted_messages(GameId(1)).await?, std::slice::from_ref(&post));
    store.delete_posted(&post).await?;
    assert!(store.posted_messages(GameId(1)).await?.is_empty());
    let next = claim(7).await?;
    assert_eq!(next.iter().map(|message| &message.notice).collect::<Vec<_>>(), [&Notice::Board { ply: 1 }]);
    assert_eq!(claim(40).await?.len(), 2, "the lease is over: both ring again");
    Ok(())
}

pub async fn a_dead_message_does_not_block_later_ones(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 10)).await?;
    store.commit(play(&game(1), 11, "a1b2")).await?;
    let first = claim(&store, 5, 35).await?.remove(0);
    store.message_retry(&first, Timestamp(100), SendOutcome::NotSent, "502").await?;
    assert!(claim(&store, 99, 129).await?.is_empty());
    assert_eq!(claim(&store, 100, 130).await?[0].attempts, 2);
    store.message_dead(first.message_id, "gone").await?;
    let next = claim(&store, 131, 160).await?;
    assert_eq!(next[0].notice, Notice::Board { ply: 1 });
    Ok(())
}

pub async fn news_of_a_deadline_that_wait_for_their_time_let_boards_pass(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 10)).await?;
    let challenge = claim(&store, 5, 35).await?.remove(0);
    store.message_sent(challenge.message_id, None).await?;
    let moved = Notice::DeadlineMoved { not_before: Some(Timestamp(100)) };
    let corrected = games::domain::Game { version: 1, ..game(1) };
    store.commit(commit(corrected.clone(), 11, vec![moved.clone()])).await?;
    assert_eq!(store.outbox_backlog().await?.oldest, Some(Timestamp(100)), "it is not late before its time");
    store.commit(play(&corrected, 12, "a1b2")).await?;
    let claim = async |now| {
        let claimed = store.claim_boards(Timestamp(now), Timestamp(now + 1_000), 10).await?;
        anyhow::Ok(claimed.into_iter().map(|message| (message.message_id, message.notice)).collect::<Vec<_>>())
    };
    let (board, notice) = claim(5).await?.remove(0);
    assert_eq!(notice, Notice::Board { ply: 1 });
    store.message_sent(board, None).await?;
    assert!(claim(99).await?.is_empty());
    let (_, notice) = claim(100).await?.remove(0);
    assert_eq!(notice, moved);
    assert_eq!(store.outbox_backlog().await?.oldest, Some(Timestamp(100)), "nor while it is on its way");
    Ok(())
}

pub async fn a_backlog_counts_what_waits_and_what_is_dead(store: Arc<Store>) -> TestResult {
    assert_eq!(store.outbox_backlog().await?, OutboxBacklog::default());
    assert_eq!(store.due_alarms(Timestamp(1_000)).await?, (0, None));
    store.create(creation(1, 10)).await?;
    store.commit(play(&game(1), 11, "a1b2")).await?;
    let first = claim(&store, 5, 35).await?.remove(0);
    let waiting = store.outbox_backlog().await?;
    assert_eq!(
        (waiting.waiting, waiting.dead, waiting.oldest),
        (2, 0, Some(first.created_at)),
        "claimed ones wait too"
    );
    store.message_dead(first.message_id, "gone").await?;
    let left = store.outbox_backlog().await?;
    assert_eq!((left.waiting, left.dead), (1, 1));
    let (due, oldest) = store.due_alarms(Timestamp(i64::MAX)).await?;
    assert_eq!((due, store.due_alarms(Timestamp(0)).await?), (1, (0, None)));
    let at = oldest.expect("an alarm");
    assert_eq!(store.due_alarms(at).await?, (1, Some(at)));
    assert_eq!(store.due_alarms(Timestamp(at.0 - 1)).await?, (0, None));
    Ok(())
}

pub async fn a_personal_notice_that_waits_for_another_try_holds_nothing_back(store: Arc<Store>) -> TestResult {
    let turn = Some("a1b2".to_owned());
    let personal = [
        Notice::Reminder(Reminder::Turn { ply: 1 }),
        Notice::Reminder(Reminder::Step { step: 0, ply: 1, stops_at: None }),
        Notice::ConditionalMovesDropped { user: BRUNO, turn, is_placing: false },
    ];
    for (id, notice) in (1..).zip(personal) {
        store.create(Commit { notices: vec![notice.clone()], ..creation(id, 10 * id.unsigned_abs()) }).await?;
        store.commit(play(&game(id), 10 * id.unsigned_abs() + 1, "a1b2")).await?;
        let claim = async |now| claim(&store, now, now + 30).await;
        assert!(store.claim_boards(Timestamp(4), Timestamp(34), 10).await?.is_empty(), "only boards: {notice:?}");
        let first = claim(5).await?.remove(0);
        assert_eq!(first.notice, notice);
        assert!(claim(6).await?.is_empty(), "it is on its way: {notice:?}");
        store.message_retry(&first, Timestamp(900), SendOutcome::NotSent, "40003").await?;
        let board = store.claim_boards(Timestamp(7), Timestamp(37), 10).await?;
        assert_eq!(board.iter().map(|it| &it.notice).collect::<Vec<_>>(), [&Notice::Board { ply: 1 }], "{notice:?}");
        store.message_sent(board[0].message_id, None).await?;
        let again = claim(900).await?.remove(0);
        assert_eq!(again.notice, notice, "it comes up again");
        store.message_sent(again.message_id, None).await?;
    }
    // Whether this message was sent is unknown, so its replacement comes later.
    store.create(Commit { notices: vec![Notice::Reminder(Reminder::Turn { ply: 1 })], ..creation(9, 90) }).await?;
    store.commit(play(&game(9), 91, "a1b2")).await?;
    let first = claim(&store, 5, 35).await?.remove(0);
    store.message_retry(&first, Timestamp(900), SendOutcome::Unknown, "no answer").await?;
    assert!(claim(&store, 7, 37).await?.is_empty());
    Ok(())
}

pub async fn one_notice_can_be_posted_in_several_channels(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 10)).await?;
    let first = claim(&store, 5, 35).await?.remove(0);
    let at = |channel, discord_id| PostedMessage {
        game_id: GameId(1),
        version: 0,
        kind: NoticeKind::Challenge.into(),
        channel_id: ChannelId(channel),
        discord_id,
    };
    store.record_posted(&at(8, 1)).await?;
    assert!(claim(&store, 6, 36).await?.is_empty(), "its message is not sent yet");
    store.message_sent(first.message_id, Some(at(9, 2))).await?;
    let mut places = store.posted_messages(GameId(1)).await?;
    places.sort_by_key(|posted| posted.channel_id);
    assert_eq!(places, [at(8, 1), at(9, 2)]);
    store.delete_posted(&at(8, 1)).await?;
    assert_eq!(store.posted_messages(GameId(1)).await?, [at(9, 2)]);
    Ok(())
}

pub async fn a_try_with_unknown_outcome_leaves_the_message_in_doubt(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 10)).await?;
    let claim = async |now| -> anyhow::Result<_> { Ok(claim(&store, now, now + 30).await?.remove(0)) };
    let first = claim(5).await?;
    assert!(!first.may_be_posted, "never tried");
    store.message_retry(&first, Timestamp(10), SendOutcome::NotSent, "429").await?;
    assert!(!claim(10).await?.may_be_posted, "known not to be done");
    let again = claim(40).await?;
    assert!(again.may_be_posted, "the lease has ended");
    store.message_retry(&again, Timestamp(50), SendOutcome::NotSent, "429").await?;
    assert!(claim(50).await?.may_be_posted, "what came later does not settle it");

    store.create(creation(2, 20)).await?;
    let other = claim(60).await?;
    assert_eq!((other.game_id, other.may_be_posted), (GameId(2), false));
    store.message_retry(&other, Timestamp(70), SendOutcome::Unknown, "no answer").await?;
    assert!(claim(70).await?.may_be_posted);
    Ok(())
}

pub async fn a_retry_after_the_lease_does_not_release_the_next_claim(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 10)).await?;
    let claim = async |now| claim(&store, now, now + 30).await;
    let frozen = claim(5).await?.remove(0);
    let other = claim(40).await?.remove(0);
    store.message_retry(&frozen, Timestamp(41), SendOutcome::NotSent, "502").await?;
    assert!(claim(50).await?.is_empty(), "the other one is sending it");
    store.message_retry(&other, Timestamp(51), SendOutcome::NotSent, "502").await?;
    assert!(claim(51).await?[0].may_be_posted, "the outcome of the first try is unknown");
    Ok(())
}

pub async fn messages_without_an_answer_are_brought_forward(store: Arc<Store>) -> TestResult {
    for (id, request) in [(1, 10), (2, 20), (3, 30), (4, 40)] {
        store.create(creation(id, request)).await?;
    }
    let claimed = claim(&store, 50, 80).await?;
    let of = |number| claimed.iter().find(|message| message.game_id == GameId(number)).expect("one of each game");
    store.message_retry(of(1), Timestamp(900), SendOutcome::Unknown, "503").await?;
    store.message_retry(of(2), Timestamp(900), SendOutcome::NotSent, "429").await?;
    store.message_dead(of(3).message_id, "50035").await?;
    assert_eq!(store.bring_forward(Timestamp(60)).await?, 1, "the fourth is being sent");
    let due = claim(&store, 61, 91).await?;
    assert_eq!(games_of(&due), [GameId(1)]);
    assert_eq!(store.bring_forward(Timestamp(62)).await?, 0);
    Ok(())
}

pub async fn dead_messages_are_listed_and_queued_again(store: Arc<Store>) -> TestResult {
    store.create(creation(1, 10)).await?;
    assert!(store.dead_messages().await?.is_empty());
    let first = claim(&store, 5, 35).await?.remove(0);
    store.message_dead(first.message_id, "50035").await?;
    assert!(claim(&store, 99, 130).await?.is_empty());
    let dead = store.dead_messages().await?;
    assert_eq!((dead.len(), dead[0].message_id, dead[0].reason.as_str()), (1, first.message_id, "50035"));
    assert_eq!(store.retry_dead_messages().await?, 1);
    let again = claim(&store, 6, 36).await?;
    assert_eq!(
        again.iter().map(|message| (message.message_id, message.attempts)).collect::<Vec<_>>(),
        [(first.message_id, 1)]
    );
    assert_eq!(store.retry_dead_messages().await?, 0);
    Ok(())
}

pub async fn answered_challenges_that_still_have_buttons_are_found(store: Arc<Store>) -> TestResult {
    for id in 1..=3 {
        store.create(creation(id, 10 * id.unsigned_abs())).await?;
        let first = claim(&store, 5, 35).await?.remove(0);
        for channel in [8, 9] {
            let (kind, game_id) = (NoticeKind::Challenge.into(), GameId(id));
            let post = PostedMessage { game_id, version: 0, kind, channel_id: ChannelId(channel), discord_id: 1 };
            store.record_posted(&post).await?;
        }
        store.message_sent(first.message_id, None).await?;
    }
    let found = async |after| store.games_with_unclosed_challenges(GameId(after), 10).await;
    assert!(found(i64::MIN).await?.is_empty(), "nobody has answered");
    for id in [1, 3] {
        store.commit(play(&game(id), 100 + id.unsigned_abs(), "a1b2")).await?;
    }
    assert!(found(i64::MIN).await?.is_empty(), "the first board closes them");
    for message in claim(&store, 50, 80).await? {
        store.message_sent(message.message_id, None).await?;
    }
    assert_eq!(found(i64::MIN).await?, [GameId(1), GameId(3)]);
    assert_eq!(found(1).await?, [GameId(3)]);
    for post in store.posted_messages(GameId(3)).await? {
        store.delete_posted(&post).await?;
    }
    assert_eq!(found(i64::MIN).await?, [GameId(1)]);
    Ok(())
}

pub async fn dead_messages_are_deleted_when_they_are_old(store: Arc<Store>) -> TestResult {
    for id in 1..=3 {
        store.create(creation(id, 10 * id.unsigned_abs())).await?;
    }
    let mut claimed = claim(&store, 5, 35).await?;
    claimed.sort_by_key(|message| message.game_id);
    for (message, last) in claimed.iter().zip([100, 200, 100]) {
        store.message_retry(message, Timestamp(last), SendOutcome::NotSent, "502").await?;
    }
    for message in &claimed[..2] {
        store.message_dead(message.message_id, "50035").await?;
    }
    assert_eq!(store.delete_dead_messages(Timestamp(100)).await?, 0, "not before that instant");
    assert_eq!(store.delete_dead_messages(Timestamp(101)).await?, 1);
    let left: Vec<_> = store.dead_messages().await?.iter().map(|message| message.game_id).collect();
    assert_eq!(left, [GameId(2)]);
    let waiting = claim(&store, 300, 330).await?;
    assert_eq!(games_of(&waiting), [GameId(3)], "it is not dead");
    Ok(())
}
