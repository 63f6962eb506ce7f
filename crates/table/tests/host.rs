//! A host and its driver: the order of storing and sending, conflicts with other writers, a failing store.
mod common;

use common::{START, World, seat};
use quinta_rules::Action;
use quinta_table::host::{
    Advised, AppendKind, Audience, Effect, Fresh, Host, HostSettings, Input, Notice, Now, Question,
    StoreCall, StoreRequest, StoreResult, Turn,
};
use quinta_table::{Entry, LogEvent};
use quinta_wire::{Code, Error, Refused, Reply, ServerMessage, Stage};
use serde_json::{Value, json};
use std::collections::HashMap;

const SETTINGS: HostSettings = HostSettings {
    gone_after: 60_000,
    left_after: 600_000,
    stalled_after: 3_600_000,
    shared_log: true,
    in_tab: false,
};

/// A driver whose store is a list, which others may write to and which may fail.
struct Driver {
    host: Host,
    log: Vec<Entry>,
    now: u64,
    outages: Vec<(u64, u64)>,
    failing: bool,
    effects: Vec<Effect>,
    kinds: Vec<AppendKind>,
    commands: u64,
}

impl Driver {
    fn of(world: &World) -> Self {
        let log: Vec<_> = world.log.iter().map(|text| Entry::read(text).unwrap()).collect();
        Self {
            host: Host::new(world.table.clone(), SETTINGS, HashMap::default(), world.now),
            log,
            now: world.now,
            outages: Vec::new(),
            failing: false,
            effects: Vec::new(),
            kinds: Vec::new(),
            commands: 0,
        }
    }

    /// Anna and Ben at a table with a bot, or with these options.
    fn playing(options: Value) -> Self {
        Self::of(&World::of(&["anna", "ben"], options))
    }

    /// Anna against a bot, whose turn comes after hers.
    fn against_a_bot() -> Self {
        let seats = json!([{ "who": "me" }, { "who": "bot", "level": "gardener" }]);
        let options = json!({ "hints": true, "first": { "seat": 0 } });
        let mut world = World::made(seats, options);
        world.must("anna", json!({ "type": "ready", "luck": "" }));
        Self::of(&world)
    }

    fn now(&self) -> Now<'_> {
        Now { time: self.now, outages: &self.outages }
    }

    fn store(&mut self, call: &StoreCall) -> StoreResult {
        if self.failing {
            return StoreResult::Failed(Error::new(Code::StoreFailed, "the disk is full"));
        }
        match call.request() {
            StoreRequest::Append { entries, kind, .. } => {
                if entries[0].number != self.log.len() as u64 + 1 {
                    return StoreResult::Conflict;
                }
                self.log.extend_from_slice(entries);
                self.kinds.push(kind);
                StoreResult::Stored
            }
            StoreRequest::Read { after } => {
                StoreResult::Entries(self.log[after as usize..].to_vec())
            }
        }
    }

    /// Tells the host something, and returns the effects.
    fn tell(&mut self, input: Input) -> Vec<Effect> {
        let (now, outages) = (self.now, self.outages.clone());
        let now = Now { time: now, outages: &outages };
        let mut step = self.host.handle(input, now);
        let mut effects = Vec::new();
        loop {
            effects.append(&mut step.effects);
            let Some(call) = step.call else { return effects };
            let result = self.store(&call);
            step = self.host.resume(call, result, now);
        }
    }

    fn input(&mut self, who: &str, mut command: Value, id: Option<&str>) -> Input {
        self.commands += 1;
        command["id"] = json!(id.map_or(format!("c{}", self.commands), str::to_owned));
        let message = serde_json::from_value(command).unwrap();
        let fresh =
            Fresh { id: "another".into(), secret: "7".parse().unwrap(), invitation: String::new() };
        let (who, ticket) = (who.to_owned(), self.commands);
        let name = who.clone();
        let fresh = Some(Box::new(fresh));
        Input::Command { ticket, who, name, from: None, message, fresh }
    }

    fn command(&mut self, who: &str, command: Value) -> Result<Reply, Refused> {
        let input = self.input(who, command, None);
        self.effects = self.tell(input);
        answers(&self.effects).pop().expect("a command is answered").1
    }

    fn act(&mut self, who: &str) -> Result<Reply, Refused> {
        let at = self.host.table().number();
        self.command(who, pass(at))
    }

    fn connect(&mut self, connection: u64, who: &str) -> Vec<Effect> {
        let (who, name) = (who.to_owned(), who.to_owned());
        self.tell(Input::Connect { connection, who, name, since: 0 })
    }
}

