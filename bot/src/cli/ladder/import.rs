//! `sumito ladder import`: the table of a club that played elsewhere, read whole before anything is written.

use std::collections::HashMap;
use std::path::Path;
use std::process::ExitCode;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};

use crate::cli::out::{print, print_warning};
use crate::cli::records::read;
use crate::cli::run::with_games;
use crate::cli::{ConfigFile, Failure, Outcome};
use crate::clock::{Clock as _, SystemClock};
use crate::discord::localization::Language;
use crate::domain::{GuildId, Timestamp, UserId};
use crate::features::ladder::service::{ImportedPlayer, MOST_PLAYERS};
use crate::features::ladder::view::explain;
use crate::games::GameError;

/// What a file may say of a player.
const COLUMNS: [&str; 4] = ["user", "name", "place", "joined"];

/// Lines of problems that are printed.
const MOST_PROBLEMS: usize = 20;

/// Longest name of a player; Discord allows 32 characters.
const LONGEST_NAME: usize = 100;

/// What one line says: its number, and its fields by name.
struct Line {
    number: usize,
    fields: HashMap<String, String>,
}

/// Puts the players of a file on an empty ladder, in their order.
pub(super) fn import(file: &Path, server: u64, ladder: &str, is_check: bool, settings: &ConfigFile) -> Outcome {
    let text = read(file)?;
    let players = players_of(&text, SystemClock.now()).map_err(|problems| {
        for problem in problems.iter().take(MOST_PROBLEMS) {
            print_warning(problem);
        }
        let more = problems.len().saturating_sub(MOST_PROBLEMS);
        let more = if more > 0 { format!("; {more} more are not listed") } else { String::new() };
        let problems = match problems.len() {
            1 => "1 problem".to_owned(),
            count => format!("{count} problems"),
        };
        Failure::Input(format!("{}: {problems}{more}; nothing is imported", file.display()))
    })?;
    let count = players.len();
    let done = with_games(settings, "importing players", async |games| {
        let imported = async {
            let ladder = games.ladder_named(Some(GuildId(server)), Some(ladder)).await?;
            if is_check { games.check_import(ladder).await } else { games.import_ladder(ladder, &players).await }
        };
        match imported.await {
            Err(GameError::Ladder(refused)) => Ok(Err(explain(Language::ENGLISH, &refused, UserId(0)))),
            outcome => Ok(Ok(outcome?)),
        }
    })?;
    let head = done.map_err(Failure::Input)?;
    let what = if is_check { "can be imported into" } else { "imported into" };
    print(format!("{count} players {what} {} ({})", crate::cli::out::one_line(&head.name), head.ladder_id))?;
    Ok(ExitCode::SUCCESS)
}

/// The players of a file from the top; or all that is wrong with it, each with its line.
fn players_of(text: &str, now: Timestamp) -> Result<Vec<ImportedPlayer>, Vec<String>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (lines, mut problems) = if text.trim_start().starts_with('{') { json_lines(text) } else { csv_lines(text) };
    let mut seen: HashMap<UserId, usize> = HashMap::new();
    let mut players = Vec::new();
    for Line { number, fields } in &lines {
        let mut problem = |text: String| problems.push((*number, text));
        let field = |name: &str| fields.get(name).map(|value| value.trim()).filter(|value| !value.is_empty());
        let place = players.len() + 1;
        let user = match field("user").map(user_of) {
            Some(Ok(user)) => user,
            Some(Err(why)) => {
                problem(why);
                players.push(ImportedPlayer { user: UserId(0), name: String::new(), joined: None });
                continue;
            }
            None => {
                problem("the column user is empty; it holds the player's Discord id".to_owned());
                players.push(ImportedPlayer { user: UserId(0), name: String::new(), joined: None });
                continue;
            }
        };
        let made_at = user.created_at();
        if made_at > now {
            problem(format!("`{}` is no id of Discord: its account would be made in the future", user.0));
        }
        if let Some(first) = seen.get(&user) {
            problem(format!("{} stands on line {first} already", user.0));
        }
        seen.entry(user).or_insert(*number);
        if let Some(typed) = field("place").filter(|typed| typed.parse() != Ok(place)) {
            problem(format!("place `{typed}` should be {place}; sort the file by place, without gaps"));
        }
        let name = field("name").unwrap_or_default();
        if name.chars().count() > LONGEST_NAME {
            problem(format!("the name has more than {LONGEST_NAME} characters"));
        }
        let joined = field("joined").and_then(|typed| match joined_at(typed, made_at, now) {
            Ok(joined) => Some(joined),
            Err(why) => {
                problem(why);
                None
            }
        });
        players.push(ImportedPlayer { user, name: name.to_owned(), joined });
    }
    if lines.is_empty() && problems.is_empty() {
        problems
            .push((1, "there are no players; the first line names the columns user, name, place, joined".to_owned()));
    }
    if players.len() > MOST_PLAYERS {
        problems.push((0, format!("there are {} players; a ladder has room for {MOST_PLAYERS}", players.len())));
    }
    if problems.is_empty() {
        return Ok(players);
    }
    problems.sort_by_key(|(number, _)| *number);
    let problem = |(number, text): (usize, String)| if number == 0 { text } else { format!("line {number}: {text}") };
    Err(problems.into_iter().map(problem).collect())
}

