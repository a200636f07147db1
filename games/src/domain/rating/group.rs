//! Groups of games that share a rating.

use crate::domain::game::setup::Setup;
use base::named::named;

named! {
    /// Games that share one rating; each group is large enough for its ratings to mean something.
    pub enum RatingGroup, "rating group" {
        /// Two players, any layout, no option but the layout.
        Standard = "standard",
        /// Sprint and blitz.
        Fast = "fast",
        /// Everything else for two players, Grand Abalone included.
        Variants = "variants",
        Notalone = "notalone",
        Fliporona = "fliporona",
        /// Two against two.
        Teams = "teams",
    }
}

impl RatingGroup {
    /// `None` for unrated games: hidden colors, handicaps, three or six players.
    pub fn of(setup: &Setup) -> Option<Self> {
        if setup.hides_colors() || setup.option("handicap").is_some() {
            return None;
        }
        match setup.option("seats") {
            None | Some("2") => {}
            Some("2x2" | "2x2x2" | "4") => return Some(Self::Teams),
            Some(_) => return None,
        }
        match setup.game() {
            "notalone" => return Some(Self::Notalone),
            "fliporona" => return Some(Self::Fliporona),
            "abalone" => {}
            _ => return Some(Self::Variants),
        }
        let mut is_fast = false;
        for (option, value) in setup.options() {
            match (option, value) {
                ("layout" | "board" | "seed", _) => {}
                ("sprint", _) | ("target", "4") => is_fast = true,
                _ => return Some(Self::Variants),
            }
        }
        Some(if is_fast { Self::Fast } else { Self::Standard })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setups_fall_into_their_groups() {
        for (line, group) in [
            ("abalone", Some(RatingGroup::Standard)),
            ("abalone layout=belgian-daisy", Some(RatingGroup::Standard)),
            ("abalone sprint=25", Some(RatingGroup::Fast)),
            ("abalone layout=german-daisy target=4", Some(RatingGroup::Fast)),
            ("abalone turn=double", Some(RatingGroup::Variants)),
            ("abalone sprint=25 turn=double", Some(RatingGroup::Variants)),
            ("abalone target=3", Some(RatingGroup::Variants)),
            ("grand-abalone", Some(RatingGroup::Variants)),
            ("notalone", Some(RatingGroup::Notalone)),
            ("fliporona", Some(RatingGroup::Fliporona)),
            ("abalone seats=2x2", Some(RatingGroup::Teams)),
            ("abalone seats=4", Some(RatingGroup::Teams)),
            ("abalone seats=3", None),
            ("abalone seats=6", None),
            ("abalone colors=one", None),
            ("abalone handicap=black:2", None),
        ] {
            let setup = Setup::of(&*rules::open(line).expect("a setup line"));
            assert_eq!(RatingGroup::of(&setup), group, "{line} = {setup}");
        }
    }
}
