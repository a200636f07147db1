use std::collections::BTreeSet;

use discord::message::components;
use rules::board::hex::Direction;

use serde_json::{Value, json};

use super::*;

fn id(press: PlayButton) -> String {
    match press {
        PlayButton::Entry { page, begun } => format!("page:{page}.{begun}"),
        PlayButton::From { begun } => format!("from:{begun}"),
        PlayButton::Step { turn } => format!("step:{turn}"),
        other => other.to_string(),
    }
}

fn entry(game: &dyn AnyGame, is_turned: bool, in_words: bool) -> MoveEntry<'_> {
    let language = Language::ENGLISH;
    MoveEntry { language, game, is_turned, in_words, ids: &id, prepares_placings: true, again: None }
}

/// Some steps flip in several ways.
const CHAIN: &str = "wb1wb1bbw/b3w1b1b/w1bw1bw1w/1w2bb1wb/b1bw1wb1b w 50";

/// Black can eject to the right in row e.
const FIGHT: &str = "ww1bb/wwwbbb/1ww1b2/4b3/6bbw/8/1bb1w2/bbbwww/bb1ww b 0-0 24";

/// Label and description of the option with this value, or of the first option of the first select.
fn option(entry: &Entry, value: &str) -> (String, String) {
    let parts = components(&entry.rows);
    let options = parts.iter().flat_map(|part| part["options"].as_array().into_iter().flatten());
    let own = options.into_iter().find(|option| option["value"] == value).unwrap_or_else(|| panic!("no {value}"));
    let text = |name: &str| own[name].as_str().unwrap_or_default().to_owned();
    (text("label"), text("description"))
}

#[test]
fn the_first_menu_says_of_each_marble_how_many_go_which_way_and_what_that_does() {
    let say = |label: &str, about: &str| (label.to_owned(), about.to_owned());
    let game = rules::open_at("abalone", FIGHT).expect("a sound position");
    let menu = entry(&*game, false, false).choose("", 0).expect("not hidden");
    let about_e7 = "2 marbles →: ejects a marble · alone ↖ ↗ ← ↙ ↘ · 2 marbles ↖ ↗ ← ↙ ↘";
    assert_eq!(option(&menu, "e7"), say("e7", about_e7));
    assert_eq!(option(&menu, "e7e8"), say("→ e7+e8", "ejects a marble"));
    assert!(menu.overlay.labels.iter().all(|label| matches!(label, Label::Choice(_))), "{:?}", menu.overlay);
    let turned = entry(&*game, true, false).choose("", 0).expect("not hidden");
    assert_eq!(option(&turned, "e7e8"), say("← e7+e8", "ejects a marble"));
    let words = entry(&*game, true, true).choose("", 0).expect("not hidden");
    assert_eq!(option(&words, "e7e8"), say("e7 e8 west", "ejects a marble"));
    let start = rules::open("abalone").expect("a sound setup");
    let menu = entry(&*start, false, false).choose("", 0).expect("not hidden");
    assert_eq!(option(&menu, "c3"), say("c3", "alone ↖ ↗ ← · 2 marbles ↖ ↗ ← · 3 marbles ↖ ↗ ← →"));
}

/// The labels of a marble's buttons, row by row, without navigation.
fn offered(entry: &Entry) -> Vec<Vec<String>> {
    let is_step = |button: &&Value| button["custom_id"].as_str().is_some_and(|id| id.starts_with("step:"));
    let row = |row: &CreateActionRow| -> Vec<String> {
        let buttons = components(std::slice::from_ref(row));
        buttons.iter().filter(is_step).filter_map(|button| button["label"].as_str().map(str::to_owned)).collect()
    };
    entry.rows.iter().map(row).filter(|row| !row.is_empty()).collect()
}

