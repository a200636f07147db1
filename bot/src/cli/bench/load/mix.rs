//! What people ask for, and how often.

use std::fmt;
use std::str::FromStr;

use rules::rng::SeededRng;

use crate::cli::bench::load::discord::Response;
use crate::domain::Action;

/// What a person asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Request {
    /// `/move`
    Move,
    /// `/board`, answered with a picture.
    Board,
    /// `/games`, of somebody with forty games.
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

    /// Whether this answer came with what was asked for, or is a refusal.
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

/// The share of each request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mix([u32; Request::ALL.len()]);

impl Mix {
    pub(super) fn choose(&self, chance: &mut SeededRng) -> Request {
        let mut drawn = chance.below(self.0.iter().sum::<u32>() as usize) as u32;
        for (request, share) in Request::ALL.into_iter().zip(self.0) {
            if drawn < share {
                return request;
            }
            drawn -= share;
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

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Request::ALL.into_iter().zip(self.0).filter(|(_, share)| *share > 0);
        let parts: Vec<_> = named.map(|(request, share)| format!("{}={share}", request.name())).collect();
        f.write_str(&parts.join(","))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn an_answer_is_told_from_a_refusal_in_any_language() {
        let done = |has_picture, has_controls, action| {
            let at = Instant::now();
            let response = Response { interaction: 1, at, is_deferral: false, has_picture, has_controls, action };
            Request::ALL.map(|request| request.is_done_by(&response))
        };
        assert_eq!(done(false, false, None), [false; 4], "a sentence alone");
        assert_eq!(done(true, true, None), [false, true, true, false], "a board that nobody has moved on");
        assert_eq!(done(false, true, Some(Action::Play)), [true, false, true, false]);
        assert_eq!(done(false, true, Some(Action::Challenge)), [false, false, true, true]);
    }

    #[test]
    fn a_mix_is_read_as_it_is_written_and_refused_in_a_sentence() {
        let mix: Mix = "board=15,move=70,games=0".parse().expect("a mix");
        assert_eq!(mix.to_string(), "move=70,board=15");
        for (text, part) in [
            ("", "`move`, `board`, `games`, `challenge`"),
            ("move", "`move`: write such as"),
            ("dance=1", "`dance=1`"),
            ("move=1001", "shares from 0 to 1000"),
            ("move=-1", "shares from 0 to 1000"),
            ("move=1,move=2", "`move` is named twice"),
            ("move=0", "all shares are 0"),
        ] {
            let refused = text.parse::<Mix>().expect_err(text);
            assert!(refused.contains(part), "{text}: {refused}");
        }
    }

    #[test]
    fn each_request_gets_its_share() {
        let mix: Mix = "move=70,board=15,games=10,challenge=5".parse().expect("a mix");
        let mut chance = SeededRng::new(1);
        let mut drawn = [0; 4];
        for _ in 0..10_000 {
            let request = mix.choose(&mut chance);
            drawn[Request::ALL.iter().position(|known| *known == request).expect("known")] += 1;
        }
        for (count, share) in drawn.into_iter().zip([7_000, 1_500, 1_000, 500_i32]) {
            assert!((count - share).abs() < 200, "{drawn:?}");
        }
    }
}
