//! Compares recorded requests with Discord's published description of its interface.
