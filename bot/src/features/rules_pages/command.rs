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

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::description::{DescriptionContext, color, describe, player, spelled};
use crate::commands::board::pictures::{BoardPicture, Overlay, PictureStyle};
use crate::commands::board::viewer::Viewer;
use crate::commands::context::App;
use crate::commands::layout_names::{MAX_CHOICES, normalized};
use crate::commands::rules_refusal::render_refusal;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Picture, Style, button, row, select};
use crate::discord::reply::Reply;
use crate::error_chain::causes;
use crate::features::challenge::definition::challenge;
use crate::features::rules_pages::pages::{Page, TOPICS, Topic};

/// A place in the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PageId {
    /// Index of a topic.
    topic: usize,
    /// Index of a page in it.
    page: usize,
}

impl PageId {
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
        Self::all().skip_while(|page_id| *page_id != self).nth(1)
    }

    fn before(self) -> Option<Self> {
        Self::all().take_while(|page_id| *page_id != self).last()
    }

    /// The key of its text.
    fn key(self) -> String {
        format!("rules-{}-{}", self.topic().key, self.page().key)
    }

    fn title(self, language: Language) -> String {
        language.localize(&format!("{}-title", self.key()), &[])
    }
}

impl fmt::Display for PageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.topic().key, self.page().key)
    }
}

/// A text that names no page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct NoSuchPage;

impl FromStr for PageId {
    type Err = NoSuchPage;

    /// Reads `sumito/impossible`; a topic alone is its first page, and so is a page that the topic has no more.
    fn from_str(text: &str) -> Result<Self, NoSuchPage> {
        let (topic, page) = text.split_once('/').unwrap_or((text, ""));
        let topic = TOPICS.iter().position(|of| of.key == topic).ok_or(NoSuchPage)?;
        let page = TOPICS[topic].pages.iter().position(|of| of.key == page).unwrap_or(0);
        Ok(Self { topic, page })
    }
}

/// The `custom_id` of the list of topics.
pub const INDEX: &str = "v1:rules";

/// What a button or a select of the book carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Navigation {
    /// To the list of topics.
    Index,
    /// To what was chosen from the select.
    Choose,
    /// To a page.
    To(PageId),
}

impl fmt::Display for Navigation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index => f.write_str(INDEX),
            Self::Choose => f.write_str("v1:rules:"),
            Self::To(page_id) => write!(f, "v1:rules:{page_id}"),
        }
    }
}

impl FromStr for Navigation {
    type Err = NoSuchPage;

    fn from_str(text: &str) -> Result<Self, NoSuchPage> {
        match text.strip_prefix(INDEX) {
            Some("") => Ok(Self::Index),
            Some(":") => Ok(Self::Choose),
            // A page that there is no more.
            Some(rest) => Ok(rest.strip_prefix(':').ok_or(NoSuchPage)?.parse().map_or(Self::Index, Self::To)),
            None => Err(NoSuchPage),
        }
    }
}

/// Answers `/rules`.
pub async fn open_book(app: &App, language: Language, interaction: &Interaction) -> Reply {
    let reader = Viewer::person(app, interaction.person.user, interaction.origin.guild_id).await;
    let post = match interaction.text("topic") {
        None => index(app, language, &reader, "").await,
        Some(topic) => match find(topic) {
            Some(page_id) => open(app, language, &reader, page_id).await,
            None => index(app, language, &reader, &localize!(language, "rules-unknown-topic")).await,
        },
    };
    Reply::ephemeral(post)
}

/// Answers a button or select of the book.
pub(super) async fn turn_page(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let turn: Navigation = interaction.name.parse().map_err(|_| Problem::UNKNOWN_BUTTON)?;
    let page_id = match turn {
        Navigation::Index => None,
        Navigation::Choose => interaction.values.first().and_then(|value| value.parse().ok()),
        Navigation::To(page_id) => Some(page_id),
    };
    let reader = Viewer::person(app, interaction.person.user, interaction.origin.guild_id).await;
    let post = match page_id {
        Some(page_id) => open(app, language, &reader, page_id).await,
        None => index(app, language, &reader, "").await,
    };
    Ok(interaction.private_reply(post))
}

