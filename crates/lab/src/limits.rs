//! Default limits of searches.

use pathmax::{Algorithm, Table};

/// Three quarters of the free memory of this machine or container.
pub fn free_memory() -> usize {
    // Where the system does not report it, the search stops when an allocation fails.
    let Ok(mut system) = sysinfo::System::new() else { return usize::MAX };
    system.refresh_memory();
    let contained = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    let free = system.available_memory().min(contained);
    if free == 0 { usize::MAX } else { (free / 4 * 3) as usize }
}

/// The default expansion limit of an algorithm: iterative-deepening searches without a transposition table, which never end on
/// a board without a solution, have one. About five minutes of work.
pub fn default_expansions(algorithm: Algorithm) -> Option<u64> {
    let without_table = matches!(
        algorithm,
        Algorithm::IterativeDeepening { table: Table::Off, .. } | Algorithm::IdaStar { table: Table::Off, .. }
    );
    without_table.then_some(500_000_000)
}
