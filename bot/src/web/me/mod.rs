//! `/me`: all games of the person who is signed in, each with its board, and what a browser can do with them.

mod answers;

pub(super) use answers::{answer, answers_to, sign_out};

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use games::Limited;
use games::domain::{GameId, GameSummary, Phase, UserId, Vacation};
use games::store::GameChange;
use maud::{Markup, PreEscaped, html};
use render::svg_pieces;
use serde::Deserialize;

use crate::board::message::deadline_text;
use crate::board::viewer::Viewer;
use crate::commands::game_option::names;
use crate::commands::setup_words::short_kind;
use crate::features::game_list::service::{Group, group_of, pause_of};
use crate::features::game_list::view;
use crate::localization::localize;
use crate::views::game_lines::{offer, open_question, result_key, score, thread_address};
use crate::web::cards::{SmallBoards, shared_parts};
use crate::web::document::{Reader, shell_with_icon};
use crate::web::game::live::{Followed, version_of_all};
use crate::web::limits::ClientAddress;
use crate::web::lobby::{self, LobbyLink};
use crate::web::problem::PageProblem;
use crate::web::session::Visitor;
use crate::web::site::Site;
use crate::web::{assets, markup};

/// The phases of the games that are listed, but for those that finished lately.
const LISTED: &[Phase] = &[Phase::Playing, Phase::Offered];

/// Boards on a page, of the first games. The others are lines.
const BOARDS: usize = 100;

/// Finished games that are listed.
const FINISHED: u32 = 6;

#[derive(Debug, Default, Deserialize)]
pub(super) struct GamesQuery {
    /// Whether others have opened a game that is not shown here.
    #[serde(default)]
    hidden: bool,
}

/// `/me`
pub(super) async fn page(
    State(site): State<Arc<Site>>,
    Extension(visitor): Extension<Visitor>,
    query: Result<Query<GamesQuery>, QueryRejection>,
) -> Response {
    let is_hidden = query.is_ok_and(|Query(query)| query.hidden);
    let page = async {
        let user = visitor.signed_in()?;
        site.app.games.check_rate(user, Limited::Completions)?;
        let games = site.own_games(user, visitor.reader).await?;
        // In the background, because many boards take time.
        let rendering = tokio::task::spawn_blocking(move || games.render(is_hidden).into_string());
        Ok::<_, PageProblem>(Html(rendering.await.map_err(anyhow::Error::new)?))
    };
    match page.await {
        Ok(page) => page.into_response(),
        Err(problem) => problem.page(visitor.reader),
    }
}

/// Redirects from the address of a form to the list.
pub(super) async fn redirect() -> Redirect {
    Redirect::to("/me")
}

/// `/me/events`: a version of the list after each change.
pub(super) async fn events(
    State(site): State<Arc<Site>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
) -> Response {
    let result = async {
        let user = visitor.signed_in()?;
        let slot = site.limits.follow(address)?;
        Ok::<_, PageProblem>(site.live.send(Followed::GamesOf(user), &headers, slot).await?)
    };
    result.await.unwrap_or_else(|problem| problem.page(visitor.reader))
}

/// A person's games, and what their page needs to show them.
struct OwnGames {
    reader: Reader,
    user: UserId,
    viewer: Viewer,
    /// Today's puzzle and the streak, in words.
    daily: String,
    /// By which its page is followed.
    version: i64,
    games: Vec<GameSummary>,
    /// The name of each game, told apart from the others.
    names: Vec<String>,
    /// The games whose boards are shown. An unreadable one has none.
    boards: SmallBoards,
    /// Current vacations of the players.
    vacations: Vec<Vacation>,
    lobbies: Vec<LobbyLink>,
}

impl Site {
    async fn own_games(&self, user: UserId, reader: Reader) -> Result<OwnGames, PageProblem> {
        let (app, own) = (&self.app, &self.app.games);
        let mut games = own.games_of(user, LISTED, u32::MAX).await?;
        let change = |summary: &GameSummary| GameChange { game: summary.game.game_id, version: summary.game.version };
        let version = version_of_all(games.iter().map(change));
        let finished = own.store.finished_of(user, FINISHED).await?;
        let finished: Vec<GameId> = finished.iter().map(|finished| finished.game.game_id).collect();
        let mut over = own.store.summaries_of(&finished).await?;
        over.sort_by_key(|summary| finished.iter().position(|game| *game == summary.game.game_id));
        games.extend(over);
        let vacations = own.on_vacation_around(user, app.clock.now()).await?;
        let with_board = games.iter().filter(|summary| summary.game.phase != Phase::Offered);
        let ids: Vec<GameId> = with_board.map(|summary| summary.game.game_id).take(BOARDS).collect();
        let boards = self.small_boards(&ids).await?;
        let viewer = Viewer::of(app, user, None).await;
        let names = names(reader.language, &games);
        let daily = self.daily_puzzle(user, reader.language).await?;
        let lobbies = self.lobby_links(user, &games).await?;
        Ok(OwnGames { reader, user, viewer, daily, version, games, names, boards, vacations, lobbies })
    }
}