#[test]
fn buttons_say_marbles_and_direction_and_the_picture_names_what_they_name() {
    let game = rules::open("abalone").expect("a sound setup");
    let of_c3 = entry(&*game, false, false).arrows("", "c3").expect("not hidden");
    let rows = [
        ["↖ c3", "↗ c3", "← c3"],
        ["↖ b2+c3", "↖ b3+c3", "↖ c3+c4"],
        ["↗ b2+c3", "↗ c3+c4", "← c3+c4"],
        ["↖ a3+b3+c3", "↖ c3+c4+c5", "↗ a1+b2+c3"],
        ["↗ c3+c4+c5", "← c3+c4+c5", "→ c3+c4+c5"],
    ];
    assert_eq!(offered(&of_c3), rows, "a new row for each number of marbles");
    assert_eq!(components(&of_c3.rows[4..])[3]["label"], "Back");
    assert_eq!(of_c3.text, "Where does **c3** go?");
    let cell = |name: &str| name.parse::<rules::board::hex::Cell>().expect("a cell");
    let Overlay { marked, targets, labels, .. } = of_c3.overlay;
    assert_eq!(marked, [Marked::Cell(cell("c3"))], "alone");
    assert_eq!(labels, ["c3", "b2", "b3", "c4", "a3", "c5", "a1"].map(|name| Label::Name(Marked::Cell(cell(name)))));
    let ways: Vec<Target> =
        [Direction::Nw, Direction::Ne, Direction::W, Direction::E].map(|way| Target::Cell(cell("c3"), way)).to_vec();
    assert_eq!(targets, ways, "one arrow for each direction of a button");
    // On a flipped board the arrows are flipped too.
    let turned = offered(&entry(&*game, true, false).arrows("", "c3").expect("not hidden"));
    assert_eq!(turned[4], ["↙ c3+c4+c5", "↘ a3+b3+c3", "↘ c3+c4+c5"]);
    // Buttons of a piece name its destination, as the picture does.
    let game = rules::open_at("fliporona", CHAIN).expect("a sound position");
    let menu = entry(&*game, false, false);
    let first = legal_steps::steps(&*game)[0].clone();
    let entry = menu.arrows("", &first.anchors[0].to_string()).expect("not hidden");
    let label = offered(&entry)[0][0].clone();
    let place = label.split(' ').nth(1).expect("a point").to_owned();
    let names = entry.overlay.labels.iter().map(|label| match label {
        Label::Name(place) | Label::Choice(place) => place.to_string(),
    });
    assert!(names.collect::<Vec<_>>().contains(&place), "{label}: {:?}", entry.overlay);
}

#[test]
fn groups_are_in_the_order_of_the_picture_whichever_way_it_is_turned() {
    let game = rules::open("abalone").expect("a sound setup");
    let steps = legal_steps::steps(&*game);
    let order = |is_turned, in_words| {
        let groups = groups(&steps, is_turned, in_words);
        groups.iter().map(|group| group.anchor.to_string()).collect::<Vec<_>>()
    };
    let (upright, turned) = (order(false, false), order(true, false));
    let [own, others] = [order(false, true), order(true, true)].map(|order| order[0].clone());
    assert_eq!((own.as_str(), others.as_str()), ("a1", "c5"), "in words from the reader's side on");
    assert!(upright[0].starts_with('c') && upright.last().is_some_and(|last| last.starts_with('a')), "{upright:?}");
    assert_eq!(upright.iter().rev().collect::<Vec<_>>(), turned.iter().collect::<Vec<_>>());
}

#[test]
fn rows_of_cells_to_place_a_marble_on_are_in_the_order_of_the_picture() {
    for setup in ["abalone placement=on", "fliporona"] {
        let game = rules::open(setup).expect("a sound setup");
        let steps = legal_steps::steps(&*game);
        let order = |is_turned| {
            let keys: Vec<String> =
                groups(&steps, is_turned, false).iter().map(|group| group.anchor.to_string()).collect();
            keys
        };
        let (upright, turned) = (order(false), order(true));
        assert!(
            upright.len() > 3 && upright.first() > upright.last(),
            "{setup}: the last letter is above: {upright:?}"
        );
        assert_eq!(upright.iter().rev().collect::<Vec<_>>(), turned.iter().collect::<Vec<_>>());
    }
}

