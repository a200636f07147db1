//! `/replay`: a whole game as a film.

use std::borrow::Cow;

use render::{Frame, Orientation, Replay};

use super::board;
use super::history::{caption, players};
use super::incoming::Incoming;
use super::names::game_or_finished;
use super::picture::{Tale, TaleKind};
use super::post::{Picture, Post};
use super::reader::Reader;
use super::words::{Language, say};
use super::{Answer, App, Problem, Reply};
use crate::games::Course;
use crate::store::{GameId, Phase, UserId};

/// The longest description that Discord takes.
const ALT: usize = 1024;

/// Is the answer to this command for everybody?
pub fn is_public(incoming: &Incoming) -> bool {
    incoming.name == "replay" && incoming.flag("public")
}

/// `/replay`
pub async fn command(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let private = !is_public(incoming);
    if !private && app.games.is_thread_of_others(incoming.person.user, incoming.home.channel_id).await? {
        return Err(Problem::Say("error-thread-of-others"));
    }
    let game = game_or_finished(app, incoming).await?;
    Ok(Reply::Message { private, post: film(app, language, incoming.person.user, game, private).await? })
}

/// The film of a game, as this person likes it, or, where everybody sees it, as the server does.
pub async fn film(app: &App, language: Language, user: UserId, game: GameId, private: bool) -> Result<Post, Problem> {
    let course = app.games.course(game, user).await?;
    let view = &course.view;
    let record = &view.record;
    let guild = record.game.guild_id;
    let reader = if private { Reader::person(app, user, guild).await } else { Reader::everybody(app, guild).await };
    let count = record.plies.len();
    let mut text = say!(language, "replay", id = game, players = players(language, &course), plies = count);
    if !private {
        // Everybody sees it, and nobody shall wonder why.
        text = format!("{}\n{text}", say!(language, "replay-shown-by", player = user.0));
    }
    let last = view.table.diagram();
    if record.game.phase == Phase::Over {
        text = format!("{text}\n{}", board::result(language, record, &last));
    }
    let flip = reader.flips(view, false);
    let alt = format!("{} {}", say!(language, "replay-alt", plies = count), board::alt(language, record, &last, flip));
    let (kind, version, taste) = (TaleKind::Film, record.game.version, reader.taste);
    let tale = Tale { kind, game, version, language, taste, flip };
    let draw = move || {
        render::replay(&Replay {
            names: course.view.record.seats.iter().map(|seat| seat.name.clone()).collect(),
            frames: frames(language, course),
            abridged: say!(language, "replay-abridged"),
            orientation: if flip { Orientation::WhiteAtBottom } else { Orientation::BlackAtBottom },
            coordinates: taste.coordinates,
            theme: taste.theme,
        })
    };
    let bytes = app.pictures.tell(tale, draw).await?;
    let alt = alt.chars().take(ALT).collect();
    Ok(Post::text(text).picture(Picture { file_name: format!("{game}.gif"), bytes, alt }))
}

/// Every position with the move that led to it; the last one says how the game ended.
fn frames(language: Language, course: Course) -> Vec<Frame<'static>> {
    let Course { view, mut diagrams } = course;
    let (record, places) = (&view.record, view.table.seats());
    let boards = diagrams[0].boards.len();
    let moves = record.plies.iter().map(|ply| caption(language, record, ply, &places, boards));
    let mut captions: Vec<String> =
        std::iter::once(board::headline(language, record, &diagrams[0])).chain(moves).collect();
    if let (Phase::Over, Some(diagram), Some(caption)) = (record.game.phase, diagrams.last_mut(), captions.last_mut()) {
        diagram.to_move = None;
        let end = board::headline(language, record, diagram);
        *caption = if record.plies.is_empty() { end } else { format!("{caption} · {end}") };
    }
    let frame = |(diagram, caption)| Frame { diagram: Cow::Owned(diagram), caption };
    diagrams.into_iter().zip(captions).map(frame).collect()
}
