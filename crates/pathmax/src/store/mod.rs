//! Where a search stores its states.
//!
//! Each state is stored once, in an [`Arena`], beside its parent and the cost of the path to it; open lists and parents
//! refer to it by a 32-bit id. Three structures belong together:
//!
//! - [`Nodes`] is the arena with its [`Index`]: an open-addressing table of 32-bit slots that finds the id of a state.
//!   A slot holds an id and, in the bits that the id leaves free, a few bits of the state's hash, so that a probe reads the
//!   arena only where the state is very likely the same. Identity is the whole state; the hash only routes.
//! - [`OpenList`] holds ids by priority. Small priorities, the usual case, are kept in buckets; the buckets take small
//!   blocks from one common pool, so that a block emptied by one is filled by another and no list is copied to grow. A
//!   tie-breaking other than the default takes a heap of numbered entries instead.
//! - [`Budget`] counts the bytes of all of them *before* they are allocated. Growth beyond the limit is refused and the
//!   search stops there, so that a memory limit is never exceeded.
//!
//! An arena grows in chunks of a fixed size: nothing moves, and nothing is held in reserve but the last chunk.

mod address;
mod arena;
mod bucket_list;
mod budget;
mod index;
mod nodes;
mod open_list;
mod sequenced_list;

pub use address::{Address, Id};
pub(crate) use arena::Arena;
pub use budget::{Budget, OutOfMemory};
pub(crate) use index::{Candidate, Index, Lookup};
pub use nodes::Node;
pub(crate) use nodes::{Nodes, Stored, hash_of};
pub use open_list::Entry;
pub(crate) use open_list::OpenList;
