//! `sumito privacy`: stored data about a person or a server, for the host.

use std::fs;
use std::io::{BufRead as _, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use games::Games;
use games::domain::{GuildId, UserId};
use games::store::GuildHoldings;

use crate::cli::out::print;
use crate::cli::run::root::refuse_root;
use crate::cli::run::{Access, database_of, load, with_games};
use crate::cli::{CommandResult, ConfigFile, Failure, ids};
use crate::features::privacy::service as privacy;
use crate::features::privacy::service::deletion::DeletionRequest;
use crate::features::privacy::service::{deletion, server};

#[derive(Debug, Subcommand)]
pub(crate) enum Privacy {
    /// Writes everything that is stored about a user into a folder, also while the bot runs.
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
    /// Deletes what is stored of a server that no longer has the bot. Its finished games stay, without the server.
    ForgetServer {
        /// Its id at Discord.
        #[arg(long, value_parser = ids::server)]
        server: u64,
        /// Only says what would be deleted.
        #[arg(long)]
        dry_run: bool,
        /// Does not ask.
        #[arg(long, conflicts_with = "dry_run")]
        yes: bool,
        #[command(flatten)]
        settings: ConfigFile,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Who {
    /// Their id at Discord.
    #[arg(long, value_parser = ids::user)]
    user: u64,
}

impl Privacy {
    pub(crate) fn run(&self) -> CommandResult {
        match self {
            Self::Export { who, out, settings } => {
                refuse_root(out)?;
                let export = with_games(settings, Access::Read, "collecting what is stored", async |games| {
                    Ok(Box::pin(privacy::personal_export(games, UserId(who.user), usize::MAX)).await?)
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
                let is_done = with_games(settings, Access::Write, "deleting what is stored", async |games| {
                    Ok(match deletion::ask_to_delete(games, user, *resign).await? {
                        DeletionRequest::StillPlaying => None,
                        DeletionRequest::Noted | DeletionRequest::UnderWay => {
                            Some(Box::pin(deletion::delete_at_once(games, user)).await?)
                        }
                    })
                })?;
                match is_done {
                    None => {
                        let problem =
                            "this user still plays; `--resign` resigns their games and closes their challenges";
                        return Err(Failure::Input(problem.to_owned()));
                    }
                    Some(true) => {
                        let url = database_of(&load(settings)?)?;
                        print(format!("Deleted from {url}. Backups made before still hold the data."))?;
                    }
                    Some(false) => {
                        print("Not everything is finished yet: the bot goes on with it when it runs.")?;
                        return Ok(ExitCode::FAILURE);
                    }
                }
            }
            Self::ForgetServer { server, dry_run, yes, settings } => {
                let guild = GuildId(*server);
                let count = async |games: &Games| Ok(server::server_holdings(games, guild).await?);
                let found = with_games(settings, Access::Read, "counting what is stored", count)?;
                if found == GuildHoldings::default() {
                    print(format!("Nothing is stored of server {server}."))?;
                    return Ok(ExitCode::SUCCESS);
                }
                print(holdings(*server, &found))?;
                if *dry_run {
                    return Ok(ExitCode::SUCCESS);
                }
                if !yes && !is_confirmed(*server)? {
                    return Err(Failure::Input("nothing is deleted".to_owned()));
                }
                let forget = async |games: &Games| Ok(Box::pin(server::forget_server(games, guild)).await?);
                if !with_games(settings, Access::Write, "deleting what is stored", forget)? {
                    print(
                        "Its games are ended, and the rest is not deleted yet, because results are being counted: try again.",
                    )?;
                    return Ok(ExitCode::FAILURE);
                }
                print("Deleted. Backups made before still hold it.")?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The data that is deleted with a server, and the data that stays.
fn holdings(server: u64, found: &GuildHoldings) -> String {
    let GuildHoldings { has_preferences, challenges, playing, over, ladders, audit, posted } = found;
    let settings = if *has_preferences { "its settings and presets" } else { "no settings" };
    format!(
        "Stored of server {server}:\n\
         - {settings}\n\
         - ladders: {ladders}\n\
         - entries in the log of its organizers: {audit}\n\
         - messages known about its games: {posted}\n\
         - its own ratings and statistics\n\
         - open challenges, which are closed: {challenges}\n\
         - games being played, which are annulled: {playing}\n\
         - games that are over, which stay without the server: {over}"
    )
}

fn is_confirmed(server: u64) -> Result<bool, Failure> {
    print("This cannot be undone, and the server starts anew if it invites the bot again. Type its id to go on:")?;
    let mut answer = String::new();
    std::io::stdin().lock().take(100).read_line(&mut answer).context("could not read the answer")?;
    Ok(answer.trim() == server.to_string())
}

/// Writes a file readable only by the host, replacing any existing file or link.
fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{MetadataExt as _, symlink};

    use super::*;

    #[test]
    fn what_is_exported_is_a_new_file_for_the_host_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let [open, export] = ["open", "export"].map(|name| folder.path().join(name));
        fs::write(&open, "mine").expect("room for it");
        symlink(&open, &export).expect("a link");
        write_private(&export, "data").expect("room for it");
        assert_eq!(fs::read_to_string(&open).expect("readable"), "mine");
        let found = fs::symlink_metadata(&export).expect("there");
        assert!(found.is_file() && found.mode().trailing_zeros() >= 6, "{found:?}");
        assert_eq!(fs::read_to_string(&export).expect("readable"), "data");
    }
}
