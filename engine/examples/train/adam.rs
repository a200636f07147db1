//! Gradient descent.

/// Adam (Kingma and Ba, 2015): the step of each weight adapts to the mean and the size of its past gradients.
pub struct Adam {
    steps: i32,
    mean: Vec<f32>,
    square: Vec<f32>,
}

// Decay of the mean, and of the mean square, at each step.
const MEAN_KEPT: f32 = 0.9;
const SQUARE_KEPT: f32 = 0.999;

impl Adam {
    pub fn new(weights: usize) -> Self {
        Self { steps: 0, mean: vec![0.0; weights], square: vec![0.0; weights] }
    }

    /// Moves each weight against its gradient, by `rate` at first.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        // The means start at 0, so divide by the share that consists of gradients.
        let [mean_known, square_known] = [MEAN_KEPT, SQUARE_KEPT].map(|kept| 1.0 - kept.powi(self.steps));
        let means = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, gradient), (mean, square)) in weights.iter_mut().zip(gradient).zip(means) {
            *mean += (1.0 - MEAN_KEPT) * (gradient - *mean);
            *square += (1.0 - SQUARE_KEPT) * (gradient * gradient - *square);
            *weight -= rate * *mean / mean_known / ((*square / square_known).sqrt() + 1e-8);
        }
    }
}
