//! What is known about one parameter, and what can be wrong with its value.

use std::fmt;

/// The description of one parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// Where it stands in the configuration, such as `compression.schedule_hour`.
    pub path: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// What it is counted in.
    pub unit: &'static str,
    /// The seed's section or the correction that it comes from.
    pub section: &'static str,
    /// What values it may have.
    pub limits: Limits,
}

/// The value of a parameter, whatever its type.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A real number.
    Number(f64),
    /// A whole number.
    Count(u64),
    /// A switch.
    Switch(bool),
    /// One of several words.
    Word(&'static str),
    /// A name or an address.
    Text(String),
    /// Several names.
    Names(Vec<String>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // A real number must look like one, so that it is read back as one.
            Self::Number(n) if n.fract() == 0.0 => write!(f, "{n:.1}"),
            Self::Number(n) => write!(f, "{n}"),
            Self::Count(n) => write!(f, "{n}"),
            Self::Switch(b) => write!(f, "{b}"),
            Self::Word(w) => write!(f, "\"{w}\""),
            // Without control characters and quotes, which the limits forbid, it is TOML as it is.
            Self::Text(t) => write!(f, "\"{t}\""),
            Self::Names(names) => {
                let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
                write!(f, "[{}]", quoted.join(", "))
            }
        }
    }
}

/// The values that a parameter may have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Limits {
    /// From the first to the second, both included.
    Between(f64, f64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// On or off.
    Switch,
    /// Any text on one line, of so many bytes at most and not empty, without quotes and backslashes.
    Line(usize),
    /// A list of at most so many names, each as [`Limits::Line`] with 100 bytes has it.
    Names(usize),
    /// On, off, or such a list.
    SwitchOrNames(usize),
}

/// The most bytes of a name in a list.
const LONGEST_NAME: usize = 100;

impl Limits {
    /// Whether the value is within.
    pub fn allow(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Between(low, high), Value::Number(n)) => n.is_finite() && low <= n && n <= high,
            (Self::Between(low, high), Value::Count(n)) => *low <= *n as f64 && *n as f64 <= *high,
            (Self::OneOf(words), Value::Word(w)) => words.contains(w),
            (Self::Switch | Self::SwitchOrNames(_), Value::Switch(_)) => true,
            (Self::Line(most), Value::Text(text)) => {
                let is_plain = |c: char| !c.is_control() && c != '"' && c != '\\';
                !text.is_empty() && text.len() <= *most && text.chars().all(is_plain)
            }
            (Self::Names(most) | Self::SwitchOrNames(most), Value::Names(names)) => {
                let is_fit = |name: &String| Self::Line(LONGEST_NAME).allow(&Value::Text(name.clone()));
                names.len() <= *most && names.iter().all(is_fit)
            }
            _ => false,
        }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Between(low, high) => write!(f, "{low} to {high}"),
            Self::OneOf(words) => write!(f, "one of {}", words.join(", ")),
            Self::Switch => write!(f, "true or false"),
            Self::Line(most) => write!(f, "a text of 1 to {most} bytes"),
            Self::Names(most) => write!(f, "a list of at most {most} names"),
            Self::SwitchOrNames(most) => write!(f, "true, false or a list of at most {most} names"),
        }
    }
}

/// What is wrong with the parameters.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Violation {
    /// A value outside its limits.
    #[error("{} is {value}, but must be {}", parameter.path, parameter.limits)]
    OutOfRange {
        /// The parameter.
        parameter: Parameter,
        /// Its value.
        value: Value,
    },
    /// Two values in the wrong order.
    #[error("{larger} must not be below {smaller}")]
    OutOfOrder {
        /// The path of the one that must not be smaller.
        larger: &'static str,
        /// The path of the other.
        smaller: &'static str,
    },
}

/// A type that a parameter can have.
pub(super) trait Setting {
    fn value(&self) -> Value;
}

impl Setting for f64 {
    fn value(&self) -> Value {
        Value::Number(*self)
    }
}

impl Setting for u32 {
    fn value(&self) -> Value {
        Value::Count(u64::from(*self))
    }
}

impl Setting for bool {
    fn value(&self) -> Value {
        Value::Switch(*self)
    }
}

impl Setting for String {
    fn value(&self) -> Value {
        Value::Text(self.clone())
    }
}

impl Setting for Vec<String> {
    fn value(&self) -> Value {
        Value::Names(self.clone())
    }
}
