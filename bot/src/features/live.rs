//! `/games show:server`: the running games of a server that this person may see, as lines and as one picture.

use std::cmp::Reverse;

use async_trait::async_trait;
use base::clean::clean;
use discord::custom_id::{Words, buttons};
use discord::{CreateActionRow, OutgoingMessage, Picture, Style, button, row, select, select_row};
use games::domain::{GameId, GameSummary, GuildId, Origin, Phase, SeatedPlayer, UserId};
use games::selection::is_seen_from;
use games::{GameError, Games, ReplayedGame};
use rules::{Diagram, Seat};
use tracing::error;

use crate::board::description::plain_name;
use crate::board::message;
use crate::board::pictures::{GamesPicture, draw_strip};
use crate::commands::setup_words::kind;
use crate::commands::{Answer, App, Ctx, Feature, Problem, Viewer};
use crate::features::board::{BoardRequest, board_message};
use crate::localization::{Language, localize};
use crate::views::game_lines::{fit_message, score};

buttons! {
    enum LiveButton {
        Page { page: usize } = "live",
        /// Open the board of the selected game, with a button back to this page.
        Open { page: usize } = "live-open",
    }
}

pub struct Live;

#[async_trait]
impl Feature for Live {
    fn words(&self) -> Words {
        Words::of::<LiveButton>()
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let post = match ctx.button()? {
            LiveButton::Page { page } => self::page(ctx, page).await?,
            LiveButton::Open { page } => {
                let game = ctx.values.first().and_then(|game| game.parse().ok());
                let game = game.ok_or(Problem::UNKNOWN_BUTTON)?;
                let board = board_message(ctx, game, None, BoardRequest::default()).await?;
                board.add_button(button(&LiveButton::Page { page }, localize!(ctx, "button-live"), Style::Secondary))
            }
        };
        Ok(ctx.private_reply(post))
    }
}

pub async fn page(ctx: Ctx<'_>, number: usize) -> Result<OutgoingMessage, Problem> {
    let Some(guild) = ctx.origin.guild_id else { return Err(Problem::Key("error-no-server")) };
    let user = ctx.user();
    let page = load_page(&ctx.app.games, guild, user, ctx.origin, number).await?;
    let viewer = Viewer::of(ctx.app, user, Some(guild)).await;
    Ok(render_page(ctx.app, ctx.language, &viewer, &page).await)
}

/// The newest games of one server that are examined.
const MOST_GAMES: u32 = 1000;

/// Games on a page: their boards fit into one picture.
const PAGE: usize = 6;

/// A page of the running games, the one with the newest move first.
#[derive(Debug)]
pub struct LivePage {
    pub games: Vec<(GameSummary, Option<ReplayedGame>)>,
    /// From 0.
    pub page: usize,
    pub pages: usize,
    /// On all pages.
    pub count: usize,
    /// Whether games of other channels are left out, because the bot does not know who may read those.
    pub is_of_channel: bool,
}

/// The running games of a server, newest move first.
pub(crate) async fn running_games(games: &Games, guild: GuildId) -> Result<Vec<GameSummary>, GameError> {
    let mut running = games.store.games_of_guild(guild, Phase::Playing, MOST_GAMES).await?;
    running.sort_by_key(|summary| (Reverse(summary.game.turn.started_at), summary.game.game_id));
    Ok(running)
}

/// The running games of a server, newest move first, and whether those of other channels are left out. A server that
/// posts all results shows all games to everyone; otherwise a person sees those of this channel and their own.
pub async fn live_games(
    games: &Games,
    guild: GuildId,
    user: UserId,
    origin: Origin,
) -> Result<(Vec<GameSummary>, bool), GameError> {
    let mut running = running_games(games, guild).await?;
    let is_of_channel = games.store.guild_preferences(guild).await?.results_channel.is_none();
    if is_of_channel {
        running.retain(|summary| is_seen_from(summary, user, origin.channel_id));
    }
    Ok((running, is_of_channel))
}

async fn load_page(
    games: &Games,
    guild: GuildId,
    user: UserId,
    origin: Origin,
    page: usize,
) -> Result<LivePage, GameError> {
    let (running, is_of_channel) = live_games(games, guild, user, origin).await?;
    let (count, pages) = (running.len(), running.len().div_ceil(PAGE).max(1));
    let page = page.min(pages - 1);
    let summaries: Vec<GameSummary> = running.into_iter().skip(page * PAGE).take(PAGE).collect();
    let ids: Vec<GameId> = summaries.iter().map(|summary| summary.game.game_id).collect();
    let mut replayed = games.replay_all(&ids).await?;
    let with_board = |summary: GameSummary| {
        let replayed = replayed.remove(&summary.game.game_id);
        (summary, replayed)
    };
    Ok(LivePage { games: summaries.into_iter().map(with_board).collect(), page, pages, count, is_of_channel })
}

const MAX_LABEL: usize = 100;

/// Characters of the names below a small board; the picture cuts what is still too wide.
const LONGEST_NAMES: usize = 40;

