//! Discord in, Discord out: read what was sent, call one use case, word the answer. The only place that words an answer.
//! Stateless: whatever is needed to act is in the options or in the `custom_id`.

mod audience;
mod board;
mod calling;
mod choices;
mod custom_id;
mod describe;
mod entry;
mod export;
mod history;
mod incoming;
mod line;
mod list;
mod manual;
mod names;
mod notices;
mod offer;
mod picture;
mod post;
mod presses;
mod profile;
mod proposals;
mod reader;
mod reminding;
mod replay;
mod settings;
mod slash;
#[cfg(test)]
mod stand_in;
mod tree;
mod typed;
mod vacation;
mod words;
mod zones;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::Value;
use tracing::error;

pub use audience::{Audience, audience};
pub use calling::{closed_to_us, digest, letter};
pub use custom_id::{Press, Verb};
pub use describe::{Known, describe};
pub use incoming::{Incoming, Kind, id as snowflake};
pub use notices::{
    answered, disarmed, hides_the_past, late, new_home, read_alike, retold, superseded, thread_name, undelivered,
    unreached, word, word_in_private,
};
pub use picture::Pictures;
pub use post::{Picture, Post, TextFile};
use reader::Reader;
pub use tree::tree;
pub use words::Language;
use words::{Argument, say};

use crate::clock::Clock;
use crate::games::{GameError, Games, View};
use crate::store::{ChannelId, Store, UserId};

/// What became of something that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// It stands.
    Done,
    /// Nobody, or not we, may write there.
    Closed,
    /// Not now.
    Failed,
}

/// Sends what somebody has asked for at once, outside of any game.
#[async_trait]
pub trait Courier: Send + Sync + 'static {
    /// Writes to one person. The same nonce within minutes sends nothing twice.
    async fn letter(&self, user: UserId, post: &Post, nonce: &str) -> Delivery;
    /// Posts in a channel.
    async fn post(&self, channel: ChannelId, post: &Post, nonce: &str) -> Delivery;
    /// Is there such a channel or thread? Where nobody knows, there is.
    async fn is_there(&self, _channel: ChannelId) -> bool {
        true
    }
}

/// Reaches nobody: where nothing is sent.
#[async_trait]
impl Courier for () {
    async fn letter(&self, _: UserId, _: &Post, _: &str) -> Delivery {
        Delivery::Failed
    }

    async fn post(&self, _: ChannelId, _: &Post, _: &str) -> Delivery {
        Delivery::Failed
    }
}

/// All that answering needs.
#[derive(Clone)]
pub struct App {
    /// The use cases.
    pub games: Games,
    /// For what is known of people.
    pub store: Arc<dyn Store>,
    /// Now.
    pub clock: Arc<dyn Clock>,
    /// Boards.
    pub pictures: Pictures,
    /// The way to people and channels.
    pub courier: Arc<dyn Courier>,
}

/// An answer.
#[derive(Debug, Clone)]
pub enum Reply {
    /// A new message, for everybody or for the person only.
    Message {
        /// For the person only.
        private: bool,
        /// What it says.
        post: Post,
    },
    /// The message with the button changes.
    Update(Post),
    /// Completion: name and value, at most 25.
    Choices(Vec<(String, String)>),
}

impl Reply {
    fn private(post: Post) -> Self {
        Self::Message { private: true, post }
    }
}

impl Incoming {
    /// An answer for this person only: it replaces the private message whose button was pressed.
    fn answered(&self, post: Post) -> Reply {
        if self.under_private { Reply::Update(post) } else { Reply::private(post) }
    }
}

/// How an answer that takes long is put off; decided before anything is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deferral {
    /// "Thinking…", for the person only.
    Private,
    /// "Thinking…", for everybody.
    Public,
    /// The message with the button will change.
    Update,
    /// Cannot be put off (completion).
    Never,
}

/// How the answer to this interaction is put off.
pub fn deferral(interaction: &Value) -> Deferral {
    match Incoming::read(interaction) {
        Some(incoming) if incoming.kind == Kind::Autocomplete => Deferral::Never,
        Some(incoming) if incoming.under_private => Deferral::Update,
        Some(incoming) if replay::is_public(&incoming) => Deferral::Public,
        _ => Deferral::Private,
    }
}

/// Answers an interaction. It never fails: what goes wrong is logged here, once, and told to the player in a sentence. `None`
/// when it is nothing that can be answered.
pub async fn dispatch(app: &App, interaction: &Value) -> Option<Reply> {
    let incoming = Incoming::read(interaction)?;
    let language = Language::of(&incoming.locale);
    if incoming.kind == Kind::Autocomplete {
        return Some(Reply::Choices(choices::complete(app, language, &incoming).await));
    }
    remember(app, &incoming).await;
    let reply = match incoming.kind {
        Kind::Component => presses::press(app, language, &incoming).await,
        _ => slash::command(app, language, &incoming).await,
    };
    Some(match reply {
        Ok(reply) => reply,
        Err(problem) => {
            let post = explain(app, language, &incoming, problem).await;
            incoming.answered(post)
        }
    })
}

