//! A challenge composed step by step before it is sent.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::domain::{Person, RequestId, UserId};

const MOST_DRAFTS: usize = 3;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChallengeDraft {
    /// The request that began the draft. The challenge is created under this id, so it is created only once.
    pub form: RequestId,
    #[serde(default)]
    pub whom: Whom,
    #[serde(default)]
    pub options: Map<String, Value>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_sent: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Whom {
    /// Not chosen yet.
    #[default]
    Nobody,
    Anybody,
    /// The bot's engine, at the level in the options.
    Engine,
    /// In seat order.
    People(Vec<Named>),
}

/// A person with the name they had when they were chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    pub user: UserId,
    pub name: String,
}

impl ChallengeDraft {
    pub fn new(form: RequestId, whom: Whom) -> Self {
        Self { form, whom, options: Map::new(), is_sent: false }
    }

    /// The form kept after sending. It drops people: the game names the players, and a copy here would outlive the
    /// deletion of their data.
    #[must_use]
    pub fn without_people(self) -> Self {
        let whom = match self.whom {
            Whom::People(_) => Whom::Nobody,
            others => others,
        };
        Self { whom, is_sent: true, ..self }
    }
}

impl Whom {
    pub fn people(people: impl IntoIterator<Item = Person>) -> Self {
        Self::People(people.into_iter().map(|person| Named { user: person.user, name: person.name }).collect())
    }

    pub fn known_people(&self) -> &[Named] {
        match self {
            Self::People(people) => people,
            Self::Nobody | Self::Anybody | Self::Engine => &[],
        }
    }

    /// Number of players including the challenger; two if nobody is named.
    pub fn count(&self) -> usize {
        self.known_people().len().max(1) + 1
    }
}

/// Adds or replaces a draft and drops the oldest ones beyond the limit.
pub fn keep_draft(drafts: &mut Vec<ChallengeDraft>, draft: ChallengeDraft) {
    drafts.retain(|other| other.form != draft.form);
    drafts.push(draft);
    let surplus = drafts.len().saturating_sub(MOST_DRAFTS);
    drafts.drain(..surplus);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_drafts_are_kept_each_once() {
        let mut drafts = Vec::new();
        for form in [1, 2, 3, 2, 4] {
            keep_draft(&mut drafts, ChallengeDraft::new(RequestId(form), Whom::Nobody));
        }
        assert_eq!(drafts.iter().map(|draft| draft.form.0).collect::<Vec<_>>(), [3, 2, 4]);
    }

    #[test]
    fn a_draft_that_was_sent_names_nobody() {
        let person = Named { user: UserId(7), name: "Ada".to_owned() };
        let draft_for = |whom| ChallengeDraft::new(RequestId(1), whom).without_people();
        let draft = draft_for(Whom::People(vec![person]));
        assert!(draft.is_sent && draft.whom == Whom::Nobody, "{draft:?}");
        for whom in [Whom::Anybody, Whom::Engine] {
            assert_eq!(draft_for(whom.clone()).whom, whom);
        }
    }

    #[test]
    fn a_draft_is_read_as_it_was_written() {
        let person = Named { user: UserId(u64::MAX), name: "Ada".to_owned() };
        for whom in [Whom::Nobody, Whom::Anybody, Whom::Engine, Whom::People(vec![person])] {
            let mut draft = ChallengeDraft::new(RequestId(u64::MAX), whom);
            draft.options.insert("sprint".to_owned(), 25.into());
            let text = serde_json::to_string(&draft).expect("written");
            assert_eq!(serde_json::from_str::<ChallengeDraft>(&text).expect("read"), draft, "{text}");
        }
    }
}
