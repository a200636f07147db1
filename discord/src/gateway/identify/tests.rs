use serde_json::json;

use super::*;

fn answer(remaining: u32, max_concurrency: u16) -> BotGateway {
    let limit =
        json!({ "max_concurrency": max_concurrency, "remaining": remaining, "reset_after": 7_200_000, "total": 1000 });
    serde_json::from_value(json!({ "session_start_limit": limit, "shards": 16, "url": "wss://x" })).expect("an answer")
}

#[test]
fn a_discord_that_does_not_say_how_many_sessions_are_left_is_asked_again() {
    let start = Instant::now();
    let mut state = State::new(start);
    let mut pause_after = |failure| {
        assert!(!state.take_answer(Err(failure), start).expect("not final"));
        (state.ask_again_at - start).as_secs()
    };
    let refusal = |status| DiscordError::Refused { status, code: 0, message: String::new() };
    assert_eq!(pause_after(refusal(502)), 1);
    assert_eq!(pause_after(refusal(403)), 2);
    assert_eq!(pause_after(DiscordError::rate_limited(Duration::from_mins(9))), 540);
    let pauses = [(); 4].map(|()| pause_after(DiscordError::NoResponse(String::new())));
    assert_eq!(pauses, [8, 16, 30, 30]);
    assert!(state.take_answer(Ok(answer(1000, 1)), start).expect("not final") && state.failures == 0);
    state.take_answer(Err(refusal(401)), start).expect_err("the token is refusal");
}

#[test]
fn all_shards_wait_for_the_same_instant_when_the_sessions_are_used_up() {
    let now = Instant::now();
    let mut state = State { info: Some((now, answer(101, 1))), ..State::new(now) };
    assert_eq!(state.begin(0, now), Ok((now, "wss://x".to_owned())));
    let more_at = now + Duration::from_hours(2);
    assert_eq!(state.begin(1, now), Err(more_at), "each session counts at once");
    assert_eq!(state.begin(2, now + Duration::from_mins(1)), Err(more_at));
    state.info = Some((now, answer(1000, 1)));
    assert!(state.begin(1, more_at).is_ok());
}

#[test]
fn as_many_sessions_begin_at_once_as_discord_allows_and_one_after_the_other_in_a_bucket() {
    let now = Instant::now();
    for (max_concurrency, last) in [(1, INTERVAL * 15), (4, INTERVAL * 3), (16, Duration::ZERO)] {
        let mut state = State { info: Some((now, answer(1000, max_concurrency))), ..State::new(now) };
        let mut begin = |shard, now| state.begin(shard, now).expect("sessions are left").0;
        assert_eq!((0..16).map(|shard| begin(shard, now) - now).max(), Some(last));
        let later = now + Duration::from_mins(2);
        assert_eq!([begin(0, later), begin(16, later)], [later, later + INTERVAL], "unused slots are lost");
    }
}
