//! Text that people typed, without what does not show.

/// A user's text on one line, without invisible characters and marks of direction. For places without markup: titles, labels,
/// descriptions of pictures.
pub fn clean(text: &str, limit: usize) -> String {
    let visible = text.chars().filter_map(|c| match c {
        '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}' => Some(' '),
        c if c.is_control() || is_format_character(c) => None,
        c => Some(c),
    });
    visible.take(limit).collect::<String>().trim().to_owned()
}

/// Soft hyphens, marks and overrides of the direction, zero width spaces, annotations. Names need joiners.
const fn is_format_character(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
}
