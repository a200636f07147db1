//! Games that a competition owns. A competition opens them, past the limits and blocks of persons, learns of each new phase from
//! the commit that brings it about, and closes or postpones what is still offered. `service` knows no kind of competition, and is
//! what each of them builds on. `kinds` asks the feature of a kind, for those who meet a game and not its competition.

pub mod kinds;
pub mod service;
