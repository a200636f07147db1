//! Discord's REST interface, paced ahead of its limits and with time-outs.

mod activity;
mod answer;
pub mod clock;
mod invalid_requests;
mod pace;
mod requests;

use std::num::NonZeroU64;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use base::cache::Cache;
use base::clock::{Clock, SystemUptime, Uptime as _};
use base::ids::{ChannelId, GuildId, Timestamp, UserId};
use base::metrics::Limit;
use base::{http_client, metrics};
use reqwest::RequestBuilder;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE};
use reqwest::multipart::{Form, Part};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Serialize;
use serde_json::Value;
use serenity::all::{BotGateway, LightMethod, Request, Route};
use tracing::warn;
use twilight_http_ratelimiting::{Endpoint, Method, Permit, RateLimiter};

use crate::api::Result;
use crate::error::DiscordError;
use crate::interaction::{self, TOKEN_LIFETIME};
use crate::message::OutgoingMessage;
use crate::rest::activity::Logins;
use crate::rest::answer::{headers, is_invalid, silent};
use crate::rest::clock::{DiscordClock, Reading};
use crate::rest::invalid_requests::{BUDGET, InvalidRequests};
use crate::rest::pace::Pace;

const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// How long alarms wait for Discord's time.
const CLOCK_TIMEOUT: Duration = Duration::from_secs(3);

const MAX_WAIT: Duration = Duration::from_secs(10);

/// Discord's count of sessions, which is asked even in the pause after refused requests: without a session no interaction arrives.
const GATEWAY: &str = "gateway/bot";

const DISCORD_API: &str = "https://discord.com/api/v10/";

const MAX_ANSWERED: usize = 4096;
const MAX_DM_CHANNELS: usize = 50_000;

pub struct Rest {
    http: reqwest::Client,
    origin: String,
    authorization: SecretString,
    /// The application's, with which Discord says who looks at a frame of the Activity.
    client_secret: Option<SecretString>,
    logins: Logins,
    limiter: RateLimiter,
    /// The end of a global 429, which the limiter ignores. Answers to interactions do not wait for it.
    paused_until: Mutex<Option<Instant>>,
    dm_pace: Mutex<Pace>,
    /// Open DM channels. Discord gives the same channel again, so forgetting one costs a request.
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
        lock(&self.clock).time(Reading::take(self.uptime))
    }

    async fn confirm(&self) -> bool {
        // A second answer decides about one that contradicts.
        for _ in 0..2 {
            if lock(&self.clock).should_ask(Reading::take(self.uptime)) {
                let _ = tokio::time::timeout(CLOCK_TIMEOUT, self.identify()).await;
            }
        }
        !lock(&self.clock).is_in_doubt()
    }
}

impl Rest {
    /// A client for the interface at this base address. Opening DM channels has a rate of its own: Discord refuses a bot
    /// that opens many at once (40003), and boards must not wait for them.
    pub fn new(
        base: &str,
        token: &SecretString,
        client_secret: Option<SecretString>,
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
            origin: base.trim_end_matches('/').to_owned(),
            authorization: format!("Bot {}", token.expose_secret()).into(),
            client_secret,
            logins: Logins::new(),
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

    /// Seconds that the clock of this machine is ahead of Discord's.
    pub fn clock_ahead(&self) -> i64 {
        lock(&self.clock).ahead_s
    }

    fn compare_clocks(&self, answer: &reqwest::Response, requested: Duration) {
        // An answer with an age comes from a cache.
        let date = answer.headers().get("date").filter(|_| !answer.headers().contains_key("age"));
        if let Some(date) = date.and_then(|date| jiff::fmt::rfc2822::parse(date.to_str().ok()?).ok()) {
            let discord = Timestamp(date.timestamp().as_millisecond());
            lock(&self.clock).compare(discord, requested, Reading::take(self.uptime));
        }
    }

    /// The servers of the bot in Discord's JSON, two hundred at most.
    pub async fn guilds(&self) -> Result<Value> {
        self.ask(LightMethod::Get, Route::UserMeGuilds, None).await
    }

    /// The channels of a server, its roles, and the bot as its member, in Discord's JSON.
    pub async fn guild(&self, guild: GuildId) -> Result<[Value; 3]> {
        let guild_id = id(guild.0);
        let member = Route::GuildMember { guild_id, user_id: id(self.application()?) };
        let get = async |route| self.ask(LightMethod::Get, route, None).await;
        let (channels, roles) = (Route::GuildChannels { guild_id }, Route::GuildRoles { guild_id });
        Ok([get(channels).await?, get(roles).await?, get(member).await?])
    }

    /// The application in Discord's JSON. This request comes first: it checks the token and gives the id of the application.
    pub async fn identify(&self) -> Result<Value> {
        let answer = self.ask_at(LightMethod::Get, "applications/@me").await?;
        let id = id_of(&answer)?;
        self.application.get_or_init(|| id);
        Ok(answer)
    }

    pub async fn register(&self, tree: &Value) -> Result<()> {
        self.ask(LightMethod::Put, self.commands()?, Some(tree)).await.map(drop)
    }

    pub async fn registered_commands(&self) -> Result<Value> {
        self.ask(LightMethod::Get, self.commands()?, None).await
    }

    fn commands(&self) -> Result<Route<'static>> {
        Ok(Route::Commands { application_id: id(self.application()?) })
    }

