//! What players do on a ladder: join, leave and challenge.

use std::collections::{BTreeMap, HashMap};

use crate::domain::ladder::event::LadderEventKind;
use crate::domain::ladder::refusal::{LadderError, LadderRefusal};
use crate::domain::ladder::rules::Silence;
use crate::domain::ladder::stored::{LadderGame, StoredLadder};
use crate::domain::ladder::{Ladder, LadderPlace};
use crate::domain::rating::group::RatingGroup;
use crate::domain::{ChallengeSilence, GameId, LadderId, Person, Phase, RequestId, Setup, Timestamp, UserId};
use crate::features::challenge::service::{ColorChoice, LadderTerms, NewChallenge};
use crate::features::ladder::draft::Said;
use crate::features::ladder::service::{LadderChallenge, put_on};
use crate::games::{Done, GameError, Games};

/// Players that may be looked at to find those whom one may challenge.
const MOST_CANDIDATES: usize = 100;

impl Games {
    /// Puts a player on the ladder; gives the place.
    pub async fn join_ladder(&self, ladder: LadderId, person: &Person) -> Result<(StoredLadder, usize), GameError> {
        let rating = self.ratings_on(ladder, &[person.user]).await?.get(&person.user).copied();
        self.change_ladder(ladder, |draft| put_on(draft, person, rating, Said::by(person.user))).await
    }

    /// Takes a player off the ladder; gives the place that they had.
    pub async fn leave_ladder(&self, ladder: LadderId, player: UserId) -> Result<(StoredLadder, usize), GameError> {
        self.change_ladder(ladder, |draft| {
            let place = draft.ladder.place(player).ok_or(LadderError::NotOn(player))?;
            draft.record(draft.now, LadderEventKind::Leave { player }, Said::by(player));
            Ok(place)
        })
        .await
    }

    /// Challenges a player who stands above. The challenge is written to the ladder first, and the game comes second: when the
    /// process ends in between, the ladder annuls the challenge a minute later.
    pub async fn challenge_on_ladder(&self, new: LadderChallenge) -> Result<(StoredLadder, Done), GameError> {
        let (challenger, defender, request) = (new.challenger.user, new.defender, new.request);
        if let Some(game) = self.store.game_of_request(request).await? {
            let replayed = self.load(game, None).await?;
            return Ok((self.stored_ladder(new.ladder).await?, Done { replayed, repeated: true, action: None }));
        }
        if challenger != defender {
            // Refused before the ladder knows of it, where it can be.
            self.check_blocks(challenger, &[defender]).await?;
            self.check_limits(challenger, &[defender]).await?;
        }
        let ratings = self.ratings_on(new.ladder, &[challenger, defender]).await?;
        // The same game for each process that gets the same interaction.
        let game = GameId::of_random(mixed(new.request));
        let (stored, (answer_by, silence)) = self
            .change_ladder(new.ladder, |draft| {
                let silence = draft.ladder.rules().silence;
                if let Some(open) = draft.ladder.challenge(game) {
                    return Ok((open.answer_by.unwrap_or(draft.now), silence));
                }
                for (&player, &rating) in &ratings {
                    if draft.ladder.place(player).is_some()
                        && draft.ladder.rating(player).is_none_or(|known| (known - rating).abs() >= 1.0)
                    {
                        draft.record(draft.now, LadderEventKind::Rating { player, rating }, Said::default());
                    }
                }
                let judged = draft.ladder.judge(challenger, defender, draft.now);
                judged.map_err(|refusal| LadderError::Refused { defender, refusal })?;
                let kind = LadderEventKind::Challenge { game, challenger, defender };
                draft.record(draft.now, kind, Said::by(challenger));
                draft.name(&new.challenger);
                if let Some(name) = &new.defender_name {
                    draft.name(&Person { user: defender, name: name.clone() });
                }
                draft.note_game(LadderGame {
                    game_id: game,
                    ladder_id: draft.head.ladder_id,
                    challenger,
                    defender,
                    phase: Phase::Offered,
                    is_settled: false,
                    result: None,
                    created_at: draft.now,
                    ended_at: None,
                });
                let answer_by = draft.ladder.challenge(game).and_then(|open| open.answer_by);
                Ok((answer_by.unwrap_or(draft.now), silence))
            })
            .await?;
        let name = match new.defender_name {
            Some(name) => name,
            None => self.ladder_name(new.ladder, defender).await?,
        };
        let challenge = NewChallenge {
            request: new.request,
            challenger: new.challenger,
            opponents: vec![Person { user: defender, name }],
            setup: stored.head.setup.clone(),
            pace: stored.head.time_control.clone(),
            color: ColorChoice::Random,
            rated: None,
            origin: new.origin,
        };
        let silence = match silence {
            Silence::Accepted => ChallengeSilence::Begins,
            Silence::Declined | Silence::Forfeited => ChallengeSilence::Closes,
        };
        let done = match self.challenge_on(challenge, Some(LadderTerms { game, answer_by, silence })).await {
            Ok(done) => done,
            // Another process may have made it meanwhile.
            Err(refused) => {
                let Some(made) = self.store.game_of_request(request).await? else {
                    self.annul_on_ladder(new.ladder, game).await?;
                    return Err(refused);
                };
                Done { replayed: self.load(made, None).await?, repeated: true, action: None }
            }
        };
        if silence == ChallengeSilence::Begins && answer_by <= self.clock.now() {
            // The alarm of the game would do the same a little later.
            self.run_alarm(game).await?;
            let replayed = self.load(game, None).await?;
            return Ok((stored, Done { replayed, ..done }));
        }
        Ok((stored, done))
    }

