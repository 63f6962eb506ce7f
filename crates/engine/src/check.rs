//! The tester: checks that a program speaks the protocol and knows the rules.
use crate::client::{Client, ClientError, Program, chance, new_game};
use quinta_bots::Budget;
use quinta_deal::{Deal, Seed};
use quinta_record::notation;
use quinta_rules::{Rules, State};
use std::time::{Duration, Instant};

/// The outcome of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// What was checked.
    pub what: String,
    /// What went wrong, if anything did.
    pub trouble: Option<String>,
}

/// What a program is checked for.
#[derive(Debug, Clone, Copy)]
pub struct Checks {
    /// How long it may think about a move.
    pub budget: Duration,
    /// By how much it may exceed that, for starting threads or collecting garbage.
    pub grace: Duration,
    /// How many games are played at each size of the table.
    pub games: u64,
}

/// Checks a program, calls `on_outcome` after each check, and returns whether all passed. A program that ends, or owes an answer for too
/// long, is not asked anything more. The only error is a program that cannot be started.
pub fn run(
    program: &Program,
    checks: Checks,
    mut on_outcome: impl FnMut(&Outcome),
) -> Result<bool, ClientError> {
    let mut client = Client::start(program)?;
    let mut all_well = true;
    // Whether there is somebody left to ask.
    let mut note = |client: &Client, what: &str, result: Result<(), String>| {
        all_well &= result.is_ok();
        on_outcome(&Outcome { what: what.to_owned(), trouble: result.err() });
        !client.is_lost()
    };
    let introduced = client.introduce().map_err(|error| error.to_string());
    let can = introduced.as_ref().map_or(Vec::new(), |introduction| introduction.can.clone());
    if !note(&client, "answers info with its name and protocol 1", introduced.map(|_| ())) {
        return Ok(false);
    }
    let result = nonsense(&mut client);
    if !note(&client, "answers nonsense with an error and goes on", result) {
        return Ok(false);
    }
    for players in 2..=4 {
        for (board, rules) in [("front", Rules::FRONT), ("back", Rules::BACK)] {
            let mut games = (0..checks.games).map(|game| Seed::from_number(1000 + game));
            let result =
                games.try_for_each(|seed| play(&mut client, &rules, players, &seed, &can, &checks));
            if !note(&client, &format!("plays with {players} players on the {board}"), result) {
                return Ok(false);
            }
        }
    }
    if can.iter().any(|word| word == "perft") {
        let result = perft(&mut client);
        if !note(&client, "counts like the engine", result) {
            return Ok(false);
        }
    }
    let ended = client.quit();
    let result = if ended { Ok(()) } else { Err("it goes on".into()) };
    all_well &= result.is_ok();
    on_outcome(&Outcome { what: "ends at quit".to_owned(), trouble: result.err() });
    Ok(all_well)
}

/// An answer, or an error message.
fn ask(client: &mut Client, line: &str) -> Result<Vec<String>, String> {
    client.ask(line).map_err(|error| error.to_string())
}

fn nonsense(client: &mut Client) -> Result<(), String> {
    for line in ["xyzzy", "play", "newgame players 7", "chance draw z9"] {
        refused(client, line)?;
    }
    ask(client, "info").map(|_| ())
}

fn refused(client: &mut Client, line: &str) -> Result<(), String> {
    match client.ask(line) {
        Err(ClientError::Refused { .. }) => Ok(()),
        Err(error) => Err(error.to_string()),
        Ok(_) => Err(format!("{line:?} should be an error")),
    }
}

/// Plays one game, in which the program chooses every move.
fn play(
    client: &mut Client,
    rules: &Rules,
    players: usize,
    seed: &Seed,
    can: &[String],
    checks: &Checks,
) -> Result<(), String> {
    let knows = |word: &str| can.iter().any(|other| other == word);
    let deal = Deal::new(seed, rules, players).map_err(|e| e.to_string())?;
    let mut state = State::new(rules, players, deal.first()).map_err(|e| e.to_string())?;
    ask(client, &new_game(rules, players, deal.first())?)?;
    let mut moves = 0;
    while !state.is_over() {
        if let Some(outcome) = deal.answer(rules, &state) {
            ask(client, &chance(outcome))?;
            state.chance(rules, &outcome).map_err(|e| e.to_string())?;
            continue;
        }
        if knows("legal") {
            counts(client, rules, &state)?;
        }
        let start = Instant::now();
        let action =
            client.go(&state, Budget::Time(checks.budget)).map_err(|error| error.to_string())?;
        let over = start.elapsed().saturating_sub(checks.budget);
        if over > checks.grace {
            return Err(format!("a move took {} ms too long", over.as_millis()));
        }
        let seat = state.turn();
        if let Some(why) = state.explain(rules, seat, &action) {
            return Err(format!("it wants to {}: {why}", notation::print(&action, &state)));
        }
        let said = notation::print_full(&action);
        ask(client, &format!("play {said}"))?;
        if knows("undo") && moves % 16 == 3 {
            ask(client, "undo")?;
            if knows("legal") {
                counts(client, rules, &state)?;
            }
            ask(client, &format!("play {said}"))?;
        }
        state.play(rules, seat, &action).map_err(|e| e.to_string())?;
        moves += 1;
    }
    refused(client, "play pass")
}

fn counts(client: &mut Client, rules: &Rules, state: &State) -> Result<(), String> {
    let counts = state.counts(rules);
    let expected = format!(
        "legal acquire {} place {} expand {} buy {} pass {}",
        counts.acquire, counts.place, counts.expand, counts.buy, counts.pass
    );
    let answer = ask(client, "legal")?;
    match answer.first() {
        Some(line) if line.trim() == expected => Ok(()),
        line => Err(format!("it should be {expected:?}, not {line:?}")),
    }
}

/// Compares perft at depth two with our own session.
fn perft(client: &mut Client) -> Result<(), String> {
    let mut own = crate::Session::new();
    for line in ["newgame players 2 board front seed 1", "perft 2"] {
        let mut expected = own.line(line);
        expected.pop();
        let answer = ask(client, line)?;
        if answer != expected {
            return Err(format!("{line:?} should give {expected:?}, not {answer:?}"));
        }
    }
    Ok(())
}
