//! The select of games of `/watch`.

use std::fmt;
use std::str::FromStr;

use crate::commands::button::ParseButtonError;
use crate::domain::WatchHow;

/// What is done with the game that is chosen: `v1:watch-game:<how>` watches it, `v1:watch-game:stop` no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchSelect {
    Start(WatchHow),
    Stop,
}

impl fmt::Display for WatchSelect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Self::Start(how) => how.as_str(),
            Self::Stop => "stop",
        };
        write!(f, "v1:watch-game:{word}")
    }
}

impl FromStr for WatchSelect {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        let how = [WatchHow::Moves, WatchHow::End, WatchHow::Thread].map(Self::Start);
        how.into_iter().chain([Self::Stop]).find(|select| select.to_string() == text).ok_or(ParseButtonError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_select_reads_back_as_itself() {
        for how in [WatchHow::Moves, WatchHow::End, WatchHow::Thread] {
            assert_eq!(WatchSelect::Start(how).to_string().parse(), Ok(WatchSelect::Start(how)));
        }
        assert_eq!("v1:watch-game:stop".parse(), Ok(WatchSelect::Stop));
        for text in ["", "v1:watch-game", "v1:watch-game:", "v1:watch-game:closed", "v1:watch:000000007"] {
            assert_eq!(text.parse::<WatchSelect>(), Err(ParseButtonError), "{text}");
        }
    }
}
