//! `/ladder`, and the buttons below its answers: the table, joining and leaving, challenges, history and rules.

use crate::commands::input::days;
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::shared_options::{member_of, user_of};
use crate::commands::{Answer, App, Button, Choices, Problem, Viewer};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, TextFile, clean, localize};
use crate::domain::clubs::ladder::LadderError;
use crate::domain::{LadderId, Phase, RequestId, TimeSpan, UserId};
use crate::features::challenge;
use crate::features::ladder::button::word;
use crate::features::ladder::service::{self, LadderChallenge, TablePage, export, games, players, tables, taking_in};
use crate::features::ladder::{organize, pictures, view};
use crate::games::GameError;
use crate::views::page_link::add_page_link;

/// The ladder that a command means.
pub(crate) async fn ladder_of(app: &App, interaction: &Interaction) -> Result<LadderId, Problem> {
    Ok(service::find_ladder(&app.games, interaction.origin.guild_id, interaction.text("ladder")).await?)
}

/// Is the answer to this command for everybody?
pub fn is_public(interaction: &Interaction) -> bool {
    interaction.name == "ladder show" && interaction.flag("public") && !interaction.flag("export")
}

pub(super) async fn run(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let ladder = ladder_of(app, interaction).await?;
    match interaction.name.as_str() {
        "ladder show" if interaction.flag("export") => export(app, language, ladder).await,
        "ladder show" if is_public(interaction) => show_everybody(app, language, interaction, ladder).await,
        "ladder show" => show_page(app, language, interaction, ladder, None).await,
        "ladder join" => join(app, language, interaction, ladder).await,
        "ladder leave" => ask_to_leave(app, language, interaction, ladder).await,
        "ladder challenge" => match member_of(language, interaction, "user", "ladder-error-not-here")? {
            Some(named) => {
                let defender = (named.person.user, Some(named.person.name.clone()));
                challenge(app, language, interaction, ladder, defender).await
            }
            None => show_choices(app, language, interaction, ladder).await,
        },
        "ladder games" => show_games(app, language, interaction, ladder, 0).await,
        "ladder history" => {
            let player = user_of(interaction, "player")?.map(|user| user.person.user);
            if let Some(typed) = interaction.text("season") {
                return show_season(app, language, interaction, ladder, typed).await;
            }
            show_history(app, language, interaction, ladder, player, 0).await
        }
        "ladder rules" => {
            let stored = taking_in::update_ladder(&app.games, ladder).await?;
            Ok(Reply::ephemeral(OutgoingMessage::text(view::rules(language, &stored.head))))
        }
        _ => Err(Problem::UNKNOWN_COMMAND),
    }
}

/// Answers a button or a select. It works only in the server of its ladder.
pub(super) async fn press(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let button: Button = interaction.name.parse().map_err(|_| Problem::UNKNOWN_BUTTON)?;
    if button.word == word::KEEP {
        return Ok(interaction.private_reply(view::render_kept_place(language)));
    }
    let ladder = LadderId(button.game.0);
    let guild = interaction.origin.guild_id.ok_or(LadderError::NoServer).map_err(GameError::from)?;
    match taking_in::ladder_head(&app.games, ladder).await {
        Ok(head) if head.guild_id == guild => {}
        Ok(_) | Err(GameError::Ladder(LadderError::NoSuchLadder(_))) => return Err(Problem::UNKNOWN_BUTTON),
        Err(error) => return Err(error.into()),
    }
    let page = || button.number.and_then(|page| u32::try_from(page).ok()).ok_or(Problem::UNKNOWN_BUTTON);
    match (&*button.word, button.number) {
        (word::PAGE, _) => show_page(app, language, interaction, ladder, Some(page()?)).await,
        (word::JOIN, _) => join(app, language, interaction, ladder).await,
        (word::LEAVE, _) => ask_to_leave(app, language, interaction, ladder).await,
        (word::LEAVE_YES, _) => {
            let (stored, place) = players::leave(&app.games, ladder, interaction.person.user).await?;
            Ok(interaction.private_reply(view::render_left(language, &stored.head, place)))
        }
        (word::ADD, _) => organize::add_chosen(app, language, interaction, ladder).await,
        (word::CLOSE_YES, _) => organize::confirm_close(app, language, interaction, ladder).await,
        (word::REMOVE_YES, Some(asked)) => {
            organize::confirm_removal(app, language, interaction, RequestId(asked.cast_unsigned())).await
        }
        (word::SEASON_YES, Some(asked)) => {
            organize::confirm_season(app, language, interaction, RequestId(asked.cast_unsigned())).await
        }
        (word::HISTORY, _) => {
            let player = button.text.as_deref().map(str::parse).transpose().map_err(|_| Problem::UNKNOWN_BUTTON)?;
            show_history(app, language, interaction, ladder, player.map(UserId), page()?).await
        }
        (word::GAMES, _) => show_games(app, language, interaction, ladder, page()?).await,
        (word::CHALLENGE, _) => show_choices(app, language, interaction, ladder).await,
        (word::DEFENDER, Some(player)) => {
            challenge(app, language, interaction, ladder, (UserId(player.cast_unsigned()), None)).await
        }
        (word::CHOOSE, _) => {
            let chosen = interaction.values.first().and_then(|value| value.parse().ok());
            let player = UserId(chosen.ok_or(Problem::UNKNOWN_BUTTON)?);
            challenge(app, language, interaction, ladder, (player, None)).await
        }
        _ => Err(Problem::UNKNOWN_BUTTON),
    }
}

