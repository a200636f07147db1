//! The page of a game: board, players, moves, and links to every position. It works without scripts.

use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, Html, IntoResponse as _, Redirect, Response};
use games::GameError;
use games::domain::clock::turn;
use games::domain::{Competition, CompetitionTag, Game, GameId, GameRecord, Pace, Phase, Timestamp, UserId};
use maud::{Markup, PreEscaped, html};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use render::{SvgStyle, svg_board, svg_pieces};
use rules::{Diagram, Seat};

use crate::board::description::clock_time;
use crate::board::message;
use crate::board::pictures::{BoardPicture, Overlay, PictureStyle, orientation};
use crate::commands::setup_words::short_kind;
use crate::features::game_list::next_turn;
use crate::localization::{Language, localize};
use crate::web::document::shell_with_icon;
use crate::web::game::chart::Chart;
use crate::web::game::line::{self, LineQuery};
use crate::web::game::review::Review;
use crate::web::game::view::{GameQuery, GameView, Positions};
use crate::web::play::lines::{Lines, Refusal};
use crate::web::play::{entry, proposals};
use crate::web::problem::PageProblem;
use crate::web::session::{Visitor, answer_form, is_script, reader};
use crate::web::site::Site;
use crate::web::{assets, markup};

/// `/g/<game>`
pub(in crate::web) async fn page(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    query: Result<Query<GameQuery>, QueryRejection>,
    line: Result<Query<LineQuery>, QueryRejection>,
    Extension(visitor): Extension<Visitor>,
) -> Response {
    let (query, line, reader) = (GameQuery::read_or_default(query), LineQuery::read(line), visitor.reader);
    let found = async {
        let game: GameId = game.parse().map_err(|_| PageProblem::NotFound)?;
        let visible = site.named_game(visitor, game).await?;
        // Pages with and without a review are cached separately, and shared lines are not.
        let has_review = matches!(site.review(&visible.record), Some(Review::Made(_)));
        let file = if has_review { "review" } else { "" };
        let place = visible.place(file, query, site.app.clock.now()).filter(|_| line.is_none());
        if let Some(page) = place.as_ref().and_then(|place| site.kept.find(place)) {
            return Ok((StatusCode::OK, None, Html(page)));
        }
        let mut view = site.open(visible, query, Positions::All).await?;
        let mut refusal = None;
        if let Some(line) = line
            && let Err(problem) = view.open_line(&line)
        {
            if matches!(problem, PageProblem::Refused(GameError::NotOver, _)) {
                return Err(problem);
            }
            refusal = Some(Refusal { field: "line", text: line.line, sentence: problem.sentence(reader.language) });
        }
        let status = if refusal.is_none() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
        let extras = site.extras(&view, refusal).await?;
        // It is said once.
        let cookie = visitor.has_expired.then(|| site.delete_cookie(reader.is_framed));
        let cookie = cookie.map(|cookie| AppendHeaders([(SET_COOKIE, cookie)]));
        let page = site.render(view, extras).await?;
        if let Some(place) = place {
            site.kept.keep(place, page.clone());
        }
        Ok::<_, PageProblem>((status, cookie, Html(page)))
    };
    match found.await {
        Ok(page) => page.into_response(),
        Err(problem @ PageProblem::Refused(GameError::NotOver, _)) => {
            problem.page_behind(reader, Some(&query.page_of(&game)))
        }
        Err(problem) => problem.page(reader),
    }
}

/// Redirects from the address of a form to the page of its game.
pub(in crate::web) async fn redirect(Path(game): Path<String>, headers: HeaderMap) -> Response {
    match game.parse::<GameId>() {
        Ok(game) => Redirect::to(&format!("/g/{game}")).into_response(),
        Err(_) => PageProblem::NotFound.page(reader(&headers)),
    }
}