fn pass(at: u64) -> Value {
    json!({ "type": "act", "at": at, "action": { "pass": {} } })
}

fn answers(effects: &[Effect]) -> Vec<(u64, Result<Reply, Refused>)> {
    let answer = |effect: &Effect| match effect {
        Effect::Answer { ticket, answer } => Some((*ticket, answer.clone())),
        _ => None,
    };
    effects.iter().filter_map(answer).collect()
}

fn code(answer: Result<Reply, Refused>) -> String {
    let code = serde_json::to_value(answer.unwrap_err().error.code).unwrap();
    code.as_str().unwrap().to_owned()
}

fn turns(effects: &[Effect]) -> Vec<Turn> {
    let turn = |effect: &Effect| match effect {
        Effect::Think(turn) => Some(*turn),
        _ => None,
    };
    effects.iter().filter_map(turn).collect()
}

fn questions(effects: &[Effect]) -> Vec<Question> {
    let question = |effect: &Effect| match effect {
        Effect::Advise(question) => Some(*question),
        _ => None,
    };
    effects.iter().filter_map(question).collect()
}

/// The sorts of messages, with whom they are sent to.
fn sent(effects: &[Effect]) -> Vec<(Audience, &'static str)> {
    let message = |effect: &Effect| match effect {
        Effect::Send { to, message } => {
            let sort = match message {
                ServerMessage::Snapshot(_) => "snapshot",
                ServerMessage::Update(_) => "update",
                ServerMessage::Choices(_) => "choices",
                ServerMessage::You(_) => "you",
                ServerMessage::Presence(_) => "presence",
                _ => "another",
            };
            Some((to.clone(), sort))
        }
        _ => None,
    };
    effects.iter().filter_map(message).collect()
}

#[test]
fn nothing_is_sent_or_answered_before_it_is_stored() {
    let mut driver = Driver::playing(json!({}));
    driver.connect(1, "anna");
    let at = driver.host.table().number();
    let input = driver.input("anna", pass(at), None);
    let step = driver.host.handle(input, driver.now().time.into());
    let call = step.call.expect("entries are to be stored");
    assert!(step.effects.is_empty() && driver.host.table().number() == at);
    let step = driver.host.resume(call, StoreResult::Stored, START.into());
    assert!(step.call.is_none());
    let ben = Audience::Person("ben".into());
    assert_eq!(sent(&step.effects)[..2], [(Audience::All, "update"), (ben, "choices")]);
    assert!(answers(&step.effects)[0].1.is_ok());
}

#[test]
fn a_command_counts_once_also_after_a_failure_whose_outcome_was_unknown() {
    let mut driver = Driver::playing(json!({}));
    let at = driver.host.table().number();
    let input = driver.input("anna", pass(at), Some("one"));
    let step = driver.host.handle(input, START.into());
    let call = step.call.unwrap();
    // The append succeeds, but its result is lost.
    assert!(matches!(driver.store(&call), StoreResult::Stored));
    let lost = StoreResult::Failed(Error::new(Code::StoreFailed, "no answer"));
    let step = driver.host.resume(call, lost, START.into());
    assert_eq!(code(answers(&step.effects).remove(0).1), "store_failed");
    let again = driver.input("anna", pass(at), Some("one"));
    let effects = driver.tell(again);
    let reply = answers(&effects).remove(0).1.unwrap();
    assert_eq!(reply.number, driver.log.len() as u64);
    let acted = |entry: &&Entry| matches!(entry.event, LogEvent::Acted { .. });
    assert_eq!(driver.log.iter().filter(acted).count(), 1);
    let once_more = driver.input("anna", pass(at), Some("one"));
    assert_eq!(answers(&driver.tell(once_more)).remove(0).1.unwrap().number, reply.number);
}

