//! `sumito records`: files of games.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};
use rules::SeatInfo;
use rules::record::{Document, Reader, Record, RecordError, seat_tags};

use crate::cli::files::LARGEST;
use crate::cli::out::{Printer, one_line, print_error};
use crate::cli::{CommandResult, Failure, files};
use crate::commands::rules_refusal::capitalized;

#[derive(Debug, Subcommand)]
pub(crate) enum Records {
    /// Replays every game of these files; a line for each that fails, and a last line that counts.
    Check {
        /// Files of any number of games: records, APGN, JSON, `PlayStrategy`'s FEN with moves, or moves alone.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        rules: DefaultRules,
    },
    /// Prints every game of a file in another form; a line on standard error for each that fails.
    Convert {
        /// Any number of games: records, APGN, JSON, `PlayStrategy`'s FEN with moves, or moves alone.
        file: PathBuf,
        /// The form to print.
        #[arg(long, value_enum, default_value_t = Form::Record)]
        to: Form,
        #[command(flatten)]
        rules: DefaultRules,
        /// The position after each move besides, in JSON.
        #[arg(long)]
        positions: bool,
    },
}

/// Rules for games that name none.
#[derive(Debug, Args)]
pub(crate) struct DefaultRules {
    /// The setup of games that name none.
    #[arg(long, default_value = "abalone")]
    setup: String,
    /// Goes on past the third occurrence of a position: for games of sites where that is no draw.
    #[arg(long)]
    ignore_repetition: bool,
}

impl DefaultRules {
    pub(crate) fn reader(&self) -> Result<Reader, Failure> {
        let reader = Reader::new(&rules::open(&self.setup)?.setup());
        Ok(if self.ignore_repetition { reader.ignoring_repetition() } else { reader })
    }
}

/// One game of a file.
#[derive(Debug, Args)]
pub(crate) struct OneGame {
    /// A file of games: records, APGN, JSON, `PlayStrategy`'s FEN with moves, or moves alone; `-` reads standard input.
    record: PathBuf,
    /// Number of the game in the file, from 1.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    #[command(flatten)]
    rules: DefaultRules,
}

impl OneGame {
    pub(crate) fn read(&self) -> Result<Record, Failure> {
        let reader = self.rules.reader()?;
        let text = read(&self.record)?;
        let name = self.record.display();
        let game = reader.games(&text).nth(self.game as usize - 1).ok_or_else(|| {
            let count = reader.games(&text).count();
            Failure::Input(match count {
                0 => format!("{name}: there is no game in this file"),
                _ => format!("{name}: there is no game {} in this file, it has {count}", self.game),
            })
        })?;
        let game = game.map_err(|failure| Failure::Input(format!("{name}: {failure}")))?;
        Ok(game.record().clone())
    }
}

/// The names in the record, or the colors if it has none.
pub(crate) fn player_names(record: &Record, seats: &[SeatInfo]) -> Vec<String> {
    let name = |(tag, seat): (String, &SeatInfo)| match record.tag(&tag).unwrap_or_default() {
        "" => capitalized(seat.color.name()),
        name => name.to_owned(),
    };
    seat_tags(seats).into_iter().zip(seats).map(name).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Tags and numbered moves; holds every game.
    Record,
    /// A document with seats and times; holds every game.
    Json,
    /// The form of the Abalone community.
    Apgn,
    /// A FEN and moves in `PlayStrategy`'s UCI.
    Playstrategy,
}

impl Form {
    fn write(self, game: &Document, with_positions: bool) -> Result<String, RecordError> {
        match self {
            Self::Record => Ok(game.record().to_string()),
            Self::Json if with_positions => game.json_with_positions(),
            Self::Json => game.json(),
            Self::Apgn => game.record().apgn(),
            Self::Playstrategy => game.record().playstrategy(),
        }
    }
}

impl Records {
    pub(crate) fn run(&self) -> CommandResult {
        match self {
            Self::Check { files, rules } => check(files, &rules.reader()?),
            Self::Convert { file, to, rules, positions } => convert(file, *to, &rules.reader()?, *positions),
        }
    }
}

fn check(files: &[PathBuf], reader: &Reader) -> CommandResult {
    let mut out = Printer::new();
    let (mut count, mut plies, mut failed, mut is_empty) = (0_usize, 0_usize, 0_usize, false);
    for file in files {
        let before = count;
        for game in games(reader, file)? {
            count += 1;
            match game? {
                Ok(game) => plies += game.record().moves().len(),
                Err(failure) => {
                    failed += 1;
                    out.print(one_line(&format!("{}: {failure}", file.display())))?;
                }
            }
        }
        if count == before {
            out.print(one_line(&no_game(file)))?;
            is_empty = true;
        }
    }
    out.print(format!("{count} games, {plies} plies, {failed} failed"))?;
    out.finish()?;
    Ok(if failed == 0 && !is_empty { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn convert(file: &Path, form: Form, reader: &Reader, with_positions: bool) -> CommandResult {
    let mut out = Printer::new();
    let (mut failed, mut printed) = (false, false);
    for (number, game) in (1..).zip(games(reader, file)?) {
        let text = game?
            .map_err(|failure| failure.to_string())
            .and_then(|game| form.write(&game, with_positions).map_err(|problem| format!("game {number}: {problem}")));
        match text {
            Ok(text) => {
                // An empty line between two games.
                if printed {
                    out.print("")?;
                }
                out.print(text.trim_end())?;
                printed = true;
            }
            Err(problem) => {
                print_error(&format!("{}: {problem}", file.display()));
                failed = true;
            }
        }
    }
    out.finish()?;
    if !printed && !failed {
        return Err(Failure::Input(no_game(file)));
    }
    Ok(if failed { ExitCode::from(2) } else { ExitCode::SUCCESS })
}

/// The games of a file of any size.
fn games<'a>(
    reader: &'a Reader,
    file: &'a Path,
) -> Result<impl Iterator<Item = Result<Result<Document, rules::record::Failure>, Failure>> + 'a, Failure> {
    let too_large = |line: usize| format!("the game on line {line} is larger than 64 MiB");
    let games = reader.games_of_lines(files::lines(files::open(file)?), LARGEST, too_large);
    Ok(games.map(move |game| game.map_err(|problem| files::problem(file, &problem))))
}

fn no_game(file: &Path) -> String {
    format!("{}: there is no game in this file", file.display())
}

/// Reads a whole file of one record.
fn read(file: &Path) -> Result<String, Failure> {
    String::from_utf8(files::read_bytes(file, LARGEST)?).map_err(|error| {
        let good = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned();
        files::problem(file, &format!("line {} is no UTF-8 text", good.matches('\n').count() + 1))
    })
}