/// Topics, then pages, whose names or explanations hold what is typed.
pub fn complete(language: Language, typed: &str) -> Vec<(String, String)> {
    let typed = normalized(typed.trim());
    let fits = |texts: &[&str]| texts.iter().any(|text| normalized(text).contains(&typed));
    let topics = TOPICS.iter().filter_map(|topic| {
        let (name, about) = (name(language, topic), about(language, topic));
        fits(&[&name, &about, topic.key]).then(|| (format!("{name} · {about}"), topic.key.to_owned()))
    });
    let pages = PageId::all().filter_map(|page_id| {
        let (title, topic) = (page_id.title(language), page_id.topic());
        // The page of a topic that has no other would stand there twice.
        let counts = !typed.is_empty() && topic.pages.len() > 1 && fits(&[&title]);
        counts.then(|| (format!("{} · {title}", name(language, topic)), page_id.to_string()))
    });
    let short = |(label, value): (String, String)| (label.chars().take(100).collect(), value);
    topics.chain(pages).map(short).take(MAX_CHOICES).collect()
}

/// The page that a typed text means: as completion gives it, or a name in any language.
fn find(text: &str) -> Option<PageId> {
    if let Ok(page_id) = text.trim().to_lowercase().parse() {
        return Some(page_id);
    }
    let wanted = normalized(text.trim());
    let is_wanted = |text: String| normalized(&text) == wanted;
    let topic = TOPICS.iter().position(|topic| Language::all().any(|of| is_wanted(name(of, topic))));
    let topic = topic.map(|topic| PageId { topic, page: 0 });
    let page = || PageId::all().find(|page_id| Language::all().any(|of| is_wanted(page_id.title(of))));
    // One topic alone that completion would offer is meant, too.
    let only = || {
        let mut offered = Language::all().flat_map(|of| complete(of, text)).map(|(_, value)| value);
        let first = offered.next()?;
        offered.all(|other| other == first).then(|| first.parse().ok())?
    };
    topic.or_else(page).or_else(only)
}

fn name(language: Language, topic: &Topic) -> String {
    language.localize(&format!("rules-{}", topic.key), &[])
}

fn about(language: Language, topic: &Topic) -> String {
    language.localize(&format!("rules-{}-about", topic.key), &[])
}

/// The list of topics, with a sentence before it.
async fn index(app: &App, language: Language, reader: &Viewer, sentence: &str) -> OutgoingMessage {
    let text =
        format!("{sentence}\n**{}**\n{}", localize!(language, "rules-title"), localize!(language, "rules-index"));
    let first = PageId { topic: 0, page: 0 };
    let start = button(&Navigation::To(first), localize!(language, "rules-button-start"), Style::Primary);
    let rows = vec![topics(language), row(&[start])];
    let shown = Page { setup: "abalone layout=belgian-daisy", ..*first.page() };
    let title = localize!(language, "rules-title");
    with_picture(app, language, reader, &shown, "rules", &title, text.trim_start().to_owned()).await.rows(rows)
}

/// One page.
async fn open(app: &App, language: Language, reader: &Viewer, page_id: PageId) -> OutgoingMessage {
    let page = page_id.page();
    let title = page_id.title(language);
    let file_name = format!("rules-{}-{}", page_id.topic().key, page.key);
    let text = text(language, page_id);
    let turn = |to: Option<PageId>, key: &str| {
        to.map(|to| button(&Navigation::To(to), language.localize(key, &[]), Style::Secondary))
    };
    let index = button(&Navigation::Index, localize!(language, "rules-button-index"), Style::Secondary);
    let ways = [turn(page_id.before(), "rules-button-before"), Some(index), turn(page_id.next(), "rules-button-next")];
    let rows = vec![topics(language), row(&ways.into_iter().flatten().collect::<Vec<_>>())];
    with_picture(app, language, reader, page, &file_name, &title, text).await.rows(rows)
}

/// The select that leads to every topic.
fn topics(language: Language) -> serde_json::Value {
    let options: Vec<_> =
        TOPICS.iter().map(|topic| (topic.key.to_owned(), name(language, topic), about(language, topic))).collect();
    row(&[select(&Navigation::Choose, &localize!(language, "rules-choose"), &options)])
}

