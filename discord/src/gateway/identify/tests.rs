use serde_json::json;

use super::*;

fn answer(remaining: u32, max_concurrency: u16) -> BotGateway {
    let limit =
        json!({ "max_concurrency": max_concurrency, "remaining": remaining, "reset_after": 7_200_000, "total": 1000 });
    serde_json::from_value(json!({ "session_start_limit": limit, "shards": 16, "url": "wss://x" })).expect("an answer")
}

#[test]
fn a_discord_that_does_not_say_how_many_sessions_are_left_is_asked_ever_more_slowly() {
    let refusal = |status| DiscordError::Refused { status, code: 0, message: String::new() };
    let silence = || DiscordError::NoResponse(String::new());
    let limited = DiscordError::rate_limited(Duration::from_mins(9));
    let failures = [refusal(502), refusal(403), limited, silence(), silence(), silence(), silence()];
    let pauses = (0..).zip(&failures).map(|(count, failure)| pause_after(failure, count).as_secs());
    assert_eq!(pauses.collect::<Vec<_>>(), [1, 2, 540, 8, 16, 30, 30]);
}

#[test]
fn each_session_counts_before_discord_is_asked_again() {
    let now = Instant::now();
    let mut state = State { info: Some((now, answer(101, 1))), ..State::default() };
    assert_eq!(state.begin(0, now), (now, "wss://x".to_owned()));
    let (_, info) = state.info.expect("an answer");
    assert_eq!(wait_for_sessions(&info.session_start_limit), Some(Duration::from_hours(2)));
}

#[test]
fn as_many_sessions_begin_at_once_as_discord_allows_and_one_after_the_other_in_a_bucket() {
    let now = Instant::now();
    for (max_concurrency, last) in [(1, INTERVAL * 15), (4, INTERVAL * 3), (16, Duration::ZERO)] {
        let mut state = State { info: Some((now, answer(1000, max_concurrency))), ..State::default() };
        let mut begin = |shard, now| state.begin(shard, now).0;
        assert_eq!((0..16).map(|shard| begin(shard, now) - now).max(), Some(last));
        let later = now + Duration::from_mins(2);
        assert_eq!([begin(0, later), begin(16, later)], [later, later + INTERVAL], "unused slots are lost");
    }
}
