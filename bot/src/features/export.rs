//! A game as files: `/game export`, and the buttons below a board.

use async_trait::async_trait;
use discord::custom_id::Words;
use discord::{Deferral, Interaction, OutgoingMessage, Reply, TextFile};
use games::domain::{GameId, GameOutcome, GameRecord, Phase, Timestamp, UserId};
use games::{GameError, Games, ReplayedGame};
use rules::record::{Document, GameResult, Moment, Record, seat_tags};

use crate::commands::command_definition::{CommandDefinition, command, subcommand};
use crate::commands::shared_options::any_game;
use crate::commands::{Answer, App, Ctx, Feature, GamePress, Problem, RecordButton, game_or_finished};
use crate::localization::{Language, localize};

pub struct Export;

#[async_trait]
impl Feature for Export {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("export", [any_game()])])]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<RecordButton>>()
    }

    /// The board stays above the files.
    fn deferral(&self, _: &Interaction) -> Option<Deferral> {
        Some(Deferral::Ephemeral)
    }

    fn is_lookup(&self, _: &Interaction) -> bool {
        true
    }

    fn phases(&self) -> &'static [Phase] {
        &[Phase::Playing, Phase::Over]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let game = game_or_finished(ctx).await?;
        Ok(Reply::ephemeral(files(ctx.app, ctx.language, ctx.user(), game).await?))
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let GamePress { subject: game, button: RecordButton::Export } = ctx.button()?;
        Ok(Reply::ephemeral(files(ctx.app, ctx.language, ctx.user(), game).await?))
    }
}

/// Bytes of an attached file. Discord takes 10 MiB in all servers.
const LARGEST: usize = 8 * 1024 * 1024;

const LONGEST_MESSAGE: usize = 2000;

/// The files of a game. A short record is also in the text, where a phone can copy it.
async fn files(app: &App, language: Language, user: UserId, game: GameId) -> Result<OutgoingMessage, Problem> {
    let document = export(&app.games, game, user).await?;
    let files = select_files(&document, &format!("sumito-{game}"), LARGEST).map_err(anyhow::Error::new)?;
    if files.is_empty() {
        return Ok(OutgoingMessage::text(localize!(language, "export-too-large")));
    }
    let names = app.games.names_of(&[game]).await?;
    let title = localize!(language, "export", id = names.get(&game).cloned().unwrap_or_default());
    let record = document.record().to_string();
    let text = format!("{title}\n```\n{}\n```", record.trim_end().replace("```", "ˋˋˋ"));
    let fits = text.chars().count() <= LONGEST_MESSAGE;
    Ok(OutgoingMessage::text(if fits { text } else { title }).files(files))
}

/// The record and the document, as far as each is small enough.
fn select_files(document: &Document, name: &str, largest: usize) -> Result<Vec<TextFile>, rules::record::RecordError> {
    let file = |end: &str, kind, text| TextFile { name: format!("{name}.{end}"), kind, text };
    let files = [
        file("txt", "text/plain; charset=utf-8", document.record().to_string()),
        file("json", "application/json", document.json()?),
    ];
    Ok(files.into_iter().filter(|file| file.text.len() <= largest).collect())
}

/// The game as a document, for this person.
///
/// # Errors
/// The record of a running game is for its players only, and for no one while colors are hidden. A challenge has none
/// yet.
pub async fn export(games: &Games, game: GameId, user: UserId) -> Result<Document, GameError> {
    let replayed = games.load(game, None).await?;
    match replayed.record.game.phase {
        Phase::Over => {}
        Phase::Offered | Phase::Void => {
            replayed.record.check_not_others(user)?;
            replayed.record.playing_seat(user)?;
        }
        Phase::Playing => drop(replayed.record.playing_seat(user)?),
    }
    if replayed.any_game.hides_colors() {
        return Err(GameError::ColorsHidden);
    }
    Ok(document(&replayed))
}

pub fn document(replayed: &ReplayedGame) -> Document {
    let GameRecord { game, seats, plies, .. } = &replayed.record;
    let seat_infos = replayed.any_game.seats();
    let moves = plies.iter().map(|ply| ply.notation.clone()).collect();
    let began = replayed.record.own_plies().first().map_or(game.turn.started_at, |ply| ply.played_at);
    let board = game.competition.as_ref().and_then(|tag| tag.board);
    let mut record = Record::new(game.setup.as_str(), None, moves)
        .with_tag("Event", game.competition.as_ref().map_or("Sumito", |tag| tag.label.as_str()))
        .with_tag("Site", "Discord")
        .with_tag("Date", &moment(began).map_or_else(|| "????.??.??".to_owned(), Moment::date))
        .with_tag("Round", &board.map_or_else(|| "-".to_owned(), |board| board.to_string()))
        .with_tag("TimeControl", &game.time_control.to_string())
        .with_tag("GameId", &game.game_id.to_string());
    let tags = seat_tags(&seat_infos);
    for seat in seats {
        if let Some(tag) = tags.get(usize::from(seat.seat)) {
            record = record.with_tag(tag, &seat.name);
        }
    }
    if game.phase == Phase::Over {
        let winners = game.result().and_then(GameOutcome::winners);
        let result = winners.map_or(GameResult::Draw, |colors| GameResult::won_by(colors, &seat_infos));
        record = record.with_result(result);
        if let Some(reason) = game.end_reason() {
            record = record.with_tag("Termination", reason.as_str());
        }
    }
    // Inherited moves were not played in this game and have no times.
    let times = plies.iter().map(|ply| if ply.is_given() { None } else { moment(ply.played_at) });
    Document::from(record).with_times(times.collect())
}

fn moment(at: Timestamp) -> Option<Moment> {
    Moment::from_millis(at.0)
}

#[cfg(test)]
mod tests {
    use rules::record::Record;

    use super::*;

    #[test]
    fn a_file_that_is_too_large_stays_behind() {
        let game = Document::from(Record::new("abalone", None, vec!["a1b2".to_owned()]));
        let names = |largest| -> Vec<_> {
            let files = select_files(&game, "game", largest).expect("a true game");
            files.into_iter().map(|file| file.name).collect()
        };
        assert_eq!(names(LARGEST), ["game.txt", "game.json"]);
        assert_eq!(names(100), ["game.txt"]);
        assert_eq!(names(10), [""; 0]);
    }
}
