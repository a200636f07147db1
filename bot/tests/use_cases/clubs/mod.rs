//! What a club has: ratings.

mod ratings;
