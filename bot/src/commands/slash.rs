//! Slash commands and their completion.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::Value;

use super::custom_id::{Press, Verb};
use super::incoming::Incoming;
use super::names::{game_of, game_of_own, layout_named};
use super::post::{Post, Style, button, row};
use super::reader::{Reader, plays_white};
use super::settings::DEFAULT;
use super::words::{Language, say};
use super::{
    Answer, App, Problem, Reply, board, export, history, line, list, manual, offer, profile, proposals, reminding,
    replay, settings, vacation,
};
use crate::games::pace::Pace;
use crate::games::{ColorChoice, DrawAction, GameError, Guess, NewChallenge, Person, PlayMove, Question, View};
use crate::store::{ChannelId, GameId, GameRecord, Phase};

/// How long it may take to find out whether a thread is there: the answer to a move does not wait for more.
const LOOK: Duration = Duration::from_millis(700);

/// Answers a slash command.
pub async fn command(app: &App, language: Language, incoming: &Incoming) -> Answer {
    match incoming.name.as_str() {
        "challenge" => challenge(app, language, incoming).await,
        "move" => play(app, language, incoming).await,
        "board" => show(app, language, incoming).await,
        "games" => list::games(app, language, incoming).await,
        "export" => export::command(app, language, incoming).await,
        "history" => history::command(app, language, incoming).await,
        "replay" => replay::command(app, language, incoming).await,
        "resign" => resign(app, language, incoming).await,
        "abort" => abort(app, language, incoming).await,
        "claim" => proposals::claim(app, language, incoming).await,
        "adjourn" => proposals::adjourn(app, language, incoming).await,
        "resume" => proposals::resume(app, language, incoming).await,
        "takeback" => proposals::take_back(app, language, incoming).await,
        "line add" => line::add(app, language, incoming).await,
        "line show" => line::show(app, language, incoming).await,
        "line remove" => line::remove(app, language, incoming).await,
        "draw" => draw(app, language, incoming).await,
        "profile" => profile::command(app, language, incoming).await,
        "settings show" => settings::show(app, language, incoming).await,
        "settings picture" => settings::picture(app, language, incoming).await,
        "settings takeback" => settings::takeback(app, language, incoming).await,
        "settings clock" => settings::clock(app, language, incoming).await,
        "vacation start" => vacation::start(app, language, incoming).await,
        "vacation stop" => vacation::stop(app, language, incoming).await,
        "vacation status" => vacation::status(app, language, incoming).await,
        "settings reminders" => reminding::reminders(app, language, incoming).await,
        "settings digest" => reminding::digest(app, language, incoming).await,
        "settings test" => reminding::test(app, language, incoming).await,
        "setup show" => settings::show_server(app, language, incoming).await,
        "setup picture" => settings::server_picture(app, language, incoming).await,
        "rules" => Ok(manual::command(app, language, incoming).await),
        "help" => Ok(Reply::private(Post::text(say!(language, "help")))),
        _ => Err(Problem::Say("error-unknown-button")),
    }
}

async fn challenge(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let opponents = opponents(incoming)?;
    if opponents.len() == 4 {
        return Err(Problem::Say("error-five-people"));
    }
    if incoming.text("layout").is_some() && incoming.text("board").is_some() {
        return Err(Problem::Say("error-layout-and-board"));
    }
    let setup = setup_line(incoming, opponents.len() + 1);
    let color = match incoming.text("color") {
        Some("black") => ColorChoice::Black,
        Some("white") => ColorChoice::White,
        _ => ColorChoice::Random,
    };
    let wish = NewChallenge {
        request: incoming.request,
        challenger: incoming.person.clone(),
        opponents,
        setup,
        pace: pace_line(app, incoming),
        color,
        home: incoming.home,
    };
    let done = app.games.challenge(wish).await?;
    Ok(Reply::private(sent(language, &done.view.record)))
}

/// The pace with what stops its clocks, as the options of a challenge say.
fn pace_line(app: &App, incoming: &Incoming) -> String {
    let usual = app.games.default_pace();
    let (pace, pauses) = (incoming.text("pace"), incoming.text("pauses"));
    let named = || pace.map_or_else(|| usual.pace.to_string(), str::to_owned);
    match pauses {
        Some(DEFAULT) => named(),
        Some(words) => format!("{} {words}", named()),
        // What the host has set for the clocks holds at any pace; what is no pace is for the use case to refuse.
        None => match pace.map(str::parse::<Pace>) {
            None => usual.to_string(),
            Some(Ok(pace)) => usual.at(pace).to_string(),
            Some(Err(_)) => named(),
        },
    }
}

/// What the challenger reads: whom the challenge is on its way to, and the button that takes it back.
pub fn sent(language: Language, record: &GameRecord) -> Post {
    let asked = board::mentions(record.challenged());
    let withdraw = Press::of(Verb::Withdraw, record.game.game_id);
    let rows = vec![row(&[button(&withdraw, say!(language, "button-withdraw"), Style::Danger)])];
    Post::text(say!(language, "challenge-sent", opponents = asked)).rows(rows)
}

