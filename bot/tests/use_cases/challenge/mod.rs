mod blocked;
mod lifecycle;
