//! Every number of the book, from the rules; and the garden of its worked example.
use quinta_rules::scoring::{FinalScore, ROUNDS, group_scores};
use quinta_rules::{
    Area, Cell, CellSet, Colour, Direction, Feature, Garden, Kind, Pattern, Rules, Seat, Storage,
    Tiles,
};

/// The fewest players.
const LEAST: usize = Seat::MOST + 1 - Rules::FRONT.stack_sizes.len();

/// Returns the number of this name.
pub(super) fn number(name: &str) -> Option<usize> {
    let (front, back) = (&Rules::FRONT, &Rules::BACK);
    let petals = Direction::ALL.len();
    let stack = |i: usize| usize::from(front.stack_sizes[i]);
    let supply = |i: usize| Kind::COUNT - ROUNDS * stack(i);
    let jokers = |feature| usize::from(front.jokers_for(feature));
    let flower = usize::from(Pattern::Flower.value());
    Some(match name {
        "rounds" => ROUNDS,
        "players_least" | "players_two" => LEAST,
        "players_three" => LEAST + 1,
        "players_four" => LEAST + 2,
        "players_most" => Seat::MOST,
        "colors" => Colour::ALL.len(),
        "patterns" | "group_most" => Pattern::ALL.len(),
        "kinds" | "expansions" => Kind::COUNT,
        "value_least" => usize::from(Pattern::Tree.value()),
        "value_most" => usize::from(Pattern::Tulip.value()),
        "tiles" => Tiles::BOX.len(),
        "copies" => Tiles::BOX.len() / Kind::COUNT,
        "petals" => petals,
        "spaces_up" => petals - 1,
        "spaces_down" => petals + 1,
        "fountain_spaces" => CellSet::FOUNTAIN_BOARD.len(),
        "areas" => Area::ALL.len(),
        "around" => Cell::FOUNTAIN.neighbours().len(),
        "tile_places" => usize::from(front.tile_places),
        "expansion_places" => usize::from(front.expansion_places),
        "start_jokers" => usize::from(front.start_jokers),
        "start_score" => usize::from(front.start_score),
        "stack_two" => stack(0),
        "stack_three" => stack(1),
        "stack_four" => stack(2),
        "supply_two" => supply(0),
        "supply_three" => supply(1),
        "supply_four" => supply(2),
        "tiles_on_top" => usize::from(front.tiles_on_top),
        "flower" => flower,
        "flower_more" => flower - 1,
        "group_least" => Pattern::ALL.len() + 1 - front.group_bonus.len(),
        "price" => usize::from(front.expansion_price),
        "jokers_fountain" => jokers(Feature::Fountain),
        "jokers_statue" => jokers(Feature::Statue),
        "jokers_bench" => jokers(Feature::Bench),
        "jokers_pavilion" => jokers(Feature::Pavilion),
        "jokers_most" => most_jokers(),
        "first_pass_loss" => usize::from(front.first_pass_loss),
        "scored" => front.rounds[0].len(),
        "pavilion_points" => usize::from(front.pavilion_points),
        "joker_points" => joker_points(),
        "back_color" => usize::from(back.rounds[0][0].points),
        "back_four" => usize::from(back.group_bonus[1]),
        "back_five" => usize::from(back.group_bonus[2]),
        "back_six" => usize::from(back.group_bonus[3]),
        _ => return example_number(name),
    })
}

/// The jokers that one hexagon can bring: those of every feature beside a cell, a pavilion beside a petal included.
fn most_jokers() -> usize {
    let of = |cell: Cell| -> u8 {
        let up = cell.area().map(|area| {
            let mut garden = Garden::default();
            // Which way it is turned does not matter for where its pavilion stands.
            garden.lay_face_up(Kind::new(Colour::Blue, Pattern::Tree), area, Direction::ALL[0]);
            garden
        });
        let garden = up.unwrap_or_default();
        let features = cell.neighbours().iter().filter_map(|beside| garden.feature_at(beside));
        features.map(|feature| Rules::FRONT.jokers_for(feature)).sum()
    };
    Cell::all().map(of).max().map_or(0, usize::from)
}

fn joker_points() -> usize {
    let storage = Storage { jokers: 1, ..Storage::default() };
    FinalScore::of(&Rules::FRONT, &Garden::default(), &storage).jokers as usize
}

/// The garden of the worked example: all yellow kinds around the fountain, and flowers that go out from one of them.
pub fn example() -> Garden {
    let mut garden = Garden::default();
    let mut patterns = Pattern::ALL;
    // The flower stands in the north-east, where the expansion is.
    patterns.swap(1, 3);
    let [_, north_east, ..] = Area::ALL;
    garden.lay_face_down(north_east);
    let ring = Direction::ALL.into_iter().zip(patterns);
    let yellow = ring.map(|(direction, pattern)| (Colour::Yellow, pattern, direction.step()));
    let flowers = [(Colour::Blue, (2, -2)), (Colour::LightPurple, (2, -3))];
    let flowers = flowers.map(|(colour, at)| (colour, Pattern::Flower, at));
    for (colour, pattern, (q, r)) in yellow.chain(flowers) {
        if let Some(cell) = Cell::new(q, r) {
            garden.put(Kind::new(colour, pattern), cell);
        }
    }
    garden
}

fn example_number(name: &str) -> Option<usize> {
    let garden = example();
    let mut groups = group_scores(&Rules::FRONT, &garden);
    let (color, pattern) = (groups.next()?, groups.next()?);
    let points = match name {
        "example_color" => color.points,
        "example_bonus" => color.bonus,
        "example_pattern" => pattern.points,
        "example_sum" => color.points + color.bonus + pattern.points + pattern.bonus,
        _ => return None,
    };
    usize::try_from(points).ok()
}