/// Everything that is written on a page.
fn text(language: Language, page_id: PageId) -> String {
    let page = page_id.page();
    let mut lines = vec![format!("**{}**", page_id.title(language)), language.localize(&page_id.key(), &[])];
    if let (Some(turn), Some(mover)) = (page.shown, stand(page).and_then(|any_game| mover(any_game.as_ref()))) {
        lines.push(localize!(language, "rules-shown", color = color(language, mover), move = turn));
    }
    for (typed, _) in page.refused {
        if let Some(refusal) = refusal(page, typed) {
            lines.push(localize!(language, "rules-refused", move = *typed, why = render_refusal(language, &refusal)));
        }
    }
    let options = slash_options(language, page_id.topic().options);
    if page_id.page == 0 && !options.is_empty() {
        let list: Vec<String> = options.iter().map(|option| format!("`{option}`")).collect();
        lines.push(localize!(language, "rules-options", list = list.join(", ")));
    }
    let number = PageId::all().take_while(|other| *other != page_id).count() + 1;
    let topic = name(language, page_id.topic());
    lines.push(localize!(language, "rules-page", topic = topic, number = number, count = PageId::all().count()));
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
fn mover(any_game: &dyn AnyGame) -> Option<Color> {
    let seat_infos = any_game.seats();
    any_game.to_move().and_then(|seat| seat_infos.get(usize::from(seat))).map(|place| place.color)
}

/// Why the rules refuse this there.
fn refusal(page: &Page, typed: &str) -> Option<Refusal> {
    stand(page)?.play(typed).err()
}

/// A text with the picture of a page, or a text board where it cannot be drawn.
async fn with_picture(
    app: &App,
    language: Language,
    reader: &Viewer,
    page: &Page,
    file_name: &str,
    title: &str,
    text: String,
) -> OutgoingMessage {
    let Some(mut any_game) = stand(page) else { return OutgoingMessage::text(text) };
    if let Some(turn) = page.shown {
        // A test plays it; if the rules ever refused it, the picture would show the board without it.
        let _ = any_game.play(turn);
    }
    let diagram = any_game.diagram();
    let file_name = format!("{file_name}.png");
    let text_board = || OutgoingMessage::text(format!("{text}\n{}", spelled(language, &diagram, false, reader)));
    if reader.text_board {
        return text_board();
    }
    let alt = describe(language, &diagram, false, DescriptionContext::default());
    match app.pictures.draw(board(language, page, any_game.as_ref(), title, reader.picture_style)).await {
        Ok(bytes) => OutgoingMessage::text(text).picture(Picture { file_name, bytes, alt }),
        Err(cause) => {
            error!("Could not draw a page of the rules, showed it as text: {}", causes(&cause));
            text_board()
        }
    }
}

fn board(
    language: Language,
    page: &Page,
    any_game: &dyn AnyGame,
    title: &str,
    picture_style: PictureStyle,
) -> BoardPicture {
    let diagram = any_game.diagram();
    let detail = match (any_game.outcome(), &diagram.last) {
        (Some(outcome), _) => match outcome.winner {
            Some(team) => {
                let team = team_name(&diagram.seats, team);
                let colors = team.split('+').filter_map(Color::from_name).map(|of| color(language, of));
                match colors.collect::<Vec<_>>().as_slice() {
                    [one] => localize!(language, "headline-wins", color = one),
                    colors => localize!(language, "headline-win-together", colors = colors.join(", ")),
                }
            }
            None => localize!(language, "headline-draw"),
        },
        (None, Some(last)) => localize!(language, "detail-last", notation = last),
        (None, None) => String::new(),
    };
    let (marked, targets) = arrows(page, &diagram);
    BoardPicture {
        names: names(language, &diagram.seats),
        notes: vec![String::new(); diagram.seats.len()],
        winners: Vec::new(),
        headline: title.to_owned(),
        detail,
        picture_style,
        overlay: Overlay {
            marked: marked.into_iter().map(Marked::Cell).collect(),
            targets: targets.into_iter().map(|(cell, way)| Target::Cell(cell, way)).collect(),
            ..Overlay::default()
        },
        diagram,
    }
}

/// Colors, with numbers where partners share one.
fn names(language: Language, seat_infos: &[SeatInfo]) -> Vec<String> {
    (0..seat_infos.len()).map(|seat| player(language, seat_infos, seat, "")).collect()
}

/// The examples of a page on the hexagon: the marbles that are named, and where they would go.
fn arrows(page: &Page, diagram: &Diagram) -> (Vec<Cell>, Vec<(Cell, Direction)>) {
    let (mut marked, mut targets) = (Vec::new(), Vec::new());
    let Some(board) = diagram.boards.first().and_then(Board::hex) else { return (marked, targets) };
    let stone = |cell: Cell| board.stones.iter().find(|(at, _)| *at == cell).map(|(_, stone)| *stone);
    for typed in page.legal.iter().copied().chain(page.refused.iter().map(|(typed, _)| *typed)) {
        let (moved, way) = match *read_cells(typed).as_slice() {
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
fn read_cells(typed: &str) -> Vec<Cell> {
    let first = typed.split(',').next().unwrap_or_default();
    let first = first.split_once(':').map_or(first, |(_, cells)| cells);
    let pairs = first.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok()?.parse().ok());
    pairs.collect::<Option<Vec<Cell>>>().unwrap_or_default()
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