#[test]
fn several_placings_are_offered_only_where_they_can_be_prepared() {
    for (setup, is_offered) in
        [("abalone placement=on", true), ("fliporona", true), ("abalone placement=on seats=2x2x2", false)]
    {
        let game = rules::open(setup).unwrap_or_else(|refusal| panic!("{setup}: {refusal}"));
        let steps = legal_steps::steps(&*game);
        let groups = groups(&steps, false, false);
        assert!(groups.len() > 3, "{setup}: rows to place in");
        let menu = entry(&*game, false, false);
        for group in &groups {
            let cells = menu.arrows("", &group.anchor.to_string()).expect("not hidden");
            let parts = components(&cells.rows);
            let choices: Vec<&Value> = parts.iter().filter(|part| part["max_values"].as_u64() > Some(1)).collect();
            assert_eq!(choices.len(), usize::from(is_offered), "{setup} {}", group.anchor);
            let values = choices.iter().flat_map(|part| part["options"].as_array().into_iter().flatten());
            let turn = values.filter_map(|option| option["value"].as_str()).collect::<Vec<_>>().join(" ");
            assert_eq!(legal_steps::with_later_placings(&turn).1.is_empty(), !is_offered, "{setup} {turn}");
        }
    }
}

#[test]
fn a_turn_that_is_too_long_for_a_button_is_to_be_typed() {
    let game = rules::open("abalone").expect("a sound setup");
    let entry = entry(&*game, false, false);
    let show = |notation: &str| entry.previewed(notation, &[]);
    let (text, buttons) = show("e5e4");
    assert!(buttons.len() == 2 && !text.contains("/move"), "{text}");
    let (text, buttons) = show(&"e5e4+".repeat(20));
    assert!(buttons.len() == 1 && text.contains("/move"), "{text}");
    assert!(json!(buttons[0])["custom_id"].as_str().is_some_and(|id| id.starts_with("page:")), "{buttons:?}");
}

#[test]
fn every_legal_step_has_one_button_and_no_two_of_them_are_alike() {
    for (setup, position) in [
        ("abalone", ""),
        ("abalone", FIGHT),
        ("abalone layout=belgian-daisy", ""),
        ("abalone turn=mixed triangles=on", ""),
        ("abalone turn=own-foe seats=2x2x2", ""),
        ("abalone seats=3", ""),
        ("abalone pivot=e5:ejectable", ""),
        ("abalone placement=on", ""),
        ("grand-abalone", ""),
        ("notalone", "5/w3w1/w3w1w/3w1ww1/bwnwbbwwn/b4bb1/4w2/bb1bbb/bb2b b 0-1 90 sis=e3:sw,e9:e"),
        ("fliporona", ""),
        ("fliporona", CHAIN),
    ] {
        let game = if position.is_empty() { rules::open(setup) } else { rules::open_at(setup, position) };
        let game = game.unwrap_or_else(|refusal| panic!("{setup}: {refusal}"));
        for in_words in [false, true] {
            let menu = entry(&*game, false, in_words);
            let steps = legal_steps::steps(&*game);
            let mut found = BTreeSet::new();
            for group in groups(&steps, false, in_words) {
                let second = menu.arrows("", &group.anchor.to_string()).expect("not hidden");
                let fits = |row: &CreateActionRow| components(std::slice::from_ref(row)).len() <= IN_ROW;
                assert!(second.rows.len() <= ROWS && second.rows.iter().all(fits), "{setup}");
                let labels: Vec<String> = offered(&second).concat();
                let unlike: BTreeSet<&String> = labels.iter().collect();
                assert_eq!(unlike.len(), labels.len(), "{setup} {}: {labels:?}", group.anchor);
                let parts = components(&second.rows);
                let ids = parts.iter().filter_map(|part| part["custom_id"].as_str()?.strip_prefix("step:"));
                found.extend(ids.filter(|turn| !turn.is_empty()).map(str::to_owned));
            }
            assert_eq!(found, game.legal_moves().into_iter().collect(), "{setup} {position}");
        }
    }
}

