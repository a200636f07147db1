//! The web page of the sandbox: plain files, embedded in the binary.

use axum::Router;
use axum::http::HeaderName;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::routing::get;

/// A file of the page: its name, its type, its text.
type File = (&'static str, &'static str, &'static str);

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The files that a browser requests after [`index`].
const FILES: [File; 19] = [
    ("page.css", CSS, include_str!("../../page/page.css")),
    ("page.js", SCRIPT, include_str!("../../page/page.js")),
    ("activity.js", SCRIPT, include_str!("../../page/activity.js")),
    ("api.js", SCRIPT, include_str!("../../page/api.js")),
    ("attachments.js", SCRIPT, include_str!("../../page/attachments.js")),
    ("commands.js", SCRIPT, include_str!("../../page/commands.js")),
    ("components.js", SCRIPT, include_str!("../../page/components.js")),
    ("composer.js", SCRIPT, include_str!("../../page/composer.js")),
    ("dialogs.js", SCRIPT, include_str!("../../page/dialogs.js")),
    ("dom.js", SCRIPT, include_str!("../../page/dom.js")),
    ("head.js", SCRIPT, include_str!("../../page/head.js")),
    ("history.js", SCRIPT, include_str!("../../page/history.js")),
    ("markup.js", SCRIPT, include_str!("../../page/markup.js")),
    ("messages.js", SCRIPT, include_str!("../../page/messages.js")),
    ("options.js", SCRIPT, include_str!("../../page/options.js")),
    ("sidebar.js", SCRIPT, include_str!("../../page/sidebar.js")),
    ("suggestions.js", SCRIPT, include_str!("../../page/suggestions.js")),
    ("tools.js", SCRIPT, include_str!("../../page/tools.js")),
    ("unread.js", SCRIPT, include_str!("../../page/unread.js")),
];

/// Only the sandbox's own files load and run, so injected text cannot load scripts.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Answer = ([(HeaderName, String); 5], &'static str);

fn answer(content_type: &str, policy: &str, text: &'static str) -> Answer {
    let headers = [
        (CONTENT_TYPE, content_type),
        (CONTENT_SECURITY_POLICY, policy),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        // A new program must not get an old script from the cache.
        (CACHE_CONTROL, "no-store"),
    ];
    (headers.map(|(name, value)| (name, value.to_owned())), text)
}

/// The page itself, for a plain GET of `/`, with a frame for the address `activity`.
pub(crate) fn index(activity: Option<&str>) -> Answer {
    let frames = activity.map_or_else(String::new, |origin| format!("; frame-src {origin}"));
    answer(HTML, &format!("{POLICY}{frames}"), include_str!("../../page/index.html"))
}

/// The page's style sheet and scripts.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    FILES.into_iter().fold(Router::new(), |router, (name, content_type, text)| {
        router.route(&format!("/{name}"), get(move || async move { answer(content_type, POLICY, text) }))
    })
}

#[cfg(test)]
mod tests {
    use super::FILES;

    #[test]
    fn every_file_the_page_asks_for_is_served() {
        let html = include_str!("../../page/index.html");
        let texts = FILES.iter().map(|(_, _, text)| *text).chain([html]);
        let mut count = 0;
        for text in texts {
            let imports = text.split(" from \"./").skip(1);
            let links = text.split("href=\"/").skip(1).chain(text.split("src=\"/").skip(1));
            for rest in imports.chain(links) {
                let name = rest.split('"').next().expect("split yields at least one part");
                assert!(FILES.iter().any(|(known, _, _)| *known == name), "{name} is asked for, but no route has it");
                count += 1;
            }
        }
        assert!(count > 30, "the page's imports were not found: {count}");
    }

    #[test]
    fn no_script_turns_text_into_markup() {
        for (name, _, text) in FILES {
            for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
                assert!(!text.contains(word), "{name} uses {word}");
            }
        }
    }
}
