//! Tests of pictures. `first`, `golden` and `memory` need a process of their own: what others draw, and the font of `golden`, would count.

mod contrast;
mod figures;
mod hostile;
mod replay;
mod scenes;
mod setups;
mod size;
mod svg;
