//! Enums whose variants have a name for storage and logs.

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind} {name:?}")]
pub struct UnknownName {
    pub kind: &'static str,
    pub name: String,
}

/// Declares an enum whose variants have names: `as_str`, `Display`, `FromStr`, and the same in JSON.
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* pub enum $enum:ident, $kind:literal { $($(#[$doc:meta])* $variant:ident = $name:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $enum { $($(#[$doc])* $variant,)+ }

        impl $enum {
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            pub const NAMES: &[&'static str] = &[$($name,)+];

            /// The stored and logged name.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }

        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $enum {
            type Err = $crate::named::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                let unknown = || $crate::named::UnknownName { kind: $kind, name: name.to_owned() };
                Self::ALL.iter().copied().find(|value| value.as_str() == name).ok_or_else(unknown)
            }
        }

        impl $crate::field::Field for $enum {
            fn write(&self) -> String {
                self.as_str().to_owned()
            }

            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }

            fn samples() -> Vec<Self> {
                Self::ALL.to_vec()
            }
        }

        impl serde::Serialize for $enum {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $enum {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = <String as serde::Deserialize>::deserialize(deserializer)?;
                name.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub use named;
