//! The command line. Errors are one sentence on standard error; exit code 2 for bad input, 1 for everything else.

pub mod bench;
pub mod board;
pub mod contact_sheet;
pub mod db;
mod installation;
mod interactions;
pub mod ladder;
mod log_fields;
pub mod out;
pub mod ratings;
pub mod records;
pub mod replay;
pub mod run;
pub mod sandbox;
pub mod sheet;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};

use crate::cli::out::print_error;
use crate::discord::gateway::FatalClose;
use crate::error_chain::causes;

/// Abalone by correspondence, inside Discord.
#[derive(Debug, Parser)]
#[command(name = "sumito", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs the bot; `DISCORD_TOKEN` holds its token.
    Run(run::Run),
    /// Opens a small Discord on this machine with the bot inside.
    #[cfg(feature = "sandbox")]
    Sandbox(sandbox::Sandbox),
    /// Counts the sequences of so many moves; the last line is the number.
    Perft(board::Perft),
    /// Lists the legal moves, one a line.
    Moves(board::Moves),
    /// Plays moves; the last lines are the position, the result and its reason.
    Play(board::Play),
    /// Draws a board.
    Render(board::Render),
    /// Draws a whole game as a GIF.
    Replay(replay::Replay),
    /// Works on files of game records.
    #[command(subcommand)]
    Records(records::Records),
    /// Works on ladders.
    #[command(subcommand)]
    Ladder(ladder::LadderCommand),
    /// Works on ratings.
    #[command(subcommand)]
    Ratings(ratings::Ratings),
    /// Works on the command tree.
    #[command(subcommand)]
    Commands(run::Commands),
    /// Works on messages that could not be sent; where the database is a file, the bot must not run meanwhile.
    #[command(subcommand)]
    Outbox(run::Messages),
    /// Works on the database.
    #[command(subcommand)]
    Db(db::Db),
    /// Measures; for figures that mean something, with a program that was built for speed.
    #[command(subcommand)]
    Bench(bench::Bench),
    /// Checks settings, token and database, and says what is wrong.
    Doctor(run::Doctor),
}

/// Where a game begins.
#[derive(Debug, Args)]
pub(crate) struct Start {
    /// Setup line: `abalone layout=belgian-daisy sprint=25`.
    #[arg(long)]
    setup: String,
    /// Position line; the start of the setup when left out.
    #[arg(long)]
    position: Option<String>,
}

/// Which settings to use.
#[derive(Debug, Args)]
pub(crate) struct ConfigFile {
    /// A file of settings that differ from the defaults.
    #[arg(long)]
    config: Option<PathBuf>,
}

/// Starting again does not help: `EX_CONFIG` of sysexits.h, so that a supervisor can tell.
const EXIT_FATAL: u8 = 78;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user can mend it.
    Input(String),
    /// The reader of our output has closed the pipe.
    OutputClosed,
    /// Everything else.
    Other(anyhow::Error),
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Other(error)
    }
}

impl From<rules::Refusal> for Failure {
    fn from(refusal: rules::Refusal) -> Self {
        Self::Input(refusal.to_string())
    }
}

pub(crate) type Outcome = Result<ExitCode, Failure>;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return print_usage_error(&error),
    };
    let outcome = match cli.command {
        Command::Run(run) => run.run(),
        #[cfg(feature = "sandbox")]
        Command::Sandbox(sandbox) => sandbox.run(),
        Command::Perft(perft) => perft.run(),
        Command::Moves(moves) => moves.run(),
        Command::Play(play) => play.run(),
        Command::Render(render) => render.run(),
        Command::Replay(replay) => replay.run(),
        Command::Records(records) => records.run(),
        Command::Ladder(ladder) => ladder.run(),
        Command::Ratings(ratings) => ratings.run(),
        Command::Commands(commands) => commands.run(),
        Command::Outbox(messages) => messages.run(),
        Command::Db(db) => db.run(),
        Command::Bench(bench) => bench.run(),
        Command::Doctor(doctor) => doctor.run(),
    };
    match outcome {
        Ok(code) => code,
        Err(Failure::OutputClosed) => ExitCode::SUCCESS,
        Err(Failure::Input(message)) => {
            print_error(&message);
            ExitCode::from(2)
        }
        Err(Failure::Other(error)) => {
            print_error(&causes(&error));
            ExitCode::from(if error.is::<FatalClose>() { EXIT_FATAL } else { 1 })
        }
    }
}

/// Help that was asked for is printed whole; what was misspelt gets one sentence.
fn print_usage_error(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
    }
    print_error(&one_sentence(&error.render().to_string()));
    ExitCode::from(2)
}

/// clap says what is wrong in a first paragraph, gives tips in the next ones, and ends with the usage.
fn one_sentence(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    let parts: Vec<_> = paragraphs
        .take_while(|paragraph| !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more information"))
        .map(|paragraph| paragraph.trim_start_matches("error: ").trim_start_matches("tip: ").to_owned())
        .collect();
    format!("{}; `--help` tells more", parts.join("; "))
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn help_of_render_shows_that_a_setup_is_required() {
        let help = Cli::try_parse_from(["sumito", "render", "--help"]).expect_err("help").render().to_string();
        assert!(help.contains("Usage: sumito render --setup <SETUP> [OPTIONS] --out <OUT>\n"), "{help}");
    }

    #[test]
    fn what_was_misspelt_is_said_in_one_sentence() {
        for (arguments, sentence) in [
            (&["perft", "--depth", "3"][..], "the following required arguments were not provided: --setup <SETUP>"),
            (
                &["perft", "--seutp", "abalone"],
                "unexpected argument '--seutp' found; a similar argument exists: '--setup'",
            ),
            (&["prft"], "unrecognized subcommand 'prft'; a similar subcommand exists: 'perft'"),
            (
                &["perft", "--setup", "abalone", "--depth", "4294967295"],
                "invalid value '4294967295' for '--depth <DEPTH>': 4294967295 is not in 0..=20",
            ),
        ] {
            let error = Cli::try_parse_from([&["sumito"], arguments].concat()).expect_err("misspelt");
            assert_eq!(one_sentence(&error.render().to_string()), format!("{sentence}; `--help` tells more"));
        }
    }
}