async fn show_everybody(app: &App, language: Language, interaction: &Interaction, ladder: LadderId) -> Answer {
    let person = interaction.person.user;
    if app.games.is_thread_of_others(person, interaction.origin.channel_id).await? {
        return Err(Problem::Key("ladder-error-thread-of-others"));
    }
    let shown = tables::show_page(&app.games, ladder, None, None).await?;
    let text = view::public_title(language, &shown, person);
    let post = draw_page(app, language, interaction, &shown, text).await;
    let post = add_link(app, language, &shown, post.rows(view::table_buttons(language, &shown, true))).await?;
    Ok(Reply::Message { private: false, post })
}

/// The whole table and all results as files.
async fn export(app: &App, language: Language, ladder: LadderId) -> Answer {
    let exported = export::export(&app.games, ladder).await?;
    let said = localize!(language, "ladder-export", name = view::name_of(&exported.head), results = exported.results);
    let file = |(name, text): (&str, String)| TextFile { name: name.to_owned(), kind: "text/csv", text };
    let files = [("table.csv", exported.table_csv), ("results.csv", exported.results_csv)].map(file);
    Ok(Reply::ephemeral(OutgoingMessage::text(said).files(files.to_vec())))
}

/// A page of the table, with its buttons.
async fn show_page(
    app: &App,
    language: Language,
    interaction: &Interaction,
    ladder: LadderId,
    page: Option<u32>,
) -> Answer {
    let asker = interaction.person.user;
    let shown = tables::show_page(&app.games, ladder, Some(asker), page.map(|page| page as usize)).await?;
    let post = draw_page(app, language, interaction, &shown, view::title(language, &shown)).await;
    let post = post.rows(view::table_buttons(language, &shown, false));
    Ok(interaction.private_reply(add_link(app, language, &shown, post).await?))
}

/// Adds the way to the page of a ladder.
async fn add_link(
    app: &App,
    language: Language,
    shown: &TablePage,
    post: OutgoingMessage,
) -> Result<OutgoingMessage, GameError> {
    add_page_link(&app.games, language, shown.head.guild_id, format!("/l/{}", shown.head.ladder_id), post).await
}

async fn draw_page(
    app: &App,
    language: Language,
    interaction: &Interaction,
    shown: &TablePage,
    text: String,
) -> OutgoingMessage {
    let own = (!is_public(interaction)).then_some(interaction.person.user);
    let reader = Viewer::of(app, own, interaction.origin.guild_id).await;
    pictures::draw_page(app, language, reader, own, shown, text).await
}

/// The table that stands in the channel of a ladder, in the language of the server.
pub(crate) async fn standing_table(app: &App, language: Language, shown: &TablePage) -> OutgoingMessage {
    let reader = Viewer::of(app, None, Some(shown.head.guild_id)).await;
    let post = pictures::draw_page(app, language, reader, None, shown, view::title(language, shown)).await;
    post.rows(view::table_buttons(language, shown, true))
}

