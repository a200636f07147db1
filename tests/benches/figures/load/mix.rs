//! The kinds and shares of requests.

use std::str::FromStr;

use games::domain::Action;
use rules::rng::SeededRng;

use crate::load::discord::Response;

/// A kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Request {
    /// `/move`
    Move,
    /// `/board`, answered with a picture.
    Board,
    /// `/games`, by a player with forty games.
    Games,
    /// `/challenge` of one person by another.
    Challenge,
}

impl Request {
    const ALL: [Self; 4] = [Self::Move, Self::Board, Self::Games, Self::Challenge];

    const fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Board => "board",
            Self::Games => "games",
            Self::Challenge => "challenge",
        }
    }

    /// Whether this answer fulfills the request, instead of refusing it.
    pub(super) fn is_done_by(self, response: &Response) -> bool {
        match self {
            Self::Move => response.action == Some(Action::Play),
            Self::Challenge => response.action == Some(Action::Challenge),
            Self::Board => response.has_picture,
            // To turn the pages.
            Self::Games => response.has_controls,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mix([u32; Request::ALL.len()]);

impl Mix {
    pub(super) fn choose(&self, chance: &mut SeededRng) -> Request {
        let mut number = chance.below(self.0.iter().sum::<u32>() as usize) as u32;
        for (request, share) in Request::ALL.into_iter().zip(self.0) {
            if number < share {
                return request;
            }
            number -= share;
        }
        Request::Move
    }
}

impl FromStr for Mix {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut shares = [None; Request::ALL.len()];
        for part in text.split(',') {
            let wrong = || {
                let names = Request::ALL.map(Request::name).join("`, `");
                format!("`{part}`: write such as `move=70,board=15`, with `{names}` and shares from 0 to 1000")
            };
            let (name, share) = part.split_once('=').ok_or_else(wrong)?;
            let which = Request::ALL.iter().position(|known| known.name() == name).ok_or_else(wrong)?;
            let share = share.parse().ok().filter(|share| (0..=1000).contains(share)).ok_or_else(wrong)?;
            if shares[which].replace(share).is_some() {
                return Err(format!("`{name}` is named twice"));
            }
        }
        let shares = shares.map(Option::unwrap_or_default);
        if shares == [0; Request::ALL.len()] {
            return Err("all shares are 0".to_owned());
        }
        Ok(Self(shares))
    }
}
