//! The formats of tournaments, and everything that depends on the format alone.

use base::named::named;
use pairing::round_robin::Cycles;
use pairing::standings::TieBreak;

named! {
    pub enum Format, "format of a tournament" {
        /// FIDE's Dutch system.
        Swiss = "swiss",
        /// Neighbors in the standings play each other.
        Monrad = "monrad",
        /// Everybody plays everybody.
        RoundRobin = "round-robin",
        DoubleRoundRobin = "double-round-robin",
        /// Losers are out; the losers of the semifinals play for third place.
        KnockOut = "knock-out",
        /// A round robin in each group; the first two of each go on to a knock-out.
        Groups = "groups",
        /// Two teams play on boards ordered by rating, twice, the second time with colors reversed.
        TeamMatch = "team-match",
    }
}

#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked for by itself")]
pub struct FormatTraits {
    /// A planned number of rounds, byes, late entries and forbidden pairs.
    pub is_swiss: bool,
    /// How often everybody meets everybody; `None`: they do not.
    pub cycles: Option<Cycles>,
    /// It begins in groups.
    pub has_groups: bool,
    pub has_knock_out: bool,
    pub has_teams: bool,
    pub least_entrants: usize,
    /// Tie-breaks unless the organizer chooses another first one.
    pub tie_breaks: &'static [TieBreak],
}

const SWISS: FormatTraits = FormatTraits {
    is_swiss: true,
    cycles: None,
    has_groups: false,
    has_knock_out: false,
    has_teams: false,
    least_entrants: 2,
    tie_breaks: &[
        TieBreak::BuchholzCut1,
        TieBreak::Buchholz,
        TieBreak::DirectEncounter,
        TieBreak::Wins,
        TieBreak::Marbles,
    ],
};

/// The options that all formats but Swiss share.
const FIXED: FormatTraits = FormatTraits {
    is_swiss: false,
    tie_breaks: &[TieBreak::DirectEncounter, TieBreak::SonnebornBerger, TieBreak::Wins, TieBreak::Marbles],
    ..SWISS
};

impl FormatTraits {
    pub const fn is_round_robin(self) -> bool {
        self.cycles.is_some()
    }
}

impl Format {
    pub const fn traits(self) -> FormatTraits {
        match self {
            Self::Swiss | Self::Monrad => SWISS,
            Self::RoundRobin => FormatTraits { cycles: Some(Cycles::Single), ..FIXED },
            Self::DoubleRoundRobin => FormatTraits { cycles: Some(Cycles::Double), ..FIXED },
            Self::KnockOut => FormatTraits { has_knock_out: true, ..FIXED },
            Self::Groups => FormatTraits { has_groups: true, has_knock_out: true, least_entrants: 6, ..FIXED },
            Self::TeamMatch => FormatTraits { has_teams: true, ..FIXED },
        }
    }

    /// The format for this number of players: the exact Swiss system is for small fields.
    #[must_use]
    pub const fn for_players(self, count: usize) -> Self {
        match self {
            Self::Swiss if count > super::MOST_DUTCH => Self::Monrad,
            Self::Swiss
            | Self::Monrad
            | Self::RoundRobin
            | Self::DoubleRoundRobin
            | Self::KnockOut
            | Self::Groups
            | Self::TeamMatch => self,
        }
    }
}
