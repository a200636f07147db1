//! `sumito ladder import`: a club's table from elsewhere, read completely before anything is written.

use std::collections::HashMap;
use std::path::Path;
use std::process::ExitCode;

use base::clock::{Clock as _, SystemClock};
use clubs::ClubError;
use clubs::ladders::player_file::ID_DIGITS;
use clubs::ladders::{self, ImportedPlayer, MOST_PLAYERS, organizers};
use games::domain::{GuildId, Timestamp, UserId};
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::cli::files::{self, LARGEST};
use crate::cli::out::{print, print_warning};
use crate::cli::run::{Access, with_games};
use crate::cli::table::Table;
use crate::cli::{CommandResult, ConfigFile, Failure};
use crate::features::ladder::view::explain;
use crate::localization::Language;

const COLUMNS: [&str; 4] = ["user", "name", "place", "joined"];

const MOST_PROBLEMS: usize = 20;

/// The longest name of a player; Discord allows 32 characters.
const LONGEST_NAME: usize = 100;

/// Imports the players of a file to an empty ladder, in their order.
pub(super) fn import(file: &Path, server: u64, ladder: &str, is_check: bool, settings: &ConfigFile) -> CommandResult {
    let text = files::read_text(file, LARGEST)?;
    let players = players_of(&text, SystemClock.now()).map_err(|problems| {
        for problem in problems.iter().take(MOST_PROBLEMS) {
            print_warning(problem);
        }
        let count = problems.len();
        let more = if count > MOST_PROBLEMS { format!(", of which {MOST_PROBLEMS} are listed") } else { String::new() };
        let s = if count == 1 { "" } else { "s" };
        Failure::Input(format!("{}: {count} problem{s}{more}; nothing is imported", file.display()))
    })?;
    let count = players.len();
    let result = with_games(settings, Access::Write, "importing players", async |games| {
        let imported = async {
            let ladder = ladders::find_ladder(games, Some(GuildId(server)), Some(ladder)).await?;
            if is_check {
                organizers::check_import(games, ladder).await
            } else {
                organizers::import(games, ladder, &players).await
            }
        };
        match imported.await {
            Err(ClubError::Ladder(refused)) => Ok(Err(explain(Language::ENGLISH, &refused, UserId(0)))),
            outcome => Ok(Ok(outcome?)),
        }
    })?;
    let head = result.map_err(Failure::Input)?;
    let what = if is_check { "can be imported into" } else { "imported into" };
    print(format!("{count} players {what} {} ({})", crate::cli::out::one_line(&head.name), head.ladder_id))?;
    Ok(ExitCode::SUCCESS)
}

/// The players of a file from the top, or all its problems, each with its line.
fn players_of(text: &str, now: Timestamp) -> Result<Vec<ImportedPlayer>, Vec<String>> {
    let mut table = Table::open(text, &COLUMNS, &["user"])?;
    let (mut players, mut seen, mut problems) = (Vec::new(), HashMap::new(), Vec::new());
    while let Some((number, row)) = table.next_row() {
        let place = players.len() + 1;
        if players.len() > MOST_PLAYERS {
            break;
        }
        let mut problem = |text: String| problems.push(format!("line {number}: {text}"));
        let row = match row {
            Ok(row) => row,
            Err(why) => {
                problem(why);
                continue;
            }
        };
        let field = |name: &str| row.field(name);
        let mut player = ImportedPlayer { user: UserId(0), name: String::new(), joined: None };
        match field("user").map(user_of) {
            Some(Ok(user)) => player.user = user,
            Some(Err(why)) => problem(why),
            None => problem("the column user is empty; it holds the player's Discord id".to_owned()),
        }
        if player.user != UserId(0) {
            let made_at = player.user.created_at();
            if made_at > now {
                problem(format!("`{}` is no id of Discord: its account would be made in the future", player.user.0));
            }
            if let Some(first) = seen.get(&player.user) {
                problem(format!("{} stands on line {first} already", player.user.0));
            }
            seen.entry(player.user).or_insert(number);
            if let Some(text) = field("place").filter(|text| text.parse() != Ok(place)) {
                problem(format!("place `{text}` should be {place}; sort the file by place, without gaps"));
            }
            field("name").unwrap_or_default().clone_into(&mut player.name);
            if player.name.chars().count() > LONGEST_NAME {
                problem(format!("the name has more than {LONGEST_NAME} characters"));
            }
            match field("joined").map(|text| joined_at(text, made_at, now)).transpose() {
                Ok(joined) => player.joined = joined,
                Err(why) => problem(why),
            }
        }
        players.push(player);
    }
    if players.is_empty() && problems.is_empty() {
        problems.push(
            "line 1: there are no players; the first line names the columns user, name, place, joined".to_owned(),
        );
    }
    if players.len() > MOST_PLAYERS {
        problems.insert(0, format!("there are more than {MOST_PLAYERS} players, for which a ladder has room"));
    }
    if problems.is_empty() { Ok(players) } else { Err(problems) }
}

fn user_of(typed: &str) -> Result<UserId, String> {
    // It may be copied from a mention.
    let digits = typed.trim_start_matches("<@").trim_start_matches('!').trim_end_matches('>');
    let is_id = ID_DIGITS.contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let id = digits.parse().ok().filter(|_| is_id);
    id.map(UserId).ok_or_else(|| {
        format!(
            "`{typed}` is no id of Discord, which has 17 to 20 digits; turn on the developer mode and choose Copy User ID"
        )
    })
}

fn joined_at(typed: &str, made_at: Timestamp, now: Timestamp) -> Result<Date, String> {
    let date: Date = typed.parse().map_err(|_| format!("`{typed}` is no date; write 2026-01-31"))?;
    let day_of = |at: Timestamp| {
        jiff::Timestamp::from_millisecond(at.0).unwrap_or_default().to_zoned_datetime(TimeZone::UTC).date()
    };
    if date > day_of(now) {
        return Err(format!("{date} is still to come"));
    }
    if date < day_of(made_at) {
        return Err(format!("{date} is before the player's account was made, on {}", day_of(made_at)));
    }
    Ok(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-22 12:00
    const NOW: Timestamp = Timestamp(1_795_348_800_000);
    const ADA: &str = "80351110224678912";
    const BRUNO: &str = "175928847299117063";

    fn read(text: &str) -> Result<Vec<ImportedPlayer>, Vec<String>> {
        players_of(text, NOW)
    }

    fn problems(text: &str) -> Vec<String> {
        read(text).expect_err("it is wrong")
    }

    #[test]
    fn a_table_is_read_in_each_form() {
        let expected = [(ADA, "Ada", Some("2020-05-01")), (BRUNO, "", None)];
        for text in [
            format!("\u{feff}user,name,joined\n{ADA},Ada,2020-05-01\n{BRUNO},,\n"),
            format!("Place;User;Name;Joined\r\n1;{ADA}; Ada ;2020-05-01\r\n2;<@!{BRUNO}>;;\r\n"),
        ] {
            let players = read(&text).expect(&text);
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
            assert!(read(text).is_err(), "{text:?}");
        }
    }
}
