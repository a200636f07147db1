//! `/rules`: a book of short pages, each with a picture. The pictures are data in `pages`; the texts are in the
//! locales. Sentences about illegal moves are the actual refusals.

pub mod pages;
mod picture;
#[cfg(test)]
mod tests;

use std::fmt;

use async_trait::async_trait;
use discord::custom_id::{Words, buttons};
use discord::{CreateActionRow, OutgoingMessage, Reply, Style, button, row, select, select_row};
use rules::Refusal;

use crate::board::description::color;
use crate::commands::command_definition::{CommandDefinition, command, text};
use crate::commands::layout_names::{MAX_CHOICES, normalized};
use crate::commands::rules_refusal::render_refusal;
use crate::commands::{Answer, App, Choices, Ctx, Feature, Problem, Viewer};
use crate::features::challenge::definition::example;
use crate::features::rules_pages::pages::{Page, TOPICS, Topic};
use crate::features::rules_pages::picture::{stand, with_picture};
use crate::localization::{Language, localize};

pub struct RulesPages;

#[async_trait]
impl Feature for RulesPages {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("rules", [text("topic").autocomplete().max_length(100)])]
    }

    fn words(&self) -> Words {
        Words::of::<RulesButton>()
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let topic_text = ctx.text("topic");
        let sentence = topic_text.map_or_else(String::new, |_| localize!(ctx, "rules-unknown-topic"));
        Ok(Reply::ephemeral(open_at(ctx, topic_text.and_then(find), &sentence).await))
    }

    async fn complete(&self, ctx: Ctx<'_>) -> Result<Choices, Problem> {
        let (_, typed) = ctx.focused_option();
        Ok(complete_topic(ctx.language, typed))
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let page_id = match ctx.button()? {
            RulesButton::Topic => ctx.values.first().and_then(|value| PageId::read(value)),
            RulesButton::Page { page } => PageId::read(&page),
        };
        Ok(ctx.private_reply(open_at(ctx, page_id, "").await))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PageId {
    topic: usize,
    page: usize,
}

impl PageId {
    /// Parses `sumito/impossible`; a topic alone, or with a page that no longer exists, means its first page.
    fn read(text: &str) -> Option<Self> {
        let (topic, page) = text.split_once('/').unwrap_or((text, ""));
        let topic = TOPICS.iter().position(|of| of.key == topic)?;
        let page = TOPICS[topic].pages.iter().position(|of| of.key == page).unwrap_or(0);
        Some(Self { topic, page })
    }

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

buttons! {
    pub enum RulesButton {
        /// A page, which may no longer exist; empty for the list of topics.
        Page { page: String } = "rules",
        Topic = "rules-topic",
    }
}

impl RulesButton {
    pub const INDEX: Self = Self::Page { page: String::new() };

    fn to(page_id: PageId) -> Self {
        Self::Page { page: page_id.to_string() }
    }
}

/// A page, or the list of topics, below a sentence.
async fn open_at(ctx: Ctx<'_>, page_id: Option<PageId>, sentence: &str) -> OutgoingMessage {
    let reader = Viewer::of(ctx.app, ctx.user(), ctx.origin.guild_id).await;
    match page_id {
        Some(page_id) => open(ctx.app, ctx.language, &reader, page_id).await,
        None => index(ctx.app, ctx.language, &reader, sentence).await,
    }
}

/// Topics, then pages, whose names or explanations contain the input.
fn complete_topic(language: Language, typed: &str) -> Vec<(String, String)> {
    let query = normalized(typed.trim());
    let fits = |texts: &[&str]| texts.iter().any(|text| normalized(text).contains(&query));
    let topics = TOPICS.iter().filter_map(|topic| {
        let (name, about) = (name(language, topic), about(language, topic));
        fits(&[&name, &about, topic.key]).then(|| (format!("{name} · {about}"), topic.key.to_owned()))
    });
    let pages = PageId::all().filter_map(|page_id| {
        let (title, topic) = (page_id.title(language), page_id.topic());
        // The only page of a topic would be a duplicate.
        let counts = !query.is_empty() && topic.pages.len() > 1 && fits(&[&title]);
        counts.then(|| (format!("{} · {title}", name(language, topic)), page_id.to_string()))
    });
    let short = |(label, value): (String, String)| (label.chars().take(100).collect(), value);
    topics.chain(pages).map(short).take(MAX_CHOICES).collect()
}

/// The page of a text: a completion value, or a name in any language.
fn find(text: &str) -> Option<PageId> {
    if let Some(page_id) = PageId::read(&text.trim().to_lowercase()) {
        return Some(page_id);
    }
    let query = normalized(text.trim());
    let is_wanted = |text: String| normalized(&text) == query;
    let topic = TOPICS.iter().position(|topic| Language::all().any(|of| is_wanted(name(of, topic))));
    let topic = topic.map(|topic| PageId { topic, page: 0 });
    let page = || PageId::all().find(|page_id| Language::all().any(|of| is_wanted(page_id.title(of))));
    // Also accepts a text for which completion offers one topic only.
    let only = || {
        let mut matches = Language::all().flat_map(|of| complete_topic(of, text)).map(|(_, value)| value);
        let first = matches.next()?;
        matches.all(|other| other == first).then(|| PageId::read(&first))?
    };
    topic.or_else(page).or_else(only)
}

fn name(language: Language, topic: &Topic) -> String {
    language.localize(&format!("rules-{}", topic.key), &[])
}

fn about(language: Language, topic: &Topic) -> String {
    language.localize(&format!("rules-{}-about", topic.key), &[])
}

/// The list of topics, below a sentence.
async fn index(app: &App, language: Language, reader: &Viewer, sentence: &str) -> OutgoingMessage {
    let text =
        format!("{sentence}\n**{}**\n{}", localize!(language, "rules-title"), localize!(language, "rules-index"));
    let first = PageId { topic: 0, page: 0 };
    let start = button(&RulesButton::to(first), localize!(language, "rules-button-start"), Style::Primary);
    let rows = vec![topics(language), row([start])];
    let sample_page = Page { setup: "abalone layout=belgian-daisy", ..*first.page() };
    let title = localize!(language, "rules-title");
    with_picture(app, language, reader, &sample_page, "rules", &title, text.trim_start().to_owned()).await.rows(rows)
}

async fn open(app: &App, language: Language, reader: &Viewer, page_id: PageId) -> OutgoingMessage {
    let page = page_id.page();
    let title = page_id.title(language);
    let file_name = format!("rules-{}-{}", page_id.topic().key, page.key);
    let text = page_text(language, page_id);
    let turn = |to: Option<PageId>, key: &str| {
        to.map(|to| button(&RulesButton::to(to), language.localize(key, &[]), Style::Secondary))
    };
    let index = button(&RulesButton::INDEX, localize!(language, "rules-button-index"), Style::Secondary);
    let ways = [turn(page_id.before(), "rules-button-before"), Some(index), turn(page_id.next(), "rules-button-next")];
    let rows = vec![topics(language), row(ways.into_iter().flatten())];
    with_picture(app, language, reader, page, &file_name, &title, text).await.rows(rows)
}

/// The select of all topics.
fn topics(language: Language) -> CreateActionRow {
    let options: Vec<_> =
        TOPICS.iter().map(|topic| (topic.key.to_owned(), name(language, topic), about(language, topic))).collect();
    select_row(select(&RulesButton::Topic, &localize!(language, "rules-choose"), &options))
}

fn page_text(language: Language, page_id: PageId) -> String {
    let page = page_id.page();
    let mut lines = vec![format!("**{}**", page_id.title(language)), language.localize(&page_id.key(), &[])];
    if let (Some(turn), Some(any_game)) = (page.shown, stand(page))
        && let Some(seat) = any_game.to_move()
    {
        let mover = any_game.seats()[usize::from(seat)].color;
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

/// Options of a setup line as `/challenge` options, with their localized names.
fn slash_options(language: Language, options: &[&str]) -> Vec<String> {
    let name = |option: &str| language.option_name("challenge", option);
    let mut list: Vec<String> = Vec::new();
    for option in options {
        let text = match *option {
            "game" | "sprint" | "layout" => name(option),
            "seed" => name("layout"),
            word => example(word).map_or_else(|| name("more"), |word| format!("{}:{word}", name("options"))),
        };
        if !list.contains(&text) {
            list.push(text);
        }
    }
    list
}

/// The refusal of an illegal example.
fn refusal(page: &Page, typed: &str) -> Option<Refusal> {
    stand(page)?.play(typed).err()
}
