//! Components that run a command as if the person had typed it, so that no action is implemented twice.

use discord::custom_id::buttons;
use games::domain::RequestId;
use serde_json::{Map, Value};

/// Placeholder for the value that a select gives.
pub const CHOSEN: &str = "?";

buttons! {
    pub enum CommandButton {
        /// The select's value replaces the option that is [`CHOSEN`], or names the subcommand if no option is. Options
        /// that are `null` are asked for in a form.
        Run { name: String, options: Map<String, Value> } = "run",
        /// Run the command stored for the menu of this request.
        RunKept { request: RequestId } = "run-kept",
    }
}

impl CommandButton {
    pub fn new(name: &str, options: Value) -> Self {
        let options = if let Value::Object(options) = options { options } else { Map::new() };
        Self::Run { name: name.to_owned(), options }
    }
}
