//! Games as the search sees them.

pub(crate) mod abalone;
pub(crate) mod fliporona;
pub(crate) mod notalone;
pub(crate) mod two_boards;
