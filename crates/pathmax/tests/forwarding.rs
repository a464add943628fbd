//! Every wrapper of a heuristic forwards every method, and an observer behind a reference receives every event.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use pathmax::{Claims, Cost, FromFn, Heuristic, forward_heuristic, heuristic_fn};

/// Records the names of the methods that are called.
#[derive(Default)]
struct Probe(RefCell<BTreeSet<&'static str>>);

impl Probe {
    fn record(&self, method: &'static str) {
        self.0.borrow_mut().insert(method);
    }
}

impl Heuristic<u8> for Probe {
    fn evaluate(&mut self, _: &u8) -> Option<Cost> {
        self.record("evaluate");
        Some(7)
    }

    fn evaluate_up_to(&mut self, _: &u8, enough: Cost) -> Option<Cost> {
        self.record("evaluate_up_to");
        Some(enough)
    }

    fn evaluate_child(&mut self, _: &u8, parent_value: Cost, _: &u8, enough: Cost) -> Option<Cost> {
        self.record("evaluate_child");
        Some(parent_value + enough)
    }

    fn prepare(&mut self, check: &mut dyn FnMut(usize) -> ControlFlow<()>) -> ControlFlow<()> {
        self.record("prepare");
        check(3)
    }

    fn notify_parent(&mut self, _: &u8) {
        self.record("notify_parent");
    }

    fn claims(&self) -> Claims {
        self.record("claims");
        Claims::ADMISSIBLE
    }

    fn bytes(&self) -> usize {
        self.record("bytes");
        5
    }

    fn wants_prefetch(&self) -> bool {
        self.record("wants_prefetch");
        true
    }

    fn prefetch(&mut self, _: &[u8]) {
        self.record("prefetch");
    }

    fn is_interrupted(&self) -> bool {
        self.record("is_interrupted");
        true
    }
}

/// Calls every method, and checks what it returns.
fn call_all(mut heuristic: impl Heuristic<u8>) {
    assert_eq!((heuristic.evaluate(&0), heuristic.evaluate_up_to(&0, 4)), (Some(7), Some(4)));
    assert_eq!(heuristic.evaluate_child(&0, 20, &1, 4), Some(24));
    let mut bytes = 0;
    let prepared = heuristic.prepare(&mut |held| {
        bytes = held;
        ControlFlow::Break(())
    });
    assert_eq!((prepared, bytes), (ControlFlow::Break(()), 3));
    heuristic.notify_parent(&0);
    assert_eq!((heuristic.claims(), heuristic.bytes()), (Claims::ADMISSIBLE, 5));
    assert!(heuristic.wants_prefetch());
    heuristic.prefetch(&[1]);
    assert!(heuristic.is_interrupted());
}

/// The names of the methods in the declaration of the trait.
fn methods() -> BTreeSet<&'static str> {
    let source = include_str!("../src/heuristic.rs");
    let declaration = source.split("pub trait Heuristic<S> {").nth(1).and_then(|rest| rest.split("\n}\n").next());
    let lines = declaration.expect("the declaration of the trait").lines();
    let names = lines.filter_map(|line| line.trim().strip_prefix("fn ")?.split('(').next());
    names.collect()
}

struct Wrapper<H>(H);

impl<H: Heuristic<u8>> Heuristic<u8> for Wrapper<H> {
    forward_heuristic!(u8, self => self.0);
}

/// One of two heuristics.
enum Either<A, B> {
    This(A),
    That(B),
}

impl<A: Heuristic<u8>, B: Heuristic<u8>> Heuristic<u8> for Either<A, B> {
    forward_heuristic!(
        u8,
        match self {
            Either::This(this) => this,
            Either::That(that) => that,
        }
    );
}

#[test]
fn every_wrapper_forwards_every_method() {
    assert!(methods().len() >= 8 && methods().contains("evaluate"), "{:?}", methods());
    let mut probes: [Probe; 7] = Default::default();
    let [reference, nested, dynamic, wrapped, wrapped_dynamic, this, that] = &mut probes;
    call_all(&mut *reference);
    call_all(Box::new(&mut *nested));
    call_all(Box::new(&mut *dynamic) as Box<dyn Heuristic<u8> + '_>);
    call_all(Wrapper(&mut *wrapped));
    call_all(Wrapper(Box::new(wrapped_dynamic) as Box<dyn Heuristic<u8> + '_>));
    call_all(Either::<_, Probe>::This(this));
    call_all(Either::<Probe, _>::That(that));
    for probe in probes {
        assert_eq!(probe.0.into_inner(), methods());
    }
}

/// Adds one to each value.
struct PlusOne<H>(H);

impl<H: Heuristic<u8>> Heuristic<u8> for PlusOne<H> {
    forward_heuristic!(u8, self => self.0, except evaluate, evaluate_up_to);

    fn evaluate(&mut self, state: &u8) -> Option<Cost> {
        self.0.evaluate(state).map(|h| h + 1)
    }

    fn evaluate_up_to(&mut self, state: &u8, _: Cost) -> Option<Cost> {
        self.evaluate(state)
    }
}

#[test]
fn excepted_methods_are_left_to_the_implementation() {
    let mut probe = Probe::default();
    let mut plus_one = PlusOne(&mut probe);
    assert_eq!((plus_one.evaluate(&0), plus_one.evaluate_up_to(&0, 1), plus_one.bytes()), (Some(8), Some(8), 5));
    assert_eq!(plus_one.evaluate_child(&0, 20, &1, 4), Some(8), "the value of the wrapper, not of the heuristic in it");
    assert_eq!(probe.0.into_inner(), BTreeSet::from(["bytes", "evaluate"]));
}

#[test]
fn a_heuristic_from_a_closure_is_clone_if_the_closure_is() {
    fn cloned<F: Clone>(heuristic: &FromFn<F>) -> FromFn<F> {
        heuristic.clone()
    }
    let table: Box<[Cost]> = Box::new([3, 1, 4]);
    let heuristic = heuristic_fn(Claims::NONE, move |state: &u8| table.get(usize::from(*state)).copied());
    let mut copy = cloned(&heuristic);
    assert_eq!((copy.evaluate(&2), copy.evaluate(&3)), (Some(4), None));
}
