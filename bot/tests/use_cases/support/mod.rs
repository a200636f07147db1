pub mod fixture;
pub mod guide_pictures;
pub mod harness;
