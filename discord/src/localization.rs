//! Texts in the language of the reader (Fluent), from files that the program brings.

use std::hash::Hash;
use std::marker::PhantomData;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

type Bundle = FluentBundle<FluentResource>;

pub struct LanguageFiles {
    /// Discord's code of the language.
    pub code: &'static str,
    pub texts: &'static [&'static str],
}

/// Every language of a program, English first.
pub struct Bundles(Vec<(&'static str, Bundle)>);

impl Bundles {
    /// Panics if a text is malformed or defined twice.
    pub fn new(languages: &[LanguageFiles]) -> Self {
        Self(languages.iter().map(|files| (files.code, bundle(files))).collect())
    }
}

fn bundle(files: &LanguageFiles) -> Bundle {
    let language: LanguageIdentifier =
        files.code.parse().expect("the name of a file of texts is the code of its language");
    let mut bundle = Bundle::new_concurrent(vec![language]);
    // Isolation marks would show as boxes in alt texts and code blocks.
    bundle.set_use_isolating(false);
    for text in files.texts {
        let resource = FluentResource::try_new((*text).to_owned())
            .map_err(|(_, problems)| problems)
            .expect("our own texts are well-formed");
        bundle.add_resource(resource).expect("no text is defined twice");
    }
    bundle
}

pub trait Texts: Copy + Eq + Hash + 'static {
    fn bundles() -> &'static Bundles;

    /// Replaces parts of a sentence that Discord cannot show.
    fn finish(_: Language<Self>, sentence: String) -> String {
        sentence
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Language<T: Texts>(usize, PhantomData<T>);

impl<T: Texts> std::fmt::Debug for Language<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.code())
    }
}

impl<T: Texts> Language<T> {
    /// For everybody whose own language is missing.
    pub const ENGLISH: Self = Self(0, PhantomData);

    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..T::bundles().0.len()).map(|index| Self(index, PhantomData))
    }

    /// All languages but English, which Discord shows if a localization is missing.
    pub fn others() -> impl Iterator<Item = Self> {
        Self::all().skip(1)
    }

    /// The language for a Discord locale: `fr` → French, `es-419` → Spanish of any country.
    pub fn of(locale: &str) -> Self {
        let primary = |code: &str| code.split('-').next().unwrap_or_default().to_owned();
        let exact = Self::all().find(|language| language.code() == locale);
        let akin = || Self::all().find(|language| primary(language.code()) == primary(locale));
        exact.or_else(akin).unwrap_or(Self::ENGLISH)
    }

    pub fn code(self) -> &'static str {
        T::bundles().0[self.0].0
    }

    fn bundle(self) -> &'static Bundle {
        &T::bundles().0[self.0].1
    }

    pub fn try_localize(self, key: &str, values: &Values<'_, T>) -> Option<String> {
        let bundle = self.bundle();
        let pattern = bundle.get_message(key)?.value()?;
        let fluent_args: FluentArgs<'_> = values.iter().map(|(name, value)| (*name, value.value())).collect();
        let text = bundle.format_pattern(pattern, Some(&fluent_args), &mut Vec::new()).into_owned();
        Some(T::finish(self, text))
    }

    /// The sentence of this key with these values, or the key itself, which is seen in tests but never by a user.
    /// [`localize!`](crate::localize) is a shorter way to write it.
    pub fn localize(self, key: &str, values: &Values<'_, T>) -> String {
        self.try_localize(key, values).unwrap_or_else(|| key.to_owned())
    }

    /// The text of this attribute of a key; `key.attribute` if there is none.
    pub fn attribute(self, key: &str, attribute: &str) -> String {
        let bundle = self.bundle();
        let entry = bundle.get_message(key).and_then(|message| message.get_attribute(attribute));
        match entry {
            Some(entry) => bundle.format_pattern(entry.value(), None, &mut Vec::new()).into_owned(),
            None => format!("{key}.{attribute}"),
        }
    }

    /// The displayed name of a command's option in this language; the option itself if the command has none.
    pub fn option_name(self, command: &str, option: &str) -> String {
        self.try_localize(&format!("command-{command}-{option}"), &[]).unwrap_or_else(|| option.to_owned())
    }
}

pub type Values<'a, T> = [(&'static str, &'a (dyn Localizable<T> + Sync))];

/// A value in a sentence of `T`. A program implements it for types of other crates.
pub trait Localizable<T> {
    /// A number is a count and chooses the plural form. Everything else is a text and stays as it is: `007` stays
    /// `007`.
    fn value(&self) -> FluentValue<'static>;
}

impl<T, V: Localizable<T> + ?Sized> Localizable<T> for &V {
    fn value(&self) -> FluentValue<'static> {
        (**self).value()
    }
}

macro_rules! localizable {
    ($($number:ty),* as number; $($text:ty),* as text) => {
        $(impl<T> Localizable<T> for $number {
            fn value(&self) -> FluentValue<'static> {
                i64::try_from(*self).unwrap_or(i64::MAX).into()
            }
        })*
        $(impl<T> Localizable<T> for $text {
            fn value(&self) -> FluentValue<'static> {
                self.to_string().into()
            }
        })*
    };
}

// `u64` is for Discord's ids: they are never counted, and Fluent's numbers would round them.
localizable!(u8, u32, usize, i64 as number; str, String, u64 as text);

/// `localize!(language, "key")`, `localize!(language, "key", name = value, …)`: values are
/// [`Localizable`](crate::localization::Localizable). A [`Ctx`](crate::Ctx) stands for its language.
#[macro_export]
macro_rules! localize {
    ($language:expr, $key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $language.localize(
            $key,
            &[$((stringify!($name), &$value as &(dyn $crate::localization::Localizable<_> + Sync))),*],
        )
    };
}
