//! `doctor`: everything that a start would refuse, and advice for the host.

mod activity;
mod addresses;
mod installation;
mod interactions;
mod servers;
mod sign_in;

use std::path::PathBuf;
use std::process::ExitCode;

use base::clock::Clock as _;
use base::error_chain::causes;
use clap::Args;
use discord::DiscordError;
use discord::rest::clock::CLOCK_TOLERANCE_S;
use games::domain::Timestamp;
use games::store::{DatabaseState, DatabaseUrl, StoreError};
use serde_json::Value;

use crate::app::command_tree::tree;
use crate::app::registration;
use crate::app::run::OTHER_BOT_NOTE;
use crate::cli::out::{one_line, print};
use crate::cli::run::{database_of, load, runtime};
use crate::cli::{CommandResult, ConfigFile, log};
use crate::config::{Config, Secrets};
use crate::version::VERSION;

#[derive(Debug, Args)]
pub(crate) struct Doctor {
    #[command(flatten)]
    file: ConfigFile,
}

/// A check with its result: good, or the problem.
type Finding = (&'static str, anyhow::Result<String>);

impl Doctor {
    pub(crate) fn run(&self) -> CommandResult {
        let config = load(&self.file)?;
        let settings = self.file.config.as_ref().map_or_else(
            || "good, from the defaults and the environment; `--config FILE` reads those of a file".to_owned(),
            |file| {
                format!("good, from {}", std::path::absolute(file).unwrap_or_else(|_| PathBuf::from(file)).display())
            },
        );
        let settings = config.check_closed(self.file.config.as_deref()).map(|()| settings);
        let mut findings: Vec<Finding> = vec![("program", Ok(VERSION.to_owned())), ("settings", settings)];
        let warning = |problem: String| Ok(format!("warning: {problem}"));
        findings.extend(log::problem().map(|problem| ("log", warning(problem))));
        findings.extend(config.fonts_problem().map(|problem| ("fonts", warning(problem))));
        let url = database_of(&config)?;
        let (found, other_bot_at) = runtime()?.block_on(database(&url));
        findings.extend(found);
        findings.extend(runtime()?.block_on(discord(&config, other_bot_at))?);
        let mut failed = Vec::new();
        for (what, outcome) in findings {
            if outcome.is_err() {
                failed.push(what);
            }
            let state = outcome.unwrap_or_else(|error| causes(&error));
            for line in state.lines() {
                print(one_line(&format!("{what}: {line}")))?;
            }
        }
        if failed.is_empty() {
            print("all checks: good")?;
            return Ok(ExitCode::SUCCESS);
        }
        print(format!("failed: {}", failed.join(", ")))?;
        Ok(ExitCode::from(1))
    }
}

/// Checks of the database, its users and its dead messages; and when another bot answered.
async fn database(url: &DatabaseUrl) -> (Vec<Finding>, Option<Timestamp>) {
    let found = async {
        let found = url.check().await?;
        url.try_writing()?;
        anyhow::Ok(found)
    };
    let found = match found.await {
        Ok(found) => found,
        Err(error) => return (vec![("database", Err(error))], None),
    };
    let state = match (found, url) {
        (DatabaseState::Database, _) => format!("good, and can be written to: {url}"),
        (DatabaseState::Nothing, DatabaseUrl::File(path)) => {
            format!("none yet at {}; the first start makes it", path.display())
        }
        (DatabaseState::Nothing, DatabaseUrl::Server(_)) => {
            format!("good, and empty; the first start makes its tables: {url}")
        }
    };
    let mut findings = vec![("database", Ok(state))];
    if found == DatabaseState::Nothing {
        return (findings, None);
    }
    let user = url.is_in_use().await.map(|in_use| {
        if in_use { "a process has this database open" } else { "no process has this database open" }.to_owned()
    });
    findings.push(("bot", user.map_err(Into::into)));
    let (messages, other_bot_at) = match read(url).await {
        Ok((messages, answered)) => (Ok(messages), answered),
        Err(error) => (Err(error), None),
    };
    findings.push(("messages", messages));
    (findings, other_bot_at)
}

/// The backlog and dead messages, which need no action; and when another bot answered.
async fn read(url: &DatabaseUrl) -> anyhow::Result<(String, Option<Timestamp>)> {
    let store = match url.open_to_read().await {
        Ok(store) => store,
        // The next start migrates its tables.
        Err(error @ StoreError::Older { .. }) => return Ok((error.to_string(), None)),
        Err(error) => return Err(error.into()),
    };
    let found = async { Ok((store.outbox_backlog().await?, store.note(OTHER_BOT_NOTE).await?)) };
    let found: Result<_, StoreError> = found.await;
    store.close().await;
    let (backlog, other_bot_at) = found?;
    let messages = match backlog.dead {
        0 => format!("{} wait to be sent, none was given up", backlog.waiting),
        dead => format!("{} wait to be sent, {dead} were given up: `sumito outbox list` says why", backlog.waiting),
    };
    Ok((messages, other_bot_at.and_then(|at| at.parse().ok()).map(Timestamp)))
}

/// Reports that another bot with this token answered a player within the last hour.
fn other_bot(answered_at: Timestamp, now: Timestamp) -> Option<Finding> {
    let minutes = now.since(answered_at) / 60_000;
    (0..60).contains(&minutes).then(|| {
        let problem = anyhow::anyhow!(
            "another bot with this token answered a player {minutes} minutes ago, from another database: stop it, or reset the token in \
             the developer portal"
        );
        ("other bots", Err(problem))
    })
}

/// Checks of the application at Discord, and of the way that interactions take.
async fn discord(config: &Config, other_bot_at: Option<Timestamp>) -> anyhow::Result<Vec<Finding>> {
    let endpoint = config.http_endpoint()?;
    let rest = async {
        let Secrets { token, client_secret } = config.secrets()?;
        let has_secret = client_secret.is_some();
        let rest = config.discord.rest(&token, client_secret)?;
        match rest.identify().await {
            Ok(application) => Ok((rest, application, has_secret)),
            Err(error @ DiscordError::NoResponse(_)) => {
                let address = &config.discord.api_base;
                anyhow::bail!("{error}; check that this machine reaches {address}: its network, DNS and firewall")
            }
            Err(error) => Err(registration::not_identified(error)),
        }
    };
    let mut findings = Vec::new();
    match rest.await {
        Ok((rest, application, has_secret)) => {
            findings.push(("Discord", Ok(format!("good: {}", name(&application)))));
            // A single answer is not enough to judge the clock.
            rest.confirm().await;
            findings.push(("clock", clock(rest.clock_ahead())));
            findings.extend(other_bot_at.and_then(|at| other_bot(at, rest.now())));
            findings.push(("installation", Ok(installation::installation(&application))));
            findings.push(("invite", Ok(installation::invite(&application))));
            findings
                .extend(installation::user_invite(&application).map(|invite| ("invite for an account", Ok(invite))));
            let is_secret_good = if has_secret { Some(rest.accepts_secret().await) } else { None };
            if let Some(finding) = activity::activity(&application, is_secret_good) {
                findings.push(("Activity", finding));
            }
            if let Some(public_url) = config.public_url()? {
                findings.push(("signing in", Ok(sign_in::sign_in(&application, &public_url, has_secret))));
            }
            findings.push(("servers", servers::servers(&rest).await));
            let standing = rest.registered_commands().await;
            findings.push((
                "commands",
                standing.map(|standing| installation::commands(&tree(), &standing)).map_err(Into::into),
            ));
            findings.push(("interactions", interactions::route(config.discord.gateway, endpoint, &application)));
            if config.discord.gateway {
                let info = rest.gateway_info().await.map_err(anyhow::Error::new);
                findings.push(("gateway", info.and_then(|info| installation::gateway(config.discord.shards, &info))));
            }
        }
        Err(error) => findings.push(("Discord", Err(error))),
    }
    if let Some((listen, _)) = endpoint {
        findings.push(("http.listen", addresses::interactions(listen).await));
    }
    if let Some((listen, public_url)) = config.http.listen.zip(config.public_url()?) {
        let header = config.http.client_address_header.as_ref();
        findings.push(("http.public_url", addresses::pages(listen, &public_url, header).await));
    }
    if let Some(listen) = config.metrics.listen {
        findings.push(("metrics.listen", addresses::metrics(listen).await));
    }
    Ok(findings)
}

fn name(application: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    let name = application["bot"]["username"].as_str().or_else(|| application["name"].as_str()).unwrap_or("?");
    format!("the bot is {name}, application {}", text(&application["id"]))
}

/// Games follow Discord's time if the clock is wrong; the log and certificates follow the clock.
fn clock(ahead: i64) -> anyhow::Result<String> {
    if ahead.abs() <= CLOCK_TOLERANCE_S {
        return Ok("agrees with Discord's".to_owned());
    }
    let (seconds, side) = (ahead.abs(), if ahead > 0 { "ahead of" } else { "behind" });
    anyhow::bail!("{seconds} seconds {side} Discord's: synchronize the clock of this machine (NTP)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_wrong_is_told_with_its_direction() {
        assert!(clock(3).is_ok() && clock(-9).is_ok());
        for (ahead, said) in [(3600, "3600 seconds ahead"), (-61, "61 seconds behind")] {
            let error = clock(ahead).expect_err("wrong").to_string();
            assert!(error.starts_with(said) && error.contains("NTP"), "{error}");
        }
    }
}
