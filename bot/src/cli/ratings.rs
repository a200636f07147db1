//! `sumito ratings`: ratings without Discord.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use clap::Subcommand;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Deserialize;

use crate::cli::out::{Printer, one_line, print};
use crate::cli::records::delimiter;
use crate::cli::run::with_games;
use crate::cli::{CommandResult, ConfigFile, Failure};
use crate::domain::clubs::rating::{Rating, Score, rate_game};
use crate::domain::{GameId, GuildId, Timestamp};
use crate::features::audit;
use crate::features::ratings::service::recomputation;
use crate::features::ratings::service::recomputation::Recomputed;
use crate::games::Games;

#[derive(Debug, Subcommand)]
pub(crate) enum Ratings {
    /// Prints the ratings after the games of a CSV file with the columns date, group, a, b, score.
    ///
    /// A line each: group, player, rating, deviation, volatility, games, separated by tabs; the best of a group first. A question
    /// mark behind the rating: it is provisional. Deviations are those of the last date in the file.
    Compute {
        /// In order of time. Score is that of `a`: 1, 0.5 or 0. Dates are `2026-01-31` or `2026-01-31T18:00:00Z`.
        games: PathBuf,
    },
    /// Takes a game out of the ratings and computes those of its group again; where the database is a file, the bot must not run meanwhile.
    Annul {
        /// Its name or number, as `/games` has it: `3k9x0v7ma` or `#5`.
        game: String,
        /// The server that a number belongs to, by its Discord id; needed where several servers have that game.
        #[arg(long)]
        server: Option<u64>,
        /// Puts it back.
        #[arg(long)]
        undo: bool,
        #[command(flatten)]
        settings: ConfigFile,
    },
    /// Computes all ratings of the bot again from its games, and stores them where they differ; where the database is a file, the bot must not run meanwhile.
    Recompute {
        /// Only compares; ends with 1 when a rating differs.
        #[arg(long)]
        check: bool,
        #[command(flatten)]
        settings: ConfigFile,
    },
}

impl Ratings {
    pub(crate) fn run(&self) -> CommandResult {
        match self {
            Self::Compute { games } => compute(games),
            Self::Annul { game, server, undo, settings } => annul(game, *server, !undo, settings),
            Self::Recompute { check, settings } => recompute(*check, settings),
        }
    }
}

/// What a file says of a game.
const COLUMNS: [&str; 5] = ["date", "group", "a", "b", "score"];

#[derive(Debug, Deserialize)]
struct Game {
    date: String,
    group: String,
    a: String,
    b: String,
    score: String,
}

/// What names a game on the command line.
enum NamedGame {
    Id(GameId),
    Number(u32),
}

impl FromStr for NamedGame {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(number) = text.strip_prefix('#') {
            return number.parse().map(Self::Number).map_err(|_| format!("`{text}` is no number of a game"));
        }
        text.parse().map(Self::Id).map_err(|_| format!("`{text}` is no game; write its name or `#` and its number"))
    }
}

fn annul(typed: &str, server: Option<u64>, is_annulled: bool, settings: &ConfigFile) -> CommandResult {
    let named: NamedGame = typed.parse().map_err(Failure::Input)?;
    let (game, counts) = with_games(settings, "computing ratings", async |games| {
        let found = match named {
            NamedGame::Id(game) => vec![game],
            NamedGame::Number(number) => games.store.games_with_number(number, server.map(GuildId)).await?,
        };
        let [game] = found[..] else { return Ok((Err(found), false)) };
        let counts = recomputation::annul(games, game, is_annulled).await?;
        if counts {
            audit::service::note_rating(games, game, is_annulled).await?;
        }
        Ok((Ok(game), counts))
    })?;
    let game = game.map_err(|found| {
        let names: Vec<String> = found.iter().map(GameId::to_string).collect();
        Failure::Input(match names.as_slice() {
            [] => format!("there is no game {typed}"),
            names => {
                format!("several games are called {typed}: {}; name one, or its server with --server", names.join(", "))
            }
        })
    })?;
    if !counts {
        return Err(Failure::Input(format!("game {game} has not been counted in any rating")));
    }
    print(format!("game {game} {}", if is_annulled { "is annulled" } else { "counts again" }))?;
    Ok(ExitCode::SUCCESS)
}

