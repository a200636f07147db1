//! `/ladder`, and the buttons below its answers: the table, joining and leaving, challenges, history and rules.

use base::clean::clean;
use clubs::ClubError;
use clubs::domain::ladder::LadderError;
use clubs::ladders::{self, LadderChallenge, TablePage, export, game_pages, players, sync, tables};
use discord::custom_id::About;
use discord::{Interaction, OutgoingMessage, Reply, TextFile};
use games::GameError;
use games::domain::{LadderId, Phase, TimeSpan, UserId};

use crate::commands::input::days;
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::shared_options::{member_of, user_of};
use crate::commands::{Answer, App, Choices, Ctx, Problem, Viewer};
use crate::features::challenge;
use crate::features::ladder::button::{LadderButton, LadderPress};
use crate::features::ladder::{organize, pictures, view};
use crate::localization::{Language, localize};
use crate::views::competition::add_page_link;

pub(crate) async fn ladder_of(ctx: Ctx<'_>) -> Result<LadderId, Problem> {
    Ok(ladders::find_ladder(&ctx.app.games, ctx.origin.guild_id, ctx.text("ladder")).await?)
}

/// Whether everyone sees the answer to this command.
pub fn is_public(interaction: &Interaction) -> bool {
    interaction.name == "ladder show" && interaction.flag("public") && !interaction.flag("export")
}

pub(super) async fn run(ctx: Ctx<'_>) -> Answer {
    let ladder = ladder_of(ctx).await?;
    match ctx.name.as_str() {
        "ladder show" if ctx.flag("export") => export(ctx.app, ctx.language, ladder).await,
        "ladder show" if is_public(ctx.interaction) => show_everybody(ctx, ladder).await,
        "ladder show" => show_page(ctx, ladder, None).await,
        "ladder join" => join(ctx, ladder).await,
        "ladder leave" => ask_to_leave(ctx, ladder).await,
        "ladder challenge" => match member_of(ctx, "user", "ladder-error-not-here")? {
            Some(user) => {
                let defender = (user.person.user, Some(user.person.name.clone()));
                challenge(ctx, ladder, defender).await
            }
            None => show_choices(ctx, ladder).await,
        },
        "ladder games" => show_games(ctx, ladder, 0).await,
        "ladder history" => {
            let player = user_of(ctx.interaction, "player")?.map(|user| user.person.user);
            if let Some(typed) = ctx.text("season") {
                return show_season(ctx, ladder, typed).await;
            }
            show_history(ctx, ladder, player, 0).await
        }
        "ladder rules" => {
            let stored = sync::update_ladder(&ctx.app.games, ladder).await?;
            Ok(Reply::ephemeral(OutgoingMessage::text(view::rules(ctx.language, &stored.head))))
        }
        _ => Err(Problem::UNKNOWN_COMMAND),
    }
}

/// Answers a button or a select. It works only in the server of its ladder.
pub(super) async fn press(ctx: Ctx<'_>) -> Answer {
    let About { subject: ladder, button } = ctx.button::<LadderPress>()?;
    if button == LadderButton::Keep {
        return Ok(ctx.private_reply(view::render_kept_place(ctx.language)));
    }
    let guild = ctx.origin.guild_id.ok_or(LadderError::NoServer)?;
    match sync::ladder_head(&ctx.app.games, ladder).await {
        Ok(head) if head.guild_id == guild => {}
        Ok(_) | Err(ClubError::Ladder(LadderError::NoSuchLadder(_))) => return Err(Problem::UNKNOWN_BUTTON),
        Err(error) => return Err(error.into()),
    }
    match button {
        LadderButton::Page { page } => show_page(ctx, ladder, Some(page)).await,
        LadderButton::Join => join(ctx, ladder).await,
        LadderButton::Leave => ask_to_leave(ctx, ladder).await,
        LadderButton::LeaveYes => {
            let (stored, place) = players::leave(&ctx.app.games, ladder, ctx.user()).await?;
            Ok(ctx.private_reply(view::render_left(ctx.language, &stored.head, place)))
        }
        LadderButton::Add => organize::add_chosen(ctx, ladder).await,
        LadderButton::CloseYes => organize::confirm_close(ctx, ladder).await,
        LadderButton::RemoveYes { asked } => organize::confirm_removal(ctx, asked).await,
        LadderButton::SeasonYes { asked } => organize::confirm_season(ctx, asked).await,
        LadderButton::History { page, player } => show_history(ctx, ladder, player, page).await,
        LadderButton::Games { page } => show_games(ctx, ladder, page).await,
        LadderButton::Challenge => show_choices(ctx, ladder).await,
        LadderButton::Defender { player } => challenge(ctx, ladder, (player, None)).await,
        LadderButton::Choose => {
            let player_id = ctx.values.first().and_then(|value| value.parse().ok());
            let player = UserId(player_id.ok_or(Problem::UNKNOWN_BUTTON)?);
            challenge(ctx, ladder, (player, None)).await
        }
        LadderButton::Keep => Ok(ctx.private_reply(view::render_kept_place(ctx.language))),
    }
}