#[test]
fn who_comes_second_is_tried_again_or_refused() {
    let world = World::of(&["anna", "ben"], json!({}));
    let (mut one, mut two) = (Driver::of(&world), Driver::of(&world));
    let at = world.table.number();
    one.act("anna").unwrap();
    two.log.clone_from(&one.log);
    // A phrase makes sense whatever has happened.
    let say = json!({ "type": "say", "phrase": "hello" });
    assert_eq!(two.command("ben", say).unwrap().number, two.log.len() as u64);
    assert_eq!(sent(&two.effects)[0], (Audience::All, "update"), "of the other's action");
    // The same action does not.
    one.log.clone_from(&two.log);
    let refused = two.command("anna", pass(at)).unwrap_err();
    assert_eq!(refused.error.code, Code::Stale);
    assert_eq!(two.host.table().number(), two.log.len() as u64, "whoever is here was told of it");
    // What makes no sense here may make sense to who has read on.
    let mut three = Driver::of(&world);
    three.log.clone_from(&one.log);
    three.command("ben", pass(one.host.table().number())).unwrap();
}

#[test]
fn the_same_question_is_thought_about_once() {
    let mut driver = Driver::against_a_bot();
    let ask = |driver: &mut Driver, level: &str| {
        let hint = json!({ "type": "hint", "level": level });
        let input = driver.input("anna", hint, None);
        driver.tell(input)
    };
    let effects = ask(&mut driver, "designer");
    assert_eq!(sent(&effects)[0], (Audience::All, "update"), "everyone knows of it first");
    let [question] = questions(&effects)[..] else { panic!("{effects:?}") };
    assert!(answers(&effects).is_empty());
    assert!(questions(&ask(&mut driver, "designer")).is_empty(), "it is being thought about");
    let advised = Advised { action: Some(Action::PASS), advice: None };
    let advised = Input::Advised { question: question.number, advised: Some(advised) };
    let answered = answers(&driver.tell(advised));
    assert_eq!(answered.len(), 2);
    assert!(answered.iter().all(|(_, answer)| answer.as_ref().unwrap().hint.is_some()));
    let known = answers(&ask(&mut driver, "designer"));
    assert_eq!(known[0].1.as_ref().unwrap().hint, Some(Action::PASS));
    // Another question may find no thread.
    let [question] = questions(&ask(&mut driver, "gardener"))[..] else { panic!() };
    let effects = driver.tell(Input::Advised { question: question.number, advised: None });
    assert_eq!(code(answers(&effects).remove(0).1), "stale");
}

#[test]
fn a_bot_acts_and_rests_while_nothing_can_be_stored() {
    let mut driver = Driver::against_a_bot();
    driver.act("anna").unwrap();
    let [turn] = turns(&driver.effects)[..] else { panic!("{:?}", driver.effects) };
    let decided = |turn: Turn| {
        let (seat, at, action) = (turn.seat, turn.at, Some(Action::PASS));
        Input::BotDecided { seat, at, action }
    };
    assert_eq!(driver.host.thinking(), Some(turn));
    driver.failing = true;
    let effects = driver.tell(decided(turn));
    assert!(turns(&effects).is_empty() && driver.host.thinking().is_none());
    let wake = driver.host.wake_at().expect("it tries again");
    driver.failing = false;
    assert!(turns(&driver.tell(Input::Tick)).is_empty(), "it rests");
    driver.now = wake;
    assert_eq!(turns(&driver.tell(Input::Tick)), [turn]);
    // An answer for another position is none.
    let late = Turn { at: turn.at - 1, ..turn };
    assert!(driver.tell(decided(late)).is_empty());
    driver.tell(decided(turn));
    assert_eq!(driver.kinds, [AppendKind::Command, AppendKind::Runner]);
    assert_eq!(driver.host.wake_at(), None);
}

