//! The arithmetic of tournaments: pairings, schedules and standings.
//!
//! Everything is a value: a [`Tournament`] has players and the rounds so far, [`dutch::pair`] and [`monrad::pair`]
//! pair the next round, [`round_robin`] and [`knock_out`] plan whole events, and [`standings::standings`] ranks the
//! players. [`trf`] reads and writes the report files that chess pairing programs exchange. The crate knows no clock,
//! no Discord and no game; its caller supplies the results.
//!
//! # Examples
//!
//! ```
//! use pairing::{Bye, Game, Outcome, PairingError, Tournament, dutch};
//!
//! let mut tournament = Tournament::new(3);
//! for name in ["Ada", "Bo", "Cy", "Di", "Eve"] {
//!     tournament.add_player(name, None, Bye::ZeroPoint)?;
//! }
//! let round = dutch::pair(&tournament).expect("nobody has met anybody");
//! let games: Vec<_> = round.games.iter().map(|pair| (pair.white.0, pair.black.0)).collect();
//! assert_eq!((games, round.bye.map(|player| player.0)), (vec![(1, 3), (4, 2)], Some(5)));
//!
//! tournament.record_round(round.games.iter().map(|pair| Game::new(pair.white, pair.black, Outcome::Draw)), round.bye)?;
//! assert_eq!(dutch::pair(&tournament).expect("two rounds are left").bye.map(|player| player.0), Some(2));
//! # Ok::<_, pairing::TournamentError>(())
//! ```

mod colors;
pub mod dutch;
mod field;
pub mod knock_out;
mod matching;
pub mod monrad;
pub mod round_robin;
pub mod standings;
pub mod tournament;
pub mod trf;

pub use colors::Color;
pub use field::{Pair, PairingError, RoundPairing};
pub use tournament::{
    AbnormalKind, AbnormalPoints, Bye, Game, Outcome, Player, PointSystem, Round, Score, Slot, StartNumber, Tournament,
    TournamentError,
};
