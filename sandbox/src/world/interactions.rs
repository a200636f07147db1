//! Sending interactions to the bot and following their answers.

use rand::RngExt as _;
use serde_json::{Value, json};

use super::World;
use crate::faults::happens;
use crate::interaction::{Interaction, Kind, State, TOKEN_MS};
use crate::model::{Channel, Id, THINKING};
use crate::validate::Refusal;

impl World {
    /// Sends an interaction to the bot. The caller has checked its data and channel.
    pub fn interact(
        &mut self,
        kind: Kind,
        user: Id,
        channel: &Channel,
        data: &Value,
        source: Option<Id>,
        locale: &str,
    ) -> Id {
        let id = self.new_id();
        let token = format!("{:032x}{:032x}", self.rng.random::<u128>(), self.rng.random::<u128>());
        let name = data["name"].as_str().or_else(|| data["custom_id"].as_str()).unwrap_or_default().to_owned();
        let payload = self.interaction_json(id, &token, kind, user, channel, data, source, locale);
        let interaction = Interaction {
            id,
            token: token.clone(),
            kind,
            user,
            channel: channel.id,
            name,
            at_ms: self.now_ms(),
            state: State::Pending,
            answered_ms: None,
            response: Value::Null,
            response_type: None,
            original: None,
            deleted_answer: None,
            source,
            failure: None,
        };
        self.interactions.insert(id, interaction);
        self.tokens.insert(token, id);
        // Discord delivers in one way only.
        if self.endpoint.url().is_some() {
            let times = 1 + usize::from(happens(self.faults.duplicate_events_percent, &mut self.rng));
            self.endpoint.deliver(id, &payload, times);
        } else {
            self.dispatch(0, "INTERACTION_CREATE", &payload);
        }
        self.wake_waiting();
        id
    }

    #[allow(clippy::too_many_arguments)] // They are the fields of one object, written in one place.
    fn interaction_json(
        &self,
        id: Id,
        token: &str,
        kind: Kind,
        user: Id,
        channel: &Channel,
        data: &Value,
        source: Option<Id>,
        locale: &str,
    ) -> Value {
        let with_bot = channel.recipients.contains(&self.bot);
        let mut payload = json!({
            "id": id.to_string(), "application_id": self.bot.to_string(), "type": kind.number(), "token": token,
            "version": 1, "data": data, "channel_id": channel.id.to_string(), "channel": self.channel_json(channel),
            "app_permissions": self.permissions(channel), "locale": locale, "entitlements": [],
            "attachment_size_limit": crate::validate::message::FILE_BYTES,
        });
        payload["channel"]["permissions"] = json!(self.permissions_of(user).to_string());
        if let Some(guild) = channel.guild {
            payload["guild_id"] = json!(guild.to_string());
            payload["guild"] = json!({ "id": guild.to_string(), "locale": "en-US", "features": [] });
            payload["guild_locale"] = json!("en-US");
            payload["context"] = json!(0);
            payload["authorizing_integration_owners"] = json!({ "0": guild.to_string() });
            payload["member"] = self.member_json(user);
            payload["member"]["permissions"] = json!(self.permissions_of(user).to_string());
        } else {
            payload["user"] = self.user_json(user);
            payload["context"] = json!(if with_bot { 1 } else { 2 });
            payload["authorizing_integration_owners"] =
                if with_bot { json!({ "0": "0" }) } else { json!({ "1": user.to_string() }) };
        }
        if let Some(Ok(message)) = source.map(|source| self.message(channel.id, source)) {
            payload["message"] = self.message_json(message);
        }
        payload
    }

    /// The interaction of a token that has not expired.
    pub fn interaction_of(&self, token: &str) -> Result<&Interaction, Refusal> {
        let id = self.tokens.get(token).ok_or_else(|| Refusal::from_code(10015))?;
        let interaction = self.interactions.get(id).ok_or_else(|| Refusal::from_code(10015))?;
        if self.now_ms() - interaction.at_ms >= TOKEN_MS {
            return Err(Refusal::from_code(50027));
        }
        Ok(interaction)
    }

    pub fn set_state(&mut self, id: Id, state: State, failure: Option<&str>) {
        let now = self.now_ms();
        let Some(interaction) = self.interactions.get_mut(&id) else { return };
        interaction.state = state;
        interaction.failure = failure.map(str::to_owned);
        if state != State::Failed {
            interaction.answered_ms = Some(now - interaction.at_ms);
        }
        let mut body = json!({ "type": "interaction", "id": id.to_string(), "state": state.name() });
        if let Some(failure) = failure {
            body["failure"] = json!(failure);
        }
        if state == State::Modal {
            body["modal"] = interaction.response["data"].clone();
            body["message_id"] = json!(interaction.source.map(|id| id.to_string()));
        }
        body["channel_id"] = json!(interaction.channel.to_string());
        let user = interaction.user;
        self.notify(Some(vec![user]), body);
    }

    /// Fails interactions that the bot has not answered in time.
    pub fn expire_interactions(&mut self, now: i64) {
        let mut late = Vec::new();
        for interaction in self.interactions.values().rev().take(1000) {
            let limit = match interaction.state {
                State::Pending => self.options.first_answer_ms,
                State::Deferred => TOKEN_MS,
                _ => continue,
            };
            if now - interaction.at_ms >= limit {
                late.push(interaction.id);
            }
        }
        for id in late {
            self.fail(id);
        }
    }

    pub fn fail(&mut self, id: Id) {
        let Some(interaction) = self.interactions.get(&id) else { return };
        let text = if matches!(interaction.kind, Kind::Command | Kind::Autocomplete) {
            "The application did not respond"
        } else {
            "This interaction failed"
        };
        let (channel, original) = (interaction.channel, interaction.original);
        self.set_state(id, State::Failed, Some(text));
        // A message must not show "thinking" forever.
        if let Some(original) = original
            && let Ok(message) = self.message_mut(channel, original)
            && message.flags & THINKING != 0
        {
            message.flags &= !THINKING;
            text.clone_into(&mut message.content);
            self.notify_message(channel, original, "update");
        }
    }

    pub fn interaction_for_page(&self, interaction: &Interaction) -> Value {
        let message = interaction.original.and_then(|id| self.message(interaction.channel, id).ok());
        let mut value = json!({
            "id": interaction.id.to_string(), "state": interaction.state.name(),
            "answered_ms": interaction.answered_ms, "response": interaction.response,
            "message": message.map(|message| self.message_for_page(message)).or_else(|| interaction.deleted_answer.clone()),
        });
        if let Some(failure) = &interaction.failure {
            value["failure"] = json!(failure);
        }
        if interaction.state == State::Modal {
            value["modal"] = interaction.response["data"].clone();
        }
        value
    }
}
