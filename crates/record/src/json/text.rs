//! Text into a tree. Numbers keep every digit, nesting is bounded, and no field may stand twice in an object.
use super::Error;
use serde_json::{Map, Number, Value};

/// How deep lists and objects may lie in one another.
const DEEPEST: usize = 128;

/// Reads a text that holds one JSON value and nothing else.
pub fn parse(text: &[u8]) -> Result<Value, Error> {
    let mut parser = Parser { text, at: 0 };
    let value = parser.value(DEEPEST);
    let value = value.and_then(|value| match parser.peek() {
        None => Ok(value),
        Some(_) => Err("trailing characters"),
    });
    value.map_err(|why| parser.complain(why))
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
}

type Parsed<T> = Result<T, &'static str>;

const ENDED: &str = "EOF while parsing a value";
const NO_NUMBER: &str = "invalid number";

impl Parser<'_> {
    #[cold]
    fn complain(&self, why: &str) -> Error {
        let before = &self.text[..self.at.min(self.text.len())];
        let line = before.split(|&byte| byte == b'\n').count();
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count();
        Error::new(&format_args!("{why} at line {line} column {column}"))
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.text.get(self.at).copied();
        self.at += 1;
        byte
    }

    /// The next byte that is no white space.
    fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.text.get(self.at) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn word(&mut self, word: &[u8], value: Value) -> Parsed<Value> {
        if self.text.get(self.at..).is_some_and(|rest| rest.starts_with(word)) {
            self.at += word.len();
            return Ok(value);
        }
        Err("expected a value")
    }

    fn value(&mut self, depth: usize) -> Parsed<Value> {
        match self.peek().ok_or(ENDED)? {
            b'n' => self.word(b"null", Value::Null),
            b't' => self.word(b"true", Value::Bool(true)),
            b'f' => self.word(b"false", Value::Bool(false)),
            b'"' => Ok(Value::String(self.string()?)),
            b'-' | b'0'..=b'9' => Ok(Value::Number(self.number()?)),
            b'[' => self.list(depth.checked_sub(1).ok_or("recursion limit exceeded")?),
            b'{' => self.object(depth.checked_sub(1).ok_or("recursion limit exceeded")?),
            _ => Err("expected a value"),
        }
    }

    /// Goes on after an item of a list or object: whether there is another.
    fn more(&mut self, end: u8) -> Parsed<bool> {
        let found = self.peek().ok_or(ENDED)?;
        self.at += 1;
        match found {
            b',' => Ok(true),
            _ if found == end => Ok(false),
            _ => Err("expected a comma or the end of the list or object"),
        }
    }

    /// Goes into a list or object: whether anything is in it.
    fn open(&mut self, end: u8) -> Parsed<bool> {
        self.at += 1;
        let empty = self.peek().ok_or(ENDED)? == end;
        self.at += usize::from(empty);
        Ok(!empty)
    }

    fn list(&mut self, depth: usize) -> Parsed<Value> {
        let mut items = Vec::new();
        let mut more = self.open(b']')?;
        while more {
            items.push(self.value(depth)?);
            more = self.more(b']')?;
        }
        Ok(Value::Array(items))
    }

    fn object(&mut self, depth: usize) -> Parsed<Value> {
        let mut fields = Map::new();
        let mut more = self.open(b'}')?;
        while more {
            if self.peek().ok_or(ENDED)? != b'"' {
                return Err("expected the name of a field");
            }
            let name = self.string()?;
            if self.peek().ok_or(ENDED)? != b':' {
                return Err("expected a colon");
            }
            self.at += 1;
            if fields.insert(name, self.value(depth)?).is_some() {
                return Err("a field stands there twice");
            }
            more = self.more(b'}')?;
        }
        Ok(Value::Object(fields))
    }

    fn string(&mut self) -> Parsed<String> {
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            match self.next().ok_or("EOF while parsing a string")? {
                b'"' => return String::from_utf8(bytes).map_err(|_| "invalid UTF-8"),
                b'\\' => {
                    let character = self.escape()?;
                    bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                0..=0x1f => return Err("control characters must be escaped in a string"),
                byte => bytes.push(byte),
            }
        }
    }

    fn escape(&mut self) -> Parsed<char> {
        Ok(match self.next().ok_or("EOF while parsing a string")? {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            found @ (b'"' | b'\\' | b'/') => char::from(found),
            b'u' => {
                let first = self.unit()?;
                let mut code = first;
                if let 0xd800..0xdc00 = first
                    && self.text.get(self.at..).is_some_and(|rest| rest.starts_with(b"\\u"))
                {
                    self.at += 2;
                    // What is no second half makes a number that is no character.
                    let second = self.unit()?;
                    let half = second.checked_sub(0xdc00).filter(|half| *half < 0x400);
                    code = half.map_or(u32::MAX, |half| 0x1_0000 + ((first - 0xd800) << 10) + half);
                }
                char::from_u32(code).ok_or("an escape that is no character")?
            }
            _ => return Err("invalid escape"),
        })
    }

    /// Four digits of an escape.
    fn unit(&mut self) -> Parsed<u32> {
        (0..4).try_fold(0, |code, _| {
            let digit = self.next().and_then(|byte| char::from(byte).to_digit(16));
            Ok(code * 16 + digit.ok_or("invalid escape")?)
        })
    }

    /// Digits, at least one: what they make of the number so far, as long as that fits, and how many there are.
    fn digits(&mut self, so_far: Option<u64>) -> Parsed<(Option<u64>, i32)> {
        let (mut value, start) = (so_far, self.at);
        while let Some(digit @ b'0'..=b'9') = self.text.get(self.at) {
            let tens = value.and_then(|value| value.checked_mul(10));
            value = tens.and_then(|tens| tens.checked_add(u64::from(digit - b'0')));
            self.at += 1;
        }
        let count = i32::try_from(self.at - start).unwrap_or(i32::MAX);
        if count == 0 { Err(NO_NUMBER) } else { Ok((value, count)) }
    }

    fn number(&mut self) -> Parsed<Number> {
        let start = self.at;
        let minus = self.text[start] == b'-';
        self.at += usize::from(minus);
        let nought = self.text.get(self.at) == Some(&b'0');
        let (mut value, count) = self.digits(Some(0))?;
        if nought && count > 1 {
            return Err(NO_NUMBER);
        }
        let mut exponent = 0_i32;
        let mut whole = true;
        if self.text.get(self.at) == Some(&b'.') {
            self.at += 1;
            let count;
            (value, count) = self.digits(value)?;
            exponent = -count;
            whole = false;
        }
        if let Some(b'e' | b'E') = self.text.get(self.at) {
            self.at += 1;
            let sign = self.text.get(self.at).copied();
            self.at += usize::from(matches!(sign, Some(b'+' | b'-')));
            let (power, _) = self.digits(Some(0))?;
            let power = power.and_then(|power| i32::try_from(power).ok()).unwrap_or(i32::MAX / 2);
            exponent = exponent.saturating_add(if sign == Some(b'-') { -power } else { power });
            whole = false;
        }
        if let (Some(value), true) = (value, whole) {
            if !minus {
                return Ok(value.into());
            }
            if let Some(value) = 0_i64.checked_sub_unsigned(value).filter(|value| *value < 0) {
                return Ok(value.into());
            }
        }
        let text = str::from_utf8(&self.text[start..self.at]).map_err(|_| NO_NUMBER)?;
        Number::from_f64(float(text, value, exponent)).ok_or("number out of range")
    }
}

