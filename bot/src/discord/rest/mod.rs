//! Discord's REST interface: paced ahead of its limits, with time-outs, and errors that say what to do.

pub mod activity;
mod answer;
mod attachments;
pub(crate) mod clock;
mod invalid_requests;
mod pace;
mod requests;

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use reqwest::Method;
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::Value;
use serenity::all::BotGateway;
use tracing::warn;
use twilight_http_ratelimiting::{Endpoint, Permit, RateLimiter};

use crate::cache::Cache;
use crate::clock::{Clock, SystemUptime};
use crate::discord::error::DiscordError;
use crate::discord::interaction;
use crate::discord::message::OutgoingMessage;
use crate::discord::rest::answer::{headers, is_invalid, silent};
use crate::discord::rest::attachments::{attachments, form, message};
use crate::discord::rest::clock::{DiscordClock, Reading};
use crate::discord::rest::invalid_requests::{BUDGET, InvalidRequests};
use crate::discord::rest::pace::Pace;
use crate::domain::{ChannelId, GuildId, Timestamp, UserId};
use crate::metrics::Limit;
use crate::{http_client, metrics};

const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// How long alarms wait to be told what time it is.
const CLOCK_TIMEOUT: Duration = Duration::from_secs(3);

const MAX_WAIT: Duration = Duration::from_secs(10);

/// Where Discord tells how many sessions may begin. The pause after refused requests does not stop these few: without a session
/// no interaction arrives.
const GATEWAY: &str = "/gateway/bot";

/// How long the token of an interaction is good for changing its answer, nearly.
const TOKEN_LIFETIME: Duration = Duration::from_mins(14);

const MAX_ANSWERED: usize = 4096;
const MAX_DM_CHANNELS: usize = 50_000;

type Result<T> = std::result::Result<T, DiscordError>;

/// The real Discord, or a sandbox.
pub struct Rest {
    http: reqwest::Client,
    base: String,
    token: SecretString,
    limiter: RateLimiter,
    /// Nothing but answers to interactions goes out before this instant: set by a global 429, which the limiter ignores.
    paused_until: Mutex<Option<Instant>>,
    /// Of opening DM channels.
    dm_pace: Mutex<Pace>,
    /// Those that are open already. Discord gives the same channel again, so forgetting one costs a request.
    dm_channels: Cache<UserId, ChannelId>,
    invalid_requests: Mutex<InvalidRequests>,
    application: OnceLock<u64>,
    uptime: SystemUptime,
    clock: Mutex<DiscordClock>,
    /// Tokens of interactions that have their answers, so that these can be changed.
    answered: Cache<u64, SecretString>,
}

#[async_trait]
impl Clock for Rest {
    fn now(&self) -> Timestamp {
        self.clock().time(Reading::take(self.uptime))
    }

    async fn confirm(&self) -> bool {
        // Where one answer says something else, the next one decides.
        for _ in 0..2 {
            let now = Reading::take(self.uptime);
            if !self.clock().is_in_doubt(now) {
                return true;
            }
            let may_ask = self.clock().may_ask(now);
            if !may_ask || !matches!(tokio::time::timeout(CLOCK_TIMEOUT, self.identify()).await, Ok(Ok(_))) {
                return false;
            }
        }
        !self.clock().is_in_doubt(Reading::take(self.uptime))
    }
}

impl Rest {
    /// A client for the interface at this base address. Opening DM channels has a rate of its own: Discord refuses a bot
    /// that opens many at once (40003), and boards must not wait for them.
    pub fn new(
        base: &str,
        token: SecretString,
        requests_per_second: u16,
        dms_per_second: u16,
    ) -> anyhow::Result<Arc<Self>> {
        metrics::direct_message_limit(dms_per_second);
        // Discord wants an address and a version; without them Cloudflare may block requests (40333).
        let agent = concat!("DiscordBot (", env!("CARGO_PKG_REPOSITORY"), ", ", env!("CARGO_PKG_VERSION"), ")");
        let http = http_client::client_for(base)
            .user_agent(agent)
            .timeout(REQUEST_TIMEOUT)
            .connect_timeout(Duration::from_secs(5))
            .tcp_nodelay(true)
            .build()?;
        let uptime = SystemUptime::start();
        Ok(Arc::new(Self {
            http,
            base: format!("{}/api/v10", base.trim_end_matches('/')),
            token,
            limiter: RateLimiter::new(requests_per_second),
            paused_until: Mutex::new(None),
            dm_pace: Mutex::new(Pace::new(Duration::from_secs(1) / u32::from(dms_per_second.max(1)), 1, MAX_WAIT)),
            dm_channels: Cache::new(MAX_DM_CHANNELS),
            invalid_requests: Mutex::new(InvalidRequests::new(BUDGET, "requests")),
            application: OnceLock::new(),
            answered: Cache::new(MAX_ANSWERED).with_lifetime(TOKEN_LIFETIME),
            uptime,
            clock: Mutex::new(DiscordClock::start(Reading::take(uptime))),
        }))
    }

