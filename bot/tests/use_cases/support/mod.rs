pub mod engine_table;
pub mod fixture;
pub mod guide_pictures;
pub mod harness;
