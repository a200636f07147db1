//! A small net (NNUE) that evaluates positions of classic Abalone. `examples/train` trains it on the engine's own
//! games.
//!
//! Each side has its perspective of the board: own marbles, enemies, and the losses left to either. An input is 0 or
//! 1. All numbers are integers, divided by the constants in this file:
//!
//! ```text
//! accumulator   a[p] = bias + Σ inputs[i] for each input i that is 1       INPUTS → HIDDEN, for each perspective p; 1 is QA
//! SCReLU        screlu(x) = clamp(x, 0, QA)²                               1 is QA²
//! output        o = output_bias + Σ outputs[p] · screlu(a[p]) / QA         2 × HIDDEN → 1, the side on turn first; 1 is QA · QB
//! score         o · SCALE / (QA · QB)                                      in hundredths of a marble
//! ```

use std::array;
use std::sync::LazyLock;

use rules::Color;
use rules::board::bitboard::Bitboard as _;
use rules::games::abalone::{Abalone, Position, Variant};

use crate::game::{SCALE, Score};

/// The number of cells.
pub const CELLS: usize = 61;
/// More losses left than this count the same.
pub const MOST_LIVES: usize = 6;
/// Own marbles, enemies, own losses left, the enemy's losses left.
pub const INPUTS: usize = 2 * CELLS + 2 * MOST_LIVES;
/// Neurons of the hidden layer, for each perspective.
pub const HIDDEN: usize = 64;
/// Quantization of the first layer: the value of 1 in an accumulator.
pub const QA: i16 = 255;
/// Quantization of the output's weights: the value of 1; all weights are below 2.
pub const QB: i16 = 64;

/// A number for each neuron of the hidden layer.
type Neurons = [i16; HIDDEN];

/// The weights. `net.bin` has them in this order: 16 bits each, 32 for the last one, little-endian.
#[derive(Debug)]
pub(crate) struct Net {
    inputs: Box<[Neurons; INPUTS]>,
    bias: Neurons,
    /// For the perspective of the side on turn, and of the other side.
    outputs: [Neurons; 2],
    output_bias: i32,
}

pub(crate) static NET: LazyLock<Net> =
    LazyLock::new(|| Net::read(include_bytes!("net.bin")).expect("a test reads the same bytes"));

/// The input of the net.
#[derive(Debug, Clone, Copy)]
pub struct NetInput {
    /// The marbles of Black and of White, as the bits of their cells.
    pub marbles: [u64; 2],
    /// The number of marbles that each may lose before the game is lost.
    pub lives: [u8; 2],
    /// The color on turn.
    pub turn: Color,
}

impl NetInput {
    /// The input for a position of two colors on the board of 61 cells.
    #[inline]
    pub fn new<V: Variant>(rules: &Abalone<V>, position: &Position<V>) -> Self {
        Self {
            marbles: Color::TWO.map(|color| position.marbles(color).words()[0]),
            lives: Color::TWO.map(|color| rules.target().saturating_sub(position.lost_marbles(color))),
            turn: position.turn(),
        }
    }

    /// The indexes of the active inputs in the perspective of a color, below [`INPUTS`].
    pub fn list_active(&self, perspective: Color) -> Vec<usize> {
        let sides = [perspective, perspective.opponent()];
        let [own, theirs] = sides.map(|side| self.lives[side as usize]);
        let mut inputs = vec![lives_input(own, 0), lives_input(theirs, 1)];
        for (offset, side) in [0, CELLS].into_iter().zip(sides) {
            let marbles = self.marbles[side as usize];
            inputs.extend((0..CELLS).filter(|cell| marbles >> cell & 1 == 1).map(|cell| offset + cell));
        }
        inputs
    }
}

const fn lives_input(lives: u8, side: usize) -> usize {
    let index = match lives as usize {
        0 => 0,
        lives if lives > MOST_LIVES => MOST_LIVES - 1,
        lives => lives - 1,
    };
    2 * CELLS + side * MOST_LIVES + index
}

/// The hidden layer's sums over marbles. The inputs of the losses left are added on reading, since there are always
/// two.
#[derive(Debug, Clone)]
struct Accumulator {
    marbles: [u64; 2],
    /// In the perspectives of Black and of White.
    neurons: [Neurons; 2],
}

/// The accumulators of the searched line, ply by ply.
#[derive(Debug, Default)]
pub(crate) struct AccumulatorStack(Vec<Accumulator>);

impl Net {
    fn read(bytes: &[u8]) -> Option<Self> {
        let (words, rest) = bytes.as_chunks::<2>();
        let mut words = words.iter().map(|word| i16::from_le_bytes(*word));
        let mut read = || {
            let mut neurons = [0; HIDDEN];
            neurons.iter_mut().try_for_each(|neuron| words.next().map(|word| *neuron = word))?;
            Some(neurons)
        };
        let mut inputs: Box<[Neurons; INPUTS]> = vec![[0; HIDDEN]; INPUTS].try_into().ok()?;
        inputs.iter_mut().try_for_each(|input| read().map(|neurons| *input = neurons))?;
        let (bias, outputs) = (read()?, [read()?, read()?]);
        let [low, high] = [words.next()?, words.next()?];
        let output_bias = i32::from(high) << 16 | i32::from(low as u16);
        (words.next().is_none() && rest.is_empty()).then_some(Self { inputs, bias, outputs, output_bias })
    }

