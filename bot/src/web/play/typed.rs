//! The field for typed moves, with refused input.

use maud::{Markup, html};

/// Refused input of a field, and the reason.
pub(in crate::web) struct Refusal {
    pub(in crate::web) field: &'static str,
    pub(in crate::web) text: String,
    pub(in crate::web) sentence: String,
}

/// A field for moves, with the problem of refused input.
pub(super) fn field(name: &'static str, label: &str, refusal: Option<&Refusal>) -> Markup {
    let refusal = refusal.filter(|refusal| refusal.field == name);
    let problem = format!("problem-{name}");
    html! {
        label {
            (label) " "
            input name=(name) value=[refusal.map(|refusal| &refusal.text)] aria-describedby=(problem) aria-invalid=[refusal.map(|_| "true")] autofocus[refusal.is_some()]
                autocomplete="off" autocapitalize="off" spellcheck="false" required;
        }
        p.problem id=(problem) role="alert" { @if let Some(refusal) = refusal { (refusal.sentence) } }
    }
}
