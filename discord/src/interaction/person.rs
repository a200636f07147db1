//! People, and the names by which they are shown.

use base::clean::clean;
use base::ids::{Person, UserId};
use serde_json::Value;
use serenity::all::{Member, User};

const NAME_CHARS: usize = 80;

/// The person in Discord's JSON of a member; `None` for a bot.
pub fn person_of_member(json: Value) -> Option<Person> {
    let member: Member = serde_json::from_value(json).ok().filter(|member: &Member| !member.user.bot)?;
    Some(person_of(&member.user, member.nick.as_deref()))
}

pub(super) fn person_of(user: &User, nick: Option<&str>) -> Person {
    let names = [nick, user.global_name.as_deref(), Some(&user.name)].into_iter().flatten();
    let mut names = names.map(|name| clean(name, NAME_CHARS));
    // An invisible name does not count.
    let name = names.find(|name| name.chars().any(is_visible)).unwrap_or_else(|| "?".to_owned());
    Person { user: UserId(user.id.get()), name }
}

/// Fillers, joiners and tags show nothing by themselves.
fn is_visible(c: char) -> bool {
    !c.is_whitespace()
        && !matches!(c, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{200c}' | '\u{200d}')
        && !matches!(c, '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0000}'..='\u{e01ef}')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_name_is_what_shows_and_reads_from_left_to_right_as_it_is_written() {
        let name = |nick: &str, global: &str, user: &str| {
            let user = json!({ "id": "1", "username": user, "global_name": global });
            person_of(&serde_json::from_value(user).expect("a user"), Some(nick)).name
        };
        for (nick, global, shown) in [
            ("Ada", "Countess", "Ada"),
            ("", "Countess", "Countess"),
            ("\u{202e}adA", "Countess", "adA"),
            ("A\u{2066}d\u{2069}a\u{200f}\u{200b}", "Countess", "Ada"),
            ("\u{202e}\u{200b} \u{3164}", "\u{2800}\u{200d}", "ada.l"),
            ("A\nd\ta\u{7}", "", "A d a"),
            ("👩\u{200d}👧", "", "👩\u{200d}👧"),
        ] {
            assert_eq!(name(nick, global, "ada.l"), shown, "{nick:?} {global:?}");
        }
        assert_eq!(name("", "", "\u{202e}"), "?");
    }
}
