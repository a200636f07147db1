//! Games from the challenge to the end.

mod agreements;
mod games;
