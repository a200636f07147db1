//! `sandbox`: a Discord on this machine, with the bot inside or for a bot of the host's.

use std::net::{IpAddr, SocketAddr, TcpListener, UdpSocket};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tracing::error;

use crate::cli::out::{print, print_error};
use crate::cli::{CommandResult, ConfigFile, Failure, log, run};
use crate::config::{LogFormat, Secrets};
use crate::discord::endpoint;
use crate::store::DatabaseUrl;

#[derive(Debug, Args)]
pub(crate) struct Sandbox {
    /// Where the page is served. `0.0.0.0:7878` also serves other machines: everybody who reaches it acts as anybody.
    #[arg(long, default_value = "127.0.0.1:7878")]
    listen: SocketAddr,
    /// The folder for the database. The sandbox's own world begins anew each time, and so do the games unless a folder is named.
    #[arg(long)]
    data: Option<PathBuf>,
    /// How interactions reach the bot.
    #[arg(long, value_enum, default_value_t = DeliveryWay::Gateway)]
    delivery: DeliveryWay,
    /// Starts no bot, and prints what `sumito run` needs to connect: so a host tries their own settings.
    #[arg(long, conflicts_with_all = ["data", "delivery", "config"])]
    no_bot: bool,
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
    pub(crate) fn run(self) -> CommandResult {
        if self.no_bot { self.run_discord_only() } else { self.run_with_bot() }
    }

    /// `pages`: where the bot inside serves its own.
    async fn open(&self, pages: Option<String>) -> anyhow::Result<sandbox::Sandbox> {
        let options = sandbox::Options {
            listen: self.listen,
            bot_name: "Sumito".to_owned(),
            pages,
            ..sandbox::Options::default()
        };
        let discord = sandbox::Sandbox::start(options).await.with_context(|| {
            format!("opening the sandbox on {}; `--listen 127.0.0.1:0` takes any free port", self.listen)
        })?;
        if !self.listen.ip().is_loopback() {
            print_error(&format!(
                "everybody who reaches {} plays as any member of this sandbox, and reads every message: close the port to strangers",
                self.listen
            ));
        }
        Ok(discord)
    }

    fn print_addresses(&self, discord: &sandbox::Sandbox) -> Result<(), Failure> {
        print(format!("Sumito's sandbox is open. Visit {}/", discord.base_url()))?;
        if self.listen.ip().is_unspecified() {
            let port = discord.address().port();
            let elsewhere = match own_address(self.listen.ip()) {
                Some(ip) => format!("http://{}/", SocketAddr::new(ip, port)),
                None => format!("port {port} of this machine's address"),
            };
            print(format!("From other machines: {elsewhere}"))?;
        }
        Ok(())
    }

    fn run_discord_only(&self) -> CommandResult {
        log::start(LogFormat::Text, "warn");
        run::runtime()?.block_on(async {
            let cancel = CancellationToken::new();
            run::stop_on_signal(cancel.clone());
            let discord = self.open(None).await?;
            let base = discord.base_url();
            self.print_addresses(&discord)?;
            print("No bot is inside. In another shell, these variables connect `sumito run --config FILE` to it; they win over the file:\n")?;
            for (name, value) in [
                ("DISCORD_TOKEN", discord.token()),
                ("SUMITO__DISCORD__API_BASE", &base),
                ("SUMITO__DISCORD__GATEWAY", "true"),
                ("SUMITO__DISCORD__GATEWAY_URL", &base.replacen("http", "ws", 1)),
                ("SUMITO__CLOCK__FOLLOW_URL", &base),
                // Its people and channels are gone when it ends: what stands in a real database must never meet them.
                ("SUMITO__DATABASE__URL", "sqlite://sandbox.db"),
            ] {
                print(format!("export {name}={value}"))?;
            }
            print("\nThe games stand in sandbox.db, apart from your own. Ctrl-C ends the sandbox.")?;
            cancel.cancelled().await;
            Ok(ExitCode::SUCCESS)
        })
    }

    fn run_with_bot(self) -> CommandResult {
        let mut config = run::load(&self.file)?;
        // Its people and channels are gone when it ends: what stands in a real database must never meet them.
        if let DatabaseUrl::Server(server) = config.database_url()? {
            return Err(Failure::Input(format!(
                "the sandbox plays in a file of its own, never in {server}: leave `database.url` out, and keep the games with `--data FOLDER`"
            )));
        }
        log::start(config.log.format, "warn");
        run::runtime()?.block_on(async {
            // Boards open in the browser of this machine, and in a frame of the sandbox's page.
            let free = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
            let free = free.context("looking for a free port")?;
            config.http.listen = Some(free);
            config.http.public_url = format!("http://{free}");
            let discord = self.open(Some(config.http.public_url.clone())).await?;
            // The games belong to a world that ends with the process, and are removed with it.
            let temporary = match &self.data {
                Some(_) => None,
                None => Some(tempfile::Builder::new().prefix("sumito-sandbox-").tempdir().context("making a folder")?),
            };
            let folder = self.data.as_deref().or(temporary.as_ref().map(TempDir::path)).context("no folder")?;
            let base = discord.base_url();
            config.database.url = format!("sqlite://{}", folder.join("sandbox.db").display());
            config.discord.api_base.clone_from(&base);
            config.discord.gateway_url = base.replacen("http", "ws", 1);
            config.clock.follow_url.clone_from(&base);
            let discord = Arc::new(discord);
            discord.activity_url().unwrap_or_default().clone_into(&mut config.discord.activity_url);
            let endpoint = match self.delivery {
                // Whatever the settings say of the real Discord.
                DeliveryWay::Gateway => {
                    config.discord.gateway = true;
                    config.discord.public_key = None;
                    None
                }
                DeliveryWay::Http => {
                    config.discord.public_key = discord.public_key().parse().ok();
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
                let _ = self.print_addresses(&discord);
                let kept = match &self.data {
                    Some(folder) => format!("The games are kept in {}.", folder.display()),
                    None => "The games are gone when it ends; `--data FOLDER` keeps them.".to_owned(),
                };
                let _ = print(kept);
                let _ = print("Act as Ada, type /play, switch to Dmitri, accept, play. Ctrl-C ends it.");
            };
            let secrets = Secrets {
                token: discord.token().to_owned().into(),
                client_secret: Some(discord.client_secret().to_owned().into()),
            };
            crate::app::run::run(&config, secrets, cancel, open).await
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The address under which other machines reach this one, as far as its routes tell.
fn own_address(family: IpAddr) -> Option<IpAddr> {
    // Nothing is sent: connecting such a socket only chooses the route. The address is one of those for documentation.
    let far = if family.is_ipv4() { "192.0.2.1:9" } else { "[2001:db8::1]:9" };
    let socket = UdpSocket::bind(SocketAddr::new(family, 0)).ok()?;
    socket.connect(far).ok()?;
    let found = socket.local_addr().ok()?.ip();
    (!found.is_unspecified() && !found.is_loopback()).then_some(found)
}
