//! Where a search keeps its states.
//!
//! Each state is stored once, in an [`Arena`], beside its parent and the cost of the way to it; from then on everybody
//! speaks of it by a 32-bit id. Three structures hang together:
//!
//! - [`Nodes`] is the arena with its [`Index`]: an open-addressing table of 32-bit slots that finds the id of a state.
//!   A slot holds an id and, in the bits that the id leaves free, a few bits of the state's hash, so that a probe looks
//!   into the arena only where the state is very likely the one. Identity is the whole state; the hash only routes.
//! - [`OpenList`] holds ids by priority. Small priorities, the usual case, live in buckets; the buckets draw small blocks
//!   from one common pool, so that a block emptied by one is filled by another and no list is ever copied to grow.
//! - [`Budget`] counts the bytes of all of them *before* they are taken. Growth that would pass the limit is refused and
//!   the search stops there: a limit on memory is kept, not noticed.
//!
//! An arena grows by chunks of a fixed size: nothing moves, and nothing is held in reserve but the last chunk.

mod arena;
mod budget;
mod index;
mod nodes;
mod open_list;

pub(crate) use arena::Arena;
pub(crate) use budget::{Budget, OutOfMemory};
pub(crate) use index::{Guess, Index, Lookup};
pub(crate) use nodes::{Entered, Id, NO_PARENT, Node, Nodes, hash_of};
pub(crate) use open_list::{Entry, OpenList};
