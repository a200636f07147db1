//! The command tree, as data: what is registered with Discord.

pub mod challenge;
pub mod conditional_moves;
pub mod parts;
pub mod settings;
pub mod vacation;

use serde_json::{Value, json};

use crate::app::command_tree::challenge::challenge;
use crate::app::command_tree::conditional_moves::line;
use crate::app::command_tree::parts::{FLAG, NUMBER, TEXT, USER, choices, command, option};
use crate::app::command_tree::settings::{settings, setup};
use crate::app::command_tree::vacation::vacation;
use crate::discord::localization::Language;
use crate::domain::MOST_DAYS;

/// What people who speak this language see of an option of a command; its name in the setup where it is none.
pub fn shown(command: &str, option: &str, language: Language) -> String {
    let tree = tree();
    let of = |list: &Value, name: &str| list.as_array()?.iter().find(|one| one["name"] == json!(name)).cloned();
    let found = of(&tree, command).and_then(|command| of(&command["options"], option));
    let french = found.as_ref().and_then(|found| found["name_localizations"]["fr"].as_str());
    french.map_or(option, |french| language.pick(option, french)).to_owned()
}

/// Every command, as Discord wants it.
pub fn tree() -> Value {
    let completing = json!({ "autocomplete": true });
    let nothing = json!({});
    let withdraw = || {
        option(
            FLAG,
            ["withdraw", "retirer"],
            ["Withdraw what you have proposed", "Retirer ce que vous avez proposé"],
            &json!({}),
        )
    };
    let game = || {
        option(
            TEXT,
            ["game", "partie"],
            ["Which game; not needed in its thread", "Quelle partie ; inutile dans son fil"],
            &completing,
        )
    };
    let any_game = || {
        option(
            TEXT,
            ["game", "partie"],
            [
                "Which game, finished ones too; not needed in its thread",
                "Quelle partie, finie ou non ; inutile dans son fil",
            ],
            &completing,
        )
    };
    json!([
        challenge(),
        command(
            ["move", "coup"],
            ["Make a move", "Jouer un coup"],
            &[
                option(
                    TEXT,
                    ["move", "coup"],
                    [
                        "a1b2 along the line, c3c5d3 sideways; or type a cell, push, eject",
                        "a1b2 en ligne, c3c5d3 en flèche ; ou une case, pousser, éjecter"
                    ],
                    &json!({ "required": true, "autocomplete": true, "max_length": 150 }),
                ),
                game(),
            ],
        ),
        command(
            ["board", "plateau"],
            ["Look at a game", "Regarder une partie"],
            &[
                game(),
                option(
                    NUMBER,
                    ["ply", "demi-coup"],
                    ["The position after so many plies", "La position après tant de demi-coups"],
                    &json!({ "min_value": 0, "max_value": 10_000 })
                ),
                option(
                    TEXT,
                    ["style", "style"],
                    ["A picture, or rows of letters", "Une image, ou des rangées de lettres"],
                    &choices(&[("picture", "Picture", "Image"), ("text", "Text", "Texte")]),
                ),
                option(FLAG, ["flip", "retourner"], ["White at the bottom", "Blanc en bas"], &nothing),
            ],
        ),
        command(["games", "parties"], ["List your games", "Lister vos parties"], &[]),
        command(
            ["export", "exporter"],
            ["Get a game as files: a record and JSON", "Recevoir une partie en fichiers : notation et JSON"],
            &[any_game()],
        ),
        command(
            ["replay", "revoir"],
            ["Watch a game from its start, as a film", "Revoir une partie depuis le début, en film"],
            &[
                any_game(),
                option(
                    FLAG,
                    ["public", "public"],
                    ["Show it to everybody here", "Le montrer à tout le monde ici"],
                    &nothing,
                ),
            ],
        ),
        command(
            ["history", "historique"],
            [
                "The moves of a game, its last positions and its score",
                "Les coups d'une partie, ses positions, son score"
            ],
            &[any_game()],
        ),
        command(["resign", "abandonner"], ["Give up a game", "Abandonner une partie"], &[game()]),
        line(&game()),
        command(
            ["claim", "réclamer"],
            [
                "When the opponent has left a game without deadline",
                "Quand l'adversaire a quitté une partie sans limite"
            ],
            &[game()]
        ),
        command(
            ["adjourn", "ajourner"],
            ["Let a game stand still, if the opponent agrees", "Suspendre une partie, avec l'accord de l'adversaire"],
            &[
                option(
                    NUMBER,
                    ["days", "jours"],
                    [
                        "For how many days at most; as long as possible when left out",
                        "Pour combien de jours au plus ; le plus long possible par défaut"
                    ],
                    &json!({ "min_value": 1, "max_value": MOST_DAYS }),
                ),
                withdraw(),
                game(),
            ],
        ),
        command(
            ["resume", "relancer"],
            ["Let a game go on that stands still", "Relancer une partie suspendue"],
            &[game()]
        ),
        command(
            ["takeback", "reprendre"],
            [
                "Take your last move back, if the opponent agrees",
                "Reprendre votre dernier coup, avec l'accord de l'adversaire"
            ],
            &[withdraw(), game()]
        ),
        command(
            ["abort", "annuler"],
            ["Call a game off before everybody has made a move", "Annuler une partie avant que tous aient joué"],
            &[game()]
        ),
        command(
            ["draw", "nulle"],
            ["Offer, accept or claim a draw", "Proposer, accepter ou réclamer la nulle"],
            &[withdraw(), game()]
        ),
        command(
            ["rules", "règles"],
            ["Learn the games and their options, with pictures", "Apprendre les jeux et leurs options, en images"],
            &[option(
                TEXT,
                ["topic", "sujet"],
                ["What about; type a few letters, or leave it out", "De quoi ; tapez quelques lettres, ou rien"],
                &json!({ "autocomplete": true, "max_length": 100 }),
            )],
        ),
        command(
            ["profile", "profil"],
            [
                "How somebody plays: reliability, games won and lost",
                "Comment quelqu'un joue : fiabilité, parties gagnées"
            ],
            &[option(
                USER,
                ["user", "joueur"],
                ["Who; yourself when left out", "Qui ; vous-même par défaut"],
                &nothing
            )],
        ),
        settings(),
        vacation(),
        setup(),
        command(["help", "aide"], ["How to play", "Comment jouer"], &[]),
    ])
}

