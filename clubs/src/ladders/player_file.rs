//! A file with one player per line, from a spreadsheet or a chat.

use games::domain::UserId;

use crate::domain::ladder::LadderError;

pub const LARGEST: usize = 64 * 1024;

pub const ID_DIGITS: std::ops::RangeInclusive<usize> = 17..=20;

/// Names of the id column.
const COLUMNS: [&str; 7] = ["user", "id", "player", "member", "spieler", "joueur", "discord"];

/// The distinct players of a file, in order: the first Discord id of each line, in any notation. The first line may
/// name columns.
///
/// # Errors
/// A line without an id, a file without one, and binary data.
pub fn read_players(bytes: &[u8]) -> Result<Vec<UserId>, LadderError> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0')).ok_or(LadderError::FileNoText)?;
    let mut players = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        match first_id(line) {
            Some(player) if players.contains(&player) => {}
            Some(player) => players.push(player),
            None if number == 1 && names_columns(line) || line.trim().is_empty() => {}
            None => return Err(LadderError::FileLine { number, line: line.trim().to_owned() }),
        }
    }
    if players.is_empty() { Err(LadderError::FileEmpty) } else { Ok(players) }
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

    #[test]
    fn players_are_found_however_a_program_writes_them() {
        for text in [
            "user,name\n80351110224678912,Ada\n175928847299117063,Bruno\n",
            "\u{feff}place;user;name\r\n1;80351110224678912;Ada\r\n\r\n2;175928847299117063;Bruno\r\n",
            "<@80351110224678912>\n<@!175928847299117063>\n<@80351110224678912>",
            "Ada\t\"80351110224678912\"\nBruno 2024\t\"175928847299117063\"\n",
        ] {
            assert_eq!(read_players(text.as_bytes()), Ok(vec![ADA, BRUNO]), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let wrong = read_players(b"user\n80351110224678912\nBruno\n");
        assert_eq!(wrong, Err(LadderError::FileLine { number: 3, line: "Bruno".to_owned() }));
        let header = read_players(b"Ada\n80351110224678912\n");
        assert_eq!(header, Err(LadderError::FileLine { number: 1, line: "Ada".to_owned() }));
        assert_eq!(read_players(b"user,name\n"), Err(LadderError::FileEmpty));
        assert_eq!(read_players(b""), Err(LadderError::FileEmpty));
        assert_eq!(read_players(b"\x89PNG\xff"), Err(LadderError::FileNoText));
        assert_eq!(read_players(b"\0\0\0"), Err(LadderError::FileNoText));
        // Larger than any id.
        let large = "99999999999999999999".to_owned();
        assert_eq!(read_players(large.as_bytes()), Err(LadderError::FileLine { number: 1, line: large }));
    }
}
