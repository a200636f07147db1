//! The bot's program: see `bot::cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bot::cli::main()
}
