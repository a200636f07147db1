//! The command tree, as data: what is registered with Discord.

mod own;
mod parts;

use serde_json::{Value, json};

use super::settings::DEFAULT;
use super::words::Language;
use own::{line, settings, setup, vacation};
use parts::{FLAG, NUMBER, TEXT, USER, choices, command, option};

/// Paces that can be chosen, with their names in both languages.
pub const PACES: [(&str, &str, &str); 12] = [
    ("days:1", "1 day per move", "1 jour par coup"),
    ("days:2", "2 days per move", "2 jours par coup"),
    ("days:3", "3 days per move", "3 jours par coup"),
    ("days:5", "5 days per move", "5 jours par coup"),
    ("days:7", "7 days per move", "7 jours par coup"),
    ("days:14", "14 days per move", "14 jours par coup"),
    (
        "fischer:7d+1d/14d",
        "7 days, and 1 more with each move (14 at most)",
        "7 jours, plus 1 à chaque coup (14 au plus)",
    ),
    (
        "fischer:3d+12h/7d",
        "3 days, and 12 hours more with each move (7 at most)",
        "3 jours, plus 12 heures à chaque coup (7 au plus)",
    ),
    ("total:30d", "30 days for the whole game", "30 jours pour toute la partie"),
    ("total:15m", "Live: 15 minutes for the whole game", "En direct : 15 minutes pour toute la partie"),
    ("total:10m", "Live: 10 minutes for the whole game", "En direct : 10 minutes pour toute la partie"),
    ("none", "No deadline", "Sans limite"),
];

/// What can be chosen to stop the clocks.
pub const PAUSES: [(&str, &str, &str); 7] = [
    (DEFAULT, "Vacation and sleep", "Congés et sommeil"),
    ("weekends=pause", "Vacation, sleep and weekends", "Congés, sommeil et fins de semaine"),
    ("vacation=asked", "Vacation and sleep; none automatic", "Congés et sommeil ; aucun automatique"),
    ("weekends=pause vacation=asked", "The same, and weekends", "De même, et fins de semaine"),
    ("vacation=off", "Sleep only", "Sommeil seul"),
    ("weekends=pause vacation=off", "Sleep and weekends", "Sommeil et fins de semaine"),
    ("vacation=off sleep=off", "Nothing", "Rien"),
];

