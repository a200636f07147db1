//! Slash commands and their completion.

use std::fmt::Write as _;

use rules::table::Choice;
use tracing::error;

use super::custom_id::{Press, Verb};
use super::incoming::Incoming;
use super::post::{Post, Style, button, plain, row};
use super::words::{Language, say};
use super::{Answer, App, Problem, Reply, board};
use crate::games::{ColorChoice, DrawAction, GameError, NewChallenge, Person, PlayMove, View};
use crate::store::{GameId, GameSummary, Phase};

/// Choices that Discord shows.
const CHOICES: usize = 25;

/// Answers a slash command.
pub async fn command(app: &App, language: Language, incoming: &Incoming) -> Answer {
    match incoming.name.as_str() {
        "challenge" => challenge(app, language, incoming).await,
        "move" => play(app, language, incoming).await,
        "board" => show(app, language, incoming).await,
        "games" => games(app, language, incoming).await,
        "resign" => resign(app, language, incoming).await,
        "draw" => draw(app, language, incoming).await,
        "help" => Ok(Reply::private(Post::text(say!(language, "help")))),
        _ => Err(Problem::Say("error-unknown-button")),
    }
}

async fn challenge(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let named = incoming.options.get("user").and_then(super::incoming::id);
    let found = incoming.users.iter().find(|(person, _)| Some(person.user.0) == named);
    let Some((opponent, bot)) = found else { return Err(Problem::Say("error-no-such-person")) };
    if *bot {
        return Err(Problem::Say("a-bot"));
    }
    let mut setup = String::from("abalone");
    if let Some(layout) = incoming.text("layout") {
        // One word: what follows a space would be read as another option.
        let layout: String = layout.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase();
        let _ = write!(setup, " layout={layout}");
    }
    for option in ["sprint", "target"] {
        if let Some(number) = incoming.number(option) {
            let _ = write!(setup, " {option}={number}");
        }
    }
    let color = match incoming.text("color") {
        Some("black") => ColorChoice::Black,
        Some("white") => ColorChoice::White,
        _ => ColorChoice::Random,
    };
    let wish = NewChallenge {
        request: incoming.request,
        challenger: incoming.person.clone(),
        opponent: opponent.clone(),
        setup,
        pace: incoming.text("pace").map_or_else(|| app.games.default_pace().to_string(), str::to_owned),
        color,
        home: incoming.home,
    };
    let done = app.games.challenge(wish).await?;
    let withdraw = Press::of(Verb::Withdraw, done.view.record.game.game_id);
    let rows = vec![row(&[button(&withdraw, say!(language, "button-withdraw"), Style::Danger)])];
    Ok(Reply::private(Post::text(say!(language, "challenge-sent", opponent = opponent.user.0)).rows(rows)))
}

async fn play(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let game = game_of(app, incoming).await?;
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
    let own = view.record.plies.iter().rev().find(|ply| ply.user == incoming.person.user);
    let mut text = own.map_or_else(String::new, |ply| say!(language, "you-played", notation = ply.notation));
    let home = view.record.game.thread_id.unwrap_or(view.record.game.channel_id);
    if home != incoming.home.channel_id {
        text.push(' ');
        text.push_str(&say!(language, "game-in", channel = home.0));
    }
    let flip = view.record.seat_of(incoming.person.user) == Some(1);
    Ok(board::private(app, language, view, &text, flip).await?)
}

async fn show(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let game = game_of(app, incoming).await?;
    let ply = incoming.number("ply").and_then(|ply| u32::try_from(ply).ok());
    let view = app.games.view(game, ply).await?;
    let diagram = view.table.diagram();
    let sentence = if ply.is_some() { say!(language, "after-ply", ply = diagram.ply) } else { String::new() };
    if incoming.text("style") == Some("text") {
        let alt = board::alt(language, &view.record, &diagram);
        let text =
            format!("{sentence}\n{}\n{}{alt}", board::caption(language, &view, &diagram), board::letters(&diagram));
        return Ok(Reply::private(Post::text(text.trim_start().to_owned())));
    }
    Ok(Reply::private(board::private(app, language, &view, &sentence, incoming.flag("flip")).await?))
}

