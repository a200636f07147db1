//! The variable that filters the log.

use base::near_name::near_name;
use tracing_subscriber::filter::Targets;

pub(super) const VARIABLE: &str = "RUST_LOG";

const LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];

/// Crates that a word without a level may name.
const CRATES: [&str; 10] =
    ["sumito", "bot", "discord", "games", "clubs", "base", "render", "engine", "sandbox", "sqlx"];

/// The problem with the filter of this environment, for hosts.
pub(crate) fn problem() -> Option<String> {
    read(&std::env::var(VARIABLE).unwrap_or_default()).err()
}

/// Reads a filter; `None` if it is empty. A word that is no level would name a part of some program, and silence all
/// others.
pub(super) fn read(text: &str) -> Result<Option<Targets>, String> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let words = text.split(',').map(str::trim).filter(|word| !word.contains(['=', ':']));
    for word in words {
        let lower = word.to_lowercase();
        let known = LEVELS.into_iter().chain(CRATES);
        if known.clone().all(|known| known != lower) {
            let meant = near_name(&lower, known).unwrap_or("info");
            return Err(format!(
                "{VARIABLE}: `{word}` is neither a level nor a part of the program; write `{meant}`, or `{word}=debug`"
            ));
        }
    }
    let read = text.parse().map(Some);
    read.map_err(|_| format!("{VARIABLE}: `{text}` is no filter; write `info`, or `sumito=debug,discord=debug`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_that_would_silence_the_log_is_refused() {
        for text in
            ["info", "WARN", "sumito=debug,bot=debug,discord=debug", "warn, games", "warn, clubs", "hyper=trace,info"]
        {
            assert!(read(text).is_ok_and(|filter| filter.is_some()), "{text}");
        }
        assert_eq!(read(" "), Ok(None));
        for (text, part) in [
            ("inof", "`inof` is neither a level nor a part of the program; write `info`, or `inof=debug`"),
            ("sumito=loud", "`sumito=loud` is no filter"),
            ("info,verbose", "`verbose` is neither"),
        ] {
            let problem = read(text).expect_err(text);
            assert!(problem.contains(part), "{problem}");
        }
    }
}
