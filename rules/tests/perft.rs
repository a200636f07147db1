//! Perft files: `data/perft.tsv` has setup, position, depth and count, confirmed by independent programs.

use std::str::FromStr;

use rules::games::abalone::{Abalone, perft as fast};
use rules::games::fliporona::{Fliporona, perft as fast_fliporona};
use rules::games::notalone::{Notalone, perft as fast_notalone};
use rules::perft::perft;
use rules::{Ruleset, open};

use crate::reference;

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
fn the_generic_count_agrees_with_the_file() {
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
fn the_reference_programs_agree_with_the_file() {
    for row in rows::<Abalone>().iter().filter(|row| row.count < 500_000) {
        row.expect(reference::abalone);
    }
    for row in rows::<Notalone>() {
        row.expect(reference::notalone);
    }
    for row in rows::<Fliporona>() {
        row.expect(|_, position, depth| reference::fliporona::perft(&position.to_string(), depth));
    }
}

#[test]
fn bulk_and_played_counts_agree_with_the_file() {
    for row in rows::<Abalone>().iter().filter(|row| row.count < 50_000_000) {
        row.expect(fast::perft_played);
    }
    for row in rows::<Notalone>() {
        row.expect(fast_notalone::perft);
        row.expect(fast_notalone::perft_played);
    }
    for row in &rows::<Fliporona>() {
        row.expect(fast_fliporona::perft);
    }
}

/// 47,000 million leaves, which take a minute or two.
#[test]
fn the_deepest_counts_agree_with_the_file() {
    for row in rows::<Abalone>() {
        row.expect(fast::perft);
    }
}

#[test]
fn perft_works_through_any_game() {
    for (setup, counts) in [
        ("abalone", [1, 44, 1_936]),
        ("abalone seats=2x2x2", [1, 44, 1_936]),
        ("notalone", [1, 12, 144]),
        ("fliporona", [1, 44, 1_892]),
    ] {
        let game = open(setup).expect(setup);
        assert_eq!([0, 1, 2].map(|depth| game.perft(depth)), counts, "{setup}");
    }
}

#[test]
fn perft_stops_where_the_game_ends() {
    let ended = |setup: &str, position: &str, depth| {
        let rules: Abalone = setup.parse().expect("a setup");
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

#[test]
fn perft_of_fliporona_counts_placings_partial_chains_and_ends() {
    let rules = Fliporona;
    let counted = |line: &str, depth| {
        let position = rules.read_position(line).expect("a position line");
        let fast = fast_fliporona::perft(&rules, &position, depth);
        assert_eq!(fast, perft(&rules, &position, depth), "{line}");
        if !line.contains("chain") {
            assert_eq!(fast, reference::fliporona::perft(line, depth), "{line}");
        }
        fast
    };
    assert_eq!(counted("9/9/9/9/9 w 0", 2), 44 * 43);
    // The last placing, and the first steps to the center.
    assert_eq!(counted("bwbwbwbwb/wbwbwbwbw/wbwb1wbwb/bwbwbwbwb/wbwbwbw1w b 43", 1), 1);
    counted("bwbwbwbwb/wbwbwbwbw/wbwb1wbwb/bwbwbwbwb/wbwbwbw1w b 43", 3);
    // d3d2, d3d4, d3e3+ and d3e3-, the last two also with e4+; from the partial chain, e4+ and stop.
    assert_eq!(counted("4b4/9/2bw1b3/9/8b w 60", 1), 6);
    assert_eq!(counted("4b4/9/2b1ww3/9/8b w 60 chain=e3:e", 1), 2);
    counted("4b4/9/2b1ww3/9/8b w 60 chain=e3:e", 3);
    assert_eq!(counted("9/9/5b3/9/9 b 61", 1), 0);
    // The last black piece is flipped, or not; only then Black has further turns.
    assert_eq!(counted("9/9/3w1b3/9/9 w 60", 1), 4);
    counted("9/9/3w1b3/9/9 w 60", 3);
    // More than three hundred thousand turns.
    assert_eq!(counted("w1www1www/bw2w1w2/wwb2w2w/bww2w2w/b1wwwwwww b 61", 1), 365_463);
}
