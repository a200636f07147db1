mod blocked;
mod lifecycle;
mod seeks;
