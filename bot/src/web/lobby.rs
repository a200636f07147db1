//! `/s/<server>`: the lobby of a server with public pages: its open challenges, running games, ladders and events.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use axum::{Extension, Form};
use base::cache::Cache;
use clubs::ladders::list_ladders;
use clubs::tournaments::list_tournaments;
use games::Limited;
use games::challenges::accept;
use games::domain::{GameId, GameSummary, GuildId, UserId};
use games::seeks::{ListedSeek, seeks};
use maud::{Markup, PreEscaped, html};
use render::svg_pieces;
use rules::Seat;
use serde::Deserialize;
use serde_json::json;

use crate::board::description::plain_name;
use crate::board::viewer::Viewer;
use crate::commands::setup_words::short_kind;
use crate::features::live::running_games;
use crate::features::seek::view::parts;
use crate::localization::{Language, localize};
use crate::views::game_lines::score;
use crate::web::cards::{SmallBoard, SmallBoards, shared_parts};
use crate::web::document::{Reader, shell};
use crate::web::markup;
use crate::web::me::answers_to;
use crate::web::members::{IsMember, read_guild};
use crate::web::problem::PageProblem;
use crate::web::session::{Visitor, answer_form};
use crate::web::site::Site;

/// Lobbies that are linked from the list of one's games.
const LOBBIES: usize = 8;

/// Games on a page.
const GAMES: usize = 30;

/// Characters of a name.
const LONGEST_NAME: usize = 40;

/// Open challenges that are listed.
const SEEKS: u32 = 100;

/// Size limit of the kept pages in bytes.
const MOST_BYTES: usize = 4 << 20;

/// The pages for readers who are not signed in, valid as long as they would show the same.
pub(super) type KeptLobbies = Cache<(GuildId, usize, Reader), Arc<(Lobby, Bytes)>>;

