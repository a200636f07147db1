//! A fake Discord that stores messages, and fails as told.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use async_trait::async_trait;
use base::metrics::Limit;
use discord::{AutoArchiveDuration, DiscordApi, DiscordError, EditMessage, OutgoingMessage, RoleChange};
use games::domain::{ChannelId, GuildId, Person, RoleId, UserId};
use serde_json::{Value, json};

#[derive(Debug, Clone)]
pub struct FakeMessage {
    pub channel: ChannelId,
    nonce: String,
    pub text: String,
    pub buttons: usize,
    pub labels: Vec<String>,
    pub picture: bool,
}

/// The labels of buttons, row by row.
fn labels_of(rows: &Value) -> Vec<String> {
    let rows = rows.as_array().into_iter().flatten();
    let buttons = rows.filter_map(|row| row["components"].as_array()).flatten();
    buttons.filter_map(|button| button["label"].as_str()).map(str::to_owned).collect()
}

#[derive(Debug, Clone, Copy)]
pub enum RequestFailure {
    /// Refused with this HTTP status and Discord code.
    Refused(u16, u64),
    /// Rate limited for this many seconds, with this Discord code.
    RateLimited(u64, u64),
    /// Executed, but the response is lost.
    Lost,
    /// Never answered.
    Hangs,
}

#[derive(Debug)]
struct Fault {
    what: &'static str,
    place: ChannelId,
    how: RequestFailure,
    times: u32,
}

/// An action during a request.
struct Meanwhile {
    what: &'static str,
    place: ChannelId,
    happens: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl fmt::Debug for Meanwhile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "during {} {}", self.what, self.place.0)
    }
}

#[derive(Debug, Default)]
struct State {
    messages: BTreeMap<u64, FakeMessage>,
    faults: Vec<Fault>,
    meanwhile: Vec<Meanwhile>,
    requests: Vec<String>,
    forgetful: bool,
    posts: u64,
    amended: Vec<(u64, String)>,
    thread_members: Vec<(ChannelId, UserId)>,
    threads: BTreeMap<ChannelId, AutoArchiveDuration>,
    archived: Vec<(ChannelId, String)>,
    roles: BTreeSet<(UserId, RoleId)>,
    replaced: Vec<ChannelId>,
    pinned: Vec<u64>,
    departed: Vec<UserId>,
}

#[derive(Debug, Default)]
pub struct FakeDiscord(Mutex<State>);

pub const fn dm_channel(user: UserId) -> ChannelId {
    ChannelId(1_000_000 + user.0)
}

