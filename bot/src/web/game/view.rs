//! A game as one reader may see it in a browser.

use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use games::ReplayedGame;
use games::domain::{GameId, GameRecord, GuildPreferences, Phase, Timestamp, UserId};
use rules::Diagram;
use serde::Deserialize;

use crate::board::step_words::StepWords;
use crate::board::viewer::Viewer;
use crate::features::history::service::GameHistory;
use crate::web::document::Reader;
use crate::web::game::kept::Place;
use crate::web::game::line::SharedLine;
use crate::web::game::live::Followed;
use crate::web::limits::ClientAddress;
use crate::web::problem::PageProblem;
use crate::web::session::Visitor;
use crate::web::site::Site;

/// The query of a page's address.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub(in crate::web) struct GameQuery {
    /// The position after this many plies; the last one if missing.
    pub(in crate::web) ply: Option<u32>,
    /// Whether White is at the bottom.
    pub(in crate::web) flip: Option<bool>,
}

/// The requested positions of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::web) enum Positions {
    Shown,
    All,
}

pub(in crate::web) struct GameView {
    pub(in crate::web) replayed: ReplayedGame,
    /// The start and the position after each move, if all are requested and no colors are hidden.
    pub(in crate::web) diagrams: Vec<Diagram>,
    /// A line from a position of the game; `replayed` has as many of its turns on the board.
    pub(in crate::web) line: Option<SharedLine>,
    /// The person who is signed in with this browser.
    pub(in crate::web) user: Option<UserId>,
    /// Whether this browser's session has expired.
    pub(in crate::web) has_expired: bool,
    pub(in crate::web) viewer: Viewer,
    pub(in crate::web) guild: GuildPreferences,
    pub(in crate::web) reader: Reader,
}

/// A stored game that this browser may see.
pub(in crate::web) struct VisibleGame {
    pub(in crate::web) record: GameRecord,
    pub(in crate::web) visitor: Visitor,
    pub(in crate::web) guild: GuildPreferences,
}

impl VisibleGame {
    /// The cache entry of the page, or of this file. `None` if it is for this browser alone.
    pub(in crate::web) fn place(
        &self,
        file: &str,
        GameQuery { ply, flip }: GameQuery,
        now: Timestamp,
    ) -> Option<Place> {
        let Visitor { reader, user, has_expired } = self.visitor;
        let is_for_everybody = user.is_none() && !has_expired;
        let address = || format!("{file} {ply:?} {flip:?}");
        is_for_everybody.then(|| Place::new(&self.record, &self.guild, address(), reader, now))
    }
}

impl GameQuery {
    /// The query of an address; the default if it is not one that our pages write.
    pub(in crate::web) fn read_or_default(query: Result<Query<Self>, QueryRejection>) -> Self {
        query.map(|Query(query)| query).unwrap_or_default()
    }

    /// The page of a game's last position, with its board in this orientation.
    pub(in crate::web) fn page_of(self, game: &str) -> String {
        let flip = self.flip.map(|flip| format!("?flip={flip}"));
        format!("/g/{game}{}", flip.unwrap_or_default())
    }
}

impl GameView {
    pub(in crate::web) fn flip(&self) -> bool {
        self.viewer.flips(Some(&self.replayed))
    }

    /// The names of steps on the board as it is turned.
    pub(in crate::web) fn words(&self) -> StepWords {
        StepWords { language: self.reader.language, is_turned: self.flip(), in_words: self.viewer.words_only }
    }

    /// The moves of the game before the displayed position, without those of a line.
    pub(in crate::web) fn ply(&self) -> u32 {
        self.line.as_ref().map_or_else(|| self.replayed.any_game.ply(), |line| line.ply)
    }

    /// The game that led to the displayed position, also by a line.
    pub(in crate::web) fn shown_record(&self) -> &GameRecord {
        self.line.as_ref().map_or(&self.replayed.record, |line| &line.record)
    }

    pub(in crate::web) fn is_current(&self) -> bool {
        self.line.is_none() && self.ply() == self.replayed.record.game.ply
    }

    /// Whether this browser may move now, in the displayed position.
    pub(in crate::web) fn is_on_turn(&self) -> bool {
        self.plays_on() && self.replayed.record.on_turn().is_some_and(|seat| self.viewer.is(seat.player))
    }

    /// Whether this browser may try lines from here, and keep them as conditional moves.
    pub(in crate::web) fn may_plan(&self) -> bool {
        let is_player = self.user.is_some_and(|user| self.replayed.record.seat_of(user).is_some());
        is_player && self.plays_on() && !self.replayed.any_game.hides_colors()
    }

    pub(in crate::web) fn may_enter(&self) -> bool {
        self.is_on_turn() || self.may_plan() || self.may_share()
    }

