package dev.longshore.tck;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Prints at the end of a run each test that did not run, with the reason, on a line of its own, so that a skip is never taken for a pass. Found by
 * JUnit in every module that has this one among its test dependencies.
 */
public final class NotRunListener implements TestExecutionListener {
    private final List<String> notRun = Collections.synchronizedList(new ArrayList<>());
    private volatile @Nullable TestPlan plan;

    /** Makes a listener that has nothing to report yet. */
    public NotRunListener() {}

    @Override
    public void testPlanExecutionStarted(TestPlan testPlan) {
        notRun.clear();
        plan = testPlan;
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        add(test, reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            add(test, result.getThrowable().map(Throwable::getMessage).orElse("aborted"));
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan testPlan) {
        synchronized (notRun) {
            notRun.forEach(System.out::println);
            notRun.clear();
        }
    }

    private void add(TestIdentifier test, String reason) {
        notRun.add("NOT RUN: " + nameOf(test) + ": " + reason.strip().replaceAll("\\s+", " "));
    }

    /** The display names from the class down; the engine above it says nothing. */
    private String nameOf(TestIdentifier test) {
        Deque<String> names = new ArrayDeque<>();
        TestPlan tests = plan;
        Optional<TestIdentifier> at = Optional.of(test);
        while (at.isPresent() && at.get().getParentId().isPresent()) {
            names.addFirst(at.get().getDisplayName());
            at = tests == null ? Optional.empty() : tests.getParent(at.get());
        }
        return String.join(" > ", names);
    }
}
