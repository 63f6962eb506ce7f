//! House rules for tests: every number anywhere in the range that `Rules::check` allows.
use quinta_rules::{Attribute, FeatureJokers, Rules, Scored};
use rand::{RngExt, SeedableRng, rngs::SmallRng};

pub(crate) fn rules(seed: u64) -> Rules {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut any = |low: u8, high: u8| rng.random_range(low..=high);
    let tile_places = any(1, 60);
    let rules = Rules {
        stack_sizes: [(); 3].map(|()| any(1, 8)),
        tiles_on_top: any(1, 4),
        tile_places,
        expansion_places: any(0, 36),
        start_jokers: any(0, tile_places),
        start_score: any(0, 100),
        expansion_price: any(0, 100),
        first_pass_loss: any(0, 100),
        jokers: FeatureJokers {
            fountain: any(0, 20),
            statue: any(0, 20),
            bench: any(0, 20),
            pavilion: any(0, 20),
        },
        pavilion_points: any(0, 20),
        rounds: [(); 4].map(|()| {
            // Three different ones out of twelve.
            let first = any(0, 3);
            [first, first + 4, first + 8].map(|index| Scored {
                attribute: Attribute::from_index(usize::from(index)).unwrap(),
                points: any(0, 20),
            })
        }),
        group_bonus: [(); 4].map(|()| any(0, 50)),
        floor_at_zero: any(0, 1) == 1,
    };
    rules.check().unwrap();
    rules
}
