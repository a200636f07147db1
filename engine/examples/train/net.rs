//! The net: gradient descent (Adam) on the squared error of the winning chance, then rounding to integers.

use std::path::PathBuf;

use anyhow::ensure;
use engine::tuning::{CELLS, HIDDEN, INPUTS, NetInput, QA, QB};
use rules::Color;
use rules::board::bitboard::{Bitboard as _, Bits61};
use rules::board::hex::{Cell, Hexagon};
use rules::games::abalone::Abalone;
use rules::rng::SeededRng;

use crate::adam::Adam;
use crate::{Threads, chance_to_win, read_samples};

#[derive(Debug, clap::Args)]
pub struct Training {
    /// The file of the net
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/abalone/net.bin"))]
    output: PathBuf,
    /// How much of the target is the result; the rest is the score of the search
    #[arg(long, default_value_t = 0.2)]
    results: f32,
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// The first steps change a weight by so much; later ones less and less
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
}

/// Positions per step.
const BATCH: usize = 16_384;
/// One game in this many is only for testing.
const TESTED: u64 = 32;

// Offsets in the weights, which begin with those of the inputs.
const BIAS: usize = INPUTS * HIDDEN;
const OUTPUTS: usize = BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUTS + 2 * HIDDEN;
const WEIGHTS: usize = OUTPUT_BIAS + 1;
/// The largest weight of the output that fits the engine's integers.
const LARGEST_OUTPUT: f32 = 1.98;

/// A training position: the active inputs of the side on turn, and of the other side.
struct Example {
    inputs: [Vec<u8>; 2],
    target: f32,
}

/// The index of each input after rotation or reflection of the board.
type Symmetry = [u8; INPUTS];

pub fn train(training: &Training, threads: Threads, files: &[PathBuf]) -> anyhow::Result<()> {
    let (learned, tested) = read(training, files)?;
    eprintln!("{} positions to learn from, {} to test", learned.len(), tested.len());
    ensure!(!learned.is_empty(), "no positions to learn from");
    let (symmetries, mut rng) = (symmetries(), SeededRng::new(1));
    let (mut weights, mut adam) = (first_weights(&mut rng), Adam::new(WEIGHTS));
    let as_it_is: Vec<_> = tested.iter().map(|position| (position, &symmetries[0])).collect();
    for step in 1..=training.steps {
        let batch: Vec<_> = (0..BATCH)
            .map(|_| (&learned[rng.below(learned.len())], &symmetries[rng.below(symmetries.len())]))
            .collect();
        let (_, gradient) = compute_gradient(threads, &weights, &batch);
        let left = 1.0 - 0.995 * step as f32 / training.steps as f32;
        adam.step(&mut weights, &gradient, training.rate * left * (step as f32 / 100.0).min(1.0));
        for weight in &mut weights[OUTPUTS..OUTPUT_BIAS] {
            *weight = weight.clamp(-LARGEST_OUTPUT, LARGEST_OUTPUT);
        }
        if step.is_multiple_of(500) || step == training.steps {
            eprintln!("{step}: error {:.6}", compute_gradient(threads, &weights, &as_it_is).0);
        }
    }
    Ok(std::fs::write(&training.output, to_bytes(&weights))?)
}

/// Training and test positions. No game is in both.
fn read(training: &Training, files: &[PathBuf]) -> anyhow::Result<(Vec<Example>, Vec<Example>)> {
    let rules = Abalone::standard();
    let (mut learned, mut tested) = (Vec::new(), Vec::new());
    read_samples(&rules, files, |sample| {
        let turn = sample.position.turn();
        let target = sample.target(training.results);
        let target = if turn == Color::Black { target } else { 1.0 - target };
        let input = NetInput::new(&rules, &sample.position);
        let inputs = [turn, turn.opponent()]
            .map(|perspective| input.list_active(perspective).into_iter().map(|input| input as u8).collect());
        let examples = if sample.game.is_multiple_of(TESTED) { &mut tested } else { &mut learned };
        examples.push(Example { inputs, target });
    })?;
    Ok((learned, tested))
}

/// The twelve symmetries of the board; the first is the identity.
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

