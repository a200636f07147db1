//! What players do on a ladder: join, leave and challenge.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::domain::clubs::ladder::event::LadderEventKind;
use crate::domain::clubs::ladder::refusal::{LadderError, LadderRefusal};
use crate::domain::clubs::ladder::rules::Silence;
use crate::domain::clubs::ladder::stored::{LadderGame, LadderHead, StoredLadder};
use crate::domain::clubs::ladder::{Ladder, LadderPlace};
use crate::domain::clubs::rating::group::RatingGroup;
use crate::domain::{ChallengeSilence, GameId, LadderId, Person, Phase, RequestId, Setup, Timestamp, UserId};
use crate::features::challenge::definition::drawn_anew;
use crate::features::challenge::service::{ColorChoice, LadderTerms, NewChallenge};
use crate::features::deadlines;
use crate::features::ladder::draft::{Draft, Said};
use crate::features::ladder::service::{Challengeable, LadderChallenge, put_on};
use crate::games::{Done, GameError, Games};
use crate::random::Random;
use crate::store::clubs::rating::RatingList;

impl Games {
    /// Puts a player on the ladder; gives the place.
    pub async fn join_ladder(&self, ladder: LadderId, person: &Person) -> Result<(StoredLadder, usize), GameError> {
        let ratings = self.ratings_on(ladder, &[person.user]).await?;
        self.change_ladder(ladder, |draft| put_on(draft, person, &ratings, Said::by(person.user))).await
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

    /// The place that a player would lose by leaving, and how many of their challenges are open.
    pub async fn place_to_leave(
        &self,
        ladder: LadderId,
        player: UserId,
    ) -> Result<(LadderHead, usize, usize), GameError> {
        let stored = self.followed_ladder(ladder).await?;
        if stored.head.closed_at.is_some() {
            return Err(LadderError::Closed.into());
        }
        let place = stored.ladder.place(player).ok_or(LadderError::NotOn(player))?;
        let own = stored.ladder.challenges().filter(|(_, open)| [open.challenger, open.defender].contains(&player));
        let open = own.count();
        Ok((stored.head, place, open))
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
                take_over(draft, &ratings);
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
            setup: drawn(&stored.head.setup, &*self.random),
            pace: stored.head.time_control.clone(),
            color: ColorChoice::Random,
            rated: None,
            origin: new.origin,
        };
        let silence = match silence {
            Silence::Accepted => ChallengeSilence::Begins,
            Silence::Declined | Silence::Forfeited => ChallengeSilence::Closes,
        };
        let done = match self.challenge_on(challenge, Some(LadderTerms { game, answer_by, silence }), None).await {
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
            deadlines::run_alarm(self, game).await?;
            let replayed = self.load(game, None).await?;
            return Ok((stored, Done { replayed, ..done }));
        }
        Ok((stored, done))
    }

