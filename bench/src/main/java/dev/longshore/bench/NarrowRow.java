package dev.longshore.bench;

/** A row of three primitives. */
record NarrowRow(long id, int quantity, double price) {}