/// The mean error and its gradient.
fn compute_gradient(threads: Threads, weights: &[f32], examples: &[(&Example, &Symmetry)]) -> (f32, Vec<f32>) {
    let parts: Vec<(f32, Vec<f32>)> = std::thread::scope(|scope| {
        let parts = examples.chunks(examples.len().div_ceil(usize::from(threads.number)).max(1));
        let workers: Vec<_> = parts.map(|part| scope.spawn(move || add_gradients(weights, part))).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker does not panic")).collect()
    });
    let (mut error, mut gradient) = (0.0, vec![0.0; WEIGHTS]);
    let share = 1.0 / examples.len().max(1) as f32;
    for (part_error, part_gradient) in parts {
        error += part_error * share;
        gradient.iter_mut().zip(part_gradient).for_each(|(gradient, part)| *gradient += part * share);
    }
    (error, gradient)
}

fn row(weights: &[f32], from: usize) -> &[f32; HIDDEN] {
    weights[from..from + HIDDEN].try_into().expect("as long as a row")
}

fn row_mut(weights: &mut [f32], from: usize) -> &mut [f32; HIDDEN] {
    (&mut weights[from..from + HIDDEN]).try_into().expect("as long as a row")
}

fn add_gradients(weights: &[f32], examples: &[(&Example, &Symmetry)]) -> (f32, Vec<f32>) {
    let (mut error, mut gradient) = (0.0, vec![0.0; WEIGHTS]);
    for (example, symmetry) in examples {
        let row_of = |input: &u8| usize::from(symmetry[usize::from(*input)]) * HIDDEN;
        let mut accumulators = [*row(weights, BIAS); 2];
        let mut output = weights[OUTPUT_BIAS];
        for (side, accumulator) in accumulators.iter_mut().enumerate() {
            for input in &example.inputs[side] {
                accumulator.iter_mut().zip(row(weights, row_of(input))).for_each(|(sum, weight)| *sum += weight);
            }
            // Several independent sums are faster than one.
            let mut parts = [0.0; 16];
            for (index, (sum, weight)) in accumulator.iter().zip(row(weights, OUTPUTS + side * HIDDEN)).enumerate() {
                parts[index % 16] += screlu(*sum) * weight;
            }
            output += parts.iter().sum::<f32>();
        }
        let guess = chance_to_win(output);
        let miss = guess - example.target;
        error += miss * miss;
        let pull = 2.0 * miss * guess * (1.0 - guess);
        gradient[OUTPUT_BIAS] += pull;
        for (side, accumulator) in accumulators.iter().enumerate() {
            let outputs = OUTPUTS + side * HIDDEN;
            let mut back = [0.0; HIDDEN];
            for ((back, sum), weight) in back.iter_mut().zip(accumulator).zip(row(weights, outputs)) {
                *back = if *sum > 0.0 && *sum < 1.0 { 2.0 * pull * sum * weight } else { 0.0 };
            }
            for (gradient, sum) in row_mut(&mut gradient, outputs).iter_mut().zip(accumulator) {
                *gradient += pull * screlu(*sum);
            }
            for from in example.inputs[side].iter().map(row_of).chain([BIAS]) {
                row_mut(&mut gradient, from).iter_mut().zip(&back).for_each(|(gradient, back)| *gradient += back);
            }
        }
    }
    (error, gradient)
}

/// The activation of a neuron: clamp(x, 0, 1)².
fn screlu(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0).powi(2)
}

/// The format that the engine reads.
fn to_bytes(weights: &[f32]) -> Vec<u8> {
    let [qa, qb] = [QA, QB].map(f32::from);
    let round = |one: f32| move |weight: &f32| ((weight * one).round() as i16).to_le_bytes();
    let mut bytes: Vec<u8> = weights[..OUTPUTS].iter().flat_map(round(qa)).collect();
    bytes.extend(weights[OUTPUTS..OUTPUT_BIAS].iter().flat_map(round(qb)));
    bytes.extend(((weights[OUTPUT_BIAS] * qa * qb).round() as i32).to_le_bytes());
    bytes
}
