//! A bounded LRU cache. A mutex around one map suffices; a concurrent cache would compile much more code.

use std::borrow::Borrow;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lru::LruCache;

pub struct Cache<K, V> {
    entries: Mutex<Entries<K, V>>,
    capacity: usize,
    lifetime: Duration,
    weight: fn(&V) -> usize,
}

struct Entries<K, V> {
    map: LruCache<K, (V, Instant)>,
    weight: usize,
}

impl<K: Hash + Eq, V: Clone> Cache<K, V> {
    /// A cache of at most this many values.
    pub fn new(capacity: usize) -> Self {
        Self::weighed(capacity, |_| 1)
    }

    /// A cache of values of at most this total weight.
    pub fn weighed(capacity: usize, weight: fn(&V) -> usize) -> Self {
        let entries = Mutex::new(Entries { map: LruCache::unbounded(), weight: 0 });
        Self { entries, capacity, lifetime: Duration::MAX, weight }
    }

    /// Drops values after this time, however often they are used.
    #[must_use]
    pub fn with_lifetime(self, lifetime: Duration) -> Self {
        Self { lifetime, ..self }
    }

    pub fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.find(&mut self.lock(), key)
    }

    pub fn insert(&self, key: K, value: V) {
        self.keep(&mut self.lock(), key, value);
    }

    /// The value of this key, made if it is missing, and whether it was made.
    pub fn get_or_insert_with(&self, key: &K, make: impl FnOnce() -> V) -> (V, bool)
    where
        K: Clone,
    {
        let mut entries = self.lock();
        if let Some(value) = self.find(&mut entries, key) {
            return (value, false);
        }
        let value = make();
        self.keep(&mut entries, key.clone(), value.clone());
        (value, true)
    }

    pub fn remove(&self, key: &K) {
        self.forget(&mut self.lock(), key);
    }

    /// The value of this key; drops it if its lifetime is over.
    fn find<Q: Hash + Eq + ?Sized>(&self, entries: &mut Entries<K, V>, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let (value, since) = entries.map.get(key)?;
        if since.elapsed() < self.lifetime {
            return Some(value.clone());
        }
        self.forget(entries, key);
        None
    }

    fn keep(&self, entries: &mut Entries<K, V>, key: K, value: V) {
        let weight = (self.weight)(&value);
        if weight > self.capacity {
            return self.forget(entries, &key);
        }
        entries.weight += weight;
        if let Some((replaced, _)) = entries.map.put(key, (value, Instant::now())) {
            entries.weight -= (self.weight)(&replaced);
        }
        while entries.weight > self.capacity {
            let Some((_, (oldest, _))) = entries.map.pop_lru() else { break };
            entries.weight -= (self.weight)(&oldest);
        }
    }

    fn forget<Q: Hash + Eq + ?Sized>(&self, entries: &mut Entries<K, V>, key: &Q)
    where
        K: Borrow<Q>,
    {
        if let Some((value, _)) = entries.map.pop(key) {
            entries.weight -= (self.weight)(&value);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Entries<K, V>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn count_and_weight(&self) -> (usize, usize) {
        let entries = self.lock();
        (entries.map.len(), entries.weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_least_recently_goes_first() {
        let cache = Cache::new(2);
        cache.insert(1, 'a');
        cache.insert(2, 'b');
        assert_eq!(cache.get(&1), Some('a'));
        assert_eq!(cache.get_or_insert_with(&3, || 'c'), ('c', true));
        assert_eq!(cache.get_or_insert_with(&3, || 'd'), ('c', false));
        assert_eq!([1, 2, 3].map(|key| cache.get(&key)), [Some('a'), None, Some('c')]);
        cache.remove(&1);
        assert_eq!((cache.get(&1), cache.count_and_weight()), (None, (1, 1)));
    }

    #[test]
    fn values_weigh_together_what_they_may() {
        let cache = Cache::weighed(10, |text: &&str| text.len());
        cache.insert('a', "12345");
        cache.insert('a', "1234");
        cache.insert('b', "123456");
        assert_eq!(cache.count_and_weight(), (2, 10));
        cache.insert('c', "1");
        assert_eq!((cache.get(&'a'), cache.count_and_weight()), (None, (2, 7)));
        cache.insert('d', "12345678901");
        assert_eq!(cache.count_and_weight(), (2, 7), "one that is too large by itself is not kept");
        cache.insert('b', "12345678901");
        assert_eq!((cache.get(&'b'), cache.count_and_weight()), (None, (1, 1)), "nor is the one that it replaces");
    }

    #[test]
    fn a_value_whose_time_is_over_is_made_anew() {
        let cache = Cache::new(2).with_lifetime(Duration::ZERO);
        cache.insert(1, 'a');
        assert_eq!(cache.get_or_insert_with(&1, || 'b'), ('b', true));
        assert_eq!((cache.get(&1), cache.count_and_weight()), (None, (0, 0)));
    }
}
