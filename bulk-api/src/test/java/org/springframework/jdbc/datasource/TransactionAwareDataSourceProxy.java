package org.springframework.jdbc.datasource;

import dev.longshore.internal.StubDataSource;
import dev.longshore.internal.StubDatabase;

/** Stands in for the class of this name, which hands out the connection of a transaction under way. */
public class TransactionAwareDataSourceProxy extends StubDataSource {
    public TransactionAwareDataSourceProxy() {
        super(new StubDatabase());
    }
}
