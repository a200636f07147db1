pub mod fixture;
pub mod harness;
