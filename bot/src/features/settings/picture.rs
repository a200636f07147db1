//! `/settings picture`: how boards look, with a sample that follows each choice.

use render::{BoardStyle, MarbleSet, Theme};

use crate::commands::board::{legal_steps, position};
use crate::commands::settings_menus::with_menus;
use crate::commands::shared_options::{Choice, DEFAULT, choice_of, set, switch_of, word_of};
use crate::commands::{Answer, App, Problem, Viewer};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, localize};
use crate::domain::{OrientationPreference, Preferences};
use crate::features::settings::picture_options;

/// The board of the sample picture.
const SAMPLE: &str = "abalone layout=belgian-daisy";

/// The options that have menus below the sample.
const MENUS: [&str; 4] = ["theme", "marbles", "orientation", "style"];

pub async fn picture(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    let (board, marbles, coordinates) = look_of(interaction)?;
    let orientation = choice_of(interaction, "orientation")?;
    // As a text board, and of that only the words?
    let style = word_of(interaction, "style", |word| match word {
        "text" => Some((true, false)),
        "words" => Some((true, true)),
        "picture" => Some((false, false)),
        _ => None,
    })?;
    let labels = switch_of(interaction, "labels", "coordinates", "off")?;
    let change = |chosen: &mut Preferences| {
        set(&mut chosen.theme, board.clone());
        set(&mut chosen.marbles, marbles.clone());
        set(&mut chosen.coordinates, coordinates);
        set(&mut chosen.labels, labels);
        set(&mut chosen.orientation, orientation);
        set(&mut chosen.text_board, style.map(|style| style.map(|(text_board, _)| text_board)));
        set(&mut chosen.words_only, style.map(|style| style.map(|(_, words_only)| words_only)));
        Ok(())
    };
    let chosen = app.games.update_preferences(user, change).await?;
    Ok(Reply::ephemeral(show_look(app, language, interaction, &chosen).await))
}

/// What counts now, a sample, and the menus.
async fn show_look(app: &App, language: Language, interaction: &Interaction, chosen: &Preferences) -> OutgoingMessage {
    let reader = Viewer::of(app, interaction.person.user, interaction.origin.guild_id).await;
    let post = sample(app, language, &reader, picture_lines(language, chosen, &reader).join("\n")).await;
    let now = [
        ("theme", chosen.theme.as_deref().unwrap_or(DEFAULT)),
        ("marbles", chosen.marbles.as_deref().unwrap_or(DEFAULT)),
        ("orientation", chosen.orientation.map_or(DEFAULT, OrientationPreference::as_str)),
        ("style", style_name(&reader)),
    ];
    let options: Vec<_> = picture_options().into_iter().filter(|option| MENUS.contains(&option.name)).collect();
    with_menus(language, "settings picture", &options, &now, post)
}

/// The board, the marbles and whether coordinates are shown.
type Look = (Choice<String>, Choice<String>, Choice<bool>);

/// What the options say of the look.
pub fn look_of(interaction: &Interaction) -> Result<Look, Problem> {
    let board = word_of(interaction, "theme", |word| Some(word.parse::<BoardStyle>().ok()?.to_string()))?;
    let marbles = word_of(interaction, "marbles", |word| Some(word.parse::<MarbleSet>().ok()?.to_string()))?;
    Ok((board, marbles, switch_of(interaction, "coordinates", "shown", "hidden")?))
}

fn board_name(language: Language, board: BoardStyle) -> String {
    language.localize(&format!("theme-{board}"), &[])
}

fn marbles_name(language: Language, marbles: MarbleSet) -> String {
    language.localize(&format!("marbles-{marbles}"), &[])
}

/// `Wood`, or with other marbles than the board's own `Wood · Ocean`.
fn theme_name(language: Language, theme: Theme) -> String {
    let board = board_name(language, theme.board);
    if theme.marbles == theme.board.own_marbles() {
        return board;
    }
    format!("{board} · {}", marbles_name(language, theme.marbles))
}

/// What a person has chosen of pictures, and what counts where they have chosen nothing.
pub fn picture_lines(language: Language, chosen: &Preferences, reader: &Viewer) -> Vec<String> {
    let turned = chosen.orientation.map_or(DEFAULT, OrientationPreference::as_str);
    let is_chosen = chosen.theme.is_some() || chosen.marbles.is_some();
    vec![
        theme_line(language, reader.picture_style.theme, is_chosen, "settings-theme-default"),
        coordinates_line(language, reader.picture_style.coordinates),
        localize!(language, "settings-labels", shown = if reader.picture_style.labels { "yes" } else { "no" }),
        localize!(language, "settings-orientation", turned = turned),
        localize!(language, "settings-style", style = style_name(reader)),
    ]
}

const fn style_name(reader: &Viewer) -> &'static str {
    match (reader.text_board, reader.words_only) {
        (true, true) => "words",
        (true, false) => "text",
        (false, _) => "picture",
    }
}

pub fn theme_line(language: Language, theme: Theme, is_chosen: bool, otherwise: &'static str) -> String {
    let name = theme_name(language, theme);
    if is_chosen {
        localize!(language, "settings-theme", theme = name)
    } else {
        localize!(language, otherwise, theme = name)
    }
}

pub fn coordinates_line(language: Language, shown: bool) -> String {
    localize!(language, "settings-coordinates", shown = if shown { "yes" } else { "no" })
}

/// A text with a sample board in the chosen style. The choice is kept even where the sample cannot be drawn.
pub async fn sample(app: &App, language: Language, reader: &Viewer, text: String) -> OutgoingMessage {
    let Ok(any_game) = rules::open(SAMPLE) else { return OutgoingMessage::text(text) };
    let (diagram, flip) = (any_game.diagram(), reader.flips(None));
    let headline = theme_name(language, reader.picture_style.theme);
    let mut board = position::picture(language, reader, diagram, flip, headline);
    if reader.picture_style.labels {
        board.overlay.labels = legal_steps::names(&*any_game);
    }
    position::with_board(app, language, reader, text, board, "sample.png").await
}
