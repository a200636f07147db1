//! Starts a sandbox without a bot and waits for Ctrl-C: `cargo run -p sandbox --example serve [ADDRESS:PORT]`.

use std::net::SocketAddr;

use sandbox::{Options, Sandbox};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut options = Options::default();
    if let Some(listen) = std::env::args().nth(1) {
        options.listen = listen.parse::<SocketAddr>()?;
    }
    let sandbox = Sandbox::start(options).await?;
    println!("{} (the bot's token: {})", sandbox.base_url(), sandbox.token());
    tokio::signal::ctrl_c().await?;
    sandbox.stop();
    Ok(())
}
