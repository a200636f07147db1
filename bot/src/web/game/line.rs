//! A line to talk over: moves from a position of a finished game that were not played, and a note. Its link holds all of
//! it, so nothing is stored.

use std::sync::Arc;

use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Extension, Form};
use base::clean::clean;
use games::GameError;
use games::conditional_moves::turns_of;
use games::domain::{GameId, GameRecord, Origin, Person, Phase, Player, Ply, Timestamp, UserId};
use maud::{Markup, html};
use rules::Seat;
use serde::Deserialize;
use serde_json::json;

use crate::features::fork::{NewFork, fork};
use crate::localization::localize;
use crate::web::game::page::Addresses;
use crate::web::game::view::{GameQuery, GameView};
use crate::web::play::entry::TriedLine;
use crate::web::play::lines::{Refusal, field};
use crate::web::problem::PageProblem;
use crate::web::session::{Visitor, answer_form};
use crate::web::site::Site;

/// Characters of a note.
const LONGEST_NOTE: usize = 200;

/// The part of a page's query that shares a line.
#[derive(Debug, Deserialize)]
pub(in crate::web) struct LineQuery {
    #[serde(default)]
    pub(in crate::web) line: String,
    #[serde(default)]
    note: String,
    /// The number of its turns that are on the board.
    #[serde(default)]
    at: usize,
}

impl LineQuery {
    /// The line of an address; `None` if it has none that our pages write.
    pub(in crate::web) fn read(query: Result<Query<Self>, QueryRejection>) -> Option<Self> {
        let Query(query) = query.ok()?;
        let is_empty = [&query.line, &query.note].iter().all(|text| text.trim().is_empty());
        (!is_empty).then_some(query)
    }
}

pub(in crate::web) struct SharedLine {
    /// The moves of the game before it.
    pub(super) ply: u32,
    pub(super) turns: Vec<String>,
    /// The number of its turns that are on the board.
    pub(super) at: usize,
    pub(super) note: String,
    /// The game as if these turns had been played next, and others after them.
    pub(super) record: GameRecord,
}

impl SharedLine {
    /// Its turns that are on the board.
    pub(in crate::web) fn on_board(&self) -> String {
        self.turns[..self.at].join(" ")
    }
}

impl GameView {
    /// Whether lines can be tried and shared from here.
    pub(in crate::web) fn may_share(&self) -> bool {
        self.replayed.record.game.phase == Phase::Over && self.shows_past()
    }

    /// Shows a line from the displayed position.
    ///
    /// # Errors
    /// [`GameError::NotOver`]: nobody gets help in a running game. The rules may refuse a turn.
    pub(in crate::web) fn open_line(&mut self, query: &LineQuery) -> Result<(), PageProblem> {
        if !self.may_share() {
            return Err(GameError::NotOver.into());
        }
        let (tried, _) = TriedLine::play(&*self.replayed.any_game, None, &query.line, "")?;
        let at = query.at.min(tried.turns.len());
        let (_, game) = TriedLine::play(&*self.replayed.any_game, None, &tried.turns[..at].join(" "), "")?;
        self.line = Some(self.with_line(&tried, at, clean(&query.note, LONGEST_NOTE)));
        self.replayed.any_game = game;
        Ok(())
    }

    /// This line from the displayed position.
    pub(in crate::web) fn with_line(&self, tried: &TriedLine, at: usize, note: String) -> SharedLine {
        let (ply, mut record) = (self.replayed.any_game.ply(), self.replayed.record.clone());
        let (version, seats) = (record.game.version, &record.seats);
        let player = |owner: Option<Seat>| {
            seats.iter().find(|seat| Some(seat.seat) == owner).map_or(Player::NOBODY, |seat| seat.player)
        };
        let tried_plies = (ply + 1..).zip(tried.turns.iter().zip(&tried.owners)).map(|(number, (turn, owner))| Ply {
            number,
            notation: turn.clone(),
            played_at: Timestamp(0),
            player: player(*owner),
            version,
        });
        let tried_plies: Vec<Ply> = tried_plies.collect();
        record.plies.truncate(ply as usize);
        record.plies.extend(tried_plies);
        record.game.ply = record.plies.len() as u32 + 1;
        SharedLine { ply, turns: tried.turns.clone(), at, note, record }
    }
}

/// The turns and the note of the line that is shown.
pub(super) fn shown(view: &GameView, addresses: &Addresses<'_>) -> Markup {
    let language = view.reader.language;
    let Some(line) = &view.line else { return html! {} };
    html! {
        section.moves {
            h2 { (localize!(language, "web-line", ply = line.ply)) }
            @if !line.note.is_empty() { p.note { strong { (localize!(language, "web-note")) } " " bdi { (line.note) } } }
            ol {
                @for (at, turn) in (1..).zip(&line.turns) {
                    li { a href=(addresses.line(line.ply, &line.turns, &line.note, at)) aria-current=[(at == line.at).then_some("step")] { (turn) } }
                }
            }
        }
        a.step data-step="game" href=(addresses.at(line.ply)) { (localize!(language, "web-plan-end")) }
    }
}

