//! `/organize log`: the acts of a server's organizers.

pub(crate) mod view;

use async_trait::async_trait;
use discord::custom_id::Words;
use discord::{OutgoingMessage, Reply, TextFile};
use games::Limited;
use games::domain::{GameId, GuildId};

use crate::commands::command_definition::CommandDefinition;
use crate::commands::organizers::organized;
use crate::commands::{Answer, Ctx, Feature, Problem, command_definition as define};
use crate::features::audit::view::{LogButton, LogFiles};
use crate::localization::localize;

pub struct AuditLog;

#[async_trait]
impl Feature for AuditLog {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![define::command("organize", [define::subcommand("log", [define::flag("export")])]).for_organizers()]
    }

    fn words(&self) -> Words {
        Words::of::<LogButton>()
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let guild = organized(ctx).await?;
        show_log(ctx, guild).await
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let guild = organized(ctx).await?;
        let LogButton::Page { page } = ctx.button()?;
        show_page(ctx, guild, page).await
    }
}

async fn show_log(ctx: Ctx<'_>, guild: GuildId) -> Answer {
    if !ctx.flag("export") {
        return show_page(ctx, guild, 0).await;
    }
    ctx.app.games.check_rate(ctx.user(), Limited::Lookups)?;
    let mut log = LogFiles::default();
    let mut last = None;
    let rest_count = loop {
        let entries = clubs::audit::audit_after(&ctx.app.games, guild, last.as_ref()).await?;
        let Some(oldest) = entries.last().cloned() else { break 0 };
        if !log.add(&entries).map_err(|error| Problem::Internal(error.into()))? {
            break clubs::audit::audit_count(&ctx.app.games, guild).await?.saturating_sub(log.held);
        }
        last = Some(oldest);
    };
    let is_one = log.texts.len() == 1;
    let file = |(number, text)| TextFile {
        name: if is_one { "log.jsonl".to_owned() } else { format!("log-{number}.jsonl") },
        kind: "application/jsonl",
        text,
    };
    let files = (1..).zip(log.texts).map(file).collect();
    let mut text = localize!(ctx, "audit-export", count = log.held);
    if rest_count > 0 {
        text = format!("{text} {}", localize!(ctx, "audit-export-rest", count = rest_count));
    }
    Ok(Reply::ephemeral(OutgoingMessage::text(text).files(files)))
}

async fn show_page(ctx: Ctx<'_>, guild: GuildId, page: u32) -> Answer {
    let (entries, pages) = clubs::audit::audit_page(&ctx.app.games, guild, page).await?;
    let games: Vec<GameId> = entries.iter().filter_map(|entry| entry.game).collect();
    let names = ctx.app.games.names_of(&games).await?;
    Ok(ctx.private_reply(view::page(ctx.language, &entries, &names, page.min(pages.saturating_sub(1)), pages)))
}
