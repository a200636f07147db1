//! Rated games in counting order, and the ratings computed from them.

use std::collections::HashMap;

use games::domain::ids::{GameId, GuildId, Timestamp, UserId};
use games::domain::rating::group::RatingGroup;
use games::domain::rating::{Rating, RatingKey, Score, rate_game, rate_teams};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedGame {
    pub sequence: i64,
    pub game: GameId,
    pub group: RatingGroup,
    /// The server whose ratings it also changes.
    pub guild: Option<GuildId>,
    pub ended_at: Timestamp,
    /// The team that moves first and the other team, of equal size: one or two players.
    pub first: Vec<UserId>,
    pub second: Vec<UserId>,
    /// The score of the first team.
    pub score: Score,
    /// It counts as never played.
    pub is_annulled: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingStep {
    pub before: f64,
    /// The rating was not provisional before the game.
    pub was_settled: bool,
    pub after: Rating,
}

#[derive(Debug, Clone, PartialEq)]
pub struct RatingChange {
    pub user: UserId,
    pub group: RatingGroup,
    pub sequence: i64,
    pub guild: Option<GuildId>,
    /// The result for this player.
    pub score: Score,
    /// Across all servers.
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
    /// Computes the ratings after these games.
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

    /// Counts a game, which must be the next one in order. Annulled games change nothing, nor do teams of more than
    /// two players or of different sizes.
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

    /// Ratings of all players after a game, the first team before the second.
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
