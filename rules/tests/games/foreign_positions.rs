//! A position of one setup given to the ruleset of another: it is refused or treated as that ruleset's own, without a
//! panic.

use rules::Ruleset;
use rules::conformance::SeededRng;
use rules::games::abalone::{Abalone, Position, perft};

const SETUPS: [&str; 17] = [
    "abalone",
    "abalone target=1 sprint=20",
    "abalone handicap=black:4",
    "abalone turn=double",
    "abalone turn=mixed",
    "abalone turn=foe-own",
    "abalone obstacles=e5+d4",
    "abalone layout=belgian-daisy holes=e5",
    "abalone pivot=e5:fixed",
    "abalone ball=e5",
    "abalone pivot=e5 ball=e4",
    "abalone triangles=on colors=one",
    "abalone crown=on",
    "abalone placement=on",
    "abalone seats=2x2",
    "abalone seats=3 sprint=20",
    "abalone seats=6",
];

/// Some positions of a random game, the start among them.
fn positions(rules: &Abalone, seed: u64) -> Vec<Position> {
    let mut rng = SeededRng::new(seed);
    let mut all = vec![rules.start()];
    for _ in 0..60 {
        let position = all[all.len() - 1];
        let moves = rules.legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        all.push(rules.play(&position, &moves[rng.below(moves.len())]).expect("legal"));
    }
    all
}

#[test]
fn a_position_of_another_setup_never_panics() {
    let all: Vec<Abalone> = SETUPS.iter().map(|setup| setup.parse().expect(setup)).collect();
    let mut refused = 0;
    for (seed, theirs) in (0..).zip(&all) {
        for position in positions(theirs, seed) {
            let moves = theirs.legal_moves(&position);
            for rules in &all {
                let own = rules.legal_moves(&position);
                let _ = (rules.outcome(&position), rules.to_move(&position), rules.repetition_key(&position));
                let _ = (rules.ply(&position), rules.plies_since_ejection(&position), rules.is_mid_turn(&position));
                let _ = (rules.outcome_by_repetition(&position), rules.may_end_turn(&position));
                let _ = (rules.diagram(&position, Some((&position, &moves[..]))), perft::perft(rules, &position, 1));
                let _ = (rules.read_turn(&position, "a1b2,c3c4"), rules.read_move(&position, "e5e6"));
                let _ = rules.read_position(&position.to_string());
                for mv in moves.iter().take(5) {
                    let played = rules.play(&position, mv);
                    refused += u32::from(played.is_err());
                    assert!(played.is_err() || own.contains(mv), "{} {position} {mv}", rules.setup());
                    let _ = (rules.tags(&position, mv), rules.spellings(&position, mv));
                }
            }
        }
    }
    assert!(refused > 1_000, "{refused}");
}

#[test]
fn a_position_without_crowns_is_refused_where_they_must_stand() {
    // Regression: six colors where the crown's code expected two once caused a panic.
    let rules: Abalone = "abalone crown=on".parse().expect("a setup");
    let six: Abalone = "abalone seats=6".parse().expect("a setup");
    let position = six.start();
    assert!(rules.legal_moves(&position).is_empty() && rules.outcome(&position).is_none());
    let refusal = rules.play(&position, &six.legal_moves(&position)[0]).expect_err("another setup").to_string();
    assert_eq!(refusal, "that is a position of another setup");
}
