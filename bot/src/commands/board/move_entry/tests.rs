use std::collections::BTreeSet;

use super::*;

struct Ids;

impl EntryIds for Ids {
    fn page(&self, page: usize, begun: &str) -> String {
        format!("page:{page}.{begun}")
    }
    fn from(&self, begun: &str) -> String {
        format!("from:{begun}")
    }
    fn step(&self, turn: &str) -> String {
        format!("step:{turn}")
    }
    fn play(&self, turn: &str) -> Option<String> {
        (turn.len() < 80).then(|| format!("play:{turn}"))
    }
    fn prepares_placings(&self) -> bool {
        true
    }
}

fn entry(game: &dyn AnyGame, is_turned: bool, in_words: bool) -> MoveEntry<'_> {
    MoveEntry { language: Language::ENGLISH, game, is_turned, in_words, ids: &Ids, again: None }
}

/// Black can eject to the right in row e.
const FIGHT: &str = "ww1bb/wwwbbb/1ww1b2/4b3/6bbw/8/1bb1w2/bbbwww/bb1ww b 0-0 24";

#[test]
fn ejections_come_first_and_the_menu_says_what_moves_do() {
    let game = rules::open_at("abalone", FIGHT).expect("a sound position");
    let steps = legal_steps::steps(&*game);
    let effects: Vec<Option<Effect>> = steps.iter().map(|step| step.effect(&*game, "")).collect();
    let said = entry(&*game, false, false).strong("", steps.iter().zip(&effects));
    assert_eq!(said, [("e7e8".to_owned(), "e7 e8 →".to_owned(), "ejects a marble".to_owned())]);
    let groups = groups(&steps, false, false);
    let group = groups.iter().find(|group| group.anchor.to_string() == "e7").expect("it can move");
    let effect_of =
        |step: &Step| steps.iter().position(|own| own.notation == step.notation).and_then(|i| effects[i].as_ref());
    let words = description(Language::ENGLISH, group, false, effect_of);
    assert!(words.starts_with("→ ejects a marble"), "{words}");
    let said = entry(&*game, true, true).strong("", steps.iter().zip(&effects));
    assert_eq!(said, [("e7e8".to_owned(), "e7 e8 west".to_owned(), "ejects a marble".to_owned())]);
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
            let parts = cells.rows.iter().flat_map(|row| row["components"].as_array().into_iter().flatten());
            let chosen: Vec<&Value> = parts.filter(|part| part["max_values"].as_u64() > Some(1)).collect();
            assert_eq!(chosen.len(), usize::from(is_offered), "{setup} {}", group.anchor);
            let values = chosen.iter().flat_map(|part| part["options"].as_array().into_iter().flatten());
            let turn = values.filter_map(|option| option["value"].as_str()).collect::<Vec<_>>().join(" ");
            assert_eq!(legal_steps::with_later_placings(&turn).1.is_empty(), !is_offered, "{setup} {turn}");
        }
    }
}

#[test]
fn a_turn_that_is_too_long_for_a_button_is_to_be_typed() {
    let game = rules::open("abalone").expect("a sound setup");
    let entry = entry(&*game, false, false);
    let shown = |notation: &str| entry.previewed(notation, &[]);
    let (text, buttons) = shown("e5e4");
    assert!(buttons.len() == 2 && !text.contains("/move"), "{text}");
    let (text, buttons) = shown(&"e5e4+".repeat(20));
    assert!(buttons.len() == 1 && text.contains("/move"), "{text}");
    assert!(buttons[0]["custom_id"].as_str().is_some_and(|id| id.starts_with("page:")), "{buttons:?}");
}

#[test]
fn every_legal_step_is_found_in_a_group() {
    for (setup, position) in [
        ("abalone", ""),
        ("abalone", FIGHT),
        ("abalone turn=mixed triangles=on", ""),
        ("grand-abalone", ""),
        ("notalone", ""),
        ("fliporona", "wb1wb1bbw/b3w1b1b/w1bw1bw1w/1w2bb1wb/b1bw1wb1b w 50"),
    ] {
        let game = if position.is_empty() { rules::open(setup) } else { rules::open_at(setup, position) };
        let game = game.unwrap_or_else(|refusal| panic!("{setup}: {refusal}"));
        let steps = legal_steps::steps(&*game);
        let groups = groups(&steps, false, false);
        let found: BTreeSet<&str> = groups
            .iter()
            .flat_map(|group| of_group(&steps, &group.anchor.to_string()).into_iter().take(BUTTONS))
            .map(|step| step.notation.as_str())
            .collect();
        let all: BTreeSet<&str> = steps.iter().map(|step| step.notation.as_str()).collect();
        assert_eq!(found, all, "{setup} {position}");
    }
}

fn labels(entry: &Entry) -> Vec<(String, String)> {
    let parts = entry.rows.iter().flat_map(|row| row["components"].as_array().into_iter().flatten());
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let said = parts.flat_map(|part| match part["options"].as_array() {
        Some(options) => options.iter().map(|own| (text(&own["label"]), text(&own["description"]))).collect(),
        None => vec![(text(&part["label"]), String::new())],
    });
    said.collect()
}

#[test]
fn without_a_picture_the_menu_names_directions_and_marbles_as_their_reader_sees_the_board() {
    let game = rules::open("abalone").expect("a sound setup");
    let first = |is_turned| labels(&entry(&*game, is_turned, true).choose("", 0).expect("not hidden"))[0].clone();
    assert_eq!(first(false), ("marble on a1".to_owned(), "2 marbles north-west; 3 marbles north-east".to_owned()));
    let (label, about) = first(true);
    let expected = "3 marbles east; alone west, south-east, south-west; sideways b5 c5 south-west";
    assert!(label == "marble on c5" && about.starts_with(expected), "{label}: {about}");
    let arrows = entry(&*game, false, true).arrows("", "c3").expect("not hidden");
    let said_of_c3 = labels(&arrows);
    assert!(said_of_c3.contains(&("alone north-west · c3d3".to_owned(), String::new())), "{said_of_c3:?}");
    let sideways = "sideways c3 c4 c5 north-west · c3c5d3".to_owned();
    assert!(said_of_c3.iter().any(|(label, _)| *label == sideways), "{said_of_c3:?}");
}

#[test]
fn no_words_of_the_menu_have_arrows_or_are_too_long_in_any_language() {
    let chain = "wb1wb1bbw/b3w1b1b/w1bw1bw1w/1w2bb1wb/b1bw1wb1b w 50";
    for (setup, position) in [
        ("abalone", FIGHT),
        ("abalone turn=mixed triangles=on", ""),
        ("notalone", ""),
        ("grand-abalone", ""),
        ("fliporona", ""),
        ("fliporona", chain),
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
