//! Malformed interactions: any input is answered in a way that Discord accepts, or ignored.

use discord::responder::Handler as _;
use discord::{Interaction, InteractionType, Reply};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use crate::app::command_tree::tree;
use crate::app::test_support;

const VERBS: [&str; 12] =
    ["accept", "board", "board^", "resign", "agree", "claim-win", "draw", "move", "entry", "from", "play", "history"];

/// An interaction with its user and place.
fn interaction(kind: u8, data: &Value) -> Value {
    sandbox::interaction::complete(json!({
        "type": kind, "channel_id": "5", "guild_id": "6", "locale": "fr",
        "member": { "nick": "Ada", "permissions": "32", "user": { "id": "1", "username": "ada", "global_name": null } },
        "message": { "id": "9", "flags": 64 }, "data": data,
    }))
}

/// Every command with all its options, and every completion.
fn commands(game: &str) -> Vec<Value> {
    let mut samples = Vec::new();
    let users = json!({ "users": { "2": { "id": "2", "username": "b", "bot": false } }, "members": { "2": { "nick": "B", "permissions": "3072" } } });
    let options_of = |of: &Value| of["options"].as_array().cloned().unwrap_or_default();
    for command in tree().as_array().expect("a list") {
        let mut subcommands: Vec<Option<Value>> =
            options_of(command).into_iter().filter(|option| option["type"] == 1).map(Some).collect();
        if subcommands.is_empty() {
            subcommands.push(None);
        }
        for subcommand in subcommands {
            let definition = options_of(subcommand.as_ref().unwrap_or(command));
            let values: Vec<_> = definition.iter().map(|option| value_of(option, game)).collect();
            for focused in std::iter::once(None).chain((0..values.len()).map(Some)) {
                let mut options = values.clone();
                if let Some(focused) = focused {
                    options[focused]["focused"] = json!(true);
                }
                if let Some(subcommand) = &subcommand {
                    options = vec![json!({ "name": subcommand["name"], "type": 1, "options": options })];
                }
                let data = json!({ "name": command["name"], "type": 1, "options": options, "resolved": users });
                samples.push(interaction(if focused.is_some() { 4 } else { 2 }, &data));
            }
        }
    }
    samples
}

fn value_of(option: &Value, game: &str) -> Value {
    let value = match (option["type"].as_u64(), option["name"].as_str()) {
        (Some(4), _) => option.get("min_value").cloned().unwrap_or(json!(1)),
        (Some(5), _) => json!(true),
        (Some(6), _) => json!("2"),
        // That of `/challenge` names the kind of game.
        (_, Some("game")) if option["name_localizations"]["fr"] == "jeu" => json!("abalone"),
        (_, Some("game")) => json!(game),
        _ => option["choices"].get(0).map_or(json!("a1b2"), |choice| choice["value"].clone()),
    };
    json!({ "name": option["name"], "type": option["type"], "value": value })
}

/// Replaces, removes or duplicates something anywhere in the value.
fn mutate(value: &mut Value, rng: &mut StdRng) {
    let inside = match value {
        Value::Array(list) if !list.is_empty() && rng.random_ratio(9, 10) => {
            let at = rng.random_range(0..list.len());
            if rng.random_ratio(1, 6) {
                let again = list[at].clone();
                list.push(again);
            }
            list.get_mut(at)
        }
        Value::Object(map) if !map.is_empty() && rng.random_ratio(19, 20) => {
            let keys: Vec<String> = map.keys().cloned().collect();
            let key = keys.choose(rng).expect("some");
            if rng.random_ratio(1, 20) {
                map.remove(key);
                return;
            }
            map.get_mut(key)
        }
        _ => None,
    };
    if let Some(inside) = inside {
        return mutate(inside, rng);
    }
    let strange = [
        Value::Null,
        json!(true),
        json!(-1),
        json!(99),
        json!(u64::MAX),
        json!(1e300),
        json!(""),
        json!("99999999999999999999999"),
        json!("v1:new-verb:000000007:-1:x"),
        json!("\u{202e}\u{0}\u{fffd}é"),
        json!("x".repeat(5000)),
        json!("1 ".repeat(3000)),
        json!([]),
        json!({}),
        json!([[[{ "name": 7 }]]]),
        json!({ "type": 99, "name": "new", "options": [{ "type": 77, "name": "x" }] }),
    ];
    // Most values of another type get no further than serenity.
    let of_kind = |other: &&Value| std::mem::discriminant(*other) == std::mem::discriminant(value);
    let alike: Vec<&Value> = strange.iter().filter(of_kind).collect();
    let replacement = alike.choose(rng).copied().filter(|_| rng.random_ratio(9, 10));
    *value = replacement.or_else(|| strange.choose(rng)).expect("some").clone();
}