#[cfg(test)]
mod tests {
    use crate::app::command_tree::parts::SUBCOMMAND;

    use super::*;

    fn texts<'a>(of: &'a Value, key: &str) -> Vec<&'a str> {
        let localized = of[format!("{key}_localizations")].as_object().into_iter().flatten();
        of[key].as_str().into_iter().chain(localized.filter_map(|(_, text)| text.as_str())).collect()
    }

    /// The longest localization counts, as for Discord.
    fn weight(of: &Value) -> usize {
        let longest = |key| texts(of, key).into_iter().map(|text| text.chars().count()).max().unwrap_or(0);
        let value = of["value"].as_str().map_or(0, |value| value.chars().count());
        let nested = ["options", "choices"].into_iter().flat_map(|key| of[key].as_array().into_iter().flatten());
        longest("name") + longest("description") + value + nested.map(weight).sum::<usize>()
    }

    fn check(of: &Value, what: &str) {
        for name in texts(of, "name") {
            assert!((1..=32).contains(&name.chars().count()), "{name}");
            assert!(
                name.chars().all(|c| (c.is_alphanumeric() || "-_'".contains(c)) && !c.is_uppercase()),
                "{what}: {name}"
            );
        }
        for description in texts(of, "description") {
            assert!((1..=100).contains(&description.chars().count()), "{what}: {description}");
        }
    }

    #[test]
    fn the_tree_keeps_every_limit_of_discord() {
        let tree = tree();
        let commands = tree.as_array().expect("an array");
        assert!(commands.len() <= 100);
        for command in commands {
            check(command, "command");
            assert!(weight(command) <= 8000);
            check_options(command);
        }
    }

    fn check_options(of: &Value) {
        let options = of["options"].as_array().expect("options");
        assert!(options.len() <= 25);
        let required: Vec<_> = options.iter().map(|option| option["required"] == json!(true)).collect();
        assert!(required.is_sorted_by(|a, b| a >= b), "required options come first");
        let below = options.iter().filter(|option| option["type"] == SUBCOMMAND).count();
        assert!(below == 0 || below == options.len(), "subcommands stand among themselves");
        for name in ["en", "fr"] {
            let names = options
                .iter()
                .map(|option| if name == "fr" { texts(option, "name")[1] } else { texts(option, "name")[0] });
            let names: Vec<_> = names.collect();
            assert_eq!(names.len(), names.iter().collect::<std::collections::BTreeSet<_>>().len(), "{names:?}");
        }
        for option in options {
            check(option, "option");
            if option["type"] == SUBCOMMAND {
                check_options(option);
            }
            let choices = option["choices"].as_array().map_or(0, Vec::len);
            assert!(choices <= 25 && !(choices > 0 && option["autocomplete"] == json!(true)));
            for choice in option["choices"].as_array().into_iter().flatten() {
                for name in texts(choice, "name") {
                    assert!((1..=100).contains(&name.chars().count()));
                }
            }
        }
    }
}
