//! Messages that stand in a channel and are edited or replaced.

use base::named::UnknownName;

use crate::domain::ids::{GuildId, LadderId, TournamentId};

/// The content of a message, of one ladder, tournament or server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PostKind {
    /// The table of a ladder. It is pinned, and its channel is the ladder's channel.
    Table,
    /// The final table of a ladder season.
    Season(u32),
    /// The settings of a tournament and its players.
    Card,
    /// The overview of a round, from 1.
    Round(u32),
    /// The round has closed, and an organizer has to decide its open games.
    Undecided(u32),
    /// The round is over, and an organizer has to pair the next one.
    RoundOver(u32),
    /// The standings after this many weeks.
    Summary(u32),
    /// The tournament is over: its winner.
    Over,
    /// Calls the players of a tournament that begins in a moment.
    Call(u32),
    /// What an organizer wrote to all players, by its number.
    Message(u32),
    /// Tells players that they have moved up from the waiting list of a tournament.
    MovedUp(u32),
    /// The changes of all ladders of a server, a new message each day.
    Changes,
    /// The daily puzzle of a server, a new message each day.
    Puzzle,
}

/// The id of a post's ladder, tournament or server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PostKey(pub i64);

impl From<LadderId> for PostKey {
    fn from(ladder: LadderId) -> Self {
        Self(ladder.0)
    }
}

impl From<TournamentId> for PostKey {
    fn from(tournament: TournamentId) -> Self {
        Self(tournament.0)
    }
}

impl From<GuildId> for PostKey {
    fn from(guild: GuildId) -> Self {
        Self(guild.0.cast_signed())
    }
}

impl PostKind {
    pub fn of(word: &str, number: u32) -> Result<Self, UnknownName> {
        Ok(match word {
            "table" => Self::Table,
            "season" => Self::Season(number),
            "card" => Self::Card,
            "round" => Self::Round(number),
            "undecided" => Self::Undecided(number),
            "round-over" => Self::RoundOver(number),
            "summary" => Self::Summary(number),
            "over" => Self::Over,
            "call" => Self::Call(number),
            "message" => Self::Message(number),
            "moved-up" => Self::MovedUp(number),
            "changes" => Self::Changes,
            "puzzle" => Self::Puzzle,
            _ => return Err(UnknownName { kind: "kind of message", name: word.to_owned() }),
        })
    }

    pub const fn word(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Season(_) => "season",
            Self::Card => "card",
            Self::Round(_) => "round",
            Self::Undecided(_) => "undecided",
            Self::RoundOver(_) => "round-over",
            Self::Summary(_) => "summary",
            Self::Over => "over",
            Self::Call(_) => "call",
            Self::Message(_) => "message",
            Self::MovedUp(_) => "moved-up",
            Self::Changes => "changes",
            Self::Puzzle => "puzzle",
        }
    }

    /// Its number within its kind; 0 if there is only one.
    pub const fn number(self) -> u32 {
        match self {
            Self::Table | Self::Card | Self::Over | Self::Changes | Self::Puzzle => 0,
            Self::Season(number)
            | Self::Round(number)
            | Self::Undecided(number)
            | Self::RoundOver(number)
            | Self::Summary(number)
            | Self::Call(number)
            | Self::Message(number)
            | Self::MovedUp(number) => number,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_message_reads_back_as_itself() {
        use PostKind::{
            Call, Card, Changes, Message, MovedUp, Over, Puzzle, Round, RoundOver, Season, Summary, Table, Undecided,
        };
        let of_competitions = [Table, Season(3), Card, Round(1), Undecided(10_001), RoundOver(1), Summary(2), Over];
        for kind in of_competitions.into_iter().chain([Call(3), Message(2), MovedUp(2), Changes, Puzzle]) {
            assert_eq!(PostKind::of(kind.word(), kind.number()), Ok(kind));
        }
        assert!(PostKind::of("draw", 1).is_err());
    }
}
