//! A file with one player per line, from a spreadsheet or a chat.

use games::domain::UserId;

use crate::ClubError;
use crate::domain::ladder::LadderError;
use crate::domain::tournament::{MOST_ENTRANTS, TournamentError};
use crate::ladders::MOST_PLAYERS;

pub const LARGEST: usize = 64 * 1024;

const MOST_SEED: u32 = MOST_ENTRANTS as u32;

pub const MOST_RATING: u32 = 4000;

pub const ID_DIGITS: std::ops::RangeInclusive<usize> = 17..=20;

/// Names of the id column.
const COLUMNS: [&str; 7] = ["user", "id", "player", "member", "spieler", "joueur", "discord"];

/// Names of the columns of an event, besides that of the id.
const SEED: [&str; 4] = ["seed", "number", "startnummer", "numéro"];
const RATING: [&str; 4] = ["rating", "elo", "wertung", "classement"];
const TEAM: [&str; 4] = ["team", "mannschaft", "équipe", "equipe"];

/// A player of a file, and what its columns say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedPlayer {
    pub user: UserId,
    pub seed: Option<u32>,
    pub rating: Option<u32>,
    /// 1 or 2.
    pub team: Option<u8>,
}

impl From<UserId> for ListedPlayer {
    fn from(user: UserId) -> Self {
        Self { user, seed: None, rating: None, team: None }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFor {
    /// Columns besides that of the id may say anything.
    Ladder,
    /// Columns for seeds, ratings and teams count.
    Event { seats: usize },
}

impl FileFor {
    const fn has_columns(self) -> bool {
        match self {
            Self::Ladder => false,
            Self::Event { .. } => true,
        }
    }

    /// # Errors
    /// If the competition takes fewer players.
    pub fn check_count(self, count: usize) -> Result<(), ClubError> {
        match self {
            Self::Ladder if count > MOST_PLAYERS => Err(LadderError::Full(MOST_PLAYERS).into()),
            Self::Event { seats } if count > MOST_ENTRANTS => Err(TournamentError::Full(seats).into()),
            Self::Ladder | Self::Event { .. } => Ok(()),
        }
    }
}

/// The distinct players of a file, in order: the first Discord id of each line, in any notation. The first line may
/// name columns.
///
/// # Errors
/// A line without an id or with a bad number, a file without one, and binary data.
pub fn read_players(bytes: &[u8], competition: FileFor) -> Result<Vec<ListedPlayer>, LadderError> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0')).ok_or(LadderError::FileNoText)?;
    let mut players: Vec<ListedPlayer> = Vec::new();
    let mut header = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let fields = fields(line);
        let Some(user) = first_id(line) else {
            if number == 1 && names_columns(line) {
                header = fields.into_iter().map(str::to_lowercase).collect();
            } else if !line.trim().is_empty() {
                return Err(LadderError::FileLine { number, line: line.trim().to_owned() });
            }
            continue;
        };
        let read = |names: &[&str], most: u32| -> Result<Option<u32>, LadderError> {
            let column =
                header.iter().position(|name: &String| competition.has_columns() && names.contains(&name.as_str()));
            let field = column.and_then(|column| fields.get(column)).filter(|field| !field.is_empty());
            let number_of = |field: &&str| field.parse().ok().filter(|value| (1..=most).contains(value));
            let bad = || LadderError::FileNumber { number, line: line.trim().to_owned() };
            field.map(|field| number_of(field).ok_or_else(bad)).transpose()
        };
        let (seed, rating, team) = (read(&SEED, MOST_SEED)?, read(&RATING, MOST_RATING)?, read(&TEAM, 2)?);
        if !players.iter().any(|player| player.user == user) {
            let team = team.and_then(|team| u8::try_from(team).ok());
            players.push(ListedPlayer { user, seed, rating, team });
        }
    }
    if players.is_empty() { Err(LadderError::FileEmpty) } else { Ok(players) }
}