    /// Whether the displayed position is the current one of a running game.
    fn plays_on(&self) -> bool {
        let game = &self.replayed.record.game;
        game.phase == Phase::Playing && game.agreements.adjourned.is_none() && self.is_current()
    }

    /// Whether pages show earlier positions, which would reveal hidden colors move by move.
    pub(in crate::web) fn shows_past(&self) -> bool {
        !self.replayed.any_game.hides_colors()
    }
}

/// `/g/<game>/events`: the version of the game after each change. A reconnecting page names the last version that it
/// has seen.
pub(in crate::web) async fn events(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
) -> Response {
    let result = async {
        let game: GameId = game.parse().map_err(|_| PageProblem::NotFound)?;
        site.visible_game(visitor, game).await?;
        let slot = site.limits.follow(address)?;
        Ok::<_, PageProblem>(site.live.send(Followed::Game(game), &headers, slot).await?)
    };
    result.await.unwrap_or_else(|problem| problem.page(visitor.reader))
}

impl Site {
    /// A game that this browser may see.
    ///
    /// # Errors
    /// A hidden and a missing game give the same error: [`PageProblem::NoSession`] if the browser's session has expired,
    /// else [`PageProblem::NotFound`].
    pub(in crate::web) async fn visible_game(
        &self,
        visitor: Visitor,
        game: GameId,
    ) -> Result<VisibleGame, PageProblem> {
        let result = async {
            let record = self.app.games.record(game).await?.ok_or(PageProblem::NotFound)?;
            let guild = self.check_visible(&record, visitor.user).await?;
            Ok(VisibleGame { record, visitor, guild })
        };
        match result.await {
            Err(PageProblem::NotFound) if visitor.has_expired => Err(PageProblem::NoSession),
            result => result,
        }
    }

    /// The preferences of the game's server, if this person, or everyone, may see the game.
    ///
    /// # Errors
    /// Those of [`Self::visible_game`].
    pub(in crate::web) async fn check_visible(
        &self,
        record: &GameRecord,
        user: Option<UserId>,
    ) -> Result<GuildPreferences, PageProblem> {
        let guild = match record.game.place.guild_id {
            Some(guild) => self.app.games.preferences_of_guild(guild).await?,
            None => GuildPreferences::default(),
        };
        let has_board = matches!(record.game.phase, Phase::Playing | Phase::Over);
        if has_board && guild.shows_pages() {
            return Ok(guild);
        }
        let may_see = match user {
            Some(user) => self.app.games.may_see(record, user).await?,
            None => false,
        };
        if !may_see {
            return Err(PageProblem::NotFound);
        }
        if !has_board {
            // Its players may learn what has become of it.
            record.check_playing()?;
        }
        Ok(guild)
    }

    /// Like [`Self::visible_game`], with the names that the reader may know.
    ///
    /// # Errors
    /// Those of [`Self::visible_game`].
    pub(in crate::web) async fn named_game(&self, visitor: Visitor, game: GameId) -> Result<VisibleGame, PageProblem> {
        let mut visible = self.visible_game(visitor, game).await?;
        let plays = visitor.user.is_some_and(|user| visible.record.seat_of(user).is_some());
        if !plays {
            let seats = visible.record.seats.iter_mut();
            let names = seats.filter_map(|seat| Some((seat.player.person()?, &mut seat.name)));
            self.hide_names(visitor.reader.language, names).await?;
        }
        Ok(visible)
    }

    /// Like [`Self::named_game`], replayed to a position.
    ///
    /// # Errors
    /// Those of [`Self::visible_game`].
    pub(in crate::web) async fn view(
        &self,
        visitor: Visitor,
        game: GameId,
        query: GameQuery,
        positions: Positions,
    ) -> Result<GameView, PageProblem> {
        self.open(self.named_game(visitor, game).await?, query, positions).await
    }

    pub(in crate::web) async fn open(
        &self,
        seen: VisibleGame,
        query: GameQuery,
        positions: Positions,
    ) -> Result<GameView, PageProblem> {
        let VisibleGame { record, visitor: Visitor { reader, user, has_expired }, guild } = seen;
        let viewer = Viewer::under(&self.app, user, &guild).await.facing(query.flip);
        // Earlier positions would reveal hidden colors move by move.
        let hides_past = record.game.hides_colors() && record.game.phase != Phase::Over;
        let ply = query.ply.filter(|_| !hides_past);
        // In the background, because a long game takes time.
        let replaying = tokio::task::spawn_blocking(move || {
            if hides_past || positions == Positions::Shown {
                return Ok((ReplayedGame::open(record, ply)?, Vec::new()));
            }
            GameHistory::open(record, ply).map(|history| (history.replayed, history.diagrams))
        });
        let (replayed, diagrams) = replaying.await.map_err(anyhow::Error::new)??;
        Ok(GameView { replayed, diagrams, line: None, user, has_expired, viewer, guild, reader })
    }
}
