//! Heap memory owned by values of the standard library's types.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num::NonZero;

/// The heap memory that a value owns, for [`Problem::heap_bytes`](crate::Problem::heap_bytes).
///
/// Counts what the allocator spends, not what was asked for: blocks have a header and a minimum size. Counts are
/// exact for `Vec`, `String`, `VecDeque` and `Box`. The nodes of B-trees are not accessible; for sets and maps of more than
/// 11 entries the count is an upper bound. Hash tables are counted by their capacity.
///
/// ```
/// use pathmax::HeapSize;
///
/// assert_eq!((7u32, [1u8; 100]).heap_bytes(), 0);
/// assert_eq!(vec![0u64; 3].heap_bytes(), 32);
/// assert_eq!(vec![vec![0u64; 3]; 2].heap_bytes(), 64 + 2 * 32);
/// ```
///
/// Implement it for your own types by adding up their fields:
///
/// ```
/// # use pathmax::HeapSize;
/// struct Warehouse {
///     robots: Vec<u16>,
///     crates: Box<[u16]>,
/// }
///
/// impl HeapSize for Warehouse {
///     fn heap_bytes(&self) -> usize {
///         self.robots.heap_bytes() + self.crates.heap_bytes()
///     }
/// }
/// ```
pub trait HeapSize {
    /// Bytes on the heap that this value owns, directly or indirectly.
    fn heap_bytes(&self) -> usize;
}

/// Bytes that an allocator spends on a block of `size` bytes: 0 for an empty one, otherwise the size and 8 bytes of
/// bookkeeping, rounded up to a multiple of 16, and at least 32. The rule of glibc's `malloc` on 64-bit machines; other
/// allocators spend about as much.
const fn block_bytes(size: usize) -> usize {
    if size == 0 {
        return 0;
    }
    let bytes = size.saturating_add(8 + 15) / 16 * 16;
    if bytes < 32 { 32 } else { bytes }
}

/// The heap memory of items beyond their own size. Skips the loop where items cannot own any.
fn of_items<'a, T: HeapSize + 'a>(items: impl IntoIterator<Item = &'a T>) -> usize {
    if std::mem::needs_drop::<T>() { items.into_iter().map(T::heap_bytes).sum() } else { 0 }
}

macro_rules! without_heap {
    ($($type:ty),*) => {
        $(impl HeapSize for $type {
            #[inline]
            fn heap_bytes(&self) -> usize {
                0
            }
        })*
    };
}

without_heap!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64, bool, char, ());
without_heap!(NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<usize>);

impl<T: ?Sized> HeapSize for &T {
    /// 0: the value is borrowed.
    fn heap_bytes(&self) -> usize {
        0
    }
}

impl HeapSize for str {
    fn heap_bytes(&self) -> usize {
        0
    }
}

impl HeapSize for String {
    fn heap_bytes(&self) -> usize {
        block_bytes(self.capacity())
    }
}

impl<T: HeapSize> HeapSize for [T] {
    fn heap_bytes(&self) -> usize {
        of_items(self)
    }
}

impl<T: HeapSize, const N: usize> HeapSize for [T; N] {
    fn heap_bytes(&self) -> usize {
        of_items(self)
    }
}

impl<T: HeapSize> HeapSize for Option<T> {
    fn heap_bytes(&self) -> usize {
        of_items(self)
    }
}

impl<T: HeapSize + ?Sized> HeapSize for Box<T> {
    fn heap_bytes(&self) -> usize {
        block_bytes(size_of_val::<T>(self)) + (**self).heap_bytes()
    }
}

impl<T: HeapSize> HeapSize for Vec<T> {
    fn heap_bytes(&self) -> usize {
        block_bytes(self.capacity() * size_of::<T>()) + of_items(self)
    }
}

impl<T: HeapSize> HeapSize for VecDeque<T> {
    fn heap_bytes(&self) -> usize {
        block_bytes(self.capacity() * size_of::<T>()) + of_items(self)
    }
}