/// The people who are challenged, in the order in which they are named.
fn opponents(incoming: &Incoming) -> Result<Vec<Person>, Problem> {
    let named = ["user", "user2", "user3", "user4", "user5"];
    let mut people = Vec::new();
    for id in named.into_iter().filter_map(|name| incoming.options.get(name)) {
        let id = super::incoming::id(id);
        let found = incoming.users.iter().find(|(person, _)| Some(person.user.0) == id);
        let Some((person, is_bot)) = found else { return Err(Problem::Say("error-no-such-person")) };
        if *is_bot {
            return Err(Problem::Say("a-bot"));
        }
        people.push(person.clone());
    }
    Ok(people)
}

/// The setup line that the options of a challenge to so many people make. The rules judge it.
fn setup_line(incoming: &Incoming, people: usize) -> String {
    // One word: what follows a space would be read as another option.
    let word = |text: &str, joint: &str| {
        text.split(|c: char| c.is_whitespace() || c == ',')
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(joint)
            .to_lowercase()
    };
    let mut setup = incoming.text("game").map_or_else(|| "abalone".to_owned(), |game| word(game, "-"));
    if let Some(layout) = incoming.text("layout") {
        let layout = layout_named(layout).map_or_else(|| word(layout, "-"), |found| found.name.clone());
        let _ = write!(setup, " layout={layout}");
        if layout.starts_with("random") {
            let _ = write!(setup, " seed={}", rand::random_range(0..1_000_000));
        }
    }
    if let Some(board) = incoming.text("board") {
        let _ = write!(setup, " layout=custom board={}", word(board, ""));
    }
    for option in ["sprint", "target"] {
        if let Some(number) = incoming.number(option) {
            let _ = write!(setup, " {option}={number}");
        }
    }
    for option in ["turn", "handicap", "obstacles", "holes", "pivot", "ball"] {
        if let Some(value) = incoming.text(option) {
            // `e5 fixed` means `e5:fixed`; cells are a set.
            let _ = write!(setup, " {option}={}", word(value, if option == "pivot" { ":" } else { "+" }));
        }
    }
    for (option, value) in [("placement", "on"), ("triangles", "on"), ("one-color", "one"), ("crown", "on")] {
        if incoming.flag(option) {
            let option = if option == "one-color" { "colors" } else { option };
            let _ = write!(setup, " {option}={value}");
        }
    }
    match (incoming.text("seats"), people) {
        (Some("2x2x2-counter"), _) => setup.push_str(" seats=2x2x2 phase=counter"),
        (Some("2"), _) | (None, ..=2) => {}
        (Some(seats), _) => {
            let _ = write!(setup, " seats={}", word(seats, ""));
        }
        // Only Abalone is played by more than two: its sister games are refused for the number of people.
        (None, _) if !setup.starts_with("abalone") => {}
        // So many people and nothing said: each has a color.
        (None, people) => {
            let _ = write!(setup, " seats={people}");
        }
    }
    setup
}

async fn play(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let game = game_of(app, incoming, Guess::Likely).await?;
    let text = incoming.text("move").unwrap_or_default();
    let play = PlayMove {
        request: incoming.request,
        game,
        user: incoming.person.user,
        text: text.to_owned(),
        expected_ply: None,
    };
    let done = app.games.play(play).await.map_err(|error| Problem::Game(error, Some(text.to_owned())))?;
    Ok(Reply::private(played(app, language, incoming, &done.view).await?))
}

/// What the mover reads after a move.
pub async fn played(app: &App, language: Language, incoming: &Incoming, view: &View) -> Result<Post, Problem> {
    let user = incoming.person.user;
    // Lines may have answered since, the player's own too.
    let now = view.record.plies.last().map_or(0, |ply| ply.version);
    let own = view.record.plies.iter().rev().find(|ply| ply.user == user);
    let first = view.record.plies.iter().find(|ply| ply.user == user && ply.version == now);
    let own = first.or(own);
    let against = board::against(language, &view.table.seats(), &view.record.seats, user);
    let mut text =
        own.map_or_else(String::new, |ply| say!(language, "you-played", notation = ply.notation, against = against));
    let game = &view.record.game;
    if game.thread_id != Some(incoming.home.channel_id) {
        text.push(' ');
        text.push_str(&match spoken_of_elsewhere(app, view, incoming.home.channel_id).await? {
            Some(channel) => say!(language, "game-in", id = game.game_id, channel = channel.0),
            None => say!(language, "game-is", id = game.game_id),
        });
    }
    let reader = Reader::person(app, user, game.guild_id).await;
    let flip = reader.flips(view, plays_white(view, view.record.seat_of(user)));
    Ok(board::private(app, language, view, &reader, &text, flip).await?)
}