impl Site {
    /// The answer to a form with a text field: refused input is shown again, with the reason beside it.
    pub(in crate::web) async fn answer_typed(
        &self,
        (headers, visitor): (&HeaderMap, Visitor),
        (game, query): (&str, GameQuery),
        (field, text): (&'static str, String),
        done: Result<serde_json::Value, PageProblem>,
    ) -> Response {
        if let Err(problem @ PageProblem::Refused(..)) = &done
            && !is_script(headers)
        {
            let sentence = problem.sentence(visitor.reader.language);
            if let Ok(Some(page)) = self.page_with(visitor, (game, query), Refusal { field, text, sentence }).await {
                return (problem.status(), Html(page)).into_response();
            }
        }
        answer_form(headers, &query.page_of(game), done)
    }

    /// The page of a game with refused input; `None` if the game has moved on and the field is gone.
    async fn page_with(
        &self,
        visitor: Visitor,
        (game, query): (&str, GameQuery),
        refusal: Refusal,
    ) -> Result<Option<Bytes>, PageProblem> {
        let game: GameId = game.parse().map_err(|_| PageProblem::NotFound)?;
        let view = self.view(visitor, game, query, Positions::All).await?;
        let extras = self.extras(&view, Some(refusal)).await?;
        let has_field = if extras.has_refused("turn") { view.is_on_turn() } else { extras.lines.is_some() };
        if has_field { self.render(view, extras).await.map(Some) } else { Ok(None) }
    }

    /// In the background, because a long game takes time.
    async fn render(&self, view: GameView, extras: Extras) -> Result<Bytes, PageProblem> {
        let (origin, now) = (Arc::clone(&self.origin), self.app.clock.now());
        let rendering = tokio::task::spawn_blocking(move || render(&origin, now, &view, &extras).into_string());
        Ok(rendering.await.map_err(anyhow::Error::new)?.into())
    }

    async fn extras(&self, view: &GameView, refusal: Option<Refusal>) -> Result<Extras, PageProblem> {
        let plays_at_once = match view.user.filter(|_| view.is_on_turn()) {
            Some(user) => self.app.games.preferences_of(user).await?.preview == Some(false),
            None => false,
        };
        let is_waiting = |user: UserId| view.replayed.record.on_turn().is_none_or(|seat| seat.player != user);
        let next = match view.user.filter(|user| is_waiting(*user)) {
            Some(user) => next_turn(&self.app.games, user, Some(view.replayed.record.game.game_id)).await?,
            None => None,
        };
        let (lines, review) = (self.lines(view).await?, self.review(&view.replayed.record));
        Ok(Extras { plays_at_once, lines, refusal, next: next.map(|next| next.summary.game), review })
    }
}

pub(super) struct Addresses<'v> {
    view: &'v GameView,
    pub(super) base: String,
}

impl Addresses<'_> {
    /// The query for the reader's choice of orientation, after this separator.
    fn flip(&self, sign: char) -> String {
        self.view.viewer.facing.map_or_else(String::new, |flip| format!("{sign}flip={flip}"))
    }

    /// The page of the position after this many plies; for the last position, the page of the newest.
    pub(super) fn at(&self, ply: u32) -> String {
        if ply >= self.view.replayed.record.game.ply {
            return self.newest();
        }
        format!("{}?ply={ply}{}", self.base, self.flip('&'))
    }

    /// The page of the newest position, also after further moves.
    fn newest(&self) -> String {
        format!("{}{}", self.base, self.flip('?'))
    }

    /// The page of a line from the position after this many plies, with this many of its turns on the board.
    pub(super) fn line(&self, ply: u32, turns: &[String], note: &str, at: usize) -> String {
        format!("{}?{}{}", self.base, line_query(ply, turns, note, at), self.flip('&'))
    }

    /// The same position with the board turned.
    fn turned(&self) -> String {
        let flip = !self.view.flip();
        let position = match &self.view.line {
            Some(line) => format!("{}&", line_query(line.ply, &line.turns, &line.note, line.at)),
            None if self.view.is_current() => String::new(),
            None => format!("ply={}&", self.view.ply()),
        };
        format!("{}?{position}flip={flip}", self.base)
    }

    /// A subordinate address of the game: a file, or a form's target.
    pub(super) fn below(&self, name: &str) -> String {
        format!("{}/{name}{}", self.base, self.flip('?'))
    }
}

