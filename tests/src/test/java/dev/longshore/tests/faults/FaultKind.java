package dev.longshore.tests.faults;

import dev.longshore.tck.TcpProxy;
import org.jspecify.annotations.Nullable;

/** What goes wrong. */
enum FaultKind {
    CUT_SENT(TcpProxy.Break.CUT, TcpProxy.Direction.SENT),
    CUT_RECEIVED(TcpProxy.Break.CUT, TcpProxy.Direction.RECEIVED),
    STALL_SENT(TcpProxy.Break.STALL, TcpProxy.Direction.SENT),
    STALL_RECEIVED(TcpProxy.Break.STALL, TcpProxy.Direction.RECEIVED),
    CLOSE_SENT(TcpProxy.Break.CLOSE, TcpProxy.Direction.SENT),
    CLOSE_RECEIVED(TcpProxy.Break.CLOSE, TcpProxy.Direction.RECEIVED),
    DELAY_SENT(TcpProxy.Break.ACT, TcpProxy.Direction.SENT),
    DELAY_RECEIVED(TcpProxy.Break.ACT, TcpProxy.Direction.RECEIVED),
    /** The server ends the session when a byte comes. */
    KILLED(TcpProxy.Break.ACT, TcpProxy.Direction.SENT),
    /** The server is stopped hard, and started again. */
    RESTARTED,
    /** The disk, or the share of it that the database may have, is full. */
    DISK_FULL,
    /** The pool has no connection, for good or for a while. */
    POOL_EXHAUSTED,
    /** Another session has locked the table, for good or for a while. */
    LOCKED,
    /** The load is cancelled, interrupted or overdue, or its source fails, at a row. */
    STOPPED,
    /** The JVM of the load is killed. */
    JVM_KILLED;

    private final TcpProxy.@Nullable Break how;
    private final TcpProxy.@Nullable Direction direction;

    FaultKind() {
        this(null, null);
    }

    FaultKind(TcpProxy.@Nullable Break how, TcpProxy.@Nullable Direction direction) {
        this.how = how;
        this.direction = direction;
    }

    boolean isOfNetwork() {
        return how != null;
    }

    boolean isStall() {
        return how == TcpProxy.Break.STALL;
    }

    boolean isDelay() {
        return this == DELAY_SENT || this == DELAY_RECEIVED;
    }

    TcpProxy.Break how() {
        if (how == null) {
            throw new IllegalStateException(this + " is no fault of the network");
        }
        return how;
    }

    TcpProxy.Direction direction() {
        if (direction == null) {
            throw new IllegalStateException(this + " is no fault of the network");
        }
        return direction;
    }
}
