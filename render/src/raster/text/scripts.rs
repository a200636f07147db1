//! Classes of characters: those that need shaping, and emoji.

/// Letters of scripts that run from right to left, or whose letters join, stack or reorder: they cannot be laid out
/// one by one.
pub const fn is_shaped(c: char) -> bool {
    matches!(c,
        '\u{590}'..='\u{109f}' | '\u{135d}'..='\u{135f}' | '\u{1700}'..='\u{18af}' | '\u{1900}'..='\u{1c4f}'
        | '\u{1cd0}'..='\u{1cff}' | '\u{a800}'..='\u{a95f}' | '\u{a980}'..='\u{abff}' | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{11fff}' | '\u{16100}'..='\u{1613f}' | '\u{1e100}'..='\u{1efff}')
}

/// The two joiners that some of those scripts need.
pub const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// The beginning and the end of a part with a direction of its own.
pub const fn is_isolate(c: char) -> bool {
    matches!(c, '\u{2068}' | '\u{2069}')
}

/// Emoji, regional indicators, tiles and cards: fonts show them as something unlike what people sent.
pub const fn is_emoji(c: char) -> bool {
    matches!(c,
        '\u{231a}' | '\u{231b}' | '\u{23e9}'..='\u{23ec}' | '\u{23f0}' | '\u{23f3}' | '\u{25fd}' | '\u{25fe}' | '\u{2614}'
        | '\u{2615}' | '\u{2648}'..='\u{2653}' | '\u{267f}' | '\u{2693}' | '\u{26a1}' | '\u{26aa}' | '\u{26ab}' | '\u{26bd}'
        | '\u{26be}' | '\u{26c4}' | '\u{26c5}' | '\u{26ce}' | '\u{26d4}' | '\u{26ea}' | '\u{26f2}' | '\u{26f3}' | '\u{26f5}'
        | '\u{26fa}' | '\u{26fd}' | '\u{2705}' | '\u{270a}' | '\u{270b}' | '\u{2728}' | '\u{274c}' | '\u{274e}'
        | '\u{2753}'..='\u{2755}' | '\u{2757}' | '\u{2795}'..='\u{2797}' | '\u{27b0}' | '\u{27bf}' | '\u{2b1b}' | '\u{2b1c}'
        | '\u{2b50}' | '\u{2b55}' | '\u{1f000}'..='\u{1faff}')
}

/// Whether each character is in an emoji. Symbols that are joined are one emoji, also where their selectors are missing.
pub fn emoji_parts(chars: &[char]) -> Vec<bool> {
    // A variation selector after a symbol requests its emoji form.
    let is_requested = |at: usize| !chars[at].is_ascii() && chars.get(at + 1) == Some(&'\u{fe0f}');
    let mut parts: Vec<bool> = (0..chars.len()).map(|at| is_emoji(chars[at]) || is_requested(at)).collect();
    let is_symbol = |at: &usize| chars[*at] != '\u{fe0f}' && !chars[*at].is_alphanumeric();
    let joins: Vec<[usize; 2]> = (1..chars.len().saturating_sub(1))
        .filter(|at| chars[*at] == '\u{200d}')
        .filter_map(|at| Some([(0..at).rev().find(|at| chars[*at] != '\u{fe0f}').filter(is_symbol)?, at + 1]))
        .filter(|[_, after]| is_symbol(after))
        .collect();
    for [one, other] in joins.iter().chain(joins.iter().rev()) {
        let is_part = parts[*one] || parts[*other];
        (parts[*one], parts[*other]) = (is_part, is_part);
    }
    parts
}