impl OwnGames {
    fn render(&self, is_hidden: bool) -> Markup {
        let language = self.reader.language;
        let mut groups: BTreeMap<Group, Vec<usize>> = BTreeMap::new();
        let mut finished = Vec::new();
        for (at, summary) in self.games.iter().enumerate() {
            match summary.game.phase {
                Phase::Over => finished.push(at),
                _ => groups.entry(group_of(summary, self.user, &self.vacations)).or_default().push(at),
            }
        }
        let waiting = self.games.iter().filter(|summary| summary.waits_for(self.user)).count();
        let title = localize!(language, "web-your-games");
        let (tab, icon) =
            if waiting > 0 { (format!("({waiting}) {title}"), "icon-turn.svg") } else { (title.clone(), "icon.svg") };
        let main = html! {
            (PreEscaped(svg_pieces(self.viewer.picture_style.theme)))
            main.games #games data-version=(self.version) data-events="/me/events" data-glances="yes" {
                (shared_parts(&self.boards, &self.viewer))
                header {
                    h1 { (title) }
                    @if is_hidden { p { (localize!(language, "web-game-hidden")) } }
                    p.status {
                        @if waiting > 0 { strong { (localize!(language, "web-waiting", count = waiting)) } }
                        @else if self.games.is_empty() { (localize!(language, "games-none")) }
                        @else { (localize!(language, "games-none-wait")) }
                    }
                    @if self.games.is_empty() { p { (markup::to_html(&localize!(language, "web-begin"), |_| None)) } }
                    a.step href="/puzzle" { (self.daily) }
                    (lobby::links_to(language, &self.lobbies))
                }
                @for (group, list) in groups {
                    section.yours[group == Group::Yours] {
                        h2 { (markup::plain(&view::heading(language, group))) }
                        (self.list(&list))
                    }
                }
                @if !finished.is_empty() {
                    section {
                        h2 { (markup::plain(&localize!(language, "games-title-finished"))) }
                        (self.list(&finished))
                    }
                }
                @if !self.reader.is_framed {
                    form.leave method="post" action="/me/sign-out" {
                        @if let Some(name) = self.own_name() { span { (localize!(language, "web-signed-in")) " " bdi { (name) } } }
                        button type="submit" { (localize!(language, "web-sign-out")) }
                    }
                }
            }
            script type="module" src=(assets::address("me.js")) {}
        };
        let head = html! {
            meta name="robots" content="noindex";
            @if !self.reader.is_framed { link rel="manifest" href="/manifest.webmanifest"; }
        };
        shell_with_icon(language, &tab, icon, &head, &main)
    }

    /// The person's name in the latest of their games.
    fn own_name(&self) -> Option<&str> {
        let mut seats = self.games.iter().flat_map(|summary| &summary.seats);
        seats.find(|seat| seat.player == self.user).map(|seat| seat.name.as_str())
    }

    /// Games with their boards, challenges, and then the games without boards as lines.
    fn list(&self, games: &[usize]) -> Markup {
        let is_card = |at: &&usize| {
            let game = &self.games[**at].game;
            game.phase == Phase::Offered || self.boards.contains_key(&game.game_id)
        };
        let (cards, lines): (Vec<&usize>, Vec<&usize>) = games.iter().partition(is_card);
        html! {
            @for (class, list) in [("cards", cards), ("games", lines)] {
                @if !list.is_empty() {
                    ul class=(class) {
                        @for (summary, name) in list.into_iter().map(|at| (&self.games[*at], &self.names[*at])) {
                            li { @if summary.game.phase == Phase::Offered { (self.challenge(summary, name)) } @else { (self.game(summary, name)) } }
                        }
                    }
                }
            }
        }
    }

    /// A game with its boards, as a link to its page.
    fn game(&self, summary: &GameSummary, name: &str) -> Markup {
        let (language, game) = (self.reader.language, &summary.game);
        let say = |text: &str| markup::to_html(text, markup::names_in(&summary.seats));
        let opponents: Vec<&str> = summary.opponents(self.user).map(|seat| seat.name.as_str()).collect();
        let seat = summary.seats.iter().find(|seat| seat.player == self.user).map(|seat| seat.seat);
        let board = self.boards.get(&game.game_id);
        let score = seat.zip(board).and_then(|(seat, board)| score(&board.diagram, seat));
        html! {
            a.card[board.is_some()] href={ "/g/" (game.game_id) } {
                @if let Some(board) = board { (board.render(&self.viewer)) }
                span.facts {
                    strong { (name) " " bdi { (opponents.join(" – ")) } }
                    span.setup { (short_kind(language, &game.setup)) }
                    @if game.phase == Phase::Over {
                        strong { (markup::plain(&language.localize(seat.map_or("games-over", |seat| result_key(summary, seat)), &[]))) @if let Some(score) = score { " " (score) } }
                    } @else {
                        @if let Some(score) = score { span.score { (score) } }
                        @for asked in summary.open_questions(self.user) { span { (say(&open_question(language, asked))) } }
                        @if let Some(pause) = pause_of(summary, &self.vacations) { span.clock { (say(&view::paused(language, pause))) } }
                        @else if let Some(deadline) = deadline_text(language, game, "games-deadline") { span.clock { (say(&deadline)) } }
                    }
                }
            }
        }
    }

    /// A challenge, with the answers that a browser can give.
    fn challenge(&self, summary: &GameSummary, name: &str) -> Markup {
        let (language, game) = (self.reader.language, &summary.game);
        let say = |text: &str| markup::to_html(text, markup::names_in(&summary.seats));
        html! {
            div.card {
                span.facts {
                    strong { (say(&offer(language, summary, self.user))) }
                    span.setup { (name) }
                    @if let Some(deadline) = deadline_text(language, game, "games-deadline") { span.clock { (say(&deadline)) } }
                    @if let Some(address) = thread_address(game) { a href=(address) { (localize!(language, "web-to-thread")) } }
                }
                (answers_to(language, summary, self.user))
            }
        }
    }
}
