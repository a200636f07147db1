//! The leader role: given to the leader, taken from the previous one.

use base::clock::Clock as _;
use bot::delivery::leader_role::give_due;
use clubs::ladders::{OrganizerAction, organizers, players};
use clubs::store::{Clubs as _, LeaderRole};
use games::domain::{LadderId, Person, RoleId, Timestamp, UserId};

use crate::outbox::{ADA, BRUNO, ChannelId, Fixture, GUILD, HOUR, Lost, Refused, dm_channel};

use super::{create_ladder, join_ladder};

const ROLE: RoleId = RoleId(900);
const CHIEF: UserId = UserId(50);
const MINUTE: i64 = 60_000;

/// A ladder with Ada before Bruno, whose leader has a role.
async fn club(fixture: &Fixture) -> LadderId {
    let ladder = create_ladder(fixture, GUILD, "Club").await;
    for user in [ADA, BRUNO] {
        join_ladder(fixture, ladder, user).await;
    }
    let role = LeaderRole::new(ladder, GUILD, ROLE, CHIEF, Timestamp(0));
    assert!(fixture.store.clubs().set_leader_role(None, &role, None).await.expect("chosen"));
    ladder
}

async fn lead(fixture: &Fixture, ladder: LadderId, user: UserId) {
    let action = OrganizerAction::Add(Person { user, name: String::new() }, Some(1));
    organizers::change_player(&fixture.games, ladder, &fixture.by(GUILD, CHIEF), action).await.expect("moved");
}

async fn round(fixture: &Fixture) -> usize {
    give_due(&fixture.games, &fixture.store, &fixture.api()).await.expect("a store in memory")
}

async fn stored(fixture: &Fixture, ladder: LadderId) -> LeaderRole {
    fixture.store.clubs().leader_role(ladder).await.expect("readable").expect("chosen")
}

fn place(user: UserId) -> ChannelId {
    ChannelId(user.0)
}

#[tokio::test]
async fn the_role_goes_from_leader_to_leader() {
    let fixture = Fixture::new();
    let ladder = club(&fixture).await;
    assert_eq!((round(&fixture).await, fixture.holders(ROLE)), (1, vec![ADA]));
    assert_eq!(round(&fixture).await, 0, "nothing has changed");
    lead(&fixture, ladder, BRUNO).await;
    assert_eq!((round(&fixture).await, fixture.holders(ROLE)), (1, vec![BRUNO]));
    // Both leave, so there is no leader.
    for user in [ADA, BRUNO] {
        players::leave(&fixture.games, ladder, user).await.expect("leaves");
    }
    assert_eq!((round(&fixture).await, fixture.holders(ROLE)), (1, vec![]));
    assert_eq!(stored(&fixture, ladder).await.holder, None);
}

#[tokio::test]
async fn an_answer_that_is_lost_leaves_no_role_behind() {
    let fixture = Fixture::new();
    let ladder = club(&fixture).await;
    fixture.fail("give", place(ADA), Lost, 1);
    round(&fixture).await;
    assert_eq!(stored(&fixture, ladder).await.given, Some(ADA), "she may have it");
    assert_eq!(fixture.holders(ROLE), [ADA]);
    lead(&fixture, ladder, BRUNO).await;
    assert_eq!(round(&fixture).await, 0, "not at once");
    fixture.clock.advance(MINUTE);
    assert_eq!((round(&fixture).await, fixture.holders(ROLE)), (1, vec![BRUNO]));
    // The same with a lost answer when the role is taken.
    lead(&fixture, ladder, ADA).await;
    fixture.fail("take", place(BRUNO), Lost, 1);
    round(&fixture).await;
    fixture.clock.advance(MINUTE);
    assert_eq!((round(&fixture).await, fixture.holders(ROLE)), (1, vec![ADA]));
    // The claim of an ended process holds for a minute.
    lead(&fixture, ladder, BRUNO).await;
    let now = fixture.clock.now();
    let claimed = fixture.store.clubs().claim_leader_roles(now, now.plus(MINUTE), 9).await.expect("readable");
    assert_eq!((claimed.len(), round(&fixture).await), (1, 0));
    fixture.clock.advance(MINUTE);
    assert_eq!((round(&fixture).await, fixture.holders(ROLE)), (1, vec![BRUNO]));
    assert!(
        !fixture.store.clubs().write_leader_role(&claimed[0], claimed[0].next_at).await.expect("readable"),
        "too late"
    );
}

