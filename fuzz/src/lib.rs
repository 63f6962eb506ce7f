//! What the fuzz targets do with a handful of bytes. Each panics if something is wrong.
use quinta_record::{Record, notation, verify};
use quinta_rules::{
    Action, Area, Attribute, Cell, Direction, Discard, Kind, KindSet, Payment, Rules, Seat, Source,
    State, Take, Tiles,
};
use rand::{SeedableRng, rngs::SmallRng};

/// Reads the bytes as a record; what can be read can be written, read again and verified.
pub fn record(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(record) = Record::from_json(text) else { return };
    assert!(record.names().all(|name| name.chars().count() <= Record::LONGEST_NAME));
    let again = Record::from_json(record.to_json()).expect("what we write we can read");
    assert_eq!(again, record);
    match (verify(&record), verify(&again)) {
        (Ok(a), Ok(b)) => assert_eq!(a.state(), b.state()),
        (Err(a), Err(b)) => assert_eq!(a.to_string(), b.to_string()),
        (a, b) => panic!("one agrees, one differs: {:?} {:?}", a.is_ok(), b.is_ok()),
    }
}

/// Reads a position's number and a line of notation; what can be read is printed and read again as the same.
pub fn notation(data: &[u8]) {
    let Some((&number, line)) = data.split_first() else { return };
    let Ok(line) = std::str::from_utf8(line) else { return };
    let state = position(u64::from(number));
    if let Ok(action) = notation::parse(line, &state) {
        let printed = notation::print(&action, &state);
        assert_eq!(notation::parse(&printed, &state).as_ref(), Ok(&action), "{printed}");
    }
}

/// Throws arbitrary actions at a game: `play` accepts just what the generator lists, and refusals change nothing.
pub fn actions(data: &[u8]) {
    let mut bytes = Bytes(data.iter());
    let rules = if bytes.next() % 2 == 0 { Rules::FRONT } else { Rules::BACK };
    let seats = 2 + usize::from(bytes.next() % 3);
    let mut rng = SmallRng::seed_from_u64(u64::from(bytes.next()));
    let mut state = start(&rules, seats);
    while !state.is_over() && !bytes.is_empty() {
        if let Some(outcome) = quinta_deal::outcome(&rules, &state, &mut rng) {
            state.chance(&rules, &outcome).expect("an outcome that fits");
            continue;
        }
        let listed: Vec<_> = state.actions(&rules).collect();
        let choice = bytes.next();
        let action = if choice < 128 {
            listed[(usize::from(choice) << 8 | usize::from(bytes.next())) % listed.len()]
        } else {
            bytes.action()
        };
        let seat = if bytes.next() < 8 { Seat::new(3).expect("a seat") } else { state.turn() };
        let before = state;
        let expected = match action {
            Action::Pass(discard) => {
                let held = &state.player().storage;
                held.tiles.contains_all(discard.tiles)
                    && held.expansions.includes(discard.expansions)
            }
            _ => listed.contains(&action),
        } && seat == state.turn();
        let played = state.play(&rules, seat, &action);
        assert_eq!(played.is_ok(), expected, "{action:?}");
        if played.is_err() {
            assert_eq!(state, before);
            let why = state.explain(&rules, seat, &action).expect("a reason");
            assert!(why.to_string().ends_with('.'));
        }
        for player in state.players() {
            assert!(player.score >= 0);
            assert!(player.storage.tiles.len() + usize::from(player.storage.jokers) <= 12);
            assert!(player.storage.expansions.len() <= 2);
        }
    }
}

fn start(rules: &Rules, seats: usize) -> State {
    State::new(rules, seats, Seat::new(0).expect("a seat")).expect("a table")
}

/// A position after some legal actions, different for each number.
fn position(number: u64) -> State {
    let rules = Rules::FRONT;
    let mut rng = SmallRng::seed_from_u64(number);
    let mut state = start(&rules, 2 + (number % 3) as usize);
    let mut left = number % 41;
    loop {
        if let Some(outcome) = quinta_deal::outcome(&rules, &state, &mut rng) {
            state.chance(&rules, &outcome).expect("an outcome that fits");
        } else if left == 0 || state.is_over() {
            return state;
        } else {
            let listed: Vec<_> = state.actions(&rules).collect();
            let chosen = (number.wrapping_mul(left + 7) % listed.len() as u64) as usize;
            state.play(&rules, state.turn(), &listed[chosen]).expect("a listed action");
            left -= 1;
        }
    }
}

/// Bytes that never run out: zeros follow the last.
struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(0)
    }

    fn is_empty(&self) -> bool {
        self.0.as_slice().is_empty()
    }

    fn kind(&mut self) -> Kind {
        Kind::from_index(usize::from(self.next()) % Kind::COUNT).expect("below the number of kinds")
    }

    fn kinds(&mut self) -> KindSet {
        (0..self.next() % 4).map(|_| self.kind()).collect()
    }

    fn payment(&mut self) -> Payment {
        Payment { tiles: self.kinds(), expansions: self.kinds(), jokers: self.next() }
    }

    fn area(&mut self) -> Area {
        Area::new(self.next() % 6).expect("below six")
    }

    fn action(&mut self) -> Action {
        match self.next() % 5 {
            0 => {
                let attribute = Attribute::from_index(usize::from(self.next()) % Attribute::COUNT)
                    .expect("below the number of attributes");
                let copies = (0..self.next() % 7).map(|place| {
                    let byte = self.next();
                    let source =
                        if byte < 128 { Source::tile(byte % 8) } else { Source::whole(byte % 8) };
                    (attribute.kind_at(usize::from(place % 6)), source.expect("below eight"))
                });
                let copies: Vec<_> = copies.collect();
                Take::new(attribute, copies).map_or(Action::PASS, Action::Acquire)
            }
            1 => Action::Place {
                kind: self.kind(),
                cell: Cell::from_index(usize::from(self.next()) % Cell::COUNT).expect("a cell"),
                pay: self.payment(),
            },
            2 => Action::Expand {
                kind: self.kind(),
                area: self.area(),
                petal: Direction::new(self.next() % 6).expect("below six"),
                pay: self.payment(),
            },
            3 => Action::Buy { area: self.area() },
            _ => {
                let mut tiles = Tiles::EMPTY;
                tiles.add_each(self.kinds());
                Action::Pass(Discard { tiles, expansions: self.kinds() })
            }
        }
    }
}