fn recompute(is_check: bool, settings: &ConfigFile) -> CommandResult {
    let recompute = async |games: &Games| Ok(recomputation::recompute_when_free(games, None, !is_check).await?);
    let found = with_games(settings, "computing ratings", recompute)?;
    let Recomputed { games, ratings, different } = found;
    print(format!("{games} games, {ratings} ratings, {different} different"))?;
    Ok(if is_check && different > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// What is wrong with a line, whose number stands before it.
fn describe(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("it has {len} columns, and the first line has {expected_len}")
        }
        _ => error.to_string(),
    }
}

fn compute(path: &Path) -> CommandResult {
    let problem = |problem: String| Failure::Input(format!("{}: {problem}", path.display()));
    let file = File::open(path).map_err(|error| problem(error.to_string()))?;
    let mut file = BufReader::new(file);
    let start = file.fill_buf().map_err(|error| problem(error.to_string()))?;
    let delimiter = delimiter(start.split(|byte| *byte == b'\n').next().unwrap_or_default());
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).delimiter(delimiter).from_reader(file);
    let mut groups: BTreeMap<String, BTreeMap<String, Rating>> = BTreeMap::new();
    let mut last = Timestamp(i64::MIN);
    let headers = reader.headers().map_err(|error| problem(error.to_string()))?.clone();
    if let Some(missing) = COLUMNS.iter().find(|name| !headers.iter().any(|h| h == **name)) {
        return Err(problem(format!("column `{missing}` is missing; the first line names date, group, a, b, score")));
    }
    if let Some(unknown) = headers.iter().find(|name| !COLUMNS.contains(name)) {
        return Err(problem(format!("there is no column `{unknown}`; the first line names date, group, a, b, score")));
    }
    let mut record = csv::StringRecord::new();
    loop {
        let line = reader.position().line();
        let problem = |text: String| problem(format!("line {line}: {text}"));
        if !reader.read_record(&mut record).map_err(|error| problem(describe(&error)))? {
            break;
        }
        let game: Game = record.deserialize(Some(&headers)).map_err(|error| problem(describe(&error)))?;
        let at = instant(&game.date)
            .ok_or_else(|| problem(format!("`{}` is no date; write 2026-01-31 or 2026-01-31T18:00:00Z", game.date)))?;
        if at < last {
            return Err(problem("it is earlier than the line before; sort the file by date".to_owned()));
        }
        last = at;
        let score =
            score(&game.score).ok_or_else(|| problem(format!("`{}` is no score; write 1, 0.5 or 0", game.score)))?;
        if game.a == game.b || game.a.is_empty() || game.b.is_empty() {
            return Err(problem("a game has two different players".to_owned()));
        }
        let players = groups.entry(game.group).or_default();
        let rating = |name: &String| players.get(name).copied().unwrap_or_default();
        let (first, second) = rate_game(&rating(&game.a), &rating(&game.b), score, at);
        players.insert(game.a, first);
        players.insert(game.b, second);
    }
    let mut out = Printer::new();
    for (group, players) in groups {
        let mut players: Vec<(String, Rating)> = players.into_iter().collect();
        players.sort_by(|one, other| other.1.rating.total_cmp(&one.1.rating).then_with(|| one.0.cmp(&other.0)));
        for (name, rating) in players {
            let mark = if rating.is_provisional(last) { "?" } else { "" };
            out.print(format!(
                "{}\t{}\t{:.1}{mark}\t{:.1}\t{:.5}\t{}",
                one_line(&group),
                one_line(&name),
                rating.rating,
                rating.deviation_at(last),
                rating.volatility,
                rating.games
            ))?;
        }
    }
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

fn instant(text: &str) -> Option<Timestamp> {
    let at = match text.parse::<jiff::Timestamp>() {
        Ok(at) => at,
        Err(_) => text.parse::<Date>().ok()?.to_zoned_datetime(TimeZone::UTC).ok()?.timestamp(),
    };
    Some(Timestamp(at.as_millisecond()))
}

fn score(text: &str) -> Option<Score> {
    match text.parse::<f64>() {
        Ok(1.0) => Some(Score::Win),
        Ok(0.5) => Some(Score::Draw),
        Ok(0.0) => Some(Score::Loss),
        _ => match text {
            "1-0" => Some(Score::Win),
            "1/2-1/2" | "½" | "½-½" => Some(Score::Draw),
            "0-1" => Some(Score::Loss),
            _ => None,
        },
    }
}