    /// The ratings of players in the games of a ladder, in its server. Where the rules compare players by rating, those of
    /// everybody on the ladder: they change with games that it does not see.
    pub(super) async fn ratings_on(
        &self,
        ladder: LadderId,
        users: &[UserId],
    ) -> Result<BTreeMap<UserId, f64>, GameError> {
        let head = self.ladder_head(ladder).await?;
        let Some(group) = RatingGroup::of(&Setup::stored(head.setup)) else { return Ok(BTreeMap::new()) };
        let list = RatingList { group, guild: Some(head.guild_id) };
        let mut found: BTreeMap<UserId, f64> = BTreeMap::new();
        if head.rules.compares_ratings() {
            found.extend(self.store.ladder_ratings(ladder, list).await?);
        }
        let ratings = self.store.ratings_of(users).await?.into_iter();
        let here = ratings.filter(|(key, _)| (key.group, key.guild) == (list.group, list.guild));
        found.extend(here.map(|(key, rating)| (key.user, rating.rating)));
        Ok(found)
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

    /// Whom a player may challenge now, the nearest first to be found, at most `limit`; sorted by place.
    pub async fn challengeable(
        &self,
        ladder: LadderId,
        player: UserId,
        limit: usize,
    ) -> Result<(StoredLadder, Challengeable), GameError> {
        let ratings = self.ratings_on(ladder, &[player]).await?;
        let (stored, found) = self
            .change_ladder(ladder, |draft| {
                let own = draft.ladder.place(player).ok_or(LadderError::NotOn(player))?;
                take_over(draft, &ratings);
                Ok(candidates(&draft.ladder, player, own, draft.now))
            })
            .await?;
        // A player who blocks the challenger is not offered. Looked up for a few more than are shown.
        let (near, far) = found.split_at(found.len().min(2 * limit));
        let users: Vec<UserId> = near.iter().map(|place| place.player).collect();
        let mut shown = Vec::new();
        let mut blocking = HashSet::new();
        for (user, known) in self.store.players(&users).await? {
            if known.is_ok_and(|known| known.preferences.blocked.contains(&player)) {
                blocking.insert(user);
            }
        }
        shown.extend(near.iter().filter(|place| !blocking.contains(&place.player)).copied());
        let more = shown.len().saturating_sub(limit) + far.len();
        shown.truncate(limit);
        shown.sort_by_key(|place| place.place);
        let users: Vec<UserId> = shown.iter().map(|place| place.player).collect();
        let names: HashMap<UserId, String> = self.store.ladder_names(ladder, &users).await?.into_iter().collect();
        let named = |place: LadderPlace| (place, names.get(&place.player).cloned().unwrap_or_default());
        Ok((stored, Challengeable { players: shown.into_iter().map(named).collect(), more }))
    }

    /// The ladder of a challenge that this player would lose by declining it, with their place there.
    pub async fn forfeit_by_declining(
        &self,
        game: GameId,
        player: UserId,
    ) -> Result<Option<(LadderHead, usize)>, GameError> {
        let Some(head) = self.store.ladder_of_game(game).await? else { return Ok(None) };
        let stored = self.stored_ladder(head.ladder_id).await?;
        let is_open = stored.ladder.challenge(game).is_some_and(|open| open.defender == player);
        let forfeits = is_open && stored.ladder.silence(game) == Silence::Forfeited;
        Ok(stored.ladder.place(player).filter(|_| forfeits).map(|place| (head, place)))
    }
}

/// Whom a player may challenge from where they stand: those above from the nearest on, then those below on the same step or tier.
fn candidates(ladder: &Ladder, player: UserId, own: usize, now: Timestamp) -> Vec<LadderPlace> {
    let table: Vec<LadderPlace> = ladder.table().collect();
    let challenger = ladder.of_challenger(player);
    let mut found = Vec::new();
    let above = table[..own - 1].iter().rev();
    let below = table[own..].iter();
    let directions: [Box<dyn Iterator<Item = &LadderPlace>>; 2] = [Box::new(above), Box::new(below)];
    for direction in directions {
        for place in direction {
            match challenger.judge(place.player, now) {
                Ok(()) => found.push(*place),
                // Players further in this direction are refused too.
                Err(LadderRefusal::TooHigh { .. } | LadderRefusal::Lower { .. } | LadderRefusal::OutLimit { .. }) => {
                    break;
                }
                Err(_) => {}
            }
        }
    }
    found
}

/// Takes over ratings that have changed.
pub(super) fn take_over(draft: &mut Draft, ratings: &BTreeMap<UserId, f64>) {
    for (&player, &rating) in ratings {
        if draft.ladder.place(player).is_some()
            && draft.ladder.rating(player).is_none_or(|known| (known - rating).abs() >= 1.0)
        {
            draft.record(draft.now, LadderEventKind::Rating { player, rating }, Said::default());
        }
    }
}

/// A setup line whose random layout is drawn, unless the line says what was drawn.
pub(super) fn drawn(setup: &str, random: &dyn Random) -> String {
    let is_drawn = setup.split_whitespace().any(|word| word.starts_with("seed=") || word.starts_with("board="));
    if is_drawn { setup.to_owned() } else { drawn_anew(setup, random) }
}

/// Bits that differ for each request, as random ones do.
const fn mixed(request: RequestId) -> u64 {
    let mut bits = request.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
