package io.medevac.testkit;

/** Where the real parts come from. Whichever it is, clients find them at the same addresses. */
interface Parts {

    Part kafka();

    Part postgres();

    Part registry();

    /**
     * What puts outbox rows on their topics: {@code k8s/connectors/outbox.json}, run by Debezium.
     */
    Part outbox();

    /** What they are, for the report. */
    String description();
}
