//! Perft files: `data/perft.tsv` holds setup, position, depth and count; programs by other hands agree on the counts.

use std::str::FromStr;

use rules::abalone::{Abalone, perft as fast};
use rules::fliporona::{Fliporona, perft as fast_fliporona};
use rules::notalone::{Notalone, perft as fast_notalone};
use rules::{Ruleset, perft::perft};

mod plain;

/// One line of the file.
struct Row<R: Ruleset> {
    rules: R,
    position: R::Position,
    depth: u32,
    count: u64,
}

impl<R: Ruleset> Row<R> {
    /// Compares a count with the file's.
    fn expect(&self, count: impl Fn(&R, &R::Position, u32) -> u64) {
        let found = count(&self.rules, &self.position, self.depth);
        assert_eq!(found, self.count, "{} {} depth {}", self.rules.setup(), self.position, self.depth);
    }
}

/// The lines of one game.
fn rows<R: Ruleset + FromStr>() -> Vec<Row<R>> {
    include_str!("../data/perft.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let parts: Vec<&str> = line.split('\t').collect();
            let [setup, position, depth, count] = parts[..] else { panic!("not four columns: {line}") };
            let rules = R::from_str(setup).ok()?;
            let position = rules.read_position(position).expect("a position line");
            Some(Row {
                rules,
                position,
                depth: depth.parse().expect("a depth"),
                count: count.parse().expect("a count"),
            })
        })
        .collect()
}

#[test]
fn the_slow_count_agrees_with_the_file() {
    let abalone: Vec<_> = rows::<Abalone>().into_iter().filter(|row| row.count < 10_000_000).collect();
    let (notalone, fliporona) = (rows::<Notalone>(), rows::<Fliporona>());
    assert_eq!((abalone.len(), notalone.len(), fliporona.len()), (75, 18, 16));
    for row in abalone {
        row.expect(perft);
    }
    for row in notalone {
        row.expect(perft);
    }
    for row in fliporona {
        row.expect(perft);
    }
}

#[test]
fn the_plain_programs_agree_with_the_file() {
    for row in rows::<Abalone>().iter().filter(|row| row.count < 500_000) {
        row.expect(plain::abalone);
    }
    for row in rows::<Notalone>() {
        row.expect(plain::notalone);
    }
}

#[test]
fn both_fast_counts_agree_with_the_file() {
    for row in rows::<Abalone>().iter().filter(|row| row.count < 1_000_000_000) {
        row.expect(fast::perft);
        if row.count < 50_000_000 {
            row.expect(fast::perft_played);
        }
    }
    for row in rows::<Notalone>() {
        row.expect(fast_notalone::perft);
        row.expect(fast_notalone::perft_played);
    }
    for row in &rows::<Fliporona>() {
        row.expect(fast_fliporona::perft);
    }
}

/// 47,000 million leaves: a minute or two.
#[test]
fn the_deepest_counts_agree_with_the_file() {
    for row in rows::<Abalone>() {
        row.expect(fast::perft);
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
