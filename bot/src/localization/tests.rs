//! Compares the texts of all languages with each other and with the code.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clubs::domain::tournament::Format;
use games::domain::{EndReason, Pauses, UserId};
use pairing::standings::TieBreak;

use super::*;

/// Keys, and attributes as `key.attribute`, with the names of their arguments.
fn keys(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut keys = BTreeMap::<String, BTreeSet<String>>::new();
    let (mut key, mut current) = (String::new(), String::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((name, _)) = line.split_once(" =") {
            match name.trim_start().strip_prefix('.') {
                Some(attribute) => current = format!("{key}.{attribute}"),
                None if !name.starts_with(' ') => (key, current) = (name.to_owned(), name.to_owned()),
                None => {}
            }
            keys.entry(current.clone()).or_default();
        }
        for part in line.split('$').skip(1) {
            let name: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            keys.entry(current.clone()).or_default().insert(name);
        }
    }
    keys
}

/// Names of layouts, which a language may leave out; the English names are then shown.
fn is_optional(key: &str) -> bool {
    key.strip_prefix("layout-").is_some_and(|name| rules::games::abalone::layout(name).is_some())
}

#[test]
fn every_language_has_the_same_sentences_options_and_choices_with_the_same_arguments() {
    assert!(FILES.len() >= 3 && Language::ENGLISH.code() == "en");
    for files in &FILES[1..] {
        for (english, text) in FILES[0].texts.iter().zip(files.texts) {
            let (english, mut own) = (keys(english), keys(text));
            assert!(english.len() > 60);
            own.retain(|key, _| !is_optional(key));
            for (key, args) in &english {
                let found = own.remove(key).unwrap_or_else(|| panic!("{}: no text for {key}", files.code));
                assert_eq!(&found, args, "{}: arguments of {key}", files.code);
            }
            let unknown: Vec<_> = own.into_keys().collect();
            assert!(unknown.is_empty(), "{}: English has no {unknown:?}", files.code);
        }
    }
}

#[test]
fn nobody_is_mentioned_who_has_deleted_their_data() {
    let nobody = UserId::deleted(5);
    let say = |language: Language, player: UserId, who: UserId| {
        let opponents = name_player(language, UserId(3));
        localize!(
            language,
            "challenge-declined",
            challenger = player.0,
            opponents = opponents,
            game = "<@",
            who = who.0
        )
    };
    let english = say(Language::ENGLISH, nobody, UserId(2));
    assert!(english.starts_with("Deleted user challenged <@3> to a game of <@."), "{english}");
    assert!(english.ends_with("by <@2>."), "{english}");
    for language in Language::all() {
        let name = name_player(language, nobody);
        assert!(!name.contains('@') && say(language, nobody, nobody).matches(&name).count() == 2, "{language:?}");
    }
}

#[test]
fn an_engine_is_named_in_a_sentence() {
    let engine = Player::Engine(EngineLevel(3));
    let text = localize!(Language::ENGLISH, "turn", player = engine);
    assert!(text.contains("Sumito (level 3)") && !text.contains('@'), "{text}");
    for language in Language::all() {
        let name = name_player(language, engine);
        assert!(name.contains('3') && localize!(language, "turn", player = engine).contains(&name), "{language:?}");
    }
}

#[test]
fn every_key_has_a_sentence_in_every_language() {
    let keys = FILES[0].texts.iter().flat_map(|text| keys(text).into_keys());
    for key in keys.filter(|key| !key.contains('.')) {
        for language in Language::all() {
            assert!(language.try_localize(&key, &[]).is_some(), "{language:?}: {key}");
        }
    }
}

#[test]
fn languages_are_called_as_discord_calls_them() {
    // https://discord.com/developers/docs/reference#locales
    let codes =
        "id da de es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko";
    for language in Language::others() {
        assert!(codes.split(' ').any(|code| code == language.code()), "{language:?}");
    }
}

#[test]
fn a_locale_has_the_language_of_its_files_or_english() {
    let locales = ["en-US", "en-GB", "fr", "fr-CA", "de", "ja", "", "frisian"];
    assert_eq!(locales.map(|locale| Language::of(locale).code()), ["en", "en", "fr", "fr", "de", "en", "en", "en"]);
}

/// Commands between backticks in a text, such as `/settings clock zone:`.
fn named_commands(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .filter(|code| code.strip_prefix('/').is_some_and(|name| name.starts_with(char::is_alphabetic)))
}

#[test]
fn a_text_names_commands_and_options_as_its_language_does() {
    let tree = crate::app::command_tree::tree();
    for (language, files) in Language::all().zip(FILES) {
        let own_name = |of: &serde_json::Value| {
            let own = of["name_localizations"][language.code()].as_str();
            own.or_else(|| of["name"].as_str()).unwrap_or_default().to_owned()
        };
        for code in files.texts[..2].iter().flat_map(|text| named_commands(text)) {
            let mut at = tree.as_array().expect("commands");
            for word in code.trim_start_matches('/').split(' ').filter(|word| !word.contains('{')) {
                // A value follows its option, and belongs to nothing below it.
                let name = word.split(':').next().unwrap_or_default();
                let found = at.iter().find(|of| own_name(of) == name);
                let found = found.unwrap_or_else(|| panic!("{language:?}: `{code}`: there is no {name}"));
                match found["options"].as_array().filter(|_| !word.contains(':')) {
                    Some(options) => at = options,
                    None => break,
                }
            }
        }
    }
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
}

