//! `sumito privacy`: what is stored about a person, for the host.

use std::fs;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, Subcommand};

use crate::cli::out::print;
use crate::cli::run::with_games;
use crate::cli::{ConfigFile, Failure, Outcome};
use crate::domain::UserId;
use crate::features::privacy::service::deletion::Asked;

/// `sumito privacy`
#[derive(Debug, Subcommand)]
pub(crate) enum Privacy {
    /// Writes everything that is stored about a user into a folder.
    Export {
        #[command(flatten)]
        who: Who,
        /// A folder, which is made if it is not there.
        #[arg(long, default_value = ".")]
        out: PathBuf,
        #[command(flatten)]
        settings: ConfigFile,
    },
    /// Deletes what is stored about a user. Their games stay, without their name.
    Delete {
        #[command(flatten)]
        who: Who,
        /// Resigns what they still play, and closes their challenges.
        #[arg(long)]
        resign: bool,
        #[command(flatten)]
        settings: ConfigFile,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Who {
    /// Their id at Discord.
    #[arg(long)]
    user: u64,
}

impl Privacy {
    pub(crate) fn run(&self) -> Outcome {
        match self {
            Self::Export { who, out, settings } => {
                let export = with_games(settings, async |games| {
                    Ok(Box::pin(games.personal_export(UserId(who.user), usize::MAX)).await?)
                })?;
                let write = |name: &str, text: &str| {
                    let path = out.join(name);
                    write_private(&path, text).with_context(|| format!("could not write {}", path.display()))
                };
                fs::create_dir_all(out).with_context(|| format!("could not make {}", out.display()))?;
                write("sumito-data.json", &export.data)?;
                write("sumito-games.json", &export.records.join("\n\n"))?;
                print(format!("{} games; see sumito-data.json and sumito-games.json", export.records.len()))?;
            }
            Self::Delete { who, resign, settings } => {
                let user = UserId(who.user);
                let is_done = with_games(settings, async |games| {
                    Ok(match games.ask_to_delete(user, *resign).await? {
                        Asked::StillPlaying => None,
                        Asked::Begun | Asked::UnderWay => Some(Box::pin(games.delete_at_once(user)).await?),
                    })
                })?;
                match is_done {
                    None => {
                        let problem =
                            "this user still plays; `--resign` resigns their games and closes their challenges";
                        return Err(Failure::Input(problem.to_owned()));
                    }
                    Some(true) => print("Deleted. Backups made before still hold the data.")?,
                    Some(false) => {
                        print("Not everything is finished yet: the bot goes on with it when it runs.")?;
                        return Ok(ExitCode::FAILURE);
                    }
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// For the eyes of the host alone.
fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())
}
