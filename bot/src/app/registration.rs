//! Registers the commands at Discord if those registered differ from ours.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use base::crash_point::{self, Point};
use base::error_chain::causes;
use discord::DiscordError;
use discord::gateway::FatalClose;
use discord::rest::Rest;
use discord::retry::RetryPolicy;
use games::store::Store;
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

/// The longest wait of the start for Discord's first answer.
const STARTUP_TIMEOUT: Duration = Duration::from_mins(2);

/// The longest wait of the start for the registration, which can be retried later.
const REGISTRATION_TIMEOUT: Duration = Duration::from_secs(20);

/// The pause after a failed registration. A bot may create 200 commands a day (30034).
const PAUSE: Duration = Duration::from_mins(10);

/// Discord's type of the command that opens an Activity. Discord creates it, and refuses a registration without it
/// (50240).
const ENTRY_POINT: u64 = 4;

fn retry_policy(within: Duration) -> RetryPolicy {
    RetryPolicy { pause: Duration::from_secs(1), at_most: Duration::from_secs(15), until: Instant::now() + within }
}

/// Fetches the application's identity. Retries while Discord is temporarily unavailable.
pub(crate) async fn identify(rest: &Rest, api_base: &str) -> anyhow::Result<Value> {
    let reaching = format!("reaching Discord at {api_base}");
    let application = retry_policy(STARTUP_TIMEOUT).run(&reaching, || rest.identify()).await;
    application.map_err(|error| {
        let error = not_identified(error);
        if error.is::<FatalClose>() { error } else { error.context(reaching) }
    })
}

/// An error for the host if Discord does not return the application.
pub(crate) fn not_identified(error: DiscordError) -> anyhow::Error {
    match error {
        DiscordError::Refused { status: 401, .. } => FatalClose::Token.into(),
        error => error.into(),
    }
}

pub(crate) struct Registration {
    pub(crate) store: Arc<Store>,
    pub(crate) rest: Arc<Rest>,
    pub(crate) api_base: String,
    pub(crate) application: Value,
    pub(crate) tree: Value,
}

impl Registration {
    /// Registers changed commands. A failure does not delay games, because the old commands still work.
    pub(crate) async fn register(&self) -> bool {
        let Err(failure) = self.register_if_changed().await else { return true };
        error!(
            event = "commands_refused",
            "The commands could not be registered: {}. Those that stand at Discord still work; the next try is in {} min",
            causes(&failure),
            PAUSE.as_secs() / 60
        );
        false
    }

    /// Retries until success or `stop`. The next start makes up for an aborted try.
    pub(crate) async fn retry(self, mut is_registered: bool, stop: CancellationToken) {
        let trying = async {
            while !is_registered {
                tokio::time::sleep(PAUSE).await;
                is_registered = self.register().await;
            }
        };
        stop.run_until_cancelled(trying).await;
        stop.cancelled().await;
    }

    async fn register_if_changed(&self) -> anyhow::Result<()> {
        // Two applications, or two Discords, may use the same database one after the other.
        let key =
            format!("registered-commands {} {}", self.application["id"].as_str().unwrap_or_default(), self.api_base);
        let standing = self.registered_commands().await?;
        let tree = tree_for(&self.tree, &standing, &self.application);
        if let Some(stored) = self.store.note(&key).await?
            && stored == fingerprint(&tree, &standing)
        {
            return Ok(());
        }
        let registering = "registering the commands";
        retry_policy(REGISTRATION_TIMEOUT).run(registering, || self.rest.register(&tree)).await.context(registering)?;
        crash_point::point(Point::CommandsRegistered);
        self.store.set_note(&key, &fingerprint(&tree, &self.registered_commands().await?)).await?;
        info!(event = "commands_registered", "Registered the commands");
        Ok(())
    }

    async fn registered_commands(&self) -> anyhow::Result<Value> {
        let asking = "asking for the registered commands";
        retry_policy(REGISTRATION_TIMEOUT)
            .run(asking, || self.rest.registered_commands())
            .await
            .map_err(|error| anyhow!(error).context(asking))
    }
}

