//! Discord ids as arguments.

#[derive(Debug, thiserror::Error)]
#[error(
    "`{typed}` is no id of a {kind}: an id is a number such as 81384788765712384; in Discord, turn on Developer Mode, \
     right-click the {kind} and choose {menu}"
)]
pub(crate) struct NoId {
    typed: String,
    kind: &'static str,
    menu: &'static str,
}

fn id(typed: &str, kind: &'static str, menu: &'static str) -> Result<u64, NoId> {
    // 0 stands for all servers together, so it is not valid here.
    let found = typed.parse().ok().filter(|id| *id > 0 && typed.bytes().all(|digit| digit.is_ascii_digit()));
    found.ok_or_else(|| NoId { typed: typed.to_owned(), kind, menu })
}

pub(crate) fn server(typed: &str) -> Result<u64, NoId> {
    id(typed, "server", "Copy Server ID")
}

pub(crate) fn user(typed: &str) -> Result<u64, NoId> {
    id(typed, "user", "Copy User ID")
}
