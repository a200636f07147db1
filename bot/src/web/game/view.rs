//! A game as one reader may see it in a browser.

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::HeaderMap;
use rules::Diagram;
use serde::Deserialize;

use crate::commands::board::step_words::StepWords;
use crate::commands::board::viewer::Viewer;
use crate::domain::{GameId, GameRecord, GuildPreferences, Phase, Timestamp, UserId};
use crate::features::history::service::GameHistory;
use crate::games::ReplayedGame;
use crate::web::document::Reader;
use crate::web::game::kept::Place;
use crate::web::problem::PageProblem;
use crate::web::session::{language, reader};
use crate::web::site::Site;

/// What the address of a page asks for.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub(in crate::web) struct GameQuery {
    /// The position after so many plies; the last one when none is named.
    pub(in crate::web) ply: Option<u32>,
    /// Whether White is at the bottom.
    pub(in crate::web) flip: Option<bool>,
}

/// Which positions of a game are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::web) enum Positions {
    Shown,
    All,
}

pub(in crate::web) struct GameView {
    pub(in crate::web) replayed: ReplayedGame,
    /// The start, and the position after each move, where all are looked at and no color is hidden.
    pub(in crate::web) diagrams: Vec<Diagram>,
    /// For whom this browser may act in the game.
    pub(in crate::web) user: Option<UserId>,
    /// Whether this browser can act no longer.
    pub(in crate::web) has_expired: bool,
    pub(in crate::web) viewer: Viewer,
    pub(in crate::web) guild: GuildPreferences,
    pub(in crate::web) reader: Reader,
}

/// A stored game that this browser may see.
pub(in crate::web) struct VisibleGame {
    pub(in crate::web) record: GameRecord,
    /// For whom this browser may act in the game.
    pub(in crate::web) user: Option<UserId>,
    /// Whether this browser can act no longer.
    pub(in crate::web) has_expired: bool,
    pub(in crate::web) guild: GuildPreferences,
}

impl VisibleGame {
    /// Where its page, or this file of it, is kept. `None`: it is made for this browser alone.
    pub(in crate::web) fn place(
        &self,
        file: &str,
        GameQuery { ply, flip }: GameQuery,
        reader: Reader,
        now: Timestamp,
    ) -> Option<Place> {
        let is_for_everybody = self.user.is_none() && !self.has_expired;
        let address = || format!("{file} {ply:?} {flip:?}");
        is_for_everybody.then(|| Place::new(&self.record, &self.guild, address(), reader, now))
    }
}

impl GameQuery {
    /// What stands behind an address; nothing where no page of ours has written it.
    pub(in crate::web) fn read_or_default(query: Result<Query<Self>, QueryRejection>) -> Self {
        query.map(|Query(query)| query).unwrap_or_default()
    }

    /// The page of a game's last position, with its board turned in this way.
    pub(in crate::web) fn page_of(self, game: &str) -> String {
        let flip = self.flip.map(|flip| format!("?flip={flip}"));
        format!("/g/{game}{}", flip.unwrap_or_default())
    }
}

impl GameView {
    pub(in crate::web) fn flip(&self) -> bool {
        self.viewer.flips(Some(&self.replayed))
    }

    /// How steps are called on the board as it is turned.
    pub(in crate::web) fn words(&self) -> StepWords {
        StepWords { language: self.reader.language, is_turned: self.flip(), in_words: self.viewer.words_only }
    }

    /// Whether the position is the last one.
    pub(in crate::web) fn is_current(&self) -> bool {
        self.replayed.any_game.ply() == self.replayed.record.game.ply
    }

    /// Whether this browser may move now, in the position that is shown.
    pub(in crate::web) fn is_on_turn(&self) -> bool {
        self.plays_on() && self.replayed.record.on_turn().is_some_and(|seat| self.viewer.is(seat.player))
    }

    /// Whether this browser may try lines from here, and keep them as conditional moves.
    pub(in crate::web) fn may_plan(&self) -> bool {
        let is_player = self.user.is_some_and(|user| self.replayed.record.seat_of(user).is_some());
        is_player && self.plays_on() && !self.replayed.any_game.hides_colors()
    }

    pub(in crate::web) fn may_enter(&self) -> bool {
        self.is_on_turn() || self.may_plan()
    }