/// Our commands and the entry points registered at Discord, without fields that Discord sets itself.
fn with_entry_points(tree: &Value, standing: &Value) -> Value {
    let all = |commands: &Value| commands.as_array().cloned().unwrap_or_default();
    let mut entry_points = all(standing);
    entry_points.retain(|command| command["type"] == ENTRY_POINT);
    for fields in entry_points.iter_mut().filter_map(Value::as_object_mut) {
        let is_discords = |name: &str| ["application_id", "version", "dm_permission"].contains(&name);
        fields.retain(|name, value| !value.is_null() && !is_discords(name));
    }
    [all(tree), entry_points].concat().into()
}

pub(crate) fn has_activities(application: &Value) -> bool {
    const EMBEDDED: u64 = 1 << 17;
    application["flags"].as_u64().is_some_and(|flags| flags & EMBEDDED != 0)
}

/// The installation contexts of the application: 0 for servers, 1 for users. Empty if Discord does not list any.
pub(crate) fn installation_contexts(application: &Value) -> Vec<u64> {
    let contexts = application["integration_types_config"].as_object().into_iter().flatten();
    contexts.filter_map(|(context, _)| context.parse().ok()).collect()
}

/// The commands to register: the tree with the registered entry points, for the contexts in which the application can
/// be installed.
pub(crate) fn tree_for(tree: &Value, standing: &Value, application: &Value) -> Value {
    for_contexts(&with_entry_points(tree, standing), &installation_contexts(application))
}

/// The commands without installation contexts that the application does not support, since Discord refuses those
/// (50035).
fn for_contexts(tree: &Value, supported: &[u64]) -> Value {
    let mut tree = tree.clone();
    if supported.is_empty() {
        return tree;
    }
    let mut is_limited = false;
    for command in tree.as_array_mut().into_iter().flatten() {
        if let Some(contexts) = command["integration_types"].as_array_mut() {
            let before = contexts.len();
            contexts.retain(|context| context.as_u64().is_some_and(|context| supported.contains(&context)));
            is_limited |= contexts.len() < before;
        }
    }
    if is_limited {
        warn!(
            "The bot can only be added to servers. Enable *User Install* in the developer portal (Installation), so that people can \
             use it in direct messages and everywhere, and start it again"
        );
    }
    tree
}

/// A short text that changes with our tree and with any change at Discord: a hash of the tree, and the id and version
/// of each registered command.
fn fingerprint(tree: &Value, standing: &Value) -> String {
    let mut hash = DefaultHasher::new();
    tree.to_string().hash(&mut hash);
    let commands = standing.as_array().into_iter().flatten();
    let mut versions: Vec<_> = commands.map(|command| (command["id"].as_str(), command["version"].as_str())).collect();
    versions.sort_unstable();
    versions.hash(&mut hash);
    format!("{:016x}", hash.finish())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_fingerprint_changes_with_the_tree_and_with_what_stands() {
        let (tree, standing) = (json!([{ "name": "move" }]), json!([{ "id": "1", "version": "2" }]));
        let expected = fingerprint(&tree, &standing);
        assert_eq!(expected, fingerprint(&tree, &json!([{ "id": "1", "version": "2", "name": "move" }])));
        assert_ne!(expected, fingerprint(&json!([{ "name": "board" }]), &standing));
        assert_ne!(expected, fingerprint(&tree, &json!([{ "id": "1", "version": "3" }])));
        assert_ne!(expected, fingerprint(&tree, &json!([])));
    }

    #[test]
    fn commands_are_offered_where_the_application_can_be_installed() {
        let tree =
            json!([{ "name": "move", "integration_types": [0, 1] }, { "name": "setup", "integration_types": [0] }]);
        let in_servers =
            json!([{ "name": "move", "integration_types": [0] }, { "name": "setup", "integration_types": [0] }]);
        assert_eq!(for_contexts(&tree, &[0]), in_servers);
        assert_eq!(for_contexts(&tree, &[0, 1]), tree);
        assert_eq!(for_contexts(&tree, &[]), tree, "a proxy may leave it out");
    }
}