#[test]
fn bots_and_clocks_are_left_to_whoever_runs_the_game() {
    let mut driver = Driver::against_a_bot();
    driver.host.set_running(false);
    driver.act("anna").unwrap();
    assert!(turns(&driver.effects).is_empty());
    assert!(driver.host.set_running(true));
    assert_eq!(turns(&driver.tell(Input::CheckPresence)).len(), 1);

    let mut driver = Driver::playing(json!({ "clock": { "type": "per_move", "seconds": 30 } }));
    driver.now = driver.host.wake_at().unwrap();
    driver.host.set_running(false);
    let known = driver.log.len();
    driver.tell(Input::Tick);
    assert_eq!(driver.log.len(), known);
    driver.host.set_running(true);
    driver.tell(Input::Tick);
    assert_eq!(driver.log[known..].len(), 1);
    assert!(matches!(driver.log[known].event, LogEvent::TimedOut { .. }));
}

#[test]
fn time_in_which_nobody_could_move_is_given_back_once() {
    let mut driver = Driver::playing(json!({ "clock": { "type": "per_move", "seconds": 30 } }));
    let deadline = driver.host.wake_at().unwrap();
    let began = driver.now;
    driver.now = deadline + 1000;
    driver.outages = vec![(began - 5000, began + 10_000), (began + 12_000, began + 20_000)];
    driver.tell(Input::Tick);
    let [.., last] = &driver.log[..] else { panic!() };
    assert_eq!(last.event, LogEvent::ClockHeld { milliseconds: 18_000 });
    assert_eq!(driver.host.wake_at(), Some(deadline + 18_000));
    let known = driver.log.len();
    driver.tell(Input::Tick);
    assert_eq!(driver.log.len(), known);
}

#[test]
fn who_is_away_may_be_played_for_and_has_the_seat_again_on_coming_back() {
    let mut driver = Driver::playing(json!({}));
    driver.connect(1, "anna");
    assert_eq!(sent(&driver.connect(2, "ben"))[0], (Audience::Connection(2), "snapshot"));
    driver.tell(Input::Disconnect { connection: 2 });
    driver.now += 59_000;
    assert!(driver.tell(Input::CheckPresence).is_empty());
    let take_over = json!({ "type": "take_over", "seat": 1, "level": "designer" });
    assert_eq!(code(driver.command("anna", take_over.clone())), "not_absent");
    driver.now += 1000;
    let effects = driver.tell(Input::CheckPresence);
    let [Effect::Send { message: ServerMessage::Presence(presence), .. }] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert_eq!((&presence.connected[..], &presence.gone[..]), (&[seat(0)][..], &[seat(1)][..]));
    driver.command("anna", take_over).unwrap();
    let effects = driver.connect(3, "ben");
    let order: Vec<_> = sent(&effects).into_iter().map(|(_, sort)| sort).collect();
    let place = |sort| order.iter().position(|one| *one == sort).unwrap();
    assert!(place("update") < place("snapshot"), "the seat is his before he is told");
    assert!(matches!(driver.log.last().unwrap().event, LogEvent::Returned { .. }));
    // A failing store does not keep him out.
    let mut driver = Driver::playing(json!({}));
    driver.now += 60_000;
    driver.connect(1, "anna");
    let take_over = json!({ "type": "take_over", "seat": 1, "level": "designer" });
    driver.command("anna", take_over).unwrap();
    driver.failing = true;
    assert_eq!(sent(&driver.connect(2, "ben"))[0], (Audience::Connection(2), "snapshot"));
}

