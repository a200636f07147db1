//! Ids of Discord as arguments.

use std::fmt;

/// A text that is no id of this kind.
#[derive(Debug)]
pub(crate) struct NoId {
    typed: String,
    of: Kind,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Server,
    User,
}

impl fmt::Display for NoId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whose, copy) = match self.of {
            Kind::Server => ("server", "Copy Server ID"),
            Kind::User => ("user", "Copy User ID"),
        };
        write!(
            f,
            "`{}` is no id of a {whose}: an id is a number such as 81384788765712384; in Discord, turn on Developer Mode, \
             right-click the {whose} and choose {copy}",
            self.typed
        )
    }
}

impl std::error::Error for NoId {}

/// 0 stands for all servers together, so it is none.
fn id(typed: &str, of: Kind) -> Result<u64, NoId> {
    let found = typed.parse().ok().filter(|id| *id > 0 && typed.bytes().all(|digit| digit.is_ascii_digit()));
    found.ok_or_else(|| NoId { typed: typed.to_owned(), of })
}

/// Reads the id of a server.
pub(crate) fn server(typed: &str) -> Result<u64, NoId> {
    id(typed, Kind::Server)
}

/// Reads the id of a user.
pub(crate) fn user(typed: &str) -> Result<u64, NoId> {
    id(typed, Kind::User)
}
