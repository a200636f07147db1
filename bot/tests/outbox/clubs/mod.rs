//! Posts of the outbox for ladders and events.

mod competition_posts;
mod ladder_digests;
mod leader_roles;
mod season_posts;
mod unreadable;

use clubs::ladders::{NewLadder, organizers, players};
use games::domain::{GuildId, LadderId, UserId};

use crate::outbox::{Fixture, person};

/// A ladder whose new players join at the end.
async fn create_ladder(fixture: &Fixture, guild: GuildId, name: &str) -> LadderId {
    let new = NewLadder {
        guild,
        by: None,
        name: name.to_owned(),
        preset: "swap".parse().expect("a preset"),
        settings: String::new(),
        setup: "abalone".to_owned(),
        pace: None,
    };
    organizers::create(&fixture.games, new).await.expect("a ladder").ladder_id
}

async fn join_ladder(fixture: &Fixture, ladder: LadderId, user: UserId) {
    players::join(&fixture.games, ladder, &person(user)).await.expect("joins");
}
