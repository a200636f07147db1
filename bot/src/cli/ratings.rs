//! `sumito ratings`: ratings without Discord.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use clubs::audit;
use clubs::ratings::recomputation::{self, Recomputed};
use games::Games;
use games::domain::rating::{Rating, Score, rate_game};
use games::domain::{GameId, GuildId, Timestamp};
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::cli::out::{Printer, one_line, print};
use crate::cli::run::{Access, with_games};
use crate::cli::table::Table;
use crate::cli::{CommandResult, ConfigFile, Failure, files, ids};

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
        /// Its name, as `/games` has it: `#5`, or ten letters and digits.
        game: String,
        /// The id of the server, where games of several have this number.
        #[arg(long, value_name = "ID", value_parser = ids::server)]
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
            Self::Annul { game, server, undo, settings } => annul(game, server.map(GuildId), !undo, settings),
            Self::Recompute { check, settings } => recompute(*check, settings),
        }
    }
}

/// Some ten million games.
const LARGEST_TABLE: usize = 512 * 1024 * 1024;

const COLUMNS: [&str; 5] = ["date", "group", "a", "b", "score"];

#[derive(Debug)]
struct Game {
    date: String,
    group: String,
    a: String,
    b: String,
    score: String,
}

fn annul(typed: &str, server: Option<GuildId>, is_annulled: bool, settings: &ConfigFile) -> CommandResult {
    let result = with_games(settings, Access::Write, "computing ratings", async |games| {
        let game = match find_game(games, typed, server).await? {
            Ok(game) => game,
            Err(problem) => return Ok(Err(problem)),
        };
        if !recomputation::annul(games, game, is_annulled).await? {
            return Ok(Err(format!("game {typed} has not been counted in any rating")));
        }
        audit::note_rating(games, game, is_annulled).await?;
        Ok(Ok(()))
    })?;
    result.map_err(Failure::Input)?;
    print(format!("game {typed} {}", if is_annulled { "is annulled" } else { "counts again" }))?;
    Ok(ExitCode::SUCCESS)
}

/// The game with this name or number; an error sentence if there is none, or several.
async fn find_game(games: &Games, typed: &str, server: Option<GuildId>) -> anyhow::Result<Result<GameId, String>> {
    if let Ok(game) = typed.parse() {
        return Ok(Ok(game));
    }
    let Ok(number) = typed.strip_prefix('#').unwrap_or(typed).parse() else {
        return Ok(Err(format!("`{typed}` names no game; write `#5`, or a name of ten letters and digits")));
    };
    let mut found = games.store.all_games_numbered(number).await?;
    found.retain(|(_, guild)| server.is_none() || *guild == server);
    Ok(match found.as_slice() {
        [] => Err(format!("there is no game #{number}")),
        [(game, _)] => Ok(*game),
        several => {
            let servers = several.iter().filter_map(|(_, guild)| guild.map(|guild| guild.0.to_string()));
            let servers: Vec<String> = servers.collect();
            Err(format!(
                "there are {} games #{number}; add --server with one of {}, or write the game's name of ten letters and digits",
                several.len(),
                servers.join(", ")
            ))
        }
    })
}

fn recompute(is_check: bool, settings: &ConfigFile) -> CommandResult {
    let recompute = async |games: &Games| Ok(recomputation::recompute_when_free(games, None, !is_check).await?);
    let found = with_games(settings, Access::Write, "computing ratings", recompute)?;
    let Recomputed { games, ratings, different } = found;
    print(format!("{games} games, {ratings} ratings, {different} different"))?;
    Ok(if is_check && different > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn compute(path: &Path) -> CommandResult {
    let problem = |problem: String| files::problem(path, &problem);
    let text = files::read_text(path, LARGEST_TABLE)?;
    let mut table = Table::open(&text, &COLUMNS, &COLUMNS).map_err(|problems| problem(problems.join("; ")))?;
    let mut groups: BTreeMap<String, BTreeMap<String, Rating>> = BTreeMap::new();
    let mut last = Timestamp(i64::MIN);
    while let Some((line, row)) = table.next_row() {
        let problem = |text: String| problem(format!("line {line}: {text}"));
        let row = row.map_err(problem)?;
        let field = |name: &str| row.field(name).unwrap_or_default().to_owned();
        let game =
            Game { date: field("date"), group: field("group"), a: field("a"), b: field("b"), score: field("score") };
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
    // Spreadsheets of some languages write a decimal comma.
    match text.replace(',', ".").parse::<f64>() {
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
