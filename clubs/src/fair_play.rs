//! Figures about the games of a server.

use std::collections::BTreeMap;

use games::domain::rating::Score;
use games::domain::{DAY_MS, EndReason, GuildId, UserId};
use games::{GameError, Games};

use crate::domain::rating::RatedGame;
use crate::store::Clubs as _;
use crate::store::organizer::BrokenOff;

pub const REVIEW_DAYS: u32 = 90;

/// Rated games after which a pair is listed.
const MANY_GAMES: u32 = 10;

/// Unfinished games after which a pair is listed.
const MANY_BROKEN_OFF: u32 = 3;

/// Days during which an account counts as new.
pub const NEW_ACCOUNT_DAYS: u32 = 30;

/// Rated losses after which a new account is listed, if it has lost most of its games.
const MANY_LOSSES: u32 = 3;

/// Competition wins without play after which a player is listed.
const MANY_UNPLAYED: u32 = 3;

/// The newest games that are examined.
const MOST_GAMES: u32 = 20_000;

/// Entries shown for each figure.
const MOST_SHOWN: usize = 5;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    pub players: [UserId; 2],
    pub games: u32,
    /// All rated games of each player.
    pub of: [u32; 2],
    pub won: [u32; 2],
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenOffPair {
    pub players: [UserId; 2],
    pub aborted: u32,
    pub timed_out: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccount {
    pub user: UserId,
    /// The account's age at its first rated game of these.
    pub age_days: i64,
    pub games: u32,
    pub lost: u32,
    /// The opponent with the most wins, and their number.
    pub winner: (UserId, u32),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Review {
    /// Number of rated games examined.
    pub rated: u32,
    pub pairs: Vec<Pair>,
    pub broken_off: Vec<BrokenOffPair>,
    pub new_accounts: Vec<NewAccount>,
    /// Players with their number of wins in ladders and events in which not everyone has moved.
    pub unplayed_wins: Vec<(UserId, u32)>,
}

pub async fn review(games: &Games, guild: GuildId) -> Result<Review, GameError> {
    let since = games.clock.now().plus(-i64::from(REVIEW_DAYS) * DAY_MS);
    let rated = games.store.clubs().rated_since(guild, since, MOST_GAMES).await?;
    let broken_off = games.store.clubs().broken_off_since(guild, since, MOST_GAMES).await?;
    let unplayed_wins = games.store.clubs().unplayed_wins_since(guild, since, MANY_UNPLAYED, MOST_SHOWN as u32).await?;
    Ok(Review { unplayed_wins, ..review_games(&rated, &broken_off) })
}

fn review_games(rated: &[RatedGame], broken_off: &[BrokenOff]) -> Review {
    let mut review = Review { rated: rated.len() as u32, ..Review::default() };
    let (mut pairs, mut games_of) = (BTreeMap::<[UserId; 2], Pair>::new(), BTreeMap::<UserId, u32>::new());
    let mut new_accounts = BTreeMap::<UserId, (NewAccount, BTreeMap<UserId, u32>)>::new();
    for game in rated.iter().filter(|game| !game.is_annulled) {
        let ([one], [other]) = (game.first.as_slice(), game.second.as_slice()) else { continue };
        let (players, is_swapped) = ordered(*one, *other);
        let pair = pairs.entry(players).or_insert_with(|| Pair { players, games: 0, of: [0; 2], won: [0; 2] });
        pair.games += 1;
        let winner = match game.score {
            Score::Win => Some(0),
            Score::Loss => Some(1),
            Score::Draw => None,
        };
        if let Some(winner) = winner {
            pair.won[if is_swapped { 1 - winner } else { winner }] += 1;
        }
        for (index, (user, opponent)) in [(*one, *other), (*other, *one)].into_iter().enumerate() {
            *games_of.entry(user).or_default() += 1;
            let age_days = game.ended_at.since(user.created_at()) / DAY_MS;
            if age_days >= i64::from(NEW_ACCOUNT_DAYS) {
                continue;
            }
            let new = NewAccount { user, age_days, games: 0, lost: 0, winner: (opponent, 0) };
            let (account, winners) = new_accounts.entry(user).or_insert_with(|| (new, BTreeMap::new()));
            account.age_days = account.age_days.min(age_days);
            account.games += 1;
            if winner == Some(1 - index) {
                account.lost += 1;
                *winners.entry(opponent).or_default() += 1;
            }
        }
    }
    for mut pair in pairs.into_values().filter(|pair| pair.games >= MANY_GAMES) {
        pair.of = pair.players.map(|user| games_of.get(&user).copied().unwrap_or(0));
        review.pairs.push(pair);
    }
    review.pairs.sort_by_key(|pair| std::cmp::Reverse(pair.games));
    for (mut account, winners) in new_accounts.into_values() {
        if let Some((user, count)) = winners.into_iter().max_by_key(|(_, count)| *count) {
            account.winner = (user, count);
        }
        if account.lost >= MANY_LOSSES && account.lost * 4 >= account.games * 3 {
            review.new_accounts.push(account);
        }
    }
    review.new_accounts.sort_by_key(|account| std::cmp::Reverse(account.lost));
    let mut series = BTreeMap::<[UserId; 2], BrokenOffPair>::new();
    for game in broken_off {
        let [one, other] = game.players.as_slice() else { continue };
        let (players, _) = ordered(*one, *other);
        let pair = series.entry(players).or_insert_with(|| BrokenOffPair { players, aborted: 0, timed_out: 0 });
        *(if game.reason == EndReason::Aborted { &mut pair.aborted } else { &mut pair.timed_out }) += 1;
    }
    review.broken_off.extend(series.into_values().filter(|pair| pair.aborted + pair.timed_out >= MANY_BROKEN_OFF));
    review.broken_off.sort_by_key(|pair| std::cmp::Reverse(pair.aborted + pair.timed_out));
    review.pairs.truncate(MOST_SHOWN);
    review.new_accounts.truncate(MOST_SHOWN);
    review.broken_off.truncate(MOST_SHOWN);
    review
}

/// The pair in a fixed order, and whether it was swapped.
fn ordered(one: UserId, other: UserId) -> ([UserId; 2], bool) {
    if one <= other { ([one, other], false) } else { ([other, one], true) }
}

#[cfg(test)]
mod tests {
    use games::domain::rating::RatingGroup;
    use games::domain::{GameId, Timestamp};

    use super::*;

    const NOW: Timestamp = Timestamp(1_700_000_000_000);

    /// An account of this age in days.
    fn aged(days: i64, number: u64) -> UserId {
        let since_2015 = (NOW.0 - days * DAY_MS - UserId(0).created_at().0).cast_unsigned();
        UserId(since_2015 << 22 | number)
    }

    fn rated(first: UserId, second: UserId, score: Score, sequence: i64) -> RatedGame {
        RatedGame {
            sequence,
            game: GameId(sequence),
            group: RatingGroup::Standard,
            guild: Some(GuildId(9)),
            ended_at: NOW,
            first: vec![first],
            second: vec![second],
            score,
            is_annulled: false,
        }
    }

    #[test]
    fn pairs_with_many_games_are_shown_with_what_else_they_play() {
        let [ada, bruno, chloe] = [aged(900, 1), aged(900, 2), aged(900, 3)];
        let mut games: Vec<RatedGame> = (0..9).map(|n| rated(ada, bruno, Score::Win, n)).collect();
        games.push(rated(ada, chloe, Score::Draw, 9));
        assert_eq!(review_games(&games, &[]).pairs, []);
        games.push(rated(bruno, ada, Score::Win, 10));
        let pair = Pair { players: [ada, bruno], games: 10, of: [11, 10], won: [9, 1] };
        assert_eq!(review_games(&games, &[]).pairs, [pair]);
        games[0].is_annulled = true;
        assert_eq!(review_games(&games, &[]).pairs, [], "what is annulled has been judged");
    }

    #[test]
    fn new_accounts_that_lose_at_once_are_shown_with_who_gains_by_it() {
        let (old, new, older) = (aged(900, 1), aged(4, 2), aged(31, 3));
        let lost = |loser: UserId, count: i64| (0..count).map(move |n| rated(loser, old, Score::Loss, n));
        assert_eq!(review_games(&lost(new, 2).collect::<Vec<_>>(), &[]).new_accounts, []);
        assert_eq!(review_games(&lost(older, 9).collect::<Vec<_>>(), &[]).new_accounts, []);
        let games: Vec<RatedGame> = lost(new, 3).chain([rated(old, new, Score::Draw, 8)]).collect();
        let account = NewAccount { user: new, age_days: 4, games: 4, lost: 3, winner: (old, 3) };
        assert_eq!(review_games(&games, &[]).new_accounts, [account]);
        let games: Vec<RatedGame> = lost(new, 3).chain((0..2).map(|n| rated(new, old, Score::Win, n))).collect();
        assert_eq!(review_games(&games, &[]).new_accounts, [], "it wins too");
    }

    #[test]
    fn games_that_the_same_two_break_off_add_up() {
        let (one, other) = (UserId(1), UserId(2));
        let broken = |reason, players: &[UserId]| BrokenOff { game: GameId(1), reason, players: players.to_vec() };
        let mut games = vec![broken(EndReason::Time, &[one, other]), broken(EndReason::Aborted, &[other, one])];
        games.push(broken(EndReason::Time, &[one, other, UserId(3)]));
        assert_eq!(review_games(&[], &games).broken_off, []);
        games.push(broken(EndReason::Time, &[other, one]));
        let pair = BrokenOffPair { players: [one, other], aborted: 1, timed_out: 2 };
        assert_eq!(review_games(&[], &games).broken_off, [pair]);
    }
}