fn line_query(ply: u32, turns: &[String], note: &str, at: usize) -> String {
    let turns = turns.join(" ");
    let [line, note] = [&*turns, note].map(|text| utf8_percent_encode(text, NON_ALPHANUMERIC));
    format!("ply={ply}&line={line}&note={note}&at={at}")
}

struct Extras {
    /// Whether a turn entered by touch is played at once, as the player's setting for buttons says.
    plays_at_once: bool,
    lines: Option<Lines>,
    refusal: Option<Refusal>,
    /// The next game in which the person can move.
    next: Option<Game>,
    review: Option<Review>,
}

impl Extras {
    fn has_refused(&self, field: &str) -> bool {
        self.refusal.as_ref().is_some_and(|refusal| refusal.field == field)
    }
}

fn render(origin: &str, now: Timestamp, view: &GameView, extras: &Extras) -> Markup {
    let (language, replayed) = (view.reader.language, &view.replayed);
    let game = &replayed.record.game;
    let addresses = Addresses { view, base: format!("/g/{}", game.game_id) };
    let style = view.viewer.picture_style;
    let picture = picture_of(view, replayed.any_game.diagram());
    let title = format!("{} {}", game.name(), picture.names.join(" – "));
    let (tab, icon) = if view.is_on_turn() {
        (format!("{} · {title}", localize!(language, "web-your-move")), "icon-turn.svg")
    } else {
        (title.clone(), "icon.svg")
    };
    let position = view.ply();
    let description = [picture.headline.as_str(), picture.detail.as_str()].join(" · ");
    let image = format!("{}{}", origin, addresses.below(&format!("{position}.png")));
    let head = html! {
        @if !view.guild.is_searchable() || view.line.is_some() { meta name="robots" content="noindex"; }
        link rel="canonical" href={ (origin) (addresses.base) };
        meta property="og:title" content=(title);
        meta property="og:description" content=(description.trim_matches([' ', '·']));
        meta property="og:type" content="article";
        meta property="og:url" content={ (origin) (addresses.base) };
        meta property="og:image" content=(image);
        meta name="twitter:card" content="summary_large_image";
    };
    let is_live = game.phase == Phase::Playing;
    let plays = is_live && view.user.is_some_and(|user| replayed.record.seat_of(user).is_some());
    let refusal = extras.refusal.as_ref();
    let main = html! {
        (PreEscaped(svg_pieces(style.theme)))
        main #game data-game=(game.game_id) data-version=(game.version) data-revision=(game.revision())
            data-events=[is_live.then(|| format!("{}/events", addresses.base))] data-glances=[(plays && !view.is_on_turn()).then_some("yes")]
            data-newest=(addresses.newest()) data-current=[view.is_current().then_some("yes")] data-turn=[view.is_on_turn().then_some("yes")] data-plays=[plays.then_some("yes")] data-timed=[(game.time_control.pace != Pace::Unlimited).then_some("yes")] {
            header {
                (view.reader.games_link())
                h1 { (game.name()) " " span.setup { (short_kind(language, &game.setup)) } }
                @if let Some(tag) = &game.competition { p.status { (competition(view, tag)) } }
                p.status {
                    @if view.line.as_ref().is_some_and(|line| line.at > 0) { strong { (localize!(language, "web-line-shown")) } }
                    @else { strong { (picture.headline) } }
                    @if !picture.detail.is_empty() { " · " (picture.detail) }
                }
                @if is_live && view.has_expired { p.problem { (localize!(language, "web-no-session")) } }
            }
            div.table { (around_boards(view, &picture, now)) }
            (steps(language, view, &addresses))
            @if let Some(next) = &extras.next {
                a.step.next href={ "/g/" (next.game_id) } { (localize!(language, "button-next", id = next.name())) }
            }
            @if is_live && !view.is_current() {
                div.goes-on hidden {
                    p { (localize!(language, "web-goes-on")) }
                    a.step data-step="newest" href=(addresses.newest()) { (localize!(language, "web-last")) }
                }
            }
            @if view.may_enter() { (entry::controls(view, &addresses.base, extras.plays_at_once)) }
            aside {
                // On a phone, pending questions are visible without a search.
                (proposals::questions(view, &addresses.below("proposals")))
                @if view.line.is_none() { section.caption { (caption(view, now)) } }
                (line::shown(view, &addresses))
                @if let Some(review) = &extras.review { (review.render(view, &addresses)) }
                @if extras.review.is_some() { (line::fork_form(view, &addresses, now)) }
                @if view.may_share() { (line::form(view, &addresses, refusal)) }
                @if view.is_on_turn() { (entry::typed_turn(language, &addresses.below("moves"), &i64::from(game.revision()), refusal)) }
                (proposals::controls(view, &addresses.below("proposals")))
                @if let Some(lines) = &extras.lines { (lines.render(view, &addresses.below("lines"), refusal)) }
                @if let Some(chart) = Chart::of(view) { (chart.render(language, |ply| addresses.at(ply))) }
                (moves(language, view, &addresses))
                // A file has no link back.
                @if !view.reader.is_framed { (files(language, view, &addresses)) }
                @if plays { (choice("next", &localize!(language, "web-next-game"))) }
                (choice("sound", &localize!(language, "web-sound")))
            }
        }
        @if view.may_enter() {
            link rel="modulepreload" href=(assets::address("input.js"));
            link rel="modulepreload" href=(assets::address("motion.js"));
            link rel="modulepreload" href=(assets::address("next.js"));
            script type="module" src=(assets::address("board.js")) {}
        }
    };
    shell_with_icon(language, &tab, icon, &head, &main)
}

