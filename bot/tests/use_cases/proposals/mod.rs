mod adjournment;
mod claim;
mod open_questions;
mod panel;
mod takeback;