#[tokio::test]
async fn who_has_chosen_the_role_is_told_once_that_it_cannot_be_given() {
    let fixture = Fixture::new();
    let ladder = club(&fixture).await;
    fixture.fail("give", place(ADA), Refused(403, 50_013), 2);
    round(&fixture).await;
    let warnings = || fixture.messages(dm_channel(CHIEF));
    assert!(warnings()[0].text.contains("I can no longer give the leader of **Club** their role (<@&900>)"));
    assert!(stored(&fixture, ladder).await.problem.is_some_and(|problem| problem.contains("50013")));
    fixture.clock.advance(MINUTE);
    assert_eq!(round(&fixture).await, 0, "an hour later");
    fixture.forget_nonces();
    fixture.clock.advance(HOUR);
    round(&fixture).await;
    fixture.clock.advance(HOUR);
    assert_eq!((round(&fixture).await, warnings().len()), (1, 1), "once");
    assert_eq!(fixture.holders(ROLE), [ADA]);
    let after = stored(&fixture, ladder).await;
    assert_eq!((after.problem, after.is_told, after.holder), (None, false, Some(ADA)));
}

#[tokio::test]
async fn a_leader_who_has_left_the_server_is_given_nothing() {
    let fixture = Fixture::new();
    let ladder = club(&fixture).await;
    fixture.fail("give", place(ADA), Refused(404, 10_007), 1);
    assert_eq!((round(&fixture).await, round(&fixture).await), (1, 0));
    let after = stored(&fixture, ladder).await;
    assert_eq!((after.holder, after.given, after.problem), (None, None, None));
    lead(&fixture, ladder, BRUNO).await;
    round(&fixture).await;
    assert_eq!(fixture.holders(ROLE), [BRUNO]);
    lead(&fixture, ladder, ADA).await;
    fixture.fail("take", place(BRUNO), Refused(404, 10_007), 1);
    round(&fixture).await;
    assert_eq!(stored(&fixture, ladder).await.holder, Some(ADA), "who has left needs not to be asked");
}

async fn end(fixture: &Fixture, ladder: LadderId) {
    let before = stored(fixture, ladder).await;
    let ended = LeaderRole { seen: LeaderRole::ENDED, next_at: Timestamp(0), problem: None, ..before.clone() };
    assert!(fixture.store.clubs().set_leader_role(Some(&before), &ended, None).await.expect("written"));
}

async fn is_forgotten(fixture: &Fixture, ladder: LadderId) -> bool {
    fixture.store.clubs().leader_role(ladder).await.expect("readable").is_none()
}

#[tokio::test]
async fn a_role_that_has_ended_is_taken_from_everybody_who_may_have_it() {
    let fixture = Fixture::new();
    let ladder = club(&fixture).await;
    round(&fixture).await;
    lead(&fixture, ladder, BRUNO).await;
    fixture.fail("take", place(ADA), Lost, 1);
    round(&fixture).await;
    fixture.clock.advance(MINUTE);
    fixture.fail("give", place(BRUNO), Lost, 1);
    round(&fixture).await;
    assert_eq!(fixture.holders(ROLE), [BRUNO]);
    fixture.clock.advance(MINUTE);
    end(&fixture, ladder).await;
    fixture.fail("take", place(BRUNO), Refused(500, 0), 1);
    assert_eq!((round(&fixture).await, is_forgotten(&fixture, ladder).await), (1, false));
    assert_eq!(fixture.holders(ROLE), [BRUNO]);
    fixture.clock.advance(MINUTE);
    assert_eq!((round(&fixture).await, is_forgotten(&fixture, ladder).await), (1, true));
    assert_eq!((fixture.holders(ROLE), round(&fixture).await), (vec![], 0));
}

#[tokio::test]
async fn who_has_ended_a_role_is_told_that_it_cannot_be_taken() {
    let fixture = Fixture::new();
    let ladder = club(&fixture).await;
    round(&fixture).await;
    end(&fixture, ladder).await;
    fixture.fail("take", place(ADA), Refused(403, 50_013), 1);
    round(&fixture).await;
    let warnings = fixture.messages(dm_channel(CHIEF));
    assert!(warnings[0].text.starts_with("I couldn't take <@&900> from <@1>."), "{}", warnings[0].text);
    assert_eq!((warnings.len(), is_forgotten(&fixture, ladder).await), (1, true));
}
