//! `/top` as Discord registers it.

use crate::discord::command_definition::{CommandDefinition, command, flag, text};
use crate::domain::rating::group::RatingGroup;

pub fn top() -> CommandDefinition {
    let groups = RatingGroup::ALL.iter().map(|group| group.as_str());
    command("top", [text("group").choices(groups), flag("everywhere")])
}