/// The answer when a panic has broken [`dispatch`].
pub fn broken(interaction: &Value) -> Option<Reply> {
    let incoming = Incoming::read(interaction)?;
    if incoming.kind == Kind::Autocomplete {
        return Some(Reply::Choices(Vec::new()));
    }
    Some(incoming.answered(Post::text(Language::of(&incoming.locale).say("error-internal", &[]))))
}

/// Why an answer is a refusal.
#[derive(Debug)]
enum Problem {
    /// The use case refused; the text that was played, if any.
    Game(GameError, Option<String>),
    /// A sentence of ours.
    Say(&'static str),
    /// One that is complete.
    Sentence(String),
    /// Our fault.
    Internal(anyhow::Error),
}

impl From<GameError> for Problem {
    fn from(error: GameError) -> Self {
        Self::Game(error, None)
    }
}

impl From<anyhow::Error> for Problem {
    fn from(error: anyhow::Error) -> Self {
        Self::Internal(error)
    }
}

type Answer = Result<Reply, Problem>;

async fn explain(app: &App, language: Language, incoming: &Incoming, problem: Problem) -> Post {
    let (error, played) = match problem {
        Problem::Say(key) => return Post::text(language.say(key, &[])),
        Problem::Sentence(text) => return Post::text(text),
        Problem::Internal(cause) => {
            error!(request = incoming.request.0, name = incoming.name, "Could not answer {}: {cause:#}", incoming.name);
            return Post::text(say!(language, "error-internal"));
        }
        Problem::Game(error, played) => (error, played),
    };
    let text = match error {
        GameError::NoSuchGame => say!(language, "error-no-such-game"),
        GameError::NoGame => say!(language, "games-none"),
        GameError::WhichGame(games) => {
            let lines = games.iter().map(|game| list::line(language, game, incoming.person.user));
            list::as_many_as_fit(language, say!(language, "error-which-game"), lines)
        }
        GameError::NotAPlayer => say!(language, "error-not-a-player"),
        GameError::NotForYou => say!(language, "error-not-for-you"),
        GameError::NotTheChallenger => say!(language, "error-not-the-challenger"),
        GameError::NotYourTurn => say!(language, "error-not-your-turn"),
        GameError::Stale(view) => return stale(app, language, incoming, &view).await,
        GameError::NotOver => say!(language, "error-not-over"),
        GameError::Over => say!(language, "error-over"),
        GameError::ChallengeClosed => say!(language, "error-challenge-closed"),
        GameError::NotStarted => say!(language, "error-not-started"),
        GameError::Aborted => say!(language, "error-aborted"),
        GameError::TooLateToAbort => say!(language, "error-too-late-to-abort"),
        GameError::Veiled => say!(language, "error-veiled"),
        GameError::Yourself => say!(language, "error-yourself"),
        GameError::SamePerson => say!(language, "error-same-person"),
        GameError::WrongNumber { needed, given } => {
            say!(language, "error-wrong-number", needed = needed, given = given)
        }
        GameError::AlreadyAccepted => say!(language, "error-already-accepted"),
        GameError::OwnSide => say!(language, "error-own-side"),
        GameError::AlreadyAgreed => say!(language, "error-already-agreed"),
        GameError::BadSetup(refusal) => say!(language, "error-bad-setup", why = refused(language, &refusal)),
        GameError::BadPace(pace) => say!(language, "error-bad-pace", pace = post::code(&pace)),
        GameError::LiveNeverRests => say!(language, "error-live-never-rests"),
        GameError::Leave(problem) => vacation::refused(language, &problem),
        GameError::Illegal(refusal) => {
            format!("{} {}", illegal(language, played, &refusal), say!(language, "error-illegal-next"))
        }
        GameError::IllegalVeiled(refusal) => illegal(language, played, &refusal),
        GameError::Line(error) => line::explain(language, error),
        GameError::NoProposal => say!(language, "error-no-proposal"),
        GameError::NothingToWithdraw => say!(language, "error-nothing-to-withdraw"),
        GameError::NotTheProposer => say!(language, "error-not-the-proposer"),
        GameError::AlreadyProposed => say!(language, "error-already-proposed"),
        GameError::ProposalOpen(record) => {
            return match &record.game.terms.proposal {
                Some(open) => proposals::question(language, &record, open),
                None => Post::text(say!(language, "error-no-proposal")),
            };
        }
        GameError::Adjourned(until) => say!(language, "error-adjourned", until = until.0 / 1000),
        GameError::NotAdjourned => say!(language, "error-not-adjourned"),
        GameError::NoClock => say!(language, "error-no-clock"),
        GameError::AdjournedTooLong(days) => say!(language, "error-adjourned-too-long", days = days),
        GameError::HasDeadline => say!(language, "error-has-deadline"),
        GameError::NobodySilent => say!(language, "error-nobody-silent"),
        GameError::NotSilentYet(at) => say!(language, "error-not-silent-yet", at = at.0 / 1000),
        GameError::NothingToTakeBack => say!(language, "error-nothing-to-take-back"),
        GameError::NeverTakesBack(user) => say!(language, "error-never-takes-back", player = user.0),
        GameError::NoOffer => say!(language, "error-no-offer"),
        GameError::AlreadyOffered => say!(language, "error-already-offered"),
        GameError::TooMany(count) => say!(language, "error-too-many", count = count),
        GameError::TooManyToOne(count) => say!(language, "error-too-many-to-one", count = count),
        GameError::Internal(cause) => {
            error!(request = incoming.request.0, name = incoming.name, "Could not answer {}: {cause}", incoming.name);
            say!(language, "error-internal")
        }
    };
    Post::text(text)
}

fn illegal(language: Language, played: Option<String>, refusal: &rules::Refusal) -> String {
    let typed = post::code(&played.unwrap_or_default());
    say!(language, "error-illegal", move = typed, why = refused(language, refusal))
}

/// A button of an earlier board: says so, and shows the board as it is.
async fn stale(app: &App, language: Language, incoming: &Incoming, view: &View) -> Post {
    let sentence = say!(language, "error-stale");
    let reader = Reader::person(app, incoming.person.user, view.record.game.guild_id).await;
    match board::private(app, language, view, &reader, &sentence, reader.flips(view, false)).await {
        Ok(post) => post,
        Err(cause) => {
            error!("Could not draw a board: {cause:#}");
            Post::text(sentence)
        }
    }
}

/// A refusal of the rules in the player's language; in English where there is no translation.
fn refused(language: Language, refusal: &rules::Refusal) -> String {
    let args: Vec<_> = refusal
        .args
        .iter()
        .map(|(name, value)| {
            // A sentence of the rules stands as it is; what a player wrote stands between backticks.
            let text = match (*name, value.as_str()) {
                ("problem", problem) => post::sentence(problem),
                ("suggestions", moves) => post::code(moves).replace(" or ", &say!(language, "refused-or")),
                // What the setup line calls so is another option of the command.
                ("option", "colors") | (_, "colors=one") => tree::shown("challenge", "one-color", language),
                (_, "layout=custom") => tree::shown("challenge", "board", language),
                (_, "placement=on") => tree::shown("challenge", "placement", language),
                (_, "crown=on") => tree::shown("challenge", "crown", language),
                ("option", option) => tree::shown("challenge", &post::code(option), language),
                (_, value) => post::code(value),
            };
            (*name, Argument::Text(text))
        })
        .collect();
    let key = format!("refusal-{}", refusal.code);
    language.try_say(&key, &args).unwrap_or_else(|| post::plain(&refusal.text))
}

/// Keeps the language of a person, for the messages that nobody asked for.
async fn remember(app: &App, incoming: &Incoming) {
    let user = incoming.person.user;
    let kept = async {
        let known = app.store.player(user).await?;
        if known.ignored > 0 {
            app.store.heard_from(user).await?;
        }
        if known.locale.as_deref() == Some(&incoming.locale) {
            Ok(())
        } else {
            app.store.set_locale(user, &incoming.locale).await
        }
    };
    // The answer does not wait for it: the next interaction tells it again.
    match tokio::time::timeout(Duration::from_millis(500), kept).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => error!(user = user.0, %error, "Could not remember a player: {error}"),
        Err(_) => error!(user = user.0, "Could not remember a player in time"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_answer_is_put_off_in_the_place_where_it_will_stand() {
        let interaction = |kind: u8, flags: u64| {
            json!({
                "id": "5",
                "type": kind,
                "channel_id": "100",
                "user": { "id": "1", "username": "ada" },
                "data": { "name": "board" },
                "message": { "flags": flags },
            })
        };
        for (kind, flags, expected) in [
            (2, 0, Deferral::Private),
            (3, 0, Deferral::Private),
            (3, 64, Deferral::Update),
            (3, 64 | 4, Deferral::Update),
            (3, 4, Deferral::Private),
            (4, 0, Deferral::Never),
        ] {
            assert_eq!(deferral(&interaction(kind, flags)), expected, "kind {kind}, flags {flags}");
        }
        for (name, public, expected) in [
            ("replay", true, Deferral::Public),
            ("replay", false, Deferral::Private),
            ("board", true, Deferral::Private),
        ] {
            let mut asked = interaction(2, 0);
            let option = json!({ "name": "public", "type": 5, "value": public });
            asked["data"] = json!({ "name": name, "options": [option] });
            assert_eq!(deferral(&asked), expected, "{name} {public}");
        }
    }
}
