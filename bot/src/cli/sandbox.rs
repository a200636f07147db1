//! `sandbox`: a Discord on this machine, with the bot inside.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use tokio_util::sync::CancellationToken;

use super::{ConfigFile, Outcome, run};

/// `sumito sandbox`
#[derive(Debug, Args)]
pub(super) struct Sandbox {
    /// Where the page is served.
    #[arg(long, default_value = "127.0.0.1:7878")]
    listen: SocketAddr,
    /// The folder for the database. The sandbox's own world begins anew each time, and so do the games unless a folder is named.
    #[arg(long)]
    data: Option<PathBuf>,
    #[command(flatten)]
    file: ConfigFile,
}

impl Sandbox {
    pub(super) fn run(self) -> Outcome {
        let mut config = run::load(&self.file)?;
        if std::env::var_os("RUST_LOG").is_some() {
            run::logs(config.log.format);
        }
        run::runtime()?.block_on(async {
            let options =
                sandbox::Options { listen: self.listen, bot_name: "Sumito".to_owned(), ..sandbox::Options::default() };
            let discord = sandbox::Sandbox::start(options).await.with_context(|| {
                format!("opening the sandbox on {}; `--listen 127.0.0.1:0` takes any free port", self.listen)
            })?;
            let temporary = self
                .data
                .is_none()
                .then(|| std::env::temp_dir().join(format!("sumito-sandbox-{}", std::process::id())));
            let folder = self.data.or_else(|| temporary.clone()).context("no folder")?;
            let base = discord.base_url();
            config.database.url = format!("sqlite://{}", folder.join("sandbox.db").display());
            config.discord.api_base.clone_from(&base);
            config.discord.gateway_url = base.replacen("http", "ws", 1);
            config.clock.follow_url.clone_from(&base);
            println!("Sumito's sandbox is open. Visit {base}/");
            println!("Act as Ada, type /challenge, switch to Bruno, accept, play. Ctrl-C ends it.");
            let cancel = CancellationToken::new();
            run::stop_on_signal(cancel.clone());
            let outcome = crate::app::run(&config, discord.token().to_owned().into(), cancel).await;
            if let Some(folder) = temporary {
                // The games belong to a world that is gone.
                let _ = std::fs::remove_dir_all(folder);
            }
            outcome
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
