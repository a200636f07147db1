//! Ladders: players, organizers, effects of games on the table, and every refusal.

mod annulment;
mod challenges;
mod edits;
mod following;
mod games_at_once;
mod organizers;
mod pictures;
mod seasons;
mod tables;

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use async_trait::async_trait;
use bot::features::proposals::abort;
use bot::features::rematch;
use bot::features::settings::service as settings;
use clubs::domain::ladder::{
    ChangeFilter, EndedSeason, Ladder, LadderError, LadderEvent, LadderEventKind, LadderEventKind as Kind, Reason,
    RecordedEvent, StoredLadder,
};
use clubs::ladders::{ImportedPlayer, LadderChallenge, NewLadder, OrganizerAction, TablePage, players};
use clubs::ratings::recomputation;
use clubs::store::{Clubs as _, LeaderRole};
use clubs::{ClubError, competitions, ladders};
use games::domain::rating::{Rating, RatingGroup, RatingKey};
use games::domain::{
    AuditAction, ChannelId, Competition, GameId, LadderId, Notice, Organizer, Origin, Outage, Person, Phase,
    PlaceChange, PostKind, RoleId, Setup, TimeSpan, Timestamp, UserId, Vacation,
};
use games::store::{PostGroup, StoreCall, StoreError};
use games::vacations::run_vacation_alarm;
use games::{GameError, Rates, alarms};
use serde_json::{Value, json};

use crate::in_memory_store::{FaultInjector, InMemoryStore};
use crate::refused;
use crate::use_cases::support::carry_out_decisions;
use crate::use_cases::support::fixture::{
    ADA, BRUNO, CHANNEL, CHLOE, DEPARTED, Fixture, HOUR, RoleOutcome, id, person,
};
use crate::use_cases::support::guide_pictures::assert_is_in_guide;
use crate::use_cases::support::harness::{EVERYBODY, Harness, MANAGES_EVENTS, MANAGES_SERVER, SentMessage};
pub use crate::use_cases::support::harness::{GUILD, ORGANIZER};

/// A ladder whose players have joined in the order of their numbers, in a server of one channel.
pub struct Club {
    pub harness: Harness,
    pub ladder: LadderId,
}

impl Deref for Club {
    type Target = Harness;

    fn deref(&self) -> &Harness {
        &self.harness
    }
}

impl Club {
    pub async fn new(preset: &str, settings: &str, players: u64) -> Self {
        Self::over(Fixture::new(), preset, settings, players).await
    }

    pub async fn over(fixture: Fixture, preset: &str, settings: &str, players: u64) -> Self {
        let harness = Harness::over(fixture);
        let ladder = ladders::organizers::create(&harness.games, new_ladder("Club ladder", preset, settings)).await;
        let club = Self { ladder: ladder.expect("a ladder").ladder_id, harness };
        for player in 1..=players {
            club.join(UserId(player)).await;
        }
        club
    }

    /// Sets the ratings of players: their points and deviations.
    pub async fn rate(&self, ratings: &[(u64, f64, f64)]) {
        let (group, guild, at) = (RatingGroup::Standard, Some(GUILD), Some(self.clock_now()));
        let ratings = ratings.iter().map(|(user, rating, deviation)| {
            let rating = Rating { rating: *rating, deviation: *deviation, volatility: 0.06, games: 9, at };
            (RatingKey { user: UserId(*user), group, guild }, rating)
        });
        let replaced = recomputation::replace_ratings(&self.games, 0, group, ratings.collect(), Vec::new(), Vec::new());
        assert!(replaced.await.expect("stored"));
    }

    pub async fn join(&self, player: UserId) {
        players::join(&self.games, self.ladder, &person(player)).await.expect("joins");
    }

    pub async fn stored(&self) -> StoredLadder {
        self.store.clubs().ladder(self.ladder).await.expect("readable").expect("there")
    }