async fn render_page(app: &App, language: Language, viewer: &Viewer, page: &LivePage) -> OutgoingMessage {
    let mut title = localize!(language, "live-title", count = page.count);
    if page.count == 0 {
        title = localize!(language, "live-none");
    }
    let hint = if page.is_of_channel { format!("\n{}", localize!(language, "live-of-channel")) } else { String::new() };
    let place = localize!(language, "games-page", page = page.page + 1, pages = page.pages, count = page.count);
    let place = if page.pages > 1 { format!("\n{place}") } else { String::new() };
    let lines = page.games.iter().map(|(summary, replayed)| line(language, summary, replayed.as_ref()));
    let around = place.chars().count() + hint.chars().count();
    let text = fit_message(language, title, lines, around) + &place + &hint;
    let post = OutgoingMessage::text(text).rows(controls(language, page));
    match picture(app, language, viewer, page).await {
        Some(picture) => post.picture(picture),
        None => post,
    }
}

/// A game in a line: number, players, layout, next move, score, and the time of its last move or its start.
fn line(language: Language, summary: &GameSummary, replayed: Option<&ReplayedGame>) -> String {
    let GameSummary { game, seats } = summary;
    let (id, players, number) = (game.name(), message::mentions(language, seats.iter()), message::next_move(game.ply));
    let mut parts = vec![localize!(language, "games-line-others", id = id, players = players, move = number)];
    parts.extend(kind(language, &game.setup));
    parts.extend(replayed.and_then(score_of));
    let at = game.turn.started_at.0 / 1000;
    parts.push(if game.ply == game.agreements.follows.and_then(|follows| follows.ply).unwrap_or(0) {
        localize!(language, "live-begun", at = at)
    } else {
        localize!(language, "live-last-move", at = at)
    });
    parts.extend(game.place.thread_id.map(|thread| format!("<#{}>", thread.0)));
    format!("• {}", parts.join(" · "))
}

/// Ejections of Black and White; `None` where ejections do not win, and before the first one.
fn score_of(replayed: &ReplayedGame) -> Option<String> {
    score(&replayed.any_game.diagram(), Seat(0))
}

fn names(seats: &[SeatedPlayer], longest: usize, name: impl Fn(&SeatedPlayer) -> String) -> String {
    let each = longest / seats.len().max(1);
    seats.iter().map(|seat| clean(&name(seat), each)).collect::<Vec<_>>().join(" – ")
}

/// The caption of a small board: the players and the move number.
fn caption(language: Language, summary: &GameSummary, replayed: &ReplayedGame) -> String {
    let number = localize!(language, "headline-move", move = message::next_move(summary.game.ply));
    let score = score_of(replayed).map_or_else(String::new, |score| format!(" · {score}"));
    let seat_infos = replayed.any_game.seats();
    let names = names(&summary.seats, LONGEST_NAMES, |seat| message::name_or_color(language, &seat_infos, seat));
    format!("{names}\n{} · {number}{score}", summary.game.name())
}

/// The boards of a page. `None` for readers of text boards, or if drawing fails: the lines have the same information.
async fn picture(app: &App, language: Language, viewer: &Viewer, page: &LivePage) -> Option<Picture> {
    let boards: Vec<(&GameSummary, &ReplayedGame)> =
        page.games.iter().filter_map(|(summary, replayed)| Some((summary, replayed.as_ref()?))).collect();
    if viewer.text_board || boards.is_empty() {
        return None;
    }
    let captions: Vec<String> = boards.iter().map(|(summary, replayed)| caption(language, summary, replayed)).collect();
    let diagrams: Vec<Diagram> = boards.iter().map(|(_, replayed)| replayed.any_game.diagram()).collect();
    let flip = viewer.flips(None);
    let alt: String = captions.iter().map(|caption| caption.replace('\n', ", ")).collect::<Vec<_>>().join("; ");
    let key = GamesPicture {
        games: boards.iter().map(|(summary, _)| (summary.game.game_id, summary.game.version)).collect(),
        captions: captions.clone(),
        picture_style: viewer.picture_style,
        flip,
    };
    let theme = viewer.picture_style.theme;
    let draw = move || draw_strip(&diagrams, captions, false, flip, theme);
    let picture = app.pictures.draw_games(key, draw).await;
    let bytes = picture.inspect_err(|problem| error!("Could not draw the games of a server: {problem}")).ok()?;
    Some(Picture::new("live.png", bytes, &alt))
}

/// The select that opens a game, and the buttons to the other pages.
fn controls(language: Language, page: &LivePage) -> Vec<CreateActionRow> {
    let option = |(summary, _): &(GameSummary, Option<ReplayedGame>)| {
        let names = names(&summary.seats, 80, |seat| plain_name(language, seat, 80));
        let label: String = format!("{} · {names}", summary.game.name()).chars().take(MAX_LABEL).collect();
        (summary.game.game_id.to_string(), label, String::new())
    };
    let options: Vec<_> = page.games.iter().map(option).collect();
    let mut rows = Vec::new();
    if !options.is_empty() {
        rows.push(select_row(select(
            &LiveButton::Open { page: page.page },
            &localize!(language, "live-open"),
            &options,
        )));
    }
    let earlier = page.page.checked_sub(1).map(|number| (number, "◀"));
    let later = Some((page.page + 1, "▶")).filter(|(number, _)| *number < page.pages);
    let turn = |(page, sign): (usize, &str)| button(&LiveButton::Page { page }, sign, Style::Secondary);
    let mut buttons: Vec<_> = earlier.into_iter().chain(later).map(turn).collect();
    if page.count > 0 {
        buttons.push(button(
            &LiveButton::Page { page: page.page },
            localize!(language, "button-refresh"),
            Style::Secondary,
        ));
        rows.push(row(buttons));
    }
    rows
}
