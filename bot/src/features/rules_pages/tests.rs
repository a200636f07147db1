//! Reads the whole book in every language, and tries every example.

use std::collections::BTreeSet;
use std::sync::Arc;

use discord::message::components;
use discord::{Interaction, MessageSender};
use serde_json::{Value, json};

use super::*;
use crate::app::router::dispatch;
use crate::app::test_support;
use crate::board::description::{DescriptionContext, describe};
use crate::board::pictures::Pictures;

/// Each language with its code, the texts of the book, and the name of the command.
fn languages() -> impl Iterator<Item = (Language, &'static str, String, String)> {
    Language::all().map(|language| {
        let file = format!("{}/locales/rules.{}.ftl", env!("CARGO_MANIFEST_DIR"), language.code());
        let texts = std::fs::read_to_string(file).expect("the book in this language");
        (language, language.code(), texts, format!("/{}", language.localize("command-challenge", &[])))
    })
}

fn app() -> App {
    let (games, _, clock) = test_support::games();
    App { games, clock, sender: MessageSender::new(Arc::new(())), pictures: Pictures::new(64) }
}

/// Dispatches an interaction; returns whether the message is updated, and the answer, which is always private.
async fn ask(app: &App, locale: &str, kind: u8, data: Value) -> (bool, OutgoingMessage) {
    let sent = json!({
        "id": "7", "type": kind, "channel_id": "5", "guild_id": "9", "locale": locale, "data": data,
        "user": { "id": "1", "username": "ada" },
        "message": { "flags": if kind == 3 { 64 } else { 0 } },
    });
    match dispatch(app, &Interaction::read(&sandbox::interaction::complete(sent)).expect("an interaction")).await {
        Reply::Message { private: true, post } => (false, post),
        Reply::Update(post) => (true, post),
        other => panic!("{data}: {other:?}"),
    }
}

async fn rules(app: &App, locale: &str, topic: Option<&str>) -> OutgoingMessage {
    let options: Vec<Value> = topic.iter().map(|topic| json!({ "name": "topic", "type": 3, "value": topic })).collect();
    ask(app, locale, 2, json!({ "name": "rules", "options": options })).await.1
}

async fn press(app: &App, locale: &str, custom_id: &str, values: &[&str]) -> OutgoingMessage {
    let (updates, post) = ask(app, locale, 3, json!({ "custom_id": custom_id, "values": values })).await;
    assert!(updates, "{custom_id}: the page takes the place of the one before");
    post
}

fn content(post: &OutgoingMessage) -> &str {
    &post.content
}

/// Label and custom id of each button.
fn buttons(post: &OutgoingMessage) -> Vec<(String, String)> {
    let parts = components(&post.rows);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    parts.iter().filter(|part| part["type"] == 2).map(|part| (text(&part["label"]), text(&part["custom_id"]))).collect()
}

/// Checks Discord's limits, and ours for a page.
fn check(post: &OutgoingMessage, what: &str) {
    let text = content(post);
    assert!((50..=1500).contains(&text.chars().count()), "{what}: {} characters", text.chars().count());
    assert!(!text.contains("rules-") && !text.contains("refusal-") && !text.contains('{'), "{what}: {text}");
    let picture = post.pictures.first().unwrap_or_else(|| panic!("{what}: no picture"));
    assert!(picture.bytes.starts_with(b"\x89PNG") && picture.bytes.len() > 10_000, "{what}");
    assert!((50..=1024).contains(&picture.alt.chars().count()), "{what}: {}", picture.alt);
    assert!(picture.file_name.chars().all(|c| c.is_ascii_alphanumeric() || "-.".contains(c)), "{what}");
    assert!((1..=5).contains(&post.rows.len()), "{what}");
    let mut ids = BTreeSet::new();
    for part in &components(&post.rows) {
        let id = part["custom_id"].as_str().expect("an id");
        assert!(id.len() <= 100 && ids.insert(id.to_owned()), "{what}: {id}");
        if part["type"] == 2 {
            assert!((1..=80).contains(&part["label"].as_str().expect("a label").chars().count()), "{what}");
            continue;
        }
        let options = part["options"].as_array().expect("options");
        assert!((1..=25).contains(&options.len()), "{what}");
        assert!(part["placeholder"].as_str().is_some_and(|text| text.chars().count() <= 150), "{what}");
        for text in options.iter().flat_map(|option| ["label", "value", "description"].map(|key| &option[key])) {
            assert!(text.as_str().is_some_and(|text| (1..=100).contains(&text.chars().count())), "{what}: {text}");
        }
    }
}

