//! The messages of events in their channels.

use std::sync::Arc;

use bot::clock::Clock as _;
use bot::delivery::clubs::tournament_posts::post_due;
use bot::discord::api::DiscordApi;
use bot::domain::clubs::tournament::{Format, RoundRules, SignUp, TournamentPhase};
use bot::domain::{ChannelId, GuildId, Organizer, Person, TournamentId, UserId};
use bot::features::tournament::service::organizers::{self, NewTournament, Verdict};
use bot::features::tournament::service::{entrants, taking_in};

use super::{Fixture, HOUR, RequestFailure};

const GUILD: GuildId = GuildId(9);
const EVENTS: ChannelId = ChannelId(301);
const MINUTE: i64 = 60_000;

fn by(fixture: &Fixture) -> Organizer {
    Organizer { request: fixture.request(), guild: GUILD, user: UserId(99), reason: Some("a test".to_owned()) }
}

/// An event of two players that has begun.
async fn begun(fixture: &Fixture) -> TournamentId {
    let new = NewTournament {
        by: by(fixture),
        channel: EVENTS,
        name: "Spring".to_owned(),
        format: Format::RoundRobin,
        rounds: None,
        setup: "abalone".to_owned(),
        pace: None,
        is_rated: None,
        rules: RoundRules::default(),
        sign_up: SignUp::default(),
    };
    let id = organizers::create(&fixture.games, new).await.expect("a draft").tournament_id;
    organizers::announce(&fixture.games, &by(fixture), id).await.expect("announced");
    for user in [1, 2].map(UserId) {
        let person = Person { user, name: format!("person {}", user.0) };
        entrants::enter(&fixture.games, id, &person, &[], None).await.expect("joins");
    }
    organizers::begin(&fixture.games, &by(fixture), id).await.expect("two have come");
    id
}

async fn round(fixture: &Fixture) -> usize {
    let discord = Arc::<super::FakeDiscord>::clone(&fixture.discord) as Arc<dyn DiscordApi>;
    post_due(&fixture.games, fixture.store.as_ref(), &discord).await.expect("a store in memory")
}

#[tokio::test]
async fn a_channel_that_is_deleted_in_mid_round_stops_no_event() {
    let fixture = Fixture::new();
    let id = begun(&fixture).await;
    assert_eq!(round(&fixture).await, 2, "the card and the round");
    assert_eq!(fixture.discord.messages(EVENTS).len(), 2);
    fixture.discord.fail("edit", EVENTS, RequestFailure::Refused(404, 10_003), 2);
    organizers::decide(&fixture.games, &by(&fixture), id, UserId(1), Verdict::Win).await.expect("it is running");
    let stored = taking_in::update_tournament(&fixture.games, id).await.expect("readable");
    assert_eq!(stored.tournament.phase, TournamentPhase::Over);
    fixture.clock.advance(MINUTE);
    assert_eq!(round(&fixture).await, 2);
    fixture.clock.advance(MINUTE);
    assert_eq!(round(&fixture).await, 0, "Discord is left alone for an hour");
    fixture.clock.advance(HOUR);
    assert_eq!(round(&fixture).await, 2, "somebody may have let the bot in again");
    let texts: Vec<String> = fixture.discord.messages(EVENTS).into_iter().map(|message| message.text).collect();
    assert!(texts.iter().any(|text| text.contains("🏆 **<@1>** wins.")), "{texts:?}");
    assert_eq!(round(&fixture).await, 0);
    let now = fixture.clock.now();
    assert_eq!(fixture.store.claim_tournament_posts(now, now, 9).await.expect("readable"), []);
}
