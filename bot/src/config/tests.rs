//! Refused settings, and their messages.

use std::io::Write as _;

use discord::shards::{ShardSetting, Shards};

use super::*;

/// The settings from a file with this text, and its name.
fn with(text: &str) -> (anyhow::Result<Config>, String) {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(text.as_bytes()).expect("room for it");
    (Config::load(Some(file.path())), file.path().display().to_string())
}

#[test]
fn the_defaults_are_complete() {
    let config = Config::load(None).expect("the defaults load");
    let settings = config.settings();
    assert_eq!(settings.reminder_hours, [24, 3]);
    assert_eq!((settings.limits, settings.vacation), (Limits::default(), VacationAllowance::default()));
}

#[test]
fn a_chosen_folder_of_fonts_has_to_be_there() {
    let problem = |text: &str| with(text).0.expect("good settings").fonts_problem();
    let folder = tempfile::tempdir().expect("a folder");
    for fonts in ["", "/usr/share/fonts", &folder.path().display().to_string()] {
        assert_eq!(problem(&format!("[render]\nfonts = \"{fonts}\"")), None);
    }
    let missing = problem("[render]\nfonts = \"/nowhere\"").expect("a problem");
    assert!(missing.starts_with("`render.fonts`: there is no folder /nowhere"), "{missing}");
}

#[test]
fn every_setting_has_a_comment_for_hosts() {
    for (before, line) in DEFAULTS.lines().zip(DEFAULTS.lines().skip(1)) {
        let is_setting = !line.starts_with('#') && line.contains(" = ");
        assert!(!is_setting || before.starts_with('#'), "config/default.toml: {line}");
    }
}

#[cfg(unix)]
#[test]
fn settings_that_are_no_file_are_refused_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    for place in [&pipe, folder.path(), Path::new("/dev/zero")] {
        let refused = Config::load(Some(place)).expect_err("no file").to_string();
        assert_eq!(refused, format!("{} is no file, and settings stand in one", place.display()));
    }
}

