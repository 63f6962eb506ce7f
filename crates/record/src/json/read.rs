//! A tree into what serde derives. A struct is given its fields one after the other in its own order, as if they stood in a list: what
//! is derived for that is far smaller than what finds them by their names. So a field that a struct does not know is never an error here:
//! [`known`] looks for those.
use super::Error;
use serde::Serialize;
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected,
    IntoDeserializer, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde_json::{Map, Value, map};
use std::slice;

/// Reads a value from a tree.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, Error> {
    T::deserialize(Tree(value))
}

/// Complains about fields that this one does not have.
pub fn known(value: &Value, like: &impl Serialize) -> Result<(), Error> {
    let like = super::to_value(like)?;
    let mut names = value.as_object().into_iter().flat_map(Map::keys);
    match names.find(|name| like.get(name).is_none()) {
        Some(name) => Err(Error::custom(format_args!("unknown field `{name}`"))),
        None => Ok(()),
    }
}

/// A value that is to be read.
#[derive(Clone, Copy)]
struct Tree<'de>(&'de Value);

#[cold]
#[inline(never)]
fn wrong(found: &Value, expected: &dyn Expected) -> Error {
    let found = match found {
        Value::Null => Unexpected::Other("null"),
        Value::Bool(value) => Unexpected::Bool(*value),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(value), _) => Unexpected::Unsigned(value),
            (None, Some(value)) => Unexpected::Signed(value),
            (None, None) => Unexpected::Float(0.0),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    };
    Error::invalid_type(found, expected)
}

/// The complaint about a list of a fixed length that is none of a struct that misses a field.
#[cold]
#[inline(never)]
fn not_short(mut why: Error) -> Error {
    why.0.short = false;
    why
}

#[cold]
#[inline(never)]
fn long(length: usize, expected: &dyn Expected) -> Error {
    not_short(Error::invalid_length(length, expected))
}

/// A whole number, which is unsigned if it can be.
enum Whole {
    Unsigned(u64),
    Signed(i64),
}

#[inline(never)]
fn whole(value: &Value, expected: &dyn Expected) -> Result<Whole, Error> {
    let unsigned = value.as_u64().map(Whole::Unsigned);
    let found = unsigned.or_else(|| value.as_i64().map(Whole::Signed));
    found.ok_or_else(|| wrong(value, expected))
}

#[inline(never)]
fn text<'de>(value: &'de Value, expected: &dyn Expected) -> Result<&'de str, Error> {
    value.as_str().ok_or_else(|| wrong(value, expected))
}

#[inline(never)]
fn list<'de>(value: &'de Value, expected: &dyn Expected) -> Result<Items<'de>, Error> {
    value.as_array().map(|list| Items(list.iter())).ok_or_else(|| wrong(value, expected))
}

#[inline(never)]
fn object<'de>(
    value: &'de Value,
    expected: &dyn Expected,
) -> Result<&'de Map<String, Value>, Error> {
    value.as_object().ok_or_else(|| wrong(value, expected))
}

/// The variant that a value names, by its number among these, and what it brings with it.
#[inline(never)]
fn variant<'de>(
    value: &'de Value,
    names: &'static [&'static str],
    expected: &dyn Expected,
) -> Result<(usize, Option<&'de Value>), Error> {
    let only = value.as_object().filter(|fields| fields.len() == 1);
    let only = only.and_then(|fields| fields.iter().next());
    let (name, content) = match (value.as_str(), only) {
        (Some(name), _) => (name, None),
        (None, Some((name, content))) => (name.as_str(), Some(content)),
        (None, None) => return Err(wrong(value, expected)),
    };
    let number = names.iter().position(|known| *known == name);
    Ok((number.ok_or_else(|| Error::unknown_variant(name, names))?, content))
}

macro_rules! whole {
    ($($deserialize:ident),+) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match whole(self.0, &visitor)? {
                Whole::Unsigned(value) => visitor.visit_u64(value),
                Whole::Signed(value) => visitor.visit_i64(value),
            }
        })+
    };
}

