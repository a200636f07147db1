//! `/vacation` as Discord registers it.

use serde_json::{Value, json};

use crate::app::command_tree::parts::{NUMBER, TEXT, command, option, subcommand};
use crate::domain::LONGEST_DAYS;

/// Being away.
pub fn vacation() -> Value {
    command(
        ["vacation", "congé"],
        ["Stop your clocks while you are away", "Arrêter vos pendules pendant une absence"],
        &[
            subcommand(
                ["start", "commencer"],
                ["Begin a vacation now, or plan one", "Commencer un congé, ou en prévoir un"],
                &[
                    option(
                        NUMBER,
                        ["days", "jours"],
                        [
                            "For how many days; /vacation stop ends it earlier",
                            "Pour combien de jours ; /congé arrêter y met fin plus tôt",
                        ],
                        &json!({ "required": true, "min_value": 1, "max_value": LONGEST_DAYS }),
                    ),
                    option(
                        TEXT,
                        ["from", "dès"],
                        [
                            "From which day: tomorrow, friday 18:00, 24 december; now when left out",
                            "Dès quel jour : demain, vendredi 18h, 24 décembre ; maintenant par défaut",
                        ],
                        &json!({ "autocomplete": true, "max_length": 60 }),
                    ),
                ],
            ),
            subcommand(
                ["stop", "arrêter"],
                ["End it, or cancel one that is planned", "Le terminer, ou annuler un congé prévu"],
                &[option(
                    TEXT,
                    ["which", "lequel"],
                    [
                        "Which one, when there are several; the one that runs, or the next",
                        "Lequel, quand il y en a plusieurs ; celui qui court, ou le prochain",
                    ],
                    &json!({ "autocomplete": true, "max_length": 40 }),
                )],
            ),
            subcommand(
                ["status", "état"],
                ["What you have, and what is left", "Vos congés, et ce qu'il en reste"],
                &[],
            ),
        ],
    )
}
