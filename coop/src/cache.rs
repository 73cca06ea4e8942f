//! A small append-only map, read without a lock: what was asked of CUDA once, by what it was asked for.

use once_cell::sync::OnceCell;

/// At most [`CAPACITY`](Self::CAPACITY) pairs, in the order they came. A reader walks a list of cells that are written
/// once; that is a few nanoseconds for the handful of shapes a kernel is launched with.
#[derive(Debug)]
pub(crate) struct Cache<K, V> {
    first: OnceCell<Box<Node<K, V>>>,
}

#[derive(Debug)]
struct Node<K, V> {
    key: K,
    value: V,
    next: OnceCell<Box<Self>>,
}

impl<K: PartialEq, V> Cache<K, V> {
    /// Pairs kept. Beyond them nothing is remembered, so that a search over shapes does not grow the process.
    const CAPACITY: usize = 64;

    pub(crate) const fn new() -> Self {
        Self {
            first: OnceCell::new(),
        }
    }

    #[inline]
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        let mut cell = &self.first;
        while let Some(node) = cell.get() {
            if node.key == *key {
                return Some(&node.value);
            }
            cell = &node.next;
        }
        None
    }

    pub(crate) fn insert(&self, key: K, value: V) {
        let mut node = Box::new(Node {
            key,
            value,
            next: OnceCell::new(),
        });
        let mut cell = &self.first;
        for _ in 0..Self::CAPACITY {
            match cell.try_insert(node) {
                Ok(_) => return,
                // Another pair is there, perhaps just put by another thread: go on behind it.
                Err((there, back)) => {
                    node = back;
                    cell = &there.next;
                }
            }
        }
    }
}

impl<K, V> Drop for Cache<K, V> {
    fn drop(&mut self) {
        // One by one: dropping a list from its head would recurse.
        let mut next = self.first.take();
        while let Some(mut node) = next {
            next = node.next.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_found_and_nothing_else() {
        let cache = Cache::new();
        assert_eq!(cache.get(&1), None);
        cache.insert(1, 'a');
        cache.insert(2, 'b');
        assert_eq!(
            (cache.get(&1), cache.get(&2), cache.get(&3)),
            (Some(&'a'), Some(&'b'), None)
        );
    }

    #[test]
    fn beyond_its_capacity_it_keeps_the_first() {
        let cache = Cache::new();
        for key in 0..1000 {
            cache.insert(key, key);
        }
        let kept = Cache::<i32, i32>::CAPACITY as i32;
        assert_eq!(
            (cache.get(&(kept - 1)), cache.get(&kept)),
            (Some(&(kept - 1)), None)
        );
    }

    #[test]
    fn threads_that_put_at_once_lose_nothing() {
        let cache = Cache::new();
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let cache = &cache;
                scope.spawn(move || (0..8).for_each(|i| cache.insert(8 * thread + i, thread)));
            }
        });
        assert!((0..64).all(|key| cache.get(&key) == Some(&(key / 8))));
    }
}
