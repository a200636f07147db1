//! Ratings: results change them, challenges show what they would change, `/top` and `/profile` show them.

pub mod command;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::answer::Answer;
use crate::commands::context::App;
use crate::commands::feature::Feature;
use crate::discord::command_definition as define;
use crate::discord::command_definition::{CommandDefinition, flag, text};
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::domain::clubs::rating::group::RatingGroup;
use crate::domain::clubs::rating::period::PeriodSpan;

pub struct Ratings;

#[async_trait]
impl Feature for Ratings {
    fn commands(&self) -> Vec<CommandDefinition> {
        let groups = RatingGroup::ALL.iter().map(|group| group.as_str());
        let periods = PeriodSpan::ALL.iter().map(|span| span.as_str()).chain([command::ALL_TIME]);
        vec![define::command(
            "top",
            [text("group").choices(groups), text("period").choices(periods), flag("everywhere")],
        )]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        command::top(app, language, interaction).await
    }
}
