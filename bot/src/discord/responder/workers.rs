//! Who is worked for, and who waits for it. Under pressure the newest comes first: it can still be answered in time, while who
//! comes last in a long line never can. What is offered while one types comes after everything else.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Urgency {
    /// The person goes on typing.
    Completion,
    /// The person waits.
    Press,
}

/// So many work at the same time, and so many wait.
pub(crate) struct Workers {
    state: Arc<Mutex<State>>,
    most_waiting: usize,
}

struct State {
    free: usize,
    arrivals: u64,
    /// By urgency and arrival: the next one to be worked for is the last, and the first one to be given up is the first.
    waiting: BTreeMap<(Urgency, u64), oneshot::Sender<Permit>>,
}

impl Workers {
    pub(crate) fn new(count: usize, most_waiting: usize) -> Self {
        let state = State { free: count, arrivals: 0, waiting: BTreeMap::new() };
        Self { state: Arc::new(Mutex::new(state)), most_waiting }
    }

    /// Waits for a worker; `None` when too many wait, and this one is given up for them.
    pub(crate) async fn permit(&self, urgency: Urgency) -> Option<Permit> {
        let (mut place, given_up) = {
            let mut state = lock(&self.state);
            if state.free > 0 {
                state.free -= 1;
                return Some(Permit(Arc::clone(&self.state)));
            }
            let (turn, told) = oneshot::channel();
            let key = (urgency, state.arrivals);
            state.arrivals += 1;
            state.waiting.insert(key, turn);
            let is_full = state.waiting.len() > self.most_waiting;
            let given_up = if is_full { state.waiting.pop_first() } else { None };
            (Place { state: &self.state, key, told }, given_up)
        };
        drop(given_up);
        (&mut place.told).await.ok()
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A place among those who wait, left when nobody waits there.
struct Place<'a> {
    state: &'a Mutex<State>,
    key: (Urgency, u64),
    told: oneshot::Receiver<Permit>,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        lock(self.state).waiting.remove(&self.key);
    }
}

/// A worker. It goes to the next one who waits when it is dropped.
pub(crate) struct Permit(Arc<Mutex<State>>);

impl Drop for Permit {
    fn drop(&mut self) {
        let next = {
            let mut state = lock(&self.0);
            let Some((_, next)) = state.waiting.pop_last() else {
                state.free += 1;
                return;
            };
            next
        };
        // Who has left in this moment gives it back: it is dropped with the error.
        let _ = next.send(Self(Arc::clone(&self.0)));
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;

    use futures::FutureExt as _;

    use super::*;

    type Waiting<'a> = Pin<Box<dyn Future<Output = Option<Permit>> + Send + 'a>>;

    /// One that waits; it has to be polled to come in.
    fn waiting(workers: &Workers, urgency: Urgency) -> Waiting<'_> {
        let mut waiting: Waiting<'_> = Box::pin(workers.permit(urgency));
        assert!((&mut waiting).now_or_never().is_none(), "it waits");
        waiting
    }

    fn free(workers: &Workers) -> usize {
        lock(&workers.state).free
    }

    #[tokio::test]
    async fn the_newest_press_comes_first_and_completions_last() {
        let workers = Workers::new(1, 10);
        let mut held = workers.permit(Urgency::Completion).await.expect("free");
        let urgencies = [Urgency::Press, Urgency::Completion, Urgency::Press, Urgency::Completion, Urgency::Press];
        let mut all: Vec<(usize, Waiting<'_>)> =
            urgencies.into_iter().map(|urgency| waiting(&workers, urgency)).enumerate().collect();
        let mut order = Vec::new();
        while !all.is_empty() {
            drop(held);
            let (index, permit) = (0..all.len())
                .find_map(|index| Some((index, (&mut all[index].1).now_or_never()?)))
                .expect("somebody is worked for");
            held = permit.expect("a worker");
            order.push(all.remove(index).0);
        }
        assert_eq!(order, [4, 2, 0, 3, 1]);
        drop(held);
        assert_eq!(free(&workers), 1);
    }

    #[tokio::test]
    async fn of_too_many_the_oldest_completion_is_given_up_then_the_oldest_press() {
        let workers = Workers::new(1, 2);
        let _held = workers.permit(Urgency::Press).await.expect("free");
        let [mut first, mut completion] =
            [Urgency::Press, Urgency::Completion].map(|urgency| waiting(&workers, urgency));
        let second = waiting(&workers, Urgency::Press);
        assert!((&mut completion).now_or_never().is_some_and(|given| given.is_none()));
        let third = waiting(&workers, Urgency::Press);
        assert!((&mut first).now_or_never().is_some_and(|given| given.is_none()));
        // A completion is not worth a press: it does not even come in.
        assert!(workers.permit(Urgency::Completion).now_or_never().is_some_and(|given| given.is_none()));
        drop((second, third));
        assert!(lock(&workers.state).waiting.is_empty());
    }

    #[tokio::test]
    async fn who_leaves_takes_no_worker_along() {
        let workers = Workers::new(1, 10);
        let held = workers.permit(Urgency::Press).await.expect("free");
        let (stays, leaves) = (waiting(&workers, Urgency::Press), waiting(&workers, Urgency::Press));
        // It is given the worker, and leaves before it looks.
        drop(held);
        drop(leaves);
        let held = stays.await.expect("a worker");
        drop(held);
        assert_eq!(free(&workers), 1);
    }
}
