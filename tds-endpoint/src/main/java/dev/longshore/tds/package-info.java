/**
 * A peer for the driver of SQL Server in tests and timings, where no server is at hand. {@link dev.longshore.tds.TdsEndpoint}
 * speaks as much of the protocol TDS 7.4 as the driver needs to log in, to run transactions and to load, decodes what is loaded
 * by the types that the driver declared on the wire, and fails on demand. It is no server: it knows no SQL but the statements
 * that the driver and the provider send, and refuses all others by name. It converts nothing, so that a test sees what was sent.
 */
@NullMarked
package dev.longshore.tds;

import org.jspecify.annotations.NullMarked;
