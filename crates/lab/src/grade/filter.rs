//! Refuses system calls that would bypass the limits.

use std::collections::BTreeMap;

use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter,
};

use super::plan::{Confinement, Plan};

/// Added to the numbers of system calls in the x32 ABI.
const X32: libc::c_long = 0x4000_0000;

/// Flags of `clone` for new namespaces, which hide mounts, processes and memory.
const NEW_NAMESPACES: [libc::c_int; 7] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];
/// Calls that seem not to exist, so that libraries fall back to others. The filter cannot see the arguments of `clone3` and
/// `io_uring`; the others use kernel memory that belongs to no process.
const MISSING: [libc::c_long; 9] = [
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_bpf,
    libc::SYS_userfaultfd,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
];
/// Calls for memory that belongs to no process, refused if the kernel does not count it.
const UNCOUNTED_MEMORY: [libc::c_long; 4] =
    [libc::SYS_memfd_create, libc::SYS_memfd_secret, libc::SYS_shmget, libc::SYS_msgget];
const REFUSED: [libc::c_long; 11] = [
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_mount_setattr,
    libc::SYS_perf_event_open,
];

/// Filters the system calls of this process and its descendants, irrevocably.
pub(super) fn apply(plan: &Plan) -> Result<(), String> {
    for program in programs(plan)? {
        apply_filter(&program).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Whether filters support this processor.
pub(super) fn is_supported() -> bool {
    seccompiler::TargetArch::try_from(std::env::consts::ARCH).is_ok()
}

fn programs(plan: &Plan) -> Result<Vec<BpfProgram>, String> {
    let mut missing = calls(&MISSING);
    if !plan.cgroup.counts_memory() {
        missing.extend(calls(&UNCOUNTED_MEMORY));
    }
    let mut refused = calls(&REFUSED);
    refused.extend(with_rules(libc::SYS_clone, &NEW_NAMESPACES.map(flag_is_set)));
    let mut programs = vec![program(missing, libc::ENOSYS)?];
    if plan.confinement != Confinement::Namespaces {
        // Sockets reach the network and local services. Pairs of connected sockets stay allowed.
        if !plan.network {
            refused.extend(calls(&[libc::SYS_socket]));
        }
        // These seem to succeed, but every process stays in the group that is killed at the end.
        programs.push(program(calls(&[libc::SYS_setsid, libc::SYS_setpgid]), 0)?);
    }
    programs.push(program(refused, libc::EPERM)?);
    Ok(programs)
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Calls with any arguments.
fn calls(numbers: &[libc::c_long]) -> Rules {
    numbers.iter().flat_map(|&number| with_rules(number, &[])).collect()
}

fn with_rules(number: libc::c_long, rules: &[Option<SeccompRule>]) -> Rules {
    let rules: Vec<SeccompRule> = rules.iter().flatten().cloned().collect();
    let numbers = if cfg!(target_arch = "x86_64") { vec![number, number | X32] } else { vec![number] };
    numbers.into_iter().map(|number| (number, rules.clone())).collect()
}

/// Matches a call whose first argument has this bit.
fn flag_is_set(flag: libc::c_int) -> Option<SeccompRule> {
    let flag = flag as u64;
    let condition = SeccompCondition::new(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(flag), flag);
    SeccompRule::new(vec![condition.ok()?]).ok()
}

fn program(rules: Rules, error: libc::c_int) -> Result<BpfProgram, String> {
    let arch = std::env::consts::ARCH.try_into().map_err(|error: seccompiler::BackendError| error.to_string())?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(error as u32), arch);
    filter.and_then(TryInto::try_into).map_err(|error| error.to_string())
}
