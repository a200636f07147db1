//! Agreement with the pairings of bbpPairings. `data/README.md` gives the sources of the files.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use pairing::trf::Report;
use pairing::{Bye, RoundPairing, Tournament, dutch};

fn data() -> Vec<(String, PathBuf)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let files = fs::read_dir(folder).expect("the folder of reports").map(|entry| entry.expect("a file").path());
    let name = |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
    files.map(|path| (name(&path), path)).collect()
}

pub(crate) fn read(path: &PathBuf) -> Tournament {
    let text = fs::read_to_string(path).expect("a report");
    Report::read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())).tournament
}

/// The format of pairing programs: the number of pairs, then White and Black, 0 for the bye.
fn printed(pairing: &RoundPairing) -> String {
    let games = pairing.games.iter().map(|pair| format!("{} {}\n", pair.white, pair.black));
    let bye = pairing.bye.map(|player| format!("{player} 0\n"));
    let lines: Vec<_> = games.chain(bye).collect();
    format!("{}\n{}", lines.len(), lines.concat())
}

#[test]
fn published_examples_are_paired_as_published() {
    let mut examples = 0;
    for (name, path) in data() {
        if path.extension().is_some_and(|extension| extension == "pairs") {
            let tournament = read(&path.with_extension("trf"));
            let pairing = dutch::pair(&tournament).expect("a next round");
            assert_eq!(printed(&pairing), fs::read_to_string(&path).expect("pairs"), "{name}");
            examples += 1;
        }
    }
    assert_eq!(examples, 3);
}

#[test]
fn every_round_of_whole_tournaments_is_paired_alike() {
    let mut rounds = 0;
    for (name, path) in data() {
        let is_whole = name.starts_with("generated") || name.starts_with("random");
        if !is_whole || path.extension().is_none_or(|extension| extension != "trf") {
            continue;
        }
        let tournament = read(&path);
        for (before, round) in (0..).zip(tournament.rounds()) {
            let pairing = dutch::pair(&tournament.after(before)).expect("a next round");
            let expected: BTreeSet<_> = round.games().iter().map(|game| (game.white, game.black)).collect();
            let got: BTreeSet<_> = pairing.games.iter().map(|pair| (pair.white, pair.black)).collect();
            assert_eq!(got, expected, "{name}, round {}", before + 1);
            let bye = round.byes().find(|(_, bye)| *bye == Bye::PairingAllocated).map(|(number, _)| number);
            assert_eq!(pairing.bye, bye, "{name}, round {}", before + 1);
            rounds += 1;
        }
    }
    assert_eq!(rounds, 182);
}
