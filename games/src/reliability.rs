//! The share of games that a player did not lose on time.

use crate::domain::{Timestamp, UserId};
use crate::{GameError, Games};

/// The newest finished games that count for reliability.
const MAX_GAMES: usize = 60;

/// Finished games needed for a reliability.
const MIN_GAMES: usize = 3;

/// The weight of a game relative to the next newer one.
const DECAY: f64 = 0.95;

/// The percentage of a player's finished games that they did not lose on time, newer games counting more: the newest
/// one weighs 1, each older one 0.95 of the next newer. The newest sixty count. Of several games lost on time within a
/// day only the first counts; the others are excused and left out. Rounded down, so that 100 means no losses. `None`
/// with fewer than three games.
///
/// `newest_first`: whether a game was lost on time, and whether that is excused.
pub fn reliability(newest_first: impl Iterator<Item = (bool, bool)>) -> Option<u32> {
    let recent_games: Vec<bool> =
        newest_first.filter(|(_, excused)| !excused).map(|(lost_on_time, _)| lost_on_time).take(MAX_GAMES).collect();
    if recent_games.len() < MIN_GAMES {
        return None;
    }
    let (mut weight, mut all, mut kept_weight) = (1.0, 0.0, 0.0);
    for lost_on_time in recent_games {
        all += weight;
        kept_weight += if lost_on_time { 0.0 } else { weight };
        weight *= DECAY;
    }
    // Guards against floating-point rounding below 100.
    Some((100.0 * kept_weight / all + 1e-9).floor() as u32)
}

pub async fn reliability_of(games: &Games, user: UserId) -> Result<Option<u32>, GameError> {
    // Loads more than needed, because many games in a row may be excused.
    let finished = games.store.finished_among_people(user, 4 * MAX_GAMES as u32).await?;
    Ok(reliability(finished.iter().map(|game| (game.is_lost_on_time(), game.game.is_excused))))
}

/// The number of games that these players had finished by an instant, at most `4 * 60`, and their reliability; in the
/// order of ids.
pub async fn reliabilities(
    games: &Games,
    users: &[UserId],
    by: Timestamp,
) -> Result<Vec<(UserId, usize, Option<u32>)>, GameError> {
    let finished = games.store.finished_of_each(users, by, 4 * MAX_GAMES as u32).await?;
    let of_each = finished.chunk_by(|one, next| one.seat.player == next.seat.player);
    let reliabilities = of_each.filter_map(|finished_games| {
        let percent = reliability(finished_games.iter().map(|game| (game.is_lost_on_time(), game.game.is_excused)));
        Some((finished_games.first()?.seat.player.user()?, finished_games.len(), percent))
    });
    Ok(reliabilities.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newest first: `.` kept, `t` lost on time, `x` lost on time and excused.
    fn of(games: &str) -> Option<u32> {
        reliability(games.chars().map(|game| (game != '.', game == 'x')))
    }

    #[test]
    fn newer_games_weigh_more_and_excused_ones_nothing() {
        for (games, percent) in [
            ("", None),
            ("..", None),
            ("..xxxx", None),
            ("...", Some(100)),
            // 1 + 0.95 + 0.9025 = 2.8525, of which the newest is 1 and the oldest 0.9025.
            ("t..", Some(64)),
            ("..t", Some(68)),
            ("ttt", Some(0)),
            ("xt..", Some(64)),
            (".t.x", Some(66)),
            ("t...................", Some(92)),
            ("...................t", Some(97)),
        ] {
            assert_eq!(of(games), percent, "{games}");
        }
        assert_eq!(of(&format!("{}{}", ".".repeat(60), "t".repeat(9))), Some(100), "the newest sixty");
        assert_eq!(of(&".".repeat(60)), Some(100));
        assert!(of(&format!("{}t", ".".repeat(59))) < Some(100));
    }
}
