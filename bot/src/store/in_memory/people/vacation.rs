//! Vacations of players.

use async_trait::async_trait;

use crate::domain::{Phase, RequestId, TimeSpan, Timestamp, UserId, Vacation};
use crate::store::error::Result;
use crate::store::in_memory::store::InMemoryStore;
use crate::store::people::vacation::VacationStore;

#[async_trait]
impl VacationStore for InMemoryStore {
    async fn vacations_of(&self, user: UserId) -> Result<Vec<Vacation>> {
        let state = self.state();
        Ok(state.vacations.values().filter(|vacation| vacation.user == user).cloned().collect())
    }

    async fn vacations_around(&self, user: UserId, now: Timestamp) -> Result<Vec<Vacation>> {
        let state = self.state();
        let is_near = |other: UserId| {
            other == user
                || state.games.values().any(|record| {
                    record.game.phase == Phase::Playing
                        && [user, other].iter().all(|wanted| record.seats.iter().any(|seat| seat.user == *wanted))
                })
        };
        let lasts = |span: TimeSpan| span.until > now && span.from < span.until;
        let near = state.vacations.values().filter(|vacation| lasts(vacation.span) && is_near(vacation.user));
        Ok(near.cloned().collect())
    }

    async fn add_vacation(&self, vacation: &Vacation) -> Result<bool> {
        self.before("add_vacation").await?;
        let key = (vacation.user, vacation.number);
        let is_new = !self.state().vacations.contains_key(&key);
        if is_new {
            self.state().vacations.insert(key, vacation.clone());
            self.wrote_vacation(vacation);
        }
        self.after("add_vacation").await.map(|()| is_new)
    }

    async fn end_vacation(
        &self,
        known: &Vacation,
        until: Timestamp,
        by: RequestId,
        wake_at: Timestamp,
    ) -> Result<bool> {
        self.before("end_vacation").await?;
        let ended = {
            let mut state = self.state();
            let stored = state.vacations.get_mut(&(known.user, known.number));
            let stored = stored.filter(|stored| stored.span.until == known.span.until && stored.ended_by.is_none());
            let Some(stored) = stored else { return Ok(false) };
            (stored.span.until, stored.ended_by, stored.wake_at) = (until, Some(by), Some(wake_at));
            stored.clone()
        };
        self.wrote_vacation(&ended);
        self.after("end_vacation").await.map(|()| true)
    }

    async fn claim_vacations(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Vacation>> {
        self.before("claim_vacations").await?;
        let claimed: Vec<Vacation> = {
            let mut state = self.state();
            let due = |vacation: &&mut Vacation| vacation.wake_at.is_some_and(|at| at <= now);
            let mut due: Vec<_> = state.vacations.values_mut().filter(due).collect();
            due.sort_by_key(|vacation| vacation.wake_at);
            due.truncate(limit as usize);
            for vacation in &mut due {
                vacation.wake_at = Some(lease_until);
            }
            due.into_iter().map(|vacation| vacation.clone()).collect()
        };
        self.after("claim_vacations").await.map(|()| claimed)
    }

    async fn damaged_vacations(&self) -> Result<Vec<String>> {
        Ok(Vec::new())
    }

    async fn set_vacation_alarm(&self, claimed: &Vacation, wake_at: Option<Timestamp>) -> Result<()> {
        self.before("set_vacation_alarm").await?;
        if let Some(stored) = self.state().vacations.get_mut(&(claimed.user, claimed.number))
            && stored.wake_at == claimed.wake_at
        {
            stored.wake_at = wake_at;
        }
        self.after("set_vacation_alarm").await
    }
}
