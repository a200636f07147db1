//! `/challenge`.

use std::fmt::Write as _;

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::message;
use crate::commands::button::{Button, ButtonAction};
use crate::commands::context::App;
use crate::commands::layout_names::layout_named;
use crate::discord::interaction;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, say};
use crate::discord::message::{OutgoingMessage, Style, button, row};
use crate::discord::reply::Reply;
use crate::domain::{GameRecord, Pace, Person};
use crate::features::challenge::service::{ColorChoice, NewChallenge};
use crate::features::settings::command::DEFAULT;

pub(crate) async fn challenge(app: &App, language: Language, incoming: &Interaction) -> Answer {
    let opponents = opponents(incoming)?;
    if opponents.len() == 4 {
        return Err(Problem::Say("error-five-people"));
    }
    if incoming.text("layout").is_some() && incoming.text("board").is_some() {
        return Err(Problem::Say("error-layout-and-board"));
    }
    let setup = setup_line(app, incoming, opponents.len() + 1);
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
        origin: incoming.origin,
    };
    let done = app.games.challenge(wish).await?;
    Ok(Reply::private(sent(language, &done.view.record)))
}

/// The pace with what stops its clocks, as the options of a challenge say.
fn pace_line(app: &App, incoming: &Interaction) -> String {
    let usual = app.games.default_time_control();
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
pub fn sent(language: Language, record: &GameRecord) -> OutgoingMessage {
    let asked = message::mentions(record.challenged());
    let withdraw = Button::of(ButtonAction::Withdraw, record.game.game_id);
    let rows = vec![row(&[button(&withdraw, say!(language, "button-withdraw"), Style::Danger)])];
    OutgoingMessage::text(say!(language, "challenge-sent", opponents = asked)).rows(rows)
}

/// The people who are challenged, in the order in which they are named.
fn opponents(incoming: &Interaction) -> Result<Vec<Person>, Problem> {
    let named = ["user", "user2", "user3", "user4", "user5"];
    let mut people = Vec::new();
    for id in named.into_iter().filter_map(|name| incoming.options.get(name)) {
        let id = interaction::id(id);
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
fn setup_line(app: &App, incoming: &Interaction, people: usize) -> String {
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
            let _ = write!(setup, " seed={}", app.games.random.below(1_000_000));
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
