//! Perft files: `data/perft.tsv` holds setup, position, depth and count; programs by other hands agree on the counts.

use std::str::FromStr;

use rules::abalone::{Abalone, perft as fast};
use rules::{Ruleset, perft::perft};

mod plain;

/// Setup, position line, depth and count of each line that this version can play.
fn lines() -> Vec<(Abalone, &'static str, u32, u64)> {
    include_str!("../data/perft.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let parts: Vec<&str> = line.split('\t').collect();
            let [setup, position, depth, count] = parts[..] else { panic!("not four columns: {line}") };
            let rules = Abalone::from_str(setup).ok()?;
            Some((rules, position, depth.parse().expect("a depth"), count.parse().expect("a count")))
        })
        .collect()
}

#[test]
fn the_slow_count_agrees_with_the_file() {
    let mut checked = 0;
    for (rules, position, depth, count) in lines().into_iter().filter(|line| line.3 < 10_000_000) {
        let start = rules.read_position(position).expect("a position line");
        assert_eq!(perft(&rules, &start, depth), count, "{} {position} depth {depth}", rules.setup());
        checked += 1;
    }
    assert_eq!(checked, 30);
}

#[test]
fn the_plain_program_agrees_with_the_file() {
    for (rules, position, depth, count) in lines().into_iter().filter(|line| line.3 < 500_000) {
        let start = rules.read_position(position).expect("a position line");
        assert_eq!(plain::perft(&rules, &start, depth), count, "{} {position} depth {depth}", rules.setup());
    }
}

#[test]
fn both_fast_counts_agree_with_the_file() {
    for (rules, position, depth, count) in lines().into_iter().filter(|line| line.3 < 1_000_000_000) {
        let start = rules.read_position(position).expect("a position line");
        assert_eq!(fast::perft(&rules, &start, depth), count, "{} {position} depth {depth}", rules.setup());
        if count < 50_000_000 {
            assert_eq!(fast::perft_played(&rules, &start, depth), count, "{} {position} {depth}", rules.setup());
        }
    }
}

/// 47,000 million leaves: a minute or two.
#[test]
fn the_deepest_counts_agree_with_the_file() {
    for (rules, position, depth, count) in lines() {
        let start = rules.read_position(position).expect("a position line");
        assert_eq!(fast::perft(&rules, &start, depth), count, "{} {position} depth {depth}", rules.setup());
    }
}

#[test]
fn a_count_stops_where_the_match_ends() {
    let ended = |setup: &str, position: &str, depth| {
        let rules = Abalone::from_str(setup).expect("a setup");
        let start = rules.read_position(position).expect("a position");
        let slow = perft(&rules, &start, depth);
        assert_eq!(fast::perft(&rules, &start, depth), slow, "{setup} {position}");
        assert_eq!(fast::perft_played(&rules, &start, depth), slow, "{setup} {position}");
        slow
    };
    let open_game = "2ww1/1ww3/4w2/2bw3w/bwbw1w2w/bw3w2/bw4b/1b1bbb/b2bb b 1-0 90";
    assert!(ended("abalone target=1", open_game, 2) == 0);
    assert!(ended("abalone target=2", open_game, 3) > 0);
    let standard = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb";
    assert_eq!(ended("abalone sprint=20", &format!("{standard} b 0-0 40"), 1), 0);
    assert_eq!(ended("abalone sprint=20", &format!("{standard} w 0-0 39"), 1), 44);
    assert_eq!(ended("abalone sprint=20", &format!("{standard} w 0-0 39"), 2), 0);
    assert_eq!(ended("abalone", &format!("{standard} b 0-0 299 calm=299"), 1), 44);
    assert_eq!(ended("abalone", &format!("{standard} b 0-0 299 calm=299"), 2), 0);
}
