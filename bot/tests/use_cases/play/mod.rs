mod buttons;
mod conditional_moves;
mod endings;
mod grand_abalone;
mod hints;
mod moves;
mod multiplayer;
mod typed_moves;
