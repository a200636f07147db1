//! `/top` as Discord registers it.

use crate::discord::command_definition::{CommandDefinition, command, flag, text};
use crate::domain::clubs::rating::group::RatingGroup;
use crate::domain::clubs::rating::period::PeriodSpan;

/// The choice of `period` that means no period.
pub const ALL_TIME: &str = "all";

pub fn top() -> CommandDefinition {
    let groups = RatingGroup::ALL.iter().map(|group| group.as_str());
    let periods = PeriodSpan::ALL.iter().map(|span| span.as_str()).chain([ALL_TIME]);
    command("top", [text("group").choices(groups), text("period").choices(periods), flag("everywhere")])
}