async fn show_everybody(ctx: Ctx<'_>, ladder: LadderId) -> Answer {
    let person = ctx.user();
    if ctx.app.games.is_thread_of_others(person, ctx.origin.channel_id).await? {
        return Err(Problem::Key("ladder-error-thread-of-others"));
    }
    let page = tables::show_page(&ctx.app.games, ladder, None, None).await?;
    let text = view::public_title(ctx.language, &page, person);
    let post = draw_page(ctx, &page, text).await;
    let post =
        add_link(ctx.app, ctx.language, &page, post.rows(view::table_buttons(ctx.language, &page, true))).await?;
    Ok(Reply::Message { private: false, post })
}

async fn export(app: &App, language: Language, ladder: LadderId) -> Answer {
    let exported = export::export(&app.games, ladder).await?;
    let text = localize!(language, "ladder-export", name = view::name_of(&exported.head), results = exported.results);
    let file = |(name, text): (&str, String)| TextFile { name: name.to_owned(), kind: "text/csv", text };
    let files = [("table.csv", exported.table_csv), ("results.csv", exported.results_csv)].map(file);
    Ok(Reply::ephemeral(OutgoingMessage::text(text).files(files.to_vec())))
}

async fn show_page(ctx: Ctx<'_>, ladder: LadderId, page: Option<u32>) -> Answer {
    let asker = ctx.user();
    let table_page = tables::show_page(&ctx.app.games, ladder, Some(asker), page.map(|page| page as usize)).await?;
    let post = draw_page(ctx, &table_page, view::title(ctx.language, &table_page)).await;
    let post = post.rows(view::table_buttons(ctx.language, &table_page, false));
    Ok(ctx.private_reply(add_link(ctx.app, ctx.language, &table_page, post).await?))
}

/// Adds the link to the page of a ladder.
async fn add_link(
    app: &App,
    language: Language,
    table_page: &TablePage,
    post: OutgoingMessage,
) -> Result<OutgoingMessage, GameError> {
    add_page_link(&app.games, language, table_page.head.guild_id, format!("/l/{}", table_page.head.ladder_id), post)
        .await
}

async fn draw_page(ctx: Ctx<'_>, table_page: &TablePage, text: String) -> OutgoingMessage {
    let own = (!is_public(ctx.interaction)).then_some(ctx.user());
    let reader = Viewer::of(ctx.app, own, ctx.origin.guild_id).await;
    pictures::draw_page(ctx.app, ctx.language, reader, own, table_page, text).await
}

/// The table posted in the channel of a ladder, in the language of the server.
pub(crate) async fn standing_table(app: &App, language: Language, table_page: &TablePage) -> OutgoingMessage {
    let reader = Viewer::of(app, None, Some(table_page.head.guild_id)).await;
    let post = pictures::draw_page(app, language, reader, None, table_page, view::title(language, table_page)).await;
    post.rows(view::table_buttons(language, table_page, true))
}

async fn join(ctx: Ctx<'_>, ladder: LadderId) -> Answer {
    let (stored, place) = players::join(&ctx.app.games, ladder, &ctx.person).await?;
    Ok(ctx.private_reply(view::render_joined(ctx.language, &stored.head, place)))
}

