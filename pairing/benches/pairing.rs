//! Benchmarks of pairing the next round.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use pairing::standings::{Edition, TieBreak, Unplayed, standings};
use pairing::{Bye, Game, Outcome, PairingError, RoundPairing, Tournament, dutch, monrad};

/// This many players after this many rounds; a third of the games is drawn.
fn played(players: usize, rounds: u16, pair: fn(&Tournament) -> Result<RoundPairing, PairingError>) -> Tournament {
    let mut tournament = Tournament::new(rounds + 2);
    for number in 1..=players {
        tournament.add_player(format!("player {number}"), None, Bye::ZeroPoint).expect("there is room");
    }
    let mut count = 0_usize;
    for _ in 0..rounds {
        let round = pair(&tournament).expect("there are opponents");
        let games = round.games.iter().map(|pair| {
            count += 1;
            let outcome = [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins][count * 7 % 11 % 3];
            Game::new(pair.white, pair.black, outcome)
        });
        tournament.record_round(games.collect::<Vec<_>>(), round.bye).expect("a pairing is a round");
    }
    tournament
}

fn bench(criterion: &mut Criterion) {
    for rounds in [0, 2, 5, 9] {
        let tournament = played(64, rounds, dutch::pair);
        criterion.bench_function(&format!("dutch, 64 players, round {}", rounds + 1), |bencher| {
            bencher.iter(|| dutch::pair(black_box(&tournament)));
        });
    }
    let odd = played(63, 5, dutch::pair);
    criterion.bench_function("dutch, 63 players, round 6", |bencher| bencher.iter(|| dutch::pair(black_box(&odd))));
    let standings_of = |tournament: &Tournament| {
        standings(tournament, &TieBreak::all().collect::<Vec<_>>(), Unplayed::Swiss(Edition::default()))
    };
    criterion.bench_function("standings, 63 players, all tie-breaks", |bencher| {
        bencher.iter(|| standings_of(black_box(&odd)));
    });
    let mut slow = criterion.benchmark_group("large");
    slow.sample_size(10);
    let large = played(256, 5, monrad::pair);
    slow.bench_function("monrad, 256 players, round 6", |bencher| bencher.iter(|| monrad::pair(black_box(&large))));
    slow.bench_function("dutch, 256 players, round 6", |bencher| bencher.iter(|| dutch::pair(black_box(&large))));
    slow.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