pub(super) fn no_lobbies() -> KeptLobbies {
    Cache::weighed(MOST_BYTES, |kept: &Arc<(Lobby, Bytes)>| kept.1.len())
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct LobbyQuery {
    /// The page number of the games, from 1.
    page: Option<usize>,
}

/// All that a lobby shows, except the boards of its games, which follow from their versions.
#[derive(PartialEq)]
pub(super) struct Lobby {
    guild: GuildId,
    reader: Reader,
    /// The person who is signed in.
    user: Option<UserId>,
    is_member: Option<bool>,
    viewer: Viewer,
    is_searchable: bool,
    seeks: Vec<ListedSeek>,
    /// The games of this page.
    games: Vec<GameSummary>,
    /// On all pages.
    count: usize,
    /// From 0.
    page: usize,
    /// Addresses and names.
    ladders: Vec<(String, String)>,
    events: Vec<(String, String)>,
}

/// A link to a lobby, and the opponents by which its reader knows the server: the bot does not know its name.
pub(super) struct LobbyLink {
    guild: GuildId,
    opponents: Vec<String>,
}

/// The links to a new game and to these lobbies.
pub(super) fn links_to(language: Language, lobbies: &[LobbyLink]) -> Markup {
    html! {
        nav.files {
            a href="/new" { (localize!(language, "help-button-play")) }
            @for LobbyLink { guild, opponents } in lobbies {
                a href={ "/s/" (guild.0) } {
                    (localize!(language, "web-lobby"))
                    @if lobbies.len() > 1 { " (" bdi { (opponents.join(", ")) } ")" }
                }
            }
        }
    }
}

/// `/s/<server>`
pub(super) async fn page(
    State(site): State<Arc<Site>>,
    Path(server): Path<String>,
    Extension(visitor): Extension<Visitor>,
    is_member: Option<Extension<IsMember>>,
    query: Result<Query<LobbyQuery>, QueryRejection>,
) -> Response {
    let result = async {
        let Query(LobbyQuery { page }) = query.map_err(|_| PageProblem::NotFound)?;
        let Extension(IsMember(is_member)) = is_member.unwrap_or_default();
        let page = page.unwrap_or(1).saturating_sub(1);
        site.lobby_page(read_guild(&server)?, (visitor, is_member), page).await
    };
    match result.await {
        Ok(page) => Html(page).into_response(),
        Err(problem) => problem.page(visitor.reader),
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Sent {
    /// The version of the challenge that was shown.
    version: i64,
}

/// `/s/<server>/<game>`: accepts an open challenge. A repeated request accepts once.
pub(super) async fn play(
    State(site): State<Arc<Site>>,
    Path((server, game)): Path<(String, String)>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    sent: Result<Form<Sent>, FormRejection>,
) -> Response {
    let result = Box::pin(site.accept_listed((&headers, visitor), &server, &game, sent)).await;
    let page = if result.is_ok() { format!("/g/{game}") } else { format!("/s/{server}") };
    answer_form(&headers, &page, result.map(|()| json!({})))
}

/// Redirects from the address of a form to its lobby.
pub(super) async fn redirect(
    Path((server, _)): Path<(String, String)>,
    Extension(visitor): Extension<Visitor>,
) -> Response {
    match read_guild(&server) {
        Ok(guild) => Redirect::to(&format!("/s/{}", guild.0)).into_response(),
        Err(problem) => problem.page(visitor.reader),
    }
}

impl Site {
    /// The lobbies of the servers of these games.
    pub(super) async fn lobby_links(&self, user: UserId, games: &[GameSummary]) -> Result<Vec<LobbyLink>, PageProblem> {
        let mut servers: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
        for summary in games {
            if let Some(guild) = summary.game.place.guild_id {
                let names = summary.opponents(user).map(|seat| seat.name.as_str());
                servers.entry(guild.0).or_default().extend(names);
            }
        }
        let mut lobbies = Vec::new();
        for (guild, mut names) in servers.into_iter().take(LOBBIES) {
            if self.app.games.preferences_of_guild(GuildId(guild)).await?.shows_pages() {
                names.dedup();
                let opponents = names.into_iter().take(2).map(str::to_owned).collect();
                lobbies.push(LobbyLink { guild: GuildId(guild), opponents });
            }
        }
        Ok(lobbies)
    }

    async fn lobby_page(
        &self,
        guild: GuildId,
        (visitor, is_member): (Visitor, Option<bool>),
        page: usize,
    ) -> Result<Bytes, PageProblem> {
        let lobby = self.lobby(guild, (visitor, is_member), page).await?;
        let key = (guild, lobby.page, lobby.reader);
        let is_for_everybody = visitor.user.is_none();
        if is_for_everybody
            && let Some(kept) = self.lobbies.get(&key)
            && kept.0 == lobby
        {
            return Ok(kept.1.clone());
        }
        let ids: Vec<GameId> = lobby.games.iter().map(|summary| summary.game.game_id).collect();
        let boards = self.small_boards(&ids).await?;
        // In the background, because many boards take time.
        let rendering = tokio::task::spawn_blocking(move || {
            let page = Bytes::from(lobby.render(&boards).into_string());
            (lobby, page)
        });
        let (lobby, page) = rendering.await.map_err(anyhow::Error::new)?;
        if is_for_everybody {
            self.lobbies.insert(key, Arc::new((lobby, page.clone())));
        }
        Ok(page)
    }

    async fn lobby(
        &self,
        guild: GuildId,
        (Visitor { reader, user, .. }, is_member): (Visitor, Option<bool>),
        page: usize,
    ) -> Result<Lobby, PageProblem> {
        let (own, preferences) = (&self.app.games, self.public_guild(guild).await?);
        let mut seeks = if let Some(user) = user {
            seeks(own, user, Some(guild)).await?
        } else {
            let open = own.store.open_seeks(guild, SEEKS).await?.into_iter();
            open.map(|summary| ListedSeek { summary, is_acceptable: false }).collect()
        };
        seeks.retain(|seek| seek.summary.game.place.guild_id == Some(guild));
        seeks.truncate(SEEKS as usize);
        let is_own =
            |summary: &GameSummary| summary.seats.iter().any(|seat| user.is_some_and(|user| seat.player == user));
        let mut games = running_games(own, guild).await?;
        // Without a channel for all results, only some may read where a person was challenged.
        if !preferences.is_searchable() && preferences.results_channel.is_none() {
            games.retain(|summary| is_own(summary) || summary.game.is_seek() || summary.game.competition.is_some());
        }
        let count = games.len();
        let page = page.min(count.div_ceil(GAMES).saturating_sub(1));
        let mut games: Vec<GameSummary> = games.into_iter().skip(page * GAMES).take(GAMES).collect();
        let shown = games.iter_mut().chain(seeks.iter_mut().map(|seek| &mut seek.summary));
        let seats = shown.filter(|summary| !is_own(summary)).flat_map(|summary| &mut summary.seats);
        let names = seats.filter_map(|seat| Some((seat.player.person()?, &mut seat.name)));
        self.hide_names(reader.language, names).await?;
        let ladders = list_ladders(own, guild).await?.into_iter().filter(|head| head.closed_at.is_none());
        let events = list_tournaments(own, guild).await?.into_iter();
        Ok(Lobby {
            guild,
            reader,
            user,
            is_member,
            viewer: Viewer::under(&self.app, user, &preferences).await,
            is_searchable: preferences.is_searchable(),
            seeks,
            games,
            count,
            page,
            ladders: ladders.map(|head| (format!("/l/{}", head.ladder_id), head.name)).collect(),
            events: events.map(|stored| (format!("/t/{}", stored.tournament_id), stored.name)).collect(),
        })
    }

    /// *Play* as the button below the challenge in Discord.
    async fn accept_listed(
        &self,
        (headers, visitor): (&HeaderMap, Visitor),
        server: &str,
        game: &str,
        sent: Result<Form<Sent>, FormRejection>,
    ) -> Result<(), PageProblem> {
        let Form(Sent { version }) = sent?;
        self.check_origin(headers)?;
        let (guild, game) = (read_guild(server)?, game.parse::<GameId>().map_err(|_| PageProblem::NotFound)?);
        let user = visitor.signed_in()?;
        let games = &self.app.games;
        games.check_rate(user, Limited::Interactions)?;
        self.public_guild(guild).await?;
        let record = games.record(game).await?.ok_or(PageProblem::NotFound)?;
        if !record.game.is_seek() || record.game.place.guild_id != Some(guild) {
            return Err(PageProblem::NotFound);
        }
        let person = self.member(guild, user).await?;
        accept(games, Self::request(game, user, version, "accept"), game, person).await?;
        Ok(())
    }
}

impl Lobby {
    fn render(&self, boards: &SmallBoards) -> Markup {
        let (language, path) = (self.reader.language, format!("/s/{}", self.guild.0));
        let title = localize!(language, "web-lobby");
        let head = html! { @if !self.is_searchable { meta name="robots" content="noindex"; } };
        let main = html! {
            (PreEscaped(svg_pieces(self.viewer.picture_style.theme)))
            main.games {
                (shared_parts(boards, &self.viewer))
                header {
                    (self.reader.games_link())
                    h1 { (title) }
                    @if self.is_member == Some(true) { p.files { a href={ "/new?server=" (self.guild.0) } { (localize!(language, "help-button-play")) } } }
                    @else if self.user.is_none() { p.status { (localize!(language, "web-lobby-signed-out")) } }
                    @else if self.is_member.is_some() { p.status { (localize!(language, "web-not-a-member")) } }
                    @else { p.status { (localize!(language, "web-discord-away")) } }
                }
                section {
                    h2 { (markup::plain(&localize!(language, "seeks-title"))) }
                    @if self.seeks.is_empty() { p { (localize!(language, "web-no-seeks")) } }
                    ul.cards { @for seek in &self.seeks { li { (self.seek(seek, &path)) } } }
                }
                section {
                    h2 { (markup::plain(&localize!(language, "live-title", count = self.count))) }
                    @if self.games.is_empty() { p { (localize!(language, "live-none")) } }
                    ul.cards { @for summary in &self.games { li { (self.game(summary, boards.get(&summary.game.game_id))) } } }
                    @if self.count > GAMES {
                        nav.files {
                            @if self.page > 0 { a rel="prev" href={ (path) "?page=" (self.page) } { (localize!(language, "button-newer")) } }
                            @if self.count > (self.page + 1) * GAMES {
                                a rel="next" href={ (path) "?page=" (self.page + 2) } { (localize!(language, "button-older")) }
                            }
                        }
                    }
                }
                (links(&localize!(language, "web-ladders"), &self.ladders))
                (links(&localize!(language, "web-events"), &self.events))
            }
        };
        shell(language, &title, &head, &main)
    }

    fn seek(&self, seek: &ListedSeek, path: &str) -> Markup {
        let (language, summary) = (self.reader.language, &seek.summary);
        let member = self.user.filter(|_| self.is_member == Some(true));
        let mut parts = parts(language, member, seek).into_iter();
        let say = |text: String| markup::to_html(&text, markup::names_in(&summary.seats));
        html! {
            div.card {
                span.facts {
                    strong { @if let Some(owner) = parts.next() { (say(owner)) } }
                    @for part in parts { span { (say(part)) } }
                }
                @match member {
                    Some(user) if summary.game.challenge.challenger == user => (answers_to(language, summary, user)),
                    Some(_) if seek.is_acceptable => form method="post" action={ (path) "/" (summary.game.game_id) } {
                        input type="hidden" name="version" value=(summary.game.version);
                        button type="submit" { (localize!(language, "web-play")) }
                    },
                    _ => {},
                }
            }
        }
    }

    /// A game with its boards, as a link to its page.
    fn game(&self, summary: &GameSummary, board: Option<&SmallBoard>) -> Markup {
        let (language, game) = (self.reader.language, &summary.game);
        // Ejections of Black and White.
        let score = board.and_then(|board| score(&board.diagram, Seat(0)));
        html! {
            a.card href={ "/g/" (game.game_id) } {
                @if let Some(board) = board { (board.render(&self.viewer)) }
                span.facts {
                    strong { (game.name()) @for seat in &summary.seats { " · " bdi { (plain_name(language, seat, LONGEST_NAME)) } } }
                    span.setup { (short_kind(language, &game.setup)) }
                    @if let Some(score) = score { span.score { (score) } }
                    span.clock { (markup::to_html(&localize!(language, "live-last-move", at = game.turn.started_at.0 / 1000), |_| None)) }
                }
            }
        }
    }
}

/// A section of links to pages by their names; nothing if there are none.
fn links(title: &str, pages: &[(String, String)]) -> Markup {
    html! {
        @if !pages.is_empty() {
            section {
                h2 { (title) }
                ul.games { @for (address, name) in pages { li { a href=(address) { bdi { (name) } } } } }
            }
        }
    }
}