#[test]
fn a_bad_setting_is_named_with_its_place_and_what_it_may_be() {
    let assert_refused = |text: &str, sentence: &str| {
        let (error, file) = with(text);
        let error = format!("{:#}", error.expect_err(text)).replace(&file, "FILE");
        assert_eq!(error, sentence, "{text}");
    };
    for (section, line, problem) in [
        ("games", "max_opne = 3", "there is no such setting; did you mean `games.max_open`?"),
        (
            "games",
            "color = 3",
            "unknown field `color`, expected one of `default_pace`, `max_open`, `downtime_minutes`, \
             `claim_after_days`, `claim_grace_days`, `adjourn_days`, `hints`",
        ),
        ("games", "max_open = \"many\"", "\"many\" is no whole number from 1 to 4294967295"),
        ("discord", "requests_per_second = 70000", "70000 is no whole number from 1 to 50"),
        ("games", "max_open = 0", "0 is no whole number from 1 to 4294967295"),
        ("games", "claim_grace_days = 400", "400 is no whole number from 1 to 365"),
        (
            "games",
            "default_pace = \"fast\"",
            "`fast` is not a pace: write `days:1` to `days:30`, `fischer:7d+1d/14d`, `total:15m`, or `none`",
        ),
        ("reminders", "hours_before = [0]", "an hour of 0 is the deadline itself; name hours of 1 and more"),
        (
            "games",
            "default_pace = \"days:3 weekends=off\"",
            "`weekends=off` says nothing about a clock: write `weekends=pause`, `vacation=asked`, `vacation=off` or \
             `sleep=off`",
        ),
        (
            "games",
            "default_pace = \"total:15m weekends=pause\"",
            "the clocks of a live game always run: leave `weekends=pause` out",
        ),
        ("reminders", "hours_before = 3", "it is no list of whole hours, such as [24, 3]"),
        ("database", "url = \"mysql://x\"", "write `sqlite://` and a path, or `postgres://user@host/database`"),
        ("database", "connections = 101", "101 is no whole number from 1 to 100"),
        ("reminders", "hours_before = [24, -3]", "it is no list of whole hours, such as [24, 3]"),
        ("vacation", "days_per_year = 367", "367 is no whole number from 0 to 366"),
        ("reminders", "hours_before = [3, 48, 24]", "the first reminder is the earliest: write [48, 24, 3]"),
        ("reminders", "hours_before = [3, 3]", "3 stands there twice; one reminder at that hour is all there is"),
        ("outbox", "retry_seconds = 700", "700 is more than the 600 of `outbox.retry_at_most_seconds`"),
        (
            "metrics",
            "listen = \"9464\"",
            "\"9464\" is no address with a port: write \"127.0.0.1:8080\", or \"[::]:8080\"",
        ),
        (
            "database",
            "url = \"postgres://u@db.example/games?sslmod=require\"",
            "there is no parameter `sslmod`; did you mean `sslmode`?",
        ),
        (
            "database",
            "url = \"postgres://u@db.example/games?sslrootcert=/nowhere/ca.pem\"",
            "there is no certificate at /nowhere/ca.pem",
        ),
        (
            "database",
            "url = \"sqlite://games.db?mode=ro\"",
            "an address of SQLite has no parameters; leave `?mode=ro` out",
        ),
        ("database", "url = 7", "invalid type: integer `7`, expected a string"),
        (
            "render",
            "theme = \"glass\"",
            "there is no such theme; boards are wood, slate, felt, paper and contrast, marbles classic, matte, \
             ocean, ember, jade and metal, both together for example wood+ocean",
        ),
        ("log", "format = \"xml\"", "unknown variant `xml`, expected `text` or `json`"),
        ("challenges", "expire_after_hours = -1", "-1 is no whole number from 1 to 4294967295"),
        ("discord", "api_base = \"discord.com\"", "\"discord.com\" is no address that begins with http:// or https://"),
        ("discord", "gateway_url = \"http://x\"", "\"http://x\" is no address that begins with ws:// or wss://"),
        (
            "discord",
            "gateway = false",
            "without the gateway, interactions come by HTTP only: set `http.listen` and `discord.public_key`",
        ),
        ("discord", "gateway = \"no\"", "invalid type: string \"no\", expected a boolean"),
        ("http", "listen = \"8080\"", "\"8080\" is no address with a port: write \"127.0.0.1:8080\", or \"[::]:8080\""),
        (
            "http",
            "public_url = \"https://abalone.example\"",
            "pages need an address to be served at: set `http.listen`",
        ),
        (
            "http",
            "client_address_header = \"X Forwarded For\"",
            "\"X Forwarded For\" is no header that holds an address alone: write \"X-Forwarded-For\", or what your \
             proxy uses",
        ),
        (
            "http",
            "client_address_header = \"Forwarded\"",
            "\"Forwarded\" is no header that holds an address alone: write \"X-Forwarded-For\", or what your proxy \
             uses",
        ),
        (
            "http",
            "client_address_header = \"X-Real-IP\"",
            "only pages have readers to limit: set `http.public_url`, or leave it empty",
        ),
        (
            "http",
            "listen = \"127.0.0.1:8080\"",
            "nothing is served there: set `http.public_url` for pages, or `discord.public_key` for interactions",
        ),
        (
            "discord",
            "public_key = \"12ab\"",
            "\"12ab\" is no public key: copy all 64 digits once more from the developer portal",
        ),
    ] {
        let (key, _) = line.split_once(" = ").expect("a setting");
        let sentence = format!("setting `{section}.{key}` in FILE: {problem}");
        assert_refused(&format!("[{section}]\n{line}"), &sentence);
    }
    for (text, sentence) in [
        ("[gmaes]\nmax_open = 3", "setting `gmaes` in FILE: there is no such setting; did you mean `games`?"),
        ("games = 3", "setting `games` in FILE: invalid type: integer `3`, expected struct Games"),
        (
            "[vacation]\ndays_per_year = 2\nautomatic_days = 3",
            "setting `vacation.automatic_days` in FILE: 3 days are more than the 2 of `vacation.days_per_year`",
        ),
        (
            "[http]\nlisten = \"127.0.0.1:8080\"\npublic_url = \"http://abalone.example\"",
            "setting `http.public_url` in FILE: \"http://abalone.example\" would send what proves who plays in the \
             clear: write https://",
        ),
        (
            "[http]\nlisten = \"127.0.0.1:8080\"\npublic_url = \"https://abalone.example/games/\"",
            "setting `http.public_url` in FILE: \"https://abalone.example/games/\" is more than a scheme, a host \
             and a port: write https://abalone.example",
        ),
        (
            "[http]\nlisten = \"127.0.0.1:8080\"\npublic_url = \"abalone.example\"",
            "setting `http.public_url` in FILE: \"abalone.example\" is no address that begins with http:// or \
             https://",
        ),
        (
            "[http]\nlisten = \"127.0.0.1:8080\"\n[discord]\ngateway = false",
            "setting `http.listen` in FILE: interactions are not read without their key: set `discord.public_key`, \
             from the developer portal",
        ),
        (
            "[http]\nlisten = 8080\npublic_url = \"https://abalone.example\"",
            "setting `http.listen` in FILE: 8080 is no address with a port: write \"127.0.0.1:8080\", or \
             \"[::]:8080\"",
        ),
        (
            "[http]\nlisten = \"127.0.0.1:8080\"\npublic_ur = \"https://abalone.example\"",
            "setting `http.public_ur` in FILE: there is no such setting; did you mean `http.public_url`?",
        ),
        ("[games]\nmax_open = = 3", "FILE is no TOML file: line 2, column 12: extra `=`, expected nothing"),
    ] {
        assert_refused(text, sentence);
    }
    let nowhere = Config::load(Some(Path::new("/nowhere/sumito.toml"))).expect_err("there is no such file");
    let sentence = "reading the settings in /nowhere/sumito.toml: No such file or directory (os error 2)";
    assert_eq!(format!("{nowhere:#}"), sentence);
}