#[test]
fn every_position_opens_and_every_example_is_what_the_page_says() {
    for page_id in PageId::all() {
        let page = page_id.page();
        let open = || stand(page).unwrap_or_else(|| panic!("{page_id} does not open"));
        if let Some(position) = page.position {
            assert_eq!(open().full_position(), position, "{page_id}");
        }
        for turn in page.shown.iter().chain(page.legal) {
            let played = open().play(turn);
            assert!(played.is_ok(), "{page_id}: {turn} is refused: {played:?}");
        }
        if let Some(turn) = page.shown {
            assert_eq!(open().play(turn).as_deref(), Ok(turn), "{page_id}: not as the picture writes it");
            // Examples refer to the visible board, so a page with a move has none.
            assert!(page.legal.is_empty() && page.refused.is_empty(), "{page_id}");
        }
        for (typed, code) in page.refused {
            let found = refusal(page, typed).map(|refusal| refusal.code);
            assert_eq!(found, Some(*code), "{page_id}: {typed}");
        }
    }
}

#[tokio::test]
async fn the_book_is_read_from_its_list_to_its_last_page_and_back() {
    let app = app();
    for (language, locale, ..) in languages() {
        let mut post = rules(&app, locale, None).await;
        check(&post, "the list of topics");
        let start = buttons(&post).remove(0);
        let mut way = vec![start.1];
        while let Some(id) = way.last() {
            post = press(&app, locale, id, &[]).await;
            check(&post, id);
            let next =
                buttons(&post).into_iter().find(|(label, _)| *label == language.localize("rules-button-next", &[]));
            let Some((_, next)) = next else { break };
            assert!(!way.contains(&next), "{next}");
            way.push(next);
        }
        let pages: Vec<String> = PageId::all().map(|page| RulesButton::to(page).to_string()).collect();
        assert_eq!(way, pages);
        for expected in pages.iter().rev().skip(1) {
            let before = buttons(&post).remove(0);
            assert_eq!(before, (language.localize("rules-button-before", &[]), expected.clone()));
            post = press(&app, locale, expected, &[]).await;
        }
        let (label, index) = buttons(&post).remove(0);
        assert_eq!(label, language.localize("rules-button-index", &[]), "nothing is before the first page");
        assert_eq!(content(&press(&app, locale, &index, &[]).await), content(&rules(&app, locale, None).await));
    }
}

#[tokio::test]
async fn a_text_board_of_each_page_says_where_its_marbles_are() {
    let app = app();
    for (language, locale, ..) in languages() {
        let text_board = json!({ "name": "style", "type": 3, "value": "text" });
        let picture = json!({ "name": "picture", "type": 1, "options": [text_board] });
        ask(&app, locale, 2, json!({ "name": "settings", "options": [picture] })).await;
        for page_id in PageId::all() {
            let post = press(&app, locale, &RulesButton::to(page_id).to_string(), &[]).await;
            let mut any_game = stand(page_id.page()).expect("opens");
            if let Some(turn) = page_id.page().shown {
                any_game.play(turn).expect("legal");
            }
            let words = describe(language, &any_game.diagram(), false, DescriptionContext::default());
            // The whole text fits, to the last cell.
            assert!(content(&post).ends_with(&format!("\n{words}")) && post.pictures.is_empty(), "{page_id}: {post:?}");
        }
    }
}

#[tokio::test]
async fn the_select_leads_to_every_topic() {
    let app = app();
    for (language, locale, ..) in languages() {
        for topic in &TOPICS {
            let choice = press(&app, locale, &RulesButton::Topic.to_string(), &[topic.key]).await;
            let by_name = rules(&app, locale, Some(&name(language, topic))).await;
            assert_eq!(content(&choice), content(&by_name), "{}", topic.key);
            let title = language.localize(&format!("rules-{}-{}-title", topic.key, topic.pages[0].key), &[]);
            assert!(content(&choice).starts_with(&format!("**{title}**\n")), "{}", content(&choice));
        }
    }
}

