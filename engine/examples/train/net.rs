//! The net: gradient descent (Adam) on the squared error of the chance to win, then rounding to whole numbers.

use std::path::PathBuf;

use engine::tuning::{CELLS, HIDDEN, INPUTS, NetInput, QA, QB, SCALE};
use rules::Color;
use rules::board::bitboard::{Bitboard as _, Bits61};
use rules::board::hex::{Cell, Hexagon};
use rules::games::abalone::Abalone;
use rules::rng::SeededRng;

use crate::{Sample, read_samples};

#[derive(Debug, clap::Args)]
pub struct Training {
    /// Where to write the net
    #[arg(long, default_value = "engine/src/games/abalone/net.bin")]
    output: PathBuf,
    /// How much of the target is the result; the rest is the score of the search
    #[arg(long, default_value_t = 0.2)]
    results: f32,
    #[arg(long, default_value_t = 5_000)]
    steps: usize,
    /// The first steps change a weight by so much; later ones less and less
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    #[arg(long, default_value_t = 2)]
    workers: usize,
}

/// Positions of a step.
const BATCH: usize = 16_384;
/// One position of so many is for testing only.
const TESTED: usize = 32;

// Where each part of the weights begins: those of the inputs come first.
const BIAS: usize = INPUTS * HIDDEN;
const OUTPUTS: usize = BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUTS + 2 * HIDDEN;
const WEIGHTS: usize = OUTPUT_BIAS + 1;
/// The largest weight of the output that the engine can take.
const LARGEST_OUTPUT: f32 = 1.98;

/// A position as the net sees it: the inputs of the side on turn, and those of the other one.
struct Learned {
    inputs: [Vec<u8>; 2],
    target: f32,
}

/// Where each input comes when the board is turned or mirrored.
type Symmetry = [u8; INPUTS];

pub fn train(training: &Training, files: &[PathBuf]) -> anyhow::Result<()> {
    let (learned, tested) = read(training, files)?;
    eprintln!("{} positions to learn from, {} to test", learned.len(), tested.len());
    let (symmetries, mut rng) = (symmetries(), SeededRng::new(1));
    let mut weights = first_weights(&mut rng);
    let (mut mean, mut square) = (vec![0.0_f32; WEIGHTS], vec![0.0_f32; WEIGHTS]);
    let as_it_is: Vec<_> = tested.iter().map(|position| (position, &symmetries[0])).collect();
    for step in 1..=training.steps {
        let chosen: Vec<_> = (0..BATCH)
            .map(|_| (&learned[rng.below(learned.len())], &symmetries[rng.below(symmetries.len())]))
            .collect();
        let (_, slope) = add_up(training.workers, &weights, &chosen);
        let left = 1.0 - 0.995 * step as f32 / training.steps as f32;
        let rate = training.rate * left * (step as f32 / 100.0).min(1.0);
        let whole = [0.9_f32, 0.999].map(|kept| 1.0 - kept.powi(step as i32));
        for index in 0..WEIGHTS {
            mean[index] += 0.1 * (slope[index] - mean[index]);
            square[index] += 0.001 * (slope[index] * slope[index] - square[index]);
            weights[index] -= rate * mean[index] / whole[0] / ((square[index] / whole[1]).sqrt() + 1e-8);
        }
        for weight in &mut weights[OUTPUTS..OUTPUT_BIAS] {
            *weight = weight.clamp(-LARGEST_OUTPUT, LARGEST_OUTPUT);
        }
        if step.is_multiple_of(500) {
            eprintln!("{step}: error {:.6}", add_up(training.workers, &weights, &as_it_is).0);
        }
    }
    Ok(std::fs::write(&training.output, to_bytes(&weights))?)
}

/// The positions to learn from, and those to test.
fn read(training: &Training, files: &[PathBuf]) -> anyhow::Result<(Vec<Learned>, Vec<Learned>)> {
    let rules = Abalone::standard();
    let mut positions = Vec::new();
    read_samples(&rules, files, |Sample { result, score, position }| {
        let turn = position.turn();
        let target = training.results * result + (1.0 - training.results) * chance(score / SCALE as f32);
        let target = if turn == Color::Black { target } else { 1.0 - target };
        let input = NetInput::new(&rules, &position);
        let inputs =
            [turn, turn.opponent()].map(|view| input.list_active(view).into_iter().map(|input| input as u8).collect());
        positions.push(Learned { inputs, target });
    })?;
    // The last ones, so that no game is in both.
    let tested = positions.split_off(positions.len() - positions.len() / TESTED);
    Ok((positions, tested))
}