/// A choice that a browser remembers. A script shows it.
fn choice(name: &str, words: &str) -> Markup {
    html! { button type="button" data-choice=(name) aria-pressed="false" hidden { (words) } }
}

/// The competition of the game, with a link to its page.
fn competition(view: &GameView, tag: &CompetitionTag) -> Markup {
    let address = match tag.competition {
        Competition::Tournament(event) => format!("/t/{event}"),
        Competition::Ladder(ladder) => format!("/l/{ladder}"),
    };
    html! {
        @if view.guild.shows_pages() { a href=(address) { bdi { (tag.title()) } } }
        @else { bdi { (tag.title()) } }
    }
}

fn picture_of(view: &GameView, diagram: Diagram) -> BoardPicture {
    let (style, overlay) = (view.viewer.picture_style, Overlay::turned(view.flip()));
    message::board_picture(view.reader.language, view.shown_record(), diagram, style, overlay)
}

/// The boards and the players, in a position that is only tried.
pub(in crate::web) fn position(view: &GameView, diagram: Diagram, now: Timestamp) -> Markup {
    around_boards(view, &picture_of(view, diagram), now)
}

fn around_boards(view: &GameView, picture: &BoardPicture, now: Timestamp) -> Markup {
    let clock = running_clock(view, picture.diagram.ply, now);
    let (language, record) = (view.reader.language, view.shown_record());
    let description = message::alt(language, record, &picture.diagram, view.flip());
    boards_and_players(language, picture, &description, record.game.phase == Phase::Playing, clock.as_ref())
}

/// Boards between their players, with a description for screen readers. If the game is live, the board on which it goes
/// on is marked.
pub(in crate::web) fn boards_and_players(
    language: Language,
    picture: &BoardPicture,
    description: &str,
    is_live: bool,
    clock: Option<&RunningClock>,
) -> Markup {
    html! {
        div.position {
            (players(language, picture, clock, false))
            (boards(language, picture, description, is_live))
            (players(language, picture, clock, true))
        }
    }
}

