//! Texts in the language of their reader (Fluent), from `locales/`.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use rules::board::hex::Cell;
use unic_langid::LanguageIdentifier;

use crate::domain::{EngineLevel, GameId, Player};

/// The texts of one language: messages, the pages of `/rules`, and the commands.
struct LanguageFiles {
    /// As Discord calls the language.
    code: &'static str,
    texts: [&'static str; 3],
}

/// Every language that has files in `locales/`, English first; `build.rs` lists them.
static FILES: &[LanguageFiles] = &include!(concat!(env!("OUT_DIR"), "/languages.rs"));

type Bundle = FluentBundle<FluentResource>;

static BUNDLES: LazyLock<Vec<Bundle>> = LazyLock::new(|| FILES.iter().map(bundle).collect());

/// A language that the program speaks: one of those in `locales/`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Language(usize);

impl std::fmt::Debug for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.code())
    }
}

fn bundle(files: &LanguageFiles) -> Bundle {
    let language: LanguageIdentifier =
        files.code.parse().expect("the name of a file of texts is the code of its language");
    let mut bundle = Bundle::new_concurrent(vec![language]);
    // Isolation marks would show as boxes in alt texts and code blocks.
    bundle.set_use_isolating(false);
    for text in files.texts {
        let resource = FluentResource::try_new(text.to_owned())
            .map_err(|(_, problems)| problems)
            .expect("our own texts are well-formed");
        bundle.add_resource(resource).expect("no text is defined twice");
    }
    bundle
}

impl Language {
    /// For everybody whose own language is missing.
    pub const ENGLISH: Self = Self(0);

    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..FILES.len()).map(Self)
    }

    /// Those besides English, which is what Discord shows where a localization is missing.
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

    /// As Discord calls it: the name of its file.
    pub fn code(self) -> &'static str {
        FILES[self.0].code
    }

    fn bundle(self) -> &'static Bundle {
        &BUNDLES[self.0]
    }

    /// The sentence of this key; `None` when there is none.
    pub fn try_localize(self, key: &str, args: &[(&'static str, FluentValue<'static>)]) -> Option<String> {
        let bundle = self.bundle();
        let pattern = bundle.get_message(key)?.value()?;
        let named: FluentArgs<'_> = args.iter().map(|(name, value)| (*name, value.clone())).collect();
        let mut problems = Vec::new();
        let text = bundle.format_pattern(pattern, Some(&named), &mut problems).into_owned();
        Some(self.name_players_without_account(text))
    }

    /// How a player is named: a person by a mention, which Discord shows as the name that they have now.
    pub fn mention(self, player: impl Into<Player>) -> String {
        match player.into() {
            Player::Person(user) => format!("<@{}>", user.0),
            Player::Deleted(_) => self.localize("deleted-user", &[]),
            Player::Engine(EngineLevel(level)) => localize!(self, "engine-name", level = level),
        }
    }

    /// Sentences mention players as Discord does. Those whom Discord does not know are named.
    fn name_players_without_account(self, text: String) -> String {
        let Some((before, rest)) = text.split_once("<@") else { return text };
        let mut shown = before.to_owned();
        for part in rest.split("<@") {
            let player = part.split_once('>').and_then(|(token, after)| Some((token.parse::<Player>().ok()?, after)));
            match player {
                Some((player, after)) if player.person().is_none() => {
                    shown.push_str(&self.mention(player));
                    shown.push_str(after);
                }
                _ => {
                    shown.push_str("<@");
                    shown.push_str(part);
                }
            }
        }
        shown
    }

    /// The text of this attribute of a key; the key and the attribute where there is none.
    pub fn attribute(self, key: &str, attribute: &str) -> String {
        let bundle = self.bundle();
        let found = bundle.get_message(key).and_then(|message| message.get_attribute(attribute));
        match found {
            Some(found) => bundle.format_pattern(found.value(), None, &mut Vec::new()).into_owned(),
            None => format!("{key}.{attribute}"),
        }
    }

    /// What people see of an option of a command in this language; its own name where the command has no such option.
    pub fn option_name(self, command: &str, option: &str) -> String {
        self.try_localize(&format!("command-{command}-{option}"), &[]).unwrap_or_else(|| option.to_owned())
    }

    /// The sentence of this key. A key without one gives the key: seen in a test, never by a player.
    pub fn localize(self, key: &str, args: &[(&'static str, FluentValue<'static>)]) -> String {
        self.try_localize(key, args).unwrap_or_else(|| key.to_owned())
    }
}

/// What can stand in a sentence.
pub trait Localizable {
    /// A number is something counted: it chooses the plural form. Everything else is a text, said as it is: `007` stays `007`.
    fn value(&self) -> FluentValue<'static>;
}

impl<T: Localizable + ?Sized> Localizable for &T {
    fn value(&self) -> FluentValue<'static> {
        (**self).value()
    }
}

macro_rules! localizable {
    ($($number:ty),* as number; $($text:ty),* as text) => {
        $(impl Localizable for $number {
            fn value(&self) -> FluentValue<'static> {
                i64::try_from(*self).unwrap_or(i64::MAX).into()
            }
        })*
        $(impl Localizable for $text {
            fn value(&self) -> FluentValue<'static> {
                self.to_string().into()
            }
        })*
    };
}

// `u64`: Discord's ids. They are never counted, and Fluent's numbers would round them.
localizable!(u8, u32, usize, i64 as number; str, String, u64, GameId, Cell, Player as text);

/// A mention for a part of a sentence: the sentence names those whom Discord does not know.
pub fn mention_in_sentence(player: Player) -> String {
    format!("<@{player}>")
}

/// `localize!(language, "key")`, `localize!(language, "key", name = value, …)`: values are [`Localizable`].
macro_rules! localize {
    ($language:expr, $key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $language.localize($key, &[$((stringify!($name), $crate::discord::localization::Localizable::value(&$value))),*])
    };
}

pub(crate) use localize;

#[cfg(test)]
mod tests;
