//! A small net that judges positions of classic Abalone. `examples/train` makes it from the engine's own games.
//!
//! Each side has its view of the board: own marbles, enemies, and how many of either may still be lost. What the neurons of a view add up
//! to changes little from ply to ply, so that only what has moved is added and taken away. A neuron counts by its square.

use std::array;
use std::sync::LazyLock;

use rules::Color;
use rules::board::bitboard::Bitboard as _;
use rules::games::abalone::{Abalone, Position, Variant};

use super::weights;
use crate::game::Score;

/// Of the board that the net knows.
pub const CELLS: usize = 61;
/// More marbles to lose than that are as good.
const MOST_LIVES: usize = 6;
/// Own marbles, enemies, own lives, lives of the enemy.
pub const INPUTS: usize = 2 * CELLS + 2 * MOST_LIVES;
/// Neurons of a view.
pub const HIDDEN: usize = 64;
/// A neuron is full at this value.
pub const FULL: i16 = 255;
/// What 1 is among the weights of the output: of them, none is 2.
pub const OUTPUT_ONE: i16 = 64;

type Neurons = [i16; HIDDEN];

/// The weights. `net.bin` has them in this order: 16 bits each, of the last one 32, the lower byte first.
#[derive(Debug)]
pub(crate) struct Net {
    inputs: Box<[Neurons; INPUTS]>,
    bias: Neurons,
    /// For the view of the side on turn, and of the other one.
    outputs: [Neurons; 2],
    output_bias: i32,
}

pub(crate) static NET: LazyLock<Net> =
    LazyLock::new(|| Net::read(include_bytes!("net.bin")).expect("a test reads the same bytes"));

/// What the net sees of a position.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    /// Of Black and of White, as the bits of their cells.
    pub marbles: [u64; 2],
    /// How many marbles each may lose until it has lost.
    pub lives: [u8; 2],
    /// Who is on turn.
    pub turn: Color,
}

impl Seen {
    /// Of a position of two colors on the board of 61 cells.
    #[inline]
    pub fn new<V: Variant>(rules: &Abalone<V>, position: &Position<V>) -> Self {
        Self {
            marbles: Color::TWO.map(|color| position.marbles(color).words()[0]),
            lives: Color::TWO.map(|color| rules.target().saturating_sub(position.lost_marbles(color))),
            turn: position.turn(),
        }
    }

    /// The inputs that are there in the view of a color.
    pub fn inputs(&self, view: Color) -> Vec<usize> {
        let [own, theirs] = [view, view.opponent()].map(|side| self.lives[side as usize]);
        let mut inputs = vec![lives_input(own, 0), lives_input(theirs, 1)];
        for (offset, side) in [(0, view), (CELLS, view.opponent())] {
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

/// The positions on the line that is searched, ply by ply, and what their marbles add up to.
#[derive(Debug, Default)]
pub(crate) struct Trail(Vec<Sums>);

#[derive(Debug, Clone)]
struct Sums {
    marbles: [u64; 2],
    /// In the views of Black and of White.
    neurons: [Neurons; 2],
}

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

    /// What a position is worth to the side on turn, in hundredths of a marble.
    #[inline]
    pub fn evaluate(&self, seen: &Seen, ply: usize, Trail(trail): &mut Trail) -> Score {
        while trail.len() < ply + 2 {
            trail.push(Sums { marbles: [0; 2], neurons: [self.bias; 2] });
        }
        // Whatever position stands before: the difference to it leads to this one.
        let [before, sums] = &mut trail[ply..ply + 2] else { unreachable!("two plies") };
        sums.clone_from(before);
        sums.marbles = seen.marbles;
        for color in 0..2 {
            let (old, new) = (before.marbles[color], sums.marbles[color]);
            self.change(&mut sums.neurons, color, new & !old, old & !new);
        }
        let (turn, mut total) = (seen.turn as usize, self.output_bias);
        for (side, outputs) in [turn, 1 - turn].into_iter().zip(&self.outputs) {
            let lives: [&Neurons; 2] =
                array::from_fn(|other| &self.inputs[lives_input(seen.lives[side ^ other], other)]);
            let mut sum = 0;
            for index in 0..HIDDEN {
                let neuron = sums.neurons[side][index].wrapping_add(lives[0][index]).wrapping_add(lives[1][index]);
                let neuron = neuron.clamp(0, FULL);
                // No weight of the output is above 127, so that the product has 16 bits.
                sum += i32::from(neuron.wrapping_mul(outputs[index])) * i32::from(neuron);
            }
            total += sum / i32::from(FULL);
        }
        (i64::from(total) * i64::from(weights::scale()) / i64::from(i32::from(FULL) * i32::from(OUTPUT_ONE))) as Score
    }

    #[inline]
    fn change(&self, neurons: &mut [Neurons; 2], color: usize, mut added: u64, mut removed: u64) {
        while added | removed != 0 {
            for (view, neurons) in neurons.iter_mut().enumerate() {
                let offset = if view == color { 0 } else { CELLS };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_net_has_all_its_weights() {
        let bytes = include_bytes!("net.bin");
        assert!(Net::read(bytes).is_some(), "{INPUTS} inputs, {HIDDEN} neurons");
        assert!(Net::read(&bytes[1..]).is_none() && Net::read(&[&bytes[..], &[0; 2]].concat()).is_none());
        let largest = NET.outputs.as_flattened().iter().map(|weight| weight.abs()).max();
        assert!(largest <= Some(127), "{largest:?} times {FULL} is too much for 16 bits");
    }
}
