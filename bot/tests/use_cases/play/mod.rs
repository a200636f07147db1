mod conditional_moves;
mod endings;
mod moves;
mod multiplayer;