    /// The value of a position to the side on turn, in hundredths of a marble.
    #[inline]
    pub fn evaluate(&self, input: &NetInput, ply: usize, stack: &mut AccumulatorStack) -> Score {
        let accumulator = self.accumulate(&input.marbles, ply, stack);
        let (turn, mut total) = (input.turn as usize, self.output_bias);
        for (side, outputs) in [turn, 1 - turn].into_iter().zip(&self.outputs) {
            let lives: [&Neurons; 2] =
                array::from_fn(|other| &self.inputs[lives_input(input.lives[side ^ other], other)]);
            let mut sum = 0;
            for index in 0..HIDDEN {
                let neuron = accumulator[side][index].wrapping_add(lives[0][index]).wrapping_add(lives[1][index]);
                sum += multiply_screlu(neuron, outputs[index]);
            }
            total += sum / i32::from(QA);
        }
        (i64::from(total) * i64::from(SCALE) / i64::from(i32::from(QA) * i32::from(QB))) as Score
    }

    /// The accumulator of a position, updated from the one a ply before. That may be of any position, since the
    /// difference is exact.
    #[inline]
    fn accumulate<'a>(
        &self,
        marbles: &[u64; 2],
        ply: usize,
        AccumulatorStack(stack): &'a mut AccumulatorStack,
    ) -> &'a [Neurons; 2] {
        while stack.len() < ply + 2 {
            stack.push(Accumulator { marbles: [0; 2], neurons: [self.bias; 2] });
        }
        let [before, accumulator] = &mut stack[ply..ply + 2] else { unreachable!("two plies") };
        accumulator.clone_from(before);
        accumulator.marbles = *marbles;
        for (color, (old, new)) in before.marbles.into_iter().zip(*marbles).enumerate() {
            self.update(&mut accumulator.neurons, color, new & !old, old & !new);
        }
        &accumulator.neurons
    }

    #[inline]
    fn update(&self, neurons: &mut [Neurons; 2], color: usize, mut added: u64, mut removed: u64) {
        while added | removed != 0 {
            for (perspective, neurons) in neurons.iter_mut().enumerate() {
                let offset = if perspective == color { 0 } else { CELLS };
                let input = |cells: u64| &self.inputs[offset + cells.trailing_zeros() as usize];
                if added != 0 {
                    neurons
                        .iter_mut()
                        .zip(input(added))
                        .for_each(|(neuron, weight)| *neuron = neuron.wrapping_add(*weight));
                }
                if removed != 0 {
                    neurons
                        .iter_mut()
                        .zip(input(removed))
                        .for_each(|(neuron, weight)| *neuron = neuron.wrapping_sub(*weight));
                }
            }
            added &= added.wrapping_sub(1);
            removed &= removed.wrapping_sub(1);
        }
    }
}

/// The activation times an output weight: `screlu(neuron) · weight`.
#[inline]
fn multiply_screlu(neuron: i16, weight: i16) -> i32 {
    let clamped = neuron.clamp(0, QA);
    // Output weights are at most 127, so the first product fits 16 bits.
    i32::from(clamped.wrapping_mul(weight)) * i32::from(clamped)
}

#[cfg(test)]
mod tests {
    use rules::Ruleset as _;
    use rules::games::abalone::layouts;
    use rules::rng::SeededRng;
    use rules::ruleset::MoveList;

    use super::*;

    #[test]
    fn the_net_has_all_its_weights() {
        let bytes = include_bytes!("net.bin");
        assert!(Net::read(bytes).is_some(), "{INPUTS} inputs, {HIDDEN} neurons");
        assert!(Net::read(&bytes[1..]).is_none() && Net::read(&[&bytes[..], &[0; 2]].concat()).is_none());
        let largest = NET.outputs.as_flattened().iter().map(|weight| weight.abs()).max();
        assert!(largest <= Some(127), "{largest:?} times {QA} is too much for 16 bits");
    }

    /// The score by the formula, from all active inputs.
    fn compute_score(input: &NetInput) -> Score {
        let mut output = NET.output_bias;
        for (perspective, outputs) in [input.turn, input.turn.opponent()].into_iter().zip(NET.outputs) {
            let active = input.list_active(perspective);
            let activation = |neuron: usize| {
                let sum = NET.bias[neuron] + active.iter().map(|input| NET.inputs[*input][neuron]).sum::<i16>();
                i32::from(sum).clamp(0, 255).pow(2)
            };
            output += (0..HIDDEN).map(|neuron| i32::from(outputs[neuron]) * activation(neuron)).sum::<i32>() / 255;
        }
        (i64::from(output) * 143 / (255 * 64)) as Score
    }

    #[test]
    fn what_is_kept_from_ply_to_ply_gives_the_score_of_the_formula() {
        let (mut rng, mut seen, mut lost) = (SeededRng::new(1), 0, 0);
        for layout in layouts().iter().filter(|layout| layout.seats == 2) {
            let rules: Abalone = format!("abalone layout={}", layout.name).parse().expect("a setup");
            let (mut position, mut stack) = (rules.start(), AccumulatorStack::default());
            for ply in 0..120 {
                let (parent, moves, mut captures) = (position, rules.legal_moves(&position), MoveList::new());
                rules.generate_ejections(&parent, &mut captures);
                if moves.is_empty() {
                    break;
                }
                // Siblings are evaluated at the same ply, one after the other; the last one is played.
                for mv in [captures.first(), Some(&moves[rng.below(moves.len())]), captures.first()] {
                    let Some(mv) = mv else { continue };
                    let next = rules.play(&parent, mv).expect("generated moves are legal");
                    let input = NetInput::new(&rules, &next);
                    assert_eq!(NET.evaluate(&input, ply + 1, &mut stack), compute_score(&input), "{next}");
                    (position, seen) = (next, seen + 1);
                }
                lost = lost.max(position.lost_marbles(Color::Black));
            }
        }
        assert!(seen > 1_000 && lost > 2, "{seen} positions, {lost} marbles lost");
    }
}