/// Handicaps that can be chosen.
const HANDICAPS: [(&str, &str, &str); 8] = [
    ("black:1", "Black: 1", "Noir : 1"),
    ("black:2", "Black: 2", "Noir : 2"),
    ("black:3", "Black: 3", "Noir : 3"),
    ("black:4", "Black: 4", "Noir : 4"),
    ("white:1", "White: 1", "Blanc : 1"),
    ("white:2", "White: 2", "Blanc : 2"),
    ("white:3", "White: 3", "Blanc : 3"),
    ("white:4", "White: 4", "Blanc : 4"),
];

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
        command(
            ["challenge", "défier"],
            ["Challenge somebody to a game of Abalone", "Défier quelqu'un à une partie d'Abalone"],
            &[
                option(USER, ["user", "joueur"], ["Whom", "Qui"], &json!({ "required": true })),
                option(
                    TEXT,
                    ["game", "jeu"],
                    ["Which game; Abalone when left out", "Quel jeu ; Abalone par défaut"],
                    &choices(&[
                        ("abalone", "Abalone", "Abalone"),
                        ("notalone", "Notalone: with two sisters", "Notalone : avec deux sœurs"),
                        ("fliporona", "Fliporona: on the Fanorona board", "Fliporona : sur le plateau de Fanorona"),
                    ]),
                ),
                option(
                    TEXT,
                    ["layout", "position"],
                    ["Starting position; type a few letters", "Position de départ ; tapez quelques lettres"],
                    &completing
                ),
                option(
                    NUMBER,
                    ["sprint", "sprint"],
                    [
                        "Moves that each player makes, 20 to 30; then the score decides",
                        "Coups de chacun, 20 à 30 ; puis le score décide"
                    ],
                    &json!({ "min_value": 20, "max_value": 30 }),
                ),
                option(
                    NUMBER,
                    ["target", "but"],
                    [
                        "Ejections that win, 1 to 13; six when left out",
                        "Éjections qui gagnent, 1 à 13 ; six par défaut"
                    ],
                    &json!({ "min_value": 1, "max_value": 13 }),
                ),
                option(
                    TEXT,
                    ["pace", "cadence"],
                    ["How much time there is", "Le temps dont on dispose"],
                    &choices(&PACES)
                ),
                option(
                    TEXT,
                    ["pauses", "pauses"],
                    [
                        "What stops the clocks; vacation and sleep, or what the host has set, when left out",
                        "Ce qui arrête les pendules ; par défaut congés et sommeil, ou le choix de l'hôte"
                    ],
                    &choices(&PAUSES),
                ),
                option(
                    TEXT,
                    ["color", "couleur"],
                    ["Your color; drawn by lot when left out", "Votre couleur ; tirée au sort par défaut"],
                    &choices(&[
                        ("black", "Black (moves first, but in Fliporona)", "Noir (commence, sauf à Fliporona)"),
                        ("white", "White", "Blanc"),
                        ("random", "By lot", "Au sort")
                    ]),
                ),
                option(
                    USER,
                    ["user2", "joueur2"],
                    ["The player of the third seat", "Qui prend la troisième place"],
                    &nothing
                ),
                option(
                    USER,
                    ["user3", "joueur3"],
                    ["The player of the fourth seat", "Qui prend la quatrième place"],
                    &nothing
                ),
                option(
                    USER,
                    ["user4", "joueur4"],
                    ["The player of the fifth seat", "Qui prend la cinquième place"],
                    &nothing
                ),
                option(
                    USER,
                    ["user5", "joueur5"],
                    ["The player of the sixth seat", "Qui prend la sixième place"],
                    &nothing
                ),
                option(
                    TEXT,
                    ["seats", "places"],
                    ["Who plays with whom, when there are more than two", "Qui joue avec qui, à plus de deux"],
                    &choices(&[
                        ("2x2", "Two against two, one board", "Deux contre deux, un plateau"),
                        ("2x2x2", "Two against two, two boards", "Deux contre deux, deux plateaux"),
                        (
                            "2x2x2-counter",
                            "Two against two, two boards, changing opponents",
                            "Deux contre deux, deux plateaux, adversaires changeants",
                        ),
                        ("3", "Three, each for themselves", "Trois, chacun pour soi"),
                        ("4", "Four colors, opposite seats together", "Quatre couleurs, partenaires face à face"),
                        ("6", "Six colors, three against three", "Six couleurs, trois contre trois"),
                    ]),
                ),
                option(
                    TEXT,
                    ["turn", "tour"],
                    ["Which moves make a turn; one when left out", "Les coups d'un tour ; un seul par défaut"],
                    &choices(&[
                        ("double", "Two of one's own", "Deux à soi"),
                        ("own-foe", "One's own, then theirs", "Un à soi, puis un adverse"),
                        ("foe-own", "Theirs, then one's own", "Un adverse, puis un à soi"),
                        ("mixed", "One of each, in either order", "Un de chaque, dans l'ordre voulu"),
                    ]),
                ),
                option(
                    TEXT,
                    ["handicap", "handicap"],
                    ["Marbles that one player starts without", "Billes qu'un joueur a en moins"],
                    &choices(&HANDICAPS),
                ),
                option(
                    TEXT,
                    ["board", "plateau"],
                    [
                        "A layout of your own: nine rows from i to a, joined by /",
                        "Votre position : neuf rangées de i à a, jointes par /"
                    ],
                    &json!({ "max_length": 80 }),
                ),
                option(
                    FLAG,
                    ["placement", "placement"],
                    ["Players place their marbles first", "On pose d'abord ses billes"],
                    &nothing,
                ),
                option(
                    TEXT,
                    ["obstacles", "obstacles"],
                    ["Cells where nothing can stand: e5 d4", "Cases interdites : e5 d4"],
                    &json!({ "max_length": 60 }),
                ),
                option(
                    TEXT,
                    ["holes", "trous"],
                    ["Cells that swallow what is pushed in: e5", "Cases qui avalent ce qu'on y pousse : e5"],
                    &json!({ "max_length": 60 }),
                ),
                option(
                    TEXT,
                    ["pivot", "pivot"],
                    [
                        "A neutral marble: e5, or e5:fixed that cannot be ejected",
                        "Une bille neutre : e5, ou e5:fixed, inéjectable"
                    ],
                    &json!({ "max_length": 20 }),
                ),
                option(
                    TEXT,
                    ["ball", "ballon"],
                    ["A marble that wins for whoever ejects it: e5", "Une bille qui fait gagner qui l'éjecte : e5"],
                    &json!({ "max_length": 20 }),
                ),
                option(
                    FLAG,
                    ["triangles", "triangles"],
                    ["Three side by side may move together", "Trois billes accolées peuvent bouger ensemble"],
                    &nothing,
                ),
                option(
                    FLAG,
                    ["one-color", "unicolore"],
                    ["All marbles look the same until the end", "Toutes les billes se ressemblent jusqu'à la fin"],
                    &nothing,
                ),
                option(
                    FLAG,
                    ["crown", "couronne"],
                    [
                        "A crown on three marbles; who loses it first loses",
                        "Une couronne sur trois billes ; qui la perd a perdu"
                    ],
                    &nothing,
                ),
            ],
        ),
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
                    &json!({ "min_value": 1, "max_value": crate::games::limits::MOST_DAYS }),
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
    use super::parts::SUBCOMMAND;
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

    #[test]
    fn every_pace_of_the_list_can_be_played() {
        for (pace, ..) in PACES {
            assert!(pace.parse::<crate::games::pace::Pace>().is_ok(), "{pace}");
        }
        for (words, ..) in &PAUSES[1..] {
            let whole = format!("days:3 {words}");
            assert_eq!(whole.parse::<crate::games::tempo::Tempo>().map(|tempo| tempo.to_string()), Ok(whole));
        }
    }
}
