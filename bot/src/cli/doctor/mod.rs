//! `doctor`: everything that a start would refuse, and what the host may want to mend.

mod activity;
mod addresses;
mod installation;
mod interactions;
mod servers;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use serde_json::Value;

use crate::app::command_tree::tree;
use crate::app::{other_bots, registration};
use crate::cli::out::{one_line, print};
use crate::cli::run::{database_of, load, runtime};
use crate::cli::{CommandResult, ConfigFile};
use crate::clock::Clock as _;
use crate::config::{Config, Secrets};
use crate::discord::DiscordError;
use crate::discord::rest::Rest;
use crate::discord::rest::activity::ActivityClient;
use crate::discord::rest::clock::CLOCK_TOLERANCE_S;
use crate::domain::Timestamp;
use crate::error_chain::causes;
use crate::store::{DatabaseState, DatabaseUrl, StoreError};
use crate::version::VERSION;

#[derive(Debug, Args)]
pub(crate) struct Doctor {
    #[command(flatten)]
    file: ConfigFile,
}

/// What was found about something: good, or what to mend.
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
        let url = database_of(&config)?;
        let (found, answered, is_in_use) = runtime()?.block_on(database(&url));
        findings.extend(found);
        // The one that uses this database is no other bot.
        let may_have_others = matches!(url, DatabaseUrl::File(_)) && !is_in_use;
        findings.extend(runtime()?.block_on(discord(&config, may_have_others, answered))?);
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

/// The database, who uses it, and what could not be sent; when another bot answered; and whether a process uses it.
async fn database(url: &DatabaseUrl) -> (Vec<Finding>, Option<Timestamp>, bool) {
    let found = async {
        let found = url.check().await?;
        url.try_writing()?;
        anyhow::Ok(found)
    };
    let found = match found.await {
        Ok(found) => found,
        Err(error) => return (vec![("database", Err(error))], None, false),
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
        return (findings, None, false);
    }
    let in_use = url.is_in_use().await;
    let is_in_use = in_use.as_ref().is_ok_and(|in_use| *in_use);
    let user = in_use.map(|in_use| {
        if in_use { "a process has this database open" } else { "no process has this database open" }.to_owned()
    });
    findings.push(("bot", user.map_err(Into::into)));
    let (messages, answered) = match read(url).await {
        Ok((messages, answered)) => (Ok(messages), answered),
        Err(error) => (Err(error), None),
    };
    findings.push(("messages", messages));
    (findings, answered, is_in_use)
}

/// What waits and what was given up, which nobody has to mend; and when another bot answered.
async fn read(url: &DatabaseUrl) -> anyhow::Result<(String, Option<Timestamp>)> {
    let store = match url.open_to_read().await {
        Ok(store) => store,
        // The next start brings its tables up to date.
        Err(error @ StoreError::Older { .. }) => return Ok((error.to_string(), None)),
        Err(error) => return Err(error.into()),
    };
    let found = async { Ok((store.outbox_backlog().await?, other_bots::last_answer(store.as_ref()).await?)) };
    let found: Result<_, StoreError> = found.await;
    store.close().await;
    let (backlog, last_answer) = found?;
    let messages = match backlog.dead {
        0 => format!("{} wait to be sent, none was given up", backlog.waiting),
        dead => format!("{} wait to be sent, {dead} were given up: `sumito outbox list` says why", backlog.waiting),
    };
    Ok((messages, last_answer))
}

/// Another bot with this token, by what this machine and the database know.
async fn other_bot(
    config: &Config,
    rest: &Rest,
    is_on_machine: bool,
    answered: Option<Timestamp>,
) -> anyhow::Result<()> {
    let holder = other_bots::find_holder(&config.discord.api_base, rest.application()?).await;
    if let Some(holder) = holder.filter(|_| is_on_machine) {
        anyhow::bail!("a bot with this token runs on another database ({holder}): stop it first");
    }
    if let Some(since) = other_bots::recent(answered, rest.now()) {
        let minutes = since.as_secs() / 60;
        anyhow::bail!(
            "another bot with this token answered a player {minutes} minutes ago, from another database: stop it, or reset the token in \
             the developer portal"
        );
    }
    Ok(())
}

/// What Discord says about the bot, and whether interactions can reach it.
async fn discord(config: &Config, may_have_others: bool, answered: Option<Timestamp>) -> anyhow::Result<Vec<Finding>> {
    let endpoint = config.http_endpoint()?;
    let rest = async {
        let Secrets { token, client_secret } = config.secrets()?;
        let rest = config.discord.rest(token)?;
        match rest.identify().await {
            Ok(application) => Ok((rest, application, client_secret)),
            Err(error @ DiscordError::NoResponse(_)) => {
                let address = &config.discord.api_base;
                anyhow::bail!("{error}; check that this machine reaches {address}: its network, DNS and firewall")
            }
            Err(error) => Err(registration::not_identified(error)),
        }
    };
    let mut findings = Vec::new();
    match rest.await {
        Ok((rest, application, client_secret)) => {
            findings.push(("Discord", Ok(format!("good: {}", name(&application)))));
            // One answer decides nothing about the time.
            rest.confirm().await;
            findings.push(("clock", clock(rest.clock_ahead())));
            if let Err(problem) = other_bot(config, &rest, may_have_others, answered).await {
                findings.push(("other bots", Err(problem)));
            }
            findings.push(("installation", Ok(installation::installation(&application))));
            findings.push(("invite", Ok(installation::invite(&application))));
            let is_secret_good = match client_secret {
                Some(secret) => Some(ActivityClient::new(Arc::clone(&rest), secret).accepts_secret().await),
                None => None,
            };
            if let Some(finding) = activity::activity(&application, is_secret_good) {
                findings.push(("Activity", finding));
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

/// Games follow Discord's time where the clock is wrong; the log and certificates follow the clock.
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
