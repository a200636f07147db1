//! Games and positions as text for other programs and for keeping.

pub mod fen;
