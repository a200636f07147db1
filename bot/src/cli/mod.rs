//! The command line. Errors are one sentence on standard error; exit code 2 for bad input, 1 for everything else.

mod board;
mod run;
#[cfg(feature = "sandbox")]
mod sandbox;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

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
    /// Works on files of game records.
    #[command(subcommand)]
    Records(board::Records),
    /// Works on the command tree.
    #[command(subcommand)]
    Commands(run::Commands),
    /// Works on messages that could not be sent; the bot must not run meanwhile.
    #[command(subcommand)]
    Outbox(run::Messages),
    /// Checks settings, token and database, and says what is wrong.
    Doctor(run::Doctor),
}

/// Where a match begins.
#[derive(Debug, Args)]
struct Start {
    /// Setup line: `abalone layout=belgian-daisy sprint=25`.
    #[arg(long)]
    setup: String,
    /// Position line; the start of the setup when left out.
    #[arg(long)]
    position: Option<String>,
}

/// Which settings to use.
#[derive(Debug, Args)]
struct ConfigFile {
    /// A file of settings that differ from the defaults.
    #[arg(long)]
    config: Option<PathBuf>,
}

/// Why a command failed.
#[derive(Debug)]
enum Failure {
    /// The user can mend it.
    Input(String),
    /// Everything else.
    Other(anyhow::Error),
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Other(error)
    }
}

impl From<rules::table::Refusal> for Failure {
    fn from(refusal: rules::table::Refusal) -> Self {
        Self::Input(refusal.to_string())
    }
}

type Outcome = Result<ExitCode, Failure>;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.command {
        Command::Run(run) => run.run(),
        #[cfg(feature = "sandbox")]
        Command::Sandbox(sandbox) => sandbox.run(),
        Command::Perft(perft) => perft.run(),
        Command::Moves(moves) => moves.run(),
        Command::Play(play) => play.run(),
        Command::Render(render) => render.run(),
        Command::Records(records) => records.run(),
        Command::Commands(commands) => commands.run(),
        Command::Outbox(messages) => messages.run(),
        Command::Doctor(doctor) => doctor.run(),
    };
    match outcome {
        Ok(code) => code,
        Err(Failure::Input(message)) => {
            eprintln!("sumito: {message}");
            ExitCode::from(2)
        }
        Err(Failure::Other(error)) => {
            eprintln!("sumito: {error:#}");
            ExitCode::from(1)
        }
    }
}
