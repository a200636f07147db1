//! Gives back time that players lost in an outage: gradually while the bot runs, and at once to a game that is viewed
//! or changed, or whose alarm is due.

use tracing::info;

use crate::Games;
use crate::change::{ATTEMPTS, Change, internal_request};
use crate::domain::{
    Action, Game, GameId, GameRecord, GameSummary, Outage, Phase, RequestId, TimeSpan, Timestamp, UserId,
};
use crate::memory::OpenOutage;
use crate::refusal::skip_damaged;
use crate::store::{CommitError, Each, StoreError};

/// Games corrected together, with one query to read them and one transaction to write them.
const PAGE: u32 = 500;

/// The game with its clock corrected after an outage; `None` if no clock ran. Time spent on the turn before the outage
/// stays spent: within a turn the outage counts as a pause, whatever else paused the clock then.
pub fn credit_clock(game: &Game, outage: Outage) -> Option<Game> {
    let ran = matches!(game.phase, Phase::Offered | Phase::Playing);
    // A deadline before the outage has passed; a turn that begins after it has lost nothing.
    let deadline = game.turn.deadline_at.filter(|deadline| ran && *deadline > outage.from)?;
    let pause = TimeSpan { from: outage.from.max(game.turn.started_at), until: outage.until };
    // A turn keeps this pause until it ends. Whether a challenge has it is known by the request of its credit.
    let loss = if game.turn.pauses.contains(&pause) { 0 } else { pause.until.since(pause.from) };
    let later = |at: Timestamp| at.plus(loss);
    (loss > 0).then(|| {
        let mut turn = game.turn.clone();
        if game.phase == Phase::Playing {
            turn.pauses.push(pause);
        } else {
            (turn.started_at, turn.deadline_at) = (later(turn.started_at), Some(later(deadline)));
        }
        Game { turn, ..game.clone() }
    })
}

impl Games {
    /// Reads which outages are not given back to all games yet.
    pub async fn find_outages(&self) -> Result<(), StoreError> {
        self.outages.set(self.store.open_outages().await?);
        Ok(())
    }

    /// Gives outages back to the next games whose clocks ran; `false` if no game is left. It may be repeated after a
    /// crash or run by several processes at once, because each game records what it has been given.
    pub async fn credit_outages(&self) -> Result<bool, StoreError> {
        self.find_outages().await?;
        let Some(OpenOutage { outage, after, corrected }) = self.outages.first() else { return Ok(false) };
        let page = self.store.games_due_after(outage.from, after, PAGE).await?;
        if let Some(last) = page.last().copied() {
            self.credit(page, outage).await?;
            self.outages.change(outage, |open| open.after = Some(last));
            return Ok(true);
        }
        self.store.close_outage(outage.from).await?;
        self.find_outages().await?;
        let lost_s = outage.until.since(outage.from) / 1000;
        info!(
            event = "outage_given_back",
            lost_s,
            games = corrected,
            "Gave {lost_s} seconds of an outage back to {corrected} games and challenges"
        );
        Ok(true)
    }

    /// A stored game, after the time of every outage was given back to it.
    pub async fn record(&self, game: GameId) -> Result<Option<GameRecord>, StoreError> {
        let record = self.store.game(game).await?;
        if !record.as_ref().is_some_and(|record| self.waits_for_credit(&record.game)) {
            return Ok(record);
        }
        self.credit_each(&[game]).await?;
        self.store.game(game).await
    }

    pub async fn records(&self, games: &[GameId]) -> Result<Each<GameId, GameRecord>, StoreError> {
        let records = self.store.games(games).await?;
        let waits = |record: &GameRecord| self.waits_for_credit(&record.game);
        let is_waiting = |game: &GameId| matches!(records.get(game), Some(Ok(record)) if waits(record));
        let waiting: Vec<GameId> = games.iter().copied().filter(is_waiting).collect();
        if waiting.is_empty() {
            return Ok(records);
        }
        self.credit_each(&waiting).await?;
        self.store.games(games).await
    }