    /// Seconds that the clock of this machine is ahead of Discord's, by its last answer; less than a second means nothing.
    pub fn clock_ahead(&self) -> i64 {
        self.clock().ahead_s()
    }

    fn compare_clocks(&self, answer: &reqwest::Response, requested: Reading) {
        // With an age it was written earlier, for somebody's cache.
        let date = answer.headers().get("date").filter(|_| !answer.headers().contains_key("age"));
        let date = date.and_then(|date| date.to_str().ok());
        if let Some(date) = date.and_then(|date| jiff::fmt::rfc2822::parse(date).ok()) {
            let discord = Timestamp(date.timestamp().as_millisecond());
            self.clock().compare(discord, requested, Reading::take(self.uptime));
        }
    }

    /// The servers of the bot, as Discord describes them: two hundred at most.
    pub async fn guilds(&self) -> Result<Value> {
        self.ask(Method::GET, "/users/@me/guilds", None).await
    }

    /// The channels of a server, its roles, and the bot as its member, as Discord describes them.
    pub async fn guild(&self, guild: GuildId) -> Result<[Value; 3]> {
        let path = format!("/guilds/{}", guild.0);
        let member = format!("{path}/members/{}", self.application()?);
        let get = async |path: String| self.ask(Method::GET, &path, None).await;
        Ok([get(format!("{path}/channels")).await?, get(format!("{path}/roles")).await?, get(member).await?])
    }

    /// The application, as Discord describes it. The first thing to ask for: it shows whether the token is good, and says who we are.
    pub async fn identify(&self) -> Result<Value> {
        let answer = self.ask(Method::GET, "/applications/@me", None).await?;
        let id = id_of(&answer)?;
        self.application.get_or_init(|| id);
        Ok(answer)
    }

    pub async fn register(&self, tree: &Value) -> Result<()> {
        let path = format!("/applications/{}/commands", self.application()?);
        self.ask(Method::PUT, &path, Some(tree.clone())).await.map(drop)
    }

    /// The commands that stand, as Discord describes them.
    pub async fn registered_commands(&self) -> Result<Value> {
        self.ask(Method::GET, &format!("/applications/{}/commands", self.application()?), None).await
    }

    pub async fn gateway_info(&self) -> Result<BotGateway> {
        let answer = self.ask(Method::GET, GATEWAY, None).await?;
        serde_json::from_value(answer).map_err(|error| DiscordError::NoResponse(error.to_string()))
    }