async fn join(app: &App, language: Language, interaction: &Interaction, ladder: LadderId) -> Answer {
    let (stored, place) = players::join(&app.games, ladder, &interaction.person).await?;
    Ok(interaction.private_reply(view::render_joined(language, &stored.head, place)))
}

async fn ask_to_leave(app: &App, language: Language, interaction: &Interaction, ladder: LadderId) -> Answer {
    let (head, place, open) = players::place_to_leave(&app.games, ladder, interaction.person.user).await?;
    Ok(interaction.private_reply(view::ask_to_leave(language, &head, place, open)))
}

/// Whom one may challenge now.
async fn show_choices(app: &App, language: Language, interaction: &Interaction, ladder: LadderId) -> Answer {
    let player = interaction.person.user;
    let (stored, found) = players::challengeable(&app.games, ladder, player, MAX_CHOICES).await?;
    let is_first = stored.ladder.place(player) == Some(1);
    Ok(interaction.private_reply(view::choices(language, &stored.head, &found, is_first)))
}

/// A challenge to this player, whose name an option has given.
async fn challenge(
    app: &App,
    language: Language,
    interaction: &Interaction,
    ladder: LadderId,
    (defender, defender_name): (UserId, Option<String>),
) -> Answer {
    let new = LadderChallenge {
        request: interaction.request,
        ladder,
        challenger: interaction.person.clone(),
        defender,
        defender_name,
        origin: interaction.origin,
    };
    let (stored, done) = players::challenge(&app.games, new).await?;
    let record = &done.replayed.record;
    Ok(interaction.private_reply(if record.game.phase == Phase::Playing {
        view::render_begun_game(language, &stored.head, defender)
    } else {
        challenge::view::render_sent_challenge(language, record)
    }))
}

/// A page of the games that are played or offered, with its buttons.
async fn show_games(app: &App, language: Language, interaction: &Interaction, ladder: LadderId, page: u32) -> Answer {
    let shown = games::show_games(&app.games, ladder, page as usize).await?;
    Ok(interaction.private_reply(view::games(language, &shown, app.clock.now())))
}

/// A page of the history, with its buttons.
async fn show_history(
    app: &App,
    language: Language,
    interaction: &Interaction,
    ladder: LadderId,
    player: Option<UserId>,
    page: u32,
) -> Answer {
    let shown = tables::show_history(&app.games, ladder, player, page).await?;
    Ok(interaction.private_reply(view::history(language, player, &shown)))
}

/// A season that is over, with its final table.
async fn show_season(
    app: &App,
    language: Language,
    interaction: &Interaction,
    ladder: LadderId,
    typed: &str,
) -> Answer {
    let number = typed.trim().parse().unwrap_or(0);
    let shown = tables::show_season(&app.games, ladder, number, Some(interaction.person.user)).await?;
    let post = draw_page(app, language, interaction, &shown.table, view::season(language, &shown)).await;
    Ok(interaction.private_reply(post))
}

/// Seasons that are over, for the option `season`.
pub(super) async fn complete_season(
    app: &App,
    language: Language,
    interaction: &Interaction,
    typed: &str,
) -> Result<Choices, Problem> {
    let ladder = ladder_of(app, interaction).await?;
    let zone = app.games.zone_of(interaction.person.user).await?;
    let seasons = tables::seasons(&app.games, ladder, MAX_CHOICES as u32).await?;
    let choice = |(number, TimeSpan { from, until }): (u32, TimeSpan)| {
        let [from, until] = [from, until].map(|at| days::today(&zone, at).to_string());
        (localize!(language, "ladder-season-choice", number = number, from = from, until = until), number.to_string())
    };
    let choices = seasons.into_iter().map(choice);
    Ok(choices.filter(|(shown, _)| shown.to_lowercase().contains(&typed.trim().to_lowercase())).collect())
}

/// The ladders of the server, for the option `ladder`.
pub async fn complete(app: &App, interaction: &Interaction, typed: &str) -> Result<Vec<(String, String)>, Problem> {
    let Some(guild) = interaction.origin.guild_id else { return Ok(Vec::new()) };
    let typed = typed.to_lowercase();
    let ladders = service::list_ladders(&app.games, guild).await?;
    let fitting = ladders.iter().filter(|head| head.name.to_lowercase().contains(&typed));
    Ok(fitting.take(MAX_CHOICES).map(|head| (clean(&head.name, 100), head.ladder_id.to_string())).collect())
}
