//! The people that Discord names, and how their names are shown.

use serde::Deserialize;
use serde_json::Value;

use crate::discord::interaction::{ReceivedMember, ReceivedUser};
use crate::discord::message::clean;
use crate::domain::{Person, UserId};

const NAME_CHARS: usize = 80;

/// Who a member of a server is, as Discord describes it; `None` for a bot.
pub fn person_of_member(json: &Value) -> Option<Person> {
    let member = ReceivedMember::deserialize(json).ok()?;
    let user = member.user.0.as_ref().filter(|user| user.bot.0 != Some(true))?;
    person_of(user, Some(&member))
}

pub(super) fn person_of(user: &ReceivedUser, member: Option<&ReceivedMember>) -> Option<Person> {
    let nick = member.and_then(|member| member.nick.0.as_ref());
    let names = [nick, user.global_name.0.as_ref(), user.username.0.as_ref()].into_iter().flatten();
    let mut names = names.map(|name| clean(name, NAME_CHARS)).peekable();
    names.peek()?;
    // A name that shows nothing is none.
    let name = names.find(|name| name.chars().any(is_visible)).unwrap_or_else(|| "?".to_owned());
    Some(Person { user: UserId(user.id.get()), name })
}

/// Fillers, joiners and tags are seen only beside something else.
fn is_visible(c: char) -> bool {
    !c.is_whitespace()
        && !matches!(c, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{200c}' | '\u{200d}')
        && !matches!(c, '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0000}'..='\u{e01ef}')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn person(user: Value, member: Value) -> Option<Person> {
        let member: Option<ReceivedMember> = serde_json::from_value(member).expect("a member or none");
        person_of(&serde_json::from_value(user).expect("a user"), member.as_ref())
    }

    #[test]
    fn a_name_is_what_shows_and_reads_from_left_to_right_as_it_is_written() {
        let name = |nick: &str, global: &str| {
            let user = json!({ "id": "1", "username": "ada.l", "global_name": global });
            person(user, json!({ "nick": nick })).expect("a person").name
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
            assert_eq!(name(nick, global), shown, "{nick:?} {global:?}");
        }
        assert_eq!(person(json!({ "id": "1", "username": "\u{202e}" }), Value::Null).expect("a person").name, "?");
        assert_eq!(person(json!({ "id": "1" }), Value::Null), None);
    }
}