async fn ask_to_leave(ctx: Ctx<'_>, ladder: LadderId) -> Answer {
    let (head, place, open) = players::place_to_leave(&ctx.app.games, ladder, ctx.user()).await?;
    Ok(ctx.private_reply(view::ask_to_leave(ctx.language, &head, place, open)))
}

async fn show_choices(ctx: Ctx<'_>, ladder: LadderId) -> Answer {
    let player = ctx.user();
    let (stored, found) = players::challengeable(&ctx.app.games, ladder, player, MAX_CHOICES).await?;
    let is_first = stored.ladder.place(player) == Some(1);
    Ok(ctx.private_reply(view::choices(ctx.language, &stored.head, &found, is_first)))
}

/// A challenge to this player; an option also gives the name.
async fn challenge(ctx: Ctx<'_>, ladder: LadderId, (defender, defender_name): (UserId, Option<String>)) -> Answer {
    let new = LadderChallenge {
        request: ctx.request,
        ladder,
        challenger: ctx.person.clone(),
        defender,
        defender_name,
        origin: ctx.origin,
    };
    let (stored, done) = players::challenge(&ctx.app.games, new).await?;
    let record = &done.replayed.record;
    Ok(ctx.private_reply(if record.game.phase == Phase::Playing {
        view::render_begun_game(ctx.language, &stored.head, defender)
    } else {
        challenge::view::render_sent_challenge(ctx.language, record)
    }))
}

async fn show_games(ctx: Ctx<'_>, ladder: LadderId, page: u32) -> Answer {
    let games_page = game_pages::show_games(&ctx.app.games, ladder, page as usize).await?;
    Ok(ctx.private_reply(view::games(ctx.language, &games_page, ctx.app.clock.now())))
}

async fn show_history(ctx: Ctx<'_>, ladder: LadderId, player: Option<UserId>, page: u32) -> Answer {
    let history = tables::show_history(&ctx.app.games, ladder, player, page).await?;
    Ok(ctx.private_reply(view::history(ctx.language, player, &history)))
}

/// A past season with its final table.
async fn show_season(ctx: Ctx<'_>, ladder: LadderId, typed: &str) -> Answer {
    let number = typed.trim().parse().unwrap_or(0);
    let season = tables::show_season(&ctx.app.games, ladder, number, Some(ctx.user())).await?;
    let post = draw_page(ctx, &season.table, view::season(ctx.language, &season)).await;
    Ok(ctx.private_reply(post))
}

/// Completes the option `season` with past seasons.
pub(super) async fn complete_season(ctx: Ctx<'_>, typed: &str) -> Result<Choices, Problem> {
    let ladder = ladder_of(ctx).await?;
    let zone = ctx.app.games.zone_of(ctx.user()).await?;
    let seasons = tables::seasons(&ctx.app.games, ladder, MAX_CHOICES as u32).await?;
    let choice = |(number, TimeSpan { from, until }): (u32, TimeSpan)| {
        let [from, until] = [from, until].map(|at| days::today(&zone, at).to_string());
        (localize!(ctx, "ladder-season-choice", number = number, from = from, until = until), number.to_string())
    };
    let choices = seasons.into_iter().map(choice);
    Ok(choices.filter(|(shown, _)| shown.to_lowercase().contains(&typed.trim().to_lowercase())).collect())
}

/// Completes the option `ladder` with the server's ladders.
pub async fn complete(ctx: Ctx<'_>, typed: &str) -> Result<Vec<(String, String)>, Problem> {
    let Some(guild) = ctx.origin.guild_id else { return Ok(Vec::new()) };
    let query = typed.to_lowercase();
    let ladders = ladders::list_ladders(&ctx.app.games, guild).await?;
    let fitting = ladders.iter().filter(|head| head.name.to_lowercase().contains(&query));
    Ok(fitting.take(MAX_CHOICES).map(|head| (clean(&head.name, 100), head.ladder_id.to_string())).collect())
}