impl<T: HeapSize> HeapSize for BTreeSet<T> {
    fn heap_bytes(&self) -> usize {
        tree_bytes::<T, ()>(self.len()) + of_items(self)
    }
}

impl<K: HeapSize, V: HeapSize> HeapSize for BTreeMap<K, V> {
    fn heap_bytes(&self) -> usize {
        tree_bytes::<K, V>(self.len()) + of_items(self.keys()) + of_items(self.values())
    }
}

impl<T: HeapSize, H> HeapSize for HashSet<T, H> {
    fn heap_bytes(&self) -> usize {
        table_bytes::<T>(self.capacity()) + of_items(self)
    }
}

impl<K: HeapSize, V: HeapSize, H> HeapSize for HashMap<K, V, H> {
    fn heap_bytes(&self) -> usize {
        table_bytes::<(K, V)>(self.capacity()) + of_items(self.keys()) + of_items(self.values())
    }
}

/// Entries that a node of a B-tree has room for, and the fewest that a node other than the root holds.
const NODE_CAPACITY: usize = 11;
const NODE_MINIMUM: usize = 5;

/// The most memory that a B-tree with `len` entries takes.
const fn tree_bytes<K, V>(len: usize) -> usize {
    // A pointer to the parent, its index there and the number of entries; entries; for inner nodes one child more.
    let header = size_of::<usize>() + 2 * size_of::<u16>();
    let leaf = header + NODE_CAPACITY * (size_of::<K>() + size_of::<V>());
    let alignment = if align_of::<K>() > align_of::<V>() { align_of::<K>() } else { align_of::<V>() };
    let leaf = leaf.next_multiple_of(if alignment > 8 { alignment } else { 8 });
    let inner = leaf + (NODE_CAPACITY + 1) * size_of::<usize>();
    if len == 0 {
        return 0;
    }
    if len <= NODE_CAPACITY {
        return block_bytes(leaf);
    }
    let below_root = (len - 1) / NODE_MINIMUM;
    // Every inner node but the root has six children at least.
    let inner_nodes = 1 + below_root.saturating_sub(2) / (NODE_MINIMUM + 1);
    (below_root + 1 - inner_nodes) * block_bytes(leaf) + inner_nodes * block_bytes(inner)
}

/// The memory of a hash table: a power of two of buckets, filled to seven eighths, with one control byte each and 16 more.
const fn table_bytes<T>(capacity: usize) -> usize {
    if capacity == 0 {
        return 0;
    }
    let buckets = if capacity < 8 { capacity + 1 } else { capacity * 8 / 7 }.next_power_of_two();
    let buckets = if buckets < 4 { 4 } else { buckets };
    block_bytes((buckets * size_of::<T>()).next_multiple_of(16) + buckets + 16)
}

macro_rules! tuples {
    ($($name:ident)+) => {
        impl<$($name: HeapSize),+> HeapSize for ($($name,)+) {
            #[inline]
            fn heap_bytes(&self) -> usize {
                #[expect(non_snake_case, reason = "the fields are named like their types")]
                let ($($name,)+) = self;
                0 $(+ $name.heap_bytes())+
            }
        }
    };
}

tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
tuples!(A B C D E);
tuples!(A B C D E F);
tuples!(A B C D E F G);
tuples!(A B C D E F G H);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_a_header_and_a_minimum() {
        assert_eq!([0, 1, 24, 25, 40, 41, 100].map(block_bytes), [0, 32, 32, 48, 48, 64, 112]);
    }

    #[test]
    fn nested_values_add_up() {
        let value = (vec![Some(Box::new(1u64)), None], "abc".to_string(), [vec![1u8], vec![]]);
        assert_eq!(value.heap_bytes(), 32 + 32 + 32 + 32);
        assert_eq!(BTreeMap::from([(1u8, "x".to_string())]).heap_bytes(), block_bytes(12 + 11 * 25 + 1) + 32);
        assert_eq!(BTreeSet::<u64>::new().heap_bytes() + HashSet::<u64>::new().heap_bytes(), 0);
    }
}