    /// Games of this player in these phases, after the time of every outage was given back to them: those waiting for
    /// this player first, then by deadline.
    pub async fn games_of(&self, user: UserId, phases: &[Phase], limit: u32) -> Result<Vec<GameSummary>, StoreError> {
        let games = self.store.games_of(user, phases, limit).await?;
        let all = games.iter().map(|summary| &summary.game);
        let waiting: Vec<GameId> = all.filter(|game| self.waits_for_credit(game)).map(|game| game.game_id).collect();
        if waiting.is_empty() {
            return Ok(games);
        }
        self.credit_each(&waiting).await?;
        self.store.games_of(user, phases, limit).await
    }

    fn waits_for_credit(&self, game: &Game) -> bool {
        self.outages.all().into_iter().any(|outage| credit_clock(game, outage).is_some())
    }

    async fn credit_each(&self, games: &[GameId]) -> Result<(), StoreError> {
        for outage in self.outages.all() {
            // Boxed, because it is rarely needed and would make all callers' futures as large.
            Box::pin(self.credit(games.to_vec(), outage)).await?;
        }
        Ok(())
    }

    /// Gives an outage back to those of these games that do not have it. An unreadable game keeps its clock, and the
    /// others go on. If the store fails, the outage stays open and everything is repeated.
    async fn credit(&self, mut games: Vec<GameId>, outage: Outage) -> Result<(), StoreError> {
        for _ in 0..ATTEMPTS {
            games = self.try_to_credit(games, outage).await?;
            if games.is_empty() {
                return Ok(());
            }
        }
        let problem = format!("{} games changed {ATTEMPTS} times while an outage was given back", games.len());
        Err(StoreError::Database { problem, transient: true })
    }

    /// Returns the games that have changed since they were read.
    async fn try_to_credit(&self, games: Vec<GameId>, outage: Outage) -> Result<Vec<GameId>, StoreError> {
        let mut records = self.store.games(&games).await?;
        let now = self.clock.now();
        let (mut ids, mut commits) = (Vec::with_capacity(games.len()), Vec::with_capacity(games.len()));
        for game in games {
            let Some(record) = records.remove(&game) else { continue };
            let deciding = async {
                let record = record?;
                let Some(corrected_game) = credit_clock(&record.game, outage) else { return Ok(None) };
                let request = credit_request(game, outage);
                if corrected_game.phase == Phase::Offered && self.store.action_of_request(request).await?.is_some() {
                    return Ok(None);
                }
                let change = Change::of(corrected_game, Action::CreditDowntime, Vec::new());
                let change = self.with_deadline(change, &record).await?;
                Ok(Some((request, self.with_alarm_and_turn_notice(change, &record.seats).await?)))
            };
            match deciding.await {
                Ok(None) => {}
                Ok(Some((request, mut change))) => {
                    self.outages.schedule(&mut change.notices, now, self.settings.corrections_per_second);
                    ids.push(game);
                    commits.push(Self::to_commit(request, None, change, now));
                }
                Err(error) => skip_damaged(game, error)?,
            }
        }
        let (mut stale, mut corrected) = (Vec::new(), 0);
        for (game, outcome) in ids.into_iter().zip(self.store.commit_all(commits).await) {
            match outcome {
                Ok(()) => corrected += 1,
                Err(CommitError::Duplicate) => {}
                Err(CommitError::Stale) => stale.push(game),
                Err(CommitError::Store(error)) => skip_damaged(game, error.into())?,
            }
        }
        if corrected > 0 {
            self.outages.change(outage, |open| open.corrected += corrected);
            self.wake.notify_waiters();
        }
        Ok(stale)
    }
}

/// The same for each process that gives an outage back.
const fn credit_request(game: GameId, outage: Outage) -> RequestId {
    internal_request(game, outage.from.0.cast_unsigned().wrapping_mul(0x9E37_79B9_7F4A_7C15))
}
