mod conditional_moves;
mod endings;
mod grand_abalone;
mod moves;
mod multiplayer;
