//! A parsed REST request and its result.

use serde_json::Value;

use crate::model::{Id, StoredFile};
use crate::validate::Refusal;

/// A file of a multipart request: `files[n]`.
#[derive(Debug, Clone)]
pub struct Upload {
    pub index: u64,
    pub file: StoredFile,
}

#[derive(Debug, Default)]
pub struct ApiRequest {
    pub method: String,
    /// Segments of the path after `/api/v10`.
    pub path: Vec<String>,
    /// The query string.
    pub query: String,
    /// The token and its kind.
    pub authorization: String,
    pub body: Value,
    pub uploads: Vec<Upload>,
}

/// A status and, unless it is null, a body.
pub type ApiResult = Result<(u16, Value), Refusal>;

pub const NO_CONTENT: (u16, Value) = (204, Value::Null);

/// An id in a path. A segment that is no number gives an id that does not exist.
pub fn number(step: &str) -> Id {
    step.parse().unwrap_or(0)
}
