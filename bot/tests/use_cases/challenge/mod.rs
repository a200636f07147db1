mod blocked;
mod engine;
mod guide;
mod lifecycle;
mod seeks;