    /// A file from where Discord keeps attachments. It gets no token of ours.
    async fn download_file(&self, url: &str, most: usize) -> Result<Vec<u8>> {
        let failed = |error: reqwest::Error| DiscordError::NoResponse(http_client::cause(error));
        let too_large = || DiscordError::NoResponse(format!("a file has more than {most} bytes"));
        let is_discords = url.starts_with("https://cdn.discordapp.com/") || url.starts_with(&self.origin());
        if !is_discords {
            return Err(DiscordError::NoResponse("a file is kept by somebody else than Discord".to_owned()));
        }
        let mut answer =
            self.http.get(url).send().await.and_then(reqwest::Response::error_for_status).map_err(failed)?;
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(failed)? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > most {
                return Err(too_large());
            }
        }
        Ok(bytes)
    }

    /// What addresses of this Discord begin with.
    fn origin(&self) -> String {
        format!("{}/", self.base.trim_end_matches("/api/v10"))
    }

    /// Asks at Discord's pace.
    async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> Result<Value> {
        self.send(method, path, body, None, true).await
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        post: Option<&OutgoingMessage>,
        paced: bool,
    ) -> Result<Value> {
        let permit = if paced {
            if path != GATEWAY {
                self.check_invalid_requests()?;
            }
            Some(self.permit(&method, path).await?)
        } else {
            None
        };
        let mut request = self
            .http
            .request(method.clone(), format!("{}{path}", self.base))
            .header("Authorization", format!("Bot {}", self.token.expose_secret()));
        let attached = post.map(attachments).unwrap_or_default();
        request = match body {
            Some(body) if attached.is_empty() => request.json(&body),
            Some(body) => request.multipart(form(&body, attached)?),
            None => request,
        };
        let (began, requested) = (Instant::now(), Reading::take(self.uptime));
        let answer = request.send().await.map_err(silent)?;
        metrics::request(method.as_str(), began);
        let status = answer.status();
        // What stands before Discord may have a clock of its own.
        if status.is_success() {
            self.compare_clocks(&answer, requested);
        }
        if let Some(permit) = permit {
            permit.complete(headers(&answer));
        }
        self.read(answer).await
    }

    /// What Discord answers to the bot, or why it refuses.
    async fn read(&self, answer: reqwest::Response) -> Result<Value> {
        if is_invalid(&answer) {
            self.invalid_requests().count(Instant::now());
        }
        let read = answer::read(answer).await;
        if let Err(DiscordError::RateLimited { pause, limit: Limit::Global, .. }) = &read {
            *self.paused_until.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now() + *pause);
            warn!(
                event = "global_limit",
                pause_ms = pause.as_millis() as u64,
                "Global rate limit: Discord asks the bot to wait {pause:?}"
            );
        }
        read
    }

    /// Waits for a permit to send. Returns an error instead of waiting long: the caller has other work to do.
    async fn permit(&self, method: &Method, path: &str) -> Result<Permit> {
        let began = Instant::now();
        let permit = async {
            if let Some(until) = self.paused_until() {
                check_wait(until)?;
                tokio::time::sleep_until(until.into()).await;
            }
            let endpoint = Endpoint { method: ratelimit_method(method), path: route(path) };
            if let Some(bucket) = self.limiter.bucket(endpoint.clone()).await.filter(|bucket| bucket.remaining == 0) {
                check_wait(bucket.reset_at)?;
            }
            let permit = tokio::time::timeout(MAX_WAIT, self.limiter.acquire(endpoint)).await;
            permit.map_err(|_| DiscordError::rate_limited(MAX_WAIT))
        };
        let permit = permit.await.inspect_err(|_| metrics::rate_limited(Limit::Own))?;
        metrics::rate_limit_wait(began.elapsed());
        Ok(permit)
    }

    /// Waits for a permit to open a DM channel. Returns an error instead of waiting long, and then takes no place in the queue.
    async fn dm_permit(&self) -> Result<()> {
        let now = Instant::now();
        let turn = self.dm_pace.lock().unwrap_or_else(PoisonError::into_inner).take_turn(now);
        let turn = turn.inspect_err(|_| metrics::direct_message(None))?;
        metrics::direct_message(Some(turn.saturating_duration_since(now)));
        tokio::time::sleep_until(turn.into()).await;
        Ok(())
    }

    async fn edit_response(&self, token: &str, post: &OutgoingMessage) -> Result<()> {
        let path = format!("/webhooks/{}/{token}/messages/@original", self.application()?);
        self.send(Method::PATCH, &path, Some(message(post).into()), Some(post), false).await.map(drop)
    }

    /// # Errors
    /// While only interactions are answered and sessions begun.
    fn check_invalid_requests(&self) -> Result<()> {
        let now = Instant::now();
        let until = self.invalid_requests().paused_until(now);
        check_pause(until, now)
    }

    fn paused_until(&self) -> Option<Instant> {
        *self.paused_until.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn invalid_requests(&self) -> MutexGuard<'_, InvalidRequests> {
        self.invalid_requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn clock(&self) -> MutexGuard<'_, DiscordClock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// # Errors
    /// Before it is known.
    pub(crate) fn application(&self) -> Result<u64> {
        let application = self.application.get().copied();
        application.ok_or_else(|| DiscordError::NoResponse("the application is not known yet".to_owned()))
    }
}

fn id_of(answer: &Value) -> Result<u64> {
    interaction::id(&answer["id"]).ok_or_else(|| DiscordError::NoResponse("the answer has no id".to_owned()))
}

fn check_pause(until: Option<Instant>, now: Instant) -> Result<()> {
    match until.filter(|until| *until > now) {
        Some(until) => Err(DiscordError::rate_limited(until.saturating_duration_since(now))),
        None => Ok(()),
    }
}

fn check_wait(until: Instant) -> Result<()> {
    let pause = until.saturating_duration_since(Instant::now());
    if pause > MAX_WAIT { Err(DiscordError::rate_limited(pause)) } else { Ok(()) }
}

/// The path as limits know it: those of one channel share a pace, whichever message they are about.
fn route(path: &str) -> String {
    let mut route = String::new();
    for (index, step) in path.trim_start_matches('/').split('/').enumerate() {
        // Numbers, and instances of an Activity.
        let name = index > 1 && (step.starts_with("i-") || step.bytes().all(|byte| byte.is_ascii_digit()));
        let step = if name { ":id" } else { step };
        route.extend([if index == 0 { "" } else { "/" }, step]);
    }
    route
}

fn ratelimit_method(method: &Method) -> twilight_http_ratelimiting::Method {
    match *method {
        Method::GET => twilight_http_ratelimiting::Method::Get,
        Method::PATCH => twilight_http_ratelimiting::Method::Patch,
        Method::PUT => twilight_http_ratelimiting::Method::Put,
        Method::DELETE => twilight_http_ratelimiting::Method::Delete,
        _ => twilight_http_ratelimiting::Method::Post,
    }
}
