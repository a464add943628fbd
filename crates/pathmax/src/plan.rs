//! Reading a plan off the stored states.

use crate::store::{Address, Id, Node, Nodes};
use crate::{Cost, Plan, Problem};

/// The plan to the stored state `goal`.
pub(crate) fn plan_to<P: Problem>(problem: &P, nodes: &Nodes<P::State>, goal: Id) -> Plan<P::Action> {
    plan_along(problem, |id| nodes.get(id), goal)
}

/// The plan to the node at address `goal`, wherever the nodes are stored. Actions are not stored: for each state on the
/// path, the cheapest action that leads to the next one is found by generating its successors again.
pub(crate) fn plan_along<'n, P, A>(problem: &P, node: impl Fn(A) -> &'n Node<P::State, A>, goal: A) -> Plan<P::Action>
where
    P: Problem<State: 'n>,
    A: Address + 'n,
{
    let mut plan = Plan { actions: Vec::new(), cost: 0 };
    let mut child = goal;
    while node(child).parent != A::NONE {
        let parent = node(child).parent;
        let mut cheapest: Option<(Cost, P::Action)> = None;
        problem.for_each_successor(&node(parent).state, |action, cost, next| {
            if next == node(child).state && cheapest.as_ref().is_none_or(|(least, _)| cost < *least) {
                cheapest = Some((cost, action));
            }
        });
        // There is no such action if the successors of a state change from call to call; replaying the plan shows that.
        if let Some((cost, action)) = cheapest {
            plan.cost = plan.cost.saturating_add(cost);
            plan.actions.push(action);
        }
        child = parent;
    }
    plan.actions.reverse();
    plan
}
