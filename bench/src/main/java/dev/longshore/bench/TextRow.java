package dev.longshore.bench;

import org.jspecify.annotations.Nullable;

/** A row that is nearly all text, some of it beyond ASCII. */
record TextRow(long id, String title, String body, @Nullable String author) {}
