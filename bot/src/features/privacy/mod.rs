//! A person's stored data: shown, exported, deleted (`/settings privacy`).

pub mod service;

use async_trait::async_trait;
use discord::custom_id::{About, CustomId as _, Words, buttons};
use discord::{Interaction, OutgoingMessage, Reply, Style, TextFile, button, row};
use games::domain::{MINUTE_MS, Timestamp};

use crate::commands::command_definition::{CommandDefinition, command, group, subcommand};
use crate::commands::{Answer, Ctx, Feature, Problem};
use crate::features::privacy::service::deletion::{self, DeletionRequest};
use crate::features::privacy::service::{Holdings, PersonalExport};
use crate::localization::{Language, localize};

/// Bytes of all files together: Discord takes 10 MiB in all servers.
const LARGEST: usize = 9 * 1024 * 1024;

/// The question expires, because it describes the current data.
const ANSWER_WITHIN_MS: i64 = 15 * MINUTE_MS;

buttons! {
    /// The buttons of the question. They carry no user id: a press affects the person who presses.
    enum PrivacyVerb {
        Delete = "privacy-delete",
        ResignAndDelete = "privacy-resign",
        Keep = "privacy-keep",
    }
}

pub struct Privacy;

#[async_trait]
impl Feature for Privacy {
    fn commands(&self) -> Vec<CommandDefinition> {
        let subcommands = [subcommand("show", []), subcommand("export", []), subcommand("delete", [])];
        vec![command("settings", [group("privacy", subcommands)])]
    }

    fn words(&self) -> Words {
        Words::of::<About<Timestamp, PrivacyVerb>>()
    }

    fn is_lookup(&self, interaction: &Interaction) -> bool {
        interaction.name == "settings privacy export"
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let user = ctx.user();
        let post = match ctx.name.as_str() {
            "settings privacy show" => {
                let games = service::holdings_of(&ctx.app.games, user).await?.games;
                OutgoingMessage::text(localize!(ctx, "privacy-stored", games = games))
            }
            "settings privacy export" => {
                render_export(ctx.language, service::personal_export(&ctx.app.games, user, LARGEST).await?)
            }
            "settings privacy delete" => {
                ask(ctx.language, service::holdings_of(&ctx.app.games, user).await?, ctx.app.clock.now())
            }
            _ => return Err(Problem::UNKNOWN_COMMAND),
        };
        Ok(Reply::ephemeral(post))
    }

    /// The answer to the question before everything is deleted.
    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let About { subject: asked_at, button: verb } = ctx.button::<About<Timestamp, PrivacyVerb>>()?;
        let (user, now) = (ctx.user(), ctx.app.clock.now());
        if !(0..ANSWER_WITHIN_MS).contains(&now.since(asked_at)) {
            return Err(Problem::Key("privacy-asked-long-ago"));
        }
        if verb == PrivacyVerb::Keep {
            return Ok(ctx.private_reply(OutgoingMessage::text(localize!(ctx, "privacy-kept"))));
        }
        let resigns = verb == PrivacyVerb::ResignAndDelete;
        let post = match deletion::ask_to_delete(&ctx.app.games, user, resigns).await? {
            DeletionRequest::Noted | DeletionRequest::UnderWay => {
                OutgoingMessage::text(localize!(ctx, "privacy-deleting"))
            }
            DeletionRequest::StillPlaying => ask(ctx.language, service::holdings_of(&ctx.app.games, user).await?, now),
        };
        Ok(ctx.private_reply(post))
    }
}

fn render_export(language: Language, export: PersonalExport) -> OutgoingMessage {
    let mut lines = vec![localize!(language, "privacy-export", games = export.records.len())];
    if export.rows_left_out + export.games_left_out > 0 {
        let (rows, games) = (export.rows_left_out, export.games_left_out);
        lines.push(localize!(language, "privacy-export-rest", rows = rows, games = games));
    }
    let mut files = vec![TextFile { name: "sumito-data.json".to_owned(), kind: "application/json", text: export.data }];
    if !export.records.is_empty() {
        let text = format!("{}\n", export.records.join("\n\n"));
        files.push(TextFile { name: "sumito-games.json".to_owned(), kind: "application/json", text });
    }
    OutgoingMessage::text(lines.join("\n")).files(files)
}

/// The question before everything is deleted, with the consequences.
fn ask(language: Language, holdings: Holdings, now: Timestamp) -> OutgoingMessage {
    let is_playing = holdings.playing + holdings.challenges > 0;
    let mut lines = vec![localize!(language, "privacy-delete-ask")];
    if is_playing {
        let (playing, challenges) = (holdings.playing, holdings.challenges);
        lines.push(localize!(language, "privacy-delete-playing", playing = playing, challenges = challenges));
    }
    let (verb, key) = if is_playing {
        (PrivacyVerb::ResignAndDelete, "button-resign-and-delete")
    } else {
        (PrivacyVerb::Delete, "button-delete-data")
    };
    OutgoingMessage::text(lines.join("\n")).rows(vec![row([
        button(&verb.about(now), language.localize(key, &[]), Style::Danger),
        button(&PrivacyVerb::Keep.about(now), localize!(language, "button-cancel"), Style::Secondary),
    ])])
}
