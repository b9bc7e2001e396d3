package dev.longshore;

import java.time.Duration;

/**
 * Where a load's time went. The stages add up to the whole. {@code metadata}, {@code send} and {@code commit} are measured
 * whole, {@code mapping} is projected from every sixteenth row, {@code source} is what remains.
 *
 * @param metadata finding the provider, reading the table, preflight and choosing the path
 * @param source waiting for the caller's rows
 * @param mapping reading values out of the rows and encoding them
 * @param send in the driver and the database
 * @param commit beginning and ending the transaction
 */
public record StageTimes(Duration metadata, Duration source, Duration mapping, Duration send, Duration commit) {}