    pub async fn recorded(&self) -> Vec<RecordedEvent> {
        self.store.clubs().ladder_events(self.ladder).await.expect("readable")
    }

    /// An organizer with a new command.
    pub fn by(&self, user: UserId) -> Organizer {
        Organizer { request: self.request(), guild: GUILD, user, reason: None }
    }

    /// A challenge that is not answered yet.
    pub async fn challenge(&self, challenger: u64, defender: u64) -> Result<GameId, ClubError> {
        let (_, done) = players::challenge(&self.harness.games, self.new_challenge(challenger, defender)).await?;
        Ok(done.replayed.record.game.game_id)
    }

    /// The same, which is allowed.
    pub async fn offer(&self, challenger: u64, defender: u64) -> GameId {
        self.challenge(challenger, defender).await.expect("allowed")
    }

    pub fn new_challenge(&self, challenger: u64, defender: u64) -> LadderChallenge {
        LadderChallenge {
            request: self.request(),
            ladder: self.ladder,
            challenger: person(UserId(challenger)),
            defender: UserId(defender),
            defender_name: None,
            origin: Origin { guild_id: Some(GUILD), channel_id: CHANNEL },
        }
    }

    pub async fn accept(&self, game: GameId, who: u64) -> Result<(), GameError> {
        self.accept_by(game, UserId(who)).await.map(drop)
    }

    pub async fn played(&self, challenger: u64, defender: u64) -> GameId {
        let game = self.offer(challenger, defender).await;
        self.accept(game, defender).await.expect("accepts");
        game
    }

    /// A game that this player has resigned.
    pub async fn lost(&self, challenger: u64, defender: u64, loser: u64) -> GameId {
        let game = self.played(challenger, defender).await;
        self.resign(game, loser).await;
        game
    }

    pub async fn resign(&self, game: GameId, who: u64) {
        self.harness.resign(game, UserId(who)).await;
    }

    /// The table after the ladder was brought up to date, from the top.
    pub async fn table(&self) -> Vec<u64> {
        self.follow().await;
        self.stored().await.ladder.table().map(|standing| standing.player.0).collect()
    }

    pub async fn follow(&self) {
        let follow = || competitions::sync_results(&self.harness.games);
        // A step that was written is followed by a look at what is due then.
        for _ in 0..2 {
            follow().await.expect("a store in memory");
        }
        assert_eq!(follow().await.expect("a store in memory"), 0, "what was taken over once is done");
    }

    /// Open challenges on the ladder.
    pub async fn open(&self) -> usize {
        self.stored().await.ladder.challenges().count()
    }

    pub async fn phase(&self, game: GameId) -> Phase {
        self.game(game).await.phase
    }

    /// The notices about a game from now on, each once, in order.
    pub async fn outbox_of(&self, game: GameId) -> Vec<(i64, Notice)> {
        let mut found = Vec::new();
        loop {
            let claimed = self.store.claim_messages(self.clock_now(), self.clock_now(), 99).await.expect("readable");
            if claimed.is_empty() {
                return found;
            }
            for message in claimed {
                self.store.message_sent(message.message_id, None).await.expect("stored");
                found.extend((message.game_id == game).then_some((message.version, message.notice)));
            }
        }
    }

    /// The kinds of the events about games.
    pub async fn events(&self) -> Vec<LadderEventKind> {
        let mut kinds = self.recorded().await.into_iter().map(|recorded| recorded.event);
        assert!(kinds.clone().is_sorted_by_key(|LadderEvent { at, .. }| at), "in order of time");
        kinds.by_ref().map(|event| event.kind).filter(|kind| kind.game().is_some()).collect()
    }
}

pub fn new_ladder(name: &str, preset: &str, settings: &str) -> NewLadder {
    NewLadder {
        guild: GUILD,
        by: None,
        name: name.to_owned(),
        preset: preset.parse().expect("a preset"),
        settings: settings.to_owned(),
        setup: "abalone layout=belgian-daisy".to_owned(),
        pace: None,
    }
}
