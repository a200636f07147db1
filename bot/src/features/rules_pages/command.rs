//! `/rules`: a book of short pages, each with a picture of ours. What a page shows is data in `pages`; its words are texts of
//! the locales; the sentences about what is not allowed are those that a player reads who tries it.

use std::fmt;
use std::str::FromStr;

use render::{Marked, Target};
use rules::board::hex::{Cell, Direction};
use rules::diagram::{Board, Stone};
use rules::{AnyGame, Color, Diagram, SeatInfo};
use rules::{Refusal, team_name};
use tracing::error;

use crate::commands::board::description::{Known, color, describe, player, spelled};
use crate::commands::board::pictures::BoardPicture;
use crate::commands::board::viewer::{PictureStyle, Viewer};
use crate::commands::context::App;
use crate::commands::layout_names::{CHOICES, folded};
use crate::commands::rules_refusal::refused;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, say};
use crate::discord::message::{OutgoingMessage, Picture, Style, button, row, select};
use crate::discord::reply::Reply;
use crate::features::challenge::definition::challenge;
use crate::features::rules_pages::pages::{Page, TOPICS, Topic};

/// A place in the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Leaf {
    /// Index of a topic.
    topic: usize,
    /// Index of a page in it.
    page: usize,
}

impl Leaf {
    /// The whole book in order.
    fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        TOPICS.iter().enumerate().flat_map(|(topic, of)| (0..of.pages.len()).map(move |page| Self { topic, page }))
    }

    fn topic(self) -> &'static Topic {
        &TOPICS[self.topic]
    }

    fn page(self) -> &'static Page {
        &self.topic().pages[self.page]
    }

    fn next(self) -> Option<Self> {
        Self::all().skip_while(|leaf| *leaf != self).nth(1)
    }

    fn before(self) -> Option<Self> {
        Self::all().take_while(|leaf| *leaf != self).last()
    }

    /// The key of its text.
    fn key(self) -> String {
        format!("rules-{}-{}", self.topic().key, self.page().key)
    }

    fn title(self, language: Language) -> String {
        language.say(&format!("{}-title", self.key()), &[])
    }
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.topic().key, self.page().key)
    }
}

/// A text that names no page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct NoSuchLeaf;

impl FromStr for Leaf {
    type Err = NoSuchLeaf;

    /// Reads `sumito/impossible`; a topic alone is its first page, and so is a page that the topic has no more.
    fn from_str(text: &str) -> Result<Self, NoSuchLeaf> {
        let (topic, page) = text.split_once('/').unwrap_or((text, ""));
        let topic = TOPICS.iter().position(|of| of.key == topic).ok_or(NoSuchLeaf)?;
        let page = TOPICS[topic].pages.iter().position(|of| of.key == page).unwrap_or(0);
        Ok(Self { topic, page })
    }
}

/// What a button or a select of the book carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// To the list of topics.
    Index,
    /// To what was chosen from the select.
    Choose,
    /// To a page.
    To(Leaf),
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index => f.write_str("v1:rules"),
            Self::Choose => f.write_str("v1:rules:"),
            Self::To(leaf) => write!(f, "v1:rules:{leaf}"),
        }
    }
}

impl FromStr for Turn {
    type Err = NoSuchLeaf;

    fn from_str(text: &str) -> Result<Self, NoSuchLeaf> {
        match text.strip_prefix("v1:rules") {
            Some("") => Ok(Self::Index),
            Some(":") => Ok(Self::Choose),
            // A page that there is no more.
            Some(rest) => Ok(rest.strip_prefix(':').ok_or(NoSuchLeaf)?.parse().map_or(Self::Index, Self::To)),
            None => Err(NoSuchLeaf),
        }
    }
}

/// Answers `/rules`.
pub async fn command(app: &App, language: Language, incoming: &Interaction) -> Reply {
    let reader = Viewer::person(app, incoming.person.user, incoming.origin.guild_id).await;
    let post = match incoming.text("topic") {
        None => index(app, language, &reader, "").await,
        Some(topic) => match find(topic) {
            Some(leaf) => open(app, language, &reader, leaf).await,
            None => index(app, language, &reader, &say!(language, "rules-unknown-topic")).await,
        },
    };
    Reply::private(post)
}

