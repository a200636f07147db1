//! Readers of games in browsers, besides the players.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use base::http_server::serve;
use base::metrics::resident_memory;
use bot::commands::App;
use bot::web;
use games::domain::{GameId, Phase, UserId};
use games::{Games, Settings};
use reqwest::header::{ACCEPT_ENCODING, COOKIE, ORIGIN, SET_COOKIE};
use rustix::time::ClockId;
use tests::RunningGames;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::load::measured::Times;
use crate::percentile;
use crate::pictures::{milliseconds, now};

/// Connections opened at the same time.
const OPENED_AT_ONCE: usize = 100;

/// The bot's pages, served to readers with persistent connections.
pub(super) struct Readers {
    address: String,
    client: reqwest::Client,
    games: u32,
}

impl Readers {
    pub(super) async fn begin(app: App, games: u32, cancel: &CancellationToken) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let router = web::router(app, Arc::from(format!("http://{address}")), None, None, cancel.clone());
        tokio::spawn(serve(listener, router, cancel.clone()));
        println!("pages, for readers of another program: http://{address}/g/{}", GameId(0));
        Ok(Self { address, client: reqwest::Client::builder().no_proxy().build()?, games })
    }

    /// Reads pages of games at this rate per second.
    pub(super) async fn read(&self, rate: u32, time: Duration) -> anyhow::Result<Times> {
        let (begin, mut sent, mut reading, mut times) = (Instant::now(), 0_u32, JoinSet::new(), Times::default());
        while begin.elapsed() < time {
            while f64::from(sent) < begin.elapsed().as_secs_f64() * f64::from(rate) {
                // A prime, so that neighbors in the database are far apart.
                let game = GameId((u64::from(sent) * 2_654_435_761 % u64::from(self.games)) as i64);
                let request = self.client.get(format!("http://{}/g/{game}", self.address));
                reading.spawn(async move {
                    let timer = Instant::now();
                    let page = request.send().await?.error_for_status()?.bytes().await?;
                    ensure!(page.starts_with(b"<!DOCTYPE html>"), "no page");
                    Ok(timer.elapsed())
                });
                sent += 1;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        while let Some(read) = reading.join_next().await {
            times.add(read??);
        }
        Ok(times)
    }

    /// Memory of the process per open page that follows a game.
    pub(super) async fn memory_of_followers(&self, count: usize) -> anyhow::Result<u64> {
        let before = resident_memory().context("no memory known")?;
        let mut followers = Vec::with_capacity(count);
        while followers.len() < count {
            let opened = (0..OPENED_AT_ONCE.min(count - followers.len())).map(|at| self.follow(followers.len() + at));
            followers.extend(futures::future::try_join_all(opened).await?);
        }
        let after = resident_memory().context("no memory known")?;
        Ok(after.saturating_sub(before) / count as u64)
    }

    /// Reads the page of a person's games, and what it shows of the games without a page, as often.
    pub(super) async fn read_lists(&self, games: Games, count: u32) -> anyhow::Result<()> {
        let user = UserId(RunningGames::players(self.games, 0)[0]);
        let origin = format!("http://{}", self.address);
        let settings = Settings { public_url: Some(Arc::from(&*origin)), ..games.settings.clone() };
        let link = Games { settings, ..games.clone() }.create_web_link(None, user).await?.context("no link")?;
        let (page, code) = link.split_once('#').context("no code")?;
        let signed_in = self.client.post(page).header(ORIGIN, &origin).form(&[("code", code)]).send().await?;
        let cookie = signed_in.headers().get(SET_COOKIE).context("no cookie")?.to_str()?;
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        let ids: Vec<GameId> = games
            .games_of(user, &[Phase::Playing], u32::MAX)
            .await?
            .iter()
            .map(|summary| summary.game.game_id)
            .collect();
        let (mut pages, mut replays, mut bytes) = (Vec::new(), Vec::new(), 0);
        for _ in 0..count {
            let begin = now(ClockId::ProcessCPUTime);
            let list = self.client.get(format!("{origin}/me")).header(COOKIE, &cookie).header(ACCEPT_ENCODING, "gzip");
            bytes = list.send().await?.error_for_status()?.bytes().await?.len();
            let middle = now(ClockId::ProcessCPUTime);
            ensure!(games.replay_all(&ids).await?.len() == ids.len(), "games are missing");
            pages.push(middle.saturating_sub(begin));
            replays.push(now(ClockId::ProcessCPUTime).saturating_sub(middle));
        }
        let [page, replay] = [pages, replays].map(|mut times| milliseconds(percentile(&mut times, 50)));
        println!("{} games: {page:.1} ms of all processors, {:.1} KB", ids.len(), bytes as f64 / 1e3);
        println!("{:.1} times as much as to read and replay them ({replay:.1} ms)", page / replay);
        Ok(())
    }

    async fn follow(&self, number: usize) -> anyhow::Result<TcpStream> {
        let game = GameId(number as i64 % i64::from(self.games));
        let mut stream = TcpStream::connect(&self.address).await.context("open more files: ulimit -n")?;
        stream.write_all(format!("GET /g/{game}/events HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).await?;
        let mut answer = [0; 512];
        let read = stream.read(&mut answer).await?;
        ensure!(answer[..read].starts_with(b"HTTP/1.0 200"), "{}", String::from_utf8_lossy(&answer[..read]));
        Ok(stream)
    }
}
