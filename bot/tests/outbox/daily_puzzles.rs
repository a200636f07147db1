//! The daily puzzle in the channels of servers.

use base::clock::Clock as _;
use bot::features::puzzle::service::{open_day, try_turn};
use games::domain::{ChannelId, Day, GuildId, PostKind, PuzzleResult, UserId};
use games::store::PostGroup;

use super::{ADA, BRUNO, FakeMessage, Fixture, HOUR, Lost, Refused};

const GUILD: GuildId = GuildId(u64::MAX - 3);
const PUZZLES: ChannelId = ChannelId(310);
const OTHER: ChannelId = ChannelId(311);
const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * HOUR;

async fn choose(fixture: &Fixture, channel: Option<ChannelId>) {
    fixture.choose_channel(PostKind::Puzzle, GUILD, channel).await;
}

async fn round(fixture: &Fixture) -> usize {
    fixture.deliver(PostGroup::Puzzles).await
}

fn messages(fixture: &Fixture) -> Vec<FakeMessage> {
    fixture.messages(PUZZLES)
}

async fn solve_today(fixture: &Fixture, user: UserId) {
    let today = Day::of(fixture.clock.now());
    let day = open_day(&fixture.games, user, today).await.expect("readable").expect("a puzzle");
    let own: Vec<String> = day.puzzle.solution.iter().step_by(2).map(ToString::to_string).collect();
    let (last, played) = own.split_last().expect("a turn");
    try_turn(&fixture.games, user, &day, played, last).await.expect("legal");
    let attempt = fixture.store.puzzle_attempt(user, day.puzzle.number).await.expect("readable").expect("there");
    assert_eq!(attempt.result, Some(PuzzleResult::Solved));
}

#[tokio::test]
async fn each_day_has_one_message_with_a_board_and_a_button() {
    let fixture = Fixture::new();
    assert_eq!(round(&fixture).await, 0, "nobody wants it");
    choose(&fixture, Some(PUZZLES)).await;
    assert_eq!((round(&fixture).await, round(&fixture).await), (1, 0));
    let [message] = messages(&fixture).try_into().expect("one message");
    assert!(message.text.starts_with("**Puzzle of the day** · <t:") && message.picture, "{}", message.text);
    assert!(message.text.contains(" to move: ") && message.buttons == 1, "{}", message.text);
    // Nothing is posted before midnight; at midnight the next one is.
    let now = fixture.clock.now();
    let midnight = Day(Day::of(now).0 + 1).begins_at();
    fixture.clock.advance(midnight.since(now) - 1);
    assert_eq!(round(&fixture).await, 0);
    fixture.clock.advance(1);
    assert_eq!((round(&fixture).await, round(&fixture).await), (1, 0));
    assert_eq!(messages(&fixture).len(), 2);
    // Days without a running process get no puzzle.
    fixture.clock.advance(5 * DAY);
    assert_eq!((round(&fixture).await, messages(&fixture).len()), (1, 3));
    choose(&fixture, None).await;
    fixture.clock.advance(DAY);
    assert_eq!((round(&fixture).await, messages(&fixture).len()), (0, 3));
}

#[tokio::test]
async fn the_message_of_the_last_day_says_how_many_have_solved_it() {
    let fixture = Fixture::new();
    choose(&fixture, Some(PUZZLES)).await;
    round(&fixture).await;
    for user in [ADA, BRUNO, BRUNO] {
        solve_today(&fixture, user).await;
    }
    fixture.clock.advance(DAY);
    round(&fixture).await;
    let texts: Vec<String> = messages(&fixture).into_iter().map(|message| message.text).collect();
    assert!(texts[0].ends_with("2 players solved it on its day."), "{texts:?}");
    assert!(!texts[1].contains("solved it"), "{texts:?}");
    assert_eq!(messages(&fixture)[0].buttons, 1, "late players may solve it too");
    fixture.fail("edit", PUZZLES, Refused(404, 10_008), 1);
    fixture.clock.advance(DAY);
    assert_eq!((round(&fixture).await, messages(&fixture).len()), (1, 3), "a deleted message stops nothing");
    fixture.clock.advance(DAY);
    round(&fixture).await;
    assert!(messages(&fixture)[2].text.ends_with("Nobody solved it on its day."), "{:?}", messages(&fixture)[2].text);
}

#[tokio::test]
async fn a_message_whose_answer_is_lost_is_posted_once() {
    let fixture = Fixture::new();
    choose(&fixture, Some(PUZZLES)).await;
    fixture.fail("post", PUZZLES, Lost, 2);
    for _ in 0..3 {
        assert_eq!(round(&fixture).await, 1);
        fixture.clock.advance(MINUTE);
    }
    assert_eq!((round(&fixture).await, messages(&fixture).len()), (0, 1));

    // A process that ends meanwhile leaves a claim, which expires; no other process posts until then.
    fixture.clock.advance(DAY);
    let now = fixture.clock.now();
    let claim = async || {
        let until = now.plus(MINUTE);
        fixture.store.claim_posts(PostGroup::Puzzles, now, until, 9).await.expect("readable")
    };
    let (one, two) = tokio::join!(claim(), claim());
    assert_eq!((one.len() + two.len(), round(&fixture).await), (1, 0));
    fixture.clock.advance(MINUTE);
    assert_eq!((round(&fixture).await, messages(&fixture).len()), (1, 2));
    let late = [one, two].concat().remove(0);
    assert!(!fixture.store.write_post(&late, late.next_at).await.expect("readable"), "too late");
}

#[tokio::test]
async fn a_channel_that_is_closed_is_noted_and_another_one_gets_the_puzzle_at_once() {
    let fixture = Fixture::new();
    choose(&fixture, Some(PUZZLES)).await;
    fixture.fail("post", PUZZLES, Refused(403, 50_013), 1);
    round(&fixture).await;
    let stored = async || fixture.store.post(PostKind::Puzzle, GUILD).await.expect("readable").expect("chosen");
    assert!(stored().await.problem.is_some_and(|problem| problem.contains("50013")));
    fixture.clock.advance(MINUTE);
    assert_eq!(round(&fixture).await, 0, "it is not asked again at once");
    // Choosing the channel again tries at once; an existing message is not repeated.
    choose(&fixture, Some(PUZZLES)).await;
    assert_eq!((round(&fixture).await, stored().await.problem), (1, None));
    choose(&fixture, Some(PUZZLES)).await;
    assert_eq!((round(&fixture).await, messages(&fixture).len()), (0, 1));
    choose(&fixture, Some(OTHER)).await;
    assert_eq!((round(&fixture).await, fixture.messages(OTHER).len()), (1, 1));
}