fn chance(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

/// The twelve symmetries of the board, the first of which changes nothing.
fn symmetries() -> Vec<Symmetry> {
    let board: Hexagon = Abalone::standard().hexagon();
    let number = |cell: Cell| Bits61::of(cell).words()[0].trailing_zeros() as u8;
    let turn = |symmetry: usize, cell: Cell| {
        let cell = if symmetry >= 6 { board.mirrored(cell) } else { cell };
        (0..symmetry % 6).fold(cell, |cell, _| board.rotated(cell))
    };
    let symmetry = |symmetry| {
        let mut map = std::array::from_fn(|input| input as u8);
        for cell in board.cells() {
            let (from, to) = (number(cell), number(turn(symmetry, cell)));
            map[usize::from(from)] = to;
            map[CELLS + usize::from(from)] = CELLS as u8 + to;
        }
        map
    };
    (0..12).map(symmetry).collect()
}

fn first_weights(rng: &mut SeededRng) -> Vec<f32> {
    let mut weights = vec![0.0; WEIGHTS];
    let mut fill = |range: std::ops::Range<usize>, largest: f32| {
        weights[range].fill_with(|| (rng.below(2_001) as f32 / 1_000.0 - 1.0) * largest);
    };
    fill(0..BIAS, 0.12);
    fill(OUTPUTS..OUTPUT_BIAS, 0.2);
    weights[BIAS..OUTPUTS].fill(0.3);
    weights
}

/// The mean error, and how it changes with each weight.
fn add_up(workers: usize, weights: &[f32], positions: &[(&Learned, &Symmetry)]) -> (f32, Vec<f32>) {
    let parts: Vec<(f32, Vec<f32>)> = std::thread::scope(|scope| {
        let parts = positions.chunks(positions.len().div_ceil(workers).max(1));
        let workers: Vec<_> = parts.map(|part| scope.spawn(move || add_up_part(weights, part))).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker does not panic")).collect()
    });
    let (mut error, mut slope) = (0.0, vec![0.0; WEIGHTS]);
    let share = 1.0 / positions.len().max(1) as f32;
    for (part_error, part_slope) in parts {
        error += part_error * share;
        slope.iter_mut().zip(part_slope).for_each(|(slope, part)| *slope += part * share);
    }
    (error, slope)
}

fn row(weights: &[f32], from: usize) -> &[f32; HIDDEN] {
    weights[from..from + HIDDEN].try_into().expect("as long as a row")
}

fn row_mut(weights: &mut [f32], from: usize) -> &mut [f32; HIDDEN] {
    (&mut weights[from..from + HIDDEN]).try_into().expect("as long as a row")
}

fn add_up_part(weights: &[f32], positions: &[(&Learned, &Symmetry)]) -> (f32, Vec<f32>) {
    let (mut error, mut slope) = (0.0, vec![0.0; WEIGHTS]);
    for (position, symmetry) in positions {
        let row_of = |input: &u8| usize::from(symmetry[usize::from(*input)]) * HIDDEN;
        let mut sums = [*row(weights, BIAS); 2];
        let mut output = weights[OUTPUT_BIAS];
        for (side, sums) in sums.iter_mut().enumerate() {
            for input in &position.inputs[side] {
                sums.iter_mut().zip(row(weights, row_of(input))).for_each(|(sum, weight)| *sum += weight);
            }
            // Several sums at once take less time than one.
            let mut parts = [0.0; 16];
            for (index, (sum, weight)) in sums.iter().zip(row(weights, OUTPUTS + side * HIDDEN)).enumerate() {
                parts[index % 16] += sum.clamp(0.0, 1.0).powi(2) * weight;
            }
            output += parts.iter().sum::<f32>();
        }
        let guess = chance(output);
        let miss = guess - position.target;
        error += miss * miss;
        let pull = 2.0 * miss * guess * (1.0 - guess);
        slope[OUTPUT_BIAS] += pull;
        for (side, sums) in sums.iter().enumerate() {
            let outputs = OUTPUTS + side * HIDDEN;
            let mut back = [0.0; HIDDEN];
            for ((back, sum), weight) in back.iter_mut().zip(sums).zip(row(weights, outputs)) {
                *back = if *sum > 0.0 && *sum < 1.0 { 2.0 * pull * sum * weight } else { 0.0 };
            }
            for (slope, sum) in row_mut(&mut slope, outputs).iter_mut().zip(sums) {
                *slope += pull * sum.clamp(0.0, 1.0).powi(2);
            }
            for from in position.inputs[side].iter().map(row_of).chain([BIAS]) {
                row_mut(&mut slope, from).iter_mut().zip(&back).for_each(|(slope, back)| *slope += back);
            }
        }
    }
    (error, slope)
}

/// As the engine reads them.
fn to_bytes(weights: &[f32]) -> Vec<u8> {
    let [qa, qb] = [QA, QB].map(f32::from);
    let round = |scale: f32| move |weight: &f32| ((weight * scale).round() as i16).to_le_bytes();
    let mut bytes: Vec<u8> = weights[..OUTPUTS].iter().flat_map(round(qa)).collect();
    bytes.extend(weights[OUTPUTS..OUTPUT_BIAS].iter().flat_map(round(qb)));
    bytes.extend(((weights[OUTPUT_BIAS] * qa * qb).round() as i32).to_le_bytes());
    bytes
}
