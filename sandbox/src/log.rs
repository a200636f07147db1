//! The log of REST requests, for tests and for the check against Discord's schemas.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Entry {
    /// Counts from 1.
    pub n: u64,
    /// The time of arrival on the sandbox's clock.
    pub at_ms: i64,
    pub method: String,
    pub path: String,
    pub status: u16,
    /// The JSON body; `payload_json` of a multipart request.
    pub body: Value,
    pub files: Vec<SentFile>,
    pub response: Value,
    /// Discord's code, if the request was refused.
    pub error_code: Option<u64>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SentFile {
    pub name: String,
    pub bytes: usize,
}

#[derive(Debug, Default)]
pub struct Log {
    entries: Vec<Entry>,
    record: Option<PathBuf>,
}

const KEPT: usize = 20_000;

impl Log {
    /// A log that also appends each entry as a line to `record`.
    pub fn new(record: Option<PathBuf>) -> Self {
        Self { entries: Vec::new(), record }
    }

    pub fn add(&mut self, mut entry: Entry) {
        entry.n = self.entries.last().map_or(1, |last| last.n + 1);
        if let Some(path) = &self.record {
            let line = serde_json::to_string(&entry).unwrap_or_default();
            let result =
                OpenOptions::new().create(true).append(true).open(path).and_then(|mut file| writeln!(file, "{line}"));
            if let Err(error) = result {
                tracing::warn!(path = %path.display(), %error, "could not record a request");
            }
        }
        if self.entries.len() >= KEPT {
            self.entries.drain(..KEPT / 2);
        }
        self.entries.push(entry);
    }

    pub fn since(&self, since: u64) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.n > since)
    }

    pub fn last(&self) -> u64 {
        self.entries.last().map_or(0, |entry| entry.n)
    }
}