fn labels(entry: &Entry) -> Vec<(String, String)> {
    let parts = components(&entry.rows);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let lines = parts.iter().flat_map(|part| match part["options"].as_array() {
        Some(options) => options.iter().map(|own| (text(&own["label"]), text(&own["description"]))).collect(),
        None => vec![(text(&part["label"]), String::new())],
    });
    lines.collect()
}

#[test]
fn without_a_picture_the_menu_names_directions_and_marbles_as_their_reader_sees_the_board() {
    let game = rules::open("abalone").expect("a sound setup");
    let first = |is_turned| labels(&entry(&*game, is_turned, true).choose("", 0).expect("not hidden"))[0].clone();
    assert_eq!(first(false), ("marble on a1".to_owned(), "2 marbles northwest; 3 marbles northeast".to_owned()));
    let (label, about) = first(true);
    let expected = "3 marbles east; alone west, southeast, southwest; sideways b5 c5 southwest";
    assert!(label == "marble on c5" && about.starts_with(expected), "{label}: {about}");
    let arrows = entry(&*game, false, true).arrows("", "c3").expect("not hidden");
    let said_of_c3 = labels(&arrows);
    assert!(said_of_c3.contains(&("alone northwest · c3d3".to_owned(), String::new())), "{said_of_c3:?}");
    let sideways = "sideways c3 c4 c5 northwest · c3c5d3".to_owned();
    assert!(said_of_c3.iter().any(|(label, _)| *label == sideways), "{said_of_c3:?}");
}

#[test]
fn no_words_of_the_menu_have_arrows_or_are_too_long_in_any_language() {
    for (setup, position) in [
        ("abalone", FIGHT),
        ("abalone turn=mixed triangles=on", ""),
        ("notalone", ""),
        ("grand-abalone", ""),
        ("fliporona", ""),
        ("fliporona", CHAIN),
    ] {
        let game = if position.is_empty() { rules::open(setup) } else { rules::open_at(setup, position) };
        let game = game.unwrap_or_else(|refusal| panic!("{setup}: {refusal}"));
        for language in ["en", "fr", "de"] {
            let menu = MoveEntry { language: Language::of(language), ..entry(&*game, true, true) };
            let first = menu.choose("", 0).expect("not hidden");
            let steps = legal_steps::steps(&*game);
            let groups = groups(&steps, true, true);
            let seconds = groups.iter().filter_map(|group| menu.arrows("", &group.anchor.to_string()));
            for entry in std::iter::once(first).chain(seconds) {
                for (label, about) in labels(&entry) {
                    assert!(!format!("{label}{about}").contains(['→', '↗', '↖', '←', '↙', '↘']), "{label}: {about}");
                    assert!(!label.is_empty() && label.chars().count() <= 80, "{label}");
                    assert!(about.chars().count() <= 100, "{about}");
                }
            }
        }
    }
}

#[test]
fn a_sister_that_goes_along_is_named_and_not_pushed() {
    let mut game = rules::open("notalone").expect("a sound setup");
    for turn in ["@d7", "@g4", "b1b2c1", "i6h5", "b5c5c6", "h4g3", "c1c2d2", "i9h8"] {
        game.play(turn).expect("legal");
    }
    let menu = entry(&*game, false, false).arrows("", "d6").expect("not hidden");
    let labels: Vec<String> = offered(&menu).concat();
    assert_eq!(labels.len(), labels.iter().collect::<BTreeSet<_>>().len(), "{labels:?}");
    assert!(labels.contains(&"↖ d6+d7".to_owned()), "{labels:?}");
    let first = entry(&*game, false, false).choose("", 0).expect("not hidden");
    let (_, about) = option(&first, "d6");
    assert!(!about.contains("pushes"), "{about}");
}