    /// The ratings of players in the games of a ladder, in its server.
    pub(super) async fn ratings_on(
        &self,
        ladder: LadderId,
        users: &[UserId],
    ) -> Result<BTreeMap<UserId, f64>, GameError> {
        let head = self.stored_ladder(ladder).await?.head;
        let Some(group) = RatingGroup::of(&Setup::stored(head.setup)) else { return Ok(BTreeMap::new()) };
        let ratings = self.store.ratings_of(users).await?.into_iter();
        let here = ratings.filter(|(key, _)| (key.group, key.guild) == (group, Some(head.guild_id)));
        Ok(here.map(|(key, rating)| (key.user, rating.rating)).collect())
    }

    async fn annul_on_ladder(&self, ladder: LadderId, game: GameId) -> Result<(), GameError> {
        self.change_ladder(ladder, |draft| {
            if draft.ladder.challenge(game).is_some() {
                draft.record(draft.now, LadderEventKind::Annul { game }, Said::default());
            }
            Ok(())
        })
        .await?;
        Ok(())
    }

    async fn ladder_name(&self, ladder: LadderId, player: UserId) -> Result<String, GameError> {
        let names = self.store.ladder_names(ladder, &[player]).await?;
        Ok(names.into_iter().next().map(|(_, name)| name).unwrap_or_default())
    }

    /// Whom a player may challenge now, from the nearest place on; with names.
    pub async fn challengeable(
        &self,
        ladder: LadderId,
        player: UserId,
        limit: usize,
    ) -> Result<(StoredLadder, Vec<(LadderPlace, String)>), GameError> {
        let stored = self.followed_ladder(ladder).await?;
        if stored.head.closed_at.is_some() {
            return Err(LadderError::Closed.into());
        }
        let own = stored.ladder.place(player).ok_or(LadderError::NotOn(player))?;
        let found = candidates(&stored.ladder, player, own, self.clock.now(), limit);
        let users: Vec<UserId> = found.iter().map(|standing| standing.player).collect();
        let names: HashMap<UserId, String> = self.store.ladder_names(ladder, &users).await?.into_iter().collect();
        let named = |standing: LadderPlace| (standing, names.get(&standing.player).cloned().unwrap_or_default());
        Ok((stored, found.into_iter().map(named).collect()))
    }
}

/// Whom a player may challenge: those above from the nearest on, then those below on the same step or tier. Sorted by place.
fn candidates(ladder: &Ladder, player: UserId, own: usize, now: Timestamp, limit: usize) -> Vec<LadderPlace> {
    let table: Vec<LadderPlace> = ladder.table().collect();
    let mut found = Vec::new();
    let above = table[..own - 1].iter().rev();
    let below = table[own..].iter();
    let directions: [Box<dyn Iterator<Item = &LadderPlace>>; 2] = [Box::new(above), Box::new(below)];
    for direction in directions {
        for standing in direction.take(MOST_CANDIDATES) {
            match ladder.judge(player, standing.player, now) {
                Ok(()) if found.len() < limit => found.push(*standing),
                // Whoever stands further in this direction is refused too.
                Ok(())
                | Err(LadderRefusal::TooHigh { .. } | LadderRefusal::Lower { .. } | LadderRefusal::OutLimit { .. }) => {
                    break;
                }
                Err(_) => {}
            }
        }
    }
    found.sort_by_key(|standing| standing.place);
    found
}

/// Bits that differ for each request, as random ones do.
const fn mixed(request: RequestId) -> u64 {
    let mut bits = request.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