    pub async fn gateway_info(&self) -> Result<BotGateway> {
        let answer = self.ask(LightMethod::Get, Route::GatewayBot, None).await?;
        serde_json::from_value(answer).map_err(|error| DiscordError::NoResponse(error.to_string()))
    }

    fn request(&self, method: LightMethod, path: &str) -> RequestBuilder {
        let request = self.http.request(method.reqwest_method(), format!("{}/api/v10/{path}", self.origin));
        request.header(AUTHORIZATION, self.authorization.expose_secret())
    }

    async fn ask(&self, method: LightMethod, route: Route<'_>, body: Option<&Value>) -> Result<Value> {
        self.send(request(method, route, body), None).await
    }

    /// Sends a request, with the pictures and files of this message.
    async fn send(&self, request: Request<'_>, post: Option<&OutgoingMessage>) -> Result<Value> {
        let (method, path) = (*request.method_ref(), request.route_ref().path());
        let path = path.strip_prefix(DISCORD_API).unwrap_or(&path);
        let builder = self.request(method, path).query(request.params_ref().unwrap_or_default());
        let builder = match (request.body_ref(), post.filter(|post| post.attachments().next().is_some())) {
            (Some(body), Some(post)) => builder.multipart(form(body, post)?),
            (Some(body), None) => builder.header(CONTENT_TYPE, "application/json").body(body.to_vec()),
            (None, _) => builder,
        };
        self.perform(method, path, builder).await
    }

    /// Asks for what serenity has no route for.
    async fn ask_at(&self, method: LightMethod, path: &str) -> Result<Value> {
        self.perform(method, path, self.request(method, path)).await
    }

    async fn perform(&self, method: LightMethod, path: &str, request: RequestBuilder) -> Result<Value> {
        // Interactions have no limit, and cannot wait.
        let is_answer = path.starts_with("interactions/") || path.starts_with("webhooks/");
        let permit = if is_answer { None } else { Some(self.permit(method, path).await?) };
        let (began, requested) = (Instant::now(), self.uptime.now());
        let answer = request.send().await.map_err(silent)?;
        metrics::request(method.reqwest_method().as_str(), began);
        // A proxy that refuses may have a clock of its own.
        if answer.status().is_success() {
            self.compare_clocks(&answer, requested);
        }
        if let Some(permit) = permit {
            permit.complete(headers(&answer));
        }
        if is_invalid(&answer) {
            lock(&self.invalid_requests).count(Instant::now());
        }
        let result = answer::read(answer).await;
        if let Err(DiscordError::RateLimited { pause, limit: Limit::Global, .. }) = &result {
            *lock(&self.paused_until) = Some(Instant::now() + *pause);
            warn!(
                event = "global_limit",
                pause_ms = pause.as_millis() as u64,
                "Global rate limit: Discord asks the bot to wait {pause:?}"
            );
        }
        result
    }

