//! Deletion of a person's data: an anonymous id remains in the games of others.

use serde_json::{Map, Value};

use crate::domain::ids::{Timestamp, UserId};

pub const DELETED_NAME: &str = "Deleted user";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deletion {
    pub user: UserId,
    /// Their id in the games of others from then on.
    pub anonymous: UserId,
    pub resigns: bool,
    pub asked_at: Timestamp,
}

/// Fields of stored JSON that hold user ids.
const USER_FIELDS: [&str; 9] =
    ["user", "organizer", "former", "player", "challenger", "defender", "winner", "last_opponent", "order"];

/// Fields of stored JSON whose keys are user ids.
const FIELDS_BY_USER: [&str; 2] = ["members", "last_games"];

impl Deletion {
    /// The JSON text with the anonymous id in place of the user's; `None` if the user does not occur or the text is no
    /// JSON.
    pub fn in_json(&self, text: &str) -> Option<String> {
        let mut value = serde_json::from_str(text).ok()?;
        // A top-level list holds users.
        let is_changed = self.replace(&mut value, matches!(text.trim_start().chars().next(), Some('[')));
        is_changed.then(|| value.to_string())
    }

    /// Replaces the user in a JSON value. Returns whether it changed.
    pub fn in_value(&self, value: &mut Value) -> bool {
        self.replace(value, false)
    }

    /// Replaces the user in a list of ids separated by spaces.
    pub fn in_words(&self, text: &str) -> String {
        let word =
            |word: &str| if word == self.user.0.to_string() { self.anonymous.0.to_string() } else { word.to_owned() };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }

    /// Replaces mentions of the user in a sentence.
    pub fn in_mentions(&self, text: &str) -> String {
        let [plain, nick] = ["", "!"].map(|mark| format!("<@{mark}{}>", self.user.0));
        let anonymous = format!("<@{}>", self.anonymous.0);
        text.replace(&plain, &anonymous).replace(&nick, &anonymous)
    }

    fn replace(&self, value: &mut Value, is_user: bool) -> bool {
        match value {
            Value::Number(number) if is_user && number.as_u64() == Some(self.user.0) => {
                *value = self.anonymous.0.into();
                true
            }
            Value::Array(items) => {
                let mut is_changed = false;
                for item in items {
                    is_changed |= self.replace(item, is_user);
                }
                is_changed
            }
            Value::Object(fields) => {
                let by_user = |name: &str| FIELDS_BY_USER.contains(&name);
                let mut is_changed = false;
                for (name, item) in fields.iter_mut() {
                    if let (true, Some(users)) = (by_user(name), item.as_object_mut()) {
                        is_changed |= self.rename(users);
                    }
                    is_changed |= self.replace(item, USER_FIELDS.contains(&name.as_str()));
                }
                is_changed
            }
            _ => false,
        }
    }

    fn rename(&self, users: &mut Map<String, Value>) -> bool {
        let Some(own) = users.remove(&self.user.0.to_string()) else { return false };
        users.insert(self.anonymous.0.to_string(), own);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHO: Deletion =
        Deletion { user: UserId(7), anonymous: UserId::deleted(u64::MAX), resigns: false, asked_at: Timestamp(0) };

    #[test]
    fn an_anonymous_id_is_none_that_discord_gives_out() {
        for bits in [0, 1, u64::MAX] {
            let id = UserId::deleted(bits);
            assert!(id.is_deleted() && id.created_at().0 > 4_700_000_000_000, "{id:?}");
        }
        for id in [0, 1, 1 << 62, u64::MAX - 5, 1_400_000_000_000_000_000] {
            assert!(!UserId(id).is_deleted(), "{id}");
        }
    }

    #[test]
    fn a_user_is_replaced_where_users_stand_and_nowhere_else() {
        let anonymous = WHO.anonymous.0;
        let text =
            r#"{"kind":"replaced","seat":7,"ply":7,"former":7,"moves":[{"user":7,"from":7},{"user":8}],"reason":"7"}"#;
        let expected = format!(
            r#"{{"kind":"replaced","seat":7,"ply":7,"former":{anonymous},"moves":[{{"user":{anonymous},"from":7}},{{"user":8}}],"reason":"7"}}"#
        );
        let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        assert_eq!(value(&WHO.in_json(text).expect("a change")), value(&expected));
        assert_eq!(WHO.in_json(r#"{"ply":7}"#), None);
        assert_eq!(WHO.in_json("no JSON"), None);
        assert_eq!(WHO.in_json("[8,7]"), Some(format!("[8,{anonymous}]")));
        let table = r#"{"order":[7,8],"members":{"7":{"step":7,"last_games":{"8":1}},"8":{"last_games":{"7":7}}}}"#;
        let expected = format!(
            r#"{{"order":[{anonymous},8],"members":{{"{anonymous}":{{"step":7,"last_games":{{"8":1}}}},"8":{{"last_games":{{"{anonymous}":7}}}}}}}}"#
        );
        assert_eq!(value(&WHO.in_json(table).expect("a change")), value(&expected));
        assert_eq!(WHO.in_words("77 7 8"), format!("77 {anonymous} 8"));
        assert_eq!(
            WHO.in_mentions("<@7> and <@!7>, not <@77>"),
            format!("<@{anonymous}> and <@{anonymous}>, not <@77>")
        );
    }
}
