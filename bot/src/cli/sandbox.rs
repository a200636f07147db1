//! `sandbox`: a Discord on this machine, with the bot inside.

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tracing::error;

use crate::cli::out::{print, print_error};
use crate::cli::{ConfigFile, Failure, Outcome, log, run};
use crate::discord::endpoint;
use crate::store::DatabaseUrl;

/// `sumito sandbox`
#[derive(Debug, Args)]
pub(crate) struct Sandbox {
    /// Where the page is served.
    #[arg(long, default_value = "127.0.0.1:7878")]
    listen: SocketAddr,
    /// The folder for the database. The sandbox's own world begins anew each time, and so do the games unless a folder is named.
    #[arg(long)]
    data: Option<PathBuf>,
    /// How interactions reach the bot.
    #[arg(long, value_enum, default_value_t = DeliveryWay::Gateway)]
    delivery: DeliveryWay,
    #[command(flatten)]
    file: ConfigFile,
}

/// How interactions reach the bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DeliveryWay {
    /// Through the gateway.
    Gateway,
    /// Posted and signed.
    Http,
}

impl Sandbox {
    pub(crate) fn run(self) -> Outcome {
        let mut config = run::load(&self.file)?;
        // Its people and channels are gone when it ends: what stands in a real database must never meet them.
        if let DatabaseUrl::Server(server) = config.database_url()? {
            return Err(Failure::Input(format!(
                "the sandbox plays in a file of its own, never in {server}: leave `database.url` out, and keep the games with `--data FOLDER`"
            )));
        }
        log::start(config.log.format, "warn");
        run::runtime()?.block_on(async {
            let options =
                sandbox::Options { listen: self.listen, bot_name: "Sumito".to_owned(), ..sandbox::Options::default() };
            let discord = sandbox::Sandbox::start(options).await.with_context(|| {
                format!("opening the sandbox on {}; `--listen 127.0.0.1:0` takes any free port", self.listen)
            })?;
            // The games belong to a world that ends with the process, and are removed with it.
            let temporary = match &self.data {
                Some(_) => None,
                None => Some(tempfile::Builder::new().prefix("sumito-sandbox-").tempdir().context("making a folder")?),
            };
            let folder = self.data.as_deref().or(temporary.as_ref().map(TempDir::path)).context("no folder")?;
            if !self.listen.ip().is_loopback() {
                print_error(&format!(
                    "everybody who reaches {} plays as any member of this sandbox, and reads every message: close the port to strangers",
                    self.listen
                ));
            }
            let base = discord.base_url();
            config.database.url = format!("sqlite://{}", folder.join("sandbox.db").display());
            config.discord.api_base.clone_from(&base);
            config.discord.gateway_url = base.replacen("http", "ws", 1);
            config.clock.follow_url.clone_from(&base);
            let discord = Arc::new(discord);
            let endpoint = match self.delivery {
                // Whatever the settings say of the real Discord.
                DeliveryWay::Gateway => {
                    config.discord.gateway = true;
                    config.http.listen.clear();
                    None
                }
                DeliveryWay::Http => {
                    let free = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
                    let free = free.context("looking for a free port")?;
                    config.http.listen = free.to_string();
                    config.discord.public_key = discord.public_key();
                    config.discord.gateway = false;
                    Some(format!("http://{free}{}", endpoint::PATH))
                }
            };
            let cancel = CancellationToken::new();
            run::stop_on_signal(cancel.clone());
            let saving = Arc::clone(&discord);
            let open = || {
                if let Some(endpoint) = endpoint {
                    // It is served in a moment; what is posted until then waits.
                    tokio::spawn(async move {
                        if let Err(refusal) = saving.save_endpoint(Some(&endpoint)).await {
                            error!(%refusal, "The sandbox refused {endpoint}: {refusal}");
                        }
                    });
                }
                // Who closes our output still has the page.
                let _ = print(format!("Sumito's sandbox is open. Visit {base}/"));
                let kept = match &self.data {
                    Some(folder) => format!("The games are kept in {}.", folder.display()),
                    None => "The games are gone when it ends; `--data FOLDER` keeps them.".to_owned(),
                };
                let _ = print(kept);
                let _ = print("Act as Ada, type /play, switch to Dmitri, accept, play. Ctrl-C ends it.");
            };
            crate::app::run::run(&config, discord.token().to_owned().into(), cancel, open).await
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
