//! Reading a plan off the stored states.

use std::hash::Hash;

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
    let mut states = vec![&node(goal).state];
    let mut parent = node(goal).parent;
    while parent != A::NONE {
        states.push(&node(parent).state);
        parent = node(parent).parent;
    }
    states.reverse();
    plan_through(problem, &states)
}

/// The cheapest plan through these states.
fn plan_through<P: Problem>(problem: &P, states: &[&P::State]) -> Plan<P::Action> {
    let mut plan = Plan { actions: Vec::new(), cost: 0 };
    for pair in states.windows(2) {
        let mut cheapest: Option<(Cost, P::Action)> = None;
        problem.for_each_successor(pair[0], |action, cost, next| {
            if next == *pair[1] && cheapest.as_ref().is_none_or(|(least, _)| cost < *least) {
                cheapest = Some((cost, action));
            }
        });
        // There is no such action if the successors of a state change from call to call; replaying the plan shows that.
        if let Some((cost, action)) = cheapest {
            plan.cost = plan.cost.saturating_add(cost);
            plan.actions.push(action);
        }
    }
    plan
}

/// Whether these states lead from the start to a goal, at no more than this cost. A state is not expanded before it is known
/// to be reachable, so that the states may be any values.
pub(crate) fn is_path<P: Problem>(problem: &P, states: &[&P::State], cost: Cost) -> bool {
    let (Some(first), Some(last)) = (states.first(), states.last()) else { return false };
    let reaches = |pair: &[&P::State]| plan_through(problem, pair).actions.len() == 1;
    **first == problem.start()
        && states.windows(2).all(reaches)
        && problem.is_goal(last)
        && plan_through(problem, states).cost <= cost
}

/// A path from the start to a goal, as states. Unlike a plan, it can be sent to another thread whatever the actions are.
#[derive(Clone)]
pub(crate) struct Path<S> {
    states: Vec<S>,
    pub cost: Cost,
}

impl<S: Clone + Eq + Hash> Path<S> {
    /// The path along the parents of the stored state `last`, and from there to `goal`.
    pub fn through(nodes: &Nodes<S>, last: Id, goal: S, cost: Cost) -> Self {
        let mut states = vec![goal];
        let mut id = last;
        while id != Id::NONE {
            let node = nodes.get(id);
            states.push(node.state.clone());
            id = node.parent;
        }
        states.reverse();
        Path { states, cost }
    }

    /// The path through these states, if they lead from the start to a goal at this cost.
    pub fn checked<P: Problem<State = S>>(problem: &P, states: Vec<S>, cost: Cost) -> Option<Self> {
        is_path(problem, &states.iter().collect::<Vec<_>>(), cost).then_some(Path { states, cost })
    }

    pub fn states(&self) -> &[S] {
        &self.states
    }

    /// The path as a plan.
    pub fn plan<P: Problem<State = S>>(&self, problem: &P) -> Plan<P::Action> {
        plan_through(problem, &self.states.iter().collect::<Vec<_>>())
    }
}