    /// Whether the position that is shown is the one in which the game goes on.
    fn plays_on(&self) -> bool {
        let game = &self.replayed.record.game;
        game.phase == Phase::Playing && game.agreements.adjourned.is_none() && self.is_current()
    }

    /// Whether pages show the positions before this one: move by move they would tell colors that are hidden.
    pub(in crate::web) fn shows_past(&self) -> bool {
        !self.replayed.any_game.hides_colors()
    }
}

impl Site {
    /// A game that this browser may see.
    ///
    /// # Errors
    /// For one that it may not see as for one that there is not: [`PageProblem::NoSession`] where it has a cookie for it, else
    /// [`PageProblem::NotFound`].
    pub(in crate::web) async fn visible_game(
        &self,
        headers: &HeaderMap,
        game: GameId,
    ) -> Result<VisibleGame, PageProblem> {
        let user = self.user(headers, game).await?;
        let has_expired = user.is_none() && self.game_cookie(headers, game).is_some();
        let seen = async {
            let record = self.app.games.record(game).await?.ok_or(PageProblem::NotFound)?;
            let guild = self.check_visible(&record, user).await?;
            Ok(VisibleGame { record, user, has_expired, guild })
        };
        match seen.await {
            Err(PageProblem::NotFound) if has_expired => Err(PageProblem::NoSession),
            seen => seen,
        }
    }

    /// What the server of a game has chosen, where this person, or everybody, may see the game.
    ///
    /// # Errors
    /// As [`Self::visible_game`].
    pub(in crate::web) async fn check_visible(
        &self,
        record: &GameRecord,
        user: Option<UserId>,
    ) -> Result<GuildPreferences, PageProblem> {
        let guild = match record.game.place.guild_id {
            Some(guild) => self.app.games.preferences_of_guild(guild).await?,
            None => GuildPreferences::default(),
        };
        if !guild.shows_pages() && user.is_none() {
            return Err(PageProblem::NotFound);
        }
        match record.game.phase {
            Phase::Playing | Phase::Over => {}
            // Who plays in it learns what has become of it.
            Phase::Offered | Phase::Void if user.is_some() => record.check_playing()?,
            Phase::Offered | Phase::Void => return Err(PageProblem::NotFound),
        }
        Ok(guild)
    }

    /// The same with the names that the reader may know.
    ///
    /// # Errors
    /// As [`Self::visible_game`].
    pub(in crate::web) async fn named_game(
        &self,
        headers: &HeaderMap,
        game: GameId,
    ) -> Result<VisibleGame, PageProblem> {
        let mut seen = self.visible_game(headers, game).await?;
        let plays = seen.user.is_some_and(|user| seen.record.seat_of(user).is_some());
        if !plays {
            let seats = seen.record.seats.iter_mut();
            let names = seats.filter_map(|seat| Some((seat.player.person()?, &mut seat.name)));
            self.hide_names(language(headers), names).await?;
        }
        Ok(seen)
    }

    /// The same in a position.
    ///
    /// # Errors
    /// As [`Self::visible_game`].
    pub(in crate::web) async fn view(
        &self,
        headers: &HeaderMap,
        game: GameId,
        query: GameQuery,
        positions: Positions,
    ) -> Result<GameView, PageProblem> {
        self.open(self.named_game(headers, game).await?, reader(headers), query, positions).await
    }

    /// Replays a game to a position.
    pub(in crate::web) async fn open(
        &self,
        seen: VisibleGame,
        reader: Reader,
        query: GameQuery,
        positions: Positions,
    ) -> Result<GameView, PageProblem> {
        let VisibleGame { record, user, has_expired, guild } = seen;
        let viewer = Viewer::under(&self.app, user, &guild).await.facing(query.flip);
        // Move by move, earlier positions would tell colors that are hidden.
        let hides_past = record.game.hides_colors() && record.game.phase != Phase::Over;
        let ply = query.ply.filter(|_| !hides_past);
        // A long game takes its time.
        let replaying = tokio::task::spawn_blocking(move || {
            if hides_past || positions == Positions::Shown {
                return Ok((ReplayedGame::open(record, ply)?, Vec::new()));
            }
            GameHistory::open(record, ply).map(|history| (history.replayed, history.diagrams))
        });
        let (replayed, diagrams) = replaying.await.map_err(anyhow::Error::new)??;
        Ok(GameView { replayed, diagrams, user, has_expired, viewer, guild, reader })
    }
}
