//! When serenity may connect. It opens connections by itself, at once and as often as they end.

use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

/// serenity copies the address out of this mutex before each connection. So it opens none while the mutex is locked.
pub(super) struct Door {
    address: Arc<Mutex<String>>,
    /// `None` only while somebody passes.
    lock: Option<OwnedMutexGuard<String>>,
}

impl Door {
    pub(super) fn closed() -> Self {
        let address = Arc::<Mutex<String>>::default();
        let lock = Arc::clone(&address).try_lock_owned().ok();
        Self { address, lock }
    }

    /// The mutex from which serenity copies the address.
    pub(super) fn address(&self) -> Arc<Mutex<String>> {
        Arc::clone(&self.address)
    }

    /// Lets a connection to this address be opened, if one is waiting; says whether one was.
    pub(super) async fn let_one_through(&mut self, url: &str) -> bool {
        if let Some(mut lock) = self.lock.take() {
            url.clone_into(&mut lock);
        }
        // An unlocked mutex goes to the task that waits for it. If it is free now, none does.
        let free = Arc::clone(&self.address).try_lock_owned();
        let has_passed = free.is_err();
        self.lock = match free {
            Ok(lock) => Some(lock),
            Err(_) => Some(Arc::clone(&self.address).lock_owned().await),
        };
        has_passed
    }
}

impl Drop for Door {
    /// It stays locked: what serenity has left behind must not connect any more.
    fn drop(&mut self) {
        std::mem::forget(self.lock.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_waits_passes_when_let_and_never_through_a_door_that_is_gone() {
        let mut door = Door::closed();
        assert!(!door.let_one_through("nobody waits").await);
        let wait = |door: &Door| {
            let address = door.address();
            tokio::spawn(async move { address.lock().await.clone() })
        };
        for url in ["first", "second"] {
            let waiting = wait(&door);
            tokio::task::yield_now().await;
            assert!(!waiting.is_finished(), "{url}");
            assert!(door.let_one_through(url).await);
            assert_eq!(waiting.await.expect("an address"), url);
            assert!(!door.let_one_through("nobody waits").await);
        }
        let late = wait(&door);
        drop(door);
        tokio::task::yield_now().await;
        assert!(!late.is_finished(), "a door that is gone stays closed");
        late.abort();
    }
}
