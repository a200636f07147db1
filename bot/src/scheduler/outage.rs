//! Gives back time in which players could not move because of an outage.

use std::time::Duration;

use tracing::info;

use crate::domain::{Action, Game, GameId, Notice, Outage, Phase, RequestId, TimeSpan, Timestamp};
use crate::games::change::{Change, internal_request, never_done};
use crate::games::replay::damaged::skip_damaged;
use crate::games::{GameError, Games};
use crate::store::{CommitError, StoreError};

/// Games corrected together: they are read by one question, and written by one transaction.
const PAGE: u32 = 500;

/// The game with its clock corrected after an outage; `None` where no clock ran. What of the turn had passed before the outage
/// stays passed: in a turn the outage is a span in which the clock was paused, whatever else paused it then.
pub fn credited(game: &Game, outage: Outage) -> Option<Game> {
    let ran = matches!(game.phase, Phase::Offered | Phase::Playing);
    // What was over before is over; what begins later has lost nothing.
    let deadline = game.turn.deadline_at.filter(|deadline| ran && *deadline > outage.from)?;
    let pause = TimeSpan { from: outage.from.max(game.turn.started_at), until: outage.until };
    let lost = pause.until.since(pause.from);
    let later = |at: Timestamp| at.plus(lost);
    (lost > 0).then(|| {
        let mut turn = game.turn.clone();
        if game.phase == Phase::Playing {
            turn.pauses.push(pause);
        } else {
            (turn.started_at, turn.deadline_at) = (later(turn.started_at), Some(later(deadline)));
        }
        Game { turn, ..game.clone() }
    })
}

/// When messages that name the old deadlines are corrected: little by little, so that boards of games that go on pass them.
struct Corrections {
    begin: Timestamp,
    per_second: i64,
    count: i64,
}

impl Corrections {
    fn schedule(&mut self, notices: &mut [Notice]) {
        for notice in notices {
            if let Notice::DeadlineMoved { not_before } = notice {
                *not_before = Some(self.begin.plus(self.count * 1000 / self.per_second));
                self.count += 1;
            }
        }
    }
}

impl Games {
    /// Corrects every clock that ran during an outage; gives how many. Begun anew after a crash, or done by several processes at
    /// once, it does nothing twice: each game knows by its own request what it has been given.
    pub async fn credit_outages(&self) -> Result<usize, StoreError> {
        let per_second = i64::from(self.settings.corrections_per_second);
        let mut corrections = Corrections { begin: self.clock.now(), per_second, count: 0 };
        let mut count = 0;
        for outage in self.store.open_outages().await? {
            let before = count;
            let mut after = None;
            loop {
                let page = self.store.games_due_after(outage.from, after, PAGE).await?;
                let Some(last) = page.last() else { break };
                after = Some(*last);
                count += self.credit_page(page, outage, &mut corrections).await?;
            }
            self.store.close_outage(outage.from).await?;
            let (lost_s, games) = (outage.until.since(outage.from) / 1000, count - before);
            info!(
                event = "outage_given_back",
                lost_s, games, "Gave {lost_s} seconds of an outage back to {games} games and challenges"
            );
        }
        Ok(count)
    }

    /// Whether a process gave a sign of life within this time. If none did, clocks are about to be corrected, and nothing may be
    /// lost on time before.
    pub async fn has_recent_beat(&self, now: Timestamp, within: Duration) -> Result<bool, StoreError> {
        let last = self.store.last_beat().await?;
        Ok(last.is_none_or(|last| now.since(last) <= i64::try_from(within.as_millis()).unwrap_or(i64::MAX)))
    }

    /// Many games; gives how many were corrected. A game that cannot be read keeps its clock, and the others go on. Where the store
    /// fails, the outage stays open, and it is all done again.
    async fn credit_page(
        &self,
        page: Vec<GameId>,
        outage: Outage,
        corrections: &mut Corrections,
    ) -> Result<usize, StoreError> {
        let mut records = self.store.games(&page).await?;
        let now = self.clock.now();
        let (mut games, mut commits) = (Vec::with_capacity(page.len()), Vec::with_capacity(page.len()));
        for game in page {
            let Some(record) = records.remove(&game) else { continue };
            let deciding = async {
                let record = record?;
                let Some(credited) = credited(&record.game, outage) else { return Ok(None) };
                let change = Change::of(credited, Action::CreditDowntime, Vec::new());
                let change = self.with_deadline(change, &record).await?;
                Ok(Some(self.with_alarm_and_turn_notice(change, &record.seats).await?))
            };
            match deciding.await {
                Ok(None) => {}
                Ok(Some(mut change)) => {
                    corrections.schedule(&mut change.notices);
                    games.push(game);
                    commits.push(Self::to_commit(credit_request(game, outage), None, change, now));
                }
                Err(error) => skip_damaged(game, error)?,
            }
        }
        let mut count = 0;
        for (game, outcome) in games.into_iter().zip(self.store.commit_all(commits).await) {
            count += match outcome {
                Ok(()) => 1,
                Err(CommitError::Duplicate) => 0,
                // It has changed since it was read.
                Err(CommitError::Stale) => usize::from(self.credit(game, outage).await?),
                Err(CommitError::Store(error)) => skip_damaged(game, error.into()).map(|()| 0)?,
            };
        }
        self.wake.notify_waiters();
        Ok(count)
    }

    /// One game.
    async fn credit(&self, game: GameId, outage: Outage) -> Result<bool, StoreError> {
        let credit =
            self.change(credit_request(game, outage), game, None, never_done, move |replayed, _| {
                match credited(&replayed.record.game, outage) {
                    Some(game) => Ok(Change::of(game, Action::CreditDowntime, Vec::new())),
                    None => Err(GameError::Stale(Box::new(replayed))),
                }
            });
        match credit.await {
            Ok(done) => Ok(!done.repeated),
            Err(GameError::Stale(_)) => Ok(false),
            Err(error) => skip_damaged(game, error).map(|()| false),
        }
    }
}

/// The same for each process that gives an outage back.
const fn credit_request(game: GameId, outage: Outage) -> RequestId {
    internal_request(game, outage.from.0.cast_unsigned().wrapping_mul(0x9E37_79B9_7F4A_7C15))
}
