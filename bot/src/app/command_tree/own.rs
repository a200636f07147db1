//! Commands about what people and servers choose, and what players decide for times to come.

use render::Theme;
use serde_json::{Value, json};

use super::super::incoming::MANAGE_GUILD;
use super::super::settings::{DEFAULT, theme_name};
use super::super::words::Language;
use super::parts::{FLAG, NUMBER, TEXT, choices, command, option, subcommand};
use crate::games::time::leave::LONGEST_DAYS;

/// The choice that takes a choice back.
const NOTHING_CHOSEN: (&str, &str, &str) = (DEFAULT, "As usual", "Comme d'habitude");

/// The options that say how boards look, for a person and for a server alike.
fn looks() -> [Value; 2] {
    let themes = Theme::ALL.map(|theme| {
        let [english, french] = [Language::English, Language::French].map(|of| theme_name(of, theme));
        (theme.to_string(), english, french)
    });
    let themes = themes.iter().map(|(value, english, french)| (value.as_str(), english.as_str(), french.as_str()));
    let themes: Vec<_> = themes.chain([NOTHING_CHOSEN]).collect();
    [
        option(TEXT, ["theme", "thème"], ["Colors and materials", "Couleurs et matières"], &choices(&themes)),
        option(
            TEXT,
            ["coordinates", "coordonnées"],
            ["Letters and numbers along the board", "Lettres et nombres autour du plateau"],
            &choices(&[("shown", "Shown", "Affichées"), ("hidden", "Hidden", "Cachées"), NOTHING_CHOSEN]),
        ),
    ]
}

/// What people choose for themselves.
pub fn settings() -> Value {
    let [theme, coordinates] = looks();
    command(
        ["settings", "réglages"],
        ["What you choose for yourself", "Ce que vous choisissez pour vous"],
        &[
            subcommand(["show", "voir"], ["All your settings", "Tous vos réglages"], &[]),
            subcommand(
                ["picture", "image"],
                ["How boards look to you", "À quoi ressemblent vos plateaux"],
                &[
                    theme,
                    coordinates,
                    option(
                        TEXT,
                        ["orientation", "orientation"],
                        ["Which marbles are at the bottom", "Quelles billes sont en bas"],
                        &choices(&[
                            ("own", "Always mine", "Toujours les miennes"),
                            ("black", "Always the black ones", "Toujours les noires"),
                            ("white", "Always the white ones", "Toujours les blanches"),
                            NOTHING_CHOSEN,
                        ]),
                    ),
                    option(
                        TEXT,
                        ["style", "style"],
                        [
                            "Pictures, or rows of letters for a screen reader",
                            "Des images, ou des lettres à lire à voix haute",
                        ],
                        &choices(&[("picture", "Pictures", "Images"), ("text", "Text", "Texte")]),
                    ),
                ],
            ),
            subcommand(
                ["takeback", "reprise"],
                [
                    "What you say when an opponent asks to take a move back",
                    "Votre réponse à qui veut reprendre un coup",
                ],
                &[option(
                    TEXT,
                    ["answer", "réponse"],
                    ["Your answer", "Votre réponse"],
                    &choices(&[
                        ("never", "No, without asking me", "Non, sans me demander"),
                        ("casual", "Ask me", "Me demander"),
                        ("always", "Yes, without asking me", "Oui, sans me demander"),
                    ]),
                )],
            ),
            subcommand(
                ["clock", "horloge"],
                ["Your zone, when you sleep, automatic vacation", "Votre fuseau, votre sommeil, congé automatique"],
                &[
                    option(
                        TEXT,
                        ["zone", "fuseau"],
                        [
                            "Your zone: type a city, or what your clock shows; default: none",
                            "Votre fuseau : une ville, ou votre heure ; défaut : aucun",
                        ],
                        &json!({ "autocomplete": true, "max_length": 60 }),
                    ),
                    option(
                        TEXT,
                        ["sleep-from", "sommeil-de"],
                        ["From when you sleep: 23:00; default: no sleep", "Vous dormez dès : 23:00 ; défaut : jamais"],
                        &json!({ "autocomplete": true, "max_length": 20 }),
                    ),
                    option(
                        TEXT,
                        ["sleep-to", "sommeil-à"],
                        ["Until when: 7:00", "Jusqu'à : 7:00"],
                        &json!({ "autocomplete": true, "max_length": 20 }),
                    ),
                    option(
                        FLAG,
                        ["automatic-vacation", "congé-automatique"],
                        ["A vacation begins before you lose on time", "Un congé commence avant une perte au temps"],
                        &json!({}),
                    ),
                ],
            ),
            subcommand(
                ["reminders", "rappels"],
                ["When and where you are reminded of a deadline", "Quand et où l'on vous rappelle une échéance"],
                &[
                    option(
                        TEXT,
                        ["steps", "avances"],
                        [
                            "How long before it: 24h 3h, or none; `default` is the host's choice",
                            "Combien de temps avant : 24h 3h, ou jamais ; `défaut` : celles de l'hébergeur",
                        ],
                        &json!({ "autocomplete": true, "max_length": 100 }),
                    ),
                    option(
                        TEXT,
                        ["where", "lieu"],
                        ["Where reminders come", "Où viennent les rappels"],
                        &choices(&[
                            ("thread", "In the thread of the game", "Dans le fil de la partie"),
                            ("dm", "By direct message", "En message privé"),
                            ("both", "Both", "Les deux"),
                            ("none", "Nowhere", "Nulle part"),
                            NOTHING_CHOSEN,
                        ]),
                    ),
                    option(
                        TEXT,
                        ["turn", "tour"],
                        ["Call you when your turn begins", "Vous appeler quand votre tour commence"],
                        &choices(&[("on", "Yes", "Oui"), ("off", "No", "Non"), NOTHING_CHOSEN]),
                    ),
                    option(
                        TEXT,
                        ["quiet", "silence"],
                        [
                            "Hours without reminders, in your zone: 22:00-07:00, or off",
                            "Heures sans rappel, dans votre fuseau : 22:00-07:00, ou jamais",
                        ],
                        &json!({ "autocomplete": true, "max_length": 40 }),
                    ),
                ],
            ),
            subcommand(
                ["digest", "résumé"],
                ["A daily message about what waits for you", "Un message par jour sur ce qui vous attend"],
                &[option(
                    TEXT,
                    ["at", "à"],
                    ["When, in your zone: 18:00, or off", "Quand, dans votre fuseau : 18:00, ou jamais"],
                    &json!({ "autocomplete": true, "max_length": 40 }),
                )],
            ),
            subcommand(["test", "essai"], ["Send yourself a reminder now", "S'envoyer un rappel maintenant"], &[]),
        ],
    )
}

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

/// What a server's managers choose for it.
pub fn setup() -> Value {
    let mut setup = command(
        ["setup", "configurer"],
        ["What this server chooses; for its managers", "Les réglages de ce serveur, par ses responsables"],
        &[
            subcommand(["show", "voir"], ["All settings of this server", "Tous les réglages de ce serveur"], &[]),
            subcommand(
                ["picture", "image"],
                ["How boards look in this server", "À quoi ressemblent les plateaux de ce serveur"],
                &looks(),
            ),
        ],
    );
    // Servers only. Discord hides it from the others; whoever sends it all the same is refused by us.
    setup["contexts"] = json!([0]);
    setup["integration_types"] = json!([0]);
    setup["default_member_permissions"] = json!(MANAGE_GUILD.to_string());
    setup
}