async fn games(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let user = incoming.person.user;
    let list = app.games.list(user).await?;
    if list.is_empty() {
        return Ok(Reply::private(Post::text(say!(language, "games-none"))));
    }
    let mut text = say!(language, "games-title");
    let mut shown = 0;
    for summary in &list {
        let line = line(language, summary, user);
        // Room for the line that counts the rest.
        if text.chars().count() + line.chars().count() > 1900 {
            break;
        }
        text.push('\n');
        text.push_str(&line);
        shown += 1;
    }
    if shown < list.len() {
        text.push('\n');
        text.push_str(&say!(language, "games-more", count = list.len() - shown));
    }
    Ok(Reply::private(Post::text(text)))
}

fn line(language: Language, summary: &GameSummary, user: crate::store::UserId) -> String {
    let GameSummary { game, seats } = summary;
    let id = game.game_id;
    let opponent = seats.iter().find(|seat| seat.user != user).map_or(0, |seat| seat.user.0);
    let deadline = game.deadline_at.map_or_else(String::new, |at| format!(" · <t:{}:R>", at.0 / 1000));
    if game.phase == Phase::Offered {
        let key = if game.challenger == user { "games-offer-out" } else { "games-offer-in" };
        return format!("• {}{deadline}", say!(language, key, id = id, opponent = opponent));
    }
    let seat = seats.iter().find(|seat| seat.user == user).map_or(0, |seat| seat.seat);
    let turn = if game.to_move == Some(seat) { "games-your-turn" } else { "games-their-turn" };
    let place = game.thread_id.map_or_else(String::new, |thread| format!(" · <#{}>", thread.0));
    let (color, number) = (board::color(language, seat), game.ply / 2 + 1);
    let what = say!(language, "games-line", id = id, opponent = opponent, color = color, move = number);
    format!("• {what} · {}{deadline}{place}", language.say(turn, &[]))
}

async fn resign(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let game = game_of(app, incoming).await?;
    Ok(Reply::private(ask_to_resign(app, language, incoming, game).await?))
}

/// The question before resigning. It is about the game as it is now, whatever board the button stood under.
pub async fn ask_to_resign(app: &App, language: Language, incoming: &Incoming, game: GameId) -> Result<Post, Problem> {
    let view = app.games.view(game, None).await?;
    let player = view.record.seat_of(incoming.person.user).is_some();
    match view.record.game.phase {
        _ if !player => return Err(GameError::NotAPlayer.into()),
        Phase::Playing => {}
        Phase::Offered => return Err(GameError::NotStarted.into()),
        Phase::Over | Phase::Void => return Err(GameError::Over.into()),
    }
    let yes = Press::at(Verb::ResignYes, game, view.record.game.version);
    let no = Press::of(Verb::Board, game);
    let rows = vec![row(&[
        button(&yes, say!(language, "button-resign-yes"), Style::Danger),
        button(&no, say!(language, "button-back"), Style::Secondary),
    ])];
    Ok(Post::text(say!(language, "resign-ask")).rows(rows))
}

async fn draw(app: &App, language: Language, incoming: &Incoming) -> Answer {
    let game = game_of(app, incoming).await?;
    let action = DrawAction::OfferOrAccept { expected_ply: None };
    let done = app.games.draw(incoming.request, game, incoming.person.user, action).await?;
    Ok(Reply::private(Post::text(after_draw(language, &done.view))))
}

/// What the player reads who has offered, accepted or claimed a draw.
pub fn after_draw(language: Language, view: &View) -> String {
    match view.record.game.phase {
        Phase::Over => board::result(language, &view.record, &view.table.diagram()),
        _ => say!(language, "you-offered"),
    }
}

