//! How reliable a player is, and how their games went.

use crate::domain::{EndReason, Finished, GameOutcome, Phase, UserId};
use crate::games::{GameError, Games};

/// Reliability counts only so many finished games, the newest ones.
const MAX_GAMES: usize = 60;

/// With fewer finished games nothing is said.
const MIN_GAMES: usize = 3;

/// What a game weighs against the next newer one, as a factor.
const DECAY: f64 = 0.95;

/// Finished games that are counted in a profile.
const MAX_PROFILE_GAMES: u32 = 2000;

/// How many of a player's finished games were not lost on time by them, in percent, newer games counting more: the newest one
/// weighs 1, each older one 0.95 of the next newer. The newest sixty are looked at. Of several games lost on time within a day
/// only the first counts, and the others are left out as if they had not been played. Rounded down, so that 100 means none.
/// `None` with fewer than three games.
///
/// `newest_first`: was it lost on time, and is it excused?
pub fn reliability(newest_first: impl Iterator<Item = (bool, bool)>) -> Option<u32> {
    let counted: Vec<bool> =
        newest_first.filter(|(_, excused)| !excused).map(|(lost_on_time, _)| lost_on_time).take(MAX_GAMES).collect();
    if counted.len() < MIN_GAMES {
        return None;
    }
    let (mut weight, mut all, mut kept) = (1.0, 0.0, 0.0);
    for lost_on_time in counted {
        all += weight;
        kept += if lost_on_time { 0.0 } else { weight };
        weight *= DECAY;
    }
    // What is 100 shall not become 99 by the way it is added up.
    Some((100.0 * kept / all + 1e-9).floor() as u32)
}

/// What a profile shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Profile {
    /// In percent; `None` for a new player.
    pub reliability: Option<u32>,
    /// Games being played.
    pub playing: u32,
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games drawn.
    pub drawn: u32,
}

impl Finished {
    /// Did this person run out of time?
    fn is_lost_on_time(&self) -> bool {
        self.game.end_reason() == Some(EndReason::Time) && self.game.loser() == Some(self.seat.seat)
    }
}

impl Games {
    /// How reliable a player is; see [`reliability`].
    pub async fn reliability(&self, user: UserId) -> Result<Option<u32>, GameError> {
        // Excused ones are left out: there may be many in a row.
        let finished = self.store.finished_of(user, 4 * MAX_GAMES as u32).await?;
        Ok(reliability(finished.iter().map(|game| (game.is_lost_on_time(), game.excused))))
    }

    /// How a player's games went.
    pub async fn profile(&self, user: UserId) -> Result<Profile, GameError> {
        let finished = self.store.finished_of(user, MAX_PROFILE_GAMES).await?;
        let mut profile = Profile {
            reliability: reliability(finished.iter().map(|game| (game.is_lost_on_time(), game.excused))),
            playing: self.store.games_of(user, &[Phase::Playing], MAX_PROFILE_GAMES).await?.len() as u32,
            ..Profile::default()
        };
        for Finished { game, seat, .. } in &finished {
            let seat_infos = game.setup.open().map(|any_game| any_game.seats()).unwrap_or_default();
            let color = seat_infos.get(usize::from(seat.seat)).map(|place| place.color);
            match game.result() {
                Some(GameOutcome::Draw) => profile.drawn += 1,
                Some(GameOutcome::Won(colors)) if color.is_some_and(|color| colors.has(color)) => profile.won += 1,
                _ => profile.lost += 1,
            }
        }
        Ok(profile)
    }
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
