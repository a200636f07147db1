//! Rated games in the order in which they were counted, and the ratings that they add up to.

use std::collections::HashMap;

use crate::domain::clubs::rating::group::RatingGroup;
use crate::domain::clubs::rating::{Rating, Score, rate_game, rate_teams};
use crate::domain::ids::{GameId, GuildId, Timestamp, UserId};

/// A game that changes ratings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedGame {
    pub sequence: i64,
    pub game: GameId,
    pub group: RatingGroup,
    /// Where it counts beside the ratings over all servers.
    pub guild: Option<GuildId>,
    pub ended_at: Timestamp,
    /// The team that moves first, and the other one: as many players, one or two.
    pub first: Vec<UserId>,
    pub second: Vec<UserId>,
    /// Of the first team.
    pub score: Score,
    /// It counts as if it had not been played.
    pub is_annulled: bool,
}

/// Which of a player's ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RatingKey {
    pub user: UserId,
    pub group: RatingGroup,
    /// `None`: over all servers.
    pub guild: Option<GuildId>,
}

/// A rating before and after a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingStep {
    pub before: f64,
    /// It was not provisional before the game.
    pub was_settled: bool,
    pub after: Rating,
}

/// What a game made of the ratings of one of its players.
#[derive(Debug, Clone, PartialEq)]
pub struct RatingChange {
    pub user: UserId,
    pub group: RatingGroup,
    pub sequence: i64,
    pub guild: Option<GuildId>,
    /// How the game ended for this player.
    pub score: Score,
    /// Over all servers.
    pub overall: RatingStep,
    /// In the server of the game.
    pub club: Option<RatingStep>,
}

impl RatingChange {
    pub fn ratings(&self) -> impl Iterator<Item = (RatingKey, Rating)> {
        let key = |guild| RatingKey { user: self.user, group: self.group, guild };
        let club = self.club.map(|step| (key(self.guild), step.after));
        std::iter::once((key(None), self.overall.after)).chain(club)
    }
}

#[derive(Debug, Default)]
pub struct RatingTable(HashMap<RatingKey, Rating>);

impl RatingTable {
    /// The ratings that these games add up to.
    pub fn replay<'a>(games: impl IntoIterator<Item = &'a RatedGame>) -> Self {
        let mut table = Self::default();
        for game in games {
            table.count(game);
        }
        table
    }

    pub fn get(&self, key: RatingKey) -> Rating {
        self.0.get(&key).copied().unwrap_or_default()
    }

    pub fn contains(&self, key: RatingKey) -> bool {
        self.0.contains_key(&key)
    }

    pub fn insert(&mut self, key: RatingKey, rating: Rating) {
        self.0.insert(key, rating);
    }

    pub fn iter(&self) -> impl Iterator<Item = (&RatingKey, &Rating)> {
        self.0.iter()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Counts a game, which must be the next one. Teams of more than two, or of different sizes, and annulled games change nothing.
    pub fn count(&mut self, game: &RatedGame) -> Vec<RatingChange> {
        if game.is_annulled {
            return Vec::new();
        }
        let overall = self.after(game, None);
        let club = game.guild.map(|guild| self.after(game, Some(guild))).unwrap_or_default();
        let players = game.first.iter().chain(&game.second);
        let step = |user: UserId, guild: Option<GuildId>, after: Rating| {
            let before = self.get(RatingKey { user, group: game.group, guild });
            RatingStep { before: before.rating, was_settled: !before.is_provisional(game.ended_at), after }
        };
        let changes = players.zip(overall).enumerate().map(|(index, (&user, overall))| RatingChange {
            user,
            group: game.group,
            sequence: game.sequence,
            guild: game.guild,
            score: if index < game.first.len() { game.score } else { game.score.of_opponent() },
            overall: step(user, None, overall),
            club: club.get(index).map(|after| step(user, game.guild, *after)),
        });
        let changes: Vec<RatingChange> = changes.collect();
        self.0.extend(changes.iter().flat_map(RatingChange::ratings));
        changes
    }

    /// The ratings of all players after a game, the first team's before the second's.
    fn after(&self, game: &RatedGame, guild: Option<GuildId>) -> Vec<Rating> {
        let rating = |user: &UserId| self.get(RatingKey { user: *user, group: game.group, guild });
        match (game.first.as_slice(), game.second.as_slice()) {
            ([one], [two]) => {
                let (one, two) = rate_game(&rating(one), &rating(two), game.score, game.ended_at);
                vec![one, two]
            }
            ([one, partner], [two, other]) => {
                let (first, second) = ([rating(one), rating(partner)], [rating(two), rating(other)]);
                let (first, second) = rate_teams(&first, &second, game.score, game.ended_at);
                first.into_iter().chain(second).collect()
            }
            _ => Vec::new(),
        }
    }
}
