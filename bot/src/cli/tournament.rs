//! `sumito tournament`: pairings and standings of reports in TRF, without Discord.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Subcommand, ValueEnum};
use pairing::standings::{Edition, Quarters, TieBreak, Unplayed, standings};
use pairing::trf::Report;
use pairing::{PairingError, dutch, monrad};

use crate::cli::out::{Printer, one_line, print_warning};
use crate::cli::{CommandResult, Failure, files};

#[derive(Debug, Subcommand)]
pub(crate) enum TournamentCommand {
    /// Prints the next round of a report: the number of pairs, then a pair a line, White first; 0 is the bye.
    Pair {
        /// A report in FIDE's form, TRF(16) or TRF-2026; `-` is standard input.
        file: PathBuf,
        /// Dutch up to 64 players, Monrad above, if it is left out.
        #[arg(long)]
        system: Option<System>,
    },
    /// Prints the table of a report: place, points, tie-breaks and name, with tabs between.
    Standings {
        /// A report in FIDE's form, TRF(16) or TRF-2026; `-` is standard input.
        file: PathBuf,
        /// In the order in which they decide; docs/tournaments.md lists them.
        #[arg(
            long,
            value_name = "NAME,…",
            value_delimiter = ',',
            default_value = "buchholz-cut-1,buchholz,sonneborn-berger"
        )]
        tiebreaks: Vec<String>,
        /// Everybody meets everybody: a forfeit counts as a game, and rest as nothing.
        #[arg(long)]
        round_robin: bool,
        /// The edition of FIDE's rules for tie-breaks (C.07): 2026, in force since March 2026, or 2024.
        #[arg(long, value_name = "YEAR", default_value_t)]
        c07: Edition,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum System {
    /// The FIDE (Dutch) system, handbook C.04.3 of 2025.
    Dutch,
    /// By points, then neighbors who have not met.
    Monrad,
}

impl TournamentCommand {
    pub(crate) fn run(&self) -> CommandResult {
        match self {
            Self::Pair { file, system } => pair(file, *system),
            Self::Standings { file, tiebreaks, round_robin, c07 } => {
                let unplayed = if *round_robin { Unplayed::RoundRobin } else { Unplayed::Swiss(*c07) };
                print_standings(file, &read_tie_breaks(tiebreaks)?, unplayed)
            }
        }
    }
}

fn open(file: &Path) -> Result<Report, Failure> {
    let text = files::read_text(file, files::LARGEST)?;
    Report::read(&text).map_err(|error| files::problem(file, &error.to_string()))
}

fn pair(file: &Path, system: Option<System>) -> CommandResult {
    let report = open(file)?;
    let tournament = &report.tournament;
    if system.is_none()
        && let Some(other) = report.encoded_type().filter(|encoded| !encoded.contains("DUTCH"))
    {
        print_warning(&format!("{}: {other} is not known here; the round is paired as a Swiss one", file.display()));
    }
    let there = tournament.present().count();
    let system = system.unwrap_or_else(|| {
        if there <= monrad::USUAL_ABOVE {
            return System::Dutch;
        }
        print_warning(&format!(
            "{there} players are there: Monrad; `--system dutch` pairs up to {}",
            dutch::MOST_PLAYERS
        ));
        System::Monrad
    });
    let round = match system {
        System::Dutch => dutch::pair(tournament),
        System::Monrad => monrad::pair(tournament),
    };
    let round = round.map_err(|error| {
        let hint = if error == PairingError::RoundsUnknown { "; add a line such as `XXR 5`" } else { "" };
        Failure::Input(format!("{}: {error}{hint}", file.display()))
    })?;
    let mut out = Printer::new();
    out.print(round.games.len() + usize::from(round.bye.is_some()))?;
    for pair in round.games {
        out.print(format!("{} {}", pair.white, pair.black))?;
    }
    if let Some(player) = round.bye {
        out.print(format!("{player} 0"))?;
    }
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

fn read_tie_breaks(names: &[String]) -> Result<Vec<TieBreak>, Failure> {
    let read = |name: &String| match name.trim().parse() {
        Ok(TieBreak::Lots) => Err(Failure::Input("lots are drawn for an event; a report has none".to_owned())),
        Ok(tie_break) => Ok(tie_break),
        Err(error) => {
            let choices = TieBreak::all().filter(|tie_break| *tie_break != TieBreak::Lots);
            let choices = choices.map(TieBreak::as_str).collect::<Vec<_>>().join(", ");
            Err(Failure::Input(format!("{error}; there are {choices}")))
        }
    };
    names.iter().map(read).collect()
}

fn print_standings(file: &Path, tie_breaks: &[TieBreak], unplayed: Unplayed) -> CommandResult {
    let tournament = open(file)?.tournament;
    let mut out = Printer::new();
    for standing in standings(&tournament, tie_breaks, unplayed) {
        let mut fields = vec![standing.place.to_string(), standing.score.to_string()];
        let format_value = |value: Option<Quarters>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
        fields.extend(standing.tie_breaks.iter().map(|tie_break| format_value(tie_break.value)));
        fields.extend(tournament.player(standing.number).map(|player| one_line(&player.name)));
        out.print(fields.join("\t"))?;
    }
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}