/// The clock of the player on turn.
pub(in crate::web) struct RunningClock {
    seat: Seat,
    /// In words.
    left: String,
    /// The end of the clock, if no pause comes before it; a script counts down to it.
    until: Option<Timestamp>,
}

fn running_clock(view: &GameView, ply: u32, now: Timestamp) -> Option<RunningClock> {
    let GameRecord { game, seats, vacations, .. } = &view.replayed.record;
    let seat = game
        .turn
        .to_move
        .filter(|_| game.phase == Phase::Playing && game.agreements.adjourned.is_none() && ply == game.ply)?;
    let left = turn::time(game, seats)? - turn::spent(game, seats, vacations, now).ok()?;
    let until = game.turn.deadline_at.filter(|at| at.since(now) == left);
    Some(RunningClock { seat, left: clock_time(view.reader.language, left), until })
}

pub(super) fn svg_style(style: PictureStyle, is_turned: bool) -> SvgStyle {
    SvgStyle { theme: style.theme, orientation: orientation(is_turned), coordinates: style.coordinates }
}

fn boards(language: Language, picture: &BoardPicture, description: &str, is_live: bool) -> Markup {
    let diagram = &picture.diagram;
    let style = svg_style(picture.picture_style, picture.overlay.flip);
    let count = diagram.boards.len();
    let is_active = |board: usize| is_live && count > 1 && board == diagram.active;
    html! {
        div.boards data-theme=(style.theme.board) data-active=(diagram.active) data-count=(count) {
            @for board in 0..count {
                figure.active[is_active(board)] data-board=(board) {
                    @if count > 1 { figcaption { (localize!(language, "web-board", board = board + 1)) } }
                    div role="img" aria-label=(description) { (PreEscaped(svg_board(diagram, board, style))) }
                }
            }
        }
    }
}

/// The players on one side of the board: of two, one above and one below; of more, all above.
fn players(language: Language, picture: &BoardPicture, clock: Option<&RunningClock>, is_below: bool) -> Markup {
    let diagram = &picture.diagram;
    let is_two = diagram.seats.len() == 2;
    let at_bottom = usize::from(picture.overlay.flip);
    let seats =
        (0..diagram.seats.len()).filter(|seat| if is_two { (*seat == at_bottom) == is_below } else { !is_below });
    let seats: Vec<usize> = seats.collect();
    html! {
        @if !seats.is_empty() {
            ul.players {
                @for seat in seats {
                    (player(language, picture, clock, seat))
                }
            }
        }
    }
}

fn player(language: Language, picture: &BoardPicture, clock: Option<&RunningClock>, seat: usize) -> Markup {
    let diagram = &picture.diagram;
    let color = diagram.seats[seat].color;
    let side = diagram.sides.iter().find(|side| side.color == color);
    let is_on_turn = diagram.to_move == Some(Seat(seat as u8));
    let has_won = picture.winners.contains(&Seat(seat as u8));
    let name = picture.names.get(seat).map_or("", String::as_str);
    let note = picture.notes.get(seat).map_or("", String::as_str);
    let piece = color.name();
    let clock = clock.filter(|clock| usize::from(clock.seat.0) == seat);
    let units = || ["unit-day", "unit-hour", "unit-minute"].map(|unit| language.localize(unit, &[])).join(" ");
    html! {
        li.on-turn[is_on_turn].won[has_won] {
            svg.chip viewBox="-1.2 -1.2 2.4 2.4" aria-hidden="true" { use href={ "#" (piece) } {} }
            bdi.name { (name) }
            @if is_on_turn { span.turn { (localize!(language, "web-to-move")) } }
            @if has_won { span.turn { (localize!(language, "web-won")) } }
            @if let Some((side, target)) = side.and_then(|side| Some((side, side.target?))) {
                @let words = localize!(language, "web-ejected", ejected = side.ejected, target = target);
                span.score title=(words) {
                    span.unseen { (words) }
                    span aria-hidden="true" { (side.ejected) " / " (target) }
                }
            }
            @if let Some(side) = side.filter(|side| side.in_hand > 0) {
                span.score { (localize!(language, "web-in-hand", count = side.in_hand)) }
            }
            @if let Some(RunningClock { left, until, .. }) = clock {
                span.clock data-until=[until.map(|at| at.0)] data-units=[until.map(|_| units())] { (left) }
            } @else if !note.is_empty() {
                span.clock { (note) }
            }
        }
    }
}