#[test]
fn who_is_here_and_never_moves_may_be_played_for_or_left_in_the_end() {
    let abandon = json!({ "type": "abandon", "seat": 1 });
    let take_over = json!({ "type": "take_over", "seat": 1, "level": "designer" });
    let waiting = |options: Value| {
        let mut driver = Driver::playing(options);
        driver.connect(1, "anna");
        driver.connect(2, "ben");
        driver.act("anna").unwrap();
        driver.now += 3_599_000;
        driver
    };
    let mut driver = waiting(json!({ "undo": "last" }));
    assert!(driver.tell(Input::CheckPresence).is_empty());
    for command in [&abandon, &take_over] {
        assert_eq!(code(driver.command("anna", command.clone())), "not_absent");
    }
    // To act and to take it back is no move, and neither is what is said.
    let at = driver.host.table().number();
    let buy = json!({ "type": "act", "at": at, "action": { "buy": 0 } });
    let at = driver.command("ben", buy).unwrap().number;
    driver.command("ben", json!({ "type": "undo", "at": at })).unwrap();
    driver.command("ben", json!({ "type": "say", "phrase": "thinking" })).unwrap();
    driver.now += 1000;
    let effects = driver.tell(Input::CheckPresence);
    let [Effect::Send { message: ServerMessage::Presence(presence), .. }] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert_eq!(presence.connected, [seat(0), seat(1)]);
    assert_eq!((&presence.gone[..], &presence.left[..]), (&[seat(1)][..], &[seat(1)][..]));
    driver.command("anna", take_over).unwrap();
    // He has his seat again as soon as he does something, and then as much time as before.
    driver.command("ben", json!({ "type": "return" })).unwrap();

    let mut driver = waiting(json!({}));
    driver.now += 1000;
    driver.command("anna", abandon.clone()).unwrap();
    assert_eq!(driver.host.table().stage(), Stage::Over);
    // Where there is a clock, it alone counts; and nobody counts the time in which the server was away.
    let mut driver = waiting(json!({ "clock": { "type": "days", "days": 3 } }));
    driver.now += 1000;
    assert_eq!(code(driver.command("anna", abandon.clone())), "not_absent");
    let mut driver = waiting(json!({}));
    driver.outages = vec![(driver.now - 60_000, driver.now)];
    driver.now += 1000;
    assert_eq!(code(driver.command("anna", abandon)), "not_absent");
}

#[test]
fn only_who_is_not_here_is_notified() {
    let mut driver = Driver::playing(json!({}));
    driver.connect(1, "anna");
    driver.act("anna").unwrap();
    let notified = |effects: &[Effect]| -> Vec<(String, Notice)> {
        let notice = |effect: &Effect| match effect {
            Effect::Notify { who, notice } => Some((who.clone(), *notice)),
            _ => None,
        };
        effects.iter().filter_map(notice).collect()
    };
    assert_eq!(notified(&driver.effects), [("ben".to_owned(), Notice::YourTurn)]);
    assert_eq!(notified(&driver.tell(Input::TakeOver)).len(), 1, "once more by who takes it over");
    driver.command("ben", json!({ "type": "resign" })).unwrap();
    assert_eq!(notified(&driver.effects), [("ben".to_owned(), Notice::Over)]);
    assert!(driver.effects.iter().any(|effect| matches!(effect, Effect::Ended)));
}

#[test]
fn two_who_want_a_rematch_meet_at_one_table() {
    let mut world = World::of(&["anna", "ben"], json!({}));
    world.must("anna", json!({ "type": "resign" }));
    let (mut one, mut two) = (Driver::of(&world), Driver::of(&world));
    let rematch = json!({ "type": "rematch" });
    let first = one.command("anna", rematch.clone()).unwrap();
    assert_eq!(first.table.as_deref(), Some("another"));
    two.log.clone_from(&one.log);
    let second = two.command("ben", rematch).unwrap();
    assert_eq!((second.table, second.number), (first.table, first.number));
    assert_eq!(two.log.len(), one.log.len());
}

#[test]
fn what_contradicts_memory_is_read_anew() {
    let mut driver = Driver::playing(json!({}));
    // A different history from the one known here, one entry longer.
    let mut other = World::of(&["anna", "ben"], json!({}));
    other.pass("anna");
    other.pass("ben");
    let log: Vec<_> = other.log.iter().map(|text| Entry::read(text).unwrap()).collect();
    let mut broken = log.clone();
    broken.remove(driver.log.len());
    let step = driver.host.handle(Input::CatchUp, START.into());
    let call = step.call.unwrap();
    let step = driver.host.resume(
        call,
        StoreResult::Entries(broken[driver.log.len()..].to_vec()),
        START.into(),
    );
    let call = step.call.expect("the whole log is wanted");
    assert!(matches!(call.request(), StoreRequest::Read { after: 0 }));
    let step = driver.host.resume(call, StoreResult::Entries(log), START.into());
    assert_eq!(driver.host.table().number(), other.table.number());
    assert_eq!(sent(&step.effects)[0], (Audience::All, "update"));
}
