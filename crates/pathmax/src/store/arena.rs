//! A list that grows in chunks and never moves its items.

use super::{Budget, OutOfMemory};

const CHUNK_BYTES: usize = 64 * 1024;

/// A growing list of `T`, addressed by `u32`.
pub(crate) struct Arena<T> {
    chunks: Vec<Vec<T>>,
    len: u32,
}

impl<T> Arena<T> {
    /// log2 of the number of items per chunk: about 64 KiB, at least one item.
    const SHIFT: u32 = {
        let size = if size_of::<T>() == 0 { 1 } else { size_of::<T>() };
        let items = CHUNK_BYTES / size;
        if items == 0 { 0 } else { items.ilog2() }
    };
    const MASK: u32 = (1 << Self::SHIFT) - 1;

    pub fn new() -> Self {
        Arena { chunks: Vec::new(), len: 0 }
    }

    pub fn len(&self) -> u32 {
        self.len
    }

    /// Appends an item and returns its address.
    #[inline]
    pub fn push(&mut self, item: T, budget: &mut Budget) -> Result<u32, OutOfMemory> {
        let address = self.len;
        let chunk = (address >> Self::SHIFT) as usize;
        if chunk == self.chunks.len() {
            self.add_chunk(budget)?;
        }
        self.chunks[chunk].push(item);
        self.len += 1;
        Ok(address)
    }

    #[cold]
    #[inline(never)]
    fn add_chunk(&mut self, budget: &mut Budget) -> Result<(), OutOfMemory> {
        if self.len == u32::MAX {
            return Err(OutOfMemory);
        }
        budget.grow(&mut self.chunks)?;
        self.chunks.push(budget.vector(1 << Self::SHIFT)?);
        Ok(())
    }

    /// Removes the last item.
    pub fn pop(&mut self) {
        if self.len > 0 {
            self.len -= 1;
            self.chunks[(self.len >> Self::SHIFT) as usize].pop();
        }
    }

    /// The bytes that were taken from the budget.
    pub fn held_bytes(&self) -> usize {
        let chunks = (self.chunks.len() * size_of::<T>()) << Self::SHIFT;
        chunks + self.chunks.capacity() * size_of::<Vec<T>>()
    }

    /// Removes the items and keeps the room.
    pub fn clear(&mut self) {
        self.chunks.iter_mut().for_each(Vec::clear);
        self.len = 0;
    }

    #[inline]
    pub fn get(&self, address: u32) -> &T {
        &self.chunks[(address >> Self::SHIFT) as usize][(address & Self::MASK) as usize]
    }

    #[inline]
    pub fn try_get_mut(&mut self, address: u32) -> Option<&mut T> {
        self.chunks.get_mut((address >> Self::SHIFT) as usize)?.get_mut((address & Self::MASK) as usize)
    }

    #[inline]
    pub fn get_mut(&mut self, address: u32) -> &mut T {
        &mut self.chunks[(address >> Self::SHIFT) as usize][(address & Self::MASK) as usize]
    }

    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_keep_their_address() {
        let mut budget = Budget::new(None);
        let mut arena = Arena::new();
        for i in 0..100_000u64 {
            assert_eq!(arena.push(i * i, &mut budget).unwrap(), i as u32);
        }
        *arena.get_mut(77_777) = 0;
        assert_eq!(arena.get(300), &90_000);
        assert_eq!(arena.get(77_777), &0);
        assert_eq!(arena.iter().count(), 100_000);
        arena.pop();
        assert_eq!((arena.len(), arena.iter().count()), (99_999, 99_999));
        assert_eq!(arena.push(1, &mut budget), Ok(99_999));
        arena.clear();
        assert_eq!((arena.len(), arena.iter().count()), (0, 0));
        assert_eq!(arena.push(5, &mut budget), Ok(0));
        arena.pop();
        arena.pop();
        assert_eq!((arena.len(), arena.iter().count()), (0, 0), "there was nothing left to take back");
    }

    #[test]
    fn a_push_beyond_the_budget_changes_nothing() {
        let mut budget = Budget::new(Some(CHUNK_BYTES + 2048));
        let mut arena = Arena::new();
        while arena.push(0u64, &mut budget).is_ok() {}
        assert_eq!(arena.len() as usize, CHUNK_BYTES / size_of::<u64>());
        assert!(budget.held() <= CHUNK_BYTES + 2048);
        assert_eq!(arena.get(arena.len() - 1), &0);
    }
}
