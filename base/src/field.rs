//! Values that are written into a short text and read back.

use std::fmt::Debug;

use serde_json::{Map, Value, json};

use crate::ids::{RequestId, Timestamp, UserId};

/// A value in a short text, such as the `custom_id` of a button.
pub trait Field: Clone + PartialEq + Debug {
    fn write(&self) -> String;

    fn read(text: &str) -> Option<Self>;

    fn samples() -> Vec<Self>;
}

impl<F: Field> Field for Option<F> {
    fn write(&self) -> String {
        self.as_ref().map_or_else(String::new, F::write)
    }

    fn read(text: &str) -> Option<Self> {
        if text.is_empty() { Some(None) } else { F::read(text).map(Some) }
    }

    fn samples() -> Vec<Self> {
        std::iter::once(None).chain(F::samples().into_iter().map(Some)).collect()
    }
}

/// Declares fields of types that are written and read as text, with samples.
#[macro_export]
macro_rules! text_fields {
    ($($type:ty: $samples:expr;)+) => {$(
        impl $crate::field::Field for $type {
            fn write(&self) -> String {
                self.to_string()
            }

            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }

            fn samples() -> Vec<Self> {
                $samples.into_iter().collect()
            }
        }
    )+};
}

pub use text_fields;

text_fields! {
    String: ["", "c3c5d3", "@c3,d4 @e5"].map(str::to_owned);
}

/// Declares fields whose text is JSON.
macro_rules! json_fields {
    ($($type:ty: $samples:expr;)+) => {$(
        impl Field for $type {
            fn write(&self) -> String {
                json!(self).to_string()
            }

            fn read(text: &str) -> Option<Self> {
                serde_json::from_str(text).ok()
            }

            fn samples() -> Vec<Self> {
                $samples.into_iter().collect()
            }
        }
    )+};
}

json_fields! {
    u8: [0, u8::MAX];
    u32: [0, u32::MAX];
    u64: [0, u64::MAX];
    i64: [0, i64::MIN, i64::MAX];
    usize: [0, usize::MAX];
    RequestId: [0, u64::MAX].map(Self);
    UserId: [0, u64::MAX].map(Self);
    Timestamp: [0, i64::MIN, i64::MAX].map(Self);
    Map<String, Value>: [json!({}), json!({ "game": "000000007", "reason": null })].map(|json| json.as_object().cloned().unwrap_or_default());
}

pub fn sample<F: Field>(n: usize) -> F {
    let samples = F::samples();
    samples[n % samples.len()].clone()
}
