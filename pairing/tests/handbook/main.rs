//! The handbook's rules, tested from outside: by search over all pairings, by other programs, by tables that a player
//! can check.

mod agreement;
mod cups;
mod legality;
mod model;
mod optimum;
mod random;
mod reports;
mod round_robins;
mod tie_breaks;
