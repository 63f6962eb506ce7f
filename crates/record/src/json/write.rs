//! What serde derives, into text: what `serde_json` writes, by less code.
use super::Error;
use serde::ser::{self, Serialize, Serializer};
use serde_json::Value;
use std::fmt::{Debug, Write};

/// Returns the text of a value.
pub fn write<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    let mut out = String::new();
    value.serialize(Writer(&mut out))?;
    Ok(out)
}

/// Returns the tree of a value.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, Error> {
    super::parse(write(value)?.as_bytes())
}

/// Writes one value.
struct Writer<'a>(&'a mut String);

/// Writes the items of a list or the fields of an object.
struct Items<'a> {
    out: &'a mut String,
    first: bool,
    end: &'static str,
}

/// Writing to a string does not fail.
#[inline(never)]
fn unsigned(out: &mut String, number: u64) {
    let _ = write!(out, "{number}");
}

#[inline(never)]
fn signed(out: &mut String, number: i64) {
    let _ = write!(out, "{number}");
}

/// As short as it can be for the same number to be read again.
#[inline(never)]
fn float(out: &mut String, number: &dyn Debug, finite: bool) {
    let _ = if finite { write!(out, "{number:?}") } else { write!(out, "null") };
}

#[inline(never)]
fn text(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\0'..='\u{1f}' => {
                let _ = write!(out, "\\u{:04x}", character as u32);
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}

impl<'a> Items<'a> {
    #[inline(never)]
    fn begin(out: &'a mut String, start: &str, end: &'static str) -> Self {
        out.push_str(start);
        Self { out, first: true, end }
    }

    /// Begins the one field of an object that says which variant it is.
    #[inline(never)]
    fn variant(out: &'a mut String, name: &str, start: &str, end: &'static str) -> Self {
        out.push('{');
        text(out, name);
        out.push(':');
        Self::begin(out, start, end)
    }

    #[inline(never)]
    fn next(&mut self) -> Writer<'_> {
        if !self.first {
            self.out.push(',');
        }
        self.first = false;
        Writer(self.out)
    }

    #[inline(never)]
    fn field(&mut self, name: &str) -> Writer<'_> {
        let Writer(out) = self.next();
        text(out, name);
        out.push(':');
        Writer(out)
    }

    fn close(self) {
        self.out.push_str(self.end);
    }
}

impl<'a> Serializer for Writer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Items<'a>;
    type SerializeTuple = Items<'a>;
    type SerializeTupleStruct = Items<'a>;
    type SerializeTupleVariant = Items<'a>;
    type SerializeMap = Items<'a>;
    type SerializeStruct = Items<'a>;
    type SerializeStructVariant = Items<'a>;

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.0.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Result<(), Error> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<(), Error> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<(), Error> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<(), Error> {
        signed(self.0, value);
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<(), Error> {
        unsigned(self.0, value);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        float(self.0, &value, value.is_finite());
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        float(self.0, &value, value.is_finite());
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        text(self.0, value.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        text(self.0, value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.0.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<(), Error> {
        text(self.0, name);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let items = Items::variant(self.0, name, "", "}");
        value.serialize(Writer(items.out))?;
        items.close();
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'a>, Error> {
        Ok(Items::begin(self.0, "[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Items<'a>, Error> {
        Ok(Items::begin(self.0, "[", "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'a>, Error> {
        Ok(Items::begin(self.0, "[", "]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Items<'a>, Error> {
        Ok(Items::variant(self.0, name, "[", "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Items<'a>, Error> {
        Ok(Items::begin(self.0, "{", "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Items<'a>, Error> {
        Ok(Items::begin(self.0, "{", "}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Items<'a>, Error> {
        Ok(Items::variant(self.0, name, "{", "}}"))
    }
}

macro_rules! items {
    ($($list:ident $add:ident),+) => {
        $(impl ser::$list for Items<'_> {
            type Ok = ();
            type Error = Error;

            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                value.serialize(self.next())
            }

            fn end(self) -> Result<(), Error> {
                self.close();
                Ok(())
            }
        })+
    };
}

items!(
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

macro_rules! fields {
    ($($object:ident),+) => {
        $(impl ser::$object for Items<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Error> {
                value.serialize(self.field(name))
            }

            fn end(self) -> Result<(), Error> {
                self.close();
                Ok(())
            }
        })+
    };
}

fields!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Items<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        let Writer(out) = self.next();
        let start = out.len();
        key.serialize(Writer(out))?;
        // Whatever the key is, it stands there as text.
        if !out[start..].starts_with('"') {
            let written = out.split_off(start);
            text(out, &written);
        }
        out.push(':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(Writer(self.out))
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}
