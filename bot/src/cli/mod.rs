//! The command line. Each error is one sentence on standard error; the exit code tells whether a restart may help.

pub mod board;
pub mod db;
pub mod doctor;
pub mod engine;
mod files;
mod health;
mod ids;
pub mod ladder;
mod log;
pub mod out;
pub mod privacy;
pub mod ratings;
pub mod records;
pub mod replay;
pub mod run;
pub mod sandbox;
mod table;
pub mod tournament;

use std::error::Error as _;
use std::path::PathBuf;
use std::process::ExitCode;

use base::error_chain::causes;
use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};
use discord::gateway::FatalClose;
use games::store::StoreError;

use crate::cli::ids::NoId;
use crate::cli::out::print_error;
use crate::config::values::SettingError;
use crate::version::VERSION;

/// Abalone by correspondence, inside Discord.
#[derive(Debug, Parser)]
#[command(name = "sumito", version = VERSION)]
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
    /// Answers position lines with moves, one a line.
    Engine(engine::EngineCommand),
    /// Judges the turns of a game.
    Analyze(engine::Analyze),
    /// Measures how fast the program is.
    #[command(subcommand)]
    Bench(engine::Bench),
    /// Works on files of game records.
    #[command(subcommand)]
    Records(records::Records),
    /// Works on ladders.
    #[command(subcommand)]
    Ladder(ladder::LadderCommand),
    /// Works on tournament reports.
    #[command(subcommand)]
    Tournament(tournament::TournamentCommand),
    /// Works on ratings.
    #[command(subcommand)]
    Ratings(ratings::Ratings),
    /// Hands out or deletes what is stored about a user; to delete from a database in a file, stop the bot first.
    #[command(subcommand)]
    Privacy(privacy::Privacy),
    /// Works on the command tree.
    #[command(subcommand)]
    Commands(run::Commands),
    /// Works on messages that could not be sent.
    #[command(subcommand)]
    Outbox(run::Messages),
    /// Works on the database.
    #[command(subcommand)]
    Db(db::Db),
    /// Checks settings, token, database and permissions, and says what is wrong.
    Doctor(doctor::Doctor),
    /// Asks a running bot whether it works, for health checks; the settings name its address in `metrics.listen`.
    Health(health::Health),
}

/// Settings of this run.
#[derive(Debug, Args)]
pub(crate) struct ConfigFile {
    /// A file of settings that differ from the defaults.
    #[arg(long)]
    config: Option<PathBuf>,
}

/// Bad input: arguments, settings, a missing token. From here on, restarting does not help until the host has fixed
/// something; `RestartPreventExitStatus` of config/sumito.service lists these codes.
pub(crate) const EXIT_INPUT: u8 = 2;

/// The database needs the host: `EX_DATAERR` of sysexits.h.
const EXIT_DATABASE: u8 = 65;

/// Discord refuses the token: `EX_NOPERM`.
const EXIT_TOKEN: u8 = 77;

/// Discord has closed the gateway permanently: `EX_CONFIG`.
const EXIT_GATEWAY: u8 = 78;

/// Codes after which no supervisor needs to try again.
#[cfg(test)]
const MEND_ME: [u8; 4] = [EXIT_INPUT, EXIT_DATABASE, EXIT_TOKEN, EXIT_GATEWAY];

fn exit_code(error: &anyhow::Error) -> u8 {
    match error.downcast_ref::<FatalClose>() {
        Some(FatalClose::Token) => return EXIT_TOKEN,
        Some(_) => return EXIT_GATEWAY,
        None => {}
    }
    if error.downcast_ref::<StoreError>().is_some_and(StoreError::needs_host) { EXIT_DATABASE } else { 1 }
}

#[derive(Debug)]
pub(crate) enum Failure {
    /// A problem that the user can fix.
    Input(String),
    /// Several problems that the user can fix.
    Mistakes(Vec<String>),
    /// The reader of our output has closed the pipe.
    OutputClosed,
    Other(anyhow::Error),
    /// The log already has it.
    Logged(anyhow::Error),
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Other(error)
    }
}

impl From<SettingError> for Failure {
    fn from(problem: SettingError) -> Self {
        Self::Input(problem.to_string())
    }
}

