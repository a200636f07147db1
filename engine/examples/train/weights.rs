//! The weights: a logistic regression of the results. It prints what to write into `weights.txt`.

use std::path::PathBuf;

use engine::tuning::{NAMES, SCALE, count_differences, is_quiet, weights};
use rules::games::abalone::Abalone;

use crate::{Sample, read_samples};

struct Counted {
    result: f64,
    score: f64,
    counts: [f64; NAMES.len()],
}

pub fn fit(files: &[PathBuf], results: f64, rounds: usize) -> anyhow::Result<()> {
    let rules = Abalone::standard();
    let mut samples = Vec::new();
    read_samples(&rules, files, |Sample { result, score, position }| {
        // A search has to say what an ejection is worth.
        if is_quiet(&rules, &position) {
            let counts = count_differences(&rules, &position).map(f64::from);
            samples.push(Counted { result: f64::from(result), score: f64::from(score), counts });
        }
    })?;
    let mut weights = weights().map(f64::from);
    let scale = 1.0 / f64::from(SCALE);
    println!("# {} positions", samples.len());
    println!("# error before {:.6}", error(&samples, &weights, scale, results));
    // Adam: a step for each weight that fits its own slope.
    let (mut mean, mut square) = ([0.0; NAMES.len()], [0.0; NAMES.len()]);
    for round in 1..=rounds {
        let slope = slope(&samples, &weights, scale, results);
        for index in 0..NAMES.len() {
            mean[index] = 0.9 * mean[index] + 0.1 * slope[index];
            square[index] = 0.999 * square[index] + 0.001 * slope[index] * slope[index];
            let step = mean[index] / (1.0 - 0.9_f64.powi(round as i32));
            let size = (square[index] / (1.0 - 0.999_f64.powi(round as i32))).sqrt() + 1e-12;
            weights[index] -= step / size;
        }
    }
    println!("# error after {:.6}", error(&samples, &weights, scale, results));
    for (name, weight) in NAMES.iter().zip(weights) {
        println!("{name} {weight:.0}");
    }
    Ok(())
}

fn value(weights: &[f64; NAMES.len()], sample: &Counted) -> f64 {
    weights.iter().zip(&sample.counts).map(|(weight, count)| weight * count).sum()
}

fn chance(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score * scale).exp())
}

fn target(sample: &Counted, scale: f64, results: f64) -> f64 {
    results * sample.result + (1.0 - results) * chance(sample.score, scale)
}

fn error(samples: &[Counted], weights: &[f64; NAMES.len()], scale: f64, results: f64) -> f64 {
    let square = |sample: &Counted| (chance(value(weights, sample), scale) - target(sample, scale, results)).powi(2);
    samples.iter().map(square).sum::<f64>() / samples.len() as f64
}

fn slope(samples: &[Counted], weights: &[f64; NAMES.len()], scale: f64, results: f64) -> [f64; NAMES.len()] {
    let mut slope = [0.0; NAMES.len()];
    for sample in samples {
        let chance = chance(value(weights, sample), scale);
        let pull = (chance - target(sample, scale, results)) * chance * (1.0 - chance) * scale;
        for (slope, count) in slope.iter_mut().zip(&sample.counts) {
            *slope += pull * count;
        }
    }
    slope
}
