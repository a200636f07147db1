//! The known name that a misspelled one probably means.

/// Least similarity, from 0 to 1, of names that may be the same.
const NEAR: f64 = 0.7;

/// The most similar of the known names, if one is near.
pub fn near_name<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let by_likeness = known.map(|known| (strsim::normalized_damerau_levenshtein(name, known), known));
    let nearest = by_likeness.max_by(|(one, _), (other, _)| one.total_cmp(other));
    nearest.filter(|(likeness, _)| *likeness >= NEAR).map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_finds_its_own_and_another_one_none() {
        let names = ["sslmode", "sslrootcert", "host"];
        for (name, meant) in [("sslmod", Some("sslmode")), ("hsot", Some("host")), ("color", None), ("", None)] {
            assert_eq!(near_name(name, names.into_iter()), meant, "{name}");
        }
    }
}
