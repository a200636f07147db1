//! A game as files: `/export`, and the button below the last board.

use rules::record::Document;

use crate::commands::answer::{Answer, Problem};
use crate::commands::button::Button;
use crate::commands::context::App;
use crate::commands::game_option::game_or_finished;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, TextFile};
use crate::discord::reply::Reply;
use crate::domain::{GameId, UserId};

/// The bytes of a file that may go along. Discord takes 10 MiB in all servers.
const LARGEST: usize = 8 * 1024 * 1024;

/// Characters that a message takes.
const LONGEST_MESSAGE: usize = 2000;

/// `/export`
pub async fn command(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let game = game_or_finished(app, interaction).await?;
    Ok(Reply::ephemeral(files(app, language, user, game).await?))
}

/// *Record* below the last board.
pub(crate) async fn press(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    Ok(interaction.private_reply(files(app, language, interaction.person.user, button.game).await?))
}

/// *Copy* below a board: the record as text, where it fits into a message.
pub(crate) async fn copy(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let user = interaction.person.user;
    let record = app.games.export(button.game, user).await?.record().to_string();
    let names = app.games.names_of(&[button.game]).await?;
    let title = localize!(language, "copy-record", id = names.get(&button.game).cloned().unwrap_or_default());
    let text = format!("{title}\n```\n{}\n```", record.trim_end().replace("```", "ˋˋˋ"));
    if text.chars().count() > LONGEST_MESSAGE {
        return Ok(Reply::ephemeral(files(app, language, user, button.game).await?));
    }
    // The board stays.
    Ok(Reply::ephemeral(OutgoingMessage::text(text)))
}

/// A game as files, for this person.
pub async fn files(app: &App, language: Language, user: UserId, game: GameId) -> Result<OutgoingMessage, Problem> {
    let document = app.games.export(game, user).await?;
    let files = written(&document, &format!("sumito-{game}"), LARGEST).map_err(anyhow::Error::new)?;
    let text = if files.is_empty() {
        localize!(language, "export-too-large")
    } else {
        let names = app.games.names_of(&[game]).await?;
        localize!(language, "export", id = names.get(&game).cloned().unwrap_or_default())
    };
    Ok(OutgoingMessage::text(text).files(files))
}

/// The record, and the document beside it, as far as they are small enough.
fn written(document: &Document, name: &str, largest: usize) -> Result<Vec<TextFile>, rules::record::RecordError> {
    let file = |end: &str, kind, text| TextFile { name: format!("{name}.{end}"), kind, text };
    let files = [
        file("txt", "text/plain; charset=utf-8", document.record().to_string()),
        file("json", "application/json", document.json()?),
    ];
    Ok(files.into_iter().filter(|file| file.text.len() <= largest).collect())
}

#[cfg(test)]
mod tests {
    use rules::record::Record;

    use super::*;

    #[test]
    fn a_file_that_is_too_large_stays_behind() {
        let game = Document::from(Record::new("abalone", None, vec!["a1b2".to_owned()]));
        let names = |largest| -> Vec<_> {
            let files = written(&game, "game", largest).expect("a true game");
            files.into_iter().map(|file| file.name).collect()
        };
        assert_eq!(names(LARGEST), ["game.txt", "game.json"]);
        assert_eq!(names(100), ["game.txt"]);
        assert_eq!(names(10), [""; 0]);
    }
}
