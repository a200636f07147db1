//! The rules, tested by tables, perft counts and invariants.

mod games;
mod invariants;
mod perft;
mod reference;
mod text;
