//! What is stored about a person: shown, handed out, deleted (`/settings privacy`).

pub mod service;

use async_trait::async_trait;

use crate::commands::{Answer, App, Feature, Problem};
use crate::discord::command_definition::{CommandDefinition, command, group, subcommand};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, Style, TextFile, button, localize, row};
use crate::domain::named::named;
use crate::domain::{MINUTE_MS, Timestamp};
use crate::features::privacy::service::deletion::{self, DeletionRequest};
use crate::features::privacy::service::{Holdings, PersonalExport};

/// Bytes of all files together: Discord takes 10 MiB in all servers.
const LARGEST: usize = 9 * 1024 * 1024;

/// The question is about what stands there now.
const ANSWER_WITHIN_MS: i64 = 15 * MINUTE_MS;

named! {
    /// What a button of the question does. Its `custom_id` is `v1:privacy-<verb>:<when it was asked>`: it names nobody, and a press means
    /// the one who presses.
    pub enum PrivacyVerb, "answer" {
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

    fn words(&self) -> &'static [&'static str] {
        PrivacyVerb::NAMES
    }

    fn is_lookup(&self, interaction: &Interaction) -> bool {
        interaction.name == "settings privacy export"
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let user = interaction.person.user;
        let post = match interaction.name.as_str() {
            "settings privacy show" => {
                let games = service::holdings_of(&app.games, user).await?.games;
                OutgoingMessage::text(localize!(language, "privacy-stored", games = games))
            }
            "settings privacy export" => {
                render_export(language, service::personal_export(&app.games, user, LARGEST).await?)
            }
            "settings privacy delete" => ask(language, service::holdings_of(&app.games, user).await?, app.clock.now()),
            _ => return Err(Problem::UNKNOWN_COMMAND),
        };
        Ok(Reply::ephemeral(post))
    }

    /// An answer to the question before everything is deleted.
    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let (verb, asked_at) = read_answer(&interaction.name).ok_or(Problem::UNKNOWN_BUTTON)?;
        let (user, now) = (interaction.person.user, app.clock.now());
        if !(0..ANSWER_WITHIN_MS).contains(&now.since(asked_at)) {
            return Err(Problem::Key("privacy-asked-long-ago"));
        }
        if verb == PrivacyVerb::Keep {
            return Ok(interaction.private_reply(OutgoingMessage::text(localize!(language, "privacy-kept"))));
        }
        let resigns = verb == PrivacyVerb::ResignAndDelete;
        let post = match deletion::ask_to_delete(&app.games, user, resigns).await? {
            DeletionRequest::Noted | DeletionRequest::UnderWay => {
                OutgoingMessage::text(localize!(language, "privacy-deleting"))
            }
            DeletionRequest::StillPlaying => ask(language, service::holdings_of(&app.games, user).await?, now),
        };
        Ok(interaction.private_reply(post))
    }
}

fn read_answer(custom_id: &str) -> Option<(PrivacyVerb, Timestamp)> {
    let (verb, at) = custom_id.strip_prefix("v1:")?.split_once(':')?;
    Some((verb.parse().ok()?, Timestamp(at.parse().ok()?)))
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

/// The question before everything is deleted, with what will happen.
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
    let press = |verb| format!("v1:{verb}:{}", now.0);
    OutgoingMessage::text(lines.join("\n")).rows(vec![row(&[
        button(&press(verb), language.localize(key, &[]), Style::Danger),
        button(&press(PrivacyVerb::Keep), localize!(language, "button-cancel"), Style::Secondary),
    ])])
}
