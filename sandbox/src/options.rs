//! Options for starting a sandbox.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use crate::interaction::FIRST_ANSWER_MS;

#[derive(Debug, Clone)]
pub struct Person {
    pub name: String,
    /// Language of the user's client, in Discord's spelling.
    pub locale: String,
}

#[derive(Debug, Clone)]
pub struct Options {
    /// Port 0 takes a free one.
    pub listen: SocketAddr,
    pub bot_name: String,
    pub guild_name: String,
    pub people: Vec<Person>,
    pub token: String,
    pub client_secret: String,
    /// The addresses to which a browser may be sent back once its user has said who they are.
    pub redirects: Vec<String>,
    /// The base address of the bot's pages, which enables Activities.
    pub pages: Option<String>,
    /// Refuse requests beyond Discord's rate limits. Without it only the headers show them.
    pub strict_rate_limits: bool,
    /// Keep only this many files, the newest ones. `None` keeps all.
    pub files_kept: Option<usize>,
    pub record: Option<PathBuf>,
    /// Seed of all random decisions (random faults, tokens). `None` takes a random one.
    pub seed: Option<u64>,
    /// An interaction fails without a first answer within this time. Discord's limit is 3000 ms.
    pub first_answer_ms: i64,
}

impl Default for Options {
    fn default() -> Self {
        let people = [
            ("Ada", "en-US"),
            ("Bruno", "fr"),
            ("Chloé", "fr"),
            ("Dmitri", "en-GB"),
            ("Emma", "en-US"),
            ("Farid", "fr"),
        ];
        Self {
            listen: (Ipv4Addr::LOCALHOST, 7878).into(),
            bot_name: "Bot".to_owned(),
            guild_name: "Sumito club".to_owned(),
            people: people
                .iter()
                .map(|(name, locale)| Person { name: (*name).to_owned(), locale: (*locale).to_owned() })
                .collect(),
            token: "sandbox-token".to_owned(),
            client_secret: "sandbox-secret".to_owned(),
            redirects: Vec::new(),
            pages: None,
            strict_rate_limits: false,
            files_kept: None,
            record: None,
            seed: None,
            first_answer_ms: FIRST_ANSWER_MS,
        }
    }
}
