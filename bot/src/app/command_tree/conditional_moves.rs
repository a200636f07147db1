//! `/line` as Discord registers it.

use serde_json::{Value, json};

use crate::app::command_tree::parts::{NUMBER, TEXT, command, option, subcommand};

/// Moves that are decided in advance.
pub fn line(game: &Value) -> Value {
    let turns = json!({ "autocomplete": true, "max_length": 1500 });
    let number =
        |description| option(NUMBER, ["number", "numéro"], description, &json!({ "min_value": 1, "max_value": 200 }));
    command(
        ["line", "ligne"],
        ["Decide in advance what you answer; only you see it", "Décider d'avance vos réponses ; vous seul les voyez"],
        &[
            subcommand(
                ["add", "ajouter"],
                ["If they play this, then you play that", "S'ils jouent ceci, alors vous jouez cela"],
                &[
                    option(
                        TEXT,
                        ["if", "si"],
                        [
                            "What they play; several turns with spaces",
                            "Ce qu'ils jouent ; plusieurs coups avec des espaces",
                        ],
                        &turns,
                    ),
                    option(TEXT, ["then", "alors"], ["What you answer", "Ce que vous répondez"], &turns),
                    option(
                        TEXT,
                        ["moves", "coups"],
                        [
                            "Instead of both: a whole line, theirs and yours in turn",
                            "Au lieu des deux : toute une ligne, leurs coups et les vôtres",
                        ],
                        &turns,
                    ),
                    game.clone(),
                ],
            ),
            subcommand(
                ["show", "voir"],
                [
                    "Your lines in a game, and the board at the end of one",
                    "Vos lignes dans une partie, et le plateau au bout d'une",
                ],
                &[number(["Which line the picture shows", "La ligne que montre l'image"]), game.clone()],
            ),
            subcommand(
                ["remove", "retirer"],
                ["Remove one of your lines, or all", "Retirer une de vos lignes, ou toutes"],
                &[number(["Which one; all when left out", "Laquelle ; toutes par défaut"]), game.clone()],
            ),
        ],
    )
}