/// Answers a button or select of the book; `None` when it is no such thing.
pub async fn turned(app: &App, language: Language, incoming: &Interaction) -> Option<Reply> {
    let turn: Turn = incoming.name.parse().ok()?;
    let leaf = match turn {
        Turn::Index => None,
        Turn::Choose => incoming.values.first().and_then(|value| value.parse().ok()),
        Turn::To(leaf) => Some(leaf),
    };
    let reader = Viewer::person(app, incoming.person.user, incoming.origin.guild_id).await;
    let post = match leaf {
        Some(leaf) => open(app, language, &reader, leaf).await,
        None => index(app, language, &reader, "").await,
    };
    Some(incoming.answered(post))
}

/// Topics, then pages, whose names or explanations hold what is typed.
pub fn complete(language: Language, typed: &str) -> Vec<(String, String)> {
    let typed = folded(typed.trim());
    let fits = |texts: &[&str]| texts.iter().any(|text| folded(text).contains(&typed));
    let topics = TOPICS.iter().filter_map(|topic| {
        let (name, about) = (name(language, topic), about(language, topic));
        fits(&[&name, &about, topic.key]).then(|| (format!("{name} · {about}"), topic.key.to_owned()))
    });
    let pages = Leaf::all().filter_map(|leaf| {
        let (title, topic) = (leaf.title(language), leaf.topic());
        // The page of a topic that has no other would stand there twice.
        let counts = !typed.is_empty() && topic.pages.len() > 1 && fits(&[&title]);
        counts.then(|| (format!("{} · {title}", name(language, topic)), leaf.to_string()))
    });
    let short = |(label, value): (String, String)| (label.chars().take(100).collect(), value);
    topics.chain(pages).map(short).take(CHOICES).collect()
}

/// The page that a typed text means: as completion gives it, or a name in either language.
fn find(text: &str) -> Option<Leaf> {
    if let Ok(leaf) = text.trim().to_lowercase().parse() {
        return Some(leaf);
    }
    let wanted = folded(text.trim());
    let languages = [Language::English, Language::French];
    let is_wanted = |text: String| folded(&text) == wanted;
    let topic = TOPICS.iter().position(|topic| languages.into_iter().any(|of| is_wanted(name(of, topic))));
    let topic = topic.map(|topic| Leaf { topic, page: 0 });
    let page = || Leaf::all().find(|leaf| languages.into_iter().any(|of| is_wanted(leaf.title(of))));
    // One topic alone that completion would offer is meant, too.
    let only = || {
        let mut offered = languages.into_iter().flat_map(|of| complete(of, text)).map(|(_, value)| value);
        let first = offered.next()?;
        offered.all(|other| other == first).then(|| first.parse().ok())?
    };
    topic.or_else(page).or_else(only)
}

fn name(language: Language, topic: &Topic) -> String {
    language.say(&format!("rules-{}", topic.key), &[])
}

fn about(language: Language, topic: &Topic) -> String {
    language.say(&format!("rules-{}-about", topic.key), &[])
}

/// The list of topics, with a sentence before it.
async fn index(app: &App, language: Language, reader: &Viewer, sentence: &str) -> OutgoingMessage {
    let text = format!("{sentence}\n**{}**\n{}", say!(language, "rules-title"), say!(language, "rules-index"));
    let first = Leaf { topic: 0, page: 0 };
    let start = button(&Turn::To(first), say!(language, "rules-button-start"), Style::Primary);
    let rows = vec![topics(language), row(&[start])];
    let shown = Page { setup: "abalone layout=belgian-daisy", ..*first.page() };
    let title = say!(language, "rules-title");
    illustrated(app, language, reader, &shown, "rules", &title, text.trim_start().to_owned()).await.rows(rows)
}

