//! `/challenge`: every option of every game.

use serde_json::{Value, json};

use crate::app::command_tree::parts::{FLAG, NUMBER, TEXT, USER, choices, command, option};
use crate::features::settings::command::DEFAULT;

/// Paces that can be chosen, with their names in both languages.
const PACES: [(&str, &str, &str); 12] = [
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
const PAUSES: [(&str, &str, &str); 7] = [
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

/// The command.
pub fn challenge() -> Value {
    let completing = json!({ "autocomplete": true });
    let nothing = json!({});
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
                &completing,
            ),
            option(
                NUMBER,
                ["sprint", "sprint"],
                [
                    "Moves that each player makes, 20 to 30; then the score decides",
                    "Coups de chacun, 20 à 30 ; puis le score décide",
                ],
                &json!({ "min_value": 20, "max_value": 30 }),
            ),
            option(
                NUMBER,
                ["target", "but"],
                ["Ejections that win, 1 to 13; six when left out", "Éjections qui gagnent, 1 à 13 ; six par défaut"],
                &json!({ "min_value": 1, "max_value": 13 }),
            ),
            option(TEXT, ["pace", "cadence"], ["How much time there is", "Le temps dont on dispose"], &choices(&PACES)),
            option(
                TEXT,
                ["pauses", "pauses"],
                [
                    "What stops the clocks; vacation and sleep, or what the host has set, when left out",
                    "Ce qui arrête les pendules ; par défaut congés et sommeil, ou le choix de l'hôte",
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
                    ("random", "By lot", "Au sort"),
                ]),
            ),
            option(
                USER,
                ["user2", "joueur2"],
                ["The player of the third seat", "Qui prend la troisième place"],
                &nothing,
            ),
            option(
                USER,
                ["user3", "joueur3"],
                ["The player of the fourth seat", "Qui prend la quatrième place"],
                &nothing,
            ),
            option(
                USER,
                ["user4", "joueur4"],
                ["The player of the fifth seat", "Qui prend la cinquième place"],
                &nothing,
            ),
            option(
                USER,
                ["user5", "joueur5"],
                ["The player of the sixth seat", "Qui prend la sixième place"],
                &nothing,
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
                    "Votre position : neuf rangées de i à a, jointes par /",
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
                    "Une bille neutre : e5, ou e5:fixed, inéjectable",
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
                ["hidden-colors", "couleurs-cachées"],
                ["All marbles look the same until the end", "Toutes les billes se ressemblent jusqu'à la fin"],
                &nothing,
            ),
            option(
                FLAG,
                ["crown", "couronne"],
                [
                    "A crown on three marbles; who loses it first loses",
                    "Une couronne sur trois billes ; qui la perd a perdu",
                ],
                &nothing,
            ),
        ],
    )
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn every_pace_of_the_list_can_be_played() {
        for (pace, ..) in PACES {
            assert!(pace.parse::<crate::domain::Pace>().is_ok(), "{pace}");
        }
        for (words, ..) in &PAUSES[1..] {
            let whole = format!("days:3 {words}");
            assert_eq!(
                whole.parse::<crate::domain::TimeControl>().map(|time_control| time_control.to_string()),
                Ok(whole)
            );
        }
    }
}