impl FakeDiscord {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no test panics while it holds this")
    }

    /// Makes the next requests of this kind in this channel fail.
    pub fn fail(&self, what: &'static str, place: ChannelId, how: RequestFailure, times: u32) {
        self.state().faults.push(Fault { what, place, how, times });
    }

    /// Runs a future during the next request of this kind in this channel.
    pub fn meanwhile(&self, what: &'static str, place: ChannelId, happens: impl Future<Output = ()> + Send + 'static) {
        self.state().meanwhile.push(Meanwhile { what, place, happens: Box::pin(happens) });
    }

    /// Forgets all nonces, as after some minutes.
    pub fn forget_nonces(&self) {
        self.state().forgetful = true;
    }

    pub fn messages(&self, channel: ChannelId) -> Vec<FakeMessage> {
        self.state().messages.values().filter(|message| message.channel == channel).cloned().collect()
    }

    pub fn requests(&self, what: &str, place: ChannelId) -> usize {
        let wish = format!("{what} {}", place.0);
        self.state().requests.iter().filter(|request| **request == wish).count()
    }

    /// Edited answers to interactions, with their current text.
    pub fn amended(&self) -> Vec<(u64, String)> {
        self.state().amended.clone()
    }

    pub fn leave(&self, user: UserId) {
        self.state().departed.push(user);
    }

    /// The members added to this thread, in order.
    pub fn thread_members(&self, thread: ChannelId) -> Vec<UserId> {
        self.state().thread_members.iter().filter(|(known, _)| *known == thread).map(|(_, user)| *user).collect()
    }

    /// The started threads, with their auto-archive durations.
    pub fn threads(&self) -> BTreeMap<ChannelId, AutoArchiveDuration> {
        self.state().threads.clone()
    }

    /// The names under which this thread was archived.
    pub fn archived(&self, thread: ChannelId) -> Vec<String> {
        self.state().archived.iter().filter(|(known, _)| *known == thread).map(|(_, name)| name.clone()).collect()
    }

    /// The number of messages of this channel whose picture was replaced.
    pub fn replaced(&self, channel: ChannelId) -> usize {
        self.state().replaced.iter().filter(|known| **known == channel).count()
    }

    /// The pinned messages, in order.
    pub fn pinned(&self) -> Vec<u64> {
        self.state().pinned.clone()
    }

    /// Deletes a message as another user would.
    pub fn lose(&self, message: u64) {
        self.state().messages.remove(&message);
    }

    pub fn holders(&self, role: RoleId) -> Vec<UserId> {
        self.state().roles.iter().filter(|(_, known)| *known == role).map(|(user, _)| *user).collect()
    }

    /// Decides a request: `true` if its answer is lost, or its failure.
    async fn request(&self, what: &str, place: ChannelId) -> Result<bool, DiscordError> {
        let meanwhile = {
            let waiting = &mut self.state().meanwhile;
            let next = waiting.iter().position(|next| (next.what, next.place) == (what, place));
            next.map(|next| waiting.remove(next))
        };
        if let Some(Meanwhile { happens, .. }) = meanwhile {
            happens.await;
        }
        let how = {
            let mut state = self.state();
            state.requests.push(format!("{what} {}", place.0));
            let fault =
                state.faults.iter_mut().find(|fault| fault.times > 0 && (fault.what, fault.place) == (what, place));
            fault.map(|fault| {
                fault.times -= 1;
                fault.how
            })
        };
        match how {
            None => Ok(false),
            Some(RequestFailure::Lost) => Ok(true),
            Some(RequestFailure::Refused(status, code)) => {
                Err(DiscordError::Refused { status, code, message: "no".to_owned() })
            }
            Some(RequestFailure::RateLimited(seconds, code)) => {
                Err(DiscordError::RateLimited { pause: Duration::from_secs(seconds), code, limit: Limit::Route })
            }
            Some(RequestFailure::Hangs) => std::future::pending().await,
        }
    }
}

fn respond<T>(lost: bool, value: T) -> Result<T, DiscordError> {
    if lost { Err(DiscordError::NoResponse("lost".to_owned())) } else { Ok(value) }
}

#[async_trait]
impl DiscordApi for FakeDiscord {
    async fn post(&self, channel: ChannelId, post: &OutgoingMessage, nonce: &str) -> Result<u64, DiscordError> {
        let lost = self.request("post", channel).await?;
        let mut state = self.state();
        let existing = state.messages.iter().find(|(_, message)| message.channel == channel && message.nonce == nonce);
        let id = match existing {
            Some((id, _)) if !state.forgetful => *id,
            _ => {
                state.posts += 1;
                let id = 500_000 + state.posts;
                let text = post.content.clone();
                let (buttons, picture) = (post.rows.len(), !post.pictures.is_empty());
                let labels = labels_of(&json!(post.rows));
                let message = FakeMessage { channel, nonce: nonce.to_owned(), text, buttons, labels, picture };
                state.messages.insert(id, message);
                id
            }
        };
        respond(lost, id)
    }

