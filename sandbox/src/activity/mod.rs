//! The Activity of the bot: its pages in a frame of Discord's client, and how they learn the person.

pub mod proxy;

use std::collections::{BTreeMap, BTreeSet};

use rand::RngExt as _;
use serde_json::{Value, json};

use crate::model::{Channel, Id};
use crate::rest::commands::complete;
use crate::world::World;

/// Discord's flag of an application that can be embedded.
pub const EMBEDDED: u64 = 1 << 17;

#[derive(Debug, Default)]
pub struct Activity {
    /// The origin at which the proxy shows the bot's pages.
    pub origin: String,
    /// Open instances by name.
    instances: BTreeMap<String, Instance>,
}

#[derive(Debug)]
struct Instance {
    launch: Id,
    channel: Id,
    users: BTreeSet<Id>,
}

impl World {
    /// Enables Activities: the proxy is at `origin`, and Discord creates the command that opens one without asking
    /// the bot.
    pub fn enable_activities(&mut self, origin: &str) {
        self.activity = Some(Activity { origin: origin.to_owned(), ..Activity::default() });
        let entry_point = json!({
            "name": "launch", "type": 4, "handler": 2, "description": "Launch an activity", "integration_types": [0, 1],
            "contexts": [0, 1, 2],
        });
        let entry_point = complete(self, &entry_point);
        self.commands.push(entry_point);
    }

    /// Opens the Activity for a user, in the instance of the channel or in a new one. Returns what the client shows.
    pub fn launch(&mut self, user: Id, channel: &Channel) -> Option<Value> {
        let launch = self.new_id();
        let activity = self.activity.as_mut()?;
        let open = activity.instances.iter_mut().find(|(_, open)| open.channel == channel.id);
        let name = if let Some((name, open)) = open {
            open.users.insert(user);
            name.clone()
        } else {
            let name = format!("i-{launch}-{}", location(channel));
            activity
                .instances
                .insert(name.clone(), Instance { launch, channel: channel.id, users: BTreeSet::from([user]) });
            name
        };
        let mut query = vec![
            ("instance_id", name.clone()),
            ("location_id", location(channel)),
            ("launch_id", launch.to_string()),
            ("channel_id", channel.id.to_string()),
            ("frame_id", format!("{:032x}", self.rng.random::<u128>())),
            ("platform", "desktop".to_owned()),
        ];
        query.extend(channel.guild.map(|guild| ("guild_id", guild.to_string())));
        let query: Vec<String> = query.iter().map(|(name, value)| format!("{name}={value}")).collect();
        Some(json!({
            "type": "activity", "instance": name, "origin": activity.origin, "client_id": self.bot.to_string(),
            "address": format!("{}/?{}", activity.origin, query.join("&")),
        }))
    }

    /// A user closes the frame. An instance ends with its last user.
    pub fn leave_activity(&mut self, user: Id, instance: &str) {
        let Some(activity) = self.activity.as_mut() else { return };
        if let Some(open) = activity.instances.get_mut(instance) {
            open.users.remove(&user);
        }
        activity.instances.retain(|_, open| !open.users.is_empty());
    }

    /// An instance as Discord describes it.
    pub fn instance_json(&self, name: &str) -> Option<Value> {
        let open = self.activity.as_ref()?.instances.get(name)?;
        let channel = self.channels.get(&open.channel)?;
        let mut place = json!({
            "id": location(channel), "kind": if channel.guild.is_some() { "gc" } else { "pc" },
            "channel_id": channel.id.to_string(),
        });
        if let Some(guild) = channel.guild {
            place["guild_id"] = json!(guild.to_string());
        }
        Some(json!({
            "application_id": self.bot.to_string(), "instance_id": name, "launch_id": open.launch.to_string(), "location": place,
            "users": open.users.iter().map(ToString::to_string).collect::<Vec<_>>(),
        }))
    }
}

/// The form of a channel in the names of instances.
fn location(channel: &Channel) -> String {
    match channel.guild {
        Some(guild) => format!("gc-{guild}-{}", channel.id),
        None => format!("pc-{}", channel.id),
    }
}
