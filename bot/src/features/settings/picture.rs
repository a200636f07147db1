//! `/settings picture`: the look of boards, with a sample that follows each choice.

use discord::{Interaction, OutgoingMessage, Reply};
use games::domain::{OrientationPreference, Preferences};
use render::{BoardStyle, MarbleSet, Theme};

use crate::board::{legal_steps, position};
use crate::commands::command_button::with_menus;
use crate::commands::shared_options::{Choice, DEFAULT, choice_of, set, switch_of, word_of};
use crate::commands::{Answer, App, Ctx, Problem, Viewer};
use crate::features::settings::definition::picture_options;
use crate::localization::{Language, localize};

const SAMPLE: &str = "abalone layout=belgian-daisy";

/// The options that have menus below the sample.
const MENUS: [&str; 4] = ["theme", "marbles", "orientation", "style"];

pub async fn picture(ctx: Ctx<'_>) -> Answer {
    let user = ctx.user();
    let (board, marbles, coordinates) = look_of(ctx.interaction)?;
    let orientation = choice_of(ctx.interaction, "orientation")?;
    // Whether it is a text board, and whether only its words.
    let style = word_of(ctx.interaction, "style", |word| match word {
        "text" => Some((true, false)),
        "words" => Some((true, true)),
        "picture" => Some((false, false)),
        _ => None,
    })?;
    let labels = switch_of(ctx.interaction, "labels", "coordinates", "off")?;
    let change = |preferences: &mut Preferences| {
        set(&mut preferences.theme, board.clone());
        set(&mut preferences.marbles, marbles.clone());
        set(&mut preferences.coordinates, coordinates);
        set(&mut preferences.labels, labels);
        set(&mut preferences.orientation, orientation);
        set(&mut preferences.text_board, style.map(|style| style.map(|(text_board, _)| text_board)));
        set(&mut preferences.words_only, style.map(|style| style.map(|(_, words_only)| words_only)));
        Ok(())
    };
    let preferences = ctx.app.games.update_preferences(user, change).await?;
    Ok(Reply::ephemeral(show_look(ctx, &preferences).await))
}

/// The current look, a sample, and the menus.
async fn show_look(ctx: Ctx<'_>, preferences: &Preferences) -> OutgoingMessage {
    let reader = Viewer::of(ctx.app, ctx.user(), ctx.origin.guild_id).await;
    let post =
        sample(ctx.app, ctx.language, &reader, picture_lines(ctx.language, preferences, &reader).join("\n")).await;
    let now = [
        ("theme", preferences.theme.as_deref().unwrap_or(DEFAULT)),
        ("marbles", preferences.marbles.as_deref().unwrap_or(DEFAULT)),
        ("orientation", preferences.orientation.map_or(DEFAULT, OrientationPreference::as_str)),
        ("style", style_name(&reader)),
    ];
    let options: Vec<_> = picture_options().into_iter().filter(|option| MENUS.contains(&option.name)).collect();
    with_menus(ctx.language, "settings picture", &options, &now, post)
}

/// The board, the marbles, and whether coordinates are shown.
type Look = (Choice<String>, Choice<String>, Choice<bool>);

/// The look set by the options.
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

/// `Wood`, or with marbles of another set `Wood · Ocean`.
fn theme_name(language: Language, theme: Theme) -> String {
    let board = board_name(language, theme.board);
    if theme.marbles == theme.board.own_marbles() {
        return board;
    }
    format!("{board} · {}", marbles_name(language, theme.marbles))
}

/// A person's picture preferences, with the defaults.
pub fn picture_lines(language: Language, preferences: &Preferences, reader: &Viewer) -> Vec<String> {
    let turned = preferences.orientation.map_or(DEFAULT, OrientationPreference::as_str);
    let is_chosen = preferences.theme.is_some() || preferences.marbles.is_some();
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

/// A text with a sample board in the chosen style; text only if drawing fails.
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
