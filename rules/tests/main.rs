//! The rules, by tables, by counts, and by what holds in every position.

mod games;
mod invariants;
mod perft;
mod reference;
mod text;