/// One page.
async fn open(app: &App, language: Language, reader: &Viewer, leaf: Leaf) -> OutgoingMessage {
    let page = leaf.page();
    let title = leaf.title(language);
    let file_name = format!("rules-{}-{}", leaf.topic().key, page.key);
    let text = text(language, leaf);
    let turn =
        |to: Option<Leaf>, key: &str| to.map(|to| button(&Turn::To(to), language.say(key, &[]), Style::Secondary));
    let index = button(&Turn::Index, say!(language, "rules-button-index"), Style::Secondary);
    let ways = [turn(leaf.before(), "rules-button-before"), Some(index), turn(leaf.next(), "rules-button-next")];
    let rows = vec![topics(language), row(&ways.into_iter().flatten().collect::<Vec<_>>())];
    illustrated(app, language, reader, page, &file_name, &title, text).await.rows(rows)
}

/// The select that leads to every topic.
fn topics(language: Language) -> serde_json::Value {
    let options: Vec<_> =
        TOPICS.iter().map(|topic| (topic.key.to_owned(), name(language, topic), about(language, topic))).collect();
    row(&[select(&Turn::Choose, &say!(language, "rules-choose"), &options)])
}

/// Everything that is written on a page.
fn text(language: Language, leaf: Leaf) -> String {
    let page = leaf.page();
    let mut lines = vec![format!("**{}**", leaf.title(language)), language.say(&leaf.key(), &[])];
    if let (Some(turn), Some(mover)) = (page.shown, stand(page).and_then(|table| mover(table.as_ref()))) {
        lines.push(say!(language, "rules-shown", color = color(language, mover), move = turn));
    }
    for (typed, _) in page.refused {
        if let Some(refusal) = refusal(page, typed) {
            lines.push(say!(language, "rules-refused", move = *typed, why = refused(language, &refusal)));
        }
    }
    let options = slash_options(language, leaf.topic().options);
    if leaf.page == 0 && !options.is_empty() {
        let list: Vec<String> = options.iter().map(|option| format!("`{option}`")).collect();
        lines.push(say!(language, "rules-options", list = list.join(", ")));
    }
    let number = Leaf::all().take_while(|other| *other != leaf).count() + 1;
    let topic = name(language, leaf.topic());
    lines.push(say!(language, "rules-page", topic = topic, number = number, count = Leaf::all().count()));
    lines.join("\n")
}

/// The options of `/challenge` that set these words of a setup line, as they are called in this language.
fn slash_options(language: Language, options: &[&str]) -> Vec<String> {
    let wanted: Vec<&str> = options
        .iter()
        .map(|option| match *option {
            "colors" => "hidden-colors",
            "phase" => "seats",
            "seed" => "layout",
            other => other,
        })
        .collect();
    let challenge = challenge();
    let known = challenge.option_names().filter(|name| wanted.contains(name));
    known.map(|name| language.option_name("challenge", name)).collect()
}

/// The table of a page before the move that it shows.
fn stand(page: &Page) -> Option<Box<dyn AnyGame>> {
    match page.position {
        Some(position) => rules::open_at(page.setup, position),
        None => rules::open(page.setup),
    }
    .ok()
}

/// Who is to move, by color.
fn mover(table: &dyn AnyGame) -> Option<Color> {
    let places = table.seats();
    table.to_move().and_then(|seat| places.get(usize::from(seat))).map(|place| place.color)
}

/// Why the rules refuse this there.
fn refusal(page: &Page, typed: &str) -> Option<Refusal> {
    stand(page)?.play(typed).err()
}

/// A text with the picture of a page, or a text board where it cannot be drawn.
async fn illustrated(
    app: &App,
    language: Language,
    reader: &Viewer,
    page: &Page,
    file_name: &str,
    title: &str,
    text: String,
) -> OutgoingMessage {
    let Some(mut table) = stand(page) else { return OutgoingMessage::text(text) };
    if let Some(turn) = page.shown {
        // A test plays it; if the rules ever refused it, the picture would show the board without it.
        let _ = table.play(turn);
    }
    let diagram = table.diagram();
    let file_name = format!("{file_name}.png");
    let text_board =
        || OutgoingMessage::text(format!("{text}\n{}", spelled(language, &diagram, false, Known::default())));
    if reader.text_board {
        return text_board();
    }
    let alt = describe(language, &diagram, false, Known::default());
    match app.pictures.draw(board(language, page, table.as_ref(), title, reader.picture_style)).await {
        Ok(bytes) => OutgoingMessage::text(text).picture(Picture { file_name, bytes, alt }),
        Err(cause) => {
            error!("Could not draw a page of the rules, showed it as text: {cause:#}");
            text_board()
        }
    }
}

