//! x
pub fn print(action: &quinta_rules::Action, _state: &quinta_rules::State) -> String {
    format!("{action:?}")
}