    async fn edit(&self, channel: ChannelId, message: u64, edit: &EditMessage) -> Result<(), DiscordError> {
        let lost = self.request("edit", channel).await?;
        let mut state = self.state();
        let message = state.messages.get_mut(&message).filter(|message| message.channel == channel);
        let Some(message) = message else {
            return Err(DiscordError::Refused { status: 404, code: 10008, message: "Unknown Message".to_owned() });
        };
        let edit = json!(edit);
        if let Some(rows) = edit["components"].as_array() {
            message.buttons = rows.len();
            message.labels = labels_of(&edit["components"]);
        }
        if let Some(text) = edit["content"].as_str() {
            text.clone_into(&mut message.text);
        }
        respond(lost, ())
    }

    async fn replace(&self, channel: ChannelId, message: u64, post: &OutgoingMessage) -> Result<(), DiscordError> {
        self.edit(channel, message, &post.edit()).await?;
        let mut state = self.state();
        if let Some(message) = state.messages.get_mut(&message) {
            message.picture = !post.pictures.is_empty();
        }
        state.replaced.push(channel);
        Ok(())
    }

    async fn pin(&self, channel: ChannelId, message: u64) -> Result<(), DiscordError> {
        let lost = self.request("pin", channel).await?;
        self.state().pinned.push(message);
        respond(lost, ())
    }

    async fn delete(&self, channel: ChannelId, message: u64) -> Result<(), DiscordError> {
        let lost = self.request("delete", channel).await?;
        self.state().messages.remove(&message);
        respond(lost, ())
    }

    async fn start_thread(
        &self,
        channel: ChannelId,
        message: u64,
        _: &str,
        auto_archive: AutoArchiveDuration,
    ) -> Result<ChannelId, DiscordError> {
        let lost = self.request("thread", channel).await?;
        let mut state = self.state();
        if state.messages.get(&message).is_none_or(|starter| starter.channel != channel) {
            return Err(DiscordError::Refused { status: 404, code: 10008, message: "Unknown Message".to_owned() });
        }
        state.threads.insert(ChannelId(message), auto_archive);
        respond(lost, ChannelId(message))
    }

    async fn add_thread_member(&self, thread: ChannelId, user: UserId) -> Result<(), DiscordError> {
        let lost = self.request("member", thread).await?;
        self.state().thread_members.push((thread, user));
        respond(lost, ())
    }

    async fn member(&self, guild: GuildId, user: UserId) -> Result<Option<Person>, DiscordError> {
        self.request("member", ChannelId(guild.0)).await?;
        let is_here = !self.state().departed.contains(&user);
        Ok(is_here.then(|| Person { user, name: user.0.to_string() }))
    }

    async fn archive_thread(&self, thread: ChannelId, name: &str) -> Result<(), DiscordError> {
        let lost = self.request("archive", thread).await?;
        self.state().archived.push((thread, name.to_owned()));
        respond(lost, ())
    }

    async fn change_role(
        &self,
        change: RoleChange,
        _: GuildId,
        user: UserId,
        role: RoleId,
    ) -> Result<(), DiscordError> {
        let is_given = change == RoleChange::Give;
        let lost = self.request(if is_given { "give" } else { "take" }, ChannelId(user.0)).await?;
        let mut state = self.state();
        if is_given {
            state.roles.insert((user, role));
        } else {
            state.roles.remove(&(user, role));
        }
        respond(lost, ())
    }

    async fn open_dm(&self, user: UserId) -> Result<ChannelId, DiscordError> {
        let lost = self.request("open", dm_channel(user)).await?;
        respond(lost, dm_channel(user))
    }

    fn forget_dm(&self, user: UserId) {
        self.state().requests.push(format!("forget {}", dm_channel(user).0));
    }

    async fn edit_recent_response(&self, interaction: u64, post: &OutgoingMessage) -> Result<bool, DiscordError> {
        let mut state = self.state();
        state.requests.push("amend".to_owned());
        // The answer takes a while.
        if state.requests.iter().filter(|request| *request == "amend").count() < 3 {
            return Ok(false);
        }
        state.amended.push((interaction, post.content.clone()));
        Ok(true)
    }
}
