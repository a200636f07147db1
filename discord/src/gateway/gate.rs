//! Holds serenity back, which connects by itself, at once and as often as connections end.

use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

/// serenity copies the address out of this mutex before each connection. So it opens none while the mutex is locked.
pub(super) struct Gate {
    address: Arc<Mutex<String>>,
    /// `None` only while a connection passes.
    lock: Option<OwnedMutexGuard<String>>,
}

impl Gate {
    pub(super) fn closed() -> Self {
        let address = Arc::<Mutex<String>>::default();
        let lock = Arc::clone(&address).try_lock_owned().ok();
        Self { address, lock }
    }

    pub(super) fn address(&self) -> Arc<Mutex<String>> {
        Arc::clone(&self.address)
    }

    /// Lets a waiting connection open to this address; says whether one was waiting.
    pub(super) async fn let_one_through(&mut self, url: &str) -> bool {
        if let Some(mut lock) = self.lock.take() {
            url.clone_into(&mut lock);
        }
        // An unlocked mutex goes to the task that waits for it. A free one has no such task.
        let free = Arc::clone(&self.address).try_lock_owned();
        let has_passed = free.is_err();
        self.lock = match free {
            Ok(lock) => Some(lock),
            Err(_) => Some(Arc::clone(&self.address).lock_owned().await),
        };
        has_passed
    }
}

impl Drop for Gate {
    /// Leaves the mutex locked, so that the rest of an abandoned shard cannot connect.
    fn drop(&mut self) {
        std::mem::forget(self.lock.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_waits_passes_when_let_and_never_through_a_door_that_is_gone() {
        let mut gate = Gate::closed();
        assert!(!gate.let_one_through("nobody waits").await);
        let wait = |gate: &Gate| {
            let address = gate.address();
            tokio::spawn(async move { address.lock().await.clone() })
        };
        for url in ["first", "second"] {
            let waiting = wait(&gate);
            tokio::task::yield_now().await;
            assert!(!waiting.is_finished(), "{url}");
            assert!(gate.let_one_through(url).await);
            assert_eq!(waiting.await.expect("an address"), url);
            assert!(!gate.let_one_through("nobody waits").await);
        }
        let late = wait(&gate);
        drop(gate);
        tokio::task::yield_now().await;
        assert!(!late.is_finished(), "a gate that is gone stays closed");
        late.abort();
    }
}