impl From<rules::Refusal> for Failure {
    fn from(refusal: rules::Refusal) -> Self {
        Self::Input(refusal.to_string())
    }
}

pub(crate) type CommandResult = Result<ExitCode, Failure>;

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
        Command::Engine(engine) => engine.run(),
        Command::Analyze(analyze) => analyze.run(),
        Command::Bench(bench) => bench.run(),
        Command::Records(records) => records.run(),
        Command::Ladder(ladder) => ladder.run(),
        Command::Tournament(tournament) => tournament.run(),
        Command::Ratings(ratings) => ratings.run(),
        Command::Privacy(privacy) => privacy.run(),
        Command::Commands(commands) => commands.run(),
        Command::Outbox(messages) => messages.run(),
        Command::Db(db) => db.run(),
        Command::Doctor(doctor) => doctor.run(),
        Command::Health(health) => health.run(),
    };
    match outcome {
        Ok(code) => code,
        Err(Failure::OutputClosed) => ExitCode::SUCCESS,
        Err(Failure::Input(message)) => {
            print_error(&message);
            ExitCode::from(EXIT_INPUT)
        }
        Err(Failure::Mistakes(messages)) => {
            for message in &messages {
                print_error(message);
            }
            ExitCode::from(EXIT_INPUT)
        }
        Err(Failure::Other(error)) => {
            print_error(&causes(&error));
            ExitCode::from(exit_code(&error))
        }
        Err(Failure::Logged(error)) => ExitCode::from(exit_code(&error)),
    }
}

/// Requested help is printed in full; a mistake gets one sentence.
fn print_usage_error(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(if error.use_stderr() { EXIT_INPUT } else { 0 });
    }
    print_error(&mistake(error));
    ExitCode::from(EXIT_INPUT)
}

/// The mistake in the arguments, in one sentence: our own if there is one.
fn mistake(error: &clap::Error) -> String {
    match error.source().and_then(|source| source.downcast_ref::<NoId>()) {
        Some(own) => own.to_string(),
        None => one_sentence(&error.render().to_string()),
    }
}

/// clap gives the problem in a first paragraph, tips in the next ones, and finally the usage.
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
    fn what_the_host_must_mend_has_codes_of_its_own_that_the_unit_names() {
        let damaged = || StoreError::Gone("games.db".to_owned());
        for (error, code) in [
            (FatalClose::Token.into(), EXIT_TOKEN),
            (FatalClose::Gateway(String::new()).into(), EXIT_GATEWAY),
            (anyhow::Error::from(damaged()).context("opening the database"), EXIT_DATABASE),
            (StoreError::Unusable(String::new()).into(), EXIT_DATABASE),
            (StoreError::Locked(String::new()).into(), 1),
            (anyhow::anyhow!("anything else"), 1),
        ] {
            assert_eq!(exit_code(&error), code, "{error:#}");
        }
        let unit = include_str!("../../../config/sumito.service");
        let codes = MEND_ME.map(|code| code.to_string()).join(" ");
        assert!(unit.contains(&format!("\nRestartPreventExitStatus={codes}\n")), "the unit names {codes}");
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
            assert_eq!(mistake(&error), format!("{sentence}; `--help` tells more"));
        }
    }

    #[test]
    fn what_is_no_id_of_discord_is_told_with_where_to_find_one() {
        let forget = |id: &str| {
            let server = format!("--server={id}");
            Cli::try_parse_from(["sumito", "privacy", "forget-server", &server])
        };
        for id in ["abc", "0", "-1", "+9", "1.5", "99999999999999999999"] {
            let expected = format!(
                "`{id}` is no id of a server: an id is a number such as 81384788765712384; in Discord, turn on Developer Mode, \
                 right-click the server and choose Copy Server ID"
            );
            assert_eq!(mistake(&forget(id).expect_err("no id")), expected);
        }
        assert!(forget("81384788765712384").is_ok());
        for arguments in [
            &["privacy", "delete", "--user", "ada"][..],
            &["privacy", "export", "--user", "ada"],
            &["ladder", "import", "players.csv", "--ladder", "Club", "--server", "ada"],
        ] {
            let error = Cli::try_parse_from([&["sumito"], arguments].concat()).expect_err("no id");
            assert!(mistake(&error).starts_with("`ada` is no id of a "), "{arguments:?}");
        }
    }
}
