//! The bot's texts, from `locales/`.

use std::sync::LazyLock;

use discord::localization::{Bundles, LanguageFiles, Localizable, Texts};
pub use discord::localize;
use fluent_bundle::FluentValue;
use games::domain::{EngineLevel, GameId, Player};
use rules::board::hex::Cell;

/// All languages with files in `locales/`, English first; `build.rs` lists them.
static FILES: &[LanguageFiles] = &include!(concat!(env!("OUT_DIR"), "/languages.rs"));

static BUNDLES: LazyLock<Bundles> = LazyLock::new(|| Bundles::new(FILES));

/// The texts of `locales/`: messages, the pages of `/rules`, and the commands.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BotTexts;

pub type Language = discord::localization::Language<BotTexts>;

impl Texts for BotTexts {
    fn bundles() -> &'static Bundles {
        &BUNDLES
    }

    /// Sentences mention all players in Discord's form. Players unknown to Discord are named instead.
    fn finish(language: Language, text: String) -> String {
        let Some((before, rest)) = text.split_once("<@") else { return text };
        let mut output = before.to_owned();
        for part in rest.split("<@") {
            let player = part.split_once('>').and_then(|(token, after)| Some((token.parse::<Player>().ok()?, after)));
            match player {
                Some((player, after)) if player.person().is_none() => {
                    output.push_str(&name_player(language, player));
                    output.push_str(after);
                }
                _ => {
                    output.push_str("<@");
                    output.push_str(part);
                }
            }
        }
        output
    }
}

macro_rules! localizable {
    ($($text:ty),*) => {
        $(impl Localizable<BotTexts> for $text {
            fn value(&self) -> FluentValue<'static> {
                self.to_string().into()
            }
        })*
    };
}

localizable!(GameId, Cell, Player);

/// The name of a player: a person as a mention, which Discord shows as their current name.
pub fn name_player(language: Language, player: impl Into<Player>) -> String {
    match player.into() {
        Player::Person(user) => format!("<@{}>", user.0),
        Player::Deleted(_) => localize!(language, "deleted-user"),
        Player::Engine(EngineLevel(level)) => localize!(language, "engine-name", level = level),
    }
}

/// A mention for a part of a sentence; the sentence later names players unknown to Discord.
pub fn mention_in_sentence(player: Player) -> String {
    format!("<@{player}>")
}

#[cfg(test)]
mod tests;
pub mod time_in_words;