    /// Waits for a permit to send. Returns an error instead of waiting long: the caller has other work to do.
    async fn permit(&self, method: LightMethod, path: &str) -> Result<Permit> {
        if path != GATEWAY {
            self.check_invalid_requests()?;
        }
        let began = Instant::now();
        let permit = async {
            let paused_until = *lock(&self.paused_until);
            check_wait(paused_until, began, MAX_WAIT)?;
            if let Some(until) = paused_until {
                tokio::time::sleep_until(until.into()).await;
            }
            let method = match method {
                LightMethod::Get => Method::Get,
                LightMethod::Patch => Method::Patch,
                LightMethod::Put => Method::Put,
                LightMethod::Delete => Method::Delete,
                LightMethod::Post => Method::Post,
            };
            let endpoint = Endpoint { method, path: limited_path(path) };
            if let Some(bucket) = self.limiter.bucket(endpoint.clone()).await.filter(|bucket| bucket.remaining == 0) {
                check_wait(Some(bucket.reset_at), Instant::now(), MAX_WAIT)?;
            }
            let permit = tokio::time::timeout(MAX_WAIT, self.limiter.acquire(endpoint)).await;
            permit.map_err(|_| DiscordError::rate_limited(MAX_WAIT))
        };
        let permit = permit.await.inspect_err(|_| metrics::rate_limited(Limit::Own))?;
        metrics::rate_limit_wait(began.elapsed());
        Ok(permit)
    }

    async fn dm_permit(&self) -> Result<()> {
        let now = Instant::now();
        let turn = lock(&self.dm_pace).take_turn(now);
        let turn = turn.inspect_err(|_| metrics::direct_message(None))?;
        metrics::direct_message(Some(turn.saturating_duration_since(now)));
        tokio::time::sleep_until(turn.into()).await;
        Ok(())
    }

    fn check_invalid_requests(&self) -> Result<()> {
        let now = Instant::now();
        let until = lock(&self.invalid_requests).paused_until(now);
        check_wait(until, now, Duration::ZERO)
    }

    pub fn application(&self) -> Result<u64> {
        let application = self.application.get().copied();
        application.ok_or_else(|| DiscordError::NoResponse("the application is not known yet".to_owned()))
    }
}

fn id_of(answer: &Value) -> Result<u64> {
    interaction::id(&answer["id"]).ok_or_else(|| DiscordError::NoResponse("the answer has no id".to_owned()))
}

fn check_wait(until: Option<Instant>, now: Instant, longest: Duration) -> Result<()> {
    let pause = until.map_or(Duration::ZERO, |until| until.saturating_duration_since(now));
    if pause > longest { Err(DiscordError::rate_limited(pause)) } else { Ok(()) }
}

fn request<'a>(method: LightMethod, route: Route<'a>, body: Option<&impl Serialize>) -> Request<'a> {
    let body = body.map(|body| serde_json::to_vec(body).expect("JSON"));
    Request::new(route, method).body(body)
}

/// serenity's `Multipart` numbers only the files of its own builders, so all parts would have one name.
fn form(body: &[u8], post: &OutgoingMessage) -> Result<Form> {
    let mut form = Form::new().part("payload_json", Part::bytes(body.to_vec()));
    for (id, (name, _, kind, bytes)) in post.attachments().enumerate() {
        let part = Part::bytes(bytes.to_vec()).file_name(name.to_owned()).mime_str(kind);
        form = form.part(format!("files[{id}]"), part.map_err(|error| DiscordError::NoResponse(error.to_string()))?);
    }
    Ok(form)
}

/// An id as serenity has it. Discord knows neither 0 nor 1, which takes its place.
fn id<T: From<NonZeroU64>>(id: u64) -> T {
    NonZeroU64::new(id).unwrap_or(NonZeroU64::MIN).into()
}

/// The path by which limits are counted: one for all messages of a channel.
fn limited_path(path: &str) -> String {
    // Numbers, and instances of an Activity.
    let is_name = |step: &str| step.starts_with("i-") || step.bytes().all(|byte| byte.is_ascii_digit());
    let steps = path.split('/').enumerate();
    let steps = steps.map(|(index, step)| if index > 1 && is_name(step) { ":id" } else { step });
    steps.collect::<Vec<_>>().join("/")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
