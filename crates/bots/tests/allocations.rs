//! A whole random game allocates nothing: counted by an allocator of our own.
#![allow(unsafe_code)]
use quinta_bots::random;
use quinta_rules::Rules;
use rand::{SeedableRng, rngs::SmallRng};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is handed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = COUNT.with(Cell::get);
    work();
    COUNT.with(Cell::get) - before
}

#[test]
fn a_playout_allocates_nothing() {
    let boxes = allocations(|| drop(std::hint::black_box(Box::new(1))));
    assert_eq!(boxes, 1, "the counter counts");
    for seats in 2..=4 {
        for rules in [Rules::FRONT, Rules::BACK] {
            let mut rng = SmallRng::seed_from_u64(seats as u64);
            let count = allocations(|| {
                for _ in 0..20 {
                    let (end, _) = random::game(&rules, seats, &mut rng);
                    assert!(end.is_over());
                }
            });
            assert_eq!(count, 0, "{seats} players");
        }
    }
}

#[test]
fn listing_into_a_buffer_that_has_grown_allocates_nothing() {
    for seats in 2..=4 {
        let mut buffer = Vec::new();
        let mut games = || {
            let mut rng = SmallRng::seed_from_u64(seats as u64);
            for _ in 0..20 {
                let (end, _) = random::flat_game(&Rules::FRONT, seats, &mut buffer, &mut rng);
                assert!(end.is_over());
            }
        };
        games();
        assert_eq!(allocations(games), 0, "{seats} players");
    }
}

#[test]
fn checking_and_hashing_allocate_nothing() {
    let rules = Rules::FRONT;
    let mut rng = SmallRng::seed_from_u64(7);
    let first = quinta_rules::Seat::new(0).unwrap();
    let mut state = quinta_rules::State::new(&rules, 3, first).unwrap();
    let count = allocations(|| {
        while !state.is_over() {
            if let Some(outcome) = quinta_deal::outcome(&rules, &state, &mut rng) {
                state.chance(&rules, &outcome).unwrap();
            } else {
                let action = random::action(&rules, &state, &mut rng);
                std::hint::black_box((state.key(), state.counts(&rules)));
                state.play(&rules, state.turn(), &action).unwrap();
            }
        }
    });
    assert_eq!(count, 0);
}