#[test]
fn interactions_by_http_need_an_address_and_a_key() {
    // From RFC 8032, section 7.1, test 1.
    let key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    let with_key =
        |key: &str| with(&format!("[http]\nlisten = \"127.0.0.1:8080\"\n[discord]\npublic_key = \"{key}\"")).0;
    let (listen, _) = with_key(key).expect("loads").http_endpoint().expect("fits").expect("both are set");
    assert_eq!(listen, ([127, 0, 0, 1], 8080).into());
    let missing = with_key("").expect_err("no key").to_string();
    assert!(missing.starts_with("setting `http.listen`") && missing.contains("`discord.public_key`"), "{missing}");
    let (odd, letter, weak) = (&key[1..], key.replace('d', "g"), "0".repeat(64));
    // Not every number is a point of the curve.
    let no_point = "02".to_owned() + &"0".repeat(62);
    for bad in [odd, &letter, &weak, &no_point, &format!("{key}00"), "é"] {
        let error = with_key(bad).expect_err(bad).to_string();
        assert!(error.contains("is no public key"), "{bad}: {error}");
    }
    assert!(Config::load(None).expect("the defaults load").http_endpoint().expect("they fit").is_none());
}

/// The refusal of these environment variables.
fn refusal_of(variables: &[(&str, &str)]) -> String {
    let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Config::load_with(None, variables).expect_err("a bad setting").to_string()
}

#[test]
fn a_bad_environment_variable_is_named_with_its_kind_and_an_example() {
    for (name, value, sentence) in [
        (
            "SUMITO__HTTP__LISTEN",
            "8080",
            "setting `http.listen` in SUMITO__HTTP__LISTEN: \"8080\" is no address with a port: write \"127.0.0.1:8080\", or \"[::]:8080\"",
        ),
        (
            "SUMITO__REMINDERS__HOURS_BEFORE",
            "24,3",
            "setting `reminders.hours_before` in SUMITO__REMINDERS__HOURS_BEFORE: it is no list of whole hours, such as [24, 3]",
        ),
        (
            "SUMITO__GAMES__MAX_OPEN",
            "many",
            "setting `games.max_open` in SUMITO__GAMES__MAX_OPEN: \"many\" is no whole number from 1 to 4294967295",
        ),
        (
            "SUMITO__FOO__BAR",
            "1",
            "setting `foo.bar` in SUMITO__FOO__BAR: unknown field `foo.bar`, expected one of `database`, `discord`, `http`, \
             `challenges`, `games`, `limits`, `vacation`, `reminders`, `outbox`, `engine`, `render`, `log`, `metrics`, `clock`",
        ),
        (
            "SUMITO_GAMES_MAX_OPEN",
            "3",
            "setting `games.max_open` in SUMITO_GAMES_MAX_OPEN: it changes nothing, because two underscores stand between the parts \
             of a name; did you mean SUMITO__GAMES__MAX_OPEN?",
        ),
        (
            "SUMITO__GAMES_MAX_OPEN",
            "3",
            "setting `games_max_open` in SUMITO__GAMES_MAX_OPEN: there is no such setting; did you mean `games.max_open`?",
        ),
        ("sumito__games", "3", "setting `games` in sumito__games: invalid type: integer `3`, expected struct Games"),
    ] {
        assert_eq!(refusal_of(&[(name, value)]), sentence);
    }
}

