//! `sandbox`: a Discord on this machine, with the bot inside or for the host's own bot.

use std::net::{IpAddr, SocketAddr, TcpListener, UdpSocket};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use discord::endpoint;
use games::store::DatabaseUrl;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tracing::error;
use tracing::level_filters::LevelFilter;

use crate::cli::out::{print, print_error};
use crate::cli::{CommandResult, ConfigFile, Failure, log, run};
use crate::config::{LogFormat, Secrets};
use crate::web::CALLBACK;

#[derive(Debug, Args)]
pub(crate) struct Sandbox {
    /// Address of the page. `0.0.0.0:7878` also serves other machines, and everybody who reaches it acts as anybody.
    #[arg(long, default_value = "127.0.0.1:7878")]
    listen: SocketAddr,
    /// The folder for the database. The sandbox's own world begins anew each time, and so do the games unless a folder is named.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Way of interactions to the bot.
    #[arg(long, value_enum, default_value_t = DeliveryWay::Gateway)]
    delivery: DeliveryWay,
    /// Starts no bot, and prints what `sumito run` needs to connect: so a host tries their own settings.
    #[arg(long, conflicts_with_all = ["data", "config"])]
    no_bot: bool,
    #[command(flatten)]
    file: ConfigFile,
}

/// Way of interactions to the bot.
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

    /// `pages` is the address of the inside bot's pages.
    async fn open(&self, pages: Option<String>) -> anyhow::Result<sandbox::Sandbox> {
        let options = sandbox::Options {
            listen: self.listen,
            bot_name: "Sumito".to_owned(),
            redirects: pages.iter().map(|pages| format!("{pages}{CALLBACK}")).collect(),
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
        log::start(LogFormat::Text, LevelFilter::WARN);
        run::runtime()?.block_on(async {
            let cancel = CancellationToken::new();
            run::stop_on_signal(cancel.clone());
            let discord = self.open(None).await?;
            let base = discord.base_url();
            self.print_addresses(&discord)?;
            print("No bot is inside. In another shell, these variables connect `sumito run --config FILE` to it; they win over the file:\n")?;
            let is_by_http = self.delivery == DeliveryWay::Http;
            let mut variables = vec![
                ("DISCORD_TOKEN", discord.token().to_owned()),
                ("SUMITO__DISCORD__API_BASE", base.clone()),
                ("SUMITO__DISCORD__GATEWAY", (!is_by_http).to_string()),
                ("SUMITO__DISCORD__GATEWAY_URL", base.replacen("http", "ws", 1)),
                ("SUMITO__CLOCK__FOLLOW_URL", base),
                // The sandbox's people and channels are temporary and must never mix with a real database.
                ("SUMITO__DATABASE__URL", "sqlite://sandbox.db".to_owned()),
            ];
            let listen = if is_by_http { Some(free_address()?) } else { None };
            if let Some(listen) = listen {
                variables.push(("SUMITO__DISCORD__PUBLIC_KEY", discord.public_key()));
                variables.push(("SUMITO__HTTP__LISTEN", listen.to_string()));
            }
            for (name, value) in &variables {
                print(format!("export {name}={value}"))?;
            }
            print("\nThe games stand in sandbox.db, apart from your own. Ctrl-C ends the sandbox.")?;
            let saving = async {
                if let Some(listen) = listen {
                    save_endpoint_when_served(&discord, listen).await;
                }
                std::future::pending::<()>().await;
            };
            cancel.run_until_cancelled(saving).await;
            Ok(ExitCode::SUCCESS)
        })
    }

    fn run_with_bot(self) -> CommandResult {
        let mut config = run::load(&self.file)?;
        // The sandbox's people and channels are temporary and must never mix with a real database.
        if let DatabaseUrl::Server(server) = config.database_url()? {
            return Err(Failure::Input(format!(
                "the sandbox plays in a file of its own, never in {server}: leave `database.url` out, and keep the games with `--data FOLDER`"
            )));
        }
        log::start(config.log.format, LevelFilter::WARN);
        run::runtime()?.block_on(async {
            // Boards open in the browser of this machine, and in a frame of the sandbox's page.
            let free = free_address()?;
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
                // Overrides the settings for the real Discord.
                DeliveryWay::Gateway => {
                    config.discord.gateway = true;
                    config.discord.public_key = None;
                    None
                }
                DeliveryWay::Http => {
                    config.discord.public_key = discord.public_key().parse().ok();
                    config.discord.gateway = false;
                    Some(free)
                }
            };
            let cancel = CancellationToken::new();
            run::stop_on_signal(cancel.clone());
            let saving = Arc::clone(&discord);
            let open = || {
                if let Some(endpoint) = endpoint {
                    // It is served in a moment; requests until then wait.
                    tokio::spawn(async move { save_endpoint(&saving, endpoint).await });
                }
                // The page works even if our output is closed.
                let _ = self.print_addresses(&discord);
                let note = match &self.data {
                    Some(folder) => format!("The games are kept in {}.", folder.display()),
                    None => "The games are gone when it ends; `--data FOLDER` keeps them.".to_owned(),
                };
                let _ = print(note);
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

fn free_address() -> anyhow::Result<SocketAddr> {
    TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).context("looking for a free port")
}

/// Has interactions posted to a bot at this address, once it listens there.
async fn save_endpoint_when_served(discord: &sandbox::Sandbox, listen: SocketAddr) {
    while tokio::net::TcpStream::connect(listen).await.is_err() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    save_endpoint(discord, listen).await;
}

async fn save_endpoint(discord: &sandbox::Sandbox, listen: SocketAddr) {
    let endpoint = format!("http://{listen}{}", endpoint::PATH);
    if let Err(refusal) = discord.save_endpoint(Some(&endpoint)).await {
        error!(%refusal, "The sandbox refused {endpoint}: {refusal}");
    }
}

/// This machine's address for other machines, by its routes.
fn own_address(family: IpAddr) -> Option<IpAddr> {
    // Nothing is sent: connecting a UDP socket only chooses the route. The address is reserved for documentation.
    let far = if family.is_ipv4() { "192.0.2.1:9" } else { "[2001:db8::1]:9" };
    let socket = UdpSocket::bind(SocketAddr::new(family, 0)).ok()?;
    socket.connect(far).ok()?;
    let found = socket.local_addr().ok()?.ip();
    (!found.is_unspecified() && !found.is_loopback()).then_some(found)
}
