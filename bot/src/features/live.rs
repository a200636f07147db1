//! `/games show:server`: the running games of a server that somebody may see, as lines and as one picture.

use std::cmp::Reverse;

use async_trait::async_trait;
use rules::{Diagram, Seat};
use tracing::error;

use crate::commands::board::description::plain_name;
use crate::commands::board::message;
use crate::commands::board::pictures::{GamesPicture, PictureStyle, draw_strip};
use crate::commands::setup_words::kind;
use crate::commands::{Answer, App, Feature, Problem, Viewer, word_of};
use crate::discord::{Interaction, Language, OutgoingMessage, Picture, Style, button, clean, localize, row, select};
use crate::domain::{GameId, GameSummary, GuildId, Origin, Phase, SeatedPlayer, UserId};
use crate::features::board::command::{BoardStyle, board_message};
use crate::games::selection::is_seen_from;
use crate::games::{GameError, Games, ReplayedGame};
use crate::views::game_lines::{fit_message, score};

const PAGE_WORD: &str = "live";
const OPEN_WORD: &str = "live-open";

pub struct Live;

#[async_trait]
impl Feature for Live {
    fn words(&self) -> &'static [&'static str] {
        &[PAGE_WORD, OPEN_WORD]
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let number = interaction.name.rsplit(':').next().and_then(|page| page.parse().ok());
        let number = number.ok_or(Problem::UNKNOWN_BUTTON)?;
        let post = if word_of(&interaction.name) == Some(OPEN_WORD) {
            let game = interaction.values.first().and_then(|game| game.parse().ok());
            let game = game.ok_or(Problem::UNKNOWN_BUTTON)?;
            let board = board_message(app, language, interaction, game, None, BoardStyle::default()).await?;
            let back = button(&page_id(number), localize!(language, "button-live"), Style::Secondary);
            board.add_button(back)
        } else {
            page(app, language, interaction, number).await?
        };
        Ok(interaction.private_reply(post))
    }
}

/// Shows this page: `v1:live:<page>`.
fn page_id(page: usize) -> String {
    format!("v1:{PAGE_WORD}:{page}")
}

/// A page of the running games of the server where this was asked.
pub async fn page(
    app: &App,
    language: Language,
    interaction: &Interaction,
    number: usize,
) -> Result<OutgoingMessage, Problem> {
    let Some(guild) = interaction.origin.guild_id else { return Err(Problem::Key("error-no-server")) };
    let user = interaction.person.user;
    let page = load_page(&app.games, guild, user, interaction.origin, number).await?;
    let viewer = Viewer::of(app, user, Some(guild)).await;
    Ok(render_page(app, language, &viewer, &page).await)
}

/// Games of one server that are looked through, the newest.
const MOST_GAMES: u32 = 1000;

/// Games on a page: so many boards fit into one picture.
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
    /// Games of other channels are left out: who may read those is not known.
    pub is_of_channel: bool,
}

/// The games that are being played in a server, the one with the newest move first, and whether those of other channels are left
/// out: in a server that posts all results all games are for everybody, otherwise one sees those of this channel, and one's own.
pub async fn live_games(
    games: &Games,
    guild: GuildId,
    user: UserId,
    origin: Origin,
) -> Result<(Vec<GameSummary>, bool), GameError> {
    let mut running = games.store.games_of_guild(guild, Phase::Playing, MOST_GAMES).await?;
    let is_of_channel = games.store.guild_preferences(guild).await?.results_channel.is_none();
    if is_of_channel {
        running.retain(|summary| is_seen_from(summary, user, origin.channel_id));
    }
    running.sort_by_key(|summary| (Reverse(summary.game.turn.started_at), summary.game.game_id));
    Ok((running, is_of_channel))
}

/// A page of them with their boards.
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
    let shown: Vec<GameSummary> = running.into_iter().skip(page * PAGE).take(PAGE).collect();
    let ids: Vec<GameId> = shown.iter().map(|summary| summary.game.game_id).collect();
    let mut replayed = games.replay_all(&ids).await?;
    let with_board = |summary: GameSummary| {
        let replayed = replayed.remove(&summary.game.game_id);
        (summary, replayed)
    };
    Ok(LivePage { games: shown.into_iter().map(with_board).collect(), page, pages, count, is_of_channel })
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

/// One game: number, players, layout, the next move, the score, and when the last move was made, or the game begun.
fn line(language: Language, summary: &GameSummary, replayed: Option<&ReplayedGame>) -> String {
    let GameSummary { game, seats } = summary;
    let (id, players, number) = (game.name(), message::mentions(seats.iter()), message::next_move(game.ply));
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

/// What Black has ejected, and what White has; nothing where ejections do not win, and before the first one.
fn score_of(replayed: &ReplayedGame) -> Option<String> {
    score(&replayed.any_game.diagram(), Seat(0))
}

fn names(seats: &[SeatedPlayer], longest: usize, name: impl Fn(&SeatedPlayer) -> String) -> String {
    let each = longest / seats.len().max(1);
    seats.iter().map(|seat| clean(&name(seat), each)).collect::<Vec<_>>().join(" – ")
}

/// What stands below a small board: who plays, and how far they are.
fn caption(language: Language, summary: &GameSummary, replayed: &ReplayedGame) -> String {
    let number = localize!(language, "headline-move", move = message::next_move(summary.game.ply));
    let score = score_of(replayed).map_or_else(String::new, |score| format!(" · {score}"));
    let seat_infos = replayed.any_game.seats();
    let names = names(&summary.seats, LONGEST_NAMES, |seat| message::name_or_color(language, &seat_infos, seat));
    format!("{names}\n{} · {number}{score}", summary.game.name())
}

/// The boards of a page. `None` for readers of text boards, and where nothing can be drawn: the lines say it all.
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
    let style = PictureStyle { coordinates: false, ..viewer.picture_style };
    let draw = move || draw_strip(&diagrams, captions, false, flip, style);
    let drawn = app.pictures.draw_games(key, draw).await;
    let bytes = drawn.inspect_err(|problem| error!("Could not draw the games of a server: {problem}")).ok()?;
    Some(Picture::new("live.png", bytes, &alt))
}

/// The select that opens a game, and the buttons to the other pages.
fn controls(language: Language, page: &LivePage) -> Vec<serde_json::Value> {
    let option = |(summary, _): &(GameSummary, Option<ReplayedGame>)| {
        let names = names(&summary.seats, 80, |seat| plain_name(language, seat, 80));
        let label: String = format!("{} · {names}", summary.game.name()).chars().take(MAX_LABEL).collect();
        (summary.game.game_id.to_string(), label, String::new())
    };
    let options: Vec<_> = page.games.iter().map(option).collect();
    let mut rows = Vec::new();
    if !options.is_empty() {
        rows.push(row(&[select(
            &format!("v1:{OPEN_WORD}:{}", page.page),
            &localize!(language, "live-open"),
            &options,
        )]));
    }
    let earlier = page.page.checked_sub(1).map(|number| (number, "◀"));
    let later = Some((page.page + 1, "▶")).filter(|(number, _)| *number < page.pages);
    let turn = |(number, sign): (usize, &str)| button(&page_id(number), sign, Style::Secondary);
    let mut buttons: Vec<_> = earlier.into_iter().chain(later).map(turn).collect();
    if page.count > 0 {
        buttons.push(button(&page_id(page.page), localize!(language, "button-refresh"), Style::Secondary));
        rows.push(row(&buttons));
    }
    rows
}
