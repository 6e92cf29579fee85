//! Values that are read as far as they are what is expected, and passed over where they are not.
//!
//! A derived reader would lose a whole line to one field of another type, or to a field that stands there
//! twice. What nobody asks for is skipped without being looked at, however deep it is.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// What can be made of a value of any type.
pub(super) trait Loose<'de>: Default {
    /// Of a string.
    fn of_text(_: Cow<'de, str>) -> Self {
        Self::default()
    }

    /// Of true or false.
    fn of_truth(_: bool) -> Self {
        Self::default()
    }

    /// Of a list.
    fn of_list<A: SeqAccess<'de>>(mut list: A) -> Result<Self, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Self::default())
    }

    /// Of an object.
    fn of_object<A: MapAccess<'de>>(mut object: A) -> Result<Self, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Self::default())
    }
}

/// A value that is read loosely.
pub(super) struct LooselyRead<T>(pub(super) T);

impl<'de, T: Loose<'de>> Deserialize<'de> for LooselyRead<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any(PhantomData)).map(Self)
    }
}

struct Any<T>(PhantomData<T>);

impl<'de, T: Loose<'de>> Visitor<'de> for Any<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<T, E> {
        Ok(T::of_text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<T, E> {
        Ok(T::of_text(Cow::Owned(text.to_owned())))
    }

    fn visit_bool<E>(self, truth: bool) -> Result<T, E> {
        Ok(T::of_truth(truth))
    }

    fn visit_i64<E>(self, _: i64) -> Result<T, E> {
        Ok(T::default())
    }

    fn visit_u64<E>(self, _: u64) -> Result<T, E> {
        Ok(T::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<T, E> {
        Ok(T::default())
    }

    fn visit_unit<E>(self) -> Result<T, E> {
        Ok(T::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<T, A::Error> {
        T::of_list(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<T, A::Error> {
        T::of_object(object)
    }
}

/// A text; nothing where there is none.
impl<'de> Loose<'de> for Option<Cow<'de, str>> {
    fn of_text(text: Cow<'de, str>) -> Self {
        Some(text)
    }
}

/// A flag; not set where there is none.
impl Loose<'_> for bool {
    fn of_truth(truth: bool) -> Self {
        truth
    }
}

/// All that are in a list; nothing where there is no list.
impl<'de, T: Loose<'de>> Loose<'de> for Vec<T> {
    fn of_list<A: SeqAccess<'de>>(mut list: A) -> Result<Self, A::Error> {
        let mut all = Self::new();
        while let Some(LooselyRead(one)) = list.next_element()? {
            all.push(one);
        }
        Ok(all)
    }
}

/// Makes a struct of the fields of an object that have those names; of two of a name the last one counts.
macro_rules! loose_object {
    ($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty = $key:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Default)]
        pub(super) struct $name<'l> {
            $($(#[$field_meta])* pub(super) $field: $type,)+
        }

        impl<'l> $crate::transcript::loose::Loose<'l> for $name<'l> {
            fn of_object<A: serde::de::MapAccess<'l>>(mut object: A) -> Result<Self, A::Error> {
                use $crate::transcript::loose::LooselyRead;
                let mut read = Self::default();
                while let Some(LooselyRead(key)) = object.next_key::<LooselyRead<Option<std::borrow::Cow<'l, str>>>>()? {
                    match key.as_deref().unwrap_or_default() {
                        $($key => read.$field = object.next_value::<LooselyRead<$type>>()?.0,)+
                        _ => {
                            object.next_value::<serde::de::IgnoredAny>()?;
                        }
                    }
                }
                Ok(read)
            }
        }
    };
}
pub(super) use loose_object;