impl<'de> Deserializer<'de> for Tree<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(value), _) => visitor.visit_u64(value),
                (None, Some(value)) => visitor.visit_i64(value),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => visitor.visit_str(text),
            Value::Array(list) => visitor.visit_seq(Items(list.iter())),
            Value::Object(fields) => {
                visitor.visit_map(Entries { entries: fields.iter(), value: None })
            }
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Bool(value) => visitor.visit_bool(*value),
            other => Err(wrong(other, &visitor)),
        }
    }

    whole!(
        deserialize_u8,
        deserialize_u16,
        deserialize_u32,
        deserialize_u64,
        deserialize_i8,
        deserialize_i16,
        deserialize_i32,
        deserialize_i64
    );

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.as_f64() {
            Some(value) => visitor.visit_f64(value),
            None => Err(wrong(self.0, &visitor)),
        }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let text = text(self.0, &visitor)?;
        visitor.visit_str(text)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            other => Err(wrong(other, &visitor)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let items = list(self.0, &visitor)?;
        visitor.visit_seq(items)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        let items = list(self.0, &visitor)?;
        if items.0.len() > length {
            return Err(long(items.0.len(), &visitor));
        }
        visitor.visit_seq(items).map_err(not_short)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let fields = object(self.0, &visitor)?;
        visitor.visit_map(Entries { entries: fields.iter(), value: None })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let fields = object(self.0, &visitor)?;
        let mut fields = Fields::of(fields, names);
        visitor.visit_seq(&mut fields).map_err(|why| fields.explain(why))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let (number, content) = variant(self.0, names, &visitor)?;
        visitor.visit_enum(Variant { number, content })
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }
}

impl<'de> IntoDeserializer<'de, Error> for Tree<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// The number of a field or variant.
struct Number(usize);

impl<'de> Deserializer<'de> for Number {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u64(self.0 as u64)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The items of a list.
struct Items<'de>(slice::Iter<'de, Value>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        self.0.next().map(|item| seed.deserialize(Tree(item))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The entries of an object whose keys can be anything.
struct Entries<'de> {
    entries: map::Iter<'de>,
    value: Option<&'de Value>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(StrDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(Tree(self.value.take().unwrap_or(&Value::Null)))
    }
}

/// The fields of a struct, one after the other in its own order.
struct Fields<'de> {
    among: &'de Map<String, Value>,
    names: slice::Iter<'static, &'static str>,
    /// The last one that was asked for.
    name: &'static str,
    /// Whether it is there.
    there: bool,
}

impl<'de> Fields<'de> {
    #[inline(never)]
    fn of(fields: &'de Map<String, Value>, names: &'static [&'static str]) -> Self {
        Self { among: fields, names: names.iter(), name: "", there: false }
    }

    #[inline(never)]
    fn next(&mut self) -> Tree<'de> {
        self.name = self.names.next().copied().unwrap_or_default();
        let value = self.among.get(self.name);
        self.there = value.is_some();
        Tree(value.unwrap_or(&Value::Null))
    }

    /// What may be nothing is nothing where it is not there. Anything else that is not there has a default, or is missing.
    #[cold]
    #[inline(never)]
    fn settle(&self, why: Error) -> Result<(), Error> {
        if self.there { Err(why) } else { Ok(()) }
    }

    /// A struct that finds its fields too few misses the last one that it asked for.
    #[cold]
    #[inline(never)]
    fn explain(&self, why: Error) -> Error {
        if why.0.short { super::missing(self.name) } else { why }
    }
}

impl<'de> SeqAccess<'de> for &mut Fields<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        match seed.deserialize(self.next()) {
            Ok(value) => Ok(Some(value)),
            Err(why) => self.settle(why).map(|()| None),
        }
    }
}

/// A variant of an enum, with what it brings with it.
struct Variant<'de> {
    number: usize,
    content: Option<&'de Value>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        Ok((seed.deserialize(Number(self.number))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Error;

    #[inline(never)]
    fn unit_variant(self) -> Result<(), Error> {
        match self.content {
            None | Some(Value::Null) => Ok(()),
            Some(content) => Err(wrong(content, &"a variant without content")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(Tree(self.content.unwrap_or(&Value::Null)))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        Tree(self.content.unwrap_or(&Value::Null)).deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        Tree(self.content.unwrap_or(&Value::Null)).deserialize_struct("", names, visitor)
    }
}