#[test]
fn a_text_needs_no_quotes_in_an_environment_variable() {
    let load = |name: &str, value: &str| {
        Config::load_with(None, [(name.to_owned(), value.to_owned())].into_iter()).expect("a good setting")
    };
    for url in ["sqlite://4", "\"sqlite://4\"", "'sqlite://4'"] {
        assert_eq!(load("SUMITO__DATABASE__URL", url).database.url, "sqlite://4");
    }
    assert_eq!(
        load("SUMITO__DISCORD__SHARDS", "0/1").discord.shards,
        ShardSetting::Range(Shards { first: 0, last: 0, total: 1 })
    );
    assert_eq!(load("SUMITO__REMINDERS__HOURS_BEFORE", "[7]").reminders.hours_before, [7]);
    assert_eq!(load("SUMITO__GAMES__MAX_OPEN", "7").games.max_open, 7);
    assert!(!load("SUMITO__DISCORD__GATEWAY_URL", "").discord.gateway_url.contains('"'));
    // More digits than a number can hold.
    let digits = "0123456789".repeat(7);
    assert!(refusal_of(&[("SUMITO__DISCORD__PUBLIC_KEY", &digits)]).contains("is no public key"));
}

#[test]
fn all_mistakes_are_named_at_once() {
    let text = "[games]\nmax_opne = 3\nmax_open = \"many\"\n[discord]\nrequests_per_second = 90\n\
                [reminders]\nhours_before = [3, 24]\n[vacation]\nautomatic_days = 40\n[gmaes]\nx = 1";
    let (error, file) = with(text);
    let error = error.expect_err("six mistakes").to_string().replace(&file, "FILE");
    let keys: Vec<_> = error.lines().filter_map(|line| line.split('`').nth(1)).collect();
    let mut expected = [
        "games.max_opne",
        "games.max_open",
        "gmaes",
        "discord.requests_per_second",
        "reminders.hours_before",
        "vacation.automatic_days",
    ];
    expected.sort_unstable();
    let mut sorted = keys.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected, "{error}");
}

#[test]
fn variables_of_others_are_left_alone() {
    let variables = [("SUMITO_TEST_DATABASE", "postgres"), ("SUMITO_CRASH_AT", "x:1"), ("SUMITO", "1")];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    Config::load_with(None, variables.into_iter()).expect("none of them is a setting");
}

#[test]
fn a_server_without_vacation_needs_no_other_setting() {
    with("[vacation]\ndays_per_year = 0").0.expect("automatic vacations end with the others");
}

#[test]
fn pages_need_no_key_of_discord_and_their_address_ends_without_a_slash() {
    let public =
        |url: &str| with(&format!("[http]\nlisten = \"127.0.0.1:8080\"\npublic_url = \"{url}\"")).0.expect("loads");
    for (url, origin) in [
        ("https://abalone.example/", "https://abalone.example"),
        ("https://abalone.example:8443", "https://abalone.example:8443"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://localhost:8080/", "http://localhost:8080"),
    ] {
        let config = public(url);
        assert_eq!(config.public_url().expect("fits").as_deref(), Some(origin));
        assert!(config.http_endpoint().expect("fits").is_none(), "no interactions");
    }
    assert_eq!(Config::load(None).expect("the defaults load").public_url().expect("fits"), None);
}