/// The number that this text is: `value` times ten to the power of `exponent`, where its digits fit.
#[cfg(not(target_family = "wasm"))]
fn float(text: &str, _: Option<u64>, _: i32) -> f64 {
    text.parse().unwrap_or(f64::INFINITY)
}

/// The same without the tables that the last digit of a long number takes, ten kilobytes that cannot be packed: the module knows no
/// field with such a number, and never writes what it has read.
#[cfg(target_family = "wasm")]
fn float(text: &str, value: Option<u64>, exponent: i32) -> f64 {
    let value = value.unwrap_or(u64::MAX) as f64 * 10_f64.powi(exponent);
    if text.starts_with('-') { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Texts that are JSON or nearly so.
    fn texts() -> impl Strategy<Value = String> {
        let parts = prop_oneof![
            Just("{".to_owned()),
            Just("}".to_owned()),
            Just("[".to_owned()),
            Just("]".to_owned()),
            Just(",".to_owned()),
            Just(":".to_owned()),
            Just("null".to_owned()),
            Just("true".to_owned()),
            Just("\"a\"".to_owned()),
            Just("\"b\"".to_owned()),
            Just(" \n".to_owned()),
            "-?[0-9.eE+-]{1,24}",
            "\"(\\\\u[0-9a-fD]{4}|\\\\[bfnrt/\"x]|[ a-zäß\u{1f600}]){0,4}\"",
        ];
        prop::collection::vec(parts, 0..12).prop_map(|parts| parts.concat())
    }

    /// Whatever `serde_json` writes.
    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::vec((any::<String>(), inner), 0..6)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(value in values()) {
            prop_assert_eq!(parse(value.to_string().as_bytes()).unwrap(), value.clone());
            prop_assert_eq!(parse(format!("{value:#}").as_bytes()).unwrap(), value.clone());
            prop_assert_eq!(super::super::to_value(&value).unwrap(), value);
        }

        #[test]
        fn it_reads_what_serde_json_reads(text in texts()) {
            match (parse(text.as_bytes()), serde_json::from_str::<Value>(&text)) {
                (Ok(ours), Ok(theirs)) => prop_assert_eq!(ours, theirs),
                (Err(ours), Ok(_)) => prop_assert!(ours.to_string().contains("twice"), "{}", ours),
                (Ok(_), Err(theirs)) => prop_assert!(false, "{}", theirs),
                (Err(_), Err(_)) => {}
            }
        }
    }

    #[test]
    fn errors_say_where() {
        for (text, why) in [
            ("", "EOF while parsing a value at line 1 column 0"),
            ("{\n \"a\": ]", "expected a value at line 2 column 6"),
            ("[1 2]", "expected a comma or the end of the list or object at line 1 column 4"),
            ("1 2", "trailing characters at line 1 column 2"),
            (r#"{"a":1,"a":2}"#, "a field stands there twice at line 1 column 12"),
            (r#""\ud800""#, "an escape that is no character at line 1 column 7"),
            ("1e999", "number out of range at line 1 column 5"),
            (&"[".repeat(129), "recursion limit exceeded at line 1 column 128"),
        ] {
            assert_eq!(parse(text.as_bytes()).unwrap_err().to_string(), why, "{text}");
        }
        assert!(parse(&[b'"', 0xff, b'"']).unwrap_err().to_string().contains("invalid UTF-8"));
    }
}