/// The program's own sources below this folder, without their tests.
fn source_code(folder: &Path) -> String {
    let mut files = Vec::new();
    sources(folder, &mut files);
    files.retain(|path| path.file_stem().is_some_and(|name| name != "tests"));
    let sources = files.iter().map(|path| std::fs::read_to_string(path).expect("a source"));
    sources.map(|source| source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn every_message_key_is_used() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = ["src", "../games/src", "../clubs/src"].map(|folder| source_code(&root.join(folder))).concat();
    let (rules, table) = (source_code(&root.join("../rules/src")), include_str!("../../../rules/data/refusals.tsv"));
    let quoted = |word: &str, text: &str| text.contains(&format!("\"{word}\""));
    let unused: Vec<_> = keys(FILES[0].texts[0])
        .into_keys()
        .filter(|key| !key.contains('.'))
        .filter(|key| match key.split_once('-') {
            // Composed from the codes of the rules, and from the reasons why a game ended.
            Some(("refusal", code)) => !table.lines().any(|line| line.split('\t').next() == Some(code)),
            // Composed from the code of a refusal.
            Some(("error", code)) => !quoted(key, &source) && !quoted(code, &source),
            // Composed from the names of options in setup lines.
            Some(("option", option)) => !quoted(option, &source) && !quoted(option, &rules) && !quoted(key, &source),
            // Composed from the names of the options that the form asks for, of their defaults and of their groups.
            Some(("guide", question))
                if ["ask-", "cell-", "group-", "usual-"].iter().any(|of| question.starts_with(of)) =>
            {
                question.split_once('-').is_none_or(|(_, option)| !quoted(option, &source) && !quoted(key, &source))
            }
            // Composed from the names of games.
            Some(("name" | "about", game)) => !rules::registry::names().any(|name| name == game),
            Some(("rating", group)) => {
                let group = group.strip_prefix("group-").map(str::parse::<games::domain::rating::group::RatingGroup>);
                group.is_none_or(|group| group.is_err())
            }
            // Composed from the names of stones.
            Some(("legend", word)) => !quoted(word, &source) && !quoted(word, &rules),
            Some(("theme", word)) => word.parse::<render::BoardStyle>().is_err(),
            Some(("marbles", word)) => word.parse::<render::MarbleSet>().is_err(),
            // Composed from actions of organizers, and from source of ladders: reasons, refusals, parameters.
            Some(("audit", action)) if !quoted(key, &source) => !quoted(action, &source),
            // Composed from the formats, the tie-breaks and the presets of tournaments.
            Some(("event", rest)) if !quoted(key, &source) => {
                let is_format = |word: &str| Format::NAMES.contains(&word);
                let is_tie_break = |word: &str| TieBreak::all().any(|known| known.as_str() == word);
                !rest.strip_prefix("format-").is_some_and(is_format)
                    && !rest.strip_prefix("preset-").is_some_and(|word| quoted(word, &source))
                    && !rest.strip_prefix("pauses-").is_some_and(|word| Pauses::NAMES.contains(&word))
                    && !["column-", "legend-"].iter().any(|part| rest.strip_prefix(part).is_some_and(is_tie_break))
            }
            Some(("ladder", rest)) if !quoted(key, &source) => {
                let parts = [
                    "reason",
                    "refused",
                    "rules-win",
                    "rules-draw",
                    "rules-loss",
                    "rules-time",
                    "rules-join",
                    "rules-silence",
                    "rules-pauses",
                ];
                let word = parts.iter().find_map(|part| rest.strip_prefix(part)?.strip_prefix('-'));
                word.is_none_or(|word| !quoted(word, &source))
            }
            Some(("reason" | "ended", word)) if !quoted(key, &source) => {
                !quoted(word, &source) && !quoted(word, &rules)
            }
            _ => !quoted(key, &source),
        })
        .collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn what_is_named_in_code_has_its_words() {
    use clubs::domain::ladder::{DrawEffect, Join, LossEffect, Reason, Silence, TimeOut, WinEffect};
    use games::domain::AuditAction;
    let by_players = EndReason::OWN.into_iter().filter(|reason| reason.is_by_people());
    let reasons = by_players.chain(rules::EndReason::ALL.map(EndReason::Rules));
    let reasons = reasons.flat_map(|reason| [format!("reason-{reason}"), format!("ended-{reason}")]);
    let games = rules::registry::names().map(|game| format!("name-{game}"));
    let themes = render::Theme::all().map(|theme| format!("theme-{theme}"));
    let marbles = render::MarbleSet::ALL.iter().map(|marbles| format!("marbles-{marbles}"));
    let mut clubs: Vec<String> = AuditAction::ALL.iter().map(|action| format!("audit-{action}")).collect();
    clubs.extend(Reason::ALL.iter().map(|reason| format!("ladder-reason-{reason}")));
    clubs.extend(WinEffect::ALL.iter().map(|effect| format!("ladder-rules-win-{effect}")));
    clubs.extend(DrawEffect::ALL.iter().map(|effect| format!("ladder-rules-draw-{effect}")));
    clubs.extend(LossEffect::ALL.iter().map(|effect| format!("ladder-rules-loss-{effect}")));
    clubs.extend(TimeOut::ALL.iter().map(|effect| format!("ladder-rules-time-{effect}")));
    clubs.extend(Join::ALL.iter().map(|place| format!("ladder-rules-join-{place}")));
    clubs.extend(Silence::ALL.iter().map(|silence| format!("ladder-rules-silence-{silence}")));
    for key in reasons.chain(games).chain(themes).chain(marbles).chain(clubs) {
        assert!(Language::ENGLISH.try_localize(&key, &[]).is_some(), "{key}");
    }
}

#[test]
fn every_refusal_of_the_rules_has_a_sentence() {
    let table = include_str!("../../../rules/data/refusals.tsv");
    let english = keys(FILES[0].texts[0]);
    let mut codes = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (code, args) = line.split_once('\t').expect(line);
        let args: BTreeSet<String> = args.split(' ').map(str::to_owned).collect();
        let entry = english.get(&format!("refusal-{code}")).unwrap_or_else(|| panic!("no sentence for {code}"));
        assert!(entry.is_subset(&args), "{code}: {entry:?} of {args:?}");
        codes += 1;
    }
    assert!(codes >= 30, "{codes}");
}

#[test]
fn a_refusal_of_the_rules_can_follow_a_colon_and_quotes_what_a_player_wrote() {
    // The others are cells, counts and moves in the notation of the rules, and sentences of the rules.
    let inputs = ["game", "layout", "option", "second", "text", "value", "what"];
    for line in FILES.iter().flat_map(|files| files.texts[0].lines()).filter(|line| line.starts_with("refusal-")) {
        for (before, after) in line.match_indices("{ $").map(|(at, _)| line.split_at(at)) {
            let name: String = after.chars().skip(3).take_while(|c| c.is_alphanumeric()).collect();
            assert!(before.ends_with('`') || !inputs.contains(&name.as_str()), "{name}: {line}");
        }
        // These quote a sentence of the rules.
        let quotes = ["refusal-bad-position", "refusal-bad-record"].iter().any(|key| line.starts_with(key));
        let has_colon = line.split('`').step_by(2).any(|said| said.contains(": "));
        assert!(quotes || !has_colon, "{line}");
    }
}

#[test]
fn a_message_about_a_vacation_prints_each_time_once() {
    for line in FILES.iter().flat_map(|files| files.texts[0].lines()) {
        if ["notice-vacation-", "vacation-"].iter().any(|start| line.starts_with(start)) {
            assert!(!line.contains(":R>"), "{line}");
        }
    }
}

#[test]
fn french_punctuation_follows_a_narrow_no_break_space() {
    let french = FILES.iter().find(|files| files.code == "fr").expect("French");
    for line in french.texts.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#')) {
        let value = line.split_once(" = ").map_or(line, |(_, value)| value);
        // Text between backticks is typed literally.
        for said in value.split('`').step_by(2) {
            let wrong = [" :", " ;", " !", " ?", " %", "\u{a0}"].into_iter().find(|wrong| said.contains(wrong));
            assert!(wrong.is_none(), "{line}");
        }
    }
}

#[test]
fn a_text_that_looks_like_a_number_stays_a_text() {
    for text in ["007", "1", "-0", "1e3", "00000000a", "1000000000000000001"] {
        let words = localize!(Language::ENGLISH, "error-bad-pace", pace = text);
        assert!(words.contains(&format!("`{text}`")), "{words}");
    }
    let id: GameId = "000000007".parse().expect("nine digits");
    let words = localize!(Language::ENGLISH, "game-in", id = id, channel = u64::MAX);
    assert!(words.contains("`000000007`") && words.contains("<#18446744073709551615>"), "{words}");
}

#[test]
fn numbers_choose_the_plural() {
    let days = |days: u32| localize!(Language::of("fr"), "challenge-pace-days", days = days);
    assert!(days(1).ends_with("1 jour** par coup"), "{}", days(1));
    assert!(days(2).ends_with("2 jours** par coup"), "{}", days(2));
    let give = |count: u32| localize!(Language::of("fr"), "score-summary-initial", who = "Noirs", count = count);
    assert!(give(1).ends_with("une, comptée dès le début."), "{}", give(1));
    assert!(give(2).ends_with("2, comptées dès le début."), "{}", give(2));
}
