//! Ratings and competitions in SQL.

pub mod competition;
pub mod ladder;
pub mod leader_role;
pub mod organizer;
pub mod rating;
pub mod rating_replacement;
pub mod statistics;
pub mod tournament;

pub use competition::WriteOutcome;
pub use leader_role::LeaderRole;

use std::ops::Deref;

use games::store::Store;

/// The store of games, with the statements of clubs. Each method is one query or one atomic change.
#[derive(Clone, Copy)]
pub struct ClubStore<'s>(&'s Store);

impl Deref for ClubStore<'_> {
    type Target = Store;

    fn deref(&self) -> &Store {
        self.0
    }
}

pub trait Clubs {
    fn clubs(&self) -> ClubStore<'_>;
}

impl Clubs for Store {
    fn clubs(&self) -> ClubStore<'_> {
        ClubStore(self)
    }
}