/// The game that a command means.
async fn game_of(app: &App, incoming: &Incoming) -> Result<GameId, Problem> {
    if let Some(text) = incoming.text("game") {
        return Ok(text.trim().parse().map_err(|_| GameError::NoSuchGame)?);
    }
    let found = app.games.game_for(incoming.person.user, incoming.home.channel_id).await?;
    found.ok_or(Problem::Say("error-which-game"))
}

/// Completes the focused option. What goes wrong is logged and gives no choices: the player can type on.
pub async fn complete(app: &App, language: Language, incoming: &Incoming) -> Vec<(String, String)> {
    let typed = incoming.focused.as_deref().and_then(|name| incoming.text(name)).unwrap_or_default();
    let outcome = match incoming.focused.as_deref() {
        Some("layout") => Ok(layouts(language, typed)),
        Some("game") => games_like(app, language, &incoming.person, typed).await,
        Some("move") => moves_like(app, language, incoming, typed).await,
        _ => Ok(Vec::new()),
    };
    match outcome {
        Ok(choices) => choices,
        Err(Problem::Game(GameError::Internal(cause), _)) => {
            error!(%cause, "Could not complete an option: {cause}");
            Vec::new()
        }
        Err(_) => Vec::new(),
    }
}

fn layouts(language: Language, typed: &str) -> Vec<(String, String)> {
    let typed = typed.to_lowercase();
    let mut fitting: Vec<_> = rules::abalone::layouts()
        .iter()
        .filter(|layout| layout.seats == 2)
        .filter(|layout| [&layout.name, &layout.en, &layout.fr].iter().any(|name| name.to_lowercase().contains(&typed)))
        .collect();
    // The well-known ones first, and among them those whose name begins that way.
    fitting.sort_by_key(|layout| (!layout.core, !layout.name.starts_with(&typed), layout.name.clone()));
    let name = |layout: &rules::abalone::Layout| {
        language.pick(layout.en.as_str(), layout.fr.as_str()).chars().take(100).collect::<String>()
    };
    fitting.into_iter().take(CHOICES).map(|layout| (name(layout), layout.name.clone())).collect()
}

async fn games_like(
    app: &App,
    language: Language,
    person: &Person,
    typed: &str,
) -> Result<Vec<(String, String)>, Problem> {
    let typed = typed.to_lowercase();
    let list = app.games.list(person.user).await?;
    let named = list.iter().filter(|summary| summary.game.phase == Phase::Playing).map(|summary| {
        let opponent = summary.seats.iter().find(|seat| seat.user != person.user);
        let name: String = opponent.map_or("?", |seat| seat.name.as_str()).chars().take(40).collect();
        let own = summary.seats.iter().find(|seat| seat.user == person.user).map(|seat| seat.seat);
        let id = summary.game.game_id.to_string();
        let mut label = say!(language, "choice-game", opponent = name, move = summary.game.ply / 2 + 1, id = id);
        if summary.game.to_move == own {
            label = format!("{label} · {}", say!(language, "choice-your-turn"));
        }
        (label, id)
    });
    Ok(named.filter(|(label, _)| label.to_lowercase().contains(&typed)).take(CHOICES).collect())
}

async fn moves_like(
    app: &App,
    language: Language,
    incoming: &Incoming,
    typed: &str,
) -> Result<Vec<(String, String)>, Problem> {
    let game = game_of(app, incoming).await?;
    let moves = app.games.complete_moves(game, incoming.person.user, typed).await?;
    Ok(moves.into_iter().take(CHOICES).map(|choice| (describe(language, &choice), choice.notation)).collect())
}

fn describe(language: Language, choice: &Choice) -> String {
    let mut label = choice.notation.clone();
    for (tag, key) in [("eject", "choice-eject"), ("push", "choice-push"), ("broadside", "choice-broadside")] {
        if choice.tags.contains(&tag) {
            label = format!("{label} · {}", language.say(key, &[]));
            break;
        }
    }
    plain(&label).replace('\\', "")
}