/// A player's id.
fn user_of(typed: &str) -> Result<UserId, String> {
    // As it is copied from a message.
    let digits = typed.trim_start_matches("<@").trim_start_matches('!').trim_end_matches('>');
    let is_id = (17..=20).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let id = digits.parse().ok().filter(|_| is_id);
    id.map(UserId).ok_or_else(|| {
        format!(
            "`{typed}` is no id of Discord, which has 17 to 20 digits; turn on the developer mode and choose Copy User ID"
        )
    })
}

fn joined_at(typed: &str, made_at: Timestamp, now: Timestamp) -> Result<Date, String> {
    let date: Date = typed.parse().map_err(|_| format!("`{typed}` is no date; write 2026-01-31"))?;
    let begins =
        date.to_zoned_datetime(TimeZone::UTC).map_err(|_| format!("`{typed}` is no date; write 2026-01-31"))?;
    let begins = begins.timestamp().as_millisecond();
    let day_of = |at: Timestamp| {
        let at = jiff::Timestamp::from_millisecond(at.0).unwrap_or_default();
        at.to_zoned_datetime(TimeZone::UTC).date()
    };
    if begins > now.0 {
        return Err(format!("{date} is still to come"));
    }
    if date < day_of(made_at) {
        return Err(format!("{date} is before the player's account was made, on {}", day_of(made_at)));
    }
    Ok(date)
}

type Read = (Vec<Line>, Vec<(usize, String)>);

fn csv_lines(text: &str) -> Read {
    let (mut lines, mut problems) = (Vec::new(), Vec::new());
    let header = text.lines().next().unwrap_or_default();
    // Spreadsheets of some languages write semicolons.
    let delimiter = if header.contains(';') && !header.contains(',') { b';' } else { b',' };
    let mut reader =
        csv::ReaderBuilder::new().trim(csv::Trim::All).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let columns: Vec<String> = match reader.headers() {
        Ok(header) => header.iter().map(str::to_lowercase).collect(),
        Err(error) => return (lines, vec![(1, error.to_string())]),
    };
    for column in &columns {
        if !COLUMNS.contains(&column.as_str()) {
            problems.push((1, format!("there is no column `{column}`; the columns are {}", COLUMNS.join(", "))));
        }
    }
    if !columns.iter().any(|column| column == "user") {
        problems.push((1, format!("the column user is missing; the first line names {}", COLUMNS.join(", "))));
    }
    if columns.iter().enumerate().any(|(index, column)| columns[..index].contains(column)) {
        problems.push((1, "a column is named twice".to_owned()));
    }
    if !problems.is_empty() {
        return (lines, problems);
    }
    let mut record = csv::StringRecord::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => return (lines, problems),
            Err(error) => {
                problems.push((error.position().map_or(0, |at| at.line() as usize), error.to_string()));
                return (lines, problems);
            }
        }
        let number = record.position().map_or(0, |at| at.line() as usize);
        if record.len() == columns.len() {
            let fields = columns.iter().cloned().zip(record.iter().map(str::to_owned)).collect();
            lines.push(Line { number, fields });
        } else {
            problems
                .push((number, format!("it has {} columns, and the first line has {}", record.len(), columns.len())));
        }
    }
}