fn steps(language: Language, view: &GameView, addresses: &Addresses<'_>) -> Markup {
    let step = |key: &str, name: &'static str, shape: &'static str, to: Option<String>| {
        let words = language.localize(key, &[]);
        let label = html! { svg viewBox="0 0 24 24" aria-hidden="true" { path d=(shape) {} } };
        html! {
            @match to {
                Some(to) => a.step rel=[(name == "prev" || name == "next").then_some(name)] data-step=(name) href=(to) title=(words) aria-label=(words) { (label) },
                None => span.step aria-hidden="true" { (label) },
            }
        }
    };
    let (now, count): (usize, usize) = match &view.line {
        Some(line) => (line.at, line.turns.len()),
        None => (view.ply() as usize, view.replayed.record.game.ply as usize),
    };
    let to = |at: usize| match &view.line {
        Some(line) => addresses.line(line.ply, &line.turns, &line.note, at),
        None => addresses.at(at as u32),
    };
    let past = view.shows_past() && now > 0;
    let future = view.shows_past() && now < count;
    html! {
        nav.steps aria-label=(localize!(language, "web-positions")) {
            (step("web-first", "first", "M6 5v14M19 5L9 12l10 7z", past.then(|| to(0))))
            (step("web-previous", "prev", "M17 5L7 12l10 7z", past.then(|| to(now.saturating_sub(1)))))
            (step("web-next", "next", "M7 5l10 7-10 7z", future.then(|| to(now + 1))))
            (step("web-last", "last", "M18 5v14M5 5l10 7-10 7z", future.then(|| to(count))))
            a.step data-step="flip" href=(addresses.turned()) { (localize!(language, "button-flip")) }
        }
    }
}

/// The text that Discord shows above the board.
fn caption(view: &GameView, now: Timestamp) -> Markup {
    let (language, replayed) = (view.reader.language, &view.replayed);
    let diagram = replayed.any_game.diagram();
    let text = if view.is_current() {
        message::caption(language, replayed, &diagram, now)
    } else {
        message::past_caption(language, &replayed.record, &diagram)
    };
    html! {
        @for line in text.lines() { p { (markup::to_html(line, markup::names_in(&replayed.record.seats))) } }
    }
}

fn moves(language: Language, view: &GameView, addresses: &Addresses<'_>) -> Markup {
    let (plies, current) = (&view.replayed.record.plies, view.ply());
    html! {
        @if !plies.is_empty() && view.shows_past() {
            section.moves {
                h2 { (localize!(language, "web-moves")) }
                ol {
                    @for ply in plies {
                        li {
                            a href=(addresses.at(ply.number)) aria-current=[(ply.number == current).then_some("step")] { (ply.notation) }
                        }
                    }
                }
            }
        }
    }
}

fn files(language: Language, view: &GameView, addresses: &Addresses<'_>) -> Markup {
    let ply = view.ply();
    let is_over = view.replayed.record.game.phase == Phase::Over;
    html! {
        nav.files {
            a href=(addresses.below(&format!("{ply}.png"))) { (localize!(language, "web-picture")) }
            @if view.shows_past() && ply > 0 { a href=(addresses.below("replay.gif")) { (localize!(language, "web-animation")) } }
            @if is_over { a href=(addresses.below("record.txt")) download { (localize!(language, "web-record")) } }
            @if let Some(guild) = view.replayed.record.game.place.guild_id.filter(|_| view.guild.shows_pages()) {
                a href={ "/s/" (guild.0) } { (localize!(language, "web-lobby")) }
            }
        }
    }
}