/// The fields of a line of a spreadsheet, whatever stands between them.
fn fields(line: &str) -> Vec<&str> {
    let line = line.trim_start_matches('\u{feff}');
    let delimiter = ['\t', ';', ','].into_iter().find(|delimiter| line.contains(*delimiter)).unwrap_or(',');
    let mut is_quoted = false;
    let ends_field = |c: char| {
        is_quoted ^= c == '"';
        c == delimiter && !is_quoted
    };
    line.split(ends_field).map(|field| field.trim().trim_matches('"').trim()).collect()
}

/// Whether a line is a header: one of its words names the id column.
fn names_columns(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.any(|word| COLUMNS.contains(&word.as_str()))
}

fn first_id(line: &str) -> Option<UserId> {
    let mut numbers = line.split(|c: char| !c.is_ascii_digit()).filter(|digits| ID_DIGITS.contains(&digits.len()));
    numbers.find_map(|digits| digits.parse().ok()).map(UserId)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: UserId = UserId(80_351_110_224_678_912);
    const BRUNO: UserId = UserId(175_928_847_299_117_063);
    const EVENT: FileFor = FileFor::Event { seats: 8 };

    #[test]
    fn players_are_found_however_a_program_writes_them() {
        for text in [
            "user,name\n80351110224678912,Ada\n175928847299117063,Bruno\n",
            "\u{feff}place;user;name\r\n1;80351110224678912;Ada\r\n\r\n2;175928847299117063;Bruno\r\n",
            "<@80351110224678912>\n<@!175928847299117063>\n<@80351110224678912>",
            "Ada\t\"80351110224678912\"\nBruno 2024\t\"175928847299117063\"\n",
        ] {
            assert_eq!(read_players(text.as_bytes(), EVENT), Ok(vec![ADA.into(), BRUNO.into()]), "{text}");
        }
    }

    #[test]
    fn seeds_ratings_and_teams_are_read_from_their_columns() {
        for text in [
            "user,seed,rating,team\n80351110224678912,2,1600,1\n175928847299117063,,,2\n",
            "Name;Startnummer;Elo;Spieler;Team\r\nAda;2;1600;<@80351110224678912>;1\r\nBruno;;;175928847299117063;2\r\n",
        ] {
            let ada = ListedPlayer { user: ADA, seed: Some(2), rating: Some(1600), team: Some(1) };
            let bruno = ListedPlayer { team: Some(2), ..BRUNO.into() };
            assert_eq!(read_players(text.as_bytes(), EVENT), Ok(vec![ada, bruno]), "{text}");
        }
        for bad in ["0", "257", "first", "-1", "1.5"] {
            let text = format!("user,seed\n80351110224678912,{bad}\n");
            let wrong = LadderError::FileNumber { number: 2, line: format!("80351110224678912,{bad}") };
            assert_eq!(read_players(text.as_bytes(), EVENT), Err(wrong));
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let wrong = read_players(b"user\n80351110224678912\nBruno\n", EVENT);
        assert_eq!(wrong, Err(LadderError::FileLine { number: 3, line: "Bruno".to_owned() }));
        // The table of a ladder may say anything else.
        let other = b"user,rating\n80351110224678912,1523.5\n";
        assert_eq!(read_players(other, FileFor::Ladder), Ok(vec![ADA.into()]));
        let quoted = b"name,user,rating\n\"Doe, Ada\",80351110224678912,1600\n";
        assert_eq!(read_players(quoted, EVENT), Ok(vec![ListedPlayer { rating: Some(1600), ..ADA.into() }]));
        let header = read_players(b"Ada\n80351110224678912\n", EVENT);
        assert_eq!(header, Err(LadderError::FileLine { number: 1, line: "Ada".to_owned() }));
        assert_eq!(read_players(b"user,name\n", EVENT), Err(LadderError::FileEmpty));
        assert_eq!(read_players(b"", EVENT), Err(LadderError::FileEmpty));
        assert_eq!(read_players(b"\x89PNG\xff", EVENT), Err(LadderError::FileNoText));
        assert_eq!(read_players(b"\0\0\0", EVENT), Err(LadderError::FileNoText));
        // Larger than any id.
        let large = "99999999999999999999".to_owned();
        assert_eq!(read_players(large.as_bytes(), EVENT), Err(LadderError::FileLine { number: 1, line: large }));
    }
}
