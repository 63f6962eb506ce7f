//! Which paragraph of the book answers a question: every reason of a refusal, every line of a score sheet, everything explained at the table.
use quinta_rules::Illegal;

/// Returns the anchor of the paragraph that says why this is refused.
pub const fn paragraph(why: Illegal) -> &'static str {
    match why {
        Illegal::GameOver => "end.when",
        Illegal::AwaitingChance => "acquire.after",
        Illegal::NotYourTurn => "turn.order",
        Illegal::NothingOnOffer | Illegal::WrongAttribute => "acquire.choose",
        Illegal::CopyMissing | Illegal::TakenTwice => "acquire.one",
        Illegal::NotOnOffer => "acquire.copies",
        Illegal::NoRoom => "acquire.room",
        Illegal::NotInStorage => "pay.storage",
        Illegal::NoSuchSpace => "pieces.garden",
        Illegal::SpaceTaken => "place.tile",
        Illegal::NoMatchingNeighbour => "fit.neighbor",
        Illegal::KindTwice => "fit.twice",
        Illegal::WrongPrice | Illegal::CannotPay => "pay.cost",
        Illegal::MixedPayment => "pay.set",
        Illegal::IdenticalInPayment => "pay.different",
        Illegal::AreaTaken => "expand.area",
        Illegal::TooFewPoints | Illegal::SupplyEmpty => "expand.buy",
    }
}

/// Every reason.
const REASONS: [Illegal; 21] = [
    Illegal::GameOver,
    Illegal::AwaitingChance,
    Illegal::NotYourTurn,
    Illegal::NothingOnOffer,
    Illegal::CopyMissing,
    Illegal::TakenTwice,
    Illegal::WrongAttribute,
    Illegal::NotOnOffer,
    Illegal::NoRoom,
    Illegal::NotInStorage,
    Illegal::NoSuchSpace,
    Illegal::SpaceTaken,
    Illegal::NoMatchingNeighbour,
    Illegal::KindTwice,
    Illegal::WrongPrice,
    Illegal::MixedPayment,
    Illegal::IdenticalInPayment,
    Illegal::CannotPay,
    Illegal::AreaTaken,
    Illegal::TooFewPoints,
    Illegal::SupplyEmpty,
];

/// The other questions: lines of a score sheet, and things on the table.
const TOPICS: [(&str, &str); 25] = [
    ("score.start", "pieces.storage"),
    ("score.round", "rounds.points"),
    ("score.pavilions", "rounds.pavilion"),
    ("score.jokers", "end.jokers"),
    ("score.leftover", "end.storage"),
    ("score.groups", "end.groups"),
    ("score.lost", "zero"),
    ("score.total", "end.win"),
    ("thing.hexagon", "pieces.kinds"),
    ("thing.joker", "pieces.jokers"),
    ("thing.expansion", "pieces.expansions"),
    ("thing.garden", "pieces.garden"),
    ("thing.space", "fit.neighbor"),
    ("thing.area", "expand.area"),
    ("thing.feature", "jokers.surround"),
    ("thing.storage", "pieces.storage"),
    ("thing.offer", "acquire.choose"),
    ("thing.display", "acquire.after"),
    ("thing.stack", "setup.stacks"),
    ("thing.wheel", "rounds.points"),
    ("thing.bag", "acquire.fill"),
    ("thing.supply", "expand.buy"),
    ("thing.marker", "pass.first"),
    ("thing.score", "goal"),
    ("thing.player", "open"),
];

/// Returns every question with the anchor of the paragraph that answers it. A reason's question is its code.
pub fn answers() -> impl Iterator<Item = (String, &'static str)> {
    let reasons = REASONS.into_iter().map(|why| {
        let code = serde_json::to_value(why).ok();
        let code = code.as_ref().and_then(|code| code.as_str()).unwrap_or_default().to_owned();
        (code, paragraph(why))
    });
    reasons.chain(TOPICS.into_iter().map(|(topic, anchor)| (topic.to_owned(), anchor)))
}
