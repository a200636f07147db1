//! The weights: a logistic regression of the results. Prints the contents of `weights.txt`.

use std::path::PathBuf;

use engine::tuning::{NAMES, SCALE, count_differences, is_quiet, weights};
use rules::games::abalone::Abalone;

use crate::adam::Adam;
use crate::{chance_to_win, read_samples};

struct Counted {
    target: f32,
    counts: [f32; NAMES.len()],
}

pub fn fit(files: &[PathBuf], results: f32, rounds: usize) -> anyhow::Result<()> {
    let rules = Abalone::standard();
    let mut samples = Vec::new();
    read_samples(&rules, files, |sample| {
        // The value of an ejection needs a search.
        if is_quiet(&rules, &sample.position) {
            let counts = count_differences(&rules, &sample.position).map(|count| count as f32);
            samples.push(Counted { target: sample.target(results), counts });
        }
    })?;
    let mut weights = weights().map(|weight| weight as f32);
    println!("# {} positions", samples.len());
    println!("# error before {:.6}", error(&samples, &weights));
    let mut adam = Adam::new(NAMES.len());
    for _ in 0..rounds {
        let gradient = compute_gradient(&samples, &weights);
        adam.step(&mut weights, &gradient, 1.0);
    }
    println!("# error after {:.6}", error(&samples, &weights));
    for (name, weight) in NAMES.iter().zip(weights) {
        println!("{name} {weight:.0}");
    }
    Ok(())
}

/// The winning chance by the weights.
fn guess(weights: &[f32; NAMES.len()], sample: &Counted) -> f32 {
    let score: f32 = weights.iter().zip(&sample.counts).map(|(weight, count)| weight * count).sum();
    chance_to_win(score / SCALE as f32)
}

fn error(samples: &[Counted], weights: &[f32; NAMES.len()]) -> f64 {
    let square = |sample: &Counted| f64::from(guess(weights, sample) - sample.target).powi(2);
    samples.iter().map(square).sum::<f64>() / samples.len() as f64
}

/// The gradient of the squared error of all samples, up to a constant factor.
fn compute_gradient(samples: &[Counted], weights: &[f32; NAMES.len()]) -> [f32; NAMES.len()] {
    let mut gradient = [0.0; NAMES.len()];
    for sample in samples {
        let guess = guess(weights, sample);
        let pull = (guess - sample.target) * guess * (1.0 - guess);
        for (gradient, count) in gradient.iter_mut().zip(&sample.counts) {
            *gradient += f64::from(pull * count);
        }
    }
    gradient.map(|sum| sum as f32)
}