/// The reason why Discord would refuse the reply.
fn problem(kind: InteractionType, reply: &Reply) -> Option<String> {
    let message = match (kind, reply) {
        (InteractionType::Autocomplete, Reply::Choices(choices)) => {
            let fits = |text: &str| (1..=100).contains(&text.chars().count());
            let good = choices.len() <= 25 && choices.iter().all(|(name, value)| fits(name) && fits(value));
            return (!good).then(|| format!("{choices:?}"));
        }
        (InteractionType::Autocomplete, _) | (_, Reply::Choices(_)) => {
            return Some("another kind of answer".to_owned());
        }
        (InteractionType::Component, Reply::Modal(modal)) => {
            return (modal.title.chars().count() > 45 || modal.custom_id.len() > 100).then(|| format!("{modal:?}"));
        }
        (_, Reply::Modal(_)) => return Some("a form where none can open".to_owned()),
        (_, Reply::Message { post, .. } | Reply::Update(post) | Reply::Launch { instead: post, .. }) => post,
    };
    let length = message.content.chars().count();
    let is_empty = length == 0 && message.rows.is_empty();
    (is_empty || length > 2000).then(|| format!("{message:?}"))
}

#[tokio::test]
async fn interactions_mutated_thousands_of_ways_are_answered_or_ignored() {
    let app = test_support::app();
    let answer = async |json: &Value| app.answer(&Interaction::read(json).expect("an interaction")).await;

    // A running game, so that there is something to act on.
    let options =
        json!([{ "name": "user", "type": 6, "value": "2" }, { "name": "color", "type": 3, "value": "black" }]);
    let users = json!({ "2": { "id": "2", "username": "b" } });
    let resolved = json!({ "users": users, "members": { "2": { "permissions": "3072" } } });
    let challenge = json!({ "name": "challenge", "type": 1, "options": options, "resolved": resolved });
    answer(&interaction(2, &challenge)).await;
    let Reply::Message { post, .. } = answer(&interaction(2, &json!({ "name": "board", "type": 1 }))).await else {
        panic!("a board is a message");
    };
    let body = post.body().to_string();
    let game = body.split("v1:withdraw:").nth(1).expect("a challenge that can be withdrawn")[..9].to_owned();
    let mut accept = interaction(3, &json!({ "custom_id": format!("v1:accept:{game}"), "component_type": 2 }));
    accept["id"] = json!("78");
    accept["member"]["user"]["id"] = json!("2");
    answer(&accept).await;

    let mut samples = commands(&game);
    for verb in VERBS {
        let data =
            json!({ "custom_id": format!("v1:{verb}:{game}:0:a1b2"), "component_type": 3, "values": ["a1", "b2"] });
        samples.push(interaction(3, &data));
    }
    let field = json!({ "type": 18, "component": { "type": 4, "custom_id": "x", "value": "v" } });
    samples.push(interaction(5, &json!({ "custom_id": "form", "components": [field] })));

    let mut rng = StdRng::seed_from_u64(2);
    let (mut answered, mut ignored) = (0, 0);
    for id in 1000..26_000 {
        let mut json = samples.choose(&mut rng).expect("some").clone();
        json["id"] = json!(id.to_string());
        for _ in 0..rng.random_range(1..3) {
            // The data that the user chose matters more than the rest.
            let is_inside = rng.random_ratio(3, 4);
            match json.get_mut("data").filter(|_| is_inside) {
                Some(data) => mutate(data, &mut rng),
                None => mutate(&mut json, &mut rng),
            }
        }
        let mut text = json.to_string().into_bytes();
        if rng.random_ratio(1, 8) {
            let at = rng.random_range(0..text.len());
            text[at] = rng.random();
        }
        // Invalid JSON gets no further than this.
        let Ok(json) = serde_json::from_slice::<Value>(&text) else { continue };
        match Interaction::read(&json) {
            Some(interaction) => {
                let problem = problem(interaction.kind, &app.answer(&interaction).await);
                assert_eq!(problem, None, "{json}");
                answered += 1;
            }
            None => ignored += 1,
        }
    }
    assert!(answered > 5000 && ignored > 500, "{answered} answered, {ignored} ignored");
}