/// The form whose address is the link to a line. A script fills in the moves that are made on the board.
pub(super) fn form(view: &GameView, addresses: &Addresses<'_>, refusal: Option<&Refusal>) -> Markup {
    let language = view.reader.language;
    let line = view.line.as_ref();
    let (turns, note) = (line.map(|line| line.turns.join(" ")), line.map(|line| &line.note));
    html! {
        section.share {
            h2 { (localize!(language, "web-share")) }
            button type="button" data-do="plan" { (localize!(language, "web-plan")) }
            form.typed method="get" action=(addresses.base) {
                input type="hidden" name="ply" value=(view.ply());
                @if let Some(flip) = view.viewer.facing { input type="hidden" name="flip" value=(flip); }
                (field("line", &localize!(language, "web-share-moves"), turns.as_deref(), refusal))
                label { (localize!(language, "web-note")) " " input name="note" value=[note] maxlength=(LONGEST_NOTE) autocomplete="off"; }
                button type="submit" { (localize!(language, "web-show")) }
                button type="button" data-do="copy" data-done=(localize!(language, "web-copied")) { (localize!(language, "web-copy")) }
            }
        }
    }
}

/// *Try it from here*, for a person who is signed in.
pub(super) fn fork_form(view: &GameView, addresses: &Addresses<'_>, now: Timestamp) -> Markup {
    let record = &view.replayed.record;
    let can_be_played = view.replayed.any_game.to_move().is_some() && !record.game.hides_colors();
    let line = view.line.as_ref().map(SharedLine::on_board);
    html! {
        @if view.user.is_some() && record.game.phase == Phase::Over && record.seats.len() == 2 && can_be_played {
            form method="post" action=(addresses.below("fork")) {
                input type="hidden" name="ply" value=(view.ply());
                input type="hidden" name="line" value=[line];
                input type="hidden" name="shown_at" value=(now.0);
                button type="submit" { (localize!(view.reader.language, "web-fork")) }
            }
        }
    }
}

#[derive(Debug, Deserialize)]
pub(in crate::web) struct Sent {
    ply: u32,
    /// Moves of a line after it.
    #[serde(default)]
    line: String,
    /// The time of the page, so that a repeated request begins one game, and a later page another.
    shown_at: i64,
}

/// `/g/<game>/fork`: begins a game against the engine from a position of a finished one.
pub(in crate::web) async fn begin_fork(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    query: Result<Query<GameQuery>, QueryRejection>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    sent: Result<Form<Sent>, FormRejection>,
) -> Response {
    match Box::pin(site.fork((&headers, visitor), &game, sent)).await {
        Ok(begun) => answer_form(&headers, &format!("/g/{begun}"), Ok(json!({ "game": begun.to_string() }))),
        Err(problem) => answer_form(&headers, &GameQuery::read_or_default(query).page_of(&game), Err(problem)),
    }
}

impl Site {
    async fn fork(
        &self,
        sent_by: (&HeaderMap, Visitor),
        game: &str,
        sent: Result<Form<Sent>, FormRejection>,
    ) -> Result<GameId, PageProblem> {
        let (Sent { ply, line, shown_at }, record, user) = self.read_form(sent_by, game, sent).await?;
        let game = record.game.game_id;
        let request = Self::request(game, user, shown_at, &format!("fork {ply} {line}"));
        let (challenger, origin) = self.person_and_place(&record, user).await?;
        let line = turns_of(&line);
        let new = NewFork { request, game, ply, line, challenger, opponent: None, origin };
        Ok(Box::pin(fork(&self.app.games, new)).await?.replayed.record.game.game_id)
    }

    /// The player, if they are still there, and the place of this game; for others, the place of their own challenges.
    async fn person_and_place(&self, record: &GameRecord, user: UserId) -> Result<(Person, Origin), PageProblem> {
        let (mut place, mut seats) = (record.game.place, record.seats.clone());
        if record.seat_of(user).is_none() {
            let games = self.latest_games(user).await?;
            let newest = games.first().ok_or(GameError::NotAPlayer)?;
            if newest.game.place.guild_id.is_some() {
                let own = self.place_of(user, &games, "").await?;
                let channel_id = own.channel(None).ok_or(PageProblem::NoChannel)?;
                return Ok((own.person, Origin { guild_id: Some(own.guild), channel_id }));
            }
            (place, seats) = (newest.game.place, newest.seats.clone());
        }
        let origin = Origin { guild_id: place.guild_id, channel_id: place.channel_id };
        if let Some(guild) = place.guild_id {
            return Ok((self.member(guild, user).await?, origin));
        }
        let own = seats.into_iter().find(|seat| seat.player == user).ok_or(GameError::NotAPlayer)?;
        Ok((Person { user, name: own.name }, origin))
    }
}