fn board(
    language: Language,
    page: &Page,
    table: &dyn AnyGame,
    title: &str,
    picture_style: PictureStyle,
) -> BoardPicture {
    let diagram = table.diagram();
    let detail = match (table.outcome(), &diagram.last) {
        (Some(outcome), _) => match outcome.winner {
            Some(team) => {
                let team = team_name(&diagram.seats, team);
                let colors = team.split('+').filter_map(Color::from_name).map(|of| color(language, of));
                match colors.collect::<Vec<_>>().as_slice() {
                    [one] => say!(language, "headline-wins", color = one),
                    colors => say!(language, "headline-win-together", colors = colors.join(", ")),
                }
            }
            None => say!(language, "headline-draw"),
        },
        (None, Some(last)) => say!(language, "detail-last", notation = last),
        (None, None) => String::new(),
    };
    let (marked, targets) = arrows(page, &diagram);
    BoardPicture {
        names: names(language, &diagram.seats),
        notes: vec![String::new(); diagram.seats.len()],
        headline: title.to_owned(),
        detail,
        picture_style,
        flip: false,
        marked: marked.into_iter().map(Marked::Cell).collect(),
        targets: targets.into_iter().map(|(cell, way)| Target::Cell(cell, way)).collect(),
        diagram,
    }
}

/// Colors, with numbers where partners share one.
fn names(language: Language, places: &[SeatInfo]) -> Vec<String> {
    (0..places.len()).map(|seat| player(language, places, seat, "")).collect()
}

/// The examples of a page on the hexagon: the marbles that are named, and where they would go.
fn arrows(page: &Page, diagram: &Diagram) -> (Vec<Cell>, Vec<(Cell, Direction)>) {
    let (mut marked, mut targets) = (Vec::new(), Vec::new());
    let Some(board) = diagram.boards.first().and_then(Board::hex) else { return (marked, targets) };
    let stone = |cell: Cell| board.stones.iter().find(|(at, _)| *at == cell).map(|(_, stone)| *stone);
    for typed in page.legal.iter().copied().chain(page.refused.iter().map(|(typed, _)| *typed)) {
        let (moved, way) = match *named(typed).as_slice() {
            [from, to] => {
                let Some((way, 1)) = from.way_to(to) else { continue };
                let own = stone(from).filter(|stone| *stone != Stone::Sister);
                let run = std::iter::successors(Some(from), |cell| cell.step(way));
                let moved = run
                    .take_while(|cell| stone(*cell).is_some_and(|stone| Some(stone) == own || stone == Stone::Sister));
                (moved.collect(), way)
            }
            [first, last, to] => {
                let (Some(line), Some((way, 1))) = (rules::board::hex::Line::between(first, last), first.way_to(to))
                else {
                    continue;
                };
                (line.cells().collect::<Vec<_>>(), way)
            }
            [first, second, third, to] => {
                let Some((way, 1)) = first.way_to(to) else { continue };
                (vec![first, second, third], way)
            }
            _ => continue,
        };
        // Arrows stand before the marbles that lead.
        targets.extend(
            moved
                .iter()
                .filter(|cell| cell.step(way).is_none_or(|ahead| !moved.contains(&ahead)))
                .map(|cell| (*cell, way)),
        );
        marked.extend(moved);
    }
    marked.sort_unstable();
    marked.dedup();
    (marked, targets)
}

/// The cells of a move in canonical notation, or of the first move of a turn; none where something is placed.
fn named(typed: &str) -> Vec<Cell> {
    let first = typed.split(',').next().unwrap_or_default();
    let first = first.split_once(':').map_or(first, |(_, cells)| cells);
    let pairs = first.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok()?.parse().ok());
    pairs.collect::<Option<Vec<Cell>>>().unwrap_or_default()
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