#[tokio::test]
async fn a_page_that_is_gone_and_a_topic_that_nobody_knows_lead_to_the_list() {
    let app = app();
    let list = content(&rules(&app, "en-US", None).await).to_owned();
    assert_eq!(content(&press(&app, "en-US", "v1:rules:castling/rook", &[]).await), list);
    assert_eq!(content(&press(&app, "en-US", "v1:rules-topic", &["castling"]).await), list);
    // A page that no longer exists leads to the first of its topic.
    let moved = press(&app, "en-US", "v1:rules:sumito/gone", &[]).await;
    assert!(content(&moved).starts_with("**Sumito: pushing**"), "{}", content(&moved));
    let unknown = rules(&app, "fr", Some("roque")).await;
    assert!(content(&unknown).starts_with("Aucune page ne porte ce nom."), "{}", content(&unknown));
    check(&unknown, "an unknown topic");
}

#[tokio::test]
async fn topics_and_pages_complete_in_every_language() {
    let app = app();
    for (language, locale, ..) in languages() {
        let complete = async |input: &str| {
            let option = json!([{ "name": "topic", "type": 3, "value": input, "focused": true }]);
            let data = json!({ "name": "rules", "options": option });
            let sent = json!({ "id": "7", "type": 4, "channel_id": "5", "locale": locale, "data": data,
                "user": { "id": "1", "username": "ada" } });
            let sent = Interaction::read(&sandbox::interaction::complete(sent)).expect("an interaction");
            let Reply::Choices(choices) = dispatch(&app, &sent).await else { panic!("no choices") };
            assert!(choices.len() <= 25 && choices.iter().all(|(label, _)| (1..=100).contains(&label.chars().count())));
            choices.into_iter().map(|(_, value)| value).collect::<Vec<_>>()
        };
        let topics: Vec<&str> = TOPICS.iter().map(|topic| topic.key).collect();
        assert_eq!(complete("").await, topics);
        for topic in &TOPICS {
            let input = name(language, topic);
            assert!(complete(&input).await.contains(&topic.key.to_owned()), "{input}");
        }
        for page_id in PageId::all().filter(|page_id| page_id.topic().pages.len() > 1) {
            let input = page_id.title(language);
            assert!(complete(&input).await.contains(&page_id.to_string()), "{input}");
            assert_eq!(find(&input).map(PageId::page).map(|page| page.key), Some(page_id.page().key), "{input}");
        }
        assert!(complete("castling").await.is_empty());
    }
    assert_eq!(find("va et vient").map(|page_id| page_id.to_string()).as_deref(), Some("notalone/back"));
    assert_eq!(find("NO BACK").map(|page_id| page_id.to_string()).as_deref(), Some("notalone/back"));
    assert_eq!(find("eject").map(|page_id| page_id.topic().key), Some("ejection"), "typed without its accent");
}

/// Whether a text between backticks is a move in any notation: it names more than a cell.
fn is_move(span: &str) -> bool {
    let plain = span.to_lowercase();
    let plain = plain.strip_prefix("tri:").unwrap_or(&plain);
    let is_cell = |pair: &[u8]| (b'a'..=b'i').contains(&pair[0]) && pair[1].is_ascii_digit();
    plain.len() > 2 && !span.ends_with(":fixed") && plain.as_bytes().windows(2).any(is_cell) && !plain.contains('/')
}

#[test]
fn every_move_that_a_text_names_is_tried() {
    for (language, ..) in languages() {
        for page_id in PageId::all() {
            let (page, prose, whole) =
                (page_id.page(), language.localize(&page_id.key(), &[]), page_text(language, page_id));
            let names: BTreeSet<&str> = prose.split('`').skip(1).step_by(2).filter(|span| is_move(span)).collect();
            for legal in page.legal {
                assert!(names.contains(legal), "{page_id} in {language:?} does not name {legal}");
            }
            for typed in page.shown.into_iter().chain(page.refused.iter().map(|(typed, _)| *typed)) {
                assert!(whole.contains(&format!("`{typed}`")), "{page_id} in {language:?} does not name {typed}");
            }
            let tried = |span: &&str| page.legal.contains(span) || page.shown == Some(span);
            assert!(names.iter().all(tried), "{page_id} in {language:?}: nobody tries all of {names:?}");
        }
    }
}

#[test]
fn no_english_is_left_on_a_french_page() {
    for page_id in PageId::all() {
        let text = page_text(Language::of("fr"), page_id);
        let words: BTreeSet<&str> = text.split_whitespace().collect();
        for english in ["or", "the", "and", "of", "is", "not", "to", "your", "cannot"] {
            assert!(!words.contains(english), "{page_id}: {english}: {text}");
        }
    }
}

