//! From a wish to play to the first turn. A challenge is a game in the phase *offered*.

use super::pace::Pace;
use super::time::HOUR_MS;
use super::{Change, ColorChoice, Done, GameError, Games, NewChallenge, Person, View};
use crate::store::{Commit, CommitError, Game, GameId, GameRecord, Notice, Phase, RequestId, Seated, UserId};

/// Challenges from one person to another that may wait for an answer at the same time.
const OFFERS_TO_ONE: u32 = 3;

impl Games {
    /// Stores a challenge and has it announced. Colors that are left to chance are drawn at acceptance.
    pub async fn challenge(&self, wish: NewChallenge) -> Result<Done, GameError> {
        if let Some(game) = self.store.game_of_request(wish.request).await? {
            return Ok(Done { view: self.view(game, None).await?, repeated: true });
        }
        if wish.challenger.user == wish.opponent.user {
            return Err(GameError::Yourself);
        }
        let pace: Pace = wish.pace.parse().map_err(|_| GameError::BadPace(wish.pace.clone()))?;
        let setup = rules::open(&wish.setup).map_err(GameError::BadSetup)?.setup();
        if self.has_many_open(wish.challenger.user).await? {
            return Err(GameError::TooMany(self.settings.max_open));
        }
        if self.store.offers_between(wish.challenger.user, wish.opponent.user).await? >= OFFERS_TO_ONE {
            return Err(GameError::TooManyToOne(OFFERS_TO_ONE));
        }

        let now = self.clock.now();
        let seated = |seat: u8, person: &Person| Seated { seat, user: person.user, name: person.name.clone() };
        let challenger_seat = u8::from(wish.color == ColorChoice::White);
        let mut seats = vec![seated(challenger_seat, &wish.challenger), seated(1 - challenger_seat, &wish.opponent)];
        seats.sort_by_key(|seat| seat.seat);
        let expires = now.plus(i64::from(self.settings.challenge_expires_hours) * HOUR_MS);
        let game = Game {
            game_id: GameId::random(),
            version: 0,
            phase: Phase::Offered,
            setup,
            pace: pace.to_string(),
            guild_id: wish.home.guild_id,
            channel_id: wish.home.channel_id,
            thread_id: None,
            ply: 0,
            to_move: None,
            challenger: wish.challenger.user,
            by_lot: wish.color == ColorChoice::Random,
            draw_offer: None,
            result: None,
            reason: None,
            created_at: now,
            turn_at: now,
            deadline_at: Some(expires),
            reminded_until: None,
            wake_at: Some(expires),
        };
        let id = game.game_id;
        let commit = Commit {
            game,
            request: wish.request,
            actor: Some(wish.challenger.user),
            action: "challenge",
            seats: Some(seats),
            ply: None,
            notices: vec![Notice::Challenge],
            now,
        };
        let (id, repeated) = match self.store.create(commit).await {
            Ok(()) => (id, false),
            Err(CommitError::Duplicate | CommitError::Stale) => {
                (self.store.game_of_request(wish.request).await?.ok_or(GameError::NoSuchGame)?, true)
            }
            Err(CommitError::Store(error)) => return Err(error.into()),
        };
        self.wake.notify_waiters();
        Ok(Done { view: self.view(id, None).await?, repeated })
    }

    /// Does this person play or offer as much as is allowed? What others offer them does not count: it is not their doing.
    async fn has_many_open(&self, user: UserId) -> Result<bool, GameError> {
        Ok(self.store.open_of(user).await? >= self.settings.max_open)
    }

    /// The challenged person takes the challenge: the first turn begins. As with a move, what arrives after the deadline but
    /// before the alarm was recorded still counts.
    pub async fn accept(&self, request: RequestId, game: GameId, who: Person) -> Result<Done, GameError> {
        let swap = rand::random::<bool>();
        let many = self.has_many_open(who.user).await?;
        let limit = self.settings.max_open;
        let made = |record: &GameRecord| record.game.phase == Phase::Playing && is_challenged(record, who.user);
        self.change(request, game, Some(who.user), made, |view, now| {
            open_for_the_challenged(&view, who.user)?;
            if many {
                return Err(GameError::TooMany(limit));
            }
            let mut seats = view.record.seats.clone();
            for seat in &mut seats {
                if seat.user == who.user {
                    seat.name.clone_from(&who.name);
                }
                if view.record.game.by_lot && swap {
                    seat.seat = 1 - seat.seat;
                }
            }
            seats.sort_by_key(|seat| seat.seat);
            let pace = view.record.game.stored_pace()?;
            let game = Game {
                phase: Phase::Playing,
                to_move: view.table.to_move().map(|seat| seat.0),
                turn_at: now,
                deadline_at: pace.deadline(now),
                reminded_until: None,
                ..view.record.game
            };
            let change = Change::of(game, "accept", vec![Notice::Board { ply: 0 }]);
            Ok(Change { seats: Some(seats), ..change })
        })
        .await
    }

    /// The challenged person says no.
    pub async fn decline(&self, request: RequestId, game: GameId, user: UserId) -> Result<Done, GameError> {
        let made = move |record: &GameRecord| is_closed(record, "declined") && is_challenged(record, user);
        self.change(request, game, Some(user), made, move |view, _| {
            open_for_the_challenged(&view, user)?;
            Ok(closed(view.record.game, "declined"))
        })
        .await
    }

    /// The challenger takes it back.
    pub async fn withdraw(&self, request: RequestId, game: GameId, user: UserId) -> Result<Done, GameError> {
        let made = move |record: &GameRecord| is_closed(record, "withdrawn") && record.game.challenger == user;
        self.change(request, game, Some(user), made, move |view, _| {
            if view.record.game.challenger != user {
                return Err(GameError::NotTheChallenger);
            }
            if view.record.game.phase != Phase::Offered {
                return Err(GameError::ChallengeClosed);
            }
            Ok(closed(view.record.game, "withdrawn"))
        })
        .await
    }
}

/// A challenge that comes to nothing.
pub(super) fn closed(game: Game, reason: &'static str) -> Change {
    let game = Game { phase: Phase::Void, reason: Some(reason.to_owned()), deadline_at: None, ..game };
    Change::of(game, reason, vec![Notice::Void])
}

fn is_closed(record: &GameRecord, reason: &str) -> bool {
    record.game.phase == Phase::Void && record.game.reason.as_deref() == Some(reason)
}

fn is_challenged(record: &GameRecord, user: UserId) -> bool {
    record.challenged().is_some_and(|seat| seat.user == user)
}

fn open_for_the_challenged(view: &View, user: UserId) -> Result<(), GameError> {
    if !is_challenged(&view.record, user) {
        return Err(GameError::NotForYou);
    }
    if view.record.game.phase != Phase::Offered {
        return Err(GameError::ChallengeClosed);
    }
    Ok(())
}
