//! A deal: everything that is hidden in a game, laid out over slots beforehand.
use crate::seed::Seed;
use crate::stream::{below, shuffle, stream};
use quinta_rules::{
    Chance, Face, Kind, KindSet, Phase, Rules, Seat, SetupError, State, Tiles, TopTiles,
};
use rand_core::Rng;

const TILES: usize = 108;

/// The hidden part of a game: the order of the expansions, and the tiles for every draw.
///
/// A slot is a draw of a round. The same slot brings the same tiles whatever was played; once the slots have used up the box,
/// draws come from what the bag holds, by a key of the seed, the round and the number of the draw.
#[derive(Clone, PartialEq, Eq)]
pub struct Deal {
    first: Seat,
    stack_size: usize,
    expansions: [Kind; Kind::COUNT],
    tiles: [Kind; TILES],
    key: Seed,
}

/// A deal must stay secret until the game is over.
impl std::fmt::Debug for Deal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Deal(…)")
    }
}

fn in_order<const N: usize>(kinds: impl IntoIterator<Item = Kind>) -> [Kind; N] {
    let mut kinds = kinds.into_iter();
    std::array::from_fn(|_| kinds.next().expect("the box holds so many"))
}

impl Deal {
    /// Returns the deal of a seed for this many seats.
    pub fn new(seed: &Seed, rules: &Rules, seats: usize) -> Result<Self, SetupError> {
        rules.check()?;
        let stack_size = rules.stack_size(seats).ok_or(SetupError::Players(seats))?;
        let mut expansions = in_order(Kind::all());
        shuffle(&mut stream(seed, "expansions"), &mut expansions);
        let mut tiles = in_order(Tiles::BOX.iter());
        shuffle(&mut stream(seed, "tiles"), &mut tiles);
        let first = below(&mut stream(seed, "first"), seats);
        let first = Seat::all(seats).nth(first).ok_or(SetupError::Players(seats))?;
        Ok(Self { first, stack_size: usize::from(stack_size), expansions, tiles, key: *seed })
    }

    /// Samples a deal for a searcher, evenly over all that fit the public state.
    ///
    /// Only what is still to come is meaningful; the rest is filled with the remaining pieces.
    #[expect(clippy::missing_panics_doc, reason = "36 kinds are enough for 36 places")]
    pub fn sample(rules: &Rules, state: &State, rng: &mut impl Rng) -> Self {
        let display = state.display();
        let size = usize::from(display.size());
        let here = state.round() * size;
        let mut unseen: [Kind; Kind::COUNT] =
            in_order(state.unseen().iter().chain((KindSet::ALL - state.unseen()).iter()));
        shuffle(rng, &mut unseen[..state.unseen().len()]);
        let mut unseen = unseen.into_iter();
        let mut expansions = [None; Kind::COUNT];
        for (i, slot) in display.slots().iter().enumerate() {
            if slot.face == Face::Down {
                expansions[here + i] = unseen.next();
            }
        }
        for place in &mut expansions[here + size..4 * size] {
            *place = unseen.next();
        }

        let per_draw = usize::from(rules.tiles_on_top);
        let drawn = size - usize::from(display.stack_len())
            + usize::from(state.phase() != Phase::Draw && display.top().is_some());
        let next = (here + drawn) * per_draw;
        let mut bag: [Kind; TILES] = {
            let elsewhere = Tiles::BOX.minus(state.bag());
            in_order(state.bag().iter().chain(elsewhere.iter()))
        };
        shuffle(rng, &mut bag[..state.bag().len()]);
        bag.rotate_right(next.min(TILES));

        Self {
            first: state.turn(),
            stack_size: size,
            expansions: expansions
                .map(|kind| kind.or_else(|| unseen.next()).expect("36 kinds for 36 places")),
            tiles: bag,
            key: Seed::random(rng),
        }
    }

    /// Returns the seat that begins, by lot.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// Returns the four round stacks, top first.
    pub fn stacks(&self) -> [&[Kind]; 4] {
        std::array::from_fn(|round| {
            &self.expansions[round * self.stack_size..(round + 1) * self.stack_size]
        })
    }

    /// Returns the supply, top first.
    pub fn supply(&self) -> &[Kind] {
        &self.expansions[4 * self.stack_size..]
    }

    /// Returns the outcome of the chance that the state waits for; `None` if it waits for none.
    pub fn answer(&self, rules: &Rules, state: &State) -> Option<Chance> {
        match state.phase() {
            Phase::Draw => {
                let number = usize::from(state.display().top()?);
                Some(Chance::Draw(self.draw(rules, state, number)))
            }
            Phase::TurnUp => {
                let from = usize::from(state.display().to_turn()?);
                Some(Chance::TurnUp(self.expansions[state.round() * self.stack_size + from]))
            }
            Phase::Act | Phase::Over => None,
        }
    }

    fn draw(&self, rules: &Rules, state: &State, number: usize) -> TopTiles {
        let per_draw = usize::from(rules.tiles_on_top);
        let start = (state.round() * self.stack_size + number) * per_draw;
        if let Some(tiles) = self.tiles.get(start..start + per_draw) {
            return TopTiles::new(tiles.iter().copied()).unwrap_or(TopTiles::EMPTY);
        }
        let label = format!("draw {} {number}", state.round() + 1);
        let mut rng = stream(&self.key, &label);
        let mut bag = state.bag();
        let tiles = (0..state.draw_size(rules)).filter_map(|_| {
            let kind = bag.iter().nth(below(&mut rng, bag.len()))?;
            bag.remove(kind);
            Some(kind)
        });
        TopTiles::new(tiles).unwrap_or(TopTiles::EMPTY)
    }
}

/// Returns a fresh, even outcome of the chance that the state waits for; `None` if it waits for none.
pub fn outcome(rules: &Rules, state: &State, rng: &mut impl Rng) -> Option<Chance> {
    match state.phase() {
        Phase::Draw => {
            let mut bag = state.bag();
            let len = bag.len();
            let tiles = (0..state.draw_size(rules)).filter_map(|drawn| {
                let kind = bag.nth(quick_below(rng, len - drawn))?;
                bag.remove(kind);
                Some(kind)
            });
            Some(Chance::Draw(TopTiles::new(tiles).unwrap_or(TopTiles::EMPTY)))
        }
        Phase::TurnUp => {
            let unseen = state.unseen();
            unseen.nth(quick_below(rng, unseen.len())).map(Chance::TurnUp)
        }
        Phase::Act | Phase::Over => None,
    }
}

/// A number below `n`, even to one part in 2³²/n, without a division for the inner loop of searchers.
fn quick_below(rng: &mut impl Rng, n: usize) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}
