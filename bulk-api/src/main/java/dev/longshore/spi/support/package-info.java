/**
 * Optional building blocks for providers: names ({@link dev.longshore.spi.support.NameParser},
 * {@link dev.longshore.spi.support.NameMatcher}), values ({@link dev.longshore.spi.support.TypedValueSink},
 * {@link dev.longshore.spi.support.JavaKind}, {@link dev.longshore.spi.support.TextChecks}) and rows that are kept until a statement is full
 * ({@link dev.longshore.spi.support.RowBuffer}).
 */
@NullMarked
package dev.longshore.spi.support;

import org.jspecify.annotations.NullMarked;
