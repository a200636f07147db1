//! Tests of pictures. `first`, `golden` and `memory` are programs of their own: pictures drawn by other tests, and
//! the font of `golden`, would count.

mod contrast;
mod figures;
mod hostile;
mod replay;
mod scenes;
mod setups;
mod size;
mod svg;
