/**
 * The contract of a provider as JUnit tests. The author of a provider extends
 * {@link dev.longshore.tck.BulkProviderTck} by one class and describes the database by a
 * {@link dev.longshore.tck.TckDatabase}; everything else is tested from here. Each test carries the id of the rule that it
 * holds the provider to, {@code R-01} and so on. Tables are made and read back by plain JDBC, never by the code under test.
 *
 * <p>For the tests that a provider has beside the contract there are {@link dev.longshore.tck.JdbcTest},
 * {@link dev.longshore.tck.BrokenLoads}, {@link dev.longshore.tck.SmallHeap} and {@link dev.longshore.tck.Allocation}.
 */
@NullMarked
package dev.longshore.tck;

import org.jspecify.annotations.NullMarked;
