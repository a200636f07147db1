mod blocked;
mod guide;
mod lifecycle;
mod seeks;