#[test]
fn every_option_of_a_setup_line_has_a_page_that_names_it() {
    for option in rules::options() {
        let topics: Vec<&Topic> = TOPICS.iter().filter(|topic| topic.options.contains(&option)).collect();
        assert!(!topics.is_empty(), "{option}");
        // One of its pages plays it, unless the option only records the source of another one.
        let plays = |page: &Page| page.setup.split([' ', '=']).any(|word| word == option) || option == "target";
        assert!(topics.iter().any(|topic| topic.pages.iter().any(plays)), "{option}");
    }
    for topic in TOPICS.iter().enumerate().filter(|(_, topic)| !topic.options.is_empty()) {
        let (index, topic) = topic;
        for option in topic.options {
            assert!(*option == "game" || rules::options().any(|known| known == *option), "{option}");
        }
        for (language, _, _, command) in languages() {
            let text = page_text(language, PageId { topic: index, page: 0 });
            let options = slash_options(language, topic.options);
            assert!(!options.is_empty(), "{}", topic.key);
            for option in options {
                assert!(text.contains(&command) && text.contains(&format!("`{option}`")), "{text}");
            }
        }
    }
}

/// Choices where the printed rules are ambiguous: the ruling, the page that explains it in context, and the page that
/// lists it.
const RULINGS: [(&str, &str, &str); 14] = [
    ("no legal move loses", "endings/no-move", "rulings/abalone"),
    ("the third occurrence of a position is a draw", "endings/draws", "rulings/abalone"),
    ("300 plies without an ejection are a draw, from 200 on on demand", "endings/draws", "rulings/abalone"),
    ("a sprint counts the moves of each player", "sprint/last", "rulings/abalone"),
    ("a handicap is taken from the lowest row", "handicap/fewer", "rulings/abalone"),
    ("a turn of two moves ends early", "turn/early-end", "rulings/abalone"),
    ("a triangle never pushes", "triangles/no-push", "rulings/abalone"),
    ("when players change boards", "partners/phases", "rulings/others"),
    ("no partner's marble in a broadside", "many/partner", "rulings/others"),
    ("of many, who cannot move passes", "many/partner", "rulings/others"),
    ("the own half of Notalone", "notalone/placing", "rulings/others"),
    ("which displacements of a sister are compared", "notalone/back", "rulings/others"),
    ("no draw by repetition in Notalone", "notalone/end", "rulings/others"),
    ("a draw by repetition in Fliporona", "fliporona/stuck", "rulings/others"),
];

#[test]
fn every_ruling_is_told_where_it_matters_and_in_the_list_of_rulings() {
    let telling: BTreeSet<&str> = RULINGS.iter().flat_map(|(_, page, list)| [*page, *list]).collect();
    for (language, ..) in languages() {
        let marked = PageId::all().filter(|page_id| language.localize(&page_id.key(), &[]).contains("⚖️"));
        let marked: BTreeSet<String> = marked.map(|page_id| page_id.to_string()).collect();
        assert_eq!(marked, telling.iter().map(ToString::to_string).collect(), "{language:?}");
        for list in ["rulings/abalone", "rulings/others"] {
            let page_id = PageId::read(list).expect("a page");
            let points = language.localize(&page_id.key(), &[]).matches('•').count();
            assert!(points >= 5, "{list} in {language:?} has {points} points");
        }
    }
}

#[test]
fn every_text_of_the_book_belongs_to_a_page() {
    let source = include_str!("mod.rs");
    let mut keys_of_pages: BTreeSet<String> =
        PageId::all().flat_map(|page_id| [page_id.key(), format!("{}-title", page_id.key())]).collect();
    keys_of_pages
        .extend(TOPICS.iter().flat_map(|topic| [format!("rules-{}", topic.key), format!("rules-{}-about", topic.key)]));
    for (.., texts, _) in languages() {
        let keys = texts.lines().filter_map(|line| line.split_once(" = ")).map(|(key, _)| key);
        let keys: BTreeSet<String> = keys.filter(|key| key.starts_with("rules-")).map(str::to_owned).collect();
        let others: Vec<_> =
            keys.difference(&keys_of_pages).filter(|key| !source.contains(&format!("\"{key}\""))).collect();
        assert!(others.is_empty(), "{others:?}");
        let missing: Vec<_> = keys_of_pages.difference(&keys).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