fn json_lines(text: &str) -> Read {
    let (mut lines, mut problems) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let object: Map<String, Value> = match serde_json::from_str(line) {
            Ok(object) => object,
            Err(error) => {
                problems.push((number, error.to_string()));
                continue;
            }
        };
        let mut fields = HashMap::new();
        for (name, value) in object {
            if !COLUMNS.contains(&name.as_str()) {
                problems.push((number, format!("there is no field `{name}`; the fields are {}", COLUMNS.join(", "))));
            }
            match value {
                Value::String(text) => drop(fields.insert(name, text)),
                Value::Number(count) => drop(fields.insert(name, count.to_string())),
                Value::Null => {}
                _ => problems.push((number, format!("`{name}` is neither a text nor a number"))),
            }
        }
        lines.push(Line { number, fields });
    }
    (lines, problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-22 12:00
    const NOW: Timestamp = Timestamp(1_795_348_800_000);
    const ADA: &str = "80351110224678912";
    const BRUNO: &str = "175928847299117063";

    fn problems(text: &str) -> Vec<String> {
        players_of(text, NOW).expect_err("it is wrong")
    }

    #[test]
    fn a_table_is_read_in_each_form() {
        let expected = [(ADA, "Ada", Some("2020-05-01")), (BRUNO, "", None)];
        for text in [
            format!("\u{feff}user,name,joined\n{ADA},Ada,2020-05-01\n{BRUNO},,\n"),
            format!("Place;User;Name;Joined\r\n1;{ADA}; Ada ;2020-05-01\r\n2;<@!{BRUNO}>;;\r\n"),
            format!(
                "{{\"user\":\"{ADA}\",\"name\":\"Ada\",\"joined\":\"2020-05-01\",\"place\":1}}\n\n{{\"user\":{BRUNO}}}"
            ),
        ] {
            let players = players_of(&text, NOW).expect(&text);
            let read: Vec<_> = players
                .iter()
                .map(|player| {
                    (player.user.0.to_string(), player.name.as_str(), player.joined.map(|day| day.to_string()))
                })
                .collect();
            let expected: Vec<_> = expected
                .iter()
                .map(|(user, name, joined)| ((*user).to_owned(), *name, joined.map(str::to_owned)))
                .collect();
            assert_eq!(read, expected, "{text}");
        }
    }

    #[test]
    fn everything_that_is_wrong_is_said_with_its_line() {
        let text = format!(
            "user,name,joined\n{ADA},Ada,2027-01-01\nada,Ada,\n{ADA},Ada,2014-01-01\n,x,\n9223372036854775808,,\n{BRUNO},Bruno\n"
        );
        assert_eq!(
            problems(&text),
            [
                "line 2: 2027-01-01 is still to come".to_owned(),
                "line 3: `ada` is no id of Discord, which has 17 to 20 digits; turn on the developer mode and choose Copy User ID"
                    .to_owned(),
                format!("line 4: {ADA} stands on line 2 already"),
                "line 4: 2014-01-01 is before the player's account was made, on 2015-08-10".to_owned(),
                "line 5: the column user is empty; it holds the player's Discord id".to_owned(),
                "line 6: `9223372036854775808` is no id of Discord: its account would be made in the future".to_owned(),
                "line 7: it has 2 columns, and the first line has 3".to_owned(),
            ]
        );
        for (text, problem) in [
            (String::new(), "line 1: the column user is missing"),
            ("user\n".to_owned(), "line 1: there are no players"),
            (
                "player,name\n".to_owned(),
                "line 1: there is no column `player`; the columns are user, name, place, joined",
            ),
            ("user,user\n".to_owned(), "line 1: a column is named twice"),
            (format!("user,joined\n{ADA},31.1.2020\n"), "line 2: `31.1.2020` is no date; write 2026-01-31"),
            (format!("place,user\n1,{ADA}\n3,{BRUNO}\n"), "line 3: place `3` should be 2; sort the file by place"),
            (format!("{{\"user\":{ADA}}}\n{{\"user\":{BRUNO},\"elo\":1}}"), "line 2: there is no field `elo`"),
            (format!("{{\"user\":{ADA}}}\nnonsense"), "line 2: "),
            (format!("{{\"user\":[{ADA}]}}"), "line 1: `user` is neither a text nor a number"),
        ] {
            let found = problems(&text);
            assert!(found[0].starts_with(problem), "{text}: {found:?}");
        }
    }

    #[test]
    fn no_file_makes_it_panic() {
        for text in
            ["\"", "user\n\"", "{", "{}", "user\n\u{0}", "user,\n,,", "\u{feff}", ";;;", "user\n99999999999999999999"]
        {
            assert!(players_of(text, NOW).is_err(), "{text:?}");
        }
    }
}