/// The channel in which the newest message about this game stands, where that is another than this one and one to go to: the
/// thread may be gone, and a direct message is its reader's own.
async fn spoken_of_elsewhere(app: &App, view: &View, here: ChannelId) -> Result<Option<ChannelId>, Problem> {
    let game = &view.record.game;
    let posted = app.store.posted(game.game_id).await.map_err(GameError::from)?;
    let newest = posted.first().map(|posted| posted.channel_id);
    let homes = [game.thread_id, game.guild_id.map(|_| game.channel_id)];
    let is_way = |channel: &ChannelId| *channel != here && homes.contains(&Some(*channel));
    let Some(channel) = newest.filter(is_way) else { return Ok(None) };
    if game.thread_id != Some(channel) {
        return Ok(Some(channel));
    }
    // A thread may have been deleted since: the board of this move comes in a new one then. Nothing else is worth a request.
    let is_there = tokio::time::timeout(LOOK, app.courier.is_there(channel)).await.unwrap_or(true);
    Ok(is_there.then_some(channel))
}

async fn show(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let game = game_of(app, incoming, Guess::Likely).await?;
    let ply = incoming.number("ply").and_then(|ply| u32::try_from(ply).ok());
    let letters = incoming.text("style").map(|style| style == "text");
    let flip = incoming.options.get("flip").and_then(Value::as_bool);
    Ok(Reply::private(look(app, language, incoming, game, ply, Wanted { letters, flip }).await?))
}

/// How a board was asked for; where nothing is said, it is shown as its reader likes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wanted {
    /// In rows of letters.
    pub letters: Option<bool>,
    /// White at the bottom.
    pub flip: Option<bool>,
}

/// A game as it is, or after so many plies. A challenge is shown to those between whom it is, with what they can do about it.
pub async fn look(
    app: &App,
    language: Language,
    incoming: &Incoming,
    game: GameId,
    ply: Option<u32>,
    wanted: Wanted,
) -> Result<Post, Problem> {
    let view = app.games.view(game, ply).await?;
    let user = incoming.person.user;
    let mut reader = Reader::person(app, user, view.record.game.guild_id).await;
    reader.letters = wanted.letters.unwrap_or(reader.letters);
    if matches!(view.record.game.phase, Phase::Offered | Phase::Void) {
        if view.record.seat_of(user).is_none() {
            return Err(GameError::NotForYou.into());
        }
        let rows = list::offer_buttons(language, &view.record, user);
        return Ok(offer::offer(app, language, &view.record, &reader, rows).await?);
    }
    let (there, now) = (view.table.ply(), view.record.game.ply);
    if there < now && view.table.hides_colors() {
        // Move by move it would be plain which marbles are whose.
        return Err(Problem::Say("error-veiled-past"));
    }
    let sentence = match ply {
        Some(ply) if ply > now => say!(language, "only-so-many", ply = now),
        Some(_) if there < now => say!(language, "after-ply", ply = there),
        _ => String::new(),
    };
    let flip = wanted.flip.unwrap_or_else(|| reader.flips(&view, false));
    Ok(board::private(app, language, &view, &reader, &sentence, flip).await?)
}

async fn resign(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let game = game_of(app, incoming, Guess::Certain).await?;
    Ok(Reply::private(ask_to_resign(app, language, incoming, game).await?))
}

/// The question before resigning. It is about the game as it is now, whatever board the button stood under.
pub async fn ask_to_resign(app: &App, language: Language, incoming: &Incoming, game: GameId) -> Result<Post, Problem> {
    let view = app.games.view(game, None).await?;
    view.record.playing_seat(incoming.person.user)?;
    let yes = Press::at(Verb::ResignYes, game, view.record.game.version);
    let no = Press::of(Verb::Board, game);
    let rows = vec![row(&[
        button(&yes, say!(language, "button-resign-yes"), Style::Danger),
        button(&no, say!(language, "button-back"), Style::Secondary),
    ])];
    let user = incoming.person.user;
    let against = board::against(language, &view.table.seats(), &view.record.seats, user);
    Ok(Post::text(say!(language, "resign-ask", id = game, against = against)).rows(rows))
}

/// The question before calling a game off.
async fn abort(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let game = game_of(app, incoming, Guess::Certain).await?;
    let (view, user) = (app.games.view(game, None).await?, incoming.person.user);
    view.record.aborting_seat(user)?;
    let yes = Press::at(Verb::AbortYes, game, view.record.game.version);
    let rows = vec![row(&[
        button(&yes, say!(language, "button-abort-yes"), Style::Danger),
        button(&Press::of(Verb::Board, game), say!(language, "button-back"), Style::Secondary),
    ])];
    let against = board::against(language, &view.table.seats(), &view.record.seats, user);
    Ok(Reply::private(Post::text(say!(language, "abort-ask", id = game, against = against)).rows(rows)))
}

async fn draw(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let user = incoming.person.user;
    if incoming.flag("withdraw") {
        let game = game_of_own(app, incoming, Question::Draw).await?;
        app.games.draw(incoming.request, game, user, DrawAction::Withdraw { offer: None }).await?;
        return Ok(Reply::private(Post::text(say!(language, "you-withdrew-draw"))));
    }
    let game = game_of(app, incoming, Guess::Certain).await?;
    let action = DrawAction::OfferOrAccept { expected_ply: None };
    let done = app.games.draw(incoming.request, game, user, action).await?;
    Ok(Reply::private(proposals::after_draw(language, user, &done)))
}
